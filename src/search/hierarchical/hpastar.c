// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// HPA*: the map is cut into clusters; entrances between them get one or two transitions, which are
// the gates of an abstract graph whose costs are best ways inside clusters. A trip finds the costs
// from its start and its goal to the gates of their clusters, searches the abstract graph, puts the
// kept ways of each cluster together and smooths the result. Work depends on the gates between
// start and goal, and an edit on the clusters that it touches, not on the map.
//
// Invariant: a path without smoothing is best among those that cross borders at gates only.
// Reference: Botea, Mueller, Schaeffer, Near Optimal Hierarchical Path-Finding, 2004.
// Deviations: start and goal are never put into the graph, so that agents can share it; a path may
// leave the cluster of start and goal even if both are in one; where steps cut corners, a diagonal
// step that nothing else leads past is a transition, too; where costs are lazy an agent finds those
// of a gate when it first comes to it, keeps them until the cluster changes, and asks for the rest,
// which the next repair makes for all: so agents can work at the same time; on the second level
// costs are exact as well, so that it changes the work and not the cost of a path.
#include "search/hierarchical/crossing.h"

enum { HPASTAR_PATHS = WAYI_CROSSING_PARAMS, HPASTAR_LAZY };

static const way_param hpastar_params[] = {
    WAYI_CROSSING_PARAM_LIST,
    [HPASTAR_PATHS] = {.name = "paths",
                       .help = "keep the ways inside clusters, not only their costs",
                       .type = WAY_PARAM_SWITCH,
                       .preset = 1,
                       .min = 0,
                       .max = 1},
    [HPASTAR_LAZY] =
        {.name = "lazy",
         .help = "prepare nothing but gates: agents find costs when they first need them, and "
                 "repairs make what they asked for",
         .type = WAY_PARAM_SWITCH,
         .preset = 0,
         .min = 0,
         .max = 1},
};

static wayi_clusters_config hpastar_config(way_navigator *navigator)
{
    wayi_crossing_database *database = navigator->database;
    const int32_t *params = navigator->params;
    database->smooth = (wayi_crossing_smooth)params[WAYI_CROSSING_PARAM_SMOOTH];
    const wayi_cluster_cache cache = params[HPASTAR_PATHS] ? WAYI_CACHE_PATHS : WAYI_CACHE_COSTS;
    return (wayi_clusters_config){.side = (uint32_t)params[WAYI_CROSSING_PARAM_SIZE],
                                  .wide = (uint32_t)params[WAYI_CROSSING_PARAM_WIDE],
                                  .cache = params[HPASTAR_LAZY] ? WAYI_CACHE_ASKED : cache};
}

/// Clusters a side of a square; 0 without a second level.
static uint32_t hpastar_factor(const way_navigator *navigator)
{
    const bool two =
        navigator->params[WAYI_CROSSING_PARAM_LEVELS] > 1 && !navigator->params[HPASTAR_LAZY];
    return two ? WAYI_CROSSING_FACTOR : 0;
}

static way_status hpastar_prepare(way_navigator *navigator, const way_job *job)
{
    const wayi_clusters_config config = hpastar_config(navigator);
    return wayi_crossing_prepare(navigator, &config, hpastar_factor(navigator), job);
}

static way_status hpastar_open(way_navigator *navigator, const wayi_blob *blob)
{
    const wayi_clusters_config config = hpastar_config(navigator);
    return wayi_crossing_open(navigator, &config, hpastar_factor(navigator), blob);
}

const wayi_algorithm wayi_algorithm_hpastar = {
    .info = {.name = "hpastar",
             .title = "HPA*",
             .family = "hierarchical",
             .summary = "Searches the gates between clusters, then fills in kept ways and smooths",
             .reference = "Botea, Mueller, Schaeffer, Near Optimal Hierarchical Path-Finding, 2004",
             .traits = WAY_TRAIT_COMPLETE | WAY_TRAIT_PARTIAL_PATHS | WAY_TRAIT_ANY_GOAL |
                       WAY_TRAIT_HANDLES_EDITS | WAY_TRAIT_PREPARED,
             .needs = WAY_SPACE_GRID,
             .params = hpastar_params,
             .param_count = sizeof hpastar_params / sizeof *hpastar_params},
    .database_size = sizeof(wayi_crossing_database),
    .memory_size = sizeof(wayi_crossing),
    .prepare = hpastar_prepare,
    .discard = wayi_crossing_discard,
    .database_bytes = wayi_crossing_database_bytes,
    .repair = wayi_crossing_repair,
    .hears = true,
    .save = wayi_crossing_save,
    .open = hpastar_open,
    .find_region = wayi_crossing_find_region,
    .create = wayi_crossing_create,
    .destroy = wayi_crossing_destroy,
    .memory_bytes = wayi_crossing_bytes,
    .begin = wayi_crossing_begin,
    .step = wayi_crossing_step,
    .give_up = wayi_crossing_give_up,
};
