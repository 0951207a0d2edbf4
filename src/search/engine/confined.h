// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A best-first search that never leaves one rectangle of a map, to be done a slice at a time. What
// it needs is taken for the largest rectangle once and cleared per search.
#pragma once

#include "core/open_list.h"
#include "core/path_buffer.h"
#include "space/grid.h"

#include <waymark/agent.h>

typedef struct wayi_confined {
    const wayi_grid *grid;
    way_rect rect;
    way_cell source;
    way_cell aim;     ///< WAY_CELL_NONE = settle all
    way_cell sought;  ///< of these, the one whose cost is wanted next, or WAY_CELL_NONE
    uint32_t weight;  ///< of the estimate, in thousandths; 0 = 1000
    way_cost *costs;  ///< by place in the rectangle; WAY_COST_MAX = not seen
    uint8_t *steps;   ///< by place: the direction of the last step to it, see wayi_confined_arrival
    uint32_t area;    ///< places there is room for
    uint32_t touched; ///< cells remembered
    uint32_t limit;   ///< most of them; 0 = no limit
    way_cost reach;   ///< cells that cost more are left alone; `begin` sets it to no bound
    way_cell end;     ///< the aim or the other cell at which a search ended that was FOUND
    /// [opt] whether a search for an aim may end at a cell as well; `begin` clears it
    bool (*ends)(const void *context, way_cell cell);
    const void *context;
    way_stats *stats;
    way_observer *observer; ///< [opt]
    int64_t aim_x, aim_y;
    wayi_open_list open;
    way_allocator allocator;
} wayi_confined;

/// Where a local search counts and shows what it does.
typedef struct wayi_confined_config {
    const wayi_grid *grid;
    uint32_t area;  ///< cells of the largest rectangle
    uint32_t limit; ///< most cells remembered; 0 = no limit
    way_stats *stats;
    way_observer *observer; ///< [opt]
} wayi_confined_config;

/// False without memory. `fini` is fine in both cases.
bool wayi_confined_init(wayi_confined *local, const wayi_confined_config *config,
                        const way_allocator *allocator);
void wayi_confined_fini(wayi_confined *local);

/// Starts from a cell of the rectangle, towards another one or all. False without memory.
bool wayi_confined_begin(wayi_confined *local, way_rect rect, way_cell source, way_cell aim);

/// One more source, before the first step. False without memory.
bool wayi_confined_add(wayi_confined *local, way_cell source);

/// When all are to be settled: stops once a cell is, and goes on to others afterwards.
static inline void wayi_confined_seek(wayi_confined *local, way_cell cell)
{
    local->sought = cell;
}

/// Expands up to *budget cells, which are taken off it. FOUND: the cost of the aim is known, or of
/// the cell that is sought. NO_PATH:
/// nothing is left, all costs are known. WORKING, CAPACITY.
way_outcome wayi_confined_step(wayi_confined *local, uint32_t *budget);

/// Appends the way from the source to a cell that was reached, the source excluded. False without
/// memory.
bool wayi_confined_trace(const wayi_confined *local, way_cell cell, wayi_path_buffer *path);

/// The same backwards: from the cell, excluded, to the source.
bool wayi_confined_trace_back(const wayi_confined *local, way_cell cell, wayi_path_buffer *path);

/// The place of a cell of the rectangle.
static inline uint32_t wayi_confined_place(const wayi_confined *local, way_cell cell)
{
    const uint32_t y = wayi_map_row(local->grid->map, cell);
    const uint32_t x = cell - y * local->grid->map->width;
    return (y - local->rect.y) * local->rect.width + x - local->rect.x;
}

/// A cell that was expanded.
#define WAYI_CONFINED_CLOSED 0x80u

/// The direction of the last step to a place that was reached; WAYI_DIRECTIONS at a source.
static inline uint32_t wayi_confined_arrival(const wayi_confined *local, uint32_t place)
{
    return local->steps[place] & (WAYI_CONFINED_CLOSED - 1u);
}

/// The cost from the source to a cell of the rectangle.
static inline way_cost wayi_confined_cost(const wayi_confined *local, way_cell cell)
{
    return local->costs[wayi_confined_place(local, cell)];
}
