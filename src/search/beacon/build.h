// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// How an index is made: the graph, the tree, the labels; each in pieces that do not depend on each
// other, so that any number of workers gives the same bytes, and so that it can be made a little at
// a time beside everything else.
#pragma once

#include "search/beacon/index.h"

/// A node of the tree in the making: [first, end) of the order.
typedef struct wayi_beacon_split {
    uint64_t path;
    uint32_t depth;
    uint32_t parent;
    uint32_t first;
    uint32_t end;
    uint32_t cut;
    uint32_t middle; ///< where the second side begins; `end` = there is none
    way_status status;
} wayi_beacon_split;

/// The labels of a node in the making.
typedef struct wayi_beacon_block {
    uint32_t *rows;
    uint8_t *widths;
    uint8_t *next;
    uint32_t row_count;
    uint32_t width_count;
    uint32_t next_count;
    uint32_t stride;
    way_status status;
} wayi_beacon_block;

typedef struct wayi_beacon_build {
    wayi_beacon_index *index;
    uint64_t memory;    ///< most bytes of labels; 0 = no limit
    uint32_t *starts;   ///< [vertex_count + 1] edges by rank, then by vertex
    uint32_t *targets;  ///< [edge_count] likewise
    way_cost *weights;  ///< [edge_count] by vertex
    uint32_t *order;    ///< [vertex_count] ranks, by vertex when the tree is done
    uint32_t *locals;   ///< [vertex_count] by rank: number within the node that is being cut
    uint32_t *owners;   ///< [vertex_count] by rank: the node in whose cut it is
    wayi_reach *places; ///< [vertex_count] by rank
    wayi_beacon_split *splits;
    uint32_t split_count;
    uint32_t split_capacity;
    wayi_beacon_block *blocks; ///< [node_count]
    const way_allocator *allocator;
} wayi_beacon_build;

/// Makes all of an index that was initialised: NO_MEMORY, TOO_LARGE, CANCELLED.
way_status wayi_beacon_build_run(wayi_beacon_build *build, const way_job *job);
void wayi_beacon_build_fini(wayi_beacon_build *build);

/// Finds the edges of all subgoals (subgoals.c).
way_status wayi_beacon_find_edges(wayi_beacon_build *build, wayi_job_stage stage);

/// Cuts the graph into a tree and numbers vertices (separators.c).
way_status wayi_beacon_grow_tree(wayi_beacon_build *build, wayi_job_stage stage);

/// Finds and packs the labels of all nodes (labels.c).
way_status wayi_beacon_find_labels(wayi_beacon_build *build, wayi_job_stage stage);
