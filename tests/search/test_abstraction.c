// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What holds inside the abstractions: an edit costs blocks and sectors, not the map; parts of paths
// come early.
#include "lab/hierarchical/pyramid.h"
#include "scenes/oracle.h"
#include "search/hierarchical/sector_route.h"
#include "search/stage.h"
#include "search/trip/algorithm.h"
#include "support/test.h"

#include <waymark/database.h>

#include <string.h>

static stage_set abstraction_stages;

static way_navigator *prepare(const test_stage *stage, const char *spec)
{
    way_navigator *navigator = NULL;
    const way_navigator_config config = {.space = stage->space, .algorithm = spec};
    assert_int_equal(way_navigator_create(&config, &navigator), WAY_STATUS_OK);
    return navigator;
}

// Repairs -----------------------------------------------------------------------------------------

/// The blocks that repairs did again, or what they took for sectors: as much as it takes to cut a
/// sector and to look at it from those around.
static uint32_t repaired(const way_navigator *navigator, const char *name)
{
    if (strcmp(name, "prastar") == 0) {
        return ((const wayi_pyramid *)navigator->database)->repaired;
    }
    const wayi_atlas *atlas = navigator->database; // comes first in it
    return (uint32_t)(atlas->repaired / (2 + atlas->config.side * atlas->config.side / 16));
}

/// Most blocks or sectors that one changed cell costs on an open map of some side.
static uint32_t cost_of_edits(uint32_t side, const char *name, uint32_t *levels)
{
    test_stage stage;
    const stage_grid_config config = stage_strewn(side, 20, 3);
    stage_create_grid(&stage, &config);
    way_navigator *navigator = prepare(&stage, name);
    way_rng rng = way_rng_seed(side);
    uint32_t most = 0;
    for (uint32_t i = 0; i < 12; i++) {
        const way_cell cell = way_rng_below(&rng, stage.count);
        const way_edit edit = {cell % side, cell / side, 1, 1,
                               way_map_terrain(stage.map, cell) ? 0 : 1};
        assert_int_equal(way_map_edit(stage.map, &edit, 1), WAY_STATUS_OK);
        const uint32_t before = repaired(navigator, name);
        bool done = false;
        assert_int_equal(way_navigator_repair(navigator, UINT32_MAX, &done), WAY_STATUS_OK);
        assert_true(done);
        const uint32_t cost = repaired(navigator, name) - before;
        most = cost > most ? cost : most;
        assert_true(cost > 0);
    }
    *levels = strcmp(name, "prastar") == 0
                  ? ((const wayi_pyramid *)navigator->database)->level_count - 1
                  : 1;
    way_navigator_destroy(navigator);
    stage_destroy(&stage);
    return most;
}

static void edits_cost_sectors(void **state)
{
    (void)state;
    static const char *const names[] = {"prastar", "sectors"};
    static const uint32_t sides[] = {64, 128, 192};
    for (uint32_t i = 0; i < 2; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t levels = 0;
            // At worst four blocks are grouped and sixteen linked per level, or four sectors cut,
            // sixteen linked and what is around them looked at.
            const uint32_t most = cost_of_edits(sides[k], names[i], &levels);
            assert_true(most <= (i == 0 ? 20 * levels : 48));
        }
    }
}

/// What some trips cost together, each of which is possible, and how much they expand.
static uint64_t cost_of_trips(const test_stage *stage, const char *spec, uint64_t *expanded)
{
    way_navigator *navigator = prepare(stage, spec);
    way_agent *agent = NULL;
    const way_agent_config config = {.navigator = navigator};
    assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
    way_rng rng = way_rng_seed(stage->count);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < 30; i++) {
        const way_trip trip = {.start = way_rng_below(&rng, stage->count),
                               .goal = way_rng_below(&rng, stage->count)};
        if (way_agent_begin(agent, &trip) == WAY_STATUS_OK &&
            way_agent_run(agent) == WAY_OUTCOME_FOUND) {
            sum += way_agent_cost(agent);
            *expanded += way_agent_stats(agent).expansions;
        }
    }
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    return sum;
}

/// Routes found in a hurry take less work and cost at most 5 % more.
static void hurry_costs_little(void **state)
{
    (void)state;
    test_stage stage;
    const stage_grid_config config = stage_strewn(512, 20, 5);
    stage_create_grid(&stage, &config);
    uint64_t expanded[2] = {0, 0};
    const uint64_t off = cost_of_trips(&stage, "sectors(hurry=off)", &expanded[0]);
    const uint64_t on = cost_of_trips(&stage, "sectors(hurry=on)", &expanded[1]);
    assert_true(on <= off + off / 20);
    assert_true(expanded[1] < expanded[0]);
    stage_destroy(&stage);
}

/// Work that some trips, each of which is possible, do before their first move.
static uint64_t work_before_moves(const test_stage *stage, const char *spec)
{
    way_navigator *navigator = prepare(stage, spec);
    way_agent *agent = NULL;
    assert_int_equal(way_agent_create(&(way_agent_config){.navigator = navigator}, &agent),
                     WAY_STATUS_OK);
    way_rng rng = way_rng_seed(stage->count);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < 30; i++) {
        const way_trip trip = {.start = way_rng_below(&rng, stage->count),
                               .goal = way_rng_below(&rng, stage->count)};
        uint32_t count = 1;
        assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
        while (count == 1 && way_agent_step(agent, 1) == WAY_OUTCOME_WORKING) {
            way_agent_path(agent, &count);
        }
        sum += way_agent_stats(agent).expansions;
    }
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    return sum;
}

/// A route over large sectors, and then one that keeps to it, is found with less work than one over
/// small sectors alone, but where that goes straight to the goal; paths cost at most 8 % more, over
/// all trips.
static void second_level_saves_work(void **state)
{
    (void)state;
    static const char *const specs[] = {"sectors(hurry=off)", "sectors(hurry=off, levels=2)"};
    static const char *const generators[] = {"caves", "maze", "random"};
    for (uint32_t i = 0; i < 3; i++) {
        test_stage stage;
        const stage_grid_config config = stage_plain(generators[i], 512, 512, 5);
        stage_create_grid(&stage, &config);
        uint64_t expanded = 0;
        const uint64_t one = cost_of_trips(&stage, specs[0], &expanded);
        const uint64_t two = cost_of_trips(&stage, specs[1], &expanded);
        const uint64_t all = work_before_moves(&stage, specs[0]);
        const uint64_t part = work_before_moves(&stage, specs[1]);
        print_message("%s: cost %.3f, work before moves %.3f of those with one level\n",
                      generators[i], (double)two / (double)one, (double)part / (double)all);
        assert_true(two <= one + one * 2 / 25);
        assert_true(part < all || i == 2);
        stage_destroy(&stage);
    }
}

/// Both levels follow edits: after a repair trips are those of a fresh database, to the cell.
static void second_level_is_repaired(void **state)
{
    (void)state;
    test_stage stage;
    const stage_grid_config config = stage_strewn(200, 30, 3);
    stage_create_grid(&stage, &config);
    way_navigator *navigator = prepare(&stage, "sectors(levels=2)");
    way_rng rng = way_rng_seed(8);
    for (uint32_t round = 0; round < 20; round++) {
        const way_cell cell = way_rng_below(&rng, stage.count);
        const way_edit edit = {cell % 200, cell / 200, cell % 200 < 190 ? 10 : 1, 1,
                               (uint8_t)(round % 2)};
        assert_int_equal(way_map_edit(stage.map, &edit, 1), WAY_STATUS_OK);
        for (bool done = false; !done;) {
            assert_int_equal(way_navigator_repair(navigator, 100, &done), WAY_STATUS_OK);
        }
        way_navigator *fresh = prepare(&stage, "sectors(levels=2)");
        way_agent *agents[2] = {NULL, NULL};
        const way_agent_config configs[2] = {{.navigator = navigator}, {.navigator = fresh}};
        for (uint32_t k = 0; k < 2; k++) {
            assert_int_equal(way_agent_create(&configs[k], &agents[k]), WAY_STATUS_OK);
        }
        for (uint32_t i = 0; i < 20; i++) {
            const way_trip trip = {.start = way_rng_below(&rng, stage.count),
                                   .goal = way_rng_below(&rng, stage.count)};
            const bool reachable =
                way_map_is_passable(stage.map, trip.start) &&
                way_map_is_reachable(stage.map, trip.start, trip.goal, stage.size);
            uint32_t counts[2];
            const way_state *paths[2];
            for (uint32_t k = 0; k < 2 && reachable; k++) {
                assert_int_equal(way_agent_begin(agents[k], &trip), WAY_STATUS_OK);
                assert_int_equal(way_agent_run(agents[k]), WAY_OUTCOME_FOUND);
                paths[k] = way_agent_path(agents[k], &counts[k]);
            }
            if (reachable) {
                assert_int_equal(counts[0], counts[1]);
                assert_memory_equal(paths[0], paths[1], counts[0] * sizeof *paths[0]);
            }
        }
        way_agent_destroy(agents[0]);
        way_agent_destroy(agents[1]);
        way_navigator_destroy(fresh);
    }
    way_navigator_destroy(navigator);
    stage_destroy(&stage);
}

/// Smoothing never costs anything, and saves something.
static void sectors_are_smoothed(void **state)
{
    (void)state;
    uint64_t expanded = 0;
    uint64_t rough = 0;
    uint64_t smooth = 0;
    for (uint32_t i = 0; i < abstraction_stages.count; i++) {
        const test_stage *stage = &abstraction_stages.stages[i];
        // Pieces of three regions leave little to smooth on maps as small as these.
        const uint64_t off = cost_of_trips(stage, "sectors(ahead=1)", &expanded);
        const uint64_t box = cost_of_trips(stage, "sectors(ahead=1, smooth=box)", &expanded);
        const uint64_t all = cost_of_trips(stage, "sectors(ahead=1, smooth=all)", &expanded);
        assert_true(box <= off && all <= off);
        rough += off;
        smooth += box;
    }
    assert_true(smooth < rough);
}

// Centres -----------------------------------------------------------------------------------------

/// Straight steps inside a rectangle from a cell to all others of it; UINT32_MAX = none.
static void centre_steps(const way_map *map, way_rect rect, way_cell from, uint32_t *steps)
{
    const uint32_t area = rect.width * rect.height;
    const uint32_t width = way_map_width(map);
    memset(steps, 0xff, area * sizeof *steps);
    steps[(from / width - rect.y) * rect.width + from % width - rect.x] = 0;
    for (bool grown = true; grown;) {
        grown = false;
        for (uint32_t i = 0; i < area; i++) {
            const uint32_t near[4] = {i % rect.width ? i - 1 : i, (i + 1) % rect.width ? i + 1 : i,
                                      i >= rect.width ? i - rect.width : i,
                                      i + rect.width < area ? i + rect.width : i};
            const way_cell cell = (rect.y + i / rect.width) * width + rect.x + i % rect.width;
            for (uint32_t k = 0; k < 4 && way_map_is_passable(map, cell); k++) {
                if (steps[near[k]] != UINT32_MAX && steps[near[k]] + 1 < steps[i]) {
                    steps[i] = steps[near[k]] + 1;
                    grown = true;
                }
            }
        }
    }
}

/// The ways out of a region, found by looking at each cell of the border of its sector.
static uint32_t centre_exits(const way_map *map, way_rect rect, const uint32_t *inside,
                             way_cell *exits)
{
    static const int32_t out[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}}; // as directions go
    uint32_t count = 0;
    for (uint32_t side = 0; side < 4; side++) {
        const bool upright = out[side][0] != 0;
        const uint32_t length = upright ? rect.height : rect.width;
        uint32_t run = 0;
        for (uint32_t i = 0; i <= length; i++) {
            const uint32_t x = upright ? (out[side][0] > 0 ? rect.width - 1 : 0) : i;
            const uint32_t y = upright ? i : (out[side][1] > 0 ? rect.height - 1 : 0);
            const way_cell beyond = way_map_cell(map, (int64_t)rect.x + x + out[side][0],
                                                 (int64_t)rect.y + y + out[side][1]);
            const bool open = i < length && inside[y * rect.width + x] != UINT32_MAX &&
                              beyond != WAY_CELL_NONE && way_map_is_passable(map, beyond);
            if (!open && run) {
                const uint32_t middle = i - 1 - run / 2;
                exits[count++] = way_map_cell(map, (int64_t)rect.x + (upright ? x : middle),
                                              (int64_t)rect.y + (upright ? middle : y));
            }
            run = open ? run + 1 : 0;
        }
    }
    return count;
}

/// The squares of the ways from a cell to six of the exits, added up.
static uint64_t centre_sum(const way_map *map, way_rect rect, const way_cell *exits, uint32_t count,
                           uint64_t *sums)
{
    static uint32_t steps[128 * 128];
    const uint32_t looked = count < 6 ? count : 6;
    memset(sums, 0, rect.width * rect.height * sizeof *sums);
    for (uint32_t i = 0; i < looked; i++) {
        centre_steps(map, rect, exits[i * count / looked], steps);
        for (uint32_t k = 0; k < rect.width * rect.height; k++) {
            sums[k] += (uint64_t)steps[k] * steps[k];
        }
    }
    uint64_t least = UINT64_MAX;
    for (uint32_t k = 0; k < rect.width * rect.height; k++) {
        const way_cell cell =
            way_map_cell(map, (int64_t)rect.x + k % rect.width, (int64_t)rect.y + k / rect.width);
        least = way_map_is_passable(map, cell) && sums[k] < least ? sums[k] : least;
    }
    return least;
}

/// The place of every region is one from which the ways out are as short as from any.
static void places_are_near_their_ways_out(void **state)
{
    (void)state;
    static const char *const generators[] = {"rooms", "random", "caves"};
    static const char *const specs[] = {"sectors", "sectors(sector=64)", "sectors(sector=128)"};
    uint32_t regions = 0;
    for (uint32_t i = 0; i < 7; i++) {
        test_stage stage;
        const stage_grid_config config = stage_plain(generators[i % 3], 150, 130, i);
        stage_create_grid(&stage, &config);
        way_navigator *navigator = prepare(&stage, specs[i / 3]);
        const wayi_atlas *atlas = navigator->database;
        for (uint32_t square = 0; square < atlas->square_count; square++) {
            const wayi_atlas_block *block = atlas->squares[square];
            for (uint32_t k = 0; k < wayi_atlas_region_numbers(block); k++) {
                const way_cell place = wayi_atlas_regions(block)[k].place;
                const way_rect rect = wayi_atlas_rect(atlas, square);
                static uint32_t inside[128 * 128];
                static uint64_t sums[128 * 128];
                way_cell exits[256];
                centre_steps(stage.map, rect, place, inside);
                const uint32_t count = centre_exits(stage.map, rect, inside, exits);
                const uint64_t least = centre_sum(stage.map, rect, exits, count, sums);
                const uint32_t at = (place / 150 - rect.y) * rect.width + place % 150 - rect.x;
                assert_true(sums[at] == least || count == 0);
                regions++;
            }
        }
        way_navigator_destroy(navigator);
        stage_destroy(&stage);
    }
    assert_true(regions > 300);
}

/// Such places save work on ground with walls, and shorten paths.
static void places_near_ways_out_pay(void **state)
{
    (void)state;
    static const char *const generators[] = {"rooms", "random", "caves", "bunker"};
    uint64_t costs[2] = {0};
    uint64_t expanded[2] = {0};
    for (uint32_t i = 0; i < 8; i++) {
        test_stage stage;
        const stage_grid_config config = stage_plain(generators[i % 4], 256, 256, 7 + i);
        stage_create_grid(&stage, &config);
        costs[0] += cost_of_trips(&stage, "sectors(centres=mean)", &expanded[0]);
        costs[1] += cost_of_trips(&stage, "sectors", &expanded[1]);
        stage_destroy(&stage);
    }
    print_message("cost %.3f, expansions %.3f of those with the mean\n",
                  (double)costs[1] / (double)costs[0], (double)expanded[1] / (double)expanded[0]);
    assert_true(costs[1] < costs[0] && expanded[1] < expanded[0]);
}

// Weights -----------------------------------------------------------------------------------------

/// Swamps of several weights, and walls.
static void create_swamps(test_stage *stage)
{
    enum { SIDE = 256 };
    const stage_grid_config config = stage_strewn(SIDE, 5, 9);
    stage_create_grid(stage, &config);
    way_rng rng = way_rng_seed(4);
    for (uint32_t i = 0; i < 40; i++) {
        const uint32_t radius = 8 + way_rng_below(&rng, 24);
        const uint32_t x = way_rng_below(&rng, SIDE);
        const uint32_t y = way_rng_below(&rng, SIDE);
        const uint8_t weight = (uint8_t)(2 + way_rng_below(&rng, 8));
        for (uint32_t row = 0; row <= 2 * radius; row++) {
            const uint32_t off = row < radius ? radius - row : row - radius;
            const uint32_t half = radius - off / 2;
            const uint32_t left = x > half ? x - half : 0;
            const uint32_t at = y + row - (y + row > radius ? radius : y + row);
            const way_edit edit = {left, at, x + half < SIDE ? x + half - left + 1 : SIDE - left, 1,
                                   weight};
            if (at < SIDE) {
                assert_int_equal(way_map_edit(stage->map, &edit, 1), WAY_STATUS_OK);
            }
        }
    }
}

/// How much sectors cost above the best on a stage, in tenths of a percent.
static uint64_t excess_of(const test_stage *stage, way_navigator *navigator)
{
    way_agent *agent = NULL;
    assert_int_equal(way_agent_create(&(way_agent_config){.navigator = navigator}, &agent),
                     WAY_STATUS_OK);
    way_cost *best = malloc(stage->count * sizeof *best);
    assert_non_null(best);
    way_rng rng = way_rng_seed(2);
    uint64_t sum = 0;
    uint32_t count = 0;
    while (count < 16) {
        const way_trip trip = {.start = way_rng_below(&rng, stage->count),
                               .goal = way_rng_below(&rng, stage->count)};
        if (!way_map_is_reachable(stage->map, trip.start, trip.goal, 1) ||
            trip.start == trip.goal) {
            continue;
        }
        stage_fill_costs(stage, trip.start, best);
        assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
        assert_int_equal(way_agent_run(agent), WAY_OUTCOME_FOUND);
        sum += ((uint64_t)way_agent_cost(agent) - best[trip.goal]) * 1000 / best[trip.goal];
        count++;
    }
    free(best);
    way_agent_destroy(agent);
    return sum / count;
}

/// Routes go by weights: at most 8 % above the best.
static void sectors_avoid_swamps(void **state)
{
    (void)state;
    test_stage stage;
    create_swamps(&stage);
    static const char *const specs[] = {"sectors", "sectors(hurry=on)"};
    for (uint32_t i = 0; i < 2; i++) {
        way_navigator *navigator = prepare(&stage, specs[i]);
        assert_true(excess_of(&stage, navigator) <= 80);
        way_navigator_destroy(navigator);
    }
    stage_destroy(&stage);
}

// Parts of paths ----------------------------------------------------------------------------------

/// Of trips that are given up after a part of their work, how many have a legal path that gets
/// nearer to the goal, per thousand.
static uint32_t parts_of_trips(const test_stage *stage, const char *spec, uint32_t percent)
{
    way_navigator *navigator = prepare(stage, spec);
    way_agent *agent = NULL;
    assert_int_equal(way_agent_create(&(way_agent_config){.navigator = navigator}, &agent),
                     WAY_STATUS_OK);
    way_rng rng = way_rng_seed(percent);
    uint32_t trips = 0;
    uint32_t nearer = 0;
    while (trips < 50) {
        way_trip trip = {.start = way_rng_below(&rng, stage->count / 3),
                         .goal = stage->count - 1 - way_rng_below(&rng, stage->count / 3)};
        if (!wayi_space_may_reach(stage->space, trip.start, trip.goal)) {
            continue;
        }
        trips++;
        assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
        assert_int_equal(way_agent_run(agent), WAY_OUTCOME_FOUND);
        trip.partial = true;
        trip.expansion_limit = way_agent_stats(agent).expansions * percent / 100;
        assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
        (void)way_agent_run(agent);
        uint32_t count = 0;
        const way_state *path = way_agent_path(agent, &count);
        way_cost cost = 0;
        char message[160];
        assert_true(stage_check_path(stage, trip.start, path, count, &cost, message));
        assert_true(cost == way_agent_cost(agent));
        nearer += way_map_estimate(stage->map, path[count - 1], trip.goal) <
                  way_map_estimate(stage->map, trip.start, trip.goal);
    }
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    return nearer * 1000 / trips;
}

/// Who gives up a trip of PRA* after a tenth of its work or more has a part of a path.
static void parts_come_early(void **state)
{
    (void)state;
    static const char *const generators[] = {"caves", "rooms", "open"};
    for (uint32_t i = 0; i < 3; i++) {
        const stage_grid_config config = stage_plain(generators[i], 256, 256, 5);
        test_stage stage;
        stage_create_grid(&stage, &config);
        assert_true(parts_of_trips(&stage, "prastar", 10) >= 900);
        assert_true(parts_of_trips(&stage, "prastar", 25) >= 900);
        assert_true(parts_of_trips(&stage, "prastar", 60) >= 900);
        assert_true(parts_of_trips(&stage, "prastar(partial=16)", 10) >= 900);
        assert_true(parts_of_trips(&stage, "prastar(partial=16)", 25) >= 900);
        stage_destroy(&stage);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edits_cost_sectors),
        cmocka_unit_test(hurry_costs_little),
        cmocka_unit_test(sectors_are_smoothed),
        cmocka_unit_test(sectors_avoid_swamps),
        cmocka_unit_test(parts_come_early),
        cmocka_unit_test(places_are_near_their_ways_out),
        cmocka_unit_test(places_near_ways_out_pay),
        cmocka_unit_test(second_level_saves_work),
        cmocka_unit_test(second_level_is_repaired),
    };
    stage_set_add_grids(&abstraction_stages, 1, stage_rounds(8));
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    stage_set_destroy(&abstraction_stages);
    return failed;
}
