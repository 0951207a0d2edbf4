// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The ways inside a cluster: a search from each of its gates, a slice at a time. On an upper level
// that goes over the gates below. And how to follow them.
#include "lab/hierarchical/abstract.h"

#include <string.h>

/// Appends so many bytes of 0 to the block in hand; false without memory.
static bool ways_grow(wayi_cluster_maker *maker, uint32_t more)
{
    if (more > UINT32_MAX - maker->size ||
        !wayi_grow(&maker->clusters->allocator, (void **)&maker->bytes, &maker->room,
                   maker->size + more, 1)) {
        return false;
    }
    if (more) {
        memset(maker->bytes + maker->size, 0, more);
    }
    maker->size += more;
    return true;
}

/// The `at`th of moves of 4 bits.
static uint32_t moves_get(const unsigned char *moves, uint32_t at)
{
    return (uint32_t)moves[at >> 1] >> (at & 1u) * 4 & 15u;
}

static void moves_set(unsigned char *moves, uint32_t at, uint32_t move)
{
    moves[at >> 1] = (unsigned char)(moves[at >> 1] | move << (at & 1u) * 4);
}

/// PATHS: where the end of a pair is noted, for a < b.
static uint32_t ways_pair(uint32_t count, uint32_t a, uint32_t b)
{
    return a * (2 * count - a - 1) / 2 + b - a - 1;
}

/// Appends the moves from the source of the local search to a later gate, the last one first.
static bool ways_add_path(wayi_cluster_maker *maker, uint32_t a, uint32_t b)
{
    const wayi_confined *local = &maker->search->local;
    const wayi_cluster *cluster = &maker->clusters->clusters[maker->index];
    way_cell cell = maker->clusters->gates[cluster->first + b].cell;
    if (wayi_confined_cost(local, cell) == WAY_COST_MAX) {
        cell = local->source; // no way
    }
    while (cell != local->source && maker->fits) {
        const uint32_t move = wayi_confined_arrival(local, wayi_confined_place(local, cell));
        if (maker->length % 2 == 0 && !ways_grow(maker, 1)) {
            return false;
        }
        moves_set(maker->bytes + maker->size - 1, maker->length++ & 1u, move);
        maker->fits = maker->length < UINT16_MAX;
        cell -= (uint32_t)local->grid->map->offsets[move];
    }
    const uint16_t end = (uint16_t)maker->length;
    memcpy(maker->bytes + maker->ways + ways_pair(cluster->count, a, b) * sizeof end, &end,
           sizeof end);
    return true;
}

/// Fills in the next moves of all cells towards the source of the local search.
static void ways_add_moves(wayi_cluster_maker *maker, uint32_t gate)
{
    const wayi_confined *local = &maker->search->local;
    const uint32_t area = local->rect.width * local->rect.height;
    unsigned char *moves = maker->bytes + maker->ways + (size_t)gate * ((area + 1) / 2);
    for (uint32_t i = 0; i < area; i++) {
        uint32_t move = WAYI_MOVE_NONE;
        if (local->costs[i] != WAY_COST_MAX) {
            const uint32_t arrival = wayi_confined_arrival(local, i);
            move = arrival == WAYI_DIRECTIONS ? WAYI_MOVE_HERE : wayi_direction_opposite(arrival);
        }
        moves_set(moves, i, move);
    }
}

uint64_t wayi_clusters_size(const wayi_clusters *clusters, uint32_t index)
{
    const uint64_t count = clusters->clusters[index].count;
    const way_rect rect = wayi_clusters_rect(clusters, index);
    const uint64_t pairs = count * (count ? count - 1 : 0) / 2;
    const wayi_cluster_cache cache = clusters->config.cache;
    return count * count * sizeof(way_cost) + (cache == WAYI_CACHE_PATHS ? pairs * sizeof(uint16_t)
                                               : cache == WAYI_CACHE_MOVES
                                                   ? count * ((rect.width * rect.height + 1) / 2)
                                                   : 0);
}

/// Upper levels: what the search found it costs to get to a gate below. One comes to it from any of
/// its cluster.
static way_cost ways_cost_to(const wayi_cluster_maker *maker, uint32_t gate)
{
    const wayi_clusters *lower = maker->clusters->config.lower;
    const wayi_cluster *cluster = &lower->clusters[wayi_gate_cluster(&lower->gates[gate])];
    const way_cost *row = wayi_clusters_row(lower, gate);
    way_cost least = WAY_COST_MAX;
    for (uint32_t i = 0; i < cluster->count; i++) {
        const way_cost cost =
            way_cost_add(wayi_abstract_cost(maker->search, cluster->first + i), row[i]);
        least = cost < least ? cost : least;
    }
    return least;
}

/// Takes over what the search from a gate found; false without memory.
static bool ways_add_gate(wayi_cluster_maker *maker)
{
    const wayi_clusters *clusters = maker->clusters;
    const wayi_cluster *cluster = &clusters->clusters[maker->index];
    const wayi_gate *gates = clusters->gates + cluster->first;
    const size_t row = (size_t)maker->gate * cluster->count * sizeof(way_cost);
    for (uint32_t i = 0; i < cluster->count; i++) {
        const way_cost cost = clusters->config.lower
                                  ? ways_cost_to(maker, gates[i].partner)
                                  : wayi_confined_cost(&maker->search->local, gates[i].cell);
        memcpy(maker->bytes + row + i * sizeof cost, &cost, sizeof cost);
    }
    if (clusters->config.cache == WAYI_CACHE_MOVES) {
        ways_add_moves(maker, maker->gate);
    }
    if (clusters->config.cache == WAYI_CACHE_PATHS) {
        for (uint32_t i = maker->gate + 1; i < cluster->count; i++) {
            if (!ways_add_path(maker, maker->gate, i)) {
                return false;
            }
        }
    }
    return true;
}

/// Starts the search from the gate in hand; false without memory.
static bool ways_begin(wayi_cluster_maker *maker, uint32_t *budget)
{
    const wayi_clusters *clusters = maker->clusters;
    const wayi_gate *gate = &clusters->gates[clusters->clusters[maker->index].first + maker->gate];
    const way_rect rect = wayi_clusters_rect(clusters, maker->index);
    if (clusters->config.lower) {
        const wayi_abstract_query query = {.start = {.cell = gate->cell, .gate = gate->partner},
                                           .goal = {.cell = WAY_CELL_NONE, .gate = WAYI_GATE_NONE},
                                           .direct = WAY_COST_MAX,
                                           .within = maker->index};
        wayi_abstract_begin(maker->search, &query);
        return true;
    }
    maker->units += wayi_budget_take(budget, rect.width * rect.height / 256);
    return wayi_confined_begin(&maker->search->local, rect, gate->cell, WAY_CELL_NONE);
}

/// Looks for the ways of one gate, and takes them over. FOUND when that is done.
static way_outcome ways_go_on(wayi_cluster_maker *maker, uint32_t *budget)
{
    const wayi_clusters *clusters = maker->clusters;
    const wayi_cluster *cluster = &clusters->clusters[maker->index];
    if (!maker->searching && !ways_begin(maker, budget)) {
        return WAY_OUTCOME_CAPACITY;
    }
    maker->searching = true;
    const way_outcome outcome = clusters->config.lower
                                    ? wayi_abstract_step(maker->search, budget)
                                    : wayi_confined_step(&maker->search->local, budget);
    if (outcome != WAY_OUTCOME_NO_PATH) {
        return outcome;
    }
    const uint32_t before = maker->length;
    if (!ways_add_gate(maker)) {
        return WAY_OUTCOME_CAPACITY;
    }
    const way_rect rect = wayi_clusters_rect(clusters, maker->index);
    const uint32_t moves =
        clusters->config.cache == WAYI_CACHE_MOVES ? rect.width * rect.height : 0;
    const uint32_t looks = moves + cluster->count + 2 * (maker->length - before);
    maker->units += wayi_budget_take(budget, 1 + looks / 16);
    maker->searching = false;
    maker->gate++;
    return WAY_OUTCOME_FOUND;
}

bool wayi_cluster_maker_init(wayi_cluster_maker *maker, wayi_clusters *clusters)
{
    const wayi_clusters *lower = clusters->config.lower ? clusters->config.lower : clusters;
    *maker = (wayi_cluster_maker){.clusters = clusters, .index = WAYI_GATE_NONE};
    const wayi_abstract_config config = {.clusters = lower,
                                         .local = {.grid = clusters->grid,
                                                   .area = lower->config.side * lower->config.side,
                                                   .stats = &maker->stats},
                                         .sparse = true};
    maker->search = wayi_alloc_zero(&clusters->allocator, 1, sizeof *maker->search);
    return maker->search && wayi_abstract_init(maker->search, &config, &clusters->allocator);
}

void wayi_cluster_maker_fini(wayi_cluster_maker *maker)
{
    if (maker->search) {
        const way_allocator *allocator = &maker->clusters->allocator;
        wayi_abstract_fini(maker->search);
        WAYI_FREE(allocator, maker->search, 1);
        wayi_free(allocator, maker->bytes, maker->room, 1);
    }
    *maker = (wayi_cluster_maker){0};
}

bool wayi_cluster_maker_begin(wayi_cluster_maker *maker, uint32_t index)
{
    maker->gate = 0;
    maker->searching = false;
    maker->length = 0;
    maker->fits = true;
    maker->size = 0;
    const uint32_t count = maker->clusters->clusters[index].count;
    const uint64_t size = wayi_clusters_size(maker->clusters, index);
    maker->ways = count * count * (uint32_t)sizeof(way_cost);
    const bool fits = size < UINT32_MAX && ways_grow(maker, (uint32_t)size);
    maker->index = fits ? index : WAYI_GATE_NONE;
    return fits;
}

way_outcome wayi_cluster_maker_step(wayi_cluster_maker *maker, uint32_t *budget)
{
    wayi_clusters *clusters = maker->clusters;
    const uint32_t count = clusters->clusters[maker->index].count;
    while (maker->gate < count) {
        if (*budget == 0) {
            return WAY_OUTCOME_WORKING;
        }
        const way_outcome outcome = ways_go_on(maker, budget);
        if (outcome != WAY_OUTCOME_FOUND) {
            return outcome;
        }
    }
    if (!maker->fits) {
        maker->size = maker->ways;
    }
    const bool fits = ways_grow(maker, (0u - maker->size) & 3u);
    wayi_cluster *cluster = &clusters->clusters[maker->index];
    maker->index = WAYI_GATE_NONE;
    cluster->block = fits ? wayi_alloc(&clusters->allocator, maker->size, 1) : NULL;
    if (!cluster->block) {
        return fits && maker->size == 0 ? WAY_OUTCOME_FOUND : WAY_OUTCOME_CAPACITY;
    }
    memcpy(cluster->block, maker->bytes, maker->size);
    cluster->size = maker->size;
    cluster->owned = true;
    return WAY_OUTCOME_FOUND;
}

// Following ways ----------------------------------------------------------------------------------

static const unsigned char *follow_ways(const wayi_cluster *cluster)
{
    return cluster->block + (size_t)cluster->count * cluster->count * sizeof(way_cost);
}

static bool follow_path(const wayi_clusters *clusters, uint32_t from, uint32_t to,
                        wayi_path_buffer *path)
{
    const way_map *map = clusters->grid->map;
    const wayi_cluster *cluster = &clusters->clusters[wayi_gate_cluster(&clusters->gates[from])];
    const unsigned char *ways = follow_ways(cluster);
    const uint16_t *ends = (const uint16_t *)(const void *)ways;
    const unsigned char *moves =
        ways + (size_t)cluster->count * (cluster->count - 1) / 2 * sizeof *ends;
    const uint32_t a = (from < to ? from : to) - cluster->first;
    const uint32_t b = (from < to ? to : from) - cluster->first;
    const uint32_t pair = ways_pair(cluster->count, a, b);
    const uint32_t first = pair ? ends[pair - 1] : 0;
    const uint32_t last = ends[pair];
    // Kept ways are one behind the other; ones that were forged in a file need not be.
    if (first > last || (last + 1) / 2 > cluster->size - (size_t)(moves - cluster->block)) {
        return true;
    }
    if (!wayi_path_buffer_reserve(path, path->count + last - first)) {
        return false;
    }
    way_cell cell = clusters->gates[from].cell;
    for (uint32_t i = 0; i < last - first; i++) {
        const uint32_t move = moves_get(moves, from < to ? last - 1 - i : first + i) & 7u;
        cell += (uint32_t)map->offsets[from < to ? move : wayi_direction_opposite(move)];
        path->states[path->count + i] = cell;
    }
    path->count += last - first;
    return true;
}

/// The moves of a gate by place, in the cluster of the gate.
static const unsigned char *follow_moves(const wayi_clusters *clusters, uint32_t gate,
                                         way_rect *rect)
{
    const uint32_t index = wayi_gate_cluster(&clusters->gates[gate]);
    const wayi_cluster *cluster = &clusters->clusters[index];
    *rect = wayi_clusters_rect(clusters, index);
    const size_t size = ((size_t)rect->width * rect->height + 1) / 2;
    return follow_ways(cluster) + (gate - cluster->first) * size;
}

uint32_t wayi_clusters_move(const wayi_clusters *clusters, uint32_t gate, uint32_t place)
{
    way_rect rect;
    return moves_get(follow_moves(clusters, gate, &rect), place);
}

bool wayi_clusters_follow(const wayi_clusters *clusters, way_cell cell, uint32_t gate,
                          wayi_path_buffer *path, way_cost *cost)
{
    const way_map *map = clusters->grid->map;
    way_rect rect;
    const unsigned char *moves = follow_moves(clusters, gate, &rect);
    const uint32_t y = wayi_map_row(map, cell);
    uint32_t place = (y - rect.y) * rect.width + cell - y * map->width - rect.x;
    uint32_t move = moves_get(moves, place);
    *cost = 0;
    // Kept moves end; ones that were forged in a file need not.
    for (uint32_t left = rect.width * rect.height; move < WAYI_DIRECTIONS && left > 0; left--) {
        const way_cell to = cell + (uint32_t)map->offsets[move];
        *cost = way_cost_add(*cost, wayi_map_step(map, clusters->grid->layer, cell, to, move));
        cell = to;
        place += (uint32_t)(wayi_direction_y[move] * (int32_t)rect.width + wayi_direction_x[move]);
        move = moves_get(moves, place);
        if (path && !wayi_path_buffer_push(path, cell)) {
            return false;
        }
    }
    *cost = move == WAYI_MOVE_HERE ? *cost : WAY_COST_MAX;
    return true;
}

bool wayi_clusters_trace(const wayi_clusters *clusters, uint32_t from, uint32_t to,
                         wayi_path_buffer *path)
{
    way_cost cost = 0;
    if (clusters->config.cache == WAYI_CACHE_MOVES) {
        return wayi_clusters_follow(clusters, clusters->gates[from].cell, to, path, &cost);
    }
    return from == to || follow_path(clusters, from, to, path);
}
