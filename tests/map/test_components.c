// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Components after every edit against a flood fill over legal steps.
#include "map/naive_map.h"
#include "map/reach/components.h"
#include "support/sizes.h"
#include "support/test.h"
#include "support/test_allocator.h"

/// The long variant of this test multiplies its edits.
#ifndef TEST_ROUNDS
#define TEST_ROUNDS 1
#endif

/// A map under test and its naive double.
typedef struct components_pair {
    way_map *map;
    naive_map naive;
    uint32_t sizes; ///< 1..sizes are prepared
} components_pair;

static components_pair components_pair_create(const way_map_config *config, uint32_t sizes)
{
    components_pair pair = {.naive = naive_map_create(config), .sizes = sizes};
    assert_int_equal(way_map_create(config, &pair.map), WAY_STATUS_OK);
    for (uint32_t size = 1; size <= sizes; size++) {
        assert_int_equal(sizes_add(pair.map, size), WAY_STATUS_OK);
    }
    return pair;
}

static void components_pair_destroy(components_pair *pair)
{
    way_map_destroy(pair->map);
    naive_map_destroy(&pair->naive);
}

static void components_pair_check(components_pair *pair)
{
    for (uint32_t size = 1; size <= pair->sizes; size++) {
        naive_map_check_components(&pair->naive, pair->map, size);
    }
}

static void components_pair_edit(components_pair *pair, const way_edit *edits, uint32_t count)
{
    assert_int_equal(way_map_edit(pair->map, edits, count), WAY_STATUS_OK);
    naive_map_edit(&pair->naive, edits, count);
}

static way_edit components_random_edit(way_rng *rng, const naive_map *naive, uint32_t longest)
{
    way_edit edit = {
        .x = way_rng_below(rng, naive->width),
        .y = way_rng_below(rng, naive->height),
        .weight = (uint8_t)(way_rng_below(rng, 100) < 55 ? 1 : 0),
    };
    const uint32_t width = 1 + way_rng_below(rng, longest);
    const uint32_t height = 1 + way_rng_below(rng, longest);
    edit.width = width < naive->width - edit.x ? width : naive->width - edit.x;
    edit.height = height < naive->height - edit.y ? height : naive->height - edit.y;
    return edit;
}

/// Blocks `percent` of the cells at random.
static void components_scatter(components_pair *pair, way_rng *rng, uint32_t percent)
{
    for (uint32_t y = 0; y < pair->naive.height; y++) {
        for (uint32_t x = 0; x < pair->naive.width; x++) {
            if (way_rng_below(rng, 100) < percent) {
                const way_edit edit = {x, y, 1, 1, 0};
                components_pair_edit(pair, &edit, 1);
            }
        }
    }
}

static void components_when_cells_toggle(void **state)
{
    (void)state;
    way_rng rng = test_rng(1);
    for (uint32_t rule = 0; rule < NAIVE_RULES; rule++) {
        const uint32_t percent = 30 + way_rng_below(&rng, 16);
        const way_map_config config = naive_map_rule(rule, 50, 37);
        components_pair pair = components_pair_create(&config, 2);
        components_scatter(&pair, &rng, percent);
        components_pair_check(&pair);
        for (uint32_t i = 0; i < 400 * TEST_ROUNDS; i += TEST_STRIDE) {
            way_edit edit = {way_rng_below(&rng, 50), way_rng_below(&rng, 37), 1, 1, 0};
            edit.weight = !pair.naive.weights[edit.y * 50 + edit.x];
            components_pair_edit(&pair, &edit, 1);
            components_pair_check(&pair);
        }
        components_pair_destroy(&pair);
    }
}

static void components_when_rectangles_change(void **state)
{
    (void)state;
    way_rng rng = test_rng(2);
    for (uint32_t rule = 0; rule < NAIVE_RULES; rule++) {
        const way_map_config config = naive_map_rule(rule, 65, 49);
        components_pair pair = components_pair_create(&config, 3);
        for (uint32_t i = 0; i < 150 * TEST_ROUNDS; i += TEST_STRIDE) {
            const uint32_t longest = i % 10 == 0 ? 65 : 1 + way_rng_below(&rng, 20);
            const way_edit edit = components_random_edit(&rng, &pair.naive, longest);
            components_pair_edit(&pair, &edit, 1);
            components_pair_check(&pair);
        }
        components_pair_destroy(&pair);
    }
}

static void components_when_batches_change(void **state)
{
    (void)state;
    way_rng rng = test_rng(3);
    for (uint32_t rule = 0; rule < NAIVE_RULES; rule++) {
        const way_map_config config = naive_map_rule(rule, 47, 62);
        components_pair pair = components_pair_create(&config, 2);
        components_scatter(&pair, &rng, 38);
        for (uint32_t i = 0; i < 60 * TEST_ROUNDS; i += TEST_STRIDE) {
            way_edit edits[40];
            const uint32_t count = 1 + way_rng_below(&rng, 40);
            for (uint32_t k = 0; k < count; k++) {
                edits[k] = components_random_edit(&rng, &pair.naive, 1 + way_rng_below(&rng, 6));
            }
            components_pair_edit(&pair, edits, count);
            components_pair_check(&pair);
        }
        components_pair_destroy(&pair);
    }
}

static void components_when_map_is_a_line(void **state)
{
    (void)state;
    way_rng rng = test_rng(4);
    static const uint32_t sides[][2] = {{1, 1}, {1, 130}, {131, 1}, {2, 64}, {15, 2}, {16, 33}};
    for (uint32_t rule = 0; rule < NAIVE_RULES; rule++) {
        for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
            const way_map_config config = naive_map_rule(rule, sides[i][0], sides[i][1]);
            components_pair pair = components_pair_create(&config, 2);
            for (uint32_t k = 0; k < 100 * TEST_ROUNDS; k += TEST_STRIDE) {
                const way_edit edit = components_random_edit(&rng, &pair.naive, 3);
                components_pair_edit(&pair, &edit, 1);
                components_pair_check(&pair);
            }
            components_pair_destroy(&pair);
        }
    }
}

/// Rows of wall with a gap at alternating ends: one corridor through the whole map.
static void components_build_corridor(components_pair *pair)
{
    for (uint32_t y = 1; y < pair->naive.height; y += 2) {
        const way_edit wall = {y % 4 == 1 ? 0 : 1, y, pair->naive.width - 1, 1, 0};
        components_pair_edit(pair, &wall, 1);
    }
}

/// A maze without loops: each room opens to the north or to the west.
static void components_build_maze(components_pair *pair, way_rng *rng)
{
    const way_edit walls = {0, 0, pair->naive.width, pair->naive.height, 0};
    components_pair_edit(pair, &walls, 1);
    for (uint32_t y = 0; y < pair->naive.height; y += 2) {
        for (uint32_t x = 0; x < pair->naive.width; x += 2) {
            way_edit room = {x, y, 1, 1, 1};
            if (x > 0 && (y == 0 || way_rng_below(rng, 2))) {
                room = (way_edit){x - 1, y, 2, 1, 1};
            } else if (y > 0) {
                room = (way_edit){x, y - 1, 1, 2, 1};
            }
            components_pair_edit(pair, &room, 1);
        }
    }
}

static void components_when_doors_toggle(void **state)
{
    (void)state;
    way_rng rng = test_rng(5);
    for (uint32_t round = 0; round < 2 * NAIVE_RULES; round++) {
        const way_map_config config = naive_map_rule(round / 2, 70, 70);
        components_pair pair = components_pair_create(&config, 1);
        if (round % 2 == 0) {
            components_build_corridor(&pair);
        } else {
            components_build_maze(&pair, &rng);
        }
        components_pair_check(&pair);
        for (uint32_t i = 0; i < 200 * TEST_ROUNDS; i += TEST_STRIDE) {
            // Doors in corridors close, holes in walls open, and both are undone half of the time.
            way_edit door = {way_rng_below(&rng, 70), way_rng_below(&rng, 70), 1, 1, 0};
            door.weight = !pair.naive.weights[door.y * 70 + door.x];
            components_pair_edit(&pair, &door, 1);
            components_pair_check(&pair);
            if (way_rng_below(&rng, 2)) {
                door.weight = !door.weight;
                components_pair_edit(&pair, &door, 1);
                components_pair_check(&pair);
            }
        }
        components_pair_destroy(&pair);
    }
}

static void components_when_checkerboard(void **state)
{
    (void)state;
    way_rng rng = test_rng(6);
    for (uint32_t rule = 0; rule < NAIVE_RULES; rule++) {
        const way_map_config config = naive_map_rule(rule, 67, 35);
        components_pair pair = components_pair_create(&config, 1);
        for (uint32_t cell = 0; cell < 67 * 35; cell++) {
            const way_edit edit = {cell % 67, cell / 67, 1, 1, 0};
            if ((cell % 67 + cell / 67) % 2) {
                components_pair_edit(&pair, &edit, 1);
            }
        }
        components_pair_check(&pair);
        for (uint32_t i = 0; i < 200 * TEST_ROUNDS; i += TEST_STRIDE) {
            const way_edit edit = components_random_edit(&rng, &pair.naive, 2);
            components_pair_edit(&pair, &edit, 1);
            components_pair_check(&pair);
        }
        components_pair_destroy(&pair);
    }
}

/// Numbers depend on what the map is, not on how it came to be so.
static void components_when_compared_with_a_fresh_map(void **state)
{
    (void)state;
    way_rng rng = test_rng(7);
    for (uint32_t rule = 0; rule < NAIVE_RULES; rule++) {
        const way_map_config config = naive_map_rule(rule, 150, 77);
        components_pair pair = components_pair_create(&config, 3);
        for (uint32_t i = 0; i < 6000 * TEST_ROUNDS; i += TEST_STRIDE) {
            const way_edit edit = components_random_edit(&rng, &pair.naive, 2);
            components_pair_edit(&pair, &edit, 1);
        }
        way_map *fresh = naive_map_build(&pair.naive);
        for (uint32_t size = 1; size <= 3; size++) {
            assert_int_equal(sizes_add(fresh, size), WAY_STATUS_OK);
            for (way_cell cell = 0; cell < 150 * 77; cell++) {
                assert_int_equal(way_map_component(pair.map, cell, size),
                                 way_map_component(fresh, cell, size));
            }
        }
        assert_true(way_map_hash(pair.map) == way_map_hash(fresh));
        components_pair_check(&pair);
        way_map_destroy(fresh);
        components_pair_destroy(&pair);
    }
}

/// A number must say where its component ends: no component of a large map shares one.
static void components_when_map_is_large(void **state)
{
    (void)state;
    way_rng rng = test_rng(10);
    for (uint32_t rule = 0; rule < NAIVE_RULES; rule++) {
        const way_map_config config = naive_map_rule(rule, 530, 300);
        components_pair pair = components_pair_create(&config, 1);
        components_scatter(&pair, &rng, rule == 2 ? 60 : 40);
        for (uint32_t i = 0; i < 4 * TEST_ROUNDS; i += TEST_STRIDE) {
            const way_edit wall = {0, way_rng_below(&rng, 300), 530, 1, (uint8_t)(i % 2)};
            components_pair_edit(&pair, &wall, 1);
            components_pair_check(&pair);
        }
        components_pair_destroy(&pair);
    }
}

static void edits_take_no_memory(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_init(&memory);
    way_rng rng = test_rng(11);
    way_map_config config = way_map_config_default(100, 100);
    config.allocator = &memory.allocator;
    components_pair pair = components_pair_create(&config, 2);
    const uint64_t calls = memory.calls;
    for (uint32_t i = 0; i < 1000; i++) {
        const way_edit edit = components_random_edit(&rng, &pair.naive, 4);
        components_pair_edit(&pair, &edit, 1);
    }
    assert_int_equal(memory.calls, calls);
    assert_int_equal(way_map_bytes(pair.map), memory.live_bytes);
    components_pair_destroy(&pair);
    test_allocator_check_empty(&memory);
}

static void component_when_there_is_none(void **state)
{
    (void)state;
    const way_map_config config = way_map_config_default(20, 20);
    components_pair pair = components_pair_create(&config, 1);
    assert_int_equal(way_map_component(pair.map, 400, 1), WAY_CELL_NONE);
    assert_int_equal(way_map_component(pair.map, WAY_CELL_NONE, 1), WAY_CELL_NONE);
    assert_int_equal(way_map_component(pair.map, 0, 0), WAY_CELL_NONE);
    assert_int_equal(way_map_component(pair.map, 0, 2), WAY_CELL_NONE);
    assert_int_equal(way_map_component(pair.map, 0, 17), WAY_CELL_NONE);
    assert_false(way_map_is_reachable(pair.map, 0, 400, 1));
    assert_false(way_map_is_reachable(pair.map, 400, 0, 1));
    assert_false(way_map_is_reachable(pair.map, 0, 1, 2));
    components_pair_destroy(&pair);
}

/// Whether a walk exists, from the labels and the legal steps off `from`.
static bool components_naive_reaches(const naive_map *naive, way_cell from, way_cell to)
{
    if (naive->labels[to] == UINT32_MAX) {
        return false;
    }
    if (naive->labels[from] != UINT32_MAX) {
        return naive->labels[from] == naive->labels[to];
    }
    const int64_t x = from % naive->width;
    const int64_t y = from / naive->width;
    for (int i = 0; i < 9; i++) {
        const int dx = i % 3 - 1;
        const int dy = i / 3 - 1;
        if (naive_map_steps(naive, x, y, dx, dy, 1) &&
            naive->labels[(y + dy) * naive->width + x + dx] == naive->labels[to]) {
            return true;
        }
    }
    return false;
}

static void reachable_when_start_is_blocked_or_not(void **state)
{
    (void)state;
    way_rng rng = test_rng(8);
    for (uint32_t rule = 0; rule < NAIVE_RULES; rule++) {
        const way_map_config config = naive_map_rule(rule, 40, 40);
        components_pair pair = components_pair_create(&config, 1);
        components_scatter(&pair, &rng, 45);
        naive_map_label(&pair.naive, 1);
        for (uint32_t i = 0; i < 20000; i++) {
            const way_cell from = way_rng_below(&rng, 1600);
            const way_cell to = way_rng_below(&rng, 1600);
            assert_int_equal(way_map_is_reachable(pair.map, from, to, 1),
                             components_naive_reaches(&pair.naive, from, to));
        }
        components_pair_destroy(&pair);
    }
}

static void nearest_when_compared_with_a_scan(void **state)
{
    (void)state;
    way_rng rng = test_rng(9);
    for (uint32_t rule = 0; rule < NAIVE_RULES; rule++) {
        const way_map_config config = naive_map_rule(rule, 90, 70);
        components_pair pair = components_pair_create(&config, 1);
        components_scatter(&pair, &rng, 40 + 15 * (rule % 3));
        naive_map_label(&pair.naive, 1);
        for (uint32_t i = 0; i < 300; i++) {
            const way_cell from = way_rng_below(&rng, 6300);
            const way_cell goal = way_rng_below(&rng, 6300);
            way_cell standing = WAY_CELL_NONE;
            way_cell walking = WAY_CELL_NONE;
            for (way_cell cell = 0; cell < 6300; cell++) {
                const uint64_t distance = naive_map_distance(&pair.naive, goal, cell);
                if (pair.naive.weights[cell] == 0) {
                    continue;
                }
                if (standing == WAY_CELL_NONE ||
                    distance < naive_map_distance(&pair.naive, goal, standing)) {
                    standing = cell;
                }
                if (components_naive_reaches(&pair.naive, from, cell) &&
                    (walking == WAY_CELL_NONE ||
                     distance < naive_map_distance(&pair.naive, goal, walking))) {
                    walking = cell;
                }
            }
            assert_int_equal(way_map_nearest_passable(pair.map, goal, 1), standing);
            assert_int_equal(way_map_nearest_reachable(pair.map, from, goal, 1), walking);
        }
        components_pair_destroy(&pair);
    }
}

static void nearest_when_there_is_none(void **state)
{
    (void)state;
    const way_map_config config = way_map_config_default(40, 20);
    components_pair pair = components_pair_create(&config, 1);
    assert_int_equal(way_map_nearest_passable(pair.map, 800, 1), WAY_CELL_NONE);
    assert_int_equal(way_map_nearest_passable(pair.map, 0, 3), WAY_CELL_NONE);
    assert_int_equal(way_map_nearest_reachable(pair.map, 0, 800, 1), WAY_CELL_NONE);
    assert_int_equal(way_map_nearest_reachable(pair.map, 800, 0, 1), WAY_CELL_NONE);
    const way_edit all = {0, 0, 40, 20, 0};
    components_pair_edit(&pair, &all, 1);
    assert_int_equal(way_map_nearest_passable(pair.map, 5, 1), WAY_CELL_NONE);
    assert_int_equal(way_map_nearest_reachable(pair.map, 5, 7, 1), WAY_CELL_NONE);
    components_pair_destroy(&pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(components_when_cells_toggle),
        cmocka_unit_test(components_when_rectangles_change),
        cmocka_unit_test(components_when_batches_change),
        cmocka_unit_test(components_when_map_is_a_line),
        cmocka_unit_test(components_when_doors_toggle),
        cmocka_unit_test(components_when_checkerboard),
        cmocka_unit_test(components_when_compared_with_a_fresh_map),
        cmocka_unit_test(components_when_map_is_large),
        cmocka_unit_test(edits_take_no_memory),
        cmocka_unit_test(component_when_there_is_none),
        cmocka_unit_test(reachable_when_start_is_blocked_or_not),
        cmocka_unit_test(nearest_when_compared_with_a_scan),
        cmocka_unit_test(nearest_when_there_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
