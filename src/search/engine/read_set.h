// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a search has read of a map: the cells that it has nodes for. So nothing is noted while it
// runs; who wants to know whether an edit concerns it looks up the cells around the edit.
#pragma once

#include "core/nodes.h"
#include "space/ground.h"

/// The map under a grid, with penalties or without, or NULL.
static inline const way_map *wayi_read_map(const way_space *space)
{
    const wayi_grid *grid = wayi_space_grid(wayi_space_below(space));
    return grid ? grid->map : NULL;
}

/// Whether a search has a node for any cell of the rectangles, or finding out would take more than
/// `*work` looks, of which those that were made are taken off.
static inline bool wayi_nodes_met(const wayi_nodes *nodes, uint32_t width, const way_rect *rects,
                                  uint32_t count, uint64_t *work)
{
    for (uint32_t i = 0; i < count; i++) {
        const way_rect rect = rects[i];
        const uint64_t area = (uint64_t)rect.width * rect.height;
        if (area > *work) {
            return true;
        }
        *work -= area;
        for (uint32_t y = rect.y; y < rect.y + rect.height; y++) {
            for (uint32_t x = rect.x; x < rect.x + rect.width; x++) {
                if (wayi_nodes_find(nodes, y * width + x, nodes->stride) != WAYI_SLOT_NONE) {
                    return true;
                }
            }
        }
    }
    return false;
}
