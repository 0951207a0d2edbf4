// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Jump point search over weighted ground: never costlier than A*, on ground of all kinds, by all
// rules about steps and many prices, to several goals, a step at a time, amid edits. It walks as A*
// does where jumps do not pay.
#include "support/test.h"

#include <waymark/all.h>

#define WEIGHTS_SIDE 66u
#define WEIGHTS_CELLS (WEIGHTS_SIDE * WEIGHTS_SIDE)

typedef struct weights_rule {
    way_neighbours neighbours;
    way_corners corners;
} weights_rule;

static const weights_rule weights_rules[] = {{WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT},
                                             {WAY_NEIGHBOURS_8, WAY_CORNERS_LOOSE},
                                             {WAY_NEIGHBOURS_8, WAY_CORNERS_ANY},
                                             {WAY_NEIGHBOURS_4, WAY_CORNERS_STRICT}};

/// Prices with which ways of many shapes cost the same; with the last it walks.
static const way_cost_model weights_costs[] = {{408, 577}, {5, 7}, {2, 3}, {1, 1}, {1, 2}};

/// Kinds of ground.
enum {
    WEIGHTS_NOISE,
    WEIGHTS_PATCHES,
    WEIGHTS_ROOMS,
    WEIGHTS_ROADS,
    WEIGHTS_PLATEAU,
    WEIGHTS_KINDS
};

static void weights_fill(uint8_t *cells, way_rect rect, uint8_t weight)
{
    for (uint32_t i = 0; i < rect.width * rect.height; i++) {
        cells[(rect.y + i / rect.width) * WEIGHTS_SIDE + rect.x + i % rect.width] = weight;
    }
}

static way_rect weights_rect(way_rng *rng, uint32_t most)
{
    const uint32_t width = 1 + way_rng_below(rng, most);
    const uint32_t height = 1 + way_rng_below(rng, most);
    return (way_rect){way_rng_below(rng, WEIGHTS_SIDE - width + 1),
                      way_rng_below(rng, WEIGHTS_SIDE - height + 1), width, height};
}

static uint8_t weights_any(way_rng *rng)
{
    return (uint8_t)(way_rng_below(rng, 8) ? 1 + way_rng_below(rng, 5)
                                           : 1 + way_rng_below(rng, 255));
}

static void weights_paint(uint8_t *cells, way_rng *rng, uint32_t kind)
{
    const way_rect all = {0, 0, WEIGHTS_SIDE, WEIGHTS_SIDE};
    const bool heavy = kind == WEIGHTS_ROADS || kind == WEIGHTS_PLATEAU;
    weights_fill(cells, all, heavy ? weights_any(rng) : 1);
    for (uint32_t i = 0; kind == WEIGHTS_NOISE && i < WEIGHTS_CELLS; i++) {
        cells[i] = weights_any(rng);
    }
    const uint32_t patches = kind == WEIGHTS_PATCHES || kind == WEIGHTS_ROOMS ? 12 : 3;
    for (uint32_t i = 0; kind != WEIGHTS_NOISE && i < patches; i++) {
        const way_rect patch = weights_rect(rng, 24);
        weights_fill(cells, patch, weights_any(rng));
    }
    for (uint32_t i = 0; kind == WEIGHTS_ROOMS && i < WEIGHTS_SIDE; i++) {
        for (uint32_t wall = 10; wall < WEIGHTS_SIDE; wall += 11) {
            cells[i * WEIGHTS_SIDE + wall] = way_rng_below(rng, 7) == 0;
            cells[wall * WEIGHTS_SIDE + i] = way_rng_below(rng, 7) == 0;
        }
    }
    for (uint32_t i = 0; kind == WEIGHTS_ROADS && i < 8; i++) {
        const uint32_t at = way_rng_below(rng, WEIGHTS_SIDE - 1);
        const uint32_t wide = 1 + i / 4;
        weights_fill(cells,
                     i % 2 ? (way_rect){at, 0, wide, WEIGHTS_SIDE}
                           : (way_rect){0, at, WEIGHTS_SIDE, wide},
                     1);
    }
    const uint32_t walls =
        way_rng_below(rng, kind == WEIGHTS_NOISE || kind == WEIGHTS_ROADS ? 400 : 40);
    for (uint32_t i = 0; i < walls; i++) {
        cells[way_rng_below(rng, WEIGHTS_CELLS)] = 0;
    }
    cells[WEIGHTS_CELLS / 2] = 3; // so that there are weights, and a cell to stand on
}

typedef struct weights_rig {
    way_map *map;
    way_space *space;
    way_navigator *navigators[2]; ///< of the search, and of A*
    way_agent *agents[2];
    way_rng rng;
    uint32_t arrived;
} weights_rig;

static weights_rig weights_open(uint64_t seed, const way_map_config *config, const char *spec)
{
    weights_rig rig = {.rng = test_rng(seed)};
    assert_int_equal(way_map_create(config, &rig.map), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(rig.map, 1, NULL, &rig.space), WAY_STATUS_OK);
    for (uint32_t i = 0; i < 2; i++) {
        const way_navigator_config navigator = {.space = rig.space,
                                                .algorithm = i ? "astar" : spec};
        assert_int_equal(way_navigator_create(&navigator, &rig.navigators[i]), WAY_STATUS_OK);
        const way_agent_config agent = {.navigator = rig.navigators[i]};
        assert_int_equal(way_agent_create(&agent, &rig.agents[i]), WAY_STATUS_OK);
    }
    return rig;
}

static weights_rig weights_open_kind(uint64_t seed, uint32_t kind, weights_rule rule,
                                     const char *spec)
{
    uint8_t cells[WEIGHTS_CELLS];
    way_rng rng = test_rng(seed * 1000 + kind);
    weights_paint(cells, &rng, kind);
    way_map_config config = way_map_config_default(WEIGHTS_SIDE, WEIGHTS_SIDE);
    config.weights = cells;
    config.neighbours = rule.neighbours;
    config.corners = rule.corners;
    config.costs = weights_costs[seed % (sizeof weights_costs / sizeof *weights_costs)];
    return weights_open(seed, &config, spec);
}

static void weights_close(weights_rig *rig)
{
    for (uint32_t i = 0; i < 2; i++) {
        way_agent_destroy(rig->agents[i]);
        way_navigator_destroy(rig->navigators[i]);
    }
    way_space_destroy(rig->space);
    way_map_destroy(rig->map);
}

static way_cell weights_cell(weights_rig *rig)
{
    way_cell cell = way_rng_below(&rig->rng, WEIGHTS_CELLS);
    while (!way_map_is_passable(rig->map, cell)) {
        cell = way_rng_below(&rig->rng, WEIGHTS_CELLS);
    }
    return cell;
}

/// The path goes step by step and costs what the agent says.
static void weights_check_path(const weights_rig *rig, const way_agent *agent)
{
    uint32_t count = 0;
    const way_state *path = way_agent_path(agent, &count);
    uint64_t cost = 0;
    for (uint32_t i = 1; i < count; i++) {
        cost += way_space_step_cost(rig->space, path[i - 1], path[i]);
    }
    assert_true(cost == way_agent_cost(agent));
}

/// The same outcome and cost as A*, in steps of up to `budget` if that is not 0.
static void weights_agree(weights_rig *rig, const way_trip *trip, uint32_t budget)
{
    const way_status begun = way_agent_begin(rig->agents[1], trip);
    assert_int_equal(way_agent_begin(rig->agents[0], trip), begun);
    if (begun != WAY_STATUS_OK) {
        return; // there is no way
    }
    way_outcome outcome = budget ? WAY_OUTCOME_WORKING : way_agent_run(rig->agents[0]);
    while (outcome == WAY_OUTCOME_WORKING) {
        outcome = way_agent_step(rig->agents[0], 1 + way_rng_below(&rig->rng, budget));
    }
    assert_int_equal(outcome, way_agent_run(rig->agents[1]));
    assert_int_equal(way_agent_cost(rig->agents[0]), way_agent_cost(rig->agents[1]));
    if (outcome == WAY_OUTCOME_FOUND) {
        weights_check_path(rig, rig->agents[0]);
        rig->arrived++;
    }
}

static void as_cheap_as_astar(void **state)
{
    const weights_rule *rule = *state;
    uint32_t arrived = 0;
    uint32_t trips = 0;
    for (uint64_t seed = 0; seed < 60; seed += TEST_STRIDE) {
        weights_rig rig =
            weights_open_kind(seed, (uint32_t)(seed % WEIGHTS_KINDS), *rule, "jps(jumps=always)");
        for (uint32_t round = 0; round < 40; round++) {
            const way_cell start = weights_cell(&rig);
            const way_trip trip = {.start = start, .goal = weights_cell(&rig)};
            weights_agree(&rig, &trip, round % 4 ? 0 : 1 + round / 8);
            trips++;
        }
        arrived += rig.arrived;
        weights_close(&rig);
    }
    assert_in_range(arrived * 3, trips * 2, trips * 3);
}

/// Adds a link somewhere.
static void weights_link(weights_rig *rig)
{
    const way_cell from = weights_cell(rig);
    const way_map_link link = {.from = from,
                               .to = weights_cell(rig),
                               .cost = 1 + way_rng_below(&rig->rng, 9000),
                               .both_ways = way_rng_below(&rig->rng, 2)};
    const way_status status =
        link.from == link.to ? WAY_STATUS_OK : way_map_add_links(rig->map, &link, 1);
    assert_true(status == WAY_STATUS_OK || status == WAY_STATUS_TOO_LARGE); // of one cell
}

/// Links come between trips; over patches it jumps nevertheless.
static void as_cheap_as_astar_over_links(void **state)
{
    const weights_rule *rule = *state;
    uint64_t expansions[2] = {0};
    for (uint64_t seed = 200; seed < 220; seed++) {
        weights_rig rig =
            weights_open_kind(seed, (uint32_t)(seed % WEIGHTS_KINDS), *rule, "jps(jumps=always)");
        for (uint32_t round = 0; round < 40; round++) {
            const way_cell start = weights_cell(&rig);
            const way_trip trip = {.start = start, .goal = weights_cell(&rig)};
            weights_link(&rig);
            weights_agree(&rig, &trip, round % 4 ? 0 : 1 + round / 8);
            for (uint32_t i = 0; i < 2 && seed % WEIGHTS_KINDS == WEIGHTS_PATCHES; i++) {
                expansions[i] += way_agent_stats(rig.agents[i]).expansions;
            }
        }
        weights_close(&rig);
    }
    assert_true(expansions[0] * 4 < expansions[1]);
}

/// Weights and walls come and go between trips, and amid them.
static void as_cheap_as_astar_amid_edits(void **state)
{
    const weights_rule *rule = *state;
    for (uint64_t seed = 100; seed < 110; seed++) {
        weights_rig rig =
            weights_open_kind(seed, (uint32_t)(seed % WEIGHTS_KINDS), *rule, "jps(jumps=always)");
        for (uint32_t round = 0; round < 100; round++) {
            const way_cell start = weights_cell(&rig);
            const way_trip trip = {.start = start, .goal = weights_cell(&rig)};
            if (way_agent_begin(rig.agents[0], &trip) == WAY_STATUS_OK) {
                (void)way_agent_step(rig.agents[0], 1 + way_rng_below(&rig.rng, 20));
            }
            const way_rect rect = weights_rect(&rig.rng, round % 4 ? 2 : 20);
            const uint8_t weight =
                way_rng_below(&rig.rng, 6) ? weights_any(&rig.rng) : (uint8_t)(round % 2);
            const way_edit edit = {rect.x, rect.y, rect.width, rect.height, weight};
            assert_int_equal(way_map_edit(rig.map, &edit, 1), WAY_STATUS_OK);
            if (way_map_is_passable(rig.map, start) &&
                way_agent_outcome(rig.agents[0]) == WAY_OUTCOME_WORKING &&
                way_agent_run(rig.agents[0]) == WAY_OUTCOME_FOUND) {
                assert_true(way_agent_path_holds(rig.agents[0], 0));
            }
            const way_cell next = weights_cell(&rig);
            const way_trip again = {.start = next, .goal = weights_cell(&rig)};
            weights_agree(&rig, &again, round % 3 ? 0 : 1);
        }
        assert_in_range(rig.arrived, 10, 100);
        weights_close(&rig);
    }
}

static void nearest_of_several_goals(void **state)
{
    const weights_rule *rule = *state;
    for (uint64_t seed = 200; seed < 210; seed++) {
        weights_rig rig =
            weights_open_kind(seed, (uint32_t)(seed % WEIGHTS_KINDS), *rule, "jps(jumps=always)");
        for (uint32_t round = 0; round < 30; round++) {
            way_state goals[18];
            const uint32_t count = 2 + way_rng_below(&rig.rng, round % 2 ? 3 : 17);
            for (uint32_t i = 0; i < count; i++) {
                goals[i] = weights_cell(&rig);
            }
            const way_trip trip = {
                .start = weights_cell(&rig), .goals = goals, .goal_count = count};
            weights_agree(&rig, &trip, round % 3);
        }
        weights_close(&rig);
    }
}

/// Over patches it jumps, far fewer states than A* expands; over noise it walks, with A*'s counts.
static void walks_where_jumps_do_not_pay(void **state)
{
    (void)state;
    for (uint32_t kind = 0; kind < WEIGHTS_KINDS; kind++) {
        uint64_t expansions[2] = {0};
        weights_rig rig = weights_open_kind(300, kind, weights_rules[0], "jps");
        for (uint32_t round = 0; round < 60; round++) {
            const way_cell start = weights_cell(&rig);
            const way_trip trip = {.start = start, .goal = weights_cell(&rig)};
            weights_agree(&rig, &trip, 0);
            expansions[0] += way_agent_stats(rig.agents[0]).expansions;
            expansions[1] += way_agent_stats(rig.agents[1]).expansions;
        }
        if (kind == WEIGHTS_NOISE) {
            assert_true(expansions[0] == expansions[1]);
        }
        if (kind == WEIGHTS_PATCHES || kind == WEIGHTS_PLATEAU) {
            assert_true(expansions[0] < expansions[1] / 3);
        }
        weights_close(&rig);
    }
}

/// How many steps with a small budget a trip takes.
static uint32_t weights_count_steps(weights_rig *rig, const way_trip *trip)
{
    uint32_t steps = 1;
    if (way_agent_begin(rig->agents[0], trip) == WAY_STATUS_OK) {
        while (way_agent_step(rig->agents[0], 4) == WAY_OUTCOME_WORKING) {
            steps++;
        }
    }
    return steps;
}

/// What an agent remembers of earlier trips shows in no trip, so saves may do a search again.
static void takes_the_same_work_each_time(void **state)
{
    (void)state;
    for (uint32_t kind = 0; kind < WEIGHTS_KINDS; kind++) {
        weights_rig rig = weights_open_kind(500, kind, weights_rules[0], "jps(keep=off)");
        for (uint32_t round = 0; round < 20; round++) {
            const way_cell start = weights_cell(&rig);
            const way_trip trip = {.start = start, .goal = weights_cell(&rig)};
            const uint32_t first = weights_count_steps(&rig, &trip);
            assert_int_equal(weights_count_steps(&rig, &trip), first);
        }
        weights_close(&rig);
    }
}

/// On wide ground a walk with its runs is cut into pieces.
static void budgets_are_kept_on_wide_ground(void **state)
{
    (void)state;
    const uint32_t side = 1500;
    way_rng rng = test_rng(400);
    uint8_t *cells = malloc((size_t)side * side);
    assert_non_null(cells);
    for (uint32_t i = 0; i < side * side; i++) {
        cells[i] = way_rng_below(&rng, 1000) ? 2 : (uint8_t)way_rng_below(&rng, 4);
    }
    way_map_config config = way_map_config_default(side, side);
    config.weights = cells;
    weights_rig rig = weights_open(401, &config, "jps");
    for (uint32_t round = 0; round < 3; round++) {
        cells[round] = 2;
        const way_edit edit = {round, 0, 1, 1, 2};
        assert_int_equal(way_map_edit(rig.map, &edit, 1), WAY_STATUS_OK);
        const way_trip trip = {.start = round, .goal = side * side / 2 + side / 2 + round};
        if (way_agent_begin(rig.agents[0], &trip) != WAY_STATUS_OK) {
            continue;
        }
        uint32_t steps = 0;
        while (way_agent_step(rig.agents[0], 20) == WAY_OUTCOME_WORKING) {
            steps++;
        }
        assert_true(way_agent_stats(rig.agents[0]).step_work_max <= 20 + 64);
        assert_true(steps > 30);
        rig.arrived++;
    }
    assert_true(rig.arrived > 0);
    free(cells);
    weights_close(&rig);
}

/// A test under each rule.
#define WEIGHTS_BY_RULE(test)                                                                      \
    cmocka_unit_test_prestate(test, (void *)&weights_rules[0]),                                    \
        cmocka_unit_test_prestate(test, (void *)&weights_rules[1]),                                \
        cmocka_unit_test_prestate(test, (void *)&weights_rules[2]),                                \
        cmocka_unit_test_prestate(test, (void *)&weights_rules[3])

int main(void)
{
    const struct CMUnitTest tests[] = {
        WEIGHTS_BY_RULE(as_cheap_as_astar),
        WEIGHTS_BY_RULE(as_cheap_as_astar_amid_edits),
        WEIGHTS_BY_RULE(as_cheap_as_astar_over_links),
        WEIGHTS_BY_RULE(nearest_of_several_goals),
        cmocka_unit_test(walks_where_jumps_do_not_pay),
        cmocka_unit_test(takes_the_same_work_each_time),
        cmocka_unit_test(budgets_are_kept_on_wide_ground),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
