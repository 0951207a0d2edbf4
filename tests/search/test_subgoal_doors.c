// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Subgoal databases through thousands of edits of a house with many rooms: doors open and close,
// walls part rooms and are torn down again, things are left lying about. All the time paths must be
// about as good as those of a database made from scratch.
#include "search/stage.h"
#include "support/test.h"

#include <waymark/database.h>
#include <waymark/waymark.h>

#define HOUSE_ROOM 12u ///< cells from wall to wall
#define HOUSE_ROOMS 8u
#define HOUSE_SIDE (HOUSE_ROOM * HOUSE_ROOMS + 1)
#define HOUSE_TRIPS 400u
#define HOUSE_CHECKS 4u

static const char *const house_specs[] = {"dba(sector=8)", "dba(sector=16, depth=2)",
                                          "hcdps(spacing=8)", "hcdps(spacing=16, depth=3)"};

typedef struct house {
    way_map *map;
    way_space *space;
    way_navigator *navigator;
    way_rng rng;
    uint64_t best, fresh, repaired;       ///< cost of all trips so far
    uint32_t regions_least, regions_most; ///< seen so far
} house;

static void house_set(house *home, uint32_t x, uint32_t y, uint32_t width, uint32_t height,
                      uint8_t weight)
{
    const way_edit edit = {x, y, width, height, weight};
    assert_int_equal(way_map_edit(home->map, &edit, 1), WAY_STATUS_OK);
}

/// Opens or closes the door in the wall right of (or below) a room.
static void house_door(house *home, uint32_t column, uint32_t row, bool below, bool open)
{
    const uint32_t along = HOUSE_ROOM / 2 - 1;
    const uint32_t x = column * HOUSE_ROOM + (below ? along : HOUSE_ROOM);
    const uint32_t y = row * HOUSE_ROOM + (below ? HOUSE_ROOM : along);
    house_set(home, x, y, below ? 2 : 1, below ? 1 : 2, open);
}

static void house_open(house *home, const char *spec)
{
    *home = (house){.rng = way_rng_seed(7), .regions_least = UINT32_MAX};
    const way_map_config config = way_map_config_default(HOUSE_SIDE, HOUSE_SIDE);
    assert_int_equal(way_map_create(&config, &home->map), WAY_STATUS_OK);
    for (uint32_t i = 0; i <= HOUSE_ROOMS; i++) {
        house_set(home, i * HOUSE_ROOM, 0, 1, HOUSE_SIDE, 0);
        house_set(home, 0, i * HOUSE_ROOM, HOUSE_SIDE, 1, 0);
    }
    for (uint32_t i = 0; i < HOUSE_ROOMS * HOUSE_ROOMS; i++) {
        for (uint32_t below = 0; below < 2; below++) {
            const uint32_t at = below ? i / HOUSE_ROOMS : i % HOUSE_ROOMS;
            if (at + 1 < HOUSE_ROOMS) {
                house_door(home, i % HOUSE_ROOMS, i / HOUSE_ROOMS, below, true);
            }
        }
    }
    assert_int_equal(way_space_create_grid(home->map, 1, NULL, &home->space), WAY_STATUS_OK);
    const way_navigator_config made = {.space = home->space, .algorithm = spec};
    assert_int_equal(way_navigator_create(&made, &home->navigator), WAY_STATUS_OK);
}

static void house_close(house *home)
{
    way_navigator_destroy(home->navigator);
    way_space_destroy(home->space);
    way_map_destroy(home->map);
}

/// One change: a door, a wall through a room, or a thing on the floor.
static void house_change(house *home)
{
    const uint32_t column = way_rng_below(&home->rng, HOUSE_ROOMS - 1);
    const uint32_t row = way_rng_below(&home->rng, HOUSE_ROOMS - 1);
    const uint32_t left = column * HOUSE_ROOM + 1;
    const uint32_t top = row * HOUSE_ROOM + 1;
    switch (way_rng_below(&home->rng, 4)) {
    case 0:
    case 1: {
        const bool below = way_rng_below(&home->rng, 2);
        house_door(home, column, row, below, way_rng_below(&home->rng, 4));
        break;
    }
    case 2: {
        // A wall across the room, more often torn down than built.
        const bool free = way_rng_below(&home->rng, 3);
        const uint32_t where = 2 + way_rng_below(&home->rng, HOUSE_ROOM - 5);
        const bool upright = way_rng_below(&home->rng, 2);
        house_set(home, left + (upright ? where : 0), top + (upright ? 0 : where),
                  upright ? 1 : HOUSE_ROOM - 1, upright ? HOUSE_ROOM - 1 : 1, free);
        break;
    }
    default: {
        const uint32_t x = left + way_rng_below(&home->rng, HOUSE_ROOM - 1);
        const uint32_t y = top + way_rng_below(&home->rng, HOUSE_ROOM - 1);
        house_set(home, x, y, 1, 1, way_rng_below(&home->rng, 3) != 0);
        break;
    }
    }
}

/// How many regions there are.
static uint32_t house_regions(const way_navigator *navigator)
{
    uint32_t count = 0;
    for (way_cell cell = 0; cell < HOUSE_SIDE * HOUSE_SIDE; cell++) {
        way_state place = WAY_STATE_NONE;
        (void)way_navigator_region(navigator, cell, &place);
        count += place == cell;
    }
    return count;
}

/// What some trips cost all in all; those without a way count nothing, and `arrived` says how many
/// had one.
static uint64_t house_walk(const house *home, way_navigator *navigator, uint32_t *arrived)
{
    way_agent *agent = NULL;
    way_rng rng = way_rng_seed(3);
    uint64_t cost = 0;
    *arrived = 0;
    assert_int_equal(way_agent_create(&(way_agent_config){.navigator = navigator}, &agent),
                     WAY_STATUS_OK);
    for (uint32_t i = 0; i < HOUSE_TRIPS; i++) {
        way_trip trip = {.start = way_rng_below(&rng, HOUSE_SIDE * HOUSE_SIDE),
                         .goal = way_rng_below(&rng, HOUSE_SIDE * HOUSE_SIDE)};
        if (!way_space_can_stand(home->space, trip.start)) {
            continue;
        }
        assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
        if (way_agent_run(agent) == WAY_OUTCOME_FOUND) {
            cost += way_agent_cost(agent);
            ++*arrived;
        }
    }
    way_agent_destroy(agent);
    return cost;
}

/// As many trips arrive as there are ways; regions neither pile up nor get lost.
static void house_check(house *home, const char *spec)
{
    uint32_t arrived[3];
    way_navigator *optimal = NULL;
    way_navigator *fresh = NULL;
    way_navigator_config config = {.space = home->space, .algorithm = "astar"};
    assert_int_equal(way_navigator_create(&config, &optimal), WAY_STATUS_OK);
    config.algorithm = spec;
    assert_int_equal(way_navigator_create(&config, &fresh), WAY_STATUS_OK);
    home->best += house_walk(home, optimal, &arrived[0]);
    home->fresh += house_walk(home, fresh, &arrived[1]);
    home->repaired += house_walk(home, home->navigator, &arrived[2]);
    assert_true(arrived[0] > 0);
    assert_int_equal(arrived[1], arrived[0]);
    assert_int_equal(arrived[2], arrived[0]);
    const uint32_t regions = house_regions(home->navigator);
    const uint32_t needed = house_regions(fresh);
    assert_in_range(regions, needed * 4 / 5, needed * 5 / 4);
    home->regions_least = regions < home->regions_least ? regions : home->regions_least;
    home->regions_most = regions > home->regions_most ? regions : home->regions_most;
    way_navigator_destroy(optimal);
    way_navigator_destroy(fresh);
}

/// All trips together cost at most an eightieth of the best cost more than those of fresh
/// databases.
static void house_judge(const house *home, const char *spec)
{
    if (home->repaired > home->fresh + home->best / 80) {
        fail_msg("%s: %.2f %% above best after repairs, %.2f %% afresh", spec,
                 100.0 * ((double)home->repaired / (double)home->best - 1),
                 100.0 * ((double)home->fresh / (double)home->best - 1));
    }
    assert_true(home->regions_most > home->regions_least); // walls did part rooms
}

static void as_good_as_new(void **state)
{
    (void)state;
    const uint32_t edits = stage_rounds(600);
    for (uint32_t s = 0; s < sizeof house_specs / sizeof *house_specs; s++) {
        house home;
        house_open(&home, house_specs[s]);
        for (uint32_t i = 1; i <= HOUSE_CHECKS * edits; i++) {
            house_change(&home);
            bool done = false;
            // Some repairs are done at once, some in slices, some left for later.
            const uint32_t slices = way_rng_below(&home.rng, 4);
            for (uint32_t k = 0; k < slices && !done; k++) {
                assert_int_equal(way_navigator_repair(home.navigator, 200, &done), WAY_STATUS_OK);
            }
            if (i % edits == 0) {
                assert_int_equal(way_navigator_repair(home.navigator, UINT32_MAX, &done),
                                 WAY_STATUS_OK);
                assert_true(done);
                house_check(&home, house_specs[s]);
            }
        }
        house_judge(&home, house_specs[s]);
        house_close(&home);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_good_as_new),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
