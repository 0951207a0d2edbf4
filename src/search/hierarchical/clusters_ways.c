// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The ways inside a cluster: a search from each of its gates, a slice at a time. On an upper level
// that goes over the gates below.
#include "search/hierarchical/abstract.h"

#include <string.h>

static bool bytes_grow(wayi_cluster_bytes *bytes, uint32_t more, const way_allocator *allocator)
{
    if (more == 0 || more > UINT32_MAX - bytes->count) {
        return more == 0;
    }
    void *items = bytes->items;
    if (bytes->count + more > bytes->capacity &&
        !wayi_grow(allocator, &items, &bytes->capacity, bytes->count + more, 1)) {
        return false;
    }
    bytes->items = items;
    memset(bytes->items + bytes->count, 0, more);
    bytes->count += more;
    return true;
}

static void moves_set(unsigned char *moves, uint32_t at, uint32_t move)
{
    moves[at >> 1] = (unsigned char)(moves[at >> 1] | move << (at & 1u) * 4);
}

/// Appends the moves from the source of the local search to a later gate.
static bool ways_add_path(wayi_cluster_maker *maker, uint32_t a, uint32_t b)
{
    const wayi_confined *local = &maker->local;
    const wayi_cluster *cluster = &maker->clusters->clusters[maker->index];
    const way_map *map = local->grid->map;
    const way_cell last = maker->clusters->gates[cluster->first + b].cell;
    uint32_t length = 0;
    if (wayi_confined_cost(local, last) != WAY_COST_MAX) {
        for (way_cell cell = last; cell != local->source; length++) {
            cell -=
                (uint32_t)
                    map->offsets[wayi_confined_arrival(local, wayi_confined_place(local, cell))];
        }
    }
    maker->fits &= maker->length + length <= UINT16_MAX;
    if (!maker->fits) {
        return true;
    }
    const uint32_t count = cluster->count;
    const uint32_t table = maker->ways + count * (count - 1) / 2 * (uint32_t)sizeof(uint16_t);
    const uint32_t needed = (maker->length + length + 1) / 2 + table - maker->out.count;
    if (!bytes_grow(&maker->out, needed, &maker->clusters->allocator)) {
        return false;
    }
    way_cell cell = last;
    for (uint32_t i = length; i > 0; i--) {
        const uint32_t move = wayi_confined_arrival(local, wayi_confined_place(local, cell));
        moves_set(maker->out.items + table, maker->length + i - 1, move);
        cell -= (uint32_t)map->offsets[move];
    }
    maker->length += length;
    const uint16_t end = (uint16_t)maker->length;
    memcpy(maker->out.items + maker->ways + wayi_ways_pair(count, a, b) * sizeof end, &end,
           sizeof end);
    return true;
}

/// Fills in the next moves of all cells towards the source of the local search.
static void ways_add_moves(wayi_cluster_maker *maker, uint32_t gate)
{
    const wayi_confined *local = &maker->local;
    const uint32_t area = local->rect.width * local->rect.height;
    unsigned char *moves = maker->out.items + maker->ways + (size_t)gate * ((area + 1) / 2);
    for (uint32_t i = 0; i < area; i++) {
        uint32_t move = WAYI_MOVE_NONE;
        if (local->costs[i] != WAY_COST_MAX) {
            const uint32_t arrival = wayi_confined_arrival(local, i);
            move = arrival == WAYI_DIRECTIONS ? WAYI_MOVE_HERE : wayi_direction_opposite(arrival);
        }
        moves_set(moves, i, move);
    }
}

/// Makes room for what has a known size; false without memory.
static bool ways_reserve(wayi_cluster_maker *maker)
{
    const uint32_t count = maker->clusters->clusters[maker->index].count;
    const way_rect rect = wayi_clusters_rect(maker->clusters, maker->index);
    uint64_t size = (uint64_t)count * count * sizeof(way_cost);
    if (maker->clusters->config.cache == WAYI_CACHE_PATHS && count > 1) {
        size += (uint64_t)count * (count - 1) / 2 * sizeof(uint16_t);
    }
    if (maker->clusters->config.cache == WAYI_CACHE_MOVES) {
        size += (uint64_t)count * ((rect.width * rect.height + 1) / 2);
    }
    maker->ways = count * count * (uint32_t)sizeof(way_cost);
    return size < UINT32_MAX &&
           bytes_grow(&maker->out, (uint32_t)size, &maker->clusters->allocator);
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
        const way_cost cost = maker->search ? ways_cost_to(maker, gates[i].partner)
                                            : wayi_confined_cost(&maker->local, gates[i].cell);
        memcpy(maker->out.items + row + i * sizeof cost, &cost, sizeof cost);
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
    if (maker->search) {
        const wayi_abstract_query query = {
            .start = {.cell = gate->cell, .gate = gate->partner},
            .goal = {.cell = gate->cell, .group = WAYI_GATE_NONE, .gate = WAYI_GATE_NONE},
            .direct = WAY_COST_MAX,
            .within = maker->index};
        wayi_abstract_begin(maker->search, &query);
        return true;
    }
    maker->units += wayi_budget_take(budget, rect.width * rect.height / 256);
    return wayi_confined_begin(&maker->local, rect, gate->cell, WAY_CELL_NONE);
}

/// Looks for the ways of one gate, and takes them over. ARRIVED when that is done.
static way_outcome ways_go_on(wayi_cluster_maker *maker, uint32_t *budget)
{
    const wayi_clusters *clusters = maker->clusters;
    const wayi_cluster *cluster = &clusters->clusters[maker->index];
    if (!maker->searching && !ways_begin(maker, budget)) {
        return WAY_OUTCOME_CAPACITY;
    }
    maker->searching = true;
    const way_outcome outcome = maker->search ? wayi_abstract_step(maker->search, budget)
                                              : wayi_confined_step(&maker->local, budget);
    if (outcome != WAY_OUTCOME_NO_PATH) {
        return outcome;
    }
    const uint32_t before = maker->length;
    if (!ways_add_gate(maker)) {
        return WAY_OUTCOME_CAPACITY;
    }
    const uint32_t area = maker->local.rect.width * maker->local.rect.height;
    const uint32_t moves = clusters->config.cache == WAYI_CACHE_MOVES ? area : 0;
    const uint32_t looks = moves + cluster->count + 2 * (maker->length - before);
    maker->units += wayi_budget_take(budget, 1 + looks / 16);
    maker->searching = false;
    maker->gate++;
    return WAY_OUTCOME_ARRIVED;
}

bool wayi_cluster_maker_init(wayi_cluster_maker *maker, const wayi_clusters *clusters)
{
    const way_allocator *allocator = &clusters->allocator;
    const wayi_clusters *lower = clusters->config.lower;
    const uint32_t side = (lower ? lower : clusters)->config.side;
    *maker = (wayi_cluster_maker){.clusters = clusters, .index = WAYI_GATE_NONE};
    const wayi_confined_config local = {
        .grid = clusters->grid, .area = side * side, .stats = &maker->stats};
    if (!lower) {
        return wayi_confined_init(&maker->local, &local, allocator);
    }
    const wayi_abstract_config config = {.clusters = lower, .local = local, .sparse = true};
    maker->search = wayi_alloc_zero(allocator, 1, sizeof *maker->search);
    return maker->search && wayi_abstract_init(maker->search, &config, allocator);
}

void wayi_cluster_maker_fini(wayi_cluster_maker *maker)
{
    if (maker->clusters) {
        const way_allocator *allocator = &maker->clusters->allocator;
        wayi_free(allocator, maker->out.items, maker->out.capacity, 1);
        wayi_confined_fini(&maker->local);
        if (maker->search) {
            wayi_abstract_fini(maker->search);
            wayi_free(allocator, maker->search, 1, sizeof *maker->search);
        }
    }
    *maker = (wayi_cluster_maker){0};
}

bool wayi_cluster_maker_begin(wayi_cluster_maker *maker, uint32_t index)
{
    maker->index = index;
    maker->gate = 0;
    maker->searching = false;
    maker->length = 0;
    maker->fits = true;
    maker->out.count = 0;
    if (!ways_reserve(maker)) {
        maker->index = WAYI_GATE_NONE;
        return false;
    }
    return true;
}

way_outcome wayi_cluster_maker_step(wayi_cluster_maker *maker, uint32_t *budget)
{
    const wayi_clusters *clusters = maker->clusters;
    const uint32_t count = clusters->clusters[maker->index].count;
    while (maker->gate < count) {
        if (*budget == 0) {
            return WAY_OUTCOME_MOVING;
        }
        const way_outcome outcome = ways_go_on(maker, budget);
        if (outcome != WAY_OUTCOME_ARRIVED) {
            return outcome;
        }
    }
    if (!maker->fits) {
        maker->out.count = maker->ways;
    }
    const bool fits = bytes_grow(&maker->out, (0u - maker->out.count) & 3u, &clusters->allocator);
    maker->index = WAYI_GATE_NONE;
    return fits ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_CAPACITY;
}

bool wayi_cluster_maker_end(const wayi_cluster_maker *maker, wayi_clusters *clusters,
                            uint32_t index)
{
    wayi_cluster *cluster = &clusters->clusters[index];
    const uint32_t size = maker->out.count;
    cluster->block = wayi_alloc(&clusters->allocator, size, 1);
    if (size && !cluster->block) {
        return false;
    }
    if (cluster->block) {
        memcpy(cluster->block, maker->out.items, size);
    }
    cluster->size = size;
    cluster->owned = true;
    return true;
}
