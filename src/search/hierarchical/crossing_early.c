// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The first moves of a trip, before its route is known. The start's costs to the gates of its
// cluster are those of one way out and the kept ways on from there; a look at a few gates, which
// counts what is left several times so that it goes straight on, tells where to go. That takes a
// twentieth of the work of the real plan and seldom heads elsewhere. A part of the way to the first
// gate is committed, short enough beside the trip to be cheap to take back, and the real plan is
// made from there. Where the guess leads nowhere, no more than that little work is lost.
#include "search/hierarchical/crossing.h"

/// Clusters that the ends are apart at least, for the real plan to take long.
#define EARLY_APART 3u
/// What part of a cluster's side is walked at most, and of what is left to the goal.
#define EARLY_PART 4u
#define EARLY_SHARE 48u
/// How many times estimates count, and how many gates are looked at.
#define EARLY_GREED 3u
#define EARLY_GATES 6u

static uint32_t early_apart(uint32_t a, uint32_t b)
{
    return a < b ? b - a : a - b;
}

bool wayi_crossing_may_hurry(const wayi_crossing *trip)
{
    const wayi_crossing_database *database = trip->database;
    const wayi_clusters *clusters = trip->clusters;
    if (!database->early || clusters->asked || clusters->grid->layer->links || trip->many ||
        database->smooth != WAYI_SMOOTH_BOX || trip->agent->path.count > 1) {
        return false;
    }
    const uint32_t from = wayi_clusters_of(clusters, trip->from);
    const uint32_t to = wayi_clusters_of(clusters, trip->agent->goal.state);
    if (!clusters->clusters[from].block) {
        return false; // none are kept, or not yet
    }
    return early_apart(from % clusters->columns, to % clusters->columns) >= EARLY_APART ||
           early_apart(from / clusters->columns, to / clusters->columns) >= EARLY_APART;
}

static way_cost early_estimate(const wayi_crossing *trip, way_cell cell)
{
    return trip->agent->space->type->distance(trip->agent->space, trip->from, cell);
}

/// The gate of the start's cluster that looks nearest; WAYI_GATE_NONE if it has none.
static uint32_t early_nearest(const wayi_crossing *trip)
{
    const wayi_clusters *clusters = trip->clusters;
    const wayi_cluster *cluster = &clusters->clusters[wayi_clusters_of(clusters, trip->from)];
    uint32_t nearest = WAYI_GATE_NONE;
    way_cost least = WAY_COST_MAX;
    for (uint32_t i = cluster->first; i < cluster->first + cluster->count; i++) {
        const way_cost cost = early_estimate(trip, clusters->gates[i].cell);
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
    const uint32_t nearest = early_nearest(trip);
    if (nearest == WAYI_GATE_NONE) {
        return WAY_OUTCOME_NO_PATH;
    }
    if (!wayi_crossing_keeps_moves(trip->clusters, trip->from)) {
        const way_outcome outcome = wayi_crossing_search(
            trip, &trip->start.local, trip->from, trip->clusters->gates[nearest].cell, budget);
        if (outcome != WAY_OUTCOME_ARRIVED) {
            return outcome;
        }
    }
    if (!wayi_crossing_read(trip, trip->from, &trip->start.local, nearest, &trip->start.costs,
                            budget)) {
        return WAY_OUTCOME_CAPACITY;
    }
    const wayi_abstract_query query = {
        .start = wayi_crossing_end_of(trip, &trip->start),
        .goal = {trip->agent->goal.state, WAYI_GATE_NONE, WAYI_GATE_NONE, NULL},
        .direct = WAY_COST_MAX,
        .within = WAYI_GATE_NONE,
        .greed = EARLY_GREED,
        .most = EARLY_GATES};
    wayi_abstract_begin(&trip->abstract, &query);
    trip->phase = WAYI_CROSSING_GUESS;
    return WAY_OUTCOME_ARRIVED;
}

way_outcome wayi_crossing_set_out(wayi_crossing *trip, uint32_t *budget)
{
    const wayi_clusters *clusters = trip->clusters;
    const uint32_t gate = clusters->gates[trip->gates.states[0]].partner;
    if (!wayi_crossing_keeps_moves(clusters, trip->from)) {
        const way_outcome outcome = wayi_crossing_search(trip, &trip->start.local, trip->from,
                                                         clusters->gates[gate].cell, budget);
        if (outcome != WAY_OUTCOME_ARRIVED) {
            return outcome;
        }
    }
    uint32_t none = 0;
    if (wayi_crossing_advance(trip, &none) != WAY_OUTCOME_ARRIVED) {
        return WAY_OUTCOME_CAPACITY;
    }
    const way_cost left = early_estimate(trip, trip->agent->goal.state);
    const way_cost share = left / clusters->grid->map->costs.cardinal / EARLY_SHARE;
    const uint32_t part = clusters->config.side / EARLY_PART;
    const uint32_t most = share < part ? share : part;
    const uint32_t moves = most > 1 ? most : 1;
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
