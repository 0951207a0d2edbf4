// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The built-in suites. An algorithm that this build lacks is reported as missing, not left out.
#include "bench/suite/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const suites_ten_maps[] = {
    "dao/hrt000d", "dao/orz100d", "dao/orz103d", "dao/orz300d", "dao/orz700d", "dao/orz702d",
    "dao/orz900d", "dao/ost000a", "dao/ost000t", "dao/ost100d", NULL};

// quick -------------------------------------------------------------------------------------------

static const char *const suites_quick_specs[] = {
    "astar",   "dijkstra",      "jps",     "weighted(weight=1.5)",
    "fringe",  "bidirectional", "sgastar", "prastar",
    "sectors", "hpastar",       "hcdps",   "dba",
    "tbastar", "lsslrta",       "rtaa",    NULL};
static const char *const suites_quick_maps[] = {
    "gen:caves,width=192,height=128,seed=5",          "gen:city,width=192,height=160,seed=2",
    "gen:rooms,width=161,height=161,seed=3",          "gen:rts,width=256,height=192,seed=4",
    "gen:maze,width=101,height=101,seed=7,braid=300", NULL};

// dao10 -------------------------------------------------------------------------------------------

static const char *const suites_dao_specs[] = {"astar",
                                               "jps",
                                               "prastar",
                                               "sectors(sector=16)",
                                               "sectors(sector=16, ahead=1, trim=0.1)",
                                               "sectors(sector=32)",
                                               "sectors(sector=32, ahead=1, trim=0.1)",
                                               "sectors(sector=64)",
                                               "sectors(sector=64, ahead=1, trim=0.1)",
                                               "hcdps(depth=1)",
                                               "hcdps(depth=3)",
                                               "dba(sector=16, depth=1)",
                                               "dba(sector=16, depth=2)",
                                               "dba(sector=32, depth=1)",
                                               "dba(sector=32, depth=2)",
                                               "dba(sector=64, depth=1)",
                                               "dba(sector=64, depth=2)",
                                               "tbastar(lookahead=100)",
                                               NULL};

// hcdps-table1 ------------------------------------------------------------------------------------

static const char *const suites_table1_specs[] = {"astar",
                                                  "dlrta(level=6)",
                                                  "dlrta(level=7)",
                                                  "dlrta(level=8)",
                                                  "dlrta(level=9)",
                                                  "knnlrta(records=500)",
                                                  "knnlrta(records=2000)",
                                                  "tbastar(lookahead=5)",
                                                  "tbastar(lookahead=10)",
                                                  "tbastar(lookahead=50)",
                                                  "tbastar(lookahead=100)",
                                                  "tbastar(lookahead=500)",
                                                  "tbastar(lookahead=1000)",
                                                  "hcdps(depth=1)",
                                                  "hcdps(depth=2)",
                                                  "hcdps(depth=3)",
                                                  "hcdps(depth=4)",
                                                  "hcdps(depth=5)",
                                                  NULL};
static const char *const suites_table1_maps[] = {"dao/orz103d", "dao/orz700d", "dao/orz702d",
                                                 "dao/orz900d", NULL};

// dba-figures -------------------------------------------------------------------------------------

static const char *const suites_dba_specs[] = {"astar",
                                               "sectors(sector=16)",
                                               "sectors(sector=16, ahead=1, trim=0.1)",
                                               "sectors(sector=32)",
                                               "sectors(sector=32, ahead=1, trim=0.1)",
                                               "sectors(sector=64)",
                                               "sectors(sector=64, ahead=1, trim=0.1)",
                                               "sectors(sector=128)",
                                               "sectors(sector=128, ahead=1, trim=0.1)",
                                               "hcdps(depth=1)",
                                               "hcdps(depth=2)",
                                               "hcdps(depth=3)",
                                               "hcdps(depth=4)",
                                               "dba(sector=16, depth=1)",
                                               "dba(sector=16, depth=2)",
                                               "dba(sector=16, depth=3)",
                                               "dba(sector=16, depth=4)",
                                               "dba(sector=32, depth=1)",
                                               "dba(sector=32, depth=2)",
                                               "dba(sector=32, depth=3)",
                                               "dba(sector=32, depth=4)",
                                               "dba(sector=64, depth=1)",
                                               "dba(sector=64, depth=2)",
                                               "dba(sector=64, depth=3)",
                                               "dba(sector=64, depth=4)",
                                               "dba(sector=128, depth=1)",
                                               "dba(sector=128, depth=2)",
                                               "dba(sector=128, depth=3)",
                                               "dba(sector=128, depth=4)",
                                               NULL};

// gat-figures -------------------------------------------------------------------------------------

#define SUITES_LOOKAHEADS(name, rest)                                                              \
    name "(lookahead=10" rest ")", name "(lookahead=30" rest ")", name "(lookahead=100" rest ")",  \
        name "(lookahead=300" rest ")", name "(lookahead=1000" rest ")",                           \
        name "(lookahead=3000" rest ")"
static const char *const suites_gat_specs[] = {
    "astar",
    "speedy",
    SUITES_LOOKAHEADS("lsslrta", ""),
    SUITES_LOOKAHEADS("lsslrta", ", move=single"),
    SUITES_LOOKAHEADS("lsslrta", ", move=dynamic"),
    SUITES_LOOKAHEADS("lsslrta", ", target=layer"),
    SUITES_LOOKAHEADS("lsslrta", ", order=fhat"),
    SUITES_LOOKAHEADS("lsslrta", ", move=single, order=fhat"),
    SUITES_LOOKAHEADS("lsslrta", ", move=dynamic, order=fhat"),
    NULL};
static const char *const suites_gat_maps[] = {"level:1", "level:2",     "level:3", "level:4",
                                              "level:5", "dao/orz100d", NULL};

// sga-chapter8 ------------------------------------------------------------------------------------

static const char *const suites_sga_specs[] = {"astar",
                                               "sgastar(variant=v1)",
                                               "sgastar(variant=v2, trim=max_dist)",
                                               "sgastar(variant=v2, trim=max_dev)",
                                               "sgastar(variant=v3)",
                                               NULL};
static const char *const suites_sga_maps[] = {"bg512/AR0011SR",
                                              "bg512/AR0044SR",
                                              "bg512/AR0072SR",
                                              "bg512/AR0300SR",
                                              "bg512/AR0400SR",
                                              "bg512/AR0700SR",
                                              "sc1/Aftershock",
                                              "sc1/Archipelago",
                                              "sc1/BigGameHunters",
                                              "sc1/NovaStation",
                                              "gen:rts,width=512,height=512,seed=1",
                                              "gen:rts,width=512,height=512,seed=2",
                                              "gen:rts,width=512,height=512,seed=3",
                                              "gen:rts,width=512,height=512,seed=4",
                                              NULL};

// dstar-table1 ------------------------------------------------------------------------------------

static const char *const suites_dstar_specs[] = {"dstarlite(queue=heap_large_g)",
                                                 "dstarlite(queue=heap_small_g)",
                                                 "dstarlite(queue=bucket)",
                                                 "adaptive",
                                                 "gaa",
                                                 NULL};
static const char *const suites_dstar_maps[] = {"gen:maze,width=201,height=201,seed=%,braid=750",
                                                NULL};

// gppc --------------------------------------------------------------------------------------------

static const char *const suites_gppc_specs[] = {"astar",
                                                "astar(open=bucket)",
                                                "jps",
                                                "weighted(weight=1.5)",
                                                "fringe",
                                                "bidirectional",
                                                "sgastar",
                                                "prastar",
                                                "sectors",
                                                "hpastar",
                                                "dhpastar",
                                                "guided",
                                                "hcdps(depth=2)",
                                                "dba(sector=16, depth=2)",
                                                "dba(sector=32)",
                                                NULL};
static const char *const suites_gppc_maps[] = {"other/gppc-classic/AcrosstheCape",
                                               "sc1/Aftershock",
                                               "bg512/AR0400SR",
                                               "room/32room_000",
                                               "maze/maze512-8-0",
                                               "random/random512-25-0",
                                               "street/Berlin_0_256",
                                               "dynamic:other/gppc-dynamic/dao_arena2",
                                               NULL};

// scaling -----------------------------------------------------------------------------------------

static const char *const suites_scaling_specs[] = {
    "astar", "jps", "sgastar", "tbastar", "lsslrta", "prastar", "sectors", "hcdps", "dba", NULL};
static const char *const suites_scaling_maps[] = {
    "gen:caves,width=64,height=64,seed=1",     "gen:caves,width=128,height=128,seed=1",
    "gen:caves,width=256,height=256,seed=1",   "gen:caves,width=512,height=512,seed=1",
    "gen:caves,width=1024,height=1024,seed=1", NULL};

static const bench_suite suites_all[] = {
    {.name = "quick",
     .title = "A first look",
     .summary = "Generated scenes, the usual algorithms, no data needed: under a minute.",
     .specs = suites_quick_specs,
     .maps = suites_quick_maps,
     .extras = BENCH_EXTRA_REPAIR,
     .problems = 10,
     .repetitions = 5,
     .neighbours = 8,
     .seconds = 2},
    {.name = "dao10",
     .title = "Ten Dragon Age maps",
     .summary = "DBA*, HCDPS, PRA* and A* on the hundred longest problems of the ten largest maps.",
     .specs = suites_dao_specs,
     .maps = suites_ten_maps,
     .extras = BENCH_EXTRA_REPAIR,
     .problems = 100,
     .repetitions = 3,
     .costs = {5, 7},
     .neighbours = 8,
     .seconds = 10},
    {.name = "hcdps-table1",
     .title = "Table 1 of the HCDPS paper",
     .summary = "Databases of subgoals against TBA* and A* on problems of length 1004 to 3000.",
     .specs = suites_table1_specs,
     .maps = suites_table1_maps,
     .problems = 100,
     .repetitions = 3,
     .costs = {5, 7},
     .neighbours = 8,
     .seconds = 10,
     .shortest = 1004,
     .longest = 3000},
    {.name = "dba-figures",
     .title = "Figures 6 to 8 of the DBA* thesis",
     .summary = "Every sector size and depth against PRA* and HCDPS on the ten largest maps.",
     .specs = suites_dba_specs,
     .maps = suites_ten_maps,
     .problems = 100,
     .repetitions = 3,
     .costs = {5, 7},
     .neighbours = 8,
     .seconds = 10},
    {.name = "gat-figures",
     .title = "Goal achievement times",
     .summary = "LSS-LRTA* in all variants against A* and Speedy: platform levels and orz100d.",
     .specs = suites_gat_specs,
     .maps = suites_gat_maps,
     .extras = BENCH_EXTRA_GAT,
     .problems = 25,
     .repetitions = 3,
     .neighbours = 8,
     .seconds = 10},
    {.name = "sga-chapter8",
     .title = "Chapter 8 of the SGA* thesis",
     .summary =
         "SGA* in percent of A* on Baldur's Gate, StarCraft and pseudo-RTS maps, all lengths.",
     .specs = suites_sga_specs,
     .maps = suites_sga_maps,
     .extras = BENCH_EXTRA_SMOOTH,
     .problems = 100,
     .spread = true,
     .repetitions = 3,
     .neighbours = 8,
     .seconds = 10},
    {.name = "dstar-table1",
     .title = "Table 1 of the D* Lite paper",
     .summary =
         "D* Lite with heaps and with buckets through mazes in the fog; 5000 is the full set.",
     .specs = suites_dstar_specs,
     .maps = suites_dstar_maps,
     .kind = BENCH_KIND_FOG,
     .problems = 500,
     .spread = true,
     .repetitions = 3,
     .neighbours = 4,
     .seconds = 10},
    {.name = "gppc",
     .title = "Grid-Based Path Planning Competition",
     .summary = "The classic and the dynamic track's own maps, and one map of each set.",
     .specs = suites_gppc_specs,
     .maps = suites_gppc_maps,
     .problems = 100,
     .spread = true,
     .repetitions = 3,
     .neighbours = 8,
     .seconds = 10},
    {.name = "scaling",
     .title = "Larger maps, more agents",
     .summary = "The same caves from 64 to 1024 cells a side, and crowds of 1 to 1000 agents.",
     .specs = suites_scaling_specs,
     .maps = suites_scaling_maps,
     .extras = BENCH_EXTRA_CROWD | BENCH_EXTRA_REPAIR,
     .problems = 10,
     .repetitions = 3,
     .neighbours = 8,
     .seconds = 5},
};

const bench_suite *bench_suite_at(uint32_t index)
{
    return index < sizeof suites_all / sizeof *suites_all ? &suites_all[index] : NULL;
}

const bench_suite *bench_suite_find(const char *name)
{
    for (uint32_t i = 0; bench_suite_at(i); i++) {
        if (strcmp(bench_suite_at(i)->name, name) == 0) {
            return bench_suite_at(i);
        }
    }
    return NULL;
}

// Plans -------------------------------------------------------------------------------------------

static uint32_t suites_count(const char *const *words)
{
    uint32_t count = 0;
    while (words[count]) {
        count++;
    }
    return count;
}

static bool suites_copy(char out[BENCH_WORD_MAX], const char *word)
{
    return (size_t)snprintf(out, BENCH_WORD_MAX, "%s", word) < BENCH_WORD_MAX;
}

// Writes the maps of a word, one for each number if it has a '%'.
static bool suites_expand(bench_plan *plan, const char *word, uint32_t copies)
{
    const char *mark = strchr(word, '%');
    if (!mark) {
        return suites_copy(plan->maps[plan->map_count++], word);
    }
    for (uint32_t i = 0; i < copies; i++) {
        char text[BENCH_WORD_MAX * 2];
        (void)snprintf(text, sizeof text, "%.*s%u%s", (int)(mark - word), word, i + 1, mark + 1);
        if (!suites_copy(plan->maps[plan->map_count++], text)) {
            return false;
        }
    }
    return true;
}

way_status bench_plan_create(const bench_suite *suite, const bench_changes *changes,
                             bench_plan *out)
{
    *out = (bench_plan){.suite = *suite, .seed = changes->seed ? changes->seed : 1};
    out->problems = changes->problems ? changes->problems : suite->problems;
    out->suite.repetitions = changes->repetitions ? changes->repetitions : suite->repetitions;
    const char *const *specs = changes->spec_count ? changes->specs : suite->specs;
    const char *const *maps = changes->map_count ? changes->maps : suite->maps;
    const uint32_t map_words = changes->map_count ? changes->map_count : suites_count(maps);
    out->spec_count = changes->spec_count ? changes->spec_count : suites_count(specs);
    out->specs = calloc(out->spec_count + 1, sizeof *out->specs);
    out->maps = calloc((size_t)map_words * (out->problems + 1) + 1, sizeof *out->maps);
    if (!out->specs || !out->maps) {
        bench_plan_free(out);
        return WAY_STATUS_NO_MEMORY;
    }
    bool good = true;
    for (uint32_t i = 0; i < out->spec_count; i++) {
        good = good && suites_copy(out->specs[i], specs[i]);
    }
    for (uint32_t i = 0; i < map_words; i++) {
        good = good && suites_expand(out, maps[i], out->problems);
    }
    if (changes->map_limit && changes->map_limit < out->map_count) {
        out->map_count = changes->map_limit;
    }
    if (!good) {
        bench_plan_free(out);
    }
    return good ? WAY_STATUS_OK : WAY_STATUS_OUT_OF_RANGE;
}

void bench_plan_free(bench_plan *plan)
{
    free(plan->specs);
    free(plan->maps);
    *plan = (bench_plan){.problems = 0};
}
