// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Making rows of hops, by Dijkstra's search over the links, and keeping them.
#pragma once

#include "search/atlas/hops.h"

/// Gives back a row.
void wayi_hops_drop(wayi_hops *hops, wayi_hops_row *row);

/// Puts a copy of runs in a row's place; false without memory.
bool wayi_hops_replace(wayi_hops *hops, wayi_hops_row *row, const uint32_t *runs, uint32_t count);

/// Gives back what depends on how many regions and links there are.
void wayi_hops_stop_looking(wayi_hops *hops);

/// Gives back all that keeping rows takes.
void wayi_hops_stop_mending(wayi_hops *hops);

/// The links of a region.
typedef struct wayi_hops_links {
    const uint32_t *words;
    const uint16_t *costs;
    uint32_t count, square;
} wayi_hops_links;

static inline wayi_hops_links wayi_hops_links_in(const wayi_atlas_block *block, uint32_t square,
                                                 uint32_t number)
{
    const wayi_atlas_region *region = &wayi_atlas_regions(block)[number];
    return (wayi_hops_links){wayi_atlas_words(block) + region->link_first,
                             wayi_atlas_costs(block) + region->link_first, region->link_count,
                             square};
}

static inline wayi_hops_links wayi_hops_links_of(const wayi_hops *hops, uint32_t row)
{
    const uint32_t id = hops->rows[row].region;
    const uint32_t square = id >> hops->atlas->bits;
    return wayi_hops_links_in(hops->atlas->squares[square], square,
                              id & ((1u << hops->atlas->bits) - 1u));
}

/// Told by the atlas of squares that change.
void wayi_hops_follow(void *user, uint32_t square, const wayi_atlas_block *before,
                      wayi_atlas_block *after);
