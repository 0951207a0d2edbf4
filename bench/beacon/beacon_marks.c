// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/beacon/beacon_marks.h"

/// Times that A* took of what it takes today when marks were set: 2052 us per path of the ten maps,
/// today 1329, one after the other on the same machine.
#define BEACON_OLD_ASTAR 1.54

/// A figure that should be no more than a mark, or no less.
typedef struct beacon_mark {
    const char *what;
    double mark;
    bool least;
    double found;
} beacon_mark;

/// What the figures are made of, and what would have to go.
static void beacon_marks_explain(bench_page *page, const beacon_found *found)
{
    bench_page_text(
        page,
        "The first move is %.2f of a path as runs: most of a path is to look around "
        "both ends and to join labels, which a first move takes as well, and runs are "
        "written in no time; the mark was set for paths as cells. `astar` before there was a "
        "beacon (86480e0) takes %.2f times as long for these paths, measured side by "
        "side, which would be %.0f times a path of beacon.",
        found->first_share, BEACON_OLD_ASTAR, BEACON_OLD_ASTAR * found->astar_times);
    bench_page_text(
        page,
        "What a path is made of, by samples of the time that these take (shortly before this "
        "build, so about): 29 %% look around both ends, 25 %% walk next hops and write runs, "
        "14 %% join labels and choose ends by them, 7 %% look up vertices, 25 %% are what "
        "every trip takes, readings of the clock among it. What is waited for: 100 hops one "
        "after the other, which is the longer of two walks to the hub of 175 hops in all; "
        "some ten branches around each end that are guessed wrong, most of them about how many "
        "legs a diagonal has.");
    if (found->astar_times < 700) {
        bench_page_text(
            page, "For `astar` to take 700 times as long, %.0f %% of all that would have to go.",
            100 - found->astar_times / 7);
    }
}

void beacon_marks_write(bench_page *page, const beacon_found *found)
{
    const beacon_mark marks[] = {
        {"ten dao maps: `jps`, times a path", 25, true, found->jps_times},
        {"`astar`, times a path", 700, true, found->astar_times},
        {"first move, share of a path as cells", 0.4, false, found->first_cells},
        {"every later move, ns", 30, false, found->later_ns},
        {"worst path, times the mean", 4, false, found->worst_times},
        {"dao: preparation, ms", 60, false, found->dao_build},
        {"dao: MB", 1, false, found->dao_bytes},
        {"sc1: preparation, ms", 500, false, found->sc1_build},
        {"sc1: MB", 4, false, found->sc1_bytes},
        {"random, 16 MB: preparation, ms", 2000, false, found->random_build},
        {"random, 16 MB: MB", 16, false, found->random_bytes},
        {"the first edit, us", 100, false, found->edit_first},
        {"an edit, mean, us", 100, false, found->edit},
        {"paths after 100 edits, mean, us", 50, false, found->after},
        {"paths after up to 10 edits, mean, us", 50, false, found->after_few},
        {"16 million cells: preparation, s", 60, false, found->large_build},
        {"16 million cells: MB meanwhile", 256, false, found->large_bytes},
    };
    bench_page_title(page, 2, "Marks");
    bench_page_text(page,
                    "What was aimed for and what this run found, the worst of the rows above "
                    "where there are several. %llu of %llu answers after edits were not the best.",
                    (unsigned long long)found->wrong, (unsigned long long)found->asked);
    bench_page_table(page, "<what >mark >found <met");
    for (uint32_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const beacon_mark *mark = &marks[i];
        if (mark->found <= 0) {
            continue;
        }
        const bool met = mark->least ? mark->found >= mark->mark : mark->found <= mark->mark;
        bench_page_row(page, "%s|%s %g|%.3g|%s", mark->what, mark->least ? "at least" : "at most",
                       mark->mark, mark->found, met ? "yes" : "no");
    }
    bench_page_end_table(page);
    if (found->astar_times > 0) {
        beacon_marks_explain(page, found);
    }
}
