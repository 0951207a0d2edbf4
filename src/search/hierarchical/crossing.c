// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/hierarchical/crossing.h"

#include <waymark/database.h>

// Memory ------------------------------------------------------------------------------------------

static bool crossing_init_locals(way_agent *agent)
{
    wayi_crossing *memory = agent->memory;
    const wayi_clusters *clusters = wayi_crossing_clusters(agent);
    const uint32_t side = clusters->config.side;
    const wayi_confined_config config = {.grid = clusters->grid,
                                         .area = side * side,
                                         .limit = agent->capacity,
                                         .stats = &agent->stats,
                                         .observer = agent->observer};
    return wayi_confined_init(&memory->from_start, &config, &agent->allocator) &&
           wayi_confined_init(&memory->from_goal, &config, &agent->allocator) &&
           wayi_confined_init(&memory->between, &config, &agent->allocator);
}

way_status wayi_crossing_create(way_agent *agent)
{
    wayi_crossing *memory = agent->memory;
    const wayi_clusters *clusters = wayi_crossing_clusters(agent);
    wayi_path_buffer_init(&memory->start_costs, &agent->allocator);
    wayi_path_buffer_init(&memory->goal_costs, &agent->allocator);
    wayi_path_buffer_init(&memory->rise_costs, &agent->allocator);
    wayi_path_buffer_init(&memory->fall_costs, &agent->allocator);
    wayi_path_buffer_init(&memory->legs, &agent->allocator);
    wayi_path_buffer_init(&memory->gates, &agent->allocator);
    wayi_held_init(&memory->held, agent);
    if (!crossing_init_locals(agent)) {
        return WAY_STATUS_NO_MEMORY;
    }
    const wayi_abstract_config config = {.clusters = clusters,
                                         .goal = &agent->goal,
                                         .stats = &agent->stats,
                                         .observer = agent->observer,
                                         .limit = agent->capacity,
                                         .sparse = wayi_agent_wants_sparse(agent)};
    return wayi_abstract_init(&memory->abstract, &config, &agent->allocator);
}

void wayi_crossing_destroy(way_agent *agent)
{
    wayi_crossing *memory = agent->memory;
    wayi_confined_fini(&memory->from_start);
    wayi_confined_fini(&memory->from_goal);
    wayi_confined_fini(&memory->between);
    wayi_path_buffer_fini(&memory->start_costs);
    wayi_path_buffer_fini(&memory->goal_costs);
    wayi_path_buffer_fini(&memory->rise_costs);
    wayi_path_buffer_fini(&memory->fall_costs);
    wayi_path_buffer_fini(&memory->legs);
    wayi_path_buffer_fini(&memory->gates);
    wayi_held_fini(&memory->held);
    wayi_abstract_fini(&memory->abstract);
}

size_t wayi_crossing_bytes(const way_agent *agent)
{
    const wayi_crossing *memory = agent->memory;
    const size_t numbers = (size_t)memory->start_costs.capacity + memory->goal_costs.capacity +
                           memory->rise_costs.capacity + memory->fall_costs.capacity +
                           memory->legs.capacity + memory->gates.capacity;
    return wayi_confined_bytes(&memory->from_start) + wayi_confined_bytes(&memory->from_goal) +
           wayi_confined_bytes(&memory->between) + numbers * sizeof(uint32_t) +
           wayi_held_bytes(&memory->held) + wayi_abstract_bytes(&memory->abstract);
}

bool wayi_crossing_plan(way_agent *agent)
{
    wayi_crossing *memory = agent->memory;
    const wayi_clusters *clusters = wayi_crossing_clusters(agent);
    const uint32_t home = wayi_clusters_of(clusters, memory->from);
    const uint32_t column = home % clusters->columns;
    const uint32_t row = home / clusters->columns;
    memory->abstract.read = (wayi_clusters_span){column, column, row, row};
    memory->phase =
        wayi_goal_is_reached(&agent->goal, memory->from) ? WAYI_CROSSING_DONE : WAYI_CROSSING_START;
    memory->searching = false;
    memory->many = agent->goal.kind != WAYI_GOAL_ONE;
    memory->direct = WAY_COST_MAX;
    memory->next = 0;
    memory->leg = 0;
    memory->routed = false;
    memory->complete = false;
    memory->early = wayi_crossing_may_hurry(agent);
    wayi_path_buffer_clear(&memory->legs);
    wayi_path_buffer_clear(&memory->gates);
    return wayi_held_begin(&memory->held, memory->from);
}

way_status wayi_crossing_begin(way_agent *agent)
{
    wayi_crossing *memory = agent->memory;
    memory->from = agent->start;
    return wayi_crossing_plan(agent) ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

// Ends --------------------------------------------------------------------------------------------

/// Reads the costs between a cell and the gates of its cluster: those that a local search found, or
/// off kept moves without one; false without memory.
static bool crossing_read(const wayi_clusters *clusters, way_cell cell, const wayi_confined *local,
                          wayi_path_buffer *costs)
{
    const wayi_cluster *cluster = &clusters->clusters[wayi_clusters_of(clusters, cell)];
    bool fits = true;
    wayi_path_buffer_clear(costs);
    for (uint32_t i = cluster->first; i < cluster->first + cluster->count && fits; i++) {
        fits =
            wayi_path_buffer_push(costs, local ? wayi_confined_cost(local, clusters->gates[i].cell)
                                               : wayi_clusters_follow_cost(clusters, cell, i));
    }
    return fits;
}

way_outcome wayi_crossing_search(way_agent *agent, wayi_confined *local, way_cell from,
                                 way_cell aim, uint32_t *budget)
{
    wayi_crossing *memory = agent->memory;
    const wayi_clusters *clusters = wayi_crossing_clusters(agent);
    if (!memory->searching) {
        const way_rect rect = wayi_clusters_rect(clusters, wayi_clusters_of(clusters, from));
        if (!wayi_confined_begin(local, rect, from, aim)) {
            return WAY_OUTCOME_CAPACITY;
        }
        memory->searching = true;
    }
    const way_outcome outcome = wayi_confined_step(local, budget);
    if (outcome == WAY_OUTCOME_MOVING || outcome == WAY_OUTCOME_CAPACITY) {
        return outcome;
    }
    memory->searching = false;
    return WAY_OUTCOME_ARRIVED;
}

/// Starts the search over gates, all at once.
static void crossing_begin_gates(way_agent *agent)
{
    wayi_crossing *memory = agent->memory;
    wayi_abstract_query query = {.start = wayi_crossing_start(agent),
                                 .goal = {.group = WAYI_GATE_NONE},
                                 .level = wayi_crossing_clusters(agent),
                                 .direct = memory->direct,
                                 .within = WAYI_GATE_NONE,
                                 .many = memory->many};
    if (!memory->many) {
        query.goal = wayi_crossing_goal(agent);
    }
    wayi_abstract_begin(&memory->abstract, &query);
    memory->phase = WAYI_CROSSING_GATES;
}

/// Whether start and goal may be in one cluster.
static bool crossing_is_short(const way_agent *agent)
{
    const wayi_crossing *memory = agent->memory;
    const wayi_clusters *clusters = wayi_crossing_clusters(agent);
    return memory->many ? wayi_abstract_may_end(&memory->abstract, memory->from)
                        : wayi_clusters_of(clusters, memory->from) ==
                              wayi_clusters_of(clusters, agent->goal.state);
}

static way_outcome crossing_insert_start(way_agent *agent, uint32_t *budget)
{
    wayi_crossing *memory = agent->memory;
    const wayi_clusters *clusters = wayi_crossing_clusters(agent);
    const bool together = crossing_is_short(agent);
    const bool moves = wayi_crossing_keeps_moves(clusters);
    memory->direct_goal = memory->many ? WAY_CELL_NONE : agent->goal.state;
    if (!moves || together) {
        const way_outcome outcome =
            wayi_crossing_search(agent, &memory->from_start, memory->from,
                                 moves ? memory->direct_goal : WAY_CELL_NONE, budget);
        if (outcome != WAY_OUTCOME_ARRIVED) {
            return outcome;
        }
    }
    if (together) {
        memory->direct = memory->many
                             ? wayi_abstract_nearest(&memory->abstract, &memory->from_start,
                                                     &memory->direct_goal)
                             : wayi_confined_cost(&memory->from_start, memory->direct_goal);
    }
    const bool fits = crossing_read(clusters, memory->from, moves ? NULL : &memory->from_start,
                                    &memory->start_costs);
    memory->phase = WAYI_CROSSING_GOAL;
    if (memory->many) {
        crossing_begin_gates(agent);
    }
    return fits ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_CAPACITY;
}

wayi_abstract_end wayi_crossing_start(const way_agent *agent)
{
    const wayi_crossing *memory = agent->memory;
    return (wayi_abstract_end){memory->from,
                               wayi_clusters_of(wayi_crossing_clusters(agent), memory->from),
                               memory->start_costs.states};
}

wayi_abstract_end wayi_crossing_goal(const way_agent *agent)
{
    const wayi_crossing *memory = agent->memory;
    return (wayi_abstract_end){agent->goal.state,
                               wayi_clusters_of(wayi_crossing_clusters(agent), agent->goal.state),
                               memory->goal_costs.states};
}

/// Goes on to the search over gates: by way of the upper level if start and goal are in different
/// clusters of it. Not where there are links, of which it knows nothing.
static void crossing_begin_route(way_agent *agent)
{
    wayi_crossing *memory = agent->memory;
    const wayi_clusters *upper = wayi_crossing_upper(agent);
    const wayi_abstract_end start = wayi_crossing_start(agent);
    const wayi_abstract_end goal = wayi_crossing_goal(agent);
    if (upper && !upper->grid->layer->links &&
        upper->homes[start.group].index != upper->homes[goal.group].index) {
        memory->phase = WAYI_CROSSING_RISE;
        wayi_crossing_explore(agent, &start);
    } else {
        crossing_begin_gates(agent);
    }
}

static way_outcome crossing_insert_goal(way_agent *agent, uint32_t *budget)
{
    wayi_crossing *memory = agent->memory;
    const wayi_clusters *clusters = wayi_crossing_clusters(agent);
    const way_cell goal = agent->goal.state;
    const bool moves = wayi_crossing_keeps_moves(clusters);
    if (!moves) {
        const way_outcome outcome =
            wayi_crossing_search(agent, &memory->from_goal, goal, WAY_CELL_NONE, budget);
        if (outcome != WAY_OUTCOME_ARRIVED) {
            return outcome;
        }
    }
    const bool fits =
        crossing_read(clusters, goal, moves ? NULL : &memory->from_goal, &memory->goal_costs);
    crossing_begin_route(agent);
    return fits ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_CAPACITY;
}

static way_outcome crossing_find_gates(way_agent *agent, uint32_t *budget)
{
    wayi_crossing *memory = agent->memory;
    const way_outcome outcome = wayi_abstract_step(&memory->abstract, budget);
    if (outcome != WAY_OUTCOME_ARRIVED) {
        return outcome;
    }
    memory->routed = true;
    memory->phase = WAYI_CROSSING_INSIDE;
    return wayi_abstract_trace(&memory->abstract, memory->abstract.last, &memory->gates)
               ? WAY_OUTCOME_ARRIVED
               : WAY_OUTCOME_CAPACITY;
}

// Trips -------------------------------------------------------------------------------------------

way_outcome wayi_crossing_step(way_agent *agent, uint32_t budget)
{
    const wayi_crossing *memory = agent->memory;
    way_outcome outcome = WAY_OUTCOME_ARRIVED;
    while (outcome == WAY_OUTCOME_ARRIVED && memory->phase != WAYI_CROSSING_DONE) {
        switch (memory->phase) {
        case WAYI_CROSSING_START:
            outcome = memory->early ? wayi_crossing_hurry(agent, &budget)
                                    : crossing_insert_start(agent, &budget);
            break;
        case WAYI_CROSSING_GOAL:
            outcome = crossing_insert_goal(agent, &budget);
            break;
        case WAYI_CROSSING_GATES:
            outcome = crossing_find_gates(agent, &budget);
            break;
        case WAYI_CROSSING_OUT:
            outcome = wayi_crossing_set_out(agent, &budget);
            break;
        case WAYI_CROSSING_INSIDE:
            outcome = wayi_crossing_go_inside(agent, &budget);
            break;
        case WAYI_CROSSING_SMOOTH:
            outcome = wayi_crossing_smooth_on(agent, &budget);
            break;
        default:
            outcome = wayi_crossing_step_upper(agent, &budget);
            break;
        }
        if (outcome == WAY_OUTCOME_NO_PATH && memory->early) {
            outcome = wayi_crossing_settle(agent);
        }
    }
    return outcome;
}

/// Sets the gates that lead towards the goal as far as they are known; false if none are.
static bool crossing_fall_back(way_agent *agent)
{
    wayi_crossing *memory = agent->memory;
    const bool rising = memory->phase == WAYI_CROSSING_RISE;
    if (memory->early) {
        return false; // the start has only looked for one of its gates
    }
    if (rising || memory->phase == WAYI_CROSSING_GATES) {
        wayi_path_buffer_clear(&memory->gates);
        return wayi_abstract_trace(&memory->abstract, memory->abstract.closest, &memory->gates);
    }
    return memory->phase >= WAYI_CROSSING_FALL && memory->phase <= WAYI_CROSSING_LEGS;
}

/// Leaves the piece in hand, and the way to the gate nearest to the goal as far as it is known
/// without a search.
void wayi_crossing_give_up(way_agent *agent)
{
    wayi_crossing *memory = agent->memory;
    const wayi_clusters *clusters = wayi_crossing_clusters(agent);
    way_outcome outcome = crossing_fall_back(agent) ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_NO_PATH;
    while (outcome == WAY_OUTCOME_ARRIVED && memory->next < memory->gates.count &&
           memory->held.beyond == WAY_CELL_NONE) {
        const uint32_t before =
            memory->next ? memory->gates.states[memory->next - 1] : WAYI_GATE_NONE;
        const uint32_t cells = memory->held.cells.count;
        uint32_t budget = 0;
        const bool known =
            before == WAYI_GATE_NONE ||
            wayi_clusters_keeps_ways(clusters, wayi_gate_cluster(&clusters->gates[before]));
        outcome = known ? wayi_crossing_advance(agent, &budget) : WAY_OUTCOME_NO_PATH;
        memory->held.cells.count =
            outcome == WAY_OUTCOME_ARRIVED ? memory->held.cells.count : cells;
    }
    const bool begun = memory->searching ? memory->phase == WAYI_CROSSING_START ||
                                               memory->phase == WAYI_CROSSING_OUT
                                         : memory->early && memory->phase > WAYI_CROSSING_START &&
                                               !wayi_crossing_keeps_moves(clusters);
    if (begun) {
        wayi_held_add_nearest(&memory->held, agent, &memory->from_start);
    }
    wayi_held_give_up(&memory->held, agent, memory->phase == WAYI_CROSSING_SMOOTH);
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

/// The clusters of a level with cells of a rectangle.
static wayi_clusters_span edits_span(const wayi_clusters *clusters, way_rect rect)
{
    const uint32_t side = clusters->config.side;
    return (wayi_clusters_span){rect.x / side, (rect.x + rect.width - 1) / side, rect.y / side,
                                (rect.y + rect.height - 1) / side};
}

/// Whether one of the gates from `first` on, which are those of the lowest level, or the partner of
/// one is in the clusters of a level that an edit concerns.
static bool edits_has_gates(const wayi_clusters *level, way_rect rect, const wayi_gate *gates,
                            const wayi_path_buffer *list, uint32_t first)
{
    const wayi_clusters_span span = edits_span(level, rect);
    bool found = false;
    for (uint32_t i = first; i < list->count && !found; i++) {
        const wayi_gate *gate = &gates[list->states[i]];
        found = edits_has_cell(level, span, gate->cell) ||
                edits_has_cell(level, span, gates[gate->partner].cell);
    }
    return found;
}

/// Whether clusters that an edit concerns are among those that the plan has still to cross.
static bool edits_touch(const way_agent *agent, way_rect rect)
{
    const wayi_crossing *memory = agent->memory;
    const wayi_clusters *clusters = wayi_crossing_clusters(agent);
    const wayi_clusters_span span = edits_span(clusters, rect);
    bool touched = edits_has_cell(clusters, span, memory->from) && memory->next == 0;
    touched |= !memory->many && edits_has_cell(clusters, span, agent->goal.state);
    for (uint32_t i = 0; i < memory->held.cells.count && !touched; i++) {
        touched = edits_has_cell(clusters, span, memory->held.cells.states[i]);
    }
    return touched ||
           edits_has_gates(clusters, rect, clusters->gates, &memory->gates,
                           memory->next ? memory->next - 1 : 0) ||
           (!memory->routed && clusters->upper &&
            edits_has_gates(clusters->upper, rect, clusters->gates, &memory->legs,
                            memory->leg ? memory->leg - 1 : 0));
}

/// Whether clusters that an edit concerns are among those that the search for a plan has read.
static bool edits_meet(const way_agent *agent, way_rect rect)
{
    const wayi_crossing *memory = agent->memory;
    const wayi_clusters *clusters = wayi_crossing_clusters(agent);
    const wayi_clusters_span span = edits_span(clusters, rect);
    const wayi_clusters_span read = memory->abstract.read;
    return (span.left <= read.right && span.right >= read.left && span.top <= read.bottom &&
            span.bottom >= read.top) ||
           (!memory->many && edits_has_cell(clusters, span, agent->goal.state));
}

bool wayi_crossing_outlives(way_agent *agent, const way_rect *rects, uint32_t count, uint64_t *work)
{
    const wayi_crossing *memory = agent->memory;
    const bool routed = !memory->early && memory->phase >= WAYI_CROSSING_LEGS &&
                        memory->phase != WAYI_CROSSING_GATES;
    const uint64_t looks =
        routed ? memory->held.cells.count + memory->gates.count + memory->legs.count + UINT64_C(2)
               : 2;
    if (looks * count > *work || (!routed && !way_navigator_is_current(agent->navigator))) {
        return false;
    }
    *work -= looks * count;
    bool touched = false;
    for (uint32_t i = 0; i < count && !touched; i++) {
        touched = routed ? edits_touch(agent, rects[i]) : edits_meet(agent, rects[i]);
    }
    return !touched;
}
