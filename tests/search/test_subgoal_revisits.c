// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Where walks along subgoals go twice. Every leg, from one decision to the next, meets no cell
// twice: estimates fall along a climb, and searched legs are best paths. Two legs may share cells:
// the way to a place and away from it do, which looking ahead mostly saves. With it no walk of
// thousands meets a cell more than twice, without it none more than three times. A compressed path
// database never comes back at all.
#include "search/stage.h"
#include "search/subgoal/pilot.h"
#include "support/test.h"

#include <string.h>

#define VISITS_MAX 2u
#define VISITS_MAX_BLIND 3u ///< shortcuts=off
#define VISITS_TRIPS 60u

static stage_set visits_stages;

static const char *const visits_specs[] = {
    "hcdps",
    "dba(sector=8)",
    "hcdps(depth=3)",
    "dba(sector=16, depth=2)",
    "hcdps(spacing=4, depth=2)",
    "dba(sector=32)",
    "hcdps(shortcuts=off)",
    "dba(sector=8, shortcuts=off)",
    "hcdps(depth=3, shortcuts=off)",
    "dba(sector=5, depth=3, reads=20)",
};
enum { VISITS_SPECS = sizeof visits_specs / sizeof *visits_specs };

/// What was seen on all walks of a spec.
typedef struct visits_sum {
    uint32_t walks;
    uint32_t twice; ///< walks with a cell met twice or more
    uint32_t most;
} visits_sum;

/// By cell: how often on this walk, and on which leg last.
static uint32_t visits_counts[65536];
static uint32_t visits_legs[65536];

static void visits_walk(const test_stage *stage, way_agent *agent, const way_trip *trip,
                        visits_sum *sum)
{
    memset(visits_counts, 0, stage->count * sizeof *visits_counts);
    memset(visits_legs, 0, stage->count * sizeof *visits_legs);
    assert_int_equal(way_agent_begin(agent, trip), WAY_STATUS_OK);
    const wayi_pilot *pilot = agent->memory;
    way_cell target = WAY_CELL_NONE;
    way_cell from = trip->start;
    uint32_t leg = 0;
    uint32_t most = 1;
    visits_counts[from] = 1;
    for (bool moving = way_agent_outcome(agent) == WAY_OUTCOME_WORKING && from != trip->goal;
         moving;) {
        moving = way_agent_step(agent, UINT32_MAX) == WAY_OUTCOME_WORKING;
        const way_cell cell = agent->path.states[agent->path.count - 1];
        if (pilot->climb_to != target) {
            target = pilot->climb_to;
            visits_legs[from] = ++leg;
        }
        from = cell;
        if (visits_legs[cell] == leg) {
            stage_print(stage, trip->start, trip->goal);
            fail_msg("a leg on %s meets a cell twice", stage->name);
        }
        visits_legs[cell] = leg;
        visits_counts[cell]++;
        most = visits_counts[cell] > most ? visits_counts[cell] : most;
    }
    sum->walks++;
    sum->twice += most >= 2;
    sum->most = most > sum->most ? most : sum->most;
}

static void legs_meet_no_cell_twice(void **state)
{
    (void)state;
    visits_sum sums[VISITS_SPECS] = {0};
    way_rng rng = way_rng_seed(17);
    for (uint32_t i = 0; i < visits_stages.count; i++) {
        const test_stage *stage = &visits_stages.stages[i];
        if (!(way_space_traits(stage->space) & WAY_SPACE_UNIFORM_COST)) {
            continue;
        }
        way_navigator *navigator = NULL;
        way_agent *agent = NULL;
        const way_navigator_config config = {.space = stage->space,
                                             .algorithm = visits_specs[i % VISITS_SPECS]};
        assert_int_equal(way_navigator_create(&config, &navigator), WAY_STATUS_OK);
        const way_agent_config made = {.navigator = navigator};
        assert_int_equal(way_agent_create(&made, &agent), WAY_STATUS_OK);
        for (uint32_t k = 0; k < VISITS_TRIPS; k++) {
            const way_trip trip = {.start = way_rng_below(&rng, stage->count),
                                   .goal = way_rng_below(&rng, stage->count)};
            if (way_space_can_stand(stage->space, trip.start)) {
                visits_walk(stage, agent, &trip, &sums[i % VISITS_SPECS]);
            }
        }
        way_agent_destroy(agent);
        way_navigator_destroy(navigator);
    }
    visits_sum all = {0};
    for (uint32_t i = 0; i < VISITS_SPECS; i++) {
        print_message("%s: %u walks, a cell met twice on %u, at most %u times\n", visits_specs[i],
                      sums[i].walks, sums[i].twice, sums[i].most);
        const bool blind = strstr(visits_specs[i], "shortcuts=off");
        assert_true(sums[i].most <= (blind ? VISITS_MAX_BLIND : VISITS_MAX));
        all.walks += sums[i].walks;
        all.twice += sums[i].twice;
    }
    assert_true(all.walks > 500);
    assert_true(all.twice > 0 && all.twice * 4 < all.walks);
}

static void best_paths_never_come_back(void **state)
{
    (void)state;
    way_rng rng = way_rng_seed(19);
    uint32_t walks = 0;
    for (uint32_t i = 0; i < visits_stages.count; i++) {
        const test_stage *stage = &visits_stages.stages[i];
        if (!(way_space_traits(stage->space) & WAY_SPACE_UNIFORM_COST) ||
            way_map_passable_count(stage->map) > 1000) {
            continue;
        }
        way_navigator *navigator = NULL;
        way_agent *agent = NULL;
        const way_navigator_config config = {.space = stage->space, .algorithm = "cpd"};
        assert_int_equal(way_navigator_create(&config, &navigator), WAY_STATUS_OK);
        const way_agent_config made = {.navigator = navigator};
        assert_int_equal(way_agent_create(&made, &agent), WAY_STATUS_OK);
        for (uint32_t k = 0; k < VISITS_TRIPS; k++) {
            const way_trip trip = {.start = way_rng_below(&rng, stage->count),
                                   .goal = way_rng_below(&rng, stage->count)};
            assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
            way_agent_run(agent);
            assert_int_equal(way_agent_stats(agent).revisits, 0);
            walks++;
        }
        way_agent_destroy(agent);
        way_navigator_destroy(navigator);
    }
    assert_true(walks > 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(legs_meet_no_cell_twice),
        cmocka_unit_test(best_paths_never_come_back),
    };
    stage_set_add_grids(&visits_stages, stage_rounds(3), stage_rounds(300));
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    stage_set_destroy(&visits_stages);
    return failed;
}
