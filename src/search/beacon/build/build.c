// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/beacon/build/build.h"

/// Bytes of a label with its next hop, about, where all are kept and where only those that are
/// needed are.
#define BUILD_LABEL 4u
#define BUILD_SPARSE_LABEL 3u

/// Graph and tree.
static way_status build_graph(wayi_beacon_build *build, const way_job *job)
{
    if (!wayi_beacon_edges_begin(build)) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t piece = 0; piece < wayi_board_row_pieces(&build->index->still); piece++) {
        wayi_beacon_edges_place(build, piece);
    }
    way_status status = wayi_job_run((wayi_job_stage){job, 0, 100}, build->piece_count,
                                     wayi_beacon_edges_piece, build);
    wayi_beacon_edges_sum(build, 0, build->piece_count);
    status = status == WAY_STATUS_OK ? wayi_beacon_edges_end(build) : status;
    if (status != WAY_STATUS_OK) {
        return status;
    }
    for (uint32_t piece = 0; piece < build->piece_count; piece++) {
        wayi_beacon_edges_gather(build, piece);
    }
    return wayi_beacon_grow_tree(build, (wayi_job_stage){job, 100, 500});
}

void wayi_beacon_build_free_places(wayi_beacon_build *build)
{
    const size_t count = (size_t)build->index->vertex_count + 1;
    wayi_free(build->allocator, build->places, count, sizeof *build->places);
    wayi_free(build->allocator, build->owners, count, sizeof *build->owners);
    build->places = NULL;
    build->owners = NULL;
}

void wayi_beacon_build_free_starts(wayi_beacon_build *build)
{
    const size_t count = (size_t)build->index->vertex_count + 1;
    wayi_free(build->allocator, build->starts, count, sizeof *build->starts);
    wayi_free(build->allocator, build->order, count, sizeof *build->order);
    build->starts = NULL;
    build->order = NULL;
}

/// The same as wayi_beacon_build_free_block but for the array that they are in.
static void build_empty_block(const wayi_beacon_build *build, uint32_t number)
{
    wayi_beacon_block *block = &build->blocks[number];
    if (!block->borrowed) {
        wayi_free(build->allocator, block->rows, block->row_count, sizeof *block->rows);
        wayi_free(build->allocator, block->next, block->next_count, 1);
        wayi_free(build->allocator, block->widths, build->index->nodes[number].kept, 1);
    }
    *block = (wayi_beacon_block){0};
}

static void build_free_blocks(wayi_beacon_build *build)
{
    wayi_free(build->allocator, build->blocks, build->split_count, sizeof *build->blocks);
    build->blocks = NULL;
    build->block_count = 0;
}

void wayi_beacon_build_free_block(wayi_beacon_build *build, uint32_t number)
{
    build_empty_block(build, number);
    if (number + 1 == build->index->node_count) {
        build_free_blocks(build);
    }
}

bool wayi_beacon_build_shed(wayi_beacon_build *build, uint32_t most)
{
    if (wayi_beacon_edges_shed(build, &most)) {
        return true;
    }
    for (; build->block_count && most; most--) {
        build_empty_block(build, --build->block_count);
    }
    if (build->block_count == 0) {
        build_free_blocks(build);
    }
    return build->blocks != NULL;
}

/// Bytes that labels may take.
static uint64_t build_room(const wayi_beacon_build *build)
{
    const wayi_beacon_index *index = build->index;
    const uint64_t graph = wayi_board_bytes(&index->still) +
                           index->rank_count * sizeof *index->rank_bases +
                           index->vertex_count * (sizeof *index->vertices + sizeof *index->ranks) +
                           (uint64_t)index->edge_count * wayi_beacon_edge_bytes(index) +
                           build->split_count * sizeof *index->nodes;
    return index->memory > graph ? index->memory - graph : 0;
}

bool wayi_beacon_build_limit(wayi_beacon_build *build, uint32_t nodes)
{
    const wayi_beacon_index *index = build->index;
    const bool all = build->high == 0;
    const uint32_t left = build->split_count - build->counted_nodes;
    build->largest = all ? UINT32_MAX : build->low + (build->high - build->low) / 2;
    for (const uint32_t end = build->counted_nodes + (left < nodes ? left : nodes);
         build->counted_nodes < end; build->counted_nodes++) {
        const wayi_beacon_split *split = &build->splits[build->counted_nodes];
        const uint32_t size = split->end - split->first;
        build->counted += size <= build->largest ? (uint64_t)split->cut * size : 0;
    }
    if (build->counted_nodes < build->split_count) {
        return false;
    }
    const uint64_t labels = build->counted;
    const uint64_t room = build_room(build);
    build->counted = 0;
    build->counted_nodes = 0;
    if (all) {
        // Rows that are not sparse come with trails.
        const uint64_t trails =
            (uint64_t)index->vertex_count * WAYI_BEACON_TRAILS * sizeof *index->trails;
        build->entries = labels;
        build->sparse = labels > index->plain * index->vertex_count ||
                        (index->memory && labels * BUILD_LABEL + trails > room);
    }
    const bool fits =
        index->memory == 0 || labels * (build->sparse ? BUILD_SPARSE_LABEL : BUILD_LABEL) <= room;
    if (all && fits) {
        return true;
    }
    build->low = fits ? build->largest : build->low;
    build->high = all ? index->vertex_count + 1 : fits ? build->high : build->largest;
    build->largest = build->low;
    return build->low + 1 >= build->high;
}

way_status wayi_beacon_build_run(wayi_beacon_build *build, const way_job *job)
{
    way_status status = build_graph(build, job);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    while (!wayi_beacon_build_limit(build, UINT32_MAX)) {
    }
    if (!wayi_beacon_labels_open(build)) {
        return WAY_STATUS_NO_MEMORY;
    }
    wayi_beacon_labels_plant(build, 0, build->split_count);
    wayi_beacon_drop_splits(build);
    // On large maps each of these is a good part of what is held at most.
    wayi_beacon_labels_number(build, 0, build->index->vertex_count);
    wayi_beacon_build_free_places(build);
    if (!wayi_beacon_labels_open_edges(build)) {
        return WAY_STATUS_NO_MEMORY;
    }
    wayi_beacon_labels_connect(build, 0, build->index->vertex_count);
    wayi_beacon_build_free_starts(build);
    wayi_beacon_labels_weigh(build, 0, build->index->vertex_count);
    status = wayi_job_run((wayi_job_stage){job, 500, 1000}, build->index->node_count,
                          wayi_beacon_labels_node, build);
    wayi_beacon_labels_place(build, 0, build->index->node_count);
    status = status == WAY_STATUS_OK ? wayi_beacon_labels_end(build) : status;
    for (uint32_t i = 0; i < build->index->node_count && status == WAY_STATUS_OK; i++) {
        const uint32_t parts = wayi_beacon_labels_parts(build, i);
        for (uint32_t part = 0; part < parts; part++) {
            wayi_beacon_labels_gather(build, i, part);
        }
        wayi_beacon_build_free_block(build, i);
    }
    return status;
}

void wayi_beacon_build_fini(wayi_beacon_build *build)
{
    const way_allocator *allocator = build->allocator;
    while (wayi_beacon_build_shed(build, UINT32_MAX)) {
    }
    const size_t edges = (size_t)build->index->edge_count + 1;
    wayi_beacon_drop_splits(build);
    wayi_beacon_build_free_places(build);
    wayi_beacon_build_free_starts(build);
    wayi_free(allocator, build->targets, edges, sizeof *build->targets);
    wayi_free(allocator, build->weights, edges, sizeof *build->weights);
    *build = (wayi_beacon_build){.index = build->index, .allocator = allocator};
}
