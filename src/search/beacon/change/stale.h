// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Where the map differs from the one that an index was made for. Rectangles of the difference, not
// a history of edits: what is put back leaves no trace. From them follow
//
//   touched   vertices whose edges may be others now: those that a look from the rim of a changed
//             rectangle finds, on the old board or on the new one
//   openings  rectangles where something became free: a way that is cheaper than before passes one
//
// so that old labels stay good for lower bounds: a way that passes no opening costs no less than it
// did, one that does costs no less than to the first and from the last of them. Both are found in
// pieces; until all that is touched is known, the old graph is of no use.
#pragma once

#include "search/beacon/index/sums.h"

#define WAYI_BEACON_RECTS 128u
/// Openings of more cells, with those around, are not summed up: the open distance must do.
#define WAYI_BEACON_PORTALS 256u
/// Vertices that are marked in the time of one expansion, and words of rows that are compared.
#define WAYI_BEACON_MARKS 4096u
#define WAYI_BEACON_WORDS 64u

/// Rectangles that are no nearer to each other than two cells, while there is room for that.
typedef struct wayi_beacon_rects {
    way_rect items[WAYI_BEACON_RECTS];
    uint32_t count;
} wayi_beacon_rects;

typedef struct wayi_beacon_patch {
    way_rect rect;         ///< all that differs around here
    way_rect grown;        ///< and a cell more on each side: every step that changed touches it
    bool opened;           ///< something in it is free that was not
    bool shut;             ///< but by less than two portals: no way passes it
    bool ready;            ///< sums are
    uint32_t cell;         ///< of `grown`, up to which it was summed up
    wayi_beacon_kept kept; ///< sums of what its portals reach on the old board: cells from which a
                           ///< step is legal that was not, and which were free
    uint32_t slot;         ///< its row and column among gaps
} wayi_beacon_patch;

typedef struct wayi_beacon_stale {
    const wayi_beacon_index *index;
    wayi_board now;             ///< the layer as it is
    uint32_t unit;              ///< cells that a unit covers across
    wayi_beacon_patch *patches; ///< [RECTS] NULL until something differs, as all that follows
    uint32_t count;
    wayi_beacon_rects *pending; ///< changed rectangles around which nobody has looked
    uint32_t rim;           ///< rows of the first of them that were marked, and looks from its rim,
                            ///< two from each cell
    uint8_t *touched;       ///< [vertex_count] NULL = none, yet
    uint32_t wiped;         ///< of those; none when nothing differed any more
    uint32_t touched_count; ///< room
    wayi_beacon_sums sums;  ///< of the opening in hand
    way_rect summed;        ///< that
    way_cost *gaps;         ///< [RECTS * RECTS] between portals of openings that are ready, on
                            ///< the old board; NULL until one is
    uint32_t measured;      ///< rows of gaps that the opening in hand has been measured to
    uint32_t from;          ///< its cells up to which it was measured to the next one
    wayi_reach *list;       ///< [list_count] scratch
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

/// Looks for what differs in words [first, end) of all rows of the map: only what that touches is
/// told later. Returns about how many expansions that was, 0 without memory.
uint32_t wayi_beacon_stale_scan(wayi_beacon_stale *stale, uint32_t first, uint32_t end);

/// Looks from one cell of the rim of what changed, on one board: the old one has planes of its
/// own. Returns about how many expansions that was, 0 if there is nothing left to look at.
uint32_t wayi_beacon_stale_look(wayi_beacon_stale *stale);

/// Sums up one portal of an opening, or measures from one to another opening. Returns as above; 0
/// also without memory.
uint32_t wayi_beacon_stale_sum(wayi_beacon_stale *stale);

/// Whether an opening is small enough to be summed up, the cells around it included; and whether it
/// has less than two portals: what leads in and out by the same one is no short cut.
bool wayi_beacon_portals_fit(way_rect grown);
bool wayi_beacon_portals_shut(const wayi_beacon_stale *stale, way_rect grown);

/// Whether it is known what differs and what that touches.
static inline bool wayi_beacon_stale_is_known(const wayi_beacon_stale *stale)
{
    return stale->count == 0 || (stale->pending->count == 0 && stale->index->still.planes);
}

/// Adds a rectangle; one that there is no room for becomes part of another.
void wayi_beacon_rects_add(wayi_beacon_rects *rects, way_rect rect);

/// The least open distance from a cell to a portal of an opening that it sees on the old board, or
/// WAY_COST_MAX: of such ways labels know nothing.
way_cost wayi_beacon_stale_see(const wayi_beacon_stale *stale, const wayi_beacon_patch *patch,
                               wayi_reach from);

/// No more than the cost from an opening to another without passing a third.
way_cost wayi_beacon_stale_gap(const wayi_beacon_stale *stale, const wayi_beacon_patch *from,
                               const wayi_beacon_patch *to);

/// Open distance from a cell to a rectangle, and between two.
way_cost wayi_beacon_rect_distance(const wayi_board *board, way_rect a, way_rect b);

/// A rectangle with so many cells more before and after it, within the map.
way_rect wayi_beacon_rect_grow(const wayi_board *board, way_rect rect, uint32_t before,
                               uint32_t after);

/// Cells of the rim of a rectangle, and one of them: the first row, the last one, then both sides.
uint32_t wayi_beacon_rim_count(way_rect rect);
wayi_reach wayi_beacon_rim_cell(way_rect rect, uint32_t number);
