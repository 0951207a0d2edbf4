// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Each rule about worlds is broken by hand, and by nothing else than what breaks it; the flaw that
// is found names it. A rule for which there is no such change fails.
#include "world/drawn.h"
#include "world/order/orders.h"
#include "world/save/valid.h"
#include "world/world.h"

#define VALID_SETS 8u

/// What was changed, to be put back.
static struct {
    void *at;
    uint64_t was;
    size_t size;
} valid_sets[VALID_SETS];
static uint32_t valid_set_count;

static void valid_set(void *at, size_t size, uint64_t value)
{
    assert_true(valid_set_count < VALID_SETS && size <= sizeof value);
    valid_sets[valid_set_count].at = at;
    valid_sets[valid_set_count].was = 0;
    valid_sets[valid_set_count].size = size;
    memcpy(&valid_sets[valid_set_count++].was, at, size);
    memcpy(at, &value, size); // numbers are little-endian wherever this is tested
}

#define SET(field, value) valid_set(&(field), sizeof(field), (uint64_t)(value))

static void valid_undo(void)
{
    while (valid_set_count > 0) {
        valid_set_count--;
        memcpy(valid_sets[valid_set_count].at, &valid_sets[valid_set_count].was,
               valid_sets[valid_set_count].size);
    }
}

// Somebody ----------------------------------------------------------------------------------------

static bool is_idle(const wayi_mind *mind)
{
    return mind->order == WAY_ORDER_STOP && mind->place == WAYI_NOBODY;
}

static bool is_on_its_way(const wayi_mind *mind)
{
    return mind->order == WAY_ORDER_GO;
}

static bool has_a_route(const wayi_mind *mind)
{
    return mind->route.runs > 0;
}

static bool has_no_route(const wayi_mind *mind)
{
    return mind->order == WAY_ORDER_GO && mind->route.runs == 0;
}

static bool has_any(const wayi_mind *mind)
{
    return mind->order == WAY_ORDER_ANY;
}

static bool waits(const wayi_mind *mind)
{
    return mind->orders_first != WAYI_NOBODY;
}

/// The first living unit of which something is true.
static uint32_t who(const way_world *world, bool (*is)(const wayi_mind *mind))
{
    for (uint32_t place = 0; place < world->place_count; place++) {
        if (wayi_is_alive(world, place) && is(&world->minds[place])) {
            return place;
        }
    }
    fail_msg("nobody is there");
    return WAYI_NOBODY;
}

static uint32_t dead(const way_world *world)
{
    assert_true(world->free_first != WAYI_NOBODY);
    return world->free_first;
}

static wayi_group *group(way_world *world)
{
    return &world->groups[world->minds[who(world, is_on_its_way)].group];
}

static uint32_t planning(const way_world *world)
{
    uint32_t ground = 0;
    while (!world->grounds[ground].plans) {
        ground++;
    }
    return ground;
}

// Changes -----------------------------------------------------------------------------------------

static void break_clock(way_world *world)
{
    SET(world->frame, world->frames_per_tick);
}

static void break_agents(way_world *world)
{
    SET(world->planner.lanes[0].agents[planning(world)], 0);
}

static void break_database(way_world *world)
{
    SET(world->grounds[planning(world)].database.bytes, 0);
}

static void break_lift(way_world *world)
{
    SET(world->lifts[0].capacity, 0);
}

static void break_news(way_world *world)
{
    SET(world->teams[1].news_words, world->teams[1].news_words + 1);
}

static void break_group(way_world *world)
{
    SET(group(world)->ground, 200);
}

static void break_members(way_world *world)
{
    SET(group(world)->count, group(world)->count + 1);
}

static void break_leader(way_world *world)
{
    SET(group(world)->leader, world->place_count);
}

static void break_marches(way_world *world)
{
    SET(world->march_count, world->march_count + 1);
}

static void break_request(way_world *world)
{
    SET(world->planner.queue[0], dead(world));
}

static void break_queued(way_world *world)
{
    SET(world->minds[who(world, is_idle)].place, world->planner.queue_count);
}

static void break_lane(way_world *world)
{
    SET(world->planner.lanes[0].next, world->planner.lanes[0].count + 1);
}

static void break_batch(way_world *world)
{
    wayi_lane *lane = &world->planner.lanes[0];
    assert_true(lane->next < lane->count);
    SET(lane->units[lane->next], dead(world));
}

/// Somebody who stands is the last in the queue.
static void break_request_goal(way_world *world)
{
    const uint32_t place = who(world, is_idle);
    uint32_t *last = &world->planner.queue[world->planner.queue_count - 1];
    SET(world->minds[*last].place, WAYI_NOBODY);
    SET(*last, place);
    SET(world->minds[place].place, world->planner.queue_count - 1);
    SET(world->minds[place].due, UINT32_MAX);
}

static void break_rescue(way_world *world)
{
    SET(world->jams->list[0].count, 1);
}

static void break_rescued(way_world *world)
{
    SET(world->minds[who(world, has_no_route)].task, WAYI_TASK_RESCUE);
}

static void break_jam_due(way_world *world)
{
    SET(world->jam_due, dead(world));
}

static void break_retreats(way_world *world)
{
    SET(world->retreats[0], world->place_count);
    SET(world->retreat_count, 1);
}

static void break_unit(way_world *world)
{
    SET(world->bodies[0].heading, 200);
}

static void break_places(way_world *world)
{
    SET(world->unit_count, world->unit_count + 1);
}

static void break_footprint(way_world *world)
{
    SET(world->spots[world->bodies[0].cell].now, 1);
}

static uint32_t free_cell(const way_world *world, bool wall)
{
    way_cell cell = 0;
    while (world->spots[cell].now != WAYI_NOBODY ||
           (way_map_terrain(world->map, cell) == 0) != wall) {
        cell++;
    }
    return cell;
}

static void break_spots(way_world *world)
{
    SET(world->spots[free_cell(world, false)].now, 0);
}

static void break_walls(way_world *world)
{
    const uint32_t place = who(world, is_idle);
    const way_cell wall = free_cell(world, true);
    SET(world->spots[world->bodies[place].cell].now, WAYI_NOBODY);
    SET(world->spots[wall].now, place);
    SET(world->bodies[place].cell, wall);
    SET(world->bodies[place].to, wall);
}

static void break_active(way_world *world)
{
    SET(world->active[world->bodies[who(world, is_on_its_way)].serial], WAYI_NOBODY);
}

static void break_activity(way_world *world)
{
    wayi_body *body = &world->bodies[who(world, is_on_its_way)];
    SET(world->active[body->serial], WAYI_NOBODY);
    SET(body->flags, body->flags & ~(uint32_t)WAYI_BODY_ACTIVE);
}

static void break_goal(way_world *world)
{
    SET(world->minds[who(world, is_idle)].goal, 0);
}

static void break_unused(way_world *world)
{
    SET(world->minds[who(world, is_on_its_way)].range, 5);
}

static void break_order_lists(way_world *world)
{
    SET(world->order_free, WAYI_NOBODY);
}

static void break_any(way_world *world)
{
    SET(world->orders[world->minds[who(world, has_any)].any].order.kind, WAY_ORDER_GO);
}

static void break_orders(way_world *world)
{
    SET(world->orders[world->minds[who(world, waits)].orders_first].order.urgency, 99);
}

static void break_route(way_world *world)
{
    wayi_trail *route = &world->minds[who(world, has_a_route)].route;
    SET(route->end, route->end ? route->end - 1 : 1);
}

static void break_chunks(way_world *world)
{
    SET(world->routes.free_count, world->routes.free_count + 1);
}

static void break_route_task(way_world *world)
{
    SET(world->minds[who(world, has_a_route)].task, WAYI_TASK_REST);
}

static const struct {
    const char *broken; ///< the rule
    void (*change)(way_world *world);
} valid_changes[] = {
    {"the frame is beyond the tick", break_clock},
    {"somebody plans on it and nothing searches", break_agents},
    {"its database is not that of the map", break_database},
    {"it joins no cells, or bears none", break_lift},
    {"its news are off the map, or counted wrong", break_news},
    {"it names what is not there", break_group},
    {"its members are not those that it counts", break_members},
    {"its leader is nobody", break_leader},
    {"leaders are counted wrong", break_marches},
    {"its request is out of order", break_request},
    {"it asks for a plan, and not in the queue", break_queued},
    {"its search is for nobody, or from nowhere", break_lane},
    {"it waits for two plans, or for none that leads anywhere", break_batch},
    {"it waits for a plan that leads nowhere", break_request_goal},
    {"its steps lead off the map", break_rescue},
    {"it is rescued twice, or has another task", break_rescued},
    {"it asks for a rescue and is gone", break_jam_due},
    {"it goes back and never was", break_retreats},
    {"it is none that can be", break_unit},
    {"it is counted wrong, or free and alive at once", break_places},
    {"it lies on another, or is not where it stands", break_footprint},
    {"somebody stands where nobody is", break_spots},
    {"it stands in a wall and is not trapped", break_walls},
    {"it is active and not listed once, or listed and not active", break_active},
    {"it has something to do and is not active", break_activity},
    {"it has a goal and nowhere to go, or none and is to go", break_goal},
    {"its order has something in what it does not use", break_unused},
    {"it lies in two lists, or in none", break_order_lists},
    {"its cells to choose from are not those of its order", break_any},
    {"an order that waits could not be given", break_orders},
    {"its route leaves the map, or ends elsewhere", break_route},
    {"its route lies in chunks of others, or in none", break_chunks},
    {"it has a route and another task", break_route_task},
};

// Worlds ------------------------------------------------------------------------------------------

/// A world with one of everything, or with a database and no links.
static void valid_make(drawn_stage *stage, bool prepared)
{
    static const way_world_kind kinds[] = {{.size = 1}};
    static const way_world_team teams[] = {{0}, {.fog = true, .sight = 3}};
    const way_world_config config = {.kinds = kinds,
                                     .kind_count = 1,
                                     .teams = teams,
                                     .team_count = 2,
                                     .frames_per_tick = 2,
                                     .lanes = 1,
                                     .algorithm = prepared ? "hpastar" : "astar"};
    drawn_create(stage, "............/.####.####../............/......#...../............",
                 &config);
    way_unit units[12];
    for (uint32_t k = 0; k < 12; k++) {
        units[k] = drawn_add(stage, k, k % 2 ? 2 : 0, 0, k == 11);
    }
    const way_map_link link = {.from = 24, .to = 47, .cost = 900, .both_ways = true};
    if (!prepared) {
        assert_int_equal(way_world_add_links(stage->world, &link, 1, 2), WAY_STATUS_OK);
    }
    const way_cell cells[] = {58, 11, 30};
    const way_order group = {.kind = WAY_ORDER_GO, .cell = 59, .keep_formation = true};
    const way_order any = {.kind = WAY_ORDER_ANY, .cells = cells, .cell_count = 3};
    const way_order later = {.kind = WAY_ORDER_NEAR, .cell = 50, .range = 1, .queued = true};
    const way_order go = {.kind = WAY_ORDER_GO, .cell = 48};
    assert_int_equal(way_world_order(stage->world, units, 3, &group), WAY_STATUS_OK);
    for (uint32_t frame = 0; frame < 8; frame++) {
        assert_int_equal(way_world_frame(stage->world, 400), WAY_STATUS_OK);
    }
    assert_int_equal(way_world_order(stage->world, &units[3], 1, &any), WAY_STATUS_OK);
    assert_int_equal(way_world_order(stage->world, &units[3], 1, &later), WAY_STATUS_OK);
    assert_int_equal(way_world_remove(stage->world, units[10]), WAY_STATUS_OK);
    for (uint32_t k = 4; k < 9; k++) {
        assert_int_equal(way_world_order(stage->world, &units[k], 1, &go), WAY_STATUS_OK);
    }
    for (uint32_t frame = 0; frame < 1; frame++) {
        assert_int_equal(way_world_frame(stage->world, 3), WAY_STATUS_OK);
    }
}

static void valid_try(way_world *world, const wayi_rule *rule)
{
    uint32_t k = 0;
    while (k < sizeof valid_changes / sizeof *valid_changes &&
           strcmp(valid_changes[k].broken, rule->broken) != 0) {
        k++;
    }
    if (k == sizeof valid_changes / sizeof *valid_changes) {
        fail_msg("nothing breaks \"%s\"", rule->broken);
    }
    wayi_flaw flaw;
    assert_true(wayi_world_is_valid(world, &flaw));
    valid_changes[k].change(world);
    if (wayi_world_is_valid(world, &flaw)) {
        fail_msg("\"%s\" is not found", rule->broken);
    }
    if (strcmp(flaw.part, rule->part) != 0 ||
        (flaw.rule ? flaw.rule != rule->broken : !flaw.field)) {
        fail_msg("\"%s\" is taken for \"%s: %s\"", rule->broken, flaw.part,
                 flaw.rule ? flaw.rule : flaw.field);
    }
    valid_undo();
    assert_true(wayi_world_is_valid(world, &flaw));
}

static void rules_when_broken_are_told(void **state)
{
    (void)state;
    drawn_stage stages[2];
    valid_make(&stages[0], false);
    valid_make(&stages[1], true);
    uint32_t count = 0;
    for (uint32_t t = 0; t < WAYI_RULE_TABLES; t++) {
        for (const wayi_rule *rule = wayi_rules[t]; rule->part; rule++, count++) {
            valid_try(stages[strstr(rule->broken, "database") != NULL].world, rule);
        }
    }
    assert_int_equal(count, sizeof valid_changes / sizeof *valid_changes);
    drawn_destroy(&stages[0]);
    drawn_destroy(&stages[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rules_when_broken_are_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
