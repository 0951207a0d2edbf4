// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A world of units on the map in force: armies that obey the mouse, with or without fog.
#include "web/engine/engine.h"

#include <stdlib.h>
#include <string.h>

#define WORLD_UNITS 20000u

static way_world *world_current;

void engine_world_close(void)
{
    way_world_destroy(world_current);
    world_current = NULL;
}

way_world *engine_world(void)
{
    return world_current;
}

/// `options` is the number of teams, whether there is fog, whether teams are rivals, frames to a
/// tick, and how many kinds of units there are, each with its `weights` [256] by terrain.
ENGINE_CALL(int32_t, world_open, (const uint32_t *options, const uint8_t *weights))
{
    way_profile profiles[WAY_WORLD_KINDS_MAX];
    way_world_kind kinds[WAY_WORLD_KINDS_MAX];
    const uint32_t kind_count = options[4] < WAY_WORLD_KINDS_MAX ? options[4] : WAY_WORLD_KINDS_MAX;
    for (uint32_t i = 0; i < kind_count; i++) {
        profiles[i].unit_size = 1;
        memcpy(profiles[i].weights, &weights[(size_t)i * 256], sizeof profiles[i].weights);
        kinds[i] = (way_world_kind){.profile = &profiles[i], .size = 1};
    }
    way_world_team teams[WAY_WORLD_TEAMS_MAX];
    const uint32_t count = options[0] < WAY_WORLD_TEAMS_MAX ? options[0] : WAY_WORLD_TEAMS_MAX;
    for (uint32_t i = 0; i < count; i++) {
        teams[i] = (way_world_team){.fog = options[1] != 0, .sight_radius = 10};
    }
    const way_world_config config = {.map = engine_map(),
                                     .kinds = kinds,
                                     .kind_count = kind_count,
                                     .teams = teams,
                                     .team_count = count,
                                     .rivals = options[2] != 0,
                                     .unit_capacity = WORLD_UNITS,
                                     .frames_per_tick = options[3]};
    engine_world_close();
    return (int32_t)engine_reply_status(way_world_create(&config, &world_current));
}

ENGINE_CALL(void, world_close, (void))
{
    engine_world_close();
}

/// Puts up to `count` units of a team on free cells around `cell`, ring by ring, where units of
/// their profile can walk to each other; says how many.
ENGINE_CALL(uint32_t, world_add,
            (uint32_t team, uint32_t kind, uint32_t cell, uint32_t count, uint32_t profile))
{
    const way_map *map = way_world_map(world_current);
    uint32_t x = 0;
    uint32_t y = 0;
    uint32_t placed = 0;
    way_map_position(map, cell, &x, &y);
    const int64_t reach =
        way_map_width(map) > way_map_height(map) ? way_map_width(map) : way_map_height(map);
    for (int64_t ring = 0; ring < reach && placed < count; ring++) {
        for (int64_t v = -ring; v <= ring && placed < count; v++) {
            const int64_t step = v == -ring || v == ring || ring == 0 ? 1 : 2 * ring;
            for (int64_t u = -ring; u <= ring && placed < count; u += step) {
                const way_cell at = way_map_cell(map, (int64_t)x + u, (int64_t)y + v);
                way_unit unit = WAY_UNIT_NONE;
                const way_unit_config config = {.cell = at, .kind = kind, .team = team};
                if (at != WAY_CELL_NONE && way_map_is_reachable(map, cell, at, profile) &&
                    way_world_add(world_current, &config, &unit) == WAY_STATUS_OK) {
                    placed++;
                }
            }
        }
    }
    return placed;
}

/// Sends the units of the places listed to a cell.
ENGINE_CALL(int32_t, world_order,
            (const uint32_t *places, uint32_t count, uint32_t cell, uint32_t formation))
{
    way_unit *units = malloc((count + 1) * sizeof *units);
    uint32_t known = 0;
    if (!units) {
        return (int32_t)engine_reply_status(WAY_STATUS_NO_MEMORY);
    }
    for (uint32_t i = 0; i < count; i++) {
        const way_unit unit = way_world_unit_in_slot(world_current, places[i]);
        if (unit != WAY_UNIT_NONE) {
            units[known++] = unit;
        }
    }
    const way_order order = {.kind = WAY_ORDER_GO,
                             .cell = cell,
                             .formation = (way_formation)formation,
                             .urgency = WAY_URGENCY_SELECTED};
    const way_status status =
        known ? way_world_order(world_current, units, known, &order) : WAY_STATUS_OK;
    free(units);
    return (int32_t)engine_reply_status(status);
}

ENGINE_CALL(int32_t, world_frame, (uint32_t budget))
{
    return (int32_t)way_world_frame(world_current, budget);
}

/// Four numbers for each place: x and y in 1/1024 of a cell, team + 256 * state, goal. Returns how
/// many places there are; those without a unit have the team 255.
ENGINE_CALL(uint32_t, world_read, (int32_t * out, uint32_t capacity))
{
    const uint32_t places = way_world_slot_count(world_current);
    for (uint32_t i = 0; i < places && i < capacity; i++) {
        way_unit_view view;
        int32_t *row = &out[(size_t)i * 4];
        if (!way_world_unit(world_current, way_world_unit_in_slot(world_current, i), &view)) {
            row[2] = 255;
            continue;
        }
        row[0] = view.x;
        row[1] = view.y;
        row[2] = (int32_t)(view.team + 256u * (uint32_t)view.state);
        row[3] = (int32_t)view.goal;
    }
    return places < capacity ? places : capacity;
}

/// 1 for every cell of `count` from `first` on that the team has seen.
ENGINE_CALL(void, world_seen, (uint32_t team, uint32_t first, uint32_t count, uint8_t *out))
{
    for (uint32_t i = 0; i < count; i++) {
        out[i] = way_world_team_knows(world_current, team, first + i);
    }
}

ENGINE_CALL(int32_t, world_stats, (void))
{
    const way_world_stats stats = way_world_statistics(world_current);
    engine_reply_begin();
    engine_reply_open(NULL, '{');
    engine_reply_whole("tick", stats.tick);
    engine_reply_whole("units", way_world_unit_count(world_current));
    engine_reply_whole("work", (int64_t)stats.work);
    engine_reply_whole("workMax", (int64_t)stats.work_max);
    engine_reply_whole("active", stats.active);
    engine_reply_whole("waiting", stats.waiting);
    engine_reply_whole("plans", (int64_t)stats.plans);
    engine_reply_whole("replans", (int64_t)stats.replans);
    engine_reply_whole("bytes", (int64_t)stats.bytes);
    engine_reply_whole("unitBytes", (int64_t)stats.unit_bytes);
    engine_reply_close('}');
    return WAY_STATUS_OK;
}
