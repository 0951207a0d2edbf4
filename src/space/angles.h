// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The cells of a map and the straight lines between them, for a unit with a body: a square of its
// size, moved along a line, overlaps no blocked cell. Seen from the unit's centre each blocked cell
// is an open square of side 2, whose corners are centres of cells. So the squares between four
// neighbouring centres are free or blocked as a whole, lines may pass along walls, and a shortest
// way turns at corners only: cells with a blocked diagonal neighbour between two free straight
// ones.
#pragma once

#include "space/above.h"
#include "space/grid.h"

typedef struct wayi_angles {
    wayi_above above;
    const wayi_grid *grid; ///< the ground
    way_cost diagonal;     ///< of a diagonal step over plain ground
} wayi_angles;

extern const way_space_type wayi_angles_type;

/// The space behind one with WAY_SPACE_ANGLES.
static inline const wayi_angles *wayi_space_angles(const way_space *space)
{
    return (const wayi_angles *)space;
}

/// How many rows or columns the line between two cells is looked for in, whichever are fewer; over
/// weights how many cells.
uint32_t wayi_angles_looks(const wayi_angles *angles, way_cell from, way_cell to);

/// What the line between two cells costs if it is legal: its length times the mean weight of both
/// ends, rounded up.
way_cost wayi_angles_cost(const wayi_angles *angles, way_cell from, way_cell to);

/// The same if it is legal, else WAY_COST_MAX.
way_cost wayi_angles_step(const wayi_angles *angles, way_cell from, way_cell to);
