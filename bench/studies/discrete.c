// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Every discrete search on the ten dao maps and on small scenes: work, time, memory, quality, and
// what remains of the survey's claims about them. Rows come from the registry; only the claims and
// the small scenes know names.
//
//     waymark_discrete [--problems N] [--markdown FILE] [DATA]
//
// Times are of the processor; read ratios. Searches with a limit of their own get
// one, and the share that they solved is told.
#include "bench/studies/discrete.h"

#include "bench/kit/dataset.h"
#include "bench/kit/output.h"
#include "scenes/scene.h"

#include <waymark/waymark.h>

#include <stdlib.h>
#include <string.h>

#define DISCRETE_WEIGH_STRIDE 10u
#define DISCRETE_LIMIT 1000000u
#define DISCRETE_PROBLEMS_MAX 100u

/// Generated scenes: `count` seeds of a kind, steps of these costs.
typedef struct discrete_scenes {
    const char *generator;
    uint32_t side;
    uint32_t count;
    way_neighbours neighbours;
    way_cost_model costs;
    uint32_t passes;
} discrete_scenes;

static const discrete_scenes discrete_small_scenes = {"random",         12,     60,
                                                      WAY_NEIGHBOURS_4, {1, 0}, 5};
static const discrete_scenes discrete_middle_scenes[] = {
    {"random", 64, 10, WAY_NEIGHBOURS_8, {5, 7}, 3},
    {"rooms", 64, 10, WAY_NEIGHBOURS_8, {5, 7}, 3},
    {"caves", 64, 10, WAY_NEIGHBOURS_8, {5, 7}, 3}};

static const way_param *discrete_param(const way_algorithm *algorithm, const char *name)
{
    for (uint32_t i = 0; i < algorithm->param_count; i++) {
        if (strcmp(algorithm->params[i].name, name) == 0) {
            return &algorithm->params[i];
        }
    }
    return NULL;
}

/// Searches that would take hours try one problem of so many on the game maps.
static const struct {
    const char *spec; ///< how it starts
    uint32_t stride;
} discrete_slow[] = {
    {"idastar", 10},
    {"meidastar", 10},
    {"smastar", 50},
    {"astar(open=unsorted)", 20},
    {"astar(open=sorted)", 10},
    {"astar(open=skew)", 5},
};

static void discrete_list(discrete_table *table, const char *spec)
{
    discrete_table_add(table, spec);
    for (size_t i = 0; i < sizeof discrete_slow / sizeof *discrete_slow; i++) {
        if (strncmp(spec, discrete_slow[i].spec, strlen(discrete_slow[i].spec)) == 0) {
            discrete_table_thin(table, discrete_slow[i].stride);
        }
    }
}

/// The presets of the family, then A* with each of its open lists, ties and fast expansion.
static void discrete_list_all(discrete_table *table)
{
    char spec[64];
    discrete_list(table, "astar"); // what everything is compared with comes first
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const way_algorithm *algorithm = way_algorithm_at(i);
        if (strcmp(algorithm->family, "discrete") != 0 || strcmp(algorithm->name, "astar") == 0) {
            continue;
        }
        snprintf(spec, sizeof spec, discrete_param(algorithm, "limit") ? "%s(limit=%u)" : "%s",
                 algorithm->name, DISCRETE_LIMIT);
        discrete_list(table, spec);
    }
    const way_param *open = discrete_param(way_algorithm_find("astar"), "open");
    for (int32_t choice = 0; choice < open->max; choice++) {
        snprintf(spec, sizeof spec, "astar(open=%s)", open->choices[choice]);
        discrete_list(table, spec);
    }
    discrete_list(table, "astar(open=heap4, tie=low_g)");
    discrete_list(table, "astar(open=heap4, fast=on)");
}

static void discrete_list_coarse(discrete_table *table)
{
    discrete_table_add(table, "astar");
    discrete_table_add(table, "astar(open=binary)");
    discrete_table_add(table, "fringe");
}

/// The problems of a map with a cost model; false without data.
static bool discrete_run_game_map(discrete_table *table, const char *directory, const char *name,
                                  way_cost_model costs, uint32_t count)
{
    dataset_map dataset;
    scene_problem problems[DISCRETE_PROBLEMS_MAX];
    if (!dataset_read(directory, "dao", name, count, costs, &dataset)) {
        return false;
    }
    fprintf(stderr, "%s (%u, %u)\n", dataset.name, way_map_costs(dataset.map).cardinal,
            way_map_costs(dataset.map).diagonal);
    for (uint32_t k = 0; k < dataset.scenario.count; k++) {
        problems[k] =
            (scene_problem){dataset_start(&dataset, k), dataset_goal(&dataset, k), WAY_COST_MAX};
    }
    discrete_table_run(table, dataset.map, problems, dataset.scenario.count, 1);
    dataset_free(&dataset);
    return true;
}

/// Each scene between its own far ends.
static void discrete_run_scenes(discrete_table *table, const discrete_scenes *scenes)
{
    for (uint32_t seed = 1; seed <= scenes->count; seed++) {
        const scene_request request =
            scene_request_default(scenes->generator, scenes->side, scenes->side, seed);
        scene made;
        way_map *map = NULL;
        way_status status = scene_create(&request, &made, NULL);
        if (status == WAY_STATUS_OK) {
            way_map_config config = way_map_config_default(made.width, made.height);
            config.neighbours = scenes->neighbours;
            config.costs = scenes->costs;
            config.weights = made.weights;
            status = way_map_create(&config, &map);
        }
        if (status != WAY_STATUS_OK) {
            fprintf(stderr, "discrete: %s: %s\n", scenes->generator, way_status_text(status));
            exit(4);
        }
        const scene_problem problem = {made.start, made.goal, WAY_COST_MAX};
        discrete_table_run(table, map, &problem, 1, scenes->passes);
        way_map_destroy(map);
        scene_destroy(&made);
    }
}

static void discrete_run_all_scenes(discrete_tables *tables)
{
    discrete_table_init(&tables->small, discrete_small_scenes.count);
    discrete_table_add(&tables->small, "astar");
    discrete_table_add(&tables->small, "astar(open=binary)");
    discrete_table_add(&tables->small, "fringe");
    discrete_table_add(&tables->small, "idastar(limit=2000000)");
    discrete_table_add(&tables->small, "meidastar");
    discrete_table_add(&tables->small, "smastar");
    discrete_table_add(&tables->small, "smastar(nodes=32)");
    discrete_run_scenes(&tables->small, &discrete_small_scenes);
    const size_t kinds = sizeof discrete_middle_scenes / sizeof *discrete_middle_scenes;
    discrete_table_init(&tables->middle, 64);
    discrete_table_add(&tables->middle, "astar");
    discrete_table_add(&tables->middle, "astar(open=binary)");
    discrete_table_add(&tables->middle, "fringe");
    discrete_table_add(&tables->middle, "meidastar");
    for (size_t i = 0; i < kinds; i++) {
        discrete_run_scenes(&tables->middle, &discrete_middle_scenes[i]);
    }
}

static bool discrete_run(discrete_tables *tables, const char *directory, uint32_t count)
{
    discrete_table_init(&tables->fine, count * DATASET_TEN_MAPS);
    discrete_table_init(&tables->coarse, count * DATASET_TEN_MAPS);
    tables->fine.weigh_stride = DISCRETE_WEIGH_STRIDE;
    tables->coarse.weigh_stride = DISCRETE_WEIGH_STRIDE;
    discrete_list_all(&tables->fine);
    discrete_list_coarse(&tables->coarse);
    for (uint32_t m = 0; m < DATASET_TEN_MAPS; m++) {
        const char *name = dataset_ten_maps[m];
        if (!discrete_run_game_map(&tables->fine, directory, name, (way_cost_model){0, 0}, count) ||
            !discrete_run_game_map(&tables->coarse, directory, name, (way_cost_model){5, 7},
                                   count)) {
            return false;
        }
    }
    discrete_run_all_scenes(tables);
    return true;
}

static void discrete_report(FILE *out, const discrete_tables *tables, uint32_t count)
{
    fprintf(out,
            "# Discrete searches, measured\n\n    make bench-discrete\n\n"
            "Means over the problems that each search solved. Times are of the processor, on a "
            "shared machine: read the ratios, which are over the problems that both solved. "
            "Memory is what a sparse store holds after the trip, its peak; on the game maps it is "
            "measured on every %uth problem. Searches that can take a limit had one of %u "
            "expansions on the game maps.\n\n",
            DISCRETE_WEIGH_STRIDE, DISCRETE_LIMIT);
    fprintf(out,
            "## Game maps\n\nTen Dragon Age maps, the %u longest problems of each (%u in all), 8 "
            "neighbours, costs (408, 577). Searches that would take hours try fewer, spread evenly "
            "over the list.\n\n",
            count, tables->fine.problem_count);
    discrete_table_print(out, &tables->fine);
    fprintf(out, "\n## Game maps, coarse costs\n\nThe same problems with costs (5, 7): many paths "
                 "share an f, so searches under a rising threshold need fewer rounds.\n\n");
    discrete_table_print(out, &tables->coarse);
    fprintf(out,
            "\n## Scenes of 64 x 64 cells\n\n%u generated scenes (random blocks, rooms, caves), 8 "
            "neighbours, costs (5, 7), between far ends.\n\n",
            tables->middle.problem_count);
    discrete_table_print(out, &tables->middle);
    fprintf(out,
            "\n## Scenes of 12 x 12 cells\n\n%u generated scenes, a quarter blocked at random, 4 "
            "neighbours, steps of cost 1, between far ends.\n\n",
            tables->small.problem_count);
    discrete_table_print(out, &tables->small);
    fprintf(out,
            "\n## The survey's claims\n\nAnguelov: Video Game Pathfinding and Improvements to "
            "Discrete Search on Grid-based Maps, 2011, chapter 5, against the tables above.\n\n");
    discrete_claims_print(out, tables);
}

int main(int count, char **arguments)
{
    static discrete_tables tables;
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
    problems = problems < DISCRETE_PROBLEMS_MAX ? problems : DISCRETE_PROBLEMS_MAX;
    if (!discrete_run(&tables, dataset_directory(data), problems)) {
        printf("discrete: skipped, no maps/dao in %s\n", dataset_directory(data));
        return 0;
    }
    output out;
    output_open(&out, markdown);
    discrete_report(out.stream, &tables, problems);
    discrete_table_fini(&tables.fine);
    discrete_table_fini(&tables.coarse);
    discrete_table_fini(&tables.middle);
    discrete_table_fini(&tables.small);
    output_close(&out);
    return 0;
}
