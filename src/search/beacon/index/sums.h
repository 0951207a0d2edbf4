// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// How far it is from any vertex to the nearest of a set of ends: for every node above one of them
// the least label of each hub, so that a vertex asks only along its own chain. An end is a vertex
// with a cost of its own, such as what a cell reaches.
#pragma once

#include "search/beacon/index/join.h"

typedef struct wayi_beacon_sums {
    uint32_t *places; ///< [node_count] where its hubs begin; NONE = no end is below the node
    uint32_t *nodes;  ///< [node_count] those with ends below
    uint32_t used;    ///< of those
    way_cost *values; ///< [vertex_count] at most, for each vertex is a hub of one node; nodes in
                      ///< their order
    uint32_t value_count;
    uint32_t node_count; ///< room
    bool wiped;          ///< places are NONE but for those of `nodes`
    uint32_t list_count; ///< room
    uint32_t value_room;
} wayi_beacon_sums;

/// Makes room for an index; false without memory. The sums were zeroed at first.
bool wayi_beacon_sums_reserve(wayi_beacon_sums *sums, const wayi_beacon_index *index,
                              const way_allocator *allocator);
void wayi_beacon_sums_fini(wayi_beacon_sums *sums, const way_allocator *allocator);

/// Begins with no ends, then adds them one by one.
void wayi_beacon_sums_clear(wayi_beacon_sums *sums, const wayi_beacon_index *index);
void wayi_beacon_sums_add(wayi_beacon_sums *sums, const wayi_beacon_index *index, uint32_t vertex,
                          way_cost cost);

/// The cost between the nearest ends of two sets; more than
/// WAYI_BEACON_FAR without a way.
way_cost wayi_beacon_sums_between(const wayi_beacon_sums *a, const wayi_beacon_sums *b,
                                  const wayi_beacon_index *index);
