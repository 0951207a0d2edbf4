// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Paths after the search, whichever algorithm found them: checked, measured, smoothed.
//
//     uint32_t count = 0;
//     const way_state *path = way_agent_path(agent, &count);
//     memcpy(cells, path, count * sizeof *cells);
//     way_smoothing_config config = {.map = map, .unit_size = 1, .kind = WAY_SMOOTHING_PULL};
//     way_status status = way_path_smooth(&config, cells, &count);
//
// A smoothed path is as legal as the one it was made of, for the unit's size and the map's corner
// rule, has the same ends, no more cells, and is never more expensive.
#pragma once

#include <waymark/ground.h>

#ifdef __cplusplus
extern "C" {
#endif

// Checking and measuring --------------------------------------------------------------------------

/// Whether every step is legal for a unit of `size` (prepared, or 1) on the map as it is now; the
/// first cells may be blocked, as on the way out of a building (see way_agent_begin). `cost` [opt]
/// is that of all steps, or of those before the first that is not legal. Without cells there is no
/// path.
WAY_API bool way_path_check(const way_map *map, uint32_t size, const way_cell *cells,
                            uint32_t count, way_cost *cost);

/// The real length of the line through the centres of the cells, which need not be neighbours, in
/// cell sides. For display: costs are what decides.
WAY_API double way_path_length(const way_map *map, const way_cell *cells, uint32_t count);

// Smoothing ---------------------------------------------------------------------------------------

typedef enum way_smoothing {
    /// From each cell rays go out in the directions of the neighbours; one that meets the path
    /// further on, cheaper, replaces what is between (Botea, Mueller, Schaeffer 2004).
    WAY_SMOOTHING_RAYS,
    /// From each cell the straight walk to the farthest cell of the path in sight that is no
    /// more expensive replaces what is between.
    WAY_SMOOTHING_PULL,
    /// What is left are turning points that see each other at any angle: walk straight between
    /// them. Shorter than any path of steps. Over weights a straight line replaces a piece of the
    /// path where no cell that it touches weighs more than the piece does, spread over the line:
    /// so it is never more expensive, and swamps stay where the path met them.
    WAY_SMOOTHING_ANY_ANGLE
} way_smoothing;

/// `map` and `unit_size` must be set; zero is the default of the rest.
typedef struct way_smoothing_config {
    const way_map *map;
    uint32_t unit_size; ///< or any profile: prepared, or 1
    way_smoothing kind;
    /// Most cells that a ray goes, or that are skipped at once; the work is then a multiple of the
    /// path's cells. 0 = no limit but what is left of the path.
    uint32_t reach;
    const way_allocator *allocator; ///< [opt] for scratch memory, about 54 bytes per cell
} way_smoothing_config;

/// Smooths a path in place, links left where they are; `*count` never grows. Doing it again never
/// makes it more expensive. On failure the path is as it was: INVALID_ARGUMENT, UNSUPPORTED (the
/// unit's size was not prepared), STALE (the path is not legal on the map as it is now), NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_path_smooth(const way_smoothing_config *config,
                                                 way_cell *cells, uint32_t *count);

// Curves, for display only ------------------------------------------------------------------------

/// A place; the centre of the cell (x, y) is at (x, y). Larger units: their top left cell.
typedef struct way_curve_point {
    double x, y;
} way_curve_point;

/// `map` and `unit_size` must be set; zero is the default of the rest.
typedef struct way_curve_config {
    const way_map *map;
    uint32_t unit_size; ///< or any profile: prepared, or 1
    uint32_t density;   ///< points on a cell's length of a bend [1..64]; 0 = 4
} way_curve_config;

/// Where the points go.
typedef struct way_curve {
    way_curve_point *points; ///< [capacity] the caller's; NULL if that is 0
    uint32_t capacity;
    uint32_t count; ///< points there are; those that fit are written
} way_curve;

/// Bends the corners of a path into a quadratic spline: as widely as it stays on free cells, less
/// widely or not at all where it would not. Takes legal steps or the turning points of
/// WAY_SMOOTHING_ANY_ANGLE; the curve is never longer than the line through them. Hex maps keep
/// their corners, and a link is a gap from one point to the next. INVALID_ARGUMENT, OUT_OF_RANGE
/// (density), UNSUPPORTED (the unit's size was not prepared), STALE (one can't go from each cell to
/// the next on the map as it is now).
WAY_API WAY_NODISCARD way_status way_path_curve(const way_curve_config *config,
                                                const way_cell *cells, uint32_t count,
                                                way_curve *out);

#ifdef __cplusplus
}
#endif
