// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Paths as straight stretches: found by the algorithm, or read off the states of its path.
#include "search/trip/algorithm.h"
#include "search/trip/observer.h"
#include "space/grid.h"

void wayi_agent_tell_move(const way_agent *agent, way_state state)
{
    wayi_observer_write(agent->observer,
                        (way_event){WAY_EVENT_MOVE, state, WAY_STATE_NONE, agent->cost, 0});
}

static bool stretches_push(way_agent *agent, way_segment run)
{
    wayi_runs *runs = &agent->walk.runs;
    if (runs->count == runs->capacity &&
        !wayi_grow(&agent->allocator, (void **)&runs->items, &runs->capacity, runs->count + 1,
                   sizeof *runs->items)) {
        return false;
    }
    runs->items[runs->count++] = run;
    return true;
}

/// Notes the way out of a blocked start, which is on the path before any run is.
static bool stretches_begin(way_agent *agent)
{
    for (uint32_t i = 1; i < agent->path.count; i++) {
        if (!stretches_push(agent, (way_segment){agent->path.states[i], 1})) {
            agent->walk.runs.count = 0;
            return false;
        }
    }
    agent->walk.runs.unrolled = agent->walk.runs.count;
    return true;
}

/// Tells the observer of every move of a run.
static void stretches_tell(const way_agent *agent, way_state from, way_segment run, way_cost before)
{
    const uint32_t offset = (uint32_t)((int32_t)(run.to - from) / (int32_t)run.steps);
    for (uint32_t i = 1; i <= run.steps; i++) {
        const way_cost cost = before + (agent->cost - before) / run.steps * i;
        wayi_observer_write(agent->observer, (way_event){WAY_EVENT_MOVE, from + offset * i,
                                                         WAY_STATE_NONE, cost, 0});
    }
}

bool wayi_agent_commit_run_slow(way_agent *agent, way_state to, uint32_t steps, way_cost cost)
{
    const way_segment run = {to, steps};
    if (agent->walk.runs.count == 0 && !stretches_begin(agent)) {
        return false;
    }
    const way_state from = wayi_agent_last(agent);
    const way_cost before = agent->cost;
    const uint32_t states = agent->path.count + agent->walk.runs.rolled + steps;
    if ((states > agent->path.capacity && !wayi_path_buffer_reserve(&agent->path, states)) ||
        !stretches_push(agent, run)) {
        return false;
    }
    agent->walk.runs.rolled += steps;
    agent->cost = way_cost_add(before, cost);
    if (agent->observer) {
        stretches_tell(agent, from, run, before);
    }
    return true;
}

way_segment *wayi_agent_open_runs(way_agent *agent, uint32_t count)
{
    wayi_runs *runs = &agent->walk.runs;
    if ((runs->count == 0 && !stretches_begin(agent)) ||
        !wayi_grow(&agent->allocator, (void **)&runs->items, &runs->capacity, runs->count + count,
                   sizeof *runs->items)) {
        return NULL;
    }
    return runs->items + runs->count;
}

bool wayi_agent_close_runs(way_agent *agent, const way_segment *end, uint32_t steps, way_cost cost)
{
    wayi_runs *runs = &agent->walk.runs;
    const uint32_t states = agent->path.count + runs->rolled + steps;
    if (states > agent->path.capacity && !wayi_path_buffer_reserve(&agent->path, states)) {
        return false;
    }
    runs->count = (uint32_t)(end - runs->items);
    runs->rolled += steps;
    agent->cost = way_cost_add(agent->cost, cost);
    return true;
}

void wayi_agent_unroll(way_agent *agent)
{
    wayi_runs *runs = &agent->walk.runs;
    for (; runs->unrolled < runs->count; runs->unrolled++) {
        const way_segment run = runs->items[runs->unrolled];
        way_state state = agent->path.states[agent->path.count - 1];
        const uint32_t offset = (uint32_t)((int32_t)(run.to - state) / (int32_t)run.steps);
        way_state *out = agent->path.states + agent->path.count;
        for (uint32_t i = 0; i < run.steps; i++) {
            state += offset;
            out[i] = state;
        }
        agent->path.count += run.steps;
    }
    runs->rolled = 0;
}

void wayi_agent_forget_runs(way_agent *agent)
{
    wayi_agent_unroll(agent);
    wayi_agent_drop_runs(agent);
}

void wayi_agent_drop_runs(way_agent *agent)
{
    wayi_runs *runs = &agent->walk.runs;
    *runs = (wayi_runs){.items = runs->items, .capacity = runs->capacity};
}

/// Whether two steps in a row go the same way.
static bool stretches_same(const way_map *map, const way_state *states)
{
    const int64_t rows[3] = {wayi_map_row(map, states[0]), wayi_map_row(map, states[1]),
                             wayi_map_row(map, states[2])};
    // Cells are numbered along rows: the same change of row and of number is the same direction.
    return rows[1] - rows[0] == rows[2] - rows[1] && states[1] - states[0] == states[2] - states[1];
}

/// Reads the stretches off the path of an algorithm that commits states.
static bool stretches_read(way_agent *agent)
{
    const wayi_grid *grid = wayi_space_plain_grid(agent->space); // links are runs of their own
    const way_state *states = agent->path.states;
    agent->walk.runs.count = 0;
    for (uint32_t i = 1; i < agent->path.count; i++) {
        if (grid && i > 1 && stretches_same(grid->map, states + i - 2)) {
            agent->walk.runs.items[agent->walk.runs.count - 1].to = states[i];
            agent->walk.runs.items[agent->walk.runs.count - 1].steps++;
        } else if (!stretches_push(agent, (way_segment){states[i], 1})) {
            return false;
        }
        agent->walk.runs.unrolled = agent->walk.runs.count;
    }
    return true;
}

const way_segment *way_agent_segments(const way_agent *agent, uint32_t *count)
{
    way_agent *own = (way_agent *)(uintptr_t)agent; // what others see stays the same
    const bool committed = agent->algorithm->commits_runs && wayi_trip_is_own(agent);
    const bool read =
        committed ? agent->walk.runs.count || stretches_begin(own) : stretches_read(own);
    if (!read) {
        wayi_agent_drop_runs(own);
    }
    if (count) {
        *count = agent->walk.runs.count;
    }
    return agent->walk.runs.count ? agent->walk.runs.items : NULL;
}
