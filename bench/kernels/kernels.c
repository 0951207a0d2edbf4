// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// waymark_kernels: what jump point search gains on A*, on ground that it knows, with a fresh agent
// and after edits, and what an expansion of other searches costs. Times are those that the thread
// worked, the least of several rounds after a first one. Behind `make bench SUITE=kernels`.
//
//     waymark_kernels --db FILE [--data FOLDER] [--only PART]
//
// Parts are "jps", "sets", "searches" and "stores".
#include "bench/ground/ground.h"
#include "bench/kit/stopwatch.h"
#include "bench/kit/trial.h"
#include "bench/store/study.h"

#include <waymark/all.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KERNELS_PROBLEMS 10u
#define KERNELS_ROUNDS 5u

/// How a search is asked.
typedef enum kernels_way {
    KERNELS_KNOWN, ///< one agent for everything, after a first round
    KERNELS_FRESH, ///< a new agent for every trip, whose making counts
    KERNELS_EDIT   ///< a cell in a corner of the map changes before every trip
} kernels_way;

typedef struct kernels_entry {
    const char *spec;
    kernels_way way;
} kernels_entry;

/// What an entry took for the problems of a map.
typedef struct kernels_sum {
    double seconds; ///< the least of all rounds
    uint64_t expansions;
    uint32_t trips;
} kernels_sum;

/// Opens or closes a cell amid a wall in the corner of a map.
static void kernels_edit(bench_ground *ground)
{
    const way_cell cell = way_map_cell(ground->map, 0, 0);
    const uint8_t weight = way_map_is_passable(ground->map, cell) ? 0 : 1;
    const way_edit edit = {0, 0, 1, 1, weight};
    bench_hold(!way_map_edit(ground->map, &edit, 1), "edit");
}

static void kernels_trip(bench_ground *ground, bench_rig *rig, kernels_way way, kernels_sum *sum)
{
    const way_trip trip = bench_ground_trip(ground, sum->trips);
    if (way == KERNELS_EDIT) {
        kernels_edit(ground);
    }
    const double before = stopwatch_worked();
    if (way == KERNELS_FRESH) {
        way_agent_destroy(rig->agent);
        bench_hold(!way_agent_create(&(way_agent_config){.navigator = rig->navigator}, &rig->agent),
                   "agent");
    }
    bench_hold(!way_agent_begin(rig->agent, &trip), "begin");
    const way_outcome outcome = way_agent_run(rig->agent);
    sum->seconds += stopwatch_worked() - before;
    bench_hold(outcome == WAY_OUTCOME_FOUND, "no path");
    sum->expansions += way_agent_stats(rig->agent).expansions;
    sum->trips++;
}

/// One pass over the problems of a map.
static kernels_sum kernels_pass(bench_ground *ground, bench_rig *rig, kernels_way way)
{
    kernels_sum sum = {0};
    while (sum.trips < ground->count) {
        kernels_trip(ground, rig, way, &sum);
    }
    return sum;
}

#define KERNELS_ENTRIES 24u

/// Measures entries in turns; `sums` are of this map.
static void kernels_measure(bench_ground *ground, const kernels_entry *entries, uint32_t count,
                            kernels_sum *sums)
{
    bench_rig rigs[KERNELS_ENTRIES];
    for (uint32_t i = 0; i < count; i++) {
        rigs[i] = bench_rig_open(ground->space, entries[i].spec);
    }
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t round = 0; round <= KERNELS_ROUNDS; round++) {
            const kernels_sum sum = kernels_pass(ground, &rigs[i], entries[i].way);
            const bool least = round <= 1 || sum.seconds < sums[i].seconds;
            sums[i] = least ? sum : sums[i];
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        bench_rig_close(&rigs[i]);
    }
}

// Jump point search -------------------------------------------------------------------------------

static void kernels_jps(bench_study *study)
{
    static const kernels_entry entries[] = {{"astar", KERNELS_KNOWN},
                                            {"jps", KERNELS_KNOWN},
                                            {"jps", KERNELS_FRESH},
                                            {"jps", KERNELS_EDIT}};
    enum { COUNT = sizeof entries / sizeof *entries };
    bench_page *page = bench_study_page(study);
    double means[COUNT] = {0};
    uint32_t count = 0;
    bench_page_title(page, 2, "Jump point search and A*");
    bench_page_text(
        page,
        "The ten longest problems of each map, microseconds per path. Edit: a blocked cell in a "
        "corner of the map is opened or closed before every trip. Fresh is a new agent, including "
        "the time to create it.");
    bench_page_table(page, "<map >expansions_of_jps >A* >known_ground >fresh_agent "
                           ">after_an_edit");
    for (const char *const *word = bench_ten_maps; *word; word++) {
        const bench_set set = {.name = "dao", .costs = {408, 577}, .problems = KERNELS_PROBLEMS};
        bench_ground ground;
        kernels_sum sums[COUNT];
        if (!bench_ground_open_word(&set, *word, bench_study_data(study), &ground)) {
            continue;
        }
        count++;
        kernels_measure(&ground, entries, COUNT, sums);
        bench_page_row(page, "%s|%llu", strchr(*word, '/') + 1,
                       (unsigned long long)(sums[1].expansions / sums[1].trips));
        for (uint32_t i = 0; i < COUNT; i++) {
            const double us = sums[i].seconds * 1e6 / sums[i].trips;
            means[i] += us;
            bench_page_cell(page, "%.1f", us);
        }
        bench_ground_close(&ground);
    }
    static const char *const titles[] = {"mean of %u maps", "times A*"};
    for (uint32_t row = 0; row < 2 && count; row++) {
        bench_page_cell(page, titles[row], count);
        bench_page_cell(page, "%s", "");
        for (uint32_t i = 0; i < COUNT; i++) {
            bench_page_cell(page, "%.1f", row ? means[0] / means[i] : means[i] / count);
        }
    }
    bench_page_end_table(page);
}

/// Ground of every kind, for searches of every length.
static const char *const kernels_grounds[] = {"maze/maze512-1-0",
                                              "maze/maze512-2-0",
                                              "maze/maze512-16-0",
                                              "random/random512-10-0",
                                              "random/random512-25-0",
                                              "random/random512-35-0",
                                              "room/8room_000",
                                              "room/16room_000",
                                              "room/32room_000",
                                              "sc1/TheFrozenSea",
                                              "bg512/AR0072SR",
                                              "dao/orz100d",
                                              "gen:rts,width=256,height=192,seed=3",
                                              "gen:rts,width=384,height=384,seed=88,swamps=0",
                                              "gen:caves,width=192,height=128,seed=7",
                                              "gen:rooms,width=256,height=256,seed=1",
                                              "gen:city,width=256,height=256,seed=1",
                                              "gen:field,width=256,height=256,seed=1"};

static void kernels_sets(bench_study *study)
{
    static const kernels_entry entries[] = {{"astar", KERNELS_KNOWN},
                                            {"jps", KERNELS_KNOWN},
                                            {"jps", KERNELS_FRESH},
                                            {"jps(jumps=always)", KERNELS_KNOWN},
                                            {"jps(jumps=always)", KERNELS_FRESH},
                                            {"astar", KERNELS_FRESH}};
    enum { COUNT = sizeof entries / sizeof *entries };
    bench_page *page = bench_study_page(study);
    bench_page_title(page, 2, "Where jumps do not pay");
    bench_page_text(
        page,
        "Problems of all lengths, times A*, which here keeps its agent; the last column compares "
        "fresh agents of both. Where jumps do not pay jump point search walks as A* does.");
    bench_page_table(page, "<map >A*,_us >known >fresh >known,_jumps_forced >fresh,_jumps_forced "
                           ">fresh_against_fresh");
    for (uint32_t m = 0; m < sizeof kernels_grounds / sizeof *kernels_grounds; m++) {
        const bench_set set = {.name = "sets",
                               .costs = {408, 577},
                               .problems = 2 * KERNELS_PROBLEMS,
                               .pick = BENCH_PICK_SPREAD};
        bench_ground ground;
        kernels_sum sums[COUNT];
        if (!bench_ground_open_word(&set, kernels_grounds[m], bench_study_data(study), &ground)) {
            continue;
        }
        kernels_measure(&ground, entries, COUNT, sums);
        bench_page_row(page, "%s|%.1f", kernels_grounds[m], sums[0].seconds * 1e6 / sums[0].trips);
        for (uint32_t i = 1; i + 1 < COUNT; i++) {
            bench_page_cell(page, "%.2f", sums[0].seconds / sums[i].seconds);
        }
        bench_page_cell(page, "%.2f", sums[COUNT - 1].seconds / sums[2].seconds);
        bench_ground_close(&ground);
    }
    bench_page_end_table(page);
}

// Expansions --------------------------------------------------------------------------------------

static void kernels_searches(bench_study *study)
{
    static const char *const maps[] = {"dao/orz100d", "dao/hrt000d"};
    static const char *const specs[] = {"astar",
                                        "backward",
                                        "dstarlite",
                                        "dstarlite(queue=heap_large_g)",
                                        "lpastar",
                                        "dstar",
                                        "adstar",
                                        "mtdstarlite",
                                        "adaptive",
                                        "mtadaptive",
                                        "rtaa(lookahead=1000)",
                                        "lsslrta(lookahead=1000)",
                                        "lsslrta(lookahead=1000, order=fhat)",
                                        "lsslrta(lookahead=100)",
                                        "lsslrta(lookahead=100, order=fhat)",
                                        "lsslrta(lookahead=10)",
                                        "lsslrta(lookahead=10, order=fhat)"};
    enum { COUNT = sizeof specs / sizeof *specs };
    kernels_entry entries[COUNT];
    for (uint32_t i = 0; i < COUNT; i++) {
        entries[i] = (kernels_entry){specs[i], KERNELS_KNOWN};
    }
    bench_page *page = bench_study_page(study);
    bench_page_title(page, 2, "What an expansion costs");
    bench_page_text(page,
                    "First searches for the four longest problems of two game maps, dense stores. "
                    "Lifelong searches reach a state several times, where A* in canonical order "
                    "reaches it once. Look-aheads of f-hat ask every neighbour of every state for "
                    "the error of its estimate.");
    bench_page_table(page, "<map <search >expansions >ns_per_expansion");
    for (uint32_t m = 0; m < sizeof maps / sizeof *maps; m++) {
        const bench_set set = {.name = "dao", .costs = {408, 577}, .problems = 4};
        bench_ground ground;
        kernels_sum sums[COUNT];
        if (!bench_ground_open_word(&set, maps[m], bench_study_data(study), &ground)) {
            continue;
        }
        kernels_measure(&ground, entries, COUNT, sums);
        for (uint32_t i = 0; i < COUNT; i++) {
            bench_page_row(page, "%s|`%s`|%llu|%.1f", maps[m], specs[i],
                           (unsigned long long)(sums[i].expansions / sums[i].trips),
                           sums[i].seconds * 1e9 / (double)sums[i].expansions);
        }
        bench_ground_close(&ground);
    }
    bench_page_end_table(page);
}

int main(int argument_count, char **arguments)
{
    static const bench_study_part parts[] = {
        {"jps", kernels_jps}, {"sets", kernels_sets}, {"searches", kernels_searches}, {NULL, NULL}};
    static const bench_study_config config = {
        .name = "kernels", .title = "Expansions and jumps, measured", .parts = parts};
    bench_study *study = bench_study_begin(&config, argument_count, arguments);
    bench_page_text(bench_study_page(study),
                    "Times are those that the thread worked, the least of %u rounds after a first "
                    "one.",
                    KERNELS_ROUNDS);
    return bench_study_run(study);
}
