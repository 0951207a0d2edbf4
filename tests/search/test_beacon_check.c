// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Beacon on a map that changed: when the old way does without a search.
#include "search/beacon/ask/beacon.h"
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

/// Sets a cell and tells the navigator, with next to no time.
static void rig_set(const check_rig *rig, uint32_t x, uint32_t y, uint8_t weight)
{
    const way_edit edit = {x, y, 1, 1, weight};
    bool done = false;
    assert_int_equal(way_map_edit(rig->map, &edit, 1), WAY_STATUS_OK);
    assert_int_equal(way_navigator_repair(rig->navigator, 1, &done), WAY_STATUS_OK);
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

/// The first edits are told with no time to give the old board planes of its own: ends from which
/// none of them is in sight ask the index all the same, and get the best way.
static void first_edits_need_no_search_elsewhere(void **state)
{
    (void)state;
    uint8_t weights[SIDE * SIDE];
    uint32_t searches = 0;
    for (uint32_t round = 0; round < 4; round++) {
        way_rng rng = test_rng(40 + round);
        for (uint32_t i = 0; i < SIDE * SIDE; i++) {
            weights[i] = way_rng_below(&rng, 100) >= 12;
        }
        check_rig rig;
        rig_open(&rig, weights);
        const wayi_beacon_database *database = rig.navigator->database;
        for (uint32_t i = 0; i < 30; i++) {
            if (i % 10 == 0) {
                const uint32_t cell = way_rng_below(&rng, SIDE * SIDE);
                rig_set(&rig, cell % SIDE, cell / SIDE, !weights[cell]);
            }
            assert_null(database->index->still.planes);
            const way_cell start = way_rng_below(&rng, SIDE * SIDE);
            const way_cell goal = way_rng_below(&rng, SIDE * SIDE);
            if (way_space_can_stand(rig.space, start) && way_space_can_stand(rig.space, goal)) {
                searches += rig_ask(&rig, start, goal);
            }
        }
        rig_close(&rig);
    }
    print_message("             %u searches in 120 trips\n", searches);
    assert_in_range(searches, 1, 24);
}

/// Looking for a bend counts when a leg is taken, too, not only when it is checked.
static void bends_count(const check_rig *rig, way_cell start, way_cell goal)
{
    const wayi_beacon_memory *memory = rig->agent->memory;
    const way_trip trip = {.start = start, .goal = goal};
    assert_int_equal(way_agent_begin(rig->agent, &trip), WAY_STATUS_OK);
    uint64_t pieces = 0;
    uint64_t counted = 0;
    for (way_outcome outcome = WAY_OUTCOME_MOVING; outcome == WAY_OUTCOME_MOVING;) {
        const bool walks = memory->turn >= WAYI_BEACON_LEAVE;
        const uint64_t before = rig->agent->stats.expansions;
        outcome = way_agent_step(rig->agent, 1);
        pieces += walks;
        counted += walks ? rig->agent->stats.expansions - before : 0;
    }
    assert_true(memory->bent && counted >= pieces + 2);
}

/// A wall on a leg that has room aside: the leg bends, and costs what it did.
static void legs_bend_where_there_is_room(void **state)
{
    (void)state;
    uint8_t weights[SIDE * SIDE];
    memset(weights, 1, sizeof weights);
    for (uint32_t x = 0; x < SIDE; x++) {
        weights[60 * SIDE + x] = x == 100; // a wall with a gap
    }
    check_rig rig;
    rig_open(&rig, weights);
    const way_cell start = 5 * SIDE + 10; // to the gap: 54 diagonal moves, then 36 straight ones
    const way_cell goal = 110 * SIDE + 20;
    assert_false(rig_ask(&rig, start, goal));
    const way_cost before = way_agent_cost(rig.agent);
    static const way_cell walls[] = {35 * SIDE + 40, 60 * SIDE + 64, 85 * SIDE + 75};
    const wayi_beacon_memory *memory = rig.agent->memory;
    for (uint32_t i = 0; i < 3; i++) {
        rig_set(&rig, walls[i] % SIDE, walls[i] / SIDE, 0);
    }
    bool done = false;
    const wayi_beacon_database *database = rig.navigator->database;
    while (!database->index->still.planes) {
        assert_int_equal(way_navigator_repair(rig.navigator, 50, &done), WAY_STATUS_OK);
    }
    assert_false(rig_ask(&rig, start, goal));
    assert_true(memory->bent);
    assert_int_equal(way_agent_cost(rig.agent), before);
    bends_count(&rig, start, goal);
    for (uint32_t y = 61; y < SIDE; y++) { // no room: every way in the box is shut
        rig_set(&rig, 70, y, y == 148);
    }
    (void)rig_ask(&rig, start, goal);
    assert_true(way_agent_cost(rig.agent) > before);
    rig_close(&rig);
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
        way_trip trip = {.mode = WAY_GOAL_NEAREST, .goals = goals, .goal_count = 1 + i % GOALS};
        for (uint32_t k = 0; k < GOALS; k++) {
            goals[k] = way_rng_below(&rng, SIDE * SIDE);
        }
        do {
            trip.start = way_rng_below(&rng, SIDE * SIDE);
        } while (!way_space_can_stand(rig.space, trip.start));
        const bool edited = i >= 18;
        if (edited) {
            rig_set(&rig, goals[0] % SIDE, goals[0] / SIDE, !way_map_weight(rig.map, goals[0]));
        }
        assert_int_equal(oracle_costs(rig.map, trip.start, 1, costs), WAY_STATUS_OK);
        way_cost best = WAY_COST_MAX;
        for (uint32_t k = 0; k < trip.goal_count; k++) {
            best = costs[goals[k]] < best ? costs[goals[k]] : best;
        }
        assert_int_equal(way_agent_begin(rig.agent, &trip), WAY_STATUS_OK);
        const way_outcome outcome = way_agent_run(rig.agent);
        assert_int_equal(outcome, best == WAY_COST_MAX ? WAY_OUTCOME_NO_PATH : WAY_OUTCOME_ARRIVED);
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
    for (uint32_t round = 0; round < 30; round++) {
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
        while (way_agent_step(rig.agent, 4) == WAY_OUTCOME_MOVING &&
               !way_space_can_stand(rig.space, wayi_agent_last(rig.agent))) {
            assert_true(frames < 8);
            rig_set(&rig, 0, 0, ++frames % 2);
        }
        (void)way_agent_run(rig.agent);
        assert_int_equal(way_agent_outcome(rig.agent), WAY_OUTCOME_ARRIVED);
        rig_close(&rig);
    }
}

/// New doors in the walls of rooms: labels settle nearly all doubts about what they lead to, and a
/// search that finds nothing better is an exception.
static void openings_take_no_search_for_nothing(void **state)
{
    (void)state;
    uint8_t weights[SIDE * SIDE];
    way_rng rng = test_rng(62);
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        const bool wall = i % SIDE % 15 == 14 || i / SIDE % 15 == 14;
        weights[i] = !wall || way_rng_below(&rng, 15) == 0;
    }
    check_rig rig;
    rig_open(&rig, weights);
    bool done = false;
    for (uint32_t i = 0; i < 12; i++) {
        rig_set(&rig, 14 + 15 * way_rng_below(&rng, 9), way_rng_below(&rng, SIDE), 1);
        assert_int_equal(way_navigator_repair(rig.navigator, 1000, &done), WAY_STATUS_OK);
    }
    const wayi_beacon_memory *memory = rig.agent->memory;
    uint32_t trips = 0;
    uint32_t searches = 0;
    uint32_t needless = 0;
    while (trips < 120) {
        const way_cell start = way_rng_below(&rng, SIDE * SIDE);
        const way_cell goal = way_rng_below(&rng, SIDE * SIDE);
        if (way_space_can_stand(rig.space, start) && way_space_can_stand(rig.space, goal)) {
            const bool searched = rig_ask(&rig, start, goal);
            trips++;
            searches += searched;
            needless += searched && way_agent_cost(rig.agent) == memory->query.cost;
        }
    }
    print_message("             %u searches in 120 trips, %u for nothing\n", searches, needless);
    assert_in_range(needless, 0, 6);
    rig_close(&rig);
}

/// Repairs, a little at a time, until it is known what edits touch and what openings lead to; no
/// other index is there by then.
static void rig_look(const check_rig *rig)
{
    const wayi_beacon_database *database = rig->navigator->database;
    bool done = false;
    bool ready = false;
    while (!ready) {
        assert_int_equal(way_navigator_repair(rig->navigator, 20, &done), WAY_STATUS_OK);
        ready = wayi_beacon_stale_is_known(&database->stale);
        for (uint32_t i = 0; i < database->stale.count; i++) {
            const wayi_beacon_patch *patch = &database->stale.patches[i];
            ready &= !patch->opened || patch->shut || patch->ready;
        }
    }
    assert_true(database->epoch == 0 && database->stale.count > 0);
}

/// Walls that make up to 24 patches leave a broken way to a search that old labels lead, more of
/// them to jump point search.
static void many_patches_take_jumps(void **state)
{
    (void)state;
    uint8_t weights[SIDE * SIDE];
    memset(weights, 1, sizeof weights);
    for (uint32_t x = 0; x < SIDE; x++) {
        weights[60 * SIDE + x] = x == 100 || x == 20; // a wall with two gaps
    }
    check_rig rig;
    rig_open(&rig, weights);
    const wayi_beacon_memory *memory = rig.agent->memory;
    const wayi_beacon_database *database = rig.navigator->database;
    rig_set(&rig, 100, 60, 0);
    for (uint32_t i = 1; i <= 24; i++) {
        rig_look(&rig);
        assert_int_equal(database->stale.count, i);
        assert_false(rig_ask(&rig, 10 * SIDE + 105, 120 * SIDE + 100)); // not by jumps
        assert_true(memory->detour.best != WAYI_BEACON_NONE);
        rig_set(&rig, 3 + 6 * i, 140, 0);
    }
    rig_look(&rig);
    assert_int_equal(database->stale.count, 25);
    assert_true(rig_ask(&rig, 10 * SIDE + 105, 120 * SIDE + 100));
    rig_close(&rig);
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
        doors[i] = (way_rng_below(&rng, 9) * 15 + 5) * SIDE + 14 + 15 * way_rng_below(&rng, 9);
        weights[doors[i]] = !opened;
    }
    check_rig rig;
    rig_open(&rig, weights);
    for (uint32_t i = 0; i < 12; i++) {
        rig_set(&rig, doors[i] % SIDE, doors[i] / SIDE, opened);
    }
    rig_look(&rig);
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
    assert_true(2 * closed <= opened);
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
        for (uint32_t k = 0; k < 8 && way_agent_step(agent, 20) == WAY_OUTCOME_MOVING; k++) {
            rig_set(&rig, 9 * (k % 4) + 60, 9 * (i % 4) + 60, k < 4);
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
            rig_set(rig, way_rng_below(rng, SIDE), way_rng_below(rng, SIDE), i % 8 == 3);
        }
        const uint64_t before = rig_work(rig);
        const way_outcome outcome = way_agent_step(rig->agent, 20);
        const uint64_t work = rig_work(rig) - before;
        if (work > 20 + 64 + (edited ? 4096 + goals : 0)) {
            fail_msg("%u of work in step %u", (unsigned)work, i);
        }
        if (outcome != WAY_OUTCOME_MOVING) {
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
            rig_set(&rig, way_rng_below(&rng, SIDE), way_rng_below(&rng, SIDE), i / 3 % 2);
            assert_int_equal(way_navigator_repair(rig.navigator, 300, &done), WAY_STATUS_OK);
        }
        way_trip trip = {.start = way_rng_below(&rng, SIDE * SIDE),
                         .goal = way_rng_below(&rng, SIDE * SIDE)};
        if (i % 3 == 1) {
            trip.mode = WAY_GOAL_RANGE;
            trip.range = 408 * 20;
        } else if (i % 3 == 2) {
            trip.mode = WAY_GOAL_NEAREST;
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
        cmocka_unit_test(first_edits_need_no_search_elsewhere),
        cmocka_unit_test(legs_bend_where_there_is_room),
        cmocka_unit_test(nearest_goals_are_asked_for),
        cmocka_unit_test(blocked_starts_are_left),
        cmocka_unit_test(openings_take_no_search_for_nothing),
        cmocka_unit_test(steps_keep_to_their_budget),
        cmocka_unit_test(many_patches_take_jumps),
        cmocka_unit_test(doors_left_open_are_cheap),
        cmocka_unit_test(plans_take_memory_at_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
