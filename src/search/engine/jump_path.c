// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Chains of jump points as paths: all cells between them, diagonal steps first, or with 4
// neighbours those along rows.
#include "search/engine/jump_graph.h"

#include <string.h>

/// Appends the cells from one jump point to the next; false without memory.
static bool jump_path_add(wayi_path_buffer *path, const way_map *map, way_cell from, way_cell to)
{
    const uint32_t from_y = wayi_map_row(map, from);
    const uint32_t to_y = wayi_map_row(map, to);
    const int32_t dx = (int32_t)(to - to_y * map->width) - (int32_t)(from - from_y * map->width);
    const int32_t dy = (int32_t)to_y - (int32_t)from_y;
    const uint32_t columns = (uint32_t)(dx < 0 ? -dx : dx);
    const uint32_t rows = (uint32_t)(dy < 0 ? -dy : dy);
    const bool square = map->neighbours == WAY_NEIGHBOURS_4;
    const uint32_t count = square ? columns + rows : columns > rows ? columns : rows;
    if (!wayi_path_buffer_reserve(path, path->count + count)) {
        return false;
    }
    const uint32_t across = (uint32_t)((dx > 0) - (dx < 0));
    const uint32_t down = ((uint32_t)((dy > 0) - (dy < 0))) * map->width;
    for (uint32_t i = 0; i < count; i++) {
        from += (i < columns ? across : 0u) + ((square ? i >= columns : i < rows) ? down : 0u);
        path->states[path->count++] = from;
    }
    return true;
}

bool wayi_jump_path_fill(wayi_path_buffer *path, const way_map *map, uint32_t first)
{
    const uint32_t chain = path->count - first;
    for (uint32_t i = chain; i-- > 1;) {
        const way_state next = path->states[first + i - 1];
        const bool fits = next == WAY_STATE_NONE
                              ? wayi_path_buffer_push(path, path->states[first + --i - 1])
                              : jump_path_add(path, map, path->states[first + i], next);
        if (!fits) {
            return false;
        }
    }
    path->count -= chain;
    memmove(path->states + first, path->states + first + chain,
            (path->count - first) * sizeof *path->states);
    return true;
}

bool wayi_jump_path_turn(wayi_path_buffer *path, uint32_t first)
{
    uint32_t kept = first;
    for (uint32_t i = first; i < path->count; i++) {
        path->states[kept] = path->states[i];
        kept += path->states[i] != WAY_STATE_NONE;
    }
    path->count = kept - 1;
    const uint32_t count = path->count - first;
    for (uint32_t i = 0; i < count / 2; i++) {
        const way_state state = path->states[first + i];
        path->states[first + i] = path->states[path->count - 1 - i];
        path->states[path->count - 1 - i] = state;
    }
    return true;
}
