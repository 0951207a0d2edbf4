// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/engine/inner.h"

way_status wayi_inner_open(wayi_inner *inner, const way_agent *outer, const char *spec,
                           uint32_t capacity)
{
    return wayi_inner_open_in(inner, outer, spec, capacity, outer->store);
}

way_status wayi_inner_open_in(wayi_inner *inner, const way_agent *outer, const char *spec,
                              uint32_t capacity, way_store store)
{
    const way_navigator_config plan = {
        .space = outer->space, .algorithm = spec, .allocator = &outer->allocator};
    way_status status = outer->navigator->roof->create(&plan, &inner->navigator);
    if (status == WAY_STATUS_OK) {
        const way_agent_config config = {.navigator = inner->navigator,
                                         .store = store,
                                         .capacity = capacity,
                                         .observer = outer->observer,
                                         .allocator = &outer->allocator};
        status = way_agent_create(&config, &inner->agent);
    }
    if (status != WAY_STATUS_OK) {
        wayi_inner_close(inner);
    }
    return status;
}

void wayi_inner_close(wayi_inner *inner)
{
    way_agent_destroy(inner->agent);
    way_navigator_destroy(inner->navigator);
    *inner = (wayi_inner){0};
}

uint32_t wayi_inner_states(const wayi_inner *inner)
{
    const way_agent *agent = inner->agent;
    return agent->algorithm->states_max ? agent->algorithm->states_max(agent) : 0;
}

bool wayi_inner_aim(wayi_inner *inner, const wayi_goal *goal)
{
    wayi_goal *own = &inner->agent->goal;
    bool fits = true;
    switch (goal->kind) {
    case WAYI_GOAL_SET:
        wayi_goal_begin_set(own);
        for (uint32_t i = 0; i < goal->count && fits; i++) {
            fits = wayi_goal_add(own, goal->states[i]);
        }
        wayi_goal_end_set(own);
        return fits;
    case WAYI_GOAL_RANGE:
        wayi_goal_set_range(own, goal->state, goal->range);
        return true;
    case WAYI_GOAL_SPACE:
        wayi_goal_set_space(own);
        return true;
    default:
        wayi_goal_set_one(own, goal->state);
        return true;
    }
}

bool wayi_inner_begin_aimed(wayi_inner *inner, way_state from)
{
    way_agent *agent = inner->agent;
    inner->counted = (way_stats){0};
    inner->looked = 0;
    agent->stats = (way_stats){0};
    agent->looked = 0;
    agent->start = from;
    agent->cost = 0;
    wayi_path_buffer_clear(&agent->path);
    return wayi_path_buffer_push(&agent->path, from) &&
           wayi_agent_start_search(agent) == WAY_STATUS_OK;
}

bool wayi_inner_begin(wayi_inner *inner, way_state from, way_state to)
{
    wayi_goal_set_one(&inner->agent->goal, to);
    return wayi_inner_begin_aimed(inner, from);
}

/// Counts for the outer agent what was done since the last time.
static void inner_count(wayi_inner *inner, way_agent *outer)
{
    const way_stats *now = &inner->agent->stats;
    const way_stats *before = &inner->counted;
    outer->stats.expansions += now->expansions - before->expansions;
    outer->stats.generations += now->generations - before->generations;
    outer->stats.reopenings += now->reopenings - before->reopenings;
    outer->stats.heap_pushes += now->heap_pushes - before->heap_pushes;
    outer->stats.heap_pops += now->heap_pops - before->heap_pops;
    outer->looked += inner->agent->looked - inner->looked;
    inner->counted = *now;
    inner->looked = inner->agent->looked;
}

way_outcome wayi_inner_step(wayi_inner *inner, way_agent *outer, uint32_t budget)
{
    const way_outcome outcome = inner->agent->algorithm->step(inner->agent, budget);
    inner_count(inner, outer);
    return outcome;
}
