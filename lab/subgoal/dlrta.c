// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// D LRTA*: cells are abstracted by cliques, level by level, into regions. For every ordered pair of
// regions the database has the cell where a best path between their places first leaves
// the first one. An agent asks for the entry from its region to its goal's and goes there by LRTA*;
// in the goal's region it goes for the goal.
//
// What LRTA* learns belongs to one target and is forgotten with it, so agents may go to and fro
// between targets for ever. Two things prevent that. An agent that comes to a cell for the third
// time with the same target asks for the next one only where it was sent to, no longer in every
// region it enters: there LRTA* arrives. And an entry lies in a region whose place is
// nearer to the end than that of the region before, which the first cell outside that region need
// not do: so every entry that is reached is progress. The paths of all pairs come from one search
// backwards per region.
// Reference: Bulitko, Lustrek, Schaeffer, Bjornsson, Sigmundarson, Dynamic Control in Real-Time
// Heuristic Search, 2008; for cliques Sturtevant and Buro, Partial Pathfinding Using Map
// Abstraction and Refinement, 2005.
#include "base/job.h"
#include "core/sort.h"
#include "lab/subgoal/lrta.h"
#include "search/engine/clique_groups.h"
#include "search/subgoal/walk.h"

#include <waymark/field.h>

#include <string.h>

#define DLRTA_REGIONS_MAX 8192u
#define DLRTA_LEVEL_MAX 12

/// Entries for each cell, at most, where nobody said which level; unless a level leaves more than
/// three quarters of the regions, as where they are islands.
#define DLRTA_ENTRIES 4u
#define DLRTA_VISITS_STEADY 2u

enum { DLRTA_LEVEL };

static const way_param dlrta_params[] = {
    [DLRTA_LEVEL] = {"level",
                     "level of the abstraction, each about a third of the one below; 0 = automatic",
                     WAY_PARAM_INTEGER, 0, 0, DLRTA_LEVEL_MAX, NULL},
};

typedef struct dlrta_database {
    uint32_t *regions; ///< [cells]
    size_t regions_count;
    way_cell *entries; ///< [count * count] from region, to region; WAY_CELL_NONE = none
    size_t entries_count;
    uint32_t count;
} dlrta_database;

static const wayi_blob_list dlrta_lists[] = {
    WAYI_BLOB_LIST(WAYI_BLOB_TAG('C', 'E', 'L', 'L'), dlrta_database, regions),
    WAYI_BLOB_LIST(WAYI_BLOB_TAG('E', 'N', 'T', 'R'), dlrta_database, entries),
};

// Cliques: cells that are all next to each other become one, level by level -----------------------

typedef struct cliques_level {
    uint32_t *groups; ///< [cells] the node of each cell, or UINT32_MAX
    uint32_t count;   ///< of nodes
    uint64_t *links;  ///< from node << 32 | to node, ascending; may be there more than once
    size_t link_count;
    size_t room; ///< for links
} cliques_level;

/// The cells themselves. False without memory.
static bool cliques_init(cliques_level *cliques, const wayi_grid *grid,
                         const way_allocator *allocator)
{
    const way_map *map = grid->map;
    *cliques = (cliques_level){.groups = wayi_alloc(allocator, map->cell_count, sizeof(uint32_t))};
    for (way_cell cell = 0; cell < map->cell_count && cliques->groups; cell++) {
        const bool stands = way_space_can_stand(&grid->space, cell);
        cliques->groups[cell] = stands ? cliques->count++ : UINT32_MAX;
    }
    cliques->room = (size_t)cliques->count * WAYI_DIRECTIONS;
    cliques->links = wayi_alloc(allocator, cliques->room, sizeof *cliques->links);
    for (way_cell cell = 0; cell < map->cell_count && cliques->links; cell++) {
        const uint64_t from = cliques->groups[cell];
        const uint32_t moves = from == UINT32_MAX ? 0 : wayi_layer_moves(map, grid->layer, cell);
        for (uint32_t i = 0; i < sizeof wayi_climb_toward; i++) { // from top left to bottom right
            if (moves >> wayi_climb_toward[i] & 1u) {
                const way_cell to = cell + (uint32_t)map->offsets[wayi_climb_toward[i]];
                cliques->links[cliques->link_count++] = from << 32 | cliques->groups[to];
            }
        }
    }
    return cliques->groups && (cliques->links || cliques->room == 0);
}

/// Writes the neighbours of all nodes behind each other, and where those of each start. Links are
/// there once then.
static void cliques_list(cliques_level *cliques, uint32_t *first, uint32_t *list)
{
    uint64_t *links = cliques->links;
    uint32_t listed = 0;
    uint32_t node = 0;
    for (size_t i = 0; i < cliques->link_count; i++) {
        for (; node <= links[i] >> 32; node++) {
            first[node] = listed;
        }
        if (listed == 0 || links[i] != links[listed - 1]) {
            list[listed] = (uint32_t)links[i];
            links[listed++] = links[i];
        }
    }
    for (; node <= cliques->count; node++) {
        first[node] = listed;
    }
    cliques->link_count = listed;
}

/// Goes up one level: cliques of four, three, two, orphans with their only neighbour; parents are
/// linked whose children are. False without memory.
static bool cliques_rise(cliques_level *cliques, uint32_t cell_count,
                         const way_allocator *allocator)
{
    const size_t count = (size_t)cliques->count + 1;
    const size_t room = cliques->link_count + 1;
    uint32_t *first = wayi_alloc(allocator, count, sizeof *first);
    uint32_t *list = wayi_alloc(allocator, room, sizeof *list);
    uint32_t *parents = wayi_alloc(allocator, count, sizeof *parents);
    const bool fits = first && list && parents;
    if (fits) {
        cliques_list(cliques, first, list);
        memset(parents, 0xff, count * sizeof *parents);
        const wayi_clique_graph graph = {first, list, cliques->count};
        cliques->count = wayi_clique_groups(&graph, parents);
        size_t kept = 0;
        for (size_t i = 0; i < cliques->link_count; i++) {
            const uint64_t from = parents[cliques->links[i] >> 32];
            const uint32_t to = parents[(uint32_t)cliques->links[i]];
            cliques->links[kept] = from << 32 | to;
            kept += from != to;
        }
        cliques->link_count = kept;
        wayi_sort64(cliques->links, kept);
    }
    for (way_cell cell = 0; fits && cell < cell_count; cell++) {
        uint32_t *group = &cliques->groups[cell];
        *group = *group == UINT32_MAX ? UINT32_MAX : parents[*group];
    }
    WAYI_FREE(allocator, first, count);
    WAYI_FREE(allocator, list, room);
    WAYI_FREE(allocator, parents, count);
    return fits;
}

// Preparation -------------------------------------------------------------------------------------

typedef struct dlrta_job {
    way_space *space;
    const dlrta_database *database;
    const way_cell *places;
    way_allocator allocator;
} dlrta_job;

/// Where the way from the place of a region first enters one whose place is nearer to the end.
static way_cell dlrta_entry(const dlrta_job *job, const way_field *field, uint32_t region)
{
    const uint32_t *regions = job->database->regions;
    const way_cost far = way_field_cost(field, job->places[region]);
    way_cell cell = way_field_next(field, job->places[region]);
    while (cell != WAY_CELL_NONE && way_field_cost(field, job->places[regions[cell]]) >= far) {
        cell = way_field_next(field, cell);
    }
    return cell;
}

/// All entries on the way to one region.
static way_status dlrta_make_column(uint32_t to, void *argument)
{
    const dlrta_job *job = argument;
    const dlrta_database *database = job->database;
    const way_field_config config = {
        .space = job->space, .backward = true, .allocator = &job->allocator};
    way_field *field = NULL;
    way_status status = way_field_create(&config, &field);
    if (status == WAY_STATUS_OK) {
        status = way_field_begin(field, &job->places[to], 1, WAY_COST_MAX);
    }
    if (status == WAY_STATUS_OK && way_field_run(field) != WAY_OUTCOME_FOUND) {
        status = WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t from = 0; from < database->count && status == WAY_STATUS_OK; from++) {
        database->entries[(size_t)from * database->count + to] =
            from == to ? WAY_CELL_NONE : dlrta_entry(job, field, from);
    }
    way_field_destroy(field);
    return status;
}

/// The cell of each region nearest to its mean. `sums` has three numbers a region.
static void dlrta_place(const wayi_grid *grid, const dlrta_database *database, uint64_t *sums,
                        way_cell *places)
{
    const way_map *map = grid->map;
    memset(sums, 0, (size_t)database->count * 3 * sizeof *sums);
    memset(places, 0xff, database->count * sizeof *places);
    for (way_cell cell = 0; cell < map->cell_count; cell++) {
        if (database->regions[cell] != UINT32_MAX) {
            uint64_t *sum = sums + (size_t)database->regions[cell] * 3;
            const uint32_t y = wayi_map_row(map, cell);
            sum[0] += cell - y * map->width;
            sum[1] += y;
            sum[2]++;
        }
    }
    for (way_cell cell = 0; cell < map->cell_count; cell++) {
        const uint32_t region = database->regions[cell];
        if (region == UINT32_MAX) {
            continue;
        }
        const uint64_t *sum = sums + (size_t)region * 3;
        const way_cell mean =
            (way_cell)(sum[1] / sum[2]) * map->width + (way_cell)(sum[0] / sum[2]);
        if (places[region] == WAY_CELL_NONE ||
            wayi_grid_distance(grid, cell, mean) < wayi_grid_distance(grid, places[region], mean)) {
            places[region] = cell;
        }
    }
}

static way_status dlrta_connect(way_navigator *navigator, const way_job *job)
{
    dlrta_database *database = navigator->database;
    const way_allocator *allocator = &navigator->allocator;
    const size_t count = database->count;
    uint64_t *sums = wayi_alloc(allocator, count * 3, sizeof *sums);
    way_cell *places = wayi_alloc(allocator, count, sizeof *places);
    database->entries = wayi_alloc(allocator, count * count, sizeof *database->entries);
    database->entries_count = database->entries ? count * count : 0;
    way_status status = WAY_STATUS_NO_MEMORY;
    if (sums && places && database->entries) {
        dlrta_place(wayi_space_grid(navigator->space), database, sums, places);
        dlrta_job work = {navigator->space, database, places, *allocator};
        status = wayi_job_run((wayi_job_stage){job, 100, 1000}, database->count, dlrta_make_column,
                              &work);
    }
    WAYI_FREE(allocator, sums, count * 3);
    WAYI_FREE(allocator, places, count);
    return status;
}

/// Goes up to the level that was asked for, or that suits the map; false without memory.
static bool dlrta_rise(way_navigator *navigator, cliques_level *cliques, uint32_t cells)
{
    int32_t *asked = &navigator->params[DLRTA_LEVEL];
    const int32_t last = *asked ? *asked : DLRTA_LEVEL_MAX;
    const uint64_t most = (uint64_t)cells * DLRTA_ENTRIES;
    for (int32_t level = 1; level <= last; level++) {
        const uint64_t below = cliques->count;
        if (!cliques_rise(cliques, cells, &navigator->allocator)) {
            return false;
        }
        const uint64_t count = cliques->count;
        const bool settles = count * 4 > below * 3 && count <= DLRTA_REGIONS_MAX;
        if (*asked == 0 && (count * count <= most || settles)) {
            *asked = level;
            return true;
        }
    }
    *asked = last;
    return true;
}

static way_status dlrta_prepare(way_navigator *navigator, const way_job *job)
{
    dlrta_database *database = navigator->database;
    const wayi_grid *grid = wayi_space_grid(navigator->space);
    const way_allocator *allocator = &navigator->allocator;
    cliques_level cliques;
    const bool fits = cliques_init(&cliques, grid, allocator) &&
                      dlrta_rise(navigator, &cliques, grid->map->cell_count);
    WAYI_FREE(allocator, cliques.links, cliques.room);
    database->regions = cliques.groups;
    database->regions_count = grid->map->cell_count;
    database->count = cliques.count;
    return !fits ? WAY_STATUS_NO_MEMORY
           : cliques.count > DLRTA_REGIONS_MAX
               ? wayi_navigator_refuse(navigator, cliques.count, DLRTA_REGIONS_MAX)
           : cliques.count ? dlrta_connect(navigator, job)
                           : WAY_STATUS_OK;
}

static way_status dlrta_open(way_navigator *navigator, const wayi_blob *blob)
{
    (void)blob;
    dlrta_database *database = navigator->database;
    const uint32_t cells = way_space_map(navigator->space)->cell_count;
    for (size_t i = 0; i < database->regions_count; i++) {
        const uint32_t region = database->regions[i];
        database->count =
            region != UINT32_MAX && region >= database->count ? region + 1 : database->count;
    }
    bool sound = database->regions_count == cells && database->count <= DLRTA_REGIONS_MAX &&
                 (size_t)database->count * database->count == database->entries_count;
    for (size_t i = 0; i < database->entries_count && sound; i++) {
        sound = database->entries[i] == WAY_CELL_NONE || database->entries[i] < cells;
    }
    return sound ? WAY_STATUS_OK : WAY_STATUS_BAD_FORMAT;
}

static uint32_t dlrta_find_region(const way_navigator *navigator, way_state state, way_state *place)
{
    const dlrta_database *database = navigator->database;
    *place = WAY_STATE_NONE;
    return database->regions ? database->regions[state] : WAY_STATE_NONE;
}

// Agents ------------------------------------------------------------------------------------------

typedef struct dlrta_memory {
    wayi_lrta lrta;         ///< towards the target
    wayi_hash_table visits; ///< by target and cell
    way_cell cell;
    uint32_t region; ///< that the target was asked for in
    bool steady;     ///< asks only where it was sent to
} dlrta_memory;

static way_status dlrta_create(way_agent *agent)
{
    dlrta_memory *memory = agent->memory;
    wayi_lrta_init(&memory->lrta, agent->capacity, &agent->allocator);
    wayi_hash_table_init(&memory->visits, &agent->allocator);
    return WAY_STATUS_OK;
}

static void dlrta_destroy(way_agent *agent)
{
    dlrta_memory *memory = agent->memory;
    wayi_hash_table_fini(&memory->lrta.learned);
    wayi_hash_table_fini(&memory->visits);
}

/// Asks the database where to go from here.
static void dlrta_ask(way_agent *agent)
{
    dlrta_memory *memory = agent->memory;
    const dlrta_database *database = agent->navigator->database;
    const uint32_t goal_region = database->regions[agent->goal.state];
    memory->region = database->regions[memory->cell];
    way_cell target = WAY_CELL_NONE;
    if (memory->region != UINT32_MAX && goal_region != UINT32_MAX) {
        target = database->entries[(size_t)memory->region * database->count + goal_region];
    }
    target = target == WAY_CELL_NONE || memory->region == goal_region ? agent->goal.state : target;
    if (target != memory->lrta.target) {
        wayi_lrta_aim(&memory->lrta, target);
    }
}

static way_status dlrta_begin(way_agent *agent)
{
    dlrta_memory *memory = agent->memory;
    memory->cell = agent->start;
    memory->steady = false;
    wayi_hash_table_clear(&memory->visits);
    wayi_lrta_aim(&memory->lrta, WAY_CELL_NONE);
    return WAY_STATUS_OK;
}

/// Counts coming to a cell with a target; false at the limit or without memory. Who is steady needs
/// no counts, but what each target teaches is a state of the trip to a limit.
static bool dlrta_count_visit(way_agent *agent)
{
    dlrta_memory *memory = agent->memory;
    if (memory->steady && !agent->capacity) {
        return true;
    }
    const uint64_t key = (uint64_t)memory->lrta.target << 32 | memory->cell;
    uint32_t *visits = wayi_hash_table_find(&memory->visits, key);
    if (!visits && (!agent->capacity || memory->visits.count < agent->capacity)) {
        visits = wayi_hash_table_get_or_add(&memory->visits, key, 0);
    }
    memory->steady = memory->steady || (visits && ++*visits > DLRTA_VISITS_STEADY);
    return visits;
}

static way_outcome dlrta_step(way_agent *agent, uint32_t budget)
{
    (void)budget; // a move looks at one cell
    dlrta_memory *memory = agent->memory;
    const dlrta_database *database = agent->navigator->database;
    if (memory->cell == agent->goal.state) {
        return WAY_OUTCOME_FOUND;
    }
    if (memory->lrta.target == WAY_CELL_NONE || memory->lrta.target == memory->cell ||
        (!memory->steady && database->regions[memory->cell] != memory->region)) {
        dlrta_ask(agent);
    }
    if (!dlrta_count_visit(agent)) {
        return WAY_OUTCOME_CAPACITY;
    }
    wayi_walk_look(agent, memory->cell, agent->cost);
    return wayi_lrta_step(&memory->lrta, agent, &memory->cell);
}

const wayi_algorithm wayi_algorithm_dlrta = {
    .info = {.name = "dlrta",
             .title = "D LRTA*",
             .family = "subgoal",
             .summary = "LRTA* towards entries between regions of a clique abstraction",
             .reference = "Bulitko et al., Dynamic Control in Real-Time Heuristic Search, 2008",
             WAYI_WALK_KIND,
             WAYI_PARAMS(dlrta_params)},
    .database.size = sizeof(dlrta_database),
    .database.relief = "raise level",
    .memory_size = sizeof(dlrta_memory),
    .database.prepare = dlrta_prepare,
    WAYI_LISTS(dlrta_lists),
    .database.open = dlrta_open,
    .database.find_region = dlrta_find_region,
    .create = dlrta_create,
    .destroy = dlrta_destroy,
    .begin = dlrta_begin,
    .step = dlrta_step,
};
