// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// DBA* as it was printed. Off-line, the map is cut into sectors of `sector` x `sector` cells and
// these into regions of connected cells, each with a representative at the mean of its cells. A*
// finds best paths between the representatives of regions up to `depth` borders apart, which are
// kept as states that hill climbing connects, and a matrix says for every pair of regions what the
// way costs and to which region it leads first. On-line, the unit finds its region and its goal's
// by a flood of their sectors, where these have more than one, and climbs from state to state,
// record by record. Wherever a representative is its next target it looks whether it can climb past
// it (path trimming).
//
// It is here to be judged by and compared with: `dba` is what games want. The matrix grows with the
// square of the number of regions, so maps with too many are refused.
//
// Reference: William Lee, DBA*: A Real-Time Path Finding Algorithm, 2013; sections are its own.
// What it leaves open, and how that is read here, is told on the page of this algorithm.
#include "lab/published/dba_paper.h"

#include "search/subgoal/walk.h"

static const char *const dba_paper_trims[] = {"one", "chain", "off"};
static const char *const dba_paper_roundings[] = {"down", "near"};

static const way_param dba_paper_params[] = {
    [WAYI_DBA_PAPER_SECTOR] = {"sector", "side of a sector in cells", WAY_PARAM_INTEGER, 16, 4,
                               1024, NULL},
    [WAYI_DBA_PAPER_DEPTH] = {"depth", "borders crossed by the longest paths that are kept",
                              WAY_PARAM_INTEGER, 1, 1, 4, NULL},
    [WAYI_DBA_PAPER_TRIM] = {"trim",
                             "checks past a representative: one, or on as long as they succeed",
                             WAY_PARAM_CHOICE, WAYI_DBA_PAPER_TRIM_ONE, WAYI_DBA_PAPER_TRIM_ONE,
                             WAYI_DBA_PAPER_TRIM_OFF, dba_paper_trims},
    [WAYI_DBA_PAPER_ROUNDING] = {"rounding", "of the mean of a region's cells", WAY_PARAM_CHOICE, 0,
                                 0, 1, dba_paper_roundings},
};

static const wayi_blob_list dba_paper_lists[] = {
    WAYI_BLOB_LIST(WAYI_BLOB_TAG('S', 'E', 'C', 'T'), wayi_dba_paper, sectors),
    WAYI_BLOB_LIST(WAYI_BLOB_TAG('R', 'E', 'P', 'R'), wayi_dba_paper, places),
    WAYI_BLOB_LIST(WAYI_BLOB_TAG('F', 'R', 'O', 'M'), wayi_dba_paper, first),
    WAYI_BLOB_LIST(WAYI_BLOB_TAG('E', 'N', 'D', 'S'), wayi_dba_paper, to),
    WAYI_BLOB_LIST(WAYI_BLOB_TAG('C', 'O', 'S', 'T'), wayi_dba_paper, costs),
    WAYI_BLOB_LIST(WAYI_BLOB_TAG('B', 'E', 'G', 'I'), wayi_dba_paper, starts),
    WAYI_BLOB_LIST(WAYI_BLOB_TAG('P', 'A', 'T', 'H'), wayi_dba_paper, states),
    WAYI_BLOB_LIST(WAYI_BLOB_TAG('M', 'A', 'T', 'R'), wayi_dba_paper, matrix),
};

// Regions -----------------------------------------------------------------------------------------

static uint32_t dba_paper_find_region(const way_navigator *navigator, way_state state,
                                      way_state *place)
{
    const wayi_dba_paper *database = navigator->database;
    const way_allocator *allocator = &navigator->allocator;
    way_rect rect;
    const uint32_t sector = wayi_dba_paper_sector(navigator, state, &rect);
    const uint32_t first = database->sectors[sector];
    const uint32_t count = database->sectors[sector + 1] - first;
    uint32_t found = count == 1 ? 0 : WAYI_DBA_PAPER_NONE;
    wayi_paper_search search = {0};
    if (!way_space_can_stand(navigator->space, state)) {
        return WAY_STATE_NONE;
    }
    uint32_t budget = UINT32_MAX;
    if (count > 1 &&
        wayi_paper_search_init(&search, wayi_space_grid(navigator->space),
                               wayi_dba_paper_area(navigator), allocator) &&
        wayi_paper_search_begin(&search, rect, state)) {
        (void)wayi_paper_search_flood(&search, database->places + first, count, &budget, &found);
    }
    wayi_paper_search_fini(&search);
    *place = found == WAYI_DBA_PAPER_NONE ? WAY_STATE_NONE : database->places[first + found];
    return found == WAYI_DBA_PAPER_NONE ? WAY_STATE_NONE : first + found;
}

// Agents ------------------------------------------------------------------------------------------

typedef enum dba_paper_phase {
    DBA_PAPER_FIND_START, ///< floods the start's sector
    DBA_PAPER_FIND_GOAL,
    DBA_PAPER_AIM,    ///< decides on the next target
    DBA_PAPER_LOOK,   ///< past the representative that is the next target
    DBA_PAPER_TRY,    ///< to climb to the first representative
    DBA_PAPER_SEARCH, ///< a sector for the way to the first representative, or to the goal
    DBA_PAPER_CLIMB,  ///< moves
    DBA_PAPER_FOLLOW, ///< moves on a way that was found
    DBA_PAPER_PHASES
} dba_paper_phase;

typedef struct dba_paper_memory {
    wayi_paper_search search; ///< of a sector
    wayi_path_buffer ways[2]; ///< from the start to its representative, from the goal's to the goal
    wayi_climb look;
    uint32_t region[2]; ///< of both ends
    uint32_t joint;     ///< region of the next representative on the way
    uint32_t next;      ///< state of the record at hand; the last one is that representative
    uint32_t last;
    uint32_t leg;   ///< which of `ways` is followed
    uint32_t along; ///< cells of it that were walked
    way_cell cell;
    way_cell target; ///< of the climb, or of the search
    dba_paper_phase phase;
    bool starts; ///< the next representative is the start's
    bool looks;  ///< a look past the next representative is due
} dba_paper_memory;

static way_status dba_paper_create(way_agent *agent)
{
    dba_paper_memory *memory = agent->memory;
    const way_allocator *allocator = &agent->allocator;
    wayi_path_buffer_init(&memory->ways[0], allocator);
    wayi_path_buffer_init(&memory->ways[1], allocator);
    const bool fits = wayi_paper_search_init(&memory->search, wayi_space_grid(agent->space),
                                             wayi_dba_paper_area(agent->navigator), allocator);
    memory->search.limit = agent->capacity;
    memory->search.observer = agent->observer;
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

static void dba_paper_destroy(way_agent *agent)
{
    dba_paper_memory *memory = agent->memory;
    wayi_path_buffer_fini(&memory->ways[0]);
    wayi_path_buffer_fini(&memory->ways[1]);
    wayi_paper_search_fini(&memory->search);
}

/// Begins to look for the region of an end. False without memory.
static bool dba_paper_seek(way_agent *agent, dba_paper_phase phase, way_cell cell)
{
    dba_paper_memory *memory = agent->memory;
    way_rect rect;
    (void)wayi_dba_paper_sector(agent->navigator, cell, &rect);
    memory->phase = phase;
    return wayi_paper_search_begin(&memory->search, rect, cell);
}

static way_status dba_paper_begin(way_agent *agent)
{
    dba_paper_memory *memory = agent->memory;
    memory->cell = agent->start;
    wayi_path_buffer_clear(&memory->ways[0]);
    wayi_path_buffer_clear(&memory->ways[1]);
    return dba_paper_seek(agent, DBA_PAPER_FIND_START, agent->start) ? WAY_STATUS_OK
                                                                     : WAY_STATUS_NO_MEMORY;
}

/// Begins with the record from one region to another, or the joint's own if there is none.
static void dba_paper_enter(dba_paper_memory *memory, const wayi_dba_paper *database, uint32_t from,
                            uint32_t to)
{
    const uint32_t record = wayi_dba_paper_record(database, from, to);
    memory->joint = to;
    memory->next = database->starts[record] + 1;
    memory->last = database->starts[record + 1] - 1;
}

static way_outcome dba_paper_find(way_agent *agent, uint32_t *budget)
{
    dba_paper_memory *memory = agent->memory;
    const wayi_dba_paper *database = agent->navigator->database;
    const uint32_t end = memory->phase == DBA_PAPER_FIND_START ? 0 : 1;
    way_rect rect;
    const uint32_t sector = wayi_dba_paper_sector(agent->navigator, memory->search.source, &rect);
    const uint32_t first = database->sectors[sector];
    const uint32_t count = database->sectors[sector + 1] - first;
    uint32_t found = 0;
    if (count != 1) {
        const uint32_t before = *budget;
        const way_outcome outcome = wayi_paper_search_flood(
            &memory->search, database->places + first, count, budget, &found);
        agent->stats.expansions += before - *budget;
        if (outcome != WAY_OUTCOME_FOUND) {
            return outcome;
        }
        if (!wayi_paper_search_trace(&memory->search, database->places[first + found],
                                     &memory->ways[end])) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    memory->region[end] = first + found;
    if (end == 0) {
        return dba_paper_seek(agent, DBA_PAPER_FIND_GOAL, agent->goal.state) ? WAY_OUTCOME_WORKING
                                                                             : WAY_OUTCOME_CAPACITY;
    }
    wayi_path_buffer_reverse(&memory->ways[1], 0);
    memory->phase = DBA_PAPER_AIM;
    memory->joint = memory->region[0];
    memory->next = memory->last = 0;
    memory->starts = true;
    memory->looks = agent->navigator->params[WAYI_DBA_PAPER_TRIM] != WAYI_DBA_PAPER_TRIM_OFF;
    const size_t pair = memory->region[0] * database->places_count + memory->region[1];
    return database->matrix[pair].next == WAYI_DBA_PAPER_NONE ? WAY_OUTCOME_NO_PATH
                                                              : WAY_OUTCOME_WORKING;
}

/// The region after the joint on the way to the goal.
static uint32_t dba_paper_onward(const dba_paper_memory *memory, const wayi_dba_paper *database)
{
    return database->matrix[memory->joint * database->places_count + memory->region[1]].next;
}

/// What comes after the representative that is the next target: a state, or the goal.
static way_cell dba_paper_beyond(const way_agent *agent)
{
    const dba_paper_memory *memory = agent->memory;
    const wayi_dba_paper *database = agent->navigator->database;
    if (memory->joint == memory->region[1]) {
        return agent->goal.state;
    }
    const uint32_t record =
        wayi_dba_paper_record(database, memory->joint, dba_paper_onward(memory, database));
    return database->states[database->starts[record] + 1];
}

/// Follows a way that was found, from its second cell on.
static void dba_paper_take_way(dba_paper_memory *memory, uint32_t leg)
{
    memory->phase = DBA_PAPER_FOLLOW;
    memory->leg = leg;
    memory->along = 1;
}

/// Begins to search the sector of a target for a way there.
static way_outcome dba_paper_search(way_agent *agent, uint32_t leg, way_cell target)
{
    dba_paper_memory *memory = agent->memory;
    way_rect rect;
    (void)wayi_dba_paper_sector(agent->navigator, target, &rect);
    memory->leg = leg;
    memory->target = target;
    memory->phase = DBA_PAPER_SEARCH;
    return wayi_paper_search_begin(&memory->search, rect, memory->cell) ? WAY_OUTCOME_WORKING
                                                                        : WAY_OUTCOME_CAPACITY;
}

/// Sets out for the representative that is the next target.
static void dba_paper_approach(way_agent *agent)
{
    dba_paper_memory *memory = agent->memory;
    const wayi_dba_paper *database = agent->navigator->database;
    memory->target = database->places[memory->joint];
    memory->phase = DBA_PAPER_CLIMB;
    if (memory->starts && memory->ways[0].count) {
        dba_paper_take_way(memory, 0);
    } else if (memory->starts) {
        memory->phase = DBA_PAPER_TRY;
        memory->look =
            wayi_climb_begin(wayi_space_grid(agent->space), memory->cell, memory->target);
    }
}

/// At a representative: goes on to the next region, or to the goal.
static way_outcome dba_paper_leave(way_agent *agent)
{
    dba_paper_memory *memory = agent->memory;
    const wayi_dba_paper *database = agent->navigator->database;
    memory->starts = false;
    memory->looks = agent->navigator->params[WAYI_DBA_PAPER_TRIM] != WAYI_DBA_PAPER_TRIM_OFF;
    if (memory->joint != memory->region[1]) {
        dba_paper_enter(memory, database, memory->joint, dba_paper_onward(memory, database));
        return WAY_OUTCOME_WORKING;
    }
    if (memory->ways[1].count) {
        dba_paper_take_way(memory, 1);
        return WAY_OUTCOME_WORKING;
    }
    return dba_paper_search(agent, 1, agent->goal.state);
}

/// Decides where to go from here.
static way_outcome dba_paper_aim(way_agent *agent, uint32_t *budget)
{
    (void)budget;
    dba_paper_memory *memory = agent->memory;
    const wayi_dba_paper *database = agent->navigator->database;
    if (memory->next < memory->last) {
        memory->target = database->states[memory->next++];
        memory->phase = DBA_PAPER_CLIMB;
    } else if (memory->looks) {
        memory->phase = DBA_PAPER_LOOK;
        memory->look =
            wayi_climb_begin(wayi_space_grid(agent->space), memory->cell, dba_paper_beyond(agent));
    } else if (memory->cell == database->places[memory->joint]) {
        return dba_paper_leave(agent);
    } else {
        dba_paper_approach(agent);
    }
    return WAY_OUTCOME_WORKING;
}

/// Goes on with a climb to see where it leads: as wayi_walk_check, however long it is.
static way_outcome dba_paper_check(way_agent *agent, uint32_t *budget)
{
    dba_paper_memory *memory = agent->memory;
    uint32_t left = UINT32_MAX;
    return wayi_walk_check(agent, &memory->look, &left, budget);
}

static way_outcome dba_paper_look(way_agent *agent, uint32_t *budget)
{
    dba_paper_memory *memory = agent->memory;
    const wayi_dba_paper *database = agent->navigator->database;
    const way_outcome outcome = dba_paper_check(agent, budget);
    if (outcome == WAY_OUTCOME_WORKING) {
        return WAY_OUTCOME_WORKING;
    }
    memory->phase = DBA_PAPER_AIM;
    memory->looks = false;
    if (outcome != WAY_OUTCOME_FOUND) {
        return WAY_OUTCOME_WORKING;
    }
    memory->starts = false;
    if (memory->joint == memory->region[1]) {
        memory->target = agent->goal.state;
        memory->phase = DBA_PAPER_CLIMB;
        return WAY_OUTCOME_WORKING;
    }
    dba_paper_enter(memory, database, memory->joint, dba_paper_onward(memory, database));
    // Past a representative to the next one: that is where to go, unless looks go on.
    memory->looks = memory->next < memory->last ||
                    agent->navigator->params[WAYI_DBA_PAPER_TRIM] == WAYI_DBA_PAPER_TRIM_CHAIN;
    return WAY_OUTCOME_WORKING;
}

static way_outcome dba_paper_try(way_agent *agent, uint32_t *budget)
{
    dba_paper_memory *memory = agent->memory;
    const way_outcome outcome = dba_paper_check(agent, budget);
    if (outcome == WAY_OUTCOME_NO_PATH) {
        return dba_paper_search(agent, 0, memory->target);
    }
    memory->phase = outcome == WAY_OUTCOME_FOUND ? DBA_PAPER_CLIMB : DBA_PAPER_TRY;
    return WAY_OUTCOME_WORKING;
}

static way_outcome dba_paper_look_around(way_agent *agent, uint32_t *budget)
{
    dba_paper_memory *memory = agent->memory;
    const uint32_t before = *budget;
    const way_outcome outcome = wayi_paper_search_run(&memory->search, memory->target, budget);
    agent->stats.expansions += before - *budget;
    if (outcome != WAY_OUTCOME_FOUND) {
        return outcome;
    }
    wayi_path_buffer *way = &memory->ways[memory->leg];
    if (!wayi_paper_search_trace(&memory->search, memory->target, way)) {
        return WAY_OUTCOME_CAPACITY;
    }
    dba_paper_take_way(memory, memory->leg);
    return WAY_OUTCOME_WORKING;
}

static way_outcome dba_paper_climb(way_agent *agent, uint32_t *budget)
{
    dba_paper_memory *memory = agent->memory;
    if (memory->cell == memory->target) {
        memory->phase = DBA_PAPER_AIM;
        return WAY_OUTCOME_WORKING;
    }
    *budget = 0;
    return wayi_walk_climb(agent, &memory->cell, memory->target);
}

static way_outcome dba_paper_follow(way_agent *agent, uint32_t *budget)
{
    dba_paper_memory *memory = agent->memory;
    const way_map *map = wayi_space_grid(agent->space)->map;
    const wayi_path_buffer *way = &memory->ways[memory->leg];
    if (memory->along >= way->count) {
        memory->phase = DBA_PAPER_AIM;
        return WAY_OUTCOME_WORKING;
    }
    *budget = 0;
    wayi_walk_look(agent, memory->cell, agent->cost);
    return wayi_walk_step(agent, &memory->cell,
                          wayi_map_direction(map, memory->cell, way->states[memory->along++]));
}

static way_outcome dba_paper_step(way_agent *agent, uint32_t budget)
{
    static way_outcome (*const phases[DBA_PAPER_PHASES])(way_agent *, uint32_t *) = {
        [DBA_PAPER_FIND_START] = dba_paper_find, [DBA_PAPER_FIND_GOAL] = dba_paper_find,
        [DBA_PAPER_AIM] = dba_paper_aim,         [DBA_PAPER_LOOK] = dba_paper_look,
        [DBA_PAPER_TRY] = dba_paper_try,         [DBA_PAPER_SEARCH] = dba_paper_look_around,
        [DBA_PAPER_CLIMB] = dba_paper_climb,     [DBA_PAPER_FOLLOW] = dba_paper_follow,
    };
    dba_paper_memory *memory = agent->memory;
    way_outcome outcome =
        memory->cell == agent->goal.state ? WAY_OUTCOME_FOUND : WAY_OUTCOME_WORKING;
    while (budget && outcome == WAY_OUTCOME_WORKING) {
        outcome = phases[memory->phase](agent, &budget);
    }
    return outcome;
}

/// The most steps that a climb across the map can take: each brings the estimate down by one of
/// four differences, or more.
static uint32_t dba_paper_longest_climb(const way_map *map)
{
    const uint32_t straight = map->costs.cardinal;
    const uint32_t slant = map->costs.diagonal;
    const uint32_t less =
        slant > straight && slant - straight < straight ? slant - straight : straight;
    const uint32_t off = 2 * straight > slant ? 2 * straight - slant : straight;
    const uint64_t far = wayi_map_plain_distance(map, map->width, -(int64_t)map->height) +
                         wayi_map_plain_distance(map, map->width, map->height);
    const uint64_t steps = far / (less < off ? less : off);
    return steps < UINT32_MAX / 16 ? (uint32_t)steps : UINT32_MAX / 16;
}

/// Two floods, a look, a climb and a search; or a look for every region that looks skip.
static uint32_t dba_paper_lookahead(const way_navigator *navigator)
{
    const wayi_dba_paper *database = navigator->database;
    const bool chain = navigator->params[WAYI_DBA_PAPER_TRIM] == WAYI_DBA_PAPER_TRIM_CHAIN;
    const uint64_t looks = 2 + (chain ? database->places_count : 0);
    const uint64_t most = (uint64_t)3 * wayi_dba_paper_area(navigator) +
                          looks * dba_paper_longest_climb(way_space_map(navigator->space)) + 1;
    return most < UINT32_MAX ? (uint32_t)most : UINT32_MAX;
}

const wayi_algorithm wayi_algorithm_dba_paper = {
    .info = {.name = "dba_paper",
             .title = "DBA* as printed",
             .family = "subgoal",
             .summary = "Hill climbing along prepared paths, led by a matrix of regions",
             .reference = "Lee, DBA*: A Real-Time Path Finding Algorithm, 2013",
             WAYI_WALK_KIND,
             WAYI_PARAMS(dba_paper_params)},
    .database.size = sizeof(wayi_dba_paper),
    .database.relief = "raise sector",
    .memory_size = sizeof(dba_paper_memory),
    .database.prepare = wayi_dba_paper_prepare,
    WAYI_LISTS(dba_paper_lists),
    .database.open = wayi_dba_paper_open,
    .database.find_region = dba_paper_find_region,
    .lookahead = dba_paper_lookahead,
    .create = dba_paper_create,
    .destroy = dba_paper_destroy,
    .begin = dba_paper_begin,
    .step = dba_paper_step,
};
