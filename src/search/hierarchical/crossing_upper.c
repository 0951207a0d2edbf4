// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A trip over two levels: costs from start and goal to the gates of their large clusters, a search
// over those, then one over the small ones inside each that is crossed.
//
// The first moves of a long trip, before its route is known. The start's costs to the gates of its
// cluster are those of one way out and the kept ways on from there; the goal's are estimated; the
// search over the upper level counts what is left several times, so that it goes straight on, and
// ends after a few clusters wherever it is. That takes a tenth of the work of the real plan and
// seldom heads elsewhere. A part of the way to the first gate is committed, short enough to be
// cheap to take back, and the real plan is made from there. Where the guess leads nowhere, no more
// than that little work is lost.
#include "base/check.h"
#include "search/hierarchical/crossing.h"

/// Large clusters that the ends are apart at least, for the real plan to take long.
#define EARLY_APART 2u
/// What part of a cluster's side is walked.
#define EARLY_PART 4u

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

/// The search over the upper level between the ends of the trip.
static wayi_abstract_query legs_query(const way_agent *agent)
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

static way_cost early_estimate(const way_agent *agent, way_cell a, way_cell b)
{
    return agent->space->type->distance(agent->space, a, b);
}

/// Estimates the costs from the gates of the goal's large cluster to it; false without memory.
static bool early_estimate_goal(way_agent *agent)
{
    wayi_crossing *memory = agent->memory;
    const wayi_clusters *upper = wayi_crossing_upper(agent);
    const way_cell goal = agent->goal.state;
    const wayi_cluster *cluster = &upper->clusters[wayi_clusters_of(upper, goal)];
    wayi_path_buffer_clear(&memory->fall_costs);
    bool fits = true;
    for (uint32_t i = 0; i < cluster->count && fits; i++) {
        const way_cell gate = upper->gates[cluster->first + i].cell;
        fits = wayi_path_buffer_push(&memory->fall_costs, early_estimate(agent, gate, goal));
    }
    return fits;
}

/// Starts a search over the upper level that goes straight on. ARRIVED, CAPACITY.
static way_outcome early_look_ahead(way_agent *agent, uint32_t *budget)
{
    wayi_crossing *memory = agent->memory;
    if (!early_estimate_goal(agent)) {
        return WAY_OUTCOME_CAPACITY;
    }
    wayi_budget_take(budget, 1 + memory->fall_costs.count / 16);
    wayi_abstract_query query = legs_query(agent);
    query.greed = WAYI_CROSSING_GREED;
    query.most = WAYI_CROSSING_MOST;
    wayi_abstract_begin(&memory->abstract, &query);
    memory->phase = WAYI_CROSSING_UPPER;
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
        return early_look_ahead(agent, budget);
    }
    // For those who give up before there is a better one.
    if (!wayi_abstract_trace(&memory->abstract, memory->abstract.closest, &memory->gates)) {
        return WAY_OUTCOME_CAPACITY;
    }
    memory->phase = WAYI_CROSSING_FALL;
    wayi_crossing_explore(agent, &goal);
    return WAY_OUTCOME_ARRIVED;
}

static way_outcome legs_fall(way_agent *agent, uint32_t *budget)
{
    wayi_crossing *memory = agent->memory;
    const wayi_abstract_end goal = wayi_crossing_goal(agent);
    const way_outcome outcome = crossing_explore(agent, &goal, &memory->fall_costs, budget);
    if (outcome != WAY_OUTCOME_ARRIVED) {
        return outcome;
    }
    const wayi_abstract_query query = legs_query(agent);
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

// First moves -------------------------------------------------------------------------------------

static uint32_t early_apart(uint32_t a, uint32_t b)
{
    return a < b ? b - a : a - b;
}

bool wayi_crossing_may_hurry(const way_agent *agent)
{
    const wayi_crossing *memory = agent->memory;
    const wayi_crossing_database *database = wayi_crossing_data(agent);
    const wayi_clusters *upper = wayi_crossing_upper(agent);
    if (!database->early || !upper || upper->grid->layer->links || memory->many ||
        database->smooth != WAYI_SMOOTH_BOX || agent->path.count > 1) {
        return false;
    }
    const uint32_t from = wayi_clusters_of(upper, memory->from);
    const uint32_t to = wayi_clusters_of(upper, agent->goal.state);
    return early_apart(from % upper->columns, to % upper->columns) >= EARLY_APART ||
           early_apart(from / upper->columns, to / upper->columns) >= EARLY_APART;
}

static const wayi_cluster *early_cluster(const way_agent *agent)
{
    const wayi_crossing *memory = agent->memory;
    const wayi_clusters *clusters = wayi_crossing_clusters(agent);
    return &clusters->clusters[wayi_clusters_of(clusters, memory->from)];
}

/// The gate of the start's cluster that looks nearest.
static uint32_t early_nearest(const way_agent *agent)
{
    const wayi_crossing *memory = agent->memory;
    const wayi_cluster *cluster = early_cluster(agent);
    const wayi_gate *gates = wayi_crossing_clusters(agent)->gates;
    uint32_t nearest = cluster->first;
    way_cost least = WAY_COST_MAX;
    for (uint32_t i = cluster->first; i < cluster->first + cluster->count; i++) {
        const way_cost cost = early_estimate(agent, memory->from, gates[i].cell);
        nearest = cost < least ? i : nearest;
        least = cost < least ? cost : least;
    }
    return nearest;
}

/// Sets the costs from the start to the gates of its cluster: over `nearest`, or, if the search for
/// that has been everywhere without finding it, as found; false without memory.
static bool early_read_costs(way_agent *agent, uint32_t nearest)
{
    wayi_crossing *memory = agent->memory;
    const wayi_clusters *clusters = wayi_crossing_clusters(agent);
    const wayi_cluster *cluster = early_cluster(agent);
    const bool moves = wayi_crossing_keeps_moves(clusters);
    const way_cost *row = wayi_clusters_row(clusters, nearest);
    const way_cost way =
        moves ? 0 : wayi_confined_cost(&memory->from_start, clusters->gates[nearest].cell);
    wayi_path_buffer_clear(&memory->start_costs);
    bool fits = true;
    for (uint32_t i = 0; i < cluster->count && fits; i++) {
        const uint32_t gate = cluster->first + i;
        const way_cost cost = moves ? wayi_clusters_follow_cost(clusters, memory->from, gate)
                              : way == WAY_COST_MAX ? wayi_confined_cost(&memory->from_start,
                                                                         clusters->gates[gate].cell)
                                                    : way_cost_add(way, row[i]);
        fits = wayi_path_buffer_push(&memory->start_costs, cost);
    }
    return fits;
}

way_outcome wayi_crossing_hurry(way_agent *agent, uint32_t *budget)
{
    wayi_crossing *memory = agent->memory;
    const wayi_clusters *clusters = wayi_crossing_clusters(agent);
    if (*budget == 0) {
        return WAY_OUTCOME_MOVING;
    }
    if (early_cluster(agent)->count == 0) {
        return WAY_OUTCOME_NO_PATH;
    }
    const uint32_t nearest = early_nearest(agent);
    if (!wayi_crossing_keeps_moves(clusters)) {
        const way_outcome outcome = wayi_crossing_search(agent, &memory->from_start, memory->from,
                                                         clusters->gates[nearest].cell, budget);
        if (outcome != WAY_OUTCOME_ARRIVED) {
            return outcome;
        }
    }
    if (!early_read_costs(agent, nearest)) {
        return WAY_OUTCOME_CAPACITY;
    }
    const wayi_abstract_end start = wayi_crossing_start(agent);
    wayi_budget_take(budget, 1 + memory->start_costs.count / 16);
    memory->phase = WAYI_CROSSING_RISE;
    wayi_crossing_explore(agent, &start);
    return WAY_OUTCOME_ARRIVED;
}

way_outcome wayi_crossing_set_out(way_agent *agent, uint32_t *budget)
{
    wayi_crossing *memory = agent->memory;
    const wayi_clusters *clusters = wayi_crossing_clusters(agent);
    const uint32_t gate = clusters->gates[memory->gates.states[0]].partner;
    if (!wayi_crossing_keeps_moves(clusters)) {
        const way_outcome outcome = wayi_crossing_search(agent, &memory->from_start, memory->from,
                                                         clusters->gates[gate].cell, budget);
        if (outcome != WAY_OUTCOME_ARRIVED) {
            return outcome;
        }
    }
    uint32_t none = 0;
    if (wayi_crossing_advance(agent, &none) != WAY_OUTCOME_ARRIVED) {
        return WAY_OUTCOME_CAPACITY;
    }
    const uint32_t part = clusters->config.side / EARLY_PART;
    const uint32_t moves = part > 1 ? part : 1;
    const uint32_t last = memory->held.cells.count - 1;
    return wayi_held_commit(&memory->held, agent, last > moves ? last - moves : 0)
               ? wayi_crossing_settle(agent)
               : WAY_OUTCOME_CAPACITY;
}

way_outcome wayi_crossing_settle(way_agent *agent)
{
    wayi_crossing *memory = agent->memory;
    memory->from = wayi_agent_last(agent);
    const bool fits = wayi_crossing_plan(agent);
    memory->early = false;
    return fits ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_CAPACITY;
}
