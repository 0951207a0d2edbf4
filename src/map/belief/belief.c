// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a team believes. A look marks the cells that any sensor sees, once each; then the marked
// cells are compared with the truth, and those that differ become edits of the believed map, runs
// of one terrain at a time.
#include "map/belief/belief.h"

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
    const way_allocator allocator = belief->allocator;
    wayi_free(&allocator, belief->seen, belief->truth->cell_count, sizeof *belief->seen);
    wayi_free(&allocator, belief->glance.seen, belief_words(belief->truth),
              sizeof *belief->glance.seen);
    wayi_free(&allocator, belief->glance.rows, WAYI_GLANCE_ROWS, sizeof *belief->glance.rows);
    wayi_free(&allocator, belief->edits, belief->edit_capacity, sizeof *belief->edits);
    way_map_destroy(belief->map);
    wayi_free(&allocator, belief, 1, sizeof *belief);
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
    const way_status status = way_map_create(&made, &belief->map);
    if (status != WAY_STATUS_OK || config->known || config->unseen == 1) {
        return status;
    }
    const way_edit all = {0, 0, truth->width, truth->height, config->unseen};
    return way_map_edit(belief->map, &all, 1);
}

way_status way_belief_create(const way_belief_config *config, way_belief **out)
{
    if (!config || !config->truth || !out) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    *out = NULL;
    const way_allocator allocator = wayi_allocator_or_default(config->allocator);
    way_belief *belief = wayi_alloc_zero(&allocator, 1, sizeof *belief);
    if (!belief) {
        return WAY_STATUS_NO_MEMORY;
    }
    belief->allocator = allocator;
    belief->truth = config->truth;
    belief->glance = (wayi_glance){
        .truth = config->truth, .words = config->truth->row_words, .left = -1}; // as in its layers
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
    return sizeof *belief + way_map_bytes(belief->map) +
           belief->truth->cell_count * sizeof *belief->seen +
           belief_words(belief->truth) * sizeof *belief->glance.seen +
           WAYI_GLANCE_ROWS * sizeof *belief->glance.rows +
           belief->edit_capacity * sizeof *belief->edits;
}

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

/// Compares the marked cells of a word with the truth; false without memory.
static bool belief_compare_word(way_belief *belief, uint32_t word, uint32_t y)
{
    const way_map *truth = belief->truth;
    const way_map *map = belief->map;
    uint64_t bits = belief->glance.seen[(size_t)y * truth->row_words + word];
    const uint8_t *there = truth->tables[0]->plane;
    const uint8_t *here = map->tables[0]->plane;
    if (!there && !here) {
        // Nothing but free and blocked: all cells of the word at once.
        const size_t at = ((size_t)y + 1) * truth->row_words + word;
        bits &= truth->layers[1]->rows[at] ^ map->layers[1]->rows[at];
    }
    bool fits = true;
    for (; bits && fits; bits &= bits - 1) {
        const uint32_t x = word * 64 + wayi_bits_lowest(bits) - 1;
        const uint8_t terrain = wayi_map_terrain_at(truth, x, y);
        fits = wayi_map_terrain_at(map, x, y) == terrain || belief_learn(belief, x, y, terrain);
    }
    return fits;
}

/// The rows that sensors look at.
typedef struct belief_rows {
    uint32_t first, end;
} belief_rows;

static belief_rows belief_rows_of(const way_belief *belief, const way_sensor *sensors,
                                  uint32_t count)
{
    const uint32_t height = belief->truth->height;
    belief_rows rows = {count ? height : 0, 0};
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t y = wayi_map_row(belief->truth, sensors[i].cell);
        const uint32_t top = y > sensors[i].radius ? y - sensors[i].radius : 0;
        const uint32_t end = y + sensors[i].radius < height ? y + sensors[i].radius + 1 : height;
        rows.first = top < rows.first ? top : rows.first;
        rows.end = end > rows.end ? end : rows.end;
    }
    return rows;
}

/// Dates the marked cells and unmarks them.
static void belief_stamp(way_belief *belief, belief_rows rows, uint32_t now)
{
    const way_map *truth = belief->truth;
    for (uint32_t y = rows.first; y < rows.end; y++) {
        uint64_t *words = belief->glance.seen + (size_t)y * truth->row_words;
        uint32_t *row = belief->seen + (size_t)y * truth->width;
        for (uint32_t word = 0; word < truth->row_words; word++) {
            for (uint64_t bits = now ? words[word] : 0; bits; bits &= bits - 1) {
                row[word * 64 + wayi_bits_lowest(bits) - 1] = now;
            }
            words[word] = 0;
        }
    }
}

static uint32_t belief_count(const way_belief *belief)
{
    uint32_t cells = 0;
    for (uint32_t i = 0; i < belief->edit_count; i++) {
        cells += belief->edits[i].width;
    }
    return cells;
}

/// Applies the edits that were collected.
static way_status belief_apply(way_belief *belief, uint32_t *changed)
{
    const way_status status = way_map_edit(belief->map, belief->edits, belief->edit_count);
    if (status == WAY_STATUS_OK && changed) {
        *changed = belief_count(belief);
    }
    return status;
}

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

way_status way_belief_look(way_belief *belief, uint32_t now, const way_sensor *sensors,
                           uint32_t count, uint32_t *changed)
{
    way_status status = belief_check(belief, now, sensors, count);
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
    const belief_rows rows = belief_rows_of(belief, sensors, count);
    belief->edit_count = 0;
    bool fits = true;
    for (uint32_t y = rows.first; y < rows.end && fits; y++) {
        for (uint32_t word = 0; word < belief->truth->row_words && fits; word++) {
            fits = belief_compare_word(belief, word, y);
        }
    }
    status = fits ? belief_apply(belief, changed) : WAY_STATUS_NO_MEMORY;
    belief_stamp(belief, rows, status == WAY_STATUS_OK ? now : WAY_BELIEF_NEVER);
    belief->now = status == WAY_STATUS_OK ? now : belief->now;
    return status;
}

way_status way_belief_share(way_belief *belief, const way_belief *from, uint32_t *changed)
{
    if (!belief || !from || belief->truth != from->truth) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    const way_map *truth = belief->truth;
    belief->edit_count = 0;
    for (way_cell cell = 0; cell < truth->cell_count; cell++) {
        const uint32_t y = wayi_map_row(truth, cell);
        const uint32_t x = cell - y * truth->width;
        const uint8_t terrain = wayi_map_terrain_at(from->map, x, y);
        if (from->seen[cell] > belief->seen[cell] &&
            wayi_map_terrain_at(belief->map, x, y) != terrain &&
            !belief_learn(belief, x, y, terrain)) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    const way_status status = belief_apply(belief, changed);
    for (way_cell cell = 0; cell < truth->cell_count && status == WAY_STATUS_OK; cell++) {
        belief->seen[cell] =
            from->seen[cell] > belief->seen[cell] ? from->seen[cell] : belief->seen[cell];
    }
    return status;
}
