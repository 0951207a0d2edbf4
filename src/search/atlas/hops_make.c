// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A row names the first link of a cheapest chain. Of several such links that one is named which
// serves the longest run: a compressed path database of the regions. What is left to go falls with
// every link, so a chain over rows of one version ends.
//
// Targets next to each other on the curve are far from anywhere by much the same ways. So a group
// of them shares one search backwards over the links, which looks at a link for all of them at
// once; and as long as a link that served the targets before serves the group, a row needs no look
// at the others.
#include "base/bits.h"
#include "base/flag.h"
#include "core/bucket_queue.h"
#include "search/atlas/hops_keep.h"

#include <string.h>

/// Targets of a group, and groups that threads search before rows go on over them.
#define HOPS_LANES 32u
#define HOPS_SHARE 4u
/// Rows of a piece of the work.
#define HOPS_PIECE 64u
/// Expansions that take as long as a region does for all of a group, in its search or its row.
#define HOPS_LOOK 4u

/// What is left to go from a region to the targets of a group.
typedef struct hops_lanes {
    way_cost costs[HOPS_LANES];
} hops_lanes;

/// Links of a row that it has room to name, bit by bit.
typedef struct hops_set {
    uint64_t words[(1u << WAYI_HOPS_BITS) / 64];
} hops_set;

/// A row as it grows.
typedef struct hops_growth {
    uint16_t *pages;
    uint32_t count, capacity;
    uint32_t first;  ///< target of the run at hand
    bool open;       ///< there is one
    hops_set shared; ///< links that serve all of it
} hops_growth;

typedef struct hops_making {
    wayi_hops *hops; ///< ways and all, see hops_keep.h
    uint32_t row_count;
    way_cost far;      ///< no way; this and a link are no more than WAY_COST_MAX
    uint32_t shift;    ///< of keys of the queue
    hops_growth *rows; ///< [row_count]
    hops_lanes *lanes; ///< [turn * row_count]
    uint32_t turn;     ///< groups that are searched at once
    uint32_t group;    ///< the first one of a turn
} hops_making;

// Setting up --------------------------------------------------------------------------------------

/// Lists the links of all rows, and finds out what they cost at least and at most.
static void hops_make_ways(hops_making *making)
{
    way_cost least = WAY_COST_MAX;
    way_cost most = 0;
    for (uint32_t i = 0; i < making->row_count; i++) {
        const wayi_hops_ways ways = wayi_hops_ways_of(making->hops, i);
        for (uint32_t k = 0; k < ways.count; k++) {
            const way_cost cost = wayi_atlas_decode(ways.first[k].cost);
            if (ways.first[k].to != WAYI_ATLAS_NO_ROW && cost != WAY_COST_MAX) {
                least = cost < least ? cost : least;
                most = cost > most ? cost : most;
            }
        }
    }
    making->far = WAY_COST_MAX - most;
    while (least >> making->shift > 1 || most >> making->shift >= WAYI_BUCKET_QUEUE_SPAN / 2) {
        making->shift++;
    }
}

/// False without memory; `fini` is fine in both cases.
static bool hops_making_init(hops_making *making, wayi_hops *hops, bool threads)
{
    const way_allocator *allocator = &hops->allocator;
    const size_t rows = hops->count;
    *making =
        (hops_making){.hops = hops, .row_count = hops->count, .turn = threads ? HOPS_SHARE : 1};
    if (!wayi_hops_start_looking(hops)) {
        return false;
    }
    hops_make_ways(making);
    making->rows = wayi_alloc_zero(allocator, rows, sizeof *making->rows);
    making->lanes = wayi_alloc(allocator, rows * making->turn, sizeof *making->lanes);
    return making->rows && making->lanes;
}

static void hops_making_fini(hops_making *making)
{
    const way_allocator *allocator = &making->hops->allocator;
    const size_t rows = making->row_count;
    for (uint32_t i = 0; making->rows && i < rows; i++) {
        wayi_free(allocator, making->rows[i].pages, making->rows[i].capacity, sizeof(uint16_t));
    }
    WAYI_FREE(allocator, making->rows, rows);
    WAYI_FREE(allocator, making->lanes, rows * making->turn);
    wayi_hops_stop_looking(making->hops);
    making->hops->repairs.paid = making->hops->repairs.looks; // are in `made`
}

// Searching ---------------------------------------------------------------------------------------

/// Takes what is better by way of a link; false if nothing is.
static inline bool hops_make_improve(hops_lanes *lanes, const hops_lanes *to, way_cost cost)
{
    uint32_t better = 0;
    for (uint32_t i = 0; i < HOPS_LANES; i++) {
        const way_cost sum = to->costs[i] + cost;
        better |= sum < lanes->costs[i] ? UINT32_MAX : 0;
        lanes->costs[i] = sum < lanes->costs[i] ? sum : lanes->costs[i];
    }
    return better != 0;
}

/// Searches backwards from the targets of a group. Regions wait for the nearest of them, and come
/// again if another one finds something better later.
static way_status hops_make_group(uint32_t index, void *argument)
{
    const hops_making *making = argument;
    const uint32_t rows = making->row_count;
    const uint32_t first = (making->group + index) * HOPS_LANES;
    const way_allocator *allocator = &making->hops->allocator;
    hops_lanes *lanes = making->lanes + (size_t)index * rows;
    uint32_t *keys = wayi_alloc(allocator, rows, sizeof *keys); // that regions wait with
    wayi_bucket_queue queue;
    wayi_bucket_queue_init(&queue, allocator);
    bool fits = keys != NULL;
    for (uint32_t i = 0; i < rows && fits; i++) {
        keys[i] = UINT32_MAX;
        for (uint32_t k = 0; k < HOPS_LANES; k++) {
            lanes[i].costs[k] = making->far;
        }
    }
    for (uint32_t i = 0; i < HOPS_LANES && first + i < rows && fits; i++) {
        lanes[first + i].costs[i] = 0;
        keys[first + i] = 0;
        fits = wayi_bucket_queue_push(&queue, (wayi_heap_item){0, first + i, 0});
    }
    uint64_t looks = 0;
    while (fits && wayi_bucket_queue_count(&queue)) {
        const wayi_heap_item item = wayi_bucket_queue_pop(&queue);
        if (item.slot != keys[item.id]) {
            continue;
        }
        keys[item.id] = UINT32_MAX;
        const hops_lanes own = lanes[item.id];
        const wayi_hops_ways ways = wayi_hops_ways_of(making->hops, item.id);
        looks += HOPS_LOOK;
        for (uint32_t i = 0; i < ways.count && fits; i++) {
            const uint32_t from = ways.first[i].to;
            const way_cost cost = wayi_atlas_decode(ways.first[i].back);
            const uint32_t key = way_cost_add(item.slot, cost);
            if (cost != WAY_COST_MAX && hops_make_improve(&lanes[from], &own, cost) &&
                key < keys[from]) {
                keys[from] = key;
                fits = wayi_bucket_queue_push(&queue,
                                              (wayi_heap_item){key >> making->shift, from, key});
            }
        }
    }
    wayi_tally_add(&making->hops->made, looks);
    wayi_bucket_queue_fini(&queue);
    WAYI_FREE(allocator, keys, rows);
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

// Rows --------------------------------------------------------------------------------------------

/// The number of a target when all is made: there are spare ones between.
static inline uint32_t hops_make_spread(uint32_t target)
{
    return target + target / WAYI_HOPS_SPARE;
}

/// Ends the run at hand of a row before a target; false without memory.
static bool hops_make_end_run(const hops_making *making, uint32_t row, uint32_t end)
{
    hops_growth *growth = &making->rows[row];
    const uint64_t *words = growth->shared.words;
    const uint32_t bits = making->hops->rows[row].bits;
    const uint32_t none = wayi_hops_none(&making->hops->rows[row]);
    const uint32_t size = wayi_hops_page_size(&making->hops->rows[row]);
    uint32_t link = 0;
    while (link < none && words[link / 64] == 0) {
        link += 64;
    }
    link += link < none ? wayi_bits_lowest(words[link / 64]) : 0;
    link = link < none ? link : none;
    const uint32_t first = hops_make_spread(growth->first);
    const uint32_t last = hops_make_spread(end);
    growth->count =
        growth->count ? growth->count : (hops_make_spread(making->row_count) - 1) / size + 1;
    if (!wayi_grow_little(&making->hops->allocator, (void **)&growth->pages, &growth->capacity,
                          growth->count + (last - first) / size + 2, sizeof(uint16_t))) {
        return false;
    }
    for (uint32_t target = first; target < last; target = (target | (size - 1)) + 1) {
        const bool begins = target % size == 0;
        if (begins) {
            growth->pages[target / size] = (uint16_t)growth->count;
        }
        if (begins || link != (growth->pages[growth->count - 1] & none)) {
            growth->pages[growth->count++] = (uint16_t)(target % size << bits | link);
        }
    }
    growth->first = end;
    return true;
}

/// Whether a link begins a best way to all targets that are cared about.
static inline bool hops_make_serves(const hops_lanes *to, way_cost cost, const hops_lanes *own,
                                    const hops_lanes *care)
{
    uint32_t off = 0;
    for (uint32_t i = 0; i < HOPS_LANES; i++) {
        off |= ((to->costs[i] + cost) ^ own->costs[i]) & care->costs[i];
    }
    return off == 0;
}

/// Leaves those of a row's links in a set, or of all, that serve. False if none does.
static bool hops_make_narrow(const hops_making *making, const hops_lanes *lanes, uint32_t row,
                             const hops_lanes *care, bool all)
{
    const wayi_hops_ways ways = wayi_hops_ways_of(making->hops, row);
    hops_growth *growth = &making->rows[row];
    hops_set kept = {{0}};
    bool any = false;
    for (uint32_t i = 0; i * 64 < ways.count && i < sizeof kept / sizeof *kept.words; i++) {
        const uint32_t count = ways.count - i * 64;
        const uint64_t every = count < 64 ? (UINT64_C(1) << count) - 1 : UINT64_MAX;
        for (uint64_t left = all ? every : growth->shared.words[i]; left; left &= left - 1) {
            const wayi_hops_way *way = &ways.first[i * 64 + wayi_bits_lowest(left)];
            if (way->to != WAYI_ATLAS_NO_ROW &&
                hops_make_serves(&lanes[way->to], wayi_atlas_decode(way->cost), &lanes[row],
                                 care)) {
                kept.words[i] |= left & (0 - left);
            }
        }
        any = any || kept.words[i];
    }
    growth->shared = any || all ? kept : growth->shared;
    return any;
}

/// Goes on with a row over the targets of a group: those that can be reached, itself aside. False
/// without memory.
static bool hops_make_extend(const hops_making *making, const hops_lanes *lanes, uint32_t row,
                             uint32_t first)
{
    hops_growth *growth = &making->rows[row];
    hops_lanes care;
    for (uint32_t i = 0; i < HOPS_LANES; i++) {
        care.costs[i] = lanes[row].costs[i] < making->far && first + i != row ? UINT32_MAX : 0;
    }
    if (growth->open && hops_make_narrow(making, lanes, row, &care, false)) {
        return true;
    }
    for (uint32_t i = 0; i < HOPS_LANES; i++) {
        hops_lanes one = {{0}};
        one.costs[i] = care.costs[i];
        if (!care.costs[i]) {
            continue; // goes with whatever comes before
        }
        if (!growth->open || !hops_make_narrow(making, lanes, row, &one, false)) {
            if (growth->open && !hops_make_end_run(making, row, first + i)) {
                return false;
            }
            growth->open = true; // the first run starts at 0, so that every target is in one
            (void)hops_make_narrow(making, lanes, row, &one, true);
        }
    }
    return true;
}

/// Ends a row and hands it over; false without memory.
static bool hops_make_end(const hops_making *making, uint32_t row)
{
    hops_growth *growth = &making->rows[row];
    wayi_hops *hops = making->hops;
    if (!growth->open) {
        return true;
    }
    uint16_t *pages = hops_make_end_run(making, row, making->row_count)
                          ? wayi_alloc(&hops->allocator, growth->count, sizeof *pages)
                          : NULL;
    if (pages) {
        memcpy(pages, growth->pages, growth->count * sizeof *pages);
        wayi_hops_put(hops, &hops->rows[row], pages, growth->count);
        wayi_free(&hops->allocator, growth->pages, growth->capacity, sizeof *pages);
        *growth = (hops_growth){0};
    }
    return pages != NULL;
}

/// Goes on with some rows over the targets of a turn.
static way_status hops_make_piece(uint32_t index, void *argument)
{
    const hops_making *making = argument;
    const uint32_t rows = making->row_count;
    bool fits = true;
    const uint32_t end = rows - index * HOPS_PIECE < HOPS_PIECE ? rows : (index + 1) * HOPS_PIECE;
    for (uint32_t i = index * HOPS_PIECE; i < end && fits; i++) {
        uint32_t first = making->group * HOPS_LANES;
        for (uint32_t k = 0; k < making->turn && first < rows && fits; k++, first += HOPS_LANES) {
            fits = hops_make_extend(making, making->lanes + (size_t)k * rows, i, first);
        }
        fits = fits && (first < rows || hops_make_end(making, i));
    }
    wayi_tally_add(&making->hops->made, (end - index * HOPS_PIECE) * making->turn * HOPS_LOOK);
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

// All of them -------------------------------------------------------------------------------------

/// Gives every region a row; false without memory.
static bool hops_make_number(wayi_hops *hops)
{
    const uint32_t total = hops->atlas->region_count;
    uint32_t *names = wayi_alloc(&hops->allocator, total, sizeof *names);
    hops->rows = wayi_alloc_zero(&hops->allocator, hops_make_spread(total), sizeof *hops->rows);
    hops->capacity = hops->rows ? hops_make_spread(total) : 0;
    const bool enough = names && hops->rows && wayi_atlas_number(hops->atlas, names);
    for (uint32_t i = 0; enough && i < total; i++) {
        hops->rows[i] =
            (wayi_hops_row){.region = names[i], .bits = wayi_hops_bits(hops->atlas, names[i])};
    }
    hops->count = enough ? total : 0;
    WAYI_FREE(&hops->allocator, names, total);
    return enough;
}

/// Gives regions and rows that are made the numbers that runs name.
static void hops_make_renumber(wayi_hops *hops)
{
    for (uint32_t i = hops->count; i-- > 0;) {
        const uint32_t number = hops_make_spread(i);
        hops->rows[number] = hops->rows[i];
        wayi_atlas_region_at(hops->atlas, hops->rows[number].region)->row = (uint16_t)number;
        if (i % WAYI_HOPS_SPARE == WAYI_HOPS_SPARE - 1) {
            hops->rows[number + 1] =
                (wayi_hops_row){.region = WAYI_REGION_NONE, .bits = WAYI_HOPS_BITS};
        }
    }
    hops->count = hops_make_spread(hops->count);
}

/// Turn after turn: groups of targets are searched, then all rows go on over them.
static way_status hops_make_turns(hops_making *making, wayi_job_stage whole)
{
    const uint32_t pieces = (making->row_count + HOPS_PIECE - 1) / HOPS_PIECE;
    const uint32_t all = (making->row_count + HOPS_LANES - 1) / HOPS_LANES;
    way_status status = WAY_STATUS_OK;
    for (; making->group < all && status == WAY_STATUS_OK; making->group += making->turn) {
        const uint32_t left = all - making->group;
        const uint32_t now = whole.first + (whole.last - whole.first) * making->group / all;
        const wayi_job_stage at = {whole.job, now, now};
        status =
            wayi_job_run(at, left < making->turn ? left : making->turn, hops_make_group, making);
        status =
            status == WAY_STATUS_OK ? wayi_job_run(at, pieces, hops_make_piece, making) : status;
    }
    return status == WAY_STATUS_OK && !wayi_job_report(whole, 1, 1) ? WAY_STATUS_CANCELLED : status;
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
    hops_making making;
    const bool threads = stage.job && stage.job->parallel_for;
    const way_status status = hops_making_init(&making, hops, threads)
                                  ? hops_make_turns(&making, stage)
                                  : WAY_STATUS_NO_MEMORY;
    hops_making_fini(&making);
    if (status == WAY_STATUS_OK) {
        hops_make_renumber(hops);
    }
    return status;
}
