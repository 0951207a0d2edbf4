// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Learning on flat ground: values spread from the frontier over the expanded states, cheapest
// first, read from the bits of the ground as the look-ahead is.
#include "base/expect.h"
#include "search/realtime/local_flat.h"

/// The expanded cells are bits while learning, by cell with a row to spare before and after.
static WAYI_ALWAYS_INLINE uint32_t flat_bit(const wayi_local *local, way_cell cell)
{
    return cell + local->ground.map->width + 1;
}

static bool flat_reserve(wayi_local *local, const way_allocator *allocator)
{
    const uint32_t bits =
        flat_bit(local, local->ground.map->width * (local->ground.map->height + 1)) + 65;
    if (local->inside.bit_count >= bits) {
        return true;
    }
    wayi_bitset_fini(&local->inside);
    return wayi_bitset_init(&local->inside, bits, allocator) == WAY_STATUS_OK;
}

/// Where the byte of a bit is: they are set and read by bytes, so that three in a row are in two.
static WAYI_ALWAYS_INLINE unsigned char *flat_byte(const wayi_local *local, uint32_t bit)
{
    return (unsigned char *)local->inside.words + (bit >> 3);
}

/// Three bits from one on.
static WAYI_ALWAYS_INLINE uint32_t flat_three(const wayi_local *local, uint32_t bit)
{
    const unsigned char *bytes = flat_byte(local, bit);
    return (uint32_t)(bytes[0] | bytes[1] << 8) >> (bit & 7u) & 7u;
}

/// The directions from a cell to expanded ones.
static WAYI_ALWAYS_INLINE uint32_t flat_inside(const wayi_local *local, way_cell cell)
{
    static const uint8_t above[8] = {0x00, 0x80, 0x01, 0x81, 0x10, 0x90, 0x11, 0x91};
    static const uint8_t below[8] = {0x00, 0x40, 0x04, 0x44, 0x20, 0x60, 0x24, 0x64};
    const uint32_t width = local->ground.map->width;
    const uint32_t bit = flat_bit(local, cell) - 1;
    const uint32_t beside = flat_three(local, bit);
    return above[flat_three(local, bit - width)] | below[flat_three(local, bit + width)] |
           (beside & 1u) << WAYI_WEST | (beside >> 2) << WAYI_EAST;
}

static WAYI_ALWAYS_INLINE way_cost flat_cost(const wayi_local *local, const uint8_t *weights,
                                             uint32_t direction, way_cell from, way_cell to)
{
    const way_cost step = local->ground.map->steps[direction];
    return weights ? wayi_step_cost(step, weights[from], weights[to]) : step;
}

/// Gives an expanded cell a better estimate, by a step to another cell; false without memory.
static WAYI_ALWAYS_INLINE bool flat_teach(wayi_local *local, const wayi_local_node *by,
                                          uint32_t slot, uint32_t direction, way_cost estimate)
{
    wayi_local_at(local, slot)->arrival = direction & 15u;
    return wayi_local_pass_on(local, by, slot, estimate);
}

/// What is believed of a cell, whether this trip came by it or not.
static WAYI_ALWAYS_INLINE way_cost flat_estimate(const way_agent *agent, wayi_flat_nodes nodes,
                                                 way_cell cell)
{
    const uint32_t slot = wayi_flat_slot(nodes, cell);
    const bool met = slot != WAYI_SLOT_NONE && wayi_flat_at(nodes, slot)->stamp == nodes.generation;
    return met ? wayi_flat_at(nodes, slot)->h : wayi_goal_distance(&agent->goal, cell);
}

/// What the neighbours of an expanded cell that were not expanded themselves prove, whether this
/// look-ahead came by them or not; false without memory.
static WAYI_ALWAYS_INLINE bool flat_seed(const way_agent *agent, wayi_local *local,
                                         wayi_flat_nodes nodes, uint32_t slot, bool plain)
{
    const way_map *map = local->ground.map;
    const uint8_t *weights = plain ? NULL : local->ground.weights;
    const way_cell cell = plain ? slot : wayi_nodes_id(&local->nodes, slot);
    const uint32_t legal = map->moves[local->ground.layer->around[cell]];
    const uint32_t inside = flat_inside(local, cell);
    uint32_t outside = legal & ~inside;
    wayi_flat_at(nodes, slot)->before = inside; // no steps are collected
    way_cost least = WAY_COST_MAX;
    uint32_t way = 0;
    for (; outside; outside &= outside - 1) {
        const uint32_t direction = wayi_bits_lowest(outside);
        const way_cell to = cell + (uint32_t)map->offsets[direction];
        const way_cost estimate = way_cost_add(flat_cost(local, weights, direction, cell, to),
                                               flat_estimate(agent, nodes, to));
        way = estimate < least ? direction : way;
        least = estimate < least ? estimate : least;
    }
    if (least >= wayi_flat_at(nodes, slot)->g) {
        return true; // nothing, or it is listed twice
    }
    const uint32_t by = wayi_flat_slot(nodes, cell + (uint32_t)map->offsets[way]);
    return flat_teach(local, wayi_flat_at(nodes, by == WAYI_SLOT_NONE ? slot : by), slot,
                      wayi_direction_opposite(way), least);
}

/// Passes the estimate of an expanded cell on to others beside it: over uniform ground but to those
/// that had it from where this one came from.
static WAYI_ALWAYS_INLINE bool flat_spread(wayi_local *local, wayi_flat_nodes nodes, way_cell cell,
                                           uint32_t slot, way_cost estimate, bool plain)
{
    const way_map *map = local->ground.map;
    const uint8_t *weights = plain ? NULL : local->ground.weights;
    const wayi_local_node *node = wayi_flat_at(nodes, slot);
    const uint32_t arrival = weights ? WAYI_DIRECTIONS : node->arrival;
    uint32_t moves = map->canonical[arrival][local->ground.layer->around[cell]] & node->before;
    for (; moves; moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const way_cell to = cell + (uint32_t)map->offsets[direction];
        const uint32_t from = wayi_flat_slot(nodes, to);
        const way_cost better =
            way_cost_add(flat_cost(local, weights, direction, to, cell), estimate);
        if (better < wayi_flat_at(nodes, from)->g &&
            !flat_teach(local, node, from, direction, better)) {
            return false;
        }
    }
    return true;
}

/// Of the neighbours that prove the estimate of an expanded cell, all settled before, the one whose
/// error applies over the fewest steps passes them on: the rule for few cells. Elsewhere the first
/// does, which takes a third less time.
static WAYI_ALWAYS_INLINE void flat_inherit(wayi_local *local, wayi_flat_nodes nodes, way_cell cell,
                                            uint32_t slot, way_cost estimate, bool plain)
{
    const way_map *map = local->ground.map;
    const uint8_t *weights = plain ? NULL : local->ground.weights;
    wayi_local_node *node = wayi_flat_at(nodes, slot);
    uint32_t moves = map->moves[local->ground.layer->around[cell]];
    uint32_t least = UINT32_MAX;
    for (; moves; moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const way_cell to = cell + (uint32_t)map->offsets[direction];
        const wayi_local_node *by = wayi_flat_at(nodes, wayi_flat_slot(nodes, to));
        const way_cost offer = way_cost_add(flat_cost(local, weights, direction, cell, to),
                                            node->before >> direction & 1u ? by->g : by->h);
        const uint32_t steps = offer == estimate ? by->error_steps : UINT32_MAX;
        least = steps < least ? steps : least;
    }
    node->error_steps = least;
}

/// Marks the expanded cells, none of which has an estimate yet. Returns how many they are.
static uint32_t flat_mark(wayi_local *local, way_cost *least)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < local->closed.count; i++) {
        const uint32_t slot = local->closed.states[i];
        wayi_local_node *node = wayi_local_at(local, slot);
        if (node->closed) {
            const uint32_t bit = flat_bit(local, wayi_nodes_id(&local->nodes, slot));
            *flat_byte(local, bit) |= (unsigned char)(1u << (bit & 7u));
            count += node->g != WAY_COST_MAX; // it may be listed twice
            node->g = WAY_COST_MAX;
            *least = node->h < *least ? node->h : *least;
        }
    }
    return count;
}

static WAYI_ALWAYS_INLINE bool flat_learn(const way_agent *agent, wayi_local *local,
                                          uint32_t waiting, bool plain, bool few)
{
    const wayi_flat_nodes nodes = wayi_flat_nodes_of(local, plain);
    for (uint32_t i = 0; i < local->closed.count; i++) {
        if (wayi_flat_at(nodes, local->closed.states[i])->closed &&
            !flat_seed(agent, local, nodes, local->closed.states[i], plain)) {
            return false;
        }
    }
    while (wayi_calendar_count(&local->open) > 0 && waiting > 0) {
        // A step is no shorter than a day: what one cell of a day teaches is of a later one.
        const wayi_heap_item item = wayi_calendar_pop_any(&local->open);
        if (wayi_flat_at(nodes, item.slot)->g < item.key) {
            continue; // settled by a better one
        }
        waiting--;
        if (few && !local->config.forgets_steps) {
            flat_inherit(local, nodes, item.id, item.slot, (way_cost)item.key, plain);
        }
        if (!flat_spread(local, nodes, item.id, item.slot, (way_cost)item.key, plain)) {
            return false;
        }
    }
    return true;
}

/// So few expanded cells are gone over until no estimate falls, which is quicker than a queue,
/// unless that takes more sweeps than this.
#define FLAT_FEW 128u
#define FLAT_SWEEPS 16u

/// An expanded cell while it learns. A lesson is an estimate; with f-hat the steps over which its
/// error applies are below it, so that of equal ones the one with the fewest counts.
typedef struct flat_pupil {
    wayi_local_node *node; ///< `h` is the new estimate so far, `g` the old one
    uint32_t inside;       ///< directions to other expanded cells
    uint32_t error_steps;  ///< the old ones
    uint64_t lesson;       ///< the best so far
} flat_pupil;

/// Steps on a map take fewer bits than these.
#define FLAT_STEPS_BITS 31u

static WAYI_ALWAYS_INLINE uint64_t flat_lesson(way_cost estimate, uint32_t steps, bool tracks)
{
    return tracks ? (uint64_t)estimate << FLAT_STEPS_BITS | steps : estimate;
}

/// Writes the lesson of a cell where its neighbours read it.
static WAYI_ALWAYS_INLINE void flat_take(const flat_pupil *pupil, bool tracks)
{
    const way_cost estimate = (way_cost)(tracks ? pupil->lesson >> FLAT_STEPS_BITS : pupil->lesson);
    pupil->node->h = estimate;
    if (tracks && estimate != WAY_COST_MAX) {
        pupil->node->error_steps = pupil->lesson & ((1u << FLAT_STEPS_BITS) - 1);
    }
}

/// Lists the expanded cells, each of them once, the last one first. None has an estimate yet.
static uint32_t flat_list(const wayi_local *local, wayi_flat_nodes nodes, flat_pupil *pupils)
{
    uint32_t count = 0;
    for (uint32_t i = local->closed.count; i-- > 0;) {
        wayi_local_node *node = wayi_flat_at(nodes, local->closed.states[i]);
        if (node->closed && node->h != WAY_COST_MAX) {
            node->g = node->h;
            node->h = WAY_COST_MAX;
            pupils[count].error_steps = node->error_steps;
            pupils[count++].node = node;
        }
    }
    return count;
}

/// Lets a cell have a better lesson from neighbours in some directions. Returns those of which
/// nothing is known. All directions are gone through, which is quicker than to branch by how many
/// there are: in the others the cell asks itself.
static WAYI_ALWAYS_INLINE uint32_t flat_ask(const way_map *map, flat_pupil *pupil,
                                            uint32_t directions, bool tracks)
{
    uint64_t least = pupil->lesson;
    uint32_t unknown = 0;
    for (uint32_t direction = 0; direction < WAYI_DIRECTIONS; direction++) {
        const int32_t asks = -(int32_t)(directions >> direction & 1u); // all bits or none
        const wayi_local_node *by = &pupil->node[map->offsets[direction] & asks];
        const uint64_t lesson = flat_lesson(by->h, by->error_steps, tracks) +
                                flat_lesson(map->steps[direction], 0, tracks);
        unknown |= (uint32_t)(by->h == WAY_COST_MAX) << direction;
        least = lesson < least ? lesson : least;
    }
    pupil->lesson = least;
    return unknown & directions;
}

/// Lets expanded cells have better lessons from each other where theirs are above a limit. Returns
/// the least that fell, else UINT64_MAX.
static WAYI_ALWAYS_INLINE uint64_t flat_sweep(const way_map *map, flat_pupil *pupils,
                                              uint32_t count, uint64_t limit, bool tracks)
{
    uint64_t fallen = UINT64_MAX;
    for (uint32_t i = 0; i < count; i++) {
        flat_pupil *pupil = &pupils[i];
        const uint64_t before = pupil->lesson;
        if (before > limit) {
            (void)flat_ask(map, pupil, pupil->inside, tracks);
            if (pupil->lesson < before) {
                flat_take(pupil, tracks);
                fallen = pupil->lesson < fallen ? pupil->lesson : fallen;
            }
        }
    }
    return fallen;
}

/// The same as Dijkstra's search, for few cells over uniform ground with dense nodes; false if it
/// takes too many sweeps.
static WAYI_ALWAYS_INLINE bool flat_learn_few(wayi_local *local, bool tracks)
{
    const way_map *map = local->ground.map;
    const wayi_flat_nodes nodes = wayi_flat_nodes_of(local, true);
    flat_pupil pupils[FLAT_FEW];
    const uint32_t count = flat_list(local, nodes, pupils);
    const uint64_t nothing = flat_lesson(WAY_COST_MAX, 0, tracks);
    uint64_t least = nothing;
    for (uint32_t i = 0; i < count; i++) {
        flat_pupil *pupil = &pupils[i];
        const way_cell cell = (way_cell)(pupil->node - wayi_flat_at(nodes, 0));
        pupil->lesson = nothing; // whoever stands beside an expanded cell was met
        pupil->inside = flat_ask(map, pupil, map->moves[local->ground.layer->around[cell]], tracks);
        least = pupil->lesson < least ? pupil->lesson : least;
    }
    for (uint32_t i = 0; i < count; i++) {
        flat_take(&pupils[i], tracks);
    }
    for (uint32_t i = 0; i < FLAT_SWEEPS && least < nothing; i++) {
        // Only a lesson that is more than a step above one that fell can fall in turn.
        const uint64_t limit = least + flat_lesson(map->costs.cardinal, 0, tracks);
        least = flat_sweep(map, pupils, count, limit, tracks);
    }
    const bool settled = least >= nothing;
    for (uint32_t i = 0; i < count; i++) {
        wayi_local_node *node = pupils[i].node;
        const way_cost estimate = node->h;
        node->h = node->g;
        node->g = settled ? estimate : 0;
        node->error_steps = settled ? node->error_steps : pupils[i].error_steps;
    }
    return settled;
}

bool wayi_local_learn_flat(const way_agent *agent, wayi_local *local)
{
    if (!flat_reserve(local, &agent->allocator)) {
        return false;
    }
    const bool plain = !local->ground.weights && !local->nodes.sparse;
    const bool few =
        !local->ground.weights && !local->config.stretches && local->closed.count <= FLAT_FEW;
    if (plain && few &&
        (local->config.forgets_steps ? flat_learn_few(local, false)
                                     : flat_learn_few(local, true))) {
        return true;
    }
    way_cost least = WAY_COST_MAX;
    const uint32_t waiting = flat_mark(local, &least);
    wayi_calendar_clear(&local->open, least, wayi_local_day(local, least));
    const bool fits = plain ? flat_learn(agent, local, waiting, true, few)
                            : flat_learn(agent, local, waiting, false, few);
    for (uint32_t i = 0; i < local->closed.count; i++) {
        const way_cell cell = wayi_nodes_id(&local->nodes, local->closed.states[i]);
        *flat_byte(local, flat_bit(local, cell)) = 0;
    }
    return fits;
}
