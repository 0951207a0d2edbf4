// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The graph text format (docs/formats.md). Nodes number themselves 0, 1, 2, ... so that a lost line
// is noticed, and a link names only nodes above it.
#include "base/alloc.h"
#include "format/scanner.h"

#include <waymark/format.h>

#define GRAPH_NODES_MAX (1u << 30)
#define GRAPH_POSITION_MAX 1e9

typedef struct graph_reader {
    wayi_scanner scanner;
    way_allocator allocator;
    way_link *links;
    double *positions;
    uint32_t link_capacity, position_capacity;
    uint32_t link_count, node_count;
    bool directed, placed;
} graph_reader;

static double graph_read_coordinate(wayi_scanner *scanner, wayi_span word)
{
    wayi_decimal number = {0};
    if (!wayi_span_read_decimal(word, &number)) {
        (void)wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, word, "a coordinate");
    } else if (number.value > GRAPH_POSITION_MAX || number.value < -GRAPH_POSITION_MAX) {
        (void)wayi_scanner_expected(scanner, WAY_STATUS_OUT_OF_RANGE, word,
                                    "a coordinate from -1000000000 to 1000000000");
    }
    return number.value;
}

static way_status graph_read_position(graph_reader *reader)
{
    wayi_scanner *scanner = &reader->scanner;
    const wayi_span x = wayi_scanner_word(scanner);
    if (reader->node_count == 0) {
        reader->placed = x.size > 0;
    }
    if ((x.size > 0) != reader->placed) {
        return wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, x,
                                     reader->placed ? "a position, as the first node has one"
                                                    : "no position, as the first node has none");
    }
    if (!reader->placed) {
        return WAY_STATUS_OK;
    }
    if (!WAYI_GROW(&reader->allocator, reader->positions, reader->position_capacity,
                   (reader->node_count + 1) * 2)) {
        return wayi_scanner_stop(scanner, WAY_STATUS_NO_MEMORY);
    }
    double *place = reader->positions + (size_t)reader->node_count * 2;
    place[0] = graph_read_coordinate(scanner, x);
    place[1] = graph_read_coordinate(scanner, wayi_scanner_word(scanner));
    return scanner->status;
}

static void graph_read_node(graph_reader *reader)
{
    static const wayi_range any = {"a node number", 0, GRAPH_NODES_MAX - 1};
    const wayi_span word = wayi_scanner_word(&reader->scanner);
    const uint32_t id = wayi_scanner_whole_of(&reader->scanner, word, &any);
    if (id != reader->node_count) {
        const wayi_sentence sentence = {"expected node ", reader->node_count,
                                        ", as nodes are numbered 0, 1, 2 and so on"};
        (void)wayi_scanner_fail_number(&reader->scanner, WAY_STATUS_BAD_FORMAT, word.text,
                                       sentence);
    }
    if (reader->scanner.status == WAY_STATUS_OK && graph_read_position(reader) == WAY_STATUS_OK) {
        reader->node_count++;
    }
}

static void graph_read_link(graph_reader *reader)
{
    wayi_scanner *scanner = &reader->scanner;
    const wayi_range cost = {"a cost", 1, GRAPH_NODES_MAX};
    const wayi_range node = {"a node above", 0, reader->node_count - 1};
    const wayi_span from = wayi_scanner_word(scanner);
    if (reader->node_count == 0) {
        (void)wayi_scanner_fail(scanner, WAY_STATUS_OUT_OF_RANGE, from.text,
                                "a link needs nodes above it, and there are none yet");
        return;
    }
    way_link link = {.from = wayi_scanner_whole_of(scanner, from, &node)};
    link.to = wayi_scanner_whole(scanner, &node);
    link.cost = wayi_scanner_whole(scanner, &cost);
    if (scanner->status != WAY_STATUS_OK) {
        return;
    }
    if (reader->link_count == UINT32_MAX ||
        !WAYI_GROW(&reader->allocator, reader->links, reader->link_capacity,
                   reader->link_count + 1)) {
        (void)wayi_scanner_stop(scanner, WAY_STATUS_NO_MEMORY);
        return;
    }
    reader->links[reader->link_count++] = link;
}

static void graph_read_header(graph_reader *reader)
{
    wayi_scanner *scanner = &reader->scanner;
    wayi_scanner_read_title(scanner, "waymark-graph", "'waymark-graph 1'");
    if (!wayi_scanner_next_full_line(scanner, true)) {
        (void)wayi_scanner_missed(scanner, "'directed' or 'undirected'");
    }
    const wayi_span kind = wayi_scanner_word(scanner);
    reader->directed = wayi_span_equals(kind, "directed");
    if (!reader->directed && !wayi_span_equals(kind, "undirected")) {
        (void)wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, kind,
                                    "'directed' or 'undirected'");
    }
    (void)wayi_scanner_end_line(scanner);
}

static void graph_read_line(graph_reader *reader)
{
    const wayi_span kind = wayi_scanner_word(&reader->scanner);
    if (wayi_span_equals(kind, "node")) {
        graph_read_node(reader);
    } else if (wayi_span_equals(kind, "link")) {
        graph_read_link(reader);
    } else {
        (void)wayi_scanner_expected(&reader->scanner, WAY_STATUS_BAD_FORMAT, kind,
                                    "'node' or 'link'");
    }
    (void)wayi_scanner_end_line(&reader->scanner);
}

static way_status graph_create(graph_reader *reader, way_space **out)
{
    if (reader->node_count == 0) {
        return wayi_scanner_missed(&reader->scanner, "at least one node");
    }
    const way_graph_config config = {.node_count = reader->node_count,
                                     .links = reader->links,
                                     .link_count = reader->link_count,
                                     .directed = reader->directed,
                                     .positions = reader->positions,
                                     .allocator = &reader->allocator};
    return way_space_create_graph(&config, out);
}

way_status way_graph_parse(const char *text, size_t size, const way_parse_config *config,
                           way_space **out, way_problem *problem)
{
    graph_reader reader = {
        .scanner = wayi_scanner_begin(text, size, config ? config->job : NULL, problem),
        .allocator = wayi_allocator_or_default(config ? config->allocator : NULL)};
    if (!out || (!text && size > 0)) {
        return wayi_scanner_fail(&reader.scanner, WAY_STATUS_INVALID_ARGUMENT, NULL,
                                 "no text or no graph");
    }
    *out = NULL;
    graph_read_header(&reader);
    while (wayi_scanner_next_full_line(&reader.scanner, true)) {
        graph_read_line(&reader);
    }
    way_status status = reader.scanner.status;
    if (status == WAY_STATUS_OK) {
        status = graph_create(&reader, out);
    }
    WAYI_FREE(&reader.allocator, reader.links, reader.link_capacity);
    WAYI_FREE(&reader.allocator, reader.positions, reader.position_capacity);
    return status;
}
