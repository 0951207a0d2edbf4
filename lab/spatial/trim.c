// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "lab/spatial/trim.h"

typedef struct trim_offset {
    int64_t x, y;
} trim_offset;

static trim_offset trim_between(const way_map *map, way_cell from, way_cell to)
{
    const int64_t from_y = wayi_map_row(map, from);
    const int64_t to_y = wayi_map_row(map, to);
    return (trim_offset){(int64_t)to - to_y * map->width - ((int64_t)from - from_y * map->width),
                         to_y - from_y};
}

/// Twice the dot product; the axes of a hex map lean.
static int64_t trim_dot(const way_map *map, trim_offset a, trim_offset b)
{
    const int64_t lean = map->neighbours == WAY_NEIGHBOURS_6 ? a.x * b.y + a.y * b.x : 0;
    return 2 * (a.x * b.x + a.y * b.y) + lean;
}

static int64_t trim_score(const way_map *map, wayi_trim_rule rule, trim_offset offset)
{
    if (rule == WAYI_TRIM_DISTANCE) {
        return trim_dot(map, offset, offset);
    }
    return (offset.x < 0 ? -offset.x : offset.x) + (offset.y < 0 ? -offset.y : offset.y);
}

uint32_t wayi_trim_count(const way_map *map, wayi_trim_rule rule, way_cell target,
                         const way_cell *cells, uint32_t count)
{
    const trim_offset ahead = trim_between(map, cells[0], target);
    uint32_t kept = count;
    int64_t most = 0;
    for (uint32_t i = 1; i < count; i++) {
        const trim_offset offset = trim_between(map, cells[0], cells[i]);
        const int64_t score = trim_score(map, rule, offset);
        if (score > most && trim_dot(map, offset, ahead) > 0) {
            most = score;
            kept = i + 1;
        }
    }
    return kept;
}
