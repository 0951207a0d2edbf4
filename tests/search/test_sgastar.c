// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What is special about SGA*: lines, trimming, labels, partial paths, edits.
#include "lab/spatial/sgastar.h"
#include "lab/spatial/trim.h"
#include "search/conformance.h"
#include "search/trip/algorithm.h"
#include "support/test.h"

#include <string.h>

static stage_set sgastar_stages;

static const char *const sgastar_bare[] = {
    "sgastar(variant=v1, informed=off)", "sgastar(variant=v2, trim=max_dist, informed=off)",
    "sgastar(variant=v2, trim=max_dev, informed=off)", "sgastar(variant=v3, informed=off)"};
static const char *const sgastar_informed[] = {"sgastar", "sgastar(variant=v1, solver=astar)",
                                               "sgastar(variant=v3, solver=astar)",
                                               "sgastar(labels=off)"};

static conformance_result sgastar_run(conformance_rig *rig, const stage_problem *problem)
{
    const way_trip trip = {.start = problem->start, .goal = problem->goal};
    return conformance_run(rig, rig->agent, &trip, UINT32_MAX);
}

// Lines -------------------------------------------------------------------------------------------

/// Whether the straight walk leads over ground alone that is as light as any the layer knows of.
static bool line_is_light(const test_stage *stage, way_cell from, way_cell to)
{
    const wayi_layer *layer = wayi_space_grid(stage->space)->layer;
    const uint32_t lightest = layer->weights ? layer->min_weight : 1;
    bool light = true;
    wayi_line line = wayi_line_begin(stage->map, from, to);
    while (line.left) {
        wayi_line_step(&line);
        const way_cell cell = wayi_line_cell(&line, stage->map);
        light = light && way_map_weight(stage->map, cell, stage->size) == lightest;
    }
    return light;
}

/// Where the straight walk is legal and nothing is lighter, it is the path, and nothing is
/// searched.
static void free_lines_need_no_search(void **state)
{
    (void)state;
    uint32_t lines = 0;
    for (uint32_t i = 0; i < sgastar_stages.count; i++) {
        const test_stage *stage = &sgastar_stages.stages[i];
        const bool uniform = way_space_traits(stage->space) & WAY_SPACE_UNIFORM_COST;
        conformance_rig rig;
        conformance_open(&rig, stage, i % 2 ? "sgastar" : "sgastar(variant=v1)", NULL);
        for (uint32_t k = 0; k < 40; k++) {
            const stage_problem problem = {.start = (i * 31 + k * 7) % stage->count,
                                           .goal = (i * 17 + k * 13) % stage->count};
            if (!way_map_weight(stage->map, problem.start, stage->size) ||
                !way_map_sees(stage->map, problem.start, problem.goal, WAY_SIGHT_GRID,
                              stage->size) ||
                !line_is_light(stage, problem.start, problem.goal)) {
                continue;
            }
            const conformance_result result = sgastar_run(&rig, &problem);
            conformance_check(&rig, result.outcome == WAY_OUTCOME_FOUND, "in sight, but %s",
                              way_outcome_name(result.outcome));
            conformance_check(&rig, result.stats.expansions == 0, "a search along a free line");
            conformance_check(&rig,
                              !uniform || result.cost == stage->space->type->estimate(stage->space,
                                                                                      problem.start,
                                                                                      problem.goal),
                              "a free line is no best path");
            lines++;
        }
        conformance_close(&rig);
    }
    print_message("%u lines\n", lines);
    assert_true(lines > 500);
}

// Trimming ----------------------------------------------------------------------------------------

/// What trimming should keep, found by looking at every cell.
static uint32_t trim_plainly(const way_map *map, wayi_trim_rule rule, way_cell target,
                             const way_cell *cells, uint32_t count)
{
    uint32_t x[3];
    uint32_t y[3];
    way_map_position(map, cells[0], &x[0], &y[0]);
    way_map_position(map, target, &x[2], &y[2]);
    int64_t most = 0;
    uint32_t kept = count;
    for (uint32_t i = 1; i < count; i++) {
        way_map_position(map, cells[i], &x[1], &y[1]);
        const int64_t dx = (int64_t)x[1] - x[0];
        const int64_t dy = (int64_t)y[1] - y[0];
        const int64_t ahead = dx * ((int64_t)x[2] - x[0]) + dy * ((int64_t)y[2] - y[0]);
        const int64_t score =
            rule == WAYI_TRIM_DISTANCE ? dx * dx + dy * dy : llabs(dx) + llabs(dy);
        if (ahead > 0 && score > most) {
            most = score;
            kept = i + 1;
        }
    }
    return kept;
}

static void trimming_keeps_a_prefix(void **state)
{
    (void)state;
    way_map *map = NULL;
    const way_map_config config = way_map_config_default(64, 64);
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    way_rng rng = way_rng_seed(5);
    for (uint32_t round = 0; round < 4000; round++) {
        way_cell cells[60];
        int64_t x = way_rng_below(&rng, 64);
        int64_t y = way_rng_below(&rng, 64);
        uint32_t count = 0;
        const uint32_t length = 2 + way_rng_below(&rng, 58);
        while (count < length) {
            cells[count++] = way_map_cell(map, x, y);
            x += (int64_t)way_rng_below(&rng, 3) - 1;
            y += (int64_t)way_rng_below(&rng, 3) - 1;
            x = x < 0 ? 0 : x > 63 ? 63 : x;
            y = y < 0 ? 0 : y > 63 ? 63 : y;
        }
        const way_cell target = way_rng_below(&rng, 64 * 64);
        for (uint32_t rule = 0; rule < 2; rule++) {
            const uint32_t kept = wayi_trim_count(map, (wayi_trim_rule)rule, target, cells, count);
            assert_in_range(kept, 2, count);
            assert_int_equal(kept, trim_plainly(map, (wayi_trim_rule)rule, target, cells, count));
        }
    }
    way_map_destroy(map);
}

/// Out of a U that opens backwards: no cell behind the first may end what is kept.
static void trimming_never_ends_behind(void **state)
{
    (void)state;
    way_map *map = NULL;
    const way_map_config config = way_map_config_default(64, 64);
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    way_cell cells[64];
    uint32_t count = 0;
    for (int64_t x = 40; x >= 20; x--) {
        cells[count++] = way_map_cell(map, x, 30); // back out of the U
    }
    for (int64_t y = 31; y <= 36; y++) {
        cells[count++] = way_map_cell(map, 20, y);
    }
    for (int64_t x = 21; x <= 44; x++) {
        cells[count++] = way_map_cell(map, x, 36); // along its outside
    }
    const way_cell target = way_map_cell(map, 60, 30);
    // Of the cells ahead of the first, (44, 36) is both the farthest and the most deviant.
    assert_int_equal(wayi_trim_count(map, WAYI_TRIM_DISTANCE, target, cells, count), count);
    assert_int_equal(wayi_trim_count(map, WAYI_TRIM_DEVIATION, target, cells, count), count);
    // Nothing is ahead of it: everything is kept.
    assert_int_equal(wayi_trim_count(map, WAYI_TRIM_DISTANCE, target, cells, 21), 21);
    way_map_destroy(map);
}

// Labels ------------------------------------------------------------------------------------------

static void labels_never_change_the_result(void **state)
{
    (void)state;
    uint64_t expansions[2] = {0};
    for (uint32_t i = 0; i < sgastar_stages.count; i++) {
        const test_stage *stage = &sgastar_stages.stages[i];
        char unlabelled[CONFORMANCE_SPEC_MAX];
        const char *spec = sgastar_bare[i % 4];
        snprintf(unlabelled, sizeof unlabelled, "%.*s, labels=off)", (int)strlen(spec) - 1, spec);
        conformance_rig with;
        conformance_rig without;
        conformance_open(&with, stage, spec, NULL);
        conformance_open(&without, stage, unlabelled, NULL);
        for (uint32_t k = 0; k < stage->problem_count; k++) {
            const conformance_result a = sgastar_run(&with, &stage->problems[k]);
            const conformance_result b = sgastar_run(&without, &stage->problems[k]);
            conformance_check(&with, a.outcome == b.outcome && a.cost == b.cost && a.hash == b.hash,
                              "labels change the path");
            conformance_check(&with, a.stats.expansions <= b.stats.expansions,
                              "labels cost expansions");
            expansions[0] += a.stats.expansions;
            expansions[1] += b.stats.expansions;
        }
        conformance_close(&with);
        conformance_close(&without);
    }
    print_message("%llu expansions, without labels %llu\n", (unsigned long long)expansions[0],
                  (unsigned long long)expansions[1]);
    assert_true(expansions[0] < expansions[1]);
}

// Partial paths -----------------------------------------------------------------------------------

static way_cost partial_distance(conformance_rig *rig, const way_trip *trip)
{
    const conformance_result result = conformance_run(rig, rig->agent, trip, 3);
    conformance_check(rig, result.outcome == WAY_OUTCOME_NO_PATH, "%s to nowhere",
                      way_outcome_name(result.outcome));
    const way_state *path = way_agent_path(rig->agent, NULL);
    return rig->stage->space->type->estimate(rig->stage->space, path[result.count - 1], trip->goal);
}

/// The least distance to the goal of all cells that can be reached, by looking at each.
static way_cost partial_possible(const test_stage *stage, const way_trip *trip)
{
    way_cost least = stage->space->type->estimate(stage->space, trip->start, trip->goal);
    for (way_cell cell = 0; cell < stage->count; cell++) {
        const way_cost distance = stage->space->type->estimate(stage->space, cell, trip->goal);
        if (distance < least && way_map_is_reachable(stage->map, trip->start, cell, stage->size)) {
            least = distance;
        }
    }
    return least;
}

typedef struct partial_sums {
    uint32_t trips, possible; ///< trips, and those that can come nearer
    uint64_t left[4];         ///< distances left, of each variant
    double share[4];          ///< of the possible approach, of each variant
} partial_sums;

static void check_partial(conformance_rig rigs[4], const way_trip *trip, partial_sums *sums)
{
    const test_stage *stage = rigs[0].stage;
    const way_cost before = stage->space->type->estimate(stage->space, trip->start, trip->goal);
    const way_cost possible = partial_possible(stage, trip);
    sums->trips++;
    sums->possible += possible < before;
    for (uint32_t v = 0; v < 4; v++) {
        const way_cost after = partial_distance(&rigs[v], trip);
        conformance_check(&rigs[v], after <= before, "from %u to %u", before, after);
        conformance_check(&rigs[v], after < before || possible == before,
                          "still %u away, %u is possible", after, possible);
        sums->left[v] += after;
        if (possible < before) {
            sums->share[v] += (double)(before - after) / (double)(before - possible);
        }
    }
}

/// Unreachable goals still give a path towards them: nearer whenever that is possible, whatever the
/// variant and the solver, and for the later variants as near as for the first.
static void unreachable_goals_are_approached(void **state)
{
    (void)state;
    static const char *const solvers[] = {"auto", "astar", "fringe"};
    partial_sums sums = {0};
    for (uint32_t i = 0; i < sgastar_stages.count; i++) {
        const test_stage *stage = &sgastar_stages.stages[i];
        conformance_rig rigs[4];
        for (uint32_t v = 0; v < 4; v++) {
            char spec[CONFORMANCE_SPEC_MAX];
            snprintf(spec, sizeof spec, "%.*s, labels=%s, solver=%s)",
                     (int)strlen(sgastar_bare[v]) - 1, sgastar_bare[v], i % 2 ? "on" : "off",
                     solvers[i % 3]);
            conformance_open(&rigs[v], stage, i % 5 ? spec : sgastar_informed[v], NULL);
        }
        for (uint32_t k = 0; k < stage->problem_count; k++) {
            const way_trip trip = {.start = stage->problems[k].start,
                                   .goal = stage->problems[k].goal,
                                   .partial = true};
            if (stage->problems[k].best == WAY_COST_MAX &&
                way_map_weight(stage->map, trip.start, stage->size)) {
                check_partial(rigs, &trip, &sums);
            }
        }
        for (uint32_t v = 0; v < 4; v++) {
            conformance_close(&rigs[v]);
        }
    }
    print_message("%u trips, %u can come nearer; of that way %.2f %.2f %.2f %.2f\n", sums.trips,
                  sums.possible, sums.share[0] / sums.possible, sums.share[1] / sums.possible,
                  sums.share[2] / sums.possible, sums.share[3] / sums.possible);
    assert_true(sums.trips > 50 && sums.possible > 20);
    for (uint32_t v = 0; v < 4; v++) {
        assert_true(sums.left[v] * 10 <= sums.left[0] * 11);
        assert_true(sums.share[v] > 0.7 * sums.possible);
    }
}

// Edits -------------------------------------------------------------------------------------------

static void toggle(const test_stage *stage, way_cell cell)
{
    const uint32_t width = way_map_width(stage->map);
    const way_edit edit = {cell % width, cell / width, 1, 1,
                           way_map_is_passable(stage->map, cell) ? 0 : 1};
    assert_int_equal(way_map_edit(stage->map, &edit, 1), WAY_STATUS_OK);
}

/// The path of a trip without a way, on a map that has changed meanwhile, still leads towards the
/// goal.
static void check_edited_partial(conformance_rig *rig, way_cell end)
{
    const test_stage *stage = rig->stage;
    const way_trip *trip = &rig->trip;
    if (!trip->partial || !way_map_weight(stage->map, trip->start, stage->size)) {
        return;
    }
    const way_cost before = stage->space->type->estimate(stage->space, trip->start, trip->goal);
    const way_cost after = stage->space->type->estimate(stage->space, end, trip->goal);
    conformance_check(rig, way_agent_path_holds(rig->agent, 0), "a broken partial path");
    conformance_check(rig, after < before || partial_possible(stage, trip) == before,
                      "still %u away, nearer is possible", after);
}

/// Checks how a trip ended on the map as it is at the end.
static void check_edited(conformance_rig *rig, way_outcome outcome)
{
    const test_stage *stage = rig->stage;
    const way_trip *trip = &rig->trip;
    uint32_t count = 0;
    const way_state *path = way_agent_path(rig->agent, &count);
    const bool reachable = trip->start == trip->goal ||
                           way_map_is_reachable(stage->map, trip->start, trip->goal, stage->size);
    if (outcome == WAY_OUTCOME_FOUND) {
        conformance_check(rig, path[count - 1] == trip->goal, "arrived elsewhere");
        conformance_check(rig, way_agent_path_holds(rig->agent, 0), "a broken path");
    } else if (outcome == WAY_OUTCOME_NO_PATH) {
        conformance_check(rig, !reachable, "there is a way, but NO_PATH");
        check_edited_partial(rig, path[count - 1]);
    } else {
        conformance_check(rig, outcome == WAY_OUTCOME_STALE, "%s", way_outcome_name(outcome));
        conformance_check(rig, !way_map_weight(stage->map, trip->start, stage->size) || count > 1,
                          "STALE on a start that holds");
    }
}

static void trips_go_on_while_the_map_changes(void **state)
{
    (void)state;
    static const char *const specs[] = {"sgastar",
                                        "sgastar(variant=v1)",
                                        "sgastar(variant=v3, informed=off)",
                                        "sgastar(labels=off)",
                                        "sgastar(solver=astar, trim=max_dist)",
                                        "sgastar(solver=fringe, informed=off)"};
    way_rng rng = way_rng_seed(11);
    uint32_t edits = 0;
    uint32_t arrived = 0;
    for (uint32_t i = 0; i < sgastar_stages.count; i++) {
        const test_stage *stage = &sgastar_stages.stages[i];
        if (!(way_space_traits(stage->space) & WAY_SPACE_UNIFORM_COST)) {
            continue; // toggling would lose the weights
        }
        conformance_rig rig;
        conformance_open(&rig, stage, specs[i % 6], NULL);
        for (uint32_t k = 0; k < stage->problem_count; k++) {
            rig.trip = (way_trip){.start = stage->problems[k].start,
                                  .goal = stage->problems[k].goal,
                                  .partial = k % 2};
            way_cell changed[64];
            uint32_t count = 0;
            assert_int_equal(way_agent_begin(rig.agent, &rig.trip), WAY_STATUS_OK);
            while (way_agent_step(rig.agent, 1 + way_rng_below(&rng, 9)) == WAY_OUTCOME_WORKING) {
                if (count < 64) {
                    changed[count] = way_rng_below(&rng, stage->count);
                    toggle(stage, changed[count++]);
                }
            }
            check_edited(&rig, way_agent_outcome(rig.agent));
            arrived += way_agent_outcome(rig.agent) == WAY_OUTCOME_FOUND && count > 0;
            edits += count;
            while (count > 0) {
                toggle(stage, changed[--count]);
            }
        }
        conformance_close(&rig);
    }
    print_message("%u edits, %u arrived after some\n", edits, arrived);
    assert_true(edits > 300 && arrived > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(free_lines_need_no_search),
        cmocka_unit_test(trimming_keeps_a_prefix),
        cmocka_unit_test(trimming_never_ends_behind),
        cmocka_unit_test(labels_never_change_the_result),
        cmocka_unit_test(unreachable_goals_are_approached),
        cmocka_unit_test(trips_go_on_while_the_map_changes),
    };
    stage_set_add_grids(&sgastar_stages, stage_rounds(4), stage_rounds(100));
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    stage_set_destroy(&sgastar_stages);
    return failed;
}
