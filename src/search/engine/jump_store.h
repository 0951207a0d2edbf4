// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// All jumps of a map, for all agents of a navigator. They only read it, and only while it is whole:
// until a repair has filled it, and from an edit to the repair that follows, each scans for itself.
#pragma once

#include "core/path_buffer.h"
#include "search/engine/jump_graph.h"

/// More changes at a time than this make it start again.
#define WAYI_JUMP_STORE_RECTS 64u

typedef struct wayi_jump_store {
    wayi_jump_graph graph;
    way_rect rects[WAYI_JUMP_STORE_RECTS]; ///< that changed and were not looked at
    uint32_t rect_count;
    uint32_t slot;        ///< up to which points were asked whether the last of them concerns them
    uint32_t jump;        ///< up to which jumps were told what is not sure any more
    wayi_path_buffer due; ///< cells whose lists an edit dropped, or where jump points may be new
    uint32_t line;        ///< rows, then columns, before this one are done
    uint32_t word;        ///< of the line
    bool scans;           ///< `scan` is under way
    bool whole;           ///< on the map of the graph's revision
    bool full;            ///< memory ran out: it stays empty until the map changes
    wayi_jump_scan scan;
} wayi_jump_store;

way_status wayi_jump_store_init(wayi_jump_store *store, const wayi_grid *grid,
                                const way_allocator *allocator);
void wayi_jump_store_fini(wayi_jump_store *store);

/// Whether agents may read it now.
static inline bool wayi_jump_store_is_whole(const wayi_jump_store *store)
{
    return store->whole && store->graph.revision == way_map_revision(store->graph.map);
}

/// Fills it, or follows changes, for about so many looks at cells of diagonals and words of runs;
/// true when it is whole or memory ran out.
bool wayi_jump_store_fill(wayi_jump_store *store, const way_rect *rects, uint32_t count,
                          uint64_t looks);
