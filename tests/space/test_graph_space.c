// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Graph spaces: what is refused, in which order links come, estimates that never exceed.
#include "search/stage.h"
#include "support/test.h"
#include "support/test_allocator.h"

#include <math.h>

static way_status create(way_graph_config config, way_space **out)
{
    return way_space_create_graph(&config, out);
}

static void graph_when_malformed(void **state)
{
    (void)state;
    way_space *space = NULL;
    const way_link good[] = {{0, 1, 5}};
    const way_link bad[][1] = {{{2, 0, 1}}, {{0, 2, 1}}, {{0, 1, 0}}, {{0, 1, (1u << 30) + 1}}};
    assert_int_equal(way_space_create_graph(NULL, &space), WAY_STATUS_INVALID_ARGUMENT);
    const way_graph_config plain = {.node_count = 2, .links = good, .link_count = 1};
    assert_int_equal(way_space_create_graph(&plain, NULL), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(create((way_graph_config){.node_count = 2, .link_count = 1}, &space),
                     WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(create((way_graph_config){.node_count = 0}, &space), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(create((way_graph_config){.node_count = (1u << 30) + 1}, &space),
                     WAY_STATUS_TOO_LARGE);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(
            create((way_graph_config){.node_count = 2, .links = bad[i], .link_count = 1}, &space),
            WAY_STATUS_OUT_OF_RANGE);
    }
    const double places[][4] = {
        {0, 0, NAN, 0}, {0, INFINITY, 0, 0}, {0, 0, 0, -INFINITY}, {1e200, 0, 0, 0}};
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(
            create((way_graph_config){.node_count = 2, .positions = places[i]}, &space),
            WAY_STATUS_OUT_OF_RANGE);
    }
    assert_null(space);
}

static void graph_when_without_links(void **state)
{
    (void)state;
    way_space *space = NULL;
    assert_int_equal(create((way_graph_config){.node_count = 3}, &space), WAY_STATUS_OK);
    way_edge edges[1];
    assert_int_equal(space->type->expand(space, 2, edges), 0);
    assert_int_equal(space->type->expand_back(space, 0, edges), 0);
    assert_int_equal(space->degree_max, 1);
    assert_int_equal(space->type->estimate(space, 0, 2), 0);
    way_space_destroy(space);
}

static void links_come_in_order(void **state)
{
    (void)state;
    const way_link links[] = {{1, 0, 9}, {1, 2, 4}, {0, 1, 7}, {1, 2, 3}, {1, 1, 8}, {2, 1, 6}};
    way_space *space = NULL;
    const way_graph_config directed = {
        .node_count = 3, .links = links, .link_count = 6, .directed = true};
    assert_int_equal(way_space_create_graph(&directed, &space), WAY_STATUS_OK);
    way_edge edges[8];
    assert_int_equal(space->degree_max, 4);
    assert_int_equal(space->type->expand(space, 1, edges), 4);
    const way_edge forward[] = {{0, 9}, {2, 4}, {2, 3}, {1, 8}};
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(edges[i].to, forward[i].to);
        assert_int_equal(edges[i].cost, forward[i].cost);
    }
    assert_int_equal(space->type->expand_back(space, 1, edges), 3);
    const way_edge back[] = {{0, 7}, {1, 8}, {2, 6}};
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(edges[i].to, back[i].to);
        assert_int_equal(edges[i].cost, back[i].cost);
    }
    assert_int_equal(way_space_step_cost(space, 1, 2), 3);
    assert_int_equal(way_space_step_cost(space, 0, 2), WAY_COST_MAX);
    assert_int_equal(way_space_step_cost(space, 3, 0), WAY_COST_MAX);
    assert_false(way_space_traits(space) & WAY_SPACE_SYMMETRIC);
    assert_null(way_space_map(space));
    assert_int_equal(way_space_unit_size(space), 0);
    way_space_destroy(space);
}

/// Every link of every graph once each way, and no other.
static void links_are_all_there(void **state)
{
    (void)state;
    stage_set stages = {0};
    stage_set_add_graphs(&stages, stage_rounds(40));
    for (uint32_t i = 0; i < stages.count; i++) {
        const test_stage *stage = &stages.stages[i];
        way_space *space = stage->space;
        if (!space->type->expand_back) {
            continue;
        }
        way_edge *edges = malloc(space->degree_max * sizeof *edges);
        assert_non_null(edges);
        uint64_t sums[2] = {0};
        uint32_t counts[2] = {0};
        for (way_state from = 0; from < stage->count; from++) {
            for (uint32_t back = 0; back < 2; back++) {
                const uint32_t count = back ? space->type->expand_back(space, from, edges)
                                            : space->type->expand(space, from, edges);
                assert_true(count <= space->degree_max);
                counts[back] += count;
                for (uint32_t k = 0; k < count; k++) {
                    const uint64_t a = back ? edges[k].to : from;
                    const uint64_t b = back ? from : edges[k].to;
                    sums[back] += (a * 1000 + b) * edges[k].cost;
                }
            }
        }
        uint64_t expected = 0;
        for (uint32_t k = 0; k < stage->edge_count; k++) {
            const oracle_edge edge = stage->edges[k];
            expected += ((uint64_t)edge.from * 1000 + edge.to) * edge.cost;
        }
        assert_int_equal(counts[0], stage->edge_count);
        assert_int_equal(counts[1], stage->edge_count);
        assert_true(sums[0] == expected && sums[1] == expected);
        free(edges);
    }
    stage_set_destroy(&stages);
}

static void estimates_are_consistent(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < stage_rounds(60); i++) {
        const stage_graph_config config = {.kind = STAGE_GRAPH_PLACED,
                                           .node_count = 2 + i,
                                           .link_count = 1 + i * 3,
                                           .directed = i % 2,
                                           .costliest = 1 + i % 7,
                                           .seed = i};
        test_stage stage;
        stage_create_graph(&stage, &config);
        way_space *space = stage.space;
        uint64_t useful = 0;
        for (uint32_t k = 0; k < stage.edge_count; k++) {
            const oracle_edge edge = stage.edges[k];
            for (way_state goal = 0; goal < stage.count; goal++) {
                const way_cost here = space->type->estimate(space, edge.from, goal);
                const way_cost there = space->type->estimate(space, edge.to, goal);
                assert_true(here <= edge.cost + there);
                useful += here;
            }
        }
        // An estimate of 0 would be consistent too.
        assert_true(useful > 0 || i < 3);
        stage_destroy(&stage);
    }
}

static bool graph_scenario(test_allocator *memory)
{
    const way_link links[] = {{0, 1, 9}, {1, 2, 4}};
    const double positions[] = {0, 0, 3, 0, 3, 4};
    const way_graph_config config = {.node_count = 3,
                                     .links = links,
                                     .link_count = 2,
                                     .positions = positions,
                                     .allocator = &memory->allocator};
    way_space *space = NULL;
    const way_status status = way_space_create_graph(&config, &space);
    assert_true(status == WAY_STATUS_OK || (status == WAY_STATUS_NO_MEMORY && !space));
    if (space) {
        const uint64_t failures = memory->failures;
        const way_cost cost = way_space_step_cost(space, 0, 1);
        assert_int_equal(cost, memory->failures == failures ? 9 : WAY_COST_MAX);
    }
    way_space_destroy(space);
    return status == WAY_STATUS_OK && memory->failures == 0;
}

static void every_allocation_fails(void **state)
{
    (void)state;
    test_allocator_fail_each(graph_scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graph_when_malformed),     cmocka_unit_test(graph_when_without_links),
        cmocka_unit_test(links_come_in_order),      cmocka_unit_test(links_are_all_there),
        cmocka_unit_test(estimates_are_consistent), cmocka_unit_test(every_allocation_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
