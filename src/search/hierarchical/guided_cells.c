// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/hierarchical/guided_cells.h"

#include "search/frame/observer.h"

typedef struct guided_cells_node {
    uint32_t stamp;
    way_cost g;
    way_cost left; ///< the estimate
    uint16_t step; ///< direction of the step to it; WAYI_DIRECTIONS at the start
    uint16_t closed;
} guided_cells_node;

static const guided_cells_node guided_cells_blank = {.g = WAY_COST_MAX};

way_status wayi_guided_cells_init(wayi_guided_cells *cells, const wayi_exit_search *route,
                                  const way_agent *agent)
{
    cells->route = route;
    cells->grid = route->exits->grid;
    wayi_open_init(&cells->open, WAYI_OPEN_HEAP4, &agent->allocator);
    const wayi_nodes_config nodes = {.blank = &guided_cells_blank,
                                     .stride = sizeof guided_cells_blank,
                                     .id_count = cells->grid->map->cell_count,
                                     .limit = agent->capacity,
                                     .sparse = wayi_agent_wants_sparse(agent)};
    return wayi_nodes_init(&cells->nodes, &nodes, &agent->allocator);
}

void wayi_guided_cells_fini(wayi_guided_cells *cells)
{
    wayi_nodes_fini(&cells->nodes);
    wayi_open_fini(&cells->open);
}

size_t wayi_guided_cells_bytes(const wayi_guided_cells *cells)
{
    return wayi_nodes_bytes(&cells->nodes) + wayi_open_bytes(&cells->open);
}

static guided_cells_node *guided_cells_at(const wayi_guided_cells *cells, uint32_t slot)
{
    return wayi_nodes_at(&cells->nodes, slot, sizeof(guided_cells_node));
}

static void guided_cells_tell(const wayi_guided_cells *cells, const way_agent *agent,
                              way_event_kind kind, way_cell cell, const guided_cells_node *node)
{
    const way_cell from = node->step == WAYI_DIRECTIONS
                              ? WAY_CELL_NONE
                              : cell - (uint32_t)cells->grid->map->offsets[node->step];
    wayi_observer_write(agent->observer,
                        (way_event){kind, cell, from, node->g, way_cost_add(node->g, node->left)});
}

/// Takes note of a way to a cell; false without memory.
static bool guided_cells_reach(wayi_guided_cells *cells, way_agent *agent, way_cell cell,
                               uint32_t step, way_cost g)
{
    const uint32_t slot = wayi_nodes_touch(&cells->nodes, cell, sizeof(guided_cells_node));
    if (slot == WAYI_SLOT_NONE) {
        return false;
    }
    guided_cells_node *node = guided_cells_at(cells, slot);
    if (g >= node->g) {
        return true;
    }
    const bool again = node->closed;
    if (node->g == WAY_COST_MAX) {
        node->left = cells->routed ? wayi_exit_search_left(cells->route, cell)
                                   : wayi_grid_distance(cells->grid, cell, cells->goal);
    }
    node->g = g;
    if (node->left == WAY_COST_MAX) {
        return true; // off the route
    }
    node->step = (uint16_t)step;
    node->closed = false;
    agent->stats.generations += step != WAYI_DIRECTIONS;
    agent->stats.reopenings += again;
    agent->stats.heap_pushes++;
    if (agent->observer && step != WAYI_DIRECTIONS) {
        guided_cells_tell(cells, agent, again ? WAY_EVENT_REOPEN : WAY_EVENT_GENERATE, cell, node);
    }
    const way_cost f = way_cost_add(g, node->left);
    return wayi_open_push(&cells->open, cells->open.kind,
                          (wayi_heap_item){(uint64_t)f << 32 | (uint32_t)~g, cell, slot});
}

bool wayi_guided_cells_begin(wayi_guided_cells *cells, way_agent *agent, bool routed)
{
    const way_map *map = cells->grid->map;
    cells->goal = agent->goal.state;
    cells->routed = routed;
    cells->closest = WAY_CELL_NONE;
    cells->closest_left = WAY_COST_MAX;
    wayi_nodes_clear(&cells->nodes);
    wayi_open_clear(&cells->open);
    cells->open.kind = !cells->grid->layer->weights && map->costs.diagonal <= 4096
                           ? WAYI_OPEN_BUCKET // small keys
                           : WAYI_OPEN_HEAP4;
    return guided_cells_reach(cells, agent, agent->start, WAYI_DIRECTIONS, 0);
}

static bool guided_cells_expand(wayi_guided_cells *cells, way_agent *agent, way_cell cell,
                                const guided_cells_node *node)
{
    const way_map *map = cells->grid->map;
    const way_cost g = node->g; // the store may move
    // Over uniform ground the cell before has served the others.
    const uint32_t arrival = cells->grid->layer->weights ? (uint32_t)WAYI_DIRECTIONS : node->step;
    uint32_t moves = map->onward[arrival][cells->grid->layer->around[cell]];
    for (; moves; moves &= moves - 1) {
        const uint32_t step = wayi_bits_lowest(moves);
        const way_cell to = cell + (uint32_t)map->offsets[step];
        const way_cost cost =
            way_cost_add(g, wayi_map_step(map, cells->grid->layer, cell, to, step));
        if (!guided_cells_reach(cells, agent, to, step, cost)) {
            return false;
        }
    }
    return true;
}

way_outcome wayi_guided_cells_step(wayi_guided_cells *cells, way_agent *agent, uint32_t *budget)
{
    const wayi_open_kind kind = cells->open.kind;
    while (!wayi_open_is_empty(&cells->open, kind)) {
        if (*budget == 0) {
            return WAY_OUTCOME_MOVING;
        }
        const wayi_heap_item item = wayi_open_pop(&cells->open, kind);
        guided_cells_node *node = guided_cells_at(cells, item.slot);
        agent->stats.heap_pops++;
        if (node->closed) {
            continue;
        }
        --*budget;
        agent->stats.expansions++;
        node->closed = true;
        if (node->left < cells->closest_left) {
            cells->closest = item.id;
            cells->closest_left = node->left;
        }
        if (agent->observer) {
            guided_cells_tell(cells, agent, WAY_EVENT_EXPAND, item.id, node);
        }
        if (item.id == cells->goal) {
            return WAY_OUTCOME_ARRIVED;
        }
        if (!guided_cells_expand(cells, agent, item.id, node)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    return WAY_OUTCOME_NO_PATH;
}

bool wayi_guided_cells_commit(const wayi_guided_cells *cells, way_agent *agent, way_cell cell)
{
    const uint32_t first = agent->path.count;
    const uint32_t last = wayi_nodes_find(&cells->nodes, cell, sizeof(guided_cells_node));
    const way_cost cost = guided_cells_at(cells, last)->g;
    for (;;) {
        const uint32_t slot = wayi_nodes_find(&cells->nodes, cell, sizeof(guided_cells_node));
        const uint32_t step = guided_cells_at(cells, slot)->step;
        if (step == WAYI_DIRECTIONS) {
            break;
        }
        if (!wayi_path_buffer_push(&agent->path, cell)) {
            agent->path.count = first;
            return false;
        }
        cell -= (uint32_t)cells->grid->map->offsets[step];
    }
    wayi_path_buffer_reverse(&agent->path, first);
    agent->cost = way_cost_add(agent->cost, cost);
    return true;
}
