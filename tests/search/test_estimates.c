// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A* with prepared estimates, differences of distances to pivots, gates of areas and dead ends: the
// same costs as with the space's own, for fewer expansions, over weights, with penalties, for
// large units, for several goals, and through edits.
#include "search/trip/algorithm.h"
#include "support/sizes.h"
#include "support/test.h"

#include <waymark/database.h>
#include <waymark/map.h>

#include <string.h>

enum { GUIDE_SIDE = 48, GUIDE_CELLS = GUIDE_SIDE * GUIDE_SIDE };

typedef struct guide_rig {
    way_map *map;
    way_space *space;
    way_navigator *navigators[2]; ///< plain, guided
    way_agent *agents[2];
    uint8_t penalties[GUIDE_CELLS];
    uint64_t expansions[2];
} guide_rig;

typedef struct guide_ground {
    uint32_t heaviest; ///< weight
    uint32_t least;
    uint32_t size; ///< of units
    bool penalties;
    uint32_t rule; ///< of guide_rules
} guide_ground;

static const struct {
    way_neighbours neighbours;
    way_corners corners;
} guide_rules[] = {
    {WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT}, {WAY_NEIGHBOURS_8, WAY_CORNERS_LOOSE},
    {WAY_NEIGHBOURS_8, WAY_CORNERS_ANY},    {WAY_NEIGHBOURS_4, WAY_CORNERS_STRICT},
    {WAY_NEIGHBOURS_6, WAY_CORNERS_STRICT},
};
enum { GUIDE_RULES = sizeof guide_rules / sizeof *guide_rules };

/// Walls with gaps, so that the open distance says little.
static void guide_draw(const guide_ground *ground, way_rng *rng, uint8_t *weights)
{
    for (uint32_t i = 0; i < GUIDE_CELLS; i++) {
        weights[i] =
            (uint8_t)(ground->least + way_rng_below(rng, ground->heaviest - ground->least + 1));
        if (way_rng_below(rng, 100) < 5) {
            weights[i] = 0;
        }
    }
    for (uint32_t x = 7; x < GUIDE_SIDE; x += 8) {
        const uint32_t gap = way_rng_below(rng, GUIDE_SIDE - 5);
        for (uint32_t y = 0; y < GUIDE_SIDE; y++) {
            weights[y * GUIDE_SIDE + x] = y - gap < 5 ? (uint8_t)ground->least : 0;
        }
    }
}

static void guide_open(guide_rig *rig, const guide_ground *ground, const char *spec, way_rng *rng)
{
    const char *const specs[2] = {"astar", spec};
    static uint8_t weights[GUIDE_CELLS];
    memset(rig, 0, sizeof *rig);
    guide_draw(ground, rng, weights);
    way_map_config config = way_map_config_default(GUIDE_SIDE, GUIDE_SIDE);
    config.weights = weights;
    config.neighbours = guide_rules[ground->rule].neighbours;
    config.corners = guide_rules[ground->rule].corners;
    assert_int_equal(way_map_create(&config, &rig->map), WAY_STATUS_OK);
    assert_int_equal(sizes_add(rig->map, ground->size), WAY_STATUS_OK);
    if (ground->penalties) {
        for (uint32_t i = 0; i < GUIDE_CELLS; i++) {
            rig->penalties[i] = way_rng_below(rng, 10) ? 0 : (uint8_t)way_rng_below(rng, 200);
        }
        const way_penalty_config penalty = {
            .map = rig->map, .profile = ground->size, .penalties = rig->penalties, .unit = 10};
        assert_int_equal(way_space_create_penalty(&penalty, &rig->space), WAY_STATUS_OK);
    } else {
        assert_int_equal(way_space_create_grid(rig->map, ground->size, NULL, &rig->space),
                         WAY_STATUS_OK);
    }
    for (uint32_t i = 0; i < 2; i++) {
        const way_navigator_config plan = {.space = rig->space, .algorithm = specs[i]};
        assert_int_equal(way_navigator_create(&plan, &rig->navigators[i]), WAY_STATUS_OK);
        const way_agent_config agent = {.navigator = rig->navigators[i]};
        assert_int_equal(way_agent_create(&agent, &rig->agents[i]), WAY_STATUS_OK);
    }
}

static void guide_close(guide_rig *rig)
{
    for (uint32_t i = 0; i < 2; i++) {
        way_agent_destroy(rig->agents[i]);
        way_navigator_destroy(rig->navigators[i]);
    }
    way_space_destroy(rig->space);
    way_map_destroy(rig->map);
}

/// Both ways of a trip.
static void guide_ask(guide_rig *rig, const way_trip *trip)
{
    way_outcome outcomes[2];
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(way_agent_begin(rig->agents[i], trip), WAY_STATUS_OK);
        outcomes[i] = way_agent_run(rig->agents[i]);
        rig->expansions[i] += way_agent_stats(rig->agents[i]).expansions;
    }
    assert_int_equal(outcomes[0], outcomes[1]);
    assert_int_equal(way_agent_cost(rig->agents[0]), way_agent_cost(rig->agents[1]));
}

static way_cell guide_pick(const guide_rig *rig, way_rng *rng)
{
    way_cell cell = way_rng_below(rng, GUIDE_CELLS);
    while (!way_space_can_stand(rig->space, cell)) {
        cell = way_rng_below(rng, GUIDE_CELLS);
    }
    return cell;
}

static void guide_ask_some(guide_rig *rig, uint32_t count, way_rng *rng)
{
    memset(rig->expansions, 0, sizeof rig->expansions);
    for (uint32_t i = 0; i < count; i++) {
        way_state goals[3] = {guide_pick(rig, rng), guide_pick(rig, rng), guide_pick(rig, rng)};
        const way_trip one = {.start = guide_pick(rig, rng), .goal = goals[0]};
        const way_trip any = {
            .start = one.start, .mode = WAY_GOAL_ANY_OF, .goals = goals, .goal_count = 3};
        guide_ask(rig, i % 4 ? &one : &any);
    }
}

static const guide_ground guide_grounds[] = {
    {1, 1, 1, false, 0}, {1, 1, 2, false, 0}, {3, 2, 1, false, 0},
    {9, 1, 1, false, 0}, {1, 1, 1, true, 0},  {3, 2, 2, true, 0},
};

enum { GUIDE_PIVOTS, GUIDE_ENDS, GUIDE_GATES, GUIDE_BOTH };
static const char *const guide_specs[] = {[GUIDE_PIVOTS] = "astar(estimate=differential)",
                                          [GUIDE_ENDS] = "gateway(gates=off, deadends=on)",
                                          [GUIDE_GATES] = "gateway",
                                          [GUIDE_BOTH] = "gateway(deadends=on)"};

/// How many times fewer expansions each takes at least where all cells weigh the same, in tenths.
static const uint32_t guide_gains[] = {20, 10, 12, 12};

static void costs_are_those_of_the_space(void **state)
{
    (void)state;
    const uint32_t specs = sizeof guide_specs / sizeof *guide_specs;
    for (uint32_t i = 0; i < specs * sizeof guide_grounds / sizeof *guide_grounds; i++) {
        const guide_ground *ground = &guide_grounds[i / specs];
        const bool plain = ground->heaviest == 1 && !ground->penalties;
        const bool prunes = i % specs == GUIDE_ENDS;
        way_rng rng = test_rng(100 + i / specs);
        guide_rig rig;
        guide_open(&rig, ground, guide_specs[i % specs], &rng);
        guide_ask_some(&rig, 60, &rng);
        assert_true(rig.expansions[1] < rig.expansions[0] || (prunes && !plain));
        if (plain) {
            assert_true(guide_gains[i % specs] * rig.expansions[1] < 10 * rig.expansions[0]);
        }
        guide_close(&rig);
    }
}

/// Tells the guided navigator, if its estimate can be repaired; whether that is done.
static bool guide_repair(const guide_rig *rig, uint32_t budget)
{
    bool done = false;
    const bool repairs = rig->navigators[1]->algorithm->database.repair;
    assert_int_equal(way_navigator_repair(rig->navigators[1], budget, &done),
                     repairs ? WAY_STATUS_OK : WAY_STATUS_UNSUPPORTED);
    return done || !repairs;
}

/// Nobody tells the navigator, then somebody does.
static void edits_cost_expansions_at_most(void **state)
{
    const char *spec = *state;
    way_rng rng = test_rng(300);
    guide_rig rig;
    guide_open(&rig, &guide_grounds[0], spec, &rng);
    for (uint32_t i = 0; i < 20; i++) {
        const way_edit edit = {.x = way_rng_below(&rng, GUIDE_SIDE - 3),
                               .y = way_rng_below(&rng, GUIDE_SIDE - 3),
                               .width = 3,
                               .height = 3,
                               .weight = i % 2};
        assert_int_equal(way_map_edit(rig.map, &edit, 1), WAY_STATUS_OK);
        guide_ask_some(&rig, 5, &rng);
        (void)guide_repair(&rig, i < 10 ? 50 : UINT32_MAX);
        guide_ask_some(&rig, 5, &rng);
    }
    guide_ask_some(&rig, 40, &rng);
    assert_true(2 * rig.expansions[1] < rig.expansions[0]);
    bool done = false;
    assert_int_equal(way_navigator_repair(rig.navigators[0], 1, &done), WAY_STATUS_UNSUPPORTED);
    guide_close(&rig);
}

/// Walls leave distances as good as they were, before anybody is told.
static void walls_leave_distances(void **state)
{
    const char *spec = *state;
    way_rng rng = test_rng(301);
    guide_rig rig;
    guide_open(&rig, &guide_grounds[0], spec, &rng);
    for (uint32_t i = 0; i < 10; i++) {
        const way_edit wall = {.x = way_rng_below(&rng, GUIDE_SIDE),
                               .y = way_rng_below(&rng, GUIDE_SIDE),
                               .width = 1,
                               .height = 1};
        assert_int_equal(way_map_edit(rig.map, &wall, 1), WAY_STATUS_OK);
    }
    guide_ask_some(&rig, 60, &rng);
    assert_true(3 * rig.expansions[1] < 2 * rig.expansions[0]);
    assert_true(guide_repair(&rig, 10));
    guide_close(&rig);
}

static way_edit guide_draw_edit(way_rng *rng)
{
    return (way_edit){.x = way_rng_below(rng, GUIDE_SIDE - 6),
                      .y = way_rng_below(rng, GUIDE_SIDE - 6),
                      .width = 1 + way_rng_below(rng, 6),
                      .height = 1 + way_rng_below(rng, 6),
                      .weight = way_rng_below(rng, 3) == 0};
}

/// Dead ends are left out, under every rule, before and after a repair of each edit.
static void nothing_needed_is_left_out(void **state)
{
    const char *spec = *state;
    way_rng rng = test_rng(302);
    guide_rig rig;
    for (uint32_t round = 0; round < 3 * GUIDE_RULES; round++) {
        const guide_ground ground = {1, 1, 1 + (round % 3 == 2), false, round % GUIDE_RULES};
        guide_open(&rig, &ground, spec, &rng);
        for (uint32_t i = 0; i < 20; i++) {
            const way_edit edit = guide_draw_edit(&rng);
            bool done = i % 3 == 0;
            assert_int_equal(way_map_edit(rig.map, &edit, 1), WAY_STATUS_OK);
            while (!done) {
                done = guide_repair(&rig, 200);
            }
            guide_ask_some(&rig, 6, &rng);
            assert_true(rig.expansions[1] <= rig.expansions[0] + rig.expansions[0] / 3);
        }
        guide_close(&rig);
    }
}

/// The map changes under a search, near or far, known to the navigator or not.
static void edits_amid_a_search(void **state)
{
    const char *spec = *state;
    way_rng rng = test_rng(303);
    guide_rig rig;
    guide_open(&rig, &guide_grounds[0], spec, &rng);
    for (uint32_t i = 0; i < 300; i++) {
        const way_trip trip = {.start = guide_pick(&rig, &rng), .goal = guide_pick(&rig, &rng)};
        const way_edit edit = guide_draw_edit(&rng);
        for (uint32_t k = 0; k < 2; k++) {
            assert_int_equal(way_agent_begin(rig.agents[k], &trip), WAY_STATUS_OK);
            (void)way_agent_step(rig.agents[k], 1 + way_rng_below(&rng, 100));
        }
        const bool under_way = way_agent_outcome(rig.agents[0]) == WAY_OUTCOME_WORKING &&
                               way_agent_outcome(rig.agents[1]) == WAY_OUTCOME_WORKING;
        assert_int_equal(way_map_edit(rig.map, &edit, 1), WAY_STATUS_OK);
        if (i % 2) {
            (void)guide_repair(&rig, UINT32_MAX);
        }
        if (under_way) {
            assert_int_equal(way_agent_run(rig.agents[0]), way_agent_run(rig.agents[1]));
            assert_int_equal(way_agent_cost(rig.agents[0]), way_agent_cost(rig.agents[1]));
        }
    }
    guide_close(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_are_those_of_the_space),
        cmocka_unit_test_prestate(edits_cost_expansions_at_most, (void *)guide_specs[GUIDE_PIVOTS]),
        cmocka_unit_test_prestate(walls_leave_distances, (void *)guide_specs[GUIDE_PIVOTS]),
        cmocka_unit_test_prestate(walls_leave_distances, (void *)guide_specs[GUIDE_GATES]),
        cmocka_unit_test_prestate(nothing_needed_is_left_out, (void *)guide_specs[GUIDE_PIVOTS]),
        cmocka_unit_test_prestate(nothing_needed_is_left_out, (void *)guide_specs[GUIDE_ENDS]),
        cmocka_unit_test_prestate(nothing_needed_is_left_out, (void *)guide_specs[GUIDE_GATES]),
        cmocka_unit_test_prestate(nothing_needed_is_left_out, (void *)guide_specs[GUIDE_BOTH]),
        cmocka_unit_test_prestate(edits_amid_a_search, (void *)guide_specs[GUIDE_PIVOTS]),
        cmocka_unit_test_prestate(edits_amid_a_search, (void *)guide_specs[GUIDE_ENDS]),
        cmocka_unit_test_prestate(edits_amid_a_search, (void *)guide_specs[GUIDE_GATES]),
        cmocka_unit_test_prestate(edits_amid_a_search, (void *)guide_specs[GUIDE_BOTH]),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
