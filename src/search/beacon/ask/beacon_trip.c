// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A trip. On the map that the index was made for: the question, then along next hops (walk.c); on
// short trips and open ground, where jump point search takes less, that goes first. On a map that
// changed since: the old way, if it is still legal and no opening can lead to a cheaper one
// (check.c), else jump point search on the map as it is, which does it all where the old way is not
// likely to do. What is likely, and what takes less, follows from the map, the index and the
// changes (prices.h), never from a clock or from what came before, so a trip's path does, too. When
// the map or the index changes under way, the trip begins again from where its moves end. Where the
// index can't tell, because nobody has told it of edits, jump point search does it all.
//
// Edits that come faster than it can plan don't keep it from moving: after two plans without a move
// the trip is finished by the search that goes through all of them in any algorithm's place
// (plan.c).
#include "search/beacon/ask/beacon.h"
#include "search/trip/observer.h"
#include "search/trip/plan.h"

/// Plans that are made again for want of a move before another search goes on.
#define TRIP_TRIES 2u
/// What it takes to check an old way: one part in so many of the question.
#define TRIP_CHECK 8u
/// Changes that are looked at in the time of an expansion.
#define TRIP_PATCHES 16u

way_status wayi_beacon_trip_create(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    const wayi_beacon_database *database = agent->navigator->database;
    memory->query.allocator = agent->allocator;
    if (!database->index) {
        return WAY_STATUS_OK; // its stand-in makes the trips
    }
    return WAYI_GROW(&agent->allocator, memory->noted, memory->noted_capacity,
                     database->index->vertex_count + 2) &&
                   wayi_beacon_query_init(&memory->query, &database->index->still,
                                          &agent->allocator)
               ? WAY_STATUS_OK
               : WAY_STATUS_NO_MEMORY;
}

void wayi_beacon_trip_destroy(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    WAYI_FREE(&agent->allocator, memory->noted, memory->noted_capacity);
    wayi_inner_close(&memory->jumps);
    wayi_beacon_query_fini(&memory->query);
}

static wayi_reach beacon_trip_place(const way_agent *agent, way_cell cell)
{
    const way_map *map = wayi_space_grid(agent->space)->map;
    const uint32_t y = wayi_map_row(map, cell);
    return (wayi_reach){(uint16_t)(cell - y * map->width), (uint16_t)y, 0};
}

/// Where to: a goal, or the one to ask for first. Returns false if the index can't tell: for
/// ranges, from blocked ground, which has several ways out, and for several goals unless the map is
/// what it was made for.
static bool beacon_trip_aim(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    const bool asks = wayi_board_is_free(&memory->now, memory->place.x, memory->place.y);
    if (agent->goal.kind == WAYI_GOAL_SET) {
        wayi_beacon_choose_begin(agent);
        return asks && !memory->changed;
    }
    memory->goal = agent->goal.state;
    return asks && agent->goal.kind == WAYI_GOAL_ONE;
}

/// Asks for the way to the goal, or first from the goal in hand.
static void beacon_trip_begin_query(way_agent *agent, wayi_reach to)
{
    wayi_beacon_memory *memory = agent->memory;
    const wayi_beacon_database *database = agent->navigator->database;
    const bool chooses = memory->turn == WAYI_BEACON_CHOOSE;
    memory->query.kept_to = memory->query.kept_to && memory->query.epoch == database->epoch;
    memory->query.epoch = database->epoch;
    wayi_beacon_query_begin(&memory->query, database->index, chooses ? to : memory->place,
                            chooses ? memory->place : to);
}

/// Whether a question takes less than it saves where the old way does, as likely as that is.
static bool trip_old_way_pays(way_agent *agent, const wayi_beacon_price *price)
{
    const wayi_beacon_memory *memory = agent->memory;
    const wayi_reach *cells = memory->query.cells;
    const uint64_t open =
        wayi_board_distance(&memory->now, cells[0].x, cells[0].y, cells[1].x, cells[1].y);
    const uint64_t cost = open * price->winding / 16;
    const uint32_t holds = wayi_beacon_stale_holds(
        memory->stale, cells, cost < WAY_COST_MAX ? (way_cost)cost : WAY_COST_MAX);
    agent->looked += memory->stale->count / TRIP_PATCHES;
    const uint64_t question = price->question + price->question / TRIP_CHECK;
    return (uint64_t)price->search * holds > question << 16;
}

/// Who goes first. On the map that the index was made for the search does where it takes less, for
/// as long as it may: the answer is as good afterwards. On one that changed the index is asked if
/// it can tell, and if what it takes is less than what it saves where the old way does, as likely
/// as that is.
static wayi_beacon_turn beacon_trip_look(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    const wayi_beacon_database *database = agent->navigator->database;
    const wayi_board *still = &database->index->still;
    const wayi_reach *cells = memory->query.cells;
    const wayi_beacon_price *price =
        wayi_beacon_price_of(&database->prices, still, cells[0], cells[1]);
    if (!memory->changed) {
        const bool races =
            price->search <= price->question && !wayi_board_sees(still, cells[0], cells[1]);
        memory->race = races ? WAYI_BEACON_RACE * price->question : 0;
        return races ? WAYI_BEACON_SEARCH : WAYI_BEACON_ASK;
    }
    if (wayi_board_sees(&memory->now, cells[0], cells[1])) {
        return WAYI_BEACON_ARRIVE;
    }
    const bool asks = memory->told && price->search > price->question &&
                      wayi_board_is_free(still, cells[0].x, cells[0].y) &&
                      wayi_board_is_free(still, cells[1].x, cells[1].y) &&
                      trip_old_way_pays(agent, price);
    return asks ? WAYI_BEACON_ASK : WAYI_BEACON_SEARCH;
}

/// Plans from where the moves end.
static bool beacon_trip_plan(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    const wayi_beacon_database *database = agent->navigator->database;
    const wayi_grid *grid = wayi_space_grid(agent->space);
    memory->revision = way_space_revision(agent->space);
    memory->epoch = database->epoch;
    memory->told = agent->navigator->revision == memory->revision;
    memory->changed = !memory->told || database->stale.count > 0;
    memory->place = beacon_trip_place(agent, wayi_agent_last(agent));
    memory->now = wayi_board_of(grid->map, grid->layer);
    memory->stale = &database->stale;
    const bool tells = beacon_trip_aim(agent);
    const bool chooses = tells && agent->goal.kind == WAYI_GOAL_SET;
    memory->turn = chooses ? WAYI_BEACON_CHOOSE : WAYI_BEACON_SEARCH;
    memory->race = 0;
    memory->searched = false;
    memory->hops = 0;
    memory->noted_count = 0;
    memory->moved = false;
    beacon_trip_begin_query(agent, tells ? beacon_trip_place(agent, memory->goal) : memory->place);
    if (tells && !chooses) {
        memory->turn = beacon_trip_look(agent);
    }
    if (agent->goal.kind != WAYI_GOAL_ONE && memory->turn == WAYI_BEACON_SEARCH &&
        !wayi_beacon_jump_open(agent)) {
        return false; // all goals are handed on, which is no piece of a step
    }
    return WAYI_GROW(&agent->allocator, memory->noted, memory->noted_capacity,
                     database->index->vertex_count + 2);
}

way_status wayi_beacon_trip_begin(way_agent *agent)
{
    if (!((const wayi_beacon_database *)agent->navigator->database)->index) {
        return WAY_STATUS_UNSUPPORTED; // and there is none
    }
    wayi_beacon_memory *memory = agent->memory;
    memory->tries = agent->stats.expansions ? memory->tries : 0;
    // All ways out of blocked ground are weighed by a search: who was kept from that gets out
    // first, unless it is where it wants to be.
    const way_state place = wayi_agent_last(agent);
    if (memory->tries && !way_space_can_stand(agent->space, place) &&
        !wayi_goal_is_reached(&agent->goal, place)) {
        memory->tries = 0;
        if (wayi_agent_step_out(agent, false) != WAY_STATUS_OK) {
            return WAY_STATUS_NO_MEMORY;
        }
        if (agent->at.outcome != WAY_OUTCOME_WORKING) {
            return WAY_STATUS_OK;
        }
    }
    return beacon_trip_plan(agent) ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

// Asking ------------------------------------------------------------------------------------------

/// Goes on with the question; when there is an answer the way begins.
static way_outcome beacon_trip_ask(wayi_beacon_memory *memory)
{
    wayi_beacon_query *query = &memory->query;
    wayi_beacon_query_step(query);
    if (query->stage != WAYI_BEACON_DONE) {
        return WAY_OUTCOME_WORKING;
    }
    if (memory->changed) {
        const bool way = query->cost != WAY_COST_MAX && !query->sees;
        memory->turn = way ? WAYI_BEACON_CHECK_BEGIN : WAYI_BEACON_SEARCH;
        return WAY_OUTCOME_WORKING;
    }
    if (query->cost == WAY_COST_MAX) {
        return WAY_OUTCOME_NO_PATH;
    }
    memory->turn = query->sees ? WAYI_BEACON_ARRIVE : WAYI_BEACON_LEAVE;
    return WAY_OUTCOME_WORKING;
}

/// Begins a search, or goes on with the one that was begun.
static way_outcome beacon_trip_search(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    const bool begun = memory->searched;
    if (!begun && agent->goal.kind == WAYI_GOAL_ONE && !wayi_beacon_jump_open(agent)) {
        return WAY_OUTCOME_CAPACITY;
    }
    memory->searched = true;
    memory->turn = WAYI_BEACON_JUMP;
    return begun ? WAY_OUTCOME_WORKING : wayi_beacon_jump_begin(agent);
}

/// Searches on; one that races asks the index when its time is up.
static way_outcome beacon_trip_jump(way_agent *agent, uint32_t budget)
{
    wayi_beacon_memory *memory = agent->memory;
    const way_stats *stats = &memory->jumps.agent->stats;
    const uint64_t left = memory->race ? memory->race - stats->expansions : budget;
    const way_outcome outcome =
        wayi_beacon_jump_step(agent, left < budget ? (uint32_t)left : budget);
    if (memory->race && outcome == WAY_OUTCOME_WORKING && memory->turn == WAYI_BEACON_JUMP &&
        stats->expansions >= memory->race) {
        memory->race = 0;
        memory->turn = WAYI_BEACON_ASK;
    }
    return outcome;
}

// Steps -------------------------------------------------------------------------------------------

static way_outcome beacon_trip_do(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    switch (memory->turn) {
    case WAYI_BEACON_CHOOSE:
        return wayi_beacon_choose_step(agent);
    case WAYI_BEACON_ASK:
        return beacon_trip_ask(memory);
    case WAYI_BEACON_LEAVE:
    case WAYI_BEACON_BACK:
    case WAYI_BEACON_AHEAD:
    case WAYI_BEACON_DOWN:
    case WAYI_BEACON_ARRIVE:
        return wayi_beacon_walk_step(agent);
    case WAYI_BEACON_SEARCH:
        return beacon_trip_search(agent);
    case WAYI_BEACON_LAND:
        return wayi_beacon_jump_land(agent);
    default:
        agent->stats.expansions += wayi_beacon_check_step(memory);
        return WAY_OUTCOME_WORKING;
    }
}

/// Whether the trip may end at a place. What is not the one goal itself must be free for that.
static bool beacon_trip_is_there(const way_agent *agent, way_state place)
{
    const bool itself =
        agent->wish.trip.mode == WAY_GOAL_EXACT && agent->at.arrival == WAY_OUTCOME_FOUND;
    return wayi_goal_is_reached(&agent->goal, place) &&
           (itself || way_space_can_stand(agent->space, place));
}

/// Plans again from where the moves end: afresh if that is blocked or the goal is not what it was,
/// so that a unit that was built over finds a way out. After two plans without a move the trip
/// leaves the rest to a search that goes on through edits.
static way_outcome beacon_trip_begin_again(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    const way_state place = wayi_agent_last(agent);
    if (beacon_trip_is_there(agent, place)) {
        return WAY_OUTCOME_FOUND;
    }
    memory->tries = memory->moved ? 0 : memory->tries + 1;
    const bool on = agent->goal.kind == WAYI_GOAL_ONE && memory->tries < TRIP_TRIES &&
                    way_space_can_stand(agent->space, place) &&
                    wayi_agent_goal_works(agent, place, agent->goal.state);
    if (on) {
        return beacon_trip_plan(agent) ? WAY_OUTCOME_WORKING : WAY_OUTCOME_CAPACITY;
    }
    if (memory->tries >= TRIP_TRIES) {
        agent->at.restarts = WAYI_PLAN_LATE;
    }
    wayi_agent_forget_runs(agent); // they are read off the path, as the way out is
    return wayi_agent_plan(agent) == WAY_STATUS_OK ? agent->at.outcome : WAY_OUTCOME_CAPACITY;
}

/// Takes note of a map or an index that changed.
static way_outcome beacon_trip_notice(way_agent *agent)
{
    const wayi_beacon_memory *memory = agent->memory;
    const wayi_beacon_database *database = agent->navigator->database;
    return memory->epoch == database->epoch && memory->revision == way_space_revision(agent->space)
               ? WAY_OUTCOME_WORKING
               : beacon_trip_begin_again(agent);
}

/// Whether the rest of the trip can be done at once, with nobody watching.
static bool beacon_trip_has_time(const way_agent *agent, uint32_t budget)
{
    const wayi_beacon_memory *memory = agent->memory;
    return (memory->turn == WAYI_BEACON_LEAVE || memory->turn == WAYI_BEACON_BACK) &&
           !agent->observer && memory->noted_count == 0 &&
           budget / 4 > memory->query.index->vertex_count;
}

/// What is left of a budget after some work.
static uint32_t trip_left(const way_agent *agent, uint32_t budget, uint64_t before)
{
    const uint64_t spent = agent->stats.expansions + agent->looked - before;
    return spent < budget ? budget - (uint32_t)spent : 0;
}

way_outcome wayi_beacon_trip_step(way_agent *agent, uint32_t budget)
{
    const wayi_beacon_memory *memory = agent->memory;
    if (beacon_trip_is_there(agent, agent->start)) {
        return WAY_OUTCOME_FOUND;
    }
    way_outcome outcome = beacon_trip_notice(agent);
    while (budget && outcome == WAY_OUTCOME_WORKING && agent->at.phase == WAYI_PLAN) {
        const uint64_t before = agent->stats.expansions + agent->looked;
        if (memory->turn == WAYI_BEACON_JUMP) {
            outcome = beacon_trip_jump(agent, budget);
            budget = trip_left(agent, budget, before);
            continue;
        }
        const uint32_t work =
            beacon_trip_has_time(agent, budget) ? wayi_beacon_walk_at_once(agent) : 0;
        if (work) {
            agent->stats.expansions += work;
            return WAY_OUTCOME_FOUND;
        }
        agent->stats.expansions++;
        wayi_agent_report(agent, WAY_EVENT_EXPAND, wayi_agent_last(agent), WAY_STATE_NONE,
                          agent->cost, 0);
        outcome = beacon_trip_do(agent);
        budget = trip_left(agent, budget, before);
    }
    return outcome;
}
