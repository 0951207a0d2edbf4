// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a layer derives from its bits, neighbours and runs, and from weights, flat ground, and what
// it counts of these, after random edits against plain loops.
#include "map/grid/map.h"
#include "support/sizes.h"
#include "support/test.h"

static bool derived_is_free(const way_map *map, const wayi_layer *layer, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < (int32_t)map->width && y < (int32_t)map->height &&
           wayi_layer_has(map, layer, (uint32_t)x, (uint32_t)y);
}

static uint32_t derived_around(const way_map *map, const wayi_layer *layer, int32_t x, int32_t y)
{
    uint32_t around = 0;
    for (uint32_t d = 0; d < WAYI_DIRECTIONS; d++) {
        const bool is_free =
            derived_is_free(map, layer, x + wayi_direction_x[d], y + wayi_direction_y[d]);
        around |= (uint32_t)is_free << d;
    }
    return around;
}

/// Whether a step in a direction that ends here has just passed the end of a wall, or, where
/// corners are cut, can be followed by one around it.
static bool derived_is_jump(const way_map *map, const wayi_layer *layer, int32_t x, int32_t y,
                            uint32_t direction)
{
    const int32_t dx = wayi_direction_x[direction];
    const int32_t dy = wayi_direction_y[direction];
    for (int32_t side = -1; side <= 1; side += 2) {
        const int32_t beside_x = x + side * dy;
        const int32_t beside_y = y + side * dx;
        const bool beside = derived_is_free(map, layer, beside_x, beside_y);
        const bool cuts = map->neighbours == WAY_NEIGHBOURS_8 && map->corners != WAY_CORNERS_STRICT;
        const bool straight =
            map->corners == WAY_CORNERS_ANY || derived_is_free(map, layer, x + dx, y + dy);
        const bool around =
            !beside && straight && derived_is_free(map, layer, beside_x + dx, beside_y + dy);
        const bool past = beside && !derived_is_free(map, layer, beside_x - dx, beside_y - dy);
        if (cuts ? around : past) {
            return derived_is_free(map, layer, x, y);
        }
    }
    return false;
}

/// Walks straight on until a wall or a jump point.
static bool derived_runs(const way_map *map, const wayi_layer *layer, int32_t x, int32_t y,
                         uint32_t direction)
{
    for (;;) {
        x += wayi_direction_x[direction];
        y += wayi_direction_y[direction];
        if (!derived_is_free(map, layer, x, y)) {
            return false;
        }
        if (derived_is_jump(map, layer, x, y, direction)) {
            return true;
        }
    }
}

static bool derived_has_bit(const uint64_t *line, uint32_t at)
{
    return line[(at + 1) >> 6] >> ((at + 1) & 63u) & 1u;
}

static wayi_views derived_views(const way_map *map, const wayi_layer *layer, uint32_t x, uint32_t y)
{
    return layer->views[((size_t)y + 1) * map->row_words + ((x + 1) >> 6)];
}

/// Jump points are kept along rows or columns.
static bool derived_jump_bit(const way_map *map, const wayi_layer *layer, uint32_t x, uint32_t y,
                             uint32_t direction)
{
    if (wayi_direction_x[direction] != 0) {
        return derived_has_bit(layer->jumps[direction] + ((size_t)y + 1) * map->row_words, x);
    }
    return derived_has_bit(layer->jumps[direction] + ((size_t)x + 1) * map->column_words, y);
}

/// A blocked diagonal neighbour between two free straight ones.
static bool derived_has_corner(const way_map *map, const wayi_layer *layer, int32_t x, int32_t y,
                               uint32_t direction)
{
    const int32_t dx = wayi_direction_x[direction];
    const int32_t dy = wayi_direction_y[direction];
    return derived_is_free(map, layer, x, y) && derived_is_free(map, layer, x + dx, y) &&
           derived_is_free(map, layer, x, y + dy) && !derived_is_free(map, layer, x + dx, y + dy);
}

static void derived_check_corners(const way_map *map, const wayi_layer *layer, uint32_t x,
                                  uint32_t y)
{
    for (uint32_t kind = 0; kind < 2; kind++) {
        const uint32_t first = kind ? WAYI_NORTH_EAST : WAYI_SOUTH_EAST;
        const uint32_t second = wayi_direction_opposite(first);
        const bool beside = derived_has_corner(map, layer, (int32_t)x, (int32_t)y, first) ||
                            derived_has_corner(map, layer, (int32_t)x, (int32_t)y, second);
        const uint64_t *row = layer->beside[kind] + ((size_t)y + 1) * map->row_words;
        const uint64_t *column = layer->beside_columns[kind] + ((size_t)x + 1) * map->column_words;
        assert_int_equal(derived_has_bit(row, x), beside);
        assert_int_equal(derived_has_bit(column, y), beside);
    }
}

static void derived_check_cell(const way_map *map, const wayi_layer *layer, uint32_t x, uint32_t y)
{
    const wayi_views views = derived_views(map, layer, x, y);
    const uint32_t shift = (x + 1) & 63u;
    for (uint32_t direction = 0; direction < 4; direction++) {
        assert_int_equal(views.runs[direction] >> shift & 1u,
                         derived_runs(map, layer, (int32_t)x, (int32_t)y, direction));
        assert_int_equal(derived_jump_bit(map, layer, x, y, direction),
                         derived_is_jump(map, layer, (int32_t)x, (int32_t)y, direction));
    }
    const uint32_t moves = wayi_layer_moves(map, layer, y * map->width + x);
    const uint32_t last = map->neighbours == WAY_NEIGHBOURS_8 ? WAYI_DIRECTIONS : 4;
    for (uint32_t direction = 4; direction < last; direction++) {
        assert_int_equal(views.walls[direction - 4] >> shift & 1u, !(moves >> direction & 1u));
    }
}

static bool derived_is_rough(const way_map *map, const wayi_layer *layer, uint32_t x, uint32_t y)
{
    const uint8_t weight = wayi_layer_weight_at(map, layer, x, y);
    bool same = true;
    for (uint32_t d = 0; d < WAYI_DIRECTIONS; d++) {
        const int32_t near_x = (int32_t)x + wayi_direction_x[d];
        const int32_t near_y = (int32_t)y + wayi_direction_y[d];
        same = same &&
               (!derived_is_free(map, layer, near_x, near_y) ||
                wayi_layer_weight_at(map, layer, (uint32_t)near_x, (uint32_t)near_y) == weight);
    }
    return weight && !same;
}

static void derived_check_rough(const way_map *map, const wayi_layer *layer, uint32_t x, uint32_t y)
{
    const bool rough = derived_is_rough(map, layer, x, y);
    assert_int_equal(derived_has_bit(layer->rough + ((size_t)y + 1) * map->row_words, x), rough);
    assert_int_equal(derived_has_bit(layer->rough_columns + ((size_t)x + 1) * map->column_words, y),
                     rough);
}

/// Adds a cell to the counts of the lines that go through it in a direction and the opposite one.
static void derived_count(const way_map *map, const wayi_layer *layer, int32_t x, int32_t y,
                          uint32_t direction, wayi_line_counts *counts)
{
    const uint32_t both[] = {direction, wayi_direction_opposite(direction)};
    for (uint32_t i = 0; i < 2; i++) {
        const bool goes_on = derived_is_free(map, layer, x - wayi_direction_x[both[i]],
                                             y - wayi_direction_y[both[i]]);
        counts->stretches += i == 0 && !goes_on;
        counts->jumps += goes_on && derived_is_jump(map, layer, x, y, both[i]);
    }
}

static void derived_check_counts(const way_map *map, const wayi_layer *layer)
{
    wayi_line_counts rows = {0};
    wayi_line_counts columns = {0};
    uint64_t free_count = 0;
    uint64_t rough_count = 0;
    for (uint32_t cell = 0; layer->views && cell < map->cell_count; cell++) {
        const uint32_t x = cell % map->width;
        const uint32_t y = cell / map->width;
        if (wayi_layer_has(map, layer, x, y)) {
            derived_count(map, layer, (int32_t)x, (int32_t)y, WAYI_EAST, &rows);
            derived_count(map, layer, (int32_t)x, (int32_t)y, WAYI_SOUTH, &columns);
            free_count++;
            rough_count += layer->rough && derived_is_rough(map, layer, x, y);
        }
    }
    assert_int_equal(layer->row_counts.stretches, rows.stretches);
    assert_int_equal(layer->row_counts.jumps, rows.jumps);
    assert_int_equal(layer->column_counts.stretches, columns.stretches);
    assert_int_equal(layer->column_counts.jumps, columns.jumps);
    assert_int_equal(layer->free_count, free_count);
    assert_int_equal(layer->rough_count, rough_count);
}

static void derived_check(const way_map *map, const wayi_layer *layer)
{
    derived_check_counts(map, layer);
    assert_int_equal(layer->rough != NULL, layer->views && layer->table->plane);
    for (uint32_t y = 0; y < map->height; y++) {
        for (uint32_t x = 0; x < map->width; x++) {
            assert_int_equal(layer->around[y * map->width + x],
                             derived_around(map, layer, (int32_t)x, (int32_t)y));
            if (layer->views) {
                derived_check_cell(map, layer, x, y);
            }
            if (layer->beside[0]) {
                derived_check_corners(map, layer, x, y);
            }
            if (layer->rough) {
                derived_check_rough(map, layer, x, y);
            }
        }
    }
}

static way_edit derived_edit(const way_map *map, way_rng *rng, uint32_t heaviest)
{
    const uint32_t x = way_rng_below(rng, map->width);
    const uint32_t y = way_rng_below(rng, map->height);
    const bool large = way_rng_below(rng, 8) == 0;
    return (way_edit){.x = x,
                      .y = y,
                      .width = 1 + way_rng_below(rng, large ? map->width - x : 1),
                      .height = 1 + way_rng_below(rng, large ? map->height - y : 1),
                      .weight = (uint8_t)way_rng_below(rng, heaviest + 1)};
}

static void derived_run(const way_map_config *config, uint64_t seed)
{
    way_rng rng = test_rng(seed);
    way_map *map = NULL;
    assert_int_equal(way_map_create(config, &map), WAY_STATUS_OK);
    assert_int_equal(sizes_add(map, 2), WAY_STATUS_OK);
    assert_int_equal(sizes_add(map, WAY_MAP_UNIT_MAX), WAY_STATUS_OK);
    derived_check(map, map->layers[1]);
    for (uint32_t round = 0; round < 40; round += TEST_STRIDE) {
        way_edit edits[9]; // of one call: long runs are renewed for all of them at once
        const uint32_t count = 1 + (round % 2) * way_rng_below(&rng, 9);
        for (uint32_t i = 0; i < count; i++) {
            edits[i] = derived_edit(map, &rng, round < 20 ? 1 : 3); // then weights come
        }
        assert_int_equal(way_map_edit(map, edits, count), WAY_STATUS_OK);
        derived_check(map, map->layers[1]);
        derived_check(map, map->layers[2]);
        derived_check(map, map->layers[WAY_MAP_UNIT_MAX]);
    }
    way_map_destroy(map);
}

static void layers_when_edited(void **state)
{
    (void)state;
    static const uint32_t sides[][2] = {{1, 1},  {7, 1},    {3, 70},  {62, 63},
                                        {64, 5}, {130, 66}, {66, 200}};
    for (uint32_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        const way_map_config config = way_map_config_default(sides[i][0], sides[i][1]);
        derived_run(&config, i);
    }
}

static void layers_when_created_from_weights(void **state)
{
    (void)state;
    static uint8_t weights[150 * 90];
    way_rng rng = test_rng(77);
    for (uint32_t i = 0; i < sizeof weights; i++) {
        weights[i] = way_rng_below(&rng, 4) != 0;
    }
    way_map_config config = way_map_config_default(150, 90);
    config.weights = weights;
    derived_run(&config, 78);
}

/// What only beacon asks for is not kept, and with 6 neighbours there are no runs to keep.
static void layers_by_other_rules(void **state)
{
    (void)state;
    static uint8_t weights[130 * 40];
    way_rng rng = test_rng(79);
    for (uint32_t i = 0; i < sizeof weights; i++) {
        weights[i] = way_rng_below(&rng, 4) != 0;
    }
    for (uint32_t rule = 0; rule < 4; rule++) {
        way_map_config config = way_map_config_default(130, 40);
        config.weights = weights;
        config.corners = rule ? WAY_CORNERS_LOOSE : WAY_CORNERS_ANY;
        config.neighbours = rule < 2    ? WAY_NEIGHBOURS_8
                            : rule == 2 ? WAY_NEIGHBOURS_4
                                        : WAY_NEIGHBOURS_6;
        derived_run(&config, 80 + rule);
        way_map *map = NULL;
        assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
        assert_null(map->layers[1]->beside[0]);
        assert_int_equal(map->layers[1]->views == NULL, rule == 3);
        way_map_destroy(map);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layers_when_edited),
        cmocka_unit_test(layers_when_created_from_weights),
        cmocka_unit_test(layers_by_other_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
