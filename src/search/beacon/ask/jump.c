// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Jump point search where labels can't tell. It begins again whenever something changes.
#include "search/beacon/ask/beacon.h"

/// Goals that are handed on in the time of an expansion.
#define JUMP_GOALS 4u

static wayi_reach jump_place(const way_agent *agent, way_cell cell)
{
    const way_map *map = wayi_space_grid(agent->space)->map;
    const uint32_t y = wayi_map_row(map, cell);
    return (wayi_reach){(uint16_t)(cell - y * map->width), (uint16_t)y, 0};
}

bool wayi_beacon_jump_open(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    agent->looked += agent->goal.kind == WAYI_GOAL_SET ? agent->goal.count / JUMP_GOALS : 0;
    return (wayi_inner_is_open(&memory->jumps) ||
            wayi_inner_open(&memory->jumps, agent, "jps", agent->capacity) == WAY_STATUS_OK) &&
           wayi_inner_aim(&memory->jumps, &agent->goal);
}

way_outcome wayi_beacon_jump_begin(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    memory->jumped = 0;
    memory->jumps.agent->walk.terse = true;
    return wayi_inner_begin_aimed(&memory->jumps, wayi_agent_last(agent)) ? WAY_OUTCOME_WORKING
                                                                          : WAY_OUTCOME_CAPACITY;
}

way_outcome wayi_beacon_jump_step(way_agent *agent, uint32_t budget)
{
    wayi_beacon_memory *memory = agent->memory;
    const way_outcome outcome = wayi_inner_step(&memory->jumps, agent, budget);
    if (outcome == WAY_OUTCOME_FOUND) {
        memory->turn = WAYI_BEACON_LAND;
        return WAY_OUTCOME_WORKING;
    }
    return outcome;
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
