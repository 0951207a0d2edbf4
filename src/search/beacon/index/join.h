// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The least sum of labels between two sets of vertices, each with a cost of its own to begin with.
// Over a node that is above all of both sets the minima of the two sides are taken each for itself,
// hub by hub, so that there is no loop over pairs. Below, the sets part, and those that stay
// together go on. A piece of work is one node, or some small ones.
#pragma once

#include "search/beacon/index/index.h"

/// Rows of frames that are enough for a piece of work.
#define WAYI_BEACON_ROWS 64u

/// The first turn of a path.
#define WAYI_BEACON_TURN (UINT64_C(1) << 63)

/// A vertex to begin with.
typedef struct wayi_beacon_end {
    uint64_t path; ///< of its node, and a one behind the last turn
    uint32_t vertex;
    way_cost cost;
} wayi_beacon_end;

/// The best sum so far, and where: a hub of a node.
typedef struct wayi_beacon_match {
    way_cost cost;
    uint32_t node; ///< NONE = nothing was better
    uint32_t hub;
} wayi_beacon_match;

/// Both sides, in any order.
typedef struct wayi_beacon_sides {
    wayi_beacon_end *ends[2];
    uint32_t counts[2];
} wayi_beacon_sides;

/// Ends that stay together from a depth on: ranges of both sides.
typedef struct wayi_beacon_bundle {
    uint32_t first[2];
    uint32_t end[2];
    uint32_t depth;
} wayi_beacon_bundle;

typedef struct wayi_beacon_join {
    const wayi_beacon_index *index;
    wayi_beacon_end *ends[2]; ///< put in another order
    wayi_beacon_match match;
    uint32_t at;  ///< node in hand; NONE = the next bundle is due
    uint32_t low; ///< node below which the bundle in hand parts
    uint32_t count;
    wayi_beacon_bundle stack[WAYI_BEACON_DEPTH + 3];
} wayi_beacon_join;

/// Starts on two sets; only what is cheaper than `most` counts. The ends are borrowed, and are put
/// in another order.
void wayi_beacon_join_begin(wayi_beacon_join *join, wayi_beacon_end *const ends[2],
                            const uint32_t counts[2], wayi_beacon_match most);

/// Looks at one node, or at some small ones; false when there is none left.
bool wayi_beacon_join_step(wayi_beacon_join *join);

/// Fills in what a join wants to know of a vertex.
static inline wayi_beacon_end wayi_beacon_end_of(const wayi_beacon_index *index, uint32_t vertex,
                                                 way_cost cost)
{
    const wayi_beacon_node *node = &index->nodes[index->vertices[vertex].node];
    return (wayi_beacon_end){node->path | WAYI_BEACON_TURN >> node->depth, vertex, cost};
}
