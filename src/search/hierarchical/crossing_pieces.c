// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a trip hands out: the way inside one cluster after the other, as far as the gates are known,
// smoothed and committed a few clusters at a time. The rest stays open as long as it can.
#include "search/hierarchical/crossing.h"

// Ways inside clusters ----------------------------------------------------------------------------

/// From the start to a gate of its cluster.
static bool crossing_leave_start(wayi_crossing *trip, uint32_t gate)
{
    return wayi_crossing_keeps_moves(trip->clusters, trip->from)
               ? wayi_clusters_follow(trip->clusters, trip->from, gate, &trip->held.cells)
               : wayi_confined_trace(&trip->start.local, trip->clusters->gates[gate].cell,
                                     &trip->held.cells);
}

/// From a gate of the goal's cluster to the goal.
static bool crossing_reach_goal(wayi_crossing *trip, uint32_t gate)
{
    wayi_path_buffer *cells = &trip->held.cells;
    const way_cell cell = trip->clusters->gates[gate].cell;
    if (!wayi_crossing_keeps_moves(trip->clusters, trip->agent->goal.state)) {
        return wayi_confined_trace_back(&trip->goal.local, cell, cells);
    }
    if (cell == trip->agent->goal.state) {
        return true;
    }
    const uint32_t first = cells->count;
    if (!wayi_clusters_follow(trip->clusters, trip->agent->goal.state, gate, cells)) {
        return false;
    }
    cells->count--; // the gate
    wayi_path_buffer_reverse(cells, first);
    return wayi_path_buffer_push(cells, trip->agent->goal.state);
}

/// From the gate that was come in by to another one of the same cluster.
static way_outcome crossing_cross(wayi_crossing *trip, uint32_t from, uint32_t to, uint32_t *budget)
{
    const wayi_gate *gates = trip->clusters->gates;
    bool fits = true;
    if (wayi_clusters_keeps_ways(trip->clusters, wayi_gate_cluster(&gates[from]))) {
        fits = wayi_clusters_trace(trip->clusters, from, to, &trip->held.cells);
    } else {
        const way_outcome outcome = wayi_crossing_search(trip, &trip->abstract.local,
                                                         gates[from].cell, gates[to].cell, budget);
        if (outcome != WAY_OUTCOME_ARRIVED) {
            return outcome;
        }
        fits = wayi_confined_trace(&trip->abstract.local, gates[to].cell, &trip->held.cells);
    }
    return fits ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_CAPACITY;
}

way_outcome wayi_crossing_advance(wayi_crossing *trip, uint32_t *budget)
{
    const wayi_gate *gates = trip->clusters->gates;
    const uint32_t in = trip->gates.states[trip->next];
    const uint32_t out = gates[in].partner;
    way_outcome outcome = WAY_OUTCOME_ARRIVED;
    if (trip->next > 0) {
        outcome = crossing_cross(trip, trip->gates.states[trip->next - 1], out, budget);
    } else if (!crossing_leave_start(trip, out)) {
        outcome = WAY_OUTCOME_CAPACITY;
    }
    if (outcome != WAY_OUTCOME_ARRIVED) {
        return outcome;
    }
    trip->next++;
    if (wayi_gate_direction(&gates[out]) == WAYI_GATE_ORIGIN) {
        trip->held.beyond = gates[in].cell;
        return WAY_OUTCOME_ARRIVED;
    }
    return wayi_path_buffer_push(&trip->held.cells, gates[in].cell) ? WAY_OUTCOME_ARRIVED
                                                                    : WAY_OUTCOME_CAPACITY;
}

/// From the gate come in by last to the goal, or from the start where no gate is needed.
static way_outcome crossing_finish(wayi_crossing *trip, uint32_t *budget)
{
    bool fits = true;
    if (trip->gates.count == 0) {
        fits = wayi_confined_trace(&trip->start.local, trip->direct_goal, &trip->held.cells);
    } else if (!trip->many) {
        fits = crossing_reach_goal(trip, trip->gates.states[trip->gates.count - 1]);
    } else {
        const uint32_t gate = trip->gates.states[trip->gates.count - 1];
        const way_outcome outcome = wayi_crossing_search(
            trip, &trip->abstract.local, trip->clusters->gates[gate].cell, WAY_CELL_NONE, budget);
        if (outcome != WAY_OUTCOME_ARRIVED) {
            return outcome;
        }
        way_cell cell = WAY_CELL_NONE;
        wayi_abstract_nearest(&trip->abstract, &trip->abstract.local, &cell);
        fits = wayi_confined_trace(&trip->abstract.local, cell, &trip->held.cells);
    }
    trip->complete = true;
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
static way_outcome crossing_end_piece(wayi_crossing *trip)
{
    const wayi_crossing_database *database = trip->database;
    const uint32_t side = database->clusters.config.side;
    bool fits = true;
    if (database->smooth == WAYI_SMOOTH_OFF) {
        fits = wayi_held_commit(&trip->held, trip->agent, 0);
        crossing_begin_piece(trip);
    } else if (crossing_is_whole(trip) || (database->smooth == WAYI_SMOOTH_BOX &&
                                           trip->held.cells.count >= WAYI_CROSSING_WINDOW * side)) {
        trip->phase = WAYI_CROSSING_SMOOTH;
        fits = wayi_held_smooth_begin(&trip->held, database->smooth, side);
    }
    return fits ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_CAPACITY;
}

way_outcome wayi_crossing_smooth_on(wayi_crossing *trip, uint32_t *budget)
{
    const uint32_t tail = WAYI_CROSSING_TAIL * trip->clusters->config.side;
    const way_outcome outcome =
        wayi_held_smooth_on(&trip->held, trip->agent, crossing_is_whole(trip) ? 0 : tail, budget);
    if (outcome == WAY_OUTCOME_ARRIVED) {
        crossing_begin_piece(trip);
    }
    return outcome;
}

way_outcome wayi_crossing_go_inside(wayi_crossing *trip, uint32_t *budget)
{
    if (*budget == 0) {
        return WAY_OUTCOME_MOVING;
    }
    if (trip->next == trip->gates.count && !trip->routed) {
        wayi_crossing_begin_leg(trip);
        return WAY_OUTCOME_ARRIVED;
    }
    const uint32_t before = trip->held.cells.count;
    const way_outcome outcome = trip->next < trip->gates.count ? wayi_crossing_advance(trip, budget)
                                                               : crossing_finish(trip, budget);
    if (outcome != WAY_OUTCOME_ARRIVED) {
        trip->held.cells.count = before; // not half a way
        return outcome;
    }
    wayi_budget_take(budget, 1 + (trip->held.cells.count - before) / 8);
    return crossing_end_piece(trip);
}
