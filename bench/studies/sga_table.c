// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Running SGA* beside A*, and the tables of what came of it.
#include "bench/kit/require.h"
#include "bench/kit/stopwatch.h"
#include "bench/studies/sga.h"

#include <waymark/waymark.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Runs of a problem by one search in a row, the least of which counts. The first of a short trip
/// does not: it only brings back into the caches what the other searches have driven out.
#define SGA_RUNS 2u
#define SGA_RUNS_LONG 2u
#define SGA_LONG 500e-6

static const struct {
    const char *spec;
    const char *title;
} sga_rows[SGA_ROWS] = {
    {"sgastar(variant=v1, labels=off, informed=off)", "V1"},
    {"sgastar(variant=v1, labels=on, informed=off)", "V1, labels"},
    {"sgastar(variant=v1, labels=off, informed=on)", "V1, informed"},
    {"sgastar(variant=v1, labels=on, informed=on)", "V1, both"},
    {"sgastar(variant=v2, trim=max_dist, labels=off, informed=off)", "V2 MaxDist"},
    {"sgastar(variant=v2, trim=max_dist, labels=on, informed=off)", "V2 MaxDist, labels"},
    {"sgastar(variant=v2, trim=max_dist, labels=off, informed=on)", "V2 MaxDist, informed"},
    {"sgastar(variant=v2, trim=max_dist, labels=on, informed=on)", "V2 MaxDist, both"},
    {"sgastar(variant=v2, trim=max_dev, labels=off, informed=off)", "V2 MaxDev"},
    {"sgastar(variant=v2, trim=max_dev, labels=on, informed=off)", "V2 MaxDev, labels"},
    {"sgastar(variant=v2, trim=max_dev, labels=off, informed=on)", "V2 MaxDev, informed"},
    {"sgastar(variant=v2, trim=max_dev, labels=on, informed=on)", "V2 MaxDev, both"},
    {"sgastar(variant=v3, labels=off, informed=off)", "V3"},
    {"sgastar(variant=v3, labels=on, informed=off)", "V3, labels"},
    {"sgastar(variant=v3, labels=off, informed=on)", "V3, informed"},
    {"sgastar(variant=v3, labels=on, informed=on)", "V3, both"},
    {"sgastar(variant=v2, trim=max_dev, labels=on, informed=off, solver=jps)",
     "V2 MaxDev, labels, by JPS"},
    {"sgastar(variant=v2, trim=max_dev, labels=on, informed=off, solver=fringe)",
     "V2 MaxDev, labels, by fringe search"},
};

const char *sga_row_spec(uint32_t row)
{
    return sga_rows[row].spec;
}

const char *sga_row_title(uint32_t row)
{
    return sga_rows[row].title;
}

void sga_figure_add(sga_figure *figure, double value)
{
    figure->count++;
    figure->sum += value;
    figure->squares += value * value;
    figure->max = value > figure->max ? value : figure->max;
}

double sga_figure_mean(const sga_figure *figure)
{
    return figure->count ? figure->sum / figure->count : 0;
}

double sga_figure_deviation(const sga_figure *figure)
{
    const double mean = sga_figure_mean(figure);
    const double variance = figure->count ? figure->squares / figure->count - mean * mean : 0;
    return sqrt(variance > 0 ? variance : 0);
}

// Running -----------------------------------------------------------------------------------------

typedef struct sga_runner {
    way_navigator *navigator;
    way_agent *agent;
    double seconds; ///< the least of all passes over the problem at hand
} sga_runner;

typedef struct sga_bench {
    sga_totals *totals;
    sga_set set;
    const way_map *map;
    way_space *space;
    sga_runner plain;
    sga_runner runners[SGA_ROWS];
    way_cell *cells;   ///< of a path to be smoothed
    way_cost smoothed; ///< what the last one costs now
} sga_bench;

static void sga_open(sga_bench *bench, const char *spec, sga_runner *runner)
{
    const way_navigator_config plan = {.space = bench->space, .algorithm = spec};
    require_ok(way_navigator_create(&plan, &runner->navigator), spec);
    const way_agent_config config = {.navigator = runner->navigator};
    require_ok(way_agent_create(&config, &runner->agent), spec);
}

static void sga_close(sga_runner *runner)
{
    way_agent_destroy(runner->agent);
    way_navigator_destroy(runner->navigator);
}

static double sga_run_once(const sga_runner *runner, const scene_problem *problem)
{
    const way_trip trip = {.start = problem->start, .goal = problem->goal};
    const double before = stopwatch_worked();
    require_ok(way_agent_begin(runner->agent, &trip), "begin");
    const way_outcome outcome = way_agent_run(runner->agent);
    const double seconds = stopwatch_worked() - before;
    if (outcome != WAY_OUTCOME_ARRIVED) {
        fprintf(stderr, "sga: %u to %u: %s\n", problem->start, problem->goal,
                way_outcome_text(outcome));
        exit(4);
    }
    return seconds;
}

/// Notes the least of several runs, and of those before unless this is the first time.
static void sga_time(sga_runner *runner, const scene_problem *problem, bool first)
{
    double least = sga_run_once(runner, problem);
    const bool is_long = least >= SGA_LONG;
    least = is_long ? least : INFINITY;
    for (uint32_t i = is_long ? 1 : 0; i < (is_long ? SGA_RUNS_LONG : SGA_RUNS); i++) {
        const double seconds = sga_run_once(runner, problem);
        least = seconds < least ? seconds : least;
    }
    runner->seconds = first || least < runner->seconds ? least : runner->seconds;
}

/// Whether a row has found the path of the row before it, as it mostly does with labels.
static bool sga_repeats(const sga_bench *bench, uint32_t row)
{
    uint32_t counts[2] = {0};
    if (row == 0) {
        return false;
    }
    const way_state *before = way_agent_path(bench->runners[row - 1].agent, &counts[0]);
    const way_state *path = way_agent_path(bench->runners[row].agent, &counts[1]);
    return counts[0] == counts[1] && memcmp(before, path, counts[0] * sizeof *path) == 0;
}

/// The cost of a row's path after smoothing.
static way_cost sga_smooth(sga_bench *bench, uint32_t row)
{
    if (sga_repeats(bench, row)) {
        return bench->smoothed;
    }
    const sga_runner *runner = &bench->runners[row];
    uint32_t count = 0;
    const way_state *path = way_agent_path(runner->agent, &count);
    memcpy(bench->cells, path, count * sizeof *path);
    bench->totals->smoothed[bench->set] += count;
    const way_smoothing_config config = {
        .map = bench->map, .unit_size = 1, .kind = WAY_SMOOTHING_RAYS};
    const double before = stopwatch_worked();
    require_ok(way_path_smooth(&config, bench->cells, &count), "smooth");
    bench->totals->smoothing[bench->set] += stopwatch_worked() - before;
    way_cost cost = 0;
    if (!way_path_check(bench->map, 1, bench->cells, count, &cost)) {
        fprintf(stderr, "sga: smoothing broke a path\n");
        exit(4);
    }
    bench->smoothed = cost;
    return cost;
}

/// The time of a row on the problem at hand, % of A*.
static double sga_percent(const sga_bench *bench, uint32_t row)
{
    return 100 * bench->runners[row].seconds / bench->plain.seconds;
}

static void sga_count(sga_bench *bench, uint32_t row)
{
    const sga_runner *runner = &bench->runners[row];
    sga_result *result = &bench->totals->results[bench->set][row];
    const way_stats own = way_agent_stats(runner->agent);
    const way_stats plain = way_agent_stats(bench->plain.agent);
    const double best = way_agent_cost(bench->plain.agent);
    const double memory = 100.0 * (double)own.states_max / (double)plain.states_max;
    const double expansions = 100.0 * (double)own.expansions / (double)plain.expansions;
    const double time = sga_percent(bench, row);
    sga_figure_add(&result->time, time);
    if (bench->plain.seconds < SGA_SHORT) {
        sga_figure_add(&result->short_time, time);
    }
    result->seconds += runner->seconds;
    sga_figure_add(&result->memory, memory);
    sga_figure_add(&result->expansions, expansions);
    sga_figure_add(&result->rough, 100 * (way_agent_cost(runner->agent) / best - 1));
    sga_figure_add(&result->smooth, 100 * (sga_smooth(bench, row) / best - 1));
    result->over_time += time > SGA_BOUND;
    result->over_work += memory > SGA_BOUND || expansions > SGA_BOUND;
}

/// Whether a row that should keep within the bound does not seem to.
static bool sga_is_doubtful(const sga_bench *bench)
{
    for (uint32_t row = 0; row < SGA_VARIANTS * SGA_EXTRAS; row++) {
        if (row % SGA_EXTRAS >= SGA_INFORMED && sga_percent(bench, row) > SGA_BOUND) {
            return true;
        }
    }
    return false;
}

static void sga_measure(sga_bench *bench, const scene_problem *problem, bool first)
{
    sga_time(&bench->plain, problem, first);
    for (uint32_t row = 0; row < SGA_ROWS; row++) {
        sga_time(&bench->runners[row], problem, first);
    }
}

static void sga_solve(sga_bench *bench, const scene_problem *problem)
{
    sga_measure(bench, problem, true);
    // All the same number of times, whatever comes out: stopping at the first good one would lie.
    const uint32_t again = sga_is_doubtful(bench) ? SGA_AGAIN : 0;
    for (uint32_t i = 0; i < again; i++) {
        sga_measure(bench, problem, false);
    }
    bench->totals->seconds[bench->set] += bench->plain.seconds;
    for (uint32_t row = 0; row < SGA_ROWS; row++) {
        sga_count(bench, row);
    }
}

void sga_run(sga_totals *totals, sga_set set, const way_map *map, const scene_problem *problems,
             uint32_t count)
{
    sga_bench bench = {.totals = totals, .set = set, .map = map};
    require_ok(way_space_create_grid(map, 1, NULL, &bench.space), "space");
    bench.cells =
        require_memory((size_t)way_map_width(map) * way_map_height(map), sizeof *bench.cells);
    sga_open(&bench, "astar", &bench.plain);
    for (uint32_t row = 0; row < SGA_ROWS; row++) {
        sga_open(&bench, sga_rows[row].spec, &bench.runners[row]);
    }
    for (uint32_t i = 0; i < count; i++) {
        sga_solve(&bench, &problems[i]);
    }
    totals->maps[set]++;
    totals->problems[set] += count;
    for (uint32_t row = 0; row < SGA_ROWS; row++) {
        sga_close(&bench.runners[row]);
    }
    sga_close(&bench.plain);
    way_space_destroy(bench.space);
    free(bench.cells);
}

// Printing ----------------------------------------------------------------------------------------

static void sga_print_figure(FILE *out, const sga_figure *figure)
{
    fprintf(out, " %.0f ± %.0f | %.0f |", sga_figure_mean(figure), sga_figure_deviation(figure),
            figure->max);
}

/// What trips that A* is done with at once cost, for the rows that bound it.
static void sga_print_short(FILE *out, const sga_totals *totals, sga_set set)
{
    double worst = 0;
    uint32_t count = 0;
    for (uint32_t row = 0; row < SGA_VARIANTS * SGA_EXTRAS; row++) {
        const sga_figure *figure = &totals->results[set][row].short_time;
        count = figure->count;
        worst = row % SGA_EXTRAS >= SGA_INFORMED && figure->max > worst ? figure->max : worst;
    }
    if (count) {
        fprintf(out,
                "A* needed less than %.0f us for %u of the problems; there an informed search took "
                "%.0f %% at worst.\n",
                1e6 * SGA_SHORT, count, worst);
    }
}

void sga_table_print(FILE *out, const sga_totals *totals, sga_set set)
{
    fprintf(out, "| search | time | max | of all | memory | max | expansions | max | over 300 %% | "
                 "sub-optimal | max | smoothed | max |\n"
                 "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    for (uint32_t row = 0; row < SGA_ROWS; row++) {
        const sga_result *result = &totals->results[set][row];
        fprintf(out, "| %s |", sga_rows[row].title);
        sga_print_figure(out, &result->time);
        fprintf(out, " %.0f |", 100 * result->seconds / totals->seconds[set]);
        sga_print_figure(out, &result->memory);
        sga_print_figure(out, &result->expansions);
        fprintf(out, " %u, %u | %.1f | %.0f | %.1f | %.0f |\n", result->over_time,
                result->over_work, sga_figure_mean(&result->rough), result->rough.max,
                sga_figure_mean(&result->smooth), result->smooth.max);
    }
    fprintf(out, "\nA* took %.0f us on average. Smoothing took %.2f us for each cell of a path.\n",
            1e6 * totals->seconds[set] / totals->problems[set],
            1e6 * totals->smoothing[set] / totals->smoothed[set]);
    sga_print_short(out, totals, set);
}
