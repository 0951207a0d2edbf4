// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "support/test.h"
#include "support/test_allocator.h"

#include <waymark/lab.h>

#include <string.h>

static const char small_level[] = "1 6 5 0\n"
                                  "######\n"
                                  "#u   #\n"
                                  "#### #\n"
                                  "#d   #\n"
                                  "######\n"
                                  "\n";

static void level_when_well_formed(void **state)
{
    (void)state;
    way_level level;
    way_problem problem;
    assert_int_equal(way_level_parse(small_level, strlen(small_level), NULL, &level, &problem),
                     WAY_STATUS_OK);
    assert_string_equal(problem.text, "");
    assert_int_equal(level.width, 6);
    assert_int_equal(level.height, 5);
    assert_int_equal(level.start_x, 1);
    assert_int_equal(level.start_y, 1);
    assert_int_equal(level.door_x, 1);
    assert_int_equal(level.door_y, 3);
    assert_true(level.solid[2 * 6 + 3]);
    assert_false(level.solid[2 * 6 + 4]);
    char text[sizeof small_level];
    assert_int_equal(way_level_format(&level, NULL, 0), strlen(small_level));
    assert_int_equal(way_level_format(&level, text, sizeof text), strlen(small_level));
    assert_memory_equal(text, small_level, strlen(small_level));
    memset(text, 'x', sizeof text);
    assert_int_equal(way_level_format(&level, text, 9), strlen(small_level));
    assert_memory_equal(text, "1 6 5 0\n#x", 10);
    way_level_free(&level);
    assert_null(level.solid);
    way_level_free(&level);
    way_level_free(NULL);
}

static void level_when_lines_end_in_crlf(void **state)
{
    (void)state;
    static const char text[] = "1 4 3 0\r\n####\r\n#ud#\r\n####";
    way_level level;
    assert_int_equal(way_level_parse(text, strlen(text), NULL, &level, NULL), WAY_STATUS_OK);
    assert_int_equal(level.door_x, 2);
    way_level_free(&level);
}

/// A text that is refused, and where and why.
typedef struct bad_level {
    const char *text;
    way_status status;
    uint32_t line, column;
    const char *why; ///< a part of the message
} bad_level;

static void level_when_malformed(void **state)
{
    (void)state;
    static const bad_level levels[] = {
        {"", WAY_STATUS_BAD_FORMAT, 1, 0, "1 WIDTH HEIGHT 0"},
        {"hello\n", WAY_STATUS_BAD_FORMAT, 1, 1, "layers"},
        {"2 4 3 0\n", WAY_STATUS_OUT_OF_RANGE, 1, 1, "layers"},
        {"1 2 3 0\n", WAY_STATUS_OUT_OF_RANGE, 1, 3, "width"},
        {"1 4 257 0\n", WAY_STATUS_OUT_OF_RANGE, 1, 5, "height"},
        {"1 4 3\n####\n#ud#\n####\n", WAY_STATUS_BAD_FORMAT, 1, 6, "unused"},
        {"1 4 3 0 7\n####\n#ud#\n####\n", WAY_STATUS_BAD_FORMAT, 1, 9, "end of the line"},
        {"1 4 3 0\n####\n#u #\n####\n", WAY_STATUS_BAD_FORMAT, 5, 0, "no door"},
        {"1 4 3 0\n####\n# d#\n####\n", WAY_STATUS_BAD_FORMAT, 5, 0, "no start"},
        {"1 5 3 0\n#####\n#udd#\n#####\n", WAY_STATUS_BAD_FORMAT, 3, 4, "second door"},
        {"1 5 3 0\n#####\n#udu#\n#####\n", WAY_STATUS_BAD_FORMAT, 3, 4, "second start"},
        {"1 4 3 0\n#### \n#ud#\n####\n", WAY_STATUS_BAD_FORMAT, 2, 5, "row of 4"},
        {"1 4 3 0\n####\n#ud\n####\n", WAY_STATUS_BAD_FORMAT, 3, 4, "row of 4"},
        {"1 4 3 0\n####\n#ud#\n", WAY_STATUS_BAD_FORMAT, 4, 0, "after 2 rows"},
        {"1 4 3 0\n####\n#ud#\n####\n####\n", WAY_STATUS_BAD_FORMAT, 5, 1, "nothing after"},
        {"1 4 3 0\n# ##\n#ud#\n####\n", WAY_STATUS_BAD_FORMAT, 2, 2, "border"},
        {"1 4 3 0\n####\n#ud#\n### \n", WAY_STATUS_BAD_FORMAT, 4, 4, "border"},
        {"1 4 3 0\n####\n#udd\n####\n", WAY_STATUS_BAD_FORMAT, 3, 4, "border"},
        {"1 4 3 0\n####\nu d#\n####\n", WAY_STATUS_BAD_FORMAT, 3, 1, "border"},
        {"1 5 3 0\n#####\n#uwd#\n#####\n", WAY_STATUS_UNSUPPORTED, 3, 3, "water"},
        {"1 5 3 0\n#####\n#u.d#\n#####\n", WAY_STATUS_BAD_FORMAT, 3, 3, "found '.'"},
    };
    for (uint32_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        const bad_level *bad = &levels[i];
        way_level level;
        way_problem problem;
        test_allocator memory;
        test_allocator_init(&memory);
        const way_status status =
            way_level_parse(bad->text, strlen(bad->text), &memory.allocator, &level, &problem);
        if (status != bad->status || problem.line != bad->line || problem.column != bad->column ||
            !strstr(problem.text, bad->why)) {
            fail_msg("case %u: %s at %u:%u '%s'", i, way_status_name(status), problem.line,
                     problem.column, problem.text);
        }
        assert_null(level.solid);
        test_allocator_check_empty(&memory);
    }
}

static bool parse_scenario(test_allocator *memory)
{
    way_level level;
    const way_status status =
        way_level_parse(small_level, strlen(small_level), &memory->allocator, &level, NULL);
    assert_true(status == WAY_STATUS_OK || status == WAY_STATUS_NO_MEMORY);
    way_level_free(&level);
    return status == WAY_STATUS_OK;
}

static void level_when_out_of_memory(void **state)
{
    (void)state;
    test_allocator_fail_each(parse_scenario);
    assert_int_equal(way_level_parse(NULL, 3, NULL, NULL, NULL), WAY_STATUS_INVALID_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(level_when_well_formed),
        cmocka_unit_test(level_when_lines_end_in_crlf),
        cmocka_unit_test(level_when_malformed),
        cmocka_unit_test(level_when_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
