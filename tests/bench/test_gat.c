// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Goal achievement time, against a time line that is kept here by other means.
#include "bench/gat/gat_walk.h"
#include "scenes/scene.h"
#include "support/test.h"

#include <waymark/lab.h>

#define DURATIONS 7u
#define EPISODES_MAX 20000u

static const uint64_t gat_durations[DURATIONS] = {1000,     10000,     100000,    1000000,
                                                  10000000, 100000000, 1000000000};

typedef struct gat_fixture {
    way_map *map;
    way_space *space;
    way_navigator *navigator;
    way_agent *agent;
    way_trip trip;
} gat_fixture;

static void gat_setup(gat_fixture *fixture, const char *spec, uint64_t seed)
{
    const scene_request request = scene_request_default("caves", 40, 40, seed);
    scene made;
    assert_int_equal(scene_create(&request, &made, NULL), WAY_STATUS_OK);
    way_map_config config = way_map_config_default(made.width, made.height);
    config.weights = made.weights;
    *fixture = (gat_fixture){.trip = {.start = made.start, .goal = made.goal}};
    assert_int_equal(way_map_create(&config, &fixture->map), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(fixture->map, 1, NULL, &fixture->space), WAY_STATUS_OK);
    const way_navigator_config plan = {.space = fixture->space, .algorithm = spec};
    assert_int_equal(way_navigator_create(&plan, &fixture->navigator), WAY_STATUS_OK);
    const way_agent_config agent = {.navigator = fixture->navigator};
    assert_int_equal(way_agent_create(&agent, &fixture->agent), WAY_STATUS_OK);
    scene_destroy(&made);
}

static void gat_teardown(gat_fixture *fixture)
{
    way_agent_destroy(fixture->agent);
    way_navigator_destroy(fixture->navigator);
    way_space_destroy(fixture->space);
    way_map_destroy(fixture->map);
}

static bench_gat_config gat_config(gat_fixture *fixture)
{
    return (bench_gat_config){.agent = fixture->agent,
                              .trip = &fixture->trip,
                              .durations = gat_durations,
                              .duration_count = DURATIONS,
                              .unit_cost = way_map_costs(fixture->map).cardinal,
                              .expansion_ns = 700};
}

/// What an agent did, episode by episode.
typedef struct gat_diary {
    uint64_t expansions[EPISODES_MAX];
    way_cost costs[EPISODES_MAX]; ///< of the walk so far
    uint32_t count;
} gat_diary;

static void gat_write_diary(gat_fixture *fixture, gat_diary *diary)
{
    uint64_t before = 0;
    diary->count = 0;
    assert_int_equal(way_agent_begin(fixture->agent, &fixture->trip), WAY_STATUS_OK);
    for (way_outcome outcome = WAY_OUTCOME_WORKING; outcome == WAY_OUTCOME_WORKING;) {
        outcome = way_agent_step(fixture->agent, UINT32_MAX);
        assert_true(diary->count < EPISODES_MAX);
        diary->expansions[diary->count] = way_agent_stats(fixture->agent).expansions - before;
        before += diary->expansions[diary->count];
        diary->costs[diary->count++] = way_agent_cost(fixture->agent);
    }
}

/// Two clocks: the planner's and the walker's. Each waits for the other where it must.
static bench_gat_time gat_replay(const gat_diary *diary, const bench_gat_config *config,
                                 uint64_t unit)
{
    uint64_t planner = 0;
    uint64_t walker = 0;
    bench_gat_time time = {0, 0, 0};
    for (uint32_t i = 0; i < diary->count; i++) {
        planner += diary->expansions[i] * config->expansion_ns;
        if (planner > walker) {
            time.waiting += i ? planner - walker : 0;
            time.late += i > 0;
            walker = planner;
        }
        planner = walker; // the next episode begins with these moves
        const uint64_t before = i ? diary->costs[i - 1] : 0;
        walker += diary->costs[i] * unit / config->unit_cost - before * unit / config->unit_cost;
    }
    time.total = walker;
    return time;
}

static void gat_run_matches_two_clocks(void **state)
{
    static const char *const specs[] = {"lsslrta(move=single, lookahead=30)",
                                        "lsslrta(move=multi, lookahead=200)",
                                        "lsslrta(move=dynamic, lookahead=20)",
                                        "lrtastar",
                                        "tbastar",
                                        "rtaa(lookahead=40)",
                                        "astar",
                                        "speedy"};
    static gat_diary diary;
    (void)state;
    for (uint32_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        gat_fixture fixture;
        bench_gat_time times[DURATIONS];
        bench_gat_result result;
        gat_setup(&fixture, specs[i], 11 + i);
        gat_write_diary(&fixture, &diary);
        const bench_gat_config config = gat_config(&fixture);
        assert_int_equal(bench_gat_run(&config, times, &result), WAY_STATUS_OK);
        assert_int_equal(result.outcome, WAY_OUTCOME_FOUND);
        assert_int_equal(result.cost, diary.costs[diary.count - 1]);
        assert_int_equal(result.episodes, diary.count);
        assert_int_equal(result.first_expansions, diary.expansions[0]);
        for (uint32_t k = 0; k < DURATIONS; k++) {
            const bench_gat_time expected = gat_replay(&diary, &config, gat_durations[k]);
            assert_int_equal(times[k].total, expected.total);
            assert_int_equal(times[k].waiting, expected.waiting);
            assert_int_equal(times[k].late, expected.late);
        }
        gat_teardown(&fixture);
    }
}

static void gat_run_when_planned_first(void **state)
{
    (void)state;
    gat_fixture fixture;
    bench_gat_time times[DURATIONS];
    bench_gat_result result;
    gat_setup(&fixture, "astar", 3);
    const bench_gat_config config = gat_config(&fixture);
    assert_int_equal(bench_gat_run(&config, times, &result), WAY_STATUS_OK);
    assert_int_equal(result.episodes, 1);
    for (uint32_t k = 0; k < DURATIONS; k++) {
        assert_int_equal(times[k].total, result.expansions * config.expansion_ns +
                                             result.cost * gat_durations[k] / config.unit_cost);
        assert_int_equal(times[k].waiting, 0);
    }
    gat_teardown(&fixture);
}

static void gat_run_when_planning_fits(void **state)
{
    (void)state;
    gat_fixture fixture;
    bench_gat_time times[DURATIONS];
    bench_gat_result result;
    gat_setup(&fixture, "lsslrta(move=single, lookahead=30)", 5);
    const bench_gat_config config = gat_config(&fixture);
    assert_int_equal(bench_gat_run(&config, times, &result), WAY_STATUS_OK);
    // 30 expansions of 700 ns do not fit into 10 us, but they do into 100 us.
    assert_true(times[1].late > 0 && times[1].waiting > 0);
    for (uint32_t k = 2; k < DURATIONS; k++) {
        assert_int_equal(times[k].late, 0);
        assert_int_equal(times[k].total,
                         result.first_ns + result.cost * gat_durations[k] / config.unit_cost);
    }
    gat_teardown(&fixture);
}

static const bench_gat_row gat_rows[] = {{10, 7000}, {100, 70000}, {1000, 700000}, {5000, 3500000}};
static const bench_gat_training gat_training = {gat_rows, 4};

static void gat_lookahead_rounds_down(void **state)
{
    static const bench_gat_row bumpy[] = {{1, 10}, {2, 30}, {3, 20}, {4, 40}};
    (void)state;
    assert_int_equal(bench_gat_lookahead(&gat_training, 6999), 0);
    assert_int_equal(bench_gat_lookahead(&gat_training, 7000), 10);
    assert_int_equal(bench_gat_lookahead(&gat_training, 699999), 100);
    assert_int_equal(bench_gat_lookahead(&gat_training, UINT64_MAX), 5000);
    assert_int_equal(bench_gat_lookahead(&(bench_gat_training){bumpy, 4}, 25), 1);
    assert_int_equal(bench_gat_lookahead(&(bench_gat_training){bumpy, 4}, 30), 3);
}

static void gat_run_when_dynamic_is_never_late(void **state)
{
    (void)state;
    gat_fixture fixture;
    gat_setup(&fixture, "lsslrta(move=dynamic, most=5000)", 13);
    uint64_t least = UINT64_MAX;
    for (uint32_t k = 1; k < DURATIONS; k++) {
        bench_gat_time time;
        bench_gat_result result;
        bench_gat_config config = gat_config(&fixture);
        config.durations = &gat_durations[k];
        config.duration_count = 1;
        config.training = &gat_training;
        assert_int_equal(bench_gat_run(&config, &time, &result), WAY_STATUS_OK);
        assert_int_equal(result.outcome, WAY_OUTCOME_FOUND);
        assert_int_equal(time.late, 0);
        assert_true(result.first_expansions <=
                    bench_gat_lookahead(&gat_training, gat_durations[k]));
        least = result.episodes < least ? result.episodes : least;
    }
    assert_int_equal(least, 1); // with a second for each move everything is seen at once
    gat_teardown(&fixture);
}

static void gat_run_when_not_possible(void **state)
{
    static const char *const specs[] = {"astar", "lsslrta(move=single)", "lsslrta(move=dynamic)"};
    (void)state;
    for (uint32_t i = 0; i < 3; i++) {
        gat_fixture fixture;
        bench_gat_time time[DURATIONS];
        gat_setup(&fixture, specs[i], 17);
        bench_gat_config config = gat_config(&fixture);
        assert_int_equal(bench_gat_run(NULL, time, NULL), WAY_STATUS_INVALID_ARGUMENT);
        assert_int_equal(bench_gat_run(&config, NULL, NULL), WAY_STATUS_INVALID_ARGUMENT);
        config.expansion_ns = 0;
        assert_int_equal(bench_gat_run(&config, time, NULL), WAY_STATUS_INVALID_ARGUMENT);
        config.expansion_ns = 700;
        config.training = &gat_training;
        assert_int_equal(bench_gat_run(&config, time, NULL), WAY_STATUS_INVALID_ARGUMENT);
        config.duration_count = 1;
        assert_int_equal(bench_gat_run(&config, time, NULL),
                         i < 2 ? WAY_STATUS_UNSUPPORTED : WAY_STATUS_OK);
        const uint64_t wrong[] = {0, (uint64_t)BENCH_GAT_DURATION_MAX + 1};
        for (uint32_t k = 0; k < 2; k++) {
            config.durations = &wrong[k];
            assert_int_equal(bench_gat_run(&config, time, NULL), WAY_STATUS_OUT_OF_RANGE);
        }
        gat_teardown(&fixture);
    }
}

static void gat_run_when_limited(void **state)
{
    (void)state;
    gat_fixture fixture;
    bench_gat_time times[DURATIONS];
    bench_gat_result result;
    gat_setup(&fixture, "lsslrta(move=single, lookahead=10)", 19);
    bench_gat_config config = gat_config(&fixture);
    fixture.trip.expansion_limit = 45;
    assert_int_equal(bench_gat_run(&config, times, &result), WAY_STATUS_OK);
    assert_int_equal(result.outcome, WAY_OUTCOME_LIMIT);
    assert_int_equal(result.expansions, 45);
    gat_teardown(&fixture);
}

static void gat_run_on_tiles(void **state)
{
    static const uint8_t board[] = {4, 1, 2, 3, 8, 5, 6, 7, 9, 0, 10, 11, 12, 13, 14, 15};
    (void)state;
    way_space *space = NULL;
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    bench_gat_time time;
    bench_gat_result result;
    const way_tiles_config tiles = {.columns = 4, .rows = 4};
    assert_int_equal(way_space_create_tiles(&tiles, &space), WAY_STATUS_OK);
    const way_navigator_config plan = {.space = space, .algorithm = "lsslrta(move=single)"};
    assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
    const way_agent_config agents = {.navigator = navigator};
    assert_int_equal(way_agent_create(&agents, &agent), WAY_STATUS_OK);
    const way_trip trip = {.start = way_tiles_find(space, board), .mode = WAY_GOAL_SPACE};
    const bench_gat_config config = {.agent = agent,
                                     .trip = &trip,
                                     .durations = &gat_durations[3],
                                     .duration_count = 1,
                                     .expansion_ns = 500};
    assert_int_equal(bench_gat_run(&config, &time, &result), WAY_STATUS_OK);
    assert_int_equal(result.outcome, WAY_OUTCOME_FOUND);
    assert_int_equal(result.cost, 3);
    assert_int_equal(time.total, result.first_ns + 3 * gat_durations[3]);
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    way_space_destroy(space);
}

static void gat_run_when_its_training_has_no_rows(void **state)
{
    (void)state;
    gat_fixture fixture;
    gat_setup(&fixture, "lsslrta", 1);
    const bench_gat_training training = {.count = 4};
    bench_gat_time time;
    bench_gat_config config = gat_config(&fixture);
    config.duration_count = 1;
    config.training = &training;
    assert_int_equal(bench_gat_run(&config, &time, NULL), WAY_STATUS_INVALID_ARGUMENT);
    gat_teardown(&fixture);
}

static void gat_run_at_the_limits(void **state)
{
    (void)state;
    gat_fixture fixture;
    gat_setup(&fixture, "astar", 1);
    uint64_t durations[BENCH_GAT_DURATIONS_MAX + 1];
    bench_gat_time times[BENCH_GAT_DURATIONS_MAX + 1];
    for (uint32_t i = 0; i <= BENCH_GAT_DURATIONS_MAX; i++) {
        durations[i] = BENCH_GAT_DURATION_MAX - i;
    }
    bench_gat_config config = gat_config(&fixture);
    config.durations = durations;
    config.duration_count = BENCH_GAT_DURATIONS_MAX;
    assert_int_equal(bench_gat_run(&config, times, NULL), WAY_STATUS_OK);
    config.duration_count++;
    assert_int_equal(bench_gat_run(&config, times, NULL), WAY_STATUS_INVALID_ARGUMENT);
    config.duration_count = 1;
    durations[0]++;
    assert_int_equal(bench_gat_run(&config, times, NULL), WAY_STATUS_OUT_OF_RANGE);
    gat_teardown(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gat_run_matches_two_clocks),
        cmocka_unit_test(gat_run_when_planned_first),
        cmocka_unit_test(gat_run_when_planning_fits),
        cmocka_unit_test(gat_lookahead_rounds_down),
        cmocka_unit_test(gat_run_when_dynamic_is_never_late),
        cmocka_unit_test(gat_run_when_not_possible),
        cmocka_unit_test(gat_run_when_limited),
        cmocka_unit_test(gat_run_on_tiles),
        cmocka_unit_test(gat_run_when_its_training_has_no_rows),
        cmocka_unit_test(gat_run_at_the_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
