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
// step that nothing else leads past is a transition, too; with lazy costs each agent finds those
// of a gate when it comes to it, for the one trip, and nothing is kept; on the second level costs
// are exact as well, so that it changes the work and not the cost of a path.
#include "search/hierarchical/crossing.h"

enum { HPASTAR_SIZE, HPASTAR_LEVELS, HPASTAR_WIDE, HPASTAR_SMOOTH, HPASTAR_PATHS, HPASTAR_LAZY };

static const char *const hpastar_smooth_names[] = {
    [WAYI_SMOOTH_OFF] = "off", [WAYI_SMOOTH_BOX] = "box", [WAYI_SMOOTH_ALL] = "all"};

static const way_param hpastar_params[] = {
    [HPASTAR_SIZE] = {.name = "size",
                      .help = "side of a cluster in cells",
                      .type = WAY_PARAM_INTEGER,
                      .preset = 16,
                      .min = 2,
                      .max = (int32_t)WAYI_CLUSTER_MAX},
    [HPASTAR_LEVELS] = {.name = "levels",
                        .help = "2: squares of clusters are searched first; not with lazy costs",
                        .type = WAY_PARAM_INTEGER,
                        .preset = 2,
                        .min = 1,
                        .max = 2},
    [HPASTAR_WIDE] = {.name = "wide",
                      .help = "entrances of at least this many cells get two transitions, one at "
                              "either end; narrower ones get one in the middle",
                      .type = WAY_PARAM_INTEGER,
                      .preset = 6,
                      .min = 2,
                      .max = (int32_t)WAYI_CLUSTER_MAX + 1},
    [HPASTAR_SMOOTH] = {.name = "smooth",
                        .help = "shorten the path by straight runs: off, no longer than a cluster, "
                                "or of any length",
                        .type = WAY_PARAM_CHOICE,
                        .preset = WAYI_SMOOTH_BOX,
                        .min = WAYI_SMOOTH_OFF,
                        .max = WAYI_SMOOTH_ALL,
                        .choices = hpastar_smooth_names},
    [HPASTAR_PATHS] = {.name = "paths",
                       .help = "keep the ways inside clusters, not only their costs",
                       .type = WAY_PARAM_SWITCH,
                       .preset = 1,
                       .min = 0,
                       .max = 1},
    [HPASTAR_LAZY] = {.name = "lazy",
                      .help = "keep nothing but gates: each trip finds the costs that it needs",
                      .type = WAY_PARAM_SWITCH,
                      .preset = 0,
                      .min = 0,
                      .max = 1},
};

static wayi_clusters_config hpastar_config(way_navigator *navigator)
{
    wayi_crossing_database *database = navigator->database;
    const int32_t *params = navigator->params;
    database->smooth = (wayi_crossing_smooth)params[HPASTAR_SMOOTH];
    const wayi_cluster_cache cache = params[HPASTAR_PATHS] ? WAYI_CACHE_PATHS : WAYI_CACHE_COSTS;
    return (wayi_clusters_config){.side = (uint32_t)params[HPASTAR_SIZE],
                                  .wide = (uint32_t)params[HPASTAR_WIDE],
                                  .cache = params[HPASTAR_LAZY] ? WAYI_CACHE_NOTHING : cache};
}

/// Clusters a side of a square; 0 without a second level.
static uint32_t hpastar_factor(const way_navigator *navigator)
{
    const bool two = navigator->params[HPASTAR_LEVELS] > 1 && !navigator->params[HPASTAR_LAZY];
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
             .traits = WAY_TRAIT_COMPLETE | WAY_TRAIT_PARTIAL_PATHS | WAY_TRAIT_PREPARED,
             .needs = WAY_SPACE_GRID,
             .params = hpastar_params,
             .param_count = sizeof hpastar_params / sizeof *hpastar_params},
    .database_size = sizeof(wayi_crossing_database),
    .memory_size = sizeof(wayi_crossing),
    .prepare = hpastar_prepare,
    .discard = wayi_crossing_discard,
    .database_bytes = wayi_crossing_database_bytes,
    .repair = wayi_crossing_repair,
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
