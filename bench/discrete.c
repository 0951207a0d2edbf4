// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Every discrete search on the ten dao maps: work, time, memory, quality, and what remains of the
// survey's claims about them. Rows come from the registry; only the claims know names.
//
//     waymark_discrete [--problems N] [--markdown FILE] [DATA]
//
// Times are the least of interleaved passes; read ratios. Searches with a limit of their own get
// one, and the share that they solved is told.
#include "bench/dataset.h"
#include "bench/stopwatch.h"

#include <waymark/waymark.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DISCRETE_ROWS_MAX 48u
#define DISCRETE_PASSES 2
#define DISCRETE_LIMIT 1000000u

typedef struct discrete_row {
    char spec[96];
    uint32_t solved;
    double seconds;       ///< of the problems that it solved
    double astar_seconds; ///< of A* on the same problems
    uint64_t expansions;
    uint64_t astar_expansions;
    uint64_t generations;
    uint64_t queue_operations;
    uint64_t bytes;
    uint64_t cost;
    uint64_t best;
} discrete_row;

typedef struct discrete_table {
    discrete_row rows[DISCRETE_ROWS_MAX];
    uint32_t count;
    uint32_t problems;
} discrete_table;

typedef struct discrete_runner {
    way_navigator *navigator;
    way_agent *agent;
} discrete_runner;

static void discrete_require(way_status status, const char *what)
{
    if (status != WAY_STATUS_OK) {
        fprintf(stderr, "discrete: %s: %s\n", what, way_status_text(status));
        exit(4);
    }
}

// Rows
// ---------------------------------------------------------------------------------------------

static void discrete_add_row(discrete_table *table, const char *name, const char *params)
{
    if (table->count < DISCRETE_ROWS_MAX) {
        discrete_row *row = &table->rows[table->count++];
        snprintf(row->spec, sizeof row->spec, *params ? "%s(%s)" : "%s", name, params);
    }
}

static const way_param *discrete_param(const way_algorithm *algorithm, const char *name)
{
    for (uint32_t i = 0; i < algorithm->param_count; i++) {
        if (strcmp(algorithm->params[i].name, name) == 0) {
            return &algorithm->params[i];
        }
    }
    return NULL;
}

/// The presets of the family, then A* with each of its open lists, ties and fast expansion.
static void discrete_list_rows(discrete_table *table)
{
    char params[64];
    discrete_add_row(table, "astar", ""); // what everything is compared with comes first
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const way_algorithm *algorithm = way_algorithm_at(i);
        if (strcmp(algorithm->family, "discrete") != 0 || strcmp(algorithm->name, "astar") == 0) {
            continue;
        }
        snprintf(params, sizeof params, "limit=%u", DISCRETE_LIMIT);
        discrete_add_row(table, algorithm->name, discrete_param(algorithm, "limit") ? params : "");
    }
    const way_param *open = discrete_param(way_algorithm_find("astar"), "open");
    for (int32_t choice = 0; choice < open->max; choice++) {
        snprintf(params, sizeof params, "open=%s", open->choices[choice]);
        discrete_add_row(table, "astar", params);
    }
    discrete_add_row(table, "astar", "open=heap4, tie=low_g");
    discrete_add_row(table, "astar", "open=heap4, fast=on");
}

static discrete_row *discrete_find(discrete_table *table, const char *start)
{
    for (uint32_t i = 0; i < table->count; i++) {
        if (strncmp(table->rows[i].spec, start, strlen(start)) == 0) {
            return &table->rows[i];
        }
    }
    return NULL;
}

// Running
// ------------------------------------------------------------------------------------------

static double discrete_query(const discrete_runner *runner, way_cell start, way_cell goal)
{
    const way_trip trip = {.start = start, .goal = goal};
    const double before = stopwatch_now();
    discrete_require(way_agent_begin(runner->agent, &trip), "begin");
    way_agent_run(runner->agent);
    return stopwatch_now() - before;
}

/// What the search touched: a fresh sparse agent after the same trip.
static uint64_t discrete_bytes(const discrete_runner *runner, way_cell start, way_cell goal)
{
    way_agent *agent = NULL;
    const way_agent_config config = {.navigator = runner->navigator, .store = WAY_STORE_SPARSE};
    discrete_require(way_agent_create(&config, &agent), "agent");
    const discrete_runner sparse = {runner->navigator, agent};
    discrete_query(&sparse, start, goal);
    const uint64_t bytes = way_agent_stats(agent).bytes;
    way_agent_destroy(agent);
    return bytes;
}

static void discrete_add_result(discrete_row *row, const discrete_runner *runner, double seconds,
                                uint64_t bytes)
{
    const way_stats stats = way_agent_stats(runner->agent);
    row->solved++;
    row->seconds += seconds;
    row->expansions += stats.expansions;
    row->generations += stats.generations;
    row->queue_operations += stats.heap_pushes + stats.heap_pops;
    row->cost += way_agent_cost(runner->agent);
    row->bytes += bytes;
}

static void discrete_run_problem(discrete_table *table, const discrete_runner *runners,
                                 way_cell start, way_cell goal)
{
    double least[DISCRETE_ROWS_MAX];
    for (int pass = 0; pass < DISCRETE_PASSES; pass++) {
        for (uint32_t i = 0; i < table->count; i++) {
            const bool gave_up =
                pass > 0 && way_agent_outcome(runners[i].agent) != WAY_OUTCOME_ARRIVED;
            const double seconds = gave_up ? least[i] : discrete_query(&runners[i], start, goal);
            least[i] = pass == 0 || seconds < least[i] ? seconds : least[i];
        }
    }
    const uint64_t astar_expansions = way_agent_stats(runners[0].agent).expansions;
    const way_cost best = way_agent_cost(runners[0].agent);
    for (uint32_t i = 0; i < table->count; i++) {
        if (way_agent_outcome(runners[i].agent) == WAY_OUTCOME_ARRIVED) {
            discrete_add_result(&table->rows[i], &runners[i], least[i],
                                discrete_bytes(&runners[i], start, goal));
            table->rows[i].astar_seconds += least[0];
            table->rows[i].astar_expansions += astar_expansions;
            table->rows[i].best += best;
        }
    }
    table->problems++;
}

static void discrete_run_map(discrete_table *table, const dataset_map *dataset)
{
    way_space *space = NULL;
    discrete_runner runners[DISCRETE_ROWS_MAX];
    discrete_require(way_space_create_grid(dataset->map, 1, NULL, &space), "space");
    for (uint32_t i = 0; i < table->count; i++) {
        const way_navigator_config plan = {.space = space, .algorithm = table->rows[i].spec};
        discrete_require(way_navigator_create(&plan, &runners[i].navigator), table->rows[i].spec);
        const way_agent_config config = {.navigator = runners[i].navigator};
        discrete_require(way_agent_create(&config, &runners[i].agent), table->rows[i].spec);
    }
    for (uint32_t k = 0; k < dataset->scenario.count; k++) {
        discrete_run_problem(table, runners, dataset_start(dataset, k), dataset_goal(dataset, k));
    }
    for (uint32_t i = 0; i < table->count; i++) {
        way_agent_destroy(runners[i].agent);
        way_navigator_destroy(runners[i].navigator);
    }
    way_space_destroy(space);
}

// Reporting
// ----------------------------------------------------------------------------------------

static void discrete_print(FILE *out, const discrete_table *table)
{
    fprintf(out,
            "| search | solved | expansions | generations | queue operations | us | time / A* | "
            "KB touched | sub-optimality |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    for (uint32_t i = 0; i < table->count; i++) {
        const discrete_row *row = &table->rows[i];
        if (row->solved == 0) {
            fprintf(out, "| %s | 0 %% | | | | | | | |\n", row->spec);
            continue;
        }
        const double n = row->solved;
        fprintf(out, "| %s | %.0f %% | %.0f | %.0f | %.0f | %.0f | %.2f | %.0f | %.2f %% |\n",
                row->spec, 100 * n / table->problems, (double)row->expansions / n,
                (double)row->generations / n, (double)row->queue_operations / n,
                1e6 * row->seconds / n, row->seconds / row->astar_seconds,
                (double)row->bytes / n / 1024, 100 * ((double)row->cost / (double)row->best - 1));
    }
}

/// One claim: what the survey says, what the rows say, and whether they agree.
static void discrete_claim(FILE *out, const char *claim, const char *paper, double ours,
                           const char *unit, bool holds)
{
    fprintf(out, "| %s | %s | %.2f%s | %s |\n", claim, paper, ours, unit, holds ? "yes" : "no");
}

static double discrete_time(const discrete_row *row)
{
    return row && row->solved ? row->seconds / row->astar_seconds : 0;
}

static void discrete_claims(FILE *out, discrete_table *table)
{
    const discrete_row *heap = discrete_find(table, "astar(open=heap4)");
    const discrete_row *binary = discrete_find(table, "astar(open=binary)");
    const discrete_row *skew = discrete_find(table, "astar(open=skew)");
    const discrete_row *unsorted = discrete_find(table, "astar(open=unsorted)");
    const discrete_row *sorted = discrete_find(table, "astar(open=sorted)");
    const discrete_row *bucket = discrete_find(table, "astar(open=bucket)");
    const discrete_row *low_g = discrete_find(table, "astar(open=heap4, tie=low_g)");
    const discrete_row *fast = discrete_find(table, "astar(open=heap4, fast=on)");
    const discrete_row *fringe = discrete_find(table, "fringe");
    const discrete_row *ida = discrete_find(table, "idastar");
    const discrete_row *memory = discrete_find(table, "meidastar");
    fprintf(out, "| claim of the survey | its figure | ours | reproduced |\n|---|---|--:|---|\n");
    discrete_claim(out, "fringe search against A* with a binary heap, time", "0.75",
                   discrete_time(fringe) / discrete_time(binary), " x",
                   discrete_time(fringe) < discrete_time(binary));
    discrete_claim(out, "fringe search expands more than A*", "> 1",
                   (double)fringe->expansions / (double)fringe->astar_expansions, " x",
                   fringe->expansions > fringe->astar_expansions);
    discrete_claim(out, "a skew heap is the best heap: time against the binary heap", "< 1",
                   discrete_time(skew) / discrete_time(binary), " x",
                   discrete_time(skew) < discrete_time(binary));
    discrete_claim(
        out, "sorted and unsorted lists lose: the better of both against the binary heap", "> 1",
        (discrete_time(sorted) < discrete_time(unsorted) ? discrete_time(sorted)
                                                         : discrete_time(unsorted)) /
            discrete_time(binary),
        " x",
        discrete_time(sorted) > discrete_time(binary) &&
            discrete_time(unsorted) > discrete_time(binary));
    discrete_claim(out, "4-ary heap against the binary heap, time (ours)", "-",
                   discrete_time(heap) / discrete_time(binary), " x",
                   discrete_time(heap) < discrete_time(binary));
    discrete_claim(out, "buckets against the binary heap, time (ours)", "-",
                   discrete_time(bucket) / discrete_time(binary), " x",
                   discrete_time(bucket) < discrete_time(binary));
    discrete_claim(out, "ties: smaller g first expands less", "< 1",
                   (double)low_g->expansions / (double)heap->expansions, " x",
                   low_g->expansions < heap->expansions);
    discrete_claim(out, "fast expansion saves queue operations", "< 1",
                   (double)fast->queue_operations / (double)heap->queue_operations, " x",
                   fast->queue_operations < heap->queue_operations);
    discrete_claim(out, "ME-IDA* is over 19 times slower than A* (where it finished)", "> 19",
                   discrete_time(memory), " x", discrete_time(memory) > 19);
    discrete_claim(out, "IDA* is not for grids: share of problems solved within the limit", "0",
                   100.0 * ida->solved / table->problems, " %", ida->solved == 0);
}

static void discrete_report(FILE *out, discrete_table *table)
{
    fprintf(
        out,
        "# Discrete searches on ten Dragon Age maps\n\n"
        "Means over %u problems (the longest of each map) that each search solved; times are the "
        "least of %d interleaved passes on a shared machine, so read the ratios. A limit of %u "
        "expansions holds for searches that can take one. Memory is what a sparse store holds "
        "after the trip.\n\n    make bench-discrete\n\n",
        table->problems, DISCRETE_PASSES, DISCRETE_LIMIT);
    discrete_print(out, table);
    fprintf(out, "\n## The survey's claims\n\nComputed from the rows above.\n\n");
    discrete_claims(out, table);
}

int main(int count, char **arguments)
{
    static discrete_table table;
    uint32_t problems = 3;
    const char *markdown = NULL;
    const char *data = NULL;
    for (int i = 1; i < count; i++) {
        if (strcmp(arguments[i], "--problems") == 0 && i + 1 < count) {
            problems = (uint32_t)strtoul(arguments[++i], NULL, 10);
        } else if (strcmp(arguments[i], "--markdown") == 0 && i + 1 < count) {
            markdown = arguments[++i];
        } else {
            data = arguments[i];
        }
    }
    discrete_list_rows(&table);
    for (uint32_t m = 0; m < DATASET_TEN_MAPS; m++) {
        dataset_map dataset;
        if (!dataset_read(dataset_directory(data), "dao", dataset_ten_maps[m], problems,
                          (way_cost_model){0, 0}, &dataset)) {
            printf("discrete: skipped, no maps/dao in %s\n", dataset_directory(data));
            return 0;
        }
        fprintf(stderr, "%s\n", dataset.name);
        discrete_run_map(&table, &dataset);
        dataset_free(&dataset);
    }
    FILE *out = markdown ? fopen(markdown, "w") : stdout;
    if (!out) {
        perror(markdown);
        return 4;
    }
    discrete_report(out, &table);
    return out == stdout || fclose(out) == 0 ? 0 : 4;
}
