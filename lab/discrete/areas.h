// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A map cut into squares, those into areas of joined cells. Two areas are joined by as many
// openings as there are straight runs of cells between them.
#pragma once

#include "space/grid.h"

#define WAYI_AREAS_SIDE 8u
#define WAYI_AREA_NONE UINT32_MAX

/// A run of steps between two areas, to the right or down.
typedef struct wayi_opening {
    uint32_t areas[2];
    way_cell cell; ///< the first on the near side
    uint16_t length;
    uint16_t across; ///< it leads to the right, so the run goes down
    uint32_t gate;   ///< for gates.c
} wayi_opening;

typedef struct wayi_areas {
    const way_space *ground; ///< borrowed: a grid; NULL = there are none
    uint32_t *of;            ///< [cells] area of each cell, or NONE
    uint32_t cells;
    uint32_t columns; ///< squares side by side
    uint32_t count;
    wayi_opening *openings;
    uint32_t opening_count, opening_capacity;
} wayi_areas;

/// Finds areas and openings. NO_MEMORY. `close` copes with a half-filled one.
way_status wayi_areas_find(wayi_areas *areas, const way_space *ground);
void wayi_areas_close(wayi_areas *areas);

/// Whether steps keep to openings: along rows and columns, or past no corners.
static inline bool wayi_areas_suit(const way_space *ground)
{
    const way_map *map = wayi_space_grid(ground)->map;
    return map->neighbours == WAY_NEIGHBOURS_4 ||
           (map->neighbours == WAY_NEIGHBOURS_8 && map->corners == WAY_CORNERS_STRICT);
}

/// Frees the openings.
void wayi_areas_drop_openings(wayi_areas *areas);

static inline uint32_t *wayi_areas_at(const wayi_areas *areas, uint32_t x, uint32_t y)
{
    return &areas->of[(size_t)y * wayi_space_grid(areas->ground)->map->width + x];
}
