// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The costs of best ways from one cell to all others of a grid, again and again: for databases that
// need a search from every cell.
//
// Costs wait in lists, so nothing is ever sorted. A list holds a range of costs that is no wider
// than the least step: what waits in one can't make another cell of it cheaper, so their order does
// not matter. Who wants cells by cost gets a list for each cost, but not over weights. On open
// ground that weighs nothing a step is not even tried that the cell before could have made cheaper
// by itself: straight on leaves three directions of eight.
#pragma once

#include "core/path_buffer.h"
#include "space/grid.h"

typedef struct wayi_sweep {
    const wayi_grid *grid;
    way_cost *costs;        ///< [cells] from the source; WAY_COST_MAX = not reached
    uint8_t *arrivals;      ///< [cells] direction of the last step of a best way; of cells reached
    wayi_path_buffer order; ///< cells reached, the source first; by cost, or about
    wayi_path_buffer *waiting; ///< [bucket_count] cells that may have the cost
    uint64_t *filled;          ///< one bit per bucket
    uint32_t bucket_count;     ///< a power of two, 64 at least, above the longest step >> shift
    uint32_t shift;            ///< costs wait together that are equal without so many bits
    uint32_t cell_count;
    bool prunes; ///< no weights; a diagonal step costs more than a straight one, less than two
    way_allocator allocator;
} wayi_sweep;

/// `sorted` = cells are wanted by cost. On failure `fini` must be called as well.
bool wayi_sweep_init(wayi_sweep *sweep, const wayi_grid *grid, bool sorted,
                     const way_allocator *allocator);
void wayi_sweep_fini(wayi_sweep *sweep);

/// Sweeps the map from a cell; false without memory, and then it is of no use any more.
bool wayi_sweep_run(wayi_sweep *sweep, way_cell source);
