// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What stands around the simulation of goal achievement times: trainings, instances, runs.
#define _POSIX_C_SOURCE 200809L

#include "bench/gat/gat_run.h"
#include "bench/store/store.h"
#include "support/test.h"

#include <waymark/file.h>

#include <string.h>
#include <unistd.h>

static const uint64_t gat_durations[] = {1000, 1000000, 1000000000};

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

static const char gat_training_text[] = "waymark-training 1\n"
                                        "algorithm astar # plans everything first\n"
                                        "expansion 500\n"
                                        "\n"
                                        "algorithm lsslrta(move=single)\n"
                                        "expansion 501\n"
                                        "lookahead 10 5010\n"
                                        "lookahead 200 100200\n"
                                        "lookahead 4000 2004000\n"
                                        "algorithm lsslrta(move=dynamic)\n"
                                        "expansion 502\n"
                                        "lookahead 10 5020\n"
                                        "lookahead 200 100400\n"
                                        "lookahead 4000 2008000\n";

static void training_is_read(void **state)
{
    (void)state;
    way_problem problem;
    gat_trainings read;
    assert_int_equal(gat_trainings_parse(gat_training_text, &read, &problem), WAY_STATUS_OK);
    assert_int_equal(read.count, 3);
    assert_int_equal(gat_trainings_find(&read, "astar")->row_count, 0);
    const gat_training *single = gat_trainings_find(&read, "lsslrta(move=single)");
    assert_non_null(single);
    assert_int_equal(single->expansion_ns, 501);
    assert_int_equal(single->row_count, 3);
    assert_int_equal(single->rows[1].lookahead, 200);
    assert_int_equal(single->rows[1].ns, 100200);
    assert_null(gat_trainings_find(&read, "speedy"));
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
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gat_trainings read;
        way_problem problem;
        assert_int_equal(gat_trainings_parse(cases[i].text, &read, &problem),
                         WAY_STATUS_BAD_FORMAT);
        assert_int_equal(problem.line, cases[i].line);
    }
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

/// A plan over an easy puzzle, which has not been run.
typedef struct gat_fixture {
    gat_instances instances;
    gat_trainings trainings;
    gat_plan plan;
} gat_fixture;

static void gat_setup(gat_fixture *fixture)
{
    way_problem problem;
    *fixture =
        (gat_fixture){.plan = {.specs = {"astar", "lsslrta(move=single)", "lsslrta(move=dynamic)"},
                               .spec_count = 3,
                               .durations = gat_durations,
                               .duration_count = 3,
                               .trainings = &fixture->trainings,
                               .limit = 1000000}};
    assert_int_equal(gat_trainings_parse(gat_training_text, &fixture->trainings, &problem),
                     WAY_STATUS_OK);
    assert_int_equal(gat_instances_add(&fixture->instances, "tiles:3,walk=60,seed=5", 1, &problem),
                     WAY_STATUS_OK);
    assert_int_equal(fixture->instances.count, 3);
    fixture->plan.instance = &fixture->instances.items[0];
}

static void run_sizes_lookaheads(void **state)
{
    (void)state;
    static gat_fixture fixture;
    way_problem problem;
    gat_setup(&fixture);
    for (uint32_t i = 0; i < 3; i++) {
        fixture.plan.instance = &fixture.instances.items[i];
        assert_int_equal(gat_run_all(&fixture.plan, &problem), WAY_STATUS_OK);
        const gat_row *planned = fixture.plan.rows[0];
        const gat_row *single = fixture.plan.rows[1];
        const gat_row *dynamic = fixture.plan.rows[2];
        assert_true(planned[0].known);
        assert_int_equal(planned[0].result.planning_ns, planned[0].result.expansions * 500);
        // Ten expansions do not fit into a microsecond, 200 but not 4000 into a millisecond.
        assert_false(single[0].known);
        assert_true(single[1].known);
        assert_int_equal(single[1].result.outcome, WAY_OUTCOME_FOUND);
        assert_true(single[1].result.first_expansions <= 200);
        assert_int_equal(single[1].time.late, 0);
        assert_true(dynamic[2].known);
        assert_true(dynamic[2].result.worst_ns <= 4000 * 502);
        assert_int_equal(gat_run_optimum(&fixture.plan, 1), planned[1].result.cost);
    }
    gat_instances_free(&fixture.instances);
}

/// Who is cut off has no cost that an optimum could be.
static void run_when_limited(void **state)
{
    (void)state;
    static gat_fixture fixture;
    way_problem problem;
    gat_setup(&fixture);
    fixture.plan.limit = 1;
    assert_int_equal(gat_run_all(&fixture.plan, &problem), WAY_STATUS_OK);
    assert_int_equal(fixture.plan.rows[0][0].result.outcome, WAY_OUTCOME_LIMIT);
    assert_int_equal(gat_run_optimum(&fixture.plan, 0), 0);
    gat_instances_free(&fixture.instances);
}

static void run_names_what_does_not_fit(void **state)
{
    (void)state;
    static gat_fixture fixture;
    way_problem problem;
    gat_setup(&fixture);
    fixture.plan.specs[0] = "jps";
    fixture.plan.spec_count = 1;
    assert_int_equal(gat_run_all(&fixture.plan, &problem), WAY_STATUS_UNSUPPORTED);
    assert_string_not_equal(problem.text, "");
    gat_instances_free(&fixture.instances);
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
        cmocka_unit_test(training_is_read),
        cmocka_unit_test(training_names_the_wrong_line),
        cmocka_unit_test(store_refuses_other_files),
        cmocka_unit_test(run_sizes_lookaheads),
        cmocka_unit_test(run_when_limited),
        cmocka_unit_test(run_names_what_does_not_fit),
        cmocka_unit_test(instances_when_mirrored),
        cmocka_unit_test(instances_refuse_nonsense),
        cmocka_unit_test(instances_take_the_easiest_puzzles),
        cmocka_unit_test(specs_take_settings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
