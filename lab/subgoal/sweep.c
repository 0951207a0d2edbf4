// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "lab/subgoal/sweep.h"

#include "base/bits.h"

#include <string.h>

#define SWEEP_BUCKETS 64u
#define SWEEP_ALL 0xffu
#define SWEEP_NOWHERE WAYI_DIRECTIONS

bool wayi_sweep_init(wayi_sweep *sweep, const wayi_grid *grid, bool sorted,
                     const way_allocator *allocator)
{
    const way_map *map = grid->map;
    const uint32_t straight = map->steps[WAYI_NORTH];
    const uint32_t slanted = map->steps[WAYI_NORTH_EAST];
    const bool weighs = grid->layer->weights && !grid->layer->table->uniform;
    const uint32_t heaviest = weighs ? UINT8_MAX : 1;
    const uint32_t longest = (straight > slanted ? straight : slanted) * heaviest;
    *sweep = (wayi_sweep){.grid = grid,
                          .bucket_count = SWEEP_BUCKETS,
                          .shift = weighs || !sorted ? wayi_bits_highest(straight) : 0,
                          .cell_count = map->cell_count,
                          .prunes = map->neighbours == WAY_NEIGHBOURS_8 && slanted > straight &&
                                    slanted < 2 * straight && !weighs,
                          .allocator = *allocator};
    // What waits for the turn at hand and what the longest step leads to never share a list.
    while (sweep->bucket_count <= (longest >> sweep->shift) + 1) {
        sweep->bucket_count *= 2;
    }
    wayi_path_buffer_init(&sweep->order, allocator);
    sweep->costs = wayi_alloc(allocator, map->cell_count, sizeof *sweep->costs);
    sweep->arrivals = wayi_alloc(allocator, map->cell_count, 1);
    sweep->filled = wayi_alloc_zero(allocator, sweep->bucket_count / 64, sizeof *sweep->filled);
    sweep->waiting = wayi_alloc_zero(allocator, sweep->bucket_count, sizeof *sweep->waiting);
    for (uint32_t i = 0; sweep->waiting && i < sweep->bucket_count; i++) {
        wayi_path_buffer_init(&sweep->waiting[i], allocator);
    }
    if (sweep->costs) {
        memset(sweep->costs, 0xff, map->cell_count * sizeof *sweep->costs);
    }
    return sweep->costs && sweep->arrivals && sweep->filled && sweep->waiting;
}

void wayi_sweep_fini(wayi_sweep *sweep)
{
    const way_allocator *allocator = &sweep->allocator;
    for (uint32_t i = 0; sweep->waiting && i < sweep->bucket_count; i++) {
        wayi_path_buffer_fini(&sweep->waiting[i]);
    }
    WAYI_FREE(allocator, sweep->waiting, sweep->bucket_count);
    WAYI_FREE(allocator, sweep->filled, sweep->bucket_count / 64);
    WAYI_FREE(allocator, sweep->costs, sweep->cell_count);
    wayi_free(allocator, sweep->arrivals, sweep->cell_count, 1);
    wayi_path_buffer_fini(&sweep->order);
}

/// Tries the steps from a cell that is done; false without memory.
static inline bool sweep_expand(wayi_sweep *sweep, way_cell cell, way_cost cost)
{
    const way_map *map = sweep->grid->map;
    const wayi_layer *layer = sweep->grid->layer;
    const uint32_t around = layer->around[cell];
    uint32_t moves = map->moves[around];
    if (sweep->prunes && around == SWEEP_ALL) {
        // What is not in the fan the cell before reaches at less cost without this one.
        moves = wayi_direction_fan[sweep->arrivals[cell]];
    }
    for (; moves; moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const way_cell to = cell + (uint32_t)map->offsets[direction];
        const way_cost reached = way_cost_add(cost, wayi_map_step(map, layer, cell, to, direction));
        if (reached < sweep->costs[to]) {
            const uint32_t turn = reached >> sweep->shift;
            const uint32_t bucket = turn & (sweep->bucket_count - 1);
            const bool waits =
                sweep->costs[to] != WAY_COST_MAX && sweep->costs[to] >> sweep->shift == turn;
            sweep->costs[to] = reached;
            sweep->arrivals[to] = (uint8_t)direction;
            if (!waits && !wayi_path_buffer_push(&sweep->waiting[bucket], to)) {
                return false;
            }
            sweep->filled[bucket >> 6] |= UINT64_C(1) << (bucket & 63u);
        }
    }
    return true;
}

/// The first turn, not before `turn`, for which something waits; UINT32_MAX if nothing does.
static uint32_t sweep_next(const wayi_sweep *sweep, uint32_t turn)
{
    const uint32_t words = sweep->bucket_count / 64;
    const uint32_t start = turn & (sweep->bucket_count - 1);
    for (uint32_t i = 0; i <= words; i++) {
        const uint32_t word = ((start >> 6) + i) & (words - 1);
        uint64_t bits = sweep->filled[word];
        bits = i == 0 ? bits >> (start & 63u) << (start & 63u) : bits;
        if (bits) {
            const uint32_t bucket = word * 64 + wayi_bits_lowest(bits);
            return turn + ((bucket - start) & (sweep->bucket_count - 1));
        }
    }
    return UINT32_MAX;
}

/// Forgets the last sweep.
static void sweep_clear(wayi_sweep *sweep)
{
    for (uint32_t i = 0; i < sweep->order.count; i++) {
        sweep->costs[sweep->order.states[i]] = WAY_COST_MAX;
    }
    wayi_path_buffer_clear(&sweep->order);
}

bool wayi_sweep_run(wayi_sweep *sweep, way_cell source)
{
    sweep_clear(sweep);
    sweep->costs[source] = 0;
    sweep->arrivals[source] = SWEEP_NOWHERE;
    if (!wayi_path_buffer_push(&sweep->order, source) || !sweep_expand(sweep, source, 0)) {
        return false;
    }
    for (uint32_t turn = sweep_next(sweep, 0); turn != UINT32_MAX; turn = sweep_next(sweep, turn)) {
        const uint32_t bucket = turn & (sweep->bucket_count - 1);
        wayi_path_buffer *waiting = &sweep->waiting[bucket];
        for (uint32_t i = 0; i < waiting->count; i++) {
            const way_cell cell = waiting->states[i];
            const way_cost cost = sweep->costs[cell];
            // It may have been reached at less since.
            if (cost >> sweep->shift == turn &&
                (!wayi_path_buffer_push(&sweep->order, cell) || !sweep_expand(sweep, cell, cost))) {
                return false;
            }
        }
        wayi_path_buffer_clear(waiting);
        sweep->filled[bucket >> 6] &= ~(UINT64_C(1) << (bucket & 63u));
    }
    return true;
}
