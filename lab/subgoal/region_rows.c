// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "lab/subgoal/region_rows.h"

#include "lab/subgoal/sweep.h"
#include "search/subgoal/walk.h"

#include <string.h>

/// Places per turn of searches.
#define REGION_ROWS_TURN 32u

typedef struct region_rows_job {
    const wayi_region_rows_config *config;
    const wayi_grid *grid;
    wayi_path_buffer cells;  ///< where a unit can stand
    uint32_t first;          ///< place of the turn
    uint8_t *steps;          ///< [REGION_ROWS_TURN * cells] sets of best first steps; 0 = any
    uint8_t *common;         ///< [cells] steps that serve all of the run at hand; 0 = no run
    uint32_t *at;            ///< [cells] number of that run
    wayi_path_buffer runs;   ///< as they begin, a turn after the other
    wayi_path_buffer owners; ///< by run: the cell
    way_allocator allocator;
} region_rows_job;

/// The steps from a cell after which the rest costs as much less as the step does.
static uint8_t region_rows_best(const wayi_grid *grid, const wayi_sweep *sweep, way_cell cell)
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

static way_status region_rows_make_column(uint32_t index, void *argument)
{
    const region_rows_job *job = argument;
    wayi_sweep sweep;
    const bool fits = wayi_sweep_init(&sweep, job->grid, false, &job->allocator) &&
                      wayi_sweep_run(&sweep, job->config->places[job->first + index]);
    uint8_t *steps = job->steps + (size_t)index * job->cells.count;
    for (uint32_t i = 0; fits && i < job->cells.count; i++) {
        steps[i] = region_rows_best(job->grid, &sweep, job->cells.states[i]);
    }
    wayi_sweep_fini(&sweep);
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

/// Goes on with the row of a cell over the places of a turn; false without memory.
static bool region_rows_extend(region_rows_job *job, uint32_t index, uint32_t count, uint32_t shift)
{
    uint8_t *common = &job->common[index];
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t steps = job->steps[(size_t)i * job->cells.count + index];
        const uint8_t left = *common & steps;
        if (steps == 0 || (left && left == *common)) {
            continue;
        }
        if (!left) {
            const uint32_t run = (*common ? job->first + i : 0) << shift;
            job->at[index] = job->runs.count;
            if (!wayi_path_buffer_push(&job->owners, job->cells.states[index]) ||
                !wayi_path_buffer_push(&job->runs, run)) {
                return false;
            }
        }
        *common = left ? left : steps;
        uint32_t *run = &job->runs.states[job->at[index]];
        *run = *run >> shift << shift | wayi_bits_lowest(*common);
    }
    return true;
}

/// Searches from all places, a turn after the other, and makes the runs.
static way_status region_rows_sweep(region_rows_job *job, wayi_job_stage whole, uint32_t shift)
{
    const uint32_t places = job->config->place_count;
    const uint64_t span = whole.last - whole.first;
    way_status status = WAY_STATUS_OK;
    for (; job->first < places && status == WAY_STATUS_OK; job->first += REGION_ROWS_TURN) {
        const uint32_t left = places - job->first;
        const uint32_t count = left < REGION_ROWS_TURN ? left : REGION_ROWS_TURN;
        const uint32_t from = whole.first + (uint32_t)(span * job->first / places);
        const uint32_t to = whole.first + (uint32_t)(span * (job->first + count) / places);
        status = wayi_job_run((wayi_job_stage){whole.job, from, to}, count, region_rows_make_column,
                              job);
        for (uint32_t i = 0; i < job->cells.count && status == WAY_STATUS_OK; i++) {
            status = region_rows_extend(job, i, count, shift) ? status : WAY_STATUS_NO_MEMORY;
        }
    }
    return status;
}

/// Brings the runs into the order of their cells.
static way_status region_rows_sort(wayi_region_rows *out, const region_rows_job *job)
{
    const uint32_t cells = job->grid->map->cell_count;
    const uint32_t *owners = job->owners.states;
    out->rows_count = (size_t)cells + 1;
    out->runs_count = job->runs.count;
    out->rows = wayi_alloc_zero(&job->allocator, out->rows_count, sizeof *out->rows);
    out->runs = wayi_alloc(&job->allocator, out->runs_count, sizeof *out->runs);
    if (!out->rows || (!out->runs && out->runs_count)) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t i = 0; i < job->runs.count; i++) {
        out->rows[owners[i]]++;
    }
    for (uint32_t cell = 0; cell < cells; cell++) {
        out->rows[cell + 1] += out->rows[cell];
    }
    for (uint32_t i = job->runs.count; i > 0; i--) { // from the ends of rows to their starts
        out->runs[--out->rows[owners[i - 1]]] = job->runs.states[i - 1];
    }
    return WAY_STATUS_OK;
}

/// How many steps after the first go the same way for the places of a run, by the rows on the way.
static uint32_t region_rows_straight(const wayi_region_rows *rows, way_cell to, uint32_t run,
                                     uint32_t end)
{
    const uint32_t *runs = rows->runs + rows->rows[to];
    const uint32_t size = rows->rows[to + 1] - rows->rows[to];
    uint32_t hint = 0;
    uint32_t least = 0xfffu;
    if (size == 0) {
        return 0;
    }
    (void)wayi_region_rows_step(rows, to, run >> 16, &hint);
    for (uint32_t i = hint; i < size && (i == hint || runs[i] >> 16 < end); i++) {
        const bool same = wayi_region_run_direction(runs[i]) == wayi_region_run_direction(run);
        const uint32_t on = same ? (runs[i] >> 4 & 0xfffu) + 1 : 0;
        least = on < least ? on : least;
    }
    return least;
}

/// Finds out for every run how far it leads straight on: backwards along each direction.
static void region_rows_stride(wayi_region_rows *rows, const way_map *map, uint32_t place_count)
{
    const uint32_t cells = map->cell_count;
    for (uint32_t i = 0; i < 2 * cells; i++) {
        const bool down = i < cells; // directions to higher cells, from the last one up
        const way_cell cell = down ? cells - 1 - i : i - cells;
        for (uint32_t k = rows->rows[cell]; k < rows->rows[cell + 1]; k++) {
            const int32_t offset = map->offsets[wayi_region_run_direction(rows->runs[k])];
            const uint32_t end =
                k + 1 < rows->rows[cell + 1] ? rows->runs[k + 1] >> 16 : place_count;
            if ((offset > 0) == down) {
                rows->runs[k] |=
                    region_rows_straight(rows, cell + (uint32_t)offset, rows->runs[k], end) << 4;
            }
        }
    }
}

way_status wayi_region_rows_make(wayi_region_rows *out, const wayi_region_rows_config *config,
                                 wayi_job_stage stage, const way_allocator *allocator)
{
    region_rows_job job = {
        .config = config, .grid = wayi_space_grid(config->space), .allocator = *allocator};
    wayi_path_buffer_init(&job.cells, allocator);
    wayi_path_buffer_init(&job.runs, allocator);
    wayi_path_buffer_init(&job.owners, allocator);
    const bool listed = wayi_walk_cells(config->space, &job.cells);
    const size_t count = (size_t)job.cells.count + 1; // there may be no cells
    job.steps = wayi_alloc(allocator, count * REGION_ROWS_TURN, 1);
    job.common = wayi_alloc_zero(allocator, count, 1);
    job.at = wayi_alloc(allocator, count, sizeof *job.at);
    *out = (wayi_region_rows){.shift = config->strides ? 16 : 4};
    way_status status = WAY_STATUS_NO_MEMORY;
    if (listed && job.steps && job.common && job.at) {
        status = region_rows_sweep(&job, stage, out->shift);
    }
    if (status == WAY_STATUS_OK) {
        status = region_rows_sort(out, &job);
    }
    if (status == WAY_STATUS_OK && config->strides) {
        region_rows_stride(out, job.grid->map, config->place_count);
    }
    wayi_free(allocator, job.steps, count * REGION_ROWS_TURN, 1);
    wayi_free(allocator, job.common, count, 1);
    WAYI_FREE(allocator, job.at, count);
    wayi_path_buffer_fini(&job.cells);
    wayi_path_buffer_fini(&job.runs);
    wayi_path_buffer_fini(&job.owners);
    return status;
}

bool wayi_region_rows_open(wayi_region_rows *rows, uint32_t cell_count, bool strides)
{
    rows->shift = strides ? 16 : 4;
    bool whole = rows->rows_count == (size_t)cell_count + 1;
    for (uint32_t i = 0; i < cell_count && whole; i++) {
        whole = rows->rows[i] <= rows->rows[i + 1] && rows->rows[i + 1] <= rows->runs_count;
    }
    return whole;
}
