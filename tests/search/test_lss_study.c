// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// LSS-LRTA* as printed: figure 3 of the study by hand, and whole walks against a second program on
// grids, on levels of our own and, where the data is, on the study's levels and against the rows of
// its authors' program. Levels that take long only with the argument "all".
#include "data/data.h"
#include "lab/domains/platform.h"
#include "scenes/levels.h"
#include "search/lss_study.h"
#include "search/realtime/local_search.h"
#include "search/stage.h"
#include "support/levels.h"
#include "support/test.h"

#include <waymark/lab.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool all_levels;

// The library on the same problem -----------------------------------------------------------------

static uint32_t own_expand(const lss_problem *problem, way_state state, way_edge *out)
{
    return problem->space->type->expand(problem->space, state, out);
}

static double own_estimate(const lss_problem *problem, way_state state)
{
    const way_cost cost = problem->space->type->goal_estimate(problem->space, state);
    return cost == WAY_COST_MAX ? (double)INFINITY : cost;
}

static bool own_is_goal(const lss_problem *problem, way_state state)
{
    return problem->space->type->is_goal(problem->space, state);
}

static double goal_estimate(const lss_problem *problem, way_state state)
{
    return problem->space->type->estimate(problem->space, state, problem->goal);
}

static double goal_steps(const lss_problem *problem, way_state state)
{
    return problem->space->type->estimate_steps(problem->space, state, problem->goal);
}

static bool goal_is_reached(const lss_problem *problem, way_state state)
{
    return state == problem->goal;
}

static lss_problem own_problem(way_space *space, way_state start)
{
    return (lss_problem){.space = space,
                         .start = start,
                         .goal = WAY_STATE_NONE,
                         .expand = own_expand,
                         .estimate = own_estimate,
                         .is_goal = own_is_goal};
}

/// The variants of the study.
static const struct {
    const char *settings;
    lss_rules rules;
} variants[] = {
    {"move=multi", {.lookahead = 0}},
    {"move=single, arrive=look", {.single = true}},
    {"move=single", {.single = true, .walks = true}},
    {"move=multi, target=layer", {.layer = true}},
    {"move=multi, order=fhat", {.fhat = true}},
    {"move=single, order=fhat", {.single = true, .fhat = true, .walks = true}},
    {"move=dynamic", {.dynamic = true, .most = 10000}},
    {"move=dynamic, order=fhat", {.dynamic = true, .fhat = true, .most = 10000}},
};
enum { VARIANTS = sizeof variants / sizeof *variants };

/// Walks with the library. A survey that has got long meets states on its own account, and what is
/// met first goes first: only without it does a walk of millions of expansions have no other ties.
static lss_walk library_walk(const lss_problem *problem, const char *spec)
{
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    const way_navigator_config plan = {.space = problem->space, .algorithm = spec};
    assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
    const way_agent_config config = {.navigator = navigator};
    assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
    const bool own = problem->goal == WAY_STATE_NONE;
    const way_trip trip = {.start = problem->start,
                           .goal = own ? 0 : problem->goal,
                           .mode = own ? WAY_GOAL_SPACE : WAY_GOAL_EXACT};
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    ((wayi_local *)agent->memory)->survey.hurries = false;
    lss_walk walk = {.looks = 0};
    way_outcome outcome = way_agent_outcome(agent);
    for (; outcome == WAY_OUTCOME_WORKING; walk.looks++) {
        outcome = way_agent_step(agent, UINT32_MAX);
    }
    uint32_t count = 0;
    const way_state *path = way_agent_path(agent, &count);
    walk.arrived = outcome == WAY_OUTCOME_FOUND;
    walk.cost = way_agent_cost(agent);
    walk.moves = count - 1;
    walk.expansions = way_agent_stats(agent).expansions;
    walk.path = malloc(count * sizeof *path);
    memcpy(walk.path, path, count * sizeof *path);
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    return walk;
}

/// Fails unless both take the same walk, with as many look-aheads and expansions.
static void check_same(const lss_problem *problem, uint32_t variant, uint32_t lookahead,
                       const char *name)
{
    char spec[128];
    const bool on_grid = problem->goal != WAY_STATE_NONE;
    snprintf(spec, sizeof spec, "lsslrta(%s, lookahead=%u%s)", variants[variant].settings,
             lookahead, on_grid ? ", steps=all" : "");
    lss_rules rules = variants[variant].rules;
    rules.lookahead = lookahead;
    rules.by_meeting = !on_grid;
    lss_walk ours = library_walk(problem, spec);
    lss_walk theirs = lss_study_walk(problem, &rules);
    const bool same = ours.arrived == theirs.arrived && ours.moves == theirs.moves &&
                      ours.looks == theirs.looks && ours.expansions == theirs.expansions &&
                      memcmp(ours.path, theirs.path, (ours.moves + 1) * sizeof *ours.path) == 0;
    if (!same || (ours.arrived && ours.cost != theirs.cost)) {
        fail_msg("%s, %s: %d %llu moves, %llu looks, %llu expansions; by the paper %d %llu, %llu, "
                 "%llu",
                 name, spec, ours.arrived, (unsigned long long)ours.moves,
                 (unsigned long long)ours.looks, (unsigned long long)ours.expansions,
                 theirs.arrived, (unsigned long long)theirs.moves, (unsigned long long)theirs.looks,
                 (unsigned long long)theirs.expansions);
    }
    free(ours.path);
    free(theirs.path);
}

// Figure 3 ----------------------------------------------------------------------------------------

/// Rows a to c, columns 1 to 7, four neighbours: up, left, right, down; the estimate is the
/// column's.
enum { FIGURE_WIDTH = 7, FIGURE_HEIGHT = 3, FIGURE_START = 8, FIGURE_GOAL = 13 };

static uint32_t figure_expand(way_space *space, way_state state, way_edge *edges)
{
    (void)space;
    const uint32_t x = state % FIGURE_WIDTH;
    const uint32_t y = state / FIGURE_WIDTH;
    uint32_t count = 0;
    if (y > 0) {
        edges[count++] = (way_edge){state - FIGURE_WIDTH, 1};
    }
    if (x > 0) {
        edges[count++] = (way_edge){state - 1, 1};
    }
    if (x + 1 < FIGURE_WIDTH) {
        edges[count++] = (way_edge){state + 1, 1};
    }
    if (y + 1 < FIGURE_HEIGHT) {
        edges[count++] = (way_edge){state + FIGURE_WIDTH, 1};
    }
    return count;
}

static way_cost figure_distance(const way_space *space, way_state from, way_state to)
{
    (void)space;
    return from != to;
}

static bool figure_is_goal(const way_space *space, way_state state)
{
    (void)space;
    return state == FIGURE_GOAL;
}

static way_cost figure_estimate(const way_space *space, way_state state)
{
    (void)space;
    return (const way_cost[]){3, 3, 2, 2, 1, 1, 0}[state % FIGURE_WIDTH];
}

static const way_space_type figure_type = {.name = "figure 3",
                                           .expand = figure_expand,
                                           .estimate = figure_distance,
                                           .is_goal = figure_is_goal,
                                           .goal_estimate = figure_estimate};

static way_space figure_space(void)
{
    return (way_space){.type = &figure_type,
                       .state_count = FIGURE_WIDTH * FIGURE_HEIGHT,
                       .degree_max = 4,
                       .traits = WAY_SPACE_OWN_GOAL | WAY_SPACE_DENSE_IDS};
}

/// An agent on figure 3 that tells what it does.
typedef struct figure_rig {
    way_space space;
    way_navigator *navigator;
    way_agent *agent;
    way_event events[4096];
    way_observer observer;
} figure_rig;

static void figure_open(figure_rig *rig, const char *spec)
{
    rig->space = figure_space();
    rig->observer = (way_observer){rig->events, sizeof rig->events / sizeof *rig->events, 0};
    const way_navigator_config plan = {.space = &rig->space, .algorithm = spec};
    assert_int_equal(way_navigator_create(&plan, &rig->navigator), WAY_STATUS_OK);
    const way_agent_config config = {.navigator = rig->navigator, .observer = &rig->observer};
    assert_int_equal(way_agent_create(&config, &rig->agent), WAY_STATUS_OK);
    const way_trip trip = {.start = FIGURE_START, .mode = WAY_GOAL_SPACE};
    assert_int_equal(way_agent_begin(rig->agent, &trip), WAY_STATUS_OK);
}

static void figure_close(figure_rig *rig)
{
    way_agent_destroy(rig->agent);
    way_navigator_destroy(rig->navigator);
}

/// The walk of an agent as "b3 c3; b3; ...", one part for each look-ahead.
static uint32_t figure_walk(figure_rig *rig, char *out, size_t size)
{
    uint32_t looks = 0;
    uint32_t last = 1;
    size_t length = 0;
    way_outcome outcome = WAY_OUTCOME_WORKING;
    while (outcome == WAY_OUTCOME_WORKING) {
        outcome = way_agent_step(rig->agent, UINT32_MAX);
        uint32_t count = 0;
        const way_state *path = way_agent_path(rig->agent, &count);
        for (uint32_t i = last; i < count; i++) {
            const char *gap = i > last ? " " : looks ? "; " : "";
            length +=
                (size_t)snprintf(out + length, size - length, "%s%c%u", gap,
                                 'a' + (int)(path[i] / FIGURE_WIDTH), path[i] % FIGURE_WIDTH + 1);
        }
        last = count;
        looks++;
    }
    assert_int_equal(outcome, WAY_OUTCOME_FOUND);
    return looks;
}

/// All variants begin with the same look-ahead.
static void figure_when_looked_at(void **state)
{
    (void)state;
    enum { B2 = 8, B3 = 9, A3 = 2, B4 = 10, B5 = 11 };
    static const way_state order[] = {B2, B3, A3, B4, B5};
    static const way_cost f[] = {3, 3, 4, 4, 4};
    static const way_cost lessons[FIGURE_WIDTH * FIGURE_HEIGHT] = {
        [B2] = 4, [B3] = 3, [A3] = 3, [B4] = 3, [B5] = 2};
    for (uint32_t i = 0; i < VARIANTS; i++) {
        char spec[96];
        figure_rig rig;
        snprintf(spec, sizeof spec, "lsslrta(%s, lookahead=5)", variants[i].settings);
        figure_open(&rig, spec);
        (void)way_agent_step(rig.agent, UINT32_MAX);
        uint32_t expanded = 0;
        for (uint32_t k = 0; k < rig.observer.count; k++) {
            const way_event *event = &rig.events[k];
            if (event->kind == WAY_EVENT_EXPAND) {
                assert_true(expanded < 5);
                assert_int_equal(event->state, order[expanded]);
                assert_int_equal(event->f, f[expanded]);
                expanded++;
            } else if (event->kind == WAY_EVENT_LEARN) {
                assert_int_equal(event->g, lessons[event->state]);
            }
        }
        assert_int_equal(expanded, 5);
        const wayi_local *local = rig.agent->memory; // what it begins with
        assert_int_equal(wayi_local_estimate(rig.agent, local, B2), 4);
        assert_int_equal(wayi_local_estimate(rig.agent, local, B4), 3);
        assert_int_equal(wayi_local_estimate(rig.agent, local, B5), 2);
        figure_close(&rig);
    }
}

static void figure_when_walked(void **state)
{
    (void)state;
    static const struct {
        const char *settings, *walk;
        uint32_t cost, looks;
    } rows[] = {
        {"move=multi", "b3 c3; b3; b4 b5; b6 b7", 7, 4},
        {"move=multi, target=layer", "b3; c3; c4 c5 c6 c7; b7", 7, 4},
        {"move=single, arrive=look", "b3; a3; a2; b2; b3; b4; b5; b6; b7", 9, 9},
        {"move=single", "b3; a3; a2; b2; b3; b4 b5 b6 b7", 9, 6},
        {"move=multi, order=fhat", "b3 c3; b3; b4 b5; b6 b7", 7, 4},
        {"move=single, order=fhat", "b3; a3; a4 a5 a6 a7 b7", 7, 3},
    };
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char spec[96];
        char walk[256] = "";
        figure_rig rig;
        snprintf(spec, sizeof spec, "lsslrta(%s, lookahead=5)", rows[i].settings);
        figure_open(&rig, spec);
        assert_int_equal(figure_walk(&rig, walk, sizeof walk), rows[i].looks);
        assert_string_equal(walk, rows[i].walk);
        assert_int_equal(way_agent_cost(rig.agent), rows[i].cost);
        figure_close(&rig);
    }
    way_space space = figure_space();
    const lss_problem problem = own_problem(&space, FIGURE_START);
    for (uint32_t i = 0; i < VARIANTS; i++) {
        lss_rules rules = variants[i].rules;
        rules.lookahead = 5;
        lss_walk walk = lss_study_walk(&problem, &rules);
        assert_true(walk.arrived);
        free(walk.path);
    }
}

/// The mean error of a step after each look-ahead of f-hat.
static void figure_when_errors_are_sampled(void **state)
{
    (void)state;
    static const struct {
        uint64_t sum, count;
    } rows[] = {{2, 5}, {5, 10}, {7, 15}};
    figure_rig rig;
    figure_open(&rig, "lsslrta(move=multi, order=fhat, lookahead=5)");
    const wayi_local *local = rig.agent->memory;
    for (uint32_t i = 0; i < 3; i++) {
        (void)way_agent_step(rig.agent, UINT32_MAX);
        assert_int_equal(local->error_sum, rows[i].sum);
        assert_int_equal(local->error_count, rows[i].count);
    }
    assert_int_equal(local->slope, (5u << 16) / 10); // in force during the third
    figure_close(&rig);
}

// Grids and levels of our own ---------------------------------------------------------------------

static void walks_when_on_grids(void **state)
{
    (void)state;
    static const char *const generators[] = {"random", "rooms", "maze"};
    for (uint32_t i = 0; i < 3; i++) {
        stage_grid_config config = stage_plain(generators[i], 61, 47, 20 + i);
        config.heaviest = i == 1 ? 4 : 1;
        test_stage stage;
        stage_create_grid(&stage, &config);
        for (uint32_t k = 0; k < stage.problem_count; k++) {
            const stage_problem *row = &stage.problems[k];
            const lss_problem problem = {.space = stage.space,
                                         .start = row->start,
                                         .goal = row->goal,
                                         .expand = own_expand,
                                         .estimate = goal_estimate,
                                         .steps = goal_steps,
                                         .is_goal = goal_is_reached};
            if (row->best == WAY_COST_MAX || row->best == 0 ||
                !way_space_can_stand(stage.space, row->start)) {
                continue;
            }
            for (uint32_t variant = 0; variant < VARIANTS; variant++) {
                check_same(&problem, variant, 10, stage.name);
                check_same(&problem, variant, 100, stage.name);
            }
        }
        stage_destroy(&stage);
    }
}

static void check_level(const way_level *level, uint32_t lookahead, const char *name)
{
    way_space *space = NULL;
    const way_platform_config config = {.level = level};
    assert_int_equal(way_space_create_platform(&config, &space), WAY_STATUS_OK);
    for (uint32_t variant = 0; variant < VARIANTS; variant++) {
        way_platform_reset(space);
        const lss_problem problem = own_problem(space, way_platform_start(space));
        check_same(&problem, variant, lookahead, name);
    }
    way_space_destroy(space);
}

static void walks_when_on_levels(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        const levels_request request = {16, 16, seed};
        way_level level;
        assert_int_equal(levels_create(&request, &level), WAY_STATUS_OK);
        check_level(&level, 300, "a level of 16 x 16");
        way_level_free(&level);
    }
}

/// A survey that has got long takes nothing away from a look-ahead, and between two moves there are
/// no more expansions than declared.
static void looks_when_surveyed(void **state)
{
    (void)state;
    const levels_request request = {16, 16, 3};
    way_level level;
    way_space *space = NULL;
    assert_int_equal(levels_create(&request, &level), WAY_STATUS_OK);
    const way_platform_config config = {.level = &level};
    assert_int_equal(way_space_create_platform(&config, &space), WAY_STATUS_OK);
    way_level_free(&level);
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    const way_navigator_config plan = {.space = space, .algorithm = "lsslrta(lookahead=100)"};
    assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
    assert_int_equal(way_navigator_lookahead(navigator), 100 + 13);
    const way_agent_config one = {.navigator = navigator};
    assert_int_equal(way_agent_create(&one, &agent), WAY_STATUS_OK);
    const way_trip trip = {.start = way_platform_start(space), .mode = WAY_GOAL_SPACE};
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    wayi_local *local = agent->memory;
    local->survey.span = WAYI_SURVEY_LONG; // as after four million expansions
    uint64_t before = 0;
    uint32_t surveyed = 0;
    while (way_agent_step(agent, UINT32_MAX) == WAY_OUTCOME_WORKING) {
        const uint64_t expansions = way_agent_stats(agent).expansions;
        assert_int_equal(local->closed.count, 100);
        assert_int_equal(expansions - before, 100 + local->surveyed);
        assert_true(local->surveyed <= 13);
        surveyed += local->surveyed;
        before = expansions;
    }
    assert_int_equal(way_agent_outcome(agent), WAY_OUTCOME_FOUND);
    assert_true(surveyed > 100);
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    way_space_destroy(space);
}

// The study's levels ------------------------------------------------------------------------------

/// The estimate as the authors' program adds it up: in doubles, over corners of walls and centres
/// of tiles, by one run of Dijkstra.
typedef struct study_level {
    way_space *space;
    wayi_terrain terrain;
    int32_t door_x, door_y, width, height;
    uint32_t count;             ///< of vertices, the corners first
    wayi_platform_spot *places; ///< in quarter pixels
    double *distances;
    uint32_t *before;  ///< on the way to the door; UINT32_MAX = none
    uint32_t *centres; ///< by tile, column after column; UINT32_MAX = solid
} study_level;

static study_level study;

static const double study_tile_x = 32 / 3.25;
static const double study_tile_y = 32 / 12.0;

static double study_x(int32_t x)
{
    return x / 128.0 * study_tile_x;
}

static double study_y(int32_t y)
{
    return y / 128.0 * study_tile_y;
}

static bool study_solid(int32_t x, int32_t y)
{
    return wayi_terrain_is_solid(&study.terrain, x, y);
}

static void study_add(int32_t x, int32_t y)
{
    study.places[study.count++] = (wayi_platform_spot){x, y};
}

static void study_add_vertices(void)
{
    for (int32_t y = 1; y < study.height; y++) {
        for (int32_t x = 1; x < study.width; x++) {
            if (study_solid(x - 1, y - 1) + study_solid(x, y - 1) + study_solid(x - 1, y) +
                    study_solid(x, y) ==
                1) {
                study_add(x * 128, y * 128);
            }
        }
    }
    for (int32_t i = 0; i < study.width * study.height; i++) {
        const int32_t x = i / study.height;
        const int32_t y = i % study.height;
        study.centres[i] = study_solid(x, y) ? UINT32_MAX : study.count;
        if (!study_solid(x, y)) {
            study_add(x * 128 + 64, y * 128 + 64);
        }
    }
}

static double study_cost(wayi_platform_spot a, wayi_platform_spot b)
{
    const double dx = fabs(study_x(a.x) - study_x(b.x));
    const double dy = fabs(study_y(a.y) - study_y(b.y));
    return fmax(fmax(dx, dy), sqrt(dx * dx + dy * dy) / sqrt(2.0));
}

static void study_measure(void)
{
    bool *done = calloc(study.count, sizeof *done);
    const uint32_t door = study.centres[study.door_x * study.height + study.door_y];
    for (uint32_t i = 0; i < study.count; i++) {
        study.distances[i] = i == door ? 0 : INFINITY;
        study.before[i] = UINT32_MAX;
    }
    for (;;) {
        uint32_t best = UINT32_MAX;
        for (uint32_t i = 0; i < study.count; i++) {
            if (!done[i] && study.distances[i] < INFINITY &&
                (best == UINT32_MAX || study.distances[i] < study.distances[best])) {
                best = i;
            }
        }
        if (best == UINT32_MAX) {
            break;
        }
        done[best] = true;
        for (uint32_t i = 0; i < study.count; i++) {
            const double over =
                study.distances[best] + study_cost(study.places[best], study.places[i]);
            if (!done[i] && over < study.distances[i] &&
                wayi_terrain_sees(&study.terrain, study.places[best], study.places[i], true)) {
                study.distances[i] = over;
                study.before[i] = best;
            }
        }
    }
    free(done);
}

static void study_open(const way_level *level)
{
    const way_allocator allocator = wayi_allocator_or_default(NULL);
    const size_t most = 3 * (size_t)level->width * level->height;
    study = (study_level){.door_x = (int32_t)level->door_x,
                          .door_y = (int32_t)level->door_y,
                          .width = (int32_t)level->width,
                          .height = (int32_t)level->height,
                          .places = malloc(most * sizeof *study.places),
                          .distances = malloc(most * sizeof *study.distances),
                          .before = malloc(most * sizeof *study.before),
                          .centres = malloc(most * sizeof *study.centres)};
    const way_platform_config config = {.level = level};
    assert_int_equal(way_space_create_platform(&config, &study.space), WAY_STATUS_OK);
    assert_true(wayi_terrain_init(&study.terrain, level, &allocator));
    study_add_vertices();
    study_measure();
}

static void study_close(void)
{
    way_space_destroy(study.space);
    wayi_terrain_fini(&study.terrain);
    free(study.places);
    free(study.distances);
    free(study.before);
    free(study.centres);
}

static int32_t study_clamp(int32_t value, int32_t tile)
{
    return value < tile * 128 ? tile * 128 : value > tile * 128 + 128 ? tile * 128 + 128 : value;
}

static bool study_is_clear(wayi_platform_spot at, wayi_platform_spot end)
{
    const int32_t left = (end.x - 1) >> 7;
    const int32_t above = (end.y - 1) >> 7;
    return !study_solid(left, above) && !study_solid(end.x >> 7, above) &&
           !study_solid(left, end.y >> 7) && !study_solid(end.x >> 7, end.y >> 7) &&
           wayi_terrain_sees(&study.terrain, at, end, false);
}

/// A coordinate of the door's tile that is nearest, in frames.
static double study_nearest(double here, int32_t tile, int32_t door, double size)
{
    return tile == door ? here : tile < door ? door * size : (door + 1) * size;
}

static double study_estimate(const lss_problem *problem, way_state state)
{
    const way_platform_state knight = way_platform_get(problem->space, state);
    const wayi_platform_spot at = {knight.x + WAY_PLATFORM_WIDTH / 2,
                                   knight.y + WAY_PLATFORM_HEIGHT / 2};
    const int32_t x = at.x >> 7;
    const int32_t y = at.y >> 7;
    if (x == study.door_x && y == study.door_y) {
        return 0;
    }
    const double here_x = at.x / 4.0 / 3.25;
    const double here_y = at.y / 4.0 / 12.0;
    const uint32_t centre = study.centres[x * study.height + y];
    const uint32_t door = study.centres[study.door_x * study.height + study.door_y];
    const wayi_platform_spot end = {study_clamp(at.x, study.door_x),
                                    study_clamp(at.y, study.door_y)};
    const bool direct =
        study.before[centre] == door &&
        wayi_terrain_sees(&study.terrain, study.places[door], study.places[centre], false);
    double h = 0;
    if (direct || study_is_clear(at, end)) {
        const double dx = fabs(study_nearest(here_x, x, study.door_x, study_tile_x) - here_x);
        const double dy = fabs(study_nearest(here_y, y, study.door_y, study_tile_y) - here_y);
        h = floor(fmax(dx, dy));
    } else {
        const double dx = fabs(here_x - (x + 0.5) * study_tile_x);
        const double dy = fabs(here_y - (y + 0.5) * study_tile_y);
        h = floor(study.distances[centre] - fmax(dx, dy) - study_tile_x / 2);
    }
    return h <= 0 ? 1 : h;
}

/// All actions that the program tries, those that change nothing, too.
static uint32_t study_expand(const lss_problem *problem, way_state state, way_edge *out)
{
    static const uint32_t keys[] = {WAY_PLATFORM_LEFT, WAY_PLATFORM_RIGHT, WAY_PLATFORM_JUMP,
                                    WAY_PLATFORM_LEFT | WAY_PLATFORM_JUMP,
                                    WAY_PLATFORM_RIGHT | WAY_PLATFORM_JUMP};
    const way_platform_state knight = way_platform_get(problem->space, state);
    const uint32_t count = !knight.falling || knight.jump > 0 || knight.speed <= 0 ? 5 : 3;
    for (uint32_t i = 0; i < count; i++) {
        const way_platform_state next = way_platform_step(problem->space, &knight, keys[i]);
        out[i] = (way_edge){way_platform_find(problem->space, &next), 1};
    }
    return count;
}

/// A row of the program.
typedef struct study_row {
    char set[8], level[4], variant[24];
    unsigned lookahead, solved, optimal, steps;
    unsigned long long frames, states;
} study_row;

static bool study_read(FILE *stream, study_row *row)
{
    char line[512];
    char frames[24];
    double actions = 0;
    if (!fgets(line, sizeof line, stream)) {
        return false;
    }
    *row = (study_row){.solved = 0};
    if (sscanf(line, "%7[^,],%3[^,],%23[^,],%u,%u,%23[^,],%u,%u,%lf,%llu", row->set, row->level,
               row->variant, &row->lookahead, &row->solved, frames, &row->optimal, &row->steps,
               &actions, &row->states) == 10) {
        row->frames = strtoull(frames, NULL, 10);
    }
    return true;
}

static bool study_rules(const study_row *row, lss_rules *out)
{
    static const struct {
        const char *name;
        bool single, fhat;
    } known[] = {{"lss-multi", false, false},
                 {"lss-single", true, false},
                 {"fhat-multi", false, true},
                 {"fhat-single", true, true}};
    for (uint32_t i = 0; i < 4; i++) {
        if (strcmp(row->variant, known[i].name) == 0) {
            *out = (lss_rules){.lookahead = row->lookahead,
                               .single = known[i].single,
                               .fhat = known[i].fhat,
                               .by_meeting = true,
                               .program = true};
            return true;
        }
    }
    return false;
}

/// The easier levels, or all that the program has rows of.
static bool study_wants(const char *level)
{
    return all_levels || strstr("01 07 10 13 17 25", level) != NULL;
}

static bool study_find(const char *level, way_level *out)
{
    char path[512];
    way_file file;
    snprintf(path, sizeof path, "%s/platformer/test/%s.lvl", data_root(), level);
    if (way_file_read(path, 0, NULL, &file, NULL) != WAY_STATUS_OK) {
        return false;
    }
    assert_int_equal(way_level_parse(file.bytes, file.size, NULL, out, NULL), WAY_STATUS_OK);
    way_file_free(&file);
    return true;
}

/// With the program's habits the second program has its frames, its steps, and the states that it
/// expanded, but on level 20, where its estimate is not that of its own rule at tile borders.
static void walks_when_the_program_has_rows(void **state)
{
    (void)state;
    char path[512];
    snprintf(path, sizeof path, "%s/platformer/lss_reference.csv", data_root());
    FILE *stream = fopen(path, "r");
    if (!stream) {
        skip();
    }
    study_row row;
    char open[4] = "";
    uint32_t rows = 0;
    while (study_read(stream, &row)) {
        lss_rules rules;
        way_level level;
        const uint32_t most = all_levels ? 1000 : 100;
        if (!row.solved || row.lookahead > most || !study_rules(&row, &rules) ||
            strcmp(row.set, "test") != 0 || strcmp(row.level, "20") == 0 ||
            !study_wants(row.level)) {
            continue;
        }
        if (strcmp(open, row.level) != 0) {
            if (open[0]) {
                study_close();
            }
            assert_true(study_find(row.level, &level));
            study_open(&level);
            way_level_free(&level);
            memcpy(open, row.level, sizeof open);
        }
        way_platform_reset(study.space);
        lss_problem problem = own_problem(study.space, way_platform_start(study.space));
        problem.expand = study_expand;
        problem.estimate = study_estimate;
        lss_walk walk = lss_study_walk(&problem, &rules);
        if (!walk.arrived || walk.moves != row.frames || walk.looks != row.steps ||
            walk.states != row.states) {
            fail_msg("%s %s %u: %llu frames, %llu steps, %llu states; the program has %llu, %u, "
                     "%llu",
                     row.level, row.variant, row.lookahead, (unsigned long long)walk.moves,
                     (unsigned long long)walk.looks, (unsigned long long)walk.states, row.frames,
                     row.steps, row.states);
        }
        free(walk.path);
        rows++;
    }
    (void)fclose(stream);
    if (open[0]) {
        study_close();
    }
    print_message("%u rows of the program\n", rows);
    assert_true(rows >= 20);
}

static void walks_when_on_the_studys_levels(void **state)
{
    (void)state;
    for (uint32_t i = 1; i <= 25; i++) {
        char name[4];
        way_level level;
        snprintf(name, sizeof name, "%02u", i);
        if (!study_wants(name) || strstr("02 04 05 08 09 11 14 16 19 21 22 24", name)) {
            continue;
        }
        if (!study_find(name, &level)) {
            skip();
        }
        check_level(&level, all_levels ? 1000 : 100, name);
        way_level_free(&level);
    }
}

int main(int count, char **arguments)
{
    all_levels = count > 1 && strcmp(arguments[1], "all") == 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figure_when_looked_at),
        cmocka_unit_test(figure_when_walked),
        cmocka_unit_test(figure_when_errors_are_sampled),
        cmocka_unit_test(walks_when_on_grids),
        cmocka_unit_test(walks_when_on_levels),
        cmocka_unit_test(looks_when_surveyed),
        cmocka_unit_test(walks_when_the_program_has_rows),
        cmocka_unit_test(walks_when_on_the_studys_levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
