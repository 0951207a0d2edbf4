// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Making rows of hops, by searches over the links, and keeping them.
#pragma once

#include "search/atlas/hops.h"

/// Puts pages in a row's place.
void wayi_hops_put(wayi_hops *hops, wayi_hops_row *row, uint16_t *pages, uint32_t count);

/// Makes room for what is known of rows and links, false without memory; and gives it back.
bool wayi_hops_start_looking(wayi_hops *hops);
void wayi_hops_stop_looking(wayi_hops *hops);

/// The ways that leave a row: links that do not lead both ways lead nowhere.
typedef struct wayi_hops_ways {
    const wayi_hops_way *first;
    uint32_t count;
} wayi_hops_ways;

/// The part of the next one that is done once.
wayi_hops_ways wayi_hops_fill_ways(wayi_hops *hops, uint32_t row);

static inline wayi_hops_ways wayi_hops_ways_of(wayi_hops *hops, uint32_t row)
{
    const wayi_hops_node *node = &hops->repairs.nodes[row];
    wayi_hops_way *ways = hops->repairs.ways; // NULL if no row has a link
    return node->filled
               ? (wayi_hops_ways){ways ? ways + node->first : NULL, node[1].first - node->first}
               : wayi_hops_fill_ways(hops, row);
}

/// Bits of a link in the row of a region. So few links leave room for those that repairs may add.
static inline uint8_t wayi_hops_bits(const wayi_atlas *atlas, uint32_t region)
{
    return wayi_atlas_region_at(atlas, region)->link_count <= 48 ? WAYI_HOPS_FEW_BITS
                                                                 : WAYI_HOPS_BITS;
}

/// Gives back all that keeping rows takes.
void wayi_hops_stop_mending(wayi_hops *hops);

/// The links of a region.
typedef struct wayi_hops_links {
    const wayi_atlas_block *block;
    const uint16_t *costs;
    uint32_t first, count, square;
} wayi_hops_links;

static inline wayi_hops_links wayi_hops_links_in(const wayi_atlas_block *block, uint32_t square,
                                                 uint32_t number)
{
    const wayi_atlas_region *region = &wayi_atlas_regions(block)[number];
    return (wayi_hops_links){block, wayi_atlas_costs(block) + region->link_first,
                             region->link_first, region->link_count, square};
}

/// The region that a link leads to.
static inline uint32_t wayi_hops_target(const wayi_hops *hops, const wayi_hops_links *links,
                                        uint32_t index)
{
    return wayi_atlas_target(hops->atlas, links->square,
                             wayi_atlas_word(links->block, links->first + index));
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
