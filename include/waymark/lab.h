// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What papers have and games do without: a platform game with real physics, sliding tiles,
// waypoints, and the files of a competition on maps that change. Not part of waymark.h, and not
// there at all in a library that was built without its laboratory.
//
//     way_level level;  way_space *space = NULL;
//     way_status status = way_level_parse(text, size, NULL, &level, &problem);
//     status = way_space_create_platform(&(way_platform_config){.level = &level}, &space);
//     way_trip trip = {.start = way_platform_start(space), .mode = WAY_GOAL_SPACE};
//
// States of the platform game and of tiles are numbered as they are met: searching a space changes
// it, so each thread needs its own. A space that has been searched before differs from a new one
// only in these numbers: until `state_limit` is reached, a trip of a new agent finds the same path
// with the same work.
#pragma once

#include <waymark/format.h>
#include <waymark/mesh.h>
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

/// The state one frame later; the same if way_platform_find would not take it.
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
/// at most 250 steps long. Fails as way_space_create_tiles does.
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

// Places: waypoints and points of visibility ------------------------------------------------------

/// Cells to be the nodes of a graph, ascending.
typedef struct way_waypoints {
    way_cell *cells;
    uint32_t count;
    way_allocator allocator;
} way_waypoints;

/// The points of visibility: the cells round which a shortest way can bend, namely those diagonal
/// to a blocked cell, with both cells between them free. UNSUPPORTED (hexes), NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_waypoints_corners(const way_map *map,
                                                       const way_allocator *allocator,
                                                       way_waypoints *out);

/// Waypoints such that every passable cell sees one at most `reach` cells away [0 = any distance],
/// and that are linked wherever their surroundings are joined. UNSUPPORTED (hexes), NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_waypoints_cover(const way_map *map, uint32_t reach,
                                                     const way_allocator *allocator,
                                                     way_waypoints *out);

/// Frees what the two calls above allocated. NULL and zeroed places are fine.
WAY_API void way_waypoints_free(way_waypoints *places);

/// `map`, `cells` and `cell_count` must be set; zero is the default of the rest.
typedef struct way_waypoints_config {
    const way_map *map;             ///< square cells of plain ground
    const way_cell *cells;          ///< [cell_count] any passable cells
    uint32_t cell_count;            ///< [1..65536]
    uint32_t reach;                 ///< longest link in cells; 0 = any length
    const way_allocator *allocator; ///< [opt]
} way_waypoints_config;

/// A graph whose nodes are the cells in order, linked where one sees the other
/// (WAY_SIGHT_ANY_ANGLE) at the cost of the straight way. The map is not needed afterwards.
/// OUT_OF_RANGE (a cell is blocked or outside), UNSUPPORTED (hexes, weights), TOO_LARGE, NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_space_create_waypoints(const way_waypoints_config *config,
                                                            way_space **out);

/// How many passable cells see one of the places within reach.
WAY_API uint32_t way_waypoints_coverage(const way_waypoints_config *config);

/// The graph with two more nodes for one trip: state cell_count at `start` and state cell_count + 1
/// at `goal`, or only the first if both are the same cell. They are linked to all places in sight
/// and to each other. The graph must have been made with the same config; it is borrowed and stays
/// as it is. OUT_OF_RANGE (a cell is blocked or outside), INVALID_ARGUMENT, NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_space_attach(way_space *graph,
                                                  const way_waypoints_config *config,
                                                  way_cell start, way_cell goal, way_space **out);

// Maps that change: the dynamic track of the Grid-Based Path Planning Competition ----------------

/// A rectangle of terrain to lay over a map.
typedef struct way_patch {
    uint32_t width, height;
    const uint8_t *weights; ///< [width * height] as in way_edit
} way_patch;

/// A parsed .patch file.
typedef struct way_patches {
    way_patch *items;
    uint32_t count;
    uint8_t *weights; ///< of all patches, one after the other
    size_t weight_count;
    way_allocator allocator;
} way_patches;

/// Reads a .patch file, with the default letters. BAD_FORMAT, OUT_OF_RANGE, TOO_LARGE, CANCELLED,
/// NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_patches_parse(const char *text, size_t size,
                                                   const way_parse_config *config, way_patches *out,
                                                   way_problem *problem);
WAY_API void way_patches_free(way_patches *patches);

/// Lays a patch with its top left cell on (x, y), as one edit of the map: OUT_OF_RANGE if it leaves
/// the map, NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_patch_apply(const way_patch *patch, way_map *map, uint32_t x,
                                                 uint32_t y);

/// One command of a dynamic scenario: lay a patch, or find a path on the map as it is then.
typedef struct way_dynamic_command {
    bool is_patch;
    uint32_t patch, x, y;     ///< if it is a patch: which, and where
    way_scenario_entry query; ///< if not; `bucket` and `line` also of a patch
} way_dynamic_command;

/// A parsed scenario of version 2. The map starts with every cell passable.
typedef struct way_dynamic_scenario {
    way_dynamic_command *commands;
    uint32_t count;
    uint32_t width, height;
    char patch_name[256]; ///< folders removed
    way_allocator allocator;
} way_dynamic_scenario;

/// Reads a .scen of version 2. Whether patches exist and fit is checked when they are laid. Fails
/// as way_patches_parse does.
WAY_API WAY_NODISCARD way_status way_dynamic_scenario_parse(const char *text, size_t size,
                                                            const way_parse_config *config,
                                                            way_dynamic_scenario *out,
                                                            way_problem *problem);
WAY_API void way_dynamic_scenario_free(way_dynamic_scenario *scenario);

#ifdef __cplusplus
}
#endif
