// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Clusters made from nothing: gates first, for they decide where everything goes, then blocks, some
// clusters at a time on whatever threads there are. And from a blob, which holds the blocks only:
// gates are as quickly cut as read, and need not be believed.
#include "search/frame/algorithm.h"
#include "search/hierarchical/clusters.h"

#include <string.h>

#define BUILD_SIZES WAYI_BLOB_TAG('S', 'I', 'Z', 'E')
#define BUILD_WAYS WAYI_BLOB_TAG('W', 'A', 'Y', 'S')

#define BUILD_UPPER WAYI_BLOB_TAG('S', 'U', 'P', 'S')

/// Clusters per piece of work, and those of an upper level, which take longer.
#define BUILD_PIECE 16u
#define BUILD_PIECE_UPPER 4u

// Gates -------------------------------------------------------------------------------------------

static way_status build_gates(wayi_clusters *clusters)
{
    const uint32_t most = wayi_clusters_gates_max(clusters);
    wayi_gate *scratch = wayi_alloc(&clusters->allocator, most, sizeof *scratch);
    bool fits = scratch != NULL;
    for (uint32_t i = 0; fits && i < clusters->count; i++) {
        bool changed = false;
        fits = wayi_clusters_recut(clusters, i, scratch, &changed);
    }
    wayi_free(&clusters->allocator, scratch, most, sizeof *scratch);
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

// Blocks ------------------------------------------------------------------------------------------

static uint32_t build_piece(const wayi_clusters *clusters)
{
    return clusters->config.lower ? BUILD_PIECE_UPPER : BUILD_PIECE;
}

static way_status build_make_piece(uint32_t index, void *argument)
{
    wayi_clusters *clusters = argument;
    const uint32_t first = index * build_piece(clusters);
    const uint32_t end = first + build_piece(clusters);
    wayi_cluster_maker maker;
    bool fits = wayi_cluster_maker_init(&maker, clusters);
    for (uint32_t i = first; fits && i < end && i < clusters->count; i++) {
        uint32_t budget = UINT32_MAX;
        fits = wayi_cluster_maker_begin(&maker, i) &&
               wayi_cluster_maker_step(&maker, &budget) == WAY_OUTCOME_ARRIVED;
    }
    wayi_cluster_maker_fini(&maker);
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

// Blobs -------------------------------------------------------------------------------------------

void wayi_clusters_save(const wayi_clusters *clusters, wayi_blob_writer *writer)
{
    const bool none = clusters->config.cache == WAYI_CACHE_ASKED; // which ones are there is chance
    const bool upper = clusters->config.lower; // whose blocks are as large as gates say
    size_t total = 0;
    uint32_t *sizes =
        upper ? NULL : wayi_blob_reserve(writer, BUILD_SIZES, sizeof *sizes, clusters->count);
    for (uint32_t i = 0; i < clusters->count; i++) {
        const uint32_t size = none ? 0 : clusters->clusters[i].size;
        total += size;
        if (sizes) {
            sizes[i] = size;
        }
    }
    unsigned char *ways = upper ? wayi_blob_reserve(writer, BUILD_UPPER, 4, total / 4)
                                : wayi_blob_reserve(writer, BUILD_WAYS, 1, total);
    for (uint32_t i = 0; ways && !none && i < clusters->count; i++) {
        const wayi_cluster *cluster = &clusters->clusters[i];
        if (cluster->size) {
            memcpy(ways, cluster->block, cluster->size);
        }
        ways += cluster->size;
    }
}

/// Checks that the way between two gates is what its cost says: BAD_FORMAT, NO_MEMORY.
static way_status open_check_way(const wayi_clusters *clusters, uint32_t from, uint32_t to,
                                 wayi_path_buffer *path)
{
    const wayi_grid *grid = clusters->grid;
    const wayi_gate *gates = clusters->gates;
    const uint32_t first = clusters->clusters[wayi_gate_cluster(&gates[from])].first;
    const way_cost told = wayi_clusters_row(clusters, from)[to - first];
    wayi_path_buffer_clear(path);
    if (!wayi_clusters_trace(clusters, from, to, path)) {
        return WAY_STATUS_NO_MEMORY;
    }
    way_cell cell = gates[from].cell;
    way_cost cost = 0;
    bool inside = true;
    for (uint32_t i = 0; i < path->count && inside; i++) {
        const way_cell next = path->states[i];
        inside = next < grid->map->cell_count &&
                 wayi_clusters_of(clusters, next) == wayi_gate_cluster(&gates[from]);
        cost = way_cost_add(
            cost, inside ? way_map_step_cost(grid->map, cell, next, grid->layer->profile) : 0);
        cell = next;
    }
    const bool sound =
        told == WAY_COST_MAX ? path->count == 0 : inside && cell == gates[to].cell && cost == told;
    return sound ? WAY_STATUS_OK : WAY_STATUS_BAD_FORMAT;
}

static bool open_check_size(const wayi_clusters *clusters, uint32_t index)
{
    const wayi_cluster *cluster = &clusters->clusters[index];
    const uint64_t costs = (uint64_t)cluster->count * cluster->count * sizeof(way_cost);
    const uint64_t known = wayi_clusters_size(clusters, index);
    switch (clusters->config.cache) {
    case WAYI_CACHE_ASKED:
        return cluster->size == 0;
    case WAYI_CACHE_PATHS:
        return cluster->size == costs || (cluster->count > 1 && cluster->size >= known);
    default:
        return cluster->size == ((known + 3) & ~UINT64_C(3));
    }
}

/// Whether all moves towards a gate are legal steps inside its cluster.
static bool open_check_moves(const wayi_clusters *clusters, uint32_t gate)
{
    const wayi_grid *grid = clusters->grid;
    const way_rect rect = wayi_clusters_rect(clusters, wayi_gate_cluster(&clusters->gates[gate]));
    bool sound = true;
    for (uint32_t place = 0; place < rect.width * rect.height && sound; place++) {
        const uint32_t move = wayi_clusters_move(clusters, gate, place);
        const uint32_t x = place % rect.width;
        const uint32_t y = place / rect.width;
        const way_cell cell = (rect.y + y) * grid->map->width + rect.x + x;
        const bool leads = move < WAYI_DIRECTIONS && wayi_rect_keeps(rect, x, y, move) &&
                           (wayi_layer_moves(grid->map, grid->layer, cell) >> move & 1u);
        sound = cell == clusters->gates[gate].cell ? move == WAYI_MOVE_HERE
                                                   : leads || move == WAYI_MOVE_NONE;
    }
    return sound;
}

/// Whether costs are nothing from a gate to itself, and the same both ways.
static bool open_check_costs(const wayi_cluster *cluster)
{
    const way_cost *costs = (const way_cost *)(const void *)cluster->block;
    const size_t count = costs ? cluster->count : 0;
    for (size_t a = 0; a < count; a++) {
        for (size_t b = 0; b < a; b++) {
            if (costs[a * count + b] != costs[b * count + a]) {
                return false;
            }
        }
        if (costs[a * count + a] != 0) {
            return false;
        }
    }
    return true;
}

static way_status open_check(const wayi_clusters *clusters, uint32_t index, wayi_path_buffer *path)
{
    const wayi_cluster *cluster = &clusters->clusters[index];
    const uint32_t end = cluster->first + cluster->count;
    bool sound = open_check_size(clusters, index) && open_check_costs(cluster);
    const bool ways = sound && wayi_clusters_keeps_ways(clusters, index);
    way_status status = WAY_STATUS_OK;
    for (uint32_t to = cluster->first; ways && to < end && sound; to++) {
        sound = clusters->config.cache != WAYI_CACHE_MOVES || open_check_moves(clusters, to);
        for (uint32_t i = cluster->first; i < end && sound && status == WAY_STATUS_OK; i++) {
            status = open_check_way(clusters, i, to, path);
        }
    }
    return sound ? status : WAY_STATUS_BAD_FORMAT;
}

/// Hands out the blocks of a blob.
static way_status open_blocks(wayi_clusters *clusters, const wayi_blob *blob)
{
    size_t count = 0;
    size_t total = 0;
    const bool upper = clusters->config.lower;
    const uint32_t *sizes =
        upper ? NULL : wayi_blob_section(blob, BUILD_SIZES, sizeof *sizes, &count);
    const unsigned char *ways = wayi_blob_section(blob, upper ? BUILD_UPPER : BUILD_WAYS,
                                                  upper ? sizeof(way_cost) : 1, &total);
    if (!ways || (!upper && (!sizes || count != clusters->count))) {
        return WAY_STATUS_BAD_FORMAT;
    }
    total *= upper ? sizeof(way_cost) : 1;
    wayi_path_buffer path;
    wayi_path_buffer_init(&path, &clusters->allocator);
    way_status status = WAY_STATUS_OK;
    size_t at = 0;
    for (uint32_t i = 0; status == WAY_STATUS_OK && i < clusters->count; i++) {
        wayi_cluster *cluster = &clusters->clusters[i];
        const uint64_t size = sizes ? sizes[i] : wayi_clusters_size(clusters, i);
        if (size > total - at || size % 4 || size > UINT32_MAX) {
            status = WAY_STATUS_BAD_FORMAT;
            break;
        }
        // Borrowed blocks are never written to: repairs make new ones.
        cluster->block = size ? (unsigned char *)(uintptr_t)(ways + at) : NULL;
        cluster->size = (uint32_t)size;
        at += size;
        status = open_check(clusters, i, &path);
    }
    wayi_path_buffer_fini(&path);
    return status == WAY_STATUS_OK && at != total ? WAY_STATUS_BAD_FORMAT : status;
}

// All of it ---------------------------------------------------------------------------------------

way_status wayi_clusters_build(wayi_clusters *clusters, const wayi_clusters_config *config,
                               const way_navigator *navigator, wayi_job_stage stage)
{
    if (!wayi_clusters_init(clusters, config, navigator)) {
        return WAY_STATUS_NO_MEMORY;
    }
    const way_status status = build_gates(clusters);
    if (status == WAY_STATUS_OK && navigator->blob) {
        return open_blocks(clusters, navigator->blob);
    }
    if (status != WAY_STATUS_OK || config->cache == WAYI_CACHE_ASKED) {
        return status;
    }
    const uint32_t piece = build_piece(clusters);
    return wayi_job_run(stage, (clusters->count + piece - 1) / piece, build_make_piece, clusters);
}
