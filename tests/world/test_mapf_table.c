// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Distances that are made where somebody asks are those of a plain flood, in whatever order one
// asks.
#include "map/grid/directions.h"
#include "mapf/mapf_table.h"
#include "support/test.h"
#include "support/test_allocator.h"

#include <string.h>

enum { ROW = 64, WIDTH = 24, HEIGHT = 16, SPOTS = ROW * (HEIGHT + 2), UNITS = 6 };

static const int32_t table_offsets[] = {-ROW, 1, ROW, -1};

typedef struct table_scene {
    uint8_t exits[SPOTS];
    wayi_mapf_spot cells[WIDTH * HEIGHT]; ///< passable ones
    uint32_t cell_count;
    wayi_mapf_spot starts[UNITS];
    wayi_mapf_spot goals[UNITS];
    uint32_t distances[UNITS][SPOTS]; ///< WAYI_MAPF_NONE = none
} table_scene;

static void table_flood(table_scene *scene, uint32_t unit)
{
    wayi_mapf_spot queue[WIDTH * HEIGHT] = {scene->goals[unit]};
    uint32_t *distances = scene->distances[unit];
    memset(distances, 0xff, sizeof scene->distances[unit]);
    distances[queue[0]] = 0;
    for (uint32_t next = 0, count = 1; next < count; next++) {
        for (uint32_t dir = 0; dir < 4; dir++) {
            const wayi_mapf_spot to = queue[next] + (uint32_t)table_offsets[dir];
            if (((uint32_t)scene->exits[queue[next]] >> dir & 1u) &&
                distances[to] == WAYI_MAPF_NONE) {
                distances[to] = distances[queue[next]] + 1;
                queue[count++] = to;
            }
        }
    }
}

static void table_make_scene(table_scene *scene, way_rng *rng)
{
    bool open[SPOTS] = {false};
    const uint32_t walls = way_rng_below(rng, 5);
    scene->cell_count = 0;
    for (uint32_t c = 0; c < WIDTH * HEIGHT; c++) {
        const wayi_mapf_spot spot = (c / WIDTH + 1) * ROW + c % WIDTH + 1;
        open[spot] = c < 2 || way_rng_below(rng, 10) >= walls;
        if (open[spot]) {
            scene->cells[scene->cell_count++] = spot;
        }
    }
    memset(scene->exits, 0, sizeof scene->exits);
    for (uint32_t k = 0; k < scene->cell_count; k++) {
        const wayi_mapf_spot spot = scene->cells[k];
        for (uint32_t dir = 0; dir < 4; dir++) {
            const bool passable = open[spot + (uint32_t)table_offsets[dir]];
            scene->exits[spot] |= (uint8_t)((uint32_t)passable << dir);
        }
    }
    for (uint32_t unit = 0; unit < UNITS; unit++) {
        scene->starts[unit] = scene->cells[way_rng_below(rng, scene->cell_count)];
        scene->goals[unit] = scene->cells[way_rng_below(rng, scene->cell_count)];
        table_flood(scene, unit);
    }
}

static void table_check(const table_scene *scene, wayi_mapf_table *table, way_rng *rng)
{
    assert_true(wayi_mapf_table_fill(table, NULL, NULL));
    for (uint32_t unit = 0; unit < UNITS; unit++) {
        assert_int_equal(table->lengths[unit], scene->distances[unit][scene->starts[unit]]);
    }
    for (uint32_t asks = 0; asks < 2000; asks++) {
        const uint32_t unit = way_rng_below(rng, UNITS);
        const wayi_mapf_spot from = scene->cells[way_rng_below(rng, scene->cell_count)];
        const uint32_t dir = way_rng_below(rng, 4);
        const wayi_mapf_spot to = from + (uint32_t)table_offsets[dir];
        const uint32_t *distances = scene->distances[unit];
        if (scene->exits[from] >> dir & 1u) {
            const bool nearer =
                distances[from] != WAYI_MAPF_NONE && distances[to] < distances[from];
            assert_int_equal(wayi_mapf_is_nearer(table, unit, from, to), nearer);
        }
    }
}

static void table_is_that_of_a_flood(void **state)
{
    (void)state;
    static table_scene scene;
    way_rng rng = test_rng(15);
    for (uint32_t round = 0; round < 200; round++) {
        const way_allocator allocator = wayi_allocator_or_default(NULL);
        wayi_mapf_table table = {.ground = {scene.exits, ROW, SPOTS / 64},
                                 .starts = scene.starts,
                                 .goals = scene.goals,
                                 .count = UNITS,
                                 .crews = 2};
        table_make_scene(&scene, &rng);
        assert_true(wayi_mapf_table_init(&table, &allocator));
        table_check(&scene, &table, &rng);
        wayi_mapf_table_fini(&table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_is_that_of_a_flood),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
