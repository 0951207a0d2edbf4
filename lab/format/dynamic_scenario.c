// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Scenarios of version 2, from the Grid-Based Path Planning Competition's dynamic track: patches
// and queries in the order in which they happen.
#include "base/alloc.h"
#include "format/movingai.h"

#include <waymark/lab.h>

#include <string.h>

typedef struct dynamic_reader {
    wayi_scanner scanner;
    way_dynamic_scenario *out;
    uint32_t capacity;
    wayi_precision precision;
} dynamic_reader;

static void dynamic_read_patch(dynamic_reader *reader, way_dynamic_command *command)
{
    const wayi_range ranges[] = {{"a bucket number", 0, UINT32_MAX},
                                 {"a patch number", 0, UINT32_MAX},
                                 {"a column", 0, reader->out->width - 1},
                                 {"a row", 0, reader->out->height - 1},
                                 {0}};
    uint32_t *const fields[] = {&command->query.bucket, &command->patch, &command->x, &command->y};
    command->is_patch = true;
    wayi_movingai_read_columns(&reader->scanner, ranges, fields);
}

static void dynamic_read_query(dynamic_reader *reader, way_dynamic_command *command)
{
    way_scenario_entry *query = &command->query;
    const uint32_t width = reader->out->width;
    const uint32_t height = reader->out->height;
    const wayi_range ranges[] = {
        {"a bucket number", 0, UINT32_MAX}, {"a start column", 0, width - 1},
        {"a start row", 0, height - 1},     {"a goal column", 0, width - 1},
        {"a goal row", 0, height - 1},      {0}};
    uint32_t *const fields[] = {&query->bucket, &query->start_x, &query->start_y, &query->goal_x,
                                &query->goal_y};
    query->map_width = width;
    query->map_height = height;
    wayi_movingai_read_columns(&reader->scanner, ranges, fields);
    const wayi_span length = wayi_scanner_word(&reader->scanner);
    if (!wayi_span_equals(length, "-1")) { // no path: the same as 0
        query->length = wayi_movingai_read_length(&reader->scanner, length, &reader->precision);
    }
}

static void dynamic_read_command(dynamic_reader *reader)
{
    wayi_scanner *scanner = &reader->scanner;
    way_dynamic_scenario *out = reader->out;
    way_dynamic_command command = {.query = {.line = scanner->line}};
    const wayi_span kind = wayi_scanner_word(scanner);
    if (wayi_span_equals(kind, "P")) {
        dynamic_read_patch(reader, &command);
    } else if (wayi_span_equals(kind, "Q")) {
        dynamic_read_query(reader, &command);
    } else {
        (void)wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, kind, "'P' or 'Q'");
    }
    (void)wayi_scanner_end_line(scanner);
    if (out->count == UINT32_MAX ||
        !WAYI_GROW(&out->allocator, out->commands, reader->capacity, out->count + 1)) {
        (void)wayi_scanner_stop(scanner, WAY_STATUS_NO_MEMORY);
        return;
    }
    out->commands[out->count++] = command;
}

// Header ------------------------------------------------------------------------------------------

/// Goes to the next line, which must begin with `name`.
static void dynamic_expect(wayi_scanner *scanner, const char *name)
{
    if (!wayi_scanner_next_full_line(scanner, false)) {
        (void)wayi_scanner_missed(scanner, name);
    }
    const wayi_span found = wayi_scanner_word(scanner);
    if (!wayi_span_equals(found, name)) {
        (void)wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, found, name);
    }
}

static void dynamic_read_costs(wayi_scanner *scanner)
{
    dynamic_expect(scanner, "cost");
    const wayi_span whole = scanner->rest;
    const bool one = wayi_span_equals(wayi_scanner_word(scanner), "1");
    const bool octile = wayi_span_equals(wayi_scanner_word(scanner), "octile");
    if (!one || !octile || wayi_scanner_word(scanner).size > 0) {
        (void)wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, whole, "'1 octile'");
    }
}

static void dynamic_read_patch_name(dynamic_reader *reader)
{
    wayi_scanner *scanner = &reader->scanner;
    dynamic_expect(scanner, "patch");
    // The name is the rest of the line: it may hold blanks.
    scanner->tabs = true;
    const wayi_span name = wayi_movingai_base_name(wayi_scanner_word(scanner));
    if (name.size == 0 || name.size >= sizeof reader->out->patch_name ||
        memchr(name.text, '\0', name.size)) {
        (void)wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, name,
                                    "a file name of at most 255 letters");
        return;
    }
    memcpy(reader->out->patch_name, name.text, name.size);
    reader->out->patch_name[name.size] = '\0';
}

static void dynamic_read_header(dynamic_reader *reader)
{
    static const wayi_range version = {"version 2", 2, 2};
    static const wayi_range side = {"a side in cells", 1, WAY_MAP_SIDE_MAX};
    wayi_scanner *scanner = &reader->scanner;
    (void)wayi_movingai_read_field(scanner, "version", &version);
    reader->out->height = wayi_movingai_read_field(scanner, "height", &side);
    reader->out->width = wayi_movingai_read_field(scanner, "width", &side);
    dynamic_read_costs(scanner);
    dynamic_read_patch_name(reader);
    dynamic_expect(scanner, "commands");
}

// All ---------------------------------------------------------------------------------------------

static way_status dynamic_fit(dynamic_reader *reader)
{
    way_dynamic_scenario *out = reader->out;
    if (out->count == 0 || out->count == reader->capacity) {
        return WAY_STATUS_OK;
    }
    way_dynamic_command *commands = wayi_alloc(&out->allocator, out->count, sizeof *commands);
    if (!commands) {
        return WAY_STATUS_NO_MEMORY;
    }
    memcpy(commands, out->commands, out->count * sizeof *commands);
    wayi_free(&out->allocator, out->commands, reader->capacity, sizeof *commands);
    out->commands = commands;
    reader->capacity = out->count;
    return WAY_STATUS_OK;
}

way_status way_dynamic_scenario_parse(const char *text, size_t size, const way_parse_config *config,
                                      way_dynamic_scenario *out, way_problem *problem)
{
    dynamic_reader reader = {
        .scanner = wayi_scanner_begin(text, size, config ? config->job : NULL, problem),
        .out = out,
        .precision = wayi_precision_begin()};
    if (!out || (!text && size > 0)) {
        return wayi_scanner_fail(&reader.scanner, WAY_STATUS_INVALID_ARGUMENT, NULL,
                                 "no text or no scenario");
    }
    *out = (way_dynamic_scenario){.allocator =
                                      wayi_allocator_or_default(config ? config->allocator : NULL)};
    dynamic_read_header(&reader);
    while (wayi_scanner_next_full_line(&reader.scanner, false)) {
        dynamic_read_command(&reader);
    }
    way_status status = reader.scanner.status;
    for (uint32_t i = 0; i < out->count; i++) {
        way_scenario_entry *query = &out->commands[i].query;
        query->tolerance = wayi_precision_tolerance(&reader.precision, query->length);
    }
    if (status == WAY_STATUS_OK) {
        status = dynamic_fit(&reader);
    }
    if (status != WAY_STATUS_OK) {
        WAYI_FREE(&out->allocator, out->commands, reader.capacity);
        *out = (way_dynamic_scenario){0};
    }
    return status;
}

void way_dynamic_scenario_free(way_dynamic_scenario *scenario)
{
    if (scenario && scenario->commands) {
        WAYI_FREE(&scenario->allocator, scenario->commands, scenario->count);
    }
    if (scenario) {
        *scenario = (way_dynamic_scenario){0};
    }
}
