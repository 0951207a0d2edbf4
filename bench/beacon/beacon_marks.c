// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/beacon/beacon_marks.h"

/// A figure that should be no more than a mark, or no less.
typedef struct beacon_mark {
    const char *what;
    double mark;
    bool least;
    double found;
    const char *limit; ///< what keeps it from being better
} beacon_mark;

void beacon_marks_write(bench_page *page, const beacon_found *found)
{
    const beacon_mark marks[] = {
        {"ten dao maps: `jps`, times a path", 25, true, found->jps_times,
         "instructions: looking around both ends and the walk, half each; `jps` took a fifth less "
         "before its work was cut into pieces"},
        {"`astar`, times a path", 700, true, found->astar_times,
         "`astar`: it took 1.6 times as long before it reached each cell in one way only"},
        {"first move, share of a path as cells", 0.4, false, found->first_cells,
         "instructions and branches of looking around"},
        {"first move, share of a path as runs", 0.4, false, found->first_share,
         "the same; writing runs takes little besides"},
        {"every later move, ns", 30, false, found->later_ns,
         "writing cells; a hop is three dependent loads"},
        {"worst path, times the mean", 4, false, found->worst_times, "length"},
        {"dao: preparation, ms", 60, false, found->dao_build, "flows for cuts"},
        {"dao: MB", 1, false, found->dao_bytes, "labels and words along diagonals, half each"},
        {"sc1: preparation, ms", 500, false, found->sc1_build, "searches for labels"},
        {"sc1: MB", 4, false, found->sc1_bytes,
         "labels of Aurora and TheFrozenSea that some shortest path needs"},
        {"random, 16 MB: preparation, ms", 2000, false, found->random_build, "searches for labels"},
        {"random, 16 MB: MB", 16, false, found->random_bytes, "the limit"},
        {"the first edit, us", 100, false, found->edit_first, "the budget"},
        {"an edit, mean, us", 100, false, found->edit, "the budget"},
        {"paths after up to 100 edits, mean, us", 50, false, found->after,
         "jump point search, beyond 8 openings and before an edit was looked around"},
        {"16 million cells: preparation, s", 60, false, found->large_build,
         "edges of subgoals and flows for cuts"},
        {"16 million cells: MB meanwhile", 256, false, found->large_bytes,
         "what is held while labels are gathered, besides the index itself"},
    };
    bench_page_title(page, 2, "Marks");
    bench_page_text(page,
                    "What was aimed for and what this run found, the worst of the rows above "
                    "where there are several. %llu of %llu answers after edits were not the best.",
                    (unsigned long long)found->wrong, (unsigned long long)found->asked);
    bench_page_table(page, "<what >mark >found <met <what_we_think_limits_it");
    for (uint32_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const beacon_mark *mark = &marks[i];
        if (mark->found <= 0) {
            continue;
        }
        const bool met = mark->least ? mark->found >= mark->mark : mark->found <= mark->mark;
        bench_page_cell(page, "%s", mark->what);
        bench_page_cell(page, "%s %g", mark->least ? "at least" : "at most", mark->mark);
        bench_page_cell(page, "%.3g", mark->found);
        bench_page_cell(page, "%s", met ? "yes" : "no");
        bench_page_cell(page, "%s", mark->limit);
    }
    bench_page_end_table(page);
}
