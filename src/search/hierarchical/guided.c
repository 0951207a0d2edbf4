// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The abstraction as an estimate: A* on the cells, led along the sectors that a search over their
// exits chose (see exits.h and exit_search.h). That search runs from the goal and knows what is
// left at each exit of the route; the estimate of a cell is the open distance to the next of them
// plus what is left from there. Cells of other sectors are not looked at. Before all that plain A*
// may try a few cells: it is enough for many a trip.
//
// The bound. Links are exact, and every path is a chain of them: the search over exits, a weighted
// A* with a consistent estimate, finds a route for at most `weight` times the best cost, and there
// is a path of cells that costs what the route does. At no cell of that path is the estimate more
// than the rest of it. So while the goal has not been reached one of its cells is open with an f of
// at most the route's cost; a goal that is taken from the open list costs no more than that.
//
// Reference: Goldenberg, Felner, Sturtevant, Schaeffer, Portal-Based True-Distance Heuristics for
// Path Finding, 2010. Deviations: what is left is searched for per trip instead of being looked up,
// so that an edit costs sectors; only exits on the route lead anywhere.
#include "search/hierarchical/guided_cells.h"
#include "search/hierarchical/partial.h"

enum { GUIDED_WEIGHT, GUIDED_SECTOR };

static const char *const guided_sides[] = {"16", "32"};

static const way_param guided_params[] = {
    [GUIDED_WEIGHT] = {.name = "weight",
                       .help = "how many times the best cost a path may have; 1 = optimal",
                       .type = WAY_PARAM_RATIO,
                       .preset = 1000,
                       .min = 1000,
                       .max = 100000},
    [GUIDED_SECTOR] = {.name = "sector",
                       .help = "side of a sector in cells; smaller ones are repaired faster",
                       .type = WAY_PARAM_CHOICE,
                       .preset = 1,
                       .min = 0,
                       .max = 1,
                       .choices = guided_sides},
};

/// So many cells are expanded before a route is looked for: many trips need no more.
#define GUIDED_TRIAL 256u

typedef enum guided_stage {
    GUIDED_TRY,   ///< A* with the open distance, for a while
    GUIDED_ROUTE, ///< the search over exits
    GUIDED_CELLS  ///< A* along the route
} guided_stage;

typedef struct guided_memory {
    wayi_exit_search route;
    wayi_guided_cells cells;
    guided_stage stage;
    bool full;      ///< memory or capacity ran out at once
    uint32_t trial; ///< cells left to try without a route
} guided_memory;

// The database ------------------------------------------------------------------------------------

static void guided_set_up(way_navigator *navigator)
{
    wayi_exits_init(navigator->database, wayi_space_grid(navigator->space),
                    WAYI_EXITS_SHIFT + (uint32_t)navigator->params[GUIDED_SECTOR],
                    &navigator->allocator);
}

static way_status guided_prepare(way_navigator *navigator, const way_job *job)
{
    guided_set_up(navigator);
    return wayi_exits_build(navigator->database, (wayi_job_stage){job, 0, 1000});
}

static way_status guided_open(way_navigator *navigator, const wayi_blob *blob)
{
    guided_set_up(navigator);
    return wayi_exits_open(navigator->database, blob);
}

static void guided_discard(way_navigator *navigator)
{
    wayi_exits_fini(navigator->database);
}

static size_t guided_size(const way_navigator *navigator)
{
    return wayi_exits_bytes(navigator->database);
}

static way_status guided_repair(way_navigator *navigator, const way_rect *rects, uint32_t count,
                                uint32_t budget, bool *done)
{
    *done = false;
    const way_status status = wayi_exits_note(navigator->database, rects, count);
    return status == WAY_STATUS_OK ? wayi_exits_mend(navigator->database, budget, done) : status;
}

static void guided_save(const way_navigator *navigator, wayi_blob_writer *writer)
{
    wayi_exits_save(navigator->database, writer);
}

// The trip ----------------------------------------------------------------------------------------

static way_status guided_create(way_agent *agent)
{
    guided_memory *memory = agent->memory;
    const way_status status = wayi_exit_search_init(
        &memory->route, agent, (uint32_t)agent->navigator->params[GUIDED_WEIGHT]);
    return status == WAY_STATUS_OK ? wayi_guided_cells_init(&memory->cells, &memory->route, agent)
                                   : status;
}

static void guided_destroy(way_agent *agent)
{
    guided_memory *memory = agent->memory;
    wayi_guided_cells_fini(&memory->cells);
    wayi_exit_search_fini(&memory->route);
}

static size_t guided_bytes(const way_agent *agent)
{
    const guided_memory *memory = agent->memory;
    return wayi_guided_cells_bytes(&memory->cells) + wayi_exit_search_bytes(&memory->route);
}

static way_status guided_begin(way_agent *agent)
{
    guided_memory *memory = agent->memory;
    memory->stage = GUIDED_TRY;
    memory->trial = GUIDED_TRIAL;
    memory->full = !wayi_guided_cells_begin(&memory->cells, agent, false);
    return WAY_STATUS_OK;
}

/// Tries without a route; true if there is nothing else to do.
static bool guided_try(way_agent *agent, uint32_t *budget, way_outcome *outcome)
{
    guided_memory *memory = agent->memory;
    const uint32_t most = memory->trial < *budget ? memory->trial : *budget;
    uint32_t left = most;
    *outcome = wayi_guided_cells_step(&memory->cells, agent, &left);
    *budget -= most - left;
    memory->trial -= most - left;
    if (*outcome == WAY_OUTCOME_MOVING && memory->trial == 0) {
        memory->stage = GUIDED_ROUTE;
        wayi_exit_search_begin(&memory->route, agent);
        return false;
    }
    return true;
}

static way_outcome guided_step(way_agent *agent, uint32_t budget)
{
    guided_memory *memory = agent->memory;
    way_outcome outcome = WAY_OUTCOME_MOVING;
    if (memory->full) {
        return WAY_OUTCOME_CAPACITY;
    }
    if (memory->stage == GUIDED_ROUTE ||
        (memory->stage == GUIDED_TRY && !guided_try(agent, &budget, &outcome))) {
        outcome = wayi_exit_search_step(&memory->route, agent, &budget);
        if (outcome != WAY_OUTCOME_ARRIVED) {
            return outcome;
        }
        memory->stage = GUIDED_CELLS;
        if (!wayi_guided_cells_begin(&memory->cells, agent, true)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    if (memory->stage == GUIDED_CELLS) {
        outcome = wayi_guided_cells_step(&memory->cells, agent, &budget);
    }
    return outcome == WAY_OUTCOME_ARRIVED &&
                   !wayi_guided_cells_commit(&memory->cells, agent, agent->goal.state)
               ? WAY_OUTCOME_CAPACITY
               : outcome;
}

static void guided_give_up(way_agent *agent)
{
    const guided_memory *memory = agent->memory;
    if (memory->cells.closest != WAY_CELL_NONE) {
        wayi_guided_cells_commit(&memory->cells, agent, memory->cells.closest);
    }
    wayi_partial_cut(agent);
}

const wayi_algorithm wayi_algorithm_guided = {
    .info = {.name = "guided",
             .title = "Guided A*",
             .family = "hierarchical",
             .summary = "A* led along the sectors that a search over their exits chose; optimal or "
                        "bounded",
             .reference = "Goldenberg, Felner, Sturtevant, Schaeffer: Portal-Based True-Distance "
                          "Heuristics for Path Finding, 2010",
             .traits = WAY_TRAIT_BOUNDED | WAY_TRAIT_COMPLETE | WAY_TRAIT_PARTIAL_PATHS |
                       WAY_TRAIT_PREPARED,
             .needs = WAY_SPACE_GRID | WAY_SPACE_UNLINKED,
             .params = guided_params,
             .param_count = sizeof guided_params / sizeof *guided_params},
    .database_size = sizeof(wayi_exits),
    .memory_size = sizeof(guided_memory),
    .prepare = guided_prepare,
    .discard = guided_discard,
    .database_bytes = guided_size,
    .repair = guided_repair,
    .save = guided_save,
    .open = guided_open,
    .create = guided_create,
    .destroy = guided_destroy,
    .memory_bytes = guided_bytes,
    .begin = guided_begin,
    .step = guided_step,
    .give_up = guided_give_up,
};
