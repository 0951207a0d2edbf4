// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Incremental search, measured: D* Lite with heaps and with buckets in the mazes of "Incremental
// Heuristic Search in Games: The Quest for Speed" (2006), against repeated searches on game maps
// that change, and what many agents cost. Prints tables in Markdown. Times are CPU time of this
// process; variants take turns on every problem, so read ratios within one run.
//
//     waymark_incremental [--mazes N] [--maps N] [--agents N] [DATA]
//
// DATA holds maps/dao; default $WAYMARK_DATA or ../shared. The full experiment is --mazes 5000.
#include "bench/studies/incremental.h"

#include "bench/kit/dataset.h"
#include "bench/kit/require.h"
#include "bench/kit/stopwatch.h"
#include "scenes/scene.h"

#include <waymark/waymark.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INCREMENTAL_SIDE 201u
#define INCREMENTAL_BRAID 750
#define INCREMENTAL_PASSES 2
#define INCREMENTAL_EVENTS 20u
#define INCREMENTAL_MOVES 5u
#define INCREMENTAL_FAR (100u * 408u)

/// Mean and half of its 95 % interval.
typedef struct incremental_series {
    double sum, squares;
    uint32_t count;
} incremental_series;

static void incremental_add(incremental_series *series, double value)
{
    series->sum += value;
    series->squares += value * value;
    series->count++;
}

static double incremental_mean(const incremental_series *series)
{
    return series->count ? series->sum / series->count : 0;
}

static double incremental_interval(const incremental_series *series)
{
    const double n = series->count;
    const double mean = incremental_mean(series);
    const double variance = n > 1 ? (series->squares - n * mean * mean) / (n - 1) : 0;
    return n > 1 ? 1.96 * sqrt(variance / n) : 0;
}

// One agent that plans, moves and is told ---------------------------------------------------------

typedef struct incremental_runner {
    const char *spec;
    way_space *space; ///< own fog, or borrowed
    way_navigator *navigator;
    way_agent *agent;
    bool own_space;
    bool advances;       ///< follows changes; others begin anew
    uint32_t index;      ///< place on the path of one that begins anew
    uint64_t expansions; ///< of the walk so far
} incremental_runner;

static incremental_runner incremental_open(way_space *space, const char *spec, way_store store)
{
    incremental_runner runner = {.spec = spec, .space = space};
    const way_navigator_config navigator = {.space = space, .algorithm = spec};
    require_ok(way_navigator_create(&navigator, &runner.navigator), spec);
    const way_agent_config agent = {.navigator = runner.navigator, .store = store};
    require_ok(way_agent_create(&agent, &runner.agent), spec);
    way_agent_set_horizon(runner.agent, 1);
    runner.advances = way_navigator_algorithm(runner.navigator)->traits & WAY_TRAIT_INCREMENTAL;
    return runner;
}

static void incremental_close(incremental_runner *runner)
{
    way_agent_destroy(runner->agent);
    way_navigator_destroy(runner->navigator);
    if (runner->own_space) {
        way_space_destroy(runner->space);
    }
}

way_space *incremental_fog(const way_map *map, uint32_t radius, way_store store)
{
    way_space *fog = NULL;
    const way_fog_config config = {.radius = radius, .store = store};
    require_ok(way_space_create_fog(map, &config, &fog), "fog");
    return fog;
}

/// Takes note of the work of agents that begin anew, whose own counts start again.
static void incremental_count(incremental_runner *runner)
{
    const uint64_t expansions = way_agent_stats(runner->agent).expansions;
    runner->expansions = runner->advances ? expansions : runner->expansions + expansions;
    runner->index = 0;
}

/// Tells the agent what changed; one that can't be told plans anew from where it is.
static void incremental_tell(const incremental_runner *runner, way_trip *trip,
                             const way_cell *cells, uint32_t count)
{
    if (runner->advances) {
        require_ok(way_agent_change(runner->agent, cells, count), "change");
    } else {
        require_ok(way_agent_begin(runner->agent, trip), "begin");
    }
}

/// Moves up to `moves` steps along the path.
static way_cell incremental_move(incremental_runner *runner, uint32_t moves)
{
    if (runner->advances) {
        require_ok(way_agent_advance(runner->agent, moves), "advance");
        return way_agent_place(runner->agent);
    }
    uint32_t count = 0;
    const way_state *path = way_agent_path(runner->agent, &count);
    runner->index = runner->index + moves < count ? runner->index + moves : count - 1;
    return path[runner->index];
}

/// Walks through the fog to the goal; returns how many moves it took. `walk` gets them.
static uint32_t incremental_walk(incremental_runner *runner, way_cell start, way_cell goal,
                                 way_cell *walk)
{
    way_cell cells[64];
    way_trip trip = {.start = start, .goal = goal};
    uint32_t moves = 0;
    require_ok(way_fog_sense(runner->space, start, NULL), "sense");
    uint64_t known = way_fog_change_count(runner->space);
    require_ok(way_agent_begin(runner->agent, &trip), "begin");
    runner->index = 0;
    runner->expansions = 0;
    while (trip.start != goal) {
        if (way_agent_outcome(runner->agent) == WAY_OUTCOME_MOVING &&
            way_agent_run(runner->agent) != WAY_OUTCOME_ARRIVED) {
            require_ok(WAY_STATUS_NOT_FOUND, runner->spec);
        }
        trip.start = incremental_move(runner, 1);
        walk[moves++] = trip.start;
        uint32_t changed = 0;
        require_ok(way_fog_sense(runner->space, trip.start, &changed), "sense");
        if (changed) {
            uint32_t count = 0;
            require_ok(way_fog_changes(runner->space, known, cells, 64, &count), "told");
            known += count;
            incremental_count(runner);
            incremental_tell(runner, &trip, cells, count);
        }
    }
    incremental_count(runner);
    return moves;
}

// The mazes ---------------------------------------------------------------------------------------

static const struct {
    const char *spec;
    const char *title;
    uint32_t every; ///< runs in every so many mazes
} incremental_planners[] = {
    {"dstarlite(queue=heap_small_g)", "D* Lite, heap, smaller g", 1},
    {"dstarlite(queue=heap_large_g)", "D* Lite, heap, larger g", 1},
    {"dstarlite(queue=bucket)", "D* Lite, buckets", 1},
    {"dstar", "Focused D*", 5},
    {"adaptive", "Adaptive A*, lazy", 5},
    {"gaa", "GAA*", 5},
    {"backward", "backward A* from scratch", 20},
};
enum { INCREMENTAL_PLANNERS = sizeof incremental_planners / sizeof *incremental_planners };

typedef struct incremental_result {
    incremental_series expansions;
    incremental_series times;    ///< us, the whole walk
    incremental_series planning; ///< us, less what looking around costs
    incremental_series moves;
    size_t bytes;
} incremental_result;

typedef struct incremental_maze {
    way_map *map;
    way_cell start, goal;
} incremental_maze;

static incremental_maze incremental_make_maze(uint64_t seed)
{
    scene_request request = scene_request_default("maze", INCREMENTAL_SIDE, INCREMENTAL_SIDE, seed);
    request.settings[0] = (scene_setting){"braid", INCREMENTAL_BRAID};
    scene made;
    require_ok(scene_create(&request, &made, NULL), "maze");
    incremental_maze maze = {0};
    require_ok(scene_create_map(&made, WAY_NEIGHBOURS_4, WAY_CORNERS_NEVER, &maze.map), "map");
    scene_destroy(&made);
    way_rng rng = way_rng_seed(seed * 2 + 1);
    do {
        maze.start = way_rng_below(&rng, INCREMENTAL_SIDE * INCREMENTAL_SIDE);
        maze.goal = way_rng_below(&rng, INCREMENTAL_SIDE * INCREMENTAL_SIDE);
    } while (maze.start == maze.goal || !way_map_is_passable(maze.map, maze.start) ||
             !way_map_is_passable(maze.map, maze.goal));
    return maze;
}

/// What it costs to look around along a walk without planning, in seconds.
static double incremental_time_senses(const way_map *map, way_cell start, const way_cell *walk,
                                      uint32_t moves)
{
    way_cell cells[64];
    double least = 0;
    for (int pass = 0; pass < INCREMENTAL_PASSES; pass++) {
        way_space *fog = incremental_fog(map, 1, WAY_STORE_DENSE);
        const double before = stopwatch_cpu();
        require_ok(way_fog_sense(fog, start, NULL), "sense");
        for (uint32_t i = 0; i < moves; i++) {
            uint32_t count = 0;
            const uint64_t known = way_fog_change_count(fog);
            require_ok(way_fog_sense(fog, walk[i], NULL), "sense");
            require_ok(way_fog_changes(fog, known, cells, 64, &count), "told");
        }
        const double time = stopwatch_cpu() - before;
        least = pass == 0 || time < least ? time : least;
        way_space_destroy(fog);
    }
    return least;
}

/// Runs every planner on a maze, taking turns, and adds the least time of all passes.
static void incremental_run_maze(const incremental_maze *maze, uint32_t number, way_cell *walk,
                                 incremental_result *results)
{
    double least[INCREMENTAL_PLANNERS];
    for (int pass = 0; pass < INCREMENTAL_PASSES; pass++) {
        for (int i = 0; i < INCREMENTAL_PLANNERS; i++) {
            if (number % incremental_planners[i].every) {
                continue;
            }
            way_space *fog = incremental_fog(maze->map, 1, WAY_STORE_DENSE);
            incremental_runner runner =
                incremental_open(fog, incremental_planners[i].spec, WAY_STORE_DENSE);
            runner.own_space = true;
            const double before = stopwatch_cpu();
            const uint32_t moves = incremental_walk(&runner, maze->start, maze->goal, walk);
            const double time = stopwatch_cpu() - before;
            least[i] = pass == 0 || time < least[i] ? time : least[i];
            if (pass == INCREMENTAL_PASSES - 1) {
                const way_stats stats = way_agent_stats(runner.agent);
                const double senses = incremental_time_senses(maze->map, maze->start, walk, moves);
                incremental_add(&results[i].expansions, (double)runner.expansions);
                incremental_add(&results[i].moves, moves);
                incremental_add(&results[i].times, 1e6 * least[i]);
                incremental_add(&results[i].planning,
                                1e6 * (least[i] > senses ? least[i] - senses : 0));
                results[i].bytes = stats.bytes;
            }
            incremental_close(&runner);
        }
    }
}

static void incremental_print_mazes(const incremental_result *results, uint32_t mazes)
{
    printf("## Mazes through the fog\n\n%u mazes of %ux%u with %d walls removed, 4 neighbours, "
           "unit costs, sight of one cell; mean and 95 %% interval.\n\n",
           mazes, INCREMENTAL_SIDE, INCREMENTAL_SIDE, INCREMENTAL_BRAID);
    printf("| planner | mazes | expansions | us per walk | us planning | moves | bytes |\n"
           "|---|--:|--:|--:|--:|--:|--:|\n");
    for (int i = 0; i < INCREMENTAL_PLANNERS; i++) {
        const incremental_result *result = &results[i];
        printf("| %s | %u | %.1f ± %.1f | %.1f ± %.1f | %.1f ± %.1f | %.1f | %zu |\n",
               incremental_planners[i].title, result->expansions.count,
               incremental_mean(&result->expansions), incremental_interval(&result->expansions),
               incremental_mean(&result->times), incremental_interval(&result->times),
               incremental_mean(&result->planning), incremental_interval(&result->planning),
               incremental_mean(&result->moves), result->bytes);
    }
    const double factor = incremental_mean(&results[1].times) / incremental_mean(&results[2].times);
    const double planning =
        incremental_mean(&results[1].planning) / incremental_mean(&results[2].planning);
    const double extra =
        100 *
        (incremental_mean(&results[2].expansions) / incremental_mean(&results[1].expansions) - 1);
    printf("\n| claim | paper | measured | |\n|---|--:|--:|---|\n"
           "| buckets make D* Lite faster than the heap with larger g | 2.35 x | %.2f x over the "
           "walk, %.2f x in planning | %s |\n"
           "| buckets expand within 2 %% of what the heap does | 2 %% | %+.1f %% | %s |\n\n",
           factor, planning, factor >= 2.35 ? "**Reproduced.**" : "**Not reproduced.**", extra,
           fabs(extra) <= 2
               ? "**Reproduced.**"
               : "**Not reproduced**: a bucket's one number tells fewer ties apart than "
                 "the heap's three.");
}

static void incremental_mazes(uint32_t mazes)
{
    incremental_result results[INCREMENTAL_PLANNERS] = {0};
    way_cell *walk = malloc(sizeof *walk * 1000000);
    if (!walk) {
        exit(4);
    }
    for (uint32_t i = 0; i < mazes; i++) {
        const incremental_maze maze = incremental_make_maze(i + 1);
        incremental_run_maze(&maze, i, walk, results);
        way_map_destroy(maze.map);
    }
    free(walk);
    incremental_print_mazes(results, mazes);
}

// Game maps that change ---------------------------------------------------------------------------

static const char *const incremental_followers[] = {"dstarlite(queue=heap_large_g)",
                                                    "dstarlite(queue=bucket)",
                                                    "gaa",
                                                    "mtdstarlite",
                                                    "adstar",
                                                    "backward",
                                                    "astar"};
enum { INCREMENTAL_FOLLOWERS = sizeof incremental_followers / sizeof *incremental_followers };

/// In thousandths.
static const uint32_t incremental_shares[] = {1, 10, 20, 50, 100};
enum { INCREMENTAL_SHARES = sizeof incremental_shares / sizeof *incremental_shares };

typedef struct incremental_change_result {
    double seconds;
    uint64_t expansions;
    uint64_t plans;
    size_t bytes;
} incremental_change_result;

static incremental_cells incremental_allocate(uint32_t count)
{
    const incremental_cells cells = {.cells = require_memory(count, sizeof(way_cell))};
    return cells;
}

incremental_cells incremental_list_ground(const way_map *map)
{
    const uint32_t total = way_map_width(map) * way_map_height(map);
    incremental_cells ground = incremental_allocate(total);
    for (way_cell cell = 0; cell < total; cell++) {
        if (way_map_is_passable(map, cell)) {
            ground.cells[ground.count++] = cell;
        }
    }
    return ground;
}

/// Frees the cells of `last`, blocks those of `next` but for two, and lists all in `changed`.
static void incremental_turn(way_map *map, const incremental_cells *last, incremental_cells *next,
                             const way_cell keep[2], incremental_cells *changed)
{
    way_edit *edits = require_memory(last->count + next->count, sizeof *edits);
    changed->count = 0;
    for (uint32_t i = 0; i < last->count + next->count; i++) {
        const bool opens = i < last->count;
        const way_cell cell = opens ? last->cells[i] : next->cells[i - last->count];
        if (!opens && (cell == keep[0] || cell == keep[1])) {
            continue;
        }
        uint32_t x = 0;
        uint32_t y = 0;
        way_map_position(map, cell, &x, &y);
        edits[changed->count] = (way_edit){x, y, 1, 1, opens ? 1 : 0};
        changed->cells[changed->count++] = cell;
    }
    require_ok(way_map_edit(map, edits, changed->count), "edit");
    free(edits);
}

way_trip incremental_draw_trip(const way_map *map, const incremental_cells *ground, way_rng *rng)
{
    way_trip trip = {0};
    do {
        trip.start = ground->cells[way_rng_below(rng, ground->count)];
        trip.goal = ground->cells[way_rng_below(rng, ground->count)];
    } while (!way_map_is_reachable(map, trip.start, trip.goal, 1) ||
             way_map_distance(map, trip.start, trip.goal) < INCREMENTAL_FAR);
    return trip;
}

/// One trip of one algorithm over a map that changes every few moves. `share` thousandths
/// of the ground change at each event: half of them get blocked, the others are freed again.
static void incremental_follow(way_map *map, const incremental_cells *ground, const char *spec,
                               uint32_t share, incremental_change_result *result)
{
    way_rng rng = way_rng_seed(way_map_hash(map) + share);
    way_space *space = NULL;
    require_ok(way_space_create_grid(map, 1, NULL, &space), "space");
    incremental_runner runner = incremental_open(space, spec, WAY_STORE_DENSE);
    runner.own_space = true;
    incremental_cells lists[3];
    for (int i = 0; i < 3; i++) {
        lists[i] = incremental_allocate(ground->count);
    }
    way_trip trip = incremental_draw_trip(map, ground, &rng);
    require_ok(way_agent_begin(runner.agent, &trip), "begin");
    (void)way_agent_run(runner.agent); // the first plan is nobody's strength and not counted
    incremental_count(&runner);
    uint64_t expansions = runner.expansions;
    for (uint32_t event = 0; event < INCREMENTAL_EVENTS && trip.start != trip.goal; event++) {
        incremental_cells *last = &lists[event % 2];
        incremental_cells *next = &lists[1 - event % 2];
        if (way_agent_outcome(runner.agent) == WAY_OUTCOME_ARRIVED) {
            trip.start = incremental_move(&runner, INCREMENTAL_MOVES);
        }
        next->count = 0;
        for (uint32_t i = 0; i < (uint64_t)ground->count * share / 2000; i++) {
            next->cells[next->count++] = ground->cells[way_rng_below(&rng, ground->count)];
        }
        const way_cell keep[2] = {trip.start, trip.goal};
        incremental_turn(map, last, next, keep, &lists[2]);
        const double before = stopwatch_cpu();
        incremental_tell(&runner, &trip, lists[2].cells, lists[2].count);
        (void)way_agent_run(runner.agent);
        result->seconds += stopwatch_cpu() - before;
        incremental_count(&runner);
        result->plans++;
        result->expansions += runner.expansions - expansions;
        expansions = runner.expansions;
    }
    result->bytes = way_agent_stats(runner.agent).bytes;
    // What is left blocked is freed, so that the next one finds the map as it was.
    incremental_cells none = {0};
    const way_cell keep[2] = {WAY_CELL_NONE, WAY_CELL_NONE};
    incremental_turn(map, &lists[0], &none, keep, &lists[2]);
    incremental_turn(map, &lists[1], &none, keep, &lists[2]);
    for (int i = 0; i < 3; i++) {
        free(lists[i].cells);
    }
    incremental_close(&runner);
}

static void incremental_print_changes(incremental_change_result (*results)[INCREMENTAL_FOLLOWERS],
                                      uint32_t maps)
{
    printf("## Game maps that change\n\n%u maps of Dragon Age: Origins, one long trip each, up to "
           "%u events; after every %u moves the given share of the ground changes, half of it "
           "blocked and half of it freed, and the agent replans.\n\n",
           maps, INCREMENTAL_EVENTS, INCREMENTAL_MOVES);
    printf("| changing | planner | expansions per replan | us per replan | x A* | bytes |\n"
           "|---|---|--:|--:|--:|--:|\n");
    for (uint32_t share = 0; share < INCREMENTAL_SHARES; share++) {
        const incremental_change_result *astar = &results[share][INCREMENTAL_FOLLOWERS - 1];
        const double base = astar->seconds / (double)astar->plans;
        for (uint32_t i = 0; i < INCREMENTAL_FOLLOWERS; i++) {
            const incremental_change_result *result = &results[share][i];
            const double plans = (double)result->plans;
            printf("| %.1f %% | %s | %.1f | %.1f | %.2f | %zu |\n",
                   incremental_shares[share] / 10.0, incremental_followers[i],
                   (double)result->expansions / plans, 1e6 * result->seconds / plans,
                   base / (result->seconds / plans), result->bytes);
        }
    }
    printf("\n");
}

static void incremental_changes(const incremental_options *options)
{
    static incremental_change_result results[INCREMENTAL_SHARES][INCREMENTAL_FOLLOWERS];
    uint32_t maps = 0;
    for (; maps < options->maps && maps < DATASET_TEN_MAPS; maps++) {
        way_map *map =
            dataset_read_map(options->data, "dao", dataset_ten_maps[maps], (way_cost_model){0, 0});
        if (!map) {
            printf("## Game maps that change\n\nSkipped: no data in %s/maps/dao.\n\n",
                   options->data);
            return;
        }
        const incremental_cells ground = incremental_list_ground(map);
        for (uint32_t share = 0; share < INCREMENTAL_SHARES; share++) {
            for (uint32_t i = 0; i < INCREMENTAL_FOLLOWERS; i++) {
                incremental_follow(map, &ground, incremental_followers[i],
                                   incremental_shares[share], &results[share][i]);
            }
        }
        free(ground.cells);
        way_map_destroy(map);
    }
    incremental_print_changes(results, maps);
}

static incremental_options incremental_parse(int count, char **words)
{
    incremental_options options = {.mazes = 200, .maps = 10, .agents = 1000};
    for (int i = 1; i < count; i++) {
        uint32_t *number = strcmp(words[i], "--mazes") == 0    ? &options.mazes
                           : strcmp(words[i], "--maps") == 0   ? &options.maps
                           : strcmp(words[i], "--agents") == 0 ? &options.agents
                                                               : NULL;
        if (number && i + 1 < count) {
            *number = (uint32_t)strtoul(words[++i], NULL, 10);
        } else if (number || words[i][0] == '-') {
            fprintf(stderr, "usage: waymark_incremental [--mazes N] [--maps N] [--agents N] "
                            "[DATA]\n");
            exit(2);
        } else {
            options.data = words[i];
        }
    }
    options.data = dataset_directory(options.data);
    return options;
}

int main(int count, char **words)
{
    const incremental_options options = incremental_parse(count, words);
    printf("# Incremental search, measured\n\n    make bench-incremental MAZES=%u\n\n"
           "Times are the processor's; planners take turns on every problem, and the least of %d "
           "passes counts: read ratios.\n\n",
           options.mazes, INCREMENTAL_PASSES);
    if (options.mazes) {
        incremental_mazes(options.mazes);
    }
    if (options.maps) {
        incremental_changes(&options);
    }
    if (options.agents) {
        incremental_agents(&options);
    }
    return 0;
}
