// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The parts of the lifelong search that its loop and its repairs share, inline so that each
// instance of the loop is made for its queue and its space.
#pragma once

#include "base/inline.h"
#include "search/engine/lifelong.h"

static const wayi_lifelong_node wayi_lifelong_blank = {
    .g = WAY_COST_MAX,
    .rhs = WAY_COST_MAX,
    .link = {.next = WAYI_BUCKET_OUT, .tag = WAYI_DIRECTIONS}};

static const wayi_key wayi_lifelong_never = {UINT64_MAX, UINT32_MAX};

/// What one instance of the code is made for; `flat`, `observed`, `inflated` and `queue` are
/// constant after inlining, or read seldom.
typedef struct wayi_lifelong_shape {
    const wayi_flat_ground *ground; ///< if flat
    int32_t aim_x, aim_y;           ///< if flat: where the target is
    wayi_lifelong_node *dense;      ///< if flat: the nodes by state, or NULL if they are not dense
    bool flat;
    bool observed;
    bool inflated;
    wayi_lifelong_queue queue;
} wayi_lifelong_shape;

/// A value and the direction of the step that brings it; WAYI_DIRECTIONS = not known.
typedef struct wayi_lifelong_offer {
    way_cost value;
    uint32_t arrival;
} wayi_lifelong_offer;

/// What takes the place of buckets where these can't serve.
static WAYI_ALWAYS_INLINE wayi_lifelong_queue wayi_lifelong_heap_of(const wayi_lifelong *search)
{
    return search->config.inflated ? WAYI_LIFELONG_SMALL_G : WAYI_LIFELONG_LARGE_G;
}

/// The queue in force.
static WAYI_ALWAYS_INLINE wayi_lifelong_queue wayi_lifelong_queue_of(const wayi_lifelong *search)
{
    return search->wide ? wayi_lifelong_heap_of(search) : search->config.queue;
}

/// For code that runs seldom.
static WAYI_ALWAYS_INLINE wayi_lifelong_shape wayi_lifelong_plain_shape(const wayi_lifelong *search)
{
    return (wayi_lifelong_shape){.queue = wayi_lifelong_queue_of(search),
                                 .inflated = search->config.inflated,
                                 .observed = search->config.observer != NULL};
}

static WAYI_ALWAYS_INLINE wayi_lifelong_node *wayi_lifelong_at(const wayi_lifelong *search,
                                                               uint32_t slot)
{
    return wayi_nodes_at(&search->nodes, slot, sizeof(wayi_lifelong_node));
}

/// For code that reads the bits of the ground.
static WAYI_ALWAYS_INLINE wayi_lifelong_shape
wayi_lifelong_flat_shape(const wayi_lifelong *search, const wayi_flat_ground *ground)
{
    const uint32_t row = wayi_map_row(ground->map, search->target);
    return (wayi_lifelong_shape){.ground = ground,
                                 .aim_x = (int32_t)(search->target - row * ground->map->width),
                                 .aim_y = (int32_t)row,
                                 .dense = search->nodes.sparse ? NULL : wayi_lifelong_at(search, 0),
                                 .flat = true,
                                 .inflated = search->config.inflated,
                                 .queue = wayi_lifelong_queue_of(search)};
}

/// The same, with a look at what the code is made for.
static WAYI_ALWAYS_INLINE wayi_lifelong_node *
wayi_lifelong_in(const wayi_lifelong *search, wayi_lifelong_shape shape, uint32_t slot)
{
    return shape.dense ? &shape.dense[slot] : wayi_lifelong_at(search, slot);
}

static WAYI_ALWAYS_INLINE uint32_t wayi_lifelong_find(const wayi_lifelong *search, way_state state)
{
    return wayi_nodes_find(&search->nodes, state, sizeof(wayi_lifelong_node));
}

static WAYI_ALWAYS_INLINE uint32_t wayi_lifelong_touch(wayi_lifelong *search, way_state state)
{
    return wayi_nodes_touch(&search->nodes, state, sizeof(wayi_lifelong_node));
}

static WAYI_ALWAYS_INLINE way_cost wayi_lifelong_g(const wayi_lifelong *search, way_state state)
{
    const uint32_t slot = wayi_lifelong_find(search, state);
    return slot == WAYI_SLOT_NONE ? WAY_COST_MAX : wayi_lifelong_at(search, slot)->g;
}

/// The same two, with a look at what the code is made for.
static WAYI_ALWAYS_INLINE uint32_t wayi_lifelong_find_in(const wayi_lifelong *search,
                                                         wayi_lifelong_shape shape, way_state state)
{
    if (!shape.dense) {
        return wayi_lifelong_find(search, state);
    }
    return shape.dense[state].stamp == search->nodes.generation ? state : WAYI_SLOT_NONE;
}

static WAYI_ALWAYS_INLINE way_cost wayi_lifelong_g_in(const wayi_lifelong *search,
                                                      wayi_lifelong_shape shape, way_state state)
{
    const uint32_t slot = wayi_lifelong_find_in(search, shape, state);
    return slot == WAYI_SLOT_NONE ? WAY_COST_MAX : wayi_lifelong_in(search, shape, slot)->g;
}

static WAYI_ALWAYS_INLINE way_state wayi_lifelong_start(const wayi_lifelong *search)
{
    return search->config.backward ? search->target : search->root;
}

/// Makes the bias cover the moves of the target and the state of the start, before any key is made.
void wayi_lifelong_aim(wayi_lifelong *search);

// Looking around ----------------------------------------------------------------------------------

/// The steps along which values spread from a state (`outward`) or come to it.
static WAYI_ALWAYS_INLINE uint32_t wayi_lifelong_expand(const wayi_lifelong *search,
                                                        wayi_lifelong_shape shape, way_state state,
                                                        bool outward, way_edge *edges)
{
    way_space *space = search->config.space;
    const bool back = search->config.backward == outward;
    if (shape.flat) {
        return wayi_ground_expand(shape.ground, state, back, edges);
    }
    return back ? space->type->expand_back(space, state, edges)
                : space->type->expand(space, state, edges);
}

static WAYI_ALWAYS_INLINE way_cost wayi_lifelong_estimate(const wayi_lifelong *search,
                                                          wayi_lifelong_shape shape,
                                                          way_state state)
{
    const way_space *space = search->config.space;
    way_cost distance = 0;
    if (shape.flat) {
        distance = wayi_ground_distance_to(shape.ground, state, shape.aim_x, shape.aim_y);
    } else if (search->config.backward) {
        distance = space->type->estimate(space, search->target, state);
    } else {
        distance = space->type->estimate(space, state, search->target);
    }
    return distance > search->slack ? distance - search->slack : 0;
}

/// What the neighbours on flat ground tell about a state. Steps lead both ways there, but for a
/// cell that nobody can stand on, of which `expand` and `expand_back` know.
static WAYI_ALWAYS_INLINE wayi_lifelong_offer wayi_lifelong_look_flat(const wayi_lifelong *search,
                                                                      wayi_lifelong_shape shape,
                                                                      way_state state)
{
    const way_map *map = shape.ground->map;
    const uint8_t *weights = shape.ground->weights;
    wayi_lifelong_offer least = {WAY_COST_MAX, WAYI_DIRECTIONS};
    if (!search->config.backward) {
        const uint32_t y = wayi_map_row(map, state);
        if (!wayi_layer_has(map, shape.ground->layer, state - y * map->width, y)) {
            return least;
        }
    }
    for (uint32_t moves = wayi_layer_moves(map, shape.ground->layer, state); moves;
         moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const way_state to = state + (uint32_t)map->offsets[direction];
        const way_cost g = wayi_lifelong_g_in(search, shape, to);
        const way_cost step = map->steps[direction];
        const way_cost value =
            way_cost_add(g, weights ? wayi_step_cost(step, weights[state], weights[to]) : step);
        if (value < least.value) {
            least = (wayi_lifelong_offer){value, wayi_direction_opposite(direction)};
        }
    }
    return least;
}

static WAYI_ALWAYS_INLINE wayi_lifelong_offer wayi_lifelong_look_any(wayi_lifelong *search,
                                                                     wayi_lifelong_shape shape,
                                                                     way_state state)
{
    const uint32_t count = wayi_lifelong_expand(search, shape, state, false, search->around);
    wayi_lifelong_offer least = {WAY_COST_MAX, WAYI_DIRECTIONS};
    if (count == WAY_EXPAND_FULL) {
        search->full = true;
        return least;
    }
    for (uint32_t i = 0; i < count; i++) {
        const way_cost value =
            way_cost_add(wayi_lifelong_g(search, search->around[i].to), search->around[i].cost);
        least.value = value < least.value ? value : least.value;
    }
    return least;
}

/// What the neighbours tell about a state.
static WAYI_ALWAYS_INLINE wayi_lifelong_offer wayi_lifelong_look(wayi_lifelong *search,
                                                                 wayi_lifelong_shape shape,
                                                                 way_state state)
{
    wayi_lifelong_offer least = shape.flat ? wayi_lifelong_look_flat(search, shape, state)
                                           : wayi_lifelong_look_any(search, shape, state);
    // A blocked start is nobody's predecessor, but one can leave it.
    for (uint32_t i = 0; !search->config.backward && i < search->exit_count; i++) {
        const way_cost value =
            search->exits[i].to == state
                ? way_cost_add(wayi_lifelong_g(search, search->root), search->exits[i].cost)
                : WAY_COST_MAX;
        if (value < least.value) {
            least = (wayi_lifelong_offer){value, WAYI_DIRECTIONS};
        }
    }
    return least;
}

// The queue ---------------------------------------------------------------------------------------

/// The true key of a node as its values are now.
static WAYI_ALWAYS_INLINE wayi_key wayi_lifelong_key(const wayi_lifelong *search,
                                                     wayi_lifelong_shape shape,
                                                     const wayi_lifelong_node *node,
                                                     uint64_t estimate)
{
    const bool under = node->g < node->rhs;
    const way_cost least = under ? node->g : node->rhs;
    if (least == WAY_COST_MAX) {
        return wayi_lifelong_never;
    }
    uint64_t f = least + estimate + search->bias;
    if (shape.inflated) {
        const uint64_t weight = node->g > node->rhs ? search->weight : search->unit;
        f = (uint64_t)least * search->unit + estimate * weight + search->bias;
    }
    switch (shape.queue) {
    case WAYI_LIFELONG_SMALL_G:
        return (wayi_key){f, least};
    case WAYI_LIFELONG_LARGE_G:
        return (wayi_key){2 * f + !under, under ? 0 : WAY_COST_MAX - least};
    default:
        return (wayi_key){2 * f + !under, 0};
    }
}

static WAYI_ALWAYS_INLINE bool wayi_lifelong_is_queued(const wayi_lifelong *search,
                                                       wayi_lifelong_shape shape, uint32_t slot)
{
    return shape.queue == WAYI_LIFELONG_BUCKET
               ? wayi_lifelong_in(search, shape, slot)->link.next != WAYI_BUCKET_OUT
               : wayi_indexed_heap_has(&search->heap, slot);
}

static WAYI_ALWAYS_INLINE void wayi_lifelong_unqueue(wayi_lifelong *search,
                                                     wayi_lifelong_shape shape, uint32_t slot)
{
    if (!wayi_lifelong_is_queued(search, shape, slot)) {
        return;
    }
    if (shape.queue != WAYI_LIFELONG_BUCKET) {
        wayi_indexed_heap_remove(&search->heap, slot);
        return;
    }
    wayi_bucket_list_remove(&search->buckets, slot);
    if (shape.inflated) { // neither closed nor put off
        wayi_lifelong_in(search, shape, slot)->link.key = 0;
        wayi_lifelong_in(search, shape, slot)->link.previous = 0;
    }
}

/// Tells the queue where its links are: nodes that are not dense may have moved since the last
/// time.
static WAYI_ALWAYS_INLINE void wayi_lifelong_relink(wayi_lifelong *search,
                                                    wayi_lifelong_shape shape)
{
    if (!shape.dense) {
        search->buckets.links =
            (unsigned char *)wayi_lifelong_at(search, 0) + offsetof(wayi_lifelong_node, link);
    }
}

static WAYI_ALWAYS_INLINE void wayi_lifelong_enqueue(wayi_lifelong *search,
                                                     wayi_lifelong_shape shape, way_state state,
                                                     uint32_t slot, wayi_key key)
{
    search->config.stats->heap_pushes++;
    if (shape.queue != WAYI_LIFELONG_BUCKET) {
        const uint32_t order = wayi_nodes_order(&search->nodes, state, slot);
        search->full |=
            !wayi_indexed_heap_set(&search->heap, (wayi_indexed_item){key, order, slot});
        return;
    }
    wayi_lifelong_relink(search, shape);
    if (wayi_bucket_list_has(&search->buckets, slot)) {
        if (wayi_lifelong_in(search, shape, slot)->link.key ==
            ((uint32_t)key.high & WAYI_BUCKET_KEY)) {
            return;
        }
        wayi_bucket_list_remove(&search->buckets, slot);
    }
    if (!wayi_bucket_list_insert(&search->buckets, slot, key.high)) {
        search->full = true;
        search->wide = wayi_bucket_list_is_wide(&search->buckets, key.high);
    }
}

/// The first state, if there is one; `*key` is the key that it was queued under.
static WAYI_ALWAYS_INLINE uint32_t wayi_lifelong_first(wayi_lifelong *search,
                                                       wayi_lifelong_shape shape, wayi_key *key)
{
    *key = wayi_lifelong_never;
    if (shape.queue == WAYI_LIFELONG_BUCKET) {
        if (!search->buckets.count) {
            return WAYI_SLOT_NONE;
        }
        wayi_lifelong_relink(search, shape);
        const uint32_t slot = wayi_bucket_list_peek(&search->buckets);
        *key = (wayi_key){search->buckets.lowest, 0};
        return slot;
    }
    if (!search->heap.count) {
        return WAYI_SLOT_NONE;
    }
    *key = search->heap.items[0].key;
    return search->heap.items[0].slot;
}

/// Inflated: a state that this round has closed waits for the next one.
static WAYI_ALWAYS_INLINE bool wayi_lifelong_put_off(wayi_lifelong *search,
                                                     wayi_lifelong_node *node, uint32_t slot)
{
    if (node->link.next != WAYI_BUCKET_OUT || node->link.key != search->round) {
        return false;
    }
    if (node->link.previous != search->round) {
        node->link.previous = search->round;
        search->full |= !wayi_path_buffer_push(&search->put_off, slot);
    }
    return true;
}

/// Queues a state if and only if it is inconsistent, under its true key.
static WAYI_ALWAYS_INLINE void wayi_lifelong_settle(wayi_lifelong *search,
                                                    wayi_lifelong_shape shape, way_state state,
                                                    uint32_t slot)
{
    wayi_lifelong_node *node = wayi_lifelong_in(search, shape, slot);
    if (node->g == node->rhs) {
        wayi_lifelong_unqueue(search, shape, slot);
        return;
    }
    if (shape.inflated && wayi_lifelong_put_off(search, node, slot)) {
        return;
    }
    wayi_lifelong_enqueue(
        search, shape, state, slot,
        wayi_lifelong_key(search, shape, node, wayi_lifelong_estimate(search, shape, state)));
}

// Values ------------------------------------------------------------------------------------------

static WAYI_ALWAYS_INLINE void wayi_lifelong_report(const wayi_lifelong *search,
                                                    way_event_kind kind, way_state state,
                                                    const wayi_lifelong_node *node)
{
    const way_cost least = node->g < node->rhs ? node->g : node->rhs;
    const wayi_lifelong_shape shape = wayi_lifelong_plain_shape(search);
    wayi_observer_write(
        search->config.observer,
        (way_event){kind, state, WAY_STATE_NONE, least,
                    way_cost_add(least, wayi_lifelong_estimate(search, shape, state))});
}

/// Gives a state a better rhs.
static WAYI_ALWAYS_INLINE void wayi_lifelong_improve(wayi_lifelong *search,
                                                     wayi_lifelong_shape shape, way_state state,
                                                     uint32_t slot, wayi_lifelong_offer offer)
{
    wayi_lifelong_node *node = wayi_lifelong_in(search, shape, slot);
    const bool again = node->g != WAY_COST_MAX;
    node->rhs = offer.value;
    node->link.tag = offer.arrival & 15u;
    search->config.stats->generations++;
    if (again) {
        search->config.stats->reopenings++;
    }
    if (shape.observed) {
        wayi_lifelong_report(search, again ? WAY_EVENT_REOPEN : WAY_EVENT_GENERATE, state, node);
    }
    wayi_lifelong_settle(search, shape, state, slot);
}
