// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The navigation loop: look around, tell the planner what changed, plan, move. On a belief where
// the unseen is free it plans under the free-space assumption (Koenig, Tovey, Smirnov: Performance
// Bounds for Planning in Unknown Terrain, 2003): a best path as if all unknown ground were free.
#include "search/trip/walker.h"

/// Whether a walker can look around for the belief that it was given.
static way_status walker_check(const way_walker_config *config)
{
    if (!config->belief) {
        return WAY_STATUS_OK;
    }
    way_sensor sensor = config->sensor;
    sensor.cell = 0;
    const way_space *space = way_navigator_space(config->navigator);
    return way_space_map(space) == config->belief->map ? wayi_sensor_check(config->belief, &sensor)
                                                       : WAY_STATUS_INVALID_ARGUMENT;
}

way_status way_walker_create(const way_walker_config *config, way_walker **out)
{
    if (!config || !config->navigator || !out) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    *out = NULL;
    way_status status = walker_check(config);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const way_allocator allocator = wayi_allocator_or_default(config->allocator);
    way_walker *walker = wayi_alloc_zero(&allocator, 1, sizeof *walker);
    if (!walker) {
        return WAY_STATUS_NO_MEMORY;
    }
    *walker = (way_walker){.space = way_navigator_space(config->navigator),
                           .belief = config->belief,
                           .sensor = config->sensor,
                           .foresight = config->foresight ? config->foresight : UINT32_MAX,
                           .outcome = WAY_OUTCOME_CANCELLED,
                           .place = WAY_STATE_NONE,
                           .allocator = allocator};
    if (walker->belief) {
        WAYI_BORROW(walker->belief);
    }
    const way_agent_config agent = {.navigator = config->navigator,
                                    .store = config->store == WAY_STORE_AUTO ? WAY_STORE_SPARSE
                                                                             : config->store,
                                    .capacity = config->capacity,
                                    .observer = config->observer,
                                    .allocator = &allocator};
    wayi_path_buffer_init(&walker->untold, &allocator);
    wayi_path_buffer_init(&walker->news, &allocator);
    status = way_agent_create(&agent, &walker->agent);
    if (status != WAY_STATUS_OK) {
        way_walker_destroy(walker);
        return status;
    }
    walker->advances = walker->agent->algorithm->advance && walker->agent->algorithm->change;
    way_agent_set_horizon(walker->agent, 1);
    *out = walker;
    return WAY_STATUS_OK;
}

void way_walker_destroy(way_walker *walker)
{
    if (!walker) {
        return;
    }
    if (walker->belief) {
        WAYI_GIVE_BACK(walker->belief);
    }
    const way_allocator allocator = walker->allocator;
    way_agent_destroy(walker->agent);
    wayi_path_buffer_fini(&walker->untold);
    wayi_path_buffer_fini(&walker->news);
    wayi_free(&allocator, walker->rects, walker->rect_capacity, sizeof *walker->rects);
    wayi_free(&allocator, walker, 1, sizeof *walker);
}

/// All work so far.
static uint64_t walker_work(const way_walker *walker)
{
    return walker->done + walker->agent->stats.expansions + walker->agent->looked +
           walker->looks / WAYI_LOOKS;
}

/// Counts of an agent go on when it begins again; peaks and sizes are the latest.
static way_stats walker_total(way_stats before, way_stats after)
{
    after.expansions += before.expansions;
    after.generations += before.generations;
    after.reopenings += before.reopenings;
    after.heap_pushes += before.heap_pushes;
    after.heap_pops += before.heap_pops;
    after.revisits += before.revisits;
    after.steps += before.steps;
    after.step_work_max =
        before.step_work_max > after.step_work_max ? before.step_work_max : after.step_work_max;
    return after;
}

way_status wayi_walker_restart(way_walker *walker)
{
    walker->walk.stats = walker_total(walker->walk.stats, way_agent_stats(walker->agent));
    walker->done += walker->agent->stats.expansions + walker->agent->looked;
    wayi_path_buffer_clear(&walker->untold);
    walker->agent->told.behind = false;
    walker->index = 0;
    walker->spent = 0;
    walker->planned = false;
    walker->hurries = false;
    walker->seen = way_space_revision(walker->space);
    const way_trip trip = {.start = walker->place, .goal = walker->goal};
    const way_status status = way_agent_begin(walker->agent, &trip);
    walker->outcome = status == WAY_STATUS_OK ? WAY_OUTCOME_WORKING : WAY_OUTCOME_CANCELLED;
    return status;
}

way_status wayi_walker_sense(way_walker *walker)
{
    way_belief *belief = walker->belief;
    if (!belief) {
        return WAY_STATUS_OK;
    }
    const uint64_t side = 2 * (uint64_t)walker->sensor.radius + 1;
    walker->looks += side * side;
    walker->end += side * side; // which comes on top
    walker->sensed = way_map_revision(belief->truth);
    walker->sensor.cell = walker->place;
    return way_belief_look(belief, belief->now ? belief->now : 1, &walker->sensor, 1, NULL);
}

way_status way_walker_begin(way_walker *walker, way_state start, way_state goal)
{
    if (!walker) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    if (!wayi_space_has(walker->space, start) || !wayi_space_has(walker->space, goal)) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    walker->place = start;
    walker->goal = goal;
    walker->chases = false;
    way_status status = wayi_walker_sense(walker);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    status = wayi_walker_restart(walker);
    walker->walk = (way_walk){0};
    return status;
}

way_status way_walker_retarget(way_walker *walker, way_state goal)
{
    if (!walker || walker->place == WAY_STATE_NONE) {
        return walker ? WAY_STATUS_WRONG_STATE : WAY_STATUS_INVALID_ARGUMENT;
    }
    if (!wayi_space_has(walker->space, goal)) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    if (goal == walker->goal && walker->outcome == WAY_OUTCOME_WORKING) {
        return WAY_STATUS_OK;
    }
    walker->goal = goal;
    walker->chases = true;
    if (!walker->advances || !walker->agent->algorithm->retarget || walker->untold.count ||
        way_agent_outcome(walker->agent) == WAY_OUTCOME_CANCELLED) {
        return wayi_walker_restart(walker);
    }
    walker->planned = false;
    walker->outcome = WAY_OUTCOME_WORKING;
    return way_agent_retarget(walker->agent, goal);
}

// Moving ------------------------------------------------------------------------------------------

/// Makes the next move of the plan.
static way_outcome walker_move(way_walker *walker)
{
    uint32_t count = 0;
    const way_state *path = way_agent_path(walker->agent, &count);
    const way_state next = path[walker->index + 1];
    const way_cost price = wayi_agent_move_cost(walker->agent, walker->index);
    walker->walk.cost += price;
    walker->walk.moves++;
    walker->hurries = false;
    walker->level -= walker->level < price ? walker->level : price;
    walker->away -= walker->away > 0;
    walker->place = next;
    if (!walker->advances) {
        walker->index++;
        walker->spent += price;
    } else if (way_agent_advance(walker->agent, 1) != WAY_STATUS_OK) {
        return WAY_OUTCOME_CAPACITY;
    }
    return walker->place == walker->goal ? WAY_OUTCOME_FOUND : WAY_OUTCOME_WORKING;
}

/// Whether there is a next move to make: of a plan that is ready, or already committed.
static bool walker_can_move(const way_walker *walker)
{
    uint32_t count = 0;
    (void)way_agent_path(walker->agent, &count);
    const way_outcome outcome = way_agent_outcome(walker->agent);
    const bool realtime = walker->agent->algorithm->info.traits & WAY_TRAIT_REALTIME;
    return count > walker->index + 1 &&
           (outcome == WAY_OUTCOME_FOUND || (realtime && outcome == WAY_OUTCOME_WORKING));
}

/// Lets an agent that has moves left to make take note of what changed since.
static void walker_catch_up(way_walker *walker)
{
    if (wayi_agent_is_realtime(walker->agent) && walker_can_move(walker) &&
        walker->agent->at.revision != way_space_revision(walker->space)) {
        (void)way_agent_step(walker->agent, 1);
    }
}

/// Plans until the plan in hand suits all that changed, while the work done is below `end`. WORKING
/// if it does not yet, FOUND if a move can be made.
static way_outcome walker_plan(way_walker *walker, uint64_t end)
{
    do {
        walker_catch_up(walker);
        const uint64_t work = walker_work(walker);
        const uint32_t left = work < end ? (uint32_t)(end - work) : 0;
        if (!walker_can_move(walker) &&
            way_agent_step(walker->agent, left) == WAY_OUTCOME_WORKING &&
            !walker_can_move(walker)) {
            return WAY_OUTCOME_WORKING;
        }
        if (walker->untold.count && wayi_walker_weigh(walker) != WAY_STATUS_OK) {
            return WAY_OUTCOME_CAPACITY;
        }
    } while (way_agent_outcome(walker->agent) == WAY_OUTCOME_WORKING && !walker_can_move(walker));
    const way_outcome planned = way_agent_outcome(walker->agent);
    return planned == WAY_OUTCOME_WORKING ? WAY_OUTCOME_FOUND : planned;
}

/// The step itself.
static way_outcome walker_go_on(way_walker *walker, uint32_t budget)
{
    const uint64_t end = walker_work(walker) + budget;
    walker->end = walker->looks + (uint64_t)budget * WAYI_LOOKS;
    if (wayi_walker_notice(walker) != WAY_STATUS_OK) {
        return WAY_OUTCOME_CAPACITY;
    }
    if (walker->place == walker->goal) {
        return WAY_OUTCOME_FOUND;
    }
    const way_outcome planned = walker_plan(walker, end);
    if (planned == WAY_OUTCOME_WORKING) {
        return WAY_OUTCOME_WORKING;
    }
    walker->walk.plans += !walker->planned && way_agent_outcome(walker->agent) == WAY_OUTCOME_FOUND;
    walker->planned = true;
    if (planned != WAY_OUTCOME_FOUND) {
        return planned;
    }
    const way_outcome outcome = walker_move(walker);
    return wayi_walker_sense(walker) == WAY_STATUS_OK ? outcome : WAY_OUTCOME_CAPACITY;
}

way_outcome way_walker_step(way_walker *walker, uint32_t budget)
{
    if (walker->outcome != WAY_OUTCOME_WORKING && walker->outcome != WAY_OUTCOME_NO_PATH) {
        return walker->outcome;
    }
    const uint64_t before = walker_work(walker);
    walker->outcome = walker_go_on(walker, budget);
    const uint64_t work = walker_work(walker) - before;
    way_stats *stats = &walker->walk.stats;
    stats->step_work_max = work > stats->step_work_max ? work : stats->step_work_max;
    return walker->outcome;
}

// Asking ------------------------------------------------------------------------------------------

way_state way_walker_state(const way_walker *walker)
{
    return walker->place;
}

way_outcome way_walker_outcome(const way_walker *walker)
{
    return walker->outcome;
}

way_walk way_walker_walk(const way_walker *walker)
{
    way_walk walk = walker->walk;
    walk.stats = walker_total(walk.stats, way_agent_stats(walker->agent));
    walk.stats.bytes += sizeof *walker +
                        (walker->untold.capacity + walker->news.capacity) * sizeof(way_cell) +
                        walker->rect_capacity * sizeof *walker->rects;
    walk.remaining = WAY_COST_MAX;
    if (way_agent_outcome(walker->agent) == WAY_OUTCOME_FOUND) {
        walk.remaining = way_agent_cost(walker->agent) - (way_cost)walker->spent;
    }
    return walk;
}

const way_agent *way_walker_agent(const way_walker *walker)
{
    return walker->agent;
}
