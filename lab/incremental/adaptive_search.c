// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A* with estimates that improve from search to search.
#include "lab/incremental/adaptive_search.h"

#include "base/inline.h"
#include "search/engine/search_tree.h"
#include "search/trip/observer.h"

/// Searches after which everything learned is forgotten, lest their list grow for ever.
#define ADAPTIVE_PAST_MAX 65536u

typedef struct adaptive_node {
    uint32_t stamp;
    way_cost g;
    way_cost h;
    way_state parent;
    uint32_t search; ///< that touched it last; 0 = none
    uint32_t closed; ///< the search that expanded it
} adaptive_node;

static const adaptive_node adaptive_blank = {
    .g = WAY_COST_MAX, .h = 0, .parent = WAY_STATE_NONE, .search = 0, .closed = 0};

way_status wayi_adaptive_create(way_agent *agent, wayi_adaptive_config config)
{
    wayi_adaptive *search = agent->memory;
    search->config = config;
    wayi_calendar_init(&search->open, &agent->allocator);
    wayi_heap_init(&search->repair, &agent->allocator);
    wayi_path_buffer_init(&search->expanded, &agent->allocator);
    return wayi_agent_open_nodes(agent, &search->nodes, &adaptive_blank, sizeof adaptive_blank);
}

void wayi_adaptive_destroy(way_agent *agent)
{
    wayi_adaptive *search = agent->memory;
    if (!search->nodes.blank) {
        return; // never set up
    }
    wayi_nodes_fini(&search->nodes);
    wayi_calendar_fini(&search->open);
    wayi_heap_fini(&search->repair);
    wayi_path_buffer_fini(&search->expanded);
    WAYI_FREE(&agent->allocator, search->past, search->past_capacity);
}

static adaptive_node *adaptive_at(const wayi_adaptive *search, uint32_t slot)
{
    return wayi_nodes_at(&search->nodes, slot, sizeof(adaptive_node));
}

static uint32_t adaptive_find(const wayi_adaptive *search, way_state state)
{
    return wayi_nodes_find(&search->nodes, state, sizeof(adaptive_node));
}

static way_cost adaptive_plain(const way_agent *agent, way_state state)
{
    const wayi_adaptive *search = agent->memory;
    const wayi_ground_aim *aim = &search->aim;
    return aim->flat ? wayi_ground_distance_to(&aim->ground, state, aim->x, aim->y)
                     : agent->space->type->estimate(agent->space, state, search->goal);
}

/// A node's estimate as the searches since its last touch make it.
static way_cost adaptive_update(const way_agent *agent, way_state state, const adaptive_node *node)
{
    const wayi_adaptive *search = agent->memory;
    const way_cost plain = adaptive_plain(agent, state);
    if (node->search == 0) {
        return plain;
    }
    const wayi_adaptive_past past = search->past[node->search];
    way_cost h = node->h;
    if (way_cost_add(node->g, h) < past.cost) {
        h = past.cost - node->g;
    }
    const uint64_t shift = search->past[search->count].shift - past.shift;
    h = h > shift ? h - (way_cost)shift : 0;
    return h > plain ? h : plain;
}

/// The slot of a state, brought up to date for the search that runs; WAYI_SLOT_NONE without memory.
static WAYI_ALWAYS_INLINE uint32_t adaptive_touch(way_agent *agent, way_state state)
{
    wayi_adaptive *search = agent->memory;
    const uint32_t slot = wayi_nodes_touch(&search->nodes, state, sizeof(adaptive_node));
    if (slot == WAYI_SLOT_NONE) {
        search->full = true;
        return slot;
    }
    adaptive_node *node = adaptive_at(search, slot);
    if (node->search != search->count) {
        node->h = adaptive_update(agent, state, node);
        node->g = WAY_COST_MAX;
        node->search = search->count;
    }
    return slot;
}

way_cost wayi_adaptive_estimate(way_agent *agent, way_state state)
{
    const wayi_adaptive *search = agent->memory;
    const uint32_t slot = adaptive_find(search, state);
    if (slot == WAYI_SLOT_NONE) {
        return adaptive_plain(agent, state);
    }
    const adaptive_node *node = adaptive_at(search, slot);
    return node->search == search->count ? node->h : adaptive_update(agent, state, node);
}

// Searches ----------------------------------------------------------------------------------------

/// Makes room for the next search, which starts with the shift of the last.
static void adaptive_next_search(way_agent *agent, uint64_t shift)
{
    wayi_adaptive *search = agent->memory;
    search->count++;
    search->searching = false;
    if (search->count >= search->past_capacity) {
        if (!WAYI_GROW(&agent->allocator, search->past, search->past_capacity, search->count + 1)) {
            search->full = true;
            search->count--;
            return;
        }
    }
    search->past[search->count] = (wayi_adaptive_past){.shift = shift, .cost = 0};
    wayi_path_buffer_clear(&search->expanded);
}

/// Has the estimates lead to the goal in force, over the ground as it is.
static void adaptive_aim(way_agent *agent)
{
    wayi_adaptive *search = agent->memory;
    search->goal = agent->goal.state;
    search->aim = wayi_ground_aim_at(agent->space, search->goal);
}

/// Starts from nothing learned.
static void adaptive_forget(way_agent *agent)
{
    wayi_adaptive *search = agent->memory;
    wayi_nodes_clear(&search->nodes);
    wayi_heap_clear(&search->repair);
    search->count = 0;
    search->scale = wayi_space_scale(agent->space);
    adaptive_aim(agent);
    adaptive_next_search(agent, 0);
}

way_status wayi_adaptive_begin(way_agent *agent)
{
    wayi_adaptive *search = agent->memory;
    search->full = false;
    adaptive_forget(agent);
    return search->full ? WAY_STATUS_NO_MEMORY : WAY_STATUS_OK;
}

/// Offers a state a way of cost `g` over `parent`.
static WAYI_ALWAYS_INLINE void adaptive_offer(way_agent *agent, way_state state, way_cost g,
                                              way_state parent)
{
    wayi_adaptive *search = agent->memory;
    const uint32_t slot = adaptive_touch(agent, state);
    if (slot == WAYI_SLOT_NONE || g >= adaptive_at(search, slot)->g) {
        return;
    }
    adaptive_node *node = adaptive_at(search, slot);
    node->g = g;
    node->parent = parent;
    agent->stats.generations++;
    agent->stats.heap_pushes++;
    wayi_agent_report(agent, WAY_EVENT_GENERATE, state, node->parent, node->g, node->h);
    // Of equal f the larger g first, then the lower state.
    const uint64_t f = way_cost_add(g, node->h);
    const uint32_t order = wayi_nodes_order(&search->nodes, state, slot);
    search->full |= !wayi_calendar_push(&search->open, (wayi_heap_item){f << 32 | ~g, order, slot});
}

/// Eager: writes what the search has taught to all it expanded.
static void adaptive_teach(wayi_adaptive *search, way_cost cost)
{
    for (uint32_t i = 0; i < search->expanded.count; i++) {
        adaptive_node *node = adaptive_at(search, search->expanded.states[i]);
        node->h = cost - node->g;
    }
}

/// Lays the path out; false without memory.
static bool adaptive_lay_path(way_agent *agent)
{
    const wayi_adaptive *search = agent->memory;
    const uint32_t first = agent->path.count;
    for (way_state state = agent->goal.state; state != agent->start;) {
        if (!wayi_path_buffer_push(&agent->path, state)) {
            agent->path.count = first;
            return false;
        }
        state = adaptive_at(search, adaptive_find(search, state))->parent;
    }
    wayi_path_buffer_reverse(&agent->path, first);
    return true;
}

static way_outcome adaptive_arrive(way_agent *agent, way_cost cost)
{
    wayi_adaptive *search = agent->memory;
    if (!adaptive_lay_path(agent)) {
        return WAY_OUTCOME_CAPACITY;
    }
    agent->cost = way_cost_add(agent->cost, cost);
    if (search->config.eager) {
        adaptive_teach(search, cost);
    } else {
        search->past[search->count].cost = cost;
    }
    return WAY_OUTCOME_FOUND;
}

/// Offers the neighbours of a cell of uniform ground their ways, but for those to whom its parent
/// has offered a cheaper one.
static void adaptive_offer_flat(way_agent *agent, way_cell cell, way_state parent, way_cost g)
{
    const wayi_adaptive *search = agent->memory;
    const way_map *map = search->aim.ground.map;
    uint32_t moves = wayi_ground_onward(&search->aim.ground, parent, cell);
    for (; moves && !search->full; moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        adaptive_offer(agent, cell + (uint32_t)map->offsets[direction],
                       way_cost_add(g, map->steps[direction]), cell);
    }
}

static void adaptive_expand(way_agent *agent, wayi_heap_item item)
{
    wayi_adaptive *search = agent->memory;
    adaptive_node *node = adaptive_at(search, item.slot);
    const way_cost g = node->g;
    node->closed = search->count;
    agent->stats.expansions++;
    wayi_agent_report(agent, WAY_EVENT_EXPAND, item.id, node->parent, node->g, node->h);
    if (search->config.eager) {
        search->full |= !wayi_path_buffer_push(&search->expanded, item.slot);
    }
    if (search->aim.flat && !search->aim.ground.weights) {
        adaptive_offer_flat(agent, item.id, node->parent, g);
        return;
    }
    way_space *space = agent->space;
    const uint32_t count = space->type->expand(space, item.id, agent->edges);
    search->full |= count == WAY_EXPAND_FULL;
    for (uint32_t i = 0; i < count && !search->full; i++) {
        const way_edge edge = agent->edges[i];
        adaptive_offer(agent, edge.to, way_cost_add(g, edge.cost), item.id);
    }
}

/// The search itself, once estimates are consistent.
static way_outcome adaptive_search(way_agent *agent, uint32_t budget)
{
    wayi_adaptive *search = agent->memory;
    if (!search->searching) {
        const uint64_t f = wayi_adaptive_estimate(agent, agent->start);
        wayi_calendar_clear(&search->open, f << 32, wayi_ground_day(&search->aim, (way_cost)f));
        search->searching = true;
        search->held = false;
        adaptive_offer(agent, agent->start, 0, WAY_STATE_NONE);
    }
    while (!search->full) {
        if (!search->held && wayi_calendar_count(&search->open) == 0) {
            return WAY_OUTCOME_NO_PATH;
        }
        search->next = search->held ? search->next : wayi_calendar_pop(&search->open);
        search->held = true;
        wayi_heap_item item = search->next;
        item.id = wayi_nodes_ordered_id(&search->nodes, item.id, item.slot);
        const adaptive_node *node = adaptive_at(search, item.slot);
        if (node->closed == search->count) {
            search->held = false;
            agent->stats.heap_pops++;
            continue;
        }
        if (item.id == agent->goal.state) {
            return adaptive_arrive(agent, node->g);
        }
        if (budget-- == 0) {
            return WAY_OUTCOME_WORKING;
        }
        search->held = false;
        agent->stats.heap_pops++;
        adaptive_expand(agent, item);
    }
    return WAY_OUTCOME_CAPACITY;
}

// Consistency -------------------------------------------------------------------------------------

static void adaptive_lower(way_agent *agent, way_state state, uint32_t slot, way_cost h)
{
    wayi_adaptive *search = agent->memory;
    adaptive_at(search, slot)->h = h;
    agent->stats.heap_pushes++;
    const uint32_t order = wayi_nodes_order(&search->nodes, state, slot);
    search->full |=
        !wayi_heap_push(&search->repair, (wayi_heap_item){(uint64_t)h << 32, order, slot});
}

/// Tells the states before one whose estimate fell; counts as an expansion.
static void adaptive_tell(way_agent *agent, wayi_heap_item item)
{
    wayi_adaptive *search = agent->memory;
    way_space *space = agent->space;
    const way_cost h = adaptive_at(search, item.slot)->h;
    agent->stats.expansions++;
    wayi_agent_report(agent, WAY_EVENT_EXPAND, item.id, WAY_STATE_NONE, 0, h);
    const uint32_t count = space->type->expand_back(space, item.id, agent->edges);
    search->full |= count == WAY_EXPAND_FULL;
    for (uint32_t i = 0; i < count && !search->full; i++) {
        const way_edge edge = agent->edges[i];
        // A state that no search has met has the space's estimate, which is consistent.
        if (adaptive_find(search, edge.to) == WAYI_SLOT_NONE) {
            continue;
        }
        const uint32_t slot = adaptive_touch(agent, edge.to);
        const way_cost over = way_cost_add(h, edge.cost);
        if (adaptive_at(search, slot)->h > over) {
            adaptive_lower(agent, edge.to, slot, over);
        }
    }
}

way_outcome wayi_adaptive_step(way_agent *agent, uint32_t budget)
{
    wayi_adaptive *search = agent->memory;
    adaptive_aim(agent);
    for (; search->repair.count && !search->full; budget--) {
        wayi_heap_item item = search->repair.items[0];
        item.id = wayi_nodes_ordered_id(&search->nodes, item.id, item.slot);
        const bool stale = item.key >> 32 != adaptive_at(search, item.slot)->h;
        if (budget == 0 && !stale) {
            return WAY_OUTCOME_WORKING;
        }
        wayi_heap_pop(&search->repair);
        agent->stats.heap_pops++;
        if (stale) {
            budget++; // skipping is free
            continue;
        }
        adaptive_tell(agent, item);
    }
    return adaptive_search(agent, budget);
}

/// Whether a state's estimate is more than a step and the estimate behind it; `*least` is the most
/// that it may be.
static bool adaptive_is_broken(way_agent *agent, way_state state, way_cost *least)
{
    const wayi_adaptive *search = agent->memory;
    way_space *space = agent->space;
    *least = WAY_COST_MAX;
    if (adaptive_find(search, state) == WAYI_SLOT_NONE || state == search->goal) {
        return false;
    }
    const uint32_t count = space->type->expand(space, state, agent->edges);
    for (uint32_t i = 0; count != WAY_EXPAND_FULL && i < count; i++) {
        const way_edge edge = agent->edges[i];
        const way_cost over = way_cost_add(edge.cost, wayi_adaptive_estimate(agent, edge.to));
        *least = over < *least ? over : *least;
    }
    return wayi_adaptive_estimate(agent, state) > *least;
}

/// Looks at a state whose steps changed; false = all that was learned must go.
static bool adaptive_refresh(way_agent *agent, way_state state)
{
    const wayi_adaptive *search = agent->memory;
    way_cost least = 0;
    if (!adaptive_is_broken(agent, state, &least)) {
        return true;
    }
    if (!search->config.repairs) {
        return false;
    }
    const uint32_t slot = adaptive_touch(agent, state);
    if (slot != WAYI_SLOT_NONE) {
        adaptive_lower(agent, state, slot, least);
    }
    return true;
}

way_status wayi_adaptive_change(way_agent *agent, const way_state *states, uint32_t count)
{
    wayi_adaptive *search = agent->memory;
    adaptive_aim(agent);
    adaptive_next_search(agent, search->past[search->count].shift);
    bool holds =
        search->scale == wayi_space_scale(agent->space) && search->count < ADAPTIVE_PAST_MAX;
    for (uint32_t i = 0; i < count && holds && !search->full; i++) {
        wayi_touched touched = wayi_space_touched(agent->space, states[i]);
        for (way_state state = wayi_touched_next(&touched); state != WAY_STATE_NONE && holds;
             state = wayi_touched_next(&touched)) {
            holds = adaptive_refresh(agent, state);
        }
    }
    if (!holds) {
        adaptive_forget(agent);
    }
    return WAY_STATUS_OK;
}

bool wayi_adaptive_outlives(way_agent *agent, const way_rect *rects, uint32_t count, uint64_t *work)
{
    const wayi_adaptive *search = agent->memory;
    return search->scale == wayi_space_scale(agent->space) &&
           wayi_agent_nodes_outlive(agent, &search->nodes, rects, count, work);
}

/// The plan in hand leads on from the new place; the next search will start there.
way_status wayi_adaptive_advance(way_agent *agent, way_cost walked)
{
    (void)agent;
    (void)walked;
    return WAY_STATUS_OK;
}

/// All estimates fall by that of the new goal, which keeps them consistent; never below the space's
/// own.
way_status wayi_adaptive_retarget(way_agent *agent)
{
    wayi_adaptive *search = agent->memory;
    if (search->repair.count || search->count + 1 >= ADAPTIVE_PAST_MAX) {
        adaptive_forget(agent);
        return WAY_STATUS_OK;
    }
    // What the last search taught must be in before the estimate of the new goal is read.
    const uint64_t shift = search->past[search->count].shift;
    adaptive_next_search(agent, shift);
    if (search->full) {
        return WAY_STATUS_OK;
    }
    const way_cost far = wayi_adaptive_estimate(agent, agent->goal.state);
    adaptive_aim(agent);
    adaptive_next_search(agent, shift + far);
    return WAY_STATUS_OK;
}
