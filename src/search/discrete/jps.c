// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Jump point search: A* that leaps over the cells between decisions. On a uniform 8-neighbour grid
// most cells lie on many equally cheap paths; JPS keeps only diagonal-first ones and stops only
// where a wall ends beside a straight run and opens a way that no other path serves (a forced
// neighbour).
//
// Rows and columns are scanned 64 cells at a time: a straight run from a cell ends at the lowest
// set bit of "blocked here, or a wall beside ends here". Diagonal runs have no forced neighbours
// when no corner is cut, so their cells never enter the open list: the jump points that their side
// scans find become successors of the run's origin (Harabor & Grastien's pruning of intermediate
// points).
//
// A cell reached over two directions at the same cost keeps both sets of onward directions.
//
// Harabor, Grastien: Online Graph Pruning for Pathfinding on Grid Maps, 2011; Improving Jump Point
// Search, 2014.
#include "core/heap.h"
#include "core/nodes.h"
#include "search/algorithm.h"
#include "search/observer.h"
#include "space/grid.h"

#define JPS_ALL 0xffu

typedef struct jps_node {
    uint32_t stamp;
    way_cost g;
    way_cell parent;
    uint8_t done; ///< directions already followed
    uint8_t todo; ///< directions still to follow
    uint16_t padding;
} jps_node;

static const jps_node jps_blank = {.g = WAY_COST_MAX, .parent = WAY_CELL_NONE};

typedef struct jps_memory {
    wayi_nodes nodes;
    wayi_heap open;
    way_cell closest; ///< expanded jump point with the least estimate
    way_cost closest_estimate;
} jps_memory;

/// What one step of the search works with.
typedef struct jps_search {
    way_agent *agent;
    jps_memory *memory;
    const way_map *map;
    const wayi_layer *layer;
    uint32_t goal_x, goal_y;
    way_cell origin; ///< jump point under expansion
    way_cost origin_g;
    bool full; ///< memory ran out
} jps_search;

/// A line of cells with its two neighbours: a row with those above and below, or a column with
/// those left and right.
typedef struct jps_line {
    const uint64_t *here;
    const uint64_t *before;
    const uint64_t *after;
} jps_line;

typedef struct jps_stop {
    uint32_t bit; ///< where the run ends
    bool wall;    ///< because it is blocked there, not because it is a jump point
} jps_stop;

static way_status jps_create(way_agent *agent)
{
    jps_memory *memory = agent->memory;
    wayi_heap_init(&memory->open, &agent->allocator);
    const wayi_nodes_config config = {.blank = &jps_blank,
                                      .stride = sizeof jps_blank,
                                      .id_count = agent->space->state_count,
                                      .limit = agent->capacity,
                                      .sparse = wayi_agent_wants_sparse(agent)};
    return wayi_nodes_init(&memory->nodes, &config, &agent->allocator);
}

static void jps_destroy(way_agent *agent)
{
    jps_memory *memory = agent->memory;
    wayi_nodes_fini(&memory->nodes);
    wayi_heap_fini(&memory->open);
}

static size_t jps_bytes(const way_agent *agent)
{
    const jps_memory *memory = agent->memory;
    return wayi_nodes_bytes(&memory->nodes) + memory->open.capacity * sizeof *memory->open.items;
}

// Scanning
// -----------------------------------------------------------------------------------------

/// Follows a line towards higher bits from `bit` (excluded). The border stops it at the latest.
static inline jps_stop jps_scan_up(jps_line line, uint32_t bit)
{
    uint32_t word = (bit + 1) >> 6;
    uint64_t mask = ~UINT64_C(0) << ((bit + 1) & 63u);
    for (;; word++, mask = ~UINT64_C(0)) {
        const uint64_t stops = (~line.here[word] | wayi_line_opens_up(line.before, word) |
                                wayi_line_opens_up(line.after, word)) &
                               mask;
        if (stops) {
            const uint32_t place = wayi_bits_lowest(stops);
            return (jps_stop){word * 64 + place, !((line.here[word] >> place) & 1u)};
        }
    }
}

/// Follows a line towards lower bits from `bit` (excluded, at least 1).
static inline jps_stop jps_scan_down(jps_line line, uint32_t bit)
{
    uint32_t word = (bit - 1) >> 6;
    uint64_t mask = ~UINT64_C(0) >> (63u - ((bit - 1) & 63u));
    for (;; word--, mask = ~UINT64_C(0)) {
        const uint64_t stops = (~line.here[word] | wayi_line_opens_down(line.before, word) |
                                wayi_line_opens_down(line.after, word)) &
                               mask;
        if (stops) {
            const uint32_t place = wayi_bits_highest(stops);
            return (jps_stop){word * 64 + place, !((line.here[word] >> place) & 1u)};
        }
    }
}

static inline jps_line jps_row(const jps_search *search, uint32_t y)
{
    const size_t words = search->map->row_words;
    const uint64_t *here = search->layer->rows + (y + 1) * words;
    return (jps_line){here, here - words, here + words};
}

static inline jps_line jps_column(const jps_search *search, uint32_t x)
{
    const size_t words = search->map->column_words;
    const uint64_t *here = search->layer->columns + (x + 1) * words;
    return (jps_line){here, here - words, here + words};
}

// Relaxing
// -----------------------------------------------------------------------------------------

/// Onward directions from a jump point reached by a straight step in `direction`: straight on, and
/// around each wall that ended one step back.
static uint32_t jps_onward(const jps_search *search, uint32_t x, uint32_t y, uint32_t direction)
{
    static const uint8_t back_bits[4][2] = {{6, 5}, {7, 6}, {7, 4}, {4, 5}};
    static const uint8_t side_bits[4][2] = {{3, 1}, {0, 2}, {3, 1}, {0, 2}};
    static const uint8_t turns[4][2] = {{WAYI_WEST, WAYI_EAST},
                                        {WAYI_NORTH, WAYI_SOUTH},
                                        {WAYI_WEST, WAYI_EAST},
                                        {WAYI_NORTH, WAYI_SOUTH}};
    static const uint8_t slants[4][2] = {{WAYI_NORTH_WEST, WAYI_NORTH_EAST},
                                         {WAYI_NORTH_EAST, WAYI_SOUTH_EAST},
                                         {WAYI_SOUTH_WEST, WAYI_SOUTH_EAST},
                                         {WAYI_NORTH_WEST, WAYI_SOUTH_WEST}};
    const uint32_t around = search->layer->around[y * search->map->width + x];
    uint32_t onward = 1u << direction;
    for (uint32_t side = 0; side < 2; side++) {
        const bool wall_behind = !(around >> back_bits[direction][side] & 1u);
        if (wall_behind && (around >> side_bits[direction][side] & 1u)) {
            onward |= 1u << turns[direction][side] | 1u << slants[direction][side];
        }
    }
    return onward & search->map->moves[around];
}

static way_cost jps_estimate(const jps_search *search, uint32_t x, uint32_t y)
{
    return wayi_map_open_distance(search->map, (int64_t)x - search->goal_x,
                                  (int64_t)y - search->goal_y);
}

static bool jps_push(jps_search *search, way_cell cell, uint32_t slot, way_cost g, way_cost f)
{
    search->agent->stats.heap_pushes++;
    return wayi_heap_push(&search->memory->open,
                          (wayi_heap_item){(uint64_t)f << 32 | (uint32_t)~g, cell, slot});
}

/// Offers the jump point (x, y) a way of `cost` from the origin, to be left in the `onward`
/// directions.
static void jps_relax(jps_search *search, uint32_t x, uint32_t y, way_cost cost, uint32_t onward)
{
    const way_cell cell = y * search->map->width + x;
    const uint32_t slot = wayi_nodes_touch(&search->memory->nodes, cell, sizeof(jps_node));
    if (slot == WAYI_SLOT_NONE) {
        search->full = true;
        return;
    }
    jps_node *node = wayi_nodes_at(&search->memory->nodes, slot, sizeof *node);
    const way_cost g = way_cost_add(search->origin_g, cost);
    if (g > node->g) {
        return;
    }
    way_event_kind kind = WAY_EVENT_GENERATE;
    if (g < node->g) {
        if (node->done) {
            search->agent->stats.reopenings++;
            kind = WAY_EVENT_REOPEN;
        }
        node->g = g;
        node->parent = search->origin;
        node->done = 0;
        node->todo = 0;
    }
    const uint32_t fresh = onward & ~(uint32_t)(node->done | node->todo);
    if (!fresh && cell != search->agent->goal.state) {
        return;
    }
    const bool queued = node->todo != 0;
    node->todo |= (uint8_t)fresh;
    search->agent->stats.generations++;
    const way_cost f = way_cost_add(g, jps_estimate(search, x, y));
    if (search->agent->observer) {
        wayi_observer_write(search->agent->observer, (way_event){kind, cell, search->origin, g, f});
    }
    if (!queued && !jps_push(search, cell, slot, g, f)) {
        search->full = true;
    }
}

/// Scans a row from (x, y) after `paid`; relaxes the jump point or the goal that it meets.
static void jps_run_row(jps_search *search, uint32_t x, uint32_t y, uint32_t direction,
                        way_cost paid)
{
    const bool up = direction == WAYI_EAST;
    const jps_line row = jps_row(search, y);
    const jps_stop stop = up ? jps_scan_up(row, x + 1) : jps_scan_down(row, x + 1);
    const uint32_t end = stop.bit - 1; // may wrap to -1 at the left border: a wall, never used
    const way_cost step = search->map->costs.cardinal;
    if (y == search->goal_y && (up ? search->goal_x > x && search->goal_x + 1 <= stop.bit
                                   : search->goal_x < x && search->goal_x + 1 >= stop.bit)) {
        const uint32_t length = up ? search->goal_x - x : x - search->goal_x;
        jps_relax(search, search->goal_x, y, paid + length * step, 0);
    }
    if (!stop.wall) {
        const uint32_t length = up ? end - x : x - end;
        jps_relax(search, end, y, paid + length * step, jps_onward(search, end, y, direction));
    }
}

/// The same along a column.
static void jps_run_column(jps_search *search, uint32_t x, uint32_t y, uint32_t direction,
                           way_cost paid)
{
    const bool up = direction == WAYI_SOUTH;
    const jps_line column = jps_column(search, x);
    const jps_stop stop = up ? jps_scan_up(column, y + 1) : jps_scan_down(column, y + 1);
    const uint32_t end = stop.bit - 1;
    const way_cost step = search->map->costs.cardinal;
    if (x == search->goal_x && (up ? search->goal_y > y && search->goal_y + 1 <= stop.bit
                                   : search->goal_y < y && search->goal_y + 1 >= stop.bit)) {
        const uint32_t length = up ? search->goal_y - y : y - search->goal_y;
        jps_relax(search, x, search->goal_y, paid + length * step, 0);
    }
    if (!stop.wall) {
        const uint32_t length = up ? end - y : y - end;
        jps_relax(search, x, end, paid + length * step, jps_onward(search, x, end, direction));
    }
}

/// Walks a diagonal to its end; every cell on it scans its row and its column.
static void jps_run_diagonal(jps_search *search, uint32_t x, uint32_t y, uint32_t direction)
{
    const int32_t dx = wayi_direction_x[direction];
    const int32_t dy = wayi_direction_y[direction];
    const uint32_t row_direction = dx > 0 ? WAYI_EAST : WAYI_WEST;
    const uint32_t column_direction = dy > 0 ? WAYI_SOUTH : WAYI_NORTH;
    const uint32_t step = 1u << direction;
    way_cost paid = 0;
    while (search->map->moves[search->layer->around[y * search->map->width + x]] & step) {
        x += (uint32_t)dx;
        y += (uint32_t)dy;
        paid += search->map->costs.diagonal;
        if (x == search->goal_x && y == search->goal_y) {
            jps_relax(search, x, y, paid, 0);
            return;
        }
        jps_run_row(search, x, y, row_direction, paid);
        jps_run_column(search, x, y, column_direction, paid);
    }
}

static void jps_expand(jps_search *search, uint32_t directions)
{
    const uint32_t y = wayi_map_row(search->map, search->origin);
    const uint32_t x = search->origin - y * search->map->width;
    for (; directions; directions &= directions - 1) {
        const uint32_t direction = wayi_bits_lowest(directions);
        if (direction >= WAYI_NORTH_EAST) {
            jps_run_diagonal(search, x, y, direction);
        } else if (direction == WAYI_EAST || direction == WAYI_WEST) {
            jps_run_row(search, x, y, direction, 0);
        } else {
            jps_run_column(search, x, y, direction, 0);
        }
    }
}

// The trip
// -----------------------------------------------------------------------------------------

static jps_search jps_resume(way_agent *agent)
{
    const wayi_grid *grid = wayi_space_grid(agent->space);
    jps_search search = {
        .agent = agent, .memory = agent->memory, .map = grid->map, .layer = grid->layer};
    way_map_position(grid->map, agent->goal.state, &search.goal_x, &search.goal_y);
    return search;
}

static way_status jps_begin(way_agent *agent)
{
    jps_memory *memory = agent->memory;
    wayi_nodes_clear(&memory->nodes);
    wayi_heap_clear(&memory->open);
    memory->closest = WAY_CELL_NONE;
    memory->closest_estimate = WAY_COST_MAX;
    const uint32_t slot = wayi_nodes_touch(&memory->nodes, agent->start, sizeof(jps_node));
    if (slot == WAYI_SLOT_NONE) {
        return WAY_STATUS_NO_MEMORY;
    }
    jps_node *node = wayi_nodes_at(&memory->nodes, slot, sizeof *node);
    node->g = 0;
    node->todo = JPS_ALL;
    jps_search search = jps_resume(agent);
    return jps_push(&search, agent->start, slot, 0, 0) ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

/// Appends the cells from one jump point to the next, diagonal first; false without memory.
static bool jps_fill(way_agent *agent, const way_map *map, way_cell from, way_cell to)
{
    uint32_t x, y, to_x, to_y;
    way_map_position(map, from, &x, &y);
    way_map_position(map, to, &to_x, &to_y);
    while (x != to_x || y != to_y) {
        x += (uint32_t)((x < to_x) - (x > to_x));
        y += (uint32_t)((y < to_y) - (y > to_y));
        if (!wayi_path_buffer_push(&agent->path, y * map->width + x)) {
            return false;
        }
    }
    return true;
}

/// Appends the chain of parents of a jump point, last first, and gives the cost of the way to it;
/// WAY_COST_MAX without memory.
static way_cost jps_chain(way_agent *agent, way_cell cell)
{
    const jps_memory *memory = agent->memory;
    const jps_node *node = NULL;
    way_cost cost = WAY_COST_MAX;
    for (way_cell at = cell; at != WAY_CELL_NONE; at = node->parent) {
        if (!wayi_path_buffer_push(&agent->path, at)) {
            return WAY_COST_MAX;
        }
        const uint32_t slot = wayi_nodes_find(&memory->nodes, at, sizeof *node);
        node = wayi_nodes_at(&memory->nodes, slot, sizeof *node);
        cost = cost == WAY_COST_MAX ? node->g : cost;
    }
    return cost;
}

/// Commits the way to a jump point: the chain is laid down at the end of the path, then replaced by
/// all its cells. Without memory the path stays as it was.
static bool jps_commit(way_agent *agent, const way_map *map, way_cell cell)
{
    const uint32_t first = agent->path.count;
    const way_cost cost = jps_chain(agent, cell);
    const uint32_t chain = agent->path.count - first;
    bool complete = cost != WAY_COST_MAX;
    for (uint32_t i = chain; complete && i-- > 1;) {
        complete =
            jps_fill(agent, map, agent->path.states[first + i], agent->path.states[first + i - 1]);
    }
    if (!complete) {
        agent->path.count = first;
        return false;
    }
    agent->path.count -= chain;
    for (uint32_t i = first; i < agent->path.count; i++) {
        agent->path.states[i] = agent->path.states[i + chain];
    }
    agent->cost = way_cost_add(agent->cost, cost);
    return true;
}

static void jps_note_closest(jps_memory *memory, const jps_search *search, way_cell cell)
{
    uint32_t x, y;
    way_map_position(search->map, cell, &x, &y);
    const way_cost estimate = jps_estimate(search, x, y);
    if (estimate < memory->closest_estimate) {
        memory->closest_estimate = estimate;
        memory->closest = cell;
    }
}

static void jps_note_expansion(way_agent *agent, wayi_heap_item item, const jps_node *node)
{
    agent->stats.expansions++;
    if (agent->observer) {
        wayi_observer_write(agent->observer, (way_event){WAY_EVENT_EXPAND, item.id, node->parent,
                                                         node->g, (way_cost)(item.key >> 32)});
    }
}

static way_outcome jps_step(way_agent *agent, uint32_t budget)
{
    jps_search search = jps_resume(agent);
    jps_memory *memory = agent->memory;
    while (budget > 0) {
        if (memory->open.count == 0) {
            return WAY_OUTCOME_NO_PATH;
        }
        const wayi_heap_item item = wayi_heap_pop(&memory->open);
        agent->stats.heap_pops++;
        jps_node *node = wayi_nodes_at(&memory->nodes, item.slot, sizeof *node);
        if (item.id == agent->goal.state) {
            jps_note_expansion(agent, item, node);
            return jps_commit(agent, search.map, item.id) ? WAY_OUTCOME_ARRIVED
                                                          : WAY_OUTCOME_CAPACITY;
        }
        const uint32_t directions = node->todo;
        if (!directions) {
            continue; // stale: followed already from a better entry
        }
        node->done |= (uint8_t)directions;
        node->todo = 0;
        search.origin = item.id;
        search.origin_g = node->g;
        budget--;
        jps_note_closest(memory, &search, item.id);
        jps_note_expansion(agent, item, node);
        jps_expand(&search, directions);
        if (search.full) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    return WAY_OUTCOME_MOVING;
}

static void jps_give_up(way_agent *agent)
{
    const jps_memory *memory = agent->memory;
    if (memory->closest != WAY_CELL_NONE) {
        jps_commit(agent, wayi_space_grid(agent->space)->map, memory->closest);
    }
}

const wayi_algorithm wayi_algorithm_jps = {
    .info = {.name = "jps",
             .title = "Jump point search",
             .family = "discrete",
             .summary =
                 "Optimal on uniform grids without preparation, an order of magnitude faster "
                 "than A*",
             .reference =
                 "Harabor, Grastien: Online Graph Pruning for Pathfinding on Grid Maps, 2011",
             .traits = WAY_TRAIT_OPTIMAL | WAY_TRAIT_COMPLETE | WAY_TRAIT_PARTIAL_PATHS |
                       WAY_TRAIT_BLOCKED_START,
             .needs = WAY_SPACE_GRID | WAY_SPACE_GRID_8 | WAY_SPACE_STRICT_CORNERS |
                      WAY_SPACE_UNIFORM_COST},
    .memory_size = sizeof(jps_memory),
    .create = jps_create,
    .destroy = jps_destroy,
    .memory_bytes = jps_bytes,
    .begin = jps_begin,
    .step = jps_step,
    .give_up = jps_give_up,
};
