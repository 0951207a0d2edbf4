// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Overlaps of polygons: the sweep against every pair looked at.
#include "mesh/mesh.h"
#include "support/test.h"
#include "support/test_allocator.h"

#include <string.h>

#define SWEEP_POLYGONS 12u
#define SWEEP_CORNERS 4u

/// Whether a side of `a` has all of `b` beyond it.
static bool separates(const way_mesh *mesh, uint32_t a, uint32_t b)
{
    for (uint32_t side = wayi_mesh_first(mesh, a); side < wayi_mesh_end(mesh, a); side++) {
        bool beyond = true;
        for (uint32_t i = wayi_mesh_first(mesh, b); beyond && i < wayi_mesh_end(mesh, b); i++) {
            beyond = wayi_mesh_turn(wayi_mesh_at(mesh, side),
                                    wayi_mesh_at(mesh, wayi_mesh_next(mesh, side)),
                                    wayi_mesh_at(mesh, i)) <= 0;
        }
        if (beyond) {
            return true;
        }
    }
    return false;
}

/// Two convex polygons are apart exactly if a side of one has all of the other beyond it.
static bool overlap(const way_mesh *mesh, uint32_t a, uint32_t b)
{
    return !separates(mesh, a, b) && !separates(mesh, b, a);
}

static bool any_overlap(const way_mesh *mesh)
{
    for (uint32_t a = 0; a < mesh->polygon_count; a++) {
        for (uint32_t b = 0; b < a; b++) {
            if (overlap(mesh, a, b)) {
                return true;
            }
        }
    }
    return false;
}

/// Triangles and quadrangles on a coarse grid: they touch in every way there is. NULL if one of
/// them is not convex.
static way_mesh *scatter(way_rng *rng, uint32_t count, uint32_t range, uint32_t size)
{
    way_point points[SWEEP_POLYGONS * SWEEP_CORNERS];
    uint32_t corners[SWEEP_POLYGONS * SWEEP_CORNERS];
    uint32_t sizes[SWEEP_POLYGONS];
    uint32_t used = 0;
    for (uint32_t i = 0; i < count; i++) {
        const way_point at = {(int32_t)way_rng_below(rng, range),
                              (int32_t)way_rng_below(rng, range)};
        sizes[i] = 3 + way_rng_below(rng, 2);
        for (uint32_t k = 0; k < sizes[i]; k++, used++) {
            corners[used] = used;
            points[used] = (way_point){at.x + (int32_t)way_rng_below(rng, size),
                                       at.y + (int32_t)way_rng_below(rng, size)};
        }
    }
    const way_mesh_config config = {.points = points,
                                    .point_count = used,
                                    .corners = corners,
                                    .sizes = sizes,
                                    .polygon_count = count};
    way_mesh *mesh = NULL;
    wayi_mesh_fault fault = {0};
    return wayi_mesh_create(&config, WAYI_MESH_WHOLE, (wayi_job_stage){0}, &mesh, &fault) ==
                   WAY_STATUS_OK
               ? mesh
               : NULL;
}

static void agrees_with_every_pair(void **state)
{
    (void)state;
    way_rng rng = test_rng(5);
    uint32_t found[2] = {0};
    for (uint32_t round = 0; round < 60000; round++) {
        const uint32_t count = 2 + way_rng_below(&rng, round % 3 ? 2 : SWEEP_POLYGONS - 1);
        way_mesh *mesh = scatter(&rng, count, 2 + way_rng_below(&rng, 12), 2 + round % 5);
        if (!mesh) {
            continue;
        }
        uint32_t polygon = 0;
        uint32_t other = 0;
        assert_int_equal(wayi_mesh_find_overlap(mesh, (wayi_job_stage){0}, &polygon, &other),
                         WAY_STATUS_OK);
        const bool expected = any_overlap(mesh);
        if (expected != (polygon != WAYI_MESH_NONE)) {
            fail_msg("round %u: %u polygons, the sweep finds %u and %u", round, count, polygon,
                     other);
        }
        assert_true(!expected || (other < polygon && overlap(mesh, polygon, other)));
        found[expected]++;
        way_mesh_destroy(mesh);
    }
    print_message("%u meshes without and %u with overlaps\n", found[0], found[1]);
    assert_true(found[0] > 1000 && found[1] > 1000);
}

/// So many polygons that look at every pair would take minutes: flat ones one above the other,
/// upright ones side by side, and all of them through one point.
static void slivers_take_no_time(void **state)
{
    const uint32_t count = 100000;
    const uint32_t shape = *(const uint32_t *)*state;
    way_point *points = malloc(count * 3 * sizeof *points);
    uint32_t *corners = malloc(count * 3 * sizeof *corners);
    uint32_t *sizes = malloc(count * sizeof *sizes);
    assert_true(points && corners && sizes);
    for (uint32_t i = 0; i < count; i++) {
        const int32_t at = (int32_t)i * 1000;
        const way_point flat[3] = {{0, at}, {900000000, at + 5}, {0, at + 10}};
        const way_point fan[3] = {{0, 0}, {900000000, at * 9}, {900000000, at * 9 + 900}};
        for (uint32_t k = 0; k < 3; k++) {
            points[i * 3 + k] = shape == 2   ? fan[k]
                                : shape == 1 ? (way_point){flat[k].y, flat[k].x}
                                             : flat[k];
            corners[i * 3 + k] = i * 3 + k;
        }
        sizes[i] = 3;
    }
    const way_mesh_config config = {.points = points,
                                    .point_count = count * 3,
                                    .corners = corners,
                                    .sizes = sizes,
                                    .polygon_count = count};
    way_mesh *mesh = NULL;
    assert_int_equal(way_mesh_create(&config, &mesh, NULL), WAY_STATUS_OK);
    way_mesh_destroy(mesh);
    points[3 * (count / 2)].y += shape == 1 ? 0 : 1500; // across its neighbour
    points[3 * (count / 2)].x += shape == 1 ? 1500 : 0;
    assert_int_equal(way_mesh_create(&config, &mesh, NULL), WAY_STATUS_BAD_FORMAT);
    free(points);
    free(corners);
    free(sizes);
}

int main(void)
{
    static uint32_t shapes[] = {0, 1, 2};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_every_pair),
        cmocka_unit_test_prestate(slivers_take_no_time, &shapes[0]),
        cmocka_unit_test_prestate(slivers_take_no_time, &shapes[1]),
        cmocka_unit_test_prestate(slivers_take_no_time, &shapes[2]),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
