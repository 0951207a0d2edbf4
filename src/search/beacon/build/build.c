// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/beacon/build/build.h"

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
    WAYI_FREE(build->allocator, build->places, count);
    WAYI_FREE(build->allocator, build->owners, count);
    build->places = NULL;
    build->owners = NULL;
}

void wayi_beacon_build_free_starts(wayi_beacon_build *build)
{
    const size_t count = (size_t)build->index->vertex_count + 1;
    WAYI_FREE(build->allocator, build->starts, count);
    WAYI_FREE(build->allocator, build->order, count);
    build->starts = NULL;
    build->order = NULL;
}

/// The same as wayi_beacon_build_free_block but for the array that they are in.
static void build_empty_block(const wayi_beacon_build *build, uint32_t number)
{
    wayi_beacon_block *block = &build->blocks[number];
    if (!block->borrowed) {
        WAYI_FREE(build->allocator, block->rows, block->row_count);
        wayi_free(build->allocator, block->next, block->next_count, 1);
        wayi_free(build->allocator, block->widths, build->index->nodes[number].cut, 1);
    }
    *block = (wayi_beacon_block){0};
}

static void build_free_blocks(wayi_beacon_build *build)
{
    WAYI_FREE(build->allocator, build->blocks, build->split_count);
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

/// Bytes of the index, when all labels have a place.
static uint64_t build_bytes(const wayi_beacon_build *build)
{
    const uint64_t rows = build->row_total + WAYI_BEACON_SPARE;
    return wayi_beacon_index_bytes(build->index) + rows * sizeof(uint32_t) + build->width_total +
           build->next_total;
}

way_status wayi_beacon_build_run(wayi_beacon_build *build, const way_job *job)
{
    build->outgrown = wayi_beacon_index_bytes(build->index) > build->index->memory;
    way_status status = build->outgrown ? WAY_STATUS_OK : build_graph(build, job);
    if (status != WAY_STATUS_OK || build->outgrown) {
        return status;
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
    build->outgrown = build_bytes(build) > build->index->memory;
    if (status != WAY_STATUS_OK || build->outgrown) {
        return status;
    }
    status = wayi_beacon_labels_end(build);
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
    WAYI_FREE(allocator, build->targets, edges);
    WAYI_FREE(allocator, build->weights, edges);
    *build = (wayi_beacon_build){.index = build->index, .allocator = allocator};
}
