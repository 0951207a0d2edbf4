// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// PRA*: search a small picture of the map, then refine. A pyramid of graphs (see pyramid.h) is
// prepared. A trip is planned with A* some way up to the level where start and goal fall together;
// then level by level downwards, each time only inside the children of the path above (and, if the
// search is wide, of what is beside it). Children of a node are connected and so are those of
// neighbours, so no refinement fails.
//
// With `partial` = K the path of each level is cut to its first K links before it is refined, and
// the moves that come of it are committed before the next ones are planned. The path of the topmost
// level is kept for the whole trip and nothing before the place reached on it is used again: so
// each round gets on, and the trip ends.
//
// Reference: Sturtevant and Buro, Partial Pathfinding Using Map Abstraction and Refinement, 2005.
// Deviations: cliques stay inside blocks; links weigh the terrain; the paper starts half-way up,
// which finds longer paths, and plans every partial path from scratch.
#include "core/heap.h"
#include "core/nodes.h"
#include "search/hierarchical/partial.h"
#include "search/hierarchical/pyramid.h"
#include "search/observer.h"

#define PRASTAR_CLOSED 0x80000000u

enum { PRASTAR_PARTIAL, PRASTAR_WIDE, PRASTAR_HEIGHT };

static const way_param prastar_params[] = {
    [PRASTAR_PARTIAL] = {.name = "partial",
                         .help = "links of each level that are refined at a time; 0 = all",
                         .type = WAY_PARAM_INTEGER,
                         .preset = 0,
                         .min = 0,
                         .max = 1000},
    [PRASTAR_WIDE] = {.name = "wide",
                      .help = "search beside the path above, too, if it is refined as a whole",
                      .type = WAY_PARAM_SWITCH,
                      .preset = 1,
                      .min = 0,
                      .max = 1},
    [PRASTAR_HEIGHT] = {.name = "height",
                        .help = "first level searched, as part of that where start and goal meet",
                        .type = WAY_PARAM_RATIO,
                        .preset = 333,
                        .min = 100,
                        .max = 1000},
};

typedef struct prastar_node {
    uint32_t stamp;
    way_cost g;
    uint32_t parent;
    uint32_t h; ///< the top bit says closed
} prastar_node;

static const prastar_node prastar_blank = {.g = WAY_COST_MAX, .parent = WAYI_PYRAMID_NONE};

typedef struct prastar_mark {
    uint32_t stamp;
} prastar_mark;

static const prastar_mark prastar_unmarked = {0};

/// Levels are counted from 0, the cells; level n is that of the pyramid's level n - 1.
typedef struct prastar_memory {
    wayi_nodes nodes;
    wayi_nodes marks; ///< nodes above that the search may enter
    wayi_heap open;
    wayi_path_buffer route;      ///< path of the topmost level
    wayi_path_buffer above;      ///< path to be refined
    uint32_t top;                ///< level where the route was found
    uint32_t level;              ///< under search
    uint32_t cursor;             ///< place on the route
    way_cell cell;               ///< where the path so far ends
    bool whole;                  ///< the path above leads to the goal, and so does this search
    bool free;                   ///< the search is not confined
    bool full;                   ///< memory or capacity ran out
    uint32_t target;             ///< node to reach, or whose children are to be reached
    uint32_t target_x, target_y; ///< towards which
    uint32_t closest;            ///< expanded cell with the least estimate
    uint32_t closest_h;
} prastar_memory;

static const wayi_pyramid *prastar_pyramid(const way_agent *agent)
{
    return agent->navigator->database;
}

// The database -----------------------------------------------------------------------------------

static way_status prastar_prepare(way_navigator *navigator, const way_job *job)
{
    wayi_pyramid *pyramid = navigator->database;
    wayi_pyramid_init(pyramid, wayi_space_grid(navigator->space), &navigator->allocator);
    return wayi_pyramid_build(pyramid, job);
}

static void prastar_discard(way_navigator *navigator)
{
    wayi_pyramid_fini(navigator->database);
}

static size_t prastar_database_bytes(const way_navigator *navigator)
{
    return wayi_pyramid_bytes(navigator->database);
}

static way_status prastar_repair(way_navigator *navigator, const way_rect *rects, uint32_t count,
                                 uint32_t budget, bool *done)
{
    wayi_pyramid *pyramid = navigator->database;
    way_status status = WAY_STATUS_OK;
    *done = false;
    if (!pyramid->broken) {
        status = wayi_pyramid_note(pyramid, rects, count);
    }
    return status == WAY_STATUS_OK ? wayi_pyramid_mend(pyramid, budget, done) : status;
}

static void prastar_save(const way_navigator *navigator, wayi_blob_writer *writer)
{
    wayi_pyramid_save(navigator->database, writer);
}

static way_status prastar_open(way_navigator *navigator, const wayi_blob *blob)
{
    wayi_pyramid *pyramid = navigator->database;
    wayi_pyramid_init(pyramid, wayi_space_grid(navigator->space), &navigator->allocator);
    return wayi_pyramid_open(pyramid, blob);
}

// Levels -----------------------------------------------------------------------------------------

static uint32_t prastar_parent(const wayi_pyramid *pyramid, uint32_t level, uint32_t id)
{
    return level == 0 ? pyramid->parents[id] : pyramid->levels[level - 1].nodes[id].parent;
}

/// What a cell has become on a level, or NONE.
static uint32_t prastar_ancestor(const wayi_pyramid *pyramid, uint32_t level, way_cell cell)
{
    uint32_t id = cell;
    for (uint32_t i = 0; i < level && id != WAYI_PYRAMID_NONE; i++) {
        id = prastar_parent(pyramid, i, id);
    }
    return id;
}

static void prastar_position(const wayi_pyramid *pyramid, uint32_t level, uint32_t id, uint32_t *x,
                             uint32_t *y)
{
    if (level > 0) {
        *x = pyramid->levels[level - 1].nodes[id].x;
        *y = pyramid->levels[level - 1].nodes[id].y;
        return;
    }
    const uint32_t row = wayi_map_row(pyramid->grid->map, id);
    *x = (id - row * pyramid->grid->map->width) * WAYI_PYRAMID_PARTS;
    *y = row * WAYI_PYRAMID_PARTS;
}

/// The level to start on: some way up to that where the two fall together.
static uint32_t prastar_choose_level(const way_agent *agent, way_cell start, way_cell goal)
{
    const wayi_pyramid *pyramid = prastar_pyramid(agent);
    uint32_t a = start;
    uint32_t b = goal;
    uint32_t level = 0;
    while (a != b && a != WAYI_PYRAMID_NONE && b != WAYI_PYRAMID_NONE) {
        a = prastar_parent(pyramid, level, a);
        b = prastar_parent(pyramid, level, b);
        level++;
    }
    const uint32_t chosen = level * (uint32_t)agent->navigator->params[PRASTAR_HEIGHT] / 1000;
    return chosen == 0 && level > 1 ? 1 : chosen;
}

// One search -------------------------------------------------------------------------------------

/// The cell to show for a node.
static way_cell prastar_cell(const wayi_pyramid *pyramid, uint32_t level, uint32_t id)
{
    if (level == 0 || id == WAYI_PYRAMID_NONE) {
        return id;
    }
    uint32_t x;
    uint32_t y;
    prastar_position(pyramid, level, id, &x, &y);
    return y / WAYI_PYRAMID_PARTS * pyramid->grid->map->width + x / WAYI_PYRAMID_PARTS;
}

static void prastar_tell(const way_agent *agent, way_event_kind kind, uint32_t id,
                         const prastar_node *node)
{
    const prastar_memory *memory = agent->memory;
    const wayi_pyramid *pyramid = prastar_pyramid(agent);
    const way_cost f = way_cost_add(node->g, node->h & ~PRASTAR_CLOSED);
    wayi_observer_write(agent->observer,
                        (way_event){kind, prastar_cell(pyramid, memory->level, id),
                                    prastar_cell(pyramid, memory->level, node->parent), node->g,
                                    f});
}

static uint32_t prastar_estimate(const way_agent *agent, uint32_t x, uint32_t y)
{
    const prastar_memory *memory = agent->memory;
    const way_map *map = prastar_pyramid(agent)->grid->map;
    const way_cost h =
        wayi_pyramid_distance(map, (int64_t)x - memory->target_x, (int64_t)y - memory->target_y,
                              map->min_weight * WAYI_PYRAMID_PARTS);
    return h < PRASTAR_CLOSED ? h : PRASTAR_CLOSED - 1;
}

/// A step towards a node: how, and where the node is.
typedef struct prastar_step {
    uint32_t from, to;
    way_cost g;
    uint32_t x, y;
} prastar_step;

/// Takes note of a way to a node; false without memory.
static bool prastar_reach(way_agent *agent, const prastar_step *step)
{
    prastar_memory *memory = agent->memory;
    uint32_t slot = wayi_nodes_find(&memory->nodes, step->to, sizeof(prastar_node));
    if (slot == WAYI_SLOT_NONE) {
        const uint32_t parent = prastar_parent(prastar_pyramid(agent), memory->level, step->to);
        if (!memory->free &&
            wayi_nodes_find(&memory->marks, parent, sizeof(prastar_mark)) == WAYI_SLOT_NONE) {
            return true;
        }
        slot = wayi_nodes_touch(&memory->nodes, step->to, sizeof(prastar_node));
        if (slot == WAYI_SLOT_NONE) {
            return false;
        }
        prastar_node *fresh = wayi_nodes_at(&memory->nodes, slot, sizeof *fresh);
        fresh->h = prastar_estimate(agent, step->x, step->y);
    }
    prastar_node *node = wayi_nodes_at(&memory->nodes, slot, sizeof *node);
    if (node->g <= step->g || (node->h & PRASTAR_CLOSED)) {
        return true;
    }
    node->g = step->g;
    node->parent = step->from;
    agent->stats.generations++;
    agent->stats.heap_pushes++;
    if (agent->observer) {
        prastar_tell(agent, WAY_EVENT_GENERATE, step->to, node);
    }
    const uint64_t f = way_cost_add(node->g, node->h);
    return wayi_heap_push(&memory->open,
                          (wayi_heap_item){f << 32 | (uint32_t)~node->g, step->to, slot});
}

static bool prastar_expand_cell(way_agent *agent, way_cell cell, way_cost g)
{
    const wayi_grid *grid = prastar_pyramid(agent)->grid;
    const way_map *map = grid->map;
    const uint32_t y = wayi_map_row(map, cell);
    const uint32_t x = cell - y * map->width;
    for (uint32_t moves = wayi_layer_moves(map, grid->layer, cell); moves; moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const way_cell to = cell + (uint32_t)map->offsets[direction];
        const prastar_step step = {
            cell, to, way_cost_add(g, wayi_map_step(map, cell, to, direction)),
            (uint32_t)((int32_t)x + wayi_direction_x[direction]) * WAYI_PYRAMID_PARTS,
            (uint32_t)((int32_t)y + wayi_direction_y[direction]) * WAYI_PYRAMID_PARTS};
        if (!prastar_reach(agent, &step)) {
            return false;
        }
    }
    return true;
}

static bool prastar_expand_node(way_agent *agent, uint32_t id, way_cost g)
{
    const prastar_memory *memory = agent->memory;
    const wayi_pyramid *pyramid = prastar_pyramid(agent);
    const wayi_pyramid_level *level = &pyramid->levels[memory->level - 1];
    const wayi_pyramid_node *node = &level->nodes[id];
    for (uint32_t i = 0; i < node->edge_count; i++) {
        const uint32_t to = level->edges[node->edge_first + i];
        const wayi_pyramid_node *other = &level->nodes[to];
        const prastar_step step = {
            id, to, way_cost_add(g, wayi_pyramid_link(pyramid->grid->map, node, other)), other->x,
            other->y};
        if (!prastar_reach(agent, &step)) {
            return false;
        }
    }
    return true;
}

static bool prastar_is_there(const way_agent *agent, uint32_t id)
{
    const prastar_memory *memory = agent->memory;
    return memory->whole
               ? id == memory->target
               : prastar_parent(prastar_pyramid(agent), memory->level, id) == memory->target;
}

/// Expands up to *budget nodes. MOVING, ARRIVED (at `reached`), NO_PATH, CAPACITY.
static way_outcome prastar_search(way_agent *agent, uint32_t *budget, uint32_t *reached)
{
    prastar_memory *memory = agent->memory;
    while (*budget > 0) {
        if (memory->full) {
            return WAY_OUTCOME_CAPACITY;
        }
        if (memory->open.count == 0) {
            return WAY_OUTCOME_NO_PATH;
        }
        const wayi_heap_item item = wayi_heap_pop(&memory->open);
        agent->stats.heap_pops++;
        prastar_node *node = wayi_nodes_at(&memory->nodes, item.slot, sizeof *node);
        if (node->h & PRASTAR_CLOSED) {
            continue;
        }
        agent->stats.expansions++;
        --*budget;
        if (agent->observer) {
            prastar_tell(agent, WAY_EVENT_EXPAND, item.id, node);
        }
        if (memory->level == 0 && node->h < memory->closest_h) {
            memory->closest_h = node->h;
            memory->closest = item.id;
        }
        node->h |= PRASTAR_CLOSED;
        if (prastar_is_there(agent, item.id)) {
            *reached = item.id;
            return WAY_OUTCOME_ARRIVED;
        }
        const bool fits = memory->level == 0 ? prastar_expand_cell(agent, item.id, node->g)
                                             : prastar_expand_node(agent, item.id, node->g);
        memory->full = !fits;
    }
    return WAY_OUTCOME_MOVING;
}

/// The nodes of the path to `last`, start first, in place of what was in the buffer.
static bool prastar_trace(const wayi_nodes *nodes, uint32_t last, wayi_path_buffer *path)
{
    wayi_path_buffer_clear(path);
    for (uint32_t id = last; id != WAYI_PYRAMID_NONE;) {
        if (!wayi_path_buffer_push(path, id)) {
            return false;
        }
        const uint32_t slot = wayi_nodes_find(nodes, id, sizeof(prastar_node));
        id = ((const prastar_node *)wayi_nodes_at(nodes, slot, sizeof(prastar_node)))->parent;
    }
    wayi_path_buffer_reverse(path, 0);
    return true;
}

// From level to level ----------------------------------------------------------------------------

/// Starts the search of memory->level.
static void prastar_begin_search(way_agent *agent)
{
    prastar_memory *memory = agent->memory;
    const wayi_pyramid *pyramid = prastar_pyramid(agent);
    const uint32_t id = prastar_ancestor(pyramid, memory->level, memory->cell);
    wayi_nodes_clear(&memory->nodes);
    wayi_heap_clear(&memory->open);
    memory->closest = WAYI_PYRAMID_NONE;
    memory->closest_h = UINT32_MAX;
    if (id == WAYI_PYRAMID_NONE) {
        return; // the open list stays empty: no path
    }
    const uint32_t slot = wayi_nodes_touch(&memory->nodes, id, sizeof(prastar_node));
    if (slot == WAYI_SLOT_NONE) {
        memory->full = true;
        return;
    }
    uint32_t x;
    uint32_t y;
    prastar_position(pyramid, memory->level, id, &x, &y);
    prastar_node *node = wayi_nodes_at(&memory->nodes, slot, sizeof *node);
    node->g = 0;
    node->h = prastar_estimate(agent, x, y);
    agent->stats.heap_pushes++;
    memory->full = !wayi_heap_push(&memory->open, (wayi_heap_item){0, id, slot});
}

static void prastar_mark_node(prastar_memory *memory, uint32_t id)
{
    if (wayi_nodes_touch(&memory->marks, id, sizeof(prastar_mark)) == WAYI_SLOT_NONE) {
        memory->full = true;
    }
}

/// Marks the path above, and what is beside it if the search shall be wide.
static void prastar_mark_path(const way_agent *agent)
{
    prastar_memory *memory = agent->memory;
    const wayi_pyramid_level *level = &prastar_pyramid(agent)->levels[memory->level];
    const bool wide =
        agent->navigator->params[PRASTAR_WIDE] && agent->navigator->params[PRASTAR_PARTIAL] == 0;
    wayi_nodes_clear(&memory->marks);
    for (uint32_t i = 0; i < memory->above.count; i++) {
        const wayi_pyramid_node *node = &level->nodes[memory->above.states[i]];
        prastar_mark_node(memory, memory->above.states[i]);
        for (uint32_t k = 0; wide && k < node->edge_count; k++) {
            prastar_mark_node(memory, level->edges[node->edge_first + k]);
        }
    }
}

/// Cuts the path above to what is refined now and heads for its end, one level down.
static void prastar_descend(way_agent *agent)
{
    prastar_memory *memory = agent->memory;
    const wayi_pyramid *pyramid = prastar_pyramid(agent);
    const uint32_t links = (uint32_t)agent->navigator->params[PRASTAR_PARTIAL];
    const uint32_t above = memory->level--;
    if (links && memory->above.count > links + 1) {
        const uint32_t next = memory->above.states[links + 1];
        memory->above.count = links + 1;
        memory->whole = false;
        prastar_position(pyramid, above, next, &memory->target_x, &memory->target_y);
    }
    if (memory->whole) {
        memory->target = prastar_ancestor(pyramid, memory->level, agent->goal.state);
        prastar_position(pyramid, memory->level, memory->target, &memory->target_x,
                         &memory->target_y);
    } else {
        memory->target = memory->above.states[memory->above.count - 1];
    }
    memory->free = false;
    prastar_mark_path(agent);
    if (!memory->full) {
        prastar_begin_search(agent);
    }
}

/// Starts a round: refines the route from where the agent is.
static bool prastar_begin_round(way_agent *agent)
{
    prastar_memory *memory = agent->memory;
    const wayi_pyramid *pyramid = prastar_pyramid(agent);
    const uint32_t here = prastar_ancestor(pyramid, memory->top, memory->cell);
    while (memory->cursor + 1 < memory->route.count &&
           memory->route.states[memory->cursor] != here) {
        memory->cursor++;
    }
    wayi_path_buffer_clear(&memory->above);
    for (uint32_t i = memory->cursor; i < memory->route.count; i++) {
        if (!wayi_path_buffer_push(&memory->above, memory->route.states[i])) {
            return false;
        }
    }
    memory->level = memory->top;
    memory->whole = true;
    prastar_descend(agent);
    return true;
}

/// Commits the way to a cell that was reached.
static bool prastar_commit(way_agent *agent, way_cell cell)
{
    prastar_memory *memory = agent->memory;
    if (!prastar_trace(&memory->nodes, cell, &memory->above) ||
        !wayi_path_buffer_reserve(&agent->path, agent->path.count + memory->above.count)) {
        return false;
    }
    for (uint32_t i = 1; i < memory->above.count; i++) {
        agent->path.states[agent->path.count++] = memory->above.states[i];
    }
    const uint32_t slot = wayi_nodes_find(&memory->nodes, cell, sizeof(prastar_node));
    const prastar_node *node = wayi_nodes_at(&memory->nodes, slot, sizeof *node);
    agent->cost = way_cost_add(agent->cost, node->g);
    memory->cell = cell;
    return true;
}

/// Goes on after a search has got where it should.
static way_outcome prastar_go_on(way_agent *agent, uint32_t reached)
{
    prastar_memory *memory = agent->memory;
    if (memory->level == 0) {
        if (!prastar_commit(agent, reached)) {
            return WAY_OUTCOME_CAPACITY;
        }
        if (reached == agent->goal.state) {
            return WAY_OUTCOME_ARRIVED;
        }
        return prastar_begin_round(agent) ? WAY_OUTCOME_MOVING : WAY_OUTCOME_CAPACITY;
    }
    if (memory->free) {
        const bool fits = prastar_trace(&memory->nodes, reached, &memory->route);
        memory->cursor = 0;
        return fits && prastar_begin_round(agent) ? WAY_OUTCOME_MOVING : WAY_OUTCOME_CAPACITY;
    }
    if (!prastar_trace(&memory->nodes, reached, &memory->above)) {
        return WAY_OUTCOME_CAPACITY;
    }
    prastar_descend(agent);
    return WAY_OUTCOME_MOVING;
}

// The trip ---------------------------------------------------------------------------------------

static way_status prastar_create(way_agent *agent)
{
    prastar_memory *memory = agent->memory;
    const bool sparse = wayi_agent_wants_sparse(agent);
    wayi_heap_init(&memory->open, &agent->allocator);
    wayi_path_buffer_init(&memory->route, &agent->allocator);
    wayi_path_buffer_init(&memory->above, &agent->allocator);
    const wayi_nodes_config marks = {.blank = &prastar_unmarked,
                                     .stride = sizeof(prastar_mark),
                                     .id_count = agent->space->state_count,
                                     .sparse = sparse};
    const wayi_nodes_config nodes = {.blank = &prastar_blank,
                                     .stride = sizeof(prastar_node),
                                     .id_count = agent->space->state_count,
                                     .limit = agent->capacity,
                                     .sparse = sparse};
    const way_status status = wayi_nodes_init(&memory->marks, &marks, &agent->allocator);
    return status == WAY_STATUS_OK ? wayi_nodes_init(&memory->nodes, &nodes, &agent->allocator)
                                   : status;
}

static void prastar_destroy(way_agent *agent)
{
    prastar_memory *memory = agent->memory;
    wayi_nodes_fini(&memory->nodes);
    wayi_nodes_fini(&memory->marks);
    wayi_heap_fini(&memory->open);
    wayi_path_buffer_fini(&memory->route);
    wayi_path_buffer_fini(&memory->above);
}

static size_t prastar_bytes(const way_agent *agent)
{
    const prastar_memory *memory = agent->memory;
    return wayi_nodes_bytes(&memory->nodes) + wayi_nodes_bytes(&memory->marks) +
           memory->open.capacity * sizeof *memory->open.items +
           ((size_t)memory->route.capacity + memory->above.capacity) * sizeof(uint32_t);
}

static way_status prastar_begin(way_agent *agent)
{
    prastar_memory *memory = agent->memory;
    const wayi_pyramid *pyramid = prastar_pyramid(agent);
    memory->cell = agent->start;
    memory->top = prastar_choose_level(agent, agent->start, agent->goal.state);
    memory->level = memory->top;
    memory->free = true;
    memory->whole = true;
    memory->full = false;
    memory->target = prastar_ancestor(pyramid, memory->level, agent->goal.state);
    wayi_path_buffer_clear(&memory->route);
    wayi_heap_clear(&memory->open);
    if (memory->target != WAYI_PYRAMID_NONE) {
        prastar_position(pyramid, memory->level, memory->target, &memory->target_x,
                         &memory->target_y);
        prastar_begin_search(agent);
    }
    return WAY_STATUS_OK;
}

static way_outcome prastar_step_on(way_agent *agent, uint32_t budget)
{
    way_outcome outcome = WAY_OUTCOME_MOVING;
    while (outcome == WAY_OUTCOME_MOVING && budget > 0) {
        uint32_t reached = WAYI_PYRAMID_NONE;
        outcome = prastar_search(agent, &budget, &reached);
        if (outcome == WAY_OUTCOME_ARRIVED) {
            outcome = prastar_go_on(agent, reached);
        }
    }
    return outcome;
}

/// Goes on to the cell seen last that looks nearest to the goal, or back to one on the path.
static void prastar_give_up(way_agent *agent)
{
    prastar_memory *memory = agent->memory;
    if (memory->level == 0 && memory->closest != WAYI_PYRAMID_NONE && !memory->full) {
        prastar_commit(agent, memory->closest);
    }
    wayi_partial_cut(agent);
}

const wayi_algorithm wayi_algorithm_prastar = {
    .info = {.name = "prastar",
             .title = "PRA*",
             .family = "hierarchical",
             .summary = "refines a path through ever finer pictures of the map, whole or in parts",
             .reference = "Sturtevant, Buro: Partial Pathfinding Using Map Abstraction and "
                          "Refinement, 2005",
             .traits = WAY_TRAIT_COMPLETE | WAY_TRAIT_PARTIAL_PATHS | WAY_TRAIT_PREPARED,
             .needs = WAY_SPACE_GRID,
             .params = prastar_params,
             .param_count = sizeof prastar_params / sizeof *prastar_params},
    .database_size = sizeof(wayi_pyramid),
    .memory_size = sizeof(prastar_memory),
    .prepare = prastar_prepare,
    .discard = prastar_discard,
    .database_bytes = prastar_database_bytes,
    .repair = prastar_repair,
    .save = prastar_save,
    .open = prastar_open,
    .create = prastar_create,
    .destroy = prastar_destroy,
    .memory_bytes = prastar_bytes,
    .begin = prastar_begin,
    .step = prastar_step_on,
    .give_up = prastar_give_up,
};
