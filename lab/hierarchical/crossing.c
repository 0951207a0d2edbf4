// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "lab/hierarchical/crossing.h"

/// Cells of a piece that is smoothed, in sides of a cluster, and how many of them stay for the next
/// one: rays look that far ahead.
#define CROSSING_WINDOW 6u
#define CROSSING_TAIL 2u

/// Clusters that the ends are apart at least, for the real plan to take long.
#define EARLY_APART 3u
/// What part of a cluster's side is walked at most, and of what is left to the goal.
#define EARLY_PART 4u
#define EARLY_SHARE 48u
/// How many times estimates count, and how many gates are looked at.
#define EARLY_GREED 3u
#define EARLY_GATES 6u

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

/// Whether the cluster of an end keeps its moves to all gates.
static bool crossing_keeps_moves(const wayi_crossing *trip, const wayi_crossing_end *end)
{
    return trip->clusters->config.cache == WAYI_CACHE_MOVES &&
           wayi_clusters_keeps_ways(trip->clusters, wayi_clusters_of(trip->clusters, end->cell));
}

/// Works on a local search from a cell inside its cluster. ARRIVED when it is over.
static way_outcome crossing_search(wayi_crossing *trip, wayi_confined *local, way_cell from,
                                   way_cell aim, uint32_t *budget)
{
    if (!trip->searching &&
        !wayi_confined_begin(local, wayi_clusters_around(trip->clusters, from), from, aim)) {
        return WAY_OUTCOME_CAPACITY;
    }
    const way_outcome outcome = wayi_confined_step(local, budget);
    trip->searching = outcome == WAY_OUTCOME_MOVING || outcome == WAY_OUTCOME_CAPACITY;
    return trip->searching ? outcome : WAY_OUTCOME_ARRIVED;
}

/// Reads the costs between an end and the gates of its cluster: off kept moves, as its search found
/// them, or, if that has only got to the gate `via`, by the costs from there. False without memory.
static bool crossing_read(const wayi_crossing *trip, wayi_crossing_end *end, uint32_t via,
                          uint32_t *budget)
{
    const wayi_clusters *clusters = trip->clusters;
    const wayi_cluster *cluster = &clusters->clusters[wayi_clusters_of(clusters, end->cell)];
    const bool moves = crossing_keeps_moves(trip, end);
    const bool guess = via != WAYI_GATE_NONE && !moves;
    const way_cost way =
        guess ? wayi_confined_cost(&end->local, clusters->gates[via].cell) : WAY_COST_MAX;
    const way_cost *row = guess ? wayi_clusters_row(clusters, via) : NULL;
    bool fits = true;
    wayi_path_buffer_clear(&end->costs);
    for (uint32_t i = cluster->first; i < cluster->first + cluster->count && fits; i++) {
        way_cost cost = 0;
        if (moves) {
            (void)wayi_clusters_follow(clusters, end->cell, i, NULL, &cost);
        } else {
            cost = way == WAY_COST_MAX ? wayi_confined_cost(&end->local, clusters->gates[i].cell)
                                       : way_cost_add(way, row[i - cluster->first]);
        }
        fits = wayi_path_buffer_push(&end->costs, cost);
    }
    wayi_budget_take(budget, 1 + (moves ? cluster->count : cluster->count / 16));
    return fits;
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

/// Finds the costs between an end and the gates of its cluster, and from the start to a goal that
/// may be there, too.
static way_outcome crossing_insert(wayi_crossing *trip, wayi_crossing_end *end, uint32_t *budget)
{
    const bool first = end == &trip->start;
    const bool moves = crossing_keeps_moves(trip, end);
    const bool together = first && wayi_abstract_may_end(&trip->abstract, end->cell);
    if (*budget == 0) {
        return WAY_OUTCOME_MOVING;
    }
    if (!moves || together) {
        const way_outcome outcome = crossing_search(
            trip, &end->local, end->cell, moves ? trip->goal.cell : WAY_CELL_NONE, budget);
        if (outcome != WAY_OUTCOME_ARRIVED) {
            return outcome;
        }
    }
    if (together) {
        trip->direct = wayi_abstract_nearest(&trip->abstract, &end->local, &trip->goal.cell);
    }
    const bool fits = crossing_read(trip, end, WAYI_GATE_NONE, budget);
    trip->phase = WAYI_CROSSING_GOAL;
    if (trip->many || !first) {
        crossing_begin_route(trip);
    }
    return fits ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_CAPACITY;
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
    trip->phase = trip->phase == WAYI_CROSSING_GUESS ? WAYI_CROSSING_OUT : WAYI_CROSSING_INSIDE;
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

/// Works on the search over gates that the phase is about. ARRIVED when there is something else to
/// do.
static way_outcome route_seek(wayi_crossing *trip, uint32_t *budget)
{
    const way_outcome outcome = wayi_abstract_step(&trip->abstract, budget);
    return outcome == WAY_OUTCOME_ARRIVED && !route_take(trip, trip->abstract.last)
               ? WAY_OUTCOME_CAPACITY
               : outcome;
}

// Ways inside clusters ----------------------------------------------------------------------------

/// Between an end and a gate of its cluster: to the goal, or away from the start.
static bool inside_join(wayi_crossing *trip, wayi_crossing_end *end, uint32_t gate)
{
    wayi_path_buffer *cells = &trip->held.cells;
    const way_cell cell = trip->clusters->gates[gate].cell;
    const bool back = end == &trip->goal;
    if (!crossing_keeps_moves(trip, end)) {
        return back ? wayi_confined_trace_back(&end->local, cell, cells)
                    : wayi_confined_trace(&end->local, cell, cells);
    }
    const uint32_t first = cells->count;
    way_cost cost = 0;
    if (!wayi_clusters_follow(trip->clusters, end->cell, gate, cells, &cost)) {
        return false;
    }
    if (back && cells->count > first) {
        cells->count--; // the gate
        wayi_path_buffer_reverse(cells, first);
        return wayi_path_buffer_push(cells, end->cell);
    }
    return true;
}

/// Works on a local search from a gate, and adds the way to a cell, or to the nearest of many goals
/// (WAY_CELL_NONE).
static way_outcome inside_find(wayi_crossing *trip, uint32_t gate, way_cell cell, uint32_t *budget)
{
    wayi_confined *local = &trip->abstract.local;
    const way_outcome outcome =
        crossing_search(trip, local, trip->clusters->gates[gate].cell, cell, budget);
    if (outcome != WAY_OUTCOME_ARRIVED) {
        return outcome;
    }
    if (cell == WAY_CELL_NONE) {
        wayi_abstract_nearest(&trip->abstract, local, &cell);
    }
    return wayi_confined_trace(local, cell, &trip->held.cells) ? WAY_OUTCOME_ARRIVED
                                                               : WAY_OUTCOME_CAPACITY;
}

/// Adds the way up to and through the next gate. ARRIVED when it is there.
static way_outcome inside_advance(wayi_crossing *trip, uint32_t *budget)
{
    const wayi_clusters *clusters = trip->clusters;
    const wayi_gate *gates = clusters->gates;
    const uint32_t in = trip->gates.states[trip->gates.count - 1];
    const uint32_t out = gates[in].partner;
    const uint32_t before = trip->before;
    bool fits = true;
    if (before == WAYI_GATE_NONE) {
        fits = inside_join(trip, &trip->start, out);
    } else if (wayi_clusters_keeps_ways(clusters, wayi_gate_cluster(&gates[before]))) {
        fits = wayi_clusters_trace(clusters, before, out, &trip->held.cells);
    } else {
        const way_outcome outcome = inside_find(trip, before, gates[out].cell, budget);
        if (outcome != WAY_OUTCOME_ARRIVED) {
            return outcome;
        }
    }
    if (fits) {
        trip->gates.count--;
        trip->before = in;
    }
    if (fits && wayi_gate_direction(&gates[out]) == WAYI_GATE_ORIGIN) {
        trip->held.beyond = gates[in].cell;
        return WAY_OUTCOME_ARRIVED;
    }
    return fits && wayi_path_buffer_push(&trip->held.cells, gates[in].cell) ? WAY_OUTCOME_ARRIVED
                                                                            : WAY_OUTCOME_CAPACITY;
}

/// From the gate come in by last to the goal, or from the start where no gate is needed.
static way_outcome inside_finish(wayi_crossing *trip, uint32_t *budget)
{
    const bool inside = trip->before == WAYI_GATE_NONE;
    way_outcome outcome = WAY_OUTCOME_CAPACITY;
    if (!inside && trip->many) {
        outcome = inside_find(trip, trip->before, WAY_CELL_NONE, budget);
    } else if (inside ? wayi_confined_trace(&trip->start.local, trip->goal.cell, &trip->held.cells)
                      : inside_join(trip, &trip->goal, trip->before)) {
        outcome = WAY_OUTCOME_ARRIVED;
    }
    trip->complete = outcome == WAY_OUTCOME_ARRIVED;
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

/// Goes on after a piece was committed. ARRIVED.
static way_outcome piece_begin(wayi_crossing *trip)
{
    trip->phase = trip->complete ? WAYI_CROSSING_DONE : WAYI_CROSSING_INSIDE;
    return WAY_OUTCOME_ARRIVED;
}

/// Goes on shortening the piece in hand, and commits it.
static way_outcome piece_smooth(wayi_crossing *trip, uint32_t *budget)
{
    const uint32_t tail = CROSSING_TAIL * trip->clusters->config.side;
    const way_outcome outcome =
        wayi_held_smooth_on(&trip->held, trip->agent, piece_is_whole(trip) ? 0 : tail, budget);
    return outcome == WAY_OUTCOME_ARRIVED ? piece_begin(trip) : outcome;
}

/// Adds the way up to the next gate, or looks for more gates; then smooths or commits what is held.
static way_outcome piece_add(wayi_crossing *trip, uint32_t *budget)
{
    const wayi_held_smooth smooth = trip->database->smooth;
    const uint32_t side = trip->clusters->config.side;
    if (*budget == 0) {
        return WAY_OUTCOME_MOVING;
    }
    if (trip->gates.count && trip->gates.count == trip->coarse) {
        route_begin_leg(trip);
        return WAY_OUTCOME_ARRIVED;
    }
    const uint32_t before = trip->held.cells.count;
    const way_outcome outcome =
        trip->gates.count ? inside_advance(trip, budget) : inside_finish(trip, budget);
    if (outcome != WAY_OUTCOME_ARRIVED) {
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
        return WAY_OUTCOME_ARRIVED;
    }
    trip->phase = WAYI_CROSSING_SMOOTH;
    return wayi_held_smooth_begin(&trip->held, smooth, side) ? WAY_OUTCOME_ARRIVED
                                                             : WAY_OUTCOME_CAPACITY;
}

// First moves -------------------------------------------------------------------------------------

// The first moves of a trip, before its route is known. The start's costs to the gates of its
// cluster are those of one way out and the kept ways on from there; a look at a few gates, which
// counts what is left several times so that it goes straight on, tells where to go. That takes a
// twentieth of the work of the real plan and seldom heads elsewhere. A part of the way to the first
// gate is committed, short enough beside the trip to be cheap to take back, and the real plan is
// made from there. Where the guess leads nowhere, no more than that little work is lost.

/// Whether a plan may begin with a guess.
static bool early_may_hurry(const wayi_crossing *trip)
{
    const wayi_crossing_database *database = trip->database;
    const wayi_clusters *clusters = trip->clusters;
    if (!database->early || wayi_clusters_are_lazy(clusters) || clusters->grid->layer->links ||
        trip->many || database->smooth != WAYI_SMOOTH_BOX || trip->agent->path.count > 1) {
        return false;
    }
    const way_map *map = clusters->grid->map;
    const uint32_t index = wayi_clusters_of(clusters, trip->start.cell);
    const way_rect near =
        wayi_rect_grow(wayi_clusters_rect(clusters, index),
                       (EARLY_APART - 1) * clusters->config.side, map->width, map->height);
    return clusters->clusters[index].block && // else none are kept, or not yet
           !wayi_rect_meets(near, wayi_clusters_around(clusters, trip->goal.cell));
}

/// Plans over gates from a cell that is committed, with a guess first if that may be; false without
/// memory.
static bool crossing_plan(wayi_crossing *trip, way_cell from, bool early)
{
    trip->start.cell = from;
    trip->many = trip->agent->goal.kind != WAYI_GOAL_ONE;
    trip->goal.cell = trip->many ? WAY_CELL_NONE : trip->agent->goal.state;
    trip->abstract.read = wayi_clusters_around(trip->clusters, from);
    trip->phase =
        wayi_goal_is_reached(&trip->agent->goal, from) ? WAYI_CROSSING_DONE : WAYI_CROSSING_START;
    trip->searching = false;
    trip->direct = WAY_COST_MAX;
    trip->before = WAYI_GATE_NONE;
    trip->complete = false;
    trip->early = early && early_may_hurry(trip);
    wayi_path_buffer_clear(&trip->gates);
    return wayi_held_begin(&trip->held, from);
}

/// Plans from where the first moves end, or from the start if there are none. ARRIVED, CAPACITY.
static way_outcome early_settle(wayi_crossing *trip)
{
    return crossing_plan(trip, wayi_agent_last(trip->agent), false) ? WAY_OUTCOME_ARRIVED
                                                                    : WAY_OUTCOME_CAPACITY;
}

/// Works on a local search from the start to a gate of its cluster, where that keeps no moves.
static way_outcome early_search(wayi_crossing *trip, uint32_t gate, uint32_t *budget)
{
    return crossing_keeps_moves(trip, &trip->start)
               ? WAY_OUTCOME_ARRIVED
               : crossing_search(trip, &trip->start.local, trip->start.cell,
                                 trip->clusters->gates[gate].cell, budget);
}

/// Finds what it costs about to leave the start's cluster, by the gate of it that looks nearest.
/// MOVING, ARRIVED, NO_PATH, CAPACITY.
static way_outcome early_hurry(wayi_crossing *trip, uint32_t *budget)
{
    const wayi_clusters *clusters = trip->clusters;
    const wayi_cluster *cluster = &clusters->clusters[wayi_clusters_of(clusters, trip->start.cell)];
    uint32_t nearest = WAYI_GATE_NONE;
    way_cost least = WAY_COST_MAX;
    if (*budget == 0) {
        return WAY_OUTCOME_MOVING;
    }
    for (uint32_t i = cluster->first; i < cluster->first + cluster->count; i++) {
        const way_cost cost =
            wayi_grid_distance(clusters->grid, trip->start.cell, clusters->gates[i].cell);
        nearest = cost < least ? i : nearest;
        least = cost < least ? cost : least;
    }
    const way_outcome outcome =
        nearest == WAYI_GATE_NONE ? WAY_OUTCOME_NO_PATH : early_search(trip, nearest, budget);
    if (outcome != WAY_OUTCOME_ARRIVED) {
        return outcome;
    }
    if (!crossing_read(trip, &trip->start, nearest, budget)) {
        return WAY_OUTCOME_CAPACITY;
    }
    const wayi_abstract_query query = {.start = crossing_end_of(&trip->start),
                                       .goal = {trip->goal.cell, WAYI_GATE_NONE, NULL},
                                       .direct = WAY_COST_MAX,
                                       .within = WAYI_GATE_NONE,
                                       .greed = EARLY_GREED,
                                       .most = EARLY_GATES};
    wayi_abstract_begin(&trip->abstract, &query);
    trip->phase = WAYI_CROSSING_GUESS;
    return WAY_OUTCOME_ARRIVED;
}

/// Works on the first moves towards it. ARRIVED when they are committed.
static way_outcome early_set_out(wayi_crossing *trip, uint32_t *budget)
{
    const wayi_clusters *clusters = trip->clusters;
    const way_outcome outcome = early_search(
        trip, clusters->gates[trip->gates.states[trip->gates.count - 1]].partner, budget);
    if (outcome != WAY_OUTCOME_ARRIVED) {
        return outcome;
    }
    uint32_t none = 0;
    if (inside_advance(trip, &none) != WAY_OUTCOME_ARRIVED) {
        return WAY_OUTCOME_CAPACITY;
    }
    const way_cost left = wayi_grid_distance(clusters->grid, trip->start.cell, trip->goal.cell);
    const way_cost share = left / clusters->grid->map->costs.cardinal / EARLY_SHARE;
    const uint32_t part = clusters->config.side / EARLY_PART;
    const uint32_t most = share < part ? share : part;
    const uint32_t moves = most > 1 ? most : 1;
    const uint32_t last = trip->held.cells.count - 1;
    return wayi_held_commit(&trip->held, trip->agent, last > moves ? last - moves : 0)
               ? early_settle(trip)
               : WAY_OUTCOME_CAPACITY;
}

// Trips -------------------------------------------------------------------------------------------

way_status wayi_crossing_begin(way_agent *agent)
{
    return crossing_plan(agent->memory, agent->start, true) ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

way_outcome wayi_crossing_step(way_agent *agent, uint32_t budget)
{
    wayi_crossing *trip = agent->memory;
    way_outcome outcome = WAY_OUTCOME_ARRIVED;
    while (outcome == WAY_OUTCOME_ARRIVED && trip->phase != WAYI_CROSSING_DONE) {
        switch (trip->phase) {
        case WAYI_CROSSING_START:
            outcome = trip->early ? early_hurry(trip, &budget)
                                  : crossing_insert(trip, &trip->start, &budget);
            break;
        case WAYI_CROSSING_GOAL:
            outcome = crossing_insert(trip, &trip->goal, &budget);
            break;
        case WAYI_CROSSING_OUT:
            outcome = early_set_out(trip, &budget);
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
        if (outcome == WAY_OUTCOME_NO_PATH && trip->early) {
            outcome = early_settle(trip);
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
               inside_advance(trip, &budget) == WAY_OUTCOME_ARRIVED;
        trip->held.cells.count = fits ? trip->held.cells.count : cells;
    }
    const bool begun = trip->searching
                           ? trip->phase == WAYI_CROSSING_START || trip->phase == WAYI_CROSSING_OUT
                           : trip->early && trip->phase > WAYI_CROSSING_START &&
                                 !crossing_keeps_moves(trip, &trip->start);
    if (begun) {
        wayi_held_add_nearest(&trip->held, agent, &trip->start.local);
    }
    wayi_held_give_up(&trip->held, agent, trip->phase == WAYI_CROSSING_SMOOTH);
}
