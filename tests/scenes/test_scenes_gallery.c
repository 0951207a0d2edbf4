// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "scenes/gallery.h"
#include "scenes/oracle.h"
#include "scenes/probe.h"

#include <string.h>

static void exhibits_when_listed(void **state)
{
    (void)state;
    assert_true(scene_gallery_count() >= 16);
    for (uint32_t i = 0; i < scene_gallery_count(); i++) {
        const scene_exhibit *exhibit = scene_gallery_at(i);
        assert_ptr_equal(scene_gallery_find(exhibit->name), exhibit);
        assert_true(strlen(exhibit->title) > 0 && strlen(exhibit->story) > 0);
        assert_in_range(exhibit->request.width, 64, 512);
        assert_in_range(exhibit->request.height, 64, 512);
    }
    assert_null(scene_gallery_at(scene_gallery_count()));
    assert_null(scene_gallery_find("nowhere"));
    assert_null(scene_gallery_find(NULL));
}

/// The longest trip is no shorter than the straight line and the way leads through.
static void exhibits_when_travelled(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < scene_gallery_count(); i++) {
        const scene_exhibit *exhibit = scene_gallery_at(i);
        scene made;
        way_map *map = NULL;
        assert_int_equal(scene_gallery_create(exhibit, &made), WAY_STATUS_OK);
        assert_int_equal(scene_create_map(&made, exhibit->neighbours, exhibit->corners, &map),
                         WAY_STATUS_OK);
        assert_int_equal(made.start, way_map_cell(map, exhibit->start.x, exhibit->start.y));
        assert_int_equal(made.goal, way_map_cell(map, exhibit->goal.x, exhibit->goal.y));
        assert_true(way_map_is_passable(map, made.start));
        assert_true(way_map_is_passable(map, made.goal));
        assert_true(way_map_is_reachable(map, made.start, made.goal, 1));
        const way_cost cost = oracle_cost(map, made.start, made.goal, 1);
        assert_true(cost != WAY_COST_MAX);
        assert_true(cost >= way_map_estimate(map, made.start, made.goal));
        // Worth the trip: at least half the width of the scene.
        assert_true(cost >= way_map_costs(map).cardinal * made.width / 2);
        way_map_destroy(map);
        scene_destroy(&made);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exhibits_when_listed),
        cmocka_unit_test(exhibits_when_travelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
