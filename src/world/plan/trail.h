// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The ways of units, as runs: a byte holds a direction and 1 to 32 steps. Routes lie in chunks of
// 32 bytes from one pool that all units share; walked chunks go back at once. Every route is sure
// of one chunk, whatever the others hold. A way that finds no more room is cut short, and its unit
// plans on from there.
#pragma once

#include "map/grid/map.h"

#define WAYI_TRAIL_BYTES 28u
#define WAYI_RUN_MAX 32u
#define WAYI_CHUNK_NONE UINT32_MAX

typedef struct wayi_chunk {
    uint32_t next;
    uint8_t runs[WAYI_TRAIL_BYTES];
} wayi_chunk;

typedef struct wayi_trail {
    uint64_t blocks; ///< of 16 x 16 cells that it leads through, hashed to 64
    uint32_t chunk;  ///< WAYI_CHUNK_NONE = no steps left
    uint32_t runs;   ///< left
    way_cell at;     ///< where the rest of it starts
    way_cell end;
    way_cell link; ///< where the link at its end leads; WAY_CELL_NONE = it is no link's
    uint8_t index; ///< of the run in its chunk
    uint8_t taken; ///< steps of that run
} wayi_trail;

typedef struct wayi_trails {
    wayi_chunk *chunks;
    uint32_t capacity;
    uint32_t free; ///< first free chunk
    uint32_t free_count;
    uint32_t routes; ///< the most that there are; each is sure of a chunk
    uint32_t held;   ///< routes with a chunk
} wayi_trails;

/// Chunks that are free beyond those kept for routes that have none.
static inline uint32_t wayi_trails_spare(const wayi_trails *routes)
{
    return routes->free_count + routes->held - routes->routes;
}

static inline uint8_t wayi_run(uint32_t direction, uint32_t steps)
{
    return (uint8_t)(direction | (steps - 1) << 3);
}

static inline uint32_t wayi_run_steps(uint8_t run)
{
    return (run >> 3) + 1u;
}

/// The bit of the block that a cell lies in.
static inline uint64_t wayi_trail_block(uint32_t x, uint32_t y)
{
    return UINT64_C(1) << (wayi_bits_mix((y >> 4) << 16 | x >> 4) & 63u);
}

/// A pool for `count` routes; capacity is at least as much.
bool wayi_trails_init(wayi_trails *routes, uint32_t count, uint32_t capacity,
                      const way_allocator *allocator);
void wayi_trails_fini(wayi_trails *routes, const way_allocator *allocator);

/// Writes a route that starts on `start`; cut short where the pool is empty.
void wayi_trail_set(wayi_trails *routes, const way_map *map, wayi_trail *route, way_cell start,
                    const uint8_t *runs, uint32_t count);

/// Puts a free chunk where `link` points, the first of a route or one more; false if there is none.
bool wayi_trail_grow(wayi_trails *routes, uint32_t *link, bool first);

/// Lets a route end with a link that leads to a cell.
void wayi_trail_end(const way_map *map, wayi_trail *route, way_cell link);

/// Gives everything back; the route has no steps.
void wayi_trail_clear(wayi_trails *routes, wayi_trail *route);

static inline bool wayi_trail_is_over(const wayi_trail *route)
{
    return route->chunk == WAYI_CHUNK_NONE;
}

/// The direction of the next step. The route is not over.
static inline uint32_t wayi_trail_next(const wayi_trails *routes, const wayi_trail *route)
{
    return routes->chunks[route->chunk].runs[route->index] & 7u;
}

/// Takes the next step.
void wayi_trail_advance(wayi_trails *routes, const way_map *map, wayi_trail *route);

/// What the rest of a route costs over plain ground, in straight steps.
uint32_t wayi_trail_left(const wayi_trails *routes, const way_map *map, const wayi_trail *route);

/// A look along a route without taking it.
typedef struct wayi_trail_reader {
    const wayi_trails *routes;
    wayi_trail route;
} wayi_trail_reader;

static inline wayi_trail_reader wayi_trail_read(const wayi_trails *routes, const wayi_trail *route)
{
    return (wayi_trail_reader){routes, *route};
}

/// The direction of the step after those read so far; false at the end.
bool wayi_trail_step(wayi_trail_reader *reader, uint32_t *direction);
