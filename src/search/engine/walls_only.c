// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/engine/walls_only.h"

#define WALLS_ONLY_RECTS 16u  ///< rectangles that a short look takes in
#define WALLS_ONLY_AREA 1024u ///< and their cells

/// Whether nobody can stand in a rectangle where nobody could before; all steps there cost the
/// same.
static bool walls_only_in(const wayi_walls_only *known, const way_space *ground, way_rect rect)
{
    const wayi_grid *grid = wayi_space_grid(ground);
    const uint32_t reach = way_space_unit_size(ground) - 1;
    const uint32_t x0 = rect.x > reach ? rect.x - reach : 0;
    const uint32_t y0 = rect.y > reach ? rect.y - reach : 0;
    for (uint32_t y = y0; y < rect.y + rect.height; y++) {
        for (uint32_t x = x0; x < rect.x + rect.width; x++) {
            const way_cell cell = y * grid->map->width + x;
            if (known->cells[(size_t)cell * known->stride] == WAY_COST_MAX &&
                way_space_can_stand(ground, cell)) {
                return false;
            }
        }
    }
    return true;
}

bool wayi_walls_only_survive(const wayi_walls_only *known, const way_space *ground,
                             const way_rect *rects, uint32_t count, uint64_t area)
{
    const uint32_t wanted = WAY_SPACE_UNIFORM_COST | WAY_SPACE_UNLINKED;
    bool survives = (way_space_traits(ground) & wanted) == wanted &&
                    known->weight == wayi_space_grid(ground)->layer->min_weight;
    for (uint32_t i = 0; i < count && survives; i++) {
        const uint64_t cells = (uint64_t)rects[i].width * rects[i].height;
        survives = cells <= area && walls_only_in(known, ground, rects[i]);
        area -= cells <= area ? cells : area;
    }
    return survives;
}

bool wayi_walls_only_since(const wayi_walls_only *known, const way_space *ground, uint64_t revision)
{
    way_rect rects[WALLS_ONLY_RECTS];
    uint32_t count = 0;
    return revision == way_space_revision(ground) ||
           (way_map_changes(wayi_space_grid(ground)->map, revision, rects, WALLS_ONLY_RECTS,
                            &count) == WAY_STATUS_OK &&
            count <= WALLS_ONLY_RECTS &&
            wayi_walls_only_survive(known, ground, rects, count, WALLS_ONLY_AREA));
}
