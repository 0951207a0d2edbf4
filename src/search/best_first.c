// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The best-first loop. One body with constant parameters makes four instances: two for grids that
// read the map's bits directly, one for every other space and queue, one that reports to an
// observer. All give the same answers.
#include "search/best_first.h"

#include "base/check.h"
#include "search/observer.h"
#include "space/grid.h"

#define BEST_FIRST_CLOSED 0x80000000u
#define BEST_FIRST_ESTIMATE 0x7fffffffu

typedef struct best_first_node {
    uint32_t stamp;
    way_cost g;
    way_state parent;
    uint32_t estimate; ///< weighted; the top bit says closed
} best_first_node;

static const best_first_node best_first_blank = {
    .g = WAY_COST_MAX, .parent = WAY_STATE_NONE, .estimate = 0};

/// What one instance of the loop is made for; constant after inlining.
typedef struct best_first_shape {
    bool grid;
    bool observed;
    bool plain_open; ///< the open list's kind is not constant
    wayi_open_kind open;
} best_first_shape;

/// The state under expansion.
typedef struct best_first_origin {
    way_state state;
    way_state parent;
    way_cost g;
    uint32_t f;
} best_first_origin;

/// What a grid instance keeps at hand: the store is dense, so a slot is the cell and nothing moves.
typedef struct best_first_frame {
    const way_map *map;
    const wayi_layer *layer;
    best_first_node *nodes;
    uint32_t generation;
    int32_t goal_x, goal_y;
    bool estimates;
} best_first_frame;

/// Steps on a grid are small numbers, which is what buckets want; links of a graph may cost
/// anything.
static wayi_open_kind best_first_choose_open(const wayi_best_first_config *config)
{
    if (config->open != WAYI_OPEN_AUTO) {
        return config->open;
    }
    return wayi_space_grid(config->space) ? WAYI_OPEN_BUCKET : WAYI_OPEN_HEAP4;
}

way_status wayi_best_first_init(wayi_best_first *search, const wayi_best_first_config *config,
                                const way_allocator *allocator)
{
    *search = (wayi_best_first){.config = *config, .cost_limit = WAY_COST_MAX};
    wayi_open_init(&search->open, best_first_choose_open(config), allocator);
    const wayi_nodes_config nodes = {.blank = &best_first_blank,
                                     .stride = sizeof best_first_blank,
                                     .id_count = config->space->state_count,
                                     .limit = config->limit,
                                     .sparse = config->sparse};
    return wayi_nodes_init(&search->nodes, &nodes, allocator);
}

void wayi_best_first_fini(wayi_best_first *search)
{
    wayi_nodes_fini(&search->nodes);
    wayi_open_fini(&search->open);
}

size_t wayi_best_first_bytes(const wayi_best_first *search)
{
    return wayi_nodes_bytes(&search->nodes) + wayi_open_bytes(&search->open);
}

void wayi_best_first_clear(wayi_best_first *search)
{
    wayi_nodes_clear(&search->nodes);
    wayi_open_clear(&search->open);
    search->has_pending = false;
    search->closest = WAY_STATE_NONE;
    search->closest_estimate = UINT32_MAX;
}

static best_first_node *best_first_at(const wayi_best_first *search, uint32_t slot)
{
    return wayi_nodes_at(&search->nodes, slot, sizeof(best_first_node));
}

static inline uint32_t best_first_weigh(const wayi_best_first *search, uint32_t estimate)
{
    uint64_t weighted = estimate;
    if (search->config.weight != 1000) {
        weighted = weighted * search->config.weight / 1000;
    }
    return weighted > BEST_FIRST_ESTIMATE ? BEST_FIRST_ESTIMATE : (uint32_t)weighted;
}

static uint32_t best_first_estimate(const wayi_best_first *search, way_state state)
{
    switch (search->config.estimate) {
    case WAYI_ESTIMATE_COST:
        return best_first_weigh(search, wayi_goal_distance(search->config.goal, state));
    case WAYI_ESTIMATE_STEPS:
        return best_first_weigh(search, wayi_goal_steps(search->config.goal, state));
    default:
        return 0;
    }
}

static inline uint32_t best_first_priority(const wayi_best_first *search, way_cost g,
                                           uint32_t estimate)
{
    return search->config.greedy ? estimate : way_cost_add(g, estimate);
}

static inline wayi_heap_item best_first_item(const wayi_best_first *search, way_state state,
                                             uint32_t slot, way_cost g, uint32_t estimate)
{
    const uint64_t f = best_first_priority(search, g, estimate);
    return (wayi_heap_item){f << 32 | (search->config.low_g ? g : ~g), state, slot};
}

static inline bool best_first_push(wayi_best_first *search, best_first_shape shape,
                                   wayi_heap_item item)
{
    search->config.stats->heap_pushes++;
    return wayi_open_push(&search->open, shape.plain_open ? search->open.kind : shape.open, item);
}

bool wayi_best_first_add(wayi_best_first *search, way_state state, way_cost g)
{
    const uint32_t slot = wayi_nodes_touch(&search->nodes, state, sizeof(best_first_node));
    if (slot == WAYI_SLOT_NONE) {
        return false;
    }
    best_first_node *node = best_first_at(search, slot);
    if (node->g <= g) {
        return true;
    }
    node->g = g;
    node->parent = WAY_STATE_NONE;
    node->estimate = best_first_estimate(search, state);
    const best_first_shape shape = {.plain_open = true};
    return best_first_push(search, shape, best_first_item(search, state, slot, g, node->estimate));
}

/// Of several successors with the expanded state's own f the deepest goes next; the others queue
/// up.
static inline bool best_first_prefer(wayi_best_first *search, best_first_shape shape,
                                     wayi_heap_item item)
{
    if (!search->has_pending) {
        search->has_pending = true;
        search->pending = item;
        return true;
    }
    if (wayi_heap_before(item, search->pending)) {
        const wayi_heap_item other = search->pending;
        search->pending = item;
        item = other;
    }
    return best_first_push(search, shape, item);
}

static void best_first_report(const wayi_best_first *search, way_event_kind kind, way_state state,
                              const best_first_node *node)
{
    wayi_observer_write(
        search->config.observer,
        (way_event){kind, state, node->parent, node->g,
                    best_first_priority(search, node->g, node->estimate & BEST_FIRST_ESTIMATE)});
}

/// Gives a node its better way of cost `g` over the origin; false without memory.
static inline bool best_first_improve(wayi_best_first *search, best_first_shape shape,
                                      const best_first_origin *origin, wayi_heap_item place,
                                      best_first_node *node, way_cost g)
{
    way_event_kind kind = WAY_EVENT_GENERATE;
    if (node->estimate & BEST_FIRST_CLOSED) {
        if (search->config.keep_closed) {
            return true;
        }
        node->estimate &= BEST_FIRST_ESTIMATE;
        search->config.stats->reopenings++;
        kind = WAY_EVENT_REOPEN;
    }
    node->g = g;
    node->parent = origin->state;
    search->config.stats->generations++;
    if (shape.observed) {
        best_first_report(search, kind, place.id, node);
    }
    const wayi_heap_item item = best_first_item(search, place.id, place.slot, g, node->estimate);
    if (search->config.fast_expansion && item.key >> 32 == origin->f) {
        return best_first_prefer(search, shape, item);
    }
    return best_first_push(search, shape, item);
}

/// Offers a state a way over the origin; false without memory.
static inline bool best_first_relax(wayi_best_first *search, best_first_shape shape,
                                    const best_first_origin *origin, way_edge edge)
{
    const uint32_t slot = wayi_nodes_touch(&search->nodes, edge.to, sizeof(best_first_node));
    if (slot == WAYI_SLOT_NONE) {
        return false;
    }
    best_first_node *node = best_first_at(search, slot);
    const way_cost g = way_cost_add(origin->g, edge.cost);
    if (g >= node->g || g > search->cost_limit) {
        return true;
    }
    if (node->g == WAY_COST_MAX) {
        node->estimate = best_first_estimate(search, edge.to);
    } else if (search->config.greedy) {
        // Of several steps from the same parent the cheapest is the one that will be walked.
        node->g = node->parent == origin->state ? g : node->g;
        return true;
    }
    const wayi_heap_item place = {.id = edge.to, .slot = slot};
    return best_first_improve(search, shape, origin, place, node, g);
}

static inline uint32_t best_first_grid_estimate(const wayi_best_first *search,
                                                const best_first_frame *frame, int32_t x, int32_t y)
{
    if (!frame->estimates) {
        return 0;
    }
    return best_first_weigh(
        search, wayi_map_open_distance(frame->map, x - frame->goal_x, y - frame->goal_y));
}

/// Marks a node as seen in this search without any way yet; false at the limit.
static inline bool best_first_open_node(wayi_best_first *search, const best_first_frame *frame,
                                        best_first_node *node)
{
    if (search->nodes.count >= search->nodes.limit) {
        return false;
    }
    search->nodes.count++;
    node->stamp = frame->generation;
    return true;
}

/// Directions worth a look: over uniform ground not those that the parent has served as cheaply.
static inline uint32_t best_first_moves(const best_first_frame *frame,
                                        const best_first_origin *origin, uint32_t x, uint32_t y)
{
    const way_map *map = frame->map;
    const uint32_t around = wayi_layer_around(map, frame->layer, x, y);
    if (map->weights || origin->parent == WAY_STATE_NONE) {
        return map->moves[around];
    }
    const uint32_t parent_y = wayi_map_row(map, origin->parent);
    const uint32_t parent_x = origin->parent - parent_y * map->width;
    return map->onward[(parent_y + 1 - y) * 3 + parent_x + 1 - x][around];
}

/// As relax and expand in one, for a grid over a dense store.
static inline bool best_first_expand_grid(wayi_best_first *search, best_first_shape shape,
                                          const best_first_origin *origin,
                                          const best_first_frame *frame)
{
    const way_map *map = frame->map;
    const uint32_t y = wayi_map_row(map, origin->state);
    const uint32_t x = origin->state - y * map->width;
    for (uint32_t moves = best_first_moves(frame, origin, x, y); moves; moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const way_cell to = origin->state + (uint32_t)map->offsets[direction];
        const way_cost g =
            way_cost_add(origin->g, wayi_map_step(map, origin->state, to, direction));
        best_first_node *node = frame->nodes + to;
        if (node->stamp == frame->generation) {
            if (g >= node->g || search->config.greedy) {
                continue;
            }
        } else if (g > search->cost_limit) {
            continue;
        } else if (!best_first_open_node(search, frame, node)) {
            return false;
        } else {
            node->estimate =
                best_first_grid_estimate(search, frame, (int32_t)x + wayi_direction_x[direction],
                                         (int32_t)y + wayi_direction_y[direction]);
        }
        const wayi_heap_item place = {.id = to, .slot = to};
        if (!best_first_improve(search, shape, origin, place, node, g)) {
            return false;
        }
    }
    return true;
}

static inline bool best_first_expand_any(wayi_best_first *search, best_first_shape shape,
                                         const best_first_origin *origin)
{
    way_space *space = search->config.space;
    way_edge *edges = search->config.edges;
    const uint32_t count = search->config.backward
                               ? space->type->expand_back(space, origin->state, edges)
                               : space->type->expand(space, origin->state, edges);
    if (count == WAY_EXPAND_FULL) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!best_first_relax(search, shape, origin, edges[i])) {
            return false;
        }
    }
    return true;
}

/// Takes the next state that is not closed yet; false when there is none.
static inline bool best_first_next(wayi_best_first *search, best_first_shape shape,
                                   wayi_heap_item *item)
{
    const wayi_open_kind kind = shape.plain_open ? search->open.kind : shape.open;
    if (search->has_pending) {
        search->has_pending = false;
        *item = search->pending;
        return true;
    }
    while (!wayi_open_is_empty(&search->open, kind)) {
        *item = wayi_open_pop(&search->open, kind);
        search->config.stats->heap_pops++;
        if (!(best_first_at(search, item->slot)->estimate & BEST_FIRST_CLOSED)) {
            return true;
        }
    }
    return false;
}

/// Closes a node and notes what partial paths and fields want to know.
static inline bool best_first_close(wayi_best_first *search, best_first_shape shape,
                                    way_state state, best_first_node *node)
{
    search->config.stats->expansions++;
    if (shape.observed) {
        best_first_report(search, WAY_EVENT_EXPAND, state, node);
    }
    const uint32_t estimate = search->config.estimate == WAYI_ESTIMATE_STEPS
                                  ? wayi_goal_distance(search->config.goal, state)
                                  : node->estimate;
    if (estimate < search->closest_estimate) {
        search->closest_estimate = estimate;
        search->closest = state;
    }
    node->estimate |= BEST_FIRST_CLOSED;
    return !search->config.settled || wayi_path_buffer_push(search->config.settled, state);
}

static inline way_outcome best_first_loop(wayi_best_first *search, best_first_shape shape,
                                          const best_first_frame *frame, uint32_t budget,
                                          way_state *reached)
{
    for (; budget > 0; budget--) {
        wayi_heap_item item;
        if (!best_first_next(search, shape, &item)) {
            return WAY_OUTCOME_NO_PATH;
        }
        best_first_node *node = best_first_at(search, item.slot);
        best_first_origin origin = {.state = item.id, .parent = node->parent, .g = node->g};
        // A blocked start is left as if it were plain ground, for less than its estimate where all
        // other ground is heavier: its f proves nothing.
        origin.f = node->parent == WAY_STATE_NONE
                       ? WAY_COST_MAX
                       : best_first_priority(search, node->g, node->estimate);
        if (!best_first_close(search, shape, item.id, node)) {
            return WAY_OUTCOME_CAPACITY;
        }
        if (search->config.goal && wayi_goal_is_reached(search->config.goal, item.id)) {
            *reached = item.id;
            return WAY_OUTCOME_ARRIVED;
        }
        const bool fits = shape.grid ? best_first_expand_grid(search, shape, &origin, frame)
                                     : best_first_expand_any(search, shape, &origin);
        if (!fits) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    return WAY_OUTCOME_MOVING;
}

static way_outcome best_first_grid_heap4(wayi_best_first *search, const best_first_frame *frame,
                                         uint32_t budget, way_state *reached)
{
    const best_first_shape shape = {.grid = true, .open = WAYI_OPEN_HEAP4};
    return best_first_loop(search, shape, frame, budget, reached);
}

static way_outcome best_first_grid_bucket(wayi_best_first *search, const best_first_frame *frame,
                                          uint32_t budget, way_state *reached)
{
    const best_first_shape shape = {.grid = true, .open = WAYI_OPEN_BUCKET};
    return best_first_loop(search, shape, frame, budget, reached);
}

static way_outcome best_first_any(wayi_best_first *search, uint32_t budget, way_state *reached)
{
    const best_first_shape shape = {.plain_open = true};
    return best_first_loop(search, shape, NULL, budget, reached);
}

static way_outcome best_first_watched(wayi_best_first *search, uint32_t budget, way_state *reached)
{
    const best_first_shape shape = {.plain_open = true, .observed = true};
    return best_first_loop(search, shape, NULL, budget, reached);
}

/// Whether the grid instances serve this search, and what they need.
static bool best_first_aim(const wayi_best_first *search, best_first_frame *frame)
{
    const wayi_best_first_config *config = &search->config;
    const wayi_grid *grid = wayi_space_grid(config->space);
    if (!grid || config->sparse || config->backward || config->estimate == WAYI_ESTIMATE_STEPS ||
        (config->estimate == WAYI_ESTIMATE_COST && config->goal->kind != WAYI_GOAL_ONE)) {
        return false;
    }
    *frame = (best_first_frame){.map = grid->map,
                                .layer = grid->layer,
                                .nodes = best_first_at(search, 0),
                                .generation = search->nodes.generation,
                                .estimates = config->estimate == WAYI_ESTIMATE_COST};
    if (frame->estimates) {
        const uint32_t y = wayi_map_row(grid->map, config->goal->state);
        frame->goal_x = (int32_t)(config->goal->state - y * grid->map->width);
        frame->goal_y = (int32_t)y;
    }
    return true;
}

way_outcome wayi_best_first_step(wayi_best_first *search, uint32_t budget, way_state *reached)
{
    best_first_frame frame;
    if (search->config.observer) {
        return best_first_watched(search, budget, reached);
    }
    if (best_first_aim(search, &frame)) {
        if (search->open.kind == WAYI_OPEN_HEAP4) {
            return best_first_grid_heap4(search, &frame, budget, reached);
        }
        if (search->open.kind == WAYI_OPEN_BUCKET) {
            return best_first_grid_bucket(search, &frame, budget, reached);
        }
    }
    return best_first_any(search, budget, reached);
}

way_cost wayi_best_first_cost(const wayi_best_first *search, way_state state, bool closed_only)
{
    const uint32_t slot = wayi_nodes_find(&search->nodes, state, sizeof(best_first_node));
    if (slot == WAYI_SLOT_NONE) {
        return WAY_COST_MAX;
    }
    const best_first_node *node = best_first_at(search, slot);
    return closed_only && !(node->estimate & BEST_FIRST_CLOSED) ? WAY_COST_MAX : node->g;
}

way_state wayi_best_first_parent(const wayi_best_first *search, way_state state)
{
    const uint32_t slot = wayi_nodes_find(&search->nodes, state, sizeof(best_first_node));
    return slot == WAYI_SLOT_NONE ? WAY_STATE_NONE : best_first_at(search, slot)->parent;
}

bool wayi_best_first_trace(const wayi_best_first *search, way_state state, wayi_path_buffer *path)
{
    const uint32_t first = path->count;
    for (;;) {
        const way_state parent = wayi_best_first_parent(search, state);
        if (parent == WAY_STATE_NONE) {
            break;
        }
        if (!wayi_path_buffer_push(path, state)) {
            path->count = first;
            return false;
        }
        state = parent;
    }
    wayi_path_buffer_reverse(path, first);
    return true;
}
