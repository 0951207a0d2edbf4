// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Shell's sort where there is little to sort, a heap otherwise: never worse than n log n.
#include "core/sort.h"

/// Up to so many values are not worth a heap.
#define SORT_FEW 1024u

static const uint16_t sort_gaps[] = {301, 132, 57, 23, 10, 4, 1};

#define SORT_DEFINE(type, bits)                                                                    \
    static void sort_shell##bits(type *values, size_t count)                                       \
    {                                                                                              \
        for (size_t i = 0; i < sizeof sort_gaps / sizeof *sort_gaps; i++) {                        \
            const size_t gap = sort_gaps[i];                                                       \
            for (size_t k = gap; k < count; k++) {                                                 \
                const type value = values[k];                                                      \
                size_t hole = k;                                                                   \
                for (; hole >= gap && values[hole - gap] > value; hole -= gap) {                   \
                    values[hole] = values[hole - gap];                                             \
                }                                                                                  \
                values[hole] = value;                                                              \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    /* Puts a value where it belongs in the heap below `hole`, the largest on top. */              \
    static void sort_sink##bits(type *values, size_t hole, size_t count, type value)               \
    {                                                                                              \
        for (size_t child = 2 * hole + 1; child < count; child = 2 * hole + 1) {                   \
            child += child + 1 < count && values[child + 1] > values[child];                       \
            if (values[child] <= value) {                                                          \
                break;                                                                             \
            }                                                                                      \
            values[hole] = values[child];                                                          \
            hole = child;                                                                          \
        }                                                                                          \
        values[hole] = value;                                                                      \
    }                                                                                              \
                                                                                                   \
    void wayi_sort##bits(type *values, size_t count)                                               \
    {                                                                                              \
        if (count <= SORT_FEW) {                                                                   \
            sort_shell##bits(values, count);                                                       \
            return;                                                                                \
        }                                                                                          \
        for (size_t i = count / 2; i > 0; i--) {                                                   \
            sort_sink##bits(values, i - 1, count, values[i - 1]);                                  \
        }                                                                                          \
        for (size_t last = count - 1; last > 0; last--) {                                          \
            const type value = values[last];                                                       \
            values[last] = values[0];                                                              \
            sort_sink##bits(values, 0, last, value);                                               \
        }                                                                                          \
    }

SORT_DEFINE(uint32_t, 32)
SORT_DEFINE(uint64_t, 64)
