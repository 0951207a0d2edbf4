// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "support/test.h"
#include "support/test_allocator.h"

#include <waymark/format.h>
#include <waymark/lab.h>

#include <string.h>

#define PATCHES                                                                                    \
    "type patch\npatches 2\n"                                                                      \
    "patch 0\nheight 2\nwidth 3\nmap\n@@.\n.@2\n"                                                  \
    "patch 1\r\nheight 1\r\nwidth 1\r\nmap\r\n@"
#define SCENARIO                                                                                   \
    "version 2\nheight 4\nwidth 5\ncost 1 octile\npatch maps/a b.patch\ncommands\n"                \
    "P 0 0 1 1\nQ 7 0 0 4 3 5.2426406871193\nQ 7 0 0 2 2 -1\n"

static way_status parse_patches(const char *text, way_patches *out, way_problem *problem)
{
    return way_patches_parse(text, strlen(text), NULL, out, problem);
}

static way_status parse_scenario(const char *text, way_dynamic_scenario *out, way_problem *problem)
{
    return way_dynamic_scenario_parse(text, strlen(text), NULL, out, problem);
}

static void patches_when_read(void **state)
{
    (void)state;
    way_patches patches;
    assert_int_equal(parse_patches(PATCHES, &patches, NULL), WAY_STATUS_OK);
    assert_int_equal(patches.count, 2);
    assert_int_equal(patches.items[0].width, 3);
    assert_int_equal(patches.items[0].height, 2);
    assert_memory_equal(patches.items[0].weights, "\0\0\1\1\0\2", 6);
    assert_memory_equal(patches.items[1].weights, "\0", 1);
    way_patches_free(&patches);
    way_patches_free(&patches);
    way_patches_free(NULL);
}

static void patch_when_laid(void **state)
{
    (void)state;
    way_patches patches;
    way_map *map = NULL;
    const way_map_config config = way_map_config_default(4, 3);
    assert_int_equal(parse_patches(PATCHES, &patches, NULL), WAY_STATUS_OK);
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    assert_int_equal(way_patch_apply(&patches.items[0], map, 1, 1), WAY_STATUS_OK);
    const uint8_t expected[] = {1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 0, 2};
    for (uint32_t i = 0; i < 12; i++) {
        assert_int_equal(way_map_terrain(map, i), expected[i]);
    }
    assert_int_equal(way_map_revision(map), 2);
    assert_int_equal(way_patch_apply(&patches.items[0], map, 2, 1), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(way_patch_apply(&patches.items[0], map, 1, 2), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(way_patch_apply(&patches.items[0], map, UINT32_MAX, 0),
                     WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(way_map_revision(map), 2);
    way_map_destroy(map);
    way_patches_free(&patches);
}

static void scenario_when_read(void **state)
{
    (void)state;
    way_dynamic_scenario scenario;
    assert_int_equal(parse_scenario(SCENARIO, &scenario, NULL), WAY_STATUS_OK);
    assert_int_equal(scenario.width, 5);
    assert_int_equal(scenario.height, 4);
    assert_string_equal(scenario.patch_name, "a b.patch");
    assert_int_equal(scenario.count, 3);
    assert_true(scenario.commands[2].query.length == 0);
    assert_true(scenario.commands[0].is_patch);
    assert_int_equal(scenario.commands[0].x, 1);
    assert_int_equal(scenario.commands[0].query.line, 7);
    const way_scenario_entry *query = &scenario.commands[1].query;
    assert_false(scenario.commands[1].is_patch);
    assert_int_equal(query->bucket, 7);
    assert_int_equal(query->goal_x, 4);
    assert_int_equal(query->goal_y, 3);
    assert_true(query->length == 5.2426406871193);
    assert_true(query->tolerance > 0 && query->tolerance < 1e-6);
    way_dynamic_scenario_free(&scenario);
    way_dynamic_scenario_free(NULL);
}

typedef struct bad_text {
    const char *text;
    way_status status;
    uint32_t line;
    const char *says;
} bad_text;

#define PATCH_HEAD "type patch\npatches 1\n"

static void patches_when_malformed(void **state)
{
    (void)state;
    const bad_text cases[] = {
        {"", WAY_STATUS_BAD_FORMAT, 1, "expected type patch, found the end of the text"},
        {"type octile\n", WAY_STATUS_BAD_FORMAT, 1, "expected type patch, found 'type octile'"},
        {"type patch more\n", WAY_STATUS_BAD_FORMAT, 1,
         "expected type patch, found 'type patch more'"},
        {PATCH_HEAD, WAY_STATUS_BAD_FORMAT, 3, "expected patch, found the end of the text"},
        {PATCH_HEAD "patch 1\n", WAY_STATUS_OUT_OF_RANGE, 3,
         "expected the number of the next patch from 0 to 0, found '1'"},
        {PATCH_HEAD "patch 0\nheight 0\n", WAY_STATUS_OUT_OF_RANGE, 4,
         "expected a side in cells from 1 to 65535, found '0'"},
        {PATCH_HEAD "patch 0\nheight 2\nwidth 2\nmap\n..\n", WAY_STATUS_BAD_FORMAT, 7,
         "the text ends before the last row of the patch"},
        {PATCH_HEAD "patch 0\nheight 1\nwidth 2\nmap\n...\n", WAY_STATUS_BAD_FORMAT, 7,
         "the row has 3 letters, more than the width in the header"},
        {PATCH_HEAD "patch 0\nheight 1\nwidth 1\nmap\n.\nmore", WAY_STATUS_BAD_FORMAT, 8,
         "expected nothing after the last patch, found 'more'"},
        {PATCH_HEAD "patch 0\nheight 65535\nwidth 65535\nmap\n.\n", WAY_STATUS_BAD_FORMAT, 7,
         "the text ends before the last row of the patch"},
    };
    for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        way_patches patches;
        way_problem problem;
        assert_int_equal(parse_patches(cases[i].text, &patches, &problem), cases[i].status);
        assert_string_equal(problem.text, cases[i].says);
        assert_int_equal(problem.line, cases[i].line);
        assert_null(patches.items);
    }
}

#define SCENARIO_HEAD "version 2\nheight 4\nwidth 5\ncost 1 octile\npatch a\ncommands\n"

static void scenario_when_malformed(void **state)
{
    (void)state;
    const bad_text cases[] = {
        {"version 1\n", WAY_STATUS_OUT_OF_RANGE, 1, "expected version 2 from 2 to 2, found '1'"},
        {"version 2\nheight 4\nwidth 5\ncost 2 octile\n", WAY_STATUS_BAD_FORMAT, 4,
         "expected '1 octile', found ' 2 octile'"},
        {"version 2\nheight 4\nwidth 5\ncost 1 octile\npatch\n", WAY_STATUS_BAD_FORMAT, 5,
         "expected a file name of at most 255 letters, found the end of the line"},
        {SCENARIO_HEAD "R 0 0 0 0\n", WAY_STATUS_BAD_FORMAT, 7, "expected 'P' or 'Q', found 'R'"},
        {SCENARIO_HEAD "P 0 0 5 0\n", WAY_STATUS_OUT_OF_RANGE, 7,
         "expected a column from 0 to 4, found '5'"},
        {SCENARIO_HEAD "Q 0 0 0 0 4 1\n", WAY_STATUS_OUT_OF_RANGE, 7,
         "expected a goal row from 0 to 3, found '4'"},
        {SCENARIO_HEAD "Q 0 0 0 0 3 long\n", WAY_STATUS_BAD_FORMAT, 7,
         "expected a length, found 'long'"},
        {SCENARIO_HEAD "Q 0 0 0 0 3 3 3\n", WAY_STATUS_BAD_FORMAT, 7,
         "expected the end of the line, found '3'"},
    };
    for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        way_dynamic_scenario scenario;
        way_problem problem;
        assert_int_equal(parse_scenario(cases[i].text, &scenario, &problem), cases[i].status);
        assert_string_equal(problem.text, cases[i].says);
        assert_int_equal(problem.line, cases[i].line);
        assert_null(scenario.commands);
    }
}

static void both_when_memory_fails(void **state)
{
    (void)state;
    uint32_t good = 0;
    for (uint64_t nth = 1; good < 2; nth++) {
        test_allocator memory;
        test_allocator_init(&memory);
        way_patches patches;
        way_dynamic_scenario scenario;
        test_allocator_fail_next(&memory, nth);
        good = way_patches_parse(PATCHES, strlen(PATCHES),
                                 &(way_parse_config){.allocator = &memory.allocator}, &patches,
                                 NULL) == WAY_STATUS_OK;
        test_allocator_fail_next(&memory, nth);
        good += way_dynamic_scenario_parse(SCENARIO, strlen(SCENARIO),
                                           &(way_parse_config){.allocator = &memory.allocator},
                                           &scenario, NULL) == WAY_STATUS_OK;
        way_patches_free(&patches);
        way_dynamic_scenario_free(&scenario);
        test_allocator_check_empty(&memory);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patches_when_read),       cmocka_unit_test(patch_when_laid),
        cmocka_unit_test(scenario_when_read),      cmocka_unit_test(patches_when_malformed),
        cmocka_unit_test(scenario_when_malformed), cmocka_unit_test(both_when_memory_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
