// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Tables of what terrain weighs, with their layers.
#pragma once

#include "map/grid/map.h"

/// A table whose base is bare and all blocked, and whose plane, if it needs one, is still to be
/// filled in; NULL without memory.
wayi_table *wayi_table_create(const way_map *map, const uint8_t weights[256]);

/// Destroys a table and its layers. NULL is fine.
void wayi_table_destroy(const way_map *map, wayi_table *table);

/// Finds the least weight, and whether all are 1, from the terrain that there is.
void wayi_table_measure(const way_map *map, wayi_table *table);

/// From now on something may weigh more than 1: searches read the planes.
void wayi_table_weigh(wayi_table *table);

/// The same for the table of a profile before that is so, so that a map can be made as another has
/// become.
void wayi_map_weigh(const way_map *map, uint32_t profile);

/// Adds the profiles of another map to one, under the same numbers. INVALID_ARGUMENT: a number
/// means another profile there, or a profile has another number. NO_MEMORY: some are missing.
way_status wayi_map_follow_profiles(way_map *map, const way_map *other);
