// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The estimate of the platform game: how many frames the way to the door takes at full speed if
// only walls are in the way.
//
// A frame moves the knight's middle by at most 13 quarter pixels across and 48 along, so a straight
// way takes max(|dx| / 13, |dy| / 48) frames; counted in 624ths of a frame that is a whole number.
// The shortest way round walls bends only at their convex corners, whatever the measure, so one run
// of Dijkstra from the door over corners gives the distance of every tile's centre. Whether two
// points see each other is asked only where the answer could improve a distance.
//
// A state's estimate is the straight way to the nearest point of the door's tile where the centres
// of both tiles see each other, or where the state sees that point and no wall touches it.
// Elsewhere it is the distance of its tile's centre less what may be saved on the way to that
// centre and at the door. Rounded down it is never too high, but not consistent (Burns, Kiesel and
// Ruml 2013; the rule for points that a wall touches is their program's).
#include "core/heap.h"
#include "lab/domains/platform.h"

#define DOOR_TILE WAY_PLATFORM_TILE
#define DOOR_HALF (DOOR_TILE / 2)
#define DOOR_UNSEEN UINT32_MAX

static int32_t door_size(int32_t value)
{
    return value < 0 ? -value : value;
}

/// Frames at full speed, in parts.
static uint32_t door_parts(wayi_platform_spot a, wayi_platform_spot b)
{
    const uint32_t across = (uint32_t)door_size(a.x - b.x) * WAYI_PLATFORM_TERMINAL;
    const uint32_t along = (uint32_t)door_size(a.y - b.y) * WAYI_PLATFORM_RUN;
    return across > along ? across : along;
}

static wayi_platform_spot door_centre(int32_t x, int32_t y)
{
    return (wayi_platform_spot){x * DOOR_TILE + DOOR_HALF, y * DOOR_TILE + DOOR_HALF};
}

// Sight -------------------------------------------------------------------------------------------

/// A line straight up, down or sideways: along a border of tiles it is blocked between two solid
/// ones, where walls change sides, and by any wall if it may not touch one.
static bool door_sees_straight(const wayi_terrain *terrain, wayi_platform_spot a,
                               wayi_platform_spot b, bool touches)
{
    const bool upright = a.x == b.x;
    const int32_t line = upright ? a.x : a.y;
    const int32_t start = upright ? a.y : a.x;
    const int32_t end = upright ? b.y : b.x;
    const int32_t last = start < end ? end : start;
    const int32_t near = (line - 1) >> 7;
    const int32_t far = line >> 7;
    bool one_before = false;
    bool two_before = false;
    for (int32_t tile = (start < end ? start : end) >> 7; tile * DOOR_TILE < last; tile++) {
        const bool one = upright ? wayi_terrain_is_solid(terrain, near, tile)
                                 : wayi_terrain_is_solid(terrain, tile, near);
        const bool two = upright ? wayi_terrain_is_solid(terrain, far, tile)
                                 : wayi_terrain_is_solid(terrain, tile, far);
        if ((one && two) || (one && two_before) || (two && one_before) ||
            (!touches && (one || two))) {
            return false;
        }
        one_before = one;
        two_before = two;
    }
    return true;
}

/// One axis of a line that crosses tiles: which tile it is in, which is its last, and how far along
/// the line the next border is, times the length of the other axis.
typedef struct door_axis {
    int32_t step, tile, last;
    int64_t border, stride;
} door_axis;

static door_axis door_axis_of(int32_t from, int32_t to, int32_t other)
{
    const int32_t size = door_size(other);
    if (to > from) {
        const int32_t tile = from >> 7;
        return (door_axis){1, tile, (to - 1) >> 7, (int64_t)((tile + 1) * DOOR_TILE - from) * size,
                           (int64_t)DOOR_TILE * size};
    }
    const int32_t tile = (from - 1) >> 7;
    return (door_axis){-1, tile, to >> 7, (int64_t)(from - tile * DOOR_TILE) * size,
                       (int64_t)DOOR_TILE * size};
}

/// Whether a line may pass the corner ahead of the tile that it is in.
static bool door_passes(const wayi_terrain *terrain, const door_axis *across,
                        const door_axis *along, bool touches)
{
    const bool one = wayi_terrain_is_solid(terrain, across->tile + across->step, along->tile);
    const bool two = wayi_terrain_is_solid(terrain, across->tile, along->tile + along->step);
    return touches ? !one || !two : !one && !two;
}

bool wayi_terrain_sees(const wayi_terrain *terrain, wayi_platform_spot a, wayi_platform_spot b,
                       bool touches)
{
    if (a.x == b.x || a.y == b.y) {
        return door_sees_straight(terrain, a, b, touches);
    }
    door_axis across = door_axis_of(a.x, b.x, b.y - a.y);
    door_axis along = door_axis_of(a.y, b.y, b.x - a.x);
    while (!wayi_terrain_is_solid(terrain, across.tile, along.tile)) {
        if (across.tile == across.last && along.tile == along.last) {
            return true;
        }
        const bool moves_across = across.border <= along.border;
        const bool moves_along = along.border <= across.border;
        if (moves_across && moves_along && !door_passes(terrain, &across, &along, touches)) {
            return false;
        }
        across.tile += moves_across ? across.step : 0;
        across.border += moves_across ? across.stride : 0;
        along.tile += moves_along ? along.step : 0;
        along.border += moves_along ? along.stride : 0;
    }
    return false;
}

// Distances ---------------------------------------------------------------------------------------

typedef struct door_corner {
    wayi_platform_spot at;
    uint32_t parts;
    bool settled;
} door_corner;

/// Dijkstra over the convex corners of walls.
typedef struct door_builder {
    const wayi_terrain *terrain;
    wayi_door_map *map;
    door_corner *corners;
    uint32_t corner_count;
    uint32_t corner_capacity;
    wayi_heap open;
} door_builder;

/// Exactly one of the four tiles at a corner is solid. Where two touch only there nobody gets
/// through, and no shortest way leads there and back.
static bool door_is_convex(const wayi_terrain *terrain, int32_t x, int32_t y)
{
    return wayi_terrain_is_solid(terrain, x - 1, y - 1) + wayi_terrain_is_solid(terrain, x, y - 1) +
               wayi_terrain_is_solid(terrain, x - 1, y) + wayi_terrain_is_solid(terrain, x, y) ==
           1;
}

static bool door_find_corners(door_builder *builder)
{
    const wayi_terrain *terrain = builder->terrain;
    for (int32_t y = 1; y < (int32_t)terrain->height; y++) {
        for (int32_t x = 1; x < (int32_t)terrain->width; x++) {
            if (!door_is_convex(terrain, x, y)) {
                continue;
            }
            if (!WAYI_GROW(&builder->map->allocator, builder->corners, builder->corner_capacity,
                           builder->corner_count + 1)) {
                return false;
            }
            builder->corners[builder->corner_count++] =
                (door_corner){{x * DOOR_TILE, y * DOOR_TILE}, DOOR_UNSEEN, false};
        }
    }
    return true;
}

/// Offers corners and centres the way over a spot that has its distance; false without memory.
static bool door_spread(door_builder *builder, wayi_platform_spot from, uint32_t parts)
{
    const wayi_terrain *terrain = builder->terrain;
    wayi_door_map *map = builder->map;
    for (uint32_t i = 0; i < builder->corner_count; i++) {
        door_corner *corner = &builder->corners[i];
        const uint32_t over = parts + door_parts(from, corner->at);
        if (over < corner->parts && wayi_terrain_sees(terrain, from, corner->at, true)) {
            corner->parts = over;
            if (!wayi_heap_push(&builder->open, (wayi_heap_item){.key = over, .id = i})) {
                return false;
            }
        }
    }
    for (size_t tile = 0; tile < map->tile_count; tile++) {
        const wayi_platform_spot to =
            door_centre((int32_t)(tile % terrain->width), (int32_t)(tile / terrain->width));
        const uint32_t over = parts + door_parts(from, to);
        if (over < map->parts[tile] && !terrain->solid[tile] &&
            wayi_terrain_sees(terrain, from, to, true)) {
            map->parts[tile] = over;
            map->direct[tile] = parts == 0 && wayi_terrain_sees(terrain, from, to, false);
        }
    }
    return true;
}

static bool door_build(door_builder *builder)
{
    const wayi_door_map *map = builder->map;
    if (!door_find_corners(builder) ||
        !door_spread(builder, door_centre(map->door_x, map->door_y), 0)) {
        return false;
    }
    while (builder->open.count > 0) {
        door_corner *corner = &builder->corners[wayi_heap_pop(&builder->open).id];
        if (corner->settled) {
            continue;
        }
        corner->settled = true;
        if (!door_spread(builder, corner->at, corner->parts)) {
            return false;
        }
    }
    return true;
}

bool wayi_door_map_init(wayi_door_map *map, const wayi_terrain *terrain, const way_level *level,
                        const way_allocator *allocator)
{
    *map = (wayi_door_map){.door_x = (int32_t)level->door_x,
                           .door_y = (int32_t)level->door_y,
                           .tile_count = (size_t)level->width * level->height,
                           .allocator = *allocator};
    map->parts = wayi_alloc(allocator, map->tile_count, sizeof *map->parts);
    map->direct = wayi_alloc_zero(allocator, map->tile_count, sizeof *map->direct);
    bool built = false;
    if (map->parts && map->direct) {
        for (size_t tile = 0; tile < map->tile_count; tile++) {
            map->parts[tile] = DOOR_UNSEEN;
        }
        door_builder builder = {.terrain = terrain, .map = map};
        wayi_heap_init(&builder.open, allocator);
        built = door_build(&builder);
        wayi_heap_fini(&builder.open);
        WAYI_FREE(allocator, builder.corners, builder.corner_capacity);
    }
    if (!built) {
        wayi_door_map_fini(map);
    }
    return built;
}

void wayi_door_map_fini(wayi_door_map *map)
{
    WAYI_FREE(&map->allocator, map->parts, map->tile_count);
    WAYI_FREE(&map->allocator, map->direct, map->tile_count);
    map->parts = NULL;
    map->direct = NULL;
}

static int32_t door_clamp(int32_t value, int32_t tile)
{
    const int32_t least = tile * DOOR_TILE;
    const int32_t most = least + DOOR_TILE;
    return value < least ? least : value > most ? most : value;
}

/// Whether a wall touches a spot.
static bool door_touches(const wayi_terrain *terrain, wayi_platform_spot at)
{
    const int32_t left = (at.x - 1) >> 7;
    const int32_t above = (at.y - 1) >> 7;
    const int32_t right = at.x >> 7;
    const int32_t below = at.y >> 7;
    return wayi_terrain_is_solid(terrain, left, above) ||
           wayi_terrain_is_solid(terrain, right, above) ||
           wayi_terrain_is_solid(terrain, left, below) ||
           wayi_terrain_is_solid(terrain, right, below);
}

/// Whether the way from a spot to the nearest one of the door's tile is clear of walls, its end
/// included: two walls may touch there, and the way would lead between them.
static bool door_is_clear(const wayi_terrain *terrain, wayi_platform_spot at,
                          wayi_platform_spot nearest)
{
    return !door_touches(terrain, nearest) && wayi_terrain_sees(terrain, at, nearest, false);
}

uint32_t wayi_door_map_parts(const wayi_door_map *map, const wayi_terrain *terrain,
                             wayi_platform_spot at)
{
    const int32_t x = at.x >> 7;
    const int32_t y = at.y >> 7;
    if (x == map->door_x && y == map->door_y) {
        return 0;
    }
    const size_t tile = (size_t)y * terrain->width + (size_t)x;
    const wayi_platform_spot nearest = {door_clamp(at.x, map->door_x),
                                        door_clamp(at.y, map->door_y)};
    if (map->direct[tile] || door_is_clear(terrain, at, nearest)) {
        const uint32_t parts = door_parts(at, nearest);
        return parts > WAYI_PLATFORM_PARTS ? parts : WAYI_PLATFORM_PARTS;
    }
    const uint32_t parts = map->parts[tile];
    const uint32_t saved = door_parts(at, door_centre(x, y)) + DOOR_HALF * WAYI_PLATFORM_TERMINAL;
    if (parts == DOOR_UNSEEN) {
        return parts;
    }
    return parts > saved + WAYI_PLATFORM_PARTS ? parts - saved : WAYI_PLATFORM_PARTS;
}
