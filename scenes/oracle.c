// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Dijkstra's algorithm with a binary heap and lazy deletion: a node is pushed whenever its cost
// falls, and an entry that is no longer its node's cost is skipped when popped. Entries are
// (cost, node) in one integer, so ties pop the lower node first.
//
// Reference: E. W. Dijkstra, A note on two problems in connexion with graphs, 1959.
#include "scenes/oracle.h"

#include <stdlib.h>

typedef struct oracle_queue {
    uint64_t *entries;
    size_t count;
    size_t capacity;
} oracle_queue;

static bool oracle_queue_grow(oracle_queue *queue)
{
    const size_t capacity = queue->capacity ? 2 * queue->capacity : 256;
    uint64_t *entries = realloc(queue->entries, capacity * sizeof *entries);
    if (!entries) {
        return false;
    }
    queue->entries = entries;
    queue->capacity = capacity;
    return true;
}

static bool oracle_queue_push(oracle_queue *queue, way_cost cost, uint32_t node)
{
    if (queue->count == queue->capacity && !oracle_queue_grow(queue)) {
        return false;
    }
    const uint64_t entry = (uint64_t)cost << 32 | node;
    size_t at = queue->count++;
    while (at > 0 && queue->entries[(at - 1) / 2] > entry) {
        queue->entries[at] = queue->entries[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    queue->entries[at] = entry;
    return true;
}

static uint64_t oracle_queue_pop(oracle_queue *queue)
{
    const uint64_t top = queue->entries[0];
    const uint64_t last = queue->entries[--queue->count];
    size_t at = 0;
    for (size_t child = 1; child < queue->count; child = 2 * at + 1) {
        if (child + 1 < queue->count && queue->entries[child + 1] < queue->entries[child]) {
            child++;
        }
        if (last <= queue->entries[child]) {
            break;
        }
        queue->entries[at] = queue->entries[child];
        at = child;
    }
    queue->entries[at] = last;
    return top;
}

/// Lowers the cost of a node if `cost` is better. False when out of memory.
static bool oracle_relax(oracle_queue *queue, way_cost *costs, uint32_t node, way_cost cost)
{
    if (cost >= costs[node]) {
        return true;
    }
    costs[node] = cost;
    return oracle_queue_push(queue, cost, node);
}

typedef struct oracle_walk {
    const way_map *map;
    uint32_t profile;
    bool outward;  ///< along the steps, or against them
    way_cell root; ///< where the walk begins, or ends
    way_cell stop; ///< settled last, or WAY_CELL_NONE for all cells
} oracle_walk;

static bool oracle_expand(const oracle_unit *unit, bool outward, oracle_queue *queue,
                          way_cost *costs, way_cell cell)
{
    oracle_step steps[ORACLE_STEPS_MAX];
    const uint32_t count = oracle_unit_steps(unit, cell, outward, steps);
    for (uint32_t i = 0; i < count; i++) {
        const way_cost cost = way_cost_add(costs[cell], steps[i].cost);
        if (!oracle_relax(queue, costs, steps[i].cell, cost)) {
            return false;
        }
    }
    return true;
}

/// Against the steps a blocked cell can be an origin but never be passed through: no step leads
/// into it, so its own expansion finds nothing.
static way_status oracle_run(const oracle_walk *walk, way_cost *costs)
{
    const uint64_t cells = (uint64_t)way_map_width(walk->map) * way_map_height(walk->map);
    if (walk->root >= cells || walk->profile == 0) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    oracle_unit unit;
    oracle_read_unit(walk->map, walk->profile, &unit);
    unit.places = calloc((size_t)cells, sizeof *unit.places);
    for (uint64_t i = 0; i < cells; i++) {
        costs[i] = WAY_COST_MAX;
    }
    oracle_queue queue = {0};
    bool ok = unit.places && oracle_relax(&queue, costs, walk->root, 0);
    while (ok && queue.count > 0) {
        const uint64_t entry = oracle_queue_pop(&queue);
        const way_cell cell = (way_cell)entry;
        if (entry >> 32 > costs[cell]) {
            continue;
        }
        if (cell == walk->stop) {
            break;
        }
        ok = oracle_expand(&unit, walk->outward, &queue, costs, cell);
    }
    free(queue.entries);
    free(unit.places);
    return ok ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

way_status oracle_costs(const way_map *map, way_cell source, uint32_t size, way_cost *costs)
{
    const oracle_walk walk = {map, size, true, source, WAY_CELL_NONE};
    return oracle_run(&walk, costs);
}

way_status oracle_costs_to(const way_map *map, way_cell goal, uint32_t size, way_cost *costs)
{
    const oracle_walk walk = {map, size, false, goal, WAY_CELL_NONE};
    return oracle_run(&walk, costs);
}

way_cell oracle_gate_to(const way_map *map, way_cell from, const uint8_t *goals, uint32_t profile,
                        way_cost *cost)
{
    const uint32_t cells = way_map_width(map) * way_map_height(map);
    way_cost *costs = calloc(cells, sizeof *costs);
    uint8_t *leads = calloc(cells, 1);
    for (way_cell goal = 0; costs && leads && goal < cells; goal++) {
        // What leads to a cell that leads to a goal is known already.
        if (!goals[goal] || leads[goal]) {
            continue;
        }
        if (oracle_costs_to(map, goal, profile, costs) != WAY_STATUS_OK) {
            abort();
        }
        for (way_cell cell = 0; cell < cells; cell++) {
            leads[cell] |= costs[cell] != WAY_COST_MAX;
        }
    }
    if (!costs || !leads) {
        abort();
    }
    const way_cell gate = oracle_gate(map, from, profile, leads, cost);
    free(costs);
    free(leads);
    return gate;
}

/// Where a trip between two cells begins: from deep inside blocked ground at the gate.
static way_cell oracle_begin(const way_map *map, way_cell a, way_cell b, uint32_t size,
                             way_cost *deep)
{
    if (a == b || !oracle_is_deep(map, a, size)) {
        return a;
    }
    uint8_t *goals = calloc((size_t)way_map_width(map) * way_map_height(map), 1);
    if (!goals) {
        abort();
    }
    goals[b] = 1;
    const way_cell gate = oracle_gate_to(map, a, goals, size, deep);
    free(goals);
    *deep = gate == WAY_CELL_NONE ? 0 : *deep;
    return gate == WAY_CELL_NONE ? a : gate;
}

way_cost oracle_cost(const way_map *map, way_cell a, way_cell b, uint32_t profile)
{
    const uint64_t cells = (uint64_t)way_map_width(map) * way_map_height(map);
    if (a >= cells || b >= cells || profile == 0) {
        return WAY_COST_MAX;
    }
    way_cost *costs = calloc((size_t)cells, sizeof *costs);
    way_cost deep = 0;
    const way_cell from = oracle_begin(map, a, b, profile, &deep);
    const oracle_walk walk = {map, profile, true, from, b};
    if (!costs || oracle_run(&walk, costs) != WAY_STATUS_OK) {
        abort();
    }
    const way_cost cost = b == from && b != a ? WAY_COST_MAX : way_cost_add(deep, costs[b]);
    free(costs);
    return cost;
}

way_cell oracle_next(const way_map *map, const way_cost *costs_to, way_cell cell, uint32_t profile)
{
    if (costs_to[cell] == 0) {
        return cell;
    }
    if (costs_to[cell] == WAY_COST_MAX) {
        return WAY_CELL_NONE;
    }
    oracle_step steps[ORACLE_STEPS_MAX];
    const uint32_t count = oracle_steps_from(map, cell, profile, steps);
    way_cell best = WAY_CELL_NONE;
    for (uint32_t i = 0; i < count; i++) {
        const way_cost through = way_cost_add(steps[i].cost, costs_to[steps[i].cell]);
        if (through == costs_to[cell] && steps[i].cell < best) {
            best = steps[i].cell;
        }
    }
    return best;
}

// Explicit graphs ---------------------------------------------------------------------------------

static bool oracle_graph_is_sound(const oracle_graph *graph, uint32_t source)
{
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        if (graph->edges[i].from >= graph->node_count || graph->edges[i].to >= graph->node_count) {
            return false;
        }
    }
    return source < graph->node_count;
}

/// Edge numbers sorted by origin: those of node n are order[first[n]] .. order[first[n + 1] - 1].
static void oracle_graph_index(const oracle_graph *graph, uint32_t *first, uint32_t *order)
{
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        first[graph->edges[i].from + 1]++;
    }
    for (uint32_t node = 0; node < graph->node_count; node++) {
        first[node + 1] += first[node];
    }
    // Filling moves each start up to its end, so the starts are shifted back afterwards.
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        order[first[graph->edges[i].from]++] = i;
    }
    for (uint32_t node = graph->node_count; node > 0; node--) {
        first[node] = first[node - 1];
    }
    first[0] = 0;
}

static bool oracle_graph_run(const oracle_graph *graph, const uint32_t *first,
                             const uint32_t *order, uint32_t source, way_cost *costs)
{
    oracle_queue queue = {0};
    bool ok = oracle_relax(&queue, costs, source, 0);
    while (ok && queue.count > 0) {
        const uint64_t entry = oracle_queue_pop(&queue);
        const uint32_t node = (uint32_t)entry;
        if (entry >> 32 > costs[node]) {
            continue;
        }
        for (uint32_t i = first[node]; ok && i < first[node + 1]; i++) {
            const oracle_edge *edge = &graph->edges[order[i]];
            ok = oracle_relax(&queue, costs, edge->to, way_cost_add(costs[node], edge->cost));
        }
    }
    free(queue.entries);
    return ok;
}

way_status oracle_graph_costs(const oracle_graph *graph, uint32_t source, way_cost *costs)
{
    if (!oracle_graph_is_sound(graph, source)) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    for (uint32_t node = 0; node < graph->node_count; node++) {
        costs[node] = WAY_COST_MAX;
    }
    uint32_t *first = calloc((size_t)graph->node_count + 1, sizeof *first);
    uint32_t *order = calloc((size_t)graph->edge_count + 1, sizeof *order);
    bool ok = first && order;
    if (ok) {
        oracle_graph_index(graph, first, order);
        ok = oracle_graph_run(graph, first, order, source, costs);
    }
    free(first);
    free(order);
    return ok ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}
