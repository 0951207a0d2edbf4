// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Creating maps, the table of moves, layers of larger units, clearance and steps: each against its
// plain definition.
#include "map/grid/map.h"
#include "map/naive_map.h"
#include "support/sizes.h"
#include "support/test.h"
#include "support/test_allocator.h"

#include <string.h>

static way_map *map_test_create(way_map_config config)
{
    way_map *map = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    assert_non_null(map);
    return map;
}

static way_status map_test_try(way_map_config config)
{
    way_map *map = (way_map *)&config;
    const way_status status = way_map_create(&config, &map);
    assert_true((status == WAY_STATUS_OK) == (map != NULL));
    way_map_destroy(map);
    return status;
}

static void create_when_sides_are_wrong(void **state)
{
    (void)state;
    assert_int_equal(map_test_try(way_map_config_default(0, 5)), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(map_test_try(way_map_config_default(5, 0)), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(map_test_try(way_map_config_default(65536, 1)), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(map_test_try(way_map_config_default(1, 65536)), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(map_test_try(way_map_config_default(65535, 65535)), WAY_STATUS_TOO_LARGE);
    assert_int_equal(map_test_try(way_map_config_default(65535, 1)), WAY_STATUS_OK);
    assert_int_equal(map_test_try(way_map_config_default(1, 65535)), WAY_STATUS_OK);
    assert_int_equal(map_test_try(way_map_config_default(1, 1)), WAY_STATUS_OK);
    assert_int_equal(map_test_try((way_map_config){0}), WAY_STATUS_OUT_OF_RANGE);
}

static void create_when_rules_are_wrong(void **state)
{
    (void)state;
    way_map_config config = way_map_config_default(4, 4);
    config.neighbours = (way_neighbours)5;
    assert_int_equal(map_test_try(config), WAY_STATUS_INVALID_ARGUMENT);
    config = way_map_config_default(4, 4);
    config.corners = (way_corners)3;
    assert_int_equal(map_test_try(config), WAY_STATUS_INVALID_ARGUMENT);
    static const way_cost_model wrong[] = {{0, 1}, {4097, 4097}, {10, 9}, {10, 21}, {5, 0}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        config = way_map_config_default(4, 4);
        config.costs = wrong[i];
        assert_int_equal(map_test_try(config), WAY_STATUS_OUT_OF_RANGE);
    }
    config.neighbours = WAY_NEIGHBOURS_4; // Diagonals are ignored here.
    assert_int_equal(map_test_try(config), WAY_STATUS_OK);
    way_map *map = NULL;
    assert_int_equal(way_map_create(NULL, &map), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_map_create(&config, NULL), WAY_STATUS_INVALID_ARGUMENT);
    way_map_destroy(NULL);
}

static void getters_when_created(void **state)
{
    (void)state;
    way_map *map = map_test_create(way_map_config_default(7, 5));
    assert_int_equal(way_map_width(map), 7);
    assert_int_equal(way_map_height(map), 5);
    assert_int_equal(way_map_neighbours(map), WAY_NEIGHBOURS_8);
    assert_int_equal(way_map_corners(map), WAY_CORNERS_STRICT);
    assert_int_equal(way_map_costs(map).cardinal, 408);
    assert_int_equal(way_map_costs(map).diagonal, 577);
    assert_int_equal(way_map_revision(map), 1);
    assert_int_equal(way_map_passable_count(map), 35);
    assert_true(way_map_is_uniform(map));
    assert_int_equal(way_map_cell(map, 6, 4), 34);
    assert_int_equal(way_map_cell(map, 7, 4), WAY_CELL_NONE);
    assert_int_equal(way_map_cell(map, 6, 5), WAY_CELL_NONE);
    assert_int_equal(way_map_cell(map, -1, 0), WAY_CELL_NONE);
    assert_int_equal(way_map_cell(map, 0, INT64_MIN), WAY_CELL_NONE);
    assert_int_equal(way_map_terrain(map, 34), 1);
    assert_int_equal(way_map_terrain(map, 35), 0);
    assert_false(way_map_is_passable(map, WAY_CELL_NONE));
    way_map_destroy(map);
}

static void rules_when_meaningless_are_forgotten(void **state)
{
    (void)state;
    way_map_config config = way_map_config_default(7, 5);
    config.neighbours = WAY_NEIGHBOURS_4;
    way_map *plain = map_test_create(config);
    config.corners = WAY_CORNERS_ANY;
    config.costs = (way_cost_model){1, 2};
    way_map *odd = map_test_create(config);
    assert_int_equal(way_map_corners(odd), WAY_CORNERS_STRICT);
    assert_int_equal(way_map_costs(odd).diagonal, 0);
    assert_true(way_map_hash(plain) == way_map_hash(odd));
    way_map_destroy(plain);
    way_map_destroy(odd);
}

static void hash_when_something_differs(void **state)
{
    (void)state;
    uint8_t weights[12] = {1, 1, 1, 1, 1, 0, 1, 2, 1, 1, 1, 1};
    way_map_config configs[8];
    for (int i = 0; i < 8; i++) {
        configs[i] = way_map_config_default(4, 3);
    }
    configs[1].width = 3;
    configs[1].height = 4;
    configs[2].neighbours = WAY_NEIGHBOURS_4;
    configs[3].neighbours = WAY_NEIGHBOURS_6;
    configs[4].corners = WAY_CORNERS_LOOSE;
    configs[5].costs = (way_cost_model){408, 578};
    configs[6].costs = (way_cost_model){407, 577};
    configs[7].weights = weights;
    uint64_t hashes[8];
    for (int i = 0; i < 8; i++) {
        way_map *map = map_test_create(configs[i]);
        hashes[i] = way_map_hash(map);
        way_map_destroy(map);
        for (int k = 0; k < i; k++) {
            assert_true(hashes[i] != hashes[k]);
        }
    }
}

/// The reciprocal replaces a division by the width: both ends of rows, for all kinds of widths.
static void row_when_width_is_anything(void **state)
{
    (void)state;
    way_rng rng = test_rng(1);
    for (uint32_t i = 0; i < 700; i++) {
        const uint32_t width = i < 500 ? i + 1 : 1 + way_rng_below(&rng, 65535);
        way_map *map = map_test_create(way_map_config_default(width, 1));
        assert_true(map->reciprocal <= UINT32_MAX);
        for (uint32_t k = 0; k < 40; k++) {
            const uint32_t row = k == 0 ? (WAY_MAP_CELLS_MAX - 1) / width
                                        : way_rng_below(&rng, (WAY_MAP_CELLS_MAX - 1) / width + 1);
            const uint64_t last = (uint64_t)row * width + width - 1;
            assert_int_equal(wayi_map_row(map, row * width), row);
            if (last < WAY_MAP_CELLS_MAX) {
                assert_int_equal(wayi_map_row(map, (uint32_t)last), row);
            }
        }
        assert_int_equal(wayi_map_row(map, WAY_MAP_CELLS_MAX - 1), (WAY_MAP_CELLS_MAX - 1) / width);
        way_map_destroy(map);
    }
}

/// The first and the last row of each floor: those between are further from an error.
static void floor_when_height_is_anything(void **state)
{
    (void)state;
    way_map *map = map_test_create(way_map_config_default(1, 1));
    for (uint32_t rows = 2; rows <= WAY_MAP_SIDE_MAX; rows++) {
        bool right = true;
        wayi_map_set_floors(map, (way_floors){1, rows - 1});
        for (uint32_t y = 0; y < WAY_MAP_SIDE_MAX; y++) {
            const uint32_t last = y + rows - 1 < WAY_MAP_SIDE_MAX ? y + rows - 1 : y;
            right = right && wayi_map_floor(map, y) == y / rows && !wayi_map_divides(map, y);
            right = right && wayi_map_floor(map, last) == y / rows;
            right = right && wayi_map_divides(map, last) == (last > y);
            y += rows - 1;
        }
        assert_true(right);
    }
    way_map_destroy(map);
}

static void position_when_walked_over(void **state)
{
    (void)state;
    way_map *map = map_test_create(way_map_config_default(37, 23));
    for (way_cell cell = 0; cell < 37 * 23; cell++) {
        uint32_t x = 0;
        uint32_t y = 0;
        way_map_position(map, cell, &x, &y);
        assert_int_equal(x, cell % 37);
        assert_int_equal(y, cell / 37);
        assert_int_equal(way_map_cell(map, x, y), cell);
    }
    way_map_destroy(map);
}

/// All 512 neighbourhoods on a map of 3 x 3 cells.
static void read_when_plain_and_heavy(void **state)
{
    (void)state;
    way_map *map = map_test_create(way_map_config_default(7, 5));
    const way_edit edits[] = {{2, 1, 3, 3, 0}, {5, 0, 2, 2, 9}};
    for (uint32_t count = 0; count <= 2; count++) {
        uint8_t weights[7 * 5 + 1];
        memset(weights, 77, sizeof weights);
        assert_int_equal(way_map_edit(map, edits, count), WAY_STATUS_OK);
        assert_int_equal(way_map_read(map, &(way_rect){1, 0, 6, 4}, weights), WAY_STATUS_OK);
        for (uint32_t i = 0; i < 24; i++) {
            assert_int_equal(weights[i], way_map_terrain(map, i / 6 * 7 + i % 6 + 1));
        }
        assert_int_equal(weights[24], 77);
        weights[0] = 77;
        assert_int_equal(way_map_read(map, &(way_rect){7, 5, 0, 0}, weights), WAY_STATUS_OK);
        assert_int_equal(way_map_read(map, &(way_rect){1, 0, 7, 1}, weights),
                         WAY_STATUS_OUT_OF_RANGE);
        assert_int_equal(way_map_read(map, &(way_rect){0, 1, 1, UINT32_MAX}, weights),
                         WAY_STATUS_OUT_OF_RANGE);
        assert_int_equal(way_map_read(map, &(way_rect){UINT32_MAX, 0, 2, 1}, weights),
                         WAY_STATUS_OUT_OF_RANGE);
        assert_int_equal(way_map_read(map, NULL, weights), WAY_STATUS_INVALID_ARGUMENT);
        assert_int_equal(weights[0], 77);
    }
    way_map_destroy(map);
}

static void moves_when_compared_with_the_rules(void **state)
{
    (void)state;
    for (uint32_t rule = 0; rule < NAIVE_RULES; rule++) {
        for (uint32_t around = 0; around < 512; around++) {
            way_map_config config = naive_map_rule(rule, 3, 3);
            naive_map naive = naive_map_create(&config);
            for (uint32_t i = 0; i < 9; i++) {
                naive.weights[i] = around >> i & 1u;
            }
            way_map *map = naive_map_build(&naive);
            uint32_t moves = 0;
            for (uint32_t i = 0; i < WAYI_DIRECTIONS; i++) {
                moves |= (uint32_t)naive_map_steps(&naive, 1, 1, wayi_direction_x[i],
                                                   wayi_direction_y[i], 1)
                         << i;
            }
            assert_int_equal(map->moves[wayi_layer_around(map, map->layers[1], 1, 1)], moves);
            assert_int_equal(wayi_layer_moves(map, map->layers[1], 4), moves);
            way_map_destroy(map);
            naive_map_destroy(&naive);
        }
    }
}

/// A naive map with some cells blocked and, if `heaviest` is above 1, with weights.
static naive_map map_test_scatter(const way_map_config *config, way_rng *rng, uint32_t percent,
                                  uint32_t heaviest)
{
    naive_map naive = naive_map_create(config);
    for (uint32_t i = 0; i < config->width * config->height; i++) {
        const bool blocked = way_rng_below(rng, 100) < percent;
        naive.weights[i] = blocked ? 0 : (uint8_t)(1 + way_rng_below(rng, heaviest));
    }
    return naive;
}

/// Bits of rows and of columns, borders included.
static void map_test_check_layer(const naive_map *naive, const way_map *map, uint32_t size)
{
    const wayi_layer *layer = wayi_map_layer(map, size);
    for (uint32_t y = 0; y < map->height + 2; y++) {
        for (uint32_t x = 0; x < map->row_words * 64; x++) {
            const bool row_bit = layer->rows[y * map->row_words + x / 64] >> (x % 64) & 1u;
            assert_int_equal(row_bit, naive_map_fits(naive, (int64_t)x - 1, (int64_t)y - 1, size));
        }
    }
    for (uint32_t x = 0; x < map->width + 2; x++) {
        for (uint32_t y = 0; y < map->column_words * 64; y++) {
            const bool bit = layer->columns[x * map->column_words + y / 64] >> (y % 64) & 1u;
            assert_int_equal(bit, naive_map_fits(naive, (int64_t)x - 1, (int64_t)y - 1, size));
        }
    }
}

static void layers_when_edited(void **state)
{
    (void)state;
    way_rng rng = test_rng(2);
    static const uint32_t sides[][2] = {{62, 62}, {63, 1}, {1, 64}, {130, 20}, {9, 70}, {16, 16}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        const way_map_config config = way_map_config_default(sides[i][0], sides[i][1]);
        naive_map naive = map_test_scatter(&config, &rng, 8, 1);
        way_map *map = naive_map_build(&naive);
        static const uint32_t sizes[] = {1, 2, 3, 7, 16};
        for (size_t k = 0; k < 5; k++) {
            assert_int_equal(sizes_add(map, sizes[k]), WAY_STATUS_OK);
            map_test_check_layer(&naive, map, sizes[k]);
        }
        for (uint32_t k = 0; k < 20; k++) {
            way_edit edit = {way_rng_below(&rng, sides[i][0]), way_rng_below(&rng, sides[i][1]), 1,
                             1, (uint8_t)(k % 3 > 0)};
            edit.width += way_rng_below(&rng, sides[i][0] - edit.x);
            edit.height += way_rng_below(&rng, sides[i][1] - edit.y);
            assert_int_equal(way_map_edit(map, &edit, 1), WAY_STATUS_OK);
            naive_map_edit(&naive, &edit, 1);
            for (size_t n = 0; n < 5; n++) {
                map_test_check_layer(&naive, map, sizes[n]);
            }
        }
        way_map_destroy(map);
        naive_map_destroy(&naive);
    }
}

static void clearance_when_compared_with_squares(void **state)
{
    (void)state;
    way_rng rng = test_rng(3);
    for (uint32_t percent = 0; percent < 12; percent += 2) {
        const way_map_config config = way_map_config_default(71, 45);
        naive_map naive = map_test_scatter(&config, &rng, percent / 2, 1);
        way_map *map = naive_map_build(&naive);
        for (uint32_t size = 2; size <= WAY_MAP_UNIT_MAX; size++) {
            assert_int_equal(sizes_add(map, size), WAY_STATUS_OK);
        }
        for (way_cell cell = 0; cell < 71 * 45; cell++) {
            uint32_t clearance = 0;
            for (uint32_t size = 1; size <= WAY_MAP_UNIT_MAX; size++) {
                const bool fits = naive_map_fits(&naive, cell % 71, cell / 71, size);
                assert_int_equal(way_map_weight(map, cell, size) != 0, fits);
                clearance = fits ? size : clearance;
            }
            assert_int_equal(way_map_clearance(map, cell, 1), clearance);
            assert_false(way_map_weight(map, cell, 0));
        }
        assert_int_equal(way_map_clearance(map, 71 * 45, 1), 0);
        assert_false(way_map_weight(map, 71 * 45, 1));
        assert_false(way_map_weight(map, 0, UINT32_MAX));
        way_map_destroy(map);
        naive_map_destroy(&naive);
    }
}

static way_cost map_test_step_cost(const naive_map *naive, way_cell from, way_cell to,
                                   uint32_t size)
{
    const int dx = (int)(to % naive->width) - (int)(from % naive->width);
    const int dy = (int)(to / naive->width) - (int)(from / naive->width);
    if (abs(dx) > 1 || abs(dy) > 1 ||
        !naive_map_steps(naive, from % naive->width, from / naive->width, dx, dy, size)) {
        return WAY_COST_MAX;
    }
    const bool slanted = dx != 0 && dy != 0 && naive->neighbours == WAY_NEIGHBOURS_8;
    const uint32_t length = slanted ? naive->costs.diagonal : naive->costs.cardinal;
    const uint32_t origin = naive_map_weight(naive, from, size);
    const uint32_t target = naive_map_weight(naive, to, size);
    return (length * ((origin ? origin : target) + target) + 1) / 2;
}

static void step_cost_when_compared_with_the_rules(void **state)
{
    (void)state;
    way_rng rng = test_rng(4);
    for (uint32_t rule = 0; rule < NAIVE_RULES; rule++) {
        for (uint32_t heaviest = 1; heaviest < 300; heaviest += 127) {
            way_map_config config = naive_map_rule(rule, 13, 11);
            config.costs = (way_cost_model){10, 14};
            naive_map naive = map_test_scatter(&config, &rng, 20, heaviest);
            way_map *map = naive_map_build(&naive);
            for (uint32_t size = 1; size <= 3; size++) {
                assert_int_equal(sizes_add(map, size), WAY_STATUS_OK);
                for (uint32_t i = 0; i < 143 * 143; i++) {
                    assert_int_equal(way_map_step_cost(map, i / 143, i % 143, size),
                                     map_test_step_cost(&naive, i / 143, i % 143, size));
                }
            }
            assert_int_equal(way_map_step_cost(map, 0, 143, 1), WAY_COST_MAX);
            assert_int_equal(way_map_step_cost(map, 143, 0, 1), WAY_COST_MAX);
            assert_int_equal(way_map_step_cost(map, 0, 1, 4), WAY_COST_MAX);
            assert_int_equal(way_map_step_cost(map, 0, 1, 0), WAY_COST_MAX);
            way_map_destroy(map);
            naive_map_destroy(&naive);
        }
    }
}

static void distance_when_compared_with_the_rules(void **state)
{
    (void)state;
    way_rng rng = test_rng(5);
    for (uint32_t rule = 0; rule < NAIVE_RULES; rule++) {
        const way_map_config config = naive_map_rule(rule, 31, 17);
        naive_map naive = naive_map_create(&config);
        memset(naive.weights, 3, 31 * 17);
        naive.weights[5] = 200;
        way_map *map = naive_map_build(&naive);
        for (uint32_t i = 0; i < 20000; i++) {
            const way_cell a = way_rng_below(&rng, 31 * 17);
            const way_cell b = way_rng_below(&rng, 31 * 17);
            assert_int_equal(way_map_estimate(map, a, b), 3 * naive_map_distance(&naive, a, b));
            naive_map single = naive;
            single.costs = (way_cost_model){1, 1};
            assert_int_equal(wayi_map_open_steps(map, a, b), naive_map_distance(&single, a, b));
        }
        way_map_destroy(map);
        naive_map_destroy(&naive);
    }
}

static void distance_when_too_large_saturates(void **state)
{
    (void)state;
    way_map_config config = way_map_config_default(65535, 2);
    config.costs = (way_cost_model){4096, 8192};
    uint8_t *weights = malloc(65535 * 2);
    assert_non_null(weights);
    memset(weights, 255, 65535 * 2);
    config.weights = weights;
    way_map *map = map_test_create(config);
    free(weights);
    assert_int_equal(way_map_estimate(map, 0, 65534), WAY_COST_MAX - 1);
    assert_int_equal(way_map_estimate(map, 0, 10), 10 * 4096 * 255);
    way_map_destroy(map);
}

static void unit_size_when_out_of_range(void **state)
{
    (void)state;
    way_map *map = map_test_create(way_map_config_default(20, 20));
    assert_int_equal(sizes_add(map, 0), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(sizes_add(map, 17), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(sizes_add(NULL, 1), WAY_STATUS_INVALID_ARGUMENT);
    const size_t bytes = way_map_bytes(map);
    assert_int_equal(sizes_add(map, 1), WAY_STATUS_OK);
    assert_int_equal(way_map_bytes(map), bytes);
    assert_int_equal(sizes_add(map, 16), WAY_STATUS_OK);
    assert_true(way_map_bytes(map) > bytes);
    const size_t more = way_map_bytes(map);
    assert_int_equal(sizes_add(map, 16), WAY_STATUS_OK);
    assert_int_equal(way_map_bytes(map), more);
    way_map_destroy(map);
}

static bool map_test_create_scenario(test_allocator *memory)
{
    uint8_t weights[40 * 30];
    memset(weights, 2, sizeof weights);
    way_map_config config = way_map_config_default(40, 30);
    config.allocator = &memory->allocator;
    config.weights = weights;
    way_map *map = NULL;
    const way_status created = way_map_create(&config, &map);
    if (created != WAY_STATUS_OK) {
        assert_int_equal(created, WAY_STATUS_NO_MEMORY);
        assert_null(map);
        return false;
    }
    assert_int_equal(way_map_bytes(map), memory->live_bytes);
    const uint64_t hash = way_map_hash(map);
    const size_t bytes = way_map_bytes(map);
    const way_status added = sizes_add(map, 3);
    if (added != WAY_STATUS_OK) {
        assert_int_equal(added, WAY_STATUS_NO_MEMORY);
        assert_null(wayi_map_layer(map, 3));
        assert_int_equal(way_map_bytes(map), bytes);
        assert_int_equal(memory->live_bytes, bytes);
        assert_true(way_map_hash(map) == hash);
    }
    way_map_destroy(map);
    return added == WAY_STATUS_OK;
}

static void create_when_memory_fails(void **state)
{
    (void)state;
    test_allocator_fail_each(map_test_create_scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(create_when_sides_are_wrong),
        cmocka_unit_test(create_when_rules_are_wrong),
        cmocka_unit_test(getters_when_created),
        cmocka_unit_test(rules_when_meaningless_are_forgotten),
        cmocka_unit_test(hash_when_something_differs),
        cmocka_unit_test(row_when_width_is_anything),
        cmocka_unit_test(floor_when_height_is_anything),
        cmocka_unit_test(position_when_walked_over),
        cmocka_unit_test(read_when_plain_and_heavy),
        cmocka_unit_test(moves_when_compared_with_the_rules),
        cmocka_unit_test(layers_when_edited),
        cmocka_unit_test(clearance_when_compared_with_squares),
        cmocka_unit_test(step_cost_when_compared_with_the_rules),
        cmocka_unit_test(distance_when_compared_with_the_rules),
        cmocka_unit_test(distance_when_too_large_saturates),
        cmocka_unit_test(unit_size_when_out_of_range),
        cmocka_unit_test(create_when_memory_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
