// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Links as text, a line each: FROM TO COST, and `both` if it can be taken back. A place is X,Y, or
// FLOOR:X,Y on a map of several floors.
#include "base/alloc.h"
#include "format/movingai.h"
#include "map/links/links.h"

#include <string.h>

typedef struct links_entry {
    way_map_link link;
    uint32_t line; ///< where it stands
    size_t line_at;
} links_entry;

/// Cuts what comes before a letter off `rest`, all of it if the letter is missing.
static wayi_span links_cut(wayi_span *rest, char letter)
{
    const char *end = rest->size ? memchr(rest->text, letter, rest->size) : NULL;
    const wayi_span part = {rest->text, end ? (size_t)(end - rest->text) : rest->size};
    const size_t used = end ? part.size + 1 : part.size;
    *rest = (wayi_span){rest->text + used, rest->size - used};
    return part;
}

static way_cell links_read_place(wayi_scanner *scanner, const wayi_links_reader *reader,
                                 wayi_span word)
{
    const uint32_t width = way_map_width(reader->map);
    const uint32_t height = (way_map_height(reader->map) + 1) / reader->floors - 1;
    const wayi_range floor_range = {"a floor of the map", 0, reader->floors - 1};
    const wayi_range x_range = {"a column of the map", 0, width - 1};
    const wayi_range y_range = {"a row of the floor", 0, height - 1};
    const bool names = word.size && memchr(word.text, ':', word.size);
    if (word.size == 0 || !memchr(word.text, ',', word.size) || (!names && reader->floors > 1)) {
        (void)wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, word,
                                    reader->floors > 1 ? "a place FLOOR:X,Y" : "a place X,Y");
    }
    const uint32_t floor =
        names ? wayi_scanner_whole_of(scanner, links_cut(&word, ':'), &floor_range) : 0;
    const uint32_t x = wayi_scanner_whole_of(scanner, links_cut(&word, ','), &x_range);
    const uint32_t y = wayi_scanner_whole_of(scanner, word, &y_range);
    return way_map_cell(reader->map, x, (int64_t)floor * (height + 1) + y);
}

static links_entry links_read_line(wayi_scanner *scanner, const wayi_links_reader *reader)
{
    static const wayi_range cost = {"a cost", 1, WAYI_LINKS_COST_MAX};
    const wayi_span from = wayi_scanner_word(scanner);
    const wayi_span to = wayi_scanner_word(scanner);
    links_entry out = {{.profile = reader->profile}, scanner->line, scanner->line_at};
    way_map_link *link = &out.link;
    link->from = links_read_place(scanner, reader, from);
    link->to = links_read_place(scanner, reader, to);
    if (link->from == link->to) {
        (void)wayi_scanner_fail(scanner, WAY_STATUS_INVALID_ARGUMENT, to.text,
                                "a link leads from one cell to another");
    }
    link->cost = wayi_scanner_whole(scanner, &cost);
    wayi_span rest = wayi_scanner_word(scanner);
    if (wayi_span_equals(rest, "both")) {
        link->both_ways = true;
        rest = wayi_scanner_word(scanner);
    }
    if (rest.size > 0 && rest.text[0] != '#') {
        (void)wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, rest,
                                    link->both_ways ? "the end of the line"
                                                    : "'both' or the end of the line");
    }
    return out;
}

/// Which link is one too many, when the map has said that there are.
static uint32_t links_surplus(const links_entry *entries, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const way_map_link *link = &entries[i].link;
        uint32_t ends[2] = {0};
        for (uint32_t j = 0; j <= i; j++) {
            const way_map_link *other = &entries[j].link;
            const bool both = link->both_ways || other->both_ways;
            ends[0] += other->from == link->from || (both && other->to == link->from);
            ends[1] += other->to == link->to || (both && other->from == link->to);
        }
        if (ends[0] > WAY_MAP_CELL_LINKS_MAX || ends[1] > WAY_MAP_CELL_LINKS_MAX) {
            return i;
        }
    }
    return count - 1;
}

static way_status links_add(wayi_scanner *scanner, const wayi_links_reader *reader,
                            const links_entry *entries, uint32_t count)
{
    way_map_link *links = wayi_alloc(&reader->map->allocator, count, sizeof *links);
    if (!links) {
        return wayi_scanner_stop(scanner, WAY_STATUS_NO_MEMORY);
    }
    for (uint32_t i = 0; i < count; i++) {
        links[i] = entries[i].link;
    }
    const way_status status = way_map_add_links(reader->map, links, count);
    WAYI_FREE(&reader->map->allocator, links, count);
    if (status == WAY_STATUS_TOO_LARGE) {
        const links_entry *entry = &entries[links_surplus(entries, count)];
        const wayi_sentence sentence = {
            "more than ", WAY_MAP_CELL_LINKS_MAX,
            " links from or to one cell, or 4096 in all (one that leads "
            "both ways counts twice): leave some out"};
        scanner->line = entry->line;
        scanner->line_at = entry->line_at;
        return wayi_scanner_fail_number(scanner, status, scanner->text + entry->line_at, sentence);
    }
    return wayi_scanner_stop(scanner, status);
}

way_status wayi_links_read(wayi_scanner *scanner, const wayi_links_reader *reader)
{
    const way_allocator *allocator = &reader->map->allocator;
    links_entry *entries = NULL;
    uint32_t capacity = 0;
    uint32_t count = 0;
    while (wayi_scanner_next_full_line(scanner, true)) {
        const char *place = scanner->rest.text;
        const links_entry entry = links_read_line(scanner, reader);
        if (count == WAY_MAP_LINKS_MAX) {
            const wayi_sentence sentence = {"a map has at most ", WAY_MAP_LINKS_MAX, " links"};
            (void)wayi_scanner_fail_number(scanner, WAY_STATUS_TOO_LARGE, place, sentence);
        } else if (!WAYI_GROW(allocator, entries, capacity, count + 1)) {
            (void)wayi_scanner_stop(scanner, WAY_STATUS_NO_MEMORY);
        } else {
            entries[count++] = entry;
        }
    }
    const way_status status = scanner->status == WAY_STATUS_OK && count > 0
                                  ? links_add(scanner, reader, entries, count)
                                  : scanner->status;
    WAYI_FREE(allocator, entries, capacity);
    return status;
}

way_status way_links_parse(const char *text, size_t size, way_map *map, uint32_t floors,
                           uint32_t profile, way_problem *problem)
{
    wayi_scanner scanner = wayi_scanner_begin(text, size, NULL, problem);
    const uint32_t rows = map ? way_map_height(map) + 1 : 0;
    if (!map || (!text && size > 0) || floors == 0 || rows % floors != 0 || rows / floors < 2 ||
        (profile && !wayi_map_layer(map, profile))) {
        return wayi_scanner_fail(&scanner, WAY_STATUS_INVALID_ARGUMENT, NULL,
                                 "no text, no map, or no such floors or profile");
    }
    const wayi_links_reader reader = {map, floors, profile};
    return wayi_links_read(&scanner, &reader);
}
