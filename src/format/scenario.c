// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The MovingAI .scen format (N. Sturtevant, 2012), version 1: nine columns a problem.
#include "base/alloc.h"
#include "format/movingai.h"

#include <string.h>

typedef struct scenario_reader {
    wayi_scanner scanner;
    way_scenario *out;
    uint32_t capacity;
    wayi_precision precision;
} scenario_reader;

static void scenario_read_name(scenario_reader *reader, wayi_span word)
{
    const wayi_span name = wayi_movingai_base_name(word);
    char *kept = reader->out->map_name;
    if (name.size == 0) {
        (void)wayi_scanner_expected(&reader->scanner, WAY_STATUS_BAD_FORMAT, word, "a map name");
    } else if (name.size >= sizeof reader->out->map_name || memchr(name.text, '\0', name.size)) {
        (void)wayi_scanner_fail(&reader->scanner, WAY_STATUS_BAD_FORMAT, name.text,
                                "the map name is longer than 255 letters or holds a zero byte");
    } else if (reader->out->count == 0) {
        memcpy(kept, name.text, name.size);
        kept[name.size] = '\0';
    } else if (!wayi_span_equals(name, kept)) {
        (void)wayi_scanner_expected(&reader->scanner, WAY_STATUS_BAD_FORMAT, word,
                                    "the map of the first problem");
    }
}

static void scenario_read_places(wayi_scanner *scanner, way_scenario_entry *entry)
{
    static const wayi_range sides[] = {
        {"a map width", 1, WAY_MAP_SIDE_MAX}, {"a map height", 1, WAY_MAP_SIDE_MAX}, {0}};
    wayi_movingai_read_columns(scanner, sides,
                               (uint32_t *[]){&entry->map_width, &entry->map_height});
    const wayi_range ranges[] = {{"a start column", 0, entry->map_width - 1},
                                 {"a start row", 0, entry->map_height - 1},
                                 {"a goal column", 0, entry->map_width - 1},
                                 {"a goal row", 0, entry->map_height - 1},
                                 {0}};
    uint32_t *const fields[] = {&entry->start_x, &entry->start_y, &entry->goal_x, &entry->goal_y};
    wayi_movingai_read_columns(scanner, ranges, fields);
}

static void scenario_read_entry(scenario_reader *reader)
{
    static const wayi_range bucket = {"a bucket number", 0, UINT32_MAX};
    wayi_scanner *scanner = &reader->scanner;
    // Names may hold blanks where tabs separate the columns.
    scanner->tabs = memchr(scanner->rest.text, '\t', scanner->rest.size) != NULL;
    way_scenario_entry entry = {.line = scanner->line,
                                .bucket = wayi_scanner_whole(scanner, &bucket)};
    scenario_read_name(reader, wayi_scanner_word(scanner));
    scenario_read_places(scanner, &entry);
    entry.length =
        wayi_movingai_read_length(scanner, wayi_scanner_word(scanner), &reader->precision);
    const wayi_span rest = wayi_scanner_word(scanner);
    if (rest.size > 0) {
        (void)wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, rest,
                                    "the end of the line after nine columns");
    }
    way_scenario *out = reader->out;
    if (out->count == UINT32_MAX) {
        (void)wayi_scanner_fail(scanner, WAY_STATUS_TOO_LARGE, NULL, "too many problems");
    } else if (!WAYI_GROW(&out->allocator, out->entries, reader->capacity, out->count + 1)) {
        (void)wayi_scanner_stop(scanner, WAY_STATUS_NO_MEMORY);
    } else {
        out->entries[out->count++] = entry;
    }
}

static void scenario_read_version(wayi_scanner *scanner)
{
    if (!wayi_scanner_next_full_line(scanner, false)) {
        (void)wayi_scanner_missed(scanner, "'version 1'");
    }
    const wayi_span whole = scanner->rest;
    const wayi_span name = wayi_scanner_word(scanner);
    const wayi_span version = wayi_scanner_word(scanner);
    const bool known = wayi_span_equals(version, "1") || wayi_span_equals(version, "1.0");
    if (!wayi_span_equals(name, "version") || !known || wayi_scanner_word(scanner).size > 0) {
        (void)wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, whole, "'version 1'");
    }
}

// Gives the array its exact size, which way_scenario_free must know.
static way_status scenario_fit(scenario_reader *reader)
{
    way_scenario *out = reader->out;
    if (reader->capacity == out->count) {
        return WAY_STATUS_OK;
    }
    way_scenario_entry *entries = wayi_alloc(&out->allocator, out->count, sizeof *entries);
    if (!entries && out->count > 0) {
        return WAY_STATUS_NO_MEMORY;
    }
    if (entries) {
        memcpy(entries, out->entries, out->count * sizeof *entries);
    }
    wayi_free(&out->allocator, out->entries, reader->capacity, sizeof *entries);
    out->entries = entries;
    reader->capacity = out->count;
    return WAY_STATUS_OK;
}

way_status way_scenario_parse(const char *text, size_t size, const way_parse_config *config,
                              way_scenario *out, way_problem *problem)
{
    scenario_reader reader = {
        .scanner = wayi_scanner_begin(text, size, config ? config->job : NULL, problem),
        .out = out,
        .precision = wayi_precision_begin()};
    if (!out || (!text && size > 0)) {
        return wayi_scanner_fail(&reader.scanner, WAY_STATUS_INVALID_ARGUMENT, NULL,
                                 "no text or no scenario");
    }
    *out =
        (way_scenario){.allocator = wayi_allocator_or_default(config ? config->allocator : NULL)};
    scenario_read_version(&reader.scanner);
    while (wayi_scanner_next_full_line(&reader.scanner, false)) {
        scenario_read_entry(&reader);
    }
    way_status status = reader.scanner.status;
    if (status == WAY_STATUS_OK) {
        for (uint32_t i = 0; i < out->count; i++) {
            way_scenario_entry *entry = &out->entries[i];
            entry->tolerance = wayi_precision_tolerance(&reader.precision, entry->length);
        }
        status = scenario_fit(&reader);
    }
    if (status != WAY_STATUS_OK) {
        WAYI_FREE(&out->allocator, out->entries, reader.capacity);
        *out = (way_scenario){0};
    }
    return status;
}

void way_scenario_free(way_scenario *scenario)
{
    if (scenario && scenario->entries) {
        WAYI_FREE(&scenario->allocator, scenario->entries, scenario->count);
    }
    if (scenario) {
        *scenario = (way_scenario){0};
    }
}
