// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// SGA*, spatial grid A*: a straight line is drawn to the goal, and only where it is obstructed a
// search leads from the last cell before the obstacle to the first free one behind it, the
// sub-goal. In open country almost nothing is searched, and a search forgets the one before.
//
//   v1  one line; every way round an obstacle comes back to it
//   v2  a new line after every obstacle, from both ends in turn; a way round is trimmed
//   v3  as v2, but the lines only choose sub-goals: everything is searched
//
// Invariants: both ways are legal walks from the start and from the goal; the steps between their
// ends shrink, or trimming pauses until they do, so that they meet; a way round is searched from
// the sub-goal back, so that one in a closed pocket costs no more than the pocket; sub-goals in
// another component of the map are not searched at all (labels). Lines run over the lightest ground
// only, where no way is cheaper: what weighs more obstructs them like a wall, and the search
// decides whether to go through or round. An edit of the map costs the search under way and what it
// broke, no more.
//
// The printed listings lose the last segment, never report failure, trim the last way and close a
// loop too early; here is what their text describes. Ours are three things that can be switched
// off: loops in the result are cut out (loops), sub-goals and goals that can't be reached are known
// by labels (labels), and the rival (sgastar_rival.c) bounds the work (informed). With
// solver=classic refinements are the A* of the thesis, which is then all that is left of it.
//
// Anguelov: Video Game Pathfinding and Improvements to Discrete Search on Grid-based Maps, 2011.
#include "lab/spatial/sgastar.h"

#include "lab/spatial/trim.h"

#include <string.h>

/// Rounds without getting nearer before trimming pauses.
#define SGASTAR_STALLED_MAX 16u

enum {
    SGASTAR_VARIANT,
    SGASTAR_TRIM,
    SGASTAR_LABELS,
    SGASTAR_INFORMED,
    SGASTAR_SOLVER,
    SGASTAR_REFINE,
    SGASTAR_LOOPS
};
enum { SGASTAR_V1, SGASTAR_V2, SGASTAR_V3 };
enum { SGASTAR_AUTO, SGASTAR_ASTAR, SGASTAR_FRINGE, SGASTAR_CLASSIC };
enum { SGASTAR_BACK, SGASTAR_FORWARD };
enum { SGASTAR_CUT, SGASTAR_KEEP };

/// What goes round obstacles over weights, see WAYI_SGASTAR_HASTE.
#define SGASTAR_HASTY "weighted(weight=2)"

static const char *const sgastar_variant_names[] = {"v1", "v2", "v3"};
static const char *const sgastar_trim_names[] = {"max_dist", "max_dev"};
static const char *const sgastar_solver_names[] = {"auto", "astar", "fringe", "classic"};
static const char *const sgastar_refine_names[] = {"back", "forward"};
static const char *const sgastar_loops_names[] = {"cut", "keep"};

/// What goes round obstacles cell by cell, by solver.
static const char *const sgastar_walkers[] = {
    [SGASTAR_AUTO] = "astar",
    [SGASTAR_ASTAR] = "astar",
    [SGASTAR_FRINGE] = "fringe",
    [SGASTAR_CLASSIC] = "astar(open=binary, tie=low_g)",
};

static const way_param sgastar_params[] = {
    [SGASTAR_VARIANT] = {"variant", "v1: one line; v2: from both ends; v3: lines choose only",
                         WAY_PARAM_CHOICE, SGASTAR_V2, 0, 2, sgastar_variant_names},
    [SGASTAR_TRIM] = {"trim",
                      "how much of a detour to keep: up to its largest distance or deviation",
                      WAY_PARAM_CHOICE, WAYI_TRIM_DEVIATION, 0, 1, sgastar_trim_names},
    [SGASTAR_LABELS] = {"labels", "skip sub-goals and goals that can't be reached without a search",
                        WAY_PARAM_SWITCH, 1, 0, 1, NULL},
    [SGASTAR_INFORMED] = {"informed", "never more than three times the work of A*",
                          WAY_PARAM_SWITCH, 1, 0, 1, NULL},
    [SGASTAR_SOLVER] =
        {"solver",
         "search around obstacles; auto: jumps where they pay, otherwise astar, over weights with "
         "a doubled estimate; classic: astar(open=binary, tie=low_g)",
         WAY_PARAM_CHOICE, SGASTAR_AUTO, 0, SGASTAR_CLASSIC, sgastar_solver_names},
    [SGASTAR_REFINE] =
        {"refine",
         "where refinements begin: back from the sub-goal, or forward from the end of the path",
         WAY_PARAM_CHOICE, SGASTAR_BACK, 0, 1, sgastar_refine_names},
    [SGASTAR_LOOPS] = {"loops", "cut loops out of the path, or keep them", WAY_PARAM_CHOICE,
                       SGASTAR_CUT, 0, 1, sgastar_loops_names},
};

static int32_t sgastar_param(const way_agent *agent, uint32_t index)
{
    return agent->navigator->params[index];
}

// Creating ----------------------------------------------------------------------------------------

/// What the refinements may remember: the rival has the other half.
static uint32_t sgastar_capacity(const way_agent *agent)
{
    return agent->capacity - (sgastar_param(agent, SGASTAR_INFORMED) ? agent->capacity / 2 : 0);
}

/// Opens a search that is not open yet.
static way_status sgastar_open(const way_agent *agent, wayi_inner *inner, const char *spec)
{
    return wayi_inner_is_open(inner)
               ? WAY_STATUS_OK
               : wayi_inner_open_in(inner, agent, spec, sgastar_capacity(agent),
                                    wayi_sgastar_store(agent));
}

/// Whether to jump on the map as it is now.
static bool sgastar_jumps(const way_agent *agent)
{
    const wayi_grid *grid = wayi_space_grid(agent->space);
    // Builds of a part of the library may have no jumps.
    if (sgastar_param(agent, SGASTAR_SOLVER) != SGASTAR_AUTO || !grid->layer->views ||
        !grid->layer->table->uniform || !agent->navigator->roof->find(WAYI_SGASTAR_JUMPS)) {
        return false;
    }
    return wayi_jump_pays(wayi_jump_density_of(grid));
}

/// The search that goes cell by cell, or NULL without memory.
static wayi_inner *sgastar_walker(way_agent *agent)
{
    wayi_sgastar *memory = agent->memory;
    way_status status =
        sgastar_open(agent, &memory->walker, sgastar_walkers[sgastar_param(agent, SGASTAR_SOLVER)]);
    if (status == WAY_STATUS_NOT_FOUND) { // as above
        status = sgastar_open(agent, &memory->walker, sgastar_walkers[SGASTAR_ASTAR]);
    }
    return status == WAY_STATUS_OK ? &memory->walker : NULL;
}

/// The search that suits the map as it is now, or NULL without memory.
static wayi_inner *sgastar_choose_solver(way_agent *agent)
{
    wayi_sgastar *memory = agent->memory;
    const bool astar = sgastar_param(agent, SGASTAR_SOLVER) <= SGASTAR_ASTAR;
    if (memory->jumps) {
        return sgastar_open(agent, &memory->jumper, WAYI_SGASTAR_JUMPS) == WAY_STATUS_OK
                   ? &memory->jumper
                   : NULL;
    }
    if (astar && wayi_space_grid(agent->space)->layer->weights) {
        const way_status status = sgastar_open(agent, &memory->hasty, SGASTAR_HASTY);
        if (status != WAY_STATUS_NOT_FOUND) { // as above
            return status == WAY_STATUS_OK ? &memory->hasty : NULL;
        }
    }
    return sgastar_walker(agent);
}

/// Makes sure that all searches are there that a trip on the map as it is now may need; false
/// without memory.
static bool sgastar_fit_map(way_agent *agent)
{
    wayi_sgastar *memory = agent->memory;
    memory->jumps = sgastar_jumps(agent);
    return sgastar_choose_solver(agent) &&
           (!memory->rival.enabled || wayi_sgastar_rival_open(agent));
}

static way_status sgastar_create(way_agent *agent)
{
    wayi_sgastar *memory = agent->memory;
    wayi_path_buffer_init(&memory->ways[WAYI_SGASTAR_HEAD], &agent->allocator);
    wayi_path_buffer_init(&memory->ways[WAYI_SGASTAR_TAIL], &agent->allocator);
    wayi_hash_table_init(&memory->places, &agent->allocator);
    if (!wayi_agent_wants_sparse(agent)) {
        const way_status status =
            wayi_bitset_init(&memory->marks, agent->space->state_count, &agent->allocator);
        if (status != WAY_STATUS_OK) {
            return status;
        }
    }
    // With room for one state only there is none for a rival.
    memory->rival.enabled = sgastar_param(agent, SGASTAR_INFORMED) && agent->capacity != 1;
    memory->rival.classic = sgastar_param(agent, SGASTAR_SOLVER) == SGASTAR_CLASSIC;
    return sgastar_fit_map(agent) ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

static void sgastar_destroy(way_agent *agent)
{
    wayi_sgastar *memory = agent->memory;
    wayi_inner_close(&memory->jumper);
    wayi_inner_close(&memory->walker);
    wayi_inner_close(&memory->hasty);
    wayi_sgastar_rival_destroy(&memory->rival);
    wayi_path_buffer_fini(&memory->ways[WAYI_SGASTAR_HEAD]);
    wayi_path_buffer_fini(&memory->ways[WAYI_SGASTAR_TAIL]);
    wayi_bitset_fini(&memory->marks);
    wayi_hash_table_fini(&memory->places);
}

static uint32_t sgastar_states_max(const way_agent *agent)
{
    return ((const wayi_sgastar *)agent->memory)->states_max;
}

// Refining ----------------------------------------------------------------------------------------

/// Starts the search round an obstacle, from the sub-goal back to the end of this side's way or the
/// other way round.
static void sgastar_begin_refinement(way_agent *agent)
{
    wayi_sgastar *memory = agent->memory;
    const bool back = sgastar_param(agent, SGASTAR_REFINE) == SGASTAR_BACK;
    const way_cell end = wayi_sgastar_end(memory, memory->side);
    memory->refiner = sgastar_choose_solver(agent);
    memory->waits = false;
    memory->begun++;
    const bool begun =
        memory->refiner &&
        wayi_inner_begin(memory->refiner, back ? memory->sub : end, back ? end : memory->sub);
    memory->phase = begun ? WAYI_SGASTAR_REFINE : WAYI_SGASTAR_FULL;
}

/// Starts a search for as near to the goal as a way leads, once, if the way from the start leads no
/// nearer. False if there is nothing to win.
static bool sgastar_begin_last(way_agent *agent)
{
    wayi_sgastar *memory = agent->memory;
    way_cost least = 0;
    if (memory->resorted || wayi_sgastar_nearest(agent, &least) > 1) {
        return false;
    }
    memory->resorted = true;
    memory->waits = false;
    memory->refiner = sgastar_walker(agent);
    const bool begun =
        memory->refiner && wayi_inner_begin(memory->refiner, agent->start, agent->goal.state);
    memory->phase = begun ? WAYI_SGASTAR_LAST : WAYI_SGASTAR_FULL;
    return true;
}

// Lines -------------------------------------------------------------------------------------------

/// Goes along the line as far as its steps are legal, and appends the cells to the way; false
/// without memory.
static bool sgastar_walk_run(wayi_line *line, const wayi_grid *grid, wayi_path_buffer *way)
{
    if (!wayi_path_buffer_reserve(way, way->count + line->left)) {
        return false;
    }
    wayi_line walk = *line; // in registers, which no store into the way invalidates
    way_cell *end = way->states + way->count;
    while (walk.left && wayi_sgastar_may_step(&walk, grid)) {
        wayi_line_step(&walk);
        *end++ = wayi_line_cell(&walk, grid->map);
    }
    way->count += line->left - walk.left;
    *line = walk;
    return true;
}

/// Whether a search for the sub-goal is worth its while.
static bool sgastar_may_refine(const way_agent *agent, way_cell sub)
{
    const wayi_sgastar *memory = agent->memory;
    return way_space_can_stand(agent->space, sub) &&
           (!sgastar_param(agent, SGASTAR_LABELS) ||
            wayi_space_may_reach(agent->space, wayi_sgastar_end(memory, memory->side), sub));
}

/// The two ends can't meet. Variant 1 has gone as far as its line leads.
static void sgastar_fail(way_agent *agent)
{
    wayi_sgastar *memory = agent->memory;
    const bool labels = sgastar_param(agent, SGASTAR_LABELS);
    const bool later = sgastar_param(agent, SGASTAR_VARIANT) != SGASTAR_V1;
    memory->phase = WAYI_SGASTAR_FAILED;
    if (agent->wish.trip.partial && ((later && wayi_sgastar_stand_in(agent, labels)) ||
                                     (labels && wayi_sgastar_resort(agent)))) {
        memory->phase = WAYI_SGASTAR_DRAW;
    } else if (agent->wish.trip.partial && !labels) {
        (void)sgastar_begin_last(agent);
    }
}

/// A goal that can't be reached, as labels tell before any search, ends the trip unless a path
/// towards it is wanted. Without labels that takes a search, but for one that is a wall.
static void sgastar_check_goal(way_agent *agent)
{
    wayi_sgastar *memory = agent->memory;
    const bool labels = sgastar_param(agent, SGASTAR_LABELS);
    if (agent->start == agent->goal.state ||
        (way_space_can_stand(agent->space, agent->goal.state) &&
         (!labels || wayi_space_may_reach(agent->space, agent->start, agent->goal.state)))) {
        return;
    }
    wayi_sgastar_rival_stop(&memory->rival); // it would look everywhere for nothing
    if (!agent->wish.trip.partial) {
        memory->phase = WAYI_SGASTAR_FAILED;
    } else if (sgastar_param(agent, SGASTAR_VARIANT) != SGASTAR_V1) {
        sgastar_fail(agent);
    }
}

/// Refines towards the sub-goal or, as long as that makes no sense, the next ones along the line.
static void sgastar_refine(way_agent *agent)
{
    wayi_sgastar *memory = agent->memory;
    const wayi_grid *grid = wayi_space_grid(agent->space);
    while (!sgastar_may_refine(agent, memory->sub)) {
        const uint32_t left = memory->line.left;
        wayi_sgastar_pass_run(&memory->line, grid);
        if (!memory->line.left) {
            sgastar_fail(agent);
            return;
        }
        memory->sub = wayi_sgastar_pass_obstruction(&memory->line, grid);
        memory->cells += left - memory->line.left + WAYI_SGASTAR_CELLS;
    }
    memory->phase = WAYI_SGASTAR_REFINE;
    memory->waits = true;
    memory->turn = 0;
}

/// Counts the rounds that bring the ends no nearer to each other.
static void sgastar_note_distance(way_agent *agent)
{
    wayi_sgastar *memory = agent->memory;
    const uint32_t steps =
        wayi_space_steps(agent->space, wayi_sgastar_end(memory, WAYI_SGASTAR_HEAD),
                         wayi_sgastar_end(memory, WAYI_SGASTAR_TAIL));
    memory->stalled = steps < memory->nearest ? 0 : memory->stalled + 1;
    memory->nearest = steps < memory->nearest ? steps : memory->nearest;
}

/// Draws the line from this side's end to the other and goes along it to the first obstruction.
static void sgastar_draw(way_agent *agent)
{
    wayi_sgastar *memory = agent->memory;
    const wayi_grid *grid = wayi_space_grid(agent->space);
    wayi_path_buffer *way = &memory->ways[memory->side];
    const way_cell target = wayi_sgastar_end(memory, !memory->side);
    if (!memory->drawn) {
        memory->line = wayi_line_begin(grid->map, wayi_sgastar_end(memory, memory->side), target);
    }
    memory->drawn = sgastar_param(agent, SGASTAR_VARIANT) == SGASTAR_V1;
    const bool walks = sgastar_param(agent, SGASTAR_VARIANT) != SGASTAR_V3;
    const uint32_t length = memory->line.left;
    if (!walks) {
        wayi_sgastar_pass_run(&memory->line, grid);
    } else if (!sgastar_walk_run(&memory->line, grid, way)) {
        memory->phase = WAYI_SGASTAR_FULL;
        return;
    }
    memory->cells += length - memory->line.left;
    if (!memory->line.left && (walks || length == 0)) {
        memory->phase = WAYI_SGASTAR_JOINED;
        return;
    }
    memory->sub = memory->line.left ? wayi_sgastar_pass_obstruction(&memory->line, grid) : target;
    sgastar_note_distance(agent);
    sgastar_refine(agent);
}

// Joining -----------------------------------------------------------------------------------------

/// Ends the way from the goal where the rival knows the rest, and has the rival say it; false
/// without memory.
static bool sgastar_join_rival(wayi_sgastar *memory, way_cell meeting)
{
    wayi_path_buffer *head = &memory->ways[WAYI_SGASTAR_HEAD];
    head->count = 1;
    return wayi_sgastar_rival_trace(memory, meeting, head);
}

/// Whether the way from the goal has met the rival since it had `first` cells.
static bool sgastar_meets_rival(wayi_sgastar *memory, uint32_t first)
{
    wayi_path_buffer *tail = &memory->ways[WAYI_SGASTAR_TAIL];
    for (uint32_t i = first; memory->side == WAYI_SGASTAR_TAIL && i < tail->count; i++) {
        if (wayi_sgastar_rival_knows(memory, tail->states[i])) {
            tail->count = i + 1;
            return true;
        }
    }
    return false;
}

/// Appends the way round the obstacle to this side's, trimmed if it does not end at the other.
static void sgastar_append_refinement(way_agent *agent)
{
    wayi_sgastar *memory = agent->memory;
    const way_map *map = wayi_space_grid(agent->space)->map;
    wayi_path_buffer *way = &memory->ways[memory->side];
    const wayi_path_buffer *found = wayi_inner_path(memory->refiner);
    const way_cell target = wayi_sgastar_end(memory, !memory->side);
    const bool trims = sgastar_param(agent, SGASTAR_VARIANT) != SGASTAR_V1 &&
                       memory->sub != target && memory->stalled <= SGASTAR_STALLED_MAX;
    const bool back = sgastar_param(agent, SGASTAR_REFINE) == SGASTAR_BACK;
    const uint32_t first = way->count - 1;
    if (!wayi_path_buffer_reserve(way, way->count + found->count)) {
        memory->phase = WAYI_SGASTAR_FULL;
        return;
    }
    for (uint32_t i = 1; i < found->count; i++) {
        way->states[way->count++] = found->states[back ? found->count - 1 - i : i];
    }
    if (trims) {
        way->count =
            first + wayi_trim_count(map, (wayi_trim_rule)sgastar_param(agent, SGASTAR_TRIM), target,
                                    way->states + first, way->count - first);
    }
    memory->phase = memory->sub == target ? WAYI_SGASTAR_JOINED : WAYI_SGASTAR_DRAW;
    if (sgastar_meets_rival(memory, first)) {
        const bool joined = sgastar_join_rival(memory, wayi_sgastar_end(memory, WAYI_SGASTAR_TAIL));
        memory->phase = joined ? WAYI_SGASTAR_JOINED : WAYI_SGASTAR_FULL;
    }
    memory->side ^= sgastar_param(agent, SGASTAR_VARIANT) != SGASTAR_V1;
}

/// Commits the way from the start; false without memory, and then nothing is committed.
static bool sgastar_commit(way_agent *agent)
{
    const wayi_path_buffer *way = &((wayi_sgastar *)agent->memory)->ways[WAYI_SGASTAR_HEAD];
    const uint32_t first = agent->path.count;
    if (!wayi_path_buffer_reserve(&agent->path, first + way->count)) {
        return false;
    }
    memcpy(agent->path.states + first, way->states + 1, (way->count - 1) * sizeof *way->states);
    agent->path.count += way->count - 1;
    agent->cost = way_cost_add(agent->cost, wayi_agent_path_cost(agent, first - 1));
    return true;
}

/// Cuts loops out of the way from the start unless they are to be kept; false without memory.
static bool sgastar_cut_loops(way_agent *agent)
{
    return sgastar_param(agent, SGASTAR_LOOPS) == SGASTAR_KEEP ||
           wayi_sgastar_remove_loops(agent->memory);
}

static way_outcome sgastar_finish(way_agent *agent)
{
    wayi_sgastar *memory = agent->memory;
    const bool complete = wayi_sgastar_concatenate(memory) && sgastar_cut_loops(agent);
    memory->ways[WAYI_SGASTAR_TAIL].count = 1; // giving up must not lay it down again
    if (!complete) {
        return WAY_OUTCOME_CAPACITY;
    }
    if (memory->stand_in) {
        return WAY_OUTCOME_NO_PATH;
    }
    return sgastar_commit(agent) ? WAY_OUTCOME_FOUND : WAY_OUTCOME_CAPACITY;
}

// The algorithm -----------------------------------------------------------------------------------

static way_status sgastar_begin(way_agent *agent)
{
    wayi_sgastar *memory = agent->memory;
    wayi_path_buffer_clear(&memory->ways[WAYI_SGASTAR_HEAD]);
    wayi_path_buffer_clear(&memory->ways[WAYI_SGASTAR_TAIL]);
    if (!wayi_path_buffer_push(&memory->ways[WAYI_SGASTAR_HEAD], agent->start) ||
        !wayi_path_buffer_push(&memory->ways[WAYI_SGASTAR_TAIL], agent->goal.state)) {
        return WAY_STATUS_NO_MEMORY;
    }
    if (!sgastar_fit_map(agent)) {
        return WAY_STATUS_NO_MEMORY;
    }
    wayi_sgastar_rival_reset(agent);
    memory->side = WAYI_SGASTAR_HEAD;
    memory->phase = WAYI_SGASTAR_DRAW;
    memory->drawn = false;
    memory->nearest = UINT32_MAX;
    memory->stalled = 0;
    memory->stand_in = false;
    memory->resorted = false;
    memory->states_max = 1; // the start
    memory->stand_ins_left = (uint32_t)memory->rival.least;
    sgastar_check_goal(agent);
    return WAY_STATUS_OK;
}

static way_outcome sgastar_step_refinement(way_agent *agent, uint32_t *budget)
{
    wayi_sgastar *memory = agent->memory;
    const uint32_t turn = *budget < memory->turn ? *budget : memory->turn;
    const uint64_t before = agent->stats.expansions;
    const way_outcome outcome = wayi_inner_step(memory->refiner, agent, turn);
    const uint32_t spent = (uint32_t)(agent->stats.expansions - before);
    memory->refined += spent;
    memory->turn -= spent;
    // A search that is not done has used its budget, on expansions or on other work.
    *budget -= outcome == WAY_OUTCOME_WORKING ? turn : spent;
    return outcome;
}

static void sgastar_count_states(wayi_sgastar *memory)
{
    const uint32_t states = wayi_sgastar_rival_states(memory) +
                            (memory->waits ? 0 : wayi_inner_states(memory->refiner));
    memory->states_max = states > memory->states_max ? states : memory->states_max;
}

/// Works on the refinement or the rival, whoever has its turn.
static void sgastar_work(way_agent *agent, uint32_t *budget)
{
    wayi_sgastar *memory = agent->memory;
    if (memory->rival.due) {
        const way_outcome outcome = wayi_sgastar_rival_step(agent, budget);
        sgastar_count_states(memory);
        if (outcome == WAY_OUTCOME_FOUND) {
            memory->ways[WAYI_SGASTAR_TAIL].count = 1;
            const bool joined = sgastar_join_rival(memory, agent->goal.state);
            memory->phase = joined ? WAYI_SGASTAR_JOINED : WAYI_SGASTAR_FULL;
        } else if (outcome == WAY_OUTCOME_NO_PATH) {
            sgastar_fail(agent);
        } else if (outcome != WAY_OUTCOME_WORKING) {
            memory->phase = WAYI_SGASTAR_FULL;
        }
        return;
    }
    if (memory->turn == 0) {
        memory->turn = wayi_sgastar_rival_credit(memory);
        memory->rival.due = memory->turn ? 0 : wayi_sgastar_rival_turn(memory);
        return;
    }
    if (memory->waits) {
        sgastar_begin_refinement(agent);
        return;
    }
    const way_outcome outcome = sgastar_step_refinement(agent, budget);
    sgastar_count_states(memory);
    if (outcome == WAY_OUTCOME_FOUND) {
        sgastar_append_refinement(agent);
    } else if (outcome == WAY_OUTCOME_NO_PATH) {
        // The cells that follow along the line are in the same pocket.
        wayi_sgastar_pass_run(&memory->line, wayi_space_grid(agent->space));
        if (memory->line.left) {
            memory->sub =
                wayi_sgastar_pass_obstruction(&memory->line, wayi_space_grid(agent->space));
            sgastar_refine(agent);
        } else {
            sgastar_fail(agent);
        }
    } else if (outcome != WAY_OUTCOME_WORKING) {
        memory->phase = WAYI_SGASTAR_FULL;
    }
}

/// Works on the search for as near to the goal as a way leads.
static void sgastar_work_last(way_agent *agent, uint32_t *budget)
{
    wayi_sgastar *memory = agent->memory;
    way_agent *inner = memory->refiner->agent;
    memory->turn = UINT32_MAX;
    const way_outcome outcome = sgastar_step_refinement(agent, budget);
    sgastar_count_states(memory);
    if (outcome == WAY_OUTCOME_WORKING) {
        return;
    }
    memory->phase = outcome == WAY_OUTCOME_CAPACITY ? WAYI_SGASTAR_FULL : WAYI_SGASTAR_FAILED;
    if (outcome == WAY_OUTCOME_NO_PATH) {
        inner->algorithm->give_up(inner);
    }
    wayi_path_buffer *head = &memory->ways[WAYI_SGASTAR_HEAD];
    wayi_path_buffer_clear(head);
    if (!wayi_path_buffer_append(head, inner->path.states, inner->path.count)) {
        memory->phase = WAYI_SGASTAR_FULL;
    }
}

static way_outcome sgastar_step(way_agent *agent, uint32_t budget)
{
    wayi_sgastar *memory = agent->memory;
    for (;;) {
        switch (memory->phase) {
        case WAYI_SGASTAR_DRAW:
            sgastar_draw(agent);
            break;
        case WAYI_SGASTAR_REFINE:
            if (budget == 0) {
                return WAY_OUTCOME_WORKING;
            }
            sgastar_work(agent, &budget);
            break;
        case WAYI_SGASTAR_LAST:
            if (budget == 0) {
                return WAY_OUTCOME_WORKING;
            }
            sgastar_work_last(agent, &budget);
            break;
        case WAYI_SGASTAR_JOINED:
            return sgastar_finish(agent);
        case WAYI_SGASTAR_FAILED:
            return WAY_OUTCOME_NO_PATH;
        default:
            return WAY_OUTCOME_CAPACITY;
        }
    }
}

/// Leaves the way from the start up to where it is nearest to the goal, or the rival's if that gets
/// nearer.
static void sgastar_give_up(way_agent *agent)
{
    wayi_sgastar *memory = agent->memory;
    wayi_path_buffer *way = &memory->ways[WAYI_SGASTAR_HEAD];
    if (!sgastar_cut_loops(agent)) {
        return;
    }
    way_cost least = 0;
    way->count = wayi_sgastar_nearest(agent, &least);
    const way_cell closest = wayi_sgastar_rival_closest(memory);
    if (closest != WAY_CELL_NONE && wayi_goal_distance(&agent->goal, closest) < least &&
        !sgastar_join_rival(memory, closest)) {
        return;
    }
    sgastar_commit(agent);
}

/// Without labels a goal that can't be reached is looked for like any other.
static bool sgastar_seeks_unreachable(const way_agent *agent)
{
    return agent->wish.trip.partial || !sgastar_param(agent, SGASTAR_LABELS);
}

const wayi_algorithm wayi_algorithm_sgastar = {
    .info = {.name = "sgastar",
             .title = "SGA*",
             .family = "spatial",
             .summary = "Straight lines to the goal, and a search only round what is in the way",
             .reference = "Anguelov: Video Game Pathfinding and Improvements to Discrete Search on "
                          "Grid-based Maps, 2011",
             .traits = WAY_TRAIT_COMPLETE | WAY_TRAIT_PARTIAL_PATHS | WAY_TRAIT_HANDLES_EDITS,
             .needs = WAY_SPACE_GRID | WAY_SPACE_UNLINKED,
             WAYI_PARAMS(sgastar_params)},
    .memory_size = sizeof(wayi_sgastar),
    .seeks_unreachable = sgastar_seeks_unreachable,
    .create = sgastar_create,
    .destroy = sgastar_destroy,
    .states_max = sgastar_states_max,
    .begin = sgastar_begin,
    .step = sgastar_step,
    .outlives = wayi_sgastar_outlives,
    .give_up = sgastar_give_up,
};
