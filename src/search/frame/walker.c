// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The navigation loop: look around, tell the planner what changed, plan, move. In the fog it plans
// under the free-space assumption (Koenig, Tovey, Smirnov: Performance Bounds for Planning in
// Unknown Terrain, 2003): a best path as if all unknown ground were free.
//
// Agents that can't go on from their last plan begin again, but only when they must: a plan that is
// still legal stays best as long as cells only got blocked.
#include "search/frame/algorithm.h"
#include "space/ground.h"

#include <waymark/navigate.h>

struct way_walker {
    way_agent *agent;
    way_space *space;
    way_state place;
    way_state goal;
    way_outcome outcome;
    uint32_t index;  ///< place on the agent's path; 0 where the agent advances itself
    uint64_t spent;  ///< walked on the plan in hand; as `index`
    uint64_t seen;   ///< changes of the fog, or revision of the map, that the agent knows of
    bool advances;   ///< the agent walks along, others are asked again
    bool planned;    ///< the plan in hand was counted
    way_cell *cells; ///< changed ones, being told
    uint32_t capacity;
    way_rect *rects;
    uint32_t rect_capacity;
    way_walk walk;
    way_allocator allocator;
};

way_status way_walker_create(const way_walker_config *config, way_walker **out)
{
    if (!config || !config->navigator || !out) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    *out = NULL;
    const way_allocator allocator = wayi_allocator_or_default(config->allocator);
    way_walker *walker = wayi_alloc_zero(&allocator, 1, sizeof *walker);
    if (!walker) {
        return WAY_STATUS_NO_MEMORY;
    }
    *walker = (way_walker){.space = way_navigator_space(config->navigator),
                           .outcome = WAY_OUTCOME_CANCELLED,
                           .place = WAY_STATE_NONE,
                           .allocator = allocator};
    const way_agent_config agent = {.navigator = config->navigator,
                                    .store = config->store == WAY_STORE_AUTO ? WAY_STORE_SPARSE
                                                                             : config->store,
                                    .capacity = config->capacity,
                                    .observer = config->observer,
                                    .allocator = &allocator};
    const way_status status = way_agent_create(&agent, &walker->agent);
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
    const way_allocator allocator = walker->allocator;
    way_agent_destroy(walker->agent);
    wayi_free(&allocator, walker->cells, walker->capacity, sizeof *walker->cells);
    wayi_free(&allocator, walker->rects, walker->rect_capacity, sizeof *walker->rects);
    wayi_free(&allocator, walker, 1, sizeof *walker);
}

static uint64_t walker_latest(const way_walker *walker)
{
    return wayi_space_fog(walker->space) ? way_fog_change_count(walker->space)
                                         : way_space_revision(walker->space);
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

/// Plans again from where the unit is.
static way_status walker_restart(way_walker *walker)
{
    walker->walk.stats = walker_total(walker->walk.stats, way_agent_stats(walker->agent));
    walker->index = 0;
    walker->spent = 0;
    walker->planned = false;
    walker->seen = walker_latest(walker);
    const way_trip trip = {.start = walker->place, .goal = walker->goal};
    const way_status status = way_agent_begin(walker->agent, &trip);
    walker->outcome = status == WAY_STATUS_OK ? WAY_OUTCOME_MOVING : WAY_OUTCOME_CANCELLED;
    return status;
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
    if (wayi_space_fog(walker->space)) {
        const way_status status = way_fog_sense(walker->space, start, NULL);
        if (status != WAY_STATUS_OK) {
            return status;
        }
    }
    const way_status status = walker_restart(walker);
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
    if (goal == walker->goal && walker->outcome == WAY_OUTCOME_MOVING) {
        return WAY_STATUS_OK;
    }
    walker->goal = goal;
    if (!walker->advances || !walker->agent->algorithm->retarget ||
        way_agent_outcome(walker->agent) == WAY_OUTCOME_CANCELLED) {
        return walker_restart(walker);
    }
    walker->planned = false;
    walker->outcome = WAY_OUTCOME_MOVING;
    return way_agent_retarget(walker->agent, goal);
}

// Changes -----------------------------------------------------------------------------------------

static bool walker_reserve(way_walker *walker, uint32_t count)
{
    void *cells = walker->cells;
    if (count > walker->capacity &&
        !wayi_grow(&walker->allocator, &cells, &walker->capacity, count, sizeof *walker->cells)) {
        return false;
    }
    walker->cells = cells;
    return true;
}

/// Lists the cells of the changed rectangles of a map. STALE if they are forgotten or very many.
static way_status walker_list_map(way_walker *walker, const way_map *map, uint32_t *count)
{
    uint32_t rects = 0;
    way_status status = way_map_changes(map, walker->seen, NULL, 0, &rects);
    void *items = walker->rects;
    if (status == WAY_STATUS_OK && rects > walker->rect_capacity &&
        !wayi_grow(&walker->allocator, &items, &walker->rect_capacity, rects,
                   sizeof *walker->rects)) {
        return WAY_STATUS_NO_MEMORY;
    }
    walker->rects = items;
    if (status == WAY_STATUS_OK) {
        status = way_map_changes(map, walker->seen, walker->rects, rects, &rects);
    }
    uint64_t total = 0;
    for (uint32_t i = 0; status == WAY_STATUS_OK && i < rects; i++) {
        total += (uint64_t)walker->rects[i].width * walker->rects[i].height;
    }
    // To look at half of the map costs as much as to plan again.
    if (status != WAY_STATUS_OK || total > map->cell_count / 2) {
        return WAY_STATUS_STALE;
    }
    if (!walker_reserve(walker, (uint32_t)total)) {
        return WAY_STATUS_NO_MEMORY;
    }
    *count = 0;
    for (uint32_t i = 0; i < rects; i++) {
        const way_rect rect = walker->rects[i];
        for (uint32_t cell = 0; cell < rect.width * rect.height; cell++) {
            walker->cells[(*count)++] =
                (rect.y + cell / rect.width) * map->width + rect.x + cell % rect.width;
        }
    }
    return WAY_STATUS_OK;
}

static way_status walker_list_fog(way_walker *walker, uint32_t *count)
{
    way_status status = way_fog_changes(walker->space, walker->seen, NULL, 0, count);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    if (!walker_reserve(walker, *count)) {
        return WAY_STATUS_NO_MEMORY;
    }
    return way_fog_changes(walker->space, walker->seen, walker->cells, *count, count);
}

/// Whether a way over what changed at a state could be as good as the rest of the plan, or be it.
static bool walker_could_gain(const way_walker *walker, way_state changed)
{
    const way_space *space = walker->space;
    const uint64_t rest = walker->agent->cost - walker->spent;
    wayi_touched touched = wayi_space_touched(space, changed);
    for (way_state state = wayi_touched_next(&touched); state != WAY_STATE_NONE;
         state = wayi_touched_next(&touched)) {
        const way_cost least = way_cost_add(space->type->distance(space, walker->place, state),
                                            space->type->distance(space, state, walker->goal));
        if (least <= rest && way_space_can_stand(space, state)) {
            return true;
        }
    }
    return false;
}

/// Whether a plan made before the changes is still a best one, or the agent sees to it by itself.
static bool walker_plan_stands(const way_walker *walker, const way_state *states, uint32_t count)
{
    const way_agent *agent = walker->agent;
    const uint32_t traits = agent->algorithm->info.traits;
    if (agent->outcome == WAY_OUTCOME_MOVING && (traits & WAY_TRAIT_HANDLES_EDITS)) {
        return true;
    }
    if (agent->outcome != WAY_OUTCOME_ARRIVED || (traits & WAY_TRAIT_REALTIME) ||
        agent->scale != wayi_space_scale(walker->space)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (walker_could_gain(walker, states[i])) {
            return false;
        }
    }
    return way_agent_path_holds(agent, walker->index);
}

way_status way_walker_change(way_walker *walker, const way_state *states, uint32_t count)
{
    if (!walker || (count && !states)) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    const way_outcome outcome = way_agent_outcome(walker->agent);
    if (walker->place == WAY_STATE_NONE || outcome == WAY_OUTCOME_CANCELLED) {
        return WAY_STATUS_WRONG_STATE;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!wayi_space_has(walker->space, states[i])) {
            return WAY_STATUS_OUT_OF_RANGE;
        }
    }
    walker->walk.changes += count;
    walker->seen = walker_latest(walker);
    if (walker->advances) {
        walker->planned = false;
        walker->outcome = WAY_OUTCOME_MOVING;
        return way_agent_change(walker->agent, states, count);
    }
    return walker_plan_stands(walker, states, count) ? WAY_STATUS_OK : walker_restart(walker);
}

/// Looks around and tells the agent what is new.
static way_status walker_notice(way_walker *walker)
{
    const wayi_grid *grid = wayi_space_grid(walker->space);
    const bool fog = wayi_space_fog(walker->space) != NULL;
    if (fog) {
        const way_status status = way_fog_sense(walker->space, walker->place, NULL);
        if (status != WAY_STATUS_OK) {
            return status;
        }
    }
    if ((!fog && !grid) || walker_latest(walker) == walker->seen) {
        return WAY_STATUS_OK;
    }
    uint32_t count = 0;
    const way_status status =
        fog ? walker_list_fog(walker, &count) : walker_list_map(walker, grid->map, &count);
    if (status == WAY_STATUS_STALE) {
        return walker_restart(walker);
    }
    return status == WAY_STATUS_OK ? way_walker_change(walker, walker->cells, count) : status;
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
    walker->place = next;
    if (!walker->advances) {
        walker->index++;
        walker->spent += price;
    } else if (way_agent_advance(walker->agent, 1) != WAY_STATUS_OK) {
        return WAY_OUTCOME_CAPACITY;
    }
    return walker->place == walker->goal ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_MOVING;
}

/// Whether there is a next move to make: of a plan that is ready, or already committed.
static bool walker_can_move(const way_walker *walker)
{
    uint32_t count = 0;
    (void)way_agent_path(walker->agent, &count);
    const way_outcome outcome = way_agent_outcome(walker->agent);
    const bool realtime = walker->agent->algorithm->info.traits & WAY_TRAIT_REALTIME;
    return count > walker->index + 1 &&
           (outcome == WAY_OUTCOME_ARRIVED || (realtime && outcome == WAY_OUTCOME_MOVING));
}

way_outcome way_walker_step(way_walker *walker, uint32_t budget)
{
    if (walker->outcome != WAY_OUTCOME_MOVING && walker->outcome != WAY_OUTCOME_NO_PATH) {
        return walker->outcome;
    }
    if (walker_notice(walker) != WAY_STATUS_OK) {
        return walker->outcome = WAY_OUTCOME_CAPACITY;
    }
    if (walker->place == walker->goal) {
        return walker->outcome = WAY_OUTCOME_ARRIVED;
    }
    if (!walker_can_move(walker) && way_agent_step(walker->agent, budget) == WAY_OUTCOME_MOVING &&
        !walker_can_move(walker)) {
        return walker->outcome = WAY_OUTCOME_MOVING;
    }
    const way_outcome planned = way_agent_outcome(walker->agent);
    walker->walk.plans += !walker->planned && planned == WAY_OUTCOME_ARRIVED;
    walker->planned = true;
    if (planned != WAY_OUTCOME_ARRIVED && planned != WAY_OUTCOME_MOVING) {
        return walker->outcome = planned;
    }
    return walker->outcome = walker_move(walker);
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
    walk.stats.bytes += sizeof *walker + walker->capacity * sizeof *walker->cells +
                        walker->rect_capacity * sizeof *walker->rects;
    walk.remaining = WAY_COST_MAX;
    if (way_agent_outcome(walker->agent) == WAY_OUTCOME_ARRIVED) {
        walk.remaining = way_agent_cost(walker->agent) - (way_cost)walker->spent;
    }
    return walk;
}

const way_agent *way_walker_agent(const way_walker *walker)
{
    return walker->agent;
}
