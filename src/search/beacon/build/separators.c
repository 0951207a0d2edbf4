// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// How a node of the tree is cut. Its vertices are ordered along four directions; of each the first
// and the last quarter are sources and sinks of a flow, whose least cut is a candidate. The one
// with the fewest vertices for the smaller of its sides is taken. A node in several parts gets an
// empty cut; a small one is not cut further.
//
// All of it goes over vertices, or bins or parts of them, one after the other, in passes that can
// be left and taken up again anywhere; the end of each says which comes next.
#include "base/budget.h"
#include "search/beacon/build/build.h"

#include <string.h>

/// Nodes up to this size are all cut.
#define SEPARATORS_LEAF 12u
/// Below this size two directions will do.
#define SEPARATORS_SMALL 200u
/// Shares of sources and sinks to try: a quarter, an eighth, a sixteenth.
#define SEPARATORS_SHARES 3u
/// Units of budget that are done at a time, and edges that are gone over in the time of one.
#define SEPARATORS_UNITS 32u
#define SEPARATORS_EDGES 8u

enum { SEPARATORS_X, SEPARATORS_Y, SEPARATORS_SUM, SEPARATORS_DIFFERENCE, SEPARATORS_KEYS };

/// What is done with a node, vertex by vertex unless it says else; each pass is followed by the
/// next one unless its end says else.
enum {
    SEPARATORS_OPEN,
    SEPARATORS_TAKE,   ///< edges
    SEPARATORS_NUMBER, ///< parts, in two pieces a vertex
    SEPARATORS_WEIGH,  ///< those
    SEPARATORS_DEAL,   ///< part by part
    SEPARATORS_SIDE,   ///< by parts
    SEPARATORS_KEY,    ///< where they lie along a direction
    SEPARATORS_SORT,   ///< no pass: it has its own
    SEPARATORS_CAST,   ///< roles of a flow
    SEPARATORS_FLOW,   ///< likewise
    SEPARATORS_COPY,   ///< as they were ordered
    SEPARATORS_PLACE,
    SEPARATORS_OWN, ///< those of the cut
    SEPARATORS_DONE
};

/// Begins a pass.
static void separators_go(wayi_beacon_cutter *work, uint32_t pass)
{
    work->pass = pass;
    work->past = 0;
}

static void separators_forget_reach(wayi_beacon_cutter *work)
{
    for (uint32_t axis = 0; axis < 2; axis++) {
        work->low[axis] = UINT32_MAX;
        work->high[axis] = 0;
    }
}

static void separators_widen(wayi_beacon_cutter *work, uint32_t axis, uint32_t value)
{
    work->low[axis] = value < work->low[axis] ? value : work->low[axis];
    work->high[axis] = value > work->high[axis] ? value : work->high[axis];
}

/// Sorts so many things by `keys`, which are from low[0] to high[0], into `sorted`; those with the
/// same key stay in order. Then another pass begins.
static void separators_sort(wayi_beacon_cutter *work, uint32_t *bins, uint32_t count, uint32_t then)
{
    work->sorter = (wayi_sorter){.keys = work->keys,
                                 .sorted = work->sorted,
                                 .bins = bins,
                                 .count = count,
                                 .low = work->low[0],
                                 .reach = work->high[0] - work->low[0] + 1};
    work->then = then;
    separators_go(work, SEPARATORS_SORT);
}

// The cut -----------------------------------------------------------------------------------------

/// Makes the cut the node's, in the order that it has now.
static void separators_own(wayi_beacon_cutter *work, uint32_t first, uint32_t end)
{
    const wayi_beacon_build *build = work->build;
    uint32_t *order = build->order + build->splits[work->node].first;
    for (uint32_t i = first; i < end; i++) {
        order[i] = work->starts[work->sorts ? work->sorted[i] : i];
        build->owners[order[i]] = work->node;
    }
}

/// Puts vertices where they belong: the cut, one side, the other; and sees how far the cut reaches.
static void separators_place(wayi_beacon_cutter *work, uint32_t first, uint32_t end)
{
    const wayi_beacon_build *build = work->build;
    uint32_t *order = build->order + build->splits[work->node].first;
    for (uint32_t i = first; i < end; i++) {
        const uint32_t rank = work->targets[i];
        const uint32_t side = work->best_side ? work->best[i] : WAYI_FLOW_CUT;
        const uint32_t at = work->places[side]++;
        if (side != WAYI_FLOW_CUT) {
            order[at] = rank;
            continue;
        }
        const wayi_reach place = build->places[rank];
        work->starts[at] = rank;
        work->keys[at] = place.x;
        separators_widen(work, 0, place.x);
        separators_widen(work, 1, place.y);
    }
}

/// Orders a cut along its longer side; as it stands it is in the order of rows.
static void separators_order_cut(wayi_beacon_cutter *work)
{
    const uint32_t cut = work->build->splits[work->node].cut;
    work->sorts = cut && work->high[1] - work->low[1] < work->high[0] - work->low[0];
    if (work->sorts) {
        separators_sort(work, work->bins, cut, SEPARATORS_OWN);
    } else {
        separators_go(work, SEPARATORS_OWN);
    }
}

static void separators_copy(wayi_beacon_cutter *work, uint32_t first, uint32_t end)
{
    memcpy(work->targets + first, work->ranks + first, (end - first) * sizeof *work->targets);
}

static void separators_begin_places(wayi_beacon_cutter *work)
{
    wayi_beacon_split *split = &work->build->splits[work->node];
    const bool parted = work->best_side > 0;
    split->cut = parted ? work->best_cut : work->count;
    split->middle = parted ? split->first + split->cut + work->best_near : split->end;
    work->places[WAYI_FLOW_CUT] = 0;
    work->places[WAYI_FLOW_NEAR] = split->cut;
    work->places[WAYI_FLOW_FAR] = split->middle - split->first;
    separators_forget_reach(work);
    separators_go(work, SEPARATORS_PLACE);
}

/// Puts the vertices of the node in order, by the best cut if there is one. Edges are not needed
/// any more.
static void separators_finish(wayi_beacon_cutter *work)
{
    separators_go(work, SEPARATORS_COPY);
}

// Flows -------------------------------------------------------------------------------------------

/// Where vertices lie along the direction in hand.
static void separators_key(wayi_beacon_cutter *work, uint32_t first, uint32_t end)
{
    const wayi_beacon_build *build = work->build;
    const uint32_t height = build->index->still.height;
    for (uint32_t i = first; i < end; i++) {
        const wayi_reach place = build->places[work->ranks[i]];
        const uint32_t value = work->key == SEPARATORS_X     ? place.x
                               : work->key == SEPARATORS_Y   ? place.y
                               : work->key == SEPARATORS_SUM ? (uint32_t)place.x + place.y
                                                             : place.x + height - place.y;
        work->keys[i] = value;
        separators_widen(work, 0, value);
    }
}

/// Sorts the vertices along a direction. Then another pass begins.
static void separators_sort_along(wayi_beacon_cutter *work, uint32_t key, uint32_t then)
{
    work->key = key;
    work->then = then;
    separators_forget_reach(work);
    separators_go(work, SEPARATORS_KEY);
}

static void separators_sort_keys(wayi_beacon_cutter *work)
{
    separators_sort(work, work->bins, work->count, work->then);
}

static void separators_cast(wayi_beacon_cutter *work, uint32_t first, uint32_t end)
{
    const uint32_t seeds = work->count / work->share ? work->count / work->share : 1;
    for (uint32_t i = first; i < end; i++) {
        work->flow.roles[work->sorted[i]] = i < seeds                 ? WAYI_FLOW_SOURCE
                                            : i < work->count - seeds ? WAYI_FLOW_PLAIN
                                                                      : WAYI_FLOW_SINK;
    }
}

static void separators_begin_flow(wayi_beacon_cutter *work)
{
    // With the sides as even as can be a larger cut would not win.
    const uint64_t most = work->best_side
                              ? (uint64_t)work->best_cut * work->count / (2 * work->best_side)
                              : UINT32_MAX;
    wayi_flow_begin(&work->flow, most < UINT32_MAX ? (uint32_t)most : UINT32_MAX);
    separators_go(work, SEPARATORS_FLOW);
}

/// Keeps the cut that was found if it is better.
static void separators_judge(wayi_beacon_cutter *work)
{
    wayi_cut_flow *flow = &work->flow;
    const uint32_t *totals = flow->totals;
    const uint32_t side = totals[WAYI_FLOW_NEAR] < totals[WAYI_FLOW_FAR] ? totals[WAYI_FLOW_NEAR]
                                                                         : totals[WAYI_FLOW_FAR];
    const uint32_t cut = totals[WAYI_FLOW_CUT];
    if (side == 0 ||
        (work->best_side && (uint64_t)cut * work->best_side >= (uint64_t)work->best_cut * side)) {
        return;
    }
    uint8_t *best = flow->sides;
    flow->sides = work->best;
    work->best = best;
    work->best_cut = cut;
    work->best_side = side;
    work->best_near = totals[WAYI_FLOW_NEAR];
}

/// Goes on to the next attempt at a cut, by the direction and the share of sources and sinks; when
/// there is none left the node is cut. Other shares are tried only where nothing was found, slanted
/// directions only there and in large nodes.
static void separators_try(wayi_beacon_cutter *work)
{
    for (; work->attempt < SEPARATORS_SHARES * SEPARATORS_KEYS; work->attempt++) {
        const uint32_t number = work->attempt % SEPARATORS_KEYS;
        const bool again = number == 0 || work->shares != work->attempt / SEPARATORS_KEYS;
        if (work->best_side &&
            (again || (number >= SEPARATORS_SUM && work->count < SEPARATORS_SMALL))) {
            continue;
        }
        work->share = 4u << work->attempt / SEPARATORS_KEYS;
        work->shares = work->attempt++ / SEPARATORS_KEYS;
        separators_sort_along(work, number < SEPARATORS_SUM ? number ^ work->longer : number,
                              SEPARATORS_CAST);
        return;
    }
    separators_finish(work);
}

// Parts -------------------------------------------------------------------------------------------

static void separators_side(wayi_beacon_cutter *work, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++) {
        work->best[i] = work->keys[work->targets[i]] ? WAYI_FLOW_FAR : WAYI_FLOW_NEAR;
    }
}

/// Deals parts to two sides, each to the smaller one; keys tell which.
static void separators_deal(wayi_beacon_cutter *work, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++) {
        const uint32_t part = work->sorted[i];
        const uint32_t side = work->places[WAYI_FLOW_FAR] < work->places[WAYI_FLOW_NEAR];
        work->places[side] += work->count - work->keys[part];
        work->keys[part] = side;
    }
}

static void separators_begin_sides(wayi_beacon_cutter *work)
{
    work->best_cut = 0;
    work->best_side = 1;
    work->best_near = work->places[WAYI_FLOW_NEAR];
    separators_go(work, SEPARATORS_SIDE);
}

/// Weighs parts: a key is the less the larger its part is. What part a vertex is in moves from keys
/// to where edges were; a part's number is no more than that of its first vertex.
static void separators_weigh(wayi_beacon_cutter *work, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++) {
        const uint32_t part = work->keys[i];
        work->targets[i] = part;
        if (part == work->weighed) {
            work->keys[part] = work->count;
            work->weighed++;
        }
        work->keys[part]--;
    }
}

/// The largest part comes first, ties by their first vertex.
static void separators_sort_parts(wayi_beacon_cutter *work)
{
    work->low[0] = 0;
    work->high[0] = work->count;
    separators_sort(work, work->starts, work->parts, SEPARATORS_DEAL);
}

/// Numbers the connected parts of the node in `keys`; takes as many pieces to find vertices where
/// parts begin as to go on from each, which wait in `sorted`.
static void separators_number(wayi_beacon_cutter *work, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++) {
        if (work->waiting == 0) {
            const uint32_t v = work->begun++;
            if (work->keys[v] == UINT32_MAX) {
                work->keys[v] = work->parts++;
                work->sorted[work->waiting++] = v;
            }
            continue;
        }
        const uint32_t v = work->sorted[--work->waiting];
        work->looked += work->starts[v + 1] - work->starts[v];
        for (uint32_t e = work->starts[v]; e < work->starts[v + 1]; e++) {
            const uint32_t to = work->targets[e];
            if (work->keys[to] == UINT32_MAX) {
                work->keys[to] = work->keys[v];
                work->sorted[work->waiting++] = to;
            }
        }
    }
}

static void separators_end_parts(wayi_beacon_cutter *work)
{
    if (work->parts > 1) {
        separators_go(work, SEPARATORS_WEIGH);
    } else if (work->count > SEPARATORS_LEAF) {
        work->fits = wayi_flow_init(&work->flow, work->count, work->build->allocator);
        work->flow.starts = work->starts;
        work->flow.targets = work->targets;
        separators_try(work);
    } else {
        separators_finish(work);
    }
}

// Edges -------------------------------------------------------------------------------------------

/// Takes over the edges inside the node: others lead to cuts above, which have owners.
static void separators_take_edges(wayi_beacon_cutter *work, uint32_t first, uint32_t end)
{
    const wayi_beacon_build *build = work->build;
    uint32_t at = work->starts[first];
    for (uint32_t i = first; i < end; i++) {
        const uint32_t rank = work->ranks[i];
        work->looked += build->starts[rank + 1] - build->starts[rank];
        for (uint32_t e = build->starts[rank]; e < build->starts[rank + 1]; e++) {
            const uint32_t to = build->targets[e];
            if (build->owners[to] == WAYI_BEACON_NONE) {
                work->targets[at++] = build->locals[to];
            }
        }
        work->starts[i + 1] = at;
        work->keys[i] = UINT32_MAX;
    }
}

static void separators_count_edges(wayi_beacon_cutter *work, uint32_t first, uint32_t end)
{
    const wayi_beacon_build *build = work->build;
    for (uint32_t i = first; i < end; i++) {
        const uint32_t rank = work->ranks[i];
        build->locals[rank] = i;
        separators_widen(work, 0, build->places[rank].x);
        separators_widen(work, 1, build->places[rank].y);
        work->edge_count += build->starts[rank + 1] - build->starts[rank];
    }
}

/// Makes room. A node so deep that there is none below is not cut.
static void separators_open(wayi_beacon_cutter *work)
{
    const wayi_beacon_build *build = work->build;
    const way_allocator *allocator = build->allocator;
    wayi_beacon_split *split = &build->splits[work->node];
    if (work->count <= 1) {
        split->cut = work->count;
        split->middle = split->end;
        if (work->count) {
            build->owners[work->ranks[0]] = work->node;
        }
        separators_go(work, SEPARATORS_DONE);
        return;
    }
    work->open = true;
    work->room = work->edge_count > work->count ? work->edge_count : work->count;
    work->bin_count = build->index->still.width + build->index->still.height + 2;
    work->starts = wayi_alloc(allocator, (size_t)work->count + 1, sizeof *work->starts);
    work->targets = wayi_alloc(allocator, work->room, sizeof *work->targets);
    work->keys = wayi_alloc(allocator, work->count, sizeof *work->keys);
    work->sorted = wayi_alloc(allocator, work->count, sizeof *work->sorted);
    work->bins = wayi_alloc(allocator, work->bin_count, sizeof *work->bins);
    work->best = wayi_alloc(allocator, work->count, sizeof *work->best);
    work->fits =
        work->starts && work->targets && work->keys && work->sorted && work->bins && work->best;
    if (!work->fits) {
        return;
    }
    if (split->depth >= WAYI_BEACON_DEPTH) {
        separators_finish(work);
        return;
    }
    work->longer = work->high[1] - work->low[1] > work->high[0] - work->low[0];
    work->starts[0] = 0;
    separators_go(work, SEPARATORS_TAKE);
}

// All of it ---------------------------------------------------------------------------------------

/// What a pass goes over.
enum { SEPARATORS_VERTICES, SEPARATORS_TWICE, SEPARATORS_PARTS, SEPARATORS_HUBS };

static const struct {
    void (*piece)(wayi_beacon_cutter *work, uint32_t first, uint32_t end);
    void (*end)(wayi_beacon_cutter *work);
    uint32_t over;
    uint32_t some; ///< what is done in the time of a state of a flow
} separators_passes[SEPARATORS_DONE] = {
    [SEPARATORS_OPEN] = {separators_count_edges, separators_open, SEPARATORS_VERTICES, 4},
    [SEPARATORS_TAKE] = {separators_take_edges, NULL, SEPARATORS_VERTICES, 2},
    [SEPARATORS_NUMBER] = {separators_number, separators_end_parts, SEPARATORS_TWICE, 2},
    [SEPARATORS_WEIGH] = {separators_weigh, separators_sort_parts, SEPARATORS_VERTICES, 4},
    [SEPARATORS_DEAL] = {separators_deal, separators_begin_sides, SEPARATORS_PARTS, 4},
    [SEPARATORS_SIDE] = {separators_side, separators_finish, SEPARATORS_VERTICES, 4},
    [SEPARATORS_KEY] = {separators_key, separators_sort_keys, SEPARATORS_VERTICES, 4},
    [SEPARATORS_CAST] = {separators_cast, separators_begin_flow, SEPARATORS_VERTICES, 4},
    [SEPARATORS_COPY] = {separators_copy, separators_begin_places, SEPARATORS_VERTICES, 64},
    [SEPARATORS_PLACE] = {separators_place, separators_order_cut, SEPARATORS_VERTICES, 4},
    [SEPARATORS_OWN] = {separators_own, NULL, SEPARATORS_HUBS, 4},
};

static uint32_t separators_limit(const wayi_beacon_cutter *work)
{
    switch (separators_passes[work->pass].over) {
    case SEPARATORS_TWICE:
        return 2 * work->count;
    case SEPARATORS_PARTS:
        return work->parts;
    case SEPARATORS_HUBS:
        return work->build->splits[work->node].cut;
    default:
        return work->count;
    }
}

void wayi_beacon_cutter_open(wayi_beacon_cutter *work, const wayi_beacon_build *build,
                             uint32_t node)
{
    const wayi_beacon_split *split = &build->splits[node];
    *work = (wayi_beacon_cutter){.build = build,
                                 .node = node,
                                 .ranks = build->order + split->first,
                                 .count = split->end - split->first,
                                 .pass = SEPARATORS_OPEN,
                                 .fits = true};
    separators_forget_reach(work);
}

void wayi_beacon_cutter_close(wayi_beacon_cutter *work)
{
    if (!work->open) {
        return;
    }
    const way_allocator *allocator = work->build->allocator;
    wayi_flow_fini(&work->flow, allocator);
    WAYI_FREE(allocator, work->starts, (size_t)work->count + 1);
    WAYI_FREE(allocator, work->targets, work->room);
    WAYI_FREE(allocator, work->keys, work->count);
    WAYI_FREE(allocator, work->sorted, work->count);
    WAYI_FREE(allocator, work->bins, work->bin_count);
    WAYI_FREE(allocator, work->best, work->count);
    work->open = false;
}

/// A piece of the pass in hand; returns about how many states of a flow that was.
static uint32_t separators_do(wayi_beacon_cutter *work, uint32_t budget)
{
    const uint32_t pass = work->pass;
    const uint32_t most =
        separators_passes[pass].some * (budget < SEPARATORS_UNITS ? budget : SEPARATORS_UNITS);
    const uint32_t limit = separators_limit(work);
    const uint32_t some = limit - work->past < most ? limit - work->past : most;
    work->looked = 0;
    separators_passes[pass].piece(work, work->past, work->past + some);
    work->past += some;
    if (work->past == limit && separators_passes[pass].end) {
        separators_passes[pass].end(work);
    } else if (work->past == limit) {
        separators_go(work, pass + 1);
    }
    return 1 + some / separators_passes[pass].some + work->looked / SEPARATORS_EDGES;
}

way_status wayi_beacon_cutter_step(wayi_beacon_cutter *work, uint32_t *budget, bool *done)
{
    work->beyond = 0;
    while (*budget && work->fits && work->pass != SEPARATORS_DONE) {
        if (work->pass == SEPARATORS_SORT) {
            if (!wayi_sorter_step(&work->sorter, budget)) {
                separators_go(work, work->then);
            }
            continue;
        }
        if (work->pass != SEPARATORS_FLOW) {
            const uint32_t spent = separators_do(work, *budget);
            work->beyond = spent < *budget ? 0 : spent - *budget;
            wayi_budget_take(budget, spent);
            continue;
        }
        const wayi_flow_state state = wayi_flow_step(&work->flow, budget);
        if (state == WAYI_FLOW_FOUND) {
            separators_judge(work);
        }
        if (state != WAYI_FLOW_MORE) {
            separators_try(work);
        }
    }
    *done = work->pass == SEPARATORS_DONE;
    return work->fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}
