// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Whether something that was opened can lead to a better way than the old one. A way that is
// cheaper than before takes steps that were not legal before. Between those of one opening and
// those of another, up to the first and from the last, it is an old way, which costs no less than
// the old labels say. What is between two openings was worked out when they were noted (see
// stale.h). For the ends vertices around them are asked: an end is no nearer to an opening than one
// of them, less the way to that. At each opening a way takes at least a diagonal step: a
// straight one between two cells that were free was legal.
#pragma once

#include "search/beacon/query.h"
#include "search/beacon/stale.h"

/// Makes room for an index; false without memory. The sums are zeroed at first.
typedef struct wayi_beacon_openings {
    wayi_beacon_sums sums; ///< of a vertex near one of the ends
} wayi_beacon_openings;

bool wayi_beacon_openings_reserve(wayi_beacon_openings *openings, const wayi_beacon_index *index,
                                  const way_allocator *allocator);
void wayi_beacon_openings_fini(wayi_beacon_openings *openings, const way_allocator *allocator);
size_t wayi_beacon_openings_bytes(const wayi_beacon_openings *openings);

/// Whether a way between the cells of a question that was answered, both of which were free, may
/// cost less than the answer.
bool wayi_beacon_openings_doubt(wayi_beacon_openings *openings, const wayi_beacon_stale *stale,
                                const wayi_beacon_query *query);
