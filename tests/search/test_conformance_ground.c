// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Ground that an algorithm does not take: whatever the map, its links, its weights, its rules of
// movement and its penalties, there is a navigator for it, and another search makes the trips, by
// the best way.
#include "search/conformance.h"
#include "support/test.h"

#include <waymark/database.h>

static void check_trips(conformance_rig *rig)
{
    for (uint32_t i = 0; i < rig->stage->problem_count; i++) {
        const stage_problem *problem = &rig->stage->problems[i];
        const way_trip trip = {.start = problem->start, .goal = problem->goal};
        if (!way_space_can_stand(rig->stage->space, trip.start)) {
            continue;
        }
        const conformance_result result = conformance_run(rig, rig->agent, &trip, 7);
        const bool exists = problem->best != WAY_COST_MAX;
        conformance_check(rig, result.outcome == (exists ? WAY_OUTCOME_FOUND : WAY_OUTCOME_NO_PATH),
                          "%s: %s", problem->kind, way_outcome_name(result.outcome));
        conformance_check(rig, result.cost == problem->best, "%s: cost %u, the best is %u",
                          problem->kind, result.cost, problem->best);
    }
}

/// What is said of a navigator whose own search does not work there.
static void check_navigator(conformance_rig *rig)
{
    const bool prepared = rig->algorithm->traits & WAY_TRAIT_PREPARED;
    bool done = false;
    way_database saved = {0};
    conformance_check(rig, way_navigator_lookahead(rig->navigator) == 0, "a bound of look-aheads");
    const char *makes = way_navigator_choice(rig->navigator).algorithm;
    conformance_check(rig, way_algorithm_suits(way_algorithm_find(makes), rig->stage->space),
                      "%s is said to make the trips", makes);
    if (prepared && rig->stage->map && way_space_map(rig->stage->space)) {
        conformance_check(rig, !way_navigator_is_current(rig->navigator), "it says current");
        const way_status status = way_navigator_repair(rig->navigator, 100, &done);
        conformance_check(rig, status == WAY_STATUS_UNSUPPORTED || done, "a repair without end");
        conformance_check(rig, way_navigator_save(rig->navigator, NULL, &saved) != WAY_STATUS_OK,
                          "something was saved");
    }
    way_state place = 0;
    conformance_check(rig, way_navigator_region(rig->navigator, 0, &place) == WAY_STATE_NONE,
                      "a region without a database");
}

static void every_ground_is_taken(void **state)
{
    const stage_set *stages = *state;
    uint32_t taken = 0;
    for (uint32_t i = 0; i < way_algorithm_count() * stages->count; i++) {
        const way_algorithm *algorithm = way_algorithm_at(i / stages->count);
        const test_stage *stage = &stages->stages[i % stages->count];
        if ((!stage->map && !stage->ground) || way_algorithm_suits(algorithm, stage->space) ||
            (algorithm->needs & (WAY_SPACE_MESH_POINTS | WAY_SPACE_ANGLES))) {
            continue; // it searches there itself, or other spaces than maps
        }
        static conformance_rig rig;
        conformance_open(&rig, stage, algorithm->name, NULL);
        check_trips(&rig);
        check_navigator(&rig);
        conformance_close(&rig);
        taken++;
    }
    assert_true(taken > 100);
}

int main(void)
{
    stage_set stages = {0};
    stage_set_add_grids(&stages, stage_rounds(3), stage_rounds(60));
    stage_set_add_linked(&stages, stage_rounds(3));
    stage_set_add_penalties(&stages, stage_rounds(30));
    const struct CMUnitTest tests[] = {{.name = "every_ground_is_taken",
                                        .test_func = every_ground_is_taken,
                                        .initial_state = &stages}};
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    stage_set_destroy(&stages);
    return failed;
}
