// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The lists that labels go by and go to: vertices and edges by number before they are made, and the
// rows of all nodes behind each other afterwards.
#include "search/beacon/build/build.h"

#include <string.h>

/// Words of rows that are copied at once.
#define LABELS_PART (1u << 13)

void wayi_beacon_labels_number(wayi_beacon_build *build, uint32_t first, uint32_t end)
{
    wayi_beacon_index *index = build->index;
    for (uint32_t v = first; v < end; v++) {
        const uint32_t rank = build->order[v];
        index->ranks[rank] = v;
        index->vertices[v] = (wayi_beacon_vertex){
            .x = build->places[rank].x, .y = build->places[rank].y, .node = build->owners[rank]};
    }
    build->gathered = 0;
}

static void labels_set_edge(wayi_beacon_index *index, uint32_t edge, uint32_t to)
{
    if (index->edge_bytes == 2) {
        ((uint16_t *)index->edges)[edge] = (uint16_t)to;
    } else {
        ((uint32_t *)index->edges)[edge] = to;
    }
}

void wayi_beacon_labels_connect(wayi_beacon_build *build, uint32_t first, uint32_t end)
{
    wayi_beacon_index *index = build->index;
    uint32_t at = build->gathered;
    for (uint32_t v = first; v < end; v++) {
        const uint32_t rank = build->order[v];
        index->vertices[v].edges = at;
        for (uint32_t e = build->starts[rank]; e < build->starts[rank + 1]; e++, at++) {
            const uint32_t to = index->ranks[build->targets[e]];
            labels_set_edge(index, at, to);
        }
    }
    build->gathered = at;
    index->vertices[end].edges = at;
}

void wayi_beacon_labels_weigh(wayi_beacon_build *build, uint32_t first, uint32_t end)
{
    const wayi_beacon_index *index = build->index;
    if (!build->weights) {
        build->weights = build->targets; // as many, and of no more use
        build->targets = NULL;
    }
    for (uint32_t v = first; v < end; v++) {
        for (uint32_t e = index->vertices[v].edges; e < index->vertices[v + 1].edges; e++) {
            const way_cost weight = wayi_beacon_weight(index, v, wayi_beacon_edge(index, e));
            build->weights[e] = weight;
            build->longest = weight > build->longest ? weight : build->longest;
        }
    }
    // No edge is shorter than a straight step.
    build->bin_shift = wayi_bits_highest(index->still.cardinal);
    for (build->bin_count = 4; build->bin_count < (build->longest >> build->bin_shift) + 3;) {
        build->bin_count *= 2;
    }
}

void wayi_beacon_labels_plant(wayi_beacon_build *build, uint32_t first, uint32_t end)
{
    wayi_beacon_index *index = build->index;
    for (uint32_t i = first; i < end; i++) {
        const wayi_beacon_split *split = &build->splits[i];
        index->nodes[i] = (wayi_beacon_node){.path = split->path,
                                             .depth = split->depth,
                                             .parent = split->parent,
                                             .first = split->first,
                                             .end = split->end,
                                             .cut = split->cut};
        build->blocks[i] = (wayi_beacon_block){0};
    }
    build->block_count = end;
}

bool wayi_beacon_labels_open(wayi_beacon_build *build)
{
    wayi_beacon_index *index = build->index;
    const size_t vertices = (size_t)index->vertex_count + 1;
    index->nodes = wayi_alloc(build->allocator, build->split_count, sizeof *index->nodes);
    index->node_count = index->nodes ? build->split_count : 0;
    build->blocks = wayi_alloc(build->allocator, build->split_count, sizeof *build->blocks);
    index->vertices = wayi_alloc(build->allocator, vertices, sizeof *index->vertices);
    if (index->vertices) {
        index->vertices[index->vertex_count] = (wayi_beacon_vertex){0};
    }
    return index->nodes && build->blocks && index->vertices;
}

bool wayi_beacon_labels_open_edges(wayi_beacon_build *build)
{
    wayi_beacon_index *index = build->index;
    index->edge_bytes = wayi_beacon_edge_bytes(index);
    index->edges = wayi_alloc(build->allocator, (size_t)index->edge_count + 1, index->edge_bytes);
    return index->edges != NULL;
}

void wayi_beacon_labels_place(wayi_beacon_build *build, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++) {
        const wayi_beacon_block *block = &build->blocks[i];
        wayi_beacon_node *node = &build->index->nodes[i];
        node->rows = (uint32_t)build->row_total;
        node->widths = (uint32_t)build->width_total;
        node->next = build->next_total;
        node->stride = block->stride;
        node->frames = block->width_count;
        node->row_words = block->row_count;
        build->row_total += block->row_count;
        build->width_total += block->width_count;
        build->next_total += block->next_count;
    }
}

way_status wayi_beacon_labels_end(wayi_beacon_build *build)
{
    wayi_beacon_index *index = build->index;
    const uint64_t rows = build->row_total;
    const uint64_t widths = build->width_total;
    const uint64_t next = build->next_total;
    if (rows + WAYI_BEACON_SPARE >= UINT32_MAX || next >= SIZE_MAX) {
        return WAY_STATUS_TOO_LARGE;
    }
    index->row_count = (uint32_t)rows + WAYI_BEACON_SPARE;
    index->width_count = (uint32_t)widths;
    index->next_count = next;
    index->rows = wayi_alloc(build->allocator, index->row_count, sizeof *index->rows);
    index->widths = wayi_alloc(build->allocator, (size_t)widths + 1, 1);
    index->next = wayi_alloc(build->allocator, (size_t)next + 1, 1);
    if (!index->rows || !index->widths || !index->next) {
        return WAY_STATUS_NO_MEMORY;
    }
    memset(index->rows + rows, 0, WAYI_BEACON_SPARE * sizeof *index->rows);
    return WAY_STATUS_OK;
}

uint32_t wayi_beacon_labels_parts(const wayi_beacon_build *build, uint32_t number)
{
    return build->blocks[number].row_count / LABELS_PART + 1;
}

void wayi_beacon_labels_gather(const wayi_beacon_build *build, uint32_t number, uint32_t part)
{
    const wayi_beacon_index *index = build->index;
    const wayi_beacon_block *block = &build->blocks[number];
    const wayi_beacon_node *node = &index->nodes[number];
    const uint32_t parts = wayi_beacon_labels_parts(build, number);
    if (node->cut == 0) {
        return;
    }
    const size_t row = (size_t)((uint64_t)block->row_count * part / parts);
    const size_t row_end = (size_t)((uint64_t)block->row_count * (part + 1) / parts);
    const size_t hop = (size_t)((uint64_t)block->next_count * part / parts);
    const size_t hop_end = (size_t)((uint64_t)block->next_count * (part + 1) / parts);
    memcpy(index->rows + node->rows + row, block->rows + row,
           (row_end - row) * sizeof *block->rows);
    if (hop < hop_end) {
        memcpy(index->next + node->next + hop, block->next + hop, hop_end - hop);
    }
    if (part == 0) {
        memcpy(index->widths + node->widths, block->widths, block->width_count);
    }
}
