// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// How times of steps become figures, on tracks made by hand.
#define _POSIX_C_SOURCE 200809L

#include "bench/claims/claims.h"
#include "bench/store/compare.h"
#include "support/test.h"

#include <math.h>
#include <stdlib.h>
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
    const bench_meter meter = {.extras = 0};
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
    // The step that committed nothing is part of the wait for the next one: 4, 1 + 2, 3.
    expect_near(result.max, 4, NEAR);
    assert_int_equal(result.waits.bins[0], 3); // moves that came with others
    expect_near(bench_waits_quantile(&result.waits, 0.6), 3, 0.3);
    expect_near(bench_waits_quantile(&result.waits, 1), 4, 0.4);
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
    bench_track_free(&track);
}

static void finish_when_only_counted(void **state)
{
    (void)state;
    const bench_meter meter = {.counts = true};
    bench_track track = {.count = 0};
    bench_result result = {.moves = 6, .cold = 5};
    track_make(&track);
    bench_measure_finish(&meter, &track, 10, &result);
    assert_int_equal(result.steps, 4);
    assert_true(result.total < 0 && result.cold < 0 && result.max < 0 && result.first < 0);
    bench_track_free(&track);
}

// What jump point search keeps of the ground saves it steps: its later rounds count nevertheless.
static void round_when_the_ground_is_known(void **state)
{
    (void)state;
    const way_map_config config = way_map_config_default(256, 256);
    const bench_meter meter = {.seconds = 60};
    const way_trip trip = {.start = 0, .goal = 256 * 256 - 1};
    way_map *map = NULL;
    way_space *space = NULL;
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    bench_track track = {.count = 0};
    bench_result result = {.best = 0};
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    for (uint32_t i = 0; i < 4000; i++) {
        const uint32_t cell = 1 + i * 7919u % (256u * 256u - 2);
        const way_edit rock = {.x = cell % 256, .y = cell / 256, .width = 1, .height = 1};
        assert_int_equal(way_map_edit(map, &rock, 1), WAY_STATUS_OK);
    }
    assert_int_equal(way_space_create_grid(map, 1, NULL, &space), WAY_STATUS_OK);
    const way_navigator_config plan = {.space = space, .algorithm = "jps(jumps=always)"};
    assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
    assert_int_equal(way_agent_create(&(way_agent_config){.navigator = navigator}, &agent),
                     WAY_STATUS_OK);
    bench_measure_first(&meter, agent, &trip, &track, &result);
    assert_int_equal(result.outcome, WAY_OUTCOME_FOUND);
    const uint32_t rounds = track.rounds;
    bench_measure_round(&meter, agent, &trip, &track);
    assert_int_equal(track.rounds, rounds + 1);
    uint32_t steps = 0;
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    while (way_agent_step(agent, BENCH_BUDGET) == WAY_OUTCOME_WORKING) {
        steps++;
    }
    assert_true(steps + 1 < track.count); // or this test shows nothing
    bench_track_free(&track);
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    way_space_destroy(space);
    way_map_destroy(map);
}

static void waits_when_written_and_read(void **state)
{
    (void)state;
    char text[4096];
    bench_waits waits = {{0}};
    bench_waits again = {{0}};
    bench_waits_add(&waits, 0, 7);
    bench_waits_add(&waits, 1e-9, 2);
    bench_waits_add(&waits, 1e-3, 1);
    bench_waits_add(&waits, 1e9, 1); // longer than the last bin
    bench_waits_format(&waits, text, sizeof text);
    bench_waits_parse(&again, text);
    assert_memory_equal(&waits, &again, sizeof waits);
    expect_near(bench_waits_quantile(&waits, 0.5), 0, NEAR);
    expect_near(bench_waits_quantile(&waits, 10.0 / 11), 1e-3, 1e-4);
}

static void interval_when_of_a_textbook(void **state)
{
    (void)state;
    // t of 4 degrees of freedom is 2.776 for 95 %.
    const double numbers[] = {1, 2, 3, 4, 5};
    const bench_mean mean = bench_mean_of(numbers, 5);
    expect_near(mean.mean, 3, NEAR);
    expect_near(mean.high - mean.mean, 2.776 * sqrt(2.5 / 5), 1e-3);
    // t = 3 / sqrt(0.5) = 4.243: p = 0.0132.
    expect_near(mean.chance, 0.0132, 1e-4);
    double chances[] = {0.01, 0.04, 0.03, 0.005};
    bench_chances_correct(chances, 4);
    expect_near(chances[3], 0.02, NEAR);
    expect_near(chances[0], 0.03, NEAR);
    expect_near(chances[2], 0.06, NEAR);
    expect_near(chances[1], 0.06, NEAR);
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
    assert_true(result.max <= 4.7);
    // A trip of one step gives back everything.
    bench_track_begin(&track);
    bench_track_note(&track, 0, 1, 10);
    bench_track_time(&track, 0, 5);
    bench_track_settle(&track, 4);
    bench_measure_finish(&meter, &track, 10, &result);
    expect_near(result.total, 1, 1e-5);
    bench_track_free(&track);
}

// Plans -------------------------------------------------------------------------------------------

static void plan_when_one_in_many(void **state)
{
    (void)state;
    bench_plan plan;
    way_problem problem = {0};
    // Of sets with many maps of one problem each it is maps that there are fewer of.
    const bench_changes fifth = {.one_in = 5};
    assert_int_equal(bench_plan_create(bench_suite_find("incremental"), &fifth, &plan, &problem),
                     WAY_STATUS_OK);
    assert_int_equal(plan.sets[0].copies, 5000); // but of a paper's own all are run
    assert_int_equal(plan.sets[0].problems, 1);
    assert_int_equal(plan.sets[1].copies, 200);
    assert_int_equal(plan.sets[2].problems, 3); // few are left, but not one
    bench_plan_free(&plan);
    const bench_changes few = {.problems = 30, .one_in = 1000};
    assert_int_equal(bench_plan_create(bench_suite_find("quick"), &few, &plan, &problem),
                     WAY_STATUS_OK);
    assert_int_equal(plan.sets[0].problems, 3);
    bench_plan_free(&plan);
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
    way_problem problem = {0};
    assert_int_equal(bench_plan_create(bench_suite_find("quick"), &changes, &plan, &problem),
                     WAY_STATUS_OK);
    bench_machine machine = bench_machine_look();
    bench_run_head head = {.plan = &plan, .machine = &machine, .command = "none"};
    bench_store *store = NULL;
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
    // Another plan, build or processor, another shard, or a finished run, is begun again.
    char *const words[] = {machine.build, machine.processor, machine.compiler, machine.flags};
    for (uint32_t i = 0; i < 4; i++) {
        const char kept = words[i][0];
        words[i][0] = '?';
        assert_int_equal(bench_store_begin(store, &head, &second, &resumed), WAY_STATUS_OK);
        assert_false(resumed);
        words[i][0] = kept;
    }
    plan.sets[0].problems = 3;
    assert_int_equal(bench_store_begin(store, &head, &second, &resumed), WAY_STATUS_OK);
    assert_false(resumed);
    plan.sets[0].problems = 2;
    plan.shards = 2;
    assert_int_equal(bench_store_begin(store, &head, &second, &resumed), WAY_STATUS_OK);
    assert_false(resumed);
    plan.shards = 1;
    assert_int_equal(bench_store_begin(store, &head, &second, &resumed), WAY_STATUS_OK);
    assert_true(resumed && first == second);
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
    const bench_set set = {.name = "set"};
    const bench_task task = {.map = "here"};
    bench_ground ground = {.set = &set, .task = &task, .problems = &asked, .count = 1};
    const bench_preparation ready = {.one = 1, .many = -1, .load = -1, .repair = -1, .disk = -1};
    static const char *const specs[] = {"good", "slow", "small"};
    static const double times[] = {1, 2, 3};
    static const size_t bytes[] = {100, 100, 10};
    assert_int_equal(bench_store_map(store, 1, &ground), WAY_STATUS_OK);
    for (uint32_t i = 0; i < 3; i++) {
        const bench_key key = {1, &ground, 0, i, specs[i]};
        const bench_result result = {.outcome = WAY_OUTCOME_FOUND,
                                     .solved = true,
                                     .valid = true,
                                     .moves = 1,
                                     .cost = 15,
                                     .best = 10,
                                     .total = times[i],
                                     .stats = {.bytes = bytes[i]}};
        assert_int_equal(bench_store_prepared(store, &key, &ready), WAY_STATUS_OK);
        assert_int_equal(bench_store_query(store, &key, &result, -1), WAY_STATUS_OK);
    }
    bench_summaries all;
    assert_int_equal(bench_summaries_create(store, 1, "set", &all), WAY_STATUS_OK);
    assert_int_equal(all.count, 3);
    assert_string_equal(all.items[0].spec, "good");
    expect_near(all.items[0].excess, 0.5, NEAR);
    expect_near(all.items[1].speed, 0.5, NEAR);
    assert_false(all.items[0].dominated);
    assert_true(all.items[1].dominated);
    assert_false(all.items[2].dominated);
    assert_true(all.items[0].disk < 0); // not measured
    bench_summaries_free(&all);
    // The same map with other cells is another map.
    ground.hash++;
    assert_int_equal(bench_store_map(store, 1, &ground), WAY_STATUS_STALE);
    bench_store_close(store);
}

// Two runs of the same thing ----------------------------------------------------------------------

enum { SAME_ALGORITHMS = 8, SAME_MAPS = 6, SAME_PROBLEMS = 4, SAME_PAIRS = 50 };

// About normal, with variance 1.
static double same_noise(way_rng *rng)
{
    double sum = 0;
    for (int i = 0; i < 12; i++) {
        sum += way_rng_below(rng, 1000001) / 1e6;
    }
    return sum - 6;
}

// What differs between two runs.
typedef struct same_noises {
    double slower; // algorithm 0 in the second run, and truly
    double habit;  // an algorithm on all maps of a run: how it takes to a machine that is busy
} same_noises;

// A run whose times differ by noise of the run, of each map and of each query.
static void same_fill(bench_store *store, way_rng *rng, const same_noises *noises, bool second)
{
    const bench_set set = {.name = "set"};
    bench_problem problems[SAME_PROBLEMS] = {{.reference = 1}};
    double habits[SAME_ALGORITHMS];
    for (uint32_t i = 0; i < SAME_ALGORITHMS; i++) {
        habits[i] = noises->habit * same_noise(rng) + (second && i == 0 ? noises->slower : 0);
    }
    for (uint32_t map = 0; map < SAME_MAPS; map++) {
        const double drift = 0.2 * same_noise(rng); // the minute in which it is measured
        bench_task task = {.place = map};
        (void)snprintf(task.map, sizeof task.map, "map%u", map);
        const bench_ground ground = {
            .set = &set, .task = &task, .problems = problems, .count = SAME_PROBLEMS};
        assert_int_equal(bench_store_map(store, 1, &ground), WAY_STATUS_OK);
        for (uint32_t entry = 0; entry < SAME_ALGORITHMS; entry++) {
            char spec[16];
            (void)snprintf(spec, sizeof spec, "a%u", entry);
            // Where its memory happens to lie.
            const double place = habits[entry] + 0.05 * same_noise(rng);
            for (uint32_t i = 0; i < SAME_PROBLEMS; i++) {
                const bench_key key = {1, &ground, i, entry, spec};
                const bench_result result = {.total = exp(drift + place + 0.02 * same_noise(rng))};
                assert_int_equal(bench_store_query(store, &key, &result, -1), WAY_STATUS_OK);
            }
        }
    }
}

// How many intervals leave out 1, and how many algorithms are called slower, in many comparisons.
static void same_compare(const same_noises *noises, uint32_t *excluded, uint32_t *accused,
                         uint32_t *found)
{
    way_rng rng = way_rng_seed(42);
    *excluded = *accused = *found = 0;
    for (uint32_t pair = 0; pair < SAME_PAIRS; pair++) {
        bench_side sides[2] = {{.run = 1}, {.run = 1}};
        bench_comparison all;
        way_problem problem = {0};
        for (uint32_t i = 0; i < 2; i++) {
            assert_int_equal(bench_store_open(":memory:", true, &sides[i].store, &problem),
                             WAY_STATUS_OK);
            assert_int_equal(bench_store_lock(sides[i].store), WAY_STATUS_OK);
            same_fill(sides[i].store, &rng, noises, i == 1);
        }
        assert_int_equal(bench_comparison_create(&sides[0], &sides[1], &all, &problem),
                         WAY_STATUS_OK);
        assert_int_equal(all.count, SAME_ALGORITHMS);
        for (uint32_t i = 0; i < all.count; i++) {
            const bool judged = bench_pair_is_slower(&all.items[i], 0);
            *excluded += all.items[i].low > 1 || all.items[i].high < 1;
            *accused += judged && !(i == 0 && noises->slower > 0);
            *found += judged && i == 0;
        }
        bench_comparison_free(&all);
        bench_store_close(sides[0].store);
        bench_store_close(sides[1].store);
    }
}

// One in twenty intervals may leave out 1, and one comparison in forty may accuse somebody; what is
// slower by half is found. Both hold, too, where an algorithm's maps have a noise in common.
static void comparison_when_nothing_changed(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 4; i++) {
        const same_noises noises = {.slower = i & 1 ? 0.4 : 0, .habit = i & 2 ? 0.03 : 0};
        uint32_t excluded = 0;
        uint32_t accused = 0;
        uint32_t found = 0;
        same_compare(&noises, &excluded, &accused, &found);
        assert_in_range(accused, 0, 4);
        if (noises.slower > 0) {
            assert_in_range(found, SAME_PAIRS * 9 / 10, SAME_PAIRS);
        } else {
            assert_in_range(excluded, 0, SAME_PAIRS * SAME_ALGORITHMS * 7 / 100);
        }
    }
}

// Means that lie as far from 0 as their own numbers tell stay as they are; others become wider, but
// not because of the one that is truly not 0.
static void means_when_widened(void **state)
{
    (void)state;
    static const double offsets[] = {-0.3, -0.1, 0.1, 0.2, 0.4, 5};
    const double numbers[] = {-1, 0, 1};
    bench_mean near[6];
    bench_mean far[6];
    for (uint32_t i = 0; i < 6; i++) {
        double moved[3];
        for (uint32_t k = 0; k < 3; k++) {
            moved[k] = offsets[i] + numbers[k] / 100;
        }
        near[i] = bench_mean_of(numbers, 3);
        far[i] = bench_mean_of(moved, 3);
        assert_true(far[i].low > 0 || far[i].high < 0);
    }
    bench_means_widen(near, 6);
    expect_near(near[0].high, bench_mean_of(numbers, 3).high, NEAR);
    bench_means_widen(far, 4); // too few to tell
    assert_true(far[0].high < 0);
    bench_means_widen(far, 6);
    for (uint32_t i = 0; i < 6; i++) {
        assert_true((far[i].low < 0 && far[i].high > 0) == (i < 5));
    }
    assert_true(far[5].chance < 0.01);
}

// Shards ------------------------------------------------------------------------------------------

static void plan_when_cut_into_shards(void **state)
{
    (void)state;
    const bench_suite *suite = bench_suite_find("sga");
    bench_plan whole;
    way_problem problem = {0};
    assert_int_equal(bench_plan_create(suite, &(bench_changes){.seed = 0}, &whole, &problem),
                     WAY_STATUS_OK);
    uint32_t *seen = calloc(whole.task_count, sizeof *seen);
    assert_non_null(seen);
    for (uint32_t shard = 1; shard <= 7; shard++) {
        bench_plan part;
        const bench_changes changes = {.shard = shard, .shards = 7};
        assert_int_equal(bench_plan_create(suite, &changes, &part, &problem), WAY_STATUS_OK);
        assert_true(bench_plan_hash(&part) == bench_plan_hash(&whole));
        for (uint32_t i = 0; i < part.task_count; i++) {
            const uint32_t place = part.tasks[i].place;
            assert_string_equal(part.tasks[i].map, whole.tasks[place].map);
            seen[place]++;
        }
        bench_plan_free(&part);
    }
    for (uint32_t i = 0; i < whole.task_count; i++) {
        assert_int_equal(seen[i], 1);
    }
    free(seen);
    bench_plan_free(&whole);
}

// Claims ------------------------------------------------------------------------------------------

// Every claim is about something that its suite measures, and could come out otherwise.
static void claims_when_looked_up(void **state)
{
    (void)state;
    for (uint32_t i = 0; bench_claim_at(i); i++) {
        const bench_claim *claim = bench_claim_at(i);
        const bench_suite *suite = bench_suite_find(claim->suite);
        const bench_set *set = suite ? suite->sets : NULL;
        bool known = false;
        for (uint32_t k = 0; bench_paper_at(k); k++) {
            known |= strcmp(bench_paper_at(k)->name, claim->paper) == 0;
        }
        assert_true(known);
        while (set && set->name && strcmp(set->name, claim->ground) != 0) {
            set++;
        }
        if (!set || !set->name) {
            fail_msg("%s: no set %s", claim->sentence, claim->ground);
            return;
        }
        assert_non_null(claim->cases[0].faithful ? claim->section : claim->why);
        assert_true(claim->low < claim->high || !claim->cases[0].faithful);
        for (uint32_t k = 0; k < BENCH_CASES_MAX && claim->cases[k].faithful; k++) {
            const char *const specs[] = {claim->cases[k].faithful, claim->cases[k].preset,
                                         claim->cases[k].versus};
            for (uint32_t j = 0; j < 3; j++) {
                bool listed = !specs[j];
                for (uint32_t e = 0; set->entries[e].spec && !listed; e++) {
                    listed = strcmp(set->entries[e].spec, specs[j]) == 0;
                }
                if (!listed) {
                    fail_msg("%s: %s is not in the set %s", claim->sentence, specs[j], set->name);
                }
            }
            assert_true(!specs[2] || strcmp(specs[0], specs[2]) != 0);
        }
    }
}

// The interval decides: inside, apart, both; too few maps decide nothing.
static void verdict_when_by_interval(void **state)
{
    (void)state;
    static const struct {
        bench_claim claim;
        bench_mean figure;
        bench_verdict expected;
    } rows[] = {
        {{.kind = BENCH_CLAIM_DIRECTION, .low = 1, .high = INFINITY},
         {.mean = 1.2, .low = 1.1, .high = 1.3, .count = 10},
         BENCH_VERDICT_REPRODUCED},
        {{.kind = BENCH_CLAIM_DIRECTION, .low = 1, .high = INFINITY},
         {.mean = 0.84, .low = 0.75, .high = 0.95, .count = 25},
         BENCH_VERDICT_CONTRADICTED},
        {{.kind = BENCH_CLAIM_DIRECTION, .low = 1, .high = INFINITY},
         {.mean = 1.09, .low = 0.84, .high = 1.4, .count = 25},
         BENCH_VERDICT_UNDECIDED},
        {{.kind = BENCH_CLAIM_FIGURE, .low = 10.9, .high = 13.3},
         {.mean = 9.12, .low = 0.13, .high = 18.12, .count = 4},
         BENCH_VERDICT_UNDECIDED},
        {{.kind = BENCH_CLAIM_FIGURE, .low = 10.9, .high = 13.3},
         {.mean = 12, .low = 11, .high = 13, .count = 4},
         BENCH_VERDICT_REPRODUCED},
        {{.kind = BENCH_CLAIM_FIGURE, .low = 10.9, .high = 13.3, .stand_in = true},
         {.mean = 12, .low = 11, .high = 13, .count = 4},
         BENCH_VERDICT_UNTESTED},
        {{.kind = BENCH_CLAIM_BOUND, .low = -INFINITY, .high = 3, .stand_in = true},
         {.mean = 2, .low = 1, .high = 2.5, .count = 4},
         BENCH_VERDICT_REPRODUCED},
        {{.kind = BENCH_CLAIM_BOUND, .low = -INFINITY, .high = 3},
         {.mean = 2, .low = 2, .high = 2, .count = 2},
         BENCH_VERDICT_UNDECIDED},
        {{.kind = BENCH_CLAIM_ONCE, .low = 21, .high = INFINITY},
         {.mean = 13, .low = 13, .high = 13, .count = 10},
         BENCH_VERDICT_UNDECIDED},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(bench_claim_decide(&rows[i].claim, &rows[i].figure), rows[i].expected);
    }
}

static void verdict_when_of_several(void **state)
{
    (void)state;
    const bench_verdict yes = BENCH_VERDICT_REPRODUCED;
    const bench_verdict no = BENCH_VERDICT_CONTRADICTED;
    const bench_verdict open = BENCH_VERDICT_UNDECIDED;
    const struct {
        bench_claim_over over;
        bench_verdict each[3], expected;
    } rows[] = {{BENCH_OVER_ALL, {yes, yes, yes}, yes},   {BENCH_OVER_ALL, {yes, no, open}, no},
                {BENCH_OVER_ALL, {yes, open, yes}, open}, {BENCH_OVER_MOST, {yes, no, yes}, yes},
                {BENCH_OVER_MOST, {yes, no, open}, open}, {BENCH_OVER_SOME, {no, yes, open}, yes},
                {BENCH_OVER_SOME, {no, no, open}, open},  {BENCH_OVER_SOME, {no, no, no}, no}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const bench_claim claim = {.over = rows[i].over};
        assert_int_equal(bench_claim_sum(&claim, rows[i].each, 3), rows[i].expected);
    }
    assert_int_equal(bench_claim_sum(&(bench_claim){.over = BENCH_OVER_ALL}, rows[0].each, 0),
                     BENCH_VERDICT_UNTESTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdict_when_by_interval),
        cmocka_unit_test(verdict_when_of_several),
        cmocka_unit_test(quantile_when_between),
        cmocka_unit_test(finish_when_rounds_differ),
        cmocka_unit_test(finish_when_the_first_cells_come_early),
        cmocka_unit_test(finish_when_only_counted),
        cmocka_unit_test(round_when_the_ground_is_known),
        cmocka_unit_test(waits_when_written_and_read),
        cmocka_unit_test(interval_when_of_a_textbook),
        cmocka_unit_test(settle_when_interrupted),
        cmocka_unit_test(store_when_gone_on_with),
        cmocka_unit_test(summary_when_dominated),
        cmocka_unit_test(comparison_when_nothing_changed),
        cmocka_unit_test(means_when_widened),
        cmocka_unit_test(plan_when_cut_into_shards),
        cmocka_unit_test(claims_when_looked_up),
        cmocka_unit_test(plan_when_one_in_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
