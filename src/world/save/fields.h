// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The fields of a world that decide what will happen, once: saving, restoring, hashing, comparing
// and the check that a world is sound are loops over these tables. A field that is new in a struct
// is one more row here, and nothing else; rows say what older saves lack, and what only they have.
#pragma once

#include "world/world.h"

/// What a field may hold.
typedef enum wayi_field_kind {
    WAYI_FIELD_NUMBER,       ///< lowest to highest
    WAYI_FIELD_FLAG,         ///< true or false
    WAYI_FIELD_CELL,         ///< of the map
    WAYI_FIELD_CELL_OR_NONE, ///< or WAY_CELL_NONE
    WAYI_FIELD_TEAM,
    WAYI_FIELD_GROUND,
    WAYI_FIELD_GROUP_OR_NONE, ///< a group that is in use
    WAYI_FIELD_GONE           ///< anything, in older saves; worlds have it no more
} wayi_field_kind;

typedef struct wayi_field {
    const char *name;
    uint16_t offset;
    uint8_t size;  ///< bytes in the struct
    uint8_t bytes; ///< in a save
    uint8_t kind;
    uint8_t fresh;  ///< older saves lack it
    uint16_t count; ///< of them, side by side
    uint64_t lowest;
    uint64_t highest;
} wayi_field;

/// The fields of one struct, in the order of a save.
typedef struct wayi_fields {
    const char *part; ///< as a problem names it
    const wayi_field *rows;
    uint32_t count;
} wayi_fields;

/// Settings: what a world is made from.
typedef struct wayi_settings {
    way_world_kind kinds[WAY_WORLD_KINDS_MAX];
    way_profile profiles[WAY_WORLD_KINDS_MAX];
    way_world_team teams[WAY_WORLD_TEAMS_MAX];
    char algorithm[128];
    way_map_config map;
    way_world_config world;
} wayi_settings;

extern const wayi_fields wayi_map_fields;      ///< way_map_config
extern const wayi_fields wayi_profile_fields;  ///< way_profile
extern const wayi_fields wayi_kind_fields;     ///< way_world_kind
extern const wayi_fields wayi_team_fields;     ///< way_world_team
extern const wayi_fields wayi_settings_fields; ///< wayi_settings
extern const wayi_fields wayi_clock_fields;    ///< way_world
extern const wayi_fields wayi_link_fields;     ///< way_map_link
extern const wayi_fields wayi_lift_fields;     ///< wayi_lift
extern const wayi_fields wayi_group_fields;    ///< wayi_group
extern const wayi_fields wayi_body_fields;     ///< wayi_body
extern const wayi_fields wayi_mind_fields;     ///< wayi_mind
extern const wayi_fields wayi_order_fields;    ///< wayi_waiting_order
extern const wayi_fields wayi_route_fields;    ///< wayi_trail
extern const wayi_fields wayi_lane_fields;     ///< wayi_lane: who waits
extern const wayi_fields wayi_plan_fields;     ///< wayi_lane: the search in hand

/// Of the `index`th of those side by side.
uint64_t wayi_field_get(const wayi_field *field, const void *object, uint32_t index);
void wayi_field_set(const wayi_field *field, void *object, uint32_t index, uint64_t value);

/// What is wrong with a world.
typedef struct wayi_flaw {
    const char *part;  ///< "unit", "group", "field", ...
    uint32_t index;    ///< of that part; WAYI_NOBODY = there is but one
    const char *rule;  ///< a sentence about the part; NULL: `field` is out of its bounds
    const char *field; ///< NULL = none in particular
    uint64_t have;     ///< in the field
} wayi_flaw;

/// Whether all fields of an object hold what they may; where not, `flaw` [opt] names the first.
bool wayi_fields_are_valid(const way_world *world, const wayi_fields *fields, const void *object,
                           uint32_t index, wayi_flaw *flaw);
