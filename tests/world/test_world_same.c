// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What must not show in a world: how many threads plan for it, and what a player looks at.
#include "support/test.h"

#include <waymark/agent.h>
#include <waymark/world.h>
#include <waymark/world_more.h>

#include <pthread.h>
#include <string.h>

enum { SIDE = 64, UNITS = 120, TICKS = 90, WORKERS = 8 };

// Threads -----------------------------------------------------------------------------------------

typedef struct same_crew {
    void (*body)(uint32_t index, void *argument);
    void *argument;
    uint32_t count;
    uint32_t workers;
    uint32_t worker;
} same_crew;

static void *same_labour(void *argument)
{
    const same_crew *crew = argument;
    for (uint32_t k = crew->worker; k < crew->count; k += crew->workers) {
        crew->body(k, crew->argument);
    }
    return NULL;
}

/// Real threads, as many as `user` says.
static void same_parallel_for(uint32_t count, void (*body)(uint32_t index, void *argument),
                              void *argument, void *user)
{
    const uint32_t workers = *(const uint32_t *)user;
    pthread_t threads[WORKERS];
    same_crew crews[WORKERS];
    for (uint32_t w = 0; w < workers; w++) {
        crews[w] = (same_crew){body, argument, count, workers, w};
        assert_int_equal(pthread_create(&threads[w], NULL, same_labour, &crews[w]), 0);
    }
    for (uint32_t w = 0; w < workers; w++) {
        assert_int_equal(pthread_join(threads[w], NULL), 0);
    }
}

// A game ------------------------------------------------------------------------------------------

typedef struct same_game {
    way_rng rng;
    way_map *map;
    way_world *world;
    way_unit units[UNITS];
    uint32_t count;
} same_game;

static void game_set(same_game *game, uint32_t *workers)
{
    static const way_world_kind kinds[2] = {{.size = 1}, {.size = 2}};
    static const way_world_team teams[2] = {{.fog = true, .sight = 6}, {.fog = false}};
    uint8_t weights[SIDE * SIDE];
    way_map_config ground = way_map_config_default(SIDE, SIDE);
    memset(game, 0, sizeof *game);
    game->rng = way_rng_seed(77);
    for (uint32_t c = 0; c < SIDE * SIDE; c++) {
        weights[c] = way_rng_below(&game->rng, 8) ? (way_rng_below(&game->rng, 6) ? 1 : 3) : 0;
    }
    ground.weights = weights;
    assert_int_equal(way_map_create(&ground, &game->map), WAY_STATUS_OK);
    const way_world_config config = {.map = game->map,
                                     .kinds = kinds,
                                     .kind_count = 2,
                                     .teams = teams,
                                     .team_count = 2,
                                     .unit_capacity = UNITS,
                                     .lanes = 8,
                                     .parallel_for = workers ? same_parallel_for : NULL,
                                     .user = workers};
    assert_int_equal(way_world_create(&config, &game->world), WAY_STATUS_OK);
    for (uint32_t k = 0; k < UNITS; k++) {
        const way_unit_config unit = {
            .cell = way_rng_below(&game->rng, SIDE * SIDE), .kind = k % 4 == 0, .team = k % 2};
        game->count +=
            way_world_add(game->world, &unit, &game->units[game->count]) == WAY_STATUS_OK;
    }
    assert_true(game->count > UNITS / 2);
}

static void game_clear(same_game *game)
{
    way_world_destroy(game->world);
    way_map_destroy(game->map);
}

/// Orders for one and for many, and a building now and then; then a tick.
static void game_tick(same_game *game, uint32_t tick)
{
    const uint32_t first = way_rng_below(&game->rng, game->count - 20);
    const way_order order = {.kind = WAY_ORDER_GO, .cell = way_rng_below(&game->rng, SIDE * SIDE)};
    const uint32_t many = tick % 6 ? 1 : 20;
    assert_int_equal(way_world_order(game->world, &game->units[first], many, &order),
                     WAY_STATUS_OK);
    if (tick % 5 == 0) {
        const way_edit edit = {way_rng_below(&game->rng, SIDE - 3),
                               way_rng_below(&game->rng, SIDE - 3), 3, 2,
                               (uint8_t)way_rng_below(&game->rng, 2)};
        assert_int_equal(way_world_edit(game->world, &edit, 1), WAY_STATUS_OK);
    }
    assert_int_equal(way_world_frame(game->world, 600), WAY_STATUS_OK);
}

static void world_is_the_same_with_threads(void **state)
{
    (void)state;
    static uint64_t hashes[TICKS];
    uint64_t plans = 0;
    for (uint32_t workers = 0; workers <= WORKERS; workers += workers < 3 ? 1 : 5) {
        same_game game;
        game_set(&game, workers ? &workers : NULL);
        for (uint32_t tick = 0; tick < TICKS; tick++) {
            game_tick(&game, tick);
            const uint64_t hash = way_world_hash(game.world);
            if (workers == 0) {
                hashes[tick] = hash;
            } else if (hash != hashes[tick]) {
                fail_msg("%u workers: another world at tick %u", workers, tick);
            }
        }
        plans = way_world_statistics(game.world).plans;
        game_clear(&game);
    }
    assert_true(plans > TICKS);
}

static void world_is_the_same_with_previews(void **state)
{
    (void)state;
    same_game plain;
    same_game watched;
    way_space *space = NULL;
    way_navigator *navigator = NULL;
    way_agent *preview = NULL;
    way_rng own = way_rng_seed(5);
    game_set(&plain, NULL);
    game_set(&watched, NULL);
    assert_int_equal(way_space_create_grid(way_world_team_map(watched.world, 0), 1, NULL, &space),
                     WAY_STATUS_OK);
    const way_navigator_config plan = {.space = space, .algorithm = "astar"};
    assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
    const way_agent_config config = {.navigator = navigator};
    assert_int_equal(way_agent_create(&config, &preview), WAY_STATUS_OK);
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        way_unit_view view;
        const way_unit unit = watched.units[way_rng_below(&own, watched.count)];
        assert_true(way_world_unit(watched.world, unit, &view));
        const way_cell to = way_rng_below(&own, SIDE * SIDE);
        const way_trip trip = {.start = view.cell, .goal = to, .fall_back_to_nearest = true};
        if (way_agent_begin(preview, &trip) == WAY_STATUS_OK) {
            (void)way_agent_step(preview, 200);
        }
        game_tick(&plain, tick);
        game_tick(&watched, tick);
        (void)way_agent_step(preview, 50);
        assert_int_equal(way_world_hash(plain.world), way_world_hash(watched.world));
        assert_int_equal(way_world_statistics(plain.world).work_total,
                         way_world_statistics(watched.world).work_total);
    }
    way_agent_destroy(preview);
    way_navigator_destroy(navigator);
    way_space_destroy(space);
    game_clear(&plain);
    game_clear(&watched);
}

// Edits -------------------------------------------------------------------------------------------

/// Whether the rest of a way stands on cells of an edit, or takes a step that is no more.
static bool same_is_touched(const same_game *game, const way_edit *edits, uint32_t count,
                            const way_unit_view *view, const way_cell *path, uint32_t length)
{
    const way_map *map = way_world_team_map(game->world, view->team);
    for (uint32_t k = 1; k < length; k++) {
        if (way_map_step_cost(map, path[k - 1], path[k], view->size) == WAY_COST_MAX) {
            return true;
        }
        for (uint32_t e = 0; e < count; e++) {
            for (uint32_t c = 0; c < (uint32_t)view->size * view->size; c++) {
                const uint32_t x = path[k] % SIDE + c % view->size;
                const uint32_t y = path[k] / SIDE + c / view->size;
                if (x - edits[e].x < edits[e].width && y - edits[e].y < edits[e].height) {
                    return true;
                }
            }
        }
    }
    return false;
}

static void edits_tell_exactly_whom_they_touch(void **state)
{
    (void)state;
    same_game game;
    game_set(&game, NULL);
    static way_cell paths[UNITS][1024];
    uint32_t touched_in_all = 0;
    for (uint32_t tick = 0; tick < 150; tick++) {
        uint32_t lengths[UNITS];
        way_world_event event;
        game_tick(&game, tick + 1);
        while (way_world_statistics(game.world).waiting) { // nobody walks a way that is broken
            assert_int_equal(way_world_frame(game.world, 100000), WAY_STATUS_OK);
        }
        while (way_world_event_next(game.world, &event)) {
        }
        for (uint32_t u = 0; u < game.count; u++) {
            lengths[u] = way_world_unit_path(game.world, game.units[u], paths[u], 1024);
        }
        way_edit edits[3];
        for (uint32_t e = 0; e < 3; e++) {
            edits[e] =
                (way_edit){way_rng_below(&game.rng, SIDE - 4), way_rng_below(&game.rng, SIDE - 4),
                           1 + way_rng_below(&game.rng, 4), 1 + way_rng_below(&game.rng, 4),
                           (uint8_t)way_rng_below(&game.rng, 3)};
        }
        const uint32_t count = 1 + tick % 3;
        const uint64_t revision = way_map_revision(game.map);
        assert_int_equal(way_world_edit(game.world, edits, count), WAY_STATUS_OK);
        const bool changed = way_map_revision(game.map) != revision;
        bool told[UNITS] = {false};
        uint32_t tellings = 0;
        while (way_world_event_next(game.world, &event)) {
            tellings += event.kind == WAY_WORLD_REPLANNED;
            told[(uint32_t)event.unit] |= event.kind == WAY_WORLD_REPLANNED;
        }
        uint32_t expected = 0;
        for (uint32_t u = 0; u < game.count; u++) {
            way_unit_view view;
            assert_true(way_world_unit(game.world, game.units[u], &view));
            // A team in the fog hears of it when it sees it.
            const bool touched = changed && view.team == 1 &&
                                 same_is_touched(&game, edits, count, &view, paths[u], lengths[u]);
            expected += touched;
            assert_int_equal(told[u], touched);
        }
        assert_int_equal(way_world_replanned_count(game.world), expected);
        assert_int_equal(tellings, expected);
        touched_in_all += expected;
    }
    assert_true(touched_in_all > 20);
    game_clear(&game);
}

// What tells worlds apart
// --------------------------------------------------------------------------

/// A world of one fog-bound team on plain ground, with three units in a row.
static way_world *same_small(way_map **map)
{
    static const way_world_kind kind = {0};
    static const way_world_team team = {.fog = true, .sight = 3};
    const way_map_config ground = way_map_config_default(SIDE, SIDE);
    way_world *world = NULL;
    assert_int_equal(way_map_create(&ground, map), WAY_STATUS_OK);
    const way_world_config config = {.map = *map,
                                     .kinds = &kind,
                                     .kind_count = 1,
                                     .teams = &team,
                                     .team_count = 1,
                                     .unit_capacity = 4};
    assert_int_equal(way_world_create(&config, &world), WAY_STATUS_OK);
    for (uint32_t i = 0; i < 3; i++) {
        way_unit unit;
        const way_unit_config at = {.cell = 10 * SIDE + 10 + 2 * i};
        assert_int_equal(way_world_add(world, &at, &unit), WAY_STATUS_OK);
    }
    assert_int_equal(way_world_frame(world, 100), WAY_STATUS_OK);
    return world;
}

static void worlds_when_a_unit_differs(void **state)
{
    (void)state;
    way_map *maps[2];
    way_world *worlds[2] = {same_small(&maps[0]), same_small(&maps[1])};
    uint32_t place = 0;
    way_unit unit;
    assert_false(way_world_difference(worlds[0], worlds[1], &place));
    const way_order go = {.kind = WAY_ORDER_GO, .cell = 5};
    unit = way_world_unit_in_slot(worlds[1], 1);
    assert_int_equal(way_world_order(worlds[1], &unit, 1, &go), WAY_STATUS_OK);
    assert_true(way_world_difference(worlds[0], worlds[1], &place));
    assert_int_equal(place, 1);
    unit = way_world_unit_in_slot(worlds[0], 1);
    assert_int_equal(way_world_order(worlds[0], &unit, 1, &go), WAY_STATUS_OK);
    assert_false(way_world_difference(worlds[0], worlds[1], &place));
    assert_int_equal(way_world_add(worlds[1], &(way_unit_config){.cell = 99}, &unit),
                     WAY_STATUS_OK);
    assert_true(way_world_difference(worlds[0], worlds[1], &place));
    assert_int_equal(place, 3); // only one of them has it
    for (uint32_t i = 0; i < 2; i++) {
        way_world_destroy(worlds[i]);
        way_map_destroy(maps[i]);
    }
}

static void knowledge_and_words(void **state)
{
    (void)state;
    way_map *map = NULL;
    way_world *world = same_small(&map);
    for (way_cell cell = 0; cell < SIDE * SIDE; cell++) {
        const int32_t x = (int32_t)(cell % SIDE);
        const int32_t y = (int32_t)(cell / SIDE);
        const bool near = x >= 7 && x <= 17 && y >= 7 && y <= 13;
        assert_int_equal(way_world_team_knows(world, 0, cell), near);
    }
    assert_false(way_world_team_knows(world, 1, 10 * SIDE + 10));
    assert_false(way_world_team_knows(world, 0, SIDE * SIDE));
    for (uint32_t kind = 0; kind < WAY_WORLD_EVENT_KINDS; kind++) {
        assert_true(strlen(way_world_event_text((way_world_event_kind)kind)) > 3);
    }
    assert_string_equal(way_world_event_text(WAY_WORLD_EVENT_KINDS), "");
    way_world_destroy(world);
    way_map_destroy(map);
}

/// Who has stood for longer than moments are counted apart still stands, and goes when told.
static void units_when_they_stood_for_long(void **state)
{
    (void)state;
    way_map *map = NULL;
    way_world *world = same_small(&map);
    for (uint32_t tick = 0; tick < 70000; tick++) {
        assert_int_equal(way_world_frame(world, 10), WAY_STATUS_OK);
    }
    const way_unit unit = way_world_unit_in_slot(world, 0);
    const way_order go = {.kind = WAY_ORDER_GO, .cell = 20 * SIDE + 10};
    way_unit_view view;
    assert_true(way_world_unit(world, unit, &view));
    assert_int_equal(view.cell, 10 * SIDE + 10);
    assert_int_equal(way_world_order(world, &unit, 1, &go), WAY_STATUS_OK);
    for (uint32_t tick = 0; tick < 14; tick++) {
        assert_int_equal(way_world_frame(world, 1000), WAY_STATUS_OK);
    }
    assert_true(way_world_unit(world, unit, &view));
    assert_int_equal(view.cell, go.cell);
    way_world_destroy(world);
    way_map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(world_is_the_same_with_threads),
        cmocka_unit_test(world_is_the_same_with_previews),
        cmocka_unit_test(worlds_when_a_unit_differs),
        cmocka_unit_test(knowledge_and_words),
        cmocka_unit_test(units_when_they_stood_for_long),
        cmocka_unit_test(edits_tell_exactly_whom_they_touch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
