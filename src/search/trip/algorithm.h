// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The one shape of an algorithm: a const table of functions that works on a navigator (what is
// prepared once and shared) and on agents (one trip each). Outside its own file, only a line in
// registry.def names it.
#pragma once

#include "base/check.h"
#include "core/blob.h"
#include "core/hash_table.h"
#include "core/nodes.h"
#include "core/parcel.h"
#include "core/path_buffer.h"
#include "map/reach/nearest.h"
#include "search/trip/goal.h"
#include "space/space.h"

#include <waymark/agent.h>
#include <waymark/database.h>

/// How many looks at a cell cost as much as one expansion.
#define WAYI_LOOKS 16u

/// Where a parked trip goes on.
typedef struct wayi_parked {
    way_state place;
    way_state goal;
    bool same_map; ///< as when it was parked
} wayi_parked;

/// What is prepared once, for a navigator, and shared. All but the size may be missing.
typedef struct wayi_database_kind {
    size_t size; ///< bytes of the struct behind navigator->database; 0 = none
    /// Whether the parameters call for a database at all; missing = they do.
    bool (*is_wanted)(const way_navigator *navigator);
    /// Whether it can search at all, apart from its needs; else the navigator's stand-in
    /// does. Then `prepare` is called on any ground, and may leave the database empty. Missing =
    /// it can if it has its database.
    bool (*is_able)(const way_navigator *navigator);
    /// Fills the zeroed database; where `open` is missing, from navigator->blob if that is
    /// there. On failure `discard` is called.
    way_status (*prepare)(way_navigator *navigator, const way_job *job);
    /// Plain arrays of the database, which the hooks below can leave to the frame: it
    /// releases, saves and borrows them, before `open` looks at what is in them.
    const wayi_blob_list *lists;
    uint32_t list_count;
    /// Releases what the database owns, even if it is only half filled.
    void (*discard)(way_navigator *navigator);
    /// Takes note of changed rectangles of the map and repairs the database for about
    /// `budget` expansions; `*done` = nothing is left to do. Called again with no rectangles to go
    /// on.
    way_status (*repair)(way_navigator *navigator, const way_rect *rects, uint32_t count,
                         uint32_t budget, bool *done);
    bool favours;    ///< `repair` begins near navigator->favoured
    bool saves_amid; ///< `save` writes what `repair` has left to do, too
    /// Whether trips leave in the database what later ones find there: another one that was
    /// saved and opened has it to find again. Where it may be so `repair` is called even if nothing
    /// is out of date.
    bool (*learns)(const way_navigator *navigator);
    /// Whether the database may give wrong answers about the map as it was told of it, not
    /// just slower ones; missing = while `repair` has work left.
    bool (*is_behind)(const way_navigator *navigator);
    /// Writes the database into a blob; problems show in the writer.
    void (*save)(const way_navigator *navigator, wayi_blob_writer *writer);
    /// Fills the zeroed database from a blob of this map, in place where possible: BAD_FORMAT
    /// if a number in it points nowhere, NO_MEMORY. On failure `discard` is called. Missing =
    /// `prepare` opens what was saved.
    way_status (*open)(way_navigator *navigator, const wayi_blob *blob);
    /// The region of a state and the state that represents it; WAY_STATE_NONE if it has none.
    uint32_t (*find_region)(const way_navigator *navigator, way_state state, way_state *place);
    /// What to change if a map is too large for `prepare`: "raise" or "lower", and a
    /// parameter. See wayi_navigator_refuse as well.
    const char *relief;
} wayi_database_kind;

/// Parameters of a table's `info`, and lists of its database.
#define WAYI_PARAMS(list) .params = (list), .param_count = sizeof(list) / sizeof *(list)
#define WAYI_LISTS(items)                                                                          \
    .database.lists = (items), .database.list_count = sizeof(items) / sizeof *(items)

typedef struct wayi_algorithm {
    way_algorithm info;
    wayi_database_kind database;

    size_t memory_size; ///< bytes of the struct behind agent->memory
    /// Trips outlive edits by being planned again from where the path ends, or found by cells while
    /// the database is behind (plan.c): `begin` finds it current, and the path goes on from
    /// agent->start.
    bool detours;
    bool commits_runs; ///< moves are committed by wayi_agent_commit_run
    const void *kind;  ///< [opt] how hooks that several algorithms share differ for this one

    /// [opt] Sets parameters of a navigator that is being made to what is in force in its space.
    void (*settle)(way_navigator *navigator);

    /// [opt] Most expansions between two moves; missing = the parameter "lookahead", or 1 if there
    /// is none.
    uint32_t (*lookahead)(const way_navigator *navigator);
    /// [opt] Where steps can't be taken back, one more for every so many of those, and for the
    /// rest.
    uint32_t beside;

    /// [opt] Sets up the zeroed memory of an agent: takes what its capacity needs. On failure
    /// `destroy` is called.
    way_status (*create)(way_agent *agent);
    /// [opt] Releases what the memory owns, even if it is only half filled.
    void (*destroy)(way_agent *agent);

    /// [opt] Whether what the memory holds of a trip under way goes together; of wayi_trip_check.
    bool (*check)(const way_agent *agent);

    /// [opt] Most states that were remembered at once on this trip.
    uint32_t (*states_max)(const way_agent *agent);

    /// [opt] Whether this trip begins even if its goal can't be reached: the algorithm finds that
    /// out, or a way towards the goal if that is asked for.
    bool (*seeks_unreachable)(const way_agent *agent);
    /// Starts the trip agent->start -> agent->goal, which is known to be possible where the space
    /// can tell.
    way_status (*begin)(way_agent *agent);
    /// Works for up to `budget` expansions. WORKING, FOUND, NO_PATH or CAPACITY.
    way_outcome (*step)(way_agent *agent, uint32_t budget);
    /// [opt] Whether a search under way has read nothing in these rectangles, which hold all cells
    /// whose steps changed: then it goes on as if it had begun on the map as it is now. `*work` is
    /// how much may be spent on finding out, in looks at a cell, and is reduced by what was spent.
    /// Missing = it doesn't know.
    bool (*outlives)(way_agent *agent, const way_rect *rects, uint32_t count, uint64_t *work);
    /// [opt] Lets the search go on although it has read what changed, and look there again so that
    /// it does not miss what opened. Its path will be checked.
    void (*look_again)(way_agent *agent, const way_rect *rects, uint32_t count);
    /// [opt] Makes moves that `step` would make one by one, each for one expansion and none of them
    /// the last; returns how many. Called when nobody waits between the moves or watches; the
    /// caller counts expansions.
    uint32_t (*rush)(way_agent *agent);
    /// [opt] Leaves a path towards the goal when the trip is given up; only called if the trip
    /// asks.
    void (*give_up)(way_agent *agent);
    /// [opt] Steps from or to these states changed. The path was cut back to agent->start; `step`
    /// is called until there is a new one.
    way_status (*change)(way_agent *agent, const way_state *states, uint32_t count);
    /// [opt] Whether `change` may be deferred for states that no way as good as the plan passes:
    /// wrong values there don't spoil the plan.
    bool waits;
    /// [opt] The agent walked along its path to agent->start, which cost `walked`; what was walked
    /// is gone from the path. Lays out more of it if it is shorter than the horizon.
    way_status (*advance)(way_agent *agent, way_cost walked);
    /// [opt] The goal is now agent->goal.state. Otherwise as `change`.
    way_status (*retarget)(way_agent *agent);
    /// [opt] The next look-ahead may take so many expansions: UNSUPPORTED, WRONG_STATE.
    way_status (*set_lookahead)(way_agent *agent, uint32_t expansions);
    /// [opt] What the agent believes the way from a state to the goal to cost: the space's estimate
    /// and what was learned since the trip began. WAY_COST_MAX = there is none. For tests of
    /// algorithms that learn.
    way_cost (*estimate)(const way_agent *agent, way_state state);
    /// [opt] Distances between many states at once; UNSUPPORTED = trip by trip, for now.
    way_status (*distances)(way_agent *agent, const way_distances *question, way_cost *out);
    /// [opt] The proven bound of the path in hand, in thousandths; UINT32_MAX = none. Missing =
    /// what the traits say.
    uint32_t (*bound)(const way_agent *agent);

    /// [opt] Writes what the trip needs to go on, besides place and goal. WRONG_STATE during a
    /// look-ahead.
    way_status (*park)(const way_agent *agent, wayi_parcel_writer *out);
    /// [opt] Reads that into the memory: BAD_FORMAT, OUT_OF_RANGE. Leaves it as it is unless OK.
    way_status (*resume)(way_agent *agent, const wayi_parked *parked, wayi_parcel_reader *in);

} wayi_algorithm;

/// What the registry hands down to whoever searches by another: below it nobody names one.
typedef struct wayi_roof {
    way_status (*create)(const way_navigator_config *config, way_navigator **out);
    const way_algorithm *(*find)(const char *name);
} wayi_roof;

/// What a navigator is made of, once the registry has read its spec or chosen for it.
typedef struct wayi_recipe {
    const wayi_algorithm *algorithm;
    int32_t params[WAY_PARAMS_MAX];
    const char *reason;   ///< why this one was chosen; NULL = it was asked for
    const char *stand_in; ///< name of the one that searches where it can't; NULL = none
    const wayi_roof *roof;
} wayi_recipe;

struct way_navigator {
    const wayi_algorithm *algorithm;
    const wayi_roof *roof; ///< makes other searches
    way_space *space;
    way_space *own_space; ///< the same, if it was made of a map; else NULL
    void *database;
    int32_t params[WAY_PARAMS_MAX];
    uint64_t revision;      ///< of the space: changes up to here were handed to `repair`
    bool repairing;         ///< `repair` has work left
    uint64_t repaired;      ///< units of work that repairs have done so far
    way_repair_stats stats; ///< of repairs, `work` aside
    way_cell favoured[WAY_NAVIGATOR_FAVOURED_MAX];
    uint32_t favoured_count;
    uint32_t regions;        ///< that a map falls into which is refused for that; 0 = none is
    uint32_t regions_max;    ///< those that it may
    const wayi_blob *blob;   ///< that it is opened from, until it is
    bool borrows;            ///< the lists of the database are parts of a file
    uint32_t chosen;         ///< bits of the parameters that it chose itself instead of a default
    const char *reason;      ///< why this one was chosen; NULL = it was asked for
    const char *stand_in;    ///< name of what searches where it can't; NULL = none
    uint32_t lent;           ///< to agents (base/lend.h)
    wayi_meter meter;        ///< of all that it holds
    way_allocator allocator; ///< counted by it
};

/// The straight stretches of a path. An algorithm that finds them commits them alone; the states
/// between are added to the path when somebody asks.
typedef struct wayi_runs {
    way_segment *items;
    uint32_t count;
    uint32_t capacity;
    uint32_t unrolled; ///< those whose states are on the path
    uint32_t rolled;   ///< states of the others, for which the path has room
} wayi_runs;

/// What a step of a trip under way works at (trip.c has the diagram), and what a trip has come to.
typedef enum wayi_phase {
    WAYI_IDLE,  ///< nothing: no trip, or one that ended before it set out
    WAYI_SEEK,  ///< a place instead of the goal, or within its range
    WAYI_TELL,  ///< the algorithm is told of what changed
    WAYI_PLAN,  ///< the algorithm's own search
    WAYI_MEND,  ///< a way round what broke a path, by the search in its place
    WAYI_ASIDE, ///< the rest of the trip, by the search in its place
    WAYI_PHASES,
    WAYI_READY = WAYI_PHASES, ///< there is a plan; these are no phases, but follow from the outcome
    WAYI_NONE,                ///< there is none on the map as it is
    WAYI_OVER,
    WAYI_STANDS
} wayi_phase;

/// What happens to a trip.
typedef enum wayi_event {
    WAYI_FOUND,  ///< the work of a phase is done
    WAYI_DRY,    ///< it has come to nothing
    WAYI_FULL,   ///< memory or the capacity ran out
    WAYI_SPENT,  ///< the limit of expansions is reached
    WAYI_APART,  ///< the map changed where nothing was read
    WAYI_READ,   ///< it changed where something was
    WAYI_GOAL,   ///< the goals would be set otherwise now
    WAYI_LEAD,   ///< the way out of blocked ground would be another one
    WAYI_BEYOND, ///< the ground is not what the search needs, or nothing tells what changed
    WAYI_CHANGE,
    WAYI_RETARGET,
    WAYI_ADVANCE,
    WAYI_CANCEL,
    WAYI_EVENTS,
    WAYI_MORE = WAYI_EVENTS ///< none yet
} wayi_event;

/// What the search in force knows of the map as it is now. Rises while the search goes on.
typedef enum wayi_knowledge {
    WAYI_NOTHING,  ///< it has not begun
    WAYI_CURRENT,  ///< the map has not changed since it began, or all changes were handed over
    WAYI_OUTLIVED, ///< the map has changed, but nothing that the search had read: proofs stand
    WAYI_DRIFTING  ///< it has read what is no longer true: its path must be checked
} wayi_knowledge;

/// Where a trip stands.
typedef struct wayi_stand {
    way_outcome outcome;
    way_outcome arrival; ///< FOUND, or PARTIAL when the goal was replaced
    wayi_phase phase;
    wayi_knowledge knows;
    uint32_t from;     ///< where on the path the plan in force begins: moves before are not proven
    uint32_t restarts; ///< of the plan, for edits; WAYI_PLAN_LATE = another search finishes it
    uint64_t revision; ///< of the space that the search knows of
    uint32_t scale;    ///< of the estimates when the search began
    uint32_t expected; ///< states it may come by, by how far it is from its start to the goal
} wayi_stand;

/// The trip as asked for.
typedef struct wayi_wish {
    way_trip trip;
    wayi_path_buffer goals;
    uint32_t horizon;  ///< most moves to lay out at a time, on later trips, too; 0 = all
    wayi_nearest seek; ///< for a place instead of the goal
} wayi_wish;

/// How the path is kept and counted.
typedef struct wayi_way {
    wayi_runs runs;         ///< of the path from the start of the trip on, or none
    wayi_hash_table visits; ///< of states, as far as they were counted
    uint32_t counted;       ///< states of the path: revisits are counted when somebody asks
    bool terse; ///< [opt] the path leaves out what lies between bends, diagonal steps first
} wayi_way;

/// The way out of blocked ground.
typedef struct wayi_exit {
    uint32_t lead;  ///< states of the path before the search's own
    uint32_t deep;  ///< steps at the beginning of the path that lead from deep inside to the gate
    uint32_t rings; ///< how many cells around the start matter to where it is
    bool clear;     ///< it leads over cells alone that no step leads out of
} wayi_exit;

/// Changed states that the algorithm must still be told of.
typedef struct wayi_told {
    wayi_path_buffer states;
    uint32_t next; ///< of these
    bool behind;   ///< there are changes that it will be told of later, if need be
} wayi_told;

/// What searches in the algorithm's place.
typedef struct wayi_aside {
    struct wayi_inner *by; ///< kept from the first time on
    uint64_t repaired;     ///< work on the database when it took over
    wayi_path_buffer rest; ///< of a broken path behind what is being mended, last state first
} wayi_aside;

struct way_agent {
    const wayi_algorithm *algorithm;
    way_navigator *navigator;
    way_space *space;
    way_observer *observer; ///< NULL = nobody watches
    void *memory;           ///< the algorithm's own; NULL until it first makes a trip
    way_edge *edges;        ///< [space->degree_max] scratch for one expansion
    wayi_goal goal;         ///< in force
    wayi_path_buffer path;
    wayi_way walk;
    way_state start; ///< where the search in force starts: behind the way out of blocked ground
    way_cost cost;   ///< of the committed path
    wayi_stand at;
    wayi_wish wish;
    wayi_told told;
    wayi_exit exit;
    wayi_aside aside;
    uint64_t looked; ///< units of work on this trip that were no expansions
    way_store store;
    uint32_t capacity;
    way_stats stats;
    wayi_meter meter;        ///< of all that it holds
    way_allocator allocator; ///< counted by it
};

/// Whether it lacks a database that its algorithm needs: it was made on ground that this does not
/// take.
bool wayi_navigator_is_unprepared(const way_navigator *navigator);

/// More rectangles than this are handed over as the whole map.
#define WAYI_NAVIGATOR_RECTS 256u

/// Parts of the map that changed since `repair` was told of any [WAYI_NAVIGATOR_RECTS].
way_status wayi_navigator_changes(const way_navigator *navigator, way_rect *rects, uint32_t *count);

/// Whether its own algorithm searches on the space as it is now; else the stand-in does.
bool wayi_navigator_is_able(const way_navigator *navigator);

/// Whether it makes trips to goals of a kind itself, on the space as it is now.
bool wayi_navigator_takes(const way_navigator *navigator, way_goal_mode mode);

/// Whether it answers for a map that was, and its database does not follow.
bool wayi_navigator_is_stale(const way_navigator *navigator);

/// Makes a navigator by preparation, or from a blob that belongs to its space [opt].
way_status wayi_navigator_make(const way_navigator_config *config, const wayi_recipe *recipe,
                               const wayi_blob *blob, way_navigator **out);

/// Whether a config names one ground to search: a map or a space.
bool wayi_navigator_has_ground(const way_navigator_config *config);

/// Hands the space that was made of a map to the navigator made of it, or destroys it after a
/// failure.
way_status wayi_navigator_adopt(way_status status, way_space *space, way_navigator **out);

/// For `prepare`: the map falls into more regions than are taken. TOO_LARGE.
static inline way_status wayi_navigator_refuse(way_navigator *navigator, uint32_t regions,
                                               uint32_t most)
{
    navigator->regions = regions;
    navigator->regions_max = most;
    return WAY_STATUS_TOO_LARGE;
}

/// Whether all that is kept of a trip goes together; for tests, and after every call of the hostile
/// build.
bool wayi_trip_check(const way_agent *agent);

#ifdef WAY_HOSTILE
#define WAYI_TRIP_CHECK(agent) WAYI_ASSERT(wayi_trip_check(agent))
#else
#define WAYI_TRIP_CHECK(agent) ((void)0)
#endif

/// Whether a search has begun.
static inline bool wayi_agent_has_begun(const way_agent *agent)
{
    return agent->at.knows != WAYI_NOTHING;
}

/// Whether it is the algorithm's own.
static inline bool wayi_trip_is_own(const way_agent *agent)
{
    return (agent->at.phase == WAYI_PLAN || agent->at.phase == WAYI_TELL) &&
           wayi_agent_has_begun(agent);
}

static inline bool wayi_agent_is_realtime(const way_agent *agent)
{
    return agent->algorithm->info.traits & WAY_TRAIT_REALTIME;
}

/// The search knows less of the map than it did, as far as it knows anything.
static inline void wayi_agent_doubt(way_agent *agent, wayi_knowledge knows)
{
    agent->at.knows = agent->at.knows && agent->at.knows < knows ? knows : agent->at.knows;
}

/// Plans agent->wish.trip from the end of the path on.
way_status wayi_agent_plan(way_agent *agent);

/// What the move from a state of the path to the next costs, over blocked ground as well.
way_cost wayi_agent_move_cost(const way_agent *agent, uint32_t index);

/// Whether a state is so deep inside blocked ground that no step leads out of it.
bool wayi_agent_is_deep(const way_agent *agent, way_state state);

/// Whether the way out of blocked ground, if there is one, can still be gone, and none is needed if
/// there was none. Of a real-time agent: whether it can leave where it is.
bool wayi_agent_lead_holds(const way_agent *agent);

/// Whether the move from a state of the path to `to`, the next, is of the way out of deep inside
/// blocked ground, and goes over what one may go over there.
bool wayi_agent_leads_out(const way_agent *agent, uint32_t index, way_state to);

/// Whether changes in these rectangles may call for another way out of deep inside blocked ground.
bool wayi_agent_ground_moved(const way_agent *agent, const way_rect *rects, uint32_t count);

/// Whether it is kept though the ground changed: it passes nearer ones by, so any change might call
/// for another, and it holds.
bool wayi_agent_keeps_exit(const way_agent *agent);

/// Finds where one can step out of blocked ground: agent->start is then there.
void wayi_agent_surface(way_agent *agent);

/// Goes there, and steps out where the algorithm that searches does not plan that itself.
way_status wayi_agent_leave(way_agent *agent, const wayi_algorithm *by);

/// Takes the step out of the gate that looks best, after the walk there if it `walks`; also for
/// those who promise BLOCKED_START and have no time to weigh all of them: the start is where it
/// leads, or the outcome is NO_PATH.
way_status wayi_agent_step_out(way_agent *agent, bool walks);

/// Whether some goal can be reached from a state, as far as the space can tell.
bool wayi_agent_leads(const way_agent *agent, way_state state);

/// Whether the nearest reachable state tells if any lies within a range: not where links make
/// others nearer.
bool wayi_agent_knows_nearest(const way_space *space);

/// Sets agent->goal by agent->wish.trip, as seen from agent->start; `instead`: to the place nearest
/// to a range that was sought in vain. The outcome says if there is none.
way_status wayi_agent_set_goal(way_agent *agent, bool instead);

/// Sets agent->goal to all that agent->wish.trip asks for, whether or not it can be reached; false
/// without memory.
bool wayi_agent_wish(way_agent *agent);

/// Goes on looking for a place instead of the goal, for up to `*budget`; false if there is more to
/// do. The goal is set, or the outcome says that there is none.
bool wayi_agent_seek(way_agent *agent, uint32_t *budget);

/// Whether the goals in force are no longer those that the trip would be given on the map as it is
/// now, seen from a state. They may be set so.
bool wayi_agent_goal_moved(way_agent *agent, way_state from);

/// Cuts the path of a trip that is given up back to the state on it that looks nearest to a goal.
void wayi_agent_cut_to_nearest(way_agent *agent, const wayi_goal *goal);

/// Sets up the memory of the algorithm, if that was not done yet.
way_status wayi_agent_set_up(way_agent *agent);

/// Begins the algorithm's own search from the start in force for the goals in force.
way_status wayi_agent_start_search(way_agent *agent);

/// Whether the agent's node stores should be sparse.
bool wayi_agent_wants_sparse(const way_agent *agent);

/// A node store for all states of the space, of the kind that the agent may have. What it is made
/// of is left to the caller.
wayi_nodes_config wayi_agent_nodes(const way_agent *agent, const void *blank, uint32_t stride);

/// Sets up one like that.
way_status wayi_agent_open_nodes(const way_agent *agent, wayi_nodes *nodes, const void *blank,
                                 uint32_t stride);

/// Whether a goal can be stood on and reached from a state, as far as the space can tell.
bool wayi_agent_goal_works(const way_agent *agent, way_state start, way_state goal);

/// The steps from a state, as the space has them, for those who move before they know the way: none
/// that can't be taken back and from whose end no goal can be reached, where the space can tell.
uint32_t wayi_agent_expand(const way_agent *agent, way_state state, way_edge *edges);

/// The cost of one step, or WAY_COST_MAX if there is none. Uses agent->edges.
static inline way_cost wayi_agent_step_cost(const way_agent *agent, way_state from, way_state to)
{
    return wayi_space_step(agent->space, agent->edges, from, to);
}

/// Whether so many moves of the path from an index on are legal now.
bool wayi_agent_moves_hold(const way_agent *agent, uint32_t from, uint32_t moves);

/// Forgets the last trip and takes up another one, without path and goal.
void wayi_agent_reset(way_agent *agent, const way_trip *trip);

/// Tells the observer of a move that was made.
void wayi_agent_tell_move(const way_agent *agent, way_state state);

/// Appends one move; false without memory.
static inline bool wayi_agent_commit(way_agent *agent, way_state state, way_cost cost)
{
    if (!wayi_path_buffer_push(&agent->path, state)) {
        return false;
    }
    agent->cost = way_cost_add(agent->cost, cost);
    if (agent->observer) {
        wayi_agent_tell_move(agent, state);
    }
    return true;
}

bool wayi_agent_commit_run_slow(way_agent *agent, way_state to, uint32_t steps, way_cost cost);

/// Commits a straight run of moves on a grid from where the last one ended, and no states; false
/// without memory. Where this is used, nothing else commits moves.
static inline bool wayi_agent_commit_run(way_agent *agent, way_state to, uint32_t steps,
                                         way_cost cost)
{
    wayi_runs *runs = &agent->walk.runs;
    const uint32_t states = agent->path.count + runs->rolled + steps;
    if (runs->count == 0 || runs->count == runs->capacity || states > agent->path.capacity ||
        agent->observer) {
        return wayi_agent_commit_run_slow(agent, to, steps, cost);
    }
    runs->items[runs->count++] = (way_segment){to, steps};
    runs->rolled += steps;
    agent->cost = way_cost_add(agent->cost, cost);
    return true;
}

/// Room for so many runs more, for those who write them at once and nobody watches: NULL without
/// memory. Then commits all before `end`, with their moves and cost; false without memory.
way_segment *wayi_agent_open_runs(way_agent *agent, uint32_t count);
bool wayi_agent_close_runs(way_agent *agent, const way_segment *end, uint32_t steps, way_cost cost);

/// Adds the states of runs that were committed to the path.
void wayi_agent_unroll(way_agent *agent);

/// Does, and forgets the runs: another search adds states, and runs are read off the path. Or
/// forgets them with their states.
void wayi_agent_forget_runs(way_agent *agent);
void wayi_agent_drop_runs(way_agent *agent);

/// Where the committed moves end.
static inline way_state wayi_agent_last(const way_agent *agent)
{
    return agent->walk.runs.unrolled < agent->walk.runs.count
               ? agent->walk.runs.items[agent->walk.runs.count - 1].to
               : agent->path.states[agent->path.count - 1];
}

/// Counts the moves onto states of the walk that were made since the last time. That is left to
/// those who ask, for it takes as long as the moves themselves. Stops counting without memory.
void wayi_agent_count_revisits(way_agent *agent);

/// The cost of the committed steps from index `first` on, each by the cheapest edge that serves it.
way_cost wayi_agent_path_cost(const way_agent *agent, uint32_t first);

/// The cost of the whole path, with the way from deep inside blocked ground; and of that way.
way_cost wayi_agent_whole_cost(const way_agent *agent);
way_cost wayi_agent_lead_cost(const way_agent *agent);

/// The state before this one on its way from the start, or WAY_STATE_NONE at the start.
typedef way_state (*wayi_parent_of)(const way_agent *agent, way_state state);

/// Commits the way from the start to `last` along its parents; false without memory, and then
/// nothing is committed.
bool wayi_agent_commit_chain(way_agent *agent, way_state last, wayi_parent_of parent_of);
