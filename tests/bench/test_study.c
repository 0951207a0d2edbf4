// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Studies in a run: rows for every map, entry and round; all of a map or none; tables, comparisons
// and merging as of any suite.
#define _POSIX_C_SOURCE 200809L

#include "bench/measure/runner.h"
#include "bench/store/compare.h"
#include "bench/studies/study.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char toy_folder[] = "/tmp/waymark_study_XXXXXX";
static uint32_t toy_calls, toy_stop;
static double toy_wall = 4; ///< a count that a change of the code may change

// Calls depend on the map, times on the round as well: 1, 2 and 4 times the entry's.
static void toy_study(bench_study *study)
{
    char algorithm[BENCH_WORD_MAX];
    const uint32_t rate = bench_study_number(study, "rate", 3);
    const double times = 1u << study->round;
    bench_study_algorithm(study, algorithm);
    assert_string_equal(algorithm, strstr(study->entry, "dba") ? "dba" : "jps");
    bench_study_note(study, "walls", 0, toy_wall);
    bench_study_note(study, "call us", BENCH_TIMED, times * rate);
    bench_study_note(study, "worst us", BENCH_TIMED | BENCH_LARGEST,
                     strstr(study->ground->task->map, "two") ? 70 : 50);
    toy_calls++;
}

static const bench_entry toy_entries[] = {{"dba; rate=60", 0}, {"jps; burate=7", 0}, {NULL, 0}};
static const char *const toy_maps[] = {"made:one", "made:two", NULL};
static const bench_set toy_sets[] = {{.name = "calls",
                                      .title = "Calls",
                                      .entries = toy_entries,
                                      .maps = toy_maps,
                                      .kind = BENCH_KIND_STUDY,
                                      .study = toy_study,
                                      .note = "Made up."},
                                     {.name = NULL}};
static const bench_suite toy_suite = {
    .name = "toy", .title = "A toy", .sets = toy_sets, .repetitions = 3};

static bool toy_is_cancelled(void *user)
{
    (void)user;
    return toy_stop && toy_calls >= toy_stop;
}

static bench_store *toy_open(const char *name)
{
    char path[128];
    bench_store *store = NULL;
    way_problem problem = {0};
    (void)snprintf(path, sizeof path, "%s/%s", toy_folder, name);
    assert_int_equal(bench_store_open(path, true, &store, &problem), WAY_STATUS_OK);
    return store;
}

static bench_record toy_run(bench_store *store, const bench_changes *changes)
{
    bench_plan plan;
    bench_record record;
    way_problem problem = {0};
    const bench_watch watch = {.cancelled = toy_is_cancelled, .workers = 1};
    assert_int_equal(bench_plan_create(&toy_suite, changes, &plan, &problem), WAY_STATUS_OK);
    const bench_order order = {.plan = &plan, .data = "", .store = store, .watch = &watch};
    toy_calls = 0;
    assert_int_equal(bench_run(&order, &record, &problem), WAY_STATUS_OK);
    bench_plan_free(&plan);
    return record;
}

static int64_t toy_count(bench_store *store, int64_t run)
{
    bench_rows rows =
        bench_rows_begin(store, "SELECT count(*) FROM figures WHERE run = ?1", "i", run);
    assert_true(bench_rows_next(&rows));
    const int64_t count = bench_rows_integer(&rows, 0);
    assert_true(bench_rows_end(&rows));
    return count;
}

static void expect_cell(const bench_findings *table, uint32_t row, uint32_t column,
                        const char *wanted)
{
    char text[64];
    bench_findings_cell(table, row, column, text);
    assert_string_equal(text, wanted);
}

static void study_when_run(void **state)
{
    (void)state;
    bench_store *store = toy_open("whole.db");
    const bench_record record = toy_run(store, &(bench_changes){.seed = 0});
    assert_int_equal(toy_calls, 2 * 2 * 3);
    assert_int_equal(toy_count(store, record.run), 2 * 2 * 3 * 3);
    assert_true(bench_store_is_finished(store, record.run));
    // Means over two maps; without an interval, for which two are too few.
    bench_findings table;
    char heads[128];
    bench_set set = toy_sets[0];
    assert_int_equal(bench_findings_create(store, record.run, &set, &table), WAY_STATUS_OK);
    bench_findings_heads(&set, &table, heads, sizeof heads);
    assert_string_equal(heads, "<what >walls >call_us >worst_us");
    assert_int_equal(table.row_count, 2);
    assert_string_equal(bench_findings_entry(&table, 1), "jps; burate=7");
    expect_cell(&table, 0, 0, "4");
    expect_cell(&table, 0, 1, "140");  // 60 * (1 + 2 + 4) / 3
    expect_cell(&table, 1, 1, "7.00"); // "burate" is not "rate"
    expect_cell(&table, 0, 2, "70.0");
    bench_findings_free(&table);
    // A row a map: over three rounds, by logarithms.
    set.rows = BENCH_ROWS_MAP;
    assert_int_equal(bench_findings_create(store, record.run, &set, &table), WAY_STATUS_OK);
    assert_int_equal(table.row_count, 4);
    assert_string_equal(bench_findings_map(&table, 2), "made:two");
    expect_cell(&table, 0, 1, "140 (25.0-783)");
    expect_cell(&table, 0, 2, "50.0");
    bench_findings_free(&table);
    bench_store_close(store);
}

static void study_when_stopped(void **state)
{
    (void)state;
    bench_store *store = toy_open("stopped.db");
    toy_stop = 9; // in the middle of the second map
    const bench_record first = toy_run(store, &(bench_changes){.seed = 0});
    toy_stop = 0;
    assert_true(first.cancelled);
    assert_int_equal(toy_count(store, first.run), 18);
    assert_false(bench_store_is_finished(store, first.run));
    const bench_record second = toy_run(store, &(bench_changes){.seed = 0});
    assert_int_equal(second.run, first.run);
    assert_int_equal(toy_calls, 6);
    assert_int_equal(toy_count(store, first.run), 36);
    assert_true(bench_store_is_finished(store, first.run));
    bench_store_close(store);
}

static void study_when_counting(void **state)
{
    (void)state;
    bench_store *store = toy_open("counts.db");
    const bench_record record = toy_run(store, &(bench_changes){.counts = true});
    assert_int_equal(toy_calls, 4);
    assert_int_equal(toy_count(store, record.run), 4);
    bench_store_close(store);
}

static void study_when_compared(void **state)
{
    (void)state;
    bench_comparison all;
    way_problem problem = {0};
    bench_store *store = toy_open("compared.db");
    const bench_side a = {store, toy_run(store, &(bench_changes){.seed = 0}).run};
    toy_wall = 4.5;
    const bench_side b = {store, toy_run(store, &(bench_changes){.seed = 0}).run};
    toy_wall = 4;
    assert_int_equal(bench_comparison_create(&a, &b, &all, &problem), WAY_STATUS_OK);
    assert_int_equal(all.count, 6);
    assert_string_equal(all.items[0].spec, "calls: dba; rate=60: walls");
    assert_false(all.items[0].timed);
    assert_int_equal(all.items[0].costs, 6);
    assert_string_equal(all.items[1].spec, "calls: dba; rate=60: call us");
    assert_true(all.items[1].timed && all.items[1].ratio == 1);
    assert_int_equal(all.items[1].costs, 0);
    bench_comparison_free(&all);
    bench_store_close(store);
}

static void study_when_merged(void **state)
{
    (void)state;
    char path[128];
    way_problem problem = {0};
    bench_store *joined = toy_open("joined.db");
    int64_t run = 0;
    for (uint32_t shard = 1; shard <= 2; shard++) {
        bench_store *part = toy_open(shard == 1 ? "part1.db" : "part2.db");
        (void)toy_run(part, &(bench_changes){.shard = shard, .shards = 2});
        bench_store_close(part);
        (void)snprintf(path, sizeof path, "%s/part%u.db", toy_folder, shard);
        assert_int_equal(bench_store_merge(joined, path, &problem), WAY_STATUS_OK);
        assert_int_equal(bench_store_last(joined, "toy", &run), WAY_STATUS_OK);
        assert_int_equal(bench_store_is_finished(joined, run), shard == 2);
    }
    assert_int_equal(toy_count(joined, run), 36);
    bench_store_close(joined);
}

static int toy_begin(void **state)
{
    (void)state;
    return mkdtemp(toy_folder) ? 0 : -1;
}

static int toy_end(void **state)
{
    static const char *const names[] = {"whole.db",  "stopped.db", "counts.db", "compared.db",
                                        "joined.db", "part1.db",   "part2.db"};
    (void)state;
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[128];
        (void)snprintf(path, sizeof path, "%s/%s", toy_folder, names[i]);
        (void)unlink(path);
    }
    return rmdir(toy_folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(study_when_run),      cmocka_unit_test(study_when_stopped),
        cmocka_unit_test(study_when_counting), cmocka_unit_test(study_when_compared),
        cmocka_unit_test(study_when_merged),
    };
    return cmocka_run_group_tests(tests, toy_begin, toy_end);
}
