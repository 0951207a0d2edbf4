// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The parts of the platform game: terrain, physics, and the way to the door round the walls.
#pragma once

#include "base/alloc.h"

#include <waymark/lab.h>

#define WAYI_PLATFORM_RUN 13      ///< quarter pixels per frame
#define WAYI_PLATFORM_JUMP 32     ///< speed of a jump
#define WAYI_PLATFORM_GRAVITY 2   ///< per frame
#define WAYI_PLATFORM_TERMINAL 48 ///< falling gets no faster
#define WAYI_PLATFORM_HOLD 8      ///< frames of the jump counter

/// Estimates are counted in this part of a frame: both speeds divide it.
#define WAYI_PLATFORM_PARTS (WAYI_PLATFORM_RUN * WAYI_PLATFORM_TERMINAL)

/// What is solid, ready for questions about rectangles.
typedef struct wayi_terrain {
    uint32_t width, height;
    uint8_t *solid;    ///< [width * height]
    uint32_t *corners; ///< [(width + 1) * (height + 1)] solid tiles above and left of each corner
    way_allocator allocator;
} wayi_terrain;

/// Copies the level; false without memory.
bool wayi_terrain_init(wayi_terrain *terrain, const way_level *level,
                       const way_allocator *allocator);
void wayi_terrain_fini(wayi_terrain *terrain);

static inline bool wayi_terrain_is_solid(const wayi_terrain *terrain, int32_t x, int32_t y)
{
    return terrain->solid[(size_t)y * terrain->width + (size_t)x];
}

/// Whether no solid tile overlaps the rectangle [left..right) x [top..bottom) of quarter pixels,
/// which lies inside the level and is not empty.
static inline bool wayi_terrain_is_clear(const wayi_terrain *terrain, int32_t left, int32_t top,
                                         int32_t right, int32_t bottom)
{
    const size_t stride = terrain->width + 1;
    const size_t x0 = (size_t)left >> 7;
    const size_t x1 = ((size_t)right + 127) >> 7;
    const uint32_t *above = terrain->corners + ((size_t)top >> 7) * stride;
    const uint32_t *below = terrain->corners + (((size_t)bottom + 127) >> 7) * stride;
    return below[x1] - below[x0] == above[x1] - above[x0];
}

/// One frame.
way_platform_state wayi_platform_step(const wayi_terrain *terrain, const way_platform_state *state,
                                      uint32_t keys);

/// A place in quarter pixels.
typedef struct wayi_platform_spot {
    int32_t x, y;
} wayi_platform_spot;

/// Whether the straight line between two spots crosses no solid tile. Passing between two solid
/// tiles that touch at a corner is crossing; so is touching a wall on the way, unless `touches`.
bool wayi_terrain_sees(const wayi_terrain *terrain, wayi_platform_spot a, wayi_platform_spot b,
                       bool touches);

/// Distances to the door round the walls.
typedef struct wayi_door_map {
    uint32_t *parts; ///< [width * height] from each tile's centre to the door's; UINT32_MAX = none
    uint8_t *direct; ///< [width * height] whether the two see each other clear of walls
    int32_t door_x, door_y; ///< tile
    size_t tile_count;
    way_allocator allocator;
} wayi_door_map;

/// False without memory.
bool wayi_door_map_init(wayi_door_map *map, const wayi_terrain *terrain, const way_level *level,
                        const way_allocator *allocator);
void wayi_door_map_fini(wayi_door_map *map);

/// Least parts of a frame from a state with its middle at a spot to the door: 0 exactly in the
/// door's tile, else a frame at least; UINT32_MAX where no way leads to the door.
uint32_t wayi_door_map_parts(const wayi_door_map *map, const wayi_terrain *terrain,
                             wayi_platform_spot at);
