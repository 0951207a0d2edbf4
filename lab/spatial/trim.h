// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Trimming: how much of a way round an obstacle is kept. The rest leads back to the reference line,
// which is of no use once the obstacle is passed.
#pragma once

#include "map/grid/map.h"

typedef enum wayi_trim_rule {
    WAYI_TRIM_DISTANCE, ///< up to the cell farthest from the first, as the crow flies
    WAYI_TRIM_DEVIATION ///< up to the cell whose columns and rows differ most from the first's
} wayi_trim_rule;

/// How many of `count` (at least 2) cells to keep [2..count]. Only cells ahead of the first,
/// towards `target`, can be the last one kept (the way out of a U leads backwards first); without
/// any all are kept.
uint32_t wayi_trim_count(const way_map *map, wayi_trim_rule rule, way_cell target,
                         const way_cell *cells, uint32_t count);
