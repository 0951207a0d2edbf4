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
               ? wayi_clusters_follow(clusters, memory->from, gate, &memory->held.cells)
               : wayi_confined_trace(&memory->from_start, clusters->gates[gate].cell,
                                     &memory->held.cells);
}

/// From a gate of the goal's cluster to the goal.
static bool crossing_reach_goal(way_agent *agent, uint32_t gate)
{
    wayi_crossing *memory = agent->memory;
    wayi_path_buffer *cells = &memory->held.cells;
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
        fits = wayi_clusters_trace(clusters, from, to, &memory->held.cells);
    } else {
        const way_outcome outcome =
            wayi_crossing_search(agent, &memory->between, gates[from].cell, gates[to].cell, budget);
        if (outcome != WAY_OUTCOME_ARRIVED) {
            return outcome;
        }
        fits = wayi_confined_trace(&memory->between, gates[to].cell, &memory->held.cells);
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
    if (wayi_gate_direction(&gates[out]) == WAYI_GATE_ORIGIN) {
        memory->held.beyond = gates[in].cell;
        return WAY_OUTCOME_ARRIVED;
    }
    return wayi_path_buffer_push(&memory->held.cells, gates[in].cell) ? WAY_OUTCOME_ARRIVED
                                                                      : WAY_OUTCOME_CAPACITY;
}

/// From the gate come in by last to the goal, or from the start where no gate is needed.
static way_outcome crossing_finish(way_agent *agent, uint32_t *budget)
{
    wayi_crossing *memory = agent->memory;
    const wayi_clusters *clusters = wayi_crossing_clusters(agent);
    bool fits = true;
    if (memory->gates.count == 0) {
        fits = wayi_confined_trace(&memory->from_start, memory->direct_goal, &memory->held.cells);
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
        fits = wayi_confined_trace(&memory->between, cell, &memory->held.cells);
    }
    memory->complete = true;
    return fits ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_CAPACITY;
}

// Pieces ------------------------------------------------------------------------------------------

/// Whether what is held is to be handed out to its end: rays look beyond neither goal nor link.
static bool crossing_is_whole(const wayi_crossing *memory)
{
    return memory->complete || memory->held.beyond != WAY_CELL_NONE;
}

static void crossing_begin_piece(wayi_crossing *memory)
{
    memory->phase = memory->complete ? WAYI_CROSSING_DONE : WAYI_CROSSING_INSIDE;
}

/// Ends a piece: it is smoothed or committed. ARRIVED, or CAPACITY.
static way_outcome crossing_end_piece(way_agent *agent)
{
    wayi_crossing *memory = agent->memory;
    const wayi_crossing_database *database = wayi_crossing_data(agent);
    const uint32_t side = database->clusters.config.side;
    bool fits = true;
    if (database->smooth == WAYI_SMOOTH_OFF) {
        fits = wayi_held_commit(&memory->held, agent, 0);
        crossing_begin_piece(memory);
    } else if (crossing_is_whole(memory) ||
               (database->smooth == WAYI_SMOOTH_BOX &&
                memory->held.cells.count >= WAYI_CROSSING_WINDOW * side)) {
        memory->phase = WAYI_CROSSING_SMOOTH;
        fits = wayi_held_smooth_begin(&memory->held, database->smooth, side);
    }
    return fits ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_CAPACITY;
}

way_outcome wayi_crossing_smooth_on(way_agent *agent, uint32_t *budget)
{
    wayi_crossing *memory = agent->memory;
    const uint32_t tail = WAYI_CROSSING_TAIL * wayi_crossing_clusters(agent)->config.side;
    const way_outcome outcome =
        wayi_held_smooth_on(&memory->held, agent, crossing_is_whole(memory) ? 0 : tail, budget);
    if (outcome == WAY_OUTCOME_ARRIVED) {
        crossing_begin_piece(memory);
    }
    return outcome;
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
    const uint32_t before = memory->held.cells.count;
    const way_outcome outcome = memory->next < memory->gates.count
                                    ? wayi_crossing_advance(agent, budget)
                                    : crossing_finish(agent, budget);
    if (outcome != WAY_OUTCOME_ARRIVED) {
        memory->held.cells.count = before; // not half a way
        return outcome;
    }
    wayi_budget_take(budget, 1 + (memory->held.cells.count - before) / 8);
    return crossing_end_piece(agent);
}
