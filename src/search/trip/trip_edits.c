// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What changed under a search, as rectangles of cells.
#include "search/engine/read_set.h"
#include "search/trip/plan.h"

#include <waymark/agent.h>

static void edits_add(wayi_edits *changes, way_rect rect)
{
    if (changes->count < WAYI_EDITS_MAX) {
        changes->rects[changes->count++] = rect;
        return;
    }
    for (uint32_t i = 1; i < changes->count; i++) {
        changes->rects[0] = wayi_rect_join(changes->rects[0], changes->rects[i]);
    }
    changes->rects[0] = wayi_rect_join(changes->rects[0], rect);
    changes->count = 1;
}

bool wayi_edits_list(const way_agent *agent, wayi_edits *changes)
{
    const way_map *map = wayi_read_map(agent->space);
    changes->count = 0;
    if (!map) {
        return false;
    }
    const way_status status =
        way_map_changes(map, agent->at.revision, changes->rects, WAYI_EDITS_MAX, &changes->count);
    if (status != WAY_STATUS_OK || changes->count > WAYI_EDITS_MAX || !changes->count) {
        changes->rects[0] = (way_rect){0, 0, map->width, map->height};
        changes->count = 1;
    }
    return true;
}

/// Adds what links join to the cells of a rectangle: over them a search reads from afar.
static void edits_add_partners(const wayi_grid *grid, way_rect rect, wayi_edits *changes)
{
    const uint32_t width = grid->map->width;
    for (uint64_t k = 0; k < (uint64_t)rect.width * rect.height; k++) {
        const way_cell cell =
            (way_cell)((rect.y + k / rect.width) * width + rect.x + k % rect.width);
        way_cell other = 0;
        for (uint32_t i = 0;
             (other = wayi_links_partner(grid->map, grid->layer, cell, i)) != WAY_CELL_NONE; i++) {
            const uint32_t y = wayi_map_row(grid->map, other);
            edits_add(changes, (way_rect){other - y * width, y, 1, 1});
        }
    }
}

bool wayi_edits_link(const way_agent *agent, wayi_edits *changes, uint64_t *work)
{
    const wayi_grid *grid = wayi_space_grid(wayi_space_below(agent->space));
    const uint32_t count = changes->count;
    for (uint32_t i = 0; grid && grid->layer->links && i < count; i++) {
        const way_rect rect = changes->rects[i];
        const uint64_t area = (uint64_t)rect.width * rect.height;
        if (area > *work || changes->count < count) {
            return false;
        }
        *work -= area;
        edits_add_partners(grid, rect, changes);
    }
    return changes->count >= count;
}

void wayi_edits_widen(const way_agent *agent, wayi_edits *changes)
{
    const way_map *map = wayi_read_map(agent->space);
    for (uint32_t i = 0; i < changes->count; i++) {
        const way_rect rect = changes->rects[i];
        const wayi_touched first = wayi_space_touched(agent->space, rect.y * map->width + rect.x);
        const wayi_touched last = wayi_space_touched(
            agent->space, (rect.y + rect.height - 1) * map->width + rect.x + rect.width - 1);
        const uint32_t y = wayi_map_row(map, first.first);
        const uint32_t x = first.first - y * map->width;
        const uint32_t last_y = wayi_map_row(map, last.first);
        const uint32_t last_x = last.first - last_y * map->width;
        changes->rects[i] = (way_rect){x, y, last_x + last.across - x, last_y + last.down - y};
    }
}
