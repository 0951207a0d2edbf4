// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Whole problems on a map: its cells become spots of padded rows, the search runs, and what it
// found is written as cells by time. Then groups of units are led anew for as long as the caller
// likes.
#include "mapf/mapf.h"

#include "map/grid/map.h"
#include "mapf/mapf_refine.h"

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

/// Searches; `held` counts the bytes that it holds.
static way_outcome mapf_run(const mapf_job *job, wayi_mapf_search *search, const wayi_meter *held)
{
    const way_mapf_config *config = job->config;
    way_outcome outcome = wayi_mapf_search_begin(search);
    while (outcome == WAY_OUTCOME_WORKING) {
        if (config->cancelled && config->cancelled(config->user)) {
            return WAY_OUTCOME_CANCELLED;
        }
        if (config->node_limit && search->node_count >= config->node_limit) {
            return WAY_OUTCOME_LIMIT;
        }
        if (config->byte_limit && search->steps % 64 == 0 && held->bytes > config->byte_limit) {
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
    wayi_meter held;
    const way_allocator allocator = wayi_meter_start(&held, &job->allocator);
    if (wayi_mapf_search_init(&search, &job->problem, &allocator) &&
        wayi_mapf_table_fill(&search.table, config->parallel_for, config->user)) {
        plan->outcome = mapf_run(job, &search, &held);
        plan->nodes = search.node_count;
        plan->steps = search.steps;
        plan->bound = search.bound;
        plan->bytes = (size_t)held.bytes;
        if (plan->outcome == WAY_OUTCOME_FOUND && !mapf_write(job, &search, plan)) {
            status = WAY_STATUS_NO_MEMORY;
        }
    } else {
        status = WAY_STATUS_NO_MEMORY;
    }
    wayi_mapf_search_fini(&search);
    return status;
}

static mapf_job mapf_open(const way_mapf_config *config, way_mapf_plan *plan)
{
    const uint32_t row = (config->map->width + 2 + 63u) / 64u * 64u;
    return (mapf_job){
        .config = config,
        .plan = plan,
        .problem = {.ground = {.row = row, .words = row / 64u * (config->map->height + 2)},
                    .count = config->count,
                    .seed = config->seed,
                    .crews = MAPF_CREWS,
                    .arena = MAPF_ARENA},
        .allocator = wayi_allocator_or_default(config->allocator)};
}

static void mapf_close(mapf_job *job)
{
    wayi_free(&job->allocator, job->exits, (size_t)job->problem.ground.words * 64, 1);
    WAYI_FREE(&job->allocator, job->goals, job->problem.count);
    WAYI_FREE(&job->allocator, job->starts, job->problem.count);
}

way_status way_mapf_solve(const way_mapf_config *config, way_mapf_plan *out)
{
    *out = (way_mapf_plan){.outcome = WAY_OUTCOME_NO_PATH};
    way_status status = mapf_check(config);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    mapf_job job = mapf_open(config, out);
    out->count = config->count;
    out->allocator = job.allocator;
    status = mapf_solve(&job);
    mapf_close(&job);
    return status;
}

// Better plans ------------------------------------------------------------------------------------

/// What a plan keeps between improvements.
struct way_mapf_refiner {
    mapf_job job; ///< config and plan are those of the call
    wayi_mapf_refine refine;
    uint64_t granted; ///< work in all
    uint32_t *losses; ///< [count]
    uint32_t rows;    ///< of the plan's cells
    wayi_meter held;  ///< of the memory of `refine`
};

static wayi_mapf_spot mapf_at(const void *argument, uint32_t time, uint32_t unit)
{
    const mapf_job *job = argument;
    return mapf_spot(job, job->plan->cells[(size_t)time * job->plan->count + unit]);
}

/// Whether a plan leads from the starts to the goals by steps that the map has.
static bool mapf_fits(const mapf_job *job)
{
    const way_mapf_plan *plan = job->plan;
    for (uint32_t unit = 0; unit < plan->count; unit++) {
        wayi_mapf_spot at = job->starts[unit];
        for (uint32_t t = 0; t <= plan->makespan; t++) {
            const wayi_mapf_spot to = mapf_at(job, t, unit);
            bool fits = to == at;
            for (uint32_t moves = t ? job->exits[at] : 0; moves && !fits; moves &= moves - 1) {
                fits = to == at + (uint32_t)wayi_mapf_offset(job->problem.ground.row,
                                                             wayi_bits_lowest(moves));
            }
            if (!fits) {
                return false;
            }
            at = to;
        }
        if (at != job->goals[unit]) {
            return false;
        }
    }
    return true;
}

/// Steps of a unit at which it is not resting at its goal.
static uint32_t mapf_loss(const wayi_mapf_refine *refine, uint32_t unit)
{
    uint32_t loss = refine->costs[unit];
    for (uint32_t k = refine->first[unit]; refine->stays[k].after != WAYI_MAPF_NONE;
         k = refine->stays[k].after) {
        const wayi_mapf_stay *stay = &refine->stays[k];
        loss -= stay->spot == refine->table.goals[unit] ? stay->to - stay->from : 0;
    }
    return loss;
}

static way_status mapf_refiner_fill(struct way_mapf_refiner *refiner, way_mapf_plan *plan)
{
    mapf_job *job = &refiner->job;
    const way_status status = mapf_prepare(job);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    if (!mapf_fits(job)) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    const wayi_mapf_refine_config config = {.ground = job->problem.ground,
                                            .starts = job->starts,
                                            .goals = job->goals,
                                            .count = plan->count,
                                            .makespan = plan->makespan,
                                            .seed = job->problem.seed,
                                            .spot = mapf_at,
                                            .plan = job};
    refiner->rows = plan->makespan + 1;
    refiner->losses = wayi_alloc(&job->allocator, plan->count, sizeof *refiner->losses);
    const way_allocator counted = refiner->refine.allocator;
    if (!wayi_mapf_refine_init(&refiner->refine, &config, &counted) || !refiner->losses) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t unit = 0; unit < plan->count; unit++) {
        refiner->losses[unit] = mapf_loss(&refiner->refine, unit);
    }
    return WAY_STATUS_OK;
}

static void mapf_refiner_destroy(struct way_mapf_refiner *refiner)
{
    const way_allocator allocator = refiner->job.allocator;
    wayi_mapf_refine_fini(&refiner->refine);
    WAYI_FREE(&allocator, refiner->losses, refiner->job.problem.count);
    mapf_close(&refiner->job);
    WAYI_FREE(&allocator, refiner, 1);
}

static way_status mapf_refiner_create(const way_mapf_config *config, way_mapf_plan *plan)
{
    struct way_mapf_refiner *refiner = wayi_alloc_zero(&plan->allocator, 1, sizeof *refiner);
    if (!refiner) {
        return WAY_STATUS_NO_MEMORY;
    }
    refiner->job = mapf_open(config, plan);
    refiner->job.allocator = plan->allocator;
    refiner->refine.allocator = wayi_meter_start(&refiner->held, &plan->allocator);
    const way_status status = mapf_refiner_fill(refiner, plan);
    if (status != WAY_STATUS_OK) {
        mapf_refiner_destroy(refiner);
        return status;
    }
    plan->refiner = refiner;
    return WAY_STATUS_OK;
}

/// Writes the ways that a group has got into the plan.
static void mapf_rewrite(struct way_mapf_refiner *refiner, way_mapf_plan *plan)
{
    wayi_mapf_refine *refine = &refiner->refine;
    for (uint32_t k = 0; k < refine->group_count; k++) {
        const uint32_t unit = refine->group[k];
        const uint32_t loss = mapf_loss(refine, unit);
        for (uint32_t s = refine->first[unit]; s != WAYI_MAPF_NONE; s = refine->stays[s].after) {
            const way_cell cell = mapf_cell(&refiner->job, refine->stays[s].spot);
            for (uint32_t t = refine->stays[s].from; t <= refine->stays[s].to && t < refiner->rows;
                 t++) {
                plan->cells[(size_t)t * plan->count + unit] = cell;
            }
        }
        refine->spent += refiner->rows / 4;
        plan->sum = plan->sum + refine->costs[unit] - refine->old_cost[unit];
        plan->loss = plan->loss + loss - refiner->losses[unit];
        refiner->losses[unit] = loss;
    }
    plan->makespan = refine->latest;
}

way_status way_mapf_improve(const way_mapf_config *config, way_mapf_plan *plan, uint64_t work)
{
    way_status status = mapf_check(config);
    if (status == WAY_STATUS_OK && !plan->cells) {
        status = WAY_STATUS_WRONG_STATE;
    }
    if (status == WAY_STATUS_OK && config->count != plan->count) {
        status = WAY_STATUS_INVALID_ARGUMENT;
    }
    if (status == WAY_STATUS_OK && !plan->refiner) {
        status = mapf_refiner_create(config, plan);
    }
    if (status != WAY_STATUS_OK) {
        return status;
    }
    struct way_mapf_refiner *refiner = plan->refiner;
    wayi_mapf_refine *refine = &refiner->refine;
    refiner->job.config = config;
    refiner->job.plan = plan;
    refiner->granted += work;
    while (refine->spent < refiner->granted && plan->sum > plan->bound && !refine->starved) {
        if (wayi_mapf_refine_step(refine)) {
            mapf_rewrite(refiner, plan);
        }
    }
    const size_t bytes = (size_t)refiner->held.bytes;
    plan->bytes = bytes > plan->bytes ? bytes : plan->bytes;
    return refine->starved ? WAY_STATUS_NO_MEMORY : WAY_STATUS_OK;
}

void way_mapf_free(way_mapf_plan *plan)
{
    if (plan && plan->cells) {
        const size_t rows = plan->refiner ? plan->refiner->rows : (size_t)plan->makespan + 1;
        WAYI_FREE(&plan->allocator, plan->cells, rows * plan->count);
        plan->cells = NULL;
    }
    if (plan && plan->refiner) {
        mapf_refiner_destroy(plan->refiner);
        plan->refiner = NULL;
    }
}
