// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The tree of another index: the old one with vertices that are new, or one that is grown again
// when that has become much larger.
#include "search/beacon/change/rebuild.h"

/// The lowest node above both of two.
static uint32_t rebuild_tree_common(const wayi_beacon_index *old, uint32_t a, uint32_t b)
{
    while (a != b) {
        const bool deeper = old->nodes[a].depth >= old->nodes[b].depth;
        a = deeper ? old->nodes[a].parent : a;
        b = deeper ? b : old->nodes[b].parent;
    }
    return a;
}

/// The vertex that a subgoal was in the old index, or NONE.
static uint32_t rebuild_tree_old_vertex(const wayi_beacon_rebuild *rebuild, uint32_t rank)
{
    const wayi_reach place = rebuild->build.places[rank];
    return wayi_board_is_subgoal(&rebuild->old->still, place.x, place.y)
               ? wayi_beacon_vertex_at(rebuild->old, place.x, place.y)
               : WAYI_BEACON_NONE;
}

static uint32_t rebuild_tree_count_old_nodes(const wayi_beacon_rebuild *rebuild)
{
    return (rebuild->old->node_count + WAYI_BEACON_PIECE - 1) / WAYI_BEACON_PIECE;
}

/// Takes over the nodes of the old tree, without vertices.
static way_status rebuild_tree_plant(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    wayi_beacon_build *build = &rebuild->build;
    uint32_t first = 0;
    const uint32_t end = wayi_beacon_rebuild_range(rebuild, rebuild->old->node_count, &first);
    *work = 4;
    if (rebuild->at == 0) {
        if (!wayi_beacon_plant_tree(build, rebuild->old->node_count)) {
            return WAY_STATUS_NO_MEMORY;
        }
        build->splits[0].end = 0;
        first = 1;
    }
    for (uint32_t i = first; i < end; i++) {
        const wayi_beacon_node *node = &rebuild->old->nodes[i];
        const wayi_beacon_split split = {
            .path = node->path, .depth = node->depth, .parent = node->parent};
        if (!wayi_beacon_add_split(build, split)) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    return WAY_STATUS_OK;
}

/// Every vertex that was there stays with its node.
static way_status rebuild_tree_own(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    const wayi_beacon_build *build = &rebuild->build;
    uint32_t first = 0;
    const uint32_t end = wayi_beacon_rebuild_range(rebuild, build->index->vertex_count, &first);
    for (uint32_t rank = first; rank < end; rank++) {
        const uint32_t vertex = rebuild_tree_old_vertex(rebuild, rank);
        build->owners[rank] =
            vertex == WAYI_BEACON_NONE ? WAYI_BEACON_NONE : rebuild->old->vertices[vertex].node;
    }
    *work = WAYI_BEACON_PIECE / 16;
    return WAY_STATUS_OK;
}

/// A new one goes to the lowest node above those of its neighbours that have one.
static way_status rebuild_tree_adopt(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    const wayi_beacon_build *build = &rebuild->build;
    uint32_t first = 0;
    const uint32_t end = wayi_beacon_rebuild_range(rebuild, build->index->vertex_count, &first);
    *work = WAYI_BEACON_PIECE / 16;
    for (uint32_t rank = first; rank < end; rank++) {
        if (build->owners[rank] != WAYI_BEACON_NONE) {
            continue;
        }
        *work += (build->starts[rank + 1] - build->starts[rank]) / 8;
        uint32_t node = WAYI_BEACON_NONE;
        for (uint32_t e = build->starts[rank]; e < build->starts[rank + 1]; e++) {
            const uint32_t other = build->owners[build->targets[e]];
            if (other != WAYI_BEACON_NONE) {
                node = node == WAYI_BEACON_NONE ? other
                                                : rebuild_tree_common(rebuild->old, node, other);
            }
        }
        build->owners[rank] = node == WAYI_BEACON_NONE ? 0 : node;
    }
    return WAY_STATUS_OK;
}

/// Of an edge between two sides one end moves up.
static way_status rebuild_tree_lift(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    const wayi_beacon_build *build = &rebuild->build;
    uint32_t first = 0;
    const uint32_t end = wayi_beacon_rebuild_range(rebuild, build->index->vertex_count, &first);
    for (uint32_t rank = first; rank < end; rank++) {
        for (uint32_t e = build->starts[rank]; e < build->starts[rank + 1]; e++) {
            const uint32_t node = build->owners[rank];
            const uint32_t other = build->owners[build->targets[e]];
            const uint32_t common = rebuild_tree_common(rebuild->old, node, other);
            // Who moves up stays on one chain with all the others that it has edges with.
            if (common != node && common != other) {
                build->owners[rank] = common;
            }
        }
    }
    *work = (build->starts[end] - build->starts[first]) / 8;
    return WAY_STATUS_OK;
}

static way_status rebuild_tree_weigh(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    const wayi_beacon_build *build = &rebuild->build;
    uint32_t first = 0;
    const uint32_t end = wayi_beacon_rebuild_range(rebuild, build->index->vertex_count, &first);
    for (uint32_t rank = first; rank < end; rank++) {
        build->splits[build->owners[rank]].cut++;
    }
    *work = WAYI_BEACON_PIECE / 64;
    return WAY_STATUS_OK;
}

/// Sizes of nodes from below, in `end`.
static way_status rebuild_tree_size(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    wayi_beacon_split *splits = rebuild->build.splits;
    const uint32_t count = rebuild->build.split_count;
    uint32_t first = 0;
    const uint32_t end = wayi_beacon_rebuild_range(rebuild, count, &first);
    for (uint32_t i = count - first; i-- > count - end;) {
        splits[i].end += splits[i].cut;
        if (i > 0) {
            splits[splits[i].parent].end += splits[i].end;
        }
    }
    *work = WAYI_BEACON_PIECE / 32;
    return WAY_STATUS_OK;
}

/// Places of nodes from above, `middle` being where the next side goes.
static way_status rebuild_tree_spread(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    wayi_beacon_split *splits = rebuild->build.splits;
    uint32_t first = 0;
    const uint32_t end = wayi_beacon_rebuild_range(rebuild, rebuild->build.split_count, &first);
    for (uint32_t i = first; i < end; i++) {
        wayi_beacon_split *above = i ? &splits[splits[i].parent] : NULL;
        const uint32_t size = splits[i].end;
        splits[i].first = above ? above->middle : 0;
        splits[i].end = splits[i].first + size;
        splits[i].middle = splits[i].first + splits[i].cut;
        rebuild->entries += (uint64_t)splits[i].cut * size;
        if (above) {
            above->middle += size;
        }
    }
    *work = WAYI_BEACON_PIECE / 32;
    return WAY_STATUS_OK;
}

static way_status rebuild_tree_begin_order(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    wayi_beacon_split *splits = rebuild->build.splits;
    uint32_t first = 0;
    const uint32_t end = wayi_beacon_rebuild_range(rebuild, rebuild->build.split_count, &first);
    for (uint32_t i = first; i < end; i++) {
        splits[i].middle = splits[i].first;
    }
    *work = WAYI_BEACON_PIECE / 64;
    return WAY_STATUS_OK;
}

static uint32_t rebuild_tree_count_old_vertices(const wayi_beacon_rebuild *rebuild)
{
    return (rebuild->old->vertex_count + WAYI_BEACON_PIECE - 1) / WAYI_BEACON_PIECE;
}

/// Vertices of a node come in the old order, then the new ones.
static way_status rebuild_tree_order_old(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    const wayi_beacon_build *build = &rebuild->build;
    uint32_t first = 0;
    const uint32_t end = wayi_beacon_rebuild_range(rebuild, rebuild->old->vertex_count, &first);
    for (uint32_t vertex = first; vertex < end; vertex++) {
        const wayi_beacon_vertex *place = &rebuild->old->vertices[vertex];
        if (wayi_board_is_subgoal(&build->index->still, place->x, place->y)) {
            const uint32_t rank = wayi_beacon_rank(build->index, place->x, place->y);
            build->order[build->splits[build->owners[rank]].middle++] = rank;
        }
    }
    *work = WAYI_BEACON_PIECE / 16;
    return WAY_STATUS_OK;
}

static way_status rebuild_tree_order_new(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    const wayi_beacon_build *build = &rebuild->build;
    uint32_t first = 0;
    const uint32_t end = wayi_beacon_rebuild_range(rebuild, build->index->vertex_count, &first);
    for (uint32_t rank = first; rank < end; rank++) {
        if (rebuild_tree_old_vertex(rebuild, rank) == WAYI_BEACON_NONE) {
            build->order[build->splits[build->owners[rank]].middle++] = rank;
        }
    }
    *work = WAYI_BEACON_PIECE / 16;
    return WAY_STATUS_OK;
}

/// Whether the old tree has become much larger with the new vertices: then there will be another.
static way_status rebuild_tree_judge(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    wayi_beacon_build *build = &rebuild->build;
    *work = 1;
    rebuild->grown = rebuild->entries > rebuild->entries_max;
    build->ordered = !rebuild->grown;
    if (!rebuild->grown) {
        return WAY_STATUS_OK;
    }
    wayi_beacon_drop_tree(build);
    // Every node has a vertex of its own: with room for them all, nodes never move.
    return wayi_beacon_plant_tree(build, build->index->vertex_count) ? WAY_STATUS_OK
                                                                     : WAY_STATUS_NO_MEMORY;
}

static uint32_t rebuild_tree_count_replants(const wayi_beacon_rebuild *rebuild)
{
    return rebuild->grown ? wayi_beacon_rebuild_vertices(rebuild) : 0;
}

static way_status rebuild_tree_replant(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    uint32_t first = 0;
    const uint32_t end = wayi_beacon_rebuild_range(rebuild, rebuild->index->vertex_count, &first);
    wayi_beacon_plant_vertices(&rebuild->build, first, end);
    *work = WAYI_BEACON_PIECE / 64;
    return WAY_STATUS_OK;
}

static uint32_t rebuild_tree_count_cuts(const wayi_beacon_rebuild *rebuild)
{
    return rebuild->grown ? rebuild->build.split_count : 0;
}

/// Cuts a node of another tree; the piece is done when that is.
static way_status rebuild_tree_cut(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    wayi_beacon_build *build = &rebuild->build;
    wayi_beacon_cutter *cutter = &rebuild->cutter;
    if (!cutter->build) {
        wayi_beacon_cutter_open(cutter, build, rebuild->at);
    }
    uint32_t left = WAYI_BEACON_SLICE;
    bool done = false;
    const way_status status = wayi_beacon_cutter_step(cutter, &left, &done);
    *work = (WAYI_BEACON_SLICE - left + cutter->beyond) / 8 + 1;
    if (!done) {
        rebuild->at--;
        return status;
    }
    wayi_beacon_cutter_close(cutter);
    *cutter = (wayi_beacon_cutter){0};
    return wayi_beacon_add_sides(build, rebuild->at) ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

const wayi_beacon_phase wayi_beacon_tree_phases[WAYI_BEACON_TREE_PHASES] = {
    {rebuild_tree_count_old_nodes, rebuild_tree_plant},
    {wayi_beacon_rebuild_vertices, rebuild_tree_own},
    {wayi_beacon_rebuild_vertices, rebuild_tree_adopt},
    {wayi_beacon_rebuild_vertices, rebuild_tree_lift},
    {wayi_beacon_rebuild_vertices, rebuild_tree_weigh},
    {rebuild_tree_count_old_nodes, rebuild_tree_size},
    {rebuild_tree_count_old_nodes, rebuild_tree_spread},
    {rebuild_tree_count_old_nodes, rebuild_tree_begin_order},
    {rebuild_tree_count_old_vertices, rebuild_tree_order_old},
    {wayi_beacon_rebuild_vertices, rebuild_tree_order_new},
    {wayi_beacon_rebuild_once, rebuild_tree_judge},
    {rebuild_tree_count_replants, rebuild_tree_replant},
    {rebuild_tree_count_cuts, rebuild_tree_cut},
};
