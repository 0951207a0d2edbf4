// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/beacon/detour.h"

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

size_t wayi_beacon_detour_bytes(const wayi_beacon_detour *detour)
{
    return detour->capacity *
               (sizeof *detour->spots + sizeof *detour->heap + sizeof *detour->route) +
           detour->list_count * sizeof *detour->list + wayi_beacon_sums_bytes(&detour->sums);
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
static bool detour_reserve(wayi_beacon_detour *detour, bool bounds)
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
    const uint64_t needed = bounds ? 0 : 2 * ((uint64_t)detour_count(detour) + 2);
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

static way_rect detour_cell_rect(wayi_reach cell)
{
    return (way_rect){cell.x, cell.y, 1, 1};
}

/// The least cost on the old board from a cell to the cells of an opening's rim that it sees.
static way_cost detour_sees_rim(const wayi_beacon_detour *detour, const wayi_beacon_patch *patch,
                                wayi_reach cell, way_cost least)
{
    const wayi_board *old = &detour->index->still;
    const way_rect rect = patch->grown;
    for (uint32_t y = rect.y; y < rect.y + rect.height; y++) {
        const bool edge = y == rect.y || y + 1 == rect.y + rect.height;
        const uint32_t stride = edge || rect.width == 1 ? 1 : rect.width - 1;
        for (uint32_t x = rect.x; x < rect.x + rect.width; x += stride) {
            const way_cost open = wayi_board_distance(old, cell.x, cell.y, x, y);
            const wayi_reach to = {(uint16_t)x, (uint16_t)y, 0};
            if (open < least && wayi_board_is_free(old, x, y) && wayi_board_sees(old, cell, to)) {
                least = open;
            }
        }
    }
    return least;
}

/// No more than the cost from a cell to an opening without passing another: `list` is what the cell
/// reaches on the old board, or none if it was blocked.
static way_cost detour_to_opening(const wayi_beacon_detour *detour, const wayi_beacon_patch *patch,
                                  wayi_reach cell, uint32_t count)
{
    const way_cost open =
        wayi_beacon_rect_distance(&detour->now, detour_cell_rect(cell), patch->grown);
    if (open == 0 || !patch->ready || !wayi_board_is_free(&detour->index->still, cell.x, cell.y)) {
        return open;
    }
    way_cost least = 2 * WAYI_BEACON_FAR;
    for (uint32_t i = 0; i < count; i++) {
        const wayi_reach reach = detour->list[i];
        const way_cost cost =
            reach.cost +
            wayi_beacon_sums_from(&patch->sums, detour->index,
                                  wayi_beacon_vertex_at(detour->index, reach.x, reach.y));
        least = cost < least ? cost : least;
    }
    return detour_sees_rim(detour, patch, cell, least);
}

void wayi_beacon_detour_aim(wayi_beacon_detour *detour, uint64_t openings)
{
    const wayi_beacon_stale *stale = detour->stale;
    const wayi_beacon_index *index = detour->index;
    wayi_beacon_sums_clear(&detour->sums, index);
    uint32_t count = 0;
    if (wayi_board_is_free(&index->still, detour->to.x, detour->to.y)) {
        count = wayi_board_full(&index->still, detour->to.x, detour->to.y, detour->list);
        for (uint32_t i = 0; i < count; i++) {
            const wayi_reach reach = detour->list[i];
            wayi_beacon_sums_add(&detour->sums, index,
                                 wayi_beacon_vertex_at(index, reach.x, reach.y), reach.cost);
        }
        if (wayi_board_is_subgoal(&index->still, detour->to.x, detour->to.y)) {
            wayi_beacon_sums_add(&detour->sums, index,
                                 wayi_beacon_vertex_at(index, detour->to.x, detour->to.y), 0);
        }
    }
    way_cost direct[WAYI_BEACON_RECTS];
    for (uint32_t i = 0; i < stale->count; i++) {
        const wayi_beacon_patch *patch = &stale->patches[i];
        const bool asked = patch->opened && (openings >> i & 1u);
        direct[i] = asked ? detour_to_opening(detour, patch, detour->to, count) : WAYI_BEACON_FAR;
        direct[i] = direct[i] < WAYI_BEACON_FAR ? direct[i] : WAYI_BEACON_FAR;
    }
    for (uint32_t i = 0; i < stale->count; i++) {
        const bool asked = stale->patches[i].opened && (openings >> i & 1u);
        detour->from_openings[i] = 2 * WAYI_BEACON_FAR;
        for (uint32_t k = 0; k < stale->count && asked; k++) {
            const way_cost cost =
                direct[k] < WAYI_BEACON_FAR
                    ? direct[k] + wayi_beacon_rect_distance(&detour->now, stale->patches[i].grown,
                                                            stale->patches[k].grown)
                    : 2 * WAYI_BEACON_FAR;
            detour->from_openings[i] =
                cost < detour->from_openings[i] ? cost : detour->from_openings[i];
        }
    }
}

uint64_t wayi_beacon_detour_doubts(const wayi_beacon_detour *detour, way_cost cost)
{
    const wayi_beacon_stale *stale = detour->stale;
    way_cost ends[WAYI_BEACON_RECTS]; // from each opening to the goal
    uint64_t doubts = 0;
    for (uint32_t i = 0; i < stale->count; i++) {
        const wayi_beacon_patch *patch = &stale->patches[i];
        ends[i] = patch->opened && !patch->shut
                      ? wayi_beacon_rect_distance(&detour->now, patch->grown,
                                                  detour_cell_rect(detour->to))
                      : WAYI_BEACON_FAR;
    }
    for (uint32_t i = 0; i < stale->count; i++) {
        const way_rect rect = stale->patches[i].grown;
        const way_cost open =
            ends[i] < WAYI_BEACON_FAR
                ? wayi_beacon_rect_distance(&detour->now, detour_cell_rect(detour->from), rect)
                : WAYI_BEACON_FAR;
        for (uint32_t k = 0; k < stale->count && open < cost; k++) {
            if (open + ends[k] < cost &&
                open + ends[k] +
                        wayi_beacon_rect_distance(&detour->now, rect, stale->patches[k].grown) <
                    cost) {
                doubts |= UINT64_C(1) << i | UINT64_C(1) << k;
            }
        }
    }
    return doubts;
}

bool wayi_beacon_detour_beats_openings(wayi_beacon_detour *detour, way_cost cost)
{
    const wayi_beacon_stale *stale = detour->stale;
    const wayi_board *old = &detour->index->still;
    uint32_t count = WAYI_BEACON_NONE;
    for (uint32_t i = 0; i < stale->count; i++) {
        const wayi_beacon_patch *patch = &stale->patches[i];
        const way_cost open =
            wayi_beacon_rect_distance(&detour->now, detour_cell_rect(detour->from), patch->grown);
        if (!patch->opened || open + detour->from_openings[i] >= cost) {
            continue;
        }
        if (count == WAYI_BEACON_NONE) {
            count = wayi_board_full(old, detour->from.x, detour->from.y, detour->list);
        }
        if (detour_to_opening(detour, patch, detour->from, count) + detour->from_openings[i] <
            cost) {
            return false;
        }
    }
    return true;
}

/// The least that a way from a cell to the goal can cost that passes an opening, if that is less
/// than `least`. `vertex` NONE = the cell was no subgoal.
static way_cost detour_estimate_openings(const wayi_beacon_detour *detour, wayi_reach cell,
                                         uint32_t vertex, way_cost least)
{
    const wayi_beacon_stale *stale = detour->stale;
    for (uint32_t i = 0; i < stale->count; i++) {
        const wayi_beacon_patch *patch = &stale->patches[i];
        if (!patch->opened) {
            continue;
        }
        way_cost cost =
            wayi_beacon_rect_distance(&detour->now, detour_cell_rect(cell), patch->grown);
        if (cost + detour->from_openings[i] >= least) {
            continue;
        }
        if (cost && patch->ready && vertex != WAYI_BEACON_NONE) {
            cost = wayi_beacon_sums_from(&patch->sums, detour->index, vertex);
        }
        least = cost + detour->from_openings[i] < least ? cost + detour->from_openings[i] : least;
    }
    return least;
}

/// No more than the cost from a cell that is a subgoal now to the goal.
static way_cost detour_estimate(const wayi_beacon_detour *detour, wayi_reach cell)
{
    const way_cost open =
        wayi_board_distance(&detour->now, cell.x, cell.y, detour->to.x, detour->to.y);
    if (detour->plain) {
        return open;
    }
    const wayi_board *old = &detour->index->still;
    way_cost least = 2 * WAYI_BEACON_FAR;
    uint32_t vertex = WAYI_BEACON_NONE;
    if (wayi_board_is_subgoal(old, cell.x, cell.y)) {
        vertex = wayi_beacon_vertex_at(detour->index, cell.x, cell.y);
    }
    if (vertex != WAYI_BEACON_NONE) {
        least = wayi_beacon_sums_from(&detour->sums, detour->index, vertex);
    } else if (wayi_board_is_free(old, cell.x, cell.y)) {
        const bool sees = wayi_board_is_free(old, detour->to.x, detour->to.y) &&
                          wayi_board_sees(old, cell, detour->to);
        const uint32_t count = sees ? 0 : wayi_board_full(old, cell.x, cell.y, detour->list);
        least = sees ? open : least;
        for (uint32_t i = 0; i < count; i++) {
            const wayi_reach reach = detour->list[i];
            const way_cost cost =
                reach.cost +
                wayi_beacon_sums_from(&detour->sums, detour->index,
                                      wayi_beacon_vertex_at(detour->index, reach.x, reach.y));
            least = cost < least ? cost : least;
        }
    }
    least = detour_estimate_openings(detour, cell, vertex, least);
    return least > open ? least : open;
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
    } else if (spot->heap == WAYI_BEACON_NONE) {
        detour->reopened++;
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
    return detour_reserve(detour, change->bounds);
}

void wayi_beacon_detour_start(wayi_beacon_detour *detour)
{
    detour->heap_count = 0;
    detour->route_count = 0;
    detour->used = 0;
    detour->reopened = 0;
    detour->best = WAYI_BEACON_NONE;
    detour->best_cost = WAY_COST_MAX;
    if (++detour->stamp == 0) {
        memset(detour->spots, 0, detour->capacity * sizeof *detour->spots);
        detour->stamp = 1;
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
    if (!detour->plain && detour->reopened > detour->capacity) {
        detour->plain = true; // estimates that contradict each other: begin again without them
        wayi_beacon_detour_start(detour);
        return true;
    }
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
