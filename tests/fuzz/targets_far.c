// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Ways past 32 bits: a winding corridor of the heaviest ground, with gaps and walls where the bytes
// say, also amid a search. A twin of the map whose steps cost a 256th tells what the best way
// costs: weights are odd, so that no step of either is rounded.
#include "fuzz/fuzz_bytes.h"
#include "fuzz/fuzz_trips.h"
#include "fuzz/targets.h"

#include <waymark/all.h>

#define FAR_WIDTH 137u
#define FAR_SIDE 64u
#define FAR_SCALE 256u
#define FAR_LIMIT 400000u ///< expansions of a trip

typedef struct far_rig {
    way_map *maps[2]; ///< the one that is tried, and its twin
    way_space *space;
    way_navigator *navigator;
    way_agent *agent;
} far_rig;

static bool far_open_maps(far_rig *rig, fuzz_bytes *bytes)
{
    static const way_neighbours neighbours[] = {WAY_NEIGHBOURS_8, WAY_NEIGHBOURS_4,
                                                WAY_NEIGHBOURS_6, WAY_NEIGHBOURS_8};
    static uint8_t weights[FAR_WIDTH * FAR_SIDE];
    const uint32_t rules = fuzz_take(bytes);
    for (uint32_t cell = 0; cell < FAR_WIDTH * FAR_SIDE; cell++) {
        const uint32_t x = cell % FAR_WIDTH;
        const uint32_t gap = x / 2 % 2 ? 0 : FAR_SIDE - 1;
        weights[cell] = x % 2 == 0 || cell / FAR_WIDTH == gap ? 255 : 0;
    }
    way_map_config config = way_map_config_default(FAR_WIDTH, FAR_SIDE);
    config.neighbours = neighbours[rules % 4];
    config.corners = (way_corners)(rules / 4 % 3);
    config.weights = weights;
    config.costs = (way_cost_model){16 * FAR_SCALE, 23 * FAR_SCALE};
    const way_status status = way_map_create(&config, &rig->maps[0]);
    config.costs = (way_cost_model){16, 23};
    return status == WAY_STATUS_OK && way_map_create(&config, &rig->maps[1]) == WAY_STATUS_OK;
}

/// Algorithms that promise the best way and know heavy ground.
static const way_algorithm *far_choose(fuzz_bytes *bytes)
{
    const uint32_t turn = fuzz_take(bytes);
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const way_algorithm *next = way_algorithm_at((turn + i) % way_algorithm_count());
        const uint32_t wanted = WAY_TRAIT_OPTIMAL | WAY_TRAIT_COMPLETE;
        if ((next->traits & (wanted | WAY_TRAIT_PREPARED)) == wanted &&
            !(next->needs & (WAY_SPACE_UNIFORM_COST | WAY_SPACE_GRID_8))) {
            return next;
        }
    }
    return NULL;
}

static bool far_open(far_rig *rig, fuzz_bytes *bytes)
{
    *rig = (far_rig){0};
    const way_algorithm *algorithm = far_choose(bytes);
    if (!algorithm || !far_open_maps(rig, bytes) ||
        way_space_create_grid(rig->maps[0], 1, NULL, &rig->space) != WAY_STATUS_OK) {
        return false;
    }
    const way_navigator_config plan = {.space = rig->space, .algorithm = algorithm->name};
    return way_navigator_create(&plan, &rig->navigator) == WAY_STATUS_OK &&
           way_agent_create(&(way_agent_config){.navigator = rig->navigator}, &rig->agent) ==
               WAY_STATUS_OK;
}

static void far_close(far_rig *rig)
{
    way_agent_destroy(rig->agent);
    way_navigator_destroy(rig->navigator);
    way_space_destroy(rig->space);
    way_map_destroy(rig->maps[0]);
    way_map_destroy(rig->maps[1]);
}

static void far_edit(far_rig *rig, fuzz_bytes *bytes)
{
    const uint32_t kind = fuzz_take(bytes);
    const way_edit edit = {.x = fuzz_below(bytes, FAR_WIDTH),
                           .y = fuzz_below(bytes, FAR_SIDE),
                           .width = 1,
                           .height = 1,
                           .weight = (uint8_t)(kind % 4 ? 255 - kind / 4 * 2 : 0)};
    fuzz_require(way_map_edit(rig->maps[0], &edit, 1) == WAY_STATUS_OK);
    fuzz_require(way_map_edit(rig->maps[1], &edit, 1) == WAY_STATUS_OK);
}

/// The outcome and the cost are those of the twin, as far as 32 bits count.
static void far_compare(const far_rig *rig, const way_trip *trip)
{
    way_path best = {0};
    const way_outcome outcome = way_agent_outcome(rig->agent);
    fuzz_require(way_find(rig->maps[1], "dijkstra", trip->start, trip->goal, &best) ==
                 WAY_STATUS_OK);
    const uint64_t cost = (uint64_t)best.cost * FAR_SCALE;
    const bool far = best.outcome == WAY_OUTCOME_FOUND && cost >= WAY_COST_MAX;
    if (outcome != WAY_OUTCOME_LIMIT) {
        fuzz_require(outcome == (far ? WAY_OUTCOME_CAPACITY : best.outcome));
    }
    if (outcome == WAY_OUTCOME_FOUND) {
        fuzz_require(way_agent_path_holds(rig->agent, 0));
        fuzz_require(way_agent_cost(rig->agent) == cost);
    }
    way_path_free(&best);
}

void fuzz_far(const uint8_t *input, size_t size)
{
    fuzz_bytes bytes = {input, input + size};
    far_rig rig;
    if (far_open(&rig, &bytes)) {
        for (uint32_t i = fuzz_below(&bytes, 4); i > 0; i--) {
            far_edit(&rig, &bytes);
        }
        // Mostly from end to end: elsewhere 32 bits do.
        const uint32_t cells = FAR_WIDTH * FAR_SIDE;
        const uint32_t near = fuzz_below(&bytes, 1024);
        const way_trip trip = {.start = near % 32 * FAR_WIDTH,
                               .goal = cells - 1 - near / 32 * FAR_WIDTH,
                               .expansion_limit = FAR_LIMIT};
        const uint32_t slice = 100 + 100 * fuzz_take(&bytes);
        const uint32_t edit_at = fuzz_below(&bytes, 64);
        if (way_agent_begin(rig.agent, &trip) == WAY_STATUS_OK) {
            for (uint32_t i = 0; way_agent_step(rig.agent, slice) == WAY_OUTCOME_WORKING; i++) {
                if (i == edit_at) {
                    far_edit(&rig, &bytes);
                }
            }
            far_compare(&rig, &trip);
        }
    }
    far_close(&rig);
}
