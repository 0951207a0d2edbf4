// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A trip as a machine: what a step works at (trip_works), and what each event makes of it
// (trip_moves).
//
//             begin          place found           changes to tell
//      IDLE -------> SEEK --------------> PLAN <-------------------> TELL
//        |                                 |  |    told
//        |   no use of the ground or the   |  |
//        |   database, or it is late       |  +---------+
//        +----------------------> ASIDE <--+            | the path is broken
//                                   |                   v
//                                   +----------------> MEND
//
// Whatever makes a trip be planned afresh leads back to the beginning: another goal in force, other
// ground under the unit, the first edit of what a search without repair has read, a new trip. A
// phase ends with a plan (READY: FOUND or PARTIAL), with none on the map as it is (NONE: NO_PATH,
// or STALE where nothing can tell), or the trip is OVER (LIMIT, CAPACITY, CANCELLED); what these
// are is the outcome, and the phase says who came to it. What the search in force knows of the map
// is the other axis (wayi_knowledge): it decides whether a path is checked before it is handed out,
// whether NO_PATH is believed, and what is proven.
#include "search/trip/observer.h"
#include "search/trip/plan.h"
#include "space/ground.h"

#include <waymark/agent.h>

/// Most moves that a trip which knows none leaves behind when it gives up.
#define TRIP_FIRST_MOVES 16u

/// Most expansions beyond its budget of a step that mends a path.
#define TRIP_MENDS 4096u

// Working -----------------------------------------------------------------------------------------

static wayi_event trip_seek(way_agent *agent, uint32_t *budget)
{
    return wayi_agent_seek(agent, budget) ? WAYI_FOUND : WAYI_MORE;
}

/// Tells the algorithm of changes.
static wayi_event trip_tell(way_agent *agent, uint32_t *budget)
{
    while (agent->told.next<agent->told.states.count && * budget> 0) {
        const wayi_touched touched =
            wayi_space_touched(agent->space, agent->told.states.states[agent->told.next]);
        const uint32_t price = touched.across * touched.down;
        const uint32_t left = agent->told.states.count - agent->told.next;
        const uint32_t wish = *budget / price ? *budget / price : 1;
        const uint32_t count = wish < left ? wish : left;
        const uint64_t before = agent->looked;
        if (agent->algorithm->change(agent, agent->told.states.states + agent->told.next, count) !=
            WAY_STATUS_OK) {
            return WAYI_FULL;
        }
        agent->told.next += count;
        agent->looked += agent->looked == before ? (uint64_t)count * price : 0;
        const uint64_t spent = agent->looked - before;
        *budget -= spent < *budget ? (uint32_t)spent : *budget;
    }
    return agent->told.next == agent->told.states.count ? WAYI_FOUND : WAYI_MORE;
}

/// What an outcome is: of a search to its trip, and of a trip.
static const struct {
    wayi_event event;
    wayi_phase stand; ///< while it is WORKING its phase
} trip_ends[] = {
    [WAY_OUTCOME_WORKING] = {WAYI_MORE, WAYI_STANDS},
    [WAY_OUTCOME_FOUND] = {WAYI_FOUND, WAYI_READY},
    [WAY_OUTCOME_PARTIAL] = {WAYI_FOUND, WAYI_READY},
    [WAY_OUTCOME_NO_PATH] = {WAYI_DRY, WAYI_NONE},
    [WAY_OUTCOME_STALE] = {WAYI_BEYOND, WAYI_NONE},
    [WAY_OUTCOME_LIMIT] = {WAYI_SPENT, WAYI_OVER}, // of its own
    [WAY_OUTCOME_CAPACITY] = {WAYI_FULL, WAYI_OVER},
    [WAY_OUTCOME_CANCELLED] = {WAYI_FULL, WAYI_OVER},
};

static wayi_event trip_search(way_agent *agent, uint32_t *budget)
{
    const uint64_t before = agent->stats.expansions;
    const way_outcome outcome = wayi_plan_search(agent, *budget);
    const uint64_t spent = agent->stats.expansions - before;
    *budget -= spent < *budget ? (uint32_t)spent : *budget;
    return trip_ends[outcome].event;
}

/// What a step works at in each phase, at the expense of `*budget`.
static wayi_event (*const trip_works[WAYI_PHASES])(way_agent *agent, uint32_t *budget) = {
    [WAYI_SEEK] = trip_seek,   [WAYI_TELL] = trip_tell,    [WAYI_PLAN] = trip_search,
    [WAYI_MEND] = trip_search, [WAYI_ASIDE] = trip_search,
};

// What events of the work do ----------------------------------------------------------------------

/// What comes with an event.
typedef struct trip_note {
    wayi_event event;
    const wayi_edits *edits;
    const way_state *states; ///< that changed, or the new goal
    uint32_t count;
    way_status status; ///< of a call
} trip_note;

static void trip_set_out(way_agent *agent, trip_note *note)
{
    (void)note;
    wayi_plan_set_out(agent);
}

static void trip_told(way_agent *agent, trip_note *note)
{
    (void)note;
    agent->told.next = 0;
    wayi_path_buffer_clear(&agent->told.states);
    agent->at.phase = WAYI_PLAN;
}

/// The algorithm's own path. What is laid out piece by piece may be broken where nothing was read.
static void trip_found(way_agent *agent, trip_note *note)
{
    (void)note;
    if (agent->at.knows >= (agent->algorithm->detours ? WAYI_OUTLIVED : WAYI_DRIFTING)) {
        wayi_plan_check(agent);
        return;
    }
    agent->at.outcome = agent->at.arrival;
    if (agent->at.knows == WAYI_OUTLIVED && !wayi_agent_is_realtime(agent) &&
        !agent->wish.horizon) {
        wayi_agent_unroll(agent);
        const way_cost cost = wayi_agent_whole_cost(agent);
        agent->cost = cost == WAY_COST_MAX ? agent->cost : cost;
    }
}

/// A path that was found in the algorithm's place.
static void trip_found_aside(way_agent *agent, trip_note *note)
{
    (void)note;
    if (wayi_plan_moves(agent)) {
        agent->at.outcome = agent->at.arrival;
    } else if (!wayi_plan_take_over(agent)) {
        agent->at.outcome = WAY_OUTCOME_CAPACITY;
    } else if (agent->at.phase == WAYI_MEND || agent->at.knows != WAYI_CURRENT || agent->at.from) {
        wayi_plan_check(agent);
    } else {
        agent->at.outcome = agent->at.arrival;
    }
}

/// Whether the space can tell if there is a way to the goal.
static bool trip_space_tells(const way_agent *agent)
{
    return agent->space->type->is_reachable &&
           (agent->goal.kind != WAYI_GOAL_RANGE || wayi_agent_knows_nearest(agent->space));
}

/// Whether a search that began before the last edit may have left blocked ground where one would
/// not leave it now: that it leads nowhere from there does not mean that nothing does.
static bool trip_left_before(const way_agent *agent)
{
    return agent->at.knows != WAYI_CURRENT && agent->exit.lead > 1 &&
           !wayi_agent_is_realtime(agent);
}

/// The algorithm's own search has found nothing. That is believed of a search that knows the map as
/// it is, unless the space knows a way: a database may be short of bits, or a lie, and a search
/// without one has the last word. Another one has overlooked what opened, if there is a way.
static void trip_dry(way_agent *agent, trip_note *note)
{
    (void)note;
    const bool detours = agent->algorithm->detours;
    const bool complete = agent->algorithm->info.traits & WAY_TRAIT_COMPLETE;
    const bool tells = trip_space_tells(agent);
    const bool leads = tells && wayi_agent_leads(agent, wayi_agent_last(agent));
    const bool current = agent->at.knows == WAYI_CURRENT;
    const bool alike = agent->at.knows == WAYI_OUTLIVED && !agent->space->type->is_reachable;
    const bool instead = agent->wish.trip.fall_back_to_nearest || trip_left_before(agent) ||
                         (agent->wish.trip.partial && agent->algorithm->seeks_unreachable);
    if (current ? !(leads && complete) : !detours && (tells ? !leads && !instead : alike)) {
        wayi_plan_none(agent);
    } else if (current && !agent->navigator->database) {
        agent->at.outcome = WAY_OUTCOME_CAPACITY;
    } else if (current || detours || agent->navigator->database) {
        agent->at.restarts = WAYI_PLAN_LATE;
        wayi_plan_on(agent);
    } else {
        agent->at.restarts += !wayi_agent_is_realtime(agent);
        wayi_plan_again(agent);
    }
}

/// The search in its place has found nothing: from the end of pieces that were laid out, not from
/// the start; or it has overlooked what opened. A partial path is sought on the map as it is, once.
/// Where the space knows a way nonetheless, that costs more than can be counted.
static void trip_dry_aside(way_agent *agent, trip_note *note)
{
    (void)note;
    const bool pieces = agent->at.from && !wayi_agent_is_realtime(agent);
    const bool complete = agent->aside.by->agent->algorithm->info.traits & WAY_TRAIT_COMPLETE;
    const bool current = agent->at.knows == WAYI_CURRENT;
    const bool tells = trip_space_tells(agent);
    const bool leads = tells && wayi_agent_leads(agent, wayi_agent_last(agent));
    const bool partial = agent->wish.trip.partial && agent->at.restarts <= WAYI_PLAN_LATE;
    if (pieces || trip_left_before(agent) || (!current && (leads || !tells))) {
        wayi_plan_again(agent);
    } else if (!current && partial) {
        agent->at.restarts = WAYI_PLAN_LATE + 1;
        wayi_plan_again(agent);
    } else if (leads && complete) {
        agent->at.outcome = WAY_OUTCOME_CAPACITY;
    } else {
        wayi_plan_none(agent);
    }
}

static void trip_around(way_agent *agent, trip_note *note)
{
    (void)note;
    wayi_plan_around(agent);
}

static void trip_close(way_agent *agent, trip_note *note)
{
    agent->at.outcome = note->event == WAYI_FULL    ? WAY_OUTCOME_CAPACITY
                        : note->event == WAYI_SPENT ? WAY_OUTCOME_LIMIT
                                                    : WAY_OUTCOME_CANCELLED;
}

// What edits do -----------------------------------------------------------------------------------

static void trip_outlive(way_agent *agent, trip_note *note)
{
    (void)note;
    wayi_agent_doubt(agent, WAYI_OUTLIVED);
}

static void trip_seek_again(way_agent *agent, trip_note *note)
{
    (void)note;
    if (agent->at.restarts++ == 0) {
        wayi_plan_again(agent);
    }
}

static void trip_read(way_agent *agent, trip_note *note)
{
    wayi_outlive_read(agent, note->edits);
}

static void trip_drift(way_agent *agent, trip_note *note)
{
    wayi_outlive_drift(agent, note->edits);
}

/// Where the ground is what puts a search aside it begins again once, like any other.
static void trip_read_aside(way_agent *agent, trip_note *note)
{
    if (agent->aside.by->agent->at.restarts && !wayi_plan_moves(agent)) {
        wayi_outlive_drift(agent, note->edits);
    } else {
        agent->at.restarts += agent->at.restarts == 0;
        wayi_plan_again(agent);
    }
}

/// Another goal is in force, which begins a new plan, or none is left: that is an outcome already.
static void trip_turn(way_agent *agent, trip_note *note)
{
    (void)note;
    if (agent->at.outcome != WAY_OUTCOME_WORKING && agent->exit.deep == 0) {
        wayi_agent_doubt(agent, WAYI_DRIFTING); // nobody tells it what changed
        return;
    }
    agent->at.restarts = 1;
    wayi_plan_again(agent);
}

/// The way out of blocked ground is another one.
static void trip_lead(way_agent *agent, trip_note *note)
{
    (void)note;
    agent->at.restarts += agent->at.restarts < WAYI_PLAN_LATE;
    wayi_plan_again(agent);
}

/// The ground is not what the search needs any more, or nothing tells what changed.
static void trip_beyond(way_agent *agent, trip_note *note)
{
    (void)note;
    if (wayi_navigator_takes(agent->navigator, agent->wish.trip.mode)) {
        agent->at.outcome = WAY_OUTCOME_STALE;
    } else {
        wayi_plan_again(agent);
    }
}

// What calls do -----------------------------------------------------------------------------------

/// Begins the trip again from where the agent is; counts go on.
static void trip_begin_again(way_agent *agent, trip_note *note)
{
    const way_stats stats = agent->stats;
    const uint64_t looked = agent->looked;
    way_trip trip = agent->wish.trip;
    trip.start = way_agent_position(agent);
    note->status = way_agent_begin(agent, &trip);
    agent->stats = stats;
    agent->looked += looked;
}

/// Whether the algorithm's own search can't go on from where it began: it is after something else,
/// the ground is not what it needs any more, the agent stands on blocked ground that it would leave
/// otherwise now or that the algorithm does not plan the way out of, or the goal in force is
/// another one by now.
static bool trip_must_begin(way_agent *agent)
{
    const way_state place =
        agent->path.count ? agent->path.states[agent->exit.deep] : WAY_STATE_NONE;
    if (!wayi_trip_is_own(agent) || agent->at.knows == WAYI_DRIFTING || place != agent->start ||
        !way_algorithm_suits(&agent->algorithm->info, agent->space) ||
        (agent->exit.deep &&
         !(agent->at.outcome == WAY_OUTCOME_WORKING && wayi_agent_keeps_exit(agent))) ||
        wayi_agent_goal_moved(agent, place)) {
        return true;
    }
    if (way_space_can_stand(agent->space, place)) {
        return false;
    }
    return !(agent->algorithm->info.traits & WAY_TRAIT_BLOCKED_START) ||
           agent->space->type->expand(agent->space, place, agent->edges) == 0;
}

/// Throws the plan away, but for the way out of deep inside blocked ground.
static void trip_reopen(way_agent *agent)
{
    if (agent->exit.deep) {
        agent->path.count = agent->exit.deep + 1;
        agent->cost = wayi_agent_lead_cost(agent);
        agent->at.from = agent->exit.deep; // there may be a better one by now
    } else {
        wayi_plan_drop(agent);
        agent->path.states[0] = agent->start;
    }
    agent->at.knows = WAYI_CURRENT;
    agent->at.restarts = 0;
    agent->at.outcome = WAY_OUTCOME_WORKING;
}

static void trip_change(way_agent *agent, trip_note *note)
{
    // An empty list throws the plan away, too: the algorithm hears of it by a state that is as it
    // was.
    const way_state place = way_agent_position(agent);
    if (trip_must_begin(agent)) {
        trip_begin_again(agent, note);
        return;
    }
    note->status = wayi_outlive_note(agent, note->count ? note->states : &place,
                                     note->count ? note->count : 1);
    if (note->status == WAY_STATUS_OK) {
        trip_reopen(agent);
    }
}

/// The search in its place takes note of edits of a map by itself.
static void trip_change_aside(way_agent *agent, trip_note *note)
{
    if (!way_space_map(agent->space)) {
        trip_begin_again(agent, note);
    }
}

static void trip_retarget(way_agent *agent, trip_note *note)
{
    const way_state goal = *note->states;
    const bool fresh = wayi_trip_is_own(agent) && agent->at.phase == WAYI_PLAN &&
                       agent->at.knows == WAYI_CURRENT && !agent->exit.deep &&
                       agent->at.revision == way_space_revision(agent->space);
    agent->wish.trip.goal = goal;
    agent->wish.trip.mode = WAY_GOAL_EXACT;
    if (!fresh || (goal != agent->start && !wayi_agent_goal_works(agent, agent->start, goal))) {
        trip_begin_again(agent, note);
        return;
    }
    agent->at.arrival = WAY_OUTCOME_FOUND;
    wayi_goal_set_one(&agent->goal, goal);
    trip_reopen(agent);
    note->status = agent->algorithm->retarget(agent);
    if (note->status != WAY_STATUS_OK) {
        agent->at.outcome = WAY_OUTCOME_CANCELLED;
    }
}

/// Makes up to `moves` moves of those laid out, and returns how many.
static uint32_t trip_walk(way_agent *agent, uint32_t moves, way_cost *walked)
{
    const bool realtime = wayi_agent_is_realtime(agent);
    const way_state *states = agent->path.states;
    const uint32_t laid = agent->path.count - 1;
    const uint32_t count = moves < laid ? moves : laid;
    for (uint32_t i = 0; i < count; i++) {
        *walked = way_cost_add(*walked, wayi_agent_move_cost(agent, i));
        if (agent->observer && !realtime) { // who saw the moves of real-time agents committed
            wayi_observer_write(agent->observer,
                                (way_event){WAY_EVENT_MOVE, states[i + 1], states[i], *walked, 0});
        }
    }
    if (realtime) {
        wayi_agent_count_revisits(agent);
        agent->walk.counted -= agent->walk.counted < count ? agent->walk.counted : count;
    }
    agent->exit.deep -= agent->exit.deep > count ? count : agent->exit.deep;
    wayi_path_buffer_drop(&agent->path, count);
    agent->exit.lead -= agent->exit.lead > count ? count : agent->exit.lead - 1;
    agent->at.from -= agent->at.from > count ? count : agent->at.from;
    return count;
}

/// What the path costs once some of it was walked. Moves of real-time searches were paid for when
/// they were made.
static way_cost trip_cost_left(const way_agent *agent, way_cost walked)
{
    if (agent->cost == WAY_COST_MAX) {
        return wayi_agent_whole_cost(agent);
    }
    return walked < agent->cost ? agent->cost - walked : 0;
}

static void trip_advance(way_agent *agent, trip_note *note)
{
    const bool realtime = wayi_agent_is_realtime(agent);
    if (agent->at.outcome == WAY_OUTCOME_WORKING && !realtime &&
        way_agent_bound_thousandths(agent) == UINT32_MAX) {
        note->status = WAY_STATUS_WRONG_STATE; // there is no path in hand
        return;
    }
    if (agent->at.revision != way_space_revision(agent->space)) {
        note->status = WAY_STATUS_STALE;
        return;
    }
    uint32_t moves = note->count;
    while (moves > 0 && agent->path.count > 1 && note->status == WAY_STATUS_OK) {
        way_cost walked = 0;
        moves -= trip_walk(agent, moves, &walked);
        // What a real-time search is told of it learns where its moves end.
        const bool stays = agent->exit.deep || (realtime && agent->at.phase != WAYI_PLAN);
        agent->start = stays ? agent->start : agent->path.states[0];
        agent->cost = trip_cost_left(agent, walked);
        // A trip that ended before its search began has nothing to tell, and a search that begins
        // outside of blocked ground does not care for the way there.
        if (wayi_trip_is_own(agent) && agent->exit.deep == 0) {
            note->status = agent->algorithm->advance(agent, walked);
        }
    }
}

// The table ---------------------------------------------------------------------------------------

typedef void (*trip_action)(way_agent *agent, trip_note *note);

/// What an event does while the trip is in a phase, or where it has come to. NULL: nothing changes,
/// and a call is WRONG_STATE.
static const trip_action trip_moves[WAYI_EVENTS][WAYI_STANDS] = {
    // clang-format off
    //                 IDLE  SEEK              TELL              PLAN          MEND               ASIDE              READY          NONE           OVER
    [WAYI_FOUND]    = {NULL, trip_set_out,     trip_told,        trip_found,   trip_found_aside,  trip_found_aside},
    [WAYI_DRY]      = {NULL, NULL,             NULL,             trip_dry,     trip_around,       trip_dry_aside},
    [WAYI_FULL]     = {NULL, trip_close,       trip_close,       trip_close,   trip_close,        trip_close},
    [WAYI_SPENT]    = {NULL, trip_close,       trip_close,       trip_close,   trip_close,        trip_close},
    [WAYI_APART]    = {NULL, NULL,             trip_outlive,     trip_outlive, trip_outlive,      trip_outlive},
    [WAYI_READ]     = {NULL, trip_seek_again,  trip_read,        trip_read,    trip_drift,        trip_read_aside},
    [WAYI_GOAL]     = {NULL, NULL,             trip_turn,        trip_turn,    trip_turn,         trip_turn,         NULL,          trip_turn,     trip_turn},
    [WAYI_LEAD]     = {NULL, NULL,             trip_lead,        trip_lead,    trip_lead,         trip_lead},
    [WAYI_BEYOND]   = {NULL, trip_beyond,      trip_beyond,      trip_beyond,  trip_beyond,       trip_beyond},
    [WAYI_CHANGE]   = {NULL, trip_begin_again, trip_change,      trip_change,  trip_change_aside, trip_change_aside, trip_change,   trip_change,   NULL},
    [WAYI_RETARGET] = {NULL, trip_retarget,    trip_retarget,    trip_retarget, trip_retarget,    trip_retarget,     trip_retarget, trip_retarget, NULL},
    [WAYI_ADVANCE]  = {NULL, trip_advance,     trip_advance,     trip_advance, trip_advance,      trip_advance,      trip_advance,  NULL,          NULL},
    [WAYI_CANCEL]   = {NULL, trip_close,       trip_close,       trip_close,   trip_close,        trip_close},
    // clang-format on
};

/// Where a trip stands: its phase, or what it has come to.
static wayi_phase trip_stand(const way_agent *agent)
{
    const bool working = agent->at.outcome == WAY_OUTCOME_WORKING;
    return working ? agent->at.phase : trip_ends[agent->at.outcome].stand;
}

static void trip_meet(way_agent *agent, wayi_event event, trip_note *note)
{
    const trip_action action = trip_moves[event][trip_stand(agent)];
    note->event = event;
    if (action) {
        action(agent, note);
    }
}

/// A call: WRONG_STATE where it can't be.
static way_status trip_call(way_agent *agent, wayi_event event, const way_state *states,
                            uint32_t count)
{
    trip_note note = {.states = states, .count = count};
    if (!trip_moves[event][trip_stand(agent)]) {
        return WAY_STATUS_WRONG_STATE;
    }
    trip_meet(agent, event, &note);
    WAYI_TRIP_CHECK(agent);
    return note.status;
}

bool wayi_trip_check(const way_agent *agent)
{
    const bool moving = agent->at.outcome == WAY_OUTCOME_WORKING;
    const bool knows = agent->at.knows != WAYI_NOTHING;
    const bool aside = agent->at.phase == WAYI_MEND || agent->at.phase == WAYI_ASIDE;
    const uint32_t bound = way_agent_bound_thousandths(agent);
    bool sound = agent->at.phase < WAYI_PHASES && (!moving || trip_works[agent->at.phase]);
    sound &= !moving || knows == (agent->at.phase != WAYI_SEEK);
    sound &= !aside || (agent->aside.by && wayi_inner_is_open(agent->aside.by));
    sound &= agent->told.next <= agent->told.states.count;
    sound &= !moving || (agent->told.states.count > 0) == (agent->at.phase == WAYI_TELL);
    sound &= agent->aside.rest.count == 0 || !moving || agent->at.phase == WAYI_MEND;
    sound &= agent->path.count == 0 ||
             (agent->exit.deep < agent->path.count && agent->at.from < agent->path.count);
    sound &= bound == UINT32_MAX || (agent->at.outcome != WAY_OUTCOME_NO_PATH &&
                                     agent->at.knows != WAYI_DRIFTING && !agent->at.from);
    sound &= agent->at.outcome != WAY_OUTCOME_PARTIAL || agent->wish.trip.fall_back_to_nearest;
    sound &= trip_stand(agent) != WAYI_NONE || bound == UINT32_MAX;
    sound &= !moving || agent->at.phase != WAYI_PLAN || !agent->algorithm->check ||
             agent->algorithm->check(agent);
    return sound;
}

// Stepping ----------------------------------------------------------------------------------------

/// The step from a state that looks best of those that lead nearer to the goal; to WAY_STATE_NONE
/// if there is none.
static way_edge trip_nearer(way_agent *agent, way_state from)
{
    way_edge best = {.to = WAY_STATE_NONE, .cost = 0};
    way_cost least = WAY_COST_MAX;
    const way_cost left = wayi_goal_distance(&agent->goal, from);
    const uint32_t degree = agent->space->type->expand(agent->space, from, agent->edges);
    for (uint32_t i = 0; degree != WAY_EXPAND_FULL && i < degree; i++) {
        const way_cost h = wayi_goal_distance(&agent->goal, agent->edges[i].to);
        const way_cost f = way_cost_add(h, agent->edges[i].cost);
        if (h < left && f < least) {
            least = f;
            best = agent->edges[i];
        }
    }
    agent->looked++;
    return best;
}

/// First moves towards the goal, for a trip that gives up before it knows any. Who is stuck stays.
static void trip_set_foot(way_agent *agent)
{
    if (!way_space_can_stand(agent->space, agent->start)) {
        return;
    }
    way_edge next = trip_nearer(agent, agent->start);
    for (uint32_t i = 0; i < TRIP_FIRST_MOVES && next.to != WAY_STATE_NONE &&
                         wayi_agent_commit(agent, next.to, next.cost);
         i++) {
        next = trip_nearer(agent, next.to);
    }
}

/// Ends a trip that has come to no plan, with a path towards the goal if one was asked for.
static void trip_give_up(way_agent *agent)
{
    const bool realtime = wayi_agent_is_realtime(agent);
    const bool none = agent->at.outcome == WAY_OUTCOME_NO_PATH;
    const bool leaves = wayi_agent_has_begun(agent) && agent->wish.trip.partial;
    void (*give_up)(way_agent *) = !leaves                         ? NULL
                                   : wayi_trip_is_own(agent)       ? agent->algorithm->give_up
                                   : agent->at.phase != WAYI_ASIDE ? NULL
                                   : wayi_plan_moves(agent)        ? NULL
                                                                   : wayi_plan_give_up;
    if (none && !realtime && !give_up) {
        wayi_plan_drop(agent);
    }
    if (give_up) {
        give_up(agent);
        if (agent->path.count == 1 && !none) {
            trip_set_foot(agent);
        }
    }
    if (none && agent->exit.deep && agent->path.count == agent->exit.deep + 1) {
        wayi_plan_drop(agent); // who gets nowhere stays where it is
    }
    wayi_agent_unroll(agent);
    if (!realtime && agent->path.count > 1) {
        (void)wayi_plan_cut(agent); // some of it may be older than the last edit
        agent->cost = wayi_agent_whole_cost(agent);
    }
}

static uint32_t trip_limit_budget(const way_agent *agent, uint32_t budget)
{
    budget = budget ? budget : 1;
    if (!agent->wish.trip.expansion_limit) {
        return budget;
    }
    const uint64_t left = agent->wish.trip.expansion_limit - agent->stats.expansions;
    return left < budget ? (uint32_t)left : budget;
}

/// Takes note of what changed since the last step, at the expense of `*budget`.
static void trip_notice(way_agent *agent, uint32_t *budget)
{
    const uint64_t revision = way_space_revision(agent->space);
    wayi_edits edits;
    const wayi_event event = wayi_outlive_edit(agent, &edits, budget);
    trip_note note = {.edits = &edits};
    agent->at.revision = revision;
    trip_meet(agent, event, &note);
}

/// Works until the budget is spent or the trip has come to something. What edits broke of a path is
/// mended in the same step, if that is possible with as much as way_agent_begin may do: by the next
/// one other pieces of it might be broken.
static void trip_work(way_agent *agent, wayi_event event, uint32_t budget)
{
    uint32_t spare = TRIP_MENDS;
    while (agent->at.outcome == WAY_OUTCOME_WORKING && event != WAYI_MORE) {
        trip_note note = {0};
        trip_meet(agent, event, &note);
        if (spare && (agent->at.phase == WAYI_MEND || agent->at.restarts > WAYI_PLAN_LATE)) {
            budget = trip_limit_budget(agent, budget + spare);
            spare = 0;
        }
        event = agent->at.outcome == WAY_OUTCOME_WORKING && budget
                    ? trip_works[agent->at.phase](agent, &budget)
                    : WAYI_MORE;
    }
}

/// A trip that moves without its database goes by it again once that has been repaired.
static void trip_come_back(way_agent *agent)
{
    const way_navigator *navigator = agent->navigator;
    if (agent->at.outcome == WAY_OUTCOME_WORKING && wayi_plan_moves(agent) &&
        navigator->repaired != agent->aside.repaired && way_navigator_is_current(navigator)) {
        agent->at.restarts = 0;
        wayi_plan_again(agent);
    }
}

/// A step that is not just one of the algorithm's own search.
static void trip_go_on(way_agent *agent, uint32_t budget)
{
    const uint64_t limit = agent->wish.trip.expansion_limit;
    trip_note note = {0};
    // A trip that goes on after a change may have spent everything before.
    if (!limit || agent->stats.expansions < limit) {
        budget = trip_limit_budget(agent, budget);
        if (way_space_revision(agent->space) != agent->at.revision) {
            trip_notice(agent, &budget);
        }
        trip_come_back(agent);
        if (agent->at.outcome == WAY_OUTCOME_WORKING && budget) {
            const wayi_event event = trip_works[agent->at.phase](agent, &budget);
            trip_work(agent, event, budget);
        }
    }
    if (agent->at.outcome == WAY_OUTCOME_WORKING && limit && agent->stats.expansions >= limit) {
        trip_meet(agent, WAYI_SPENT, &note);
    }
}

way_outcome way_agent_step(way_agent *agent, uint32_t budget)
{
    if (agent->at.outcome != WAY_OUTCOME_WORKING) {
        return agent->at.outcome;
    }
    const uint64_t before = agent->stats.expansions + agent->looked;
    const bool plain = agent->at.phase == WAYI_PLAN && !agent->wish.trip.expansion_limit &&
                       way_space_revision(agent->space) == agent->at.revision;
    if (!plain) {
        trip_go_on(agent, budget);
    } else {
        const uint64_t expansions = agent->stats.expansions;
        budget = budget ? budget : 1;
        const way_outcome outcome = agent->algorithm->step(agent, budget);
        if (outcome != WAY_OUTCOME_WORKING) {
            const uint64_t spent = agent->stats.expansions - expansions;
            trip_work(agent, trip_ends[outcome].event,
                      spent < budget ? budget - (uint32_t)spent : 0);
        }
    }
    if (agent->at.outcome > WAY_OUTCOME_FOUND && agent->at.outcome != WAY_OUTCOME_PARTIAL) {
        trip_give_up(agent);
    }
    agent->stats.steps++;
    const uint64_t work = agent->stats.expansions + agent->looked - before;
    agent->stats.step_work_max =
        work > agent->stats.step_work_max ? work : agent->stats.step_work_max;
    WAYI_TRIP_CHECK(agent);
    return agent->at.outcome;
}

/// Lets an algorithm that can make several moves at once; they count as steps.
static void trip_rush(way_agent *agent)
{
    if (!agent->algorithm->rush || agent->at.phase != WAYI_PLAN ||
        agent->at.outcome != WAY_OUTCOME_WORKING || agent->observer ||
        agent->wish.trip.expansion_limit ||
        way_space_revision(agent->space) != agent->at.revision) {
        return;
    }
    const uint32_t moves = agent->algorithm->rush(agent);
    agent->stats.steps += moves;
    agent->stats.expansions += moves;
    if (moves && agent->stats.step_work_max == 0) {
        agent->stats.step_work_max = 1;
    }
}

way_outcome way_agent_run(way_agent *agent)
{
    do {
        trip_rush(agent);
    } while (way_agent_step(agent, UINT32_MAX) == WAY_OUTCOME_WORKING);
    return agent->at.outcome;
}

// Calls -------------------------------------------------------------------------------------------

void way_agent_cancel(way_agent *agent)
{
    (void)trip_call(agent, WAYI_CANCEL, NULL, 0);
}

way_status way_agent_notify(way_agent *agent, const way_state *states, uint32_t count)
{
    if (!agent || (count && !states)) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    if (!agent->algorithm->change) {
        return WAY_STATUS_UNSUPPORTED;
    }
    return wayi_space_has_all(agent->space, states, count)
               ? trip_call(agent, WAYI_CHANGE, states, count)
               : WAY_STATUS_OUT_OF_RANGE;
}

way_status way_agent_retarget(way_agent *agent, way_state goal)
{
    if (!agent) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    if (!agent->algorithm->retarget) {
        return WAY_STATUS_UNSUPPORTED;
    }
    return wayi_space_has(agent->space, goal) ? trip_call(agent, WAYI_RETARGET, &goal, 1)
                                              : WAY_STATUS_OUT_OF_RANGE;
}

way_status way_agent_advance(way_agent *agent, uint32_t moves)
{
    if (!agent) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    return agent->algorithm->advance ? trip_call(agent, WAYI_ADVANCE, NULL, moves)
                                     : WAY_STATUS_UNSUPPORTED;
}
