// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "lab/hierarchical/crossing.h"

/// Cells of a piece that is smoothed, in sides of a cluster, and how many of them stay for the next
/// one: rays look that far ahead.
#define CROSSING_WINDOW 6u
#define CROSSING_TAIL 2u

// Memory ------------------------------------------------------------------------------------------

way_status wayi_crossing_create(way_agent *agent)
{
    wayi_crossing *trip = agent->memory;
    trip->agent = agent;
    trip->database = agent->navigator->database;
    trip->clusters = &trip->database->clusters;
    wayi_path_buffer_init(&trip->start.costs, &agent->allocator);
    wayi_path_buffer_init(&trip->goal.costs, &agent->allocator);
    wayi_path_buffer_init(&trip->gates, &agent->allocator);
    wayi_held_init(&trip->held, agent);
    const uint32_t side = trip->clusters->config.side;
    const wayi_confined_config local = {.grid = trip->clusters->grid,
                                        .area = side * side,
                                        .limit = agent->capacity,
                                        .stats = &agent->stats,
                                        .observer = agent->observer};
    const wayi_abstract_config config = {.clusters = trip->clusters,
                                         .goal = &agent->goal,
                                         .local = local,
                                         .sparse = wayi_agent_wants_sparse(agent)};
    return wayi_confined_init(&trip->start.local, &local, &agent->allocator) &&
                   wayi_confined_init(&trip->goal.local, &local, &agent->allocator) &&
                   wayi_abstract_init(&trip->abstract, &config, &agent->allocator)
               ? WAY_STATUS_OK
               : WAY_STATUS_NO_MEMORY;
}

void wayi_crossing_destroy(way_agent *agent)
{
    wayi_crossing *trip = agent->memory;
    wayi_confined_fini(&trip->start.local);
    wayi_confined_fini(&trip->goal.local);
    wayi_path_buffer_fini(&trip->start.costs);
    wayi_path_buffer_fini(&trip->goal.costs);
    wayi_path_buffer_fini(&trip->gates);
    wayi_held_fini(&trip->held);
    wayi_abstract_fini(&trip->abstract);
}

// Ends --------------------------------------------------------------------------------------------

/// Whether the cluster of an end keeps its moves to all gates. A search under way is finished first
/// where a repair has made them meanwhile.
static bool crossing_keeps_moves(const wayi_crossing *trip, const wayi_crossing_end *end)
{
    return !trip->searching && trip->clusters->config.cache == WAYI_CACHE_MOVES &&
           wayi_clusters_keeps_ways(trip->clusters, wayi_clusters_of(trip->clusters, end->cell));
}

/// Works on a local search from a cell inside its cluster. FOUND when it is over.
static way_outcome crossing_search(wayi_crossing *trip, wayi_confined *local, way_cell from,
                                   way_cell aim, uint32_t *budget)
{
    if (!trip->searching &&
        !wayi_confined_begin(local, wayi_clusters_around(trip->clusters, from), from, aim)) {
        return WAY_OUTCOME_CAPACITY;
    }
    const way_outcome outcome = wayi_confined_step(local, budget);
    trip->searching = outcome == WAY_OUTCOME_WORKING || outcome == WAY_OUTCOME_CAPACITY;
    return trip->searching ? outcome : WAY_OUTCOME_FOUND;
}

/// Works on the search around an end until it has come to a cell of its cluster, or to all
/// (WAY_CELL_NONE), if it has not. FOUND when it has.
static way_outcome crossing_settle(wayi_crossing *trip, wayi_crossing_end *end, way_cell cell,
                                   uint32_t *budget)
{
    const wayi_confined *local = &end->local;
    const bool settled = !trip->searching && local->source == end->cell &&
                         (local->aim == WAY_CELL_NONE || local->aim == cell);
    return settled ? WAY_OUTCOME_FOUND
                   : crossing_search(trip, &end->local, end->cell, cell, budget);
}

/// Finds the costs between an end and the gates of its cluster: off kept moves, off one search, or
/// by one for each. FOUND when they are known.
static way_outcome crossing_read(wayi_crossing *trip, wayi_crossing_end *end, uint32_t *budget)
{
    const wayi_clusters *clusters = trip->clusters;
    const wayi_cluster *cluster = &clusters->clusters[wayi_clusters_of(clusters, end->cell)];
    const bool moves = crossing_keeps_moves(trip, end);
    const bool all = !trip->database->each;
    while (end->costs.count < cluster->count) {
        const uint32_t gate = cluster->first + end->costs.count;
        way_cost cost = 0;
        if (moves) {
            (void)wayi_clusters_follow(clusters, end->cell, gate, NULL, &cost);
        } else {
            const way_cell cell = clusters->gates[gate].cell;
            const way_outcome outcome =
                crossing_settle(trip, end, all ? WAY_CELL_NONE : cell, budget);
            if (outcome != WAY_OUTCOME_FOUND) {
                return outcome;
            }
            cost = wayi_confined_cost(&end->local, cell);
        }
        if (!wayi_path_buffer_push(&end->costs, cost)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    wayi_budget_take(budget, 1 + (moves ? cluster->count : cluster->count / 16));
    return WAY_OUTCOME_FOUND;
}

/// An end of a search that is no gate.
static wayi_abstract_end crossing_end_of(const wayi_crossing_end *end)
{
    return (wayi_abstract_end){end->cell, WAYI_GATE_NONE, end->costs.states};
}

/// Starts the search over gates: large clusters are crossed at once if start and goal are in
/// different ones. Not where there are links, of which they know nothing.
static void crossing_begin_route(wayi_crossing *trip)
{
    const wayi_clusters *clusters = trip->clusters;
    const wayi_cluster *start = &clusters->clusters[wayi_clusters_of(clusters, trip->start.cell)];
    wayi_abstract_query query = {.start = crossing_end_of(&trip->start),
                                 .goal = {.cell = WAY_CELL_NONE, .gate = WAYI_GATE_NONE},
                                 .direct = trip->direct,
                                 .within = WAYI_GATE_NONE,
                                 .many = trip->many};
    if (!trip->many) {
        query.goal = crossing_end_of(&trip->goal);
        query.rises =
            clusters->upper && !clusters->grid->layer->links &&
            start->home != clusters->clusters[wayi_clusters_of(clusters, trip->goal.cell)].home;
    }
    wayi_abstract_begin(&trip->abstract, &query);
    trip->phase = WAYI_CROSSING_GATES;
}

/// Finds the way from the start to a goal that may be in its cluster, too.
static way_outcome crossing_look_around(wayi_crossing *trip, uint32_t *budget)
{
    wayi_crossing_end *start = &trip->start;
    const bool all =
        !crossing_keeps_moves(trip, start) && !trip->database->each; // costs are wanted anyway
    if (wayi_abstract_may_end(&trip->abstract, start->cell)) {
        const way_outcome outcome =
            crossing_settle(trip, start, all ? WAY_CELL_NONE : trip->goal.cell, budget);
        if (outcome != WAY_OUTCOME_FOUND) {
            return outcome;
        }
        trip->direct = wayi_abstract_nearest(&trip->abstract, &start->local, &trip->goal.cell);
    }
    trip->phase = WAYI_CROSSING_START;
    return WAY_OUTCOME_FOUND;
}

/// Finds the costs between an end and the gates of its cluster.
static way_outcome crossing_insert(wayi_crossing *trip, wayi_crossing_end *end, uint32_t *budget)
{
    const way_outcome outcome = *budget ? crossing_read(trip, end, budget) : WAY_OUTCOME_WORKING;
    if (outcome != WAY_OUTCOME_FOUND) {
        return outcome;
    }
    if (trip->many || end == &trip->goal) {
        crossing_begin_route(trip);
    } else {
        trip->phase = WAYI_CROSSING_GOAL;
    }
    return WAY_OUTCOME_FOUND;
}

// Routes ------------------------------------------------------------------------------------------

// A search over gates, which crosses large clusters at once, then one inside each of these when the
// way has come there.

/// Takes over the way that the search of the phase has found up to a gate. The next gates are known
/// up to the first that lies across a large cluster. False without memory.
static bool route_take(wayi_crossing *trip, uint32_t last)
{
    const wayi_clusters *clusters = trip->clusters;
    const uint32_t start = wayi_clusters_of(clusters, trip->start.cell);
    const uint32_t goal = wayi_clusters_of(clusters, trip->goal.cell);
    const bool leg = trip->phase == WAYI_CROSSING_LEGS;
    wayi_path_buffer *gates = &trip->gates;
    gates->count -= leg; // where it ends: that is found again
    trip->coarse = gates->count;
    if (!wayi_frontier_trace_back(&trip->abstract.frontier, last, gates)) {
        return false;
    }
    gates->count -= leg; // where it begins
    trip->coarse = trip->abstract.query.rises ? gates->count : trip->coarse;
    for (bool leaps = false; trip->coarse > 0 && !leaps; trip->coarse -= !leaps) {
        const uint32_t from =
            trip->coarse < gates->count ? gates->states[trip->coarse] : trip->before;
        leaps = from != WAYI_GATE_NONE && wayi_abstract_leaps(clusters, from, start, goal);
    }
    trip->phase = WAYI_CROSSING_INSIDE;
    return true;
}

/// Starts on the gates inside the next large cluster that is crossed at once.
static void route_begin_leg(wayi_crossing *trip)
{
    const wayi_gate *gates = trip->clusters->gates;
    const uint32_t from = trip->before;
    const uint32_t to = trip->gates.states[trip->gates.count - 1];
    const wayi_abstract_query query = {.start = {gates[from].cell, from, NULL},
                                       .goal = {gates[to].cell, to, NULL},
                                       .direct = WAY_COST_MAX,
                                       .within = wayi_clusters_home(trip->clusters, &gates[from])};
    wayi_abstract_begin(&trip->abstract, &query);
    trip->phase = WAYI_CROSSING_LEGS;
}

/// Works on the search over gates that the phase is about. FOUND when there is something else to
/// do.
static way_outcome route_seek(wayi_crossing *trip, uint32_t *budget)
{
    const way_outcome outcome = wayi_abstract_step(&trip->abstract, budget);
    return outcome == WAY_OUTCOME_FOUND && !route_take(trip, trip->abstract.last)
               ? WAY_OUTCOME_CAPACITY
               : outcome;
}

// Ways inside clusters ----------------------------------------------------------------------------

/// Adds the way between an end and a gate of its cluster: to the goal, or away from the start.
static way_outcome inside_join(wayi_crossing *trip, wayi_crossing_end *end, uint32_t gate,
                               uint32_t *budget)
{
    wayi_path_buffer *cells = &trip->held.cells;
    const way_cell cell = trip->clusters->gates[gate].cell;
    const bool back = end == &trip->goal;
    bool fits = true;
    if (!crossing_keeps_moves(trip, end)) {
        const way_outcome outcome = crossing_settle(trip, end, cell, budget);
        if (outcome != WAY_OUTCOME_FOUND) {
            return outcome;
        }
        fits = back ? wayi_confined_trace_back(&end->local, cell, cells)
                    : wayi_confined_trace(&end->local, cell, cells);
        return fits ? WAY_OUTCOME_FOUND : WAY_OUTCOME_CAPACITY;
    }
    const uint32_t first = cells->count;
    way_cost cost = 0;
    fits = wayi_clusters_follow(trip->clusters, end->cell, gate, cells, &cost);
    if (fits && back && cells->count > first) {
        cells->count--; // the gate
        wayi_path_buffer_reverse(cells, first);
        fits = wayi_path_buffer_push(cells, end->cell);
    }
    return fits ? WAY_OUTCOME_FOUND : WAY_OUTCOME_CAPACITY;
}

/// Works on a local search from a gate, and adds the way to a cell, or to the nearest of many goals
/// (WAY_CELL_NONE).
static way_outcome inside_find(wayi_crossing *trip, uint32_t gate, way_cell cell, uint32_t *budget)
{
    wayi_confined *local = &trip->abstract.local;
    const way_outcome outcome =
        crossing_search(trip, local, trip->clusters->gates[gate].cell, cell, budget);
    if (outcome != WAY_OUTCOME_FOUND) {
        return outcome;
    }
    if (cell == WAY_CELL_NONE) {
        wayi_abstract_nearest(&trip->abstract, local, &cell);
    }
    return wayi_confined_trace(local, cell, &trip->held.cells) ? WAY_OUTCOME_FOUND
                                                               : WAY_OUTCOME_CAPACITY;
}

/// Adds the way up to and through the next gate. FOUND when it is there.
static way_outcome inside_advance(wayi_crossing *trip, uint32_t *budget)
{
    const wayi_clusters *clusters = trip->clusters;
    const wayi_gate *gates = clusters->gates;
    const uint32_t in = trip->gates.states[trip->gates.count - 1];
    const uint32_t out = gates[in].partner;
    const uint32_t before = trip->before;
    way_outcome outcome = WAY_OUTCOME_FOUND;
    if (before == WAYI_GATE_NONE) {
        outcome = inside_join(trip, &trip->start, out, budget);
    } else if (trip->searching ||
               !wayi_clusters_keeps_ways(clusters, wayi_gate_cluster(&gates[before]))) {
        outcome = inside_find(trip, before, gates[out].cell, budget);
    } else if (!wayi_clusters_trace(clusters, before, out, &trip->held.cells)) {
        outcome = WAY_OUTCOME_CAPACITY;
    }
    if (outcome != WAY_OUTCOME_FOUND) {
        return outcome;
    }
    trip->gates.count--;
    trip->before = in;
    if (wayi_gate_direction(&gates[out]) == WAYI_GATE_ORIGIN) {
        trip->held.beyond = gates[in].cell;
        return WAY_OUTCOME_FOUND;
    }
    return wayi_path_buffer_push(&trip->held.cells, gates[in].cell) ? WAY_OUTCOME_FOUND
                                                                    : WAY_OUTCOME_CAPACITY;
}

/// From the gate come in by last to the goal, or from the start where no gate is needed.
static way_outcome inside_finish(wayi_crossing *trip, uint32_t *budget)
{
    way_outcome outcome = WAY_OUTCOME_FOUND;
    if (trip->before == WAYI_GATE_NONE) {
        outcome = crossing_settle(trip, &trip->start, trip->goal.cell, budget);
        if (outcome == WAY_OUTCOME_FOUND &&
            !wayi_confined_trace(&trip->start.local, trip->goal.cell, &trip->held.cells)) {
            outcome = WAY_OUTCOME_CAPACITY;
        }
    } else if (trip->many) {
        outcome = inside_find(trip, trip->before, WAY_CELL_NONE, budget);
    } else {
        outcome = inside_join(trip, &trip->goal, trip->before, budget);
    }
    trip->complete = outcome == WAY_OUTCOME_FOUND;
    return outcome;
}

// Pieces ------------------------------------------------------------------------------------------

// What a trip hands out: the way inside one cluster after the other, as far as the gates are known,
// smoothed and committed a few clusters at a time. The rest stays open as long as it can.

/// Whether what is held is to be handed out to its end: rays look beyond neither goal nor link.
static bool piece_is_whole(const wayi_crossing *trip)
{
    return trip->complete || trip->held.beyond != WAY_CELL_NONE;
}

/// Goes on after a piece was committed. FOUND.
static way_outcome piece_begin(wayi_crossing *trip)
{
    trip->phase = trip->complete ? WAYI_CROSSING_DONE : WAYI_CROSSING_INSIDE;
    return WAY_OUTCOME_FOUND;
}

/// Goes on shortening the piece in hand, and commits it.
static way_outcome piece_smooth(wayi_crossing *trip, uint32_t *budget)
{
    const uint32_t tail = CROSSING_TAIL * trip->clusters->config.side;
    const way_outcome outcome =
        wayi_held_smooth_on(&trip->held, trip->agent, piece_is_whole(trip) ? 0 : tail, budget);
    return outcome == WAY_OUTCOME_FOUND ? piece_begin(trip) : outcome;
}

/// Adds the way up to the next gate, or looks for more gates; then smooths or commits what is held.
static way_outcome piece_add(wayi_crossing *trip, uint32_t *budget)
{
    const wayi_held_smooth smooth = trip->database->smooth;
    const uint32_t side = trip->clusters->config.side;
    if (*budget == 0) {
        return WAY_OUTCOME_WORKING;
    }
    if (trip->gates.count && trip->gates.count == trip->coarse) {
        route_begin_leg(trip);
        return WAY_OUTCOME_FOUND;
    }
    const uint32_t before = trip->held.cells.count;
    const way_outcome outcome =
        trip->gates.count ? inside_advance(trip, budget) : inside_finish(trip, budget);
    if (outcome != WAY_OUTCOME_FOUND) {
        trip->held.cells.count = before; // not half a way
        return outcome;
    }
    wayi_budget_take(budget, 1 + (trip->held.cells.count - before) / 8);
    if (smooth == WAYI_SMOOTH_OFF) {
        return wayi_held_commit(&trip->held, trip->agent, 0) ? piece_begin(trip)
                                                             : WAY_OUTCOME_CAPACITY;
    }
    if (!piece_is_whole(trip) &&
        (smooth != WAYI_SMOOTH_BOX || trip->held.cells.count < CROSSING_WINDOW * side)) {
        return WAY_OUTCOME_FOUND;
    }
    trip->phase = WAYI_CROSSING_SMOOTH;
    return wayi_held_smooth_begin(&trip->held, smooth, side) ? WAY_OUTCOME_FOUND
                                                             : WAY_OUTCOME_CAPACITY;
}

// Trips -------------------------------------------------------------------------------------------

way_status wayi_crossing_begin(way_agent *agent)
{
    wayi_crossing *trip = agent->memory;
    const way_cell from = agent->start;
    trip->many = agent->goal.kind != WAYI_GOAL_ONE;
    trip->start.cell = from;
    trip->goal.cell = trip->many ? WAY_CELL_NONE : agent->goal.state;
    trip->start.local.source = WAY_CELL_NONE; // nothing is known around the ends
    trip->goal.local.source = WAY_CELL_NONE;
    wayi_path_buffer_clear(&trip->start.costs);
    wayi_path_buffer_clear(&trip->goal.costs);
    trip->abstract.read = wayi_clusters_around(trip->clusters, from);
    trip->phase =
        wayi_goal_is_reached(&agent->goal, from) ? WAYI_CROSSING_DONE : WAYI_CROSSING_AROUND;
    trip->searching = false;
    trip->direct = WAY_COST_MAX;
    trip->before = WAYI_GATE_NONE;
    trip->complete = false;
    wayi_path_buffer_clear(&trip->gates);
    return wayi_held_begin(&trip->held, from) ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

way_outcome wayi_crossing_step(way_agent *agent, uint32_t budget)
{
    wayi_crossing *trip = agent->memory;
    way_outcome outcome = WAY_OUTCOME_FOUND;
    while (outcome == WAY_OUTCOME_FOUND && trip->phase != WAYI_CROSSING_DONE) {
        switch (trip->phase) {
        case WAYI_CROSSING_AROUND:
            outcome = crossing_look_around(trip, &budget);
            break;
        case WAYI_CROSSING_START:
            outcome = crossing_insert(trip, &trip->start, &budget);
            break;
        case WAYI_CROSSING_GOAL:
            outcome = crossing_insert(trip, &trip->goal, &budget);
            break;
        case WAYI_CROSSING_INSIDE:
            outcome = piece_add(trip, &budget);
            break;
        case WAYI_CROSSING_SMOOTH:
            outcome = piece_smooth(trip, &budget);
            break;
        default:
            outcome = route_seek(trip, &budget);
            break;
        }
    }
    return outcome;
}

/// Leaves the piece in hand, and the way to the gate nearest to the goal as far as it is known
/// without a search.
void wayi_crossing_give_up(way_agent *agent)
{
    wayi_crossing *trip = agent->memory;
    const wayi_clusters *clusters = trip->clusters;
    bool fits = trip->phase == WAYI_CROSSING_GATES && route_take(trip, trip->abstract.closest);
    while (fits && trip->gates.count > trip->coarse && trip->held.beyond == WAY_CELL_NONE) {
        const uint32_t before = trip->before;
        const uint32_t cells = trip->held.cells.count;
        uint32_t budget = 0;
        fits = (before == WAYI_GATE_NONE ||
                wayi_clusters_keeps_ways(clusters, wayi_gate_cluster(&clusters->gates[before]))) &&
               inside_advance(trip, &budget) == WAY_OUTCOME_FOUND;
        trip->held.cells.count = fits ? trip->held.cells.count : cells;
    }
    if (trip->searching && trip->phase <= WAYI_CROSSING_START) {
        wayi_held_add_nearest(&trip->held, agent, &trip->start.local);
    }
    wayi_held_give_up(&trip->held, agent, trip->phase == WAYI_CROSSING_SMOOTH);
}
