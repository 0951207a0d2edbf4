// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the command line says of the ground of a map: the unit's profile, links, penalties. And
// places on maps of several floors.
#pragma once

#include "cli/source.h"

/// Whether terrain must be kept apart, because a profile reads it.
bool cli_ground_has_profile(const cli_arguments *arguments);

/// Prepares the map of a source for the unit, with links and penalties. Complains and tells the
/// exit code if it can't.
cli_exit cli_ground_read(const cli_arguments *arguments, cli_source *source);

/// The map as the unit sees it, penalties included.
WAY_NODISCARD way_status cli_ground_space(const cli_source *source, way_space **out);

/// The cost of a step of a path, penalties included; WAY_COST_MAX if it is not legal.
way_cost cli_ground_step_cost(const cli_source *source, way_cell from, way_cell to);

/// What terrain weighs on a cell for the unit, whatever its size.
uint8_t cli_ground_weight(const way_map *map, way_cell cell, uint32_t profile);

/// On how many cells the unit can stand.
uint32_t cli_ground_open_count(const cli_source *source);

/// Complains if a command of worlds, which know no penalties, was given some.
cli_exit cli_ground_refuse_penalty(const cli_arguments *arguments);

typedef struct cli_place {
    char text[40];
} cli_place;

/// A cell as "X,Y", or as "FLOOR:X,Y" where there are several.
cli_place cli_ground_place(const cli_source *source, way_cell cell);
