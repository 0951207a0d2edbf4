// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/kit/require.h"
#include "bench/kit/stopwatch.h"
#include "bench/studies/discrete.h"

#include <waymark/search.h>

#include <stdlib.h>
#include <string.h>

#define DISCRETE_SLICE 100u

typedef struct discrete_runner {
    way_navigator *navigator;
    way_agent *agent;
} discrete_runner;

void discrete_table_init(discrete_table *table, uint32_t problem_capacity)
{
    *table = (discrete_table){.problem_capacity = problem_capacity, .weigh_stride = 1};
}

void discrete_table_fini(discrete_table *table)
{
    for (uint32_t i = 0; i < table->row_count; i++) {
        free(table->rows[i].results);
    }
    *table = (discrete_table){.row_count = 0};
}

void discrete_table_add(discrete_table *table, const char *spec)
{
    if (table->row_count == DISCRETE_ROWS_MAX) {
        require_ok(WAY_STATUS_TOO_LARGE, spec);
    }
    discrete_row *row = &table->rows[table->row_count++];
    snprintf(row->spec, sizeof row->spec, "%s", spec);
    row->stride = 1;
    row->results = require_memory(table->problem_capacity, sizeof *row->results);
}

void discrete_table_thin(discrete_table *table, uint32_t stride)
{
    table->rows[table->row_count - 1].stride = stride;
}

// Running -----------------------------------------------------------------------------------------

static double discrete_query(way_agent *agent, const scene_problem *problem)
{
    const way_trip trip = {.start = problem->start, .goal = problem->goal};
    const double before = stopwatch_cpu();
    require_ok(way_agent_begin(agent, &trip), "begin");
    way_agent_run(agent);
    return stopwatch_cpu() - before;
}

/// What the search takes of memory and of budgets: the same trip in slices with a fresh agent.
static void discrete_weigh(way_navigator *navigator, const scene_problem *problem,
                           discrete_result *result)
{
    way_agent *agent = NULL;
    const way_agent_config config = {.navigator = navigator, .store = WAY_STORE_SPARSE};
    const way_trip trip = {.start = problem->start, .goal = problem->goal};
    require_ok(way_agent_create(&config, &agent), "agent");
    require_ok(way_agent_begin(agent, &trip), "begin");
    while (way_agent_step(agent, DISCRETE_SLICE) == WAY_OUTCOME_MOVING) {
    }
    const way_stats stats = way_agent_stats(agent);
    result->weighed = true;
    result->bytes = stats.bytes;
    result->work = stats.steps * DISCRETE_SLICE;
    way_agent_destroy(agent);
}

static void discrete_run_problem(discrete_table *table, const discrete_runner *runners,
                                 const scene_problem *problem, uint32_t passes)
{
    const uint32_t index = table->problem_count++;
    for (uint32_t pass = 0; pass < passes; pass++) {
        for (uint32_t i = 0; i < table->row_count; i++) {
            discrete_result *result = &table->rows[i].results[index];
            result->tried = index % table->rows[i].stride == 0;
            if (pass == 0 ? result->tried : result->solved) {
                const double seconds = discrete_query(runners[i].agent, problem);
                result->solved = way_agent_outcome(runners[i].agent) == WAY_OUTCOME_ARRIVED;
                result->seconds =
                    pass == 0 || seconds < result->seconds ? seconds : result->seconds;
            }
        }
    }
    for (uint32_t i = 0; i < table->row_count; i++) {
        discrete_result *result = &table->rows[i].results[index];
        if (result->solved) {
            const way_stats stats = way_agent_stats(runners[i].agent);
            result->expansions = stats.expansions;
            result->generations = stats.generations;
            result->queue_operations = stats.heap_pushes + stats.heap_pops;
            result->cost = way_agent_cost(runners[i].agent);
            if (index % table->weigh_stride == 0) {
                discrete_weigh(runners[i].navigator, problem, result);
            }
        }
    }
}

void discrete_table_run(discrete_table *table, const way_map *map, const scene_problem *problems,
                        uint32_t count, uint32_t passes)
{
    way_space *space = NULL;
    discrete_runner runners[DISCRETE_ROWS_MAX] = {{NULL, NULL}};
    require_ok(way_space_create_grid(map, 1, NULL, &space), "space");
    for (uint32_t i = 0; i < table->row_count; i++) {
        const way_navigator_config plan = {.space = space, .algorithm = table->rows[i].spec};
        require_ok(way_navigator_create(&plan, &runners[i].navigator), table->rows[i].spec);
        const way_agent_config config = {.navigator = runners[i].navigator};
        require_ok(way_agent_create(&config, &runners[i].agent), table->rows[i].spec);
    }
    for (uint32_t k = 0; k < count && table->problem_count < table->problem_capacity; k++) {
        discrete_run_problem(table, runners, &problems[k], passes);
    }
    for (uint32_t i = 0; i < table->row_count; i++) {
        way_agent_destroy(runners[i].agent);
        way_navigator_destroy(runners[i].navigator);
    }
    way_space_destroy(space);
}

// Reading -----------------------------------------------------------------------------------------

/// Sums of two searches over the problems that both solved.
typedef struct discrete_sums {
    uint32_t tried; ///< by the first
    uint32_t count;
    uint32_t weighed;
    discrete_result one;
    discrete_result other;
} discrete_sums;

static void discrete_add(discrete_result *sum, const discrete_result *result)
{
    sum->seconds += result->seconds;
    sum->expansions += result->expansions;
    sum->generations += result->generations;
    sum->queue_operations += result->queue_operations;
    sum->cost += result->cost;
}

static discrete_sums discrete_sum(const discrete_table *table, const discrete_row *one,
                                  const discrete_row *other)
{
    discrete_sums sums = {.count = 0};
    for (uint32_t k = 0; k < table->problem_count; k++) {
        const discrete_result *a = &one->results[k];
        const discrete_result *b = &other->results[k];
        sums.tried += a->tried;
        if (a->solved && b->solved) {
            sums.count++;
            discrete_add(&sums.one, a);
            discrete_add(&sums.other, b);
        }
        if (a->weighed && b->weighed) {
            sums.weighed++;
            sums.one.work += a->work;
            sums.other.work += b->work;
            sums.one.bytes += a->bytes;
        }
    }
    return sums;
}

/// The row of a search; a spec without parameters also finds the search with a limit.
static const discrete_row *discrete_find(const discrete_table *table, const char *spec)
{
    for (uint32_t i = 0; i < table->row_count; i++) {
        const char *rest = table->rows[i].spec + strlen(spec);
        if (strncmp(table->rows[i].spec, spec, strlen(spec)) == 0 &&
            (*rest == '\0' || strncmp(rest, "(limit=", 7) == 0)) {
            return &table->rows[i];
        }
    }
    fprintf(stderr, "discrete: no row for %s\n", spec);
    exit(4);
}

double discrete_solved(const discrete_table *table, const char *spec)
{
    const discrete_row *row = discrete_find(table, spec);
    const discrete_sums sums = discrete_sum(table, row, row);
    return (double)sums.count / sums.tried;
}

double discrete_time_ratio(const discrete_table *table, const char *spec, const char *other)
{
    const discrete_sums sums =
        discrete_sum(table, discrete_find(table, spec), discrete_find(table, other));
    return sums.count ? sums.one.seconds / sums.other.seconds : NAN;
}

double discrete_expansion_ratio(const discrete_table *table, const char *spec, const char *other)
{
    const discrete_sums sums =
        discrete_sum(table, discrete_find(table, spec), discrete_find(table, other));
    return sums.count ? (double)sums.one.expansions / (double)sums.other.expansions : NAN;
}

double discrete_queue_ratio(const discrete_table *table, const char *spec, const char *other)
{
    const discrete_sums sums =
        discrete_sum(table, discrete_find(table, spec), discrete_find(table, other));
    return sums.count ? (double)sums.one.queue_operations / (double)sums.other.queue_operations
                      : NAN;
}

double discrete_work_ratio(const discrete_table *table, const char *spec, const char *other)
{
    const discrete_sums sums =
        discrete_sum(table, discrete_find(table, spec), discrete_find(table, other));
    return sums.weighed ? (double)sums.one.work / (double)sums.other.work : NAN;
}

void discrete_table_print(FILE *out, const discrete_table *table)
{
    fprintf(out,
            "| search | problems | solved | expansions | generations | queue operations | us | "
            "time / A* | peak KB | sub-optimality |\n"
            "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    for (uint32_t i = 0; i < table->row_count; i++) {
        const discrete_row *row = &table->rows[i];
        const discrete_sums sums = discrete_sum(table, row, &table->rows[0]);
        const double n = sums.count;
        if (sums.count == 0) {
            fprintf(out, "| %s | %u | none | | | | | | | |\n", row->spec, sums.tried);
            continue;
        }
        fprintf(out, "| %s | %u | %.0f %% | %.0f | %.0f | %.0f | %.*f | %.2f | %.0f | %.2f %% |\n",
                row->spec, sums.tried, 100 * n / sums.tried, (double)sums.one.expansions / n,
                (double)sums.one.generations / n, (double)sums.one.queue_operations / n,
                sums.one.seconds / n < 1e-4 ? 1 : 0, 1e6 * sums.one.seconds / n,
                sums.one.seconds / sums.other.seconds,
                (double)sums.one.bytes / fmax(sums.weighed, 1) / 1024,
                100 * ((double)sums.one.cost / (double)sums.other.cost - 1));
    }
}
