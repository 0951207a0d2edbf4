// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "world/save/fields.h"

#include <stddef.h>
#include <string.h>

#define SIZE(type, field) sizeof(((type *)0)->field)
#define ROW_OF(type, field, one, bytes, kind, fresh, lowest, highest)                              \
    {                                                                                              \
#field, offsetof(type, field), SIZE(type, one), bytes, WAYI_FIELD_##kind, fresh,           \
            SIZE(type, field) / SIZE(type, one), lowest, highest                                   \
    }

/// One field, one that older saves lack, some side by side, and what only older saves have.
#define ROW(type, field, bytes, kind, lowest, highest)                                             \
    ROW_OF(type, field, field, bytes, kind, 0, lowest, highest)
#define ROW_NEW(type, field, bytes, kind, lowest, highest)                                         \
    ROW_OF(type, field, field, bytes, kind, 1, lowest, highest)
#define ROWS(type, field, bytes, kind, lowest, highest)                                            \
    ROW_OF(type, field, field[0], bytes, kind, 0, lowest, highest)
#define ROWS_NEW(type, field, bytes, kind, lowest, highest)                                        \
    ROW_OF(type, field, field[0], bytes, kind, 1, lowest, highest)
#define ROW_GONE(name, bytes)                                                                      \
    {                                                                                              \
        name, 0, 0, bytes, WAYI_FIELD_GONE, 0, 1, 0, UINT64_MAX                                    \
    }

#define TABLE(name, part)                                                                          \
    const wayi_fields wayi_##name = {part, name##_rows, sizeof name##_rows / sizeof *name##_rows}

// clang-format off: a row is a line

// Settings ----------------------------------------------------------------------------------------

static const wayi_field map_fields_rows[] = {
    ROW(way_map_config, width, 4, NUMBER, 1, UINT32_MAX),
    ROW(way_map_config, height, 4, NUMBER, 1, UINT32_MAX),
    ROW(way_map_config, neighbours, 1, NUMBER, 0, UINT8_MAX),
    ROW(way_map_config, corners, 1, NUMBER, 0, UINT8_MAX),
    ROW(way_map_config, costs.cardinal, 2, NUMBER, 0, UINT16_MAX),
    ROW(way_map_config, costs.diagonal, 2, NUMBER, 0, UINT16_MAX),
    ROW_NEW(way_map_config, floors.count, 4, NUMBER, 1, UINT32_MAX),
    ROW_NEW(way_map_config, floors.height, 4, NUMBER, 1, UINT32_MAX),
};
TABLE(map_fields, "map");

static const wayi_field profile_fields_rows[] = {
    ROW(way_profile, unit_size, 1, NUMBER, 0, UINT8_MAX),
    ROWS(way_profile, weights, 1, NUMBER, 0, UINT8_MAX),
};
TABLE(profile_fields, "profile");

static const wayi_field kind_fields_rows[] = {
    ROW(way_world_kind, speed, 4, NUMBER, 1, WAY_SPEED_FULL),
    ROW(way_world_kind, turn, 4, NUMBER, 0, 4096),
};
TABLE(kind_fields, "kind");

static const wayi_field team_fields_rows[] = {
    ROW(way_world_team, fog, 1, FLAG, 0, 1),
    ROW(way_world_team, sight_radius, 1, NUMBER, 0, 64),
};
TABLE(team_fields, "team");

static const wayi_field settings_fields_rows[] = {
    ROW(wayi_settings, world.rivals, 1, FLAG, 0, 1),
    ROW(wayi_settings, world.unit_capacity, 4, NUMBER, 1, WAY_WORLD_UNITS_MAX),
    ROW(wayi_settings, world.frames_per_tick, 1, NUMBER, 1, 64),
    ROW(wayi_settings, world.lanes, 1, NUMBER, 1, WAY_WORLD_LANES_MAX),
    ROW(wayi_settings, world.event_capacity, 4, NUMBER, 0, UINT32_MAX),
    ROW(wayi_settings, world.event_mask, 4, NUMBER, 0, UINT32_MAX),
    ROW_GONE("field_bytes", 8),
    ROWS(wayi_settings, algorithm, 1, NUMBER, 0, UINT8_MAX),
};
TABLE(settings_fields, "world");

static const wayi_field clock_fields_rows[] = {
    ROW(way_world, tick, 4, NUMBER, 0, UINT32_MAX),
    ROW(way_world, frame, 4, NUMBER, 0, 63),
    ROW(way_world, work_owed, 4, NUMBER, 0, UINT32_MAX),
};
TABLE(clock_fields, "world");

// Ground ------------------------------------------------------------------------------------------

static const wayi_field link_fields_rows[] = {
    ROW(way_map_link, from, 4, CELL, 0, 0), ROW(way_map_link, to, 4, CELL, 0, 0),
    ROW(way_map_link, cost, 4, NUMBER, 0, UINT32_MAX),
    ROW(way_map_link, profile, 1, NUMBER, 0, WAY_WORLD_KINDS_MAX), // a kind from 1 on, 0 = all
};
TABLE(link_fields, "link");

static const wayi_field lift_fields_rows[] = {
    ROWS(wayi_lift, ends, 4, CELL, 0, 0),
    ROW(wayi_lift, capacity, 1, NUMBER, 1, WAY_WORLD_LIFT_MAX),
    ROWS(wayi_lift, until, 4, NUMBER, 0, UINT32_MAX),
};
TABLE(lift_fields, "lift");

// Groups ------------------------------------------------------------------------------------------

static const wayi_field group_fields_rows[] = {
    ROW(wayi_group, goal, 4, CELL, 0, 0),
    ROW_GONE("field", 4),
    ROW(wayi_group, reach, 4, NUMBER, 0, UINT32_MAX),
    ROW(wayi_group, ground, 1, GROUND, 0, 0),
    ROW(wayi_group, speed, 1, NUMBER, 0, UINT8_MAX),
    ROW(wayi_group, leader, 4, NUMBER, 0, UINT32_MAX),
    ROW(wayi_group, waited, 2, NUMBER, 0, UINT16_MAX),
    ROW(wayi_group, go, 2, NUMBER, 0, UINT16_MAX),
    ROW(wayi_group, halted, 1, FLAG, 0, 1),
};
TABLE(group_fields, "group");

// Units -------------------------------------------------------------------------------------------

static const wayi_field body_fields_rows[] = {
    ROW(wayi_body, team, 1, TEAM, 0, 0),
    ROW(wayi_body, cell, 4, CELL, 0, 0),
    ROW(wayi_body, stamp, 4, NUMBER, 0, UINT32_MAX),
    ROW(wayi_body, ready, 4, NUMBER, 0, UINT32_MAX),
    ROW(wayi_body, flags, 1, NUMBER, 0, UINT8_MAX),
    ROW(wayi_body, heading, 1, NUMBER, 0, WAYI_DIRECTIONS - 1),
    ROW_NEW(wayi_body, dir, 1, NUMBER, 0, WAYI_LINK),
};
TABLE(body_fields, "unit");

static const wayi_field mind_fields_rows[] = {
    ROW(wayi_mind, task, 1, NUMBER, 0, WAYI_TASK_RESCUE),
    ROW(wayi_mind, order, 1, NUMBER, 0, WAY_ORDER_KINDS - 1),
    ROW(wayi_mind, urgency, 1, NUMBER, 0, WAY_URGENCY_PERIODIC),
    ROW(wayi_mind, astray, 1, NUMBER, 0, UINT8_MAX),
    ROW(wayi_mind, restarts, 1, NUMBER, 0, WAYI_RESTARTS_ROOM),
    ROW(wayi_mind, displaced, 1, NUMBER, 0, UINT8_MAX),
    ROW(wayi_mind, calm, 1, NUMBER, 0, UINT8_MAX),
    ROW(wayi_mind, standing, 2, NUMBER, 0, UINT16_MAX),
    ROW(wayi_mind, patience, 2, NUMBER, 0, UINT8_MAX),
    ROW_GONE("ahead", 2),
    ROW(wayi_mind, cell, 4, CELL_OR_NONE, 0, 0),
    ROW(wayi_mind, goal, 4, CELL_OR_NONE, 0, 0),
    ROW(wayi_mind, home, 4, CELL, 0, 0),
    ROW(wayi_mind, target, 8, NUMBER, 0, UINT64_MAX),
    ROW(wayi_mind, range, 4, NUMBER, 0, UINT32_MAX),
    ROW(wayi_mind, group, 4, GROUP_OR_NONE, 0, 0),
    ROW(wayi_mind, period, 4, NUMBER, 0, UINT32_MAX),
    ROW_GONE("period_at", 4),
    ROW(wayi_mind, due, 4, NUMBER, 0, UINT32_MAX),
    ROW(wayi_mind, asked, 4, NUMBER, 0, UINT32_MAX),
    ROW(wayi_mind, part, 1, NUMBER, 0, WAYI_PLAN_PARTS - 1),
    ROW_NEW(wayi_mind, around, 1, FLAG, 0, 1),
    ROW_NEW(wayi_mind, instead, 1, NUMBER, 0, WAYI_INSTEAD | WAYI_PATIENT),
    ROW_NEW(wayi_mind, beyond, 2, NUMBER, 0, UINT16_MAX),
    ROW_NEW(wayi_mind, least, 2, NUMBER, 0, UINT16_MAX),
    ROW_NEW(wayi_mind, stuck, 2, NUMBER, 0, UINT16_MAX),
    ROW_NEW(wayi_mind, hops.goal, 4, CELL_OR_NONE, 0, 0),
    ROW_NEW(wayi_mind, hops.at, 4, CELL, 0, 0),
    ROW_NEW(wayi_mind, hops.end, 4, CELL_OR_NONE, 0, 0),
    ROW_NEW(wayi_mind, hops.link, 1, NUMBER, 0, WAY_MAP_CELL_LINKS_MAX),
    ROW_NEW(wayi_mind, hops.count, 1, NUMBER, 0, 8 * WAYI_REGION_HOPS_BYTES),
    ROW_NEW(wayi_mind, hops.next, 1, NUMBER, 0, 8 * WAYI_REGION_HOPS_BYTES),
    ROWS_NEW(wayi_mind, hops.bits, 1, NUMBER, 0, UINT8_MAX),
};
TABLE(mind_fields, "unit");

static const wayi_field order_fields_rows[] = {
    ROW(wayi_waiting_order, order.kind, 1, NUMBER, 0, WAY_ORDER_KINDS - 1),
    ROW(wayi_waiting_order, order.cell, 4, CELL_OR_NONE, 0, 0),
    ROW(wayi_waiting_order, order.target, 8, NUMBER, 0, UINT64_MAX),
    ROW(wayi_waiting_order, order.range, 4, NUMBER, 0, UINT32_MAX),
    ROW(wayi_waiting_order, order.cell_count, 1, NUMBER, 0, WAY_ORDER_CELLS_MAX),
    ROWS(wayi_waiting_order, cells, 4, CELL, 0, 0),
    ROW(wayi_waiting_order, order.queued, 1, FLAG, 0, 1),
    ROW(wayi_waiting_order, order.keep_pace, 1, FLAG, 0, 1),
    ROW(wayi_waiting_order, order.keep_formation, 1, FLAG, 0, 1),
    ROW_NEW(wayi_waiting_order, order.patient, 1, FLAG, 0, 1),
    ROW(wayi_waiting_order, order.formation, 1, NUMBER, 0, WAY_FORMATION_COLUMN),
    ROW(wayi_waiting_order, order.urgency, 1, NUMBER, 0, WAY_URGENCY_PERIODIC),
    ROW(wayi_waiting_order, order.period, 4, NUMBER, 0, UINT32_MAX),
};
TABLE(order_fields, "order");

static const wayi_field route_fields_rows[] = {
    ROW(wayi_trail, at, 4, CELL_OR_NONE, 0, 0),
    ROW(wayi_trail, end, 4, CELL_OR_NONE, 0, 0),
    ROW(wayi_trail, link, 4, CELL_OR_NONE, 0, 0),
    ROW(wayi_trail, blocks, 8, NUMBER, 0, UINT64_MAX),
    ROW(wayi_trail, runs, 4, NUMBER, 0, UINT32_MAX),
    ROW(wayi_trail, index, 1, NUMBER, 0, WAYI_TRAIL_BYTES - 1),
    ROW(wayi_trail, taken, 1, NUMBER, 0, WAYI_RUN_MAX - 1),
};
TABLE(route_fields, "unit");

static const wayi_field lane_fields_rows[] = {
    ROW(wayi_lane, count, 1, NUMBER, 0, WAYI_LANE_BATCH),
    ROW(wayi_lane, next, 1, NUMBER, 0, WAYI_LANE_BATCH),
};
TABLE(lane_fields, "lane");

static const wayi_field plan_fields_rows[] = {
    ROW(wayi_lane, start, 4, CELL, 0, 0),
    ROW(wayi_lane, goal, 4, CELL, 0, 0),
    ROW(wayi_lane, part, 1, NUMBER, 0, WAYI_PLAN_PARTS - 1),
    ROW_NEW(wayi_lane, work, 8, NUMBER, 0, UINT64_MAX),
    ROW_NEW(wayi_lane, steps, 4, NUMBER, 0, UINT32_MAX),
};
TABLE(plan_fields, "lane");

// clang-format on

// Values ------------------------------------------------------------------------------------------

typedef union field_value {
    uint8_t byte;
    uint16_t pair;
    uint32_t word;
    uint64_t number;
} field_value;

uint64_t wayi_field_get(const wayi_field *field, const void *object, uint32_t index)
{
    field_value value = {0};
    memcpy(&value, (const char *)object + field->offset + (size_t)index * field->size, field->size);
    switch (field->size) {
    case 1:
        return value.byte;
    case 2:
        return value.pair;
    case 4:
        return value.word;
    default:
        return value.number;
    }
}

void wayi_field_set(const wayi_field *field, void *object, uint32_t index, uint64_t number)
{
    field_value value = {.number = number};
    switch (field->size) {
    case 1:
        value.byte = (uint8_t)(field->kind == WAYI_FIELD_FLAG ? number != 0 : number);
        break;
    case 2:
        value.pair = (uint16_t)number;
        break;
    case 4:
        value.word = (uint32_t)number;
        break;
    default:
        break;
    }
    memcpy((char *)object + field->offset + (size_t)index * field->size, &value, field->size);
}

// Checking ----------------------------------------------------------------------------------------

static bool fields_holds(const way_world *world, const wayi_field *field, uint64_t value)
{
    switch ((wayi_field_kind)field->kind) {
    case WAYI_FIELD_CELL:
        return value < world->map->cell_count;
    case WAYI_FIELD_CELL_OR_NONE:
        return value < world->map->cell_count || value == WAY_CELL_NONE;
    case WAYI_FIELD_TEAM:
        return value < world->team_count;
    case WAYI_FIELD_GROUND:
        return value < world->ground_count;
    case WAYI_FIELD_GROUP_OR_NONE:
        return value == WAYI_NOBODY || (value < WAYI_GROUPS_MAX && world->groups[value].used);
    default:
        return value >= field->lowest && value <= field->highest;
    }
}

bool wayi_fields_are_valid(const way_world *world, const wayi_fields *fields, const void *object,
                           uint32_t index, wayi_flaw *flaw)
{
    for (uint32_t k = 0; k < fields->count; k++) {
        const wayi_field *field = &fields->rows[k];
        for (uint32_t n = 0; n < field->count; n++) {
            const uint64_t value = wayi_field_get(field, object, n);
            if (!fields_holds(world, field, value)) {
                *flaw = (wayi_flaw){fields->part, index, NULL, field->name, value};
                return false;
            }
        }
    }
    return true;
}
