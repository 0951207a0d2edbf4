// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// "auto": the search that suits a space and what is to come on it. All candidates find cheapest
// paths, so a choice is never wrong, only slower or faster. The marks are where databases began to
// pay on game maps: docs/bench/beacon.md, docs/algorithms/astar.md.
#include "search/trip/algorithm.h"
#include "space/grid.h"

#include <string.h>

/// Searches from which on a database is worth its making, and searches for each edit at least.
#define CHOOSE_BEACON 1000u
#define CHOOSE_PIVOTS 500u
#define CHOOSE_CALM 20u

/// Bytes per cell that a database needs.
#define CHOOSE_BEACON_BYTES 16u
#define CHOOSE_PIVOT_BYTES 32u

static bool choose_pays(const way_space *space, const way_workload *workload, uint64_t searches,
                        uint64_t bytes)
{
    const uint64_t states = space->state_count;
    return workload->searches >= searches && workload->edits <= workload->searches / CHOOSE_CALM &&
           workload->memory / bytes >= states;
}

/// Whether a search is part of this build and works on the space.
static bool choose_has(const way_space *space, const char *spec)
{
    char name[32] = {0};
    const size_t length = strcspn(spec, "(");
    if (length >= sizeof name) {
        return false;
    }
    memcpy(name, spec, length);
    const way_algorithm *info = way_algorithm_find(name);
    return info && way_algorithm_suits(info, space);
}

/// Where nothing else is at hand: the first that finds cheapest paths there.
static way_choice choose_any(const way_space *space)
{
    for (uint32_t k = 0; k < way_algorithm_count(); k++) {
        const way_algorithm *info = way_algorithm_at(k);
        if ((info->traits & WAY_TRAIT_OPTIMAL) && (info->traits & WAY_TRAIT_COMPLETE) &&
            !(info->traits & WAY_TRAIT_PREPARED) && way_algorithm_suits(info, space)) {
            return (way_choice){info->name, "the only search of this build that finds cheapest "
                                            "paths there without preparation"};
        }
    }
    return (way_choice){"astar", "this build has nothing else for it"};
}

/// What holds of a space and its workload, or not.
typedef struct choose_rule {
    bool holds;
    way_choice choice;
} choose_rule;

way_choice way_algorithm_choose(const way_space *space, const way_workload *workload)
{
    static const way_workload one = {.searches = 1};
    const way_workload *to_come = workload ? workload : &one;
    const uint32_t traits = way_space_traits(space);
    const wayi_grid *cells = wayi_space_grid(space);
    const bool grid = cells && (traits & WAY_SPACE_GRID);
    const bool linked = grid && !(traits & WAY_SPACE_UNLINKED);
    const bool uniform = traits & WAY_SPACE_UNIFORM_COST;
    const bool squares = grid && !linked && cells->map->neighbours != WAY_NEIGHBOURS_6;
    const bool plain = squares && uniform;
    const choose_rule rules[] = {
        {traits & WAY_SPACE_MESH_POINTS,
         {"polyanya", "points of a navigation mesh: Polyanya searches what can be seen from corner "
                      "to corner, and finds the shortest way at any angle"}},
        {plain && choose_pays(space, to_come, CHOOSE_BEACON, CHOOSE_BEACON_BYTES),
         {"beacon", "plain ground, many searches, few edits and memory for labels: Beacon reads "
                    "cheapest paths off them in microseconds and follows edits"}},
        {plain && to_come->edits == 0,
         {"jps", "plain ground that will not change: jump point search expands a fraction of what "
                 "A* does"}},
        {plain,
         {"jps", "plain ground: jump point search expands a fraction of what A* does, after edits "
                 "too; over links, should one bring them, it walks as A* does"}},
        {grid && (traits & WAY_SPACE_SYMMETRIC) &&
             choose_pays(space, to_come, CHOOSE_PIVOTS, CHOOSE_PIVOT_BYTES),
         {"astar(estimate=differential)",
          "ground that jump point search gains less on, many searches, few edits and memory: A* "
          "with distances to pivots expands a ninth of what it does without"}},
        {linked,
         {"astar", "links, which may lead anywhere and cost anything: A* with an estimate that "
                   "none of them undercuts"}},
        {squares,
         {"jps", "weighted ground: jump point search passes patches of one weight at a jump, and "
                 "walks as A* does where there are none"}},
        {grid,
         {"astar", "hexes, or a build without jump point search: A* with buckets for small costs"}},
        {!grid,
         {"astar", "not a map of cells: A* suits every space, and its estimate leads it where "
                   "there is one"}},
        {true, {"astar", "A* suits every space"}},
    };
    for (uint32_t k = 0; k < sizeof rules / sizeof *rules; k++) {
        if (rules[k].holds && choose_has(space, rules[k].choice.algorithm)) {
            return rules[k].choice;
        }
    }
    return choose_any(space);
}
