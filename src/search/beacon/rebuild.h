// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Another index for a map that changed, a little at a time, while the old one serves. The tree is
// the old one: a vertex that is new goes to the lowest node above all that it has edges with, and
// of an edge between two sides one end moves up. Nodes in which nothing was touched keep their
// labels; the others, which are those above a change, get new ones, hub by hub. When all is there
// it takes the old one's place at once. What changes meanwhile is a difference to the new index.
#pragma once

#include "search/beacon/build.h"
#include "search/beacon/stale.h"

typedef enum wayi_beacon_phase {
    WAYI_BEACON_EDGES,
    WAYI_BEACON_TREE,
    WAYI_BEACON_LABELS,
    WAYI_BEACON_PACK,
    WAYI_BEACON_BUILT
} wayi_beacon_phase;

typedef struct wayi_beacon_rebuild {
    const wayi_beacon_index *old;
    wayi_beacon_index *index; ///< the new one
    wayi_beacon_build build;
    wayi_beacon_phase phase;
    uint8_t *touched; ///< [touched_count] of the old vertices when it began
    uint32_t touched_count;
    uint64_t entries_max; ///< labels beyond which the tree is grown again
    bool grown;           ///< it was
    uint32_t at;          ///< piece, or node
    uint32_t hub;
    wayi_beacon_labelling work;
    way_allocator allocator;
} wayi_beacon_rebuild;

/// Starts on the board as it is: the index that is to be replaced and what is known to differ.
way_status wayi_beacon_rebuild_begin(wayi_beacon_rebuild *rebuild, const wayi_beacon_stale *stale,
                                     uint64_t entries_max, const way_allocator *allocator);
/// Works for about `budget` expansions; the phase says when the new index is there.
way_status wayi_beacon_rebuild_step(wayi_beacon_rebuild *rebuild, uint32_t budget);
/// Gives back everything but an index that was taken (set to NULL).
void wayi_beacon_rebuild_fini(wayi_beacon_rebuild *rebuild);

/// Labels of an index.
uint64_t wayi_beacon_entries(const wayi_beacon_index *index);
