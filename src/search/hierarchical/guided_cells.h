// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A* over the cells of a route's sectors, with what is left by way of its exits as the estimate
// (see exit_search.h); or over all cells with the open distance. Closed cells are opened again by a
// better way: estimates of a route may fall by more than a step costs.
#pragma once

#include "search/hierarchical/exit_search.h"

typedef struct wayi_guided_cells {
    const wayi_exit_search *route;
    const wayi_grid *grid;
    bool routed; ///< by the route
    way_cell goal;
    wayi_nodes nodes;
    wayi_open_list open;
    way_cell closest; ///< expanded cell with the least left to go, or WAY_CELL_NONE
    way_cost closest_left;
} wayi_guided_cells;

/// On failure `fini` is fine. NO_MEMORY.
way_status wayi_guided_cells_init(wayi_guided_cells *cells, const wayi_exit_search *route,
                                  const way_agent *agent);
void wayi_guided_cells_fini(wayi_guided_cells *cells);
size_t wayi_guided_cells_bytes(const wayi_guided_cells *cells);

/// Starts on the agent's trip, by the route if there is one yet; false without memory.
bool wayi_guided_cells_begin(wayi_guided_cells *cells, way_agent *agent, bool routed);

/// Expands up to *budget cells, which are taken off it. ARRIVED, MOVING, NO_PATH, CAPACITY.
way_outcome wayi_guided_cells_step(wayi_guided_cells *cells, way_agent *agent, uint32_t *budget);

/// Commits the way to a cell that was reached; false without memory, and then nothing is.
bool wayi_guided_cells_commit(const wayi_guided_cells *cells, way_agent *agent, way_cell cell);
