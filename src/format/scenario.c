// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The MovingAI .scen format (N. Sturtevant, 2012), version 1: nine columns a problem.
//
// Published lengths are rounded in print, and no two sets alike: some keep a fixed number of
// decimals, others a number of significant digits with zeros at the end dropped. A file is of the
// first kind if all its lengths have equally many decimals (at least one); then a length may be off
// by half a unit of the last. Otherwise the most significant digits seen in the file, at least 6,
// give a relative error.
#include "base/alloc.h"
#include "base/check.h"
#include "format/scanner.h"

#include <waymark/format.h>

#include <string.h>

#define SCENARIO_LENGTH_MAX 2e9 // longer than any path on the largest map
#define SCENARIO_SLACK 1.02     // rounding of the printer itself
#define SCENARIO_ROUNDING 2e-8  // relative, of publishers who add up rounded diagonals

typedef struct scenario_reader {
    wayi_scanner scanner;
    way_scenario *out;
    uint32_t capacity;
    uint32_t decimals_min, decimals_max, significant_max;
} scenario_reader;

static wayi_span scenario_base_name(wayi_span path)
{
    for (size_t i = path.size; i > 0; i--) {
        if (path.text[i - 1] == '/' || path.text[i - 1] == '\\') {
            return (wayi_span){path.text + i, path.size - i};
        }
    }
    return path;
}

static way_status scenario_read_name(scenario_reader *reader, wayi_span word)
{
    const wayi_span name = scenario_base_name(word);
    char *kept = reader->out->map_name;
    if (name.size == 0) {
        return wayi_scanner_expected(&reader->scanner, WAY_STATUS_BAD_FORMAT, word, "a map name");
    }
    if (name.size >= sizeof reader->out->map_name || memchr(name.text, '\0', name.size)) {
        return wayi_scanner_fail(&reader->scanner, WAY_STATUS_BAD_FORMAT, name.text,
                                 "the map name is longer than 255 letters or holds a zero byte");
    }
    if (reader->out->count == 0) {
        memcpy(kept, name.text, name.size);
        kept[name.size] = '\0';
    } else if (!wayi_span_equals(name, kept)) {
        return wayi_scanner_expected(&reader->scanner, WAY_STATUS_BAD_FORMAT, word,
                                     "the map of the first problem");
    }
    return WAY_STATUS_OK;
}

static way_status scenario_read_length(scenario_reader *reader, wayi_span word,
                                       way_scenario_entry *entry)
{
    wayi_decimal number;
    if (!wayi_span_read_decimal(word, &number)) {
        return wayi_scanner_expected(&reader->scanner, WAY_STATUS_BAD_FORMAT, word, "a length");
    }
    if (!(number.value >= 0) || number.value > SCENARIO_LENGTH_MAX) {
        return wayi_scanner_expected(&reader->scanner, WAY_STATUS_OUT_OF_RANGE, word,
                                     "a length from 0 to 2000000000");
    }
    entry->length = number.value;
    if (number.decimals < reader->decimals_min) {
        reader->decimals_min = number.decimals;
    }
    if (number.decimals > reader->decimals_max) {
        reader->decimals_max = number.decimals;
    }
    if (number.significant > reader->significant_max) {
        reader->significant_max = number.significant;
    }
    return WAY_STATUS_OK;
}

// Reads `count` whole numbers of consecutive columns.
static way_status scenario_read_columns(scenario_reader *reader, wayi_span *line, bool tabs,
                                        const wayi_range *ranges, uint32_t *const out[])
{
    for (uint32_t i = 0; ranges[i].name; i++) {
        const way_status status = wayi_scanner_read_whole(
            &reader->scanner, wayi_span_cut_word(line, tabs), &ranges[i], out[i]);
        if (status != WAY_STATUS_OK) {
            return status;
        }
    }
    return WAY_STATUS_OK;
}

static way_status scenario_read_places(scenario_reader *reader, wayi_span *line, bool tabs,
                                       way_scenario_entry *entry)
{
    static const wayi_range sides[] = {
        {"a map width", 1, WAY_MAP_SIDE_MAX}, {"a map height", 1, WAY_MAP_SIDE_MAX}, {0}};
    way_status status = scenario_read_columns(
        reader, line, tabs, sides, (uint32_t *[]){&entry->map_width, &entry->map_height});
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const wayi_range ranges[] = {{"a start column", 0, entry->map_width - 1},
                                 {"a start row", 0, entry->map_height - 1},
                                 {"a goal column", 0, entry->map_width - 1},
                                 {"a goal row", 0, entry->map_height - 1},
                                 {0}};
    uint32_t *const fields[] = {&entry->start_x, &entry->start_y, &entry->goal_x, &entry->goal_y};
    return scenario_read_columns(reader, line, tabs, ranges, fields);
}

static way_status scenario_read_entry(scenario_reader *reader, wayi_span line)
{
    static const wayi_range buckets[] = {{"a bucket number", 0, UINT32_MAX}, {0}};
    // Names may hold blanks where tabs separate the columns.
    const bool tabs = memchr(line.text, '\t', line.size) != NULL;
    way_scenario_entry entry = {.line = reader->scanner.line};
    way_status status =
        scenario_read_columns(reader, &line, tabs, buckets, (uint32_t *[]){&entry.bucket});
    if (status == WAY_STATUS_OK) {
        status = scenario_read_name(reader, wayi_span_cut_word(&line, tabs));
    }
    if (status == WAY_STATUS_OK) {
        status = scenario_read_places(reader, &line, tabs, &entry);
    }
    if (status == WAY_STATUS_OK) {
        status = scenario_read_length(reader, wayi_span_cut_word(&line, tabs), &entry);
    }
    const wayi_span rest = wayi_span_cut_word(&line, tabs);
    if (status == WAY_STATUS_OK && rest.size > 0) {
        status = wayi_scanner_expected(&reader->scanner, WAY_STATUS_BAD_FORMAT, rest,
                                       "the end of the line after nine columns");
    }
    if (status != WAY_STATUS_OK) {
        return status;
    }
    way_scenario *out = reader->out;
    if (out->count == UINT32_MAX) {
        return wayi_scanner_fail(&reader->scanner, WAY_STATUS_TOO_LARGE, NULL, "too many problems");
    }
    void *entries = out->entries;
    if (!wayi_grow(&out->allocator, &entries, &reader->capacity, out->count + 1, sizeof entry)) {
        return WAY_STATUS_NO_MEMORY;
    }
    out->entries = entries;
    out->entries[out->count++] = entry;
    return WAY_STATUS_OK;
}

static way_status scenario_read_version(wayi_scanner *scanner)
{
    wayi_span line;
    if (!wayi_scanner_next_full_line(scanner, &line, false)) {
        return wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, (wayi_span){0}, "'version 1'");
    }
    const wayi_span whole = line;
    const wayi_span name = wayi_span_cut_word(&line, false);
    const wayi_span version = wayi_span_cut_word(&line, false);
    const wayi_span rest = wayi_span_cut_word(&line, false);
    const bool known = wayi_span_equals(version, "1") || wayi_span_equals(version, "1.0");
    if (!wayi_span_equals(name, "version") || !known || rest.size > 0) {
        return wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, whole, "'version 1'");
    }
    return WAY_STATUS_OK;
}

static double scenario_power(uint32_t exponent)
{
    double power = 1;
    for (; exponent > 0; exponent--) {
        power *= 10;
    }
    return power;
}

static void scenario_set_tolerances(scenario_reader *reader)
{
    const bool fixed = reader->decimals_min == reader->decimals_max && reader->decimals_min > 0;
    const uint32_t digits = reader->significant_max < 6    ? 6
                            : reader->significant_max > 12 ? 12
                                                           : reader->significant_max;
    const double unit = fixed ? 1 / scenario_power(reader->decimals_min) : 0;
    const double relative = fixed ? 0 : 1 / scenario_power(digits - 1);
    for (uint32_t i = 0; i < reader->out->count; i++) {
        way_scenario_entry *entry = &reader->out->entries[i];
        entry->tolerance = unit / 2 * SCENARIO_SLACK + entry->length * relative +
                           entry->length * SCENARIO_ROUNDING;
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

way_status way_scenario_parse(const char *text, size_t size, const way_allocator *allocator,
                              way_scenario *out, way_problem *problem)
{
    scenario_reader reader = {
        .scanner = wayi_scanner_begin(text, size, problem), .out = out, .decimals_min = UINT32_MAX};
    if (!out || (!text && size > 0)) {
        return wayi_scanner_fail(&reader.scanner, WAY_STATUS_INVALID_ARGUMENT, NULL,
                                 "no text or no scenario");
    }
    *out = (way_scenario){.allocator = wayi_allocator_or_default(allocator)};
    way_status status = scenario_read_version(&reader.scanner);
    wayi_span line;
    while (status == WAY_STATUS_OK && wayi_scanner_next_full_line(&reader.scanner, &line, false)) {
        status = scenario_read_entry(&reader, line);
    }
    if (status == WAY_STATUS_OK) {
        scenario_set_tolerances(&reader);
        status = scenario_fit(&reader);
    }
    if (status != WAY_STATUS_OK) {
        wayi_free(&out->allocator, out->entries, reader.capacity, sizeof *out->entries);
        *out = (way_scenario){0};
    }
    return status;
}

void way_scenario_free(way_scenario *scenario)
{
    if (scenario && scenario->entries) {
        wayi_free(&scenario->allocator, scenario->entries, scenario->count,
                  sizeof *scenario->entries);
    }
    if (scenario) {
        *scenario = (way_scenario){0};
    }
}
