// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// An agent whose whole memory is one best-first search.
#include "search/engine/best_first_agent.h"

way_status wayi_best_first_agent_create(way_agent *agent, wayi_best_first_config config)
{
    config.space = agent->space;
    config.goal = &agent->goal;
    config.observer = agent->observer;
    config.edges = agent->edges;
    config.stats = &agent->stats;
    config.nodes = wayi_agent_nodes(agent, NULL, 0);
    if (!(way_space_traits(agent->space) & WAY_SPACE_CONSISTENT)) {
        config.fast_expansion = false;
        config.keep_closed = false;
    }
    return wayi_best_first_init(agent->memory, &config, &agent->allocator);
}

void wayi_best_first_agent_destroy(way_agent *agent)
{
    wayi_best_first_fini(agent->memory);
}

uint32_t wayi_best_first_agent_states_max(const way_agent *agent)
{
    return ((const wayi_best_first *)agent->memory)->nodes.count;
}

way_status wayi_best_first_agent_begin(way_agent *agent)
{
    wayi_best_first_clear(agent->memory);
    return wayi_best_first_add(agent->memory, agent->start, 0) ? WAY_STATUS_OK
                                                               : WAY_STATUS_NO_MEMORY;
}

/// Commits the way to a state; false without memory.
static bool best_first_agent_commit(way_agent *agent, way_state state)
{
    const wayi_best_first *search = agent->memory;
    const uint32_t last = agent->path.count - 1;
    if (!wayi_best_first_trace(search, state, &agent->path)) {
        return false;
    }
    // A state on the way that was opened again has a cheaper way than the one counted here.
    const way_cost cost = agent->stats.reopenings ? wayi_agent_path_cost(agent, last)
                                                  : wayi_best_first_cost(search, state, false);
    agent->cost = way_cost_add(agent->cost, cost);
    return true;
}

way_outcome wayi_best_first_agent_step(way_agent *agent, uint32_t budget)
{
    way_state reached = WAY_STATE_NONE;
    const way_outcome outcome = wayi_best_first_step(agent->memory, budget, &reached);
    if (outcome == WAY_OUTCOME_FOUND && !best_first_agent_commit(agent, reached)) {
        return WAY_OUTCOME_CAPACITY;
    }
    return outcome;
}

bool wayi_best_first_agent_outlives(way_agent *agent, const way_rect *rects, uint32_t count,
                                    uint64_t *work)
{
    return wayi_best_first_outlives(agent->memory, rects, count, work);
}

void wayi_best_first_agent_look_again(way_agent *agent, const way_rect *rects, uint32_t count)
{
    wayi_best_first_look_again(agent->memory, rects, count);
}

void wayi_best_first_agent_give_up(way_agent *agent)
{
    const wayi_best_first *search = agent->memory;
    if (search->closest != WAY_STATE_NONE) {
        best_first_agent_commit(agent, search->closest);
    }
}
