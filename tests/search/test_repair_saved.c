// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A database that followed edits is as good as any other: edit, repair, save, open, compare, for
// every algorithm that repairs and saves.
#include "search/registry/registry.h"
#include "support/test.h"

#include <waymark/database.h>
#include <waymark/path.h>

#include <stdio.h>
#include <string.h>

enum { SAVED_MAPS = 40, SAVED_EDITS = 4, SAVED_TRIPS = 6 };

/// What repeats a failure.
typedef struct saved_case {
    char spec[128];
    uint32_t seed;
    uint32_t edits; ///< so far
} saved_case;

#define saved_check(at, condition)                                                                 \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fail_msg("%s: %s, seed %u, after %u edits", #condition, (at)->spec, (at)->seed,        \
                     (at)->edits);                                                                 \
        }                                                                                          \
    } while (0)

static way_map *saved_map(way_rng *rng)
{
    const uint32_t width = 20 + way_rng_below(rng, 20);
    way_map_config config = way_map_config_default(width, 20 + way_rng_below(rng, 20));
    config.corners = (way_corners)way_rng_below(rng, 3);
    way_map *map = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    const uint32_t walls = config.width * config.height * way_rng_below(rng, 40) / 100;
    for (uint32_t i = 0; i < walls; i++) {
        const way_edit wall = {way_rng_below(rng, config.width), way_rng_below(rng, config.height),
                               1, 1, 0};
        assert_int_equal(way_map_edit(map, &wall, 1), WAY_STATUS_OK);
    }
    return map;
}

/// A cell or a block, shut or opened.
static void saved_edit(way_map *map, way_rng *rng)
{
    const uint32_t side = way_rng_below(rng, 3) ? 1 : 5;
    const uint32_t x = way_rng_below(rng, way_map_width(map));
    const uint32_t y = way_rng_below(rng, way_map_height(map));
    const uint32_t right = way_map_width(map) - x;
    const uint32_t down = way_map_height(map) - y;
    const way_edit edit = {x, y, side < right ? side : right, side < down ? side : down,
                           (uint8_t)way_rng_below(rng, 2)};
    assert_int_equal(way_map_edit(map, &edit, 1), WAY_STATUS_OK);
}

static void saved_repair(const saved_case *at, way_navigator *navigator, uint32_t budget)
{
    bool done = false;
    for (uint32_t calls = 0; !done; calls++) {
        saved_check(at, way_navigator_repair(navigator, budget, &done) == WAY_STATUS_OK);
        saved_check(at, calls < 100000);
    }
}

/// What a trip comes to, walked over legal steps.
static way_outcome saved_trip(const saved_case *at, way_navigator *navigator, const way_trip *trip)
{
    way_agent *agent = NULL;
    assert_int_equal(way_agent_create(&(way_agent_config){.navigator = navigator}, &agent),
                     WAY_STATUS_OK);
    assert_int_equal(way_agent_begin(agent, trip), WAY_STATUS_OK);
    const way_outcome outcome = way_agent_run(agent);
    uint32_t count = 0;
    const way_state *path = way_agent_path(agent, &count);
    const way_map *map = way_space_map(way_navigator_space(navigator));
    saved_check(at, way_path_check(map, 1, path, count, NULL));
    saved_check(at, outcome != WAY_OUTCOME_FOUND || path[count - 1] == trip->goal);
    way_agent_destroy(agent);
    return outcome;
}

static void saved_compare(const saved_case *at, way_navigator *navigator, way_rng *rng)
{
    way_space *space = way_navigator_space(navigator);
    way_database saved;
    saved_check(at, way_navigator_save(navigator, NULL, &saved) == WAY_STATUS_OK);
    way_navigator *opened = NULL;
    way_problem problem = {0};
    const way_navigator_config config = {.space = space, .problem = &problem};
    saved_check(at, way_navigator_open(&config, saved.bytes, saved.size, &opened) == WAY_STATUS_OK);
    for (uint32_t i = 0; i < SAVED_TRIPS; i++) {
        const uint32_t cells =
            way_map_width(way_space_map(space)) * way_map_height(way_space_map(space));
        const way_trip trip = {.start = way_rng_below(rng, cells),
                               .goal = way_rng_below(rng, cells)};
        if (way_space_can_stand(space, trip.start) && way_space_can_stand(space, trip.goal)) {
            saved_check(at, saved_trip(at, navigator, &trip) == saved_trip(at, opened, &trip));
        }
    }
    way_database again;
    saved_check(at, way_navigator_save(opened, NULL, &again) == WAY_STATUS_OK);
    saved_check(at, again.size == saved.size && memcmp(again.bytes, saved.bytes, saved.size) == 0);
    way_database_free(&again);
    way_navigator_destroy(opened);
    way_database_free(&saved);
}

static void saved_run(saved_case *at)
{
    way_rng rng = way_rng_seed(at->seed);
    way_map *map = saved_map(&rng);
    way_space *space = NULL;
    assert_int_equal(way_space_create_grid(map, 1, NULL, &space), WAY_STATUS_OK);
    way_navigator *navigator = NULL;
    const way_navigator_config config = {.space = space, .algorithm = at->spec};
    const way_status made = way_navigator_create(&config, &navigator);
    saved_check(at, made == WAY_STATUS_OK || made == WAY_STATUS_UNSUPPORTED);
    for (at->edits = 1; navigator && at->edits <= SAVED_EDITS; at->edits++) {
        saved_edit(map, &rng);
        saved_repair(at, navigator, 1 + way_rng_below(&rng, 300));
        if (way_algorithm_suits(way_navigator_algorithm(navigator), space)) {
            saved_compare(at, navigator, &rng);
        } else { // another search stands in: there is nothing to save
            way_database saved;
            saved_check(at, way_navigator_save(navigator, NULL, &saved) == WAY_STATUS_STALE);
        }
    }
    way_navigator_destroy(navigator);
    way_space_destroy(space);
    way_map_destroy(map);
}

/// The preset, and finer cuts of the map: the first parameter halved, or a quarter of it.
static void saved_name(const wayi_algorithm *algorithm, uint32_t variant, saved_case *out)
{
    (void)snprintf(out->spec, sizeof out->spec, "%s", algorithm->info.name);
    const way_param *first = algorithm->info.params;
    if (variant == 0 || !algorithm->info.param_count || first->type != WAY_PARAM_INTEGER) {
        return;
    }
    const int32_t part = first->default_value >> variant;
    const int32_t value = part < first->min ? first->min : part;
    if (value != first->default_value) {
        (void)snprintf(out->spec, sizeof out->spec, "%s(%s=%d)", algorithm->info.name, first->name,
                       (int)value);
    }
}

static void repaired_saved_and_opened(void **state)
{
    (void)state;
    uint32_t runs = 0;
    for (uint32_t a = 0; a < wayi_algorithm_total; a++) {
        const wayi_algorithm *algorithm = wayi_algorithms[a];
        if (!algorithm->database.repair || !algorithm->database.save) {
            continue;
        }
        for (uint32_t i = 0; i < SAVED_MAPS; i++, runs++) {
            saved_case at = {.seed = i};
            saved_name(algorithm, i % 3, &at);
            saved_run(&at);
        }
    }
    assert_true(runs >= 4 * SAVED_MAPS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(repaired_saved_and_opened)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
