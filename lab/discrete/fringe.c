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
#include "search/engine/search_tree.h"

/// How many lists share the range of f, and one for all that is beyond it.
#define FRINGE_PARTS 64u

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
    wayi_search_tree tree;
    fringe_list fresh; ///< successors, the last one first: they go before the rest of the walk
    fringe_list lists[FRINGE_PARTS + 2];
    uint32_t walk;                   ///< the list that is walked
    uint32_t left[FRINGE_PARTS + 1]; ///< lists of what was left behind, by f
    uint32_t part;                   ///< of those, the first that may have entries
    uint32_t at;                     ///< where the walk stands
    way_cost threshold;
    way_cost base;  ///< f where the first part begins
    uint32_t shift; ///< each part has 2^shift values of f
} fringe_memory;

static void fringe_free_list(const way_agent *agent, fringe_list *list)
{
    WAYI_FREE(&agent->allocator, list->entries, list->capacity);
}

static void fringe_destroy(way_agent *agent)
{
    fringe_memory *memory = agent->memory;
    fringe_free_list(agent, &memory->fresh);
    for (uint32_t i = 0; i < FRINGE_PARTS + 2; i++) {
        fringe_free_list(agent, &memory->lists[i]);
    }
    wayi_tree_destroy(agent);
}

static void fringe_clear(fringe_list *list)
{
    list->count = 0;
    list->least = WAY_COST_MAX;
    list->greatest = 0;
}

/// Empties all lists and gives each its first place, so that the same trip finds the same room.
static void fringe_clear_lists(way_agent *agent)
{
    fringe_memory *memory = agent->memory;
    fringe_clear(&memory->fresh);
    for (uint32_t i = 0; i < FRINGE_PARTS + 2; i++) {
        fringe_clear(&memory->lists[i]);
    }
    for (uint32_t i = 0; i <= FRINGE_PARTS; i++) {
        memory->left[i] = i;
    }
    memory->walk = FRINGE_PARTS + 1;
    memory->at = 0;
    memory->threshold = wayi_agent_start_estimate(agent);
    memory->base = memory->threshold;
    memory->shift = 0;
    memory->part = 0;
}

/// Puts an entry at the end of a list; false without memory.
static inline bool fringe_add(const way_agent *agent, fringe_list *list, fringe_entry entry)
{
    if (list->count == list->capacity) {
        if (!WAYI_GROW(&agent->allocator, list->entries, list->capacity, list->count + 1)) {
            return false;
        }
    }
    list->entries[list->count++] = entry;
    list->least = entry.f < list->least ? entry.f : list->least;
    list->greatest = entry.f > list->greatest ? entry.f : list->greatest;
    return true;
}

/// A better way puts a state right behind the one under expansion.
static WAYI_ALWAYS_INLINE bool fringe_put(way_agent *agent, uint32_t slot)
{
    fringe_memory *memory = agent->memory;
    const fringe_entry entry = {
        slot, wayi_tree_f(wayi_nodes_at(&memory->tree.nodes, slot, sizeof(wayi_tree_node)))};
    return fringe_add(agent, &memory->fresh, entry);
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
static inline bool fringe_take(fringe_memory *memory, fringe_entry *entry)
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
    return fringe_add(agent, fringe_part(memory, part < FRINGE_PARTS ? part : FRINGE_PARTS), entry);
}

static WAYI_ALWAYS_INLINE wayi_tree_pick fringe_next(way_agent *agent, uint32_t *slot)
{
    fringe_memory *memory = agent->memory;
    fringe_entry entry;
    if (!fringe_take(memory, &entry)) {
        return WAYI_TREE_NONE;
    }
    if (entry.f > memory->threshold) {
        return fringe_leave(agent, memory, entry) ? WAYI_TREE_PASS : WAYI_TREE_FULL;
    }
    // An entry does not count if a better way has come since.
    const wayi_tree_node *node = wayi_nodes_at(&memory->tree.nodes, entry.slot, sizeof *node);
    *slot = entry.slot;
    return node->mark == WAYI_TREE_LISTED && entry.f == wayi_tree_f(node) ? WAYI_TREE_TAKE
                                                                          : WAYI_TREE_PASS;
}

static const wayi_tree_kind fringe_kind = {fringe_clear_lists, fringe_put, fringe_next};

static way_outcome fringe_step(way_agent *agent, uint32_t budget)
{
    return wayi_tree_step(agent, &fringe_kind, budget);
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
    .kind = &fringe_kind,
    .create = wayi_tree_create,
    .destroy = fringe_destroy,
    .step = fringe_step,
    WAYI_SEARCH_TREE_HOOKS,
};
