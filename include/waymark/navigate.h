// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Walking while the world changes: agents that keep their plan up to date, spaces seen through the
// fog of war, and the loop that ties them together.
//
//     status = way_space_create_fog(map, &(way_fog_config){.radius = 3}, &fog);
//     ... a navigator on `fog` with an algorithm such as "dstarlite" ...
//     status = way_walker_create(&(way_walker_config){.navigator = navigator}, &walker);
//     status = way_walker_begin(walker, start, goal);
//     while (way_walker_step(walker, 500) == WAY_OUTCOME_WORKING) { draw(way_walker_state(walker));
//     }
#pragma once

#include <waymark/search.h>

#ifdef __cplusplus
extern "C" {
#endif

// Agents on the move ------------------------------------------------------------------------------
//
// Step an agent of an INCREMENTAL algorithm until its plan is ready (FOUND: the path leads to the
// goal); from then on, advance it along the path, report changes, and step until the plan is ready
// again. NO_PATH is not the end for it: a later change may open a way.

/// Moves the agent up to `moves` steps along its path. From then on the path starts at its new
/// place and the cost is that of the rest. Needs a path: ready, or for ANYTIME algorithms the best
/// so far, or for REALTIME ones the moves committed so far. UNSUPPORTED (the algorithm plans from a
/// fixed start), WRONG_STATE (no path in hand), STALE (the space changed and the agent was not
/// told), NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_agent_advance(way_agent *agent, uint32_t moves);

/// Gives the trip another goal, as when chasing something that moves. The agent is WORKING again
/// and reuses what it knows. As with way_agent_begin, a blocked or unreachable goal is NO_PATH.
/// UNSUPPORTED, OUT_OF_RANGE, WRONG_STATE (no trip), NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_agent_retarget(way_agent *agent, way_state goal);

/// How far ahead agents of INCREMENTAL algorithms lay out their path: this many moves; 0 = all the
/// way (as created). With a horizon the path ends short of the goal, while way_agent_cost is still
/// that of the whole way. This keeps the cost of a replan from growing with the length of the path.
WAY_API void way_agent_set_horizon(way_agent *agent, uint32_t moves);

/// Where the agent is: its start, or where way_agent_advance took it.
WAY_API way_state way_agent_position(const way_agent *agent);

/// The proven bound of the path in hand, in thousandths: it costs at most bound / 1000 times the
/// best. 1000 = it is the best; UINT32_MAX = nothing is proven, or there is no path.
WAY_API uint32_t way_agent_bound_thousandths(const way_agent *agent);

// Fog of war --------------------------------------------------------------------------------------

/// What a unit or a team believes of a map. A unit that keeps its knowledge to itself has a space
/// of its own; units that share what they know share one.
/// `radius` must be set; zero is the default of the rest.
typedef struct way_fog_config {
    uint32_t radius;  ///< how many steps over open ground a unit sees [1..4096], by sight [1..64]
    way_store store;  ///< DENSE: ten bits per cell; SPARSE: 20 bytes per 8x8 cells seen, and a hash
    uint32_t journal; ///< most changed cells remembered for way_fog_changes; 0 = 4096
    const way_allocator *allocator; ///< [opt]
    /// A unit sees only what no blocked terrain hides; not on hex maps.
    WAY_RENAMED(bool, line_of_sight, sight);
} way_fog_config;

/// The map as far as it has been seen, for units of one cell. What has not been seen counts as
/// plain ground. Borrows the map, which may be edited: a change is noticed when its cell is seen
/// again. INVALID_ARGUMENT, OUT_OF_RANGE (radius), UNSUPPORTED (sight on hex maps), NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_space_create_fog(const way_map *map,
                                                      const way_fog_config *config,
                                                      way_space **out);

/// The map behind the fog, or NULL if the space is something else.
WAY_API const way_map *way_fog_map(const way_space *fog);

/// Looks around from a cell: everything within the radius becomes known, or with `line_of_sight`
/// what is visible of it: a free cell if its centre is, a blocked one if any part of it is.
/// `*changed` [opt] is how many cells turned out to differ from what was believed. NO_MEMORY: what
/// was learned so far stays known.
WAY_API WAY_NODISCARD way_status way_fog_sense(way_space *fog, way_cell cell, uint32_t *changed);

/// The same for any cells, such as those that a sensor of the caller's own sees.
WAY_API WAY_NODISCARD way_status way_fog_reveal(way_space *fog, const way_cell *cells,
                                                uint32_t count, uint32_t *changed);

/// Gives `fog` everything that `from` knows, as when two units meet. Both must be of the same map.
WAY_API WAY_NODISCARD way_status way_fog_share(way_space *fog, const way_space *from,
                                               uint32_t *changed);

/// Whether the cell was ever seen.
WAY_API bool way_fog_knows(const way_space *fog, way_cell cell);

/// The weight that the cell is believed to have; 0 if blocked or outside.
WAY_API uint8_t way_fog_weight(const way_space *fog, way_cell cell);

/// How many times a cell has turned out to differ from what was believed.
WAY_API uint64_t way_fog_change_count(const way_space *fog);

/// The cells that turned out to differ from what was believed, from number `since` of
/// way_fog_change_count on, oldest first; at most `capacity` are written and `*count` says how many
/// there are. STALE if the journal no longer reaches back that far: plan again.
WAY_API WAY_NODISCARD way_status way_fog_changes(const way_space *fog, uint64_t since,
                                                 way_cell *cells, uint32_t capacity,
                                                 uint32_t *count);

/// Bytes of the knowledge, shared by all who use the space.
WAY_API size_t way_fog_bytes(const way_space *fog);

// Walkers -----------------------------------------------------------------------------------------

/// A unit that walks: senses (in the fog), notices what changed, replans, moves. Works with every
/// algorithm; those that can't go on from their last plan start again.
typedef struct way_walker way_walker;

/// `navigator` must be set; zero is the default of the rest.
typedef struct way_walker_config {
    way_navigator *navigator;       ///< borrowed; on a fog space, a map or anything else
    way_store store;                ///< of its agent; AUTO = sparse: there may be hundreds
    uint32_t capacity;              ///< of its agent
    way_observer *observer;         ///< [opt] of its agent; borrowed
    const way_allocator *allocator; ///< [opt]
} way_walker_config;

/// What a walk has cost so far.
typedef struct way_walk {
    uint64_t moves;     ///< made
    uint64_t cost;      ///< of those moves, as the space priced them
    uint64_t plans;     ///< made ready, the first included
    uint64_t changes;   ///< cells that the planner was told of
    way_cost remaining; ///< of the plan in hand; WAY_COST_MAX = none
    way_stats stats;    ///< of the agent, all its plans together; step_work_max is the walker's
} way_walk;

/// Creates a walker with an agent of its own.
WAY_API WAY_NODISCARD way_status way_walker_create(const way_walker_config *config,
                                                   way_walker **out);

/// NULL is fine.
WAY_API void way_walker_destroy(way_walker *walker);

/// Stands the unit on `start` and sends it to `goal`; looks around first. Fails like
/// way_agent_begin, and does as much work, besides looking around.
WAY_API WAY_NODISCARD way_status way_walker_begin(way_walker *walker, way_state start,
                                                  way_state goal);

/// Sends the unit to another goal from where it is.
WAY_API WAY_NODISCARD way_status way_walker_retarget(way_walker *walker, way_state goal);

/// Plans for up to `budget` expansions and, once a plan is ready, makes one move and looks around.
/// NO_PATH: as far as is known, there is no way; on a map that does not change, none at all. A
/// later step looks again. On spaces other than maps and fog, the caller reports changes with
/// way_walker_change.
///
/// Changes that can't matter to the plan, because no way as good as the plan passes there, are left
/// alone; the planner is told of the others. Does the work of at most `budget` + 1,024 expansions,
/// where a look at a cell counts as a sixteenth, and in the fog twice that of looking around: one
/// for every 16 cells of a square of twice the radius. Where the trip must begin again, that step
/// may also do as much work as way_agent_begin.
WAY_API way_outcome way_walker_step(way_walker *walker, uint32_t budget);

/// Reports changed steps, in spaces whose changes the walker can't see by itself. OUT_OF_RANGE (no
/// such state), WRONG_STATE, NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_walker_change(way_walker *walker, const way_state *states,
                                                   uint32_t count);

/// Where the unit stands.
WAY_API way_state way_walker_state(const way_walker *walker);

WAY_API way_outcome way_walker_outcome(const way_walker *walker);

/// What the walk has cost so far.
WAY_API way_walk way_walker_walk(const way_walker *walker);

/// The walker's agent, to look at.
WAY_API const way_agent *way_walker_agent(const way_walker *walker);

#ifdef __cplusplus
}
#endif
