// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/kit/stopwatch.h"
#include "bench/kit/trial.h"
#include "bench/world/world_study.h"
#include "scenes/mapf_checker.h"

#include <waymark/file.h>
#include <waymark/format.h>
#include <waymark/mapf.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct mapf_case {
    const char *map;
    uint32_t units[5]; ///< 0 = no more; beyond the scenario pairs are drawn by lot
} mapf_case;

static const mapf_case mapf_cases[] = {
    {"random-32-32-20", {100, 200, 400}},
    {"empty-48-48", {100, 400, 1000}},
    {"room-64-64-16", {100, 200, 400}},
    {"maze-128-128-10", {100, 400, 1000}},
    {"ost003d", {100, 400, 1000}},
    {"warehouse-20-40-10-2-2", {100, 1000, 4000, 10000}},
    {"Berlin_1_256", {100, 1000, 4000, 10000}},
};

typedef struct mapf_watch {
    double start, limit;
} mapf_watch;

static bool mapf_is_late(void *user)
{
    const mapf_watch *watch = user;
    return stopwatch_cpu() - watch->start > watch->limit;
}

static bool mapf_read(const char *folder, const char *name, const char *end, way_file *file)
{
    char path[512];
    (void)snprintf(path, sizeof path, "%s/%s%s", folder, name, end);
    return way_file_read(path, 0, NULL, file, NULL) == WAY_STATUS_OK;
}

/// Cells of the largest part in an order of chance.
static uint32_t mapf_lots(const way_map *map, uint32_t component, way_rng *rng, way_cell *cells)
{
    uint32_t count = 0;
    for (way_cell cell = 0; cell < way_map_width(map) * way_map_height(map); cell++) {
        if (component != WAY_CELL_NONE && way_map_component(map, cell, 1) == component) {
            cells[count++] = cell;
        }
    }
    for (uint32_t k = count; k > 1; k--) {
        const uint32_t pick = way_rng_below(rng, k);
        const way_cell cell = cells[k - 1];
        cells[k - 1] = cells[pick];
        cells[pick] = cell;
    }
    return count;
}

/// Fills in starts and goals; false if there is no room.
static bool mapf_pairs(const way_map *map, const way_scenario *scenario, uint32_t units,
                       way_cell *starts, way_cell *goals)
{
    if (units <= scenario->count) {
        for (uint32_t k = 0; k < units; k++) {
            const way_scenario_entry *entry = &scenario->entries[k];
            starts[k] = way_map_cell(map, entry->start_x, entry->start_y);
            goals[k] = way_map_cell(map, entry->goal_x, entry->goal_y);
        }
        return true;
    }
    way_rng rng = way_rng_seed(units);
    const way_scenario_entry *entry = &scenario->entries[0];
    const uint32_t component =
        way_map_component(map, way_map_cell(map, entry->start_x, entry->start_y), 1);
    const uint32_t room = mapf_lots(map, component, &rng, starts);
    (void)mapf_lots(map, component, &rng, goals);
    return room >= units;
}

static void mapf_figures(bench_page *page, const mapf_watch *watch, const way_mapf_plan *plan)
{
    bench_page_row(page, "%s|%.2f", plan->cells ? "solved" : way_outcome_text(plan->outcome),
                   stopwatch_cpu() - watch->start);
    if (plan->cells) {
        bench_page_row(page, "%.3f|%u", (double)plan->loss / (double)plan->bound, plan->makespan);
    } else {
        bench_page_row(page, "–|–");
    }
    bench_page_row(page, "%.0f", (double)plan->bytes / 1e6);
}

static void mapf_row(bench_page *page, const char *name, const way_map *map,
                     const way_scenario *scenario, uint32_t units)
{
    const uint32_t cells = way_map_width(map) * way_map_height(map);
    way_cell *starts = malloc(cells * sizeof *starts);
    way_cell *goals = malloc(cells * sizeof *goals);
    const bool room = mapf_pairs(map, scenario, units, starts, goals);
    mapf_watch watch = {.start = stopwatch_cpu(), .limit = 60};
    const way_mapf_config config = {.map = map,
                                    .starts = starts,
                                    .goals = goals,
                                    .count = units,
                                    .seed = 1,
                                    .byte_limit = (size_t)2 << 30,
                                    .cancelled = mapf_is_late,
                                    .user = &watch};
    way_mapf_plan plan;
    bench_page_row(page, "%s|%u", name, units);
    if (!room || way_mapf_solve(&config, &plan) != WAY_STATUS_OK) {
        bench_page_row(page, "no such problem|–|–|–|–");
    } else {
        mapf_figures(page, &watch, &plan);
        if (plan.cells && mapf_checker_fault(map, starts, goals, &plan)) {
            abort();
        }
        way_mapf_free(&plan);
    }
    free(starts);
    free(goals);
}

/// Makes a plan better until so many seconds after the start, and tells how far it is above the
/// bound.
static void mapf_improve(bench_page *page, const way_mapf_config *config, way_mapf_plan *plan,
                         double until)
{
    const mapf_watch *watch = config->user;
    while (plan->cells && stopwatch_cpu() - watch->start < until) {
        bench_need(way_mapf_improve(config, plan, 100000), "improve");
    }
    bench_page_cell(page, "%.2f %%",
                    100.0 * (double)(plan->sum - plan->bound) / (double)plan->bound);
}

static void mapf_better_row(bench_page *page, const char *name, const way_map *map,
                            const way_scenario *scenario)
{
    enum { UNITS = 1000 };
    static way_cell starts[UNITS];
    static way_cell goals[UNITS];
    mapf_watch watch = {.start = stopwatch_cpu(), .limit = 60};
    const way_mapf_config config = {.map = map,
                                    .starts = starts,
                                    .goals = goals,
                                    .count = UNITS,
                                    .seed = 1,
                                    .cancelled = mapf_is_late,
                                    .user = &watch};
    way_mapf_plan plan;
    if (scenario->count < UNITS) {
        return;
    }
    (void)mapf_pairs(map, scenario, UNITS, starts, goals);
    bench_need(way_mapf_solve(&config, &plan), "solve");
    bench_page_row(page, "%s|%d|%.2f", name, UNITS, stopwatch_cpu() - watch.start);
    mapf_improve(page, &config, &plan, 0);
    mapf_improve(page, &config, &plan, 0.5);
    mapf_improve(page, &config, &plan, 1);
    mapf_improve(page, &config, &plan, 5);
    if (plan.cells && mapf_checker_fault(map, starts, goals, &plan)) {
        abort();
    }
    way_mapf_free(&plan);
}

static void mapf_map(bench_page *page, const char *folder, const mapf_case *one, bool better)
{
    way_file map_file;
    way_file scenario_file;
    way_map *map = NULL;
    way_scenario scenario;
    way_map_config config = way_map_config_default(1, 1);
    config.neighbours = WAY_NEIGHBOURS_4;
    config.costs = (way_cost_model){1, 0};
    if (!mapf_read(folder, one->map, ".map", &map_file)) {
        return;
    }
    if (mapf_read(folder, one->map, "-random-1.scen", &scenario_file)) {
        if (way_map_parse(map_file.bytes, map_file.size, &config, NULL, &map, NULL) ==
                WAY_STATUS_OK &&
            way_scenario_parse(scenario_file.bytes, scenario_file.size, NULL, &scenario, NULL) ==
                WAY_STATUS_OK) {
            for (uint32_t k = 0; !better && k < 5 && one->units[k]; k++) {
                mapf_row(page, one->map, map, &scenario, one->units[k]);
            }
            if (better) {
                mapf_better_row(page, one->map, map, &scenario);
            }
            way_scenario_free(&scenario);
        }
        way_map_destroy(map);
        way_file_free(&scenario_file);
    }
    way_file_free(&map_file);
}

void world_mapf_section(bench_study *study)
{
    bench_page *page = bench_study_page(study);
    const char *data = bench_study_data(study);
    char folder[400];
    (void)snprintf(folder, sizeof folder, "%s/maps/mapf", data);
    bench_page_title(page, 2, "Whole problems");
    bench_page_text(
        page, "LaCAM, the first plan found, one thread; seconds of the "
              "processor, 60 at most and 2 GB. Pairs are the first of the scenario `random-1`, or "
              "drawn by lot where it holds fewer. In all: the whole call of `way_mapf_solve`. "
              "Loss counts the steps at which a unit is not resting at its goal; the bound is the "
              "sum of the shortest ways. Every plan is checked by other code.");
    bench_page_text(
        page,
        "The authors' C++, first solution, one thread, pairs drawn by lot, search alone, without "
        "the time of its distances: "
        "warehouse 8.1 s at a loss of 1.74 times the bound and Berlin 20.4 s at 2.19 with 10,000 "
        "units; both 0.25 to 0.29 s at 1.05 to 1.07 with 1,000.");
    way_file probe;
    if (!mapf_read(folder, mapf_cases[0].map, ".map", &probe)) {
        bench_page_text(page, "No data in %s: nothing measured.", folder);
        return;
    }
    way_file_free(&probe);
    bench_page_table(page, "<map <units <outcome >in_all,_s >loss_/_bound >makespan >MB");
    for (uint32_t k = 0; k < sizeof mapf_cases / sizeof *mapf_cases; k++) {
        mapf_map(page, folder, &mapf_cases[k], false);
    }
    bench_page_end_table(page);
    bench_page_text(page, "Made better by `way_mapf_improve`: the sum of costs above the bound, so "
                          "many seconds after the start of `way_mapf_solve`, in slices of 100,000 "
                          "units of work. Every last plan is checked.");
    bench_page_table(page, "<map <units >first_plan,_s >first_plan >0.5_s >1_s >5_s");
    for (uint32_t k = 0; k < sizeof mapf_cases / sizeof *mapf_cases; k++) {
        mapf_map(page, folder, &mapf_cases[k], true);
    }
    bench_page_end_table(page);
}
