// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Budgets: on maps of some size no call does more than its header allows, by counts.
#include "search/conformance.h"
#include "search/trip/algorithm.h"
#include "support/test.h"

/// What a step may do beyond its budget, and what way_agent_begin may do beside its goals.
#define BUDGET_BEYOND 64u
#define BUDGET_BEGIN 4096u

#define BUDGET_STEPS 60u
#define BUDGET 100u

static uint64_t budget_work(const conformance_rig *rig)
{
    return rig->agent->looked + rig->agent->stats.expansions;
}

static void check_steps(conformance_rig *rig)
{
    for (uint32_t i = 0; i < BUDGET_STEPS; i++) {
        const uint64_t before = budget_work(rig);
        const way_outcome outcome = way_agent_step(rig->agent, BUDGET);
        const uint64_t work = budget_work(rig) - before;
        conformance_check(rig, work <= BUDGET + BUDGET_BEYOND, "%llu of work in a step of %u",
                          (unsigned long long)work, BUDGET);
        if (outcome != WAY_OUTCOME_WORKING) {
            return;
        }
    }
}

/// Trips to goals that can be reached and to others, from free and from blocked starts.
static void begins_and_steps(conformance_rig *rig)
{
    const test_stage *stage = rig->stage;
    way_rng rng = way_rng_seed(stage->count);
    for (uint32_t i = 0; i < stage->problem_count + 6; i++) {
        const bool given = i < stage->problem_count;
        rig->trip = (way_trip){
            .start = given ? stage->problems[i].start : way_rng_below(&rng, stage->count),
            .goal = given ? stage->problems[i].goal : way_rng_below(&rng, stage->count),
            .fall_back_to_nearest = i % 2};
        assert_int_equal(way_agent_begin(rig->agent, &rig->trip), WAY_STATUS_OK);
        conformance_check(rig, budget_work(rig) <= BUDGET_BEGIN + 1, "%llu of work to begin",
                          (unsigned long long)budget_work(rig));
        check_steps(rig);
    }
}

/// Told of one cell in a hundred, an agent takes note, and the steps that follow do the work.
static void changes(conformance_rig *rig)
{
    const uint32_t count = rig->stage->count / 100;
    way_state *states = malloc(count * sizeof *states);
    assert_non_null(states);
    way_rng rng = way_rng_seed(rig->stage->count);
    for (uint32_t i = 0; i < count; i++) {
        states[i] = way_rng_below(&rng, rig->stage->count);
    }
    const stage_problem *problem = &rig->stage->problems[0];
    rig->trip = (way_trip){.start = problem->start, .goal = problem->goal};
    assert_int_equal(way_agent_begin(rig->agent, &rig->trip), WAY_STATUS_OK);
    check_steps(rig);
    const uint64_t before = budget_work(rig);
    assert_int_equal(way_agent_notify(rig->agent, states, count), WAY_STATUS_OK);
    conformance_check(rig, budget_work(rig) - before <= BUDGET_BEYOND, "%llu of work to be told",
                      (unsigned long long)(budget_work(rig) - before));
    check_steps(rig);
    free(states);
}

int main(void)
{
    static const conformance_test tests[] = {
        {"begins and steps", begins_and_steps, 0, 1},
        {"changes", changes, WAY_TRAIT_INCREMENTAL, 1},
    };
    // The smallest first: sanitized builds take these alone.
    static const struct {
        const char *generator;
        uint32_t side, heaviest, size;
    } grounds[] = {{"caves", 48, 1, 1}, {"random", 96, 1, 1}, {"rooms", 96, 1, 2},
                   {"rooms", 96, 1, 1}, {"caves", 96, 1, 1},  {"caves", 96, 9, 1}};
    test_stage stages[sizeof grounds / sizeof *grounds];
    stage_set set = {.stages = stages, .capacity = sizeof stages / sizeof *stages};
    while (set.count < stage_rounds(set.capacity) + 2 && set.count < set.capacity) {
        const stage_grid_config config = {.generator = grounds[set.count].generator,
                                          .width = grounds[set.count].side,
                                          .height = grounds[set.count].side,
                                          .seed = 7,
                                          .neighbours = WAY_NEIGHBOURS_8,
                                          .corners = WAY_CORNERS_STRICT,
                                          .lightest = 1,
                                          .heaviest = grounds[set.count].heaviest,
                                          .size = grounds[set.count].size};
        stage_create_grid(&set.stages[set.count++], &config);
    }
    const int failed = conformance_main(&set, tests, sizeof tests / sizeof *tests);
    for (uint32_t i = 0; i < set.count; i++) {
        stage_destroy(&stages[i]);
    }
    return failed;
}
