// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// D LRTA*: cells are abstracted by cliques, level by level, into regions. For every ordered pair of
// regions the database has the cell where a best path between their places first leaves
// the first one. An agent asks for the entry from its region to its goal's and goes there by LRTA*;
// in the goal's region it goes for the goal.
//
// What LRTA* learns belongs to one target and is forgotten with it, so agents may go to and fro
// between targets for ever. Two things prevent that. An agent that comes to a cell for the third
// time with the same target asks for the next one only where it was sent to, no longer in every
// region it enters: there LRTA* arrives. And an entry lies in a region whose place is
// nearer to the end than that of the region before, which the first cell outside that region need
// not do: so every entry that is reached is progress. The paths of all pairs come from one search
// backwards per region.
// Reference: Bulitko, Lustrek, Schaeffer, Bjornsson, Sigmundarson, Dynamic Control in Real-Time
// Heuristic Search, 2008; for cliques Sturtevant and Buro, Partial Pathfinding Using Map
// Abstraction and Refinement, 2005.
#include "base/job.h"
#include "core/sort.h"
#include "search/engine/clique_groups.h"
#include "search/engine/inner.h"
#include "space/grid.h"

#include <waymark/field.h>

#include <string.h>

#define DLRTA_REGIONS_MAX 8192u
#define DLRTA_VISITS_STEADY 2u

enum { DLRTA_LEVEL };

static const way_param dlrta_params[] = {
    [DLRTA_LEVEL] = {"level",
                     "level of the abstraction; each has about a third of the regions below",
                     WAY_PARAM_INTEGER, 7, 1, 12, NULL},
};

typedef struct dlrta_database {
    uint32_t *regions; ///< [cells]
    size_t regions_count;
    way_cell *entries; ///< [count * count] from region, to region; WAY_CELL_NONE = none
    size_t entries_count;
    uint32_t count;
} dlrta_database;

static const wayi_blob_list dlrta_lists[] = {
    WAYI_BLOB_LIST(WAYI_BLOB_TAG('C', 'E', 'L', 'L'), dlrta_database, regions),
    WAYI_BLOB_LIST(WAYI_BLOB_TAG('E', 'N', 'T', 'R'), dlrta_database, entries),
};

// Regions -----------------------------------------------------------------------------------------

/// Every cell where a unit can stand is a region. NO_MEMORY.
static way_status dlrta_divide(const wayi_grid *grid, dlrta_database *database,
                               const way_allocator *allocator)
{
    const way_map *map = grid->map;
    database->regions = wayi_alloc(allocator, map->cell_count, sizeof *database->regions);
    database->regions_count = database->regions ? map->cell_count : 0;
    for (way_cell cell = 0; cell < database->regions_count; cell++) {
        const uint32_t y = wayi_map_row(map, cell);
        const bool stands = wayi_layer_has(map, grid->layer, cell - y * map->width, y);
        database->regions[cell] = stands ? database->count++ : UINT32_MAX;
    }
    return database->regions ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

/// Writes the pairs of regions that a step leads from and to [opt]; returns how many there are.
static size_t dlrta_list_steps(const wayi_grid *grid, const dlrta_database *database,
                               uint64_t *pairs)
{
    const uint32_t *regions = database->regions;
    size_t count = 0;
    for (way_cell cell = 0; cell < database->regions_count; cell++) {
        uint32_t moves =
            regions[cell] == UINT32_MAX ? 0 : wayi_layer_moves(grid->map, grid->layer, cell);
        for (; moves; moves &= moves - 1) {
            const way_cell to = cell + (uint32_t)grid->map->offsets[wayi_bits_lowest(moves)];
            if (regions[to] == regions[cell]) {
                continue;
            }
            if (pairs) {
                pairs[count] = (uint64_t)regions[cell] << 32 | regions[to];
            }
            count++;
        }
    }
    return count;
}

/// Makes lists of neighbours, ascending, of the steps.
static void dlrta_link(uint64_t *pairs, size_t total, uint32_t count, uint32_t *first,
                       uint32_t *list)
{
    wayi_sort64(pairs, total);
    uint32_t links = 0;
    uint32_t region = 0;
    for (size_t i = 0; i < total; i++) {
        for (; region <= pairs[i] >> 32; region++) {
            first[region] = links;
        }
        if (i == 0 || pairs[i] != pairs[i - 1]) {
            list[links++] = (uint32_t)pairs[i];
        }
    }
    for (; region <= count; region++) {
        first[region] = links;
    }
}

/// Goes up one level: cliques of four, three, two, dead ends with their only neighbour. NO_MEMORY.
static way_status dlrta_rise(const wayi_grid *grid, dlrta_database *database,
                             const way_allocator *allocator)
{
    const size_t total = dlrta_list_steps(grid, database, NULL);
    const size_t room = 2 * (size_t)database->count + 1 + total;
    if (total == 0) {
        return WAY_STATUS_OK;
    }
    uint64_t *pairs = wayi_alloc(allocator, total, sizeof *pairs);
    uint32_t *parents = wayi_alloc(allocator, room, sizeof *parents); // and lists of neighbours
    const bool fits = pairs && parents;
    if (fits) {
        uint32_t *first = parents + database->count;
        uint32_t *list = first + database->count + 1;
        (void)dlrta_list_steps(grid, database, pairs);
        dlrta_link(pairs, total, database->count, first, list);
        memset(parents, 0xff, database->count * sizeof *parents);
        const wayi_clique_graph graph = {first, list, database->count};
        database->count = wayi_clique_groups(&graph, parents);
    }
    for (way_cell cell = 0; fits && cell < database->regions_count; cell++) {
        if (database->regions[cell] != UINT32_MAX) {
            database->regions[cell] = parents[database->regions[cell]];
        }
    }
    wayi_free(allocator, pairs, total, sizeof *pairs);
    wayi_free(allocator, parents, room, sizeof *parents);
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

// Preparation -------------------------------------------------------------------------------------

typedef struct dlrta_job {
    way_space *space;
    const dlrta_database *database;
    const way_cell *places;
    way_allocator allocator;
} dlrta_job;

/// Where the way from the place of a region first enters one whose place is nearer to the end.
static way_cell dlrta_entry(const dlrta_job *job, const way_field *field, uint32_t region)
{
    const uint32_t *regions = job->database->regions;
    const way_cost far = way_field_cost(field, job->places[region]);
    way_cell cell = job->places[region];
    uint32_t judged = region;
    bool nearer = false;
    while (cell != WAY_CELL_NONE && !nearer) {
        cell = way_field_next(field, cell);
        if (cell != WAY_CELL_NONE && regions[cell] != judged) {
            judged = regions[cell];
            nearer = way_field_cost(field, job->places[judged]) < far;
        }
    }
    return cell;
}

/// All entries on the way to one region.
static way_status dlrta_make_column(uint32_t to, void *argument)
{
    const dlrta_job *job = argument;
    const dlrta_database *database = job->database;
    const way_field_config config = {
        .space = job->space, .backward = true, .allocator = &job->allocator};
    way_field *field = NULL;
    way_status status = way_field_create(&config, &field);
    if (status == WAY_STATUS_OK) {
        status = way_field_begin(field, &job->places[to], 1, WAY_COST_MAX);
    }
    if (status == WAY_STATUS_OK && way_field_run(field) != WAY_OUTCOME_ARRIVED) {
        status = WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t from = 0; from < database->count && status == WAY_STATUS_OK; from++) {
        database->entries[(size_t)from * database->count + to] =
            from == to ? WAY_CELL_NONE : dlrta_entry(job, field, from);
    }
    way_field_destroy(field);
    return status;
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
    database->entries = wayi_alloc(allocator, count * count, sizeof *database->entries);
    database->entries_count = database->entries ? count * count : 0;
    way_status status = WAY_STATUS_NO_MEMORY;
    if (sums && places && database->entries) {
        dlrta_place(wayi_space_grid(navigator->space), database, sums, places);
        dlrta_job work = {navigator->space, database, places, *allocator};
        status = wayi_job_run((wayi_job_stage){job, 100, 1000}, database->count, dlrta_make_column,
                              &work);
    }
    wayi_free(allocator, sums, count * 3, sizeof *sums);
    wayi_free(allocator, places, count, sizeof *places);
    return status;
}

static way_status dlrta_prepare(way_navigator *navigator, const way_job *job)
{
    dlrta_database *database = navigator->database;
    const wayi_grid *grid = wayi_space_grid(navigator->space);
    way_status status = dlrta_divide(grid, database, &navigator->allocator);
    for (int32_t i = 0; i < navigator->params[DLRTA_LEVEL] && status == WAY_STATUS_OK; i++) {
        status = dlrta_rise(grid, database, &navigator->allocator);
    }
    if (status == WAY_STATUS_OK && database->count > DLRTA_REGIONS_MAX) {
        status = WAY_STATUS_TOO_LARGE;
    }
    return status == WAY_STATUS_OK && database->count ? dlrta_connect(navigator, job) : status;
}

static way_status dlrta_open(way_navigator *navigator, const wayi_blob *blob)
{
    (void)blob;
    dlrta_database *database = navigator->database;
    const uint32_t cells = way_space_map(navigator->space)->cell_count;
    while (database->count < DLRTA_REGIONS_MAX &&
           (size_t)database->count * database->count < database->entries_count) {
        database->count++;
    }
    bool sound = (size_t)database->count * database->count == database->entries_count &&
                 database->regions_count == cells;
    for (size_t i = 0; i < database->regions_count && sound; i++) {
        sound = database->regions[i] == UINT32_MAX || database->regions[i] < database->count;
    }
    for (size_t i = 0; i < database->entries_count && sound; i++) {
        sound = database->entries[i] == WAY_CELL_NONE || database->entries[i] < cells;
    }
    return sound ? WAY_STATUS_OK : WAY_STATUS_BAD_FORMAT;
}

static uint32_t dlrta_find_region(const way_navigator *navigator, way_state state, way_state *place)
{
    const dlrta_database *database = navigator->database;
    *place = WAY_STATE_NONE;
    return database->regions ? database->regions[state] : WAY_STATE_NONE;
}

// Agents ------------------------------------------------------------------------------------------

typedef struct dlrta_memory {
    wayi_inner lrta;        ///< towards the target
    wayi_hash_table visits; ///< by target and cell
    way_cell target;
    uint32_t region; ///< that the target was asked for in
    bool steady;     ///< asks only where it was sent to
} dlrta_memory;

static way_status dlrta_create(way_agent *agent)
{
    dlrta_memory *memory = agent->memory;
    wayi_hash_table_init(&memory->visits, &agent->allocator);
    return wayi_inner_open_in(&memory->lrta, agent, "lrtastar", agent->capacity, WAY_STORE_SPARSE);
}

static void dlrta_destroy(way_agent *agent)
{
    dlrta_memory *memory = agent->memory;
    wayi_inner_close(&memory->lrta);
    wayi_hash_table_fini(&memory->visits);
}

static way_status dlrta_begin(way_agent *agent)
{
    dlrta_memory *memory = agent->memory;
    memory->target = WAY_CELL_NONE;
    memory->steady = false;
    wayi_hash_table_clear(&memory->visits);
    return WAY_STATUS_OK;
}

/// Asks the database where to go from here; false without memory.
static bool dlrta_ask(way_agent *agent, way_cell cell)
{
    dlrta_memory *memory = agent->memory;
    const dlrta_database *database = agent->navigator->database;
    const uint32_t goal_region = database->regions[agent->goal.state];
    memory->region = database->regions[cell];
    way_cell target = WAY_CELL_NONE;
    if (memory->region != UINT32_MAX && goal_region != UINT32_MAX) {
        target = database->entries[(size_t)memory->region * database->count + goal_region];
    }
    if (target == WAY_CELL_NONE || target == cell || memory->region == goal_region) {
        target = agent->goal.state;
    }
    const bool same = target == memory->target;
    memory->target = target;
    return same || wayi_inner_begin(&memory->lrta, cell, target);
}

/// Counts coming to a cell with a target; false at the limit or without memory.
static bool dlrta_count_visit(way_agent *agent, way_cell cell)
{
    dlrta_memory *memory = agent->memory;
    if (memory->steady) {
        return true;
    }
    const uint64_t key = (uint64_t)memory->target << 32 | cell;
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

static way_outcome dlrta_step(way_agent *agent, uint32_t budget)
{
    (void)budget; // a move looks at one cell
    dlrta_memory *memory = agent->memory;
    const dlrta_database *database = agent->navigator->database;
    const way_cell cell = wayi_agent_last(agent);
    const bool asks = memory->target == WAY_CELL_NONE || memory->target == cell ||
                      (!memory->steady && database->regions[cell] != memory->region);
    if (cell == agent->goal.state) {
        return WAY_OUTCOME_ARRIVED;
    }
    if ((asks && !dlrta_ask(agent, cell)) || !dlrta_count_visit(agent, cell)) {
        return WAY_OUTCOME_CAPACITY;
    }
    return wayi_inner_move(&memory->lrta, agent);
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
    .lists = dlrta_lists,
    .list_count = sizeof dlrta_lists / sizeof *dlrta_lists,
    .open = dlrta_open,
    .find_region = dlrta_find_region,
    .create = dlrta_create,
    .destroy = dlrta_destroy,
    .begin = dlrta_begin,
    .step = dlrta_step,
};
