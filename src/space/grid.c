// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A map as a space, for 4, 6 and 8 neighbours alike: the legal steps of a cell are one look-up in
// the map's table of 3x3 neighbourhoods, and the links from it if there are any.
#include "space/grid.h"

#include "map/links/links.h"

/// Writes the steps to neighbours.
static uint32_t grid_walk(const wayi_grid *grid, way_state state, way_edge *edges)
{
    const way_map *map = grid->map;
    uint32_t count = 0;
    for (uint32_t moves = wayi_layer_moves(map, grid->layer, state); moves; moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const way_cell to = state + (uint32_t)map->offsets[direction];
        edges[count++] = (way_edge){to, wayi_map_step(map, grid->layer, state, to, direction)};
    }
    return count;
}

/// Adds the steps along links from a cell, or to it.
static uint32_t grid_add_links(const wayi_grid *grid, way_state state, bool back, way_edge *edges)
{
    wayi_link links[WAY_MAP_CELL_LINKS_MAX];
    const uint32_t count = wayi_links_list(grid->map, grid->layer, state, back, links);
    for (uint32_t i = 0; i < count; i++) {
        edges[i] = (way_edge){back ? links[i].from : links[i].to, links[i].cost};
    }
    return count;
}

static uint32_t grid_expand(way_space *space, way_state state, way_edge *edges)
{
    const wayi_grid *grid = (const wayi_grid *)space;
    const uint32_t count = grid_walk(grid, state, edges);
    return grid->layer->links ? count + grid_add_links(grid, state, false, edges + count) : count;
}

/// Steps on the ground are symmetric between cells where a unit can stand; a cell where it can't is
/// never entered.
static uint32_t grid_expand_back(way_space *space, way_state state, way_edge *edges)
{
    const wayi_grid *grid = (const wayi_grid *)space;
    if (!space->type->can_stand(space, state)) {
        return 0;
    }
    const uint32_t count = grid_walk(grid, state, edges);
    return grid->layer->links ? count + grid_add_links(grid, state, true, edges + count) : count;
}

static way_cost grid_distance(const way_space *space, way_state from, way_state to)
{
    const wayi_grid *grid = (const wayi_grid *)space;
    const wayi_links *links = grid->layer->links;
    if (!links || !links->shortcuts) {
        return wayi_grid_distance(grid, from, to);
    }
    const way_cost open = wayi_map_share_floor(grid->map, from, to)
                              ? wayi_grid_distance(grid, from, to)
                              : WAY_COST_MAX - 1u;
    if (open <= links->cheapest) {
        return open;
    }
    const uint64_t detour = wayi_links_detour(grid->map, grid->layer, from, to);
    return detour < open ? (way_cost)detour : open;
}

/// Along a link, at least as many steps as slanted ones would do to it and from it.
static uint32_t grid_steps(const way_space *space, way_state from, way_state to)
{
    const wayi_grid *grid = (const wayi_grid *)space;
    const way_map *map = grid->map;
    const uint32_t open = wayi_map_open_steps(map, from, to);
    if (!grid->layer->links || open < 2) {
        return open;
    }
    const uint32_t longest = map->costs.diagonal ? map->costs.diagonal : map->costs.cardinal;
    const uint64_t before = wayi_links_distance(map, grid->layer, from, WAYI_LINK_FROM) / longest;
    const uint64_t after = wayi_links_distance(map, grid->layer, to, WAYI_LINK_TO) / longest;
    return before + 1 + after < open ? (uint32_t)(before + 1 + after) : open;
}

static bool grid_can_stand(const way_space *space, way_state state)
{
    const wayi_grid *grid = (const wayi_grid *)space;
    const uint32_t y = wayi_map_row(grid->map, state);
    return wayi_layer_has(grid->map, grid->layer, state - y * grid->map->width, y);
}

static bool grid_is_reachable(const way_space *space, way_state from, way_state to)
{
    const wayi_grid *grid = (const wayi_grid *)space;
    return way_map_is_reachable(grid->map, from, to, grid->layer->profile);
}

static way_state grid_nearest_reachable(const way_space *space, way_state from, way_state goal)
{
    const wayi_grid *grid = (const wayi_grid *)space;
    return way_map_nearest_reachable(grid->map, from, goal, grid->layer->profile);
}

static uint64_t grid_revision(const way_space *space)
{
    return ((const wayi_grid *)space)->map->revision;
}

static uint32_t grid_traits(const way_space *space)
{
    const wayi_layer *layer = ((const wayi_grid *)space)->layer;
    uint32_t traits = space->traits;
    if (layer->table->uniform) {
        traits |= WAY_SPACE_UNIFORM_COST;
    }
    if (!layer->links) {
        traits |= WAY_SPACE_UNLINKED;
    }
    if (!layer->links || layer->links->uneven == 0) {
        traits |= WAY_SPACE_SYMMETRIC;
    }
    return traits;
}

static void grid_position(const way_space *space, way_state state, double *x, double *y)
{
    uint32_t column = 0;
    uint32_t row = 0;
    way_map_position(((const wayi_grid *)space)->map, state, &column, &row);
    *x = column;
    *y = row;
}

static void grid_destroy(way_space *space)
{
    const wayi_grid *grid = (const wayi_grid *)space;
    const way_allocator allocator = space->allocator;
    WAYI_GIVE_BACK(grid->map);
    WAYI_GIVE_BACK(grid->layer);
    WAYI_FREE(&allocator, (wayi_grid *)space, 1);
}

const way_space_type wayi_grid_type = {
    .name = "grid",
    .expand = grid_expand,
    .expand_back = grid_expand_back,
    .estimate = grid_distance,
    .estimate_steps = grid_steps,
    .can_stand = grid_can_stand,
    .is_reachable = grid_is_reachable,
    .nearest_reachable = grid_nearest_reachable,
    .revision = grid_revision,
    .traits = grid_traits,
    .position = grid_position,
    .destroy = grid_destroy,
};

/// Traits that no edit changes.
static uint32_t grid_fixed_traits(const way_map *map)
{
    uint32_t traits =
        WAY_SPACE_GRID | WAY_SPACE_DENSE_IDS | WAY_SPACE_PREDECESSORS | WAY_SPACE_CONSISTENT;
    if (map->neighbours == WAY_NEIGHBOURS_8) {
        traits |= WAY_SPACE_GRID_8;
        traits |= map->corners == WAY_CORNERS_STRICT ? (uint32_t)WAY_SPACE_STRICT_CORNERS : 0;
        const uint32_t diagonal = map->costs.diagonal;
        const uint32_t cardinal = map->costs.cardinal;
        traits |= diagonal > cardinal && diagonal < 2 * cardinal ? (uint32_t)WAY_SPACE_OCTILE : 0;
    }
    return traits;
}

way_status way_space_create_grid(const way_map *map, uint32_t profile,
                                 const way_allocator *allocator, way_space **out)
{
    if (!map || !out) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    *out = NULL;
    if (profile == 0 || (profile > WAY_MAP_UNIT_MAX && profile < WAY_PROFILE_FIRST)) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    const wayi_layer *layer = wayi_map_layer(map, profile);
    if (!layer) {
        return WAY_STATUS_UNSUPPORTED;
    }
    const way_allocator door = wayi_allocator_or_default(allocator);
    wayi_grid *grid = wayi_alloc_zero(&door, 1, sizeof *grid);
    if (!grid) {
        return WAY_STATUS_NO_MEMORY;
    }
    grid->space = (way_space){.type = &wayi_grid_type,
                              .state_count = map->cell_count,
                              .degree_max = WAYI_DIRECTIONS + WAY_MAP_CELL_LINKS_MAX,
                              .traits = grid_fixed_traits(map),
                              .allocator = door};
    grid->map = map;
    grid->layer = layer;
    WAYI_BORROW(map);
    WAYI_BORROW(layer);
    *out = &grid->space;
    return WAY_STATUS_OK;
}

const way_map *way_space_map(const way_space *space)
{
    const wayi_grid *grid = wayi_space_grid(space);
    return grid ? grid->map : NULL;
}

uint32_t way_space_unit_size(const way_space *space)
{
    const wayi_grid *grid = wayi_space_grid(space);
    return grid ? grid->layer->size : 0;
}

uint32_t way_space_profile(const way_space *space)
{
    const wayi_grid *grid = wayi_space_grid(space);
    return grid ? grid->layer->profile : 0;
}
