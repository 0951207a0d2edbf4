// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What jump point search has seen of a map: jump points, and which others can be reached from each
// without a decision. The map keeps bits (map/runs.c) that tell where straight runs end and whether
// they meet a jump point at all; a list of successors is scanned from these when it is first
// wanted, a piece at a time, and kept until an edit concerns it (jump_changes.c).
//
// A jump is a diagonal walk of any length, then a straight run. When no corner is cut only straight
// runs meet jump points. When corners are cut a diagonal walk may meet one too, which ends it; a
// cell that is met by runs and by walks is two points. With 4 neighbours walks go along rows, and
// runs along columns.
#pragma once

#include "base/inline.h"
#include "core/nodes.h"
#include "core/path_buffer.h"
#include "space/grid.h"

/// A way from a cell to the next jump point, diagonal first.
typedef struct wayi_jump {
    uint32_t to; ///< slot of a jump point, then two bits for the direction of the run or walk that
                 ///< meets it, then one that is set if no other jump point follows
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

/// A cell on the way, and what it cost to get there.
typedef struct wayi_jump_spot {
    uint32_t x, y;
    way_cost g;
} wayi_jump_spot;

/// A scan under way: of what is behind a point, or around any cell.
typedef struct wayi_jump_scan {
    uint32_t slot; ///< WAYI_SLOT_NONE: of any cell
    uint32_t arrival;
    uint32_t first;      ///< where its jumps begin
    uint32_t directions; ///< that were not followed to their end
    wayi_jump_spot origin;
    wayi_jump_spot spot; ///< how far the first of them was followed
} wayi_jump_scan;

/// A cell, and how far one can see it along its row and its column: the ends are walls.
typedef struct wayi_jump_target {
    int32_t x, y;
    int32_t west, east;
    int32_t north, south;
    bool square; ///< over a map with 4 neighbours: along its row first, then along its column
} wayi_jump_target;

typedef struct wayi_jump_graph {
    wayi_nodes points;  ///< by cell
    wayi_jumps kept;    ///< of the points
    uint32_t lost;      ///< of these, those in lists that were dropped
    wayi_jumps passing; ///< of the cell that was left last
    const way_map *map;
    const wayi_layer *layer;
    uint64_t revision; ///< of the map that was looked at
    uint64_t looked;   ///< cells of diagonals, and words of runs, that were ever scanned
    uint64_t cleared;  ///< of these, those before everything was forgotten last
    uint64_t stop;     ///< where looks at what changes concern end, in renewing
    bool unsure;       ///< points were dropped that jumps say nothing follows
    bool full;         ///< memory ran out, or the limit was reached
    bool square;       ///< the map has 4 neighbours
    bool cuts;         ///< it has 8, and corners are cut
    way_allocator allocator;
} wayi_jump_graph;

/// Jumps do not pay where runs meet more jump points than this per thousand free cells, or per
/// thousand stretches of free cells in rows and columns; the latter is less where corners are cut,
/// since diagonal walks meet some as well, and with 4 neighbours, since only columns are runs.
#define WAYI_JUMP_DENSE 400u
#define WAYI_JUMP_STREWN 3200u
#define WAYI_JUMP_STREWN_OTHERWISE 1400u

/// Nor, over weights, where fewer of a thousand free cells are flat.
#define WAYI_JUMP_FLAT 750u

/// How often runs meet jump points, those of all directions, by what the layer counts.
typedef struct wayi_jump_density {
    uint32_t free;    ///< per thousand free cells
    uint32_t stretch; ///< per thousand stretches between walls: many where open ground is strewn
                      ///< with small walls, over which scans reach far and meet all of them
    uint32_t flat;    ///< where weights vary: of a thousand free cells those that are flat
    bool otherwise;   ///< corners are cut, or there are 4 neighbours
} wayi_jump_density;

wayi_jump_density wayi_jump_density_of(const wayi_grid *grid);

/// Whether a jump takes less than the steps that it saves.
static inline bool wayi_jump_pays(wayi_jump_density density)
{
    return density.free <= WAYI_JUMP_DENSE &&
           density.stretch <= (density.otherwise ? WAYI_JUMP_STREWN_OTHERWISE : WAYI_JUMP_STREWN);
}

/// `limit`: most jump points; 0 = no limit.
way_status wayi_jump_graph_init(wayi_jump_graph *graph, const wayi_grid *grid, uint32_t limit,
                                const way_allocator *allocator);
void wayi_jump_graph_fini(wayi_jump_graph *graph);

/// Forgets everything but keeps the memory.
void wayi_jump_graph_clear(wayi_jump_graph *graph);

static inline const wayi_jump_point *wayi_jump_graph_at(const wayi_jump_graph *graph, uint32_t slot)
{
    return wayi_nodes_at(&graph->points, slot, sizeof(wayi_jump_point));
}

/// What a point is kept by: its cell for runs, and past all cells for diagonal walks.
static inline uint32_t wayi_jump_graph_id(const wayi_jump_graph *graph, way_cell cell,
                                          uint32_t arrival)
{
    return arrival < WAYI_NORTH_EAST ? cell : cell + graph->map->cell_count;
}

static inline way_cell wayi_jump_graph_cell(const wayi_jump_graph *graph, uint32_t slot)
{
    const uint32_t id = wayi_nodes_id(&graph->points, slot);
    return id < graph->map->cell_count ? id : id - graph->map->cell_count;
}

/// The slot of a point; WAYI_SLOT_NONE at the limit or without memory.
static inline uint32_t wayi_jump_graph_touch(wayi_jump_graph *graph, uint32_t id)
{
    return wayi_nodes_touch(&graph->points, id, sizeof(wayi_jump_point));
}

static WAYI_ALWAYS_INLINE wayi_jump_spot wayi_jump_graph_spot(const wayi_jump_graph *graph,
                                                              way_cell cell)
{
    const uint32_t y = wayi_map_row(graph->map, cell);
    return (wayi_jump_spot){cell - y * graph->map->width, y, 0};
}

/// Begins to scan what is behind a point that a run in the direction `arrival` met, or a diagonal
/// walk in that of the same two bits. It will be in its list.
wayi_jump_scan wayi_jump_scan_point(wayi_jump_graph *graph, uint32_t slot, uint32_t arrival);

/// Begins to scan what is around any cell, in all directions. It will be in `passing`.
wayi_jump_scan wayi_jump_scan_cell(wayi_jump_graph *graph, way_cell cell);

/// Scans on until `looked` has come to `stop` or a little more; true when all is done. Without
/// memory `full` is set and nothing is kept. Pointers to points become invalid.
bool wayi_jump_scan_step(wayi_jump_graph *graph, wayi_jump_scan *scan, uint64_t stop);

/// Walks on diagonally from a spot towards a cell, at most `limit` cells: WAYI_JUMP_MORE while
/// there is more to walk, else whether the straight run from there is free as well.
typedef enum wayi_jump_sight { WAYI_JUMP_HIDDEN, WAYI_JUMP_SEEN, WAYI_JUMP_MORE } wayi_jump_sight;
wayi_jump_sight wayi_jump_graph_look(wayi_jump_graph *graph, wayi_jump_spot *spot, way_cell to,
                                     uint32_t limit);

/// Whether a walk and then a straight run lead from one cell to another.
static inline bool wayi_jump_graph_sees(wayi_jump_graph *graph, way_cell from, way_cell to)
{
    wayi_jump_spot spot = wayi_jump_graph_spot(graph, from);
    return wayi_jump_graph_look(graph, &spot, to, UINT32_MAX) == WAYI_JUMP_SEEN;
}

wayi_jump_target wayi_jump_graph_aim(const wayi_jump_graph *graph, way_cell cell);

/// Whether the last run of the way to a target, a walk first, is free, but for its first cell.
static WAYI_ALWAYS_INLINE bool wayi_jump_could_see(const wayi_jump_target *target, uint32_t x,
                                                   uint32_t y)
{
    const int32_t dx = (int32_t)x - target->x;
    const int32_t dy = (int32_t)y - target->y;
    const int32_t columns = dx < 0 ? -dx : dx;
    const int32_t rows = dy < 0 ? -dy : dy;
    if (target->square) {
        return dy >= target->north && dy <= target->south;
    }
    if (columns >= rows) {
        const int32_t turn = dx < 0 ? dx + rows : dx - rows;
        return turn >= target->west && turn <= target->east;
    }
    const int32_t turn = dy < 0 ? dy + columns : dy - columns;
    return turn >= target->north && turn <= target->south;
}

/// Replaces a chain of jump points at the end of a path, from `first` on, the last one first, by
/// all cells of the way but the chain's beginning. Behind the target of a link the chain has
/// WAY_STATE_NONE. False without memory: the path is a mess then.
bool wayi_jump_path_fill(wayi_path_buffer *path, const way_map *map, uint32_t first);

/// The same without the cells between jump points; always true.
bool wayi_jump_path_turn(wayi_path_buffer *path, uint32_t first);

// Edits -------------------------------------------------------------------------------------------

/// What is asked of every point that an edit concerns; false = stop.
typedef bool (*wayi_jump_asked)(void *asker, uint32_t slot);

/// Drops what points know that may depend on a rectangle that holds all cells whose steps
/// changed, and asks about each of them first [opt]. False if one said no, or if the rectangle is
/// so large that it is less work to forget everything. When all is dropped, settle.
bool wayi_jump_graph_drop(wayi_jump_graph *graph, way_rect rect, wayi_jump_asked ask, void *asker);

/// All that edits concern is dropped: the graph is one of the map as it is now.
void wayi_jump_graph_settle(wayi_jump_graph *graph);

/// Whether one of these cells lies in such a rectangle or sees its edge.
bool wayi_jump_graph_concerns(wayi_jump_graph *graph, way_rect rect, const way_cell *cells,
                              uint32_t count);

/// How many looks at a cell it takes to find out what a rectangle concerns.
uint64_t wayi_jump_graph_drop_work(const wayi_jump_graph *graph, way_rect rect);

/// Makes the graph one of the map as it is now, dropping what edits since concern, or everything.
void wayi_jump_graph_renew(wayi_jump_graph *graph);
