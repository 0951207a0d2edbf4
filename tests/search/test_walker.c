// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Walkers: no step does more than its header allows, by counts, for every algorithm; changes that
// can't matter to a plan do not touch it, and those that can are never missed.
#include "scenes/oracle.h"
#include "search/conformance.h"
#include "support/test.h"

#include <waymark/agent.h>
#include <waymark/fog.h>
#include <waymark/ground.h>

#include <string.h>

/// What way_walker_step may do beyond its budget, and where a trip begins again.
#define WALKER_BEYOND 1024u
#define WALKER_BEGIN 4096u
#define WALKER_BUDGET 100u
#define WALKER_RADIUS 3u
#define WALKER_SIDE 64u

typedef struct walker_rig {
    way_map *map;
    way_belief *belief; ///< in the fog
    way_space *space;
    way_navigator *navigator;
    way_walker *walker;
    way_cell goal;
} walker_rig;

/// Long walls with gaps, and some rubble.
static way_map *walker_map(way_rng *rng)
{
    way_map *map = NULL;
    const way_map_config config = way_map_config_default(WALKER_SIDE, WALKER_SIDE);
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    for (uint32_t i = 0; i < 8; i++) {
        const uint32_t gap = way_rng_below(rng, WALKER_SIDE);
        const way_edit edits[] = {{0, 8 * i + 3, WALKER_SIDE, 1, 0}, {gap, 8 * i + 3, 1, 1, 1}};
        assert_int_equal(way_map_edit(map, edits, 2), WAY_STATUS_OK);
    }
    for (uint32_t i = 0; i < 300; i++) {
        const way_edit edit = {way_rng_below(rng, WALKER_SIDE), way_rng_below(rng, WALKER_SIDE), 1,
                               1, 0};
        assert_int_equal(way_map_edit(map, &edit, 1), WAY_STATUS_OK);
    }
    return map;
}

static way_cell walker_free_cell(const way_map *map, way_rng *rng)
{
    return way_map_nearest_passable(map, way_rng_below(rng, WALKER_SIDE * WALKER_SIDE), 1);
}

/// False if the algorithm does not take the space, or not with these parameters.
static bool walker_open(walker_rig *rig, way_rng *rng, const char *spec, bool fog)
{
    *rig = (walker_rig){.map = walker_map(rng)};
    const way_belief_config config = {.truth = rig->map, .unseen = 1};
    assert_true(!fog || way_belief_create(&config, &rig->belief) == WAY_STATUS_OK);
    const way_map *map = fog ? way_belief_map(rig->belief) : rig->map;
    assert_int_equal(way_space_create_grid(map, 1, NULL, &rig->space), WAY_STATUS_OK);
    const way_navigator_config plan = {.space = rig->space, .algorithm = spec};
    const way_status status = way_navigator_create(&plan, &rig->navigator);
    if (status == WAY_STATUS_UNSUPPORTED || status == WAY_STATUS_TOO_LARGE) {
        return false;
    }
    assert_int_equal(status, WAY_STATUS_OK);
    const way_walker_config unit = {
        .navigator = rig->navigator, .belief = rig->belief, .sensor = {.radius = WALKER_RADIUS}};
    assert_int_equal(way_walker_create(&unit, &rig->walker), WAY_STATUS_OK);
    rig->goal = walker_free_cell(rig->map, rng);
    const way_cell start = walker_free_cell(rig->map, rng);
    const way_status begun = way_walker_begin(rig->walker, start, rig->goal);
    // A database that can't follow what the walker learns says so.
    const bool prepared = way_navigator_algorithm(rig->navigator)->traits & WAY_TRAIT_PREPARED;
    assert_true(begun == WAY_STATUS_OK || (begun == WAY_STATUS_STALE && fog && prepared));
    return begun == WAY_STATUS_OK;
}

static void walker_close(walker_rig *rig)
{
    way_walker_destroy(rig->walker);
    way_navigator_destroy(rig->navigator);
    way_space_destroy(rig->space);
    way_belief_destroy(rig->belief);
    way_map_destroy(rig->map);
}

static void walker_edit(way_map *map, way_rng *rng, uint32_t side)
{
    const way_edit edit = {way_rng_below(rng, WALKER_SIDE - side),
                           way_rng_below(rng, WALKER_SIDE - side), side, side,
                           (uint8_t)way_rng_below(rng, 2)};
    assert_int_equal(way_map_edit(map, &edit, 1), WAY_STATUS_OK);
}

static void walker_check_work(const walker_rig *rig, const char *spec, bool fog, uint64_t allowed)
{
    const uint64_t side = 2 * WALKER_RADIUS + 1;
    const uint64_t most =
        WALKER_BUDGET + WALKER_BEYOND + (fog ? 2 * (side * side / 16 + 1) : 0) + allowed;
    const uint64_t work = way_walker_walk(rig->walker).stats.step_work_max;
    if (work > most) {
        fail_msg("%s%s: %llu of work in a step of %u, allowed are %llu", spec, fog ? " in fog" : "",
                 (unsigned long long)work, WALKER_BUDGET, (unsigned long long)most);
    }
}

/// First on a map that stays as it is, then amid edits small and large.
static void walker_walk_bounded(const char *spec, bool fog)
{
    way_rng rng = way_rng_seed(fog);
    walker_rig rig;
    if (walker_open(&rig, &rng, spec, fog)) {
        bool over = false;
        for (uint32_t i = 0; i < 60 && !over; i++) {
            over = way_walker_step(rig.walker, WALKER_BUDGET) != WAY_OUTCOME_WORKING;
        }
        walker_check_work(&rig, spec, fog, fog ? WALKER_BEGIN : 0);
        for (uint32_t i = 0; i < 60; i++) {
            walker_edit(rig.map, &rng, i % 10 ? 1 : 30);
            (void)way_walker_step(rig.walker, WALKER_BUDGET);
            walker_check_work(&rig, spec, fog, WALKER_BEGIN);
        }
    }
    walker_close(&rig);
}

static void steps_keep_their_budget(void **state)
{
    (void)state;
    char spec[CONFORMANCE_SPEC_MAX];
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        for (uint32_t variant = 0; conformance_variant(way_algorithm_at(i), variant, spec);
             variant++) {
            walker_walk_bounded(spec, false);
            walker_walk_bounded(spec, true);
        }
    }
}

static way_map *walker_plain_map(void)
{
    way_map *map = NULL;
    const way_map_config config = way_map_config_default(WALKER_SIDE, WALKER_SIDE);
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    return map;
}

/// A unit that goes along the top of a map does not care for what happens at its bottom.
static void far_changes_leave_plans_alone(void **state)
{
    (void)state;
    walker_rig rig = {.map = walker_plain_map()};
    assert_int_equal(way_space_create_grid(rig.map, 1, NULL, &rig.space), WAY_STATUS_OK);
    const way_navigator_config plan = {.space = rig.space, .algorithm = "dstarlite"};
    assert_int_equal(way_navigator_create(&plan, &rig.navigator), WAY_STATUS_OK);
    const way_walker_config unit = {.navigator = rig.navigator};
    assert_int_equal(way_walker_create(&unit, &rig.walker), WAY_STATUS_OK);
    assert_int_equal(way_walker_begin(rig.walker, 0, 60), WAY_STATUS_OK);
    for (uint32_t i = 0; i < 20; i++) {
        assert_int_equal(way_walker_step(rig.walker, 1000), WAY_OUTCOME_WORKING);
        const way_edit far = {i, 50, 1, 1, 0};
        assert_int_equal(way_map_edit(rig.map, &far, 1), WAY_STATUS_OK);
    }
    way_walk walk = way_walker_walk(rig.walker);
    assert_int_equal(walk.moves, 20);
    assert_int_equal(walk.plans, 1);
    assert_int_equal(walk.changes, 0);
    // A wall across the way that ends where the far changes are: now all of them matter.
    const way_edit wall = {40, 0, 1, 63, 0};
    assert_int_equal(way_map_edit(rig.map, &wall, 1), WAY_STATUS_OK);
    while (way_walker_step(rig.walker, 1000) == WAY_OUTCOME_WORKING) {
        walk = way_walker_walk(rig.walker);
        if (walk.remaining != WAY_COST_MAX) {
            assert_int_equal(walk.remaining,
                             oracle_cost(rig.map, way_walker_state(rig.walker), 60, 1));
        }
    }
    assert_int_equal(way_walker_outcome(rig.walker), WAY_OUTCOME_FOUND);
    assert_true(way_walker_walk(rig.walker).changes >= 63);
    walker_close(&rig);
}

/// Whatever a plan was not told of, it stays a best one.
static void no_change_that_matters_is_missed(void **state)
{
    (void)state;
    uint64_t told = 0;
    uint64_t made = 0;
    for (uint64_t seed = 0; seed < stage_rounds(12); seed++) {
        way_rng rng = way_rng_seed(seed);
        walker_rig rig;
        assert_true(walker_open(&rig, &rng, "dstarlite", false));
        for (uint32_t i = 0; i < 80; i++) {
            const way_outcome outcome = way_walker_step(rig.walker, 1 + way_rng_below(&rng, 2000));
            const way_walk walk = way_walker_walk(rig.walker);
            const way_cost best = oracle_cost(rig.map, way_walker_state(rig.walker), rig.goal, 1);
            if (outcome == WAY_OUTCOME_NO_PATH) {
                assert_int_equal(best, WAY_COST_MAX);
            } else if (walk.remaining != WAY_COST_MAX) {
                assert_int_equal(walk.remaining, best);
            }
            walker_edit(rig.map, &rng, 1 + way_rng_below(&rng, 3));
            made++;
        }
        told += way_walker_walk(rig.walker).changes;
        walker_close(&rig);
    }
    assert_true(told > 0 && told < 3 * made);
}

/// A walker that is not told otherwise remembers what its plans touch, not a map each.
static void walkers_are_small_by_preset(void **state)
{
    (void)state;
    const way_map_config config = way_map_config_default(256, 256);
    way_map *map = NULL;
    way_space *fog = NULL;
    way_belief *belief = NULL;
    size_t bytes[2] = {0};
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    const way_belief_config unseen = {.truth = map, .unseen = 1};
    assert_int_equal(way_belief_create(&unseen, &belief), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(way_belief_map(belief), 1, NULL, &fog), WAY_STATUS_OK);
    for (uint32_t i = 0; i < 2; i++) {
        const way_navigator_config plan = {.space = fog, .algorithm = "dstarlite"};
        way_navigator *navigator = NULL;
        way_walker *walker = NULL;
        assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
        const way_walker_config unit = {.navigator = navigator,
                                        .belief = belief,
                                        .sensor = {.radius = 4},
                                        .store = i ? WAY_STORE_DENSE : WAY_STORE_AUTO};
        assert_int_equal(way_walker_create(&unit, &walker), WAY_STATUS_OK);
        assert_int_equal(way_walker_begin(walker, 0, 256 * 100 + 80), WAY_STATUS_OK);
        while (way_walker_step(walker, 1000) == WAY_OUTCOME_WORKING) {
        }
        assert_int_equal(way_walker_outcome(walker), WAY_OUTCOME_FOUND);
        bytes[i] = way_agent_stats(way_walker_agent(walker)).bytes;
        way_walker_destroy(walker);
        way_navigator_destroy(navigator);
    }
    assert_true(bytes[0] * 4 < bytes[1]);
    way_space_destroy(fog);
    way_belief_destroy(belief);
    way_map_destroy(map);
}

/// A walker looks around for the belief that its navigator plans on, as far as sensors see.
static void beliefs_are_checked(void **state)
{
    (void)state;
    way_rng rng = way_rng_seed(1);
    walker_rig rig;
    assert_true(walker_open(&rig, &rng, "astar", true));
    way_space *truth = NULL;
    way_navigator *other = NULL;
    way_walker *walker = NULL;
    assert_int_equal(way_space_create_grid(rig.map, 1, NULL, &truth), WAY_STATUS_OK);
    const way_navigator_config plan = {.space = truth, .algorithm = "astar"};
    assert_int_equal(way_navigator_create(&plan, &other), WAY_STATUS_OK);
    way_walker_config config = {.navigator = other, .belief = rig.belief};
    assert_int_equal(way_walker_create(&config, &walker), WAY_STATUS_INVALID_ARGUMENT);
    config.navigator = rig.navigator;
    config.sensor.radius = WAY_SENSOR_RADIUS_MAX + 1;
    assert_int_equal(way_walker_create(&config, &walker), WAY_STATUS_OUT_OF_RANGE);
    config.sensor = (way_sensor){.cell = WAY_CELL_NONE, .radius = WAY_SENSOR_RADIUS_MAX};
    assert_int_equal(way_walker_create(&config, &walker), WAY_STATUS_OK);
    way_walker_destroy(walker);
    way_navigator_destroy(other);
    way_space_destroy(truth);
    walker_close(&rig);
}

#define WALKER_TOLL 24u ///< cells a side

/// What a trip costs over penalties as they are now.
static way_cost walker_toll(way_space *space, way_state goal)
{
    way_path path = {0};
    assert_int_equal(way_find_in(space, "astar", 0, goal, &path), WAY_STATUS_OK);
    const way_cost cost = path.cost;
    way_path_free(&path);
    return cost;
}

/// Penalties that change while a walker plans are no edits: its agent is told, whatever it is at.
static void walker_meets_tolls(const char *spec)
{
    static uint8_t penalties[WALKER_TOLL * WALKER_TOLL];
    const way_state goal = WALKER_TOLL - 1;
    way_state changed[WALKER_TOLL];
    way_map *map = NULL;
    way_space *space = NULL;
    way_navigator *navigator = NULL;
    way_walker *walker = NULL;
    const way_map_config config = way_map_config_default(WALKER_TOLL, WALKER_TOLL);
    memset(penalties, 0, sizeof penalties);
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    const way_penalty_config penalty = {
        .map = map, .profile = 1, .penalties = penalties, .unit = 4096};
    assert_int_equal(way_space_create_penalty(&penalty, &space), WAY_STATUS_OK);
    const way_navigator_config plan = {.space = space, .algorithm = spec};
    if (way_navigator_create(&plan, &navigator) == WAY_STATUS_OK) {
        const way_walker_config unit = {.navigator = navigator};
        assert_int_equal(way_walker_create(&unit, &walker), WAY_STATUS_OK);
        assert_int_equal(way_walker_begin(walker, 0, goal), WAY_STATUS_OK);
        assert_int_equal(way_walker_step(walker, 12), WAY_OUTCOME_WORKING);
        for (uint32_t i = 0; i < WALKER_TOLL; i++) {
            changed[i] = i * WALKER_TOLL + 8;
            penalties[changed[i]] = i != 9;
        }
        assert_int_equal(way_walker_change(walker, changed, WALKER_TOLL), WAY_STATUS_OK);
        while (way_walker_step(walker, 12) == WAY_OUTCOME_WORKING) {
        }
        assert_int_equal(way_walker_outcome(walker), WAY_OUTCOME_FOUND);
        assert_int_equal(way_walker_walk(walker).cost, walker_toll(space, goal));
    }
    way_walker_destroy(walker);
    way_navigator_destroy(navigator);
    way_space_destroy(space);
    way_map_destroy(map);
}

static void penalties_are_told_amid_a_plan(void **state)
{
    (void)state;
    const uint32_t traits = WAY_TRAIT_INCREMENTAL | WAY_TRAIT_OPTIMAL;
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const way_algorithm *algorithm = way_algorithm_at(i);
        if ((algorithm->traits & traits) == traits && !(algorithm->traits & WAY_TRAIT_REALTIME)) {
            print_message("             %s\n", algorithm->name);
            walker_meets_tolls(algorithm->name);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_keep_their_budget),
        cmocka_unit_test(far_changes_leave_plans_alone),
        cmocka_unit_test(no_change_that_matters_is_missed),
        cmocka_unit_test(walkers_are_small_by_preset),
        cmocka_unit_test(beliefs_are_checked),
        cmocka_unit_test(penalties_are_told_amid_a_plan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
