// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Sorting numbers by keys of a known range, a little at a time; those with the same key stay in
// order.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct wayi_sorter {
    const uint32_t *keys; ///< [count]
    uint32_t *sorted;     ///< [count] the answer: numbers below count
    uint32_t *bins;       ///< [reach]
    uint32_t count;
    uint32_t low; ///< the least key
    uint32_t reach;
    uint32_t turn; ///< see sorter.c
    uint32_t past; ///< bins or numbers that this has been at
    uint32_t sum;  ///< of numbers in the bins before
} wayi_sorter;

/// Goes on for about `budget` pieces of work, which are taken off it; false when all is sorted. One
/// that begins has zeros from `turn` on.
bool wayi_sorter_step(wayi_sorter *sorter, uint32_t *budget);

/// How far to go on after `past` of `count` things, of which `some` take the time of a piece of
/// work; that is taken off the budget.
static inline uint32_t wayi_piece_end(uint32_t past, uint32_t count, uint32_t some,
                                      uint32_t *budget)
{
    const uint32_t units = (count - past) / some + 1;
    const uint32_t spent = units < *budget ? units : *budget;
    *budget -= spent;
    return spent < units ? past + spent * some : count;
}
