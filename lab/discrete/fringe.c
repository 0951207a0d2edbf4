// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Fringe search: A*-quality paths without a sorted open list. The frontier is a list that is walked
// again and again under a rising threshold: states whose f is within it are replaced by their
// successors on the spot, the others are left for the next walk. Memory of all seen states spares
// IDA*'s repetition.
//
// Invariants: of the entries of a state only the one with its present f counts; the threshold of a
// walk is the least f left behind by the ones before, so it strictly rises and a goal met within it
// is optimal with an admissible estimate.
//
// The printed listing in Anguelov's survey expands f < T only, which never starts; here f <= T is
// expanded. Both sources walk the whole list for each threshold, which is most of the work where
// nearly every path has an f of its own, as with exact diagonal costs. Here what is left behind
// goes into two lists, and the farther one is only walked when the nearer one is used up; and the
// lists are arrays that hold f, so that passing over an entry looks up no node. It still counts
// against the budget like an expansion: it is work too.
//
// Bjornsson, Enzenberger, Holte, Schaeffer: Fringe Search: Beating A* at Pathfinding on Game Maps,
// 2005.
#include "core/nodes.h"
#include "search/engine/read_set.h"
#include "search/trip/algorithm.h"
#include "search/trip/observer.h"

/// How many lists share the range of f, and one for all that is beyond it.
#define FRINGE_PARTS 64u

/// Changed rectangles of more cells than this are not looked at again.
#define FRINGE_LOOKS 1024u

typedef struct fringe_node {
    uint32_t stamp;
    way_cost g;
    way_cost h;
    way_state parent;
    uint32_t listed; ///< it has an entry that counts
} fringe_node;

static const fringe_node fringe_blank = {.g = WAY_COST_MAX, .parent = WAY_STATE_NONE};

typedef struct fringe_entry {
    uint32_t slot;
    way_cost f;
} fringe_entry;

typedef struct fringe_list {
    fringe_entry *entries;
    uint32_t count;
    uint32_t capacity;
    way_cost least, greatest; ///< f of its entries, once put there
} fringe_list;

typedef struct fringe_memory {
    wayi_nodes nodes;
    fringe_list fresh; ///< successors, the last one first: they go before the rest of the walk
    fringe_list lists[FRINGE_PARTS + 2];
    uint32_t walk;                   ///< the list that is walked
    uint32_t left[FRINGE_PARTS + 1]; ///< lists of what was left behind, by f
    uint32_t part;                   ///< of those, the first that may have entries
    uint32_t at;                     ///< where the walk stands
    way_cost threshold;
    way_cost base;  ///< f where the first part begins
    uint32_t shift; ///< each part has 2^shift values of f
    way_state closest;
    way_cost closest_estimate;
} fringe_memory;

static way_status fringe_create(way_agent *agent)
{
    fringe_memory *memory = agent->memory;
    const wayi_nodes_config config = {.blank = &fringe_blank,
                                      .stride = sizeof fringe_blank,
                                      .id_count = agent->space->state_count,
                                      .limit = agent->capacity,
                                      .sparse = wayi_agent_wants_sparse(agent)};
    return wayi_nodes_init(&memory->nodes, &config, &agent->allocator);
}

static void fringe_free_list(const way_agent *agent, fringe_list *list)
{
    wayi_free(&agent->allocator, list->entries, list->capacity, sizeof *list->entries);
}

static void fringe_destroy(way_agent *agent)
{
    fringe_memory *memory = agent->memory;
    fringe_free_list(agent, &memory->fresh);
    for (uint32_t i = 0; i < FRINGE_PARTS + 2; i++) {
        fringe_free_list(agent, &memory->lists[i]);
    }
    wayi_nodes_fini(&memory->nodes);
}

static uint32_t fringe_states_max(const way_agent *agent)
{
    return ((const fringe_memory *)agent->memory)->nodes.count;
}

static fringe_node *fringe_at(const fringe_memory *memory, uint32_t slot)
{
    return wayi_nodes_at(&memory->nodes, slot, sizeof(fringe_node));
}

static void fringe_clear(fringe_list *list)
{
    list->count = 0;
    list->least = WAY_COST_MAX;
    list->greatest = 0;
}

/// Empties all lists and gives each its first place, so that the same trip finds the same room.
static void fringe_clear_lists(fringe_memory *memory)
{
    fringe_clear(&memory->fresh);
    for (uint32_t i = 0; i < FRINGE_PARTS + 2; i++) {
        fringe_clear(&memory->lists[i]);
    }
    for (uint32_t i = 0; i <= FRINGE_PARTS; i++) {
        memory->left[i] = i;
    }
    memory->walk = FRINGE_PARTS + 1;
}

/// Puts an entry at the end of a list; false without memory.
static inline bool fringe_put(const way_agent *agent, fringe_list *list, fringe_entry entry)
{
    if (list->count == list->capacity) {
        void *entries = list->entries;
        if (!wayi_grow(&agent->allocator, &entries, &list->capacity, list->count + 1,
                       sizeof *list->entries)) {
            return false;
        }
        list->entries = entries;
    }
    list->entries[list->count++] = entry;
    list->least = entry.f < list->least ? entry.f : list->least;
    list->greatest = entry.f > list->greatest ? entry.f : list->greatest;
    return true;
}

static void fringe_report(const way_agent *agent, way_event_kind kind, way_state state,
                          const fringe_node *node)
{
    if (agent->observer) {
        wayi_observer_write(agent->observer, (way_event){kind, state, node->parent, node->g,
                                                         way_cost_add(node->g, node->h)});
    }
}

static way_status fringe_begin(way_agent *agent)
{
    fringe_memory *memory = agent->memory;
    wayi_nodes_clear(&memory->nodes);
    fringe_clear_lists(memory);
    const uint32_t slot = wayi_nodes_touch(&memory->nodes, agent->start, sizeof(fringe_node));
    if (slot == WAYI_SLOT_NONE) {
        return WAY_STATUS_NO_MEMORY;
    }
    fringe_node *node = fringe_at(memory, slot);
    node->g = 0;
    // A blocked start may be left for less than its estimate says.
    node->h = way_space_can_stand(agent->space, agent->start)
                  ? wayi_goal_distance(&agent->goal, agent->start)
                  : 0;
    node->listed = 1;
    memory->at = 0;
    memory->threshold = node->h;
    memory->base = node->h;
    memory->shift = 0;
    memory->part = 0;
    memory->closest = WAY_STATE_NONE;
    memory->closest_estimate = WAY_COST_MAX;
    return fringe_put(agent, &memory->fresh, (fringe_entry){slot, node->h}) ? WAY_STATUS_OK
                                                                            : WAY_STATUS_NO_MEMORY;
}

/// Offers a successor its way; a better one puts it right behind the state under expansion.
static bool fringe_relax(way_agent *agent, way_state origin, way_cost origin_g, way_edge edge)
{
    fringe_memory *memory = agent->memory;
    const uint32_t slot = wayi_nodes_touch(&memory->nodes, edge.to, sizeof(fringe_node));
    if (slot == WAYI_SLOT_NONE) {
        return false;
    }
    fringe_node *node = fringe_at(memory, slot);
    const way_cost g = way_cost_add(origin_g, edge.cost);
    if (g >= node->g) {
        return true;
    }
    const bool seen = node->g != WAY_COST_MAX;
    node->h = seen ? node->h : wayi_goal_distance(&agent->goal, edge.to);
    const bool reopened = seen && !node->listed;
    agent->stats.reopenings += reopened;
    node->g = g;
    node->parent = origin;
    node->listed = 1;
    agent->stats.generations++;
    agent->stats.heap_pushes++;
    fringe_report(agent, reopened ? WAY_EVENT_REOPEN : WAY_EVENT_GENERATE, edge.to, node);
    return fringe_put(agent, &memory->fresh, (fringe_entry){slot, way_cost_add(g, node->h)});
}

/// Replaces a state by its successors, first successor first; false without memory.
static bool fringe_expand(way_agent *agent, uint32_t slot, way_state state)
{
    fringe_memory *memory = agent->memory;
    fringe_node *node = fringe_at(memory, slot);
    const way_cost g = node->g;
    node->listed = 0;
    agent->stats.expansions++;
    agent->stats.heap_pops++;
    fringe_report(agent, WAY_EVENT_EXPAND, state, node);
    if (node->h < memory->closest_estimate) {
        memory->closest_estimate = node->h;
        memory->closest = state;
    }
    const uint32_t count = agent->space->type->expand(agent->space, state, agent->edges);
    if (count == WAY_EXPAND_FULL) {
        return false;
    }
    for (uint32_t i = count; i-- > 0;) {
        if (!fringe_relax(agent, state, g, agent->edges[i])) {
            return false;
        }
    }
    return true;
}

static way_state fringe_parent(const way_agent *agent, way_state state)
{
    const fringe_memory *memory = agent->memory;
    return fringe_at(memory, wayi_nodes_find(&memory->nodes, state, sizeof(fringe_node)))->parent;
}

static fringe_list *fringe_part(fringe_memory *memory, uint32_t part)
{
    return &memory->lists[memory->left[part]];
}

/// Spreads the parts over what was beyond them all.
static void fringe_spread(fringe_memory *memory)
{
    const fringe_list *beyond = fringe_part(memory, FRINGE_PARTS);
    const way_cost range = beyond->greatest - beyond->least;
    memory->base = beyond->least;
    memory->shift = range < FRINGE_PARTS ? 0 : wayi_bits_highest(range / FRINGE_PARTS) + 1;
}

/// Starts the next walk under the least f that was left behind; false if nothing was.
static bool fringe_walk_again(fringe_memory *memory)
{
    uint32_t part = memory->part;
    while (part < FRINGE_PARTS && fringe_part(memory, part)->count == 0) {
        part++;
    }
    memory->part = part;
    if (fringe_part(memory, part)->count == 0) {
        return false;
    }
    if (part == FRINGE_PARTS) {
        fringe_spread(memory);
        memory->part = 0;
    }
    const uint32_t walked = memory->walk;
    memory->walk = memory->left[part];
    memory->left[part] = walked;
    fringe_clear(&memory->lists[walked]);
    memory->threshold = memory->lists[memory->walk].least;
    memory->at = 0;
    return true;
}

/// The next entry to look at; false if there is none.
static inline bool fringe_next(fringe_memory *memory, fringe_entry *entry)
{
    if (memory->fresh.count) {
        *entry = memory->fresh.entries[--memory->fresh.count];
        return true;
    }
    if (memory->at == memory->lists[memory->walk].count && !fringe_walk_again(memory)) {
        return false;
    }
    *entry = memory->lists[memory->walk].entries[memory->at++];
    return true;
}

/// Leaves an entry above the threshold for later; false without memory.
static inline bool fringe_leave(const way_agent *agent, fringe_memory *memory, fringe_entry entry)
{
    const uint32_t part = (entry.f - memory->base) >> memory->shift;
    return fringe_put(agent, fringe_part(memory, part < FRINGE_PARTS ? part : FRINGE_PARTS), entry);
}

static way_outcome fringe_step(way_agent *agent, uint32_t budget)
{
    fringe_memory *memory = agent->memory;
    for (; budget > 0; budget--) {
        fringe_entry entry;
        if (!fringe_next(memory, &entry)) {
            return WAY_OUTCOME_NO_PATH;
        }
        if (entry.f > memory->threshold) {
            if (!fringe_leave(agent, memory, entry)) {
                return WAY_OUTCOME_CAPACITY;
            }
            continue;
        }
        const fringe_node *node = fringe_at(memory, entry.slot);
        if (!node->listed || entry.f != way_cost_add(node->g, node->h)) {
            continue; // a better way has come since
        }
        const way_state state = wayi_nodes_id(&memory->nodes, entry.slot);
        if (wayi_goal_is_reached(&agent->goal, state)) {
            return wayi_agent_commit_chain(agent, state, fringe_parent) ? WAY_OUTCOME_FOUND
                                                                        : WAY_OUTCOME_CAPACITY;
        }
        if (!fringe_expand(agent, entry.slot, state)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    return WAY_OUTCOME_WORKING;
}

static void fringe_give_up(way_agent *agent)
{
    const fringe_memory *memory = agent->memory;
    if (memory->closest != WAY_STATE_NONE) {
        wayi_agent_commit_chain(agent, memory->closest, fringe_parent);
    }
}

static bool fringe_outlives(way_agent *agent, const way_rect *rects, uint32_t count, uint64_t *work)
{
    const fringe_memory *memory = agent->memory;
    return !wayi_nodes_met(&memory->nodes, wayi_read_map(agent->space)->width, rects, count, work);
}

/// Lists states again whose steps changed.
static void fringe_look_again(way_agent *agent, const way_rect *rects, uint32_t count)
{
    fringe_memory *memory = agent->memory;
    const uint32_t width = wayi_read_map(agent->space)->width;
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t area = (uint64_t)rects[i].width * rects[i].height;
        for (uint32_t k = 0; area <= FRINGE_LOOKS && k < area; k++) {
            const way_cell cell =
                (rects[i].y + k / rects[i].width) * width + rects[i].x + k % rects[i].width;
            const uint32_t slot = wayi_nodes_find(&memory->nodes, cell, sizeof(fringe_node));
            fringe_node *node = slot == WAYI_SLOT_NONE ? NULL : fringe_at(memory, slot);
            if (node && node->g != WAY_COST_MAX && !node->listed) {
                const fringe_entry entry = {slot, way_cost_add(node->g, node->h)};
                node->listed = fringe_put(agent, &memory->fresh, entry);
            }
        }
    }
}

const wayi_algorithm wayi_algorithm_fringe = {
    .info = {.name = "fringe",
             .title = "Fringe search",
             .family = "discrete",
             .summary =
                 "Optimal without a sorted open list: one list walked under a rising threshold",
             .reference = "Bjornsson, Enzenberger, Holte, Schaeffer: Fringe Search: Beating A* at "
                          "Pathfinding on Game Maps, 2005",
             .traits = WAY_TRAIT_OPTIMAL | WAY_TRAIT_COMPLETE | WAY_TRAIT_PARTIAL_PATHS |
                       WAY_TRAIT_ANY_GOAL | WAY_TRAIT_BLOCKED_START | WAY_TRAIT_HANDLES_EDITS},
    .memory_size = sizeof(fringe_memory),
    .create = fringe_create,
    .destroy = fringe_destroy,
    .states_max = fringe_states_max,
    .begin = fringe_begin,
    .step = fringe_step,
    .outlives = fringe_outlives,
    .look_again = fringe_look_again,
    .give_up = fringe_give_up,
};
