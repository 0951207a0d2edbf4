// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Fewest vertices that part sources from sinks in an undirected graph: as many as there are ways
// without a common vertex, found by augmenting along shortest ways in phases (Dinic). Of each
// vertex two states, in and out, are all there is; the graph is never doubled.
#pragma once

#include "base/alloc.h"

#define WAYI_FLOW_NONE UINT32_MAX

/// Roles of vertices; sources that have other neighbours, where ways start, are found out.
enum { WAYI_FLOW_PLAIN, WAYI_FLOW_SOURCE, WAYI_FLOW_SINK, WAYI_FLOW_START };
enum { WAYI_FLOW_NEAR, WAYI_FLOW_FAR, WAYI_FLOW_CUT, WAYI_FLOW_SIDES };

typedef enum wayi_flow_turn {
    WAYI_FLOW_RESET, ///< vertices are on no way, and sources are looked at
    WAYI_FLOW_WIPE,  ///< states have no levels
    WAYI_FLOW_QUEUE, ///< but those where ways start
    WAYI_FLOW_LEVEL, ///< states are numbered by their distance from the sources
    WAYI_FLOW_SEEK,  ///< ways are looked for
    WAYI_FLOW_PART   ///< sides are told
} wayi_flow_turn;

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
    uint32_t most; ///< value beyond which it is given up
    wayi_flow_turn turn;
    uint32_t past;                    ///< vertices, states or sources that this has been at
    uint32_t head;                    ///< of the queue
    uint32_t tail;                    ///< of the queue, or states of the way in hand
    uint32_t enough;                  ///< level of the first sinks
    bool found;                       ///< the way in hand is one: it is taken, from its end back
    uint32_t totals[WAYI_FLOW_SIDES]; ///< vertices of each side
} wayi_cut_flow;

bool wayi_flow_init(wayi_cut_flow *flow, uint32_t count, const way_allocator *allocator);
void wayi_flow_fini(wayi_cut_flow *flow, const way_allocator *allocator);

/// Starts to look for the cut nearest to the sources.
void wayi_flow_begin(wayi_cut_flow *flow, uint32_t most);

typedef enum wayi_flow_state {
    WAYI_FLOW_MORE,
    WAYI_FLOW_FOUND,
    WAYI_FLOW_GIVEN_UP ///< it has more vertices than `most`, and there is no answer
} wayi_flow_state;

/// Looks at up to `budget` states, which are taken off it, and at a few edges more.
wayi_flow_state wayi_flow_step(wayi_cut_flow *flow, uint32_t *budget);
