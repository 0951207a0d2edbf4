// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// LRTA* with subgoal trees: for every goal a tree of subgoals. A search backwards from the goal
// gives each cell the next one on a best way; a cell whose climb towards the subgoal of that next
// cell takes exactly this step shares its subgoal, any other makes the next cell a subgoal of its
// own. Only subgoals are kept, with their parents and their distances. An agent looks through its
// goal's tree for the subgoal that it can climb to and that has the cheapest way on, and then
// climbs from parent to parent: a best path without any learning.
//
// The tree must be searched before the first move, so this is not real-time, and all trees together
// grow with the square of the cells: maps with more passable ones than `cells` are refused.
// Reference: Hernandez and Baier, Fast Subgoaling for Pathfinding via Real-Time Search, 2011. The
// rule for subgoals is our own reading of it.
#include "base/job.h"
#include "lab/subgoal/sweep.h"
#include "search/engine/ways_out.h"
#include "search/subgoal/walk.h"

#include <string.h>

/// Goals per piece of work.
#define SGLRTA_PIECE 64u

enum { SGLRTA_CELLS };

static const way_param sglrta_params[] = {
    [SGLRTA_CELLS] = {"cells", "largest number of passable cells; memory grows with its square",
                      WAY_PARAM_INTEGER, 2500, 2500, 200000, NULL},
};

typedef struct sglrta_node {
    way_cell cell;
    uint32_t parent; ///< within the tree; the goal is node 0 and its own parent
    way_cost distance;
} sglrta_node;

typedef struct sglrta_database {
    sglrta_node *nodes;
    size_t nodes_count;
    uint64_t *trees; ///< [cells + 1] where the nodes of a goal start
    size_t trees_count;
} sglrta_database;

static const wayi_blob_list sglrta_lists[] = {
    WAYI_BLOB_LIST(WAYI_BLOB_TAG('N', 'O', 'D', 'E'), sglrta_database, nodes),
    WAYI_BLOB_LIST(WAYI_BLOB_TAG('T', 'R', 'E', 'E'), sglrta_database, trees),
};

// Preparation -------------------------------------------------------------------------------------

/// Nodes of a piece are written as words.
#define SGLRTA_WORDS (uint32_t)(sizeof(sglrta_node) / sizeof(uint32_t))

typedef struct sglrta_job {
    const wayi_grid *grid;
    wayi_path_buffer *pieces;
    uint64_t *trees; ///< filled with the nodes of each, behind its place
    way_allocator allocator;
} sglrta_job;

/// The making of a tree.
typedef struct sglrta_search {
    wayi_path_buffer *piece;
    uint32_t first;     ///< word of the tree
    wayi_sweep sweep;   ///< from the goal, and every step can be taken back
    uint32_t *subgoals; ///< [cells] node that the cell heads for
    uint32_t *numbers;  ///< [cells] of the node that the cell is, or UINT32_MAX
} sglrta_search;

/// Makes a cell a node of the tree; false without memory.
static bool sglrta_add(sglrta_search *search, way_cell cell, uint32_t parent)
{
    const uint32_t words[SGLRTA_WORDS] = {cell, parent, search->sweep.costs[cell]};
    search->numbers[cell] = (search->piece->count - search->first) / SGLRTA_WORDS;
    return wayi_path_buffer_append(search->piece, words, SGLRTA_WORDS);
}

/// Gives a settled cell its subgoal; false without memory.
static bool sglrta_settle(sglrta_search *search, way_cell cell)
{
    const wayi_grid *grid = search->sweep.grid;
    const uint32_t direction = wayi_direction_opposite(search->sweep.arrivals[cell]);
    const way_cell next = cell + (uint32_t)grid->map->offsets[direction];
    const uint32_t subgoal = search->subgoals[next];
    const way_cell target = search->piece->states[search->first + subgoal * SGLRTA_WORDS];
    const bool shares = wayi_climb_next(grid, cell, target) == direction;
    const bool fits =
        shares || search->numbers[next] != UINT32_MAX || sglrta_add(search, next, subgoal);
    search->subgoals[cell] = shares ? subgoal : search->numbers[next];
    return fits;
}

static bool sglrta_make_tree(sglrta_search *search, way_cell goal)
{
    const wayi_path_buffer *order = &search->sweep.order;
    search->first = search->piece->count;
    memset(search->numbers, 0xff, search->sweep.cell_count * sizeof *search->numbers);
    search->subgoals[goal] = 0;
    bool fits = wayi_sweep_run(&search->sweep, goal) && sglrta_add(search, goal, 0);
    for (uint32_t i = 1; i < order->count && fits; i++) {
        fits = sglrta_settle(search, order->states[i]);
    }
    return fits;
}

static way_status sglrta_make_piece(uint32_t index, void *argument)
{
    sglrta_job *job = argument;
    const uint32_t cells = job->grid->map->cell_count;
    const uint32_t last = (index + 1) * SGLRTA_PIECE;
    sglrta_search search = {.piece = &job->pieces[index],
                            .subgoals = wayi_alloc(&job->allocator, cells, sizeof(uint32_t)),
                            .numbers = wayi_alloc(&job->allocator, cells, sizeof(uint32_t))};
    bool fits = wayi_sweep_init(&search.sweep, job->grid, true, &job->allocator);
    fits = fits && search.subgoals && search.numbers;
    for (way_cell goal = index * SGLRTA_PIECE; fits && goal < last && goal < cells; goal++) {
        if (way_space_can_stand(&job->grid->space, goal)) {
            fits = sglrta_make_tree(&search, goal);
            job->trees[goal + 1] = (search.piece->count - search.first) / SGLRTA_WORDS;
        }
    }
    wayi_sweep_fini(&search.sweep);
    wayi_free(&job->allocator, search.subgoals, cells, sizeof(uint32_t));
    wayi_free(&job->allocator, search.numbers, cells, sizeof(uint32_t));
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

static way_status sglrta_prepare(way_navigator *navigator, const way_job *job)
{
    sglrta_database *database = navigator->database;
    const wayi_grid *grid = wayi_space_grid(navigator->space);
    const way_allocator *allocator = &navigator->allocator;
    if (way_map_passable_count(grid->map) > (uint32_t)navigator->params[SGLRTA_CELLS]) {
        return WAY_STATUS_TOO_LARGE;
    }
    const uint32_t cells = grid->map->cell_count;
    const uint32_t piece_count = (cells + SGLRTA_PIECE - 1) / SGLRTA_PIECE;
    database->trees_count = (size_t)cells + 1;
    database->trees = wayi_alloc_zero(allocator, database->trees_count, sizeof *database->trees);
    wayi_path_buffer *pieces = wayi_alloc(allocator, piece_count, sizeof *pieces);
    way_status status = WAY_STATUS_NO_MEMORY;
    if (database->trees && pieces) {
        for (uint32_t i = 0; i < piece_count; i++) {
            wayi_path_buffer_init(&pieces[i], allocator);
        }
        sglrta_job work = {grid, pieces, database->trees, *allocator};
        status =
            wayi_job_run((wayi_job_stage){job, 0, 1000}, piece_count, sglrta_make_piece, &work);
        const bool fits = wayi_path_buffer_join(pieces, piece_count, SGLRTA_WORDS, allocator,
                                                (void **)&database->nodes, &database->nodes_count);
        status = status == WAY_STATUS_OK && !fits ? WAY_STATUS_NO_MEMORY : status;
        for (uint32_t i = 0; i < cells; i++) {
            database->trees[i + 1] += database->trees[i];
        }
    }
    WAYI_FREE(allocator, pieces, piece_count);
    return status;
}

/// Whether a tree has its goal for a root and parents before children, so that climbs end there.
static bool sglrta_is_sound(const sglrta_database *database, way_cell goal)
{
    const uint64_t first = database->trees[goal];
    const uint64_t count = database->trees[goal + 1] - first;
    for (uint64_t i = 0; i < count; i++) {
        const sglrta_node *node = &database->nodes[first + i];
        if (node->cell >= database->trees_count - 1 ||
            (i ? node->parent >= i : node->cell != goal)) {
            return false;
        }
    }
    return count <= UINT32_MAX;
}

static way_status sglrta_open(way_navigator *navigator, const wayi_blob *blob)
{
    (void)blob;
    const sglrta_database *database = navigator->database;
    const uint32_t cells = way_space_map(navigator->space)->cell_count;
    const uint64_t *trees = database->trees;
    bool sound = database->trees_count == (size_t)cells + 1 && trees[0] == 0 &&
                 trees[cells] == database->nodes_count;
    for (way_cell goal = 0; goal < cells && sound; goal++) {
        sound = trees[goal] <= trees[goal + 1] && trees[goal + 1] <= database->nodes_count &&
                sglrta_is_sound(database, goal);
    }
    return sound ? WAY_STATUS_OK : WAY_STATUS_BAD_FORMAT;
}

// Agents ------------------------------------------------------------------------------------------

typedef struct sglrta_memory {
    const sglrta_node *tree; ///< of the goal
    uint32_t count;
    wayi_climb check;
    way_cell cell;
    bool checking;    ///< a climb to node `scanned` is under way
    uint32_t scanned; ///< nodes of the tree looked at
    uint32_t best;    ///< node that the agent heads for
    way_cost best_cost;
    wayi_ways_out exits; ///< of a blocked start
} sglrta_memory;

static way_status sglrta_begin(way_agent *agent)
{
    sglrta_memory *memory = agent->memory;
    const sglrta_database *database = agent->navigator->database;
    const uint64_t *first = &database->trees[agent->goal.state];
    *memory = (sglrta_memory){.tree = database->nodes + first[0],
                              .count = (uint32_t)(first[1] - first[0]),
                              .cell = agent->start,
                              .best = UINT32_MAX,
                              .best_cost = WAY_COST_MAX};
    wayi_ways_out_find(&memory->exits, agent, &memory->cell);
    return WAY_STATUS_OK;
}

/// Looks through the tree for the best subgoal that can be climbed to.
static void sglrta_scan(way_agent *agent, uint32_t *budget)
{
    sglrta_memory *memory = agent->memory;
    const wayi_grid *grid = wayi_space_grid(agent->space);
    while (*budget && memory->scanned < memory->count) {
        const sglrta_node *node = &memory->tree[memory->scanned];
        const way_cost out = memory->exits.edges[memory->exits.tried].cost;
        const way_cost rest = way_cost_add(node->distance, out);
        if (!memory->checking) {
            if (way_cost_add(wayi_grid_distance(grid, memory->cell, node->cell), rest) >=
                memory->best_cost) {
                memory->scanned++;
                continue;
            }
            memory->checking = true;
            memory->check = wayi_climb_begin(grid, memory->cell, node->cell);
        }
        uint32_t all = UINT32_MAX;
        const way_outcome outcome = wayi_walk_check(agent, &memory->check, &all, budget);
        const way_cost cost = way_cost_add(memory->check.cost, rest);
        if (outcome == WAY_OUTCOME_FOUND && cost < memory->best_cost) {
            memory->best_cost = cost;
            memory->best = memory->scanned;
        }
        memory->checking = outcome == WAY_OUTCOME_WORKING;
        memory->scanned += !memory->checking;
    }
}

static way_outcome sglrta_walk(way_agent *agent, uint32_t budget)
{
    sglrta_memory *memory = agent->memory;
    const sglrta_node *nodes = memory->tree;
    way_outcome outcome = memory->best == UINT32_MAX ? WAY_OUTCOME_NO_PATH : WAY_OUTCOME_WORKING;
    for (; budget && outcome == WAY_OUTCOME_WORKING; budget--) {
        if (memory->cell == nodes[memory->best].cell) {
            memory->best = nodes[memory->best].parent;
        }
        const way_cell target = nodes[memory->best].cell;
        if (memory->cell == target) {
            return WAY_OUTCOME_NO_PATH; // no tree that was made here has a cell twice
        }
        outcome = wayi_walk_climb(agent, &memory->cell, target);
    }
    return outcome;
}

static way_outcome sglrta_step(way_agent *agent, uint32_t budget)
{
    sglrta_memory *memory = agent->memory;
    if (memory->cell == agent->goal.state && memory->exits.count == 0) {
        return WAY_OUTCOME_FOUND;
    }
    while (budget && memory->scanned < memory->count) {
        sglrta_scan(agent, &budget);
        if (memory->scanned == memory->count && memory->exits.count) {
            const way_outcome outcome =
                wayi_ways_out_end(&memory->exits, agent, memory->best_cost, &memory->cell);
            if (outcome != WAY_OUTCOME_WORKING) {
                return outcome;
            }
            memory->scanned = memory->exits.count ? 0 : memory->count;
        }
    }
    return memory->scanned == memory->count ? sglrta_walk(agent, budget) : WAY_OUTCOME_WORKING;
}

const wayi_algorithm wayi_algorithm_sglrta = {
    .info = {.name = "sglrta",
             .title = "LRTA* with subgoal trees",
             .family = "subgoal",
             .summary = "Hill climbing down a tree of subgoals made for every goal",
             .reference =
                 "Hernandez, Baier, Fast Subgoaling for Pathfinding via Real-Time Search, 2011",
             .traits = WAY_TRAIT_OPTIMAL | WAY_TRAIT_COMPLETE | WAY_TRAIT_PREPARED |
                       WAY_TRAIT_BLOCKED_START,
             .needs = WAY_SPACE_GRID | WAY_SPACE_UNLINKED | WAY_SPACE_UNIFORM_COST,
             WAYI_PARAMS(sglrta_params)},
    .database.size = sizeof(sglrta_database),
    .database.relief = "raise cells",
    .memory_size = sizeof(sglrta_memory),
    .database.prepare = sglrta_prepare,
    WAYI_LISTS(sglrta_lists),
    .database.open = sglrta_open,
    .begin = sglrta_begin,
    .step = sglrta_step,
};
