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
// refuses more than `cells` of them. The same runs over regions in place of cells are what the rows
// of dba and hcdps are. Reference: Botea, Ultra-Fast Optimal Pathfinding without Runtime Search,
// 2011; Strasser, Botea, Harabor, Compressing Optimal Paths with Run Length Encoding, 2015.
#include "search/engine/ways_out.h"
#include "search/subgoal/region_rows.h"
#include "search/subgoal/walk.h"

#include <string.h>

enum { CPD_CELLS };

static const way_param cpd_params[] = {
    [CPD_CELLS] = {"cells", "most passable cells of a map; preparation grows with their square",
                   WAY_PARAM_INTEGER, 2500, 2500, 1000000, NULL},
};

typedef struct cpd_database {
    uint32_t *ranks; ///< [cells] the number of a cell, or UINT32_MAX
    size_t ranks_count;
    wayi_region_rows table; ///< towards cells by number
} cpd_database;

static const wayi_blob_list cpd_lists[] = {
    WAYI_BLOB_LIST(WAYI_BLOB_TAG('R', 'A', 'N', 'K'), cpd_database, ranks),
    WAYI_REGION_ROWS_LISTS(cpd_database, table),
};

// Preparation -------------------------------------------------------------------------------------

/// Numbers cells in the order of a depth-first walk; false without memory.
static bool cpd_number(const wayi_grid *grid, uint32_t *ranks, wayi_path_buffer *order,
                       wayi_path_buffer *stack)
{
    const way_map *map = grid->map;
    for (way_cell start = 0; start < map->cell_count; start++) {
        const uint32_t y = wayi_map_row(map, start);
        if (ranks[start] != UINT32_MAX ||
            !wayi_layer_has(map, grid->layer, start - y * map->width, y)) {
            continue;
        }
        if (!wayi_path_buffer_push(stack, start)) {
            return false;
        }
        while (stack->count) {
            const way_cell cell = stack->states[--stack->count];
            if (ranks[cell] != UINT32_MAX) {
                continue;
            }
            ranks[cell] = order->count;
            bool fits = wayi_path_buffer_push(order, cell);
            uint32_t moves = wayi_layer_moves(map, grid->layer, cell);
            for (; moves && fits; moves &= moves - 1) {
                const way_cell to = cell + (uint32_t)map->offsets[wayi_bits_lowest(moves)];
                fits = ranks[to] != UINT32_MAX || wayi_path_buffer_push(stack, to);
            }
            if (!fits) {
                return false;
            }
        }
    }
    return true;
}

static way_status cpd_prepare(way_navigator *navigator, const way_job *job)
{
    cpd_database *database = navigator->database;
    const wayi_grid *grid = wayi_space_grid(navigator->space);
    const way_allocator *allocator = &navigator->allocator;
    const uint32_t cells = grid->map->cell_count;
    if (way_map_passable_count(grid->map) > (uint32_t)navigator->params[CPD_CELLS]) {
        return WAY_STATUS_TOO_LARGE;
    }
    database->ranks = wayi_alloc(allocator, cells, sizeof *database->ranks);
    database->ranks_count = database->ranks ? cells : 0;
    wayi_path_buffer order;
    wayi_path_buffer stack;
    wayi_path_buffer_init(&order, allocator);
    wayi_path_buffer_init(&stack, allocator);
    way_status status = WAY_STATUS_NO_MEMORY;
    if (database->ranks) {
        memset(database->ranks, 0xff, cells * sizeof *database->ranks);
        if (cpd_number(grid, database->ranks, &order, &stack)) {
            const wayi_region_rows_config config = {grid, order.states, order.count, &order, false};
            status = wayi_region_rows_make(&database->table, &config,
                                           (wayi_job_stage){job, 0, 1000}, allocator);
        }
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

// Agents ------------------------------------------------------------------------------------------

typedef struct cpd_memory {
    way_cell cell;
    uint32_t hint;       ///< where in its row the last step was found
    wayi_ways_out exits; ///< of a blocked start, to be compared
    bool compares;       ///< the way from one of them to the goal is being summed up
    way_cost sum;        ///< of that way so far
    way_cost best_cost;  ///< of the best one
} cpd_memory;

static way_status cpd_begin(way_agent *agent)
{
    cpd_memory *memory = agent->memory;
    *memory = (cpd_memory){.cell = agent->start, .best_cost = WAY_COST_MAX};
    memory->compares = wayi_ways_out_find(&memory->exits, agent);
    if (memory->compares) {
        memory->cell = wayi_ways_out_next(&memory->exits);
    }
    return WAY_STATUS_OK;
}

/// The first step from where the agent is to its goal, or WAYI_DIRECTIONS.
static uint32_t cpd_find(const way_agent *agent)
{
    cpd_memory *memory = agent->memory;
    const cpd_database *database = agent->navigator->database;
    const uint32_t target = database->ranks[agent->goal.state];
    return target == UINT32_MAX ? WAYI_DIRECTIONS
                                : wayi_region_run_direction(wayi_region_rows_step(
                                      &database->table, memory->cell, target, &memory->hint));
}

/// Ends the way from one exit of a blocked start: goes on to the next, or takes the best.
static way_outcome cpd_end_way(way_agent *agent)
{
    cpd_memory *memory = agent->memory;
    memory->sum = 0;
    memory->compares = wayi_ways_out_left(&memory->exits);
    if (memory->compares) {
        memory->cell = wayi_ways_out_next(&memory->exits);
        return WAY_OUTCOME_MOVING;
    }
    if (memory->best_cost == WAY_COST_MAX) {
        return WAY_OUTCOME_NO_PATH;
    }
    if (!wayi_ways_out_commit(&memory->exits, agent, &memory->cell)) {
        return WAY_OUTCOME_CAPACITY;
    }
    return memory->cell == agent->goal.state ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_MOVING;
}

/// Sums up the ways from all exits of a blocked start, for up to `budget` moves.
static way_outcome cpd_compare(way_agent *agent, uint32_t budget)
{
    cpd_memory *memory = agent->memory;
    const wayi_grid *grid = wayi_space_grid(agent->space);
    way_outcome outcome = WAY_OUTCOME_MOVING;
    for (; budget && memory->compares && outcome == WAY_OUTCOME_MOVING; budget--) {
        const way_cost sum = way_cost_add(memory->exits.cost, memory->sum);
        const bool there = memory->cell == agent->goal.state;
        wayi_walk_look(agent, memory->cell, sum);
        if (there && sum < memory->best_cost) {
            memory->best_cost = sum;
            wayi_ways_out_take(&memory->exits);
        }
        const uint32_t direction = cpd_find(agent);
        if (!there && sum < memory->best_cost &&
            (wayi_layer_moves(grid->map, grid->layer, memory->cell) >> direction & 1u)) {
            const way_cell to = memory->cell + (uint32_t)grid->map->offsets[direction];
            memory->sum = way_cost_add(
                memory->sum, wayi_map_step(grid->map, grid->layer, memory->cell, to, direction));
            memory->cell = to;
        } else {
            outcome = cpd_end_way(agent);
        }
    }
    return outcome;
}

static way_outcome cpd_step(way_agent *agent, uint32_t budget)
{
    cpd_memory *memory = agent->memory;
    if (memory->compares) {
        return cpd_compare(agent, budget);
    }
    const wayi_grid *grid = wayi_space_grid(agent->space);
    if (memory->cell == agent->goal.state) {
        return WAY_OUTCOME_ARRIVED;
    }
    wayi_walk_look(agent, memory->cell, agent->cost); // a move is one look-up
    const uint32_t direction = cpd_find(agent);
    const uint32_t moves = wayi_layer_moves(grid->map, grid->layer, memory->cell);
    if (!(moves >> direction & 1u)) {
        return WAY_OUTCOME_NO_PATH;
    }
    const way_cell to = memory->cell + (uint32_t)grid->map->offsets[direction];
    const way_cost step = wayi_map_step(grid->map, grid->layer, memory->cell, to, direction);
    if (way_cost_add(agent->cost, step) == WAY_COST_MAX) {
        return WAY_OUTCOME_NO_PATH; // it costs more than can be counted
    }
    return wayi_walk_step(agent, &memory->cell, direction);
}

static way_status cpd_park(const way_agent *agent, wayi_parcel_writer *out)
{
    (void)out; // place and goal are all there is
    return ((const cpd_memory *)agent->memory)->compares ? WAY_STATUS_WRONG_STATE : WAY_STATUS_OK;
}

static way_status cpd_resume(way_agent *agent, const wayi_parked *parked, wayi_parcel_reader *in)
{
    cpd_memory *memory = agent->memory;
    if (!wayi_parcel_is_read(in)) {
        return WAY_STATUS_BAD_FORMAT;
    }
    *memory = (cpd_memory){.cell = parked->place};
    return WAY_STATUS_OK;
}

const wayi_algorithm wayi_algorithm_cpd = {
    .info = {.name = "cpd",
             .title = "Compressed path database",
             .family = "subgoal",
             .summary = "The first step of a best path for every pair of cells, run-length encoded",
             .reference = "Botea, Ultra-Fast Optimal Pathfinding without Runtime Search, 2011",
             .traits = WAY_TRAIT_OPTIMAL | WAY_TRAIT_COMPLETE | WAY_TRAIT_REALTIME |
                       WAY_TRAIT_PREPARED | WAY_TRAIT_BLOCKED_START,
             .needs = WAY_SPACE_GRID | WAY_SPACE_UNLINKED,
             .params = cpd_params,
             .param_count = sizeof cpd_params / sizeof *cpd_params},
    .database_size = sizeof(cpd_database),
    .relief = "raise cells",
    .memory_size = sizeof(cpd_memory),
    .prepare = cpd_prepare,
    .lists = cpd_lists,
    .list_count = sizeof cpd_lists / sizeof *cpd_lists,
    .open = cpd_open,
    .begin = cpd_begin,
    .step = cpd_step,
    .park = cpd_park,
    .resume = cpd_resume,
};
