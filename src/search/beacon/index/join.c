// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/beacon/index/join.h"

void wayi_beacon_join_begin(wayi_beacon_join *join, wayi_beacon_end *const ends[2],
                            const uint32_t counts[2], wayi_beacon_match most)
{
    join->ends[0] = ends[0];
    join->ends[1] = ends[1];
    join->match = most;
    join->missed = WAY_COST_MAX;
    join->at = WAYI_BEACON_NONE;
    join->count = 0;
    if (counts[0] && counts[1]) {
        join->stack[join->count++] = (wayi_beacon_bundle){{0, 0}, {counts[0], counts[1]}, 0};
    }
}

/// The lowest node above all ends of a bundle.
static uint32_t join_find_low(const wayi_beacon_join *join, const wayi_beacon_bundle *bundle)
{
    uint64_t all = UINT64_MAX;
    uint64_t any = 0;
    uint64_t last = 0; // ones behind their turns
    for (uint32_t side = 0; side < 2; side++) {
        const wayi_beacon_end *ends = join->ends[side];
        for (uint32_t i = bundle->first[side]; i < bundle->end[side]; i++) {
            all &= ends[i].path;
            any |= ends[i].path;
            last |= ends[i].path & (0 - ends[i].path);
        }
    }
    // Up to the least depth nothing but turns differs.
    const uint32_t depth = 63u - wayi_bits_highest((all ^ any) | last);
    uint32_t node = join->index->vertices[join->ends[0][bundle->first[0]].vertex].node;
    while (join->index->nodes[node].depth > depth) {
        node = join->index->nodes[node].parent;
    }
    return node;
}

/// Parts one side of a bundle below a node: those that turn one way first, then the others; those
/// of the node's own cut drop out. Returns where the second ones begin.
static uint32_t join_part(wayi_beacon_end *ends, uint32_t first, uint32_t *end, uint32_t depth)
{
    uint32_t kept = first;
    uint32_t second = first;
    for (uint32_t i = first; i < *end; i++) {
        const wayi_beacon_end item = ends[i];
        const uint64_t turns = item.path << depth; // and a one behind them
        if (turns == WAYI_BEACON_TURN) {
            continue;
        }
        ends[kept] = item;
        if (turns < WAYI_BEACON_TURN) {
            ends[kept] = ends[second];
            ends[second++] = item;
        }
        kept++;
    }
    *end = kept;
    return second;
}

static void join_split(wayi_beacon_join *join, wayi_beacon_bundle bundle)
{
    const uint32_t depth = join->index->nodes[join->low].depth;
    uint32_t middle[2];
    for (uint32_t side = 0; side < 2; side++) {
        middle[side] = join_part(join->ends[side], bundle.first[side], &bundle.end[side], depth);
    }
    // The last pushed comes first.
    if (middle[0] < bundle.end[0] && middle[1] < bundle.end[1]) {
        join->stack[join->count++] =
            (wayi_beacon_bundle){{middle[0], middle[1]}, {bundle.end[0], bundle.end[1]}, depth + 1};
    }
    if (bundle.first[0] < middle[0] && bundle.first[1] < middle[1]) {
        join->stack[join->count++] = (wayi_beacon_bundle){
            {bundle.first[0], bundle.first[1]}, {middle[0], middle[1]}, depth + 1};
    }
}

/// Of a node without labels: the open distance by way of each of its hubs.
static void join_miss(wayi_beacon_join *join, const wayi_beacon_node *node)
{
    const wayi_board *still = &join->index->still;
    const wayi_reach from = join->cells[0];
    const wayi_reach to = join->cells[1];
    for (uint32_t i = 0; i < node->cut; i++) {
        const wayi_beacon_vertex *hub = &join->index->vertices[node->first + i];
        const way_cost open = wayi_board_distance(still, from.x, from.y, hub->x, hub->y) +
                              wayi_board_distance(still, hub->x, hub->y, to.x, to.y);
        join->missed = open < join->missed ? open : join->missed;
    }
}

/// Leaves out ends by which no way can be cheaper than the one that was found.
static void join_drop(wayi_beacon_join *join, wayi_beacon_bundle *bundle)
{
    const wayi_beacon_index *index = join->index;
    for (uint32_t side = 0; side < 2; side++) {
        const wayi_reach aim = join->cells[1 - side];
        wayi_beacon_end *ends = join->ends[side];
        uint32_t kept = bundle->first[side];
        for (uint32_t i = kept; i < bundle->end[side]; i++) {
            const wayi_beacon_vertex *at = &index->vertices[ends[i].vertex];
            const way_cost open = wayi_board_distance(&index->still, at->x, at->y, aim.x, aim.y);
            ends[kept] = ends[i];
            kept += ends[i].cost + open < join->match.cost;
        }
        bundle->end[side] = kept;
    }
}

static wayi_beacon_sides join_sides(const wayi_beacon_join *join, const wayi_beacon_bundle *bundle)
{
    return (wayi_beacon_sides){
        {join->ends[0] + bundle->first[0], join->ends[1] + bundle->first[1]},
        {bundle->end[0] - bundle->first[0], bundle->end[1] - bundle->first[1]}};
}

/// The open distance by way of the nearest hub of a group: no sum over it is less.
static way_cost join_bound(const wayi_beacon_join *join, const wayi_beacon_node *node,
                           uint32_t group)
{
    const uint32_t left = node->kept - group * 8;
    const wayi_beacon_vertex *hubs = &join->index->vertices[node->first + group * 8];
    const wayi_board *still = &join->index->still;
    const wayi_reach from = join->cells[0];
    const wayi_reach to = join->cells[1];
    way_cost least = WAY_COST_MAX;
    for (uint32_t i = 0; i < 8 && i < left; i++) {
        const way_cost open = wayi_board_distance(still, from.x, from.y, hubs[i].x, hubs[i].y) +
                              wayi_board_distance(still, hubs[i].x, hubs[i].y, to.x, to.y);
        least = open < least ? open : least;
    }
    return least;
}

/// Has the kernel look at groups of the node in hand, and leaves out ends if it finds a cheaper
/// way. Returns rows that it looks at.
static uint32_t join_look_at(wayi_beacon_join *join, wayi_beacon_bundle *bundle,
                             wayi_beacon_batch batch)
{
    const wayi_beacon_sides sides = join_sides(join, bundle);
    const way_cost before = join->match.cost;
    join->kernel(join->index, batch, &sides, &join->match);
    if (join->match.cost < before) {
        join_drop(join, bundle);
    }
    return (sides.counts[0] + sides.counts[1]) * wayi_bits_count(batch.groups);
}

/// Looks at groups of hubs of a node whose rows are sparse: the one that may lead to the cheapest
/// way, then those that may lead to one that is cheaper still.
static uint32_t join_look_sparse(wayi_beacon_join *join, wayi_beacon_bundle *bundle)
{
    const wayi_beacon_node *node = &join->index->nodes[join->at];
    way_cost bounds[WAYI_BEACON_GROUPS];
    uint32_t work = 0;
    for (uint32_t first = 0; first < node->frames; first += WAYI_BEACON_GROUPS) {
        const uint32_t left = node->frames - first;
        const uint32_t count = left < WAYI_BEACON_GROUPS ? left : WAYI_BEACON_GROUPS;
        uint32_t best = 0;
        for (uint32_t i = 0; i < count; i++) {
            bounds[i] = join_bound(join, node, first + i);
            best = bounds[i] < bounds[best] ? i : best;
        }
        work += count;
        if (bounds[best] >= join->match.cost) {
            continue;
        }
        wayi_beacon_batch batch = {join->at, first, UINT64_C(1) << best};
        work += join_look_at(join, bundle, batch);
        batch.groups = 0;
        for (uint32_t i = 0; i < count; i++) {
            batch.groups |= (uint64_t)(i != best && bounds[i] < join->match.cost) << i;
        }
        work += batch.groups ? join_look_at(join, bundle, batch) : 0;
    }
    return work;
}

/// Looks at the node in hand, and turns to the next one. Returns rows of frames that it looked at.
static uint32_t join_look(wayi_beacon_join *join)
{
    wayi_beacon_bundle *bundle = &join->stack[join->count - 1];
    if (join->at == WAYI_BEACON_NONE) {
        join->low = join_find_low(join, bundle);
        join->at = join->low;
    }
    const wayi_beacon_node *node = &join->index->nodes[join->at];
    uint32_t work = 1 + (node->cut - node->kept) / 8;
    if (node->kept < node->cut) {
        join_miss(join, node);
    }
    if (wayi_beacon_is_sparse(node)) {
        work += join_look_sparse(join, bundle);
    } else if (node->kept) {
        const wayi_beacon_sides sides = join_sides(join, bundle);
        join->kernel(join->index, (wayi_beacon_batch){.node = join->at}, &sides, &join->match);
        work += (sides.counts[0] + sides.counts[1]) * node->frames;
    }
    join->at = node->parent;
    if (node->depth == bundle->depth || bundle->first[0] == bundle->end[0] ||
        bundle->first[1] == bundle->end[1]) {
        const wayi_beacon_bundle done = *bundle;
        join->count--;
        join_split(join, done);
        join->at = WAYI_BEACON_NONE;
    }
    return work;
}

bool wayi_beacon_join_step(wayi_beacon_join *join)
{
    for (uint32_t work = 0; join->count && work < WAYI_BEACON_ROWS;) {
        work += join_look(join);
    }
    return join->count > 0;
}
