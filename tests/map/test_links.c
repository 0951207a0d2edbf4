// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Links of a map: adding and removing them as edits, and reachability over them against the
// oracle, through edits that open and close what they join.
#include "scenes/oracle.h"
#include "support/sizes.h"
#include "support/test.h"
#include "support/test_allocator.h"

#define LINKS_SIDE 18u
#define LINKS_CELLS (LINKS_SIDE * LINKS_SIDE)

static way_map *links_map(void)
{
    const way_map_config config = way_map_config_default(LINKS_SIDE, LINKS_SIDE);
    way_map *map = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    return map;
}

static void links_edit(way_map *map, way_rng *rng)
{
    const uint32_t x = way_rng_below(rng, LINKS_SIDE);
    const uint32_t y = way_rng_below(rng, LINKS_SIDE);
    const bool wall = way_rng_below(rng, 3) > 0;
    const bool lies = way_rng_below(rng, 2);
    const way_edit edit = {x, y, lies ? LINKS_SIDE - x : 1, lies ? 1 : LINKS_SIDE - y,
                           wall ? 0 : (uint8_t)(1 + way_rng_below(rng, 4))};
    assert_int_equal(way_map_edit(map, &edit, 1), WAY_STATUS_OK);
}

static way_map_link links_draw(way_rng *rng, uint32_t profile)
{
    way_map_link link = {.from = way_rng_below(rng, LINKS_CELLS),
                         .cost = 1 + way_rng_below(rng, 9000),
                         .profile = way_rng_below(rng, 3) ? 0 : profile,
                         .both_ways = way_rng_below(rng, 3) == 0};
    link.to = (link.from + 1 + way_rng_below(rng, LINKS_CELLS - 1)) % LINKS_CELLS;
    return link;
}

/// Compares what the map says about reaching with what walks there are.
static void links_check(const way_map *map, uint32_t profile, way_rng *rng)
{
    static way_cost costs[LINKS_CELLS];
    const way_cell from = way_rng_below(rng, LINKS_CELLS);
    const way_cell goal = way_rng_below(rng, LINKS_CELLS);
    assert_int_equal(oracle_costs(map, from, profile, costs), WAY_STATUS_OK);
    way_cell nearest = WAY_CELL_NONE;
    for (way_cell to = 0; to < LINKS_CELLS; to++) {
        const bool stands = oracle_stands(map, to % LINKS_SIDE, to / LINKS_SIDE, profile);
        const bool reached = stands && costs[to] != WAY_COST_MAX;
        assert_int_equal(way_map_is_reachable(map, from, to, profile), reached);
        const int64_t dx = (int64_t)(to % LINKS_SIDE) - goal % LINKS_SIDE;
        const int64_t dy = (int64_t)(to / LINKS_SIDE) - goal / LINKS_SIDE;
        static uint64_t least;
        const uint64_t far = (uint64_t)(llabs(dx) > llabs(dy) ? llabs(dx) : llabs(dy));
        const uint64_t slant = (uint64_t)llabs(dx) + (uint64_t)llabs(dy) - far;
        const uint64_t distance = 577 * slant + 408 * (far - slant);
        if (reached && (nearest == WAY_CELL_NONE || distance < least)) {
            nearest = to;
            least = distance;
        }
    }
    assert_int_equal(way_map_nearest_reachable(map, from, goal, profile), nearest);
}

static void reach_when_edited(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 40; seed++) {
        way_rng rng = way_rng_seed(seed);
        way_map *map = links_map();
        way_profile kind = way_profile_default(2);
        kind.weights[2] = 0;
        uint32_t profile = 0;
        assert_int_equal(way_map_add_profile(map, &kind, &profile), WAY_STATUS_OK);
        for (uint32_t turn = 0; turn < 30; turn++) {
            const way_map_link link = links_draw(&rng, profile);
            if (turn % 3 == 0) {
                assert_int_equal(way_map_add_links(map, &link, 1), WAY_STATUS_OK);
            } else if (turn % 7 == 6) {
                const way_map_link old =
                    way_map_link_at(map, way_rng_below(&rng, way_map_link_count(map)));
                assert_int_equal(way_map_remove_links(map, &old, 1), WAY_STATUS_OK);
            }
            links_edit(map, &rng);
            links_check(map, 1, &rng);
            links_check(map, profile, &rng);
        }
        way_map_destroy(map);
    }
}

/// A profile that comes after the links sees them; one that goes takes its own along.
static void links_when_profiles_come_and_go(void **state)
{
    (void)state;
    way_map *map = links_map();
    const way_edit wall = {9, 0, 1, LINKS_SIDE, 0};
    assert_int_equal(way_map_edit(map, &wall, 1), WAY_STATUS_OK);
    const way_map_link all = {.from = 4, .to = 12, .cost = 5};
    assert_int_equal(way_map_add_links(map, &all, 1), WAY_STATUS_OK);
    way_profile kind = way_profile_default(1);
    kind.weights[7] = 0;
    uint32_t profile = 0;
    assert_int_equal(way_map_add_profile(map, &kind, &profile), WAY_STATUS_OK);
    assert_true(way_map_is_reachable(map, 0, 17, profile));
    assert_false(way_map_is_reachable(map, 17, 0, profile));
    const way_map_link own = {.from = 13, .to = 5, .cost = 5, .profile = profile};
    const uint64_t hash = way_map_hash(map);
    assert_int_equal(way_map_add_links(map, &own, 1), WAY_STATUS_OK);
    assert_true(way_map_hash(map) != hash);
    assert_true(way_map_is_reachable(map, 17, 0, profile));
    assert_false(way_map_is_reachable(map, 17, 0, 1));
    assert_int_equal(way_map_link_count(map), 2);
    assert_int_equal(way_map_remove_profile(map, profile), WAY_STATUS_OK);
    assert_int_equal(way_map_link_count(map), 1);
    assert_true(way_map_hash(map) == hash);
    way_map_destroy(map);
}

static void links_when_they_are_edits(void **state)
{
    (void)state;
    way_map *map = links_map();
    const uint64_t hash = way_map_hash(map);
    const size_t bytes = way_map_bytes(map);
    const way_map_link links[2] = {{.from = 1, .to = 40, .cost = 9, .both_ways = true},
                                   {.from = 3, .to = 77, .cost = 9}};
    assert_int_equal(way_map_add_links(map, links, 2), WAY_STATUS_OK);
    assert_int_equal(way_map_revision(map), 2);
    assert_int_equal(way_map_link_count(map), 3);
    way_rect rects[8];
    uint32_t count = 0;
    assert_int_equal(way_map_changes(map, 1, rects, 8, &count), WAY_STATUS_OK);
    assert_int_equal(count, 4);
    assert_int_equal(rects[1].x, 40 % LINKS_SIDE);
    assert_int_equal(rects[1].y, 40 / LINKS_SIDE);
    assert_int_equal(way_map_step_cost(map, 40, 1, 1), 9);
    assert_int_equal(way_map_step_cost(map, 77, 3, 1), WAY_COST_MAX);
    way_map_link again = links[0];
    again.cost = 20;
    assert_int_equal(way_map_add_links(map, &again, 1), WAY_STATUS_OK);
    assert_int_equal(way_map_link_count(map), 3);
    assert_int_equal(way_map_step_cost(map, 40, 1, 1), 20);
    again.to = 41;
    assert_int_equal(way_map_remove_links(map, &again, 1), WAY_STATUS_NOT_FOUND);
    assert_int_equal(way_map_remove_links(map, links, 2), WAY_STATUS_OK);
    assert_int_equal(way_map_link_count(map), 0);
    assert_true(way_map_hash(map) == hash);
    assert_int_equal(way_map_bytes(map), bytes);
    way_map_destroy(map);
}

static void links_when_wrong(void **state)
{
    (void)state;
    way_map *map = links_map();
    way_map_link link = {.from = 1, .to = LINKS_CELLS, .cost = 1};
    assert_int_equal(way_map_add_links(map, &link, 1), WAY_STATUS_OUT_OF_RANGE);
    link.to = 1;
    assert_int_equal(way_map_add_links(map, &link, 1), WAY_STATUS_INVALID_ARGUMENT);
    link.to = 2;
    link.cost = 0;
    assert_int_equal(way_map_add_links(map, &link, 1), WAY_STATUS_OUT_OF_RANGE);
    link.cost = (1u << 22) + 1;
    assert_int_equal(way_map_add_links(map, &link, 1), WAY_STATUS_OUT_OF_RANGE);
    link.cost = 1u << 22;
    link.profile = 5;
    assert_int_equal(way_map_add_links(map, &link, 1), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_map_add_links(map, NULL, 1), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_map_add_links(NULL, &link, 1), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_map_add_links(map, NULL, 0), WAY_STATUS_OK);
    assert_int_equal(way_map_revision(map), 1);
    link.profile = 0;
    for (uint32_t i = 0; i <= WAY_MAP_CELL_LINKS_MAX; i++) {
        link = (way_map_link){.from = 5, .to = 20 + i, .cost = 3};
        const way_map_link back = {.from = 60 + i, .to = 50, .cost = 3};
        const way_status expected =
            i < WAY_MAP_CELL_LINKS_MAX ? WAY_STATUS_OK : WAY_STATUS_TOO_LARGE;
        assert_int_equal(way_map_add_links(map, &link, 1), expected);
        assert_int_equal(way_map_add_links(map, &back, 1), expected);
    }
    assert_int_equal(way_map_link_count(map), 2 * WAY_MAP_CELL_LINKS_MAX);
    way_map_destroy(map);
}

/// As many links as a map may have, and one more.
static void links_when_many(void **state)
{
    (void)state;
    const way_map_config config = way_map_config_default(128, 128);
    way_map *map = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    static way_map_link links[WAY_MAP_LINKS_MAX];
    for (uint32_t i = 0; i < WAY_MAP_LINKS_MAX; i++) {
        links[i] = (way_map_link){.from = i * 2, .to = i * 2 + 8000, .cost = 1};
    }
    assert_int_equal(way_map_add_links(map, links, WAY_MAP_LINKS_MAX), WAY_STATUS_OK);
    const way_map_link more = {.from = 1, .to = 3, .cost = 1};
    assert_int_equal(way_map_add_links(map, &more, 1), WAY_STATUS_TOO_LARGE);
    // Every second column blocked: each link joins two columns.
    for (uint32_t x = 1; x < 128; x += 2) {
        const way_edit wall = {x, 0, 1, 128, 0};
        assert_int_equal(way_map_edit(map, &wall, 1), WAY_STATUS_OK);
    }
    static way_cost costs[128 * 128];
    assert_int_equal(oracle_costs(map, 2, 1, costs), WAY_STATUS_OK);
    for (way_cell to = 0; to < 128 * 128; to++) {
        assert_int_equal(way_map_is_reachable(map, 2, to, 1), costs[to] != WAY_COST_MAX);
    }
    assert_int_equal(way_map_remove_links(map, links, WAY_MAP_LINKS_MAX), WAY_STATUS_OK);
    assert_false(way_map_is_reachable(map, 2, 70, 1));
    way_map_destroy(map);
}

/// Which components the links of a map lead to from one, looked up anew.
static bool links_lead(const way_map *map, uint32_t profile, uint32_t from, uint32_t to)
{
    static uint32_t reached[2 * WAY_MAP_LINKS_MAX];
    uint32_t count = 0;
    reached[count++] = from;
    for (uint32_t next = 0; next < count; next++) {
        for (uint32_t i = 0; i < way_map_link_count(map); i++) {
            const way_map_link link = way_map_link_at(map, i);
            const uint32_t start = way_map_component(map, link.from, profile);
            const uint32_t end = way_map_component(map, link.to, profile);
            bool known = end == WAY_CELL_NONE || start != reached[next] ||
                         (link.profile && link.profile != profile);
            for (uint32_t k = 0; k < count && !known; k++) {
                known = reached[k] == end;
            }
            if (!known) {
                reached[count++] = end;
            }
        }
    }
    bool found = false;
    for (uint32_t i = 0; i < count; i++) {
        found = found || reached[i] == to;
    }
    return found;
}

/// Rooms whose walls open and close under links that come and go: after each change what is
/// remembered of the ends is what looking them up says, at seams of all blocks too.
static void links_when_rooms_change(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 12; seed++) {
        way_rng rng = way_rng_seed(seed);
        const uint32_t side = 40 + way_rng_below(&rng, 60);
        const way_map_config config = way_map_config_default(side, side);
        way_map *map = NULL;
        uint32_t profiles[2] = {1, 0};
        way_profile profile = way_profile_default(1 + seed % 2);
        profile.weights[2] = 0;
        assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
        assert_int_equal(way_map_add_profile(map, &profile, &profiles[1]), WAY_STATUS_OK);
        for (uint32_t place = 8; place < side; place += 8) {
            const way_edit walls[] = {{place, 0, 1, side, 0}, {0, place, side, 1, 0}};
            assert_int_equal(way_map_edit(map, walls, 2), WAY_STATUS_OK);
        }
        for (uint32_t round = 0; round < 160; round++) {
            const way_map_link link = {.from = way_rng_below(&rng, side * side),
                                       .to = way_rng_below(&rng, side * side),
                                       .cost = 1 + way_rng_below(&rng, 900),
                                       .profile = way_rng_below(&rng, 2) ? 0 : profiles[1],
                                       .both_ways = way_rng_below(&rng, 2) == 0};
            const uint32_t count = way_map_link_count(map);
            if (link.from != link.to && round % 4 == 0) {
                assert_int_equal(way_map_add_links(map, &link, 1), WAY_STATUS_OK);
            } else if (count > 24) {
                const way_map_link old = way_map_link_at(map, way_rng_below(&rng, count));
                assert_int_equal(way_map_remove_links(map, &old, 1), WAY_STATUS_OK);
            } else {
                const uint32_t x = way_rng_below(&rng, side);
                const uint32_t y = way_rng_below(&rng, side);
                const uint32_t line = way_rng_below(&rng, side / 16 + 1) * 16; // a seam
                const way_edit edit = {round % 3 ? x : line - (line == side), y, 1, 1,
                                       (uint8_t)way_rng_below(&rng, 3)};
                assert_int_equal(way_map_edit(map, &edit, 1), WAY_STATUS_OK);
            }
            for (uint32_t i = 0; i < 12; i++) {
                const way_cell from = way_rng_below(&rng, side * side);
                const way_cell to = way_rng_below(&rng, side * side);
                const uint32_t number = profiles[i % 2];
                const uint32_t start = way_map_component(map, from, number);
                const uint32_t end = way_map_component(map, to, number);
                assert_true(start == WAY_CELL_NONE || end == WAY_CELL_NONE ||
                            way_map_is_reachable(map, from, to, number) ==
                                links_lead(map, number, start, end));
            }
        }
        way_map_destroy(map);
    }
}

static bool links_try(test_allocator *memory)
{
    way_map_config config = way_map_config_default(12, 12);
    config.allocator = &memory->allocator;
    way_map *map = NULL;
    bool worked = way_map_create(&config, &map) == WAY_STATUS_OK;
    worked = worked && sizes_add(map, 2) == WAY_STATUS_OK;
    const way_map_link links[2] = {{.from = 1, .to = 40, .cost = 9, .both_ways = true},
                                   {.from = 3, .to = 77, .cost = 9, .profile = 1}};
    const uint64_t hash = map ? way_map_hash(map) : 0;
    const bool added = worked && way_map_add_links(map, links, 2) == WAY_STATUS_OK;
    assert_true(added || !map || (way_map_hash(map) == hash && way_map_link_count(map) == 0));
    const bool grown = added && sizes_add(map, 3) == WAY_STATUS_OK;
    const bool removed = grown && way_map_remove_links(map, links, 1) == WAY_STATUS_OK;
    assert_int_equal(map ? way_map_link_count(map) : 0, removed ? 1 : added ? 3 : 0);
    way_map_destroy(map);
    return removed;
}

static void links_when_memory_fails(void **state)
{
    (void)state;
    test_allocator_fail_each(links_try);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_when_rooms_change),
        cmocka_unit_test(reach_when_edited),
        cmocka_unit_test(links_when_profiles_come_and_go),
        cmocka_unit_test(links_when_they_are_edits),
        cmocka_unit_test(links_when_wrong),
        cmocka_unit_test(links_when_many),
        cmocka_unit_test(links_when_memory_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
