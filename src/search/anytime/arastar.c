// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// ARA*, anytime repairing A*: a path at once with inflated estimates, then better ones in rounds of
// less inflation that reuse the search. Each published path comes with a proven bound.
//
// Invariant: every state whose g is better than when it was last expanded is in the open list, or
// was put off until the next round because this one has expanded it already. Hence the least g + h
// of both is a lower bound on the best cost whenever h is admissible.
//
// Likhachev, Gordon, Thrun: ARA*: Anytime A* with Provable Bounds on Sub-Optimality, 2003.
//
// Deviations: states that can't improve the path in hand leave the open list between rounds. With
// estimates that are not consistent only the lower bound counts, and rounds at inflation 1 go on
// until it meets the cost. The published cost is that of the path as its parents stand, which may
// be less than the goal's g, and a path is never replaced by a costlier one.
#include "core/indexed_heap.h"
#include "core/nodes.h"
#include "search/engine/search_tree.h"
#include "search/trip/algorithm.h"
#include "search/trip/observer.h"

enum { ARASTAR_INFLATION, ARASTAR_STEP, ARASTAR_BOUND };

static const way_param arastar_params[] = {
    [ARASTAR_INFLATION] = {"inflation", "weight of the estimate in the first round",
                           WAY_PARAM_RATIO, 2500, 1000, 20000, NULL},
    [ARASTAR_STEP] = {"step", "how much that weight drops in each further round", WAY_PARAM_RATIO,
                      500, 10, 10000, NULL},
    [ARASTAR_BOUND] = {"bound", "good enough: the trip ends when this is proven", WAY_PARAM_RATIO,
                       1000, 1000, 20000, NULL},
};

typedef struct arastar_node {
    uint32_t stamp;
    way_cost g;
    way_cost h;
    way_state parent;
    uint32_t closed;  ///< round that expanded it
    uint32_t put_off; ///< round that put it off
} arastar_node;

static const arastar_node arastar_blank = {
    .g = WAY_COST_MAX, .h = 0, .parent = WAY_STATE_NONE, .closed = 0, .put_off = 0};

/// Looks, sixteenths of an expansion: what it takes to put a state into the open list, and how many
/// a step may do beyond its budget.
enum { ARASTAR_PUSH = 4, ARASTAR_SPARE = 60 * WAYI_LOOKS };

/// Between two rounds all that is open waits with what was put off, is proven by, and opened again.
typedef enum arastar_phase {
    ARASTAR_SEARCHES,
    ARASTAR_GATHERS,
    ARASTAR_PROVES,
    ARASTAR_OPENS
} arastar_phase;

typedef struct arastar_memory {
    wayi_nodes nodes;
    wayi_indexed_heap open;
    wayi_path_buffer waiting; ///< slots put off; between rounds all
    arastar_phase phase;
    uint32_t next;   ///< PROVES: index into those
    way_cost least;  ///< PROVES: of the f before it
    way_state best;  ///< goal state with the least g, or WAY_STATE_NONE
    way_cost best_g; ///< of that one, or of the path in hand if that costs less
    uint32_t weight;
    uint32_t round;
    uint32_t bound;  ///< of the path in hand
    way_cost before; ///< what was paid before it begins
    uint32_t first;  ///< where it begins on the agent's path
    bool laid;       ///< there is one
} arastar_memory;

static way_status arastar_create(way_agent *agent)
{
    arastar_memory *memory = agent->memory;
    wayi_indexed_heap_init(&memory->open, &agent->allocator);
    wayi_path_buffer_init(&memory->waiting, &agent->allocator);
    return wayi_agent_open_nodes(agent, &memory->nodes, &arastar_blank, sizeof arastar_blank);
}

static void arastar_destroy(way_agent *agent)
{
    arastar_memory *memory = agent->memory;
    if (!memory->nodes.blank) {
        return; // never set up
    }
    wayi_nodes_fini(&memory->nodes);
    wayi_indexed_heap_fini(&memory->open);
    wayi_path_buffer_fini(&memory->waiting);
}

static arastar_node *arastar_at(const arastar_memory *memory, uint32_t slot)
{
    return wayi_nodes_at(&memory->nodes, slot, sizeof(arastar_node));
}

/// Of equal priority the larger g first, then the lower state.
static bool arastar_push(way_agent *agent, way_state state, uint32_t slot)
{
    arastar_memory *memory = agent->memory;
    const arastar_node *node = arastar_at(memory, slot);
    const uint64_t f = (uint64_t)node->g * 1000 + (uint64_t)node->h * memory->weight;
    const uint32_t order = wayi_nodes_order(&memory->nodes, state, slot);
    agent->stats.heap_pushes++;
    return wayi_indexed_heap_set(&memory->open,
                                 (wayi_indexed_item){{f, WAY_COST_MAX - node->g}, order, slot});
}

/// Offers a state a way of cost `g` over `parent`; false without memory.
static bool arastar_offer(way_agent *agent, way_state state, way_cost g, way_state parent)
{
    arastar_memory *memory = agent->memory;
    const uint32_t slot = wayi_nodes_touch(&memory->nodes, state, sizeof(arastar_node));
    if (slot == WAYI_SLOT_NONE) {
        return false;
    }
    arastar_node *node = arastar_at(memory, slot);
    if (g >= node->g) {
        return true;
    }
    if (node->g == WAY_COST_MAX) {
        node->h = wayi_goal_distance(&agent->goal, state);
    }
    const bool again = node->closed != 0;
    node->g = g;
    node->parent = parent;
    agent->stats.generations++;
    agent->stats.reopenings += again;
    wayi_agent_report(agent, again ? WAY_EVENT_REOPEN : WAY_EVENT_GENERATE, state, node->parent,
                      node->g, node->h);
    if (g < memory->best_g && wayi_goal_is_reached(&agent->goal, state)) {
        memory->best = state;
        memory->best_g = g;
    }
    if (node->closed != memory->round) {
        return arastar_push(agent, state, slot);
    }
    if (node->put_off == memory->round) {
        return true;
    }
    node->put_off = memory->round;
    return wayi_path_buffer_push(&memory->waiting, slot);
}

static way_status arastar_begin(way_agent *agent)
{
    arastar_memory *memory = agent->memory;
    wayi_indexed_heap_clear(&memory->open);
    wayi_nodes_clear(&memory->nodes);
    wayi_path_buffer_clear(&memory->waiting);
    memory->best = WAY_STATE_NONE;
    memory->best_g = WAY_COST_MAX;
    memory->weight = (uint32_t)agent->navigator->params[ARASTAR_INFLATION];
    memory->round = 1;
    memory->phase = ARASTAR_SEARCHES;
    memory->bound = UINT32_MAX;
    memory->laid = false;
    memory->first = agent->path.count;
    memory->before = agent->cost;
    return arastar_offer(agent, agent->start, 0, WAY_STATE_NONE) ? WAY_STATUS_OK
                                                                 : WAY_STATUS_NO_MEMORY;
}

/// Expands the first state of the open list; false without memory.
static bool arastar_expand(way_agent *agent)
{
    arastar_memory *memory = agent->memory;
    wayi_indexed_item item = wayi_indexed_heap_pop(&memory->open);
    item.id = wayi_nodes_ordered_id(&memory->nodes, item.id, item.slot);
    arastar_node *node = arastar_at(memory, item.slot);
    const way_cost g = node->g;
    agent->stats.heap_pops++;
    agent->stats.expansions++;
    node->closed = memory->round;
    wayi_agent_report(agent, WAY_EVENT_EXPAND, item.id, node->parent, node->g, node->h);
    way_space *space = agent->space;
    const uint32_t count = space->type->expand(space, item.id, agent->edges);
    if (count == WAY_EXPAND_FULL) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        const way_edge edge = agent->edges[i];
        if (!arastar_offer(agent, edge.to, way_cost_add(g, edge.cost), item.id)) {
            return false;
        }
    }
    return true;
}

// Rounds ------------------------------------------------------------------------------------------

/// Lays the best path out and sums it up, unless the one in hand is as good; false without memory.
static bool arastar_lay_path(way_agent *agent)
{
    arastar_memory *memory = agent->memory;
    if (memory->laid && agent->cost - memory->before <= memory->best_g) {
        memory->best_g = agent->cost - memory->before;
        return true;
    }
    agent->path.count = memory->first;
    agent->cost = memory->before;
    for (way_state state = memory->best; state != agent->start;) {
        if (!wayi_path_buffer_push(&agent->path, state)) {
            agent->path.count = memory->first;
            return false;
        }
        const uint32_t slot = wayi_nodes_find(&memory->nodes, state, sizeof(arastar_node));
        state = arastar_at(memory, slot)->parent;
    }
    wayi_path_buffer_reverse(&agent->path, memory->first);
    for (uint32_t i = memory->first - 1; i + 1 < agent->path.count; i++) {
        agent->cost = way_cost_add(agent->cost, wayi_agent_step_cost(agent, agent->path.states[i],
                                                                     agent->path.states[i + 1]));
    }
    memory->best_g = agent->cost - memory->before;
    memory->laid = true;
    return true;
}

/// No path costs less than the least f of all that waits, or than the one in hand.
static void arastar_prove(way_agent *agent)
{
    arastar_memory *memory = agent->memory;
    const uint64_t least = memory->least;
    const uint64_t cost = memory->best_g; // what was paid before can't make the ratio worse
    uint64_t bound = UINT32_MAX;
    if (least >= cost) {
        bound = 1000;
    } else if (least > 0) {
        bound = (cost * 1000 + least - 1) / least;
    }
    if ((way_space_traits(agent->space) & WAY_SPACE_CONSISTENT) && memory->weight < bound) {
        bound = memory->weight;
    }
    // What was proven before holds for every path that is no costlier.
    memory->bound = bound < memory->bound ? (uint32_t)bound : memory->bound;
}

/// Takes everything that is open out of the list; false without memory, or if there is more to do.
static bool arastar_gather(arastar_memory *memory, uint64_t *looks)
{
    while (memory->open.count) {
        const uint32_t slot = memory->open.items[memory->open.count - 1].slot;
        if (*looks == 0 || !wayi_path_buffer_push(&memory->waiting, slot)) {
            return false;
        }
        wayi_indexed_heap_remove(&memory->open, slot);
        --*looks;
    }
    memory->least = WAY_COST_MAX;
    memory->next = 0;
    memory->phase = ARASTAR_PROVES;
    return true;
}

/// Sees what a path costs at least; false if there is more to do.
static bool arastar_measure(arastar_memory *memory, uint64_t *looks)
{
    for (; memory->next < memory->waiting.count; memory->next++, --*looks) {
        if (*looks == 0) {
            return false;
        }
        const arastar_node *node = arastar_at(memory, memory->waiting.states[memory->next]);
        const way_cost f = way_cost_add(node->g, node->h);
        memory->least = f < memory->least ? f : memory->least;
    }
    memory->phase = ARASTAR_OPENS;
    return true;
}

/// Opens what may be better than the path in hand, with keys for the next inflation; false without
/// memory, or if there is more to do.
static bool arastar_open(way_agent *agent, uint64_t *looks)
{
    arastar_memory *memory = agent->memory;
    for (; memory->waiting.count; memory->waiting.count--) {
        const uint32_t slot = memory->waiting.states[memory->waiting.count - 1];
        const arastar_node *node = arastar_at(memory, slot);
        if (*looks < ARASTAR_PUSH ||
            (way_cost_add(node->g, node->h) < memory->best_g &&
             !arastar_push(agent, wayi_nodes_id(&memory->nodes, slot), slot))) {
            return false;
        }
        *looks -= ARASTAR_PUSH;
    }
    memory->phase = ARASTAR_SEARCHES;
    return true;
}

/// Goes on from one round to the next. FOUND if it begins, or, in another phase, if all is proven
/// that was asked for; WORKING if there is more to do.
static way_outcome arastar_turn(way_agent *agent, uint64_t *looks)
{
    arastar_memory *memory = agent->memory;
    const int32_t *params = agent->navigator->params;
    if (memory->phase == ARASTAR_GATHERS && !arastar_gather(memory, looks)) {
        return *looks ? WAY_OUTCOME_CAPACITY : WAY_OUTCOME_WORKING;
    }
    if (memory->phase == ARASTAR_PROVES) {
        if (!arastar_measure(memory, looks)) {
            return WAY_OUTCOME_WORKING;
        }
        arastar_prove(agent);
        if (memory->bound <= (uint32_t)params[ARASTAR_BOUND]) {
            return WAY_OUTCOME_FOUND;
        }
        const uint32_t step = (uint32_t)params[ARASTAR_STEP];
        memory->weight = memory->weight > 1000 + step ? memory->weight - step : 1000;
        memory->round++;
    }
    if (!arastar_open(agent, looks)) {
        return *looks >= ARASTAR_PUSH ? WAY_OUTCOME_CAPACITY : WAY_OUTCOME_WORKING;
    }
    return WAY_OUTCOME_FOUND;
}

/// Expands until the round is over; WORKING if the budget is spent before.
static way_outcome arastar_search(way_agent *agent, uint32_t *budget)
{
    arastar_memory *memory = agent->memory;
    for (;;) {
        const uint64_t enough =
            memory->best == WAY_STATE_NONE ? UINT64_MAX : (uint64_t)memory->best_g * 1000;
        if (!memory->open.count || memory->open.items[0].key.high >= enough) {
            break;
        }
        if (*budget == 0) {
            return WAY_OUTCOME_WORKING;
        }
        --*budget;
        if (!arastar_expand(agent)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    if (memory->best == WAY_STATE_NONE) {
        return WAY_OUTCOME_NO_PATH;
    }
    if (!arastar_lay_path(agent)) {
        return WAY_OUTCOME_CAPACITY;
    }
    memory->least = 0; // nothing is known of it yet
    arastar_prove(agent);
    memory->phase = ARASTAR_GATHERS;
    return WAY_OUTCOME_FOUND;
}

static way_outcome arastar_step(way_agent *agent, uint32_t budget)
{
    const arastar_memory *memory = agent->memory;
    uint64_t spare = ARASTAR_SPARE;
    for (;;) {
        if (memory->phase == ARASTAR_SEARCHES) {
            const way_outcome outcome = arastar_search(agent, &budget);
            if (outcome != WAY_OUTCOME_FOUND) {
                return outcome;
            }
        }
        const uint64_t before = spare + (uint64_t)budget * WAYI_LOOKS;
        uint64_t looks = before;
        const way_outcome outcome = arastar_turn(agent, &looks);
        agent->looked += (before - looks) / WAYI_LOOKS;
        spare = looks < spare ? looks : spare;
        budget = (uint32_t)((looks - spare) / WAYI_LOOKS);
        if (outcome != WAY_OUTCOME_FOUND || memory->phase != ARASTAR_SEARCHES) {
            return outcome;
        }
    }
}

static uint32_t arastar_bound(const way_agent *agent)
{
    return ((const arastar_memory *)agent->memory)->bound;
}

static bool arastar_outlives(way_agent *agent, const way_rect *rects, uint32_t count,
                             uint64_t *work)
{
    const arastar_memory *memory = agent->memory;
    return wayi_agent_nodes_outlive(agent, &memory->nodes, rects, count, work);
}

const wayi_algorithm wayi_algorithm_arastar = {
    .info = {.name = "arastar",
             .title = "ARA*",
             .family = "anytime",
             .summary = "A path at once, better ones while time remains, each with a proven bound",
             .reference = "Likhachev, Gordon, Thrun: ARA*: Anytime A* with Provable Bounds on "
                          "Sub-Optimality, 2003",
             .traits = WAY_TRAIT_BOUNDED | WAY_TRAIT_COMPLETE | WAY_TRAIT_ANYTIME |
                       WAY_TRAIT_ANY_GOAL | WAY_TRAIT_BLOCKED_START | WAY_TRAIT_HANDLES_EDITS,
             WAYI_PARAMS(arastar_params)},
    .memory_size = sizeof(arastar_memory),
    .create = arastar_create,
    .destroy = arastar_destroy,
    .begin = arastar_begin,
    .step = arastar_step,
    .outlives = arastar_outlives,
    .bound = arastar_bound,
};
