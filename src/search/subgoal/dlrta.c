// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// D LRTA*: cells are abstracted by cliques, level by level, into regions. For every ordered pair of
// regions the database has the cell where a best path between their representatives first leaves
// the first one. An agent asks for the entry from its region to its goal's and goes there by LRTA*;
// in the goal's region it goes for the goal.
//
// What LRTA* learns belongs to one target and is forgotten with it, so agents may go to and fro
// between targets for ever. Two things prevent that. An agent that comes to a cell for the third
// time with the same target asks for the next one only where it was sent to, no longer in every
// region it enters: there LRTA* arrives. And an entry lies in a region whose representative is
// nearer to the end than that of the region before, which the first cell outside that region need
// not do: so every entry that is reached is progress. The paths of all pairs come from one search
// backwards per region.
// Reference: Bulitko, Lustrek, Schaeffer, Bjornsson, Sigmundarson, Dynamic Control in Real-Time
// Heuristic Search, 2008.
#include "base/job.h"
#include "search/engine/best_first.h"
#include "search/subgoal/cliques.h"
#include "search/subgoal/lrta.h"
#include "search/subgoal/walk.h"

#include <string.h>

#define DLRTA_CELLS WAYI_BLOB_TAG('C', 'E', 'L', 'L')
#define DLRTA_ENTRIES WAYI_BLOB_TAG('E', 'N', 'T', 'R')

#define DLRTA_REGIONS_MAX 8192u
#define DLRTA_VISITS_STEADY 2u

enum { DLRTA_LEVEL };

static const way_param dlrta_params[] = {
    [DLRTA_LEVEL] = {"level", "of the abstraction; each has about a third of the regions below",
                     WAY_PARAM_INTEGER, 7, 1, 12, NULL},
};

typedef struct dlrta_database {
    uint32_t *regions; ///< [cells]
    way_cell *entries; ///< [count * count] from region, to region; WAY_CELL_NONE = none
    uint32_t cell_count;
    uint32_t count;
    bool borrowed;
} dlrta_database;

// Preparation -------------------------------------------------------------------------------------

typedef struct dlrta_job {
    way_space *space;
    const dlrta_database *database;
    const way_cell *places;
    way_status *statuses; ///< [count]
    way_allocator allocator;
} dlrta_job;

/// Where the way from the place of a region first enters one whose place is nearer to the end, by
/// the parents of a search from there.
static way_cell dlrta_entry(const dlrta_job *job, const wayi_best_first *search, uint32_t region)
{
    const uint32_t *regions = job->database->regions;
    const way_cost far = wayi_best_first_cost(search, job->places[region], false);
    way_cell cell = job->places[region];
    uint32_t judged = region;
    bool nearer = false;
    while (cell != WAY_CELL_NONE && !nearer) {
        cell = wayi_best_first_parent(search, cell);
        if (cell != WAY_CELL_NONE && regions[cell] != judged) {
            judged = regions[cell];
            nearer = wayi_best_first_cost(search, job->places[judged], false) < far;
        }
    }
    return cell;
}

/// All entries on the way to one region.
static void dlrta_make_column(uint32_t to, void *argument)
{
    dlrta_job *job = argument;
    const dlrta_database *database = job->database;
    way_stats stats = {0};
    way_edge edges[WAYI_DIRECTIONS];
    const wayi_best_first_config config = {.space = job->space,
                                           .edges = edges,
                                           .stats = &stats,
                                           .estimate = WAYI_ESTIMATE_NONE,
                                           .open = WAYI_OPEN_AUTO,
                                           .weight = 1000,
                                           .backward = true};
    wayi_best_first search;
    job->statuses[to] = wayi_best_first_init(&search, &config, &job->allocator);
    if (job->statuses[to] == WAY_STATUS_OK) {
        wayi_best_first_clear(&search);
        way_state reached = WAY_STATE_NONE;
        way_outcome outcome = wayi_best_first_add(&search, job->places[to], 0)
                                  ? WAY_OUTCOME_MOVING
                                  : WAY_OUTCOME_CAPACITY;
        while (outcome == WAY_OUTCOME_MOVING) {
            outcome = wayi_best_first_step(&search, UINT32_MAX, &reached);
        }
        job->statuses[to] = outcome == WAY_OUTCOME_NO_PATH ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
        for (uint32_t from = 0; from < database->count && outcome == WAY_OUTCOME_NO_PATH; from++) {
            database->entries[(size_t)from * database->count + to] =
                from == to ? WAY_CELL_NONE : dlrta_entry(job, &search, from);
        }
    }
    wayi_best_first_fini(&search);
}

/// The cell of each region nearest to its mean. `sums` has three numbers a region.
static void dlrta_place(const wayi_grid *grid, const dlrta_database *database, uint64_t *sums,
                        way_cell *places)
{
    const way_map *map = grid->map;
    memset(sums, 0, (size_t)database->count * 3 * sizeof *sums);
    memset(places, 0xff, database->count * sizeof *places);
    for (way_cell cell = 0; cell < map->cell_count; cell++) {
        if (database->regions[cell] != UINT32_MAX) {
            uint64_t *sum = sums + (size_t)database->regions[cell] * 3;
            const uint32_t y = wayi_map_row(map, cell);
            sum[0] += cell - y * map->width;
            sum[1] += y;
            sum[2]++;
        }
    }
    for (way_cell cell = 0; cell < map->cell_count; cell++) {
        const uint32_t region = database->regions[cell];
        if (region == UINT32_MAX) {
            continue;
        }
        const uint64_t *sum = sums + (size_t)region * 3;
        const way_cell mean =
            (way_cell)(sum[1] / sum[2]) * map->width + (way_cell)(sum[0] / sum[2]);
        if (places[region] == WAY_CELL_NONE ||
            wayi_grid_distance(grid, cell, mean) < wayi_grid_distance(grid, places[region], mean)) {
            places[region] = cell;
        }
    }
}

static way_status dlrta_connect(way_navigator *navigator, const way_job *job)
{
    dlrta_database *database = navigator->database;
    const way_allocator *allocator = &navigator->allocator;
    const size_t count = database->count;
    uint64_t *sums = wayi_alloc(allocator, count * 3, sizeof *sums);
    way_cell *places = wayi_alloc(allocator, count, sizeof *places);
    way_status *statuses = wayi_alloc_zero(allocator, count, sizeof *statuses);
    database->entries = wayi_alloc(allocator, count * count, sizeof *database->entries);
    way_status status = WAY_STATUS_NO_MEMORY;
    if (sums && places && statuses && database->entries) {
        dlrta_place(wayi_space_grid(navigator->space), database, sums, places);
        dlrta_job work = {navigator->space, database, places, statuses, *allocator};
        const bool whole = wayi_job_run((wayi_job_stage){job, 100, 1000}, database->count,
                                        dlrta_make_column, &work);
        status = whole ? WAY_STATUS_OK : WAY_STATUS_CANCELLED;
        for (uint32_t i = 0; i < count && status == WAY_STATUS_OK; i++) {
            status = statuses[i];
        }
    }
    wayi_free(allocator, sums, count * 3, sizeof *sums);
    wayi_free(allocator, places, count, sizeof *places);
    wayi_free(allocator, statuses, count, sizeof *statuses);
    return status;
}

static way_status dlrta_prepare(way_navigator *navigator, const way_job *job)
{
    dlrta_database *database = navigator->database;
    wayi_cliques cliques;
    way_status status =
        wayi_cliques_init(&cliques, wayi_space_grid(navigator->space), &navigator->allocator);
    for (int32_t i = 0; i < navigator->params[DLRTA_LEVEL] && status == WAY_STATUS_OK; i++) {
        status = wayi_cliques_rise(&cliques);
    }
    if (status == WAY_STATUS_OK && cliques.count > DLRTA_REGIONS_MAX) {
        status = WAY_STATUS_TOO_LARGE;
    }
    if (status == WAY_STATUS_OK) {
        database->regions = cliques.groups;
        database->cell_count = cliques.cell_count;
        database->count = cliques.count;
        cliques.groups = NULL;
    }
    wayi_cliques_fini(&cliques);
    return status == WAY_STATUS_OK && database->count ? dlrta_connect(navigator, job) : status;
}

static void dlrta_discard(way_navigator *navigator)
{
    const dlrta_database *database = navigator->database;
    if (database->borrowed) {
        return;
    }
    wayi_free(&navigator->allocator, database->regions, database->cell_count,
              sizeof *database->regions);
    wayi_free(&navigator->allocator, database->entries, (size_t)database->count * database->count,
              sizeof *database->entries);
}

static void dlrta_save(const way_navigator *navigator, wayi_blob_writer *writer)
{
    const dlrta_database *database = navigator->database;
    wayi_blob_add(writer, DLRTA_CELLS, sizeof *database->regions, database->regions,
                  database->cell_count);
    wayi_blob_add(writer, DLRTA_ENTRIES, sizeof *database->entries, database->entries,
                  (size_t)database->count * database->count);
}

static way_status dlrta_open(way_navigator *navigator, const wayi_blob *blob)
{
    dlrta_database *database = navigator->database;
    uint32_t entries = 0;
    database->borrowed = true;
    database->regions =
        wayi_blob_borrow(blob, DLRTA_CELLS, sizeof *database->regions, &database->cell_count);
    database->entries = wayi_blob_borrow(blob, DLRTA_ENTRIES, sizeof *database->entries, &entries);
    while (database->count < DLRTA_REGIONS_MAX && database->count * database->count < entries) {
        database->count++;
    }
    if (!database->regions || !database->entries || database->count * database->count != entries ||
        database->cell_count != way_space_map(navigator->space)->cell_count) {
        return WAY_STATUS_BAD_FORMAT;
    }
    for (uint32_t i = 0; i < database->cell_count; i++) {
        if (database->regions[i] != UINT32_MAX && database->regions[i] >= database->count) {
            return WAY_STATUS_BAD_FORMAT;
        }
    }
    for (uint32_t i = 0; i < entries; i++) {
        if (database->entries[i] != WAY_CELL_NONE && database->entries[i] >= database->cell_count) {
            return WAY_STATUS_BAD_FORMAT;
        }
    }
    return WAY_STATUS_OK;
}

static size_t dlrta_database_bytes(const way_navigator *navigator)
{
    const dlrta_database *database = navigator->database;
    return database->cell_count * sizeof *database->regions +
           (size_t)database->count * database->count * sizeof *database->entries;
}

static uint32_t dlrta_find_region(const way_navigator *navigator, way_state state, way_state *place)
{
    const dlrta_database *database = navigator->database;
    *place = WAY_STATE_NONE;
    return database->regions ? database->regions[state] : WAY_STATE_NONE;
}

// Agents ------------------------------------------------------------------------------------------

typedef struct dlrta_memory {
    wayi_lrta lrta;         ///< towards the target
    wayi_hash_table visits; ///< by target and cell
    way_cell cell;
    uint32_t region; ///< that the target was asked for in
    bool steady;     ///< asks only where it was sent to
} dlrta_memory;

static way_status dlrta_create(way_agent *agent)
{
    dlrta_memory *memory = agent->memory;
    wayi_lrta_init(&memory->lrta, agent->capacity, &agent->allocator);
    wayi_hash_table_init(&memory->visits, &agent->allocator);
    return WAY_STATUS_OK;
}

static void dlrta_destroy(way_agent *agent)
{
    dlrta_memory *memory = agent->memory;
    wayi_lrta_fini(&memory->lrta);
    wayi_hash_table_fini(&memory->visits);
}

static size_t dlrta_memory_bytes(const way_agent *agent)
{
    const dlrta_memory *memory = agent->memory;
    return wayi_hash_table_bytes(&memory->lrta.learned) + wayi_hash_table_bytes(&memory->visits);
}

/// Asks the database where to go from here.
static void dlrta_ask(way_agent *agent)
{
    dlrta_memory *memory = agent->memory;
    const dlrta_database *database = agent->navigator->database;
    const uint32_t goal_region = database->regions[agent->goal.state];
    memory->region = database->regions[memory->cell];
    way_cell target = WAY_CELL_NONE;
    if (memory->region != UINT32_MAX && goal_region != UINT32_MAX) {
        target = database->entries[(size_t)memory->region * database->count + goal_region];
    }
    target = target == WAY_CELL_NONE || memory->region == goal_region ? agent->goal.state : target;
    if (target != memory->lrta.target) {
        wayi_lrta_aim(&memory->lrta, target);
    }
}

static way_status dlrta_begin(way_agent *agent)
{
    dlrta_memory *memory = agent->memory;
    memory->cell = agent->start;
    memory->steady = false;
    wayi_hash_table_clear(&memory->visits);
    wayi_lrta_aim(&memory->lrta, WAY_CELL_NONE);
    return WAY_STATUS_OK;
}

/// Counts coming to a cell with a target; false at the limit or without memory.
static bool dlrta_count_visit(way_agent *agent)
{
    dlrta_memory *memory = agent->memory;
    if (memory->steady) {
        return true;
    }
    const uint64_t key = (uint64_t)memory->lrta.target << 32 | memory->cell;
    uint32_t *visits = wayi_hash_table_find(&memory->visits, key);
    if (!visits && (!agent->capacity || memory->visits.count < agent->capacity)) {
        visits = wayi_hash_table_get_or_add(&memory->visits, key, 0);
    }
    if (!visits) {
        return false;
    }
    memory->steady = ++*visits > DLRTA_VISITS_STEADY;
    return true;
}

/// Chooses the target; false at the limit or without memory.
static bool dlrta_decide(way_agent *agent)
{
    dlrta_memory *memory = agent->memory;
    const dlrta_database *database = agent->navigator->database;
    if (memory->lrta.target == WAY_CELL_NONE || memory->lrta.target == memory->cell ||
        (!memory->steady && database->regions[memory->cell] != memory->region)) {
        dlrta_ask(agent);
    }
    return dlrta_count_visit(agent);
}

static way_outcome dlrta_step(way_agent *agent, uint32_t budget)
{
    (void)budget; // a move looks at one cell
    dlrta_memory *memory = agent->memory;
    if (memory->cell == agent->goal.state) {
        return WAY_OUTCOME_ARRIVED;
    }
    if (!dlrta_decide(agent)) {
        return WAY_OUTCOME_CAPACITY;
    }
    wayi_walk_look(agent, memory->cell, agent->cost);
    const uint32_t direction = wayi_lrta_next(&memory->lrta, agent, memory->cell);
    if (direction >= WAYI_DIRECTIONS) {
        return direction == WAYI_DIRECTIONS ? WAY_OUTCOME_NO_PATH : WAY_OUTCOME_CAPACITY;
    }
    return wayi_walk_step(agent, &memory->cell, direction);
}

static uint32_t dlrta_lookahead(const way_navigator *navigator)
{
    (void)navigator;
    return 1;
}

const wayi_algorithm wayi_algorithm_dlrta = {
    .info = {.name = "dlrta",
             .title = "D LRTA*",
             .family = "subgoal",
             .summary = "LRTA* towards entries between regions of a clique abstraction",
             .reference = "Bulitko et al., Dynamic Control in Real-Time Heuristic Search, 2008",
             .traits = WAY_TRAIT_COMPLETE | WAY_TRAIT_REALTIME | WAY_TRAIT_PREPARED,
             .needs = WAY_SPACE_GRID | WAY_SPACE_UNLINKED | WAY_SPACE_UNIFORM_COST,
             .params = dlrta_params,
             .param_count = sizeof dlrta_params / sizeof *dlrta_params},
    .database_size = sizeof(dlrta_database),
    .relief = "raise level",
    .memory_size = sizeof(dlrta_memory),
    .prepare = dlrta_prepare,
    .discard = dlrta_discard,
    .database_bytes = dlrta_database_bytes,
    .save = dlrta_save,
    .open = dlrta_open,
    .find_region = dlrta_find_region,
    .lookahead = dlrta_lookahead,
    .create = dlrta_create,
    .destroy = dlrta_destroy,
    .memory_bytes = dlrta_memory_bytes,
    .begin = dlrta_begin,
    .step = dlrta_step,
};
