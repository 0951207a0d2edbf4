// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "lab/hierarchical/clusters.h"

#include "map/links/links.h"

#include <string.h>

void wayi_clusters_fini(wayi_clusters *clusters)
{
    const way_allocator *allocator = &clusters->allocator;
    for (uint32_t i = 0; clusters->clusters && i < clusters->count; i++) {
        const wayi_cluster *cluster = &clusters->clusters[i];
        if (cluster->owned) {
            wayi_free(allocator, cluster->block, cluster->size, 1);
        }
    }
    WAYI_FREE(allocator, clusters->clusters, clusters->count);
    WAYI_FREE(allocator, clusters->gates, clusters->gate_capacity);
    wayi_clusters_repairs_fini(clusters);
}

// Cutting -----------------------------------------------------------------------------------------

/// Most gates that one cluster may have.
static uint32_t cut_most(const wayi_clusters *clusters)
{
    // Each cell at the border may have a gate across its side and one in each diagonal direction.
    const wayi_links *links = clusters->grid->layer->links;
    return clusters->config.side * 4 * 5 + (links ? 2 * links->count : 0);
}

static void cut_add(wayi_clusters *clusters, wayi_gate gate)
{
    clusters->repairs.gates[clusters->repairs.gate_count++] = gate;
}

static void cut_add_step(wayi_clusters *clusters, uint32_t index, way_cell cell, uint32_t direction)
{
    const wayi_grid *grid = clusters->grid;
    const way_cell to = cell + (uint32_t)grid->map->offsets[direction];
    const way_cost step = wayi_map_step(grid->map, grid->layer, cell, to, direction);
    cut_add(clusters, (wayi_gate){cell, WAYI_GATE_NONE, index << 4 | direction, step});
}

/// Whether a unit can step straight on from a cell: both can be stood on, and each says so of the
/// other.
static bool cut_is_open(const wayi_grid *grid, way_cell cell, uint32_t direction)
{
    const uint8_t *around = grid->layer->around;
    return (around[cell] >> direction & 1u) &&
           (around[cell + (uint32_t)grid->map->offsets[direction]] >>
                wayi_direction_opposite(direction) &
            1u);
}

/// Cells in a row that are open side by side are connected on both sides: one entrance.
static void cut_side(wayi_clusters *clusters, uint32_t index, uint32_t direction)
{
    const wayi_grid *grid = clusters->grid;
    const way_rect rect = wayi_clusters_rect(clusters, index);
    const bool level = direction == WAYI_NORTH || direction == WAYI_SOUTH;
    const uint32_t length = level ? rect.width : rect.height;
    const uint32_t stride = level ? 1 : grid->map->width;
    const uint32_t x = rect.x + (direction == WAYI_EAST ? rect.width - 1 : 0);
    const uint32_t y = rect.y + (direction == WAYI_SOUTH ? rect.height - 1 : 0);
    const way_cell corner = y * grid->map->width + x;
    for (uint32_t first = 0, end = 0; end <= length; end++) {
        if (end < length && cut_is_open(grid, corner + end * stride, direction)) {
            continue;
        }
        if (end - first >= clusters->config.wide) {
            cut_add_step(clusters, index, corner + first * stride, direction);
            cut_add_step(clusters, index, corner + (end - 1) * stride, direction);
        } else if (end > first) {
            cut_add_step(clusters, index, corner + (first + end - 1) / 2 * stride, direction);
        }
        first = end + 1;
    }
}

/// Diagonal steps out of the cluster where neither cell beside the step is open: any other one is
/// as good as two straight steps through entrances.
static void cut_corners(wayi_clusters *clusters, uint32_t index)
{
    const way_map *map = clusters->grid->map;
    const wayi_layer *layer = clusters->grid->layer;
    const way_rect rect = wayi_clusters_rect(clusters, index);
    for (uint32_t i = 0; i < rect.width * rect.height; i++) {
        const uint32_t x = i % rect.width;
        const uint32_t y = i / rect.width;
        const bool inside = x > 0 && y > 0 && x + 1 < rect.width && y + 1 < rect.height;
        if (inside || !wayi_layer_has(map, layer, rect.x + x, rect.y + y)) {
            continue;
        }
        const uint32_t around = wayi_layer_around(map, layer, rect.x + x, rect.y + y);
        for (uint32_t direction = WAYI_NORTH_EAST; direction < WAYI_DIRECTIONS; direction++) {
            if (!wayi_rect_keeps(rect, x, y, direction) && (map->moves[around] >> direction & 1u) &&
                !(around & wayi_direction_fan[direction] & ~(1u << direction))) {
                cut_add_step(clusters, index, (rect.y + y) * map->width + rect.x + x, direction);
            }
        }
    }
}

/// Gates for the links from each cell, and to it.
static void cut_links(wayi_clusters *clusters, uint32_t index)
{
    const wayi_grid *grid = clusters->grid;
    const way_rect rect = wayi_clusters_rect(clusters, index);
    for (uint32_t i = 0; i < 2 * rect.width * rect.height; i++) {
        const way_cell cell = wayi_rect_at(rect, i / 2, grid->map->width);
        const bool back = i % 2;
        if (wayi_links_near(grid->map, cell)) {
            wayi_link list[WAY_MAP_CELL_LINKS_MAX];
            const uint32_t count = wayi_links_list(grid->map, grid->layer, cell, back, list);
            const uint32_t place = index << 4 | (back ? WAYI_GATE_TARGET : WAYI_GATE_ORIGIN);
            for (uint32_t k = 0; k < count; k++) {
                cut_add(clusters, (wayi_gate){cell, WAYI_GATE_NONE, place, list[k].cost});
            }
        }
    }
}

/// Upper levels: the gates below that lead to another cluster.
static void cut_upper(wayi_clusters *clusters, uint32_t index)
{
    const wayi_clusters *lower = clusters->config.lower;
    const way_rect rect = wayi_clusters_rect(clusters, index);
    const uint32_t side = lower->config.side;
    const uint32_t columns = (rect.width + side - 1) / side;
    const uint32_t first = wayi_clusters_at(lower, rect.x, rect.y);
    for (uint32_t k = 0; k < columns * ((rect.height + side - 1) / side); k++) {
        const uint32_t at = first + k / columns * lower->columns + k % columns;
        const wayi_cluster *cluster = &lower->clusters[at];
        for (uint32_t i = cluster->first; i < cluster->first + cluster->count; i++) {
            const wayi_gate *gate = &lower->gates[i];
            const uint32_t direction = wayi_gate_direction(gate);
            if (direction < WAYI_DIRECTIONS &&
                wayi_clusters_home(lower, &lower->gates[gate->partner]) != index) {
                cut_add(clusters, (wayi_gate){gate->cell, i, index << 4 | direction, gate->step});
            }
        }
    }
}

/// Lists the gates of a cluster, in their order, without partners; false without memory.
static bool cut_all(wayi_clusters *clusters, uint32_t index)
{
    const way_map *map = clusters->grid->map;
    wayi_clusters_repairs *repairs = &clusters->repairs;
    repairs->gate_count = 0;
    if (!WAYI_GROW(&clusters->allocator, repairs->gates, repairs->gate_room, cut_most(clusters))) {
        return false;
    }
    if (clusters->config.lower) {
        cut_upper(clusters, index);
        return true;
    }
    for (uint32_t direction = 0; direction < 4; direction++) {
        cut_side(clusters, index, direction);
    }
    if (map->corners == WAY_CORNERS_ANY || map->neighbours == WAY_NEIGHBOURS_6) {
        cut_corners(clusters, index);
    }
    if (clusters->grid->layer->links) {
        cut_links(clusters, index);
    }
    return true;
}

// Partners ----------------------------------------------------------------------------------------

/// The cell that a gate leads to, or that one comes from where it can only be come in by;
/// WAY_CELL_NONE if its link is gone. Gates of one cell come in the order in which the map lists
/// its links.
static way_cell link_far(const wayi_clusters *clusters, const wayi_gate *gate)
{
    const wayi_grid *grid = clusters->grid;
    const uint32_t direction = wayi_gate_direction(gate);
    if (direction < WAYI_DIRECTIONS) {
        return gate->cell + (uint32_t)grid->map->offsets[direction];
    }
    const bool back = !wayi_gate_leads(gate);
    const wayi_gate *first = clusters->gates + clusters->clusters[wayi_gate_cluster(gate)].first;
    uint32_t number = 0;
    while (gate > first && gate[-1].cell == gate->cell && gate[-1].place == gate->place) {
        number++;
        gate--;
    }
    wayi_link links[WAY_MAP_CELL_LINKS_MAX];
    const uint32_t count = wayi_links_list(grid->map, grid->layer, gate->cell, back, links);
    return number >= count ? WAY_CELL_NONE : back ? links[number].from : links[number].to;
}

/// Finds the partners of a cluster's gates, and makes itself known to them.
static void link_gates(wayi_clusters *clusters, uint32_t index)
{
    const wayi_cluster *own = &clusters->clusters[index];
    for (uint32_t i = own->first; !clusters->config.lower && i < own->first + own->count; i++) {
        wayi_gate *gate = &clusters->gates[i];
        const uint32_t direction = wayi_gate_direction(gate);
        const way_cell far = link_far(clusters, gate);
        const uint32_t other = far == WAY_CELL_NONE ? index : wayi_clusters_of(clusters, far);
        const uint32_t place = other << 4 | (direction < WAYI_DIRECTIONS
                                                 ? wayi_direction_opposite(direction)
                                                 : WAYI_GATE_ORIGIN + WAYI_GATE_TARGET - direction);
        const wayi_cluster *cluster = &clusters->clusters[other];
        for (uint32_t k = cluster->first; k < cluster->first + cluster->count; k++) {
            wayi_gate *found = &clusters->gates[k];
            if (found->cell == far && found->place == place &&
                link_far(clusters, found) == gate->cell) {
                gate->partner = k;
                found->partner = i;
                found->step = gate->step;
            }
        }
    }
}

bool wayi_clusters_recut(wayi_clusters *clusters, uint32_t index, bool *changed)
{
    wayi_cluster *cluster = &clusters->clusters[index];
    if (!cut_all(clusters, index)) {
        return false;
    }
    const wayi_gate *gates = clusters->repairs.gates;
    const uint32_t count = clusters->repairs.gate_count;
    *changed = cluster->count != count;
    for (uint32_t i = 0; i < count && !*changed; i++) {
        const wayi_gate *old = &clusters->gates[cluster->first + i];
        *changed = old->cell != gates[i].cell || old->place != gates[i].place;
    }
    if (count > cluster->capacity) {
        // At least twice as much as before: what it leaves behind stays less than what it has.
        const uint32_t room = count > 2 * cluster->capacity ? count : 2 * cluster->capacity;
        if (!WAYI_GROW_LITTLE(&clusters->allocator, clusters->gates, clusters->gate_capacity,
                              clusters->gate_count + room)) {
            return false;
        }
        cluster->first = clusters->gate_count;
        cluster->capacity = room;
        clusters->gate_count += room;
    }
    cluster->count = count;
    if (count) {
        memcpy(clusters->gates + cluster->first, gates, count * sizeof *gates);
    }
    // Those of clusters that are still to be cut find theirs then.
    link_gates(clusters, index);
    return true;
}
