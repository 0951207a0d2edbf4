// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Rows of first steps as compressed path databases keep them: the runs of all rows behind each
// other, each run as its first target << 4 | direction.
#pragma once

#include "map/map.h"

/// The step that row `row` has for a target, or WAYI_DIRECTIONS where the row is empty.
static inline uint32_t wayi_runs_find(const uint32_t *rows, const uint32_t *runs, uint32_t row,
                                      uint32_t target)
{
    uint32_t low = rows[row];
    uint32_t size = rows[row + 1] - low;
    if (size == 0) {
        return WAYI_DIRECTIONS;
    }
    while (size > 1) {
        const uint32_t half = size / 2;
        low += runs[low + half] >> 4 <= target ? half : 0;
        size -= half;
    }
    return runs[low] & 15u;
}

/// The same for one target and a row after the other along a walk. Rows of neighbouring cells are
/// much alike, so the run is looked for around the place in the row where the last one was: *hint.
static inline uint32_t wayi_runs_follow(const uint32_t *rows, const uint32_t *runs, uint32_t row,
                                        uint32_t target, uint32_t *hint)
{
    const uint32_t *first = runs + rows[row];
    const uint32_t size = rows[row + 1] - rows[row];
    if (size == 0) {
        return WAYI_DIRECTIONS;
    }
    uint32_t low = *hint < size ? *hint : size - 1;
    uint32_t high = low + 1; // what is looked for is at `low` or behind it, and before `high`
    uint32_t stride = 1;
    while (low && first[low] >> 4 > target) {
        high = low;
        low -= stride < low ? stride : low;
        stride *= 2;
    }
    for (stride = 1; high < size && first[high] >> 4 <= target; stride *= 2) {
        low = high;
        high = stride < size - high ? high + stride : size;
    }
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        const bool behind = first[middle] >> 4 <= target;
        low = behind ? middle : low;
        high = behind ? high : middle;
    }
    *hint = low;
    return first[low] & 15u;
}

/// Whether `count` rows, read from a file, lie within their runs.
static inline bool wayi_runs_are_whole(const uint32_t *rows, uint32_t count, uint32_t run_count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (rows[i] > rows[i + 1] || rows[i + 1] > run_count) {
            return false;
        }
    }
    return true;
}
