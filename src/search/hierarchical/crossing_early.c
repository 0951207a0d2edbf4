// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The first moves of a long trip, before its route is known. The start's costs to the gates of its
// cluster are those of one way out and the kept ways on from there; the goal's are estimated; the
// search over the upper level counts what is left several times, so that it goes straight on, and
// ends after a few clusters wherever it is. That takes a tenth of the work of the real plan and
// seldom heads elsewhere. A part of the way to the first gate is committed, short enough to be
// cheap to take back, and the real plan is made from there. Where the guess leads nowhere, no more
// than that little work is lost.
#include "search/hierarchical/crossing.h"

/// Large clusters that the ends are apart at least, for the real plan to take long.
#define EARLY_APART 2u
/// What part of a cluster's side is walked.
#define EARLY_PART 4u

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

static way_cost early_estimate(const way_agent *agent, way_cell a, way_cell b)
{
    return agent->space->type->distance(agent->space, a, b);
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

way_outcome wayi_crossing_look_ahead(way_agent *agent, uint32_t *budget)
{
    wayi_crossing *memory = agent->memory;
    if (!early_estimate_goal(agent)) {
        return WAY_OUTCOME_CAPACITY;
    }
    wayi_budget_take(budget, 1 + memory->fall_costs.count / 16);
    wayi_abstract_query query = wayi_crossing_query(agent);
    query.greed = WAYI_CROSSING_GREED;
    query.most = WAYI_CROSSING_MOST;
    wayi_abstract_begin(&memory->abstract, &query);
    memory->phase = WAYI_CROSSING_UPPER;
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
