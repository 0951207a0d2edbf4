// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Figures of before and now: every row is of a page that there is, and finds what a run measured.
#define _POSIX_C_SOURCE 200809L

#include "bench/report/before.h"
#include "bench/report/report.h"
#include "support/test.h"

#include <waymark/file.h>
#include <waymark/search.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char before_folder[] = "/tmp/waymark_before_XXXXXX";

static bench_store *before_open(const char *name)
{
    char file[128];
    bench_store *store = NULL;
    way_problem problem = {0};
    (void)snprintf(file, sizeof file, "%s/%s", before_folder, name);
    assert_int_equal(bench_store_open(file, true, &store, &problem), WAY_STATUS_OK);
    return store;
}

/// What a statement finds; "" for nothing.
static void before_ask(bench_store *store, const bench_before *row, char out[64])
{
    bench_rows rows =
        bench_rows_begin(store, row->now, strstr(row->now, "?1") ? "i" : "", (int64_t)1);
    const bool found = bench_rows_next(&rows) && !bench_rows_null(&rows, 0);
    (void)snprintf(out, 64, "%s", found ? bench_rows_text(&rows, 0) : "");
    if (!bench_rows_end(&rows)) {
        fail_msg("%s: %s", row->what, bench_store_problem(store));
    }
}

static void before_figure(bench_store *store, const char *section, const char *contender,
                          const char *measure, double value)
{
    static int64_t place = 0;
    char text[32];
    (void)snprintf(text, sizeof text, "%g for 10 moves", value);
    assert_int_equal(bench_store_put(store,
                                     "INSERT INTO figures VALUES (1, ?1, 4, 0, ?2, ?3, ?4, ?5, ?6)",
                                     "ittttr", place++, section, contender, measure, text, value),
                     WAY_STATUS_OK);
}

static void before_trip_on(bench_store *store, const char *ground, const char *map,
                           const char *spec, double total, int64_t count)
{
    assert_int_equal(
        bench_store_put(store,
                        "INSERT INTO queries (run, ground, map, problem, spec, solved, total,"
                        " expansions, states, cost) VALUES (1, ?1, ?2, 3, ?3, 1, ?4, ?5, ?5, ?5)",
                        "tttri", ground, map, spec, total, count),
        WAY_STATUS_OK);
}

static void before_trip(bench_store *store, const char *ground, const char *spec, double total,
                        int64_t count)
{
    before_trip_on(store, ground, "map", spec, total, count);
}

static const char *before_now(bench_store *store, const char *what)
{
    static char text[64];
    for (uint32_t i = 0; bench_before_at(i); i++) {
        if (strcmp(bench_before_at(i)->what, what) == 0) {
            before_ask(store, bench_before_at(i), text);
            return text;
        }
    }
    fail_msg("no row: %s", what);
    return "";
}

/// Without rows nothing is found, and nothing is wrong with any statement.
static void rows_are_of_pages_and_find_nothing_in_an_empty_run(void **state)
{
    (void)state;
    static const char *const studies[] = {"ground", "kernels", "mesh"};
    bench_store *store = before_open("empty.db");
    for (uint32_t i = 0; bench_before_at(i); i++) {
        const bench_before *row = bench_before_at(i);
        bool page = bench_suite_find(row->page) != NULL;
        for (uint32_t k = 0; k < 3; k++) {
            page |= strcmp(row->page, studies[k]) == 0;
        }
        char now[64];
        assert_true(page && row->what[0] && row->then[0]);
        before_ask(store, row, now);
        assert_string_equal(now, strcmp(row->now, "SELECT 'taken out'") == 0 ? "taken out" : "");
    }
    assert_null(way_algorithm_find("guided"));
    bench_store_close(store);
}

/// Statements about trips, on trips that are known.
static void trips_are_found(void **state)
{
    (void)state;
    bench_store *store = before_open("trips.db");
    before_trip(store, "dao", "astar", 1e-6, 50);
    before_trip(store, "dao", "fringe", 3e-6, 50);
    before_trip(store, "coarse", "astar", 1e-6, 50);
    before_trip(store, "coarse", "fringe", 2e-6, 50);
    before_trip_on(store, "mazes", "one", "dstarlite(queue=heap_large_g)", 8e-6, 1000);
    before_trip_on(store, "mazes", "one", "dstarlite(queue=bucket)", 2e-6, 1020);
    before_trip_on(store, "mazes", "two", "dstarlite(queue=heap_large_g)", 1e-6, 1000);
    before_trip_on(store, "mazes", "two", "dstarlite(queue=bucket)", 1e-6, 1020);
    before_trip(store, "platform", "lsslrta(move=multi, order=fhat)", 1, 90);
    before_trip(store, "platform", "lsslrta(move=multi)", 1, 100);
    before_trip(store, "sc1", "sgastar", 1e-6, 10);
    before_trip(store, "sc1", "astar", 4e-6, 40);
    assert_string_equal(before_now(store, "An expansion of A* on Dragon Age, ns"), "20");
    assert_string_equal(before_now(store, "Fringe search, times A*'s time, by map"), "2 to 3");
    assert_string_equal(before_now(store, "Expansions per maze, heap and buckets"),
                        "1000 and 1020");
    assert_string_equal(
        before_now(store, "Time of a walk through a maze with a heap, times that with buckets"),
        "2.00"); // the mean of the maps, as in the table of the suite
    assert_string_equal(
        before_now(store, "Cost of a walk by f-hat, times that by f; look-ahead 1000, levels of "
                          "the study"),
        "0.90");
    assert_string_equal(before_now(store, "The same, StarCraft"), "25");
    assert_string_equal(before_now(store, "States that it remembers at once, % of A*'s, StarCraft"),
                        "25.0");
    bench_store_close(store);
}

/// The same about cells of studies.
static void cells_are_found(void **state)
{
    (void)state;
    bench_store *store = before_open("cells.db");
    before_figure(store, "What an expansion costs", "dao/orz100d, `astar`", "ns per expansion", 19);
    before_figure(store, "What an expansion costs", "dao/hrt000d, `astar`", "ns per expansion", 21);
    before_figure(store, "Dense and sparse stores", "hrt000d", "dense, MB", 8);
    before_figure(store, "Dense and sparse stores", "hrt000d", "sparse, MB", 2);
    before_figure(store, "Where jumps do not pay", "random/random512-10-0", "fresh against fresh",
                  0.9);
    before_figure(store, "Where jumps do not pay", "dao/orz100d", "fresh against fresh", 9);
    before_figure(store, "Chases", "caves, astar", "us per turn", 10);
    before_figure(store, "Chases", "caves, mtadaptive", "us per turn", 20);
    before_figure(store, "Chases", "caves, mtdstarlite", "us per turn", 5);
    before_figure(store, "Chases", "rts, mtdstarlite", "us per turn", 500); // A* has no row
    before_figure(store, "Many units", "400 walkers with dstarlite in one fog, ms of a frame",
                  "now", 2);
    before_figure(store, "Dragon Age", "all", "cells/mesh", 1.25);
    before_figure(store, "Dragon Age", "64 x 64 cells", "call us, worst", 40);
    assert_string_equal(before_now(store, "An expansion of A*, ns"), "20");
    assert_string_equal(
        before_now(store, "An agent of A* with a sparse store, % of the bytes of one with a dense "
                          "store"),
        "25");
    assert_string_equal(
        before_now(store, "Jump point search on random and one-wide maps, times A*, both with "
                          "fresh agents"),
        "0.90 to 0.90");
    assert_string_equal(
        before_now(store, "A chaser's turn, times that of A* from scratch, by map and chaser"),
        "0.5 to 2.0");
    assert_string_equal(
        before_now(store, "A move of a walker that shares what it knows with all others, us"),
        "200");
    assert_string_equal(
        before_now(store,
                   "Longest call of a mesh's repair, budget 2000, tiles of 64 x 64 cells, us"),
        "40");
    assert_string_equal(
        before_now(store, "The way over a mesh, times the path over cells, Dragon Age"), "0.800");
    bench_store_close(store);
}

/// A page has its rows in a table of its own, and a page without any has no title.
static void pages_show_their_rows(void **state)
{
    (void)state;
    char file[128];
    way_file text;
    way_problem problem = {0};
    bench_page *page = NULL;
    bench_store *store = before_open("page.db");
    before_trip(store, "dao", "astar", 1e-6, 50);
    (void)snprintf(file, sizeof file, "%s/page.md", before_folder);
    const bench_page_config config = {.markdown = file, .pictures = ".", .title = "Page"};
    assert_int_equal(bench_page_create(&config, &page), WAY_STATUS_OK);
    assert_int_equal(bench_before_show(store, "quick", 1, 2, page), WAY_STATUS_OK);
    bench_page_text(page, "Nothing so far.");
    assert_int_equal(bench_before_show(store, "discrete", 1, 3, page), WAY_STATUS_OK);
    assert_int_equal(bench_page_finish(page, &problem), WAY_STATUS_OK);
    assert_int_equal(way_file_read(file, 0, NULL, &text, NULL), WAY_STATUS_OK);
    assert_ptr_equal(strstr(text.bytes, "# Page\n\nNothing so far.\n\n### Before and after\n"),
                     text.bytes);
    assert_non_null(strstr(text.bytes, "\n| what | before | now |\n|---|--:|--:|\n| An expansion "
                                       "of A\\* on Dragon Age, ns | 53 | 20 |\n| Fringe search, "
                                       "times A\\*'s time, by map | 2 to 6 | not measured |\n"));
    way_file_free(&text);
    bench_store_close(store);
}

static int before_begin_all(void **state)
{
    (void)state;
    return mkdtemp(before_folder) ? 0 : -1;
}

static int before_end_all(void **state)
{
    (void)state;
    static const char *const names[] = {"empty.db", "trips.db", "cells.db", "page.db", "page.md"};
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++) {
        char file[128];
        (void)snprintf(file, sizeof file, "%s/%s", before_folder, names[i]);
        (void)unlink(file);
    }
    return rmdir(before_folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_of_pages_and_find_nothing_in_an_empty_run),
        cmocka_unit_test(trips_are_found),
        cmocka_unit_test(cells_are_found),
        cmocka_unit_test(pages_show_their_rows),
    };
    return cmocka_run_group_tests(tests, before_begin_all, before_end_all);
}
