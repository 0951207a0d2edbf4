// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "map/naive_map.h"

#include "support/test.h"

#include <string.h>

naive_map naive_map_create(const way_map_config *config)
{
    const size_t count = (size_t)config->width * config->height;
    naive_map naive = {
        .width = config->width,
        .height = config->height,
        .neighbours = config->neighbours,
        .corners = config->corners,
        .costs = config->costs,
        .weights = malloc(count),
        .labels = malloc(count * sizeof(uint32_t)),
        .stack = malloc(count * sizeof(uint32_t)),
    };
    assert_non_null(naive.weights);
    assert_non_null(naive.labels);
    assert_non_null(naive.stack);
    memset(naive.weights, 1, count);
    if (naive.costs.cardinal == 0) {
        naive.costs = naive.neighbours == WAY_NEIGHBOURS_8 ? (way_cost_model){408, 577}
                                                           : (way_cost_model){1, 0};
    }
    return naive;
}

void naive_map_destroy(naive_map *naive)
{
    free(naive->weights);
    free(naive->labels);
    free(naive->stack);
}

void naive_map_edit(naive_map *naive, const way_edit *edits, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t y = 0; y < edits[i].height; y++) {
            memset(naive->weights + (edits[i].y + y) * naive->width + edits[i].x, edits[i].weight,
                   edits[i].width);
        }
    }
}

bool naive_map_fits(const naive_map *naive, int64_t x, int64_t y, uint32_t size)
{
    if (x < 0 || y < 0 || x + size > naive->width || y + size > naive->height) {
        return false;
    }
    for (int64_t j = y; j < y + size; j++) {
        for (int64_t i = x; i < x + size; i++) {
            if (naive->weights[j * naive->width + i] == 0) {
                return false;
            }
        }
    }
    return true;
}

uint32_t naive_map_weight(const naive_map *naive, way_cell cell, uint32_t size)
{
    if (!naive_map_fits(naive, cell % naive->width, cell / naive->width, size)) {
        return 0;
    }
    uint32_t sum = 0;
    for (uint32_t i = 0; i < size * size; i++) {
        sum += naive->weights[cell + i / size * naive->width + i % size];
    }
    const double mean = (double)sum / (size * size);
    return (uint32_t)(mean + 0.5);
}

bool naive_map_steps(const naive_map *naive, int64_t x, int64_t y, int dx, int dy, uint32_t size)
{
    if ((dx == 0 && dy == 0) || !naive_map_fits(naive, x + dx, y + dy, size)) {
        return false;
    }
    if (dx == 0 || dy == 0) {
        return true;
    }
    if (naive->neighbours == WAY_NEIGHBOURS_4) {
        return false;
    }
    if (naive->neighbours == WAY_NEIGHBOURS_6) {
        return dx == -dy;
    }
    const int open =
        naive_map_fits(naive, x + dx, y, size) + naive_map_fits(naive, x, y + dy, size);
    return naive->corners == WAY_CORNERS_STRICT ? open == 2
                                                : naive->corners == WAY_CORNERS_ANY || open >= 1;
}

static void naive_flood(naive_map *naive, uint32_t start, uint32_t label, uint32_t size)
{
    uint32_t depth = 0;
    naive->stack[depth++] = start;
    naive->labels[start] = label;
    while (depth > 0) {
        const uint32_t cell = naive->stack[--depth];
        const int64_t x = cell % naive->width;
        const int64_t y = cell / naive->width;
        for (int i = 0; i < 9; i++) {
            const int dx = i % 3 - 1;
            const int dy = i / 3 - 1;
            if (!naive_map_steps(naive, x, y, dx, dy, size)) {
                continue;
            }
            const uint32_t next = (uint32_t)((y + dy) * naive->width + x + dx);
            if (naive->labels[next] == UINT32_MAX) {
                naive->labels[next] = label;
                naive->stack[depth++] = next;
            }
        }
    }
}

void naive_map_label(naive_map *naive, uint32_t size)
{
    const uint32_t count = naive->width * naive->height;
    memset(naive->labels, 0xff, count * sizeof(uint32_t));
    for (uint32_t cell = 0; cell < count; cell++) {
        if (naive->labels[cell] == UINT32_MAX &&
            naive_map_fits(naive, cell % naive->width, cell / naive->width, size)) {
            naive_flood(naive, cell, cell, size);
        }
    }
}

uint64_t naive_map_distance(const naive_map *naive, way_cell a, way_cell b)
{
    const int64_t dx = (int64_t)(b % naive->width) - (int64_t)(a % naive->width);
    const int64_t dy = (int64_t)(b / naive->width) - (int64_t)(a / naive->width);
    const uint64_t columns = (uint64_t)llabs(dx);
    const uint64_t rows = (uint64_t)llabs(dy);
    if (naive->neighbours == WAY_NEIGHBOURS_4) {
        return (columns + rows) * naive->costs.cardinal;
    }
    if (naive->neighbours == WAY_NEIGHBOURS_6) {
        return (columns + rows + (uint64_t)llabs(dx + dy)) / 2 * naive->costs.cardinal;
    }
    const uint64_t slanted = columns < rows ? columns : rows;
    return slanted * naive->costs.diagonal + (columns + rows - 2 * slanted) * naive->costs.cardinal;
}

static int naive_compare(const void *a, const void *b)
{
    const uint32_t left = *(const uint32_t *)a;
    const uint32_t right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

void naive_map_check_components(naive_map *naive, const way_map *map, uint32_t size)
{
    naive_map_label(naive, size);
    // The label of a component is its first cell; the map must agree with that cell, and no two
    // first cells may share a number.
    const uint32_t count = naive->width * naive->height;
    uint32_t *firsts = naive->stack;
    uint32_t first_count = 0;
    for (uint32_t cell = 0; cell < count; cell++) {
        const uint32_t label = naive->labels[cell];
        const uint32_t component = way_map_component(map, cell, size);
        if (label == UINT32_MAX) {
            assert_int_equal(component, WAY_CELL_NONE);
            continue;
        }
        assert_int_not_equal(component, WAY_CELL_NONE);
        assert_int_equal(component, way_map_component(map, label, size));
        if (label == cell) {
            firsts[first_count++] = component;
        }
    }
    qsort(firsts, first_count, sizeof *firsts, naive_compare);
    for (uint32_t i = 1; i < first_count; i++) {
        assert_true(firsts[i - 1] < firsts[i]);
    }
}

way_map *naive_map_build(const naive_map *naive)
{
    way_map_config config = way_map_config_default(naive->width, naive->height);
    config.neighbours = naive->neighbours;
    config.corners = naive->corners;
    config.costs = naive->costs;
    config.weights = naive->weights;
    way_map *map = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    return map;
}

way_map_config naive_map_rule(uint32_t index, uint32_t width, uint32_t height)
{
    static const way_corners corners[NAIVE_RULES] = {
        WAY_CORNERS_STRICT, WAY_CORNERS_LOOSE,  WAY_CORNERS_ANY,
        WAY_CORNERS_STRICT, WAY_CORNERS_STRICT,
    };
    way_map_config config = way_map_config_default(width, height);
    config.corners = corners[index];
    config.neighbours =
        index < 3 ? WAY_NEIGHBOURS_8 : (index == 3 ? WAY_NEIGHBOURS_4 : WAY_NEIGHBOURS_6);
    return config;
}
