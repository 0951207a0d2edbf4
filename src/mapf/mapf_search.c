// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// LaCAM: depth-first search over configurations. The successor of a configuration is made by one
// step of priority inheritance; where that leads back to what is known, constraints (this unit goes
// there) are added lazily, breadth first, until in the end all successors have been tried. So the
// search dives like a greedy one and is complete all the same.
//
// Invariant: open configurations lie on a stack; the table knows every configuration ever met, each
// with the one it was first reached from.
//
// Reference: K. Okumura, LaCAM: search-based algorithm for quick multi-agent pathfinding, AAAI
// 2023. Here: distances in two bits a cell, and priorities kept as an order that one pass brings up
// to date instead of numbers that are sorted.
#include "core/sort.h"
#include "mapf/mapf.h"

#include <string.h>

/// One in so many known configurations sends the search back to the start.
#define MAPF_RESTART 1000u

static uint64_t mapf_search_mix(uint32_t unit, wayi_mapf_spot spot)
{
    uint64_t z = ((uint64_t)unit << 32 | spot) + UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/// Ranks the units; false if one can't reach its goal at all.
static bool mapf_search_rank(wayi_mapf_search *search)
{
    bool reachable = true;
    for (uint32_t k = 0; k < search->count; k++) {
        const uint32_t length = search->table.lengths[k];
        reachable = reachable && length != WAYI_MAPF_NONE;
        search->bound += reachable ? length : 0;
        // The stack is free while nothing is decided; it holds two words for each unit.
        ((uint64_t *)(void *)search->step.stack)[k] = (uint64_t)(UINT32_MAX - length) << 32 | k;
    }
    uint64_t *keys = (uint64_t *)(void *)search->step.stack;
    wayi_sort64(keys, search->count);
    for (uint32_t k = 0; k < search->count; k++) {
        search->ranked[k] = (uint16_t)keys[k];
    }
    return reachable;
}

// Nodes -------------------------------------------------------------------------------------------

static bool mapf_search_remember(wayi_mapf_search *search, uint32_t node)
{
    if ((search->node_count + 1) * 2 > search->known_capacity) {
        const uint32_t capacity = search->known_capacity ? search->known_capacity * 2 : 1024;
        uint32_t *known = wayi_alloc(&search->allocator, capacity, sizeof *known);
        if (!known) {
            return false;
        }
        memset(known, 0xff, capacity * sizeof *known);
        for (uint32_t k = 0; k < search->node_count; k++) {
            uint64_t at = search->nodes[k].hash & (capacity - 1);
            while (known[at] != WAYI_MAPF_NONE) {
                at = (at + 1) & (capacity - 1);
            }
            known[at] = k;
        }
        wayi_free(&search->allocator, search->known, search->known_capacity, sizeof *known);
        search->known = known;
        search->known_capacity = capacity;
    }
    uint64_t at = search->nodes[node].hash & (search->known_capacity - 1);
    while (search->known[at] != WAYI_MAPF_NONE) {
        at = (at + 1) & (search->known_capacity - 1);
    }
    search->known[at] = node;
    return true;
}

/// The node of a configuration, or WAYI_MAPF_NONE.
static uint32_t mapf_search_find(const wayi_mapf_search *search, uint64_t hash,
                                 const wayi_mapf_spot *spots)
{
    if (search->known_capacity == 0) {
        return WAYI_MAPF_NONE;
    }
    uint64_t at = hash & (search->known_capacity - 1);
    for (; search->known[at] != WAYI_MAPF_NONE; at = (at + 1) & (search->known_capacity - 1)) {
        const wayi_mapf_node *node = &search->nodes[search->known[at]];
        if (node->hash == hash && memcmp(node->spots, spots, search->count * sizeof *spots) == 0) {
            return search->known[at];
        }
    }
    return WAYI_MAPF_NONE;
}

/// Units not on their goals keep their order; the others follow by rank.
static uint32_t mapf_search_order(const wayi_mapf_search *search, const uint16_t *before,
                                  const wayi_mapf_spot *spots, uint16_t *order)
{
    uint32_t away = 0;
    for (uint32_t k = 0; k < search->count; k++) {
        const uint16_t unit = before[k];
        if (!wayi_mapf_is_home(&search->step, unit, spots[unit])) {
            order[away++] = unit;
        }
    }
    uint32_t at = away;
    for (uint32_t k = 0; at < search->count; k++) {
        const uint16_t unit = search->ranked[k];
        if (wayi_mapf_is_home(&search->step, unit, spots[unit])) {
            order[at++] = unit;
        }
    }
    return search->count - away;
}

/// Adds a node for a configuration and puts it on top; false at a limit or without memory.
static bool mapf_search_add(wayi_mapf_search *search, const wayi_mapf_spot *spots, uint64_t hash,
                            uint32_t parent)
{
    const uint32_t count = search->count;
    const uint16_t *before =
        parent == WAYI_MAPF_NONE ? search->ranked : search->nodes[parent].order;
    if (!WAYI_GROW(&search->allocator, search->nodes, search->node_capacity,
                   search->node_count + 1) ||
        !WAYI_GROW(&search->allocator, search->open, search->open_capacity,
                   search->open_count + 1)) {
        return false;
    }
    wayi_mapf_node *node = &search->nodes[search->node_count];
    *node = (wayi_mapf_node){.hash = hash, .parent = parent};
    node->spots = wayi_arena_alloc(&search->arena, count * sizeof *node->spots);
    node->order = wayi_arena_alloc(&search->arena, count * sizeof *node->order);
    node->first = wayi_arena_alloc(&search->arena, sizeof *node->first);
    if (!node->spots || !node->order || !node->first) {
        return false;
    }
    *node->first = (wayi_mapf_constraint){.above = NULL};
    node->last = node->first;
    memcpy(node->spots, spots, count * sizeof *spots);
    node->home = mapf_search_order(search, before, spots, node->order);
    if (!mapf_search_remember(search, search->node_count)) {
        return false;
    }
    search->open[search->open_count++] = search->node_count++;
    return true;
}

// Search ------------------------------------------------------------------------------------------

/// Puts the constraints that add one more unit to `above` at the end of the queue.
static bool mapf_search_branch(wayi_mapf_search *search, wayi_mapf_node *node,
                               const wayi_mapf_constraint *above)
{
    if (above->depth == search->count) {
        return true;
    }
    const uint16_t unit = node->order[above->depth];
    const wayi_mapf_spot here = node->spots[unit];
    wayi_mapf_spot targets[5] = {here};
    uint32_t count = 1;
    for (uint32_t moves = search->step.exits[here]; moves; moves &= moves - 1) {
        targets[count++] = here + (uint32_t)search->step.offsets[wayi_bits_lowest(moves)];
    }
    for (uint32_t k = count; k > 0; k--) {
        // In an order of chance.
        const uint32_t pick = way_rng_below(&search->step.rng, k);
        wayi_mapf_constraint *added = wayi_arena_alloc(&search->arena, sizeof *added);
        if (!added) {
            return false;
        }
        *added = (wayi_mapf_constraint){.above = above,
                                        .spot = targets[pick],
                                        .unit = unit,
                                        .depth = (uint16_t)(above->depth + 1)};
        targets[pick] = targets[k - 1];
        if (node->last) {
            node->last->next = added;
        } else {
            node->first = added;
        }
        node->last = added;
    }
    return true;
}

/// Decides what a constraint says, unless that is a conflict by itself.
static bool mapf_search_constrain(wayi_mapf_search *search, const wayi_mapf_constraint *constraint)
{
    wayi_mapf_step *step = &search->step;
    for (; constraint->above; constraint = constraint->above) {
        const uint32_t unit = constraint->unit;
        const wayi_mapf_spot spot = constraint->spot;
        const uint32_t other = step->here[spot];
        if (step->there[spot] != WAYI_MAPF_NONE ||
            (other != WAYI_MAPF_NONE && other != unit && step->next[other] == step->now[unit])) {
            return false;
        }
        step->next[unit] = spot;
        step->there[spot] = unit;
    }
    return true;
}

/// Makes the step of the top node and forgets it on the way out; the successor is in `step->next`
/// while `*hash` is not that of the node.
static bool mapf_search_successor(wayi_mapf_search *search, uint32_t index,
                                  const wayi_mapf_constraint *constraint, uint64_t *hash)
{
    wayi_mapf_step *step = &search->step;
    const wayi_mapf_node *node = &search->nodes[index];
    step->now = node->spots;
    for (uint32_t k = 0; k < search->count; k++) {
        step->here[node->spots[k]] = k;
    }
    const bool found =
        mapf_search_constrain(search, constraint) && wayi_mapf_decide(step, node->order);
    *hash = node->hash;
    for (uint32_t k = 0; k < search->count; k++) {
        step->here[node->spots[k]] = WAYI_MAPF_NONE;
        if (step->next[k] != WAYI_MAPF_NONE) {
            step->there[step->next[k]] = WAYI_MAPF_NONE;
            if (step->next[k] != node->spots[k]) {
                *hash += mapf_search_mix(k, step->next[k]) - mapf_search_mix(k, node->spots[k]);
            }
        }
    }
    search->steps++;
    return found;
}

way_outcome wayi_mapf_search_visit(wayi_mapf_search *search)
{
    if (search->open_count == 0) {
        return WAY_OUTCOME_NO_PATH;
    }
    const uint32_t index = search->open[search->open_count - 1];
    wayi_mapf_node *node = &search->nodes[index];
    if (node->home == search->count) {
        return WAY_OUTCOME_FOUND;
    }
    wayi_mapf_constraint *constraint = node->first;
    if (!constraint) {
        search->open_count--;
        return WAY_OUTCOME_WORKING;
    }
    node->first = constraint->next;
    node->last = node->first ? node->last : NULL;
    if (!mapf_search_branch(search, node, constraint)) {
        return WAY_OUTCOME_CAPACITY;
    }
    uint64_t hash = 0;
    bool fine = true;
    if (mapf_search_successor(search, index, constraint, &hash)) {
        uint32_t known = mapf_search_find(search, hash, search->step.next);
        if (known == WAYI_MAPF_NONE) {
            fine = mapf_search_add(search, search->step.next, hash, index);
        } else {
            known = way_rng_below(&search->step.rng, MAPF_RESTART) ? known : 0;
            fine = WAYI_GROW(&search->allocator, search->open, search->open_capacity,
                             search->open_count + 1);
            if (fine) {
                search->open[search->open_count++] = known;
            }
        }
    }
    memset(search->step.next, 0xff, search->count * sizeof *search->step.next);
    return fine && !search->table.starved ? WAY_OUTCOME_WORKING : WAY_OUTCOME_CAPACITY;
}

// Making ------------------------------------------------------------------------------------------

/// Takes the arrays whose sizes are known; false without memory.
static bool mapf_search_take(wayi_mapf_search *search)
{
    const way_allocator *allocator = &search->allocator;
    const size_t words = search->table.ground.words;
    const uint32_t count = search->count;
    wayi_mapf_step *step = &search->step;
    search->ranked = wayi_alloc(allocator, count, sizeof *search->ranked);
    step->next = wayi_alloc(allocator, count, sizeof *step->next);
    step->here = wayi_alloc(allocator, words * 64, sizeof(uint32_t));
    step->there = wayi_alloc(allocator, words * 64, sizeof(uint32_t));
    step->stack = wayi_alloc(allocator, count, sizeof *step->stack);
    return wayi_mapf_table_init(&search->table, allocator) && search->ranked && step->next &&
           step->here && step->there && step->stack;
}

bool wayi_mapf_search_init(wayi_mapf_search *search, const wayi_mapf_problem *problem,
                           const way_allocator *allocator)
{
    *search = (wayi_mapf_search){.count = problem->count, .allocator = *allocator};
    wayi_mapf_table *table = &search->table;
    wayi_mapf_step *step = &search->step;
    wayi_arena_init(&search->arena, problem->arena, &search->allocator);
    table->ground = problem->ground;
    table->starts = problem->starts;
    table->goals = problem->goals;
    table->count = problem->count;
    table->crews = problem->crews;
    if (!mapf_search_take(search)) {
        return false;
    }
    memset(step->here, 0xff, (size_t)problem->ground.words * 64 * sizeof(uint32_t));
    memset(step->there, 0xff, (size_t)problem->ground.words * 64 * sizeof(uint32_t));
    memset(step->next, 0xff, problem->count * sizeof *step->next);
    step->exits = problem->ground.exits;
    for (uint32_t direction = 0; direction < 4; direction++) {
        step->offsets[direction] = wayi_mapf_offset(problem->ground.row, direction);
    }
    step->table = table;
    step->goals = problem->goals;
    step->count = problem->count;
    step->rng = way_rng_seed(problem->seed);
    return true;
}

void wayi_mapf_search_fini(wayi_mapf_search *search)
{
    const way_allocator *allocator = &search->allocator;
    const size_t words = search->table.ground.words;
    const uint32_t count = search->count;
    wayi_mapf_step *step = &search->step;
    wayi_arena_fini(&search->arena);
    WAYI_FREE(allocator, search->open, search->open_capacity);
    WAYI_FREE(allocator, search->known, search->known_capacity);
    WAYI_FREE(allocator, search->nodes, search->node_capacity);
    wayi_mapf_table_fini(&search->table);
    WAYI_FREE(allocator, step->stack, count);
    wayi_free(allocator, step->there, words * 64, sizeof(uint32_t));
    wayi_free(allocator, step->here, words * 64, sizeof(uint32_t));
    WAYI_FREE(allocator, step->next, count);
    WAYI_FREE(allocator, search->ranked, count);
}

way_outcome wayi_mapf_search_begin(wayi_mapf_search *search)
{
    const wayi_mapf_spot *starts = search->table.starts;
    uint64_t hash = 0;
    if (!mapf_search_rank(search)) {
        return WAY_OUTCOME_NO_PATH;
    }
    for (uint32_t k = 0; k < search->count; k++) {
        hash += mapf_search_mix(k, starts[k]);
    }
    return mapf_search_add(search, starts, hash, WAYI_MAPF_NONE) ? WAY_OUTCOME_WORKING
                                                                 : WAY_OUTCOME_CAPACITY;
}
