// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Navigators and agents: how a trip is planned, all at once or a little per frame.
//
//     way_navigator_config plan = {.space = space, .algorithm = "astar"};
//     way_navigator *navigator = NULL;  way_agent *agent = NULL;
//     way_status status = way_navigator_create(&plan, &navigator);
//     status = way_agent_create(&(way_agent_config){.navigator = navigator}, &agent);
//     status = way_agent_begin(agent, &(way_trip){.start = a, .goal = b});
//     while (way_agent_step(agent, 500) == WAY_OUTCOME_WORKING) { next_frame(); }
#pragma once

#include <waymark/algorithm.h>

#ifdef __cplusplus
extern "C" {
#endif

// Navigators --------------------------------------------------------------------------------------

typedef struct way_navigator way_navigator;

/// `space` and `algorithm` must be set; zero is the default of the rest.
typedef struct way_navigator_config {
    way_space *space;      ///< borrowed; must outlive the navigator
    const char *algorithm; ///< "astar", "astar(open=bucket, tie=low_g)" or "auto"
    /// [opt] What "auto" is chosen for; NULL = many searches, some edits, no database.
    WAY_RENAMED(const way_workload *, workload, prospect);
    const way_job *job;   ///< [opt]
    way_problem *problem; ///< [opt] what is wrong with `algorithm`; TOO_LARGE: what to change
    const way_allocator *allocator; ///< [opt]
} way_navigator_config;

/// Prepares an algorithm for a space. Every algorithm of maps takes every map: on ground that is
/// not what it needs (links, weights, penalties, other neighbours or corners), and for as long as
/// it is not, jump point search makes its trips, or A* where there are penalties, by the best way
/// and without its bound on look-aheads. What was made on such ground is never prepared for
/// another. NOT_FOUND (no such algorithm or parameter), OUT_OF_RANGE, UNSUPPORTED (a space that is
/// no map lacks what it needs), TOO_LARGE (for its database), CANCELLED, NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_navigator_create(const way_navigator_config *config,
                                                      way_navigator **out);

/// NULL is fine. Destroy its agents first.
WAY_API void way_navigator_destroy(way_navigator *navigator);

WAY_API const way_algorithm *way_navigator_algorithm(const way_navigator *navigator);

/// The algorithm that makes the trips on the space as it is, and why, in words.
WAY_API way_choice way_navigator_choice(const way_navigator *navigator);
WAY_API way_space *way_navigator_space(const way_navigator *navigator);

/// The value in force of a parameter, by index into the algorithm's params.
WAY_API int32_t way_navigator_param(const way_navigator *navigator, uint32_t index);

/// The most expansions between two moves of an agent, as a REALTIME algorithm promises; 0 for
/// others, and while another search makes the trips. For "beacon" this holds with one goal: for the
/// nearest of n goals it is n + 2 times as much, and for ranges it searches before it moves. An
/// algorithm that is OPTIMAL as well compares all ways out of a blocked start before its first
/// move.
WAY_API uint32_t way_navigator_lookahead(const way_navigator *navigator);

/// Bytes of the database, shared by all agents.
WAY_API size_t way_navigator_bytes(const way_navigator *navigator);

// Agents ------------------------------------------------------------------------------------------

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
typedef struct way_observer {
    way_event *events;
    uint32_t capacity; ///< at least 1
    uint64_t count;    ///< events ever written
} way_observer;

/// What a trip has cost so far. Counts are the same on every machine.
typedef struct way_stats {
    uint64_t expansions;  ///< states whose steps were looked at
    uint64_t generations; ///< states that got a first or a better way
    uint64_t reopenings;  ///< generations of states already expanded
    uint64_t heap_pushes;
    uint64_t heap_pops;     ///< stale entries included
    uint64_t revisits;      ///< committed moves onto states already on the walk
    uint64_t steps;         ///< calls of way_agent_step
    uint64_t step_work_max; ///< most work in one step: expansions, and looks at cells / 16
    uint64_t states_max;    ///< most states remembered at once; 0 = the algorithm does not say
    size_t bytes;           ///< held by the agent
} way_stats;

typedef enum way_store {
    WAY_STORE_AUTO,  ///< dense where states are known in advance
    WAY_STORE_DENSE, ///< an array over all states: fastest
    WAY_STORE_SPARSE ///< pages, or with a capacity a hash, of the states touched: smallest
} way_store;

typedef struct way_agent way_agent;

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

typedef enum way_goal_mode {
    WAY_GOAL_EXACT,    ///< stand on `goal`
    WAY_GOAL_RANGE,    ///< stand where the estimate to `goal` is at most `range`
    WAY_GOAL_ADJACENT, ///< stand one step from `goal`, which may be blocked
    WAY_GOAL_ANY_OF,   ///< stand on the cheapest of `goals`
    WAY_GOAL_SPACE     ///< stand on one of the space's own goals
} way_goal_mode;

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

/// Creates an agent. Dense stores are allocated here; lists, paths and sparse stores grow with the
/// first trips and are kept. Where nothing may be allocated later, give it a pool (pool.h).
WAY_API WAY_NODISCARD way_status way_agent_create(const way_agent_config *config, way_agent **out);

/// NULL is fine.
WAY_API void way_agent_destroy(way_agent *agent);

/// Starts a trip; an earlier one is forgotten. OUT_OF_RANGE (no such state), UNSUPPORTED (a goal
/// mode the algorithm lacks, or a space that changed out of its reach), INVALID_ARGUMENT,
/// NO_MEMORY.
///
/// An algorithm that promises BLOCKED_START leaves a blocked start by the best of all legal steps
/// out of it; others take the step that looks best. On a map, a start may be up to 64 cells deep
/// inside blocked ground. The exit is then the nearest cell where the unit can stand and from which
/// a goal can be reached. If there is none, it is the nearest where the unit can stand. The gate is
/// the nearest blocked cell from which a legal step leads to the exit. Of several that are as near,
/// the one with the lowest number is taken. The path first goes straight to the gate, over cells
/// that no step leads out of, as if they were plain ground.
///
/// Does the work of at most 4,096 expansions, and one more for every goal; a look at a cell counts
/// as a sixteenth. If finding a replacement for the goal takes longer, the steps do the rest.
WAY_API WAY_NODISCARD way_status way_agent_begin(way_agent *agent, const way_trip *trip);

/// Works for up to `budget` expansions (at least one) and at most 64 more, where a look at a cell
/// counts as a sixteenth, and says how the trip stands. Jumps of "jps" count what they scan, piece
/// by piece. Where an edit makes a trip begin again, and where a path that edits broke is mended,
/// that step may also do as much work as way_agent_begin. A step of a REALTIME search looks ahead
/// at most once, whatever its budget, and makes the moves that were decided on: usually one, but
/// several at once in "lsslrta", "rtaa", "rtd", "frit" and "beacon". way_agent_path says how many.
///
/// If the map is edited while a search that HANDLES EDITS is under way (or a fog learns something):
///
/// 1. A search that has read nothing of what changed goes on and keeps all its promises. Otherwise
///    a plan is repaired or begun again once, and after that it is finished with what is known, if
///    need be by A* ("weighted" in place of searches that are not OPTIMAL), and mended where it is
///    broken.
/// 2. So, with budgets of 64 or more, a plan takes at most three times the steps that one from
///    scratch takes without edits on the costliest of the maps there were, plus six, counted from
///    the last change of the goal in force (the plan of an ANYTIME search is its first path).
/// 3. Whatever the outcome, the path is legal as a whole on the map of the step that returned it
///    (of REALTIME searches: each move when it was made), way_agent_cost is what it costs there,
///    and way_agent_bound_thousandths tells only what is proven of all of it.
/// 4. NO_PATH means that on that map no goal that was asked for can be reached from where the unit
///    is, nor with fall_back_to_nearest any place at all; a goal that is blocked, and its
///    replacement, however often, are replaced by the nearest as it is then.
/// 5. Changes (an empty list, too), retargets, advances, parking and resuming may come in any
///    order: each either is done, and the trip then goes for the goal given last, or answers with a
///    status and changes nothing.
///
/// PREPARED searches follow their databases, and while one is behind a search without it is made.
/// A REALTIME search arrives if the edits leave it time to, an OPTIMAL one by the best way from
/// then on. A trip that is over stays as it is. Searches that do not handle edits end with STALE.
/// Penalties that the caller changes are not edits: they count from the next time they are read.
WAY_API way_outcome way_agent_step(way_agent *agent, uint32_t budget);

/// How many expansions the next look-ahead of a trip may take, where the caller decides that
/// ("lsslrta(move=dynamic)"); at most way_navigator_lookahead. Set between two look-aheads, it
/// holds for the next one alone. UNSUPPORTED by other algorithms, WRONG_STATE during a look-ahead.
WAY_API WAY_NODISCARD way_status way_agent_set_lookahead(way_agent *agent, uint32_t expansions);

/// Steps until the trip is over.
WAY_API way_outcome way_agent_run(way_agent *agent);

/// Ends the trip with CANCELLED.
WAY_API void way_agent_cancel(way_agent *agent);

/// Tells an agent of an INCREMENTAL algorithm that steps from or to these states changed: give both
/// ends of each such step; on maps and in fog the edited cells are enough. The agent is WORKING
/// again and plans from where it is. The states are copied; beyond that the call does the work of
/// at most 64 expansions, and the next steps do the rest. WRONG_STATE (the trip hit a limit or was
/// cancelled), NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_agent_notify(way_agent *agent, const way_state *states,
                                                  uint32_t count);

/// How the trip stands, or ended.
WAY_API way_outcome way_agent_outcome(const way_agent *agent);

/// The moves committed so far, start first. Valid until the next call on the agent.
WAY_API const way_state *way_agent_path(const way_agent *agent, uint32_t *count);

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

/// The cost of those moves, also of a path that only leads towards the goal; WAY_COST_MAX if there
/// is no path and none was begun, or if they cost that much or more.
WAY_API way_cost way_agent_cost(const way_agent *agent);

/// The goal in force: the one asked for, its replacement, or the one that was reached.
WAY_API way_state way_agent_goal(const way_agent *agent);

/// Whether every committed move from index `from` on is still legal on the space as it is now.
WAY_API bool way_agent_path_holds(const way_agent *agent, uint32_t from);

WAY_API way_stats way_agent_stats(const way_agent *agent);

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
/// of reach is NO_PATH. In all other cases the agent stays as it is: BAD_FORMAT, UNSUPPORTED (bytes
/// of another algorithm or other parameters), STALE (bytes of another map, or of an older revision
/// if the algorithm does not handle edits), OUT_OF_RANGE, NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_agent_resume(way_agent *agent, const void *bytes, size_t size);

// One call ----------------------------------------------------------------------------------------

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
/// scratch: keep a navigator and an agent if there is more than one trip to plan.
WAY_API WAY_NODISCARD way_status way_find(const way_map *map, const char *algorithm, way_cell start,
                                          way_cell goal, way_path *out);

/// The same in any space: for units of another profile, with links, with penalties.
WAY_API WAY_NODISCARD way_status way_find_in(way_space *space, const char *algorithm,
                                             way_state start, way_state goal, way_path *out);

/// Frees what way_find allocated.
WAY_API void way_path_free(way_path *path);

#ifdef __cplusplus
}
#endif
