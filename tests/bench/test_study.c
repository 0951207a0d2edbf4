// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A study's rows, and the page that is made of them.
#define _POSIX_C_SOURCE 200809L

#include "bench/report/report.h"
#include "bench/store/study.h"
#include "support/test.h"

#include <waymark/file.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char study_folder[] = "/tmp/waymark_study_XXXXXX";

static void study_path(char out[128], const char *name)
{
    (void)snprintf(out, 128, "%s/%s", study_folder, name);
}

static void study_write(const char *file)
{
    const char *frames = "";
    const bench_study_option options[] = {{"--frames", &frames}, {NULL, NULL}};
    const bench_study_config config = {
        .name = "toy", .title = "A toy, measured", .options = options};
    char *arguments[] = {"bin/waymark_toy", "--db", (char *)file, "--frames", "7",
                         "--only",          "edits"};
    bench_study *study = bench_study_begin(&config, 7, arguments);
    bench_page *page = bench_study_page(study);
    assert_string_equal(frames, "7");
    assert_true(bench_study_wants(study, "edits"));
    assert_false(bench_study_wants(study, "paths"));
    bench_page_text(page, "Times are made up, by A*.");
    bench_page_title(page, 2, "Edits");
    bench_page_table(page, "<map <rate >time_us >longest_call");
    bench_page_cell(page, "%s", "caves");
    bench_page_cell(page, "%d", 60);
    bench_page_cell(page, "%.1f", 2.5);
    bench_page_cell(page, "%s", "none");
    bench_page_end_table(page);
    assert_int_equal(bench_study_end(study), 0);
}

static bench_store *study_open(const char *file)
{
    bench_store *store = NULL;
    way_problem problem = {0};
    assert_int_equal(bench_store_open(file, true, &store, &problem), WAY_STATUS_OK);
    return store;
}

static void study_expect_row(bench_store *store)
{
    bench_rows rows = bench_rows_begin(
        store,
        "SELECT suite, command, finished, section, contender, measure, value FROM figures JOIN runs"
        " ON id = run WHERE value IS NOT NULL",
        "");
    assert_true(bench_rows_next(&rows));
    assert_string_equal(bench_rows_text(&rows, 0), "toy");
    assert_string_equal(bench_rows_text(&rows, 1), "waymark_toy --frames 7 --only edits");
    assert_false(bench_rows_null(&rows, 2));
    assert_string_equal(bench_rows_text(&rows, 3), "Edits");
    assert_string_equal(bench_rows_text(&rows, 4), "caves, 60");
    assert_string_equal(bench_rows_text(&rows, 5), "time us");
    assert_true(bench_rows_real(&rows, 6) == 2.5);
    assert_false(bench_rows_next(&rows)); // "none" is no number
    assert_true(bench_rows_end(&rows));
}

static void study_when_written(void **state)
{
    (void)state;
    char file[128];
    study_path(file, "one.db");
    study_write(file);
    bench_store *store = study_open(file);
    study_expect_row(store);
    bench_store_close(store);
}

static void study_when_merged_and_reported(void **state)
{
    (void)state;
    char file[128];
    char joined[128];
    char page[128];
    way_problem problem = {0};
    way_file text;
    study_path(file, "two.db");
    study_path(joined, "joined.db");
    study_path(page, "toy.md");
    study_write(file);
    bench_store *store = study_open(joined);
    assert_int_equal(bench_store_merge(store, file, &problem), WAY_STATUS_OK);
    study_expect_row(store);
    const bench_report_config config = {.markdown = page, .suite = "toy", .one_build = true};
    assert_int_equal(bench_report_write(store, &config, &problem), WAY_STATUS_OK);
    assert_int_equal(way_file_read(page, 0, NULL, &text, NULL), WAY_STATUS_OK);
    assert_ptr_equal(strstr(text.bytes, "# A toy, measured\n"), text.bytes);
    assert_non_null(strstr(text.bytes, "Times are made up, by A\\*.\n"));
    assert_non_null(strstr(text.bytes, "\n## Edits\n\n| map | rate | time us | longest call |\n"
                                       "|---|---|--:|--:|\n| caves | 60 | 2.5 | none |\n"));
    way_file_free(&text);
    const bench_report_config other = {.markdown = page, .suite = "other"};
    assert_int_equal(bench_report_write(store, &other, &problem), WAY_STATUS_NOT_FOUND);
    bench_store_close(store);
}

static int study_begin_all(void **state)
{
    (void)state;
    return mkdtemp(study_folder) ? 0 : -1;
}

static int study_end_all(void **state)
{
    static const char *const names[] = {"one.db", "two.db", "joined.db", "toy.md"};
    (void)state;
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[128];
        study_path(path, names[i]);
        (void)unlink(path);
    }
    return rmdir(study_folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(study_when_written),
        cmocka_unit_test(study_when_merged_and_reported),
    };
    return cmocka_run_group_tests(tests, study_begin_all, study_end_all);
}
