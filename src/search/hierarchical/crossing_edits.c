// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Trips across clusters while the map changes. A plan is a list of gates, and what is left of it is
// true as long as no edit comes near the clusters that it still has to cross: nothing else is read.
// A plan that is touched is made again from where the path ends. While the database is behind the
// map, when a trip has been planned too often, or where the ground under it was blocked, a trip of
// A* finds the rest of the way by cells; that outlives edits itself.
#include "search/frame/detour.h"
#include "search/hierarchical/crossing.h"

#include <waymark/database.h>

/// Edits looked at one by one; more count as near.
#define EDITS_MAX 64u
/// Plans that are made before the way is found by cells.
#define EDITS_PLANS 2u

bool wayi_crossing_plan(way_agent *agent)
{
    wayi_crossing *memory = agent->memory;
    const wayi_clusters *clusters = wayi_crossing_clusters(agent);
    const uint32_t home = wayi_clusters_of(clusters, memory->from);
    const uint32_t column = home % clusters->columns;
    const uint32_t row = home / clusters->columns;
    memory->abstract.read = (wayi_clusters_span){column, column, row, row};
    memory->revision = way_space_revision(agent->space);
    agent->detouring = false;
    memory->outlived = false;
    if (!wayi_crossing_reset(agent)) {
        return false;
    }
    if (wayi_goal_is_reached(&agent->goal, memory->from)) {
        memory->phase = WAYI_CROSSING_DONE;
    } else if (++memory->plans > EDITS_PLANS || !way_navigator_is_current(agent->navigator) ||
               !way_space_can_stand(agent->space, memory->from)) {
        memory->phase = WAYI_CROSSING_DETOUR;
    } else {
        memory->early = wayi_crossing_may_hurry(agent);
    }
    return true;
}

// What is left ------------------------------------------------------------------------------------

static bool edits_has_cluster(const wayi_clusters *clusters, wayi_clusters_span span,
                              uint32_t index)
{
    const uint32_t column = index % clusters->columns;
    const uint32_t row = index / clusters->columns;
    return column >= span.left && column <= span.right && row >= span.top && row <= span.bottom;
}

static bool edits_has_cell(const wayi_clusters *clusters, wayi_clusters_span span, way_cell cell)
{
    return edits_has_cluster(clusters, span, wayi_clusters_of(clusters, cell));
}

/// Whether a gate or its partner is in one of the clusters, on either level.
static bool edits_has_gate(const wayi_clusters *clusters, wayi_clusters_span span,
                           const wayi_gate *gates, uint32_t gate)
{
    return edits_has_cell(clusters, span, gates[gate].cell) ||
           edits_has_cell(clusters, span, gates[gates[gate].partner].cell);
}

/// The large clusters that some clusters are in.
static wayi_clusters_span edits_rise(wayi_clusters_span span)
{
    const uint32_t factor = WAYI_CROSSING_FACTOR;
    return (wayi_clusters_span){span.left / factor, span.right / factor, span.top / factor,
                                span.bottom / factor};
}

/// Whether clusters that an edit concerns are among those that the plan has still to cross.
static bool edits_touch(const way_agent *agent, wayi_clusters_span span)
{
    const wayi_crossing *memory = agent->memory;
    const wayi_clusters *clusters = wayi_crossing_clusters(agent);
    bool touched = edits_has_cell(clusters, span, memory->from) && memory->next == 0;
    touched |= !memory->many && edits_has_cell(clusters, span, agent->goal.state);
    for (uint32_t i = 0; i < memory->cells.count && !touched; i++) {
        touched = edits_has_cell(clusters, span, memory->cells.states[i]);
    }
    for (uint32_t i = memory->next ? memory->next - 1 : 0; i < memory->gates.count && !touched;
         i++) {
        touched = edits_has_gate(clusters, span, clusters->gates, memory->gates.states[i]);
    }
    for (uint32_t i = memory->leg ? memory->leg - 1 : 0;
         !memory->routed && i < memory->legs.count && !touched; i++) {
        touched = edits_has_gate(clusters->upper, edits_rise(span), clusters->gates,
                                 memory->legs.states[i]);
    }
    return touched;
}

/// Whether clusters that an edit concerns are among those that the search for a plan has read.
static bool edits_meet(const way_agent *agent, wayi_clusters_span span)
{
    const wayi_crossing *memory = agent->memory;
    const wayi_clusters_span read = memory->abstract.read;
    return (span.left <= read.right && span.right >= read.left && span.top <= read.bottom &&
            span.bottom >= read.top) ||
           (!memory->many &&
            edits_has_cell(wayi_crossing_clusters(agent), span, agent->goal.state));
}

/// Whether nothing of the path is handed out but the way out of blocked ground.
static bool edits_leads(const way_agent *agent)
{
    return agent->lead > 1 && agent->path.count <= agent->lead;
}

/// Whether an edit is beside the way out of blocked ground, as long as nothing else is handed out.
static bool edits_touch_lead(const way_agent *agent, wayi_clusters_span span)
{
    bool touched = false;
    for (uint32_t i = 0; edits_leads(agent) && i < agent->lead && !touched; i++) {
        touched = edits_has_cell(wayi_crossing_clusters(agent), span, agent->path.states[i]);
    }
    return touched;
}

/// Takes back the way out of blocked ground if nothing else is handed out.
static void edits_take_back(way_agent *agent)
{
    wayi_crossing *memory = agent->memory;
    if (edits_leads(agent)) {
        agent->path.count = 1;
        agent->lead = 1;
        agent->deep = 0;
        agent->cost = 0;
    }
    memory->from = wayi_agent_last(agent);
    agent->start = memory->from;
}

/// Plans again from where the path ends. ARRIVED, or what the trip has come to.
static way_outcome edits_plan_again(way_agent *agent)
{
    wayi_crossing *memory = agent->memory;
    edits_take_back(agent);
    if (way_space_can_stand(agent->space, memory->from) &&
        wayi_agent_set_goal(agent) != WAY_STATUS_OK) {
        return WAY_OUTCOME_CAPACITY;
    }
    if (agent->outcome != WAY_OUTCOME_MOVING) {
        return agent->outcome;
    }
    return wayi_crossing_plan(agent) ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_CAPACITY;
}

way_outcome wayi_crossing_catch_up(way_agent *agent)
{
    wayi_crossing *memory = agent->memory;
    const wayi_clusters *clusters = wayi_crossing_clusters(agent);
    const uint64_t revision = way_space_revision(agent->space);
    if (revision == memory->revision || memory->phase == WAYI_CROSSING_DETOUR ||
        (memory->phase == WAYI_CROSSING_DONE && !edits_leads(agent))) {
        return WAY_OUTCOME_ARRIVED;
    }
    way_rect rects[EDITS_MAX];
    uint32_t count = 0;
    const way_status status =
        way_map_changes(clusters->grid->map, memory->revision, rects, EDITS_MAX, &count);
    const bool routed = !memory->early && memory->phase >= WAYI_CROSSING_LEGS &&
                        memory->phase != WAYI_CROSSING_GATES;
    bool touched = status != WAY_STATUS_OK || count > EDITS_MAX ||
                   (!routed && !way_navigator_is_current(agent->navigator)) ||
                   (edits_leads(agent) && (!wayi_agent_lead_holds(agent) ||
                                           wayi_agent_ground_moved(agent, rects, count)));
    for (uint32_t i = 0; i < count && !touched; i++) {
        const wayi_clusters_span span = wayi_clusters_reach(clusters, rects[i], 1);
        touched = edits_touch_lead(agent, span) ||
                  (routed ? edits_touch(agent, span) : edits_meet(agent, span));
    }
    memory->revision = revision;
    memory->outlived = true;
    return touched ? edits_plan_again(agent) : WAY_OUTCOME_ARRIVED;
}

way_outcome wayi_crossing_doubt(way_agent *agent)
{
    wayi_crossing *memory = agent->memory;
    edits_take_back(agent);
    memory->plans = EDITS_PLANS;
    return wayi_crossing_plan(agent) ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_CAPACITY;
}

// By cells ----------------------------------------------------------------------------------------

way_outcome wayi_crossing_step_detour(way_agent *agent, uint32_t budget)
{
    edits_take_back(agent);
    return wayi_detour_begin(agent) == WAY_STATUS_OK ? wayi_detour_step(agent, budget)
                                                     : WAY_OUTCOME_CAPACITY;
}
