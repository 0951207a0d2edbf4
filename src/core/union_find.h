// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Disjoint sets over 0..count-1: union by size, path halving.
#pragma once

#include "base/alloc.h"

typedef struct wayi_union_find {
    uint32_t *parents;
    uint32_t *sizes;
    uint32_t count;
    uint32_t capacity;
    way_allocator allocator;
} wayi_union_find;

void wayi_union_find_init(wayi_union_find *sets, const way_allocator *allocator);
void wayi_union_find_fini(wayi_union_find *sets);

/// Makes `count` sets of one. Keeps its memory for reuse.
bool wayi_union_find_reset(wayi_union_find *sets, uint32_t count);

/// Adds one more set of one and returns its index; UINT32_MAX without memory.
uint32_t wayi_union_find_add(wayi_union_find *sets);

uint32_t wayi_union_find_root(wayi_union_find *sets, uint32_t item);

/// Joins two sets and returns the root; ties go to the smaller index.
uint32_t wayi_union_find_join(wayi_union_find *sets, uint32_t a, uint32_t b);
