// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/kit/dataset.h"
#include "bench/kit/require.h"
#include "bench/kit/stopwatch.h"
#include "bench/studies/hierarchical.h"

#include <waymark/database.h>
#include <waymark/path.h>

#include <stdlib.h>
#include <string.h>

#define HIERARCHICAL_PASSES 3
#define HIERARCHICAL_SLICE 64u

/// Searches with something to compare; the first is what the others are measured against.
static const char *const hierarchical_specs[] = {
    "astar",
    "jps",
    "hpastar(size=10, levels=1, smooth=off)",
    "hpastar(size=10, levels=1)",
    "hpastar(size=10, levels=1, smooth=all)",
    "hpastar(levels=1, smooth=off)",
    "hpastar(levels=1, paths=off, smooth=off)",
    "hpastar(lazy=on, smooth=off)",
    "hpastar(smooth=off)",
    "hpastar",
    "hpastar(smooth=all)",
    "dhpastar(levels=1, smooth=off)",
    "dhpastar(smooth=off)",
    "dhpastar",
    "prastar",
    "prastar(partial=16)",
    "sectors(ahead=1, trim=0.1)",
    "sectors",
    "sectors(smooth=box)",
    "guided",
    "guided(sector=16)",
    "guided(weight=1.2)",
};

static const char *const hierarchical_bg512[] = {"AR0011SR", "AR0044SR", "AR0072SR", "AR0202SR",
                                                 "AR0300SR", "AR0307SR", "AR0400SR", "AR0411SR",
                                                 "AR0513SR", "AR0605SR", "AR0700SR", "AR0711SR"};
static const char *const hierarchical_sc1[] = {
    "Aftershock",   "Archipelago",  "ArcticStation", "Aurora",       "BigGameHunters",
    "CatwalkAlley", "Entanglement", "NovaStation",   "TheFrozenSea", "Typhoon"};
static const char *const hierarchical_room[] = {"8room_000",  "8room_001",  "16room_000",
                                                "16room_001", "32room_000", "32room_001",
                                                "64room_000", "64room_001"};

// Rows --------------------------------------------------------------------------------------------

static bool hierarchical_is_of(const char *spec, const char *name)
{
    const size_t length = strlen(name);
    return strncmp(spec, name, length) == 0 && (spec[length] == '\0' || spec[length] == '(');
}

static void hierarchical_add(hierarchical_set *set, const char *spec)
{
    if (set->row_count == HIERARCHICAL_ROWS_MAX) {
        return;
    }
    hierarchical_row *row = &set->rows[set->row_count++];
    snprintf(row->spec, sizeof row->spec, "%s", spec);
}

void hierarchical_list(hierarchical_set *set)
{
    const size_t count = sizeof hierarchical_specs / sizeof *hierarchical_specs;
    for (size_t i = 0; i < count; i++) {
        char name[96];
        snprintf(name, sizeof name, "%s", hierarchical_specs[i]);
        name[strcspn(name, "(")] = '\0';
        if (way_algorithm_find(name)) {
            hierarchical_add(set, hierarchical_specs[i]);
        }
    }
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const way_algorithm *algorithm = way_algorithm_at(i);
        bool listed = strcmp(algorithm->family, "hierarchical") != 0;
        for (size_t k = 0; k < count && !listed; k++) {
            listed = hierarchical_is_of(hierarchical_specs[k], algorithm->name);
        }
        if (!listed) {
            hierarchical_add(set, algorithm->name);
        }
    }
}

const hierarchical_row *hierarchical_find(const hierarchical_set *set, const char *spec)
{
    for (uint32_t i = 0; i < set->row_count; i++) {
        if (strcmp(set->rows[i].spec, spec) == 0) {
            return &set->rows[i];
        }
    }
    return NULL;
}

hierarchical_mean hierarchical_sum(const hierarchical_set *set, const hierarchical_row *row)
{
    hierarchical_mean mean = {.tried = 0};
    double yardstick = 0;
    for (uint32_t i = 0; i < set->problem_count; i++) {
        const hierarchical_result *result = &row->results[i];
        mean.tried += result->tried;
        if (!result->solved) {
            continue;
        }
        const double other = set->rows[0].results[i].seconds;
        mean.solved++;
        mean.cold += result->cold;
        mean.seconds += result->seconds;
        mean.first += result->first;
        mean.expansions += result->expansions;
        mean.excess += result->excess;
        mean.smoothed += result->smoothed;
        mean.within_one += result->excess <= 0.01;
        mean.within_five += result->excess <= 0.05;
        mean.worst = result->excess > mean.worst ? result->excess : mean.worst;
        yardstick += other;
        mean.best_speed =
            other / result->seconds > mean.best_speed ? other / result->seconds : mean.best_speed;
    }
    const double count = mean.solved ? mean.solved : 1;
    mean.speed = mean.seconds > 0 ? yardstick / mean.seconds : 0;
    mean.cold /= count;
    mean.seconds /= count;
    mean.first /= count;
    mean.expansions /= count;
    mean.excess /= count;
    mean.smoothed /= count;
    mean.within_one /= count;
    mean.within_five /= count;
    return mean;
}

// Trips -------------------------------------------------------------------------------------------

typedef struct hierarchical_runner {
    way_navigator *navigator;
    way_agent *agent;
} hierarchical_runner;

static void hierarchical_open(hierarchical_row *row, way_space *space, hierarchical_runner *runner)
{
    way_problem problem = {0};
    const way_navigator_config plan = {.space = space, .algorithm = row->spec, .problem = &problem};
    const double before = stopwatch_worked();
    require_ok(way_navigator_create(&plan, &runner->navigator), row->spec);
    row->prepare += stopwatch_worked() - before;
    row->bytes += (double)way_navigator_bytes(runner->navigator);
    row->maps++;
    const way_agent_config config = {.navigator = runner->navigator};
    require_ok(way_agent_create(&config, &runner->agent), row->spec);
}

/// Time until an agent has a first move.
static double hierarchical_first_move(way_agent *agent, const way_trip *trip)
{
    const double before = stopwatch_worked();
    require_ok(way_agent_begin(agent, trip), "trip");
    uint32_t count = 1;
    while (count < 2 && way_agent_step(agent, HIERARCHICAL_SLICE) == WAY_OUTCOME_MOVING) {
        (void)way_agent_path(agent, &count);
    }
    const double seconds = stopwatch_worked() - before;
    way_agent_cancel(agent);
    return seconds;
}

/// The cost of the path after smoothing by rays.
static double hierarchical_smoothed(const way_map *map, const way_agent *agent)
{
    uint32_t count = 0;
    const way_state *path = way_agent_path(agent, &count);
    way_cell *cells = require_memory(count, sizeof *cells);
    memcpy(cells, path, count * sizeof *cells);
    const way_smoothing_config config = {.map = map, .unit_size = 1, .kind = WAY_SMOOTHING_RAYS};
    require_ok(way_path_smooth(&config, cells, &count), "smoothing");
    way_cost cost = 0;
    if (!way_path_check(map, 1, cells, count, &cost)) {
        require_ok(WAY_STATUS_STALE, "a smoothed path");
    }
    free(cells);
    return cost;
}

/// Time of a whole trip.
static double hierarchical_time(way_agent *agent, const way_trip *trip, bool *solved)
{
    const double before = stopwatch_worked();
    require_ok(way_agent_begin(agent, trip), "trip");
    *solved = way_agent_run(agent) == WAY_OUTCOME_ARRIVED;
    return stopwatch_worked() - before;
}

static void hierarchical_travel(const hierarchical_runner *runner, const way_map *map,
                                const way_trip *trip, hierarchical_result *result)
{
    way_agent *agent = runner->agent;
    result->tried = true;
    result->cold = hierarchical_time(agent, trip, &result->solved);
    result->first = hierarchical_first_move(agent, trip);
    result->seconds = hierarchical_time(agent, trip, &result->solved);
    for (uint32_t pass = 1; pass < HIERARCHICAL_PASSES && result->seconds < 0.02; pass++) {
        const double seconds = hierarchical_time(agent, trip, &result->solved);
        result->seconds = seconds < result->seconds ? seconds : result->seconds;
    }
    if (result->solved) {
        result->expansions = (double)way_agent_stats(agent).expansions;
        result->excess = way_agent_cost(agent); // to be compared with the first row's
        result->smoothed = hierarchical_smoothed(map, agent);
    }
}

/// Runs all rows on one problem.
static void hierarchical_run_problem(hierarchical_set *set, const hierarchical_runner *runners,
                                     const way_map *map, const way_trip *trip)
{
    const uint32_t index = set->problem_count;
    double best = 0;
    for (uint32_t i = 0; i < set->row_count; i++) {
        hierarchical_result *result = &set->rows[i].results[index];
        hierarchical_travel(&runners[i], map, trip, result);
        if (result->solved) {
            best = i == 0 ? result->excess : best;
            result->excess = result->excess / best - 1;
            result->smoothed = result->smoothed / best - 1;
        }
    }
    set->problem_count++;
}

static void hierarchical_run_map(hierarchical_set *set, const dataset_map *dataset,
                                 uint32_t problems, bool longest)
{
    way_space *space = NULL;
    static hierarchical_runner runners[HIERARCHICAL_ROWS_MAX];
    require_ok(way_space_create_grid(dataset->map, 1, NULL, &space), dataset->name);
    for (uint32_t i = 0; i < set->row_count; i++) {
        hierarchical_open(&set->rows[i], space, &runners[i]);
    }
    const uint32_t total = dataset->scenario.count;
    const uint32_t count = problems < total ? problems : total;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t problem = longest ? i : (uint32_t)((uint64_t)i * total / count);
        const way_trip trip = {.start = dataset_start(dataset, problem),
                               .goal = dataset_goal(dataset, problem)};
        hierarchical_run_problem(set, runners, dataset->map, &trip);
    }
    for (uint32_t i = 0; i < set->row_count; i++) {
        set->rows[i].agent_bytes += (double)way_agent_stats(runners[i].agent).bytes;
        way_agent_destroy(runners[i].agent);
        way_navigator_destroy(runners[i].navigator);
    }
    way_space_destroy(space);
    set->map_count++;
}

/// The maps of a set.
static const char *const *hierarchical_maps(const char *folder, uint32_t *count)
{
    if (strcmp(folder, "bg512") == 0) {
        *count = sizeof hierarchical_bg512 / sizeof *hierarchical_bg512;
        return hierarchical_bg512;
    }
    if (strcmp(folder, "sc1") == 0) {
        *count = sizeof hierarchical_sc1 / sizeof *hierarchical_sc1;
        return hierarchical_sc1;
    }
    if (strcmp(folder, "room") == 0) {
        *count = sizeof hierarchical_room / sizeof *hierarchical_room;
        return hierarchical_room;
    }
    *count = DATASET_TEN_MAPS;
    return dataset_ten_maps;
}

bool hierarchical_run(hierarchical_set *set, const char *directory, uint32_t problems)
{
    uint32_t count = 0;
    const char *const *names = hierarchical_maps(set->folder, &count);
    const bool longest = strcmp(set->folder, "dao") == 0;
    set->problem_capacity = count * problems;
    for (uint32_t i = 0; i < set->row_count; i++) {
        set->rows[i].results = require_memory(set->problem_capacity, sizeof *set->rows[i].results);
    }
    for (uint32_t i = 0; i < count; i++) {
        dataset_map dataset;
        if (!dataset_read(directory, set->folder, names[i], longest ? problems : UINT32_MAX,
                          (way_cost_model){0, 0}, &dataset)) {
            return false;
        }
        fprintf(stderr, "%s/%s\n", set->folder, names[i]);
        hierarchical_run_map(set, &dataset, problems, longest);
        dataset_free(&dataset);
    }
    return true;
}
