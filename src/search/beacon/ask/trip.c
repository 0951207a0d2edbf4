// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A trip. On the map that the index was made for: the question, then along next hops (walk.c). On a
// map that changed since: the old way, if it is still legal and no opening can lead to a cheaper
// one, else a search. When the map or the index changes under way, the trip begins again from where
// its moves end. Where old labels say little, after many edits, or nothing, because nobody has told
// the index of them or it has too few, jump point search on the map as it is does it all.
//
// Edits that come faster than it can plan don't keep it from moving. A plan that is made again for
// want of a move goes on through edits if it can, and each leg is looked at before it is taken; if
// it can't either, because the index was replaced or its board is not its own yet, jump point
// search goes on through all of them (jump.c). When the edits stop, the rest is planned afresh.
#include "search/beacon/ask/beacon.h"
#include "search/trip/observer.h"

/// Beyond so many patches a search led by old labels takes longer than one without.
#define TRIP_PATCHES 24u
/// Plans that are made again for want of a move before the index is asked no more.
#define TRIP_TRIES 2u

way_status wayi_beacon_trip_create(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    const wayi_beacon_database *database = agent->navigator->database;
    wayi_beacon_detour_init(&memory->detour, &agent->allocator);
    memory->query.allocator = agent->allocator;
    return wayi_grow(&agent->allocator, (void **)&memory->noted, &memory->noted_capacity,
                     database->index->vertex_count + 1, sizeof *memory->noted) &&
                   wayi_beacon_query_init(&memory->query, &database->index->still,
                                          &agent->allocator)
               ? WAY_STATUS_OK
               : WAY_STATUS_NO_MEMORY;
}

void wayi_beacon_trip_destroy(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    wayi_free(&agent->allocator, memory->noted, memory->noted_capacity, sizeof *memory->noted);
    wayi_inner_close(&memory->jumps);
    wayi_beacon_bounds_fini(agent);
    wayi_beacon_detour_fini(&memory->detour);
    wayi_beacon_openings_fini(&memory->openings, &agent->allocator);
    wayi_beacon_query_fini(&memory->query);
}

static wayi_reach trip_place(const way_agent *agent, way_cell cell)
{
    const way_map *map = wayi_space_grid(agent->space)->map;
    const uint32_t y = wayi_map_row(map, cell);
    return (wayi_reach){(uint16_t)(cell - y * map->width), (uint16_t)y, 0};
}

/// Whether something was opened.
static bool trip_has_openings(const wayi_beacon_stale *stale)
{
    bool opened = false;
    for (uint32_t i = 0; i < stale->count; i++) {
        opened |= stale->patches[i].opened;
    }
    return opened;
}

/// Whether a search had better do without labels: they lead only where walls are all that is new.
static bool trip_wants_jumps(const wayi_beacon_memory *memory, const wayi_beacon_database *database)
{
    const wayi_beacon_stale *stale = &database->stale;
    return database->index->thin ||
           (memory->changed &&
            (!memory->known || stale->count > TRIP_PATCHES || trip_has_openings(stale)));
}

/// Where to: a goal, or the one to ask for first. Returns false if the index can't tell: for
/// ranges, from blocked ground, which has several ways out, and for several goals unless the map is
/// what it was made for. Who hurries takes what is nearest over open ground, and asks no more if
/// that was of no use.
static bool trip_aim(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    const wayi_beacon_database *database = agent->navigator->database;
    const bool asks = memory->tries < TRIP_TRIES &&
                      wayi_board_is_free(&memory->now, memory->place.x, memory->place.y);
    if (agent->goal.kind == WAYI_GOAL_SET) {
        if (!memory->tries) {
            wayi_beacon_choose_begin(agent);
        }
        return asks && (memory->tries || (!memory->changed && !database->index->thin));
    }
    memory->goal = agent->goal.state;
    return asks && agent->goal.kind == WAYI_GOAL_ONE;
}

/// Asks for the way to the goal, or first from the goal in hand.
static void trip_begin_query(way_agent *agent, wayi_reach to)
{
    wayi_beacon_memory *memory = agent->memory;
    const wayi_beacon_database *database = agent->navigator->database;
    const bool chooses = memory->turn == WAYI_BEACON_CHOOSE;
    memory->query.kept_to = memory->query.kept_to && memory->query.epoch == database->epoch;
    memory->query.epoch = database->epoch;
    wayi_beacon_query_begin(&memory->query, database->index, database->kernel,
                            chooses ? to : memory->place, chooses ? memory->place : to);
}

/// Plans from where the moves end.
static bool trip_plan(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    const wayi_beacon_database *database = agent->navigator->database;
    const wayi_grid *grid = wayi_space_grid(agent->space);
    memory->revision = way_space_revision(agent->space);
    memory->epoch = database->epoch;
    memory->told = agent->navigator->revision == memory->revision;
    memory->known = memory->told && wayi_beacon_stale_is_known(&database->stale);
    memory->changed = !memory->told || database->stale.count > 0;
    memory->bent = false;
    memory->place = trip_place(agent, wayi_agent_last(agent));
    memory->now = wayi_board_of(grid->map, grid->layer);
    const bool tells = trip_aim(agent);
    memory->jumping = !tells || trip_wants_jumps(memory, database);
    memory->turn = !tells                                                ? WAYI_BEACON_SEARCH_BEGIN
                   : memory->changed                                     ? WAYI_BEACON_LOOK_AHEAD
                   : agent->goal.kind == WAYI_GOAL_SET && !memory->tries ? WAYI_BEACON_CHOOSE
                                                                         : WAYI_BEACON_ASK;
    if (memory->jumping && !wayi_beacon_jump_open(agent)) {
        return false;
    }
    memory->hops = 0;
    memory->noted_count = 0;
    memory->late = false;
    memory->drifts = false;
    memory->stale = &database->stale;
    const wayi_reach to = tells ? trip_place(agent, memory->goal) : memory->place;
    trip_begin_query(agent, to);
    const wayi_beacon_change change = {.stale = memory->known ? &database->stale : NULL,
                                       .now = memory->now,
                                       .from = memory->place,
                                       .to = to};
    const bool searches = !memory->jumping && (memory->changed || database->index->thin);
    return wayi_grow(&agent->allocator, (void **)&memory->noted, &memory->noted_capacity,
                     database->index->vertex_count + 1, sizeof *memory->noted) &&
           (!memory->changed ||
            wayi_beacon_openings_reserve(&memory->openings, database->index, &agent->allocator)) &&
           (!searches || wayi_beacon_detour_begin(&memory->detour, &change));
}

way_status wayi_beacon_trip_begin(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    // A trip that is planned afresh has not moved for that; a new one has had no time to.
    memory->moved = agent->stats.steps == 0;
    memory->tries = memory->moved ? 0 : memory->tries;
    // All ways out of blocked ground are weighed by a search: who was kept from that gets out
    // first.
    if (memory->tries && !way_space_can_stand(agent->space, wayi_agent_last(agent))) {
        memory->tries = 0;
        memory->moved = true;
        if (wayi_agent_step_out(agent) != WAY_STATUS_OK) {
            return WAY_STATUS_NO_MEMORY;
        }
        if (agent->outcome != WAY_OUTCOME_MOVING) {
            return WAY_STATUS_OK;
        }
    }
    return trip_plan(agent) ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

// Asking ------------------------------------------------------------------------------------------

/// Goes on with the question; when there is an answer the way begins.
static way_outcome trip_ask(wayi_beacon_memory *memory)
{
    wayi_beacon_query *query = &memory->query;
    wayi_beacon_query_step(query);
    if (query->stage != WAYI_BEACON_DONE) {
        return WAY_OUTCOME_MOVING;
    }
    if (memory->changed) {
        const bool way = query->cost != WAY_COST_MAX && !query->sees;
        memory->turn = way ? WAYI_BEACON_CHECK_START : WAYI_BEACON_SEARCH_BEGIN;
        return WAY_OUTCOME_MOVING;
    }
    if (query->join.missed < query->cost && !query->sees) {
        memory->turn = WAYI_BEACON_SEARCH_BEGIN;
        return WAY_OUTCOME_MOVING;
    }
    if (query->cost == WAY_COST_MAX) {
        return WAY_OUTCOME_NO_PATH;
    }
    memory->turn = query->sees ? WAYI_BEACON_ARRIVE : WAYI_BEACON_LEAVE;
    return WAY_OUTCOME_MOVING;
}

// A map that changed ------------------------------------------------------------------------------

/// Begins a search: with jumps or over the subgoals.
static way_outcome trip_begin_search(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    if (memory->jumping) {
        return wayi_beacon_jump_begin(agent);
    }
    wayi_beacon_detour_start(&memory->detour);
    memory->turn = WAYI_BEACON_SEARCH;
    return WAY_OUTCOME_MOVING;
}

static way_outcome trip_search(wayi_beacon_memory *memory)
{
    if (wayi_beacon_detour_step(&memory->detour)) {
        return WAY_OUTCOME_MOVING;
    }
    memory->turn = WAYI_BEACON_ROUTE;
    return memory->detour.best == WAYI_BEACON_NONE ? WAY_OUTCOME_NO_PATH : WAY_OUTCOME_MOVING;
}

static way_outcome trip_follow(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    wayi_beacon_detour *detour = &memory->detour;
    if (detour->route_count == 0) {
        memory->turn = WAYI_BEACON_ARRIVE;
        return WAY_OUTCOME_MOVING;
    }
    const wayi_reach cell = detour->spots[detour->route[--detour->route_count]].cell;
    return wayi_beacon_walk_go(agent, cell.x, cell.y);
}

// Steps -------------------------------------------------------------------------------------------

static way_outcome trip_do(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    switch (memory->turn) {
    case WAYI_BEACON_CHOOSE:
        return wayi_beacon_choose_step(agent);
    case WAYI_BEACON_ASK:
        return trip_ask(memory);
    case WAYI_BEACON_LEAVE:
    case WAYI_BEACON_BACK:
    case WAYI_BEACON_AHEAD:
    case WAYI_BEACON_DOWN:
    case WAYI_BEACON_ARRIVE:
        return wayi_beacon_walk_step(agent);
    case WAYI_BEACON_SEARCH_BEGIN:
        return trip_begin_search(agent);
    case WAYI_BEACON_SEARCH:
        return trip_search(memory);
    case WAYI_BEACON_LAND:
        return wayi_beacon_jump_land(agent);
    case WAYI_BEACON_ROUTE:
        return trip_follow(agent);
    default:
        agent->stats.expansions += wayi_beacon_check_step(memory);
        return WAY_OUTCOME_MOVING;
    }
}

/// Plans the trip afresh: a unit that was built over finds a way out, and a goal that is out of
/// reach another one, if the trip allows that.
static way_outcome trip_start_over(way_agent *agent)
{
    wayi_agent_unroll(agent);
    agent->runs.count = 0; // they are read off the path, as the way out of a blocked start is
    agent->runs.unrolled = 0;
    return wayi_agent_plan(agent) == WAY_STATUS_OK ? agent->outcome : WAY_OUTCOME_CAPACITY;
}

/// Whether the goal can still be gone for. Several are sorted out afresh unless that takes too
/// long: then the one in hand must do.
static bool trip_goal_works(const way_agent *agent, way_state place)
{
    const wayi_beacon_memory *memory = agent->memory;
    const bool one = agent->goal.kind == WAYI_GOAL_ONE;
    return (one || (agent->goal.kind == WAYI_GOAL_SET && memory->tries)) &&
           wayi_agent_goal_works(agent, place, one ? agent->goal.state : memory->goal);
}

way_outcome wayi_beacon_trip_begin_again(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    const way_state place = wayi_agent_last(agent);
    memory->tries = memory->moved ? 0 : memory->tries + 1;
    memory->moved = false;
    if (wayi_goal_is_reached(&agent->goal, place)) {
        return WAY_OUTCOME_ARRIVED;
    }
    if (!way_space_can_stand(agent->space, place) || !trip_goal_works(agent, place)) {
        return trip_start_over(agent);
    }
    return trip_plan(agent) ? WAY_OUTCOME_MOVING : WAY_OUTCOME_CAPACITY;
}

/// Whether what is planned goes on though the map or the index changed.
static bool trip_goes_on(const way_agent *agent)
{
    const wayi_beacon_memory *memory = agent->memory;
    const wayi_beacon_database *database = agent->navigator->database;
    if (!way_space_can_stand(agent->space, wayi_agent_last(agent))) {
        return false;
    }
    // An index that shares the layer's bits can't be asked once they are others.
    return wayi_beacon_jump_goes_on(memory) ||
           (memory->epoch == database->epoch && !memory->moved && database->index->still.planes &&
            memory->turn != WAYI_BEACON_JUMP);
}

/// Takes note of a map or an index that changed, or of edits that have stopped.
static way_outcome trip_notice(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    const wayi_beacon_database *database = agent->navigator->database;
    const uint64_t revision = way_space_revision(agent->space);
    if (memory->epoch == database->epoch && memory->revision == revision) {
        return memory->drifts && memory->moved ? wayi_beacon_trip_begin_again(agent)
                                               : WAY_OUTCOME_MOVING;
    }
    if (!trip_goes_on(agent)) {
        return wayi_beacon_trip_begin_again(agent);
    }
    memory->late = true;
    memory->drifts = true;
    memory->revision = revision;
    memory->epoch = database->epoch;
    return WAY_OUTCOME_MOVING;
}

/// Whether the rest of the trip can be done at once, with nobody watching.
static bool trip_has_time(const way_agent *agent, uint32_t budget)
{
    const wayi_beacon_memory *memory = agent->memory;
    return (memory->turn == WAYI_BEACON_LEAVE || memory->turn == WAYI_BEACON_BACK) &&
           !memory->late && !memory->bent && !agent->observer && memory->noted_count == 0 &&
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
    if (wayi_goal_is_reached(&agent->goal, agent->start)) {
        return WAY_OUTCOME_ARRIVED;
    }
    way_outcome outcome = trip_notice(agent);
    while (budget && outcome == WAY_OUTCOME_MOVING && !agent->seeks) {
        const uint64_t before = agent->stats.expansions + agent->looked;
        if (memory->turn == WAYI_BEACON_JUMP) {
            outcome = wayi_beacon_jump_step(agent, budget);
            budget = trip_left(agent, budget, before);
            continue;
        }
        const uint32_t work = trip_has_time(agent, budget) ? wayi_beacon_walk_at_once(agent) : 0;
        if (work) {
            agent->stats.expansions += work;
            return WAY_OUTCOME_ARRIVED;
        }
        agent->stats.expansions++;
        if (agent->observer) {
            wayi_observer_write(agent->observer,
                                (way_event){WAY_EVENT_EXPAND, wayi_agent_last(agent),
                                            WAY_STATE_NONE, agent->cost, agent->cost});
        }
        outcome = trip_do(agent);
        budget = trip_left(agent, budget, before);
    }
    return outcome;
}
