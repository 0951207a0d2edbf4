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
#include "search/frame/algorithm.h"
#include "search/frame/observer.h"
#include "search/subgoal/runs.h"
#include "search/subgoal/sweep.h"

#include <string.h>

#define REGIONCPD_PLACES WAYI_BLOB_TAG('P', 'L', 'A', 'C')
#define REGIONCPD_ROWS WAYI_BLOB_TAG('R', 'O', 'W', 'S')
#define REGIONCPD_RUNS WAYI_BLOB_TAG('R', 'U', 'N', 'S')

/// Regions per turn of searches.
#define REGIONCPD_TURN 32u

/// Nearer goals are not worth another look.
#define REGIONCPD_PEEK_MIN 4u

enum { REGIONCPD_SPACING, REGIONCPD_CUTOFF, REGIONCPD_LOOKAHEAD, REGIONCPD_CELLS };

static const way_param regioncpd_params[] = {
    [REGIONCPD_SPACING] = {.name = "spacing",
                           .help = "cells between seeds; smaller finds better paths with more "
                                   "memory",
                           .type = WAY_PARAM_INTEGER,
                           .preset = 16,
                           .min = 2,
                           .max = (int32_t)WAYI_SQUARE_MAX},
    [REGIONCPD_CUTOFF] = {.name = "cutoff",
                          .help = "most steps between a cell and the seed of its region",
                          .type = WAY_PARAM_INTEGER,
                          .preset = 250,
                          .min = 1,
                          .max = 10000},
    [REGIONCPD_LOOKAHEAD] = {.name = "lookahead",
                             .help = "most cells looked at between two moves",
                             .type = WAY_PARAM_INTEGER,
                             .preset = 100,
                             .min = 1,
                             .max = 10000},
    [REGIONCPD_CELLS] = {.name = "cells",
                         .help = "most passable cells of a map",
                         .type = WAY_PARAM_INTEGER,
                         .preset = 200000,
                         .min = 2500,
                         .max = 10000000},
};

typedef struct regioncpd_database {
    wayi_atlas atlas; ///< its regions have the numbers of the representatives
    way_cell *places; ///< [place_count]
    uint32_t *rows;   ///< [cell_count + 1] where the runs of a cell start; NULL without regions
    uint32_t *runs;   ///< first region << 4 | direction
    uint32_t place_count;
    uint32_t cell_count;
    uint32_t run_count;
    bool borrowed;
} regioncpd_database;

// Preparation -------------------------------------------------------------------------------------

typedef struct regioncpd_job {
    const wayi_grid *grid;
    const way_cell *places;
    const way_cell *cells; ///< [cell_count] where a unit can stand
    uint32_t cell_count;
    uint32_t first; ///< region of the turn
    uint8_t *steps; ///< [REGIONCPD_TURN * cell_count] sets of best first steps; 0 = any
    bool failed[REGIONCPD_TURN];
    way_allocator allocator;
} regioncpd_job;

/// The rows as they grow, a turn after the other.
typedef struct regioncpd_rows {
    uint8_t *common;         ///< [cell_count] steps that serve all of the run at hand; 0 = no run
    uint16_t *begun;         ///< [cell_count] where it starts
    wayi_path_buffer owners; ///< by run: index of the cell
    wayi_path_buffer runs;
} regioncpd_rows;

/// The steps from a cell after which the rest costs as much less as the step does.
static uint8_t regioncpd_best(const wayi_grid *grid, const wayi_sweep *sweep, way_cell cell)
{
    const way_map *map = grid->map;
    const way_cost cost = sweep->costs[cell];
    uint32_t best = 0;
    if (cost == WAY_COST_MAX || cost == 0) {
        return 0;
    }
    uint32_t moves = wayi_layer_moves(map, grid->layer, cell);
    for (; moves; moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const way_cell to = cell + (uint32_t)map->offsets[direction];
        const way_cost step = wayi_map_step(map, grid->layer, cell, to, direction);
        best |= (uint32_t)(way_cost_add(sweep->costs[to], step) == cost) << direction;
    }
    return (uint8_t)best;
}

static void regioncpd_make_column(uint32_t index, void *argument)
{
    regioncpd_job *job = argument;
    wayi_sweep sweep;
    const bool fits = wayi_sweep_init(&sweep, job->grid, &job->allocator) &&
                      wayi_sweep_run(&sweep, job->places[job->first + index]);
    uint8_t *steps = job->steps + (size_t)index * job->cell_count;
    for (uint32_t i = 0; fits && i < job->cell_count; i++) {
        steps[i] = regioncpd_best(job->grid, &sweep, job->cells[i]);
    }
    job->failed[index] = !fits;
    wayi_sweep_fini(&sweep);
}

static bool regioncpd_end_run(regioncpd_rows *rows, uint32_t cell)
{
    const uint32_t run = (uint32_t)rows->begun[cell] << 4 | wayi_bits_lowest(rows->common[cell]);
    return wayi_path_buffer_push(&rows->owners, cell) && wayi_path_buffer_push(&rows->runs, run);
}

/// Goes on with the row of a cell over the regions of a turn; false without memory.
static bool regioncpd_extend(const regioncpd_job *job, regioncpd_rows *rows, uint32_t cell,
                             uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t steps = job->steps[(size_t)i * job->cell_count + cell];
        if (steps == 0) {
            continue;
        }
        if (rows->common[cell] & steps) {
            rows->common[cell] &= steps;
            continue;
        }
        if (rows->common[cell]) {
            if (!regioncpd_end_run(rows, cell)) {
                return false;
            }
            rows->begun[cell] = (uint16_t)(job->first + i);
        }
        rows->common[cell] = steps;
    }
    return true;
}

/// Searches from all representatives, a turn after the other, and grows the rows.
static way_status regioncpd_sweep(regioncpd_job *job, regioncpd_rows *rows, uint32_t regions,
                                  const way_job *caller)
{
    for (job->first = 0; job->first < regions; job->first += REGIONCPD_TURN) {
        const uint32_t left = regions - job->first;
        const uint32_t count = left < REGIONCPD_TURN ? left : REGIONCPD_TURN;
        const uint32_t from = 200 + (uint32_t)(800ull * job->first / regions);
        const uint32_t to = 200 + (uint32_t)(800ull * (job->first + count) / regions);
        if (!wayi_job_run((wayi_job_stage){caller, from, to}, count, regioncpd_make_column, job)) {
            return WAY_STATUS_CANCELLED;
        }
        bool fits = true;
        for (uint32_t i = 0; i < count; i++) {
            fits = fits && !job->failed[i];
        }
        for (uint32_t cell = 0; cell < job->cell_count && fits; cell++) {
            fits = regioncpd_extend(job, rows, cell, count);
        }
        if (!fits) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    for (uint32_t cell = 0; cell < job->cell_count; cell++) {
        if (rows->common[cell] && !regioncpd_end_run(rows, cell)) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    return WAY_STATUS_OK;
}

/// Brings the runs into the order of their cells.
static way_status regioncpd_sort(regioncpd_database *database, const regioncpd_job *job,
                                 const regioncpd_rows *rows)
{
    const uint32_t total = rows->runs.count;
    database->rows =
        wayi_alloc_zero(&job->allocator, (size_t)database->cell_count + 1, sizeof *database->rows);
    database->runs = wayi_alloc(&job->allocator, (size_t)total + 1, sizeof *database->runs);
    database->run_count = total;
    if (!database->rows || !database->runs) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t i = 0; i < total; i++) {
        database->rows[job->cells[rows->owners.states[i]] + 1]++;
    }
    for (uint32_t cell = 0; cell < database->cell_count; cell++) {
        database->rows[cell + 1] += database->rows[cell];
    }
    // Filling moves each start to its end, which is where the next one starts.
    for (uint32_t i = 0; i < total; i++) {
        database->runs[database->rows[job->cells[rows->owners.states[i]]]++] = rows->runs.states[i];
    }
    memmove(database->rows + 1, database->rows, database->cell_count * sizeof *database->rows);
    database->rows[0] = 0;
    return WAY_STATUS_OK;
}

static way_status regioncpd_make_rows(way_navigator *navigator, const wayi_path_buffer *cells,
                                      const way_job *caller)
{
    regioncpd_database *database = navigator->database;
    const way_allocator *allocator = &navigator->allocator;
    const size_t count = cells->count;
    regioncpd_job job = {.grid = wayi_space_grid(navigator->space),
                         .places = database->places,
                         .cells = cells->states,
                         .cell_count = cells->count,
                         .allocator = *allocator};
    regioncpd_rows rows = {.common = wayi_alloc_zero(allocator, count, 1),
                           .begun = wayi_alloc_zero(allocator, count, sizeof *rows.begun)};
    job.steps = wayi_alloc(allocator, count * REGIONCPD_TURN, 1);
    wayi_path_buffer_init(&rows.owners, allocator);
    wayi_path_buffer_init(&rows.runs, allocator);
    way_status status = WAY_STATUS_NO_MEMORY;
    if (rows.common && rows.begun && job.steps) {
        status = regioncpd_sweep(&job, &rows, database->place_count, caller);
    }
    if (status == WAY_STATUS_OK) {
        status = regioncpd_sort(database, &job, &rows);
    }
    wayi_free(allocator, rows.common, count, 1);
    wayi_free(allocator, rows.begun, count, sizeof *rows.begun);
    wayi_free(allocator, job.steps, count * REGIONCPD_TURN, 1);
    wayi_path_buffer_fini(&rows.owners);
    wayi_path_buffer_fini(&rows.runs);
    return status;
}

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
    database->places = wayi_alloc(allocator, (size_t)count + 1, sizeof *database->places);
    if (!database->places) {
        return WAY_STATUS_NO_MEMORY;
    }
    database->place_count = count;
    if (!wayi_atlas_number(atlas, database->places)) {
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
    database->cell_count = way_space_map(navigator->space)->cell_count;
    return wayi_atlas_init(&database->atlas, &config, &navigator->allocator);
}

static way_status regioncpd_prepare(way_navigator *navigator, const way_job *job)
{
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
    if (status == WAY_STATUS_OK && cells.count) {
        status = regioncpd_make_rows(navigator, &cells, job);
    }
    wayi_path_buffer_fini(&cells);
    return status;
}

static void regioncpd_discard(way_navigator *navigator)
{
    regioncpd_database *database = navigator->database;
    const way_allocator *allocator = &navigator->allocator;
    wayi_atlas_fini(&database->atlas);
    if (database->borrowed) {
        return;
    }
    wayi_free(allocator, database->places, (size_t)database->place_count + 1,
              sizeof *database->places);
    wayi_free(allocator, database->rows, (size_t)database->cell_count + 1, sizeof *database->rows);
    wayi_free(allocator, database->runs, (size_t)database->run_count + 1, sizeof *database->runs);
}

static size_t regioncpd_database_bytes(const way_navigator *navigator)
{
    const regioncpd_database *database = navigator->database;
    const size_t rows = database->rows ? (size_t)database->cell_count + 1 : 0;
    return wayi_atlas_bytes(&database->atlas) +
           (rows + database->place_count + database->run_count + 2) * sizeof(uint32_t);
}

// Saving ------------------------------------------------------------------------------------------

static void regioncpd_save(const way_navigator *navigator, wayi_blob_writer *writer)
{
    const regioncpd_database *database = navigator->database;
    wayi_blob_add(writer, REGIONCPD_PLACES, sizeof(uint32_t), database->places,
                  database->place_count);
    wayi_blob_add(writer, REGIONCPD_ROWS, sizeof(uint32_t), database->rows,
                  database->rows ? (size_t)database->cell_count + 1 : 0);
    wayi_blob_add(writer, REGIONCPD_RUNS, sizeof(uint32_t), database->runs, database->run_count);
    wayi_atlas_save(&database->atlas, writer);
}

static way_status regioncpd_open(way_navigator *navigator, const wayi_blob *blob)
{
    regioncpd_database *database = navigator->database;
    const uint32_t cells = way_space_map(navigator->space)->cell_count;
    uint32_t rows = 0;
    const way_status status = regioncpd_set_up(navigator);
    database->borrowed = true;
    if (status != WAY_STATUS_OK) {
        return status;
    }
    database->places =
        wayi_blob_borrow(blob, REGIONCPD_PLACES, sizeof(uint32_t), &database->place_count);
    database->rows = wayi_blob_borrow(blob, REGIONCPD_ROWS, sizeof(uint32_t), &rows);
    database->runs = wayi_blob_borrow(blob, REGIONCPD_RUNS, sizeof(uint32_t), &database->run_count);
    if (!database->places || !database->rows || !database->runs ||
        (rows != 0 && rows != cells + 1) || (rows == 0 && database->place_count) ||
        wayi_atlas_open(&database->atlas, blob) != WAY_STATUS_OK ||
        !wayi_atlas_is_numbered(&database->atlas, database->places, database->place_count)) {
        return WAY_STATUS_BAD_FORMAT;
    }
    database->rows = rows ? database->rows : NULL;
    for (uint32_t i = 0; i < database->place_count; i++) {
        if (database->places[i] >= cells) {
            return WAY_STATUS_BAD_FORMAT;
        }
    }
    return rows == 0 || wayi_runs_are_whole(database->rows, rows - 1, database->run_count)
               ? WAY_STATUS_OK
               : WAY_STATUS_BAD_FORMAT;
}

// Agents ------------------------------------------------------------------------------------------

typedef struct regioncpd_memory {
    wayi_climb check;
    uint32_t check_left; ///< cells that the check may still look at; 0 = no check
    uint32_t peek;       ///< looks whether it can climb when the goal is so near; 0 = no more
    uint32_t region;     ///< of the goal
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

static way_status regioncpd_create(way_agent *agent)
{
    (void)agent;
    return WAY_STATUS_OK;
}

static void regioncpd_destroy(way_agent *agent)
{
    (void)agent;
}

static size_t regioncpd_memory_bytes(const way_agent *agent)
{
    (void)agent;
    return 0;
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

static void regioncpd_tell(const way_agent *agent, way_cell cell, way_cost cost)
{
    if (agent->observer) {
        wayi_observer_write(agent->observer,
                            (way_event){WAY_EVENT_EXPAND, cell, WAY_STATE_NONE, cost, cost});
    }
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
    const wayi_grid *grid = wayi_space_grid(agent->space);
    bool free = true;
    while (free && *budget && memory->check_left && !wayi_climb_is_there(&memory->check)) {
        uint32_t steps = *budget < memory->check_left ? *budget : memory->check_left;
        steps = agent->observer ? 1 : steps;
        regioncpd_tell(agent, memory->check.y * grid->map->width + memory->check.x,
                       memory->check.cost);
        uint32_t left = steps;
        free = wayi_climb_run(grid, &memory->check, &left);
        *budget -= steps - left;
        memory->check_left -= steps - left;
        agent->stats.expansions += steps - left;
    }
    memory->climbs = free && wayi_climb_is_there(&memory->check) && regioncpd_is_cheap(agent);
    if (wayi_climb_is_there(&memory->check) || !free) {
        memory->check_left = 0;
    }
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
    agent->stats.expansions++;
    regioncpd_tell(agent, memory->cell, agent->cost);
    const uint32_t direction =
        memory->climbs
            ? wayi_climb_next(grid, memory->cell, agent->goal.state)
            : wayi_runs_find(database->rows, database->runs, memory->cell, memory->region);
    if (!(wayi_layer_moves(map, grid->layer, memory->cell) >> direction & 1u)) {
        return WAY_OUTCOME_NO_PATH;
    }
    const way_cell from = memory->cell;
    memory->cell += (uint32_t)map->offsets[direction];
    if (!wayi_agent_commit(agent, memory->cell,
                           wayi_map_step(map, grid->layer, from, memory->cell, direction))) {
        return WAY_OUTCOME_CAPACITY;
    }
    regioncpd_peek(agent);
    return memory->cell == agent->goal.state ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_MOVING;
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
    .discard = regioncpd_discard,
    .database_bytes = regioncpd_database_bytes,
    .save = regioncpd_save,
    .open = regioncpd_open,
    .find_region = regioncpd_find_region,
    .lookahead = regioncpd_lookahead,
    .create = regioncpd_create,
    .destroy = regioncpd_destroy,
    .memory_bytes = regioncpd_memory_bytes,
    .begin = regioncpd_begin,
    .step = regioncpd_step,
    .park = regioncpd_park,
    .resume = regioncpd_resume,
};
