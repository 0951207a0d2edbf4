// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The MovingAI .map format (N. Sturtevant, 2012): a header of `type`, `height` and `width` in any
// order, the line `map`, then `height` rows of `width` letters. Rows are exact: a short, long,
// missing or extra one is refused, because a map read one column off looks almost right.
//
// Ours are `floors N` in the header, with the rows of each floor in turn, and the line `links` with
// a link on each line behind the rows.
#include "base/alloc.h"
#include "format/movingai.h"

#include <waymark/format.h>

#include <string.h>

typedef struct movingai_header {
    uint32_t type, height, width, floors; // 0 = not seen yet
} movingai_header;

way_letters way_letters_default(void)
{
    way_letters letters;
    for (uint32_t i = 0; i < 128; i++) {
        letters.weights[i] = i >= '1' && i <= '9' ? (uint8_t)(i - '0') : WAY_LETTER_UNKNOWN;
    }
    letters.weights['.'] = letters.weights['G'] = letters.weights['S'] = 1;
    letters.weights['@'] = letters.weights['O'] = 0;
    letters.weights['T'] = letters.weights['W'] = 0;
    return letters;
}

static way_status movingai_read_field(wayi_scanner *scanner, wayi_span name,
                                      movingai_header *header)
{
    static const wayi_range side = {"a side in cells", 1, WAY_MAP_SIDE_MAX};
    static const wayi_range floors = {"a number of floors", 1, WAY_MAP_SIDE_MAX};
    uint32_t *field = wayi_span_equals(name, "type")     ? &header->type
                      : wayi_span_equals(name, "height") ? &header->height
                      : wayi_span_equals(name, "width")  ? &header->width
                      : wayi_span_equals(name, "floors") ? &header->floors
                                                         : NULL;
    if (!field) {
        return wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, name,
                                     "'type', 'height', 'width', 'floors' or 'map'");
    }
    if (*field) {
        return wayi_scanner_fail(scanner, WAY_STATUS_BAD_FORMAT, name.text,
                                 "this header field was given before");
    }
    if (field != &header->type) {
        *field = wayi_scanner_whole(scanner, field == &header->floors ? &floors : &side);
        return wayi_scanner_end_line(scanner);
    }
    *field = 1;
    const wayi_span value = wayi_scanner_word(scanner);
    return wayi_span_equals(value, "octile")
               ? wayi_scanner_end_line(scanner)
               : wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, value, "the type 'octile'");
}

static way_status movingai_check_header(wayi_scanner *scanner, const movingai_header *header,
                                        const char *place)
{
    const char *missing = !header->type     ? "the header has no line 'type octile'"
                          : !header->height ? "the header has no line 'height H'"
                          : !header->width  ? "the header has no line 'width W'"
                                            : NULL;
    if (missing) {
        return wayi_scanner_fail(scanner, WAY_STATUS_BAD_FORMAT, place, missing);
    }
    const way_floors floors = {header->floors, header->height};
    const uint64_t rows = way_floors_rows(&floors);
    if (rows == 0) {
        const wayi_sentence sentence = {"all floors have more than ", WAY_MAP_SIDE_MAX,
                                        " rows, one between two counted; lower floors or height"};
        return wayi_scanner_fail_number(scanner, WAY_STATUS_TOO_LARGE, place, sentence);
    }
    if (rows * header->width > WAY_MAP_CELLS_MAX) {
        const wayi_sentence sentence = {"the map has more than ", WAY_MAP_CELLS_MAX, " cells"};
        return wayi_scanner_fail_number(scanner, WAY_STATUS_TOO_LARGE, place, sentence);
    }
    return WAY_STATUS_OK;
}

static way_status movingai_read_header(wayi_scanner *scanner, movingai_header *header)
{
    while (wayi_scanner_next_full_line(scanner, false)) {
        const wayi_span name = wayi_scanner_word(scanner);
        if (wayi_span_equals(name, "map")) {
            (void)wayi_scanner_end_line(scanner);
            header->floors = header->floors ? header->floors : 1;
            return movingai_check_header(scanner, header, name.text);
        }
        (void)movingai_read_field(scanner, name, header);
    }
    return wayi_scanner_missed(scanner,
                               "a map with the lines 'type octile', 'height H', 'width W', 'map'");
}

/// Reads the next row of a floor; `weights` [opt] [width] gets what it weighs.
static void movingai_read_next_row(wayi_scanner *scanner, const movingai_header *header,
                                   uint32_t row, const way_letters *letters, uint8_t *weights)
{
    const bool between = row > 0 && row % header->height == 0; // blank lines may part floors
    if (!(between ? wayi_scanner_next_full_line(scanner, false)
                  : wayi_scanner_next_line(scanner))) {
        const wayi_sentence sentence = {"the text ends after ", row,
                                        header->floors > 1
                                            ? " rows, fewer than the header says of all floors"
                                            : " rows, fewer than the height in the header"};
        (void)wayi_scanner_fail_number(scanner, WAY_STATUS_BAD_FORMAT, NULL, sentence);
        return;
    }
    wayi_movingai_read_row(scanner, header->width, letters, weights);
}

// `weights` may be NULL: then the rows are only checked. Blocked rows lie between floors.
static way_status movingai_read_rows(wayi_scanner *scanner, const movingai_header *header,
                                     const way_letters *letters, uint8_t *weights)
{
    const uint32_t rows = header->floors * header->height;
    for (uint32_t row = 0; row < rows && scanner->status == WAY_STATUS_OK; row++) {
        const size_t place = (size_t)(row + row / header->height) * header->width;
        if (weights && row > 0 && row % header->height == 0) {
            memset(weights + place - header->width, 0, header->width);
        }
        movingai_read_next_row(scanner, header, row, letters, weights ? weights + place : NULL);
    }
    return scanner->status;
}

/// Reads what may come behind the rows.
static way_status movingai_read_links(wayi_scanner *scanner, const movingai_header *header,
                                      way_map *map)
{
    if (!wayi_scanner_next_full_line(scanner, false)) {
        return scanner->status;
    }
    const wayi_span line = scanner->rest;
    const wayi_span word = wayi_scanner_word(scanner);
    if (!wayi_span_equals(word, "links") || wayi_scanner_word(scanner).size > 0) {
        return wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, line,
                                     "'links' or nothing after the last row");
    }
    const wayi_links_reader reader = {map, header->floors, 0};
    return wayi_links_read(scanner, &reader);
}

static way_status movingai_create(wayi_scanner *scanner, const movingai_header *header,
                                  const way_map_config *config, const way_letters *letters,
                                  way_map **out)
{
    const way_floors floors = {header->floors, header->height};
    const size_t letters_min = (size_t)header->width * header->height * header->floors;
    const size_t cells = (size_t)header->width * way_floors_rows(&floors);
    if (scanner->size - scanner->position < letters_min) {
        // Too short to hold the rows: find the place without trusting the header with memory.
        return movingai_read_rows(scanner, header, letters, NULL);
    }
    const way_allocator allocator = wayi_allocator_or_default(config ? config->allocator : NULL);
    uint8_t *weights = wayi_alloc(&allocator, cells, 1);
    if (!weights) {
        return WAY_STATUS_NO_MEMORY;
    }
    way_status status = movingai_read_rows(scanner, header, letters, weights);
    if (status == WAY_STATUS_OK) {
        way_map_config filled = config ? *config : way_map_config_default(1, 1);
        filled.width = header->width;
        filled.height = way_floors_rows(&floors);
        filled.weights = weights;
        filled.floors = floors;
        status = way_map_create(&filled, out);
    }
    wayi_free(&allocator, weights, cells, 1);
    status = status ? status : movingai_read_links(scanner, header, *out);
    if (status != WAY_STATUS_OK) {
        way_map_destroy(*out);
        *out = NULL;
    }
    return status;
}

// NOLINTNEXTLINE(readability-function-size): what a map takes, and where its floors are told
way_status way_floors_parse(const char *text, size_t size, const way_map_config *config,
                            const way_letters *letters, way_map **out, way_floors *floors,
                            way_problem *problem)
{
    wayi_scanner scanner = wayi_scanner_begin(text, size, config ? config->job : NULL, problem);
    if (!out || (!text && size > 0)) {
        return wayi_scanner_fail(&scanner, WAY_STATUS_INVALID_ARGUMENT, NULL, "no text or no map");
    }
    *out = NULL;
    const way_letters preset = way_letters_default();
    movingai_header header = {0};
    const way_status status = movingai_read_header(&scanner, &header);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    if (floors) {
        *floors = (way_floors){header.floors, header.height};
    }
    return movingai_create(&scanner, &header, config, letters ? letters : &preset, out);
}

way_status way_map_parse(const char *text, size_t size, const way_map_config *config,
                         const way_letters *letters, way_map **out, way_problem *problem)
{
    return way_floors_parse(text, size, config, letters, out, NULL, problem);
}
