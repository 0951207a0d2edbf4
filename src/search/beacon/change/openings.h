// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Whether something that was opened can lead to a better way than the old one. A way that is
// cheaper than before takes steps that were not legal before. Between those of one opening and
// those of another, up to the first and from the last, it is an old way, which costs no less than
// the old labels say. What is between two openings was worked out when they were noted (see
// stale.h). For the ends vertices around them are asked: an end is no nearer to an opening than one
// of them, less the way to that; where a doubt is left all of them, which tell what it is. At each
// opening a way takes at least a diagonal step: a straight one between two cells that were free was
// legal.
#pragma once

#include "search/beacon/ask/query.h"
#include "search/beacon/change/stale.h"

typedef enum wayi_openings_turn {
    WAYI_OPENINGS_COMPARE, ///< may a way by openings be cheaper, for all that bounds tell
    WAYI_OPENINGS_ASK,     ///< for better ones, if it may
    WAYI_OPENINGS_RAISE    ///< them
} wayi_openings_turn;

typedef struct wayi_beacon_openings {
    wayi_beacon_sums sums; ///< of vertices near one of the ends; zeroed at first
    const wayi_beacon_stale *stale;
    const wayi_beacon_query *query;
    uint32_t count; ///< openings that a way can pass
    const wayi_beacon_patch *patches[WAYI_BEACON_RECTS];
    way_cost bounds[2][WAYI_BEACON_RECTS]; ///< of what it takes to get there from both ends
    way_cost costs[WAYI_BEACON_RECTS];     ///< to each by way of others
    bool asked[WAYI_BEACON_RECTS];         ///< a way that passes it may be cheaper than the old one
    wayi_openings_turn turn;
    uint32_t round; ///< of bounds, each better than the last
    uint32_t at;    ///< vertices of the round that were summed up, or openings
    uint32_t side;  ///< whose bounds are raised
    way_cost off;   ///< that a vertex is from it
    bool doubt; ///< a way between the cells may cost less than the answer, for all that is known
} wayi_beacon_openings;

/// Makes room for an index; false without memory.
bool wayi_beacon_openings_reserve(wayi_beacon_openings *openings, const wayi_beacon_index *index,
                                  const way_allocator *allocator);
void wayi_beacon_openings_fini(wayi_beacon_openings *openings, const way_allocator *allocator);

/// Begins on a question that was answered, between cells both of which were free.
void wayi_beacon_openings_begin(wayi_beacon_openings *openings, const wayi_beacon_stale *stale,
                                const wayi_beacon_query *query);

/// One piece of work, on the same map and index; returns about how many expansions it was beyond
/// the first, and sets `*done` when no more is to be found out about the doubt.
uint32_t wayi_beacon_openings_step(wayi_beacon_openings *openings, bool *done);
