// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "world/plan/trail.h"

/// What one route may have of the chunks that are to spare: one part of so many.
#define TRAIL_SHARE 16u

bool wayi_trails_init(wayi_trails *routes, uint32_t count, uint32_t capacity,
                      const way_allocator *allocator)
{
    routes->chunks = wayi_alloc(allocator, capacity, sizeof *routes->chunks);
    if (!routes->chunks) {
        return false;
    }
    routes->capacity = capacity;
    routes->routes = count;
    for (uint32_t c = 0; c < capacity; c++) {
        routes->chunks[c] = (wayi_chunk){.next = c + 1 < capacity ? c + 1 : WAYI_CHUNK_NONE};
    }
    routes->free = 0;
    routes->free_count = capacity;
    return true;
}

void wayi_trails_fini(wayi_trails *routes, const way_allocator *allocator)
{
    wayi_free(allocator, routes->chunks, routes->capacity, sizeof *routes->chunks);
}

static void trail_release(wayi_trails *routes, uint32_t chunk)
{
    routes->chunks[chunk].next = routes->free;
    routes->free = chunk;
    routes->free_count++;
}

void wayi_trail_clear(wayi_trails *routes, wayi_trail *route)
{
    routes->held -= route->chunk != WAYI_CHUNK_NONE;
    while (route->chunk != WAYI_CHUNK_NONE) {
        const uint32_t next = routes->chunks[route->chunk].next;
        trail_release(routes, route->chunk);
        route->chunk = next;
    }
    *route = (wayi_trail){
        .chunk = WAYI_CHUNK_NONE, .at = WAY_CELL_NONE, .end = WAY_CELL_NONE, .link = WAY_CELL_NONE};
}

void wayi_trail_end(const way_map *map, wayi_trail *route, way_cell link)
{
    const uint32_t y = wayi_map_row(map, link);
    route->link = link;
    route->blocks |= wayi_trail_block(link - y * map->width, y);
}

bool wayi_trail_grow(wayi_trails *routes, uint32_t *link, bool first)
{
    if (routes->free_count == 0 || (!first && wayi_trails_spare(routes) == 0)) {
        return false;
    }
    routes->held += first;
    *link = routes->free;
    routes->free = routes->chunks[*link].next;
    routes->free_count--;
    routes->chunks[*link].next = WAYI_CHUNK_NONE;
    return true;
}

/// Marks the blocks that a run leads through.
static uint64_t trail_mark(const way_map *map, way_cell *cell, uint8_t run)
{
    uint64_t blocks = 0;
    const uint32_t dir = run & 7u;
    for (uint32_t steps = wayi_run_steps(run); steps > 0; steps--) {
        *cell += (uint32_t)map->offsets[dir];
        const uint32_t y = wayi_map_row(map, *cell);
        blocks |= wayi_trail_block(*cell - y * map->width, y);
    }
    return blocks;
}

void wayi_trail_set(wayi_trails *routes, const way_map *map, wayi_trail *route, way_cell start,
                    const uint8_t *runs, uint32_t count)
{
    wayi_trail_clear(routes, route);
    const uint32_t y = wayi_map_row(map, start);
    uint32_t *link = &route->chunk;
    uint32_t room = wayi_trails_spare(routes) / TRAIL_SHARE + 1;
    way_cell cell = start;
    route->at = start;
    route->blocks = wayi_trail_block(start - y * map->width, y);
    for (uint32_t done = 0; done < count; done++) {
        if (done % WAYI_TRAIL_BYTES == 0) {
            if (room-- == 0 || !wayi_trail_grow(routes, link, done == 0)) {
                break;
            }
        }
        routes->chunks[*link].runs[done % WAYI_TRAIL_BYTES] = runs[done];
        route->blocks |= trail_mark(map, &cell, runs[done]);
        route->runs++;
        if (done % WAYI_TRAIL_BYTES == WAYI_TRAIL_BYTES - 1) {
            link = &routes->chunks[*link].next;
        }
    }
    route->end = cell;
}

void wayi_trail_advance(wayi_trails *routes, const way_map *map, wayi_trail *route)
{
    const wayi_chunk *chunk = &routes->chunks[route->chunk];
    const uint8_t run = chunk->runs[route->index];
    route->at += (uint32_t)map->offsets[run & 7u];
    if (++route->taken < wayi_run_steps(run)) {
        return;
    }
    route->taken = 0;
    route->runs--;
    if (++route->index == WAYI_TRAIL_BYTES || route->runs == 0) {
        const uint32_t next = chunk->next;
        trail_release(routes, route->chunk);
        routes->held -= next == WAYI_CHUNK_NONE;
        route->chunk = next;
        route->index = 0;
    }
}

bool wayi_trail_step(wayi_trail_reader *reader, uint32_t *direction)
{
    wayi_trail *route = &reader->route;
    if (route->runs == 0 || route->chunk == WAYI_CHUNK_NONE) {
        return false;
    }
    const wayi_chunk *chunk = &reader->routes->chunks[route->chunk];
    const uint8_t run = chunk->runs[route->index];
    *direction = run & 7u;
    if (++route->taken == wayi_run_steps(run)) {
        route->taken = 0;
        route->runs--;
        if (++route->index == WAYI_TRAIL_BYTES) {
            route->index = 0;
            route->chunk = chunk->next;
        }
    }
    return true;
}

uint32_t wayi_trail_left(const wayi_trails *routes, const way_map *map, const wayi_trail *route)
{
    uint64_t cost = 0;
    uint32_t taken = route->taken;
    uint32_t index = route->index;
    uint32_t chunk = route->chunk;
    for (uint32_t k = 0; k < route->runs; k++, taken = 0) {
        const uint8_t run = routes->chunks[chunk].runs[index];
        cost += (uint64_t)map->steps[run & 7u] * (wayi_run_steps(run) - taken);
        if (++index == WAYI_TRAIL_BYTES) {
            index = 0;
            chunk = routes->chunks[chunk].next;
        }
    }
    return (uint32_t)(cost / map->costs.cardinal);
}
