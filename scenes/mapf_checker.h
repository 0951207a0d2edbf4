// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Checks plans for whole problems, with no code of those who make them.
#pragma once

#include <waymark/mapf.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What is wrong with a plan: its ends, a step that is none, a wall, two units on one cell or
/// swapping places, costs that don't add up. NULL = nothing, or no memory to look.
const char *mapf_checker_fault(const way_map *map, const way_cell *starts, const way_cell *goals,
                               const way_mapf_plan *plan);

#ifdef __cplusplus
}
#endif
