// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// An agent that was made before an edit finds its way after the database was repaired, however much
// the database has grown.
#include "scenes/oracle.h"
#include "support/test.h"

#include <waymark/database.h>
#include <waymark/path.h>
#include <waymark/waymark.h>

#define REPAIR_SIDE 64u
#define REPAIR_ROUNDS 6
#define REPAIR_BLOCKS 120u

typedef struct repair_stage {
    way_map *map;
    way_space *space;
    way_navigator *navigator;
    way_agent *agent;
} repair_stage;

static void repair_open(repair_stage *stage, const char *algorithm)
{
    const way_map_config config = way_map_config_default(REPAIR_SIDE, REPAIR_SIDE);
    assert_int_equal(way_map_create(&config, &stage->map), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(stage->map, 1, NULL, &stage->space), WAY_STATUS_OK);
    const way_navigator_config plan = {.space = stage->space, .algorithm = algorithm};
    const way_status status = way_navigator_create(&plan, &stage->navigator);
    if (status == WAY_STATUS_OK) {
        const way_agent_config unit = {.navigator = stage->navigator};
        assert_int_equal(way_agent_create(&unit, &stage->agent), WAY_STATUS_OK);
    }
}

static void repair_close(repair_stage *stage)
{
    way_agent_destroy(stage->agent);
    way_navigator_destroy(stage->navigator);
    way_space_destroy(stage->space);
    way_map_destroy(stage->map);
}

static void repair_trip(const repair_stage *stage, way_rng *rng, const char *name)
{
    const way_trip trip = {.start = way_rng_below(rng, REPAIR_SIDE * REPAIR_SIDE),
                           .goal = way_rng_below(rng, REPAIR_SIDE * REPAIR_SIDE)};
    if (!way_map_is_passable(stage->map, trip.start) ||
        !way_map_is_passable(stage->map, trip.goal)) {
        return;
    }
    const way_cost best = oracle_cost(stage->map, trip.start, trip.goal, 1);
    const way_outcome wanted = best == WAY_COST_MAX ? WAY_OUTCOME_NO_PATH : WAY_OUTCOME_FOUND;
    assert_int_equal(way_agent_begin(stage->agent, &trip), WAY_STATUS_OK);
    const way_outcome outcome = way_agent_run(stage->agent);
    if (outcome != wanted) {
        fail_msg("%s: %s instead of %s", name, way_outcome_name(outcome), way_outcome_name(wanted));
    }
    uint32_t count = 0;
    const way_state *path = way_agent_path(stage->agent, &count);
    way_cost cost = 0;
    assert_true(outcome == WAY_OUTCOME_NO_PATH ||
                (way_path_check(stage->map, 1, path, count, &cost) && cost >= best));
}

// Blocks cells here and there: rooms and corridors where there was open ground.
static way_status repair_edit(const repair_stage *stage, way_rng *rng)
{
    for (uint32_t i = 0; i < REPAIR_BLOCKS; i++) {
        const way_edit edit = {.x = way_rng_below(rng, REPAIR_SIDE),
                               .y = way_rng_below(rng, REPAIR_SIDE),
                               .width = 1,
                               .height = 1,
                               .weight = way_rng_below(rng, 4) == 0};
        assert_int_equal(way_map_edit(stage->map, &edit, 1), WAY_STATUS_OK);
    }
    bool done = false;
    way_status status = WAY_STATUS_OK;
    while (!done && status == WAY_STATUS_OK) {
        status = way_navigator_repair(stage->navigator, UINT32_MAX, &done);
    }
    return status;
}

static void agents_when_the_database_grows(void **state)
{
    (void)state;
    uint32_t repaired = 0;
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const way_algorithm *algorithm = way_algorithm_at(i);
        repair_stage stage = {0};
        way_rng rng = way_rng_seed(11);
        if (!(algorithm->traits & WAY_TRAIT_PREPARED)) {
            continue;
        }
        repair_open(&stage, algorithm->name);
        bool follows = stage.navigator != NULL;
        for (int round = 0; round < REPAIR_ROUNDS && follows; round++) {
            for (int trip = 0; trip < 8; trip++) {
                repair_trip(&stage, &rng, algorithm->name);
            }
            const way_status status = repair_edit(&stage, &rng);
            assert_true(status == WAY_STATUS_OK || status == WAY_STATUS_UNSUPPORTED);
            follows = status == WAY_STATUS_OK;
            repaired += follows;
        }
        repair_close(&stage);
    }
    assert_true(repaired > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(agents_when_the_database_grows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
