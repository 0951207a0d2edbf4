// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The game that the world is measured by: two sizes of units, two teams of which one is in the fog,
// walls and swamps, orders in waves, a building put up and one torn down every second.
#include "bench/studies/studies.h"
#include "bench/studies/study.h"

#include <waymark/all.h>

#include <stdlib.h>
#include <string.h>

enum {
    GAME_WAVE = 50,
    GAME_BUDGET = 4000,
    GAME_TICKS_A_SECOND = 20,
    GAME_FRAMES_A_TICK = 3,
    GAME_FAR = 150,
    GAME_SLACK = 4 ///< ticks that an order takes to be heard, on top of 2.5 times alone
};

typedef struct game_config {
    uint32_t side;
    uint32_t units;
    uint32_t waves_per_second; ///< of 50 units each
    uint32_t budget;           ///< of a frame
    uint64_t seed;
} game_config;

typedef struct game_result {
    uint32_t trips;
    uint32_t in_time;       ///< arrived within 2.5 times what they need alone
    uint32_t late_standing; ///< of those who were late: stood when time was up
    uint32_t late_waiting;  ///< had no plan
    uint32_t late_walking;  ///< were on their way
    uint32_t wrong;         ///< overlaps and illegal steps
    double frame_max;       ///< seconds of planning in the worst frame
    double frame_mean;      ///< of all frames
    double tick_mean;       ///< seconds of a tick, without planning
    uint32_t ticks;
} game_result;

/// One order and what became of it.
typedef struct game_trip {
    uint32_t ordered;
    uint32_t alone; ///< ticks
    uint32_t arrived;
    bool open;
} game_trip;

typedef struct bench_game {
    const game_config *config;
    game_result *result;
    way_rng rng;
    way_map *map;
    way_world *world;
    way_space *spaces[2];
    way_navigator *navigators[2];
    way_agent *agents[2];
    way_unit *units;
    uint8_t *kinds;
    game_trip *trips; ///< by unit
    uint32_t next;    ///< unit of the next wave
    way_rect *buildings;
    uint32_t building_count;
    way_cell *before;
    uint32_t *occupants;
    double *ratios;
    uint32_t ratio_count;
} bench_game;

// Ground ------------------------------------------------------------------------------------------

static void game_patch(bench_game *game, uint8_t *weights, uint32_t side, uint8_t weight)
{
    const uint32_t n = game->config->side;
    const uint32_t x = way_rng_below(&game->rng, n - side);
    const uint32_t y = way_rng_below(&game->rng, n - side);
    for (uint32_t k = 0; k < side * side; k++) {
        uint8_t *cell = &weights[(y + k / side) * n + x + k % side];
        *cell = weight == 0 || *cell ? weight : *cell;
    }
}

/// A fifth of the cells in walls of 3 to 12 cells per side, a seventh in swamps of 12 to 40.
static way_status game_ground(bench_game *game)
{
    const uint32_t n = game->config->side;
    uint8_t *weights = malloc((size_t)n * n);
    memset(weights, 1, (size_t)n * n);
    uint32_t walls = 0;
    for (uint32_t guard = 0; walls < n * n / 5 && guard < n * n; guard++) {
        game_patch(game, weights, 3 + way_rng_below(&game->rng, 10), 0);
        walls = 0;
        for (uint32_t c = 0; guard % 64 == 63 && c < n * n; c++) {
            walls += weights[c] == 0;
        }
    }
    for (uint32_t area = 0; area < n * n * 15 / 100;) {
        const uint32_t side = 12 + way_rng_below(&game->rng, 29);
        game_patch(game, weights, side, 3);
        area += side * side;
    }
    way_map_config config = way_map_config_default(n, n);
    config.weights = weights;
    const way_status status = way_map_create(&config, &game->map);
    free(weights);
    return status;
}

// Making ------------------------------------------------------------------------------------------

static way_cell game_cell(bench_game *game, uint32_t size)
{
    for (;;) {
        const uint32_t n = game->config->side;
        const way_cell cell = way_rng_below(&game->rng, n * n);
        if (way_map_weight(game->map, cell, size)) {
            return cell;
        }
    }
}

static way_status game_judges(bench_game *game)
{
    for (uint32_t s = 0; s < 2; s++) {
        const way_profile plain = way_profile_default(s + 1);
        way_status status = way_map_add_profile(game->map, &plain, NULL);
        status = status ? status : way_space_create_grid(game->map, s + 1, NULL, &game->spaces[s]);
        const way_navigator_config plan = {.space = game->spaces[s], .algorithm = "astar"};
        status = status ? status : way_navigator_create(&plan, &game->navigators[s]);
        const way_agent_config agent = {.navigator = game->navigators[s]};
        status = status ? status : way_agent_create(&agent, &game->agents[s]);
        if (status) {
            return status;
        }
    }
    return WAY_STATUS_OK;
}

static way_status game_setup(bench_game *game)
{
    const game_config *config = game->config;
    way_status status = game_ground(game);
    status = status ? status : game_judges(game);
    if (status) {
        return status;
    }
    const way_world_kind kinds[2] = {{.size = 1}, {.size = 2}};
    const way_world_team teams[2] = {{.fog = false}, {.fog = true, .sight_radius = 8}};
    const way_world_config world = {.map = game->map,
                                    .kinds = kinds,
                                    .kind_count = 2,
                                    .teams = teams,
                                    .team_count = 2,
                                    .unit_capacity = config->units,
                                    .frames_per_tick = GAME_FRAMES_A_TICK,
                                    .event_capacity = 4 * config->units + 4096};
    status = way_world_create(&world, &game->world);
    if (status) {
        return status;
    }
    const size_t cells = (size_t)config->side * config->side;
    game->units = calloc(config->units, sizeof *game->units);
    game->kinds = calloc(config->units, 1);
    game->trips = calloc(config->units, sizeof *game->trips);
    game->before = calloc(config->units, sizeof *game->before);
    game->ratios = calloc(config->units, sizeof *game->ratios);
    game->occupants = calloc(cells, sizeof *game->occupants);
    game->buildings = calloc(4096, sizeof *game->buildings);
    for (uint32_t u = 0; u < config->units;) {
        const uint32_t kind = u % 4 == 3;
        const way_unit_config unit = {
            .cell = game_cell(game, kind + 1), .kind = kind, .team = u / 4 % 2};
        if (way_map_component(game->map, unit.cell, kind + 1) ==
                way_map_component(game->map, game_cell(game, kind + 1), kind + 1) &&
            way_world_add(game->world, &unit, &game->units[u]) == WAY_STATUS_OK) {
            game->before[u] = unit.cell;
            game->kinds[u++] = (uint8_t)kind;
        }
    }
    return WAY_STATUS_OK;
}

static void game_teardown(bench_game *game)
{
    way_world_destroy(game->world);
    for (uint32_t s = 0; s < 2; s++) {
        way_agent_destroy(game->agents[s]);
        way_navigator_destroy(game->navigators[s]);
        way_space_destroy(game->spaces[s]);
    }
    way_map_destroy(game->map);
    free(game->units);
    free(game->kinds);
    free(game->trips);
    free(game->before);
    free(game->ratios);
    free(game->occupants);
    free(game->buildings);
}

// Playing -----------------------------------------------------------------------------------------

/// Ticks that a unit would need for its order if nobody else were there.
static uint32_t game_alone(bench_game *game, uint32_t u)
{
    way_unit_view view;
    const uint32_t s = game->kinds[u];
    if (!way_world_unit(game->world, game->units[u], &view) || view.goal == WAY_CELL_NONE) {
        return 0;
    }
    const way_trip trip = {.start = view.cell, .goal = view.goal, .fall_back_to_nearest = true};
    if (way_agent_begin(game->agents[s], &trip) != WAY_STATUS_OK) {
        return 0;
    }
    (void)way_agent_run(game->agents[s]);
    const way_cost cost = way_agent_cost(game->agents[s]);
    return cost == WAY_COST_MAX ? 0 : cost / way_map_costs(game->map).cardinal + 1;
}

static way_cell game_goal(bench_game *game, uint32_t u)
{
    way_unit_view view;
    const uint32_t n = game->config->side;
    for (;;) {
        const way_cell goal = game_cell(game, 2);
        if (!way_world_unit(game->world, game->units[u], &view)) {
            return goal;
        }
        const int64_t dx = (int64_t)(goal % n) - view.cell % n;
        const int64_t dy = (int64_t)(goal / n) - view.cell / n;
        if (dx * dx + dy * dy >= (int64_t)GAME_FAR * GAME_FAR &&
            way_map_is_reachable(game->map, view.cell, goal, game->kinds[u] + 1u)) {
            return goal;
        }
    }
}

/// One wave: half of it a group with one goal, half of it each for himself. A group is of one team.
static void game_wave(bench_game *game)
{
    way_unit group[GAME_WAVE];
    uint32_t count = 0;
    const uint32_t first = game->next;
    const uint32_t end =
        first + GAME_WAVE < game->config->units ? first + GAME_WAVE : game->config->units;
    const uint32_t tick = way_world_statistics(game->world).tick;
    for (uint32_t u = first; u < end; u++) {
        if (u / 4 % 2 == first / GAME_WAVE % 2) {
            group[count++] = game->units[u];
        } else {
            const way_order order = {.kind = WAY_ORDER_GO, .cell = game_goal(game, u)};
            bench_need(way_world_order(game->world, &game->units[u], 1, &order), "order");
        }
    }
    if (count) {
        const way_order order = {.kind = WAY_ORDER_GO, .cell = game_goal(game, first)};
        bench_need(way_world_order(game->world, group, count, &order), "order");
    }
    for (uint32_t u = first; u < end; u++) {
        game->trips[u] = (game_trip){.ordered = tick, .alone = game_alone(game, u), .open = true};
    }
    game->next = end;
}

/// A building goes up where nobody stands, and an old one comes down.
static void game_build(bench_game *game)
{
    const uint32_t n = game->config->side;
    for (uint32_t tries = 0; tries < 100; tries++) {
        const uint32_t side = 4 + way_rng_below(&game->rng, 5);
        const way_rect at = {way_rng_below(&game->rng, n - side),
                             way_rng_below(&game->rng, n - side), side, side};
        bool plain = game->building_count < 4096;
        for (uint32_t k = 0; plain && k < side * side; k++) {
            const way_cell cell = (at.y + k / side) * n + at.x + k % side;
            plain = way_map_terrain(game->map, cell) == 1;
        }
        if (plain) {
            const way_edit edit = {at.x, at.y, at.width, at.height, 0};
            game->buildings[game->building_count++] = at;
            bench_need(way_world_edit(game->world, &edit, 1), "edit");
            break;
        }
    }
    if (game->building_count > 8) {
        const uint32_t which = way_rng_below(&game->rng, game->building_count);
        const way_rect at = game->buildings[which];
        const way_edit edit = {at.x, at.y, at.width, at.height, 1};
        game->buildings[which] = game->buildings[--game->building_count];
        bench_need(way_world_edit(game->world, &edit, 1), "edit");
    }
}

// Judging -----------------------------------------------------------------------------------------

static void game_watch(bench_game *game)
{
    const uint32_t n = game->config->side;
    memset(game->occupants, 0, (size_t)n * n * sizeof *game->occupants);
    for (uint32_t u = 0; u < game->config->units; u++) {
        way_unit_view view;
        if (!way_world_unit(game->world, game->units[u], &view)) {
            continue;
        }
        const way_cell from = game->before[u];
        for (uint32_t k = 0; k < (uint32_t)view.size * view.size; k++) {
            uint32_t *spot = &game->occupants[view.cell + k / view.size * n + k % view.size];
            game->result->wrong += *spot != 0;
            *spot = u + 1;
        }
        if (from != view.cell && way_map_weight(game->map, from, view.size)) {
            game->result->wrong +=
                way_map_step_cost(game->map, from, view.cell, view.size) == WAY_COST_MAX;
        }
        game->before[u] = view.cell;
    }
}

static void game_close(bench_game *game, uint32_t u, bool in_time)
{
    game_trip *trip = &game->trips[u];
    trip->open = false;
    game->result->trips++;
    if (in_time) {
        game->result->in_time++;
        return;
    }
    way_unit_view view;
    if (way_world_unit(game->world, game->units[u], &view)) {
        game->result->late_waiting += view.state == WAY_UNIT_PLANNING;
        game->result->late_standing += view.state == WAY_UNIT_WALKING && view.standing > 8;
        game->result->late_walking += view.state == WAY_UNIT_WALKING && view.standing <= 8;
    }
}

static uint32_t game_limit(const game_trip *trip)
{
    return trip->ordered + trip->alone * 5 / 2 + GAME_SLACK;
}

static void game_score(bench_game *game)
{
    way_world_event event;
    while (way_world_event_next(game->world, &event)) {
        const uint32_t u = (uint32_t)event.unit; // units were added in the order of their places
        game_trip *trip = &game->trips[u];
        if (event.kind != WAY_WORLD_ARRIVED || trip->arrived || trip->ordered == 0) {
            continue;
        }
        trip->arrived = event.tick;
        game->ratios[game->ratio_count++] =
            (double)(event.tick - trip->ordered) / (trip->alone ? trip->alone : 1);
        if (trip->open) {
            game_close(game, u, event.tick <= game_limit(trip));
        }
    }
    const uint32_t tick = way_world_statistics(game->world).tick;
    for (uint32_t u = 0; u < game->next; u++) {
        if (game->trips[u].open && tick > game_limit(&game->trips[u])) {
            game_close(game, u, false);
        }
    }
}

static void game_tick(bench_game *game)
{
    game_result *result = game->result;
    for (uint32_t f = 0; f < GAME_FRAMES_A_TICK; f++) {
        const double start = stopwatch_cpu();
        bench_need(way_world_frame(game->world, game->config->budget), "frame");
        const double spent = stopwatch_cpu() - start;
        // Planning and the tick are one call; frames without a tick tell what planning takes.
        if (f > 0) {
            result->frame_max = spent > result->frame_max ? spent : result->frame_max;
            result->frame_mean += spent;
        } else {
            result->tick_mean += spent;
        }
    }
}

/// Plays until all orders are done or late, or for 20,000 ticks.
static void game_play(bench_game *game)
{
    game_result *result = game->result;
    uint32_t open = 1;
    game_tick(game); // orders are counted from tick 1 on
    for (uint32_t tick = 0; open && tick < 20000; tick++) {
        game_watch(game);
        const uint32_t every = GAME_TICKS_A_SECOND / game->config->waves_per_second;
        if (tick % (every ? every : 1) == 0 && game->next < game->config->units) {
            game_wave(game);
        }
        if (tick % GAME_TICKS_A_SECOND == 0) {
            game_build(game);
        }
        game_tick(game);
        game_score(game);
        result->ticks++;
        open = game->next < game->config->units;
        for (uint32_t u = 0; !open && u < game->next; u++) {
            open = game->trips[u].open;
        }
    }
    result->frame_mean /= (double)(result->ticks * (GAME_FRAMES_A_TICK - 1));
    result->tick_mean = result->tick_mean / result->ticks - result->frame_mean;
    bench_sort(game->ratios, game->ratio_count);
}

void bench_study_game(bench_study *study)
{
    const uint32_t units = bench_study_number(study, "units", 1000);
    const game_config config = {.side = bench_study_number(study, "side", 512),
                                .units = units,
                                .waves_per_second = units / 1000 ? units / 1000 : 1,
                                .budget = GAME_BUDGET,
                                .seed = study->round + 1};
    game_result result = {.ticks = 0};
    bench_game game = {.config = &config, .result = &result, .rng = way_rng_seed(config.seed)};
    bench_need(game_setup(&game), "game");
    game_play(&game);
    bench_study_note(study, "in time %", 0, 100.0 * result.in_time / result.trips);
    bench_study_note(study, "time / time alone, median", 0,
                     bench_quantile(game.ratios, game.ratio_count, 0.5));
    bench_study_note(study, "late: standing", 0, result.late_standing);
    bench_study_note(study, "without a plan", 0, result.late_waiting);
    bench_study_note(study, "walking", 0, result.late_walking);
    bench_study_note(study, "overlaps and illegal moves", 0, result.wrong);
    bench_study_note(study, "most work in a frame", 0,
                     (double)way_world_statistics(game.world).work_max);
    bench_study_note(study, "longest planning frame, ms", BENCH_TIMED | BENCH_LARGEST,
                     1e3 * result.frame_max);
    bench_study_note(study, "mean, ms", BENCH_TIMED, 1e3 * result.frame_mean);
    bench_study_note(study, "tick without planning, ms", BENCH_TIMED, 1e3 * result.tick_mean);
    game_teardown(&game);
}
