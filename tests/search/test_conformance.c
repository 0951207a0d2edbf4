// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Answers: every algorithm of the registry against the oracle, as its traits promise.
#include "search/conformance.h"
#include "support/test.h"

#include <string.h>

static void check_optimal(const conformance_rig *rig, const stage_problem *problem,
                          const conformance_result *result)
{
    const uint32_t traits = rig->algorithm->traits;
    if ((traits & WAY_TRAIT_OPTIMAL) && conformance_plans_all(rig, problem->start)) {
        conformance_check(rig, result->cost == problem->best, "%s: cost %u, the best is %u",
                          problem->kind, result->cost, problem->best);
    }
    if (traits & WAY_TRAIT_BOUNDED) {
        const uint64_t bound = conformance_bound(rig);
        conformance_check(rig, bound > 0, "BOUNDED without a ratio named weight or bound");
        conformance_check(rig, (uint64_t)result->cost * 1000 <= problem->best * bound,
                          "%s: cost %u is more than %llu thousandths of %u", problem->kind,
                          result->cost, (unsigned long long)bound, problem->best);
    }
    conformance_check(rig, result->cost >= problem->best, "%s: cost %u is less than the best, %u",
                      problem->kind, result->cost, problem->best);
}

static void answers(conformance_rig *rig)
{
    for (uint32_t i = 0; i < rig->stage->problem_count; i++) {
        const stage_problem *problem = &rig->stage->problems[i];
        const way_trip trip = {.start = problem->start, .goal = problem->goal};
        const conformance_result result = conformance_run(rig, rig->agent, &trip, UINT32_MAX);
        if (conformance_gave_up(rig, &result)) {
            continue;
        }
        if (problem->best == WAY_COST_MAX) {
            conformance_check(rig, result.outcome == WAY_OUTCOME_NO_PATH,
                              "%s: there is no way, the outcome is %s", problem->kind,
                              way_outcome_name(result.outcome));
            continue;
        }
        const bool arrived = result.outcome == WAY_OUTCOME_FOUND;
        const bool ended = arrived || result.outcome == WAY_OUTCOME_NO_PATH;
        conformance_check(rig, ended && (arrived || !conformance_owes(rig, &result, NULL)),
                          "%s: there is a way of %u, the outcome is %s", problem->kind,
                          problem->best, way_outcome_name(result.outcome));
        if (arrived) {
            conformance_check(rig, result.goal == problem->goal, "%s: arrived at %u", problem->kind,
                              result.goal);
            check_optimal(rig, problem, &result);
        }
    }
}

/// Whether no estimate exceeds the true cost of a walk, from the starts of the problems, blocked
/// ones too, to every state. From deep inside blocked ground there is none.
static bool estimates_are_low(const stage_set *stages)
{
    for (uint32_t i = 0; i < stages->count; i++) {
        const test_stage *stage = &stages->stages[i];
        way_space *space = stage->space;
        for (uint32_t k = 0; k < stage->problem_count; k++) {
            const stage_problem *problem = &stage->problems[k];
            if (stage_is_deep(stage, problem->start)) {
                continue;
            }
            for (way_state state = 0; problem->costs && state < stage->count; state++) {
                const way_cost estimate = space->type->estimate(space, problem->start, state);
                if (estimate > problem->costs[state]) {
                    print_error("%s: from %u to %u costs %u, the estimate is %u\n", stage->name,
                                problem->start, state, problem->costs[state], estimate);
                    return false;
                }
            }
        }
    }
    return true;
}

/// Whether every search that can do with any space is asked on every kind of world: without this,
/// a world that lost its stages would go unnoticed.
static bool covers_worlds(const stage_set *stages)
{
    static const struct {
        const char *name;
        uint32_t need; ///< of those that are asked there; 0 = all that need nothing
    } worlds[] = {{"tiles", 0},
                  {"platform", 0},
                  {"corners", 0},
                  {"waypoints", 0},
                  {"mesh", 0},
                  {"points", 0},
                  {"points", WAY_SPACE_MESH_POINTS},
                  {"angles", WAY_SPACE_ANGLES}};
    bool covered = true;
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const way_algorithm *algorithm = way_algorithm_at(i);
        for (uint32_t k = 0; k < sizeof worlds / sizeof *worlds; k++) {
            uint32_t count = 0;
            for (uint32_t j = 0; j < stages->count; j++) {
                const test_stage *stage = &stages->stages[j];
                count += strncmp(stage->name, worlds[k].name, strlen(worlds[k].name)) == 0 &&
                         stage_suits(stage, algorithm);
            }
            if (count == 0 && (worlds[k].need ? (algorithm->needs & worlds[k].need) != 0
                                              : algorithm->needs == 0)) {
                print_error("%s is never asked on %s\n", algorithm->name, worlds[k].name);
                covered = false;
            }
        }
    }
    return covered;
}

int main(void)
{
    static const conformance_test tests[] = {{"answers", answers, 0, 1}};
    stage_set stages = {0};
    stage_set_add_grids(&stages, stage_rounds(3), stage_rounds(100));
    stage_set_add_linked(&stages, stage_rounds(4));
    stage_set_add_graphs(&stages, stage_rounds(30));
    stage_set_add_worlds(&stages, stage_rounds(6));
    print_message("%u stages\n", stages.count);
    const int failed =
        !covers_worlds(&stages) + !estimates_are_low(&stages) + conformance_main(&stages, tests, 1);
    stage_set_destroy(&stages);
    return failed;
}
