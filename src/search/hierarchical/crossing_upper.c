// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A trip over two levels: costs from start and goal to the gates of their large clusters, a search
// over those, then one over the small ones inside each that is crossed.
#include "base/check.h"
#include "search/hierarchical/crossing.h"

/// The large cluster of an end.
static uint32_t legs_home(const way_agent *agent, const wayi_abstract_end *end)
{
    return wayi_crossing_upper(agent)->homes[end->group].index;
}

void wayi_crossing_explore(way_agent *agent, const wayi_abstract_end *end)
{
    wayi_crossing *memory = agent->memory;
    const wayi_abstract_query query = {.start = *end,
                                       .goal = {.cell = agent->goal.state, .group = WAYI_GATE_NONE},
                                       .level = wayi_crossing_clusters(agent),
                                       .direct = WAY_COST_MAX,
                                       .within = legs_home(agent, end),
                                       .greed = memory->early ? WAYI_CROSSING_GREED : 0,
                                       .most = memory->early ? WAYI_CROSSING_MOST : 0};
    wayi_abstract_begin(&memory->abstract, &query);
}

/// The cost from an end to a gate of its large cluster, after exploring that.
static way_cost legs_cost_to(const way_agent *agent, const wayi_abstract_end *end, uint32_t gate)
{
    const wayi_crossing *memory = agent->memory;
    const wayi_clusters *clusters = wayi_crossing_clusters(agent);
    const uint32_t index = wayi_gate_cluster(&clusters->gates[gate]);
    const wayi_cluster *cluster = &clusters->clusters[index];
    const way_cost *row = wayi_clusters_row(clusters, gate);
    way_cost least = index == end->group ? end->costs[gate - cluster->first] : WAY_COST_MAX;
    for (uint32_t i = 0; i < cluster->count; i++) {
        const way_cost cost = wayi_abstract_cost(&memory->abstract, cluster->first + i);
        const way_cost sum = way_cost_add(cost, row[i]);
        least = sum < least ? sum : least;
    }
    return least;
}

/// Works on the costs from one end to the gates of its large cluster.
static way_outcome crossing_explore(way_agent *agent, const wayi_abstract_end *end,
                                    wayi_path_buffer *costs, uint32_t *budget)
{
    wayi_crossing *memory = agent->memory;
    const wayi_clusters *upper = wayi_crossing_upper(agent);
    const way_outcome outcome = wayi_abstract_step(&memory->abstract, budget);
    if (outcome != WAY_OUTCOME_NO_PATH && !(outcome == WAY_OUTCOME_ARRIVED && memory->early)) {
        return outcome;
    }
    const wayi_cluster *cluster = &upper->clusters[legs_home(agent, end)];
    wayi_path_buffer_clear(costs);
    for (uint32_t i = 0; i < cluster->count; i++) {
        const uint32_t gate = wayi_clusters_below(upper, cluster->first + i);
        if (!wayi_path_buffer_push(costs, legs_cost_to(agent, end, gate))) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    return WAY_OUTCOME_ARRIVED;
}

static way_outcome legs_rise(way_agent *agent, uint32_t *budget)
{
    wayi_crossing *memory = agent->memory;
    const wayi_abstract_end start = wayi_crossing_start(agent);
    const wayi_abstract_end goal = wayi_crossing_goal(agent);
    const way_outcome outcome = crossing_explore(agent, &start, &memory->rise_costs, budget);
    if (outcome != WAY_OUTCOME_ARRIVED) {
        return outcome;
    }
    if (memory->early) {
        return wayi_crossing_look_ahead(agent, budget);
    }
    // For those who give up before there is a better one.
    if (!wayi_abstract_trace(&memory->abstract, memory->abstract.closest, &memory->gates)) {
        return WAY_OUTCOME_CAPACITY;
    }
    memory->phase = WAYI_CROSSING_FALL;
    wayi_crossing_explore(agent, &goal);
    return WAY_OUTCOME_ARRIVED;
}

wayi_abstract_query wayi_crossing_query(const way_agent *agent)
{
    const wayi_crossing *memory = agent->memory;
    wayi_abstract_query query = {.start = wayi_crossing_start(agent),
                                 .goal = wayi_crossing_goal(agent),
                                 .level = wayi_crossing_upper(agent),
                                 .direct = WAY_COST_MAX,
                                 .within = WAYI_GATE_NONE};
    query.start.group = legs_home(agent, &query.start);
    query.start.costs = memory->rise_costs.states;
    query.goal.group = legs_home(agent, &query.goal);
    query.goal.costs = memory->fall_costs.states;
    return query;
}

static way_outcome legs_fall(way_agent *agent, uint32_t *budget)
{
    wayi_crossing *memory = agent->memory;
    const wayi_abstract_end goal = wayi_crossing_goal(agent);
    const way_outcome outcome = crossing_explore(agent, &goal, &memory->fall_costs, budget);
    if (outcome != WAY_OUTCOME_ARRIVED) {
        return outcome;
    }
    const wayi_abstract_query query = wayi_crossing_query(agent);
    wayi_abstract_begin(&memory->abstract, &query);
    memory->phase = WAYI_CROSSING_UPPER;
    return WAY_OUTCOME_ARRIVED;
}

/// A gate as one end of a search over clusters.
static wayi_abstract_end legs_gate_end(const way_agent *agent, uint32_t gate)
{
    const wayi_clusters *clusters = wayi_crossing_clusters(agent);
    return (wayi_abstract_end){clusters->gates[gate].cell,
                               wayi_gate_cluster(&clusters->gates[gate]),
                               wayi_clusters_row(clusters, gate)};
}

void wayi_crossing_begin_leg(way_agent *agent)
{
    wayi_crossing *memory = agent->memory;
    const wayi_clusters *clusters = wayi_crossing_clusters(agent);
    const uint32_t *legs = memory->legs.states;
    const bool is_last = memory->leg == memory->legs.count;
    const uint32_t out = is_last ? WAYI_GATE_NONE : clusters->gates[legs[memory->leg]].partner;
    wayi_abstract_query query = {.start = memory->leg ? legs_gate_end(agent, legs[memory->leg - 1])
                                                      : wayi_crossing_start(agent),
                                 .goal = is_last ? wayi_crossing_goal(agent)
                                                 : legs_gate_end(agent, out),
                                 .level = clusters,
                                 .direct = WAY_COST_MAX,
                                 .greed = memory->early ? WAYI_CROSSING_GREED : 0};
    query.within = legs_home(agent, &query.start);
    if (query.start.group == query.goal.group) {
        const uint32_t first = clusters->clusters[query.start.group].first;
        // At least one of the ends is a gate: the upper level is searched only where it is crossed.
        WAYI_ASSERT(is_last ? query.goal.costs : query.start.costs);
        query.direct = is_last ? query.goal.costs[legs[memory->leg - 1] - first]
                               : query.start.costs[out - first];
    }
    wayi_abstract_begin(&memory->abstract, &query);
}

static way_outcome legs_find(way_agent *agent, uint32_t *budget)
{
    wayi_crossing *memory = agent->memory;
    const wayi_clusters *upper = wayi_crossing_upper(agent);
    const way_outcome outcome = wayi_abstract_step(&memory->abstract, budget);
    if (outcome != WAY_OUTCOME_ARRIVED) {
        return outcome;
    }
    wayi_path_buffer_clear(&memory->legs);
    wayi_path_buffer_clear(&memory->gates); // the way to fall back on
    if (!wayi_abstract_trace(&memory->abstract, memory->abstract.last, &memory->legs)) {
        return WAY_OUTCOME_CAPACITY;
    }
    for (uint32_t i = 0; i < memory->legs.count; i++) {
        memory->legs.states[i] = wayi_clusters_below(upper, memory->legs.states[i]);
    }
    memory->phase = WAYI_CROSSING_LEGS;
    wayi_crossing_begin_leg(agent);
    return WAY_OUTCOME_ARRIVED;
}

static way_outcome legs_go_on(way_agent *agent, uint32_t *budget)
{
    wayi_crossing *memory = agent->memory;
    const way_outcome outcome = wayi_abstract_step(&memory->abstract, budget);
    if (outcome != WAY_OUTCOME_ARRIVED) {
        return outcome;
    }
    if (!wayi_abstract_trace(&memory->abstract, memory->abstract.last, &memory->gates)) {
        return WAY_OUTCOME_CAPACITY;
    }
    memory->phase = memory->early ? WAYI_CROSSING_OUT : WAYI_CROSSING_INSIDE;
    memory->routed = memory->leg == memory->legs.count;
    const bool fits =
        memory->routed || wayi_path_buffer_push(&memory->gates, memory->legs.states[memory->leg++]);
    return fits ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_CAPACITY;
}

way_outcome wayi_crossing_step_upper(way_agent *agent, uint32_t *budget)
{
    const wayi_crossing *memory = agent->memory;
    switch (memory->phase) {
    case WAYI_CROSSING_RISE:
        return legs_rise(agent, budget);
    case WAYI_CROSSING_FALL:
        return legs_fall(agent, budget);
    case WAYI_CROSSING_UPPER:
        return legs_find(agent, budget);
    default:
        return legs_go_on(agent, budget);
    }
}
