// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "support/test.h"
#include "support/test_allocator.h"

#include <waymark/format.h>

#include <string.h>

static way_status parse(const char *text, way_scenario *out, way_problem *problem)
{
    return way_scenario_parse(text, strlen(text), NULL, out, problem);
}

static void scenario_when_separated_by_tabs(void **state)
{
    (void)state;
    way_scenario scenario;
    way_problem problem;
    assert_int_equal(parse("version 1\r\n"
                           "3\tmaps/dao/two words.map\t49\t50\t1\t2\t48\t49\t12.0711\r\n"
                           "\r\n"
                           "4\ttwo words.map\t49\t50\t0\t0\t1\t1\t0",
                           &scenario, &problem),
                     WAY_STATUS_OK);
    assert_int_equal(scenario.count, 2);
    assert_string_equal(scenario.map_name, "two words.map");
    const way_scenario_entry *first = &scenario.entries[0];
    assert_int_equal(first->bucket, 3);
    assert_int_equal(first->line, 2);
    assert_int_equal(first->map_width, 49);
    assert_int_equal(first->map_height, 50);
    assert_int_equal(first->start_x, 1);
    assert_int_equal(first->start_y, 2);
    assert_int_equal(first->goal_x, 48);
    assert_int_equal(first->goal_y, 49);
    assert_true(first->length == 12.0711);
    assert_int_equal(scenario.entries[1].line, 4);
    assert_true(scenario.entries[1].length == 0);
    assert_string_equal(problem.text, "");
    way_scenario_free(&scenario);
    assert_null(scenario.entries);
}

static void scenario_when_separated_by_blanks(void **state)
{
    (void)state;
    way_scenario scenario;
    assert_int_equal(
        parse("version 1.0\n61 a.map 5 5 1 2 3 4 2.83\n33 b/a.map 5 5 0 0 4 4 132.40\n", &scenario,
              NULL),
        WAY_STATUS_OK);
    assert_int_equal(scenario.count, 2);
    assert_string_equal(scenario.map_name, "a.map");
    way_scenario_free(&scenario);
}

static double tolerance_of(const char *length, const char *other)
{
    char text[200];
    snprintf(text, sizeof text, "version 1\n0 a 9 9 0 0 1 1 %s\n0 a 9 9 0 0 1 1 %s\n", length,
             other);
    way_scenario scenario;
    assert_int_equal(parse(text, &scenario, NULL), WAY_STATUS_OK);
    const double tolerance = scenario.entries[0].tolerance;
    way_scenario_free(&scenario);
    return tolerance;
}

static void assert_near(double found, double expected, double slack)
{
    if (!(found > expected - slack && found < expected + slack)) {
        fail_msg("%.12g is not near %.12g", found, expected);
    }
}

static void tolerance_follows_the_print(void **state)
{
    (void)state;
    assert_near(tolerance_of("244.95", "132.40"), 0.0051, 1e-5);
    assert_near(tolerance_of("2.00000000", "3.41421356"), 4.5e-8, 1e-9);
    assert_near(tolerance_of("123.456", "7"), 123.456e-5, 1e-5);
    assert_near(tolerance_of("7", "8"), 7e-5, 1e-6);
    // 14 significant digits with zeros dropped: far sharper than 6.
    assert_true(tolerance_of("279.69848480984", "51") < 1e-5);
}

static void scenario_when_empty_of_problems(void **state)
{
    (void)state;
    way_scenario scenario;
    assert_int_equal(parse("version 1\n", &scenario, NULL), WAY_STATUS_OK);
    assert_int_equal(scenario.count, 0);
    way_scenario_free(&scenario);
    way_scenario_free(&scenario);
    way_scenario_free(NULL);
}

static void scenario_when_malformed(void **state)
{
    (void)state;
    const struct {
        const char *text;
        way_status status;
        uint32_t line, column;
        const char *says;
    } cases[] = {
        {"", WAY_STATUS_BAD_FORMAT, 1, 0, "expected 'version 1', found the end of the text"},
        {"type octile\n", WAY_STATUS_BAD_FORMAT, 1, 1, "expected 'version 1', found 'type octile'"},
        {"version 2\n", WAY_STATUS_BAD_FORMAT, 1, 1, "expected 'version 1', found 'version 2'"},
        {"version 1\nx a 9 9 0 0 1 1 2\n", WAY_STATUS_BAD_FORMAT, 2, 1,
         "expected a bucket number, found 'x'"},
        {"version 1\n0 a 9 9 0 0 1\n", WAY_STATUS_BAD_FORMAT, 2, 14,
         "expected a goal row, found the end of the line"},
        {"version 1\n0 a 0 9 0 0 1 1 2\n", WAY_STATUS_OUT_OF_RANGE, 2, 5,
         "expected a map width from 1 to 65535, found '0'"},
        {"version 1\n0 a 65536 9 0 0 1 1 2\n", WAY_STATUS_OUT_OF_RANGE, 2, 5,
         "expected a map width from 1 to 65535, found '65536'"},
        {"version 1\n0 a 9 9 0 9 1 1 2\n", WAY_STATUS_OUT_OF_RANGE, 2, 11,
         "expected a start row from 0 to 8, found '9'"},
        {"version 1\n0 a 9 9 0 0 1 1 nan\n", WAY_STATUS_BAD_FORMAT, 2, 17,
         "expected a length, found 'nan'"},
        {"version 1\n0 a 9 9 0 0 1 1 -2\n", WAY_STATUS_OUT_OF_RANGE, 2, 17,
         "expected a length from 0 to 2000000000, found '-2'"},
        {"version 1\n0 a 9 9 0 0 1 1 2 3\n", WAY_STATUS_BAD_FORMAT, 2, 19,
         "expected the end of the line after nine columns, found '3'"},
        {"version 1\n0 a 9 9 0 0 1 1 2\n0 b 9 9 0 0 1 1 2\n", WAY_STATUS_BAD_FORMAT, 3, 3,
         "expected the map of the first problem, found 'b'"},
        {"version 1\n0 maps/ 9 9 0 0 1 1 2\n", WAY_STATUS_BAD_FORMAT, 2, 3,
         "expected a map name, found 'maps/'"},
    };
    for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        way_scenario scenario;
        way_problem problem;
        assert_int_equal(parse(cases[i].text, &scenario, &problem), cases[i].status);
        assert_string_equal(problem.text, cases[i].says);
        assert_int_equal(problem.line, cases[i].line);
        assert_int_equal(problem.column, cases[i].column);
        assert_null(scenario.entries);
    }
}

static void scenario_when_name_is_too_long(void **state)
{
    (void)state;
    char name[300];
    memset(name, 'n', sizeof name);
    name[256] = '\0';
    char text[400];
    way_scenario scenario;
    way_problem problem;
    snprintf(text, sizeof text, "version 1\n0 %s 9 9 0 0 1 1 2\n", name);
    assert_int_equal(parse(text, &scenario, &problem), WAY_STATUS_BAD_FORMAT);
    assert_int_equal(problem.column, 3);
    name[255] = '\0';
    snprintf(text, sizeof text, "version 1\n0 %s 9 9 0 0 1 1 2\n", name);
    assert_int_equal(parse(text, &scenario, &problem), WAY_STATUS_OK);
    assert_string_equal(scenario.map_name, name);
    way_scenario_free(&scenario);
}

static void scenario_when_memory_fails(void **state)
{
    (void)state;
    char text[4000];
    size_t size = (size_t)snprintf(text, sizeof text, "version 1\n");
    for (uint32_t i = 0; i < 100; i++) {
        size += (size_t)snprintf(text + size, sizeof text - size, "0 a 9 9 0 0 1 1 2\n");
    }
    way_status status = WAY_STATUS_NO_MEMORY;
    for (uint64_t nth = 1; status != WAY_STATUS_OK; nth++) {
        test_allocator memory;
        test_allocator_init(&memory);
        test_allocator_fail_next(&memory, nth);
        way_scenario scenario;
        status = way_scenario_parse(text, size, &(way_parse_config){.allocator = &memory.allocator},
                                    &scenario, NULL);
        assert_true(status == WAY_STATUS_OK || status == WAY_STATUS_NO_MEMORY);
        assert_int_equal(scenario.count, status == WAY_STATUS_OK ? 100 : 0);
        way_scenario_free(&scenario);
        test_allocator_check_empty(&memory);
    }
}

static void scenario_when_arguments_are_missing(void **state)
{
    (void)state;
    way_scenario scenario;
    assert_int_equal(way_scenario_parse(NULL, 5, NULL, &scenario, NULL),
                     WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_scenario_parse("", 0, NULL, NULL, NULL), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_scenario_parse(NULL, 0, NULL, &scenario, NULL), WAY_STATUS_BAD_FORMAT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scenario_when_separated_by_tabs),
        cmocka_unit_test(scenario_when_separated_by_blanks),
        cmocka_unit_test(tolerance_follows_the_print),
        cmocka_unit_test(scenario_when_empty_of_problems),
        cmocka_unit_test(scenario_when_malformed),
        cmocka_unit_test(scenario_when_name_is_too_long),
        cmocka_unit_test(scenario_when_memory_fails),
        cmocka_unit_test(scenario_when_arguments_are_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
