// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Setting a best-first search up: its store, which open list it gets, its starts.
#include "search/engine/best_first_parts.h"
#include "search/engine/read_set.h"
#include "space/grid.h"

static const wayi_best_first_wide best_first_blank = {
    .node.g = WAY_COST_MAX, .parent = WAY_STATE_NONE, .estimate = 0};

/// Whether the priorities of all open states span no more than buckets can hold. Over a consistent
/// estimate they differ by a few steps. One that counts w times adds w - 1 times what it can fall
/// from a state to a later one: all of it. So it is where nothing else counts, and where links lead
/// away from the goal.
static bool best_first_open_fits(const wayi_best_first_config *config, const wayi_grid *grid,
                                 uint64_t farthest)
{
    const way_map *map = grid->map;
    const uint64_t step =
        (uint64_t)map->steps[WAYI_NORTH_EAST] * (grid->layer->weights ? 255u : 1u);
    const uint64_t over = grid->layer->links ? farthest + WAYI_LINKS_COST_MAX : 0;
    const uint64_t span = config->greedy ? farthest : 2 * step + over;
    const uint64_t more = config->weight > 1000 ? config->weight - 1000 : 0;
    return (span * (1000u + config->weight) + farthest * more) / 1000u < WAYI_BUCKET_QUEUE_SPAN;
}

const wayi_grid *wayi_best_first_grid(const wayi_best_first *search)
{
    const wayi_best_first_config *config = &search->config;
    const wayi_grid *grid = wayi_space_grid(config->space);
    if (!grid || !grid->layer->links) {
        return grid;
    }
    const bool even = !config->backward || grid->layer->links->uneven == 0;
    const bool aims = config->estimate == WAYI_ESTIMATE_COST && even &&
                      (grid->layer->links->shortcuts == 0 || wayi_best_first_aims(search));
    return !config->greedy && (aims || config->estimate == WAYI_ESTIMATE_NONE) ? grid : NULL;
}

/// The open list that suits the space as it is now: steps on a grid are small numbers, which is
/// what buckets want; links of a graph may cost anything.
static wayi_open_kind best_first_choose_open(const wayi_best_first *search)
{
    const wayi_best_first_config *config = &search->config;
    const wayi_grid *grid = wayi_best_first_grid(search);
    if (!grid && wayi_space_grid(config->space) && config->open == WAYI_OPEN_BUCKET) {
        return WAYI_OPEN_HEAP4; // links may cost anything
    }
    if (grid && (config->open == WAYI_OPEN_AUTO || config->open == WAYI_OPEN_BUCKET)) {
        const uint64_t farthest = wayi_best_first_aims(search)
                                      ? search->aims.farthest
                                      : wayi_map_open_distance(grid->map, grid->layer,
                                                               grid->map->width, grid->map->height);
        return best_first_open_fits(config, grid, farthest) ? WAYI_OPEN_BUCKET : WAYI_OPEN_HEAP4;
    }
    return config->open == WAYI_OPEN_AUTO ? WAYI_OPEN_HEAP4 : config->open;
}

way_status wayi_best_first_init(wayi_best_first *search, const wayi_best_first_config *config,
                                const way_allocator *allocator)
{
    *search = (wayi_best_first){.config = *config, .cost_limit = WAYI_COST_FARTHEST};
    wayi_aims_init(&search->aims, allocator);
    wayi_open_init(&search->open, best_first_choose_open(search), allocator);
    wayi_retrace_init(&search->trail, config->wide ? NULL : config->space, allocator);
    wayi_nodes_config nodes = config->nodes;
    nodes.blank = &best_first_blank;
    nodes.stride = wayi_best_first_stride(search);
    nodes.marks = search->trail.map;
    nodes.id_count = config->space->state_count;
    nodes.row = wayi_space_row(config->space); // steps of a grid count on pages of cells
    return wayi_nodes_init(&search->nodes, &nodes, allocator);
}

void wayi_best_first_fini(wayi_best_first *search)
{
    wayi_nodes_fini(&search->nodes);
    wayi_hash_table_fini(&search->trail.parents);
    wayi_open_fini(&search->open);
    wayi_aims_fini(&search->aims);
}

void wayi_best_first_clear(wayi_best_first *search)
{
    wayi_nodes_clear(&search->nodes);
    wayi_hash_table_clear(&search->trail.parents);
    wayi_open_clear(&search->open);
    search->open.kind = best_first_choose_open(search); // the map may have changed
    search->has_pending = false;
    search->drifts = false;
    search->exit_count = 0;
    search->slack = 0;
    search->closest = WAY_STATE_NONE;
    search->closest_estimate = UINT32_MAX;
}

uint32_t wayi_best_first_estimate(const wayi_best_first *search, way_state state)
{
    switch (search->config.estimate) {
    case WAYI_ESTIMATE_COST: {
        const way_cost distance = wayi_best_first_aims(search)
                                      ? wayi_aims_cell_distance(&search->aims, state)
                                      : wayi_goal_distance(search->config.goal, state);
        return wayi_best_first_weigh(search,
                                     distance > search->slack ? distance - search->slack : 0);
    }
    case WAYI_ESTIMATE_STEPS:
        return wayi_best_first_weigh(search, wayi_goal_steps(search->config.goal, state));
    case WAYI_ESTIMATE_ASKED:
        return wayi_best_first_weigh(search, search->config.ask(search->config.asked, state));
    default:
        return 0;
    }
}

/// Makes the aims of a search towards one cell over ground with links, if it has none; false
/// without memory.
static bool best_first_take_aim(wayi_best_first *search)
{
    const wayi_best_first_config *config = &search->config;
    const wayi_grid *grid = wayi_space_grid(wayi_space_below(config->space));
    if (!grid || !grid->layer->links || !grid->layer->links->shortcuts ||
        config->estimate != WAYI_ESTIMATE_COST || config->goal->kind != WAYI_GOAL_ONE ||
        (config->backward && grid->layer->links->uneven) || wayi_best_first_aims(search)) {
        return true;
    }
    if (!wayi_aims_make(&search->aims, grid->map, grid->layer, config->goal->state)) {
        return false;
    }
    if (search->nodes.count == 0) {
        search->open.kind = best_first_choose_open(search);
    }
    return true;
}

bool wayi_best_first_add(wayi_best_first *search, way_state state, way_cost g)
{
    if (!best_first_take_aim(search)) {
        return false;
    }
    const uint32_t slot = wayi_nodes_touch(&search->nodes, state, wayi_best_first_stride(search));
    if (slot == WAYI_SLOT_NONE) {
        return false;
    }
    wayi_best_first_node *node = wayi_best_first_at(search, slot);
    if (node->g <= g) {
        return true;
    }
    node->g = g;
    if (search->trail.map) {
        node->stamp = search->nodes.generation | WAYI_RETRACE_START;
    } else {
        wayi_best_first_widen(node)->parent = WAY_STATE_NONE;
        wayi_best_first_widen(node)->estimate = wayi_best_first_estimate(search, state);
    }
    search->config.stats->heap_pushes++;
    return wayi_best_first_queue(search, state, slot);
}

bool wayi_best_first_queue(wayi_best_first *search, way_state state, uint32_t slot)
{
    wayi_best_first_node *node = wayi_best_first_at(search, slot);
    wayi_best_first_unshut(search, node);
    const uint32_t estimate = search->trail.map ? wayi_best_first_estimate(search, state)
                                                : wayi_best_first_widen(node)->estimate;
    return wayi_open_push(&search->open, search->open.kind,
                          wayi_best_first_item(search, state, wayi_best_first_place(search, slot),
                                               node->g, estimate));
}
