// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Worlds of units: nobody ever in another's place, orders obeyed, the same everywhere.
#include "support/test.h"
#include "support/test_allocator.h"
#include "world/judge.h"

#include <waymark/world.h>

#include <string.h>

typedef struct test_crowd {
    way_map *map;
    way_world *world;
    way_unit *units;
    uint32_t count;
    way_rng rng;
    test_judge judge;
} test_crowd;

typedef struct crowd_plan {
    uint32_t side;
    uint32_t units;
    uint32_t walls;    ///< per thousand
    uint32_t size_max; ///< kinds of sizes 1..size_max
    uint32_t teams;
    bool fog;
    way_neighbours neighbours;
    way_corners corners;
    uint32_t turn;
    uint64_t seed;
    const way_allocator *allocator;
} crowd_plan;

static way_cell crowd_cell(test_crowd *crowd, uint32_t size)
{
    const uint32_t width = way_map_width(crowd->map);
    for (;;) {
        const way_cell cell = way_rng_below(&crowd->rng, width * way_map_height(crowd->map));
        if (way_map_fits(crowd->map, cell, size)) {
            return cell;
        }
    }
}

static void crowd_setup(test_crowd *crowd, const crowd_plan *plan)
{
    memset(crowd, 0, sizeof *crowd);
    crowd->rng = test_rng(plan->seed);
    way_map_config config = way_map_config_default(plan->side, plan->side);
    config.neighbours = plan->neighbours ? plan->neighbours : WAY_NEIGHBOURS_8;
    config.corners = plan->corners;
    uint8_t *weights = malloc((size_t)plan->side * plan->side);
    for (uint32_t c = 0; c < plan->side * plan->side; c++) {
        weights[c] = way_rng_below(&crowd->rng, 1000) < plan->walls ? 0
                     : way_rng_below(&crowd->rng, 8) == 0           ? 3
                                                                    : 1;
    }
    config.weights = weights;
    assert_int_equal(way_map_create(&config, &crowd->map), WAY_STATUS_OK);
    free(weights);
    way_world_kind kinds[4] = {0};
    const uint32_t sizes = plan->size_max ? plan->size_max : 1;
    for (uint32_t k = 0; k < sizes; k++) {
        kinds[k] = (way_world_kind){.size = k + 1, .speed = 256 - 40 * k, .turn = plan->turn};
    }
    const way_world_team teams[2] = {{.fog = plan->fog, .sight = 5}, {.fog = false}};
    const way_world_config world = {.map = crowd->map,
                                    .kinds = kinds,
                                    .kind_count = sizes,
                                    .teams = teams,
                                    .team_count = plan->teams ? plan->teams : 1,
                                    .unit_capacity = plan->units,
                                    .lanes = 3,
                                    .allocator = plan->allocator};
    assert_int_equal(way_world_create(&world, &crowd->world), WAY_STATUS_OK);
    crowd->units = calloc(plan->units, sizeof *crowd->units);
    for (uint32_t tries = 0; crowd->count < plan->units && tries < plan->units * 50; tries++) {
        const uint32_t kind = way_rng_below(&crowd->rng, sizes);
        const way_unit_config unit = {.cell = crowd_cell(crowd, kind + 1),
                                      .kind = kind,
                                      .team = plan->teams ? tries % plan->teams : 0};
        way_unit made = WAY_UNIT_NONE;
        if (way_world_add(crowd->world, &unit, &made) == WAY_STATUS_OK) {
            crowd->units[crowd->count++] = made;
        }
    }
    judge_init(&crowd->judge, crowd->world);
}

static void crowd_teardown(test_crowd *crowd)
{
    judge_fini(&crowd->judge);
    free(crowd->units);
    way_world_destroy(crowd->world);
    way_map_destroy(crowd->map);
}

static void crowd_tick(test_crowd *crowd, uint32_t budget)
{
    assert_int_equal(way_world_frame(crowd->world, budget), WAY_STATUS_OK);
    judge_look(&crowd->judge);
}

/// Orders of all kinds for random units.
static void crowd_command(test_crowd *crowd)
{
    const way_unit unit = crowd->units[way_rng_below(&crowd->rng, crowd->count)];
    way_unit group[12];
    way_cell cells[3];
    for (uint32_t k = 0; k < 12; k++) {
        group[k] = crowd->units[(way_rng_below(&crowd->rng, 7) + k * 7) % crowd->count];
    }
    for (uint32_t k = 0; k < 3; k++) {
        cells[k] = crowd_cell(crowd, 1);
    }
    const uint32_t kind = way_rng_below(&crowd->rng, 12);
    const way_order order = {.kind = kind < WAY_ORDER_KINDS ? (way_order_kind)kind : WAY_ORDER_GO,
                             .cell = crowd_cell(crowd, 1),
                             .target = crowd->units[way_rng_below(&crowd->rng, crowd->count)],
                             .range = 1 + way_rng_below(&crowd->rng, 6),
                             .cells = cells,
                             .cell_count = 3,
                             .queued = way_rng_below(&crowd->rng, 4) == 0,
                             .together = way_rng_below(&crowd->rng, 2),
                             .formation = (way_formation)way_rng_below(&crowd->rng, 4),
                             .urgency = (way_urgency)way_rng_below(&crowd->rng, 4),
                             .period = way_rng_below(&crowd->rng, 4) ? 0 : 20};
    const bool many = kind >= WAY_ORDER_KINDS && crowd->count >= 90;
    const way_status status =
        way_world_order(crowd->world, many ? group : &unit, many ? 12 : 1, &order);
    assert_true(status == WAY_STATUS_OK || status == WAY_STATUS_TOO_LARGE);
}

static void crowd_build(test_crowd *crowd)
{
    const uint32_t side = way_map_width(crowd->map);
    const way_edit edit = {.x = way_rng_below(&crowd->rng, side - 4),
                           .y = way_rng_below(&crowd->rng, side - 4),
                           .width = 1 + way_rng_below(&crowd->rng, 3),
                           .height = 1 + way_rng_below(&crowd->rng, 3),
                           .weight = (uint8_t)(way_rng_below(&crowd->rng, 2))};
    assert_int_equal(way_world_edit(crowd->world, &edit, 1), WAY_STATUS_OK);
}

/// A run with orders and edits, judged at every tick.
static void crowd_run(test_crowd *crowd, uint32_t ticks, bool builds)
{
    for (uint32_t tick = 0; tick < ticks; tick++) {
        for (uint32_t k = 0; k < 3; k++) {
            crowd_command(crowd);
        }
        if (builds && tick % 9 == 0) {
            crowd_build(crowd);
        }
        crowd_tick(crowd, 400);
    }
    assert_true(crowd->judge.moves > 0);
}

static void world_never_overlaps(void **state)
{
    (void)state;
    static const crowd_plan plans[] = {
        {.side = 24, .units = 120, .walls = 50, .seed = 1},
        {.side = 24, .units = 300, .walls = 0, .seed = 2},
        {.side = 32, .units = 120, .walls = 30, .size_max = 3, .seed = 3},
        {.side = 40, .units = 200, .walls = 0, .size_max = 3, .seed = 4},
        {.side = 24, .units = 150, .walls = 80, .corners = WAY_CORNERS_ONE, .seed = 5},
        {.side = 24, .units = 150, .walls = 80, .corners = WAY_CORNERS_BOTH, .seed = 6},
        {.side = 24, .units = 150, .walls = 50, .neighbours = WAY_NEIGHBOURS_4, .seed = 7},
        {.side = 24, .units = 150, .walls = 50, .neighbours = WAY_NEIGHBOURS_6, .seed = 8},
        {.side = 32, .units = 150, .walls = 50, .size_max = 2, .teams = 2, .fog = true, .seed = 9},
        {.side = 24, .units = 100, .walls = 50, .turn = 64, .seed = 10},
    };
    for (uint32_t p = 0; p < sizeof plans / sizeof *plans; p++) {
        test_crowd crowd;
        crowd_setup(&crowd, &plans[p]);
        crowd_run(&crowd, 400, true);
        crowd_teardown(&crowd);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(world_never_overlaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
