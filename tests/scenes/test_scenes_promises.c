// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the single generators promise beyond what all of them do.
#include "scenes/probe.h"

#define PROMISES_SEEDS 12u

static scene promises_make(const char *generator, uint32_t side, uint64_t seed,
                           scene_setting setting)
{
    scene_request request = scene_request_default(generator, side, side, seed);
    request.settings[0] = setting;
    return probe_make(&request);
}

static const scene_setting promises_none = {NULL, 0};

static void maze_when_perfect_is_a_tree(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < PROMISES_SEEDS; seed++) {
        scene made = promises_make("maze", 61, seed, promises_none);
        const probe_areas areas = probe_count(&made);
        // 30 x 30 rooms and one opening for each but the first; a tree has one link less than
        // cells.
        assert_int_equal(areas.passable, 900 + 899);
        assert_int_equal(areas.count, 1);
        assert_int_equal(probe_links(&made), areas.passable - 1);
        scene_destroy(&made);
    }
}

static void maze_when_braided_as_in_the_paper(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 3; seed++) {
        scene made = promises_make("maze", 201, seed, (scene_setting){"braid", 750});
        const probe_areas areas = probe_count(&made);
        assert_int_equal(areas.passable, 10000 + 9999 + 750);
        assert_int_equal(areas.count, 1);
        for (uint32_t cell = 0; cell < 201 * 201; cell++) {
            const uint32_t x = cell % 201;
            const uint32_t y = cell / 201;
            if (x % 2 == 1 && y % 2 == 1) {
                assert_int_equal(made.weights[cell], 1);
            } else if ((x % 2 == 0 && y % 2 == 0) || x == 0 || y == 0 || x == 200 || y == 200) {
                assert_int_equal(made.weights[cell], 0);
            }
        }
        scene_destroy(&made);
    }
}

static void maze_when_braided_beyond_all_walls(void **state)
{
    (void)state;
    scene made = promises_make("maze", 11, 3, (scene_setting){"braid", 1000});
    assert_int_equal(probe_count(&made).passable, 25 + 2 * 5 * 4);
    scene_destroy(&made);
}

static void maze_when_corridors_are_wide(void **state)
{
    (void)state;
    for (int32_t corridor = 1; corridor <= 7; corridor++) {
        const uint32_t side = 1 + 8 * (uint32_t)(corridor + 1);
        scene made = promises_make("maze", side, 9, (scene_setting){"corridor", corridor});
        const probe_areas areas = probe_count(&made);
        assert_int_equal(areas.count, 1);
        assert_int_equal(areas.passable, 64 * corridor * corridor + 63 * corridor);
        scene_destroy(&made);
    }
}

static void rooms_when_doors_are_few(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < PROMISES_SEEDS; seed++) {
        scene made = promises_make("rooms", 65, seed, (scene_setting){"doors", 0});
        // 8 x 8 rooms of 7 x 7 cells and a tree of doors.
        const probe_areas areas = probe_count(&made);
        assert_int_equal(areas.passable, 64 * 49 + 63);
        assert_int_equal(areas.count, 1);
        scene_destroy(&made);
        made = promises_make("rooms", 65, seed, (scene_setting){"doors", 100});
        assert_int_equal(probe_count(&made).passable, 64 * 49 + 2 * 8 * 7);
        scene_destroy(&made);
    }
}

static void random_when_counted(void **state)
{
    (void)state;
    for (int32_t blocked = 0; blocked < 100; blocked += 9) {
        scene made = promises_make("random", 50, 77, (scene_setting){"blocked", blocked});
        assert_int_equal(probe_count(&made).passable, 2500 - 25 * blocked);
        scene_destroy(&made);
    }
    scene made = promises_make("random", 50, 77, (scene_setting){"blocked", 100});
    assert_int_equal(probe_count(&made).passable, 1);
    scene_destroy(&made);
}

static void scenes_that_promise_one_area(void **state)
{
    (void)state;
    const char *const joined[] = {"bunker", "caves", "city",  "comb", "field",  "islands",
                                  "maze",   "open",  "rooms", "rts",  "spiral", "zigzag"};
    for (uint32_t i = 0; i < sizeof joined / sizeof joined[0]; i++) {
        for (uint64_t seed = 0; seed < PROMISES_SEEDS; seed++) {
            scene made = promises_make(joined[i], 150, seed, promises_none);
            const probe_areas areas = probe_count(&made);
            if (areas.count != 1) {
                print_error("%s, seed %u\n", joined[i], (unsigned)seed);
            }
            assert_int_equal(areas.count, 1);
            scene_destroy(&made);
        }
    }
}

static void rts_when_crowded_stays_joined(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < PROMISES_SEEDS; seed++) {
        scene made = promises_make("rts", 128, seed, promises_none);
        const probe_areas areas = probe_count(&made);
        assert_true(areas.largest * 100 >= areas.passable * 95);
        assert_in_range(areas.passable, 128 * 128 * 80 / 100, 128 * 128 * 95 / 100);
        scene_destroy(&made);
    }
}

static void pockets_when_counted(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < PROMISES_SEEDS; seed++) {
        for (int32_t pockets = 10; pockets <= 130; pockets += 60) {
            scene made = promises_make("pockets", 128, seed, (scene_setting){"pockets", pockets});
            const probe_areas areas = probe_count(&made);
            assert_true(areas.count > (uint32_t)pockets);
            // The basins are large and joined, unless pockets crowd them out.
            assert_true(pockets > 10 || areas.largest * 2 > areas.passable);
            scene_destroy(&made);
        }
    }
}

static void islands_when_apart(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < PROMISES_SEEDS; seed++) {
        for (int32_t apart = 0; apart <= 11; apart++) {
            scene made = promises_make("islands", 128, seed, (scene_setting){"apart", apart});
            assert_int_equal(probe_count(&made).count, apart + 1);
            scene_destroy(&made);
        }
    }
}

static void terrain_when_weighed(void **state)
{
    (void)state;
    for (int32_t heaviest = 1; heaviest <= 9; heaviest += 4) {
        scene made = promises_make("terrain", 128, 5, (scene_setting){"heaviest", heaviest});
        uint32_t counts[256] = {0};
        for (uint32_t cell = 0; cell < 128 * 128; cell++) {
            counts[made.weights[cell]]++;
        }
        for (int32_t weight = 0; weight <= heaviest; weight++) {
            assert_true(counts[weight] > 0);
        }
        for (int32_t weight = heaviest + 1; weight < 256; weight++) {
            assert_int_equal(counts[weight], 0);
        }
        assert_in_range(counts[0], 128 * 128 * 5 / 100, 128 * 128 * 15 / 100);
        scene_destroy(&made);
    }
}

/// Cells of weight 1 are replaced by `length` + 1: the number of a breadth-first wave from `start`.
static uint32_t promises_walk(const scene *made, way_cell start, way_cell goal)
{
    const uint32_t cells = made->width * made->height;
    uint32_t *steps = calloc(cells, sizeof *steps);
    assert_non_null(steps);
    steps[start] = 1;
    for (uint32_t wave = 1; steps[goal] == 0 && wave <= cells; wave++) {
        for (uint32_t cell = 0; cell < cells; cell++) {
            if (steps[cell] != wave) {
                continue;
            }
            const uint32_t x = cell % made->width;
            const uint32_t beside[4] = {x > 0 ? cell - 1 : cell,
                                        x + 1 < made->width ? cell + 1 : cell,
                                        cell >= made->width ? cell - made->width : cell,
                                        cell + made->width < cells ? cell + made->width : cell};
            for (uint32_t i = 0; i < 4; i++) {
                if (made->weights[beside[i]] > 0 && steps[beside[i]] == 0) {
                    steps[beside[i]] = wave + 1;
                }
            }
        }
    }
    const uint32_t length = steps[goal] - 1;
    free(steps);
    return length;
}

static void traps_when_walked_are_long(void **state)
{
    (void)state;
    const char *const traps[] = {"spiral", "zigzag"};
    for (uint32_t i = 0; i < 2; i++) {
        scene made = promises_make(traps[i], 63, 1, (scene_setting){"corridor", 1});
        const uint32_t length = promises_walk(&made, made.start, made.goal);
        // Half of all cells are corridor and the way leads through nearly all of it.
        assert_in_range(length, 63 * 63 * 45 / 100, 63 * 63 * 55 / 100);
        scene_destroy(&made);
    }
    scene made = promises_make("comb", 63, 1, (scene_setting){"depth", 12});
    const uint32_t length = promises_walk(&made, 0, 63 * 63 - 1);
    assert_true(length > 63 * 3);
    scene_destroy(&made);
}

// Larger scenes -----------------------------------------------------------------------------------

static void scene_when_magnified(void **state)
{
    (void)state;
    const scene_request request = scene_request_default("caves", 30, 20, 4);
    scene small = probe_make(&request);
    for (uint32_t factor = 1; factor <= 5; factor++) {
        scene large;
        assert_int_equal(scene_magnify(&small, factor, &large), WAY_STATUS_OK);
        assert_int_equal(large.width, 30 * factor);
        assert_int_equal(large.height, 20 * factor);
        for (uint32_t cell = 0; cell < large.width * large.height; cell++) {
            const uint32_t x = cell % large.width / factor;
            const uint32_t y = cell / large.width / factor;
            assert_int_equal(large.weights[cell], small.weights[y * 30 + x]);
        }
        assert_true(large.weights[large.start] > 0 && large.weights[large.goal] > 0);
        scene_destroy(&large);
    }
    scene refused;
    assert_int_equal(scene_magnify(&small, 0, &refused), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(scene_magnify(&small, 65, &refused), WAY_STATUS_OUT_OF_RANGE);
    scene_destroy(&small);
    const scene_request wide = scene_request_default("open", 2000, 1, 4);
    small = probe_make(&wide);
    assert_int_equal(scene_magnify(&small, 64, &refused), WAY_STATUS_TOO_LARGE);
    assert_null(refused.weights);
    scene_destroy(&small);
}

static void mosaic_when_tiled(void **state)
{
    (void)state;
    scene tiles[3];
    tiles[0] = promises_make("caves", 40, 1, promises_none);
    tiles[1] = promises_make("pockets", 40, 2, promises_none);
    tiles[2] = promises_make("maze", 40, 3, promises_none);
    const scene_mosaic_config config = {tiles, 3, 4, 3, 2};
    scene large;
    assert_int_equal(scene_mosaic(&config, &large), WAY_STATUS_OK);
    assert_int_equal(large.width, 160);
    assert_int_equal(large.height, 120);
    // All tiles are joined through their largest areas.
    uint32_t expected = 0;
    for (uint32_t i = 0; i < 12; i++) {
        expected += probe_count(&tiles[i % 3]).largest;
    }
    assert_true(probe_count(&large).largest * 10 > expected * 8);
    // Each seam is open for two cells.
    for (uint32_t y = 0; y < 120; y++) {
        const bool is_open = y % 40 == 19 || y % 40 == 20;
        assert_int_equal(large.weights[y * 160 + 39] > 0, is_open);
    }
    for (uint32_t x = 0; x < 160; x++) {
        const bool is_open = x % 40 == 19 || x % 40 == 20;
        assert_int_equal(large.weights[79 * 160 + x] > 0, is_open);
    }
    scene_destroy(&large);
    for (uint32_t i = 0; i < 3; i++) {
        scene_destroy(&tiles[i]);
    }
}

static void mosaic_when_wrong(void **state)
{
    (void)state;
    scene tiles[2];
    tiles[0] = promises_make("open", 40, 1, promises_none);
    tiles[1] = promises_make("open", 41, 1, promises_none);
    scene large;
    scene_mosaic_config config = {tiles, 2, 2, 2, 2};
    assert_int_equal(scene_mosaic(&config, &large), WAY_STATUS_INVALID_ARGUMENT);
    config = (scene_mosaic_config){tiles, 1, 2, 2, 40};
    assert_int_equal(scene_mosaic(&config, &large), WAY_STATUS_OUT_OF_RANGE);
    config = (scene_mosaic_config){tiles, 1, 0, 2, 2};
    assert_int_equal(scene_mosaic(&config, &large), WAY_STATUS_OUT_OF_RANGE);
    config = (scene_mosaic_config){tiles, 1, 2000, 2, 2};
    assert_int_equal(scene_mosaic(&config, &large), WAY_STATUS_TOO_LARGE);
    assert_null(large.weights);
    scene_destroy(&tiles[0]);
    scene_destroy(&tiles[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maze_when_perfect_is_a_tree),
        cmocka_unit_test(maze_when_braided_as_in_the_paper),
        cmocka_unit_test(maze_when_braided_beyond_all_walls),
        cmocka_unit_test(maze_when_corridors_are_wide),
        cmocka_unit_test(rooms_when_doors_are_few),
        cmocka_unit_test(random_when_counted),
        cmocka_unit_test(scenes_that_promise_one_area),
        cmocka_unit_test(rts_when_crowded_stays_joined),
        cmocka_unit_test(pockets_when_counted),
        cmocka_unit_test(islands_when_apart),
        cmocka_unit_test(terrain_when_weighed),
        cmocka_unit_test(traps_when_walked_are_long),
        cmocka_unit_test(scene_when_magnified),
        cmocka_unit_test(mosaic_when_tiled),
        cmocka_unit_test(mosaic_when_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
