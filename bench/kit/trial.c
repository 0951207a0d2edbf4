// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/kit/trial.h"

#include "bench/kit/stopwatch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Algorithms and maps -----------------------------------------------------------------------------

const way_algorithm *bench_spec_algorithm(const char *spec)
{
    char name[64];
    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(spec, "( "), spec);
    return way_algorithm_find(name);
}

way_status bench_spec_check(const char *spec, way_problem *problem)
{
    way_map *map = NULL;
    way_space *space = NULL;
    way_navigator *navigator = NULL;
    if (strncmp(spec, BENCH_PEER_PREFIX, strlen(BENCH_PEER_PREFIX)) == 0) {
        return WAY_STATUS_OK; // whether there is such a program is seen when it is started
    }
    const way_map_config config = way_map_config_default(8, 8);
    way_status status = way_map_create(&config, &map);
    if (status == WAY_STATUS_OK) {
        status = way_space_create_grid(map, 1, NULL, &space);
    }
    if (status == WAY_STATUS_OK) {
        const way_navigator_config plan = {.space = space, .algorithm = spec, .problem = problem};
        const way_status made = way_navigator_create(&plan, &navigator);
        const bool wrong = made == WAY_STATUS_NOT_FOUND || made == WAY_STATUS_BAD_FORMAT ||
                           made == WAY_STATUS_OUT_OF_RANGE;
        status = wrong ? WAY_STATUS_NOT_FOUND : WAY_STATUS_OK;
    }
    way_navigator_destroy(navigator);
    way_space_destroy(space);
    way_map_destroy(map);
    return status;
}

static way_status trial_prepare(bench_rig *rig, const char *spec)
{
    const way_navigator_config plan = {.space = rig->space, .algorithm = spec};
    const double before = stopwatch_worked();
    const way_status status = way_navigator_create(&plan, &rig->navigator);
    rig->build = stopwatch_worked() - before;
    const way_agent_config config = {.navigator = rig->navigator};
    return status ? status : way_agent_create(&config, &rig->agent);
}

bench_rig bench_rig_open(way_space *space, const char *spec)
{
    bench_rig rig = {.space = space};
    bench_need(trial_prepare(&rig, spec), spec);
    return rig;
}

way_status bench_rig_try(const way_map *map, uint32_t profile, const char *spec, bench_rig *out)
{
    *out = (bench_rig){.owned = true};
    const way_status status = way_space_create_grid(map, profile, NULL, &out->space);
    return status ? status : trial_prepare(out, spec);
}

void bench_rig_close(bench_rig *rig)
{
    way_agent_destroy(rig->agent);
    way_navigator_destroy(rig->navigator);
    way_space_destroy(rig->owned ? rig->space : NULL);
}

uint8_t *bench_map_weights(const way_map *map)
{
    const uint32_t cells = way_map_width(map) * way_map_height(map);
    uint8_t *weights = calloc((size_t)cells + 1, 1);
    bench_hold(weights, "no memory");
    for (way_cell cell = 0; cell < cells; cell++) {
        weights[cell] = way_map_terrain(map, cell);
    }
    return weights;
}

way_map *bench_copy_map(const way_map *map)
{
    way_map_config config = way_map_config_default(way_map_width(map), way_map_height(map));
    uint8_t *weights = bench_map_weights(map);
    config.weights = weights;
    way_map *copy = NULL;
    bench_need(way_map_create(&config, &copy), "map");
    free(weights);
    return copy;
}

// Memory -----------------------------------------------------------------------------------------

static void *trial_alloc(size_t size, void *user)
{
    bench_heap *heap = user;
    const size_t held = atomic_fetch_add(&heap->held, size) + size;
    size_t most = atomic_load(&heap->most);
    while (held > most && !atomic_compare_exchange_weak(&heap->most, &most, held)) {
    }
    return malloc(size);
}

static void trial_free(void *block, size_t size, void *user)
{
    bench_heap *heap = user;
    atomic_fetch_sub(&heap->held, size);
    free(block);
}

way_allocator bench_heap_allocator(bench_heap *heap)
{
    return (way_allocator){trial_alloc, trial_free, heap};
}
