// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The loop that Dijkstra, A*, weighted A*, greedy search and fields share: take the most promising
// state from the open list, close it, look at its steps. What differs is how promise is measured.
//
// Invariants: a node's g is the cost of a real path over its parents; a closed node that gets a
// better way is opened again (never with a consistent estimate and plain A*); entries of closed
// nodes in the open list are stale and skipped.
//
// Where states are the cells of a map a node is eight bytes: over which step its way comes, and
// whether it is closed, are marks in its stamp; ways that don't come from a neighbour are in a
// table beside; and estimates are worked out again for the few states that are pushed twice.
#pragma once

#include "core/nodes.h"
#include "core/open_list.h"
#include "core/path_buffer.h"
#include "map/links/aims.h"
#include "search/engine/retrace.h"
#include "search/trip/goal.h"

#include <waymark/agent.h>

/// How the estimate enters the priority.
typedef enum wayi_estimate {
    WAYI_ESTIMATE_NONE,  ///< 0: Dijkstra
    WAYI_ESTIMATE_COST,  ///< cost to go
    WAYI_ESTIMATE_STEPS, ///< steps to go
    WAYI_ESTIMATE_ASKED  ///< cost to go, by `ask`
} wayi_estimate;

/// The costliest way that can be counted.
#define WAYI_COST_FARTHEST (WAY_COST_MAX - 1u)

typedef struct wayi_best_first_config {
    way_space *space;
    const wayi_goal *goal;  ///< NULL = settle everything
    way_observer *observer; ///< NULL = nobody watches
    way_edge *edges;        ///< scratch, [space->degree_max]
    way_stats *stats;
    wayi_path_buffer *settled; ///< NULL, or collects expanded states in order
    wayi_estimate estimate;
    way_cost (*ask)(void *asked, way_state state); ///< ASKED: no less than the goal's distance;
                                                   ///< WAY_COST_MAX = leave the state out
    void *asked;
    wayi_open_kind open;
    uint32_t weight;     ///< of the estimate, in thousandths
    bool greedy;         ///< the cost so far does not count, and the first way to a state is kept
    bool low_g;          ///< of equal promise prefer the shorter way so far
    bool fast_expansion; ///< go straight on to a successor of the same f
    bool keep_closed;    ///< never open a closed node again
    bool backward;       ///< walk steps against their direction
    bool wide;           ///< nodes have their parents and estimates also on maps
    wayi_nodes_config nodes; ///< what the store may be
} wayi_best_first_config;

typedef struct wayi_best_first {
    wayi_best_first_config config;
    wayi_nodes nodes;
    wayi_retrace trail; ///< if nodes are compact
    wayi_open_list open;
    wayi_aims aims;         ///< towards one goal over ground with links
    way_cost cost_limit;    ///< costlier states are left out; at most WAYI_COST_FARTHEST
    wayi_heap_item pending; ///< fast expansion: next state, taken past the open list
    bool has_pending;
    const way_edge *exits; ///< backward: steps out of the state that the goal stands for
    uint32_t exit_count;
    way_state left;    ///< that state
    way_cost slack;    ///< by which estimates may be too high
    bool drifts;       ///< the map has changed under it: closed nodes may find better ways
    way_state closest; ///< expanded state with the least estimate
    uint32_t closest_estimate;
} wayi_best_first;

way_status wayi_best_first_init(wayi_best_first *search, const wayi_best_first_config *config,
                                const way_allocator *allocator);
void wayi_best_first_fini(wayi_best_first *search);

/// Forgets the last search. Then add one or more starts.
void wayi_best_first_clear(wayi_best_first *search);

/// Adds a start with a cost already paid; false without memory.
bool wayi_best_first_add(wayi_best_first *search, way_state state, way_cost g);

/// Expands up to `budget` states. FOUND (with `*reached` the goal state), NO_PATH when nothing is
/// left, WORKING, CAPACITY.
way_outcome wayi_best_first_step(wayi_best_first *search, uint32_t budget, way_state *reached);

/// Whether the search has read nothing in these rectangles of cells, as far as `*work` looks tell.
bool wayi_best_first_outlives(const wayi_best_first *search, const way_rect *rects, uint32_t count,
                              uint64_t *work);

/// Goes on over a map that changed in these rectangles: expanded cells there are expanded again,
/// so that nothing that opened is missed. What was read elsewhere stays believed.
void wayi_best_first_look_again(wayi_best_first *search, const way_rect *rects, uint32_t count);

/// The cost so far of a state, WAY_COST_MAX if it was not seen. `closed_only`: and not expanded.
way_cost wayi_best_first_cost(const wayi_best_first *search, way_state state, bool closed_only);

/// The same of the first `count` states.
void wayi_best_first_costs(const wayi_best_first *search, uint32_t count, bool closed_only,
                           way_cost *costs);

/// Without a goal: takes a state out, as if it had never been reached.
void wayi_best_first_forget(wayi_best_first *search, way_state state);

/// Without a goal: puts an expanded state into the open list again; nothing for others. False
/// without memory.
bool wayi_best_first_reopen(wayi_best_first *search, way_state state);

/// The state before this one on its way, or WAY_STATE_NONE.
way_state wayi_best_first_parent(const wayi_best_first *search, way_state state);

/// Appends the way to `state` to the path, start excluded. False without memory.
bool wayi_best_first_trace(const wayi_best_first *search, way_state state, wayi_path_buffer *path);
