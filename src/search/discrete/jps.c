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
#include "base/inline.h"
#include "core/bucket_queue.h"
#include "core/nodes.h"
#include "search/algorithm.h"
#include "search/observer.h"
#include "space/grid.h"

#define JPS_ALL 0xffu

typedef struct jps_node {
    uint32_t stamp;
    way_cost g;
    way_cell parent;
    uint8_t done;     ///< directions already followed
    uint8_t todo;     ///< directions still to follow
    uint8_t expanded; ///< 1 if it was, with this g
    uint8_t padding;
} jps_node;

static const jps_node jps_blank = {.g = WAY_COST_MAX, .parent = WAY_CELL_NONE};

typedef struct jps_memory {
    wayi_nodes nodes;
    wayi_bucket_queue open;
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

/// A cell on the way, and what it cost to get there.
typedef struct jps_spot {
    uint32_t x, y;
    way_cost g;
} jps_spot;

static way_status jps_create(way_agent *agent)
{
    jps_memory *memory = agent->memory;
    wayi_bucket_queue_init(&memory->open, &agent->allocator);
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
    wayi_bucket_queue_fini(&memory->open);
}

static size_t jps_bytes(const way_agent *agent)
{
    const jps_memory *memory = agent->memory;
    return wayi_nodes_bytes(&memory->nodes) + wayi_bucket_queue_bytes(&memory->open);
}

static uint32_t jps_states_max(const way_agent *agent)
{
    return ((const jps_memory *)agent->memory)->nodes.count;
}

// Scanning
// -----------------------------------------------------------------------------------------

static WAYI_ALWAYS_INLINE bool jps_is_row(uint32_t direction)
{
    return direction == WAYI_EAST || direction == WAYI_WEST;
}

static WAYI_ALWAYS_INLINE bool jps_is_up(uint32_t direction)
{
    return direction == WAYI_EAST || direction == WAYI_SOUTH;
}

/// The place of a cell in its line, in padded bits: its row for runs east and west, else its
/// column.
static WAYI_ALWAYS_INLINE uint32_t jps_bit(uint32_t x, uint32_t y, uint32_t direction)
{
    return (jps_is_row(direction) ? x : y) + 1;
}

/// The line of a cell among rows, or among columns.
static WAYI_ALWAYS_INLINE const uint64_t *jps_line(const jps_search *search, const uint64_t *lines,
                                                   jps_spot spot, uint32_t direction)
{
    return jps_is_row(direction) ? lines + ((size_t)spot.y + 1) * search->map->row_words
                                 : lines + ((size_t)spot.x + 1) * search->map->column_words;
}

/// The bit of a cell in one of the layers that are kept by rows.
static WAYI_ALWAYS_INLINE bool jps_has_bit(const jps_search *search, const uint64_t *rows,
                                           jps_spot spot)
{
    const size_t word = ((size_t)spot.y + 1) * search->map->row_words + ((spot.x + 1) >> 6);
    return rows[word] >> ((spot.x + 1) & 63u) & 1u;
}

/// The distance from `bit` to the next one that is set in the direction of a run, or is not set
/// for `flip`; there is one.
static WAYI_ALWAYS_INLINE uint32_t jps_scan(const uint64_t *line, uint32_t bit, uint32_t direction,
                                            bool flip)
{
    const uint64_t inverse = flip ? UINT64_MAX : 0;
    if (jps_is_up(direction)) {
        uint32_t word = (bit + 1) >> 6;
        uint64_t found = (line[word] ^ inverse) & UINT64_MAX << ((bit + 1) & 63u);
        while (!found) {
            found = line[++word] ^ inverse;
        }
        return word * 64 + wayi_bits_lowest(found) - bit;
    }
    uint32_t word = (bit - 1) >> 6;
    uint64_t found = (line[word] ^ inverse) & UINT64_MAX >> (63u - ((bit - 1) & 63u));
    while (!found) {
        found = line[--word] ^ inverse;
    }
    return bit - word * 64 - wayi_bits_highest(found);
}

// Relaxing
// -----------------------------------------------------------------------------------------

/// The octile distance to the goal, over ground of weight 1.
static way_cost jps_estimate(const jps_search *search, uint32_t x, uint32_t y)
{
    const uint32_t columns = x < search->goal_x ? search->goal_x - x : x - search->goal_x;
    const uint32_t rows = y < search->goal_y ? search->goal_y - y : y - search->goal_y;
    const uint32_t low = columns < rows ? columns : rows;
    const uint32_t high = columns < rows ? rows : columns;
    const way_cost_model costs = search->map->costs;
    return costs.cardinal * (high - low) + costs.diagonal * low;
}

static void jps_push(jps_search *search, way_cell cell, uint32_t slot, way_cost f)
{
    search->agent->stats.heap_pushes++;
    search->full |= !wayi_bucket_queue_push(&search->memory->open, (wayi_heap_item){f, cell, slot});
}

/// Gives a node a way over the origin that is no worse than its own, to be left in the `onward`
/// directions; queues it if that is news.
static void jps_improve(jps_search *search, jps_spot spot, uint32_t slot, uint32_t onward)
{
    way_stats *stats = &search->agent->stats;
    jps_node *node = wayi_nodes_at(&search->memory->nodes, slot, sizeof *node);
    way_event_kind kind = WAY_EVENT_GENERATE;
    if (spot.g < node->g) {
        if (node->expanded) {
            stats->reopenings++;
            kind = WAY_EVENT_REOPEN;
        }
        *node = (jps_node){.stamp = node->stamp, .g = spot.g, .parent = search->origin};
    } else {
        onward &= ~(uint32_t)(node->done | node->todo);
        if (!onward) {
            return;
        }
    }
    const bool queued = node->todo != 0;
    node->todo |= (uint8_t)onward;
    stats->generations++;
    const way_cell cell = spot.y * search->map->width + spot.x;
    const way_cost f = way_cost_add(spot.g, jps_estimate(search, spot.x, spot.y));
    if (search->agent->observer) {
        wayi_observer_write(search->agent->observer,
                            (way_event){kind, cell, search->origin, spot.g, f});
    }
    if (!queued) {
        jps_push(search, cell, slot, f);
    }
}

/// The slot of a cell that is no better off already than with the way to it here, else
/// WAYI_SLOT_NONE.
static WAYI_ALWAYS_INLINE uint32_t jps_touch(jps_search *search, jps_spot spot)
{
    const way_cell cell = spot.y * search->map->width + spot.x;
    const uint32_t slot = wayi_nodes_touch(&search->memory->nodes, cell, sizeof(jps_node));
    if (slot == WAYI_SLOT_NONE) {
        search->full = true;
        return slot;
    }
    const jps_node *node = wayi_nodes_at(&search->memory->nodes, slot, sizeof *node);
    return spot.g <= node->g ? slot : WAYI_SLOT_NONE;
}

/// Offers a cell a way over the origin: a jump point after a straight run in `direction`, or the
/// goal, which is left in none.
static WAYI_ALWAYS_INLINE void jps_relax(jps_search *search, jps_spot spot, uint32_t direction)
{
    const uint32_t slot = jps_touch(search, spot);
    if (slot != WAYI_SLOT_NONE) {
        const way_cell cell = spot.y * search->map->width + spot.x;
        const uint8_t *onward = search->map->jump_onward[direction & 3u];
        const bool goal = direction == WAYI_DIRECTIONS;
        jps_improve(search, spot, slot, goal ? 0 : onward[search->layer->around[cell]]);
    }
}

/// Takes a set of directions of a cell on a diagonal for itself; returns those that nobody has
/// followed, or will follow, at this cost or less.
static WAYI_ALWAYS_INLINE uint32_t jps_claim(jps_search *search, jps_spot spot, uint32_t directions)
{
    const uint32_t slot = jps_touch(search, spot);
    if (slot == WAYI_SLOT_NONE) {
        return 0;
    }
    jps_node *node = wayi_nodes_at(&search->memory->nodes, slot, sizeof *node);
    if (spot.g < node->g) {
        *node = (jps_node){.stamp = node->stamp, .g = spot.g, .parent = search->origin};
    }
    directions &= ~(uint32_t)(node->done | node->todo);
    node->done |= (uint8_t)directions;
    return directions;
}

/// The cell `length` steps on.
static WAYI_ALWAYS_INLINE jps_spot jps_ahead(const jps_search *search, jps_spot spot,
                                             uint32_t direction, uint32_t length)
{
    const int32_t columns = wayi_direction_x[direction] * (int32_t)length;
    const int32_t rows = wayi_direction_y[direction] * (int32_t)length;
    return (jps_spot){spot.x + (uint32_t)columns, spot.y + (uint32_t)rows,
                      way_cost_add(spot.g, length * search->map->steps[direction])};
}

/// Looks for the goal on its own line, before the wall at the end of the run.
static void jps_look_for_goal(jps_search *search, jps_spot spot, uint32_t direction)
{
    const wayi_layer *layer = search->layer;
    const uint64_t *lines = jps_is_row(direction) ? layer->rows : layer->columns;
    const uint32_t bit = jps_bit(spot.x, spot.y, direction);
    const uint32_t wall = jps_scan(jps_line(search, lines, spot, direction), bit, direction, true);
    const uint32_t goal = jps_bit(search->goal_x, search->goal_y, direction);
    const uint32_t length = jps_is_up(direction) ? goal - bit : bit - goal; // wraps if behind
    if (length < wall) {
        jps_relax(search, jps_ahead(search, spot, direction, length), WAYI_DIRECTIONS);
    }
}

/// Relaxes what a straight run from a cell meets.
static WAYI_ALWAYS_INLINE void jps_run(jps_search *search, jps_spot spot, uint32_t direction)
{
    if (jps_is_row(direction) ? spot.y == search->goal_y : spot.x == search->goal_x) {
        jps_look_for_goal(search, spot, direction);
    }
    if (jps_has_bit(search, search->layer->runs[direction], spot)) {
        const uint64_t *jumps = jps_line(search, search->layer->jumps[direction], spot, direction);
        const uint32_t bit = jps_bit(spot.x, spot.y, direction);
        const uint32_t length = jps_scan(jumps, bit, direction, false);
        jps_relax(search, jps_ahead(search, spot, direction, length), direction);
    }
}

/// How many steps ahead a diagonal crosses the goal's row or column first; wraps if never.
static WAYI_ALWAYS_INLINE uint32_t jps_goal_lines(const jps_search *search, jps_spot spot,
                                                  uint32_t direction)
{
    const uint32_t dx = search->goal_x - spot.x;
    const uint32_t dy = search->goal_y - spot.y;
    const uint32_t columns = (wayi_direction_x[direction] > 0 ? dx : 0u - dx) - 1u;
    const uint32_t rows = (wayi_direction_y[direction] > 0 ? dy : 0u - dy) - 1u;
    return (columns < rows ? columns : rows) + 1u;
}

/// How far a diagonal walk goes until a cell is marked, at `most`. The first step is legal.
static WAYI_ALWAYS_INLINE uint32_t jps_slide(const jps_search *search, jps_spot spot,
                                             uint32_t direction, uint32_t most)
{
    const bool east = wayi_direction_x[direction] > 0;
    const bool south = wayi_direction_y[direction] > 0;
    const size_t words = search->map->row_words;
    const uint64_t *row =
        search->layer->marks[direction - WAYI_NORTH_EAST] + ((size_t)spot.y + 1) * words;
    const uint32_t start = spot.x + 1;
    const uint32_t end = east ? start + most : start - most;
    uint32_t x = start;
    do {
        row = south ? row + words : row - words;
        x = east ? x + 1 : x - 1;
    } while (!(row[x >> 6] >> (x & 63u) & 1u) && x != end);
    return east ? x - start : start - x;
}

/// Whether there is something to see from a cell in a cardinal direction.
static WAYI_ALWAYS_INLINE bool jps_has_view(const jps_search *search, jps_spot spot,
                                            uint32_t direction)
{
    return (jps_is_row(direction) ? spot.y == search->goal_y : spot.x == search->goal_x) ||
           jps_has_bit(search, search->layer->runs[direction], spot);
}

/// Walks a diagonal to its end; the cells on it look along their rows and their columns.
static WAYI_ALWAYS_INLINE void jps_run_diagonal(jps_search *search, jps_spot spot,
                                                uint32_t direction)
{
    const uint32_t side = wayi_direction_x[direction] > 0 ? WAYI_EAST : WAYI_WEST;
    const uint32_t along = wayi_direction_y[direction] > 0 ? WAYI_SOUTH : WAYI_NORTH;
    const uint32_t needs = 1u << direction | 1u << side | 1u << along;
    const uint8_t *around = search->layer->around;
    while ((around[(size_t)spot.y * search->map->width + spot.x] & needs) == needs) {
        const uint32_t most = jps_goal_lines(search, spot, direction);
        const uint32_t length = jps_slide(search, spot, direction, most);
        spot = jps_ahead(search, spot, direction, length);
        if (spot.x == search->goal_x && spot.y == search->goal_y) {
            jps_relax(search, spot, WAYI_DIRECTIONS);
            return;
        }
        const uint32_t views = (uint32_t)jps_has_view(search, spot, side) << side |
                               (uint32_t)jps_has_view(search, spot, along) << along;
        if (!views) {
            return; // marked because of a wall
        }
        const uint32_t claimed = jps_claim(search, spot, views | 1u << direction);
        if (claimed >> side & 1u) {
            jps_run(search, spot, side);
        }
        if (claimed >> along & 1u) {
            jps_run(search, spot, along);
        }
        if (!(claimed >> direction & 1u)) {
            return;
        }
    }
}

static WAYI_ALWAYS_INLINE void jps_leave(jps_search *search, jps_spot spot, uint32_t direction)
{
    if (direction >= WAYI_NORTH_EAST) {
        jps_run_diagonal(search, spot, direction);
    } else {
        jps_run(search, spot, direction);
    }
}

/// Follows a set of directions from the origin; one instance of all there is for each.
static void jps_expand(jps_search *search, uint32_t directions)
{
    const uint32_t y = wayi_map_row(search->map, search->origin);
    const jps_spot spot = {search->origin - y * search->map->width, y, search->origin_g};
    for (; directions; directions &= directions - 1) {
        switch (wayi_bits_lowest(directions)) {
        case WAYI_NORTH:
            jps_leave(search, spot, WAYI_NORTH);
            break;
        case WAYI_EAST:
            jps_leave(search, spot, WAYI_EAST);
            break;
        case WAYI_SOUTH:
            jps_leave(search, spot, WAYI_SOUTH);
            break;
        case WAYI_WEST:
            jps_leave(search, spot, WAYI_WEST);
            break;
        case WAYI_NORTH_EAST:
            jps_leave(search, spot, WAYI_NORTH_EAST);
            break;
        case WAYI_SOUTH_EAST:
            jps_leave(search, spot, WAYI_SOUTH_EAST);
            break;
        case WAYI_SOUTH_WEST:
            jps_leave(search, spot, WAYI_SOUTH_WEST);
            break;
        default:
            jps_leave(search, spot, WAYI_NORTH_WEST);
            break;
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
    wayi_bucket_queue_clear(&memory->open);
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
    uint32_t x, y;
    way_map_position(search.map, agent->start, &x, &y);
    jps_push(&search, agent->start, slot, jps_estimate(&search, x, y));
    return search.full ? WAY_STATUS_NO_MEMORY : WAY_STATUS_OK;
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

static void jps_note_expansion(way_agent *agent, wayi_heap_item item, const jps_node *node)
{
    agent->stats.expansions++;
    if (agent->observer) {
        wayi_observer_write(agent->observer, (way_event){WAY_EVENT_EXPAND, item.id, node->parent,
                                                         node->g, (way_cost)item.key});
    }
    jps_memory *memory = agent->memory;
    const way_cost estimate = (way_cost)item.key - node->g;
    if (estimate < memory->closest_estimate) {
        memory->closest_estimate = estimate;
        memory->closest = item.id;
    }
}

static way_outcome jps_step(way_agent *agent, uint32_t budget)
{
    jps_search search = jps_resume(agent);
    jps_memory *memory = agent->memory;
    while (budget > 0) {
        if (wayi_bucket_queue_count(&memory->open) == 0) {
            return WAY_OUTCOME_NO_PATH;
        }
        const wayi_heap_item item = wayi_bucket_queue_pop(&memory->open);
        agent->stats.heap_pops++;
        jps_node *node = wayi_nodes_at(&memory->nodes, item.slot, sizeof *node);
        const uint32_t directions = node->todo;
        const bool arrived = item.id == agent->goal.state;
        if (!directions && !arrived) {
            continue; // stale: followed already from a better entry
        }
        jps_note_expansion(agent, item, node);
        if (arrived) {
            return jps_commit(agent, search.map, item.id) ? WAY_OUTCOME_ARRIVED
                                                          : WAY_OUTCOME_CAPACITY;
        }
        node->done |= (uint8_t)directions;
        node->todo = 0;
        node->expanded = 1;
        search.origin = item.id;
        search.origin_g = node->g;
        budget--;
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
    .states_max = jps_states_max,
    .begin = jps_begin,
    .step = jps_step,
    .give_up = jps_give_up,
};
