// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Beacon on a map that changed: when the old way does without a search.
#include "search/beacon_rig.h"
#include "search/stage.h"
#include "support/test.h"
#include "support/test_allocator.h"

#include <waymark/database.h>

#include <string.h>

enum { SIDE = 150 };

typedef struct check_rig {
    way_map *map;
    way_space *space;
    way_navigator *navigator;
    way_agent *agent;
} check_rig;

static void rig_open(check_rig *rig, const uint8_t *weights)
{
    way_map_config config = way_map_config_default(SIDE, SIDE);
    config.weights = weights;
    assert_int_equal(way_map_create(&config, &rig->map), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(rig->map, 1, NULL, &rig->space), WAY_STATUS_OK);
    const way_navigator_config plan = {.space = rig->space, .algorithm = "beacon"};
    assert_int_equal(way_navigator_create(&plan, &rig->navigator), WAY_STATUS_OK);
    const way_agent_config agent = {.navigator = rig->navigator};
    assert_int_equal(way_agent_create(&agent, &rig->agent), WAY_STATUS_OK);
}

static void rig_close(check_rig *rig)
{
    way_agent_destroy(rig->agent);
    way_navigator_destroy(rig->navigator);
    way_space_destroy(rig->space);
    way_map_destroy(rig->map);
}

/// Sets a cell and tells the navigator, with so much time.
static void rig_tell(const check_rig *rig, uint32_t x, uint32_t y, uint8_t weight, uint32_t budget)
{
    const way_edit edit = {x, y, 1, 1, weight};
    bool done = false;
    assert_int_equal(way_map_edit(rig->map, &edit, 1), WAY_STATUS_OK);
    assert_int_equal(way_navigator_repair(rig->navigator, budget, &done), WAY_STATUS_OK);
}

/// The same, with time to measure what that does.
static void rig_set(const check_rig *rig, uint32_t x, uint32_t y, uint8_t weight)
{
    rig_tell(rig, x, y, weight, 300);
}

/// A trip against the oracle; returns whether it took a search.
static bool rig_ask(const check_rig *rig, way_cell start, way_cell goal)
{
    static way_cost costs[SIDE * SIDE];
    const way_trip trip = {.start = start, .goal = goal};
    const wayi_beacon_memory *memory = rig->agent->memory;
    assert_int_equal(way_agent_begin(rig->agent, &trip), WAY_STATUS_OK);
    (void)way_agent_run(rig->agent);
    assert_int_equal(oracle_costs(rig->map, start, 1, costs), WAY_STATUS_OK);
    assert_int_equal(way_agent_cost(rig->agent), costs[goal]);
    assert_true(way_agent_path_holds(rig->agent, 0));
    return memory->turn == WAYI_BEACON_LAND || memory->turn == WAYI_BEACON_JUMP;
}

/// Questions are asked at once, as if every search took long.
static void rig_ask_first(const check_rig *rig)
{
    beacon_price(rig->navigator, 0, 1);
}

/// What a search of its own takes for a trip, and that it finds the same.
static uint64_t search_work(way_agent *agent, const way_trip *trip, way_cost cost)
{
    assert_int_equal(way_agent_begin(agent, trip), WAY_STATUS_OK);
    (void)way_agent_run(agent);
    assert_int_equal(way_agent_cost(agent), cost);
    return way_agent_stats(agent).expansions;
}

/// After edits of all kinds, 1 to 100 of them, a trip takes no more than half as much again as the
/// search alone, and what it takes to follow a path; in all of them, a tenth more.
static void edits_never_make_it_slower_than_a_search(void **state)
{
    (void)state;
    uint8_t weights[SIDE * SIDE];
    for (uint32_t round = 0; round < 12; round += TEST_STRIDE) {
        way_rng rng = test_rng(40 + round);
        for (uint32_t i = 0; i < SIDE * SIDE; i++) {
            const bool wall = i % SIDE % 15 == 14 || i / SIDE % 15 == 14;
            weights[i] = round % 2 ? !wall || way_rng_below(&rng, 12) == 0
                                   : way_rng_below(&rng, 100) >= 4 + round;
        }
        check_rig rig;
        rig_open(&rig, weights);
        way_navigator *jps = NULL;
        way_agent *searcher = NULL;
        const way_navigator_config plan = {.space = rig.space, .algorithm = "jps"};
        assert_int_equal(way_navigator_create(&plan, &jps), WAY_STATUS_OK);
        const way_agent_config config = {.navigator = jps};
        assert_int_equal(way_agent_create(&config, &searcher), WAY_STATUS_OK);
        static const uint32_t counts[] = {1, 10, 100};
        for (uint32_t i = 0; i < counts[round / 4]; i++) {
            const uint32_t cell = way_rng_below(&rng, SIDE * SIDE);
            rig_set(&rig, cell % SIDE, cell / SIDE, round % 4 < 2 ? 0 : !weights[cell]);
        }
        uint64_t work = 0;
        uint64_t searched = 0;
        for (uint32_t i = 0; i < 60; i++) {
            const way_trip trip = {.start = way_rng_below(&rng, SIDE * SIDE),
                                   .goal = way_rng_below(&rng, SIDE * SIDE)};
            if (!way_map_is_reachable(rig.map, trip.start, trip.goal, 1)) {
                continue;
            }
            (void)rig_ask(&rig, trip.start, trip.goal);
            const uint64_t mine = way_agent_stats(rig.agent).expansions;
            uint32_t runs = 0;
            (void)way_agent_segments(rig.agent, &runs);
            const uint64_t other = search_work(searcher, &trip, way_agent_cost(rig.agent));
            assert_true(mine <= other + other / 2 + 3 * runs + 64);
            work += mine;
            searched += other + 3 * runs;
        }
        print_message("             %u of work, %u of a search and its paths\n", (unsigned)work,
                      (unsigned)searched);
        assert_true(work <= searched + searched / 10 + 60 * 16);
        way_agent_destroy(searcher);
        way_navigator_destroy(jps);
        rig_close(&rig);
    }
}

/// The nearest of many goals comes from labels: without a search, in so many questions, and it is
/// the best. After edits it is found by a search, and is the best still.
static void nearest_goals_are_asked_for(void **state)
{
    (void)state;
    enum { GOALS = 40 };
    uint8_t weights[SIDE * SIDE];
    static way_cost costs[SIDE * SIDE];
    way_rng rng = test_rng(60);
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        weights[i] = way_rng_below(&rng, 100) >= 20;
    }
    check_rig rig;
    rig_open(&rig, weights);
    const wayi_beacon_memory *memory = rig.agent->memory;
    const wayi_beacon_database *database = rig.navigator->database;
    const uint64_t most = (GOALS + 2) * (uint64_t)way_navigator_lookahead(rig.navigator);
    for (uint32_t i = 0; i < 24; i++) {
        way_state goals[GOALS];
        way_trip trip = {.mode = WAY_GOAL_ANY_OF, .goals = goals, .goal_count = 1 + i % GOALS};
        for (uint32_t k = 0; k < GOALS; k++) {
            goals[k] = way_rng_below(&rng, SIDE * SIDE);
        }
        do {
            trip.start = way_rng_below(&rng, SIDE * SIDE);
        } while (!way_space_can_stand(rig.space, trip.start));
        const bool edited = i >= 18;
        if (edited) {
            rig_set(&rig, goals[0] % SIDE, goals[0] / SIDE, !way_map_terrain(rig.map, goals[0]));
        }
        assert_int_equal(oracle_costs(rig.map, trip.start, 1, costs), WAY_STATUS_OK);
        way_cost best = WAY_COST_MAX;
        for (uint32_t k = 0; k < trip.goal_count; k++) {
            best = costs[goals[k]] < best ? costs[goals[k]] : best;
        }
        assert_int_equal(way_agent_begin(rig.agent, &trip), WAY_STATUS_OK);
        const way_outcome outcome = way_agent_run(rig.agent);
        assert_int_equal(outcome, best == WAY_COST_MAX ? WAY_OUTCOME_NO_PATH : WAY_OUTCOME_FOUND);
        assert_true(best == WAY_COST_MAX || way_agent_cost(rig.agent) == best);
        assert_true(edited || best == 0 || best == WAY_COST_MAX ||
                    memory->turn == WAYI_BEACON_ARRIVE);
        assert_true(edited || way_agent_stats(rig.agent).expansions <= most);
    }
    assert_true(database->stale.count > 0);
    rig_close(&rig);
}

/// Of all ways out of blocked ground the best is taken; edits in every frame, which leave no time
/// for that, don't keep anybody from getting out.
static void blocked_starts_are_left(void **state)
{
    (void)state;
    uint8_t weights[SIDE * SIDE];
    way_rng rng = test_rng(61);
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        weights[i] = way_rng_below(&rng, 100) >= 25;
    }
    for (uint32_t round = 0; round < 30; round += TEST_STRIDE) {
        check_rig rig;
        rig_open(&rig, weights);
        way_trip trip = {0};
        do {
            trip.start = way_rng_below(&rng, SIDE * SIDE);
            trip.goal = way_rng_below(&rng, SIDE * SIDE);
        } while (weights[trip.start] || !weights[trip.goal] ||
                 !way_map_is_reachable(rig.map, trip.start, trip.goal, 1));
        (void)rig_ask(&rig, trip.start, trip.goal);
        assert_int_equal(way_agent_begin(rig.agent, &trip), WAY_STATUS_OK);
        uint32_t frames = 0;
        while (way_agent_step(rig.agent, 4) == WAY_OUTCOME_WORKING &&
               !way_space_can_stand(rig.space, wayi_agent_last(rig.agent))) {
            assert_true(frames < 8);
            rig_set(&rig, 0, 0, ++frames % 2);
        }
        (void)way_agent_run(rig.agent);
        assert_int_equal(way_agent_outcome(rig.agent), WAY_OUTCOME_FOUND);
        rig_close(&rig);
    }
}

/// Something that opens takes a search where it may lead to a better way: not a niche, which has
/// one way in and out, and nothing that is too far off.
static void openings_take_a_search_where_they_may_lead(void **state)
{
    (void)state;
    uint8_t weights[SIDE * SIDE];
    memset(weights, 1, sizeof weights);
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        const uint32_t y = i / SIDE;
        weights[i] = y < 60 || y > 62 || i % SIDE == 75; // a thick wall with a door
    }
    check_rig rig;
    rig_open(&rig, weights);
    rig_ask_first(&rig);
    const way_cell start = 50 * SIDE + 90;
    const way_cell goal = 72 * SIDE + 93;
    assert_false(rig_ask(&rig, start, goal));
    const way_cost before = way_agent_cost(rig.agent);
    rig_set(&rig, 90, 60, 1); // a niche on the straight way
    assert_false(rig_ask(&rig, start, goal));
    for (uint32_t y = 60; y <= 62; y++) {
        rig_set(&rig, 20, y, 1); // a door, but a long way round
    }
    assert_false(rig_ask(&rig, start, goal));
    assert_int_equal(way_agent_cost(rig.agent), before);
    for (uint32_t y = 61; y <= 62; y++) {
        rig_set(&rig, 90, y, 1);
    }
    assert_true(rig_ask(&rig, start, goal));
    assert_true(way_agent_cost(rig.agent) < before);
    rig_close(&rig);
}

/// The old way is taken only where it is legal and nothing that opened leads to a better one: walls
/// and openings of all sizes, trips against the oracle.
static void old_ways_are_taken_where_they_are_best(void **state)
{
    (void)state;
    uint8_t weights[SIDE * SIDE];
    uint32_t asked = 0;
    uint32_t searched = 0;
    const char *more = getenv("WAYMARK_BEACON_ROUNDS");
    const uint32_t rounds = more ? (uint32_t)atoi(more) : 12;
    for (uint32_t round = 0; round < rounds; round += TEST_STRIDE) {
        way_rng rng = test_rng(9000 + round);
        for (uint32_t i = 0; i < SIDE * SIDE; i++) {
            const bool wall = i % SIDE % 15 == 14 || i / SIDE % 15 == 14;
            weights[i] = round % 3 ? !wall || way_rng_below(&rng, 8 + round % 5) == 0
                                   : way_rng_below(&rng, 100) >= 10 + round % 25;
        }
        check_rig rig;
        rig_open(&rig, weights);
        rig_ask_first(&rig);
        for (uint32_t edit = 0; edit < 12; edit++) {
            const uint32_t x = way_rng_below(&rng, SIDE - 3);
            const uint32_t y = way_rng_below(&rng, SIDE - 3);
            const uint32_t side = 1 + way_rng_below(&rng, 3);
            const uint8_t weight = way_rng_below(&rng, 4) == 0;
            for (uint32_t i = 0; i < side * side; i++) {
                rig_set(&rig, x + i % side, y + i / side, weight);
            }
            for (uint32_t i = 0; i < 8; i++) {
                const way_cell start = way_rng_below(&rng, SIDE * SIDE);
                const way_cell goal = way_rng_below(&rng, SIDE * SIDE);
                if (way_map_is_reachable(rig.map, start, goal, 1)) {
                    const bool search = rig_ask(&rig, start, goal);
                    searched += search;
                    asked += !search;
                }
            }
        }
        rig_close(&rig);
    }
    print_message("             %u of %u trips by the old way\n", (unsigned)asked,
                  (unsigned)(asked + searched));
    assert_true(asked > 50 / TEST_STRIDE && searched > 50 / TEST_STRIDE);
}

/// What 40 trips take among rooms whose doors were there or not when the database was made, and
/// have been closed or opened since.
static uint64_t work_among_doors(bool opened)
{
    uint8_t weights[SIDE * SIDE];
    way_cell doors[12];
    way_rng rng = test_rng(65);
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        const bool wall = i % SIDE % 15 == 14 || i / SIDE % 15 == 14;
        weights[i] = !wall || way_rng_below(&rng, 12) == 0;
    }
    for (uint32_t i = 0; i < 12; i++) {
        const uint32_t row = way_rng_below(&rng, 9) * 15 + 5;
        doors[i] = row * SIDE + 14 + 15 * way_rng_below(&rng, 9);
        weights[doors[i]] = !opened;
    }
    check_rig rig;
    rig_open(&rig, weights);
    rig_ask_first(&rig);
    for (uint32_t i = 0; i < 12; i++) {
        rig_set(&rig, doors[i] % SIDE, doors[i] / SIDE, opened);
    }
    uint64_t work = 0;
    for (uint32_t trips = 0; trips < 40;) {
        const way_cell start = way_rng_below(&rng, SIDE * SIDE);
        const way_cell goal = way_rng_below(&rng, SIDE * SIDE);
        if (weights[start] && weights[goal] && way_space_can_stand(rig.space, start) &&
            way_space_can_stand(rig.space, goal)) {
            (void)rig_ask(&rig, start, goal);
            work += way_agent_stats(rig.agent).expansions;
            trips++;
        }
    }
    rig_close(&rig);
    return work;
}

/// Doors that close are cheaper than doors that open.
static void doors_left_open_are_cheap(void **state)
{
    (void)state;
    const uint64_t closed = work_among_doors(false);
    const uint64_t opened = work_among_doors(true);
    print_message("             %u expansions after doors closed, %u after they opened\n",
                  (unsigned)closed, (unsigned)opened);
    assert_true(closed < opened);
}

/// A trip that plans again after edits may take memory for what it has not needed before, such as
/// another kind of search or a longer path: hundreds of plans take next to none.
static void plans_take_memory_at_first(void **state)
{
    (void)state;
    uint8_t weights[SIDE * SIDE];
    way_rng rng = test_rng(66);
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        weights[i] = way_rng_below(&rng, 100) >= 10;
    }
    check_rig rig;
    rig_open(&rig, weights);
    test_allocator memory;
    test_allocator_init(&memory);
    const way_agent_config config = {.navigator = rig.navigator, .allocator = &memory.allocator};
    way_agent *agent = NULL;
    assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
    const wayi_beacon_database *database = rig.navigator->database;
    uint64_t taken = 0;
    uint32_t late = 0;
    for (uint32_t i = 0; i < 60; i++) {
        way_trip trip = {0};
        do {
            trip.start = way_rng_below(&rng, SIDE * SIDE);
            trip.goal = way_rng_below(&rng, SIDE * SIDE);
        } while (!way_map_is_reachable(rig.map, trip.start, trip.goal, 1));
        assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
        const uint64_t before = memory.calls;
        for (uint32_t k = 0; k < 8 && way_agent_step(agent, 20) == WAY_OUTCOME_WORKING; k++) {
            rig_tell(&rig, 9 * (k % 4) + 60, 9 * (i % 4) + 60, k < 4, 1);
        }
        taken += memory.calls - before;
        late += i >= 20 && memory.calls > before;
    }
    print_message("             %u allocations in steps\n", (unsigned)taken);
    assert_true(database->epoch == 0 && taken > 0);
    assert_in_range(late, 0, 2);
    way_agent_destroy(agent);
    test_allocator_check_empty(&memory);
    rig_close(&rig);
}

static uint64_t rig_work(const check_rig *rig)
{
    return rig->agent->looked + rig->agent->stats.expansions;
}

/// Goals of a trip to the nearest of many.
#define CHECK_GOALS 3000u

/// Steps through a trip, with an edit at every fourth if it is to be edited: none does more than
/// its budget and 64, or, where an edit makes it begin again, than that and what a beginning may.
static void step_through(const check_rig *rig, const way_trip *trip, bool edits, way_rng *rng)
{
    const uint32_t goals = trip->goals ? trip->goal_count : 1;
    assert_int_equal(way_agent_begin(rig->agent, trip), WAY_STATUS_OK);
    assert_true(rig_work(rig) <= 4096 + goals);
    for (uint32_t i = 0; i < 4000; i++) {
        const bool edited = edits && i % 4 == 3;
        if (edited) {
            const uint32_t x = way_rng_below(rng, SIDE);
            rig_set(rig, x, way_rng_below(rng, SIDE), i % 8 == 3);
        }
        const uint64_t before = rig_work(rig);
        const way_outcome outcome = way_agent_step(rig->agent, 20);
        const uint64_t work = rig_work(rig) - before;
        if (work > 20 + 64 + (edited ? 4096 + goals : 0)) {
            fail_msg("%u of work in step %u", (unsigned)work, i);
        }
        if (outcome != WAY_OUTCOME_WORKING) {
            return;
        }
    }
    fail_msg("no end");
}

/// To one goal, into a range, to the nearest of thousands: among many walls and openings, with the
/// next index on its way, and with edits under way.
static void steps_keep_to_their_budget(void **state)
{
    (void)state;
    static way_state goals[CHECK_GOALS];
    uint8_t weights[SIDE * SIDE];
    way_rng rng = test_rng(63);
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        weights[i] = way_rng_below(&rng, 100) >= 15;
    }
    for (uint32_t i = 0; i < CHECK_GOALS; i++) {
        goals[i] = way_rng_below(&rng, SIDE * SIDE);
    }
    check_rig rig;
    rig_open(&rig, weights);
    bool done = false;
    for (uint32_t i = 0; i < 36; i++) {
        if (i % 3 == 0) {
            const uint32_t x = way_rng_below(&rng, SIDE);
            rig_set(&rig, x, way_rng_below(&rng, SIDE), i / 3 % 2);
            assert_int_equal(way_navigator_repair(rig.navigator, 300, &done), WAY_STATUS_OK);
        }
        way_trip trip = {.start = way_rng_below(&rng, SIDE * SIDE),
                         .goal = way_rng_below(&rng, SIDE * SIDE)};
        if (i % 3 == 1) {
            trip.mode = WAY_GOAL_RANGE;
            trip.range = 408 * 20;
        } else if (i % 3 == 2) {
            trip.mode = WAY_GOAL_ANY_OF;
            trip.goals = goals;
            trip.goal_count = i % 2 ? CHECK_GOALS : 40;
        }
        step_through(&rig, &trip, i >= 24, &rng);
    }
    rig_close(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edits_never_make_it_slower_than_a_search),
        cmocka_unit_test(nearest_goals_are_asked_for),
        cmocka_unit_test(blocked_starts_are_left),
        cmocka_unit_test(openings_take_a_search_where_they_may_lead),
        cmocka_unit_test(old_ways_are_taken_where_they_are_best),
        cmocka_unit_test(steps_keep_to_their_budget),
        cmocka_unit_test(doors_left_open_are_cheap),
        cmocka_unit_test(plans_take_memory_at_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
