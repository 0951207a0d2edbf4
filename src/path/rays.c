// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Smoothing by rays, as HPA* does: from a cell of the path straight runs of legal steps go out in
// all directions. Where one meets the path further on for less, it takes the place of what is
// between, and smoothing goes on two cells before the meeting.
//
// The path is a finished part, cells[0..last], followed by the rest of the old one, from `next` on;
// the place where rays start is one of the last three of the finished part. No way between two
// cells has fewer steps than a straight run, so the finished part never catches up with the rest.
// Each run that is taken moves `next` on, so there are at most four times as many starts as cells.
//
// Botea, Mueller, Schaeffer: Near Optimal Hierarchical Path-Finding, 2004; Anguelov 2011.
#include "path/smooth.h"

/// How many cells before a meeting smoothing goes on.
#define RAYS_BACK 2u

typedef struct rays_work {
    wayi_smoother *smoother;
    wayi_hash_table places; ///< of each cell: where it is last on the old path
    uint64_t *marks;        ///< bits by hash: whether a cell may be on the path at all
    uint32_t mark_shift;
    uint32_t mark_words;
    uint32_t last; ///< of the finished part
    uint32_t next; ///< of the old path
} rays_work;

/// A run that would save something.
typedef struct rays_hit {
    uint64_t saved;
    uint32_t place; ///< where it meets the old path
    uint32_t direction;
    uint32_t steps;
} rays_hit;

static uint32_t rays_hash(const rays_work *work, way_cell cell)
{
    return (uint32_t)(cell * UINT32_C(2654435769)) >> work->mark_shift;
}

static bool rays_init(rays_work *work)
{
    const wayi_smoother *smoother = work->smoother;
    uint32_t bits = 10;
    while (bits < 31 && (UINT64_C(1) << bits) < UINT64_C(32) * smoother->count) {
        bits++;
    }
    work->mark_shift = 32 - bits;
    work->mark_words = 1u << (bits - 6);
    wayi_hash_table_init(&work->places, &smoother->allocator);
    work->marks = wayi_alloc_zero(&smoother->allocator, work->mark_words, sizeof *work->marks);
    if (!work->marks || !wayi_hash_table_reserve(&work->places, smoother->count)) {
        return false;
    }
    for (uint32_t i = 0; i < smoother->count; i++) {
        const way_cell cell = smoother->cells[i];
        const uint32_t mark = rays_hash(work, cell);
        work->marks[mark >> 6] |= UINT64_C(1) << (mark & 63u);
        uint32_t *place = wayi_hash_table_get_or_add(&work->places, cell, i);
        if (!place) {
            return false;
        }
        *place = i;
    }
    return true;
}

static void rays_fini(rays_work *work)
{
    wayi_free(&work->smoother->allocator, work->marks, work->mark_words, sizeof *work->marks);
    wayi_hash_table_fini(&work->places);
}

/// Where a cell is on the rest of the old path, or 0.
static uint32_t rays_place(const rays_work *work, way_cell cell)
{
    const uint32_t mark = rays_hash(work, cell);
    if (!(work->marks[mark >> 6] >> (mark & 63u) & 1u)) {
        return 0;
    }
    const uint32_t *place = wayi_hash_table_find(&work->places, cell);
    return place && *place >= work->next ? *place : 0;
}

/// Follows one ray from a cell that is `ahead` in cost before the end of the finished part; keeps
/// the meeting that saves most.
static void rays_shoot(const rays_work *work, way_cell cell, uint64_t ahead, uint32_t direction,
                       rays_hit *best)
{
    const wayi_smoother *smoother = work->smoother;
    const way_map *map = smoother->map;
    const uint64_t *costs = smoother->costs;
    const uint64_t rest = ahead + costs[smoother->count - 1] - costs[work->next - 1];
    uint64_t cost = 0;
    for (uint32_t steps = 1; steps <= smoother->reach; steps++) {
        if (!(wayi_layer_moves(map, smoother->layer, cell) >> direction & 1u)) {
            return;
        }
        const way_cell to = cell + (uint32_t)map->offsets[direction];
        cost += wayi_map_step(map, cell, to, direction);
        if (cost >= rest) {
            return; // whatever it meets is dearer
        }
        cell = to;
        const uint32_t place = rays_place(work, cell);
        const uint64_t old = place ? ahead + costs[place] - costs[work->next - 1] : 0;
        if (old > cost && old - cost > best->saved) {
            *best = (rays_hit){old - cost, place, direction, steps};
        }
    }
}

/// Puts the run in place of what is behind cells[at]. Returns where to go on.
static uint32_t rays_take(rays_work *work, uint32_t at, const rays_hit *hit)
{
    way_cell *cells = work->smoother->cells;
    for (uint32_t i = 0; i < hit->steps; i++) {
        cells[at + i + 1] = cells[at + i] + (uint32_t)work->smoother->map->offsets[hit->direction];
    }
    work->last = at + hit->steps;
    work->next = hit->place + 1;
    return hit->steps > RAYS_BACK ? work->last - RAYS_BACK : at;
}

/// Looks around from cells[at], `ahead` in cost before the end of the finished part.
static rays_hit rays_look(const rays_work *work, uint32_t at, uint64_t ahead)
{
    rays_hit best = {0};
    for (uint32_t direction = 0; direction < WAYI_DIRECTIONS; direction++) {
        rays_shoot(work, work->smoother->cells[at], ahead, direction, &best);
    }
    return best;
}

/// The cost of the finished part behind cells[at].
static uint64_t rays_ahead(const rays_work *work, uint32_t at)
{
    const wayi_smoother *smoother = work->smoother;
    uint64_t cost = 0;
    for (; at < work->last; at++) {
        cost += way_map_step_cost(smoother->map, smoother->cells[at], smoother->cells[at + 1],
                                  smoother->layer->size);
    }
    return cost;
}

uint32_t wayi_smooth_rays(wayi_smoother *smoother)
{
    rays_work work = {.smoother = smoother, .last = 0, .next = 1};
    if (!rays_init(&work)) {
        rays_fini(&work);
        return 0;
    }
    for (uint32_t at = 0; at < work.last || work.next < smoother->count; at++) {
        if (at > work.last) {
            work.last = at;
            smoother->cells[at] = smoother->cells[work.next++];
        }
        for (rays_hit hit = rays_look(&work, at, rays_ahead(&work, at)); hit.saved;
             hit = rays_look(&work, at, rays_ahead(&work, at))) {
            at = rays_take(&work, at, &hit);
        }
    }
    rays_fini(&work);
    return work.last + 1;
}
