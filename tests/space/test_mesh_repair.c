// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the repair of a mesh takes: it does not depend on the size of the map, no call goes far
// beyond its budget, and until a repair is done every search finds what it found before.
#include "core/sort.h"
#include "space/mesh_scene.h"
#include "support/test_allocator.h"

/// The bytes that a repair has out at most, beyond those of the mesh: the median of many.
static uint64_t repair_bytes(uint32_t side)
{
    enum { EDITS = 41 };
    uint64_t spent[EDITS];
    test_allocator memory;
    way_map *map = NULL;
    way_mesh *mesh = NULL;
    test_allocator_init(&memory);
    const way_map_config config = way_map_config_default(side, side);
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    for (uint32_t y = 4; y < side; y += 16) {
        for (uint32_t x = 4; x < side; x += 16) {
            const way_edit pillar = {x, y, 5, 7, 0};
            assert_int_equal(way_map_edit(map, &pillar, 1), WAY_STATUS_OK);
        }
    }
    const way_mesh_map_config plan = {.map = map, .tile = 32, .allocator = &memory.allocator};
    assert_int_equal(way_mesh_create_for(&plan, &mesh), WAY_STATUS_OK);
    for (uint32_t i = 0; i < EDITS; i++) {
        const way_edit edit = {side / 2 + i % 7, side / 2 + i % 5, 1, 1, (uint8_t)(i & 1)};
        const size_t before = memory.live_bytes;
        assert_int_equal(way_map_edit(map, &edit, 1), WAY_STATUS_OK);
        memory.peak_bytes = before;
        assert_int_equal(mesh_scene_repair(mesh), WAY_STATUS_OK);
        spent[i] = memory.peak_bytes - before;
    }
    wayi_sort64(spent, EDITS);
    way_mesh_destroy(mesh);
    way_map_destroy(map);
    test_allocator_check_empty(&memory);
    return spent[EDITS / 2];
}

/// What repairs within a budget took.
typedef struct repair_calls {
    uint64_t most;   ///< work of a call
    uint64_t joined; ///< most of one that had put the tiles in
} repair_calls;

/// What the lists of a mesh have room for.
static uint64_t count_room(const way_mesh *mesh)
{
    return (uint64_t)mesh->side_room + mesh->polygon_room + mesh->point_room + mesh->stop_room +
           mesh->source->head_room + mesh->source->mark_room + mesh->source->home_room;
}

/// A repair within a budget, next to one without: it takes the same work and makes the same mesh,
/// in two calls for each budget of it and one more, and until tiles are put in nothing changes.
static void check_budget(way_mesh *mesh, way_mesh *twin, uint32_t budget, repair_calls *calls)
{
    const wayi_mesh_repair *repair = &mesh->source->repair;
    const uint64_t revision = mesh->revision - way_mesh_is_current(mesh); // nothing may be to do
    uint64_t sum = 0;
    uint64_t count = 0;
    assert_int_equal(mesh_scene_repair(twin), WAY_STATUS_OK);
    const uint64_t whole = twin->source->repair.spent;
    for (bool done = false; !done; count++) {
        const uint64_t room = count_room(mesh);
        const bool current = way_mesh_is_current(mesh);
        assert_true(mesh->revision == revision + current);
        assert_int_equal(way_mesh_repair(mesh, budget, &done), WAY_STATUS_OK);
        assert_true(way_mesh_is_current(mesh) || !done);
        uint64_t *most = way_mesh_is_current(mesh) != current ? &calls->joined : &calls->most;
        sum += repair->spent;
        // Moving lists to larger ones takes longer the larger the mesh is.
        const bool alike = room == count_room(mesh);
        *most = alike && repair->spent > *most ? repair->spent : *most;
    }
    assert_int_equal(sum, whole);
    assert_true(count <= 2 * whole / (budget ? budget : 1) + 1);
}

/// No call goes beyond its budget by more than a ring or a row, unless it copies the corners of a
/// tile, or puts it in.
static void check_calls(const wayi_mesh_source *source, uint32_t budget, const repair_calls *calls)
{
    const uint64_t limit = (uint64_t)budget + 8 * (uint64_t)source->side;
    uint64_t sides = 0;
    for (uint32_t i = 0; i < wayi_mesh_tile_count(source); i++) {
        const way_mesh *part = source->tiles[i].part;
        sides = part && part->side_count > sides ? part->side_count : sides;
    }
    assert_true(calls->most <= limit || calls->most <= 2 * sides / 4);
    assert_true(calls->joined <= limit || calls->joined <= 2 * sides);
}

/// Pillars on a large map, or noise; edits of single cells and of areas, repaired within a budget.
static repair_calls repair_within(uint32_t side, uint32_t budget, bool noise)
{
    enum { EDITS = 12, TILE = 64 };
    static uint8_t weights[1024 * 1024];
    way_rng rng = test_rng(17);
    way_map *map = NULL;
    way_mesh *mesh = NULL;
    way_mesh *twin = NULL;
    repair_calls calls = {0};
    for (uint32_t i = 0; i < side * side; i++) {
        const bool pillar = i % side % 16 < 5 && i / side % 16 < 7;
        weights[i] = noise ? way_rng_below(&rng, 100) >= 35 : !pillar;
    }
    way_map_config config = way_map_config_default(side, side);
    config.weights = weights;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    const way_mesh_map_config plan = {.map = map, .tile = TILE};
    assert_int_equal(way_mesh_create_for(&plan, &mesh), WAY_STATUS_OK);
    assert_int_equal(way_mesh_create_for(&plan, &twin), WAY_STATUS_OK);
    for (uint32_t i = 0; i < EDITS; i++) {
        const way_edit edit = {128 + i % 7, 120 + i % 5, 1 + i % 2, 1 + i % 3, (uint8_t)(i & 1)};
        assert_int_equal(way_map_edit(map, &edit, 1), WAY_STATUS_OK);
        check_budget(mesh, twin, budget, &calls);
        check_calls(mesh->source, budget, &calls);
    }
    way_mesh_destroy(twin);
    way_mesh_destroy(mesh);
    way_map_destroy(map);
    return calls;
}

static void repairs_when_they_have_a_budget(void **state)
{
    (void)state;
    const uint32_t budgets[] = {0, 100, 2000, 100000};
    for (uint32_t i = 0; i < sizeof budgets / sizeof *budgets; i++) {
        const repair_calls small = repair_within(512, budgets[i], false);
        const repair_calls large = repair_within(1024, budgets[i], false);
        (void)repair_within(256, budgets[i], true);
        // A block within a map has doors to others.
        assert_true(large.most <= small.most + small.most / 8);
        assert_true(large.joined <= small.joined + small.joined / 8);
    }
}

/// Edits come in while a repair is under way: the mesh is the one of before, or the one that would
/// be made now.
static void check_amid(const way_mesh_map_config *plan, const way_mesh *mesh, const way_mesh *old)
{
    way_mesh *fresh = NULL;
    if (way_mesh_is_current(mesh)) {
        assert_int_equal(way_mesh_create_for(plan, &fresh), WAY_STATUS_OK);
    }
    if (fresh || old) {
        mesh_scene_check_like(mesh, fresh ? fresh : old);
    }
    way_mesh_destroy(fresh);
}

static void repairs_when_edits_come_in_meanwhile(void **state)
{
    (void)state;
    way_rng rng = test_rng(31);
    for (uint32_t round = 0; round < 40; round++) {
        way_map *map = mesh_scene_draw(&rng, 40, 33, round % 40);
        way_mesh *mesh = NULL;
        way_mesh *old = NULL;
        const way_mesh_map_config plan = {.map = map, .tile = 8 + round % 9};
        assert_int_equal(way_mesh_create_for(&plan, &mesh), WAY_STATUS_OK);
        for (uint32_t i = 0; i < 12; i++) {
            uint32_t edits = way_rng_below(&rng, 6);
            bool done = false;
            way_status status = WAY_STATUS_OK;
            assert_int_equal(way_mesh_create_for(&plan, &old), WAY_STATUS_OK);
            const bool current = way_mesh_is_current(mesh); // not so if it had become too large
            const uint64_t revision = mesh->revision;
            mesh_scene_edit(map, &rng);
            while (status == WAY_STATUS_OK && !done) {
                status = way_mesh_repair(mesh, way_rng_below(&rng, 800), &done);
                if (!done && way_rng_below(&rng, 8) == 0) {
                    check_amid(&plan, mesh, current && mesh->revision == revision ? old : NULL);
                }
                if (!done && edits && way_rng_below(&rng, 3) == 0) {
                    mesh_scene_edit(map, &rng);
                    edits--;
                }
            }
            way_mesh_destroy(old);
            assert_true(status == WAY_STATUS_OK || status == WAY_STATUS_TOO_LARGE);
            if (done) {
                assert_int_equal(way_mesh_create_for(&plan, &old), WAY_STATUS_OK);
                mesh_scene_check_same(mesh, old);
                way_mesh_destroy(old);
            }
        }
        mesh_scene_edit(map, &rng);
        bool done = false;
        assert_int_equal(way_mesh_repair(mesh, 10, &done), WAY_STATUS_OK);
        way_mesh_destroy(mesh); // amid a repair
        way_map_destroy(map);
    }
}

/// What a trip between the two spots comes to over a mesh that is made now; false if there is none.
static bool go_afresh(const way_mesh_map_config *plan, const way_point ends[2], way_cost *cost)
{
    const way_trip trip = {.start = 0, .goal = 1};
    way_mesh *mesh = NULL;
    assert_int_equal(way_mesh_create_for(plan, &mesh), WAY_STATUS_OK);
    mesh_walker walker = mesh_walker_open(mesh);
    const bool arrived = way_points_set(walker.space, 0, ends[0]) == WAY_STATUS_OK &&
                         way_points_set(walker.space, 1, ends[1]) == WAY_STATUS_OK &&
                         way_agent_begin(walker.agent, &trip) == WAY_STATUS_OK &&
                         way_agent_run(walker.agent) == WAY_OUTCOME_FOUND;
    *cost = arrived ? way_agent_cost(walker.agent) : 0;
    mesh_walker_close(&walker);
    way_mesh_destroy(mesh);
    return arrived;
}

/// Trips go on between the calls of a repair: until tiles are put in they find what they would have
/// found before, and later what they find over the mesh that would be made now.
static void trips_when_a_repair_is_under_way(void **state)
{
    (void)state;
    way_rng rng = test_rng(57);
    const way_point ends[2] = {{1137, 1291}, {38137, 31291}};
    const way_trip trip = {.start = 0, .goal = 1};
    uint32_t arrived = 0;
    for (uint32_t round = 0; round < 60; round++) {
        way_map *map = mesh_scene_draw(&rng, 40, 33, 5 + round % 25);
        const way_edit corners[2] = {{1, 1, 1, 1, 1}, {38, 31, 1, 1, 1}};
        assert_int_equal(way_map_edit(map, corners, 2), WAY_STATUS_OK);
        const way_mesh_map_config plan = {.map = map, .tile = 8 + round % 9};
        way_mesh *mesh = NULL;
        way_cost cost = 0;
        assert_int_equal(way_mesh_create_for(&plan, &mesh), WAY_STATUS_OK);
        mesh_walker walker = mesh_walker_open(mesh);
        bool known = go_afresh(&plan, ends, &cost);
        assert_int_equal(way_points_set(walker.space, 0, ends[0]), WAY_STATUS_OK);
        assert_int_equal(way_points_set(walker.space, 1, ends[1]), WAY_STATUS_OK);
        const way_edit wall = {10 + round % 20, 8 + round % 16, 3, 1, round % 2};
        assert_int_equal(way_map_edit(map, &wall, 1), WAY_STATUS_OK);
        assert_int_equal(way_agent_begin(walker.agent, &trip), WAY_STATUS_OK);
        uint64_t revision = mesh->revision;
        way_status status = WAY_STATUS_OK;
        for (bool done = false; !done && status == WAY_STATUS_OK;) {
            status = way_mesh_repair(mesh, 60, &done);
            if (mesh->revision != revision) {
                revision = mesh->revision;
                known = go_afresh(&plan, ends, &cost);
                assert_int_equal(way_agent_begin(walker.agent, &trip), WAY_STATUS_OK);
            }
            const way_outcome outcome = way_agent_step(walker.agent, 4);
            if (outcome != WAY_OUTCOME_WORKING) {
                assert_int_equal(outcome, known ? WAY_OUTCOME_FOUND : WAY_OUTCOME_NO_PATH);
                assert_true(!known || way_agent_cost(walker.agent) == cost);
                arrived += known;
                assert_int_equal(way_agent_begin(walker.agent, &trip), WAY_STATUS_OK);
            }
        }
        mesh_walker_close(&walker);
        way_mesh_destroy(mesh);
        way_map_destroy(map);
    }
    assert_true(arrived > 60);
}

static void repairs_when_edits_never_end(void **state)
{
    (void)state;
    way_rng rng = test_rng(41);
    way_map *map = mesh_scene_draw(&rng, 40, 33, 30);
    way_mesh *mesh = NULL;
    const way_mesh_map_config plan = {.map = map, .tile = 16};
    assert_int_equal(way_mesh_create_for(&plan, &mesh), WAY_STATUS_OK);
    for (uint32_t i = 0, behind = 0; i < 100; i++) {
        bool done = false;
        const way_edit door = {.x = 9, .y = 9, .width = 1, .height = 1, .weight = i % 2};
        assert_int_equal(way_map_edit(map, &door, 1), WAY_STATUS_OK);
        assert_int_equal(way_mesh_repair(mesh, 40, &done), WAY_STATUS_OK);
        behind = done ? 0 : behind + 1;
        assert_true(behind <= 8);
    }
    way_mesh_destroy(mesh);
    way_map_destroy(map);
}

static void repairs_when_the_map_is_large(void **state)
{
    (void)state;
    const uint64_t small = repair_bytes(512);
    const uint64_t large = repair_bytes(2048);
    assert_true(small > 0);
    assert_true(large <= small + small / 8);
}

/// Wherever memory runs out, the mesh is as before, and can be repaired later.
static void repairs_when_out_of_memory(void **state)
{
    (void)state;
    way_rng rng = test_rng(3);
    test_allocator memory;
    test_allocator_init(&memory);
    way_map *map = mesh_scene_draw(&rng, 40, 40, 20);
    way_mesh *mesh = NULL;
    way_mesh *fresh = NULL;
    const way_mesh_map_config plan = {.map = map, .tile = 16, .allocator = &memory.allocator};
    assert_int_equal(way_mesh_create_for(&plan, &mesh), WAY_STATUS_OK);
    for (uint32_t nth = 1; nth < 150; nth++) {
        assert_int_equal(way_mesh_create_for(&plan, &fresh), WAY_STATUS_OK);
        mesh_scene_edit(map, &rng);
        test_allocator_fail_next(&memory, nth);
        const way_status status = mesh_scene_repair(mesh);
        test_allocator_fail_next(&memory, 0);
        if (status != WAY_STATUS_OK) {
            assert_int_equal(status, WAY_STATUS_NO_MEMORY);
            mesh_scene_check_same(mesh, fresh);
            assert_int_equal(mesh_scene_repair(mesh), WAY_STATUS_OK);
        }
        way_mesh_destroy(fresh);
        assert_int_equal(way_mesh_create_for(&plan, &fresh), WAY_STATUS_OK);
        mesh_scene_check_same(mesh, fresh);
        way_mesh_destroy(fresh);
    }
    way_mesh_destroy(mesh);
    way_map_destroy(map);
    test_allocator_check_empty(&memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(repairs_when_they_have_a_budget),
        cmocka_unit_test(repairs_when_edits_come_in_meanwhile),
        cmocka_unit_test(trips_when_a_repair_is_under_way),
        cmocka_unit_test(repairs_when_edits_never_end),
        cmocka_unit_test(repairs_when_the_map_is_large),
        cmocka_unit_test(repairs_when_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
