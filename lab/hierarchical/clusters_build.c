// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Clusters made from nothing: gates first, for they decide where everything goes, then blocks, some
// clusters at a time on whatever threads there are. And from a blob, which holds the blocks only:
// gates are as quickly cut as read, and need not be believed.
#include "lab/hierarchical/clusters.h"
#include "search/trip/algorithm.h"

#include <string.h>

#define BUILD_LOWER WAYI_BLOB_TAG('W', 'A', 'Y', '2')
#define BUILD_UPPER WAYI_BLOB_TAG('S', 'U', 'P', '2')

/// Clusters per piece of work.
#define BUILD_PIECE 4u

/// Sets up everything but gates and blocks; false without memory.
static bool build_init(wayi_clusters *clusters, const wayi_clusters_config *config,
                       const way_navigator *navigator)
{
    const wayi_grid *grid = wayi_space_grid(navigator->space);
    const uint32_t side = config->side;
    const uint32_t columns = (grid->map->width + side - 1) / side;
    *clusters = (wayi_clusters){.config = *config,
                                .grid = grid,
                                .columns = columns,
                                .count = columns * ((grid->map->height + side - 1) / side),
                                .allocator = navigator->allocator};
    clusters->clusters =
        wayi_alloc_zero(&clusters->allocator, clusters->count, sizeof *clusters->clusters);
    for (uint32_t i = 0; config->lower && i < config->lower->count; i++) {
        const way_rect rect = wayi_clusters_rect(config->lower, i);
        config->lower->clusters[i].home = wayi_clusters_at(clusters, rect.x, rect.y);
    }
    return clusters->clusters;
}

static way_status build_gates(wayi_clusters *clusters)
{
    bool fits = true;
    for (uint32_t i = 0; fits && i < clusters->count; i++) {
        bool changed = false;
        fits = wayi_clusters_recut(clusters, i, &changed);
    }
    wayi_clusters_repairs_fini(clusters); // what was used for that
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

// Blocks ------------------------------------------------------------------------------------------

static way_status build_make_piece(uint32_t index, void *argument)
{
    wayi_clusters *clusters = argument;
    const uint32_t first = index * BUILD_PIECE;
    wayi_cluster_maker maker;
    bool fits = wayi_cluster_maker_init(&maker, clusters);
    for (uint32_t i = first; fits && i < first + BUILD_PIECE && i < clusters->count; i++) {
        uint32_t budget = UINT32_MAX;
        fits = wayi_cluster_maker_begin(&maker, i) &&
               wayi_cluster_maker_step(&maker, &budget) == WAY_OUTCOME_FOUND;
    }
    wayi_cluster_maker_fini(&maker);
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

// Blobs -------------------------------------------------------------------------------------------

// A section for each level, in words: the blocks, and before them, where gates do not tell, how
// many bytes each one has.

static uint32_t build_tag(const wayi_clusters *clusters)
{
    return clusters->config.lower ? BUILD_UPPER : BUILD_LOWER;
}

/// How many clusters say how large they are.
static uint32_t build_sized(const wayi_clusters *clusters)
{
    return clusters->config.cache == WAYI_CACHE_PATHS ? clusters->count : 0;
}

void wayi_clusters_save(const wayi_clusters *clusters, wayi_blob_writer *writer)
{
    const bool none = wayi_clusters_are_lazy(clusters); // which ones are there is chance
    const uint32_t sized = build_sized(clusters);
    size_t total = sized;
    for (uint32_t i = 0; i < clusters->count; i++) {
        total += none ? 0 : clusters->clusters[i].size / sizeof(uint32_t);
    }
    uint32_t *sizes = wayi_blob_reserve(writer, build_tag(clusters), sizeof *sizes, total);
    uint32_t *ways = sizes ? sizes + sized : NULL;
    for (uint32_t i = 0; ways && !none && i < clusters->count; i++) {
        const wayi_cluster *cluster = &clusters->clusters[i];
        if (cluster->size) {
            memcpy(ways, cluster->block, cluster->size);
        }
        if (sized) {
            sizes[i] = cluster->size;
        }
        ways += cluster->size / sizeof *ways;
    }
}

/// Checks that the way between two gates is what its cost says: BAD_FORMAT, NO_MEMORY.
static way_status open_check_way(const wayi_clusters *clusters, uint32_t from, uint32_t to,
                                 way_cost told, wayi_path_buffer *path)
{
    const wayi_grid *grid = clusters->grid;
    const wayi_gate *gate = &clusters->gates[from];
    wayi_path_buffer_clear(path);
    if (!wayi_clusters_trace(clusters, from, to, path)) {
        return WAY_STATUS_NO_MEMORY;
    }
    way_cell cell = gate->cell;
    way_cost cost = 0;
    for (uint32_t i = 0; i < path->count && cost != WAY_COST_MAX; i++) {
        const way_cell next = path->states[i];
        const bool inside = next < grid->map->cell_count &&
                            wayi_clusters_of(clusters, next) == wayi_gate_cluster(gate);
        cost = way_cost_add(cost, inside ? wayi_map_ground_cost(grid->map, grid->layer, cell, next)
                                         : WAY_COST_MAX);
        cell = next;
    }
    const bool sound =
        told == WAY_COST_MAX ? path->count == 0 : cell == clusters->gates[to].cell && cost == told;
    return sound ? WAY_STATUS_OK : WAY_STATUS_BAD_FORMAT;
}

/// The bytes of a cluster's block, which it may have told; UINT64_MAX if there is none of that
/// size.
static uint64_t open_size(const wayi_clusters *clusters, uint32_t index, const uint32_t *told)
{
    const uint64_t count = clusters->clusters[index].count;
    const uint64_t known = wayi_clusters_size(clusters, index);
    if (build_sized(clusters)) {
        const bool sound = told[index] == count * count * sizeof(way_cost) ||
                           (count > 1 && told[index] >= known && told[index] % 4 == 0);
        return sound ? told[index] : UINT64_MAX;
    }
    return wayi_clusters_are_lazy(clusters) ? 0 : (known + 3) & ~UINT64_C(3);
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

/// Checks the block of a cluster: costs are nothing from a gate to itself and the same both ways,
/// and those of ways that are kept.
static way_status open_check(const wayi_clusters *clusters, uint32_t index, wayi_path_buffer *path)
{
    const wayi_cluster *cluster = &clusters->clusters[index];
    const uint32_t count = cluster->block ? cluster->count : 0;
    const uint32_t first = cluster->first;
    const bool ways = wayi_clusters_keeps_ways(clusters, index);
    bool sound = true;
    way_status status = WAY_STATUS_OK;
    for (uint32_t to = 0; to < count && sound; to++) {
        sound = !ways || clusters->config.cache != WAYI_CACHE_MOVES ||
                open_check_moves(clusters, first + to);
        for (uint32_t i = 0; i < count && sound && status == WAY_STATUS_OK; i++) {
            const way_cost told = wayi_clusters_row(clusters, first + i)[to];
            sound = told == wayi_clusters_row(clusters, first + to)[i] && (i != to || told == 0);
            if (sound && ways) {
                status = open_check_way(clusters, first + i, first + to, told, path);
            }
        }
    }
    return sound ? status : WAY_STATUS_BAD_FORMAT;
}

/// Hands out the blocks of a blob.
static way_status open_blocks(wayi_clusters *clusters, const wayi_blob *blob)
{
    size_t total = 0;
    size_t at = build_sized(clusters);
    const uint32_t *sizes = wayi_blob_section(blob, build_tag(clusters), sizeof *sizes, &total);
    way_status status = sizes && total >= at ? WAY_STATUS_OK : WAY_STATUS_BAD_FORMAT;
    wayi_path_buffer path;
    wayi_path_buffer_init(&path, &clusters->allocator);
    for (uint32_t i = 0; status == WAY_STATUS_OK && i < clusters->count; i++) {
        wayi_cluster *cluster = &clusters->clusters[i];
        const uint64_t size = open_size(clusters, i, sizes);
        if (size / sizeof *sizes > total - at) {
            status = WAY_STATUS_BAD_FORMAT;
            break;
        }
        // Borrowed blocks are never written to: repairs make new ones.
        cluster->block = size ? (unsigned char *)(uintptr_t)(sizes + at) : NULL;
        cluster->size = (uint32_t)size;
        at += (size_t)(size / sizeof *sizes);
        status = open_check(clusters, i, &path);
    }
    wayi_path_buffer_fini(&path);
    return status == WAY_STATUS_OK && at != total ? WAY_STATUS_BAD_FORMAT : status;
}

// All of it ---------------------------------------------------------------------------------------

way_status wayi_clusters_build(wayi_clusters *clusters, const wayi_clusters_config *config,
                               const way_navigator *navigator, wayi_job_stage stage)
{
    if (!build_init(clusters, config, navigator)) {
        return WAY_STATUS_NO_MEMORY;
    }
    const way_status status = build_gates(clusters);
    if (status == WAY_STATUS_OK && navigator->blob) {
        return open_blocks(clusters, navigator->blob);
    }
    if (status != WAY_STATUS_OK || wayi_clusters_are_lazy(clusters)) {
        return status;
    }
    return wayi_job_run(stage, (clusters->count + BUILD_PIECE - 1) / BUILD_PIECE, build_make_piece,
                        clusters);
}
