// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The search that finds ways past what 32 bits count, for all algorithms (wide.c says how).
#pragma once

#include "search/trip/algorithm.h"

/// Begins to search from the end of the path; false without memory. The phase is then WIDE.
bool wayi_wide_begin(way_agent *agent);

/// Works for up to `budget` expansions: MOVING, ARRIVED, NO_PATH or CAPACITY.
way_outcome wayi_wide_step(way_agent *agent, uint32_t budget);

/// Leaves a path to the nearest state that it knows a way to.
void wayi_wide_give_up(way_agent *agent);

/// Gives its memory back, if it has any.
void wayi_wide_end(way_agent *agent);
