// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The connected components of a map, by size.
#pragma once

#include <waymark/map.h>

typedef struct cli_regions {
    uint32_t *ranks; ///< by cell: 0 = blocked, 1 = of the largest component, 2, ...
    uint32_t *sizes; ///< [count] cells, largest first
    uint32_t count;
} cli_regions;

/// NO_MEMORY.
WAY_NODISCARD way_status cli_regions_create(const way_map *map, uint32_t profile, cli_regions *out);
void cli_regions_destroy(cli_regions *regions);
