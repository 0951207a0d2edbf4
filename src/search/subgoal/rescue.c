// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/subgoal/rescue.h"

#include "search/frame/observer.h"
#include "space/grid.h"

void wayi_rescue_init(wayi_rescue *rescue, uint32_t limit, const way_allocator *allocator)
{
    *rescue = (wayi_rescue){.allocator = *allocator};
    wayi_lrta_init(&rescue->lessons, limit, allocator);
    wayi_hash_table_init(&rescue->known, allocator);
    wayi_heap_init(&rescue->open, allocator);
    wayi_path_buffer_init(&rescue->way, allocator);
}

void wayi_rescue_fini(wayi_rescue *rescue)
{
    wayi_lrta_fini(&rescue->lessons);
    wayi_hash_table_fini(&rescue->known);
    wayi_heap_fini(&rescue->open);
    wayi_path_buffer_fini(&rescue->way);
    wayi_free(&rescue->allocator, rescue->nodes, rescue->capacity, sizeof *rescue->nodes);
    rescue->nodes = NULL;
    rescue->capacity = 0;
}

size_t wayi_rescue_bytes(const wayi_rescue *rescue)
{
    return wayi_hash_table_bytes(&rescue->lessons.learned) + wayi_hash_table_bytes(&rescue->known) +
           rescue->open.capacity * sizeof *rescue->open.items +
           rescue->way.capacity * sizeof *rescue->way.states +
           rescue->capacity * sizeof *rescue->nodes;
}

void wayi_rescue_aim(wayi_rescue *rescue, way_cell target)
{
    wayi_lrta_aim(&rescue->lessons, target);
    wayi_path_buffer_clear(&rescue->way);
    rescue->left = 0;
}

// Looking -----------------------------------------------------------------------------------------

/// Opens a cell, or finds a better way to it; false without memory.
static bool rescue_open(wayi_rescue *rescue, const wayi_grid *grid, way_cell cell, uint32_t parent,
                        way_cost g)
{
    const uint32_t *known = wayi_hash_table_find(&rescue->known, cell);
    const uint32_t index = known ? *known : rescue->count;
    if (known && rescue->nodes[index].g <= g) {
        return true;
    }
    if (!known && (!wayi_grow(&rescue->allocator, (void **)&rescue->nodes, &rescue->capacity,
                              index + 1, sizeof *rescue->nodes) ||
                   !wayi_hash_table_get_or_add(&rescue->known, cell, index))) {
        return false;
    }
    rescue->count += !known;
    rescue->nodes[index] =
        (wayi_rescue_node){cell, parent == UINT32_MAX ? index : parent, g, false};
    const uint64_t f = (uint64_t)g + wayi_lrta_estimate(&rescue->lessons, grid, cell);
    return wayi_heap_push(&rescue->open, (wayi_heap_item){f, index, g});
}

static bool rescue_begin(wayi_rescue *rescue, const wayi_grid *grid, way_cell from)
{
    wayi_hash_table_clear(&rescue->known);
    wayi_heap_clear(&rescue->open);
    rescue->count = 0;
    rescue->left = WAYI_RESCUE_LOOKAHEAD;
    return rescue_open(rescue, grid, from, UINT32_MAX, 0);
}

static bool rescue_expand(wayi_rescue *rescue, way_agent *agent, uint32_t index)
{
    const wayi_grid *grid = wayi_space_grid(agent->space);
    const way_map *map = grid->map;
    const wayi_rescue_node node = rescue->nodes[index];
    rescue->nodes[index].closed = true;
    agent->stats.expansions++;
    if (agent->observer) {
        wayi_observer_write(agent->observer, (way_event){WAY_EVENT_EXPAND, node.cell,
                                                         WAY_STATE_NONE, node.g, node.g});
    }
    bool fits = true;
    for (uint32_t moves = wayi_layer_moves(map, grid->layer, node.cell); moves && fits;
         moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const way_cell to = node.cell + (uint32_t)map->offsets[direction];
        const way_cost step = wayi_map_step(map, grid->layer, node.cell, to, direction);
        fits = rescue_open(rescue, grid, to, index, way_cost_add(node.g, step));
    }
    return fits;
}

/// Whether a node on top of the open list is there still.
static bool rescue_is_top(const wayi_rescue *rescue, wayi_heap_item item)
{
    const wayi_rescue_node *node = &rescue->nodes[item.id];
    return !node->closed && node->g == item.slot;
}

// Learning and going ------------------------------------------------------------------------------

/// Everything that was expanded is at least as far from the target as the way over the edge.
static bool rescue_learn_all(wayi_rescue *rescue, way_agent *agent, uint64_t f)
{
    const wayi_grid *grid = wayi_space_grid(agent->space);
    bool fits = true;
    for (uint32_t i = 0; i < rescue->count && fits; i++) {
        const wayi_rescue_node *node = &rescue->nodes[i];
        const uint64_t value = node->closed ? f - node->g : 0;
        if (value > wayi_lrta_estimate(&rescue->lessons, grid, node->cell)) {
            fits = wayi_lrta_learn(&rescue->lessons, agent, node->cell,
                                   value < WAY_COST_MAX ? (way_cost)value : WAY_COST_MAX - 1);
        }
    }
    return fits;
}

/// Lays down the way to a node; false without memory.
static bool rescue_trace(wayi_rescue *rescue, uint32_t index)
{
    wayi_path_buffer_clear(&rescue->way);
    for (uint32_t at = index; rescue->nodes[at].parent != at; at = rescue->nodes[at].parent) {
        if (!wayi_path_buffer_push(&rescue->way, rescue->nodes[at].cell)) {
            return false;
        }
    }
    return true;
}

way_outcome wayi_rescue_look(wayi_rescue *rescue, way_agent *agent, way_cell from, uint32_t *budget)
{
    const wayi_grid *grid = wayi_space_grid(agent->space);
    if (!rescue->left && !rescue_begin(rescue, grid, from)) {
        return WAY_OUTCOME_CAPACITY;
    }
    while (rescue->open.count) {
        const wayi_heap_item item = wayi_heap_pop(&rescue->open);
        if (!rescue_is_top(rescue, item)) {
            continue;
        }
        const bool there = rescue->nodes[item.id].cell == rescue->lessons.target;
        const bool full =
            rescue->lessons.limit && rescue->count >= rescue->lessons.limit && rescue->count > 1;
        if (there || rescue->left == 1 || (full && rescue->nodes[item.id].parent != item.id)) {
            rescue->left = 0;
            const bool fits = (there || rescue_learn_all(rescue, agent, item.key)) &&
                              rescue_trace(rescue, item.id);
            return fits ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_CAPACITY;
        }
        if (*budget == 0) {
            return wayi_heap_push(&rescue->open, item) ? WAY_OUTCOME_MOVING : WAY_OUTCOME_CAPACITY;
        }
        --*budget;
        rescue->left--;
        if (!rescue_expand(rescue, agent, item.id)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    rescue->left = 0;
    return WAY_OUTCOME_NO_PATH;
}
