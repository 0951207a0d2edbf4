// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Distances to one goal, or the nearest of some, from any cell: for searches that take them for an
// estimate. The goals' side is summed up once; a cell looks around and asks each vertex that it
// finds, and each vertex remembers its answer.
#include "search/beacon/ask/beacon.h"

#include <string.h>

void wayi_beacon_bounds_fini(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    wayi_beacon_bounds *bounds = &memory->bounds;
    wayi_free(&agent->allocator, bounds->goals, bounds->capacity, sizeof *bounds->goals);
    wayi_free(&agent->allocator, bounds->costs, bounds->vertex_count, sizeof *bounds->costs);
    wayi_beacon_sums_fini(&bounds->sums, &agent->allocator);
    *bounds = (wayi_beacon_bounds){0};
}

static wayi_reach bounds_place(const way_agent *agent, way_state cell)
{
    const way_map *map = wayi_space_grid(agent->space)->map;
    const uint32_t y = wayi_map_row(map, cell);
    return (wayi_reach){(uint16_t)(cell - y * map->width), (uint16_t)y, 0};
}

/// What a cell of the index's board reaches, in the query's list.
static uint32_t bounds_look(wayi_beacon_memory *memory, const wayi_board *still, wayi_reach place)
{
    wayi_taut taut;
    wayi_taut_begin(&taut, still, place.x, place.y, memory->query.lists[0]);
    (void)wayi_taut_step(&taut, still, UINT32_MAX, memory->query.lists[0]);
    return taut.count;
}

way_status wayi_beacon_bounds_aim(way_agent *agent, const way_state *goals, uint32_t count)
{
    wayi_beacon_memory *memory = agent->memory;
    wayi_beacon_bounds *bounds = &memory->bounds;
    const wayi_beacon_database *database = agent->navigator->database;
    const wayi_beacon_index *index = database->index;
    if (!index || agent->navigator->revision != way_space_revision(agent->space) ||
        database->stale.count || index->thin) {
        return WAY_STATUS_UNSUPPORTED;
    }
    if (!wayi_beacon_sums_reserve(&bounds->sums, index, &agent->allocator) ||
        !wayi_grow(&agent->allocator, (void **)&bounds->goals, &bounds->capacity, count,
                   sizeof *bounds->goals) ||
        !wayi_grow(&agent->allocator, (void **)&bounds->costs, &bounds->vertex_count,
                   index->vertex_count + 1, sizeof *bounds->costs)) {
        return WAY_STATUS_NO_MEMORY;
    }
    wayi_beacon_sums_clear(&bounds->sums, index);
    memset(bounds->costs, 0xff, bounds->vertex_count * sizeof *bounds->costs);
    bounds->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        const wayi_reach place = bounds_place(agent, goals[i]);
        if (!wayi_board_is_free(&index->still, place.x, place.y)) {
            continue;
        }
        bounds->goals[bounds->count++] = place;
        const uint32_t found = bounds_look(memory, &index->still, place);
        for (uint32_t k = 0; k < found; k++) {
            const wayi_reach reach = memory->query.lists[0][k];
            wayi_beacon_sums_add(&bounds->sums, index,
                                 wayi_beacon_vertex_at(index, reach.x, reach.y), reach.cost);
        }
    }
    return bounds->count == count ? WAY_STATUS_OK : WAY_STATUS_UNSUPPORTED;
}

way_cost wayi_beacon_bounds_ask(way_agent *agent, way_state state)
{
    wayi_beacon_memory *memory = agent->memory;
    wayi_beacon_bounds *bounds = &memory->bounds;
    const wayi_beacon_index *index = ((wayi_beacon_database *)agent->navigator->database)->index;
    const wayi_board *still = &index->still;
    const wayi_reach place = bounds_place(agent, state);
    if (!wayi_board_is_free(still, place.x, place.y)) {
        return 0;
    }
    way_cost least = WAYI_BEACON_FAR;
    for (uint32_t i = 0; i < bounds->count; i++) {
        const wayi_reach goal = bounds->goals[i];
        const way_cost open = wayi_board_distance(still, place.x, place.y, goal.x, goal.y);
        if (open < least && wayi_board_sees(still, place, goal)) {
            least = open;
        }
    }
    const bool sees = least < WAYI_BEACON_FAR;
    const uint32_t found = sees && bounds->count == 1 ? 0 : bounds_look(memory, still, place);
    for (uint32_t i = 0; i < found; i++) {
        const wayi_reach reach = memory->query.lists[0][i];
        const uint32_t vertex = wayi_beacon_vertex_at(index, reach.x, reach.y);
        if (bounds->costs[vertex] == WAY_COST_MAX) {
            bounds->costs[vertex] = wayi_beacon_sums_from(&bounds->sums, index, vertex);
        }
        const way_cost cost = reach.cost + bounds->costs[vertex];
        least = cost < least ? cost : least;
    }
    return least < WAYI_BEACON_FAR ? least : 0;
}
