// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A growing list of states in order: what an agent commits to.
#pragma once

#include "base/alloc.h"

typedef struct wayi_path_buffer {
    uint32_t *states;
    uint32_t count;
    uint32_t capacity;
    way_allocator allocator;
} wayi_path_buffer;

void wayi_path_buffer_init(wayi_path_buffer *path, const way_allocator *allocator);
void wayi_path_buffer_fini(wayi_path_buffer *path);
bool wayi_path_buffer_reserve(wayi_path_buffer *path, uint32_t count);

/// Appends states; false without memory, and then nothing changed.
bool wayi_path_buffer_append(wayi_path_buffer *path, const uint32_t *states, uint32_t count);

/// Puts so many lists of items, of `words` states each, behind each other into one that is handed
/// over: [*total] items, NULL if there are none. The lists are released in all cases. False without
/// memory.
bool wayi_path_buffer_join(wayi_path_buffer *lists, uint32_t count, uint32_t words,
                           const way_allocator *allocator, void **out, size_t *total);

/// Drops the first `count` states.
void wayi_path_buffer_drop(wayi_path_buffer *path, uint32_t count);

/// Reverses the states from `first` to the end.
void wayi_path_buffer_reverse(wayi_path_buffer *path, uint32_t first);

static inline void wayi_path_buffer_clear(wayi_path_buffer *path)
{
    path->count = 0;
}

static inline bool wayi_path_buffer_push(wayi_path_buffer *path, uint32_t state)
{
    if (path->count == path->capacity && !wayi_path_buffer_reserve(path, path->count + 1)) {
        return false;
    }
    path->states[path->count++] = state;
    return true;
}
