// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the parts of the solver for whole problems share: one step for all units (mapf_step.c) and
// the search over such steps (mapf_search.c). It knows nothing of maps: mapf.c serves whole ones,
// jam.c windows of a world.
#pragma once

#include "base/bits.h"
#include "core/arena.h"
#include "map/grid/directions.h"
#include "mapf/mapf_table.h"

#include <waymark/agent.h>

/// A unit on the stack of one step.
typedef struct wayi_mapf_push {
    uint32_t unit;
    uint32_t partner; ///< with whom it has to change places in a corridor
    wayi_mapf_spot spots[5];
    uint32_t count;
    uint32_t next;
} wayi_mapf_push;

/// One step for all: from a configuration to the next.
typedef struct wayi_mapf_step {
    const uint8_t *exits; ///< by spot: bits of the directions that are passable
    int32_t offsets[4];   ///< what a step adds to a spot
    wayi_mapf_table *table;
    const wayi_mapf_spot *goals; ///< WAYI_MAPF_NONE = anywhere
    uint32_t count;
    const wayi_mapf_spot *now;
    wayi_mapf_spot *next;  ///< [count] WAYI_MAPF_NONE = not decided
    uint32_t *here;        ///< by spot: who stands there
    uint32_t *there;       ///< by spot: who will
    wayi_mapf_push *stack; ///< [count]
    way_rng rng;
} wayi_mapf_step;

static inline bool wayi_mapf_is_home(const wayi_mapf_step *step, uint32_t unit, wayi_mapf_spot spot)
{
    return step->goals[unit] == spot || step->goals[unit] == WAYI_MAPF_NONE;
}

/// Decides for all units in `order` whose next cell is not decided yet. False if somebody finds no
/// place. `here` must hold `now`, and `there` what is decided beforehand.
bool wayi_mapf_decide(wayi_mapf_step *step, const uint16_t *order);

// mapf_search.c -----------------------------------------------------------------------------------

/// This unit goes there; `above` holds the others.
typedef struct wayi_mapf_constraint {
    const struct wayi_mapf_constraint *above;
    struct wayi_mapf_constraint *next; ///< in the queue of its node
    wayi_mapf_spot spot;
    uint16_t unit;
    uint16_t depth;
} wayi_mapf_constraint;

typedef struct wayi_mapf_node {
    uint64_t hash;
    uint32_t parent; ///< WAYI_MAPF_NONE = the start
    uint32_t home;   ///< units on their goals
    wayi_mapf_spot *spots;
    uint16_t *order;
    wayi_mapf_constraint *first; ///< constraints still to be tried
    wayi_mapf_constraint *last;
} wayi_mapf_node;

typedef struct wayi_mapf_search {
    wayi_mapf_table table;
    wayi_mapf_step step;
    uint32_t count;
    uint64_t bound;   ///< sum of the shortest ways
    uint64_t steps;   ///< configurations asked for
    uint16_t *ranked; ///< units by the length of their way, the longest first
    wayi_arena arena;
    wayi_mapf_node *nodes;
    uint32_t node_count, node_capacity;
    uint32_t *known; ///< nodes by hash, open addressing
    uint32_t known_capacity;
    uint32_t *open; ///< stack; the top is the configuration in hand
    uint32_t open_count, open_capacity;
    way_allocator allocator;
} wayi_mapf_search;

typedef struct wayi_mapf_problem {
    wayi_mapf_ground ground;
    const wayi_mapf_spot *starts; ///< [count] all different
    const wayi_mapf_spot *goals;  ///< [count] all different, or WAYI_MAPF_NONE = anywhere
    uint32_t count;               ///< at most 65,535
    uint64_t seed;
    uint32_t crews; ///< parts that workers take
    size_t arena;   ///< bytes that are taken at a time
} wayi_mapf_problem;

/// False without memory; wayi_mapf_search_fini is due all the same. What the problem names is
/// borrowed, and the search must not move.
bool wayi_mapf_search_init(wayi_mapf_search *search, const wayi_mapf_problem *problem,
                           const way_allocator *allocator);
void wayi_mapf_search_fini(wayi_mapf_search *search);

/// Ranks the units, once the table knows how long their ways are: WORKING, NO_PATH or CAPACITY.
way_outcome wayi_mapf_search_begin(wayi_mapf_search *search);

/// One visit of the top node: FOUND, WORKING, NO_PATH, or CAPACITY.
way_outcome wayi_mapf_search_visit(wayi_mapf_search *search);
