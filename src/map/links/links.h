// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Links as the units of one layer see them: steps from and to a cell, which components they join,
// and estimates that no link can undercut. A map without links has none of this.
#pragma once

#include "map/grid/map.h"

/// A step along a link.
typedef struct wayi_link {
    way_cell from, to;
    way_cost cost;
} wayi_link;

#define WAYI_LINK_NODE_NONE UINT32_MAX

/// Most that a link may cost.
#define WAYI_LINKS_COST_MAX (1u << 22)

struct wayi_links {
    uint32_t count;
    wayi_link *out;    ///< by origin, then target; one for each pair
    uint32_t *in;      ///< places in `out`, by target, then origin
    uint64_t *starts;  ///< a bit for each cell: a link starts there
    uint64_t *ends;    ///< ... ends there
    bool symmetric;    ///< each can be taken back at the same cost
    bool shortcuts;    ///< one costs less than open ground between its ends might: the estimates of
                       ///< open ground don't hold
    way_cost cheapest; ///< of all
    way_cost *entries; ///< by cell: over plain ground, to the nearest origin
    way_cost *exits;   ///< by cell: over plain ground, from the nearest target
    uint32_t *numbers; ///< components at the ends of links that can be taken, ascending
    uint32_t *nodes;   ///< two for each of `out`: places of its ends in them, or none
    uint32_t *firsts;  ///< for each node, where `order` tells of its links; and one more
    uint32_t *order;   ///< the links that can be taken, by node of their origin
    uint32_t node_count;
};

/// The links of a layer, or NULL without memory; not for a map that has none for it.
wayi_links *wayi_links_create(const way_map *map, const wayi_layer *layer);

/// NULL is fine.
void wayi_links_destroy(const way_map *map, wayi_links *links);

size_t wayi_links_bytes(const way_map *map, const wayi_links *links);

/// Drops the links of one profile.
void wayi_links_forget(way_map *map, uint32_t profile);

/// Whether a map has links for a layer.
bool wayi_links_concern(const way_map *map, const wayi_layer *layer);

/// Catches up with components and weights that changed.
void wayi_links_update(const way_map *map, wayi_layer *layer);

/// Writes the links from a cell, or to it, at both ends of which units can stand, to `out`
/// [WAY_MAP_CELL_LINKS_MAX]; returns how many.
uint32_t wayi_links_list(const way_map *map, const wayi_layer *layer, way_cell cell, bool back,
                         wayi_link *out);

/// Components that can be reached from others, one bit for each node.
typedef struct wayi_links_reach {
    uint64_t nodes[2 * WAY_MAP_LINKS_MAX / 64];
} wayi_links_reach;

/// Follows links from some components.
void wayi_links_follow(const wayi_links *links, const uint32_t *numbers, uint32_t count,
                       wayi_links_reach *out);

/// Whether a component was reached by a link, or is an end of one that was met.
bool wayi_links_reached(const wayi_links *links, const wayi_links_reach *reach, uint32_t number);

/// The other end of link `index` from or to a cell, open or not; WAY_CELL_NONE after the last.
way_cell wayi_links_partner(const wayi_links *links, way_cell cell, uint32_t index);

static inline bool wayi_links_has_bit(const uint64_t *bits, way_cell cell)
{
    return bits[cell >> 6] >> (cell & 63u) & 1u;
}

/// The cost estimate of a way that takes a link, at a least weight.
static inline uint64_t wayi_links_detour(const wayi_links *links, way_cell from, way_cell to,
                                         uint32_t min_weight)
{
    return ((uint64_t)links->entries[from] + links->exits[to]) * min_weight + links->cheapest;
}
