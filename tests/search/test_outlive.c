// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Trips under edits on maps of the size of games, and what calls that promise little work do, by
// counts.
#include "search/trip/algorithm.h"
#include "support/test.h"

#include <waymark/agent.h>

#include <string.h>

#define OUTLIVE_SIDE 512u

/// More than its budget no call may do.
#define OUTLIVE_BEYOND 64u

/// What way_agent_begin may do, by its header.
#define OUTLIVE_BEGIN 4096u

typedef struct outlive_rig {
    way_map *map;
    way_space *space;
    way_navigator *navigator;
    way_agent *agent;
} outlive_rig;

static void outlive_open(outlive_rig *rig, const char *algorithm, uint32_t side,
                         const uint8_t *weights)
{
    way_map_config config = way_map_config_default(side, side);
    config.weights = weights;
    assert_int_equal(way_map_create(&config, &rig->map), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(rig->map, 1, NULL, &rig->space), WAY_STATUS_OK);
    const way_navigator_config plan = {.space = rig->space, .algorithm = algorithm};
    assert_int_equal(way_navigator_create(&plan, &rig->navigator), WAY_STATUS_OK);
    const way_agent_config unit = {.navigator = rig->navigator};
    assert_int_equal(way_agent_create(&unit, &rig->agent), WAY_STATUS_OK);
}

static void outlive_close(outlive_rig *rig)
{
    way_agent_destroy(rig->agent);
    way_navigator_destroy(rig->navigator);
    way_space_destroy(rig->space);
    way_map_destroy(rig->map);
}

/// Long walls, one behind the other, with gaps at alternating ends, and rubble.
static uint8_t *outlive_walls(void)
{
    uint8_t *weights = malloc(OUTLIVE_SIDE * OUTLIVE_SIDE);
    assert_non_null(weights);
    memset(weights, 1, OUTLIVE_SIDE * OUTLIVE_SIDE);
    way_rng rng = way_rng_seed(1);
    for (uint32_t i = 0; i < 20000; i++) {
        weights[way_rng_below(&rng, OUTLIVE_SIDE * OUTLIVE_SIDE)] = 0;
    }
    for (uint32_t wall = 0; wall < 8; wall++) {
        for (uint32_t y = 0; y < OUTLIVE_SIDE; y++) {
            if (wall % 2 ? y > 20 : y < 490) {
                weights[y * OUTLIVE_SIDE + 50 + wall * 50] = 0;
            }
        }
    }
    return weights;
}

/// Frames of `budget` until there is a plan, while a door far off opens or shuts every so many
/// frames (0 = never).
static uint32_t outlive_frames(const char *algorithm, uint32_t budget, uint32_t every)
{
    uint8_t *weights = outlive_walls();
    outlive_rig rig;
    outlive_open(&rig, algorithm, OUTLIVE_SIDE, weights);
    const way_trip trip = {.start = way_map_nearest_passable(rig.map, 5 * OUTLIVE_SIDE + 5, 1),
                           .goal = way_map_nearest_passable(rig.map, 500 * OUTLIVE_SIDE + 430, 1)};
    assert_int_equal(way_agent_begin(rig.agent, &trip), WAY_STATUS_OK);
    uint32_t frames = 0;
    way_outcome outcome = WAY_OUTCOME_WORKING;
    while (outcome == WAY_OUTCOME_WORKING && frames < 600) {
        frames++;
        if (every && frames % every == 0) {
            const way_edit door = {510, 510, 1, 1, (uint8_t)(frames / every % 2)};
            assert_int_equal(way_map_edit(rig.map, &door, 1), WAY_STATUS_OK);
        }
        outcome = way_agent_step(rig.agent, budget);
    }
    assert_int_equal(outcome, WAY_OUTCOME_FOUND);
    assert_true(way_agent_path_holds(rig.agent, 0));
    const uint64_t most = way_agent_stats(rig.agent).step_work_max;
    if (most > budget + OUTLIVE_BEYOND) {
        fail_msg("%s: %llu of work in a step of %u", algorithm, (unsigned long long)most, budget);
    }
    outlive_close(&rig);
    free(weights);
    return frames;
}

static void plans_when_a_door_far_off_is_busy(void **state)
{
    (void)state;
    static const struct {
        const char *algorithm;
        uint32_t budget;
    } cases[] = {{"astar", 10000}, {"jps", 1000}, {"sgastar", 10000}, {"dstarlite", 10000}};
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const uint32_t alone = outlive_frames(cases[i].algorithm, cases[i].budget, 0);
        for (uint32_t every = 1; every <= 10; every += 9) {
            const uint32_t frames = outlive_frames(cases[i].algorithm, cases[i].budget, every);
            print_message("%s: %u frames, with an edit every %u frames %u\n", cases[i].algorithm,
                          alone, every, frames);
            assert_true(frames <= 3 * alone);
        }
    }
}

/// The same over ground with penalties.
static void plans_when_there_are_penalties(void **state)
{
    (void)state;
    static uint8_t penalties[64 * 64];
    outlive_rig rig;
    outlive_open(&rig, "astar", 64, NULL);
    way_space *space = NULL;
    const way_penalty_config config = {.map = rig.map, .profile = 1, .penalties = penalties};
    assert_int_equal(way_space_create_penalty(&config, &space), WAY_STATUS_OK);
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    const way_navigator_config plan = {.space = space, .algorithm = "astar"};
    assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
    assert_int_equal(way_agent_create(&(way_agent_config){.navigator = navigator}, &agent),
                     WAY_STATUS_OK);
    assert_int_equal(way_agent_begin(agent, &(way_trip){.start = 0, .goal = 63}), WAY_STATUS_OK);
    assert_int_equal(way_agent_step(agent, 4), WAY_OUTCOME_WORKING);
    assert_int_equal(way_map_edit(rig.map, &(way_edit){60, 60, 1, 1, 0}, 1), WAY_STATUS_OK);
    assert_int_equal(way_agent_run(agent), WAY_OUTCOME_FOUND);
    assert_int_equal(way_agent_bound_thousandths(agent), 1000);
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    way_space_destroy(space);
    outlive_close(&rig);
}

/// A building with a yard that nobody gets out of. From inside the building, next to the yard, the
/// way out is the one outside, with penalties and without.
static void leaves_by_an_exit_that_leads(void **state)
{
    (void)state;
    static const uint8_t penalties[32 * 32];
    outlive_rig rig;
    outlive_open(&rig, "astar", 32, NULL);
    const way_edit edits[] = {{8, 8, 16, 16, 0}, {12, 14, 2, 2, 1}};
    assert_int_equal(way_map_edit(rig.map, edits, 2), WAY_STATUS_OK);
    way_space *space = NULL;
    const way_penalty_config config = {.map = rig.map, .profile = 1, .penalties = penalties};
    assert_int_equal(way_space_create_penalty(&config, &space), WAY_STATUS_OK);
    way_space *const spaces[] = {rig.space, space};
    const way_state start = 14 * 32 + 16; // three cells from the yard, eight from the outside
    for (uint32_t i = 0; i < 2; i++) {
        way_path path;
        assert_int_equal(way_find_in(spaces[i], "astar", start, 31, &path), WAY_STATUS_OK);
        assert_int_equal(path.outcome, WAY_OUTCOME_FOUND);
        for (uint32_t k = 0; k < path.count; k++) {
            assert_true(path.states[k] % 32 >= 16); // away from the yard
        }
        way_path_free(&path);
        assert_int_equal(way_find_in(spaces[i], "astar", start, 14 * 32 + 12, &path),
                         WAY_STATUS_OK);
        assert_int_equal(path.outcome, WAY_OUTCOME_FOUND); // who wants into the yard gets there
        way_path_free(&path);
    }
    way_space_destroy(space);
    outlive_close(&rig);
}

/// The place nearest to a goal that can't be reached may be anywhere: it is sought in slices.
static void begins_in_time_when_the_goal_is_replaced(void **state)
{
    (void)state;
    const uint32_t side = 2048;
    uint8_t *weights = calloc((size_t)side * side, 1);
    assert_non_null(weights);
    for (uint32_t y = 0; y < 40; y++) {
        memset(weights + (size_t)y * side, 1, 40);
    }
    outlive_rig rig;
    outlive_open(&rig, "astar", side, weights);
    const way_trip trip = {.start = 0, .goal = side * side - 1, .fall_back_to_nearest = true};
    assert_int_equal(way_agent_begin(rig.agent, &trip), WAY_STATUS_OK);
    assert_true(rig.agent->looked + rig.agent->stats.expansions <= OUTLIVE_BEGIN);
    uint32_t steps = 0;
    while (way_agent_step(rig.agent, 100) == WAY_OUTCOME_WORKING) {
        steps++;
    }
    assert_int_equal(way_agent_outcome(rig.agent), WAY_OUTCOME_PARTIAL);
    assert_int_equal(way_agent_goal(rig.agent), 39 * side + 39);
    assert_true(steps > 10); // or this test tells nothing
    assert_true(way_agent_stats(rig.agent).step_work_max <= 100 + OUTLIVE_BEYOND);
    outlive_close(&rig);
    free(weights);
}

/// One cell in a hundred changes: the agent takes note, and is told in slices.
static void changes_in_time_when_much_changes(void **state)
{
    (void)state;
    outlive_rig rig;
    outlive_open(&rig, "dstarlite", OUTLIVE_SIDE, NULL);
    const way_trip trip = {.start = 0, .goal = OUTLIVE_SIDE * OUTLIVE_SIDE - 1};
    assert_int_equal(way_agent_begin(rig.agent, &trip), WAY_STATUS_OK);
    assert_int_equal(way_agent_run(rig.agent), WAY_OUTCOME_FOUND);
    const uint32_t count = OUTLIVE_SIDE * OUTLIVE_SIDE / 100;
    way_edit *edits = calloc(count, sizeof *edits);
    way_cell *cells = calloc(count, sizeof *cells);
    assert_true(edits && cells);
    way_rng rng = way_rng_seed(2);
    for (uint32_t i = 0; i < count; i++) {
        cells[i] = 1 + way_rng_below(&rng, OUTLIVE_SIDE * OUTLIVE_SIDE - 2);
        edits[i] = (way_edit){cells[i] % OUTLIVE_SIDE, cells[i] / OUTLIVE_SIDE, 1, 1, 0};
    }
    assert_int_equal(way_map_edit(rig.map, edits, count), WAY_STATUS_OK);
    const uint64_t before = rig.agent->looked + rig.agent->stats.expansions;
    assert_int_equal(way_agent_notify(rig.agent, cells, count), WAY_STATUS_OK);
    assert_true(rig.agent->looked + rig.agent->stats.expansions - before <= OUTLIVE_BEYOND);
    rig.agent->stats.step_work_max = 0;
    while (way_agent_step(rig.agent, 100) == WAY_OUTCOME_WORKING) {
    }
    assert_int_equal(way_agent_outcome(rig.agent), WAY_OUTCOME_FOUND);
    assert_true(way_agent_stats(rig.agent).step_work_max <= 100 + OUTLIVE_BEYOND);
    free(edits);
    free(cells);
    outlive_close(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plans_when_a_door_far_off_is_busy),
        cmocka_unit_test(plans_when_there_are_penalties),
        cmocka_unit_test(leaves_by_an_exit_that_leads),
        cmocka_unit_test(begins_in_time_when_the_goal_is_replaced),
        cmocka_unit_test(changes_in_time_when_much_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
