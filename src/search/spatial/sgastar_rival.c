// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Informed subdivision: the rival. A straight line knows nothing of the map, so the way round an
// obstacle to the sub-goal behind it may be longer than the whole trip. How much A* would need is
// not known either, but two lower bounds are: the cells of the shortest conceivable path, all of
// which A* expands, and what an A* that has not arrived yet has done so far. So a plain A* over the
// whole trip runs beside the refinements, and they are never allowed more than the larger of the
// first and three quarters of the second, neither in expansions nor in states remembered.
//
// Whoever arrives first ends the trip. If it is the rival, which is A* to the last expansion, the
// refinements have cost less again, or on trips through open country as much: twice A* at the very
// most, which leaves room for the time that is lost in going to and fro. If not, the rival has cost
// little more than they did, or nothing if they are done within the first bound, as in open
// country.
//
// The rival also informs: where the way from the goal meets a cell that the rival has expanded, the
// best way there from the start is known, and the trip is over.
#include "search/algorithm.h"
#include "search/spatial/sgastar.h"

#define RIVAL_TURN_MIN 64u

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
                                           .weight = 1000,
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
    rival->on = rival->enabled;
    rival->begun = false;
    rival->expansions = 0;
    rival->due = 0;
    rival->least = (uint64_t)wayi_space_steps(agent->space, agent->start, agent->goal.state) + 1;
}

static uint64_t rival_allows(uint64_t least, uint64_t so_far, uint64_t used)
{
    const uint64_t share = so_far - so_far / 4;
    const uint64_t allowed = least > share ? least : share;
    return allowed > used ? allowed - used : 0;
}

uint32_t wayi_sgastar_rival_credit(const wayi_sgastar *memory)
{
    const wayi_sgastar_rival *rival = &memory->rival;
    if (!rival->on) {
        return UINT32_MAX;
    }
    const uint64_t work = rival_allows(rival->least, rival->expansions, memory->refined);
    // A state is remembered once but may be generated several times, and there are as many in an
    // expansion as there are steps: this never allows too many.
    const uint32_t states = rival->begun ? rival->search.nodes.count : 0;
    const uint64_t room =
        rival_allows(rival->least, states, memory->refiner->agent->stats.generations + 1) /
        WAYI_DIRECTIONS;
    const uint64_t credit = work < room ? work : room;
    return credit < UINT32_MAX ? (uint32_t)credit : UINT32_MAX;
}

uint32_t wayi_sgastar_rival_turn(const wayi_sgastar_rival *rival)
{
    // Longer turns waste more, shorter ones switch more often and lose the cache: let them grow.
    const uint64_t turn = rival->expansions / 2;
    return turn < RIVAL_TURN_MIN ? RIVAL_TURN_MIN
                                 : (uint32_t)(turn < UINT32_MAX ? turn : UINT32_MAX);
}

way_outcome wayi_sgastar_rival_step(way_agent *agent, uint32_t *budget)
{
    wayi_sgastar_rival *rival = &((wayi_sgastar *)agent->memory)->rival;
    if (!rival->begun) {
        rival->begun = true;
        wayi_goal_set_one(&rival->goal, agent->goal.state);
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
    if (outcome == WAY_OUTCOME_ARRIVED || outcome == WAY_OUTCOME_MOVING) {
        return outcome;
    }
    rival->on = false;
    rival->due = 0;
    const bool limited = rival->search.nodes.count >= rival->search.nodes.limit;
    return outcome == WAY_OUTCOME_CAPACITY && !limited ? WAY_OUTCOME_CAPACITY : WAY_OUTCOME_MOVING;
}

bool wayi_sgastar_rival_knows(const wayi_sgastar *memory, way_cell cell)
{
    const wayi_sgastar_rival *rival = &memory->rival;
    return rival->on && rival->begun &&
           wayi_best_first_cost(&rival->search, cell, true) != WAY_COST_MAX;
}
