// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What units make of answers and of ticks.
#pragma once

#include "world/world.h"

/// Plans for about `budget` units of work, and lets units take the answers; returns what it took.
uint32_t wayi_world_plan(way_world *world, uint32_t budget);

/// What active units do after a tick: arrive, notice that they stand or strayed, follow.
void wayi_world_think(way_world *world);
