// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Estimates over ground with links: exact where there are no walls, consistent everywhere, and so
// close that stairs all over a floor cost a search on it next to nothing.
#include "map/links/aims.h"
#include "scenes/oracle.h"
#include "support/test.h"

#include <waymark/agent.h>
#include <waymark/format.h>

#include <stdlib.h>

/// A map of floors with links from anywhere to anywhere.
static way_map *aims_house(way_rng *rng, uint32_t links, bool walls)
{
    const way_floors floors = {1 + way_rng_below(rng, 3), 5 + way_rng_below(rng, 12)};
    way_map_config config =
        way_map_config_default(5 + way_rng_below(rng, 20), way_floors_rows(&floors));
    static const way_neighbours neighbours[] = {WAY_NEIGHBOURS_8, WAY_NEIGHBOURS_4,
                                                WAY_NEIGHBOURS_6};
    config.floors = floors;
    config.neighbours = neighbours[way_rng_below(rng, 3)];
    way_map *map = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    const uint32_t cells = config.width * config.height;
    for (uint32_t i = 0; i < cells / 4 && walls; i++) {
        const way_cell cell = way_rng_below(rng, cells);
        const way_edit edit = {cell % config.width, cell / config.width, 1, 1, 0};
        assert_int_equal(way_map_edit(map, &edit, 1), WAY_STATUS_OK);
    }
    for (uint32_t i = 0; i < links; i++) {
        const way_map_link link = {.from = way_rng_below(rng, cells),
                                   .to = way_rng_below(rng, cells),
                                   .cost = 1 + way_rng_below(rng, i % 2 ? 300 : 6000),
                                   .both_ways = way_rng_below(rng, 2)};
        const bool works =
            link.from != link.to &&
            (walls || (way_map_is_passable(map, link.from) && way_map_is_passable(map, link.to)));
        const way_status status = works ? way_map_add_links(map, &link, 1) : WAY_STATUS_OK;
        assert_true(status == WAY_STATUS_OK || status == WAY_STATUS_TOO_LARGE); // of one cell
    }
    return map;
}

/// No step and no link gains more than it costs.
static void aims_check(const wayi_aims *aims, const way_map *map, way_cell goal)
{
    const uint32_t cells = way_map_width(map) * way_map_height(map);
    assert_int_equal(wayi_aims_cell_distance(aims, goal), 0);
    for (way_cell cell = 0; cell < cells; cell++) {
        const uint64_t here = wayi_aims_cell_distance(aims, cell);
        oracle_step steps[ORACLE_STEPS_MAX];
        const uint32_t count = oracle_steps_from(map, cell, 1, steps);
        for (uint32_t i = 0; i < count; i++) {
            const way_cost there = wayi_aims_cell_distance(aims, steps[i].cell);
            assert_true(there == WAY_COST_MAX || here <= (uint64_t)steps[i].cost + there);
        }
    }
    for (uint32_t i = 0; i < way_map_link_count(map); i++) {
        const way_map_link link = way_map_link_at(map, i);
        const way_floors floors = way_map_floors(map);
        const way_cost there = wayi_aims_cell_distance(aims, link.to);
        const bool stands = way_floors_position(map, &floors, link.from, NULL, NULL, NULL) &&
                            way_floors_position(map, &floors, link.to, NULL, NULL, NULL);
        assert_true(!stands || there == WAY_COST_MAX ||
                    wayi_aims_cell_distance(aims, link.from) <= (uint64_t)link.cost + there);
    }
}

static void estimates_when_there_are_links(void **state)
{
    (void)state;
    const way_allocator allocator = wayi_allocator_or_default(NULL);
    for (uint64_t seed = 0; seed < 60; seed++) {
        way_rng rng = way_rng_seed(seed);
        const bool walls = seed % 2;
        way_map *map = aims_house(&rng, seed % 10 ? 1 + way_rng_below(&rng, 24) : 900, walls);
        const uint32_t cells = way_map_width(map) * way_map_height(map);
        wayi_aims aims;
        wayi_aims_init(&aims, &allocator);
        way_cost *costs = malloc(cells * sizeof *costs);
        for (uint32_t trip = 0; trip < 4 && costs; trip++) {
            const way_cell goal = way_rng_below(&rng, cells);
            if (!way_map_is_passable(map, goal) || !map->layers[1]->links) {
                continue;
            }
            assert_true(wayi_aims_make(&aims, map, map->layers[1], goal));
            aims_check(&aims, map, goal);
            for (uint32_t i = 0; i < 6 && !walls && seed % 10; i++) {
                const way_cell from = way_rng_below(&rng, cells);
                if (way_map_is_passable(map, from)) {
                    assert_int_equal(oracle_costs(map, from, 1, costs), WAY_STATUS_OK);
                    assert_int_equal(wayi_aims_cell_distance(&aims, from), costs[goal]);
                }
            }
        }
        free(costs);
        wayi_aims_fini(&aims);
        way_map_destroy(map);
    }
}

/// Two floors of rooms with doors, and stairs between them.
static way_map *aims_rooms(uint32_t stairs)
{
    const way_floors floors = {2, 128};
    way_map_config config = way_map_config_default(128, way_floors_rows(&floors));
    config.floors = floors;
    way_map *map = NULL;
    way_rng rng = way_rng_seed(9);
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    for (uint32_t top = 0; top < 257; top += 129) {
        for (uint32_t place = 16; place < 128; place += 16) {
            const way_edit walls[] = {{place, top, 1, 128, 0}, {0, top + place, 128, 1, 0}};
            assert_int_equal(way_map_edit(map, walls, 2), WAY_STATUS_OK);
        }
        for (uint32_t room = 0; room < 64; room++) {
            const uint32_t x = room % 8 * 16;
            const uint32_t y = top + room / 8 * 16;
            const way_edit doors[] = {{x, y + 2 + way_rng_below(&rng, 12), 1, 1, 1},
                                      {x + 2 + way_rng_below(&rng, 12), y, 1, 1, 1}};
            assert_int_equal(way_map_edit(map, doors, 2), WAY_STATUS_OK);
        }
    }
    for (uint32_t i = 0; i < stairs; i++) {
        const uint32_t place = way_rng_below(&rng, 128 * 128);
        const way_map_link link = {
            .from = place, .to = place + 129 * 128, .cost = 816, .both_ways = true};
        assert_int_equal(way_map_add_links(map, &link, 1), WAY_STATUS_OK);
    }
    return map;
}

/// The expansions of a search on trips within a floor.
static uint64_t aims_expansions(const char *algorithm, uint32_t stairs)
{
    way_map *map = aims_rooms(stairs);
    way_space *space = NULL;
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    way_rng rng = way_rng_seed(3);
    uint64_t expansions = 0;
    assert_int_equal(way_space_create_grid(map, 1, NULL, &space), WAY_STATUS_OK);
    const way_navigator_config config = {.space = space, .algorithm = algorithm};
    assert_int_equal(way_navigator_create(&config, &navigator), WAY_STATUS_OK);
    const way_agent_config agents = {.navigator = navigator};
    assert_int_equal(way_agent_create(&agents, &agent), WAY_STATUS_OK);
    for (uint32_t i = 0; i < 60; i++) {
        const way_trip trip = {.start = way_rng_below(&rng, 128 * 128),
                               .goal = way_rng_below(&rng, 128 * 128)};
        if (way_map_is_passable(map, trip.start) && way_map_is_passable(map, trip.goal)) {
            assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
            (void)way_agent_run(agent);
            expansions += way_agent_stats(agent).expansions;
        }
    }
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    way_space_destroy(space);
    way_map_destroy(map);
    return expansions;
}

static void expansions_when_stairs_are_everywhere(void **state)
{
    (void)state;
    const uint64_t none = aims_expansions("astar", 0);
    assert_true(aims_expansions("astar", 16) * 10 <= none * 13);
    assert_true(aims_expansions("astar", 64) * 10 <= none * 13);
    const uint64_t jumps = aims_expansions("jps", 0);
    assert_true(jumps * 10 < none);
    assert_true(aims_expansions("jps", 16) * 10 <= jumps * 13);
    assert_true(aims_expansions("jps", 64) * 10 <= jumps * 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(estimates_when_there_are_links),
        cmocka_unit_test(expansions_when_stairs_are_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
