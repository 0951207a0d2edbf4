// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// States that do not exist, in every kind of space and in every call that takes a state: they are
// refused, or answered with nothing, and never looked up.
#include "search/conformance.h"
#include "search/stage_graph.h"
#include "support/test.h"

#include <waymark/agent.h>
#include <waymark/database.h>
#include <waymark/field.h>
#include <waymark/fog.h>
#include <waymark/lab.h>
#include <waymark/mesh.h>
#include <waymark/path.h>

#include <string.h>

#define UNKNOWN_MAX 6u

/// Numbers of states that a space with `count` states does not have.
static uint32_t unknown_states(uint32_t count, way_state *out)
{
    const way_state states[UNKNOWN_MAX] = {count,       count + 1,      UINT32_C(0x7fffffff),
                                           4000000000u, UINT32_MAX - 1, WAY_STATE_NONE};
    memcpy(out, states, sizeof states);
    return UNKNOWN_MAX;
}

static void ask_space(const test_stage *stage, way_state unknown)
{
    way_space *space = stage->space;
    assert_false(way_space_can_stand(space, unknown));
    assert_int_equal(way_space_step_cost(space, unknown, 0), WAY_COST_MAX);
    assert_int_equal(way_space_step_cost(space, 0, unknown), WAY_COST_MAX);
    assert_int_equal(way_space_step_cost(space, unknown, unknown), WAY_COST_MAX);
    way_field *field = NULL;
    const way_state sources[] = {0, unknown};
    assert_int_equal(way_field_create(&(way_field_config){.space = space}, &field), WAY_STATUS_OK);
    assert_int_equal(way_field_begin(field, sources, 2, WAY_COST_MAX), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(way_field_begin(field, sources, 1, WAY_COST_MAX), WAY_STATUS_OK);
    way_field_run(field);
    assert_int_equal(way_field_cost(field, unknown), WAY_COST_MAX);
    assert_int_equal(way_field_next(field, unknown), WAY_STATE_NONE);
    way_field_destroy(field);
}

static void begin_is(conformance_rig *rig, way_trip trip)
{
    rig->trip = trip;
    const way_status status = way_agent_begin(rig->agent, &trip);
    // A goal mode or a space that the algorithm lacks may be refused first.
    conformance_check(rig,
                      status == WAY_STATUS_OUT_OF_RANGE ||
                          (status == WAY_STATUS_UNSUPPORTED && trip.mode != WAY_GOAL_EXACT),
                      "begin: %s", way_status_text(status));
}

static void ask_agent(conformance_rig *rig, way_state unknown)
{
    const way_state goals[] = {0, unknown};
    begin_is(rig, (way_trip){.start = unknown, .goal = 0});
    begin_is(rig, (way_trip){.start = 0, .goal = unknown});
    begin_is(rig, (way_trip){.start = unknown, .goal = unknown, .fall_back_to_nearest = true});
    begin_is(rig, (way_trip){.start = 0, .goal = unknown, .mode = WAY_GOAL_RANGE, .range = 5});
    begin_is(rig, (way_trip){.start = 0, .goal = unknown, .mode = WAY_GOAL_ADJACENT});
    begin_is(rig, (way_trip){.start = 0, .mode = WAY_GOAL_ANY_OF, .goals = goals, .goal_count = 2});
    begin_is(rig, (way_trip){.start = unknown, .mode = WAY_GOAL_SPACE});
    way_state place = 0;
    assert_int_equal(way_navigator_region(rig->navigator, unknown, &place), WAY_STATE_NONE);
    assert_int_equal(place, WAY_STATE_NONE);
    const way_trip trip = {.start = rig->stage->problems[0].start,
                           .goal = rig->stage->problems[0].goal};
    assert_int_equal(way_agent_begin(rig->agent, &trip), WAY_STATUS_OK);
    way_agent_step(rig->agent, 1);
    way_status status = way_agent_notify(rig->agent, &unknown, 1);
    conformance_check(rig, status == WAY_STATUS_OUT_OF_RANGE || status == WAY_STATUS_UNSUPPORTED,
                      "change: %s", way_status_text(status));
    status = way_agent_retarget(rig->agent, unknown);
    conformance_check(rig, status == WAY_STATUS_OUT_OF_RANGE || status == WAY_STATUS_UNSUPPORTED,
                      "retarget: %s", way_status_text(status));
}

static void ask_walker(const conformance_rig *rig, way_state unknown)
{
    way_walker *walker = NULL;
    const way_walker_config config = {.navigator = rig->navigator};
    if (way_walker_create(&config, &walker) != WAY_STATUS_OK) {
        return;
    }
    assert_int_equal(way_walker_begin(walker, unknown, 0), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(way_walker_begin(walker, 0, unknown), WAY_STATUS_OUT_OF_RANGE);
    if (way_walker_begin(walker, rig->stage->problems[0].start, rig->stage->problems[0].goal) ==
        WAY_STATUS_OK) {
        assert_int_equal(way_walker_retarget(walker, unknown), WAY_STATUS_OUT_OF_RANGE);
        const way_status status = way_walker_change(walker, &unknown, 1);
        conformance_check(rig, status == WAY_STATUS_OUT_OF_RANGE, "walker's change: %s",
                          way_status_text(status));
    }
    way_walker_destroy(walker);
}

static void unknown_states_are_refused(conformance_rig *rig)
{
    way_state unknown[UNKNOWN_MAX];
    const uint32_t known = rig->stage->space->state_count; // a mesh keeps numbers for its repairs
    const uint32_t count = unknown_states(known ? known : rig->stage->count, unknown);
    for (uint32_t i = 0; i < count; i++) {
        ask_space(rig->stage, unknown[i]);
        ask_agent(rig, unknown[i]);
        ask_walker(rig, unknown[i]);
    }
}

static void map_calls_do(const way_map *map, way_cell unknown)
{
    uint32_t x = 0;
    uint32_t y = 0;
    way_map_position(map, unknown, &x, &y); // any answer will do
    (void)way_map_estimate(map, unknown, 0);
    (void)way_map_estimate(map, 0, unknown);
    assert_int_equal(way_map_terrain(map, unknown), 0);
    assert_false(way_map_is_passable(map, unknown));
    assert_int_equal(way_map_clearance(map, unknown, 1), 0);
    assert_false(way_map_weight(map, unknown, 1));
    assert_false(way_map_weight(map, unknown, 0));
    assert_int_equal(way_map_step_cost(map, unknown, 0, 1), WAY_COST_MAX);
    assert_int_equal(way_map_step_cost(map, 0, unknown, 1), WAY_COST_MAX);
    assert_int_equal(way_map_component(map, unknown, 1), WAY_CELL_NONE);
    assert_false(way_map_is_reachable(map, unknown, 0, 1));
    assert_false(way_map_is_reachable(map, 0, unknown, 1));
    assert_int_equal(way_map_nearest_passable(map, unknown, 1), WAY_CELL_NONE);
    assert_int_equal(way_map_nearest_reachable(map, unknown, 0, 1), WAY_CELL_NONE);
    assert_int_equal(way_map_nearest_reachable(map, 0, unknown, 1), WAY_CELL_NONE);
    assert_false(way_map_sees(map, unknown, 0, WAY_SIGHT_ANY_ANGLE, 1));
    assert_false(way_map_sees(map, 0, unknown, WAY_SIGHT_GRID, 1));
    way_cell cells[] = {0, unknown, 1};
    uint32_t length = 3;
    way_path path = {0};
    assert_false(way_path_check(map, 1, cells, length, NULL));
    (void)way_path_length(map, cells, length);
    const way_smoothing_config smoothing = {.map = map, .unit_size = 1};
    assert_int_equal(way_path_smooth(&smoothing, cells, &length), WAY_STATUS_STALE);
    cells[2] = unknown - 9; // beside it, were there a row more
    assert_int_equal(way_path_smooth(&smoothing, cells, &length), WAY_STATUS_STALE);
    assert_int_equal(way_find(map, "astar", unknown, 0, &path), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(way_find(map, "astar", 0, unknown, &path), WAY_STATUS_OUT_OF_RANGE);
    way_path_free(&path);
}

static void cells_outside_are_refused_by_maps(void **state)
{
    (void)state;
    const way_map_config config = way_map_config_default(9, 7);
    way_map *map = NULL;
    way_belief *belief = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    assert_int_equal(way_belief_create(&(way_belief_config){.truth = map}, &belief), WAY_STATUS_OK);
    way_state unknown[UNKNOWN_MAX];
    for (uint32_t i = 0; i < unknown_states(63, unknown); i++) {
        map_calls_do(map, unknown[i]);
        const way_map_link link = {.from = 60, .to = 62, .cost = 100};
        assert_int_equal(way_map_add_links(map, &link, 1), WAY_STATUS_OK);
        map_calls_do(map, unknown[i]); // some look along links as well
        assert_int_equal(way_map_remove_links(map, &link, 1), WAY_STATUS_OK);
        const way_sensor sensor = {.cell = unknown[i]};
        assert_int_equal(way_belief_look(belief, 1, &sensor, 1, NULL), WAY_STATUS_OUT_OF_RANGE);
        assert_int_equal(way_belief_seen(belief, unknown[i]), WAY_BELIEF_NEVER);
    }
    way_belief_destroy(belief);
    way_map_destroy(map);
}

/// Boards and frames: states that are numbered as they are met, or not at all.
static void worlds_answer_with_nothing(void **state)
{
    (void)state;
    static const char text[] = "1 5 3 0\n#####\n#u d#\n#####\n";
    static const uint8_t goal[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    way_space *spaces[2] = {0};
    way_space *platform = NULL;
    way_level level;
    const way_tiles_config tiles = {.columns = 4, .rows = 4};
    assert_int_equal(way_space_create_tiles(&tiles, &spaces[0]), WAY_STATUS_OK);
    assert_int_equal(way_space_create_tiles_trail(&tiles, &spaces[1]), WAY_STATUS_OK);
    assert_int_equal(way_level_parse(text, strlen(text), NULL, &level, NULL), WAY_STATUS_OK);
    assert_int_equal(way_space_create_platform(&(way_platform_config){.level = &level}, &platform),
                     WAY_STATUS_OK);
    way_level_free(&level);
    way_state unknown[UNKNOWN_MAX];
    for (uint32_t i = 0; i < unknown_states(1000000, unknown); i++) {
        for (uint32_t k = 0; k < 2; k++) {
            uint8_t board[16] = {0};
            way_tiles_get(spaces[k], unknown[i], board);
            assert_memory_equal(board, goal, sizeof goal);
            assert_false(way_space_can_stand(spaces[k], unknown[i]));
        }
        assert_int_equal(way_platform_get(platform, unknown[i]).x, 0);
        assert_int_equal(way_platform_keys(platform, unknown[i], 0), 0);
        assert_int_equal(way_platform_keys(platform, 0, unknown[i]), 0);
    }
    way_space_destroy(spaces[0]);
    way_space_destroy(spaces[1]);
    way_space_destroy(platform);
}

/// A path over boards that the space has forgotten does not hold.
static void forgotten_boards_do_not_hold(void **state)
{
    (void)state;
    static const uint8_t boards[2][4] = {{1, 3, 2, 0}, {0, 1, 2, 3}};
    way_space *space = NULL;
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    assert_int_equal(way_space_create_tiles(&(way_tiles_config){.columns = 2, .rows = 2}, &space),
                     WAY_STATUS_OK);
    const way_trip trip = {.start = way_tiles_find(space, boards[0]),
                           .goal = way_tiles_find(space, boards[1])};
    const way_navigator_config plan = {.space = space, .algorithm = "astar"};
    assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
    assert_int_equal(way_agent_create(&(way_agent_config){.navigator = navigator}, &agent),
                     WAY_STATUS_OK);
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    assert_int_equal(way_agent_run(agent), WAY_OUTCOME_FOUND);
    assert_true(way_agent_path_holds(agent, 0));
    way_tiles_reset(space);
    assert_false(way_agent_path_holds(agent, 0));
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OUT_OF_RANGE);
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    way_space_destroy(space);
}

int main(void)
{
    static const conformance_test tests[] = {
        {"unknown states are refused", unknown_states_are_refused, 0, 1},
    };
    const struct CMUnitTest units[] = {
        cmocka_unit_test(cells_outside_are_refused_by_maps),
        cmocka_unit_test(worlds_answer_with_nothing),
        cmocka_unit_test(forgotten_boards_do_not_hold),
    };
    stage_set stages = {0};
    stage_set_add_graphs(&stages, 4);
    stage_set_add_worlds(&stages, 1);
    const stage_grid_config grid = {.generator = "rooms",
                                    .width = 9,
                                    .height = 8,
                                    .neighbours = WAY_NEIGHBOURS_8,
                                    .lightest = 1,
                                    .heaviest = 1,
                                    .size = 1};
    stage_create_grid(stage_set_add(&stages), &grid);
    const int failed = conformance_main(&stages, tests, 1);
    stage_set_destroy(&stages);
    return failed + cmocka_run_group_tests(units, NULL, NULL);
}
