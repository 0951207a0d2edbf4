// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a world is, between two calls, whatever they returned: every sentence below holds. A save is
// taken if and only if the world that it describes is one.
#pragma once

#include "world/save/fields.h"

/// Whether all rules hold; `flaw` names the first that does not. Uses the world's scratch memory.
bool wayi_world_is_valid(const way_world *world, wayi_flaw *flaw);

/// What can be asked of one unit while others are still to be read: its fields, and that it lies on
/// the map.
bool wayi_unit_is_valid(const way_world *world, uint32_t place, wayi_flaw *flaw);

/// A flaw in words: "unit 17: its route ends elsewhere".
void wayi_flaw_explain(const wayi_flaw *flaw, way_problem *problem, uint32_t column);

static inline bool wayi_is_alive(const way_world *world, uint32_t place)
{
    return place < world->place_count && (world->minds[place].generation & 1u);
}

// valid_units.c -----------------------------------------------------------------------------------

bool wayi_valid_unit_fields(const way_world *world, wayi_flaw *flaw);
bool wayi_valid_places(const way_world *world, wayi_flaw *flaw);
bool wayi_valid_footprints(const way_world *world, wayi_flaw *flaw);
bool wayi_valid_walls(const way_world *world, wayi_flaw *flaw);
bool wayi_valid_active(const way_world *world, wayi_flaw *flaw);
bool wayi_valid_activity(const way_world *world, wayi_flaw *flaw);
bool wayi_valid_goals(const way_world *world, wayi_flaw *flaw);
bool wayi_valid_unused(const way_world *world, wayi_flaw *flaw);
bool wayi_valid_any(const way_world *world, wayi_flaw *flaw);
bool wayi_valid_order_lists(const way_world *world, wayi_flaw *flaw);
bool wayi_valid_orders(const way_world *world, wayi_flaw *flaw);
bool wayi_valid_routes(const way_world *world, wayi_flaw *flaw);
bool wayi_valid_chunks(const way_world *world, wayi_flaw *flaw);
bool wayi_valid_route_tasks(const way_world *world, wayi_flaw *flaw);
