// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/kit/dataset.h"

#include <waymark/file.h>

#include <stdio.h>
#include <stdlib.h>

const char *const dataset_ten_maps[DATASET_TEN_MAPS] = {"hrt000d", "orz100d", "orz103d", "orz300d",
                                                        "orz700d", "orz702d", "orz900d", "ost000a",
                                                        "ost000t", "ost100d"};

const char *dataset_directory(const char *argument)
{
    const char *variable = getenv("WAYMARK_DATA");
    return argument ? argument : variable ? variable : "../shared";
}

static void dataset_require(way_status status, const char *path, const way_problem *problem)
{
    if (status != WAY_STATUS_OK) {
        fprintf(stderr, "%s:%u:%u: %s\n", path, problem->line, problem->column,
                problem->text[0] ? problem->text : way_status_text(status));
        exit(3);
    }
}

static int dataset_longer(const void *a, const void *b)
{
    const way_scenario_entry *x = a;
    const way_scenario_entry *y = b;
    if (x->length != y->length) {
        return x->length < y->length ? 1 : -1;
    }
    return (x->line > y->line) - (x->line < y->line);
}

static void dataset_read_scenario(const char *path, uint32_t count, way_scenario *out)
{
    way_file file = {0};
    way_problem problem = {0};
    dataset_require(way_file_read(path, 0, NULL, &file, &problem), path, &problem);
    dataset_require(way_scenario_parse(file.bytes, file.size, NULL, out, &problem), path, &problem);
    way_file_free(&file);
    // Problems without a path have length 0 and sort to the end.
    qsort(out->entries, out->count, sizeof *out->entries, dataset_longer);
    out->count = count < out->count ? count : out->count;
    while (out->count && out->entries[out->count - 1].length <= 0) {
        out->count--;
    }
}

way_map *dataset_read_map(const char *directory, const char *set, const char *name,
                          way_cost_model costs)
{
    char path[1024];
    way_file file = {0};
    way_problem problem = {0};
    way_map *map = NULL;
    snprintf(path, sizeof path, "%s/maps/%s/%s.map", directory, set, name);
    if (way_file_read(path, 0, NULL, &file, &problem) != WAY_STATUS_OK) {
        return NULL;
    }
    way_map_config config = way_map_config_default(1, 1);
    config.costs = costs;
    dataset_require(way_map_parse(file.bytes, file.size, &config, NULL, &map, &problem), path,
                    &problem);
    way_file_free(&file);
    return map;
}

bool dataset_read(const char *directory, const char *set, const char *name, uint32_t count,
                  way_cost_model costs, dataset_map *out)
{
    char path[1024];
    *out = (dataset_map){.map = dataset_read_map(directory, set, name, costs)};
    if (!out->map) {
        return false;
    }
    snprintf(out->name, sizeof out->name, "%s", name);
    snprintf(path, sizeof path, "%s/maps/%s/%s.map.scen", directory, set, name);
    dataset_read_scenario(path, count, &out->scenario);
    return true;
}

void dataset_free(dataset_map *dataset)
{
    way_scenario_free(&dataset->scenario);
    way_map_destroy(dataset->map);
    *dataset = (dataset_map){.map = NULL};
}

way_cell dataset_start(const dataset_map *dataset, uint32_t problem)
{
    const way_scenario_entry *entry = &dataset->scenario.entries[problem];
    return way_map_cell(dataset->map, entry->start_x, entry->start_y);
}

way_cell dataset_goal(const dataset_map *dataset, uint32_t problem)
{
    const way_scenario_entry *entry = &dataset->scenario.entries[problem];
    return way_map_cell(dataset->map, entry->goal_x, entry->goal_y);
}
