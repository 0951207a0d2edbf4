// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Informed subdivision: the rival. A straight line knows nothing of the map, so the way round an
// obstacle to the sub-goal behind it may be longer than the whole trip. How much A* would need is
// not known either, but a lower bound is: what an A* that has not arrived yet has done so far, and
// a state for each step that it still has to go. So a plain A* over the whole trip runs beside the
// refinements, and what these take, with all that it costs to begin them and to draw lines, is kept
// within three quarters of that bound, or half of it where they get on too slowly to be done by
// then; only at first they may take a quarter more than the shortest conceivable path has states.
// What they remember is kept within what the rival does.
//
// The rival goes first, for as long as every other expansion brings it a step nearer: where A*
// runs straight to the goal nothing is faster. Whoever arrives first ends the trip. If it is the
// rival, which is A* to the last expansion, the refinements have cost a quarter more at the very
// most: with the path itself less than three times A*. If not, the rival has cost about as much as
// they did, or as little as its first turns, as in open country.
//
// The rival also informs: where the way from the goal meets a cell that the rival has expanded, the
// best way there from the start is known, and the trip is over.
//
// Over weights estimates say little, and A* looks at most of the map: there the rival counts its
// estimate twice, and "A*" above is that search. It never opens a state again.
#include "search/frame/algorithm.h"
#include "search/spatial/sgastar.h"

#define RIVAL_TURN_MIN 64u
#define RIVAL_LEAD_TURN 32u

way_status wayi_sgastar_rival_create(way_agent *agent)
{
    wayi_sgastar_rival *rival = &((wayi_sgastar *)agent->memory)->rival;
    wayi_goal_init(&rival->goal, agent->space, &agent->allocator);
    rival->enabled = true;
    const wayi_best_first_config config = {.space = agent->space,
                                           .goal = &rival->goal,
                                           .observer = agent->observer,
                                           .edges = agent->edges,
                                           .stats = &agent->stats,
                                           .estimate = WAYI_ESTIMATE_COST,
                                           .open = WAYI_OPEN_AUTO,
                                           .weight = WAYI_SGASTAR_HASTE,
                                           .keep_closed = true,
                                           .limit = agent->capacity / 2,
                                           .sparse = wayi_agent_wants_sparse(agent)};
    return wayi_best_first_init(&rival->search, &config, &agent->allocator);
}

void wayi_sgastar_rival_destroy(wayi_sgastar_rival *rival)
{
    if (rival->enabled) {
        wayi_best_first_fini(&rival->search);
        wayi_goal_fini(&rival->goal);
    }
}

size_t wayi_sgastar_rival_bytes(const wayi_sgastar_rival *rival)
{
    return rival->enabled ? wayi_best_first_bytes(&rival->search) : 0;
}

void wayi_sgastar_rival_reset(way_agent *agent)
{
    wayi_sgastar *memory = agent->memory;
    wayi_sgastar_rival *rival = &memory->rival;
    memory->refined = 0;
    memory->begun = 0;
    memory->cells = 0;
    rival->on = rival->enabled;
    rival->begun = false;
    rival->expansions = 0;
    rival->ahead = wayi_space_steps(agent->space, agent->start, agent->goal.state);
    rival->least = (uint64_t)rival->ahead + 1;
    rival->leads = rival->on;
    rival->due = rival->on ? RIVAL_LEAD_TURN : 0;
}

void wayi_sgastar_rival_stop(wayi_sgastar_rival *rival)
{
    rival->on = false;
    rival->leads = false;
    rival->due = 0;
}

/// Expansions that A* is known to need: those of the rival, and a state for each step that is left
/// from where it has come nearest.
static uint64_t rival_known(const wayi_sgastar *memory)
{
    const wayi_sgastar_rival *rival = &memory->rival;
    return rival->begun ? rival->expansions + rival->ahead : rival->least;
}

/// What the refinements will have taken when both ends meet if they get on as until now.
static uint64_t rival_forecast(const wayi_sgastar *memory)
{
    const uint64_t whole = memory->rival.least;
    const uint64_t closed = memory->nearest < whole ? whole - memory->nearest : 0;
    return closed ? wayi_sgastar_work(memory) * whole / closed : UINT64_MAX;
}

/// What the refinements may take.
static uint64_t rival_allowance(const wayi_sgastar *memory)
{
    const uint64_t known = rival_known(memory);
    const uint64_t first = memory->rival.least + memory->rival.least / 4;
    const uint64_t most = known - known / 4;
    const uint64_t share = rival_forecast(memory) <= most ? most : known / 2;
    return first > share ? first : share;
}

/// How many expansions of a refinement keep within what it may remember.
static uint64_t rival_room(const wayi_sgastar *memory)
{
    const wayi_sgastar_rival *rival = &memory->rival;
    const uint64_t count = rival->begun ? rival->search.nodes.count : 0;
    const uint64_t room = count > rival->least ? count : rival->least;
    const uint64_t states = memory->waits ? 0 : wayi_inner_states(memory->refiner);
    // An expansion adds at most as many states as there are steps, but mostly two or three: a
    // quarter more than allowed at worst, or the turns would get ever shorter.
    return states < room ? (room + room / 4 - states) / WAYI_DIRECTIONS + 1 : 0;
}

uint32_t wayi_sgastar_rival_credit(const wayi_sgastar *memory)
{
    if (!memory->rival.on) {
        return UINT32_MAX;
    }
    const uint64_t work = wayi_sgastar_work(memory) + (memory->waits ? WAYI_SGASTAR_SETUP : 0);
    const uint64_t allowed = rival_allowance(memory);
    const uint64_t left = allowed > work ? allowed - work : 0;
    const uint64_t room = rival_room(memory);
    const uint64_t credit = left < room ? left : room;
    return credit < UINT32_MAX ? (uint32_t)credit : UINT32_MAX;
}

uint32_t wayi_sgastar_rival_turn(const wayi_sgastar *memory)
{
    // Longer turns waste more, shorter ones switch more often and lose the cache: let them grow,
    // but not beyond what the refinements wait for.
    const uint64_t known = rival_known(memory);
    const uint64_t forecast = rival_forecast(memory);
    const uint64_t work = wayi_sgastar_work(memory);
    const uint64_t wanted = forecast / 3 * 2 < work ? forecast + forecast / 3 : 2 * work;
    const uint64_t turn = wanted > known ? wanted - known : memory->rival.expansions / 4;
    return turn < RIVAL_TURN_MIN ? RIVAL_TURN_MIN
                                 : (uint32_t)(turn < UINT32_MAX ? turn : UINT32_MAX);
}

/// After a turn: at the head of the trip it goes on as long as every other expansion is a step
/// nearer.
static void rival_look_ahead(way_agent *agent)
{
    wayi_sgastar_rival *rival = &((wayi_sgastar *)agent->memory)->rival;
    const uint32_t ahead = wayi_space_steps(agent->space, rival->search.closest, agent->goal.state);
    rival->leads = rival->leads && ahead + RIVAL_LEAD_TURN / 2 <= rival->ahead;
    rival->due = rival->leads ? RIVAL_LEAD_TURN : 0;
    rival->ahead = ahead;
}

way_outcome wayi_sgastar_rival_step(way_agent *agent, uint32_t *budget)
{
    wayi_sgastar_rival *rival = &((wayi_sgastar *)agent->memory)->rival;
    if (!rival->begun) {
        rival->begun = true;
        wayi_goal_set_one(&rival->goal, agent->goal.state);
        rival->search.config.weight =
            wayi_space_grid(agent->space)->layer->weights ? WAYI_SGASTAR_HASTE : 1000;
        wayi_best_first_clear(&rival->search);
        rival->on = wayi_best_first_add(&rival->search, agent->start, 0);
    }
    const uint32_t turn = *budget < rival->due ? *budget : rival->due;
    const uint64_t before = agent->stats.expansions;
    way_outcome outcome = WAY_OUTCOME_CAPACITY;
    way_state reached = WAY_STATE_NONE;
    if (rival->on) {
        outcome = wayi_best_first_step(&rival->search, turn, &reached);
    }
    const uint32_t spent = (uint32_t)(agent->stats.expansions - before);
    rival->expansions += spent;
    rival->due -= spent;
    *budget -= spent;
    if (outcome == WAY_OUTCOME_MOVING && rival->due == 0) {
        rival_look_ahead(agent);
    }
    if (outcome == WAY_OUTCOME_ARRIVED || outcome == WAY_OUTCOME_MOVING) {
        return outcome;
    }
    wayi_sgastar_rival_stop(rival);
    // Without a limit of its own it is memory that ran out, also where all cells are remembered.
    const uint32_t limit = rival->search.config.limit;
    const bool limited = limit && rival->search.nodes.count >= limit;
    return outcome == WAY_OUTCOME_CAPACITY && !limited ? WAY_OUTCOME_CAPACITY : WAY_OUTCOME_MOVING;
}

bool wayi_sgastar_rival_knows(const wayi_sgastar *memory, way_cell cell)
{
    const wayi_sgastar_rival *rival = &memory->rival;
    return rival->on && rival->begun &&
           wayi_best_first_cost(&rival->search, cell, true) != WAY_COST_MAX;
}
