// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Words of 64 bits: counting and finding, with the compiler's help where there is some.
#pragma once

#include <stdint.h>

#if defined(_MSC_VER) && defined(_WIN64)
#include <intrin.h>
#endif

/// Index of the lowest set bit. `word` is not 0.
static inline uint32_t wayi_bits_lowest(uint64_t word)
{
#if defined(__GNUC__)
    return (uint32_t)__builtin_ctzll(word);
#elif defined(_MSC_VER) && defined(_WIN64)
    unsigned long index = 0;
    _BitScanForward64(&index, word);
    return index;
#else
    uint32_t index = 0;
    for (; !(word & 1u); word >>= 1) {
        index++;
    }
    return index;
#endif
}

/// Index of the highest set bit. `word` is not 0.
static inline uint32_t wayi_bits_highest(uint64_t word)
{
#if defined(__GNUC__)
    return 63u - (uint32_t)__builtin_clzll(word);
#elif defined(_MSC_VER) && defined(_WIN64)
    unsigned long index = 0;
    _BitScanReverse64(&index, word);
    return index;
#else
    uint32_t index = 0;
    while (word >>= 1) {
        index++;
    }
    return index;
#endif
}

/// How many bits are set.
static inline uint32_t wayi_bits_count(uint64_t word)
{
#if defined(__GNUC__)
    return (uint32_t)__builtin_popcountll(word);
#else
    uint32_t count = 0;
    for (; word; word &= word - 1) {
        count++;
    }
    return count;
#endif
}

/// Spreads set bits towards lower ones as long as `pass` is set there.
static inline uint64_t wayi_bits_fill_down(uint64_t set, uint64_t pass)
{
    for (uint32_t reach = 1; reach < 64; reach *= 2) {
        set |= pass & set >> reach;
        pass &= pass >> reach;
    }
    return set;
}

/// ... towards higher ones.
static inline uint64_t wayi_bits_fill_up(uint64_t set, uint64_t pass)
{
    for (uint32_t reach = 1; reach < 64; reach *= 2) {
        set |= pass & set << reach;
        pass &= pass << reach;
    }
    return set;
}

/// A good 32-bit mix for hash tables keyed by ids.
static inline uint32_t wayi_bits_mix(uint32_t id)
{
    id ^= id >> 16;
    id *= 0x7feb352du;
    id ^= id >> 15;
    id *= 0x846ca68bu;
    return id ^ (id >> 16);
}
