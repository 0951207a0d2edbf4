// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The loop in its optimised form (Koenig and Likhachev 2005): an overconsistent state offers its
// neighbours one new way each, an underconsistent one makes only those look around again whose way
// led over it, and the loop ends while the target is still overconsistent. One body with constant
// parameters makes one instance per queue that reads the ground's bits directly, one for every
// other space, one that reports to an observer. All give the same answers.
#include "base/check.h"
#include "base/expect.h"
#include "search/engine/lifelong_parts.h"

/// Most that a value may count in a key of buckets: beyond, keys lie too far apart.
#define LIFELONG_BUCKET_UNIT 20u

/// States that are queued again for the price of an expansion.
#define LIFELONG_REQUEUES 4u

way_status wayi_lifelong_init(wayi_lifelong *search, const wayi_lifelong_config *config,
                              const way_allocator *allocator)
{
    const uint32_t unit = config->inflated ? config->unit : 1;
    *search = (wayi_lifelong){.config = *config,
                              .unit = unit,
                              .weight = unit,
                              .allocator = wayi_allocator_or_default(allocator)};
    // Steps on a grid are small numbers, which is what buckets want; links may cost anything.
    if (config->queue == WAYI_LIFELONG_BUCKET &&
        (!wayi_space_is_metric(config->space) || unit > LIFELONG_BUCKET_UNIT)) {
        search->config.queue = wayi_lifelong_heap_of(search);
    }
    wayi_indexed_heap_init(&search->heap, allocator);
    wayi_bucket_list_init(&search->buckets, sizeof(wayi_lifelong_node), allocator);
    wayi_path_buffer_init(&search->scratch, allocator);
    wayi_path_buffer_init(&search->put_off, allocator);
    const uint32_t degree = config->space->degree_max;
    search->around = wayi_alloc(&search->allocator, degree, sizeof *search->around);
    search->exits = wayi_alloc(&search->allocator, degree, sizeof *search->exits);
    if (!search->around || !search->exits) {
        return WAY_STATUS_NO_MEMORY;
    }
    wayi_nodes_config nodes = config->nodes;
    nodes.blank = &wayi_lifelong_blank;
    nodes.stride = sizeof wayi_lifelong_blank;
    nodes.id_count = config->space->state_count;
    return wayi_nodes_init(&search->nodes, &nodes, allocator);
}

void wayi_lifelong_fini(wayi_lifelong *search)
{
    if (!search->config.space) {
        return; // never set up
    }
    const uint32_t degree = search->config.space->degree_max;
    WAYI_FREE(&search->allocator, search->around, degree);
    WAYI_FREE(&search->allocator, search->exits, degree);
    wayi_path_buffer_fini(&search->scratch);
    wayi_path_buffer_fini(&search->put_off);
    wayi_bucket_list_fini(&search->buckets);
    wayi_indexed_heap_fini(&search->heap);
    if (search->nodes.blank) {
        wayi_nodes_fini(&search->nodes);
    }
}

// Values ------------------------------------------------------------------------------------------

/// The slot of a state that is told something.
static WAYI_ALWAYS_INLINE uint32_t lifelong_meet(wayi_lifelong *search, wayi_lifelong_shape shape,
                                                 way_state state)
{
    wayi_nodes *nodes = &search->nodes;
    if (!shape.dense) {
        return wayi_lifelong_touch(search, state);
    }
    if (shape.dense[state].stamp != nodes->generation) {
        if (nodes->count == nodes->limit) {
            return WAYI_SLOT_NONE;
        }
        shape.dense[state] = wayi_lifelong_blank;
        shape.dense[state].stamp = nodes->generation;
        nodes->count++;
    }
    return state;
}

/// Offers a state a value.
static WAYI_ALWAYS_INLINE void lifelong_offer(wayi_lifelong *search, wayi_lifelong_shape shape,
                                              way_state state, wayi_lifelong_offer offer)
{
    const uint32_t slot = lifelong_meet(search, shape, state);
    if (slot == WAYI_SLOT_NONE) {
        search->full = true;
        return;
    }
    if (offer.value < wayi_lifelong_in(search, shape, slot)->rhs && state != search->root) {
        if (shape.dense && offer.arrival != WAYI_DIRECTIONS) { // where it goes on from here
            wayi_expect(&shape.dense[state + (uint32_t)shape.ground->map->offsets[offer.arrival]]);
        }
        wayi_lifelong_improve(search, shape, state, slot, offer);
    }
}

/// Takes back a value that a neighbour has offered.
static WAYI_ALWAYS_INLINE void lifelong_withdraw(wayi_lifelong *search, wayi_lifelong_shape shape,
                                                 way_state state, way_cost value)
{
    const uint32_t slot = wayi_lifelong_find_in(search, shape, state);
    if (slot == WAYI_SLOT_NONE || state == search->root ||
        wayi_lifelong_in(search, shape, slot)->rhs != value) {
        return;
    }
    const wayi_lifelong_offer least = wayi_lifelong_look(search, shape, state);
    wayi_lifelong_in(search, shape, slot)->rhs = least.value;
    wayi_lifelong_in(search, shape, slot)->link.tag = least.arrival & 15u;
    wayi_lifelong_settle(search, shape, state, slot);
}

/// Tells one neighbour of a state's new value `g`, or that it has lost its value `g`.
static WAYI_ALWAYS_INLINE void lifelong_tell(wayi_lifelong *search, wayi_lifelong_shape shape,
                                             way_state state, wayi_lifelong_offer offer, bool over)
{
    if (over) {
        lifelong_offer(search, shape, state, offer);
    } else {
        lifelong_withdraw(search, shape, state, offer.value);
    }
}

/// What a state offers a neighbour on flat ground.
static WAYI_ALWAYS_INLINE wayi_lifelong_offer lifelong_value(wayi_lifelong_shape shape,
                                                             way_state state, way_state to,
                                                             way_cost g, uint32_t direction)
{
    const uint8_t *weights = shape.ground->weights;
    const way_cost step = shape.ground->map->steps[direction];
    const way_cost cost = weights ? wayi_step_cost(step, weights[state], weights[to]) : step;
    return (wayi_lifelong_offer){way_cost_add(g, cost), direction};
}

/// Tells the neighbours on flat ground. Over uniform ground a new value need not be offered where
/// the neighbour that it came from offers one no higher: what it offers is counted already, since
/// rhs is the least over all neighbours.
static WAYI_ALWAYS_INLINE void lifelong_tell_flat(wayi_lifelong *search, wayi_lifelong_shape shape,
                                                  way_state state, uint32_t slot, bool over,
                                                  way_cost g)
{
    const way_map *map = shape.ground->map;
    // Blocked ground has a value at both ends of a trip only.
    if (search->config.backward && (!over || state == search->target || state == search->root)) {
        const uint32_t y = wayi_map_row(map, state);
        if (!wayi_layer_has(map, shape.ground->layer, state - y * map->width, y)) {
            return;
        }
    }
    const uint32_t arrival = over && !shape.ground->weights
                                 ? wayi_lifelong_in(search, shape, slot)->link.tag
                                 : WAYI_DIRECTIONS;
    uint32_t moves = map->onward[arrival][shape.ground->layer->around[state]];
    for (; moves && over && !search->full; moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const way_state to = state + (uint32_t)map->offsets[direction];
        lifelong_offer(search, shape, to, lifelong_value(shape, state, to, g, direction));
    }
    for (; moves && !search->full; moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const way_state to = state + (uint32_t)map->offsets[direction];
        const way_cost value = lifelong_value(shape, state, to, g, direction).value;
        lifelong_withdraw(search, shape, to, value);
    }
}

static WAYI_ALWAYS_INLINE void lifelong_tell_any(wayi_lifelong *search, wayi_lifelong_shape shape,
                                                 way_state state, bool over, way_cost g)
{
    const way_edge *edges = search->config.edges;
    const uint32_t count = wayi_lifelong_expand(search, shape, state, true, search->config.edges);
    search->full |= count == WAY_EXPAND_FULL;
    for (uint32_t i = 0; !search->full && i < count; i++) {
        const wayi_lifelong_offer offer = {way_cost_add(g, edges[i].cost), WAYI_DIRECTIONS};
        lifelong_tell(search, shape, edges[i].to, offer, over);
    }
}

/// Takes the first state out of buckets; a heap moves it where it is.
static WAYI_ALWAYS_INLINE void lifelong_take_first(wayi_lifelong *search, wayi_lifelong_shape shape,
                                                   uint32_t slot)
{
    if (shape.queue == WAYI_LIFELONG_BUCKET && !shape.inflated) {
        wayi_bucket_list_pop(&search->buckets, slot);
    }
}

/// Makes a state consistent, or overconsistent if it was too optimistic, and tells its neighbours.
static WAYI_ALWAYS_INLINE void lifelong_spread(wayi_lifelong *search, wayi_lifelong_shape shape,
                                               way_state state, uint32_t slot)
{
    wayi_lifelong_node *node = wayi_lifelong_in(search, shape, slot);
    const way_cost before = node->g;
    const bool over = node->g > node->rhs;
    search->config.stats->expansions++;
    if (shape.observed) {
        wayi_lifelong_report(search, WAY_EVENT_EXPAND, state, node);
    }
    node->g = over ? node->rhs : WAY_COST_MAX;
    const way_cost g = over ? node->g : before;
    lifelong_take_first(search, shape, slot);
    wayi_lifelong_settle(search, shape, state, slot);
    if (shape.inflated && over) {
        node->link.key = search->round & WAYI_BUCKET_KEY;
    }
    if (shape.flat) {
        lifelong_tell_flat(search, shape, state, slot, over, g);
    } else {
        lifelong_tell_any(search, shape, state, over, g);
    }
    for (uint32_t i = 0; i < search->exit_count && search->config.backward; i++) {
        if (search->exits[i].to == state) {
            const way_cost value = way_cost_add(g, search->exits[i].cost);
            lifelong_tell(search, shape, search->target,
                          (wayi_lifelong_offer){value, WAYI_DIRECTIONS}, over);
        }
    }
}

// The loop ----------------------------------------------------------------------------------------

/// Whether the target's value is right.
static WAYI_ALWAYS_INLINE bool lifelong_is_done(const wayi_lifelong *search,
                                                wayi_lifelong_shape shape, wayi_key first)
{
    const uint32_t slot = wayi_lifelong_find_in(search, shape, search->target);
    const wayi_lifelong_node *node =
        slot == WAYI_SLOT_NONE ? &wayi_lifelong_blank : wayi_lifelong_in(search, shape, slot);
    const bool settled = shape.inflated ? node->rhs == node->g : node->rhs <= node->g;
    return settled && !wayi_key_less(first, wayi_lifelong_key(search, shape, node, 0));
}

/// A state was queued again: whether those that were are as much work as one more expansion.
static bool lifelong_is_worth_one(wayi_lifelong *search)
{
    search->requeued = (search->requeued + 1) % LIFELONG_REQUEUES;
    search->other_work += search->requeued == 0;
    return search->requeued == 0;
}

static WAYI_ALWAYS_INLINE way_outcome lifelong_loop(wayi_lifelong *search,
                                                    wayi_lifelong_shape shape, uint32_t budget)
{
    while (!search->full) {
        wayi_key key;
        const uint32_t slot = wayi_lifelong_first(search, shape, &key);
        if (slot == WAYI_SLOT_NONE || lifelong_is_done(search, shape, key)) {
            return wayi_lifelong_cost(search) == WAY_COST_MAX ? WAY_OUTCOME_NO_PATH
                                                              : WAY_OUTCOME_FOUND;
        }
        if (budget == 0) {
            return WAY_OUTCOME_WORKING;
        }
        const way_state state = shape.dense ? slot : wayi_nodes_id(&search->nodes, slot);
        search->config.stats->heap_pops++;
        if (search->biased) {
            const wayi_key now =
                wayi_lifelong_key(search, shape, wayi_lifelong_in(search, shape, slot),
                                  wayi_lifelong_estimate(search, shape, state));
            if (wayi_key_less(key, now)) {
                lifelong_take_first(search, shape, slot);
                wayi_lifelong_enqueue(search, shape, state, slot, now);
                budget -= lifelong_is_worth_one(search);
                continue;
            }
        }
        lifelong_spread(search, shape, state, slot);
        budget--;
    }
    return WAY_OUTCOME_CAPACITY;
}

/// An instance for flat ground that nobody watches; two for buckets, of which that for dense nodes
/// need not ask.
#define LIFELONG_LOOP_FLAT(name, kind, weighted)                                                   \
    static way_outcome name(wayi_lifelong *search, wayi_lifelong_shape shape, uint32_t budget)     \
    {                                                                                              \
        shape.flat = true;                                                                         \
        shape.observed = false;                                                                    \
        shape.inflated = (weighted);                                                               \
        shape.queue = (kind);                                                                      \
        if ((kind) == WAYI_LIFELONG_BUCKET && !shape.dense) {                                      \
            return lifelong_loop(search, shape, budget);                                           \
        }                                                                                          \
        return lifelong_loop(search, shape, budget);                                               \
    }
LIFELONG_LOOP_FLAT(lifelong_loop_small, WAYI_LIFELONG_SMALL_G, shape.inflated)
LIFELONG_LOOP_FLAT(lifelong_loop_large, WAYI_LIFELONG_LARGE_G, false)
LIFELONG_LOOP_FLAT(lifelong_loop_bucket, WAYI_LIFELONG_BUCKET, false)
LIFELONG_LOOP_FLAT(lifelong_loop_inflated, WAYI_LIFELONG_BUCKET, true)

static way_outcome lifelong_loop_any(wayi_lifelong *search, uint32_t budget)
{
    wayi_lifelong_shape shape = wayi_lifelong_plain_shape(search);
    shape.flat = false;
    shape.observed = false;
    return lifelong_loop(search, shape, budget);
}

static way_outcome lifelong_loop_watched(wayi_lifelong *search, uint32_t budget)
{
    wayi_lifelong_shape shape = wayi_lifelong_plain_shape(search);
    shape.flat = false;
    shape.observed = true;
    return lifelong_loop(search, shape, budget);
}

static way_outcome lifelong_run(wayi_lifelong *search, uint32_t budget)
{
    wayi_flat_ground ground;
    if (search->config.observer) {
        search->untraced = true;
        return lifelong_loop_watched(search, budget);
    }
    if (!wayi_space_ground(search->config.space, &ground)) {
        search->untraced = true;
        return lifelong_loop_any(search, budget);
    }
    const wayi_lifelong_shape shape = wayi_lifelong_flat_shape(search, &ground);
    switch (wayi_lifelong_queue_of(search)) {
    case WAYI_LIFELONG_SMALL_G:
        return lifelong_loop_small(search, shape, budget);
    case WAYI_LIFELONG_LARGE_G:
        return lifelong_loop_large(search, shape, budget);
    default:
        return shape.inflated ? lifelong_loop_inflated(search, shape, budget)
                              : lifelong_loop_bucket(search, shape, budget);
    }
}

way_outcome wayi_lifelong_step(wayi_lifelong *search, uint32_t budget)
{
    if (search->target != search->aimed) {
        wayi_lifelong_aim(search);
    }
    if (search->shed_phase != WAYI_LIFELONG_WHOLE) {
        budget = wayi_lifelong_shed(search, budget);
        if (search->full || search->shed_phase != WAYI_LIFELONG_WHOLE) {
            return search->full ? WAY_OUTCOME_CAPACITY : WAY_OUTCOME_WORKING;
        }
    }
    const way_outcome outcome = lifelong_run(search, budget);
#ifdef WAY_HOSTILE
    WAYI_ASSERT(search->full || search->behind || wayi_lifelong_check(search));
#endif
    // Values grow when the root moves away, until they can't be counted: count from 0 again before
    // saying that there is no way. Keys may grow apart until buckets can't hold them.
    const bool uncounted = outcome == WAY_OUTCOME_NO_PATH && search->root_value > 0;
    if (uncounted || (outcome == WAY_OUTCOME_CAPACITY && search->wide)) {
        return wayi_lifelong_restart(search) ? WAY_OUTCOME_WORKING : WAY_OUTCOME_CAPACITY;
    }
    return outcome;
}

way_cost wayi_lifelong_cost(const wayi_lifelong *search)
{
    if (search->target == search->root) {
        return 0;
    }
    const uint32_t slot = wayi_lifelong_find(search, search->target);
    const way_cost rhs =
        slot == WAYI_SLOT_NONE ? WAY_COST_MAX : wayi_lifelong_at(search, slot)->rhs;
    return rhs == WAY_COST_MAX ? WAY_COST_MAX : rhs - search->root_value;
}
