// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The allocator door: every byte the library owns comes and goes through here.
#pragma once

#include <waymark/base.h>

#include <stddef.h>

/// A type that needs the strictest alignment. Microsoft has it for C++ only, where it is this.
#if defined(_MSC_VER)
typedef double wayi_align_max;
#else
typedef max_align_t wayi_align_max;
#endif

/// Fills in malloc and free where the caller gave nothing.
way_allocator wayi_allocator_or_default(const way_allocator *allocator);

/// Counts what an allocator has given and not got back.
typedef struct wayi_meter {
    way_allocator source;
    uint64_t bytes;
} wayi_meter;

/// The same allocator, counted by a meter that stays where it is. From several threads at once.
way_allocator wayi_meter_start(wayi_meter *meter, const way_allocator *source);

/// Large arrays that wait to be given back, each holding the place of the next.
typedef struct wayi_scrap {
    struct wayi_scrap *next;
    size_t size;
} wayi_scrap;

typedef struct wayi_waste {
    way_allocator source;
    wayi_scrap *first;
} wayi_waste;

/// The same allocator, but that large arrays wait in a waste that stays where it is: what takes the
/// system long is given back in pieces. From one thread at a time.
way_allocator wayi_waste_start(wayi_waste *waste, const way_allocator *source);

/// Gives back about `bytes` of what waits, and tells how many that was; 0 = nothing waits. An
/// allocator of the caller's gets whole arrays, which count as that many bytes at most.
size_t wayi_waste_clear(wayi_waste *waste, size_t bytes);

/// `count` items of `size` bytes, not cleared; NULL when count is 0, on overflow or without memory.
void *wayi_alloc(const way_allocator *allocator, size_t count, size_t size);

/// As wayi_alloc, cleared.
void *wayi_alloc_zero(const way_allocator *allocator, size_t count, size_t size);

/// Gives back what wayi_alloc gave for the same count and size. NULL is fine.
void wayi_free(const way_allocator *allocator, void *pointer, size_t count, size_t size);

/// Grows an array to hold at least `needed` items (doubling), keeping its contents.
/// `items` points to its pointer; that and `*capacity` change only on success.
bool wayi_grow(const way_allocator *allocator, void *items, uint32_t *capacity, uint32_t needed,
               size_t size);

/// The same for one whose contents are lost: all is cleared, by zero pages where there are any.
bool wayi_grow_cleared(const way_allocator *allocator, void *items, uint32_t *capacity,
                       uint32_t needed, size_t size);

/// As wayi_grow by an eighth at a time, for what is large and seldom grows.
bool wayi_grow_little(const way_allocator *allocator, void *items, uint32_t *capacity,
                      uint64_t needed, size_t size);

/// The same for lists by their names, whose items say what size they have.
#define WAYI_GROW(allocator, items, capacity, needed)                                              \
    wayi_grow(allocator, &(items), &(capacity), needed, sizeof *(items))
#define WAYI_GROW_LITTLE(allocator, items, capacity, needed)                                       \
    wayi_grow_little(allocator, &(items), &(capacity), needed, sizeof *(items))
#define WAYI_FREE(allocator, items, count) wayi_free(allocator, items, count, sizeof *(items))
