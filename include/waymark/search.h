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
//     while (way_agent_step(agent, 500) == WAY_OUTCOME_MOVING) { next_frame(); }
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
    const way_prospect *prospect;
    const way_job *job;   ///< [opt]
    way_problem *problem; ///< [opt] what is wrong with `algorithm`; TOO_LARGE: what to change
    const way_allocator *allocator; ///< [opt]
} way_navigator_config;

/// Prepares an algorithm for a space. NOT_FOUND (no such algorithm or parameter), OUT_OF_RANGE,
/// UNSUPPORTED (the space lacks what it needs), TOO_LARGE (for its database), CANCELLED, NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_navigator_create(const way_navigator_config *config,
                                                      way_navigator **out);

/// NULL is fine. Its agents must be gone.
WAY_API void way_navigator_destroy(way_navigator *navigator);

WAY_API const way_algorithm *way_navigator_algorithm(const way_navigator *navigator);

/// What was made of `algorithm`, and why in words.
WAY_API way_choice way_navigator_choice(const way_navigator *navigator);
WAY_API way_space *way_navigator_space(const way_navigator *navigator);

/// The value in force of a parameter, by index into the algorithm's params.
WAY_API int32_t way_navigator_param(const way_navigator *navigator, uint32_t index);

/// Most expansions between two moves of an agent, as a REALTIME algorithm promises; 0 for others.
/// Of "beacon" that is for one goal: to the nearest of several it is as many times more as there
/// are goals, and two; for ranges it searches before it moves. One that is OPTIMAL as well compares
/// all ways out of a blocked start before its first move.
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
/// Searches without one run code that does not know of it.
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
    uint64_t step_work_max; ///< most in one step: expansions, and looks at cells, 16 for one
    uint64_t states_max;    ///< most states remembered at once; 0 = the algorithm does not tell
    size_t bytes;           ///< held by the agent
} way_stats;

typedef enum way_store {
    WAY_STORE_AUTO,  ///< dense where states are known in advance
    WAY_STORE_DENSE, ///< an array over all states: fastest
    WAY_STORE_SPARSE ///< pages, or with a capacity a hash, of the states touched: smallest
} way_store;

typedef struct way_agent way_agent;

/// `navigator` must be set; zero is the default of the rest.
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
    WAY_GOAL_NEAREST,  ///< stand on the cheapest of `goals`
    WAY_GOAL_SPACE     ///< stand on one of the space's own goals
} way_goal_mode;

/// Where to go and what to do when that can't be. Zero means the plain thing throughout.
typedef struct way_trip {
    way_state start; ///< may be blocked; see way_agent_begin
    way_state goal;
    way_goal_mode mode;
    way_cost range;         ///< WAY_GOAL_RANGE
    const way_state *goals; ///< WAY_GOAL_NEAREST: [goal_count]; copied
    uint32_t goal_count;    ///< [1..65536]
    bool nearest_instead;   ///< a blocked or unreachable goal is replaced by the nearest reachable
    bool partial;           ///< a search that gives up leaves a path towards the goal
    uint64_t expansion_limit; ///< most expansions; 0 = no limit
} way_trip;

/// Creates an agent. Stores over all states are taken here; lists, paths and sparse stores grow
/// with the first trips and are kept. Where nothing may be taken later, give it a pool (pool.h).
WAY_API WAY_NODISCARD way_status way_agent_create(const way_agent_config *config, way_agent **out);

/// NULL is fine.
WAY_API void way_agent_destroy(way_agent *agent);

/// Starts a trip; an earlier one is forgotten. OUT_OF_RANGE (no such state), UNSUPPORTED (a goal
/// mode the algorithm lacks, or a space that changed out of its reach), INVALID_ARGUMENT,
/// NO_MEMORY.
///
/// A blocked start is left by the best of all legal steps out of it if the algorithm promises
/// BLOCKED_START, else by the one that looks best. On a map, from up to 64 cells deep inside
/// blocked ground, the path first leads straight over cells that no step leads out of, as if they
/// were plain, to the gate: the nearest (then lowest) cell where the unit can stand and a goal can
/// be reached from is its exit, and of the blocked cells that a legal step leads to the exit from
/// the nearest (then lowest) is the gate. Without such an exit the nearest place to stand is taken
/// for one.
///
/// Does at most the work of 4,096 expansions, a look at a cell being a sixteenth of one, and of one
/// for every goal: what is left to do to find a place instead of a goal is left to the steps.
WAY_API WAY_NODISCARD way_status way_agent_begin(way_agent *agent, const way_trip *trip);

/// Works for up to `budget` expansions (at least one), a look at a cell being a sixteenth of one,
/// and at most 64 more, and tells what the trip has come to. Jumps of "jps" count
/// what they scan, piece by piece. Where an edit makes a trip begin again, that step may do as much
/// more as way_agent_begin. A REALTIME search may make several moves in a step, where one look
/// ahead decides on them together: way_agent_path tells how many.
///
/// When a map was edited since the last step (or a fog learned something), a search that HANDLES
/// EDITS goes on if nothing that it has read changed, and keeps all its promises on the new map.
/// Otherwise an INCREMENTAL one is told of the cells; any other starts again, but only once per
/// trip: from then on it goes on with what it knows, its path is checked, and where it is broken a
/// way round is sought. Such a path is legal when it is handed out, but way_agent_bound no longer
/// proves anything. PREPARED searches follow their databases and hand out a path piece by piece,
/// each legal when it is handed out; where an edit concerns what is left of a plan it is made
/// again, once, and while the database is behind, or after that, "astar" finds the rest: its steps
/// count then. So, whatever the rate of edits, a plan takes no more than three times the steps that
/// it takes without, and six, given budgets of 64 or more (of an ANYTIME search the first path is a
/// plan); a REALTIME search makes only moves that are legal when it makes them, and arrives when it
/// is left the time, an OPTIMAL one from there on by the best way. A trip that is over stays as it
/// is. Other searches end with STALE. Penalties that the caller changes are no edit: they count
/// where they are read next.
WAY_API way_outcome way_agent_step(way_agent *agent, uint32_t budget);

/// How many expansions the next look-ahead of a trip may take, where that is the agent's to choose
/// ("lsslrta(move=dynamic)"); beyond way_navigator_lookahead it is cut. Asked for between two
/// look-aheads, it holds for one. UNSUPPORTED by other algorithms, WRONG_STATE amid a look-ahead.
WAY_API WAY_NODISCARD way_status way_agent_set_lookahead(way_agent *agent, uint32_t expansions);

/// Steps until the trip is over.
WAY_API way_outcome way_agent_run(way_agent *agent);

/// Ends the trip with CANCELLED.
WAY_API void way_agent_cancel(way_agent *agent);

/// Tells an agent of an INCREMENTAL algorithm that steps from or to these states changed: both ends
/// of each such step, but on maps and in fog the edited cells are enough. It is MOVING again and
/// plans from where it is. The states are copied; beyond that the call does the work of at most 64
/// expansions, and the steps that follow do the rest. WRONG_STATE if the trip hit a limit or was
/// called off, NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_agent_change(way_agent *agent, const way_state *states,
                                                  uint32_t count);

/// What the trip has come to so far.
WAY_API way_outcome way_agent_outcome(const way_agent *agent);

/// The moves committed so far, start first. Valid until the next call on the agent.
WAY_API const way_state *way_agent_path(const way_agent *agent, uint32_t *count);

/// A straight stretch of a path.
typedef struct way_run {
    way_state to;   ///< where it ends, and the next one starts
    uint32_t steps; ///< moves, at least one
} way_run;

/// The same moves as straight stretches: the first starts where the path does, and their ends are
/// the waypoints of the path. In spaces other than grids every move is one. Valid until the next
/// call on the agent. NULL, and a count of 0, for a path of one state or without memory.
WAY_API const way_run *way_agent_runs(const way_agent *agent, uint32_t *count);

/// Cost of those moves, also of a path that only leads towards the goal; WAY_COST_MAX if there is
/// no path and none was begun, or if they cost that much or more.
WAY_API way_cost way_agent_cost(const way_agent *agent);

/// The same in 64 bits, for ways that are longer than 32 bits count (docs/limits.md): exact for
/// every path. UINT64_MAX if there is none. Past WAY_COST_MAX the call looks at every move.
WAY_API uint64_t way_agent_full_cost(const way_agent *agent);

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

/// Writes what it takes to go on with the trip; `*size` is how many bytes that takes, and
/// OUT_OF_RANGE says that `capacity` is less. The agent may go on as well. UNSUPPORTED by most
/// algorithms. WRONG_STATE if the trip is over, amid a look-ahead (a step of as many expansions as
/// way_navigator_lookahead says ends with a move), or while the agent finds its way without a
/// database that is behind the map.
WAY_API WAY_NODISCARD way_status way_agent_park(const way_agent *agent, void *bytes,
                                                size_t capacity, size_t *size);

/// Goes on with a trip that an agent of the same kind of navigator parked: it makes the same moves
/// as if it had never been parked, unless a database changed meanwhile, which it asks again, or has
/// too many regions for rows, which it searches again. The path starts where the unit stands, the
/// cost goes on from where it was, counts start again. Like way_agent_begin a goal that went out of
/// reach is NO_PATH. Otherwise the agent stays as it is: BAD_FORMAT, UNSUPPORTED (bytes of another
/// algorithm or parameters), STALE (of another map, or of an older revision and the algorithm does
/// not handle edits), OUT_OF_RANGE, NO_MEMORY.
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

/// Plans one trip with an algorithm such as "astar" and gives the path. Prepares everything from
/// scratch: keep a navigator and an agent where there is more than one trip to plan.
WAY_API WAY_NODISCARD way_status way_find(const way_map *map, const char *algorithm, way_cell start,
                                          way_cell goal, way_path *out);

/// The same in any space: for units of another profile, with links, with penalties.
WAY_API WAY_NODISCARD way_status way_find_in(way_space *space, const char *algorithm,
                                             way_state start, way_state goal, way_path *out);

/// Gives back what way_find gave.
WAY_API void way_path_free(way_path *path);

#ifdef __cplusplus
}
#endif
