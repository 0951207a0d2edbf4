// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A general graph: links sorted by origin, and once more by target for walking backwards.
//
// Estimates come from positions: the straight distance times the largest factor that exceeds no
// link's cost, found once when the graph is made, rounded down to whole costs. Square roots are
// exact to the last bit in IEEE arithmetic, so every machine agrees; rounding down keeps the
// estimate consistent because link costs are whole.
#include "space/space.h"

#include <math.h>
#include <string.h>

#define GRAPH_NODES_MAX (1u << 30)
#define GRAPH_COST_MAX (1u << 30)
#define GRAPH_PLACE_MAX 1e150 ///< squares of distances stay finite

typedef struct graph_space {
    way_space space;
    uint32_t link_count; ///< both ways counted in an undirected graph
    uint32_t *starts;    ///< [node_count + 1] into edges
    uint32_t *back_starts;
    way_edge *edges;
    way_edge *back_edges;
    double *positions; ///< [node_count * 2] or NULL
    double factor;
} graph_space;

static uint32_t graph_list(const uint32_t *starts, const way_edge *all, way_state state,
                           way_edge *edges)
{
    const uint32_t count = starts[state + 1] - starts[state];
    if (count) {
        memcpy(edges, all + starts[state], count * sizeof *edges);
    }
    return count;
}

static uint32_t graph_expand(way_space *space, way_state state, way_edge *edges)
{
    const graph_space *graph = (const graph_space *)space;
    return graph_list(graph->starts, graph->edges, state, edges);
}

static uint32_t graph_expand_back(way_space *space, way_state state, way_edge *edges)
{
    const graph_space *graph = (const graph_space *)space;
    return graph_list(graph->back_starts, graph->back_edges, state, edges);
}

static double graph_straight(const graph_space *graph, way_state a, way_state b)
{
    const double dx = graph->positions[2 * (size_t)a] - graph->positions[2 * (size_t)b];
    const double dy = graph->positions[2 * (size_t)a + 1] - graph->positions[2 * (size_t)b + 1];
    return sqrt(dx * dx + dy * dy);
}

static way_cost graph_distance(const way_space *space, way_state from, way_state to)
{
    const graph_space *graph = (const graph_space *)space;
    if (!graph->positions) {
        return 0;
    }
    const double distance = graph_straight(graph, from, to) * graph->factor;
    return distance < (double)GRAPH_COST_MAX ? (way_cost)distance : GRAPH_COST_MAX;
}

static void graph_position(const way_space *space, way_state state, double *x, double *y)
{
    const graph_space *graph = (const graph_space *)space;
    *x = graph->positions ? graph->positions[2 * (size_t)state] : state;
    *y = graph->positions ? graph->positions[2 * (size_t)state + 1] : 0;
}

static void graph_destroy(way_space *space)
{
    graph_space *graph = (graph_space *)space;
    const way_allocator allocator = space->allocator;
    const size_t nodes = space->state_count;
    WAYI_FREE(&allocator, graph->starts, nodes + 1);
    WAYI_FREE(&allocator, graph->back_starts, nodes + 1);
    WAYI_FREE(&allocator, graph->edges, graph->link_count);
    WAYI_FREE(&allocator, graph->back_edges, graph->link_count);
    WAYI_FREE(&allocator, graph->positions, nodes * 2);
    WAYI_FREE(&allocator, graph, 1);
}

static const way_space_type graph_type = {
    .name = "graph",
    .expand = graph_expand,
    .expand_back = graph_expand_back,
    .estimate = graph_distance,
    .position = graph_position,
    .destroy = graph_destroy,
};

static way_status graph_check(const way_graph_config *config)
{
    if (!config || (config->link_count && !config->links)) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    if (config->node_count == 0) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    if (config->node_count > GRAPH_NODES_MAX || config->link_count > GRAPH_NODES_MAX) {
        return WAY_STATUS_TOO_LARGE;
    }
    for (uint32_t i = 0; i < config->link_count; i++) {
        const way_link link = config->links[i];
        if (link.from >= config->node_count || link.to >= config->node_count || link.cost == 0 ||
            link.cost > GRAPH_COST_MAX) {
            return WAY_STATUS_OUT_OF_RANGE;
        }
    }
    for (size_t i = 0; config->positions && i < (size_t)config->node_count * 2; i++) {
        if (!(fabs(config->positions[i]) <= GRAPH_PLACE_MAX)) {
            return WAY_STATUS_OUT_OF_RANGE;
        }
    }
    return WAY_STATUS_OK;
}

static bool graph_alloc(graph_space *graph, const way_graph_config *config)
{
    const way_allocator *allocator = &graph->space.allocator;
    const size_t nodes = config->node_count;
    graph->link_count = config->link_count * (config->directed ? 1u : 2u);
    graph->starts = wayi_alloc_zero(allocator, nodes + 1, sizeof *graph->starts);
    graph->back_starts = wayi_alloc_zero(allocator, nodes + 1, sizeof *graph->back_starts);
    graph->edges = wayi_alloc(allocator, graph->link_count, sizeof *graph->edges);
    graph->back_edges = wayi_alloc(allocator, graph->link_count, sizeof *graph->back_edges);
    if (config->positions) {
        graph->positions = wayi_alloc(allocator, nodes * 2, sizeof *graph->positions);
    }
    return graph->starts && graph->back_starts &&
           (!graph->link_count || (graph->edges && graph->back_edges)) &&
           (!config->positions || graph->positions);
}

/// The `index`-th directed link: an undirected one appears twice, the second time turned round.
static way_link graph_link(const way_graph_config *config, uint32_t index)
{
    if (index < config->link_count) {
        return config->links[index];
    }
    const way_link link = config->links[index - config->link_count];
    return (way_link){link.to, link.from, link.cost};
}

/// Counting sort of the links by origin, or by target when `back`; order of appearance is kept.
static void graph_sort(const way_graph_config *config, uint32_t link_count, uint32_t *starts,
                       way_edge *edges, bool back)
{
    for (uint32_t i = 0; i < link_count; i++) {
        const way_link link = graph_link(config, i);
        starts[(back ? link.to : link.from) + 1]++;
    }
    for (uint32_t node = 0; node < config->node_count; node++) {
        starts[node + 1] += starts[node];
    }
    for (uint32_t i = link_count; i-- > 0;) {
        const way_link link = graph_link(config, i);
        const uint32_t origin = back ? link.to : link.from;
        edges[--starts[origin + 1]] = (way_edge){back ? link.from : link.to, link.cost};
    }
    // Filling from the back moved each end to its start: shift them into place.
    memmove(starts, starts + 1, config->node_count * sizeof *starts);
    starts[config->node_count] = link_count;
}

static uint32_t graph_degree(const uint32_t *starts, uint32_t node_count)
{
    uint32_t most = 1;
    for (uint32_t node = 0; node < node_count; node++) {
        const uint32_t degree = starts[node + 1] - starts[node];
        most = degree > most ? degree : most;
    }
    return most;
}

/// The largest factor under which no straight distance exceeds a link's cost, with a hair to spare
/// for rounding.
static void graph_fit_factor(graph_space *graph)
{
    double factor = INFINITY;
    for (uint32_t node = 0; node < graph->space.state_count; node++) {
        for (uint32_t i = graph->starts[node]; i < graph->starts[node + 1]; i++) {
            const double straight = graph_straight(graph, node, graph->edges[i].to);
            if (straight > 0 && graph->edges[i].cost / straight < factor) {
                factor = graph->edges[i].cost / straight;
            }
        }
    }
    graph->factor = isfinite(factor) ? factor * (1.0 - 1e-9) : 0;
}

way_status way_space_create_graph(const way_graph_config *config, way_space **out)
{
    const way_status status = out ? graph_check(config) : WAY_STATUS_INVALID_ARGUMENT;
    if (status != WAY_STATUS_OK) {
        return status;
    }
    *out = NULL;
    const way_allocator allocator = wayi_allocator_or_default(config->allocator);
    graph_space *graph = wayi_alloc_zero(&allocator, 1, sizeof *graph);
    if (!graph) {
        return WAY_STATUS_NO_MEMORY;
    }
    graph->space =
        (way_space){.type = &graph_type,
                    .state_count = config->node_count,
                    .traits = WAY_SPACE_DENSE_IDS | WAY_SPACE_PREDECESSORS | WAY_SPACE_CONSISTENT,
                    .allocator = allocator};
    if (!graph_alloc(graph, config)) {
        graph_destroy(&graph->space);
        return WAY_STATUS_NO_MEMORY;
    }
    graph_sort(config, graph->link_count, graph->starts, graph->edges, false);
    graph_sort(config, graph->link_count, graph->back_starts, graph->back_edges, true);
    const uint32_t out_degree = graph_degree(graph->starts, config->node_count);
    const uint32_t in_degree = graph_degree(graph->back_starts, config->node_count);
    graph->space.degree_max = out_degree > in_degree ? out_degree : in_degree;
    graph->space.traits |= config->directed ? 0 : (uint32_t)WAY_SPACE_SYMMETRIC;
    if (graph->positions) {
        memcpy(graph->positions, config->positions,
               (size_t)config->node_count * 2 * sizeof *graph->positions);
        graph_fit_factor(graph);
    }
    *out = &graph->space;
    return WAY_STATUS_OK;
}
