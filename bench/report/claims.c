// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/report/claims.h"

#include "bench/report/verdict.h"

#include <stdarg.h>
#include <stdio.h>

static const bench_paper claims_papers[] = {
    {"hcdps-table1", "HCDPS",
     "Lawrence, Bulitko: Taking Learning Out of Real-Time Heuristic Search for Video-Game "
     "Pathfinding, 2010. The paper's four maps are not published; ours are the four dao maps with "
     "problems as long as theirs, and smaller, so their hours are our seconds.",
     bench_claims_hcdps},
    {"dba-figures", "DBA*",
     "Lee: DBA*: A Real-Time Path Finding Algorithm, 2013; the same ten maps and, run in full, the "
     "same hundred longest problems of each.",
     bench_claims_dba},
    {"gat-figures", "LSS-LRTA* and goal achievement time",
     "Burns, Kiesel, Ruml: Experimental Real-Time Heuristic Search Results in a Video Game, 2013; "
     "levels of our own generator and the paper's map. `waymark gat` trains look-aheads and runs "
     "the puzzle as well.",
     bench_claims_gat},
    {"sga-chapter8", "SGA*",
     "Anguelov: Video Game Pathfinding and Improvements to Discrete Search on Grid-based Maps, "
     "2011, chapter 8; maps of the same games, and generated pseudo-RTS maps of our own.",
     bench_claims_sga},
    {"dstar-table1", "D* Lite with buckets",
     "Likhachev, Koenig: Incremental Heuristic Search in Games: The Quest for Speed, 2006; mazes "
     "made by the same rule.",
     bench_claims_dstar},
};

const bench_paper *bench_paper_at(uint32_t index)
{
    return index < sizeof claims_papers / sizeof *claims_papers ? &claims_papers[index] : NULL;
}

bench_verdict bench_verdict_of(uint32_t held, uint32_t count)
{
    if (count == 0) {
        return BENCH_VERDICT_NONE;
    }
    return held == count       ? BENCH_VERDICT_YES
           : held * 2 >= count ? BENCH_VERDICT_PART
                               : BENCH_VERDICT_NO;
}

bench_verdict bench_verdict_if(bool holds)
{
    return holds ? BENCH_VERDICT_YES : BENCH_VERDICT_NO;
}

void bench_claim(bench_page *page, const char *claim, const char *figure, bench_verdict verdict,
                 const char *format, ...)
{
    static const char *const words[] = {"no", "yes", "in part", "not measured"};
    char ours[384];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(ours, sizeof ours, format, list);
    va_end(list);
    bench_page_cell(page, "%s", claim);
    bench_page_cell(page, "%s", figure);
    bench_page_cell(page, "%s", verdict == BENCH_VERDICT_NONE ? "" : ours);
    bench_page_cell(page, "%s", words[verdict]);
}

void bench_claim_missing(bench_page *page, const char *claim, const char *figure)
{
    bench_claim(page, claim, figure, BENCH_VERDICT_NONE, "%s", "");
}

const bench_summary *bench_verdict_find(const bench_summaries *all, const char *format, ...)
{
    char spec[BENCH_WORD_MAX];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(spec, sizeof spec, format, list);
    va_end(list);
    const bench_summary *found = bench_summaries_find(all, spec);
    return found && found->queries ? found : NULL;
}

way_status bench_claims_write(const bench_paper *paper, bench_page *page, bench_store *store,
                              int64_t run)
{
    bench_page_title(page, 3, paper->title);
    bench_page_text(page, "%s", paper->reference);
    bench_page_table(page, "<claim <the_paper's_figure <ours <reproduced?");
    const way_status status = paper->write(page, store, run);
    bench_page_end_table(page);
    return status;
}
