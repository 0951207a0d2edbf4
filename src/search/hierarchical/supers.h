// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The second level: squares of clusters. The gates of a super are those of its clusters that lead
// to another super; costs between them are those of best ways through the clusters inside. A path
// over supers costs what the same path over clusters does.
#pragma once

#include "core/heap.h"
#include "search/hierarchical/clusters.h"

/// Set in the rank of a gate that stays in its super.
#define WAYI_RANK_INNER 0x80000000u

typedef struct wayi_super {
    uint32_t count;
    uint32_t *gates;       ///< [count]
    const way_cost *costs; ///< [count * count]
    bool borrowed;         ///< the costs are those of a blob, not in one block with the gates
    bool dirty;
} wayi_super;

/// The super in hand, made a slice at a time.
typedef struct wayi_super_maker {
    uint32_t index;  ///< UINT32_MAX = none
    uint32_t count;  ///< of its gates
    uint32_t *gates; ///< [count], and behind them the costs [count * count]
    uint32_t gate;   ///< of them, whose costs are looked for
    bool exploring;
    wayi_path_buffer costs; ///< by rank of inner gates: cost to come in by them
    wayi_path_buffer out;   ///< by rank of those that lead out: cost to get there
    wayi_heap heap;
    uint64_t units; ///< of work so far
} wayi_super_maker;

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
    wayi_ring dirty; ///< supers to be made again
    wayi_super_maker maker;
    uint64_t rebuilt; ///< by repairs
    way_allocator allocator;
} wayi_supers;

/// On failure `fini` gives everything back. CANCELLED, NO_MEMORY.
way_status wayi_supers_build(wayi_supers *supers, const wayi_clusters *clusters, uint32_t factor,
                             wayi_job_stage stage);
void wayi_supers_fini(wayi_supers *supers);

/// Only costs are saved: gates are ranked as quickly as read.
void wayi_supers_save(const wayi_supers *supers, wayi_blob_writer *writer);
way_status wayi_supers_open(wayi_supers *supers, const wayi_clusters *clusters, uint32_t factor,
                            const wayi_blob *blob);
size_t wayi_supers_bytes(const wayi_supers *supers);

/// Takes note of a cluster whose costs changed. A listener of the clusters.
void wayi_supers_note(void *user, uint32_t cluster);

/// Makes supers again once their clusters are up to date, for up to *budget units of work, which
/// are taken off it; by no more than WAYI_SUPERS_EXCESS are they exceeded, or by what it takes to
/// rank the gates of a super. `*done` = nothing is left. NO_MEMORY: go on later.
way_status wayi_supers_repair(wayi_supers *supers, uint32_t *budget, bool *done);

#define WAYI_SUPERS_EXCESS 64u

static inline uint32_t wayi_supers_of_gate(const wayi_supers *supers, uint32_t gate)
{
    return supers->homes[wayi_gate_cluster(&supers->clusters->gates[gate])];
}

/// The costs from a gate of a super to all of them.
static inline const way_cost *wayi_supers_row(const wayi_supers *supers, uint32_t gate)
{
    const wayi_super *super = &supers->supers[wayi_supers_of_gate(supers, gate)];
    return super->costs + (size_t)supers->ranks[gate] * super->count;
}
