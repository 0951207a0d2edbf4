// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Plans of units: asked for, mended, made longer.
#pragma once

#include "world/world.h"

/// Asks for a plan from where the unit stands to its goal.
void wayi_world_ask(way_world *world, uint32_t place, way_urgency urgency);

/// Asks for new plans where changes of a map touch the old ones; returns how many units' do.
uint32_t wayi_world_touch(way_world *world, const way_map *map, const way_edit *edits,
                          uint32_t count);

/// Asks for a way round the break of a unit's route, or back to it.
void wayi_world_mend(way_world *world, uint32_t place);

/// A mark in world->spots[].next while routes are held against edits.
#define WAYI_EDITED (UINT32_MAX - 1u)

/// Whether the rest of a unit's route takes a step or a link that is none any more, or stands on a
/// cell that is marked as edited.
bool wayi_world_is_broken(const way_world *world, uint32_t place);

/// Goes along the route beside a unit that walks elsewhere, as long as that comes nearer.
void wayi_world_keep_abreast(way_world *world, uint32_t place);

/// Asks for the rest of a route that was cut.
void wayi_world_extend(way_world *world, uint32_t place);

/// Where a plan that mends or extends the route of a unit starts and ends; false if there is
/// nothing to mend.
bool wayi_world_break(const way_world *world, uint32_t place, way_cell *from, way_cell *to);

/// Puts a way into the route of a unit, or behind it; false if it does not fit.
bool wayi_world_splice(way_world *world, const wayi_answer *answer, const uint8_t *runs);
