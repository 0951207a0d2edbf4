// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a mesh keeps of the map that it follows: mesh_tiles.c decides which tiles are to be made
// again, mesh_splice.c lays them and
// mesh_switch.c puts them in force.
#pragma once

#include "map/grid/map.h"
#include "mesh/mesh.h"

/// Runs of sides that are not in use are kept by their size; long ones by the power of two.
#define WAYI_MESH_RUNS 64u

typedef struct wayi_mesh_tile {
    way_mesh *part;     ///< made of its cells alone; NULL where nobody can stand
    uint32_t *polygons; ///< [part->polygon_count] their numbers in the mesh
    uint32_t change;    ///< its number in the list of a repair, from 1; 0 = it is not in it
    bool fresh;         ///< while parts are exchanged: this one is
    bool beside;        ///< it lies beside such a tile
    bool listed;        ///< the first of a block: that is in the list of those to be
                        ///< ranked
} wayi_mesh_tile;

/// Where a polygon of the mesh comes from.
typedef struct wayi_mesh_home {
    uint32_t tile; ///< NONE = it goes, and leaves a gap
    uint32_t local;
} wayi_mesh_home;

/// A polygon that is to be laid.
typedef struct wayi_mesh_item {
    uint32_t tile, local;
    uint32_t own;    ///< its corners' points start there
    uint32_t number; ///< that it will have; NONE = not known yet
} wayi_mesh_item;

/// What a side is to get when the mesh is switched: a twin or a stop.
typedef struct wayi_mesh_patch {
    uint32_t side, value;
} wayi_mesh_patch;

/// A tile that is made again.
typedef struct wayi_mesh_change {
    uint32_t tile;
    bool made;       ///< the following are there
    way_mesh *part;  ///< for that of the tile, and after an exchange the former one
    uint32_t *names; ///< for tile.polygons, likewise
} wayi_mesh_change;

/// A repair under way: tiles are made one by one, then all are laid and put in force at once.
typedef struct wayi_mesh_repair {
    wayi_mesh_change *list; ///< [room]
    uint32_t count, room;
    uint32_t next;      ///< all before it are made
    uint32_t at;        ///< what is being cut
    wayi_mesh_cut *cut; ///< or NULL
    bool active;
    uint32_t again;    ///< times that a tile was edited which was made, or being made
    uint64_t revision; ///< of the map up to which edits are in the list
    uint64_t seen;     ///< likewise, or are known to wait for the next repair
    uint64_t spent;    ///< work of the last call
} wayi_mesh_repair;

/// Blocks that an exchange has ranked again. Before it what their doors say is taken back, block by
/// block, and after it they are ranked one by one.
typedef struct wayi_mesh_blocks {
    uint32_t *list; ///< [room]
    uint32_t count, room;
    uint32_t next;      ///< all before it are done
    uint32_t at;        ///< of the next block: the tile that is listed, then the polygon
                        ///< that comes next
    bool begun;         ///< its polygons are listed
    bool ranks;         ///< they are ranked; else their doors are opened
    uint32_t *polygons; ///< [polygon_room] of the next block
    wayi_mesh_visit *visits;
    uint32_t polygon_count, polygon_room, visit_room;
    wayi_mesh_ranking ranking;
} wayi_mesh_blocks;

/// What an exchange may take.
typedef struct wayi_mesh_need {
    uint64_t polygons, sides, points, laid;
    uint32_t most_points; ///< of a part
    uint32_t ranked;      ///< most polygons of a block
} wayi_mesh_need;

/// Lists that a mesh keeps, and a larger one for one of them.
#define WAYI_MESH_KEPT 13u

typedef struct wayi_mesh_wider {
    void *items;
    uint32_t room;
    size_t size;
} wayi_mesh_wider;

/// An exchange of parts, a little at a time.
typedef struct wayi_mesh_splice {
    way_mesh *mesh;         ///< NULL = there is none
    wayi_mesh_change *list; ///< [count] whose parts are exchanged
    uint32_t count;
    wayi_mesh_need need;
    wayi_mesh_wider wider[WAYI_MESH_KEPT]; ///< for lists of the mesh that are too small
    bool widened;                          ///< these are there
    bool ready;                            ///< there is room for all of it
    // How far it is.
    uint32_t stage;
    uint32_t at;    ///< tile, polygon or point that comes next
    uint32_t local; ///< of the next tile: the point or polygon that comes next
    bool fits;      ///< memory has not run out
    // Numbers before it: what is laid has later ones until the mesh is switched.
    uint32_t polygon_base, point_base, point_count;
    uint32_t stop_made; ///< stops that come
    uint32_t free_stop; ///< the next free one
    uint32_t free_taken;
    uint32_t laid_corners, out_corners; ///< of polygons that are laid, and taken out
    // Scratch.
    uint32_t *beside;         ///< tiles beside them
    uint32_t *blocks;         ///< that are ranked again
    wayi_mesh_item *items;    ///< polygons that are laid
    uint32_t *own;            ///< points of their corners
    uint32_t *numbers;        ///< points of a part
    uint32_t *touched;        ///< points whose surroundings change
    uint32_t *removed, *dead; ///< polygons and points that go for good
    wayi_mesh_polygon *runs;  ///< polygons that are taken out
    uint32_t *gone;           ///< stops that go
    wayi_mesh_stop *stops;    ///< that come
    uint32_t *stop_numbers;   ///< that they will have
    wayi_mesh_patch *twins;   ///< of sides beside what is laid
    wayi_mesh_patch *places;  ///< their stops
    uint32_t beside_count, block_count, item_count, own_count, touched_count, removed_count,
        dead_count, run_count, gone_count, twin_count, place_count;
    uint32_t beside_room, block_room, item_room, own_room, number_room, touched_room, removed_room,
        dead_room, run_room, gone_room, stop_room, stop_number_room, twin_room, place_room;
} wayi_mesh_splice;

typedef struct wayi_mesh_source {
    const way_map *map;
    uint32_t profile;
    uint32_t side, columns, rows; ///< tiles
    uint32_t span;                ///< tiles per side of a block that is ranked at once
    uint64_t revision;            ///< of the map that the mesh is of
    bool any_weight;
    uint32_t weight; ///< of all cells, unless they may differ; 0 = there was none
    wayi_mesh_tile *tiles;
    // Points on the borders of tiles, or NONE: by row of tiles and x, by column of tiles and y.
    uint32_t *across, *down;
    uint32_t *heads; ///< [head_room] by point: a side that starts there, others by mesh->others
    uint8_t *marks;  ///< [mark_room] by point: see mesh_splice.c
    wayi_mesh_home *homes; ///< [home_room] by polygon
    size_t across_room, down_room;
    uint32_t head_room, mark_room, home_room;
    uint32_t free_runs[WAYI_MESH_RUNS]; ///< first sides of runs not in use, linked by mesh->others
    uint32_t free_stop;                 ///< linked by `bends`
    uint32_t free_stops;
    uint32_t corners; ///< of all polygons
    wayi_mesh_repair repair;
    wayi_mesh_splice splice;
    wayi_mesh_blocks blocks;
} wayi_mesh_source;

static inline uint32_t wayi_mesh_tile_count(const wayi_mesh_source *source)
{
    return source->columns * source->rows;
}

static inline wayi_mesh_source *wayi_mesh_splice_source(const wayi_mesh_splice *splice)
{
    return splice->mesh->source;
}

/// Lists the tiles beside those exchanged, and marks both, or takes the marks back.
void wayi_mesh_splice_mark(wayi_mesh_splice *splice);
void wayi_mesh_splice_unmark(wayi_mesh_splice *splice);

/// One of the tiles exchanged, or else beside them.
uint32_t wayi_mesh_splice_tile(const wayi_mesh_splice *splice, uint32_t index);

/// Lists the blocks of all these tiles.
void wayi_mesh_splice_list_blocks(wayi_mesh_splice *splice);

/// The polygons of a block.
uint32_t wayi_mesh_splice_count_block(const wayi_mesh_source *source, uint32_t block);

/// The first rank in the block of a tile: there are as many as the blocks before it have cells.
uint32_t wayi_mesh_splice_base(const wayi_mesh_source *source, uint32_t tile);

/// Puts the blocks of an exchange into the list of those to be ranked. False without memory.
bool wayi_mesh_blocks_add(const wayi_mesh_splice *splice);

/// Turns to ranking the blocks in the list.
void wayi_mesh_blocks_rank(wayi_mesh_blocks *blocks);

/// Goes on: opens the doors of the blocks in the list, or ranks them and empties it. True once it
/// is done.
bool wayi_mesh_blocks_step(way_mesh *mesh, wayi_mesh_meter *meter);

/// Leaves the blocks in the list as they are: no door was opened.
void wayi_mesh_blocks_leave(way_mesh *mesh);

/// Gives the list back.
void wayi_mesh_blocks_end(wayi_mesh_blocks *blocks, const way_allocator *allocator);

/// Where the number of a point on the border of a tile is kept; NULL for others.
uint32_t *wayi_mesh_splice_border(const wayi_mesh_source *source, way_point at);

/// Finds what an exchange takes. NO_MEMORY, TOO_LARGE, OUT_OF_RANGE (nothing would be left); to be
/// ended in any case.
way_status wayi_mesh_splice_measure(wayi_mesh_splice *splice);

/// Goes on making room in the mesh; true once it is there. False without memory too: see `fits`.
bool wayi_mesh_splice_widen(wayi_mesh_splice *splice, wayi_mesh_meter *meter);

/// Makes the scratch; false without memory.
bool wayi_mesh_splice_prepare(wayi_mesh_splice *splice);

/// Each stage does what it may, and says whether it is done.
typedef bool (*wayi_mesh_splice_stage)(wayi_mesh_splice *splice, wayi_mesh_meter *meter);

enum {
    WAYI_MESH_SPLICE_LAID = 8,     ///< stages until all is laid
    WAYI_MESH_SPLICE_NUMBERED = 15 ///< and until it can be put in force
};

/// Goes on up to a stage; true once it is reached.
bool wayi_mesh_splice_step(wayi_mesh_splice *splice, wayi_mesh_meter *meter,
                           const wayi_mesh_splice_stage *stages, uint32_t end);

/// Goes on with what nobody sees; true once all is laid. False without memory too: see `fits`.
bool wayi_mesh_splice_lay(wayi_mesh_splice *splice, wayi_mesh_meter *meter);

/// Goes on, and gives all that was laid its last numbers; true once that is done.
bool wayi_mesh_splice_number(wayi_mesh_splice *splice, wayi_mesh_meter *meter);

/// How many stops there will be.
uint64_t wayi_mesh_splice_stops(const wayi_mesh_splice *splice);

/// Takes all back that was laid, before it has its numbers.
void wayi_mesh_splice_take_back(wayi_mesh_splice *splice);

/// Exchanges the parts once all is laid and numbered, and the work of that.
void wayi_mesh_splice_switch(wayi_mesh_splice *splice);
uint64_t wayi_mesh_splice_work(const wayi_mesh_splice *splice);

/// Gives a run of sides back.
uint32_t wayi_mesh_splice_take_run(way_mesh *mesh, uint32_t size);
void wayi_mesh_splice_give_run(way_mesh *mesh, wayi_mesh_polygon run);

/// Ends it and gives the scratch back.
void wayi_mesh_splice_end(wayi_mesh_splice *splice);

/// Ends a part and the list of its polygons' numbers.
void wayi_mesh_part_drop(const way_allocator *allocator, way_mesh *part, uint32_t *names);

/// The cells of a tile.
way_rect wayi_mesh_tile_area(const wayi_mesh_source *source, uint32_t tile);

/// Puts a tile into the list of a repair; if it is there, it is made once more. False without
/// memory.
bool wayi_mesh_repair_add(way_mesh *mesh, uint32_t tile);

/// Makes the tiles of the list and puts them in once all are made, which `*done` tells. NO_MEMORY,
/// TOO_LARGE, OUT_OF_RANGE: the mesh is as before, and the list is gone.
way_status wayi_mesh_repair_step(way_mesh *mesh, wayi_mesh_meter *meter, bool *done);

/// Gives up a repair.
void wayi_mesh_repair_end(wayi_mesh_source *source, const way_allocator *allocator);
