// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Whole problems of many units: the first plan, and how it gets better.
#include "bench/studies/studies.h"
#include "bench/studies/study.h"
#include "scenes/mapf_checker.h"
#include "scenes/problems.h"

#include <waymark/all.h>
#include <waymark/file.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct mapf_watch {
    double start, limit;
} mapf_watch;

static bool mapf_is_late(void *user)
{
    const mapf_watch *watch = user;
    return stopwatch_cpu() - watch->start > watch->limit;
}

/// A problem on the map, and who watches the time.
typedef struct mapf_trial {
    const way_map *map;
    way_cell *starts, *goals;
    uint32_t units;
    mapf_watch watch;
} mapf_trial;

/// Fills in starts and goals: the first of the scenario, or by lot where it holds fewer.
static void mapf_pairs(mapf_trial *trial, const way_scenario *scenario)
{
    const way_map *map = trial->map;
    if (trial->units <= scenario->count) {
        for (uint32_t k = 0; k < trial->units; k++) {
            const way_scenario_entry *entry = &scenario->entries[k];
            trial->starts[k] = way_map_cell(map, entry->start_x, entry->start_y);
            trial->goals[k] = way_map_cell(map, entry->goal_x, entry->goal_y);
        }
        return;
    }
    way_rng rng = way_rng_seed(trial->units);
    const way_scenario_entry *entry = &scenario->entries[0];
    const uint32_t component =
        way_map_component(map, way_map_cell(map, entry->start_x, entry->start_y), 1);
    const uint32_t room = scene_problems_shuffle(map, component, &rng, trial->starts);
    (void)scene_problems_shuffle(map, component, &rng, trial->goals);
    bench_hold(room >= trial->units, "room for all units");
}

static void mapf_open(const bench_study *study, mapf_trial *out)
{
    const way_map *map = study->ground->map;
    const size_t cells = (size_t)way_map_width(map) * way_map_height(map);
    char path[1024];
    way_file file;
    way_scenario scenario;
    *out = (mapf_trial){.map = map,
                        .starts = malloc(cells * sizeof *out->starts),
                        .goals = malloc(cells * sizeof *out->goals),
                        .units = bench_study_number(study, "units", 100)};
    (void)snprintf(path, sizeof path, "%s/maps/%s-random-1.scen", study->data,
                   study->ground->task->map);
    bench_need(way_file_read(path, 0, NULL, &file, NULL), path);
    bench_need(way_scenario_parse(file.bytes, file.size, NULL, &scenario, NULL), path);
    mapf_pairs(out, &scenario);
    way_scenario_free(&scenario);
    way_file_free(&file);
    out->watch = (mapf_watch){.start = stopwatch_cpu(), .limit = 60};
}

static way_mapf_config mapf_config(mapf_trial *trial)
{
    return (way_mapf_config){.map = trial->map,
                             .starts = trial->starts,
                             .goals = trial->goals,
                             .count = trial->units,
                             .seed = 1,
                             .byte_limit = (size_t)2 << 30,
                             .cancelled = mapf_is_late,
                             .user = &trial->watch};
}

/// Checks the plan by other code.
static void mapf_close(mapf_trial *trial, way_mapf_plan *plan)
{
    bench_hold(!plan->cells || !mapf_checker_fault(trial->map, trial->starts, trial->goals, plan),
               "a legal plan");
    way_mapf_free(plan);
    free(trial->starts);
    free(trial->goals);
}

void bench_study_mapf(bench_study *study)
{
    mapf_trial trial;
    way_mapf_plan plan;
    mapf_open(study, &trial);
    const way_mapf_config config = mapf_config(&trial);
    bench_need(way_mapf_solve(&config, &plan), "solve");
    bench_study_note(study, "solved", 0, plan.cells != NULL);
    bench_study_note(study, "in all, s", BENCH_TIMED, stopwatch_cpu() - trial.watch.start);
    if (plan.cells) {
        bench_study_note(study, "loss / bound", 0, (double)plan.loss / (double)plan.bound);
        bench_study_note(study, "makespan", 0, plan.makespan);
    }
    bench_study_note(study, "MB", 0, (double)plan.bytes / 1e6);
    mapf_close(&trial, &plan);
}

void bench_study_mapf_better(bench_study *study)
{
    static const struct {
        const char *name;
        double until;
    } stops[] = {{"first plan %", 0}, {"0.5 s %", 0.5}, {"1 s %", 1}, {"5 s %", 5}};
    mapf_trial trial;
    way_mapf_plan plan;
    mapf_open(study, &trial);
    const way_mapf_config config = mapf_config(&trial);
    bench_need(way_mapf_solve(&config, &plan), "solve");
    bench_study_note(study, "first plan, s", BENCH_TIMED, stopwatch_cpu() - trial.watch.start);
    for (uint32_t i = 0; i < sizeof stops / sizeof *stops && plan.cells; i++) {
        while (stopwatch_cpu() - trial.watch.start < stops[i].until) {
            bench_need(way_mapf_improve(&config, &plan, 100000), "improve");
        }
        bench_study_note(study, stops[i].name, i ? BENCH_TIMED : 0,
                         100.0 * (double)(plan.sum - plan.bound) / (double)plan.bound);
    }
    mapf_close(&trial, &plan);
}
