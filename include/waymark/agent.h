// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Agents and what can be asked of them beyond waymark.h: limits, moving goals, changes of the map,
// watching a search, parked trips, and walkers, the loop that ties these together.
//
//     status = way_walker_create(&(way_walker_config){.navigator = navigator}, &walker);
//     status = way_walker_begin(walker, start, goal);
//     while (way_walker_step(walker, 500) == WAY_OUTCOME_WORKING) { draw(way_walker_state(walker));
//     }
#pragma once

#include <waymark/algorithm.h>
#include <waymark/fog.h>

#ifdef __cplusplus
extern "C" {
#endif

// Navigators --------------------------------------------------------------------------------------

WAY_API const way_algorithm *way_navigator_algorithm(const way_navigator *navigator);

/// The algorithm that makes the trips on the space as it is, and why, in words.
WAY_API way_choice way_navigator_choice(const way_navigator *navigator);
WAY_API way_space *way_navigator_space(const way_navigator *navigator);

/// The value in force of a parameter, by index into the algorithm's params.
WAY_API int32_t way_navigator_param(const way_navigator *navigator, uint32_t index);

/// The most expansions between two moves of an agent, as a REALTIME algorithm promises; 0 for
/// others, and while another search makes the trips. It holds with one goal; for several see the
/// page of the algorithm. An algorithm that is OPTIMAL as well compares all ways out of a blocked
/// start before its first move.
WAY_API uint32_t way_navigator_lookahead(const way_navigator *navigator);

/// Bytes of the database, shared by all agents.
WAY_API size_t way_navigator_bytes(const way_navigator *navigator);

// A blocked start ---------------------------------------------------------------------------------
//
// An algorithm that promises BLOCKED_START leaves a blocked start by the best of all legal steps
// out of it; others take the step that looks best. On a map, a start may be up to 64 cells deep
// inside blocked ground. The exit is then the nearest cell where the unit can stand and from which
// a goal can be reached. If there is none, it is the nearest where the unit can stand. The gate is
// the nearest blocked cell from which a legal step leads to the exit. Of several that are as near,
// the one with the lowest number is taken. The path first goes straight to the gate, over cells
// that no step leads out of where that is possible, else over whatever lies there, courtyards too,
// as if it were plain ground.

// Steps -------------------------------------------------------------------------------------------
//
// Jumps of "jps" count what they scan, piece by piece. Where an edit makes a trip begin again,
// and where a path that edits broke is mended, that step may also do as much work as
// way_agent_begin. A step of a REALTIME search looks ahead at most once, whatever its budget,
// and makes the moves that were decided on: usually one, but several at once in "lsslrta",
// "rtaa", "rtd", "frit" and "beacon". way_agent_path says how many.
//
// If the map is edited while a search that HANDLES EDITS is under way:
//
// 1. A search that has read nothing of what changed goes on and keeps all its promises. Otherwise
//    a plan is repaired or begun again once, and after that it is finished with what is known, if
//    need be by A* ("weighted" in place of searches that are not OPTIMAL), and mended where it is
//    broken.
// 2. So, with budgets of 64 or more, a plan takes at most three times the steps that one from
//    scratch takes without edits on the most expensive of the maps there were, plus six, counted
//    from the last change of the goal in force, or of what an agent was told by way_agent_notify
//    (the plan of an ANYTIME search is its first path).
// 3. Whatever the outcome, the path is legal as a whole on the map of the step that returned it
//    (of REALTIME searches: each move when it was made), way_agent_cost is what it costs there,
//    and way_agent_bound_thousandths tells only what is proven of all of it.
// 4. NO_PATH means that on that map no goal that was asked for can be reached from where the unit
//    is, nor with fall_back_to_nearest any place at all; a goal that is blocked, and its
//    replacement, however often, are replaced by the nearest as it is then.
// 5. Changes (an empty list, too), retargets, advances, parking and resuming may come in any
//    order: each either is done, and the trip then goes for the goal given last, or answers with a
//    status and changes nothing.
//
// PREPARED searches follow their databases, and while one is behind a search without it is made.
// A REALTIME search arrives if the edits leave it time to, an OPTIMAL one by the best way from
// then on. A trip that is over stays as it is. Searches that do not handle edits end with STALE.
// Penalties that the caller changes are not edits: they count from the next time they are read.

/// How many expansions the next look-ahead of a trip may take, where the caller decides that
/// ("lsslrta(move=dynamic)"); at most way_navigator_lookahead. Set between two look-aheads, it
/// holds for the next one alone. UNSUPPORTED by other algorithms, WRONG_STATE during a look-ahead,
/// INVALID_ARGUMENT (0).
WAY_API WAY_NODISCARD way_status way_agent_set_lookahead(way_agent *agent, uint32_t expansions);

/// Steps until the trip is over.
WAY_API way_outcome way_agent_run(way_agent *agent);

/// Ends the trip with CANCELLED.
WAY_API void way_agent_cancel(way_agent *agent);

/// Tells an agent of an INCREMENTAL algorithm that steps from or to these states changed: give both
/// ends of each such step; on maps the edited cells are enough. The agent is WORKING
/// again and plans from where it is. The states are copied; beyond that the call does the work of
/// at most 64 expansions, and the next steps do the rest. While it is WORKING, one that HANDLES
/// EDITS sees what changed on a map by itself: who tells it at every step gets no plan in time.
/// WRONG_STATE (the trip hit a limit or was
/// cancelled), UNSUPPORTED by other algorithms, OUT_OF_RANGE (no such state), NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_agent_notify(way_agent *agent, const way_state *states,
                                                  uint32_t count);

/// How the trip stands, or ended.
WAY_API way_outcome way_agent_outcome(const way_agent *agent);

/// A straight stretch of a path.
typedef struct way_segment {
    way_state to;   ///< where it ends, and the next one starts
    uint32_t steps; ///< moves, at least one
} way_segment;

/// The same moves as straight stretches: the first starts where the path does, and their ends are
/// the waypoints of the path. In spaces other than grids every move is a stretch of its own. Valid
/// until the next call on the agent. NULL, and a count of 0, for a path of one state or if there is
/// no memory.
WAY_API const way_segment *way_agent_segments(const way_agent *agent, uint32_t *count);

/// The goal in force: the one asked for, its replacement, or the one that was reached.
WAY_API way_state way_agent_goal(const way_agent *agent);

/// Whether every committed move from index `from` on is still legal on the space as it is now: of
/// the way out of deep inside blocked ground, whether the path still begins there.
WAY_API bool way_agent_path_holds(const way_agent *agent, uint32_t from);

WAY_API way_stats way_agent_stats(const way_agent *agent);

/// As way_find, in any space: for units of another profile, with links, with penalties.
WAY_API WAY_NODISCARD way_status way_find_in(way_space *space, const char *algorithm,
                                             way_state start, way_state goal, way_path *out);

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

// Watching a search -------------------------------------------------------------------------------

/// Something that happened in a search.
typedef enum way_event_kind {
    WAY_EVENT_EXPAND,
    WAY_EVENT_GENERATE,
    WAY_EVENT_REOPEN,
    WAY_EVENT_MOVE,
    WAY_EVENT_LEARN
} way_event_kind;

typedef struct way_event {
    way_event_kind kind;
    way_state state;
    way_state from; ///< parent, or WAY_STATE_NONE
    way_cost g;
    way_cost f;
} way_event;

/// A ring in the caller's memory: event i is at events[i % capacity], the last `capacity` survive.
/// Searches without one run code that has no trace of it.
struct way_observer {
    way_event *events;
    uint32_t capacity; ///< at least 1
    uint64_t count;    ///< events ever written
};

// Parked trips ------------------------------------------------------------------------------------
//
// Many units can share one agent: each keeps its trip as a few bytes (22 for "cpd", 27 for
// "regioncpd", 46 for "hcdps", 50 for "dba", which takes two more and three bits per move while
// it follows a search). The bytes are the same on every machine, hold no pointers, and may be kept
// in a saved game.

/// Enough for most trips of "cpd", "hcdps" and "dba".
enum { WAY_PARKED_USUAL = 64 };

/// Writes what it takes to go on with the trip; `*size` is how many bytes that is. The agent may go
/// on as well. OUT_OF_RANGE (`capacity` is too small), UNSUPPORTED (most algorithms), WRONG_STATE
/// (the trip is over, the agent is in the middle of a look-ahead, or it finds its way without its
/// database, which is behind the map). A step with a budget of way_navigator_lookahead ends with a
/// move, not inside a look-ahead.
WAY_API WAY_NODISCARD way_status way_agent_park(const way_agent *agent, void *bytes,
                                                size_t capacity, size_t *size);

/// Goes on with a trip that an agent of the same kind of navigator parked. It makes the same moves
/// as if it had never been parked, unless the database has changed since and is asked again, or has
/// too many regions for rows and is searched again. The path starts where the unit stands, the cost
/// goes on from where it was, counts start again. As with way_agent_begin, a goal that is now out
/// of reach is NO_PATH. In all other cases the agent stays as it is: BAD_FORMAT, UNSUPPORTED (other
/// algorithm or parameters, or the space does not suit it now), STALE (another map, or an older
/// revision if the algorithm does not handle edits), OUT_OF_RANGE, NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_agent_resume(way_agent *agent, const void *bytes, size_t size);

// Walkers -----------------------------------------------------------------------------------------

/// A unit that walks: looks around, notices what changed, replans, moves. Works with every
/// algorithm; those that can't go on from their last plan start again.
typedef struct way_walker way_walker;

/// `navigator` must be set; zero is the default of the rest.
typedef struct way_walker_config {
    way_navigator *navigator;       ///< borrowed; on a map, a believed one or anything else
    way_store store;                ///< of its agent; AUTO = sparse: there may be hundreds
    uint32_t capacity;              ///< of its agent
    way_observer *observer;         ///< [opt] of its agent; borrowed
    const way_allocator *allocator; ///< [opt]
    way_belief *belief; ///< [opt] borrowed; the navigator's map is its own. The walker looks around
                        ///< for it, at the time of its latest look
    way_sensor sensor;  ///< how, with a belief; its cell is where the walker stands
    uint32_t foresight; ///< on maps: what breaks a plan farther ahead than so many moves is seen to
                        ///< when the walker has come that near: plans are not always the best, and
                        ///< far fewer; 0 = all is seen to at once
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

/// Creates a walker with an agent of its own. INVALID_ARGUMENT (among others: a belief with another
/// map than the navigator's), OUT_OF_RANGE (radius), UNSUPPORTED (sight on hex maps), NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_walker_create(const way_walker_config *config,
                                                   way_walker **out);

/// NULL is fine.
WAY_API void way_walker_destroy(way_walker *walker);

/// Stands the unit on `start` and sends it to `goal`; looks around first. Fails like
/// way_agent_begin, and does as much work, besides looking around.
WAY_API WAY_NODISCARD way_status way_walker_begin(way_walker *walker, way_state start,
                                                  way_state goal);

/// Sends the unit to another goal from where it is. Fails like way_agent_retarget.
WAY_API WAY_NODISCARD way_status way_walker_retarget(way_walker *walker, way_state goal);

/// Plans for up to `budget` expansions and, once a plan is ready, makes one move and looks around.
/// NO_PATH: as far as is known, there is no way; on a map that does not change, none at all. A
/// later step looks again. On spaces other than maps, the caller reports changes with
/// way_walker_change.
///
/// Changes that can't matter to the plan, because no way as good as the plan passes there, are left
/// alone; the planner is told of the others, or sees to them itself while it is at a plan. Does the
/// work of at most `budget` + 1,024 expansions, where a look at a cell counts as a sixteenth, and
/// with a belief twice that of looking around: one for every 16 cells of a square of twice the
/// radius. Where the trip must begin again, that step may also do as much work as way_agent_begin.
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
