// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A map that changes, with a database on it.
#pragma once

#include "scenes/problems.h"
#include "search/stage.h"
#include "support/test.h"

#include <waymark/agent.h>
#include <waymark/database.h>

#define LIVING_BUDGET 500u

static const char *const living_scenes[] = {"rooms,width=160,height=160,seed=5",
                                            "caves,width=160,height=160,seed=3"};
enum { LIVING_SCENES = sizeof living_scenes / sizeof *living_scenes };

typedef struct living_rig {
    way_map *map;
    way_space *space;
    way_navigator *navigator;
    way_rng rng;
} living_rig;

static inline void living_prepare(living_rig *rig, const char *spec)
{
    const way_navigator_config config = {.space = rig->space, .algorithm = spec};
    assert_int_equal(way_navigator_create(&config, &rig->navigator), WAY_STATUS_OK);
}

static inline void living_open(const char *words, const char *spec, living_rig *rig)
{
    *rig = (living_rig){.map = stage_scene_map(words), .rng = way_rng_seed(11)};
    assert_int_equal(way_space_create_grid(rig->map, 1, NULL, &rig->space), WAY_STATUS_OK);
    living_prepare(rig, spec);
}

static inline void living_close(living_rig *rig)
{
    way_navigator_destroy(rig->navigator);
    way_space_destroy(rig->space);
    way_map_destroy(rig->map);
}

static inline void living_flip(const living_rig *rig, way_cell cell)
{
    const uint32_t width = way_map_width(rig->map);
    const uint8_t weight = way_map_is_passable(rig->map, cell) ? 0 : 1;
    const way_edit edit = {cell % width, cell / width, 1, 1, weight};
    assert_int_equal(way_map_edit(rig->map, &edit, 1), WAY_STATUS_OK);
}

/// A cell of the ground is blocked, or one of a wall opened.
static inline void living_edit(living_rig *rig)
{
    const uint32_t x = 1 + way_rng_below(&rig->rng, way_map_width(rig->map) - 2);
    const uint32_t y = 1 + way_rng_below(&rig->rng, way_map_height(rig->map) - 2);
    living_flip(rig, way_map_cell(rig->map, x, y));
}

static inline bool living_repair(living_rig *rig, uint32_t budget)
{
    bool done = false;
    assert_int_equal(way_navigator_repair(rig->navigator, budget, &done), WAY_STATUS_OK);
    return done;
}

static inline way_trip living_trip(living_rig *rig)
{
    const scene_problem problem = scene_problems_draw(rig->map, &rig->rng);
    return (way_trip){.start = problem.start, .goal = problem.goal};
}
