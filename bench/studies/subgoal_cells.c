// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Databases with a search from every cell, on those of the ten maps where that is done in time. How
// long it takes grows with the square of the cells, so a small map tells of the others.
#include "bench/kit/dataset.h"
#include "bench/studies/subgoal.h"

#include <stdlib.h>

#define SUBGOAL_CELLS_SMALL "lak202d"

static const char *const subgoal_cells_specs[] = {"cpd(cells=200000)", "sglrta(cells=200000)"};
enum { SUBGOAL_CELLS_SPECS = sizeof subgoal_cells_specs / sizeof *subgoal_cells_specs };

/// Pairs of cells.
static double subgoal_cells_pairs(const subgoal_world *world)
{
    const double cells = way_map_passable_count(world->map);
    return cells * cells;
}

static void subgoal_cells_row(const char *name, const subgoal_world *world,
                              const subgoal_total *total, const subgoal_total *mark)
{
    printf("| %s | %u | `%s` | %.2f | %.0f | %.1f | %.0f | %.1f | %.0f |\n", name,
           way_map_passable_count(world->map), total->spec, total->excess / total->arrived,
           total->stepped * 1e9 / (double)total->moves, total->seconds * 1e6 / total->problems,
           mark->seconds / total->seconds, total->bytes / 1024.0 / 1024.0, total->prepare);
    fflush(stdout);
}

/// What small maps tell: seconds and bytes for a pair of cells.
static void subgoal_cells_learn(const char *data, subgoal_total *out)
{
    subgoal_world world;
    subgoal_open(&world, data, SUBGOAL_CELLS_SMALL);
    world.count = 1;
    for (uint32_t s = 0; s < SUBGOAL_CELLS_SPECS; s++) {
        subgoal_measure(&world, subgoal_cells_specs[s], &out[s]);
        out[s].prepare /= subgoal_cells_pairs(&world);
    }
    subgoal_close(&world);
}

static void subgoal_cells_map(const char *data, const char *name, const subgoal_total *learned,
                              double seconds)
{
    subgoal_world world;
    subgoal_open(&world, data, name);
    subgoal_total mark = {0};
    for (uint32_t s = 0; s < SUBGOAL_CELLS_SPECS; s++) {
        const char *spec = subgoal_cells_specs[s];
        const double expected = learned[s].prepare * subgoal_cells_pairs(&world);
        if (expected > seconds) {
            printf("| %s | %u | `%s` | | | | | | about %.0f, not done |\n", name,
                   way_map_passable_count(world.map), spec, expected);
            continue;
        }
        if (mark.maps == 0) {
            subgoal_measure(&world, "astar", &mark);
        }
        fprintf(stderr, "%s: %s takes about %.0f s\n", name, spec, expected);
        subgoal_total total = {0};
        subgoal_measure(&world, spec, &total);
        subgoal_cells_row(name, &world, &total, &mark);
    }
    subgoal_close(&world);
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: waymark_subgoal_cells SECONDS [DATA]\n");
        return 2;
    }
    const double seconds = strtod(argv[1], NULL);
    const char *data = dataset_directory(argc > 2 ? argv[2] : NULL);
    subgoal_total learned[SUBGOAL_CELLS_SPECS] = {0};
    subgoal_cells_learn(data, learned);
    printf("# A search from every cell\n\nMade by `make bench-subgoal-cells`. A row of first steps "
           "(CPD) or a tree of subgoals (sgLRTA*) for every cell of\nthe ten large dao maps, "
           "prepared by one thread; the %u longest problems of each, steps of 5 and 7. Preparation "
           "grows\nwith the square of the cells. What %s lets expect to take more than %.0f "
           "seconds is left out; `PATIENCE=1000`\nleaves out none. The other databases on the same "
           "maps: [subgoal.md](subgoal.md).\n\n",
           SUBGOAL_PROBLEMS, SUBGOAL_CELLS_SMALL, seconds);
    printf("| map | passable | algorithm | above best %% | move ns | trip us | times faster than "
           "A* | database MiB | prepare s |\n|---|--:|---|--:|--:|--:|--:|--:|--:|\n");
    for (uint32_t m = 0; m < DATASET_TEN_MAPS; m++) {
        subgoal_cells_map(data, dataset_ten_maps[m], learned, seconds);
    }
    return 0;
}
