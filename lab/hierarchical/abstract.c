// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "lab/hierarchical/abstract.h"

#include "base/flag.h"
#include "search/trip/observer.h"

/// The head of a row of costs: the epoch of the cluster that they are true of, and how many fit.
#define ABSTRACT_HEAD 2u

bool wayi_abstract_init(wayi_abstract *search, const wayi_abstract_config *config,
                        const way_allocator *allocator)
{
    search->config = *config;
    wayi_path_buffer_init(&search->costs, allocator);
    wayi_hash_table_init(&search->rows, allocator);
    // Repairs may add gates: their number is no limit, and a dense store may grow.
    const bool fits = wayi_frontier_init(
        &search->frontier, config->sparse ? 0 : config->clusters->gate_count, allocator);
    search->frontier.stats = config->local.stats;
    return fits && wayi_confined_init(&search->local, &config->local, allocator);
}

void wayi_abstract_fini(wayi_abstract *search)
{
    wayi_path_buffer_fini(&search->costs);
    wayi_hash_table_fini(&search->rows);
    wayi_frontier_fini(&search->frontier);
    wayi_confined_fini(&search->local);
}

/// What is left from a cell to the goal at least; nothing where there is none.
static way_cost abstract_estimate(const wayi_abstract *search, way_cell cell)
{
    const wayi_grid *grid = search->config.clusters->grid;
    const wayi_abstract_query *query = &search->query;
    if (query->many) {
        return wayi_goal_distance(search->config.goal, cell);
    }
    return query->goal.cell == WAY_CELL_NONE ? 0
           : grid->layer->links ? grid->space.type->estimate(&grid->space, cell, query->goal.cell)
                                : wayi_grid_distance(grid, cell, query->goal.cell);
}

void wayi_abstract_begin(wayi_abstract *search, const wayi_abstract_query *query)
{
    search->query = *query;
    search->start = wayi_clusters_of(search->config.clusters, query->start.cell);
    search->goal = wayi_clusters_of(search->config.clusters, query->goal.cell);
    wayi_frontier_clear(&search->frontier);
    search->touched = 1;
    search->begun = false;
    search->best = query->direct;
    search->last = WAYI_GATE_NONE;
    search->inside = WAYI_GATE_NONE;
    search->closest = WAYI_GATE_NONE;
    search->closest_estimate = abstract_estimate(search, query->start.cell);
}

/// Tells the observer of a gate, or of the start, and what is before it.
static void abstract_tell(const wayi_abstract *search, way_event_kind kind, uint32_t gate,
                          way_cost g, way_cost f)
{
    if (!search->local.observer) {
        return;
    }
    const wayi_gate *gates = search->config.clusters->gates;
    way_event event = {kind, search->query.start.cell, WAY_CELL_NONE, g, f};
    if (gate != WAYI_GATE_NONE) {
        const uint32_t parent = wayi_frontier_find(&search->frontier, gate)->parent;
        event.from = parent == WAYI_GATE_NONE ? event.state : gates[parent].cell;
        event.state = gates[gate].cell;
    }
    wayi_observer_write(search->local.observer, event);
}

/// A better way to the goal?
static void abstract_try_goal(wayi_abstract *search, uint32_t gate, way_cost cost)
{
    if (cost < search->best) {
        search->best = cost;
        search->last = gate;
    }
}

/// What is left from a gate if it is the goal, or in the cluster of that.
static way_cost abstract_rest(const wayi_abstract *search, uint32_t gate)
{
    const wayi_clusters *clusters = search->config.clusters;
    const wayi_abstract_end *goal = &search->query.goal;
    const bool near = wayi_gate_cluster(&clusters->gates[gate]) == search->goal;
    return gate == goal->gate    ? 0
           : near && goal->costs ? goal->costs[gate - clusters->clusters[search->goal].first]
                                 : WAY_COST_MAX;
}

/// Remembers a way that comes in by a gate; false without room.
static bool abstract_improve(wayi_abstract *search, uint32_t gate, uint32_t parent, way_cost g)
{
    wayi_frontier *frontier = &search->frontier;
    uint32_t slot = WAYI_SLOT_NONE;
    const bool fits = wayi_frontier_meet(frontier, gate, g, &slot);
    if (slot == WAYI_SLOT_NONE) {
        return fits;
    }
    const wayi_gate *own = &search->config.clusters->gates[gate];
    const way_cell cell = own->cell;
    const way_cost h = abstract_estimate(search, cell);
    const way_cost f = way_cost_add(g, h);
    if (f >= search->best) {
        return true;
    }
    const wayi_frontier_node *node = wayi_frontier_at(frontier, slot);
    if (node->g == WAY_COST_MAX && ++search->touched > search->local.limit) {
        return false;
    }
    search->read = wayi_rect_join(
        search->read, wayi_clusters_rect(search->config.clusters, wayi_gate_cluster(own)));
    if (!wayi_frontier_open(frontier, slot, &(wayi_frontier_way){parent, g, f, cell})) {
        return false;
    }
    search->local.stats->generations++;
    abstract_tell(search, WAY_EVENT_GENERATE, gate, g, f);
    if (h < search->closest_estimate) {
        search->closest_estimate = h;
        search->closest = gate;
    }
    abstract_try_goal(search, gate, way_cost_add(g, abstract_rest(search, gate)));
    return true;
}

way_cost wayi_abstract_cost(const wayi_abstract *search, uint32_t gate)
{
    const wayi_frontier_node *node = wayi_frontier_find(&search->frontier, gate);
    return node ? node->g : WAY_COST_MAX;
}

/// Whether a search goes through a gate.
static bool abstract_admits(const wayi_abstract *search, const wayi_gate *gate)
{
    const wayi_clusters *clusters = search->config.clusters;
    const wayi_abstract_query *query = &search->query;
    return wayi_gate_leads(gate) &&
           (query->within == WAYI_GATE_NONE || gate->partner == query->goal.gate ||
            (wayi_gate_direction(gate) != WAYI_GATE_ORIGIN &&
             wayi_clusters_home(clusters, &clusters->gates[gate->partner]) == query->within));
}

/// Goes through all gates of a cluster of either level, from a gate that was come in by or from the
/// start; false without room.
static bool abstract_relax(wayi_abstract *search, const wayi_clusters *level, uint32_t group,
                           const way_cost *costs, uint32_t parent)
{
    const wayi_clusters *lower = level->config.lower;
    const wayi_cluster *cluster = &level->clusters[group];
    const way_cost g = parent == WAYI_GATE_NONE ? 0 : wayi_abstract_cost(search, parent);
    bool fits = true;
    for (uint32_t i = 0; fits && i < cluster->count; i++) {
        const way_cost way = way_cost_add(g, costs[i]);
        if (way >= search->best) {
            continue;
        }
        const wayi_gate *gate = &level->gates[cluster->first + i];
        gate = lower ? &lower->gates[gate->partner] : gate;
        const way_cost cost = way_cost_add(way, gate->step);
        if (cost < search->best && abstract_admits(search, gate)) {
            fits = abstract_improve(search, gate->partner, parent, cost);
        }
    }
    return fits;
}

static const wayi_cluster *abstract_cluster(const wayi_abstract *search, uint32_t gate)
{
    const wayi_clusters *clusters = search->config.clusters;
    return &clusters->clusters[wayi_gate_cluster(&clusters->gates[gate])];
}

/// The costs of a gate that its cluster keeps, or that were found before and are true of the
/// cluster as it is, or NULL.
static const way_cost *abstract_row(const wayi_abstract *search, uint32_t gate)
{
    const way_cost *kept = wayi_clusters_row(search->config.clusters, gate);
    const uint32_t *first = kept ? NULL : wayi_hash_table_find(&search->rows, gate);
    const way_cost *found = first ? search->costs.states + *first : NULL;
    return found && found[0] == abstract_cluster(search, gate)->epoch ? found + ABSTRACT_HEAD
                                                                      : kept;
}

/// Keeps the costs of a gate that were looked for, in place of those that were true before; NULL
/// without memory.
static const way_cost *abstract_keep(wayi_abstract *search, uint32_t gate)
{
    const wayi_cluster *cluster = abstract_cluster(search, gate);
    wayi_path_buffer *costs = &search->costs;
    const uint32_t size = ABSTRACT_HEAD + cluster->count;
    uint32_t *first = wayi_path_buffer_reserve(costs, costs->count + size)
                          ? wayi_hash_table_get_or_add(&search->rows, gate, costs->count)
                          : NULL;
    if (!first) {
        return NULL;
    }
    if (*first == costs->count || costs->states[*first + 1] < cluster->count) {
        *first = costs->count;
        costs->states[*first + 1] = cluster->count;
        costs->count += size;
    }
    way_cost *row = costs->states + *first;
    row[0] = cluster->epoch;
    for (uint32_t i = 0; i < cluster->count; i++) {
        const way_cell cell = search->config.clusters->gates[cluster->first + i].cell;
        row[ABSTRACT_HEAD + i] = wayi_confined_cost(&search->local, cell);
    }
    return row + ABSTRACT_HEAD;
}

// Many goals --------------------------------------------------------------------------------------

bool wayi_abstract_may_end(const wayi_abstract *search, way_cell cell)
{
    const wayi_clusters *clusters = search->config.clusters;
    const wayi_goal *goal = search->config.goal;
    const way_rect rect = wayi_clusters_around(clusters, cell);
    const bool one = goal->kind == WAYI_GOAL_ONE;
    if (one || (goal->kind == WAYI_GOAL_SET && goal->count <= WAYI_GOAL_ESTIMATES)) {
        const way_cell *cells = one ? &goal->state : goal->states;
        bool found = false;
        for (uint32_t i = 0; i < (one ? 1 : goal->count) && !found; i++) {
            found = wayi_rect_meets(rect, wayi_clusters_around(clusters, cells[i]));
        }
        return found;
    }
    // Nothing in a cluster is further away than its corners are from each other.
    const wayi_grid *grid = clusters->grid;
    return wayi_goal_distance(goal, cell) <=
           wayi_map_open_distance(grid->map, grid->layer, rect.width, rect.height);
}

way_cost wayi_abstract_nearest(const wayi_abstract *search, const wayi_confined *local,
                               way_cell *cell)
{
    const way_rect rect = local->rect;
    way_cost least = WAY_COST_MAX;
    for (uint32_t i = 0; i < rect.width * rect.height; i++) {
        const way_cell at = wayi_rect_at(rect, i, local->grid->map->width);
        if (local->costs[i] < least && wayi_goal_is_reached(search->config.goal, at)) {
            least = local->costs[i];
            *cell = at;
        }
    }
    return least;
}

// Expanding ---------------------------------------------------------------------------------------

/// The costs from a gate to those that lead out of its large cluster, if it is crossed at once, or
/// NULL.
static const way_cost *abstract_leap(const wayi_abstract *search, uint32_t gate, uint32_t home)
{
    const wayi_clusters *clusters = search->config.clusters;
    const wayi_clusters *upper = clusters->upper;
    if (!search->query.rises || upper->clusters[home].to_cut ||
        !wayi_abstract_leaps(clusters, gate, search->start, search->goal)) {
        return NULL;
    }
    const wayi_cluster *large = &upper->clusters[home];
    const way_cost *row = (const way_cost *)(const void *)large->block;
    for (uint32_t i = 0; row && i < large->count; i++, row += large->count) {
        if (upper->gates[large->first + i].partner == gate) {
            return row;
        }
    }
    return NULL;
}

/// Goes on looking for the costs inside a cluster that keeps none, and for goals.
static way_outcome abstract_look_inside(wayi_abstract *search, uint32_t *budget)
{
    const way_outcome outcome = wayi_confined_step(&search->local, budget);
    if (outcome != WAY_OUTCOME_NO_PATH) {
        return outcome;
    }
    const uint32_t gate = search->inside;
    search->inside = WAYI_GATE_NONE;
    if (search->query.many) {
        way_cell cell = WAY_CELL_NONE;
        const way_cost rest = wayi_abstract_nearest(search, &search->local, &cell);
        abstract_try_goal(search, gate, way_cost_add(wayi_abstract_cost(search, gate), rest));
    }
    const wayi_clusters *clusters = search->config.clusters;
    const uint32_t index = wayi_gate_cluster(&clusters->gates[gate]);
    const way_cost *row = abstract_row(search, gate);
    row = row ? row : abstract_keep(search, gate);
    return row && abstract_relax(search, clusters, index, row, gate) ? WAY_OUTCOME_FOUND
                                                                     : WAY_OUTCOME_CAPACITY;
}

/// Expands a gate; false without room.
static bool abstract_expand(wayi_abstract *search, uint32_t gate)
{
    const wayi_clusters *clusters = search->config.clusters;
    const uint32_t index = wayi_gate_cluster(&clusters->gates[gate]);
    const uint32_t home = clusters->clusters[index].home;
    const way_cost *row = abstract_leap(search, gate, home);
    if (row) {
        search->read = wayi_rect_join(search->read, wayi_clusters_rect(clusters->upper, home));
        return abstract_relax(search, clusters->upper, home, row, gate);
    }
    const way_cell cell = clusters->gates[gate].cell;
    const bool ends = search->query.many && wayi_abstract_may_end(search, cell);
    row = abstract_row(search, gate);
    if (row && !ends) {
        return abstract_relax(search, clusters, index, row, gate);
    }
    search->inside = gate;
    if (!row) {
        // Repairs look at flags in the order of clusters: it does not matter who was first.
        wayi_flag_raise(&clusters->clusters[index].asked);
    }
    return wayi_confined_begin(&search->local, wayi_clusters_rect(clusters, index), cell,
                               WAY_CELL_NONE);
}

/// Expands what is most promising; false without room.
static bool abstract_take(wayi_abstract *search)
{
    if (!search->begun) {
        search->begun = true;
        abstract_tell(search, WAY_EVENT_EXPAND, WAYI_GATE_NONE, 0,
                      abstract_estimate(search, search->query.start.cell));
        const wayi_abstract_end *start = &search->query.start;
        return start->gate == WAYI_GATE_NONE
                   ? abstract_relax(search, search->config.clusters, search->start, start->costs,
                                    WAYI_GATE_NONE)
                   : abstract_improve(search, start->gate, WAYI_GATE_NONE, 0);
    }
    const uint64_t key = wayi_frontier_top(&search->frontier)->key;
    const uint32_t gate =
        wayi_nodes_id(&search->frontier.nodes, wayi_frontier_take(&search->frontier));
    abstract_tell(search, WAY_EVENT_EXPAND, gate, UINT32_MAX - (uint32_t)key,
                  (way_cost)(key >> 32));
    return abstract_expand(search, gate);
}

way_outcome wayi_abstract_step(wayi_abstract *search, uint32_t *budget)
{
    for (;;) {
        if (search->inside != WAYI_GATE_NONE) {
            const way_outcome outcome = abstract_look_inside(search, budget);
            if (outcome != WAY_OUTCOME_FOUND) {
                return outcome;
            }
        }
        const wayi_heap_item *top = wayi_frontier_top(&search->frontier);
        const bool open = !search->begun || (top && top->key >> 32 < search->best);
        if (!open) {
            return search->best == WAY_COST_MAX ? WAY_OUTCOME_NO_PATH : WAY_OUTCOME_FOUND;
        }
        if (*budget == 0) {
            return WAY_OUTCOME_WORKING;
        }
        --*budget;
        search->local.stats->expansions++;
        if (!abstract_take(search)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
}
