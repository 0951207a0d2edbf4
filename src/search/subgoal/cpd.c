// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Compressed path database: for every pair of cells the first step of a best path. Cells are
// numbered in the order of a depth-first walk over the map, so that neighbours have near numbers;
// the row of a source is cut into runs of targets that share a first step. All best first steps of
// a target are known when its run is chosen, so runs go on as long as any step serves; targets that
// can't be reached, and the source, fit every run. A move is one look-up, a path is best.
//
// Preparation is one search per cell: it is the yardstick for small and middle-sized maps, and
// refuses more than `cells` of them. The same runs over regions in place of cells are what the rows
// of dba and hcdps are. Reference: Botea, Ultra-Fast Optimal Pathfinding without Runtime Search,
// 2011; Strasser, Botea, Harabor, Compressing Optimal Paths with Run Length Encoding, 2015.
#include "base/job.h"
#include "search/engine/ways_out.h"
#include "search/frame/algorithm.h"
#include "search/frame/observer.h"
#include "search/subgoal/runs.h"
#include "search/subgoal/sweep.h"

#include <string.h>

#define CPD_RANKS WAYI_BLOB_TAG('R', 'A', 'N', 'K')
#define CPD_ROWS WAYI_BLOB_TAG('R', 'O', 'W', 'S')
#define CPD_RUNS WAYI_BLOB_TAG('R', 'U', 'N', 'S')

/// Sources per piece of work.
#define CPD_PIECE 64u

enum { CPD_CELLS };

static const way_param cpd_params[] = {
    [CPD_CELLS] = {.name = "cells",
                   .help = "most passable cells of a map; preparation grows with their square",
                   .type = WAY_PARAM_INTEGER,
                   .preset = 2500,
                   .min = 2500,
                   .max = 1000000},
};

typedef struct cpd_database {
    uint32_t *ranks; ///< [cells] the number of a cell, or UINT32_MAX
    uint32_t *rows;  ///< [count + 1] where the runs of a source start
    uint32_t *runs;  ///< first target << 4 | direction
    uint32_t cell_count;
    uint32_t count; ///< of passable cells
    uint32_t run_count;
    bool borrowed;
} cpd_database;

// Preparation -------------------------------------------------------------------------------------

typedef struct cpd_piece {
    way_status status;
    wayi_path_buffer runs;
    uint32_t ends[CPD_PIECE]; ///< of the rows, within the piece
} cpd_piece;

typedef struct cpd_job {
    const wayi_grid *grid;
    const cpd_database *database;
    const way_cell *order; ///< [count] cells by number
    cpd_piece *pieces;
    way_allocator allocator;
} cpd_job;

/// Cuts a row into runs; false without memory.
static bool cpd_compress(const cpd_job *job, const wayi_sweep *sweep, uint32_t source,
                         wayi_path_buffer *runs)
{
    uint32_t first = 0;
    uint32_t common = 0xffu;
    for (uint32_t to = 0; to < job->database->count; to++) {
        const way_cell cell = job->order[to];
        if (to == source || sweep->costs[cell] == WAY_COST_MAX) {
            continue;
        }
        if (!(common & sweep->firsts[cell])) {
            if (!wayi_path_buffer_push(runs, first << 4 | wayi_bits_lowest(common))) {
                return false;
            }
            first = to;
            common = 0xffu;
        }
        common &= sweep->firsts[cell];
    }
    return common == 0xffu || wayi_path_buffer_push(runs, first << 4 | wayi_bits_lowest(common));
}

static void cpd_make_piece(uint32_t index, void *argument)
{
    cpd_job *job = argument;
    cpd_piece *piece = &job->pieces[index];
    const uint32_t count = job->database->count;
    wayi_sweep sweep;
    wayi_path_buffer_init(&piece->runs, &job->allocator);
    bool fits = wayi_sweep_init(&sweep, job->grid, &job->allocator);
    for (uint32_t i = 0; i < CPD_PIECE && fits && index * CPD_PIECE + i < count; i++) {
        const uint32_t source = index * CPD_PIECE + i;
        fits = wayi_sweep_run(&sweep, job->order[source]) &&
               cpd_compress(job, &sweep, source, &piece->runs);
        piece->ends[i] = piece->runs.count;
    }
    piece->status = fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
    wayi_sweep_fini(&sweep);
}

/// Numbers cells in the order of a depth-first walk; false without memory.
static bool cpd_number(const wayi_grid *grid, cpd_database *database, way_cell *order,
                       wayi_path_buffer *stack)
{
    const way_map *map = grid->map;
    for (way_cell start = 0; start < map->cell_count; start++) {
        const uint32_t y = wayi_map_row(map, start);
        if (database->ranks[start] != UINT32_MAX ||
            !wayi_layer_has(map, grid->layer, start - y * map->width, y)) {
            continue;
        }
        if (!wayi_path_buffer_push(stack, start)) {
            return false;
        }
        while (stack->count) {
            const way_cell cell = stack->states[--stack->count];
            if (database->ranks[cell] != UINT32_MAX) {
                continue;
            }
            order[database->count] = cell;
            database->ranks[cell] = database->count++;
            uint32_t moves = wayi_layer_moves(map, grid->layer, cell);
            for (; moves; moves &= moves - 1) {
                const way_cell to = cell + (uint32_t)map->offsets[wayi_bits_lowest(moves)];
                if (database->ranks[to] == UINT32_MAX && !wayi_path_buffer_push(stack, to)) {
                    return false;
                }
            }
        }
    }
    return true;
}

static way_status cpd_join(cpd_database *database, const cpd_piece *pieces, uint32_t piece_count,
                           const way_allocator *allocator)
{
    uint64_t total = 0;
    for (uint32_t i = 0; i < piece_count; i++) {
        if (pieces[i].status != WAY_STATUS_OK) {
            return pieces[i].status;
        }
        total += pieces[i].runs.count;
    }
    if (total > UINT32_MAX - 1) {
        return WAY_STATUS_TOO_LARGE;
    }
    database->runs = wayi_alloc(allocator, (size_t)total + 1, sizeof *database->runs);
    if (!database->runs) {
        return WAY_STATUS_NO_MEMORY;
    }
    database->run_count = (uint32_t)total;
    uint32_t at = 0;
    for (uint32_t i = 0; i < piece_count; i++) {
        if (pieces[i].runs.count) {
            memcpy(database->runs + at, pieces[i].runs.states,
                   pieces[i].runs.count * sizeof *database->runs);
        }
        for (uint32_t k = 0; k < CPD_PIECE && i * CPD_PIECE + k < database->count; k++) {
            database->rows[i * CPD_PIECE + k + 1] = at + pieces[i].ends[k];
        }
        at += pieces[i].runs.count;
    }
    return WAY_STATUS_OK;
}

static way_status cpd_make_rows(way_navigator *navigator, const way_cell *order, const way_job *job)
{
    cpd_database *database = navigator->database;
    const way_allocator *allocator = &navigator->allocator;
    const uint32_t piece_count = (database->count + CPD_PIECE - 1) / CPD_PIECE;
    database->rows = wayi_alloc_zero(allocator, (size_t)database->count + 1, sizeof(uint32_t));
    cpd_piece *pieces = wayi_alloc_zero(allocator, (size_t)piece_count + 1, sizeof *pieces);
    way_status status = database->rows && pieces ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
    cpd_job work = {.grid = wayi_space_grid(navigator->space),
                    .database = database,
                    .order = order,
                    .pieces = pieces,
                    .allocator = *allocator};
    if (status == WAY_STATUS_OK &&
        !wayi_job_run((wayi_job_stage){job, 0, 1000}, piece_count, cpd_make_piece, &work)) {
        status = WAY_STATUS_CANCELLED;
    }
    if (status == WAY_STATUS_OK) {
        status = cpd_join(database, pieces, piece_count, allocator);
    }
    for (uint32_t i = 0; pieces && i < piece_count; i++) {
        // Pieces that were never begun are zero.
        if (pieces[i].runs.capacity) {
            wayi_path_buffer_fini(&pieces[i].runs);
        }
    }
    wayi_free(allocator, pieces, (size_t)piece_count + 1, sizeof *pieces);
    return status;
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
    database->cell_count = cells;
    database->ranks = wayi_alloc(allocator, cells, sizeof *database->ranks);
    way_cell *order = wayi_alloc(allocator, cells, sizeof *order);
    wayi_path_buffer stack;
    wayi_path_buffer_init(&stack, allocator);
    way_status status = WAY_STATUS_NO_MEMORY;
    if (database->ranks && order) {
        memset(database->ranks, 0xff, cells * sizeof *database->ranks);
        if (cpd_number(grid, database, order, &stack)) {
            status = cpd_make_rows(navigator, order, job);
        }
    }
    wayi_path_buffer_fini(&stack);
    wayi_free(allocator, order, cells, sizeof *order);
    return status;
}

static void cpd_discard(way_navigator *navigator)
{
    const cpd_database *database = navigator->database;
    const way_allocator *allocator = &navigator->allocator;
    if (database->borrowed) {
        return;
    }
    wayi_free(allocator, database->ranks, database->cell_count, sizeof *database->ranks);
    wayi_free(allocator, database->rows, (size_t)database->count + 1, sizeof *database->rows);
    wayi_free(allocator, database->runs, (size_t)database->run_count + 1, sizeof *database->runs);
}

static size_t cpd_database_bytes(const way_navigator *navigator)
{
    const cpd_database *database = navigator->database;
    return ((size_t)database->cell_count + database->count + 1 + database->run_count + 1) *
           sizeof(uint32_t);
}

// Saving ------------------------------------------------------------------------------------------

static void cpd_save(const way_navigator *navigator, wayi_blob_writer *writer)
{
    const cpd_database *database = navigator->database;
    wayi_blob_add(writer, CPD_RANKS, sizeof(uint32_t), database->ranks, database->cell_count);
    wayi_blob_add(writer, CPD_ROWS, sizeof(uint32_t), database->rows, (size_t)database->count + 1);
    wayi_blob_add(writer, CPD_RUNS, sizeof(uint32_t), database->runs, database->run_count);
}

static way_status cpd_open(way_navigator *navigator, const wayi_blob *blob)
{
    cpd_database *database = navigator->database;
    uint32_t rows = 0;
    database->borrowed = true;
    database->ranks = wayi_blob_borrow(blob, CPD_RANKS, sizeof(uint32_t), &database->cell_count);
    database->rows = wayi_blob_borrow(blob, CPD_ROWS, sizeof(uint32_t), &rows);
    database->runs = wayi_blob_borrow(blob, CPD_RUNS, sizeof(uint32_t), &database->run_count);
    if (!database->ranks || !database->rows || !database->runs || rows == 0 ||
        database->cell_count != way_space_map(navigator->space)->cell_count) {
        return WAY_STATUS_BAD_FORMAT;
    }
    database->count = rows - 1;
    for (uint32_t i = 0; i < database->cell_count; i++) {
        if (database->ranks[i] != UINT32_MAX && database->ranks[i] >= database->count) {
            return WAY_STATUS_BAD_FORMAT;
        }
    }
    return wayi_runs_are_whole(database->rows, database->count, database->run_count)
               ? WAY_STATUS_OK
               : WAY_STATUS_BAD_FORMAT;
}

// Agents ------------------------------------------------------------------------------------------

typedef struct cpd_memory {
    way_cell cell;
    wayi_ways_out exits; ///< of a blocked start, to be compared
    bool compares;       ///< the way from one of them to the goal is being summed up
    way_cost sum;        ///< of that way so far
    way_cost best_cost;  ///< of the best one
} cpd_memory;

static way_status cpd_create(way_agent *agent)
{
    (void)agent;
    return WAY_STATUS_OK;
}

static void cpd_destroy(way_agent *agent)
{
    (void)agent;
}

static size_t cpd_memory_bytes(const way_agent *agent)
{
    (void)agent;
    return 0;
}

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

/// The first step from a cell to another one, or WAYI_DIRECTIONS.
static uint32_t cpd_find(const cpd_database *database, way_cell from, way_cell to)
{
    const uint32_t source = database->ranks[from];
    const uint32_t target = database->ranks[to];
    if (source == UINT32_MAX || target == UINT32_MAX) {
        return WAYI_DIRECTIONS;
    }
    return wayi_runs_find(database->rows, database->runs, source, target);
}

static void cpd_look(way_agent *agent, way_cell cell, way_cost cost)
{
    agent->stats.expansions++;
    if (agent->observer) {
        wayi_observer_write(agent->observer,
                            (way_event){WAY_EVENT_EXPAND, cell, WAY_STATE_NONE, cost, cost});
    }
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
        cpd_look(agent, memory->cell, sum);
        if (there && sum < memory->best_cost) {
            memory->best_cost = sum;
            wayi_ways_out_take(&memory->exits);
        }
        const uint32_t direction =
            cpd_find(agent->navigator->database, memory->cell, agent->goal.state);
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
    cpd_look(agent, memory->cell, agent->cost); // a move is one look-up
    const uint32_t direction =
        cpd_find(agent->navigator->database, memory->cell, agent->goal.state);
    const uint32_t moves = wayi_layer_moves(grid->map, grid->layer, memory->cell);
    if (!(moves >> direction & 1u)) {
        return WAY_OUTCOME_NO_PATH;
    }
    const way_cell to = memory->cell + (uint32_t)grid->map->offsets[direction];
    const way_cost step = wayi_map_step(grid->map, grid->layer, memory->cell, to, direction);
    if (way_cost_add(agent->cost, step) == WAY_COST_MAX) {
        return WAY_OUTCOME_NO_PATH; // it costs more than can be counted
    }
    memory->cell = to;
    if (!wayi_agent_commit(agent, to, step)) {
        return WAY_OUTCOME_CAPACITY;
    }
    return memory->cell == agent->goal.state ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_MOVING;
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

static uint32_t cpd_lookahead(const way_navigator *navigator)
{
    (void)navigator;
    return 1;
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
    .discard = cpd_discard,
    .database_bytes = cpd_database_bytes,
    .save = cpd_save,
    .open = cpd_open,
    .lookahead = cpd_lookahead,
    .create = cpd_create,
    .destroy = cpd_destroy,
    .memory_bytes = cpd_memory_bytes,
    .begin = cpd_begin,
    .step = cpd_step,
    .park = cpd_park,
    .resume = cpd_resume,
};
