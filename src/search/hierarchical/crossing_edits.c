// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Trips across clusters while the map changes. A plan is a list of gates, and what is left of it is
// true as long as no edit comes near the clusters that it still has to cross: nothing else is read.
// A plan that is touched is made again from where the path ends. While the database is behind the
// map, or when a trip has been planned too often, A* finds the way by cells; its path is checked
// before it is committed, and where an edit has broken it the trip goes on from there.
#include "search/hierarchical/crossing.h"
#include "search/hierarchical/partial.h"

#include <waymark/database.h>

/// Edits looked at one by one; more count as near.
#define EDITS_MAX 64u
/// Plans that are given up for edits before the way is found by cells.
#define EDITS_PLANS 3u

static const wayi_clusters *edits_clusters(const way_agent *agent)
{
    const wayi_crossing_database *database = agent->navigator->database;
    return &database->clusters;
}

bool wayi_crossing_plan(way_agent *agent)
{
    wayi_crossing *memory = agent->memory;
    memory->revision = way_space_revision(agent->space);
    memory->detouring = false;
    if (!wayi_crossing_reset(agent)) {
        return false;
    }
    if (wayi_goal_is_reached(&agent->goal, memory->from)) {
        memory->phase = WAYI_CROSSING_DONE;
    } else if (++memory->plans > EDITS_PLANS || !way_navigator_is_current(agent->navigator) ||
               !way_space_can_stand(agent->space, memory->from)) {
        memory->phase = WAYI_CROSSING_DETOUR;
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

/// Whether a gate or its partner is in one of the clusters.
static bool edits_has_gate(const wayi_clusters *clusters, wayi_clusters_span span, uint32_t gate)
{
    return edits_has_cell(clusters, span, clusters->gates[gate].cell) ||
           edits_has_cell(clusters, span, clusters->gates[clusters->gates[gate].partner].cell);
}

/// Whether one of the clusters belongs to the super of a gate, or of its partner.
static bool edits_has_super(const wayi_supers *supers, wayi_clusters_span span, uint32_t gate)
{
    const uint32_t partner = supers->clusters->gates[gate].partner;
    bool found = false;
    for (uint32_t row = span.top; row <= span.bottom && !found; row++) {
        for (uint32_t column = span.left; column <= span.right && !found; column++) {
            const uint32_t home = supers->homes[row * supers->clusters->columns + column];
            found = home == wayi_supers_of_gate(supers, gate) ||
                    home == wayi_supers_of_gate(supers, partner);
        }
    }
    return found;
}

/// Whether clusters that an edit concerns are among those that the plan has still to cross.
static bool edits_touch(const way_agent *agent, wayi_clusters_span span)
{
    const wayi_crossing *memory = agent->memory;
    const wayi_crossing_database *database = agent->navigator->database;
    const wayi_clusters *clusters = &database->clusters;
    bool touched = edits_has_cell(clusters, span, memory->from) && memory->next == 0;
    touched |= !memory->many && edits_has_cell(clusters, span, agent->goal.state);
    for (uint32_t i = 0; i < memory->cells.count && !touched; i++) {
        touched = edits_has_cell(clusters, span, memory->cells.states[i]);
    }
    for (uint32_t i = memory->next ? memory->next - 1 : 0; i < memory->gates.count && !touched;
         i++) {
        touched = edits_has_gate(clusters, span, memory->gates.states[i]);
    }
    for (uint32_t i = memory->leg ? memory->leg - 1 : 0;
         !memory->routed && i < memory->legs.count && !touched; i++) {
        touched = edits_has_super(&database->supers, span, memory->legs.states[i]);
    }
    return touched;
}

bool wayi_crossing_catch_up(way_agent *agent)
{
    wayi_crossing *memory = agent->memory;
    const wayi_clusters *clusters = edits_clusters(agent);
    const uint64_t revision = way_space_revision(agent->space);
    if (revision == memory->revision || memory->phase == WAYI_CROSSING_DONE ||
        memory->phase == WAYI_CROSSING_DETOUR) {
        return true;
    }
    way_rect rects[EDITS_MAX];
    uint32_t count = 0;
    const way_status status =
        way_map_changes(clusters->grid->map, memory->revision, rects, EDITS_MAX, &count);
    const bool routed = memory->phase >= WAYI_CROSSING_LEGS && memory->phase != WAYI_CROSSING_GATES;
    bool touched = status != WAY_STATUS_OK || count > EDITS_MAX || !routed;
    for (uint32_t i = 0; i < count && !touched; i++) {
        touched = edits_touch(agent, wayi_clusters_reach(clusters, rects[i], 1));
    }
    memory->revision = revision;
    if (!touched) {
        return true;
    }
    memory->from = agent->path.states[agent->path.count - 1];
    return wayi_crossing_plan(agent);
}

// By cells ----------------------------------------------------------------------------------------

/// Starts on the way by cells. MOVING, NO_PATH, CAPACITY.
static way_outcome detour_begin(way_agent *agent)
{
    wayi_crossing *memory = agent->memory;
    wayi_partial_choose(agent);
    memory->revision = way_space_revision(agent->space);
    if (!wayi_agent_goal_works(agent, memory->from, agent->goal.state)) {
        return WAY_OUTCOME_NO_PATH;
    }
    const bool fits =
        (wayi_inner_is_open(&memory->detour) ||
         wayi_inner_open(&memory->detour, agent, "astar", agent->capacity) == WAY_STATUS_OK) &&
        wayi_inner_begin(&memory->detour, memory->from, agent->goal.state);
    memory->detouring = fits;
    return fits ? WAY_OUTCOME_MOVING : WAY_OUTCOME_CAPACITY;
}

/// Commits the way that was found, up to where an edit has broken it. ARRIVED, MOVING, CAPACITY.
static way_outcome detour_commit(way_agent *agent)
{
    wayi_crossing *memory = agent->memory;
    const wayi_path_buffer *path = wayi_inner_path(&memory->detour);
    uint32_t at = 1;
    for (; at < path->count; at++) {
        const way_cost cost = wayi_agent_step_cost(agent, path->states[at - 1], path->states[at]);
        if (cost == WAY_COST_MAX) {
            break;
        }
        if (!wayi_agent_commit(agent, path->states[at], cost)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    memory->from = path->states[at - 1];
    if (at == path->count) {
        memory->phase = WAYI_CROSSING_DONE;
        return WAY_OUTCOME_ARRIVED;
    }
    return wayi_crossing_plan(agent) ? WAY_OUTCOME_MOVING : WAY_OUTCOME_CAPACITY;
}

way_outcome wayi_crossing_step_detour(way_agent *agent, uint32_t budget)
{
    wayi_crossing *memory = agent->memory;
    if (!memory->detouring) {
        const way_outcome outcome = detour_begin(agent);
        if (outcome != WAY_OUTCOME_MOVING) {
            return outcome;
        }
    }
    const way_outcome outcome = wayi_inner_step(&memory->detour, agent, budget);
    if (outcome == WAY_OUTCOME_ARRIVED) {
        return detour_commit(agent);
    }
    if (outcome == WAY_OUTCOME_NO_PATH && memory->revision != way_space_revision(agent->space)) {
        return wayi_crossing_plan(agent) ? WAY_OUTCOME_MOVING : WAY_OUTCOME_CAPACITY;
    }
    return outcome;
}

void wayi_crossing_give_up_detour(way_agent *agent)
{
    wayi_crossing *memory = agent->memory;
    if (memory->phase == WAYI_CROSSING_DETOUR && memory->detouring) {
        const wayi_algorithm *algorithm = memory->detour.agent->algorithm;
        algorithm->give_up(memory->detour.agent);
        detour_commit(agent);
    }
}
