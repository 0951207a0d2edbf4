// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/hierarchical/crossing.h"

#include "search/hierarchical/partial.h"

static const wayi_crossing_database *crossing_database(const way_agent *agent)
{
    return agent->navigator->database;
}

static const wayi_clusters *crossing_clusters(const way_agent *agent)
{
    return &crossing_database(agent)->clusters;
}

static const wayi_supers *crossing_supers(const way_agent *agent)
{
    const wayi_supers *supers = &crossing_database(agent)->supers;
    return supers->clusters ? supers : NULL;
}

// Memory ------------------------------------------------------------------------------------------

static bool crossing_keeps_moves(const wayi_clusters *clusters)
{
    return clusters->config.cache == WAYI_CACHE_MOVES;
}

static bool crossing_init_locals(way_agent *agent)
{
    wayi_crossing *memory = agent->memory;
    const wayi_clusters *clusters = crossing_clusters(agent);
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
    const wayi_clusters *clusters = crossing_clusters(agent);
    wayi_path_buffer_init(&memory->start_costs, &agent->allocator);
    wayi_path_buffer_init(&memory->goal_costs, &agent->allocator);
    wayi_path_buffer_init(&memory->rise_costs, &agent->allocator);
    wayi_path_buffer_init(&memory->fall_costs, &agent->allocator);
    wayi_path_buffer_init(&memory->legs, &agent->allocator);
    wayi_path_buffer_init(&memory->gates, &agent->allocator);
    wayi_path_buffer_init(&memory->cells, &agent->allocator);
    wayi_rays_init(&memory->rays, clusters->grid->map, clusters->grid->layer, &agent->allocator);
    if (!crossing_init_locals(agent)) {
        return WAY_STATUS_NO_MEMORY;
    }
    const wayi_abstract_config config = {.clusters = clusters,
                                         .supers = crossing_supers(agent),
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
    wayi_path_buffer_fini(&memory->cells);
    wayi_rays_fini(&memory->rays);
    wayi_abstract_fini(&memory->abstract);
    wayi_inner_close(&memory->detour);
}

size_t wayi_crossing_bytes(const way_agent *agent)
{
    const wayi_crossing *memory = agent->memory;
    const size_t numbers = (size_t)memory->start_costs.capacity + memory->goal_costs.capacity +
                           memory->rise_costs.capacity + memory->fall_costs.capacity +
                           memory->legs.capacity + memory->gates.capacity + memory->cells.capacity;
    return wayi_confined_bytes(&memory->from_start) + wayi_confined_bytes(&memory->from_goal) +
           wayi_confined_bytes(&memory->between) + numbers * sizeof(uint32_t) +
           wayi_rays_bytes(&memory->rays) + wayi_abstract_bytes(&memory->abstract) +
           wayi_inner_bytes(&memory->detour);
}

bool wayi_crossing_reset(way_agent *agent)
{
    wayi_crossing *memory = agent->memory;
    memory->phase = WAYI_CROSSING_START;
    memory->searching = false;
    memory->many = agent->goal.kind != WAYI_GOAL_ONE;
    memory->direct = WAY_COST_MAX;
    memory->next = 0;
    memory->leg = 0;
    memory->routed = false;
    memory->complete = false;
    memory->linked = false;
    wayi_path_buffer_clear(&memory->legs);
    wayi_path_buffer_clear(&memory->gates);
    wayi_path_buffer_clear(&memory->cells);
    return wayi_path_buffer_push(&memory->cells, memory->from);
}

way_status wayi_crossing_begin(way_agent *agent)
{
    wayi_crossing *memory = agent->memory;
    memory->from = agent->start;
    memory->plans = 0;
    return wayi_crossing_plan(agent) ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

// Ends --------------------------------------------------------------------------------------------

/// Looks up the costs between a cell and the gates of its cluster; false without memory.
static bool crossing_look_up(const wayi_clusters *clusters, way_cell cell, wayi_path_buffer *costs)
{
    const wayi_cluster *cluster = &clusters->clusters[wayi_clusters_of(clusters, cell)];
    wayi_path_buffer_clear(costs);
    for (uint32_t i = 0; i < cluster->count; i++) {
        const way_cost cost = wayi_clusters_follow_cost(clusters, cell, cluster->first + i);
        if (!wayi_path_buffer_push(costs, cost)) {
            return false;
        }
    }
    return true;
}

/// Takes over the costs that a local search found; false without memory.
static bool crossing_read(const wayi_clusters *clusters, const wayi_confined *local,
                          wayi_path_buffer *costs)
{
    const wayi_cluster *cluster = &clusters->clusters[wayi_clusters_of(clusters, local->source)];
    wayi_path_buffer_clear(costs);
    for (uint32_t i = 0; i < cluster->count; i++) {
        const way_cell cell = clusters->gates[cluster->first + i].cell;
        if (!wayi_path_buffer_push(costs, wayi_confined_cost(local, cell))) {
            return false;
        }
    }
    return true;
}

/// Works on a local search from a cell inside its cluster. ARRIVED when it is over.
static way_outcome crossing_search(way_agent *agent, wayi_confined *local, way_cell from,
                                   way_cell aim, uint32_t *budget)
{
    wayi_crossing *memory = agent->memory;
    const wayi_clusters *clusters = crossing_clusters(agent);
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
    const wayi_clusters *clusters = crossing_clusters(agent);
    return memory->many ? wayi_abstract_may_end(&memory->abstract, memory->from)
                        : wayi_clusters_of(clusters, memory->from) ==
                              wayi_clusters_of(clusters, agent->goal.state);
}

static way_outcome crossing_insert_start(way_agent *agent, uint32_t *budget)
{
    wayi_crossing *memory = agent->memory;
    const wayi_clusters *clusters = crossing_clusters(agent);
    const bool together = crossing_is_short(agent);
    const bool moves = crossing_keeps_moves(clusters);
    memory->direct_goal = memory->many ? WAY_CELL_NONE : agent->goal.state;
    if (!moves || together) {
        const way_outcome outcome =
            crossing_search(agent, &memory->from_start, memory->from,
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
    const bool fits = moves ? crossing_look_up(clusters, memory->from, &memory->start_costs)
                            : crossing_read(clusters, &memory->from_start, &memory->start_costs);
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
                               wayi_clusters_of(crossing_clusters(agent), memory->from),
                               memory->start_costs.states};
}

wayi_abstract_end wayi_crossing_goal(const way_agent *agent)
{
    const wayi_crossing *memory = agent->memory;
    return (wayi_abstract_end){agent->goal.state,
                               wayi_clusters_of(crossing_clusters(agent), agent->goal.state),
                               memory->goal_costs.states};
}

/// Goes on to the search over gates: by way of supers if start and goal are in different ones. Not
/// where there are links: what supers know of the way to the goal is only true of ways back as
/// well.
static void crossing_begin_route(way_agent *agent)
{
    wayi_crossing *memory = agent->memory;
    const wayi_supers *supers = crossing_supers(agent);
    const wayi_abstract_end start = wayi_crossing_start(agent);
    const wayi_abstract_end goal = wayi_crossing_goal(agent);
    if (supers && !supers->clusters->grid->layer->links &&
        supers->homes[start.group] != supers->homes[goal.group]) {
        memory->phase = WAYI_CROSSING_RISE;
        wayi_crossing_explore(agent, &start);
    } else {
        crossing_begin_gates(agent);
    }
}

static way_outcome crossing_insert_goal(way_agent *agent, uint32_t *budget)
{
    wayi_crossing *memory = agent->memory;
    const wayi_clusters *clusters = crossing_clusters(agent);
    const way_cell goal = agent->goal.state;
    bool fits = true;
    if (crossing_keeps_moves(clusters)) {
        fits = crossing_look_up(clusters, goal, &memory->goal_costs);
    } else {
        const way_outcome outcome =
            crossing_search(agent, &memory->from_goal, goal, WAY_CELL_NONE, budget);
        if (outcome != WAY_OUTCOME_ARRIVED) {
            return outcome;
        }
        fits = crossing_read(clusters, &memory->from_goal, &memory->goal_costs);
    }
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

// Ways inside clusters ----------------------------------------------------------------------------

/// From the start to a gate of its cluster.
static bool crossing_leave_start(way_agent *agent, uint32_t gate)
{
    wayi_crossing *memory = agent->memory;
    const wayi_clusters *clusters = crossing_clusters(agent);
    return crossing_keeps_moves(clusters)
               ? wayi_clusters_follow(clusters, memory->from, gate, &memory->cells)
               : wayi_confined_trace(&memory->from_start, clusters->gates[gate].cell,
                                     &memory->cells);
}

/// From a gate of the goal's cluster to the goal.
static bool crossing_reach_goal(way_agent *agent, uint32_t gate)
{
    wayi_crossing *memory = agent->memory;
    wayi_path_buffer *cells = &memory->cells;
    const wayi_clusters *clusters = crossing_clusters(agent);
    const way_cell cell = clusters->gates[gate].cell;
    if (!crossing_keeps_moves(clusters)) {
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
    const wayi_clusters *clusters = crossing_clusters(agent);
    const wayi_gate *gates = clusters->gates;
    bool fits = true;
    if (wayi_clusters_keeps_ways(clusters, wayi_gate_cluster(&gates[from]))) {
        fits = wayi_clusters_trace(clusters, from, to, &memory->cells);
    } else {
        const way_outcome outcome =
            crossing_search(agent, &memory->between, gates[from].cell, gates[to].cell, budget);
        if (outcome != WAY_OUTCOME_ARRIVED) {
            return outcome;
        }
        fits = wayi_confined_trace(&memory->between, gates[to].cell, &memory->cells);
    }
    return fits ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_CAPACITY;
}

/// Adds the way up to and through the next gate. ARRIVED when it is there.
static way_outcome crossing_advance(way_agent *agent, uint32_t *budget)
{
    wayi_crossing *memory = agent->memory;
    const wayi_gate *gates = crossing_clusters(agent)->gates;
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
    const wayi_clusters *clusters = crossing_clusters(agent);
    bool fits = true;
    if (memory->gates.count == 0) {
        fits = wayi_confined_trace(&memory->from_start, memory->direct_goal, &memory->cells);
    } else if (!memory->many) {
        fits = crossing_reach_goal(agent, memory->gates.states[memory->gates.count - 1]);
    } else {
        const uint32_t gate = memory->gates.states[memory->gates.count - 1];
        const way_outcome outcome = crossing_search(
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
    const wayi_grid *grid = crossing_clusters(agent)->grid;
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

/// Commits the piece in hand but for its last `kept` cells; false without memory, and then nothing
/// is committed.
static bool crossing_commit(way_agent *agent, uint32_t kept)
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
    const wayi_gate *gates = crossing_clusters(agent)->gates;
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
    const wayi_crossing_database *database = crossing_database(agent);
    if (database->smooth == WAYI_SMOOTH_OFF) {
        return crossing_commit(agent, 0) && crossing_begin_piece(agent) ? WAY_OUTCOME_ARRIVED
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

static way_outcome crossing_smooth(way_agent *agent, uint32_t *budget)
{
    wayi_crossing *memory = agent->memory;
    const uint32_t side = crossing_clusters(agent)->config.side;
    if (!wayi_rays_step(&memory->rays, budget)) {
        return WAY_OUTCOME_MOVING;
    }
    memory->cells.count = memory->rays.last + 1;
    const bool whole = memory->complete || memory->linked;
    return crossing_commit(agent, whole ? 0 : WAYI_CROSSING_TAIL * side) &&
                   crossing_begin_piece(agent)
               ? WAY_OUTCOME_ARRIVED
               : WAY_OUTCOME_CAPACITY;
}

/// Adds the way up to the next gate, or looks for more gates.
static way_outcome crossing_go_inside(way_agent *agent, uint32_t *budget)
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
    const way_outcome outcome = memory->next < memory->gates.count ? crossing_advance(agent, budget)
                                                                   : crossing_finish(agent, budget);
    if (outcome != WAY_OUTCOME_ARRIVED) {
        memory->cells.count = before; // not half a way
        return outcome;
    }
    wayi_budget_take(budget, 1 + (memory->cells.count - before) / 8);
    return crossing_end_piece(agent);
}

// Trips -------------------------------------------------------------------------------------------

way_outcome wayi_crossing_step(way_agent *agent, uint32_t budget)
{
    const wayi_crossing *memory = agent->memory;
    way_outcome outcome = wayi_crossing_catch_up(agent);
    while (outcome == WAY_OUTCOME_ARRIVED && memory->phase != WAYI_CROSSING_DONE) {
        switch (memory->phase) {
        case WAYI_CROSSING_START:
            outcome = crossing_insert_start(agent, &budget);
            break;
        case WAYI_CROSSING_GOAL:
            outcome = crossing_insert_goal(agent, &budget);
            break;
        case WAYI_CROSSING_GATES:
            outcome = crossing_find_gates(agent, &budget);
            break;
        case WAYI_CROSSING_INSIDE:
            outcome = crossing_go_inside(agent, &budget);
            break;
        case WAYI_CROSSING_SMOOTH:
            outcome = crossing_smooth(agent, &budget);
            break;
        case WAYI_CROSSING_DETOUR:
            outcome = wayi_crossing_step_detour(agent, budget);
            break;
        default:
            outcome = wayi_crossing_step_supers(agent, &budget);
            break;
        }
        if (outcome == WAY_OUTCOME_NO_PATH && memory->outlived) {
            outcome = wayi_crossing_doubt(agent);
        }
    }
    return outcome;
}

/// Sets the gates that lead towards the goal as far as they are known; false if none are.
static bool crossing_fall_back(way_agent *agent)
{
    wayi_crossing *memory = agent->memory;
    const bool rising = memory->phase == WAYI_CROSSING_RISE;
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
    const wayi_clusters *clusters = crossing_clusters(agent);
    way_outcome outcome = crossing_fall_back(agent) ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_NO_PATH;
    while (outcome == WAY_OUTCOME_ARRIVED && memory->next < memory->gates.count &&
           !memory->linked) {
        const uint32_t before =
            memory->next ? memory->gates.states[memory->next - 1] : WAYI_GATE_NONE;
        const uint32_t cells = memory->cells.count;
        uint32_t budget = 0;
        const bool known =
            before == WAYI_GATE_NONE ||
            wayi_clusters_keeps_ways(clusters, wayi_gate_cluster(&clusters->gates[before]));
        outcome = known ? crossing_advance(agent, &budget) : WAY_OUTCOME_NO_PATH;
        memory->cells.count = outcome == WAY_OUTCOME_ARRIVED ? memory->cells.count : cells;
    }
    if (memory->phase == WAYI_CROSSING_START && memory->searching) {
        wayi_partial_trace(agent, &memory->from_start, &memory->cells);
    }
    if (memory->phase == WAYI_CROSSING_SMOOTH) {
        // The finished part, before what rays have left of the piece.
        memory->cells.count = memory->rays.last + 1;
    }
    crossing_commit(agent, 0);
    wayi_crossing_give_up_detour(agent);
    wayi_partial_cut(agent);
}
