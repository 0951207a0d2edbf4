// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Where the map differs from the one that an index was made for. Patches are rectangles of the
// difference, not a history of edits: what is put back leaves no trace. Old labels stay good for
// one thing: a way that passes nothing new costs no less than it did. So the old way, if it is
// legal, is a best one unless a cheaper one may lead by a patch where something became free. And of
// a few sample ways over the map a patch tells how many it ends: how likely the old way will do.
#pragma once

#include "search/beacon/index/index.h"

#define WAYI_BEACON_RECTS 128u
/// Words of rows that are compared in the time of one expansion.
#define WAYI_BEACON_WORDS 64u

/// Rectangles that are no nearer to each other than two cells, while there is room for that.
typedef struct wayi_beacon_rects {
    way_rect items[WAYI_BEACON_RECTS];
    uint32_t count;
} wayi_beacon_rects;

/// Ways of the map as it was first, at most, and places of theirs.
#define WAYI_BEACON_SAMPLES 72u
#define WAYI_BEACON_SAMPLE_PLACES 4096u

typedef struct wayi_beacon_sample {
    way_cost cost;
    uint32_t ends[2]; ///< of its places, from each of its cells to the hub; they follow those of
                      ///< the sample before
} wayi_beacon_sample;

typedef struct wayi_beacon_samples {
    wayi_beacon_sample items[WAYI_BEACON_SAMPLES];
    uint32_t count;
    wayi_beacon_place *places; ///< [room]
    uint32_t room;
} wayi_beacon_samples;

typedef struct wayi_beacon_patch {
    way_rect rect;   ///< all that differs around here
    way_rect grown;  ///< and a cell more on each side: every step that changed touches it
    bool opened;     ///< something in it is free that was not
    bool leads;      ///< and a way can pass it: steps that are new leave from two cells or more
    uint32_t misses; ///< so likely does it end an old way that may pass it, in 256ths
} wayi_beacon_patch;

typedef struct wayi_beacon_stale {
    const wayi_beacon_index *index;
    wayi_board now;             ///< the layer as it is
    uint32_t unit;              ///< cells that a unit covers across
    wayi_beacon_patch *patches; ///< [RECTS] NULL until something differs
    uint32_t count;
    const wayi_beacon_samples *samples;
    uint64_t words; ///< of rows, and places of samples, that were compared so far
    way_allocator allocator;
} wayi_beacon_stale;

/// Nothing differs yet.
void wayi_beacon_stale_init(wayi_beacon_stale *stale, const wayi_beacon_index *index,
                            wayi_board now, uint32_t unit, const wayi_beacon_samples *samples,
                            const way_allocator *allocator);
void wayi_beacon_stale_fini(wayi_beacon_stale *stale);

/// Takes note of changed rectangles of the map; false without memory.
bool wayi_beacon_stale_note(wayi_beacon_stale *stale, const way_rect *rects, uint32_t count);

/// Whether every leg in the box of two cells is what it was, as far as a few looks tell.
bool wayi_beacon_stale_spares(const wayi_beacon_stale *stale, wayi_reach from, wayi_reach to);

/// How likely the old way between two cells, which were free, is a best one still, in 65536ths: one
/// that costs about so much. 0 if an opening may lead to a better one.
uint32_t wayi_beacon_stale_holds(const wayi_beacon_stale *stale, const wayi_reach cells[2],
                                 way_cost cost);

/// Adds a rectangle; one that there is no room for becomes part of another.
void wayi_beacon_rects_add(wayi_beacon_rects *rects, way_rect rect);

/// A rectangle with so many cells more before and after it, within the map.
way_rect wayi_beacon_rect_grow(const wayi_board *board, way_rect rect, uint32_t before,
                               uint32_t after);

/// Bits of a padded row that lie in a rectangle, one word of it.
uint64_t wayi_beacon_rect_mask(way_rect rect, uint32_t word);
