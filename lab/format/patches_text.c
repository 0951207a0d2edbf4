// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The .patch format of the Grid-Based Path Planning Competition's dynamic track: numbered
// rectangles of terrain.
#include "base/alloc.h"
#include "format/movingai.h"

#include <waymark/lab.h>

#include <string.h>

#define PATCHES_MAX (1u << 24)

typedef struct patches_reader {
    wayi_scanner scanner;
    const way_letters *letters;
    way_patches *out;
    uint32_t item_capacity;
    uint32_t weight_capacity, weight_count;
} patches_reader;

static void patches_expect_line(wayi_scanner *scanner, const char *wanted)
{
    if (!wayi_scanner_next_full_line(scanner, false)) {
        (void)wayi_scanner_missed(scanner, wanted);
    }
    const wayi_span line = scanner->rest;
    bool same = true;
    for (const char *word = wanted; *word;) {
        const size_t size = strcspn(word, " ");
        const wayi_span found = wayi_scanner_word(scanner);
        same = same && found.size == size && memcmp(found.text, word, size) == 0;
        word += size + (word[size] == ' ');
    }
    if (!same || wayi_scanner_word(scanner).size > 0) {
        (void)wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, line, wanted);
    }
}

// Makes room for the patch's weights; the text must be long enough to fill it.
static way_status patches_make_room(patches_reader *reader, const way_patch *patch)
{
    const uint64_t cells = (uint64_t)patch->width * patch->height;
    if (reader->scanner.size - reader->scanner.position < cells) {
        return wayi_scanner_fail(&reader->scanner, WAY_STATUS_BAD_FORMAT, NULL,
                                 "the text ends before the last row of the patch");
    }
    const bool fits = cells <= UINT32_MAX - reader->weight_count &&
                      WAYI_GROW(&reader->out->allocator, reader->out->weights,
                                reader->weight_capacity, reader->weight_count + (uint32_t)cells);
    return wayi_scanner_stop(&reader->scanner, fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY);
}

static void patches_read_rows(patches_reader *reader, const way_patch *patch)
{
    wayi_scanner *scanner = &reader->scanner;
    (void)patches_make_room(reader, patch);
    for (uint32_t y = 0; scanner->status == WAY_STATUS_OK && y < patch->height; y++) {
        if (!wayi_scanner_next_line(scanner)) {
            (void)wayi_scanner_fail(scanner, WAY_STATUS_BAD_FORMAT, NULL,
                                    "the text ends before the last row of the patch");
            return;
        }
        wayi_movingai_read_row(scanner, patch->width, reader->letters,
                               reader->out->weights + reader->weight_count);
        reader->weight_count += patch->width;
    }
}

static void patches_read_one(patches_reader *reader)
{
    static const wayi_range side = {"a side in cells", 1, WAY_MAP_SIDE_MAX};
    way_patches *out = reader->out;
    const wayi_range next = {"the number of the next patch", out->count, out->count};
    way_patch patch = {0};
    (void)wayi_movingai_read_field(&reader->scanner, "patch", &next);
    patch.height = wayi_movingai_read_field(&reader->scanner, "height", &side);
    patch.width = wayi_movingai_read_field(&reader->scanner, "width", &side);
    patches_expect_line(&reader->scanner, "map");
    patches_read_rows(reader, &patch);
    if (!WAYI_GROW(&out->allocator, out->items, reader->item_capacity, out->count + 1)) {
        (void)wayi_scanner_stop(&reader->scanner, WAY_STATUS_NO_MEMORY);
        return;
    }
    out->items[out->count++] = patch;
}

static way_status patches_read(patches_reader *reader)
{
    static const wayi_range counts = {"the number of patches", 0, PATCHES_MAX};
    wayi_scanner *scanner = &reader->scanner;
    patches_expect_line(scanner, "type patch");
    const uint32_t count = wayi_movingai_read_field(scanner, "patches", &counts);
    while (scanner->status == WAY_STATUS_OK && reader->out->count < count) {
        patches_read_one(reader);
    }
    if (wayi_scanner_next_full_line(scanner, false)) {
        (void)wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, scanner->rest,
                                    "nothing after the last patch");
    }
    return scanner->status;
}

// Moves the arrays to blocks of their exact size, which way_patches_free must know, and tells each
// patch where its weights are.
static way_status patches_fit(patches_reader *reader)
{
    way_patches *out = reader->out;
    if (out->count == 0) {
        return WAY_STATUS_OK;
    }
    way_patch *items = wayi_alloc(&out->allocator, out->count, sizeof *items);
    uint8_t *weights = wayi_alloc(&out->allocator, reader->weight_count, 1);
    if (!items || !weights) {
        WAYI_FREE(&out->allocator, items, out->count);
        wayi_free(&out->allocator, weights, reader->weight_count, 1);
        return WAY_STATUS_NO_MEMORY;
    }
    memcpy(items, out->items, out->count * sizeof *items);
    memcpy(weights, out->weights, reader->weight_count);
    wayi_free(&out->allocator, out->items, reader->item_capacity, sizeof *items);
    wayi_free(&out->allocator, out->weights, reader->weight_capacity, 1);
    out->items = items;
    out->weights = weights;
    out->weight_count = reader->weight_count;
    const uint8_t *next = weights;
    for (uint32_t i = 0; i < out->count; i++) {
        items[i].weights = next;
        next += (size_t)items[i].width * items[i].height;
    }
    return WAY_STATUS_OK;
}

way_status way_patches_parse(const char *text, size_t size, const way_parse_config *config,
                             way_patches *out, way_problem *problem)
{
    const way_letters letters = way_letters_default();
    patches_reader reader = {
        .scanner = wayi_scanner_begin(text, size, config ? config->job : NULL, problem),
        .letters = &letters,
        .out = out};
    if (!out || (!text && size > 0)) {
        return wayi_scanner_fail(&reader.scanner, WAY_STATUS_INVALID_ARGUMENT, NULL,
                                 "no text or no patches");
    }
    *out = (way_patches){.allocator = wayi_allocator_or_default(config ? config->allocator : NULL)};
    way_status status = patches_read(&reader);
    if (status == WAY_STATUS_OK) {
        status = patches_fit(&reader);
    }
    if (status != WAY_STATUS_OK) {
        WAYI_FREE(&out->allocator, out->items, reader.item_capacity);
        wayi_free(&out->allocator, out->weights, reader.weight_capacity, 1);
        *out = (way_patches){0};
    }
    return status;
}

void way_patches_free(way_patches *patches)
{
    if (patches && patches->items) {
        WAYI_FREE(&patches->allocator, patches->items, patches->count);
        wayi_free(&patches->allocator, patches->weights, patches->weight_count, 1);
    }
    if (patches) {
        *patches = (way_patches){0};
    }
}

// Laying ------------------------------------------------------------------------------------------

// Horizontal runs of one weight; counts them if `edits` is NULL.
static uint32_t patches_runs(const way_patch *patch, uint32_t x, uint32_t y, way_edit *edits)
{
    uint32_t count = 0;
    for (uint32_t row = 0; row < patch->height; row++) {
        const uint8_t *weights = patch->weights + (size_t)row * patch->width;
        for (uint32_t start = 0; start < patch->width;) {
            uint32_t end = start + 1;
            while (end < patch->width && weights[end] == weights[start]) {
                end++;
            }
            if (edits) {
                edits[count] = (way_edit){x + start, y + row, end - start, 1, weights[start]};
            }
            count++;
            start = end;
        }
    }
    return count;
}

way_status way_patch_apply(const way_patch *patch, way_map *map, uint32_t x, uint32_t y)
{
    if (!patch || !patch->weights || !map) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    if (x > way_map_width(map) || patch->width > way_map_width(map) - x ||
        y > way_map_height(map) || patch->height > way_map_height(map) - y) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    const way_allocator allocator = wayi_allocator_or_default(NULL);
    const uint32_t count = patches_runs(patch, x, y, NULL);
    way_edit *edits = wayi_alloc(&allocator, count, sizeof *edits);
    if (!edits) {
        return WAY_STATUS_NO_MEMORY;
    }
    (void)patches_runs(patch, x, y, edits);
    const way_status status = way_map_edit(map, edits, count);
    WAYI_FREE(&allocator, edits, count);
    return status;
}
