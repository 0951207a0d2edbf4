// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Maps of several floors as text.
#include "format/scanner.h"
#include "map/grid/map.h"

#include <waymark/format.h>

#include <string.h>

// Writing -----------------------------------------------------------------------------------------

typedef struct floors_writer {
    wayi_writer to;
    const way_map *map;
    way_floors floors;
    const way_letters *letters; ///< [opt]
} floors_writer;

static void floors_put_field(floors_writer *writer, const char *name, uint32_t number)
{
    wayi_writer_put_words(&writer->to, name);
    wayi_writer_put_number(&writer->to, number);
    wayi_writer_put(&writer->to, '\n');
}

static char floors_letter(const floors_writer *writer, uint8_t terrain)
{
    for (uint32_t letter = '!'; writer->letters && letter < 127; letter++) {
        if (writer->letters->weights[letter] == terrain && terrain != WAY_LETTER_UNKNOWN) {
            return (char)letter;
        }
    }
    return terrain == 0 ? '@' : terrain == 1 ? '.' : terrain < 9 ? (char)('0' + terrain) : '9';
}

static void floors_put_place(floors_writer *writer, way_cell cell)
{
    uint32_t floor = 0;
    uint32_t x = 0;
    uint32_t y = 0;
    (void)way_floors_position(writer->map, &writer->floors, cell, &floor, &x, &y);
    if (writer->floors.count > 1) {
        wayi_writer_put_number(&writer->to, floor);
        wayi_writer_put(&writer->to, ':');
    }
    wayi_writer_put_number(&writer->to, x);
    wayi_writer_put(&writer->to, ',');
    wayi_writer_put_number(&writer->to, y);
}

/// Whether a link can be written: it is for all units, and both ends lie on floors.
static bool floors_has_place(const floors_writer *writer, const way_map_link *link)
{
    return link->profile == 0 &&
           way_floors_position(writer->map, &writer->floors, link->from, NULL, NULL, NULL) &&
           way_floors_position(writer->map, &writer->floors, link->to, NULL, NULL, NULL);
}

/// Links that lead both ways at one cost are written once, at their lower end.
static bool floors_has_twin(const way_map *map, const way_map_link *link)
{
    uint32_t low = 0;
    uint32_t high = way_map_link_count(map);
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const way_map_link other = way_map_link_at(map, middle);
        const bool before = other.from != link->to   ? other.from < link->to
                            : other.to != link->from ? other.to < link->from
                                                     : false;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    const way_map_link twin =
        low < way_map_link_count(map) ? way_map_link_at(map, low) : (way_map_link){0};
    return twin.from == link->to && twin.to == link->from && twin.profile == 0 &&
           twin.cost == link->cost;
}

static void floors_put_links(floors_writer *writer)
{
    bool any = false;
    for (uint32_t i = 0; i < way_map_link_count(writer->map); i++) {
        const way_map_link link = way_map_link_at(writer->map, i);
        const bool twin = floors_has_twin(writer->map, &link);
        if (!floors_has_place(writer, &link) || (twin && link.to < link.from)) {
            continue;
        }
        wayi_writer_put_words(&writer->to, any ? "" : "links\n");
        any = true;
        floors_put_place(writer, link.from);
        wayi_writer_put(&writer->to, ' ');
        floors_put_place(writer, link.to);
        wayi_writer_put(&writer->to, ' ');
        wayi_writer_put_number(&writer->to, link.cost);
        wayi_writer_put_words(&writer->to, twin ? " both\n" : "\n");
    }
}

size_t way_floors_format(const way_map *map, const way_floors *floors, const way_letters *letters,
                         char *text, size_t capacity)
{
    floors_writer writer = {.to = {text, text ? capacity : 0, 0},
                            .map = map,
                            .floors = {1, map->height},
                            .letters = letters};
    if (floors && way_floors_rows(floors) == map->height) {
        writer.floors = *floors;
    }
    floors_put_field(&writer, "type octile\nheight ", writer.floors.height);
    floors_put_field(&writer, "width ", map->width);
    if (writer.floors.count > 1) {
        floors_put_field(&writer, "floors ", writer.floors.count);
    }
    wayi_writer_put_words(&writer.to, "map\n");
    char written[256];
    for (uint32_t terrain = 0; terrain < 256; terrain++) {
        written[terrain] = floors_letter(&writer, (uint8_t)terrain);
    }
    for (uint32_t y = 0; y < map->height; y++) {
        const bool between = y % (writer.floors.height + 1) == writer.floors.height;
        for (uint32_t x = 0; !between && x < map->width; x++) {
            wayi_writer_put(&writer.to, written[wayi_map_terrain_at(map, x, y)]);
        }
        wayi_writer_put(&writer.to, '\n');
    }
    floors_put_links(&writer);
    return writer.to.size;
}

size_t way_map_format(const way_map *map, char *text, size_t capacity)
{
    return way_floors_format(map, NULL, NULL, text, capacity);
}
