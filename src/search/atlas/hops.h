// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Hops: for every pair of regions of an atlas the first link of a cheapest chain, as long as there
// are not too many of them. A row holds the hops of one region to all others, as runs of targets
// that share one; regions are numbered along a curve that keeps neighbours together, so a row takes
// a few dozen bytes where a matrix would take as many as there are regions.
//
// Rows are a cache over the links: nobody needs them, searches of the links (route.h) do without.
// After an edit a row still leads along links that are there, if not along the cheapest; it is used
// until the next one is made.
// Rows are made again only after a link's cost has changed, a slice at a time: first those that
// trips have asked for since, then those that are missing, which trips would have to search for,
// then all others in turn. What is made stays made.
#pragma once

#include "core/heap.h"
#include "search/atlas/atlas.h"

/// More regions than this, and there are no rows: making them takes time as the square of that.
#define WAYI_HOPS_MAX 8192u

typedef enum wayi_hops_flag {
    WAYI_HOPS_OWNED = 1u << 0, ///< the row is a piece of memory of its own
    WAYI_HOPS_STALE = 1u << 1, ///< made before the last change
    WAYI_HOPS_YOUNG = 1u << 2, ///< the region is younger than some rows
} wayi_hops_flag;

typedef struct wayi_hops_row {
    uint32_t *runs;  ///< first target << 16 | index of the link
    uint32_t region; ///< WAYI_REGION_NONE = the number is free
    uint16_t count;  ///< of the runs; 0 = there is no row
    uint8_t flags;   ///< wayi_hops_flag
    uint8_t wanted;  ///< raised by trips that asked for it while it was stale, see core/flag.h
} wayi_hops_row;

/// What it takes to make rows, one after the other. One per thread.
typedef struct wayi_hops_maker {
    way_cost *distances; ///< [capacity] by row
    uint64_t *firsts;    ///< [capacity * words] the links of the source that begin a best way
    uint64_t *shared;    ///< [words] those that all targets of the run at hand have in common
    uint32_t capacity, words;
    uint32_t source; ///< the row that is under way, or UINT32_MAX
    wayi_heap heap;
    wayi_path_buffer runs; ///< of the last row
    way_allocator allocator;
} wayi_hops_maker;

typedef struct wayi_hops {
    wayi_atlas *atlas;
    wayi_hops_row *rows;
    uint32_t count, capacity;
    uint64_t worked;       ///< units of work that it took to make rows again so far
    uint64_t version;      ///< of the atlas when the rows were last told that they are stale
    bool changed;          ///< links have come, gone or changed their costs since
    uint32_t cursor;       ///< the row that is made next
    bool off;              ///< there were too many regions
    uint64_t made;         ///< expansions that building took
    wayi_hops_maker maker; ///< in use while rows are made again
    bool making;
    way_allocator allocator;
} wayi_hops;

/// For an atlas that is built or opened; nothing is made yet.
void wayi_hops_init(wayi_hops *hops, wayi_atlas *atlas, const way_allocator *allocator);
void wayi_hops_fini(wayi_hops *hops);
size_t wayi_hops_bytes(const wayi_hops *hops);

/// Numbers the regions and makes all rows, unless there are too many.
way_status wayi_hops_build(wayi_hops *hops, wayi_job_stage stage);

/// Makes rows again after the atlas was mended, for up to *budget expansions, which are taken off
/// it. NO_MEMORY.
way_status wayi_hops_mend(wayi_hops *hops, uint32_t *budget, bool *done);

/// Goes on to the next region of a chain and adds what that costs; false if the rows know none.
bool wayi_hops_step(const wayi_hops *hops, uint32_t to, uint32_t *at, way_cost *cost);

/// Appends the regions of a chain, both ends included, and tells its cost; WAY_COST_MAX if the rows
/// know none. False without memory.
bool wayi_hops_chain(const wayi_hops *hops, uint32_t from, uint32_t to, wayi_path_buffer *out,
                     way_cost *cost);

/// The cost of a chain; WAY_COST_MAX if it is above `most` or the rows know none.
way_cost wayi_hops_cost(const wayi_hops *hops, uint32_t from, uint32_t to, way_cost most);

void wayi_hops_save(const wayi_hops *hops, wayi_blob_writer *writer);
way_status wayi_hops_open(wayi_hops *hops, const wayi_blob *blob);
