// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// PRA*: search a small picture of the map, then refine. A pyramid of graphs (see pyramid.h) is
// prepared. A trip is planned with A* some way up to the level where start and goal fall together;
// then on every second level downwards, each time only inside what the path above is made of (and,
// if the search is wide, what is beside that on the level next to the search). Children of a node
// are connected and so are those of neighbours, so no refinement fails.
//
// With `partial` = K the path of each level is cut to its first K links before it is refined, and
// the moves that come of it are committed before the next ones are planned. The path of the topmost
// level is kept for the whole trip and nothing before the place reached on it is used again: so
// each round gets on, and the trip ends.
//
// A trip has a part of a path early: a few cells towards the goal, looked for before anything else,
// and, where that is asked for, the first links of the route, refined as soon as that is known.
// Both are kept aside for who gives up before there are cells of the real path. A goal among the
// first cells needs no route.
//
// Reference: Sturtevant and Buro, Partial Pathfinding Using Map Abstraction and Refinement, 2005.
// Deviations: cliques stay inside blocks; links weigh the terrain; the paper starts half-way up,
// which finds longer paths, searches every level, and plans every partial path from scratch.
#include "lab/hierarchical/corridor.h"

enum { PRASTAR_PARTIAL, PRASTAR_WIDE, PRASTAR_HEIGHT, PRASTAR_SKIP };

static const way_param prastar_params[] = {
    [PRASTAR_PARTIAL] = {"partial", "links of each level that are refined at a time; 0 = all",
                         WAY_PARAM_INTEGER, 0, 0, 1000, NULL},
    [PRASTAR_WIDE] = {"margin", "also search beside the path above, if it is refined as a whole",
                      WAY_PARAM_SWITCH, 1, 0, 1, NULL},
    [PRASTAR_HEIGHT] = {"height",
                        "first level searched, as a fraction of the one where start and goal meet",
                        WAY_PARAM_RATIO, 250, 100, 1000, NULL},
    [PRASTAR_SKIP] = {"skip", "search every second level only", WAY_PARAM_SWITCH, 1, 0, 1, NULL},
};

/// Cells that are looked at, and links that are refined, for those who give up.
#define PRASTAR_SKETCH 64u
#define PRASTAR_PIECE 16u

typedef struct prastar_memory {
    wayi_corridor search;
    wayi_path_buffer route; ///< path of the topmost level
    wayi_path_buffer above; ///< path to be refined
    uint32_t top;           ///< level where the route was found
    uint32_t cursor;        ///< place on the route
    way_cell cell;          ///< where the path so far ends
    uint32_t sketch;        ///< cells that are still looked at before there is a route
    bool piece;             ///< the first links of the route are refined to be kept aside
    wayi_path_buffer aside; ///< for those who give up: a way from the start
    way_cost aside_left;    ///< from where it is nearest to the goal
} prastar_memory;

// Levels ------------------------------------------------------------------------------------------

/// What a cell has become on a level, or NONE.
static uint32_t prastar_ancestor(const wayi_corridor *search, uint32_t level, way_cell cell)
{
    uint32_t id = cell;
    for (uint32_t i = 0; i < level && id != WAYI_PYRAMID_NONE; i++) {
        id = wayi_pyramid_above(search->pyramid, i, id);
    }
    return id;
}

/// The level to start on: some way up to that where the two fall together.
static uint32_t prastar_choose_level(const way_agent *agent)
{
    const wayi_pyramid *pyramid = agent->navigator->database;
    uint32_t a = agent->start;
    uint32_t b = agent->goal.state;
    uint32_t level = 0;
    while (a != b && a != WAYI_PYRAMID_NONE && b != WAYI_PYRAMID_NONE) {
        a = wayi_pyramid_above(pyramid, level, a);
        b = wayi_pyramid_above(pyramid, level, b);
        level++;
    }
    // The level of cliques of cells, which is not kept, counts.
    const uint32_t height = (level + 1) * (uint32_t)agent->navigator->params[PRASTAR_HEIGHT] / 1000;
    return height > 2 ? height - 1 : level > 1;
}

/// Links that are refined at a time; 0 = all.
static uint32_t prastar_links(const way_agent *agent)
{
    const prastar_memory *memory = agent->memory;
    return memory->piece ? PRASTAR_PIECE : (uint32_t)agent->navigator->params[PRASTAR_PARTIAL];
}

/// Starts the search of a level from where the path ends.
static void prastar_begin_search(way_agent *agent)
{
    prastar_memory *memory = agent->memory;
    wayi_corridor *search = &memory->search;
    wayi_corridor_begin(search, prastar_ancestor(search, search->level, memory->cell));
}

/// Heads for where a node of a level is.
static void prastar_head_for(wayi_corridor *search, uint32_t level, uint32_t id)
{
    const wayi_pyramid_node node = wayi_pyramid_look_up(search->pyramid, level, id);
    search->target_x = node.x;
    search->target_y = node.y;
}

/// Heads for the goal itself, or what it has become on the level.
static void prastar_aim(way_agent *agent)
{
    wayi_corridor *search = &((prastar_memory *)agent->memory)->search;
    search->target = prastar_ancestor(search, search->level, agent->goal.state);
    if (search->target != WAYI_PYRAMID_NONE) {
        prastar_head_for(search, search->level, search->target);
    }
}

/// Starts to look for the goal anywhere on a level.
static void prastar_begin_free(way_agent *agent, uint32_t level)
{
    wayi_corridor *search = &((prastar_memory *)agent->memory)->search;
    search->level = level;
    search->free = true;
    search->children = false;
    search->above = 0;
    prastar_aim(agent);
    prastar_begin_search(agent);
}

/// Cuts the path above to what is refined now and heads for its end, a level or two down.
static void prastar_descend(way_agent *agent)
{
    prastar_memory *memory = agent->memory;
    wayi_corridor *search = &memory->search;
    const uint32_t links = prastar_links(agent);
    const uint32_t above = search->level;
    const bool skips = agent->navigator->params[PRASTAR_SKIP] && above % 2 == 1 && above > 1;
    search->above = above;
    search->level = above - (skips ? 2 : 1);
    if (links && memory->above.count > links + 1) {
        const uint32_t next = memory->above.states[links + 1];
        memory->above.count = links + 1;
        search->children = true;
        prastar_head_for(search, above, next);
    }
    if (search->children) {
        search->target = memory->above.states[memory->above.count - 1];
    } else {
        prastar_aim(agent);
    }
    search->free = false;
    // Where a path is cut it must end on the route: beside that only if nothing is cut any more.
    const bool whole = links == 0 || (search->level == 0 && !search->children);
    wayi_corridor_mark(search, &memory->above,
                       prastar_ancestor(search, search->level + 1, memory->cell),
                       agent->navigator->params[PRASTAR_WIDE] && whole);
    prastar_begin_search(agent);
}

/// Starts a round: refines the route from where the agent is.
static bool prastar_begin_round(way_agent *agent)
{
    prastar_memory *memory = agent->memory;
    const uint32_t here = prastar_ancestor(&memory->search, memory->top, memory->cell);
    while (memory->cursor + 1 < memory->route.count &&
           memory->route.states[memory->cursor] != here) {
        memory->cursor++;
    }
    wayi_path_buffer_clear(&memory->above);
    if (!wayi_path_buffer_append(&memory->above, memory->route.states + memory->cursor,
                                 memory->route.count - memory->cursor)) {
        return false;
    }
    memory->search.level = memory->top;
    memory->search.children = false;
    prastar_descend(agent);
    return true;
}

/// Commits the way to a cell that was reached.
static bool prastar_commit(way_agent *agent, way_cell cell)
{
    prastar_memory *memory = agent->memory;
    if (!wayi_corridor_trace(&memory->search, cell, &memory->above) ||
        !wayi_path_buffer_append(&agent->path, memory->above.states + 1, memory->above.count - 1)) {
        return false;
    }
    agent->cost = way_cost_add(agent->cost, wayi_corridor_cost(&memory->search, cell));
    memory->cell = cell;
    return true;
}

/// Keeps the way to a cell aside if it gets nearer to the goal than the one that is; false without
/// memory.
static bool prastar_keep_aside(way_agent *agent, way_cell cell)
{
    prastar_memory *memory = agent->memory;
    wayi_path_buffer *way = &memory->above; // of no use until the next round
    if (!wayi_corridor_trace(&memory->search, cell, way)) {
        return false;
    }
    way_cost least = WAY_COST_MAX;
    for (uint32_t i = 0; i < way->count; i++) {
        const way_cost left = wayi_goal_distance(&agent->goal, way->states[i]);
        least = left < least ? left : least;
    }
    if (least >= memory->aside_left) {
        return true;
    }
    wayi_path_buffer_clear(&memory->aside);
    if (!wayi_path_buffer_append(&memory->aside, way->states, way->count)) {
        return false;
    }
    memory->aside_left = least;
    return true;
}

/// Goes on after a search has got where it should.
static way_outcome prastar_go_on(way_agent *agent, uint32_t reached)
{
    prastar_memory *memory = agent->memory;
    bool fits;
    if (memory->search.level == 0 && memory->piece) {
        memory->piece = false;
        fits = prastar_keep_aside(agent, reached) && prastar_begin_round(agent);
    } else if (memory->search.level == 0) {
        fits = prastar_commit(agent, reached);
        if (fits && reached == agent->goal.state) {
            return WAY_OUTCOME_FOUND;
        }
        fits = fits && prastar_begin_round(agent);
    } else if (memory->search.free) {
        fits = wayi_corridor_trace(&memory->search, reached, &memory->route);
        memory->cursor = 0;
        memory->piece = agent->wish.trip.partial && prastar_links(agent) == 0;
        fits = fits && prastar_begin_round(agent);
    } else {
        fits = wayi_corridor_trace(&memory->search, reached, &memory->above);
        if (fits) {
            prastar_descend(agent);
        }
    }
    return fits ? WAY_OUTCOME_WORKING : WAY_OUTCOME_CAPACITY;
}

// The trip ----------------------------------------------------------------------------------------

static way_status prastar_create(way_agent *agent)
{
    prastar_memory *memory = agent->memory;
    wayi_path_buffer_init(&memory->route, &agent->allocator);
    wayi_path_buffer_init(&memory->above, &agent->allocator);
    wayi_path_buffer_init(&memory->aside, &agent->allocator);
    return wayi_corridor_init(&memory->search, agent);
}

static void prastar_destroy(way_agent *agent)
{
    prastar_memory *memory = agent->memory;
    wayi_corridor_fini(&memory->search);
    wayi_path_buffer_fini(&memory->route);
    wayi_path_buffer_fini(&memory->above);
    wayi_path_buffer_fini(&memory->aside);
}

/// Of many goals that can be reached, takes the one that looks nearest to the start.
static void prastar_choose(way_agent *agent)
{
    const way_space *space = agent->space;
    const wayi_goal *goal = &agent->goal;
    if (goal->kind == WAYI_GOAL_ONE) {
        return;
    }
    way_state nearest = WAY_STATE_NONE;
    if (wayi_goal_is_reached(goal, agent->start)) {
        nearest = agent->start;
    } else if (goal->kind == WAYI_GOAL_RANGE) {
        nearest = space->type->nearest_reachable(space, agent->start, goal->state);
    } else {
        way_cost least = WAY_COST_MAX;
        for (uint32_t i = 0; i < goal->count; i++) {
            const way_cost h = space->type->estimate(space, agent->start, goal->states[i]);
            if (h < least && wayi_space_may_reach(space, agent->start, goal->states[i])) {
                least = h;
                nearest = goal->states[i];
            }
        }
    }
    wayi_goal_set_one(&agent->goal, nearest == WAY_STATE_NONE ? agent->start : nearest);
}

static way_status prastar_begin(way_agent *agent)
{
    prastar_memory *memory = agent->memory;
    memory->cell = agent->start;
    prastar_choose(agent);
    memory->top = prastar_choose_level(agent);
    memory->sketch = memory->top ? PRASTAR_SKETCH : 0;
    memory->piece = false;
    memory->aside_left = wayi_goal_distance(&agent->goal, agent->start);
    memory->search.full = false;
    wayi_path_buffer_clear(&memory->route);
    wayi_path_buffer_clear(&memory->aside);
    prastar_begin_free(agent, memory->top);
    if (memory->sketch) {
        prastar_begin_free(agent, 0);
    }
    return WAY_STATUS_OK;
}

/// Looks at cells around the start. WORKING when that was enough, or the budget is used up.
static way_outcome prastar_look_around(way_agent *agent, uint32_t *budget, uint32_t *reached)
{
    prastar_memory *memory = agent->memory;
    uint32_t part = memory->sketch < *budget ? memory->sketch : *budget;
    *budget -= part;
    memory->sketch -= part;
    const way_outcome outcome = wayi_corridor_step(&memory->search, &part, reached);
    *budget += part;
    if (outcome != WAY_OUTCOME_WORKING || memory->sketch) {
        return outcome;
    }
    const bool fits = prastar_keep_aside(agent, memory->search.closest);
    prastar_begin_free(agent, memory->top);
    return fits ? WAY_OUTCOME_WORKING : WAY_OUTCOME_CAPACITY;
}

static way_outcome prastar_step(way_agent *agent, uint32_t budget)
{
    prastar_memory *memory = agent->memory;
    way_outcome outcome = WAY_OUTCOME_WORKING;
    while (outcome == WAY_OUTCOME_WORKING && budget > 0) {
        uint32_t reached = WAYI_PYRAMID_NONE;
        outcome = memory->sketch ? prastar_look_around(agent, &budget, &reached)
                                 : wayi_corridor_step(&memory->search, &budget, &reached);
        if (outcome == WAY_OUTCOME_FOUND) {
            outcome = prastar_go_on(agent, reached);
        }
    }
    return outcome;
}

/// Goes on to the cell seen last that looks nearest to the goal, or to what was kept aside, or back
/// to one on the path.
static void prastar_give_up(way_agent *agent)
{
    const prastar_memory *memory = agent->memory;
    const wayi_corridor *search = &memory->search;
    const wayi_path_buffer *aside = &memory->aside;
    const bool cells = search->level == 0 && search->closest != WAYI_PYRAMID_NONE && !search->full;
    const bool begun = memory->cell != agent->start;
    if (cells &&
        (begun || wayi_goal_distance(&agent->goal, search->closest) < memory->aside_left)) {
        prastar_commit(agent, search->closest);
    } else if (!begun && aside->count) {
        (void)wayi_path_buffer_append(&agent->path, aside->states + 1, aside->count - 1);
    }
    wayi_agent_cut_to_nearest(agent, &agent->goal);
}

const wayi_algorithm wayi_algorithm_prastar = {
    .info = {.name = "prastar",
             .title = "PRA*",
             .family = "hierarchical",
             .summary = "Refines a path through ever finer pictures of the map, whole or in parts",
             .reference = "Sturtevant, Buro: Partial Pathfinding Using Map Abstraction and "
                          "Refinement, 2005",
             .traits = WAY_TRAIT_COMPLETE | WAY_TRAIT_PARTIAL_PATHS | WAY_TRAIT_ANY_GOAL |
                       WAY_TRAIT_HANDLES_EDITS | WAY_TRAIT_PREPARED,
             .needs = WAY_SPACE_GRID | WAY_SPACE_UNLINKED,
             WAYI_PARAMS(prastar_params)},
    .database.size = sizeof(wayi_pyramid),
    .memory_size = sizeof(prastar_memory),
    .detours = true,
    .database.prepare = wayi_pyramid_prepare,
    .database.discard = wayi_pyramid_discard,
    .database.repair = wayi_pyramid_repair,
    .database.save = wayi_pyramid_save,
    .database.open = wayi_pyramid_open,
    .create = prastar_create,
    .destroy = prastar_destroy,
    .begin = prastar_begin,
    .step = prastar_step,
    .give_up = prastar_give_up,
};
