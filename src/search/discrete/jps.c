// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Jump point search: A* that leaps over the cells between decisions. On a uniform 8-neighbour grid
// most cells lie on many equally cheap paths; JPS keeps only diagonal-first ones and stops only
// where a wall ends beside a straight run and opens a way that no other path serves (a forced
// neighbour). Diagonal walks are looked along but have no nodes (Harabor & Grastien's pruning of
// intermediate points).
//
// Scanning is search/engine/jump_graph.c's, which remembers what it saw until the map changes. So
// the goal must not be part of it: a point whose diagonal-first way to the goal is free ends the
// search, for its f is then the cost of a path, and minimal. Points with nothing behind them are
// not queued but where the goal could be seen from them.
//
// A point reached over two directions at the same cost is left in the directions that each calls
// for. A costlier arrival is dropped: no cheapest path begins with it.
//
// Harabor, Grastien: Online Graph Pruning for Pathfinding on Grid Maps, 2011; Improving Jump Point
// Search, 2014.
#include "base/inline.h"
#include "core/calendar.h"
#include "search/engine/jump_graph.h"
#include "search/frame/algorithm.h"
#include "search/frame/observer.h"

enum { JPS_KEEP };

static const way_param jps_params[] = {
    [JPS_KEEP] = {"keep", "remember jumps between trips, until the map changes", WAY_PARAM_SWITCH,
                  1, 0, 1, NULL},
};

/// How many cells of a diagonal, or words of a run, cost as much to scan as an expansion.
#define JPS_SCANNED 32u

/// The slot of the start, which need not be a jump point, and of none.
#define JPS_START UINT32_MAX
#define JPS_NONE (UINT32_MAX - 1u)

/// How many points can be asked whether they might see a cell for one look at a cell.
#define JPS_LOOKS 4u

/// The goal, and how far one can see it along its row and its column: the ends are walls.
typedef struct jps_target {
    int32_t x, y;
    int32_t west, east;
    int32_t north, south;
} jps_target;

typedef struct jps_memory {
    wayi_jump_graph graph;
    wayi_calendar open;
    uint32_t trip;
    uint32_t seen; ///< points met on this trip, and the start
    jps_target goal;
    uint32_t closest; ///< expanded point with the least estimate
    way_cost closest_estimate;
} jps_memory;

/// What one step of the search works with.
typedef struct jps_search {
    way_agent *agent;
    jps_memory *memory;
    way_cost cardinal;
    way_cost slant;  ///< what a diagonal step costs more
    uint32_t origin; ///< slot of the point under expansion
    way_cost origin_g;
    bool full; ///< memory ran out
} jps_search;

static way_status jps_create(way_agent *agent)
{
    jps_memory *memory = agent->memory;
    wayi_calendar_init(&memory->open, &agent->allocator);
    return wayi_jump_graph_init(&memory->graph, wayi_space_grid(agent->space), agent->capacity,
                                &agent->allocator);
}

static void jps_destroy(way_agent *agent)
{
    jps_memory *memory = agent->memory;
    wayi_jump_graph_fini(&memory->graph);
    wayi_calendar_fini(&memory->open);
}

static size_t jps_bytes(const way_agent *agent)
{
    const jps_memory *memory = agent->memory;
    return wayi_jump_graph_bytes(&memory->graph) + wayi_calendar_bytes(&memory->open);
}

static uint32_t jps_states_max(const way_agent *agent)
{
    return ((const jps_memory *)agent->memory)->seen;
}

// Relaxing ----------------------------------------------------------------------------------------

/// The octile distance to the goal, over ground of weight 1.
static WAYI_ALWAYS_INLINE way_cost jps_estimate(const jps_search *search, uint32_t x, uint32_t y)
{
    const jps_target *goal = &search->memory->goal;
    const int32_t dx = (int32_t)x - goal->x;
    const int32_t dy = (int32_t)y - goal->y;
    const uint32_t columns = (uint32_t)(dx < 0 ? -dx : dx);
    const uint32_t rows = (uint32_t)(dy < 0 ? -dy : dy);
    const uint32_t low = columns < rows ? columns : rows;
    const uint32_t high = columns < rows ? rows : columns;
    return search->cardinal * high + search->slant * low;
}

/// Whether the last run of the diagonal-first way to a target is free, but for its first cell.
static WAYI_ALWAYS_INLINE bool jps_could_see(const jps_target *goal, uint32_t x, uint32_t y)
{
    const int32_t dx = (int32_t)x - goal->x;
    const int32_t dy = (int32_t)y - goal->y;
    const int32_t columns = dx < 0 ? -dx : dx;
    const int32_t rows = dy < 0 ? -dy : dy;
    if (columns >= rows) {
        const int32_t turn = dx < 0 ? dx + rows : dx - rows;
        return turn >= goal->west && turn <= goal->east;
    }
    const int32_t turn = dy < 0 ? dy + columns : dy - columns;
    return turn >= goal->north && turn <= goal->south;
}

/// Of equal f the costliest way so far goes first.
static void jps_push(jps_search *search, way_cell cell, uint32_t slot, way_cost g, way_cost f)
{
    search->agent->stats.heap_pushes++;
    const wayi_heap_item item = {(uint64_t)f << 32 | (way_cost)~g, cell, slot};
    search->full |= !wayi_calendar_push(&search->memory->open, item);
}

static way_cell jps_cell(const jps_memory *memory, way_cell start, uint32_t slot)
{
    return slot == JPS_START ? start : wayi_jump_graph_cell(&memory->graph, slot);
}

/// Tells the observer of a way to a point.
static void jps_report(const jps_search *search, way_event_kind kind, uint32_t slot, way_cost f)
{
    const way_agent *agent = search->agent;
    const jps_memory *memory = search->memory;
    wayi_observer_write(agent->observer,
                        (way_event){kind, wayi_jump_graph_cell(&memory->graph, slot),
                                    jps_cell(memory, agent->start, search->origin),
                                    memory->graph.marks[slot].g, f});
}

/// Gives a point the way over the origin, to be left as its arrival calls for.
static WAYI_ALWAYS_INLINE void jps_improve(jps_search *search, wayi_jump_mark *mark, wayi_jump jump,
                                           bool again)
{
    way_stats *stats = &search->agent->stats;
    const bool queued = mark->todo != 0;
    mark->todo |= (uint8_t)(1u << wayi_jump_arrival(jump));
    stats->generations++;
    stats->reopenings += again;
    const way_cost f = way_cost_add(mark->g, jps_estimate(search, mark->x, mark->y));
    if (search->agent->observer) {
        jps_report(search, again ? WAY_EVENT_REOPEN : WAY_EVENT_GENERATE, wayi_jump_slot(jump), f);
    }
    if (!queued) {
        const way_map *map = search->memory->graph.map;
        jps_push(search, mark->y * map->width + mark->x, wayi_jump_slot(jump), mark->g, f);
    }
}

/// Offers a jump point a way over the origin.
static WAYI_ALWAYS_INLINE void jps_relax(jps_search *search, wayi_jump jump)
{
    jps_memory *memory = search->memory;
    wayi_jump_mark *mark = &memory->graph.marks[wayi_jump_slot(jump)];
    if (wayi_jump_is_leaf(jump) && !jps_could_see(&memory->goal, mark->x, mark->y)) {
        return;
    }
    const way_cost g = way_cost_add(search->origin_g, jump.cost);
    bool again = false;
    if (mark->trip != memory->trip || g < mark->g) {
        again = mark->trip == memory->trip && mark->expanded;
        memory->seen += mark->trip != memory->trip;
        mark->trip = memory->trip;
        mark->g = g;
        mark->parent = search->origin;
        mark->done = 0;
        mark->todo = 0;
        mark->expanded = false;
    } else if (g > mark->g || ((mark->done | mark->todo) & 1u << wayi_jump_arrival(jump))) {
        return;
    }
    jps_improve(search, mark, jump, again);
}

static void jps_relax_all(jps_search *search, const wayi_jump *jumps, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        jps_relax(search, jumps[i]);
    }
}

/// Follows a set of arrivals at the point under expansion.
static void jps_expand(jps_search *search, uint32_t arrivals)
{
    wayi_jump_graph *graph = &search->memory->graph;
    for (; arrivals; arrivals &= arrivals - 1) {
        const uint32_t arrival = wayi_bits_lowest(arrivals);
        const uint32_t known = wayi_jump_graph_at(graph, search->origin)->known;
        if (!(known >> arrival & 1u)) {
            wayi_jump_graph_scan(graph, search->origin, arrival);
        }
        if (graph->full) {
            search->full = true;
            return;
        }
        const wayi_jump_list list = wayi_jump_graph_at(graph, search->origin)->lists[arrival];
        if (list.count) {
            jps_relax_all(search, graph->kept.items + list.first, list.count);
        }
    }
}

static void jps_expand_start(jps_search *search)
{
    wayi_jump_graph *graph = &search->memory->graph;
    wayi_jump_graph_leave(graph, search->agent->start);
    search->full |= graph->full;
    jps_relax_all(search, graph->passing.items, graph->passing.count);
}

// The trip ----------------------------------------------------------------------------------------

static jps_search jps_resume(way_agent *agent)
{
    const way_cost_model costs = wayi_space_grid(agent->space)->map->costs;
    return (jps_search){.agent = agent,
                        .memory = agent->memory,
                        .cardinal = costs.cardinal,
                        .slant = (way_cost)costs.diagonal - costs.cardinal};
}

static jps_target jps_aim(const wayi_jump_graph *graph, way_cell cell)
{
    const uint32_t y = wayi_map_row(graph->map, cell);
    int32_t room[4];
    for (uint32_t direction = 0; direction < 4; direction++) {
        room[direction] = (int32_t)wayi_jump_graph_room(graph, cell, direction) + 1;
    }
    return (jps_target){(int32_t)(cell - y * graph->map->width),
                        (int32_t)y,
                        -room[WAYI_WEST],
                        room[WAYI_EAST],
                        -room[WAYI_NORTH],
                        room[WAYI_SOUTH]};
}

/// What was seen of the map stays if it is still true, and if there is no limit to what may be
/// remembered on a trip.
static void jps_refresh(way_agent *agent)
{
    jps_memory *memory = agent->memory;
    memory->trip++;
    const bool keeps = agent->navigator->params[JPS_KEEP] && !agent->capacity;
    if (!keeps || memory->graph.revision != way_map_revision(memory->graph.map) ||
        memory->graph.full || memory->trip == 0) {
        wayi_jump_graph_clear(&memory->graph);
        memory->trip = 1;
    }
    if (agent->capacity) { // the start counts as well
        (void)wayi_jump_graph_touch(&memory->graph, agent->start);
    }
}

static way_status jps_begin(way_agent *agent)
{
    jps_memory *memory = agent->memory;
    jps_refresh(agent);
    memory->goal = jps_aim(&memory->graph, agent->goal.state);
    memory->seen = 1;
    memory->closest = JPS_NONE;
    memory->closest_estimate = WAY_COST_MAX;
    jps_search search = jps_resume(agent);
    const uint32_t y = wayi_map_row(memory->graph.map, agent->start);
    const uint32_t x = agent->start - y * memory->graph.map->width;
    const way_cost estimate = jps_estimate(&search, x, y);
    // Days short enough that most hold one point.
    wayi_calendar_clear(&memory->open, (uint64_t)estimate << 32,
                        30 + wayi_bits_highest(search.cardinal));
    jps_push(&search, agent->start, JPS_START, 0, estimate);
    return search.full ? WAY_STATUS_NO_MEMORY : WAY_STATUS_OK;
}

/// Appends the cells from one jump point to the next, diagonal first; false without memory.
static bool jps_fill(way_agent *agent, const way_map *map, way_cell from, way_cell to)
{
    const uint32_t from_y = wayi_map_row(map, from);
    const uint32_t to_y = wayi_map_row(map, to);
    const int32_t dx = (int32_t)(to - to_y * map->width) - (int32_t)(from - from_y * map->width);
    const int32_t dy = (int32_t)to_y - (int32_t)from_y;
    const uint32_t columns = (uint32_t)(dx < 0 ? -dx : dx);
    const uint32_t rows = (uint32_t)(dy < 0 ? -dy : dy);
    const uint32_t count = columns > rows ? columns : rows;
    if (!wayi_path_buffer_reserve(&agent->path, agent->path.count + count)) {
        return false;
    }
    const uint32_t across = (uint32_t)((dx > 0) - (dx < 0));
    const uint32_t down = ((uint32_t)((dy > 0) - (dy < 0))) * map->width;
    for (uint32_t i = 0; i < count; i++) {
        from += (i < columns ? across : 0u) + (i < rows ? down : 0u);
        agent->path.states[agent->path.count++] = from;
    }
    return true;
}

/// Appends a point and all before it, last first; false without memory.
static bool jps_chain(way_agent *agent, uint32_t slot)
{
    const wayi_jump_graph *graph = &((const jps_memory *)agent->memory)->graph;
    for (; slot != JPS_START; slot = graph->marks[slot].parent) {
        if (!wayi_path_buffer_push(&agent->path, wayi_jump_graph_cell(graph, slot))) {
            return false;
        }
    }
    return wayi_path_buffer_push(&agent->path, agent->start);
}

/// Commits the way to a point and on to a cell that it sees: the chain is laid down at the end of
/// the path, then replaced by all its cells. Without memory the path stays as it was.
static bool jps_commit(way_agent *agent, uint32_t slot, way_cell last)
{
    const way_map *map = wayi_space_grid(agent->space)->map;
    const uint32_t first = agent->path.count;
    bool complete = wayi_path_buffer_push(&agent->path, last) && jps_chain(agent, slot);
    const uint32_t chain = agent->path.count - first;
    for (uint32_t i = chain; complete && i-- > 1;) {
        complete =
            jps_fill(agent, map, agent->path.states[first + i], agent->path.states[first + i - 1]);
    }
    if (!complete) {
        agent->path.count = first;
        return false;
    }
    agent->path.count -= chain;
    memmove(agent->path.states + first, agent->path.states + first + chain,
            (agent->path.count - first) * sizeof *agent->path.states);
    return true;
}

/// `mark` is NULL at the start.
static void jps_note_expansion(way_agent *agent, wayi_heap_item item, const wayi_jump_mark *mark)
{
    agent->stats.expansions++;
    jps_memory *memory = agent->memory;
    const way_cost g = ~(way_cost)item.key;
    const way_cost f = (way_cost)(item.key >> 32);
    if (agent->observer) {
        const way_cell from =
            mark ? jps_cell(memory, agent->start, mark->parent) : (way_cell)WAY_STATE_NONE;
        wayi_observer_write(agent->observer, (way_event){WAY_EVENT_EXPAND, item.id, from, g, f});
    }
    if (f - g < memory->closest_estimate) {
        memory->closest_estimate = f - g;
        memory->closest = item.slot;
    }
}

/// Whether the search ends with this point, or with the start if `mark` is NULL.
static WAYI_ALWAYS_INLINE bool jps_sees_goal(const jps_search *search, way_cell cell,
                                             const wayi_jump_mark *mark)
{
    return (!mark || jps_could_see(&search->memory->goal, mark->x, mark->y)) &&
           wayi_jump_graph_sees(&search->memory->graph, cell, search->agent->goal.state);
}

/// A goal whose way costs more than can be counted comes last.
static way_outcome jps_arrive(way_agent *agent, wayi_heap_item last)
{
    if (last.key >> 32 == WAY_COST_MAX) {
        return WAY_OUTCOME_NO_PATH;
    }
    if (!jps_commit(agent, last.slot, agent->goal.state)) {
        return WAY_OUTCOME_CAPACITY;
    }
    agent->cost = way_cost_add(agent->cost, (way_cost)(last.key >> 32));
    return WAY_OUTCOME_ARRIVED;
}

static way_outcome jps_step(way_agent *agent, uint32_t budget)
{
    jps_search search = jps_resume(agent);
    jps_memory *memory = agent->memory;
    while (budget > 0) {
        if (wayi_calendar_count(&memory->open) == 0) {
            return WAY_OUTCOME_NO_PATH;
        }
        const wayi_heap_item item = wayi_calendar_pop(&memory->open);
        agent->stats.heap_pops++;
        search.origin = item.slot;
        search.origin_g = ~(way_cost)item.key;
        wayi_jump_mark *mark = item.slot == JPS_START ? NULL : &memory->graph.marks[item.slot];
        const uint32_t arrivals = mark ? mark->todo : 0;
        if (mark && !arrivals) {
            continue; // stale: followed already from a better entry
        }
        jps_note_expansion(agent, item, mark);
        if (jps_sees_goal(&search, item.id, mark)) {
            return jps_arrive(agent, item);
        }
        budget--;
        const uint64_t looked = memory->graph.looked;
        if (mark) {
            mark->done |= (uint8_t)arrivals;
            mark->todo = 0;
            mark->expanded = true;
            jps_expand(&search, arrivals);
        } else {
            jps_expand_start(&search);
        }
        const uint64_t scanned = (memory->graph.looked - looked) / JPS_SCANNED;
        agent->looked += scanned;
        budget -= scanned < budget ? (uint32_t)scanned : budget;
        if (search.full) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    return WAY_OUTCOME_MOVING;
}

// Edits -------------------------------------------------------------------------------------------

/// Whether what is known of a point could depend on what lies behind a cell. Points that this trip
/// has not used forget what they know if so; of one without other points behind it, others know.
static bool jps_depends(jps_memory *memory, uint32_t slot, way_cell cell)
{
    wayi_jump_point *point = wayi_nodes_at(&memory->graph.points, slot, sizeof(wayi_jump_point));
    if ((point->known | point->judged) == 0 ||
        !wayi_jump_graph_sees(&memory->graph, wayi_jump_graph_cell(&memory->graph, slot), cell)) {
        return false;
    }
    if (memory->graph.marks[slot].trip == memory->trip || point->leaf) {
        return true;
    }
    point->known = 0;
    point->judged = 0;
    return false;
}

/// Whether the search knows something that depends on what lies behind a cell at the edge of a
/// change: a point has read that only if it sees the cell.
static bool jps_has_read(way_agent *agent, way_cell cell)
{
    jps_memory *memory = agent->memory;
    const uint32_t y = wayi_map_row(memory->graph.map, cell);
    if (!wayi_layer_has(memory->graph.map, memory->graph.layer, cell - y * memory->graph.map->width,
                        y)) {
        return false;
    }
    const jps_target target = jps_aim(&memory->graph, cell);
    for (uint32_t slot = 0; slot < memory->graph.points.count; slot++) {
        const wayi_jump_mark *mark = &memory->graph.marks[slot];
        if (jps_could_see(&target, mark->x, mark->y) && jps_depends(memory, slot, cell)) {
            return true;
        }
    }
    return wayi_jump_graph_sees(&memory->graph, agent->start, cell) ||
           wayi_jump_graph_sees(&memory->graph, agent->goal.state, cell);
}

static bool jps_rect_has(way_rect rect, uint32_t width, way_cell cell)
{
    const uint32_t x = cell % width;
    const uint32_t y = cell / width;
    return x - rect.x < rect.width && y - rect.y < rect.height;
}

/// Nobody looks into a rectangle but past its edge.
static bool jps_outlives(way_agent *agent, const way_rect *rects, uint32_t count, uint64_t *work)
{
    jps_memory *memory = agent->memory;
    const uint32_t width = memory->graph.map->width;
    for (uint32_t i = 0; i < count; i++) {
        const way_rect rect = rects[i];
        const uint64_t looks =
            2 * ((uint64_t)rect.width + rect.height) * (memory->graph.points.count + 8);
        if (looks > *work * JPS_LOOKS || jps_rect_has(rect, width, agent->start) ||
            jps_rect_has(rect, width, agent->goal.state)) {
            return false;
        }
        *work -= looks / JPS_LOOKS;
        for (uint32_t k = 0; k < rect.width * rect.height; k++) {
            const uint32_t x = k % rect.width;
            const uint32_t y = k / rect.width;
            const bool edge = x == 0 || y == 0 || x == rect.width - 1 || y == rect.height - 1;
            if (edge && jps_has_read(agent, (rect.y + y) * width + rect.x + x)) {
                return false;
            }
        }
    }
    memory->graph.revision = way_map_revision(memory->graph.map);
    return true;
}

static void jps_give_up(way_agent *agent)
{
    const jps_memory *memory = agent->memory;
    if (memory->closest == JPS_NONE || memory->closest == JPS_START) {
        return;
    }
    const way_cost cost = memory->graph.marks[memory->closest].g;
    if (jps_commit(agent, memory->closest, wayi_jump_graph_cell(&memory->graph, memory->closest))) {
        agent->cost = way_cost_add(agent->cost, cost);
    }
}

const wayi_algorithm wayi_algorithm_jps = {
    .info = {.name = "jps",
             .title = "Jump point search",
             .family = "discrete",
             .summary =
                 "Optimal on uniform grids without preparation, more than ten times as fast as A*",
             .reference =
                 "Harabor, Grastien: Online Graph Pruning for Pathfinding on Grid Maps, 2011",
             .traits = WAY_TRAIT_OPTIMAL | WAY_TRAIT_COMPLETE | WAY_TRAIT_PARTIAL_PATHS |
                       WAY_TRAIT_BLOCKED_START | WAY_TRAIT_HANDLES_EDITS,
             .needs = WAY_SPACE_GRID | WAY_SPACE_UNLINKED | WAY_SPACE_GRID_8 |
                      WAY_SPACE_STRICT_CORNERS | WAY_SPACE_UNIFORM_COST,
             .params = jps_params,
             .param_count = sizeof jps_params / sizeof *jps_params},
    .memory_size = sizeof(jps_memory),
    .create = jps_create,
    .destroy = jps_destroy,
    .memory_bytes = jps_bytes,
    .states_max = jps_states_max,
    .begin = jps_begin,
    .step = jps_step,
    .outlives = jps_outlives,
    .give_up = jps_give_up,
};
