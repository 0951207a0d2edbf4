// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The nearest of several goals: the index is asked for each, the one that is nearest over open
// ground first, then in their order those that may be nearer than the nearest so far. Questions
// lead from goals to the start, so that what the start reaches is looked for once. Of goals that
// are as near the one asked first is taken.
#include "search/beacon/ask/beacon.h"

/// Goals that are passed over in one piece of work.
#define CHOOSE_PASSED 64u

static wayi_reach choose_place(const way_agent *agent, way_state cell)
{
    const way_map *map = wayi_space_grid(agent->space)->map;
    const uint32_t y = wayi_map_row(map, cell);
    return (wayi_reach){(uint16_t)(cell - y * map->width), (uint16_t)y, 0};
}

static way_cost choose_distance(const way_agent *agent, way_state goal)
{
    const wayi_beacon_memory *memory = agent->memory;
    const wayi_reach to = choose_place(agent, goal);
    return wayi_board_distance(&memory->now, memory->place.x, memory->place.y, to.x, to.y);
}

void wayi_beacon_choose_begin(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    way_cost least = WAY_COST_MAX;
    memory->goal = WAY_STATE_NONE;
    for (uint32_t i = 0; i < agent->goal.count; i++) {
        const way_cost open = choose_distance(agent, agent->goal.states[i]);
        if (open < least) {
            least = open;
            memory->goal = agent->goal.states[i];
        }
    }
    agent->looked += agent->goal.count / CHOOSE_PASSED;
    memory->first = memory->goal;
    memory->asked = memory->goal;
    memory->least = WAY_COST_MAX;
    memory->tried = 0;
}

/// The next goal that may be nearer, or NONE: then some were passed over, or all.
static way_state choose_next(const way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    const wayi_goal *goal = &agent->goal;
    for (uint32_t i = 0; i < CHOOSE_PASSED && memory->tried < goal->count; i++) {
        const way_state state = goal->states[memory->tried++];
        if (state != memory->first && choose_distance(agent, state) < memory->least) {
            return state;
        }
    }
    return WAY_STATE_NONE;
}

way_outcome wayi_beacon_choose_step(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    const wayi_beacon_database *database = agent->navigator->database;
    wayi_beacon_query *query = &memory->query;
    wayi_beacon_query_step(query);
    if (query->stage != WAYI_BEACON_DONE) {
        return WAY_OUTCOME_WORKING;
    }
    if (memory->asked != WAY_STATE_NONE && query->cost < memory->least) {
        memory->least = query->cost;
        memory->goal = memory->asked;
    }
    memory->asked = choose_next(agent);
    if (memory->asked != WAY_STATE_NONE) {
        wayi_beacon_query_begin(query, database->index, choose_place(agent, memory->asked),
                                memory->place);
    } else if (memory->tried == agent->goal.count) {
        wayi_beacon_query_begin(query, database->index, memory->place,
                                choose_place(agent, memory->goal));
        memory->turn = WAYI_BEACON_ASK;
        return memory->least == WAY_COST_MAX ? WAY_OUTCOME_NO_PATH : WAY_OUTCOME_WORKING;
    }
    return WAY_OUTCOME_WORKING;
}
