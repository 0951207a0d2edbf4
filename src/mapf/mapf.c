// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Whole problems on a map: its cells become spots of padded rows, the search runs, and what it
// found is written as cells by time.
#include "mapf/mapf.h"

#include "map/grid/map.h"

#include <waymark/mapf.h>

#include <string.h>

/// Workers take the units in so many parts.
#define MAPF_CREWS 8u

/// Bytes that configurations take at a time.
#define MAPF_ARENA ((size_t)1 << 20)

typedef struct mapf_job {
    const way_mapf_config *config;
    way_mapf_plan *plan;
    wayi_mapf_problem problem;
    wayi_mapf_spot *starts;
    wayi_mapf_spot *goals;
    uint8_t *exits;
    way_allocator allocator;
} mapf_job;

static wayi_mapf_spot mapf_spot(const mapf_job *job, way_cell cell)
{
    const way_map *map = job->config->map;
    const uint32_t y = wayi_map_row(map, cell);
    const uint32_t x = cell - y * map->width;
    return (y + 1) * job->problem.ground.row + x + 1;
}

static way_cell mapf_cell(const mapf_job *job, wayi_mapf_spot spot)
{
    const uint32_t row = job->problem.ground.row;
    return (spot / row - 1) * job->config->map->width + spot % row - 1;
}

/// Fills in ground, starts and goals; INVALID_ARGUMENT if two units share a cell.
static way_status mapf_prepare(mapf_job *job)
{
    const way_mapf_config *config = job->config;
    const way_map *map = config->map;
    const size_t spots = (size_t)job->problem.ground.words * 64;
    job->starts = wayi_alloc(&job->allocator, config->count, sizeof *job->starts);
    job->goals = wayi_alloc(&job->allocator, config->count, sizeof *job->goals);
    job->exits = wayi_alloc_zero(&job->allocator, spots, 1);
    if (!job->starts || !job->goals || !job->exits) {
        return WAY_STATUS_NO_MEMORY;
    }
    way_status status = WAY_STATUS_OK;
    for (uint32_t k = 0; k < config->count; k++) {
        job->starts[k] = mapf_spot(job, config->starts[k]);
        job->goals[k] = mapf_spot(job, config->goals[k]);
        // Marks, until the exits are written.
        if ((job->exits[job->starts[k]] & 1u) || (job->exits[job->goals[k]] & 2u)) {
            status = WAY_STATUS_INVALID_ARGUMENT;
        }
        job->exits[job->starts[k]] |= 1u;
        job->exits[job->goals[k]] |= 2u;
    }
    for (way_cell cell = 0; cell < map->cell_count; cell++) {
        const uint32_t moves = wayi_layer_moves(map, map->layers[1], cell);
        job->exits[mapf_spot(job, cell)] = (uint8_t)(moves & 0xfu);
    }
    job->problem.ground.exits = job->exits;
    job->problem.starts = job->starts;
    job->problem.goals = job->goals;
    return status;
}

static way_outcome mapf_run(const mapf_job *job, wayi_mapf_search *search)
{
    const way_mapf_config *config = job->config;
    way_outcome outcome = wayi_mapf_search_begin(search);
    while (outcome == WAY_OUTCOME_MOVING) {
        if (config->cancelled && config->cancelled(config->user)) {
            return WAY_OUTCOME_CANCELLED;
        }
        if (config->node_limit && search->node_count >= config->node_limit) {
            return WAY_OUTCOME_BUDGET;
        }
        if (config->byte_limit && search->steps % 64 == 0 &&
            wayi_mapf_search_bytes(search) > config->byte_limit) {
            return WAY_OUTCOME_CAPACITY;
        }
        outcome = wayi_mapf_search_visit(search);
    }
    return outcome;
}

// Plans -------------------------------------------------------------------------------------------

static void mapf_price(const mapf_job *job, way_mapf_plan *plan)
{
    const size_t count = plan->count;
    for (uint32_t unit = 0; unit < count; unit++) {
        const way_cell goal = job->config->goals[unit];
        uint32_t last = 0;
        for (uint32_t t = 1; t <= plan->makespan; t++) {
            const bool rests = plan->cells[t * count + unit] == goal &&
                               plan->cells[(t - 1) * count + unit] == goal;
            plan->loss += !rests;
            last = plan->cells[(t - 1) * count + unit] == goal ? last : t;
        }
        plan->sum += last;
    }
}

static bool mapf_write(const mapf_job *job, const wayi_mapf_search *search, way_mapf_plan *plan)
{
    uint32_t length = 0;
    const uint32_t top = search->open[search->open_count - 1];
    for (uint32_t n = top; search->nodes[n].parent != WAYI_MAPF_NONE; n = search->nodes[n].parent) {
        length++;
    }
    plan->cells =
        wayi_alloc(&job->allocator, ((size_t)length + 1) * search->count, sizeof *plan->cells);
    if (!plan->cells) {
        return false;
    }
    plan->makespan = length;
    uint32_t n = top;
    for (uint32_t t = length + 1; t > 0; t--) {
        for (uint32_t k = 0; k < search->count; k++) {
            plan->cells[(size_t)(t - 1) * search->count + k] =
                mapf_cell(job, search->nodes[n].spots[k]);
        }
        n = search->nodes[n].parent;
    }
    mapf_price(job, plan);
    return true;
}

static way_status mapf_check(const way_mapf_config *config)
{
    if (!config->map || !config->starts || !config->goals) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    if (config->map->neighbours != WAY_NEIGHBOURS_4) {
        return WAY_STATUS_UNSUPPORTED;
    }
    if (config->count == 0 || config->count > WAY_MAPF_UNITS_MAX) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    for (uint32_t k = 0; k < config->count; k++) {
        if (!way_map_is_passable(config->map, config->starts[k]) ||
            !way_map_is_passable(config->map, config->goals[k])) {
            return WAY_STATUS_OUT_OF_RANGE;
        }
    }
    return WAY_STATUS_OK;
}

static way_status mapf_solve(mapf_job *job)
{
    const way_mapf_config *config = job->config;
    way_mapf_plan *plan = job->plan;
    wayi_mapf_search search;
    way_status status = mapf_prepare(job);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    if (wayi_mapf_search_init(&search, &job->problem, &job->allocator) &&
        wayi_mapf_table_fill(&search.table, config->parallel_for, config->user)) {
        plan->outcome = mapf_run(job, &search);
        plan->nodes = search.node_count;
        plan->steps = search.steps;
        plan->bound = search.bound;
        plan->bytes = wayi_mapf_search_bytes(&search);
        if (plan->outcome == WAY_OUTCOME_ARRIVED && !mapf_write(job, &search, plan)) {
            status = WAY_STATUS_NO_MEMORY;
        }
    } else {
        status = WAY_STATUS_NO_MEMORY;
    }
    wayi_mapf_search_fini(&search);
    return status;
}

way_status way_mapf_solve(const way_mapf_config *config, way_mapf_plan *out)
{
    *out = (way_mapf_plan){.outcome = WAY_OUTCOME_NO_PATH};
    way_status status = mapf_check(config);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const uint32_t row = (config->map->width + 2 + 63u) / 64u * 64u;
    mapf_job job = {
        .config = config,
        .plan = out,
        .problem = {.ground = {.row = row, .words = row / 64u * (config->map->height + 2)},
                    .count = config->count,
                    .seed = config->seed,
                    .crews = MAPF_CREWS,
                    .arena = MAPF_ARENA},
        .allocator = wayi_allocator_or_default(config->allocator)};
    out->count = config->count;
    out->allocator = job.allocator;
    status = mapf_solve(&job);
    wayi_free(&job.allocator, job.exits, (size_t)job.problem.ground.words * 64, 1);
    wayi_free(&job.allocator, job.goals, config->count, sizeof *job.goals);
    wayi_free(&job.allocator, job.starts, config->count, sizeof *job.starts);
    return status;
}

void way_mapf_free(way_mapf_plan *plan)
{
    if (plan && plan->cells) {
        wayi_free(&plan->allocator, plan->cells, ((size_t)plan->makespan + 1) * plan->count,
                  sizeof *plan->cells);
        plan->cells = NULL;
    }
}
