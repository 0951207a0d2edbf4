// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Compressed path database: for every pair of cells the first step of a best path. Cells are
// numbered in the order of a depth-first walk over the map, so that neighbours have near numbers;
// the row of a source is cut into runs of targets that share a first step (region_rows.h: every
// cell is a place). All best first steps of a target are known when its run is chosen, so runs go
// on as long as any step serves; targets that can't be reached, and the source, fit every run. A
// move is one look-up, a path is best.
//
// Preparation is one search per cell: it is the yardstick for small and middle-sized maps, and
// refuses more than `cells` of them. Reference: Botea, Ultra-Fast Optimal Pathfinding without
// Runtime Search, 2011; Strasser, Botea, Harabor, Compressing Optimal Paths with Run Length
// Encoding, 2015.
//
// A compressed path database towards regions: for every cell and every region the first step of a
// best path to the region's place. Regions are those of HCDPS, so from a place
// the goal can be climbed to. An agent looks up step after step towards the place of its
// goal's region, tries now and then whether it can climb to the goal already, and climbs from the
// place at the latest. Rows are best over weights too; climbs are blind to them.
//
// Regions are far fewer than cells: one search for each of them is what preparation takes, where
// the rows of cpd take one for each cell. Regions are numbered along a curve that keeps neighbours
// together, and a row is cut into runs of regions that share a best first step. Reference: Botea,
// Ultra-Fast Optimal Pathfinding without Runtime Search, 2011, for the rows; Lawrence and Bulitko,
// Database-Driven Real-Time Heuristic Search in Video-Game Pathfinding, 2013, for the regions.
#include "base/check.h"
#include "core/sort.h"
#include "lab/subgoal/region_rows.h"
#include "search/atlas/atlas.h"
#include "search/engine/ways_out.h"
#include "search/subgoal/walk.h"

#include <string.h>

/// Regions have numbers below this.
#define CPD_REGIONS UINT16_MAX

/// Nearer goals are not worth another look.
#define CPD_PEEK_MIN 4u

enum { CPD_CELLS };

static const way_param cpd_params[] = {
    [CPD_CELLS] = {"cells", "largest number of passable cells; preparation grows with its square",
                   WAY_PARAM_INTEGER, 2500, 2500, 1000000, NULL},
};

enum { REGIONCPD_SPACING, REGIONCPD_CUTOFF, REGIONCPD_LOOKAHEAD, REGIONCPD_CELLS };

static const way_param regioncpd_params[] = {
    [REGIONCPD_SPACING] = {"spacing",
                           "cells between places; smaller finds better paths with more memory",
                           WAY_PARAM_INTEGER, 16, 2, (int32_t)WAYI_SQUARE_MAX, NULL},
    [REGIONCPD_CUTOFF] = {"cutoff", "most steps between a cell and the place of its region",
                          WAY_PARAM_INTEGER, 250, 1, 10000, NULL},
    [REGIONCPD_LOOKAHEAD] = {"reads", "most cells read between two moves", WAY_PARAM_INTEGER, 100,
                             1, 10000, NULL},
    [REGIONCPD_CELLS] = {"cells", "largest number of passable cells", WAY_PARAM_INTEGER, 200000,
                         2500, 10000000, NULL},
};

/// Rows towards cells, or towards regions.
typedef struct cpd_database {
    uint32_t *ranks; ///< [cells] cells: the number of each, or UINT32_MAX; NULL = regions
    size_t ranks_count;
    wayi_atlas atlas; ///< regions: theirs have the numbers of the places
    way_cell *places; ///< regions: these
    size_t places_count;
    wayi_region_rows table;
} cpd_database;

static const wayi_blob_list cpd_lists[] = {
    WAYI_BLOB_LIST(WAYI_BLOB_TAG('R', 'A', 'N', 'K'), cpd_database, ranks),
    WAYI_REGION_ROWS_LISTS(cpd_database, table),
};

static const wayi_blob_list regioncpd_lists[] = {
    WAYI_BLOB_LIST(WAYI_BLOB_TAG('P', 'L', 'A', 'C'), cpd_database, places),
    WAYI_REGION_ROWS_LISTS(cpd_database, table),
};

// Preparation -------------------------------------------------------------------------------------

/// Numbers cells in the order of a depth-first walk; false without memory.
static bool cpd_number(const way_space *space, uint32_t *ranks, wayi_path_buffer *order,
                       wayi_path_buffer *stack)
{
    const wayi_grid *grid = wayi_space_grid(space);
    const way_map *map = grid->map;
    memset(ranks, 0xff, map->cell_count * sizeof *ranks);
    bool fits = wayi_walk_cells(space, stack);
    wayi_path_buffer_reverse(stack, 0); // walks begin at the first cell that was not met
    while (stack->count && fits) {
        const way_cell cell = stack->states[--stack->count];
        if (ranks[cell] != UINT32_MAX) {
            continue;
        }
        ranks[cell] = order->count;
        fits = wayi_path_buffer_push(order, cell);
        uint32_t moves = wayi_layer_moves(map, grid->layer, cell);
        for (; moves && fits; moves &= moves - 1) {
            const way_cell to = cell + (uint32_t)map->offsets[wayi_bits_lowest(moves)];
            fits = ranks[to] != UINT32_MAX || wayi_path_buffer_push(stack, to);
        }
    }
    return fits;
}

static way_status cpd_prepare(way_navigator *navigator, const way_job *job)
{
    cpd_database *database = navigator->database;
    const way_space *space = navigator->space;
    const way_allocator *allocator = &navigator->allocator;
    const way_map *map = way_space_map(space);
    if (way_map_passable_count(map) > (uint32_t)navigator->params[CPD_CELLS]) {
        return WAY_STATUS_TOO_LARGE;
    }
    database->ranks_count = map->cell_count;
    database->ranks = wayi_alloc(allocator, database->ranks_count, sizeof *database->ranks);
    wayi_path_buffer order;
    wayi_path_buffer stack;
    wayi_path_buffer_init(&order, allocator);
    wayi_path_buffer_init(&stack, allocator);
    way_status status = WAY_STATUS_NO_MEMORY;
    if (database->ranks && cpd_number(space, database->ranks, &order, &stack)) {
        const wayi_region_rows_config config = {space, order.states, order.count, false};
        status = wayi_region_rows_make(&database->table, &config, (wayi_job_stage){job, 0, 1000},
                                       allocator);
    }
    wayi_path_buffer_fini(&stack);
    wayi_path_buffer_fini(&order);
    return status;
}

static way_status cpd_open(way_navigator *navigator, const wayi_blob *blob)
{
    (void)blob;
    cpd_database *database = navigator->database;
    const uint32_t cells = way_space_map(navigator->space)->cell_count;
    return wayi_region_rows_open(&database->table, cells, false) && database->ranks_count == cells
               ? WAY_STATUS_OK
               : WAY_STATUS_BAD_FORMAT;
}

// Regions -----------------------------------------------------------------------------------------

/// Where a cell comes on Hilbert's curve over a square of 65536 cells a side: places that are near
/// to each other on it are near on the map, too.
static uint64_t regioncpd_rank(uint32_t x, uint32_t y)
{
    uint64_t rank = 0;
    for (uint32_t side = UINT32_C(1) << 15; side; side /= 2) {
        const uint32_t right = (x & side) != 0;
        const uint32_t down = (y & side) != 0;
        rank += (uint64_t)side * side * ((3 * right) ^ down);
        // The next smaller squares are passed through turned or mirrored.
        if (!down) {
            const uint32_t turned = right ? side - 1 - (y & (side - 1)) : y;
            y = right ? side - 1 - (x & (side - 1)) : x;
            x = turned;
        }
    }
    return rank;
}

/// Numbers the regions of an atlas just built along that curve: their `row`, and their names by it
/// [region_count]. False without memory.
static bool regioncpd_number(wayi_atlas *atlas, uint32_t *names)
{
    const way_map *map = atlas->grid->map;
    const uint32_t total = atlas->region_count;
    uint64_t *keys = wayi_alloc(&atlas->allocator, total, sizeof *keys);
    const bool enough = keys || total == 0;
    uint32_t count = 0;
    for (uint32_t square = 0; enough && square < atlas->square_count; square++) {
        const wayi_atlas_block *block = atlas->squares[square];
        for (uint32_t i = 0; block && i < block->region_count; i++) {
            const way_cell place = wayi_atlas_regions(block)[i].place;
            const uint32_t y = wayi_map_row(map, place);
            WAYI_ASSERT(keys);
            keys[count++] =
                regioncpd_rank(place - y * map->width, y) << 32 | (square << atlas->bits | i);
        }
    }
    wayi_sort64(keys, count);
    for (uint32_t i = 0; i < count; i++) {
        names[i] = (uint32_t)keys[i];
        wayi_atlas_region_at(atlas, names[i])->row = (uint16_t)i;
    }
    WAYI_FREE(&atlas->allocator, keys, total);
    return enough;
}

/// Whether the numbers of all regions lead to their places in a list.
static bool regioncpd_is_numbered(const wayi_atlas *atlas, const way_cell *places, size_t count)
{
    bool sound = atlas->region_count == count;
    for (uint32_t square = 0; square < atlas->square_count && sound; square++) {
        const wayi_atlas_block *block = atlas->squares[square];
        for (uint32_t i = 0; block && i < block->region_count && sound; i++) {
            const wayi_atlas_region *region = &wayi_atlas_regions(block)[i];
            sound = region->place == WAY_CELL_NONE ||
                    (region->row < count && places[region->row] == region->place);
        }
    }
    return sound;
}

/// Takes over what was saved.
static way_status regioncpd_open(way_navigator *navigator)
{
    cpd_database *database = navigator->database;
    const uint32_t cells = way_space_map(navigator->space)->cell_count;
    bool sound = wayi_region_rows_open(&database->table, cells, true) &&
                 wayi_atlas_open(&database->atlas, navigator->blob) == WAY_STATUS_OK &&
                 regioncpd_is_numbered(&database->atlas, database->places, database->places_count);
    for (size_t i = 0; i < database->places_count && sound; i++) {
        sound = database->places[i] < cells;
    }
    return sound ? WAY_STATUS_OK : WAY_STATUS_BAD_FORMAT;
}

static way_status regioncpd_prepare(way_navigator *navigator, const way_job *job)
{
    cpd_database *database = navigator->database;
    wayi_atlas *atlas = &database->atlas;
    const way_allocator *allocator = &navigator->allocator;
    const uint32_t passable = way_map_passable_count(way_space_map(navigator->space));
    const wayi_atlas_config config = {.space = navigator->space,
                                      .side = (uint32_t)navigator->params[REGIONCPD_SPACING],
                                      .cutoff = (uint32_t)navigator->params[REGIONCPD_CUTOFF]};
    way_status status = wayi_atlas_init(atlas, &config, allocator);
    if (navigator->blob) {
        return status == WAY_STATUS_OK ? regioncpd_open(navigator) : status;
    }
    if (status == WAY_STATUS_OK) {
        status = passable <= (uint32_t)navigator->params[REGIONCPD_CELLS]
                     ? wayi_atlas_build(atlas, (wayi_job_stage){job, 0, 200})
                     : WAY_STATUS_TOO_LARGE;
    }
    const uint32_t count = atlas->region_count;
    if (status != WAY_STATUS_OK || count >= CPD_REGIONS) {
        return status != WAY_STATUS_OK ? status : WAY_STATUS_TOO_LARGE;
    }
    way_cell *places = wayi_alloc(allocator, count, sizeof *places);
    database->places = places;
    database->places_count = count;
    if ((count && !places) || !regioncpd_number(atlas, places)) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t i = 0; i < count; i++) {
        places[i] = wayi_atlas_region_at(atlas, places[i])->place;
    }
    const wayi_region_rows_config rows = {navigator->space, places, count, true};
    return wayi_region_rows_make(&database->table, &rows, (wayi_job_stage){job, 200, 1000},
                                 allocator);
}

static void regioncpd_discard(way_navigator *navigator)
{
    cpd_database *database = navigator->database;
    wayi_atlas_fini(&database->atlas);
}

static void regioncpd_save(const way_navigator *navigator, wayi_blob_writer *writer)
{
    const cpd_database *database = navigator->database;
    wayi_atlas_save(&database->atlas, NULL, 0, writer);
}

// Agents ------------------------------------------------------------------------------------------

typedef struct cpd_memory {
    wayi_climb check;
    uint32_t check_left; ///< cells that the check may still look at; 0 = no check
    uint32_t peek;       ///< looks whether it can climb when the goal is so near; 0 = no more
    uint32_t target;     ///< number of the goal, or of its region
    uint32_t hint;       ///< where in its row the last step was found
    uint32_t toward;     ///< the direction of the last step
    uint32_t strides;    ///< further steps that way that need no look
    way_cell cell;
    bool climbs;         ///< to the goal
    wayi_ways_out exits; ///< of a blocked start, while the ways from there are summed up
    way_cost sum;        ///< of the one at hand so far
} cpd_memory;

/// The number that rows know a cell by, or WAYI_REGION_NONE.
static uint32_t cpd_number_of(const way_navigator *navigator, way_cell cell)
{
    const cpd_database *database = navigator->database;
    if (database->ranks) {
        return database->ranks[cell];
    }
    const uint32_t region = wayi_atlas_find(&database->atlas, cell);
    return region == WAYI_REGION_NONE ? region
                                      : wayi_atlas_region_at(&database->atlas, region)->row;
}

/// Where rows lead.
static way_cell cpd_place(const way_agent *agent)
{
    const cpd_database *database = agent->navigator->database;
    const cpd_memory *memory = agent->memory;
    return database->ranks ? agent->goal.state : database->places[memory->target];
}

/// Most cells that a check looks at; rows towards cells need none.
static uint32_t cpd_sight(const way_navigator *navigator)
{
    const cpd_database *database = navigator->database;
    return database->ranks ? 0 : (uint32_t)navigator->params[REGIONCPD_LOOKAHEAD];
}

static uint32_t regioncpd_find_region(const way_navigator *navigator, way_state state,
                                      way_state *place)
{
    const cpd_database *database = navigator->database;
    const uint32_t region = cpd_number_of(navigator, state);
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
static void cpd_peek(way_agent *agent)
{
    cpd_memory *memory = agent->memory;
    const wayi_climb climb =
        wayi_climb_begin(wayi_space_grid(agent->space), memory->cell, agent->goal.state);
    const uint32_t left = wayi_climb_least_steps(&climb);
    if (!memory->climbs && memory->peek && left <= memory->peek) {
        memory->check = climb;
        memory->check_left = cpd_sight(agent->navigator);
        memory->peek = left > CPD_PEEK_MIN ? left / 2 : 0;
    }
}

static way_status cpd_begin(way_agent *agent)
{
    cpd_memory *memory = agent->memory;
    *memory = (cpd_memory){.cell = agent->start,
                           .peek = cpd_sight(agent->navigator),
                           .target = cpd_number_of(agent->navigator, agent->goal.state)};
    wayi_ways_out_find(&memory->exits, agent, &memory->cell);
    cpd_peek(agent);
    return WAY_STATUS_OK;
}

/// Goes on with a check for up to *budget cells. Over weights a climb is taken only if no way can
/// cost less: rows are sure, climbs are blind.
static void cpd_run_check(way_agent *agent, uint32_t *budget)
{
    cpd_memory *memory = agent->memory;
    const wayi_grid *grid = wayi_space_grid(agent->space);
    const way_outcome outcome = wayi_walk_check(agent, &memory->check, &memory->check_left, budget);
    memory->climbs =
        outcome == WAY_OUTCOME_FOUND &&
        (!grid->layer->weights ||
         memory->check.cost == wayi_grid_distance(grid, memory->cell, agent->goal.state));
    memory->check_left = outcome == WAY_OUTCOME_WORKING ? memory->check_left : 0;
}

/// The step from a cell towards where rows lead, or WAYI_DIRECTIONS.
static uint32_t cpd_direction(const cpd_database *database, cpd_memory *memory, way_cell cell)
{
    if (memory->strides) {
        memory->strides--;
        return memory->toward;
    }
    const uint32_t run =
        wayi_region_rows_step(&database->table, cell, memory->target, &memory->hint);
    memory->toward = wayi_region_run_direction(run);
    memory->strides = wayi_region_run_strides(&database->table, run);
    return memory->toward;
}

/// Makes a step: what it costs, WAY_COST_MAX if it is not legal.
static inline way_cost cpd_go(const wayi_grid *grid, uint32_t direction, way_cell *cell)
{
    const way_cell from = *cell;
    if (!(wayi_layer_moves(grid->map, grid->layer, from) >> direction & 1u)) {
        return WAY_COST_MAX;
    }
    *cell += (uint32_t)grid->map->offsets[direction];
    return wayi_map_step(grid->map, grid->layer, from, *cell, direction);
}

/// Sums up the ways from all exits of a blocked start, for up to `budget` moves.
static way_outcome cpd_compare(way_agent *agent, uint32_t budget)
{
    cpd_memory *memory = agent->memory;
    const cpd_database *database = agent->navigator->database;
    const wayi_grid *grid = wayi_space_grid(agent->space);
    wayi_ways_out *exits = &memory->exits;
    way_outcome outcome = WAY_OUTCOME_WORKING;
    for (; budget && exits->count && outcome == WAY_OUTCOME_WORKING; budget--) {
        const way_cost sum = way_cost_add(exits->edges[exits->tried].cost, memory->sum);
        const bool there = memory->cell == agent->goal.state;
        wayi_walk_look(agent, memory->cell, sum);
        const uint32_t direction = there || sum >= exits->best_cost
                                       ? WAYI_DIRECTIONS
                                       : cpd_direction(database, memory, memory->cell);
        const way_cost step = cpd_go(grid, direction, &memory->cell);
        memory->sum = way_cost_add(memory->sum, step);
        if (step == WAY_COST_MAX) {
            memory->sum = 0;
            outcome = wayi_ways_out_end(exits, agent, there ? sum : WAY_COST_MAX, &memory->cell);
        }
    }
    return outcome;
}

static way_outcome cpd_move(way_agent *agent)
{
    cpd_memory *memory = agent->memory;
    const cpd_database *database = agent->navigator->database;
    const wayi_grid *grid = wayi_space_grid(agent->space);
    if (memory->target == WAYI_REGION_NONE) {
        return WAY_OUTCOME_NO_PATH;
    }
    memory->climbs = memory->climbs || memory->cell == cpd_place(agent);
    wayi_walk_look(agent, memory->cell, agent->cost);
    const uint32_t direction = memory->climbs
                                   ? wayi_climb_next(grid, memory->cell, agent->goal.state)
                                   : cpd_direction(database, memory, memory->cell);
    const way_cost step = cpd_go(grid, direction, &memory->cell);
    if (step == WAY_COST_MAX ||
        (database->ranks && way_cost_add(agent->cost, step) == WAY_COST_MAX)) {
        return WAY_OUTCOME_NO_PATH; // or it costs more than can be counted
    }
    if (!wayi_agent_commit(agent, memory->cell, step)) {
        return WAY_OUTCOME_CAPACITY;
    }
    cpd_peek(agent);
    return memory->cell == agent->goal.state ? WAY_OUTCOME_FOUND : WAY_OUTCOME_WORKING;
}

/// Makes moves towards the place of the goal's region at once, up to where there is something else
/// to do: the moves that single steps would make.
static uint32_t regioncpd_rush(way_agent *agent)
{
    cpd_memory *memory = agent->memory;
    const cpd_database *database = agent->navigator->database;
    const wayi_grid *grid = wayi_space_grid(agent->space);
    const uint32_t room = agent->path.capacity - agent->path.count;
    if (memory->climbs || memory->check_left || memory->target == WAYI_REGION_NONE) {
        return 0;
    }
    const way_cell place = cpd_place(agent);
    // So many moves from here nothing is looked at, and the goal is not met.
    const wayi_climb climb = wayi_climb_begin(grid, memory->cell, agent->goal.state);
    const uint32_t far = wayi_climb_least_steps(&climb);
    const uint32_t free = far > memory->peek + 1 ? far - memory->peek - 1 : 0;
    const uint32_t most = free < room ? free : room;
    way_cell *cells = agent->path.states + agent->path.count;
    way_cell cell = memory->cell;
    uint32_t made = 0;
    while (made < most && cell != place) {
        const way_cost step = cpd_go(grid, cpd_direction(database, memory, cell), &cell);
        if (step == WAY_COST_MAX) {
            break;
        }
        agent->cost = way_cost_add(agent->cost, step);
        cells[made++] = cell;
    }
    agent->path.count += made;
    memory->cell = cell;
    return made;
}

static way_outcome cpd_step(way_agent *agent, uint32_t budget)
{
    cpd_memory *memory = agent->memory;
    if (memory->exits.count) {
        return cpd_compare(agent, budget);
    }
    if (memory->cell == agent->goal.state) {
        return WAY_OUTCOME_FOUND;
    }
    if (memory->check_left) {
        cpd_run_check(agent, &budget);
    }
    return budget && !memory->check_left ? cpd_move(agent) : WAY_OUTCOME_WORKING;
}

static way_status cpd_park(const way_agent *agent, wayi_parcel_writer *out)
{
    const cpd_memory *memory = agent->memory;
    const cpd_database *database = agent->navigator->database;
    if (memory->exits.count ||
        (memory->check_left && memory->check_left != cpd_sight(agent->navigator))) {
        return WAY_STATUS_WRONG_STATE;
    }
    if (!database->ranks) { // towards cells place and goal are all there is
        wayi_parcel_put8(out, (memory->climbs ? 1u : 0u) | (memory->check_left ? 2u : 0u));
        wayi_parcel_put32(out, memory->peek);
    }
    return WAY_STATUS_OK;
}

static way_status cpd_resume(way_agent *agent, const wayi_parked *parked, wayi_parcel_reader *in)
{
    cpd_memory *memory = agent->memory;
    const cpd_database *database = agent->navigator->database;
    const uint32_t flags = database->ranks ? 0 : wayi_parcel_take8(in);
    const uint32_t peek = database->ranks ? 0 : wayi_parcel_take32(in);
    if (!wayi_parcel_is_read(in) || flags > 2) {
        return WAY_STATUS_BAD_FORMAT;
    }
    *memory = (cpd_memory){
        .cell = parked->place,
        .peek = peek,
        .target = cpd_number_of(agent->navigator, parked->goal),
        .check = wayi_climb_begin(wayi_space_grid(agent->space), parked->place, parked->goal),
        .check_left = flags & 2u ? cpd_sight(agent->navigator) : 0,
        .climbs = flags & 1u};
    return WAY_STATUS_OK;
}

/// What both tables have in common.
#define CPD_HOOKS                                                                                  \
    .database.size = sizeof(cpd_database), .database.relief = "raise cells",                       \
    .memory_size = sizeof(cpd_memory), .begin = cpd_begin, .step = cpd_step, .park = cpd_park,     \
    .resume = cpd_resume

const wayi_algorithm wayi_algorithm_cpd = {
    .info = {.name = "cpd",
             .title = "Compressed path database",
             .family = "subgoal",
             .summary = "The first step of a best path for every pair of cells, run-length encoded",
             .reference = "Botea, Ultra-Fast Optimal Pathfinding without Runtime Search, 2011",
             .traits = WAY_TRAIT_OPTIMAL | WAY_TRAIT_COMPLETE | WAY_TRAIT_REALTIME |
                       WAY_TRAIT_PREPARED | WAY_TRAIT_BLOCKED_START,
             .needs = WAY_SPACE_GRID | WAY_SPACE_UNLINKED,
             WAYI_PARAMS(cpd_params)},
    .database.prepare = cpd_prepare,
    WAYI_LISTS(cpd_lists),
    .database.open = cpd_open,
    CPD_HOOKS,
};

const wayi_algorithm wayi_algorithm_regioncpd = {
    .info = {.name = "regioncpd",
             .title = "Compressed path database of regions",
             .family = "subgoal",
             .summary = "The first step of a best path from every cell to every region",
             .reference = "Botea, Ultra-Fast Optimal Pathfinding without Runtime Search, 2011",
             .traits = WAY_TRAIT_COMPLETE | WAY_TRAIT_REALTIME | WAY_TRAIT_PREPARED,
             .needs = WAY_SPACE_GRID | WAY_SPACE_UNLINKED,
             WAYI_PARAMS(regioncpd_params)},
    .database.prepare = regioncpd_prepare,
    WAYI_LISTS(regioncpd_lists),
    .database.discard = regioncpd_discard,
    .database.save = regioncpd_save,
    .database.find_region = regioncpd_find_region,
    .lookahead = regioncpd_lookahead,
    .rush = regioncpd_rush,
    CPD_HOOKS,
};
