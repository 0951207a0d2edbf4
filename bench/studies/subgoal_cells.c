// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Databases with a search from every cell, on those of the ten maps that are small enough. How long
// it takes grows with the square of the cells, so a small map tells of the others.
#include "bench/kit/dataset.h"
#include "bench/studies/subgoal.h"

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

void subgoal_cells_all(const char *data, uint32_t maps, uint32_t cells)
{
    subgoal_total learned[SUBGOAL_CELLS_SPECS] = {0};
    subgoal_cells_learn(data, learned);
    printf("\n## A search from every cell\n\nA row of first steps (CPD) or a tree of subgoals "
           "(sgLRTA*) for every cell. Preparation grows with the square of\nthe cells. ");
    if (cells < UINT32_MAX) {
        printf("Maps with more than %u passable ones are left out, with the time that %s lets "
               "expect; `make\nbench-subgoal ALL=1` leaves out none.\n\n",
               cells, SUBGOAL_CELLS_SMALL);
    } else {
        printf("\n\n");
    }
    printf("| map | passable | algorithm | above best %% | move ns | trip us | times faster than "
           "A* | database MiB | prepare s |\n|---|--:|---|--:|--:|--:|--:|--:|--:|\n");
    for (uint32_t m = 0; m < maps; m++) {
        subgoal_world world;
        subgoal_open(&world, data, dataset_ten_maps[m]);
        subgoal_total mark = {0};
        for (uint32_t s = 0; s < SUBGOAL_CELLS_SPECS; s++) {
            const double expected = learned[s].prepare * subgoal_cells_pairs(&world);
            if (way_map_passable_count(world.map) > cells) {
                printf("| %s | %u | `%s` | | | | | | about %.0f, not done |\n", dataset_ten_maps[m],
                       way_map_passable_count(world.map), subgoal_cells_specs[s], expected);
                continue;
            }
            if (mark.maps == 0) {
                subgoal_measure(&world, "astar", &mark);
            }
            fprintf(stderr, "%s: %s takes about %.0f s\n", dataset_ten_maps[m],
                    subgoal_cells_specs[s], expected);
            subgoal_total total = {0};
            subgoal_measure(&world, subgoal_cells_specs[s], &total);
            subgoal_cells_row(dataset_ten_maps[m], &world, &total, &mark);
        }
        subgoal_close(&world);
    }
}
