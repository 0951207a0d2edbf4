// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/hierarchical/clusters.h"

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
    memset(clusters->spare, 0xff, sizeof clusters->spare);
    wayi_path_buffer_init(&clusters->queue, &clusters->allocator);
    clusters->clusters =
        wayi_alloc_zero(&clusters->allocator, clusters->count, sizeof *clusters->clusters);
    return clusters->clusters != NULL;
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
    if (clusters->slab_size) {
        wayi_free(allocator, clusters->slab, clusters->slab_size, 1);
    }
    wayi_path_buffer_fini(&clusters->queue);
    clusters->grid = NULL;
}

size_t wayi_clusters_bytes(const wayi_clusters *clusters)
{
    size_t bytes = clusters->count * sizeof *clusters->clusters + clusters->slab_size +
                   clusters->gate_capacity * sizeof *clusters->gates +
                   clusters->queue.capacity * sizeof *clusters->queue.states;
    for (uint32_t i = 0; i < clusters->count; i++) {
        bytes += clusters->clusters[i].owned ? clusters->clusters[i].size : 0;
    }
    return bytes;
}

// Gates -------------------------------------------------------------------------------------------

uint32_t wayi_clusters_gates_max(const wayi_clusters *clusters)
{
    // Each cell at the border may have a gate across its side and one in each diagonal direction.
    return clusters->config.side * 4 * 5;
}

typedef struct cut_work {
    const wayi_clusters *clusters;
    uint32_t index;
    way_rect rect;
    wayi_gate *out;
    uint32_t count;
} cut_work;

static void cut_add(cut_work *work, uint32_t x, uint32_t y, uint32_t direction)
{
    const wayi_grid *grid = work->clusters->grid;
    const way_map *map = grid->map;
    const way_cell cell = y * map->width + x;
    const way_cell to = cell + (uint32_t)map->offsets[direction];
    work->out[work->count++] =
        (wayi_gate){.cell = cell,
                    .partner = WAYI_GATE_NONE,
                    .place = work->index << 3 | direction,
                    .step = wayi_map_step(map, grid->layer, cell, to, direction)};
}

/// Whether a unit can step straight across a side of the cluster at its `at`th cell.
static bool cut_is_open(const cut_work *work, uint32_t direction, uint32_t at, uint32_t *x,
                        uint32_t *y)
{
    const wayi_grid *grid = work->clusters->grid;
    const bool level = direction == WAYI_NORTH || direction == WAYI_SOUTH;
    *x = work->rect.x + (level ? at : direction == WAYI_EAST ? work->rect.width - 1 : 0);
    *y = work->rect.y + (!level ? at : direction == WAYI_SOUTH ? work->rect.height - 1 : 0);
    return wayi_layer_has(grid->map, grid->layer, *x, *y) &&
           (wayi_layer_around(grid->map, grid->layer, *x, *y) >> direction & 1u);
}

static void cut_entrance(cut_work *work, uint32_t direction, uint32_t first, uint32_t last)
{
    uint32_t x = 0;
    uint32_t y = 0;
    if (last - first + 1 < work->clusters->config.wide) {
        cut_is_open(work, direction, (first + last) / 2, &x, &y);
        cut_add(work, x, y, direction);
        return;
    }
    cut_is_open(work, direction, first, &x, &y);
    cut_add(work, x, y, direction);
    cut_is_open(work, direction, last, &x, &y);
    cut_add(work, x, y, direction);
}

/// Cells in a row that are open side by side are connected on both sides: one entrance.
static void cut_side(cut_work *work, uint32_t direction)
{
    const bool level = direction == WAYI_NORTH || direction == WAYI_SOUTH;
    const uint32_t length = level ? work->rect.width : work->rect.height;
    uint32_t x = 0;
    uint32_t y = 0;
    for (uint32_t at = 0; at < length; at++) {
        if (!cut_is_open(work, direction, at, &x, &y)) {
            continue;
        }
        const uint32_t first = at;
        while (at + 1 < length && cut_is_open(work, direction, at + 1, &x, &y)) {
            at++;
        }
        cut_entrance(work, direction, first, at);
    }
}

/// Diagonal steps out of the cluster at a cell, where neither cell beside the step is open: any
/// other one is as good as two straight steps through entrances.
static void cut_corners_at(cut_work *work, uint32_t x, uint32_t y)
{
    static const uint8_t beside[WAYI_DIRECTIONS] = {
        [WAYI_NORTH_EAST] = 1u << WAYI_NORTH | 1u << WAYI_EAST,
        [WAYI_SOUTH_EAST] = 1u << WAYI_SOUTH | 1u << WAYI_EAST,
        [WAYI_SOUTH_WEST] = 1u << WAYI_SOUTH | 1u << WAYI_WEST,
        [WAYI_NORTH_WEST] = 1u << WAYI_NORTH | 1u << WAYI_WEST,
    };
    const wayi_grid *grid = work->clusters->grid;
    if (!wayi_layer_has(grid->map, grid->layer, x, y)) {
        return;
    }
    const uint32_t around = wayi_layer_around(grid->map, grid->layer, x, y);
    for (uint32_t direction = WAYI_NORTH_EAST; direction < WAYI_DIRECTIONS; direction++) {
        const bool leaves =
            !wayi_rect_keeps(work->rect, x - work->rect.x, y - work->rect.y, direction);
        if (leaves && (grid->map->moves[around] >> direction & 1u) &&
            !(around & beside[direction])) {
            cut_add(work, x, y, direction);
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

uint32_t wayi_clusters_cut(const wayi_clusters *clusters, uint32_t index, wayi_gate *out)
{
    const way_map *map = clusters->grid->map;
    cut_work work = {clusters, index, wayi_clusters_rect(clusters, index), out, 0};
    for (uint32_t direction = 0; direction < 4; direction++) {
        cut_side(&work, direction);
    }
    if (map->corners == WAY_CORNERS_BOTH || map->neighbours == WAY_NEIGHBOURS_6) {
        cut_corners(&work);
    }
    return work.count;
}

void wayi_clusters_link(wayi_clusters *clusters, uint32_t index)
{
    const wayi_cluster *own = &clusters->clusters[index];
    for (uint32_t i = own->first; i < own->first + own->count; i++) {
        wayi_gate *gate = &clusters->gates[i];
        const uint32_t direction = wayi_gate_direction(gate);
        const way_cell to = gate->cell + (uint32_t)clusters->grid->map->offsets[direction];
        const uint32_t other = wayi_clusters_of(clusters, to);
        const uint32_t wanted = other << 3 | wayi_direction_opposite(direction);
        const wayi_cluster *cluster = &clusters->clusters[other];
        for (uint32_t k = cluster->first; k < cluster->first + cluster->count; k++) {
            if (clusters->gates[k].cell == to && clusters->gates[k].place == wanted) {
                gate->partner = k;
                clusters->gates[k].partner = i;
                clusters->gates[k].step = gate->step;
                break;
            }
        }
    }
}

// Ways inside -------------------------------------------------------------------------------------

static bool bytes_grow(wayi_cluster_bytes *bytes, uint32_t more, const way_allocator *allocator)
{
    if (more == 0 || more > UINT32_MAX - bytes->count) {
        return more == 0;
    }
    void *items = bytes->items;
    if (bytes->count + more > bytes->capacity &&
        !wayi_grow(allocator, &items, &bytes->capacity, bytes->count + more, 1)) {
        return false;
    }
    bytes->items = items;
    if (more) {
        memset(bytes->items + bytes->count, 0, more);
    }
    bytes->count += more;
    return true;
}

static void moves_set(unsigned char *moves, uint32_t at, uint32_t move)
{
    moves[at >> 1] = (unsigned char)(moves[at >> 1] | move << (at & 1u) * 4);
}

static uint32_t moves_get(const unsigned char *moves, uint32_t at)
{
    return (uint32_t)moves[at >> 1] >> (at & 1u) * 4 & 15u;
}

/// Where the end of a pair is noted, for a < b.
static uint32_t ways_pair(uint32_t count, uint32_t a, uint32_t b)
{
    return a * (2 * count - a - 1) / 2 + b - a - 1;
}

typedef struct ways_work {
    const wayi_clusters *clusters;
    const wayi_cluster *cluster;
    wayi_confined *local;
    wayi_cluster_bytes *out;
    uint32_t start;  ///< of the block in `out`
    uint32_t ways;   ///< of what follows the costs
    uint32_t length; ///< moves so far, for PATHS
    bool fits;       ///< PATHS: they can be counted in 16 bits
} ways_work;

/// Appends the moves from the source of the local search to a later gate.
static bool ways_add_path(ways_work *work, uint32_t a, uint32_t b)
{
    const wayi_confined *local = work->local;
    const way_map *map = local->grid->map;
    const way_cell last = work->clusters->gates[work->cluster->first + b].cell;
    uint32_t length = 0;
    if (wayi_confined_cost(local, last) != WAY_COST_MAX) {
        for (way_cell cell = last; cell != local->source; length++) {
            cell -=
                (uint32_t)
                    map->offsets[wayi_confined_arrival(local, wayi_confined_place(local, cell))];
        }
    }
    work->fits &= work->length + length <= UINT16_MAX;
    if (!work->fits) {
        return true;
    }
    const uint32_t count = work->cluster->count;
    const uint32_t table = work->ways + count * (count - 1) / 2 * (uint32_t)sizeof(uint16_t);
    const uint32_t needed = (work->length + length + 1) / 2 + table - work->out->count;
    if (!bytes_grow(work->out, needed, &work->clusters->allocator)) {
        return false;
    }
    way_cell cell = last;
    for (uint32_t i = length; i > 0; i--) {
        const uint32_t move = wayi_confined_arrival(local, wayi_confined_place(local, cell));
        moves_set(work->out->items + table, work->length + i - 1, move);
        cell -= (uint32_t)map->offsets[move];
    }
    work->length += length;
    const uint16_t end = (uint16_t)work->length;
    memcpy(work->out->items + work->ways + ways_pair(count, a, b) * sizeof end, &end, sizeof end);
    return true;
}

/// Fills in the next moves of all cells towards the source of the local search.
static void ways_add_moves(ways_work *work, uint32_t gate)
{
    const wayi_confined *local = work->local;
    const uint32_t area = local->rect.width * local->rect.height;
    unsigned char *moves = work->out->items + work->ways + (size_t)gate * ((area + 1) / 2);
    for (uint32_t i = 0; i < area; i++) {
        uint32_t move = WAYI_MOVE_NONE;
        if (local->costs[i] != WAY_COST_MAX) {
            const uint32_t arrival = wayi_confined_arrival(local, i);
            move = arrival == WAYI_DIRECTIONS ? WAYI_MOVE_HERE : wayi_direction_opposite(arrival);
        }
        moves_set(moves, i, move);
    }
}

/// Makes room for what has a known size; false without memory.
static bool ways_begin(ways_work *work, way_rect rect)
{
    const uint32_t count = work->cluster->count;
    uint64_t size = (uint64_t)count * count * sizeof(way_cost);
    if (work->clusters->config.cache == WAYI_CACHE_PATHS && count > 1) {
        size += (uint64_t)count * (count - 1) / 2 * sizeof(uint16_t);
    }
    if (work->clusters->config.cache == WAYI_CACHE_MOVES) {
        size += (uint64_t)count * ((rect.width * rect.height + 1) / 2);
    }
    work->start = work->out->count;
    work->ways = work->start + count * count * (uint32_t)sizeof(way_cost);
    return size < UINT32_MAX && bytes_grow(work->out, (uint32_t)size, &work->clusters->allocator);
}

static bool ways_add_gate(ways_work *work, way_rect rect, uint32_t gate)
{
    const wayi_cluster *cluster = work->cluster;
    const wayi_gate *gates = work->clusters->gates + cluster->first;
    uint32_t budget = UINT32_MAX;
    if (!wayi_confined_begin(work->local, rect, gates[gate].cell, WAY_CELL_NONE) ||
        wayi_confined_step(work->local, &budget) != WAY_OUTCOME_NO_PATH) {
        return false;
    }
    for (uint32_t i = 0; i < cluster->count; i++) {
        const way_cost cost = wayi_confined_cost(work->local, gates[i].cell);
        memcpy(work->out->items + work->start + ((size_t)gate * cluster->count + i) * sizeof cost,
               &cost, sizeof cost);
    }
    if (work->clusters->config.cache == WAYI_CACHE_MOVES) {
        ways_add_moves(work, gate);
    }
    if (work->clusters->config.cache == WAYI_CACHE_PATHS) {
        for (uint32_t i = gate + 1; i < cluster->count; i++) {
            if (!ways_add_path(work, gate, i)) {
                return false;
            }
        }
    }
    return true;
}

bool wayi_clusters_make_block(const wayi_clusters *clusters, uint32_t index, wayi_confined *local,
                              wayi_cluster_bytes *out)
{
    const way_rect rect = wayi_clusters_rect(clusters, index);
    ways_work work = {.clusters = clusters,
                      .cluster = &clusters->clusters[index],
                      .local = local,
                      .out = out,
                      .fits = true};
    if (clusters->config.cache == WAYI_CACHE_NOTHING) {
        return true;
    }
    if (!ways_begin(&work, rect)) {
        return false;
    }
    for (uint32_t i = 0; i < work.cluster->count; i++) {
        if (!ways_add_gate(&work, rect, i)) {
            return false;
        }
    }
    out->count = work.fits ? out->count : work.ways;
    return bytes_grow(out, (0u - out->count) & 3u, &clusters->allocator);
}

// Following ways ----------------------------------------------------------------------------------

static const unsigned char *follow_ways(const wayi_cluster *cluster)
{
    return cluster->block + (size_t)cluster->count * cluster->count * sizeof(way_cost);
}

static bool follow_path(const wayi_clusters *clusters, uint32_t from, uint32_t to,
                        wayi_path_buffer *path)
{
    const way_map *map = clusters->grid->map;
    const wayi_cluster *cluster = &clusters->clusters[wayi_gate_cluster(&clusters->gates[from])];
    const unsigned char *ways = follow_ways(cluster);
    const uint16_t *ends = (const uint16_t *)(const void *)ways;
    const unsigned char *moves =
        ways + (size_t)cluster->count * (cluster->count - 1) / 2 * sizeof *ends;
    const uint32_t a = (from < to ? from : to) - cluster->first;
    const uint32_t b = (from < to ? to : from) - cluster->first;
    const uint32_t pair = ways_pair(cluster->count, a, b);
    const uint32_t first = pair ? ends[pair - 1] : 0;
    const uint32_t last = ends[pair];
    if (!wayi_path_buffer_reserve(path, path->count + last - first)) {
        return false;
    }
    way_cell cell = clusters->gates[from].cell;
    for (uint32_t i = 0; i < last - first; i++) {
        const uint32_t move = moves_get(moves, from < to ? first + i : last - 1 - i);
        cell += (uint32_t)map->offsets[from < to ? move : wayi_direction_opposite(move)];
        path->states[path->count + i] = cell;
    }
    path->count += last - first;
    return true;
}

/// The moves of a gate by place, in the cluster of the gate.
static const unsigned char *follow_moves(const wayi_clusters *clusters, uint32_t gate,
                                         way_rect *rect)
{
    const uint32_t index = wayi_gate_cluster(&clusters->gates[gate]);
    const wayi_cluster *cluster = &clusters->clusters[index];
    *rect = wayi_clusters_rect(clusters, index);
    const size_t size = ((size_t)rect->width * rect->height + 1) / 2;
    return follow_ways(cluster) + (gate - cluster->first) * size;
}

uint32_t wayi_clusters_move(const wayi_clusters *clusters, uint32_t gate, uint32_t place)
{
    way_rect rect;
    return moves_get(follow_moves(clusters, gate, &rect), place);
}

static uint32_t follow_place(const wayi_clusters *clusters, way_rect rect, way_cell cell)
{
    const uint32_t y = wayi_map_row(clusters->grid->map, cell);
    const uint32_t x = cell - y * clusters->grid->map->width;
    return (y - rect.y) * rect.width + x - rect.x;
}

bool wayi_clusters_follow(const wayi_clusters *clusters, way_cell cell, uint32_t gate,
                          wayi_path_buffer *path)
{
    way_rect rect;
    const unsigned char *moves = follow_moves(clusters, gate, &rect);
    uint32_t place = follow_place(clusters, rect, cell);
    // Kept moves end; ones that were forged in a file need not.
    uint32_t left = rect.width * rect.height;
    for (uint32_t move = moves_get(moves, place); move < WAYI_DIRECTIONS && left > 0;
         move = moves_get(moves, place)) {
        left--;
        cell += (uint32_t)clusters->grid->map->offsets[move];
        place += (uint32_t)(wayi_direction_y[move] * (int32_t)rect.width + wayi_direction_x[move]);
        if (!wayi_path_buffer_push(path, cell)) {
            return false;
        }
    }
    return true;
}

way_cost wayi_clusters_follow_cost(const wayi_clusters *clusters, way_cell cell, uint32_t gate)
{
    const way_map *map = clusters->grid->map;
    way_rect rect;
    const unsigned char *moves = follow_moves(clusters, gate, &rect);
    uint32_t place = follow_place(clusters, rect, cell);
    uint32_t move = moves_get(moves, place);
    way_cost cost = 0;
    for (uint32_t left = rect.width * rect.height; move < WAYI_DIRECTIONS && left > 0; left--) {
        const way_cell to = cell + (uint32_t)map->offsets[move];
        cost = way_cost_add(cost, wayi_map_step(map, clusters->grid->layer, cell, to, move));
        cell = to;
        place += (uint32_t)(wayi_direction_y[move] * (int32_t)rect.width + wayi_direction_x[move]);
        move = moves_get(moves, place);
    }
    return move == WAYI_MOVE_HERE ? cost : WAY_COST_MAX;
}

bool wayi_clusters_trace(const wayi_clusters *clusters, uint32_t from, uint32_t to,
                         wayi_path_buffer *path)
{
    if (clusters->config.cache == WAYI_CACHE_MOVES) {
        return wayi_clusters_follow(clusters, clusters->gates[from].cell, to, path);
    }
    return from == to || follow_path(clusters, from, to, path);
}
