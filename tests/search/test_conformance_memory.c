// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Memory: each allocation of a trip fails in turn. The failure is told, nothing leaks, what was
// made stays usable, and no broken path is left behind.
#include "search/conformance.h"
#include "support/test.h"
#include "support/test_allocator.h"

#include <string.h>

/// What the running scenario is about; cmocka and the fault loop pass nothing through.
static struct {
    const char *spec;
    const way_algorithm *algorithm;
    bool complete;
    const test_stage *stage;
    const stage_problem *problem;
    way_store store;
    bool partial;
    uint64_t expansion_limit;
} memory_case;

static way_trip memory_trip(void)
{
    return (way_trip){.start = memory_case.problem->start,
                      .goal = memory_case.problem->goal,
                      .partial = memory_case.partial,
                      .expansion_limit = memory_case.expansion_limit};
}

static void check_path(const way_agent *agent)
{
    uint32_t count = 0;
    const way_state *path = way_agent_path(agent, &count);
    way_cost cost = 0;
    char message[160] = "";
    if (count && !stage_check_path(memory_case.stage, memory_case.problem->start, path, count,
                                   &cost, message)) {
        fail_msg("%s on %s, %s: %s", memory_case.spec, memory_case.stage->name,
                 way_outcome_name(way_agent_outcome(agent)), message);
    }
}

/// One trip; false if memory ran out. `expected` is what it comes to otherwise.
static bool travel(way_agent *agent)
{
    const way_trip trip = memory_trip();
    const way_status status = way_agent_begin(agent, &trip);
    if (status != WAY_STATUS_OK) {
        assert_int_equal(status, WAY_STATUS_NO_MEMORY);
        assert_int_equal(way_agent_step(agent, 1), WAY_OUTCOME_CANCELLED);
        return false;
    }
    const way_outcome outcome = way_agent_run(agent);
    check_path(agent);
    if (outcome == WAY_OUTCOME_CAPACITY) {
        return false;
    }
    if (outcome == WAY_OUTCOME_LIMIT) {
        return true; // a limit of the trip's or of the algorithm's own
    }
    if (!memory_case.expansion_limit) {
        const bool optimal = memory_case.algorithm->traits & WAY_TRAIT_OPTIMAL;
        if (memory_case.complete || memory_case.problem->best == WAY_COST_MAX) {
            assert_int_equal(outcome, memory_case.problem->best == WAY_COST_MAX
                                          ? WAY_OUTCOME_NO_PATH
                                          : WAY_OUTCOME_FOUND);
        }
        if (optimal) {
            assert_int_equal(way_agent_cost(agent), memory_case.problem->best);
        }
    }
    return true;
}

static bool travel_with(test_allocator *memory, way_space *space)
{
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    const way_navigator_config plan = {
        .space = space, .algorithm = memory_case.spec, .allocator = &memory->allocator};
    way_status status = way_navigator_create(&plan, &navigator);
    if (status == WAY_STATUS_OK) {
        const way_agent_config config = {
            .navigator = navigator, .store = memory_case.store, .allocator = &memory->allocator};
        status = way_agent_create(&config, &agent);
    }
    bool worked = false;
    if (status == WAY_STATUS_OK) {
        const uint64_t failures = memory->failures;
        worked = travel(agent);
        if (worked && memory->failures != failures) {
            // Only the path of a trip that gave up anyway may be cut short without a word.
            assert_true(memory_case.partial && way_agent_outcome(agent) != WAY_OUTCOME_FOUND);
            worked = false;
        }
        // The next trip has memory again and must not remember the failure.
        const uint64_t armed = memory->fail_at;
        memory->fail_at = 0;
        assert_true(travel(agent));
        memory->fail_at = armed;
    } else {
        assert_int_equal(status, WAY_STATUS_NO_MEMORY);
        assert_null(agent);
    }
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    return worked;
}

static bool scenario(test_allocator *memory)
{
    if (!memory_case.stage->map) {
        return travel_with(memory, memory_case.stage->space);
    }
    way_space *space = NULL;
    const way_status status = way_space_create_grid(memory_case.stage->map, memory_case.stage->size,
                                                    &memory->allocator, &space);
    if (status != WAY_STATUS_OK) {
        assert_int_equal(status, WAY_STATUS_NO_MEMORY);
        assert_null(space);
        return false;
    }
    const bool worked = travel_with(memory, space);
    way_space_destroy(space);
    return worked;
}

static void every_allocation_fails(conformance_rig *rig)
{
    static const uint64_t limits[] = {0, 3, 25};
    if (strstr(rig->spec, "nodes=")) {
        return; // with so few nodes of its own every trip may end for lack of room
    }
    // Preparation takes most of the time and is the same for all trips: fewer of them will do.
    const bool prepared = rig->algorithm->traits & WAY_TRAIT_PREPARED;
    if (prepared && rig->stage->count > 150) {
        return;
    }
    for (uint32_t i = 0; i < rig->stage->problem_count; i += 6) {
        for (uint32_t k = prepared ? i / 2 : 0; k < 6; k += prepared ? 6 : 1) {
            memory_case.spec = rig->spec;
            memory_case.algorithm = rig->algorithm;
            memory_case.complete = conformance_is_complete(rig);
            memory_case.stage = rig->stage;
            memory_case.problem = &rig->stage->problems[i];
            memory_case.store = k % 2 ? WAY_STORE_SPARSE : WAY_STORE_AUTO;
            memory_case.expansion_limit = limits[k / 2];
            memory_case.partial = k >= 2;
            rig->trip = memory_trip();
            test_allocator_fail_each(scenario);
        }
    }
}

int main(void)
{
    static const conformance_test tests[] = {
        {"every allocation fails", every_allocation_fails, 0, 4},
    };
    stage_set stages = {0};
    stage_set_add_grids(&stages, 1, stage_rounds(8));
    stage_set_add_linked(&stages, 1);
    stage_set_add_graphs(&stages, stage_rounds(8));
    stage_set_add_worlds(&stages, 1);
    const int failed = conformance_main(&stages, tests, 1);
    stage_set_destroy(&stages);
    return failed;
}
