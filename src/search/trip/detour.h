// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The rest of a trip by cells, for searches whose database is of no use now (detour.c says when).
#pragma once

#include "search/trip/algorithm.h"

/// Whether the rest of a trip of an algorithm that detours is to be found so.
bool wayi_detour_is_due(const way_agent *agent);

/// Begins to search from the end of the path for what agent->trip asks: the phase is then
/// ASIDE. Fails like way_agent_begin.
way_status wayi_detour_begin(way_agent *agent);

/// Works for up to `budget` expansions: WORKING, FOUND, NO_PATH or CAPACITY.
way_outcome wayi_detour_step(way_agent *agent, uint32_t budget);

/// Leaves a path to the nearest state that is known to lead towards the goal.
void wayi_detour_give_up(way_agent *agent);

/// Takes note of an edit, for an algorithm that detours, at the expense of `*budget`.
void wayi_detour_catch_up(way_agent *agent, uint32_t *budget);

/// Gives its memory back, if it has any.
void wayi_detour_close(way_agent *agent);

uint32_t wayi_detour_states(const way_agent *agent);

/// The goal that it is after.
way_state wayi_detour_goal(const way_agent *agent);
