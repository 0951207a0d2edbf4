// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/subgoal/rescue.h"

#include "search/subgoal/walk.h"

void wayi_rescue_init(wayi_rescue *rescue, uint32_t limit, const way_allocator *allocator)
{
    rescue->left = 0;
    wayi_lrta_init(&rescue->lessons, limit, allocator);
    wayi_frontier_init(&rescue->frontier, allocator);
    wayi_path_buffer_init(&rescue->way, allocator);
}

void wayi_rescue_fini(wayi_rescue *rescue)
{
    wayi_lrta_fini(&rescue->lessons);
    wayi_frontier_fini(&rescue->frontier);
    wayi_path_buffer_fini(&rescue->way);
}

void wayi_rescue_aim(wayi_rescue *rescue, way_cell target)
{
    wayi_lrta_aim(&rescue->lessons, target);
    wayi_path_buffer_clear(&rescue->way);
    rescue->left = 0;
}

// Looking -----------------------------------------------------------------------------------------

/// What the estimates of a look-ahead follow from.
typedef struct rescue_aim {
    const wayi_lrta *lessons;
    const wayi_grid *grid;
} rescue_aim;

static way_cost rescue_estimate(const void *user, uint32_t cell)
{
    const rescue_aim *aim = user;
    return wayi_lrta_estimate(aim->lessons, aim->grid, cell);
}

static bool rescue_begin(wayi_rescue *rescue, const wayi_grid *grid, way_cell from)
{
    const rescue_aim aim = {&rescue->lessons, grid};
    wayi_frontier_clear(&rescue->frontier);
    rescue->left = WAYI_RESCUE_LOOKAHEAD;
    return wayi_frontier_open(&rescue->frontier,
                              (wayi_frontier_node){.name = from, .parent = UINT32_MAX},
                              rescue_estimate, &aim);
}

static bool rescue_expand(wayi_rescue *rescue, way_agent *agent, uint32_t index)
{
    const wayi_grid *grid = wayi_space_grid(agent->space);
    const way_map *map = grid->map;
    const rescue_aim aim = {&rescue->lessons, grid};
    const wayi_frontier_node node = rescue->frontier.nodes[index];
    rescue->frontier.nodes[index].closed = true;
    wayi_walk_look(agent, node.name, node.g);
    bool fits = true;
    for (uint32_t moves = wayi_layer_moves(map, grid->layer, node.name); moves && fits;
         moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const way_cell to = node.name + (uint32_t)map->offsets[direction];
        const way_cost step = wayi_map_step(map, grid->layer, node.name, to, direction);
        fits = wayi_frontier_open(
            &rescue->frontier, (wayi_frontier_node){to, index, way_cost_add(node.g, step), false},
            rescue_estimate, &aim);
    }
    return fits;
}

// Learning and going ------------------------------------------------------------------------------

/// Everything that was expanded is at least as far from the target as the way over the edge.
static bool rescue_learn_all(wayi_rescue *rescue, way_agent *agent, uint64_t f)
{
    const wayi_grid *grid = wayi_space_grid(agent->space);
    bool fits = true;
    for (uint32_t i = 0; i < rescue->frontier.count && fits; i++) {
        const wayi_frontier_node *node = &rescue->frontier.nodes[i];
        const uint64_t value = node->closed ? f - node->g : 0;
        if (value > wayi_lrta_estimate(&rescue->lessons, grid, node->name)) {
            fits = wayi_lrta_learn(&rescue->lessons, agent, node->name,
                                   value < WAY_COST_MAX ? (way_cost)value : WAY_COST_MAX - 1);
        }
    }
    return fits;
}

way_outcome wayi_rescue_look(wayi_rescue *rescue, way_agent *agent, way_cell from, uint32_t *budget)
{
    const wayi_grid *grid = wayi_space_grid(agent->space);
    if (!rescue->left && !rescue_begin(rescue, grid, from)) {
        return WAY_OUTCOME_CAPACITY;
    }
    const wayi_frontier *seen = &rescue->frontier;
    wayi_heap_item item;
    while (wayi_frontier_pop(&rescue->frontier, &item)) {
        const bool there = seen->nodes[item.id].name == rescue->lessons.target;
        const bool full =
            rescue->lessons.limit && seen->count >= rescue->lessons.limit && seen->count > 1;
        if (there || rescue->left == 1 || (full && seen->nodes[item.id].parent != item.id)) {
            rescue->left = 0;
            wayi_path_buffer_clear(&rescue->way);
            const bool fits = (there || rescue_learn_all(rescue, agent, item.key)) &&
                              wayi_frontier_trace_back(seen, item.id, &rescue->way);
            return fits ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_CAPACITY;
        }
        if (*budget == 0) {
            return wayi_heap_push(&rescue->frontier.open, item) ? WAY_OUTCOME_MOVING
                                                                : WAY_OUTCOME_CAPACITY;
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
