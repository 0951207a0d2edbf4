// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Jump point search: A* that leaps over the cells between decisions. On a uniform 8-neighbour grid
// most cells lie on many equally cheap paths; JPS keeps only diagonal-first ones and stops only
// where a wall ends beside a straight run and opens a way that no other path serves (a forced
// neighbour). Diagonal walks are looked along but have no nodes (Harabor & Grastien's pruning of
// intermediate points), except where corners are cut and a wall ends beside them. With 4 neighbours
// steps along rows go first, and play the part of diagonals (Baum 2025).
//
// Scanning is search/engine/jump_graph.c's, which remembers what it saw until an edit concerns it.
// So the goal must not be part of it: a point whose diagonal-first way to the goal is free ends the
// search, for its f is then the cost of a path, and minimal. Points with nothing behind them are
// not queued but where the goal could be seen from them. Of several goals the nearest counts; the
// way to another one that is seen is queued by what it costs.
//
// An expansion is done in pieces: a look for the goal, scans, and offers of what they found. Over
// weights it jumps where they lie in patches (jps_weights.c; Carlson et al. 2023). Where jump
// points, or borders of patches, are so many that jumps do not pay, A* walks instead; and so it
// does over 6 neighbours, to a range and to many goals, and over links to more than one.
//
// A point reached over two directions at the same cost is left as the first of them calls for. What
// an arrival leaves out is served as cheaply by a way that comes earlier in the one order that all
// arrivals' directions are from (diagonal first), so no arrival needs what another leaves out.
//
// Harabor, Grastien: Online Graph Pruning for Pathfinding on Grid Maps, 2011; Improving Jump Point
// Search, 2014. Baum: Jump Point Search Pathfinding in 4-connected Grids, 2025. Carlson, Moghadam,
// Harabor, Stuckey, Ebrahimi: Optimal Pathfinding on Weighted Grid Maps, 2023.
#include "search/discrete/jps.h"

#include <string.h>

enum { JPS_KEEP, JPS_JUMPS };

static const char *const jps_keep_names[] = {"off", "on"};
static const char *const jps_jumps_names[] = {"auto", "always"};

static const way_param jps_params[] = {
    [JPS_KEEP] = {"keep", "remember jumps between trips until an edit affects them",
                  WAY_PARAM_CHOICE, 1, 0, 1, jps_keep_names},
    [JPS_JUMPS] = {"jumps", "auto: runs A* where jumps do not pay", WAY_PARAM_CHOICE, 0, 0, 1,
                   jps_jumps_names},
};

// Agents ------------------------------------------------------------------------------------------

static void jps_destroy(way_agent *agent)
{
    wayi_jps *memory = agent->memory;
    if (memory->can_walk) {
        wayi_best_first_fini(&memory->walk);
    }
    wayi_jps_links_fini(agent);
    wayi_patches_fini(&memory->patches);
    wayi_jump_graph_fini(&memory->graph);
    WAYI_FREE(&agent->allocator, memory->marks, memory->mark_capacity);
    wayi_calendar_fini(&memory->open);
}

static uint32_t jps_states_max(const way_agent *agent)
{
    const wayi_jps *memory = agent->memory;
    return memory->way == WAYI_JPS_JUMPS ? memory->seen : memory->walk.nodes.count;
}

// The trip ----------------------------------------------------------------------------------------

/// Whether jumps stay from trip to trip. With a limit to what may be remembered they don't.
static bool jps_keeps(const way_agent *agent)
{
    return agent->navigator->params[JPS_KEEP] && !agent->capacity;
}

/// What was seen of the map stays if it is still true.
static void jps_refresh(way_agent *agent)
{
    wayi_jps *memory = agent->memory;
    memory->trip++;
    if (jps_keeps(agent) && !memory->graph.full) {
        wayi_jump_graph_renew(&memory->graph);
    } else {
        wayi_jump_graph_clear(&memory->graph);
    }
    if (memory->trip > WAYI_JPS_TRIPS) { // all marks look used
        memory->trip = 1;
        memory->since = 1;
        memset(memory->marks, 0, memory->mark_capacity * sizeof *memory->marks);
    }
    if (agent->capacity) { // the start counts as well
        memory->graph.points.limit = agent->capacity;
        (void)wayi_jump_graph_touch(&memory->graph, agent->start);
    }
}

/// Whether weights can be jumped over. The order of flat ground has a diagonal step before two
/// straight ones of its cost, that of other ground has not. A trip that edits disturb goes on as A*
/// does, which can tell whether it has read what changed.
static bool jps_can_weigh(const way_agent *agent)
{
    const wayi_grid *grid = wayi_space_grid(agent->space);
    return grid->layer->weights && grid->layer->rough && agent->at.restarts == 0 &&
           (grid->map->neighbours == WAY_NEIGHBOURS_4 ||
            grid->map->costs.diagonal < 2u * grid->map->costs.cardinal);
}

/// How the ground would be searched if jumps paid: to one goal or a few.
static wayi_jps_way jps_way_of(const way_agent *agent)
{
    const wayi_layer *layer = wayi_space_grid(agent->space)->layer;
    const wayi_goal *goal = &agent->goal;
    if (!layer->views || (layer->links && goal->kind != WAYI_GOAL_ONE) ||
        (goal->kind != WAYI_GOAL_ONE &&
         (goal->kind != WAYI_GOAL_SET || goal->count > WAYI_JPS_GOALS))) {
        return WAYI_JPS_WALKS;
    }
    if (layer->table->uniform) {
        return WAYI_JPS_JUMPS;
    }
    return jps_can_weigh(agent) ? WAYI_JPS_WEIGHS : WAYI_JPS_WALKS;
}

/// Finds out whether jump points are so many that a jump takes longer than the steps that it saves.
/// What the agent remembers does not count: a trip is the same whatever was before.
static void jps_judge_map(way_agent *agent)
{
    wayi_jps *memory = agent->memory;
    const wayi_grid *grid = wayi_space_grid(agent->space);
    memory->way = jps_way_of(agent);
    if (memory->way == WAYI_JPS_WALKS) {
        return;
    }
    const wayi_jump_density density = wayi_jump_density_of(grid);
    const bool weighs = memory->way == WAYI_JPS_WEIGHS;
    const bool pays = wayi_jump_pays(density) && (!weighs || density.flat >= WAYI_JUMP_FLAT);
    if (agent->navigator->params[JPS_JUMPS] == 0 && !pays) {
        memory->way = WAYI_JPS_WALKS;
    }
}

/// Sets up A*, whose nodes the search over weights uses too.
static way_status jps_ready_walk(way_agent *agent)
{
    wayi_jps *memory = agent->memory;
    const bool weighs = memory->way == WAYI_JPS_WEIGHS; // a way there comes from afar
    if (memory->can_walk && memory->walk.config.wide != weighs) {
        memory->can_walk = false;
        wayi_best_first_fini(&memory->walk);
    }
    if (!memory->can_walk) {
        const wayi_best_first_config config = {
            .estimate = WAYI_ESTIMATE_COST, .open = WAYI_OPEN_AUTO, .weight = 1000, .wide = weighs};
        const way_status status = wayi_best_first_agent_create(agent, config);
        if (status != WAY_STATUS_OK) {
            return status;
        }
        memory->can_walk = true;
    }
    if (weighs && !memory->patches.items) {
        return wayi_patches_init(&memory->patches, wayi_space_grid(agent->space),
                                 &agent->allocator);
    }
    return WAY_STATUS_OK;
}

/// Where it would walk on the map as it is, A* is set up at once.
static way_status jps_create(way_agent *agent)
{
    wayi_jps *memory = agent->memory;
    wayi_calendar_init(&memory->open, &agent->allocator);
    way_status status = wayi_jump_graph_init(&memory->graph, wayi_space_grid(agent->space),
                                             agent->capacity, &agent->allocator);
    status = status ? status : wayi_jps_links_init(agent);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    jps_judge_map(agent);
    return memory->way == WAYI_JPS_WALKS ? jps_ready_walk(agent) : WAY_STATUS_OK;
}

static void jps_aim(way_agent *agent)
{
    wayi_jps *memory = agent->memory;
    const wayi_goal *goal = &agent->goal;
    memory->goal_count = goal->kind == WAYI_GOAL_ONE ? 1 : goal->count;
    for (uint32_t i = 0; i < memory->goal_count; i++) {
        const way_cell cell = goal->kind == WAYI_GOAL_ONE ? goal->state : goal->states[i];
        memory->goals[i] = wayi_jump_graph_aim(&memory->graph, cell);
    }
}

static way_status jps_begin(way_agent *agent)
{
    wayi_jps *memory = agent->memory;
    jps_judge_map(agent);
    const way_status status = memory->way == WAYI_JPS_JUMPS ? WAY_STATUS_OK : jps_ready_walk(agent);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    if (memory->way == WAYI_JPS_WALKS) {
        return wayi_best_first_agent_begin(agent);
    }
    jps_aim(agent);
    if (!wayi_jps_links_begin(agent)) {
        return WAY_STATUS_NO_MEMORY;
    }
    if (memory->way == WAYI_JPS_WEIGHS) {
        return wayi_jps_weights_begin(agent) ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
    }
    jps_refresh(agent);
    memory->phase = WAYI_JPS_TAKE;
    memory->rest = 0;
    memory->seen = 0;
    memory->again = 0;
    memory->closest = WAYI_JPS_NONE;
    memory->closest_estimate = WAY_COST_MAX;
    return wayi_jps_push_start(agent) && wayi_jps_fit(agent) ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

/// Appends a point and all before it, last first, and behind the target of a link no cell; false
/// without memory.
static bool jps_chain(way_agent *agent, uint32_t slot)
{
    const wayi_jps *memory = agent->memory;
    while (slot != WAYI_JPS_START) {
        const wayi_jps_mark *mark = wayi_jps_mark_of(memory, slot);
        const bool linked = wayi_jps_is_stop(slot) && (mark->state & WAYI_JPS_LINKED);
        if (!wayi_path_buffer_push(&agent->path, wayi_jps_slot_cell(memory, slot)) ||
            (linked && !wayi_path_buffer_push(&agent->path, WAY_STATE_NONE))) {
            return false;
        }
        slot = mark->parent;
    }
    return wayi_path_buffer_push(&agent->path, agent->start);
}

/// Commits the way to a point and on to a cell that it sees. Without memory the path stays as it
/// was.
static bool jps_commit(way_agent *agent, uint32_t slot, way_cell last)
{
    const way_map *map = wayi_space_grid(agent->space)->map;
    const uint32_t first = agent->path.count;
    if (wayi_path_buffer_push(&agent->path, last) && jps_chain(agent, slot) &&
        (agent->walk.terse ? wayi_jump_path_turn(&agent->path, first)
                           : wayi_jump_path_fill(&agent->path, map, first))) {
        return true;
    }
    agent->path.count = first;
    return false;
}

/// Commits the way to a cell that was reached over weights.
static bool jps_commit_weighed(way_agent *agent, way_cell cell)
{
    const wayi_jps *memory = agent->memory;
    const wayi_best_first *walk = &memory->walk;
    const way_map *map = wayi_space_grid(agent->space)->map;
    const uint32_t first = agent->path.count;
    bool fits = true;
    for (way_state state = cell; fits && state != WAY_STATE_NONE;) {
        const way_state parent = wayi_best_first_parent(walk, state);
        fits = wayi_path_buffer_push(&agent->path, state);
        if (memory->links.on && parent != WAY_STATE_NONE &&
            wayi_jps_links_joins(memory, parent, state,
                                 wayi_best_first_cost(walk, state, false) -
                                     wayi_best_first_cost(walk, parent, false))) {
            fits = fits && wayi_path_buffer_push(&agent->path, WAY_STATE_NONE);
        }
        state = parent;
    }
    if (!fits || !wayi_jump_path_fill(&agent->path, map, first)) {
        agent->path.count = first;
        return false;
    }
    agent->cost = way_cost_add(agent->cost, wayi_best_first_cost(walk, cell, false));
    return true;
}

/// A goal whose way costs more than can be counted comes last.
static way_outcome jps_arrive(way_agent *agent, wayi_heap_item last)
{
    if (last.key >> 32 == WAY_COST_MAX) {
        return WAY_OUTCOME_NO_PATH;
    }
    const wayi_jps *memory = agent->memory;
    if (!jps_commit(agent, last.slot, wayi_jps_goal_cell(memory, memory->goal))) {
        return WAY_OUTCOME_CAPACITY;
    }
    agent->cost = way_cost_add(agent->cost, (way_cost)(last.key >> 32));
    return WAY_OUTCOME_FOUND;
}

static way_outcome jps_step(way_agent *agent, uint32_t budget)
{
    const wayi_jps *memory = agent->memory;
    if (memory->way == WAYI_JPS_WALKS) {
        return wayi_best_first_agent_step(agent, budget);
    }
    if (memory->way == WAYI_JPS_WEIGHS) {
        way_cell reached = agent->start;
        const way_outcome weighed = wayi_jps_weights_search(agent, budget, &reached);
        const bool fails = weighed == WAY_OUTCOME_FOUND && !jps_commit_weighed(agent, reached);
        return fails ? WAY_OUTCOME_CAPACITY : weighed;
    }
    if (memory->way == WAYI_JPS_FAILS) {
        return WAY_OUTCOME_CAPACITY;
    }
    const way_outcome outcome = wayi_jps_search(agent, budget);
    return outcome == WAY_OUTCOME_FOUND ? jps_arrive(agent, memory->item) : outcome;
}

// Edits -------------------------------------------------------------------------------------------

/// Whether an edit that concerns a point does not concern this trip: it has not used it, nor left
/// it out since nothing was behind it.
static bool jps_spares(void *asker, uint32_t slot)
{
    const wayi_jps *memory = asker;
    return !wayi_jump_graph_at(&memory->graph, slot)->leaf &&
           (slot >= memory->mark_capacity || memory->marks[slot].state >> 4 != memory->trip);
}

/// Nobody looks into a rectangle but past its edge.
static bool jps_outlives(way_agent *agent, const way_rect *rects, uint32_t count, uint64_t *work)
{
    wayi_jps *memory = agent->memory;
    if (memory->way == WAYI_JPS_WALKS) {
        return wayi_best_first_agent_outlives(agent, rects, count, work);
    }
    if (memory->way == WAYI_JPS_WEIGHS || jps_way_of(agent) != WAYI_JPS_JUMPS) {
        return false; // there are weights
    }
    if (memory->links.generation != memory->graph.map->link_generation) {
        return false;
    }
    way_cell cells[WAYI_JPS_GOALS + 2] = {
        agent->start, memory->phase == WAYI_JPS_TAKE ? agent->start : memory->item.id};
    for (uint32_t i = 0; i < memory->goal_count; i++) {
        cells[2 + i] = wayi_jps_goal_cell(memory, i);
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t looks =
            wayi_jump_graph_drop_work(&memory->graph, rects[i]) + memory->links.count;
        if (looks > *work) {
            return false;
        }
        *work -= looks;
        if (wayi_jump_graph_concerns(&memory->graph, rects[i], cells, 2 + memory->goal_count) ||
            wayi_jps_links_concern(memory, rects[i]) ||
            !wayi_jump_graph_drop(&memory->graph, rects[i], jps_spares, memory)) {
            return false;
        }
    }
    wayi_jump_graph_settle(&memory->graph);
    return true;
}

/// Takes note of what is seen of the goals now; whether that is something else.
static bool jps_aim_again(way_agent *agent)
{
    wayi_jps *memory = agent->memory;
    bool other = false;
    for (uint32_t i = 0; i < memory->goal_count; i++) {
        const wayi_jump_target now =
            wayi_jump_graph_aim(&memory->graph, wayi_jps_goal_cell(memory, i));
        other |= now.west != memory->goals[i].west || now.east != memory->goals[i].east ||
                 now.north != memory->goals[i].north || now.south != memory->goals[i].south;
        memory->goals[i] = now;
    }
    return other;
}

/// Goes on as A* does, from the start.
static void jps_walk_on(way_agent *agent)
{
    wayi_jps *memory = agent->memory;
    memory->way = WAYI_JPS_WALKS;
    if (jps_ready_walk(agent) != WAY_STATUS_OK ||
        wayi_best_first_agent_begin(agent) != WAY_STATUS_OK) {
        memory->way = WAYI_JPS_FAILS;
    }
}

/// Jumps that may have changed are forgotten, and the points that they were known of are left
/// again; once that was done often, the search goes on with what it knows. Over links and weights
/// A* goes on, and where that is less work.
static void jps_look_again(way_agent *agent, const way_rect *rects, uint32_t count)
{
    wayi_jps *memory = agent->memory;
    wayi_jump_graph *graph = &memory->graph;
    if (memory->way == WAYI_JPS_WALKS) {
        wayi_best_first_agent_look_again(agent, rects, count);
        return;
    }
    bool jumps = memory->way == WAYI_JPS_JUMPS && jps_way_of(agent) == WAYI_JPS_JUMPS &&
                 !graph->layer->links && !memory->links.on;
    if (jumps && memory->again >= memory->seen) {
        return;
    }
    const uint64_t looked = graph->looked;
    bool start = graph->unsure;
    for (uint32_t i = 0; i < count && jumps; i++) {
        start |= wayi_jump_graph_concerns(graph, rects[i], &agent->start, 1);
        jumps = wayi_jump_graph_drop(graph, rects[i], NULL, NULL);
    }
    if (!jumps) {
        jps_walk_on(agent);
        return;
    }
    start |= graph->unsure;
    wayi_jump_graph_settle(graph);
    wayi_jps_leave_again(agent, start, jps_aim_again(agent));
    agent->looked += (graph->looked - looked) / WAYI_LOOKS;
}

static void jps_give_up(way_agent *agent)
{
    const wayi_jps *memory = agent->memory;
    if (memory->way == WAYI_JPS_WALKS) {
        wayi_best_first_agent_give_up(agent);
        return;
    }
    if (memory->way == WAYI_JPS_WEIGHS) {
        if (memory->walk.closest != WAY_STATE_NONE) {
            (void)jps_commit_weighed(agent, memory->walk.closest);
        }
        return;
    }
    if (memory->closest == WAYI_JPS_NONE || memory->closest == WAYI_JPS_START) {
        return;
    }
    const way_cost cost = wayi_jps_mark_of(memory, memory->closest)->g;
    const way_cell cell = wayi_jps_slot_cell(memory, memory->closest);
    if (jps_commit(agent, memory->closest, cell)) {
        agent->cost = way_cost_add(agent->cost, cost);
    }
}

const wayi_algorithm wayi_algorithm_jps = {
    .info = {.name = "jps",
             .title = "Jump point search",
             .family = "discrete",
             .summary = "Optimal on grids without preparation; many times as fast as A* over "
                        "uniform ground, a few times over patches of weights",
             .reference =
                 "Harabor, Grastien: Online Graph Pruning for Pathfinding on Grid Maps, 2011",
             .traits = WAY_TRAIT_OPTIMAL | WAY_TRAIT_COMPLETE | WAY_TRAIT_PARTIAL_PATHS |
                       WAY_TRAIT_ANY_GOAL | WAY_TRAIT_BLOCKED_START | WAY_TRAIT_HANDLES_EDITS,
             .needs = WAY_SPACE_GRID,
             WAYI_PARAMS(jps_params)},
    .memory_size = sizeof(wayi_jps),
    .create = jps_create,
    .destroy = jps_destroy,
    .states_max = jps_states_max,
    .begin = jps_begin,
    .step = jps_step,
    .outlives = jps_outlives,
    .look_again = jps_look_again,
    .give_up = jps_give_up,
};
