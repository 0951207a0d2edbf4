// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Plain units of more than one cell.
#pragma once

#include <waymark/ground.h>

static inline way_status sizes_add(way_map *map, uint32_t size)
{
    const way_profile profile = way_profile_default(size);
    return way_map_add_profile(map, &profile, NULL);
}
