// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What jump point search has seen of a map: jump points, and which others can be reached from each
// without a decision. The map keeps bits (map/runs.c) that tell where straight runs end and whether
// they meet a jump point at all; a list of successors is scanned from these when it is first wanted
// and kept until the map changes.
//
// Only jump points of straight runs are in the graph. Diagonal walks have no forced neighbours when
// no corner is cut, so a jump is a diagonal walk of any length, then a straight run.
#pragma once

#include "core/nodes.h"
#include "space/grid.h"

/// A way from a cell to the next jump point, diagonal first.
typedef struct wayi_jump {
    uint32_t to; ///< slot of a jump point, then two bits for the direction of the run that meets
                 ///< it, then one that is set if no other jump point follows
    way_cost cost;
} wayi_jump;

static inline uint32_t wayi_jump_slot(wayi_jump jump)
{
    return jump.to >> 3;
}

static inline uint32_t wayi_jump_arrival(wayi_jump jump)
{
    return jump.to >> 1 & 3u;
}

static inline bool wayi_jump_is_leaf(wayi_jump jump)
{
    return jump.to & 1u;
}

/// A stretch of jumps.
typedef struct wayi_jump_list {
    uint32_t first;
    uint32_t count;
} wayi_jump_list;

/// Jumps, growing.
typedef struct wayi_jumps {
    wayi_jump *items;
    uint32_t count;
    uint32_t capacity;
} wayi_jumps;

/// What is behind a jump point, by direction of arrival.
typedef struct wayi_jump_point {
    uint32_t stamp;
    uint8_t known;  ///< arrivals whose list is there
    uint8_t judged; ///< arrivals of which is known whether they are leaves
    uint8_t leaf;   ///< of these, those that are
    uint8_t padding;
    wayi_jump_list lists[4];
} wayi_jump_point;

/// What a search remembers about a jump point, apart from the rest so that many fit a cache. All
/// but the place is the search's, which finds `trip` 0 in new ones.
typedef struct wayi_jump_mark {
    uint16_t x, y;
    uint32_t trip; ///< that used this last
    way_cost g;
    uint32_t parent; ///< slot
    uint8_t done;    ///< arrivals already followed
    uint8_t todo;    ///< arrivals still to follow
    bool expanded;   ///< with this g
} wayi_jump_mark;

typedef struct wayi_jump_graph {
    wayi_nodes points;     ///< by cell
    wayi_jump_mark *marks; ///< by slot
    uint32_t mark_capacity;
    wayi_jumps kept;    ///< of the points
    wayi_jumps passing; ///< of the cell that was left last
    const way_map *map;
    const wayi_layer *layer;
    uint64_t revision; ///< of the map that was looked at
    uint64_t looked;   ///< cells of diagonals, and words of runs, that were ever scanned
    bool full;         ///< memory ran out, or the limit was reached
    way_allocator allocator;
} wayi_jump_graph;

/// `limit`: most jump points; 0 = no limit.
way_status wayi_jump_graph_init(wayi_jump_graph *graph, const wayi_grid *grid, uint32_t limit,
                                const way_allocator *allocator);
void wayi_jump_graph_fini(wayi_jump_graph *graph);
size_t wayi_jump_graph_bytes(const wayi_jump_graph *graph);

/// Forgets everything but keeps the memory.
void wayi_jump_graph_clear(wayi_jump_graph *graph);

static inline const wayi_jump_point *wayi_jump_graph_at(const wayi_jump_graph *graph, uint32_t slot)
{
    return wayi_nodes_at(&graph->points, slot, sizeof(wayi_jump_point));
}

static inline way_cell wayi_jump_graph_cell(const wayi_jump_graph *graph, uint32_t slot)
{
    return wayi_nodes_id(&graph->points, slot);
}

/// The slot of a cell, its mark made ready; WAYI_SLOT_NONE at the limit or without memory.
uint32_t wayi_jump_graph_touch(wayi_jump_graph *graph, way_cell cell);

/// Scans what is behind a point that a run in the direction `arrival` met, and keeps it in its
/// list. Without memory `full` is set and nothing is kept. Pointers to points become invalid.
void wayi_jump_graph_scan(wayi_jump_graph *graph, uint32_t slot, uint32_t arrival);

/// Puts the jumps from any cell in all directions into `passing`. Without memory as above.
void wayi_jump_graph_leave(wayi_jump_graph *graph, way_cell cell);

/// Whether a diagonal walk and then a straight run lead from one cell to another.
bool wayi_jump_graph_sees(const wayi_jump_graph *graph, way_cell from, way_cell to);

/// How many cells next to a cell are free in a cardinal direction.
uint32_t wayi_jump_graph_room(const wayi_jump_graph *graph, way_cell cell, uint32_t direction);
