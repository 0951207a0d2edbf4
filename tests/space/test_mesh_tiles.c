// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A mesh that follows the edits of its map is the mesh that would be made now, in all but the
// numbers: the same polygons, sides, stops and doors, and searches that go the same way.
#include "space/mesh_scene.h"
#include "support/sizes.h"
#include "support/test_allocator.h"

// Searching
// ---------------------------------------------------------------------------------------

/// A search over the repaired mesh goes as one over the fresh mesh does.
static void check_search(const mesh_walker *old, const mesh_walker *fresh, const way_point ends[2])
{
    const mesh_walker *both[] = {old, fresh};
    const way_trip trip = {.start = 0, .goal = 1};
    way_outcome outcomes[2];
    for (uint32_t i = 0; i < 2; i++) {
        for (uint32_t end = 0; end < 2; end++) {
            assert_int_equal(way_points_set(both[i]->space, end, ends[end]), WAY_STATUS_OK);
        }
        assert_int_equal(way_agent_begin(both[i]->agent, &trip), WAY_STATUS_OK);
        outcomes[i] = way_agent_run(both[i]->agent);
    }
    assert_int_equal(outcomes[0], outcomes[1]);
    assert_int_equal(way_agent_cost(old->agent), way_agent_cost(fresh->agent));
    assert_int_equal(way_agent_stats(old->agent).expansions,
                     way_agent_stats(fresh->agent).expansions);
}

/// Any place: the polygon that holds it has the lowest number of all that do.
static bool check_place(const way_mesh *mesh, way_point at)
{
    uint32_t lowest = 0;
    while (lowest < mesh->polygon_count && !wayi_mesh_holds(mesh, lowest, at)) {
        lowest++;
    }
    const bool found = lowest < mesh->polygon_count;
    assert_int_equal(way_mesh_locate(mesh, at), found ? lowest : WAY_STATE_NONE);
    return found;
}

// Following
// ---------------------------------------------------------------------------------------

static void check_follows(const way_mesh_map_config *plan, way_map *map, way_mesh *mesh,
                          way_rng *rng, uint32_t edits)
{
    mesh_walker old = mesh_walker_open(mesh);
    for (uint32_t i = 0; i < edits; i++) {
        for (uint32_t k = way_rng_below(rng, 4); k < 4; k++) {
            mesh_scene_edit(map, rng);
        }
        const uint64_t revision = mesh->revision;
        const way_status status = mesh_scene_repair(mesh);
        way_mesh *fresh = NULL;
        const way_status made = way_mesh_create_for(plan, &fresh);
        if (status == WAY_STATUS_TOO_LARGE) {
            assert_int_equal(mesh->revision, revision);
            assert_true(mesh_scene_count_stops(fresh) > mesh->state_room);
            way_mesh_destroy(fresh);
            continue; // until there is less again
        }
        assert_int_equal(status, made);
        if (status == WAY_STATUS_OK) {
            mesh_walker now = mesh_walker_open(fresh);
            way_point ends[2];
            mesh_scene_check_same(mesh, fresh);
            for (uint32_t k = 0, found = 0; k < 60; k++) {
                const int32_t x = (int32_t)way_rng_below(rng, 2 * way_map_width(map) + 1) * 500;
                const int32_t y = (int32_t)way_rng_below(rng, 2 * way_map_height(map) + 1) * 500;
                (void)check_place(mesh, (way_point){x, y});
                // Searches start where no polygons touch: from a side they might go either way.
                ends[found] = (way_point){x + 137, y + 291};
                found += check_place(mesh, ends[found]);
                if (found == 2) {
                    check_search(&old, &now, ends);
                    found = 0;
                }
            }
            mesh_walker_close(&now);
        }
        way_mesh_destroy(fresh);
    }
    mesh_walker_close(&old);
}

static void meshes_when_edited_at_random(void **state)
{
    (void)state;
    way_rng rng = test_rng(99);
    const uint32_t tiles[] = {8, 9, 16, 0, 13};
    for (uint32_t round = 0; round < 60; round++) {
        const uint32_t size = 1 + round % 3;
        const uint32_t width = 8 + way_rng_below(&rng, MESH_SCENE_SIDE_MAX - 7);
        const uint32_t height = 8 + way_rng_below(&rng, MESH_SCENE_SIDE_MAX - 7);
        way_map *map = mesh_scene_draw(&rng, width, height, round % 50);
        const way_mesh_map_config plan = {.map = map, .profile = size, .tile = tiles[round % 5]};
        way_mesh *mesh = NULL;
        assert_int_equal(sizes_add(map, size), WAY_STATUS_OK);
        if (way_mesh_create_for(&plan, &mesh) == WAY_STATUS_OK) {
            check_follows(&plan, map, mesh, &rng, 60);
        }
        way_mesh_destroy(mesh);
        way_map_destroy(map);
    }
}

/// A mesh that would have too many points stays as it is, with the numbers and trips of before, and
/// follows again once there are fewer.
static void meshes_when_too_large(void **state)
{
    (void)state;
    way_map *map = NULL;
    way_mesh *mesh = NULL;
    way_mesh *fresh = NULL;
    const way_map_config config = way_map_config_default(40, 40);
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    const way_mesh_map_config plan = {.map = map, .tile = 16};
    assert_int_equal(way_mesh_create_for(&plan, &mesh), WAY_STATUS_OK);
    uint32_t refused = 0;
    for (uint32_t round = 0; round < 3; round++) {
        const uint32_t before = refused;
        for (uint32_t i = 0; i < 400 && refused == before; i++) {
            const way_edit pillar = {i % 20 * 2, i / 20 * 2, 1, 1, 0};
            assert_int_equal(way_mesh_create_for(&plan, &fresh), WAY_STATUS_OK);
            assert_int_equal(way_map_edit(map, &pillar, 1), WAY_STATUS_OK);
            const uint64_t revision = mesh->revision;
            const way_status status = mesh_scene_repair(mesh);
            if (status != WAY_STATUS_OK) {
                assert_int_equal(status, WAY_STATUS_TOO_LARGE);
                assert_int_equal(mesh->revision, revision);
                assert_false(way_mesh_is_current(mesh));
                mesh_scene_check_same(mesh, fresh);
                refused++;
            }
            assert_true(mesh->stop_count <= mesh->state_room);
            way_mesh_destroy(fresh);
        }
        const way_edit all = {0, 0, 40, 40, 1};
        assert_int_equal(way_map_edit(map, &all, 1), WAY_STATUS_OK);
        assert_int_equal(mesh_scene_repair(mesh), WAY_STATUS_OK);
        assert_int_equal(way_mesh_create_for(&plan, &fresh), WAY_STATUS_OK);
        mesh_scene_check_same(mesh, fresh);
        way_mesh_destroy(fresh);
    }
    assert_int_equal(refused, 3);
    way_mesh_destroy(mesh);
    way_map_destroy(map);
}

static bool make_mesh(test_allocator *memory)
{
    way_rng rng = way_rng_seed(5);
    way_map *map = mesh_scene_draw(&rng, 24, 24, 20);
    way_mesh *mesh = NULL;
    const way_mesh_map_config plan = {.map = map, .tile = 16, .allocator = &memory->allocator};
    const way_status status = way_mesh_create_for(&plan, &mesh);
    assert_true(status == WAY_STATUS_OK || status == WAY_STATUS_NO_MEMORY);
    way_mesh_destroy(mesh);
    way_map_destroy(map);
    return status == WAY_STATUS_OK;
}

static void meshes_when_out_of_memory(void **state)
{
    (void)state;
    test_allocator_fail_each(make_mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meshes_when_edited_at_random),
        cmocka_unit_test(meshes_when_too_large),
        cmocka_unit_test(meshes_when_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
