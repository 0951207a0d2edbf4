// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Beacon beyond what all algorithms are tested for: every kernel gives the same answer; labels are
// the distances of the graph; and through long sequences of edits every answer stays the best there
// is, whether the index has been told, is being rebuilt, or is current.
#include "search/beacon/index/sums.h"
#include "search/beacon_rig.h"
#include "support/test.h"

#include <waymark/database.h>

#include <string.h>

#ifndef TEST_ROUNDS
#define TEST_ROUNDS 1
#endif

// The index ---------------------------------------------------------------------------------------

/// Distances in the graph, by relaxing until nothing changes.
static void graph_costs(const wayi_beacon_index *index, uint32_t from, way_cost *costs)
{
    for (uint32_t i = 0; i < index->vertex_count; i++) {
        costs[i] = WAYI_BEACON_FAR;
    }
    costs[from] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t v = 0; v < index->vertex_count; v++) {
            for (uint32_t e = index->vertices[v].edges; e < index->vertices[v + 1].edges; e++) {
                const uint32_t to = wayi_beacon_edge(index, e);
                const way_cost cost = costs[v] + wayi_beacon_weight(index, v, to);
                if (costs[v] < WAYI_BEACON_FAR && cost < costs[to]) {
                    costs[to] = cost;
                    changed = true;
                }
            }
        }
    }
}

/// A join finds the distance of two vertices.
static void check_join(const wayi_beacon_index *index, uint32_t a, uint32_t b, way_cost expected)
{
    wayi_beacon_end ends[2] = {wayi_beacon_end_of(index, a, 5), wayi_beacon_end_of(index, b, 7)};
    wayi_beacon_end *const sides[2] = {&ends[0], &ends[1]};
    static const uint32_t ones[2] = {1, 1};
    wayi_beacon_join join = {.index = index};
    wayi_beacon_join_begin(&join, sides, ones,
                           (wayi_beacon_match){WAYI_BEACON_FAR, WAYI_BEACON_NONE, 0});
    while (wayi_beacon_join_step(&join)) {
    }
    const way_cost sum = expected < WAYI_BEACON_FAR ? expected + 12 : WAYI_BEACON_FAR;
    assert_int_equal(join.match.cost, sum);
}

static void labels_are_distances(void **state)
{
    (void)state;
    for (uint32_t round = 0; round < 24 * TEST_ROUNDS; round += TEST_STRIDE) {
        way_rng rng = test_rng(40 + round);
        beacon_rig rig;
        beacon_rig_open(&rig, "beacon", 10 + round * 5 % 60, 12 + round * 7 % 50, 8 + round % 5 * 8,
                        1 + round % 2, &rng);
        const wayi_beacon_index *index = beacon_rig_database(&rig)->index;
        way_cost *costs = malloc((index->vertex_count + 1) * sizeof *costs);
        assert_non_null(costs);
        wayi_beacon_sums sums = {0};
        wayi_beacon_sums other = {0};
        assert_true(wayi_beacon_sums_reserve(&sums, index, &index->allocator));
        assert_true(wayi_beacon_sums_reserve(&other, index, &index->allocator));
        for (uint32_t a = 0; a < index->vertex_count; a += 1 + index->vertex_count / 40) {
            graph_costs(index, a, costs);
            wayi_beacon_sums_clear(&sums, index);
            wayi_beacon_sums_add(&sums, index, a, 3);
            for (uint32_t b = 0; b < index->vertex_count; b++) {
                check_join(index, a, b, costs[b]);
                wayi_beacon_sums_clear(&other, index);
                wayi_beacon_sums_add(&other, index, b, 0);
                const way_cost sum = wayi_beacon_sums_between(&sums, &other, index);
                assert_true(costs[b] < WAYI_BEACON_FAR ? sum == costs[b] + 3
                                                       : sum >= WAYI_BEACON_FAR);
            }
        }
        wayi_beacon_sums_fini(&sums, &index->allocator);
        wayi_beacon_sums_fini(&other, &index->allocator);
        free(costs);
        beacon_rig_close(&rig);
    }
}

/// No edge leads from one side of a node to the other; a dozen vertices are not cut, and hardly any
/// more are left uncut.
static void cuts_part_their_sides(void **state)
{
    (void)state;
    uint32_t uncut = 0;
    uint32_t nodes = 0;
    for (uint32_t round = 0; round < 10; round++) {
        way_rng rng = test_rng(90 + round);
        beacon_rig rig;
        beacon_rig_open(&rig, "beacon", 40 + round, 70 - round, 5 + round * 4, 1, &rng);
        const wayi_beacon_index *index = beacon_rig_database(&rig)->index;
        for (uint32_t i = 0; i < index->node_count; i++) {
            const wayi_beacon_node *node = &index->nodes[i];
            const uint32_t size = node->end - node->first;
            // Parts that are not connected are parted without a cut.
            assert_true(size > 12 || node->cut == size || node->cut == 0);
            uncut += size > 12 && node->cut == size; // where no cut leaves both sides something
        }
        for (uint32_t v = 0; v < index->vertex_count; v++) {
            const wayi_beacon_node *node = &index->nodes[index->vertices[v].node];
            assert_true(v >= node->first && v < node->first + node->cut);
            for (uint32_t e = index->vertices[v].edges; e < index->vertices[v + 1].edges; e++) {
                const wayi_beacon_node *other =
                    &index->nodes[index->vertices[wayi_beacon_edge(index, e)].node];
                const bool above = node->first <= wayi_beacon_edge(index, e) &&
                                   wayi_beacon_edge(index, e) < node->end;
                const bool below = other->first <= v && v < other->end;
                assert_true(above || below);
            }
        }
        nodes += index->node_count;
        beacon_rig_close(&rig);
    }
    assert_true(100 * uncut < nodes);
}

// Edits -------------------------------------------------------------------------------------------

static const beacon_edits edit_plans[] = {
    {10, 1, 0, 10, 1},  {0, 1, 0, 10, 1},    {5, 1, 5, 10, 1},   {5, 4, 3, 10, 300},
    {7, 3, 0, 3, 2000}, {3, 2, 2, 7, 20000}, {5, 6, 3, 10, 500}, {5, 1, 8, 10, UINT32_MAX},
};

/// Edits, tells the navigator or not, and asks.
static void edit_and_ask(beacon_rig *rig, const beacon_edits *plan, uint32_t edits, uint32_t asks,
                         way_rng *rng)
{
    way_edit last = {0};
    for (uint32_t i = 0; i < edits; i++) {
        way_edit edit = beacon_rig_draw(rig, plan, rng);
        if (last.width && way_rng_below(rng, 10) < plan->toggles) {
            edit = last;
            edit.weight = !last.weight;
        }
        last = edit;
        assert_int_equal(way_map_edit(rig->map, &edit, 1), WAY_STATUS_OK);
        bool done = false;
        if (way_rng_below(rng, 10) < plan->told) {
            assert_int_equal(way_navigator_repair(rig->navigator, plan->budget, &done),
                             WAY_STATUS_OK);
            assert_true(done || plan->budget != UINT32_MAX);
        }
        beacon_rig_ask_some(rig, asks, rng, done ? "current" : "amid edits");
    }
}

static void answers_stay_the_best_through_edits(void **state)
{
    (void)state;
    for (uint32_t round = 0; round < 24 * TEST_ROUNDS; round += TEST_STRIDE) {
        way_rng rng = test_rng(1000 + round);
        const beacon_edits *plan = &edit_plans[round % (sizeof edit_plans / sizeof *edit_plans)];
        beacon_rig rig;
        const uint32_t side = round % 3 == 0 ? 40 : 16;
        const uint32_t width = side + way_rng_below(&rng, 10);
        const uint32_t height = side + way_rng_below(&rng, 10);
        beacon_rig_open(&rig, "beacon", width, height, 5 + way_rng_below(&rng, 35),
                        round % 4 == 3 ? 2 : 1, &rng);
        edit_and_ask(&rig, plan, 120, 3, &rng);
        beacon_rig_close(&rig);
    }
}

/// The same with so little memory that there are no labels, and a search makes the trips.
static void answers_stay_the_best_without_memory(void **state)
{
    (void)state;
    const char *spec = "beacon(memory=1)";
    for (uint32_t round = 0; round < 6 * TEST_ROUNDS; round += TEST_STRIDE) {
        way_rng rng = test_rng(3000 + round);
        beacon_rig rig;
        beacon_rig_open(&rig, spec, 60, 50, 10 + way_rng_below(&rng, 30), 1, &rng);
        assert_null(beacon_rig_database(&rig)->index);
        assert_false(way_navigator_is_current(rig.navigator));
        assert_non_null(strstr(way_navigator_choice(rig.navigator).reason, "jump point search"));
        beacon_rig_ask_some(&rig, 150, &rng, "little memory");
        edit_and_ask(&rig, &edit_plans[round % 8], 30, 3, &rng);
        beacon_rig_close(&rig);
    }
}

/// What a navigator has for some room.
typedef struct law_share {
    size_t bytes;
    uint32_t rows; ///< 0 = no index
} law_share;

static law_share law_try(beacon_rig *rig, uint32_t kilobytes, way_rng *rng)
{
    char spec[40];
    (void)snprintf(spec, sizeof spec, "beacon(memory=%u)", kilobytes);
    way_agent_destroy(rig->agent);
    way_navigator_destroy(rig->navigator);
    const way_navigator_config config = {.space = rig->space, .algorithm = spec};
    assert_int_equal(way_navigator_create(&config, &rig->navigator), WAY_STATUS_OK);
    const way_agent_config agent = {.navigator = rig->navigator};
    assert_int_equal(way_agent_create(&agent, &rig->agent), WAY_STATUS_OK);
    beacon_rig_ask_some(rig, 5, rng, spec);
    const wayi_beacon_index *index = beacon_rig_database(rig)->index;
    assert_true(way_navigator_is_current(rig->navigator) == (index != NULL));
    return (law_share){.bytes = way_navigator_bytes(rig->navigator),
                       .rows = index ? index->row_count : 0};
}

/// An index is never larger than it may be: there is all of it or nothing. A limit of what it takes
/// is enough.
static void memory_is_given_out_by_a_law(void **state)
{
    (void)state;
    for (uint32_t round = 0; round < 20; round += TEST_STRIDE) {
        way_rng rng = test_rng(600 + round);
        beacon_rig rig;
        beacon_rig_open(&rig, "beacon", 40 + 9 * round, 150 - 4 * round, 2 + round % 7 * 5,
                        1 + round % 2, &rng);
        const law_share whole = law_try(&rig, 1 << 18, &rng);
        assert_true(whole.rows);
        law_share before = {0};
        uint32_t kinds = 0;
        for (uint32_t i = 0; i <= 14; i++) {
            const uint32_t kilobytes = 1 + (uint32_t)(whole.bytes / 1024 + 9) * i / 12;
            const law_share share = law_try(&rig, kilobytes, &rng);
            assert_true(!share.rows || share.bytes <= (size_t)kilobytes * 1024);
            assert_true(share.rows == 0 || share.rows == whole.rows);
            assert_true(share.rows >= before.rows);
            assert_true(kilobytes * 1024 < whole.bytes + 9 * 1024 || share.rows);
            kinds |= 1u << (share.rows != 0);
            before = share;
        }
        assert_int_equal(kinds, 3);
        beacon_rig_close(&rig);
    }
}

/// A trip that is under way when the map changes arrives all the same.
static void trips_outlive_edits(void **state)
{
    (void)state;
    const beacon_edits plan = {.walls = 5, .side = 2};
    for (uint32_t round = 0; round < 60; round += TEST_STRIDE) {
        way_rng rng = test_rng(7000 + round);
        beacon_rig rig;
        beacon_rig_open(&rig, "beacon", 40, 30, 20, 1, &rng);
        const way_trip trip = {.start = beacon_rig_pick(&rig, &rng),
                               .goal = beacon_rig_pick(&rig, &rng)};
        if (!way_map_is_reachable(rig.map, trip.start, trip.goal, 1)) {
            beacon_rig_close(&rig);
            continue;
        }
        assert_int_equal(way_agent_begin(rig.agent, &trip), WAY_STATUS_OK);
        way_outcome outcome = WAY_OUTCOME_WORKING;
        for (uint32_t i = 0; i < 4000 && outcome == WAY_OUTCOME_WORKING; i++) {
            outcome = way_agent_step(rig.agent, 1);
            if (i % 9 == 3) {
                const way_edit edit = beacon_rig_draw(&rig, &plan, &rng);
                assert_int_equal(way_map_edit(rig.map, &edit, 1), WAY_STATUS_OK);
                bool done = false;
                if (i % 2) {
                    assert_int_equal(way_navigator_repair(rig.navigator, 900, &done),
                                     WAY_STATUS_OK);
                }
            }
        }
        assert_true(outcome == WAY_OUTCOME_FOUND || outcome == WAY_OUTCOME_NO_PATH);
        if (outcome == WAY_OUTCOME_NO_PATH) {
            // The last edit came after the last word: what it says held before.
            uint32_t count = 0;
            const way_state *path = way_agent_path(rig.agent, &count);
            assert_true(count > 0 && path[0] == trip.start);
        }
        beacon_rig_close(&rig);
    }
}

/// What the page says that an agent holds.
static void agents_hold_what_they_say(void **state)
{
    (void)state;
    way_rng rng = test_rng(23);
    beacon_rig rig;
    beacon_rig_open(&rig, "beacon", 90, 60, 15, 1, &rng);
    const wayi_beacon_memory *memory = rig.agent->memory;
    const uint32_t vertices = beacon_rig_database(&rig)->index->vertex_count;
    assert_in_range(memory->noted_capacity, vertices + 2, 2 * (vertices + 4));
    beacon_rig_close(&rig);
}

/// Many walls leave the old way to be asked first: a trip that none of them meets takes no search,
/// and an opening in the rock counts for nothing.
static void old_ways_answer_after_many_edits(void **state)
{
    (void)state;
    way_rng rng = test_rng(24);
    beacon_rig rig;
    beacon_rig_open(&rig, "beacon", 120, 100, 0, 1, &rng);
    for (uint32_t i = 0; i < 60; i++) { // a wall across with a gap, and rock below
        const way_edit wall = {i * 2, 40, 2, 1, i == 30 ? 1 : 0};
        const way_edit rock = {0, 80 + i % 20, 120, 1, 0};
        assert_int_equal(way_map_edit(rig.map, &wall, 1), WAY_STATUS_OK);
        assert_int_equal(way_map_edit(rig.map, &rock, 1), WAY_STATUS_OK);
    }
    bool done = false;
    assert_int_equal(way_navigator_repair(rig.navigator, UINT32_MAX, &done), WAY_STATUS_OK);
    assert_true(done);
    for (uint32_t i = 0; i < 40; i++) {
        const way_edit wall = {3 * (i % 20), 50 + 3 * (i / 20), 1, 1, 0};
        const way_edit hole = {2 + 5 * (i % 20), 85 + 5 * (i / 20), 1, 1, 1};
        assert_int_equal(way_map_edit(rig.map, &wall, 1), WAY_STATUS_OK);
        assert_int_equal(way_map_edit(rig.map, &hole, 1), WAY_STATUS_OK);
        assert_int_equal(way_navigator_repair(rig.navigator, 2000, &done), WAY_STATUS_OK);
    }
    const wayi_beacon_memory *memory = rig.agent->memory;
    beacon_rig_ask(&rig, 2 * 120 + 101, 70 * 120 + 100, "past many edits");
    assert_int_equal(memory->turn, WAYI_BEACON_ARRIVE);
    beacon_rig_ask_some(&rig, 40, &rng, "after many edits");
    beacon_rig_close(&rig);
}

/// Trips to one goal look around it once, until the map changes.
static void groups_share_the_side_of_their_goal(void **state)
{
    (void)state;
    way_rng rng = test_rng(20);
    beacon_rig rig;
    beacon_rig_open(&rig, "beacon", 80, 70, 15, 1, &rng);
    const wayi_beacon_memory *memory = rig.agent->memory;
    const way_cell goal = beacon_rig_pick(&rig, &rng);
    uint32_t shared = 0;
    for (uint32_t i = 0; i < 40; i++) {
        const way_trip trip = {.start = beacon_rig_pick(&rig, &rng), .goal = goal};
        assert_int_equal(way_agent_begin(rig.agent, &trip), WAY_STATUS_OK);
        shared += memory->query.kept_to;
        (void)way_agent_run(rig.agent);
        assert_int_equal(way_agent_cost(rig.agent),
                         oracle_cost(rig.map, trip.start, goal, rig.size));
    }
    assert_true(shared >= 30); // all but before the first that did not see it
    const way_trip other = {.start = goal, .goal = beacon_rig_pick(&rig, &rng)};
    assert_int_equal(way_agent_begin(rig.agent, &other), WAY_STATUS_OK);
    assert_false(memory->query.kept_to);
    beacon_rig_close(&rig);
}

/// Ground that the proof does not cover.
typedef struct other_ground {
    way_neighbours neighbours;
    way_corners corners;
    uint8_t weight;
} other_ground;

/// Jump point search stands in there: trips are optimal, and nobody says that labels answer.
static void other_ground_is_searched(void **state)
{
    (void)state;
    static const other_ground grounds[] = {
        {WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT, 3}, {WAY_NEIGHBOURS_8, WAY_CORNERS_LOOSE, 1},
        {WAY_NEIGHBOURS_8, WAY_CORNERS_ANY, 1},    {WAY_NEIGHBOURS_4, WAY_CORNERS_STRICT, 1},
        {WAY_NEIGHBOURS_6, WAY_CORNERS_STRICT, 1},
    };
    for (uint32_t i = 0; i < sizeof grounds / sizeof *grounds; i++) {
        way_rng rng = test_rng(70 + i);
        uint8_t weights[24 * 24];
        for (uint32_t k = 0; k < 24 * 24; k++) {
            weights[k] = way_rng_below(&rng, 100) >= 20;
        }
        way_map_config config = way_map_config_default(24, 24);
        config.neighbours = grounds[i].neighbours;
        config.corners = grounds[i].corners;
        config.weights = weights;
        const way_edit swamp = {3, 3, 9, 9, grounds[i].weight};
        beacon_rig rig = {.size = 1};
        assert_int_equal(way_map_create(&config, &rig.map), WAY_STATUS_OK);
        assert_int_equal(way_map_edit(rig.map, &swamp, 1), WAY_STATUS_OK);
        assert_int_equal(way_space_create_grid(rig.map, 1, NULL, &rig.space), WAY_STATUS_OK);
        const way_navigator_config plan = {.space = rig.space, .algorithm = "beacon"};
        assert_int_equal(way_navigator_create(&plan, &rig.navigator), WAY_STATUS_OK);
        assert_int_equal(
            way_agent_create(&(way_agent_config){.navigator = rig.navigator}, &rig.agent),
            WAY_STATUS_OK);
        beacon_rig_ask_some(&rig, 40, &rng, "on other ground");
        bool done = false;
        way_database saved;
        assert_int_equal(way_navigator_repair(rig.navigator, 100, &done), WAY_STATUS_OK);
        assert_true(done && !way_navigator_is_current(rig.navigator));
        assert_int_equal(way_navigator_save(rig.navigator, NULL, &saved), WAY_STATUS_STALE);
        beacon_rig_close(&rig);
    }
}

/// Weights and links come and go, between trips and under way: trips go on and are optimal, and
/// labels answer again as soon as the ground is plain.
static void ground_comes_and_goes(void **state)
{
    (void)state;
    for (uint32_t round = 0; round < 12; round++) {
        way_rng rng = test_rng(21 + round);
        beacon_rig rig;
        beacon_rig_open(&rig, "beacon", 60, 60, 15, 1, &rng);
        const way_cell cell = beacon_rig_pick(&rig, &rng);
        way_edit edit = {cell % 60, cell / 60, 1, 1, 4};
        const way_map_link link = {
            .from = cell, .to = beacon_rig_pick(&rig, &rng), .cost = 900, .both_ways = true};
        const way_trip trip = {.start = beacon_rig_pick(&rig, &rng),
                               .goal = beacon_rig_pick(&rig, &rng)};
        assert_int_equal(way_agent_begin(rig.agent, &trip), WAY_STATUS_OK);
        (void)way_agent_step(rig.agent, round);
        const bool linked = round % 2;
        assert_int_equal(linked ? way_map_add_links(rig.map, &link, 1)
                                : way_map_edit(rig.map, &edit, 1),
                         WAY_STATUS_OK);
        const bool way = way_map_is_reachable(rig.map, trip.start, trip.goal, 1);
        assert_int_equal(way_agent_run(rig.agent), way ? WAY_OUTCOME_FOUND : WAY_OUTCOME_NO_PATH);
        assert_true(way_agent_path_holds(rig.agent, 0));
        beacon_rig_ask_some(&rig, 20, &rng, "over weights or a link");
        bool done = false;
        assert_int_equal(way_navigator_repair(rig.navigator, 1000000, &done), WAY_STATUS_OK);
        assert_true(done && !way_navigator_is_current(rig.navigator));
        edit.weight = 1;
        assert_int_equal(linked ? way_map_remove_links(rig.map, &link, 1)
                                : way_map_edit(rig.map, &edit, 1),
                         WAY_STATUS_OK);
        beacon_rig_ask_some(&rig, 20, &rng, "on plain ground again");
        assert_int_equal(way_navigator_repair(rig.navigator, 1000000, &done), WAY_STATUS_OK);
        assert_true(done && way_navigator_is_current(rig.navigator));
        beacon_rig_ask_some(&rig, 20, &rng, "by labels again");
        beacon_rig_close(&rig);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_are_distances),
        cmocka_unit_test(cuts_part_their_sides),
        cmocka_unit_test(answers_stay_the_best_through_edits),
        cmocka_unit_test(memory_is_given_out_by_a_law),
        cmocka_unit_test(answers_stay_the_best_without_memory),
        cmocka_unit_test(trips_outlive_edits),
        cmocka_unit_test(agents_hold_what_they_say),
        cmocka_unit_test(old_ways_answer_after_many_edits),
        cmocka_unit_test(groups_share_the_side_of_their_goal),
        cmocka_unit_test(other_ground_is_searched),
        cmocka_unit_test(ground_comes_and_goes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
