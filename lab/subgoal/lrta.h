// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// LRTA* with a look-ahead of one: what searches by records of trips fall back on. What is learned
// belongs to one target.
#pragma once

#include "search/trip/algorithm.h"
#include "space/grid.h"

typedef struct wayi_lrta {
    wayi_hash_table learned; ///< estimates that were too low, by cell
    way_cell target;
    uint32_t limit; ///< most cells remembered; 0 = no limit
} wayi_lrta;

void wayi_lrta_init(wayi_lrta *lrta, uint32_t limit, const way_allocator *allocator);

/// Forgets everything and goes for a target.
void wayi_lrta_aim(wayi_lrta *lrta, way_cell target);

/// Makes a step from a cell towards the target after learning from its neighbours. FOUND at the
/// goal, WORKING, NO_PATH if there is none, CAPACITY at the limit or without memory.
way_outcome wayi_lrta_step(wayi_lrta *lrta, way_agent *agent, way_cell *cell);
