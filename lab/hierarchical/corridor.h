// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A* on one level of a pyramid, inside what marked nodes of a level above are made of: the next
// one, or the one after it.
//
// What a search remembers is kept by pages of a few nodes with numbers in a row, made where it
// comes by: memory for the corridor and not for the map, little enough for the processor's caches.
#pragma once

#include "core/bitset.h"
#include "core/nodes.h"
#include "core/open_list.h"
#include "lab/hierarchical/pyramid.h"
#include "search/trip/algorithm.h"

typedef struct wayi_corridor_record {
    uint32_t stamp;
    way_cost g; ///< WAY_COST_MAX: no way is known yet
    uint32_t parent;
    uint32_t estimate; ///< the top bit says closed
} wayi_corridor_record;

/// A set of nodes of one level.
typedef struct wayi_corridor_marks {
    wayi_bitset bits;
    wayi_path_buffer list;
} wayi_corridor_marks;

typedef struct wayi_corridor {
    const wayi_pyramid *pyramid;
    way_stats *stats;
    way_observer *observer; ///< NULL = nobody watches
    wayi_nodes nodes;
    wayi_corridor_marks marks; ///< nodes of the next level whose children may be entered
    wayi_corridor_marks outer; ///< nodes of the level after it, where that one was left out
    wayi_open_list open;
    uint32_t key_bits; ///< of nodes: keys are so much coarser than costs
    uint32_t level;
    uint32_t above;              ///< level of what is refined: the next one or the one after it
    bool free;                   ///< all may be entered
    bool children;               ///< any part of `target` is to be reached, not `target` itself
    uint32_t target;             ///< node to reach, or of `above`, whose parts are to be reached
    uint32_t target_x, target_y; ///< towards which, in parts
    uint32_t closest;            ///< expanded node with the least estimate
    uint32_t closest_estimate;
    bool full; ///< memory or capacity ran out
} wayi_corridor;

/// `fini` is fine in both cases.
way_status wayi_corridor_init(wayi_corridor *corridor, way_agent *agent);
void wayi_corridor_fini(wayi_corridor *corridor);

/// Lets the search enter what a path of nodes of `above` is made of, as far as that can be reached
/// from a node of the level next to the search; and, if it shall be wide, what is beside on that
/// level.
void wayi_corridor_mark(wayi_corridor *corridor, const wayi_path_buffer *path, uint32_t from,
                        bool wide);

/// Starts from a node of `level`, or from nowhere (NONE). All fields above `closest` are set.
void wayi_corridor_begin(wayi_corridor *corridor, uint32_t from);

/// Expands up to *budget nodes. WORKING, FOUND (at `reached`), NO_PATH, CAPACITY.
way_outcome wayi_corridor_step(wayi_corridor *corridor, uint32_t *budget, uint32_t *reached);

/// The nodes of the path to one that was reached, start first, in place of what was in the buffer.
/// False without memory.
bool wayi_corridor_trace(const wayi_corridor *corridor, uint32_t last, wayi_path_buffer *path);

/// What that path costs.
way_cost wayi_corridor_cost(const wayi_corridor *corridor, uint32_t node);
