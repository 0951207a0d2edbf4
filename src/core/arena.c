// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Blocks form a list in the order of their first use. A round walks it from the front; a block
// that is too small for a request is passed over by putting a fitting one before it, so the same
// requests in the same order find the same blocks again.
#include "core/arena.h"

#include "base/check.h"

#include <stdalign.h>
#include <string.h>

struct wayi_arena_block {
    wayi_arena_block *next;
    size_t size; ///< bytes behind the head
    size_t used; ///< of them; meaningful up to the current block
};

#define ARENA_ALIGNMENT alignof(wayi_align_max)
#define ARENA_HEAD                                                                                 \
    ((sizeof(wayi_arena_block) + ARENA_ALIGNMENT - 1) / ARENA_ALIGNMENT * ARENA_ALIGNMENT)

static unsigned char *arena_bytes_of(wayi_arena_block *block)
{
    return (unsigned char *)block + ARENA_HEAD;
}

void wayi_arena_init(wayi_arena *arena, size_t block_size, const way_allocator *allocator)
{
    const size_t most = WAYI_INITIAL(block_size);
    *arena = (wayi_arena){.block_size = block_size < most ? block_size : most,
                          .allocator = wayi_allocator_or_default(allocator)};
}

void wayi_arena_fini(wayi_arena *arena)
{
    for (wayi_arena_block *block = arena->first; block != NULL;) {
        wayi_arena_block *next = block->next;
        wayi_free(&arena->allocator, block, 1, ARENA_HEAD + block->size);
        block = next;
    }
    arena->first = NULL;
    arena->current = NULL;
    arena->used = 0;
}

// Puts a new block behind the current one.
static bool arena_add_block(wayi_arena *arena, size_t size)
{
    const size_t block_size = size > arena->block_size ? size : arena->block_size;
    if (block_size > SIZE_MAX - ARENA_HEAD) {
        return false;
    }
    wayi_arena_block *block = wayi_alloc(&arena->allocator, 1, ARENA_HEAD + block_size);
    if (block == NULL) {
        return false;
    }
    wayi_arena_block **link = arena->current == NULL ? &arena->first : &arena->current->next;
    *block = (wayi_arena_block){.next = *link, .size = block_size};
    *link = block;
    return true;
}

// Makes the next block the current one; it can hold `size` bytes.
static bool arena_advance(wayi_arena *arena, size_t size)
{
    wayi_arena_block *next = arena->current == NULL ? arena->first : arena->current->next;
    if ((next == NULL || next->size < size) && !arena_add_block(arena, size)) {
        return false;
    }
    arena->current = arena->current == NULL ? arena->first : arena->current->next;
    arena->current->used = 0;
    return true;
}

void *wayi_arena_alloc(wayi_arena *arena, size_t size)
{
    if (size > SIZE_MAX - ARENA_ALIGNMENT) {
        return NULL;
    }
    // Nothing still has an address of its own.
    const size_t wanted = size == 0 ? 1 : size;
    const size_t rounded = (wanted + ARENA_ALIGNMENT - 1) / ARENA_ALIGNMENT * ARENA_ALIGNMENT;
    if (arena->current == NULL || arena->current->size - arena->current->used < rounded) {
        if (!arena_advance(arena, rounded)) {
            return NULL;
        }
    }
    unsigned char *bytes = arena_bytes_of(arena->current) + arena->current->used;
    arena->current->used += rounded;
    arena->used += rounded;
    return bytes;
}

void wayi_arena_reset(wayi_arena *arena)
{
#ifdef WAY_HOSTILE
    for (wayi_arena_block *block = arena->first; block != NULL; block = block->next) {
        memset(arena_bytes_of(block), 0xDD, block->size);
    }
#endif
    arena->current = NULL;
    arena->used = 0;
}
