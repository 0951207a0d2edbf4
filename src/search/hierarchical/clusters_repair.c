// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Clusters that follow their map. An edit changes the ways inside the clusters that it touches and
// the gates of those next to it: nothing else is looked at, however large the map is. A cluster
// whose gates stay as they were keeps its block.
#include "search/hierarchical/clusters.h"

#include <string.h>

wayi_clusters_span wayi_clusters_reach(const wayi_clusters *clusters, way_rect rect,
                                       uint32_t margin)
{
    const way_map *map = clusters->grid->map;
    const uint32_t side = clusters->config.side;
    const uint32_t before = margin + clusters->grid->layer->size - 1;
    const uint32_t right = rect.x + rect.width - 1 + margin;
    const uint32_t bottom = rect.y + rect.height - 1 + margin;
    return (wayi_clusters_span){(rect.x > before ? rect.x - before : 0) / side,
                                (right < map->width ? right : map->width - 1) / side,
                                (rect.y > before ? rect.y - before : 0) / side,
                                (bottom < map->height ? bottom : map->height - 1) / side};
}

/// Queues a cluster for a new block; false without memory.
static bool repair_mark(wayi_clusters *clusters, uint32_t index)
{
    wayi_cluster *cluster = &clusters->clusters[index];
    if (!cluster->dirty && !wayi_path_buffer_push(&clusters->queue, index)) {
        return false;
    }
    cluster->dirty = true;
    return true;
}

/// A run of `count` unused gates; WAYI_GATE_NONE without memory.
static uint32_t repair_take_gates(wayi_clusters *clusters, uint32_t count, uint32_t *capacity)
{
    uint32_t rank = 0;
    while (1u << rank < count) {
        rank++;
    }
    const uint32_t spare = clusters->spare[rank];
    *capacity = 1u << rank;
    if (spare != WAYI_GATE_NONE) {
        clusters->spare[rank] = clusters->gates[spare].partner;
        return spare;
    }
    void *items = clusters->gates;
    if (!wayi_grow(&clusters->allocator, &items, &clusters->gate_capacity,
                   clusters->gate_count + *capacity, sizeof *clusters->gates)) {
        return WAYI_GATE_NONE;
    }
    clusters->gates = items;
    const uint32_t first = clusters->gate_count;
    clusters->gate_count += *capacity;
    return first;
}

static void repair_give_gates(wayi_clusters *clusters, uint32_t first, uint32_t capacity)
{
    if (capacity) {
        const uint32_t rank = wayi_bits_highest(capacity);
        clusters->gates[first].partner = clusters->spare[rank];
        clusters->spare[rank] = first;
    }
}

static bool repair_same_gates(const wayi_clusters *clusters, const wayi_cluster *cluster,
                              const wayi_gate *gates, uint32_t count)
{
    bool same = cluster->count == count;
    for (uint32_t i = 0; same && i < count; i++) {
        const wayi_gate *old = &clusters->gates[cluster->first + i];
        same = old->cell == gates[i].cell && old->place == gates[i].place;
    }
    return same;
}

/// Cuts the borders of a cluster anew; false without memory.
static bool repair_recut(wayi_clusters *clusters, uint32_t index, wayi_gate *scratch)
{
    wayi_cluster *cluster = &clusters->clusters[index];
    const uint32_t count = wayi_clusters_cut(clusters, index, scratch);
    clusters->work.recut++;
    if (!repair_same_gates(clusters, cluster, scratch, count) && !repair_mark(clusters, index)) {
        return false;
    }
    if (count > cluster->capacity) {
        uint32_t capacity = 0;
        const uint32_t first = repair_take_gates(clusters, count, &capacity);
        if (first == WAYI_GATE_NONE) {
            return false;
        }
        repair_give_gates(clusters, cluster->first, cluster->capacity);
        cluster->first = first;
        cluster->capacity = capacity;
    }
    cluster->count = count;
    if (count) {
        memcpy(clusters->gates + cluster->first, scratch, count * sizeof *scratch);
    }
    return true;
}

/// Cuts what one rectangle changed; false without memory.
static bool repair_cut_rect(wayi_clusters *clusters, way_rect rect, wayi_gate *scratch)
{
    const wayi_clusters_span inside = wayi_clusters_reach(clusters, rect, 0);
    const wayi_clusters_span around = wayi_clusters_reach(clusters, rect, 1);
    for (uint32_t row = around.top; row <= around.bottom; row++) {
        for (uint32_t column = around.left; column <= around.right; column++) {
            const uint32_t index = row * clusters->columns + column;
            const bool within = row >= inside.top && row <= inside.bottom &&
                                column >= inside.left && column <= inside.right;
            if ((within && !repair_mark(clusters, index)) ||
                !repair_recut(clusters, index, scratch)) {
                return false;
            }
        }
    }
    return true;
}

static void repair_link_rect(wayi_clusters *clusters, way_rect rect)
{
    const wayi_clusters_span around = wayi_clusters_reach(clusters, rect, 1);
    for (uint32_t row = around.top; row <= around.bottom; row++) {
        for (uint32_t column = around.left; column <= around.right; column++) {
            wayi_clusters_link(clusters, row * clusters->columns + column);
        }
    }
}

static way_status repair_cut(wayi_clusters *clusters, const way_rect *rects, uint32_t count)
{
    const uint32_t most = wayi_clusters_gates_max(clusters);
    wayi_gate *scratch = wayi_alloc(&clusters->allocator, most, sizeof *scratch);
    bool fits = scratch != NULL;
    for (uint32_t i = 0; fits && i < count; i++) {
        fits = repair_cut_rect(clusters, rects[i], scratch);
    }
    // Partners are looked for when all gates are where they will be.
    for (uint32_t i = 0; fits && i < count; i++) {
        repair_link_rect(clusters, rects[i]);
    }
    wayi_free(&clusters->allocator, scratch, most, sizeof *scratch);
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

/// Puts a block of its own into a cluster; false without memory.
static bool repair_set_block(wayi_clusters *clusters, wayi_cluster *cluster,
                             const wayi_cluster_bytes *bytes)
{
    unsigned char *block = NULL;
    if (bytes->count) {
        block = wayi_alloc(&clusters->allocator, bytes->count, 1);
        if (!block) {
            return false;
        }
        memcpy(block, bytes->items, bytes->count);
    }
    if (cluster->owned) {
        wayi_free(&clusters->allocator, cluster->block, cluster->size, 1);
    }
    cluster->block = block;
    cluster->size = bytes->count;
    cluster->owned = true;
    cluster->dirty = false;
    return true;
}

/// Makes new blocks until the budget is spent.
static way_status repair_blocks(wayi_clusters *clusters, uint32_t budget)
{
    const uint32_t side = clusters->config.side;
    way_stats stats = {0};
    wayi_confined local;
    wayi_cluster_bytes bytes = {0};
    bool fits = wayi_confined_init(
        &local,
        &(wayi_confined_config){.grid = clusters->grid, .area = side * side, .stats = &stats},
        &clusters->allocator);
    while (fits && clusters->queue_next < clusters->queue.count && stats.expansions < budget) {
        const uint32_t index = clusters->queue.states[clusters->queue_next];
        bytes.count = 0;
        fits = wayi_clusters_make_block(clusters, index, &local, &bytes) &&
               repair_set_block(clusters, &clusters->clusters[index], &bytes);
        clusters->queue_next += fits;
        clusters->work.rebuilt += fits;
    }
    clusters->work.expansions += stats.expansions;
    wayi_free(&clusters->allocator, bytes.items, bytes.capacity, 1);
    wayi_confined_fini(&local);
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

way_status wayi_clusters_repair(wayi_clusters *clusters, const way_rect *rects, uint32_t count,
                                uint32_t budget, bool *done)
{
    *done = false;
    way_status status = count ? repair_cut(clusters, rects, count) : WAY_STATUS_OK;
    if (status == WAY_STATUS_OK) {
        status = repair_blocks(clusters, budget);
    }
    if (status == WAY_STATUS_OK && clusters->queue_next == clusters->queue.count) {
        wayi_path_buffer_clear(&clusters->queue);
        clusters->queue_next = 0;
        *done = true;
    }
    return status;
}
