// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A whole life on a map that changes, without memory: each allocation of it fails in turn, whoever
// asks for it: map, space, preparation, trip, edit, change, repair, saving, opening. The call that
// it fails in says so and can be made again; nothing leaks, and in the end the unit arrives. Then
// a life in which everything is broken off: preparation wherever it can be, and trips.
#include "support/test.h"
#include "support/test_allocator.h"

#include <waymark/all.h>

#include <stdio.h>
#include <stdlib.h>

#define SIDE 12u
#define GOAL (SIDE * SIDE - 1)

/// Everything in a life, and the algorithm that it is about.
typedef struct fault_life {
    test_allocator *memory;
    const way_algorithm *algorithm;
    uint64_t failures; ///< before the call at hand
    way_map *map;
    way_space *space;
    way_navigator *navigator, *opened;
    way_agent *agent;
    way_database saved;
    bool unsuited; ///< the algorithm does not walk on this map
} fault_life;

static const way_algorithm *fault_algorithm; ///< the loop passes nothing through

static void life_expect(const fault_life *life, bool holds, const char *what)
{
    if (!holds) {
        fail_msg("%s, allocation %llu: %s", life->algorithm->name,
                 (unsigned long long)life->memory->fail_at, what);
    }
}

/// Whether a call worked. One that took memory in vain says NO_MEMORY, and no other does.
static bool life_did(fault_life *life, way_status status, const char *what)
{
    const bool failed = life->memory->failures != life->failures;
    life->failures = life->memory->failures;
    if (failed != (status == WAY_STATUS_NO_MEMORY) ||
        (!failed && status && status != WAY_STATUS_UNSUPPORTED && status != WAY_STATUS_STALE)) {
        fail_msg("%s, allocation %llu: %s says %s and memory %s", life->algorithm->name,
                 (unsigned long long)life->memory->fail_at, what, way_status_name(status),
                 failed ? "was missed" : "was there");
    }
    return status == WAY_STATUS_OK;
}

/// Makes a call until it does not fail for lack of memory: once more, since one allocation fails.
#define LIFE_TRY(life, call, what) (life_did(life, call, what) || life_did(life, call, what))

static void life_begin(fault_life *life)
{
    way_map_config ground = way_map_config_default(SIDE, SIDE);
    ground.allocator = &life->memory->allocator;
    const way_edit wall = {.x = 4, .y = 0, .width = 1, .height = 9, .weight = 0};
    (void)LIFE_TRY(life, way_map_create(&ground, &life->map), "a map");
    (void)LIFE_TRY(life, way_map_edit(life->map, &wall, 1), "an edit");
    (void)LIFE_TRY(life,
                   way_space_create_grid(life->map, 1, &life->memory->allocator, &life->space),
                   "a space");
    const way_navigator_config plan = {.space = life->space,
                                       .algorithm = life->algorithm->name,
                                       .allocator = &life->memory->allocator};
    life->unsuited = !LIFE_TRY(life, way_navigator_create(&plan, &life->navigator), "preparation");
    if (!life->unsuited) {
        const way_agent_config config = {.navigator = life->navigator,
                                         .allocator = &life->memory->allocator};
        (void)LIFE_TRY(life, way_agent_create(&config, &life->agent), "an agent");
    }
}

/// Whether the committed moves are legal where they have not been overtaken by an edit.
static void life_look(const fault_life *life, const way_agent *agent)
{
    uint32_t count = 0;
    const way_state *path = way_agent_path(agent, &count);
    const way_outcome outcome = way_agent_outcome(agent);
    if (outcome == WAY_OUTCOME_FOUND && !(life->algorithm->traits & WAY_TRAIT_REALTIME)) {
        way_cost cost = 0;
        life_expect(life, way_path_check(life->map, 1, path, count, &cost), "a path is legal");
        life_expect(life, cost == way_agent_cost(agent), "a path costs what it says");
    }
    life_expect(life, outcome != WAY_OUTCOME_FOUND || path[count - 1] == GOAL, "it ends there");
}

static void life_edit(fault_life *life, const way_edit *edit)
{
    const uint64_t before = way_map_hash(life->map);
    life->failures = life->memory->failures;
    if (!life_did(life, way_map_edit(life->map, edit, 1), "an edit on the way")) {
        life_expect(life, way_map_hash(life->map) == before, "a failed edit changes nothing");
        (void)life_did(life, way_map_edit(life->map, edit, 1), "an edit on the way");
    }
}

/// A trip with an edit on the way; false if the algorithm can't take the map as it is now. Where
/// memory is missed, at the beginning or later, the trip ends with CAPACITY, and only then.
static bool life_travel(fault_life *life, way_agent *agent, const way_edit *edit)
{
    const way_trip trip = {.start = 0, .goal = GOAL};
    uint64_t missed = life->memory->failures;
    way_status status = way_agent_begin(agent, &trip);
    if (status == WAY_STATUS_NO_MEMORY) {
        life_expect(life, life->memory->failures > missed, "memory was there");
        missed = life->memory->failures;
        status = way_agent_begin(agent, &trip);
    }
    life_expect(life, !status || status == WAY_STATUS_UNSUPPORTED || status == WAY_STATUS_STALE,
                "a trip begins, or can't");
    if (status) {
        return false;
    }
    way_outcome outcome = WAY_OUTCOME_WORKING;
    for (uint32_t steps = 0; outcome == WAY_OUTCOME_WORKING; steps++) {
        outcome = way_agent_step(agent, steps ? 50 : 5);
        life_expect(life, steps < 100000, "a trip ends");
        if (outcome == WAY_OUTCOME_WORKING && edit && steps == 0) {
            missed -= life->memory->failures;
            life_edit(life, edit);
            missed += life->memory->failures;
        }
    }
    life_expect(life, (life->memory->failures > missed) == (outcome == WAY_OUTCOME_CAPACITY),
                way_outcome_name(outcome));
    life_look(life, agent);
    life->failures = life->memory->failures;
    return true;
}

/// The database follows the map, is kept, and is opened.
static void life_keep(fault_life *life)
{
    bool done = false;
    uint64_t missed = life->memory->failures;
    while (!done) {
        const way_status status = way_navigator_repair(life->navigator, 60, &done);
        if (status == WAY_STATUS_UNSUPPORTED) {
            return; // who can't repair can't save what is behind, either
        }
        // A repair is one job over many calls: a later one may tell what an earlier one missed, but
        // once, and what only makes it quicker may be done without.
        life_expect(life, !status || status == WAY_STATUS_NO_MEMORY, way_status_name(status));
        life_expect(life, !status || life->memory->failures > missed, "memory was there");
        missed = status ? life->memory->failures : missed;
    }
    life->failures = life->memory->failures;
    if (!LIFE_TRY(life, way_navigator_save(life->navigator, &life->memory->allocator, &life->saved),
                  "saving")) {
        return;
    }
    const way_navigator_config config = {.space = life->space,
                                         .allocator = &life->memory->allocator};
    const bool open = LIFE_TRY(
        life, way_navigator_open(&config, life->saved.bytes, life->saved.size, &life->opened),
        "opening");
    life_expect(life, open, "what was saved is opened");
}

static void life_end(fault_life *life)
{
    way_agent_destroy(life->agent);
    way_navigator_destroy(life->opened);
    way_database_free(&life->saved);
    way_navigator_destroy(life->navigator);
    way_space_destroy(life->space);
    way_map_destroy(life->map);
}

static bool life_scenario(test_allocator *memory)
{
    const way_edit door = {.x = 4, .y = 2, .width = 1, .height = 1, .weight = 1};
    const way_edit house = {.x = 6, .y = 5, .width = 4, .height = 5, .weight = 0};
    fault_life life = {.memory = memory, .algorithm = fault_algorithm};
    life_begin(&life);
    if (!life.unsuited) {
        (void)life_travel(&life, life.agent, &door);
        (void)life_travel(&life, life.agent, &house);
        life_keep(&life);
        // There is memory now, and nothing remembers that there was not.
        const uint64_t armed = memory->fail_at;
        memory->fail_at = 0;
        const bool handles = life.algorithm->traits & WAY_TRAIT_HANDLES_EDITS;
        life_expect(&life, life_travel(&life, life.agent, NULL) || !handles, "a trip begins");
        const way_outcome outcome = way_agent_outcome(life.agent);
        life_expect(&life, !handles || outcome == WAY_OUTCOME_FOUND || outcome == WAY_OUTCOME_LIMIT,
                    way_outcome_name(outcome));
        memory->fail_at = armed;
    }
    life_end(&life);
    return memory->failures == 0;
}

static void every_allocation_of_a_life_fails(void **state)
{
    fault_algorithm = *state;
    test_allocator_fail_each(life_scenario);
}

/// Stops the work when it is asked for the `stop`th time.
typedef struct fault_caller {
    uint32_t asked, stop;
} fault_caller;

static bool fault_cancelled(void *user)
{
    fault_caller *caller = user;
    return ++caller->asked == caller->stop;
}

/// What a trip that was cancelled amid its search took goes with the agent, and another one works.
static void cancel_trip(fault_life *life)
{
    const way_agent_config config = {.navigator = life->navigator,
                                     .allocator = &life->memory->allocator};
    const way_trip trip = {.start = 0, .goal = GOAL};
    assert_int_equal(way_agent_create(&config, &life->agent), WAY_STATUS_OK);
    for (uint32_t steps = 1; steps < 40; steps += 6) {
        assert_int_equal(way_agent_begin(life->agent, &trip), WAY_STATUS_OK);
        for (uint32_t i = 0; i < steps; i++) {
            way_agent_step(life->agent, 1);
        }
        way_agent_cancel(life->agent);
    }
    life_expect(life, life_travel(life, life->agent, NULL), "a trip begins after those");
    way_agent_destroy(life->agent);
    life->agent = NULL;
}

/// Preparation is stopped at the first question, at the second and so on until it comes to its end.
static void everything_is_cancelled(void **state)
{
    test_allocator memory;
    test_allocator_init(&memory);
    fault_life life = {.memory = &memory, .algorithm = *state};
    fault_caller caller = {0};
    const way_job job = {.cancelled = fault_cancelled, .user = &caller};
    way_map_config ground = way_map_config_default(SIDE, SIDE);
    ground.allocator = &memory.allocator;
    assert_int_equal(way_map_create(&ground, &life.map), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(life.map, 1, &memory.allocator, &life.space),
                     WAY_STATUS_OK);
    const way_navigator_config plan = {.space = life.space,
                                       .algorithm = life.algorithm->name,
                                       .allocator = &memory.allocator,
                                       .job = &job};
    if (!way_algorithm_suits(life.algorithm, life.space)) {
        way_space_destroy(life.space);
        way_map_destroy(life.map);
        skip(); // not for maps: test_conformance_limits cancels its trips
    }
    // What the map makes when it is first asked for stays with the map.
    assert_int_equal(way_navigator_create(&plan, &life.navigator), WAY_STATUS_OK);
    cancel_trip(&life);
    way_navigator_destroy(life.navigator);
    const uint32_t questions = caller.asked;
    const size_t held = memory.live_blocks;
    for (uint32_t stop = 1; stop <= questions; stop++) {
        caller = (fault_caller){.stop = stop};
        life.navigator = NULL;
        const way_status status = way_navigator_create(&plan, &life.navigator);
        life_expect(&life, status == WAY_STATUS_CANCELLED && !life.navigator, "it was told to");
        life_expect(&life, caller.asked == stop, "it was asked again");
        life_expect(&life, memory.live_blocks == held, "nothing is left behind");
    }
    const bool prepared = life.algorithm->traits & WAY_TRAIT_PREPARED;
    life_expect(&life, !prepared || questions > 0, "it asks");
    life.navigator = NULL;
    life_end(&life);
    test_allocator_check_empty(&memory);
}

int main(void)
{
    struct CMUnitTest tests[256];
    char names[256][64];
    const uint32_t count = way_algorithm_count();
    assert_true(2 * count <= sizeof tests / sizeof *tests);
    for (uint32_t i = 0; i < 2 * count; i++) {
        const way_algorithm *algorithm = way_algorithm_at(i % count);
        (void)snprintf(names[i], sizeof names[i], "%s: %s", i < count ? "life" : "cancelled",
                       algorithm->name);
        tests[i] = (struct CMUnitTest){.name = names[i],
                                       .test_func = i < count ? every_allocation_of_a_life_fails
                                                              : everything_is_cancelled,
                                       .initial_state = (void *)(uintptr_t)algorithm};
    }
    cmocka_set_test_filter(getenv("WAYMARK_ONLY"));
    return _cmocka_run_group_tests("faults", tests, 2 * count, NULL, NULL);
}
