// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A row names the first link of a cheapest chain. Of several such links that one is named which
// serves the longest run: a compressed path database of the regions. What is left to go falls with
// every link, so a chain over rows of one version ends.
#include "base/flag.h"
#include "search/atlas/hops_keep.h"
#include "search/engine/settle.h"

#include <string.h>

/// What it takes to make rows, one after the other. One per thread.
typedef struct hops_maker {
    uint64_t *firsts; ///< [capacity * words] the links of the source that begin a best way
    uint64_t *shared; ///< [words] those that all targets of the run at hand have in common
    uint32_t capacity, words;
    uint32_t source;       ///< the row that is under way
    wayi_settle settle;    ///< of rows
    wayi_path_buffer runs; ///< of the last row
    way_allocator allocator;
} hops_maker;

// Rows ------------------------------------------------------------------------------------------

static bool hops_maker_init(hops_maker *maker, const wayi_hops *hops)
{
    *maker = (hops_maker){.capacity = hops->count, .words = 1, .allocator = hops->allocator};
    for (uint32_t i = 0; i < hops->count; i++) {
        const wayi_atlas_region *region =
            hops->rows[i].region == WAYI_REGION_NONE
                ? NULL
                : wayi_atlas_region_at(hops->atlas, hops->rows[i].region);
        const uint32_t words = region ? (region->link_count + 63u) / 64 : 0;
        maker->words = words > maker->words ? words : maker->words;
    }
    wayi_settle_init(&maker->settle, &maker->allocator);
    wayi_path_buffer_init(&maker->runs, &maker->allocator);
    const size_t firsts = (size_t)maker->capacity * maker->words;
    maker->firsts = wayi_alloc(&maker->allocator, firsts, sizeof *maker->firsts);
    maker->shared = wayi_alloc(&maker->allocator, maker->words, sizeof *maker->shared);
    return maker->firsts && maker->shared;
}

static void hops_maker_fini(hops_maker *maker)
{
    const way_allocator *allocator = &maker->allocator;
    wayi_free(allocator, maker->firsts, (size_t)maker->capacity * maker->words,
              sizeof *maker->firsts);
    wayi_free(allocator, maker->shared, maker->words, sizeof *maker->shared);
    wayi_settle_fini(&maker->settle);
    wayi_path_buffer_fini(&maker->runs);
}

/// Adds what begins a best way to `from` to what begins one to `to`, or puts it in its place.
static void hops_make_share(hops_maker *maker, uint32_t from, uint32_t to, bool better)
{
    uint64_t *firsts = maker->firsts + (size_t)to * maker->words;
    const uint64_t *more = maker->firsts + (size_t)from * maker->words;
    for (uint32_t i = 0; i < maker->words; i++) {
        firsts[i] = better ? more[i] : firsts[i] | more[i];
    }
}

/// Looks at the links of a region; those of the source itself begin a way each.
static bool hops_make_relax(hops_maker *maker, const wayi_hops *hops, uint32_t from)
{
    const wayi_atlas *atlas = hops->atlas;
    const uint32_t id = hops->rows[from].region;
    const wayi_atlas_region *region = wayi_atlas_region_at(atlas, id);
    const wayi_atlas_block *block = atlas->squares[id >> atlas->bits];
    const uint16_t *costs = wayi_atlas_costs(block) + region->link_first;
    const way_cost *distances = maker->settle.costs.states;
    for (uint32_t i = 0; i < region->link_count; i++) {
        const wayi_atlas_region *target = wayi_atlas_region_at(
            atlas, wayi_atlas_target(atlas, id >> atlas->bits,
                                     wayi_atlas_word(block, region->link_first + i)));
        if (!target || target->row >= maker->capacity || costs[i] == WAYI_ATLAS_UNMADE) {
            continue;
        }
        const way_cost distance = way_cost_add(distances[from], wayi_atlas_decode(costs[i]));
        const way_cost known = distances[target->row];
        // Equals come in time: a target is settled after all that lead to it.
        if (distance > known || distance == WAY_COST_MAX) {
            continue;
        }
        if (from == maker->source) {
            uint64_t *firsts = maker->firsts + (size_t)target->row * maker->words;
            memset(firsts, 0, maker->words * sizeof *firsts);
            firsts[i / 64] = UINT64_C(1) << i % 64;
        } else {
            hops_make_share(maker, from, target->row, distance < known);
        }
        if (distance < known &&
            !wayi_settle_open(&maker->settle, target->row, target->row, distance)) {
            return false;
        }
    }
    return true;
}

/// Whether some link serves the run at hand and one more target; if so, only such are left.
static bool hops_make_extend(hops_maker *maker, uint32_t target)
{
    const uint64_t *firsts = maker->firsts + (size_t)target * maker->words;
    uint64_t any = 0;
    for (uint32_t i = 0; i < maker->words; i++) {
        any |= maker->shared[i] & firsts[i];
    }
    for (uint32_t i = 0; i < maker->words && any; i++) {
        maker->shared[i] &= firsts[i];
    }
    return any != 0;
}

/// Ends a run that starts at `first`; false without memory.
static bool hops_make_end_run(hops_maker *maker, uint32_t first)
{
    uint32_t word = 0;
    while (maker->shared[word] == 0) {
        word++;
    }
    const uint32_t link = word * 64 + wayi_bits_lowest(maker->shared[word]);
    return wayi_path_buffer_push(&maker->runs, first << 16 | link);
}

/// Regions that can't be reached and the source itself go with whatever comes before.
static bool hops_make_runs(hops_maker *maker)
{
    uint32_t first = 0; // the first run starts at 0, so that every target is in one
    bool open = false;
    bool fits = true;
    wayi_path_buffer_clear(&maker->runs);
    for (uint32_t target = 0; target < maker->capacity && fits; target++) {
        if (target == maker->source || maker->settle.costs.states[target] == WAY_COST_MAX ||
            (open && hops_make_extend(maker, target))) {
            continue;
        }
        if (open) {
            fits = hops_make_end_run(maker, first);
            first = target;
        }
        memcpy(maker->shared, maker->firsts + (size_t)target * maker->words,
               maker->words * sizeof *maker->shared);
        open = true;
    }
    return fits && (!open || hops_make_end_run(maker, first));
}

/// Makes a row; false without memory.
static bool hops_make(hops_maker *maker, wayi_hops *hops, uint32_t row)
{
    uint32_t expansions = 0;
    maker->source = row;
    wayi_heap_item item;
    bool fits = wayi_settle_begin(&maker->settle, maker->capacity) &&
                wayi_settle_open(&maker->settle, row, row, 0);
    while (fits && wayi_settle_take(&maker->settle, &item)) {
        expansions++;
        fits = hops_make_relax(maker, hops, item.id);
    }
    wayi_tally_add(&hops->made, expansions);
    return fits && hops_make_runs(maker) && maker->runs.count <= UINT16_MAX;
}

// All of them -------------------------------------------------------------------------------------

/// Gives every region a row; false without memory.
static bool hops_make_number(wayi_hops *hops)
{
    const uint32_t total = hops->atlas->region_count;
    uint32_t *names = wayi_alloc(&hops->allocator, total, sizeof *names);
    hops->rows = wayi_alloc_zero(&hops->allocator, total, sizeof *hops->rows);
    hops->capacity = hops->rows ? total : 0;
    const bool enough = names && hops->rows && wayi_atlas_number(hops->atlas, names);
    for (uint32_t i = 0; enough && i < total; i++) {
        hops->rows[i] = (wayi_hops_row){.region = names[i]};
    }
    hops->count = enough ? total : 0;
    wayi_free(&hops->allocator, names, total, sizeof *names);
    return enough;
}

/// Rows of a piece of the work.
#define HOPS_MAKE_PIECE 32u

static way_status hops_make_piece(uint32_t index, void *argument)
{
    wayi_hops *hops = argument;
    hops_maker maker;
    bool fits = hops_maker_init(&maker, hops);
    const uint32_t first = index * HOPS_MAKE_PIECE;
    for (uint32_t i = first; i < first + HOPS_MAKE_PIECE && i < hops->count && fits; i++) {
        fits = hops_make(&maker, hops, i);
        fits = fits && wayi_hops_replace(hops, &hops->rows[i], maker.runs.states, maker.runs.count);
    }
    hops_maker_fini(&maker);
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

way_status wayi_hops_build(wayi_hops *hops, wayi_job_stage stage)
{
    wayi_atlas *atlas = hops->atlas;
    hops->off = atlas->region_count > WAYI_HOPS_MAX;
    atlas->changed = wayi_hops_follow;
    atlas->user = hops;
    if (hops->off || atlas->region_count == 0) {
        return wayi_job_report(stage, 1, 1) ? WAY_STATUS_OK : WAY_STATUS_CANCELLED;
    }
    if (!hops_make_number(hops)) {
        return WAY_STATUS_NO_MEMORY;
    }
    hops->version = atlas->version;
    const uint32_t pieces = (hops->count + HOPS_MAKE_PIECE - 1) / HOPS_MAKE_PIECE;
    return wayi_job_run(stage, pieces, hops_make_piece, hops);
}
