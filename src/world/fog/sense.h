// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What teams in the fog see, and believe by and by.
#pragma once

#include "world/world.h"

/// Looks around: all that the unit sees, or only what its last step brought into view. What turns
/// out other than believed is believed by and by.
void wayi_world_sense(way_world *world, uint32_t place, bool all);

/// Whether a unit has seen, but its team does not believe yet, what its next step comes up against;
/// that is then believed first.
bool wayi_world_urge(way_world *world, uint32_t place, uint32_t direction);

/// Lets the teams in the fog believe what they have seen, as far as a budget goes, one revision for
/// each team; adds to the work that is owed.
way_status wayi_world_learn(way_world *world, uint32_t budget);

/// Looks again at what was edited, for all who see it.
void wayi_world_look(way_world *world, const way_edit *edits, uint32_t count);
