// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "core/path_buffer.h"

#include "base/check.h"

#include <string.h>

void wayi_path_buffer_init(wayi_path_buffer *path, const way_allocator *allocator)
{
    *path = (wayi_path_buffer){.allocator = wayi_allocator_or_default(allocator)};
}

void wayi_path_buffer_fini(wayi_path_buffer *path)
{
    wayi_free(&path->allocator, path->states, path->capacity, sizeof(*path->states));
    wayi_path_buffer_init(path, &path->allocator);
}

bool wayi_path_buffer_reserve(wayi_path_buffer *path, uint32_t count)
{
    void *states = path->states;
    if (!wayi_grow(&path->allocator, &states, &path->capacity, count, sizeof(*path->states))) {
        return false;
    }
    path->states = states;
    return true;
}

void wayi_path_buffer_drop(wayi_path_buffer *path, uint32_t count)
{
    WAYI_ASSERT(count <= path->count);
    if (count > 0) {
        path->count -= count;
        memmove(path->states, path->states + count, path->count * sizeof(*path->states));
    }
}

void wayi_path_buffer_reverse(wayi_path_buffer *path, uint32_t first)
{
    WAYI_ASSERT(first <= path->count);
    for (uint32_t last = path->count; first + 1 < last; first++) {
        last--;
        const uint32_t state = path->states[first];
        path->states[first] = path->states[last];
        path->states[last] = state;
    }
}
