// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a legal step is and what it costs, decided from weights alone. The oracle and the checker
// share this file and nothing else of the library: a mistake in the map's own bit tricks can't hide
// here.
#pragma once

#include <waymark/map.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A step and its cost.
typedef struct oracle_step {
    way_cell cell; ///< the other end
    way_cost cost;
} oracle_step;

/// Most steps that lead out of a cell, or into it.
#define ORACLE_STEPS_MAX (8u + WAY_MAP_CELL_LINKS_MAX)

/// How far away an exit from deep inside blocked ground may be.
#define ORACLE_RINGS 64

/// Why a step is not legal; the first that applies.
typedef enum oracle_verdict {
    ORACLE_LEGAL,
    ORACLE_OUTSIDE, ///< one of the cells is not on the map
    ORACLE_APART,   ///< the cells are not neighbours and no link leads there
    ORACLE_BLOCKED, ///< the unit can't stand on the target
    ORACLE_CORNER   ///< the diagonal breaks the corner rule
} oracle_verdict;

/// A unit on a map, by its profile. A profile that the map does not have is a size.
typedef struct oracle_unit {
    const way_map *map;
    uint32_t number; ///< of the profile
    uint32_t size;
    int64_t width, height, floor; ///< of the map, and of one of its floors
    way_neighbours neighbours;
    way_corners corners;
    way_cost_model costs;
    uint32_t links;      ///< of the map
    uint16_t *places;    ///< [opt] [width * height] what standing places weigh, plus 1; 0 = not yet
    bool plain;          ///< terrain weighs what it is
    way_profile profile; ///< where it does not
} oracle_unit;

/// Reads it, for as long as the map stays as it is. Who asks a lot gives it zeroed `places`.
void oracle_read_unit(const way_map *map, uint32_t profile, oracle_unit *out);

/// All legal steps out of a cell, or into it. Returns how many were written, ORACLE_STEPS_MAX at
/// most.
uint32_t oracle_unit_steps(const oracle_unit *unit, way_cell cell, bool outward,
                           oracle_step *steps);

/// Whether a unit of a profile, or of any plain size, can stand with its top left corner on (x, y).
bool oracle_stands(const way_map *map, int64_t x, int64_t y, uint32_t profile);

/// Judges the step from one cell to another. The origin may be blocked.
oracle_verdict oracle_judge(const way_map *map, way_cell from, way_cell to, uint32_t profile);

/// The cost of a step, or WAY_COST_MAX if it is not legal.
way_cost oracle_step_cost(const way_map *map, way_cell from, way_cell to, uint32_t profile);

/// Whether a unit can't stand on a cell and no legal step leads out of it.
bool oracle_is_deep(const way_map *map, way_cell cell, uint32_t profile);

/// Where a unit goes first from deep inside blocked ground: the nearest (then lowest) cell where it
/// can stand is its exit, and of the blocked cells that a legal step leads to the exit from the
/// nearest (then lowest) is the gate. With marks [opt] the nearest exit of those marked that has a
/// gate to which the straight walk leads over cells that no step leads out of, if there is one,
/// else the nearest of those marked that has a gate.
/// `*cost` is what the way there costs, as over plain ground. WAY_CELL_NONE if the unit can't get
/// out, or is more than ORACLE_RINGS cells away from any place to stand.
way_cell oracle_gate(const way_map *map, way_cell from, uint32_t profile, const uint8_t *marked,
                     way_cost *cost);

/// How many moves at the beginning of a path lead out of deep inside blocked ground: up to the last
/// one that ends where the unit can't stand.
uint32_t oracle_lead(const way_map *map, const way_cell *path, uint32_t count, uint32_t profile);

/// The cost of a step to a neighbour over plain ground, whatever stands there; WAY_COST_MAX if the
/// cells are not neighbours.
way_cost oracle_plain_cost(const way_map *map, way_cell from, way_cell to);

/// Whether a step between two neighbours has the length sqrt(2).
bool oracle_is_diagonal(const way_map *map, way_cell from, way_cell to);

/// All legal steps out of a cell. Returns how many were written, ORACLE_STEPS_MAX at most.
uint32_t oracle_steps_from(const way_map *map, way_cell cell, uint32_t profile, oracle_step *steps);

/// All legal steps into a cell; `cell` of a step is the origin, which may be blocked.
uint32_t oracle_steps_to(const way_map *map, way_cell cell, uint32_t profile, oracle_step *steps);

#ifdef __cplusplus
}
#endif
