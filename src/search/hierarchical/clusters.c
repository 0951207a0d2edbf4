// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/hierarchical/clusters.h"

#include "map/links.h"
#include "search/frame/algorithm.h"

#include <string.h>

bool wayi_clusters_init(wayi_clusters *clusters, const wayi_clusters_config *config,
                        const way_navigator *navigator)
{
    const wayi_grid *grid = wayi_space_grid(navigator->space);
    const uint32_t side = config->side;
    const uint32_t columns = (grid->map->width + side - 1) / side;
    *clusters = (wayi_clusters){.config = *config,
                                .grid = grid,
                                .columns = columns,
                                .count = columns * ((grid->map->height + side - 1) / side),
                                .allocator = navigator->allocator};
    clusters->clusters =
        wayi_alloc_zero(&clusters->allocator, clusters->count, sizeof *clusters->clusters);
    if (config->cache == WAYI_CACHE_ASKED) {
        clusters->asked = wayi_alloc_zero(&clusters->allocator, clusters->count, 1);
    }
    for (uint32_t i = 0; config->lower && i < config->lower->count; i++) {
        const way_rect rect = wayi_clusters_rect(config->lower, i);
        config->lower->clusters[i].home = wayi_clusters_at(clusters, rect.x, rect.y);
    }
    return clusters->clusters && (config->cache != WAYI_CACHE_ASKED || clusters->asked);
}

void wayi_clusters_fini(wayi_clusters *clusters)
{
    const way_allocator *allocator = &clusters->allocator;
    if (!clusters->grid) {
        return; // never begun
    }
    for (uint32_t i = 0; clusters->clusters && i < clusters->count; i++) {
        const wayi_cluster *cluster = &clusters->clusters[i];
        if (cluster->owned) {
            wayi_free(allocator, cluster->block, cluster->size, 1);
        }
    }
    wayi_free(allocator, clusters->clusters, clusters->count, sizeof *clusters->clusters);
    wayi_free(allocator, clusters->gates, clusters->gate_capacity, sizeof *clusters->gates);
    wayi_free(allocator, clusters->asked, clusters->asked ? clusters->count : 0, 1);
    wayi_clusters_repairs_fini(clusters);
    clusters->grid = NULL;
}

// Gates -------------------------------------------------------------------------------------------

uint32_t wayi_clusters_gates_max(const wayi_clusters *clusters)
{
    // Each cell at the border may have a gate across its side and one in each diagonal direction.
    const wayi_links *links = clusters->grid->layer->links;
    return clusters->config.side * 4 * 5 + (links ? 2 * links->count : 0);
}

typedef struct cut_work {
    const wayi_clusters *clusters;
    uint32_t index;
    way_rect rect;
    wayi_gate *out;
    uint32_t count;
} cut_work;

static void cut_add(cut_work *work, way_cell cell, uint32_t direction)
{
    const wayi_grid *grid = work->clusters->grid;
    const way_cell to = cell + (uint32_t)grid->map->offsets[direction];
    work->out[work->count++] =
        (wayi_gate){.cell = cell,
                    .partner = WAYI_GATE_NONE,
                    .place = work->index << 4 | direction,
                    .step = wayi_map_step(grid->map, grid->layer, cell, to, direction)};
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
static void cut_side(cut_work *work, uint32_t direction)
{
    const wayi_grid *grid = work->clusters->grid;
    const way_rect rect = work->rect;
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
        if (end - first >= work->clusters->config.wide) {
            cut_add(work, corner + first * stride, direction);
            cut_add(work, corner + (end - 1) * stride, direction);
        } else if (end > first) {
            cut_add(work, corner + (first + end - 1) / 2 * stride, direction);
        }
        first = end + 1;
    }
}

/// Diagonal steps out of the cluster at a cell, where neither cell beside the step is open: any
/// other one is as good as two straight steps through entrances.
static void cut_corners_at(cut_work *work, uint32_t x, uint32_t y)
{
    const wayi_grid *grid = work->clusters->grid;
    if (!wayi_layer_has(grid->map, grid->layer, x, y)) {
        return;
    }
    const uint32_t around = wayi_layer_around(grid->map, grid->layer, x, y);
    for (uint32_t direction = WAYI_NORTH_EAST; direction < WAYI_DIRECTIONS; direction++) {
        const bool leaves =
            !wayi_rect_keeps(work->rect, x - work->rect.x, y - work->rect.y, direction);
        if (leaves && (grid->map->moves[around] >> direction & 1u) &&
            !(around & wayi_direction_fan[direction] & ~(1u << direction))) {
            cut_add(work, y * grid->map->width + x, direction);
        }
    }
}

static void cut_corners(cut_work *work)
{
    const way_rect rect = work->rect;
    for (uint32_t y = rect.y; y < rect.y + rect.height; y++) {
        const bool whole = y == rect.y || y + 1 == rect.y + rect.height;
        const uint32_t stride = whole || rect.width < 2 ? 1 : rect.width - 1;
        for (uint32_t x = rect.x; x < rect.x + rect.width; x += stride) {
            cut_corners_at(work, x, y);
        }
    }
}

/// Gates for the links from a cell, or to it.
static void cut_links_at(cut_work *work, way_cell cell, bool back)
{
    const wayi_grid *grid = work->clusters->grid;
    wayi_link links[WAY_MAP_CELL_LINKS_MAX];
    const uint32_t count = wayi_links_list(grid->map, grid->layer, cell, back, links);
    for (uint32_t i = 0; i < count; i++) {
        work->out[work->count++] =
            (wayi_gate){.cell = cell,
                        .partner = WAYI_GATE_NONE,
                        .place = work->index << 4 | (back ? WAYI_GATE_TARGET : WAYI_GATE_ORIGIN),
                        .step = links[i].cost};
    }
}

static void cut_links(cut_work *work)
{
    const way_map *map = work->clusters->grid->map;
    const wayi_links *links = work->clusters->grid->layer->links;
    for (uint32_t y = work->rect.y; y < work->rect.y + work->rect.height; y++) {
        for (uint32_t x = work->rect.x; x < work->rect.x + work->rect.width; x++) {
            const way_cell cell = y * map->width + x;
            if (wayi_links_has_bit(links->starts, cell)) {
                cut_links_at(work, cell, false);
            }
            if (wayi_links_has_bit(links->ends, cell)) {
                cut_links_at(work, cell, true);
            }
        }
    }
}

/// Upper levels: the gates below that lead to another cluster.
static uint32_t cut_upper(const wayi_clusters *clusters, uint32_t index, wayi_gate *out)
{
    const wayi_clusters *lower = clusters->config.lower;
    const way_rect rect = wayi_clusters_rect(clusters, index);
    const uint32_t side = lower->config.side;
    const uint32_t columns = (rect.width + side - 1) / side;
    const uint32_t first = wayi_clusters_at(lower, rect.x, rect.y);
    uint32_t count = 0;
    for (uint32_t k = 0; k < columns * ((rect.height + side - 1) / side); k++) {
        const uint32_t at = first + k / columns * lower->columns + k % columns;
        const wayi_cluster *cluster = &lower->clusters[at];
        for (uint32_t i = cluster->first; i < cluster->first + cluster->count; i++) {
            const wayi_gate *gate = &lower->gates[i];
            const uint32_t direction = wayi_gate_direction(gate);
            if (direction < WAYI_DIRECTIONS &&
                wayi_clusters_home(lower, &lower->gates[gate->partner]) != index) {
                out[count++] = (wayi_gate){gate->cell, i, index << 4 | direction, gate->step};
            }
        }
    }
    return count;
}

/// Writes the gates of a cluster, in their order, without partners; returns how many.
static uint32_t cut_all(const wayi_clusters *clusters, uint32_t index, wayi_gate *out)
{
    const way_map *map = clusters->grid->map;
    if (clusters->config.lower) {
        return cut_upper(clusters, index, out);
    }
    cut_work work = {clusters, index, wayi_clusters_rect(clusters, index), out, 0};
    for (uint32_t direction = 0; direction < 4; direction++) {
        cut_side(&work, direction);
    }
    if (map->corners == WAY_CORNERS_BOTH || map->neighbours == WAY_NEIGHBOURS_6) {
        cut_corners(&work);
    }
    if (clusters->grid->layer->links) {
        cut_links(&work);
    }
    return work.count;
}

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

bool wayi_clusters_recut(wayi_clusters *clusters, uint32_t index, wayi_gate *scratch, bool *changed)
{
    wayi_cluster *cluster = &clusters->clusters[index];
    const uint32_t count = cut_all(clusters, index, scratch);
    *changed = cluster->count != count;
    for (uint32_t i = 0; i < count && !*changed; i++) {
        const wayi_gate *old = &clusters->gates[cluster->first + i];
        *changed = old->cell != scratch[i].cell || old->place != scratch[i].place;
    }
    if (count > cluster->capacity) {
        // At least twice as much as before: what it leaves behind stays less than what it has.
        const uint32_t room = count > 2 * cluster->capacity ? count : 2 * cluster->capacity;
        if (!wayi_grow_little(&clusters->allocator, (void **)&clusters->gates,
                              &clusters->gate_capacity, clusters->gate_count + room,
                              sizeof *clusters->gates)) {
            return false;
        }
        cluster->first = clusters->gate_count;
        cluster->capacity = room;
        clusters->gate_count += room;
    }
    cluster->count = count;
    if (count) {
        memcpy(clusters->gates + cluster->first, scratch, count * sizeof *scratch);
    }
    // Those of clusters that are still to be cut find theirs then.
    link_gates(clusters, index);
    return true;
}
