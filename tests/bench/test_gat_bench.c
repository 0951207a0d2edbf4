// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What stands around the simulation of goal achievement times: training, results, reports.
#define _POSIX_C_SOURCE 200809L

#include "bench/gat/gat_report.h"
#include "bench/store/store.h"
#include "support/test.h"

#include <waymark/file.h>

#include <math.h>
#include <string.h>
#include <unistd.h>

static const uint64_t gat_durations[] = {1000, 1000000, 1000000000};
static const char *const gat_specs[] = {"astar", "lsslrta(move=single)", "lsslrta(move=dynamic)"};

/// A fresh name for a file that does not exist.
static void gat_scratch(char *path, size_t size, const char *name)
{
    const char *folder = getenv("TMPDIR");
    (void)snprintf(path, size, "%s/waymark_%ld_%s", folder ? folder : "/tmp", (long)getpid(), name);
    (void)unlink(path);
}

static void gat_write(const char *path, const char *text)
{
    assert_int_equal(way_file_write(path, text, strlen(text), NULL), WAY_STATUS_OK);
}

static gat_trainings gat_make_trainings(void)
{
    gat_trainings trainings = {.count = 0};
    for (uint32_t i = 0; i < 3; i++) {
        gat_training *training = gat_trainings_add(&trainings, gat_specs[i]);
        training->expansion_ns = 500 + i;
        for (uint32_t k = 0; i > 0 && k < 3; k++) {
            const uint32_t lookahead = k == 0 ? 10 : k == 1 ? 200 : 4000;
            training->rows[training->row_count++] =
                (bench_gat_row){lookahead, lookahead * training->expansion_ns};
        }
    }
    return trainings;
}

static void training_comes_back_as_written(void **state)
{
    (void)state;
    char path[256];
    way_problem problem;
    gat_trainings read;
    const gat_trainings written = gat_make_trainings();
    gat_scratch(path, sizeof path, "training.txt");
    assert_int_equal(gat_trainings_write(path, &written, &problem), WAY_STATUS_OK);
    assert_int_equal(gat_trainings_read(path, &read, &problem), WAY_STATUS_OK);
    assert_int_equal(read.count, written.count);
    for (uint32_t i = 0; i < sizeof gat_specs / sizeof *gat_specs; i++) {
        const gat_training *training = gat_trainings_find(&read, gat_specs[i]);
        assert_non_null(training);
        assert_int_equal(training->expansion_ns, written.items[i].expansion_ns);
        assert_int_equal(training->row_count, written.items[i].row_count);
        assert_memory_equal(training->rows, written.items[i].rows, sizeof training->rows);
    }
    assert_null(gat_trainings_find(&read, "speedy"));
    (void)unlink(path);
}

static void training_names_the_wrong_line(void **state)
{
    static const struct {
        const char *text;
        uint32_t line;
    } cases[] = {
        {"waymark-training 2\n", 1},
        {"waymark-training 1\nlookahead 1 2\n", 2},
        {"waymark-training 1\nalgorithm a\nlookahead 10 5\nlookahead 10 6\n", 4},
        {"waymark-training 1\nalgorithm a\nlookahead 10\n", 3},
        {"waymark-training 1\nalgorithm a\nexpansion 0\n", 3},
        {"waymark-training 1\n# fine\nalgorithm a # too\n\nalgorithm a\n", 5},
        {"waymark-training 1\nalgorithm a\nhello\n", 3},
    };
    (void)state;
    char path[256];
    gat_scratch(path, sizeof path, "wrong.txt");
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gat_trainings read;
        way_problem problem;
        gat_write(path, cases[i].text);
        assert_int_equal(gat_trainings_read(path, &read, &problem), WAY_STATUS_BAD_FORMAT);
        assert_int_equal(problem.line, cases[i].line);
    }
    (void)unlink(path);
}

static void store_refuses_other_files(void **state)
{
    (void)state;
    char path[256];
    bench_store *store = NULL;
    way_problem problem;
    gat_scratch(path, sizeof path, "text.sqlite");
    gat_write(path, "this is not a database, and it is longer than a header would be, is it not?");
    assert_int_equal(bench_store_open(path, true, &store, &problem), WAY_STATUS_BAD_FORMAT);
    assert_null(store);
    assert_string_not_equal(problem.text, "");
    (void)unlink(path);
    assert_int_equal(bench_store_open("/nowhere/x.sqlite", true, &store, &problem), WAY_STATUS_IO);
}

/// A plan over three easy puzzles.
typedef struct gat_fixture {
    gat_instances instances;
    gat_trainings trainings;
    gat_plan plan;
} gat_fixture;

static void gat_setup(gat_fixture *fixture)
{
    way_problem problem;
    *fixture = (gat_fixture){.trainings = gat_make_trainings()};
    assert_int_equal(gat_instances_add(&fixture->instances, "tiles:3,walk=60,seed=5", 1, &problem),
                     WAY_STATUS_OK);
    assert_int_equal(fixture->instances.count, 3);
    fixture->plan = (gat_plan){.instances = &fixture->instances,
                               .specs = gat_specs,
                               .spec_count = 3,
                               .durations = gat_durations,
                               .duration_count = 3,
                               .trainings = &fixture->trainings,
                               .limit = 1000000,
                               .limit_first = 1000000};
    assert_int_equal(gat_plan_open(&fixture->plan), WAY_STATUS_OK);
}

static void gat_teardown(gat_fixture *fixture)
{
    gat_plan_close(&fixture->plan);
    gat_instances_free(&fixture->instances);
}

static void run_sizes_lookaheads(void **state)
{
    (void)state;
    gat_fixture fixture;
    way_problem problem;
    gat_row row;
    gat_setup(&fixture);
    assert_int_equal(gat_run_all(&fixture.plan, &problem), WAY_STATUS_OK);
    for (uint32_t i = 0; i < 3; i++) {
        assert_true(gat_run_find(&fixture.plan, 0, i, 0, &row));
        assert_int_equal(row.result.planning_ns, row.result.expansions * 500);
        // Ten expansions do not fit into a microsecond, 200 but not 4000 into a millisecond.
        assert_false(gat_run_find(&fixture.plan, 1, i, 0, &row));
        assert_true(gat_run_find(&fixture.plan, 1, i, 1, &row));
        assert_int_equal(row.result.outcome, WAY_OUTCOME_FOUND);
        assert_true(row.result.first_expansions <= 200);
        assert_int_equal(row.time.late, 0);
        assert_true(gat_run_find(&fixture.plan, 2, i, 2, &row));
        assert_true(row.result.worst_ns <= 4000 * 502);
    }
    gat_teardown(&fixture);
}

static void run_names_what_does_not_fit(void **state)
{
    static const char *const specs[] = {"jps"};
    (void)state;
    gat_fixture fixture;
    way_problem problem;
    gat_setup(&fixture);
    fixture.plan.specs = specs;
    fixture.plan.spec_count = 1;
    assert_int_equal(gat_run_all(&fixture.plan, &problem), WAY_STATUS_UNSUPPORTED);
    assert_string_not_equal(problem.text, "");
    gat_teardown(&fixture);
}

static void training_measures_every_size(void **state)
{
    static const uint32_t sizes[] = {5, 50};
    (void)state;
    gat_fixture fixture;
    way_problem problem;
    gat_trainings trained = {.count = 0};
    gat_setup(&fixture);
    const gat_training_plan plan = {.instances = &fixture.instances,
                                    .specs = gat_specs,
                                    .spec_count = 3,
                                    .sizes = sizes,
                                    .size_count = 2,
                                    .limit = 2000};
    gat_training_plan strict = plan;
    strict.worst_mean = true;
    gat_trainings careful = {.count = 0};
    assert_int_equal(gat_run_training(&strict, &careful, &problem), WAY_STATUS_OK);
    assert_true(gat_trainings_find(&careful, plan.specs[plan.spec_count - 1])->rows[0].ns > 0);
    assert_int_equal(gat_run_training(&plan, &trained, &problem), WAY_STATUS_OK);
    assert_int_equal(trained.count, 3);
    for (uint32_t i = 0; i < 3; i++) {
        assert_true(trained.items[i].expansion_ns > 0);
        assert_int_equal(trained.items[i].row_count, i ? 2 : 0);
        for (uint32_t k = 0; k < (i ? 2u : 0u); k++) {
            assert_int_equal(trained.items[i].rows[k].lookahead, sizes[k]);
            assert_true(trained.items[i].rows[k].ns > 0);
        }
    }
    gat_teardown(&fixture);
}

static void points_are_factors(void **state)
{
    (void)state;
    static gat_points points;
    gat_fixture fixture;
    way_problem problem;
    gat_setup(&fixture);
    assert_int_equal(gat_run_all(&fixture.plan, &problem), WAY_STATUS_OK);
    assert_int_equal(gat_report_points(&fixture.plan, GAT_COST, &points), WAY_STATUS_OK);
    assert_int_equal(points.at[1][0].count, 0); // no look-ahead fits
    for (uint32_t k = 0; k < 3; k++) {
        assert_int_equal(points.at[0][k].arrived, 3);
        assert_int_equal(points.at[0][k].count, 3);
        assert_true(fabs(points.at[0][k].mean - 1) < 1e-12);
        assert_true(k == 0 || points.at[1][k].mean >= 1);
    }
    assert_int_equal(gat_report_points(&fixture.plan, GAT_OVER_OPTIMAL, &points), WAY_STATUS_OK);
    double sum = 0;
    for (uint32_t i = 0; i < 3; i++) {
        gat_row row;
        assert_true(gat_run_find(&fixture.plan, 0, i, 1, &row));
        sum += log10((double)row.time.total / (row.result.cost * 1e6));
    }
    assert_true(fabs(points.at[0][1].mean - pow(10, sum / 3)) < 1e-9);
    assert_true(points.at[0][1].low <= points.at[0][1].mean);
    assert_int_equal(gat_report_points(&fixture.plan, GAT_OVER_BEST, &points), WAY_STATUS_OK);
    for (uint32_t i = 0; i < 3; i++) {
        assert_true(points.at[i][2].mean >= 1 - 1e-12);
    }
    gat_teardown(&fixture);
}

/// Who is cut off counts with what it had spent, where others arrived.
static void points_when_censored(void **state)
{
    (void)state;
    static gat_points points;
    gat_fixture fixture;
    way_problem problem;
    gat_setup(&fixture);
    fixture.plan.limit = 1;
    assert_int_equal(gat_run_all(&fixture.plan, &problem), WAY_STATUS_OK);
    assert_int_equal(gat_report_points(&fixture.plan, GAT_OVER_BEST, &points), WAY_STATUS_OK);
    assert_int_equal(points.at[0][1].arrived, 3);
    assert_int_equal(points.at[0][1].censored, 0);
    assert_int_equal(points.at[2][1].arrived, 0);
    assert_int_equal(points.at[2][1].censored, 3);
    assert_int_equal(points.at[2][1].count, 3);
    assert_true(points.at[2][1].mean >= 1);
    gat_teardown(&fixture);
}

static void instances_when_mirrored(void **state)
{
    (void)state;
    gat_instances instances = {0};
    way_problem problem;
    assert_int_equal(gat_instances_add(&instances, "levels:1,side=16,seed=2", 1, &problem),
                     WAY_STATUS_OK);
    assert_int_equal(gat_instances_add(&instances, "mirror:levels:1,side=16,seed=2", 1, &problem),
                     WAY_STATUS_OK);
    const way_level *one = &instances.items[0].level;
    const way_level *other = &instances.items[1].level;
    for (uint32_t i = 0; i < 16 * 16; i++) {
        assert_int_equal(one->solid[i], other->solid[i / 16 * 16 + 15 - i % 16]);
    }
    assert_int_equal(one->start_x + other->start_x, 15);
    assert_int_equal(one->door_x + other->door_x, 15);
    assert_true(instances.items[0].fingerprint != instances.items[1].fingerprint);
    gat_instances_free(&instances);
}

static void instances_refuse_nonsense(void **state)
{
    static const char *const words[] = {
        "mirror:tiles:1",  "levels:0",  "levels:2,side=", "levels:2,side=5x", "tiles:3,side=2",
        "tiles:2,walk=9 ", "levels:-1", "tiles:",         "levels:2;seed=1"};
    (void)state;
    for (uint32_t i = 0; i < sizeof words / sizeof *words; i++) {
        gat_instances instances = {0};
        way_problem problem;
        const way_status status = gat_instances_add(&instances, words[i], 1, &problem);
        assert_true(status == WAY_STATUS_BAD_FORMAT || status == WAY_STATUS_OUT_OF_RANGE);
        gat_instances_free(&instances);
    }
    gat_instances instances = {0};
    way_problem problem;
    assert_int_equal(gat_instances_add(&instances, "a.txt", 1, &problem), WAY_STATUS_NOT_FOUND);
    assert_int_equal(gat_instances_add(&instances, "no.lvl", 1, &problem), WAY_STATUS_IO);
}

static void instances_take_the_easiest_puzzles(void **state)
{
    static const char text[] = "id,tiles,optimal_length,manhattan,ida_nodes_generated\n"
                               "1,4 1 2 3 0 5 6 7 8 9 10 11 12 13 14 15,1,1,500\n"
                               "2,1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15,1,1,20\n"
                               "3,4 1 2 3 8 5 6 7 0 9 10 11 12 13 14 15,2,2,300\n";
    (void)state;
    char path[256];
    gat_instances instances = {0};
    way_problem problem;
    gat_scratch(path, sizeof path, "puzzles.csv");
    gat_write(path, text);
    assert_int_equal(gat_instances_add(&instances, path, 2, &problem), WAY_STATUS_OK);
    assert_int_equal(instances.count, 2);
    assert_string_equal(instances.items[0].name, "tiles/2");
    assert_string_equal(instances.items[1].name, "tiles/3");
    assert_int_equal(instances.items[1].optimal, 2);
    gat_instances_free(&instances);
    gat_write(path, "id,tiles,a,b,c\n1,4 4 2 3 0 5 6 7 8 9 10 11 12 13 14 15,1,1,500\n");
    assert_int_equal(gat_instances_add(&instances, path, 2, &problem), WAY_STATUS_BAD_FORMAT);
    assert_int_equal(problem.line, 2);
    gat_instances_free(&instances);
    (void)unlink(path);
}

static void specs_take_settings(void **state)
{
    (void)state;
    char text[64];
    gat_spec_set("rtaa", "lookahead", 7, text, sizeof text);
    assert_string_equal(text, "rtaa(lookahead=7)");
    gat_spec_set("lsslrta(move=single)", "lookahead", 9, text, sizeof text);
    assert_string_equal(text, "lsslrta(move=single, lookahead=9)");
    assert_true(gat_spec_is_sized("lsslrta(move=single)"));
    assert_false(gat_spec_is_sized("lsslrta(lookahead=5)"));
    assert_false(gat_spec_is_sized("astar"));
    assert_false(gat_spec_is_sized("nobody"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(training_comes_back_as_written),
        cmocka_unit_test(training_names_the_wrong_line),
        cmocka_unit_test(store_refuses_other_files),
        cmocka_unit_test(run_sizes_lookaheads),
        cmocka_unit_test(run_names_what_does_not_fit),
        cmocka_unit_test(training_measures_every_size),
        cmocka_unit_test(points_are_factors),
        cmocka_unit_test(points_when_censored),
        cmocka_unit_test(instances_when_mirrored),
        cmocka_unit_test(instances_refuse_nonsense),
        cmocka_unit_test(instances_take_the_easiest_puzzles),
        cmocka_unit_test(specs_take_settings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
