// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Memory that is handed out in order and given back all at once: blocks are kept for reuse, so a
// second round of the same size allocates nothing.
#pragma once

#include "base/alloc.h"

typedef struct wayi_arena_block wayi_arena_block;

typedef struct wayi_arena {
    wayi_arena_block *first;
    wayi_arena_block *current;
    size_t block_size;
    size_t used; ///< bytes handed out since the last reset
    way_allocator allocator;
} wayi_arena;

void wayi_arena_init(wayi_arena *arena, size_t block_size, const way_allocator *allocator);
void wayi_arena_fini(wayi_arena *arena);

/// `size` bytes aligned for any type, not cleared; NULL without memory.
void *wayi_arena_alloc(wayi_arena *arena, size_t size);

/// Takes everything back, keeps the blocks.
void wayi_arena_reset(wayi_arena *arena);
