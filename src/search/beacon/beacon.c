// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Beacon: optimal paths without a search. A cheapest way bends only round corners of walls; the
// places where it can are a graph, small against the map, and of that graph a table tells all
// distances: each vertex knows its distance to a few hubs, and any two that are far apart share
// one that lies between them (see index.h). A trip is a look around its two ends, a comparison of
// two sets of table rows, and a walk along stored next hops; paths are straight runs.
//
// Invariant: a leg of a path joins two cells whose box is legal (see map/board.h), so first its
// diagonal and then its straight moves are. Costs are those of the legs, never of the table.
//
// The parts are known: subgoal graphs (Uras, Koenig, Hernandez: Subgoal Graphs for Optimal
// Pathfinding in Eight-Neighbor Grids, 2013) and hub labels over a tree of separators (Farhan,
// Koehler, Ohms, Wang: Hierarchical Cut Labelling, 2023). Ours are the list of what a cell reaches,
// which holds only what a way can bend at, and the join of whole lists at once.
//
// Edits: see stale.h for what old labels still prove, detour.h for the search that they lead, and
// rebuild.h for how the index follows.
#include "search/beacon/beacon.h"

#include <waymark/database.h>

/// A tree that was kept through edits is grown again when its labels have become so many times as
/// many, in quarters.
#define BEACON_GROWTH 6u
/// Expansions that working out what old labels say about an opening counts as.
#define BEACON_OPENING 500u

enum { BEACON_MEMORY };

static const way_param beacon_params[] = {
    [BEACON_MEMORY] = {.name = "memory",
                       .help =
                           "most KB of graph and labels, about; beyond them hubs go without labels "
                           "and a search makes up for it",
                       .type = WAY_PARAM_INTEGER,
                       .preset = 1 << 18,
                       .min = 1,
                       .max = 1 << 30},
};

static wayi_board beacon_board(const way_navigator *navigator)
{
    const wayi_grid *grid = wayi_space_grid(navigator->space);
    return wayi_board_of(grid->map, grid->layer);
}

static bool beacon_begin_index(way_navigator *navigator)
{
    wayi_beacon_database *database = navigator->database;
    const wayi_board board = beacon_board(navigator);
    database->kernel = wayi_beacon_kernel_best();
    database->index = wayi_alloc_zero(&navigator->allocator, 1, sizeof *database->index);
    if (!database->index ||
        !wayi_beacon_index_init(database->index, &board, &navigator->allocator)) {
        return false;
    }
    database->index->memory = (uint64_t)navigator->params[BEACON_MEMORY] << 10;
    return true;
}

/// Notes that nothing differs from the index; false without memory.
static bool beacon_begin_stale(way_navigator *navigator)
{
    wayi_beacon_database *database = navigator->database;
    const wayi_grid *grid = wayi_space_grid(navigator->space);
    return wayi_beacon_stale_init(&database->stale, database->index, beacon_board(navigator),
                                  grid->layer->size, &navigator->allocator);
}

static way_status beacon_prepare(way_navigator *navigator, const way_job *job)
{
    wayi_beacon_database *database = navigator->database;
    if (!beacon_begin_index(navigator)) {
        return WAY_STATUS_NO_MEMORY;
    }
    wayi_beacon_build build = {.index = database->index, .allocator = &navigator->allocator};
    const way_status status = wayi_beacon_build_run(&build, job);
    wayi_beacon_build_fini(&build);
    database->entries = status == WAY_STATUS_OK ? wayi_beacon_entries(database->index) : 0;
    return status == WAY_STATUS_OK && !beacon_begin_stale(navigator) ? WAY_STATUS_NO_MEMORY
                                                                     : status;
}

static void beacon_discard(way_navigator *navigator)
{
    wayi_beacon_database *database = navigator->database;
    wayi_beacon_rebuild_fini(&database->rebuild);
    wayi_beacon_stale_fini(&database->stale);
    if (database->index) {
        wayi_beacon_index_fini(database->index);
    }
    wayi_free(&navigator->allocator, database->index, 1, sizeof *database->index);
}

static size_t beacon_database_bytes(const way_navigator *navigator)
{
    const wayi_beacon_database *database = navigator->database;
    size_t bytes = sizeof *database->index + wayi_beacon_index_bytes(database->index) +
                   wayi_beacon_stale_bytes(&database->stale);
    if (database->rebuilding) {
        bytes += sizeof *database->index + wayi_beacon_index_bytes(database->rebuild.index);
    }
    return bytes;
}

static void beacon_save(const way_navigator *navigator, wayi_blob_writer *writer)
{
    const wayi_beacon_database *database = navigator->database;
    wayi_beacon_index_save(database->index, writer);
}

static way_status beacon_open(way_navigator *navigator, const wayi_blob *blob)
{
    wayi_beacon_database *database = navigator->database;
    if (!beacon_begin_index(navigator)) {
        return WAY_STATUS_NO_MEMORY;
    }
    const way_status status = wayi_beacon_index_open(database->index, blob);
    database->entries = status == WAY_STATUS_OK ? wayi_beacon_entries(database->index) : 0;
    return status == WAY_STATUS_OK && !beacon_begin_stale(navigator) ? WAY_STATUS_NO_MEMORY
                                                                     : status;
}

// Edits -------------------------------------------------------------------------------------------

/// Puts the new index in place of the old one, and notes what changed since it was begun.
static way_status beacon_swap(way_navigator *navigator)
{
    wayi_beacon_database *database = navigator->database;
    const wayi_board board = beacon_board(navigator);
    wayi_beacon_stale stale;
    if (!wayi_beacon_stale_init(&stale, database->rebuild.index, board, database->stale.unit,
                                &navigator->allocator)) {
        wayi_beacon_stale_fini(&stale);
        return WAY_STATUS_NO_MEMORY;
    }
    wayi_beacon_index *old = database->index;
    database->index = database->rebuild.index;
    database->rebuild.index = old;
    wayi_beacon_stale_fini(&database->stale);
    database->stale = stale;
    wayi_beacon_stale_scan(&database->stale);
    database->epoch++;
    const uint64_t entries = wayi_beacon_entries(database->index);
    if (database->rebuild.grown) {
        database->entries = entries;
    }
    wayi_beacon_rebuild_fini(&database->rebuild);
    database->rebuilding = false;
    return WAY_STATUS_OK;
}

/// Works on the next index.
static way_status beacon_rebuild(way_navigator *navigator, uint32_t budget)
{
    wayi_beacon_database *database = navigator->database;
    way_status status = WAY_STATUS_OK;
    if (!database->rebuilding) {
        database->rebuilding = true;
        status = wayi_beacon_rebuild_begin(&database->rebuild, &database->stale,
                                           database->entries * BEACON_GROWTH / 4 + 4096,
                                           &navigator->allocator);
    }
    if (status == WAY_STATUS_OK) {
        status = wayi_beacon_rebuild_step(&database->rebuild, budget);
    }
    if (status == WAY_STATUS_OK && database->rebuild.phase == WAYI_BEACON_BUILT) {
        status = beacon_swap(navigator);
    }
    if (status != WAY_STATUS_OK) {
        wayi_beacon_rebuild_fini(&database->rebuild);
        database->rebuilding = false;
    }
    return status;
}

/// Sees to it that the index's own board is whole before it is looked at beside the map as it is.
static bool beacon_keep_old(way_navigator *navigator, const way_rect *rects, uint32_t count)
{
    wayi_beacon_database *database = navigator->database;
    wayi_board *still = &database->index->still;
    const way_map *map = wayi_space_grid(navigator->space)->map;
    if (count == 0 || still->planes) {
        return true;
    }
    if (!wayi_board_copy(still, &navigator->allocator)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        wayi_board_restore(still, map,
                           wayi_beacon_rect_grow(still, rects[i], database->stale.unit - 1, 0));
    }
    return true;
}

static way_status beacon_repair(way_navigator *navigator, const way_rect *rects, uint32_t count,
                                uint32_t budget, bool *done)
{
    wayi_beacon_database *database = navigator->database;
    if (!beacon_keep_old(navigator, rects, count)) {
        return WAY_STATUS_NO_MEMORY;
    }
    wayi_beacon_stale_note(&database->stale, rects, count);
    while (budget > 0 && wayi_beacon_stale_step(&database->stale)) {
        budget -= budget < BEACON_OPENING ? budget : BEACON_OPENING;
    }
    way_status status = WAY_STATUS_OK;
    if (budget > 0 && (database->stale.count || database->rebuilding)) {
        status = beacon_rebuild(navigator, budget);
    }
    *done = database->stale.count == 0 && !database->rebuilding;
    if (*done) {
        wayi_board_share(&database->index->still, &database->stale.now, &navigator->allocator);
    }
    return status;
}

static uint32_t beacon_lookahead(const way_navigator *navigator)
{
    // The question and the way from its end back to the hub; after edits the old way is looked at
    // once more, or there is a search, in which each subgoal counts a few times at most.
    const wayi_beacon_database *database = navigator->database;
    const bool changed =
        database->stale.count > 0 || !way_navigator_is_current(navigator) || database->index->thin;
    return wayi_beacon_query_most(database->index) + database->index->vertex_count + 4 +
           (changed ? 8 * (database->index->vertex_count + 4096) + navigator->space->state_count
                    : 0);
}

const wayi_algorithm wayi_algorithm_beacon = {
    .info = {.name = "beacon",
             .title = "Beacon",
             .family = "beacon",
             .summary = "Optimal paths in microseconds from labels of subgoals, without a search",
             .reference =
                 "Our own, on subgoal graphs (Uras, Koenig, Hernandez 2013) and hub labels",
             .traits = WAY_TRAIT_OPTIMAL | WAY_TRAIT_COMPLETE | WAY_TRAIT_REALTIME |
                       WAY_TRAIT_HANDLES_EDITS | WAY_TRAIT_PREPARED,
             .needs = WAY_SPACE_GRID | WAY_SPACE_UNLINKED | WAY_SPACE_GRID_8 |
                      WAY_SPACE_STRICT_CORNERS | WAY_SPACE_UNIFORM_COST | WAY_SPACE_OCTILE,
             .params = beacon_params,
             .param_count = sizeof beacon_params / sizeof *beacon_params},
    .database_size = sizeof(wayi_beacon_database),
    .memory_size = sizeof(wayi_beacon_memory),
    .commits_runs = true,
    .prepare = beacon_prepare,
    .discard = beacon_discard,
    .database_bytes = beacon_database_bytes,
    .repair = beacon_repair,
    .save = beacon_save,
    .open = beacon_open,
    .lookahead = beacon_lookahead,
    .create = wayi_beacon_trip_create,
    .destroy = wayi_beacon_trip_destroy,
    .memory_bytes = wayi_beacon_trip_bytes,
    .begin = wayi_beacon_trip_begin,
    .step = wayi_beacon_trip_step,
    .distances = wayi_beacon_trip_distances,
};
