// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Signs lead routes that are too long to search for: through edits, faults of memory and lies, from
// agent to agent and from file to file.
#include "base/alloc.h"
#include "search/route_rig.h"
#include "support/test_allocator.h"

#include <string.h>

#define ROUTE_CELLS 40u

/// Signs are made again where links lead elsewhere or cost much more or less: not for most cells.
static void most_cells_leave_signs_alone(void **state)
{
    (void)state;
    route_rig rig;
    uint32_t alone = 0;
    route_open("caves,width=720,height=720,seed=3", "dba(sector=6, depth=1)", NULL, &rig);
    const wayi_signs *signs = &route_guide(&rig)->landmarks.signs;
    for (uint32_t i = 0; i < ROUTE_CELLS; i++) {
        bool done = false;
        const way_state cell = route_trip(&rig, false).start;
        const uint32_t width = way_map_width(rig.map);
        const way_edit wall = {cell % width, cell / width, 1, 1, 0};
        assert_int_equal(way_map_edit(rig.map, &wall, 1), WAY_STATUS_OK);
        do {
            assert_int_equal(way_navigator_repair(rig.navigator, 1, &done), WAY_STATUS_OK);
        } while (!way_navigator_is_current(rig.navigator));
        alone += !signs->making && !signs->due.count;
        while (!done) {
            assert_int_equal(way_navigator_repair(rig.navigator, 10000, &done), WAY_STATUS_OK);
        }
    }
    print_message("%u of %u cells\n", alone, ROUTE_CELLS);
    assert_true(alone >= ROUTE_CELLS / 2);
    assert_true(alone < ROUTE_CELLS);
    route_close(&rig);
}

/// Work that comes after the database is current: no call does more than it may, and all of it is a
/// small part of making the signs around. What is left is as many signs as a fresh build makes.
static void signs_are_mended_where_they_change(void **state)
{
    (void)state;
    route_rig rig;
    route_rig fresh;
    uint64_t most = 0;
    route_open("caves,width=720,height=720,seed=3", "dba(sector=6, depth=1)", NULL, &rig);
    const uint64_t *repaired = &rig.navigator->repaired;
    uint64_t rest = 0;
    for (uint32_t i = 0; i < ROUTE_CELLS; i++) {
        const way_state cell = route_trip(&rig, false).start;
        const uint32_t width = way_map_width(rig.map);
        const way_edit wall = {cell % width, cell / width, 1, 1, 0};
        assert_int_equal(way_map_edit(rig.map, &wall, 1), WAY_STATUS_OK);
        for (bool done = false; !done;) {
            const uint64_t before = *repaired;
            const bool current = way_navigator_is_current(rig.navigator);
            assert_int_equal(way_navigator_repair(rig.navigator, ROUTE_BUDGET, &done),
                             WAY_STATUS_OK);
            const uint64_t work = *repaired - before;
            rest += current ? work : 0;
            most = current && work > most ? work : most;
        }
    }
    fresh = rig;
    const way_navigator_config config = {.space = rig.space, .algorithm = "dba(sector=6, depth=1)"};
    assert_int_equal(way_navigator_create(&config, &fresh.navigator), WAY_STATUS_OK);
    const uint32_t known = route_check_signs(&rig);
    const uint32_t made = route_check_signs(&fresh);
    const uint64_t all = route_guide(&fresh)->landmarks.made;
    print_message("at most %llu in a call of %u; %llu of work for %u cells, %llu to make all; %u "
                  "signs, %u if made anew\n",
                  (unsigned long long)most, ROUTE_BUDGET, (unsigned long long)rest, ROUTE_CELLS,
                  (unsigned long long)all, known, made);
    assert_true(most <= ROUTE_BUDGET + ROUTE_BEYOND);
    assert_true(rest <= (uint64_t)ROUTE_CELLS * all / 128);
    assert_true(known * 100 >= made * 99);
    way_navigator_destroy(fresh.navigator);
    route_close(&rig);
}

/// While edits come faster than signs are made again, every trip arrives.
static void trips_arrive_amid_repairs(void **state)
{
    (void)state;
    route_rig rig;
    way_agent *agent = NULL;
    route_open("caves,width=512,height=512,seed=3", "dba(sector=4, depth=2)", NULL, &rig);
    assert_int_equal(way_agent_create(&(way_agent_config){.navigator = rig.navigator}, &agent),
                     WAY_STATUS_OK);
    bool done = false;
    for (uint32_t round = 0; round < 48; round++) {
        route_edit(&rig, round);
        for (uint32_t i = 0; i < 16 && !done; i++) {
            assert_int_equal(way_navigator_repair(rig.navigator, ROUTE_BUDGET, &done),
                             WAY_STATUS_OK);
        }
        done = false;
        const way_trip trip = route_trip(&rig, false);
        (void)route_walk(agent, &trip);
    }
    while (!done) {
        assert_int_equal(way_navigator_repair(rig.navigator, UINT32_MAX, &done), WAY_STATUS_OK);
    }
    assert_true(route_check_signs(&rig) > 0);
    way_agent_destroy(agent);
    route_close(&rig);
}

/// Whether a trip searches over posts just now.
static bool route_reads_signs(const way_agent *agent)
{
    const wayi_pilot *pilot = agent->memory;
    return pilot->stage == WAYI_PILOT_ROUTE && pilot->posts.frontier;
}

/// Trips that go from agent to agent every few moves arrive, and are hardly longer.
static void signs_are_handed_over(void **state)
{
    (void)state;
    route_rig rig;
    uint64_t parked = 0;
    uint64_t whole = 0;
    route_open("caves,width=512,height=512,seed=3", "dba(sector=4, depth=2)", NULL, &rig);
    way_agent *agents[2] = {route_agent(&rig), route_agent(&rig)};
    for (uint32_t i = 0; i < 16; i++) {
        const way_trip trip = route_trip(&rig, false);
        uint32_t at = 0;
        uint32_t moves = 0;
        whole += route_walk(agents[0], &trip);
        assert_int_equal(way_agent_begin(agents[0], &trip), WAY_STATUS_OK);
        while (way_agent_step(agents[at], ROUTE_BUDGET) == WAY_OUTCOME_WORKING) {
            uint8_t bytes[1024];
            size_t size = 0;
            if (++moves % 64 == 0 &&
                way_agent_park(agents[at], bytes, sizeof bytes, &size) == WAY_STATUS_OK) {
                at = 1 - at;
                assert_int_equal(way_agent_resume(agents[at], bytes, size), WAY_STATUS_OK);
            }
            assert_true(moves < 1u << 16);
        }
        assert_int_equal(way_agent_outcome(agents[at]), WAY_OUTCOME_FOUND);
        parked += way_agent_cost(agents[at]);
    }
    print_message("handed over: %.3f times as long\n", (double)parked / (double)whole);
    assert_true(parked * 100 <= whole * 105);
    way_agent_destroy(agents[0]);
    way_agent_destroy(agents[1]);
    route_close(&rig);
}

/// Saved after repairs: opened, all is as it was, and trips are the same.
static void repaired_signs_are_saved(void **state)
{
    (void)state;
    route_rig rig;
    way_database saved[2];
    way_navigator *opened = NULL;
    route_open("caves,width=384,height=384,seed=3", "dba(sector=3, depth=2)", NULL, &rig);
    for (uint32_t round = 0; round < 40; round++) {
        route_edit(&rig, round);
    }
    route_repair(&rig);
    assert_int_equal(way_navigator_save(rig.navigator, NULL, &saved[0]), WAY_STATUS_OK);
    const way_navigator_config config = {.space = rig.space};
    assert_int_equal(way_navigator_open(&config, saved[0].bytes, saved[0].size, &opened),
                     WAY_STATUS_OK);
    assert_int_equal(way_navigator_save(opened, NULL, &saved[1]), WAY_STATUS_OK);
    assert_int_equal(saved[0].size, saved[1].size);
    assert_memory_equal(saved[0].bytes, saved[1].bytes, saved[0].size);
    way_agent *agents[2] = {route_agent(&rig), NULL};
    assert_int_equal(way_agent_create(&(way_agent_config){.navigator = opened}, &agents[1]),
                     WAY_STATUS_OK);
    for (uint32_t i = 0; i < 24; i++) {
        const way_trip trip = route_trip(&rig, false);
        assert_int_equal(route_walk(agents[0], &trip), route_walk(agents[1], &trip));
        assert_int_equal(way_agent_stats(agents[0]).expansions,
                         way_agent_stats(agents[1]).expansions);
    }
    way_agent_destroy(agents[0]);
    way_agent_destroy(agents[1]);
    way_navigator_destroy(opened);
    way_database_free(&saved[0]);
    way_database_free(&saved[1]);
    route_close(&rig);
}

/// Signs and costs between posts that are anything, as in a file that lies: every trip arrives.
static void lies_lead_nobody_round_in_circles(void **state)
{
    (void)state;
    route_rig rig;
    route_open("caves,width=384,height=384,seed=3", "dba(sector=3, depth=2)", NULL, &rig);
    wayi_landmarks *landmarks = &((wayi_guide *)rig.navigator->database)->landmarks;
    wayi_signs *signs = &landmarks->signs;
    way_agent *agent = route_agent(&rig);
    for (uint32_t round = 0; round < 4; round++) {
        for (size_t i = 0; i < landmarks->count / landmarks->stride * WAYI_SIGNS; i++) {
            uint32_t *region = landmarks->words + i / WAYI_SIGNS * landmarks->stride;
            uint8_t *sign = (uint8_t *)(region + WAYI_LANDMARKS) + i % WAYI_SIGNS;
            const bool lies = way_rng_below(&rig.rng, 4) < round;
            *sign = lies ? (uint8_t)way_rng_below(&rig.rng, 12) : *sign;
        }
        for (uint32_t i = 0; i < signs->columns * signs->rows * WAYI_SIGNS; i++) {
            const bool lies = way_rng_below(&rig.rng, 4) < round;
            signs->costs[i] = lies ? way_rng_below(&rig.rng, 1u << (8 * round)) : signs->costs[i];
        }
        for (uint32_t i = 0; i < 24; i++) {
            const way_trip trip = route_trip(&rig, false);
            (void)route_walk(agent, &trip);
        }
    }
    way_agent_destroy(agent);
    route_close(&rig);
}

/// Repairs, and memory that runs out in them, come amid searches over posts.
static void signs_go_amid_searches(void **state)
{
    (void)state;
    test_allocator memory;
    uint32_t amid = 0;
    test_allocator_init(&memory);
    for (uint32_t round = 0; round < 10; round++) {
        route_rig rig = {.map = stage_scene_map("caves,width=384,height=384,seed=3"),
                         .rng = way_rng_seed(round)};
        assert_int_equal(way_space_create_grid(rig.map, 1, NULL, &rig.space), WAY_STATUS_OK);
        const way_navigator_config config = {.space = rig.space,
                                             .algorithm = "dba(sector=3, depth=2)",
                                             .allocator = &memory.allocator};
        assert_int_equal(way_navigator_create(&config, &rig.navigator), WAY_STATUS_OK);
        const wayi_signs *signs = &route_guide(&rig)->landmarks.signs;
        way_agent *agent = route_agent(&rig);
        for (uint32_t i = 0; i < 12; i++) {
            const way_trip trip = route_trip(&rig, false);
            way_outcome outcome = WAY_OUTCOME_WORKING;
            assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
            for (uint32_t k = 0; k < 64 && outcome == WAY_OUTCOME_WORKING; k++) {
                outcome = way_agent_step(agent, 8);
                if (!route_reads_signs(agent)) {
                    continue;
                }
                bool done = false;
                const way_cell cell = k % 2 ? trip.start : way_rng_below(&rig.rng, 384 * 384);
                const way_edit edit = {cell % 384, cell / 384, 1, 1, k % 4 >= 2};
                assert_int_equal(way_map_edit(rig.map, &edit, 1), WAY_STATUS_OK);
                test_allocator_fail_next(&memory,
                                         i % 4 == 3 ? 1 + way_rng_below(&rig.rng, 200) : 0);
                for (uint32_t turn = 0; turn < 64 && !done; turn++) {
                    const way_status status =
                        way_navigator_repair(rig.navigator, 1u << (k % 16), &done);
                    assert_true(status == WAY_STATUS_OK || status == WAY_STATUS_NO_MEMORY);
                }
                test_allocator_fail_next(&memory, 0);
                amid++;
            }
            way_agent_cancel(agent);
            bool done = false;
            while (!done) {
                assert_int_equal(way_navigator_repair(rig.navigator, UINT32_MAX, &done),
                                 WAY_STATUS_OK);
            }
            assert_true(!signs->posts || route_check_signs(&rig) > 0);
            const way_trip other = route_trip(&rig, false);
            (void)route_walk(agent, &other);
        }
        way_agent_destroy(agent);
        route_close(&rig);
        test_allocator_check_empty(&memory);
    }
    assert_true(amid > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(most_cells_leave_signs_alone),
        cmocka_unit_test(signs_are_mended_where_they_change),
        cmocka_unit_test(trips_arrive_amid_repairs),
        cmocka_unit_test(signs_are_handed_over),
        cmocka_unit_test(repaired_signs_are_saved),
        cmocka_unit_test(lies_lead_nobody_round_in_circles),
        cmocka_unit_test(signs_go_amid_searches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
