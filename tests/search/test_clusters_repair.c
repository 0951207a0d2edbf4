// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Repairs of clusters a slice at a time: no call does more than its budget and a little, what was
// finished stays finished however many edits come, and agents that were there before go on.
#include "lab/hierarchical/crossing.h"
#include "search/stage.h"
#include "support/test.h"
#include "support/test_allocator.h"

#include <waymark/database.h>

#include <string.h>

enum { REPAIR_SIDE = 192 };

static void create_stage(test_stage *stage)
{
    const stage_grid_config config = stage_strewn(REPAIR_SIDE, 20, 5);
    stage_create_grid(stage, &config);
}

static way_navigator *open_navigator(const test_stage *stage, const char *spec)
{
    way_navigator *navigator = NULL;
    const way_navigator_config config = {.space = stage->space, .algorithm = spec};
    assert_int_equal(way_navigator_create(&config, &navigator), WAY_STATUS_OK);
    return navigator;
}

static const wayi_crossing_database *database_of(const way_navigator *navigator)
{
    return navigator->database;
}

static uint64_t units_of(const way_navigator *navigator)
{
    return database_of(navigator)->clusters.work.units + database_of(navigator)->upper.work.units;
}

/// One call of repair; true if it was the last. Tells how far it went beyond its budget.
static bool repair_once(way_navigator *navigator, uint32_t budget, uint64_t *excess)
{
    const uint64_t before = units_of(navigator);
    bool done = false;
    assert_int_equal(way_navigator_repair(navigator, budget, &done), WAY_STATUS_OK);
    const uint64_t work = units_of(navigator) - before;
    *excess = work > budget ? work - budget : 0;
    return done;
}

static void edit_cells(const test_stage *stage, way_rect rect, uint8_t weight)
{
    const way_edit edit = {rect.x, rect.y, rect.width, rect.height, weight};
    assert_int_equal(way_map_edit(stage->map, &edit, 1), WAY_STATUS_OK);
}

static void repairs_keep_to_their_budget(void **state)
{
    (void)state;
    static const char *const specs[] = {"hpastar", "dhpastar", "hpastar(levels=1, size=32)",
                                        "hpastar(lazy=on)", "hpastar(size=8, two_from=2)"};
    static const way_rect rects[] = {
        {100, 100, 1, 1}, {31, 31, 2, 2}, {10, 20, 60, 60}, {0, 0, REPAIR_SIDE, REPAIR_SIDE}};
    static const uint32_t budgets[] = {1, 40, 1000};
    test_stage stage;
    create_stage(&stage);
    for (uint32_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        way_navigator *navigator = open_navigator(&stage, specs[i]);
        const uint32_t side = database_of(navigator)->clusters.config.side;
        for (uint32_t k = 0; k < 12; k++) {
            uint64_t excess = 0;
            bool done = false;
            edit_cells(&stage, rects[k / 3], (uint8_t)(k / 3 == 3 ? 1 : k & 1u));
            for (uint32_t calls = 0; !done; calls++) {
                done = repair_once(navigator, budgets[k % 3], &excess);
                assert_true(excess <= WAYI_CLUSTERS_EXCESS * side);
                assert_true(calls < 10000000);
            }
        }
        way_navigator_destroy(navigator);
    }
    stage_destroy(&stage);
}

/// The share of clusters in the left half that are up to date.
static uint32_t filled(const way_navigator *navigator)
{
    const wayi_clusters *clusters = &database_of(navigator)->clusters;
    uint32_t count = 0;
    for (uint32_t i = 0; i < clusters->count; i++) {
        const bool left = i % clusters->columns < clusters->columns / 2;
        count += left && clusters->clusters[i].block && !clusters->clusters[i].to_fill;
    }
    return count;
}

/// A cell that changes with every call does not keep the others waiting.
static void edits_queue_behind(void **state)
{
    (void)state;
    test_stage stage;
    create_stage(&stage);
    way_navigator *navigator = open_navigator(&stage, "hpastar");
    const uint32_t all = filled(navigator);
    edit_cells(&stage, (way_rect){0, 0, REPAIR_SIDE / 2, REPAIR_SIDE}, 1);
    uint64_t excess = 0;
    uint32_t calls = 0;
    do {
        edit_cells(&stage, (way_rect){REPAIR_SIDE - 20, 40, 1, 1}, (uint8_t)(calls & 1u));
        assert_false(repair_once(navigator, 200, &excess));
        assert_true(++calls < 5000);
    } while (filled(navigator) < all || calls < 3);
    // And is itself up to date once it rests.
    bool done = false;
    for (calls = 0; !done; calls++) {
        done = repair_once(navigator, 200, &excess);
        assert_true(calls < 1000);
    }
    way_navigator *fresh = open_navigator(&stage, "hpastar");
    way_database a;
    way_database b;
    assert_int_equal(way_navigator_save(navigator, NULL, &a), WAY_STATUS_OK);
    assert_int_equal(way_navigator_save(fresh, NULL, &b), WAY_STATUS_OK);
    assert_int_equal(a.size, b.size);
    assert_memory_equal(a.bytes, b.bytes, a.size);
    way_database_free(&a);
    way_database_free(&b);
    way_navigator_destroy(fresh);
    way_navigator_destroy(navigator);
    stage_destroy(&stage);
}

/// What a trip costs while the database is repaired between its steps, a few units at a time.
static way_cost cost_meanwhile(way_navigator *navigator, way_agent *agent, const way_trip *trip)
{
    bool done = false;
    assert_int_equal(way_agent_begin(agent, trip), WAY_STATUS_OK);
    while (way_agent_step(agent, 20) == WAY_OUTCOME_WORKING) {
        assert_int_equal(way_navigator_repair(navigator, 10, &done), WAY_STATUS_OK);
    }
    assert_int_equal(way_agent_outcome(agent), WAY_OUTCOME_FOUND);
    return way_agent_cost(agent);
}

/// After the edit of a cell a database is current in a call or two, long before all costs are made
/// again, and trips cost then what they cost later.
static void gates_are_enough(void **state)
{
    (void)state;
    static const char *const specs[] = {"hpastar(smooth=off)", "hpastar(smooth=off, levels=1)",
                                        "hpastar(smooth=off, insert=astar)",
                                        "dhpastar(smooth=off)"};
    test_stage stage;
    create_stage(&stage);
    uint32_t early = 0;
    for (uint32_t i = 0; i < 24; i++) {
        way_navigator *navigator = open_navigator(&stage, specs[i % 4]);
        way_agent *agent = NULL;
        assert_int_equal(way_agent_create(&(way_agent_config){.navigator = navigator}, &agent),
                         WAY_STATUS_OK);
        way_rng rng = way_rng_seed(i);
        for (uint32_t k = 0; k < 8; k++) {
            const way_cell cell = way_rng_below(&rng, stage.count);
            const way_rect rect = {cell % REPAIR_SIDE, cell / REPAIR_SIDE, 1, 1};
            edit_cells(&stage, rect, way_map_terrain(stage.map, cell) ? 0 : 1);
            bool done = false;
            assert_int_equal(way_navigator_repair(navigator, 100, &done), WAY_STATUS_OK);
            assert_true(way_navigator_is_current(navigator));
            early += !done;
            const way_trip trip = {.start = way_rng_below(&rng, stage.count),
                                   .goal = way_rng_below(&rng, stage.count)};
            if (!wayi_space_may_reach(stage.space, trip.start, trip.goal)) {
                continue;
            }
            const way_cost cost = cost_meanwhile(navigator, agent, &trip);
            while (!done) {
                assert_int_equal(way_navigator_repair(navigator, 1000, &done), WAY_STATUS_OK);
            }
            assert_int_equal(cost, cost_meanwhile(navigator, agent, &trip));
        }
        way_agent_destroy(agent);
        way_navigator_destroy(navigator);
    }
    assert_true(early > 100);
    stage_destroy(&stage);
}

/// Agents of either store that were there before gates were added arrive.
static void agents_outlive_new_gates(void **state)
{
    (void)state;
    static const char *const specs[] = {"hpastar", "hpastar(levels=1)", "hpastar(lazy=on)",
                                        "dhpastar"};
    for (uint32_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        test_stage stage;
        create_stage(&stage);
        edit_cells(&stage, (way_rect){0, 0, REPAIR_SIDE, REPAIR_SIDE}, 0);
        edit_cells(&stage, (way_rect){0, 0, REPAIR_SIDE, 3}, 1);
        way_navigator *navigator = open_navigator(&stage, specs[i]);
        for (uint32_t store = WAY_STORE_DENSE; store <= WAY_STORE_SPARSE; store++) {
            way_agent *agent = NULL;
            const way_agent_config config = {.navigator = navigator, .store = (way_store)store};
            assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
            edit_cells(&stage, (way_rect){0, 0, REPAIR_SIDE, REPAIR_SIDE}, 1);
            uint64_t excess = 0;
            while (!repair_once(navigator, 1000, &excess)) {
            }
            const way_trip trip = {.start = 0, .goal = stage.count - 1};
            assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
            assert_int_equal(way_agent_run(agent), WAY_OUTCOME_FOUND);
            way_agent_destroy(agent);
            edit_cells(&stage, (way_rect){0, 3, REPAIR_SIDE, REPAIR_SIDE - 3}, 0);
        }
        way_navigator_destroy(navigator);
        stage_destroy(&stage);
    }
}

static void compare_navigators(const test_stage *stage, way_navigator *a, way_navigator *b)
{
    way_agent *first = NULL;
    way_agent *second = NULL;
    assert_int_equal(way_agent_create(&(way_agent_config){.navigator = a}, &first), WAY_STATUS_OK);
    assert_int_equal(way_agent_create(&(way_agent_config){.navigator = b}, &second), WAY_STATUS_OK);
    for (uint32_t i = 0; i < stage->problem_count; i++) {
        const way_trip trip = {.start = stage->problems[i].start, .goal = stage->problems[i].goal};
        assert_int_equal(way_agent_begin(first, &trip), WAY_STATUS_OK);
        assert_int_equal(way_agent_begin(second, &trip), WAY_STATUS_OK);
        assert_int_equal(way_agent_run(first), way_agent_run(second));
        assert_int_equal(way_agent_cost(first), way_agent_cost(second));
        // Where costs are lazy one may have been asked for more before.
        if (!wayi_clusters_are_lazy(&database_of(a)->clusters)) {
            assert_int_equal(way_agent_stats(first).expansions, way_agent_stats(second).expansions);
        }
    }
    way_agent_destroy(first);
    way_agent_destroy(second);
}

static void change_links(const test_stage *stage, way_rng *rng)
{
    way_map_link link = {.from = way_rng_below(rng, stage->count),
                         .to = way_rng_below(rng, stage->count),
                         .cost = 1 + way_rng_below(rng, 3000),
                         .both_ways = way_rng_below(rng, 2)};
    if (link.from != link.to) {
        (void)!way_map_add_links(stage->map, &link, 1);
    }
    const uint32_t count = way_map_link_count(stage->map);
    if (count > 12) {
        link = way_map_link_at(stage->map, way_rng_below(rng, count));
        assert_int_equal(way_map_remove_links(stage->map, &link, 1), WAY_STATUS_OK);
    }
    const uint32_t width = way_map_width(stage->map);
    const way_cell cell = way_rng_below(rng, 3) && count
                              ? way_map_link_at(stage->map, way_rng_below(rng, 1)).to
                              : way_rng_below(rng, stage->count);
    edit_cells(stage, (way_rect){cell % width, cell / width, 1, 1}, (uint8_t)way_rng_below(rng, 2));
}

/// Whatever is repaired, the database takes at most half as much again as before.
static void memory_stays_in_bounds(void **state)
{
    (void)state;
    static const char *const specs[] = {"hpastar", "dhpastar", "hpastar(levels=1)"};
    for (uint32_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        test_stage stage;
        create_stage(&stage);
        way_navigator *navigator = open_navigator(&stage, specs[i]);
        const size_t before = way_navigator_bytes(navigator);
        way_rng rng = way_rng_seed(i + 1);
        for (uint32_t k = 0; k < 400; k++) {
            const way_cell cell = way_rng_below(&rng, stage.count);
            edit_cells(&stage, (way_rect){cell % REPAIR_SIDE, cell / REPAIR_SIDE, 1, 1},
                       way_map_is_passable(stage.map, cell) ? 0 : 1);
            bool done = k % 40;
            while (!done) {
                assert_int_equal(way_navigator_repair(navigator, 5000, &done), WAY_STATUS_OK);
                assert_in_range(way_navigator_bytes(navigator), 1, before + before / 2);
            }
        }
        way_navigator_destroy(navigator);
        stage_destroy(&stage);
    }
}

/// Links that come and go, and walls at either end of them: the same as a fresh one.
static void links_are_repaired(void **state)
{
    (void)state;
    static const char *const specs[] = {"hpastar(size=4, smooth=off)", "dhpastar(size=5)",
                                        "hpastar(size=3, lazy=on)", "hpastar(size=6)"};
    stage_set stages = {0};
    way_rng rng = way_rng_seed(11);
    stage_set_add_linked(&stages, 4);
    for (uint32_t i = 0; i < stages.count; i++) {
        const test_stage *stage = &stages.stages[i];
        if (!stage->map) {
            continue;
        }
        way_navigator *navigator = open_navigator(stage, specs[i % 4]);
        for (uint32_t round = 0; round < 12; round++) {
            change_links(stage, &rng);
            uint64_t excess = 0;
            while (!repair_once(navigator, 1 + round * 20, &excess)) {
            }
            way_navigator *fresh = open_navigator(stage, specs[i % 4]);
            compare_navigators(stage, navigator, fresh);
            way_navigator_destroy(fresh);
        }
        way_navigator_destroy(navigator);
    }
    stage_set_destroy(&stages);
}

/// The second level is read, not made.
static void opened_is_as_good_as_built(void **state)
{
    (void)state;
    test_stage stage;
    create_stage(&stage);
    way_navigator *built = open_navigator(&stage, "hpastar(size=8)");
    way_database database;
    assert_int_equal(way_navigator_save(built, NULL, &database), WAY_STATUS_OK);
    way_navigator *opened = NULL;
    const way_navigator_config config = {.space = stage.space};
    assert_int_equal(way_navigator_open(&config, database.bytes, database.size, &opened),
                     WAY_STATUS_OK);
    assert_true(database_of(opened)->upper.count > 1);
    assert_int_equal(database_of(opened)->upper.work.units, 0);
    compare_navigators(&stage, built, opened);
    edit_cells(&stage, (way_rect){30, 30, 9, 40}, 0);
    uint64_t excess = 0;
    bool behind = true;
    while (behind) {
        const bool first = repair_once(built, 100, &excess);
        behind = !repair_once(opened, 100, &excess) || !first;
    }
    compare_navigators(&stage, built, opened);
    way_navigator_destroy(opened);
    way_navigator_destroy(built);
    way_database_free(&database);
    stage_destroy(&stage);
}

/// Ways inside clusters take no links, so one that costs less than the step beside it is no damage.
static void opens_beside_cheap_links(void **state)
{
    (void)state;
    static const char *const specs[] = {"hpastar", "dhpastar"};
    for (uint32_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        test_stage stage;
        create_stage(&stage);
        for (way_cell cell = 0; cell < 4 * REPAIR_SIDE; cell++) {
            const way_map_link link = {.from = cell, .to = cell + 1, .cost = 1};
            (void)!way_map_add_links(stage.map, &link, 1); // where both can be stood on
        }
        way_navigator *built = open_navigator(&stage, specs[i]);
        way_navigator *opened = NULL;
        way_database database;
        const way_navigator_config config = {.space = stage.space};
        assert_int_equal(way_navigator_save(built, NULL, &database), WAY_STATUS_OK);
        assert_int_equal(way_navigator_open(&config, database.bytes, database.size, &opened),
                         WAY_STATUS_OK);
        compare_navigators(&stage, built, opened);
        way_navigator_destroy(opened);
        way_navigator_destroy(built);
        way_database_free(&database);
        stage_destroy(&stage);
    }
}

// Trips -------------------------------------------------------------------------------------------

static way_agent *open_agent(way_navigator *navigator)
{
    way_agent *agent = NULL;
    assert_int_equal(way_agent_create(&(way_agent_config){.navigator = navigator}, &agent),
                     WAY_STATUS_OK);
    return agent;
}

/// From one corner of the map to another, both open.
static way_trip long_trip(const test_stage *stage)
{
    way_trip trip = {.start = 0, .goal = stage->count - 1};
    while (!way_map_is_passable(stage->map, trip.start)) {
        trip.start++;
    }
    while (!way_map_is_reachable(stage->map, trip.start, trip.goal, 1)) {
        trip.goal--;
    }
    return trip;
}

/// Checks that the moves from `*known` on are legal now, and counts them as known.
static void check_moves(const test_stage *stage, const way_agent *agent, uint32_t *known)
{
    uint32_t count = 0;
    const way_state *path = way_agent_path(agent, &count);
    for (; *known < count; ++*known) {
        assert_true(way_map_step_cost(stage->map, path[*known - 1], path[*known], 1) !=
                    WAY_COST_MAX);
    }
}

/// A door far from the plan that opens and closes with every step changes nothing.
static void trips_outlive_far_edits(void **state)
{
    (void)state;
    static const char *const specs[] = {"hpastar", "dhpastar", "hpastar(levels=1)",
                                        "hpastar(lazy=on)", "hpastar(insert=astar)"};
    for (uint32_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        test_stage stage;
        create_stage(&stage);
        way_navigator *navigator = open_navigator(&stage, specs[i]);
        way_agent *agent = open_agent(navigator);
        const way_trip trip = long_trip(&stage);
        assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
        assert_int_equal(way_agent_run(agent), WAY_OUTCOME_FOUND);
        const way_cost cost = way_agent_cost(agent);
        assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
        uint32_t known = 1;
        uint32_t edits = 0;
        while (way_agent_step(agent, 16) == WAY_OUTCOME_WORKING) {
            check_moves(&stage, agent, &known);
            if (((const wayi_crossing *)agent->memory)->before !=
                WAYI_GATE_NONE) { // the plan is made
                edit_cells(&stage, (way_rect){REPAIR_SIDE - 3, 2, 1, 1}, (uint8_t)(++edits & 1u));
            }
            if (edits % 3 == 2) {
                bool done = false;
                assert_int_equal(way_navigator_repair(navigator, 50, &done), WAY_STATUS_OK);
            }
        }
        assert_true(edits > 3);
        assert_int_equal(way_agent_outcome(agent), WAY_OUTCOME_FOUND);
        assert_int_equal(way_agent_cost(agent), cost);
        assert_int_equal(agent->at.restarts, 0); // the plan was kept
        way_agent_destroy(agent);
        way_navigator_destroy(navigator);
        stage_destroy(&stage);
    }
}

/// Walls that come and go anywhere, with repairs and without: moves are legal when they are made,
/// and the trip ends.
static void trips_go_on_in_the_rain(void **state)
{
    (void)state;
    static const char *const specs[] = {"hpastar", "dhpastar", "hpastar(lazy=on)",
                                        "hpastar(smooth=off, levels=1)"};
    for (uint32_t i = 0; i < 8; i++) {
        test_stage stage;
        create_stage(&stage);
        way_navigator *navigator = open_navigator(&stage, specs[i % 4]);
        way_agent *agent = open_agent(navigator);
        way_rng rng = way_rng_seed(i + 1);
        const way_trip trip = long_trip(&stage);
        assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
        uint32_t known = 1;
        uint32_t steps = 0;
        while (way_agent_step(agent, 200) == WAY_OUTCOME_WORKING) {
            assert_true(++steps < 2000);
            check_moves(&stage, agent, &known);
            const way_cell cell = way_rng_below(&rng, stage.count);
            if (cell != trip.goal) {
                edit_cells(&stage, (way_rect){cell % REPAIR_SIDE, cell / REPAIR_SIDE, 1, 1},
                           way_map_is_passable(stage.map, cell) ? 0 : 1);
            }
            bool done = i < 4;
            while (!done) {
                assert_int_equal(way_navigator_repair(navigator, 1000, &done), WAY_STATUS_OK);
            }
        }
        check_moves(&stage, agent, &known);
        uint32_t count = 0;
        const way_state *path = way_agent_path(agent, &count);
        const bool there = path[count - 1] == trip.goal;
        assert_true(way_agent_outcome(agent) == (there ? WAY_OUTCOME_FOUND : WAY_OUTCOME_NO_PATH));
        assert_true(there || !way_map_is_reachable(stage.map, path[count - 1], trip.goal, 1));
        way_agent_destroy(agent);
        way_navigator_destroy(navigator);
        stage_destroy(&stage);
    }
}

/// A wall that comes and goes leaves costs missing, which an agent finds itself. It keeps their
/// memory: once it has met as many as there are, it asks for no more.
static void found_costs_keep_their_memory(void **state)
{
    (void)state;
    static const char *const specs[] = {"hpastar", "hpastar(lazy=on)", "hpastar(levels=1)",
                                        "dhpastar"};
    for (uint32_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        test_stage stage;
        test_allocator memory;
        create_stage(&stage);
        test_allocator_init(&memory);
        way_navigator *navigator = open_navigator(&stage, specs[i]);
        way_agent *agent = NULL;
        const way_agent_config config = {.navigator = navigator, .allocator = &memory.allocator};
        assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
        const way_trip trip = long_trip(&stage);
        uint64_t calls = 0;
        for (uint32_t round = 0; round < 12; round++) {
            bool done = false;
            edit_cells(&stage, (way_rect){60, 60, 70, 8}, (uint8_t)(round & 1u));
            while (!way_navigator_is_current(navigator)) { // gates; the costs of few
                assert_int_equal(way_navigator_repair(navigator, 1, &done), WAY_STATUS_OK);
            }
            assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
            assert_int_equal(way_agent_run(agent), WAY_OUTCOME_FOUND);
            calls = round < 4 ? memory.calls : calls;
            assert_true(((const wayi_crossing *)agent->memory)->abstract.costs.count > 0);
        }
        assert_int_equal(memory.calls, calls);
        way_agent_destroy(agent);
        test_allocator_check_empty(&memory);
        way_navigator_destroy(navigator);
        stage_destroy(&stage);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(repairs_keep_to_their_budget),
        cmocka_unit_test(edits_queue_behind),
        cmocka_unit_test(gates_are_enough),
        cmocka_unit_test(agents_outlive_new_gates),
        cmocka_unit_test(links_are_repaired),
        cmocka_unit_test(opened_is_as_good_as_built),
        cmocka_unit_test(opens_beside_cheap_links),
        cmocka_unit_test(trips_outlive_far_edits),
        cmocka_unit_test(trips_go_on_in_the_rain),
        cmocka_unit_test(memory_stays_in_bounds),
        cmocka_unit_test(found_costs_keep_their_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
