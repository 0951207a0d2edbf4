// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The past: which path an agent finds follows from the map and the trip, not from what it did
// before, however often the map changed in between. Under a capacity the same holds for what it
// takes to find it: by this a world that is restored with new agents has the same future.
#include "search/conformance.h"
#include "support/test.h"

#include <waymark/database.h>

#define PAST_ROUNDS 4u
#define PAST_EDITS 3u

static void past_set(const conformance_rig *rig, way_cell cell, uint8_t weight)
{
    const uint32_t width = way_map_width(rig->stage->map);
    const way_edit edit = {cell % width, cell / width, 1, 1, weight};
    assert_int_equal(way_map_edit(rig->stage->map, &edit, 1), WAY_STATUS_OK);
}

/// Lets the database, if there is one, follow the map.
static void past_follow(const conformance_rig *rig)
{
    bool done = !(rig->algorithm->traits & WAY_TRAIT_PREPARED);
    while (!done && way_navigator_repair(rig->navigator, UINT32_MAX, &done) == WAY_STATUS_OK) {
    }
}

/// Changes a cell that is nobody's end, and tells what it weighed before.
static way_cell past_change(const conformance_rig *rig, way_rng *rng, uint8_t *weight)
{
    const way_cell cell = way_rng_below(rng, rig->stage->count);
    for (uint32_t i = 0; i < rig->stage->problem_count; i++) {
        const stage_problem *problem = &rig->stage->problems[i];
        if (cell == problem->start || cell == problem->goal) {
            return WAY_CELL_NONE;
        }
    }
    *weight = way_map_terrain(rig->stage->map, cell);
    past_set(rig, cell, *weight ? 0 : 1);
    return cell;
}

/// The trips of an agent with a past, left half-way or not, and those of one that has none. Who
/// may remember as much as it likes may have less work by it; under a capacity not even that shows.
static bool past_compare(conformance_rig *rig, way_agent *used, uint32_t capacity, uint32_t round)
{
    for (uint32_t i = 0; i < rig->stage->problem_count; i++) {
        const stage_problem *problem = &rig->stage->problems[i];
        const way_trip trip = {.start = problem->start, .goal = problem->goal};
        if (way_agent_begin(used, &trip) == WAY_STATUS_STALE) {
            return false; // the database belongs to the old map
        }
        if ((i + round) % 2) {
            (void)way_agent_step(used, 5);
        }
        way_agent *fresh = conformance_agent(rig, &(way_agent_config){.capacity = capacity});
        const conformance_result a = conformance_run(rig, fresh, &trip, UINT32_MAX);
        conformance_result b = conformance_run(rig, used, &trip, UINT32_MAX);
        way_agent_destroy(fresh);
        b.stats = capacity ? b.stats : a.stats;
        conformance_compare(rig, &a, &b, "by an agent with a past");
    }
    return true;
}

static void no_past_shows(conformance_rig *rig)
{
    const uint32_t capacities[] = {0, rig->stage->count + 1};
    way_agent *used[2];
    for (uint32_t k = 0; k < 2; k++) {
        used[k] = conformance_agent(rig, &(way_agent_config){.capacity = capacities[k]});
    }
    way_rng rng = way_rng_seed(rig->stage->count);
    bool current = rig->stage->map;
    for (uint32_t round = 0; current && round < PAST_ROUNDS; round++) {
        way_cell cells[PAST_EDITS];
        uint8_t weights[PAST_EDITS];
        for (uint32_t i = 0; i < PAST_EDITS; i++) {
            cells[i] = past_change(rig, &rng, &weights[i]);
        }
        for (uint32_t turn = 0; turn < 2; turn++) { // with the edits, and without them again
            past_follow(rig);
            for (uint32_t k = 0; k < 2; k++) {
                current = current && past_compare(rig, used[k], capacities[k], round);
            }
            for (uint32_t i = PAST_EDITS; i-- > 0 && turn == 0;) {
                if (cells[i] != WAY_CELL_NONE) {
                    past_set(rig, cells[i], weights[i]);
                }
            }
        }
    }
    for (uint32_t k = 0; k < 2; k++) {
        way_agent_destroy(used[k]);
    }
}

int main(void)
{
    static const conformance_test tests[] = {{"no past shows", no_past_shows, 0, 5}};
    stage_set stages = {0};
    stage_set_add_grids(&stages, 1, stage_rounds(120));
    const int failed = conformance_main(&stages, tests, 1);
    stage_set_destroy(&stages);
    return failed;
}
