// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// SGA* as the thesis prints it: a worked example, loops that stay, the A* inside, refinements from
// either end, and goals that nothing but a search knows to be out of reach.
#include "lab/spatial/sgastar.h"
#include "search/conformance.h"
#include "search/trip/algorithm.h"
#include "support/test.h"

#include <waymark/path.h>

#include <string.h>

#define PRINTED(variant) "sgastar(variant=" variant ", labels=off, informed=off, solver=classic, "
#define PRINTED_ASTAR "astar(open=binary, tie=low_g)"

// A worked example --------------------------------------------------------------------------------

enum { EXAMPLE_WIDTH = 28, EXAMPLE_HEIGHT = 14 };

/// A closed pocket at 18..21, 3..7; hooks, a wall with two gaps.
static const char *const example_rows[EXAMPLE_HEIGHT] = {
    "............................", "............................", "......@@@@..................",
    ".........@........@@@@......", ".........@........@..@......", ".........@........@..@......",
    "...............@..@..@......", ".....@@@@.@@@@.@..@@@@......", ".........@@....@............",
    ".........@.....@............", "......@@@@.....@............", "...............@@@@@@@......",
    "............................", "............................",
};

typedef struct example {
    way_map *map;
    way_space *space;
} example;

static example example_create(void)
{
    example out = {0};
    const way_map_config config = way_map_config_default(EXAMPLE_WIDTH, EXAMPLE_HEIGHT);
    assert_int_equal(way_map_create(&config, &out.map), WAY_STATUS_OK);
    for (uint32_t i = 0; i < EXAMPLE_WIDTH * EXAMPLE_HEIGHT; i++) {
        const uint32_t x = i % EXAMPLE_WIDTH;
        const uint32_t y = i / EXAMPLE_WIDTH;
        if (example_rows[y][x] == '@') {
            assert_int_equal(way_map_edit(out.map, &(way_edit){x, y, 1, 1, 0}, 1), WAY_STATUS_OK);
        }
    }
    assert_int_equal(way_space_create_grid(out.map, 1, NULL, &out.space), WAY_STATUS_OK);
    return out;
}

static void example_destroy(example *out)
{
    way_space_destroy(out->space);
    way_map_destroy(out->map);
}

/// A trip of a fresh agent. Returns how many cells its path has.
static uint32_t example_walk(const example *on, const char *spec, const way_trip *trip,
                             way_cell *cells, way_cost *cost)
{
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    const way_navigator_config plan = {.space = on->space, .algorithm = spec};
    assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
    assert_int_equal(way_agent_create(&(way_agent_config){.navigator = navigator}, &agent),
                     WAY_STATUS_OK);
    assert_int_equal(way_agent_begin(agent, trip), WAY_STATUS_OK);
    assert_int_equal(way_agent_run(agent), WAY_OUTCOME_FOUND);
    uint32_t count = 0;
    const way_state *path = way_agent_path(agent, &count);
    assert_true(way_agent_path_holds(agent, 0));
    memcpy(cells, path, count * sizeof *cells);
    *cost = way_agent_cost(agent);
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    return count;
}

typedef struct example_trip {
    uint32_t from[2], to[2];
    const char *path; ///< of variant 1, loops kept
    int above;        ///< of that, per mille above the best
    int cut;          ///< the same with loops cut out
} example_trip;

static const example_trip example_trips[] = {
    {{7, 5},
     {26, 5},
     "7,5 8,5 8,6 9,6 10,6 10,5 11,5 12,5 13,5 14,5 15,5 16,5 17,5 17,4 17,3 17,2 18,2 19,2 20,2 "
     "21,2 22,2 22,3 22,4 22,5 23,5 24,5 25,5 26,5",
     210,
     210},
    {{2, 6},
     {25, 8},
     "2,6 3,6 4,6 5,6 6,6 7,6 8,6 9,6 9,7 9,6 10,6 11,6 12,6 13,6 14,6 14,7 14,6 14,5 15,5 16,5 "
     "16,6 16,7 17,7 17,8 18,8 19,8 20,8 21,8 22,8 23,8 24,8 25,8",
     200,
     45},
};

static way_trip example_trip_of(const example *on, const example_trip *trip)
{
    return (way_trip){.start = way_map_cell(on->map, trip->from[0], trip->from[1]),
                      .goal = way_map_cell(on->map, trip->to[0], trip->to[1])};
}

static int example_above(way_cost cost, way_cost best)
{
    return (int)((1000 * (uint64_t)cost + best / 2) / best) - 1000;
}

/// Variant 1 does not depend on ties of A* here: cell by cell the path of the listing.
static void the_worked_example_is_walked_cell_by_cell(void **state)
{
    (void)state;
    example on = example_create();
    for (uint32_t i = 0; i < sizeof example_trips / sizeof *example_trips; i++) {
        const example_trip *wanted = &example_trips[i];
        const way_trip trip = example_trip_of(&on, wanted);
        way_cell cells[256];
        way_cost best = 0;
        way_cost cost = 0;
        (void)example_walk(&on, PRINTED_ASTAR, &trip, cells, &best);
        (void)example_walk(&on, PRINTED("v1") "loops=cut)", &trip, cells, &cost);
        assert_int_equal(example_above(cost, best), wanted->cut);
        const uint32_t count = example_walk(&on, PRINTED("v1") "loops=keep)", &trip, cells, &cost);
        assert_int_equal(example_above(cost, best), wanted->above);
        char text[1024] = "";
        size_t used = 0;
        for (uint32_t k = 0; k < count; k++) {
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%u,%u", k ? " " : "",
                                     cells[k] % EXAMPLE_WIDTH, cells[k] / EXAMPLE_WIDTH);
        }
        assert_string_equal(text, wanted->path);
    }
    example_destroy(&on);
}

/// What a path of steps costs.
static way_cost example_cost(const way_cell *cells, uint32_t count)
{
    way_cost cost = 0;
    for (uint32_t i = 1; i < count; i++) {
        const bool straight = cells[i] % EXAMPLE_WIDTH == cells[i - 1] % EXAMPLE_WIDTH ||
                              cells[i] / EXAMPLE_WIDTH == cells[i - 1] / EXAMPLE_WIDTH;
        cost += straight ? 408 : 577;
    }
    return cost;
}

/// After smoothing all variants cost what the best path does; on the first trip those but variant 1
/// depend on ties, by which they pass the pocket on one side or on the other.
static void the_worked_example_is_best_after_smoothing(void **state)
{
    static const char *const specs[] = {
        PRINTED("v1") "loops=keep)", PRINTED("v2") "trim=max_dist, loops=keep)",
        PRINTED("v2") "trim=max_dev, loops=keep)", PRINTED("v3") "loops=keep)"};
    (void)state;
    example on = example_create();
    for (uint32_t i = 0; i < 5; i++) {
        const way_trip trip = example_trip_of(&on, &example_trips[i < 4]);
        way_cell cells[256];
        way_cost best = 0;
        way_cost cost = 0;
        (void)example_walk(&on, PRINTED_ASTAR, &trip, cells, &best);
        uint32_t count = example_walk(&on, specs[i % 4], &trip, cells, &cost);
        assert_int_equal(example_cost(cells, count), cost);
        const way_smoothing_config rays = {
            .map = on.map, .unit_size = 1, .kind = WAY_SMOOTHING_RAYS};
        assert_int_equal(way_path_smooth(&rays, cells, &count), WAY_STATUS_OK);
        assert_int_equal(example_cost(cells, count), best);
    }
    example_destroy(&on);
}

// Parameters --------------------------------------------------------------------------------------

static stage_set printed_stages;

static const char *const printed_variants[] = {"variant=v1", "variant=v2, trim=max_dist",
                                               "variant=v2, trim=max_dev", "variant=v3"};

/// A rig of a variant without labels and rival, the rest of whose parameters are given.
static void printed_open(conformance_rig *rig, const test_stage *stage, uint32_t variant,
                         const char *rest)
{
    char spec[CONFORMANCE_SPEC_MAX];
    snprintf(spec, sizeof spec, "sgastar(%s, labels=off, informed=off, %s)",
             printed_variants[variant % 4], rest);
    conformance_open(rig, stage, spec, NULL);
}

static conformance_result printed_run(conformance_rig *rig, const stage_problem *problem)
{
    const way_trip trip = {.start = problem->start, .goal = problem->goal};
    return conformance_run(rig, rig->agent, &trip, UINT32_MAX);
}

/// Loops change the path and nothing else: the same searches, and no less cost.
static void loops_are_all_that_is_cut(void **state)
{
    (void)state;
    uint32_t looped = 0;
    for (uint32_t i = 0; i < printed_stages.count; i++) {
        const test_stage *stage = &printed_stages.stages[i];
        conformance_rig cut;
        conformance_rig keep;
        printed_open(&cut, stage, i, "solver=classic");
        printed_open(&keep, stage, i, "solver=classic, loops=keep");
        for (uint32_t k = 0; k < stage->problem_count; k++) {
            const conformance_result a = printed_run(&cut, &stage->problems[k]);
            const conformance_result b = printed_run(&keep, &stage->problems[k]);
            conformance_check(&keep, a.outcome == b.outcome, "%s, without loops %s",
                              way_outcome_name(b.outcome), way_outcome_name(a.outcome));
            conformance_check(&keep, a.cost <= b.cost && a.count <= b.count, "loops are free");
            conformance_check(&keep,
                              a.stats.expansions == b.stats.expansions &&
                                  a.stats.generations == b.stats.generations &&
                                  a.stats.states_max == b.stats.states_max,
                              "loops cost work");
            looped += a.cost < b.cost;
        }
        conformance_close(&cut);
        conformance_close(&keep);
    }
    print_message("%u trips with loops\n", looped);
    assert_true(looped > stage_rounds(40));
}

/// Sub-goals of variant 1 do not depend on how they are reached: whoever searches for best ways,
/// from whichever end, finds paths of the same cost.
static void variant_1_costs_the_same_by_any_search(void **state)
{
    static const char *const rests[] = {
        "solver=astar, loops=keep", "solver=classic, loops=keep, refine=forward",
        "solver=astar, loops=keep, refine=forward", "solver=auto, loops=keep"};
    (void)state;
    uint32_t trips = 0;
    for (uint32_t i = 0; i < printed_stages.count; i++) {
        const test_stage *stage = &printed_stages.stages[i];
        if (!(way_space_traits(stage->space) & WAY_SPACE_UNIFORM_COST)) {
            continue; // a step back may cost something else
        }
        conformance_rig one;
        conformance_rig other;
        printed_open(&one, stage, 0, "solver=classic, loops=keep");
        printed_open(&other, stage, 0, rests[i % 4]);
        for (uint32_t k = 0; k < stage->problem_count; k++) {
            const conformance_result a = printed_run(&one, &stage->problems[k]);
            const conformance_result b = printed_run(&other, &stage->problems[k]);
            conformance_check(&other, a.outcome == b.outcome && a.cost == b.cost, "cost %u, not %u",
                              b.cost, a.cost);
            trips++;
        }
        conformance_close(&one);
        conformance_close(&other);
    }
    assert_true(trips > stage_rounds(200));
}

/// Variant 3 searches along a free line, too: its one refinement is the classic A*, to the last
/// expansion and state. The line itself takes none, and remembers the start.
static void the_search_inside_is_the_one_compared_with(void **state)
{
    (void)state;
    uint32_t lines = 0;
    for (uint32_t i = 0; i < printed_stages.count; i++) {
        const test_stage *stage = &printed_stages.stages[i];
        conformance_rig inside;
        conformance_rig plain;
        conformance_rig line;
        printed_open(&inside, stage, 3, "solver=classic, refine=forward");
        conformance_open(&plain, stage, PRINTED_ASTAR, NULL);
        printed_open(&line, stage, i, "solver=classic");
        for (uint32_t k = 0; k < 40; k++) {
            const stage_problem problem = {.start = (i * 31 + k * 7) % stage->count,
                                           .goal = (i * 17 + k * 13) % stage->count};
            if (problem.start == problem.goal ||
                !way_map_weight(stage->map, problem.start, stage->size) ||
                !way_map_sees(stage->map, problem.start, problem.goal, WAY_SIGHT_GRID,
                              stage->size) ||
                !(way_space_traits(stage->space) & WAY_SPACE_UNIFORM_COST)) {
                continue;
            }
            const conformance_result a = printed_run(&inside, &problem);
            const conformance_result b = printed_run(&plain, &problem);
            const conformance_result c = printed_run(&line, &problem);
            conformance_check(&inside,
                              a.stats.expansions == b.stats.expansions &&
                                  a.stats.generations == b.stats.generations &&
                                  a.stats.states_max == b.stats.states_max && a.hash == b.hash,
                              "%llu expansions, A* has %llu",
                              (unsigned long long)a.stats.expansions,
                              (unsigned long long)b.stats.expansions);
            conformance_check(&line, i % 4 == 3 || c.stats.states_max == 1, "%llu states on a line",
                              (unsigned long long)c.stats.states_max);
            lines++;
        }
        conformance_close(&inside);
        conformance_close(&plain);
        conformance_close(&line);
    }
    print_message("%u lines\n", lines);
    assert_true(lines > stage_rounds(300));
}

// Goals out of reach ------------------------------------------------------------------------------

/// Cells of a pocket that a search from inside sees, and of the ground around it.
enum { POCKET_SIDE = 5, POCKET_GROUND = 32 };

/// A trip into a closed pocket: labels answer at once; without them the pocket is searched from the
/// sub-goal back, or all of the ground from the start on. Never an answer that was not searched
/// for.
static void without_labels_only_a_search_knows(void **state)
{
    (void)state;
    const way_map_config config = way_map_config_default(POCKET_GROUND, POCKET_GROUND);
    way_map *map = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    const way_edit edits[] = {{19, 9, POCKET_SIDE + 2, POCKET_SIDE + 2, 0},
                              {20, 10, POCKET_SIDE, POCKET_SIDE, 1}};
    assert_int_equal(way_map_edit(map, edits, 2), WAY_STATUS_OK);
    const uint32_t pocket = POCKET_SIDE * POCKET_SIDE;
    const uint32_t ground = POCKET_GROUND * POCKET_GROUND - (POCKET_SIDE + 2) * (POCKET_SIDE + 2);
    static const char *const specs[] = {
        "sgastar(%s, informed=off, solver=classic, labels=on)",
        "sgastar(%s, informed=off, solver=classic, labels=off)",
        "sgastar(%s, informed=off, solver=classic, labels=off, refine=forward)",
        "sgastar(%s, labels=off)"};
    const uint64_t least[] = {0, pocket, ground, 1};
    const uint64_t most[] = {0, pocket, ground, 3 * (uint64_t)ground};
    way_space *space = NULL;
    assert_int_equal(way_space_create_grid(map, 1, NULL, &space), WAY_STATUS_OK);
    for (uint32_t i = 0; i < 16; i++) {
        char spec[CONFORMANCE_SPEC_MAX];
        snprintf(spec, sizeof spec, specs[i % 4], printed_variants[i / 4]);
        way_navigator *navigator = NULL;
        way_agent *agent = NULL;
        const way_navigator_config plan = {.space = space, .algorithm = spec};
        assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
        assert_int_equal(way_agent_create(&(way_agent_config){.navigator = navigator}, &agent),
                         WAY_STATUS_OK);
        way_trip trip = {.start = way_map_cell(map, 2, 12), .goal = way_map_cell(map, 22, 12)};
        assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
        assert_int_equal(way_agent_run(agent), WAY_OUTCOME_NO_PATH);
        const uint64_t expansions = way_agent_stats(agent).expansions;
        assert_in_range(expansions, least[i % 4], most[i % 4]);
        // A path towards it ends at the wall, whatever was known.
        trip.partial = true;
        assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
        assert_int_equal(way_agent_run(agent), WAY_OUTCOME_NO_PATH);
        uint32_t count = 0;
        const way_state *path = way_agent_path(agent, &count);
        assert_int_equal(path[count - 1], way_map_cell(map, 18, 12));
        way_agent_destroy(agent);
        way_navigator_destroy(navigator);
    }
    way_space_destroy(space);
    way_map_destroy(map);
}

// Coming to an end --------------------------------------------------------------------------------

/// A U that opens towards the start, twice.
static void printed_dig(test_stage *stage, uint64_t seed)
{
    way_rng rng = way_rng_seed(seed);
    for (uint32_t i = 0; i < 2; i++) {
        const uint32_t x = 4 + way_rng_below(&rng, 12);
        const uint32_t y = 4 + way_rng_below(&rng, 12);
        const uint32_t side = 6 + way_rng_below(&rng, 6);
        const way_edit walls[] = {
            {x, y, side, 1, 0}, {x, y + side - 1, side, 1, 0}, {x + side - 1, y, 1, side, 0}};
        assert_int_equal(way_map_edit(stage->map, walls, 3), WAY_STATUS_OK);
    }
}

/// The most rounds without progress of a trip, which ends whatever that is.
static uint32_t printed_stalls(conformance_rig *rig, const way_trip *trip)
{
    const wayi_sgastar *memory = rig->agent->memory;
    uint32_t most = 0;
    rig->trip = *trip;
    assert_int_equal(way_agent_begin(rig->agent, trip), WAY_STATUS_OK);
    while (way_agent_step(rig->agent, 1) == WAY_OUTCOME_WORKING) {
        most = memory->stalled > most ? memory->stalled : most;
    }
    const bool reachable = way_map_is_reachable(rig->stage->map, trip->start, trip->goal, 1);
    conformance_check(
        rig, way_agent_outcome(rig->agent) == (reachable ? WAY_OUTCOME_FOUND : WAY_OUTCOME_NO_PATH),
        "%s", way_outcome_name(way_agent_outcome(rig->agent)));
    return most;
}

/// Small maps strewn with walls, and with U shapes: every trip ends, and trimming never has to
/// pause for that.
static void both_ends_always_meet(void **state)
{
    (void)state;
    const uint32_t maps = stage_rounds(120);
    way_rng rng = test_rng(41);
    uint32_t most = 0;
    for (uint32_t i = 0; i < maps; i++) {
        test_stage stage;
        const stage_grid_config config = stage_strewn(28, (int)(10 + 4 * (i % 8)), i);
        stage_create_grid(&stage, &config);
        if (i % 2) {
            printed_dig(&stage, i);
        }
        conformance_rig rig;
        printed_open(&rig, &stage, i / 2, "solver=classic, loops=keep");
        for (uint32_t k = 0; k < 150; k++) {
            const way_trip trip = {.start = way_rng_below(&rng, stage.count),
                                   .goal = way_rng_below(&rng, stage.count)};
            if (way_map_is_passable(stage.map, trip.start) && trip.start != trip.goal) {
                const uint32_t stalls = printed_stalls(&rig, &trip);
                most = stalls > most ? stalls : most;
            }
        }
        conformance_close(&rig);
        stage_destroy(&stage);
    }
    print_message("at most %u rounds without progress\n", most);
    assert_true(most <= 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worked_example_is_walked_cell_by_cell),
        cmocka_unit_test(the_worked_example_is_best_after_smoothing),
        cmocka_unit_test(loops_are_all_that_is_cut),
        cmocka_unit_test(variant_1_costs_the_same_by_any_search),
        cmocka_unit_test(the_search_inside_is_the_one_compared_with),
        cmocka_unit_test(without_labels_only_a_search_knows),
        cmocka_unit_test(both_ends_always_meet),
    };
    stage_set_add_grids(&printed_stages, stage_rounds(4), stage_rounds(100));
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    stage_set_destroy(&printed_stages);
    return failed;
}
