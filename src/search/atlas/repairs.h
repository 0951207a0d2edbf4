// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Repairs of an atlas. Squares that edits concern wait in a queue; each goes through up to three
// stages, all of them in slices:
//
//   cut       its regions are found again; those that hold their place keep name and links
//   borders   who is next to whom, from labels of the squares around, one of which is made at a
//             time and kept; links to new neighbours are added without records
//   records   links whose way came near an edit are climbed again, and made again if that fails or
//             they are owed; new ones are made. Those to neighbours come first, in all squares: a
//             new door is of use long before the last record is
//
// Owed are links to places that moved, and those that an opened part of the map makes shorter: one
// search from there, as far as that can matter, tells what each place is away from it.
//
// Memory is taken while there is something to repair and given back at the end.
#pragma once

#include "search/atlas/atlas.h"

/// Labels are kept for so many squares a side: those around one are never in each other's place,
/// and small ones have room for all that one edit concerns.
#define WAYI_REPAIRS_TILES(side) ((side) > 32 ? 4u : 8u)
#define WAYI_REPAIRS_TILES_MAX 8u

/// More parts of the map than this around one square are taken together.
#define WAYI_REPAIRS_PARTS 6u

/// A square whose records must be looked at.
typedef struct wayi_repairs_square {
    uint32_t square;
    uint32_t part_count;
    way_rect parts[WAYI_REPAIRS_PARTS]; ///< what changed around it
    way_rect cut;                       ///< what did since it was cut; width 0 = nothing
    wayi_path_buffer owed; ///< links to be made again: number of the region, name of the other one
    bool near_made;        ///< its near links were looked at; the others are next
} wayi_repairs_square;

/// Parts of the map that may have become passable or cheaper, one after the other.
typedef struct wayi_openings {
    wayi_path_buffer waiting; ///< x, y, width, height of each
    way_rect rect;            ///< the one under way
    wayi_confined search;     ///< from there; no memory until there is one
    bool searching;
} wayi_openings;

typedef struct wayi_repairs {
    wayi_atlas_tools tools;  ///< for records: other squares may be cut meanwhile
    wayi_atlas_tools cutter; ///< for regions and borders
    wayi_repairs_square *queue;
    uint32_t count, capacity;
    uint32_t near_left;     ///< those whose near links are yet to be looked at: they come first
    uint32_t next;          ///< of the queue: none waits for more than a few rounds
    uint32_t turns;         ///< taken
    wayi_hash_table places; ///< of the squares in the queue
    wayi_path_buffer cuts;  ///< squares to be cut again
    wayi_path_buffer borders;
    wayi_openings openings;
    uint16_t *labels; ///< [label_count] of some squares
    size_t label_count;
    /// The squares whose they are, or UINT32_MAX.
    uint32_t labelled[WAYI_REPAIRS_TILES_MAX * WAYI_REPAIRS_TILES_MAX];
    /// Those around it that the labelled cells of each are beside: all = all cells.
    uint16_t beside[WAYI_REPAIRS_TILES_MAX * WAYI_REPAIRS_TILES_MAX];
    way_allocator allocator;
} wayi_repairs;

/// Owes a link another record: it is made again even if it still leads to its end. False without
/// memory.
bool wayi_repairs_owe(wayi_atlas *atlas, uint32_t id, uint32_t to);

/// Appends what changed and was not looked at yet everywhere, four words a rectangle, and each
/// square that owes something with its flags. False without memory.
bool wayi_repairs_list(const wayi_atlas *atlas, wayi_path_buffer *rects, wayi_path_buffer *squares);

/// Marks what such lists say.
way_status wayi_repairs_take(wayi_atlas *atlas, const way_rect *rects, size_t rect_count,
                             const uint32_t *squares, size_t square_count);

/// Whether a link from a number is owed one.
bool wayi_repairs_owes(const wayi_repairs_square *square, uint32_t number, uint32_t to);

/// The squares up to `reach` around those of an area.
way_rect wayi_repairs_around(const wayi_atlas *atlas, way_rect area, uint32_t reach);

/// What it costs at least to get from a cell to a part of the map.
way_cost wayi_repairs_distance(const wayi_grid *grid, way_cell cell, way_rect part);

/// Whether a link has a record that nothing which changed came near, and is owed none.
bool wayi_repairs_is_apart(const wayi_atlas *atlas, uint32_t id, uint32_t to, way_cost cost,
                           const wayi_repairs_square *square);

/// Whether the record of a link is as good as a new one would be.
bool wayi_repairs_holds(const wayi_atlas *atlas, uint32_t id, const wayi_atlas_link *link,
                        const wayi_repairs_square *square, wayi_atlas_tools *tools);

void wayi_openings_init(wayi_openings *openings, const way_allocator *allocator);
void wayi_openings_fini(wayi_openings *openings);

/// Whether there is nothing to judge.
static inline bool wayi_openings_are_judged(const wayi_openings *openings)
{
    return !openings->searching && openings->waiting.count == 0;
}

/// Owes the links that an opened part of the map makes shorter, for up to *budget expansions. False
/// without memory.
bool wayi_openings_judge(wayi_atlas *atlas, uint32_t *budget);
