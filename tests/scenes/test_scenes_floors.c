// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Stacks of scenes: every generator makes floors, which stairs join.
#include "scenes/probe.h"
#include "scenes/scene.h"
#include "support/test.h"

#include <waymark/format.h>

static void check_stack(const scene_request *request)
{
    scene made = probe_make(request);
    const way_floors floors = {request->floors, request->height};
    assert_int_equal(made.floors, request->floors);
    assert_int_equal(made.width, request->width);
    assert_int_equal(made.height, way_floors_rows(&floors));
    for (uint32_t i = 0; i < made.stairs_count; i++) {
        const uint32_t pitch = made.width * (request->height + 1);
        assert_true(made.weights[made.stairs[i].from] && made.weights[made.stairs[i].to]);
        assert_int_equal(made.stairs[i].to / pitch, made.stairs[i].from / pitch + 1);
    }
    assert_true(made.stairs_count >= request->floors - 1);
    way_map *map = NULL;
    assert_int_equal(scene_create_map(&made, WAY_NEIGHBOURS_4, WAY_CORNERS_STRICT, &map),
                     WAY_STATUS_OK);
    uint32_t start = 9;
    uint32_t goal = 9;
    assert_true(way_floors_position(map, &floors, made.start, &start, NULL, NULL));
    assert_true(way_floors_position(map, &floors, made.goal, &goal, NULL, NULL));
    assert_int_equal(start, 0);
    assert_int_equal(goal, request->floors - 1);
    assert_true(way_map_is_reachable(map, made.start, made.goal, 1));
    assert_true(way_map_is_reachable(map, made.goal, made.start, 1));
    way_map_destroy(map);
    scene_destroy(&made);
}

static void every_generator_makes_floors(void **state)
{
    (void)state;
    static const uint32_t sides[][2] = {{1, 1}, {2, 9}, {16, 3}, {33, 21}};
    for (uint32_t i = 0; i < scene_generator_count(); i++) {
        for (uint32_t k = 0; k < 4; k++) {
            scene_request request = scene_request_default(scene_generator_at(i)->name, sides[k][0],
                                                          sides[k][1], 5 * i + k);
            request.floors = 2 + k;
            request.stairs = 1 + k;
            check_stack(&request);
        }
    }
}

static void floors_when_out_of_range(void **state)
{
    (void)state;
    scene made;
    const char *offender = NULL;
    scene_request request = scene_request_default("open", 8, 8, 1);
    request.floors = SCENE_FLOORS_MAX + 1;
    assert_int_equal(scene_create(&request, &made, &offender), WAY_STATUS_OUT_OF_RANGE);
    assert_string_equal(offender, "floors");
    request.floors = 2;
    request.stairs = SCENE_STAIRS_MAX + 1;
    assert_int_equal(scene_create(&request, &made, &offender), WAY_STATUS_OUT_OF_RANGE);
    assert_string_equal(offender, "stairs");
    request = scene_request_default("open", 1, 60000, 1);
    request.floors = 2;
    assert_int_equal(scene_create(&request, &made, &offender), WAY_STATUS_TOO_LARGE);
    assert_string_equal(offender, "floors");
    char words[] = "rooms,floors=3,width=20,stairs=0";
    assert_int_equal(scene_request_parse(words, &request, &(way_problem){0}), WAY_STATUS_OK);
    assert_int_equal(request.floors, 3);
    assert_int_equal(scene_create(&request, &made, &offender), WAY_STATUS_OUT_OF_RANGE);
    const scene_stack_config none = {.stairs = 1};
    assert_int_equal(scene_stack(&none, &made), WAY_STATUS_OUT_OF_RANGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_generator_makes_floors),
        cmocka_unit_test(floors_when_out_of_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
