// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What terrain, links and fog cost, and whether it pays to keep a search while a target runs.
// Behind `make bench SUITE=ground`.
//
//     waymark_ground --db FILE
#include "bench/ground/study.h"

#include "bench/store/study.h"

int main(int argument_count, char **arguments)
{
    static const bench_study_config config = {.name = "ground",
                                              .title = "The ground of a game, measured"};
    bench_study *study = bench_study_begin(&config, argument_count, arguments);
    bench_page *page = bench_study_page(study);
    bench_page_text(page,
                    "Times are processor time of the thread on one busy machine, to be compared "
                    "only with their neighbours; counts are the same everywhere.");
    bench_page_title(page, 2, "Chases");
    bench_page_text(page,
                    "Eight hunters, one after the other, each after a target that runs along a "
                    "best path at 80 %% of its speed, up to 200 turns. After every move "
                    "a plan is made; A* and jump point search begin again. The least of two "
                    "passes.");
    study_chases(page, bench_study_data(study));
    bench_page_title(page, 2, "What the ground costs");
    study_costs(page);
    return bench_study_end(study);
}
