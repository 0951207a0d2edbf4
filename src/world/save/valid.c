// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The rules about clocks, ground, groups, plans and rescues; the table of all.
#include "world/save/valid.h"

#include "base/text.h"
#include "world/order/orders.h"

static bool valid_clock(const way_world *world, wayi_flaw *flaw)
{
    flaw->field = "frame";
    flaw->have = world->frame;
    return world->frame < world->frames_per_tick;
}

// Ground ------------------------------------------------------------------------------------------

static bool valid_planners(const way_world *world, wayi_flaw *flaw)
{
    for (uint32_t g = 0; g < world->ground_count; g++) {
        flaw->index = g;
        bool fine = !world->grounds[g].plans || world->grounds[g].navigator;
        for (uint32_t l = 0; world->grounds[g].plans && l < world->planner.lane_count; l++) {
            fine = fine && world->planner.lanes[l].agents[g];
        }
        if (!fine) {
            return false;
        }
    }
    return true;
}

static bool valid_databases(const way_world *world, wayi_flaw *flaw)
{
    for (uint32_t g = 0; g < world->ground_count; g++) {
        const wayi_ground *ground = &world->grounds[g];
        flaw->index = g;
        if (wayi_ground_is_prepared(ground) &&
            (!ground->database.bytes || !way_navigator_is_current(ground->navigator))) {
            return false;
        }
    }
    return true;
}

static bool valid_lifts(const way_world *world, wayi_flaw *flaw)
{
    for (uint32_t k = 0; k < world->lift_count; k++) {
        if (!wayi_fields_are_valid(world, &wayi_lift_fields, &world->lifts[k], k, flaw)) {
            return false;
        }
    }
    return true;
}

static bool valid_news(const way_world *world, wayi_flaw *flaw)
{
    const uint32_t words = wayi_world_words(world);
    const uint32_t rest = world->map->cell_count % 64;
    for (uint32_t t = 0; t < world->team_count; t++) {
        const wayi_team *team = &world->teams[t];
        uint32_t count = 0;
        flaw->index = t;
        for (uint32_t w = 0; team->fog && w < words; w++) {
            count += team->news[w] != 0;
        }
        if (team->fog &&
            (count != team->news_words || (rest && team->news[words - 1] >> rest != 0))) {
            return false;
        }
    }
    return true;
}

// Groups ------------------------------------------------------------------------------------------

static bool valid_group_fields(const way_world *world, wayi_flaw *flaw)
{
    for (uint32_t g = 0; g < WAYI_GROUPS_MAX; g++) {
        if (world->groups[g].used &&
            !wayi_fields_are_valid(world, &wayi_group_fields, &world->groups[g], g, flaw)) {
            return false;
        }
    }
    return true;
}

/// Counts who is in each group, in the scratch memory.
static bool valid_group_counts(const way_world *world, wayi_flaw *flaw)
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
    return true;
}

static bool valid_leaders(const way_world *world, wayi_flaw *flaw)
{
    uint32_t marches = 0;
    for (uint32_t g = 0; g < WAYI_GROUPS_MAX; g++) {
        const wayi_group *group = &world->groups[g];
        flaw->index = g;
        if (!group->used || group->leader == WAYI_NOBODY) {
            continue;
        }
        marches++;
        if (group->leader != WAYI_MARCH_OPEN && group->leader >= world->place_count) {
            return false;
        }
    }
    flaw->index = WAYI_NOBODY;
    return marches == world->march_count;
}

// Plans -------------------------------------------------------------------------------------------

static bool valid_queue(const way_world *world, wayi_flaw *flaw)
{
    const wayi_planner *planner = &world->planner;
    for (uint32_t k = 0; k < planner->queue_count; k++) {
        const uint32_t place = planner->queue[k];
        flaw->index = place;
        if (!wayi_is_alive(world, place) || world->minds[place].place != k) {
            return false;
        }
        const uint32_t parent = planner->queue[(k - (k > 0)) / 2];
        const uint32_t due = world->minds[place].due;
        const uint32_t before = world->minds[parent].due;
        if (before > due || (before == due && parent > place)) {
            return false;
        }
    }
    for (uint32_t place = 0; place < world->place_count; place++) {
        const wayi_mind *mind = &world->minds[place];
        flaw->index = place;
        if ((mind->generation & 1u) && mind->place != WAYI_NOBODY &&
            (mind->place >= planner->queue_count || planner->queue[mind->place] != place)) {
            return false;
        }
    }
    return true;
}

static bool valid_lanes(const way_world *world, wayi_flaw *flaw)
{
    for (uint32_t l = 0; l < world->planner.lane_count; l++) {
        const wayi_lane *lane = &world->planner.lanes[l];
        flaw->index = l;
        if (lane->count > WAYI_LANE_BATCH || lane->next > lane->count) {
            return false;
        }
        if (lane->phase != WAYI_LANE_IDLE &&
            (lane->next == lane->count || lane->units[lane->next] == WAYI_NOBODY ||
             lane->start >= world->map->cell_count || lane->goal >= world->map->cell_count ||
             lane->part >= WAYI_PLAN_PARTS)) {
            return false;
        }
    }
    return true;
}

/// Who waits in a lane lives, waits nowhere else, and wants to go somewhere.
static bool valid_requests(const way_world *world, wayi_flaw *flaw)
{
    for (uint32_t l = 0; l < world->planner.lane_count; l++) {
        const wayi_lane *lane = &world->planner.lanes[l];
        for (uint32_t k = lane->next; k < lane->count; k++) {
            const uint32_t place = lane->units[k];
            uint32_t times = 0;
            flaw->index = place;
            if (place == WAYI_NOBODY) {
                continue;
            }
            if (!wayi_is_alive(world, place) || world->minds[place].place != WAYI_NOBODY ||
                world->minds[place].goal == WAY_CELL_NONE) {
                return false;
            }
            for (uint32_t m = 0; m < world->planner.lane_count; m++) {
                const wayi_lane *other = &world->planner.lanes[m];
                for (uint32_t n = other->next; n < other->count; n++) {
                    times += other->units[n] == place;
                }
            }
            if (times != 1) {
                return false;
            }
        }
    }
    for (uint32_t k = 0; k < world->planner.queue_count; k++) {
        flaw->index = world->planner.queue[k];
        if (world->minds[flaw->index].goal == WAY_CELL_NONE) {
            return false;
        }
    }
    return true;
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

static bool valid_rescues(const way_world *world, wayi_flaw *flaw)
{
    for (uint32_t r = 0; r < WAYI_JAMS_MAX; r++) {
        const wayi_jam *jam = &world->jams->list[r];
        flaw->index = r;
        if (jam->count && (jam->count > WAYI_JAM_UNITS || jam->length > WAYI_JAM_STEPS ||
                           jam->step >= jam->length)) {
            return false;
        }
        for (uint32_t m = 0; m < jam->count; m++) {
            if (!valid_moves(world->map, jam, m)) {
                return false;
            }
        }
    }
    return true;
}

static bool valid_rescued(const way_world *world, wayi_flaw *flaw)
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
    flaw->index = WAYI_NOBODY;
    return members == tasks;
}

static bool valid_jam_due(const way_world *world, wayi_flaw *flaw)
{
    flaw->index = world->jam_due;
    return world->jam_due == WAYI_NOBODY || wayi_is_alive(world, world->jam_due);
}

static bool valid_retreats(const way_world *world, wayi_flaw *flaw)
{
    for (uint32_t k = 0; k < world->retreat_count; k++) {
        flaw->index = world->retreats[k];
        if (world->retreats[k] >= world->place_count) {
            return false;
        }
    }
    return world->retreat_count <= WAYI_RETREATS_MAX;
}

// All ---------------------------------------------------------------------------------------------

/// One sentence about worlds. `holds` writes only index, field and have of a flaw.
typedef struct valid_rule {
    const char *part;
    const char *broken; ///< what a problem says where it does not hold
    bool (*holds)(const way_world *world, wayi_flaw *flaw);
} valid_rule;

/// Numbers first, then links, then counts, then what follows: no rule follows an index that an
/// earlier one has not checked.
static const valid_rule valid_rules[] = {
    {"world", "the frame is beyond the tick", valid_clock},
    {"ground", "somebody plans on it and nothing searches", valid_planners},
    {"ground", "its database is not that of the map", valid_databases},
    {"lift", "it joins no cells, or bears none", valid_lifts},
    {"team", "its news are off the map, or counted wrong", valid_news},
    {"group", "it names what is not there", valid_group_fields},
    {"unit", "it is none that can be", wayi_valid_unit_fields},
    {"unit", "it is counted wrong, or free and alive at once", wayi_valid_places},
    {"unit", "it lies off the map, or on another", wayi_valid_footprints},
    {"unit", "it stands in a wall and is not trapped", wayi_valid_walls},
    {"unit", "it is active and not listed once, or listed and not active", wayi_valid_active},
    {"unit", "it has something to do and is not active", wayi_valid_activity},
    {"unit", "it has a goal and nowhere to go, or none and is to go", wayi_valid_goals},
    {"unit", "its order has something in what it does not use", wayi_valid_unused},
    {"order", "it lies in two lists, or in none", wayi_valid_order_lists},
    {"unit", "its cells to choose from are not those of its order", wayi_valid_any},
    {"unit", "an order that waits could not be given", wayi_valid_orders},
    {"unit", "its route leaves the map, or ends elsewhere", wayi_valid_routes},
    {"unit", "its route lies in chunks of others, or in none", wayi_valid_chunks},
    {"unit", "it has a route and another task", wayi_valid_route_tasks},
    {"group", "its members are not those that it counts", valid_group_counts},
    {"group", "its leader is nobody, or leaders are counted wrong", valid_leaders},
    {"unit", "its request is out of order", valid_queue},
    {"lane", "its search is for nobody, or from nowhere", valid_lanes},
    {"unit", "it waits for two plans, or for none that leads anywhere", valid_requests},
    {"rescue", "its steps lead off the map", valid_rescues},
    {"unit", "it is rescued twice, or has another task", valid_rescued},
    {"unit", "it asks for a rescue and is gone", valid_jam_due},
    {"unit", "it goes back and never was", valid_retreats},
};

bool wayi_world_is_valid(const way_world *world, wayi_flaw *flaw)
{
    for (uint32_t k = 0; k < sizeof valid_rules / sizeof *valid_rules; k++) {
        *flaw = (wayi_flaw){.index = WAYI_NOBODY};
        if (!valid_rules[k].holds(world, flaw)) {
            flaw->part = valid_rules[k].part;
            flaw->rule = flaw->field && !flaw->rule ? flaw->rule : valid_rules[k].broken;
            return false;
        }
    }
    return true;
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
