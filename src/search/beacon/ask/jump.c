// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Jump point search where labels can't tell. On a map that rests it begins again whenever
// something changes; for those who hurry it is a trip of its own that goes on through edits, whose
// path is mended where they broke it. Then its first stretch is taken in the same breath, so that
// no edit can come between: whoever hurries moves once the search is done.
#include "search/beacon/ask/beacon.h"

/// Goals that are handed on in the time of an expansion.
#define JUMP_GOALS 4u

static wayi_reach jump_place(const way_agent *agent, way_cell cell)
{
    const way_map *map = wayi_space_grid(agent->space)->map;
    const uint32_t y = wayi_map_row(map, cell);
    return (wayi_reach){(uint16_t)(cell - y * map->width), (uint16_t)y, 0};
}

/// Starts on a whole trip, which may begin in blocked ground and outlives edits.
static way_status jump_begin_trip(wayi_inner *inner, const way_trip *trip)
{
    inner->counted = (way_stats){0};
    inner->looked = 0;
    inner->wish.trip = true;
    const way_status status = way_agent_begin(inner->agent, trip);
    inner->looked = inner->agent->looked; // is of no step
    return status;
}

/// What the trip has come to.
static way_outcome jump_step_trip(wayi_inner *inner, way_agent *outer, uint32_t budget)
{
    const way_outcome outcome = way_agent_step(inner->agent, budget);
    wayi_inner_count(inner, outer);
    return outcome;
}

bool wayi_beacon_jump_open(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    agent->looked += agent->goal.kind == WAYI_GOAL_SET ? agent->goal.count / JUMP_GOALS : 0;
    return (wayi_inner_is_open(&memory->jumps) ||
            wayi_inner_open(&memory->jumps, agent, "jps", agent->capacity) == WAY_STATUS_OK) &&
           wayi_inner_aim(&memory->jumps, &agent->goal);
}

/// Begins a search that goes on through edits; false without memory.
static bool jump_hurry(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    const wayi_goal *goal = &agent->goal;
    way_trip trip = {.start = wayi_agent_last(agent), .goal = goal->state};
    if (goal->kind == WAYI_GOAL_SET) {
        trip.mode = WAY_GOAL_ANY_OF;
        trip.goals = goal->states;
        trip.goal_count = goal->count;
    } else if (goal->kind == WAYI_GOAL_RANGE) {
        trip.mode = WAY_GOAL_RANGE;
        trip.range = goal->range;
    }
    if (jump_begin_trip(&memory->jumps, &trip) != WAY_STATUS_OK) {
        return false;
    }
    memory->jumps.agent->at.restarts = 1; // it is late enough: what edits break is mended
    return true;
}

way_outcome wayi_beacon_jump_begin(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    memory->jumped = 0;
    memory->jumps.agent->walk.terse = memory->tries == 0;
    const bool begun = memory->tries
                           ? jump_hurry(agent)
                           : wayi_inner_begin_aimed(&memory->jumps, wayi_agent_last(agent));
    return begun ? WAY_OUTCOME_WORKING : WAY_OUTCOME_CAPACITY;
}

bool wayi_beacon_jump_goes_on(const wayi_beacon_memory *memory)
{
    return memory->jumps.trip &&
           (memory->turn == WAYI_BEACON_JUMP || memory->turn == WAYI_BEACON_LAND);
}

way_outcome wayi_beacon_jump_step(way_agent *agent, uint32_t budget)
{
    wayi_beacon_memory *memory = agent->memory;
    const way_outcome outcome = memory->jumps.trip ? jump_step_trip(&memory->jumps, agent, budget)
                                                   : wayi_inner_step(&memory->jumps, agent, budget);
    if (outcome != WAY_OUTCOME_FOUND) {
        return outcome;
    }
    memory->turn = WAYI_BEACON_LAND;
    if (!memory->jumps.trip) {
        return WAY_OUTCOME_WORKING;
    }
    memory->late = false; // it holds on the map as it is
    agent->stats.expansions++;
    return wayi_beacon_jump_land(agent);
}

/// How far a path goes straight on from one of its states; a bend between two is a leg of its own.
static uint32_t jump_stretch(const way_agent *agent, const wayi_path_buffer *path, uint32_t first)
{
    const uint32_t offset = path->states[first + 1] - path->states[first];
    const wayi_reach from = jump_place(agent, path->states[first]);
    const wayi_reach next = jump_place(agent, path->states[first + 1]);
    const int32_t wide = next.x - from.x;
    const int32_t high = next.y - from.y;
    uint32_t at = first + 1;
    if (wide && high && wide != high && wide != -high) {
        return at;
    }
    for (; at + 1 < path->count && path->states[at + 1] - path->states[at] == offset; at++) {
        const wayi_reach to = jump_place(agent, path->states[at + 1]);
        const int32_t steps = (int32_t)(at + 1 - first);
        // On narrow maps one offset is several directions.
        if (to.x - from.x != wide * steps || to.y - from.y != high * steps) {
            break;
        }
    }
    return at;
}

way_outcome wayi_beacon_jump_land(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    const wayi_path_buffer *path = wayi_inner_path(&memory->jumps);
    if (memory->jumped + 1 >= path->count) {
        return WAY_OUTCOME_FOUND;
    }
    memory->jumped = jump_stretch(agent, path, memory->jumped);
    const wayi_reach to = jump_place(agent, path->states[memory->jumped]);
    return wayi_beacon_walk_go(agent, to.x, to.y);
}
