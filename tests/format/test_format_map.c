// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "format/refused.h"
#include "support/test_allocator.h"

#include <waymark/format.h>

#include <string.h>

static way_status parse(const char *text, way_map **out, way_problem *problem)
{
    return way_map_parse(text, strlen(text), NULL, NULL, out, problem);
}

static void map_when_plain(void **state)
{
    (void)state;
    way_map *map = NULL;
    way_problem problem;
    assert_int_equal(
        parse("type octile\nheight 2\nwidth 7\nmap\n.GS@OTW\n1259...\n", &map, &problem),
        WAY_STATUS_OK);
    assert_string_equal(problem.text, "");
    assert_int_equal(way_map_width(map), 7);
    assert_int_equal(way_map_height(map), 2);
    assert_int_equal(way_map_neighbours(map), WAY_NEIGHBOURS_8);
    const uint8_t expected[] = {1, 1, 1, 0, 0, 0, 0, 1, 2, 5, 9, 1, 1, 1};
    for (uint32_t i = 0; i < 14; i++) {
        assert_int_equal(way_map_terrain(map, i), expected[i]);
    }
    way_map_destroy(map);
}

static void map_when_written_another_way(void **state)
{
    (void)state;
    const char *texts[] = {
        "type octile\r\nheight 2\r\nwidth 3\r\nmap\r\n..@\r\n@..\r\n",
        "type octile\nheight 2\nwidth 3\nmap\n..@\n@..",
        "width 3\nheight 2\ntype octile\nmap\n..@\n@..\n\n \n",
        "\xef\xbb\xbf\n  type \toctile \n\nheight 002\nwidth 3\nmap \n..@\n@..\n",
    };
    uint64_t hash = 0;
    for (uint32_t i = 0; i < 4; i++) {
        way_map *map = NULL;
        way_problem problem;
        assert_int_equal(parse(texts[i], &map, &problem), WAY_STATUS_OK);
        assert_true(i == 0 || hash == way_map_hash(map));
        hash = way_map_hash(map);
        way_map_destroy(map);
    }
}

static void map_when_config_and_letters_are_given(void **state)
{
    (void)state;
    way_map_config config = way_map_config_default(1, 1);
    config.neighbours = WAY_NEIGHBOURS_4;
    config.costs = (way_cost_model){0, 0};
    way_letters letters = way_letters_default();
    letters.weights['S'] = 3;
    letters.weights['x'] = 0;
    const char text[] = "type octile\nheight 1\nwidth 3\nmap\n.Sx\n";
    way_map *map = NULL;
    assert_int_equal(way_map_parse(text, strlen(text), &config, &letters, &map, NULL),
                     WAY_STATUS_OK);
    assert_int_equal(way_map_neighbours(map), WAY_NEIGHBOURS_4);
    assert_int_equal(way_map_terrain(map, 1), 3);
    assert_int_equal(way_map_terrain(map, 2), 0);
    way_map_destroy(map);
}

static void map_when_header_is_wrong(void **state)
{
    (void)state;
    const refused_text cases[] = {
        {"", WAY_STATUS_BAD_FORMAT, 1, 0,
         "expected a map with the lines 'type octile', 'height H', 'width W', 'map', found the end "
         "of the text"},
        {"type octile\nheight 2\n", WAY_STATUS_BAD_FORMAT, 3, 0,
         "expected a map with the lines 'type octile', 'height H', 'width W', 'map', found the end "
         "of the text"},
        {"version 1\n", WAY_STATUS_BAD_FORMAT, 1, 1,
         "expected 'type', 'height', 'width', 'floors' or 'map', found 'version'"},
        {"type hexagon\n", WAY_STATUS_BAD_FORMAT, 1, 6,
         "expected the type 'octile', found 'hexagon'"},
        {"type octile\nheight\n", WAY_STATUS_BAD_FORMAT, 2, 7,
         "expected a side in cells, found the end of the line"},
        {"type octile\nheight two\n", WAY_STATUS_BAD_FORMAT, 2, 8,
         "expected a side in cells, found 'two'"},
        {"height 0\n", WAY_STATUS_OUT_OF_RANGE, 1, 8,
         "expected a side in cells from 1 to 65535, found '0'"},
        {"width 65536\n", WAY_STATUS_OUT_OF_RANGE, 1, 7,
         "expected a side in cells from 1 to 65535, found '65536'"},
        {"width 18446744073709551617\n", WAY_STATUS_OUT_OF_RANGE, 1, 7,
         "expected a side in cells from 1 to 65535, found '18446744073709551617'"},
        {"width 3\nwidth 3\n", WAY_STATUS_BAD_FORMAT, 2, 1, "this header field was given before"},
        {"width 3 4\n", WAY_STATUS_BAD_FORMAT, 1, 9, "expected the end of the line, found '4'"},
        {"height 1\nwidth 1\nmap\n.\n", WAY_STATUS_BAD_FORMAT, 3, 1,
         "the header has no line 'type octile'"},
        {"type octile\nwidth 1\nmap\n.\n", WAY_STATUS_BAD_FORMAT, 3, 1,
         "the header has no line 'height H'"},
        {"type octile\nheight 1\nmap\n.\n", WAY_STATUS_BAD_FORMAT, 3, 1,
         "the header has no line 'width W'"},
        {"type octile\nheight 65535\nwidth 65535\nmap\n.\n", WAY_STATUS_TOO_LARGE, 4, 1,
         "the map has more than 1073741824 cells"},
    };
    refused_maps(cases, sizeof cases / sizeof *cases);
}

static void map_when_rows_are_wrong(void **state)
{
    (void)state;
    const refused_text cases[] = {
        {"type octile\nheight 2\nwidth 3\nmap\n...\n", WAY_STATUS_BAD_FORMAT, 6, 0,
         "the text ends after 1 rows, fewer than the height in the header"},
        {"type octile\nheight 2\nwidth 3\nmap\n...\n..\n", WAY_STATUS_BAD_FORMAT, 6, 3,
         "the row has 2 letters, fewer than the width in the header"},
        {"type octile\nheight 2\nwidth 3\nmap\n....\n...\n", WAY_STATUS_BAD_FORMAT, 5, 4,
         "the row has 4 letters, more than the width in the header"},
        {"type octile\nheight 1\nwidth 3\nmap\n...\n...\n", WAY_STATUS_BAD_FORMAT, 6, 1,
         "expected 'links' or nothing after the last row, found '...'"},
        {"type octile\nheight 1\nwidth 3\nmap\n.?.\n", WAY_STATUS_BAD_FORMAT, 5, 2,
         "expected a letter of the terrain, found '?'"},
        {"type octile\nheight 1\nwidth 3\nmap\n..\xe2\n", WAY_STATUS_BAD_FORMAT, 5, 3,
         "expected a letter of the terrain, found '\\xe2'"},
        {"type octile\nheight 1\nwidth 3\nmap\n0..\n", WAY_STATUS_BAD_FORMAT, 5, 1,
         "expected a letter of the terrain, found '0'"},
        // A header that promises a gigabyte does not get one.
        {"type octile\nheight 32768\nwidth 32768\nmap\n...\n", WAY_STATUS_BAD_FORMAT, 5, 4,
         "the row has 3 letters, fewer than the width in the header"},
    };
    refused_maps(cases, sizeof cases / sizeof *cases);
}

static void map_when_binary(void **state)
{
    (void)state;
    char bytes[4096];
    way_rng rng = test_rng(5);
    for (uint32_t round = 0; round < 200; round++) {
        for (uint32_t i = 0; i < sizeof bytes; i++) {
            bytes[i] = (char)way_rng_next(&rng);
        }
        way_map *map = NULL;
        way_problem problem;
        assert_int_equal(way_map_parse(bytes, sizeof bytes, NULL, NULL, &map, &problem),
                         WAY_STATUS_BAD_FORMAT);
        assert_true(problem.line > 0 && problem.text[0]);
    }
}

static void map_when_memory_fails(void **state)
{
    (void)state;
    const char text[] = "type octile\nheight 2\nwidth 3\nmap\n..@\n@..\n";
    way_status status = WAY_STATUS_NO_MEMORY;
    for (uint64_t nth = 1; status != WAY_STATUS_OK; nth++) {
        test_allocator memory;
        test_allocator_init(&memory);
        test_allocator_fail_next(&memory, nth);
        way_map_config config = way_map_config_default(1, 1);
        config.allocator = &memory.allocator;
        way_map *map = NULL;
        status = way_map_parse(text, strlen(text), &config, NULL, &map, NULL);
        assert_true(status == WAY_STATUS_OK || status == WAY_STATUS_NO_MEMORY);
        way_map_destroy(map);
        test_allocator_check_empty(&memory);
    }
}

static void map_when_written_and_read_again(void **state)
{
    (void)state;
    const uint8_t weights[] = {0, 1, 2, 8, 9, 10, 254, 1};
    way_map_config config = way_map_config_default(4, 2);
    config.weights = weights;
    way_map *map = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    char text[64];
    const char expected[] = "type octile\nheight 2\nwidth 4\nmap\n@.28\n999.\n";
    assert_int_equal(way_map_format(map, NULL, 0), strlen(expected));
    assert_int_equal(way_map_format(map, text, sizeof text), strlen(expected));
    assert_memory_equal(text, expected, strlen(expected));
    memset(text, '#', sizeof text);
    assert_int_equal(way_map_format(map, text, 10), strlen(expected));
    assert_memory_equal(text, "type octil#", 11);
    way_map_destroy(map);
}

static void map_when_arguments_are_missing(void **state)
{
    (void)state;
    way_map *map = NULL;
    assert_int_equal(way_map_parse(NULL, 1, NULL, NULL, &map, NULL), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_map_parse("", 0, NULL, NULL, NULL, NULL), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_map_parse(NULL, 0, NULL, NULL, &map, NULL), WAY_STATUS_BAD_FORMAT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(map_when_plain),
        cmocka_unit_test(map_when_written_another_way),
        cmocka_unit_test(map_when_config_and_letters_are_given),
        cmocka_unit_test(map_when_header_is_wrong),
        cmocka_unit_test(map_when_rows_are_wrong),
        cmocka_unit_test(map_when_binary),
        cmocka_unit_test(map_when_memory_fails),
        cmocka_unit_test(map_when_written_and_read_again),
        cmocka_unit_test(map_when_arguments_are_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
