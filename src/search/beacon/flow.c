// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/beacon/flow.h"

#include <string.h>

// States: 2 * v where ways come in, 2 * v + 1 where they go out.

bool wayi_flow_init(wayi_cut_flow *flow, uint32_t count, const way_allocator *allocator)
{
    *flow = (wayi_cut_flow){.count = count};
    flow->roles = wayi_alloc(allocator, count, sizeof *flow->roles);
    flow->sides = wayi_alloc(allocator, count, sizeof *flow->sides);
    flow->before = wayi_alloc(allocator, count, sizeof *flow->before);
    flow->levels = wayi_alloc(allocator, count, 2 * sizeof *flow->levels);
    flow->arcs = wayi_alloc(allocator, count, 2 * sizeof *flow->arcs);
    flow->queue = wayi_alloc(allocator, count, 2 * sizeof *flow->queue);
    flow->used = wayi_alloc(allocator, count, sizeof *flow->used);
    flow->firsts = wayi_alloc(allocator, count, sizeof *flow->firsts);
    return flow->roles && flow->sides && flow->before && flow->levels && flow->arcs &&
           flow->queue && flow->used && flow->firsts;
}

void wayi_flow_fini(wayi_cut_flow *flow, const way_allocator *allocator)
{
    wayi_free(allocator, flow->roles, flow->count, sizeof *flow->roles);
    wayi_free(allocator, flow->sides, flow->count, sizeof *flow->sides);
    wayi_free(allocator, flow->before, flow->count, sizeof *flow->before);
    wayi_free(allocator, flow->levels, flow->count, 2 * sizeof *flow->levels);
    wayi_free(allocator, flow->arcs, flow->count, 2 * sizeof *flow->arcs);
    wayi_free(allocator, flow->queue, flow->count, 2 * sizeof *flow->queue);
    wayi_free(allocator, flow->used, flow->count, sizeof *flow->used);
    wayi_free(allocator, flow->firsts, flow->count, sizeof *flow->firsts);
}

/// The state that an arc leads to, or NONE. From `in`: on through an unused vertex, or back along
/// the way that comes in. From `out`: to the neighbours, or back through a used vertex.
static inline uint32_t flow_arc(const wayi_cut_flow *flow, uint32_t state, uint32_t arc)
{
    const uint32_t v = state >> 1;
    if (!(state & 1u)) {
        if (arc == 0) {
            return flow->used[v] ? WAYI_FLOW_NONE : state + 1;
        }
        return flow->before[v] == WAYI_FLOW_NONE ? WAYI_FLOW_NONE : 2 * flow->before[v] + 1;
    }
    const uint32_t first = flow->starts[v];
    if (arc < flow->starts[v + 1] - first) {
        return 2 * flow->targets[first + arc];
    }
    return flow->used[v] ? state - 1 : WAYI_FLOW_NONE;
}

static inline uint32_t flow_arc_count(const wayi_cut_flow *flow, uint32_t state)
{
    return state & 1u ? flow->starts[(state >> 1) + 1] - flow->starts[state >> 1] + 1 : 2;
}

/// Lists the sources that have other neighbours: a way from any other passes one of them.
static void flow_find_starts(wayi_cut_flow *flow)
{
    flow->start_count = 0;
    for (uint32_t v = 0; v < flow->count; v++) {
        bool outer = false;
        for (uint32_t e = flow->starts[v];
             flow->roles[v] == WAYI_FLOW_SOURCE && !outer && e < flow->starts[v + 1]; e++) {
            outer = flow->roles[flow->targets[e]] != WAYI_FLOW_SOURCE;
        }
        if (outer) {
            flow->firsts[flow->start_count++] = v;
        }
    }
}

/// Begins to number states by their distance from the sources.
static void flow_begin_levels(wayi_cut_flow *flow)
{
    memset(flow->levels, 0, (size_t)flow->count * 2 * sizeof *flow->levels);
    flow->levelling = true;
    flow->enough = UINT32_MAX; // no need to look beyond the first sinks
    flow->head = 0;
    flow->tail = 0;
    for (uint32_t i = 0; i < flow->start_count; i++) {
        flow->levels[2 * flow->firsts[i]] = 1;
        flow->queue[flow->tail++] = 2 * flow->firsts[i];
    }
}

/// Numbers states; false when that is over.
static bool flow_level(wayi_cut_flow *flow, uint32_t *budget)
{
    while (flow->head < flow->tail && *budget) {
        const uint32_t state = flow->queue[flow->head++];
        const uint32_t level = flow->levels[state];
        --*budget;
        if (level >= flow->enough) {
            return false;
        }
        if ((state & 1u) && flow->roles[state >> 1] == WAYI_FLOW_SINK) {
            flow->enough = level;
            continue;
        }
        const uint32_t arcs = flow_arc_count(flow, state);
        for (uint32_t arc = 0; arc < arcs; arc++) {
            const uint32_t to = flow_arc(flow, state, arc);
            if (to != WAYI_FLOW_NONE && !flow->levels[to]) {
                flow->levels[to] = level + 1;
                flow->queue[flow->tail++] = to;
            }
        }
    }
    return flow->head < flow->tail;
}

/// Turns the states on the stack into a way more.
static void flow_augment(wayi_cut_flow *flow, const uint32_t *stack, uint32_t count)
{
    flow->before[stack[0] >> 1] = WAYI_FLOW_NONE;
    for (uint32_t i = 0; i + 1 < count; i++) {
        const uint32_t from = stack[i];
        const uint32_t to = stack[i + 1];
        if (from >> 1 == to >> 1) {
            flow->used[from >> 1] = to & 1u;
            if (!(to & 1u)) {
                flow->before[to >> 1] = WAYI_FLOW_NONE;
            }
        } else if (from & 1u) {
            flow->before[to >> 1] = from >> 1;
        }
    }
    flow->value++;
}

/// Goes on with the way in hand by one state; the queue serves as the stack.
static void flow_search(wayi_cut_flow *flow)
{
    uint32_t *stack = flow->queue;
    const uint32_t state = stack[flow->tail - 1];
    if ((state & 1u) && flow->roles[state >> 1] == WAYI_FLOW_SINK) {
        flow_augment(flow, stack, flow->tail);
        // Each state is on one way of a phase: through it no more can go.
        for (uint32_t i = 0; i < flow->tail; i++) {
            flow->levels[stack[i]] = 0;
        }
        flow->tail = 0;
        return;
    }
    const uint32_t arcs = flow_arc_count(flow, state);
    while (flow->arcs[state] < arcs) {
        const uint32_t next = flow_arc(flow, state, flow->arcs[state]++);
        if (next != WAYI_FLOW_NONE && flow->levels[next] == flow->levels[state] + 1) {
            stack[flow->tail++] = next;
            return;
        }
    }
    flow->levels[state] = 0;
    flow->tail--;
}

/// Looks for ways of the phase; false when there are no more, or too many.
static bool flow_find_ways(wayi_cut_flow *flow, uint32_t *budget)
{
    while (*budget && flow->value <= flow->most) {
        if (flow->tail) {
            --*budget;
            flow_search(flow);
        } else if (flow->first == flow->start_count) {
            return false;
        } else {
            const uint32_t source = flow->firsts[flow->first++];
            flow->queue[0] = 2 * source;
            flow->tail = flow->levels[2 * source] == 1;
        }
    }
    return flow->value <= flow->most;
}

/// Tells the sides by what could be reached last.
static void flow_part(wayi_cut_flow *flow)
{
    for (uint32_t i = 0; i < flow->start_count; i++) {
        flow->roles[flow->firsts[i]] = WAYI_FLOW_PLAIN;
    }
    // Sources with no other neighbours are near whatever is cut.
    for (uint32_t v = 0; v < flow->count; v++) {
        flow->sides[v] = flow->levels[2 * v + 1] || flow->roles[v] == WAYI_FLOW_SOURCE
                             ? WAYI_FLOW_NEAR
                         : flow->levels[2 * v] ? WAYI_FLOW_CUT
                                               : WAYI_FLOW_FAR;
    }
}

void wayi_flow_begin(wayi_cut_flow *flow, uint32_t most)
{
    memset(flow->used, 0, flow->count * sizeof *flow->used);
    memset(flow->before, 0xff, flow->count * sizeof *flow->before);
    flow->value = 0;
    flow->most = most;
    flow_find_starts(flow);
    flow_begin_levels(flow);
}

wayi_flow_state wayi_flow_step(wayi_cut_flow *flow, uint32_t *budget)
{
    while (*budget) {
        if (flow->levelling) {
            if (flow_level(flow, budget)) {
                continue;
            }
            if (flow->enough == UINT32_MAX) {
                flow_part(flow);
                return WAYI_FLOW_FOUND;
            }
            memset(flow->arcs, 0, (size_t)flow->count * 2 * sizeof *flow->arcs);
            flow->levelling = false;
            flow->first = 0;
            flow->tail = 0;
        } else if (!flow_find_ways(flow, budget)) {
            if (flow->value > flow->most) {
                return WAYI_FLOW_GIVEN_UP;
            }
            flow_begin_levels(flow);
        }
    }
    return WAYI_FLOW_MORE;
}
