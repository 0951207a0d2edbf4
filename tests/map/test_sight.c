// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Line of sight against geometry that is spelled out: cells cut by a segment, walks step by step.
#include "map/naive_map.h"
#include "support/sizes.h"
#include "support/test.h"

static naive_map sight_test_scatter(uint32_t rule, uint32_t width, uint32_t height, way_rng *rng,
                                    uint32_t percent)
{
    const way_map_config config = naive_map_rule(rule, width, height);
    naive_map naive = naive_map_create(&config);
    for (uint32_t i = 0; i < width * height; i++) {
        naive.weights[i] = way_rng_below(rng, 100) >= percent;
    }
    return naive;
}

static int64_t sight_test_cross(int64_t ax, int64_t ay, int64_t bx, int64_t by)
{
    return ax * by - ay * bx;
}

/// Whether the line from (0, 0) to (dx, dy) has all corners of a polygon, given relative to the
/// line's start, strictly on one side; corners on the line set `*touches`.
static bool sight_test_misses(const int64_t (*corners)[2], int count, int64_t dx, int64_t dy,
                              bool *touches)
{
    int above = 0;
    int below = 0;
    for (int i = 0; i < count; i++) {
        const int64_t side = sight_test_cross(dx, dy, corners[i][0], corners[i][1]);
        above += side > 0;
        below += side < 0;
    }
    *touches = above == 0 || below == 0;
    return above == count || below == count;
}

/// Squares: all cells of the bounding box that the line cuts are free, and where it only touches a
/// corner the rule decides over the two cells beside it.
static bool sight_test_square(const naive_map *naive, int64_t ax, int64_t ay, int64_t bx,
                              int64_t by, uint32_t size)
{
    const int64_t dx = 2 * (bx - ax);
    const int64_t dy = 2 * (by - ay);
    const int64_t step_x = bx > ax ? 1 : -1;
    const int64_t step_y = by > ay ? 1 : -1;
    for (int64_t y = ay < by ? ay : by; y <= (ay < by ? by : ay); y++) {
        for (int64_t x = ax < bx ? ax : bx; x <= (ax < bx ? bx : ax); x++) {
            const int64_t cx = 2 * (x - ax);
            const int64_t cy = 2 * (y - ay);
            const int64_t corners[4][2] = {
                {cx - 1, cy - 1}, {cx + 1, cy - 1}, {cx - 1, cy + 1}, {cx + 1, cy + 1}};
            bool touches = false;
            if (sight_test_misses(corners, 4, dx, dy, &touches)) {
                continue;
            }
            if (!touches && !naive_map_fits(naive, x, y, size)) {
                return false;
            }
            // The corner ahead of a cell that the line passes through.
            const bool ahead = sight_test_cross(dx, dy, cx + step_x, cy + step_y) == 0;
            if (!touches && ahead && (x != bx || y != by) && dx != 0 && dy != 0) {
                const int open = naive_map_fits(naive, x + step_x, y, size) +
                                 naive_map_fits(naive, x, y + step_y, size);
                const int needed =
                    naive->corners == WAY_CORNERS_STRICT ? 2 : naive->corners == WAY_CORNERS_LOOSE;
                if (open < needed) {
                    return false;
                }
            }
        }
    }
    return naive_map_fits(naive, ax, ay, size) && naive_map_fits(naive, bx, by, size);
}

/// Hexagons, in coordinates times 3: all that the segment meets are free.
static bool sight_test_hex(const naive_map *naive, int64_t ax, int64_t ay, int64_t bx, int64_t by)
{
    static const int64_t vertices[6][2] = {{1, 1}, {2, -1}, {1, -2}, {-1, -1}, {-2, 1}, {-1, 2}};
    const int64_t dx = bx - ax;
    const int64_t dy = by - ay;
    if (dx == 0 && dy == 0) {
        return naive_map_fits(naive, ax, ay, 1);
    }
    for (int64_t y = 0; y < naive->height; y++) {
        for (int64_t x = 0; x < naive->width; x++) {
            int64_t corners[6][2];
            for (int i = 0; i < 6; i++) {
                corners[i][0] = 3 * (x - ax) + vertices[i][0];
                corners[i][1] = 3 * (y - ay) + vertices[i][1];
            }
            bool touches = false;
            // Beyond an end: nearer to the far side of it than to the segment (hex dot product).
            const int64_t u = x - ax;
            const int64_t v = y - ay;
            const int64_t along = 2 * u * dx + 2 * v * dy + u * dy + v * dx;
            const int64_t whole = 2 * dx * dx + 2 * dy * dy + 2 * dx * dy;
            if (along < 0 || along > whole ||
                sight_test_misses((const int64_t(*)[2])corners, 6, dx, dy, &touches)) {
                continue;
            }
            if (!naive_map_fits(naive, x, y, 1)) {
                return false;
            }
        }
    }
    return true;
}

static void sight_when_any_angle(void **state)
{
    (void)state;
    way_rng rng = test_rng(1);
    for (uint32_t rule = 0; rule < 4; rule++) {
        for (uint32_t percent = 0; percent < 12; percent += 5) {
            naive_map naive = sight_test_scatter(rule, 23, 19, &rng, percent);
            way_map *map = naive_map_build(&naive);
            assert_int_equal(sizes_add(map, 2), WAY_STATUS_OK);
            uint32_t seen = 0;
            for (uint32_t i = 0; i < 6000; i++) {
                const way_cell a = way_rng_below(&rng, 23 * 19);
                const way_cell b = way_rng_below(&rng, 23 * 19);
                const uint32_t size = 1 + i % 2;
                const bool sees = way_map_sees(map, a, b, WAY_SIGHT_ANY_ANGLE, size);
                assert_int_equal(sees,
                                 sight_test_square(&naive, a % 23, a / 23, b % 23, b / 23, size));
                assert_int_equal(sees, way_map_sees(map, b, a, WAY_SIGHT_ANY_ANGLE, size));
                seen += sees;
            }
            assert_in_range(seen, 100, percent ? 5900 : 6000);
            way_map_destroy(map);
            naive_map_destroy(&naive);
        }
    }
}

static void sight_when_hex(void **state)
{
    (void)state;
    way_rng rng = test_rng(2);
    for (uint32_t percent = 3; percent < 12; percent += 4) {
        naive_map naive = sight_test_scatter(4, 17, 15, &rng, percent);
        way_map *map = naive_map_build(&naive);
        for (uint32_t i = 0; i < 8000; i++) {
            const way_cell a = way_rng_below(&rng, 17 * 15);
            const way_cell b = way_rng_below(&rng, 17 * 15);
            const bool sees = way_map_sees(map, a, b, WAY_SIGHT_ANY_ANGLE, 1);
            assert_int_equal(sees, sight_test_hex(&naive, a % 17, a / 17, b % 17, b / 17));
            assert_int_equal(sees, way_map_sees(map, b, a, WAY_SIGHT_ANY_ANGLE, 1));
        }
        way_map_destroy(map);
        naive_map_destroy(&naive);
    }
}

static void sight_when_passing_a_corner(void **state)
{
    (void)state;
    for (uint32_t rule = 0; rule < 3; rule++) {
        for (uint32_t blocked = 0; blocked < 4; blocked++) {
            const way_map_config config = naive_map_rule(rule, 2, 2);
            naive_map naive = naive_map_create(&config);
            naive.weights[1] = !(blocked & 1u);
            naive.weights[2] = !(blocked & 2u);
            way_map *map = naive_map_build(&naive);
            const bool expected[3] = {blocked == 0, blocked != 3, true};
            assert_int_equal(way_map_sees(map, 0, 3, WAY_SIGHT_ANY_ANGLE, 1), expected[rule]);
            assert_int_equal(way_map_sees(map, 3, 0, WAY_SIGHT_ANY_ANGLE, 1), expected[rule]);
            assert_int_equal(way_map_sees(map, 0, 3, WAY_SIGHT_GRID, 1), expected[rule]);
            way_map_destroy(map);
            naive_map_destroy(&naive);
        }
    }
}

static uint64_t sight_test_steps(const naive_map *naive, way_cell a, way_cell b)
{
    naive_map single = *naive;
    single.costs = (way_cost_model){1, 1};
    return naive_map_distance(&single, a, b);
}

/// On open ground grid sight is a walk of as many steps as the distance says; with one cell blocked
/// it fails exactly if the walk meets that cell. Found by blocking each cell in turn.
static void sight_when_grid_meets_one_cell(void **state)
{
    (void)state;
    way_rng rng = test_rng(3);
    const way_edit clear = {0, 0, 15, 13, 1};
    for (uint32_t rule = 2; rule < NAIVE_RULES; rule++) {
        const way_map_config config = naive_map_rule(rule, 15, 13);
        naive_map naive = naive_map_create(&config);
        way_map *map = naive_map_build(&naive);
        for (uint32_t i = 0; i < 60; i++) {
            const way_cell a = way_rng_below(&rng, 195);
            const way_cell b = way_rng_below(&rng, 195);
            uint32_t met = 0;
            for (way_cell cell = 0; cell < 195; cell++) {
                const way_edit wall = {cell % 15, cell / 15, 1, 1, 0};
                assert_int_equal(way_map_edit(map, &wall, 1), WAY_STATUS_OK);
                if (cell != a && !way_map_sees(map, a, b, WAY_SIGHT_GRID, 1)) {
                    met++;
                    // A cell of a shortest walk.
                    assert_int_equal(sight_test_steps(&naive, a, cell) +
                                         sight_test_steps(&naive, cell, b),
                                     sight_test_steps(&naive, a, b));
                }
                assert_int_equal(way_map_edit(map, &clear, 1), WAY_STATUS_OK);
            }
            assert_int_equal(met, sight_test_steps(&naive, a, b));
            assert_true(way_map_sees(map, a, b, WAY_SIGHT_GRID, 1));
        }
        way_map_destroy(map);
        naive_map_destroy(&naive);
    }
}

/// The textbook walk: after i of n steps the shorter axis has come i * shorter / n, rounded; every
/// step must be legal.
static bool sight_test_walk(const naive_map *naive, way_cell a, way_cell b)
{
    int64_t x = a % naive->width;
    int64_t y = a / naive->width;
    const int64_t dx = (int64_t)(b % naive->width) - x;
    const int64_t dy = (int64_t)(b / naive->width) - y;
    const int64_t n = llabs(dx) > llabs(dy) ? llabs(dx) : llabs(dy);
    int64_t done_x = 0;
    int64_t done_y = 0;
    for (int64_t i = 1; i <= n; i++) {
        const int64_t next_x = (llabs(dx) * i + n / 2) / n * (dx < 0 ? -1 : 1);
        const int64_t next_y = (llabs(dy) * i + n / 2) / n * (dy < 0 ? -1 : 1);
        const int step_x = (int)(next_x - done_x);
        const int step_y = (int)(next_y - done_y);
        if (!naive_map_steps(naive, x, y, step_x, step_y, 1)) {
            return false;
        }
        x += step_x;
        y += step_y;
        done_x = next_x;
        done_y = next_y;
    }
    return naive_map_fits(naive, x, y, 1);
}

static void sight_when_grid(void **state)
{
    (void)state;
    way_rng rng = test_rng(4);
    for (uint32_t rule = 0; rule < 3; rule++) {
        for (uint32_t percent = 5; percent < 40; percent += 10) {
            naive_map naive = sight_test_scatter(rule, 21, 18, &rng, percent);
            way_map *map = naive_map_build(&naive);
            for (uint32_t i = 0; i < 5000; i++) {
                const way_cell a = way_rng_below(&rng, 21 * 18);
                const way_cell b = way_rng_below(&rng, 21 * 18);
                assert_int_equal(way_map_sees(map, a, b, WAY_SIGHT_GRID, 1),
                                 sight_test_walk(&naive, a, b));
            }
            way_map_destroy(map);
            naive_map_destroy(&naive);
        }
    }
}

static void sight_when_ends_are_blocked_or_outside(void **state)
{
    (void)state;
    const way_map_config config = way_map_config_default(9, 9);
    naive_map naive = naive_map_create(&config);
    naive.weights[0] = 0;
    way_map *map = naive_map_build(&naive);
    // A unit may leave a bad cell by a legal step, but does not see from inside a wall.
    assert_true(way_map_sees(map, 0, 8, WAY_SIGHT_GRID, 1));
    assert_false(way_map_sees(map, 8, 0, WAY_SIGHT_GRID, 1));
    assert_false(way_map_sees(map, 0, 8, WAY_SIGHT_ANY_ANGLE, 1));
    assert_false(way_map_sees(map, 8, 0, WAY_SIGHT_ANY_ANGLE, 1));
    assert_false(way_map_sees(map, 0, 0, WAY_SIGHT_GRID, 1));
    assert_false(way_map_sees(map, 0, 0, WAY_SIGHT_ANY_ANGLE, 1));
    assert_true(way_map_sees(map, 8, 8, WAY_SIGHT_ANY_ANGLE, 1));
    assert_true(way_map_sees(map, 8, 8, WAY_SIGHT_GRID, 1));
    assert_false(way_map_sees(map, 8, 81, WAY_SIGHT_ANY_ANGLE, 1));
    assert_false(way_map_sees(map, 81, 8, WAY_SIGHT_GRID, 1));
    assert_false(way_map_sees(map, 8, 9, WAY_SIGHT_GRID, 2));
    assert_false(way_map_sees(map, 8, 9, WAY_SIGHT_GRID, 17));
    way_map_destroy(map);
    naive_map_destroy(&naive);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sight_when_any_angle),
        cmocka_unit_test(sight_when_hex),
        cmocka_unit_test(sight_when_passing_a_corner),
        cmocka_unit_test(sight_when_grid_meets_one_cell),
        cmocka_unit_test(sight_when_grid),
        cmocka_unit_test(sight_when_ends_are_blocked_or_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
