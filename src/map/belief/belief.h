// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What sensors see, as a bit for each cell.
#pragma once

#include "map/grid/map.h"

#include <waymark/belief.h>

/// Most rows that wait while one quadrant is looked through: those of one row at each depth.
#define WAYI_GLANCE_ROWS ((WAY_SENSOR_RADIUS_MAX + 1) * (WAY_SENSOR_RADIUS_MAX + 2) / 2)

/// A line of a quadrant, `depth` cells away, between two slopes.
typedef struct wayi_glance_row {
    int32_t depth;
    int32_t start, start_under; ///< a fraction
    int32_t end, end_under;
} wayi_glance_row;

/// Where looks go: a bit for each cell, as in the layers of the map.
typedef struct wayi_glance {
    const way_map *truth;
    uint64_t *seen;
    wayi_glance_row *rows; ///< scratch for sight
} wayi_glance;

struct way_belief {
    const way_map *truth;
    way_map *map;
    uint32_t *seen; ///< time of the last look, by cell
    uint32_t now;   ///< of the last look
    wayi_glance glance;
    way_edit *edits; ///< of the look in hand
    uint32_t edit_count, edit_capacity;
    way_map_link *links; ///< of the look in hand: first those that are gone
    uint32_t gone_count, link_count, link_capacity;
    uint32_t lent;    ///< to walkers (base/lend.h)
    wayi_meter meter; ///< of all that it holds
    way_allocator allocator;
};

/// Whether a sensor can look there: OUT_OF_RANGE, UNSUPPORTED.
way_status wayi_sensor_check(const way_belief *belief, const way_sensor *sensor);

/// The marked part of a map: rows, and words of them.
typedef struct wayi_belief_box {
    uint32_t top, bottom;
    uint32_t first, end;
} wayi_belief_box;

/// Lists which links at marked cells are gone and which are new by a source, the truth or what
/// another team believes; false without memory. Nothing is learned before they are applied.
bool wayi_belief_list_links(way_belief *belief, const way_map *source, wayi_belief_box box,
                            const way_belief *from);
way_status wayi_belief_apply_links(way_belief *belief);

/// Marks what a sensor sees.
void wayi_glance_near(const wayi_glance *glance, const way_sensor *sensor);
void wayi_glance_sight(const wayi_glance *glance, const way_sensor *sensor);
