// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A mesh that follows the edits of its map is the mesh that would be made now, in all but the
// numbers: the same polygons, sides, stops and doors, and searches that go the same way. What a
// repair takes does not depend on the size of the map, and no call goes far beyond its budget.
#include "core/sort.h"
#include "space/mesh_tiles.h"
#include "support/test.h"
#include "support/test_allocator.h"

#include <waymark/search.h>
#include <waymark/waymark.h>

#define SIDE_MAX 40u
#define POLYGONS_MAX 2048u

static way_status repair_all(way_mesh *mesh)
{
    bool done = false;
    const way_status status = way_mesh_repair(mesh, UINT32_MAX, &done);
    assert_int_equal(done, status == WAY_STATUS_OK);
    return status;
}

// Comparing ---------------------------------------------------------------------------------------

/// Which polygon of the other mesh is the same, by its first corner and its size.
typedef struct likeness {
    const way_mesh *mesh, *other;
    uint32_t same[POLYGONS_MAX];
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
    assert_true(alike->mesh->polygon_count <= POLYGONS_MAX);
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
            assert_int_equal(wayi_mesh_leads_to(a, mesh->polygons[goal].rank),
                             wayi_mesh_leads_to(b, other->polygons[alike->same[goal]].rank));
        }
    }
}

static uint32_t count_stops(const way_mesh *mesh)
{
    uint32_t count = 0;
    for (uint32_t stop = 0; stop < mesh->stop_count; stop++) {
        count += mesh->stop_list[stop].side != WAYI_MESH_NONE;
    }
    return count;
}

static void check_same(const way_mesh *mesh, const way_mesh *other)
{
    static likeness alike;
    alike.mesh = mesh;
    alike.other = other;
    assert_int_equal(mesh->polygon_count, other->polygon_count);
    assert_int_equal(mesh->point_count, other->point_count);
    assert_int_equal(count_stops(mesh), count_stops(other));
    find_likeness(&alike);
    for (uint32_t polygon = 0; polygon < mesh->polygon_count; polygon++) {
        check_sides(&alike, polygon);
        check_doors(&alike, polygon);
    }
}

// Searching ---------------------------------------------------------------------------------------

typedef struct walker {
    way_space *space;
    way_navigator *navigator;
    way_agent *agent;
} walker;

static walker open_walker(const way_mesh *mesh)
{
    walker out = {0};
    assert_int_equal(way_space_create_points(mesh, 2, NULL, &out.space), WAY_STATUS_OK);
    const way_navigator_config config = {.space = out.space, .algorithm = "polyanya"};
    assert_int_equal(way_navigator_create(&config, &out.navigator), WAY_STATUS_OK);
    const way_agent_config agent = {.navigator = out.navigator};
    assert_int_equal(way_agent_create(&agent, &out.agent), WAY_STATUS_OK);
    return out;
}

static void close_walker(walker *out)
{
    way_agent_destroy(out->agent);
    way_navigator_destroy(out->navigator);
    way_space_destroy(out->space);
}

/// A search over the repaired mesh goes as one over the fresh mesh does.
static void check_search(const walker *old, const walker *fresh, const way_point ends[2])
{
    const walker *both[] = {old, fresh};
    const way_trip trip = {.start = 0, .goal = 1};
    way_outcome outcomes[2];
    for (uint32_t i = 0; i < 2; i++) {
        for (uint32_t end = 0; end < 2; end++) {
            assert_int_equal(way_points_place(both[i]->space, end, ends[end]), WAY_STATUS_OK);
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

// Editing -----------------------------------------------------------------------------------------

static way_map *draw_map(way_rng *rng, uint32_t width, uint32_t height, uint32_t walls)
{
    static uint8_t weights[SIDE_MAX * SIDE_MAX];
    way_map *map = NULL;
    for (uint32_t i = 0; i < width * height; i++) {
        weights[i] = way_rng_below(rng, 100) >= walls;
    }
    way_map_config config = way_map_config_default(width, height);
    config.weights = weights;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    return map;
}

static void edit_map(way_map *map, way_rng *rng)
{
    const uint32_t span = way_rng_below(rng, 8) ? 1 : 8;
    way_edit edit = {.width = 1 + way_rng_below(rng, span), .height = 1 + way_rng_below(rng, span)};
    edit.x = way_rng_below(rng, way_map_width(map) - edit.width + 1);
    edit.y = way_rng_below(rng, way_map_height(map) - edit.height + 1);
    const way_cell cell = way_map_cell(map, edit.x, edit.y);
    edit.weight = !way_map_is_passable(map, cell);
    assert_int_equal(way_map_edit(map, &edit, 1), WAY_STATUS_OK);
}

static void check_follows(const way_mesh_map_config *plan, way_map *map, way_mesh *mesh,
                          way_rng *rng, uint32_t edits)
{
    walker old = open_walker(mesh);
    for (uint32_t i = 0; i < edits; i++) {
        for (uint32_t k = way_rng_below(rng, 4); k < 4; k++) {
            edit_map(map, rng);
        }
        const uint32_t polygons = way_mesh_polygon_count(mesh);
        const way_status status = repair_all(mesh);
        way_mesh *fresh = NULL;
        const way_status made = way_mesh_create_for(plan, &fresh);
        if (status == WAY_STATUS_TOO_LARGE) {
            assert_int_equal(way_mesh_polygon_count(mesh), polygons);
            way_mesh_destroy(fresh);
            continue; // until there is less again
        }
        assert_int_equal(status, made);
        if (status == WAY_STATUS_OK) {
            walker now = open_walker(fresh);
            way_point ends[2];
            check_same(mesh, fresh);
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
            close_walker(&now);
        }
        way_mesh_destroy(fresh);
    }
    close_walker(&old);
}

static void meshes_when_edited_at_random(void **state)
{
    (void)state;
    way_rng rng = test_rng(99);
    const uint32_t tiles[] = {8, 9, 16, 0, 13};
    for (uint32_t round = 0; round < 60; round++) {
        const uint32_t size = 1 + round % 3;
        way_map *map = draw_map(&rng, 8 + way_rng_below(&rng, SIDE_MAX - 7),
                                8 + way_rng_below(&rng, SIDE_MAX - 7), round % 50);
        const way_mesh_map_config plan = {.map = map, .profile = size, .tile = tiles[round % 5]};
        way_mesh *mesh = NULL;
        assert_int_equal(way_map_add_unit_size(map, size), WAY_STATUS_OK);
        if (way_mesh_create_for(&plan, &mesh) == WAY_STATUS_OK) {
            check_follows(&plan, map, mesh, &rng, 60);
        }
        way_mesh_destroy(mesh);
        way_map_destroy(map);
    }
}

/// A mesh that came to have too many points is as before, and follows again once there are fewer.
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
            const way_status status = repair_all(mesh);
            if (status != WAY_STATUS_OK) {
                assert_int_equal(status, WAY_STATUS_TOO_LARGE);
                assert_false(way_mesh_is_current(mesh));
                check_same(mesh, fresh);
                refused++;
            }
            assert_true(mesh->stop_count <= mesh->state_room);
            way_mesh_destroy(fresh);
        }
        const way_edit all = {0, 0, 40, 40, 1};
        assert_int_equal(way_map_edit(map, &all, 1), WAY_STATUS_OK);
        assert_int_equal(repair_all(mesh), WAY_STATUS_OK);
        assert_int_equal(way_mesh_create_for(&plan, &fresh), WAY_STATUS_OK);
        check_same(mesh, fresh);
        way_mesh_destroy(fresh);
    }
    assert_int_equal(refused, 3);
    way_mesh_destroy(mesh);
    way_map_destroy(map);
}

// Work --------------------------------------------------------------------------------------------

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
        assert_int_equal(repair_all(mesh), WAY_STATUS_OK);
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
    uint64_t joined; ///< most of one that was done, and had put the tiles in
} repair_calls;

/// What the lists of a mesh have room for.
static uint64_t count_room(const way_mesh *mesh)
{
    return (uint64_t)mesh->side_room + mesh->polygon_room + mesh->point_room + mesh->stop_room +
           mesh->source->head_room + mesh->source->mark_room + mesh->source->home_room;
}

/// A repair within a budget, next to one without: it takes the same work and makes the same mesh,
/// in two calls for each budget of it and one more, and until it is done nothing changes.
static void check_budget(way_mesh *mesh, way_mesh *twin, uint32_t budget, repair_calls *calls)
{
    const wayi_mesh_repair *repair = &mesh->source->repair;
    const uint64_t revision = mesh->revision;
    uint64_t sum = 0;
    uint64_t count = 0;
    assert_int_equal(repair_all(twin), WAY_STATUS_OK);
    const uint64_t whole = twin->source->repair.spent;
    for (bool done = false; !done; count++) {
        const uint64_t room = count_room(mesh);
        assert_true(mesh->revision == revision);
        assert_int_equal(way_mesh_repair(mesh, budget, &done), WAY_STATUS_OK);
        assert_int_equal(way_mesh_is_current(mesh), done);
        uint64_t *most = done ? &calls->joined : &calls->most;
        sum += repair->spent;
        if (room != count_room(mesh)) { // lists were moved, and nothing else was done that counts
            assert_true(repair->spent <= budget || repair->spent <= way_mesh_bytes(mesh) / 64);
            continue;
        }
        *most = repair->spent > *most ? repair->spent : *most;
    }
    assert_int_equal(sum, whole);
    assert_true(count <= 2 * whole / (budget ? budget : 1) + 1);
}

/// No call goes beyond its budget by more than a ring or a row, unless it lists the polygons of a
/// tile, or puts it in.
static void check_calls(const wayi_mesh_source *source, uint32_t budget, const repair_calls *calls)
{
    const uint64_t limit = (uint64_t)budget + 8 * (uint64_t)source->side;
    uint64_t listed = 0;
    uint64_t sides = 0;
    uint64_t polygons = 0;
    for (uint32_t i = 0; i < wayi_mesh_tile_count(source); i++) {
        const way_mesh *part = source->tiles[i].part;
        const uint64_t all = part ? part->side_count + 8 * (uint64_t)part->polygon_count : 0;
        listed = all > listed ? all : listed;
        sides = part && part->side_count > sides ? part->side_count : sides;
        polygons = part && part->polygon_count > polygons ? part->polygon_count : polygons;
    }
    // The tile before and after and the four beside it; a block of 16 tiles, for all of these lie
    // in one.
    const uint64_t joined = 4 * (6 * sides + 22 * polygons);
    assert_true(calls->most <= limit || calls->most <= listed);
    assert_true(calls->joined <= limit || calls->joined <= joined);
}

/// Pillars on a large map, or noise; edits of single cells and of areas, repaired within a budget.
static repair_calls repair_within(uint32_t side, uint32_t budget, bool noise)
{
    enum { EDITS = 12, TILE = 64 };
    static uint8_t weights[512 * 512];
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
        const repair_calls small = repair_within(256, budgets[i], false);
        const repair_calls large = repair_within(512, budgets[i], false);
        (void)repair_within(256, budgets[i], true);
        assert_int_equal(small.most, large.most);
        assert_int_equal(small.joined, large.joined);
    }
}

/// Edits come in while a repair is under way: the mesh is the one of before until all are in it.
static void repairs_when_edits_come_in_meanwhile(void **state)
{
    (void)state;
    way_rng rng = test_rng(31);
    for (uint32_t round = 0; round < 40; round++) {
        way_map *map = draw_map(&rng, 40, 33, round % 40);
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
            edit_map(map, &rng);
            while (status == WAY_STATUS_OK && !done) {
                status = way_mesh_repair(mesh, way_rng_below(&rng, 800), &done);
                if (current && !done && way_rng_below(&rng, 8) == 0) {
                    check_same(mesh, old);
                }
                if (!done && edits && way_rng_below(&rng, 3) == 0) {
                    edit_map(map, &rng);
                    edits--;
                }
            }
            way_mesh_destroy(old);
            assert_true(status == WAY_STATUS_OK || status == WAY_STATUS_TOO_LARGE);
            if (done) {
                assert_int_equal(way_mesh_create_for(&plan, &old), WAY_STATUS_OK);
                check_same(mesh, old);
                way_mesh_destroy(old);
            }
        }
        edit_map(map, &rng);
        bool done = false;
        assert_int_equal(way_mesh_repair(mesh, 10, &done), WAY_STATUS_OK);
        way_mesh_destroy(mesh); // amid a repair
        way_map_destroy(map);
    }
}

static void repairs_when_edits_never_end(void **state)
{
    (void)state;
    way_rng rng = test_rng(41);
    way_map *map = draw_map(&rng, 40, 33, 30);
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
    const uint64_t small = repair_bytes(256);
    const uint64_t large = repair_bytes(1024);
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
    way_map *map = draw_map(&rng, 40, 40, 20);
    way_mesh *mesh = NULL;
    way_mesh *fresh = NULL;
    const way_mesh_map_config plan = {.map = map, .tile = 16, .allocator = &memory.allocator};
    assert_int_equal(way_mesh_create_for(&plan, &mesh), WAY_STATUS_OK);
    for (uint32_t nth = 1; nth < 150; nth++) {
        assert_int_equal(way_mesh_create_for(&plan, &fresh), WAY_STATUS_OK);
        edit_map(map, &rng);
        test_allocator_fail_next(&memory, nth);
        const way_status status = repair_all(mesh);
        test_allocator_fail_next(&memory, 0);
        if (status != WAY_STATUS_OK) {
            assert_int_equal(status, WAY_STATUS_NO_MEMORY);
            check_same(mesh, fresh);
            assert_int_equal(repair_all(mesh), WAY_STATUS_OK);
        }
        way_mesh_destroy(fresh);
        assert_int_equal(way_mesh_create_for(&plan, &fresh), WAY_STATUS_OK);
        check_same(mesh, fresh);
        way_mesh_destroy(fresh);
    }
    way_mesh_destroy(mesh);
    way_map_destroy(map);
    test_allocator_check_empty(&memory);
}

static bool make_mesh(test_allocator *memory)
{
    way_rng rng = way_rng_seed(5);
    way_map *map = draw_map(&rng, 24, 24, 20);
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
        cmocka_unit_test(repairs_when_they_have_a_budget),
        cmocka_unit_test(repairs_when_edits_come_in_meanwhile),
        cmocka_unit_test(repairs_when_edits_never_end),
        cmocka_unit_test(repairs_when_the_map_is_large),
        cmocka_unit_test(repairs_when_out_of_memory),
        cmocka_unit_test(meshes_when_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
