// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "support/test.h"
#include "support/test_allocator.h"

#include <waymark/format.h>

#include <string.h>

static way_status parse(const char *text, way_space **out, way_problem *problem)
{
    return way_graph_parse(text, strlen(text), NULL, out, problem);
}

static void graph_when_undirected_and_placed(void **state)
{
    (void)state;
    const char text[] = "# a triangle\n"
                        "waymark-graph 1\r\n"
                        "undirected # both ways\n"
                        "node 0 0 0\nnode 1 3.5 -4e0\nnode 2 10 0 # far\n"
                        "\nlink 0 1 5\nlink 1 2 9\n";
    way_space *graph = NULL;
    way_problem problem;
    assert_int_equal(parse(text, &graph, &problem), WAY_STATUS_OK);
    assert_int_equal(graph->state_count, 3);
    assert_int_equal(way_space_step_cost(graph, 0, 1), 5);
    assert_int_equal(way_space_step_cost(graph, 2, 1), 9);
    assert_int_equal(way_space_step_cost(graph, 0, 2), WAY_COST_MAX);
    double x = 0;
    double y = 0;
    graph->type->position(graph, 1, &x, &y);
    assert_true(x == 3.5 && y == -4);
    way_space_destroy(graph);
}

static void graph_when_directed_without_places(void **state)
{
    (void)state;
    way_space *graph = NULL;
    assert_int_equal(
        parse("waymark-graph 1\ndirected\nnode 0\nnode 1\nlink 1 0 1073741824", &graph, NULL),
        WAY_STATUS_OK);
    assert_int_equal(way_space_step_cost(graph, 1, 0), 1073741824);
    assert_int_equal(way_space_step_cost(graph, 0, 1), WAY_COST_MAX);
    way_space_destroy(graph);
}

#define HEAD "waymark-graph 1\ndirected\n"

// Dangling links, costs out of range, missing and doubled parts.
static const struct {
    const char *text;
    way_status status;
    uint32_t line, column;
    const char *says;
} bad_graphs[] = {
    {"", WAY_STATUS_BAD_FORMAT, 1, 0, "expected 'waymark-graph 1', found the end of the text"},
    {"graph\n", WAY_STATUS_BAD_FORMAT, 1, 1, "expected 'waymark-graph 1', found 'graph'"},
    {"waymark-graph 2\n", WAY_STATUS_BAD_FORMAT, 1, 1,
     "expected 'waymark-graph 1', found 'waymark-graph 2'"},
    {"waymark-graph 1 x\n", WAY_STATUS_BAD_FORMAT, 1, 17,
     "expected the end of the line, found 'x'"},
    {"waymark-graph 1\n", WAY_STATUS_BAD_FORMAT, 2, 0,
     "expected 'directed' or 'undirected', found the end of the text"},
    {"waymark-graph 1\nnode 0\n", WAY_STATUS_BAD_FORMAT, 2, 1,
     "expected 'directed' or 'undirected', found 'node'"},
    {HEAD, WAY_STATUS_BAD_FORMAT, 3, 0, "expected at least one node, found the end of the text"},
    {HEAD "edge 0 1\n", WAY_STATUS_BAD_FORMAT, 3, 1, "expected 'node' or 'link', found 'edge'"},
    {HEAD "node 1\n", WAY_STATUS_BAD_FORMAT, 3, 6,
     "expected node 0, as nodes are numbered 0, 1, 2 and so on"},
    {HEAD "node 0 1\n", WAY_STATUS_BAD_FORMAT, 3, 9,
     "expected a coordinate, found the end of the line"},
    {HEAD "node 0 1 2e9\n", WAY_STATUS_OUT_OF_RANGE, 3, 10,
     "expected a coordinate from -1000000000 to 1000000000, found '2e9'"},
    {HEAD "node 0\nnode 1 1 1\n", WAY_STATUS_BAD_FORMAT, 4, 8,
     "expected no position, as the first node has none, found '1'"},
    {HEAD "node 0 1 1\nnode 1\n", WAY_STATUS_BAD_FORMAT, 4, 7,
     "expected a position, as the first node has one, found the end of the line"},
    {HEAD "link 0 0 1\n", WAY_STATUS_OUT_OF_RANGE, 3, 6,
     "a link needs nodes above it, and there are none yet"},
    {HEAD "node 0\nlink 0 1 1\n", WAY_STATUS_OUT_OF_RANGE, 4, 8,
     "expected a node above from 0 to 0, found '1'"},
    {HEAD "node 0\nlink 0 0 0\n", WAY_STATUS_OUT_OF_RANGE, 4, 10,
     "expected a cost from 1 to 1073741824, found '0'"},
    {HEAD "node 0\nnode 1\nlink 0 1 -5\n", WAY_STATUS_BAD_FORMAT, 5, 10,
     "expected a cost, found '-5'"},
    {HEAD "node 0\nlink 0 0 1073741825\n", WAY_STATUS_OUT_OF_RANGE, 4, 10,
     "expected a cost from 1 to 1073741824, found '1073741825'"},
    {HEAD "node 0\nnode 1\nlink 5 1 3\n", WAY_STATUS_OUT_OF_RANGE, 5, 6,
     "expected a node above from 0 to 1, found '5'"},
    {HEAD "node 0\nlink 0 1 3\nnode 1\n", WAY_STATUS_OUT_OF_RANGE, 4, 8,
     "expected a node above from 0 to 0, found '1'"},
    {HEAD "node 0\nlink 0 -1 3\n", WAY_STATUS_BAD_FORMAT, 4, 8,
     "expected a node above, found '-1'"},
    {HEAD "node 0\nlink 0 0 1 2\n", WAY_STATUS_BAD_FORMAT, 4, 12,
     "expected the end of the line, found '2'"},
};

static void graph_when_malformed(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < sizeof bad_graphs / sizeof bad_graphs[0]; i++) {
        way_space *graph = NULL;
        way_problem problem;
        test_allocator memory;
        test_allocator_init(&memory);
        assert_int_equal(way_graph_parse(bad_graphs[i].text, strlen(bad_graphs[i].text),
                                         &(way_parse_config){.allocator = &memory.allocator},
                                         &graph, &problem),
                         bad_graphs[i].status);
        assert_null(graph);
        test_allocator_check_empty(&memory);
        assert_string_equal(problem.text, bad_graphs[i].says);
        assert_int_equal(problem.line, bad_graphs[i].line);
        assert_int_equal(problem.column, bad_graphs[i].column);
    }
}

static void graph_when_memory_fails(void **state)
{
    (void)state;
    char text[4000];
    size_t size = (size_t)snprintf(text, sizeof text, HEAD);
    for (uint32_t i = 0; i < 50; i++) {
        size += (size_t)snprintf(text + size, sizeof text - size, "node %u %u 0\nlink %u 0 7\n", i,
                                 i, i);
    }
    way_status status = WAY_STATUS_NO_MEMORY;
    for (uint64_t nth = 1; status != WAY_STATUS_OK; nth++) {
        test_allocator memory;
        test_allocator_init(&memory);
        test_allocator_fail_next(&memory, nth);
        way_space *graph = NULL;
        status = way_graph_parse(text, size, &(way_parse_config){.allocator = &memory.allocator},
                                 &graph, NULL);
        assert_true(status == WAY_STATUS_OK || status == WAY_STATUS_NO_MEMORY);
        way_space_destroy(graph);
        test_allocator_check_empty(&memory);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graph_when_undirected_and_placed),
        cmocka_unit_test(graph_when_directed_without_places),
        cmocka_unit_test(graph_when_malformed),
        cmocka_unit_test(graph_when_memory_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
