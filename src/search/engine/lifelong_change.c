// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What happens to a lifelong search from outside: changed steps, a target or a root that moves, a
// start that gets blocked, estimates that are scaled again, rounds of another weight.
#include "base/check.h"
#include "search/engine/lifelong_parts.h"

/// States that were looked at again since the last change began, or since there were too many: the
/// cells of an area have most of what they touch in common. Half full at most.
enum { LIFELONG_SEEN_FEWEST = 32, LIFELONG_SEEN_MOST = 1024 };

typedef struct lifelong_seen {
    way_state states[LIFELONG_SEEN_MOST]; ///< open addressing; WAY_STATE_NONE = free
    uint32_t slots;                       ///< of those in use, a power of two
    uint32_t count;
} lifelong_seen;

static void lifelong_seen_clear(lifelong_seen *seen)
{
    memset(seen->states, 0xff, seen->slots * sizeof *seen->states); // WAY_STATE_NONE in each
    seen->count = 0;
}

/// For what so many states touch.
static void lifelong_seen_init(lifelong_seen *seen, uint32_t count)
{
    seen->slots = LIFELONG_SEEN_FEWEST;
    while (seen->slots < LIFELONG_SEEN_MOST && seen->slots / 16 < count) {
        seen->slots *= 2;
    }
    lifelong_seen_clear(seen);
}

/// Whether a state is new; from then on it is not.
static bool lifelong_seen_add(lifelong_seen *seen, way_state state)
{
    uint32_t slot = (state * UINT32_C(2654435769) >> 22) & (seen->slots - 1);
    while (seen->states[slot] != WAY_STATE_NONE) {
        if (seen->states[slot] == state) {
            return false;
        }
        slot = (slot + 1) & (seen->slots - 1);
    }
    seen->states[slot] = state;
    if (2 * ++seen->count > seen->slots) {
        lifelong_seen_clear(seen);
    }
    return true;
}

/// Gives every queued state its true key. Linear in the queue.
static void lifelong_rekey(wayi_lifelong *search)
{
    const wayi_lifelong_shape shape = wayi_lifelong_plain_shape(search);
    wayi_path_buffer *slots = &search->scratch;
    wayi_path_buffer_clear(slots);
    wayi_key key;
    for (uint32_t slot = wayi_lifelong_first(search, shape, &key);
         slot != WAYI_SLOT_NONE && !search->full; slot = wayi_lifelong_first(search, shape, &key)) {
        search->full |= !wayi_path_buffer_push(slots, slot);
        wayi_lifelong_unqueue(search, shape, slot);
    }
    search->bias = 0;
    search->biased = false;
    search->drift = 0;
    search->aimed = search->target;
    search->scale = wayi_space_scale(search->config.space);
    for (uint32_t i = 0; i < slots->count && !search->full; i++) {
        wayi_lifelong_settle(search, shape, wayi_nodes_id(&search->nodes, slots->states[i]),
                             slots->states[i]);
    }
}

/// Sees whether the start is blocked, and how one leaves it.
static void lifelong_open_gate(wayi_lifelong *search)
{
    way_space *space = search->config.space;
    const way_state start = wayi_lifelong_start(search);
    search->exit_count = 0;
    search->slack = 0;
    if (way_space_can_stand(space, start)) {
        return;
    }
    const uint32_t count = space->type->expand(space, start, search->exits);
    search->full |= count == WAY_EXPAND_FULL;
    search->exit_count = count == WAY_EXPAND_FULL ? 0 : count;
    for (uint32_t i = 0; search->config.backward && i < search->exit_count; i++) {
        const way_edge exit = search->exits[i];
        const way_cost distance = space->type->estimate(space, start, exit.to);
        if (distance > exit.cost && distance - exit.cost > search->slack) {
            search->slack = distance - exit.cost;
        }
    }
}

/// Makes the bias cover what was moved since keys were made.
static void lifelong_cover(wayi_lifelong *search)
{
    const way_space *space = search->config.space;
    const way_cost slack = search->slack;
    lifelong_open_gate(search);
    if (search->scale != wayi_space_scale(space) || search->drift == UINT64_MAX) {
        lifelong_rekey(search);
        return;
    }
    search->biased |= search->slack != slack || search->target != search->aimed;
    if (search->slack > slack) {
        search->bias += (uint64_t)(search->slack - slack) * search->weight;
    }
    if (search->target == search->aimed) {
        return;
    }
    const way_state from = search->config.backward ? search->aimed : search->target;
    const way_state to = search->config.backward ? search->target : search->aimed;
    const uint64_t moved =
        wayi_space_is_metric(space) ? space->type->estimate(space, from, to) : search->drift;
    search->bias += moved * search->weight;
    search->drift = 0;
    search->aimed = search->target;
}

/// Gives a state what its neighbours tell about it.
static void lifelong_take(wayi_lifelong *search, wayi_lifelong_shape shape, way_state state,
                          wayi_lifelong_offer offer)
{
    uint32_t slot = wayi_lifelong_find_in(search, shape, state);
    if (slot == WAYI_SLOT_NONE) {
        if (offer.value == WAY_COST_MAX) {
            return; // never met, and nothing to meet it for
        }
        slot = wayi_lifelong_touch(search, state);
    }
    if (slot == WAYI_SLOT_NONE) {
        search->full = true;
        return;
    }
    wayi_lifelong_node *node = wayi_lifelong_in(search, shape, slot);
    if (offer.value < node->rhs) {
        wayi_lifelong_improve(search, shape, state, slot, offer);
        return;
    }
    const bool worse = offer.value > node->rhs;
    node->rhs = offer.value;
    node->link.tag = offer.arrival & 15u;
    if (worse) {
        wayi_lifelong_settle(search, shape, state, slot);
    }
}

/// Lets a state look around again.
static void lifelong_refresh(wayi_lifelong *search, way_state state)
{
    if (state == search->root || search->full) {
        return;
    }
    search->untraced = true;
    const wayi_lifelong_shape shape = wayi_lifelong_plain_shape(search);
    const bool stands =
        state == wayi_lifelong_start(search) || way_space_can_stand(search->config.space, state);
    const wayi_lifelong_offer none = {WAY_COST_MAX, WAYI_DIRECTIONS};
    lifelong_take(search, shape, state, stands ? wayi_lifelong_look(search, shape, state) : none);
}

/// The same over flat ground.
static void lifelong_refresh_flat(wayi_lifelong *search, wayi_lifelong_shape shape, way_state state)
{
    if (state == search->root || search->full) {
        return;
    }
    const way_map *map = shape.ground->map;
    const uint32_t y = wayi_map_row(map, state);
    const bool stands = state == wayi_lifelong_start(search) ||
                        wayi_layer_has(map, shape.ground->layer, state - y * map->width, y);
    const wayi_lifelong_offer none = {WAY_COST_MAX, WAYI_DIRECTIONS};
    lifelong_take(search, shape, state, stands ? wayi_lifelong_look(search, shape, state) : none);
}

void wayi_lifelong_aim(wayi_lifelong *search)
{
    lifelong_cover(search);
    // A blocked state has no value but at the start.
    if (search->config.backward && search->exit_count) {
        lifelong_refresh(search, search->target);
    }
}

bool wayi_lifelong_restart(wayi_lifelong *search)
{
    wayi_indexed_heap_clear(&search->heap);
    wayi_bucket_list_clear(&search->buckets);
    wayi_nodes_clear(&search->nodes);
    wayi_path_buffer_clear(&search->put_off);
    search->root_value = 0;
    search->aimed = search->target;
    search->drift = 0;
    search->bias = 0;
    search->biased = false;
    search->scale = wayi_space_scale(search->config.space);
    search->round = 1;
    search->full = false;
    search->shed_phase = WAYI_LIFELONG_WHOLE;
    search->untraced = false;
    lifelong_open_gate(search);
    const uint32_t slot = wayi_lifelong_touch(search, search->root);
    if (slot == WAYI_SLOT_NONE) {
        return false;
    }
    wayi_lifelong_improve(search, wayi_lifelong_plain_shape(search), search->root, slot,
                          (wayi_lifelong_offer){0, WAYI_DIRECTIONS});
    return !search->full;
}

void wayi_lifelong_weigh(wayi_lifelong *search, uint32_t weight)
{
    search->weight = weight * search->unit / 1000;
}

bool wayi_lifelong_begin(wayi_lifelong *search, way_state root, way_state target)
{
    search->root = root;
    search->target = target;
    search->wide = false;
    search->requeued = 0;
    return wayi_lifelong_restart(search);
}

/// Whether a state beside a cell that changed keeps its steps: a corner, where none are diagonal.
static bool lifelong_is_apart(const wayi_flat_ground *ground, way_state cell, way_state state)
{
    const uint32_t width = ground->map->width;
    const uint32_t away = cell < state ? state - cell : cell - state;
    return ground->map->neighbours == WAY_NEIGHBOURS_4 && ground->layer->size == 1 && width > 2 &&
           (away == width - 1 || away == width + 1);
}

/// Whether a state has its value as before where steps only got lost: it has none, or the step that
/// brings it is still there.
static bool lifelong_keeps_value(const wayi_lifelong *search, wayi_lifelong_shape shape,
                                 way_state state)
{
    const uint32_t slot = wayi_lifelong_find_in(search, shape, state);
    if (slot == WAYI_SLOT_NONE) {
        return true;
    }
    const uint32_t arrival = wayi_lifelong_in(search, shape, slot)->link.tag;
    const uint32_t moves = wayi_layer_moves(shape.ground->map, shape.ground->layer, state);
    return arrival != WAYI_DIRECTIONS && (moves >> wayi_direction_opposite(arrival) & 1u);
}

/// Lets those around a cell of plain ground that was blocked look around again, and the cell
/// itself, row by row; returns how many did.
static uint32_t lifelong_lose_flat(wayi_lifelong *search, wayi_lifelong_shape shape, way_state cell,
                                   lifelong_seen *seen)
{
    enum { ITSELF = WAYI_DIRECTIONS };
    static const uint8_t all[] = {WAYI_NORTH_WEST, WAYI_NORTH, WAYI_NORTH_EAST,
                                  WAYI_WEST,       ITSELF,     WAYI_EAST,
                                  WAYI_SOUTH_WEST, WAYI_SOUTH, WAYI_SOUTH_EAST};
    static const uint8_t straight[] = {WAYI_NORTH, WAYI_WEST, ITSELF, WAYI_EAST, WAYI_SOUTH};
    const way_map *map = shape.ground->map;
    const bool four = map->neighbours == WAY_NEIGHBOURS_4;
    const uint8_t *directions = four ? straight : all;
    const uint32_t y = wayi_map_row(map, cell);
    const uint32_t beyond =
        wayi_directions_beyond(cell - y * map->width, y, map->width, map->height);
    uint32_t refreshed = 0;
    for (uint32_t i = 0; i < (four ? sizeof straight : sizeof all); i++) {
        const bool itself = directions[i] == ITSELF;
        const way_state state = itself ? cell : cell + (uint32_t)map->offsets[directions[i]];
        if ((itself ||
             (!(beyond >> directions[i] & 1u) && !lifelong_keeps_value(search, shape, state))) &&
            lifelong_seen_add(seen, state)) {
            refreshed++;
            lifelong_refresh_flat(search, shape, state);
        }
    }
    return refreshed;
}

/// Lets all that a changed cell of flat ground touches look around again; returns how many did. Of
/// a cell of plain ground that is blocked now no step is new.
static uint32_t lifelong_change_flat(wayi_lifelong *search, wayi_lifelong_shape shape,
                                     way_state cell, lifelong_seen *seen)
{
    const wayi_layer *layer = shape.ground->layer;
    const uint32_t y = wayi_map_row(shape.ground->map, cell);
    if (!shape.ground->weights && layer->size == 1 && search->exit_count == 0 &&
        !wayi_layer_has(shape.ground->map, layer, cell - y * shape.ground->map->width, y)) {
        return lifelong_lose_flat(search, shape, cell, seen);
    }
    uint32_t refreshed = 0;
    wayi_touched touched = wayi_space_touched(search->config.space, cell);
    for (way_state state = wayi_touched_next(&touched); state != WAY_STATE_NONE;
         state = wayi_touched_next(&touched)) {
        if (!lifelong_is_apart(shape.ground, cell, state) && lifelong_seen_add(seen, state)) {
            refreshed++;
            lifelong_refresh_flat(search, shape, state);
        }
    }
    return refreshed;
}

/// The same in any space.
static uint32_t lifelong_change_any(wayi_lifelong *search, way_state changed, lifelong_seen *seen)
{
    uint32_t refreshed = 0;
    wayi_touched touched = wayi_space_touched(search->config.space, changed);
    for (way_state state = wayi_touched_next(&touched); state != WAY_STATE_NONE;
         state = wayi_touched_next(&touched)) {
        if (lifelong_seen_add(seen, state)) {
            refreshed++;
            lifelong_refresh(search, state);
        }
    }
    return refreshed;
}

uint32_t wayi_lifelong_change(wayi_lifelong *search, const way_state *states, uint32_t count)
{
    uint32_t refreshed = 0;
    wayi_flat_ground ground;
    lifelong_seen seen;
    if (search->shed_phase > WAYI_LIFELONG_DUE) {
        search->full |= !wayi_lifelong_restart(search); // values can't be read
    }
    wayi_lifelong_aim(search);
    lifelong_seen_init(&seen, count);
    if (search->config.observer || !wayi_space_ground(search->config.space, &ground)) {
        for (uint32_t i = 0; i < count; i++) {
            refreshed += lifelong_change_any(search, states[i], &seen);
        }
        return refreshed;
    }
    const wayi_lifelong_shape shape = wayi_lifelong_flat_shape(search, &ground);
    for (uint32_t i = 0; i < count; i++) {
        refreshed += lifelong_change_flat(search, shape, states[i], &seen);
    }
    return refreshed;
}

/// A blocked start that was left is nobody's neighbour any more: forget it.
static void lifelong_leave_gate(wayi_lifelong *search, way_state start)
{
    const uint32_t slot = wayi_lifelong_find(search, start);
    if (way_space_can_stand(search->config.space, start) || slot == WAYI_SLOT_NONE) {
        return;
    }
    const uint32_t count = search->exit_count;
    wayi_lifelong_unqueue(search, wayi_lifelong_plain_shape(search), slot);
    wayi_lifelong_at(search, slot)->g = WAY_COST_MAX;
    wayi_lifelong_at(search, slot)->rhs = WAY_COST_MAX;
    search->exit_count = 0;
    for (uint32_t i = 0; !search->config.backward && i < count; i++) {
        lifelong_refresh(search, search->exits[i].to);
    }
}

void wayi_lifelong_move_target(wayi_lifelong *search, way_state target, way_cost walked)
{
    const way_state before = search->target;
    if (target == before) {
        return;
    }
    search->target = target;
    const bool unknown = walked == WAY_COST_MAX || search->drift == UINT64_MAX;
    search->drift = unknown && !wayi_space_is_metric(search->config.space) ? UINT64_MAX
                                                                           : search->drift + walked;
    if (search->config.backward) {
        lifelong_leave_gate(search, before);
    }
}

/// Sees to the state that the root was: it looks around like any other, or is shed with all whose
/// ways lead over it. Of several moves in a row the first counts.
static void lifelong_leave_root(wayi_lifelong *search, way_state before)
{
    wayi_flat_ground ground;
    const bool due = search->shed_phase == WAYI_LIFELONG_DUE;
    const bool sheds = wayi_lifelong_shed_begin(search, before);
    if (due && !sheds) {
        search->full |= !wayi_lifelong_restart(search);
    } else if (due && before != search->shed_from &&
               wayi_space_ground(search->config.space, &ground)) {
        lifelong_refresh_flat(search, wayi_lifelong_flat_shape(search, &ground), before);
    } else if (!sheds) {
        lifelong_refresh(search, before);
    }
    if (search->root == search->shed_from && search->shed_phase == WAYI_LIFELONG_DUE) {
        search->shed_phase = WAYI_LIFELONG_WHOLE; // it is back
    }
}

void wayi_lifelong_move_root(wayi_lifelong *search, way_state root)
{
    const way_state before = search->root;
    if (root == before) {
        return;
    }
    if (search->shed_phase > WAYI_LIFELONG_DUE) { // values can't be read
        search->root = root;
        search->full |= !wayi_lifelong_restart(search);
        return;
    }
    const wayi_lifelong_shape shape = wayi_lifelong_plain_shape(search);
    wayi_lifelong_aim(search);
    const uint32_t slot = wayi_lifelong_touch(search, root);
    if (slot == WAYI_SLOT_NONE) {
        search->full = true;
        return;
    }
    wayi_lifelong_node *node = wayi_lifelong_at(search, slot);
    const way_cost value = node->g < node->rhs ? node->g : node->rhs;
    search->root = root;
    if (value != WAY_COST_MAX) {
        search->root_value = value;
    }
    node->rhs = search->root_value;
    node->link.tag = WAYI_DIRECTIONS;
    wayi_lifelong_settle(search, shape, root, slot);
    if (!search->config.backward) {
        lifelong_leave_gate(search, before);
        lifelong_open_gate(search);
    }
    lifelong_leave_root(search, before);
}

static uint32_t lifelong_queued(const wayi_lifelong *search)
{
    return search->heap.count + search->buckets.count; // one of them is empty
}

bool wayi_lifelong_gather(wayi_lifelong *search, uint64_t *looks)
{
    const wayi_lifelong_shape shape = wayi_lifelong_plain_shape(search);
    wayi_key key;
    for (; lifelong_queued(search) && *looks && !search->full; --*looks) {
        const uint32_t slot = search->heap.count
                                  ? search->heap.items[search->heap.count - 1].slot // none rises
                                  : wayi_lifelong_first(search, shape, &key);
        search->full |= !wayi_path_buffer_push(&search->put_off, slot);
        wayi_lifelong_unqueue(search, shape, slot);
    }
    return lifelong_queued(search) == 0 && !search->full;
}

void wayi_lifelong_set_round(wayi_lifelong *search, uint32_t weight)
{
    const uint32_t before = search->weight;
    wayi_lifelong_weigh(search, weight);
    WAYI_ASSERT(search->weight >= before || !lifelong_queued(search));
    if (search->round == WAYI_BUCKET_KEY) {
        search->full |= !wayi_lifelong_restart(search);
    }
    search->biased |= search->weight != before;
    search->round++;
    if (!lifelong_queued(search)) {
        lifelong_open_gate(search);
        lifelong_rekey(search);
    }
}

bool wayi_lifelong_release(wayi_lifelong *search, uint64_t *looks)
{
    if (search->target != search->aimed) {
        wayi_lifelong_aim(search);
    }
    const wayi_lifelong_shape shape = wayi_lifelong_plain_shape(search);
    wayi_path_buffer *slots = &search->put_off;
    while (slots->count && *looks >= WAYI_LIFELONG_RELEASE && !search->full) {
        const uint32_t slot = slots->states[--slots->count];
        wayi_lifelong_settle(search, shape, wayi_nodes_id(&search->nodes, slot), slot);
        *looks -= WAYI_LIFELONG_RELEASE;
    }
    return slots->count == 0 && !search->full;
}
