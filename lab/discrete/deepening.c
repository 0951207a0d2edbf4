// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Iterative deepening on f.
#include "lab/discrete/deepening.h"

#include "search/engine/read_set.h"
#include "search/engine/search_tree.h"
#include "search/trip/observer.h"

typedef struct deepening_node {
    uint32_t stamp;
    way_cost g;
    uint32_t round;
} deepening_node;

static const deepening_node deepening_blank = {.g = WAY_COST_MAX};

way_status wayi_deepening_create(way_agent *agent, bool remembers, uint64_t limit)
{
    wayi_deepening *walk = agent->memory;
    walk->remembers = remembers;
    walk->limit = limit;
    wayi_hash_table_init(&walk->on_path, &agent->allocator);
    if (!remembers) {
        return WAY_STATUS_OK;
    }
    return wayi_agent_open_nodes(agent, &walk->seen, &deepening_blank, sizeof deepening_blank);
}

void wayi_deepening_destroy(way_agent *agent)
{
    wayi_deepening *walk = agent->memory;
    WAYI_FREE(&agent->allocator, walk->frames, walk->frame_capacity);
    WAYI_FREE(&agent->allocator, walk->edges, walk->edge_capacity);
    wayi_hash_table_fini(&walk->on_path);
    if (walk->remembers) {
        wayi_nodes_fini(&walk->seen);
    }
}

/// Whether the walk may enter a state with this g: never on its own path, and with a memory only
/// where it has not been as cheaply in this round, or more cheaply in any.
static bool deepening_may_enter(wayi_deepening *walk, way_state state, way_cost g, bool *full)
{
    if (!walk->remembers) {
        return wayi_hash_table_find(&walk->on_path, state) == NULL;
    }
    const uint32_t slot = wayi_nodes_touch(&walk->seen, state, sizeof(deepening_node));
    if (slot == WAYI_SLOT_NONE) {
        *full = true;
        return false;
    }
    deepening_node *node = wayi_nodes_at(&walk->seen, slot, sizeof *node);
    if (node->g < g || (node->g == g && node->round == walk->round)) {
        return false;
    }
    node->g = g;
    node->round = walk->round;
    return true;
}

/// Puts a state on the stack with all its successors; false without memory.
static bool deepening_enter(way_agent *agent, way_state state, way_cost g)
{
    wayi_deepening *walk = agent->memory;
    const uint32_t count = agent->space->type->expand(agent->space, state, agent->edges);
    if (count == WAY_EXPAND_FULL || (agent->capacity && walk->frame_count >= agent->capacity) ||
        !WAYI_GROW(&agent->allocator, walk->frames, walk->frame_capacity, walk->frame_count + 1) ||
        !WAYI_GROW(&agent->allocator, walk->edges, walk->edge_capacity,
                   walk->edge_count + count + 1)) {
        return false;
    }
    if (!walk->remembers && !wayi_hash_table_get_or_add(&walk->on_path, state, 0)) {
        return false;
    }
    const way_state parent =
        walk->frame_count ? walk->frames[walk->frame_count - 1].state : WAY_STATE_NONE;
    agent->stats.expansions++;
    if (agent->observer) {
        wayi_agent_report(agent, WAY_EVENT_EXPAND, state, parent, g,
                          wayi_goal_distance(&agent->goal, state));
    }
    const uint32_t start = walk->edge_count;
    for (uint32_t i = count; i-- > 0;) {
        if (agent->edges[i].to != parent) {
            walk->edges[walk->edge_count++] = agent->edges[i];
        }
    }
    walk->frames[walk->frame_count++] = (wayi_deepening_frame){state, g, start};
    return true;
}

static void deepening_leave(wayi_deepening *walk)
{
    const wayi_deepening_frame *frame = &walk->frames[--walk->frame_count];
    walk->edge_count = frame->edges_start;
    if (!walk->remembers) {
        wayi_hash_table_remove(&walk->on_path, frame->state);
    }
}

/// Begins a round from the start; false without memory.
static bool deepening_start_round(way_agent *agent)
{
    wayi_deepening *walk = agent->memory;
    bool full = false;
    walk->round++;
    walk->frame_count = 0;
    walk->edge_count = 0;
    walk->next_threshold = WAY_COST_MAX;
    wayi_hash_table_clear(&walk->on_path);
    return deepening_may_enter(walk, agent->start, 0, &full) &&
           deepening_enter(agent, agent->start, 0);
}

way_status wayi_deepening_begin(way_agent *agent)
{
    wayi_deepening *walk = agent->memory;
    walk->round = 0;
    walk->frame_count = 0;
    walk->edge_count = 0;
    walk->threshold = wayi_agent_start_estimate(agent);
    if (walk->remembers) {
        wayi_nodes_clear(&walk->seen);
    }
    return WAY_STATUS_OK;
}

static way_outcome deepening_arrive(way_agent *agent, way_state goal, way_cost g)
{
    const wayi_deepening *walk = agent->memory;
    if (!wayi_path_buffer_reserve(&agent->path, agent->path.count + walk->frame_count)) {
        return WAY_OUTCOME_CAPACITY;
    }
    for (uint32_t i = 1; i < walk->frame_count; i++) {
        if (!wayi_path_buffer_push(&agent->path, walk->frames[i].state)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    if (!wayi_path_buffer_push(&agent->path, goal)) {
        return WAY_OUTCOME_CAPACITY;
    }
    agent->cost = way_cost_add(agent->cost, g);
    return WAY_OUTCOME_FOUND;
}

/// Tries the next successor of the deepest frame.
static way_outcome deepening_descend(way_agent *agent)
{
    wayi_deepening *walk = agent->memory;
    const way_edge edge = walk->edges[--walk->edge_count];
    wayi_deepening_frame *frame = &walk->frames[walk->frame_count - 1];
    const way_cost g = way_cost_add(frame->g, edge.cost);
    const way_cost f = way_cost_add(g, wayi_goal_distance(&agent->goal, edge.to));
    agent->stats.generations++;
    wayi_agent_report(agent, WAY_EVENT_GENERATE, edge.to, frame->state, g, f - g);
    if (f > walk->threshold) {
        walk->next_threshold = f < walk->next_threshold ? f : walk->next_threshold;
        return WAY_OUTCOME_WORKING;
    }
    if (wayi_goal_is_reached(&agent->goal, edge.to)) {
        return deepening_arrive(agent, edge.to, g);
    }
    bool full = false;
    if (!deepening_may_enter(walk, edge.to, g, &full)) {
        return full ? WAY_OUTCOME_CAPACITY : WAY_OUTCOME_WORKING;
    }
    return deepening_enter(agent, edge.to, g) ? WAY_OUTCOME_WORKING : WAY_OUTCOME_CAPACITY;
}

/// Goes on to the next round, or ends the search.
static way_outcome deepening_next_round(way_agent *agent)
{
    wayi_deepening *walk = agent->memory;
    if (walk->round > 0) {
        if (walk->next_threshold == WAY_COST_MAX) {
            return WAY_OUTCOME_NO_PATH;
        }
        walk->threshold = walk->next_threshold;
    } else if (wayi_goal_is_reached(&agent->goal, agent->start)) {
        return WAY_OUTCOME_FOUND;
    }
    return deepening_start_round(agent) ? WAY_OUTCOME_WORKING : WAY_OUTCOME_CAPACITY;
}

bool wayi_deepening_outlives(way_agent *agent, const way_rect *rects, uint32_t count,
                             uint64_t *work)
{
    // All states looked at so far lie within the threshold.
    const wayi_deepening *walk = agent->memory;
    const way_space *space = agent->space;
    const uint32_t width = wayi_read_map(space)->width;
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t area = (uint64_t)rects[i].width * rects[i].height;
        if (area > *work) {
            return false;
        }
        *work -= area;
        for (uint32_t k = 0; k < area; k++) {
            const way_cell cell = wayi_rect_at(rects[i], k, width);
            if (way_cost_add(space->type->estimate(space, agent->start, cell),
                             wayi_goal_distance(&agent->goal, cell)) <= walk->threshold) {
                return false;
            }
        }
    }
    return way_space_can_stand(space, agent->start);
}

way_outcome wayi_deepening_step(way_agent *agent, uint32_t budget)
{
    wayi_deepening *walk = agent->memory;
    const uint64_t end = agent->stats.expansions + budget;
    way_outcome outcome = WAY_OUTCOME_WORKING;
    while (outcome == WAY_OUTCOME_WORKING && agent->stats.expansions < end) {
        if (walk->limit && agent->stats.expansions >= walk->limit) {
            return WAY_OUTCOME_LIMIT;
        }
        if (walk->frame_count == 0) {
            outcome = deepening_next_round(agent);
        } else if (walk->edge_count > walk->frames[walk->frame_count - 1].edges_start) {
            outcome = deepening_descend(agent);
        } else {
            deepening_leave(walk);
        }
    }
    return outcome;
}
