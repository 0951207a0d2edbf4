// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// SGA* over weights: swamps are gone round or through by what they cost, not by what the line says.
#include "search/stage.h"
#include "support/test.h"

#include <waymark/agent.h>

#include <string.h>

/// Plain ground with swamps and buildings.
static void draw_swamps(uint8_t *weights, uint32_t side, way_rng *rng)
{
    memset(weights, 1, (size_t)side * side);
    for (uint32_t k = 0; k < 2 * side / 9; k++) {
        const bool swamp = k % 4 == 0;
        const uint32_t x = way_rng_below(rng, side);
        const uint32_t y = way_rng_below(rng, side);
        const uint32_t reach =
            swamp ? side / 32 + way_rng_below(rng, side / 10) : 2 + way_rng_below(rng, side / 24);
        const uint8_t weight = swamp ? (uint8_t)(2 + way_rng_below(rng, 8)) : 0;
        for (uint32_t i = 0; i < side * side; i++) {
            const uint32_t across = i % side > x ? i % side - x : x - i % side;
            const uint32_t down = i / side > y ? i / side - y : y - i / side;
            const bool in = swamp ? across * across + down * down < reach * reach
                                  : across < reach && down < reach / 2 + 1;
            weights[i] = in ? weight : weights[i];
        }
    }
}

/// Among swamps no variant is more than 15 % above the best on average, and all trips together take
/// no more expansions than those of A*.
static void swamps_are_weighed(void **state)
{
    (void)state;
    static const char *const specs[] = {"sgastar", "sgastar(variant=v1)", "sgastar(variant=v3)",
                                        "sgastar(informed=off)"};
    static uint8_t weights[128 * 128];
    way_rng rng = way_rng_seed(14);
    draw_swamps(weights, 128, &rng);
    way_map_config config = way_map_config_default(128, 128);
    config.weights = weights;
    test_stage stage = {.name = "swamps", .size = 1, .count = 128 * 128};
    assert_int_equal(way_map_create(&config, &stage.map), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(stage.map, 1, NULL, &stage.space), WAY_STATUS_OK);
    double above[4] = {0};
    uint64_t work[4] = {0};
    uint64_t most = 0;
    uint32_t trips = 0;
    while (trips < 60) {
        const way_trip trip = {.start = way_rng_below(&rng, stage.count),
                               .goal = way_rng_below(&rng, stage.count)};
        if (!weights[trip.start] || trip.start == trip.goal ||
            !way_map_is_reachable(stage.map, trip.start, trip.goal, 1)) {
            continue;
        }
        way_path best = {0};
        assert_int_equal(way_find(stage.map, "astar", trip.start, trip.goal, &best), WAY_STATUS_OK);
        for (uint32_t k = 0; k < 4; k++) {
            way_path path = {0};
            assert_int_equal(way_find(stage.map, specs[k], trip.start, trip.goal, &path),
                             WAY_STATUS_OK);
            assert_int_equal(path.outcome, WAY_OUTCOME_FOUND);
            above[k] += 100.0 * path.cost / best.cost - 100;
            work[k] += path.stats.expansions;
            way_path_free(&path);
        }
        most += best.stats.expansions;
        way_path_free(&best);
        trips++;
    }
    for (uint32_t k = 0; k < 4; k++) {
        print_message("%s: %.2f %% above the best, %.2f of the expansions of A*\n", specs[k],
                      above[k] / trips, (double)work[k] / (double)most);
        assert_true(above[k] / trips <= 15);
        assert_true(work[k] <= most);
    }
    stage_destroy(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(swamps_are_weighed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
