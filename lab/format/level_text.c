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

static way_status level_fail(level_reader *reader, const char *place, const char *sentence)
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
    if (!wayi_scanner_next_line(&reader->scanner)) {
        (void)wayi_scanner_missed(&reader->scanner, "'1 WIDTH HEIGHT 0'");
    }
    for (uint32_t i = 0; i < 4; i++) {
        *fields[i] = wayi_scanner_whole(&reader->scanner, &ranges[i]);
    }
    return wayi_scanner_end_line(&reader->scanner);
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
    if (!wayi_scanner_next_line(&reader->scanner)) {
        const wayi_sentence sentence = {"the level ends after ", y, " rows"};
        return wayi_scanner_fail_number(&reader->scanner, WAY_STATUS_BAD_FORMAT, NULL, sentence);
    }
    const wayi_span line = reader->scanner.rest;
    if (line.size != level->width) {
        const wayi_sentence sentence = {"expected a row of ", level->width, " tiles"};
        return wayi_scanner_fail_number(
            &reader->scanner, WAY_STATUS_BAD_FORMAT,
            line.text + (line.size < level->width ? line.size : level->width), sentence);
    }
    for (uint32_t x = 0; x < level->width && reader->scanner.status == WAY_STATUS_OK; x++) {
        (void)level_read_tile(reader, line.text + x, x, y);
    }
    return reader->scanner.status;
}

static way_status level_check_end(level_reader *reader)
{
    if (wayi_scanner_next_full_line(&reader->scanner, false)) {
        return wayi_scanner_expected(&reader->scanner, WAY_STATUS_BAD_FORMAT, reader->scanner.rest,
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
    level_reader reader = {.scanner = wayi_scanner_begin(text, size, NULL, problem),
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
    wayi_writer writer = {text, capacity, 0};
    for (uint32_t i = 0; i < 4; i++) {
        wayi_writer_put_number(&writer, numbers[i]);
        wayi_writer_put(&writer, i < 3 ? ' ' : '\n');
    }
    for (uint32_t y = 0; y < level->height; y++) {
        for (uint32_t x = 0; x < level->width; x++) {
            wayi_writer_put(&writer, level_letter(level, x, y));
        }
        wayi_writer_put(&writer, '\n');
    }
    wayi_writer_put(&writer, '\n');
    return writer.size;
}
