// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Trips across clusters while the map changes. A plan is a list of gates, and what is left of it is
// true as long as no edit comes near the clusters that it still has to cross: nothing else is read.
// What becomes of a plan that is touched is the same for all databases (frame/detour.h).
#include "search/hierarchical/crossing.h"

#include <waymark/database.h>

/// Whether an edit concerns the cluster of a cell.
static bool edits_meet_cell(const wayi_clusters *level, way_rect rect, way_cell cell)
{
    return wayi_rect_meets(rect, wayi_clusters_around(level, cell));
}

/// Whether it concerns the cluster of a gate, or of its partner.
static bool edits_meet_gate(const wayi_clusters *level, way_rect rect, const wayi_gate *gates,
                            uint32_t gate)
{
    return edits_meet_cell(level, rect, gates[gate].cell) ||
           edits_meet_cell(level, rect, gates[gates[gate].partner].cell);
}

/// Whether it concerns a cluster that the plan has still to cross.
static bool edits_meet_plan(const wayi_crossing *trip, way_rect rect)
{
    const wayi_clusters *clusters = trip->clusters;
    bool met = trip->before == WAYI_GATE_NONE
                   ? edits_meet_cell(clusters, rect, trip->start.cell)
                   : edits_meet_gate(clusters, rect, clusters->gates, trip->before);
    for (uint32_t i = 0; i < trip->held.cells.count && !met; i++) {
        met = edits_meet_cell(clusters, rect, trip->held.cells.states[i]);
    }
    for (uint32_t i = 0; i < trip->gates.count && !met; i++) {
        met = edits_meet_gate(i < trip->coarse ? clusters->upper : clusters, rect, clusters->gates,
                              trip->gates.states[i]);
    }
    return met;
}

bool wayi_crossing_outlives(way_agent *agent, const way_rect *rects, uint32_t count, uint64_t *work)
{
    const wayi_crossing *trip = agent->memory;
    const bool routed = trip->phase >= WAYI_CROSSING_LEGS;
    const uint64_t looks = routed ? trip->held.cells.count + trip->gates.count + UINT64_C(2) : 2;
    if (looks * count > *work || (!routed && !way_navigator_is_current(agent->navigator))) {
        return false;
    }
    *work -= looks * count;
    bool met = false;
    for (uint32_t i = 0; i < count && !met; i++) {
        met = (!trip->many && edits_meet_cell(trip->clusters, rects[i], trip->goal.cell)) ||
              (routed ? edits_meet_plan(trip, rects[i])
                      : wayi_rect_meets(rects[i], trip->abstract.read));
    }
    return !met;
}
