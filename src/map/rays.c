// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "map/rays.h"

#include <string.h>

/// How many cells before a meeting smoothing goes on.
#define RAYS_BACK 2u

/// A run that would save something.
typedef struct rays_hit {
    uint64_t saved;
    uint32_t place; ///< where it meets the old path
    uint32_t direction;
    uint32_t steps;
} rays_hit;

void wayi_rays_init(wayi_rays *rays, const way_map *map, const wayi_layer *layer,
                    const way_allocator *allocator)
{
    *rays = (wayi_rays){.map = map, .layer = layer, .allocator = *allocator};
    wayi_hash_table_init(&rays->places, allocator);
}

void wayi_rays_fini(wayi_rays *rays)
{
    if (!rays->map) {
        return; // never begun
    }
    wayi_free(&rays->allocator, rays->costs, rays->capacity, sizeof *rays->costs);
    wayi_free(&rays->allocator, rays->marks, rays->mark_capacity, sizeof *rays->marks);
    wayi_hash_table_fini(&rays->places);
}

size_t wayi_rays_bytes(const wayi_rays *rays)
{
    return rays->capacity * sizeof *rays->costs + rays->mark_capacity * sizeof *rays->marks +
           wayi_hash_table_bytes(&rays->places);
}

static uint32_t rays_hash(const wayi_rays *rays, way_cell cell)
{
    return (uint32_t)(cell * UINT32_C(2654435769)) >> rays->mark_shift;
}

static bool rays_reserve(wayi_rays *rays)
{
    uint32_t bits = 10;
    while (bits < 31 && (UINT64_C(1) << bits) < UINT64_C(32) * rays->count) {
        bits++;
    }
    rays->mark_shift = 32 - bits;
    rays->mark_words = 1u << (bits - 6);
    void *costs = rays->costs;
    void *marks = rays->marks;
    const bool fits =
        wayi_grow(&rays->allocator, &costs, &rays->capacity, rays->count, sizeof *rays->costs);
    rays->costs = costs;
    if (!fits || !wayi_grow(&rays->allocator, &marks, &rays->mark_capacity, rays->mark_words,
                            sizeof *rays->marks)) {
        return false;
    }
    rays->marks = marks;
    memset(rays->marks, 0, rays->mark_words * sizeof *rays->marks);
    wayi_hash_table_clear(&rays->places);
    return wayi_hash_table_reserve(&rays->places, rays->count);
}

/// The cost of a legal step between neighbours.
static way_cost rays_step_cost(const wayi_rays *rays, way_cell from, way_cell to)
{
    const way_map *map = rays->map;
    const uint32_t offset = to - from;
    uint32_t direction = 0;
    while (direction + 1 < WAYI_DIRECTIONS && (uint32_t)map->offsets[direction] != offset) {
        direction++;
    }
    return wayi_map_step(map, from, to, direction);
}

bool wayi_rays_begin(wayi_rays *rays, uint32_t reach, way_cell *cells, uint32_t count)
{
    rays->reach = reach;
    rays->cells = cells;
    rays->count = count;
    if (!rays_reserve(rays)) {
        return false;
    }
    uint64_t cost = 0;
    for (uint32_t i = 0; i < count; i++) {
        cost += i ? rays_step_cost(rays, cells[i - 1], cells[i]) : 0;
        rays->costs[i] = cost;
        const uint32_t mark = rays_hash(rays, cells[i]);
        rays->marks[mark >> 6] |= UINT64_C(1) << (mark & 63u);
        uint32_t *place = wayi_hash_table_get_or_add(&rays->places, cells[i], i);
        if (!place) {
            return false;
        }
        *place = i;
    }
    rays->at = 0;
    rays->last = 0;
    rays->next = 1;
    rays->saved = 0;
    return true;
}

/// Where a cell is on the rest of the old path, or 0.
static uint32_t rays_place(const wayi_rays *rays, way_cell cell)
{
    const uint32_t mark = rays_hash(rays, cell);
    if (!(rays->marks[mark >> 6] >> (mark & 63u) & 1u)) {
        return 0;
    }
    const uint32_t *place = wayi_hash_table_find(&rays->places, cell);
    return place && *place >= rays->next ? *place : 0;
}

/// Follows one ray from a cell that is `ahead` in cost before the end of the finished part; keeps
/// the meeting that saves most.
static void rays_shoot(const wayi_rays *rays, uint64_t ahead, uint32_t direction, rays_hit *best)
{
    const way_map *map = rays->map;
    const uint64_t *costs = rays->costs;
    const uint64_t rest = ahead + costs[rays->count - 1] - costs[rays->next - 1];
    way_cell cell = rays->cells[rays->at];
    uint64_t cost = 0;
    for (uint32_t steps = 1; steps <= rays->reach; steps++) {
        if (!(wayi_layer_moves(map, rays->layer, cell) >> direction & 1u)) {
            return;
        }
        const way_cell to = cell + (uint32_t)map->offsets[direction];
        cost += wayi_map_step(map, cell, to, direction);
        if (cost >= rest) {
            return; // whatever it meets is dearer
        }
        cell = to;
        const uint32_t place = rays_place(rays, cell);
        const uint64_t old = place ? ahead + costs[place] - costs[rays->next - 1] : 0;
        if (old > cost && old - cost > best->saved) {
            *best = (rays_hit){old - cost, place, direction, steps};
        }
    }
}

/// Puts the run in place of what is behind the start of the rays.
static void rays_take(wayi_rays *rays, const rays_hit *hit)
{
    way_cell *cells = rays->cells + rays->at;
    for (uint32_t i = 0; i < hit->steps; i++) {
        cells[i + 1] = cells[i] + (uint32_t)rays->map->offsets[hit->direction];
    }
    rays->last = rays->at + hit->steps;
    rays->next = hit->place + 1;
    rays->at = hit->steps > RAYS_BACK ? rays->last - RAYS_BACK : rays->at;
    rays->saved += hit->saved;
}

/// Looks around for the run that saves most.
static rays_hit rays_look(const wayi_rays *rays)
{
    rays_hit best = {0};
    uint64_t ahead = 0;
    for (uint32_t i = rays->at; i < rays->last; i++) {
        ahead += rays_step_cost(rays, rays->cells[i], rays->cells[i + 1]);
    }
    for (uint32_t direction = 0; direction < WAYI_DIRECTIONS; direction++) {
        rays_shoot(rays, ahead, direction, &best);
    }
    return best;
}

bool wayi_rays_step(wayi_rays *rays, uint32_t *budget)
{
    while (rays->at < rays->last || rays->next < rays->count) {
        if (*budget == 0) {
            return false;
        }
        --*budget;
        if (rays->at > rays->last) {
            rays->last = rays->at;
            rays->cells[rays->at] = rays->cells[rays->next++];
        }
        const rays_hit hit = rays_look(rays);
        if (hit.saved) {
            rays_take(rays, &hit);
        } else {
            rays->at++;
        }
    }
    return true;
}
