// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Repairs of an atlas. Squares that edits concern wait in a queue; each goes through up to three
// stages, all of them in slices:
//
//   cut       its regions are found again; those that hold their place keep name and links
//   borders   who is next to whom, from labels of the squares around, one of which is made at a
//             time and kept; links to new neighbours are added without records
//   records   links whose way came near an edit are climbed again, or made again if that fails or
//             an opened cell could make them shorter; new ones are made
//
// Memory is taken while there is something to repair and given back at the end.
#pragma once

#include "search/atlas/atlas.h"

/// Labels are kept for so many squares a side: those around one are never in each other's place,
/// and small ones have room for all that one edit concerns.
#define WAYI_REPAIRS_TILES(side) ((side) > 32 ? 4u : 8u)
#define WAYI_REPAIRS_TILES_MAX 8u

/// A part of the map that changed.
typedef struct wayi_repairs_part {
    way_rect rect; ///< width 0 = nothing
    bool edited;   ///< cells changed,
    bool opened;   ///< and may have become passable or cheaper
    bool moved;    ///< places came, moved or went
} wayi_repairs_part;

/// More parts than this around one square are taken together.
#define WAYI_REPAIRS_PARTS 6u

/// A square whose records must be looked at, and what changed around it.
typedef struct wayi_repairs_square {
    uint32_t square;
    uint32_t part_count;
    wayi_repairs_part parts[WAYI_REPAIRS_PARTS];
    way_rect cut; ///< what changed since the square was cut; width 0 = nothing
} wayi_repairs_square;

typedef struct wayi_repairs {
    wayi_atlas_tools tools;  ///< for records: other squares may be cut meanwhile
    wayi_atlas_tools cutter; ///< for regions and borders
    wayi_repairs_square *queue;
    uint32_t count, capacity;
    uint32_t next;          ///< of the queue: none waits for more than a round
    wayi_hash_table places; ///< of the squares in the queue
    wayi_path_buffer cuts;  ///< squares to be cut again
    wayi_path_buffer borders;
    uint16_t *labels; ///< [label_count] of some squares
    size_t label_count;
    /// The squares whose they are, or UINT32_MAX.
    uint32_t labelled[WAYI_REPAIRS_TILES_MAX * WAYI_REPAIRS_TILES_MAX];
    /// Those around it that the labelled cells of each are beside: all = all cells.
    uint16_t beside[WAYI_REPAIRS_TILES_MAX * WAYI_REPAIRS_TILES_MAX];
    way_allocator allocator;
} wayi_repairs;

/// Whether the record of a link is as good as a new one would be.
bool wayi_repairs_holds(const wayi_atlas *atlas, uint32_t id, const wayi_atlas_link *link,
                        const wayi_repairs_square *square, wayi_atlas_tools *tools);
