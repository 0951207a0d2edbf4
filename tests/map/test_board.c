// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Looks over a board, against the definitions taken word by word, on maps small enough for all
// pairs of cells. The last test is the one that beacon rests on: distances by lists and graph are
// those of the map.
#include "search/beacon/index/board.h"
#include "support/sizes.h"
#include "support/test.h"

#include <string.h>

#ifndef TEST_ROUNDS
#define TEST_ROUNDS 1
#endif

#define BOARD_CELLS 900u

typedef struct board_rig {
    way_map *map;
    wayi_board board; ///< the layer as it is
    wayi_board still;
    uint64_t seed;
} board_rig;

static const way_allocator *board_door(void)
{
    static way_allocator door;
    door = wayi_allocator_or_default(NULL);
    return &door;
}

/// Noise, blocks or lines.
static void board_draw(way_rng *rng, uint32_t width, uint32_t height, uint8_t *weights)
{
    const uint32_t style = way_rng_below(rng, 3);
    const uint32_t blocked = 5 + way_rng_below(rng, 50);
    memset(weights, 1, (size_t)width * height);
    if (style == 0) {
        for (uint32_t i = 0; i < width * height; i++) {
            weights[i] = way_rng_below(rng, 100) >= blocked;
        }
        return;
    }
    for (uint32_t k = 0; k < 1 + width * height * blocked / 800; k++) {
        const uint32_t x = way_rng_below(rng, width);
        const uint32_t y = way_rng_below(rng, height);
        const uint32_t wide =
            style == 1 ? 1 + way_rng_below(rng, 4) : 1 + way_rng_below(rng, width);
        const uint32_t high = style == 1 ? 1 + way_rng_below(rng, 4) : 1;
        const bool upright = way_rng_below(rng, 2);
        for (uint32_t i = 0; i < wide * high; i++) {
            const uint32_t to_x = x + (upright ? i / wide : i % wide);
            const uint32_t to_y = y + (upright ? i % wide : i / wide);
            if (to_x < width && to_y < height) {
                weights[to_y * width + to_x] = 0;
            }
        }
    }
}

static board_rig board_make(uint64_t seed, uint32_t width, uint32_t height, const uint8_t *weights,
                            uint32_t size)
{
    way_map_config config = way_map_config_default(width, height);
    config.weights = weights;
    board_rig rig = {.seed = seed};
    assert_int_equal(way_map_create(&config, &rig.map), WAY_STATUS_OK);
    assert_int_equal(sizes_add(rig.map, size), WAY_STATUS_OK);
    rig.board = wayi_board_of(rig.map, rig.map->layers[size]);
    assert_true(wayi_board_still(&rig.board, rig.map, board_door(), &rig.still));
    return rig;
}

static board_rig board_open(uint64_t seed, uint32_t low, uint32_t high, uint32_t size)
{
    way_rng rng = test_rng(seed);
    static uint8_t weights[BOARD_CELLS];
    const uint32_t width = low + way_rng_below(&rng, high - low + 1);
    const uint32_t height = low + way_rng_below(&rng, high - low + 1);
    board_draw(&rng, width, height, weights);
    return board_make(seed, width, height, weights, size);
}

static void board_close(board_rig *rig)
{
    wayi_board_fini(&rig->still, board_door());
    way_map_destroy(rig->map);
}

static bool board_naive_free(const board_rig *rig, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < (int32_t)rig->board.width && y < (int32_t)rig->board.height &&
           wayi_board_is_free(&rig->board, (uint32_t)x, (uint32_t)y);
}

static bool board_naive_steps(const board_rig *rig, int32_t x, int32_t y, int32_t dx, int32_t dy)
{
    return board_naive_free(rig, x + dx, y) && board_naive_free(rig, x, y + dy) &&
           board_naive_free(rig, x + dx, y + dy);
}

static bool board_naive_corner(const board_rig *rig, int32_t x, int32_t y, uint32_t direction)
{
    const int32_t dx = wayi_direction_x[direction];
    const int32_t dy = wayi_direction_y[direction];
    return board_naive_free(rig, x, y) && board_naive_free(rig, x + dx, y) &&
           board_naive_free(rig, x, y + dy) && !board_naive_free(rig, x + dx, y + dy);
}

static bool board_naive_subgoal(const board_rig *rig, int32_t x, int32_t y)
{
    bool any = false;
    for (uint32_t d = WAYI_NORTH_EAST; d < WAYI_DIRECTIONS; d++) {
        any |= board_naive_corner(rig, x, y, d);
    }
    return any;
}

// Boxes -------------------------------------------------------------------------------------------

/// A box: so many diagonal steps and so many straight ones, in any order.
typedef struct board_box {
    int32_t x, y; ///< where it starts
    int32_t diagonal_x, diagonal_y;
    int32_t straight_x, straight_y;
    int32_t diagonals, straights;
} board_box;

static board_box board_box_of(int32_t ax, int32_t ay, int32_t bx, int32_t by)
{
    const int32_t dx = bx > ax ? 1 : -1;
    const int32_t dy = by > ay ? 1 : -1;
    const int32_t wide = (bx - ax) * dx;
    const int32_t high = (by - ay) * dy;
    const int32_t low = wide < high ? wide : high;
    return (board_box){ax,
                       ay,
                       dx,
                       dy,
                       wide > high ? dx : 0,
                       wide > high ? 0 : dy,
                       low,
                       (wide > high ? wide : high) - low};
}

/// Whether every arrangement of the steps is legal.
static bool board_box_legal(const board_rig *rig, const board_box *box)
{
    for (int32_t i = 0; i <= box->diagonals; i++) {
        for (int32_t j = 0; j <= box->straights; j++) {
            const int32_t x = box->x + i * box->diagonal_x + j * box->straight_x;
            const int32_t y = box->y + i * box->diagonal_y + j * box->straight_y;
            if (!board_naive_free(rig, x, y) ||
                (i < box->diagonals &&
                 !board_naive_steps(rig, x, y, box->diagonal_x, box->diagonal_y))) {
                return false;
            }
        }
    }
    return true;
}

/// Whether a cell of a box, reached by its steps, is a stop: any subgoal for full lists, for taut
/// ones by the corners that matter to those who come this way.
static bool board_box_stops(const board_rig *rig, const board_box *box, int32_t i, int32_t j,
                            bool taut)
{
    const int32_t x = box->x + i * box->diagonal_x + j * box->straight_x;
    const int32_t y = box->y + i * box->diagonal_y + j * box->straight_y;
    if (!taut) {
        return board_naive_subgoal(rig, x, y);
    }
    bool stops = false;
    for (uint32_t d = WAYI_NORTH_EAST; d < WAYI_DIRECTIONS; d++) {
        const int32_t cx = wayi_direction_x[d];
        const int32_t cy = wayi_direction_y[d];
        const bool counts = i == 0 ? (box->straight_x && cx == -box->straight_x) ||
                                         (box->straight_y && cy == -box->straight_y)
                                   : cx * box->diagonal_x + cy * box->diagonal_y == 0;
        stops |= counts && board_naive_corner(rig, x, y, d);
    }
    return stops;
}

/// Whether the far end of the box is in the list of the near one.
static bool board_naive_in_list(const board_rig *rig, const board_box *box, bool taut)
{
    if (!board_box_stops(rig, box, box->diagonals, box->straights, taut) ||
        !board_box_legal(rig, box)) {
        return false;
    }
    for (int32_t i = 0; i <= box->diagonals; i++) {
        for (int32_t j = 0; j <= box->straights; j++) {
            const bool end = (i == 0 && j == 0) || (i == box->diagonals && j == box->straights);
            if (!end && board_box_stops(rig, box, i, j, taut)) {
                return false;
            }
        }
    }
    return true;
}

// Lists -------------------------------------------------------------------------------------------

static uint32_t board_taut_list(const board_rig *rig, uint32_t x, uint32_t y, uint32_t budget,
                                wayi_reach *out)
{
    wayi_taut taut;
    wayi_taut_begin(&taut, &rig->still, x, y, out);
    while (!wayi_taut_step(&taut, &rig->still, budget, out)) {
    }
    return taut.count;
}

static void board_check_list(const board_rig *rig, uint32_t x, uint32_t y, const wayi_reach *list,
                             uint32_t count, bool taut)
{
    uint32_t expected = 0;
    for (uint32_t cell = 0; cell < rig->board.width * rig->board.height; cell++) {
        const uint32_t to_x = cell % rig->board.width;
        const uint32_t to_y = cell / rig->board.width;
        const board_box box = board_box_of((int32_t)x, (int32_t)y, (int32_t)to_x, (int32_t)to_y);
        const bool in = (to_x != x || to_y != y) && board_naive_in_list(rig, &box, taut);
        uint32_t found = 0;
        for (uint32_t i = 0; i < count; i++) {
            if (list[i].x == to_x && list[i].y == to_y) {
                found++;
                assert_int_equal(list[i].cost, wayi_board_distance(&rig->board, x, y, to_x, to_y));
            }
        }
        if (found != in) {
            fail_msg("seed %llu: %u,%u to %u,%u: %u times in the %s list, expected %d",
                     (unsigned long long)rig->seed, x, y, to_x, to_y, found, taut ? "taut" : "full",
                     in);
        }
        expected += in;
    }
    assert_int_equal(count, expected);
    assert_true(count <= wayi_board_reach_max(&rig->board));
}

static void board_check_lists(const board_rig *rig)
{
    wayi_reach list[2048];
    wayi_reach again[2048];
    for (uint32_t y = 0; y < rig->board.height; y++) {
        for (uint32_t x = 0; x < rig->board.width; x++) {
            if (!wayi_board_is_free(&rig->board, x, y)) {
                continue;
            }
            const bool subgoal = board_naive_subgoal(rig, (int32_t)x, (int32_t)y);
            assert_int_equal(wayi_board_is_subgoal(&rig->board, x, y), subgoal);
            board_check_list(rig, x, y, list, wayi_board_full(&rig->board, x, y, list), false);
            const uint32_t count = board_taut_list(rig, x, y, UINT32_MAX, list);
            assert_int_equal(board_taut_list(rig, x, y, 1, again), count);
            assert_memory_equal(list, again, count * sizeof *list);
            if (subgoal) {
                assert_int_equal(count, 1);
                assert_true(list[0].x == x && list[0].y == y && list[0].cost == 0);
            } else {
                board_check_list(rig, x, y, list, count, true);
            }
        }
    }
}

static void lists_equal_their_definition(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 600 * TEST_ROUNDS; seed++) {
        board_rig rig = board_open(seed, 2, 12, seed % 5 == 0 ? 2 : 1);
        board_check_lists(&rig);
        board_close(&rig);
    }
    for (uint64_t seed = 1; seed <= 2 * TEST_ROUNDS; seed++) {
        board_rig rig = board_open(1000 + seed, 20, 30, 1);
        board_check_lists(&rig);
        board_close(&rig);
    }
}

/// Looks farther than the 64 cells that are read at once, straight, along diagonals and from there.
static void far_lists_equal_their_definition(void **state)
{
    (void)state;
    enum { SIDE = 200, WALLS = 30, CELLS = 24 };
    static uint8_t weights[SIDE * SIDE];
    uint32_t far = 0;
    for (uint64_t seed = 1; seed <= 2 * TEST_ROUNDS; seed++) {
        way_rng rng = test_rng(2000 + seed);
        memset(weights, 1, sizeof weights);
        for (uint32_t i = 0; i < WALLS; i++) {
            weights[way_rng_below(&rng, SIDE * SIDE)] = 0;
        }
        board_rig rig = board_make(seed, SIDE, SIDE, weights, 1);
        for (uint32_t i = 0; i < CELLS; i++) {
            const uint32_t x = way_rng_below(&rng, SIDE);
            const uint32_t y = way_rng_below(&rng, SIDE);
            wayi_reach list[2048];
            wayi_reach again[2048];
            if (!wayi_board_is_free(&rig.board, x, y) || wayi_board_is_subgoal(&rig.board, x, y)) {
                continue;
            }
            const uint32_t count = board_taut_list(&rig, x, y, UINT32_MAX, list);
            assert_int_equal(board_taut_list(&rig, x, y, 1, again), count);
            assert_memory_equal(list, again, count * sizeof *list);
            board_check_list(&rig, x, y, list, count, true);
            for (uint32_t k = 0; k < count; k++) {
                far += wayi_board_distance(&rig.board, x, y, list[k].x, list[k].y) >
                       64 * rig.board.diagonal + 64 * rig.board.cardinal;
            }
        }
        board_close(&rig);
    }
    assert_true(far > 10);
}

// Distances ---------------------------------------------------------------------------------------

/// Cheapest costs from a cell by legal steps, without any queue.
static void board_fill(const board_rig *rig, uint32_t from, way_cost *costs)
{
    const int32_t width = (int32_t)rig->board.width;
    const uint32_t count = rig->board.width * rig->board.height;
    bool done[BOARD_CELLS] = {false};
    for (uint32_t i = 0; i < count; i++) {
        costs[i] = WAY_COST_MAX;
    }
    costs[from] = 0;
    for (;;) {
        uint32_t best = UINT32_MAX;
        for (uint32_t i = 0; i < count; i++) {
            if (!done[i] && costs[i] != WAY_COST_MAX &&
                (best == UINT32_MAX || costs[i] < costs[best])) {
                best = i;
            }
        }
        if (best == UINT32_MAX) {
            return;
        }
        done[best] = true;
        const int32_t x = (int32_t)best % width;
        const int32_t y = (int32_t)best / width;
        for (uint32_t d = 0; d < WAYI_DIRECTIONS; d++) {
            const int32_t dx = wayi_direction_x[d];
            const int32_t dy = wayi_direction_y[d];
            if (board_naive_free(rig, x, y) && board_naive_steps(rig, x, y, dx, dy)) {
                const uint32_t to = (uint32_t)((y + dy) * width + x + dx);
                const way_cost cost =
                    costs[best] + (dx && dy ? rig->board.diagonal : rig->board.cardinal);
                costs[to] = cost < costs[to] ? cost : costs[to];
            }
        }
    }
}

static way_cost *board_all_costs(const board_rig *rig)
{
    const uint32_t count = rig->board.width * rig->board.height;
    way_cost *costs = malloc((size_t)count * count * sizeof *costs);
    assert_non_null(costs);
    for (uint32_t from = 0; from < count; from++) {
        board_fill(rig, from, costs + (size_t)from * count);
    }
    return costs;
}

/// Costs from a subgoal along full lists only.
static void board_fill_graph(const board_rig *rig, uint32_t from, way_cost *costs)
{
    const uint32_t width = rig->board.width;
    const uint32_t count = width * rig->board.height;
    static wayi_reach list[2048];
    for (uint32_t i = 0; i < count; i++) {
        costs[i] = WAY_COST_MAX;
    }
    costs[from] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < count; i++) {
            if (costs[i] == WAY_COST_MAX) {
                continue;
            }
            const uint32_t found = wayi_board_full(&rig->board, i % width, i / width, list);
            for (uint32_t k = 0; k < found; k++) {
                const uint32_t to = list[k].y * width + list[k].x;
                if (costs[i] + list[k].cost < costs[to]) {
                    costs[to] = costs[i] + list[k].cost;
                    changed = true;
                }
            }
        }
    }
}

/// The graph of subgoals has the distances of the map.
static void board_check_graph(const board_rig *rig, const way_cost *costs)
{
    const uint32_t width = rig->board.width;
    const uint32_t count = width * rig->board.height;
    way_cost graph[BOARD_CELLS];
    for (uint32_t from = 0; from < count; from++) {
        if (!wayi_board_is_subgoal(&rig->board, from % width, from / width)) {
            continue;
        }
        board_fill_graph(rig, from, graph);
        for (uint32_t to = 0; to < count; to++) {
            if (wayi_board_is_subgoal(&rig->board, to % width, to / width)) {
                assert_int_equal(graph[to], costs[(size_t)from * count + to]);
            }
        }
    }
}

static void board_check_pair(const board_rig *rig, const way_cost *costs, uint32_t a, uint32_t b,
                             const wayi_reach lists[2][2048], const uint32_t counts[2])
{
    const uint32_t width = rig->board.width;
    const uint32_t count = width * rig->board.height;
    const wayi_reach from = {(uint16_t)(a % width), (uint16_t)(a / width), 0};
    const wayi_reach to = {(uint16_t)(b % width), (uint16_t)(b / width), 0};
    const bool sees = wayi_board_sees(&rig->board, from, to);
    assert_int_equal(wayi_board_sees(&rig->still, from, to), sees);
    way_cost best =
        sees ? wayi_board_distance(&rig->board, from.x, from.y, to.x, to.y) : WAY_COST_MAX;
    for (uint32_t i = 0; !sees && i < counts[0]; i++) {
        const uint32_t u = lists[0][i].y * width + lists[0][i].x;
        for (uint32_t k = 0; k < counts[1]; k++) {
            const uint32_t v = lists[1][k].y * width + lists[1][k].x;
            const way_cost way =
                way_cost_add(lists[0][i].cost + lists[1][k].cost, costs[(size_t)u * count + v]);
            best = way < best ? way : best;
        }
    }
    if (best != costs[(size_t)a * count + b]) {
        fail_msg("seed %llu: %u,%u to %u,%u: %u, the best is %u", (unsigned long long)rig->seed,
                 from.x, from.y, to.x, to.y, best, costs[(size_t)a * count + b]);
    }
}

static void board_check_pairs(const board_rig *rig)
{
    static wayi_reach lists[2][2048];
    const uint32_t width = rig->board.width;
    const uint32_t count = width * rig->board.height;
    way_cost *costs = board_all_costs(rig);
    board_check_graph(rig, costs);
    for (uint32_t a = 0; a < count; a++) {
        if (!wayi_board_is_free(&rig->board, a % width, a / width)) {
            continue;
        }
        uint32_t counts[2] = {board_taut_list(rig, a % width, a / width, UINT32_MAX, lists[0]), 0};
        for (uint32_t b = 0; b < count; b++) {
            if (wayi_board_is_free(&rig->board, b % width, b / width)) {
                counts[1] = board_taut_list(rig, b % width, b / width, UINT32_MAX, lists[1]);
                board_check_pair(rig, costs, a, b, (const wayi_reach(*)[2048])lists, counts);
            }
        }
    }
    free(costs);
}

static void distances_by_lists_are_those_of_the_map(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 2000 * TEST_ROUNDS; seed++) {
        board_rig rig = board_open(5000 + seed, 3, 10, seed % 7 == 0 ? 2 : 1);
        board_check_pairs(&rig);
        board_close(&rig);
    }
    for (uint64_t seed = 1; seed <= TEST_ROUNDS; seed++) {
        board_rig rig = board_open(900000 + seed, 16, 22, 1);
        board_check_pairs(&rig);
        board_close(&rig);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_equal_their_definition),
        cmocka_unit_test(far_lists_equal_their_definition),
        cmocka_unit_test(distances_by_lists_are_those_of_the_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
