// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Steps that a search over uniform ground leaves out: from every cell of small maps, for all rules
// about neighbours and corners, each cell is still reached at its least cost, whichever of its best
// ways comes first.
#include "map/grid/map.h"
#include "support/test.h"

#include <string.h>

#define MOVES_SIDE 9u
#define MOVES_CELLS (MOVES_SIDE * MOVES_SIDE)
#define MOVES_ROUNDS 60u

/// The least costs to all cells, expanding cells in order of cost and else by a random rank. With
/// `table` each cell looks at the steps for its arrival alone. Returns how many ways were offered.
static uint32_t moves_settle(const way_map *map, const uint8_t *table, way_cell source,
                             way_rng *rng, way_cost *costs)
{
    uint32_t arrivals[MOVES_CELLS];
    bool closed[MOVES_CELLS] = {false};
    uint32_t ranks[MOVES_CELLS];
    uint32_t offers = 0;
    for (uint32_t i = 0; i < MOVES_CELLS; i++) {
        costs[i] = WAY_COST_MAX;
        arrivals[i] = WAYI_DIRECTIONS;
        ranks[i] = way_rng_below(rng, 1000);
    }
    costs[source] = 0;
    for (;;) {
        way_cell best = WAY_CELL_NONE;
        for (way_cell i = 0; i < MOVES_CELLS; i++) {
            const bool before = best == WAY_CELL_NONE || costs[i] < costs[best] ||
                                (costs[i] == costs[best] && ranks[i] < ranks[best]);
            best = !closed[i] && costs[i] != WAY_COST_MAX && before ? i : best;
        }
        if (best == WAY_CELL_NONE) {
            return offers;
        }
        closed[best] = true;
        uint32_t moves = table[arrivals[best] * 256 + map->layers[1]->around[best]];
        for (; moves; moves &= moves - 1) {
            const uint32_t direction = wayi_bits_lowest(moves);
            const way_cell to = best + (uint32_t)map->offsets[direction];
            const way_cost cost = costs[best] + map->steps[direction];
            offers++;
            if (cost < costs[to]) {
                costs[to] = cost;
                arrivals[to] = direction;
            }
        }
    }
}

/// Each table against all legal steps.
static void moves_compare(const way_map *map, uint64_t seed, uint32_t offers[2])
{
    way_rng rng = way_rng_seed(seed);
    uint8_t all[WAYI_DIRECTIONS + 1][256];
    for (uint32_t arrival = 0; arrival <= WAYI_DIRECTIONS; arrival++) {
        memcpy(all[arrival], map->moves, sizeof map->moves);
    }
    const uint8_t *const tables[] = {*map->onward, *map->canonical};
    for (way_cell source = 0; source < MOVES_CELLS; source += 1 + way_rng_below(&rng, 9)) {
        way_cost expected[MOVES_CELLS];
        way_cost found[MOVES_CELLS];
        (void)moves_settle(map, *all, source, &rng, expected);
        for (uint32_t i = 0; i < 2; i++) {
            offers[i] += moves_settle(map, tables[i], source, &rng, found);
            if (memcmp(found, expected, sizeof found) != 0) {
                fail_msg("seed %u, table %u, from %u", (unsigned)seed, (unsigned)i,
                         (unsigned)source);
            }
        }
    }
}

static void steps_left_out_are_served(void **state)
{
    (void)state;
    static const way_cost_model costs[] = {{408, 577}, {1, 1}, {2, 3}, {1, 2}, {10, 14}};
    static const way_neighbours neighbours[] = {WAY_NEIGHBOURS_4, WAY_NEIGHBOURS_6,
                                                WAY_NEIGHBOURS_8};
    for (uint32_t round = 0; round < MOVES_ROUNDS; round++) {
        way_rng rng = way_rng_seed(round);
        uint8_t weights[MOVES_CELLS];
        const uint32_t blocked = way_rng_below(&rng, 50);
        for (uint32_t i = 0; i < MOVES_CELLS; i++) {
            weights[i] = way_rng_below(&rng, 100) >= blocked;
        }
        for (uint32_t rule = 0; rule < 9; rule++) {
            way_map_config config = way_map_config_default(MOVES_SIDE, MOVES_SIDE);
            config.neighbours = neighbours[rule / 3];
            config.corners = (way_corners)(rule % 3);
            config.costs = costs[round % (sizeof costs / sizeof *costs)];
            config.weights = weights;
            way_map *map = NULL;
            assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
            uint32_t offers[2] = {0};
            moves_compare(map, round, offers);
            assert_true(offers[1] <= offers[0]);
            way_map_destroy(map);
        }
    }
}

/// Over open ground each cell is offered about one way, not one from each side.
static void open_ground_is_reached_once(void **state)
{
    (void)state;
    way_map_config config = way_map_config_default(MOVES_SIDE, MOVES_SIDE);
    way_map *map = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    way_rng rng = way_rng_seed(1);
    way_cost costs[MOVES_CELLS];
    const way_cell middle = MOVES_CELLS / 2;
    assert_int_equal(moves_settle(map, *map->canonical, middle, &rng, costs), MOVES_CELLS - 1);
    assert_true(moves_settle(map, *map->onward, middle, &rng, costs) > MOVES_CELLS * 3 / 2);
    way_map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_left_out_are_served),
        cmocka_unit_test(open_ground_is_reached_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
