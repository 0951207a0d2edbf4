// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// DHPA*: HPA* whose clusters keep, for each gate, the next move of every cell towards it. Costs
// from start and goal to the gates of their clusters are read off by following moves, and so are
// the ways inside clusters: nothing is searched but the gates. A local search is left for a start
// and a goal in one cluster, where the way between them may need no gate.
//
// Invariant: moves lead from each cell to its gate at the least cost inside the cluster, so paths
// without smoothing cost what those of HPA* do.
// Reference: Kring, Champandard, Samarin, DHPA* and SHPA*: Efficient Hierarchical Pathfinding in
// Dynamic and Static Game Worlds, 2010.
// Deviation: distances are not kept beside the moves. Following them is a walk of a cluster's
// width, and they would take eight times the room.
#include "search/hierarchical/crossing.h"

static const way_param dhpastar_params[] = {WAYI_CROSSING_PARAM_LIST};

static wayi_clusters_config dhpastar_config(way_navigator *navigator)
{
    wayi_crossing_database *database = navigator->database;
    database->smooth = (wayi_crossing_smooth)navigator->params[WAYI_CROSSING_PARAM_SMOOTH];
    return (wayi_clusters_config){.side = (uint32_t)navigator->params[WAYI_CROSSING_PARAM_SIZE],
                                  .wide = (uint32_t)navigator->params[WAYI_CROSSING_PARAM_WIDE],
                                  .cache = WAYI_CACHE_MOVES};
}

/// Clusters a side of a square; 0 without a second level.
static uint32_t dhpastar_factor(const way_navigator *navigator)
{
    return navigator->params[WAYI_CROSSING_PARAM_LEVELS] > 1 ? WAYI_CROSSING_FACTOR : 0;
}

static way_status dhpastar_prepare(way_navigator *navigator, const way_job *job)
{
    const wayi_clusters_config config = dhpastar_config(navigator);
    return wayi_crossing_prepare(navigator, &config, dhpastar_factor(navigator), job);
}

static way_status dhpastar_open(way_navigator *navigator, const wayi_blob *blob)
{
    const wayi_clusters_config config = dhpastar_config(navigator);
    return wayi_crossing_open(navigator, &config, dhpastar_factor(navigator), blob);
}

const wayi_algorithm wayi_algorithm_dhpastar = {
    .info = {.name = "dhpastar",
             .title = "DHPA*",
             .family = "hierarchical",
             .summary = "HPA* that reads all ways inside clusters off tables of next moves",
             .reference = "Kring, Champandard, Samarin, DHPA* and SHPA*: Efficient Hierarchical "
                          "Pathfinding in Dynamic and Static Game Worlds, 2010",
             .traits = WAY_TRAIT_COMPLETE | WAY_TRAIT_PARTIAL_PATHS | WAY_TRAIT_ANY_GOAL |
                       WAY_TRAIT_HANDLES_EDITS | WAY_TRAIT_PREPARED,
             .needs = WAY_SPACE_GRID,
             .params = dhpastar_params,
             .param_count = sizeof dhpastar_params / sizeof *dhpastar_params},
    .database_size = sizeof(wayi_crossing_database),
    .memory_size = sizeof(wayi_crossing),
    .prepare = dhpastar_prepare,
    .discard = wayi_crossing_discard,
    .database_bytes = wayi_crossing_database_bytes,
    .repair = wayi_crossing_repair,
    .save = wayi_crossing_save,
    .open = dhpastar_open,
    .find_region = wayi_crossing_find_region,
    .create = wayi_crossing_create,
    .destroy = wayi_crossing_destroy,
    .memory_bytes = wayi_crossing_bytes,
    .begin = wayi_crossing_begin,
    .step = wayi_crossing_step,
    .give_up = wayi_crossing_give_up,
};
