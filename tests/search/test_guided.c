// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Guided A* on maps that are large enough for routes over many sectors: as cheap as A*, or within
// its weight, under every rule, sliced or not, before and after edits.
#include "search/stage.h"
#include "support/test.h"

#include <waymark/database.h>
#include <waymark/path.h>

#include <string.h>

typedef struct guided_case {
    const char *generator;
    scene_setting setting;
    way_neighbours neighbours;
    way_corners corners;
    uint8_t heaviest;
    uint32_t size;
} guided_case;

static const guided_case guided_cases[] = {
    {"random", {"blocked", 35}, WAY_NEIGHBOURS_8, WAY_CORNERS_NEVER, 1, 1},
    {"random", {"blocked", 35}, WAY_NEIGHBOURS_8, WAY_CORNERS_ONE, 1, 1},
    {"random", {"blocked", 40}, WAY_NEIGHBOURS_8, WAY_CORNERS_BOTH, 1, 1},
    {"random", {"blocked", 30}, WAY_NEIGHBOURS_4, WAY_CORNERS_NEVER, 1, 1},
    {"random", {"blocked", 30}, WAY_NEIGHBOURS_6, WAY_CORNERS_NEVER, 1, 1},
    {"random", {"blocked", 25}, WAY_NEIGHBOURS_8, WAY_CORNERS_NEVER, 200, 1},
    {"random", {"blocked", 5}, WAY_NEIGHBOURS_8, WAY_CORNERS_NEVER, 1, 2},
};

static way_agent *open_agent(way_space *space, const char *spec, way_navigator **navigator)
{
    way_agent *agent = NULL;
    const way_navigator_config plan = {.space = space, .algorithm = spec};
    assert_int_equal(way_navigator_create(&plan, navigator), WAY_STATUS_OK);
    assert_int_equal(way_agent_create(&(way_agent_config){.navigator = *navigator}, &agent),
                     WAY_STATUS_OK);
    return agent;
}

static way_cell draw_cell(const test_stage *stage, way_rng *rng)
{
    way_cell cell = way_rng_below(rng, stage->count);
    while (!way_space_can_stand(stage->space, cell)) {
        cell = way_rng_below(rng, stage->count);
    }
    return cell;
}

/// The cost of a trip, WAY_COST_MAX if there is no way.
static way_cost travel(way_agent *agent, const way_trip *trip, uint32_t slice)
{
    if (way_agent_begin(agent, trip) != WAY_STATUS_OK) {
        return WAY_COST_MAX;
    }
    while (way_agent_step(agent, slice) == WAY_OUTCOME_MOVING) {
    }
    return way_agent_outcome(agent) == WAY_OUTCOME_ARRIVED ? way_agent_cost(agent) : WAY_COST_MAX;
}

/// Compares some trips with A*; returns how many were long.
static uint32_t compare(const test_stage *stage, const char *spec, way_agent *guided,
                        uint64_t weight)
{
    way_navigator *navigator = NULL;
    way_agent *astar = open_agent(stage->space, "astar", &navigator);
    way_rng rng = way_rng_seed(stage->count + strlen(spec));
    uint32_t many = 0;
    for (uint32_t i = 0; i < 12; i++) {
        const way_trip trip = {.start = draw_cell(stage, &rng), .goal = draw_cell(stage, &rng)};
        const way_cost best = travel(astar, &trip, UINT32_MAX);
        const way_cost cost = travel(guided, &trip, UINT32_MAX);
        assert_int_equal(cost == WAY_COST_MAX, best == WAY_COST_MAX);
        assert_true(cost >= best && cost * UINT64_C(1000) <= best * weight);
        uint32_t count = 0;
        const way_state *path = way_agent_path(guided, &count);
        way_cost sum = 0;
        if (best != WAY_COST_MAX) {
            assert_true(
                way_path_check(stage->map, way_space_profile(stage->space), path, count, &sum));
            assert_int_equal(sum, cost);
            many += way_agent_stats(guided).expansions > 400;
        }
        assert_int_equal(travel(guided, &trip, 3), cost);
    }
    way_agent_destroy(astar);
    way_navigator_destroy(navigator);
    return many;
}

/// Blocks and clears cells, most of them on or beside lines.
static void edit(const test_stage *stage, way_navigator *navigator, way_rng *rng)
{
    for (uint32_t i = 0; i < 40; i++) {
        const uint32_t x = way_rng_below(rng, way_map_width(stage->map) / 16) * 16;
        const way_edit change = {x + (i % 4 == 0 ? 15 : way_rng_below(rng, 16)),
                                 way_rng_below(rng, way_map_height(stage->map)), 1, 1,
                                 (uint8_t)(i % 2)};
        assert_int_equal(way_map_edit(stage->map, &change, 1), WAY_STATUS_OK);
    }
    bool done = false;
    assert_int_equal(way_navigator_repair(navigator, UINT32_MAX, &done), WAY_STATUS_OK);
    assert_true(done);
}

static void as_good_as_promised(void **state)
{
    (void)state;
    static const struct {
        const char *spec;
        uint64_t weight;
    } specs[] = {{"guided", 1000}, {"guided(sector=16)", 1000}, {"guided(weight=1.2)", 1200}};
    uint32_t many = 0;
    for (uint32_t i = 0; i < sizeof guided_cases / sizeof *guided_cases; i++) {
        const guided_case *rules = &guided_cases[i];
        const stage_grid_config config = {.generator = rules->generator,
                                          .setting = rules->setting,
                                          .width = 150,
                                          .height = 97,
                                          .neighbours = rules->neighbours,
                                          .corners = rules->corners,
                                          .costs = {408, rules->neighbours == 8 ? 577 : 0},
                                          .lightest = 1,
                                          .heaviest = rules->heaviest,
                                          .seed = 17 + i,
                                          .size = rules->size};
        for (uint32_t k = 0; k < sizeof specs / sizeof *specs; k++) {
            test_stage stage;
            stage_create_grid(&stage, &config);
            way_navigator *navigator = NULL;
            way_agent *agent = open_agent(stage.space, specs[k].spec, &navigator);
            way_rng rng = way_rng_seed(i);
            many += compare(&stage, specs[k].spec, agent, specs[k].weight);
            edit(&stage, navigator, &rng);
            many += compare(&stage, specs[k].spec, agent, specs[k].weight);
            way_agent_destroy(agent);
            way_navigator_destroy(navigator);
            stage_destroy(&stage);
        }
    }
    assert_true(many > 20); // the others may have needed no route
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_good_as_promised)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
