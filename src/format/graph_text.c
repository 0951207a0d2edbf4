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

static way_status graph_expected(const graph_reader *reader, wayi_span found, const char *expected)
{
    return wayi_scanner_expected(&reader->scanner, WAY_STATUS_BAD_FORMAT, found, expected);
}

static way_status graph_read_coordinate(graph_reader *reader, wayi_span word, double *out)
{
    wayi_decimal number;
    if (!wayi_span_read_decimal(word, &number)) {
        return graph_expected(reader, word, "a coordinate");
    }
    if (number.value > GRAPH_POSITION_MAX || number.value < -GRAPH_POSITION_MAX) {
        return wayi_scanner_expected(&reader->scanner, WAY_STATUS_OUT_OF_RANGE, word,
                                     "a coordinate from -1000000000 to 1000000000");
    }
    *out = number.value;
    return WAY_STATUS_OK;
}

static way_status graph_read_position(graph_reader *reader, wayi_span *line)
{
    const wayi_span x = wayi_span_cut_word(line, false);
    if (reader->node_count == 0) {
        reader->placed = x.size > 0;
    }
    if ((x.size > 0) != reader->placed) {
        return graph_expected(reader, x,
                              reader->placed ? "a position, as the first node has one"
                                             : "no position, as the first node has none");
    }
    if (!reader->placed) {
        return WAY_STATUS_OK;
    }
    if (!WAYI_GROW(&reader->allocator, reader->positions, reader->position_capacity,
                   (reader->node_count + 1) * 2)) {
        return WAY_STATUS_NO_MEMORY;
    }
    double *place = reader->positions + (size_t)reader->node_count * 2;
    const way_status status = graph_read_coordinate(reader, x, &place[0]);
    return status != WAY_STATUS_OK
               ? status
               : graph_read_coordinate(reader, wayi_span_cut_word(line, false), &place[1]);
}

static way_status graph_read_node(graph_reader *reader, wayi_span *line)
{
    const wayi_range any = {"a node number", 0, GRAPH_NODES_MAX - 1};
    const wayi_span word = wayi_span_cut_word(line, false);
    uint32_t id = 0;
    way_status status = wayi_scanner_read_whole(&reader->scanner, word, &any, &id);
    if (status == WAY_STATUS_OK && id != reader->node_count) {
        const wayi_sentence sentence = {"expected node ", reader->node_count,
                                        ", as nodes are numbered 0, 1, 2 and so on"};
        status =
            wayi_scanner_fail_number(&reader->scanner, WAY_STATUS_BAD_FORMAT, word.text, sentence);
    }
    if (status == WAY_STATUS_OK) {
        status = graph_read_position(reader, line);
    }
    reader->node_count += status == WAY_STATUS_OK;
    return status;
}

static way_status graph_read_link(graph_reader *reader, wayi_span *line)
{
    const wayi_span from = wayi_span_cut_word(line, false);
    const wayi_range cost = {"a cost", 1, GRAPH_NODES_MAX};
    const wayi_range node = {"a node above", 0, reader->node_count - 1};
    if (reader->node_count == 0) {
        return wayi_scanner_fail(&reader->scanner, WAY_STATUS_OUT_OF_RANGE, from.text,
                                 "a link needs nodes above it, and there are none yet");
    }
    way_link link = {0};
    way_status status = wayi_scanner_read_whole(&reader->scanner, from, &node, &link.from);
    if (status == WAY_STATUS_OK) {
        status = wayi_scanner_read_whole(&reader->scanner, wayi_span_cut_word(line, false), &node,
                                         &link.to);
    }
    if (status == WAY_STATUS_OK) {
        status = wayi_scanner_read_whole(&reader->scanner, wayi_span_cut_word(line, false), &cost,
                                         &link.cost);
    }
    if (status != WAY_STATUS_OK) {
        return status;
    }
    if (reader->link_count == UINT32_MAX ||
        !WAYI_GROW(&reader->allocator, reader->links, reader->link_capacity,
                   reader->link_count + 1)) {
        return WAY_STATUS_NO_MEMORY;
    }
    reader->links[reader->link_count++] = link;
    return WAY_STATUS_OK;
}

static way_status graph_check_rest(graph_reader *reader, wayi_span line)
{
    const wayi_span rest = wayi_span_cut_word(&line, false);
    if (rest.size > 0 && rest.text[0] != '#') {
        return graph_expected(reader, rest, "the end of the line");
    }
    return WAY_STATUS_OK;
}

static way_status graph_read_header(graph_reader *reader)
{
    wayi_span line = {0};
    if (!wayi_scanner_next_full_line(&reader->scanner, &line, true)) {
        return graph_expected(reader, (wayi_span){0}, "'waymark-graph 1'");
    }
    wayi_span rest = line;
    const wayi_span name = wayi_span_cut_word(&rest, false);
    const wayi_span version = wayi_span_cut_word(&rest, false);
    if (!wayi_span_equals(name, "waymark-graph") || !wayi_span_equals(version, "1")) {
        return graph_expected(reader, line, "'waymark-graph 1'");
    }
    way_status status = graph_check_rest(reader, rest);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    if (!wayi_scanner_next_full_line(&reader->scanner, &line, true)) {
        return graph_expected(reader, (wayi_span){0}, "'directed' or 'undirected'");
    }
    const wayi_span kind = wayi_span_cut_word(&line, false);
    reader->directed = wayi_span_equals(kind, "directed");
    if (!reader->directed && !wayi_span_equals(kind, "undirected")) {
        return graph_expected(reader, kind, "'directed' or 'undirected'");
    }
    return graph_check_rest(reader, line);
}

static way_status graph_read_line(graph_reader *reader, wayi_span line)
{
    const wayi_span kind = wayi_span_cut_word(&line, false);
    way_status status = WAY_STATUS_OK;
    if (wayi_span_equals(kind, "node")) {
        status = graph_read_node(reader, &line);
    } else if (wayi_span_equals(kind, "link")) {
        status = graph_read_link(reader, &line);
    } else {
        return graph_expected(reader, kind, "'node' or 'link'");
    }
    return status == WAY_STATUS_OK ? graph_check_rest(reader, line) : status;
}

static way_status graph_create(graph_reader *reader, way_space **out)
{
    if (reader->node_count == 0) {
        return graph_expected(reader, (wayi_span){0}, "at least one node");
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
        .scanner = wayi_scanner_begin_job(text, size, config ? config->job : NULL, problem),
        .allocator = wayi_allocator_or_default(config ? config->allocator : NULL)};
    if (!out || (!text && size > 0)) {
        return wayi_scanner_fail(&reader.scanner, WAY_STATUS_INVALID_ARGUMENT, NULL,
                                 "no text or no graph");
    }
    *out = NULL;
    way_status status = graph_read_header(&reader);
    wayi_span line;
    while (status == WAY_STATUS_OK && wayi_scanner_next_full_line(&reader.scanner, &line, true)) {
        status = graph_read_line(&reader, line);
    }
    status = wayi_scanner_end(&reader.scanner, status);
    if (status == WAY_STATUS_OK) {
        status = graph_create(&reader, out);
    }
    WAYI_FREE(&reader.allocator, reader.links, reader.link_capacity);
    WAYI_FREE(&reader.allocator, reader.positions, reader.position_capacity);
    return status;
}
