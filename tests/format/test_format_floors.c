// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Floors, links and profiles as text.
#include "format/refused.h"
#include "support/test_allocator.h"

#include <waymark/format.h>

#include <string.h>

#define HOUSE                                                                                      \
    "type octile\nheight 2\nwidth 4\nfloors 3\nmap\n....\n.@2.\n\n....\n..@.\n@...\n....\n"        \
    "links\n0:0,0 1:3,1 1200 both\n# down only\n2:1,1 0:2,0 5 # slide\n"

static void floors_when_plain(void **state)
{
    (void)state;
    way_map *map = NULL;
    way_floors floors = {0};
    way_problem problem;
    assert_int_equal(way_floors_parse(HOUSE, strlen(HOUSE), NULL, NULL, &map, &floors, &problem),
                     WAY_STATUS_OK);
    assert_string_equal(problem.text, "");
    assert_int_equal(floors.count, 3);
    assert_int_equal(floors.height, 2);
    assert_int_equal(way_map_height(map), 8);
    assert_int_equal(way_map_height(map), way_floors_rows(&floors));
    for (uint32_t x = 0; x < 4; x++) {
        assert_false(way_map_is_passable(map, way_map_cell(map, x, 2)));
        assert_false(way_map_is_passable(map, way_map_cell(map, x, 5)));
    }
    const way_cell low = way_floors_cell(map, &floors, 0, 0, 0);
    const way_cell high = way_floors_cell(map, &floors, 1, 3, 1);
    assert_int_equal(way_map_link_count(map), 3);
    assert_int_equal(way_map_step_cost(map, low, high, 1), 1200);
    assert_int_equal(way_map_step_cost(map, high, low, 1), 1200);
    assert_false(way_map_is_reachable(map, low, way_floors_cell(map, &floors, 2, 3, 1), 1));
    assert_true(way_map_is_reachable(map, way_floors_cell(map, &floors, 2, 3, 1), low, 1));
    way_map_destroy(map);
}

static void positions_go_both_ways(void **state)
{
    (void)state;
    const way_floors floors = {4, 3};
    const way_map_config config = way_map_config_default(5, 15);
    way_map *map = NULL;
    uint32_t on = 0;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    assert_int_equal(way_floors_divide(map, &floors), WAY_STATUS_OK);
    for (way_cell cell = 0; cell < 5 * 15; cell++) {
        uint32_t floor = 9;
        uint32_t x = 9;
        uint32_t y = 9;
        const bool there = way_floors_position(map, &floors, cell, &floor, &x, &y);
        assert_int_equal(there, way_map_is_passable(map, cell));
        assert_true(!there || way_floors_cell(map, &floors, floor, x, y) == cell);
        on += there;
    }
    assert_int_equal(on, 4 * 3 * 5);
    assert_false(way_floors_position(map, &floors, 5 * 15, NULL, NULL, NULL));
    assert_int_equal(way_floors_cell(map, &floors, 4, 0, 0), WAY_CELL_NONE);
    assert_int_equal(way_floors_cell(map, &floors, 0, 0, 3), WAY_CELL_NONE);
    assert_int_equal(way_floors_cell(map, &floors, 0, -1, 0), WAY_CELL_NONE);
    const way_floors other = {3, 3};
    assert_false(way_floors_position(map, &other, 5 * 12, NULL, NULL, NULL)); // the fourth
    assert_int_equal(way_floors_divide(map, &other), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(way_floors_divide(NULL, &other), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_floors_rows(&(way_floors){0, 3}), 0);
    assert_int_equal(way_floors_rows(&(way_floors){60000, 60000}), 0);
    way_map_destroy(map);
}

#define ROWS "type octile\nheight 1\nwidth 3\nfloors 2\nmap\n...\n...\n"

static void floors_when_wrong(void **state)
{
    (void)state;
    const refused_text texts[] = {
        {"type octile\nheight 1\nwidth 3\nfloors 0\nmap\n", WAY_STATUS_OUT_OF_RANGE, 4, 8, NULL},
        {"type octile\nheight 1\nwidth 3\nfloors 2\nfloors 2\nmap\n", WAY_STATUS_BAD_FORMAT, 5, 1,
         "this header field was given before"},
        {"type octile\nheight 40000\nwidth 3\nfloors 2\nmap\n", WAY_STATUS_TOO_LARGE, 5, 1,
         "all floors have more than 65535 rows, one between two counted; lower floors or height"},
        {"type octile\nheight 1\nwidth 3\nfloors 2\nmap\n...\n", WAY_STATUS_BAD_FORMAT, 7, 0,
         "the text ends after 1 rows, fewer than the header says of all floors"},
        {ROWS "stairs\n", WAY_STATUS_BAD_FORMAT, 8, 1,
         "expected 'links' or nothing after the last row, found 'stairs'"},
        {ROWS "links\n0,0 1:1,0 5\n", WAY_STATUS_BAD_FORMAT, 9, 1,
         "expected a place FLOOR:X,Y, found '0,0'"},
        {ROWS "links\n0:0,0 2:1,0 5\n", WAY_STATUS_OUT_OF_RANGE, 9, 7, NULL},
        {ROWS "links\n0:0,0 1:3,0 5\n", WAY_STATUS_OUT_OF_RANGE, 9, 9, NULL},
        {ROWS "links\n0:0,0 1:1,1 5\n", WAY_STATUS_OUT_OF_RANGE, 9, 11, NULL},
        {ROWS "links\n0:0,0 0:0,0 5\n", WAY_STATUS_INVALID_ARGUMENT, 9, 7,
         "a link leads from one cell to another"},
        {ROWS "links\n0:0,0 1:0,0 0\n", WAY_STATUS_OUT_OF_RANGE, 9, 13, NULL},
        {ROWS "links\n0:0,0 1:0,0\n", WAY_STATUS_BAD_FORMAT, 9, 12, NULL},
        {ROWS "links\n\n0:0,0 1:0,0 4 back\n", WAY_STATUS_BAD_FORMAT, 10, 15,
         "expected 'both' or the end of the line, found 'back'"},
        {ROWS "links\n0:0,0 1:0,0 4 both both\n", WAY_STATUS_BAD_FORMAT, 9, 20,
         "expected the end of the line, found 'both'"},
    };
    refused_maps(texts, sizeof texts / sizeof *texts);
}

static void links_when_one_cell_has_too_many(void **state)
{
    (void)state;
    char text[1024];
    const way_map_config config = way_map_config_default(20, 4);
    way_map *map = NULL;
    way_problem problem;
    size_t size = 0;
    for (uint32_t i = 1; i <= 9; i++) {
        size += (size_t)snprintf(text + size, sizeof text - size, "%u,0 0,3 40\n", i);
    }
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    assert_int_equal(way_links_parse(text, size, map, 1, 0, &problem), WAY_STATUS_TOO_LARGE);
    assert_int_equal(problem.line, 9);
    assert_true(strstr(problem.text, "more than 8 links from or to one cell") != NULL);
    assert_int_equal(way_map_link_count(map), 0);
    assert_int_equal(way_links_parse(text, size - 11, map, 1, 0, &problem), WAY_STATUS_OK);
    assert_int_equal(way_map_link_count(map), 8);
    // For one profile; for one that is not there; for floors that are not there.
    assert_int_equal(way_links_parse("0,0 1,1 7", 9, map, 1, 1, &problem), WAY_STATUS_OK);
    assert_int_equal(way_links_parse("0,0 1,1 7", 9, map, 1, 3, &problem),
                     WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_links_parse("0,0 1,1 7", 9, map, 3, 0, &problem),
                     WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_links_parse("0,0 1,1 7 x", 11, map, 1, 0, &problem),
                     WAY_STATUS_BAD_FORMAT);
    assert_int_equal(way_links_parse(NULL, 0, map, 1, 0, NULL), WAY_STATUS_OK);
    way_map_destroy(map);
}

static way_cell draw_place(const way_map *map, const way_floors *floors, way_rng *rng)
{
    const uint32_t floor = way_rng_below(rng, floors->count);
    const uint32_t x = way_rng_below(rng, way_map_width(map));
    return way_floors_cell(map, floors, floor, x, way_rng_below(rng, floors->height));
}

/// A map of floors with terrain of all letters and links of all kinds.
static way_map *random_house(const way_floors *floors, way_rng *rng)
{
    way_map_config config =
        way_map_config_default(3 + way_rng_below(rng, 9), way_floors_rows(floors));
    static uint8_t weights[4096];
    const way_letters letters = way_letters_terrain();
    for (uint32_t i = 0; i < config.width * config.height; i++) {
        uint8_t terrain = letters.weights['.' + way_rng_below(rng, 'z' - '.' + 1)];
        terrain = terrain == WAY_LETTER_UNKNOWN ? 1 : terrain;
        weights[i] = i / config.width % (floors->height + 1) == floors->height ? 0 : terrain;
    }
    config.weights = weights;
    way_map *map = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    for (uint32_t i = 0; i < 6; i++) {
        const way_cell from = draw_place(map, floors, rng);
        const way_cell to = draw_place(map, floors, rng);
        const way_map_link link = {from, to, 1 + way_rng_below(rng, 5000), 0,
                                   way_rng_below(rng, 2) == 0};
        if (from != to) {
            assert_int_equal(way_map_add_links(map, &link, 1), WAY_STATUS_OK);
        }
    }
    return map;
}

static void floors_when_written_and_read_again(void **state)
{
    (void)state;
    way_rng rng = way_rng_seed(41);
    const way_letters letters = way_letters_terrain();
    for (uint32_t round = 0; round < 60; round++) {
        const way_floors floors = {1 + way_rng_below(&rng, 5), 1 + way_rng_below(&rng, 7)};
        way_map *map = random_house(&floors, &rng);
        char text[8192];
        const size_t size = way_floors_format(map, &floors, &letters, text, sizeof text);
        assert_true(size <= sizeof text);
        way_map *again = NULL;
        way_floors found = {0};
        assert_int_equal(way_floors_parse(text, size, NULL, &letters, &again, &found, NULL),
                         WAY_STATUS_OK);
        assert_int_equal(way_map_hash(again), way_map_hash(map));
        assert_int_equal(found.count, floors.count);
        assert_int_equal(found.height, floors.height);
        char twice[8192];
        assert_int_equal(way_floors_format(again, &found, &letters, twice, sizeof twice), size);
        assert_memory_equal(text, twice, size);
        // As one floor it is the same map, and fewer bytes than needed are never passed.
        way_map_destroy(again);
        memset(twice, '!', sizeof twice);
        assert_int_equal(way_floors_format(map, &floors, &letters, twice, size / 2), size);
        assert_int_equal(twice[size / 2], '!');
        way_map_destroy(map);
    }
}

static void floors_when_memory_fails(void **state)
{
    (void)state;
    way_status status = WAY_STATUS_NO_MEMORY;
    for (uint64_t nth = 1; status != WAY_STATUS_OK; nth++) {
        test_allocator memory;
        test_allocator_init(&memory);
        test_allocator_fail_next(&memory, nth);
        way_map_config config = way_map_config_default(1, 1);
        config.allocator = &memory.allocator;
        way_map *map = NULL;
        status = way_map_parse(HOUSE, strlen(HOUSE), &config, NULL, &map, NULL);
        assert_true(status == WAY_STATUS_OK || status == WAY_STATUS_NO_MEMORY);
        assert_true((status == WAY_STATUS_OK) == (map != NULL));
        way_map_destroy(map);
        test_allocator_check_empty(&memory);
    }
}

// Profiles ----------------------------------------------------------------------------------------

static void profile_when_plain(void **state)
{
    (void)state;
    way_profile profile;
    way_problem problem;
    assert_int_equal(way_profile_parse("", 0, &profile, &problem), WAY_STATUS_OK);
    const way_letters plain = way_letters_default();
    const way_letters terrain = way_letters_terrain();
    for (uint32_t letter = 0; letter < 128; letter++) {
        if (plain.weights[letter] != WAY_LETTER_UNKNOWN) {
            assert_int_equal(profile.weights[terrain.weights[letter]], plain.weights[letter]);
        }
    }
    for (uint32_t letter = 'A'; letter <= 'Z'; letter++) {
        assert_int_equal(terrain.weights[letter], letter);
        assert_int_equal(terrain.weights[letter - 'A' + 'a'], letter - 'A' + 'a');
    }
    assert_int_equal(profile.weights['r'], 0);
    const char boat[] = "# a boat\nsize=2\n*=0, W=1,S=5\t200=7 .=3 9=4\n";
    assert_int_equal(way_profile_parse(boat, strlen(boat), &profile, &problem), WAY_STATUS_OK);
    assert_int_equal(profile.unit_size, 2);
    for (uint32_t i = 0; i < 256; i++) {
        const uint8_t expected = i == 'W'   ? 1
                                 : i == 'S' ? 5
                                 : i == 200 ? 7
                                 : i == 1   ? 3
                                 : i == 9   ? 4
                                            : 0;
        assert_int_equal(profile.weights[i], expected);
    }
}

static void profile_when_wrong(void **state)
{
    (void)state;
    const refused_text texts[] = {
        {"W", WAY_STATUS_BAD_FORMAT, 1, 1, "expected TERRAIN=WEIGHT or size=K, found 'W'"},
        {"W=1\n  ?=2", WAY_STATUS_BAD_FORMAT, 2, 3,
         "expected a letter of the terrain, its number, * or size, found '?'"},
        {"water=1", WAY_STATUS_BAD_FORMAT, 1, 1,
         "expected a letter of the terrain, its number, * or size, found 'water'"},
        {"W=256", WAY_STATUS_OUT_OF_RANGE, 1, 3, NULL},
        {"size=17", WAY_STATUS_OUT_OF_RANGE, 1, 6, NULL},
        {"300=1", WAY_STATUS_OUT_OF_RANGE, 1, 1, NULL},
        {"W=", WAY_STATUS_BAD_FORMAT, 1, 3, NULL},
        {"=1", WAY_STATUS_BAD_FORMAT, 1, 1, NULL},
    };
    for (uint32_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        way_profile profile;
        way_problem problem;
        const way_status status =
            way_profile_parse(texts[i].text, strlen(texts[i].text), &profile, &problem);
        refused_check(&texts[i], status, &problem);
    }
    assert_int_equal(way_profile_parse("", 0, NULL, NULL), WAY_STATUS_INVALID_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floors_when_plain),
        cmocka_unit_test(positions_go_both_ways),
        cmocka_unit_test(floors_when_wrong),
        cmocka_unit_test(links_when_one_cell_has_too_many),
        cmocka_unit_test(floors_when_written_and_read_again),
        cmocka_unit_test(floors_when_memory_fails),
        cmocka_unit_test(profile_when_plain),
        cmocka_unit_test(profile_when_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
