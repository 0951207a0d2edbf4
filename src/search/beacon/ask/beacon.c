// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Beacon: optimal paths without a search. A cheapest way bends only round corners of walls; the
// places where it can are a graph, small against the map, and of that graph a table tells all
// distances: each vertex knows its distance to a few hubs, and any two that are far apart share
// one that lies between them (see index.h). A trip is a look around its two ends, a comparison of
// two sets of table rows, and a walk along stored next hops; paths are straight runs.
//
// Invariant: a leg of a path joins two cells whose box is legal (see index/board.h), so first
// its diagonal and then its straight moves are. Costs are those of the legs, never of the table.
//
// The parts are known: subgoal graphs (Uras, Koenig, Hernandez: Subgoal Graphs for Optimal
// Pathfinding in Eight-Neighbor Grids, 2013) and hub labels over a tree of separators (Farhan,
// Koehler, Ohms, Wang: Hierarchical Cut Labelling, 2023). Ours are the list of what a cell reaches,
// which holds only what a way can bend at, and the join of whole lists at once.
//
// Edits: see stale.h for what old labels still prove, trip.c for what is done where they prove
// nothing, and rebuild.h for how the index follows.
#include "search/beacon/ask/beacon.h"

#include <waymark/database.h>

/// A tree that was kept through edits is grown again when its labels have become so many times as
/// many, in quarters.
#define BEACON_GROWTH 6u
/// Bytes that are given back in the time of one, and at once.
#define BEACON_FREED (1u << 12)
#define BEACON_SHED (1u << 18)

/// Bytes of a navigator that are not of the index.
#define BEACON_REST 8192u

enum { BEACON_MEMORY };

static const way_param beacon_params[] = {
    [BEACON_MEMORY] = {.name = "memory",
                       .help = "most KB of board, graph and labels together; where they would "
                               "take more there are none, and jump point search makes the trips",
                       .type = WAY_PARAM_INTEGER,
                       .default_value = 1 << 18,
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
    database->allocator = wayi_waste_start(&database->waste, &navigator->allocator);
    database->index = wayi_alloc_zero(&navigator->allocator, 1, sizeof *database->index);
    if (!database->index ||
        !wayi_beacon_index_init(database->index, &board, wayi_space_grid(navigator->space)->map,
                                &database->allocator)) {
        return false;
    }
    const uint64_t most = (uint64_t)navigator->params[BEACON_MEMORY] << 10;
    database->index->memory = most > BEACON_REST ? most - BEACON_REST : 0;
    return true;
}

static way_status beacon_judge(way_navigator *navigator)
{
    wayi_beacon_database *database = navigator->database;
    return wayi_beacon_prices_measure(&database->prices, &database->samples, navigator,
                                      database->index);
}

/// Notes that nothing differs from the index.
static void beacon_begin_stale(way_navigator *navigator)
{
    wayi_beacon_database *database = navigator->database;
    const wayi_grid *grid = wayi_space_grid(navigator->space);
    wayi_beacon_stale_init(&database->stale, database->index, beacon_board(navigator),
                           grid->layer->size, &database->samples, &database->allocator);
}

/// On other ground, and where memory does not do, there is no index: jump point search stands in.
static bool beacon_is_able(const way_navigator *navigator)
{
    return ((const wayi_beacon_database *)navigator->database)->index != NULL;
}

static void beacon_free_index(way_navigator *navigator)
{
    wayi_beacon_database *database = navigator->database;
    if (database->index) {
        wayi_beacon_index_fini(database->index);
    }
    WAYI_FREE(&navigator->allocator, database->index, 1);
    database->index = NULL;
}

static void beacon_clear_waste(wayi_beacon_database *database)
{
    while (wayi_waste_clear(&database->waste, SIZE_MAX)) {
    }
}

static way_status beacon_prepare(way_navigator *navigator, const way_job *job)
{
    wayi_beacon_database *database = navigator->database;
    if (!way_algorithm_suits(&navigator->algorithm->info, navigator->space)) {
        return WAY_STATUS_OK;
    }
    if (!beacon_begin_index(navigator)) {
        return WAY_STATUS_NO_MEMORY;
    }
    wayi_beacon_build build = {.index = database->index, .allocator = &navigator->allocator};
    const way_status status = wayi_beacon_build_run(&build, job);
    const bool outgrown = build.outgrown && status == WAY_STATUS_OK;
    wayi_beacon_build_fini(&build);
    if (outgrown) {
        beacon_free_index(navigator);
        beacon_clear_waste(database);
        navigator->reason =
            "labels would take more than `memory`: jump point search makes the trips";
        return WAY_STATUS_OK;
    }
    database->entries = database->index->next_count;
    beacon_begin_stale(navigator);
    return status == WAY_STATUS_OK ? beacon_judge(navigator) : status;
}

static void beacon_discard(way_navigator *navigator)
{
    wayi_beacon_database *database = navigator->database;
    wayi_beacon_rebuild_fini(&database->rebuild);
    wayi_beacon_stale_fini(&database->stale);
    WAYI_FREE(&database->allocator, database->samples.places, database->samples.room);
    database->samples = (wayi_beacon_samples){0};
    beacon_free_index(navigator);
    beacon_clear_waste(database);
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
    database->entries = database->index->next_count;
    beacon_begin_stale(navigator);
    return status == WAY_STATUS_OK ? beacon_judge(navigator) : status;
}

// Edits -------------------------------------------------------------------------------------------

static bool beacon_is_behind(const way_navigator *navigator)
{
    const wayi_beacon_database *database = navigator->database;
    return database->stale.count > 0 || database->rebuilding;
}

/// Puts the new index in place of the old one, which is given back later.
static void beacon_swap(way_navigator *navigator)
{
    wayi_beacon_database *database = navigator->database;
    wayi_beacon_rebuild *rebuild = &database->rebuild;
    beacon_free_index(navigator);
    database->index = rebuild->index;
    rebuild->index = NULL;
    wayi_beacon_stale_fini(&database->stale);
    database->stale = rebuild->next;
    rebuild->next = (wayi_beacon_stale){0};
    database->epoch++;
    if (rebuild->grown) {
        database->entries = database->index->next_count;
    }
    wayi_beacon_rebuild_fini(rebuild);
    database->rebuilding = false;
}

/// A piece of work on the next index.
static way_status beacon_rebuild(way_navigator *navigator, uint32_t *work)
{
    wayi_beacon_database *database = navigator->database;
    wayi_beacon_rebuild *rebuild = &database->rebuild;
    way_status status = WAY_STATUS_OK;
    *work = 1;
    if (!database->rebuilding) {
        database->rebuilding = true;
        status =
            wayi_beacon_rebuild_begin(rebuild, &database->stale,
                                      wayi_space_grid(navigator->space)->map, &database->allocator);
        rebuild->entries_max = database->entries * BEACON_GROWTH / 4 + 4096;
    } else if (rebuild->failed) {
        database->rebuilding = wayi_beacon_rebuild_shed(rebuild, work);
    } else if (!rebuild->done) {
        status = wayi_beacon_rebuild_step(rebuild, work);
    } else {
        beacon_swap(navigator);
    }
    rebuild->failed |= status != WAY_STATUS_OK;
    if (!database->rebuilding) {
        wayi_beacon_rebuild_fini(rebuild);
    }
    return status;
}

/// One piece of whatever is to be done; 0 = nothing is.
static way_status beacon_do(way_navigator *navigator, uint32_t *work)
{
    wayi_beacon_database *database = navigator->database;
    const size_t freed = wayi_waste_clear(&database->waste, BEACON_SHED);
    *work = freed ? 1 + (uint32_t)(freed / BEACON_FREED) : 0;
    if (freed || !beacon_is_behind(navigator)) {
        return WAY_STATUS_OK;
    }
    return beacon_rebuild(navigator, work);
}

/// Words of rows that were compared so far.
static uint64_t beacon_words(const wayi_beacon_database *database)
{
    return database->stale.words + database->rebuild.next.words;
}

/// Takes note of changed rectangles of the map.
static bool beacon_note(way_navigator *navigator, const way_rect *rects, uint32_t count)
{
    wayi_beacon_database *database = navigator->database;
    if (!wayi_beacon_stale_note(&database->stale, rects, count)) {
        return false;
    }
    for (uint32_t i = 0; i < count && database->rebuilding && !database->rebuild.failed; i++) {
        if (!wayi_beacon_rebuild_note(&database->rebuild, rects[i])) {
            return false;
        }
    }
    return true;
}

static way_status beacon_repair(way_navigator *navigator, const way_rect *rects, uint32_t count,
                                uint32_t budget, bool *done)
{
    wayi_beacon_database *database = navigator->database;
    const uint64_t words = beacon_words(database);
    if (!database->index) {
        *done = true;
        return WAY_STATUS_OK;
    }
    if (!beacon_note(navigator, rects, count)) {
        return WAY_STATUS_NO_MEMORY;
    }
    way_status status = WAY_STATUS_OK;
    // To take note is no part of the budget: edits without end would use it up.
    navigator->repaired += (beacon_words(database) - words) / WAYI_BEACON_WORDS;
    uint64_t spent = database->debt;
    for (uint32_t work = 1; work && spent < budget && status == WAY_STATUS_OK; spent += work) {
        status = beacon_do(navigator, &work);
    }
    navigator->repaired += spent - database->debt;
    database->debt = spent > budget ? spent - budget : 0;
    *done = !beacon_is_behind(navigator) && !database->waste.first;
    database->debt = *done ? 0 : database->debt;
    return status;
}

static uint32_t beacon_lookahead(const way_navigator *navigator)
{
    // A search that goes first, the question, and the way from its end back to the hub; after edits
    // the old way is looked at once more, or there is a search, in which each subgoal counts a few
    // times at most.
    const wayi_beacon_database *database = navigator->database;
    if (!database->index) {
        return 0;
    }
    const bool changed = database->stale.count > 0 || !way_navigator_is_current(navigator);
    return wayi_beacon_query_most(database->index) + database->index->vertex_count + 4 +
           WAYI_BEACON_RACE * database->prices.most +
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
                       WAY_TRAIT_HANDLES_EDITS | WAY_TRAIT_PREPARED | WAY_TRAIT_ANY_GOAL |
                       WAY_TRAIT_BLOCKED_START,
             .needs = WAY_SPACE_GRID | WAY_SPACE_UNLINKED | WAY_SPACE_GRID_8 |
                      WAY_SPACE_STRICT_CORNERS | WAY_SPACE_UNIFORM_COST | WAY_SPACE_OCTILE,
             WAYI_PARAMS(beacon_params)},
    .database.is_able = beacon_is_able,
    .database.size = sizeof(wayi_beacon_database),
    .database.relief = "lower memory",
    .memory_size = sizeof(wayi_beacon_memory),
    .commits_runs = true,
    .database.prepare = beacon_prepare,
    .database.discard = beacon_discard,
    .database.repair = beacon_repair,
    .database.is_behind = beacon_is_behind,
    .database.save = beacon_save,
    .database.open = beacon_open,
    .lookahead = beacon_lookahead,
    .create = wayi_beacon_trip_create,
    .destroy = wayi_beacon_trip_destroy,
    .begin = wayi_beacon_trip_begin,
    .step = wayi_beacon_trip_step,
    .distances = wayi_beacon_trip_distances,
};
