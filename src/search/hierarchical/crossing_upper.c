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
static uint32_t legs_home(const wayi_crossing *trip, const wayi_abstract_end *end)
{
    return trip->upper->homes[end->group].index;
}

void wayi_crossing_explore(wayi_crossing *trip, const wayi_abstract_end *end)
{
    const wayi_abstract_query query = {
        .start = *end,
        .goal = {.cell = trip->agent->goal.state, .group = WAYI_GATE_NONE},
        .level = trip->clusters,
        .direct = WAY_COST_MAX,
        .within = legs_home(trip, end),
        .greed = trip->early ? WAYI_CROSSING_GREED : 0,
        .most = trip->early ? WAYI_CROSSING_MOST : 0};
    wayi_abstract_begin(&trip->abstract, &query);
}

/// The cost from an end to a gate of its large cluster, after exploring that.
static way_cost legs_cost_to(const wayi_crossing *trip, const wayi_abstract_end *end, uint32_t gate)
{
    const uint32_t index = wayi_gate_cluster(&trip->clusters->gates[gate]);
    const wayi_cluster *cluster = &trip->clusters->clusters[index];
    const way_cost *row = wayi_clusters_row(trip->clusters, gate);
    way_cost least = index == end->group ? end->costs[gate - cluster->first] : WAY_COST_MAX;
    for (uint32_t i = 0; i < cluster->count; i++) {
        const way_cost cost = wayi_abstract_cost(&trip->abstract, cluster->first + i);
        const way_cost sum = way_cost_add(cost, row[i]);
        least = sum < least ? sum : least;
    }
    return least;
}

/// Works on the costs from one end to the gates of its large cluster.
static way_outcome crossing_explore(wayi_crossing *trip, const wayi_abstract_end *end,
                                    wayi_path_buffer *costs, uint32_t *budget)
{
    const way_outcome outcome = wayi_abstract_step(&trip->abstract, budget);
    if (outcome != WAY_OUTCOME_NO_PATH && !(outcome == WAY_OUTCOME_ARRIVED && trip->early)) {
        return outcome;
    }
    const wayi_cluster *cluster = &trip->upper->clusters[legs_home(trip, end)];
    wayi_path_buffer_clear(costs);
    for (uint32_t i = 0; i < cluster->count; i++) {
        const uint32_t gate = wayi_clusters_below(trip->upper, cluster->first + i);
        if (!wayi_path_buffer_push(costs, legs_cost_to(trip, end, gate))) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    return WAY_OUTCOME_ARRIVED;
}

/// The search over the upper level between the ends of the trip.
static wayi_abstract_query legs_query(const wayi_crossing *trip)
{
    wayi_abstract_query query = {.start = wayi_crossing_start(trip),
                                 .goal = wayi_crossing_goal(trip),
                                 .level = trip->upper,
                                 .direct = WAY_COST_MAX,
                                 .within = WAYI_GATE_NONE};
    query.start.group = legs_home(trip, &query.start);
    query.start.costs = trip->rise_costs.states;
    query.goal.group = legs_home(trip, &query.goal);
    query.goal.costs = trip->fall_costs.states;
    return query;
}

static way_cost early_estimate(const wayi_crossing *trip, way_cell a, way_cell b)
{
    return trip->agent->space->type->distance(trip->agent->space, a, b);
}

/// Estimates the costs from the gates of the goal's large cluster to it; false without memory.
static bool early_estimate_goal(wayi_crossing *trip)
{
    const way_cell goal = trip->agent->goal.state;
    const wayi_cluster *cluster = &trip->upper->clusters[wayi_clusters_of(trip->upper, goal)];
    wayi_path_buffer_clear(&trip->fall_costs);
    bool fits = true;
    for (uint32_t i = 0; i < cluster->count && fits; i++) {
        const way_cell gate = trip->upper->gates[cluster->first + i].cell;
        fits = wayi_path_buffer_push(&trip->fall_costs, early_estimate(trip, gate, goal));
    }
    return fits;
}

/// Starts a search over the upper level that goes straight on. ARRIVED, CAPACITY.
static way_outcome early_look_ahead(wayi_crossing *trip, uint32_t *budget)
{
    if (!early_estimate_goal(trip)) {
        return WAY_OUTCOME_CAPACITY;
    }
    wayi_budget_take(budget, 1 + trip->fall_costs.count / 16);
    wayi_abstract_query query = legs_query(trip);
    query.greed = WAYI_CROSSING_GREED;
    query.most = WAYI_CROSSING_MOST;
    wayi_abstract_begin(&trip->abstract, &query);
    trip->phase = WAYI_CROSSING_UPPER;
    return WAY_OUTCOME_ARRIVED;
}

static way_outcome legs_rise(wayi_crossing *trip, uint32_t *budget)
{
    const wayi_abstract_end start = wayi_crossing_start(trip);
    const wayi_abstract_end goal = wayi_crossing_goal(trip);
    const way_outcome outcome = crossing_explore(trip, &start, &trip->rise_costs, budget);
    if (outcome != WAY_OUTCOME_ARRIVED) {
        return outcome;
    }
    if (trip->early) {
        return early_look_ahead(trip, budget);
    }
    // For those who give up before there is a better one.
    if (!wayi_abstract_trace(&trip->abstract, trip->abstract.closest, &trip->gates)) {
        return WAY_OUTCOME_CAPACITY;
    }
    trip->phase = WAYI_CROSSING_FALL;
    wayi_crossing_explore(trip, &goal);
    return WAY_OUTCOME_ARRIVED;
}

static way_outcome legs_fall(wayi_crossing *trip, uint32_t *budget)
{
    const wayi_abstract_end goal = wayi_crossing_goal(trip);
    const way_outcome outcome = crossing_explore(trip, &goal, &trip->fall_costs, budget);
    if (outcome != WAY_OUTCOME_ARRIVED) {
        return outcome;
    }
    const wayi_abstract_query query = legs_query(trip);
    wayi_abstract_begin(&trip->abstract, &query);
    trip->phase = WAYI_CROSSING_UPPER;
    return WAY_OUTCOME_ARRIVED;
}

/// A gate as one end of a search over clusters.
static wayi_abstract_end legs_gate_end(const wayi_crossing *trip, uint32_t gate)
{
    return (wayi_abstract_end){trip->clusters->gates[gate].cell,
                               wayi_gate_cluster(&trip->clusters->gates[gate]),
                               wayi_clusters_row(trip->clusters, gate)};
}

void wayi_crossing_begin_leg(wayi_crossing *trip)
{
    const uint32_t *legs = trip->legs.states;
    const bool is_last = trip->leg == trip->legs.count;
    const uint32_t out = is_last ? WAYI_GATE_NONE : trip->clusters->gates[legs[trip->leg]].partner;
    wayi_abstract_query query = {
        .start = trip->leg ? legs_gate_end(trip, legs[trip->leg - 1]) : wayi_crossing_start(trip),
        .goal = is_last ? wayi_crossing_goal(trip) : legs_gate_end(trip, out),
        .level = trip->clusters,
        .direct = WAY_COST_MAX,
        .greed = trip->early ? WAYI_CROSSING_GREED : 0};
    query.within = legs_home(trip, &query.start);
    if (query.start.group == query.goal.group) {
        const uint32_t first = trip->clusters->clusters[query.start.group].first;
        // At least one of the ends is a gate: the upper level is searched only where it is crossed.
        WAYI_ASSERT(is_last ? query.goal.costs : query.start.costs);
        query.direct = is_last ? query.goal.costs[legs[trip->leg - 1] - first]
                               : query.start.costs[out - first];
    }
    wayi_abstract_begin(&trip->abstract, &query);
}

static way_outcome legs_find(wayi_crossing *trip, uint32_t *budget)
{
    const way_outcome outcome = wayi_abstract_step(&trip->abstract, budget);
    if (outcome != WAY_OUTCOME_ARRIVED) {
        return outcome;
    }
    wayi_path_buffer_clear(&trip->legs);
    wayi_path_buffer_clear(&trip->gates); // the way to fall back on
    if (!wayi_abstract_trace(&trip->abstract, trip->abstract.last, &trip->legs)) {
        return WAY_OUTCOME_CAPACITY;
    }
    for (uint32_t i = 0; i < trip->legs.count; i++) {
        trip->legs.states[i] = wayi_clusters_below(trip->upper, trip->legs.states[i]);
    }
    trip->phase = WAYI_CROSSING_LEGS;
    wayi_crossing_begin_leg(trip);
    return WAY_OUTCOME_ARRIVED;
}

static way_outcome legs_go_on(wayi_crossing *trip, uint32_t *budget)
{
    const way_outcome outcome = wayi_abstract_step(&trip->abstract, budget);
    if (outcome != WAY_OUTCOME_ARRIVED) {
        return outcome;
    }
    if (!wayi_abstract_trace(&trip->abstract, trip->abstract.last, &trip->gates)) {
        return WAY_OUTCOME_CAPACITY;
    }
    trip->phase = trip->early ? WAYI_CROSSING_OUT : WAYI_CROSSING_INSIDE;
    trip->routed = trip->leg == trip->legs.count;
    const bool fits =
        trip->routed || wayi_path_buffer_push(&trip->gates, trip->legs.states[trip->leg++]);
    return fits ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_CAPACITY;
}

way_outcome wayi_crossing_step_upper(wayi_crossing *trip, uint32_t *budget)
{
    switch (trip->phase) {
    case WAYI_CROSSING_RISE:
        return legs_rise(trip, budget);
    case WAYI_CROSSING_FALL:
        return legs_fall(trip, budget);
    case WAYI_CROSSING_UPPER:
        return legs_find(trip, budget);
    default:
        return legs_go_on(trip, budget);
    }
}

// First moves -------------------------------------------------------------------------------------

static uint32_t early_apart(uint32_t a, uint32_t b)
{
    return a < b ? b - a : a - b;
}

bool wayi_crossing_may_hurry(const wayi_crossing *trip)
{
    const wayi_crossing_database *database = trip->database;
    const wayi_clusters *upper = trip->upper;
    if (!database->early || !upper || upper->grid->layer->links || trip->many ||
        database->smooth != WAYI_SMOOTH_BOX || trip->agent->path.count > 1) {
        return false;
    }
    const uint32_t from = wayi_clusters_of(upper, trip->from);
    const uint32_t to = wayi_clusters_of(upper, trip->agent->goal.state);
    return early_apart(from % upper->columns, to % upper->columns) >= EARLY_APART ||
           early_apart(from / upper->columns, to / upper->columns) >= EARLY_APART;
}

static const wayi_cluster *early_cluster(const wayi_crossing *trip)
{
    return &trip->clusters->clusters[wayi_clusters_of(trip->clusters, trip->from)];
}

/// The gate of the start's cluster that looks nearest.
static uint32_t early_nearest(const wayi_crossing *trip)
{
    const wayi_cluster *cluster = early_cluster(trip);
    const wayi_gate *gates = trip->clusters->gates;
    uint32_t nearest = cluster->first;
    way_cost least = WAY_COST_MAX;
    for (uint32_t i = cluster->first; i < cluster->first + cluster->count; i++) {
        const way_cost cost = early_estimate(trip, trip->from, gates[i].cell);
        nearest = cost < least ? i : nearest;
        least = cost < least ? cost : least;
    }
    return nearest;
}

/// Sets the costs from the start to the gates of its cluster: over `nearest`, or, if the search for
/// that has been everywhere without finding it, as found; false without memory.
static bool early_read_costs(wayi_crossing *trip, uint32_t nearest)
{
    const wayi_clusters *clusters = trip->clusters;
    const wayi_cluster *cluster = early_cluster(trip);
    const bool moves = wayi_crossing_keeps_moves(clusters);
    const way_cost *row = wayi_clusters_row(clusters, nearest);
    const way_cost way =
        moves ? 0 : wayi_confined_cost(&trip->from_start, clusters->gates[nearest].cell);
    wayi_path_buffer_clear(&trip->start_costs);
    bool fits = true;
    for (uint32_t i = 0; i < cluster->count && fits; i++) {
        const uint32_t gate = cluster->first + i;
        const way_cost cost = moves ? wayi_clusters_follow_cost(clusters, trip->from, gate)
                              : way == WAY_COST_MAX ? wayi_confined_cost(&trip->from_start,
                                                                         clusters->gates[gate].cell)
                                                    : way_cost_add(way, row[i]);
        fits = wayi_path_buffer_push(&trip->start_costs, cost);
    }
    return fits;
}

way_outcome wayi_crossing_hurry(wayi_crossing *trip, uint32_t *budget)
{
    if (*budget == 0) {
        return WAY_OUTCOME_MOVING;
    }
    if (early_cluster(trip)->count == 0) {
        return WAY_OUTCOME_NO_PATH;
    }
    const uint32_t nearest = early_nearest(trip);
    if (!wayi_crossing_keeps_moves(trip->clusters)) {
        const way_outcome outcome = wayi_crossing_search(
            trip, &trip->from_start, trip->from, trip->clusters->gates[nearest].cell, budget);
        if (outcome != WAY_OUTCOME_ARRIVED) {
            return outcome;
        }
    }
    if (!early_read_costs(trip, nearest)) {
        return WAY_OUTCOME_CAPACITY;
    }
    const wayi_abstract_end start = wayi_crossing_start(trip);
    wayi_budget_take(budget, 1 + trip->start_costs.count / 16);
    trip->phase = WAYI_CROSSING_RISE;
    wayi_crossing_explore(trip, &start);
    return WAY_OUTCOME_ARRIVED;
}

way_outcome wayi_crossing_set_out(wayi_crossing *trip, uint32_t *budget)
{
    const wayi_clusters *clusters = trip->clusters;
    const uint32_t gate = clusters->gates[trip->gates.states[0]].partner;
    if (!wayi_crossing_keeps_moves(clusters)) {
        const way_outcome outcome = wayi_crossing_search(trip, &trip->from_start, trip->from,
                                                         clusters->gates[gate].cell, budget);
        if (outcome != WAY_OUTCOME_ARRIVED) {
            return outcome;
        }
    }
    uint32_t none = 0;
    if (wayi_crossing_advance(trip, &none) != WAY_OUTCOME_ARRIVED) {
        return WAY_OUTCOME_CAPACITY;
    }
    const uint32_t part = clusters->config.side / EARLY_PART;
    const uint32_t moves = part > 1 ? part : 1;
    const uint32_t last = trip->held.cells.count - 1;
    return wayi_held_commit(&trip->held, trip->agent, last > moves ? last - moves : 0)
               ? wayi_crossing_settle(trip)
               : WAY_OUTCOME_CAPACITY;
}

way_outcome wayi_crossing_settle(wayi_crossing *trip)
{
    trip->from = wayi_agent_last(trip->agent);
    const bool fits = wayi_crossing_plan(trip);
    trip->early = false;
    return fits ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_CAPACITY;
}
