// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What patches do to old ways. A way that takes new steps leaves the old ones at a portal, a cell
// from which a new step leads, and comes back to them at another: it costs at least the old
// distance to the one, the open distance between, and the old distance from the other. The labels
// tell both, so an opening that makes nothing shorter is passed over. And of a few sample ways over
// the map a patch tells how many it ends: how likely the old way will do.
#pragma once

#include "search/beacon/change/stale.h"

/// Cells that samples lead between, pairs of them, and places of their ways, at most.
#define WAYI_BEACON_SAMPLED 9u
#define WAYI_BEACON_SAMPLES (WAYI_BEACON_SAMPLED * (WAYI_BEACON_SAMPLED - 1) / 2)
#define WAYI_BEACON_SAMPLE_PLACES 8192u

typedef struct wayi_beacon_samples {
    wayi_reach cells[WAYI_BEACON_SAMPLED];
    way_cost costs[WAYI_BEACON_SAMPLES];    ///< between each and those before it; 0 = left out
    uint32_t ends[2 * WAYI_BEACON_SAMPLES]; ///< of their ways, from both ends to the hub
    wayi_beacon_place *places;              ///< [room]
    uint32_t count;
    uint32_t room;
    const wayi_beacon_index *index; ///< that the sums are of
    uint32_t summed;                ///< so many of the cells
    wayi_beacon_sums sums[WAYI_BEACON_SAMPLED];
} wayi_beacon_samples;

void wayi_beacon_samples_fini(wayi_beacon_samples *samples, const way_allocator *allocator);

/// Measures the next patch that nobody has measured, or what that takes; a piece of work. Returns
/// how many expansions it was, 0 when there is none; `*status` is NO_MEMORY or left alone.
uint32_t wayi_beacon_openings_measure(wayi_beacon_stale *stale, wayi_beacon_samples *samples,
                                      way_status *status);

/// The old way of a question.
typedef struct wayi_beacon_old_way {
    wayi_reach cells[2];
    wayi_beacon_sides ends;
    wayi_beacon_sums *sums; ///< [2] scratch, with room
    way_cost cost;
} wayi_beacon_old_way;

/// Whether a way by openings may cost less, as far as labels tell; adds the expansions it took.
bool wayi_beacon_openings_lead(const wayi_beacon_stale *stale, const wayi_beacon_old_way *way,
                               uint32_t *work);
