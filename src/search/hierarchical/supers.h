// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The second level: squares of clusters. The gates of a super are those of its clusters that lead
// to another super; costs between them are those of best ways through the clusters inside. A path
// over supers costs what the same path over clusters does.
#pragma once

#include "search/hierarchical/clusters.h"

/// Set in the rank of a gate that stays in its super.
#define WAYI_RANK_INNER 0x80000000u

typedef struct wayi_super {
    uint32_t count;
    uint32_t *gates; ///< [count], and behind them the costs [count * count]
    bool dirty;
} wayi_super;

typedef struct wayi_supers {
    const wayi_clusters *clusters; ///< NULL = there is no second level
    uint32_t factor;               ///< clusters a side
    uint32_t columns;
    uint32_t count;
    wayi_super *supers;
    uint32_t *homes; ///< by cluster: its super
    uint32_t *ranks; ///< [rank_capacity] by gate: its place among those of its super that lead
                     ///< out, or WAYI_RANK_INNER and its place among the others
    uint32_t rank_capacity;
    wayi_path_buffer queue; ///< dirty supers
    uint32_t queue_next;
    uint64_t rebuilt; ///< by repairs
    way_allocator allocator;
} wayi_supers;

/// On failure `fini` gives everything back. CANCELLED, NO_MEMORY.
way_status wayi_supers_build(wayi_supers *supers, const wayi_clusters *clusters, uint32_t factor,
                             wayi_job_stage stage);
void wayi_supers_fini(wayi_supers *supers);
size_t wayi_supers_bytes(const wayi_supers *supers);

/// Takes note of changed rectangles; false without memory.
bool wayi_supers_note(wayi_supers *supers, const way_rect *rects, uint32_t count);

/// Makes supers anew once their clusters are up to date, with about `budget` expansions; `*done` =
/// nothing is left. NO_MEMORY: go on later.
way_status wayi_supers_repair(wayi_supers *supers, uint32_t budget, bool *done);

static inline uint32_t wayi_supers_of_gate(const wayi_supers *supers, uint32_t gate)
{
    return supers->homes[wayi_gate_cluster(&supers->clusters->gates[gate])];
}

/// The costs from a gate of a super to all of them.
static inline const way_cost *wayi_supers_row(const wayi_supers *supers, uint32_t gate)
{
    const wayi_super *super = &supers->supers[wayi_supers_of_gate(supers, gate)];
    return super->gates + super->count + (size_t)supers->ranks[gate] * super->count;
}
