// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Fewest vertices that part sources from sinks in an undirected graph: as many as there are ways
// without a common vertex, found by augmenting along shortest ways in phases (Dinic). Of each
// vertex two states, in and out, are all there is; the graph is never doubled.
#pragma once

#include "base/alloc.h"

#define WAYI_FLOW_NONE UINT32_MAX

enum { WAYI_FLOW_PLAIN, WAYI_FLOW_SOURCE, WAYI_FLOW_SINK };
enum { WAYI_FLOW_NEAR, WAYI_FLOW_FAR, WAYI_FLOW_CUT };

typedef struct wayi_cut_flow {
    uint32_t count;
    const uint32_t *starts;  ///< [count + 1]
    const uint32_t *targets; ///< edges, both ways
    uint8_t *roles;          ///< [count] set by the caller
    uint8_t *sides;          ///< [count] the answer
    uint32_t *before;        ///< [count] vertex before it on a way; NONE = none, or a source
    uint32_t *levels;        ///< [2 * count] of states; 0 = not reached
    uint32_t *arcs;          ///< [2 * count] where the search of a phase goes on
    uint32_t *queue;         ///< [2 * count]
    bool *used;              ///< [count] on a way
    uint32_t *firsts;        ///< [start_count] sources where ways start
    uint32_t start_count;
    uint32_t value;
} wayi_cut_flow;

bool wayi_flow_init(wayi_cut_flow *flow, uint32_t count, const way_allocator *allocator);
void wayi_flow_fini(wayi_cut_flow *flow, const way_allocator *allocator);

/// Finds the cut nearest to the sources; false, and no answer, if it has more than `most`.
bool wayi_flow_run(wayi_cut_flow *flow, uint32_t most);
