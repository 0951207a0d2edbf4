// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/beacon_rig.h"

#include "support/sizes.h"
#include "support/test.h"

void beacon_rig_open(beacon_rig *rig, const char *spec, uint32_t width, uint32_t height,
                     uint32_t blocked, uint32_t size, way_rng *rng)
{
    uint8_t *weights = malloc((size_t)width * height);
    assert_non_null(weights);
    for (uint32_t i = 0; i < width * height; i++) {
        weights[i] = way_rng_below(rng, 100) >= blocked;
    }
    way_map_config config = way_map_config_default(width, height);
    config.weights = weights;
    *rig = (beacon_rig){.size = size};
    assert_int_equal(way_map_create(&config, &rig->map), WAY_STATUS_OK);
    assert_int_equal(sizes_add(rig->map, size), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(rig->map, size, NULL, &rig->space), WAY_STATUS_OK);
    const way_navigator_config plan = {.space = rig->space, .algorithm = spec};
    assert_int_equal(way_navigator_create(&plan, &rig->navigator), WAY_STATUS_OK);
    const way_agent_config agent = {.navigator = rig->navigator};
    assert_int_equal(way_agent_create(&agent, &rig->agent), WAY_STATUS_OK);
    beacon_price(rig->navigator, 0, 1);
    free(weights);
}

void beacon_price(way_navigator *navigator, uint32_t question, uint32_t search)
{
    wayi_beacon_prices *prices = &((wayi_beacon_database *)navigator->database)->prices;
    for (uint32_t i = 0; i < WAYI_BEACON_SCALES; i++) {
        prices->scales[i] =
            (wayi_beacon_price){.question = question, .search = search, .winding = 16};
    }
}

void beacon_rig_close(beacon_rig *rig)
{
    way_agent_destroy(rig->agent);
    way_navigator_destroy(rig->navigator);
    way_space_destroy(rig->space);
    way_map_destroy(rig->map);
}

wayi_beacon_database *beacon_rig_database(const beacon_rig *rig)
{
    return rig->navigator->database;
}

way_cell beacon_rig_pick(const beacon_rig *rig, way_rng *rng)
{
    for (uint32_t tries = 0; tries < 1000; tries++) {
        const way_cell cell =
            way_rng_below(rng, way_map_width(rig->map) * way_map_height(rig->map));
        if (way_space_can_stand(rig->space, cell)) {
            return cell;
        }
    }
    return WAY_CELL_NONE;
}

void beacon_rig_ask(const beacon_rig *rig, way_cell start, way_cell goal, const char *when)
{
    // Of small maps the most are searched faster: trips take turns in asking first.
    const way_trip trip = {.start = start, .goal = goal};
    const bool asks = start % 4;
    beacon_price(rig->navigator, asks ? 0 : 1 + start % 8, asks);
    assert_int_equal(way_agent_begin(rig->agent, &trip), WAY_STATUS_OK);
    const way_outcome outcome = way_agent_run(rig->agent);
    const way_cost best = oracle_cost(rig->map, start, goal, rig->size);
    const way_cost cost = way_agent_cost(rig->agent);
    if (cost != best || !way_agent_path_holds(rig->agent, 0)) {
        fail_msg("%s: %u to %u: %s, cost %u, the best is %u, %s", when, start, goal,
                 way_outcome_name(outcome), cost, best,
                 way_agent_path_holds(rig->agent, 0) ? "legal" : "not legal");
    }
}

void beacon_rig_ask_some(const beacon_rig *rig, uint32_t count, way_rng *rng, const char *when)
{
    for (uint32_t i = 0; i < count; i++) {
        const way_cell start = beacon_rig_pick(rig, rng);
        const way_cell goal = beacon_rig_pick(rig, rng);
        if (start != WAY_CELL_NONE && goal != WAY_CELL_NONE) {
            beacon_rig_ask(rig, start, goal, when);
        }
    }
}

way_edit beacon_rig_draw(const beacon_rig *rig, const beacon_edits *plan, way_rng *rng)
{
    const uint32_t width = way_map_width(rig->map);
    const uint32_t height = way_map_height(rig->map);
    const uint32_t x = way_rng_below(rng, width);
    const uint32_t y = way_rng_below(rng, height);
    const uint32_t wide = 1 + way_rng_below(rng, plan->side);
    const uint32_t high = 1 + way_rng_below(rng, plan->side);
    return (way_edit){.x = x,
                      .y = y,
                      .width = x + wide > width ? width - x : wide,
                      .height = y + high > height ? height - y : high,
                      .weight = way_rng_below(rng, 10) >= plan->walls};
}
