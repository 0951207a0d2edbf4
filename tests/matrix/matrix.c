// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// matrix [WORKERS [dense|sparse]]: one number for everything that must be the same on every
// machine: outcome, cost, counts and path of every algorithm and variant on maps of all rules,
// before and after edits, and the parked bytes of those that park. A second one for the databases,
// which are in the byte order of the machine. scripts/matrix.sh builds it for many machines and
// compares.
#include "scenes/scene.h"

#include <waymark/all.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef MATRIX_THREADS
#include <pthread.h>
#endif

#define MATRIX_WORKERS_MAX 8u
#define MATRIX_SIDE 33u

static uint32_t matrix_workers = 1;
static way_store matrix_store = WAY_STORE_AUTO;
static uint64_t matrix_hash;
static uint64_t matrix_databases;
static uint64_t matrix_trips;

static void matrix_add(uint64_t number)
{
    uint8_t bytes[8];
    for (uint32_t i = 0; i < 8; i++) {
        bytes[i] = (uint8_t)(number >> 8 * i);
    }
    matrix_hash = way_hash_bytes(matrix_hash, bytes, sizeof bytes);
}

// Workers -----------------------------------------------------------------------------------------

typedef struct matrix_share {
    void (*body)(uint32_t index, void *argument);
    void *argument;
    uint32_t first, count;
} matrix_share;

static void *matrix_work(void *argument)
{
    const matrix_share *share = argument;
    for (uint32_t i = share->first; i < share->count; i += matrix_workers) {
        share->body(i, share->argument);
    }
    return NULL;
}

/// On threads where there are some, else one worker after the other, the last first.
static void matrix_parallel_for(uint32_t count, void (*body)(uint32_t index, void *argument),
                                void *argument, void *user)
{
    (void)user;
    matrix_share shares[MATRIX_WORKERS_MAX];
#ifdef MATRIX_THREADS
    pthread_t threads[MATRIX_WORKERS_MAX];
#endif
    for (uint32_t i = matrix_workers; i-- > 0;) {
        shares[i] = (matrix_share){body, argument, i, count};
#ifdef MATRIX_THREADS
        if (pthread_create(&threads[i], NULL, matrix_work, &shares[i]) != 0) {
            abort();
        }
#else
        (void)matrix_work(&shares[i]);
#endif
    }
#ifdef MATRIX_THREADS
    for (uint32_t i = 0; i < matrix_workers; i++) {
        (void)pthread_join(threads[i], NULL);
    }
#endif
}

// Trips -------------------------------------------------------------------------------------------

static void matrix_travel(way_agent *agent, const way_map *map, uint64_t seed)
{
    const uint32_t cells = way_map_width(map) * way_map_height(map);
    way_rng rng = way_rng_seed(seed);
    for (uint32_t i = 0; i < 3; i++) {
        const way_trip trip = {.start = way_rng_below(&rng, cells),
                               .goal = way_rng_below(&rng, cells),
                               .fall_back_to_nearest = i == 1,
                               .partial = i == 2,
                               .expansion_limit = 20000};
        const way_status status = way_agent_begin(agent, &trip);
        matrix_add(status);
        if (status != WAY_STATUS_OK) {
            continue;
        }
        const uint32_t slice = i == 0 ? 7 : UINT32_MAX;
        uint8_t parked[256];
        size_t size = 0;
        for (uint32_t steps = 0; way_agent_step(agent, slice) == WAY_OUTCOME_WORKING; steps++) {
            if (steps == 9 &&
                way_agent_park(agent, parked, sizeof parked, &size) == WAY_STATUS_OK) {
                matrix_hash = way_hash_bytes(matrix_hash, parked, size);
            }
        }
        uint32_t count = 0;
        const way_state *path = way_agent_path(agent, &count);
        const way_stats stats = way_agent_stats(agent);
        matrix_add(way_agent_outcome(agent));
        matrix_add(way_agent_cost(agent));
        matrix_add(stats.expansions);
        matrix_add(stats.generations);
        matrix_add(stats.revisits);
        for (uint32_t k = 0; k < count; k++) {
            matrix_add(path[k]);
        }
        matrix_trips++;
    }
}

static void matrix_run(way_map *map, way_space *space, const char *spec)
{
    const way_job job = {.parallel_for = matrix_parallel_for};
    const way_navigator_config plan = {.space = space, .algorithm = spec, .job = &job};
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    way_database database;
    const way_status status = way_navigator_create(&plan, &navigator);
    matrix_add(status);
    if (status != WAY_STATUS_OK) {
        return;
    }
    if (way_navigator_save(navigator, NULL, &database) == WAY_STATUS_OK) {
        matrix_databases = way_hash_bytes(matrix_databases, database.bytes, database.size);
        way_database_free(&database);
    }
    const way_agent_config config = {.navigator = navigator, .store = matrix_store};
    if (way_agent_create(&config, &agent) != WAY_STATUS_OK) {
        abort();
    }
    matrix_travel(agent, map, 5);
    const way_edit edits[] = {{5, 3, 1, 20, 0}, {20, 8, 9, 1, 0}, {2, 2, 3, 3, 1}};
    if (way_map_edit(map, edits, 3) != WAY_STATUS_OK) {
        abort();
    }
    bool done = false;
    for (uint32_t i = 0; i < 10000 && !done; i++) {
        if (way_navigator_repair(navigator, 50, &done) != WAY_STATUS_OK) {
            break;
        }
    }
    matrix_travel(agent, map, 6);
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
}

// Maps and specs ----------------------------------------------------------------------------------

typedef struct matrix_ground {
    const char *generator;
    way_neighbours neighbours;
    way_corners corners;
    uint32_t heaviest;
} matrix_ground;

static void matrix_run_on(const matrix_ground *ground, uint32_t index, const char *spec)
{
    scene_request request =
        scene_request_default(ground->generator, MATRIX_SIDE, MATRIX_SIDE, index + 1);
    scene made;
    way_map *map = NULL;
    way_space *space = NULL;
    if (scene_create(&request, &made, NULL) != WAY_STATUS_OK) {
        abort();
    }
    way_rng rng = way_rng_seed(index);
    for (uint32_t i = 0; i < made.width * made.height && ground->heaviest > 1; i++) {
        made.weights[i] =
            (uint8_t)(made.weights[i] ? 1 + way_rng_below(&rng, ground->heaviest) : 0);
    }
    if (scene_create_map(&made, ground->neighbours, ground->corners, &map) != WAY_STATUS_OK ||
        way_space_create_grid(map, 1, NULL, &space) != WAY_STATUS_OK) {
        abort();
    }
    matrix_add(way_map_hash(map));
    matrix_run(map, space, spec);
    way_space_destroy(space);
    way_map_destroy(map);
    scene_destroy(&made);
}

/// The preset, then every choice and switch of every parameter.
static bool matrix_spec(const way_algorithm *algorithm, uint32_t index, char *spec, size_t size)
{
    if (index == 0) {
        snprintf(spec, size, "%s", algorithm->name);
        return true;
    }
    index--;
    for (uint32_t i = 0; i < algorithm->param_count; i++) {
        const way_param *param = &algorithm->params[i];
        const bool named = param->type == WAY_PARAM_CHOICE || param->type == WAY_PARAM_SWITCH;
        const uint32_t count = named ? (uint32_t)(param->max - param->min) + 1 : 0;
        if (index < count) {
            const char *value =
                param->type == WAY_PARAM_SWITCH ? (index ? "on" : "off") : param->choices[index];
            snprintf(spec, size, "%s(%s=%s)", algorithm->name, param->name, value);
            return true;
        }
        index -= count;
    }
    return false;
}

int main(int count, char *words[])
{
    static const matrix_ground grounds[] = {
        {"rooms", WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT, 1},
        {"caves", WAY_NEIGHBOURS_8, WAY_CORNERS_LOOSE, 1},
        {"random", WAY_NEIGHBOURS_4, WAY_CORNERS_STRICT, 1},
        {"maze", WAY_NEIGHBOURS_6, WAY_CORNERS_STRICT, 1},
        {"random", WAY_NEIGHBOURS_8, WAY_CORNERS_ANY, 9},
    };
    const uint32_t workers = count > 1 ? (uint32_t)strtoul(words[1], NULL, 10) : 1;
    matrix_workers = workers < 1 ? 1 : workers > MATRIX_WORKERS_MAX ? MATRIX_WORKERS_MAX : workers;
    if (count > 2) {
        matrix_store = strcmp(words[2], "sparse") == 0 ? WAY_STORE_SPARSE : WAY_STORE_DENSE;
    }
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        char spec[128];
        for (uint32_t k = 0; matrix_spec(way_algorithm_at(i), k, spec, sizeof spec); k++) {
            const uint32_t rounds = sizeof grounds / sizeof *grounds;
            for (uint32_t g = k ? k % rounds : 0; g < (k ? k % rounds + 1 : rounds); g++) {
                matrix_run_on(&grounds[g], g, spec);
            }
        }
    }
    printf("%016" PRIx64 " %016" PRIx64 " %" PRIu64 "\n", matrix_hash, matrix_databases,
           matrix_trips);
    return 0;
}
