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

/// Sets the costs from one end to the gates of its large cluster, after exploring that; false
/// without memory.
static bool legs_read(const wayi_crossing *trip, wayi_abstract_end end, wayi_path_buffer *costs)
{
    const wayi_cluster *cluster = &trip->upper->clusters[legs_home(trip, &end)];
    bool fits = true;
    wayi_path_buffer_clear(costs);
    for (uint32_t i = 0; i < cluster->count && fits; i++) {
        const uint32_t gate = wayi_clusters_below(trip->upper, cluster->first + i);
        fits = wayi_path_buffer_push(costs, legs_cost_to(trip, &end, gate));
    }
    return fits;
}

/// Starts the search over the upper level between the ends of the trip; a guess goes straight on.
static void legs_begin(wayi_crossing *trip)
{
    wayi_abstract_query query = {.start = wayi_crossing_start(trip),
                                 .goal = wayi_crossing_goal(trip),
                                 .level = trip->upper,
                                 .direct = WAY_COST_MAX,
                                 .within = WAYI_GATE_NONE,
                                 .greed = trip->early ? WAYI_CROSSING_GREED : 0,
                                 .most = trip->early ? WAYI_CROSSING_MOST : 0};
    query.start.group = legs_home(trip, &query.start);
    query.start.costs = trip->rise_costs.states;
    query.goal.group = legs_home(trip, &query.goal);
    query.goal.costs = trip->fall_costs.states;
    wayi_abstract_begin(&trip->abstract, &query);
    trip->phase = WAYI_CROSSING_UPPER;
}

static way_cost early_estimate(const wayi_crossing *trip, way_cell a, way_cell b)
{
    return trip->agent->space->type->distance(trip->agent->space, a, b);
}

/// Estimates the costs from the gates of the goal's large cluster to it, and goes by them; false
/// without memory.
static bool early_look_ahead(wayi_crossing *trip, uint32_t *budget)
{
    const way_cell goal = trip->agent->goal.state;
    const wayi_cluster *cluster = &trip->upper->clusters[wayi_clusters_of(trip->upper, goal)];
    wayi_path_buffer_clear(&trip->fall_costs);
    bool fits = true;
    for (uint32_t i = 0; i < cluster->count && fits; i++) {
        const way_cell gate = trip->upper->gates[cluster->first + i].cell;
        fits = wayi_path_buffer_push(&trip->fall_costs, early_estimate(trip, gate, goal));
    }
    wayi_budget_take(budget, 1 + trip->fall_costs.count / 16);
    legs_begin(trip);
    return fits;
}

/// Goes on when the costs from the start are known; false without memory.
static bool legs_rise(wayi_crossing *trip, uint32_t *budget)
{
    const wayi_abstract_end goal = wayi_crossing_goal(trip);
    if (!legs_read(trip, wayi_crossing_start(trip), &trip->rise_costs)) {
        return false;
    }
    if (trip->early) {
        return early_look_ahead(trip, budget);
    }
    // For those who give up before there is a better one.
    if (!wayi_abstract_trace(&trip->abstract, trip->abstract.closest, &trip->gates)) {
        return false;
    }
    trip->phase = WAYI_CROSSING_FALL;
    wayi_crossing_explore(trip, &goal);
    return true;
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

/// Goes on when the large clusters to cross are known; false without memory.
static bool legs_find(wayi_crossing *trip)
{
    wayi_path_buffer_clear(&trip->legs);
    wayi_path_buffer_clear(&trip->gates); // the way to fall back on
    if (!wayi_abstract_trace(&trip->abstract, trip->abstract.last, &trip->legs)) {
        return false;
    }
    for (uint32_t i = 0; i < trip->legs.count; i++) {
        trip->legs.states[i] = wayi_clusters_below(trip->upper, trip->legs.states[i]);
    }
    trip->phase = WAYI_CROSSING_LEGS;
    wayi_crossing_begin_leg(trip);
    return true;
}

/// Goes on when the gates inside a large cluster are known, or all where there are no legs; false
/// without memory.
static bool legs_go_on(wayi_crossing *trip)
{
    if (!wayi_abstract_trace(&trip->abstract, trip->abstract.last, &trip->gates)) {
        return false;
    }
    trip->phase = trip->early ? WAYI_CROSSING_OUT : WAYI_CROSSING_INSIDE;
    trip->routed = trip->leg == trip->legs.count;
    return trip->routed || wayi_path_buffer_push(&trip->gates, trip->legs.states[trip->leg++]);
}

way_outcome wayi_crossing_seek(wayi_crossing *trip, uint32_t *budget)
{
    const way_outcome outcome = wayi_abstract_step(&trip->abstract, budget);
    // Who looks for the costs to all gates has them when nothing is left; a guess, when it is told.
    const bool explores = trip->phase <= WAYI_CROSSING_FALL;
    const bool enough = outcome == WAY_OUTCOME_ARRIVED && (!explores || trip->early);
    if (!enough && !(explores && outcome == WAY_OUTCOME_NO_PATH)) {
        return outcome;
    }
    bool fits = true;
    switch (trip->phase) {
    case WAYI_CROSSING_RISE:
        fits = legs_rise(trip, budget);
        break;
    case WAYI_CROSSING_FALL:
        fits = legs_read(trip, wayi_crossing_goal(trip), &trip->fall_costs);
        legs_begin(trip);
        break;
    case WAYI_CROSSING_UPPER:
        fits = legs_find(trip);
        break;
    default:
        fits = legs_go_on(trip);
        break;
    }
    return fits ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_CAPACITY;
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
    if (!wayi_crossing_read(trip, trip->from, &trip->from_start, nearest, &trip->start_costs)) {
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
