// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// SGA*: what of a trip an edit of the map leaves as it was.
#include "lab/spatial/sgastar.h"

static bool edits_rect_has(const way_rect *rect, uint32_t x, uint32_t y)
{
    return x - rect->x < rect->width && y - rect->y < rect->height;
}

/// Whether a rectangle holds a cell of a way.
static bool edits_way_meets(const wayi_path_buffer *way, const way_map *map, const way_rect *rect)
{
    for (uint32_t i = 0; i < way->count; i++) {
        const uint32_t y = wayi_map_row(map, way->states[i]);
        if (edits_rect_has(rect, way->states[i] - y * map->width, y)) {
            return true;
        }
    }
    return false;
}

/// Whether the line under way could have been looked along in a rectangle.
static bool edits_line_meets(const way_agent *agent, const way_rect *rect)
{
    const wayi_sgastar *memory = agent->memory;
    const way_map *map = wayi_space_grid(agent->space)->map;
    const way_cell from = wayi_sgastar_end(memory, memory->side);
    uint32_t x[2];
    uint32_t y[2];
    way_map_position(map, from, &x[0], &y[0]);
    way_map_position(map, memory->sub, &x[1], &y[1]);
    const uint32_t left = x[0] < x[1] ? x[0] : x[1];
    const uint32_t right = x[0] < x[1] ? x[1] : x[0];
    const uint32_t top = y[0] < y[1] ? y[0] : y[1];
    const uint32_t bottom = y[0] < y[1] ? y[1] : y[0];
    return rect->x <= right && left < rect->x + rect->width && rect->y <= bottom &&
           top < rect->y + rect->height;
}

bool wayi_sgastar_outlives(way_agent *agent, const way_rect *rects, uint32_t count, uint64_t *work)
{
    const wayi_sgastar *memory = agent->memory;
    const way_map *map = wayi_space_grid(agent->space)->map;
    const uint64_t cells = memory->ways[0].count + memory->ways[1].count;
    // A place instead of the goal may have become the wrong one.
    if (memory->stand_in || cells * count > *work) {
        return false;
    }
    *work -= cells * count;
    for (uint32_t i = 0; i < count; i++) {
        if (edits_way_meets(&memory->ways[0], map, &rects[i]) ||
            edits_way_meets(&memory->ways[1], map, &rects[i]) ||
            edits_line_meets(agent, &rects[i])) {
            return false;
        }
    }
    if (!wayi_sgastar_rival_outlives(memory, rects, count, work)) {
        return false;
    }
    if (memory->phase == WAYI_SGASTAR_DRAW || memory->waits) {
        return true;
    }
    way_agent *inner = memory->refiner->agent;
    return memory->phase == WAYI_SGASTAR_REFINE &&
           (inner->algorithm->outlives && inner->algorithm->outlives(inner, rects, count, work));
}
