// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Routes: how to get from region to region of a partitioned map. Every region has a place (its
// representative) and records that lead to the places of the regions around it. For every pair of
// regions there is the first record to follow; those rows are kept as runs of targets that share
// it, which takes a few dozen bytes a region where a matrix would take the number of regions.
//
// Invariant: a row names the first record of a cheapest chain of records, all of them at the same
// costs, so what is left to go falls with every record and a chain ends. Of several such records
// that one is named which serves the longest run: a compressed path database of the regions.
#pragma once

#include "search/frame/job.h"
#include "search/subgoal/record.h"

#define WAYI_REGIONS_MAX 65535u
#define WAYI_REGION_NONE 65535u

typedef struct wayi_route_region {
    way_cell place; ///< WAY_CELL_NONE = the number is free
    uint32_t edge_first;
    uint32_t run_first;
    uint16_t edge_count;
    uint16_t run_count;
} wayi_route_region;

/// The record to the place of another region.
typedef struct wayi_route_edge {
    uint32_t subgoals; ///< the subgoal itself if there is one, where they start if there are more
    uint16_t target;
    uint16_t subgoal_count;
} wayi_route_edge;

/// A list of items that is grown by its owner, or borrowed from a blob (capacity 0).
typedef struct wayi_routes {
    wayi_route_region *regions;
    wayi_route_edge *edges;
    way_cell *subgoals;
    uint32_t *runs; ///< first target << 16 | index of the edge within its region
    uint32_t region_count, region_capacity;
    uint32_t edge_count, edge_capacity;
    uint32_t subgoal_count, subgoal_capacity;
    uint32_t run_count, run_capacity;
    way_allocator allocator;
} wayi_routes;

/// What a map is partitioned into.
typedef struct wayi_partition {
    way_space *space;
    uint16_t *labels; ///< [cells] region of each cell, or WAYI_REGION_NONE
    way_cell *places; ///< [region_count]; WAY_CELL_NONE = no such region
    uint32_t region_count;
} wayi_partition;

/// Neighbours of all regions, as lists in one array.
typedef struct wayi_adjacency {
    uint32_t *first; ///< [region_count + 1]
    uint32_t *list;
    uint32_t count;
    uint32_t region_count;
} wayi_adjacency;

void wayi_routes_init(wayi_routes *routes, const way_allocator *allocator);
void wayi_routes_fini(wayi_routes *routes);

/// Bytes that the lists take, borrowed or not.
size_t wayi_routes_bytes(const wayi_routes *routes);

/// Makes all records to regions at most `depth` borders away, and the rows.
way_status wayi_routes_build(wayi_routes *routes, const wayi_partition *partition, uint32_t depth,
                             wayi_job_stage stage);

/// Appends a record to the lists as an edge; `subgoals` has `count` cells. False without memory.
bool wayi_routes_add_edge(wayi_routes *routes, uint32_t target, const way_cell *subgoals,
                          uint32_t count);

/// The edge to follow from one region towards another, as index into routes->edges; UINT32_MAX if
/// nothing leads out of it.
uint32_t wayi_routes_hop(const wayi_routes *routes, uint32_t from, uint32_t to);

/// A subgoal of an edge; the one after the last is the place of its target.
static inline way_cell wayi_routes_subgoal(const wayi_routes *routes, uint32_t edge, uint32_t index)
{
    const wayi_route_edge *record = &routes->edges[edge];
    if (index >= record->subgoal_count) {
        return routes->regions[record->target].place;
    }
    return record->subgoal_count == 1 ? record->subgoals
                                      : routes->subgoals[record->subgoals + index];
}

/// The boxes of all regions [region_count].
void wayi_partition_boxes(const wayi_partition *partition, wayi_climb_box *boxes);

/// Appends the regions next to one, ascending, each once. False without memory.
bool wayi_partition_neighbours(const wayi_partition *partition, wayi_climb_box box, uint32_t region,
                               wayi_path_buffer *out);

/// Appends the regions up to `depth` borders away, itself excluded, ascending. `seen`
/// [region_count] starts as zeros and is kept between calls for different regions. False without
/// memory.
bool wayi_adjacency_within(const wayi_adjacency *adjacency, uint32_t region, uint32_t depth,
                           uint32_t *seen, wayi_path_buffer *out);

/// Numbers the regions along a curve that keeps neighbours together, so that rows have long runs.
way_status wayi_partition_renumber(wayi_partition *partition, const way_allocator *allocator);

// Rows --------------------------------------------------------------------------------------------

/// What it takes to make rows, one after the other. One per thread.
typedef struct wayi_row_maker {
    const wayi_routes *routes;
    const way_cost *costs; ///< [edge_count]
    way_cost *distances;   ///< [region_count]
    uint64_t *firsts;      ///< [region_count * words] the edges of the source that begin a best way
    uint64_t *shared;      ///< [words] those that all targets of the run at hand have in common
    uint32_t words;        ///< of 64 edges each
    uint32_t region_count;
    wayi_heap heap;
    wayi_path_buffer runs; ///< of the last row
    uint64_t work;         ///< regions settled so far
    way_allocator allocator;
} wayi_row_maker;

way_status wayi_row_maker_init(wayi_row_maker *maker, const wayi_routes *routes,
                               const way_cost *costs, const way_allocator *allocator);
void wayi_row_maker_fini(wayi_row_maker *maker);

/// Makes the row of a region; false without memory.
bool wayi_row_make(wayi_row_maker *maker, uint32_t region);
