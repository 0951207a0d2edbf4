// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Where the map differs from the one that an index was made for. Patches are rectangles of the
// difference, not a history of edits: what is put back leaves no trace. Old labels stay good for
// one thing: a way that passes nothing new costs no less than it did. So the old way, if it is
// legal, is a best one unless a cheaper one leads by a patch where something became free, and that
// is for beacon_openings.h to tell.
#pragma once

#include "search/beacon/index/sums.h"

#define WAYI_BEACON_RECTS 128u
/// Pairs of them.
#define WAYI_BEACON_GAPS (WAYI_BEACON_RECTS * (WAYI_BEACON_RECTS - 1) / 2)
/// Words of rows that are compared in the time of one expansion.
#define WAYI_BEACON_WORDS 64u

/// Rectangles that are no nearer to each other than two cells, while there is room for that.
typedef struct wayi_beacon_rects {
    way_rect items[WAYI_BEACON_RECTS];
    uint32_t count;
} wayi_beacon_rects;

typedef struct wayi_beacon_patch {
    way_rect rect;    ///< all that differs around here
    way_rect grown;   ///< and a cell more on each side: every step that changed touches it
    bool opened;      ///< something in it is free that was not
    bool leads;       ///< and a way can pass it: steps that are new leave from two cells or more
    bool measured;    ///< the rest is known (beacon_openings.h)
    uint32_t misses;  ///< so likely does it end an old way that may pass it, in 256ths
    uint32_t slot;    ///< of its gaps
    uint64_t portals; ///< those cells of `grown`, row by row; 0 of a large patch
    wayi_beacon_sums sums; ///< of what they reach by the index
} wayi_beacon_patch;

typedef struct wayi_beacon_stale {
    const wayi_beacon_index *index;
    wayi_board now;             ///< the layer as it is
    uint32_t unit;              ///< cells that a unit covers across
    wayi_beacon_patch *patches; ///< [RECTS] NULL until something differs
    uint32_t count;
    way_cost *gaps; ///< [GAPS] old costs between portals of openings, by their slots; NULL until
                    ///< there are some
    wayi_beacon_sums sums; ///< of the one in hand
    wayi_reach *list;      ///< [list_count] likewise, what a cell reaches
    uint32_t list_count;
    uint64_t words; ///< of rows that were compared so far
    way_allocator allocator;
} wayi_beacon_stale;

/// Nothing differs yet.
void wayi_beacon_stale_init(wayi_beacon_stale *stale, const wayi_beacon_index *index,
                            wayi_board now, uint32_t unit, const way_allocator *allocator);
void wayi_beacon_stale_fini(wayi_beacon_stale *stale);

/// Takes note of changed rectangles of the map; false without memory.
bool wayi_beacon_stale_note(wayi_beacon_stale *stale, const way_rect *rects, uint32_t count);

/// Whether every leg in the box of two cells is what it was, as far as a few looks tell.
bool wayi_beacon_stale_spares(const wayi_beacon_stale *stale, wayi_reach from, wayi_reach to);

/// Whether the box of two cells meets a patch.
bool wayi_beacon_patch_meets(const wayi_beacon_patch *patch, wayi_reach from, wayi_reach to);

/// Whether a way between two cells that costs less than so much may pass a patch; the cells were
/// free.
bool wayi_beacon_patch_is_near(const wayi_beacon_stale *stale, const wayi_beacon_patch *patch,
                               const wayi_reach cells[2], way_cost cost);

/// What may become of an old way.
typedef struct wayi_beacon_outlook {
    uint32_t holds;    ///< how likely it is a best one still, in 65536ths
    uint32_t openings; ///< that it has to be compared with
} wayi_beacon_outlook;

/// Of one between two cells that costs about so much.
wayi_beacon_outlook wayi_beacon_stale_outlook(const wayi_beacon_stale *stale,
                                              const wayi_reach cells[2], way_cost cost);

/// Open distance between two rectangles.
way_cost wayi_beacon_rect_distance(const wayi_board *board, way_rect a, way_rect b);

/// Adds a rectangle; one that there is no room for becomes part of another.
void wayi_beacon_rects_add(wayi_beacon_rects *rects, way_rect rect);

/// A rectangle with so many cells more before and after it, within the map.
way_rect wayi_beacon_rect_grow(const wayi_board *board, way_rect rect, uint32_t before,
                               uint32_t after);

/// Bits of a padded row that lie in a rectangle, one word of it.
uint64_t wayi_beacon_rect_mask(way_rect rect, uint32_t word);
