// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a team believes. A look marks the cells that any sensor sees, once each; then the marked
// cells are compared with the truth, and those that differ become edits of the believed map, runs
// of one terrain at a time. Sharing marks the cells that the other team has seen later, and
// compares them with what it believes.
#include "map/belief/belief.h"

#include "map/links/profiles.h"

#include <string.h>

static size_t belief_words(const way_map *map)
{
    return (size_t)map->height * map->row_words;
}

void way_belief_destroy(way_belief *belief)
{
    if (!belief) {
        return;
    }
    WAYI_ASSERT_FREE(belief, "walkers go before the belief that they look around in");
    const way_allocator *allocator = &belief->allocator;
    WAYI_FREE(allocator, belief->seen, belief->truth->cell_count);
    WAYI_FREE(allocator, belief->glance.seen, belief_words(belief->truth));
    WAYI_FREE(allocator, belief->glance.rows, WAYI_GLANCE_ROWS);
    WAYI_FREE(allocator, belief->edits, belief->edit_capacity);
    WAYI_FREE(allocator, belief->links, belief->link_capacity);
    way_map_destroy(belief->map);
    WAYI_GIVE_BACK(belief->truth);
    const way_allocator source = belief->meter.source;
    WAYI_FREE(&source, belief, 1);
}

/// Makes the believed map: all of one terrain, or what is known.
static way_status belief_create_map(way_belief *belief, const way_belief_config *config)
{
    const way_map *truth = config->truth;
    way_map_config made = {.width = truth->width,
                           .height = truth->height,
                           .neighbours = truth->neighbours,
                           .corners = truth->corners,
                           .costs = truth->costs,
                           .weights = config->known,
                           .floors = truth->floors,
                           .allocator = &belief->allocator};
    const way_edit all = {0, 0, truth->width, truth->height, config->unseen};
    way_status status = way_map_create(&made, &belief->map);
    if (status == WAY_STATUS_OK) {
        belief->map->believed = true;
    }
    if (status == WAY_STATUS_OK && !config->known && config->unseen != 1) {
        status = way_map_edit(belief->map, &all, 1);
    }
    status = status == WAY_STATUS_OK ? wayi_map_follow_profiles(belief->map, truth) : status;
    for (uint32_t i = 0;
         status == WAY_STATUS_OK && config->known_links && i < way_map_link_count(truth); i++) {
        const way_map_link link = way_map_link_at(truth, i);
        status = way_map_add_links(belief->map, &link, 1);
    }
    return status;
}

way_status way_belief_create(const way_belief_config *config, way_belief **out)
{
    if (!config || !config->truth || !out) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    *out = NULL;
    const way_allocator source = wayi_allocator_or_default(config->allocator);
    way_belief *belief = wayi_alloc_zero(&source, 1, sizeof *belief);
    if (!belief) {
        return WAY_STATUS_NO_MEMORY;
    }
    const way_allocator allocator = wayi_meter_start(&belief->meter, &source);
    belief->allocator = allocator;
    belief->truth = config->truth;
    WAYI_BORROW(belief->truth);
    belief->glance.truth = config->truth;
    belief->seen = wayi_alloc_zero(&allocator, config->truth->cell_count, sizeof *belief->seen);
    belief->glance.seen =
        wayi_alloc_zero(&allocator, belief_words(config->truth), sizeof *belief->glance.seen);
    belief->glance.rows = wayi_alloc(&allocator, WAYI_GLANCE_ROWS, sizeof *belief->glance.rows);
    const bool fits = belief->seen && belief->glance.seen && belief->glance.rows;
    const way_status status = fits ? belief_create_map(belief, config) : WAY_STATUS_NO_MEMORY;
    if (status != WAY_STATUS_OK) {
        way_belief_destroy(belief);
        return status;
    }
    *out = belief;
    return WAY_STATUS_OK;
}

way_map *way_belief_map(way_belief *belief)
{
    return belief->map;
}

uint32_t way_belief_seen(const way_belief *belief, way_cell cell)
{
    return cell < belief->truth->cell_count ? belief->seen[cell] : WAY_BELIEF_NEVER;
}

size_t way_belief_bytes(const way_belief *belief)
{
    return sizeof *belief + (size_t)belief->meter.bytes;
}

// Learning ----------------------------------------------------------------------------------------

/// Adds a cell to the edits, to the last one if it goes on with it; false without memory.
static bool belief_learn(way_belief *belief, uint32_t x, uint32_t y, uint8_t terrain)
{
    way_edit *last = belief->edit_count ? &belief->edits[belief->edit_count - 1] : NULL;
    if (last && last->y == y && last->x + last->width == x && last->weight == terrain) {
        last->width++;
        return true;
    }
    void *edits = belief->edits;
    if (!wayi_grow(&belief->allocator, &edits, &belief->edit_capacity, belief->edit_count + 1,
                   sizeof *belief->edits)) {
        return false;
    }
    belief->edits = edits;
    belief->edits[belief->edit_count++] = (way_edit){x, y, 1, 1, terrain};
    return true;
}

/// Takes the first stretch of set bits off a word; returns how many there are.
static uint32_t belief_take_bits(uint64_t *bits, uint32_t *first)
{
    *first = wayi_bits_lowest(*bits);
    const uint64_t rest = ~(*bits >> *first);
    const uint32_t count = rest ? wayi_bits_lowest(rest) : 64;
    *bits &= count + *first < 64 ? UINT64_MAX << (*first + count) : 0;
    return count;
}

/// Compares the marked cells of a word with a map; false without memory.
static bool belief_compare_word(way_belief *belief, const way_map *source, uint32_t word,
                                uint32_t y)
{
    const way_map *map = belief->map;
    const uint8_t *there = source->tables[0]->plane;
    const uint8_t *here = map->tables[0]->plane;
    uint64_t bits = belief->glance.seen[(size_t)y * map->row_words + word];
    if (!source->layers[1]->weights && !map->layers[1]->weights) {
        // Nothing but free and blocked: all cells of the word at once.
        const size_t at = ((size_t)y + 1) * map->row_words + word;
        bits &= source->layers[1]->rows[at] ^ map->layers[1]->rows[at];
    }
    bool fits = true;
    while (bits && fits) {
        uint32_t first = 0;
        const uint32_t count = belief_take_bits(&bits, &first);
        const uint32_t x = word * 64 + first - 1;
        const size_t cell = (size_t)y * map->width + x;
        const bool same = memcmp(there + cell, here + cell, count) == 0;
        for (uint32_t i = 0; i < count && fits && !same; i++) {
            const uint8_t terrain = wayi_map_terrain_at(source, x + i, y);
            fits = wayi_map_terrain_at(map, x + i, y) == terrain ||
                   belief_learn(belief, x + i, y, terrain);
        }
    }
    return fits;
}

/// Learns what the truth, or another belief, says of the marked cells and of links that begin or
/// end there.
static way_status belief_compare(way_belief *belief, const way_belief *from, wayi_belief_box box,
                                 uint32_t *changed)
{
    const way_map *source = from ? from->map : belief->truth;
    bool fits = true;
    belief->edit_count = 0;
    for (uint32_t y = box.top; y < box.bottom && fits; y++) {
        for (uint32_t word = box.first; word < box.end && fits; word++) {
            fits = belief_compare_word(belief, source, word, y);
        }
    }
    if (!fits || !wayi_belief_list_links(belief, source, box, from)) {
        return WAY_STATUS_NO_MEMORY;
    }
    uint32_t cells = 0;
    for (uint32_t i = 0; i < belief->edit_count; i++) {
        cells += belief->edits[i].width;
    }
    way_status status = way_map_edit(belief->map, belief->edits, belief->edit_count);
    status = status == WAY_STATUS_OK ? wayi_belief_apply_links(belief) : status;
    if (status == WAY_STATUS_OK && changed) {
        *changed = cells;
    }
    return status;
}

// Looking -----------------------------------------------------------------------------------------

way_status wayi_sensor_check(const way_belief *belief, const way_sensor *sensor)
{
    if (sensor->cell >= belief->truth->cell_count || sensor->radius > WAY_SENSOR_RADIUS_MAX) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    const bool hex = belief->truth->neighbours == WAY_NEIGHBOURS_6;
    return sensor->line_of_sight && hex ? WAY_STATUS_UNSUPPORTED : WAY_STATUS_OK;
}

static way_status belief_check(const way_belief *belief, uint32_t now, const way_sensor *sensors,
                               uint32_t count)
{
    if (!belief || (!sensors && count > 0)) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    if (now == WAY_BELIEF_NEVER || now < belief->now) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    way_status status = WAY_STATUS_OK;
    for (uint32_t i = 0; i < count && status == WAY_STATUS_OK; i++) {
        status = wayi_sensor_check(belief, &sensors[i]);
    }
    return status;
}

/// The words that sensors look at.
static wayi_belief_box belief_box(const way_belief *belief, const way_sensor *sensors,
                                  uint32_t count)
{
    const way_map *map = belief->truth;
    wayi_belief_box box = {count ? map->height : 0, 0, count ? map->row_words : 0, 0};
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t radius = sensors[i].radius;
        const uint32_t y = wayi_map_row(map, sensors[i].cell);
        const uint32_t x = sensors[i].cell - y * map->width;
        const way_rect near =
            wayi_rect_grow((way_rect){x, y, 1, 1}, radius, map->width, map->height);
        const uint32_t first = (near.x + 1) >> 6;
        const uint32_t end = ((near.x + near.width) >> 6) + 1;
        box.top = near.y < box.top ? near.y : box.top;
        box.bottom = near.y + near.height > box.bottom ? near.y + near.height : box.bottom;
        box.first = first < box.first ? first : box.first;
        box.end = end > box.end ? end : box.end;
    }
    return box;
}

/// Dates the marked cells, as another belief does if there is one, and unmarks them.
static void belief_stamp(way_belief *belief, wayi_belief_box box, uint32_t now,
                         const way_belief *from)
{
    const way_map *map = belief->truth;
    for (uint32_t y = box.top; y < box.bottom; y++) {
        uint64_t *words = belief->glance.seen + (size_t)y * map->row_words;
        const size_t row = (size_t)y * map->width;
        for (uint32_t word = box.first; word < box.end; word++) {
            for (uint64_t bits = now ? words[word] : 0; bits;) {
                uint32_t first = 0;
                const uint32_t count = belief_take_bits(&bits, &first);
                const size_t cell = row + word * 64 + first - 1;
                for (size_t i = cell; i < cell + count; i++) {
                    belief->seen[i] = from ? from->seen[i] : now;
                }
            }
            words[word] = 0;
        }
    }
}

way_status way_belief_look(way_belief *belief, uint32_t now, const way_sensor *sensors,
                           uint32_t count, uint32_t *changed)
{
    way_status status = belief_check(belief, now, sensors, count);
    if (status == WAY_STATUS_OK) {
        status = wayi_map_follow_profiles(belief->map, belief->truth);
    }
    if (status != WAY_STATUS_OK) {
        return status;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (sensors[i].line_of_sight) {
            wayi_glance_sight(&belief->glance, &sensors[i]);
        } else {
            wayi_glance_near(&belief->glance, &sensors[i]);
        }
    }
    const wayi_belief_box box = belief_box(belief, sensors, count);
    status = belief_compare(belief, NULL, box, changed);
    belief_stamp(belief, box, status == WAY_STATUS_OK ? now : WAY_BELIEF_NEVER, NULL);
    belief->now = status == WAY_STATUS_OK ? now : belief->now;
    return status;
}

way_status way_belief_share(way_belief *belief, const way_belief *from, uint32_t *changed)
{
    if (!belief || !from || belief->truth != from->truth) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    const way_map *map = belief->truth;
    const wayi_belief_box all = {0, map->height, 0, map->row_words};
    for (uint32_t y = 0; y < map->height; y++) {
        uint64_t *words = belief->glance.seen + (size_t)y * map->row_words;
        const size_t row = (size_t)y * map->width;
        for (uint32_t x = 0; x < map->width; x++) {
            const uint64_t newer = from->seen[row + x] > belief->seen[row + x];
            words[(x + 1) >> 6] |= newer << ((x + 1) & 63u);
        }
    }
    const way_status status = belief_compare(belief, from, all, changed);
    belief_stamp(belief, all, status == WAY_STATUS_OK, from);
    belief->now = belief->now > from->now ? belief->now : from->now;
    return status;
}
