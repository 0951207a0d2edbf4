// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A flood goes over the rows of a sector up and down: a row takes over what touches it above and
// below and fills its runs of free bits, until a pass changes nothing.
#include "search/subgoal/sector_regions.h"

#include <string.h>

way_rect wayi_sectors_rect(const wayi_sectors *sectors, const way_map *map, uint32_t sector)
{
    const uint32_t left = sector % sectors->columns * sectors->side;
    const uint32_t top = sector / sectors->columns * sectors->side;
    const uint32_t right = left + sectors->side < map->width ? left + sectors->side : map->width;
    const uint32_t bottom = top + sectors->side < map->height ? top + sectors->side : map->height;
    return (way_rect){left, top, right - left, bottom - top};
}

static uint64_t sector_regions_mask(uint32_t bits)
{
    return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

void wayi_sector_load(const wayi_sectors *sectors, const wayi_grid *grid, uint32_t sector,
                      wayi_sector_bits *free)
{
    const way_map *map = grid->map;
    const way_rect rect = wayi_sectors_rect(sectors, map, sector);
    free->left = rect.x;
    free->top = rect.y;
    free->width = rect.width;
    free->height = rect.height;
    for (uint32_t y = 0; y < rect.height; y++) {
        const uint64_t *row = grid->layer->rows + ((size_t)rect.y + y + 1) * map->row_words;
        for (uint32_t word = 0; word < WAYI_SECTOR_WORDS; word++) {
            const uint32_t done = word * 64;
            if (done >= rect.width) {
                free->rows[y][word] = 0;
                continue;
            }
            const uint32_t bit = rect.x + done + 1;
            const uint64_t *at = row + (bit >> 6);
            const uint32_t shift = bit & 63u;
            const uint64_t bits = at[0] >> shift | at[1] << 1 << (63u - shift);
            free->rows[y][word] = bits & sector_regions_mask(rect.width - done);
        }
    }
}

/// The runs of free bits that hold a seed.
static uint64_t sector_regions_fill_word(uint64_t seeds, uint64_t free)
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

static void sector_regions_fill(uint64_t *seeds, const uint64_t *free, uint32_t words)
{
    seeds[0] = sector_regions_fill_word(seeds[0], free[0]);
    if (words > 1) {
        seeds[1] = sector_regions_fill_word(seeds[1] | seeds[0] >> 63, free[1]);
        seeds[0] = sector_regions_fill_word(seeds[0] | seeds[1] << 63, free[0]);
    }
}

/// Who touches whom between rows, see map/sectors.c.
static void sector_regions_add_row(const way_map *map, uint64_t *seeds, const uint64_t *row,
                                   bool above)
{
    const bool wide = map->neighbours == WAY_NEIGHBOURS_8 && map->corners == WAY_CORNERS_BOTH;
    const bool right = wide || (map->neighbours == WAY_NEIGHBOURS_6 && !above);
    const bool left = wide || (map->neighbours == WAY_NEIGHBOURS_6 && above);
    const uint64_t low = row[0];
    const uint64_t high = row[1];
    seeds[0] |= low | (right ? low << 1 : 0) | (left ? low >> 1 | high << 63 : 0);
    seeds[1] |= high | (right ? high << 1 | low >> 63 : 0) | (left ? high >> 1 : 0);
}

static bool sector_regions_spread(const way_map *map, const wayi_sector_bits *free,
                                  wayi_sector_bits *region, uint32_t y)
{
    uint64_t *row = region->rows[y];
    uint64_t seeds[WAYI_SECTOR_WORDS] = {row[0], row[1]};
    if (y > 0) {
        sector_regions_add_row(map, seeds, region->rows[y - 1], true);
    }
    if (y + 1 < free->height) {
        sector_regions_add_row(map, seeds, region->rows[y + 1], false);
    }
    seeds[0] &= free->rows[y][0];
    seeds[1] &= free->rows[y][1];
    if (seeds[0] == row[0] && seeds[1] == row[1]) {
        return false;
    }
    sector_regions_fill(seeds, free->rows[y], free->width > 64 ? 2 : 1);
    const bool changed = seeds[0] != row[0] || seeds[1] != row[1];
    row[0] = seeds[0];
    row[1] = seeds[1];
    return changed;
}

static void sector_regions_flood(const way_map *map, const wayi_sector_bits *free, uint32_t x,
                                 uint32_t y, wayi_sector_bits *region)
{
    region->left = free->left;
    region->top = free->top;
    region->width = free->width;
    region->height = free->height;
    memset(region->rows, 0, free->height * sizeof *region->rows);
    region->rows[y][x >> 6] = UINT64_C(1) << (x & 63u);
    sector_regions_fill(region->rows[y], free->rows[y], free->width > 64 ? 2 : 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t row = 0; row < free->height; row++) {
            changed |= sector_regions_spread(map, free, region, row);
        }
        for (uint32_t row = free->height; changed && row-- > 0;) {
            sector_regions_spread(map, free, region, row);
        }
    }
}

bool wayi_sector_take(const wayi_grid *grid, wayi_sector_bits *free, wayi_sector_bits *region)
{
    for (uint32_t y = 0; y < free->height; y++) {
        for (uint32_t word = 0; word < WAYI_SECTOR_WORDS; word++) {
            if (!free->rows[y][word]) {
                continue;
            }
            const uint32_t x = word * 64 + wayi_bits_lowest(free->rows[y][word]);
            sector_regions_flood(grid->map, free, x, y, region);
            for (uint32_t row = 0; row < free->height; row++) {
                free->rows[row][0] &= ~region->rows[row][0];
                free->rows[row][1] &= ~region->rows[row][1];
            }
            return true;
        }
    }
    return false;
}

bool wayi_sector_has(const wayi_sector_bits *bits, uint32_t x, uint32_t y)
{
    const uint32_t column = x - bits->left;
    return column < bits->width && y - bits->top < bits->height &&
           (bits->rows[y - bits->top][column >> 6] >> (column & 63u) & 1u);
}

/// Calls for each cell would cost more than the loop: it is written out where it is needed.
#define SECTOR_REGIONS_EACH(region, x, y, body)                                                    \
    for (uint32_t y = 0; y < (region)->height; y++) {                                              \
        for (uint32_t word = 0; word < WAYI_SECTOR_WORDS; word++) {                                \
            for (uint64_t left = (region)->rows[y][word]; left; left &= left - 1) {                \
                const uint32_t x = word * 64 + wayi_bits_lowest(left);                             \
                body                                                                               \
            }                                                                                      \
        }                                                                                          \
    }

way_cell wayi_sector_centre(const way_map *map, const wayi_sector_bits *region)
{
    uint64_t sum_x = 0;
    uint64_t sum_y = 0;
    uint64_t count = 0;
    SECTOR_REGIONS_EACH(region, x, y, {
        sum_x += x;
        sum_y += y;
        count++;
    })
    const int64_t mean_x = (int64_t)((sum_x + count / 2) / count);
    const int64_t mean_y = (int64_t)((sum_y + count / 2) / count);
    int64_t least = INT64_MAX;
    way_cell best = WAY_CELL_NONE;
    SECTOR_REGIONS_EACH(region, x, y, {
        const int64_t dx = (int64_t)x - mean_x;
        const int64_t dy = (int64_t)y - mean_y;
        if (dx * dx + dy * dy < least) {
            least = dx * dx + dy * dy;
            best = (region->top + y) * map->width + region->left + x;
        }
    })
    return best;
}

void wayi_sector_paint(const way_map *map, const wayi_sector_bits *region, uint16_t *labels,
                       uint16_t label){SECTOR_REGIONS_EACH(
    region, x, y, { labels[(size_t)(region->top + y) * map->width + region->left + x] = label; })}

uint32_t wayi_sectors_find(const wayi_sectors *sectors, const wayi_routes *routes,
                           const wayi_grid *grid, way_cell cell)
{
    const way_map *map = grid->map;
    const uint32_t y = wayi_map_row(map, cell);
    const uint32_t x = cell - y * map->width;
    const uint32_t sector = wayi_sectors_of(sectors, x, y);
    uint32_t region = sectors->first ? sectors->first[sector] : WAYI_REGION_NONE;
    if (region == WAYI_REGION_NONE || sectors->sibling[region] == WAYI_REGION_NONE ||
        !wayi_layer_has(map, grid->layer, x, y)) {
        return wayi_layer_has(map, grid->layer, x, y) ? region : WAYI_REGION_NONE;
    }
    wayi_sector_bits free;
    wayi_sector_bits reach;
    wayi_sector_load(sectors, grid, sector, &free);
    sector_regions_flood(map, &free, x - free.left, y - free.top, &reach);
    for (; region != WAYI_REGION_NONE; region = sectors->sibling[region]) {
        const way_cell place = routes->regions[region].place;
        const uint32_t row = wayi_map_row(map, place);
        if (wayi_sector_has(&reach, place - row * map->width, row)) {
            break;
        }
    }
    return region;
}

way_status wayi_sectors_partition(wayi_sectors *sectors, wayi_partition *partition,
                                  uint32_t *capacity, const way_allocator *allocator)
{
    const wayi_grid *grid = wayi_space_grid(partition->space);
    const way_map *map = grid->map;
    wayi_sector_bits free;
    wayi_sector_bits region;
    for (uint32_t sector = 0; sector < sectors->count; sector++) {
        wayi_sector_load(sectors, grid, sector, &free);
        while (wayi_sector_take(grid, &free, &region)) {
            if (partition->region_count == WAYI_REGIONS_MAX) {
                return WAY_STATUS_TOO_LARGE;
            }
            if (!wayi_grow(allocator, (void **)&partition->places, capacity,
                           partition->region_count + 1, sizeof *partition->places)) {
                return WAY_STATUS_NO_MEMORY;
            }
            const uint32_t label = partition->region_count++;
            partition->places[label] = wayi_sector_centre(map, &region);
            wayi_sector_paint(map, &region, partition->labels, (uint16_t)label);
        }
    }
    return WAY_STATUS_OK;
}

way_status wayi_sectors_link(wayi_sectors *sectors, const wayi_partition *partition,
                             const way_allocator *allocator)
{
    const way_map *map = way_space_map(partition->space);
    sectors->first = wayi_alloc(allocator, sectors->count, sizeof *sectors->first);
    if (!sectors->first) {
        return WAY_STATUS_NO_MEMORY;
    }
    memset(sectors->first, 0xff, sectors->count * sizeof *sectors->first);
    if (partition->region_count == 0) {
        return WAY_STATUS_OK;
    }
    sectors->sibling = wayi_alloc(allocator, partition->region_count, sizeof *sectors->sibling);
    if (!sectors->sibling) {
        return WAY_STATUS_NO_MEMORY;
    }
    sectors->sibling_capacity = partition->region_count;
    for (uint32_t region = partition->region_count; region-- > 0;) {
        const way_cell place = partition->places[region];
        const uint32_t y = wayi_map_row(map, place);
        const uint32_t sector = wayi_sectors_of(sectors, place - y * map->width, y);
        sectors->sibling[region] = sectors->first[sector];
        sectors->first[sector] = (uint16_t)region;
    }
    return WAY_STATUS_OK;
}
