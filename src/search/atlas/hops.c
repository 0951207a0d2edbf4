// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Hops: the rows, asking them, and noting what has changed.
#include "search/atlas/hops_keep.h"

#include <string.h>

/// Changes that can be passed over in the time of a look at a link.
#define HOPS_PASSED 8u

void wayi_hops_init(wayi_hops *hops, wayi_atlas *atlas, const way_allocator *allocator)
{
    *hops = (wayi_hops){.atlas = atlas, .allocator = *allocator};
    wayi_path_buffer_init(&hops->repairs.chain, allocator);
    wayi_heap_init(&hops->repairs.heap, allocator);
}

/// Gives back a row.
static void hops_drop(wayi_hops *hops, wayi_hops_row *row)
{
    if (row->flags & WAYI_HOPS_OWNED) {
        WAYI_FREE(&hops->allocator, row->pages, row->count);
    }
    row->pages = NULL;
    row->count = 0;
    row->flags &= (uint8_t)~WAYI_HOPS_OWNED;
}

void wayi_hops_put(wayi_hops *hops, wayi_hops_row *row, uint16_t *pages, uint32_t count)
{
    hops_drop(hops, row);
    row->pages = pages;
    row->count = (uint16_t)count;
    row->flags |= pages ? WAYI_HOPS_OWNED : 0;
}

void wayi_hops_fini(wayi_hops *hops)
{
    wayi_hops_stop_mending(hops);
    for (uint32_t i = 0; i < hops->count; i++) {
        hops_drop(hops, &hops->rows[i]);
    }
    WAYI_FREE(&hops->allocator, hops->rows, hops->capacity);
    hops->rows = NULL;
    hops->count = 0;
    hops->capacity = 0;
}

// Asking ------------------------------------------------------------------------------------------

/// The row of the region that a chain leads to, or UINT32_MAX if no row knows it.
static uint32_t hops_find(const wayi_hops *hops, uint32_t to)
{
    const wayi_atlas_region *region = wayi_atlas_region_at(hops->atlas, to);
    const bool known =
        region && region->row < hops->count && !(hops->rows[region->row].flags & WAYI_HOPS_NEW);
    return known ? region->row : UINT32_MAX;
}

/// Goes on to the next region; false if the rows know none.
static bool hops_step(const wayi_hops *hops, uint32_t aim, uint32_t *at, way_cost *cost)
{
    const wayi_atlas *atlas = hops->atlas;
    const wayi_atlas_region *region = wayi_atlas_region_at(atlas, *at);
    const uint32_t index = aim != UINT32_MAX && region && region->row < hops->count
                               ? wayi_hops_link(&hops->rows[region->row], aim)
                               : WAYI_HOPS_NO_LINK;
    if (index == WAYI_HOPS_NO_LINK || index >= region->link_count) {
        return false;
    }
    way_cost step = 0;
    *at = wayi_atlas_hop(atlas, *at >> atlas->bits, region->link_first + index, &step);
    *cost = way_cost_add(*cost, step);
    return *cost != WAY_COST_MAX && wayi_atlas_region_at(atlas, *at);
}

bool wayi_hops_step(const wayi_hops *hops, uint32_t to, uint32_t *at, way_cost *cost)
{
    return hops_step(hops, hops_find(hops, to), at, cost);
}

/// Follows a chain, and appends its regions [opt]. WAY_COST_MAX if it costs more than `most` or the
/// rows know none. False without memory.
static inline bool hops_go(const wayi_hops *hops, uint32_t from, uint32_t to, way_cost most,
                           wayi_path_buffer *out, way_cost *cost)
{
    const uint32_t aim = hops_find(hops, to);
    uint32_t left = hops->count; // rows of several versions may lead round in circles
    bool fits = !out || wayi_path_buffer_push(out, from);
    *cost = 0;
    for (uint32_t at = from; at != to && fits; left--) {
        if (!left || !hops_step(hops, aim, &at, cost) || *cost > most) {
            *cost = WAY_COST_MAX;
            return true;
        }
        fits = !out || wayi_path_buffer_push(out, at);
    }
    return fits;
}

bool wayi_hops_chain(const wayi_hops *hops, uint32_t from, uint32_t to, wayi_path_buffer *out,
                     way_cost *cost)
{
    return hops_go(hops, from, to, WAY_COST_MAX, out, cost);
}

way_cost wayi_hops_cost(const wayi_hops *hops, uint32_t from, uint32_t to, way_cost most)
{
    way_cost cost = 0;
    (void)hops_go(hops, from, to, most, NULL, &cost);
    return cost;
}

// Following the atlas -----------------------------------------------------------------------------

/// A number for a region, or WAYI_ATLAS_NO_ROW: the free one that is nearest to another one, for
/// runs are long as long as neighbours are together.
static uint16_t hops_number(wayi_hops *hops, uint32_t region, uint32_t near)
{
    uint32_t row = hops->count;
    for (uint32_t i = 0; i < hops->count; i++) {
        const uint32_t off = i < near ? near - i : i - near;
        if (hops->rows[i].region == WAYI_REGION_NONE &&
            (row == hops->count || off < (row < near ? near - row : row - near))) {
            row = i;
        }
    }
    if (row == WAYI_HOPS_NUMBERS ||
        !WAYI_GROW_LITTLE(&hops->allocator, hops->rows, hops->capacity, row + 1)) {
        return WAYI_ATLAS_NO_ROW;
    }
    wayi_hops_stop_looking(hops);
    for (uint32_t i = 0; row == hops->count && i < hops->change_count; i++) {
        hops->changes[i].left++;
    }
    hops->count = row < hops->count ? hops->count : row + 1;
    hops->rows[row] =
        (wayi_hops_row){.region = region, .flags = WAYI_HOPS_NEW, .bits = WAYI_HOPS_BITS};
    hops->left = hops->count;
    return (uint16_t)row;
}

/// All targets start from nothing, and so do rows: whatever they name, nobody asks for it.
static void hops_forget(wayi_hops *hops)
{
    hops->change_count = 0;
    for (uint32_t i = 0; i < hops->count; i++) {
        hops_drop(hops, &hops->rows[i]);
        hops->rows[i].flags |= WAYI_HOPS_NEW;
    }
}

/// Remembers that a link of a row is another one now; `before` is the cost that it had.
static void hops_note(wayi_hops *hops, uint32_t row, uint32_t to, uint16_t before)
{
    wayi_hops_stop_looking(hops);
    hops->left = hops->count;
    uint32_t at = 0;
    while (at < hops->change_count &&
           (hops->changes[at].row != row || hops->changes[at].to != to)) {
        at++;
    }
    hops->repairs.looks += at / HOPS_PASSED;
    if (at < hops->change_count) {
        hops->changes[at].unsure |= hops->changes[at].left != hops->count;
    } else if (at == WAYI_HOPS_CHANGES * hops->count ||
               !WAYI_GROW(&hops->allocator, hops->changes, hops->change_capacity, at + 1)) {
        hops_forget(hops);
        return;
    } else {
        hops->changes[hops->change_count++] =
            (wayi_hops_change){.to = to, .row = (uint16_t)row, .before = before};
    }
    hops->changes[at].left = hops->count;
}

/// The index of a region's link, or UINT32_MAX.
static uint32_t hops_find_link(const wayi_hops *hops, const wayi_hops_links *links, uint32_t to)
{
    uint32_t i = 0;
    while (i < links->count && wayi_hops_target(hops, links, i) != to) {
        i++;
    }
    return i < links->count ? i : UINT32_MAX;
}

/// The links of a row are other ones: its runs keep those that are still there.
static void hops_translate(wayi_hops *hops, wayi_hops_row *row, const wayi_hops_links *from,
                           const wayi_hops_links *to)
{
    if (!(row->flags & WAYI_HOPS_OWNED) && row->count) {
        uint16_t *copy = wayi_alloc(&hops->allocator, row->count, sizeof *copy);
        if (copy) {
            memcpy(copy, row->pages, row->count * sizeof *copy);
        }
        wayi_hops_put(hops, row, copy, copy ? row->count : 0);
    }
    const uint32_t none = wayi_hops_none(row);
    for (uint32_t i = row->count ? row->pages[0] : 0; i < row->count; i++) {
        const uint32_t link = row->pages[i] & none;
        const uint32_t now = link == none || link >= from->count
                                 ? UINT32_MAX
                                 : hops_find_link(hops, to, wayi_hops_target(hops, from, link));
        row->pages[i] = (uint16_t)((row->pages[i] & ~none) | (now < none ? now : none));
    }
}

/// Compares the links of a region in two blocks.
static void hops_compare(wayi_hops *hops, uint32_t row, const wayi_hops_links *from,
                         const wayi_hops_links *to)
{
    bool same = from->count == to->count;
    for (uint32_t i = 0; i < to->count; i++) {
        const uint32_t region = wayi_hops_target(hops, to, i);
        const uint32_t known = hops_find_link(hops, from, region);
        const uint16_t before = known == UINT32_MAX ? WAYI_ATLAS_UNMADE : from->costs[known];
        same = same && known == i;
        if (before != to->costs[i]) {
            hops_note(hops, row, region, before);
        }
    }
    if (!same) {
        hops_translate(hops, &hops->rows[row], from, to);
        hops_note(hops, row, WAYI_REGION_NONE, 0);
    }
}

void wayi_hops_follow(void *user, uint32_t square, const wayi_atlas_block *before,
                      wayi_atlas_block *after)
{
    wayi_hops *hops = user;
    const uint32_t old_count = wayi_atlas_region_numbers(before);
    const uint32_t new_count = wayi_atlas_region_numbers(after);
    uint32_t near = 0;
    for (uint32_t i = 0; !hops->off && (i < old_count || i < new_count); i++) {
        const wayi_atlas_region *old = i < old_count ? &wayi_atlas_regions(before)[i] : NULL;
        wayi_atlas_region *now = i < new_count ? &wayi_atlas_regions(after)[i] : NULL;
        const bool known = old && old->place != WAY_CELL_NONE && old->row < hops->count;
        const bool is = now && now->place != WAY_CELL_NONE;
        near = known ? old->row : near;
        if (known && !is) {
            wayi_hops_stop_looking(hops);
            hops_drop(hops, &hops->rows[near]);
            hops->rows[near].region = WAYI_REGION_NONE;
        } else if (is) {
            now->row = known ? old->row : hops_number(hops, square << hops->atlas->bits | i, near);
        }
        if (is && now->row < hops->count) {
            const wayi_hops_links none = {.square = square};
            const wayi_hops_links from = known ? wayi_hops_links_in(before, square, i) : none;
            const wayi_hops_links to = wayi_hops_links_in(after, square, i);
            hops_compare(hops, now->row, &from, &to);
        }
    }
}
