// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A trip as a machine: what a step works at, and what may follow it.
//
//            begin                place found               path broken
//     IDLE --------> SEEK -----------------------> PLAN <---------------> MEND
//       |                                         ^ |        mended         |
//       +-----------------------------------------+ |                       |
//       |             begin                         |                       |
//       |   the database is behind                  | edits it can't repair |
//       +----------------------------------> ASIDE <+-----------------------+
//
// Whatever makes a trip be planned afresh leads back to IDLE first: another goal in force, other
// ground under the unit, the first edit of what a search without repair has read, a new trip. A
// phase ends with the outcome FOUND or PARTIAL (there is a plan), NO_PATH (there is none on the
// map as it is), or LIMIT, CAPACITY, STALE, CANCELLED (it is over); the phase then says who found
// it. What the search knows of the map is the other axis (wayi_knowledge): it decides whether a
// path is checked before it is handed out, whether NO_PATH is believed, and what is proven.
#include "search/trip/detour.h"

#include <waymark/navigate.h>

/// Most moves that a trip which knows none leaves behind when it gives up.
#define TRIP_FIRST_MOVES 16u

/// Most expansions beyond its budget of a step that mends a path.
#define TRIP_MENDS 4096u

// Phases ------------------------------------------------------------------------------------------

static way_outcome trip_search(way_agent *agent, uint32_t budget)
{
    return agent->algorithm->step(agent, budget);
}

static void trip_leave_path(way_agent *agent)
{
    agent->algorithm->give_up(agent);
}

#define TRIP_TO(phase) (1u << (phase))

typedef struct trip_row {
    way_outcome (*work)(way_agent *agent, uint32_t budget); ///< NULL = nothing, or not by steps
    void (*give_up)(way_agent *agent);                      ///< leaves a partial path
    uint32_t next;                                          ///< phases that may follow
} trip_row;

static const trip_row trip_rows[WAYI_PHASES] = {
    [WAYI_IDLE] = {NULL, NULL,
                   TRIP_TO(WAYI_IDLE) | TRIP_TO(WAYI_SEEK) | TRIP_TO(WAYI_PLAN) |
                       TRIP_TO(WAYI_ASIDE)},
    [WAYI_SEEK] = {NULL, NULL,
                   TRIP_TO(WAYI_IDLE) | TRIP_TO(WAYI_SEEK) | TRIP_TO(WAYI_PLAN) |
                       TRIP_TO(WAYI_ASIDE)},
    [WAYI_PLAN] = {trip_search, trip_leave_path,
                   TRIP_TO(WAYI_IDLE) | TRIP_TO(WAYI_SEEK) | TRIP_TO(WAYI_PLAN) |
                       TRIP_TO(WAYI_MEND) | TRIP_TO(WAYI_ASIDE)},
    [WAYI_MEND] = {trip_search, trip_leave_path,
                   TRIP_TO(WAYI_IDLE) | TRIP_TO(WAYI_SEEK) | TRIP_TO(WAYI_PLAN) |
                       TRIP_TO(WAYI_ASIDE)},
    [WAYI_ASIDE] = {wayi_detour_step, wayi_detour_give_up,
                    TRIP_TO(WAYI_IDLE) | TRIP_TO(WAYI_ASIDE)},
};

void wayi_trip_enter(way_agent *agent, wayi_phase phase)
{
    WAYI_ASSERT(trip_rows[agent->phase].next & TRIP_TO(phase));
    agent->phase = phase;
}

bool wayi_trip_check(const way_agent *agent)
{
    const bool moving = agent->outcome == WAY_OUTCOME_WORKING;
    const bool searches = agent->phase == WAYI_PLAN || agent->phase == WAYI_MEND;
    const bool knows = agent->knows != WAYI_NOTHING;
    const uint32_t bound = way_agent_bound_thousandths(agent);
    bool sound = agent->phase < WAYI_PHASES && (!moving || agent->phase != WAYI_IDLE) &&
                 (!moving || !searches || knows) &&
                 (!knows || searches || !moving || agent->phase == WAYI_ASIDE);
    sound &= agent->phase != WAYI_ASIDE || agent->detour;
    sound &= agent->phase != WAYI_MEND || agent->goal.kind == WAYI_GOAL_ONE;
    sound &= agent->told_next <= agent->told.count;
    sound &= agent->told.count == 0 || !moving || agent->phase == WAYI_PLAN;
    sound &= agent->rest.count == 0 || !moving || agent->phase == WAYI_MEND;
    sound &= agent->path.count == 0 || agent->deep < agent->path.count;
    sound &= bound == UINT32_MAX || (agent->outcome != WAY_OUTCOME_NO_PATH &&
                                     agent->knows != WAYI_DRIFTING && !agent->unproven);
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
static void trip_set_out(way_agent *agent)
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

void wayi_agent_drop_path(way_agent *agent)
{
    agent->path.count = 1;
    agent->runs = (wayi_runs){.items = agent->runs.items, .capacity = agent->runs.capacity};
    agent->deep = 0;
    agent->lead = 1;
    agent->cost = 0;
}

/// Ends a trip that hit a limit, with a path towards the goal if one was asked for.
static void trip_give_up(way_agent *agent, way_outcome outcome)
{
    const bool hook =
        agent->phase == WAYI_ASIDE || (wayi_agent_has_begun(agent) && agent->algorithm->give_up);
    void (*give_up)(way_agent *) = hook ? trip_rows[agent->phase].give_up : NULL;
    const bool realtime = agent->algorithm->info.traits & WAY_TRAIT_REALTIME;
    if (outcome == WAY_OUTCOME_NO_PATH && !realtime && !(agent->partial && give_up)) {
        wayi_agent_drop_path(agent);
    }
    if (agent->partial && give_up) {
        give_up(agent);
        if (agent->path.count == 1 && wayi_agent_has_begun(agent) &&
            outcome != WAY_OUTCOME_NO_PATH) {
            trip_set_out(agent);
        }
    }
    if (outcome == WAY_OUTCOME_NO_PATH && agent->deep && agent->path.count == agent->deep + 1) {
        wayi_agent_drop_path(agent); // who gets nowhere stays where it is
    }
    wayi_agent_unroll(agent);
    if (!realtime && agent->path.count > 1) {
        wayi_agent_cut_path(agent); // some of it may be older than the last edit
        agent->cost = wayi_agent_whole_cost(agent);
    }
    agent->outcome = outcome;
}

/// Whether a search that found nothing overlooked a way, for it costs more than 32 bits count: a
/// complete one should have found a goal that the space knows a walk to.
static bool trip_is_far(const way_agent *agent)
{
    const bool complete = agent->algorithm->info.traits & WAY_TRAIT_COMPLETE;
    if (agent->phase == WAYI_ASIDE || !complete || !agent->space->type->is_reachable ||
        (agent->goal.kind == WAYI_GOAL_RANGE && !wayi_agent_knows_nearest(agent->space))) {
        return false;
    }
    return wayi_agent_leads(agent, wayi_agent_last(agent));
}

static uint32_t trip_limit_budget(const way_agent *agent, uint32_t budget)
{
    budget = budget ? budget : 1;
    if (!agent->expansion_limit) {
        return budget;
    }
    const uint64_t left = agent->expansion_limit - agent->stats.expansions;
    return left < budget ? (uint32_t)left : budget;
}

/// Searches until the budget is spent or the trip is over. What edits broke of a path is mended in
/// the same step, if that is possible with as much as way_agent_begin may do: by the next one other
/// pieces of it might be broken.
static way_outcome trip_work(way_agent *agent, uint32_t budget)
{
    uint32_t spare = TRIP_MENDS;
    const bool realtime = agent->algorithm->info.traits & WAY_TRAIT_REALTIME;
    for (;;) {
        const uint64_t before = agent->stats.expansions;
        way_outcome outcome = agent->phase == WAYI_PLAN
                                  ? agent->algorithm->step(agent, budget)
                                  : trip_rows[agent->phase].work(agent, budget);
        const bool aside = agent->phase == WAYI_ASIDE;
        const bool pieces = agent->algorithm->detours && (agent->knows >= WAYI_OUTLIVED || aside);
        const bool doubtful = outcome == WAY_OUTCOME_NO_PATH
                                  ? (aside ? agent->path.count > 1 : agent->knows == WAYI_OUTLIVED)
                                  : outcome == WAY_OUTCOME_FOUND && pieces;
        if (aside && outcome == WAY_OUTCOME_NO_PATH && !doubtful) {
            return outcome; // the search in its place has asked the map as it is
        }
        if (agent->knows != WAYI_DRIFTING && agent->phase != WAYI_MEND && !doubtful) {
            if (outcome == WAY_OUTCOME_FOUND && agent->knows == WAYI_OUTLIVED && !realtime &&
                !agent->horizon) {
                wayi_agent_unroll(agent);
                const way_cost cost = wayi_agent_whole_cost(agent);
                agent->cost = cost == WAY_COST_MAX ? agent->cost : cost;
            }
            return outcome;
        }
        if (outcome == WAY_OUTCOME_WORKING) {
            return outcome;
        }
        outcome = wayi_agent_mend(agent, outcome);
        const uint64_t spent = agent->stats.expansions - before;
        budget -= spent < budget ? (uint32_t)spent : budget;
        if (outcome == WAY_OUTCOME_WORKING && agent->phase == WAYI_MEND && spare) {
            budget = trip_limit_budget(agent, budget + spare);
            spare = 0;
        }
        if (outcome != WAY_OUTCOME_WORKING || budget == 0 || agent->phase == WAYI_SEEK) {
            return outcome;
        }
    }
}

way_outcome way_agent_step(way_agent *agent, uint32_t budget)
{
    WAYI_TRIP_CHECK(agent);
    if (agent->outcome != WAY_OUTCOME_WORKING) {
        return agent->outcome;
    }
    const uint64_t before = agent->stats.expansions;
    const uint64_t looked = agent->looked;
    // A trip that goes on after a change may have spent everything before.
    if (agent->expansion_limit && before >= agent->expansion_limit) {
        trip_give_up(agent, WAY_OUTCOME_LIMIT);
        return agent->outcome;
    }
    budget = trip_limit_budget(agent, budget);
    if (agent->phase == WAYI_SEEK || agent->told.count ||
        way_space_revision(agent->space) != agent->revision) {
        budget = wayi_agent_catch_up(agent, budget);
        if (agent->outcome != WAY_OUTCOME_WORKING) {
            trip_give_up(agent, agent->outcome);
            return agent->outcome;
        }
    }
    way_outcome outcome = budget ? trip_work(agent, budget) : WAY_OUTCOME_WORKING;
    if (outcome == WAY_OUTCOME_NO_PATH && trip_is_far(agent)) {
        // A database that knows no way may be short of bits, or a lie: a search without one has the
        // last word.
        wayi_agent_forget_runs(agent);
        const bool aside = agent->navigator->database && wayi_detour_begin(agent) == WAY_STATUS_OK;
        outcome = aside ? WAY_OUTCOME_WORKING : WAY_OUTCOME_CAPACITY;
    }
    agent->stats.steps++;
    const bool spent = agent->expansion_limit && agent->stats.expansions >= agent->expansion_limit;
    if (outcome == WAY_OUTCOME_FOUND) {
        agent->outcome = agent->arrival;
    } else if (outcome == WAY_OUTCOME_WORKING && spent) {
        trip_give_up(agent, WAY_OUTCOME_LIMIT);
    } else if (outcome == WAY_OUTCOME_WORKING) {
        agent->outcome = WAY_OUTCOME_WORKING;
    } else {
        trip_give_up(agent, outcome);
    }
    const uint64_t work = agent->stats.expansions - before + agent->looked - looked;
    agent->stats.step_work_max =
        work > agent->stats.step_work_max ? work : agent->stats.step_work_max;
    return agent->outcome;
}

/// Lets an algorithm that can make several moves at once; they count as steps.
static void trip_rush(way_agent *agent)
{
    if (!agent->algorithm->rush || !wayi_agent_has_begun(agent) ||
        agent->outcome != WAY_OUTCOME_WORKING || agent->observer || agent->expansion_limit ||
        way_space_revision(agent->space) != agent->revision) {
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
    return agent->outcome;
}

void way_agent_cancel(way_agent *agent)
{
    if (agent->outcome == WAY_OUTCOME_WORKING) {
        agent->outcome = WAY_OUTCOME_CANCELLED;
    }
}
