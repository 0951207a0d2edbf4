// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "lab/spatial/trim.h"

/// Twice the dot product; the axes of a hex map lean.
static int64_t trim_dot(const way_map *map, wayi_offset a, wayi_offset b)
{
    const int64_t lean = map->neighbours == WAY_NEIGHBOURS_6 ? a.x * b.y + a.y * b.x : 0;
    return 2 * (a.x * b.x + a.y * b.y) + lean;
}

static int64_t trim_score(const way_map *map, wayi_trim_rule rule, wayi_offset offset)
{
    if (rule == WAYI_TRIM_DISTANCE) {
        return trim_dot(map, offset, offset);
    }
    return (offset.x < 0 ? -offset.x : offset.x) + (offset.y < 0 ? -offset.y : offset.y);
}

uint32_t wayi_trim_count(const way_map *map, wayi_trim_rule rule, way_cell target,
                         const way_cell *cells, uint32_t count)
{
    const wayi_offset ahead = wayi_map_offset(map, cells[0], target);
    uint32_t kept = count;
    int64_t most = 0;
    for (uint32_t i = 1; i < count; i++) {
        const wayi_offset offset = wayi_map_offset(map, cells[0], cells[i]);
        const int64_t score = trim_score(map, rule, offset);
        if (score > most && trim_dot(map, offset, ahead) > 0) {
            most = score;
            kept = i + 1;
        }
    }
    return kept;
}
