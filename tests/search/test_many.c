// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Calls that answer many questions say what as many single ones do: trips, costs of a field, views
// of units.
#include "support/test.h"

#include <waymark/database.h>
#include <waymark/field.h>
#include <waymark/world.h>

enum { SIDE = 24, CELLS = SIDE * SIDE, TRIPS = 60 };

static way_map *many_map(void)
{
    uint8_t weights[CELLS];
    for (uint32_t cell = 0; cell < CELLS; cell++) {
        const uint32_t x = cell % SIDE, y = cell / SIDE;
        weights[cell] = (x * x + 3 * y + x * y) % 7 != 1 || cell == 0;
    }
    way_map_config config = way_map_config_default(SIDE, SIDE);
    config.weights = weights;
    way_map *map = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    return map;
}

/// Whether an answer, and the states at `states`, are what the agent finds on its own.
static void expect_trip(way_agent *agent, const way_trip *trip, const way_answer *answer,
                        const way_state *states)
{
    assert_int_equal(way_agent_begin(agent, trip), WAY_STATUS_OK);
    assert_int_equal(way_agent_run(agent), answer->outcome);
    assert_int_equal(way_agent_cost(agent), answer->cost);
    uint32_t count = 0;
    const way_state *path = way_agent_path(agent, &count);
    assert_int_equal(count, answer->count);
    if (count) {
        assert_memory_equal(path, states, count * sizeof *path);
    }
}

/// All trips with room for `capacity` states at a time.
static void expect_trips(way_agent *agent, way_agent *single, const way_trip *trips,
                         uint32_t capacity)
{
    way_answer answers[TRIPS];
    way_state states[CELLS];
    for (uint32_t begun = 0, done = 0; begun < TRIPS; begun += done) {
        assert_int_equal(
            way_agent_trips(agent, trips + begun, TRIPS - begun, answers, states, capacity, &done),
            WAY_STATUS_OK);
        assert_true(done > 0);
        uint32_t used = 0;
        for (uint32_t i = 0; i < done; i++) {
            expect_trip(single, &trips[begun + i], &answers[i], states + used);
            used += answers[i].count;
        }
        assert_true(used <= capacity);
    }
}

static void trips_are_those_of_one_by_one(void **state)
{
    (void)state;
    way_map *map = many_map();
    for (uint32_t k = 0; k < 3; k++) {
        const char *const names[] = {"astar", "jps", "dba(sector=8)"};
        way_space *space = NULL;
        way_navigator *navigator = NULL;
        way_agent *agents[2] = {NULL, NULL};
        assert_int_equal(way_space_create_grid(map, 1, NULL, &space), WAY_STATUS_OK);
        const way_navigator_config plan = {.space = space, .algorithm = names[k]};
        assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
        for (uint32_t i = 0; i < 2; i++) {
            const way_agent_config config = {.navigator = navigator};
            assert_int_equal(way_agent_create(&config, &agents[i]), WAY_STATUS_OK);
        }
        way_rng rng = way_rng_seed(k);
        way_trip trips[TRIPS] = {{0}};
        for (uint32_t i = 0; i < TRIPS; i++) {
            trips[i].start = way_rng_below(&rng, CELLS);
            trips[i].goal = way_rng_below(&rng, CELLS);
            trips[i].fall_back_to_nearest = i % 3 == 0;
        }
        expect_trips(agents[0], agents[1], trips, CELLS);
        expect_trips(agents[0], agents[1], trips, 90);

        // What does not fit is not done; what can't be begun says which.
        way_answer answers[TRIPS];
        way_state states[1];
        uint32_t done = 7;
        const way_trip far = {.start = 0, .goal = way_map_nearest_reachable(map, 0, CELLS - 1, 1)};
        assert_int_equal(way_agent_trips(agents[0], &far, 1, answers, states, 1, &done),
                         WAY_STATUS_OK);
        assert_int_equal(done, 0);
        trips[0] = trips[1] = (way_trip){.start = 0, .goal = 0};
        trips[2].goal = CELLS;
        way_state room[8];
        assert_int_equal(way_agent_trips(agents[0], trips, 3, answers, room, 8, &done),
                         WAY_STATUS_OUT_OF_RANGE);
        assert_int_equal(done, 2);
        assert_int_equal(way_agent_trips(agents[0], NULL, 1, answers, room, 8, &done),
                         WAY_STATUS_INVALID_ARGUMENT);
        assert_int_equal(way_agent_trips(agents[0], trips, 1, answers, NULL, 8, &done),
                         WAY_STATUS_INVALID_ARGUMENT);
        assert_int_equal(way_agent_trips(agents[0], NULL, 0, NULL, NULL, 0, &done), WAY_STATUS_OK);
        way_agent_destroy(agents[0]);
        way_agent_destroy(agents[1]);
        way_navigator_destroy(navigator);
        way_space_destroy(space);
    }
    way_map_destroy(map);
}

static void costs_are_those_of_one_by_one(void **state)
{
    (void)state;
    way_map *map = many_map();
    for (uint32_t k = 0; k < 2; k++) {
        way_space *space = NULL;
        way_field *field = NULL;
        assert_int_equal(way_space_create_grid(map, 1, NULL, &space), WAY_STATUS_OK);
        const way_field_config config = {
            .space = space, .backward = true, .store = k ? WAY_STORE_SPARSE : WAY_STORE_DENSE};
        assert_int_equal(way_field_create(&config, &field), WAY_STATUS_OK);
        const way_state goal = 0;
        assert_int_equal(way_field_begin(field, &goal, 1, WAY_COST_MAX), WAY_STATUS_OK);
        for (uint32_t slices = 0; slices < 4; slices++) { // under way, too
            way_field_step(field, 60);
            const uint32_t count = CELLS - slices; // not always whole pages of nodes
            way_cost costs[CELLS + 1] = {0};
            costs[count] = 42;
            way_field_costs(field, costs, count);
            for (way_state cell = 0; cell < count; cell++) {
                assert_int_equal(costs[cell], way_field_cost(field, cell));
            }
            assert_int_equal(costs[count], 42);
        }
        way_field_destroy(field);
        way_space_destroy(space);
    }
    way_map_destroy(map);
}

static void views_are_those_of_one_by_one(void **state)
{
    (void)state;
    way_map *map = many_map();
    const way_world_kind kind = {.size = 1};
    const way_world_config config = {
        .map = map, .kinds = &kind, .kind_count = 1, .unit_capacity = 40, .frames_per_tick = 3};
    way_world *world = NULL;
    assert_int_equal(way_world_create(&config, &world), WAY_STATUS_OK);
    way_unit units[30];
    uint32_t added = 0;
    for (way_cell cell = 0; added < 30; cell++) {
        if (way_map_is_passable(map, cell)) {
            const way_unit_config unit = {.cell = cell};
            assert_int_equal(way_world_add(world, &unit, &units[added++]), WAY_STATUS_OK);
        }
    }
    const way_order order = {.kind = WAY_ORDER_GO, .cell = CELLS - 1};
    assert_int_equal(way_world_order(world, units, 30, &order), WAY_STATUS_OK);
    for (uint32_t i = 0; i < 30; i += 7) {
        assert_int_equal(way_world_remove(world, units[i]), WAY_STATUS_OK);
    }
    for (uint32_t frame = 0; frame < 20; frame++) {
        assert_int_equal(way_world_frame(world, 500), WAY_STATUS_OK);
        way_unit_view views[40];
        const uint32_t count = way_world_views(world, views, 40);
        assert_int_equal(count, way_world_unit_count(world));
        uint32_t at = 0;
        for (uint32_t place = 0; place < way_world_slot_count(world); place++) {
            way_unit_view view;
            if (way_world_unit(world, way_world_unit_in_slot(world, place), &view)) {
                assert_int_equal(views[at].unit, view.unit);
                assert_int_equal(views[at].x, view.x);
                assert_int_equal(views[at].y, view.y);
                assert_int_equal(views[at].goal, view.goal);
                assert_int_equal(views[at++].state, view.state);
            }
        }
        assert_int_equal(at, count);
        views[3].x = -77;
        assert_int_equal(way_world_views(world, views, 3), count);
        assert_int_equal(views[3].x, -77);
    }
    way_world_destroy(world);
    way_map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trips_are_those_of_one_by_one),
        cmocka_unit_test(costs_are_those_of_one_by_one),
        cmocka_unit_test(views_are_those_of_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
