// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A flood goes over the rows of a square up and down: a row takes over what touches it above and
// below and fills its runs of free bits, until a pass changes nothing.
#include "search/atlas/square.h"

#include <string.h>

static uint64_t square_mask(uint32_t bits)
{
    return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

void wayi_square_load(const wayi_grid *grid, way_rect rect, wayi_square_bits *free)
{
    free->left = rect.x;
    free->top = rect.y;
    free->width = rect.width;
    free->height = rect.height;
    for (uint32_t y = 0; y < rect.height; y++) {
        const uint64_t *row = grid->layer->rows + ((size_t)rect.y + y + 1) * grid->map->row_words;
        for (uint32_t word = 0; word < WAYI_SQUARE_WORDS; word++) {
            const uint32_t done = word * 64;
            if (done >= rect.width) {
                free->rows[y][word] = 0;
                continue;
            }
            const uint32_t bit = rect.x + done + 1;
            const uint64_t *at = row + (bit >> 6);
            const uint32_t shift = bit & 63u;
            const uint64_t bits = at[0] >> shift | at[1] << 1 << (63u - shift);
            free->rows[y][word] = bits & square_mask(rect.width - done);
        }
    }
}

/// The runs of free bits that hold a seed.
static uint64_t square_fill_word(uint64_t seeds, uint64_t free)
{
    uint64_t filled = 0;
    for (seeds &= free; seeds; seeds &= ~filled) {
        const uint64_t bit = seeds & (~seeds + 1);
        const uint64_t upward = free & ~(free + bit);
        const uint64_t walls = ~free & (bit - 1);
        const uint64_t below = walls ? UINT64_C(2) << wayi_bits_highest(walls) : 1;
        filled |= upward | ((bit - 1) & ~(below - 1));
    }
    return filled;
}

static void square_fill(uint64_t *seeds, const uint64_t *free, uint32_t words)
{
    seeds[0] = square_fill_word(seeds[0], free[0]);
    if (words > 1) {
        seeds[1] = square_fill_word(seeds[1] | seeds[0] >> 63, free[1]);
        seeds[0] = square_fill_word(seeds[0] | seeds[1] << 63, free[0]);
    }
}

/// Who touches whom between rows, see map/sectors.c.
static void square_add_row(const way_map *map, uint64_t *seeds, const uint64_t *row, bool above)
{
    const bool wide = map->neighbours == WAY_NEIGHBOURS_8 && map->corners == WAY_CORNERS_ANY;
    const bool right = wide || (map->neighbours == WAY_NEIGHBOURS_6 && !above);
    const bool left = wide || (map->neighbours == WAY_NEIGHBOURS_6 && above);
    const uint64_t low = row[0];
    const uint64_t high = row[1];
    seeds[0] |= low | (right ? low << 1 : 0) | (left ? low >> 1 | high << 63 : 0);
    seeds[1] |= high | (right ? high << 1 | low >> 63 : 0) | (left ? high >> 1 : 0);
}

static bool square_spread(const way_map *map, const wayi_square_bits *free,
                          wayi_square_bits *region, uint32_t y)
{
    uint64_t *row = region->rows[y];
    uint64_t seeds[WAYI_SQUARE_WORDS] = {row[0], row[1]};
    if (y > 0) {
        square_add_row(map, seeds, region->rows[y - 1], true);
    }
    if (y + 1 < free->height) {
        square_add_row(map, seeds, region->rows[y + 1], false);
    }
    seeds[0] &= free->rows[y][0];
    seeds[1] &= free->rows[y][1];
    if (seeds[0] == row[0] && seeds[1] == row[1]) {
        return false;
    }
    square_fill(seeds, free->rows[y], free->width > 64 ? 2 : 1);
    const bool changed = seeds[0] != row[0] || seeds[1] != row[1];
    row[0] = seeds[0];
    row[1] = seeds[1];
    return changed;
}

void wayi_square_flood(const way_map *map, const wayi_square_bits *free, way_cell cell,
                       wayi_square_bits *region)
{
    const uint32_t y = wayi_map_row(map, cell) - free->top;
    const uint32_t x = cell - (free->top + y) * map->width - free->left;
    region->left = free->left;
    region->top = free->top;
    region->width = free->width;
    region->height = free->height;
    memset(region->rows, 0, free->height * sizeof *region->rows);
    region->rows[y][x >> 6] = UINT64_C(1) << (x & 63u);
    square_fill(region->rows[y], free->rows[y], free->width > 64 ? 2 : 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t row = 0; row < free->height; row++) {
            changed |= square_spread(map, free, region, row);
        }
        for (uint32_t row = free->height; changed && row-- > 0;) {
            square_spread(map, free, region, row);
        }
    }
}

void wayi_square_remove(wayi_square_bits *bits, const wayi_square_bits *other)
{
    for (uint32_t row = 0; row < bits->height; row++) {
        bits->rows[row][0] &= ~other->rows[row][0];
        bits->rows[row][1] &= ~other->rows[row][1];
    }
}

way_cell wayi_square_first(const way_map *map, const wayi_square_bits *bits)
{
    WAYI_SQUARE_EACH(bits, x, y, { return (bits->top + y) * map->width + bits->left + x; })
    return WAY_CELL_NONE;
}

bool wayi_square_has(const way_map *map, const wayi_square_bits *bits, way_cell cell)
{
    const uint32_t y = wayi_map_row(map, cell);
    const uint32_t column = cell - y * map->width - bits->left;
    return column < bits->width && y - bits->top < bits->height &&
           (bits->rows[y - bits->top][column >> 6] >> (column & 63u) & 1u);
}

way_cell wayi_square_centre(const way_map *map, const wayi_square_bits *region, bool fine)
{
    uint64_t sum_x = 0;
    uint64_t sum_y = 0;
    uint64_t count = 0;
    WAYI_SQUARE_EACH(region, x, y, {
        sum_x += x;
        sum_y += y;
        count++;
    })
    const int64_t parts = fine ? 16 : 1;
    const uint64_t half = fine ? 0 : count / 2;
    const int64_t mean_x = (int64_t)((sum_x * (uint64_t)parts + half) / count);
    const int64_t mean_y = (int64_t)((sum_y * (uint64_t)parts + half) / count);
    int64_t least = INT64_MAX;
    way_cell best = WAY_CELL_NONE;
    WAYI_SQUARE_EACH(region, x, y, {
        const int64_t dx = (int64_t)x * parts - mean_x;
        const int64_t dy = (int64_t)y * parts - mean_y;
        if (dx * dx + dy * dy < least) {
            least = dx * dx + dy * dy;
            best = (region->top + y) * map->width + region->left + x;
        }
    })
    return best;
}
