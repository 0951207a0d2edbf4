// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Graph stages, and the strange space: a caller's own space that promises as little as a space may.
#include "search/stage_graph.h"

#include "support/test.h"

#include <math.h>

/// States are not known in advance, predecessors can't be listed, and the estimate is a random
/// share of the true cost: admissible, but so uneven that closed states get better ways.
typedef struct strange_space {
    way_space space;
    const oracle_edge *edges; ///< the stage's
    uint32_t edge_count;
    uint32_t count;
    way_cost *estimates; ///< [count * count] from row to column
} strange_space;

static uint32_t strange_expand(way_space *space, way_state state, way_edge *edges)
{
    const strange_space *strange = (const strange_space *)space;
    uint32_t count = 0;
    for (uint32_t i = 0; i < strange->edge_count; i++) {
        if (strange->edges[i].from == state) {
            edges[count++] = (way_edge){strange->edges[i].to, strange->edges[i].cost};
        }
    }
    return count;
}

static way_cost strange_distance(const way_space *space, way_state from, way_state to)
{
    const strange_space *strange = (const strange_space *)space;
    return strange->estimates[from * strange->count + to];
}

/// Every seventh state is a goal.
static bool strange_is_goal(const way_space *space, way_state state)
{
    (void)space;
    return state % 7 == 3;
}

static way_cost strange_goal_distance(const way_space *space, way_state state)
{
    const strange_space *strange = (const strange_space *)space;
    way_cost least = WAY_COST_MAX;
    for (way_state goal = 3; goal < strange->count; goal += 7) {
        const way_cost distance = strange_distance(space, state, goal);
        least = distance < least ? distance : least;
    }
    return least == WAY_COST_MAX ? 0 : least;
}

static bool strange_can_stand(const way_space *space, way_state state)
{
    return state < ((const strange_space *)space)->count;
}

static void strange_destroy(way_space *space)
{
    strange_space *strange = (strange_space *)space;
    free(strange->estimates);
    free(strange);
}

static const way_space_type strange_type = {.name = "strange",
                                            .expand = strange_expand,
                                            .estimate = strange_distance,
                                            .is_goal = strange_is_goal,
                                            .goal_estimate = strange_goal_distance,
                                            .can_stand = strange_can_stand,
                                            .destroy = strange_destroy};

static void strange_create(test_stage *stage, way_rng *rng)
{
    strange_space *strange = calloc(1, sizeof *strange);
    assert_non_null(strange);
    const size_t count = stage->count;
    strange->estimates = malloc(count * count * sizeof *strange->estimates);
    assert_non_null(strange->estimates);
    for (uint32_t from = 0; from < count; from++) {
        way_cost *row = strange->estimates + from * count;
        stage_fill_costs(stage, from, row);
        for (uint32_t to = 0; to < count; to++) {
            row[to] = row[to] == WAY_COST_MAX ? 0 : way_rng_below(rng, row[to] + 1);
        }
    }
    strange->edges = stage->edges;
    strange->edge_count = stage->edge_count;
    strange->count = stage->count;
    strange->space = (way_space){.type = &strange_type,
                                 .degree_max = stage->edge_count ? stage->edge_count : 1,
                                 .traits = WAY_SPACE_OWN_GOAL};
    stage->space = &strange->space;
}

/// Random links, some of them double, turned round or leading back to their own origin. Costs of
/// placed graphs grow with the distance.
static way_link *stage_graph_links(const stage_graph_config *config, const double *positions,
                                   way_rng *rng)
{
    const uint32_t random = config->link_count - (config->ring ? config->node_count : 0);
    way_link *links = malloc((config->link_count + 1) * sizeof *links);
    assert_non_null(links);
    for (uint32_t i = 0; i < config->link_count; i++) {
        way_link link = {way_rng_below(rng, config->node_count),
                         way_rng_below(rng, config->node_count),
                         1 + way_rng_below(rng, config->costliest)};
        if (i >= random) {
            link.from = i - random;
            link.to = (i - random + 1) % config->node_count;
        } else if (i > 0 && i % 9 == 0) {
            link.from = links[i - 1].from;
            link.to = links[i - 1].to;
        }
        if (positions) {
            const double dx = positions[2 * link.from] - positions[2 * link.to];
            const double dy = positions[2 * link.from + 1] - positions[2 * link.to + 1];
            link.cost = link.cost % 4 + 1 + (way_cost)sqrt(dx * dx + dy * dy);
        }
        links[i] = link;
    }
    return links;
}

static void stage_graph_edges(test_stage *out, const way_link *links, uint32_t count, bool directed)
{
    out->edges = malloc((count * 2 + 1) * sizeof *out->edges);
    assert_non_null(out->edges);
    for (uint32_t i = 0; i < count; i++) {
        out->edges[out->edge_count++] = (oracle_edge){links[i].from, links[i].to, links[i].cost};
        if (!directed) {
            out->edges[out->edge_count++] =
                (oracle_edge){links[i].to, links[i].from, links[i].cost};
        }
    }
    stage_sort_edges(out);
}

/// Whether every link can be undone, perhaps by a long way round.
static bool stage_graph_is_safe(const test_stage *stage)
{
    way_cost *costs = malloc(stage->count * sizeof *costs);
    assert_non_null(costs);
    bool safe = true;
    for (way_state to = 0; to < stage->count && safe; to++) {
        stage_fill_costs(stage, to, costs);
        for (uint32_t i = 0; i < stage->edge_count && safe; i++) {
            safe = stage->edges[i].to != to || costs[stage->edges[i].from] != WAY_COST_MAX;
        }
    }
    free(costs);
    return safe;
}

void stage_create_graph(test_stage *out, const stage_graph_config *config)
{
    static const char *const kinds[] = {"plain", "placed", "strange"};
    *out = (test_stage){.count = config->node_count};
    snprintf(out->name, sizeof out->name,
             "%s graph, %s%s, %u nodes, %u links, costs to %u, seed %llu", kinds[config->kind],
             config->directed ? "directed" : "undirected", config->ring ? " ring" : "",
             config->node_count, config->link_count, config->costliest,
             (unsigned long long)config->seed);
    way_rng rng = way_rng_seed(config->seed);
    double *positions = NULL;
    if (config->kind == STAGE_GRAPH_PLACED) {
        positions = malloc(config->node_count * 2 * sizeof *positions);
        assert_non_null(positions);
        for (uint32_t i = 0; i < config->node_count * 2; i++) {
            positions[i] = way_rng_below(&rng, 2000) / 16.0;
        }
    }
    way_link *links = stage_graph_links(config, positions, &rng);
    stage_graph_edges(out, links, config->link_count, config->directed);
    if (config->kind == STAGE_GRAPH_STRANGE) {
        strange_create(out, &rng);
    } else {
        const way_graph_config graph = {.node_count = config->node_count,
                                        .links = links,
                                        .link_count = config->link_count,
                                        .directed = config->directed,
                                        .positions = positions};
        assert_int_equal(way_space_create_graph(&graph, &out->space), WAY_STATUS_OK);
    }
    free(links);
    free(positions);
    out->safe = stage_graph_is_safe(out);
    stage_add_problems(out, &rng);
}
