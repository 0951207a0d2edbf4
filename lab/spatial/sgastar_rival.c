// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Informed subdivision: the rival. A straight line knows nothing of the map, so the way round an
// obstacle to the sub-goal behind it may be longer than the whole trip. How much A* would need is
// not known either, but a lower bound is: what an A* that has not arrived yet has done so far, and
// a state for each step that it still has to go. So a plain A* over the whole trip runs beside the
// refinements, and what these take, with all that it costs to begin them and to draw lines, is kept
// within three quarters of that bound, or half of it where they get on too slowly to be done by
// then; at first they may take 1.25 times as many expansions as the shortest conceivable path has
// states. What they remember is kept within what the rival does.
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
//
// Where jumps pay, rival and refinements are jump point searches. The rival then takes no longer
// than the refinements do, and its way is a best one: they have a quarter of what it does, or an
// eighth where they get on too slowly, which is worth while where lines are nearly free.
#include "lab/spatial/sgastar.h"
#include "search/trip/algorithm.h"

#define RIVAL_TURN_MIN 64u
#define RIVAL_LEAD_TURN 32u

/// The search that this trip needs is A*.
static bool rival_open_search(way_agent *agent)
{
    wayi_sgastar_rival *rival = &((wayi_sgastar *)agent->memory)->rival;
    if (rival->can_search) {
        return true;
    }
    wayi_goal_init(&rival->goal, agent->space, &agent->allocator);
    wayi_nodes_config nodes = wayi_agent_nodes(agent, NULL, 0);
    nodes.limit /= 2;
    nodes.sparse |= wayi_sgastar_store(agent) == WAY_STORE_SPARSE;
    const wayi_best_first_config config = {.space = agent->space,
                                           .goal = &rival->goal,
                                           .observer = agent->observer,
                                           .edges = agent->edges,
                                           .stats = &agent->stats,
                                           .estimate = WAYI_ESTIMATE_COST,
                                           .open =
                                               rival->classic ? WAYI_OPEN_BINARY : WAYI_OPEN_AUTO,
                                           .low_g = rival->classic,
                                           .weight = WAYI_SGASTAR_HASTE,
                                           .keep_closed = true,
                                           .nodes = nodes};
    rival->can_search =
        wayi_best_first_init(&rival->search, &config, &agent->allocator) == WAY_STATUS_OK;
    return rival->can_search;
}

bool wayi_sgastar_rival_open(way_agent *agent)
{
    wayi_sgastar *memory = agent->memory;
    wayi_inner *jumper = &memory->rival.jumper;
    if (!memory->jumps) {
        return rival_open_search(agent);
    }
    return wayi_inner_is_open(jumper) ||
           wayi_inner_open_in(jumper, agent, WAYI_SGASTAR_JUMPS, agent->capacity / 2,
                              wayi_sgastar_store(agent)) == WAY_STATUS_OK;
}

void wayi_sgastar_rival_destroy(wayi_sgastar_rival *rival)
{
    if (rival->can_search) {
        wayi_best_first_fini(&rival->search);
        wayi_goal_fini(&rival->goal);
    }
    wayi_inner_close(&rival->jumper);
}

uint32_t wayi_sgastar_rival_states(const wayi_sgastar *memory)
{
    const wayi_sgastar_rival *rival = &memory->rival;
    if (!rival->begun) {
        return 0;
    }
    return memory->jumps ? wayi_inner_states(&rival->jumper) : rival->search.nodes.count;
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
    if (memory->jumps) {
        return rival->expansions;
    }
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
    if (memory->jumps) {
        return rival_forecast(memory) <= known / 4 ? known / 4 : known / 8;
    }
    const uint64_t first = memory->rival.least + memory->rival.least / 4;
    const uint64_t most = known - known / 4;
    const uint64_t share = rival_forecast(memory) <= most ? most : known / 2;
    return first > share ? first : share;
}

/// How many expansions of a refinement keep within what it may remember.
static uint64_t rival_room(const wayi_sgastar *memory)
{
    if (memory->jumps) {
        return UINT64_MAX; // for points are few
    }
    const wayi_sgastar_rival *rival = &memory->rival;
    const uint64_t count = wayi_sgastar_rival_states(memory);
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
    wayi_sgastar *memory = agent->memory;
    wayi_sgastar_rival *rival = &memory->rival;
    if (memory->jumps) {
        return;
    }
    const uint32_t ahead = wayi_space_steps(agent->space, rival->search.closest, agent->goal.state);
    rival->leads = rival->leads && ahead + RIVAL_LEAD_TURN / 2 <= rival->ahead;
    rival->due = rival->leads ? RIVAL_LEAD_TURN : 0;
    rival->ahead = ahead;
}

/// False without memory.
static bool rival_begin(way_agent *agent)
{
    wayi_sgastar *memory = agent->memory;
    wayi_sgastar_rival *rival = &memory->rival;
    rival->begun = true;
    if (memory->jumps) {
        return wayi_inner_begin(&rival->jumper, agent->start, agent->goal.state);
    }
    wayi_goal_set_one(&rival->goal, agent->goal.state);
    rival->search.config.weight = wayi_space_grid(agent->space)->layer->weights && !rival->classic
                                      ? WAYI_SGASTAR_HASTE
                                      : 1000;
    wayi_best_first_clear(&rival->search);
    return wayi_best_first_add(&rival->search, agent->start, 0);
}

way_outcome wayi_sgastar_rival_step(way_agent *agent, uint32_t *budget)
{
    const wayi_sgastar *memory = agent->memory;
    wayi_sgastar_rival *rival = &((wayi_sgastar *)agent->memory)->rival;
    if (!rival->begun) {
        rival->on = rival_begin(agent);
    }
    const uint32_t turn = *budget < rival->due ? *budget : rival->due;
    const uint64_t before = agent->stats.expansions;
    way_outcome outcome = WAY_OUTCOME_CAPACITY;
    if (rival->on && memory->jumps) {
        outcome = wayi_inner_step(&rival->jumper, agent, turn);
    } else if (rival->on) {
        way_state reached = WAY_STATE_NONE;
        outcome = wayi_best_first_step(&rival->search, turn, &reached);
    }
    // Jumps that are not done have used their budget, on expansions or on scans.
    const uint32_t expanded = (uint32_t)(agent->stats.expansions - before);
    const uint32_t spent = memory->jumps && outcome == WAY_OUTCOME_WORKING ? turn : expanded;
    rival->expansions += spent;
    rival->due -= spent;
    *budget -= spent;
    if (outcome == WAY_OUTCOME_WORKING && rival->due == 0) {
        rival_look_ahead(agent);
    }
    if (outcome == WAY_OUTCOME_FOUND || outcome == WAY_OUTCOME_WORKING) {
        return outcome;
    }
    // Without a limit of its own it is memory that ran out, also where all cells are remembered.
    const uint32_t limit = agent->capacity / 2;
    const bool limited = limit && wayi_sgastar_rival_states(memory) >= limit;
    wayi_sgastar_rival_stop(rival);
    return outcome == WAY_OUTCOME_CAPACITY && limited ? WAY_OUTCOME_WORKING : outcome;
}

bool wayi_sgastar_rival_knows(const wayi_sgastar *memory, way_cell cell)
{
    const wayi_sgastar_rival *rival = &memory->rival;
    return rival->on && rival->begun && !memory->jumps &&
           wayi_best_first_cost(&rival->search, cell, true) != WAY_COST_MAX;
}

way_cell wayi_sgastar_rival_closest(wayi_sgastar *memory)
{
    wayi_sgastar_rival *rival = &memory->rival;
    if (!rival->on || !rival->begun) {
        return WAY_CELL_NONE;
    }
    if (!memory->jumps) {
        return rival->search.closest;
    }
    way_agent *jumper = rival->jumper.agent;
    if (jumper->path.count == 1) {
        jumper->algorithm->give_up(jumper);
    }
    return wayi_agent_last(jumper);
}

bool wayi_sgastar_rival_trace(wayi_sgastar *memory, way_cell cell, wayi_path_buffer *path)
{
    if (!memory->jumps) {
        return wayi_best_first_trace(&memory->rival.search, cell, path);
    }
    const wayi_path_buffer *way = wayi_inner_path(&memory->rival.jumper);
    for (uint32_t i = 1; i < way->count; i++) {
        if (!wayi_path_buffer_push(path, way->states[i])) {
            return false;
        }
    }
    return true;
}

bool wayi_sgastar_rival_outlives(const wayi_sgastar *memory, const way_rect *rects, uint32_t count,
                                 uint64_t *work)
{
    const wayi_sgastar_rival *rival = &memory->rival;
    if (!rival->on || !rival->begun) {
        return true;
    }
    way_agent *jumper = rival->jumper.agent;
    return memory->jumps ? jumper->algorithm->outlives(jumper, rects, count, work)
                         : wayi_best_first_outlives(&rival->search, rects, count, work);
}
