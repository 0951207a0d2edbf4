// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The rules about clocks, ground, groups, plans and rescues; asking all.
#include "world/save/valid.h"

#include "base/text.h"
#include "world/order/orders.h"

static bool valid_clock(const way_world *world, uint32_t index, wayi_flaw *flaw)
{
    (void)index;
    flaw->field = "frame";
    flaw->have = world->frame;
    return world->frame < world->frames_per_tick;
}

// Ground ------------------------------------------------------------------------------------------

static bool valid_planner(const way_world *world, uint32_t index, wayi_flaw *flaw)
{
    (void)flaw;
    const wayi_ground *ground = &world->grounds[index];
    bool fine = !ground->plans || ground->navigator;
    for (uint32_t l = 0; ground->plans && l < world->planner.lane_count; l++) {
        fine = fine && world->planner.lanes[l].agents[index];
    }
    return fine;
}

static bool valid_database(const way_world *world, uint32_t index, wayi_flaw *flaw)
{
    (void)flaw;
    const wayi_ground *ground = &world->grounds[index];
    return !wayi_ground_is_prepared(ground) ||
           (ground->database.bytes && way_navigator_is_current(ground->navigator));
}

static bool valid_lift(const way_world *world, uint32_t index, wayi_flaw *flaw)
{
    return wayi_fields_are_valid(world, &wayi_lift_fields, &world->lifts[index], index, flaw);
}

static bool valid_news(const way_world *world, uint32_t index, wayi_flaw *flaw)
{
    (void)flaw;
    const uint32_t words = wayi_world_words(world);
    const uint32_t rest = world->map->cell_count % 64;
    const wayi_team *team = &world->teams[index];
    uint32_t count = 0;
    for (uint32_t w = 0; w < words; w++) {
        count += team->news[w] != 0;
    }
    return count == team->news_words && (rest == 0 || team->news[words - 1] >> rest == 0);
}

// Groups ------------------------------------------------------------------------------------------

static bool valid_group(const way_world *world, uint32_t index, wayi_flaw *flaw)
{
    return wayi_fields_are_valid(world, &wayi_group_fields, &world->groups[index], index, flaw);
}

/// Counts who is in each group, in the scratch memory.
static bool valid_group_counts(const way_world *world, uint32_t index, wayi_flaw *flaw)
{
    uint64_t *members = world->scratch;
    for (uint32_t g = 0; g < WAYI_GROUPS_MAX; g++) {
        members[g] = 0;
    }
    for (uint32_t place = 0; place < world->place_count; place++) {
        const wayi_mind *mind = &world->minds[place];
        if ((mind->generation & 1u) && mind->group != WAYI_NOBODY) {
            members[mind->group]++;
        }
    }
    for (uint32_t g = 0; g < WAYI_GROUPS_MAX; g++) {
        const wayi_group *group = &world->groups[g];
        flaw->index = g;
        if (group->used && (members[g] == 0 || members[g] != group->count)) {
            return false;
        }
    }
    flaw->index = index;
    return true;
}

static bool valid_leader(const way_world *world, uint32_t index, wayi_flaw *flaw)
{
    (void)flaw;
    const uint32_t leader = world->groups[index].leader;
    return leader == WAYI_NOBODY || leader == WAYI_MARCH_OPEN || leader < world->place_count;
}

static bool valid_marches(const way_world *world, uint32_t index, wayi_flaw *flaw)
{
    (void)index;
    (void)flaw;
    uint32_t marches = 0;
    for (uint32_t g = 0; g < WAYI_GROUPS_MAX; g++) {
        marches += world->groups[g].used && world->groups[g].leader != WAYI_NOBODY;
    }
    return marches == world->march_count;
}

// Plans -------------------------------------------------------------------------------------------

static bool valid_request(const way_world *world, uint32_t index, wayi_flaw *flaw)
{
    const uint32_t *queue = world->planner.queue;
    const uint32_t place = queue[index];
    flaw->index = place;
    if (!wayi_is_alive(world, place) || world->minds[place].place != index) {
        return false;
    }
    const uint32_t parent = queue[(index - (index > 0)) / 2];
    const uint32_t due = world->minds[place].due;
    const uint32_t before = world->minds[parent].due;
    return before < due || (before == due && parent <= place);
}

static bool valid_queued(const way_world *world, uint32_t place, wayi_flaw *flaw)
{
    (void)flaw;
    const wayi_planner *planner = &world->planner;
    const uint32_t at = world->minds[place].place;
    return at == WAYI_NOBODY || (at < planner->queue_count && planner->queue[at] == place);
}

static bool valid_lane(const way_world *world, uint32_t index, wayi_flaw *flaw)
{
    const wayi_lane *lane = &world->planner.lanes[index];
    return lane->count <= WAYI_LANE_BATCH && lane->next <= lane->count &&
           (lane->phase == WAYI_LANE_IDLE ||
            (lane->next < lane->count && lane->units[lane->next] != WAYI_NOBODY &&
             wayi_fields_are_valid(world, &wayi_plan_fields, lane, index, flaw)));
}

/// How often a unit waits in a lane.
static uint32_t valid_waits(const way_world *world, uint32_t place)
{
    uint32_t times = 0;
    for (uint32_t l = 0; l < world->planner.lane_count; l++) {
        const wayi_lane *lane = &world->planner.lanes[l];
        for (uint32_t k = lane->next; k < lane->count; k++) {
            times += lane->units[k] == place;
        }
    }
    return times;
}

/// Who waits in a lane lives, waits nowhere else, and wants to go somewhere.
static bool valid_batch(const way_world *world, uint32_t index, wayi_flaw *flaw)
{
    const wayi_lane *lane = &world->planner.lanes[index];
    for (uint32_t k = lane->next; k < lane->count; k++) {
        const uint32_t place = lane->units[k];
        flaw->index = place;
        if (place != WAYI_NOBODY &&
            (!wayi_is_alive(world, place) || world->minds[place].place != WAYI_NOBODY ||
             world->minds[place].goal == WAY_CELL_NONE || valid_waits(world, place) != 1)) {
            return false;
        }
    }
    return true;
}

static bool valid_request_goal(const way_world *world, uint32_t index, wayi_flaw *flaw)
{
    flaw->index = world->planner.queue[index];
    return world->minds[flaw->index].goal != WAY_CELL_NONE;
}

// Rescues -----------------------------------------------------------------------------------------

/// Whether the steps that are left for one of a rescue are some, and stay on the map.
static bool valid_moves(const way_map *map, const wayi_jam *jam, uint32_t member)
{
    way_cell cell = jam->cells[member];
    for (uint32_t t = jam->step; t < jam->length && cell < map->cell_count; t++) {
        const uint32_t move = jam->moves[t][member];
        const uint32_t y = wayi_map_row(map, cell);
        const uint32_t x = cell - y * map->width;
        if (move > WAYI_WEST && move != WAYI_STAY) {
            return false;
        }
        cell = move == WAYI_STAY ? cell
                                 : way_map_cell(map, (int64_t)x + wayi_direction_x[move],
                                                (int64_t)y + wayi_direction_y[move]);
    }
    return cell < map->cell_count;
}

static bool valid_rescue(const way_world *world, uint32_t index, wayi_flaw *flaw)
{
    (void)flaw;
    const wayi_jam *jam = &world->jams->list[index];
    bool fine =
        jam->count <= WAYI_JAM_UNITS && jam->length <= WAYI_JAM_STEPS && jam->step < jam->length;
    for (uint32_t m = 0; fine && m < jam->count; m++) {
        fine = valid_moves(world->map, jam, m);
    }
    return fine;
}

static bool valid_rescued(const way_world *world, uint32_t index, wayi_flaw *flaw)
{
    uint32_t members = 0;
    uint32_t tasks = 0;
    for (uint32_t r = 0; r < WAYI_JAMS_MAX; r++) {
        const wayi_jam *jam = &world->jams->list[r];
        for (uint32_t m = 0; m < jam->count; m++, members++) {
            flaw->index = jam->units[m];
            if (!wayi_is_alive(world, jam->units[m]) ||
                world->minds[jam->units[m]].task != WAYI_TASK_RESCUE) {
                return false;
            }
            for (uint32_t k = 0; k < r * WAYI_JAM_UNITS + m; k++) {
                if (wayi_world_rescued(world, k) == jam->units[m]) {
                    return false;
                }
            }
        }
    }
    for (uint32_t place = 0; place < world->place_count; place++) {
        tasks += wayi_is_alive(world, place) && world->minds[place].task == WAYI_TASK_RESCUE;
    }
    flaw->index = index;
    return members == tasks;
}

static bool valid_jam_due(const way_world *world, uint32_t index, wayi_flaw *flaw)
{
    (void)index;
    flaw->index = world->jam_due;
    return world->jam_due == WAYI_NOBODY || wayi_is_alive(world, world->jam_due);
}

static bool valid_retreats(const way_world *world, uint32_t index, wayi_flaw *flaw)
{
    bool fine = world->retreat_count <= WAYI_RETREATS_MAX;
    for (uint32_t k = 0; fine && k < world->retreat_count; k++) {
        flaw->index = world->retreats[k];
        fine = flaw->index < world->place_count;
    }
    flaw->index = fine ? index : flaw->index;
    return fine;
}

// All ---------------------------------------------------------------------------------------------

// clang-format off: a rule is a line

static const wayi_rule valid_ground_rules[] = {
    {"world", "the frame is beyond the tick", WAYI_EACH_WORLD, valid_clock},
    {"ground", "somebody plans on it and nothing searches", WAYI_EACH_GROUND, valid_planner},
    {"ground", "its database is not that of the map", WAYI_EACH_GROUND, valid_database},
    {"lift", "it joins no cells, or bears none", WAYI_EACH_LIFT, valid_lift},
    {"team", "its news are off the map, or counted wrong", WAYI_EACH_TEAM, valid_news},
    {"group", "it names what is not there", WAYI_EACH_GROUP, valid_group},
    {0},
};

static const wayi_rule valid_plan_rules[] = {
    {"group", "its members are not those that it counts", WAYI_EACH_WORLD, valid_group_counts},
    {"group", "its leader is nobody", WAYI_EACH_GROUP, valid_leader},
    {"group", "leaders are counted wrong", WAYI_EACH_WORLD, valid_marches},
    {"unit", "its request is out of order", WAYI_EACH_REQUEST, valid_request},
    {"unit", "it asks for a plan, and not in the queue", WAYI_EACH_UNIT, valid_queued},
    {"lane", "its search is for nobody, or from nowhere", WAYI_EACH_LANE, valid_lane},
    {"unit", "it waits for two plans, or for none that leads anywhere", WAYI_EACH_LANE,
     valid_batch},
    {"unit", "it waits for a plan that leads nowhere", WAYI_EACH_REQUEST, valid_request_goal},
    {"rescue", "its steps lead off the map", WAYI_EACH_RESCUE, valid_rescue},
    {"unit", "it is rescued twice, or has another task", WAYI_EACH_WORLD, valid_rescued},
    {"unit", "it asks for a rescue and is gone", WAYI_EACH_WORLD, valid_jam_due},
    {"unit", "it goes back and never was", WAYI_EACH_WORLD, valid_retreats},
    {0},
};

// clang-format on

const wayi_rule *const wayi_rules[WAYI_RULE_TABLES] = {valid_ground_rules, wayi_unit_rules,
                                                       valid_plan_rules};

static uint32_t valid_count(const way_world *world, wayi_each each)
{
    const uint32_t counts[] = {[WAYI_EACH_WORLD] = 1,
                               [WAYI_EACH_GROUND] = world->ground_count,
                               [WAYI_EACH_TEAM] = world->team_count,
                               [WAYI_EACH_LIFT] = world->lift_count,
                               [WAYI_EACH_GROUP] = WAYI_GROUPS_MAX,
                               [WAYI_EACH_UNIT] = world->place_count,
                               [WAYI_EACH_LANE] = world->planner.lane_count,
                               [WAYI_EACH_REQUEST] = world->planner.queue_count,
                               [WAYI_EACH_RESCUE] = WAYI_JAMS_MAX};
    return counts[each];
}

/// Whether there is such a thing to ask.
static bool valid_is_there(const way_world *world, wayi_each each, uint32_t index)
{
    switch (each) {
    case WAYI_EACH_TEAM:
        return world->teams[index].fog;
    case WAYI_EACH_GROUP:
        return world->groups[index].used;
    case WAYI_EACH_UNIT:
        return wayi_is_alive(world, index);
    case WAYI_EACH_RESCUE:
        return world->jams->list[index].count > 0;
    default:
        return true;
    }
}

static bool valid_rules_hold(const way_world *world, const wayi_rule *rule, wayi_flaw *flaw)
{
    for (; rule->part; rule++) {
        const uint32_t count = valid_count(world, rule->each);
        for (uint32_t k = 0; k < count; k++) {
            *flaw = (wayi_flaw){.index = rule->each == WAYI_EACH_WORLD ? WAYI_NOBODY : k};
            if (valid_is_there(world, rule->each, k) && !rule->holds(world, flaw->index, flaw)) {
                flaw->part = rule->part;
                flaw->rule = flaw->field && !flaw->rule ? NULL : rule->broken;
                return false;
            }
        }
    }
    return true;
}

bool wayi_world_is_valid(const way_world *world, wayi_flaw *flaw)
{
    uint32_t held = 0;
    while (held < WAYI_RULE_TABLES && valid_rules_hold(world, wayi_rules[held], flaw)) {
        held++;
    }
    return held == WAYI_RULE_TABLES;
}

void wayi_flaw_explain(const wayi_flaw *flaw, way_problem *problem, uint32_t column)
{
    wayi_text text = wayi_problem_begin(problem, 0, column);
    wayi_text_add(&text, flaw->part ? flaw->part : "save");
    if (flaw->index != WAYI_NOBODY) {
        wayi_text_add(&text, " ");
        wayi_text_add_number(&text, flaw->index);
    }
    wayi_text_add(&text, ": ");
    if (flaw->rule) {
        wayi_text_add(&text, flaw->rule);
    }
    if (flaw->field) {
        wayi_text_add(&text, flaw->rule ? " (" : "");
        wayi_text_add(&text, flaw->field);
        wayi_text_add(&text, " is ");
        wayi_text_add_number(&text, (int64_t)flaw->have);
        wayi_text_add(&text, flaw->rule ? ")" : ", which it can't be");
    }
}
