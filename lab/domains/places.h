// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Places on a map and the straight ways between them.
#pragma once

#include "map/grid/map.h"
#include "space/space.h"
#include "space/straight.h"

#include <waymark/lab.h>
#include <waymark/mesh.h>

#define WAYI_PLACES_MAX 65536u

/// Whether two cells see each other and are within reach [0 = any].
bool wayi_places_link(const way_map *map, way_cell a, way_cell b, uint32_t reach);

/// The cost between two cells.
way_cost wayi_places_cost(const way_map *map, way_cell a, way_cell b);

/// UNSUPPORTED, TOO_LARGE, OUT_OF_RANGE, INVALID_ARGUMENT.
way_status wayi_places_check(const way_waypoints_config *config);
