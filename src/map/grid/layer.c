// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A layer holds the same bits twice, by rows and by columns; "lines" means either. Neighbours and
// runs are derived from them (around.c, runs.c). A unit of k x k cells fits where a k x k square of
// the base of its table is set: k lines are combined, then the result with itself shifted, doubling
// the reach each time.
#include "map/grid/layer.h"

#include "map/links/links.h"
#include "map/reach/components.h"

/// A stretch of lines, or of bits within a line, in padded coordinates.
typedef struct layer_span {
    uint32_t first;
    uint32_t count;
} layer_span;

/// Jump points are kept along rows or along columns.
static size_t layer_jumps_total(const way_map *map, uint32_t direction)
{
    const bool along_row = direction == WAYI_EAST || direction == WAYI_WEST;
    return along_row ? wayi_layer_row_total(map) : wayi_layer_column_total(map);
}

/// What jump point search asks for; with 6 neighbours it does not jump.
static bool layer_has_runs(const way_map *map)
{
    return map->neighbours != WAY_NEIGHBOURS_6;
}

/// Only beacon asks for what is beside diagonals.
static bool layer_has_beside(const way_map *map)
{
    return map->neighbours == WAY_NEIGHBOURS_8 && map->corners == WAY_CORNERS_STRICT;
}

static size_t layer_views_total(const way_map *map)
{
    return ((size_t)map->height + 2) * map->row_words;
}

/// Squares of 64 x 64 bits.
static size_t layer_square_total(const way_map *map)
{
    return (size_t)map->column_words * map->row_words;
}

static bool layer_create_runs(const way_map *map, wayi_layer *layer)
{
    layer->views = wayi_alloc_zero(&map->allocator, layer_views_total(map), sizeof *layer->views);
    layer->late = wayi_alloc_zero(&map->allocator, layer_square_total(map), sizeof *layer->late);
    bool fits = layer->views && layer->late;
    for (uint32_t direction = 0; direction < 4; direction++) {
        layer->jumps[direction] = wayi_alloc_zero(
            &map->allocator, layer_jumps_total(map, direction), sizeof *layer->jumps[direction]);
        fits = fits && layer->jumps[direction];
    }
    for (uint32_t kind = 0; layer_has_beside(map) && kind < 2; kind++) {
        layer->beside[kind] = wayi_alloc_zero(&map->allocator, wayi_layer_row_total(map),
                                              sizeof *layer->beside[kind]);
        layer->beside_columns[kind] = wayi_alloc_zero(&map->allocator, wayi_layer_column_total(map),
                                                      sizeof *layer->beside_columns[kind]);
        fits = fits && layer->beside[kind] && layer->beside_columns[kind];
    }
    if (layer->table->plane) {
        layer->rough =
            wayi_alloc_zero(&map->allocator, wayi_layer_row_total(map), sizeof *layer->rough);
        layer->rough_columns = wayi_alloc_zero(&map->allocator, wayi_layer_column_total(map),
                                               sizeof *layer->rough_columns);
        fits = fits && layer->rough && layer->rough_columns;
    }
    return fits;
}

wayi_layer *wayi_layer_create(const way_map *map, const wayi_table *table, uint32_t size)
{
    wayi_layer *layer = wayi_alloc_zero(&map->allocator, 1, sizeof *layer);
    if (!layer) {
        return NULL;
    }
    layer->size = size;
    layer->min_weight = 1;
    layer->table = table;
    layer->rows = wayi_alloc_zero(&map->allocator, wayi_layer_row_total(map), sizeof *layer->rows);
    layer->columns =
        wayi_alloc_zero(&map->allocator, wayi_layer_column_total(map), sizeof *layer->columns);
    if (!layer->rows || !layer->columns) {
        wayi_layer_destroy(map, layer);
        return NULL;
    }
    return layer;
}

void wayi_layer_strip(const way_map *map, wayi_layer *layer)
{
    wayi_components_destroy(map, layer->components);
    wayi_links_destroy(map, layer->links);
    WAYI_FREE(&map->allocator, layer->footprint, map->cell_count);
    WAYI_FREE(&map->allocator, layer->around, map->cell_count);
    for (uint32_t direction = 0; direction < 4; direction++) {
        WAYI_FREE(&map->allocator, layer->jumps[direction], layer_jumps_total(map, direction));
    }
    for (uint32_t kind = 0; kind < 2; kind++) {
        WAYI_FREE(&map->allocator, layer->beside[kind], wayi_layer_row_total(map));
        WAYI_FREE(&map->allocator, layer->beside_columns[kind], wayi_layer_column_total(map));
    }
    WAYI_FREE(&map->allocator, layer->views, layer_views_total(map));
    WAYI_FREE(&map->allocator, layer->late, layer_square_total(map));
    WAYI_FREE(&map->allocator, layer->rough, wayi_layer_row_total(map));
    WAYI_FREE(&map->allocator, layer->rough_columns, wayi_layer_column_total(map));
    *layer = (wayi_layer){.size = layer->size,
                          .min_weight = layer->min_weight,
                          .weights = layer->weights,
                          .profile = layer->profile,
                          .users = layer->users,
                          .table = layer->table,
                          .next = layer->next,
                          .rows = layer->rows,
                          .columns = layer->columns};
}

void wayi_layer_destroy(const way_map *map, wayi_layer *layer)
{
    if (!layer) {
        return;
    }
    wayi_layer_strip(map, layer);
    WAYI_FREE(&map->allocator, layer->rows, wayi_layer_row_total(map));
    WAYI_FREE(&map->allocator, layer->columns, wayi_layer_column_total(map));
    WAYI_FREE(&map->allocator, layer, 1);
}

/// Takes a rectangle of rows and columns that will change off the counts.
static void layer_uncount(const way_map *map, wayi_layer *layer, way_rect rect)
{
    if (layer->views) {
        wayi_layer_count(map, layer, wayi_rect_grow(rect, 1, map->width, map->height), false);
    }
}

/// Renews what is derived from rows and columns after a rectangle of them changed.
static void layer_derive(const way_map *map, wayi_layer *layer, way_rect rect)
{
    if (!layer->around) {
        return; // bare
    }
    const way_rect reach = wayi_rect_grow(rect, 1, map->width, map->height);
    wayi_layer_update_around(map, layer, reach);
    if (layer->views) {
        wayi_layer_update_runs(map, layer, reach);
        wayi_layer_count(map, layer, reach, true);
    }
}

static void layer_fill_lines(uint64_t *lines, uint32_t words, layer_span across, layer_span along,
                             bool value)
{
    const uint32_t last_bit = along.first + along.count - 1;
    for (uint32_t i = 0; i < across.count; i++) {
        uint64_t *line = lines + ((size_t)across.first + i) * words;
        for (uint32_t word = along.first >> 6; word <= last_bit >> 6; word++) {
            uint64_t mask = UINT64_MAX;
            if (word == along.first >> 6) {
                mask &= UINT64_MAX << (along.first & 63u);
            }
            if (word == last_bit >> 6) {
                mask &= UINT64_MAX >> (63u - (last_bit & 63u));
            }
            line[word] = value ? line[word] | mask : line[word] & ~mask;
        }
    }
}

void wayi_layer_fill(const way_map *map, wayi_layer *layer, way_rect rect, bool passable)
{
    const layer_span xs = {rect.x + 1, rect.width};
    const layer_span ys = {rect.y + 1, rect.height};
    layer_uncount(map, layer, rect);
    layer_fill_lines(layer->rows, map->row_words, ys, xs, passable);
    layer_fill_lines(layer->columns, map->column_words, xs, ys, passable);
    layer_derive(map, layer, rect);
}

/// Mirrors a block of 64 x 64 bits by swapping ever smaller quarters.
static void layer_transpose_block(uint64_t block[64])
{
    uint64_t mask = UINT64_C(0x00000000ffffffff);
    for (uint32_t half = 32; half; half >>= 1) {
        for (uint32_t i = 0; i < 64; i = ((i | half) + 1) & ~half) {
            const uint64_t swap = (block[i] >> half ^ block[i | half]) & mask;
            block[i] ^= swap << half;
            block[i | half] ^= swap;
        }
        mask ^= mask << (half >> 1);
    }
}

/// Mirrors 64 rows of one word of them.
static void layer_transpose_at(const way_map *map, const uint64_t *rows, uint64_t *columns,
                               uint32_t band, uint32_t right)
{
    uint64_t block[64] = {0};
    for (uint32_t i = 0; i < 64 && band * 64 + i < map->height + 2; i++) {
        block[i] = rows[((size_t)band * 64 + i) * map->row_words + right];
    }
    layer_transpose_block(block);
    for (uint32_t i = 0; i < 64 && right * 64 + i < map->width + 2; i++) {
        columns[((size_t)right * 64 + i) * map->column_words + band] = block[i];
    }
}

void wayi_layer_transpose_band(const way_map *map, wayi_layer *layer, uint32_t band, uint32_t first,
                               uint32_t end)
{
    for (uint32_t right = first; right < end; right++) {
        layer_transpose_at(map, layer->rows, layer->columns, band, right);
    }
}

void wayi_lines_transpose(const way_map *map, const uint64_t *rows, uint64_t *columns,
                          way_rect rect)
{
    for (uint32_t band = (rect.y + 1) >> 6; band <= (rect.y + rect.height) >> 6; band++) {
        for (uint32_t right = (rect.x + 1) >> 6; right <= (rect.x + rect.width) >> 6; right++) {
            layer_transpose_at(map, rows, columns, band, right);
        }
    }
}

/// Fills in what weights decide, where they vary.
static void layer_weigh(const way_map *map, wayi_layer *layer)
{
    const way_rect all = {0, 0, map->width, map->height};
    if (layer->footprint) {
        layer->weights = layer->table->base->weights ? layer->footprint : NULL;
        wayi_layer_update_footprint(map, layer, all);
    }
    if (layer->weights && layer->rough) {
        wayi_layer_update_rough(map, layer, all);
    }
}

bool wayi_layer_furnish(const way_map *map, wayi_layer *layer)
{
    const way_rect all = {0, 0, map->width, map->height};
    layer->around = wayi_alloc_zero(&map->allocator, map->cell_count, sizeof *layer->around);
    bool fits = layer->around && (!layer_has_runs(map) || layer_create_runs(map, layer));
    if (fits) {
        layer_derive(map, layer, all);
        wayi_layer_settle_runs(map, layer);
        layer->components = wayi_components_create(map, layer);
        fits = layer->components != NULL;
    }
    if (fits && layer->size > 1 && layer->table->plane) {
        layer->footprint = wayi_alloc(&map->allocator, map->cell_count, sizeof *layer->footprint);
        fits = layer->footprint != NULL;
    }
    if (fits) {
        layer_weigh(map, layer);
    } else {
        wayi_layer_strip(map, layer);
    }
    return fits;
}

/// One word of `size` lines combined; lines past the border line are blocked.
static uint64_t layer_combine(const uint64_t *word, uint32_t words, uint32_t size, uint32_t below)
{
    if (below < size) {
        return 0;
    }
    uint64_t all = word[0];
    for (uint32_t i = 1; i < size; i++) {
        all &= word[(size_t)i * words];
    }
    return all;
}

/// Leaves a bit set where it and the `size` - 1 bits after it are.
static uint64_t layer_shrink(uint64_t word, uint64_t next, uint32_t size)
{
    for (uint32_t reach = 1; reach < size;) {
        const uint32_t shift = reach < size - reach ? reach : size - reach;
        // cppcheck-suppress shiftTooManyBits ; shift is at least 1
        word &= word >> shift | next << (64u - shift);
        next &= next >> shift;
        reach += shift;
    }
    return word;
}

typedef struct layer_lines {
    const uint64_t *source; ///< of the base
    uint64_t *target;
    uint32_t words;
    uint32_t line_count; ///< borders included
    uint32_t size;
} layer_lines;

static void layer_shrink_lines(const layer_lines *lines, layer_span across, layer_span along)
{
    const uint32_t last_word = (along.first + along.count - 1) >> 6;
    for (uint32_t i = 0; i < across.count; i++) {
        const uint32_t line = across.first + i;
        const uint32_t below = lines->line_count - 1 - line;
        const uint64_t *source = lines->source + (size_t)line * lines->words;
        uint64_t *target = lines->target + (size_t)line * lines->words;
        uint32_t word = along.first >> 6;
        uint64_t here = layer_combine(source + word, lines->words, lines->size, below);
        for (; word <= last_word; word++) {
            const uint64_t next =
                word + 1 < lines->words
                    ? layer_combine(source + word + 1, lines->words, lines->size, below)
                    : 0;
            target[word] = layer_shrink(here, next, lines->size);
            here = next;
        }
    }
}

void wayi_layer_update(const way_map *map, wayi_layer *layer, way_rect rect)
{
    const uint32_t reach = layer->size - 1;
    const uint32_t left = rect.x < reach ? rect.x : reach;
    const uint32_t up = rect.y < reach ? rect.y : reach;
    const layer_span xs = {rect.x + 1 - left, rect.width + left};
    const layer_span ys = {rect.y + 1 - up, rect.height + up};
    const way_rect changed = {rect.x - left, rect.y - up, xs.count, ys.count};
    const wayi_layer *base = layer->table->base;
    const layer_lines rows = {base->rows, layer->rows, map->row_words, map->height + 2,
                              layer->size};
    const layer_lines columns = {base->columns, layer->columns, map->column_words, map->width + 2,
                                 layer->size};
    layer_uncount(map, layer, changed);
    layer_shrink_lines(&rows, ys, xs);
    layer_shrink_lines(&columns, xs, ys);
    layer_derive(map, layer, changed);
}

way_rect wayi_layer_touched(const way_map *map, const wayi_layer *layer, way_rect rect)
{
    const uint32_t left = rect.x > layer->size ? rect.x - layer->size : 0;
    const uint32_t top = rect.y > layer->size ? rect.y - layer->size : 0;
    const uint32_t right = rect.x + rect.width;
    const uint32_t bottom = rect.y + rect.height;
    return (way_rect){left, top, (right < map->width ? right + 1 : right) - left,
                      (bottom < map->height ? bottom + 1 : bottom) - top};
}
