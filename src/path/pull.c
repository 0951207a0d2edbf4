// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// String pulling: from an anchor the straight way to a cell far ahead on the path replaces what is
// between if it is free and no costlier; that cell is the next anchor. How far is found by doubling
// the distance until it fails and halving what is left, so that a cell of the path is looked at a
// number of times that grows with the logarithm of the distance, and sight, which comes and goes,
// may be found a little less far than it reaches.
//
// A straight walk has the fewest steps there are, so the new path never overtakes the old one and
// both share the same memory.
#include "base/root.h"
#include "path/smooth.h"

/// The cost of the straight walk if it is legal and costs at most `limit`, else UINT64_MAX.
static uint64_t pull_walk_cost(const wayi_smoother *smoother, way_cell from, way_cell to,
                               uint64_t limit)
{
    const way_map *map = smoother->map;
    wayi_line line = wayi_line_begin(map, from, to);
    uint64_t cost = 0;
    way_cell cell = from;
    while (line.left && cost <= limit) {
        if (!wayi_line_may_step(&line, map, smoother->layer)) {
            return UINT64_MAX;
        }
        const uint32_t direction = wayi_line_direction(&line);
        wayi_line_step(&line);
        cost += wayi_map_step(map, smoother->layer, cell, wayi_line_cell(&line, map), direction);
        cell = wayi_line_cell(&line, map);
    }
    return cost <= limit ? cost : UINT64_MAX;
}

/// Whether the straight way from `anchor`, which is cells[from] of the old path, to cells[to] will
/// do.
typedef bool (*pull_test)(const wayi_smoother *smoother, way_cell anchor, uint32_t from,
                          uint32_t to);

static bool pull_walks(const wayi_smoother *smoother, way_cell anchor, uint32_t from, uint32_t to)
{
    const uint64_t old = smoother->costs[to] - smoother->costs[from];
    return pull_walk_cost(smoother, anchor, smoother->cells[to], old) != UINT64_MAX;
}

/// The length of the straight line between two cells, in 32768ths of a cell's side, rounded down.
static uint64_t pull_length(const way_map *map, way_cell a, way_cell b)
{
    const wayi_offset by = wayi_map_offset(map, a, b);
    // The axes of a hex map are 60 degrees apart.
    const int64_t lean = map->neighbours == WAY_NEIGHBOURS_6 ? by.x * by.y : 0;
    return wayi_root((uint64_t)(by.x * by.x + by.y * by.y + lean) << 30);
}

/// Sees, and no cell on the line weighs more than what it replaces did, spread over the line: so
/// the line is no costlier.
static bool pull_sees(const wayi_smoother *smoother, way_cell anchor, uint32_t from, uint32_t to)
{
    const way_cell target = smoother->cells[to];
    uint64_t heaviest = UINT8_MAX;
    if (!smoother->layer->table->uniform) {
        const uint64_t length = pull_length(smoother->map, anchor, target);
        const uint64_t burden = (smoother->costs[to] - smoother->costs[from]) << 15;
        heaviest = length ? burden / (2 * WAYI_SMOOTH_STRAIGHT * length) : 0;
        heaviest = heaviest < UINT8_MAX ? heaviest : UINT8_MAX;
    }
    return wayi_map_sees_over(smoother->map, smoother->layer, anchor, target, (uint32_t)heaviest);
}

/// The farthest place of the old path to go to straight from the anchor; at least the next one.
static uint32_t pull_farthest(wayi_smoother *smoother, pull_test test, way_cell anchor,
                              uint32_t from)
{
    const uint32_t rest = smoother->count - 1 - from;
    const uint32_t most = rest < smoother->reach ? rest : smoother->reach;
    uint32_t good = 1;
    uint32_t bad = most + 1;
    uint32_t wish = 2;
    while (wish < bad) {
        smoother->looked += wish; // a straight way is no longer
        if (test(smoother, anchor, from, from + wish)) {
            good = wish;
            wish = wish * 2 <= most ? wish * 2 : most;
            wish = good == most ? bad : wish;
        } else {
            bad = wish;
        }
    }
    while (bad - good > 1) {
        const uint32_t middle = good + (bad - good) / 2;
        smoother->looked += middle;
        if (test(smoother, anchor, from, from + middle)) {
            good = middle;
        } else {
            bad = middle;
        }
    }
    return from + good;
}

/// Writes the straight walk behind cells[at]; returns where it ends.
static uint32_t pull_write(wayi_smoother *smoother, uint32_t at, way_cell to)
{
    wayi_line line = wayi_line_begin(smoother->map, smoother->cells[at], to);
    while (line.left) {
        wayi_line_step(&line);
        smoother->cells[++at] = wayi_line_cell(&line, smoother->map);
    }
    return at;
}

uint32_t wayi_smooth_pull(wayi_smoother *smoother)
{
    uint32_t last = 0;
    for (uint32_t from = 0; from + 1 < smoother->count;) {
        const uint32_t to = pull_farthest(smoother, pull_walks, smoother->cells[last], from);
        last = pull_write(smoother, last, smoother->cells[to]);
        from = to;
    }
    return last + 1;
}

uint32_t wayi_smooth_any_angle(wayi_smoother *smoother)
{
    uint32_t last = 0;
    for (uint32_t from = 0; from + 1 < smoother->count;) {
        const uint32_t to = pull_farthest(smoother, pull_sees, smoother->cells[last], from);
        smoother->cells[++last] = smoother->cells[to];
        from = to;
    }
    return last + 1;
}
