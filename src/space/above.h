// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Spaces over a grid space, their ground: the same cells, with steps of their own. What the ground
// says about where one can stand and what can be reached holds for them, too.
#pragma once

#include "space/space.h"

/// The head of such a space.
typedef struct wayi_above {
    way_space space;
    way_space *ground; ///< owned
} wayi_above;

/// The functions that are the ground's; `destroy` frees the space with it.
uint32_t wayi_above_steps(const way_space *space, way_state from, way_state to);
bool wayi_above_can_stand(const way_space *space, way_state state);
bool wayi_above_is_reachable(const way_space *space, way_state from, way_state to);
way_state wayi_above_nearest_reachable(const way_space *space, way_state from, way_state goal);
uint64_t wayi_above_revision(const way_space *space);
void wayi_above_position(const way_space *space, way_state state, double *x, double *y);

/// Frees the ground and `size` bytes of the space.
void wayi_above_destroy(way_space *space, size_t size);
