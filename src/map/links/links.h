// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Links: one table for the map, in which a link is found by its origin and by its target, and for
// each layer which components its links join. A change of a link, or of the ground under one, costs
// what it touches: nothing here goes through the cells of a map. A map without links has none of
// this.
#pragma once

#include "map/grid/map.h"

/// A step along a link.
typedef struct wayi_link {
    way_cell from, to;
    way_cost cost;
} wayi_link;

#define WAYI_LINK_NONE UINT32_MAX

/// Most that a link may cost.
#define WAYI_LINKS_COST_MAX (1u << 22)

/// Where a link begins, and where it ends.
typedef enum wayi_link_end { WAYI_LINK_FROM, WAYI_LINK_TO, WAYI_LINK_ENDS } wayi_link_end;

/// A map is cut into so many tiles along each side, which list the ends that lie in them.
#define WAYI_LINK_TILES 8u

/// And into sectors of so many cells along each side: a bit each tells whether there is an end in
/// one.
#define WAYI_LINK_SIDE 8u

typedef struct wayi_link_tile {
    uint32_t first;                    ///< link, or none
    uint32_t left, top, right, bottom; ///< the least rectangle with all ends, last cells included
} wayi_link_tile;

/// All links of a map, one way each.
struct wayi_link_table {
    uint32_t count;
    uint32_t room; ///< for links: in all of these arrays
    uint32_t item_room, order_rooms[WAYI_LINK_ENDS], chain_rooms[WAYI_LINK_ENDS];
    way_map_link *items;              ///< by id, which a link keeps
    uint32_t *order[WAYI_LINK_ENDS];  ///< ids by this end, the other end, profile
    uint32_t *chains[WAYI_LINK_ENDS]; ///< by id: the next of the same tile
    uint32_t vacant;                  ///< a free id; the target of each names the next
    uint64_t *sectors;                ///< a bit for each sector in which one begins or ends
    size_t sector_words;
    uint32_t columns; ///< of sectors
    uint32_t tile_side;
    wayi_link_tile tiles[WAYI_LINK_ENDS][WAYI_LINK_TILES * WAYI_LINK_TILES];
};

/// A component at an end of a link that can be taken.
typedef struct wayi_link_node {
    uint32_t number;
    uint32_t users; ///< ends in it
    uint32_t first; ///< link out of it
    uint32_t next;  ///< of the same hash, or free
} wayi_link_node;

/// Hashes of component numbers.
#define WAYI_LINK_HASHES 512u

/// A link as a layer sees it.
typedef struct wayi_link_state {
    uint32_t ends[WAYI_LINK_ENDS];  ///< components, or WAY_CELL_NONE where nobody can stand
    uint32_t nodes[WAYI_LINK_ENDS]; ///< of both, or none while it can't be taken
    uint32_t next, last;            ///< of those out of the same node
    uint32_t stale;                 ///< the next that is to be looked up, the link itself at the
                                    ///< end; none if it is not
} wayi_link_state;

/// The links of a layer.
struct wayi_links {
    uint32_t count;     ///< that concern it
    uint32_t uneven;    ///< of the cheapest from a cell to another, those that can't be taken back
                        ///< at the same cost
    uint32_t shortcuts; ///< that cost less than open ground between their ends might, or lead to
                        ///< another floor
    way_cost cheapest;  ///< of all
    wayi_link_state *states; ///< by id
    wayi_link_node *nodes;
    uint32_t state_room, node_room;
    uint32_t node_count;              ///< that were ever used
    uint32_t vacant;                  ///< one of those that is free
    uint32_t heads[WAYI_LINK_HASHES]; ///< first node of each hash
    uint32_t stale;                   ///< first of the links to look up
};

/// Makes room for more links in a layer, and its links if it has none; false without memory.
bool wayi_links_reserve(const way_map *map, wayi_layer *layer, uint32_t room);

/// NULL is fine.
void wayi_links_destroy(const way_map *map, wayi_links *links);

void wayi_link_table_destroy(way_map *map);

/// Drops the links of one profile.
void wayi_links_forget(way_map *map, uint32_t profile);

/// Gives a new layer the links of the map that concern it; false without memory.
bool wayi_links_join_layer(const way_map *map, wayi_layer *layer);

/// A hash of a link, by the number of its profile.
uint64_t wayi_link_hash(const way_map_link *link);

/// Whether a link is for units of a layer.
static inline bool wayi_link_concerns(const way_map_link *link, const wayi_layer *layer)
{
    return !link->profile || link->profile == layer->profile;
}

/// Tells a layer of a link that is new in the table, or about to leave it.
void wayi_links_add(const way_map *map, wayi_layer *layer, uint32_t id);
void wayi_links_drop(const way_map *map, wayi_layer *layer, uint32_t id);

/// How many of the links between two cells, one way each, can't be taken back at the same cost.
uint32_t wayi_links_uneven(const way_map *map, const wayi_layer *layer, way_cell a, way_cell b);

/// Counts again what depends on costs and weights.
void wayi_links_weigh(const way_map *map, const wayi_layer *layer);

/// Notes that components within a rectangle may have other numbers, and looks all that was noted
/// up.
void wayi_links_note(const way_map *map, const wayi_layer *layer, way_rect rect);
void wayi_links_update(const way_map *map, const wayi_layer *layer);

/// The place in an order of the first link whose end is not before a cell.
uint32_t wayi_links_find(const wayi_link_table *table, wayi_link_end end, way_cell cell);

/// The tile of a cell.
static inline uint32_t wayi_link_tile_of(const way_map *map, const wayi_link_table *table,
                                         way_cell cell)
{
    const uint32_t y = wayi_map_row(map, cell);
    const uint32_t x = cell - y * map->width;
    return y / table->tile_side * WAYI_LINK_TILES + x / table->tile_side;
}

/// The sector of a cell. The map has links.
static inline uint32_t wayi_link_sector_of(const way_map *map, way_cell cell)
{
    const uint32_t y = wayi_map_row(map, cell);
    const uint32_t x = cell - y * map->width;
    return y / WAYI_LINK_SIDE * map->links->columns + x / WAYI_LINK_SIDE;
}

/// Whether any link, of whatever profile, begins or ends near a cell: in its sector. The map has
/// links.
static inline bool wayi_links_near(const way_map *map, way_cell cell)
{
    const uint32_t sector = wayi_link_sector_of(map, cell);
    return map->links->sectors[sector >> 6] >> (sector & 63u) & 1u;
}

/// Writes the links from a cell, or to it, at both ends of which units can stand, to `out`
/// [WAY_MAP_CELL_LINKS_MAX], the cheapest of those between the same cells; returns how many.
uint32_t wayi_links_list(const way_map *map, const wayi_layer *layer, way_cell cell, bool back,
                         wayi_link *out);

/// What the cheapest link between two cells costs, whoever can stand there; WAY_COST_MAX if there
/// is none.
way_cost wayi_links_cost(const way_map *map, const wayi_layer *layer, way_cell from, way_cell to);

/// The other end of link `index` from or to a cell, open or not; WAY_CELL_NONE after the last.
way_cell wayi_links_partner(const way_map *map, const wayi_layer *layer, way_cell cell,
                            uint32_t index);

/// Components that can be reached from others, one bit for each node.
typedef struct wayi_links_reach {
    uint64_t nodes[2 * WAY_MAP_LINKS_MAX / 64];
} wayi_links_reach;

/// Follows links from some components until one is reached [WAY_CELL_NONE = all]; whether it was.
bool wayi_links_follow(const wayi_links *links, const uint32_t *numbers, uint32_t count,
                       uint32_t goal, wayi_links_reach *out);

/// Whether a component was reached by a link, or is an end of one that was met.
bool wayi_links_reached(const wayi_links *links, const wayi_links_reach *reach, uint32_t number);

/// A lower bound of every way between two cells that takes a link: to the nearest origin, the
/// cheapest link, from the nearest target, at the least weight. Each term is a distance to fixed
/// cells, so it is consistent.
uint64_t wayi_links_detour(const way_map *map, const wayi_layer *layer, way_cell from, way_cell to);

/// The open distance over weight 1 from a cell to the nearest origin of a link on its floor, or
/// from the nearest target; UINT32_MAX where there is none.
uint64_t wayi_links_distance(const way_map *map, const wayi_layer *layer, way_cell cell,
                             wayi_link_end end);

static inline bool wayi_links_has_bit(const uint64_t *bits, uint32_t place)
{
    return bits[place >> 6] >> (place & 63u) & 1u;
}
