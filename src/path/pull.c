// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// String pulling: from an anchor the straight way to a cell far ahead on the path replaces what is
// between if it is free and no dearer; that cell is the next anchor. How far is found by doubling
// the distance until it fails and halving what is left, so that a cell of the path is looked at a
// number of times that grows with the logarithm of the distance, and sight, which comes and goes,
// may be found a little less far than it reaches.
//
// A straight walk has the fewest steps there are, so the new path never overtakes the old one and
// both share the same memory.
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

static bool pull_sees(const wayi_smoother *smoother, way_cell anchor, uint32_t from, uint32_t to)
{
    (void)from;
    return way_map_sees(smoother->map, anchor, smoother->cells[to], WAY_SIGHT_ANY_ANGLE,
                        smoother->layer->profile);
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
