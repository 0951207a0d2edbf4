// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A world on a drawn map, with a judge: rows are divided by '/', '#' is a wall, '~' weighs 3, '7'
// is terrain 7, all else plain ground.
#pragma once

#include "support/test.h"
#include "world/judge.h"
#include "world/twin.h"

#include <string.h>

typedef struct drawn_stage {
    way_map *map;
    way_world *world;
    test_judge judge;
    test_twin twin;
    uint32_t width;
} drawn_stage;

/// `settings` [opt]; kinds are one of one cell, one of two, and a slow one, unless it says others.
static inline void drawn_create(drawn_stage *stage, const char *drawn,
                                const way_world_config *settings)
{
    const uint32_t width = (uint32_t)strcspn(drawn, "/");
    const uint32_t height = ((uint32_t)strlen(drawn) + 1) / (width + 1);
    uint8_t weights[4096];
    for (uint32_t c = 0; c < width * height; c++) {
        const char letter = drawn[c / width * (width + 1) + c % width];
        weights[c] = letter == '#' ? 0 : letter == '~' ? 3 : letter == '7' ? 7 : 1;
    }
    way_map_config config = way_map_config_default(width, height);
    config.weights = weights;
    memset(stage, 0, sizeof *stage);
    stage->width = width;
    assert_int_equal(way_map_create(&config, &stage->map), WAY_STATUS_OK);
    static const way_world_kind kinds[] = {{.size = 1}, {.size = 2}, {.size = 1, .speed = 128}};
    way_world_config world = settings ? *settings : (way_world_config){0};
    world.map = stage->map;
    world.kinds = world.kinds ? world.kinds : kinds;
    world.kind_count = world.kind_count ? world.kind_count : 3;
    world.unit_capacity = 64;
    assert_int_equal(way_world_create(&world, &stage->world), WAY_STATUS_OK);
    judge_init(&stage->judge, stage->world);
    twin_begin(&stage->twin, stage->world);
    stage->judge.twin = &stage->twin;
}

static inline void drawn_destroy(drawn_stage *stage)
{
    judge_fini(&stage->judge);
    twin_end(&stage->twin);
    way_world_destroy(stage->world);
    way_map_destroy(stage->map);
}

static inline way_unit drawn_add(drawn_stage *stage, uint32_t x, uint32_t y, uint32_t kind,
                                 uint32_t team)
{
    way_unit unit = WAY_UNIT_NONE;
    const way_unit_config config = {.cell = y * stage->width + x, .kind = kind, .team = team};
    assert_int_equal(way_world_add(stage->world, &config, &unit), WAY_STATUS_OK);
    judge_note(&stage->judge);
    return unit;
}
