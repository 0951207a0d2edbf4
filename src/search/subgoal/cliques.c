// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Reference: Sturtevant and Buro, Partial Pathfinding Using Map Abstraction and Refinement, 2005.
#include "search/subgoal/cliques.h"

#include "core/sort.h"
#include "search/engine/clique_groups.h"

#include <string.h>

way_status wayi_cliques_init(wayi_cliques *cliques, const wayi_grid *grid,
                             const way_allocator *allocator)
{
    const way_map *map = grid->map;
    *cliques = (wayi_cliques){.cell_count = map->cell_count, .allocator = *allocator};
    cliques->groups = wayi_alloc(allocator, map->cell_count, sizeof *cliques->groups);
    if (!cliques->groups) {
        return WAY_STATUS_NO_MEMORY;
    }
    uint32_t edges = 0;
    for (way_cell cell = 0; cell < map->cell_count; cell++) {
        const uint32_t y = wayi_map_row(map, cell);
        const bool stands = wayi_layer_has(map, grid->layer, cell - y * map->width, y);
        cliques->groups[cell] = stands ? cliques->count++ : UINT32_MAX;
        edges += stands ? wayi_bits_count(wayi_layer_moves(map, grid->layer, cell)) : 0;
    }
    cliques->edge_count = edges;
    cliques->first = wayi_alloc(allocator, (size_t)cliques->count + 1, sizeof *cliques->first);
    cliques->list = wayi_alloc(allocator, (size_t)edges + 1, sizeof *cliques->list);
    if (!cliques->first || !cliques->list) {
        return WAY_STATUS_NO_MEMORY;
    }
    // From top left to bottom right, so that lists ascend.
    static const uint8_t order[WAYI_DIRECTIONS] = {WAYI_NORTH_WEST, WAYI_NORTH,     WAYI_NORTH_EAST,
                                                   WAYI_WEST,       WAYI_EAST,      WAYI_SOUTH_WEST,
                                                   WAYI_SOUTH,      WAYI_SOUTH_EAST};
    uint32_t at = 0;
    for (way_cell cell = 0; cell < map->cell_count; cell++) {
        if (cliques->groups[cell] == UINT32_MAX) {
            continue;
        }
        cliques->first[cliques->groups[cell]] = at;
        const uint32_t moves = wayi_layer_moves(map, grid->layer, cell);
        for (uint32_t i = 0; i < WAYI_DIRECTIONS; i++) {
            if (moves >> order[i] & 1u) {
                cliques->list[at++] = cliques->groups[cell + (uint32_t)map->offsets[order[i]]];
            }
        }
    }
    cliques->first[cliques->count] = at;
    return WAY_STATUS_OK;
}

void wayi_cliques_fini(wayi_cliques *cliques)
{
    const way_allocator *allocator = &cliques->allocator;
    wayi_free(allocator, cliques->groups, cliques->cell_count, sizeof *cliques->groups);
    wayi_free(allocator, cliques->first, (size_t)cliques->count + 1, sizeof *cliques->first);
    wayi_free(allocator, cliques->list, (size_t)cliques->edge_count + 1, sizeof *cliques->list);
    cliques->groups = NULL;
    cliques->first = NULL;
    cliques->list = NULL;
}

/// Links parents whose children are linked; `pairs` has room for all edges.
static way_status cliques_link(wayi_cliques *cliques, const uint32_t *parents, uint32_t count,
                               uint64_t *pairs)
{
    size_t total = 0;
    for (uint32_t node = 0; node < cliques->count; node++) {
        for (uint32_t i = cliques->first[node]; i < cliques->first[node + 1]; i++) {
            const uint32_t to = parents[cliques->list[i]];
            if (to != parents[node]) {
                pairs[total++] = (uint64_t)parents[node] << 32 | to;
            }
        }
    }
    wayi_sort64(pairs, total);
    uint32_t edges = 0;
    for (size_t i = 0; i < total; i++) {
        if (i == 0 || pairs[i] != pairs[i - 1]) {
            pairs[edges++] = pairs[i];
        }
    }
    uint32_t *first = wayi_alloc(&cliques->allocator, (size_t)count + 1, sizeof *first);
    uint32_t *list = wayi_alloc(&cliques->allocator, (size_t)edges + 1, sizeof *list);
    if (!first || !list) {
        wayi_free(&cliques->allocator, first, (size_t)count + 1, sizeof *first);
        wayi_free(&cliques->allocator, list, (size_t)edges + 1, sizeof *list);
        return WAY_STATUS_NO_MEMORY;
    }
    uint32_t at = 0;
    for (uint32_t node = 0; node <= count; node++) {
        first[node] = at;
        for (; at < edges && pairs[at] >> 32 == node; at++) {
            list[at] = (uint32_t)pairs[at];
        }
    }
    wayi_free(&cliques->allocator, cliques->first, (size_t)cliques->count + 1, sizeof *first);
    wayi_free(&cliques->allocator, cliques->list, (size_t)cliques->edge_count + 1, sizeof *list);
    cliques->first = first;
    cliques->list = list;
    cliques->count = count;
    cliques->edge_count = edges;
    return WAY_STATUS_OK;
}

way_status wayi_cliques_rise(wayi_cliques *cliques)
{
    const uint32_t before = cliques->count;
    const size_t room = (size_t)cliques->edge_count + 1;
    if (cliques->edge_count == 0) {
        return WAY_STATUS_OK;
    }
    uint32_t *parents = wayi_alloc(&cliques->allocator, before, sizeof *parents);
    uint64_t *pairs = wayi_alloc(&cliques->allocator, room, sizeof *pairs);
    way_status status = WAY_STATUS_NO_MEMORY;
    if (parents && pairs) {
        memset(parents, 0xff, before * sizeof *parents);
        const wayi_clique_graph graph = {cliques->first, cliques->list, before};
        const uint32_t count = wayi_clique_groups(&graph, parents);
        status = cliques_link(cliques, parents, count, pairs);
    }
    for (way_cell cell = 0; status == WAY_STATUS_OK && cell < cliques->cell_count; cell++) {
        if (cliques->groups[cell] != UINT32_MAX) {
            cliques->groups[cell] = parents[cliques->groups[cell]];
        }
    }
    wayi_free(&cliques->allocator, parents, before, sizeof *parents);
    wayi_free(&cliques->allocator, pairs, room, sizeof *pairs);
    return status;
}
