// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// How a unit goes on where its database leads nowhere, for the map has changed and the database has
// not followed: A* looks ahead for so many expansions, the unit walks to the best cell at the edge
// of what was seen, and every expanded cell learns what the edge says of it (RTAA*'s rule). Sure to
// arrive, and a few hundred cells of sight walk round most walls without learning anything.
#pragma once

#include "search/engine/frontier.h"
#include "search/subgoal/lrta.h"
#include "search/trip/algorithm.h"

/// Expansions of a look-ahead.
#define WAYI_RESCUE_LOOKAHEAD 1600u

typedef struct wayi_rescue {
    wayi_lrta lessons;      ///< and the target
    wayi_frontier frontier; ///< of cells
    uint32_t left;          ///< expansions of the look-ahead under way; 0 = none is
} wayi_rescue;

/// `limit` = most cells remembered, 0 = no limit. Memory is taken when it is needed.
void wayi_rescue_init(wayi_rescue *rescue, uint32_t limit, const way_allocator *allocator);
void wayi_rescue_fini(wayi_rescue *rescue);

/// Forgets everything; from now on the way leads to a target.
void wayi_rescue_aim(wayi_rescue *rescue, way_cell target);

/// Looks ahead from a cell for up to *budget expansions, which are taken off it: WORKING, to be
/// called again; FOUND with at least one cell to go in `way`, the next one last; NO_PATH;
/// CAPACITY.
way_outcome wayi_rescue_look(wayi_rescue *rescue, way_agent *agent, way_cell from,
                             wayi_path_buffer *way, uint32_t *budget);
