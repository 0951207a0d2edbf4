// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Fog of war: what is believed, and units that walk by it. Every algorithm that takes such a space
// plans what the oracle plans on the same knowledge, never enters a blocked cell, and finds out
// that there is no way exactly when there is none.
#include "scenes/oracle.h"
#include "search/conformance.h"
#include "space/fog.h"
#include "support/test.h"
#include "support/test_allocator.h"

#include <waymark/belief.h>
#include <waymark/navigate.h>

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

/// What the fog believes, as a map of its own.
static way_map *fog_known_map(const way_space *fog)
{
    const way_map *map = way_fog_map(fog);
    uint8_t weights[FOG_CELLS_MAX];
    way_map_config config = way_map_config_default(way_map_width(map), way_map_height(map));
    config.neighbours = way_map_neighbours(map);
    config.corners = way_map_corners(map);
    config.costs = way_map_costs(map);
    for (uint32_t i = 0; i < fog_cell_count(map); i++) {
        weights[i] = way_fog_weight(fog, i);
    }
    config.weights = weights;
    way_map *known = NULL;
    assert_int_equal(way_map_create(&config, &known), WAY_STATUS_OK);
    return known;
}

static way_space *fog_create(const way_map *map, uint32_t radius, way_store store)
{
    way_space *fog = NULL;
    const way_fog_config config = {.radius = radius, .store = store};
    assert_int_equal(way_space_create_fog(map, &config, &fog), WAY_STATUS_OK);
    return fog;
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

// Beliefs -----------------------------------------------------------------------------------------

/// Remembers what was seen and when it was wrong, in the plainest way.
typedef struct fog_model {
    uint8_t weights[FOG_CELLS_MAX];
    bool seen[FOG_CELLS_MAX];
    uint64_t changes;
} fog_model;

static void fog_model_look(fog_model *model, const way_map *map, way_cell cell)
{
    const uint8_t weight = way_map_terrain(map, cell);
    model->changes += model->weights[cell] != weight;
    model->weights[cell] = weight;
    model->seen[cell] = true;
}

static void fog_model_sense(fog_model *model, const way_map *map, way_cell from, uint32_t radius)
{
    way_space *plain = NULL;
    assert_int_equal(way_space_create_grid(map, 1, NULL, &plain), WAY_STATUS_OK);
    for (way_cell cell = 0; cell < fog_cell_count(map); cell++) {
        if (plain->type->steps(plain, from, cell) <= radius) {
            fog_model_look(model, map, cell);
        }
    }
    way_space_destroy(plain);
}

static void fog_model_compare(const fog_model *model, way_space *fog)
{
    const way_map *map = way_fog_map(fog);
    way_map *known = fog_known_map(fog);
    way_edge edges[8 + WAY_MAP_CELL_LINKS_MAX];
    for (way_cell cell = 0; cell < fog_cell_count(map); cell++) {
        assert_int_equal(way_fog_weight(fog, cell), model->weights[cell]);
        assert_int_equal(way_fog_knows(fog, cell), model->seen[cell]);
        assert_int_equal(way_space_can_stand(fog, cell), model->weights[cell] != 0);
        const uint32_t count = fog->type->expand(fog, cell, edges);
        uint32_t legal = 0;
        for (way_cell to = 0; to < fog_cell_count(map); to++) {
            legal += to != cell && way_map_step_cost(known, cell, to, 1) != WAY_COST_MAX;
        }
        assert_int_equal(count, legal);
        for (uint32_t i = 0; i < count; i++) {
            assert_int_equal(edges[i].cost, way_map_step_cost(known, cell, edges[i].to, 1));
        }
    }
    assert_true(way_fog_change_count(fog) == model->changes);
    way_map_destroy(known);
}

static void fog_beliefs_run(way_rng *rng, way_store store)
{
    way_map *map = fog_create_map(rng, 1 + way_rng_below(rng, 3));
    const uint32_t radius = 1 + way_rng_below(rng, 4);
    way_space *fog = fog_create(map, radius, store);
    static fog_model model;
    model = (fog_model){0};
    memset(model.weights, 1, sizeof model.weights);
    for (uint32_t i = 0; i < 12; i++) {
        const way_cell cell = way_rng_below(rng, fog_cell_count(map));
        uint32_t changed = 0;
        const uint64_t before = model.changes;
        if (way_rng_below(rng, 3)) {
            assert_int_equal(way_fog_sense(fog, cell, &changed), WAY_STATUS_OK);
            fog_model_sense(&model, map, cell, radius);
        } else {
            assert_int_equal(way_fog_reveal(fog, &cell, 1, &changed), WAY_STATUS_OK);
            fog_model_look(&model, map, cell);
        }
        assert_int_equal(changed, model.changes - before);
        fog_model_compare(&model, fog);
        fog_edit(map, rng);
    }
    way_space_destroy(fog);
    way_map_destroy(map);
}

static void beliefs_follow_what_was_seen(void **state)
{
    (void)state;
    way_rng rng = test_rng(1);
    for (uint32_t i = 0; i < stage_rounds(60); i++) {
        fog_beliefs_run(&rng, i % 2 ? WAY_STORE_SPARSE : WAY_STORE_DENSE);
    }
}

/// By sight a fog learns what a team's sensor of the same place and radius sees, no more, and walks
/// as well by it.
static void sight_is_that_of_sensors(void **state)
{
    (void)state;
    way_rng rng = test_rng(4);
    for (uint32_t i = 0; i < stage_rounds(60); i++) {
        way_map *map = fog_create_map(&rng, 1 + way_rng_below(&rng, 3));
        const uint32_t radius = 1 + way_rng_below(&rng, i % 3 ? 5 : WAY_SENSOR_RADIUS_MAX);
        const way_fog_config config = {
            .radius = radius, .store = (way_store)way_rng_below(&rng, 3), .line_of_sight = true};
        way_space *fog = NULL;
        way_belief *belief = NULL;
        const way_status status = way_space_create_fog(map, &config, &fog);
        if (way_map_neighbours(map) == WAY_NEIGHBOURS_6) {
            assert_int_equal(status, WAY_STATUS_UNSUPPORTED);
            way_map_destroy(map);
            continue;
        }
        assert_int_equal(status, WAY_STATUS_OK);
        const way_belief_config plan = {.truth = map, .unseen = 1};
        assert_int_equal(way_belief_create(&plan, &belief), WAY_STATUS_OK);
        for (uint32_t look = 1; look <= 6; look++) {
            const way_sensor sensor = {way_rng_below(&rng, fog_cell_count(map)), radius, true};
            uint32_t changed[2] = {0};
            assert_int_equal(way_belief_look(belief, look, &sensor, 1, &changed[0]), WAY_STATUS_OK);
            assert_int_equal(way_fog_sense(fog, sensor.cell, &changed[1]), WAY_STATUS_OK);
            assert_int_equal(changed[0], changed[1]);
            for (way_cell cell = 0; cell < fog_cell_count(map); cell++) {
                assert_int_equal(way_fog_knows(fog, cell), way_belief_seen(belief, cell) != 0);
                assert_int_equal(way_fog_weight(fog, cell),
                                 way_map_terrain(way_belief_map(belief), cell));
            }
            fog_edit(map, &rng);
        }
        way_belief_destroy(belief);
        way_space_destroy(fog);
        way_map_destroy(map);
    }
    way_map *map = fog_create_map(&rng, 1);
    way_space *fog = NULL;
    const way_fog_config far = {.radius = WAY_SENSOR_RADIUS_MAX + 1, .line_of_sight = true};
    assert_int_equal(way_space_create_fog(map, &far, &fog), WAY_STATUS_OUT_OF_RANGE);
    way_map_destroy(map);
}

static void journal_tells_every_change(void **state)
{
    (void)state;
    way_rng rng = test_rng(2);
    way_map *map = fog_create_map(&rng, 1);
    way_space *fog = NULL;
    const way_fog_config config = {.radius = 2, .journal = 64};
    assert_int_equal(way_space_create_fog(map, &config, &fog), WAY_STATUS_OK);
    way_cell cells[64];
    uint32_t stale = 0;
    for (uint32_t i = 0; i < 400; i++) {
        const uint64_t since = way_fog_change_count(fog);
        uint32_t changed = 0;
        uint32_t count = 0;
        const way_cell cell = way_rng_below(&rng, fog_cell_count(map));
        assert_int_equal(way_fog_sense(fog, cell, &changed), WAY_STATUS_OK);
        assert_int_equal(way_fog_changes(fog, since, cells, 64, &count), WAY_STATUS_OK);
        assert_int_equal(count, changed);
        for (uint32_t k = 0; k < count; k++) {
            assert_int_equal(way_fog_weight(fog, cells[k]), way_map_terrain(map, cells[k]));
        }
        stale += way_fog_changes(fog, 0, cells, 64, &count) == WAY_STATUS_STALE;
        fog_edit(map, &rng);
    }
    assert_true(way_fog_change_count(fog) > 64);
    assert_true(stale > 0);
    way_space_destroy(fog);
    way_map_destroy(map);
}

static void knowledge_is_shared(void **state)
{
    (void)state;
    way_rng rng = test_rng(3);
    for (uint32_t i = 0; i < 40; i++) {
        way_map *map = fog_create_map(&rng, 3);
        way_space *a = fog_create(map, 2, i % 2 ? WAY_STORE_SPARSE : WAY_STORE_DENSE);
        way_space *b = fog_create(map, 3, i % 3 ? WAY_STORE_SPARSE : WAY_STORE_DENSE);
        assert_int_equal(way_fog_sense(a, 0, NULL), WAY_STATUS_OK);
        assert_int_equal(way_fog_sense(b, fog_cell_count(map) - 1, NULL), WAY_STATUS_OK);
        assert_int_equal(way_fog_share(a, b, NULL), WAY_STATUS_OK);
        assert_int_equal(way_fog_share(b, a, NULL), WAY_STATUS_OK);
        for (way_cell cell = 0; cell < fog_cell_count(map); cell++) {
            assert_int_equal(way_fog_knows(a, cell), way_fog_knows(b, cell));
            assert_int_equal(way_fog_weight(a, cell), way_fog_weight(b, cell));
        }
        way_space_destroy(a);
        way_space_destroy(b);
        way_map_destroy(map);
    }
}

static bool fog_memory_scenario(test_allocator *memory)
{
    way_map_config config = way_map_config_default(40, 40);
    way_map *map = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    const way_edit edits[] = {{0, 0, 40, 3, 0}, {0, 9, 40, 3, 5}};
    assert_int_equal(way_map_edit(map, edits, 2), WAY_STATUS_OK);
    bool worked = true;
    for (uint32_t i = 0; i < 2 && worked; i++) {
        way_space *fog = NULL;
        const way_fog_config plan = {.radius = 30,
                                     .store = i ? WAY_STORE_SPARSE : WAY_STORE_DENSE,
                                     .sight = i,
                                     .allocator = &memory->allocator};
        worked = way_space_create_fog(map, &plan, &fog) == WAY_STATUS_OK &&
                 way_fog_sense(fog, 10, NULL) == WAY_STATUS_OK;
        if (worked) {
            assert_int_equal(way_fog_bytes(fog), memory->live_bytes);
        }
        way_space_destroy(fog);
    }
    way_map_destroy(map);
    return worked;
}

static void memory_failures_are_told(void **state)
{
    (void)state;
    test_allocator_fail_each(fog_memory_scenario);
}

// Walkers -----------------------------------------------------------------------------------------

typedef struct fog_walk {
    const char *spec;
    uint64_t seed;
    way_rng rng;
    way_map *map;
    way_space *fog;
    way_navigator *navigator;
    bool dynamic;
    bool sight;
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
    walk->sight = seed % 2 && way_map_neighbours(walk->map) != WAY_NEIGHBOURS_6;
    const uint32_t radius = 1 + way_rng_below(&walk->rng, 3);
    const way_fog_config config = {
        .radius = radius, .store = (way_store)way_rng_below(&walk->rng, 3), .sight = walk->sight};
    assert_int_equal(way_space_create_fog(walk->map, &config, &walk->fog), WAY_STATUS_OK);
    walk->dynamic = way_rng_below(&walk->rng, 3) == 0;
    const way_navigator_config plan = {.space = walk->fog, .algorithm = spec};
    const way_status status = way_navigator_create(&plan, &walk->navigator);
    fog_check(walk, status == WAY_STATUS_OK || status == WAY_STATUS_UNSUPPORTED, "%s",
              way_status_name(status));
    return status == WAY_STATUS_OK;
}

static void fog_close(fog_walk *walk)
{
    way_navigator_destroy(walk->navigator);
    way_space_destroy(walk->fog);
    way_map_destroy(walk->map);
}

static way_walker *fog_walker(const fog_walk *walk)
{
    way_walker *walker = NULL;
    const way_walker_config config = {.navigator = walk->navigator};
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
        for (way_cell cell = 0; cell < fog_cell_count(map) && !walk->sight; cell++) {
            fog_check(walk,
                      wayi_map_open_steps(map, after, cell) > wayi_space_fog(walk->fog)->radius ||
                          (way_fog_knows(walk->fog, cell) &&
                           way_fog_weight(walk->fog, cell) == way_map_terrain(map, cell)),
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
    } else if ((traits & WAY_TRAIT_OPTIMAL) && walked.remaining != WAY_COST_MAX) {
        fog_check(walk, walked.remaining == best, "%u to go, the best is %u", walked.remaining,
                  best);
    }
}

/// A step of a walker, which looks around from where it is before it plans if the map was edited.
static way_outcome fog_step(const fog_walk *walk, way_walker *walker, uint32_t budget,
                            way_cell goal)
{
    const way_state before = way_walker_state(walker);
    assert_int_equal(way_fog_sense(walk->fog, before, NULL), WAY_STATUS_OK);
    way_map *known = fog_known_map(walk->fog);
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
    assert_int_equal(way_walker_begin(walker, start, goal), WAY_STATUS_OK);
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

/// A team in one fog: what one sees, all know.
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
            assert_int_equal(
                way_walker_begin(walker, way_rng_below(&rng, fog_cell_count(map)), goal),
                WAY_STATUS_OK);
            for (uint32_t i = 0; i < 60; i++) {
                const way_outcome outcome = way_walker_step(walker, 100000);
                const way_walk walk = way_walker_walk(walker);
                const way_cost best = oracle_cost(map, way_walker_state(walker), goal, 1);
                if (outcome == WAY_OUTCOME_NO_PATH) {
                    assert_int_equal(best, WAY_COST_MAX);
                } else if (outcome == WAY_OUTCOME_WORKING) {
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(beliefs_follow_what_was_seen),
        cmocka_unit_test(sight_is_that_of_sensors),
        cmocka_unit_test(journal_tells_every_change),
        cmocka_unit_test(knowledge_is_shared),
        cmocka_unit_test(memory_failures_are_told),
        cmocka_unit_test(units_walk_by_what_they_know),
        cmocka_unit_test(teams_share_what_they_see),
        cmocka_unit_test(targets_are_chased),
        cmocka_unit_test(walkers_notice_edits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
