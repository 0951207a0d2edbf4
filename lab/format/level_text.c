// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Levels of the platform game (docs/formats.md): a line of four numbers, then a picture of the
// tiles. Lines may end in LF or CRLF; nothing but empty lines may follow.
#include "base/alloc.h"
#include "format/scanner.h"

#include <waymark/lab.h>

#define LEVEL_SIDE_MIN 3u

typedef struct level_reader {
    wayi_scanner scanner;
    way_level level;
    uint32_t start_line, door_line; ///< 0 = not seen yet
} level_reader;

static way_status level_fail(const level_reader *reader, const char *place, const char *sentence)
{
    return wayi_scanner_fail(&reader->scanner, WAY_STATUS_BAD_FORMAT, place, sentence);
}

static way_status level_read_header(level_reader *reader)
{
    static const wayi_range ranges[] = {{"a number of layers", 1, 1},
                                        {"a width", LEVEL_SIDE_MIN, WAY_LEVEL_SIDE_MAX},
                                        {"a height", LEVEL_SIDE_MIN, WAY_LEVEL_SIDE_MAX},
                                        {"an unused number", 0, UINT32_MAX}};
    uint32_t layers = 0;
    uint32_t unused = 0;
    uint32_t *const fields[] = {&layers, &reader->level.width, &reader->level.height, &unused};
    wayi_span line;
    if (!wayi_scanner_next_line(&reader->scanner, &line)) {
        return wayi_scanner_expected(&reader->scanner, WAY_STATUS_BAD_FORMAT, (wayi_span){0},
                                     "'1 WIDTH HEIGHT 0'");
    }
    for (uint32_t i = 0; i < 4; i++) {
        const wayi_span word = wayi_span_cut_word(&line, false);
        const way_status status =
            wayi_scanner_read_whole(&reader->scanner, word, &ranges[i], fields[i]);
        if (status != WAY_STATUS_OK) {
            return status;
        }
    }
    const wayi_span rest = wayi_span_cut_word(&line, false);
    return rest.size == 0 ? WAY_STATUS_OK
                          : wayi_scanner_expected(&reader->scanner, WAY_STATUS_BAD_FORMAT, rest,
                                                  "the end of the line");
}

/// Notes the place of the start or the door, of which there is one each.
static way_status level_note(level_reader *reader, const char *place, uint32_t x, uint32_t y)
{
    const bool start = *place == 'u';
    uint32_t *seen = start ? &reader->start_line : &reader->door_line;
    if (*seen) {
        const wayi_sentence sentence = {start ? "a second start 'u', the first is in line "
                                              : "a second door 'd', the first is in line ",
                                        *seen, ""};
        return wayi_scanner_fail_number(&reader->scanner, WAY_STATUS_BAD_FORMAT, place, sentence);
    }
    *seen = reader->scanner.line;
    *(start ? &reader->level.start_x : &reader->level.door_x) = x;
    *(start ? &reader->level.start_y : &reader->level.door_y) = y;
    return WAY_STATUS_OK;
}

static way_status level_read_tile(level_reader *reader, const char *place, uint32_t x, uint32_t y)
{
    way_level *level = &reader->level;
    const bool border = x == 0 || y == 0 || x == level->width - 1 || y == level->height - 1;
    level->solid[(size_t)y * level->width + x] = *place == '#';
    switch (*place) {
    case '#':
        return WAY_STATUS_OK;
    case ' ':
    case 'u':
    case 'd':
        if (border) {
            return level_fail(reader, place, "the border of a level is solid, expected '#'");
        }
        return *place == ' ' ? WAY_STATUS_OK : level_note(reader, place, x, y);
    case 'w':
    case 'U':
    case 'D':
        return wayi_scanner_fail(&reader->scanner, WAY_STATUS_UNSUPPORTED, place,
                                 "water is not supported");
    default:
        return wayi_scanner_expected(&reader->scanner, WAY_STATUS_BAD_FORMAT, (wayi_span){place, 1},
                                     "one of '#', ' ', 'u', 'd'");
    }
}

static way_status level_read_row(level_reader *reader, uint32_t y)
{
    const way_level *level = &reader->level;
    wayi_span line = {0};
    if (!wayi_scanner_next_line(&reader->scanner, &line)) {
        const wayi_sentence sentence = {"the level ends after ", y, " rows"};
        return wayi_scanner_fail_number(&reader->scanner, WAY_STATUS_BAD_FORMAT, NULL, sentence);
    }
    if (line.size != level->width) {
        const wayi_sentence sentence = {"expected a row of ", level->width, " tiles"};
        return wayi_scanner_fail_number(
            &reader->scanner, WAY_STATUS_BAD_FORMAT,
            line.text + (line.size < level->width ? line.size : level->width), sentence);
    }
    for (uint32_t x = 0; x < level->width; x++) {
        const way_status status = level_read_tile(reader, line.text + x, x, y);
        if (status != WAY_STATUS_OK) {
            return status;
        }
    }
    return WAY_STATUS_OK;
}

static way_status level_check_end(level_reader *reader)
{
    wayi_span line;
    if (wayi_scanner_next_full_line(&reader->scanner, &line, false)) {
        return wayi_scanner_expected(&reader->scanner, WAY_STATUS_BAD_FORMAT, line,
                                     "nothing after the last row");
    }
    if (!reader->start_line) {
        return level_fail(reader, NULL, "the level has no start 'u'");
    }
    return reader->door_line ? WAY_STATUS_OK
                             : level_fail(reader, NULL, "the level has no door 'd'");
}

way_status way_level_parse(const char *text, size_t size, const way_allocator *allocator,
                           way_level *out, way_problem *problem)
{
    level_reader reader = {.scanner = wayi_scanner_begin(text, size, problem),
                           .level = {.allocator = wayi_allocator_or_default(allocator)}};
    if (!out || (!text && size > 0)) {
        return wayi_scanner_fail(&reader.scanner, WAY_STATUS_INVALID_ARGUMENT, NULL,
                                 "no text or no level");
    }
    *out = (way_level){0};
    way_status status = level_read_header(&reader);
    way_level *level = &reader.level;
    if (status != WAY_STATUS_OK) {
        return status;
    }
    level->solid = wayi_alloc_zero(&level->allocator, (size_t)level->width * level->height, 1);
    if (!level->solid) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t y = 0; y < level->height && status == WAY_STATUS_OK; y++) {
        status = level_read_row(&reader, y);
    }
    if (status == WAY_STATUS_OK) {
        status = level_check_end(&reader);
    }
    if (status != WAY_STATUS_OK) {
        way_level_free(level);
        return status;
    }
    *out = *level;
    return WAY_STATUS_OK;
}

void way_level_free(way_level *level)
{
    if (level && level->solid) {
        wayi_free(&level->allocator, level->solid, (size_t)level->width * level->height, 1);
        *level = (way_level){0};
    }
}

/// Appends a byte where there is room and counts it in any case.
static void level_put(char *text, size_t capacity, size_t *size, char byte)
{
    if (*size < capacity) {
        text[*size] = byte;
    }
    ++*size;
}

static void level_put_number(char *text, size_t capacity, size_t *size, uint32_t number)
{
    uint32_t power = 1;
    while (number / power >= 10) {
        power *= 10;
    }
    for (; power > 0; power /= 10) {
        level_put(text, capacity, size, (char)('0' + number / power % 10));
    }
}

static char level_letter(const way_level *level, uint32_t x, uint32_t y)
{
    if (x == level->start_x && y == level->start_y) {
        return 'u';
    }
    if (x == level->door_x && y == level->door_y) {
        return 'd';
    }
    return level->solid[(size_t)y * level->width + x] ? '#' : ' ';
}

size_t way_level_format(const way_level *level, char *text, size_t capacity)
{
    const uint32_t numbers[] = {1, level->width, level->height, 0};
    size_t size = 0;
    for (uint32_t i = 0; i < 4; i++) {
        level_put_number(text, capacity, &size, numbers[i]);
        level_put(text, capacity, &size, i < 3 ? ' ' : '\n');
    }
    for (uint32_t y = 0; y < level->height; y++) {
        for (uint32_t x = 0; x < level->width; x++) {
            level_put(text, capacity, &size, level_letter(level, x, y));
        }
        level_put(text, capacity, &size, '\n');
    }
    level_put(text, capacity, &size, '\n');
    return size;
}
