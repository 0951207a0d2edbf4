// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Worlds that plan with any search, and with databases: repaired by edits, kept by saves.
#include "support/test.h"
#include "world/judge.h"

#include <waymark/world_more.h>

#include <stdlib.h>
#include <string.h>

enum { SIDE = 40, COUNT = 16, TICKS = 90 };

typedef struct database_stage {
    way_map *map;
    way_world *world;
    way_unit units[COUNT];
    way_rng rng;
    uint32_t arrived;
    uint32_t work; ///< of a frame
} database_stage;

static way_status stage_create(database_stage *stage, const char *algorithm, bool fog)
{
    *stage = (database_stage){.rng = way_rng_seed(9), .work = 2000};
    uint8_t weights[SIDE * SIDE];
    for (uint32_t c = 0; c < SIDE * SIDE; c++) {
        weights[c] = way_rng_below(&stage->rng, 8) != 0;
    }
    way_map_config ground = way_map_config_default(SIDE, SIDE);
    ground.weights = weights;
    assert_int_equal(way_map_create(&ground, &stage->map), WAY_STATUS_OK);
    const way_world_kind kind = {.size = 1};
    const way_world_team teams[2] = {{.fog = false}, {.fog = fog}};
    const way_world_config config = {.map = stage->map,
                                     .kinds = &kind,
                                     .kind_count = 1,
                                     .teams = teams,
                                     .team_count = 2,
                                     .unit_capacity = COUNT,
                                     .algorithm = algorithm};
    const way_status status = way_world_create(&config, &stage->world);
    for (uint32_t k = 0; status == WAY_STATUS_OK && k < COUNT;) {
        const way_unit_config unit = {.cell = way_rng_below(&stage->rng, SIDE * SIDE),
                                      .team = k % 2};
        k += way_world_add(stage->world, &unit, &stage->units[k]) == WAY_STATUS_OK;
    }
    return status;
}

static void stage_destroy(database_stage *stage)
{
    way_world_destroy(stage->world);
    way_map_destroy(stage->map);
}

/// What a player does before a tick: orders at first, and a building now and then.
static void stage_command(const database_stage *stage, way_world *world, uint32_t tick)
{
    way_rng rng = way_rng_seed(tick + 1);
    for (uint32_t k = 0; tick % 40 == 0 && k < COUNT; k++) {
        way_cell cells[3];
        for (uint32_t c = 0; c < 3; c++) {
            do {
                cells[c] = way_rng_below(&rng, SIDE * SIDE);
            } while (!way_map_is_passable(way_world_map(world), cells[c]));
        }
        const way_order order = {.kind = k % 4 == 3 ? WAY_ORDER_ANY : WAY_ORDER_GO,
                                 .cell = cells[0],
                                 .cells = cells,
                                 .cell_count = 3};
        assert_int_equal(way_world_order(world, &stage->units[k], 1, &order), WAY_STATUS_OK);
    }
    if (tick % 7 == 3 && stage->work > 64) {
        const way_edit edit = {.x = way_rng_below(&rng, SIDE - 4),
                               .y = way_rng_below(&rng, SIDE - 4),
                               .width = 1 + way_rng_below(&rng, 4),
                               .height = 1 + way_rng_below(&rng, 4),
                               .weight = (uint8_t)(tick % 2)};
        assert_int_equal(way_world_edit(world, &edit, 1), WAY_STATUS_OK);
    }
    assert_int_equal(way_world_frame(world, stage->work), WAY_STATUS_OK);
}

static way_world *stage_copy(const way_world *world)
{
    size_t size = 0;
    (void)!way_world_save(world, NULL, 0, &size);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(way_world_save(world, bytes, size, &size), WAY_STATUS_OK);
    way_world *copy = NULL;
    assert_int_equal(way_world_restore(bytes, size, NULL, &copy, NULL), WAY_STATUS_OK);
    memset(bytes, 0xee, size); // nothing is borrowed
    free(bytes);
    return copy;
}

static const char *const followed[] = {"hpastar", "dhpastar", "prastar", "sectors",
                                       "hcdps",   "dba",      "beacon"};

/// A game in which copies of the world, and copies of copies, keep step with it.
static void stage_live(database_stage *stage, const char *algorithm)
{
    test_judge judge;
    judge_init(&judge, stage->world);
    way_world *copy = NULL;
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        stage_command(stage, stage->world, tick);
        judge_look(&judge);
        if (copy) {
            stage_command(stage, copy, tick);
            if (way_world_hash(copy) != way_world_hash(stage->world)) {
                fail_msg("%s, %u a frame: differs at tick %u", algorithm, stage->work, tick);
            }
        }
        if (tick % 11 == 5) {
            way_world *next = stage_copy(copy ? copy : stage->world);
            assert_true(way_world_hash(next) == way_world_hash(stage->world));
            way_world_destroy(copy);
            copy = next;
        }
        way_world_event event;
        while (way_world_event_next(stage->world, &event)) {
            stage->arrived += event.kind == WAY_WORLD_ARRIVED;
        }
    }
    way_world_destroy(copy);
    judge_fini(&judge);
}

/// With budgets that searches take one frame for, several, and more than a lane keeps note of; the
/// last without edits, which would have them begin again.
static void databases_plan_save_and_restore(void **state)
{
    (void)state;
    static const uint32_t works[] = {2000, 200, 64};
    for (uint32_t k = 0; k < way_algorithm_count() * 3; k++) {
        const way_algorithm *algorithm = way_algorithm_at(k / 3);
        database_stage stage;
        const way_status made = stage_create(&stage, algorithm->name, false);
        stage.work = works[k % 3];
        if (made == WAY_STATUS_OK) {
            stage_live(&stage, algorithm->name);
            assert_string_equal(way_world_choice(stage.world, 0, 0).algorithm, algorithm->name);
        } else if (made != WAY_STATUS_UNSUPPORTED) {
            fail_msg("%s: %s", algorithm->name, way_status_text(made));
        }
        // Of three orders each, the last of them fresh.
        if (made == WAY_STATUS_OK && stage.work == 2000 && stage.arrived < COUNT / 2) {
            fail_msg("%s: only %u arrivals", algorithm->name, stage.arrived);
        }
        stage_destroy(&stage);
    }
}

static void databases_that_cannot_follow_are_refused(void **state)
{
    (void)state;
    database_stage learner;
    assert_int_equal(stage_create(&learner, "hpastar(lazy=on)", false), WAY_STATUS_UNSUPPORTED);
    stage_destroy(&learner);
    database_stage cramped;
    assert_int_equal(stage_create(&cramped, "beacon(memory=1)", false), WAY_STATUS_UNSUPPORTED);
    stage_destroy(&cramped);
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const way_algorithm *algorithm = way_algorithm_at(i);
        bool follows = !(algorithm->traits & WAY_TRAIT_PREPARED);
        for (uint32_t a = 0; a < sizeof followed / sizeof *followed; a++) {
            follows = follows || strcmp(algorithm->name, followed[a]) == 0;
        }
        database_stage stage;
        if (!follows) {
            assert_int_equal(stage_create(&stage, algorithm->name, false), WAY_STATUS_UNSUPPORTED);
            stage_destroy(&stage);
        }
    }
}

static void databases_choices_have_reasons(void **state)
{
    (void)state;
    database_stage stage;
    assert_int_equal(stage_create(&stage, "hpastar(size=10)", true), WAY_STATUS_OK);
    way_choice choice = way_world_choice(stage.world, 0, 0);
    assert_string_equal(choice.algorithm, "hpastar(size=10)");
    assert_string_equal(choice.reason, "it was asked for");
    choice = way_world_choice(stage.world, 1, 0);
    assert_non_null(strstr(choice.algorithm, "jps"));
    assert_non_null(strstr(choice.reason, "fog"));
    stage_destroy(&stage);
    assert_int_equal(stage_create(&stage, NULL, false), WAY_STATUS_OK);
    choice = way_world_choice(stage.world, 0, 0);
    assert_non_null(strstr(choice.algorithm, "jps"));
    assert_non_null(strstr(choice.reason, "changes"));
    stage_destroy(&stage);
    assert_int_equal(stage_create(&stage, "beacon", false), WAY_STATUS_OK);
    const way_edit swamp = {.x = 1, .y = 1, .width = 3, .height = 3, .weight = 3};
    assert_int_equal(way_world_edit(stage.world, &swamp, 1), WAY_STATUS_OK);
    choice = way_world_choice(stage.world, 0, 0);
    assert_non_null(strstr(choice.reason, "has become"));
    stage_destroy(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(databases_plan_save_and_restore),
        cmocka_unit_test(databases_that_cannot_follow_are_refused),
        cmocka_unit_test(databases_choices_have_reasons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
