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

/// Numbers states by their distance from the sources; false if no sink can be reached.
static bool flow_level(wayi_cut_flow *flow)
{
    uint32_t head = 0;
    uint32_t tail = 0;
    uint32_t enough = UINT32_MAX; // no need to look beyond the first sinks
    memset(flow->levels, 0, (size_t)flow->count * 2 * sizeof *flow->levels);
    for (uint32_t i = 0; i < flow->start_count; i++) {
        flow->levels[2 * flow->firsts[i]] = 1;
        flow->queue[tail++] = 2 * flow->firsts[i];
    }
    while (head < tail) {
        const uint32_t state = flow->queue[head++];
        const uint32_t level = flow->levels[state];
        if (level >= enough) {
            return true;
        }
        if ((state & 1u) && flow->roles[state >> 1] == WAYI_FLOW_SINK) {
            enough = level;
            continue;
        }
        const uint32_t arcs = flow_arc_count(flow, state);
        for (uint32_t arc = 0; arc < arcs; arc++) {
            const uint32_t to = flow_arc(flow, state, arc);
            if (to != WAYI_FLOW_NONE && !flow->levels[to]) {
                flow->levels[to] = level + 1;
                flow->queue[tail++] = to;
            }
        }
    }
    return enough != UINT32_MAX;
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

/// Looks for one way of the phase from a source; the queue serves as the stack.
static bool flow_search(wayi_cut_flow *flow, uint32_t source)
{
    uint32_t *stack = flow->queue;
    uint32_t count = 1;
    stack[0] = 2 * source;
    while (count) {
        const uint32_t state = stack[count - 1];
        if ((state & 1u) && flow->roles[state >> 1] == WAYI_FLOW_SINK) {
            flow_augment(flow, stack, count);
            // Each state is on one way of a phase: through it no more can go.
            for (uint32_t i = 0; i < count; i++) {
                flow->levels[stack[i]] = 0;
            }
            return true;
        }
        const uint32_t arcs = flow_arc_count(flow, state);
        uint32_t to = WAYI_FLOW_NONE;
        while (flow->arcs[state] < arcs && to == WAYI_FLOW_NONE) {
            const uint32_t next = flow_arc(flow, state, flow->arcs[state]++);
            if (next != WAYI_FLOW_NONE && flow->levels[next] == flow->levels[state] + 1) {
                to = next;
            }
        }
        if (to == WAYI_FLOW_NONE) {
            flow->levels[state] = 0;
            count--;
        } else {
            stack[count++] = to;
        }
    }
    return false;
}

bool wayi_flow_run(wayi_cut_flow *flow, uint32_t most)
{
    memset(flow->used, 0, flow->count * sizeof *flow->used);
    memset(flow->before, 0xff, flow->count * sizeof *flow->before);
    flow->value = 0;
    flow_find_starts(flow);
    while (flow_level(flow)) {
        memset(flow->arcs, 0, (size_t)flow->count * 2 * sizeof *flow->arcs);
        for (uint32_t i = 0; i < flow->start_count; i++) {
            if (flow->levels[2 * flow->firsts[i]] == 1 && flow_search(flow, flow->firsts[i]) &&
                flow->value > most) {
                return false;
            }
        }
    }
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
    return true;
}
