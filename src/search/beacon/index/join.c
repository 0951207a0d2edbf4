// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/beacon/index/join.h"

void wayi_beacon_join_begin(wayi_beacon_join *join, wayi_beacon_end *const ends[2],
                            const uint32_t counts[2], wayi_beacon_match most)
{
    join->ends[0] = ends[0];
    join->ends[1] = ends[1];
    join->match = most;
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

static wayi_beacon_sides join_sides(const wayi_beacon_join *join, const wayi_beacon_bundle *bundle)
{
    return (wayi_beacon_sides){
        {join->ends[0] + bundle->first[0], join->ends[1] + bundle->first[1]},
        {bundle->end[0] - bundle->first[0], bundle->end[1] - bundle->first[1]}};
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
    const wayi_beacon_sides sides = join_sides(join, bundle);
    const uint32_t work = 1 + (sides.counts[0] + sides.counts[1]) * node->frames;
    join->kernel(join->index, join->at, &sides, &join->match);
    join->at = node->parent;
    if (node->depth == bundle->depth) {
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
