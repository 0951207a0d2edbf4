// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Iterative deepening on f, with or without a memory of seen states: what IDA* and ME-IDA* share.
//
// Each round is a depth-first walk that turns back where f exceeds the threshold; the next
// threshold is the least f that was turned back, so it strictly rises. The walk is a stack in
// memory, never recursion: on a map it can become as deep as the map has cells.
#pragma once

#include "core/hash_table.h"
#include "core/nodes.h"
#include "search/trip/algorithm.h"

typedef struct wayi_deepening_frame {
    way_state state;
    way_cost g;
    uint32_t edges_start; ///< where this frame's successors begin on the edge stack
} wayi_deepening_frame;

typedef struct wayi_deepening {
    wayi_deepening_frame *frames;
    uint32_t frame_count;
    uint32_t frame_capacity;
    way_edge *edges; ///< successors still to be tried, of all frames
    uint32_t edge_count;
    uint32_t edge_capacity;
    wayi_hash_table on_path; ///< states of the stack; unused with a memory
    wayi_nodes seen;         ///< with a memory: best g and the round it was reached in
    bool remembers;
    uint32_t round;
    uint64_t limit; ///< most expansions; 0 = no limit
    way_cost threshold;
    way_cost next_threshold;
} wayi_deepening;

way_status wayi_deepening_create(way_agent *agent, bool remembers, uint64_t limit);
void wayi_deepening_destroy(way_agent *agent);
way_status wayi_deepening_begin(way_agent *agent);
bool wayi_deepening_outlives(way_agent *agent, const way_rect *rects, uint32_t count,
                             uint64_t *work);

way_outcome wayi_deepening_step(way_agent *agent, uint32_t budget);

/// What tables have of it.
#define WAYI_DEEPENING_HOOKS                                                                       \
    .destroy = wayi_deepening_destroy, .begin = wayi_deepening_begin, .step = wayi_deepening_step, \
    .outlives = wayi_deepening_outlives
