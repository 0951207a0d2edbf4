// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// An allocator over one block of memory, for programs that must not ask the system for more once
// they run: make maps, navigators, agents and everything else from a pool, and that block is all
// there is.
//
//     static max_align_t memory[1 << 20];
//     way_pool *pool = way_pool_init(memory, sizeof memory);
//     const way_allocator door = way_pool_allocator(pool);
//     way_agent_config config = {.navigator = navigator, .allocator = &door};
//     ... way_pool_statistics(pool).peak says how much was needed ...
//
// Allocating and freeing take constant time. When the block is used up a call says NO_MEMORY and a
// trip CAPACITY; everything stays usable. A pool belongs to one thread at a time.
#pragma once

#include <waymark/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Least size of a block.
enum { WAY_POOL_LEAST = 8192 };

typedef struct way_pool way_pool;

/// Makes a pool of a block, which is borrowed and holds everything, the pool itself included. NULL
/// if the block is NULL or smaller than WAY_POOL_LEAST. There is nothing to undo: forget the block
/// when all objects are gone.
WAY_API way_pool *way_pool_init(void *bytes, size_t size);

/// The allocator for configurations. Good as long as the block.
WAY_API way_allocator way_pool_allocator(way_pool *pool);

/// Bytes of a pool; its own bookkeeping is included.
typedef struct way_pool_stats {
    size_t used; ///< now
    size_t peak; ///< the most so far
    size_t size; ///< all there are
} way_pool_stats;

WAY_API way_pool_stats way_pool_statistics(const way_pool *pool);

/// Whether everything was given back.
WAY_API bool way_pool_is_empty(const way_pool *pool);

#ifdef __cplusplus
}
#endif
