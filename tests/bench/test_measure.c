// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// How times of steps become figures, on tracks made by hand.
#define _POSIX_C_SOURCE 200809L

#include "bench/suite/measure.h"
#include "bench/suite/store.h"
#include "bench/suite/summary.h"
#include "support/test.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#define NEAR 1e-6

// cmocka's own takes floats.
static void expect_near(double found, double wanted, double tolerance)
{
    if (!(fabs(found - wanted) <= tolerance)) {
        fail_msg("%.9g, not %.9g", found, wanted);
    }
}

static void quantile_when_between(void **state)
{
    (void)state;
    double numbers[] = {5, 1, 4, 2, 3};
    bench_sort(numbers, 5);
    expect_near(bench_quantile(numbers, 5, 0), 1, NEAR);
    expect_near(bench_quantile(numbers, 5, 0.5), 3, NEAR);
    expect_near(bench_quantile(numbers, 5, 0.95), 4.8, NEAR);
    expect_near(bench_quantile(numbers, 5, 1), 5, NEAR);
    expect_near(bench_quantile(numbers, 0, 0.5), 0, NEAR);
}

// Four steps that commit 2, 0, 1 and 3 moves of cost 10.
static void track_make(bench_track *track)
{
    static const uint32_t moves[] = {2, 2, 3, 6};
    bench_track_begin(track);
    for (uint32_t i = 0; i < 4; i++) {
        bench_track_note(track, i, moves[i], moves[i] * 10u);
    }
}

static void track_round(bench_track *track, const double *times, double lost)
{
    for (uint32_t i = 0; i < 4; i++) {
        bench_track_time(track, i, times[i]);
    }
    bench_track_settle(track, lost);
}

static void finish_when_rounds_differ(void **state)
{
    (void)state;
    const bench_meter meter = {.extras = BENCH_EXTRA_GAT};
    bench_track track = {.count = 0};
    bench_result result = {.moves = 6};
    track_make(&track);
    track_round(&track, (double[]){4, 1, 2, 3}, 0);
    track_round(&track, (double[]){5, 1, 9, 3}, 0);
    track_round(&track, (double[]){3, 1, 2, 8}, 0);
    bench_measure_finish(&meter, &track, 10, &result);
    // Medians of the steps are 4, 1, 2, 3.
    assert_int_equal(result.steps, 4);
    assert_int_equal(result.repetitions, 3);
    expect_near(result.total, 14, NEAR);
    expect_near(result.low, 10, NEAR);
    expect_near(result.high, 18, NEAR);
    expect_near(result.mean, 14.0 / 6, NEAR);
    expect_near(result.median, 2.5, NEAR);
    expect_near(result.max, 4, NEAR);
    expect_near(result.first, 4, NEAR);
    expect_near(result.first20, 10, NEAR); // never 20 cells far: all of it
    bench_track_free(&track);
}

static void finish_when_the_first_cells_come_early(void **state)
{
    (void)state;
    const bench_meter meter = {.extras = 0};
    bench_track track = {.count = 0};
    bench_result result = {.moves = 6};
    track_make(&track);
    track_round(&track, (double[]){4, 1, 2, 3}, 0);
    bench_measure_finish(&meter, &track, 1, &result); // 20 cells are one step
    expect_near(result.first20, 4, NEAR);
    expect_near(result.gat[0], 0, NEAR);
    bench_track_free(&track);
}

static void achievement_when_planning_is_late(void **state)
{
    (void)state;
    const bench_meter meter = {.extras = BENCH_EXTRA_GAT};
    bench_track track = {.count = 0};
    bench_result result = {.moves = 6};
    track_make(&track);
    // An action takes 1 ms at index 6: plans of 4, 0.5, 0.5, 7 ms; walks of 2, -, 1, 3 ms.
    track_round(&track, (double[]){4e-3, 0.5e-3, 0.5e-3, 7e-3}, 0);
    bench_measure_finish(&meter, &track, 10, &result);
    expect_near(bench_durations[6], 1e-3, NEAR);
    // 4 to plan; 0.5 nothing new while walking; the rest of the walk, 1.5; then 1 ms of walking is
    // over long before the plan that takes 7; 3 to walk.
    expect_near(result.gat[6], 4e-3 + 0.5e-3 + 1.5e-3 + 7e-3 + 3e-3, 1e-7);
    bench_track_free(&track);
}

static void settle_when_interrupted(void **state)
{
    (void)state;
    const bench_meter meter = {.extras = 0};
    bench_track track = {.count = 0};
    bench_result result = {.moves = 6};
    track_make(&track);
    // Eight seconds went to somebody else in the third step, and one in the second.
    track_round(&track, (double[]){4, 2, 10, 3}, 8 + 1);
    bench_measure_finish(&meter, &track, 10, &result);
    expect_near(result.total, 10, 1e-5);
    assert_true(result.max <= 4.0 + NEAR);
    // A trip of one step gives back everything.
    bench_track_begin(&track);
    bench_track_note(&track, 0, 1, 10);
    bench_track_time(&track, 0, 5);
    bench_track_settle(&track, 4);
    bench_measure_finish(&meter, &track, 10, &result);
    expect_near(result.total, 1, 1e-5);
    bench_track_free(&track);
}

// Stores ------------------------------------------------------------------------------------------

static void store_when_gone_on_with(void **state)
{
    (void)state;
    char path[] = "/tmp/waymark_store_XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0);
    (void)close(file);
    bench_plan plan;
    const bench_changes changes = {.problems = 2, .map_limit = 1};
    assert_int_equal(bench_plan_create(bench_suite_find("quick"), &changes, &plan), WAY_STATUS_OK);
    const bench_machine machine = bench_machine_look();
    bench_run_head head = {.plan = &plan, .machine = &machine, .command = "none"};
    bench_store *store = NULL;
    way_problem problem = {0};
    int64_t first = 0;
    int64_t second = 0;
    bool resumed = true;
    assert_int_equal(bench_store_open(path, true, &store, &problem), WAY_STATUS_OK);
    assert_int_equal(bench_store_begin(store, &head, &first, &resumed), WAY_STATUS_OK);
    assert_false(resumed);
    bench_store_close(store);
    assert_int_equal(bench_store_open(path, false, &store, &problem), WAY_STATUS_OK);
    assert_int_equal(bench_store_begin(store, &head, &second, &resumed), WAY_STATUS_OK);
    assert_true(resumed);
    assert_true(first == second);
    // Another plan, or a finished run, is begun anew.
    plan.problems = 3;
    assert_int_equal(bench_store_begin(store, &head, &second, &resumed), WAY_STATUS_OK);
    assert_false(resumed);
    plan.problems = 2;
    assert_int_equal(bench_store_finish(store, first), WAY_STATUS_OK);
    assert_int_equal(bench_store_begin(store, &head, &second, &resumed), WAY_STATUS_OK);
    assert_false(resumed);
    bench_store_close(store);
    bench_plan_free(&plan);
    (void)unlink(path);
}

static void summary_when_dominated(void **state)
{
    (void)state;
    bench_store *store = NULL;
    way_problem problem = {0};
    assert_int_equal(bench_store_open(":memory:", true, &store, &problem), WAY_STATUS_OK);
    bench_problem asked = {.reference = 10};
    bench_ground ground = {.name = "here", .problems = &asked, .count = 1};
    const bench_preparation ready = {.one = 1, .many = -1, .load = -1, .repair = -1, .disk = -1};
    static const char *const specs[] = {"good", "slow", "small"};
    static const double times[] = {1, 2, 3};
    static const size_t bytes[] = {100, 100, 10};
    assert_int_equal(bench_store_map(store, 1, &ground), WAY_STATUS_OK);
    for (uint32_t i = 0; i < 3; i++) {
        const bench_key key = {1, &ground, 0, specs[i]};
        const bench_result result = {.outcome = WAY_OUTCOME_ARRIVED,
                                     .solved = true,
                                     .valid = true,
                                     .moves = 1,
                                     .cost = 15,
                                     .best = 10,
                                     .total = times[i],
                                     .stats = {.bytes = bytes[i]}};
        assert_int_equal(bench_store_prepared(store, 1, "here", specs[i], &ready), WAY_STATUS_OK);
        assert_int_equal(bench_store_query(store, &key, &result, -1), WAY_STATUS_OK);
    }
    bench_summaries all;
    assert_int_equal(bench_summaries_create(store, 1, NULL, &all), WAY_STATUS_OK);
    assert_int_equal(all.count, 3);
    assert_string_equal(all.items[0].spec, "good");
    expect_near(all.items[0].excess, 0.5, NEAR);
    expect_near(all.items[1].speed, 0.5, NEAR);
    assert_false(all.items[0].dominated);
    assert_true(all.items[1].dominated);
    assert_string_equal(all.items[1].dominator, "good");
    assert_false(all.items[2].dominated);
    assert_true(all.items[0].load < 0); // not measured
    bench_summaries_free(&all);
    // The same map with other cells is another map.
    ground.hash++;
    assert_int_equal(bench_store_map(store, 1, &ground), WAY_STATUS_STALE);
    bench_store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantile_when_between),
        cmocka_unit_test(finish_when_rounds_differ),
        cmocka_unit_test(finish_when_the_first_cells_come_early),
        cmocka_unit_test(achievement_when_planning_is_late),
        cmocka_unit_test(settle_when_interrupted),
        cmocka_unit_test(store_when_gone_on_with),
        cmocka_unit_test(summary_when_dominated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
