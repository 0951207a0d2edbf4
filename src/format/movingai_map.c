// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The MovingAI .map format (N. Sturtevant, 2012): a header of `type`, `height` and `width` in any
// order, the line `map`, then `height` rows of `width` letters. Rows are exact: a short, long,
// missing or extra one is refused, because a map read one column off looks almost right.
#include "base/alloc.h"
#include "format/movingai.h"

typedef struct movingai_header {
    uint32_t type, height, width; // 0 = not seen yet
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

static way_status movingai_read_field(const wayi_scanner *scanner, wayi_span name, wayi_span value,
                                      movingai_header *header)
{
    static const wayi_range side = {"a side in cells", 1, WAY_MAP_SIDE_MAX};
    uint32_t *field = wayi_span_equals(name, "type")     ? &header->type
                      : wayi_span_equals(name, "height") ? &header->height
                      : wayi_span_equals(name, "width")  ? &header->width
                                                         : NULL;
    if (!field) {
        return wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, name,
                                     "'type', 'height', 'width' or 'map'");
    }
    if (*field) {
        return wayi_scanner_fail(scanner, WAY_STATUS_BAD_FORMAT, name.text,
                                 "this header field was given before");
    }
    if (field != &header->type) {
        return wayi_scanner_read_whole(scanner, value, &side, field);
    }
    if (!wayi_span_equals(value, "octile")) {
        return wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, value, "the type 'octile'");
    }
    *field = 1;
    return WAY_STATUS_OK;
}

static way_status movingai_check_header(const wayi_scanner *scanner, const movingai_header *header,
                                        const char *place)
{
    const char *missing = !header->type     ? "the header has no line 'type octile'"
                          : !header->height ? "the header has no line 'height H'"
                          : !header->width  ? "the header has no line 'width W'"
                                            : NULL;
    if (missing) {
        return wayi_scanner_fail(scanner, WAY_STATUS_BAD_FORMAT, place, missing);
    }
    if ((uint64_t)header->width * header->height > WAY_MAP_CELLS_MAX) {
        const wayi_sentence sentence = {"the map has more than ", WAY_MAP_CELLS_MAX, " cells"};
        return wayi_scanner_fail_number(scanner, WAY_STATUS_TOO_LARGE, place, sentence);
    }
    return WAY_STATUS_OK;
}

static way_status movingai_read_header(wayi_scanner *scanner, movingai_header *header)
{
    wayi_span line;
    while (wayi_scanner_next_full_line(scanner, &line, false)) {
        const wayi_span name = wayi_span_cut_word(&line, false);
        const bool rows_follow = wayi_span_equals(name, "map");
        wayi_span value = {0};
        if (!rows_follow) {
            value = wayi_span_cut_word(&line, false);
        }
        const wayi_span rest = wayi_span_cut_word(&line, false);
        way_status status = WAY_STATUS_OK;
        if (!rows_follow) {
            status = movingai_read_field(scanner, name, value, header);
        }
        if (status == WAY_STATUS_OK && rest.size > 0) {
            status =
                wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, rest, "the end of the line");
        }
        if (status != WAY_STATUS_OK) {
            return status;
        }
        if (rows_follow) {
            return movingai_check_header(scanner, header, name.text);
        }
    }
    return wayi_scanner_expected(
        scanner, WAY_STATUS_BAD_FORMAT, (wayi_span){0},
        "a map with the lines 'type octile', 'height H', 'width W', 'map'");
}

// `weights` may be NULL: then the rows are only checked.
static way_status movingai_read_rows(wayi_scanner *scanner, const movingai_header *header,
                                     const way_letters *letters, uint8_t *weights)
{
    wayi_span line;
    for (uint32_t y = 0; y < header->height; y++) {
        if (!wayi_scanner_next_line(scanner, &line)) {
            const wayi_sentence sentence = {"the text ends after ", y,
                                            " rows, fewer than the height in the header"};
            return wayi_scanner_fail_number(scanner, WAY_STATUS_BAD_FORMAT, NULL, sentence);
        }
        uint8_t *row = weights ? weights + (size_t)y * header->width : NULL;
        const way_status status =
            wayi_movingai_read_row(scanner, line, header->width, letters, row);
        if (status != WAY_STATUS_OK) {
            return status;
        }
    }
    if (wayi_scanner_next_full_line(scanner, &line, false)) {
        return wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, line,
                                     "nothing after the last row");
    }
    return WAY_STATUS_OK;
}

static way_status movingai_create(wayi_scanner *scanner, const movingai_header *header,
                                  const way_map_config *config, const way_letters *letters,
                                  way_map **out)
{
    const size_t cells = (size_t)header->width * header->height;
    if (scanner->size - scanner->position < cells) {
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
        filled.height = header->height;
        filled.weights = weights;
        status = way_map_create(&filled, out);
    }
    wayi_free(&allocator, weights, cells, 1);
    return status;
}

way_status way_map_parse(const char *text, size_t size, const way_map_config *config,
                         const way_letters *letters, way_map **out, way_problem *problem)
{
    wayi_scanner scanner = wayi_scanner_begin(text, size, problem);
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
    return movingai_create(&scanner, &header, config, letters ? letters : &preset, out);
}

// Writing -----------------------------------------------------------------------------------------

typedef struct movingai_writer {
    char *text;
    size_t capacity, size;
} movingai_writer;

static void movingai_put(movingai_writer *writer, char byte)
{
    if (writer->size < writer->capacity) {
        writer->text[writer->size] = byte;
    }
    writer->size++;
}

static void movingai_put_words(movingai_writer *writer, const char *words)
{
    for (; *words; words++) {
        movingai_put(writer, *words);
    }
}

static void movingai_put_side(movingai_writer *writer, const char *name, uint32_t side)
{
    movingai_put_words(writer, name);
    for (uint32_t power = 10000; power > 0; power /= 10) {
        if (side >= power) {
            movingai_put(writer, (char)('0' + side / power % 10));
        }
    }
}

static char movingai_letter(uint8_t weight)
{
    return weight == 0 ? '@' : weight == 1 ? '.' : weight < 9 ? (char)('0' + weight) : '9';
}

size_t way_map_format(const way_map *map, char *text, size_t capacity)
{
    const uint32_t width = way_map_width(map);
    const uint32_t height = way_map_height(map);
    movingai_writer writer = {.text = text, .capacity = text ? capacity : 0};
    movingai_put_side(&writer, "type octile\nheight ", height);
    movingai_put_side(&writer, "\nwidth ", width);
    movingai_put_words(&writer, "\nmap\n");
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            movingai_put(&writer, movingai_letter(way_map_weight(map, y * width + x)));
        }
        movingai_put(&writer, '\n');
    }
    return writer.size;
}
