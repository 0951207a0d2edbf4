// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/beacon/change/detour.h"

#include "base/check.h"

#include <string.h>

void wayi_beacon_detour_init(wayi_beacon_detour *detour, const way_allocator *allocator)
{
    *detour = (wayi_beacon_detour){.allocator = *allocator};
}

static void detour_free_spots(wayi_beacon_detour *detour)
{
    const way_allocator *allocator = &detour->allocator;
    wayi_free(allocator, detour->spots, detour->capacity, sizeof *detour->spots);
    wayi_free(allocator, detour->heap, detour->capacity, sizeof *detour->heap);
    wayi_free(allocator, detour->route, detour->capacity, sizeof *detour->route);
    detour->spots = NULL;
    detour->heap = NULL;
    detour->route = NULL;
    detour->capacity = 0;
}

void wayi_beacon_detour_fini(wayi_beacon_detour *detour)
{
    detour_free_spots(detour);
    wayi_free(&detour->allocator, detour->list, detour->list_count, sizeof *detour->list);
    wayi_beacon_sums_fini(&detour->sums, &detour->allocator);
}

/// How many subgoals the map can have as it is, at most.
static uint32_t detour_count(const wayi_beacon_detour *detour)
{
    const wayi_beacon_stale *stale = detour->stale;
    uint64_t count = 0;
    if (stale) {
        count = stale->index->vertex_count;
        for (uint32_t i = 0; i < stale->count; i++) {
            count += (uint64_t)stale->patches[i].grown.width * stale->patches[i].grown.height;
        }
    }
    const size_t words = (size_t)(detour->now.height + 2) * detour->now.row_words;
    if (!stale || count > 2 * (uint64_t)stale->index->vertex_count + 4096) {
        count = 0;
        for (size_t word = 0; word < words; word++) {
            count += wayi_bits_count(detour->now.beside[0][word] | detour->now.beside[1][word]);
        }
    }
    return (uint32_t)count;
}

/// Makes room for that many spots, the start and a hash that is at most half full.
static bool detour_reserve(wayi_beacon_detour *detour)
{
    const way_allocator *allocator = &detour->allocator;
    if (!detour->list) {
        const uint32_t count = 2 * wayi_board_reach_max(&detour->now);
        detour->list = wayi_alloc(allocator, count, sizeof *detour->list);
        detour->list_count = detour->list ? count : 0;
    }
    if (!detour->list ||
        (detour->stale && !wayi_beacon_sums_reserve(&detour->sums, detour->index, allocator))) {
        return false;
    }
    const uint64_t needed = 2 * ((uint64_t)detour_count(detour) + 2);
    if (needed <= detour->capacity) {
        return true;
    }
    uint32_t capacity = 1024;
    while (capacity < needed) {
        capacity *= 2;
    }
    detour_free_spots(detour);
    detour->capacity = capacity;
    detour->spots = wayi_alloc_zero(allocator, capacity, sizeof *detour->spots);
    detour->heap = wayi_alloc(allocator, capacity, sizeof *detour->heap);
    detour->route = wayi_alloc(allocator, capacity, sizeof *detour->route);
    detour->stamp = 0;
    if (!detour->spots || !detour->heap || !detour->route) {
        detour_free_spots(detour);
        return false;
    }
    return true;
}

// Bounds ------------------------------------------------------------------------------------------

/// Sums up the goal on the old board.
static void detour_aim(wayi_beacon_detour *detour)
{
    const wayi_beacon_index *index = detour->index;
    const wayi_reach to = detour->to;
    wayi_beacon_sums_clear(&detour->sums, index);
    const uint32_t count = wayi_board_full(&index->still, to.x, to.y, detour->list);
    for (uint32_t i = 0; i < count; i++) {
        const wayi_reach reach = detour->list[i];
        wayi_beacon_sums_add(&detour->sums, index, wayi_beacon_vertex_at(index, reach.x, reach.y),
                             reach.cost);
    }
    if (wayi_board_is_subgoal(&index->still, to.x, to.y)) {
        wayi_beacon_sums_add(&detour->sums, index, wayi_beacon_vertex_at(index, to.x, to.y), 0);
    }
}

/// No more than the cost from a cell that is a subgoal now to the goal.
static way_cost detour_estimate(const wayi_beacon_detour *detour, wayi_reach cell)
{
    const way_cost open =
        wayi_board_distance(&detour->now, cell.x, cell.y, detour->to.x, detour->to.y);
    if (detour->plain) {
        return open;
    }
    // All that is free now was.
    const wayi_beacon_index *index = detour->index;
    WAYI_ASSERT(index);
    const wayi_board *old = &index->still;
    if (wayi_board_is_subgoal(old, cell.x, cell.y)) {
        return wayi_beacon_sums_from(&detour->sums, index,
                                     wayi_beacon_vertex_at(index, cell.x, cell.y));
    }
    if (wayi_board_sees(old, cell, detour->to)) {
        return open;
    }
    way_cost least = 2 * WAYI_BEACON_FAR;
    const uint32_t count = wayi_board_full(old, cell.x, cell.y, detour->list);
    for (uint32_t i = 0; i < count; i++) {
        const wayi_reach reach = detour->list[i];
        const way_cost cost =
            reach.cost + wayi_beacon_sums_from(&detour->sums, index,
                                               wayi_beacon_vertex_at(index, reach.x, reach.y));
        least = cost < least ? cost : least;
    }
    return least;
}

// Spots -------------------------------------------------------------------------------------------

/// The spot of a cell, made if it is new; NONE if there is no room.
static uint32_t detour_spot(wayi_beacon_detour *detour, uint32_t x, uint32_t y)
{
    const uint32_t mask = detour->capacity - 1;
    uint32_t at = wayi_bits_mix(y << 16 | x) & mask;
    for (;; at = (at + 1) & mask) {
        wayi_beacon_spot *spot = &detour->spots[at];
        if (spot->stamp != detour->stamp) {
            if (2 * detour->used >= detour->capacity) {
                return WAYI_BEACON_NONE;
            }
            detour->used++;
            *spot = (wayi_beacon_spot){.cell = {(uint16_t)x, (uint16_t)y, WAY_COST_MAX},
                                       .estimate = WAY_COST_MAX,
                                       .last = WAY_COST_MAX,
                                       .parent = WAYI_BEACON_NONE,
                                       .heap = WAYI_BEACON_NONE,
                                       .stamp = detour->stamp};
            return at;
        }
        if (spot->cell.x == x && spot->cell.y == y) {
            return at;
        }
    }
}

/// Order of the heap: least sum first, then least to go, then the order of cells.
static bool detour_before(const wayi_beacon_detour *detour, uint32_t a, uint32_t b)
{
    const wayi_beacon_spot *x = &detour->spots[a];
    const wayi_beacon_spot *y = &detour->spots[b];
    const way_cost f = x->cell.cost + x->estimate;
    const way_cost g = y->cell.cost + y->estimate;
    if (f != g) {
        return f < g;
    }
    if (x->estimate != y->estimate) {
        return x->estimate < y->estimate;
    }
    return x->cell.y != y->cell.y ? x->cell.y < y->cell.y : x->cell.x < y->cell.x;
}

static void detour_place(wayi_beacon_detour *detour, uint32_t place, uint32_t spot)
{
    detour->heap[place] = spot;
    detour->spots[spot].heap = place;
}

/// Puts a spot in, or up to where it belongs now that it costs less.
static void detour_push(wayi_beacon_detour *detour, uint32_t spot)
{
    uint32_t hole = detour->spots[spot].heap;
    hole = hole == WAYI_BEACON_NONE ? detour->heap_count++ : hole;
    while (hole > 0 && detour_before(detour, spot, detour->heap[(hole - 1) / 2])) {
        detour_place(detour, hole, detour->heap[(hole - 1) / 2]);
        hole = (hole - 1) / 2;
    }
    detour_place(detour, hole, spot);
}

static uint32_t detour_pop(wayi_beacon_detour *detour)
{
    const uint32_t top = detour->heap[0];
    const uint32_t last = detour->heap[--detour->heap_count];
    uint32_t hole = 0;
    for (uint32_t child = 1; child < detour->heap_count; child = 2 * hole + 1) {
        child += child + 1 < detour->heap_count &&
                 detour_before(detour, detour->heap[child + 1], detour->heap[child]);
        if (!detour_before(detour, detour->heap[child], last)) {
            break;
        }
        detour_place(detour, hole, detour->heap[child]);
        hole = child;
    }
    if (detour->heap_count) {
        detour_place(detour, hole, last);
    }
    detour->spots[top].heap = WAYI_BEACON_NONE;
    return top;
}

/// A way to a cell was found.
static void detour_relax(wayi_beacon_detour *detour, uint32_t parent, wayi_reach to)
{
    const uint32_t at = detour_spot(detour, to.x, to.y);
    if (at == WAYI_BEACON_NONE) {
        return;
    }
    wayi_beacon_spot *spot = &detour->spots[at];
    if (to.cost >= spot->cell.cost) {
        return;
    }
    if (spot->cell.cost == WAY_COST_MAX) {
        spot->estimate = detour_estimate(detour, to);
    }
    spot->cell.cost = to.cost;
    spot->parent = parent;
    if (spot->estimate < WAYI_BEACON_FAR) { // else nothing leads on from there
        detour_push(detour, at);
    }
}

// Searching ---------------------------------------------------------------------------------------

bool wayi_beacon_detour_begin(wayi_beacon_detour *detour, const wayi_beacon_change *change)
{
    detour->stale = change->stale;
    detour->index = change->stale ? change->stale->index : NULL;
    detour->now = change->now;
    detour->from = change->from;
    detour->to = change->to;
    detour->plain = !change->stale || change->stale->index->thin;
    for (uint32_t i = 0; change->stale && i < change->stale->count; i++) {
        detour->plain |= change->stale->patches[i].opened;
    }
    return detour_reserve(detour);
}

void wayi_beacon_detour_start(wayi_beacon_detour *detour)
{
    detour->heap_count = 0;
    detour->route_count = 0;
    detour->used = 0;
    detour->best = WAYI_BEACON_NONE;
    detour->best_cost = WAY_COST_MAX;
    if (++detour->stamp == 0) {
        memset(detour->spots, 0, detour->capacity * sizeof *detour->spots);
        detour->stamp = 1;
    }
    if (!detour->plain) {
        detour_aim(detour);
    }
    const wayi_reach goal = detour->to;
    uint32_t count = wayi_board_full(&detour->now, goal.x, goal.y, detour->list);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t at = detour_spot(detour, detour->list[i].x, detour->list[i].y);
        if (at != WAYI_BEACON_NONE) {
            detour->spots[at].last = detour->list[i].cost;
        }
    }
    if (wayi_board_is_subgoal(&detour->now, goal.x, goal.y)) {
        const uint32_t at = detour_spot(detour, goal.x, goal.y);
        detour->spots[at].last = 0;
    }
    const uint32_t start = detour_spot(detour, detour->from.x, detour->from.y);
    detour->spots[start].cell.cost = 0;
    detour->spots[start].estimate = 0;
    detour_push(detour, start);
}

/// Notes the way to the goal.
static void detour_finish(wayi_beacon_detour *detour)
{
    for (uint32_t at = detour->best; at != WAYI_BEACON_NONE; at = detour->spots[at].parent) {
        detour->route[detour->route_count++] = at;
    }
}

/// Relaxes the edges of a spot: the index's, if nothing touched them, else what the board shows.
static void detour_expand(wayi_beacon_detour *detour, uint32_t at)
{
    const wayi_beacon_spot spot = detour->spots[at];
    const wayi_reach cell = spot.cell;
    if (detour->index && wayi_board_is_subgoal(&detour->index->still, cell.x, cell.y)) {
        const wayi_beacon_index *index = detour->index;
        const uint32_t vertex = wayi_beacon_vertex_at(index, cell.x, cell.y);
        // Where nothing was edited yet there is no list of what edits touched.
        if (!detour->stale->touched || !detour->stale->touched[vertex]) {
            for (uint32_t e = index->vertices[vertex].edges; e < index->vertices[vertex + 1].edges;
                 e++) {
                const wayi_beacon_vertex *to = &index->vertices[wayi_beacon_edge(index, e)];
                const way_cost cost =
                    cell.cost + wayi_board_distance(&detour->now, cell.x, cell.y, to->x, to->y);
                detour_relax(detour, at, (wayi_reach){to->x, to->y, cost});
            }
            return;
        }
    }
    // The first half is for estimates, which are made meanwhile.
    const wayi_reach *list = detour->list + detour->list_count / 2;
    const uint32_t count =
        wayi_board_full(&detour->now, cell.x, cell.y, detour->list + detour->list_count / 2);
    for (uint32_t i = 0; i < count; i++) {
        detour_relax(detour, at, (wayi_reach){list[i].x, list[i].y, cell.cost + list[i].cost});
    }
}

bool wayi_beacon_detour_step(wayi_beacon_detour *detour)
{
    const uint32_t top = detour->heap_count ? detour->heap[0] : WAYI_BEACON_NONE;
    if (top == WAYI_BEACON_NONE ||
        detour->spots[top].cell.cost + detour->spots[top].estimate >= detour->best_cost) {
        detour_finish(detour);
        return false;
    }
    (void)detour_pop(detour);
    const wayi_beacon_spot *spot = &detour->spots[top];
    if (spot->last != WAY_COST_MAX && spot->cell.cost + spot->last < detour->best_cost) {
        detour->best_cost = spot->cell.cost + spot->last;
        detour->best = top;
    }
    detour_expand(detour, top);
    return true;
}
