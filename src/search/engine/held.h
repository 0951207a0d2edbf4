// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a trip has found and not handed out yet: the way from the last committed cell on. It is
// shortened by rays, if that is wanted, and committed a piece at a time. Rays know no links: one
// ends a piece.
#pragma once

#include "map/sight/rays.h"
#include "search/engine/confined.h"
#include "search/trip/algorithm.h"

/// How a path is smoothed.
typedef enum wayi_held_smooth {
    WAYI_SMOOTH_OFF,
    WAYI_SMOOTH_BOX, ///< rays go as far as a square is wide
    WAYI_SMOOTH_ALL  ///< rays go as far as they can: the path is held back until it is complete
} wayi_held_smooth;

/// Their names, in that order.
extern const char *const wayi_held_smooths[];

typedef struct wayi_held {
    const wayi_grid *grid;
    wayi_path_buffer cells; ///< the first one is committed
    way_cell beyond;        ///< where a link from the last one leads; WAY_CELL_NONE = there is none
    wayi_rays rays;
} wayi_held;

void wayi_held_init(wayi_held *held, const way_agent *agent);
void wayi_held_fini(wayi_held *held);

/// Begins with a cell that is committed; false without memory.
bool wayi_held_begin(wayi_held *held, way_cell from);

/// Commits all but the last `kept` cells, or, where there is a link, all and the link. False
/// without memory, and then nothing is committed.
bool wayi_held_commit(wayi_held *held, way_agent *agent, uint32_t kept);

/// Starts to shorten it, by runs no longer than a side where that is asked; false without memory.
bool wayi_held_smooth_begin(wayi_held *held, wayi_held_smooth smooth, uint32_t side);

/// Goes on with that for up to *budget cells, then commits. WORKING, FOUND, CAPACITY.
way_outcome wayi_held_smooth_on(wayi_held *held, way_agent *agent, uint32_t kept, uint32_t *budget);

// Ends of trips -----------------------------------------------------------------------------------

/// Appends the way from the source of a local search to the cell that it has reached and that looks
/// nearest to the goal, if there is memory.
void wayi_held_add_nearest(wayi_held *held, const way_agent *agent, const wayi_confined *local);

/// Commits what there is of a trip that is given up, which was being shortened or not, and cuts the
/// path back to where it looks nearest to the goal.
void wayi_held_give_up(wayi_held *held, way_agent *agent, bool smoothing);
