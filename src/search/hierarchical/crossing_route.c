// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The route of a trip: a search over gates, which crosses large clusters at once, then one inside
// each of these when the way has come there.
#include "search/hierarchical/crossing.h"

/// Whether the next leg leads across a large cluster at once.
static bool route_leaps(const wayi_crossing *trip)
{
    const wayi_clusters *clusters = trip->clusters;
    return trip->rises && trip->leg > 0 &&
           wayi_abstract_leaps(clusters, trip->legs.states[trip->leg - 1],
                               wayi_clusters_of(clusters, trip->from),
                               wayi_clusters_of(clusters, trip->agent->goal.state));
}

/// Adds the gates of all legs up to the next that is to be looked into; false without memory.
static bool route_go_on(wayi_crossing *trip)
{
    bool fits = true;
    while (fits && trip->leg < trip->legs.count && !route_leaps(trip)) {
        fits = wayi_path_buffer_push(&trip->gates, trip->legs.states[trip->leg++]);
    }
    trip->routed = trip->leg == trip->legs.count;
    trip->phase = WAYI_CROSSING_INSIDE;
    return fits;
}

bool wayi_crossing_take(wayi_crossing *trip, uint32_t last)
{
    return wayi_abstract_trace(&trip->abstract, last, &trip->legs) && route_go_on(trip);
}

/// A gate as one end of a search.
static wayi_abstract_end route_end_at(const wayi_crossing *trip, uint32_t gate)
{
    const wayi_gate *own = &trip->clusters->gates[gate];
    return (wayi_abstract_end){own->cell, wayi_gate_cluster(own), gate, NULL};
}

void wayi_crossing_begin_leg(wayi_crossing *trip)
{
    const uint32_t *leg = trip->legs.states + trip->leg;
    const wayi_abstract_query query = {
        .start = route_end_at(trip, leg[-1]),
        .goal = route_end_at(trip, leg[0]),
        .direct = WAY_COST_MAX,
        .within = wayi_clusters_home(trip->clusters, &trip->clusters->gates[leg[-1]])};
    wayi_abstract_begin(&trip->abstract, &query);
    trip->phase = WAYI_CROSSING_LEGS;
}

way_outcome wayi_crossing_seek(wayi_crossing *trip, uint32_t *budget)
{
    const wayi_abstract *search = &trip->abstract;
    const way_outcome outcome = wayi_abstract_step(&trip->abstract, budget);
    if (outcome != WAY_OUTCOME_ARRIVED) {
        return outcome;
    }
    bool fits = true;
    if (trip->phase == WAYI_CROSSING_GUESS) {
        trip->phase = WAYI_CROSSING_OUT;
        fits = wayi_abstract_trace(search, search->last, &trip->gates);
    } else if (trip->phase == WAYI_CROSSING_GATES) {
        fits = wayi_crossing_take(trip, search->last);
    } else {
        trip->gates.count--; // where the leg begins
        trip->leg++;
        fits = wayi_abstract_trace(search, search->last, &trip->gates) && route_go_on(trip);
    }
    return fits ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_CAPACITY;
}
