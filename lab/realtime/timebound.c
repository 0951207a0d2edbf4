// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// One A* sliced over the moves. It has a loop of its own beside engine/best_first.h because its
// nodes outlive a search and learn from it when they are met again, which the engine, that forgets
// its nodes, could have only by a second store to be looked up for every state that it generates,
// and because every other expansion may be the survey's.
#include "lab/realtime/timebound.h"

#include "base/inline.h"
#include "search/trip/observer.h"

static const wayi_timebound_wide timebound_blank = {.node.g = WAY_COST_MAX};
static const wayi_timebound_mark timebound_no_mark = {.survey = 0};

wayi_timebound_config wayi_timebound_share(uint32_t lookahead, uint32_t share, uint32_t ratio)
{
    const uint64_t part = (uint64_t)lookahead * share / 1000;
    const uint64_t slice = part > 1 ? part : 1;
    const uint64_t tracing = (lookahead - slice) * ratio;
    return (wayi_timebound_config){.slice = (uint32_t)slice,
                                   .tracing = tracing > slice + 2 ? tracing : slice + 2};
}

/// Makes the store of nodes.
static way_status timebound_open(wayi_timebound *bound, const way_agent *agent)
{
    const bool lean = bound->trail.map;
    wayi_nodes_config config = wayi_agent_nodes(
        agent, &timebound_blank, lean ? sizeof(wayi_timebound_node) : sizeof(wayi_timebound_wide));
    config.marks = lean;
    return wayi_nodes_init(&bound->nodes, &config, &agent->allocator);
}

way_status wayi_timebound_init(wayi_timebound *bound, const wayi_timebound_config *config,
                               const way_agent *agent)
{
    *bound = (wayi_timebound){.config = *config};
    wayi_calendar_init(&bound->open, &agent->allocator);
    wayi_path_buffer_init(&bound->limits, &agent->allocator);
    wayi_survey_init(&bound->survey, true, &agent->allocator);
    wayi_retrace_init(&bound->trail, config->learns ? NULL : agent->space, &agent->allocator);
    wayi_hash_table_init(&bound->onward[0], &agent->allocator);
    wayi_hash_table_init(&bound->onward[1], &agent->allocator);
    const way_status status = timebound_open(bound, agent);
    wayi_nodes_config marks = wayi_agent_nodes(agent, &timebound_no_mark, sizeof timebound_no_mark);
    marks.sparse = true; // those of one search are little of the map
    return status ? status : wayi_nodes_init(&bound->marks, &marks, &agent->allocator);
}

void wayi_timebound_fini(wayi_timebound *bound)
{
    wayi_nodes_fini(&bound->nodes);
    wayi_nodes_fini(&bound->marks);
    wayi_hash_table_fini(&bound->trail.parents);
    wayi_hash_table_fini(&bound->onward[0]);
    wayi_hash_table_fini(&bound->onward[1]);
    wayi_calendar_fini(&bound->open);
    wayi_path_buffer_fini(&bound->limits);
    wayi_path_buffer_fini(&bound->survey.queue);
}

static wayi_timebound_node *timebound_at(const wayi_timebound *bound, uint32_t slot)
{
    return wayi_nodes_at(&bound->nodes, slot, bound->nodes.stride);
}

static wayi_timebound_wide *timebound_wide(const wayi_timebound *bound, uint32_t slot)
{
    return wayi_nodes_at(&bound->nodes, slot, sizeof(wayi_timebound_wide));
}

static uint32_t timebound_find(const wayi_timebound *bound, way_state state)
{
    return wayi_nodes_find(&bound->nodes, state, bound->nodes.stride);
}

static bool timebound_is_closed(const wayi_timebound *bound, uint32_t slot)
{
    return bound->trail.map ? timebound_at(bound, slot)->stamp & WAYI_RETRACE_DONE
                            : timebound_wide(bound, slot)->search & 1u;
}

static way_state timebound_parent(const wayi_timebound *bound, way_state state, uint32_t slot)
{
    return bound->trail.map
               ? wayi_retrace_before(&bound->trail, state, timebound_at(bound, slot)->stamp)
               : timebound_wide(bound, slot)->parent;
}

/// The mark of a state, by its slot in `*slot`; NULL without memory.
static wayi_timebound_mark *timebound_mark(wayi_timebound *bound, way_state state, uint32_t *slot)
{
    *slot = wayi_nodes_touch(&bound->marks, state, sizeof(wayi_timebound_mark));
    return *slot == WAYI_SLOT_NONE
               ? NULL
               : wayi_nodes_at(&bound->marks, *slot, sizeof(wayi_timebound_mark));
}

/// Finds out whether the ground can be read directly, as it is now.
static void timebound_look_down(const way_agent *agent, wayi_timebound *bound)
{
    bound->aim = wayi_ground_aim_at(agent->space, agent->goal.state);
    bound->aim.flat &= agent->goal.kind == WAYI_GOAL_ONE;
}

static way_cost timebound_plain(const way_agent *agent, const wayi_timebound *bound,
                                way_state state)
{
    const wayi_ground_aim *aim = &bound->aim;
    return aim->flat ? wayi_ground_distance_to(&aim->ground, state, aim->x, aim->y)
                     : wayi_goal_distance(&agent->goal, state);
}

/// The estimate of a node with what it learns from the search that it was last met in, if that is
/// over.
static way_cost timebound_lesson(const wayi_timebound *bound, const wayi_timebound_wide *wide)
{
    const uint32_t search = wide->search >> 1;
    if (!(wide->search & 1u) || search == bound->search) {
        return wide->h;
    }
    const way_cost limit = bound->limits.states[search - 1];
    if (limit == WAY_COST_MAX) {
        return limit;
    }
    const way_cost g = wide->node.g;
    return limit > g && limit - g > wide->h ? limit - g : wide->h;
}

way_cost wayi_timebound_estimate(const way_agent *agent, const wayi_timebound *bound,
                                 way_state state)
{
    const uint32_t slot = timebound_find(bound, state);
    const bool wide = slot != WAYI_SLOT_NONE && !bound->trail.map;
    return wide && timebound_wide(bound, slot)->search
               ? timebound_lesson(bound, timebound_wide(bound, slot))
               : wayi_goal_distance(&agent->goal, state);
}

static void timebound_learn(const way_agent *agent, const wayi_timebound *bound, way_state state,
                            wayi_timebound_wide *wide)
{
    const way_cost estimate = timebound_lesson(bound, wide);
    if (estimate == wide->h) {
        return;
    }
    wide->h = estimate;
    if (agent->observer) {
        wayi_observer_write(agent->observer, (way_event){WAY_EVENT_LEARN, state, WAY_STATE_NONE,
                                                         estimate, estimate});
    }
}

/// The slot of a state, made fresh for this search; WAYI_SLOT_NONE without memory.
static WAYI_ALWAYS_INLINE uint32_t timebound_touch(const way_agent *agent, wayi_timebound *bound,
                                                   way_state state)
{
    if (bound->trail.map) {
        return wayi_nodes_touch(&bound->nodes, state, sizeof(wayi_timebound_node));
    }
    const uint32_t slot = wayi_nodes_touch(&bound->nodes, state, sizeof(wayi_timebound_wide));
    if (slot == WAYI_SLOT_NONE) {
        return slot;
    }
    wayi_timebound_wide *wide = timebound_wide(bound, slot);
    if (wide->search >> 1 == bound->search) {
        return slot;
    }
    if (wide->search == 0) {
        wide->h = timebound_plain(agent, bound, state);
    }
    timebound_learn(agent, bound, state, wide);
    wide->search = bound->search << 1;
    wide->node.g = WAY_COST_MAX;
    wide->parent = WAY_STATE_NONE;
    return slot;
}

/// The estimate of a state that was touched.
static WAYI_ALWAYS_INLINE way_cost timebound_h(const way_agent *agent, const wayi_timebound *bound,
                                               way_state state, uint32_t slot)
{
    return bound->trail.map ? timebound_plain(agent, bound, state) : timebound_wide(bound, slot)->h;
}

/// Notes that the best way to a state comes from another and opens it; false without memory.
static WAYI_ALWAYS_INLINE bool timebound_lead_to(wayi_timebound *bound, way_state parent,
                                                 way_state state, uint32_t slot)
{
    if (bound->trail.map) {
        uint32_t *stamp = &timebound_at(bound, slot)->stamp;
        *stamp &= ~WAYI_RETRACE_DONE;
        return wayi_retrace_lead(&bound->trail, parent, state, stamp);
    }
    wayi_timebound_wide *wide = timebound_wide(bound, slot);
    wide->parent = parent;
    wide->search &= ~1u;
    return true;
}

static WAYI_ALWAYS_INLINE bool timebound_push(way_agent *agent, wayi_timebound *bound,
                                              way_state state, uint32_t slot)
{
    const way_cost g = timebound_at(bound, slot)->g;
    const uint64_t f = way_cost_add(g, timebound_h(agent, bound, state, slot));
    const uint32_t order = wayi_nodes_order(&bound->nodes, state, slot);
    agent->stats.heap_pushes++;
    return wayi_calendar_push(&bound->open, (wayi_heap_item){f << 32 | (uint32_t)~g, order, slot});
}

/// Notes that a search starts at a state; false without memory.
static bool timebound_stand(wayi_timebound *bound, way_state root)
{
    uint32_t slot = 0;
    wayi_timebound_mark *mark = timebound_mark(bound, root, &slot);
    if (mark) {
        bound->cautious |= mark->stood > bound->raised;
        mark->stood = bound->search;
        wayi_survey_begin(&bound->survey, &mark->survey, slot);
    }
    return mark;
}

/// Puts the root of a new search in place; false without memory.
static bool timebound_plant(way_agent *agent, wayi_timebound *bound, way_state root)
{
    timebound_look_down(agent, bound);
    bound->search++;
    bound->root = root;
    bound->expanded = 0;
    bound->floor = 0;
    bound->follow = 0;
    bound->tracing = WAY_STATE_NONE;
    bound->goal = WAY_STATE_NONE;
    bound->held = false;
    bound->final = false;
    bound->final_trace = false;
    const uint32_t slot = timebound_touch(agent, bound, root);
    if (slot == WAYI_SLOT_NONE || !(bound->trail.map || timebound_stand(bound, root))) {
        return false;
    }
    const way_cost h = timebound_h(agent, bound, root, slot);
    timebound_at(bound, slot)->g = 0;
    wayi_calendar_clear(&bound->open, (uint64_t)h << 32, wayi_ground_day(&bound->aim, h));
    return timebound_push(agent, bound, root, slot);
}

/// Gives nodes what a search that is begun again needs; false without memory.
static bool timebound_widen(const way_agent *agent, wayi_timebound *bound)
{
    wayi_timebound wide = {.config = bound->config};
    if (timebound_open(&wide, agent) != WAY_STATUS_OK) {
        return false;
    }
    wayi_nodes_fini(&bound->nodes);
    bound->nodes = wide.nodes;
    bound->trail.map = NULL;
    return true;
}

bool wayi_timebound_begin(way_agent *agent, wayi_timebound *bound, way_state root)
{
    if (bound->config.restarts && bound->trail.map && !timebound_widen(agent, bound)) {
        return false;
    }
    wayi_nodes_clear(&bound->nodes);
    wayi_hash_table_clear(&bound->trail.parents);
    wayi_nodes_clear(&bound->marks);
    wayi_path_buffer_clear(&bound->limits);
    wayi_survey_clear(&bound->survey);
    bound->search = 0;
    bound->trace = 0;
    bound->raised = 0;
    bound->cautious = false;
    return timebound_plant(agent, bound, root);
}

/// Takes the next state that is not closed yet; false when there is none.
static bool timebound_settle_top(way_agent *agent, wayi_timebound *bound)
{
    while (bound->held || wayi_calendar_count(&bound->open) > 0) {
        if (!bound->held) {
            bound->next = wayi_calendar_pop(&bound->open);
            bound->next.id = wayi_nodes_ordered_id(&bound->nodes, bound->next.id, bound->next.slot);
        }
        bound->held = !timebound_is_closed(bound, bound->next.slot);
        if (bound->held) {
            return true;
        }
        agent->stats.heap_pops++;
    }
    return false;
}

/// What the open list proves that the way from the root costs at least; its next state is held.
static way_cost timebound_prove(wayi_timebound *bound)
{
    const way_cost least = (way_cost)(bound->next.key >> 32);
    bound->floor = least > bound->floor ? least : bound->floor;
    return bound->floor;
}

bool wayi_timebound_restart(way_agent *agent, wayi_timebound *bound, way_state root)
{
    way_cost limit = WAY_COST_MAX;
    if (bound->goal != WAY_STATE_NONE) {
        limit = timebound_at(bound, timebound_find(bound, bound->goal))->g;
    } else if (timebound_settle_top(agent, bound)) {
        limit = timebound_prove(bound);
    }
    if (limit > timebound_wide(bound, timebound_find(bound, bound->root))->h) {
        bound->raised = bound->search;
        bound->cautious = false;
    }
    return wayi_path_buffer_push(&bound->limits, limit) && timebound_plant(agent, bound, root);
}

// The search --------------------------------------------------------------------------------------

static void timebound_report(const way_agent *agent, const wayi_timebound *bound,
                             way_event_kind kind, way_state state, uint32_t slot)
{
    if (agent->observer) {
        const way_cost g = timebound_at(bound, slot)->g;
        wayi_observer_write(agent->observer,
                            (way_event){kind, state, timebound_parent(bound, state, slot), g,
                                        way_cost_add(g, timebound_h(agent, bound, state, slot))});
    }
}

static WAYI_ALWAYS_INLINE bool timebound_relax(way_agent *agent, wayi_timebound *bound,
                                               uint32_t origin, way_edge edge)
{
    const uint32_t slot = timebound_touch(agent, bound, edge.to);
    if (slot == WAYI_SLOT_NONE) {
        return false;
    }
    wayi_timebound_node *node = timebound_at(bound, slot);
    const way_cost g = way_cost_add(timebound_at(bound, origin)->g, edge.cost);
    if (g >= node->g) {
        return true;
    }
    const bool reopened = timebound_is_closed(bound, slot);
    node->g = g;
    if (!timebound_lead_to(bound, wayi_nodes_id(&bound->nodes, origin), edge.to, slot)) {
        return false;
    }
    agent->stats.generations++;
    agent->stats.reopenings += reopened;
    timebound_report(agent, bound, reopened ? WAY_EVENT_REOPEN : WAY_EVENT_GENERATE, edge.to, slot);
    return timebound_push(agent, bound, edge.to, slot);
}

/// Makes a state a member of the survey; false without memory.
static bool timebound_join(wayi_timebound *bound, way_state state)
{
    uint32_t slot = 0;
    wayi_timebound_mark *mark = timebound_mark(bound, state, &slot);
    if (mark) {
        wayi_survey_join(&bound->survey, &mark->survey, slot);
    }
    return mark;
}

/// Tells the survey that a state is being expanded. True if what it leads to must join.
static bool timebound_is_surveyed(wayi_timebound *bound, way_state state)
{
    if (!bound->config.restarts) {
        return false; // one search looks at all that there is
    }
    wayi_survey_count(&bound->survey);
    const uint32_t slot = wayi_nodes_find(&bound->marks, state, sizeof(wayi_timebound_mark));
    wayi_timebound_mark *mark =
        slot == WAYI_SLOT_NONE ? NULL : wayi_nodes_at(&bound->marks, slot, sizeof *mark);
    return mark && wayi_survey_settle(&bound->survey, &mark->survey);
}

/// The next member of a long survey that waits to be expanded, if it is its turn.
static bool timebound_next_member(const way_agent *agent, wayi_timebound *bound, way_state *state)
{
    uint32_t slot = 0;
    while (bound->expanded % 2 == 1 && wayi_survey_pop(&bound->survey, &slot)) {
        const wayi_timebound_mark *mark = wayi_nodes_at(&bound->marks, slot, sizeof *mark);
        *state = wayi_nodes_id(&bound->marks, slot);
        if (wayi_goal_is_reached(&agent->goal, *state)) {
            bound->survey.is_long = false; // not caught: no need to hurry
        } else if (wayi_survey_awaits(&bound->survey, mark->survey)) {
            return true;
        }
    }
    return false;
}

/// Expands a member of the survey outside the search; false without memory.
static bool timebound_survey(way_agent *agent, wayi_timebound *bound, way_state state)
{
    bound->expanded++;
    agent->stats.expansions++;
    timebound_report(agent, bound, WAY_EVENT_EXPAND, state, timebound_find(bound, state));
    (void)timebound_is_surveyed(bound, state);
    const uint32_t count = wayi_agent_expand(agent, state, agent->edges);
    for (uint32_t i = 0; count != WAY_EXPAND_FULL && i < count; i++) {
        if (timebound_touch(agent, bound, agent->edges[i].to) == WAYI_SLOT_NONE ||
            !timebound_join(bound, agent->edges[i].to)) {
            return false;
        }
    }
    return count != WAY_EXPAND_FULL;
}

/// Offers the neighbours of a cell of uniform ground their ways, but for those to whom its parent
/// has offered a cheaper one.
static bool timebound_relax_flat(way_agent *agent, wayi_timebound *bound, wayi_heap_item item)
{
    const way_map *map = bound->aim.ground.map;
    const way_state parent = timebound_parent(bound, item.id, item.slot);
    uint32_t moves = wayi_ground_onward(&bound->aim.ground, parent, item.id);
    for (; moves; moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const way_edge edge = {item.id + (uint32_t)map->offsets[direction], map->steps[direction]};
        if (!timebound_relax(agent, bound, item.slot, edge)) {
            return false;
        }
    }
    return true;
}

static bool timebound_expand(way_agent *agent, wayi_timebound *bound, wayi_heap_item item)
{
    if (bound->trail.map) {
        timebound_at(bound, item.slot)->stamp |= WAYI_RETRACE_DONE;
    } else {
        timebound_wide(bound, item.slot)->search |= 1u;
    }
    bound->expanded++;
    agent->stats.expansions++;
    timebound_report(agent, bound, WAY_EVENT_EXPAND, item.id, item.slot);
    if (wayi_goal_is_reached(&agent->goal, item.id)) {
        bound->goal = item.id;
        return true;
    }
    const bool surveyed = timebound_is_surveyed(bound, item.id);
    if (bound->aim.flat && !bound->aim.ground.weights && !surveyed) {
        return timebound_relax_flat(agent, bound, item);
    }
    const uint32_t count = wayi_agent_expand(agent, item.id, agent->edges);
    for (uint32_t i = 0; count != WAY_EXPAND_FULL && i < count; i++) {
        if (!timebound_relax(agent, bound, item.slot, agent->edges[i]) ||
            (surveyed && !timebound_join(bound, agent->edges[i].to))) {
            return false;
        }
    }
    return count != WAY_EXPAND_FULL;
}

/// Goes on with the slice; FOUND when it is complete.
static way_outcome timebound_search(way_agent *agent, wayi_timebound *bound, uint32_t budget)
{
    while (bound->goal == WAY_STATE_NONE && bound->expanded < bound->config.slice) {
        if (!timebound_settle_top(agent, bound) ||
            (bound->config.restarts && wayi_survey_is_complete(&bound->survey))) {
            return WAY_OUTCOME_NO_PATH;
        }
        if (budget-- == 0) {
            return WAY_OUTCOME_WORKING;
        }
        way_state member = WAY_STATE_NONE;
        if (timebound_next_member(agent, bound, &member)) {
            if (!timebound_survey(agent, bound, member)) {
                return WAY_OUTCOME_CAPACITY;
            }
            continue;
        }
        bound->held = false;
        agent->stats.heap_pops++;
        if (!timebound_expand(agent, bound, bound->next)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    return WAY_OUTCOME_FOUND;
}

// Tracing and walking -----------------------------------------------------------------------------

/// Marks that the running trace leads from a state to another; false without memory.
static bool timebound_lead(wayi_timebound *bound, way_state from, way_state to)
{
    uint32_t *next = wayi_hash_table_get_or_add(&bound->onward[bound->trace & 1u], from, to);
    if (next) {
        *next = to;
    }
    return next;
}

/// Starts a trace at the goal or at the most promising open state, if there is one; false without
/// memory.
static bool timebound_start_trace(way_agent *agent, wayi_timebound *bound)
{
    bound->final_trace = bound->goal != WAY_STATE_NONE;
    if (!bound->final_trace && !timebound_settle_top(agent, bound)) {
        return true;
    }
    bound->tracing = bound->final_trace ? bound->goal : bound->next.id;
    if (!bound->final_trace) {
        (void)timebound_prove(bound);
    }
    bound->trace++;
    wayi_hash_table_clear(&bound->onward[bound->trace & 1u]);
    return timebound_lead(bound, bound->tracing, WAY_STATE_NONE);
}

/// Traces states back towards the root, or to where the agent stands; false without memory.
static bool timebound_run_trace(way_agent *agent, wayi_timebound *bound, way_state here)
{
    if (bound->final) {
        return true;
    }
    if (bound->tracing == WAY_STATE_NONE && !timebound_start_trace(agent, bound)) {
        return false;
    }
    for (uint64_t budget = bound->config.tracing; budget > 0 && bound->tracing != WAY_STATE_NONE;
         budget--) {
        if (bound->tracing == here || bound->tracing == bound->root) {
            bound->follow = bound->trace;
            bound->final = bound->final_trace;
            bound->tracing = WAY_STATE_NONE;
            break;
        }
        const way_state parent =
            timebound_parent(bound, bound->tracing, timebound_find(bound, bound->tracing));
        if (!timebound_lead(bound, parent, bound->tracing)) {
            return false;
        }
        bound->tracing = parent;
    }
    return true;
}

/// Where the way that is followed leads from here, or WAY_STATE_NONE.
static way_state timebound_next(const wayi_timebound *bound, way_state here)
{
    const uint32_t *next =
        bound->follow ? wayi_hash_table_find(&bound->onward[bound->follow & 1u], here) : NULL;
    return next ? *next : WAY_STATE_NONE;
}

/// Takes a step; false without memory.
static bool timebound_take(way_agent *agent, way_state here, way_state next)
{
    return wayi_agent_commit(agent, next, wayi_agent_step_cost(agent, here, next));
}

/// Walks to the end of the way that is followed and searches again from there; false without
/// memory.
static bool timebound_walk_all(way_agent *agent, wayi_timebound *bound, way_state here)
{
    for (way_state next = timebound_next(bound, here); next != WAY_STATE_NONE;
         next = timebound_next(bound, here)) {
        if (!timebound_take(agent, here, next)) {
            return false;
        }
        here = next;
    }
    return bound->final || wayi_timebound_restart(agent, bound, here);
}

/// One step along the way that is followed, or back towards it, or a new search; false without
/// memory.
static bool timebound_walk(way_agent *agent, wayi_timebound *bound, way_state here)
{
    const way_state next = timebound_next(bound, here);
    if (next != WAY_STATE_NONE) {
        return bound->cautious ? timebound_walk_all(agent, bound, here)
                               : timebound_take(agent, here, next);
    }
    if (here == bound->root) {
        return true; // nothing to follow yet
    }
    if (bound->config.restarts) {
        return wayi_timebound_restart(agent, bound, here);
    }
    return timebound_take(agent, here, timebound_parent(bound, here, timebound_find(bound, here)));
}

way_outcome wayi_timebound_step(way_agent *agent, wayi_timebound *bound, uint32_t budget)
{
    const way_state here = agent->path.states[agent->path.count - 1];
    if (wayi_goal_is_reached(&agent->goal, here)) {
        return WAY_OUTCOME_FOUND;
    }
    timebound_look_down(agent, bound);
    const way_outcome outcome = timebound_search(agent, bound, budget);
    if (outcome != WAY_OUTCOME_FOUND) {
        return outcome;
    }
    bound->expanded = 0;
    if (!timebound_run_trace(agent, bound, here) || !timebound_walk(agent, bound, here)) {
        return WAY_OUTCOME_CAPACITY;
    }
    const way_state there = agent->path.states[agent->path.count - 1];
    return wayi_goal_is_reached(&agent->goal, there) ? WAY_OUTCOME_FOUND : WAY_OUTCOME_WORKING;
}
