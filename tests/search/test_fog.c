// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Fog of war: units that walk by what they believe. Every algorithm for maps plans what the oracle
// plans on the same knowledge, never enters a blocked cell, and finds out that there is no way
// exactly when there is none.
#include "map/grid/map.h"
#include "scenes/oracle.h"
#include "search/conformance.h"
#include "support/test.h"

#include <waymark/agent.h>
#include <waymark/belief.h>
#include <waymark/fog.h>

#include <string.h>

#define FOG_CELLS_MAX 1024u

static way_map *fog_create_map(way_rng *rng, uint32_t heaviest)
{
    static const way_neighbours neighbours[] = {WAY_NEIGHBOURS_4, WAY_NEIGHBOURS_8,
                                                WAY_NEIGHBOURS_6};
    uint8_t weights[FOG_CELLS_MAX];
    const uint32_t width = 2 + way_rng_below(rng, 18);
    way_map_config config = way_map_config_default(width, 2 + way_rng_below(rng, 18));
    config.neighbours = neighbours[way_rng_below(rng, 3)];
    config.corners = (way_corners)way_rng_below(rng, 3);
    for (uint32_t i = 0; i < config.width * config.height; i++) {
        weights[i] = way_rng_below(rng, 100) < 35 ? 0 : (uint8_t)(1 + way_rng_below(rng, heaviest));
    }
    config.weights = weights;
    way_map *map = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    return map;
}

static uint32_t fog_cell_count(const way_map *map)
{
    return way_map_width(map) * way_map_height(map);
}

/// A copy of what is believed now.
static way_map *fog_known_map(way_belief *belief)
{
    const way_map *map = way_belief_map(belief);
    uint8_t terrain[FOG_CELLS_MAX];
    way_map_config config = way_map_config_default(way_map_width(map), way_map_height(map));
    config.neighbours = way_map_neighbours(map);
    config.corners = way_map_corners(map);
    config.costs = way_map_costs(map);
    config.weights = terrain;
    const way_rect all = {0, 0, config.width, config.height};
    assert_int_equal(way_map_read(map, &all, terrain), WAY_STATUS_OK);
    way_map *known = NULL;
    assert_int_equal(way_map_create(&config, &known), WAY_STATUS_OK);
    return known;
}

static void fog_edit(way_map *map, way_rng *rng)
{
    const way_cell cell = way_rng_below(rng, fog_cell_count(map));
    const way_edit edit = {.x = cell % way_map_width(map),
                           .y = cell / way_map_width(map),
                           .width = 1,
                           .height = 1,
                           .weight = (uint8_t)way_rng_below(rng, 4)};
    assert_int_equal(way_map_edit(map, &edit, 1), WAY_STATUS_OK);
}

// Walkers -----------------------------------------------------------------------------------------

typedef struct fog_walk {
    const char *spec;
    uint64_t seed;
    way_rng rng;
    way_map *map;
    way_belief *belief;
    way_sensor sensor;
    way_space *space; ///< of what is believed
    way_navigator *navigator;
    uint32_t frame;
    uint32_t foresight;
    bool dynamic;
} fog_walk;

#define fog_check(walk, condition, ...)                                                            \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            print_error("%s, seed %llu: ", (walk)->spec, (unsigned long long)(walk)->seed);        \
            fail_msg(__VA_ARGS__);                                                                 \
        }                                                                                          \
    } while (0)

static bool fog_open(fog_walk *walk, const char *spec, uint64_t seed)
{
    *walk = (fog_walk){.spec = spec, .seed = seed, .rng = way_rng_seed(seed)};
    walk->map = fog_create_map(&walk->rng, way_rng_below(&walk->rng, 2) ? 1 : 4);
    walk->sensor.line_of_sight = seed % 2 && way_map_neighbours(walk->map) != WAY_NEIGHBOURS_6;
    walk->sensor.radius = 1 + way_rng_below(&walk->rng, 3);
    walk->foresight = seed / 64 % 3 == 2 ? 1 + (uint32_t)(seed / 192 % 5) : 0;
    const way_belief_config config = {.truth = walk->map, .unseen = 1};
    assert_int_equal(way_belief_create(&config, &walk->belief), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(way_belief_map(walk->belief), 1, NULL, &walk->space),
                     WAY_STATUS_OK);
    walk->dynamic = way_rng_below(&walk->rng, 3) == 0;
    const way_navigator_config plan = {.space = walk->space, .algorithm = spec};
    const way_status status = way_navigator_create(&plan, &walk->navigator);
    fog_check(walk, status == WAY_STATUS_OK || status == WAY_STATUS_UNSUPPORTED, "%s",
              way_status_name(status));
    return status == WAY_STATUS_OK;
}

static void fog_close(fog_walk *walk)
{
    way_navigator_destroy(walk->navigator);
    way_space_destroy(walk->space);
    way_belief_destroy(walk->belief);
    way_map_destroy(walk->map);
}

static way_walker *fog_walker(const fog_walk *walk)
{
    way_walker *walker = NULL;
    const way_walker_config config = {.navigator = walk->navigator,
                                      .belief = walk->belief,
                                      .sensor = walk->sensor,
                                      .foresight = walk->foresight};
    assert_int_equal(way_walker_create(&config, &walker), WAY_STATUS_OK);
    return walker;
}

/// What the oracle says on what was known when the step was made, against the rest of the plan.
static void fog_check_step(const fog_walk *walk, const way_walker *walker, way_state before,
                           const way_map *known, way_cell goal)
{
    const uint32_t traits = way_navigator_algorithm(walk->navigator)->traits;
    const way_state after = way_walker_state(walker);
    if (after != before) {
        const bool deep = oracle_is_deep(walk->map, before, 1) &&
                          oracle_plain_cost(walk->map, before, after) != WAY_COST_MAX;
        fog_check(walk, deep || way_map_step_cost(walk->map, before, after, 1) != WAY_COST_MAX,
                  "an illegal move from %u to %u", before, after);
        const way_map *map = walk->map;
        const way_map *believed = way_belief_map(walk->belief);
        for (way_cell cell = 0; cell < fog_cell_count(map) && !walk->sensor.line_of_sight; cell++) {
            fog_check(walk,
                      wayi_map_open_steps(map, after, cell) > walk->sensor.radius ||
                          (way_belief_seen(walk->belief, cell) == walk->frame &&
                           way_map_terrain(believed, cell) == way_map_terrain(map, cell)),
                      "cell %u was not looked at from %u", cell, after);
        }
    }
    // The oracle is slow: every few steps, and at the end.
    if (way_walker_outcome(walker) == WAY_OUTCOME_WORKING && (after * 7 + before) % 5) {
        return;
    }
    const way_cost best = oracle_cost(known, after, goal, 1);
    const way_walk walked = way_walker_walk(walker);
    if (way_walker_outcome(walker) == WAY_OUTCOME_NO_PATH) {
        fog_check(walk, best == WAY_COST_MAX, "there is a way of %u as far as is known", best);
    } else if ((traits & WAY_TRAIT_OPTIMAL) && walked.remaining != WAY_COST_MAX &&
               !walk->foresight) {
        fog_check(walk, walked.remaining == best, "%u to go, the best is %u", walked.remaining,
                  best);
    }
}

/// A step of a walker, which looks around from where it is before it plans if the map was edited.
static way_outcome fog_step(fog_walk *walk, way_walker *walker, uint32_t budget, way_cell goal)
{
    const way_state before = way_walker_state(walker);
    way_sensor sensor = walk->sensor;
    sensor.cell = before;
    assert_int_equal(way_belief_look(walk->belief, ++walk->frame, &sensor, 1, NULL), WAY_STATUS_OK);
    way_map *known = fog_known_map(walk->belief);
    const way_outcome outcome = way_walker_step(walker, budget);
    fog_check_step(walk, walker, before, known, goal);
    way_map_destroy(known);
    return outcome;
}

static void fog_walk_once(fog_walk *walk)
{
    way_walker *walker = fog_walker(walk);
    const uint32_t cells = fog_cell_count(walk->map);
    const way_cell start = way_rng_below(&walk->rng, cells);
    const way_cell goal = way_rng_below(&walk->rng, cells);
    const bool reachable = oracle_cost(walk->map, start, goal, 1) != WAY_COST_MAX;
    const way_status begun = way_walker_begin(walker, start, goal);
    if (begun == WAY_STATUS_STALE) { // a database that can't follow what is learned
        fog_check(walk, way_navigator_algorithm(walk->navigator)->traits & WAY_TRAIT_PREPARED,
                  "nothing to be stale");
        way_walker_destroy(walker);
        return;
    }
    assert_int_equal(begun, WAY_STATUS_OK);
    way_outcome outcome = WAY_OUTCOME_WORKING;
    for (uint32_t i = 0; outcome == WAY_OUTCOME_WORKING && (!walk->dynamic || i < 100); i++) {
        fog_check(walk, i < 200000, "the walk does not end");
        outcome = fog_step(walk, walker, 1 + way_rng_below(&walk->rng, 200), goal);
        if (walk->dynamic) {
            fog_edit(walk->map, &walk->rng);
        }
    }
    // Out of a blocked start one step may lead to where there is no way back from.
    if (!walk->dynamic && way_map_is_passable(walk->map, start) && outcome != WAY_OUTCOME_LIMIT) {
        fog_check(walk, outcome == (reachable ? WAY_OUTCOME_FOUND : WAY_OUTCOME_NO_PATH),
                  "%s, reachable: %d", way_outcome_name(outcome), reachable);
    }
    way_walker_destroy(walker);
}

static void units_walk_by_what_they_know(void **state)
{
    (void)state;
    char spec[CONFORMANCE_SPEC_MAX];
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const way_algorithm *algorithm = way_algorithm_at(i);
        const bool incremental = algorithm->traits & WAY_TRAIT_INCREMENTAL;
        // Who forgets what it has learned whenever it sees a wall may walk to and fro for ever.
        if (!(algorithm->traits & WAY_TRAIT_COMPLETE) ||
            ((algorithm->traits & WAY_TRAIT_REALTIME) && !incremental)) {
            continue;
        }
        const uint32_t variants = incremental ? UINT32_MAX : 1;
        for (uint32_t variant = 0;
             variant < variants && conformance_variant(algorithm, variant, spec); variant++) {
            const bool realtime = algorithm->traits & WAY_TRAIT_REALTIME;
            const uint32_t rounds = stage_rounds(!incremental ? 4 : realtime ? 12 : 30);
            for (uint64_t seed = 0; seed < rounds; seed++) {
                fog_walk walk;
                if (fog_open(&walk, spec, seed * 64 + variant)) {
                    fog_walk_once(&walk);
                }
                fog_close(&walk);
            }
        }
    }
}

/// A team with one belief: what one sees, all know.
static void teams_share_what_they_see(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < stage_rounds(40); seed++) {
        fog_walk walk;
        assert_true(fog_open(&walk, seed % 2 ? "dstarlite" : "astar", seed));
        way_walker *team[4];
        bool reachable[4];
        bool blocked[4];
        const uint32_t cells = fog_cell_count(walk.map);
        const way_cell goal = way_rng_below(&walk.rng, cells);
        for (uint32_t i = 0; i < 4; i++) {
            const way_cell start = way_rng_below(&walk.rng, cells);
            team[i] = fog_walker(&walk);
            blocked[i] = !way_map_is_passable(walk.map, start);
            reachable[i] = oracle_cost(walk.map, start, goal, 1) != WAY_COST_MAX;
            assert_int_equal(way_walker_begin(team[i], start, goal), WAY_STATUS_OK);
        }
        walk.dynamic = false;
        for (uint32_t turn = 0; turn < 1200; turn++) {
            (void)fog_step(&walk, team[turn % 4], 1000, goal);
        }
        for (uint32_t i = 0; i < 4; i++) {
            fog_check(&walk,
                      blocked[i] || way_walker_outcome(team[i]) ==
                                        (reachable[i] ? WAY_OUTCOME_FOUND : WAY_OUTCOME_NO_PATH),
                      "unit %u: %s", i, way_outcome_name(way_walker_outcome(team[i])));
            way_walker_destroy(team[i]);
        }
        fog_close(&walk);
    }
}

/// Lets the target take a step now and then; returns where it is.
static way_cell fog_flee(fog_walk *walk, way_cell target)
{
    way_edge edges[8 + WAY_MAP_CELL_LINKS_MAX];
    way_space *truth = NULL;
    assert_int_equal(way_space_create_grid(walk->map, 1, NULL, &truth), WAY_STATUS_OK);
    const uint32_t degree = truth->type->expand(truth, target, edges);
    way_space_destroy(truth);
    const bool rests = degree == 0 || way_rng_below(&walk->rng, 3);
    return rests ? target : edges[way_rng_below(&walk->rng, degree)].to;
}

static void fog_chase(fog_walk *walk)
{
    way_walker *walker = fog_walker(walk);
    const uint32_t cells = fog_cell_count(walk->map);
    const way_cell start = way_map_nearest_passable(walk->map, way_rng_below(&walk->rng, cells), 1);
    way_cell goal = way_map_nearest_passable(walk->map, way_rng_below(&walk->rng, cells), 1);
    const bool reachable = oracle_cost(walk->map, start, goal, 1) != WAY_COST_MAX;
    assert_int_equal(way_walker_begin(walker, start, goal), WAY_STATUS_OK);
    way_outcome outcome = WAY_OUTCOME_WORKING;
    for (uint32_t turn = 0; turn < 4000 && outcome == WAY_OUTCOME_WORKING; turn++) {
        outcome = fog_step(walk, walker, 100000, goal);
        if (outcome == WAY_OUTCOME_WORKING) {
            goal = fog_flee(walk, goal);
            assert_int_equal(way_walker_retarget(walker, goal), WAY_STATUS_OK);
        }
    }
    fog_check(walk, outcome == (reachable ? WAY_OUTCOME_FOUND : WAY_OUTCOME_NO_PATH), "%s",
              way_outcome_name(outcome));
    way_walker_destroy(walker);
}

/// A target that rests now and then is caught by a unit that never does.
static void targets_are_chased(void **state)
{
    (void)state;
    char spec[CONFORMANCE_SPEC_MAX];
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const way_algorithm *algorithm = way_algorithm_at(i);
        // Real-time agents take detours: a target may always be a step ahead.
        if (!(algorithm->traits & WAY_TRAIT_INCREMENTAL) ||
            (algorithm->traits & WAY_TRAIT_REALTIME)) {
            continue;
        }
        for (uint32_t variant = 0; conformance_variant(algorithm, variant, spec); variant++) {
            for (uint64_t seed = 0; seed < stage_rounds(variant ? 10 : 30); seed++) {
                fog_walk walk;
                assert_true(fog_open(&walk, spec, seed));
                fog_chase(&walk);
                fog_close(&walk);
            }
        }
    }
}

/// On an open map that others edit, a walker notices by itself.
static void walkers_notice_edits(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < stage_rounds(60); seed++) {
        way_rng rng = way_rng_seed(seed);
        way_map *map = fog_create_map(&rng, 1);
        way_space *space = NULL;
        way_navigator *navigator = NULL;
        way_walker *walker = NULL;
        assert_int_equal(way_space_create_grid(map, 1, NULL, &space), WAY_STATUS_OK);
        const way_navigator_config plan = {.space = space,
                                           .algorithm = seed % 2 ? "dstarlite" : "jps"};
        if (way_navigator_create(&plan, &navigator) == WAY_STATUS_OK) {
            const way_walker_config config = {.navigator = navigator};
            assert_int_equal(way_walker_create(&config, &walker), WAY_STATUS_OK);
            const way_cell goal = way_rng_below(&rng, fog_cell_count(map));
            const way_cell start = way_rng_below(&rng, fog_cell_count(map));
            assert_int_equal(way_walker_begin(walker, start, goal), WAY_STATUS_OK);
            bool leaves = false; // over a courtyard, from where there is no way
            for (uint32_t i = 0; i < 60; i++) {
                leaves |= oracle_is_deep(map, way_walker_state(walker), 1);
                const way_outcome outcome = way_walker_step(walker, 100000);
                const way_walk walk = way_walker_walk(walker);
                const way_cost best = oracle_cost(map, way_walker_state(walker), goal, 1);
                leaves &= best == WAY_COST_MAX;
                if (outcome == WAY_OUTCOME_NO_PATH) {
                    assert_int_equal(best, WAY_COST_MAX);
                } else if (outcome == WAY_OUTCOME_WORKING && !leaves) {
                    assert_int_equal(walk.remaining, best);
                }
                const way_cell cell = way_rng_below(&rng, fog_cell_count(map));
                const way_edit edit = {.x = cell % way_map_width(map),
                                       .y = cell / way_map_width(map),
                                       .width = 1,
                                       .height = 1,
                                       .weight = (uint8_t)way_rng_below(&rng, 2)};
                assert_int_equal(way_map_edit(map, &edit, 1), WAY_STATUS_OK);
            }
            way_walker_destroy(walker);
        }
        way_navigator_destroy(navigator);
        way_space_destroy(space);
        way_map_destroy(map);
    }
}

/// A crowd in one belief, all to their goals: what their walks took altogether.
static way_walk fog_crowd(const char *spec, uint32_t foresight)
{
    enum { SIDE = 128, CROWD = 60 };
    way_rng rng = test_rng(5);
    const way_map_config config = way_map_config_default(SIDE, SIDE);
    way_map *map = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    for (uint32_t i = 0; i < 24; i++) {
        const way_edit wall = {1 + i * 41 % 96, 14 + i * 4, 25, 2, 0};
        assert_int_equal(way_map_edit(map, &wall, 1), WAY_STATUS_OK);
    }
    fog_walk walk = {.spec = spec, .map = map, .foresight = foresight};
    walk.sensor = (way_sensor){.radius = 6, .line_of_sight = true};
    const way_belief_config belief = {.truth = map, .unseen = 1};
    assert_int_equal(way_belief_create(&belief, &walk.belief), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(way_belief_map(walk.belief), 1, NULL, &walk.space),
                     WAY_STATUS_OK);
    const way_navigator_config plan = {.space = walk.space, .algorithm = spec};
    assert_int_equal(way_navigator_create(&plan, &walk.navigator), WAY_STATUS_OK);
    way_walker *walkers[CROWD];
    for (uint32_t i = 0; i < CROWD; i++) {
        const way_cell start = way_map_cell(map, way_rng_below(&rng, SIDE), 5);
        const way_cell goal = way_map_cell(map, way_rng_below(&rng, SIDE), SIDE - 6);
        walkers[i] = fog_walker(&walk);
        assert_int_equal(way_walker_begin(walkers[i], start, goal), WAY_STATUS_OK);
    }
    way_walk sum = {0};
    for (uint32_t i = 0; i < CROWD * 4000; i++) {
        (void)way_walker_step(walkers[i % CROWD], 500);
    }
    for (uint32_t i = 0; i < CROWD; i++) {
        const way_walk walked = way_walker_walk(walkers[i]);
        assert_int_equal(way_walker_outcome(walkers[i]), WAY_OUTCOME_FOUND);
        sum.cost += walked.cost;
        sum.plans += walked.plans;
        sum.stats.expansions += walked.stats.expansions;
        way_walker_destroy(walkers[i]);
    }
    fog_close(&walk);
    return sum;
}

/// Those who see to what is near plan less often, and walk hardly farther.
static void crowds_plan_when_it_is_near(void **state)
{
    (void)state;
    static const char *const specs[] = {"astar", "jps", "dstarlite"};
    for (uint32_t i = 0; i < 3; i++) {
        const way_walk all = fog_crowd(specs[i], 0);
        const way_walk near = fog_crowd(specs[i], 12);
        assert_in_range(near.plans, 1, all.plans * 4 / 5);
        assert_in_range(near.cost, 1, all.cost * 101 / 100);
        assert_in_range(near.stats.expansions, 1, all.stats.expansions);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_walk_by_what_they_know), cmocka_unit_test(teams_share_what_they_see),
        cmocka_unit_test(targets_are_chased),           cmocka_unit_test(walkers_notice_edits),
        cmocka_unit_test(crowds_plan_when_it_is_near),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
