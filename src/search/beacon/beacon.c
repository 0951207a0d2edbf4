// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Beacon: optimal paths without a search. A cheapest way bends only round corners of walls; the
// places where it can are a graph, small against the map, and of that graph a table tells all
// distances: each vertex knows its distance to a few hubs, and any two that are far apart share
// one that lies between them (see index.h). A trip is a look around its two ends, a comparison of
// two sets of table rows, and a walk along stored next hops; paths are straight runs.
//
// Invariant: a leg of a path joins two cells whose box is legal (see map/board.h), so first its
// diagonal and then its straight moves are. Costs are those of the legs, never of the table.
//
// The parts are known: subgoal graphs (Uras, Koenig, Hernandez: Subgoal Graphs for Optimal
// Pathfinding in Eight-Neighbor Grids, 2013) and hub labels over a tree of separators (Farhan,
// Koehler, Ohms, Wang: Hierarchical Cut Labelling, 2023). Ours are the list of what a cell reaches,
// which holds only what a way can bend at, and the join of whole lists at once.
#include "search/beacon/build.h"
#include "search/beacon/query.h"
#include "search/frame/algorithm.h"
#include "search/frame/observer.h"
#include "space/grid.h"

typedef struct beacon_database {
    wayi_beacon_index index;
    wayi_beacon_kernel kernel;
} beacon_database;

// The database ------------------------------------------------------------------------------------

static wayi_board beacon_board(const way_navigator *navigator)
{
    const wayi_grid *grid = wayi_space_grid(navigator->space);
    return wayi_board_of(grid->map, grid->layer);
}

static bool beacon_begin_index(way_navigator *navigator)
{
    beacon_database *database = navigator->database;
    const wayi_board board = beacon_board(navigator);
    database->kernel = wayi_beacon_kernel_best();
    return wayi_beacon_index_init(&database->index, &board, &navigator->allocator);
}

static way_status beacon_prepare(way_navigator *navigator, const way_job *job)
{
    beacon_database *database = navigator->database;
    if (!beacon_begin_index(navigator)) {
        return WAY_STATUS_NO_MEMORY;
    }
    wayi_beacon_build build = {.index = &database->index, .allocator = &navigator->allocator};
    const way_status status = wayi_beacon_build_run(&build, job);
    wayi_beacon_build_fini(&build);
    return status;
}

static void beacon_discard(way_navigator *navigator)
{
    beacon_database *database = navigator->database;
    wayi_beacon_index_fini(&database->index);
}

static size_t beacon_database_bytes(const way_navigator *navigator)
{
    const beacon_database *database = navigator->database;
    return wayi_beacon_index_bytes(&database->index);
}

static void beacon_save(const way_navigator *navigator, wayi_blob_writer *writer)
{
    const beacon_database *database = navigator->database;
    wayi_beacon_index_save(&database->index, writer);
}

static way_status beacon_open(way_navigator *navigator, const wayi_blob *blob)
{
    beacon_database *database = navigator->database;
    return beacon_begin_index(navigator) ? wayi_beacon_index_open(&database->index, blob)
                                         : WAY_STATUS_NO_MEMORY;
}

// Agents ------------------------------------------------------------------------------------------

typedef enum beacon_stage {
    BEACON_ASK,   ///< the question
    BEACON_LEAVE, ///< from the start to the graph
    BEACON_BACK,  ///< from the end of the way on the graph back to the hub, noting vertices
    BEACON_AHEAD, ///< on to the hub
    BEACON_DOWN,  ///< from the hub along the vertices noted
    BEACON_ARRIVE ///< from the graph to the goal
} beacon_stage;

typedef struct beacon_memory {
    wayi_beacon_query query;
    beacon_stage stage;
    uint32_t vertex; ///< on the way
    uint32_t *noted; ///< [noted_capacity] vertices between the hub and the end, the last one first
    uint32_t noted_capacity;
    uint32_t noted_count;
} beacon_memory;

static way_status beacon_create(way_agent *agent)
{
    beacon_memory *memory = agent->memory;
    const beacon_database *database = agent->navigator->database;
    memory->noted_capacity = database->index.vertex_count + 1;
    memory->noted = wayi_alloc(&agent->allocator, memory->noted_capacity, sizeof *memory->noted);
    return memory->noted &&
                   wayi_beacon_query_init(&memory->query, &database->index.still, &agent->allocator)
               ? WAY_STATUS_OK
               : WAY_STATUS_NO_MEMORY;
}

static void beacon_destroy(way_agent *agent)
{
    beacon_memory *memory = agent->memory;
    wayi_free(&agent->allocator, memory->noted, memory->noted_capacity, sizeof *memory->noted);
    memory->query.allocator = agent->allocator;
    wayi_beacon_query_fini(&memory->query);
}

static size_t beacon_bytes(const way_agent *agent)
{
    const beacon_memory *memory = agent->memory;
    return memory->noted_capacity * sizeof *memory->noted + wayi_beacon_query_bytes(&memory->query);
}

static wayi_reach beacon_place(const way_agent *agent, way_cell cell)
{
    const way_map *map = wayi_space_grid(agent->space)->map;
    const uint32_t y = wayi_map_row(map, cell);
    return (wayi_reach){(uint16_t)(cell - y * map->width), (uint16_t)y, 0};
}

static way_status beacon_begin(way_agent *agent)
{
    beacon_memory *memory = agent->memory;
    const beacon_database *database = agent->navigator->database;
    memory->stage = BEACON_ASK;
    wayi_beacon_query_begin(&memory->query, &database->index, database->kernel,
                            beacon_place(agent, agent->start),
                            beacon_place(agent, agent->goal.state));
    return WAY_STATUS_OK;
}

/// Commits the moves to a place whose box with where the agent is is legal: first diagonal, then
/// straight. False without memory.
static bool beacon_go(way_agent *agent, wayi_reach to)
{
    const way_map *map = wayi_space_grid(agent->space)->map;
    const way_cell cell = wayi_agent_last(agent);
    const wayi_reach from = beacon_place(agent, cell);
    const int32_t dx = (int32_t)to.x - from.x;
    const int32_t dy = (int32_t)to.y - from.y;
    const uint32_t wide = (uint32_t)(dx < 0 ? -dx : dx);
    const uint32_t high = (uint32_t)(dy < 0 ? -dy : dy);
    const uint32_t low = wide < high ? wide : high;
    const uint32_t rest = (wide < high ? high : wide) - low;
    const uint32_t right = dx < 0 ? UINT32_MAX : 1;
    const uint32_t down = dy < 0 ? 0u - map->width : map->width;
    const way_cell bend = cell + low * (right + down);
    const way_cell end = bend + rest * (wide > high ? right : down);
    return (!low || wayi_agent_commit_run(agent, bend, low, low * map->costs.diagonal)) &&
           (!rest || wayi_agent_commit_run(agent, end, rest, rest * map->costs.cardinal));
}

static bool beacon_go_to_vertex(way_agent *agent, uint32_t vertex)
{
    const beacon_memory *memory = agent->memory;
    const wayi_beacon_vertex *place = &memory->query.index->vertices[vertex];
    return beacon_go(agent, (wayi_reach){place->x, place->y, 0});
}

/// The next vertex towards the hub of the answer, or NONE.
static uint32_t beacon_hop(const beacon_memory *memory, uint32_t vertex)
{
    const wayi_beacon_index *index = memory->query.index;
    const wayi_beacon_match match = memory->query.match;
    return wayi_beacon_hop(index, &index->nodes[match.node], vertex, match.hub);
}

static uint32_t beacon_hub(const beacon_memory *memory)
{
    return memory->query.index->nodes[memory->query.match.node].first + memory->query.match.hub;
}

/// Goes on with the question; when there is an answer the way begins.
static way_outcome beacon_ask(beacon_memory *memory)
{
    wayi_beacon_query *query = &memory->query;
    wayi_beacon_query_step(query);
    if (query->stage != WAYI_BEACON_DONE) {
        return WAY_OUTCOME_MOVING;
    }
    if (query->cost == WAY_COST_MAX) {
        return WAY_OUTCOME_NO_PATH;
    }
    memory->stage = query->sees ? BEACON_ARRIVE : BEACON_LEAVE;
    return WAY_OUTCOME_MOVING;
}

static way_outcome beacon_leave(way_agent *agent)
{
    beacon_memory *memory = agent->memory;
    memory->vertex = memory->query.ends[1];
    memory->noted_count = 0;
    memory->stage = BEACON_BACK;
    return beacon_go_to_vertex(agent, memory->query.ends[0]) ? WAY_OUTCOME_MOVING
                                                             : WAY_OUTCOME_CAPACITY;
}

static way_outcome beacon_go_back(beacon_memory *memory)
{
    if (memory->vertex == beacon_hub(memory)) {
        memory->vertex = memory->query.ends[0];
        memory->stage = BEACON_AHEAD;
        return WAY_OUTCOME_MOVING;
    }
    const uint32_t next = beacon_hop(memory, memory->vertex);
    if (next == WAYI_BEACON_NONE || memory->noted_count + 1 >= memory->noted_capacity) {
        return WAY_OUTCOME_NO_PATH; // the index lies
    }
    memory->noted[memory->noted_count++] = memory->vertex;
    memory->vertex = next;
    return WAY_OUTCOME_MOVING;
}

static way_outcome beacon_go_ahead(way_agent *agent)
{
    beacon_memory *memory = agent->memory;
    if (memory->vertex == beacon_hub(memory)) {
        memory->stage = BEACON_DOWN;
        return WAY_OUTCOME_MOVING;
    }
    const uint32_t next = beacon_hop(memory, memory->vertex);
    // No way is longer than there are vertices, unless the index lies.
    if (next == WAYI_BEACON_NONE || agent->runs.count / 2 > memory->noted_capacity) {
        return WAY_OUTCOME_NO_PATH;
    }
    memory->vertex = next;
    return beacon_go_to_vertex(agent, next) ? WAY_OUTCOME_MOVING : WAY_OUTCOME_CAPACITY;
}

static way_outcome beacon_go_down(way_agent *agent)
{
    beacon_memory *memory = agent->memory;
    if (memory->noted_count == 0) {
        memory->stage = BEACON_ARRIVE;
        return WAY_OUTCOME_MOVING;
    }
    return beacon_go_to_vertex(agent, memory->noted[--memory->noted_count]) ? WAY_OUTCOME_MOVING
                                                                            : WAY_OUTCOME_CAPACITY;
}

static way_outcome beacon_arrive(way_agent *agent)
{
    const beacon_memory *memory = agent->memory;
    return beacon_go(agent, memory->query.cells[1]) ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_CAPACITY;
}

static way_outcome beacon_do(way_agent *agent)
{
    beacon_memory *memory = agent->memory;
    switch (memory->stage) {
    case BEACON_ASK:
        return beacon_ask(memory);
    case BEACON_LEAVE:
        return beacon_leave(agent);
    case BEACON_BACK:
        return beacon_go_back(memory);
    case BEACON_AHEAD:
        return beacon_go_ahead(agent);
    case BEACON_DOWN:
        return beacon_go_down(agent);
    default:
        return beacon_arrive(agent);
    }
}

static way_outcome beacon_step(way_agent *agent, uint32_t budget)
{
    if (agent->start == agent->goal.state) {
        return WAY_OUTCOME_ARRIVED;
    }
    way_outcome outcome = WAY_OUTCOME_MOVING;
    for (; budget && outcome == WAY_OUTCOME_MOVING; budget--) {
        agent->stats.expansions++;
        if (agent->observer) {
            wayi_observer_write(agent->observer,
                                (way_event){WAY_EVENT_EXPAND, wayi_agent_last(agent),
                                            WAY_STATE_NONE, agent->cost, agent->cost});
        }
        outcome = beacon_do(agent);
    }
    return outcome;
}

static uint32_t beacon_lookahead(const way_navigator *navigator)
{
    // The question and the way from its end back to the hub.
    const beacon_database *database = navigator->database;
    return wayi_beacon_query_most(&database->index) + database->index.vertex_count + 4;
}

const wayi_algorithm wayi_algorithm_beacon = {
    .info = {.name = "beacon",
             .title = "Beacon",
             .family = "beacon",
             .summary = "Optimal paths in microseconds from labels of subgoals, without a search",
             .reference =
                 "Our own, on subgoal graphs (Uras, Koenig, Hernandez 2013) and hub labels",
             .traits =
                 WAY_TRAIT_OPTIMAL | WAY_TRAIT_COMPLETE | WAY_TRAIT_REALTIME | WAY_TRAIT_PREPARED,
             .needs = WAY_SPACE_GRID | WAY_SPACE_GRID_8 | WAY_SPACE_STRICT_CORNERS |
                      WAY_SPACE_UNIFORM_COST | WAY_SPACE_OCTILE},
    .database_size = sizeof(beacon_database),
    .memory_size = sizeof(beacon_memory),
    .commits_runs = true,
    .prepare = beacon_prepare,
    .discard = beacon_discard,
    .database_bytes = beacon_database_bytes,
    .save = beacon_save,
    .open = beacon_open,
    .lookahead = beacon_lookahead,
    .create = beacon_create,
    .destroy = beacon_destroy,
    .memory_bytes = beacon_bytes,
    .begin = beacon_begin,
    .step = beacon_step,
};
