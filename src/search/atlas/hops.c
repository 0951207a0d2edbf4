// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Hops: the rows, asking them, and keeping them while the atlas changes.
#include "search/atlas/hops.h"

#include "core/flag.h"
#include "search/atlas/hops_make.h"

#include <string.h>

/// Rows that are glanced at, and targets of a row that are put into runs, for a unit of work.
#define HOPS_GLANCES 64u
#define HOPS_TARGETS 16u

void wayi_hops_init(wayi_hops *hops, wayi_atlas *atlas, const way_allocator *allocator)
{
    *hops = (wayi_hops){.atlas = atlas, .allocator = *allocator};
}

static void hops_drop(wayi_hops *hops, wayi_hops_row *row)
{
    if (row->flags & WAYI_HOPS_OWNED) {
        wayi_free(&hops->allocator, row->runs, row->count, sizeof *row->runs);
    }
    row->runs = NULL;
    row->count = 0;
    row->flags &= (uint8_t)~WAYI_HOPS_OWNED;
}

static void hops_stop_making(wayi_hops *hops)
{
    if (hops->making) {
        wayi_hops_maker_fini(&hops->maker);
        hops->making = false;
    }
}

void wayi_hops_fini(wayi_hops *hops)
{
    hops_stop_making(hops);
    for (uint32_t i = 0; i < hops->count; i++) {
        hops_drop(hops, &hops->rows[i]);
    }
    wayi_free(&hops->allocator, hops->rows, hops->capacity, sizeof *hops->rows);
    hops->rows = NULL;
    hops->count = 0;
    hops->capacity = 0;
}

size_t wayi_hops_bytes(const wayi_hops *hops)
{
    size_t bytes = hops->capacity * sizeof *hops->rows;
    for (uint32_t i = 0; i < hops->count; i++) {
        bytes += hops->rows[i].count * sizeof *hops->rows[i].runs;
    }
    return bytes + (hops->making ? wayi_hops_maker_bytes(&hops->maker) : 0);
}

// Asking ------------------------------------------------------------------------------------------

/// Where a chain leads, looked up once for all of it.
typedef struct hops_aim {
    uint32_t region;
    uint32_t row;
    bool young; ///< rows that are stale don't know of it
} hops_aim;

/// False if there are no rows for a region.
static bool hops_find(const wayi_hops *hops, uint32_t to, hops_aim *aim)
{
    const wayi_atlas_region *region = wayi_atlas_region_at(hops->atlas, to);
    if (!region || region->row >= hops->count) {
        return false;
    }
    *aim = (hops_aim){to, region->row, (hops->rows[region->row].flags & WAYI_HOPS_YOUNG) != 0};
    return true;
}

/// The index of the link to follow from a region, or UINT32_MAX if no row tells.
static uint32_t hops_next(const wayi_hops *hops, const wayi_atlas_region *region,
                          const hops_aim *aim)
{
    if (region->row >= hops->count) {
        return UINT32_MAX;
    }
    wayi_hops_row *row = &hops->rows[region->row];
    const bool stale = (row->flags & WAYI_HOPS_STALE) || hops->version != hops->atlas->version;
    if (stale) {
        wayi_flag_raise(&row->wanted);
    }
    if (row->count == 0 || (stale && aim->young)) {
        return UINT32_MAX;
    }
    const uint32_t *run = row->runs;
    for (uint32_t size = row->count; size > 1;) {
        const uint32_t half = size / 2;
        run += run[half] >> 16 <= aim->row ? half : 0;
        size -= half;
    }
    const uint32_t index = *run & 0xffffu;
    return index < region->link_count ? index : UINT32_MAX;
}

/// Goes on to the next region; false if the rows know none.
static bool hops_step(const wayi_hops *hops, const hops_aim *aim, uint32_t *at, way_cost *cost)
{
    const wayi_atlas *atlas = hops->atlas;
    const wayi_atlas_region *region = wayi_atlas_region_at(atlas, *at);
    const uint32_t index = region ? hops_next(hops, region, aim) : UINT32_MAX;
    if (index == UINT32_MAX) {
        return false;
    }
    const uint32_t square = *at >> atlas->bits;
    const wayi_atlas_block *block = atlas->squares[square];
    const uint32_t link = region->link_first + index;
    *cost = way_cost_add(*cost, wayi_atlas_decode(wayi_atlas_costs(block)[link]));
    *at = wayi_atlas_target(atlas, square, wayi_atlas_words(block)[link]);
    return *cost != WAY_COST_MAX && (*at == aim->region || wayi_atlas_region_at(atlas, *at));
}

bool wayi_hops_step(const wayi_hops *hops, uint32_t to, uint32_t *at, way_cost *cost)
{
    hops_aim aim;
    return hops_find(hops, to, &aim) && hops_step(hops, &aim, at, cost);
}

bool wayi_hops_chain(const wayi_hops *hops, uint32_t from, uint32_t to, wayi_path_buffer *out,
                     way_cost *cost)
{
    const uint32_t limit = out->count + hops->count;
    hops_aim aim;
    const bool known = hops_find(hops, to, &aim);
    *cost = 0;
    bool fits = wayi_path_buffer_push(out, from);
    for (uint32_t at = from; fits && at != to;) {
        if (!known || out->count > limit || !hops_step(hops, &aim, &at, cost)) {
            *cost = WAY_COST_MAX;
            return true;
        }
        fits = wayi_path_buffer_push(out, at);
    }
    return fits;
}

way_cost wayi_hops_cost(const wayi_hops *hops, uint32_t from, uint32_t to, way_cost most)
{
    way_cost cost = 0;
    hops_aim aim;
    const bool known = hops_find(hops, to, &aim);
    uint32_t left = hops->count; // rows of several versions may lead round in circles
    for (uint32_t at = from; at != to; left--) {
        if (!known || !left || !hops_step(hops, &aim, &at, &cost) || cost > most) {
            return WAY_COST_MAX;
        }
    }
    return cost;
}

// Following the atlas -----------------------------------------------------------------------------

/// A number for a region, or WAYI_ATLAS_NO_ROW.
static uint16_t hops_number(wayi_hops *hops, uint32_t region)
{
    uint32_t row = 0;
    while (row < hops->count && hops->rows[row].region != WAYI_REGION_NONE) {
        row++;
    }
    if (row == WAYI_HOPS_MAX || !wayi_grow(&hops->allocator, (void **)&hops->rows, &hops->capacity,
                                           row + 1, sizeof *hops->rows)) {
        return WAYI_ATLAS_NO_ROW;
    }
    hops->count = row < hops->count ? hops->count : row + 1;
    hops->rows[row] = (wayi_hops_row){.region = region, .flags = WAYI_HOPS_YOUNG | WAYI_HOPS_STALE};
    return (uint16_t)row;
}

/// Whether a region's links lead to the same regions in both blocks; `costs`: at the same costs.
static bool hops_same_links(const wayi_atlas_block *a, const wayi_atlas_block *b, uint32_t number,
                            bool costs)
{
    const wayi_atlas_region *from = &wayi_atlas_regions(a)[number];
    const wayi_atlas_region *to = &wayi_atlas_regions(b)[number];
    bool same = from->link_count == to->link_count;
    if (same && costs && from->link_count) {
        same = memcmp(wayi_atlas_costs(a) + from->link_first, wayi_atlas_costs(b) + to->link_first,
                      from->link_count * sizeof(uint16_t)) == 0;
    }
    for (uint32_t i = 0; i < from->link_count && same; i++) {
        const uint32_t words =
            wayi_atlas_words(a)[from->link_first + i] ^ wayi_atlas_words(b)[to->link_first + i];
        same = (words & ~(WAYI_ATLAS_SUBGOALS_MAX << 8 | WAYI_ATLAS_NEAR)) == 0;
    }
    return same;
}

void wayi_hops_follow(void *user, uint32_t square, const wayi_atlas_block *before,
                      wayi_atlas_block *after)
{
    wayi_hops *hops = user;
    const uint32_t old_count = before ? before->region_count : 0;
    const uint32_t new_count = after ? after->region_count : 0;
    for (uint32_t i = 0; i < old_count || i < new_count; i++) {
        const wayi_atlas_region *old = i < old_count ? &wayi_atlas_regions(before)[i] : NULL;
        wayi_atlas_region *now = i < new_count ? &wayi_atlas_regions(after)[i] : NULL;
        const bool was = old && old->place != WAY_CELL_NONE;
        const bool is = now && now->place != WAY_CELL_NONE;
        wayi_hops_row *row = was && old->row < hops->count ? &hops->rows[old->row] : NULL;
        if (row && (!is || old->place != now->place || !hops_same_links(before, after, i, false))) {
            hops_drop(hops, row);
        }
        hops->changed |= was != is || (is && !hops_same_links(before, after, i, true));
        if (row && !is) {
            row->region = WAYI_REGION_NONE;
        } else if (row && old->place != now->place) {
            row->flags |= WAYI_HOPS_YOUNG;
        } else if (is && !row && !hops->off) {
            now->row = hops_number(hops, square << hops->atlas->bits | i);
        }
    }
    hops->maker.source = UINT32_MAX; // the row under way starts over
}

/// Rows are stale now if a link is another one; `young` ones stay so until each has been made
/// again.
static void hops_age(wayi_hops *hops)
{
    hops->version = hops->atlas->version;
    for (uint32_t i = 0; i < hops->count; i++) {
        const bool missing = hops->rows[i].count == 0;
        hops->rows[i].flags |= hops->changed || missing ? WAYI_HOPS_STALE : 0;
    }
    hops->changed = false;
}

static bool hops_store(wayi_hops *hops, wayi_hops_row *row)
{
    const wayi_path_buffer *runs = &hops->maker.runs;
    uint32_t *copy = wayi_alloc(&hops->allocator, runs->count, sizeof *copy);
    if (!copy && runs->count) {
        return false;
    }
    hops_drop(hops, row);
    if (copy) {
        memcpy(copy, runs->states, runs->count * sizeof *copy);
    }
    row->runs = copy;
    row->count = (uint16_t)runs->count;
    row->wanted = 0;
    row->flags &= (uint8_t)~WAYI_HOPS_STALE;
    row->flags |= copy ? WAYI_HOPS_OWNED : 0;
    return true;
}

/// The next row to be made, or UINT32_MAX: the one under way, or one that trips ask for, or one
/// that is missing, or else in turn.
static uint32_t hops_turn(wayi_hops *hops)
{
    uint32_t found[3] = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
    if (hops->making && hops->maker.source != UINT32_MAX) {
        return hops->maker.source;
    }
    for (uint32_t i = 0; i < hops->count; i++) {
        const uint32_t at = hops->cursor + i;
        const uint32_t row = at < hops->count ? at : at - hops->count;
        const wayi_hops_row *next = &hops->rows[row];
        if (next->region != WAYI_REGION_NONE && (next->flags & WAYI_HOPS_STALE)) {
            const uint32_t rank = next->wanted ? 0 : next->count == 0 ? 1 : 2;
            found[rank] = found[rank] == UINT32_MAX ? row : found[rank];
        }
    }
    hops->cursor = found[2] == UINT32_MAX ? hops->cursor : found[2];
    return found[0] != UINT32_MAX ? found[0] : found[1] != UINT32_MAX ? found[1] : found[2];
}

static void hops_finish(wayi_hops *hops)
{
    for (uint32_t i = 0; i < hops->count; i++) {
        hops->rows[i].flags &= (uint8_t) ~(WAYI_HOPS_YOUNG | WAYI_HOPS_STALE);
        hops->rows[i].wanted = 0;
    }
    hops_stop_making(hops);
}

way_status wayi_hops_mend(wayi_hops *hops, uint32_t *budget, bool *done)
{
    *done = false;
    if (hops->version != hops->atlas->version) {
        hops_age(hops);
        hops->worked += hops->count / HOPS_GLANCES;
    }
    while (*budget) {
        const uint32_t row = hops_turn(hops);
        hops->worked += hops->count / HOPS_GLANCES;
        if (row == UINT32_MAX) {
            hops_finish(hops);
            *done = true;
            return WAY_STATUS_OK;
        }
        if (!hops->making) {
            hops->making = true;
            if (!wayi_hops_maker_init(&hops->maker, hops)) {
                hops_stop_making(hops);
                return WAY_STATUS_NO_MEMORY;
            }
        }
        const uint32_t before = *budget;
        const way_outcome outcome = wayi_hops_make(&hops->maker, hops, row, budget);
        hops->worked +=
            before - *budget + (outcome == WAY_OUTCOME_MOVING ? 0 : hops->count / HOPS_TARGETS);
        if (outcome == WAY_OUTCOME_CAPACITY ||
            (outcome == WAY_OUTCOME_ARRIVED && !hops_store(hops, &hops->rows[row]))) {
            hops_stop_making(hops);
            return WAY_STATUS_NO_MEMORY;
        }
    }
    return WAY_STATUS_OK;
}
