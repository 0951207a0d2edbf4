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
// of a gate when it first comes to it, keeps them until a cluster changes, and asks for the rest,
// which the next repair makes for all: so agents can work at the same time; on the second level
// costs are exact as well, so that it changes the work and not the cost of a path.
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
#include "lab/hierarchical/crossing.h"

#include <waymark/database.h>

/// DHPA* has those before HPASTAR_LAZY.
enum { HPASTAR_SIZE, HPASTAR_LEVELS, HPASTAR_WIDE, HPASTAR_SMOOTH, HPASTAR_LAZY, HPASTAR_INSERT };

static const char *const hpastar_insert_names[] = {"dijkstra", "astar"};

static const way_param hpastar_params[] = {
    [HPASTAR_SIZE] = {"size", "side of a cluster in cells", WAY_PARAM_INTEGER, 16, 2,
                      (int32_t)WAYI_CLUSTER_MAX, NULL},
    [HPASTAR_LEVELS] = {"levels",
                        "2: squares of clusters are searched first; not where costs are lazy",
                        WAY_PARAM_INTEGER, 2, 1, 2, NULL},
    [HPASTAR_WIDE] =
        {"two_from",
         "width from which an entrance has a transition at either end instead of one in the middle",
         WAY_PARAM_INTEGER, 6, 2, (int32_t)WAYI_CLUSTER_MAX + 1, NULL},
    [HPASTAR_SMOOTH] =
        {"smooth", "shorten the path by straight runs, no longer than a cluster or of any length",
         WAY_PARAM_CHOICE, WAYI_SMOOTH_BOX, WAYI_SMOOTH_OFF, WAYI_SMOOTH_ALL, wayi_held_smooths},
    [HPASTAR_LAZY] =
        {"lazy", "prepare only gates: agents find costs when first needed, and repairs make those",
         WAY_PARAM_SWITCH, 0, 0, 1, NULL},
    [HPASTAR_INSERT] = {"insert",
                        "how start and goal are connected to the gates of their clusters: by one "
                        "search, or one to each gate",
                        WAY_PARAM_CHOICE, 0, 0, 1, hpastar_insert_names},
};

static way_status hpastar_prepare(way_navigator *navigator, const way_job *job)
{
    wayi_crossing_database *database = navigator->database;
    const int32_t *params = navigator->params;
    const bool dynamic = navigator->algorithm->info.param_count == HPASTAR_LAZY;
    const bool lazy = !dynamic && params[HPASTAR_LAZY];
    const bool two = params[HPASTAR_LEVELS] > 1 && !lazy;
    wayi_clusters_config config = {.side = (uint32_t)params[HPASTAR_SIZE],
                                   .wide = (uint32_t)params[HPASTAR_WIDE],
                                   .cache = dynamic ? WAYI_CACHE_MOVES
                                            : lazy  ? WAYI_CACHE_ASKED
                                                    : WAYI_CACHE_PATHS};
    const uint32_t part = two ? 700 : 1000;
    database->smooth = (wayi_held_smooth)params[HPASTAR_SMOOTH];
    database->each = !dynamic && params[HPASTAR_INSERT];
    const way_status status = wayi_clusters_build(&database->clusters, &config, navigator,
                                                  (wayi_job_stage){job, 0, part});
    if (status != WAY_STATUS_OK || !two) {
        return status;
    }
    config.side *= WAYI_CROSSING_FACTOR;
    config.cache = WAYI_CACHE_COSTS;
    config.lower = &database->clusters;
    database->clusters.upper = &database->upper;
    return wayi_clusters_build(&database->upper, &config, navigator,
                               (wayi_job_stage){job, part, 1000});
}

static void hpastar_discard(way_navigator *navigator)
{
    wayi_crossing_database *database = navigator->database;
    wayi_clusters_fini(&database->upper);
    wayi_clusters_fini(&database->clusters);
}

static way_status hpastar_repair(way_navigator *navigator, const way_rect *rects, uint32_t count,
                                 uint32_t budget, bool *done)
{
    wayi_crossing_database *database = navigator->database;
    const uint64_t before = database->clusters.work.units + database->upper.work.units;
    way_status status = wayi_clusters_repair(&database->clusters, rects, count, &budget, done);
    if (*done && database->clusters.upper) { // which is made of clusters that are up to date
        status = wayi_clusters_repair(&database->upper, NULL, 0, &budget, done);
    }
    navigator->repaired += database->clusters.work.units + database->upper.work.units - before;
    return status;
}

/// The upper level is repaired last, and trips do without it until then.
static bool hpastar_is_behind(const way_navigator *navigator)
{
    const wayi_crossing_database *database = navigator->database;
    return wayi_clusters_is_behind(&database->clusters);
}

static void hpastar_save(const way_navigator *navigator, wayi_blob_writer *writer)
{
    const wayi_crossing_database *database = navigator->database;
    wayi_clusters_save(&database->clusters, writer);
    if (database->clusters.upper) {
        wayi_clusters_save(&database->upper, writer);
    }
}

/// The cluster of a cell, and its first gate; a cluster without gates has no region.
static uint32_t hpastar_find_region(const way_navigator *navigator, way_state state,
                                    way_state *place)
{
    const wayi_crossing_database *database = navigator->database;
    const wayi_clusters *clusters = &database->clusters;
    const uint32_t index = wayi_clusters_of(clusters, state);
    if (clusters->clusters[index].count == 0 || !way_space_can_stand(navigator->space, state)) {
        return WAY_STATE_NONE;
    }
    *place = clusters->gates[clusters->clusters[index].first].cell;
    return index;
}

static bool hpastar_learns(const way_navigator *navigator)
{
    return navigator->params[HPASTAR_LAZY];
}

// Trips while the map changes ---------------------------------------------------------------------

// A plan is a list of gates, and what is left of it is true as long as no edit comes near the
// clusters that it still has to cross: nothing else is read. What becomes of a plan that is touched
// is the same for all databases (frame/detour.h).

/// Whether an edit concerns the cluster of a cell.
static bool hpastar_meets_cell(const wayi_clusters *level, way_rect rect, way_cell cell)
{
    return wayi_rect_meets(rect, wayi_clusters_around(level, cell));
}

/// Whether it concerns the cluster of a gate, or of its partner.
static bool hpastar_meets_gate(const wayi_clusters *level, way_rect rect, const wayi_gate *gates,
                               uint32_t gate)
{
    return hpastar_meets_cell(level, rect, gates[gate].cell) ||
           hpastar_meets_cell(level, rect, gates[gates[gate].partner].cell);
}

/// Whether it concerns a cluster that the plan has still to cross.
static bool hpastar_meets_plan(const wayi_crossing *trip, way_rect rect)
{
    const wayi_clusters *clusters = trip->clusters;
    bool met = trip->before == WAYI_GATE_NONE
                   ? hpastar_meets_cell(clusters, rect, trip->start.cell)
                   : hpastar_meets_gate(clusters, rect, clusters->gates, trip->before);
    for (uint32_t i = 0; i < trip->held.cells.count && !met; i++) {
        met = hpastar_meets_cell(clusters, rect, trip->held.cells.states[i]);
    }
    for (uint32_t i = 0; i < trip->gates.count && !met; i++) {
        met = hpastar_meets_gate(i < trip->coarse ? clusters->upper : clusters, rect,
                                 clusters->gates, trip->gates.states[i]);
    }
    return met;
}

/// Whether what is left of the plan, or what the search for it has read, is apart from rectangles
/// of cells whose steps changed.
static bool hpastar_outlives(way_agent *agent, const way_rect *rects, uint32_t count,
                             uint64_t *work)
{
    const wayi_crossing *trip = agent->memory;
    const bool routed = trip->phase >= WAYI_CROSSING_LEGS;
    const uint64_t looks = routed ? trip->held.cells.count + trip->gates.count + UINT64_C(2) : 2;
    if (looks * count > *work || (!routed && !way_navigator_is_current(agent->navigator))) {
        return false;
    }
    *work -= looks * count;
    bool met = false;
    for (uint32_t i = 0; i < count && !met; i++) {
        met = (!trip->many && hpastar_meets_cell(trip->clusters, rects[i], trip->goal.cell)) ||
              (routed ? hpastar_meets_plan(trip, rects[i])
                      : wayi_rect_meets(rects[i], trip->abstract.read));
    }
    return !met;
}

/// What both tables have in common.
#define HPASTAR_HOOKS                                                                              \
    .database.size = sizeof(wayi_crossing_database), .memory_size = sizeof(wayi_crossing),         \
    .detours = true, .database.prepare = hpastar_prepare, .database.discard = hpastar_discard,     \
    .database.repair = hpastar_repair, .database.is_behind = hpastar_is_behind,                    \
    .database.save = hpastar_save, .database.find_region = hpastar_find_region,                    \
    .create = wayi_crossing_create, .destroy = wayi_crossing_destroy,                              \
    .begin = wayi_crossing_begin, .step = wayi_crossing_step, .outlives = hpastar_outlives,        \
    .give_up = wayi_crossing_give_up

const wayi_algorithm wayi_algorithm_hpastar = {
    .info = {.name = "hpastar",
             .title = "HPA*",
             .family = "hierarchical",
             .summary = "Searches the transitions between clusters, then fills in stored paths",
             .reference = "Botea, Mueller, Schaeffer, Near Optimal Hierarchical Path-Finding, 2004",
             .traits = WAY_TRAIT_COMPLETE | WAY_TRAIT_PARTIAL_PATHS | WAY_TRAIT_ANY_GOAL |
                       WAY_TRAIT_HANDLES_EDITS | WAY_TRAIT_PREPARED,
             .needs = WAY_SPACE_GRID,
             WAYI_PARAMS(hpastar_params)},
    .database.learns = hpastar_learns,
    HPASTAR_HOOKS,
};

const wayi_algorithm wayi_algorithm_dhpastar = {
    .info = {.name = "dhpastar",
             .title = "DHPA*",
             .family = "hierarchical",
             .summary = "HPA* that reads paths inside clusters from tables of next moves",
             .reference = "Kring, Champandard, Samarin, DHPA* and SHPA*: Efficient Hierarchical "
                          "Pathfinding in Dynamic and Static Game Worlds, 2010",
             .traits = WAY_TRAIT_COMPLETE | WAY_TRAIT_PARTIAL_PATHS | WAY_TRAIT_ANY_GOAL |
                       WAY_TRAIT_HANDLES_EDITS | WAY_TRAIT_PREPARED,
             .needs = WAY_SPACE_GRID,
             .params = hpastar_params,
             .param_count = HPASTAR_LAZY},
    HPASTAR_HOOKS,
};
