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
    WAYI_FREE(&path->allocator, path->states, path->capacity);
    wayi_path_buffer_init(path, &path->allocator);
}

bool wayi_path_buffer_reserve(wayi_path_buffer *path, uint32_t count)
{
    if (!WAYI_GROW(&path->allocator, path->states, path->capacity, count)) {
        return false;
    }
    return true;
}

bool wayi_path_buffer_append(wayi_path_buffer *path, const uint32_t *states, uint32_t count)
{
    if (!wayi_path_buffer_reserve(path, path->count + count)) {
        return false;
    }
    if (count > 0) {
        memcpy(path->states + path->count, states, count * sizeof(*states));
        path->count += count;
    }
    return true;
}

bool wayi_path_buffer_join(wayi_path_buffer *lists, uint32_t count, uint32_t words,
                           const way_allocator *allocator, void **out, size_t *total)
{
    size_t needed = 0;
    for (uint32_t i = 0; i < count; i++) {
        needed += lists[i].count;
    }
    uint32_t *next = wayi_alloc(allocator, needed, sizeof(*next));
    *out = next;
    *total = next ? needed / words : 0;
    for (uint32_t i = 0; i < count; i++) {
        if (next && lists[i].count > 0) {
            memcpy(next, lists[i].states, lists[i].count * sizeof(*next));
            next += lists[i].count;
        }
        wayi_path_buffer_fini(&lists[i]);
    }
    return next || needed == 0;
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
