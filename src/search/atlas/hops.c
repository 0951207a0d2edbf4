// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Hops: the rows, and asking them.
#include "search/atlas/hops_make.h"

void wayi_hops_init(wayi_hops *hops, wayi_atlas *atlas, const way_allocator *allocator)
{
    *hops = (wayi_hops){.atlas = atlas, .allocator = *allocator};
    wayi_path_buffer_init(&hops->mender.chain, allocator);
    wayi_heap_init(&hops->mender.heap, allocator);
}

void wayi_hops_drop(wayi_hops *hops, wayi_hops_row *row)
{
    if (row->flags & WAYI_HOPS_OWNED) {
        wayi_free(&hops->allocator, row->runs, row->count, sizeof *row->runs);
    }
    row->runs = NULL;
    row->count = 0;
    row->flags &= (uint8_t)~WAYI_HOPS_OWNED;
}

void wayi_hops_fini(wayi_hops *hops)
{
    wayi_hops_stop_mending(hops);
    for (uint32_t i = 0; i < hops->count; i++) {
        wayi_hops_drop(hops, &hops->rows[i]);
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
    return bytes + hops->change_capacity * sizeof *hops->changes +
           hops->mender.count * sizeof *hops->mender.nodes +
           hops->mender.way_count * sizeof *hops->mender.ways;
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

/// The index of the link to follow from a region, or UINT32_MAX if no row tells.
static uint32_t hops_next(const wayi_hops *hops, const wayi_atlas_region *region, uint32_t aim)
{
    const wayi_hops_row *row = region->row < hops->count ? &hops->rows[region->row] : NULL;
    if (!row || row->count == 0) {
        return UINT32_MAX;
    }
    const uint32_t index = row->runs[wayi_hops_run(row, aim)] & 0xffffu;
    return index < region->link_count ? index : UINT32_MAX;
}

/// Goes on to the next region; false if the rows know none.
static bool hops_step(const wayi_hops *hops, uint32_t aim, uint32_t *at, way_cost *cost)
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
    return *cost != WAY_COST_MAX && wayi_atlas_region_at(atlas, *at);
}

bool wayi_hops_step(const wayi_hops *hops, uint32_t to, uint32_t *at, way_cost *cost)
{
    const uint32_t aim = hops_find(hops, to);
    return aim != UINT32_MAX && hops_step(hops, aim, at, cost);
}

bool wayi_hops_chain(const wayi_hops *hops, uint32_t from, uint32_t to, wayi_path_buffer *out,
                     way_cost *cost)
{
    const uint32_t limit = out->count + hops->count;
    const uint32_t aim = hops_find(hops, to);
    *cost = 0;
    bool fits = wayi_path_buffer_push(out, from);
    for (uint32_t at = from; fits && at != to;) {
        if (aim == UINT32_MAX || out->count > limit || !hops_step(hops, aim, &at, cost)) {
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
    const uint32_t aim = hops_find(hops, to);
    uint32_t left = hops->count; // rows of several versions may lead round in circles
    for (uint32_t at = from; at != to; left--) {
        if (aim == UINT32_MAX || !left || !hops_step(hops, aim, &at, &cost) || cost > most) {
            return WAY_COST_MAX;
        }
    }
    return cost;
}
