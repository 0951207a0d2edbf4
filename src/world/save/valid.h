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

/// What a unit is about, as it was told; without the cells of an ANY order and the other end of a
/// PATROL.
way_order wayi_mind_order(const wayi_mind *mind);

/// A flaw in words: "unit 17: its route ends elsewhere".
void wayi_flaw_explain(const wayi_flaw *flaw, way_problem *problem, uint32_t column);

static inline bool wayi_is_alive(const way_world *world, uint32_t place)
{
    return place < world->place_count && (world->minds[place].generation & 1u);
}

/// Of what a rule asks each.
typedef enum wayi_each {
    WAYI_EACH_WORLD, ///< the one there is
    WAYI_EACH_GROUND,
    WAYI_EACH_TEAM, ///< in the fog
    WAYI_EACH_LIFT,
    WAYI_EACH_GROUP, ///< that is used
    WAYI_EACH_UNIT,  ///< that lives
    WAYI_EACH_LANE,
    WAYI_EACH_REQUEST, ///< in the queue
    WAYI_EACH_RESCUE   ///< under way
} wayi_each;

/// One sentence about worlds. `holds` writes only index, field and have of a flaw. A table of them
/// ends with one without a part.
typedef struct wayi_rule {
    const char *part;
    const char *broken; ///< what a problem says where it does not hold
    wayi_each each;
    bool (*holds)(const way_world *world, uint32_t index, wayi_flaw *flaw);
} wayi_rule;

/// valid_units.c: where units stand, what they are about, their orders and routes.
extern const wayi_rule wayi_unit_rules[];

/// All rules, in their order: none looks at what an earlier one has not.
#define WAYI_RULE_TABLES 3u
extern const wayi_rule *const wayi_rules[WAYI_RULE_TABLES];
