// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What way_navigator_lookahead tells of databases on maps that change: no step does more, whatever
// the size of the map, and some step comes near it.
#include "search/living_rig.h"

#define BOUND_TRIPS 40u
#define BOUND_EDITS 4u ///< before each
#define BOUND_BUDGET 300u

/// What is told is at most so many times what happens.
#define BOUND_SPARE 4u

static const char *const bound_specs[] = {
    "dba",          "hcdps",          "dba(sector=12)", "hcdps(spacing=12)",
    "dba(depth=3)", "hcdps(depth=1)", "dba(reads=1000)"};
enum { BOUND_SPECS = sizeof bound_specs / sizeof *bound_specs };

static const char *const bound_scenes[] = {"maze,width=256,height=256,seed=12,corridor=4",
                                           "maze,width=256,height=256,seed=11,braid=2000",
                                           "caves,width=256,height=256,seed=7,rounds=2"};
enum { BOUND_SCENES = sizeof bound_scenes / sizeof *bound_scenes };

/// Makes trips while a database follows edits too late; returns the most work of a step.
static uint64_t bound_measure(living_rig *rig, const char *where)
{
    way_agent *agent = NULL;
    uint64_t most = 0;
    assert_int_equal(way_agent_create(&(way_agent_config){.navigator = rig->navigator}, &agent),
                     WAY_STATUS_OK);
    const uint32_t told = way_navigator_lookahead(rig->navigator);
    for (uint32_t i = 0; i < BOUND_TRIPS; i++) {
        for (uint32_t k = 0; k < BOUND_EDITS; k++) {
            living_edit(rig);
        }
        (void)living_repair(rig, BOUND_BUDGET);
        const way_trip trip = living_trip(rig);
        assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
        while (way_agent_step(agent, UINT32_MAX) == WAY_OUTCOME_WORKING) {
        }
        assert_int_equal(way_agent_outcome(agent), WAY_OUTCOME_FOUND);
        const uint64_t step = way_agent_stats(agent).step_work_max;
        if (step > told) {
            fail_msg("%s: a step of %llu, told were %u", where, (unsigned long long)step, told);
        }
        most = step > most ? step : most;
    }
    way_agent_destroy(agent);
    return most;
}

static void what_is_told_happens(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < BOUND_SPECS; i++) {
        uint64_t most = 0;
        uint32_t told = 0;
        for (uint32_t k = 0; k < BOUND_SCENES; k++) {
            living_rig rig;
            living_open(bound_scenes[k], bound_specs[i], &rig);
            const uint32_t own = way_navigator_lookahead(rig.navigator);
            told = own > told ? own : told;
            const uint64_t step = bound_measure(&rig, bound_specs[i]);
            most = step > most ? step : most;
            living_close(&rig);
        }
        print_message("%s: told are %u, a step did %llu\n", bound_specs[i], told,
                      (unsigned long long)most);
        assert_true(told <= BOUND_SPARE * most);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_told_happens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
