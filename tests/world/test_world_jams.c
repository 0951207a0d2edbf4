// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Corridors, rings and dead ends in which units stand in each other's way: small problems that are
// known to be hard. All orders end: at the goal, or as near as can be where somebody else has come
// to rest on it.
#include "support/test.h"
#include "world/drawn.h"
#include "world/judge.h"
#include "world/twin.h"

#include <waymark/world.h>
#include <waymark/world_more.h>

#include <string.h>

enum { JAM_UNITS = 9, JAM_TICKS = 1500, JAM_DEAD_END = 6 };

typedef struct jam {
    const char *name;
    const char *drawn; ///< '.' = passable
    uint32_t count;
    uint32_t trips[JAM_UNITS][4]; ///< from x, y to x, y
    bool passes;                  ///< all can have been at their goals
} jam;

static const jam jams[] = {
    {"string",
     "#.#/..#/#../..#/#../..#",
     5,
     {{0, 5, 2, 4}, {2, 4, 0, 3}, {0, 3, 2, 2}, {2, 2, 0, 1}, {0, 1, 0, 5}},
     true},
    {"loop and chain",
     "..../.#.#/...#",
     7,
     {{2, 2, 0, 2},
      {2, 1, 0, 1},
      {2, 0, 0, 0},
      {1, 0, 1, 0},
      {0, 0, 2, 0},
      {0, 1, 2, 1},
      {0, 2, 2, 2}},
     true},
    {"connector",
     "...###/.#.###/...###/##..##/###.../###.#./###...",
     6,
     {{0, 0, 5, 6}, {5, 6, 0, 0}, {0, 1, 3, 3}, {5, 5, 2, 3}, {1, 0, 3, 4}, {4, 6, 2, 2}},
     true},
    {"corridor with a pocket", "......../###.####", 2, {{0, 0, 7, 0}, {7, 0, 0, 0}}, true},
    {"ring with one free cell",
     "..../.##./....",
     9,
     {{0, 0, 3, 2},
      {1, 0, 2, 2},
      {2, 0, 1, 2},
      {3, 0, 0, 2},
      {0, 1, 3, 1},
      {3, 1, 0, 1},
      {0, 2, 3, 0},
      {1, 2, 2, 0},
      {2, 2, 1, 0}},
     true},
    {"two groups and a bay",
     "..########../............/..###.####..",
     6,
     {{0, 0, 11, 2}, {0, 1, 11, 1}, {0, 2, 11, 0}, {11, 0, 0, 2}, {11, 1, 0, 1}, {11, 2, 0, 0}},
     true},
    {"two groups, the bay a dead end of two",
     ".######.#####./............../.#####.######./######.#######",
     4,
     {{0, 0, 13, 0}, {0, 2, 13, 2}, {13, 0, 0, 2}, {13, 2, 0, 0}},
     true},
    {"tree", "#.#/#../#.#/...", 3, {{1, 3, 1, 0}, {1, 1, 1, 3}, {1, 0, 1, 1}}, true},
    {"tunnel",
     ".###/..../.###/.###/.###/.###",
     4,
     {{0, 5, 0, 2}, {0, 4, 0, 3}, {0, 3, 0, 4}, {0, 1, 0, 5}},
     false},
    {"corners",
     ".####/....#/#.#.#/#..../####.",
     4,
     {{0, 0, 4, 4}, {0, 1, 4, 3}, {4, 3, 0, 1}, {4, 4, 0, 0}},
     false},
};

static uint32_t jam_width;

static way_map *jam_map(const jam *one, way_neighbours neighbours)
{
    uint8_t weights[128];
    jam_width = (uint32_t)strcspn(one->drawn, "/");
    const uint32_t height = ((uint32_t)strlen(one->drawn) + 1) / (jam_width + 1);
    for (uint32_t c = 0; c < jam_width * height; c++) {
        weights[c] = one->drawn[c / jam_width * (jam_width + 1) + c % jam_width] == '.';
    }
    way_map_config config = way_map_config_default(jam_width, height);
    config.neighbours = neighbours;
    config.weights = weights;
    way_map *map = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    return map;
}

/// What became of the units, one bit for each.
typedef struct jam_news {
    uint32_t there; ///< have been at their goals
    uint32_t near;  ///< ended as near as could be
} jam_news;

static void jam_listen(way_world *world, const jam *one, jam_news *news)
{
    way_world_event event;
    while (way_world_event_next(world, &event)) {
        const uint32_t u = (uint32_t)event.unit;
        const uint32_t goal = one->trips[u][3] * jam_width + one->trips[u][2];
        news->there |= (uint32_t)(event.kind == WAY_WORLD_ARRIVED && event.cell == goal) << u;
        news->near |= (uint32_t)(event.kind == WAY_WORLD_ARRIVED) << u;
    }
}

/// A world with the units of a jam, on their way.
static way_world *jam_world(const jam *one, way_map *map)
{
    const way_world_kind kind = {.size = 1};
    const way_world_config config = {
        .map = map, .kinds = &kind, .kind_count = 1, .unit_capacity = JAM_UNITS};
    way_world *world = NULL;
    assert_int_equal(way_world_create(&config, &world), WAY_STATUS_OK);
    way_unit units[JAM_UNITS];
    for (uint32_t u = 0; u < one->count; u++) {
        const way_unit_config unit = {.cell = one->trips[u][1] * jam_width + one->trips[u][0]};
        assert_int_equal(way_world_add(world, &unit, &units[u]), WAY_STATUS_OK);
    }
    for (uint32_t u = 0; u < one->count; u++) {
        const way_order order = {.kind = WAY_ORDER_GO,
                                 .cell = one->trips[u][3] * jam_width + one->trips[u][2]};
        assert_int_equal(way_world_order(world, &units[u], 1, &order), WAY_STATUS_OK);
    }
    return world;
}

static void jam_play(const jam *one, way_neighbours neighbours)
{
    way_map *map = jam_map(one, neighbours);
    way_world *world = jam_world(one, map);
    const uint32_t all = (1u << one->count) - 1;
    jam_news news = {0};
    test_judge judge;
    test_twin twin = {0};
    judge_init(&judge, world);
    twin_begin(&twin, world);
    judge.twin = &twin;
    for (uint32_t tick = 0; tick < JAM_TICKS && news.there != all; tick++) {
        assert_int_equal(way_world_frame(world, 1000), WAY_STATUS_OK);
        assert_true(way_world_statistics(world).work <= 1000 + 5 * WAY_WORLD_WORK_SLACK);
        judge_look(&judge);
        jam_listen(world, one, &news);
    }
    if (one->passes && news.there != all) {
        fail_msg("%s, %d neighbours: not all have been at their goals", one->name, neighbours);
    }
    if (news.near != all) {
        fail_msg("%s, %d neighbours: not all orders ended", one->name, neighbours);
    }
    judge_fini(&judge);
    twin_end(&twin);
    way_world_destroy(world);
    way_map_destroy(map);
}

static void jams_come_apart(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < sizeof jams / sizeof *jams; k++) {
        jam_play(&jams[k], WAY_NEIGHBOURS_4);
        jam_play(&jams[k], WAY_NEIGHBOURS_8);
    }
}

static void frame_both(way_world *world, way_world *other)
{
    assert_int_equal(way_world_frame(world, 1000), WAY_STATUS_OK);
    assert_int_equal(way_world_frame(other, 1000), WAY_STATUS_OK);
    assert_int_equal(way_world_hash(world), way_world_hash(other));
}

/// A jam that is being solved as a whole goes on alike after it was saved at any of its ticks, and
/// an order in between ends it without harm.
static void rescues_are_saved(void **state)
{
    (void)state;
    const jam *one = &jams[JAM_DEAD_END];
    for (uint32_t later = 0; later < 12; later++) {
        way_map *map = jam_map(one, WAY_NEIGHBOURS_8);
        way_world *world = jam_world(one, map);
        while (way_world_statistics(world).rescues == 0) {
            assert_int_equal(way_world_frame(world, 1000), WAY_STATUS_OK);
            assert_true(way_world_statistics(world).tick < JAM_TICKS);
        }
        for (uint32_t k = 0; k < later; k++) {
            assert_int_equal(way_world_frame(world, 1000), WAY_STATUS_OK);
        }
        static uint8_t bytes[1 << 18];
        size_t size = 0;
        way_world *again = NULL;
        assert_int_equal(way_world_save(world, bytes, sizeof bytes, &size), WAY_STATUS_OK);
        assert_int_equal(way_world_restore(bytes, size, NULL, &again, NULL), WAY_STATUS_OK);
        const way_order go = {.kind = WAY_ORDER_GO, .cell = jam_width};
        const way_unit first = way_world_unit_in_slot(world, 0);
        for (uint32_t tick = 0; tick < 100; tick++) {
            frame_both(world, again);
            if (tick == later && later % 2) {
                assert_int_equal(way_world_order(world, &first, 1, &go), WAY_STATUS_OK);
                assert_int_equal(way_world_order(again, &first, 1, &go), WAY_STATUS_OK);
            }
        }
        way_world_destroy(again);
        way_world_destroy(world);
        way_map_destroy(map);
    }
}

/// Bytes of a world amid a rescue that somebody has changed are refused, or make a world that keeps
/// its units apart.
static void rescues_when_hostile(void **state)
{
    (void)state;
    static uint8_t bytes[1 << 18];
    static uint8_t copy[1 << 18];
    way_rng rng = test_rng(8);
    size_t size = 0;
    uint32_t restored = 0;
    way_map *map = jam_map(&jams[JAM_DEAD_END], WAY_NEIGHBOURS_8);
    way_world *world = jam_world(&jams[JAM_DEAD_END], map);
    while (way_world_statistics(world).rescues == 0) {
        assert_int_equal(way_world_frame(world, 1000), WAY_STATUS_OK);
    }
    assert_int_equal(way_world_frame(world, 1000), WAY_STATUS_OK);
    assert_int_equal(way_world_save(world, bytes, sizeof bytes, &size), WAY_STATUS_OK);
    for (uint32_t round = 0; round < 3000; round++) {
        memcpy(copy, bytes, size);
        // Rescues stand in the last quarter.
        const uint32_t back = way_rng_below(&rng, (uint32_t)size / 4);
        copy[size - 9 - back] = (uint8_t)way_rng_next(&rng);
        const uint64_t hash = way_hash_bytes(0, copy, size - 8);
        for (uint32_t k = 0; k < 8; k++) {
            copy[size - 8 + k] = (uint8_t)(hash >> 8 * k);
        }
        way_world *again = NULL;
        if (way_world_restore(copy, size, NULL, &again, NULL) == WAY_STATUS_OK) {
            test_judge judge;
            restored++;
            judge_init(&judge, again);
            for (uint32_t tick = 0; tick < 40; tick++) {
                assert_int_equal(way_world_frame(again, 200), WAY_STATUS_OK);
                judge_look(&judge);
            }
            judge_fini(&judge);
            way_world_destroy(again);
        }
    }
    assert_in_range(restored, 1, 2999);
    way_world_destroy(world);
    way_map_destroy(map);
}

/// Two crowds with wide units among them meet in a corridor of two cells that is the only way.
static void crowds_pass_a_corridor(void **state)
{
    (void)state;
    enum { SIDE = 48, EACH = 24, TICKS = 3000 };
    way_map_config ground = way_map_config_default(SIDE, SIDE);
    way_map *map = NULL;
    way_world *world = NULL;
    assert_int_equal(way_map_create(&ground, &map), WAY_STATUS_OK);
    const way_edit walls[] = {{16, 0, 16, SIDE, 0}, {16, 23, 16, 2, 1}};
    const way_world_kind kinds[] = {{.size = 1}, {.size = 2}};
    const way_world_config config = {
        .map = map, .kinds = kinds, .kind_count = 2, .unit_capacity = 2 * EACH};
    assert_int_equal(way_world_create(&config, &world), WAY_STATUS_OK);
    assert_int_equal(way_world_edit(world, walls, 2), WAY_STATUS_OK);
    way_unit units[2 * EACH];
    for (uint32_t u = 0; u < 2 * EACH; u++) {
        const uint32_t x = u % 2 * 32 + u / 2 % 4 * 3 + 2;
        const uint32_t y = u / 8 * 3 + 15;
        const way_unit_config unit = {.cell = y * SIDE + x, .kind = u % 8 >= 6};
        assert_int_equal(way_world_add(world, &unit, &units[u]), WAY_STATUS_OK);
    }
    for (uint32_t u = 0; u < 2 * EACH; u++) {
        const uint32_t x = (u + 1) % 2 * 32 + u / 2 % 4 * 3 + 2;
        const way_order order = {.kind = WAY_ORDER_GO, .cell = (u / 8 * 3 + 15) * SIDE + x};
        assert_int_equal(way_world_order(world, &units[u], 1, &order), WAY_STATUS_OK);
    }
    uint32_t arrived = 0;
    test_judge judge;
    test_twin twin = {0};
    judge_init(&judge, world);
    twin_begin(&twin, world);
    judge.twin = &twin;
    for (uint32_t tick = 0; tick < TICKS && arrived < 2 * EACH; tick++) {
        way_world_event event;
        assert_int_equal(way_world_frame(world, 2000), WAY_STATUS_OK);
        judge_look(&judge);
        while (way_world_event_next(world, &event)) {
            arrived += event.kind == WAY_WORLD_ARRIVED;
        }
    }
    assert_int_equal(arrived, 2 * EACH);
    judge_fini(&judge);
    twin_end(&twin);
    way_world_destroy(world);
    way_map_destroy(map);
}

/// Two groups, a fifth of them wide, meet head-on in the only gap of a wall. All get to where they
/// were sent, although buildings go up on some of them on the way.
static void groups_meet_in_a_gap(void **state)
{
    (void)state;
    enum { WIDE = 120, HIGH = 64, EACH = 60, TICKS = 900 };
    way_map_config ground = way_map_config_default(WIDE, HIGH);
    way_map *map = NULL;
    way_world *world = NULL;
    assert_int_equal(way_map_create(&ground, &map), WAY_STATUS_OK);
    const way_edit walls[] = {{56, 0, 8, HIGH, 0}, {56, 30, 8, 5, 1}};
    const way_world_kind kinds[] = {{.size = 1}, {.size = 2}};
    const way_world_config config = {
        .map = map, .kinds = kinds, .kind_count = 2, .unit_capacity = 2 * EACH};
    assert_int_equal(way_world_create(&config, &world), WAY_STATUS_OK);
    assert_int_equal(way_world_edit(world, walls, 2), WAY_STATUS_OK);
    way_unit units[2][EACH];
    for (uint32_t u = 0; u < 2 * EACH; u++) {
        const uint32_t x = u % 2 * 80 + u / 2 % 10 * 3 + 6;
        const way_unit_config unit = {.cell = (u / 20 * 3 + 20) * WIDE + x, .kind = u % 5 == 0};
        assert_int_equal(way_world_add(world, &unit, &units[u % 2][u / 2]), WAY_STATUS_OK);
    }
    for (uint32_t g = 0; g < 2; g++) {
        const way_order order = {.kind = WAY_ORDER_GO,
                                 .cell = HIGH / 2 * WIDE + (g ? 15 : WIDE - 15)};
        assert_int_equal(way_world_order(world, units[g], EACH, &order), WAY_STATUS_OK);
    }
    uint32_t arrived = 0;
    uint32_t refused = 0;
    test_judge judge;
    test_twin twin = {0};
    judge_init(&judge, world);
    twin_begin(&twin, world);
    judge.twin = &twin;
    for (uint32_t tick = 0; tick < TICKS && arrived < 2 * EACH; tick++) {
        way_world_event event;
        const way_edit building = {44, 26, 4, 10, tick % 40 == 39};
        if (tick % 40 == 20 || tick % 40 == 39) {
            assert_int_equal(way_world_edit(world, &building, 1), WAY_STATUS_OK);
        }
        assert_int_equal(way_world_frame(world, 2000), WAY_STATUS_OK);
        judge_look(&judge);
        while (way_world_event_next(world, &event)) {
            arrived += event.kind == WAY_WORLD_ARRIVED;
            refused += event.kind == WAY_WORLD_UNREACHABLE;
        }
    }
    assert_int_equal(arrived, 2 * EACH);
    assert_int_equal(refused, 0);
    judge_fini(&judge);
    twin_end(&twin);
    way_world_destroy(world);
    way_map_destroy(map);
}

/// The tick at which all of so many units have arrived.
static uint32_t stage_arrive(drawn_stage *stage, uint32_t count, uint32_t ticks)
{
    uint32_t arrived = 0;
    for (uint32_t tick = 1; tick <= ticks; tick++) {
        way_world_event event;
        assert_int_equal(way_world_frame(stage->world, 2000), WAY_STATUS_OK);
        judge_look(&stage->judge);
        while (way_world_event_next(stage->world, &event)) {
            arrived += event.kind == WAY_WORLD_ARRIVED;
        }
        if (arrived == count) {
            return tick;
        }
    }
    fail_msg("%u of %u arrived", arrived, count);
    return 0;
}

/// Where a corridor bends, wide units may stand in a ring: each wants the cells of the next. In
/// whichever order they were told to go, it comes apart.
static void rings_come_apart(void **state)
{
    (void)state;
    enum { UNITS = 6, ORDERS = 720, SOME = 40 };
    static const char drawn[] =
        "............../............../............../............../####......####/#####....#####/"
        "####....######/####....######/####...#######/###....#######/###....#######/###....#######/"
        "###...########/####...#######/###....#######/###....#######/###....#######/##......######/"
        "............../............../............../..............";
    static const uint32_t at[UNITS][2] = {{3, 9}, {5, 10}, {3, 11}, {5, 8}, {4, 6}, {6, 4}};
    for (uint32_t turn = 0; turn < ORDERS; turn += SOME) {
        drawn_stage stage;
        way_unit units[UNITS];
        uint32_t who[UNITS] = {0, 1, 2, 3, 4, 5};
        uint32_t lot = turn;
        drawn_create(&stage, drawn, NULL);
        for (uint32_t k = UNITS; k > 1; k--) {
            const uint32_t other = who[lot % k];
            who[lot % k] = who[k - 1];
            who[k - 1] = other;
            lot /= k;
        }
        for (uint32_t k = 0; k < UNITS; k++) {
            units[k] = drawn_add(&stage, at[who[k]][0], at[who[k]][1], 1, 0);
        }
        for (uint32_t k = 0; k < UNITS; k++) {
            const way_order order = {.kind = WAY_ORDER_GO, .cell = 19 * stage.width + 2 * k};
            assert_int_equal(way_world_order(stage.world, &units[k], 1, &order), WAY_STATUS_OK);
        }
        (void)stage_arrive(&stage, UNITS, 600);
        drawn_destroy(&stage);
    }
}

/// Rivals stand in the nearest gap of a wall and make way for nobody; the next one is a few cells
/// on. Also those who queue behind others take it, and soon.
static void crowds_take_the_next_gap(void **state)
{
    (void)state;
    enum { WIDE = 256, HIGH = 96, EACH = 24, ALONE = 240 };
    way_map_config ground = way_map_config_default(WIDE, HIGH);
    drawn_stage stage = {.width = WIDE};
    assert_int_equal(way_map_create(&ground, &stage.map), WAY_STATUS_OK);
    // With a swamp on it ways are found over regions.
    const way_edit walls[] = {
        {0, 0, 8, 8, 3}, {78, 0, 4, HIGH, 0}, {78, 38, 4, 2, 1}, {78, 70, 4, 3, 1}};
    assert_int_equal(way_map_edit(stage.map, walls, 4), WAY_STATUS_OK);
    const way_world_kind kind = {.size = 1};
    const way_world_config config = {.map = stage.map,
                                     .kinds = &kind,
                                     .kind_count = 1,
                                     .unit_capacity = EACH + 2,
                                     .rivals = true,
                                     .team_count = 2,
                                     .teams = (const way_world_team[2]){{0}, {0}}};
    assert_int_equal(way_world_create(&config, &stage.world), WAY_STATUS_OK);
    judge_init(&stage.judge, stage.world);
    twin_begin(&stage.twin, stage.world);
    stage.judge.twin = &stage.twin;
    (void)drawn_add(&stage, 80, 38, 0, 1);
    (void)drawn_add(&stage, 80, 39, 0, 1);
    way_unit units[EACH];
    for (uint32_t u = 0; u < EACH; u++) {
        units[u] = drawn_add(&stage, 10 + u % 4 * 2, 34 + u / 4 * 2, 0, 0);
    }
    const way_order order = {.kind = WAY_ORDER_GO, .cell = 39 * WIDE + WIDE - 15};
    assert_int_equal(way_world_order(stage.world, units, EACH, &order), WAY_STATUS_OK);
    const uint32_t last = stage_arrive(&stage, EACH, 6 * ALONE);
    assert_in_range(last, ALONE, 5 * ALONE / 2);
    drawn_destroy(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_meet_in_a_gap),     cmocka_unit_test(jams_come_apart),
        cmocka_unit_test(rescues_are_saved),        cmocka_unit_test(rescues_when_hostile),
        cmocka_unit_test(crowds_pass_a_corridor),   cmocka_unit_test(rings_come_apart),
        cmocka_unit_test(crowds_take_the_next_gap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
