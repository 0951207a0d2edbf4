// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The tree. A node's vertices are ordered along four directions; of each the first and the last
// quarter are sources and sinks of a flow, whose least cut is a candidate. The one with the fewest
// vertices for the smaller of its sides is taken. A node in several parts gets an empty cut; a
// small one is not cut further. All nodes of a depth are cut at once, each for itself.
#include "core/sort.h"
#include "search/beacon/build.h"

#include <string.h>

/// Nodes up to this size are all cut.
#define SEPARATORS_LEAF 12u
/// Below this size two directions will do, and a flow is worth it however short memory is.
#define SEPARATORS_SMALL 200u

/// Bytes of a label, about.
#define SEPARATORS_LABEL 4u
/// Shares of sources and sinks to try: a quarter, an eighth, a sixteenth.
#define SEPARATORS_SHARES 3u

enum { SEPARATORS_X, SEPARATORS_Y, SEPARATORS_SUM, SEPARATORS_DIFFERENCE, SEPARATORS_KEYS };

void wayi_beacon_cutter_close(wayi_beacon_cutter *work)
{
    if (!work->open) {
        return;
    }
    const way_allocator *allocator = work->build->allocator;
    wayi_flow_fini(&work->flow, allocator);
    wayi_free(allocator, work->starts, (size_t)work->count + 1, sizeof *work->starts);
    wayi_free(allocator, work->targets, (size_t)work->edge_count + 1, sizeof *work->targets);
    wayi_free(allocator, work->keys, work->count, sizeof *work->keys);
    wayi_free(allocator, work->sorted, work->count, sizeof *work->sorted);
    wayi_free(allocator, work->bins, work->bin_count, sizeof *work->bins);
    wayi_free(allocator, work->best, work->count, sizeof *work->best);
    work->open = false;
}

/// Takes over the edges inside the node: others lead to cuts above, which have owners.
static bool separators_open(wayi_beacon_cutter *work)
{
    const wayi_beacon_build *build = work->build;
    for (uint32_t i = 0; i < work->count; i++) {
        const uint32_t rank = work->ranks[i];
        build->locals[rank] = i;
        work->edge_count += build->starts[rank + 1] - build->starts[rank];
    }
    const way_allocator *allocator = build->allocator;
    work->bin_count = build->index->still.width + build->index->still.height + 2;
    work->starts = wayi_alloc(allocator, (size_t)work->count + 1, sizeof *work->starts);
    work->targets = wayi_alloc(allocator, (size_t)work->edge_count + 1, sizeof *work->targets);
    work->keys = wayi_alloc(allocator, work->count, sizeof *work->keys);
    work->sorted = wayi_alloc(allocator, work->count, sizeof *work->sorted);
    work->bins = wayi_alloc(allocator, work->bin_count, sizeof *work->bins);
    work->best = wayi_alloc(allocator, work->count, sizeof *work->best);
    if (!work->starts || !work->targets || !work->keys || !work->sorted || !work->bins ||
        !work->best) {
        return false;
    }
    uint32_t at = 0;
    for (uint32_t i = 0; i < work->count; i++) {
        const uint32_t rank = work->ranks[i];
        work->starts[i] = at;
        for (uint32_t e = build->starts[rank]; e < build->starts[rank + 1]; e++) {
            const uint32_t to = build->targets[e];
            if (build->owners[to] == WAYI_BEACON_NONE) {
                work->targets[at++] = build->locals[to];
            }
        }
    }
    work->starts[work->count] = at;
    return true;
}

// Parts -------------------------------------------------------------------------------------------

/// Numbers the connected parts of the node in `keys`; returns how many. The largest come first in
/// what follows, ties by their first vertex.
static uint32_t separators_number_parts(wayi_beacon_cutter *work)
{
    uint32_t parts = 0;
    memset(work->keys, 0xff, work->count * sizeof *work->keys);
    for (uint32_t i = 0; i < work->count; i++) {
        if (work->keys[i] != UINT32_MAX) {
            continue;
        }
        uint32_t waiting = 0;
        work->keys[i] = parts;
        work->sorted[waiting++] = i;
        while (waiting) {
            const uint32_t v = work->sorted[--waiting];
            for (uint32_t e = work->starts[v]; e < work->starts[v + 1]; e++) {
                const uint32_t to = work->targets[e];
                if (work->keys[to] == UINT32_MAX) {
                    work->keys[to] = parts;
                    work->sorted[waiting++] = to;
                }
            }
        }
        parts++;
    }
    return parts;
}

/// Deals the parts to two sides, each to the smaller one: false without memory.
static bool separators_deal_parts(wayi_beacon_cutter *work, uint32_t parts)
{
    const way_allocator *allocator = work->build->allocator;
    uint64_t *sizes = wayi_alloc_zero(allocator, parts, sizeof *sizes);
    uint8_t *sides = wayi_alloc(allocator, parts, sizeof *sides);
    if (sizes && sides) {
        for (uint32_t i = 0; i < work->count; i++) {
            sizes[work->keys[i]] += UINT64_C(1) << 32;
        }
        for (uint32_t part = 0; part < parts; part++) {
            sizes[part] = (UINT64_MAX - UINT32_MAX - sizes[part]) | part; // largest first
        }
        wayi_sort64(sizes, parts);
        uint64_t totals[2] = {0, 0};
        for (uint32_t i = 0; i < parts; i++) {
            const uint32_t side = totals[1] < totals[0];
            sides[(uint32_t)sizes[i]] = (uint8_t)side;
            totals[side] += UINT32_MAX - (sizes[i] >> 32);
        }
        for (uint32_t i = 0; i < work->count; i++) {
            work->best[i] = sides[work->keys[i]] ? WAYI_FLOW_FAR : WAYI_FLOW_NEAR;
        }
    }
    const bool fits = sizes && sides;
    wayi_free(allocator, sizes, parts, sizeof *sizes);
    wayi_free(allocator, sides, parts, sizeof *sides);
    work->best_cut = 0;
    work->best_side = 1;
    return fits;
}

// Cuts --------------------------------------------------------------------------------------------

/// Sorts the vertices along a direction; returns how far they reach.
static uint32_t separators_sort(wayi_beacon_cutter *work, uint32_t key)
{
    const wayi_beacon_build *build = work->build;
    uint32_t low = UINT32_MAX;
    uint32_t high = 0;
    for (uint32_t i = 0; i < work->count; i++) {
        const wayi_reach place = build->places[work->ranks[i]];
        const uint32_t height = build->index->still.height;
        const uint32_t value = key == SEPARATORS_X     ? place.x
                               : key == SEPARATORS_Y   ? place.y
                               : key == SEPARATORS_SUM ? (uint32_t)place.x + place.y
                                                       : place.x + height - place.y;
        work->keys[i] = value;
        low = value < low ? value : low;
        high = value > high ? value : high;
    }
    const uint32_t reach = high - low + 1;
    memset(work->bins, 0, reach * sizeof *work->bins);
    for (uint32_t i = 0; i < work->count; i++) {
        work->bins[work->keys[i] - low]++;
    }
    uint32_t at = 0;
    for (uint32_t bin = 0; bin < reach; bin++) {
        const uint32_t size = work->bins[bin];
        work->bins[bin] = at;
        at += size;
    }
    for (uint32_t i = 0; i < work->count; i++) {
        work->sorted[work->bins[work->keys[i] - low]++] = i;
    }
    return reach;
}

/// Begins to look for the cut along one direction.
static void separators_begin_flow(wayi_beacon_cutter *work, uint32_t key, uint32_t share)
{
    (void)separators_sort(work, key);
    wayi_cut_flow *flow = &work->flow;
    const uint32_t seeds = work->count / share ? work->count / share : 1;
    memset(flow->roles, WAYI_FLOW_PLAIN, work->count);
    for (uint32_t i = 0; i < seeds; i++) {
        flow->roles[work->sorted[i]] = WAYI_FLOW_SOURCE;
        flow->roles[work->sorted[work->count - 1 - i]] = WAYI_FLOW_SINK;
    }
    // With the sides as even as can be a larger cut would not win.
    const uint64_t most = work->best_side
                              ? (uint64_t)work->best_cut * work->count / (2 * work->best_side)
                              : UINT32_MAX;
    wayi_flow_begin(flow, most < UINT32_MAX ? (uint32_t)most : UINT32_MAX);
}

/// Keeps the cut that was found if it is better.
static void separators_judge(wayi_beacon_cutter *work)
{
    const wayi_cut_flow *flow = &work->flow;
    uint32_t totals[3] = {0, 0, 0};
    for (uint32_t i = 0; i < work->count; i++) {
        totals[flow->sides[i]]++;
    }
    const uint32_t side = totals[WAYI_FLOW_NEAR] < totals[WAYI_FLOW_FAR] ? totals[WAYI_FLOW_NEAR]
                                                                         : totals[WAYI_FLOW_FAR];
    const uint32_t cut = totals[WAYI_FLOW_CUT];
    if (side == 0 ||
        (work->best_side && (uint64_t)cut * work->best_side >= (uint64_t)work->best_cut * side)) {
        return;
    }
    memcpy(work->best, flow->sides, work->count);
    work->best_cut = cut;
    work->best_side = side;
}

/// The direction and the share of sources and sinks of the next attempt at a cut; false when there
/// is none left. Other shares are tried only where nothing was found, slanted directions only there
/// and in large nodes.
static bool separators_next(wayi_beacon_cutter *work, uint32_t *key, uint32_t *share)
{
    for (; work->attempt < SEPARATORS_SHARES * SEPARATORS_KEYS; work->attempt++) {
        const uint32_t number = work->attempt % SEPARATORS_KEYS;
        const bool again = number == 0 || work->shares != work->attempt / SEPARATORS_KEYS;
        if (work->best_side &&
            (again || (number >= SEPARATORS_SUM && work->count < SEPARATORS_SMALL))) {
            continue;
        }
        *key = number < SEPARATORS_SUM ? number ^ work->longer : number;
        *share = 4u << work->attempt / SEPARATORS_KEYS;
        work->shares = work->attempt++ / SEPARATORS_KEYS;
        return true;
    }
    return false;
}

bool wayi_beacon_cutter_step(wayi_beacon_cutter *work, uint32_t *budget)
{
    while (*budget) {
        uint32_t key = 0;
        uint32_t share = 0;
        if (!work->flowing) {
            if (!separators_next(work, &key, &share)) {
                return true;
            }
            separators_begin_flow(work, key, share);
            work->flowing = true;
            *budget -= *budget < work->count / 16 ? *budget : work->count / 16;
        }
        const wayi_flow_state state = wayi_flow_step(&work->flow, budget);
        if (state == WAYI_FLOW_FOUND) {
            separators_judge(work);
        }
        work->flowing = state == WAYI_FLOW_MORE;
    }
    return false;
}

// The tree ----------------------------------------------------------------------------------------

/// Orders a cut along its longer side.
static void separators_order_cut(const wayi_beacon_build *build, uint32_t *ranks, uint32_t count)
{
    uint32_t low[2] = {UINT32_MAX, UINT32_MAX};
    uint32_t high[2] = {0, 0};
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t at[2] = {build->places[ranks[i]].x, build->places[ranks[i]].y};
        for (uint32_t k = 0; k < 2; k++) {
            low[k] = at[k] < low[k] ? at[k] : low[k];
            high[k] = at[k] > high[k] ? at[k] : high[k];
        }
    }
    if (count == 0 || high[1] - low[1] >= high[0] - low[0]) {
        return; // ranks are in the order of rows
    }
    // By x, then y: few enough for plain insertion.
    for (uint32_t i = 1; i < count; i++) {
        const uint32_t rank = ranks[i];
        const wayi_reach place = build->places[rank];
        uint32_t k = i;
        for (; k > 0 && build->places[ranks[k - 1]].x > place.x; k--) {
            ranks[k] = ranks[k - 1];
        }
        ranks[k] = rank;
    }
}

/// Puts the vertices of a node in order: the cut, one side, the other.
static void separators_part(wayi_beacon_cutter *work, wayi_beacon_split *split, uint32_t number)
{
    const wayi_beacon_build *build = work->build;
    uint32_t *order = build->order + split->first;
    static const uint8_t turns[3] = {WAYI_FLOW_CUT, WAYI_FLOW_NEAR, WAYI_FLOW_FAR};
    uint32_t at = 0;
    memcpy(work->sorted, work->ranks, work->count * sizeof *work->sorted);
    for (uint32_t turn = 0; turn < 3; turn++) {
        for (uint32_t i = 0; i < work->count; i++) {
            if (work->best[i] == turns[turn]) {
                order[at++] = work->sorted[i];
            }
        }
        if (turn == 0) {
            split->cut = at;
        } else if (turn == 1) {
            split->middle = split->first + at;
        }
    }
    separators_order_cut(build, order, split->cut);
    for (uint32_t i = 0; i < split->cut; i++) {
        build->owners[order[i]] = number;
    }
}

/// Cuts a node across the middle of its longer direction: those of the one half that have edges to
/// the other, of the half that has fewer of them.
static void separators_strip(wayi_beacon_cutter *work)
{
    (void)separators_sort(work, work->longer);
    uint32_t totals[2] = {0, 0};
    for (uint32_t i = 0; i < work->count; i++) {
        work->best[work->sorted[i]] = i < work->count / 2 ? WAYI_FLOW_NEAR : WAYI_FLOW_FAR;
    }
    for (uint32_t v = 0; v < work->count; v++) {
        work->keys[v] = 0;
        for (uint32_t e = work->starts[v]; e < work->starts[v + 1] && !work->keys[v]; e++) {
            work->keys[v] = work->best[work->targets[e]] != work->best[v];
        }
        totals[work->best[v]] += work->keys[v];
    }
    const uint32_t fewer =
        totals[WAYI_FLOW_FAR] < totals[WAYI_FLOW_NEAR] ? WAYI_FLOW_FAR : WAYI_FLOW_NEAR;
    for (uint32_t v = 0; v < work->count; v++) {
        if (work->keys[v] && work->best[v] == fewer) {
            work->best[v] = WAYI_FLOW_CUT;
        }
    }
    work->best_cut = totals[fewer];
    work->best_side = work->count / 2 - totals[fewer];
}

/// Whether nodes of this size are too large for labels within the memory of the index, however they
/// are cut: no cut is much smaller than the square root of what it parts, unless it is a
/// bottleneck, which flows find further down; and the nodes below it have more than twice as many
/// labels again.
static bool separators_is_hopeless(const wayi_beacon_cutter *work)
{
    const wayi_beacon_index *index = work->build->index;
    const uint64_t labels = index->memory / SEPARATORS_LABEL / (index->vertex_count + 1); // of each
    return index->memory && (uint64_t)work->count * 9 > labels * labels &&
           work->count > SEPARATORS_SMALL;
}

way_status wayi_beacon_cutter_open(wayi_beacon_cutter *work, const wayi_beacon_build *build,
                                   uint32_t node)
{
    const wayi_beacon_split *split = &build->splits[node];
    *work = (wayi_beacon_cutter){.build = build,
                                 .node = node,
                                 .ranks = build->order + split->first,
                                 .count = split->end - split->first,
                                 .attempt = SEPARATORS_SHARES * SEPARATORS_KEYS};
    if (work->count <= 1 || split->depth >= WAYI_BEACON_DEPTH) {
        return WAY_STATUS_OK;
    }
    work->open = true;
    if (!separators_open(work)) {
        return WAY_STATUS_NO_MEMORY;
    }
    const uint32_t parts = separators_number_parts(work);
    if (parts > 1) {
        return separators_deal_parts(work, parts) ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
    }
    if (work->count > SEPARATORS_LEAF) {
        const uint32_t wide = separators_sort(work, SEPARATORS_X);
        work->longer = separators_sort(work, SEPARATORS_Y) > wide;
        if (separators_is_hopeless(work)) {
            separators_strip(work);
            return WAY_STATUS_OK;
        }
        work->attempt = 0;
        if (!wayi_flow_init(&work->flow, work->count, build->allocator)) {
            return WAY_STATUS_NO_MEMORY;
        }
        work->flow.starts = work->starts;
        work->flow.targets = work->targets;
    }
    return WAY_STATUS_OK;
}

void wayi_beacon_cutter_cut(wayi_beacon_cutter *work)
{
    const wayi_beacon_build *build = work->build;
    wayi_beacon_split *split = &build->splits[work->node];
    if (work->best_side) {
        separators_part(work, split, work->node);
        return;
    }
    split->cut = work->count;
    split->middle = split->end;
    separators_order_cut(build, build->order + split->first, split->cut);
    for (uint32_t i = split->first; i < split->end; i++) {
        build->owners[build->order[i]] = work->node;
    }
}

static way_status separators_split(uint32_t number, void *argument)
{
    const wayi_beacon_build *build = ((const wayi_beacon_build *const *)argument)[0];
    const uint32_t node = *((const uint32_t *const *)argument)[1] + number;
    wayi_beacon_cutter work;
    const way_status status = wayi_beacon_cutter_open(&work, build, node);
    if (status == WAY_STATUS_OK) {
        for (uint32_t budget = UINT32_MAX; !wayi_beacon_cutter_step(&work, &budget);) {
            budget = UINT32_MAX;
        }
        wayi_beacon_cutter_cut(&work);
    }
    wayi_beacon_cutter_close(&work);
    return status;
}

bool wayi_beacon_add_split(wayi_beacon_build *build, wayi_beacon_split split)
{
    if (!wayi_grow(build->allocator, (void **)&build->splits, &build->split_capacity,
                   build->split_count + 1, sizeof *build->splits)) {
        return false;
    }
    build->splits[build->split_count++] = split;
    return true;
}

bool wayi_beacon_add_sides(wayi_beacon_build *build, uint32_t number)
{
    const wayi_beacon_split split = build->splits[number];
    const uint32_t bounds[3] = {split.first + split.cut, split.middle, split.end};
    for (uint32_t side = 0; side < 2; side++) {
        const uint64_t turn = side ? UINT64_C(1) << (63u - split.depth) : 0;
        const wayi_beacon_split child = {.path = split.path | turn,
                                         .depth = split.depth + 1,
                                         .parent = number,
                                         .first = bounds[side],
                                         .end = bounds[side + 1]};
        if (bounds[side] < bounds[side + 1] && !wayi_beacon_add_split(build, child)) {
            return false;
        }
    }
    return true;
}

void wayi_beacon_drop_splits(wayi_beacon_build *build)
{
    const size_t count = (size_t)build->index->vertex_count + 1;
    wayi_free(build->allocator, build->locals, count, sizeof *build->locals);
    wayi_free(build->allocator, build->splits, build->split_capacity, sizeof *build->splits);
    build->locals = NULL;
    build->splits = NULL;
    build->split_capacity = 0;
}

void wayi_beacon_drop_tree(wayi_beacon_build *build)
{
    const size_t count = (size_t)build->index->vertex_count + 1;
    wayi_free(build->allocator, build->order, count, sizeof *build->order);
    wayi_free(build->allocator, build->locals, count, sizeof *build->locals);
    wayi_free(build->allocator, build->owners, count, sizeof *build->owners);
    build->order = NULL;
    build->locals = NULL;
    build->owners = NULL;
    build->split_count = 0;
}

bool wayi_beacon_plant_tree(wayi_beacon_build *build, uint32_t nodes)
{
    const uint32_t count = build->index->vertex_count;
    build->order = wayi_alloc(build->allocator, (size_t)count + 1, sizeof *build->order);
    build->locals = wayi_alloc(build->allocator, (size_t)count + 1, sizeof *build->locals);
    build->owners = wayi_alloc(build->allocator, (size_t)count + 1, sizeof *build->owners);
    const wayi_beacon_split root = {.parent = WAYI_BEACON_NONE, .end = count};
    return build->order && build->locals && build->owners &&
           wayi_grow(build->allocator, (void **)&build->splits, &build->split_capacity, nodes,
                     sizeof *build->splits) &&
           wayi_beacon_add_split(build, root);
}

void wayi_beacon_plant_vertices(const wayi_beacon_build *build, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++) {
        build->owners[i] = WAYI_BEACON_NONE;
        build->order[i] = i;
    }
}

way_status wayi_beacon_grow_tree(wayi_beacon_build *build, wayi_job_stage stage)
{
    if (!wayi_beacon_plant_tree(build, 1)) {
        return WAY_STATUS_NO_MEMORY;
    }
    wayi_beacon_plant_vertices(build, 0, build->index->vertex_count);
    const uint32_t span = (stage.last - stage.first) / 16;
    for (uint32_t first = 0, last = 1; first < last; last = build->split_count) {
        const void *argument[2] = {build, &first};
        stage.last = stage.first + (last > 16 ? 0 : span);
        const way_status status = wayi_job_run(stage, last - first, separators_split, argument);
        if (status != WAY_STATUS_OK) {
            return status;
        }
        stage.first = stage.last;
        for (; first < last; first++) {
            if (!wayi_beacon_add_sides(build, first)) {
                return WAY_STATUS_NO_MEMORY;
            }
        }
    }
    return WAY_STATUS_OK;
}
