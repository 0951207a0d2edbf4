// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Hops: for every pair of regions of an atlas the first link of a cheapest chain, as long as there
// are not too many of them. A row holds the hops of one region to all others, as runs of targets
// that share one; regions are numbered along a curve that keeps neighbours together, so a row takes
// a few dozen bytes where a matrix would take as many as there are regions.
//
// Rows are a cache over the links: nobody needs them, searches of the links (route.h) do without.
// After an edit a row still leads along links that are there, if not along the cheapest. Links that
// came, went or changed their costs are noted, and target by target is looked at: which regions'
// chains lead over such a link, or would be cheaper over one, and what follows for those before
// them. That takes work in proportion to the pairs of regions whose chains cost something else now,
// in slices; changes that come meanwhile join in and go once round.
#pragma once

#include "core/heap.h"
#include "search/atlas/atlas.h"

/// More regions than this, and there are no rows: making them takes time as the square of that.
#define WAYI_HOPS_MAX 8192u

/// Numbers in use between two that are left free for regions to come, and most of all numbers.
#define WAYI_HOPS_SPARE 4u
#define WAYI_HOPS_NUMBERS (WAYI_HOPS_MAX + WAYI_HOPS_MAX / WAYI_HOPS_SPARE)

/// So many changed links a region, and all targets are new.
#define WAYI_HOPS_CHANGES 4u

typedef enum wayi_hops_flag {
    WAYI_HOPS_OWNED = 1u << 0, ///< the row is a piece of memory of its own
    WAYI_HOPS_NEW = 1u << 1,   ///< no row knows the way to this region
} wayi_hops_flag;

/// Instead of the index of a link: there is none, or none that a row has room to name.
#define WAYI_HOPS_NO_LINK 0xffffu

/// A run is so many bits of the index of a link, all ones = none, below those of its first target:
/// where there are few links, a page of a row holds more targets.
#define WAYI_HOPS_BITS 8u
#define WAYI_HOPS_FEW_BITS 6u

/// A row has pages of 1 << (16 - bits) targets: where the runs of each begin, then run after run. A
/// run ends with its page.
typedef struct wayi_hops_row {
    uint16_t *pages;
    uint32_t region; ///< WAYI_REGION_NONE = the number is free
    uint16_t count;  ///< of all numbers; 0 = there is no row
    uint8_t flags;   ///< wayi_hops_flag
    uint8_t bits;    ///< of a link
} wayi_hops_row;

/// A link that is another one than some targets know.
typedef struct wayi_hops_change {
    uint32_t to;     ///< a region; WAYI_REGION_NONE = one that is gone
    uint32_t left;   ///< targets that are yet to be looked at
    uint16_t row;    ///< of the region that it leaves
    uint16_t before; ///< its cost as they know it
    uint16_t link;   ///< its index now, or WAYI_HOPS_NO_LINK
    bool unsure;     ///< some know another cost
} wayi_hops_change;

/// A link and the one back, at hand.
typedef struct wayi_hops_way {
    uint16_t to;         ///< a row; WAYI_ATLAS_NO_ROW = it leads nowhere
    uint16_t cost, back; ///< encoded
    uint16_t link;       ///< index of the one back
} wayi_hops_way;

/// A row, and its region as seen from the target that is looked at.
typedef struct wayi_hops_node {
    uint32_t first; ///< of the ways, whose count is behind the last one's
    uint32_t round; ///< what the rest was written in
    way_cost base;  ///< of the chain along the rows as they were, at the costs of today
    way_cost best;  ///< of the best chain that is known
    uint16_t next;  ///< the row that the chain goes on to, or WAYI_ATLAS_NO_ROW
    uint16_t cost;  ///< of the link there
    uint8_t state;  ///< see hops_keep.c
    bool filled;    ///< the ways are known
} wayi_hops_node;

/// What it takes to look at a target.
typedef struct wayi_hops_repairs {
    wayi_hops_node *nodes; ///< [count + 1]
    wayi_hops_way *ways;
    uint32_t count, way_count, round;
    wayi_path_buffer chain;
    wayi_heap heap;  ///< rows whose chains may cost something else now
    uint32_t change; ///< how far the changes have been looked at
    bool looking;    ///< at a target
    uint64_t looks;  ///< at links and runs, and while changes were noted
    uint64_t paid;   ///< of them, those that were taken off a budget
} wayi_hops_repairs;

typedef struct wayi_hops {
    wayi_atlas *atlas;
    wayi_hops_row *rows;
    uint32_t count, capacity;
    uint64_t worked; ///< units of work that it took to keep rows so far
    bool off;        ///< there were too many regions
    uint64_t made;   ///< expansions that building took
    wayi_hops_change *changes;
    uint32_t change_count, change_capacity;
    uint32_t cursor; ///< the target that is looked at next
    uint32_t left;   ///< targets that are yet to be looked at
    wayi_hops_repairs repairs;
    way_allocator allocator;
} wayi_hops;

/// For an atlas that is built or opened; nothing is made yet.
void wayi_hops_init(wayi_hops *hops, wayi_atlas *atlas, const way_allocator *allocator);
void wayi_hops_fini(wayi_hops *hops);

/// Numbers the regions and makes all rows, unless there are too many.
way_status wayi_hops_build(wayi_hops *hops, wayi_job_stage stage);

/// Takes the time that noting changes of records has taken so far off the budget.
void wayi_hops_pay(wayi_hops *hops, uint32_t *budget);

/// Follows the changes of an atlas that was repaired, for up to *budget expansions, which are taken
/// off it. NO_MEMORY.
way_status wayi_hops_mend(wayi_hops *hops, uint32_t *budget, bool *done);

/// Targets that a page of a row has room for.
static inline uint32_t wayi_hops_page_size(const wayi_hops_row *row)
{
    return 1u << (16 - row->bits);
}

/// What a row can name links below; itself = none.
static inline uint32_t wayi_hops_none(const wayi_hops_row *row)
{
    return (1u << row->bits) - 1u;
}

/// Where the run of a target is in a row; 0 if there is none.
static inline uint32_t wayi_hops_run(const wayi_hops_row *row, uint32_t target)
{
    const uint16_t *pages = row->pages;
    const uint32_t page = target >> (16 - row->bits);
    const uint32_t place = target & (wayi_hops_page_size(row) - 1u);
    if (row->count == 0 || page >= pages[0]) {
        return 0;
    }
    uint32_t run = pages[page];
    const uint32_t end = page + 1u < pages[0] ? pages[page + 1] : row->count;
    for (uint32_t size = end - run; size > 1;) {
        const uint32_t half = size / 2;
        run += (uint32_t)pages[run + half] >> row->bits <= place ? half : 0;
        size -= half;
    }
    return run;
}

/// The link that a row names for a target, or WAYI_HOPS_NO_LINK.
static inline uint32_t wayi_hops_link(const wayi_hops_row *row, uint32_t target)
{
    const uint32_t run = wayi_hops_run(row, target);
    const uint32_t none = wayi_hops_none(row);
    const uint32_t link = run ? row->pages[run] & none : none;
    return link == none ? WAYI_HOPS_NO_LINK : link;
}

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
