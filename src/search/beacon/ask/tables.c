// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Distances between many cells: what each reaches is looked for and summed up once for a block of
// targets; then each pair is one comparison of sums.
#include "search/beacon/ask/beacon.h"
#include "search/beacon/index/sums.h"

/// Targets at a time.
#define TABLES_BLOCK 16u

typedef struct tables_work {
    const wayi_beacon_index *index;
    const way_map *map;
    wayi_beacon_sums from;
    wayi_beacon_sums to[TABLES_BLOCK];
    wayi_reach *list;
    uint32_t list_count;
} tables_work;

static wayi_reach tables_place(const tables_work *work, way_cell cell)
{
    const uint32_t y = wayi_map_row(work->map, cell);
    return (wayi_reach){(uint16_t)(cell - y * work->map->width), (uint16_t)y, 0};
}

/// Sums up what a cell reaches.
static void tables_sum(const tables_work *work, way_cell cell, wayi_beacon_sums *sums)
{
    const wayi_beacon_index *index = work->index;
    const wayi_reach place = tables_place(work, cell);
    wayi_beacon_sums_clear(sums, index);
    if (!wayi_board_is_free(&index->still, place.x, place.y)) {
        return;
    }
    wayi_taut taut;
    wayi_taut_begin(&taut, &index->still, place.x, place.y, work->list);
    (void)wayi_taut_step(&taut, &index->still, UINT32_MAX, work->list);
    for (uint32_t i = 0; i < taut.count; i++) {
        const wayi_reach reach = work->list[i];
        wayi_beacon_sums_add(sums, index, wayi_beacon_vertex_at(index, reach.x, reach.y),
                             reach.cost);
    }
}

static way_cost tables_between(const tables_work *work, way_cell from, way_cell to,
                               const wayi_beacon_sums *sums)
{
    const wayi_board *still = &work->index->still;
    const wayi_reach a = tables_place(work, from);
    const wayi_reach b = tables_place(work, to);
    if (from == to) {
        return 0;
    }
    if (!wayi_board_is_free(still, b.x, b.y)) {
        return WAY_COST_MAX;
    }
    if (wayi_board_sees(still, a, b)) {
        return wayi_board_distance(still, a.x, a.y, b.x, b.y);
    }
    const way_cost cost = wayi_beacon_sums_between(&work->from, sums, work->index);
    return cost < WAYI_BEACON_FAR ? cost : WAY_COST_MAX;
}

/// All sources to a block of targets.
static void tables_fill(tables_work *work, const way_distances *question, uint32_t first,
                        way_cost *out)
{
    const uint32_t left = question->to_count - first;
    const uint32_t count = left < TABLES_BLOCK ? left : TABLES_BLOCK;
    for (uint32_t k = 0; k < count; k++) {
        tables_sum(work, question->to[first + k], &work->to[k]);
    }
    for (uint32_t i = 0; i < question->from_count; i++) {
        way_cost *row = out + (size_t)i * question->to_count + first;
        tables_sum(work, question->from[i], &work->from);
        for (uint32_t k = 0; k < count; k++) {
            row[k] = tables_between(work, question->from[i], question->to[first + k], &work->to[k]);
        }
    }
}

way_status wayi_beacon_trip_distances(way_agent *agent, const way_distances *question,
                                      way_cost *out)
{
    const wayi_beacon_database *database = agent->navigator->database;
    const way_allocator *allocator = &agent->allocator;
    bool can = database->index && agent->navigator->revision == way_space_revision(agent->space) &&
               database->stale.count == 0;
    for (uint32_t i = 0; i < question->from_count && can; i++) {
        can = way_space_can_stand(agent->space, question->from[i]);
    }
    if (!can) {
        return WAY_STATUS_UNSUPPORTED;
    }
    tables_work work = {.index = database->index,
                        .map = wayi_space_grid(agent->space)->map,
                        .list_count = wayi_board_reach_max(&database->index->still)};
    work.list = wayi_alloc(allocator, work.list_count, sizeof *work.list);
    bool fits = work.list && wayi_beacon_sums_reserve(&work.from, work.index, allocator);
    for (uint32_t i = 0; i < TABLES_BLOCK && fits; i++) {
        fits = wayi_beacon_sums_reserve(&work.to[i], work.index, allocator);
    }
    for (uint32_t first = 0; first < question->to_count && fits; first += TABLES_BLOCK) {
        tables_fill(&work, question, first, out);
    }
    for (uint32_t i = 0; i < TABLES_BLOCK; i++) {
        wayi_beacon_sums_fini(&work.to[i], allocator);
    }
    wayi_beacon_sums_fini(&work.from, allocator);
    WAYI_FREE(allocator, work.list, work.list_count);
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}
