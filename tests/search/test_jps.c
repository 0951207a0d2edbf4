// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What is special about jump point search: it remembers jumps between trips, but what edits
// concern, and walks where jumps do not pay.
#include "search/discrete/jps.h"
#include "support/test.h"

#include <waymark/all.h>
#include <waymark/database.h>

#include <string.h>

#define JPS_SIDE 70u

typedef struct jps_rig {
    way_map *map;
    way_space *space;
    way_navigator *navigator;
    way_agent *agent;
} jps_rig;

/// The rules under which it jumps.
typedef struct jps_rule {
    way_neighbours neighbours;
    way_corners corners;
} jps_rule;

static const jps_rule jps_rules[] = {{WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT},
                                     {WAY_NEIGHBOURS_8, WAY_CORNERS_LOOSE},
                                     {WAY_NEIGHBOURS_8, WAY_CORNERS_ANY},
                                     {WAY_NEIGHBOURS_4, WAY_CORNERS_STRICT}};

static way_map *jps_test_ruled(way_rng *rng, uint32_t percent, jps_rule rule)
{
    uint8_t weights[JPS_SIDE * JPS_SIDE];
    for (uint32_t i = 0; i < sizeof weights; i++) {
        weights[i] = way_rng_below(rng, 100) >= percent;
    }
    way_map_config config = way_map_config_default(JPS_SIDE, JPS_SIDE);
    config.weights = weights;
    config.neighbours = rule.neighbours;
    config.corners = rule.corners;
    way_map *map = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    return map;
}

static way_map *jps_test_map(way_rng *rng, uint32_t percent)
{
    return jps_test_ruled(rng, percent, jps_rules[0]);
}

static jps_rig jps_test_open(way_map *map, const char *spec)
{
    jps_rig rig = {.map = map};
    assert_int_equal(way_space_create_grid(map, 1, NULL, &rig.space), WAY_STATUS_OK);
    const way_navigator_config navigator = {.space = rig.space, .algorithm = spec};
    assert_int_equal(way_navigator_create(&navigator, &rig.navigator), WAY_STATUS_OK);
    const way_agent_config agent = {.navigator = rig.navigator};
    assert_int_equal(way_agent_create(&agent, &rig.agent), WAY_STATUS_OK);
    return rig;
}

static void jps_test_close(jps_rig *rig)
{
    way_agent_destroy(rig->agent);
    way_navigator_destroy(rig->navigator);
    way_space_destroy(rig->space);
}

static way_cell jps_test_cell(const way_map *map, way_rng *rng)
{
    for (;;) {
        const way_cell cell = way_rng_below(rng, JPS_SIDE * JPS_SIDE);
        if (way_map_is_passable(map, cell)) {
            return cell;
        }
    }
}

static way_outcome jps_test_ask(const jps_rig *rig, way_cell start, way_cell goal)
{
    const way_trip trip = {.start = start, .goal = goal};
    assert_int_equal(way_agent_begin(rig->agent, &trip), WAY_STATUS_OK);
    return way_agent_run(rig->agent);
}

/// Two searches over the same map, of which the second is right.
typedef struct jps_pair {
    way_map *map;
    jps_rig jps, other;
    way_rng rng;
} jps_pair;

static jps_pair jps_pair_open(uint32_t seed, uint32_t percent, jps_rule rule, const char *spec,
                              const char *other)
{
    jps_pair pair = {.rng = test_rng(seed)};
    pair.map = jps_test_ruled(&pair.rng, percent, rule);
    pair.jps = jps_test_open(pair.map, spec);
    pair.other = jps_test_open(pair.map, other);
    return pair;
}

static void jps_pair_close(jps_pair *pair)
{
    jps_test_close(&pair->jps);
    jps_test_close(&pair->other);
    way_map_destroy(pair->map);
}

static way_trip jps_pair_trip(jps_pair *pair)
{
    const way_cell start = jps_test_cell(pair->map, &pair->rng);
    return (way_trip){.start = start, .goal = jps_test_cell(pair->map, &pair->rng)};
}

/// The same outcome and cost; the first one goes in steps of up to `budget` if that is not 0.
static way_outcome jps_pair_agree(jps_pair *pair, const way_trip *trip, uint32_t budget)
{
    assert_int_equal(way_agent_begin(pair->jps.agent, trip), WAY_STATUS_OK);
    assert_int_equal(way_agent_begin(pair->other.agent, trip), WAY_STATUS_OK);
    way_outcome outcome = budget ? WAY_OUTCOME_WORKING : way_agent_run(pair->jps.agent);
    while (outcome == WAY_OUTCOME_WORKING) {
        outcome = way_agent_step(pair->jps.agent, 1 + way_rng_below(&pair->rng, budget));
    }
    assert_int_equal(outcome, way_agent_run(pair->other.agent));
    assert_int_equal(way_agent_cost(pair->jps.agent), way_agent_cost(pair->other.agent));
    return outcome;
}

/// Changes a rectangle somewhere.
static void jps_pair_edit(jps_pair *pair, uint32_t wide, uint32_t high, bool opens)
{
    const way_edit edit = {way_rng_below(&pair->rng, JPS_SIDE - wide),
                           way_rng_below(&pair->rng, JPS_SIDE - high), wide, high, opens};
    assert_int_equal(way_map_edit(pair->map, &edit, 1), WAY_STATUS_OK);
}

/// When an edit has cleared the ground it jumps, and the start sees the goal.
static void jps_pair_clear(jps_pair *pair)
{
    const way_edit edit = {0, 0, JPS_SIDE, JPS_SIDE, 1};
    assert_int_equal(way_map_edit(pair->map, &edit, 1), WAY_STATUS_OK);
    assert_int_equal(jps_test_ask(&pair->jps, 0, JPS_SIDE * JPS_SIDE - 2), WAY_OUTCOME_FOUND);
    assert_true(way_agent_stats(pair->jps.agent).expansions == 1);
}

/// Between edits of all sizes the same agent keeps asking; A* knows nothing of jumps.
static void as_cheap_as_astar_after_each_edit(void **state)
{
    const jps_rule *rule = *state;
    jps_pair pair = jps_pair_open(71, 25, *rule, "jps(jumps=always)", "astar");
    uint32_t arrived = 0;
    for (uint32_t round = 0; round < 1200; round++) {
        const way_trip trip = jps_pair_trip(&pair);
        arrived += jps_pair_agree(&pair, &trip, 0) == WAY_OUTCOME_FOUND;
        if (round % 3 == 2) {
            const uint32_t size = round % 30 == 2 ? 6 : 1;
            jps_pair_edit(&pair, size, size, way_rng_below(&pair.rng, 2));
        }
    }
    assert_in_range(arrived, 400, 1200);
    jps_pair_close(&pair);
}

/// On open ground jumps are long and many cross an edit, between trips and amid them.
static void as_cheap_as_astar_where_it_sees_far(void **state)
{
    const jps_rule *rule = *state;
    jps_pair pair = jps_pair_open(74, 1, *rule, "jps(jumps=always)", "astar");
    uint32_t arrived = 0;
    for (uint32_t round = 0; round < 1500; round++) {
        const way_trip trip = jps_pair_trip(&pair);
        arrived += jps_pair_agree(&pair, &trip, 20) == WAY_OUTCOME_FOUND;
        const uint32_t wide = round % 3 ? 1 : 1 + way_rng_below(&pair.rng, 20);
        const uint32_t high = 1 + way_rng_below(&pair.rng, wide > 3 ? 2 : 9);
        jps_pair_edit(&pair, wide, high, way_rng_below(&pair.rng, 5) > 1);
    }
    assert_in_range(arrived, 1000, 1500);
    jps_pair_close(&pair);
}

/// Adds a link somewhere, or takes one away.
static void jps_pair_link(jps_pair *pair, bool adds)
{
    const uint32_t count = way_map_link_count(pair->map);
    if (adds) {
        const way_map_link link = {.from = jps_test_cell(pair->map, &pair->rng),
                                   .to = jps_test_cell(pair->map, &pair->rng),
                                   .cost = 1 + way_rng_below(&pair->rng, 9000),
                                   .both_ways = way_rng_below(&pair->rng, 2)};
        const way_status status =
            link.from == link.to ? WAY_STATUS_OK : way_map_add_links(pair->map, &link, 1);
        assert_true(status == WAY_STATUS_OK || status == WAY_STATUS_TOO_LARGE); // of one cell
    } else if (count) {
        way_map_link link = way_map_link_at(pair->map, way_rng_below(&pair->rng, count));
        link.both_ways = false;
        assert_int_equal(way_map_remove_links(pair->map, &link, 1), WAY_STATUS_OK);
    }
}

/// Links come and go between trips, as walls do; Dijkstra's search estimates nothing.
static void as_cheap_as_dijkstra_over_links(void **state)
{
    const jps_rule *rule = *state;
    jps_pair pair = jps_pair_open(76, 15, *rule, "jps(jumps=always)", "dijkstra");
    uint32_t arrived = 0;
    uint64_t jumped = 0;
    uint64_t walked = 0;
    for (uint32_t round = 0; round < 1000; round++) {
        const way_trip trip = jps_pair_trip(&pair);
        arrived += jps_pair_agree(&pair, &trip, 30) == WAY_OUTCOME_FOUND;
        jumped += way_agent_stats(pair.jps.agent).expansions;
        walked += way_agent_stats(pair.other.agent).expansions;
        jps_pair_edit(&pair, 1, 1 + round % 3, way_rng_below(&pair.rng, 8) > 0);
        if (round % 4 == 0) {
            jps_pair_link(&pair, round % 8 == 0 || round < 200);
        }
    }
    assert_in_range(arrived, 800, 1000);
    assert_true(jumped * 10 < walked); // it jumps
    jps_pair_close(&pair);
}

/// Where nearly every cell is a jump point A* walks: the same path, cell by cell.
static void walks_where_jumps_do_not_pay(void **state)
{
    (void)state;
    jps_pair pair = jps_pair_open(75, 25, jps_rules[0], "jps", "astar");
    for (uint32_t round = 0; round < 50; round++) {
        const way_trip trip = jps_pair_trip(&pair);
        (void)jps_pair_agree(&pair, &trip, 0);
        assert_true(way_agent_stats(pair.jps.agent).expansions ==
                    way_agent_stats(pair.other.agent).expansions);
    }
    jps_pair_clear(&pair);
    jps_pair_close(&pair);
}

/// Blocks single cells of open ground amid rock.
static void jps_test_strew(way_map *map, uint32_t every, uint64_t seed)
{
    way_rng rng = test_rng(seed);
    for (uint32_t i = 0; i < 100 * 100 / every; i++) {
        const way_edit tree = {100 + way_rng_below(&rng, 100), 100 + way_rng_below(&rng, 100), 1, 1,
                               0};
        assert_int_equal(way_map_edit(map, &tree, 1), WAY_STATUS_OK);
    }
    const way_edit ends[] = {{100, 100, 2, 2, 1}, {198, 198, 2, 2, 1}};
    assert_int_equal(way_map_edit(map, ends, 2), WAY_STATUS_OK);
}

/// However the walls fall: all rows and columns count.
static void walks_among_all_trees(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        way_map_config config = way_map_config_default(300, 300);
        const way_edit ground[] = {{0, 0, 300, 300, 0}, {100, 100, 100, 100, 1}};
        way_map *map = NULL;
        assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
        assert_int_equal(way_map_edit(map, ground, 2), WAY_STATUS_OK);
        jps_test_strew(map, 50, seed);
        jps_rig jps = jps_test_open(map, "jps");
        jps_rig astar = jps_test_open(map, "astar");
        const way_state from = 100 * 300 + 100;
        const way_state to = 199 * 300 + 199;
        assert_int_equal(jps_test_ask(&astar, from, to), WAY_OUTCOME_FOUND);
        assert_int_equal(jps_test_ask(&jps, from, to), WAY_OUTCOME_FOUND);
        assert_int_equal(way_agent_stats(jps.agent).expansions,
                         way_agent_stats(astar.agent).expansions);
        jps_test_close(&jps);
        jps_test_close(&astar);
        way_map_destroy(map);
    }
}

/// Small walls do not keep it from jumping where they are few.
static void jumps_where_trees_are_few(void **state)
{
    (void)state;
    for (uint32_t trees = 250; trees <= 500; trees += 250) {
        way_map_config config = way_map_config_default(512, 512);
        way_map *map = NULL;
        assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
        for (uint32_t i = 1; i <= trees; i++) {
            const way_edit tree = {i * 197 % 512, i * 331 % 512, 1, 1, 0};
            assert_int_equal(way_map_edit(map, &tree, 1), WAY_STATUS_OK);
        }
        jps_rig jps = jps_test_open(map, "jps");
        jps_rig other = jps_test_open(map, trees == 250 ? "jps(jumps=always)" : "astar");
        assert_int_equal(jps_test_ask(&jps, 0, 512 * 512 - 1), WAY_OUTCOME_FOUND);
        assert_int_equal(jps_test_ask(&other, 0, 512 * 512 - 1), WAY_OUTCOME_FOUND);
        assert_int_equal(way_agent_stats(jps.agent).expansions,
                         way_agent_stats(other.agent).expansions);
        jps_test_close(&jps);
        jps_test_close(&other);
        way_map_destroy(map);
    }
}

/// Where open ground is strewn with small walls, however much rock is around it, A* walks, on the
/// first trip and on every later one, whatever the agent remembers.
static void walks_among_trees(void **state)
{
    (void)state;
    for (uint32_t strewn = 0; strewn < 2; strewn++) {
        way_map_config config = way_map_config_default(300, 300);
        const way_edit ground[] = {{0, 0, 300, 300, 0}, {100, 100, 100, 100, 1}};
        way_map *map = NULL;
        assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
        assert_int_equal(way_map_edit(map, ground, 2), WAY_STATUS_OK);
        if (strewn) {
            jps_test_strew(map, 100, 77);
        }
        jps_rig jps = jps_test_open(map, "jps");
        jps_rig astar = jps_test_open(map, "astar");
        const way_state from = 100 * 300 + 100;
        const way_state to = 199 * 300 + 199;
        assert_int_equal(jps_test_ask(&astar, from, to), WAY_OUTCOME_FOUND);
        assert_int_equal(jps_test_ask(&jps, from, to), WAY_OUTCOME_FOUND);
        const uint64_t walked = way_agent_stats(astar.agent).expansions;
        for (uint32_t trip = 0; trip < 3; trip++) {
            assert_true((way_agent_stats(jps.agent).expansions == walked) == (strewn == 1));
            assert_int_equal(way_agent_cost(jps.agent), way_agent_cost(astar.agent));
            assert_int_equal(jps_test_ask(&jps, from, to), WAY_OUTCOME_FOUND);
        }
        jps_test_close(&jps);
        jps_test_close(&astar);
        way_map_destroy(map);
    }
}

/// Open ground with a blocked cell in a thousand.
static way_map *jps_test_wide(uint32_t side)
{
    way_rng rng = test_rng(76);
    uint8_t *weights = malloc((size_t)side * side);
    assert_non_null(weights);
    for (uint32_t i = 0; i < side * side; i++) {
        weights[i] = way_rng_below(&rng, 1000) != 0;
    }
    way_map_config config = way_map_config_default(side, side);
    config.weights = weights;
    way_map *map = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    free(weights);
    return map;
}

/// On wide ground a scan of all that a point sees is cut into pieces.
static void budgets_are_kept_on_wide_ground(void **state)
{
    (void)state;
    const uint32_t side = 1500;
    way_map *map = jps_test_wide(side);
    jps_rig rig = jps_test_open(map, "jps");
    for (uint32_t round = 0; round < 5; round++) {
        const way_trip trip = {.start = round, .goal = side * side - 1 - round};
        assert_int_equal(way_agent_begin(rig.agent, &trip), WAY_STATUS_OK);
        uint32_t steps = 0;
        while (way_agent_step(rig.agent, 20) == WAY_OUTCOME_WORKING) {
            steps++;
        }
        assert_true(way_agent_stats(rig.agent).step_work_max <= 20 + 64);
        assert_true(steps > 3);
    }
    jps_test_close(&rig);
    way_map_destroy(map);
}

/// Where much is known, to find out what walls leave of it takes no longer than a bound.
static void walls_are_not_looked_at_for_long(void **state)
{
    (void)state;
    const uint32_t side = 1000;
    way_map *map = jps_test_wide(side);
    jps_rig rig = jps_test_open(map, "jps(jumps=always)");
    const wayi_jump_graph *graph = &((const wayi_jps *)rig.agent->memory)->graph;
    const way_trip trip = {.start = 0, .goal = side * side - 1};
    for (uint32_t round = 0; round < 5; round++) {
        const way_trip before = {.start = round * 200, .goal = side * side - 1 - round};
        assert_int_equal(way_agent_begin(rig.agent, &before), WAY_STATUS_OK);
        assert_int_equal(way_agent_run(rig.agent), WAY_OUTCOME_FOUND);
    }
    for (uint32_t i = 1; i < 5; i++) {
        const way_edit wall = {i * 150, i * 150, 1, 60, 0};
        assert_int_equal(way_map_edit(map, &wall, 1), WAY_STATUS_OK);
    }
    const uint64_t looked = graph->looked;
    assert_int_equal(way_agent_begin(rig.agent, &trip), WAY_STATUS_OK);
    assert_in_range(graph->looked - looked, 1, 12000); // 7 million if they are looked at to the end
    jps_test_close(&rig);
    way_map_destroy(map);
}

/// What is remembered saves work but changes no answer.
static void the_same_whether_it_remembers_or_not(void **state)
{
    (void)state;
    jps_pair pair =
        jps_pair_open(72, 20, jps_rules[0], "jps(jumps=always)", "jps(keep=off, jumps=always)");
    for (uint32_t round = 0; round < 300; round++) {
        const way_trip trip = jps_pair_trip(&pair);
        (void)jps_pair_agree(&pair, &trip, 0);
        uint32_t count = 0;
        uint32_t other_count = 0;
        const way_state *path = way_agent_path(pair.jps.agent, &count);
        const way_state *other = way_agent_path(pair.other.agent, &other_count);
        assert_int_equal(count, other_count);
        assert_memory_equal(path, other, count * sizeof *path);
        assert_true(way_agent_stats(pair.jps.agent).expansions ==
                    way_agent_stats(pair.other.agent).expansions);
    }
    assert_true(way_agent_stats(pair.jps.agent).bytes > way_agent_stats(pair.other.agent).bytes);
    jps_pair_close(&pair);
}

/// Several goals: the cheapest of them, whichever is seen first. Above the number that it looks for
/// one by one A* walks.
static void nearest_of_several_goals(void **state)
{
    const jps_rule *rule = *state;
    jps_pair pair = jps_pair_open(78, 12, *rule, "jps(jumps=always)", "astar");
    for (uint32_t round = 0; round < 400; round++) {
        way_state goals[18];
        const uint32_t count = 2 + way_rng_below(&pair.rng, round % 2 ? 3 : 17);
        for (uint32_t k = 0; k < count; k++) {
            goals[k] = jps_test_cell(pair.map, &pair.rng);
        }
        way_trip trip = jps_pair_trip(&pair);
        trip.goals = goals;
        trip.goal_count = count;
        (void)jps_pair_agree(&pair, &trip, 0);
    }
    jps_pair_close(&pair);
}

/// An edit may put weights on the ground, between trips and amid them: it jumps over them, or walks
/// on as A* does. When they are gone it jumps as before.
static void weights_come_and_go(void **state)
{
    (void)state;
    jps_pair pair = jps_pair_open(79, 5, jps_rules[0], "jps(jumps=always)", "astar");
    for (uint32_t round = 0; round < 200; round++) {
        const way_trip trip = jps_pair_trip(&pair);
        assert_int_equal(way_agent_begin(pair.jps.agent, &trip), WAY_STATUS_OK);
        (void)way_agent_step(pair.jps.agent, 2);
        const way_edit edit = {round % 8 * 8, round / 8 % 8 * 8, 8, 8,
                               round % 3 ? (uint8_t)(2 + round % 5) : 1};
        assert_int_equal(way_map_edit(pair.map, &edit, 1), WAY_STATUS_OK);
        (void)way_agent_run(pair.jps.agent);
        (void)jps_pair_agree(&pair, &trip, 0);
    }
    jps_pair_clear(&pair);
    jps_pair_close(&pair);
}

/// On open ground there are no jump points: the start sees every goal.
static void open_ground_needs_one_look(void **state)
{
    (void)state;
    way_rng rng = test_rng(73);
    way_map *map = jps_test_map(&rng, 0);
    jps_rig rig = jps_test_open(map, "jps(jumps=always)");
    for (uint32_t round = 0; round < 100; round++) {
        const way_cell start = jps_test_cell(map, &rng);
        const way_cell goal = jps_test_cell(map, &rng);
        if (start == goal) {
            continue;
        }
        assert_int_equal(jps_test_ask(&rig, start, goal), WAY_OUTCOME_FOUND);
        assert_int_equal(way_agent_cost(rig.agent), way_map_estimate(map, start, goal));
        assert_true(way_agent_stats(rig.agent).expansions == 1);
    }
    jps_test_close(&rig);
    way_map_destroy(map);
}

/// The costliest steps that uniform ground has, down and up a corridor: a million of them can be
/// counted. In the last three columns there are two ways down, which join again just before that.
static way_map *jps_test_corridor(uint32_t side, uint32_t first_hole, uint32_t second_hole)
{
    const uint32_t width = 2 * side + 1;
    uint8_t *weights = calloc((size_t)width * side, 1);
    assert_non_null(weights);
    for (uint32_t x = 0; x < width; x += 2) {
        for (uint32_t y = 0; y < side; y++) {
            weights[y * width + x] = 1;
        }
        if (x + 1 < width) {
            weights[(x % 4 ? 0 : side - 1) * width + x + 1] = 1;
        }
    }
    uint8_t *fork = weights + width - 7; // the top of a column that is walked downwards
    fork[1] = 1;
    fork[50 * width + 2] = 0;
    fork[first_hole * width + 1] = 1;
    fork[second_hole * width + 3] = 1;
    way_map_config config = way_map_config_default(width, side);
    config.costs = (way_cost_model){4096, 5793};
    config.weights = weights;
    way_map *map = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    free(weights);
    return map;
}

/// From a cell of the first column: to one a step short of what can be counted, to the next, and to
/// one that is seen from both ways, the second of which is 4 steps longer.
static void jps_test_far(const char *spec, uint32_t first_hole, uint32_t second_hole)
{
    const uint32_t side = 1025;
    const uint32_t width = 2 * side + 1;
    const uint32_t most = (WAY_COST_MAX - 1) / 4096; // steps
    const uint32_t top = width - 7;
    const uint32_t before = top / 2 * (side + 1) - most + 100; // so that 100 are left at the fork
    way_map *map = jps_test_corridor(side, first_hole, second_hole);
    jps_rig rig = jps_test_open(map, spec);
    const way_cell start = before * width;
    const way_cell last = 100 * width + top;
    assert_int_equal(jps_test_ask(&rig, start, last), WAY_OUTCOME_FOUND);
    assert_int_equal(way_agent_cost(rig.agent), most * 4096u);
    assert_int_equal(jps_test_ask(&rig, start, last + width), WAY_OUTCOME_CAPACITY);
    assert_int_equal(jps_test_ask(&rig, start, 200 * width + top + 2), WAY_OUTCOME_CAPACITY);
    jps_test_close(&rig);
    way_map_destroy(map);
}

static void far_is_told_on_uniform_ground(void **state)
{
    (void)state;
    jps_test_far("jps(jumps=always)", 90, 93);
    jps_test_far("jps(jumps=always)", 93, 90);
    jps_test_far("astar", 90, 93);
}

/// A test under each rule.
#define JPS_BY_RULE(test)                                                                          \
    cmocka_unit_test_prestate(test, (void *)&jps_rules[0]),                                        \
        cmocka_unit_test_prestate(test, (void *)&jps_rules[1]),                                    \
        cmocka_unit_test_prestate(test, (void *)&jps_rules[2]),                                    \
        cmocka_unit_test_prestate(test, (void *)&jps_rules[3])

int main(void)
{
    const struct CMUnitTest tests[] = {
        JPS_BY_RULE(as_cheap_as_astar_after_each_edit),
        JPS_BY_RULE(as_cheap_as_astar_where_it_sees_far),
        JPS_BY_RULE(as_cheap_as_dijkstra_over_links),
        cmocka_unit_test(walks_where_jumps_do_not_pay),
        cmocka_unit_test(walks_among_trees),
        cmocka_unit_test(walks_among_all_trees),
        cmocka_unit_test(jumps_where_trees_are_few),
        cmocka_unit_test(budgets_are_kept_on_wide_ground),
        cmocka_unit_test(walls_are_not_looked_at_for_long),
        cmocka_unit_test(the_same_whether_it_remembers_or_not),
        JPS_BY_RULE(nearest_of_several_goals),
        cmocka_unit_test(weights_come_and_go),
        cmocka_unit_test(open_ground_needs_one_look),
        cmocka_unit_test(far_is_told_on_uniform_ground),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
