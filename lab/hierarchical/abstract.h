// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A* over the gates of clusters, a slice at a time. Ways inside a cluster obey the triangle
// inequality, so whoever comes in by one gate wants to get out by another, never to rest at a third
// one: only gates that were just come in by are remembered. Start and goal are not part of the
// graph: costs between them and the gates of their clusters are handed in.
//
// A search that rises takes each large cluster but those of its ends in one leap, from the gate
// that it came in by to those that lead out. Where that is not repaired yet it goes by the small
// ones: costs are the same.
//
// Where a cluster keeps no costs, each searcher finds those of a gate when it first comes to it,
// and keeps them until the cluster changes; their memory stays. They are its own, so that searchers
// need not wait for another; it asks for all costs of the cluster, which the next repair makes.
#pragma once

#include "core/hash_table.h"
#include "lab/hierarchical/clusters.h"
#include "search/engine/frontier.h"
#include "search/trip/goal.h"

typedef struct wayi_abstract_config {
    const wayi_clusters *clusters; ///< the lowest level, whose gates are searched
    const wayi_goal *goal;         ///< of those who ask for it, and of searches with `many`
    wayi_confined_config local; ///< of searches inside clusters; limit, stats and observer of all
    bool sparse;
} wayi_abstract_config;

/// One end of a search: a gate, or a cell that is none.
typedef struct wayi_abstract_end {
    way_cell cell;         ///< WAY_CELL_NONE = the search has no goal
    uint32_t gate;         ///< or WAYI_GATE_NONE
    const way_cost *costs; ///< then: between the cell and the gates of its cluster; borrowed
} wayi_abstract_end;

/// What is searched.
typedef struct wayi_abstract_query {
    wayi_abstract_end start;
    wayi_abstract_end goal;
    way_cost direct; ///< cost of a way without gates; WAY_COST_MAX = none known
    uint32_t within; ///< large cluster not left nor leapt in by links; WAYI_GATE_NONE = none
    bool rises;      ///< clusters of that level are crossed at once, but for those of the ends
    bool many;       ///< to whatever cell the goal of the configuration has; `goal` is not used
} wayi_abstract_query;

typedef struct wayi_abstract {
    wayi_abstract_config config;
    wayi_abstract_query query;
    uint32_t start, goal;   ///< clusters of the ends
    wayi_frontier frontier; ///< of gates; the start is none
    uint32_t touched;       ///< the start and the gates remembered
    bool begun;             ///< the start was expanded
    way_cost best;          ///< cost of the best way to the goal so far
    uint32_t last;          ///< the gate that it comes in by last; WAYI_GATE_NONE = it needs none
    uint32_t closest;       ///< gate with the least estimate
    way_cost closest_estimate;
    uint32_t inside;        ///< gate whose costs are being looked for; WAYI_GATE_NONE = none
    wayi_confined local;    ///< where the clusters keep no costs
    wayi_path_buffer costs; ///< that were found so, for later searches as well
    wayi_hash_table rows;   ///< of gates: where theirs are, behind a head
    way_rect read;          ///< around all clusters that were looked at
} wayi_abstract;

/// False without memory; `fini` is fine in both cases.
bool wayi_abstract_init(wayi_abstract *search, const wayi_abstract_config *config,
                        const way_allocator *allocator);
void wayi_abstract_fini(wayi_abstract *search);

/// Begins a search; what it reads is added to `read`.
void wayi_abstract_begin(wayi_abstract *search, const wayi_abstract_query *query);

/// Expands up to *budget states, which are taken off it. FOUND: `best` and `last` tell. NO_PATH:
/// all is known. WORKING, CAPACITY.
way_outcome wayi_abstract_step(wayi_abstract *search, uint32_t *budget);

/// Whether a search that rises crosses the large cluster of a gate that it came in by at once.
static inline bool wayi_abstract_leaps(const wayi_clusters *clusters, uint32_t gate, uint32_t start,
                                       uint32_t goal)
{
    const uint32_t home = wayi_clusters_home(clusters, &clusters->gates[gate]);
    return home != clusters->clusters[start].home && home != clusters->clusters[goal].home;
}

/// Whether a goal may lie in a cluster that a cell belongs to.
bool wayi_abstract_may_end(const wayi_abstract *search, way_cell cell);

/// The goal that a local search over a cluster reached for the least; its cost.
way_cost wayi_abstract_nearest(const wayi_abstract *search, const wayi_confined *local,
                               way_cell *cell);

/// The cost to come in by a gate, as far as it is known.
way_cost wayi_abstract_cost(const wayi_abstract *search, uint32_t gate);
