// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a trip hands out: the way inside one cluster after the other, as far as the gates are known,
// smoothed and committed a few clusters at a time. The rest stays open as long as it can.
#include "search/hierarchical/crossing.h"

// Ways inside clusters ----------------------------------------------------------------------------

/// From the start to a gate of its cluster.
static bool crossing_leave_start(way_agent *agent, uint32_t gate)
{
    wayi_crossing *memory = agent->memory;
    const wayi_clusters *clusters = wayi_crossing_clusters(agent);
    return wayi_crossing_keeps_moves(clusters)
               ? wayi_clusters_follow(clusters, memory->from, gate, &memory->cells)
               : wayi_confined_trace(&memory->from_start, clusters->gates[gate].cell,
                                     &memory->cells);
}

/// From a gate of the goal's cluster to the goal.
static bool crossing_reach_goal(way_agent *agent, uint32_t gate)
{
    wayi_crossing *memory = agent->memory;
    wayi_path_buffer *cells = &memory->cells;
    const wayi_clusters *clusters = wayi_crossing_clusters(agent);
    const way_cell cell = clusters->gates[gate].cell;
    if (!wayi_crossing_keeps_moves(clusters)) {
        return wayi_confined_trace_back(&memory->from_goal, cell, cells);
    }
    if (cell == agent->goal.state) {
        return true;
    }
    const uint32_t first = cells->count;
    if (!wayi_clusters_follow(clusters, agent->goal.state, gate, cells)) {
        return false;
    }
    cells->count--; // the gate
    wayi_path_buffer_reverse(cells, first);
    return wayi_path_buffer_push(cells, agent->goal.state);
}

/// From the gate that was come in by to another one of the same cluster.
static way_outcome crossing_cross(way_agent *agent, uint32_t from, uint32_t to, uint32_t *budget)
{
    wayi_crossing *memory = agent->memory;
    const wayi_clusters *clusters = wayi_crossing_clusters(agent);
    const wayi_gate *gates = clusters->gates;
    bool fits = true;
    if (wayi_clusters_keeps_ways(clusters, wayi_gate_cluster(&gates[from]))) {
        fits = wayi_clusters_trace(clusters, from, to, &memory->cells);
    } else {
        const way_outcome outcome =
            wayi_crossing_search(agent, &memory->between, gates[from].cell, gates[to].cell, budget);
        if (outcome != WAY_OUTCOME_ARRIVED) {
            return outcome;
        }
        fits = wayi_confined_trace(&memory->between, gates[to].cell, &memory->cells);
    }
    return fits ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_CAPACITY;
}

way_outcome wayi_crossing_advance(way_agent *agent, uint32_t *budget)
{
    wayi_crossing *memory = agent->memory;
    const wayi_gate *gates = wayi_crossing_clusters(agent)->gates;
    const uint32_t in = memory->gates.states[memory->next];
    const uint32_t out = gates[in].partner;
    way_outcome outcome = WAY_OUTCOME_ARRIVED;
    if (memory->next > 0) {
        outcome = crossing_cross(agent, memory->gates.states[memory->next - 1], out, budget);
    } else if (!crossing_leave_start(agent, out)) {
        outcome = WAY_OUTCOME_CAPACITY;
    }
    if (outcome != WAY_OUTCOME_ARRIVED) {
        return outcome;
    }
    memory->next++;
    memory->linked = wayi_gate_direction(&gates[out]) == WAYI_GATE_ORIGIN;
    const bool fits = memory->linked || wayi_path_buffer_push(&memory->cells, gates[in].cell);
    return fits ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_CAPACITY;
}

/// From the gate come in by last to the goal, or from the start where no gate is needed.
static way_outcome crossing_finish(way_agent *agent, uint32_t *budget)
{
    wayi_crossing *memory = agent->memory;
    const wayi_clusters *clusters = wayi_crossing_clusters(agent);
    bool fits = true;
    if (memory->gates.count == 0) {
        fits = wayi_confined_trace(&memory->from_start, memory->direct_goal, &memory->cells);
    } else if (!memory->many) {
        fits = crossing_reach_goal(agent, memory->gates.states[memory->gates.count - 1]);
    } else {
        const uint32_t gate = memory->gates.states[memory->gates.count - 1];
        const way_outcome outcome = wayi_crossing_search(
            agent, &memory->between, clusters->gates[gate].cell, WAY_CELL_NONE, budget);
        if (outcome != WAY_OUTCOME_ARRIVED) {
            return outcome;
        }
        way_cell cell = WAY_CELL_NONE;
        wayi_abstract_nearest(&memory->abstract, &memory->between, &cell);
        fits = wayi_confined_trace(&memory->between, cell, &memory->cells);
    }
    memory->complete = true;
    return fits ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_CAPACITY;
}

// Pieces ------------------------------------------------------------------------------------------

/// What a step of the way costs.
static way_cost crossing_step_cost(const way_agent *agent, way_cell from, way_cell to)
{
    const wayi_grid *grid = wayi_crossing_clusters(agent)->grid;
    const way_map *map = grid->map;
    if (grid->layer->links) {
        return wayi_agent_step_cost(agent, from, to);
    }
    for (uint32_t i = 0; i < WAYI_DIRECTIONS; i++) {
        if (wayi_map_leads(map, i, from, to - from)) {
            return wayi_map_step(map, grid->layer, from, to, i);
        }
    }
    return 0;
}

bool wayi_crossing_commit(way_agent *agent, uint32_t kept)
{
    wayi_crossing *memory = agent->memory;
    wayi_path_buffer *cells = &memory->cells;
    wayi_path_buffer *path = &agent->path;
    const uint32_t more = cells->count > kept ? cells->count - kept - 1 : 0;
    if (!wayi_path_buffer_reserve(path, path->count + more)) {
        return false;
    }
    for (uint32_t i = 1; i <= more; i++) {
        agent->cost = way_cost_add(
            agent->cost, crossing_step_cost(agent, cells->states[i - 1], cells->states[i]));
        path->states[path->count++] = cells->states[i];
    }
    wayi_path_buffer_drop(cells, more);
    return true;
}

/// Goes on with the next piece, behind a link if there is one; false without memory.
static bool crossing_begin_piece(way_agent *agent)
{
    wayi_crossing *memory = agent->memory;
    const wayi_gate *gates = wayi_crossing_clusters(agent)->gates;
    memory->phase = memory->complete ? WAYI_CROSSING_DONE : WAYI_CROSSING_INSIDE;
    if (!memory->linked) {
        return true;
    }
    const way_cell from = memory->cells.states[0];
    const way_cell to = gates[memory->gates.states[memory->next - 1]].cell;
    memory->cells.states[0] = to;
    memory->linked = false;
    return wayi_agent_commit(agent, to, crossing_step_cost(agent, from, to));
}

/// Ends a piece: it is smoothed or committed. ARRIVED, or CAPACITY.
static way_outcome crossing_end_piece(way_agent *agent)
{
    wayi_crossing *memory = agent->memory;
    const wayi_crossing_database *database = wayi_crossing_data(agent);
    if (database->smooth == WAYI_SMOOTH_OFF) {
        return wayi_crossing_commit(agent, 0) && crossing_begin_piece(agent) ? WAY_OUTCOME_ARRIVED
                                                                             : WAY_OUTCOME_CAPACITY;
    }
    const uint32_t side = database->clusters.config.side;
    const bool box = database->smooth == WAYI_SMOOTH_BOX;
    if (!memory->complete && !memory->linked &&
        (!box || memory->cells.count < WAYI_CROSSING_WINDOW * side)) {
        return WAY_OUTCOME_ARRIVED;
    }
    memory->phase = WAYI_CROSSING_SMOOTH;
    return wayi_rays_begin(&memory->rays, box ? side : UINT32_MAX, memory->cells.states,
                           memory->cells.count)
               ? WAY_OUTCOME_ARRIVED
               : WAY_OUTCOME_CAPACITY;
}

way_outcome wayi_crossing_smooth_on(way_agent *agent, uint32_t *budget)
{
    wayi_crossing *memory = agent->memory;
    const uint32_t side = wayi_crossing_clusters(agent)->config.side;
    if (!wayi_rays_step(&memory->rays, budget)) {
        return WAY_OUTCOME_MOVING;
    }
    memory->cells.count = memory->rays.last + 1;
    const bool whole = memory->complete || memory->linked;
    return wayi_crossing_commit(agent, whole ? 0 : WAYI_CROSSING_TAIL * side) &&
                   crossing_begin_piece(agent)
               ? WAY_OUTCOME_ARRIVED
               : WAY_OUTCOME_CAPACITY;
}

way_outcome wayi_crossing_go_inside(way_agent *agent, uint32_t *budget)
{
    wayi_crossing *memory = agent->memory;
    if (*budget == 0) {
        return WAY_OUTCOME_MOVING;
    }
    if (memory->next == memory->gates.count && !memory->routed) {
        memory->phase = WAYI_CROSSING_LEGS;
        wayi_crossing_begin_leg(agent);
        return WAY_OUTCOME_ARRIVED;
    }
    const uint32_t before = memory->cells.count;
    const way_outcome outcome = memory->next < memory->gates.count
                                    ? wayi_crossing_advance(agent, budget)
                                    : crossing_finish(agent, budget);
    if (outcome != WAY_OUTCOME_ARRIVED) {
        memory->cells.count = before; // not half a way
        return outcome;
    }
    wayi_budget_take(budget, 1 + (memory->cells.count - before) / 8);
    return crossing_end_piece(agent);
}
