// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// One body with constant parameters makes five instances: cells or nodes over a dense store with
// buckets or a heap, and one for everything else. All but the queues give the same answers, and the
// queue depends on the map and the level alone.
#include "search/hierarchical/corridor.h"

#include "base/inline.h"
#include "search/observer.h"

#define CORRIDOR_CLOSED 0x80000000u
/// Up to this level the links of a uniform map are short enough for buckets.
#define CORRIDOR_BUCKETS 8u

typedef struct corridor_node {
    uint32_t stamp;
    way_cost g;
    uint32_t parent;
    uint32_t estimate; ///< the top bit says closed, or outside
} corridor_node;

static const corridor_node corridor_blank = {.g = WAY_COST_MAX, .parent = WAYI_PYRAMID_NONE};

typedef struct corridor_mark {
    uint32_t stamp;
} corridor_mark;

static const corridor_mark corridor_unmarked = {0};

/// What one instance of the loop is made for; constant after inlining.
typedef struct corridor_shape {
    bool cells;  ///< the level is that of the cells
    bool plain;  ///< a dense store, nobody watches
    bool bucket; ///< the open list is a bucket queue
} corridor_shape;

/// A step towards a node: how, and where the node is.
typedef struct corridor_move {
    uint32_t from, to;
    way_cost g;
    uint32_t x, y;
} corridor_move;

way_status wayi_corridor_init(wayi_corridor *corridor, way_agent *agent)
{
    const bool sparse = wayi_agent_wants_sparse(agent);
    *corridor = (wayi_corridor){
        .pyramid = agent->navigator->database, .stats = &agent->stats, .observer = agent->observer};
    wayi_open_init(&corridor->open, WAYI_OPEN_HEAP4, &agent->allocator);
    const wayi_nodes_config marks = {.blank = &corridor_unmarked,
                                     .stride = sizeof corridor_unmarked,
                                     .id_count = agent->space->state_count,
                                     .sparse = sparse};
    const wayi_nodes_config nodes = {.blank = &corridor_blank,
                                     .stride = sizeof corridor_blank,
                                     .id_count = agent->space->state_count,
                                     .limit = agent->capacity,
                                     .sparse = sparse};
    const way_status status = wayi_nodes_init(&corridor->marks, &marks, &agent->allocator);
    return status == WAY_STATUS_OK ? wayi_nodes_init(&corridor->nodes, &nodes, &agent->allocator)
                                   : status;
}

void wayi_corridor_fini(wayi_corridor *corridor)
{
    wayi_nodes_fini(&corridor->nodes);
    wayi_nodes_fini(&corridor->marks);
    wayi_open_fini(&corridor->open);
}

size_t wayi_corridor_bytes(const wayi_corridor *corridor)
{
    return wayi_nodes_bytes(&corridor->nodes) + wayi_nodes_bytes(&corridor->marks) +
           wayi_open_bytes(&corridor->open);
}

void wayi_corridor_unmark(wayi_corridor *corridor)
{
    wayi_nodes_clear(&corridor->marks);
}

void wayi_corridor_mark(wayi_corridor *corridor, uint32_t node)
{
    if (wayi_nodes_touch(&corridor->marks, node, sizeof(corridor_mark)) == WAYI_SLOT_NONE) {
        corridor->full = true;
    }
}

void wayi_corridor_position(const wayi_pyramid *pyramid, uint32_t level, uint32_t id, uint32_t *x,
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

/// The cell to show for a node.
static way_cell corridor_cell(const wayi_corridor *corridor, uint32_t id)
{
    if (corridor->level == 0 || id == WAYI_PYRAMID_NONE) {
        return id;
    }
    uint32_t x;
    uint32_t y;
    wayi_corridor_position(corridor->pyramid, corridor->level, id, &x, &y);
    return y / WAYI_PYRAMID_PARTS * corridor->pyramid->grid->map->width + x / WAYI_PYRAMID_PARTS;
}

static void corridor_tell(const wayi_corridor *corridor, way_event_kind kind, uint32_t id,
                          const corridor_node *node)
{
    const way_cost f = way_cost_add(node->g, node->estimate & ~CORRIDOR_CLOSED);
    wayi_observer_write(corridor->observer,
                        (way_event){kind, corridor_cell(corridor, id),
                                    corridor_cell(corridor, node->parent), node->g, f});
}

static WAYI_ALWAYS_INLINE corridor_node *corridor_at(const wayi_corridor *corridor, uint32_t slot)
{
    return wayi_nodes_at(&corridor->nodes, slot, sizeof(corridor_node));
}

static WAYI_ALWAYS_INLINE uint32_t corridor_estimate(const wayi_corridor *corridor, uint32_t x,
                                                     uint32_t y)
{
    const way_map *map = corridor->pyramid->grid->map;
    const way_cost estimate =
        wayi_pyramid_distance(map, (int64_t)x - corridor->target_x, (int64_t)y - corridor->target_y,
                              map->min_weight * WAYI_PYRAMID_PARTS);
    return estimate < CORRIDOR_CLOSED ? estimate : CORRIDOR_CLOSED - 1;
}

static WAYI_ALWAYS_INLINE bool corridor_push(wayi_corridor *corridor, corridor_shape shape,
                                             uint32_t id, uint32_t slot, const corridor_node *node)
{
    const uint64_t f = way_cost_add(node->g, node->estimate);
    const wayi_heap_item item = {f << 32 | (uint32_t)~node->g, id, slot};
    corridor->stats->heap_pushes++;
    return wayi_open_push(&corridor->open, shape.bucket ? WAYI_OPEN_BUCKET : WAYI_OPEN_HEAP4, item);
}

/// Whether a node may be entered.
static WAYI_ALWAYS_INLINE bool corridor_admits(const wayi_corridor *corridor, corridor_shape shape,
                                               uint32_t id)
{
    if (corridor->free) {
        return true;
    }
    const uint32_t parent =
        wayi_corridor_parent(corridor->pyramid, shape.cells ? 0 : corridor->level, id);
    if (shape.plain) {
        const corridor_mark *mark = wayi_nodes_at(&corridor->marks, parent, sizeof *mark);
        return mark->stamp == corridor->marks.generation;
    }
    return wayi_nodes_find(&corridor->marks, parent, sizeof(corridor_mark)) != WAYI_SLOT_NONE;
}

/// Takes note of a way to a node; false without memory.
static WAYI_ALWAYS_INLINE bool corridor_reach(wayi_corridor *corridor, corridor_shape shape,
                                              const corridor_move *move)
{
    const uint32_t seen = corridor->nodes.count;
    const uint32_t slot = wayi_nodes_touch(&corridor->nodes, move->to, sizeof(corridor_node));
    if (slot == WAYI_SLOT_NONE) {
        return false;
    }
    corridor_node *node = corridor_at(corridor, slot);
    if (corridor->nodes.count != seen) {
        node->estimate = corridor_admits(corridor, shape, move->to)
                             ? corridor_estimate(corridor, move->x, move->y)
                             : CORRIDOR_CLOSED;
    }
    if (node->g <= move->g || (node->estimate & CORRIDOR_CLOSED)) {
        return true;
    }
    node->g = move->g;
    node->parent = move->from;
    corridor->stats->generations++;
    if (!shape.plain && corridor->observer) {
        corridor_tell(corridor, WAY_EVENT_GENERATE, move->to, node);
    }
    return corridor_push(corridor, shape, move->to, slot, node);
}

/// Whether nothing new can come of a node: it is closed, or outside.
static WAYI_ALWAYS_INLINE bool corridor_is_done(const wayi_corridor *corridor, corridor_shape shape,
                                                uint32_t id)
{
    if (!shape.plain) {
        return false; // told later
    }
    const corridor_node *node = corridor_at(corridor, id);
    return node->stamp == corridor->nodes.generation && (node->estimate & CORRIDOR_CLOSED);
}

static WAYI_ALWAYS_INLINE bool corridor_expand_cell(wayi_corridor *corridor, corridor_shape shape,
                                                    way_cell cell, way_cost g)
{
    const wayi_grid *grid = corridor->pyramid->grid;
    const way_map *map = grid->map;
    const uint32_t y = wayi_map_row(map, cell);
    const uint32_t x = cell - y * map->width;
    for (uint32_t moves = wayi_layer_moves(map, grid->layer, cell); moves; moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const way_cell to = cell + (uint32_t)map->offsets[direction];
        if (corridor_is_done(corridor, shape, to)) {
            continue;
        }
        const corridor_move move = {
            cell, to, way_cost_add(g, wayi_map_step(map, cell, to, direction)),
            (uint32_t)((int32_t)x + wayi_direction_x[direction]) * WAYI_PYRAMID_PARTS,
            (uint32_t)((int32_t)y + wayi_direction_y[direction]) * WAYI_PYRAMID_PARTS};
        if (!corridor_reach(corridor, shape, &move)) {
            return false;
        }
    }
    return true;
}

static WAYI_ALWAYS_INLINE bool corridor_expand_node(wayi_corridor *corridor, corridor_shape shape,
                                                    uint32_t id, way_cost g)
{
    const wayi_pyramid_level *level = &corridor->pyramid->levels[corridor->level - 1];
    const wayi_pyramid_node *node = &level->nodes[id];
    for (uint32_t i = 0; i < node->edge_count; i++) {
        const uint32_t to = level->edges[node->edge_first + i];
        if (corridor_is_done(corridor, shape, to)) {
            continue;
        }
        const wayi_pyramid_node *other = &level->nodes[to];
        const way_cost cost = wayi_pyramid_link(corridor->pyramid->grid->map, node, other);
        const corridor_move move = {id, to, way_cost_add(g, cost), other->x, other->y};
        if (!corridor_reach(corridor, shape, &move)) {
            return false;
        }
    }
    return true;
}

static WAYI_ALWAYS_INLINE bool corridor_is_there(const wayi_corridor *corridor,
                                                 corridor_shape shape, uint32_t id)
{
    if (!corridor->children) {
        return id == corridor->target;
    }
    return wayi_corridor_parent(corridor->pyramid, shape.cells ? 0 : corridor->level, id) ==
           corridor->target;
}

static WAYI_ALWAYS_INLINE way_outcome corridor_loop(wayi_corridor *corridor, corridor_shape shape,
                                                    uint32_t *budget, uint32_t *reached)
{
    const wayi_open_kind kind = shape.bucket ? WAYI_OPEN_BUCKET : WAYI_OPEN_HEAP4;
    while (*budget > 0 && !corridor->full) {
        if (wayi_open_is_empty(&corridor->open, kind)) {
            return WAY_OUTCOME_NO_PATH;
        }
        const wayi_heap_item item = wayi_open_pop(&corridor->open, kind);
        corridor->stats->heap_pops++;
        corridor_node *node = corridor_at(corridor, item.slot);
        if (node->estimate & CORRIDOR_CLOSED) {
            continue;
        }
        corridor->stats->expansions++;
        --*budget;
        if (!shape.plain && corridor->observer) {
            corridor_tell(corridor, WAY_EVENT_EXPAND, item.id, node);
        }
        if (node->estimate < corridor->closest_estimate) {
            corridor->closest_estimate = node->estimate;
            corridor->closest = item.id;
        }
        node->estimate |= CORRIDOR_CLOSED;
        if (corridor_is_there(corridor, shape, item.id)) {
            *reached = item.id;
            return WAY_OUTCOME_ARRIVED;
        }
        corridor->full = shape.cells ? !corridor_expand_cell(corridor, shape, item.id, node->g)
                                     : !corridor_expand_node(corridor, shape, item.id, node->g);
    }
    return corridor->full ? WAY_OUTCOME_CAPACITY : WAY_OUTCOME_MOVING;
}

static way_outcome corridor_cells_bucket(wayi_corridor *corridor, uint32_t *budget,
                                         uint32_t *reached)
{
    const corridor_shape shape = {.cells = true, .plain = true, .bucket = true};
    return corridor_loop(corridor, shape, budget, reached);
}

static way_outcome corridor_nodes_bucket(wayi_corridor *corridor, uint32_t *budget,
                                         uint32_t *reached)
{
    const corridor_shape shape = {.plain = true, .bucket = true};
    return corridor_loop(corridor, shape, budget, reached);
}

/// Everything else; which way it is has to be asked all the time.
static way_outcome corridor_any(wayi_corridor *corridor, uint32_t *budget, uint32_t *reached)
{
    const corridor_shape shape = {.cells = corridor->level == 0,
                                  .bucket = corridor->open.kind == WAYI_OPEN_BUCKET};
    return corridor_loop(corridor, shape, budget, reached);
}

way_outcome wayi_corridor_step(wayi_corridor *corridor, uint32_t *budget, uint32_t *reached)
{
    if (corridor->nodes.sparse || corridor->observer || corridor->open.kind != WAYI_OPEN_BUCKET) {
        return corridor_any(corridor, budget, reached);
    }
    return corridor->level == 0 ? corridor_cells_bucket(corridor, budget, reached)
                                : corridor_nodes_bucket(corridor, budget, reached);
}

void wayi_corridor_begin(wayi_corridor *corridor, uint32_t from)
{
    const bool uniform = !corridor->pyramid->grid->map->weights;
    wayi_open_clear(&corridor->open);
    corridor->open.kind =
        uniform && corridor->level <= CORRIDOR_BUCKETS ? WAYI_OPEN_BUCKET : WAYI_OPEN_HEAP4;
    wayi_nodes_clear(&corridor->nodes);
    corridor->closest = WAYI_PYRAMID_NONE;
    corridor->closest_estimate = UINT32_MAX;
    if (from == WAYI_PYRAMID_NONE || corridor->full) {
        return; // the open list stays empty: no path
    }
    const uint32_t slot = wayi_nodes_touch(&corridor->nodes, from, sizeof(corridor_node));
    if (slot == WAYI_SLOT_NONE) {
        corridor->full = true;
        return;
    }
    uint32_t x;
    uint32_t y;
    wayi_corridor_position(corridor->pyramid, corridor->level, from, &x, &y);
    corridor_node *node = corridor_at(corridor, slot);
    node->g = 0;
    node->estimate = corridor_estimate(corridor, x, y);
    const corridor_shape shape = {.bucket = corridor->open.kind == WAYI_OPEN_BUCKET};
    corridor->full = !corridor_push(corridor, shape, from, slot, node);
}

bool wayi_corridor_trace(const wayi_corridor *corridor, uint32_t last, wayi_path_buffer *path)
{
    wayi_path_buffer_clear(path);
    for (uint32_t id = last; id != WAYI_PYRAMID_NONE;) {
        if (!wayi_path_buffer_push(path, id)) {
            return false;
        }
        id = corridor_at(corridor, wayi_nodes_find(&corridor->nodes, id, sizeof(corridor_node)))
                 ->parent;
    }
    wayi_path_buffer_reverse(path, 0);
    return true;
}

way_cost wayi_corridor_cost(const wayi_corridor *corridor, uint32_t node)
{
    return corridor_at(corridor, wayi_nodes_find(&corridor->nodes, node, sizeof(corridor_node)))->g;
}
