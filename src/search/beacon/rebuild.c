// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/beacon/rebuild.h"

#include <string.h>

/// Expansions that looking around from one subgoal counts as.
#define REBUILD_LOOK 10u

uint64_t wayi_beacon_entries(const wayi_beacon_index *index)
{
    uint64_t entries = 0;
    for (uint32_t i = 0; i < index->node_count; i++) {
        entries += (uint64_t)index->nodes[i].cut * (index->nodes[i].end - index->nodes[i].first);
    }
    return entries;
}

way_status wayi_beacon_rebuild_begin(wayi_beacon_rebuild *rebuild, const wayi_beacon_stale *stale,
                                     uint64_t entries_max, const way_allocator *allocator)
{
    *rebuild = (wayi_beacon_rebuild){.old = stale->index,
                                     .touched_count = stale->index->vertex_count + 1,
                                     .entries_max = entries_max,
                                     .allocator = *allocator};
    rebuild->index = wayi_alloc_zero(allocator, 1, sizeof *rebuild->index);
    rebuild->touched = wayi_alloc(allocator, rebuild->touched_count, 1);
    if (!rebuild->index || !rebuild->touched ||
        !wayi_beacon_index_init(rebuild->index, &stale->now, allocator) ||
        !wayi_board_copy(&rebuild->index->still, allocator)) {
        return WAY_STATUS_NO_MEMORY;
    }
    rebuild->index->memory = stale->index->memory;
    memcpy(rebuild->touched, stale->touched, rebuild->touched_count);
    rebuild->build = (wayi_beacon_build){.index = rebuild->index, .allocator = &rebuild->allocator};
    return wayi_beacon_edges_begin(&rebuild->build) ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

void wayi_beacon_rebuild_fini(wayi_beacon_rebuild *rebuild)
{
    if (!rebuild->old) {
        return;
    }
    wayi_beacon_labelling_close(&rebuild->work, &rebuild->build);
    if (rebuild->build.index) {
        wayi_beacon_build_fini(&rebuild->build);
    }
    if (rebuild->index) {
        wayi_beacon_index_fini(rebuild->index);
    }
    wayi_free(&rebuild->allocator, rebuild->index, 1, sizeof *rebuild->index);
    wayi_free(&rebuild->allocator, rebuild->touched, rebuild->touched_count, 1);
    *rebuild = (wayi_beacon_rebuild){0};
}

// The tree ----------------------------------------------------------------------------------------

/// The lowest node above both of two.
static uint32_t rebuild_common(const wayi_beacon_index *old, uint32_t a, uint32_t b)
{
    while (a != b) {
        const bool deeper = old->nodes[a].depth >= old->nodes[b].depth;
        a = deeper ? old->nodes[a].parent : a;
        b = deeper ? b : old->nodes[b].parent;
    }
    return a;
}

/// The vertex that a subgoal was in the old index, or NONE.
static uint32_t rebuild_old_vertex(const wayi_beacon_rebuild *rebuild, uint32_t rank)
{
    const wayi_reach place = rebuild->build.places[rank];
    return wayi_board_is_subgoal(&rebuild->old->still, place.x, place.y)
               ? wayi_beacon_vertex_at(rebuild->old, place.x, place.y)
               : WAYI_BEACON_NONE;
}

/// Finds a node for every vertex: its old one, or the lowest above its neighbours.
static void rebuild_own(const wayi_beacon_rebuild *rebuild)
{
    const wayi_beacon_build *build = &rebuild->build;
    const wayi_beacon_index *old = rebuild->old;
    const uint32_t count = build->index->vertex_count;
    for (uint32_t rank = 0; rank < count; rank++) {
        const uint32_t vertex = rebuild_old_vertex(rebuild, rank);
        build->owners[rank] =
            vertex == WAYI_BEACON_NONE ? WAYI_BEACON_NONE : old->vertices[vertex].node;
    }
    for (uint32_t rank = 0; rank < count; rank++) {
        if (build->owners[rank] != WAYI_BEACON_NONE) {
            continue;
        }
        uint32_t node = WAYI_BEACON_NONE;
        for (uint32_t e = build->starts[rank]; e < build->starts[rank + 1]; e++) {
            const uint32_t other = build->owners[build->targets[e]];
            if (other != WAYI_BEACON_NONE) {
                node = node == WAYI_BEACON_NONE ? other : rebuild_common(old, node, other);
            }
        }
        build->owners[rank] = node == WAYI_BEACON_NONE ? 0 : node;
    }
    for (uint32_t rank = 0; rank < count; rank++) {
        for (uint32_t e = build->starts[rank]; e < build->starts[rank + 1]; e++) {
            const uint32_t node = build->owners[rank];
            const uint32_t other = build->owners[build->targets[e]];
            const uint32_t common = rebuild_common(old, node, other);
            // Who moves up stays on one chain with all the others that it has edges with.
            if (common != node && common != other) {
                build->owners[rank] = common;
            }
        }
    }
}

/// Gives every node its range, and every vertex its place: first those that were in the old order.
static bool rebuild_order(wayi_beacon_rebuild *rebuild)
{
    wayi_beacon_build *build = &rebuild->build;
    const wayi_beacon_index *old = rebuild->old;
    const uint32_t count = build->index->vertex_count;
    for (uint32_t i = 1; i < old->node_count; i++) {
        const wayi_beacon_node *node = &old->nodes[i];
        const wayi_beacon_split split = {
            .path = node->path, .depth = node->depth, .parent = node->parent};
        if (!wayi_beacon_add_split(build, split)) {
            return false;
        }
    }
    wayi_beacon_split *splits = build->splits;
    splits[0].end = 0;
    for (uint32_t rank = 0; rank < count; rank++) {
        splits[build->owners[rank]].cut++;
    }
    // Sizes from below, in `end`; then places from above, `middle` being where the next side goes.
    for (uint32_t i = build->split_count; i-- > 0;) {
        splits[i].end += splits[i].cut;
        if (i > 0) {
            splits[splits[i].parent].end += splits[i].end;
        }
    }
    for (uint32_t i = 0; i < build->split_count; i++) {
        wayi_beacon_split *above = i ? &splits[splits[i].parent] : NULL;
        const uint32_t size = splits[i].end;
        splits[i].first = above ? above->middle : 0;
        splits[i].end = splits[i].first + size;
        splits[i].middle = splits[i].first + splits[i].cut;
        if (above) {
            above->middle += size;
        }
    }
    for (uint32_t i = 0; i < build->split_count; i++) {
        splits[i].middle = splits[i].first;
    }
    for (uint32_t vertex = 0; vertex < old->vertex_count; vertex++) {
        const wayi_beacon_vertex *place = &old->vertices[vertex];
        if (wayi_board_is_subgoal(&build->index->still, place->x, place->y)) {
            const uint32_t rank = wayi_beacon_rank(build->index, place->x, place->y);
            build->order[splits[build->owners[rank]].middle++] = rank;
        }
    }
    for (uint32_t rank = 0; rank < count; rank++) {
        if (rebuild_old_vertex(rebuild, rank) == WAYI_BEACON_NONE) {
            build->order[splits[build->owners[rank]].middle++] = rank;
        }
    }
    return true;
}

/// The old tree with the new vertices, or another one if that has become much larger.
static way_status rebuild_tree(wayi_beacon_rebuild *rebuild)
{
    wayi_beacon_build *build = &rebuild->build;
    way_status status = wayi_beacon_edges_end(build);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    wayi_beacon_edges_fini(build);
    if (!wayi_beacon_plant_tree(build)) {
        return WAY_STATUS_NO_MEMORY;
    }
    rebuild_own(rebuild);
    if (!rebuild_order(rebuild)) {
        return WAY_STATUS_NO_MEMORY;
    }
    build->ordered = true;
    uint64_t entries = 0;
    for (uint32_t i = 0; i < build->split_count; i++) {
        entries += (uint64_t)build->splits[i].cut * (build->splits[i].end - build->splits[i].first);
    }
    if (entries > rebuild->entries_max) {
        wayi_beacon_drop_tree(build);
        rebuild->grown = true;
        build->ordered = false;
        memset(rebuild->touched, 1, rebuild->touched_count);
        status = wayi_beacon_grow_tree(build, (wayi_job_stage){0});
    }
    return status == WAY_STATUS_OK && !wayi_beacon_labels_begin(build) ? WAY_STATUS_NO_MEMORY
                                                                       : status;
}

// Labels ------------------------------------------------------------------------------------------

/// Whether a node has the vertices that it had, and nothing touched them.
static bool rebuild_is_same(const wayi_beacon_rebuild *rebuild, uint32_t number)
{
    if (number >= rebuild->old->node_count) {
        return false;
    }
    const wayi_beacon_node *node = &rebuild->index->nodes[number];
    const wayi_beacon_node *old = &rebuild->old->nodes[number];
    if (node->cut != old->cut || node->kept != old->kept || node->path != old->path ||
        node->depth != old->depth || node->end - node->first != old->end - old->first) {
        return false;
    }
    for (uint32_t i = 0; i < node->end - node->first; i++) {
        const wayi_beacon_vertex *now = &rebuild->index->vertices[node->first + i];
        const wayi_beacon_vertex *then = &rebuild->old->vertices[old->first + i];
        if (now->x != then->x || now->y != then->y || rebuild->touched[old->first + i]) {
            return false;
        }
    }
    return true;
}

/// Takes over the labels of a node.
static way_status rebuild_keep(wayi_beacon_rebuild *rebuild, uint32_t number)
{
    const wayi_beacon_index *old = rebuild->old;
    const wayi_beacon_node *node = &old->nodes[number];
    wayi_beacon_block *block = &rebuild->build.blocks[number];
    const uint32_t size = node->end - node->first;
    block->stride = node->stride;
    block->width_count = node->frames;
    block->row_count = node->stride * size;
    block->next_count = node->kept * size;
    block->rows = wayi_alloc(&rebuild->allocator, block->row_count, sizeof *block->rows);
    block->next = wayi_alloc(&rebuild->allocator, block->next_count, 1);
    block->widths = wayi_alloc(&rebuild->allocator, node->kept, 1);
    if (!block->rows || !block->next || !block->widths) {
        return WAY_STATUS_NO_MEMORY;
    }
    memcpy(block->rows, old->rows + node->rows, block->row_count * sizeof *block->rows);
    memcpy(block->next, old->next + node->next, block->next_count);
    memcpy(block->widths, old->widths + node->widths, block->width_count);
    return WAY_STATUS_OK;
}

/// One hub of the node in hand, or all of one that is kept; tells what it cost.
static way_status rebuild_label(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    const wayi_beacon_build *build = &rebuild->build;
    const wayi_beacon_node *node = &rebuild->index->nodes[rebuild->at];
    way_status status = WAY_STATUS_OK;
    *work = 1;
    if (node->kept && !rebuild->work.node) {
        *work += (node->end - node->first) / 8;
        if (rebuild_is_same(rebuild, rebuild->at)) {
            status = rebuild_keep(rebuild, rebuild->at);
        } else {
            rebuild->hub = 0;
            return wayi_beacon_labelling_open(&rebuild->work, build, rebuild->at);
        }
    } else if (node->kept) {
        *work += (node->end - node->first) * 2;
        status = wayi_beacon_labelling_hub(&rebuild->work, build, rebuild->hub);
        if (status == WAY_STATUS_OK && ++rebuild->hub < node->kept) {
            return status;
        }
        if (status == WAY_STATUS_OK) {
            status = wayi_beacon_labelling_pack(&rebuild->work, build);
        }
        wayi_beacon_labelling_close(&rebuild->work, build);
    }
    if (++rebuild->at == rebuild->index->node_count) {
        rebuild->phase = WAYI_BEACON_PACK;
    }
    return status;
}

/// One piece of work; tells what it cost.
static way_status rebuild_do(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    wayi_beacon_build *build = &rebuild->build;
    way_status status = WAY_STATUS_OK;
    switch (rebuild->phase) {
    case WAYI_BEACON_EDGES:
        *work = REBUILD_LOOK * 32;
        if (rebuild->at < build->piece_count) {
            wayi_beacon_edges_piece(rebuild->at++, build);
        } else {
            rebuild->phase = WAYI_BEACON_TREE;
        }
        break;
    case WAYI_BEACON_TREE:
        *work = rebuild->index->vertex_count;
        status = rebuild_tree(rebuild);
        rebuild->phase = WAYI_BEACON_LABELS;
        rebuild->at = 0;
        break;
    case WAYI_BEACON_LABELS:
        status = rebuild_label(rebuild, work);
        break;
    default:
        *work = rebuild->index->vertex_count;
        status = wayi_beacon_labels_end(build);
        rebuild->phase = WAYI_BEACON_BUILT;
        break;
    }
    return status;
}

way_status wayi_beacon_rebuild_step(wayi_beacon_rebuild *rebuild, uint32_t budget)
{
    way_status status = WAY_STATUS_OK;
    uint64_t done = 0;
    while (status == WAY_STATUS_OK && rebuild->phase != WAYI_BEACON_BUILT && done < budget) {
        uint32_t work = 0;
        status = rebuild_do(rebuild, &work);
        done += work;
    }
    return status;
}
