// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/route_rig.h"

const wayi_guide *route_guide(const route_rig *rig)
{
    return rig->navigator->database;
}

void route_open(const char *words, const char *spec, const way_job *job, route_rig *rig)
{
    *rig = (route_rig){.map = stage_scene_map(words), .rng = way_rng_seed(7)};
    assert_int_equal(way_space_create_grid(rig->map, 1, NULL, &rig->space), WAY_STATUS_OK);
    const way_navigator_config config = {.space = rig->space, .algorithm = spec, .job = job};
    assert_int_equal(way_navigator_create(&config, &rig->navigator), WAY_STATUS_OK);
    assert_true(route_guide(rig)->tiers.count > 1);
}

void route_close(route_rig *rig)
{
    way_navigator_destroy(rig->navigator);
    way_space_destroy(rig->space);
    way_map_destroy(rig->map);
}

way_trip route_trip(route_rig *rig, bool near)
{
    const uint32_t width = way_map_width(rig->map);
    way_trip trip = {0};
    do {
        trip.start = way_rng_below(&rig->rng, width * way_map_height(rig->map));
        const uint32_t x = trip.start % width / ROUTE_NEAR * ROUTE_NEAR;
        const uint32_t y = trip.start / width / ROUTE_NEAR * ROUTE_NEAR;
        if (near) { // one after the other: arguments of a call are drawn in any order
            const uint32_t across = way_rng_below(&rig->rng, ROUTE_NEAR);
            const uint32_t down = way_rng_below(&rig->rng, ROUTE_NEAR);
            trip.goal = way_map_cell(rig->map, x + across, y + down);
        } else {
            trip.goal = way_rng_below(&rig->rng, width * way_map_height(rig->map));
        }
    } while (trip.start == trip.goal || !way_map_is_passable(rig->map, trip.start) ||
             !way_map_is_passable(rig->map, trip.goal) ||
             !way_map_is_reachable(rig->map, trip.start, trip.goal, 1));
    return trip;
}

void route_edit(route_rig *rig, uint32_t round)
{
    const uint32_t side = way_map_width(rig->map);
    const uint32_t at = 1 + way_rng_below(&rig->rng, side - 2);
    const uint32_t down = 1 + way_rng_below(&rig->rng, side - 2);
    const way_edit wall = {side / 2, 0, 1, side - 2, round % 2 == 1};
    const way_edit cell = {at, down, 1, 1,
                           !way_map_is_passable(rig->map, way_map_cell(rig->map, at, down))};
    assert_int_equal(way_map_edit(rig->map, round % 8 < 2 ? &wall : &cell, 1), WAY_STATUS_OK);
}

way_cost route_walk(way_agent *agent, const way_trip *trip)
{
    const wayi_pilot *pilot = agent->memory;
    way_outcome outcome = WAY_OUTCOME_WORKING;
    assert_int_equal(way_agent_begin(agent, trip), WAY_STATUS_OK);
    while (outcome == WAY_OUTCOME_WORKING) {
        const uint64_t before = agent->stats.expansions + agent->looked + pilot->due;
        outcome = way_agent_step(agent, ROUTE_BUDGET);
        const uint64_t work = agent->stats.expansions + agent->looked + pilot->due - before;
        if (work > ROUTE_BUDGET + ROUTE_BEYOND) {
            fail_msg("%llu of work in a step of %u", (unsigned long long)work, ROUTE_BUDGET);
        }
    }
    assert_int_equal(outcome, WAY_OUTCOME_FOUND);
    return way_agent_cost(agent);
}

way_agent *route_agent(const route_rig *rig)
{
    way_agent *agent = NULL;
    assert_int_equal(way_agent_create(&(way_agent_config){.navigator = rig->navigator}, &agent),
                     WAY_STATUS_OK);
    return agent;
}

void route_repair(route_rig *rig)
{
    for (bool done = false; !done;) {
        assert_int_equal(way_navigator_repair(rig->navigator, UINT32_MAX, &done), WAY_STATUS_OK);
    }
}
