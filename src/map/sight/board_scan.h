// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The next cell of a line where a look ends. Lines begin and end blocked, so every look does.
#pragma once

#include "base/bits.h"
#include "base/inline.h"

#include <stdbool.h>
#include <stddef.h>

/// Where looks along a line end, 64 cells of it: at walls and at stops [opt].
static WAYI_ALWAYS_INLINE uint64_t wayi_scan_ends(const uint64_t *line, const uint64_t *first,
                                                  const uint64_t *second, uint32_t word)
{
    return ~line[word] | (first ? first[word] : 0) | (second ? second[word] : 0);
}

/// The first end above a bit.
static WAYI_ALWAYS_INLINE uint32_t wayi_scan_up(const uint64_t *line, const uint64_t *first,
                                                const uint64_t *second, uint32_t from)
{
    uint32_t word = from >> 6;
    uint64_t ends = wayi_scan_ends(line, first, second, word) & ~UINT64_C(1) << (from & 63u);
    while (!ends) {
        ends = wayi_scan_ends(line, first, second, ++word);
    }
    return word * 64 + wayi_bits_lowest(ends);
}

/// The first end below a bit.
static WAYI_ALWAYS_INLINE uint32_t wayi_scan_down(const uint64_t *line, const uint64_t *first,
                                                  const uint64_t *second, uint32_t from)
{
    uint32_t word = from >> 6;
    uint64_t ends = wayi_scan_ends(line, first, second, word) & ((UINT64_C(1) << (from & 63u)) - 1);
    while (!ends) {
        ends = wayi_scan_ends(line, first, second, --word);
    }
    return word * 64 + wayi_bits_highest(ends);
}

/// Whether all cells of a line from one to another are free, both included.
static inline bool wayi_scan_is_free(const uint64_t *line, uint32_t from, uint32_t to)
{
    return (line[from >> 6] >> (from & 63u) & 1u) &&
           (from <= to ? wayi_scan_up(line, NULL, NULL, from) > to
                       : wayi_scan_down(line, NULL, NULL, from) < to);
}

/// The first bit that is not set at `from` or above; there is one. Words of the line are `apart`.
static WAYI_ALWAYS_INLINE uint32_t wayi_scan_clear_up(const uint64_t *line, uint32_t apart,
                                                      uint32_t from)
{
    uint32_t word = from >> 6;
    uint64_t clear = ~line[word * apart] & UINT64_MAX << (from & 63u);
    while (!clear) {
        clear = ~line[++word * apart];
    }
    return word * 64 + wayi_bits_lowest(clear);
}

/// The same at `from` or below.
static WAYI_ALWAYS_INLINE uint32_t wayi_scan_clear_down(const uint64_t *line, uint32_t apart,
                                                        uint32_t from)
{
    uint32_t word = from >> 6;
    uint64_t clear = ~line[word * apart] & UINT64_MAX >> (63u - (from & 63u));
    while (!clear) {
        clear = ~line[--word * apart];
    }
    return word * 64 + wayi_bits_highest(clear);
}

/// The first bit that is set at `from` or above; there is one.
static inline uint32_t wayi_scan_set_up(const uint64_t *line, uint32_t from)
{
    uint32_t word = from >> 6;
    uint64_t set = line[word] & UINT64_MAX << (from & 63u);
    while (!set) {
        set = line[++word];
    }
    return word * 64 + wayi_bits_lowest(set);
}

/// The first bit that is set at `from` or below; there is one.
static inline uint32_t wayi_scan_set_down(const uint64_t *line, uint32_t from)
{
    uint32_t word = from >> 6;
    uint64_t set = line[word] & UINT64_MAX >> (63u - (from & 63u));
    while (!set) {
        set = line[--word];
    }
    return word * 64 + wayi_bits_highest(set);
}
