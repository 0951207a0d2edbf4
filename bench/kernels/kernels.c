// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// waymark_kernels: what jump point search gains on A*, on ground that it knows, with a fresh agent
// and after edits, and what an expansion of other searches costs. Times are those that the thread
// worked, the least of several rounds after a first one. Prints tables of docs/bench.
//
//     waymark_kernels jps            the ten maps, microseconds per path
//     waymark_kernels sets           one map of each kind, times as fast as A*
//     waymark_kernels searches       nanoseconds per expansion
#include "bench/ground/ground.h"
#include "bench/kit/stopwatch.h"

#include <waymark/database.h>
#include <waymark/waymark.h>

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
    const char *title;
    const char *spec;
    kernels_way way;
} kernels_entry;

/// What an entry took for the problems of a map.
typedef struct kernels_sum {
    double seconds; ///< the least of all rounds
    uint64_t expansions;
    uint32_t trips;
} kernels_sum;

static void kernels_need(bool works, const char *what)
{
    if (!works) {
        (void)fprintf(stderr, "waymark_kernels: %s\n", what);
        exit(1);
    }
}

static bool kernels_open(const char *word, bench_set *set, bench_ground *out)
{
    const char *data = getenv("WAYMARK_DATA");
    bench_task task = {.set = 0};
    (void)snprintf(task.map, sizeof task.map, "%s", word);
    const bench_plan plan = {.sets = set, .set_count = 1, .tasks = &task, .seed = 1};
    way_problem problem = {0};
    if (bench_ground_open(&plan, &task, data ? data : "../shared", out, &problem)) {
        (void)fprintf(stderr, "left out: %s\n", problem.text);
        return false;
    }
    return true;
}

/// Opens or closes a cell amid a wall in the corner of a map.
static void kernels_edit(bench_ground *ground)
{
    const way_cell cell = way_map_cell(ground->map, 0, 0);
    const uint8_t weight = way_map_is_passable(ground->map, cell) ? 0 : 1;
    const way_edit edit = {0, 0, 1, 1, weight};
    kernels_need(!way_map_edit(ground->map, &edit, 1), "edit");
}

static void kernels_repair(way_navigator *navigator)
{
    bool done = false;
    while (!done && way_navigator_repair(navigator, UINT32_MAX, &done) == WAY_STATUS_OK) {
    }
}

static void kernels_trip(bench_ground *ground, way_navigator *navigator, way_agent **agent,
                         kernels_way way, kernels_sum *sum)
{
    const way_trip trip = bench_ground_trip(ground, sum->trips);
    if (way == KERNELS_EDIT) {
        kernels_edit(ground);
        kernels_repair(navigator);
    }
    const double before = stopwatch_worked();
    if (way == KERNELS_FRESH) {
        way_agent_destroy(*agent);
        kernels_need(!way_agent_create(&(way_agent_config){.navigator = navigator}, agent),
                     "agent");
    }
    kernels_need(!way_agent_begin(*agent, &trip), "begin");
    const way_outcome outcome = way_agent_run(*agent);
    sum->seconds += stopwatch_worked() - before;
    kernels_need(outcome == WAY_OUTCOME_ARRIVED, "no path");
    sum->expansions += way_agent_stats(*agent).expansions;
    sum->trips++;
}

/// One pass over the problems of a map.
static kernels_sum kernels_pass(bench_ground *ground, way_navigator *navigator, way_agent **agent,
                                kernels_way way)
{
    kernels_sum sum = {0};
    while (sum.trips < ground->count) {
        kernels_trip(ground, navigator, agent, way, &sum);
    }
    return sum;
}

#define KERNELS_ENTRIES 16u

/// Measures entries in turns; `sums` are of this map.
static void kernels_measure(bench_ground *ground, const kernels_entry *entries, uint32_t count,
                            kernels_sum *sums)
{
    way_navigator *navigators[KERNELS_ENTRIES] = {NULL};
    way_agent *agents[KERNELS_ENTRIES] = {NULL};
    for (uint32_t i = 0; i < count; i++) {
        const way_navigator_config config = {.space = ground->space, .algorithm = entries[i].spec};
        kernels_need(!way_navigator_create(&config, &navigators[i]), entries[i].spec);
        kernels_repair(navigators[i]);
        const way_agent_config plain = {.navigator = navigators[i]};
        kernels_need(!way_agent_create(&plain, &agents[i]), "agent");
    }
    for (uint32_t i = 0; i < count; i++) {
        kernels_repair(navigators[i]); // edits of other entries
        for (uint32_t round = 0; round <= KERNELS_ROUNDS; round++) {
            const kernels_sum sum = kernels_pass(ground, navigators[i], &agents[i], entries[i].way);
            const bool least = round <= 1 || sum.seconds < sums[i].seconds;
            sums[i] = least ? sum : sums[i];
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        way_agent_destroy(agents[i]);
        way_navigator_destroy(navigators[i]);
    }
}

// Jump point search -------------------------------------------------------------------------------

static void kernels_jps(void)
{
    static const char *const maps[] = {"hrt000d", "orz100d", "orz103d", "orz300d", "orz700d",
                                       "orz702d", "orz900d", "ost000a", "ost000t", "ost100d"};
    static const kernels_entry entries[] = {{"A\\*", "astar", KERNELS_KNOWN},
                                            {"known ground", "jps(keep=on)", KERNELS_KNOWN},
                                            {"fresh agent", "jps(keep=on)", KERNELS_FRESH},
                                            {"after an edit", "jps(keep=on)", KERNELS_EDIT},
                                            {"known, shared", "jps", KERNELS_KNOWN},
                                            {"fresh, shared", "jps", KERNELS_FRESH},
                                            {"edit, shared", "jps", KERNELS_EDIT}};
    enum { COUNT = sizeof entries / sizeof *entries };
    double means[COUNT] = {0};
    (void)printf("| us per path | expansions of jps");
    for (uint32_t i = 0; i < COUNT; i++) {
        (void)printf(" | %s", entries[i].title);
    }
    (void)printf(" |\n");
    const uint32_t map_count = sizeof maps / sizeof *maps;
    for (uint32_t m = 0; m < map_count; m++) {
        bench_set set = {.name = "dao", .costs = {408, 577}, .problems = KERNELS_PROBLEMS};
        bench_ground ground;
        kernels_sum sums[COUNT];
        char word[32];
        (void)snprintf(word, sizeof word, "dao/%s", maps[m]);
        if (!kernels_open(word, &set, &ground)) {
            continue;
        }
        kernels_measure(&ground, entries, COUNT, sums);
        (void)printf("| %s | %llu", maps[m],
                     (unsigned long long)(sums[1].expansions / sums[1].trips));
        for (uint32_t i = 0; i < COUNT; i++) {
            const double us = sums[i].seconds * 1e6 / sums[i].trips;
            means[i] += us / (double)map_count;
            (void)printf(" | %.1f", us);
        }
        (void)printf(" |\n");
        bench_ground_close(&ground);
    }
    (void)printf("| mean of ten maps |");
    for (uint32_t i = 0; i < COUNT; i++) {
        (void)printf(" | %.1f", means[i]);
    }
    (void)printf(" |\n| times A\\* |");
    for (uint32_t i = 0; i < COUNT; i++) {
        (void)printf(" | %.1f", means[0] / means[i]);
    }
    (void)printf(" |\n");
}

static void kernels_sets(void)
{
    static const char *const maps[] = {"maze/maze512-1-0",
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
    static const kernels_entry entries[] = {{"A*", "astar", KERNELS_KNOWN},
                                            {"", "jps(keep=on)", KERNELS_KNOWN},
                                            {"", "jps(keep=on)", KERNELS_FRESH},
                                            {"", "jps(keep=on, jumps=always)", KERNELS_KNOWN},
                                            {"", "jps(keep=on, jumps=always)", KERNELS_FRESH},
                                            {"", "jps", KERNELS_FRESH},
                                            {"A*", "astar", KERNELS_FRESH}};
    enum { COUNT = sizeof entries / sizeof *entries };
    (void)printf("| map | A\\*, us | known | fresh | known, jumps forced | fresh, jumps forced "
                 "| fresh, shared | fresh against fresh |\n");
    for (uint32_t m = 0; m < sizeof maps / sizeof *maps; m++) {
        bench_set set = {.name = "sets",
                         .costs = {408, 577},
                         .problems = 2 * KERNELS_PROBLEMS,
                         .pick = BENCH_PICK_SPREAD};
        bench_ground ground;
        kernels_sum sums[COUNT];
        if (!kernels_open(maps[m], &set, &ground)) {
            continue;
        }
        kernels_measure(&ground, entries, COUNT, sums);
        (void)printf("| %s | %.1f", maps[m], sums[0].seconds * 1e6 / sums[0].trips);
        for (uint32_t i = 1; i + 1 < COUNT; i++) {
            (void)printf(" | %.2f", sums[0].seconds / sums[i].seconds);
        }
        (void)printf(" | %.2f |\n", sums[COUNT - 1].seconds / sums[2].seconds);
        bench_ground_close(&ground);
    }
}

// Expansions --------------------------------------------------------------------------------------

static void kernels_searches(void)
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
                                        "lsslrta(lookahead=100)"};
    enum { COUNT = sizeof specs / sizeof *specs };
    kernels_entry entries[COUNT];
    for (uint32_t i = 0; i < COUNT; i++) {
        entries[i] = (kernels_entry){specs[i], specs[i], KERNELS_KNOWN};
    }
    (void)printf("| map | search | expansions | ns per expansion |\n");
    for (uint32_t m = 0; m < sizeof maps / sizeof *maps; m++) {
        bench_set set = {.name = "dao", .costs = {408, 577}, .problems = 4};
        bench_ground ground;
        kernels_sum sums[COUNT];
        if (!kernels_open(maps[m], &set, &ground)) {
            continue;
        }
        kernels_measure(&ground, entries, COUNT, sums);
        for (uint32_t i = 0; i < COUNT; i++) {
            (void)printf("| %s | %s | %llu | %.1f |\n", maps[m], specs[i],
                         (unsigned long long)(sums[i].expansions / sums[i].trips),
                         sums[i].seconds * 1e9 / (double)sums[i].expansions);
        }
        bench_ground_close(&ground);
    }
}

int main(int count, char **words)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } tables[] = {{"jps", kernels_jps}, {"sets", kernels_sets}, {"searches", kernels_searches}};
    for (uint32_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        if (count < 2 || strcmp(words[1], tables[i].name) == 0) {
            tables[i].run();
        }
    }
    return 0;
}
