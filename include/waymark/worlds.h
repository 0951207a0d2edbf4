// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Worlds beyond the grid: a platform game with real physics, sliding tiles.
//
//     way_level level;  way_space *space = NULL;
//     way_status status = way_level_parse(text, size, NULL, &level, &problem);
//     status = way_space_create_platform(&(way_platform_config){.level = &level}, &space);
//     way_trip trip = {.start = way_platform_start(space), .mode = WAY_GOAL_SPACE};
//
// States of these spaces are numbered as they are met: searching a space changes it, so each thread
// needs its own. The numbers are all that the past of a space shows in: a trip of a new agent comes
// to the same, state by state, and takes the same work, whoever met which states before it or
// searches beside it, until `state_limit` is reached.
#pragma once

#include <waymark/space.h>

#ifdef __cplusplus
extern "C" {
#endif

// Platform game -----------------------------------------------------------------------------------
//
// A knight of 21 x 29 pixels runs, jumps and falls through a level of tiles of 32 x 32 pixels to a
// door. One step is one frame with some keys held and costs 1. All lengths are whole numbers of
// quarter pixels; y grows downwards. docs/worlds.md has the rules.

/// Longest side of a level in tiles; the shortest is 3.
enum { WAY_LEVEL_SIDE_MAX = 256 };

/// Quarter pixels to a tile, and the size of the knight.
enum { WAY_PLATFORM_TILE = 128, WAY_PLATFORM_WIDTH = 84, WAY_PLATFORM_HEIGHT = 116 };

/// A level: its border is solid, the tiles of start and door are open.
typedef struct way_level {
    uint32_t width, height; ///< tiles
    uint8_t *solid;         ///< [width * height], 1 = solid; row by row from the top left
    uint32_t start_x, start_y;
    uint32_t door_x, door_y;
    way_allocator allocator; ///< of `solid`
} way_level;

/// Reads a level (docs/formats.md): a line `1 WIDTH HEIGHT 0`, then HEIGHT lines of WIDTH letters:
/// ' ' open, '#' solid, 'u' start, 'd' door. BAD_FORMAT, OUT_OF_RANGE, UNSUPPORTED (water, more
/// layers), NO_MEMORY; `problem` [opt] says where.
WAY_API WAY_NODISCARD way_status way_level_parse(const char *text, size_t size,
                                                 const way_allocator *allocator, way_level *out,
                                                 way_problem *problem);

/// Writes a level. Returns the bytes needed without a final 0, writing at most `capacity` of them.
WAY_API size_t way_level_format(const way_level *level, char *text, size_t capacity);

/// Frees what way_level_parse allocated. NULL and a zeroed level are fine.
WAY_API void way_level_free(way_level *level);

/// Keys held during a frame; sums of these. Without a key a knight on the ground stands still.
typedef enum way_platform_key {
    WAY_PLATFORM_LEFT = 1,
    WAY_PLATFORM_RIGHT = 2,
    WAY_PLATFORM_JUMP = 4
} way_platform_key;

/// What the knight is doing.
typedef struct way_platform_state {
    int32_t x, y;  ///< top left corner of the knight
    int32_t speed; ///< downwards, per frame [-32..48]; on the ground that of the landing
    uint8_t jump;  ///< frames left in which letting go cuts the jump softly [0..8]
    bool falling;  ///< in the air
} way_platform_state;

/// `level` must be set; zero is the default of the rest.
typedef struct way_platform_config {
    const way_level *level;
    uint32_t state_limit;           ///< most states to be met; 0 = 2^31
    const way_allocator *allocator; ///< [opt]
} way_platform_config;

/// A space over the level, which is copied. Its own goals are the states whose middle is in the
/// door's tile; the estimate to them is the way round the walls at full speed. It never exceeds the
/// true cost, but may drop by more than a step costs. OUT_OF_RANGE (sides, an open border, start or
/// door in a wall), INVALID_ARGUMENT, NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_space_create_platform(const way_platform_config *config,
                                                           way_space **out);

/// Whether the space is a platform game; the functions below need one.
WAY_API bool way_space_is_platform(const way_space *space);

/// The first state of the level. Always 0.
WAY_API way_state way_platform_start(const way_space *space);

/// What a state stands for; all 0 for one that was never met.
WAY_API way_platform_state way_platform_get(const way_space *space, way_state state);

/// The number of a state, new if it was never met. WAY_STATE_NONE if the knight would overlap a
/// wall or leave the level, if a value is out of range, at the limit, or without memory.
WAY_API way_state way_platform_find(way_space *space, const way_platform_state *state);

/// The state one frame later.
WAY_API way_platform_state way_platform_step(const way_space *space,
                                             const way_platform_state *state, uint32_t keys);

/// The keys of the first step in order from one state to another, or 0 if no step leads there. (A
/// step without keys is never among them.)
WAY_API uint32_t way_platform_keys(const way_space *space, way_state from, way_state to);

/// States met so far.
WAY_API uint32_t way_platform_count(const way_space *space);

/// Bytes held.
WAY_API size_t way_platform_bytes(const way_space *space);

/// Forgets all states but the first and keeps the memory; a trip under way is STALE.
WAY_API void way_platform_reset(way_space *space);

// Sliding tiles -----------------------------------------------------------------------------------
//
// A board with one cell free: a step slides a neighbour of the free cell into it and costs 1. Cells
// count row by row from the top left; 0 is the free one. Steps come in the order in which the free
// cell moves up, left, right, down.

/// `columns` and `rows` must be set; zero is the default of the rest.
typedef struct way_tiles_config {
    uint32_t columns, rows;         ///< [2..8] each, together at most 16 cells
    const uint8_t *goal;            ///< [opt] [columns * rows] NULL = 0, 1, 2, ...
    uint32_t state_limit;           ///< most boards to be met; 0 = 2^31
    const way_allocator *allocator; ///< [opt]
} way_tiles_config;

/// A space of all boards that are met; its own goal is the goal board. Estimates are the sum of the
/// moves that each tile needs at least. OUT_OF_RANGE (sides), INVALID_ARGUMENT (a goal that is not
/// a permutation), NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_space_create_tiles(const way_tiles_config *config,
                                                        way_space **out);

/// The same puzzle for depth-first searches, in a few kilobytes whatever their length: a board is
/// named by its place on the trail from the start, and forgotten when another branch takes the
/// place. No step undoes the one before. A search that comes back to a forgotten board is told that
/// there is no room, so there is room for one trip at a time. `state_limit` is ignored; trails are
/// at most 250 steps long.
WAY_API WAY_NODISCARD way_status way_space_create_tiles_trail(const way_tiles_config *config,
                                                              way_space **out);

/// The number of a board [columns * rows], new if it was never met; on a trail space it becomes the
/// start. WAY_STATE_NONE if it is not a permutation, at the limit, or without memory.
WAY_API way_state way_tiles_find(way_space *space, const uint8_t *board);

/// Writes the board of a state [columns * rows]; the goal's for one that was never met.
WAY_API void way_tiles_get(const way_space *space, way_state state, uint8_t *board);

/// Boards remembered, and bytes held.
WAY_API uint32_t way_tiles_count(const way_space *space);
WAY_API size_t way_tiles_bytes(const way_space *space);

/// Forgets all boards and keeps the memory; a trip under way is STALE.
WAY_API void way_tiles_reset(way_space *space);

#ifdef __cplusplus
}
#endif
