// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "scenes/probe.h"

#include <string.h>

typedef struct scenes_size {
    uint32_t width, height;
} scenes_size;

static const scenes_size scenes_sizes[] = {{1, 1},  {1, 2},   {2, 1},  {1, 40},  {40, 1},
                                           {2, 2},  {3, 3},   {4, 7},  {5, 5},   {8, 8},
                                           {9, 31}, {33, 16}, {64, 9}, {80, 61}, {120, 120}};

#define SCENES_SIZE_COUNT (sizeof scenes_sizes / sizeof scenes_sizes[0])

static uint64_t scenes_hash(const scene *made)
{
    return way_hash_bytes(0, made->weights, (size_t)made->width * made->height);
}

/// What every scene promises, whatever made it.
static void scenes_check(const scene *made, const scene_request *request)
{
    assert_int_equal(made->width, request->width);
    assert_int_equal(made->height, request->height);
    const probe_areas areas = probe_count(made);
    assert_true(areas.passable > 0);
    const uint32_t cells = made->width * made->height;
    assert_true(made->start < cells && made->goal < cells);
    assert_true(made->weights[made->start] > 0 && made->weights[made->goal] > 0);
    uint32_t *labels = probe_label(made);
    assert_int_equal(labels[made->start], labels[made->goal]);
    free(labels);
    assert_true(areas.largest == 1 || made->start != made->goal);
}

static void generators_when_listed(void **state)
{
    (void)state;
    const char *const expected[] = {"bunker",  "caves", "city",   "comb",    "field",
                                    "islands", "maze",  "open",   "pockets", "random",
                                    "rooms",   "rts",   "spiral", "terrain", "zigzag"};
    assert_int_equal(scene_generator_count(), sizeof expected / sizeof expected[0]);
    for (uint32_t i = 0; i < scene_generator_count(); i++) {
        const scene_generator *generator = scene_generator_at(i);
        assert_string_equal(generator->name, expected[i]);
        assert_ptr_equal(scene_generator_find(expected[i]), generator);
        assert_true(strlen(generator->title) > 0 && strlen(generator->summary) > 0);
        assert_true(generator->parameter_count <= SCENE_PARAMETERS_MAX);
    }
    assert_null(scene_generator_at(scene_generator_count()));
    assert_null(scene_generator_find("no such thing"));
    assert_null(scene_generator_find(NULL));
}

static void parameters_when_listed(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < scene_generator_count(); i++) {
        const scene_generator *generator = scene_generator_at(i);
        for (uint32_t k = 0; k < generator->parameter_count; k++) {
            const scene_parameter *parameter = &generator->parameters[k];
            assert_true(strlen(parameter->name) > 0 && strlen(parameter->help) > 0);
            assert_true(parameter->min <= parameter->initial);
            assert_true(parameter->initial <= parameter->max);
            for (uint32_t other = 0; other < k; other++) {
                assert_string_not_equal(parameter->name, generator->parameters[other].name);
            }
        }
    }
}

static void every_generator_when_any_size(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < scene_generator_count(); i++) {
        for (uint32_t size = 0; size < SCENES_SIZE_COUNT; size++) {
            for (uint64_t seed = 0; seed < 8; seed++) {
                const scene_request request =
                    scene_request_default(scene_generator_at(i)->name, scenes_sizes[size].width,
                                          scenes_sizes[size].height, seed);
                scene made = probe_make(&request);
                scenes_check(&made, &request);
                scene_destroy(&made);
            }
        }
    }
}

/// Each parameter at its least and at its most, the others as they are.
static void every_generator_when_extreme(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < scene_generator_count(); i++) {
        const scene_generator *generator = scene_generator_at(i);
        for (uint32_t k = 0; k < 2 * generator->parameter_count; k++) {
            const scene_parameter *parameter = &generator->parameters[k / 2];
            for (uint32_t size = 0; size < SCENES_SIZE_COUNT; size++) {
                scene_request request =
                    scene_request_default(generator->name, scenes_sizes[size].width,
                                          scenes_sizes[size].height, 7 * k + size);
                request.settings[0].name = parameter->name;
                request.settings[0].value = k % 2 ? parameter->max : parameter->min;
                scene made = probe_make(&request);
                scenes_check(&made, &request);
                scene_destroy(&made);
            }
        }
    }
}

static void every_generator_when_all_random(void **state)
{
    (void)state;
    way_rng rng = test_rng(20260101);
    for (uint32_t run = 0; run < 600; run++) {
        const scene_generator *generator = scene_generator_at(run % scene_generator_count());
        const uint32_t width = 1 + way_rng_below(&rng, 90);
        const uint32_t height = 1 + way_rng_below(&rng, 90);
        scene_request request =
            scene_request_default(generator->name, width, height, way_rng_next(&rng));
        for (uint32_t k = 0; k < generator->parameter_count; k++) {
            const scene_parameter *parameter = &generator->parameters[k];
            const uint32_t span = (uint32_t)(parameter->max - parameter->min);
            // Large values matter little to small scenes: prefer small ones.
            const uint32_t most = run % 3 == 0 || span < 40 ? span : 40;
            request.settings[k].name = parameter->name;
            request.settings[k].value = parameter->min + (int32_t)way_rng_below(&rng, most + 1);
        }
        scene made = probe_make(&request);
        scenes_check(&made, &request);
        scene_destroy(&made);
    }
}

static void same_request_when_repeated(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < scene_generator_count(); i++) {
        const scene_request request =
            scene_request_default(scene_generator_at(i)->name, 70, 50, 12345);
        scene first = probe_make(&request);
        scene second = probe_make(&request);
        assert_memory_equal(first.weights, second.weights, (size_t)70 * 50);
        assert_int_equal(first.start, second.start);
        assert_int_equal(first.goal, second.goal);
        scene_destroy(&first);
        scene_destroy(&second);
    }
}

static void seeds_when_different_differ(void **state)
{
    (void)state;
    const char *const seeded[] = {"bunker",  "caves",  "city",  "field", "islands", "maze",
                                  "pockets", "random", "rooms", "rts",   "terrain"};
    for (uint32_t i = 0; i < sizeof seeded / sizeof seeded[0]; i++) {
        const scene_request one = scene_request_default(seeded[i], 100, 100, 1);
        const scene_request two = scene_request_default(seeded[i], 100, 100, 2);
        scene first = probe_make(&one);
        scene second = probe_make(&two);
        assert_memory_not_equal(first.weights, second.weights, (size_t)100 * 100);
        scene_destroy(&first);
        scene_destroy(&second);
    }
}

/// Taken from this code: they change only when scenes are meant to change.
static void cells_when_compared_with_golden(void **state)
{
    (void)state;
    const struct {
        const char *generator;
        uint64_t hash;
    } golden[] = {
        {"bunker", 0xE3537F4F2075811F},  {"caves", 0xD6DF9D12564F3220},
        {"city", 0xA0514126D63C582B},    {"comb", 0xD0E996FB614306C9},
        {"field", 0xF87963F41F58B5AE},   {"islands", 0xE5416F5807A22318},
        {"maze", 0xBCD254786058D259},    {"open", 0xDE6CBEEB0F419847},
        {"pockets", 0xD979061C0EAB5ED8}, {"random", 0x32101D9B7EB4EB56},
        {"rooms", 0x0FC1A0A653794F5B},   {"rts", 0x92D74B534130467C},
        {"spiral", 0x4DC0C83BF0A6D234},  {"terrain", 0x87B6C1E84AF8BBDD},
        {"zigzag", 0x6DD5EB81E92DDC96},
    };
    assert_int_equal(sizeof golden / sizeof golden[0], scene_generator_count());
    uint32_t changed = 0;
    for (uint32_t i = 0; i < scene_generator_count(); i++) {
        const scene_request request = scene_request_default(golden[i].generator, 96, 64, 42);
        scene made = probe_make(&request);
        const uint64_t hash = scenes_hash(&made);
        if (hash != golden[i].hash) {
            print_error("{\"%s\", 0x%016llX},\n", golden[i].generator, (unsigned long long)hash);
            changed++;
        }
        scene_destroy(&made);
    }
    assert_int_equal(changed, 0);
}

static void scenes_refuse(const scene_request *request, way_status expected, const char *blamed)
{
    scene made;
    const char *offender = "untouched";
    assert_int_equal(scene_create(request, &made, &offender), expected);
    assert_non_null(offender);
    assert_string_equal(offender, blamed);
    assert_null(made.weights);
    scene_destroy(&made);
    assert_int_equal(scene_create(request, &made, NULL), expected);
}

static void request_when_out_of_range(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < scene_generator_count(); i++) {
        const scene_generator *generator = scene_generator_at(i);
        for (uint32_t k = 0; k < generator->parameter_count; k++) {
            const scene_parameter *parameter = &generator->parameters[k];
            scene_request request = scene_request_default(generator->name, 20, 20, 1);
            request.settings[0] = (scene_setting){parameter->name, parameter->min - 1};
            scenes_refuse(&request, WAY_STATUS_OUT_OF_RANGE, parameter->name);
            request.settings[0].value = parameter->max + 1;
            scenes_refuse(&request, WAY_STATUS_OUT_OF_RANGE, parameter->name);
        }
    }
}

/// Walls are removed between two rooms, or wherever they stand inside.
static void maze_when_pierced(void **state)
{
    (void)state;
    uint32_t open[3] = {0};
    uint32_t pillars[3] = {0};
    for (uint32_t i = 0; i < 3; i++) {
        scene_request request = scene_request_default("maze", 41, 41, 5);
        request.settings[0] = (scene_setting){"braid", i ? 100 : 0};
        request.settings[1] = (scene_setting){"pillars", i == 2};
        scene made = probe_make(&request);
        for (uint32_t cell = 0; cell < 41 * 41; cell++) {
            const uint32_t x = cell % 41;
            const uint32_t y = cell / 41;
            const bool rim = x == 0 || y == 0 || x == 40 || y == 40;
            assert_true(!rim || made.weights[cell] == 0);
            open[i] += made.weights[cell] != 0;
            pillars[i] += made.weights[cell] != 0 && x % 2 == 0 && y % 2 == 0;
        }
        scene_destroy(&made);
    }
    assert_int_equal(open[1], open[0] + 100);
    assert_int_equal(open[2], open[0] + 100);
    assert_int_equal(pillars[1], 0);
    assert_true(pillars[2] > 20 && pillars[2] < 90);
}

static void request_when_wrong(void **state)
{
    (void)state;
    scene_request request = scene_request_default("maze", 20, 20, 1);
    request.settings[0] = (scene_setting){"braid", 3};
    request.settings[1] = (scene_setting){"colour", 3};
    scenes_refuse(&request, WAY_STATUS_NOT_FOUND, "colour");
    request = scene_request_default("moon", 20, 20, 1);
    scenes_refuse(&request, WAY_STATUS_NOT_FOUND, "generator");
    request = scene_request_default("open", 0, 20, 1);
    scenes_refuse(&request, WAY_STATUS_OUT_OF_RANGE, "width");
    request = scene_request_default("open", 20, 0, 1);
    scenes_refuse(&request, WAY_STATUS_OUT_OF_RANGE, "height");
    request = scene_request_default("open", 20, WAY_MAP_SIDE_MAX + 1, 1);
    scenes_refuse(&request, WAY_STATUS_OUT_OF_RANGE, "height");
    request = scene_request_default("open", 65535, 65535, 1);
    scenes_refuse(&request, WAY_STATUS_TOO_LARGE, "height");
}

static void scene_when_destroyed_twice(void **state)
{
    (void)state;
    const scene_request request = scene_request_default("open", 3, 3, 1);
    scene made = probe_make(&request);
    scene_destroy(&made);
    assert_null(made.weights);
    scene_destroy(&made);
    scene_destroy(NULL);
}

static void map_when_made_of_a_scene(void **state)
{
    (void)state;
    const scene_request request = scene_request_default("terrain", 30, 20, 5);
    scene made = probe_make(&request);
    way_map *map = NULL;
    assert_int_equal(scene_create_map(&made, WAY_NEIGHBOURS_8, WAY_CORNERS_LOOSE, &map),
                     WAY_STATUS_OK);
    assert_int_equal(way_map_width(map), 30);
    assert_int_equal(way_map_height(map), 20);
    assert_int_equal(way_map_corners(map), WAY_CORNERS_LOOSE);
    for (way_cell cell = 0; cell < 30 * 20; cell++) {
        assert_int_equal(way_map_terrain(map, cell), made.weights[cell]);
    }
    way_map_destroy(map);
    scene_destroy(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generators_when_listed),
        cmocka_unit_test(parameters_when_listed),
        cmocka_unit_test(every_generator_when_any_size),
        cmocka_unit_test(every_generator_when_extreme),
        cmocka_unit_test(every_generator_when_all_random),
        cmocka_unit_test(same_request_when_repeated),
        cmocka_unit_test(seeds_when_different_differ),
        cmocka_unit_test(cells_when_compared_with_golden),
        cmocka_unit_test(request_when_out_of_range),
        cmocka_unit_test(maze_when_pierced),
        cmocka_unit_test(request_when_wrong),
        cmocka_unit_test(scene_when_destroyed_twice),
        cmocka_unit_test(map_when_made_of_a_scene),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
