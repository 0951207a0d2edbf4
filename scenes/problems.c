// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Cells on which the unit can stand are listed in the order of their components; what a cell
// reaches is then a run of the list, and every draw is one random number without rejection.
#include "scenes/problems.h"

#include "scenes/oracle.h"

#include <stdlib.h>

typedef struct problems_list {
    uint64_t *entries; ///< component << 32 | cell, ascending
    uint32_t count;
} problems_list;

typedef struct problems_run {
    uint32_t first, end;
} problems_run;

static int problems_compare_entries(const void *a, const void *b)
{
    const uint64_t left = *(const uint64_t *)a;
    const uint64_t right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

static way_status problems_list_create(const way_map *map, uint32_t unit_size, problems_list *out)
{
    const uint32_t cells = way_map_width(map) * way_map_height(map);
    *out = (problems_list){.entries = calloc(cells, sizeof *out->entries)};
    if (!out->entries) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (way_cell cell = 0; cell < cells; cell++) {
        const uint32_t component = way_map_component(map, cell, unit_size);
        if (component != WAY_CELL_NONE) {
            out->entries[out->count++] = (uint64_t)component << 32 | cell;
        }
    }
    qsort(out->entries, out->count, sizeof *out->entries, problems_compare_entries);
    return WAY_STATUS_OK;
}

/// The first entry that is not below `bound`.
static uint32_t problems_lower_bound(const problems_list *list, uint64_t bound)
{
    uint32_t low = 0;
    uint32_t high = list->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (list->entries[middle] < bound) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/// All entries of the component of one of them.
static problems_run problems_run_of(const problems_list *list, uint32_t index)
{
    const uint64_t component = list->entries[index] >> 32;
    return (problems_run){problems_lower_bound(list, component << 32),
                          problems_lower_bound(list, (component + 1) << 32)};
}

/// Drops the cells that lead nowhere. A run is looked at once, from its first entry.
static void problems_drop_lonely(problems_list *list)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        const uint64_t component = list->entries[i] >> 32;
        const bool has_left = kept > 0 && list->entries[kept - 1] >> 32 == component;
        const bool has_right = i + 1 < list->count && list->entries[i + 1] >> 32 == component;
        if (has_left || has_right) {
            list->entries[kept++] = list->entries[i];
        }
    }
    list->count = kept;
}

static scene_problem problems_join(const problems_list *list, uint32_t start, uint32_t goal)
{
    return (scene_problem){(way_cell)list->entries[start], (way_cell)list->entries[goal],
                           WAY_COST_MAX};
}

way_status scene_problems_draw_solvable(const way_map *map, const scene_problems_config *config,
                                        scene_problem *out)
{
    problems_list list;
    way_status status = problems_list_create(map, config->unit_size, &list);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    problems_drop_lonely(&list);
    if (list.count == 0) {
        status = WAY_STATUS_NOT_FOUND;
    }
    way_rng rng = way_rng_seed(config->seed);
    for (uint32_t i = 0; status == WAY_STATUS_OK && i < config->count; i++) {
        const uint32_t start = way_rng_below(&rng, list.count);
        const problems_run run = problems_run_of(&list, start);
        // One of the others: numbers from the start on are moved up by one.
        uint32_t goal = run.first + way_rng_below(&rng, run.end - run.first - 1);
        goal += goal >= start;
        out[i] = problems_join(&list, start, goal);
    }
    free(list.entries);
    return status;
}

way_status scene_problems_draw_unsolvable(const way_map *map, const scene_problems_config *config,
                                          scene_problem *out)
{
    problems_list list;
    way_status status = problems_list_create(map, config->unit_size, &list);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    if (list.count == 0 || problems_run_of(&list, 0).end == list.count) {
        status = WAY_STATUS_NOT_FOUND;
    }
    way_rng rng = way_rng_seed(config->seed);
    for (uint32_t i = 0; status == WAY_STATUS_OK && i < config->count; i++) {
        const uint32_t start = way_rng_below(&rng, list.count);
        const problems_run run = problems_run_of(&list, start);
        const uint32_t length = run.end - run.first;
        uint32_t goal = way_rng_below(&rng, list.count - length);
        goal += goal >= run.first ? length : 0;
        out[i] = problems_join(&list, start, goal);
    }
    free(list.entries);
    return status;
}

way_status scene_problems_measure(const way_map *map, uint32_t unit_size, scene_problem *problems,
                                  uint32_t count)
{
    const uint32_t cells = way_map_width(map) * way_map_height(map);
    way_cost *costs = calloc(cells, sizeof *costs);
    if (!costs) {
        return WAY_STATUS_NO_MEMORY;
    }
    way_status status = WAY_STATUS_OK;
    way_cell measured = WAY_CELL_NONE;
    for (uint32_t i = 0; status == WAY_STATUS_OK && i < count; i++) {
        if (problems[i].start != measured) {
            measured = problems[i].start;
            status = oracle_costs(map, measured, unit_size, costs);
        }
        if (status == WAY_STATUS_OK && problems[i].goal >= cells) {
            status = WAY_STATUS_OUT_OF_RANGE;
        }
        if (status == WAY_STATUS_OK) {
            problems[i].cost = costs[problems[i].goal];
        }
    }
    free(costs);
    return status;
}

// Buckets -----------------------------------------------------------------------------------------

uint32_t scene_problem_bucket(const way_map *map, way_cost cost)
{
    return cost / (4u * way_map_costs(map).cardinal);
}

typedef struct problems_buckets {
    const way_map *map;
    const scene_buckets_config *config;
    scene_problem *out;
    uint32_t *filled; ///< by bucket: problems so far
    uint32_t *seen;   ///< by bucket: goals of this round
    way_cost *costs;  ///< by cell
    uint32_t full;    ///< buckets that have all they want
} problems_buckets;

/// One start: of the goals in each open bucket one is drawn evenly (reservoir sampling).
static void problems_buckets_round(problems_buckets *buckets, way_cell start, way_rng *rng)
{
    const scene_buckets_config *config = buckets->config;
    const uint32_t cells = way_map_width(buckets->map) * way_map_height(buckets->map);
    for (uint32_t bucket = 0; bucket < config->bucket_count; bucket++) {
        buckets->seen[bucket] = 0;
    }
    for (way_cell cell = 0; cell < cells; cell++) {
        if (buckets->costs[cell] == WAY_COST_MAX || cell == start) {
            continue;
        }
        const uint32_t bucket = scene_problem_bucket(buckets->map, buckets->costs[cell]);
        if (bucket >= config->bucket_count || buckets->filled[bucket] == config->per_bucket) {
            continue;
        }
        if (way_rng_below(rng, ++buckets->seen[bucket]) == 0) {
            const size_t slot = (size_t)bucket * config->per_bucket + buckets->filled[bucket];
            buckets->out[slot] = (scene_problem){start, cell, buckets->costs[cell]};
        }
    }
    for (uint32_t bucket = 0; bucket < config->bucket_count; bucket++) {
        if (buckets->seen[bucket] > 0) {
            buckets->filled[bucket]++;
            buckets->full += buckets->filled[bucket] == config->per_bucket;
        }
    }
}

static way_status problems_buckets_fill(problems_buckets *buckets, const problems_list *list)
{
    const scene_buckets_config *config = buckets->config;
    way_rng rng = way_rng_seed(config->seed);
    const uint64_t rounds = 4 * (uint64_t)config->per_bucket + 16;
    for (uint64_t round = 0; round < rounds && buckets->full < config->bucket_count; round++) {
        const way_cell start = (way_cell)list->entries[way_rng_below(&rng, list->count)];
        const way_status status =
            oracle_costs(buckets->map, start, config->unit_size, buckets->costs);
        if (status != WAY_STATUS_OK) {
            return status;
        }
        problems_buckets_round(buckets, start, &rng);
    }
    return WAY_STATUS_OK;
}

/// Closes the gaps that buckets short of problems left.
static uint32_t problems_buckets_pack(const problems_buckets *buckets)
{
    uint32_t count = 0;
    for (uint32_t bucket = 0; bucket < buckets->config->bucket_count; bucket++) {
        const size_t first = (size_t)bucket * buckets->config->per_bucket;
        for (uint32_t i = 0; i < buckets->filled[bucket]; i++) {
            buckets->out[count++] = buckets->out[first + i];
        }
    }
    return count;
}

way_status scene_problems_draw_buckets(const way_map *map, const scene_buckets_config *config,
                                       scene_problem *out, uint32_t *found)
{
    *found = 0;
    problems_list list;
    way_status status = problems_list_create(map, config->unit_size, &list);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    problems_drop_lonely(&list);
    problems_buckets buckets = {.map = map, .config = config, .out = out};
    const size_t cells = (size_t)way_map_width(map) * way_map_height(map);
    buckets.filled = calloc((size_t)config->bucket_count + 1, sizeof *buckets.filled);
    buckets.seen = calloc((size_t)config->bucket_count + 1, sizeof *buckets.seen);
    buckets.costs = calloc(cells, sizeof *buckets.costs);
    if (!buckets.filled || !buckets.seen || !buckets.costs) {
        status = WAY_STATUS_NO_MEMORY;
    } else if (list.count == 0) {
        status = WAY_STATUS_NOT_FOUND;
    } else if (config->per_bucket > 0) {
        status = problems_buckets_fill(&buckets, &list);
        *found = status == WAY_STATUS_OK ? problems_buckets_pack(&buckets) : 0;
    }
    free(buckets.filled);
    free(buckets.seen);
    free(buckets.costs);
    free(list.entries);
    return status;
}

// One at a time -----------------------------------------------------------------------------------

scene_problem scene_problems_draw(const way_map *map, way_rng *rng)
{
    const uint32_t cells = way_map_width(map) * way_map_height(map);
    scene_problem problem = {.cost = WAY_COST_MAX};
    do {
        problem.start = way_rng_below(rng, cells);
        problem.goal = way_rng_below(rng, cells);
    } while (problem.start == problem.goal || !way_map_is_passable(map, problem.start) ||
             !way_map_is_reachable(map, problem.start, problem.goal, 1));
    return problem;
}

uint32_t scene_problems_shuffle(const way_map *map, uint32_t component, way_rng *rng,
                                way_cell *cells)
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

// The longest -------------------------------------------------------------------------------------

static int problems_compare(const void *a, const void *b)
{
    const scene_problem *left = a;
    const scene_problem *right = b;
    // Without a solution counts as shortest.
    const uint64_t left_length = left->cost == WAY_COST_MAX ? 0 : (uint64_t)left->cost + 1;
    const uint64_t right_length = right->cost == WAY_COST_MAX ? 0 : (uint64_t)right->cost + 1;
    if (left_length != right_length) {
        return left_length < right_length ? 1 : -1;
    }
    const uint64_t left_ends = (uint64_t)left->start << 32 | left->goal;
    const uint64_t right_ends = (uint64_t)right->start << 32 | right->goal;
    return (left_ends > right_ends) - (left_ends < right_ends);
}

uint32_t scene_problems_keep_longest(scene_problem *problems, uint32_t count, uint32_t keep)
{
    if (count > 0) {
        qsort(problems, count, sizeof *problems, problems_compare);
    }
    uint32_t kept = 0;
    while (kept < count && kept < keep && problems[kept].cost != WAY_COST_MAX) {
        kept++;
    }
    return kept;
}
