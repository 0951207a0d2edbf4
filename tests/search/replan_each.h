// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A case for every algorithm, with every choice and switch of its parameters, and some numbers.
#pragma once

#include "search/replan_rig.h"

static inline way_cell replan_cell(uint32_t x, uint32_t y)
{
    return y * REPLAN_SIDE + x;
}

/// What is tried, and on which ground.
typedef struct replan_case {
    const uint8_t *weights;
    void (*test)(replan_rig *rig);
} replan_case;

/// The one under way.
static replan_case replan_now;

static inline void replan_one(const char *spec)
{
    replan_rig rig = {0};
    if (replan_open(&rig, spec, replan_now.weights)) {
        print_message("             %s\n", spec);
        replan_now.test(&rig);
    }
    replan_close(&rig);
}

/// Calls a case for every algorithm with some traits.
static inline void replan_each(uint32_t traits, const uint8_t *weights,
                               void (*test)(replan_rig *rig))
{
    replan_now.weights = weights;
    replan_now.test = test;
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const way_algorithm *algorithm = way_algorithm_at(i);
        if ((algorithm->traits & traits) == traits) {
            replan_choices(algorithm, replan_one);
            replan_numbers(algorithm, replan_one);
        }
    }
}

/// A wall with a gap below.
static inline const uint8_t *replan_wall(void)
{
    static uint8_t weights[REPLAN_CELLS];
    memset(weights, 1, sizeof weights);
    for (uint32_t y = 0; y < 20; y++) {
        weights[replan_cell(12, y)] = 0;
    }
    return weights;
}
