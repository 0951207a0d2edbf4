// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a kind of unit walks on: a layer of a map, and the searches that plan on it.
#pragma once

#include "map/grid/map.h"
#include "map/links/links.h"
#include "world/plan/regions.h"

#include <waymark/agent.h>
#include <waymark/database.h>

typedef struct wayi_ground {
    const way_map *map;
    const wayi_layer *layer;
    uint32_t profile; ///< its number on the map
    uint32_t size;
    bool plans;           ///< has a navigator: somebody plans on it
    bool named;           ///< plans are made by the algorithm that the world was told
    bool general;         ///< the algorithm that was asked for can't do with it any more
    wayi_regions regions; ///< of the layer, if somebody plans on it
    way_space *space;
    way_navigator *navigator;
    way_database database; ///< what the navigator works on, if it is prepared
} wayi_ground;

/// The directions in which a unit may step from a cell.
static inline uint32_t wayi_ground_moves(const wayi_ground *ground, way_cell cell)
{
    return wayi_layer_moves(ground->map, ground->layer, cell);
}

/// The cost of a legal step, or of one further into a wall by a unit that stands in one: that is a
/// plain one, whether or not the map has ever had weights.
static inline way_cost wayi_ground_step(const wayi_ground *ground, way_cell cell,
                                        uint32_t direction)
{
    const way_cell to = cell + (uint32_t)ground->map->offsets[direction];
    return ground->layer->weights && !ground->layer->weights[to]
               ? ground->map->steps[direction]
               : wayi_map_step(ground->map, ground->layer, cell, to, direction);
}

/// The cost of the link between two cells, or WAY_COST_MAX if there is none that can be taken.
static inline way_cost wayi_ground_link(const wayi_ground *ground, way_cell from, way_cell to)
{
    wayi_link links[WAY_MAP_CELL_LINKS_MAX];
    const uint32_t count =
        ground->layer->links ? wayi_links_list(ground->map, ground->layer, from, false, links) : 0;
    for (uint32_t k = 0; k < count; k++) {
        if (links[k].to == to) {
            return links[k].cost;
        }
    }
    return WAY_COST_MAX;
}

/// Whether a unit may stand there.
static inline bool wayi_ground_fits(const wayi_ground *ground, way_cell cell)
{
    const uint32_t y = wayi_map_row(ground->map, cell);
    return wayi_layer_has(ground->map, ground->layer, cell - y * ground->map->width, y);
}

/// Whether plans on it are made with a database.
static inline bool wayi_ground_is_prepared(const wayi_ground *ground)
{
    return ground->navigator &&
           (way_navigator_algorithm(ground->navigator)->traits & WAY_TRAIT_PREPARED);
}

/// Takes back one way_map_add_profile; profile 1 stays, whatever is said.
static inline void wayi_ground_forget(way_map *map, uint32_t profile)
{
    const way_status status = way_map_remove_profile(map, profile);
    (void)status;
}
