// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Trips out of blocked ground, amid edits at every step, and over links that edits take, give and
// turn into traps.
#include "search/replan_each.h"

#include <waymark/path.h>

// Out of blocked ground ---------------------------------------------------------------------------

/// The core of a building with a courtyard all round it, and the goal outside.
static const uint8_t *replan_courtyard(void)
{
    static uint8_t weights[REPLAN_CELLS];
    for (uint32_t i = 0; i < REPLAN_CELLS; i++) {
        const int32_t dx = abs((int32_t)(i % REPLAN_SIDE) - 11);
        const int32_t dy = abs((int32_t)(i / REPLAN_SIDE) - 11);
        const int32_t ring = dx > dy ? dx : dy;
        weights[i] = ring > 7 || ring == 4;
    }
    return weights;
}

/// What cleans up a path takes it as it is, the way out included.
static void smooth_the_lead(const replan_rig *rig)
{
    way_cell cells[REPLAN_CELLS];
    way_curve_point points[4 * REPLAN_CELLS];
    way_curve curve = {.points = points, .capacity = 4 * REPLAN_CELLS};
    uint32_t count = 0;
    way_cost cost = 0;
    const way_state *path = way_agent_path(rig->agent, &count);
    memcpy(cells, path, count * sizeof *cells);
    assert_true(way_path_check(rig->map, 1, cells, count, &cost));
    assert_int_equal(cost, way_agent_cost(rig->agent));
    for (way_smoothing kind = WAY_SMOOTHING_RAYS; kind <= WAY_SMOOTHING_ANY_ANGLE; kind++) {
        const way_smoothing_config config = {.map = rig->map, .unit_size = 1, .kind = kind};
        uint32_t kept = count;
        memcpy(cells, path, count * sizeof *cells);
        assert_int_equal(way_path_smooth(&config, cells, &kept), WAY_STATUS_OK);
        assert_true(kept <= count && cells[0] == path[0] && cells[kept - 1] == path[count - 1]);
    }
    const way_curve_config config = {.map = rig->map, .unit_size = 1};
    assert_int_equal(way_path_curve(&config, path, count, &curve), WAY_STATUS_OK);
}

/// How a walk ends while a cell elsewhere is edited at every step, or as often as leaves a
/// real-time search the time to look ahead; or none, WAY_CELL_NONE.
static way_outcome walk_amid_edits(const replan_rig *rig, const way_trip *trip, way_cell cell,
                                   uint32_t budget)
{
    way_walker *walker = NULL;
    const way_walker_config config = {.navigator = rig->navigator};
    const bool edits = (rig->traits & WAY_TRAIT_HANDLES_EDITS) && cell != WAY_CELL_NONE;
    const bool deep = !way_map_is_passable(rig->map, trip->start);
    const uint32_t every = (rig->traits & WAY_TRAIT_REALTIME) && !deep ? 8 : 1;
    assert_int_equal(way_walker_create(&config, &walker), WAY_STATUS_OK);
    assert_int_equal(way_walker_begin(walker, trip->start, trip->goal), WAY_STATUS_OK);
    for (uint32_t i = 0; i < 20000 && way_walker_outcome(walker) == WAY_OUTCOME_WORKING; i++) {
        const way_state from = way_walker_state(walker);
        (void)way_walker_step(walker, budget);
        const way_state to = way_walker_state(walker);
        assert_true(from == to || deep || oracle_step_cost(rig->map, from, to, 1) != WAY_COST_MAX);
        if (edits && i % every == 0) {
            replan_set(rig, cell, (uint8_t)(i / every % 2));
            replan_repair(rig);
        }
    }
    const way_outcome outcome = way_walker_outcome(walker);
    assert_true(outcome != WAY_OUTCOME_FOUND || way_walker_state(walker) == trip->goal);
    way_walker_destroy(walker);
    return outcome;
}

static void leave_the_core(replan_rig *rig)
{
    const way_trip trip = {.start = replan_cell(11, 11), .goal = replan_cell(1, 1)};
    assert_int_equal(way_agent_begin(rig->agent, &trip), WAY_STATUS_OK);
    assert_int_equal(way_agent_run(rig->agent), WAY_OUTCOME_FOUND);
    assert_int_equal(replan_last(rig), trip.goal);
    assert_true(way_agent_path_holds(rig->agent, 0));
    assert_true(way_agent_cost(rig->agent) >= oracle_cost(rig->map, trip.start, trip.goal, 1));
    smooth_the_lead(rig);
    assert_int_equal(walk_amid_edits(rig, &trip, replan_cell(9, 22), 100), WAY_OUTCOME_FOUND);
}

static void deep_starts_when_a_courtyard_is_round(void **state)
{
    (void)state;
    replan_each(0, replan_courtyard(), leave_the_core);
}

/// A building with the unit in its core.
static const uint8_t *replan_building(void)
{
    static uint8_t weights[REPLAN_CELLS];
    for (uint32_t i = 0; i < REPLAN_CELLS; i++) {
        const int32_t dx = abs((int32_t)(i % REPLAN_SIDE) - 8);
        const int32_t dy = abs((int32_t)(i / REPLAN_SIDE) - 8);
        weights[i] = dx > 3 || dy > 3;
    }
    return weights;
}

/// The least cost of a trip from deep inside blocked ground to a place within a range.
static way_cost replan_best_in_range(const replan_rig *rig, const way_trip *trip)
{
    uint8_t goals[REPLAN_CELLS];
    way_cost costs[REPLAN_CELLS];
    way_cost deep = 0;
    way_cost best = WAY_COST_MAX;
    for (way_cell cell = 0; cell < REPLAN_CELLS; cell++) {
        goals[cell] = way_map_is_passable(rig->map, cell) &&
                      rig->space->type->distance(rig->space, cell, trip->goal) <= trip->range;
    }
    const way_cell gate = oracle_gate_to(rig->map, trip->start, goals, 1, &deep);
    assert_int_equal(oracle_costs(rig->map, gate, 1, costs), WAY_STATUS_OK);
    for (way_cell cell = 0; cell < REPLAN_CELLS; cell++) {
        best = goals[cell] && costs[cell] < best ? costs[cell] : best;
    }
    return way_cost_add(best, deep);
}

/// What is proven of a way out of a building holds, whatever is edited around it under way.
static void prove_the_lead(replan_rig *rig)
{
    way_rng rng = way_rng_seed(5);
    for (uint32_t round = 0; round < 40; round++) {
        const way_trip trip = {.start = replan_cell(8, 8),
                               .goal = replan_cell(13 + way_rng_below(&rng, 6), 8),
                               .mode = WAY_GOAL_RANGE,
                               .range = 408 * (1 + way_rng_below(&rng, 4))};
        const uint32_t x = 4 + way_rng_below(&rng, 9);
        const way_cell cell = replan_cell(x, 4 + way_rng_below(&rng, 3));
        assert_int_equal(way_agent_begin(rig->agent, &trip), WAY_STATUS_OK);
        way_outcome outcome = way_agent_step(rig->agent, 1 + way_rng_below(&rng, 8));
        const bool under_way = outcome == WAY_OUTCOME_WORKING && round % 2;
        if (under_way) {
            replan_set(rig, cell, way_map_is_passable(rig->map, cell) ? 0 : 1);
            replan_repair(rig);
        }
        outcome = way_agent_run(rig->agent);
        assert_int_equal(outcome, WAY_OUTCOME_FOUND);
        const uint64_t bound = way_agent_bound_thousandths(rig->agent);
        if (bound != UINT32_MAX && oracle_is_deep(rig->map, trip.start, 1)) {
            assert_true(way_agent_cost(rig->agent) * UINT64_C(1000) <=
                        replan_best_in_range(rig, &trip) * bound);
        }
        if (under_way) {
            replan_set(rig, cell, replan_building()[cell]);
            replan_repair(rig);
        }
    }
}

static void prove_the_lead_unless_realtime(replan_rig *rig)
{
    if (!(rig->traits & WAY_TRAIT_REALTIME)) {
        prove_the_lead(rig);
    }
}

static void bounds_when_deep(void **state)
{
    (void)state;
    replan_each(WAY_TRAIT_HANDLES_EDITS | WAY_TRAIT_ANY_GOAL, replan_building(),
                prove_the_lead_unless_realtime);
}

/// Of two steps out of a blocked cell one leads into a pocket; a link elsewhere makes places
/// nearer.
static void leave_to_a_range(replan_rig *rig)
{
    const way_map_link link = {
        .from = replan_cell(20, 20), .to = replan_cell(22, 20), .cost = 816, .both_ways = true};
    const way_trip trip = {.start = replan_cell(6, 6),
                           .goal = replan_cell(16, 6),
                           .mode = WAY_GOAL_RANGE,
                           .range = 408};
    if ((rig->traits & WAY_TRAIT_REALTIME) ||
        (way_navigator_algorithm(rig->navigator)->needs & WAY_SPACE_UNLINKED)) {
        return;
    }
    assert_int_equal(way_map_add_links(rig->map, &link, 1), WAY_STATUS_OK);
    for (uint32_t i = 0; i < 9; i++) { // all around are walls, but to the west
        replan_set(rig, replan_cell(6 + i % 3, 5 + i / 3), i == 4 ? 1 : 0);
    }
    replan_repair(rig);
    assert_int_equal(way_agent_begin(rig->agent, &trip), WAY_STATUS_OK);
    assert_int_equal(way_agent_run(rig->agent), WAY_OUTCOME_FOUND);
    assert_int_not_equal(replan_price(rig), WAY_COST_MAX);
}

static void ranges_when_links_make_them_nearer(void **state)
{
    (void)state;
    replan_each(WAY_TRAIT_ANY_GOAL, NULL, leave_to_a_range);
}

// Walks -------------------------------------------------------------------------------------------

static void walk_round_the_wall(replan_rig *rig)
{
    const way_trip trip = {.start = replan_cell(2, 2), .goal = replan_cell(21, 3)};
    const way_outcome alone = walk_amid_edits(rig, &trip, WAY_CELL_NONE, 64);
    const way_outcome outcome = walk_amid_edits(rig, &trip, replan_cell(20, 22), 64);
    assert_true(outcome == WAY_OUTCOME_FOUND || alone != WAY_OUTCOME_FOUND);
}

static void walks_when_edited_at_every_step(void **state)
{
    (void)state;
    replan_each(WAY_TRAIT_HANDLES_EDITS, replan_wall(), walk_round_the_wall);
}

/// Rubble, in which trips by databases change their minds often.
static void trip_through_rubble(replan_rig *rig)
{
    const way_trip trip = {.start = replan_cell(2, 2), .goal = replan_cell(21, 20)};
    const way_cell cells[] = {replan_cell(22, 22), replan_cell(4, 20)};
    for (uint32_t budget = 1; budget < 100; budget = budget * 7 + 6) {
        for (uint32_t k = 0; k < 2; k++) {
            way_outcome outcome = WAY_OUTCOME_WORKING;
            assert_int_equal(way_agent_begin(rig->agent, &trip), WAY_STATUS_OK);
            for (uint32_t i = 0; i < 2000 && outcome == WAY_OUTCOME_WORKING; i++) {
                replan_set(rig, cells[k], (uint8_t)(i % 2));
                replan_repair(rig);
                outcome = way_agent_step(rig->agent, budget);
            }
            assert_int_equal(outcome, WAY_OUTCOME_FOUND);
            replan_set(rig, cells[k], 1);
            replan_repair(rig);
        }
    }
}

static void trips_when_databases_are_repaired_at_every_step(void **state)
{
    (void)state;
    static uint8_t rubble[REPLAN_CELLS];
    way_rng rng = way_rng_seed(11);
    for (uint32_t i = 0; i < REPLAN_CELLS; i++) {
        rubble[i] = way_rng_below(&rng, 5) != 0;
    }
    rubble[replan_cell(2, 2)] = rubble[replan_cell(21, 20)] = 1;
    replan_each(WAY_TRAIT_HANDLES_EDITS | WAY_TRAIT_PREPARED | WAY_TRAIT_REALTIME, rubble,
                trip_through_rubble);
}

// One-way ground ----------------------------------------------------------------------------------

/// Closed rooms that links lead into, and none out of.
static void cross_traps(const char *spec, uint64_t seed)
{
    way_rng rng = way_rng_seed(seed);
    uint8_t weights[REPLAN_CELLS];
    for (uint32_t i = 0; i < REPLAN_CELLS; i++) {
        weights[i] = way_rng_below(&rng, 4) != 0;
    }
    for (uint32_t i = 0; i < 6; i++) {
        const uint32_t x = way_rng_below(&rng, REPLAN_SIDE - 5);
        const uint32_t y = way_rng_below(&rng, REPLAN_SIDE - 5);
        for (uint32_t k = 0; k < 25; k++) {
            const bool inside = k % 5 % 4 && k / 5 % 4;
            weights[replan_cell(x + k % 5, y + k / 5)] = inside;
        }
    }
    replan_rig rig = {0};
    way_map_config config = way_map_config_default(REPLAN_SIDE, REPLAN_SIDE);
    config.weights = weights;
    assert_int_equal(way_map_create(&config, &rig.map), WAY_STATUS_OK);
    for (uint32_t i = 0; i < 16; i++) {
        const way_map_link link = {.from = way_rng_below(&rng, REPLAN_CELLS),
                                   .to = way_rng_below(&rng, REPLAN_CELLS),
                                   .cost = 408 + way_rng_below(&rng, 800)};
        (void)!way_map_add_links(rig.map, &link, 1); // not twice, nor onto itself
    }
    const way_trip trip = {.start = way_rng_below(&rng, REPLAN_CELLS),
                           .goal = way_rng_below(&rng, REPLAN_CELLS)};
    if (replan_open(&rig, spec, NULL) && way_map_is_passable(rig.map, trip.start) &&
        oracle_cost(rig.map, trip.start, trip.goal, 1) != WAY_COST_MAX) {
        assert_int_equal(way_agent_begin(rig.agent, &trip), WAY_STATUS_OK);
        assert_int_equal(way_agent_run(rig.agent), WAY_OUTCOME_FOUND);
    }
    replan_close(&rig);
}

static void moves_when_links_lead_into_traps(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const way_algorithm *algorithm = way_algorithm_at(i);
        const way_param *look = algorithm->params;
        const bool sees = algorithm->param_count && strcmp(look->name, "lookahead") == 0;
        const int32_t looks[] = {sees ? look->default_value : 0, sees ? look->min : 0, 10};
        for (uint32_t k = 0; k < (sees ? 450u : 150u) && (algorithm->traits & WAY_TRAIT_REALTIME) &&
                             !(algorithm->needs & WAY_SPACE_UNLINKED);
             k++) {
            char spec[64];
            const int size = snprintf(spec, sizeof spec, "%s", algorithm->name);
            if (sees) {
                (void)snprintf(spec + size, sizeof spec - (size_t)size, "(lookahead=%d)",
                               looks[k / 150]);
            }
            cross_traps(spec, k % 150);
        }
    }
}

/// A link that was taken ends on blocked ground: nobody takes it again.
static void block_the_link(replan_rig *rig)
{
    const way_map_link link = {
        .from = replan_cell(5, 5), .to = replan_cell(17, 5), .cost = 408, .both_ways = true};
    const way_trip trip = {.start = replan_cell(4, 4), .goal = replan_cell(21, 3)};
    if (way_navigator_algorithm(rig->navigator)->needs & WAY_SPACE_UNLINKED) {
        return;
    }
    assert_int_equal(way_map_add_links(rig->map, &link, 1), WAY_STATUS_OK);
    assert_int_equal(way_agent_begin(rig->agent, &trip), WAY_STATUS_OK);
    way_outcome outcome = WAY_OUTCOME_WORKING;
    while (outcome == WAY_OUTCOME_WORKING && replan_last(rig) != link.to) {
        outcome = way_agent_step(rig->agent, 1);
    }
    if (replan_last(rig) == link.to) {
        replan_set(rig, link.to, 0);
        assert_int_equal(way_agent_notify(rig->agent, &link.to, 1), WAY_STATUS_OK);
        assert_int_equal(way_agent_run(rig->agent), WAY_OUTCOME_FOUND);
        assert_int_not_equal(replan_price(rig), WAY_COST_MAX);
    }
}

static void links_when_their_end_is_blocked(void **state)
{
    (void)state;
    replan_each(WAY_TRAIT_HANDLES_EDITS | WAY_TRAIT_INCREMENTAL | WAY_TRAIT_REALTIME, replan_wall(),
                block_the_link);
}

/// The only link goes, or another one comes, while a search under way has read it.
static void change_the_links(replan_rig *rig)
{
    const way_map_link links[] = {
        {.from = replan_cell(11, 2), .to = replan_cell(13, 2), .cost = 816, .both_ways = true},
        {.from = replan_cell(11, 9), .to = replan_cell(13, 9), .cost = 816, .both_ways = true}};
    const way_trip trip = {.start = replan_cell(2, 2), .goal = replan_cell(21, 3)};
    for (uint32_t budget = 1; budget < 60; budget += 7) {
        if (way_navigator_algorithm(rig->navigator)->needs & WAY_SPACE_UNLINKED) {
            return;
        }
        assert_int_equal(way_map_add_links(rig->map, &links[0], 1), WAY_STATUS_OK);
        replan_repair(rig);
        assert_int_equal(way_agent_begin(rig->agent, &trip), WAY_STATUS_OK);
        way_outcome outcome = way_agent_step(rig->agent, budget);
        for (uint32_t i = 0; i < 6; i++) {
            replan_set(rig, replan_cell(4 + i, 4), 0);
            if (i == 2) {
                assert_int_equal(way_map_remove_links(rig->map, &links[0], 1), WAY_STATUS_OK);
            } else if (i == 5) {
                assert_int_equal(way_map_add_links(rig->map, &links[1], 1), WAY_STATUS_OK);
            }
            outcome = way_agent_step(rig->agent, budget);
        }
        outcome = way_agent_run(rig->agent);
        assert_int_equal(outcome, WAY_OUTCOME_FOUND);
        assert_int_equal(replan_last(rig), trip.goal);
        assert_int_equal(way_map_remove_links(rig->map, &links[1], 1), WAY_STATUS_OK);
        for (uint32_t i = 0; i < 6; i++) {
            replan_set(rig, replan_cell(4 + i, 4), 1);
        }
    }
}

static void links_when_changed_under_way(void **state)
{
    (void)state;
    static uint8_t rubble[REPLAN_CELLS];
    way_rng rng = way_rng_seed(12);
    for (uint32_t i = 0; i < REPLAN_CELLS; i++) {
        rubble[i] = i / REPLAN_SIDE < 5 || way_rng_below(&rng, 5) ? replan_wall()[i] : 0;
    }
    replan_each(WAY_TRAIT_HANDLES_EDITS, rubble, change_the_links);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deep_starts_when_a_courtyard_is_round),
        cmocka_unit_test(bounds_when_deep),
        cmocka_unit_test(ranges_when_links_make_them_nearer),
        cmocka_unit_test(walks_when_edited_at_every_step),
        cmocka_unit_test(trips_when_databases_are_repaired_at_every_step),
        cmocka_unit_test(moves_when_links_lead_into_traps),
        cmocka_unit_test(links_when_their_end_is_blocked),
        cmocka_unit_test(links_when_changed_under_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
