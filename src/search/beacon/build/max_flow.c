// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/beacon/build/max_flow.h"

#include "base/budget.h"
#include "search/beacon/build/sorter.h"

#include <string.h>

// States: 2 * v where ways come in, 2 * v + 1 where they go out.

/// Arcs that are looked at, vertices that are gone over, and states that are wiped in the time of
/// a state.
#define FLOW_ARCS 8u
#define FLOW_PLAIN 4u
#define FLOW_WIPED 64u

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
    WAYI_FREE(allocator, flow->roles, flow->count);
    WAYI_FREE(allocator, flow->sides, flow->count);
    WAYI_FREE(allocator, flow->before, flow->count);
    wayi_free(allocator, flow->levels, flow->count, 2 * sizeof *flow->levels);
    wayi_free(allocator, flow->arcs, flow->count, 2 * sizeof *flow->arcs);
    wayi_free(allocator, flow->queue, flow->count, 2 * sizeof *flow->queue);
    WAYI_FREE(allocator, flow->used, flow->count);
    WAYI_FREE(allocator, flow->firsts, flow->count);
}

/// Begins another turn.
static void flow_turn(wayi_cut_flow *flow, wayi_flow_turn turn)
{
    flow->turn = turn;
    flow->past = 0;
}

/// Takes vertices off all ways, and lists the sources that have other neighbours: a way from any
/// other passes one of them.
static void flow_reset(wayi_cut_flow *flow, uint32_t *budget)
{
    for (const uint32_t end = wayi_piece_end(flow->past, flow->count, 1, budget); flow->past < end;
         flow->past++) {
        const uint32_t v = flow->past;
        bool outer = false;
        flow->used[v] = false;
        flow->before[v] = WAYI_FLOW_NONE;
        for (uint32_t e = flow->starts[v];
             flow->roles[v] == WAYI_FLOW_SOURCE && !outer && e < flow->starts[v + 1]; e++) {
            const uint32_t role = flow->roles[flow->targets[e]];
            outer = role != WAYI_FLOW_SOURCE && role != WAYI_FLOW_START;
        }
        if (outer) {
            flow->roles[v] = WAYI_FLOW_START;
            flow->firsts[flow->start_count++] = v;
        }
    }
    if (flow->past == flow->count) {
        flow_turn(flow, WAYI_FLOW_WIPE);
    }
}

static void flow_wipe(wayi_cut_flow *flow, uint32_t *budget)
{
    const uint32_t end = wayi_piece_end(flow->past, 2 * flow->count, FLOW_WIPED, budget);
    memset(flow->levels + flow->past, 0, (end - flow->past) * sizeof *flow->levels);
    flow->past = end;
    if (end == 2 * flow->count) {
        flow->enough = UINT32_MAX; // no need to look beyond the first sinks
        flow->head = 0;
        flow->tail = 0;
        flow_turn(flow, WAYI_FLOW_QUEUE);
    }
}

static void flow_queue(wayi_cut_flow *flow, uint32_t *budget)
{
    for (const uint32_t end = wayi_piece_end(flow->past, flow->start_count, FLOW_PLAIN, budget);
         flow->past < end; flow->past++) {
        const uint32_t state = 2 * flow->firsts[flow->past];
        flow->levels[state] = 1;
        flow->arcs[state] = 0;
        flow->queue[flow->tail++] = state;
    }
    if (flow->past == flow->start_count) {
        flow_turn(flow, WAYI_FLOW_LEVEL);
    }
}

/// Numbers a state unless it has a number, as the next one of the queue.
static inline void flow_number(wayi_cut_flow *flow, uint32_t state, uint32_t level)
{
    if (!flow->levels[state]) {
        flow->levels[state] = level;
        flow->arcs[state] = 0;
        flow->queue[flow->tail++] = state;
    }
}

/// Numbers what the arcs of a state lead to. From `in`: on through an unused vertex, or back along
/// the way that comes in. From `out`: to the neighbours, or back through a used vertex. Returns how
/// many they are.
static uint32_t flow_number_next(wayi_cut_flow *flow, uint32_t state, uint32_t level)
{
    const uint32_t v = state >> 1;
    if (!(state & 1u)) {
        if (!flow->used[v]) {
            flow_number(flow, state + 1, level);
        }
        if (flow->before[v] != WAYI_FLOW_NONE) {
            flow_number(flow, 2 * flow->before[v] + 1, level);
        }
        return 2;
    }
    const uint32_t end = flow->starts[v + 1];
    for (uint32_t e = flow->starts[v]; e < end; e++) {
        flow_number(flow, 2 * flow->targets[e], level);
    }
    if (flow->used[v]) {
        flow_number(flow, state - 1, level);
    }
    return end - flow->starts[v] + 1;
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
        wayi_budget_take(budget, flow_number_next(flow, state, level + 1) / FLOW_ARCS);
    }
    return flow->head < flow->tail;
}

/// Takes the last state off a way that was found, and with it the step that led there. Each state
/// is on one way of a phase: through it no more can go.
static void flow_take(wayi_cut_flow *flow)
{
    const uint32_t to = flow->queue[--flow->tail];
    flow->levels[to] = 0;
    if (flow->tail == 0) {
        flow->before[to >> 1] = WAYI_FLOW_NONE;
        flow->found = false;
        flow->value++;
        return;
    }
    const uint32_t from = flow->queue[flow->tail - 1];
    if (from >> 1 == to >> 1) {
        flow->used[from >> 1] = to & 1u;
        if (!(to & 1u)) {
            flow->before[to >> 1] = WAYI_FLOW_NONE;
        }
    } else if (from & 1u) {
        flow->before[to >> 1] = from >> 1;
    }
}

/// The state that the next arc of a state leads to which goes a level on, or NONE; arcs are those
/// of flow_number_next, in that order, from one on that is counted up.
static inline uint32_t flow_go_on(const wayi_cut_flow *flow, uint32_t state, uint32_t *arc)
{
    const uint32_t v = state >> 1;
    const uint32_t level = flow->levels[state] + 1;
    if (!(state & 1u)) {
        if (*arc == 0 && ++*arc && !flow->used[v] && flow->levels[state + 1] == level) {
            return state + 1;
        }
        const uint32_t back = *arc == 1 ? flow->before[v] : WAYI_FLOW_NONE;
        *arc = 2;
        return back != WAYI_FLOW_NONE && flow->levels[2 * back + 1] == level ? 2 * back + 1
                                                                             : WAYI_FLOW_NONE;
    }
    const uint32_t *targets = flow->targets + flow->starts[v];
    const uint32_t degree = flow->starts[v + 1] - flow->starts[v];
    for (uint32_t at = *arc; at < degree; at++) {
        if (flow->levels[2 * targets[at]] == level) {
            *arc = at + 1;
            return 2 * targets[at];
        }
    }
    const bool back = *arc <= degree && flow->used[v] && flow->levels[state - 1] == level;
    *arc = degree + 1;
    return back ? state - 1 : WAYI_FLOW_NONE;
}

/// Goes on with the way in hand by one state; the queue serves as the stack. Returns the arcs that
/// it looked at.
static uint32_t flow_search(wayi_cut_flow *flow)
{
    uint32_t *stack = flow->queue;
    const uint32_t state = stack[flow->tail - 1];
    if ((state & 1u) && flow->roles[state >> 1] == WAYI_FLOW_SINK) {
        flow->found = true;
        return 0;
    }
    const uint32_t first = flow->arcs[state];
    const uint32_t next = flow_go_on(flow, state, &flow->arcs[state]);
    if (next != WAYI_FLOW_NONE) {
        stack[flow->tail++] = next;
    } else {
        flow->levels[state] = 0;
        flow->tail--;
    }
    return flow->arcs[state] - first;
}

/// Looks for ways of the phase; false when there are no more, or too many.
static bool flow_seek(wayi_cut_flow *flow, uint32_t *budget)
{
    while (*budget && flow->value <= flow->most) {
        if (flow->found) {
            --*budget;
            flow_take(flow);
        } else if (flow->tail) {
            wayi_budget_take(budget, 1 + flow_search(flow) / FLOW_ARCS);
        } else if (flow->past == flow->start_count) {
            return false;
        } else {
            const uint32_t source = flow->firsts[flow->past++];
            --*budget;
            flow->queue[0] = 2 * source;
            flow->tail = flow->levels[2 * source] == 1;
        }
    }
    return flow->value <= flow->most;
}

/// Tells the sides by what could be reached last; false when that is over.
static bool flow_part(wayi_cut_flow *flow, uint32_t *budget)
{
    for (const uint32_t end = wayi_piece_end(flow->past, flow->count, FLOW_PLAIN, budget);
         flow->past < end; flow->past++) {
        // Sources with no other neighbours are near whatever is cut.
        const uint32_t v = flow->past;
        flow->sides[v] = flow->levels[2 * v + 1] || flow->roles[v] == WAYI_FLOW_SOURCE
                             ? WAYI_FLOW_NEAR
                         : flow->levels[2 * v] ? WAYI_FLOW_CUT
                                               : WAYI_FLOW_FAR;
        flow->totals[flow->sides[v]]++;
    }
    return flow->past < flow->count;
}

void wayi_flow_begin(wayi_cut_flow *flow, uint32_t most)
{
    flow->value = 0;
    flow->most = most;
    flow->start_count = 0;
    flow->found = false;
    memset(flow->totals, 0, sizeof flow->totals);
    flow_turn(flow, WAYI_FLOW_RESET);
}

/// Does some of the turn in hand.
static wayi_flow_state flow_do(wayi_cut_flow *flow, uint32_t *budget)
{
    switch (flow->turn) {
    case WAYI_FLOW_RESET:
        flow_reset(flow, budget);
        break;
    case WAYI_FLOW_WIPE:
        flow_wipe(flow, budget);
        break;
    case WAYI_FLOW_QUEUE:
        flow_queue(flow, budget);
        break;
    case WAYI_FLOW_LEVEL:
        if (!flow_level(flow, budget)) {
            flow->tail = 0;
            flow_turn(flow, flow->enough == UINT32_MAX ? WAYI_FLOW_PART : WAYI_FLOW_SEEK);
        }
        break;
    case WAYI_FLOW_SEEK:
        if (!flow_seek(flow, budget)) {
            if (flow->value > flow->most) {
                return WAYI_FLOW_GIVEN_UP;
            }
            flow_turn(flow, WAYI_FLOW_WIPE);
        }
        break;
    default:
        return flow_part(flow, budget) ? WAYI_FLOW_MORE : WAYI_FLOW_FOUND;
    }
    return WAYI_FLOW_MORE;
}

wayi_flow_state wayi_flow_step(wayi_cut_flow *flow, uint32_t *budget)
{
    wayi_flow_state state = WAYI_FLOW_MORE;
    while (*budget && state == WAYI_FLOW_MORE) {
        state = flow_do(flow, budget);
    }
    return state;
}
