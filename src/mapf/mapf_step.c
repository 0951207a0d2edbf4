// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// One step for all units of a problem, by priority inheritance with backtracking; as in agree.c,
// but for single cells with four neighbours, and with the swap of two units that meet head-on in a
// corridor: the one that has to give way walks back, pulling the other along, to a place where they
// can pass.
//
// References: K. Okumura, LaCAM: search-based algorithm for quick multi-agent pathfinding, AAAI
// 2023; Improving LaCAM for scalable eventually optimal multi-agent pathfinding, IJCAI 2023.
#include "mapf/mapf.h"

static inline wayi_mapf_spot mapf_step_target(const wayi_mapf_step *step, wayi_mapf_spot spot,
                                              uint32_t moves)
{
    return spot + (uint32_t)step->offsets[wayi_bits_lowest(moves)];
}

/// The exits of a spot other than `from` and dead ends where somebody rests; `*exit` is one.
static uint32_t mapf_step_exits(const wayi_mapf_step *step, wayi_mapf_spot spot,
                                wayi_mapf_spot from, wayi_mapf_spot *exit)
{
    uint32_t count = 0;
    for (uint32_t moves = step->exits[spot]; moves; moves &= moves - 1) {
        const wayi_mapf_spot other = mapf_step_target(step, spot, moves);
        const uint32_t who = step->here[other];
        const uint32_t around = step->exits[other];
        const bool rests =
            (around & (around - 1)) == 0 && who != WAYI_MAPF_NONE && step->goals[who] == other;
        if (other != from && !rests) {
            count++;
            *exit = other;
        }
    }
    return count;
}

/// Whether a pusher on `p` and a puller on `q` can't pass by themselves.
static bool mapf_step_needs_swap(const wayi_mapf_step *step, uint32_t pusher, uint32_t puller,
                                 wayi_mapf_spot p, wayi_mapf_spot q)
{
    while (wayi_mapf_is_nearer(step->table, pusher, p, q)) {
        wayi_mapf_spot exit = WAYI_MAPF_NONE;
        const uint32_t exits = mapf_step_exits(step, q, p, &exit);
        if (exits >= 2) {
            return false;
        }
        if (exits == 0) {
            // Who may be anywhere has to come out of a dead end all the same.
            if (step->goals[puller] == WAYI_MAPF_NONE) {
                return true;
            }
            break;
        }
        p = q;
        q = exit;
    }
    return wayi_mapf_is_nearer(step->table, puller, q, p) &&
           (p == step->goals[pusher] || wayi_mapf_is_nearer(step->table, pusher, p, q));
}

/// Whether there is a place behind `q`, away from `p`, where two can pass.
static bool mapf_step_can_swap(const wayi_mapf_step *step, wayi_mapf_spot p, wayi_mapf_spot q)
{
    const wayi_mapf_spot first = p;
    while (q != first) {
        wayi_mapf_spot exit = WAYI_MAPF_NONE;
        const uint32_t exits = mapf_step_exits(step, q, p, &exit);
        if (exits != 1) {
            return exits >= 2;
        }
        p = q;
        q = exit;
    }
    return false;
}

/// The unit with which this one has to change places, if its first candidate is `u`.
static uint32_t mapf_step_partner(const wayi_mapf_step *step, uint32_t unit, wayi_mapf_spot u)
{
    const wayi_mapf_spot v = step->now[unit];
    if (u == v) {
        return WAYI_MAPF_NONE;
    }
    const uint32_t ahead = step->here[u];
    if (ahead != WAYI_MAPF_NONE && step->next[ahead] == WAYI_MAPF_NONE &&
        mapf_step_needs_swap(step, unit, ahead, v, u) && mapf_step_can_swap(step, u, v)) {
        return ahead;
    }
    for (uint32_t moves = step->exits[v]; moves; moves &= moves - 1) {
        const wayi_mapf_spot w = mapf_step_target(step, v, moves);
        const uint32_t behind = step->here[w];
        if (w != u && behind != WAYI_MAPF_NONE && behind != ahead &&
            mapf_step_needs_swap(step, behind, unit, v, u) && mapf_step_can_swap(step, u, v)) {
            return behind;
        }
    }
    return WAYI_MAPF_NONE;
}

/// Lists the candidates of a unit, best first: nearer cells, staying, farther cells; free ones
/// before taken ones, then by chance.
static void mapf_step_list(wayi_mapf_step *step, wayi_mapf_push *push, uint32_t unit)
{
    const wayi_mapf_spot v = step->now[unit];
    const bool home = wayi_mapf_is_home(step, unit, v);
    uint32_t keys[5];
    push->unit = unit;
    push->next = 0;
    push->count = 1;
    push->spots[0] = v;
    uint64_t chance = way_rng_next(&step->rng);
    keys[0] = (home ? 0u : 2u) << 16 | (uint32_t)(chance & 0xffu);
    for (uint32_t moves = step->exits[v]; moves; moves &= moves - 1) {
        const wayi_mapf_spot u = mapf_step_target(step, v, moves);
        chance >>= 8;
        const uint32_t rank = wayi_mapf_is_nearer(step->table, unit, v, u) ? 1u : 3u;
        const uint32_t taken = step->here[u] != WAYI_MAPF_NONE;
        const uint32_t key = rank << 16 | taken << 8 | (uint32_t)(chance & 0xffu);
        uint32_t at = push->count++;
        for (; at > 0 && keys[at - 1] > key; at--) {
            keys[at] = keys[at - 1];
            push->spots[at] = push->spots[at - 1];
        }
        keys[at] = key;
        push->spots[at] = u;
    }
    push->partner = mapf_step_partner(step, unit, push->spots[0]);
    if (push->partner != WAYI_MAPF_NONE) {
        for (uint32_t a = 0, b = push->count - 1; a < b; a++, b--) {
            const wayi_mapf_spot cell = push->spots[a];
            push->spots[a] = push->spots[b];
            push->spots[b] = cell;
        }
    }
}

static void mapf_step_claim(wayi_mapf_step *step, uint32_t unit, wayi_mapf_spot cell)
{
    step->next[unit] = cell;
    step->there[cell] = unit;
}

/// Lets the partner follow into the cell that its unit has left.
static void mapf_step_pull(wayi_mapf_step *step, const wayi_mapf_push *push)
{
    const uint32_t partner = push->partner;
    const wayi_mapf_spot left = step->now[push->unit];
    if (partner != WAYI_MAPF_NONE && push->next == 1 && step->next[partner] == WAYI_MAPF_NONE &&
        step->there[left] == WAYI_MAPF_NONE) {
        mapf_step_claim(step, partner, left);
    }
}

/// Takes the next candidate that nobody has claimed and that is no swap; false if there is none.
static bool mapf_step_take(wayi_mapf_step *step, wayi_mapf_push *push)
{
    const wayi_mapf_spot v = step->now[push->unit];
    while (push->next < push->count) {
        const wayi_mapf_spot u = push->spots[push->next++];
        const uint32_t other = step->here[u];
        if (step->there[u] != WAYI_MAPF_NONE ||
            (other != WAYI_MAPF_NONE && other != push->unit && step->next[other] == v)) {
            continue;
        }
        mapf_step_claim(step, push->unit, u);
        return true;
    }
    return false;
}

/// Finds a place for a unit and for those whom it pushes.
static bool mapf_step_plan(wayi_mapf_step *step, uint32_t root)
{
    uint32_t depth = 1;
    mapf_step_list(step, &step->stack[0], root);
    for (;;) {
        wayi_mapf_push *push = &step->stack[depth - 1];
        if (mapf_step_take(step, push)) {
            const uint32_t other = step->here[step->next[push->unit]];
            if (other != WAYI_MAPF_NONE && other != push->unit &&
                step->next[other] == WAYI_MAPF_NONE) {
                mapf_step_list(step, &step->stack[depth++], other);
                continue;
            }
            while (depth > 0) {
                mapf_step_pull(step, &step->stack[--depth]);
            }
            return true;
        }
        mapf_step_claim(step, push->unit, step->now[push->unit]);
        if (--depth == 0) {
            return false;
        }
    }
}

bool wayi_mapf_decide(wayi_mapf_step *step, const uint16_t *order)
{
    for (uint32_t k = 0; k < step->count; k++) {
        if (step->next[order[k]] == WAYI_MAPF_NONE && !mapf_step_plan(step, order[k])) {
            return false;
        }
    }
    return true;
}
