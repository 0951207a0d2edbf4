// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A map through the fog of war: what is believed of it. Two layouts of one knowledge.
//
//   dense    a byte and two bits per cell, as in a map's layer: searches read them the same way
//   sparse   8x8 tiles behind a hash table, for units that keep their knowledge to themselves
#pragma once

#include "core/bitset.h"
#include "core/hash_table.h"
#include "map/belief/belief.h"
#include "space/space.h"

#define WAYI_FOG_TILE 64u

/// 8x8 cells of which at least one was seen.
typedef struct wayi_fog_tile {
    uint64_t seen;
    uint64_t blocked;
} wayi_fog_tile;

typedef struct wayi_fog {
    way_space space;
    const way_map *map; ///< the truth
    uint32_t radius;
    bool sight;
    wayi_glance glance; ///< with sight: a window as wide as the radius, moved about
    bool sparse;
    wayi_layer layer; ///< dense: where one is believed to stand; rows and around
    wayi_bitset seen; ///< dense
    uint8_t *weights; ///< believed; by cell (dense) or tile place and cell; NULL while all are 1
    uint32_t weight_capacity;
    wayi_hash_table places; ///< sparse: place in `tiles` by tile number
    wayi_fog_tile *tiles;
    uint32_t *tile_numbers;
    uint32_t tile_count;
    uint32_t tile_capacity;
    uint32_t number_capacity;
    way_cell *journal; ///< change n is at n % journal_limit
    uint32_t journal_capacity;
    uint32_t journal_limit;
    uint64_t changes;
} wayi_fog;

extern const way_space_type wayi_fog_type;

/// The fog behind a space, or NULL if it is something else.
static inline const wayi_fog *wayi_space_fog(const way_space *space)
{
    return space->type == &wayi_fog_type ? (const wayi_fog *)space : NULL;
}

// The store ---------------------------------------------------------------------------------------

way_status wayi_fog_store_init(wayi_fog *fog);
void wayi_fog_store_fini(wayi_fog *fog);
size_t wayi_fog_store_bytes(const wayi_fog *fog);

/// Believed weight of a cell of the map; 0 = blocked.
uint8_t wayi_fog_store_weight(const wayi_fog *fog, uint32_t x, uint32_t y);
bool wayi_fog_store_seen(const wayi_fog *fog, uint32_t x, uint32_t y);

/// Believes a weight from now on; false without memory.
bool wayi_fog_store_set(wayi_fog *fog, uint32_t x, uint32_t y, uint8_t weight);

/// Which neighbours of a cell are believed passable: an index into map->moves.
uint32_t wayi_fog_store_around(const wayi_fog *fog, uint32_t x, uint32_t y);

/// The first seen cell at or after `cell` in an order of the store's own; WAY_CELL_NONE = no more.
/// `*cursor` starts at 0.
way_cell wayi_fog_store_next(const wayi_fog *fog, uint64_t *cursor);
