// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Real-time pathfinding for games: what to know first. Three objects make a path, a fourth makes an
// army walk:
//
//     way_map        cells to walk on, which may be edited at any time
//     way_navigator  an algorithm that was prepared for a map; its agents share it
//     way_agent      plans one trip at a time, all at once or a little per frame
//     way_world      units with orders: call one function per frame, draw them
//
//     way_navigator_config plan = {.map = map, .algorithm = "astar"};
//     status = way_navigator_create(&plan, &navigator);
//     status = way_agent_create(&(way_agent_config){.navigator = navigator}, &agent);
//     status = way_agent_begin(agent, &(way_trip){.start = a, .goal = b});
//     while (way_agent_step(agent, 500) == WAY_OUTCOME_WORKING) { next_frame(); }
//
// The rest by task: agent.h, ground.h, fog.h, field.h, path.h, database.h, format.h, world_more.h,
// mesh.h, mapf.h, steer.h, pool.h, file.h; space.h for spaces of your own, algorithm.h for what
// there is, lab.h for what papers need and games don't. all.h is all but file.h and lab.h.
#pragma once

#include <waymark/base.h>
#include <waymark/unit.h>

#ifdef __cplusplus
extern "C" {
#endif

// Maps --------------------------------------------------------------------------------------------

/// `width` and `height` must be set; zero is the default of the rest.
typedef struct way_map_config {
    uint32_t width;            ///< cells [1..65535]
    uint32_t height;           ///< cells [1..65535]; width * height <= 2^30
    way_neighbours neighbours; ///< 0 = 8
    way_corners corners;
    way_cost_model costs;   ///< {0, 0} = (408, 577), or (1, 0) with 4 or 6 neighbours
    const uint8_t *weights; ///< [opt] [width * height] as in way_edit; NULL = all 1. Copied.
    const way_allocator *allocator; ///< [opt]
    const way_job *job;             ///< [opt] progress and cancelling while a map is parsed
    way_floors
        floors; ///< how `height` is divided, rows between floors included; {0, 0} = one floor
} way_map_config;

/// Gives every cell of a rectangle a weight, which is also its terrain for profiles (ground.h).
typedef struct way_edit {
    uint32_t x, y, width, height;
    uint8_t weight; ///< 0 = blocked; 1 = plain ground; w = a step here costs w times as much
} way_edit;

/// An 8-neighbour map of plain ground that cuts no corners.
WAY_API way_map_config way_map_config_default(uint32_t width, uint32_t height);

/// Creates a map, which any number of threads may read while nobody edits it. The work grows with
/// its cells. INVALID_ARGUMENT,
/// OUT_OF_RANGE (side of 0 or too long, floors that don't make up the height), TOO_LARGE,
/// NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_map_create(const way_map_config *config, way_map **out);

/// Destroys a map. NULL is fine. Destroy spaces and navigators on it first.
WAY_API void way_map_destroy(way_map *map);

/// Reads a MovingAI .map (LF or CRLF), and what extends it: floors (ground.h) and links for
/// all units (docs/formats.md). `config` gives neighbours, corners, costs and allocator; its
/// sides and weights are ignored. `letters` NULL = default. BAD_FORMAT with line and column in
/// `problem` [opt]; CANCELLED; otherwise fails as way_map_create does.
WAY_API WAY_NODISCARD way_status way_map_parse(const char *text, size_t size,
                                               const way_map_config *config,
                                               const way_letters *letters, way_map **out,
                                               way_problem *problem);

/// The cell at (x, y), or WAY_CELL_NONE outside.
WAY_API way_cell way_map_cell(const way_map *map, int64_t x, int64_t y);

/// The coordinates of a cell of the map.
WAY_API void way_map_position(const way_map *map, way_cell cell, uint32_t *x, uint32_t *y);

/// Applies all edits in order, or none: OUT_OF_RANGE if one leaves the map. One call is one
/// revision, however many edits it has. Rows between floors stay as they are. Takes no memory; the
/// work grows with the cells of the edits, and a little with their distance from the next walls.
WAY_API WAY_NODISCARD way_status way_map_edit(way_map *map, const way_edit *edits, uint32_t count);

/// Whether a plain unit of one cell may stand there. False outside.
WAY_API bool way_map_is_passable(const way_map *map, way_cell cell);

/// Whether a walk exists, links and their directions included, answered without a search. `profile`
/// is 1 for plain units of one cell. A blocked start reaches what its legal exits reach.
WAY_API bool way_map_is_reachable(const way_map *map, way_cell from, way_cell to, uint32_t profile);

/// The cell nearest to `goal` that can be reached from `from`; `goal` itself if it can. Otherwise
/// the work grows with what lies between: squares of 16 cells nearer than that cell.
WAY_API way_cell way_map_nearest_reachable(const way_map *map, way_cell from, way_cell goal,
                                           uint32_t profile);

// One path ----------------------------------------------------------------------------------------

/// A path that the caller owns.
typedef struct way_path {
    way_state *states; ///< [count] start first
    uint32_t count;
    way_cost cost;
    way_outcome outcome;
    way_stats stats;
    way_allocator allocator;
} way_path;

/// Plans one trip with an algorithm such as "astar" and returns the path. Prepares everything from
/// scratch: keep a navigator and an agent if there is more than one trip to plan. Fails as
/// way_navigator_create and way_agent_begin do.
WAY_API WAY_NODISCARD way_status way_find(const way_map *map, const char *algorithm, way_cell start,
                                          way_cell goal, way_path *out);

/// Frees what way_find allocated.
WAY_API void way_path_free(way_path *path);

// Navigators and agents ---------------------------------------------------------------------------

/// `algorithm` and one of `map` and `space` must be set; zero is the default of the rest.
typedef struct way_navigator_config {
    const way_map *map;    ///< borrowed; must outlive the navigator
    uint32_t profile;      ///< of its units: a size or profile the map has (ground.h); 0 = 1
    const char *algorithm; ///< "astar", "astar(open=bucket, tie=low_g)" or "auto"
    way_space *space;      ///< instead of a map: any space (space.h); borrowed
    /// [opt] What "auto" is chosen for; NULL = many searches, some edits, no database.
    WAY_RENAMED(const way_workload *, workload, prospect);
    const way_job *job;   ///< [opt]
    way_problem *problem; ///< [opt] what is wrong with `algorithm`; TOO_LARGE: what to change
    const way_allocator *allocator; ///< [opt]
} way_navigator_config;

/// Prepares an algorithm for a map. Every algorithm of maps takes every map: on ground that is
/// not what it needs (links, weights, penalties, other neighbours or corners), and for as long as
/// it is not, jump point search makes its trips, or A* where there are penalties, by the best way
/// and without its bound on look-aheads. What was made on such ground is never prepared for
/// another. INVALID_ARGUMENT (map and space), NOT_FOUND (no such algorithm or parameter),
/// OUT_OF_RANGE, UNSUPPORTED (a profile that was not prepared, a space that is no map and lacks
/// what it needs), TOO_LARGE (for its database), CANCELLED, NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_navigator_create(const way_navigator_config *config,
                                                      way_navigator **out);

/// NULL is fine. Destroy its agents first.
WAY_API void way_navigator_destroy(way_navigator *navigator);

/// An agent's path depends only on the map, the database and the trip, not on earlier trips. What
/// it learned on those may save work, unless it has a capacity: then the work is always the same,
/// too. `navigator` must be set; zero is the default of the rest.
typedef struct way_agent_config {
    way_navigator *navigator; ///< borrowed; must outlive the agent
    way_store store;
    uint32_t capacity;              ///< most states remembered per trip; 0 = no limit
    way_observer *observer;         ///< [opt] borrowed
    const way_allocator *allocator; ///< [opt]
} way_agent_config;

/// Creates an agent. Dense stores are allocated here; lists, paths and sparse stores grow with the
/// first trips and are kept. Where nothing may be allocated later, give it a pool (pool.h).
/// INVALID_ARGUMENT (an observer without room), NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_agent_create(const way_agent_config *config, way_agent **out);

/// NULL is fine.
WAY_API void way_agent_destroy(way_agent *agent);

/// Where to go, and what to do if that is impossible. Zero is the plain default of every field.
typedef struct way_trip {
    way_state start; ///< may be blocked; see way_agent_begin
    way_state goal;
    way_goal_mode mode;
    way_cost range;         ///< WAY_GOAL_RANGE
    const way_state *goals; ///< WAY_GOAL_ANY_OF: [goal_count]; copied
    uint32_t goal_count;    ///< [1..65536]
    /// A blocked or unreachable goal is replaced by the nearest reachable.
    WAY_RENAMED(bool, fall_back_to_nearest, nearest_instead);
    bool partial;             ///< a search that gives up leaves a path towards the goal
    uint64_t expansion_limit; ///< most expansions; 0 = no limit
} way_trip;

/// Starts a trip; an earlier one is forgotten. Does the work of at most 4,096 expansions, and one
/// more for every goal; a look at a cell counts as a sixteenth. agent.h says how a blocked start is
/// left. OUT_OF_RANGE (no such state), UNSUPPORTED (a goal mode the algorithm lacks, or a space
/// that changed out of its reach), STALE (a database that follows no edits is behind), TOO_LARGE
/// (more than 65536 goals), INVALID_ARGUMENT, NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_agent_begin(way_agent *agent, const way_trip *trip);

/// Works for up to `budget` expansions (at least one) and at most 64 more, where a look at a cell
/// counts as a sixteenth, and says how the trip stands: WORKING until it is over. The map may be
/// edited between two steps; agent.h says what holds then, and what REALTIME searches do.
WAY_API way_outcome way_agent_step(way_agent *agent, uint32_t budget);

/// The moves committed so far, start first. Valid until the next call on the agent.
WAY_API const way_state *way_agent_path(const way_agent *agent, uint32_t *count);

/// The cost of those moves, also of a path that only leads towards the goal; WAY_COST_MAX if there
/// is no path and none was begun, or if they cost that much or more.
WAY_API way_cost way_agent_cost(const way_agent *agent);

// Worlds ------------------------------------------------------------------------------------------

/// Allocates all memory that frames will need, except for searches: those grow when first needed,
/// and are kept. INVALID_ARGUMENT, OUT_OF_RANGE, UNSUPPORTED (an algorithm that does not suit the
/// map, whose database can't follow edits, or whose trips leave in it what a save would lose),
/// NOT_FOUND (no such algorithm), NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_world_create(const way_world_config *config, way_world **out);

/// NULL is fine.
WAY_API void way_world_destroy(way_world *world);

/// Puts a unit on the map. OUT_OF_RANGE (no such cell, kind or team), WRONG_STATE (a unit or a wall
/// is there), TOO_LARGE (there are unit_capacity already), STALE as way_world_frame.
WAY_API WAY_NODISCARD way_status way_world_add(way_world *world, const way_unit_config *config,
                                               way_unit *out);

/// Takes a unit away at once. NOT_FOUND if it is gone; STALE as way_world_frame.
WAY_API WAY_NODISCARD way_status way_world_remove(way_world *world, way_unit unit);

/// False if the unit is gone.
WAY_API bool way_world_unit(const way_world *world, way_unit unit, way_unit_view *out);

/// Orders all the units. Several with one GO get a place each around the cell. What an order of
/// this kind does not use is not looked at; a queued FOLLOW or FLEE whose target is gone when its
/// turn comes is passed over. NOT_FOUND (a unit is gone), OUT_OF_RANGE (no such cell or target),
/// INVALID_ARGUMENT, TOO_LARGE (too many orders wait), STALE as way_world_frame. All obey or none.
WAY_API WAY_NODISCARD way_status way_world_order(way_world *world, const way_unit *units,
                                                 uint32_t count, const way_order *order);

/// As way_map_edit, one revision. Units inside a new building leave it; plans that it touches are
/// made again, others stay as they are. Edits that change nothing are none: no revision, no plan
/// is touched, and nothing is to be paid for. STALE, and the map's own errors.
WAY_API WAY_NODISCARD way_status way_world_edit(way_world *world, const way_edit *edits,
                                                uint32_t count);

/// One frame: plans for about `budget` units of work, and at the first frame of each tick moves all
/// units. Up to half of it may go into one jam in narrow ground that is solved as a whole. If
/// several plans of the same urgency are asked for at once, each is ready, or at least its first
/// part, within 1.5 * max(64, 256 * plans / budget) frames. STALE if the map was edited by anything
/// but the world; NO_MEMORY: the frame is complete, and what it could not plan waits. A search that
/// can't grow gives a plan that leads nearer and goes on from there.
WAY_API WAY_NODISCARD way_status way_world_frame(way_world *world, uint32_t budget);

/// Takes the oldest event; false if there is none. At event_capacity the oldest are lost.
WAY_API bool way_world_event_next(way_world *world, way_world_event *out);

#ifdef __cplusplus
}
#endif
