// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Units as bodies, and the links and lifts under them.
#pragma once

#include "world/world.h"

/// The place of a living unit, or WAYI_NOBODY.
uint32_t wayi_world_place(const way_world *world, way_unit unit);

/// Puts a unit among the active ones with the lowest priority of all.
void wayi_world_activate(way_world *world, uint32_t place);
void wayi_world_deactivate(way_world *world, uint32_t place);

/// Lets a unit that is active choose before all others.
void wayi_world_promote(way_world *world, uint32_t place);

/// Closes the holes in world->active.
void wayi_world_compact(way_world *world);

/// Puts those who became active since the last tick in order: members of groups by how far they
/// have to go, the others by where they are, then by place. From then on their order stays.
void wayi_world_rank(way_world *world);

void wayi_world_tell(way_world *world, way_world_event_kind kind, uint32_t place, way_cell cell,
                     way_unit other);

/// Writes or clears a unit's footprint.
void wayi_world_stand(way_world *world, uint32_t place, uint32_t who);

/// The directions in which a unit may step now; one that stands in a wall may cross it.
uint32_t wayi_world_moves(const way_world *world, uint32_t place);

/// The kind that the links of a profile are for, counted from 1; 0 = all, WAYI_NOBODY = none.
uint32_t wayi_world_link_kind(const way_world *world, uint32_t profile);

/// The other way; WAYI_NOBODY, which is no profile, for no kind.
uint32_t wayi_world_link_profile(const way_world *world, uint32_t kind);

/// The lift between two cells, or NULL.
wayi_lift *wayi_world_lift(const way_world *world, way_cell from, way_cell to);

/// Whether a unit may take the link from where it stands to a cell: it is there, and bears one
/// more.
bool wayi_world_may_link(const way_world *world, uint32_t place, way_cell to);

/// Gives a fog map the links of the true one. One that no kind can take is left out.
way_status wayi_world_teach_links(way_world *world, wayi_team *team);

/// Makes room for a lift; NULL if there is none or they are too many.
wayi_lift *wayi_world_add_lift(way_world *world, way_cell from, way_cell to);
