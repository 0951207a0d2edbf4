// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A* over the gates of clusters, a slice at a time. Ways inside a cluster obey the triangle
// inequality, so whoever comes in by one gate wants to get out by another, never to rest at a third
// one: only gates that were just come in by are remembered. Start and goal are not part of the
// graph: costs between them and the gates of their clusters are handed in.
#pragma once

#include "core/nodes.h"
#include "search/hierarchical/clusters.h"

typedef struct wayi_abstract_config {
    const wayi_clusters *clusters;
    way_stats *stats;
    way_observer *observer; ///< [opt]
    uint32_t limit;         ///< most gates remembered; 0 = no limit
    bool sparse;
} wayi_abstract_config;

/// One end of a search.
typedef struct wayi_abstract_end {
    way_cell cell;
    uint32_t cluster;
    const way_cost *costs; ///< between the cell and the gates of the cluster; borrowed
} wayi_abstract_end;

typedef struct wayi_abstract {
    wayi_abstract_config config;
    wayi_abstract_end start;
    wayi_abstract_end goal;
    uint32_t goal_x, goal_y;
    wayi_nodes nodes;
    wayi_heap heap;
    uint32_t touched; ///< the start and the gates remembered
    bool begun;       ///< the start was expanded
    way_cost best;    ///< cost of the best way to the goal so far
    uint32_t last;    ///< the gate that it comes in by last; WAYI_GATE_NONE = it needs none
    uint32_t closest; ///< gate with the least estimate
    way_cost closest_estimate;
    uint32_t inside;      ///< gate whose costs are being looked for; WAYI_GATE_NONE = none
    wayi_confined local;  ///< where the clusters keep no costs
    wayi_path_buffer row; ///< and what it found
} wayi_abstract;

way_status wayi_abstract_init(wayi_abstract *search, const wayi_abstract_config *config,
                              const way_allocator *allocator);
void wayi_abstract_fini(wayi_abstract *search);
size_t wayi_abstract_bytes(const wayi_abstract *search);

/// Starts a search. `direct` is the cost of a way without gates; WAY_COST_MAX = none known.
void wayi_abstract_begin(wayi_abstract *search, const wayi_abstract_end *start,
                         const wayi_abstract_end *goal, way_cost direct);

/// Expands up to *budget states, which are taken off it. ARRIVED: `best` and `last` tell. NO_PATH,
/// MOVING, CAPACITY.
way_outcome wayi_abstract_step(wayi_abstract *search, uint32_t *budget);

/// Appends the gates that the way to `last` comes in by, in their order. False without memory.
bool wayi_abstract_trace(const wayi_abstract *search, uint32_t last, wayi_path_buffer *gates);
