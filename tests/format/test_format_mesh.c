// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "support/test.h"
#include "support/test_allocator.h"

#include <waymark/mesh.h>

#include <string.h>

static const char small_mesh[] = "# two rooms\n"
                                 "waymark-mesh 1\n"
                                 "vertex 0 0 0\n"
                                 "vertex 1 4 0\n"
                                 "vertex 2 4 2.5\n"
                                 "\n"
                                 "vertex 3 0 2.5 # a corner\n"
                                 "vertex 4 -1.25 1\n"
                                 "polygon 0 3 2 1 0\n"
                                 "polygon 1 0 3 4 # the other way round\n";

static void mesh_when_well_formed(void **state)
{
    (void)state;
    way_mesh *mesh = NULL;
    way_problem problem;
    assert_int_equal(way_mesh_parse(small_mesh, strlen(small_mesh), NULL, &mesh, &problem),
                     WAY_STATUS_OK);
    assert_string_equal(problem.text, "");
    assert_int_equal(way_mesh_polygon_count(mesh), 2);
    assert_int_equal(way_mesh_point_count(mesh), 5);
    assert_int_equal(way_mesh_point(mesh, 4).x, -1250);
    assert_int_equal(way_mesh_point(mesh, 2).y, 2500);
    uint32_t count = 0;
    const uint32_t *corners = way_mesh_polygon(mesh, 0, &count);
    assert_int_equal(count, 4);
    assert_int_equal(corners[0], 0); // turned round
    assert_int_equal(way_mesh_neighbour(mesh, 0, 3), 1);
    assert_int_equal(way_mesh_neighbour(mesh, 0, 0), WAY_STATE_NONE);
    assert_int_equal(way_mesh_locate(mesh, (way_point){-500, 1100}), 1);
    assert_int_equal(way_mesh_locate(mesh, (way_point){0, 1100}), 0); // both: the lower
    assert_int_equal(way_mesh_locate(mesh, (way_point){4000, 2500}), 0);
    assert_int_equal(way_mesh_locate(mesh, (way_point){4001, 2500}), WAY_STATE_NONE);
    assert_int_equal(way_mesh_locate(mesh, (way_point){-1200, 0}), WAY_STATE_NONE);
    const size_t size = way_mesh_format(mesh, NULL, 0);
    char *text = malloc(size);
    assert_non_null(text);
    assert_int_equal(way_mesh_format(mesh, text, size), size);
    way_mesh *again = NULL;
    assert_int_equal(way_mesh_parse(text, size, NULL, &again, NULL), WAY_STATUS_OK);
    char *twice = malloc(size);
    assert_non_null(twice);
    assert_int_equal(way_mesh_format(again, twice, size), size);
    assert_memory_equal(text, twice, size);
    free(text);
    free(twice);
    way_mesh_destroy(again);
    way_mesh_destroy(mesh);
    way_mesh_destroy(NULL);
}

#define SQUARE                                                                                     \
    "waymark-mesh 1\nvertex 0 0 0\nvertex 1 4 0\nvertex 2 4 4\nvertex 3 0 4\n" // lines 1 to 5

/// A text that is refused, and where and why.
typedef struct bad_mesh {
    const char *text;
    way_status status;
    uint32_t line, column;
    const char *why; ///< a part of the message
} bad_mesh;

static const bad_mesh bad_meshes[] = {
    {"", WAY_STATUS_BAD_FORMAT, 1, 0, "waymark-mesh 1"},
    {"waymark-mesh 2\n", WAY_STATUS_BAD_FORMAT, 1, 1, "waymark-mesh 1"},
    {"waymark-mesh 1 x\n", WAY_STATUS_BAD_FORMAT, 1, 16, "the end of the line"},
    {"waymark-mesh 1\n", WAY_STATUS_BAD_FORMAT, 2, 0, "at least one polygon"},
    {"waymark-mesh 1\nnode 0\n", WAY_STATUS_BAD_FORMAT, 2, 1, "'vertex' or 'polygon'"},
    {"waymark-mesh 1\nvertex 1 0 0\n", WAY_STATUS_BAD_FORMAT, 2, 8, "expected vertex 0"},
    {"waymark-mesh 1\nvertex 0 zero 0\n", WAY_STATUS_BAD_FORMAT, 2, 10, "a coordinate"},
    {"waymark-mesh 1\nvertex 0 0\n", WAY_STATUS_BAD_FORMAT, 2, 11, "a coordinate"},
    {"waymark-mesh 1\nvertex 0 0.1234 0\n", WAY_STATUS_BAD_FORMAT, 2, 10, "3 decimals"},
    {"waymark-mesh 1\nvertex 0 1000000.5 0\n", WAY_STATUS_OUT_OF_RANGE, 2, 10, "1000000"},
    {"waymark-mesh 1\nvertex 0 0 0 0\n", WAY_STATUS_BAD_FORMAT, 2, 14, "end of the line"},
    {"waymark-mesh 1\npolygon 0 1 2 3\n", WAY_STATUS_BAD_FORMAT, 2, 11, "vertices above"},
    {SQUARE "polygon 0 0 1\n", WAY_STATUS_BAD_FORMAT, 6, 14, "a vertex above"},
    {SQUARE "polygon 0 0 1 4\n", WAY_STATUS_OUT_OF_RANGE, 6, 15, "a vertex above"},
    {SQUARE "polygon 1 0 1 2\n", WAY_STATUS_BAD_FORMAT, 6, 9, "expected polygon 0"},
    {SQUARE "polygon 0 0 1 2\n", WAY_STATUS_BAD_FORMAT, 5, 0, "vertex 3 belongs to no polygon"},
    {SQUARE "polygon 0 0 1 3 2\n", WAY_STATUS_BAD_FORMAT, 6, 0, "polygon 0 is not convex"},
    {SQUARE "polygon 0 0 1 2 3 3\n", WAY_STATUS_BAD_FORMAT, 6, 0, "same corner twice"},
    {SQUARE "vertex 4 2 1\npolygon 0 0 4 1 2 3\n", WAY_STATUS_BAD_FORMAT, 7, 0, "not convex"},
    {SQUARE "vertex 4 2 0\npolygon 0 0 1 2 3\npolygon 1 0 4 1\n", WAY_STATUS_BAD_FORMAT, 8, 0,
     "polygon 1 "},
    {SQUARE "polygon 0 0 1 2 3\npolygon 1 0 1 2\n", WAY_STATUS_BAD_FORMAT, 7, 0,
     "polygon 1 overlaps polygon 0 of line 6"},
    {SQUARE "vertex 4 1 1\nvertex 5 9 1\nvertex 6 9 2\npolygon 0 0 1 2 3\npolygon 1 4 5 6\n",
     WAY_STATUS_BAD_FORMAT, 10, 0, "polygon 1 overlaps polygon 0 of line 9"},
    {SQUARE "vertex 4 1 1\nvertex 5 2 1\nvertex 6 2 2\npolygon 0 4 5 6\npolygon 1 0 1 2 3\n",
     WAY_STATUS_BAD_FORMAT, 10, 0, "polygon 1 overlaps polygon 0 of line 9"},
    // A star of five points turns the same way at every corner, but goes round twice.
    {"waymark-mesh 1\nvertex 0 0 -10\nvertex 1 6 8\nvertex 2 -9.5 -3\nvertex 3 9.5 -3\n"
     "vertex 4 -6 8\npolygon 0 0 1 2 3 4\n",
     WAY_STATUS_BAD_FORMAT, 7, 0, "not convex"},
};

static void mesh_when_malformed(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < sizeof bad_meshes / sizeof *bad_meshes; i++) {
        const bad_mesh *bad = &bad_meshes[i];
        way_mesh *mesh = NULL;
        way_problem problem;
        test_allocator memory;
        test_allocator_init(&memory);
        const way_status status =
            way_mesh_parse(bad->text, strlen(bad->text),
                           &(way_parse_config){.allocator = &memory.allocator}, &mesh, &problem);
        if (status != bad->status || problem.line != bad->line || problem.column != bad->column ||
            !strstr(problem.text, bad->why)) {
            fail_msg("case %u: %s at %u:%u '%s'", i, way_status_name(status), problem.line,
                     problem.column, problem.text);
        }
        assert_null(mesh);
        test_allocator_check_empty(&memory);
    }
    assert_int_equal(way_mesh_parse(NULL, 3, NULL, NULL, NULL), WAY_STATUS_INVALID_ARGUMENT);
}

static bool parse_scenario(test_allocator *memory)
{
    way_mesh *mesh = NULL;
    const way_status status =
        way_mesh_parse(small_mesh, strlen(small_mesh),
                       &(way_parse_config){.allocator = &memory->allocator}, &mesh, NULL);
    assert_true(status == WAY_STATUS_OK || status == WAY_STATUS_NO_MEMORY);
    if (mesh) {
        assert_int_equal(way_mesh_bytes(mesh), memory->live_bytes);
    }
    way_mesh_destroy(mesh);
    return status == WAY_STATUS_OK;
}

static void mesh_when_out_of_memory(void **state)
{
    (void)state;
    test_allocator_fail_each(parse_scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_when_well_formed),
        cmocka_unit_test(mesh_when_malformed),
        cmocka_unit_test(mesh_when_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
