// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A trip over two levels: costs from start and goal to the gates of their supers, a search over
// supers, then one over the clusters of each super that is crossed.
#include "base/check.h"
#include "search/hierarchical/crossing.h"

static const wayi_supers *supers_of(const way_agent *agent)
{
    return &wayi_crossing_data(agent)->supers;
}

void wayi_crossing_explore(way_agent *agent, const wayi_abstract_end *end)
{
    wayi_crossing *memory = agent->memory;
    const wayi_abstract_query query = {.start = *end,
                                       .goal = {.cell = agent->goal.state, .group = WAYI_GATE_NONE},
                                       .direct = WAY_COST_MAX,
                                       .within = supers_of(agent)->homes[end->group],
                                       .greed = memory->early ? WAYI_CROSSING_GREED : 0,
                                       .most = memory->early ? WAYI_CROSSING_MOST : 0};
    wayi_abstract_begin(&memory->abstract, &query);
}

/// The cost from an end to a gate of its super, after exploring it.
static way_cost supers_cost_to(const way_agent *agent, const wayi_abstract_end *end, uint32_t gate)
{
    const wayi_crossing *memory = agent->memory;
    const wayi_clusters *clusters = supers_of(agent)->clusters;
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

/// Works on the costs from one end to the gates of its super.
static way_outcome crossing_explore(way_agent *agent, const wayi_abstract_end *end,
                                    wayi_path_buffer *costs, uint32_t *budget)
{
    wayi_crossing *memory = agent->memory;
    const wayi_supers *supers = supers_of(agent);
    const way_outcome outcome = wayi_abstract_step(&memory->abstract, budget);
    if (outcome != WAY_OUTCOME_NO_PATH && !(outcome == WAY_OUTCOME_ARRIVED && memory->early)) {
        return outcome;
    }
    const wayi_super *super = &supers->supers[supers->homes[end->group]];
    wayi_path_buffer_clear(costs);
    for (uint32_t i = 0; i < super->count; i++) {
        if (!wayi_path_buffer_push(costs, supers_cost_to(agent, end, super->gates[i]))) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    return WAY_OUTCOME_ARRIVED;
}

static way_outcome supers_rise(way_agent *agent, uint32_t *budget)
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
    const wayi_supers *supers = supers_of(agent);
    wayi_abstract_query query = {.start = wayi_crossing_start(agent),
                                 .goal = wayi_crossing_goal(agent),
                                 .direct = WAY_COST_MAX,
                                 .within = WAYI_GATE_NONE,
                                 .high = true};
    query.start.group = supers->homes[query.start.group];
    query.start.costs = memory->rise_costs.states;
    query.goal.group = supers->homes[query.goal.group];
    query.goal.costs = memory->fall_costs.states;
    return query;
}

static way_outcome supers_fall(way_agent *agent, uint32_t *budget)
{
    wayi_crossing *memory = agent->memory;
    const wayi_abstract_end goal = wayi_crossing_goal(agent);
    const way_outcome outcome = crossing_explore(agent, &goal, &memory->fall_costs, budget);
    if (outcome != WAY_OUTCOME_ARRIVED) {
        return outcome;
    }
    const wayi_abstract_query query = wayi_crossing_query(agent);
    wayi_abstract_begin(&memory->abstract, &query);
    memory->phase = WAYI_CROSSING_SUPERS;
    return WAY_OUTCOME_ARRIVED;
}

/// A gate as one end of a search over clusters.
static wayi_abstract_end supers_gate_end(const way_agent *agent, uint32_t gate)
{
    const wayi_clusters *clusters = supers_of(agent)->clusters;
    return (wayi_abstract_end){clusters->gates[gate].cell,
                               wayi_gate_cluster(&clusters->gates[gate]),
                               wayi_clusters_row(clusters, gate)};
}

void wayi_crossing_begin_leg(way_agent *agent)
{
    wayi_crossing *memory = agent->memory;
    const wayi_supers *supers = supers_of(agent);
    const wayi_clusters *clusters = supers->clusters;
    const uint32_t *legs = memory->legs.states;
    const bool is_last = memory->leg == memory->legs.count;
    const uint32_t out = is_last ? WAYI_GATE_NONE : clusters->gates[legs[memory->leg]].partner;
    wayi_abstract_query query = {
        .start = memory->leg ? supers_gate_end(agent, legs[memory->leg - 1])
                             : wayi_crossing_start(agent),
        .goal = is_last ? wayi_crossing_goal(agent) : supers_gate_end(agent, out),
        .direct = WAY_COST_MAX,
        .greed = memory->early ? WAYI_CROSSING_GREED : 0};
    query.within = supers->homes[query.start.group];
    if (query.start.group == query.goal.group) {
        const uint32_t first = clusters->clusters[query.start.group].first;
        // At least one of the ends is a gate: supers are crossed only where they differ.
        WAYI_ASSERT(is_last ? query.goal.costs : query.start.costs);
        query.direct = is_last ? query.goal.costs[legs[memory->leg - 1] - first]
                               : query.start.costs[out - first];
    }
    wayi_abstract_begin(&memory->abstract, &query);
}

static way_outcome supers_find_legs(way_agent *agent, uint32_t *budget)
{
    wayi_crossing *memory = agent->memory;
    const way_outcome outcome = wayi_abstract_step(&memory->abstract, budget);
    if (outcome != WAY_OUTCOME_ARRIVED) {
        return outcome;
    }
    wayi_path_buffer_clear(&memory->legs);
    wayi_path_buffer_clear(&memory->gates); // the way to fall back on
    if (!wayi_abstract_trace(&memory->abstract, memory->abstract.last, &memory->legs)) {
        return WAY_OUTCOME_CAPACITY;
    }
    memory->phase = WAYI_CROSSING_LEGS;
    wayi_crossing_begin_leg(agent);
    return WAY_OUTCOME_ARRIVED;
}

static way_outcome supers_go_leg(way_agent *agent, uint32_t *budget)
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

way_outcome wayi_crossing_step_supers(way_agent *agent, uint32_t *budget)
{
    const wayi_crossing *memory = agent->memory;
    switch (memory->phase) {
    case WAYI_CROSSING_RISE:
        return supers_rise(agent, budget);
    case WAYI_CROSSING_FALL:
        return supers_fall(agent, budget);
    case WAYI_CROSSING_SUPERS:
        return supers_find_legs(agent, budget);
    default:
        return supers_go_leg(agent, budget);
    }
}
