// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/beacon/beacon_limits.h"

#include "bench/kit/trial.h"

#include <waymark/all.h>
#include <waymark/file.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIMITS_TRIPS 100u
#define LIMITS_SIDE 20u
#define LIMITS_EDITS 25u
#define LIMITS_EDIT_BUDGET 300u

typedef struct limits_task {
    const char *name;
    way_map *map;
    way_space *space;
    bench_rig rig;
    way_trip trips[LIMITS_TRIPS];
    way_rng rng;
} limits_task;

static way_cell limits_draw(limits_task *task, bool free)
{
    const uint32_t cells = way_map_width(task->map) * way_map_height(task->map);
    way_cell cell = way_rng_below(&task->rng, cells);
    while ((way_map_terrain(task->map, cell) != 0) != free) {
        cell = way_rng_below(&task->rng, cells);
    }
    return cell;
}

static void limits_load(limits_task *task, const char *path)
{
    way_file file;
    bench_need(way_file_read(path, 0, NULL, &file, NULL), path);
    const way_map_config config = {.neighbours = WAY_NEIGHBOURS_8};
    bench_need(way_map_parse(file.bytes, file.size, &config, NULL, &task->map, NULL), path);
    way_file_free(&file);
    bench_need(way_space_create_grid(task->map, 1, NULL, &task->space), path);
    for (uint32_t i = 0; i < LIMITS_TRIPS;) {
        const way_trip trip = {.start = limits_draw(task, true), .goal = limits_draw(task, true)};
        task->trips[i] = trip;
        i += way_map_is_reachable(task->map, trip.start, trip.goal, 1);
    }
}

/// An edit of one cell, wall or opening in turn, and its repair.
static void limits_edit(limits_task *task, uint32_t number)
{
    const uint32_t width = way_map_width(task->map);
    const way_cell cell = limits_draw(task, number % 2 == 0);
    const way_edit edit = {cell % width, cell / width, 1, 1, (uint8_t)(number % 2)};
    bool done = false;
    bench_need(way_map_edit(task->map, &edit, 1), "edit");
    bench_need(way_navigator_repair(task->rig.navigator, LIMITS_EDIT_BUDGET, &done), "repair");
}

static void limits_walk(const limits_task *task, const way_trip *trip)
{
    uint32_t count = 0;
    bench_need(way_agent_begin(task->rig.agent, trip), "begin");
    if (strcmp(task->name, "first") == 0) {
        while (count == 0 && way_agent_outcome(task->rig.agent) == WAY_OUTCOME_WORKING) {
            (void)way_agent_step(task->rig.agent, 1);
            (void)way_agent_segments(task->rig.agent, &count);
        }
        return;
    }
    (void)way_agent_run(task->rig.agent);
    if (strcmp(task->name, "cells") == 0 || strcmp(task->name, "jps") == 0) {
        (void)way_agent_path(task->rig.agent, &count);
    } else {
        (void)way_agent_segments(task->rig.agent, &count);
    }
}

static void limits_measure(const limits_task *task)
{
    way_state from[LIMITS_SIDE];
    way_state to[LIMITS_SIDE];
    static way_cost costs[LIMITS_SIDE * LIMITS_SIDE];
    for (uint32_t i = 0; i < LIMITS_SIDE; i++) {
        from[i] = task->trips[i].start;
        to[i] = task->trips[i].goal;
    }
    const way_distances question = {from, LIMITS_SIDE, to, LIMITS_SIDE};
    bench_need(way_agent_distances(task->rig.agent, &question, costs), "distances");
}

static void limits_do(limits_task *task)
{
    if (strcmp(task->name, "build") == 0) {
        bench_rig_close(&task->rig);
        task->rig = bench_rig_open(task->space, "beacon");
        return;
    }
    if (strcmp(task->name, "distances") == 0) {
        limits_measure(task);
        return;
    }
    const bool edits = strcmp(task->name, "edits") == 0;
    for (uint32_t i = 0; i < (edits ? LIMITS_EDITS : LIMITS_TRIPS); i++) {
        if (edits) {
            limits_edit(task, i);
        } else {
            limits_walk(task, &task->trips[i]);
        }
    }
}

void beacon_limits_repeat(const char *name, const char *map, unsigned times)
{
    limits_task task = {.name = name, .rng = way_rng_seed(18)};
    limits_load(&task, map);
    task.rig = bench_rig_open(task.space, strcmp(name, "jps") == 0 ? "jps" : "beacon");
    for (uint32_t i = 0; strcmp(name, "after") == 0 && i < 10; i++) {
        limits_edit(&task, i);
    }
    for (unsigned i = 0; i < times; i++) {
        limits_do(&task);
    }
    bench_rig_close(&task.rig);
    way_space_destroy(task.space);
    way_map_destroy(task.map);
}

void beacon_limits_write(bench_page *page, const char *path)
{
    FILE *file = path ? fopen(path, "r") : NULL;
    char line[256];
    char cells[7][48];
    if (!file) {
        return;
    }
    bench_page_title(page, 2, "What limits it");
    bench_page_text(
        page, "Counted by `scripts/beacon_limits.sh` under cachegrind, which simulates caches "
              "of 64 KB and 32 MB and a simple branch predictor: for each task, what one more of "
              "it adds once everything is warm. Trips are between cells drawn anywhere. A "
              "miss of the first level costs some ten cycles, one of the last a hundred, a "
              "mispredicted branch about fifteen, and three instructions one: whatever takes more "
              "than a third of the time by that count is named.");
    bench_page_table(page, "<map <what >instructions >first-level_misses >last-level_misses "
                           ">branch_misses <limited_by");
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "%47s %47s %47s %47s %47s %47s %47[^\n]", cells[0], cells[1], cells[2],
                   cells[3], cells[4], cells[5], cells[6]) == 7) {
            for (uint32_t i = 0; i < 7; i++) {
                for (char *at = cells[i]; *at; at++) {
                    *at = *at == '_' ? ' ' : *at;
                }
                bench_page_cell(page, "%s", cells[i]);
            }
        }
    }
    bench_page_end_table(page);
    (void)fclose(file);
}
