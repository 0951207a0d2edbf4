// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/engine/search_tree.h"

#include "search/engine/read_set.h"

/// Changed rectangles of more cells than this are not looked at again.
#define SEARCH_TREE_LOOKS 1024u

static const wayi_tree_node search_tree_blank = WAYI_TREE_BLANK;

static const wayi_tree_kind *search_tree_kind(const way_agent *agent)
{
    return agent->algorithm->kind;
}

way_cost wayi_agent_start_estimate(const way_agent *agent)
{
    return way_space_can_stand(agent->space, agent->start)
               ? wayi_goal_distance(&agent->goal, agent->start)
               : 0;
}

bool wayi_agent_nodes_outlive(const way_agent *agent, const wayi_nodes *nodes,
                              const way_rect *rects, uint32_t count, uint64_t *work)
{
    return !wayi_nodes_met(nodes, wayi_read_map(agent->space)->width, rects, count, work);
}

way_status wayi_tree_create_sized(way_agent *agent, const void *blank, uint32_t stride)
{
    wayi_search_tree *tree = agent->memory;
    return wayi_agent_open_nodes(agent, &tree->nodes, blank, stride);
}

way_status wayi_tree_create(way_agent *agent)
{
    return wayi_tree_create_sized(agent, &search_tree_blank, sizeof search_tree_blank);
}

void wayi_tree_destroy(way_agent *agent)
{
    wayi_nodes_fini(&((wayi_search_tree *)agent->memory)->nodes);
}

uint32_t wayi_tree_states_max(const way_agent *agent)
{
    return ((const wayi_search_tree *)agent->memory)->nodes.count;
}

void wayi_tree_clear(way_agent *agent)
{
    wayi_search_tree *tree = agent->memory;
    wayi_nodes_clear(&tree->nodes);
    tree->closest = WAY_STATE_NONE;
    tree->closest_estimate = WAY_COST_MAX;
}

way_status wayi_tree_begin(way_agent *agent)
{
    wayi_search_tree *tree = agent->memory;
    wayi_tree_clear(agent);
    search_tree_kind(agent)->clear(agent);
    const uint32_t slot = wayi_nodes_touch(&tree->nodes, agent->start, sizeof(wayi_tree_node));
    if (slot == WAYI_SLOT_NONE) {
        return WAY_STATUS_NO_MEMORY;
    }
    wayi_tree_node *node = wayi_tree_at(tree, slot);
    node->g = 0;
    node->h = wayi_agent_start_estimate(agent);
    node->mark = WAYI_TREE_LISTED;
    return search_tree_kind(agent)->put(agent, slot) ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

static way_state search_tree_parent(const way_agent *agent, way_state state)
{
    const wayi_search_tree *tree = agent->memory;
    const uint32_t slot = wayi_nodes_find(&tree->nodes, state, tree->nodes.stride);
    return wayi_tree_at(tree, slot)->parent;
}

bool wayi_tree_commit(way_agent *agent, way_state state)
{
    return wayi_agent_commit_chain(agent, state, search_tree_parent);
}

void wayi_tree_give_up(way_agent *agent)
{
    const wayi_search_tree *tree = agent->memory;
    if (tree->closest != WAY_STATE_NONE) {
        wayi_tree_commit(agent, tree->closest);
    }
}

bool wayi_tree_outlives(way_agent *agent, const way_rect *rects, uint32_t count, uint64_t *work)
{
    const wayi_search_tree *tree = agent->memory;
    return wayi_agent_nodes_outlive(agent, &tree->nodes, rects, count, work);
}

void wayi_tree_look_again(way_agent *agent, const way_rect *rects, uint32_t count)
{
    const wayi_search_tree *tree = agent->memory;
    const uint32_t width = wayi_read_map(agent->space)->width;
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t area = (uint64_t)rects[i].width * rects[i].height;
        for (uint32_t k = 0; area <= SEARCH_TREE_LOOKS && k < area; k++) {
            const way_cell cell = wayi_rect_at(rects[i], k, width);
            const uint32_t slot = wayi_nodes_find(&tree->nodes, cell, sizeof(wayi_tree_node));
            wayi_tree_node *node = slot == WAYI_SLOT_NONE ? NULL : wayi_tree_at(tree, slot);
            if (node && node->mark == WAYI_TREE_CLOSED &&
                search_tree_kind(agent)->put(agent, slot)) {
                node->mark = WAYI_TREE_LISTED;
            }
        }
    }
}
