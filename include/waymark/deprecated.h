// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Names of earlier versions, for one more release. Define WAY_NO_OLD_NAMES to find what still uses
// them. A field that was renamed has both names (WAY_RENAMED) until then.
#pragma once

#include <stdint.h> // a unit of macros alone would be an empty one

#ifndef WAY_NO_OLD_NAMES
#define WAY_OUTCOME_MOVING WAY_OUTCOME_WORKING
#define WAY_OUTCOME_ARRIVED WAY_OUTCOME_FOUND
#define WAY_OUTCOME_BUDGET WAY_OUTCOME_LIMIT
#define WAY_GOAL_NEAREST WAY_GOAL_ANY_OF
#define WAY_SPACE_REVERSIBLE WAY_SPACE_PREDECESSORS
#define WAY_CORNERS_NEVER WAY_CORNERS_STRICT
#define WAY_CORNERS_ONE WAY_CORNERS_LOOSE
#define WAY_CORNERS_BOTH WAY_CORNERS_ANY
#define way_agent_place way_agent_position
#define way_agent_change way_agent_notify
#define way_agent_bound way_agent_bound_thousandths
#define way_agent_runs way_agent_segments
#define way_run way_segment
#define way_spot way_curve_point
// Without a profile: the terrain of a cell, and the room of plain units.
#define WAY_OLD_WEIGHT(map, cell, profile, call, ...) call
#define way_map_weight(...)                                                                        \
    WAY_OLD_WEIGHT(__VA_ARGS__, way_map_weight, way_map_terrain, 0)(__VA_ARGS__)
#define WAY_OLD_CLEARANCE(map, cell, profile, ...) way_map_clearance(map, cell, profile)
#define way_map_clearance(...) WAY_OLD_CLEARANCE(__VA_ARGS__, 1, 0)
#define way_map_profile_weight(map, cell, profile) way_map_weight(map, cell, profile)
#define way_map_profile_clearance(map, cell, profile) way_map_clearance(map, cell, profile)
#define way_map_fits(map, cell, profile)                                                           \
    ((profile) != 0 &&                                                                             \
     (way_map_weight(map, cell, profile) != 0 || way_map_clearance(map, cell, 1) >= (profile)))
// In C only.
#define way_map_add_unit_size(map, size)                                                           \
    way_map_add_profile(map, (way_profile[]){way_profile_default(size)}, NULL)
#define way_mesh_create_from_map(from, memory, out)                                                \
    way_mesh_create_for(&(way_mesh_map_config){.map = (from), .allocator = (memory)}, out)
#define way_pool_used(pool) (way_pool_statistics(pool).used)
#define way_pool_peak(pool) (way_pool_statistics(pool).peak)
#define way_pool_size(pool) (way_pool_statistics(pool).size)
#define way_world_memory_held(world) (way_world_statistics(world).memory)
#define way_map_distance way_map_estimate
#define way_prospect way_workload
#define way_points_place way_points_set
#define way_places way_waypoints
#define way_places_config way_waypoints_config
#define way_places_corners way_waypoints_corners
#define way_places_cover way_waypoints_cover
#define way_places_coverage way_waypoints_coverage
#define way_places_free way_waypoints_free
#define way_space_create_places way_space_create_waypoints
#define way_world_place_count way_world_slot_count
#define way_world_unit_at way_world_unit_in_slot
#define way_world_touched way_world_replanned_count
#endif
