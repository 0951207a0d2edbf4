// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The bounded A* around an agent.
#include "search/realtime/local_search.h"

#include "base/inline.h"
#include "search/engine/search_tree.h"
#include "search/trip/observer.h"

static const wayi_local_node local_blank = {.h = WAY_COST_MAX};

/// The largest error per step that is counted: with 2^32 steps it still fits 64 bits.
#define LOCAL_SLOPE_MOST (UINT64_C(1) << 31)

/// After a look-ahead of at most so many expansions the open list has one day: it is a heap.
#define LOCAL_SHORT 32u

way_status wayi_local_init(wayi_local *local, const wayi_local_config *config,
                           const way_agent *agent)
{
    *local = (wayi_local){.config = *config, .goal = WAYI_LOCAL_NONE, .seen_goal = WAYI_LOCAL_NONE};
    wayi_calendar_init(&local->open, &agent->allocator);
    wayi_path_buffer_init(&local->met, &agent->allocator);
    wayi_path_buffer_init(&local->closed, &agent->allocator);
    wayi_path_buffer_init(&local->taught, &agent->allocator);
    const bool comes_back = way_space_traits(agent->space) & WAY_SPACE_SYMMETRIC;
    wayi_survey_init(&local->survey, !comes_back, &agent->allocator);
    wayi_nodes_config nodes = wayi_agent_nodes(agent, &local_blank, sizeof local_blank);
    nodes.limit = config->capacity ? config->capacity : nodes.limit;
    return wayi_nodes_init(&local->nodes, &nodes, &agent->allocator);
}

void wayi_local_fini(wayi_local *local, const way_agent *agent)
{
    wayi_nodes_fini(&local->nodes);
    wayi_calendar_fini(&local->open);
    wayi_path_buffer_fini(&local->met);
    wayi_path_buffer_fini(&local->closed);
    wayi_path_buffer_fini(&local->taught);
    wayi_bitset_fini(&local->inside);
    wayi_path_buffer_fini(&local->survey.queue);
    WAYI_FREE(&agent->allocator, local->steps, local->step_capacity);
}

void wayi_local_clear(wayi_local *local)
{
    wayi_nodes_clear(&local->nodes);
    wayi_survey_clear(&local->survey);
    local->episode = 0;
    local->expansions = 0;
    local->raised = 0;
    local->cautious = false;
    local->unexplored = 0;
    local->slope = 0;
    local->error_sum = 0;
    local->error_steps_sum = 0;
    local->error_count = 0;
}

void wayi_local_change(const way_agent *agent, wayi_local *local, const way_state *states,
                       uint32_t count)
{
    if (wayi_changes_may_help(agent, states, count)) {
        wayi_local_clear(local);
    }
}

bool wayi_local_outlives(way_agent *agent, const way_rect *rects, uint32_t count, uint64_t *work)
{
    const wayi_local *local = agent->memory;
    return wayi_agent_nodes_outlive(agent, &local->nodes, rects, count, work);
}

/// A state that the trip had not seen.
static void local_meet(const way_agent *agent, wayi_local *local, wayi_local_node *node,
                       way_state state)
{
    local->unexplored++;
    node->h = wayi_goal_distance(&agent->goal, state);
    node->steps = local->config.corrects ? wayi_goal_steps(&agent->goal, state) : 0;
    node->error_steps = node->steps;
}

uint32_t wayi_local_touch(way_agent *agent, wayi_local *local, way_state state)
{
    const uint32_t slot = wayi_nodes_touch(&local->nodes, state, sizeof(wayi_local_node));
    if (slot == WAYI_SLOT_NONE) {
        return slot;
    }
    wayi_local_node *node = wayi_local_at(local, slot);
    if (node->episode == 0) {
        local_meet(agent, local, node, state);
    }
    return node->episode == local->episode || wayi_local_freshen(local, slot) ? slot
                                                                              : WAYI_SLOT_NONE;
}

/// Puts the errors found so far in force. Whole units would make ties of most keys.
static void local_set_errors(wayi_local *local)
{
    const uint64_t count = local->error_count ? local->error_count : 1;
    const uint64_t late = local->config.stretches ? local->error_steps_sum : 0;
    const uint64_t slope = (local->error_sum << 16) / (late < count ? count - late : 1);
    local->slope = slope < LOCAL_SLOPE_MOST ? slope : LOCAL_SLOPE_MOST;
    if (local->config.fresh_error) {
        local->error_sum = 0;
        local->error_steps_sum = 0;
        local->error_count = 1; // one phantom sample without error
    }
}

/// Whether steps can be read from the ground, each of which leads both ways. Out of a blocked start
/// they do not.
static bool local_is_flat(const way_agent *agent, wayi_local *local, way_state start)
{
    return !local->config.watch && !local->config.passes_maxima && !local->config.all_steps &&
           wayi_space_ground(agent->space, &local->ground) &&
           agent->space->type->can_stand(agent->space, start);
}

bool wayi_local_begin(way_agent *agent, wayi_local *local, way_state state)
{
    if (local->episode == WAYI_LOCAL_EPISODES) {
        wayi_local_clear(local);
    }
    local->episode++;
    local->flat = local_is_flat(agent, local, state);
    const bool is_short = local->expansions <= LOCAL_SHORT;
    local->expansions = 0;
    local->surveyed = 0;
    local->step_count = 0;
    local->goal = WAYI_LOCAL_NONE;
    local->seen_goal = WAYI_LOCAL_NONE;
    local->held = false;
    wayi_path_buffer_clear(&local->met);
    wayi_path_buffer_clear(&local->closed);
    local_set_errors(local);
    const uint32_t slot = wayi_local_touch(agent, local, state);
    if (slot == WAYI_SLOT_NONE) {
        return false;
    }
    wayi_local_node *node = wayi_local_at(local, slot);
    const uint32_t bits = node->h ? wayi_bits_highest(node->h) + 1 : 0;
    local->tie_shift = bits > 14 ? bits - 14 : 0; // estimates four times the start's still differ
    local->start = slot;
    local->cautious |= node->stood > local->raised;
    node->stood = local->episode;
    node->arrival = WAYI_DIRECTIONS;
    node->g = 0;
    const uint32_t day = (local->flat ? 26 : 32) + wayi_local_day(local, node->h);
    wayi_calendar_clear(&local->open, (uint64_t)node->h << 32, is_short ? 63 : day);
    wayi_survey_begin(&local->survey, &node->survey, slot);
    return wayi_local_push(agent, local, slot);
}

/// Notes a step for learning; false without memory.
static WAYI_ALWAYS_INLINE bool local_note_step(way_agent *agent, wayi_local *local,
                                               wayi_local_step step)
{
    if (local->step_count == local->step_capacity &&
        !WAYI_GROW(&agent->allocator, local->steps, local->step_capacity, local->step_count + 1)) {
        return false;
    }
    wayi_local_node *node = wayi_local_at(local, step.to);
    step.next = node->before;
    local->steps[local->step_count] = step;
    node->before = local->step_count++;
    return true;
}

void wayi_local_show(way_agent *agent, const wayi_local *local, uint32_t slot, way_event_kind kind)
{
    const wayi_local_node *node = wayi_local_at(local, slot);
    const way_state parent = node->parent == WAYI_LOCAL_NONE
                                 ? WAY_STATE_NONE
                                 : wayi_nodes_id(&local->nodes, node->parent);
    wayi_observer_write(agent->observer,
                        (way_event){kind, wayi_nodes_id(&local->nodes, slot), parent, node->g,
                                    way_cost_add(node->g, node->h)});
}

/// Gives a state a better way and opens it; false without memory.
static WAYI_ALWAYS_INLINE bool local_improve(way_agent *agent, wayi_local *local,
                                             const wayi_local_step *step, way_cost g)
{
    wayi_local_node *node = wayi_local_at(local, step->to);
    const bool reopened = node->closed;
    agent->stats.generations++;
    agent->stats.reopenings += reopened;
    node->g = g;
    node->step = step->cost;
    node->parent = step->from;
    node->closed = 0;
    if (agent->observer) {
        wayi_local_show(agent, local, step->to, reopened ? WAY_EVENT_REOPEN : WAY_EVENT_GENERATE);
    }
    return wayi_local_push(agent, local, step->to);
}

bool wayi_local_see_goal(const way_agent *agent, wayi_local *local, uint32_t slot)
{
    const bool cheaper = local->seen_goal == WAYI_LOCAL_NONE ||
                         wayi_local_at(local, slot)->g < wayi_local_at(local, local->seen_goal)->g;
    if (cheaper && wayi_goal_is_reached(&agent->goal, wayi_nodes_id(&local->nodes, slot))) {
        local->seen_goal = slot;
    }
    return true;
}

/// Offers a step as a way. Steps to where no goal can be reached from are none; false without
/// memory.
static WAYI_ALWAYS_INLINE bool local_relax(way_agent *agent, wayi_local *local,
                                           const wayi_local_step *step,
                                           wayi_local_children *children)
{
    wayi_local_node *node = wayi_local_at(local, step->to);
    const wayi_local_node *origin = wayi_local_at(local, step->from);
    if (node->h == WAY_COST_MAX || step->to == step->from) {
        return true;
    }
    children->live++;
    const bool lifts =
        local->config.passes_maxima && origin->h > step->cost && node->h < origin->h - step->cost;
    if (lifts) {
        wayi_local_raise(agent, local, step->to, origin->h - step->cost);
    }
    const way_cost g = way_cost_add(origin->g, step->cost);
    const bool better = g < node->g;
    if (step->to != origin->parent) {
        wayi_local_see_child(children, node, g);
    }
    bool done = local_note_step(agent, local, *step);
    if (done && better) {
        done = local_improve(agent, local, step, g);
    } else if (done && lifts && !node->closed) {
        done = wayi_local_push(agent, local, step->to); // its old entry is stale
    }
    if (done && better && local->config.eager_goal) {
        done = wayi_local_see_goal(agent, local, step->to);
    }
    return done;
}

/// Offers the steps from a state on any ground; false without memory.
static bool local_relax_any(way_agent *agent, wayi_local *local, uint32_t slot, way_state state,
                            wayi_local_children *children)
{
    const uint32_t count = wayi_agent_expand(agent, state, agent->edges);
    if (count == WAY_EXPAND_FULL) {
        return false;
    }
    if (local->config.watch) {
        const way_outcome verdict = local->config.watch(agent, state, count);
        if (verdict == WAY_OUTCOME_CAPACITY) {
            return false;
        }
        local->goal = verdict == WAY_OUTCOME_FOUND ? slot : local->goal;
    }
    const bool surveyed = wayi_survey_settle(&local->survey, &wayi_local_at(local, slot)->survey);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t to = wayi_local_touch(agent, local, agent->edges[i].to);
        if (to == WAYI_SLOT_NONE) {
            return false;
        }
        wayi_local_node *node = wayi_local_at(local, to);
        if (surveyed && node->h != WAY_COST_MAX) {
            wayi_survey_join(&local->survey, &node->survey, to);
        }
        const wayi_local_step step = {.from = slot, .to = to, .cost = agent->edges[i].cost};
        if (!local_relax(agent, local, &step, children)) {
            return false;
        }
    }
    return true;
}

/// Samples the error of an expanded state's estimates over one step.
static void local_sample_error(wayi_local *local, const wayi_local_node *node, way_cost f,
                               const wayi_local_children *children)
{
    if (children->f == WAY_COST_MAX) {
        return;
    }
    local->error_sum += children->f > f ? children->f - f : 0;
    local->error_steps_sum += children->steps >= node->steps && node->steps > 0;
    local->error_count++;
}

/// Counts an expansion. Returns whether it is the first of its state.
static bool local_count(way_agent *agent, wayi_local *local, uint32_t slot)
{
    wayi_local_node *node = wayi_local_at(local, slot);
    const bool first = !node->explored;
    local->unexplored -= first;
    node->explored = 1;
    if (agent->observer) {
        wayi_local_show(agent, local, slot, WAY_EVENT_EXPAND);
    }
    agent->stats.expansions++;
    wayi_survey_count(&local->survey);
    return first;
}

/// Whether a long survey has its turn beside the look-ahead.
static bool local_survey_is_due(const wayi_local *local)
{
    return wayi_survey_has_next(&local->survey) &&
           local->surveyed < wayi_survey_share(local->expansions);
}

/// The next member of a long survey that waits to be expanded.
static bool local_next_member(const way_agent *agent, wayi_local *local, uint32_t *slot)
{
    while (wayi_survey_pop(&local->survey, slot)) {
        if (wayi_goal_is_reached(&agent->goal, wayi_nodes_id(&local->nodes, *slot))) {
            local->survey.is_long = false; // not caught: no need to hurry
        } else if (wayi_survey_awaits(&local->survey, wayi_local_at(local, *slot)->survey)) {
            return true;
        }
    }
    return false;
}

/// Expands a member of the survey if one waits, but does not go there; false without memory.
static bool local_survey(way_agent *agent, wayi_local *local)
{
    uint32_t slot = 0;
    if (!local_next_member(agent, local, &slot)) {
        return true;
    }
    const way_state state = wayi_nodes_id(&local->nodes, slot);
    (void)local_count(agent, local, slot);
    local->surveyed++;
    (void)wayi_survey_settle(&local->survey, &wayi_local_at(local, slot)->survey);
    const uint32_t count = wayi_agent_expand(agent, state, agent->edges);
    for (uint32_t i = 0; count != WAY_EXPAND_FULL && i < count; i++) {
        const uint32_t to = wayi_local_touch(agent, local, agent->edges[i].to);
        if (to == WAYI_SLOT_NONE) {
            return false;
        }
        wayi_local_node *node = wayi_local_at(local, to);
        if (node->h != WAY_COST_MAX) {
            wayi_survey_join(&local->survey, &node->survey, to);
        }
    }
    return count != WAY_EXPAND_FULL;
}

/// Expands a state; false without memory.
static bool local_expand(way_agent *agent, wayi_local *local, uint32_t slot, way_state state)
{
    wayi_local_node *node = wayi_local_at(local, slot);
    const way_cost f = way_cost_add(node->g, node->h);
    node->closed = 1;
    local->expansions++;
    wayi_local_children children = {.f = WAY_COST_MAX, .first = local_count(agent, local, slot)};
    if (!wayi_path_buffer_push(&local->closed, slot) ||
        !(local->flat ? wayi_local_expand_flat(agent, local, slot, state, &children)
                      : local_relax_any(agent, local, slot, state, &children))) {
        return false;
    }
    if (children.live == 0 && !local->config.keeps_dead) {
        wayi_local_raise(agent, local, slot, WAY_COST_MAX); // a dead end
    }
    if (local->config.corrects) {
        local_sample_error(local, wayi_local_at(local, slot), f, &children);
    }
    return true;
}

/// Takes the next state out of the open list, dropping stale entries; false when nothing is left.
static bool local_hold_next(way_agent *agent, wayi_local *local)
{
    while (!local->held && wayi_calendar_count(&local->open) > 0) {
        local->next = wayi_calendar_pop(&local->open);
        local->next.id = wayi_nodes_ordered_id(&local->nodes, local->next.id, local->next.slot);
        local->held = wayi_local_is_open(local, &local->next);
        agent->stats.heap_pops += !local->held;
    }
    return local->held;
}

way_outcome wayi_local_look(way_agent *agent, wayi_local *local, uint32_t lookahead,
                            uint32_t budget)
{
    local->flat = local->flat && wayi_space_ground(agent->space, &local->ground);
    for (;;) {
        if (local->unexplored == 0 || (!local->flat && wayi_survey_is_complete(&local->survey)) ||
            !local_hold_next(agent, local) ||
            wayi_local_at(local, local->start)->h == WAY_COST_MAX) {
            return WAY_OUTCOME_NO_PATH; // all that can be reached has been looked at
        }
        const wayi_heap_item top = local->next;
        if (wayi_goal_is_reached(&agent->goal, top.id)) {
            local->goal = top.slot;
            return WAY_OUTCOME_FOUND;
        }
        const bool surveys = local_survey_is_due(local);
        if (local->expansions >= lookahead && !surveys) {
            local->goal = local->seen_goal;
            return WAY_OUTCOME_FOUND;
        }
        if (budget-- == 0) {
            return WAY_OUTCOME_WORKING;
        }
        if (surveys) {
            if (!local_survey(agent, local)) {
                return WAY_OUTCOME_CAPACITY;
            }
            continue;
        }
        local->held = false;
        agent->stats.heap_pops++;
        if (!local_expand(agent, local, top.slot, top.id)) {
            return WAY_OUTCOME_CAPACITY;
        }
        if (local->goal != WAYI_LOCAL_NONE) {
            return WAY_OUTCOME_FOUND;
        }
    }
}
