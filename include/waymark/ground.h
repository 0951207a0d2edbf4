// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The ground in full: what a map is, profiles for kinds of units, links, floors, components, lines
// of sight, penalties.
//
//     way_profile boat = way_profile_default(2);
//     memset(boat.weights, 0, sizeof boat.weights);
//     boat.weights['W'] = 1;
//     status = way_map_add_profile(map, &boat, &profile);
#pragma once

#include <waymark/waymark.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Longest side and most cells of a map.
enum { WAY_MAP_SIDE_MAX = 65535, WAY_MAP_CELLS_MAX = 1 << 30 };

/// Largest unit, in cells per side.
enum { WAY_MAP_UNIT_MAX = 16 };

/// Most profiles besides those of unit sizes, and the number of the first.
enum { WAY_MAP_PROFILES_MAX = 64, WAY_PROFILE_FIRST = 65536 };

/// A rectangle of cells.
typedef struct way_rect {
    uint32_t x, y, width, height;
} way_rect;

WAY_API uint32_t way_map_width(const way_map *map);
WAY_API uint32_t way_map_height(const way_map *map);
WAY_API way_neighbours way_map_neighbours(const way_map *map);
WAY_API way_corners way_map_corners(const way_map *map);
WAY_API way_cost_model way_map_costs(const way_map *map);

/// Bytes the map holds, all profiles included.
WAY_API size_t way_map_bytes(const way_map *map);

/// A hash of everything that decides paths of plain units: sides, neighbours, corners, costs,
/// weights, links. Constant time.
WAY_API uint64_t way_map_hash(const way_map *map);

/// The terrain of a cell, which is its weight in the plain profile; 0 if blocked or outside.
WAY_API uint8_t way_map_terrain(const way_map *map, way_cell cell);

/// Writes the terrain of every cell of a rectangle, row by row: area->width * area->height bytes.
/// OUT_OF_RANGE, and nothing is written, if it leaves the map.
WAY_API WAY_NODISCARD way_status way_map_read(const way_map *map, const way_rect *area,
                                              uint8_t *weights);

/// Whether all passable cells weigh 1.
WAY_API bool way_map_is_uniform(const way_map *map);

/// How many cells are passable.
WAY_API uint32_t way_map_passable_count(const way_map *map);

/// Starts at 1 and grows by one with each way_map_edit that changed a cell.
WAY_API uint64_t way_map_revision(const way_map *map);

/// The rectangles that changed after revision `since`, oldest first; at most `capacity` are written
/// and `*count` says how many there are. STALE if the journal no longer reaches back that far.
WAY_API WAY_NODISCARD way_status way_map_changes(const way_map *map, uint64_t since,
                                                 way_rect *rects, uint32_t capacity,
                                                 uint32_t *count);

// Profiles ----------------------------------------------------------------------------------------
//
// `profile` below is a unit size that was prepared (size 1 always is), with plain weights, or the
// number of another profile.

/// What a kind of unit is: its size, and what terrain weighs for it. The plain profile, whose
/// weights are the terrain itself, is always there: games that need no other can ignore profiles.
struct way_profile {
    uint8_t unit_size;    ///< cells per side [1..WAY_MAP_UNIT_MAX]
    uint8_t weights[256]; ///< by terrain: 0 = may not enter, otherwise as in way_edit
};

/// The plain profile of a unit size: every terrain weighs what it is.
WAY_API way_profile way_profile_default(uint32_t unit_size);

/// Prepares the map for units of a profile, whose number goes to `out` [opt]; kept up to date by
/// edits from then on. The plain profile of a size has that size as its number. One that is already
/// there keeps its number and must be removed as often as it was added. A new one goes through all
/// cells: add profiles while a level loads. INVALID_ARGUMENT, OUT_OF_RANGE (size), TOO_LARGE (there
/// are WAY_MAP_PROFILES_MAX already), NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_map_add_profile(way_map *map, const way_profile *profile,
                                                     uint32_t *out);

/// Removes a profile and its links; destroy spaces that use it first. Gives back memory, which
/// grows with the cells of the map. INVALID_ARGUMENT if no profile has that number, and for profile
/// 1, which stays.
WAY_API WAY_NODISCARD way_status way_map_remove_profile(way_map *map, uint32_t profile);

/// Describes a profile; false if none has that number.
WAY_API bool way_map_profile(const way_map *map, uint32_t profile, way_profile *out);

/// What a cell weighs for a unit of a profile with its top left corner there: the mean over all
/// cells that it covers, rounded to the nearest, halves up; 0 if it can't stand there.
WAY_API uint8_t way_map_weight(const way_map *map, way_cell cell, uint32_t profile);

/// The largest unit [0..WAY_MAP_UNIT_MAX] that can stand with its top left corner on the cell by
/// the weights of a profile.
WAY_API uint32_t way_map_clearance(const way_map *map, way_cell cell, uint32_t profile);

/// The cost of one step between neighbouring cells or along a link, or WAY_COST_MAX if the step is
/// not legal.
///
/// The rule of all step costs: a step that costs `s` over plain ground costs, between weights `a`
/// and `b`, s * (a + b) / 2, rounded up. Weights are those of the profile (way_map_weight). The
/// origin may be blocked (a unit may leave a bad cell) and then weighs what the step leads to. So
/// steps cost the same both ways, never less than s times the lesser weight, and estimates at the
/// least weight of the map stay consistent; no weight is ever free. On 4 neighbours with s = 1, a
/// walk over cells that weigh 1 2 1 costs 2 + 2; with s = 2, where nothing is rounded, 3 + 3. Even
/// costs, such as 408, keep every sum exact.
WAY_API way_cost way_map_step_cost(const way_map *map, way_cell from, way_cell to,
                                   uint32_t profile);

// Links -------------------------------------------------------------------------------------------

/// A step between cells that need not be neighbours: a ladder, stairs, a jump down, a teleport.
/// Units that can stand at both ends (with their top left corner) can take it.
typedef struct way_map_link {
    way_cell from, to;
    way_cost cost;    ///< [1..2^22]
    uint32_t profile; ///< for units of this profile; 0 = for all
    bool both_ways;   ///< it can be taken back at the same cost
} way_map_link;

/// Most links of a map, and from or to one cell; one that leads both ways counts twice.
enum { WAY_MAP_LINKS_MAX = 4096, WAY_MAP_CELL_LINKS_MAX = 8 };

/// Adds all links, or none; one with the same ends and profile as an existing one replaces it. This
/// is an edit: one call is one revision, and the cells at the ends are its changes. The work grows
/// with the links of the map and its profiles, not with its cells.
/// INVALID_ARGUMENT (both ends are one cell, no such profile), OUT_OF_RANGE (cell, cost),
/// TOO_LARGE, NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_map_add_links(way_map *map, const way_map_link *links,
                                                   uint32_t count);

/// Removes all links that have these ends and profiles, whatever they cost, or none: NOT_FOUND if
/// one is not there; otherwise as way_map_add_links.
WAY_API WAY_NODISCARD way_status way_map_remove_links(way_map *map, const way_map_link *links,
                                                      uint32_t count);

/// The links of a map, one way each, by origin, target and profile.
WAY_API uint32_t way_map_link_count(const way_map *map);
WAY_API way_map_link way_map_link_at(const way_map *map, uint32_t index);

// Floors ------------------------------------------------------------------------------------------
//
// Equal rectangles of cells below each other on one map, a blocked row between two, joined by
// links. To everything that works on maps they are a map like any other.

/// How a map is divided; one that is not is one floor.
WAY_API way_floors way_map_floors(const way_map *map);

/// The rows of a map of `floors`, blocked ones included; 0 if it would have more than
/// WAY_MAP_SIDE_MAX.
WAY_API uint32_t way_floors_rows(const way_floors *floors);

/// Divides a map that is one floor so far: blocks the rows between floors for good, as one edit;
/// the work grows with the cells of the map. INVALID_ARGUMENT if it is divided otherwise already,
/// OUT_OF_RANGE if it has another number of rows.
WAY_API WAY_NODISCARD way_status way_floors_divide(way_map *map, const way_floors *floors);

/// The cell at (x, y) of a floor, or WAY_CELL_NONE outside.
WAY_API way_cell way_floors_cell(const way_map *map, const way_floors *floors, uint32_t floor,
                                 int64_t x, int64_t y);

/// Where a cell lies; false between floors and outside. Any of the last three may be NULL.
WAY_API bool way_floors_position(const way_map *map, const way_floors *floors, way_cell cell,
                                 uint32_t *floor, uint32_t *x, uint32_t *y);

// Reachability ------------------------------------------------------------------------------------
//
// Answered from components that follow every edit, never by a search over the map.

/// A number that two cells share exactly when a unit of the profile can walk between them without
/// links; WAY_CELL_NONE if it can't stand there. Good until the next edit.
WAY_API uint32_t way_map_component(const way_map *map, way_cell cell, uint32_t profile);

/// The cell nearest to `cell` (by the map's own distance, then by lower number) on which a unit
/// can stand; WAY_CELL_NONE if there is none.
WAY_API way_cell way_map_nearest_passable(const way_map *map, way_cell cell, uint32_t profile);

/// The distance over open ground for plain units, in cost units at the least weight of the map:
/// never more than the true cost of a walk without links.
WAY_API way_cost way_map_estimate(const way_map *map, way_cell a, way_cell b);

// Line of sight -----------------------------------------------------------------------------------

typedef enum way_sight {
    WAY_SIGHT_ANY_ANGLE, ///< every cell that the straight line between the centres touches is free
    WAY_SIGHT_GRID       ///< the Bresenham walk from a to b is made of legal steps
} way_sight;

/// Whether `b` is seen from `a` by a unit of the profile. A line through a shared corner obeys the
/// corner rule. Grid sight is not symmetric in general, any-angle sight is.
WAY_API bool way_map_sees(const way_map *map, way_cell a, way_cell b, way_sight kind,
                          uint32_t profile);

// Penalties ---------------------------------------------------------------------------------------

/// Largest cost of one point of penalty.
enum { WAY_PENALTY_UNIT_MAX = 4096 };

/// A map with a penalty for each cell: danger, crowding, the enemy's range.
/// `map`, `profile` and `penalties` must be set; zero is the default of the rest.
typedef struct way_penalty_config {
    const way_map *map;             ///< borrowed
    uint32_t profile;               ///< as in way_space_create_grid
    const uint8_t *penalties;       ///< [width * height] borrowed: write to it whenever you like
    way_cost unit;                  ///< cost of one point [1..4096]; 0 = that of a straight step
    const way_allocator *allocator; ///< [opt]
} way_penalty_config;

/// The map as seen by units that pay penalties[cell] * unit more for a step into a cell. This is
/// not an edit: penalties may change between any two calls, and a search goes on with what it reads
/// from then on; its path is the best one if the penalties have not changed meanwhile. Algorithms
/// that don't need a grid (docs/ground.md lists them) and fields take this space; INCREMENTAL ones
/// must be told of both ends of steps that changed. Errors as way_space_create_grid, and
/// OUT_OF_RANGE (unit).
WAY_API WAY_NODISCARD way_status way_space_create_penalty(const way_penalty_config *config,
                                                          way_space **out);

#ifdef __cplusplus
}
#endif
