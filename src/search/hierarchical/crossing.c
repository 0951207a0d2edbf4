// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/hierarchical/crossing.h"

#include <waymark/database.h>

// Memory ------------------------------------------------------------------------------------------

static bool crossing_init_end(wayi_crossing_end *end, const wayi_confined_config *local,
                              const way_allocator *allocator)
{
    wayi_path_buffer_init(&end->costs, allocator);
    return wayi_confined_init(&end->local, local, allocator);
}

static void crossing_fini_end(wayi_crossing_end *end)
{
    wayi_confined_fini(&end->local);
    wayi_path_buffer_fini(&end->costs);
}

way_status wayi_crossing_create(way_agent *agent)
{
    wayi_crossing *trip = agent->memory;
    trip->agent = agent;
    trip->database = agent->navigator->database;
    trip->clusters = &trip->database->clusters;
    wayi_path_buffer_init(&trip->legs, &agent->allocator);
    wayi_path_buffer_init(&trip->gates, &agent->allocator);
    wayi_held_init(&trip->held, agent);
    const uint32_t side = trip->clusters->config.side;
    const wayi_confined_config local = {.grid = trip->clusters->grid,
                                        .area = side * side,
                                        .limit = agent->capacity,
                                        .stats = &agent->stats,
                                        .observer = agent->observer};
    if (!crossing_init_end(&trip->start, &local, &agent->allocator) ||
        !crossing_init_end(&trip->goal, &local, &agent->allocator)) {
        return WAY_STATUS_NO_MEMORY;
    }
    const wayi_abstract_config config = {.clusters = trip->clusters,
                                         .goal = &agent->goal,
                                         .local = local,
                                         .sparse = wayi_agent_wants_sparse(agent)};
    return wayi_abstract_init(&trip->abstract, &config, &agent->allocator);
}

void wayi_crossing_destroy(way_agent *agent)
{
    wayi_crossing *trip = agent->memory;
    crossing_fini_end(&trip->start);
    crossing_fini_end(&trip->goal);
    wayi_path_buffer_fini(&trip->legs);
    wayi_path_buffer_fini(&trip->gates);
    wayi_held_fini(&trip->held);
    wayi_abstract_fini(&trip->abstract);
}

bool wayi_crossing_plan(wayi_crossing *trip)
{
    const uint32_t home = wayi_clusters_of(trip->clusters, trip->from);
    const uint32_t column = home % trip->clusters->columns;
    const uint32_t row = home / trip->clusters->columns;
    trip->abstract.read = (wayi_clusters_span){column, column, row, row};
    trip->phase = wayi_goal_is_reached(&trip->agent->goal, trip->from) ? WAYI_CROSSING_DONE
                                                                       : WAYI_CROSSING_START;
    trip->searching = false;
    trip->many = trip->agent->goal.kind != WAYI_GOAL_ONE;
    trip->direct = WAY_COST_MAX;
    trip->next = 0;
    trip->leg = 0;
    trip->routed = false;
    trip->complete = false;
    trip->early = wayi_crossing_may_hurry(trip);
    wayi_path_buffer_clear(&trip->legs);
    wayi_path_buffer_clear(&trip->gates);
    return wayi_held_begin(&trip->held, trip->from);
}

way_status wayi_crossing_begin(way_agent *agent)
{
    wayi_crossing *trip = agent->memory;
    trip->from = agent->start;
    return wayi_crossing_plan(trip) ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

// Ends --------------------------------------------------------------------------------------------

bool wayi_crossing_read(const wayi_crossing *trip, way_cell cell, const wayi_confined *local,
                        uint32_t via, wayi_path_buffer *costs, uint32_t *budget)
{
    const wayi_clusters *clusters = trip->clusters;
    const wayi_cluster *cluster = &clusters->clusters[wayi_clusters_of(clusters, cell)];
    const bool moves = wayi_crossing_keeps_moves(clusters, cell);
    const bool guess = via != WAYI_GATE_NONE && !moves;
    const way_cost way =
        guess ? wayi_confined_cost(local, clusters->gates[via].cell) : WAY_COST_MAX;
    const way_cost *row = guess ? wayi_clusters_row(clusters, via) : NULL;
    bool fits = true;
    wayi_path_buffer_clear(costs);
    for (uint32_t i = 0; i < cluster->count && fits; i++) {
        const uint32_t gate = cluster->first + i;
        fits = wayi_path_buffer_push(
            costs, moves                 ? wayi_clusters_follow_cost(clusters, cell, gate)
                   : way == WAY_COST_MAX ? wayi_confined_cost(local, clusters->gates[gate].cell)
                                         : way_cost_add(way, row[i]));
    }
    wayi_budget_take(budget, 1 + (moves ? cluster->count : cluster->count / 16));
    return fits;
}

way_outcome wayi_crossing_search(wayi_crossing *trip, wayi_confined *local, way_cell from,
                                 way_cell aim, uint32_t *budget)
{
    if (!trip->searching) {
        const way_rect rect =
            wayi_clusters_rect(trip->clusters, wayi_clusters_of(trip->clusters, from));
        if (!wayi_confined_begin(local, rect, from, aim)) {
            return WAY_OUTCOME_CAPACITY;
        }
        trip->searching = true;
    }
    const way_outcome outcome = wayi_confined_step(local, budget);
    if (outcome == WAY_OUTCOME_MOVING || outcome == WAY_OUTCOME_CAPACITY) {
        return outcome;
    }
    trip->searching = false;
    return WAY_OUTCOME_ARRIVED;
}

/// Whether start and goal may be in one cluster.
static bool crossing_is_short(const wayi_crossing *trip)
{
    return trip->many ? wayi_abstract_may_end(&trip->abstract, trip->from)
                      : wayi_clusters_of(trip->clusters, trip->from) ==
                            wayi_clusters_of(trip->clusters, trip->agent->goal.state);
}

wayi_abstract_end wayi_crossing_end_of(const wayi_crossing *trip, const wayi_crossing_end *end)
{
    const way_cell cell = end == &trip->start ? trip->from : trip->agent->goal.state;
    return (wayi_abstract_end){cell, wayi_clusters_of(trip->clusters, cell), WAYI_GATE_NONE,
                               end->costs.states};
}

/// Starts the search over gates: large clusters are crossed at once if start and goal are in
/// different ones. Not where there are links, of which they know nothing.
static void crossing_begin_route(wayi_crossing *trip)
{
    const wayi_clusters *clusters = trip->clusters;
    wayi_abstract_query query = {.start = wayi_crossing_end_of(trip, &trip->start),
                                 .goal = {.group = WAYI_GATE_NONE, .gate = WAYI_GATE_NONE},
                                 .direct = trip->direct,
                                 .within = WAYI_GATE_NONE,
                                 .many = trip->many};
    if (!trip->many) {
        query.goal = wayi_crossing_end_of(trip, &trip->goal);
        query.rises =
            clusters->upper && !clusters->grid->layer->links &&
            clusters->clusters[query.start.group].home != clusters->clusters[query.goal.group].home;
    }
    trip->rises = query.rises;
    wayi_abstract_begin(&trip->abstract, &query);
    trip->phase = WAYI_CROSSING_GATES;
}

/// Finds the costs between an end and the gates of its cluster, and from the start to a goal that
/// may be there, too.
static way_outcome crossing_insert(wayi_crossing *trip, wayi_crossing_end *end, uint32_t *budget)
{
    const bool first = end == &trip->start;
    const way_cell cell = first ? trip->from : trip->agent->goal.state;
    const bool together = first && crossing_is_short(trip);
    const bool moves = wayi_crossing_keeps_moves(trip->clusters, cell);
    if (*budget == 0) {
        return WAY_OUTCOME_MOVING;
    }
    trip->direct_goal = trip->many ? WAY_CELL_NONE : trip->agent->goal.state;
    if (!moves || together) {
        const way_outcome outcome = wayi_crossing_search(
            trip, &end->local, cell, moves ? trip->direct_goal : WAY_CELL_NONE, budget);
        if (outcome != WAY_OUTCOME_ARRIVED) {
            return outcome;
        }
    }
    if (together) {
        trip->direct = trip->many
                           ? wayi_abstract_nearest(&trip->abstract, &end->local, &trip->direct_goal)
                           : wayi_confined_cost(&end->local, trip->direct_goal);
    }
    const bool fits =
        wayi_crossing_read(trip, cell, &end->local, WAYI_GATE_NONE, &end->costs, budget);
    trip->phase = WAYI_CROSSING_GOAL;
    if (trip->many || !first) {
        crossing_begin_route(trip);
    }
    return fits ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_CAPACITY;
}

// Trips -------------------------------------------------------------------------------------------

way_outcome wayi_crossing_step(way_agent *agent, uint32_t budget)
{
    wayi_crossing *trip = agent->memory;
    way_outcome outcome = WAY_OUTCOME_ARRIVED;
    while (outcome == WAY_OUTCOME_ARRIVED && trip->phase != WAYI_CROSSING_DONE) {
        switch (trip->phase) {
        case WAYI_CROSSING_START:
            outcome = trip->early ? wayi_crossing_hurry(trip, &budget)
                                  : crossing_insert(trip, &trip->start, &budget);
            break;
        case WAYI_CROSSING_GOAL:
            outcome = crossing_insert(trip, &trip->goal, &budget);
            break;
        case WAYI_CROSSING_OUT:
            outcome = wayi_crossing_set_out(trip, &budget);
            break;
        case WAYI_CROSSING_INSIDE:
            outcome = wayi_crossing_go_inside(trip, &budget);
            break;
        case WAYI_CROSSING_SMOOTH:
            outcome = wayi_crossing_smooth_on(trip, &budget);
            break;
        default:
            outcome = wayi_crossing_seek(trip, &budget);
            break;
        }
        if (outcome == WAY_OUTCOME_NO_PATH && trip->early) {
            outcome = wayi_crossing_settle(trip);
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
    way_outcome outcome =
        trip->phase == WAYI_CROSSING_GATES && wayi_crossing_take(trip, trip->abstract.closest)
            ? WAY_OUTCOME_ARRIVED
            : WAY_OUTCOME_NO_PATH;
    while (outcome == WAY_OUTCOME_ARRIVED && trip->next < trip->gates.count &&
           trip->held.beyond == WAY_CELL_NONE) {
        const uint32_t before = trip->next ? trip->gates.states[trip->next - 1] : WAYI_GATE_NONE;
        const uint32_t cells = trip->held.cells.count;
        uint32_t budget = 0;
        const bool known =
            before == WAYI_GATE_NONE ||
            wayi_clusters_keeps_ways(clusters, wayi_gate_cluster(&clusters->gates[before]));
        outcome = known ? wayi_crossing_advance(trip, &budget) : WAY_OUTCOME_NO_PATH;
        trip->held.cells.count = outcome == WAY_OUTCOME_ARRIVED ? trip->held.cells.count : cells;
    }
    const bool begun = trip->searching
                           ? trip->phase == WAYI_CROSSING_START || trip->phase == WAYI_CROSSING_OUT
                           : trip->early && trip->phase > WAYI_CROSSING_START &&
                                 !wayi_crossing_keeps_moves(clusters, trip->from);
    if (begun) {
        wayi_held_add_nearest(&trip->held, agent, &trip->start.local);
    }
    wayi_held_give_up(&trip->held, agent, trip->phase == WAYI_CROSSING_SMOOTH);
}

// Edits -------------------------------------------------------------------------------------------

// Trips across clusters while the map changes. A plan is a list of gates, and what is left of it is
// true as long as no edit comes near the clusters that it still has to cross: nothing else is read.
// What becomes of a plan that is touched is the same for all databases (frame/detour.h).

static bool edits_has_cell(const wayi_clusters *clusters, wayi_clusters_span span, way_cell cell)
{
    const uint32_t index = wayi_clusters_of(clusters, cell);
    const uint32_t column = index % clusters->columns;
    const uint32_t row = index / clusters->columns;
    return column >= span.left && column <= span.right && row >= span.top && row <= span.bottom;
}

/// Whether one of the gates from `first` on, which are those of the lowest level, or the partner of
/// one is in the clusters of a level that an edit concerns.
static bool edits_has_gates(const wayi_clusters *level, way_rect rect, const wayi_gate *gates,
                            const wayi_path_buffer *list, uint32_t first)
{
    const wayi_clusters_span span = wayi_clusters_under(level, rect);
    bool found = false;
    for (uint32_t i = first; i < list->count && !found; i++) {
        const wayi_gate *gate = &gates[list->states[i]];
        found = edits_has_cell(level, span, gate->cell) ||
                edits_has_cell(level, span, gates[gate->partner].cell);
    }
    return found;
}

/// Whether clusters that an edit concerns are among those that the plan has still to cross.
static bool edits_touch(const wayi_crossing *trip, way_rect rect)
{
    const wayi_clusters *clusters = trip->clusters;
    const wayi_clusters_span span = wayi_clusters_under(clusters, rect);
    bool touched = edits_has_cell(clusters, span, trip->from) && trip->next == 0;
    touched |= !trip->many && edits_has_cell(clusters, span, trip->agent->goal.state);
    for (uint32_t i = 0; i < trip->held.cells.count && !touched; i++) {
        touched = edits_has_cell(clusters, span, trip->held.cells.states[i]);
    }
    return touched ||
           edits_has_gates(clusters, rect, clusters->gates, &trip->gates,
                           trip->next ? trip->next - 1 : 0) ||
           (!trip->routed && clusters->upper &&
            edits_has_gates(clusters->upper, rect, clusters->gates, &trip->legs,
                            trip->leg ? trip->leg - 1 : 0));
}

/// Whether clusters that an edit concerns are among those that the search for a plan has read.
static bool edits_meet(const wayi_crossing *trip, way_rect rect)
{
    const wayi_clusters_span span = wayi_clusters_under(trip->clusters, rect);
    const wayi_clusters_span read = trip->abstract.read;
    return (span.left <= read.right && span.right >= read.left && span.top <= read.bottom &&
            span.bottom >= read.top) ||
           (!trip->many && edits_has_cell(trip->clusters, span, trip->agent->goal.state));
}

bool wayi_crossing_outlives(way_agent *agent, const way_rect *rects, uint32_t count, uint64_t *work)
{
    const wayi_crossing *trip = agent->memory;
    const bool routed = trip->phase >= WAYI_CROSSING_LEGS;
    const uint64_t looks =
        routed ? trip->held.cells.count + trip->gates.count + trip->legs.count + UINT64_C(2) : 2;
    if (looks * count > *work || (!routed && !way_navigator_is_current(agent->navigator))) {
        return false;
    }
    *work -= looks * count;
    bool touched = false;
    for (uint32_t i = 0; i < count && !touched; i++) {
        touched = routed ? edits_touch(trip, rects[i]) : edits_meet(trip, rects[i]);
    }
    return !touched;
}
