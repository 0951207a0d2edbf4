// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Everybody arrives: whatever the ground weighs, whatever the sizes, however little there is to
// plan with, as long as the map has a way.
#include "support/test.h"
#include "world/judge.h"
#include "world/twin.h"

#include <waymark/agent.h>
#include <waymark/world.h>

#include <string.h>

typedef struct test_scene {
    way_map *map;
    way_world *world;
    way_unit *units;
    way_cell *goals;
    uint32_t count;
    way_rng rng;
    test_judge judge;
    uint32_t arrived;
    uint32_t unreachable;
    uint32_t blocked;
} test_scene;

typedef struct scene_plan {
    uint32_t side;
    uint32_t units;
    uint32_t sizes; ///< 2: every fourth unit is 2 x 2
    uint8_t weight; ///< of all ground
    uint32_t walls; ///< blocks per 4096 cells
    uint32_t block; ///< cells along one, at most
    uint64_t seed;
} scene_plan;

static void scene_blocks(test_scene *scene, const scene_plan *plan)
{
    const uint32_t side = plan->side;
    for (uint32_t k = 0; k < plan->walls * (side * side / 64u) / 64u; k++) {
        const uint32_t wide = 1 + way_rng_below(&scene->rng, plan->block);
        const uint32_t tall = 1 + way_rng_below(&scene->rng, plan->block);
        const way_edit edit = {.x = way_rng_below(&scene->rng, side - wide),
                               .y = way_rng_below(&scene->rng, side - tall),
                               .width = wide,
                               .height = tall};
        assert_int_equal(way_map_edit(scene->map, &edit, 1), WAY_STATUS_OK);
    }
}

static void scene_setup(test_scene *scene, const scene_plan *plan)
{
    memset(scene, 0, sizeof *scene);
    scene->rng = way_rng_seed(plan->seed);
    const way_map_config config = way_map_config_default(plan->side, plan->side);
    assert_int_equal(way_map_create(&config, &scene->map), WAY_STATUS_OK);
    const way_edit ground = {
        .width = plan->side, .height = plan->side, .weight = plan->weight ? plan->weight : 1};
    assert_int_equal(way_map_edit(scene->map, &ground, 1), WAY_STATUS_OK);
    scene_blocks(scene, plan);
    const way_world_kind kinds[2] = {{.size = 1}, {.size = 2}};
    const way_world_config world = {.map = scene->map,
                                    .kinds = kinds,
                                    .kind_count = plan->sizes ? plan->sizes : 1,
                                    .unit_capacity = plan->units};
    assert_int_equal(way_world_create(&world, &scene->world), WAY_STATUS_OK);
    scene->units = calloc(plan->units, sizeof *scene->units);
    scene->goals = calloc(plan->units, sizeof *scene->goals);
    judge_init(&scene->judge, scene->world);
}

static void scene_teardown(test_scene *scene)
{
    judge_fini(&scene->judge);
    free(scene->units);
    free(scene->goals);
    way_world_destroy(scene->world);
    way_map_destroy(scene->map);
}

static void scene_add(test_scene *scene, way_cell cell, uint32_t kind)
{
    const way_unit_config unit = {.cell = cell, .kind = kind};
    assert_int_equal(way_world_add(scene->world, &unit, &scene->units[scene->count++]),
                     WAY_STATUS_OK);
    judge_note(&scene->judge);
}

/// Whether no unit, or no goal, covers the cells already.
static bool scene_is_free(const test_scene *scene, way_cell cell, uint32_t size, bool goal)
{
    const uint32_t width = way_map_width(scene->map);
    for (uint32_t i = 0; i < scene->count; i++) {
        way_unit_view view;
        if (!way_world_unit(scene->world, scene->units[i], &view)) {
            continue;
        }
        const way_cell at = goal ? scene->goals[i] : view.cell;
        const int64_t dx = (int64_t)(cell % width) - at % width;
        const int64_t dy = (int64_t)(cell / width) - at / width;
        if (dx < view.size && -dx < size && dy < view.size && -dy < size) {
            return false;
        }
    }
    return true;
}

/// A cell from which most of the ground can be reached.
static way_cell scene_middle(test_scene *scene, uint32_t profile)
{
    const uint32_t cells = way_map_width(scene->map) * way_map_height(scene->map);
    for (;;) {
        const way_cell middle = way_rng_below(&scene->rng, cells);
        uint32_t reached = 0;
        for (uint32_t k = 0; k < 64; k++) {
            const way_cell cell = way_rng_below(&scene->rng, cells);
            reached += way_map_is_reachable(scene->map, middle, cell, profile);
        }
        if (reached >= 24 && way_map_weight(scene->map, middle, profile)) {
            return middle;
        }
    }
}

/// Units on cells of their own that can reach one cell, each with a goal of its own.
static void scene_fill(test_scene *scene, const scene_plan *plan, way_cell middle)
{
    const uint32_t cells = plan->side * plan->side;
    while (scene->count < plan->units) {
        const uint32_t kind = plan->sizes > 1 && scene->count % 4 == 0;
        const uint32_t profile = way_world_kind_profile(scene->world, kind);
        const way_cell from = way_rng_below(&scene->rng, cells);
        const way_cell to = way_rng_below(&scene->rng, cells);
        if (!way_map_is_reachable(scene->map, from, middle, profile) ||
            !way_map_is_reachable(scene->map, middle, to, profile) ||
            !way_map_weight(scene->map, from, profile) ||
            !scene_is_free(scene, from, kind + 1, false) ||
            !scene_is_free(scene, to, kind + 1, true)) {
            continue;
        }
        scene->goals[scene->count] = to;
        scene_add(scene, from, kind);
    }
    for (uint32_t i = 0; i < scene->count; i++) {
        const way_order order = {.kind = WAY_ORDER_GO, .cell = scene->goals[i]};
        assert_int_equal(way_world_order(scene->world, &scene->units[i], 1, &order), WAY_STATUS_OK);
    }
}

/// Frames until all have arrived or the ticks are over; returns the ticks.
static uint32_t scene_play(test_scene *scene, uint32_t budget, uint32_t ticks)
{
    uint32_t tick = 0;
    while (tick < ticks && scene->arrived < scene->count) {
        assert_int_equal(way_world_frame(scene->world, budget), WAY_STATUS_OK);
        judge_look(&scene->judge);
        tick++;
        for (way_world_event event; way_world_event_next(scene->world, &event);) {
            scene->arrived += event.kind == WAY_WORLD_ARRIVED;
            scene->unreachable += event.kind == WAY_WORLD_UNREACHABLE;
            scene->blocked += event.kind == WAY_WORLD_BLOCKED;
        }
    }
    return tick;
}

/// A group crosses ground of one weight: staying never ranks above a step that leads nearer.
static void arrive_over_swamps(void **state)
{
    (void)state;
    for (uint8_t weight = 1; weight <= 9; weight += 2) {
        const scene_plan plan = {.side = 64, .units = 100, .weight = weight};
        test_scene scene;
        scene_setup(&scene, &plan);
        for (uint32_t i = 0; i < plan.units; i++) {
            scene_add(&scene, way_map_cell(scene.map, 5 + i % 10, 5 + i / 10), 0);
        }
        const way_order order = {.kind = WAY_ORDER_GO, .cell = way_map_cell(scene.map, 50, 50)};
        assert_int_equal(way_world_order(scene.world, scene.units, plan.units, &order),
                         WAY_STATUS_OK);
        (void)scene_play(&scene, 300, 45u * 6u * weight);
        assert_int_equal(scene.arrived, plan.units);
        scene_teardown(&scene);
    }
}

/// Small and large ones between blocks: who was pushed in vain gets on by itself, so nobody stands
/// beside another for ever.
static void arrive_in_all_sizes(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 6; seed++) {
        const scene_plan plan = {
            .side = 96, .units = 400, .sizes = 2, .walls = 16, .block = 12, .seed = seed};
        test_scene scene;
        scene_setup(&scene, &plan);
        scene_fill(&scene, &plan, scene_middle(&scene, way_world_kind_profile(scene.world, 1)));
        (void)scene_play(&scene, 4000, 2000);
        assert_int_equal(scene.arrived, plan.units);
        scene_teardown(&scene);
    }
}

/// The time that the best path of a unit takes alone, in ticks of its own.
static uint32_t scene_alone(const test_scene *scene, uint32_t unit, uint32_t profile)
{
    way_space *space = NULL;
    way_unit_view view;
    assert_true(way_world_unit(scene->world, scene->units[unit], &view));
    assert_int_equal(way_space_create_grid(scene->map, profile, NULL, &space), WAY_STATUS_OK);
    way_path path = {0};
    assert_int_equal(way_find_in(space, "astar", view.cell, scene->goals[unit], &path),
                     WAY_STATUS_OK);
    const uint32_t ticks = path.cost / way_map_costs(scene->map).cardinal + 1;
    way_path_free(&path);
    way_space_destroy(space);
    return ticks;
}

/// One unit on the map arrives wherever there is a way, however little it gets to plan with.
static void arrive_alone_with_any_budget(void **state)
{
    (void)state;
    static const scene_plan plans[] = {
        {.side = 80, .units = 1, .walls = 40, .block = 6},
        {.side = 80, .units = 1, .walls = 1100, .block = 1},
        {.side = 80, .units = 1, .walls = 16, .block = 12, .sizes = 2},
        {.side = 80, .units = 1, .walls = 1100, .block = 1, .weight = 5},
    };
    static const uint32_t budgets[] = {1, 16, 2000};
    for (uint32_t k = 0; k < 36; k++) {
        scene_plan plan = plans[k % 4];
        plan.seed = 11 + k;
        test_scene scene;
        scene_setup(&scene, &plan);
        const uint32_t profile = way_world_kind_profile(scene.world, plan.sizes ? 1 : 0);
        scene_fill(&scene, &plan, scene_middle(&scene, profile));
        const uint32_t budget = budgets[k / 4 % 3];
        const uint32_t alone = scene_alone(&scene, 0, profile);
        // What it waits for: a way over at most all regions, and pieces of at most a box.
        const uint32_t wait = 64 + (2000 + alone * 40) / budget;
        (void)scene_play(&scene, budget, 2 * alone + wait);
        assert_int_equal(scene.arrived, 1);
        assert_int_equal(scene.blocked, 0);
        scene_teardown(&scene);
    }
}

/// Out of a cup, away from the goal: no plan is cut where the crow is nearest.
static void arrive_out_of_cups(void **state)
{
    (void)state;
    for (uint32_t depth = 20; depth <= 120; depth += 20) {
        const scene_plan plan = {.side = 144, .units = 1};
        test_scene scene;
        scene_setup(&scene, &plan);
        const uint32_t top = 72 - depth / 2;
        const way_edit walls[] = {
            {.x = 130 - depth, .y = top, .width = depth + 1, .height = 1},
            {.x = 130 - depth, .y = top + depth - 1, .width = depth + 1, .height = 1},
            {.x = 130, .y = top, .width = 1, .height = depth}};
        assert_int_equal(way_world_edit(scene.world, walls, 3), WAY_STATUS_OK);
        scene.goals[0] = way_map_cell(scene.map, 133, 72);
        scene_add(&scene, way_map_cell(scene.map, 127, 72), 0);
        const way_order order = {.kind = WAY_ORDER_GO, .cell = scene.goals[0]};
        assert_int_equal(way_world_order(scene.world, scene.units, 1, &order), WAY_STATUS_OK);
        const uint32_t alone = scene_alone(&scene, 0, 1);
        assert_in_range(scene_play(&scene, 64, 2 * alone), alone - 2, alone + alone / 10 + 20);
        assert_int_equal(scene.arrived, 1);
        scene_teardown(&scene);
    }
}

/// The map changes somewhere in every tick, and everybody gets there all the same.
static void arrive_while_the_map_changes(void **state)
{
    (void)state;
    const scene_plan plan = {.side = 128, .units = 100, .walls = 20, .block = 10, .seed = 5};
    test_scene scene;
    scene_setup(&scene, &plan);
    scene_fill(&scene, &plan, scene_middle(&scene, 1));
    for (uint32_t tick = 0; tick < 1500 && scene.arrived < scene.count; tick++) {
        // A pillar comes, and goes again after the tick. Nobody's goal is under it.
        const way_cell cell = way_rng_below(&scene.rng, plan.side * plan.side);
        way_edit pillar = {
            .x = cell % plan.side, .y = cell / plan.side, .width = 1, .height = 1, .weight = 0};
        const bool stands =
            way_map_weight(scene.map, cell, 1) && scene_is_free(&scene, cell, 1, true);
        assert_int_equal(way_world_edit(scene.world, &pillar, stands), WAY_STATUS_OK);
        judge_note(&scene.judge);
        (void)scene_play(&scene, 400, 1);
        pillar.weight = 1;
        assert_int_equal(way_world_edit(scene.world, &pillar, stands), WAY_STATUS_OK);
    }
    assert_int_equal(scene.arrived, plan.units);
    scene_teardown(&scene);
}

/// Who is sent to where no way leads is told so once, alone or in a group, and does not arrive.
static void arrive_never_in_a_sealed_room(void **state)
{
    (void)state;
    for (uint32_t count = 1; count <= 40; count += 13) {
        const scene_plan plan = {.side = 64, .units = count};
        test_scene scene;
        scene_setup(&scene, &plan);
        const way_edit walls[] = {{.x = 40, .y = 20, .width = 20, .height = 20},
                                  {.x = 41, .y = 21, .width = 18, .height = 18, .weight = 1}};
        assert_int_equal(way_world_edit(scene.world, walls, 2), WAY_STATUS_OK);
        for (uint32_t i = 0; i < count; i++) {
            scene_add(&scene, way_map_cell(scene.map, 5 + i % 8, 20 + i / 8), 0);
        }
        const way_order order = {.kind = WAY_ORDER_GO, .cell = way_map_cell(scene.map, 50, 30)};
        assert_int_equal(way_world_order(scene.world, scene.units, count, &order), WAY_STATUS_OK);
        (void)scene_play(&scene, 1000, 400);
        assert_int_equal(scene.unreachable, count);
        assert_int_equal(scene.arrived, 0);
        for (uint32_t i = 0; i < count; i++) {
            way_unit_view view;
            assert_true(way_world_unit(scene.world, scene.units[i], &view));
            assert_int_equal(view.state, WAY_UNIT_IDLE);
        }
        scene_teardown(&scene);
    }
}

/// Many who are sent to one cell, each alone, come to rest around it: nobody pushes about who has.
static void arrive_around_one_cell(void **state)
{
    (void)state;
    const scene_plan plan = {.side = 128, .units = 600, .seed = 3};
    test_scene scene;
    scene_setup(&scene, &plan);
    scene_fill(&scene, &plan, way_map_cell(scene.map, 64, 64));
    const way_order order = {.kind = WAY_ORDER_GO, .cell = way_map_cell(scene.map, 64, 64)};
    for (uint32_t i = 0; i < plan.units; i++) {
        assert_int_equal(way_world_order(scene.world, &scene.units[i], 1, &order), WAY_STATUS_OK);
    }
    (void)scene_play(&scene, 4000, 600);
    assert_int_equal(scene.arrived, plan.units);
    scene_teardown(&scene);
}

enum { SIGHT_SIDE = 128, SIGHT_UNITS = 60, SIGHT_BUDGET = 256, LATE_BUDGET = 2000 };

/// How many of the cells that units see a team knows; each of those it believes as it is.
static uint32_t sight_known(const way_world *world, const way_unit *units, uint32_t *seen)
{
    uint32_t known = 0;
    *seen = 0;
    for (uint32_t u = 0; u < SIGHT_UNITS; u++) {
        way_unit_view view;
        assert_true(way_world_unit(world, units[u], &view));
        for (uint32_t k = 0; k < 13 * 13; k++) {
            const way_map *map = way_world_map(world);
            const way_cell cell = way_map_cell(map, (int64_t)(view.cell % SIGHT_SIDE) + k % 13 - 6,
                                               (int64_t)(view.cell / SIGHT_SIDE) + k / 13 - 6);
            *seen += cell != WAY_CELL_NONE;
            if (cell != WAY_CELL_NONE && way_world_team_knows(world, 0, cell)) {
                known++;
                assert_int_equal(way_map_terrain(way_world_team_map(world, 0), cell),
                                 way_map_terrain(map, cell));
            }
        }
    }
    return known;
}

/// A world without units, whose team is in the fog.
static way_world *sight_open(const uint8_t *weights, way_map **map)
{
    way_map_config ground = way_map_config_default(SIGHT_SIDE, SIGHT_SIDE);
    ground.weights = weights;
    assert_int_equal(way_map_create(&ground, map), WAY_STATUS_OK);
    const way_world_kind kind = {.size = 1};
    const way_world_team team = {.fog = true, .sight_radius = 6};
    const way_world_config config = {.map = *map,
                                     .kinds = &kind,
                                     .kind_count = 1,
                                     .teams = &team,
                                     .team_count = 1,
                                     .unit_capacity = SIGHT_UNITS};
    way_world *world = NULL;
    assert_int_equal(way_world_create(&config, &world), WAY_STATUS_OK);
    return world;
}

/// What a team in the fog sees at first is believed within the budgets of frames: none of it in one
/// go, all of it in the end, saved and loaded on the way.
static void first_sight_takes_its_time(void **state)
{
    (void)state;
    way_rng rng = way_rng_seed(5);
    static uint8_t weights[SIGHT_SIDE * SIGHT_SIDE];
    for (uint32_t c = 0; c < SIGHT_SIDE * SIGHT_SIDE; c++) {
        weights[c] = (uint8_t)(way_rng_below(&rng, 3) * 2);
    }
    way_map *map = NULL;
    way_world *world = sight_open(weights, &map);
    way_unit units[SIGHT_UNITS];
    for (uint32_t u = 0; u < SIGHT_UNITS;) {
        const way_unit_config unit = {.cell = way_rng_below(&rng, SIGHT_SIDE * SIGHT_SIDE)};
        u += way_world_add(world, &unit, &units[u]) == WAY_STATUS_OK;
    }
    test_twin twin = {0};
    twin_begin(&twin, world);
    const size_t bytes = way_map_bytes(way_world_team_map(world, 0));
    uint32_t steps = 0;
    uint32_t seen = 0;
    uint32_t known = sight_known(world, units, &seen);
    for (uint32_t frame = 0; frame < 1000 && known < seen; frame++) {
        assert_int_equal(way_world_frame(world, SIGHT_BUDGET), WAY_STATUS_OK);
        assert_true(way_world_statistics(world).work <= SIGHT_BUDGET);
        const uint32_t now = sight_known(world, units, &seen);
        steps += now > known;
        known = now;
        if (frame % 32 == 7) {
            twin_meet(&twin);
        }
    }
    assert_int_equal(known, seen);
    assert_true(way_map_bytes(way_world_team_map(world, 0)) <= bytes + bytes / 8); // no new planes
    assert_true(steps > 100); // some 9 rectangles a tick of more than 1,500
    twin_end(&twin);
    way_world_destroy(world);
    way_map_destroy(map);
}

/// Who comes up against what its team has seen but does not believe yet waits for that, which is
/// believed before all else, and does not plan the same way again in every tick.
static void late_news_ask_for_no_plans(void **state)
{
    (void)state;
    way_rng rng = way_rng_seed(8);
    static uint8_t weights[SIGHT_SIDE * SIGHT_SIDE];
    for (uint32_t c = 0; c < SIGHT_SIDE * SIGHT_SIDE; c++) {
        weights[c] = way_rng_below(&rng, 100) < 25 ? 0 : (uint8_t)(2 + c % 2); // all of it is news
    }
    way_map *map = NULL;
    way_world *world = sight_open(weights, &map);
    way_unit units[SIGHT_UNITS];
    for (uint32_t u = 0; u < SIGHT_UNITS;) {
        const way_unit_config unit = {.cell = way_rng_below(&rng, SIGHT_SIDE * SIGHT_SIDE)};
        const way_order order = {.kind = WAY_ORDER_GO,
                                 .cell = way_rng_below(&rng, SIGHT_SIDE * SIGHT_SIDE)};
        if (way_world_add(world, &unit, &units[u]) == WAY_STATUS_OK) {
            assert_int_equal(way_world_order(world, &units[u++], 1, &order), WAY_STATUS_OK);
        }
    }
    for (uint32_t frame = 0; frame < 300; frame++) {
        assert_int_equal(way_world_frame(world, LATE_BUDGET), WAY_STATUS_OK);
    }
    assert_true(way_world_statistics(world).plans < 30u * SIGHT_UNITS);
    way_world_destroy(world);
    way_map_destroy(map);
}

enum { ROOM_SIDE = 48, ROOM_UNITS = 21 };

/// Plays and counts what units tell.
static void room_play(way_world *world, test_twin *twin, uint32_t ticks,
                      uint32_t counts[WAY_WORLD_EVENT_KINDS])
{
    memset(counts, 0, WAY_WORLD_EVENT_KINDS * sizeof *counts);
    for (uint32_t tick = 0; tick < ticks; tick++) {
        assert_int_equal(way_world_frame(world, 500), WAY_STATUS_OK);
        for (way_world_event event; way_world_event_next(world, &event);) {
            counts[event.kind]++;
        }
        if (tick % 25 == 3) {
            twin_meet(twin);
        }
    }
}

/// Who is sent into a room without a door is told so once, goes as near as can be and, if patient,
/// goes in when there is a door; else it stays where it is.
static void patient_when_a_way_opens(void **state)
{
    (void)state;
    for (uint32_t patient = 0; patient < 2; patient++) {
        const way_map_config ground = way_map_config_default(ROOM_SIDE, ROOM_SIDE);
        way_map *map = NULL;
        way_world *world = NULL;
        way_unit units[ROOM_UNITS];
        const way_world_kind kind = {.size = 1};
        assert_int_equal(way_map_create(&ground, &map), WAY_STATUS_OK);
        const way_edit walls[] = {{24, 12, 20, 20, 0}, {25, 13, 18, 18, 1}};
        const way_edit door = {24, 20, 1, 3, 1};
        const way_world_config config = {
            .map = map, .kinds = &kind, .kind_count = 1, .unit_capacity = ROOM_UNITS};
        assert_int_equal(way_world_create(&config, &world), WAY_STATUS_OK);
        assert_int_equal(way_world_edit(world, walls, 2), WAY_STATUS_OK);
        for (uint32_t u = 0; u < ROOM_UNITS; u++) {
            const way_unit_config unit = {.cell = (u / 5 * 2 + 10) * ROOM_SIDE + u % 5 * 2 + 2};
            assert_int_equal(way_world_add(world, &unit, &units[u]), WAY_STATUS_OK);
        }
        const way_order order = {
            .kind = WAY_ORDER_GO, .cell = 22 * ROOM_SIDE + 34, .patient = patient};
        test_twin twin = {0};
        twin_begin(&twin, world); // all but one as a group
        assert_int_equal(way_world_order(world, units, 1, &order), WAY_STATUS_OK);
        assert_int_equal(way_world_order(world, units + 1, ROOM_UNITS - 1, &order), WAY_STATUS_OK);
        uint32_t counts[WAY_WORLD_EVENT_KINDS];
        room_play(world, &twin, 300, counts);
        assert_int_equal(counts[WAY_WORLD_UNREACHABLE], ROOM_UNITS);
        assert_int_equal(counts[WAY_WORLD_ARRIVED], 0);
        assert_int_equal(way_world_edit(world, &door, 1), WAY_STATUS_OK);
        room_play(world, &twin, 300, counts);
        assert_int_equal(counts[WAY_WORLD_UNREACHABLE], 0);
        assert_int_equal(counts[WAY_WORLD_ARRIVED], patient ? ROOM_UNITS : 0);
        for (uint32_t u = 0; u < ROOM_UNITS; u++) {
            way_unit_view view;
            assert_true(way_world_unit(world, units[u], &view));
            assert_int_equal(view.state, WAY_UNIT_IDLE);
            const uint32_t x = view.cell % ROOM_SIDE - 25;
            const uint32_t y = view.cell / ROOM_SIDE - 13;
            assert_int_equal(x < 18 && y < 18, patient); // inside
        }
        twin_end(&twin);
        way_world_destroy(world);
        way_map_destroy(map);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patient_when_a_way_opens),
        cmocka_unit_test(first_sight_takes_its_time),
        cmocka_unit_test(late_news_ask_for_no_plans),
        cmocka_unit_test(arrive_over_swamps),
        cmocka_unit_test(arrive_in_all_sizes),
        cmocka_unit_test(arrive_alone_with_any_budget),
        cmocka_unit_test(arrive_out_of_cups),
        cmocka_unit_test(arrive_while_the_map_changes),
        cmocka_unit_test(arrive_never_in_a_sealed_room),
        cmocka_unit_test(arrive_around_one_cell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
