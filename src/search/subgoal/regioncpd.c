// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A compressed path database towards regions: for every cell and every region the first step of a
// best path to the region's representative. Regions are those of HCDPS, so from a representative
// the goal can be climbed to. An agent looks up step after step towards the representative of its
// goal's region, tries now and then whether it can climb to the goal already, and climbs from the
// representative at the latest. Rows are best over weights too; climbs are blind to them.
//
// Regions are far fewer than cells: one search for each of them is what preparation takes, where
// the rows of cpd take one for each cell. Regions are numbered along a curve that keeps neighbours
// together, and a row is cut into runs of regions that share a best first step. Reference: Botea,
// Ultra-Fast Optimal Pathfinding without Runtime Search, 2011, for the rows; Lawrence and Bulitko,
// Database-Driven Real-Time Heuristic Search in Video-Game Pathfinding, 2013, for the regions.
#include "search/atlas/atlas.h"
#include "search/subgoal/region_rows.h"
#include "search/subgoal/walk.h"

/// Nearer goals are not worth another look.
#define REGIONCPD_PEEK_MIN 4u

enum { REGIONCPD_SPACING, REGIONCPD_CUTOFF, REGIONCPD_LOOKAHEAD, REGIONCPD_CELLS };

static const way_param regioncpd_params[] = {
    [REGIONCPD_SPACING] = {"spacing",
                           "cells between seeds; smaller finds better paths with more memory",
                           WAY_PARAM_INTEGER, 16, 2, (int32_t)WAYI_SQUARE_MAX, NULL},
    [REGIONCPD_CUTOFF] = {"cutoff", "most steps between a cell and the seed of its region",
                          WAY_PARAM_INTEGER, 250, 1, 10000, NULL},
    [REGIONCPD_LOOKAHEAD] = {"lookahead", "most cells looked at between two moves",
                             WAY_PARAM_INTEGER, 100, 1, 10000, NULL},
    [REGIONCPD_CELLS] = {"cells", "most passable cells of a map", WAY_PARAM_INTEGER, 200000, 2500,
                         10000000, NULL},
};

typedef struct regioncpd_database {
    wayi_atlas atlas; ///< its regions have the numbers of the representatives
    way_cell *places;
    size_t places_count;
    wayi_region_rows table;
} regioncpd_database;

static const wayi_blob_list regioncpd_lists[] = {
    WAYI_BLOB_LIST(WAYI_BLOB_TAG('P', 'L', 'A', 'C'), regioncpd_database, places),
    WAYI_REGION_ROWS_LISTS(regioncpd_database, table),
};

// Preparation -------------------------------------------------------------------------------------

/// Regions and their representatives, numbered.
static way_status regioncpd_divide(way_navigator *navigator, const way_job *job)
{
    regioncpd_database *database = navigator->database;
    const way_allocator *allocator = &navigator->allocator;
    wayi_atlas *atlas = &database->atlas;
    const way_status status = wayi_atlas_build(atlas, (wayi_job_stage){job, 0, 200});
    const uint32_t count = atlas->region_count;
    if (status != WAY_STATUS_OK) {
        return status;
    }
    if (count >= WAYI_ATLAS_NO_ROW) {
        return WAY_STATUS_TOO_LARGE;
    }
    database->places = wayi_alloc(allocator, count, sizeof *database->places);
    database->places_count = database->places ? count : 0;
    if (database->places_count != count || !wayi_atlas_number(atlas, database->places)) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t i = 0; i < count; i++) {
        database->places[i] = wayi_atlas_region_at(atlas, database->places[i])->place;
    }
    return WAY_STATUS_OK;
}

/// Everything but the squares and rows.
static way_status regioncpd_set_up(way_navigator *navigator)
{
    regioncpd_database *database = navigator->database;
    const wayi_atlas_config config = {.space = navigator->space,
                                      .side = (uint32_t)navigator->params[REGIONCPD_SPACING],
                                      .cutoff = (uint32_t)navigator->params[REGIONCPD_CUTOFF]};
    return wayi_atlas_init(&database->atlas, &config, &navigator->allocator);
}

static way_status regioncpd_prepare(way_navigator *navigator, const way_job *job)
{
    regioncpd_database *database = navigator->database;
    const way_map *map = way_space_map(navigator->space);
    way_status status = regioncpd_set_up(navigator);
    if (status == WAY_STATUS_OK &&
        way_map_passable_count(map) > (uint32_t)navigator->params[REGIONCPD_CELLS]) {
        status = WAY_STATUS_TOO_LARGE;
    }
    if (status == WAY_STATUS_OK) {
        status = regioncpd_divide(navigator, job);
    }
    wayi_path_buffer cells;
    wayi_path_buffer_init(&cells, &navigator->allocator);
    for (way_cell cell = 0; cell < map->cell_count && status == WAY_STATUS_OK; cell++) {
        if (way_space_can_stand(navigator->space, cell) && !wayi_path_buffer_push(&cells, cell)) {
            status = WAY_STATUS_NO_MEMORY;
        }
    }
    if (status == WAY_STATUS_OK) {
        const wayi_region_rows_config config = {wayi_space_grid(navigator->space), database->places,
                                                (uint32_t)database->places_count, &cells, true};
        status = wayi_region_rows_make(&database->table, &config, (wayi_job_stage){job, 200, 1000},
                                       &navigator->allocator);
    }
    wayi_path_buffer_fini(&cells);
    return status;
}

static void regioncpd_discard(way_navigator *navigator)
{
    regioncpd_database *database = navigator->database;
    wayi_atlas_fini(&database->atlas);
}

// Saving ------------------------------------------------------------------------------------------

static void regioncpd_save(const way_navigator *navigator, wayi_blob_writer *writer)
{
    const regioncpd_database *database = navigator->database;
    wayi_atlas_save(&database->atlas, writer);
}

static way_status regioncpd_open(way_navigator *navigator, const wayi_blob *blob)
{
    regioncpd_database *database = navigator->database;
    const uint32_t cells = way_space_map(navigator->space)->cell_count;
    const way_status status = regioncpd_set_up(navigator);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    bool sound = wayi_region_rows_open(&database->table, cells, true) &&
                 wayi_atlas_open(&database->atlas, blob) == WAY_STATUS_OK &&
                 wayi_atlas_is_numbered(&database->atlas, database->places,
                                        (uint32_t)database->places_count);
    for (size_t i = 0; i < database->places_count && sound; i++) {
        sound = database->places[i] < cells;
    }
    return sound ? WAY_STATUS_OK : WAY_STATUS_BAD_FORMAT;
}

// Agents ------------------------------------------------------------------------------------------

typedef struct regioncpd_memory {
    wayi_climb check;
    uint32_t check_left; ///< cells that the check may still look at; 0 = no check
    uint32_t peek;       ///< looks whether it can climb when the goal is so near; 0 = no more
    uint32_t region;     ///< of the goal
    uint32_t hint;       ///< where in its row the last step was found
    uint32_t toward;     ///< the direction of the last step
    uint32_t strides;    ///< further steps that way that need no look
    way_cell cell;
    bool climbs; ///< to the goal
} regioncpd_memory;

static uint32_t regioncpd_region(const way_navigator *navigator, way_cell cell)
{
    const regioncpd_database *database = navigator->database;
    const uint32_t region = wayi_atlas_find(&database->atlas, cell);
    return region == WAYI_REGION_NONE ? region
                                      : wayi_atlas_region_at(&database->atlas, region)->row;
}

static uint32_t regioncpd_find_region(const way_navigator *navigator, way_state state,
                                      way_state *place)
{
    const regioncpd_database *database = navigator->database;
    const uint32_t region = regioncpd_region(navigator, state);
    if (region == WAYI_REGION_NONE) {
        return WAY_STATE_NONE;
    }
    *place = database->places[region];
    return region;
}

static uint32_t regioncpd_lookahead(const way_navigator *navigator)
{
    return (uint32_t)navigator->params[REGIONCPD_LOOKAHEAD] + 1;
}

/// Begins a check if the goal is near enough for one.
static void regioncpd_peek(way_agent *agent)
{
    regioncpd_memory *memory = agent->memory;
    const wayi_climb climb =
        wayi_climb_begin(wayi_space_grid(agent->space), memory->cell, agent->goal.state);
    const uint32_t left = wayi_climb_least_steps(&climb);
    if (!memory->climbs && memory->peek && left <= memory->peek) {
        memory->check = climb;
        memory->check_left = (uint32_t)agent->navigator->params[REGIONCPD_LOOKAHEAD];
        memory->peek = left > REGIONCPD_PEEK_MIN ? left / 2 : 0;
    }
}

static way_status regioncpd_begin(way_agent *agent)
{
    regioncpd_memory *memory = agent->memory;
    *memory = (regioncpd_memory){.cell = agent->start,
                                 .peek = (uint32_t)agent->navigator->params[REGIONCPD_LOOKAHEAD],
                                 .region = regioncpd_region(agent->navigator, agent->goal.state)};
    regioncpd_peek(agent);
    return WAY_STATUS_OK;
}

/// Over weights a climb is taken only if no way can cost less: rows are sure, climbs are blind.
static bool regioncpd_is_cheap(const way_agent *agent)
{
    const regioncpd_memory *memory = agent->memory;
    const wayi_grid *grid = wayi_space_grid(agent->space);
    return !grid->layer->weights ||
           memory->check.cost == wayi_grid_distance(grid, memory->cell, agent->goal.state);
}

/// Goes on with a check for up to *budget cells.
static void regioncpd_run_check(way_agent *agent, uint32_t *budget)
{
    regioncpd_memory *memory = agent->memory;
    const way_outcome outcome = wayi_walk_check(agent, &memory->check, &memory->check_left, budget);
    memory->climbs = outcome == WAY_OUTCOME_ARRIVED && regioncpd_is_cheap(agent);
    memory->check_left = outcome == WAY_OUTCOME_MOVING ? memory->check_left : 0;
}

/// The step from a cell towards the place of the goal's region.
static uint32_t regioncpd_direction(const regioncpd_database *database, regioncpd_memory *memory,
                                    way_cell cell)
{
    if (memory->strides) {
        memory->strides--;
        return memory->toward;
    }
    const uint32_t run =
        wayi_region_rows_step(&database->table, cell, memory->region, &memory->hint);
    memory->toward = wayi_region_run_direction(run);
    memory->strides = wayi_region_run_strides(&database->table, run);
    return memory->toward;
}

static way_outcome regioncpd_move(way_agent *agent, uint32_t *budget)
{
    regioncpd_memory *memory = agent->memory;
    const regioncpd_database *database = agent->navigator->database;
    const wayi_grid *grid = wayi_space_grid(agent->space);
    const way_map *map = grid->map;
    if (memory->region == WAYI_REGION_NONE) {
        return WAY_OUTCOME_NO_PATH;
    }
    memory->climbs = memory->climbs || memory->cell == database->places[memory->region];
    --*budget;
    wayi_walk_look(agent, memory->cell, agent->cost);
    const uint32_t direction = memory->climbs
                                   ? wayi_climb_next(grid, memory->cell, agent->goal.state)
                                   : regioncpd_direction(database, memory, memory->cell);
    if (!(wayi_layer_moves(map, grid->layer, memory->cell) >> direction & 1u)) {
        return WAY_OUTCOME_NO_PATH;
    }
    const way_outcome outcome = wayi_walk_step(agent, &memory->cell, direction);
    regioncpd_peek(agent);
    return outcome;
}

/// Makes moves towards the place of the goal's region at once, up to where there is something else
/// to do: the moves that single steps would make.
static uint32_t regioncpd_rush(way_agent *agent)
{
    regioncpd_memory *memory = agent->memory;
    const regioncpd_database *database = agent->navigator->database;
    const wayi_grid *grid = wayi_space_grid(agent->space);
    const way_map *map = grid->map;
    const uint32_t room = agent->path.capacity - agent->path.count;
    if (memory->climbs || memory->check_left || memory->region == WAYI_REGION_NONE) {
        return 0;
    }
    const way_cell place = database->places[memory->region];
    // So many moves from here nothing is looked at, and the goal is not met.
    const wayi_climb climb = wayi_climb_begin(grid, memory->cell, agent->goal.state);
    const uint32_t far = wayi_climb_least_steps(&climb);
    const uint32_t free = far > memory->peek + 1 ? far - memory->peek - 1 : 0;
    const uint32_t most = free < room ? free : room;
    way_cell *cells = agent->path.states + agent->path.count;
    way_cell cell = memory->cell;
    uint32_t made = 0;
    for (; made < most && cell != place; made++) {
        const uint32_t direction = regioncpd_direction(database, memory, cell);
        if (!(wayi_layer_moves(map, grid->layer, cell) >> direction & 1u)) {
            break;
        }
        const way_cell to = cell + (uint32_t)map->offsets[direction];
        agent->cost =
            way_cost_add(agent->cost, wayi_map_step(map, grid->layer, cell, to, direction));
        cells[made] = cell = to;
    }
    agent->path.count += made;
    memory->cell = cell;
    return made;
}

static way_outcome regioncpd_step(way_agent *agent, uint32_t budget)
{
    regioncpd_memory *memory = agent->memory;
    if (memory->cell == agent->goal.state) {
        return WAY_OUTCOME_ARRIVED;
    }
    if (memory->check_left) {
        regioncpd_run_check(agent, &budget);
    }
    return budget && !memory->check_left ? regioncpd_move(agent, &budget) : WAY_OUTCOME_MOVING;
}

static way_status regioncpd_park(const way_agent *agent, wayi_parcel_writer *out)
{
    const regioncpd_memory *memory = agent->memory;
    const uint32_t whole = (uint32_t)agent->navigator->params[REGIONCPD_LOOKAHEAD];
    if (memory->check_left && memory->check_left != whole) {
        return WAY_STATUS_WRONG_STATE;
    }
    wayi_parcel_put8(out, (memory->climbs ? 1u : 0u) | (memory->check_left ? 2u : 0u));
    wayi_parcel_put32(out, memory->peek);
    return WAY_STATUS_OK;
}

static way_status regioncpd_resume(way_agent *agent, const wayi_parked *parked,
                                   wayi_parcel_reader *in)
{
    regioncpd_memory *memory = agent->memory;
    const uint32_t flags = wayi_parcel_take8(in);
    const uint32_t peek = wayi_parcel_take32(in);
    if (!wayi_parcel_is_read(in) || flags > 2) {
        return WAY_STATUS_BAD_FORMAT;
    }
    *memory = (regioncpd_memory){
        .cell = parked->place,
        .peek = peek,
        .region = regioncpd_region(agent->navigator, parked->goal),
        .check = wayi_climb_begin(wayi_space_grid(agent->space), parked->place, parked->goal),
        .check_left = flags & 2u ? (uint32_t)agent->navigator->params[REGIONCPD_LOOKAHEAD] : 0,
        .climbs = flags & 1u};
    return WAY_STATUS_OK;
}

const wayi_algorithm wayi_algorithm_regioncpd = {
    .info = {.name = "regioncpd",
             .title = "Compressed path database of regions",
             .family = "subgoal",
             .summary = "The first step of a best path from every cell to every region",
             .reference = "Botea, Ultra-Fast Optimal Pathfinding without Runtime Search, 2011",
             .traits = WAY_TRAIT_COMPLETE | WAY_TRAIT_REALTIME | WAY_TRAIT_PREPARED,
             .needs = WAY_SPACE_GRID | WAY_SPACE_UNLINKED,
             .params = regioncpd_params,
             .param_count = sizeof regioncpd_params / sizeof *regioncpd_params},
    .database_size = sizeof(regioncpd_database),
    .relief = "raise cells",
    .memory_size = sizeof(regioncpd_memory),
    .prepare = regioncpd_prepare,
    .lists = regioncpd_lists,
    .list_count = sizeof regioncpd_lists / sizeof *regioncpd_lists,
    .discard = regioncpd_discard,
    .save = regioncpd_save,
    .open = regioncpd_open,
    .find_region = regioncpd_find_region,
    .lookahead = regioncpd_lookahead,
    .begin = regioncpd_begin,
    .step = regioncpd_step,
    .rush = regioncpd_rush,
    .park = regioncpd_park,
    .resume = regioncpd_resume,
};
