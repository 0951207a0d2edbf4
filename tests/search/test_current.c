// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// How soon hierarchical databases are current again: what docs/hierarchical.md promises, counted in
// calls of way_navigator_repair and in the work that these do.
#include "search/stage.h"
#include "search/trip/algorithm.h"
#include "support/test.h"

#include <waymark/agent.h>
#include <waymark/database.h>

#define CURRENT_BUDGET 500u
#define CURRENT_SLICE 20u ///< of work, where it is counted
#define CURRENT_EDITS 60u
#define CURRENT_FRAMES 800u

static const char *const current_scenes[] = {"rooms,width=160,height=160,seed=5",
                                             "caves,width=160,height=160,seed=3"};
enum { CURRENT_SCENES = sizeof current_scenes / sizeof *current_scenes };

/// What one edited cell may take until a database is current, in units of work, and how many frames
/// apart edits must be to leave half of the budget.
typedef struct current_promise {
    const char *spec;
    uint32_t mean, most;
    uint32_t every;
} current_promise;

static const current_promise current_promises[] = {{"hpastar", 25, 40, 1},
                                                   {"dhpastar", 25, 40, 1},
                                                   {"hpastar(levels=1)", 25, 40, 1},
                                                   {"prastar", 500, 1000, 2},
                                                   {"sectors", 400, 900, 2}};
enum { CURRENT_SPECS = sizeof current_promises / sizeof *current_promises };

typedef struct current_rig {
    way_map *map;
    way_space *space;
    way_navigator *navigator;
    way_rng rng;
} current_rig;

static void current_open(const char *words, const char *spec, current_rig *rig)
{
    *rig = (current_rig){.map = stage_scene_map(words), .rng = way_rng_seed(11)};
    assert_int_equal(way_space_create_grid(rig->map, 1, NULL, &rig->space), WAY_STATUS_OK);
    const way_navigator_config config = {.space = rig->space, .algorithm = spec};
    assert_int_equal(way_navigator_create(&config, &rig->navigator), WAY_STATUS_OK);
}

static void current_close(current_rig *rig)
{
    way_navigator_destroy(rig->navigator);
    way_space_destroy(rig->space);
    way_map_destroy(rig->map);
}

/// A cell of the ground is blocked, or one of a wall opened.
static void current_edit(current_rig *rig)
{
    const uint32_t x = 1 + way_rng_below(&rig->rng, way_map_width(rig->map) - 2);
    const uint32_t y = 1 + way_rng_below(&rig->rng, way_map_height(rig->map) - 2);
    const way_cell cell = way_map_cell(rig->map, x, y);
    const way_edit edit = {x, y, 1, 1, way_map_is_passable(rig->map, cell) ? 0 : 1};
    assert_int_equal(way_map_edit(rig->map, &edit, 1), WAY_STATUS_OK);
}

static bool current_repair(current_rig *rig, uint32_t budget)
{
    bool done = false;
    assert_int_equal(way_navigator_repair(rig->navigator, budget, &done), WAY_STATUS_OK);
    return way_navigator_is_current(rig->navigator);
}

static void one_cell_is_soon_repaired(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < CURRENT_SPECS * CURRENT_SCENES; i++) {
        const current_promise *promise = &current_promises[i % CURRENT_SPECS];
        current_rig rig;
        current_open(current_scenes[i / CURRENT_SPECS], promise->spec, &rig);
        uint64_t longest = 0;
        for (uint32_t k = 0; k < CURRENT_EDITS; k++) {
            const uint64_t before = rig.navigator->repaired;
            current_edit(&rig);
            assert_false(way_navigator_is_current(rig.navigator));
            while (!current_repair(&rig, CURRENT_SLICE)) {
            }
            const uint64_t spent = rig.navigator->repaired - before;
            longest = spent > longest ? spent : longest;
        }
        const uint64_t mean = rig.navigator->repaired / CURRENT_EDITS;
        print_message("%s on %s: %llu units of work in the mean, %llu at most\n", promise->spec,
                      current_scenes[i / CURRENT_SPECS], (unsigned long long)mean,
                      (unsigned long long)longest);
        assert_true(mean <= promise->mean && longest <= promise->most);
        current_close(&rig);
    }
}

/// Twice the most work of one edit, in calls, is what docs/hierarchical.md says.
static void current_again_while_edits_leave_budget(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < CURRENT_SPECS * CURRENT_SCENES; i++) {
        const current_promise *promise = &current_promises[i % CURRENT_SPECS];
        assert_true(2 * promise->mean <= promise->every * CURRENT_BUDGET);
        current_rig rig;
        current_open(current_scenes[i / CURRENT_SPECS], promise->spec, &rig);
        uint32_t behind = 0;
        uint32_t longest = 0;
        for (uint32_t frame = 0; frame < CURRENT_FRAMES; frame++) {
            if (frame % promise->every == 0) {
                current_edit(&rig);
            }
            behind = current_repair(&rig, CURRENT_BUDGET) ? 0 : behind + 1;
            longest = behind > longest ? behind : longest;
        }
        print_message("%s on %s: behind for %u calls at most\n", promise->spec,
                      current_scenes[i / CURRENT_SPECS], longest);
        assert_true(longest <= 2 * promise->most / CURRENT_BUDGET);
        current_close(&rig);
    }
}

/// Adds what a trip takes, and what its path costs.
static void current_count(way_agent *agent, const way_trip *trip, uint64_t *work, uint64_t *cost)
{
    assert_int_equal(way_agent_begin(agent, trip), WAY_STATUS_OK);
    assert_int_equal(way_agent_run(agent), WAY_OUTCOME_FOUND);
    assert_true(way_agent_path_holds(agent, 0));
    *work += way_agent_stats(agent).expansions;
    *cost += way_agent_cost(agent);
}

/// With an edit in every frame most clusters of HPA* keep no ways, and trips look for the costs
/// themselves.
static void trips_make_do_without_ways(void **state)
{
    (void)state;
    static const char *const scenes[] = {
        "rooms,width=160,height=160,seed=5", "caves,width=160,height=160,seed=3",
        "rooms,width=480,height=480,seed=5", "caves,width=480,height=480,seed=3"};
    static const uint32_t most[] = {150, 150, 33, 33}; // per cent of A*'s expansions
    for (uint32_t i = 0; i < 2 * sizeof scenes / sizeof *scenes; i++) {
        current_rig rig;
        way_agent *agent = NULL;
        uint64_t work[2] = {0};
        uint64_t cost[2] = {0};
        current_open(scenes[i / 2], i % 2 ? "dhpastar" : "hpastar", &rig);
        const way_agent_config config = {.navigator = rig.navigator};
        assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
        for (uint32_t frame = 0; frame < CURRENT_FRAMES; frame++) {
            const uint32_t cells = way_map_width(rig.map) * way_map_height(rig.map);
            way_trip trip = {0};
            way_path best = {0};
            current_edit(&rig);
            assert_true(current_repair(&rig, CURRENT_BUDGET));
            trip.start = way_rng_below(&rig.rng, cells);
            trip.goal = way_rng_below(&rig.rng, cells);
            if (frame < CURRENT_FRAMES / 2 ||
                !way_map_is_reachable(rig.map, trip.start, trip.goal, 1)) {
                continue;
            }
            assert_int_equal(way_find(rig.map, "astar", trip.start, trip.goal, &best),
                             WAY_STATUS_OK);
            work[1] += best.stats.expansions;
            cost[1] += best.cost;
            way_path_free(&best);
            current_count(agent, &trip, &work[0], &cost[0]);
        }
        print_message("%s on %s: %llu expansions for %llu of A*, %.2f %% above the best\n",
                      i % 2 ? "dhpastar" : "hpastar", scenes[i / 2], (unsigned long long)work[0],
                      (unsigned long long)work[1], 100.0 * (double)cost[0] / (double)cost[1] - 100);
        assert_true(100 * work[0] <= most[i / 2] * work[1] && 100 * cost[0] <= 101 * cost[1]);
        way_agent_destroy(agent);
        current_close(&rig);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_cell_is_soon_repaired),
        cmocka_unit_test(current_again_while_edits_leave_budget),
        cmocka_unit_test(trips_make_do_without_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
