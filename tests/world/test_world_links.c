// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Ladders, stairs, teleports and lifts under units.
#include "world/drawn.h"

#include <waymark/world.h>
#include <waymark/world_more.h>

#include <string.h>

static void stage_link(drawn_stage *stage, way_cell from, way_cell to, way_cost cost,
                       uint32_t capacity)
{
    const way_map_link link = {.from = from, .to = to, .cost = cost, .both_ways = true};
    assert_int_equal(way_world_add_links(stage->world, &link, 1, capacity), WAY_STATUS_OK);
}

static void stage_go(drawn_stage *stage, const way_unit *units, uint32_t count, way_cell cell)
{
    const way_order order = {.kind = WAY_ORDER_GO, .cell = cell};
    assert_int_equal(way_world_order(stage->world, units, count, &order), WAY_STATUS_OK);
}

static way_cell stage_cell(const drawn_stage *stage, way_unit unit)
{
    way_unit_view view;
    assert_true(way_world_unit(stage->world, unit, &view));
    return view.cell;
}

static void stage_tick(drawn_stage *stage)
{
    assert_int_equal(way_world_frame(stage->world, 1000), WAY_STATUS_OK);
    judge_look(&stage->judge);
}

static uint32_t stage_run(drawn_stage *stage, uint32_t limit)
{
    uint32_t tick = 0;
    do {
        stage_tick(stage);
        tick++;
    } while (tick < limit && way_world_statistics(stage->world).active);
    return tick;
}

/// Two rooms of 9 x 5 with a wall between them.
static const char *const link_rooms = "....#..../....#..../....#..../....#..../....#....";

static void units_take_ladders(void **state)
{
    (void)state;
    drawn_stage stage;
    drawn_create(&stage, link_rooms, NULL);
    const way_unit unit = drawn_add(&stage, 0, 2, 0, 0);
    stage_link(&stage, 2 * 9 + 3, 2 * 9 + 5, 4 * 408, 0);
    stage_go(&stage, &unit, 1, 2 * 9 + 8);
    stage_tick(&stage);
    way_cell path[32];
    const uint32_t count = way_world_unit_path(stage.world, unit, path, 32);
    assert_true(count >= 2);
    assert_int_equal(path[count - 1], 2 * 9 + 5);
    // Three steps, the ladder as long as four, three steps; and up to two ticks for the second
    // plan.
    assert_in_range(stage_run(&stage, 99), 9, 12);
    assert_int_equal(stage_cell(&stage, unit), 2 * 9 + 8);
    drawn_destroy(&stage);
}

static void links_of_a_kind_are_for_that_kind(void **state)
{
    (void)state;
    way_profile climbs = way_profile_default(1);
    climbs.weights[7] = 2; // otherwise as plain units
    const way_profile plain = way_profile_default(1);
    const way_world_kind kinds[] = {{.profile = &plain}, {.profile = &climbs}};
    const way_world_config config = {.kinds = kinds, .kind_count = 2};
    drawn_stage stage;
    drawn_create(&stage, link_rooms, &config);
    stage.judge.places = true; // steps are those of profiles
    const way_unit walker = drawn_add(&stage, 0, 0, 0, 0);
    const way_unit climber = drawn_add(&stage, 0, 4, 1, 0);
    const way_map_link link = {.from = 3,
                               .to = 5,
                               .cost = 408,
                               .both_ways = true,
                               .profile = way_world_kind_profile(stage.world, 1)};
    assert_int_equal(way_world_add_links(stage.world, &link, 1, 0), WAY_STATUS_OK);
    stage_go(&stage, &walker, 1, 8);
    stage_go(&stage, &climber, 1, 4 * 9 + 8);
    (void)stage_run(&stage, 99);
    assert_in_range(stage_cell(&stage, walker) % 9, 0, 3);
    assert_int_equal(stage_cell(&stage, climber), 4 * 9 + 8);
    way_map_link other = link;
    other.profile = 40;
    assert_int_equal(way_world_add_links(stage.world, &other, 1, 0), WAY_STATUS_INVALID_ARGUMENT);
    other = link;
    assert_int_equal(way_world_add_links(stage.world, &other, 1, 5), WAY_STATUS_OUT_OF_RANGE);
    drawn_destroy(&stage);
}

static void groups_take_links(void **state)
{
    (void)state;
    for (uint32_t kind = 0; kind < 2; kind++) {
        drawn_stage stage;
        drawn_create(&stage,
                     "..........#........../..........#........../..........#........../"
                     "..........#........../..........#........../..........#........../"
                     "..........#........../..........#........../..........#..........",
                     NULL);
        way_unit units[12];
        const uint32_t count = kind ? 8 : 12;
        for (uint32_t k = 0; k < count; k++) {
            units[k] = drawn_add(&stage, k % 4 * 2, k / 4 * 3, kind, 0);
        }
        stage_link(&stage, 4 * 21 + 8, 4 * 21 + 12, 408, 0);
        stage_go(&stage, units, count, 4 * 21 + 16);
        assert_true(stage_run(&stage, 400) < 400);
        for (uint32_t k = 0; k < count; k++) {
            assert_in_range(stage_cell(&stage, units[k]) % 21, 11, 20);
        }
        drawn_destroy(&stage);
    }
}

/// Runs with units at both ends of a lift; returns how many rides there were. No two begin within
/// the time that `capacity` rides take.
static uint32_t link_ride(drawn_stage *stage, const way_unit *units, uint32_t count,
                          way_cell ends[2], uint32_t capacity, uint32_t ticks_a_ride)
{
    uint32_t begun[64];
    uint32_t rides = 0;
    way_cell before[16];
    for (uint32_t tick = 0; tick < 600; tick++) {
        for (uint32_t k = 0; k < count; k++) {
            before[k] = stage_cell(stage, units[k]);
        }
        stage_tick(stage);
        for (uint32_t k = 0; k < count; k++) {
            const way_cell now = stage_cell(stage, units[k]);
            if ((before[k] == ends[0] && now == ends[1]) ||
                (before[k] == ends[1] && now == ends[0])) {
                begun[rides++] = tick;
            }
        }
        if (!way_world_statistics(stage->world).active) {
            break;
        }
    }
    for (uint32_t k = capacity; k < rides; k++) {
        assert_true(begun[k] - begun[k - capacity] >= ticks_a_ride);
    }
    return rides;
}

static void lifts_bear_so_many_at_a_time(void **state)
{
    (void)state;
    for (uint32_t capacity = 1; capacity <= 2; capacity++) {
        drawn_stage stage;
        drawn_create(&stage, link_rooms, NULL);
        way_unit units[8];
        way_cell ends[2] = {2 * 9 + 3, 2 * 9 + 5};
        stage_link(&stage, ends[0], ends[1], 5 * 408, capacity);
        for (uint32_t k = 0; k < 8; k++) {
            units[k] = drawn_add(&stage, k % 2 ? 7 + k / 4 : k / 4, k / 2, 0, 0);
        }
        for (uint32_t k = 0; k < 8; k++) {
            stage_go(&stage, &units[k], 1, k / 2 * 9 + (k % 2 ? 0 : 8));
        }
        assert_in_range(link_ride(&stage, units, 8, ends, capacity, 5), 8, 64);
        for (uint32_t k = 0; k < 8; k++) {
            const uint32_t x = stage_cell(&stage, units[k]) % 9;
            assert_true(k % 2 ? x <= 3 : x >= 5);
        }
        drawn_destroy(&stage);
    }
}

static void links_can_go_and_come(void **state)
{
    (void)state;
    const way_world_team teams[2] = {{.fog = true, .sight = 4}, {.fog = false}};
    const way_world_config config = {.teams = teams, .team_count = 2};
    drawn_stage stage;
    drawn_create(&stage, link_rooms, &config);
    const way_unit hidden = drawn_add(&stage, 0, 1, 0, 0);
    const way_unit open = drawn_add(&stage, 0, 3, 0, 1);
    const way_map_link link = {.from = 3, .to = 5, .cost = 408, .both_ways = true};
    stage_link(&stage, 3, 5, 408, 0);
    stage_go(&stage, &hidden, 1, 9 + 8);
    stage_go(&stage, &open, 1, 3 * 9 + 8);
    stage_tick(&stage);
    assert_int_equal(way_world_remove_links(stage.world, &link, 1), WAY_STATUS_OK);
    assert_int_equal(way_world_remove_links(stage.world, &link, 1), WAY_STATUS_NOT_FOUND);
    for (uint32_t tick = 0; tick < 60; tick++) {
        stage_tick(&stage);
    }
    assert_in_range(stage_cell(&stage, hidden) % 9, 0, 3);
    assert_in_range(stage_cell(&stage, open) % 9, 0, 3);
    stage_link(&stage, 4 * 9 + 3, 4 * 9 + 5, 408, 1);
    stage_go(&stage, &hidden, 1, 9 + 8);
    stage_go(&stage, &open, 1, 3 * 9 + 8);
    assert_true(stage_run(&stage, 200) < 200);
    assert_int_equal(stage_cell(&stage, hidden), 9 + 8);
    assert_int_equal(stage_cell(&stage, open), 3 * 9 + 8);
    drawn_destroy(&stage);
}

static void floors_are_joined_by_stairs(void **state)
{
    (void)state;
    // Two floors, one below the other with a row of wall between them.
    drawn_stage stage;
    drawn_create(&stage, "......../......../......../########/......../......../........", NULL);
    way_unit units[6];
    for (uint32_t k = 0; k < 6; k++) {
        units[k] = drawn_add(&stage, k, 0, 0, 0);
    }
    stage_link(&stage, 2 * 8 + 7, 4 * 8 + 7, 2 * 408, 0);
    for (uint32_t k = 0; k < 6; k++) {
        stage_go(&stage, &units[k], 1, 6 * 8 + k);
    }
    assert_true(stage_run(&stage, 200) < 200);
    for (uint32_t k = 0; k < 6; k++) {
        assert_int_equal(stage_cell(&stage, units[k]), 6 * 8 + k);
    }
    drawn_destroy(&stage);
}

/// Nobody sees through a ceiling, wherever a unit stands and however it walks.
static void sight_stays_on_its_floor(void **state)
{
    (void)state;
    const way_map_config ground = {.width = 12, .height = 14, .floors = {3, 4}};
    const way_world_team team = {.fog = true, .sight = 6};
    const way_world_kind kind = {.speed = WAY_SPEED_FULL};
    way_map *map = NULL;
    way_world *world = NULL;
    way_unit unit = 0;
    assert_int_equal(way_map_create(&ground, &map), WAY_STATUS_OK);
    const way_world_config config = {.map = map,
                                     .kinds = &kind,
                                     .kind_count = 1,
                                     .teams = &team,
                                     .team_count = 1,
                                     .unit_capacity = 1};
    assert_int_equal(way_world_create(&config, &world), WAY_STATUS_OK);
    const way_unit_config made = {.cell = 5 * 12 + 5};
    assert_int_equal(way_world_add(world, &made, &unit), WAY_STATUS_OK);
    const way_order order = {.kind = WAY_ORDER_GO, .cell = 8 * 12 + 6};
    assert_int_equal(way_world_order(world, &unit, 1, &order), WAY_STATUS_OK);
    // What is built above and below is seen by nobody; what is built beside it is.
    const way_edit edits[] = {{5, 3, 1, 1, 0}, {5, 10, 1, 1, 0}, {1, 6, 1, 1, 0}};
    assert_int_equal(way_world_edit(world, edits, 3), WAY_STATUS_OK);
    for (uint32_t frame = 0; frame < 100; frame++) {
        assert_int_equal(way_world_frame(world, 1000), WAY_STATUS_OK);
    }
    for (way_cell cell = 0; cell < 12 * 14; cell++) {
        const uint32_t row = cell / 12;
        assert_false((row < 4 || row > 9) && way_world_team_knows(world, 0, cell));
    }
    assert_true(way_world_team_knows(world, 0, 6 * 12 + 1));
    assert_int_equal(way_map_terrain(way_world_team_map(world, 0), 6 * 12 + 1), 0);
    assert_int_equal(way_map_terrain(way_world_team_map(world, 0), 3 * 12 + 5), 1);
    way_world_destroy(world);
    way_map_destroy(map);
}

// The same everywhere -----------------------------------------------------------------------------

typedef struct link_tape {
    uint8_t bytes[1 << 20];
    size_t size;
} link_tape;

static void link_record(const void *bytes, size_t size, void *user)
{
    link_tape *tape = user;
    assert_true(tape->size + size <= sizeof tape->bytes);
    memcpy(tape->bytes + tape->size, bytes, size);
    tape->size += size;
}

static void links_are_saved_and_replayed(void **state)
{
    (void)state;
    const way_world_team teams[2] = {{.fog = true, .sight = 4}, {.fog = false}};
    const way_world_config config = {.teams = teams, .team_count = 2, .frames_per_tick = 4};
    drawn_stage stage;
    link_tape *tape = calloc(1, sizeof *tape);
    drawn_create(&stage, link_rooms, &config);
    way_unit units[8];
    for (uint32_t k = 0; k < 8; k++) {
        units[k] = drawn_add(&stage, k % 2 ? 8 : 0, k / 2, 0, k / 4);
    }
    stage_link(&stage, 2 * 9 + 3, 2 * 9 + 5, 3 * 408, 1);
    stage.judge.twin = NULL; // its record ends where another begins
    assert_int_equal(way_world_record(stage.world, link_record, tape), WAY_STATUS_OK);
    for (uint32_t tick = 0; tick < 80; tick++) {
        stage_go(&stage, &units[tick % 8], 1, tick % 5 * 9 + (tick % 3 ? 8 : 0));
        if (tick == 40) {
            stage_link(&stage, 4, 40, 408, 0); // walls at both ends: nobody can take it
            stage_link(&stage, 4 * 9, 4 * 9 + 8, 408, 2);
        }
        if (tick == 60) {
            const way_map_link gone = {
                .from = 2 * 9 + 3, .to = 2 * 9 + 5, .cost = 408, .both_ways = true};
            assert_int_equal(way_world_remove_links(stage.world, &gone, 1), WAY_STATUS_OK);
        }
        stage_tick(&stage);
        twin_check(stage.world);
    }
    assert_int_equal(way_world_record(stage.world, NULL, NULL), WAY_STATUS_OK);
    way_replay *replay = NULL;
    assert_int_equal(way_replay_create(tape->bytes, tape->size, NULL, &replay, NULL),
                     WAY_STATUS_OK);
    bool over = false;
    bool same = true;
    for (uint32_t frame = 0; !over; frame++) {
        assert_int_equal(way_replay_frame(replay, &over, &same), WAY_STATUS_OK);
        assert_true(over || same);
        assert_true(frame <= 80);
    }
    assert_int_equal(way_world_hash(way_replay_world(replay)), way_world_hash(stage.world));
    way_replay_destroy(replay);
    free(tape);
    drawn_destroy(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_take_ladders),
        cmocka_unit_test(links_of_a_kind_are_for_that_kind),
        cmocka_unit_test(groups_take_links),
        cmocka_unit_test(lifts_bear_so_many_at_a_time),
        cmocka_unit_test(links_can_go_and_come),
        cmocka_unit_test(floors_are_joined_by_stairs),
        cmocka_unit_test(sight_stays_on_its_floor),
        cmocka_unit_test(links_are_saved_and_replayed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
