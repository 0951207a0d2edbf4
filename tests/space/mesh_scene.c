// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "space/mesh_scene.h"

#define MESH_SCENE_POLYGONS_MAX 2048u

way_status mesh_scene_repair(way_mesh *mesh)
{
    bool done = false;
    const way_status status = way_mesh_repair(mesh, UINT32_MAX, &done);
    assert_int_equal(done, status == WAY_STATUS_OK);
    return status;
}

way_map *mesh_scene_draw(way_rng *rng, uint32_t width, uint32_t height, uint32_t walls)
{
    static uint8_t weights[MESH_SCENE_SIDE_MAX * MESH_SCENE_SIDE_MAX];
    way_map *map = NULL;
    for (uint32_t i = 0; i < width * height; i++) {
        weights[i] = way_rng_below(rng, 100) >= walls;
    }
    way_map_config config = way_map_config_default(width, height);
    config.weights = weights;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    return map;
}

void mesh_scene_edit(way_map *map, way_rng *rng)
{
    const uint32_t span = way_rng_below(rng, 8) ? 1 : 8;
    way_edit edit = {.width = 1 + way_rng_below(rng, span), .height = 1 + way_rng_below(rng, span)};
    edit.x = way_rng_below(rng, way_map_width(map) - edit.width + 1);
    edit.y = way_rng_below(rng, way_map_height(map) - edit.height + 1);
    const way_cell cell = way_map_cell(map, edit.x, edit.y);
    edit.weight = !way_map_is_passable(map, cell);
    assert_int_equal(way_map_edit(map, &edit, 1), WAY_STATUS_OK);
}

// Comparing
// ---------------------------------------------------------------------------------------

/// Which polygon of the other mesh is the same, by its first corner and its size.
typedef struct likeness {
    const way_mesh *mesh, *other;
    bool amid; ///< a repair: doors may lead to more
    uint32_t same[MESH_SCENE_POLYGONS_MAX];
} likeness;

static bool is_same_polygon(const way_mesh *mesh, uint32_t a, const way_mesh *other, uint32_t b)
{
    bool same = wayi_mesh_size(mesh, a) == wayi_mesh_size(other, b);
    for (uint32_t i = 0; same && i < wayi_mesh_size(mesh, a); i++) {
        same = wayi_mesh_same(wayi_mesh_at(mesh, wayi_mesh_first(mesh, a) + i),
                              wayi_mesh_at(other, wayi_mesh_first(other, b) + i));
    }
    return same;
}

static void find_likeness(likeness *alike)
{
    assert_true(alike->mesh->polygon_count <= MESH_SCENE_POLYGONS_MAX);
    for (uint32_t a = 0; a < alike->mesh->polygon_count; a++) {
        uint32_t b = 0;
        while (b < alike->other->polygon_count &&
               !is_same_polygon(alike->mesh, a, alike->other, b)) {
            b++;
        }
        assert_true(b < alike->other->polygon_count);
        alike->same[a] = b;
    }
}

/// The side of the other mesh that is the same.
static uint32_t like_side(const likeness *alike, uint32_t side)
{
    const uint32_t polygon = alike->mesh->owners[side];
    return wayi_mesh_first(alike->other, alike->same[polygon]) + side -
           wayi_mesh_first(alike->mesh, polygon);
}

static void check_sides(const likeness *alike, uint32_t polygon)
{
    const way_mesh *mesh = alike->mesh;
    const way_mesh *other = alike->other;
    for (uint32_t side = wayi_mesh_first(mesh, polygon); side < wayi_mesh_end(mesh, polygon);
         side++) {
        const uint32_t like = like_side(alike, side);
        assert_int_equal(mesh->owners[side], polygon);
        if (mesh->twins[side] == WAYI_MESH_NONE) {
            assert_int_equal(other->twins[like], WAYI_MESH_NONE);
        } else {
            assert_int_equal(like_side(alike, mesh->twins[side]), other->twins[like]);
        }
        // The stop is the same place with the same sides: those of its first side are alike.
        const wayi_mesh_stop *stop = &mesh->stop_list[mesh->stops[side]];
        assert_true(wayi_mesh_same(stop->at, wayi_mesh_at(mesh, side)));
        assert_int_equal(stop->bends, other->stop_list[other->stops[like]].bends);
        assert_int_equal(other->stops[like_side(alike, stop->side)], other->stops[like]);
        assert_int_equal(mesh->stops[stop->side], mesh->stops[side]);
    }
}

static void check_doors(const likeness *alike, uint32_t polygon)
{
    const way_mesh *mesh = alike->mesh;
    const way_mesh *other = alike->other;
    const wayi_mesh_polygon *here = &mesh->polygons[polygon];
    const wayi_mesh_polygon *there = &other->polygons[alike->same[polygon]];
    assert_int_equal(here->doors, there->doors);
    for (uint32_t i = 0; i < here->doors; i++) {
        const wayi_mesh_door *a = &mesh->doors[here->first + i];
        const wayi_mesh_door *b = &other->doors[there->first + i];
        assert_true(wayi_mesh_same(a->from, b->from) && wayi_mesh_same(a->to, b->to));
        assert_int_equal(alike->same[a->beyond], b->beyond);
        assert_int_equal(mesh->doors[a->twin].twin, here->first + i);
        assert_int_equal(a->from_bends, b->from_bends);
        assert_int_equal(a->to_bends, b->to_bends);
        assert_true(wayi_mesh_same(mesh->stop_list[a->from_stop].at, a->from));
        assert_true(wayi_mesh_same(mesh->stop_list[a->to_stop].at, a->to));
        for (uint32_t goal = 0; goal < mesh->polygon_count; goal++) {
            const bool leads = wayi_mesh_leads_to(a, mesh->polygons[goal].rank);
            const uint32_t rank = other->polygons[alike->same[goal]].rank;
            assert_true(leads == wayi_mesh_leads_to(b, rank) || (leads && alike->amid));
        }
    }
}

uint32_t mesh_scene_count_stops(const way_mesh *mesh)
{
    uint32_t count = 0;
    for (uint32_t stop = 0; stop < mesh->stop_count; stop++) {
        count += mesh->stop_list[stop].side != WAYI_MESH_NONE;
    }
    return count;
}

static void check_like(const way_mesh *mesh, const way_mesh *other, bool amid)
{
    static likeness alike;
    alike.mesh = mesh;
    alike.other = other;
    alike.amid = amid;
    assert_int_equal(mesh->polygon_count, other->polygon_count);
    assert_int_equal(mesh->point_count, other->point_count);
    assert_int_equal(mesh_scene_count_stops(mesh), mesh_scene_count_stops(other));
    find_likeness(&alike);
    for (uint32_t polygon = 0; polygon < mesh->polygon_count; polygon++) {
        check_sides(&alike, polygon);
        check_doors(&alike, polygon);
    }
}

void mesh_scene_check_same(const way_mesh *mesh, const way_mesh *other)
{
    check_like(mesh, other, false);
}

void mesh_scene_check_like(const way_mesh *mesh, const way_mesh *other)
{
    check_like(mesh, other, true);
}

// Searching ---------------------------------------------------------------------------------------

mesh_walker mesh_walker_open(const way_mesh *mesh)
{
    mesh_walker out = {0};
    assert_int_equal(way_space_create_points(mesh, 2, NULL, &out.space), WAY_STATUS_OK);
    const way_navigator_config config = {.space = out.space, .algorithm = "polyanya"};
    assert_int_equal(way_navigator_create(&config, &out.navigator), WAY_STATUS_OK);
    const way_agent_config agent = {.navigator = out.navigator};
    assert_int_equal(way_agent_create(&agent, &out.agent), WAY_STATUS_OK);
    return out;
}

void mesh_walker_close(mesh_walker *out)
{
    way_agent_destroy(out->agent);
    way_navigator_destroy(out->navigator);
    way_space_destroy(out->space);
}
