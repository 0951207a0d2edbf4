// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// An agent whose whole memory is one lifelong search.
#include "search/engine/lifelong_agent.h"

#include "base/check.h"
#include "search/engine/search_tree.h"

/// States that look around again for the price of an expansion, in which eight neighbours are
/// offered a value and queued.
#define LIFELONG_AGENT_REFRESHES 4u

void wayi_lifelong_agent_settle(way_navigator *navigator)
{
    int32_t *queue = &navigator->params[0];
    if (*queue == WAYI_LIFELONG_BUCKET && !wayi_space_is_metric(navigator->space)) {
        *queue = WAYI_LIFELONG_LARGE_G;
    }
}

way_status wayi_lifelong_agent_create(way_agent *agent, wayi_lifelong_config config)
{
    config.space = agent->space;
    config.edges = agent->edges;
    config.observer = agent->observer;
    config.stats = &agent->stats;
    config.nodes = wayi_agent_nodes(agent, NULL, 0);
    return wayi_lifelong_init(agent->memory, &config, &agent->allocator);
}

void wayi_lifelong_agent_destroy(way_agent *agent)
{
    wayi_lifelong_fini(agent->memory);
}

way_status wayi_lifelong_agent_begin(way_agent *agent)
{
    wayi_lifelong *search = agent->memory;
    const bool backward = search->config.backward;
    const way_state root = backward ? agent->goal.state : agent->start;
    const way_state target = backward ? agent->start : agent->goal.state;
    return wayi_lifelong_begin(search, root, target) ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

static bool lifelong_agent_lay_path(way_agent *agent)
{
    return wayi_lifelong_trace(agent->memory, &agent->path,
                               agent->wish.horizon ? agent->wish.horizon : UINT32_MAX);
}

way_outcome wayi_lifelong_agent_step(way_agent *agent, uint32_t budget)
{
    wayi_lifelong *search = agent->memory;
    search->behind = agent->told.behind;
    const uint64_t before = search->other_work;
    const way_outcome outcome = wayi_lifelong_step(search, budget);
    agent->looked += search->other_work - before;
    if (outcome != WAY_OUTCOME_FOUND) {
        return outcome;
    }
    if (!lifelong_agent_lay_path(agent)) {
        agent->path.count = agent->exit.deep + 1;
        return WAY_OUTCOME_CAPACITY;
    }
    agent->cost = way_cost_add(wayi_agent_lead_cost(agent), wayi_lifelong_cost(search));
    return WAY_OUTCOME_FOUND;
}

bool wayi_lifelong_agent_outlives(way_agent *agent, const way_rect *rects, uint32_t count,
                                  uint64_t *work)
{
    const wayi_lifelong *search = agent->memory;
    return wayi_agent_nodes_outlive(agent, &search->nodes, rects, count, work);
}

way_status wayi_lifelong_agent_change(way_agent *agent, const way_state *states, uint32_t count)
{
    const uint32_t refreshed = wayi_lifelong_change(agent->memory, states, count);
    agent->looked += 1 + refreshed / LIFELONG_AGENT_REFRESHES;
#ifdef WAY_HOSTILE
    // Amid changes values are out of date; weighted keys follow a moved target only when the next
    // round begins.
    wayi_lifelong *search = agent->memory;
    WAYI_ASSERT(agent->told.next + count < agent->told.states.count || search->full ||
                agent->told.behind || search->config.inflated || wayi_lifelong_check(search));
#endif
    return WAY_STATUS_OK;
}

way_status wayi_lifelong_agent_advance(way_agent *agent, way_cost walked)
{
    wayi_lifelong *search = agent->memory;
    if (search->config.backward) {
        wayi_lifelong_move_target(search, agent->start, walked);
    } else {
        wayi_lifelong_move_root(search, agent->start);
    }
    if (search->config.backward && agent->path.count <= agent->wish.horizon) {
        return wayi_lifelong_trace(search, &agent->path,
                                   agent->wish.horizon - (agent->path.count - 1))
                   ? WAY_STATUS_OK
                   : WAY_STATUS_NO_MEMORY;
    }
    return WAY_STATUS_OK;
}

way_status wayi_lifelong_agent_retarget(way_agent *agent)
{
    wayi_lifelong *search = agent->memory;
    if (search->config.backward) {
        wayi_lifelong_move_root(search, agent->goal.state);
    } else {
        wayi_lifelong_move_target(search, agent->goal.state, WAY_COST_MAX);
    }
    return WAY_STATUS_OK;
}
