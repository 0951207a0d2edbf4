// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Gates on the way swap and swap: every search that handles edits has a plan in time, whatever its
// parameters.
#pragma once

#include "search/replan_rig.h"
#include "search/stage.h"

#define GATES_SIDE 72u

/// What takes longer without edits is held to what is promised of one that expands so many states.
#define GATES_WORK 64000u

/// Walls across the way, each with two gates of which one is open: they swap every so many frames.
typedef struct gates_case {
    const char *spec;
    uint32_t walls;
    uint32_t budget;
    uint32_t every; ///< 0 = never
    uint32_t first; ///< frames before the first time
    bool swapped;   ///< once before the trip begins
} gates_case;

static inline way_cell gates_cell(const gates_case *gates, uint32_t wall, bool lower)
{
    const uint32_t x = (wall + 1) * GATES_SIDE / (gates->walls + 1);
    return (lower ? GATES_SIDE / 2 + 5 : GATES_SIDE / 2 - 5) * GATES_SIDE + x;
}

static inline void gates_swap(const replan_rig *rig, const gates_case *gates, bool lower)
{
    for (uint32_t wall = 0; wall < gates->walls; wall++) {
        replan_set(rig, gates_cell(gates, wall, lower), 1);
        replan_set(rig, gates_cell(gates, wall, !lower), 0);
    }
}

/// A map with rubble and walls whose upper gates are open.
static inline way_map *gates_map(const gates_case *gates)
{
    static uint8_t weights[GATES_SIDE * GATES_SIDE];
    way_rng rng = way_rng_seed(7);
    for (uint32_t i = 0; i < sizeof weights; i++) {
        weights[i] = way_rng_below(&rng, 6) != 0;
    }
    for (uint32_t wall = 0; wall < gates->walls; wall++) {
        const uint32_t x = gates_cell(gates, wall, false) % GATES_SIDE;
        for (uint32_t y = 0; y < GATES_SIDE; y++) {
            weights[y * GATES_SIDE + x - 1] = weights[y * GATES_SIDE + x + 1] = 1;
            weights[y * GATES_SIDE + x] = 0;
        }
        weights[gates_cell(gates, wall, false)] = 1;
    }
    weights[GATES_SIDE / 2 * GATES_SIDE + 2] = 1;
    weights[GATES_SIDE / 2 * GATES_SIDE + GATES_SIDE - 3] = 1;
    way_map_config config = way_map_config_default(GATES_SIDE, GATES_SIDE);
    config.weights = weights;
    way_map *map = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    return map;
}

/// Frames until there is a plan, or more than `most`; 0 = the algorithm can't search such a map.
static inline uint32_t gates_frames(const gates_case *gates, uint32_t most)
{
    replan_rig rig = {.map = gates_map(gates)};
    uint32_t frames = 0;
    if (replan_open(&rig, gates->spec, NULL)) {
        const way_trip trip = {.start = GATES_SIDE / 2 * GATES_SIDE + 2,
                               .goal = GATES_SIDE / 2 * GATES_SIDE + GATES_SIDE - 3};
        way_outcome outcome = WAY_OUTCOME_WORKING;
        bool first_path = false;
        if (gates->swapped) {
            gates_swap(&rig, gates, true);
        }
        assert_int_equal(way_agent_begin(rig.agent, &trip), WAY_STATUS_OK);
        while (outcome == WAY_OUTCOME_WORKING && !first_path && frames <= most) {
            frames++;
            if (gates->every && frames > gates->first && frames % gates->every == 0) {
                gates_swap(&rig, gates, frames / gates->every % 2);
            }
            bool done = false;
            if (rig.traits & WAY_TRAIT_PREPARED) {
                assert_int_equal(way_navigator_repair(rig.navigator, gates->budget, &done),
                                 WAY_STATUS_OK);
            }
            outcome = way_agent_step(rig.agent, gates->budget);
            first_path = (rig.traits & WAY_TRAIT_ANYTIME) && replan_last(&rig) == trip.goal;
        }
        assert_true(frames > most || outcome == WAY_OUTCOME_FOUND || first_path);
        assert_true(frames > most || replan_price(&rig) == way_agent_cost(rig.agent));
        assert_true(way_agent_stats(rig.agent).step_work_max <= gates->budget + 64 + 4096);
    }
    replan_close(&rig);
    return frames;
}

static uint32_t gates_starved;

/// The least budget that has the promise, and any above.
static inline uint32_t gates_budget(bool least)
{
    static uint64_t seed = 17;
    way_rng rng = way_rng_seed(seed++);
    const uint32_t octave = way_rng_below(&rng, 8);
    return least ? 64 : (65u << octave) + way_rng_below(&rng, 64u << octave);
}

/// As long as three plans and six frames at most; `alone` is how long one takes without edits.
static inline void gates_check_rhythms(gates_case *gates, uint32_t alone)
{
    static const uint32_t rhythms[] = {1, 2, 3, 5, 8};
    for (uint32_t i = 0; i < 10; i++) {
        gates->every = rhythms[i / 2];
        gates->first = i % 2;
        const uint32_t frames = gates_frames(gates, 3 * alone + 6);
        if (frames > 3 * alone + 6) {
            gates_starved++;
            print_error("%s: %u frames, alone %u; %u walls, budget %u, every %u\n", gates->spec,
                        frames, alone, gates->walls, gates->budget, gates->every);
        }
    }
    gates->every = 0;
}

static inline void gates_check(const char *spec)
{
    gates_case gates = {.spec = spec};
    for (gates.walls = 1; gates.walls <= stage_rounds(3); gates.walls++) {
        for (uint32_t b = 0; b < 2; b++) {
            gates.budget = gates_budget(b == 0);
            const uint32_t most = GATES_WORK / gates.budget;
            gates.swapped = true;
            const uint32_t other = gates_frames(&gates, most);
            gates.swapped = false;
            const uint32_t upper = gates_frames(&gates, most);
            const uint32_t alone = upper > other ? upper : other; // the costliest of the maps
            if (alone) {
                gates_check_rhythms(&gates, alone);
            }
        }
    }
}

/// Calls a check for all that have plans.
static inline void gates_each(void (*each)(const way_algorithm *algorithm,
                                           void (*check)(const char *spec)))
{
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const way_algorithm *algorithm = way_algorithm_at(i);
        if ((algorithm->traits & WAY_TRAIT_HANDLES_EDITS) &&
            !(algorithm->traits & WAY_TRAIT_REALTIME)) {
            print_message("             %s\n", algorithm->name);
            each(algorithm, gates_check);
        }
    }
    assert_int_equal(gates_starved, 0);
}
