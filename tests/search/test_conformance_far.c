// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Far: ways whose costs come close to what 32 bits count, reach it, and go past it. The largest
// steps there are make small stages of the largest maps: a winding corridor, where estimates say
// little, and a straight one, where they say everything.
#include "search/conformance.h"
#include "search/stage_graph.h"
#include "support/test.h"

#include <waymark/agent.h>

#include <string.h>

/// What a step costs at most on a map, and how many of them can be counted.
#define FAR_STEP (4096u * 255u)
#define FAR_STEPS ((WAY_COST_MAX - 1u) / FAR_STEP)

static void far_add_problem(test_stage *stage, const char *kind, way_state start, way_state goal,
                            way_cost best)
{
    stage->problems[stage->problem_count++] = (stage_problem){kind, start, goal, best, NULL};
}

/// A map that is one corridor; `side` cells down, two to the right, `side` up and so on.
static void far_create_corridor(test_stage *out, way_neighbours neighbours, uint32_t width,
                                uint32_t side)
{
    *out = (test_stage){.size = 1, .count = width * side, .safe = true};
    snprintf(out->name, sizeof out->name, "corridor %ux%u, %d neighbours", width, side,
             (int)neighbours);
    uint8_t *weights = calloc(out->count, 1);
    way_cell *order = malloc(out->count * sizeof *order);
    assert_true(weights && order);
    uint32_t length = 0;
    for (uint32_t x = 0; x < width; x++) {
        const bool up = x / 2 % 2;
        for (uint32_t i = 0; i < (x % 2 && side > 1 ? 1 : side); i++) {
            const uint32_t y = x % 2 ? (up ? 0 : side - 1) : (up ? side - 1 - i : i);
            order[length++] = y * width + x;
            weights[y * width + x] = 255;
        }
    }
    way_map_config config = way_map_config_default(width, side);
    config.neighbours = neighbours;
    config.costs = (way_cost_model){4096, 5793};
    config.weights = weights;
    assert_int_equal(way_map_create(&config, &out->map), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(out->map, 1, NULL, &out->space), WAY_STATUS_OK);
    assert_true(length > FAR_STEPS + 2);
    far_add_problem(out, "half", order[0], order[FAR_STEPS / 2 + 1],
                    FAR_STEP * (FAR_STEPS / 2 + 1));
    far_add_problem(out, "just near enough", order[0], order[FAR_STEPS], FAR_STEP * FAR_STEPS);
    far_add_problem(out, "just past it", order[0], order[FAR_STEPS + 1], WAY_COST_MAX);
    far_add_problem(out, "twice as far", order[length - 1], order[0], WAY_COST_MAX);
    // Behind this start there is nothing: who walks away from it finds itself too far.
    far_add_problem(out, "backwards", order[length - 1], order[length - 1 - FAR_STEPS],
                    FAR_STEP * FAR_STEPS);
    free(order);
    free(weights);
}

/// A chain of the costliest links there are, with one link too many at its end; a detour of two
/// links beside the first is costlier by one.
static void far_create_chain(test_stage *out, bool positions)
{
    static const way_link links[] = {{0, 1, 1u << 30},       {1, 2, 1u << 30}, {2, 3, 1u << 30},
                                     {3, 4, (1u << 30) - 2}, {4, 5, 1u << 28}, {0, 6, 1u << 29},
                                     {6, 1, (1u << 29) + 1}};
    static const double places[] = {0, 0, 1, 0, 2, 0, 3, 0, 3.9, 0, 4.1, 0, 0.5, 1};
    *out = (test_stage){.count = 7, .safe = true};
    snprintf(out->name, sizeof out->name, "chain%s", positions ? " with positions" : "");
    const way_graph_config config = {.node_count = 7,
                                     .links = links,
                                     .link_count = sizeof links / sizeof *links,
                                     .positions = positions ? places : NULL};
    assert_int_equal(way_space_create_graph(&config, &out->space), WAY_STATUS_OK);
    out->edges = malloc(2 * sizeof links / sizeof *links * sizeof *out->edges);
    assert_non_null(out->edges);
    for (uint32_t i = 0; i < config.link_count; i++) {
        out->edges[out->edge_count++] = (oracle_edge){links[i].from, links[i].to, links[i].cost};
        out->edges[out->edge_count++] = (oracle_edge){links[i].to, links[i].from, links[i].cost};
    }
    stage_sort_edges(out);
    far_add_problem(out, "half", 0, 2, 1u << 31);
    far_add_problem(out, "just near enough", 0, 4, WAY_COST_MAX - 1);
    far_add_problem(out, "just too far", 0, 5, WAY_COST_MAX);
    far_add_problem(out, "backwards", 5, 1, (3u << 30) - 2 + (1u << 28));
}

/// Past 32 bits nothing counts: a complete search says so where the space knows that there is a
/// way. Who goes piece by piece may arrive anywhere.
static void check_far(conformance_rig *rig, const stage_problem *problem,
                      const conformance_result *result)
{
    const uint32_t traits = rig->algorithm->traits;
    const bool knows = rig->stage->map && (traits & WAY_TRAIT_COMPLETE);
    const bool pieces = !(traits & WAY_TRAIT_OPTIMAL) || (traits & WAY_TRAIT_REALTIME);
    const bool walks = pieces && result->outcome == WAY_OUTCOME_FOUND;
    const way_outcome told = knows ? WAY_OUTCOME_CAPACITY : WAY_OUTCOME_NO_PATH;
    conformance_check(rig, walks || result->outcome == told, "%s: %s", problem->kind,
                      way_outcome_name(result->outcome));
    conformance_check(rig, !walks || result->cost == WAY_COST_MAX, "%s: cost %u", problem->kind,
                      result->cost);
}

/// The right way and cost on this side of 32 bits and on the other.
static void near_and_far_are_right(conformance_rig *rig)
{
    const uint32_t traits = rig->algorithm->traits;
    for (uint32_t i = 0; i < rig->stage->problem_count; i++) {
        const stage_problem *problem = &rig->stage->problems[i];
        const way_trip trip = {.start = problem->start, .goal = problem->goal};
        const conformance_result result = conformance_run(rig, rig->agent, &trip, 100000);
        if (conformance_gave_up(rig, &result)) {
            continue;
        }
        if (problem->best == WAY_COST_MAX) {
            check_far(rig, problem, &result);
            continue;
        }
        conformance_check(rig,
                          result.outcome == WAY_OUTCOME_FOUND || !(traits & WAY_TRAIT_COMPLETE),
                          "%s: %s", problem->kind, way_outcome_name(result.outcome));
        conformance_check(rig, result.cost == problem->best || !(traits & WAY_TRAIT_OPTIMAL),
                          "%s: cost %u, the best is %u", problem->kind, result.cost, problem->best);
    }
}

/// A goal that keeps moving far away and back: what adds up meanwhile must not be the cost.
static void goals_move_for_ever(conformance_rig *rig)
{
    const stage_problem *half = &rig->stage->problems[0];
    const stage_problem *whole = &rig->stage->problems[1];
    rig->trip = (way_trip){.start = half->start, .goal = half->goal};
    assert_int_equal(way_agent_begin(rig->agent, &rig->trip), WAY_STATUS_OK);
    for (uint32_t i = 0; i < 9; i++) {
        const stage_problem *problem = i % 2 ? whole : half;
        const way_outcome outcome = way_agent_run(rig->agent);
        conformance_check(rig, outcome == WAY_OUTCOME_FOUND, "leg %u: %s", i,
                          way_outcome_name(outcome));
        conformance_check(rig, way_agent_cost(rig->agent) == problem->best,
                          "leg %u: cost %u, the best is %u", i, way_agent_cost(rig->agent),
                          problem->best);
        const way_status status = way_agent_retarget(rig->agent, (i % 2 ? half : whole)->goal);
        if (status == WAY_STATUS_UNSUPPORTED) {
            return;
        }
        assert_int_equal(status, WAY_STATUS_OK);
    }
}

int main(void)
{
    static const conformance_test tests[] = {
        {"near and far are right", near_and_far_are_right, 0, 1},
        {"goals move for ever", goals_move_for_ever, WAY_TRAIT_OPTIMAL | WAY_TRAIT_INCREMENTAL, 1},
    };
    stage_set stages = {0};
    far_create_corridor(stage_set_add(&stages), WAY_NEIGHBOURS_8, 129, 64);
    far_create_corridor(stage_set_add(&stages), WAY_NEIGHBOURS_4, 129, 64);
    far_create_corridor(stage_set_add(&stages), WAY_NEIGHBOURS_6, 4200, 1);
    far_create_corridor(stage_set_add(&stages), WAY_NEIGHBOURS_8, 4200, 1);
    far_create_chain(stage_set_add(&stages), false);
    far_create_chain(stage_set_add(&stages), true);
    const int failed = conformance_main(&stages, tests, sizeof tests / sizeof *tests);
    stage_set_destroy(&stages);
    return failed;
}
