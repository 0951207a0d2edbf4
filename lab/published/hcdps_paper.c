// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// HCDPS as it was printed. Off-line, regions grow around seeds: a cell belongs to one if hill
// climbing leads from the cell to the seed and back within `cutoff` steps, and if no other seed
// that it has is as near. A* finds best paths between the seeds of regions up to `depth` borders
// apart, dynamic programming strings them together between all seeds, and each whole path is
// compressed into a record of states that hill climbing connects. On-line, the unit climbs to its
// region's seed, along the record, and from the last seed to its goal. Three looks save detours:
// from the start to the goal, from the start to the first subgoal, from the last subgoal to the
// goal.
//
// It is here to be judged by and compared with: `hcdps` is what games want. Every ordered pair of
// regions has a record, so maps that fall into many regions (mazes, scattered walls) are refused.
//
// Reference: Lawrence and Bulitko, Taking Learning out of Real-Time Heuristic Search for Video-game
// Pathfinding, 2010; sections are its own. What it leaves open, and how that is read here, is told
// on the page of this algorithm.
#include "lab/published/hcdps_paper.h"

#include "search/subgoal/walk.h"

static const char *const hcdps_paper_seeds[] = {"free", "all"};
static const char *const hcdps_paper_records[] = {"whole", "subgoals"};
static const char *const hcdps_paper_compress[] = {"printed", "farthest"};

static const way_param hcdps_paper_params[] = {
    [WAYI_HCDPS_PAPER_DEPTH] = {"depth",
                                "borders crossed by the longest paths that are searched for",
                                WAY_PARAM_INTEGER, 1, 1, 5, NULL},
    [WAYI_HCDPS_PAPER_CUTOFF] = {"cutoff", "most steps between a cell and its seed, and of a check",
                                 WAY_PARAM_INTEGER, 250, 4, 10000, NULL},
    [WAYI_HCDPS_PAPER_SPACING] = {"spacing",
                                  "cells between points of the lattice of seeds; 0 = cutoff",
                                  WAY_PARAM_INTEGER, 0, 0, 10000, NULL},
    [WAYI_HCDPS_PAPER_SEEDS] =
        {"seeds", "points of the lattice that are seeds: those without a region, or all",
         WAY_PARAM_CHOICE, 0, 0, 1, hcdps_paper_seeds},
    [WAYI_HCDPS_PAPER_RECORDS] = {"records",
                                  "what is compressed: whole paths, or the subgoals of their parts",
                                  WAY_PARAM_CHOICE, 0, 0, 1, hcdps_paper_records},
    [WAYI_HCDPS_PAPER_COMPRESS] = {"compress",
                                   "the next subgoal: what halving finds, or the farthest",
                                   WAY_PARAM_CHOICE, 0, 0, 1, hcdps_paper_compress},
    [WAYI_HCDPS_PAPER_LOOKS] = {"looks", "checks past the seeds at both ends of a trip",
                                WAY_PARAM_SWITCH, 1, 0, 1, NULL},
};

static const wayi_blob_list hcdps_paper_lists[] = {
    WAYI_BLOB_LIST(WAYI_BLOB_TAG('S', 'E', 'E', 'D'), wayi_hcdps_paper, seeds),
    WAYI_BLOB_LIST(WAYI_BLOB_TAG('R', 'U', 'N', 'S'), wayi_hcdps_paper, runs),
    WAYI_BLOB_LIST(WAYI_BLOB_TAG('H', 'A', 'S', 'H'), wayi_hcdps_paper, table),
    WAYI_BLOB_LIST(WAYI_BLOB_TAG('P', 'A', 'I', 'R'), wayi_hcdps_paper, pairs),
    WAYI_BLOB_LIST(WAYI_BLOB_TAG('R', 'E', 'C', 'S'), wayi_hcdps_paper, states),
};

// Regions -----------------------------------------------------------------------------------------

/// The region of a cell, or UINT32_MAX: from the entry before it on, run by run.
static uint32_t hcdps_paper_region(const wayi_hcdps_paper *database, way_cell cell)
{
    size_t run = database->runs_count ? database->table[cell / WAYI_HCDPS_PAPER_STRIDE] : 0;
    while (run + 1 < database->runs_count && database->runs[run + 1].first <= cell) {
        run++;
    }
    return run < database->runs_count && database->runs[run].first <= cell
               ? database->runs[run].region
               : UINT32_MAX;
}

static uint32_t hcdps_paper_find_region(const way_navigator *navigator, way_state state,
                                        way_state *place)
{
    const wayi_hcdps_paper *database = navigator->database;
    const uint32_t region = way_space_can_stand(navigator->space, state)
                                ? hcdps_paper_region(database, state)
                                : UINT32_MAX;
    *place = region == UINT32_MAX ? WAY_STATE_NONE : database->seeds[region];
    return region == UINT32_MAX ? WAY_STATE_NONE : region;
}

// Agents ------------------------------------------------------------------------------------------

typedef enum hcdps_paper_stage {
    HCDPS_PAPER_LOOK_GOAL,  ///< from the start straight to the goal?
    HCDPS_PAPER_LOOK_FIRST, ///< ... to the first subgoal?
    HCDPS_PAPER_LOOK_LAST,  ///< from the last subgoal to the goal?
    HCDPS_PAPER_WALK
} hcdps_paper_stage;

typedef struct hcdps_paper_memory {
    wayi_climb look;
    uint32_t look_left; ///< cells that the look may still climb
    uint32_t next;      ///< state of the record to climb to
    uint32_t end;       ///< of the record; the goal comes after it
    uint32_t last;      ///< where its last subgoal is, to look from there; UINT32_MAX = no look
    way_cell cell;
    way_cell seed; ///< to climb to before anything else; WAY_CELL_NONE = none
    hcdps_paper_stage stage;
} hcdps_paper_memory;

static void hcdps_paper_look(way_agent *agent, hcdps_paper_stage stage, way_cell target)
{
    hcdps_paper_memory *memory = agent->memory;
    memory->stage = stage;
    memory->look = wayi_climb_begin(wayi_space_grid(agent->space), memory->cell, target);
    memory->look_left = (uint32_t)agent->navigator->params[WAYI_HCDPS_PAPER_CUTOFF];
}

/// Takes the record between the regions of both ends.
static void hcdps_paper_take_record(way_agent *agent)
{
    hcdps_paper_memory *memory = agent->memory;
    const wayi_hcdps_paper *database = agent->navigator->database;
    const uint32_t from = hcdps_paper_region(database, memory->cell);
    const uint32_t to = hcdps_paper_region(database, agent->goal.state);
    memory->stage = HCDPS_PAPER_WALK;
    if (from == UINT32_MAX || to == UINT32_MAX) {
        return; // of a file that lacks them: a climb to the goal
    }
    memory->seed = database->seeds[from];
    const size_t pair = (size_t)from * database->seeds_count + to;
    memory->next = database->pairs[pair];
    memory->end = database->pairs[pair + 1];
    if (agent->navigator->params[WAYI_HCDPS_PAPER_LOOKS] && memory->end - memory->next > 2) {
        memory->last = memory->end - 2;
        hcdps_paper_look(agent, HCDPS_PAPER_LOOK_FIRST, database->states[memory->next + 1]);
    }
}

static way_status hcdps_paper_begin(way_agent *agent)
{
    *(hcdps_paper_memory *)agent->memory = (hcdps_paper_memory){
        .last = UINT32_MAX, .cell = agent->start, .seed = WAY_CELL_NONE, .stage = HCDPS_PAPER_WALK};
    if (agent->navigator->params[WAYI_HCDPS_PAPER_LOOKS]) {
        hcdps_paper_look(agent, HCDPS_PAPER_LOOK_GOAL, agent->goal.state);
    } else {
        hcdps_paper_take_record(agent);
    }
    return WAY_STATUS_OK;
}

/// Goes on after a look.
static void hcdps_paper_judge(way_agent *agent, bool reached)
{
    hcdps_paper_memory *memory = agent->memory;
    const hcdps_paper_stage stage = memory->stage;
    memory->stage = HCDPS_PAPER_WALK;
    if (stage == HCDPS_PAPER_LOOK_GOAL && !reached) {
        hcdps_paper_take_record(agent);
    } else if (stage == HCDPS_PAPER_LOOK_FIRST && reached) {
        memory->seed = WAY_CELL_NONE;
        memory->next++;
    } else if (stage == HCDPS_PAPER_LOOK_LAST && reached) {
        memory->next = memory->end;
    }
}

/// Where to climb to: the seed, the states of the record, the goal. A look may be due before that.
static way_cell hcdps_paper_target(way_agent *agent)
{
    hcdps_paper_memory *memory = agent->memory;
    const wayi_hcdps_paper *database = agent->navigator->database;
    if (memory->seed == memory->cell) {
        memory->seed = WAY_CELL_NONE;
    }
    if (memory->seed != WAY_CELL_NONE) {
        return memory->seed;
    }
    while (memory->next < memory->end && database->states[memory->next] == memory->cell) {
        if (memory->next++ == memory->last) {
            hcdps_paper_look(agent, HCDPS_PAPER_LOOK_LAST, agent->goal.state);
            break;
        }
    }
    return memory->next < memory->end ? database->states[memory->next] : agent->goal.state;
}

static way_outcome hcdps_paper_step(way_agent *agent, uint32_t budget)
{
    hcdps_paper_memory *memory = agent->memory;
    if (memory->cell == agent->goal.state) {
        return WAY_OUTCOME_FOUND;
    }
    way_cell target = WAY_CELL_NONE;
    for (;;) {
        if (memory->stage == HCDPS_PAPER_WALK) {
            target = hcdps_paper_target(agent);
        }
        if (memory->stage == HCDPS_PAPER_WALK || budget == 0) {
            break;
        }
        const way_outcome outcome =
            wayi_walk_check(agent, &memory->look, &memory->look_left, &budget);
        if (outcome != WAY_OUTCOME_WORKING) {
            hcdps_paper_judge(agent, outcome == WAY_OUTCOME_FOUND);
        }
    }
    return budget ? wayi_walk_climb(agent, &memory->cell, target) : WAY_OUTCOME_WORKING;
}

/// Two looks at the start, or one later, and a move.
static uint32_t hcdps_paper_lookahead(const way_navigator *navigator)
{
    return (navigator->params[WAYI_HCDPS_PAPER_LOOKS] ? 2 : 0) *
               (uint32_t)navigator->params[WAYI_HCDPS_PAPER_CUTOFF] +
           1;
}

const wayi_algorithm wayi_algorithm_hcdps_paper = {
    .info = {.name = "hcdps_paper",
             .title = "HCDPS as printed",
             .family = "subgoal",
             .summary = "Hill climbing along a record for every pair of regions",
             .reference = "Lawrence, Bulitko, Taking Learning out of Real-Time Heuristic Search "
                          "for Video-game Pathfinding, 2010",
             WAYI_WALK_KIND,
             WAYI_PARAMS(hcdps_paper_params)},
    .database.size = sizeof(wayi_hcdps_paper),
    .memory_size = sizeof(hcdps_paper_memory),
    .database.prepare = wayi_hcdps_paper_prepare,
    WAYI_LISTS(hcdps_paper_lists),
    .database.open = wayi_hcdps_paper_open,
    .database.find_region = hcdps_paper_find_region,
    .lookahead = hcdps_paper_lookahead,
    .begin = hcdps_paper_begin,
    .step = hcdps_paper_step,
};
