// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Subgoal databases on the ten large maps of the database studies: the hundred longest problems of
// each, steps of 5 and 7. What a path costs beyond the best, what a move costs, what is stored and
// how long that takes to prepare; small maps on which all pairs of cells fit; repairs; magnified
// maps. A page in Markdown.
//
//     waymark_subgoal [--data DIR] [--maps N] [--csv FILE] [--only PART] [--all] [SPEC...]
//
// DIR holds maps/dao (default $WAYMARK_DATA or ../shared); PART is one of table, small, cells,
// edits, large; with --all nothing is left out for taking hours. Times are those of the processor,
// the least of some passes: read ratios.
#include "bench/studies/subgoal.h"

#include "bench/kit/dataset.h"

#include <stdlib.h>
#include <string.h>

static const char *const subgoal_presets[] = {"astar",
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
                                              "dba(sector=16, depth=1, trim=off)",
                                              "hcdps(depth=1, trim=off)",
                                              "hcdps(depth=3, trim=off)",
                                              "regioncpd",
                                              "regioncpd(spacing=32)",
                                              "dlrta(level=6)",
                                              "dlrta(level=7)",
                                              "knnlrta(records=10000)",
                                              "knnlrta(records=2000, again=100)"};
enum { SUBGOAL_PRESETS = sizeof subgoal_presets / sizeof *subgoal_presets };

/// Maps and specs small enough for a tree or a row for every cell.
static const char *const subgoal_small_maps[] = {"den312d", "brc300d", "lak202d"};
static const char *const subgoal_small_specs[] = {
    "astar",          "cpd(cells=10000)",        "regioncpd",      "sglrta(cells=10000)",
    "hcdps(depth=3)", "dba(sector=16, depth=2)", "dlrta(level=4)", "knnlrta(records=1000)"};
enum {
    SUBGOAL_SMALL_MAPS = sizeof subgoal_small_maps / sizeof *subgoal_small_maps,
    SUBGOAL_SMALL_SPECS = sizeof subgoal_small_specs / sizeof *subgoal_small_specs
};

typedef struct subgoal_options {
    const char *data;
    const char *only; ///< [opt]
    const char *specs[SUBGOAL_SPECS_MAX];
    uint32_t spec_count;
    uint32_t maps;
    FILE *csv; ///< [opt]
} subgoal_options;

// Tables ------------------------------------------------------------------------------------------

void subgoal_print(const subgoal_total *totals, uint32_t count, FILE *csv)
{
    printf("| algorithm | arrived | above best %% | worst %% | move ns | longest move us | trip us "
           "| times faster than A* | most expansions a step | revisits | database KiB | agent "
           "bytes | parked bytes | prepare s |\n"
           "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    for (uint32_t i = 0; i < count; i++) {
        const subgoal_total *total = &totals[i];
        const double maps = total->maps;
        const double move = total->stepped * 1e9 / (double)total->moves;
        char arrived[32];
        char parked[48] = "";
        const bool all = total->arrived == total->problems;
        snprintf(arrived, sizeof arrived, all ? "%u" : "%u of %u", total->arrived, total->problems);
        if (total->parked) {
            snprintf(parked, sizeof parked,
                     total->parked < total->parked_most ? "%zu to %zu" : "%zu", total->parked,
                     total->parked_most);
        }
        printf("| `%s` | %s | %.2f | %.1f | %.0f | %.1f | %.1f | %.1f | %llu | %llu | %.0f | %.0f "
               "| %s | %.3f |\n",
               total->spec, arrived, total->excess / total->arrived, total->worst, move,
               total->longest * 1e6, total->seconds * 1e6 / total->problems,
               totals[0].seconds / totals[0].problems / (total->seconds / total->problems),
               (unsigned long long)total->work_max, (unsigned long long)total->revisits,
               total->bytes / maps / 1024.0, total->agent_bytes / maps, parked,
               total->prepare / maps);
        if (csv) {
            fprintf(csv, "table,\"%s\",%.3f,%.3f,%.3f\n", total->spec, total->bytes / maps / 1024.0,
                    total->excess / total->arrived, move);
        }
    }
    printf("\nParts of the databases, mean KiB:\n\n");
    for (uint32_t i = 0; i < count; i++) {
        const subgoal_total *total = &totals[i];
        for (uint32_t k = 1; k < total->section_count; k++) {
            if (k == 1) {
                printf("- `%s`: ", total->spec);
            }
            printf("%s %.1f%s", total->sections[k].name,
                   total->sections[k].bytes / total->maps / 1024.0,
                   k + 1 < total->section_count ? ", " : "\n");
        }
    }
}

static void subgoal_run(const subgoal_options *options, const char *const *maps, uint32_t map_count,
                        subgoal_total *totals)
{
    for (uint32_t m = 0; m < map_count; m++) {
        subgoal_world world;
        subgoal_open(&world, options->data, maps[m]);
        for (uint32_t s = 0; s < options->spec_count; s++) {
            subgoal_measure(&world, options->specs[s], &totals[s]);
            fprintf(stderr, "\r%s: %u of %u   ", maps[m], s + 1, options->spec_count);
        }
        subgoal_close(&world);
    }
    fprintf(stderr, "\n");
}

// Marks -------------------------------------------------------------------------------------------

static const subgoal_total *subgoal_find(const subgoal_total *totals, uint32_t count,
                                         const char *spec)
{
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(totals[i].spec, spec) == 0) {
            return &totals[i];
        }
    }
    return NULL;
}

static const char *subgoal_verdict(bool reached)
{
    return reached ? "**reached**" : "**missed**";
}

/// How many of the DBA* specs with sectors of 16 and 32 are below a mark, and which are not.
static void subgoal_judge_dba(const subgoal_total *totals, uint32_t count)
{
    char quality[512] = "";
    char size[512] = "";
    bool good = true;
    bool small = false;
    double slowest = 0;
    for (uint32_t i = 0; i < count; i++) {
        const subgoal_total *total = &totals[i];
        unsigned sector = 0;
        unsigned depth = 0;
        if (sscanf(total->spec, "dba(sector=%u, depth=%u)", &sector, &depth) != 2 || sector > 32 ||
            strstr(total->spec, "trim")) {
            continue;
        }
        const double excess = total->excess / total->problems;
        const double bytes = total->bytes / total->maps;
        const size_t a = strlen(quality);
        const size_t b = strlen(size);
        snprintf(quality + a, sizeof quality - a, "%s%u/%u: %.2f", a ? ", " : "", sector, depth,
                 excess);
        snprintf(size + b, sizeof size - b, "%s%u/%u: %.0f", b ? ", " : "", sector, depth,
                 bytes / 1000);
        good = good && excess < 3;
        small = small || (excess < 3 && bytes < 200e3);
        slowest = depth <= 2 && total->prepare_most > slowest ? total->prepare_most : slowest;
    }
    printf("- DBA* stays below 3 %% above the best at sectors of 16 and 32 (sector/depth, %%: %s): "
           "%s.\n",
           quality, subgoal_verdict(good));
    printf("- with a database below 200 KB in the mean (KB: %s): %s by those below that.\n", size,
           subgoal_verdict(small));
    printf("- and is prepared in less than a second a map on one core; depths 1 and 2 take %.2f s "
           "at most: %s.\n",
           slowest, subgoal_verdict(slowest < 1));
}

static void subgoal_judge(const subgoal_total *totals, uint32_t count)
{
    const subgoal_total *third = subgoal_find(totals, count, "hcdps(depth=3)");
    const subgoal_total *dba = subgoal_find(totals, count, "dba(sector=32, depth=2)");
    if (!third || !dba) {
        return;
    }
    printf("\n### Marks\n\n");
    subgoal_judge_dba(totals, count);
    const double move = third->stepped * 1e9 / (double)third->moves;
    printf("- A move of `hcdps(depth=3)` takes %.0f ns in the mean (mark: below 100 ns): %s.\n",
           move, subgoal_verdict(move < 100));
    const double ratio = totals[0].seconds / third->seconds;
    const double other = totals[0].seconds / dba->seconds;
    printf("- All trips together take A* %.0f times as long as `hcdps(depth=3)` and %.0f times as "
           "long as\n  `dba(sector=32, depth=2)` (mark: 100 times): %s.\n",
           ratio, other, subgoal_verdict(ratio >= 100 && other >= 100));
    const subgoal_total *plain = subgoal_find(totals, count, "hcdps(depth=3, trim=off)");
    if ((ratio < 100 || other < 100) && plain) {
        printf(
            "  What limits it is looking past subgoals: with `trim=off` HCDPS is %.0f times as "
            "fast as A*, with paths %.1f %% above\n  the best instead of %.1f %%. The ratio also "
            "grows with the map, see below.\n",
            totals[0].seconds / plain->seconds, plain->excess / plain->problems,
            third->excess / third->problems);
    }
}

// Parts -------------------------------------------------------------------------------------------

static void subgoal_table(const subgoal_options *options)
{
    static subgoal_total totals[SUBGOAL_SPECS_MAX];
    subgoal_run(options, dataset_ten_maps, options->maps, totals);
    printf(
        "## Ten maps\n\nThe %u large dao maps of the studies, the %u longest problems of each, "
        "steps of 5 and 7. D LRTA* and kNN LRTA*,\nwhich learn on the way and may walk very "
        "far, do the first 25 of a map and are called back after two million\nexpansions. Above "
        "best: cost beyond the best path of those that arrived, mean and worst. Move: of a trip "
        "made move by\nmove; longest move: of every twentieth trip, each at its least of three "
        "passes; for A* that is the whole search. Trip:\nthe whole path at once. Agent bytes: of "
        "a fresh agent, without the path that it will remember; parked bytes: of a\nunit that "
        "shares an agent with others, between any two moves. With `trim=off` a unit follows the "
        "rows over the representatives of\nregions and nothing else; `regioncpd` has the rows of a "
        "compressed path database towards representatives only.\n\n![Size and "
        "quality](../pictures/subgoal_size.svg)\n\n",
        options->maps, SUBGOAL_PROBLEMS);
    subgoal_print(totals, options->spec_count, options->csv);
    subgoal_judge(totals, options->spec_count);
}

static void subgoal_small(const subgoal_options *options)
{
    static subgoal_total totals[SUBGOAL_SMALL_SPECS];
    subgoal_options small = *options;
    small.spec_count = SUBGOAL_SMALL_SPECS;
    memcpy(small.specs, subgoal_small_specs, sizeof subgoal_small_specs);
    subgoal_run(&small, subgoal_small_maps, SUBGOAL_SMALL_MAPS, totals);
    printf("\n## Small maps\n\nden312d, brc300d and lak202d, with 2445, 5214 and 6240 passable "
           "cells, where even a search from every cell is\nquickly done; [large "
           "ones](subgoal_cells.md) take "
           "minutes.\n\n");
    subgoal_print(totals, SUBGOAL_SMALL_SPECS, NULL);
}

static bool subgoal_wants(const subgoal_options *options, const char *part)
{
    return !options->only || strcmp(options->only, part) == 0;
}

static void subgoal_parse(int argc, char **argv, subgoal_options *options)
{
    options->data = dataset_directory(NULL);
    options->maps = DATASET_TEN_MAPS;
    for (int i = 1; i < argc; i++) {
        const bool more = i + 1 < argc;
        if (strcmp(argv[i], "--data") == 0 && more) {
            options->data = argv[++i];
        } else if (strcmp(argv[i], "--only") == 0 && more) {
            options->only = argv[++i];
        } else if (strcmp(argv[i], "--maps") == 0 && more) {
            const unsigned long maps = strtoul(argv[++i], NULL, 10);
            options->maps = maps && maps < DATASET_TEN_MAPS ? (uint32_t)maps : DATASET_TEN_MAPS;
        } else if (strcmp(argv[i], "--csv") == 0 && more) {
            options->csv = fopen(argv[++i], "w");
        } else if (options->spec_count + 1 < SUBGOAL_SPECS_MAX) {
            options->specs[0] = "astar";
            options->spec_count += options->spec_count == 0;
            options->specs[options->spec_count++] = argv[i];
        }
    }
    if (options->spec_count == 0) {
        memcpy(options->specs, subgoal_presets, sizeof subgoal_presets);
        options->spec_count = SUBGOAL_PRESETS;
    }
}

int main(int argc, char **argv)
{
    subgoal_options options = {0};
    subgoal_parse(argc, argv, &options);
    printf("# Subgoal databases\n\nMade by `make bench-subgoal`. Times are those of the processor "
           "on one thread of a shared machine, the least of\nthree passes where something is done "
           "again: read ratios.\n\n");
    if (subgoal_wants(&options, "table")) {
        subgoal_table(&options);
    }
    if (subgoal_wants(&options, "small")) {
        subgoal_small(&options);
    }
    fflush(stdout);
    if (subgoal_wants(&options, "edits")) {
        subgoal_edit_all(options.data);
    }
    if (subgoal_wants(&options, "large")) {
        subgoal_large_all(options.data, options.csv);
    }
    if (options.csv) {
        fclose(options.csv);
    }
    return 0;
}
