// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The sums over the hubs of a node are the one loop that beacon spends its time in besides looking
// around. The least of a frame of eight hubs are gathered while the ends of both sides go by,
// always all eight: what is beyond a shorter frame is not looked at, and compilers make vectors of
// them.
#include "search/beacon/index/join.h"

#include "base/inline.h"

#include <string.h>

/// More than any sum of a label and a cost to begin with; twice it is still a positive int32_t.
#define JOIN_FAR 0x3fffffffu

/// A frame of a node, for the vertices of both sides.
typedef struct join_frame {
    const uint32_t *rows; ///< of the node's first vertex, from the frame on
    uint32_t first;       ///< that vertex
    uint32_t stride;
    uint32_t width;
    const wayi_beacon_sides *sides;
} join_frame;

static WAYI_ALWAYS_INLINE const uint32_t *join_row(const join_frame *frame,
                                                   const wayi_beacon_end *end)
{
    return frame->rows + (size_t)(end->vertex - frame->first) * frame->stride;
}

/// Least sums of the hubs of a packed frame; false = none is below `most`, as far as can be told.
static WAYI_ALWAYS_INLINE bool join_packed_frame(const join_frame *frame, way_cost most,
                                                 way_cost *sums)
{
    way_cost least[2][WAYI_BEACON_FRAME];
    bool less = false;
    for (uint32_t side = 0; side < 2; side++) {
        const wayi_beacon_end *ends = frame->sides->ends[side];
        for (uint32_t i = 0; i < WAYI_BEACON_FRAME; i++) {
            least[side][i] = JOIN_FAR;
        }
        for (uint32_t k = 0; k < frame->sides->counts[side]; k++) {
            const uint32_t *row = join_row(frame, &ends[k]);
            const way_cost base = row[0] + ends[k].cost;
            uint16_t above[WAYI_BEACON_FRAME];
            memcpy(above, row + 1, sizeof above);
            for (uint32_t i = 0; i < WAYI_BEACON_FRAME; i++) {
                const way_cost sum = base + above[i];
                least[side][i] = sum < least[side][i] ? sum : least[side][i];
            }
        }
    }
    for (uint32_t i = 0; i < WAYI_BEACON_FRAME; i++) {
        sums[i] = least[0][i] + least[1][i];
        less |= sums[i] < most;
    }
    return less;
}

/// The same of a frame that is not packed: one hub or two.
static WAYI_ALWAYS_INLINE bool join_short_frame(const join_frame *frame, way_cost most,
                                                way_cost *sums)
{
    way_cost least[2][2];
    for (uint32_t side = 0; side < 2; side++) {
        const wayi_beacon_end *ends = frame->sides->ends[side];
        way_cost first = JOIN_FAR;
        way_cost second = JOIN_FAR;
        for (uint32_t k = 0; k < frame->sides->counts[side]; k++) {
            // What is behind a row can be read.
            const uint32_t *row = join_row(frame, &ends[k]);
            const way_cost cost = ends[k].cost;
            first = row[0] + cost < first ? row[0] + cost : first;
            second = row[1] + cost < second ? row[1] + cost : second;
        }
        least[side][0] = first;
        least[side][1] = second;
    }
    sums[0] = least[0][0] + least[1][0];
    sums[1] = least[0][1] + least[1][1];
    return sums[0] < most || (frame->width > 1 && sums[1] < most);
}

/// Lowers the match to the least sum over the hubs of a node that is above all ends, if it is less.
static void join_sum(const wayi_beacon_index *index, uint32_t number,
                     const wayi_beacon_sides *sides, wayi_beacon_match *match)
{
    const wayi_beacon_node *node = &index->nodes[number];
    const uint8_t *widths = index->widths + node->widths;
    join_frame frame = {.rows = index->rows + node->rows,
                        .first = node->first,
                        .stride = node->stride,
                        .sides = sides};
    uint32_t hub = 0;
    for (uint32_t i = 0; i < node->frames; i++) {
        way_cost sums[WAYI_BEACON_FRAME];
        frame.width = widths[i];
        const bool less = frame.width < WAYI_BEACON_PACKED
                              ? join_short_frame(&frame, match->cost, sums)
                              : join_packed_frame(&frame, match->cost, sums);
        for (uint32_t k = 0; less && k < frame.width; k++) {
            if (sums[k] < match->cost) {
                *match = (wayi_beacon_match){sums[k], number, hub + k};
            }
        }
        frame.rows += wayi_beacon_frame_size(frame.width);
        hub += frame.width;
    }
}

// Nodes -------------------------------------------------------------------------------------------

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
    join_sum(join->index, join->at, &sides, &join->match);
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
