// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/kit/trial.h"

#include "bench/kit/numbers.h"
#include "bench/kit/stopwatch.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

void bench_fail(const char *what, const char *why)
{
    (void)fprintf(stderr, "bench: %s: %s\n", what, why);
    exit(1);
}

// Numbers -----------------------------------------------------------------------------------------

void bench_sample_add(bench_sample *sample, double value)
{
    if (sample->count == sample->capacity) {
        sample->capacity = sample->capacity ? 2 * sample->capacity : 1024;
        sample->values = realloc(sample->values, sample->capacity * sizeof *sample->values);
        bench_hold(sample->values, "no memory");
    }
    sample->values[sample->count++] = value;
}

double bench_sample_mean(const bench_sample *sample)
{
    double sum = 0;
    for (uint32_t i = 0; i < sample->count; i++) {
        sum += sample->values[i];
    }
    return sample->count ? sum / sample->count : 0;
}

double bench_sample_quantile(bench_sample *sample, double part)
{
    bench_sort(sample->values, sample->count);
    return bench_quantile(sample->values, sample->count, part);
}

void bench_sample_free(bench_sample *sample)
{
    free(sample->values);
    *sample = (bench_sample){0};
}

// Algorithms and maps -----------------------------------------------------------------------------

bench_rig bench_rig_open(way_space *space, const char *spec)
{
    bench_rig rig = {.space = space};
    const way_navigator_config plan = {.space = space, .algorithm = spec};
    const double before = stopwatch_worked();
    bench_need(way_navigator_create(&plan, &rig.navigator), spec);
    rig.build = stopwatch_worked() - before;
    const way_agent_config config = {.navigator = rig.navigator};
    bench_need(way_agent_create(&config, &rig.agent), spec);
    return rig;
}

void bench_rig_close(bench_rig *rig)
{
    way_agent_destroy(rig->agent);
    way_navigator_destroy(rig->navigator);
}

way_map *bench_copy_map(const way_map *map)
{
    way_map_config config = way_map_config_default(way_map_width(map), way_map_height(map));
    const uint32_t cells = config.width * config.height;
    uint8_t *weights = malloc(cells);
    bench_hold(weights, "no memory");
    for (way_cell cell = 0; cell < cells; cell++) {
        weights[cell] = way_map_weight(map, cell);
    }
    config.weights = weights;
    way_map *copy = NULL;
    bench_need(way_map_create(&config, &copy), "map");
    free(weights);
    return copy;
}

// Memory and workers ------------------------------------------------------------------------------

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

/// What the workers of a call share.
typedef struct trial_shift {
    void (*body)(uint32_t index, void *argument);
    void *argument;
    atomic_uint next;
    uint32_t count;
} trial_shift;

typedef struct trial_worker {
    trial_shift *shift;
    double worked; ///< seconds
} trial_worker;

static void *trial_labour(void *argument)
{
    trial_worker *worker = argument;
    trial_shift *shift = worker->shift;
    const double before = stopwatch_worked();
    for (uint32_t i = atomic_fetch_add(&shift->next, 1); i < shift->count;
         i = atomic_fetch_add(&shift->next, 1)) {
        shift->body(i, shift->argument);
    }
    worker->worked = stopwatch_worked() - before;
    return NULL;
}

void bench_crew_work(uint32_t count, void (*body)(uint32_t index, void *argument), void *argument,
                     void *user)
{
    bench_crew *crew = user;
    trial_shift shift = {.body = body, .argument = argument, .count = count};
    trial_worker workers[BENCH_WORKERS_MAX];
    pthread_t threads[BENCH_WORKERS_MAX];
    for (uint32_t i = 0; i < crew->workers; i++) {
        workers[i] = (trial_worker){.shift = &shift};
        bench_hold(i == 0 || pthread_create(&threads[i], NULL, trial_labour, &workers[i]) == 0,
                   "no thread");
    }
    (void)trial_labour(&workers[0]);
    double longest = workers[0].worked;
    for (uint32_t i = 1; i < crew->workers; i++) {
        (void)pthread_join(threads[i], NULL);
        longest = workers[i].worked > longest ? workers[i].worked : longest;
    }
    crew->own += workers[0].worked;
    crew->longest += longest;
}
