// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A trip over two levels: costs from start and goal to the gates of their large clusters, a search
// over those, then one over the small ones inside each that is crossed. Where the upper level is
// not repaired yet, one search over the small ones finds the same way.
#include "base/check.h"
#include "search/hierarchical/crossing.h"

/// The large cluster of an end.
static uint32_t legs_home(const wayi_crossing *trip, const wayi_abstract_end *end)
{
    return trip->upper->homes[end->group].index;
}

bool wayi_crossing_may_rise(const wayi_crossing *trip)
{
    const wayi_abstract_end start = wayi_crossing_end_of(trip, &trip->start);
    const wayi_abstract_end goal = wayi_crossing_end_of(trip, &trip->goal);
    return wayi_clusters_is_made(trip->upper, legs_home(trip, &start)) &&
           wayi_clusters_is_made(trip->upper, legs_home(trip, &goal));
}

void wayi_crossing_explore(wayi_crossing *trip, const wayi_crossing_end *end)
{
    wayi_abstract_query query = {.start = wayi_crossing_end_of(trip, end),
                                 .goal = {.cell = trip->agent->goal.state, .group = WAYI_GATE_NONE},
                                 .level = trip->clusters,
                                 .direct = WAY_COST_MAX};
    query.within = legs_home(trip, &query.start);
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
static bool legs_read(const wayi_crossing *trip, wayi_crossing_end *own)
{
    const wayi_abstract_end end = wayi_crossing_end_of(trip, own);
    const wayi_cluster *cluster = &trip->upper->clusters[legs_home(trip, &end)];
    bool fits = true;
    wayi_path_buffer_clear(&own->large);
    for (uint32_t i = 0; i < cluster->count && fits; i++) {
        const uint32_t gate = wayi_clusters_below(trip->upper, cluster->first + i);
        fits = wayi_path_buffer_push(&own->large, legs_cost_to(trip, &end, gate));
    }
    return fits;
}

/// Starts the search over the upper level between the ends of the trip.
static void legs_begin(wayi_crossing *trip)
{
    wayi_abstract_query query = {.start = wayi_crossing_end_of(trip, &trip->start),
                                 .goal = wayi_crossing_end_of(trip, &trip->goal),
                                 .level = trip->upper,
                                 .direct = WAY_COST_MAX,
                                 .within = WAYI_GATE_NONE};
    query.start.group = legs_home(trip, &query.start);
    query.start.costs = trip->start.large.states;
    query.goal.group = legs_home(trip, &query.goal);
    query.goal.costs = trip->goal.large.states;
    wayi_abstract_begin(&trip->abstract, &query);
    trip->phase = WAYI_CROSSING_UPPER;
}

/// Goes on when the costs from the start are known; false without memory.
static bool legs_rise(wayi_crossing *trip)
{
    // The gates are for those who give up before there are better ones.
    if (!legs_read(trip, &trip->start) ||
        !wayi_abstract_trace(&trip->abstract, trip->abstract.closest, &trip->gates)) {
        return false;
    }
    trip->phase = WAYI_CROSSING_FALL;
    wayi_crossing_explore(trip, &trip->goal);
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
    wayi_abstract_query query = {.start = trip->leg ? legs_gate_end(trip, legs[trip->leg - 1])
                                                    : wayi_crossing_end_of(trip, &trip->start),
                                 .goal = is_last ? wayi_crossing_end_of(trip, &trip->goal)
                                                 : legs_gate_end(trip, out),
                                 .level = trip->clusters,
                                 .direct = WAY_COST_MAX};
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
    trip->phase = WAYI_CROSSING_INSIDE;
    trip->routed = trip->leg == trip->legs.count;
    return trip->routed || wayi_path_buffer_push(&trip->gates, trip->legs.states[trip->leg++]);
}

way_outcome wayi_crossing_seek(wayi_crossing *trip, uint32_t *budget)
{
    const way_outcome outcome = wayi_abstract_step(&trip->abstract, budget);
    // Who looks for the costs to all gates has them when nothing is left.
    const bool explores = trip->phase == WAYI_CROSSING_RISE || trip->phase == WAYI_CROSSING_FALL;
    const bool over = outcome == (explores ? WAY_OUTCOME_NO_PATH : WAY_OUTCOME_ARRIVED);
    if (outcome == WAY_OUTCOME_STALE || (over && explores && !wayi_crossing_may_rise(trip))) {
        wayi_crossing_begin_gates(trip); // what is below is repaired
        return WAY_OUTCOME_ARRIVED;
    }
    if (!over) {
        return outcome;
    }
    bool fits = true;
    switch (trip->phase) {
    case WAYI_CROSSING_GUESS:
        fits = wayi_crossing_head_out(trip);
        break;
    case WAYI_CROSSING_RISE:
        fits = legs_rise(trip);
        break;
    case WAYI_CROSSING_FALL:
        fits = legs_read(trip, &trip->goal);
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
