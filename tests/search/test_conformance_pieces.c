// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Trips over databases while the map changes and the database follows, by budgets of any size.
// Moves of REALTIME searches are made when they are handed out: they are legal then, and the trip
// goes on from where they end. The path of all others is legal as a whole when the trip is over.
#include "search/conformance.h"
#include "support/test.h"

#include <waymark/agent.h>
#include <waymark/database.h>

#define PIECES_CELLS 48u

/// Edits that come again and again; they are taken back last one first.
typedef struct pieces_rain {
    way_rng rng;
    way_cell cells[PIECES_CELLS];
    uint8_t weights[PIECES_CELLS]; ///< before
    uint32_t count;
} pieces_rain;

static void pieces_set(const conformance_rig *rig, way_cell cell, uint8_t weight)
{
    const uint32_t width = way_map_width(rig->stage->map);
    const way_edit edit = {cell % width, cell / width, 1, 1, weight};
    assert_int_equal(way_map_edit(rig->stage->map, &edit, 1), WAY_STATUS_OK);
}

/// Blocks or frees a cell within two of an end of the trip, or anywhere.
static void pieces_drop(const conformance_rig *rig, pieces_rain *rain, bool near)
{
    const way_map *map = rig->stage->map;
    const int64_t width = way_map_width(map);
    way_cell cell = way_rng_below(&rain->rng, rig->stage->count);
    if (near) {
        const way_cell end = way_rng_below(&rain->rng, 2) ? rig->trip.start : rig->trip.goal;
        const int64_t x = end % width + (int64_t)way_rng_below(&rain->rng, 5) - 2;
        cell = way_map_cell(map, x, end / width + (int64_t)way_rng_below(&rain->rng, 5) - 2);
    }
    if (cell == WAY_CELL_NONE || cell == rig->trip.start || cell == rig->trip.goal ||
        rain->count == PIECES_CELLS) {
        return;
    }
    const uint8_t weight = way_map_terrain(map, cell);
    rain->cells[rain->count] = cell;
    rain->weights[rain->count++] = weight;
    pieces_set(rig, cell, weight ? 0 : 1);
}

static void pieces_clear_up(const conformance_rig *rig, pieces_rain *rain)
{
    while (rain->count) {
        rain->count--;
        pieces_set(rig, rain->cells[rain->count], rain->weights[rain->count]);
    }
    bool done = false;
    assert_int_equal(way_navigator_repair(rig->navigator, UINT32_MAX, &done), WAY_STATUS_OK);
    assert_true(done);
}

/// What is handed out is legal now; out of deep inside blocked ground anything goes.
static void pieces_check_moves(const conformance_rig *rig, uint32_t first)
{
    const way_map *map = rig->stage->map;
    uint32_t count = 0;
    const way_state *path = way_agent_path(rig->agent, &count);
    const uint32_t lead = oracle_lead(map, path + first, count - first, rig->stage->size);
    for (uint32_t i = first; i + 1 < count; i++) {
        const bool legal =
            i < first + lead || oracle_is_deep(map, path[i], rig->stage->size) ||
            oracle_step_cost(map, path[i], path[i + 1], rig->stage->size) != WAY_COST_MAX;
        conformance_check(rig, legal, "move %u of %u was not legal", i + 1, count - 1);
    }
}

/// A trip with an edit every so many steps; repairs get `repair` units in each.
static void pieces_walk(conformance_rig *rig, pieces_rain *rain, uint32_t budget, uint32_t repair)
{
    const way_map *map = rig->stage->map;
    const uint32_t every = 1 + way_rng_below(&rain->rng, 6);
    const bool near = way_rng_below(&rain->rng, 2);
    assert_int_equal(way_agent_begin(rig->agent, &rig->trip), WAY_STATUS_OK);
    way_outcome outcome = way_agent_outcome(rig->agent);
    uint32_t made = 0;
    bool done = false;
    for (uint32_t steps = 1; outcome == WAY_OUTCOME_WORKING; steps++) {
        if (steps % every == 0) {
            pieces_drop(rig, rain, near);
        }
        assert_int_equal(way_navigator_repair(rig->navigator, repair, &done), WAY_STATUS_OK);
        outcome = way_agent_step(rig->agent, budget);
        uint32_t count = 0;
        (void)way_agent_path(rig->agent, &count);
        made = made < count ? made : 0; // some of it was taken back
        if (rig->algorithm->traits & WAY_TRAIT_REALTIME) {
            pieces_check_moves(rig, made);
        }
        made = count - 1;
        conformance_check(rig, steps < 20000, "the trip does not end");
    }
    uint32_t count = 0;
    const way_state *path = way_agent_path(rig->agent, &count);
    if (!(rig->algorithm->traits & WAY_TRAIT_REALTIME)) {
        pieces_check_moves(rig, 0);
    }
    const bool there = path[count - 1] == rig->trip.goal;
    const way_cost rest = oracle_cost(map, path[count - 1], rig->trip.goal, rig->stage->size);
    conformance_check(rig, there == (outcome == WAY_OUTCOME_FOUND), "%s, %u moves",
                      way_outcome_name(outcome), count - 1);
    conformance_check(rig, there || rest == WAY_COST_MAX, "%s, %u from the goal",
                      way_outcome_name(outcome), rest);
}

static void pieces_in_the_rain(conformance_rig *rig)
{
    static const uint32_t repairs[] = {1, 100, UINT32_MAX};
    const uint32_t problems = rig->stage->problem_count < 4 ? rig->stage->problem_count : 4;
    for (uint32_t i = 0; rig->stage->map && i < problems; i++) {
        const stage_problem *problem = &rig->stage->problems[i];
        pieces_rain rain = {.rng = way_rng_seed(rig->stage->count + i)};
        rig->trip = (way_trip){.start = problem->start, .goal = problem->goal};
        for (uint32_t k = 0; k < 3; k++) {
            pieces_walk(rig, &rain, 1 + way_rng_below(&rain.rng, 40), repairs[k]);
            pieces_clear_up(rig, &rain);
        }
    }
}

int main(void)
{
    static const conformance_test tests[] = {
        {"pieces in the rain", pieces_in_the_rain, WAY_TRAIT_PREPARED | WAY_TRAIT_HANDLES_EDITS, 1},
    };
    stage_set stages = {0};
    stage_set_add_grids(&stages, stage_rounds(2), stage_rounds(60));
    stage_set_add_linked(&stages, stage_rounds(2));
    const int failed = conformance_main(&stages, tests, sizeof tests / sizeof *tests);
    stage_set_destroy(&stages);
    return failed;
}
