// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Budgets on a map of some size that is edited, by counts: repairs of every algorithm whose
// database follows edits, from the first call after an edit on; steps of every one that needs no
// preparation. All with the parameters that they come with.
#include "search/conformance.h"
#include "search/registry/registry.h"
#include "support/test.h"

#include <waymark/database.h>

#define BUDGETS_SIDE 256u
#define BUDGETS_REPAIRS 300u

/// What calls may do beyond their budgets, as their headers say: a repair, a step, and one that
/// makes a trip begin again.
#define BUDGETS_REPAIR 2048u
#define BUDGETS_STEP 64u
#define BUDGETS_BEGIN 4096u

/// Puts walls and openings somewhere: one cell, a few, a block, a ninth of the map, long walls.
static void repair_edit(const test_stage *stage, uint32_t kind, way_rng *rng)
{
    static const uint32_t sizes[][2] = {
        {1, 1}, {8, 1}, {40, 40}, {BUDGETS_SIDE / 3, BUDGETS_SIDE / 3}, {1, BUDGETS_SIDE / 4}};
    for (uint32_t i = 0; i < (kind == 4 ? 10 : 1); i++) {
        const way_edit edit = {way_rng_below(rng, BUDGETS_SIDE - sizes[kind][0]),
                               way_rng_below(rng, BUDGETS_SIDE - sizes[kind][1]), sizes[kind][0],
                               sizes[kind][1], (uint8_t)(kind == 0 || i % 2)};
        assert_int_equal(way_map_edit(stage->map, &edit, 1), WAY_STATUS_OK);
    }
}

static void repair_follow(const conformance_rig *rig, uint32_t budget)
{
    bool done = false;
    for (uint32_t i = 0; i < BUDGETS_REPAIRS && !done; i++) {
        const uint64_t before = rig->navigator->repaired;
        assert_int_equal(way_navigator_repair(rig->navigator, budget, &done), WAY_STATUS_OK);
        const uint64_t work = rig->navigator->repaired - before;
        conformance_check(rig, work <= (uint64_t)budget + BUDGETS_REPAIR,
                          "%llu of work in call %u of repair(%u)", (unsigned long long)work, i,
                          budget);
    }
}

static void budgets_create_stage(test_stage *stage, const char *generator)
{
    const stage_grid_config config = {.generator = generator,
                                      .width = BUDGETS_SIDE,
                                      .height = BUDGETS_SIDE,
                                      .seed = 7,
                                      .neighbours = WAY_NEIGHBOURS_8,
                                      .corners = WAY_CORNERS_STRICT,
                                      .lightest = 1,
                                      .heaviest = 1,
                                      .size = 1};
    stage_create_grid(stage, &config);
}

/// Edits of every kind, one before the database has followed the last, each with its own budget.
static void repair_all(const char *spec, const char *generator)
{
    static const uint32_t budgets[] = {100, 10, 1000, 100, 100};
    static conformance_rig rig;
    static test_stage stage;
    way_rng rng = way_rng_seed(3);
    budgets_create_stage(&stage, generator);
    conformance_open(&rig, &stage, spec, NULL);
    for (uint32_t kind = 0; kind < sizeof budgets / sizeof *budgets; kind++) {
        repair_edit(&stage, kind, &rng);
        repair_follow(&rig, budgets[kind]);
    }
    conformance_check(&rig, rig.navigator->repaired > 1000, "next to no work is counted");
    conformance_close(&rig);
    stage_destroy(&stage);
}

static void repairs_when_large(void **state)
{
    uint32_t tested = 0;
    (void)state;
    for (uint32_t i = 0; i < wayi_algorithm_total; i++) {
        if (wayi_algorithms[i]->database.repair &&
            (wayi_algorithms[i]->info.traits & WAY_TRAIT_PREPARED)) {
            repair_all(wayi_algorithms[i]->info.name, "caves");
            repair_all(wayi_algorithms[i]->info.name, "rooms");
            tested++;
        }
    }
    repair_all("astar(estimate=differential)", "caves");
    repair_all("astar(estimate=differential)", "rooms");
    assert_true(tested >= 7);
}

/// A trip with an edit somewhere at every third step.
static void steps_under_edits(conformance_rig *rig, way_rng *rng)
{
    const uint32_t budget = 100;
    assert_int_equal(way_agent_begin(rig->agent, &rig->trip), WAY_STATUS_OK);
    const uint64_t begun = rig->agent->looked + rig->agent->stats.expansions;
    conformance_check(rig, begun <= BUDGETS_BEGIN + 1, "%llu of work to begin",
                      (unsigned long long)begun);
    for (uint32_t i = 0; i < 30; i++) {
        const bool edited = i % 3 == 2;
        if (edited) {
            repair_edit(rig->stage, i / 3 % 2, rng);
        }
        const uint64_t before = rig->agent->looked + rig->agent->stats.expansions;
        const way_outcome outcome = way_agent_step(rig->agent, budget);
        const uint64_t work = rig->agent->looked + rig->agent->stats.expansions - before;
        conformance_check(rig, work <= budget + (edited ? BUDGETS_BEGIN : BUDGETS_STEP),
                          "%llu of work in step %u of %u", (unsigned long long)work, i, budget);
        if (outcome != WAY_OUTCOME_WORKING) {
            return;
        }
    }
}

static void steps_when_large(void **state)
{
    (void)state;
    static test_stage stage;
    budgets_create_stage(&stage, "caves");
    for (uint32_t i = 0; i < wayi_algorithm_total; i++) {
        static conformance_rig rig;
        way_rng rng = way_rng_seed(11);
        if ((wayi_algorithms[i]->info.traits & WAY_TRAIT_PREPARED) ||
            !way_algorithm_suits(&wayi_algorithms[i]->info, stage.space)) {
            continue;
        }
        conformance_open(&rig, &stage, wayi_algorithms[i]->info.name, NULL);
        for (uint32_t k = 0; k < 24; k++) {
            rig.trip = (way_trip){.start = way_rng_below(&rng, stage.count),
                                  .goal = way_rng_below(&rng, stage.count),
                                  .fall_back_to_nearest = k % 2};
            steps_under_edits(&rig, &rng);
        }
        conformance_close(&rig);
    }
    stage_destroy(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(repairs_when_large),
                                       cmocka_unit_test(steps_when_large)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
