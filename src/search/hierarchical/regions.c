// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A sector is made in three passes: sums over its cells give the mean of each region, the cell
// nearest to it is the centre; the cells of its border give the links; and, if asked for, searches
// to the neighbours' means choose a better centre out of a few. Where there are smaller sectors
// below, their centres and links stand in for the cells.
#include "search/hierarchical/regions.h"

#include "map/components.h"

#include <string.h>

/// Cells tried as the centre of a region, the one nearest to the mean among them.
#define REGIONS_CANDIDATES 9u

void wayi_regions_init(wayi_regions *regions, const wayi_grid *grid, uint32_t shift,
                       const way_allocator *allocator)
{
    const way_map *map = grid->map;
    const uint32_t side = 1u << shift;
    *regions = (wayi_regions){.grid = grid,
                              .shift = shift,
                              .columns = (map->width + side - 1) >> shift,
                              .rows = (map->height + side - 1) >> shift,
                              .allocator = *allocator};
    wayi_path_buffer_init(&regions->dirty, allocator);
    wayi_path_buffer_init(&regions->unpriced, allocator);
}

void wayi_regions_clear(const wayi_regions *regions, wayi_region_sector *sector)
{
    wayi_free(&regions->allocator, sector->regions, sector->region_count, sizeof *sector->regions);
    wayi_free(&regions->allocator, sector->edges, sector->edge_count, sizeof *sector->edges);
    wayi_free(&regions->allocator, sector->costs, sector->edge_count, sizeof *sector->costs);
    *sector = (wayi_region_sector){.dirty = sector->dirty, .unpriced = sector->unpriced};
}

void wayi_regions_fini(wayi_regions *regions)
{
    const uint32_t count = regions->columns * regions->rows;
    for (uint32_t i = 0; regions->sectors && i < count; i++) {
        wayi_regions_clear(regions, &regions->sectors[i]);
    }
    wayi_free(&regions->allocator, regions->sectors, count, sizeof *regions->sectors);
    regions->sectors = NULL;
    wayi_path_buffer_fini(&regions->dirty);
    wayi_path_buffer_fini(&regions->unpriced);
}

size_t wayi_regions_bytes(const wayi_regions *regions)
{
    const uint32_t count = regions->columns * regions->rows;
    size_t bytes =
        ((size_t)regions->dirty.capacity + regions->unpriced.capacity) * sizeof(uint32_t);
    for (uint32_t i = 0; regions->sectors && i < count; i++) {
        const wayi_region_sector *sector = &regions->sectors[i];
        bytes += sizeof *sector + sector->region_count * sizeof *sector->regions +
                 sector->edge_count * sizeof *sector->edges +
                 (sector->costs ? sector->edge_count * sizeof *sector->costs : 0);
    }
    return bytes;
}

// Places ------------------------------------------------------------------------------------------

way_rect wayi_regions_rect(const wayi_regions *regions, uint32_t sector)
{
    const way_map *map = regions->grid->map;
    const uint32_t side = 1u << regions->shift;
    const uint32_t left = sector % regions->columns * side;
    const uint32_t top = sector / regions->columns * side;
    return (way_rect){left, top, map->width - left < side ? map->width - left : side,
                      map->height - top < side ? map->height - top : side};
}

/// The region of a cell in its sector.
static uint32_t regions_at(const wayi_regions *regions, uint32_t x, uint32_t y)
{
    const wayi_components *components = regions->grid->layer->components;
    uint32_t column = x >> WAYI_SECTOR_SHIFT;
    uint32_t row = y >> WAYI_SECTOR_SHIFT;
    const wayi_level *level = components->levels;
    const size_t place =
        (y & (WAYI_SECTOR_SIDE - 1)) * WAYI_SECTOR_SIDE + (x & (WAYI_SECTOR_SIDE - 1));
    const wayi_label label =
        components->labels[(size_t)(row * level->columns + column) * WAYI_SECTOR_CELLS + place];
    if (label == WAYI_LABEL_NONE) {
        return WAYI_REGIONS_NONE;
    }
    uint32_t region = label;
    for (uint32_t i = WAYI_SECTOR_SHIFT;; i++, level++) {
        const uint32_t block = row * level->columns + column;
        if (region >= level->open_counts[block]) {
            return WAYI_REGIONS_CLOSED;
        }
        if (i == regions->shift) {
            return region;
        }
        region = level->parents[(size_t)block * level->open_max + region];
        column >>= 1;
        row >>= 1;
    }
}

wayi_region_place wayi_regions_find(const wayi_regions *regions, way_cell cell)
{
    const uint32_t y = wayi_map_row(regions->grid->map, cell);
    const uint32_t x = cell - y * regions->grid->map->width;
    return (wayi_region_place){wayi_regions_sector(regions, x, y), regions_at(regions, x, y)};
}

wayi_region_place wayi_regions_follow(const wayi_regions *regions, uint32_t sector, uint32_t edge)
{
    const uint32_t direction = edge >> WAYI_REGIONS_EDGE_BITS;
    const int32_t offset =
        wayi_direction_y[direction] * (int32_t)regions->columns + wayi_direction_x[direction];
    return (wayi_region_place){(uint32_t)((int32_t)sector + offset),
                               edge & ((1u << WAYI_REGIONS_EDGE_BITS) - 1)};
}

// Centres -----------------------------------------------------------------------------------------

uint32_t wayi_regions_count(const wayi_regions *regions, uint32_t sector)
{
    const wayi_components *components = regions->grid->layer->components;
    const uint32_t index = regions->shift - WAYI_SECTOR_SHIFT;
    return index < components->level_count ? components->levels[index].open_counts[sector] : 0;
}

/// Counts a cell for the mean of its region, or, in the second pass, looks how near to it it is.
static void regions_weigh(const wayi_regions *regions, uint32_t count, uint32_t pass, way_cell cell,
                          wayi_regions_scratch *scratch)
{
    const way_map *map = regions->grid->map;
    const uint32_t y = wayi_map_row(map, cell);
    const uint32_t x = cell - y * map->width;
    const uint32_t region = regions_at(regions, x, y);
    scratch->looked++;
    if (region >= count) {
        return;
    }
    wayi_regions_sum *sum = &scratch->sums[region];
    if (pass == 0) {
        sum->x += x;
        sum->y += y;
        sum->count++;
        return;
    }
    // Sixteenths, rounded down, are the same on every machine.
    const int64_t dx = (int64_t)x * 16 - (int64_t)(sum->x * 16 / sum->count);
    const int64_t dy = (int64_t)y * 16 - (int64_t)(sum->y * 16 / sum->count);
    const uint64_t distance = (uint64_t)(dx * dx + dy * dy);
    if (distance < sum->nearest) {
        sum->nearest = distance;
        sum->centre = cell;
    }
}

/// The sectors below that a sector is made of, in their columns and rows.
static way_rect regions_below(const wayi_regions *regions, uint32_t sector)
{
    const wayi_regions *lower = regions->lower;
    const way_rect rect = wayi_regions_rect(regions, sector);
    const uint32_t round = (1u << lower->shift) - 1;
    return (way_rect){rect.x >> lower->shift, rect.y >> lower->shift,
                      (rect.width + round) >> lower->shift, (rect.height + round) >> lower->shift};
}

/// As regions_weigh for all cells of a sector, or the centres in it.
static void regions_weigh_all(const wayi_regions *regions, uint32_t sector, uint32_t count,
                              uint32_t pass, wayi_regions_scratch *scratch)
{
    const wayi_regions *lower = regions->lower;
    const way_rect rect =
        lower ? regions_below(regions, sector) : wayi_regions_rect(regions, sector);
    for (uint32_t y = rect.y; y < rect.y + rect.height; y++) {
        for (uint32_t x = rect.x; x < rect.x + rect.width; x++) {
            if (!lower) {
                regions_weigh(regions, count, pass, y * regions->grid->map->width + x, scratch);
                continue;
            }
            const wayi_region_sector *below = &lower->sectors[y * lower->columns + x];
            for (uint32_t i = 0; i < below->region_count; i++) {
                regions_weigh(regions, count, pass, below->regions[i].centre, scratch);
            }
        }
    }
}

/// Sums up the cells of each region of a sector and finds the cells nearest to their means.
static bool regions_measure(const wayi_regions *regions, uint32_t sector,
                            wayi_regions_scratch *scratch)
{
    const uint32_t count = wayi_regions_count(regions, sector);
    if (count == 0) {
        return true;
    }
    if (!wayi_grow(&scratch->allocator, (void **)&scratch->sums, &scratch->sum_capacity, count,
                   sizeof *scratch->sums)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        scratch->sums[i] = (wayi_regions_sum){.nearest = UINT64_MAX, .centre = WAY_CELL_NONE};
    }
    regions_weigh_all(regions, sector, count, 0, scratch);
    regions_weigh_all(regions, sector, count, 1, scratch);
    return true;
}

/// The centre that the mean gives a region of any sector; uses the scratch.
static way_cell regions_mean(const wayi_regions *regions, wayi_region_place place,
                             wayi_regions_scratch *scratch)
{
    const bool fits = regions_measure(regions, place.sector, scratch);
    return fits ? scratch->sums[place.region].centre : WAY_CELL_NONE;
}

/// The rectangle around two sectors.
way_rect wayi_regions_around(const wayi_regions *regions, uint32_t a, uint32_t b)
{
    const way_rect one = wayi_regions_rect(regions, a);
    const way_rect two = wayi_regions_rect(regions, b);
    const uint32_t left = one.x < two.x ? one.x : two.x;
    const uint32_t top = one.y < two.y ? one.y : two.y;
    const uint32_t right =
        one.x + one.width > two.x + two.width ? one.x + one.width : two.x + two.width;
    const uint32_t bottom =
        one.y + one.height > two.y + two.height ? one.y + one.height : two.y + two.height;
    return (way_rect){left, top, right - left, bottom - top};
}

/// What searches from a cell to the neighbours' means cost: the costliest one first, then all
/// together. UINT64_MAX without memory.
static uint64_t regions_try(const wayi_regions *regions, uint32_t sector, way_cell cell,
                            const wayi_path_buffer *means, wayi_regions_scratch *scratch)
{
    uint64_t most = 0;
    uint64_t all = 0;
    for (uint32_t i = 0; i < means->count; i++) {
        const way_cell mean = means->states[i];
        const uint32_t beside = wayi_regions_find(regions, mean).sector;
        uint32_t budget = UINT32_MAX;
        if (!wayi_confined_begin(&scratch->search, wayi_regions_around(regions, sector, beside),
                                 cell, mean) ||
            wayi_confined_step(&scratch->search, &budget) == WAY_OUTCOME_CAPACITY) {
            return UINT64_MAX;
        }
        const uint64_t work = UINT32_MAX - budget;
        most = work > most ? work : most;
        all += work;
    }
    return most << 32 | all;
}

/// The cells around a mean that are tried as centres: a cross and its diagonals, a quarter of the
/// sector away. NONE where there is none of the region.
static way_cell regions_candidate(const wayi_regions *regions, wayi_region_place place,
                                  way_cell mean, uint32_t index)
{
    if (index == 0) {
        return mean;
    }
    const way_map *map = regions->grid->map;
    const int32_t reach = (int32_t)(1u << regions->shift) / 4;
    const int32_t y = (int32_t)wayi_map_row(map, mean);
    const int32_t x = (int32_t)mean - y * (int32_t)map->width;
    const int32_t to_x = x + wayi_direction_x[index - 1] * reach;
    const int32_t to_y = y + wayi_direction_y[index - 1] * reach;
    if (to_x < 0 || to_y < 0 || to_x >= (int32_t)map->width || to_y >= (int32_t)map->height) {
        return WAY_CELL_NONE;
    }
    const way_cell cell = (uint32_t)to_y * map->width + (uint32_t)to_x;
    const wayi_region_place there = wayi_regions_find(regions, cell);
    return there.sector == place.sector && there.region == place.region ? cell : WAY_CELL_NONE;
}

/// Moves the centre of a region to the candidate with the cheapest searches.
static bool regions_improve(const wayi_regions *regions, wayi_region_place place,
                            wayi_path_buffer *means, wayi_regions_scratch *scratch)
{
    const wayi_region_sector *sector = &regions->sectors[place.sector];
    wayi_region *region = &sector->regions[place.region];
    wayi_path_buffer_clear(means);
    for (uint32_t i = wayi_regions_edges(sector, place.region); i < region->edge_end; i++) {
        const way_cell mean = regions_mean(
            regions, wayi_regions_follow(regions, place.sector, sector->edges[i]), scratch);
        if (mean == WAY_CELL_NONE || !wayi_path_buffer_push(means, mean)) {
            return false;
        }
    }
    uint64_t least = UINT64_MAX;
    const way_cell start = region->centre;
    for (uint32_t i = 0; i < REGIONS_CANDIDATES; i++) {
        const way_cell cell = regions_candidate(regions, place, start, i);
        if (cell == WAY_CELL_NONE) {
            continue;
        }
        const uint64_t work = regions_try(regions, place.sector, cell, means, scratch);
        if (work == UINT64_MAX) {
            return false;
        }
        if (work < least) {
            least = work;
            region->centre = cell;
        }
    }
    return true;
}

static bool regions_improve_all(const wayi_regions *regions, uint32_t sector,
                                wayi_regions_scratch *scratch)
{
    wayi_path_buffer means;
    wayi_path_buffer_init(&means, &scratch->allocator);
    bool fits = true;
    for (uint32_t i = 0; i < regions->sectors[sector].region_count && fits; i++) {
        fits = regions_improve(regions, (wayi_region_place){sector, i}, &means, scratch);
    }
    wayi_path_buffer_fini(&means);
    return fits;
}

// Links -------------------------------------------------------------------------------------------

/// Notes a link once; the list is short.
static bool regions_add_pair(wayi_path_buffer *pairs, uint32_t region, uint32_t edge)
{
    uint32_t at = pairs->count;
    for (; at > 0; at -= 2) {
        const uint32_t *before = &pairs->states[at - 2];
        if (before[0] == region && before[1] == edge) {
            return true;
        }
        if (before[0] < region || (before[0] == region && before[1] < edge)) {
            break;
        }
    }
    for (uint32_t i = 0; i < 2; i++) {
        if (!wayi_path_buffer_push(pairs, 0)) {
            return false;
        }
    }
    for (uint32_t i = pairs->count - 1; i >= at + 2; i--) {
        pairs->states[i] = pairs->states[i - 2];
    }
    pairs->states[at] = region;
    pairs->states[at + 1] = edge;
    return true;
}

/// Where a cell lies that a step leads to: the direction of its sector, or DIRECTIONS if it is the
/// same one.
static uint32_t regions_side(way_rect rect, uint32_t x, uint32_t y)
{
    const int dx = x < rect.x ? -1 : x >= rect.x + rect.width;
    const int dy = y < rect.y ? -1 : y >= rect.y + rect.height;
    uint32_t direction = 0;
    while (direction < WAYI_DIRECTIONS &&
           (wayi_direction_x[direction] != dx || wayi_direction_y[direction] != dy)) {
        direction++;
    }
    return direction;
}

/// Notes the links over one cell of a border.
static bool regions_pair_cell(const wayi_regions *regions, way_rect rect, uint32_t x, uint32_t y,
                              wayi_path_buffer *pairs)
{
    const wayi_grid *grid = regions->grid;
    const way_map *map = grid->map;
    const uint32_t region = regions_at(regions, x, y);
    if (region >= WAYI_REGIONS_CLOSED) {
        return true;
    }
    for (uint32_t moves = wayi_layer_moves(map, grid->layer, y * map->width + x); moves;
         moves &= moves - 1) {
        const uint32_t move = wayi_bits_lowest(moves);
        const uint32_t to_x = (uint32_t)((int32_t)x + wayi_direction_x[move]);
        const uint32_t to_y = (uint32_t)((int32_t)y + wayi_direction_y[move]);
        const uint32_t side = regions_side(rect, to_x, to_y);
        if (side == WAYI_DIRECTIONS) {
            continue;
        }
        const uint32_t there = regions_at(regions, to_x, to_y);
        if (!regions_add_pair(pairs, region, side << WAYI_REGIONS_EDGE_BITS | there)) {
            return false;
        }
    }
    return true;
}

/// Notes the links of a sector that lead out of a larger one.
static bool regions_pair_below(const wayi_regions *regions, uint32_t sector, uint32_t below,
                               wayi_regions_scratch *scratch)
{
    const wayi_regions *lower = regions->lower;
    const wayi_region_sector *small = &lower->sectors[below];
    const way_rect rect = wayi_regions_rect(regions, sector);
    for (uint32_t i = 0, k = 0; i < small->region_count; i++) {
        const uint32_t region = wayi_regions_find(regions, small->regions[i].centre).region;
        for (; k < small->regions[i].edge_end; k++) {
            const wayi_region_place to = wayi_regions_follow(lower, below, small->edges[k]);
            const way_cell centre = lower->sectors[to.sector].regions[to.region].centre;
            const uint32_t y = wayi_map_row(regions->grid->map, centre);
            const uint32_t x = centre - y * regions->grid->map->width;
            const uint32_t side = regions_side(rect, x, y);
            scratch->looked++;
            if (side != WAYI_DIRECTIONS &&
                !regions_add_pair(&scratch->pairs, region,
                                  side << WAYI_REGIONS_EDGE_BITS | regions_at(regions, x, y))) {
                return false;
            }
        }
    }
    return true;
}

/// Lists the links of all regions of a sector, ascending.
static bool regions_find_links(const wayi_regions *regions, uint32_t sector,
                               wayi_regions_scratch *scratch)
{
    const way_rect rect =
        regions->lower ? regions_below(regions, sector) : wayi_regions_rect(regions, sector);
    const uint32_t columns = regions->lower ? regions->lower->columns : 0;
    wayi_path_buffer *pairs = &scratch->pairs;
    bool fits = true;
    wayi_path_buffer_clear(pairs);
    for (uint32_t y = rect.y; y < rect.y + rect.height && fits; y++) {
        // Between the first and the last row only the ends are on the border.
        const bool middle = y != rect.y && y != rect.y + rect.height - 1;
        const uint32_t stride = middle && rect.width > 1 ? rect.width - 1 : 1;
        for (uint32_t x = rect.x; x < rect.x + rect.width && fits; x += stride) {
            fits = columns ? regions_pair_below(regions, sector, y * columns + x, scratch)
                           : regions_pair_cell(regions, rect, x, y, pairs);
        }
    }
    return fits;
}

// Sectors -----------------------------------------------------------------------------------------

/// Gives a sector what was found; false without memory, and then it is as it was.
static bool regions_set_sector(wayi_regions *regions, uint32_t index,
                               const wayi_regions_scratch *scratch)
{
    const uint32_t count = wayi_regions_count(regions, index);
    const uint32_t edges = scratch->pairs.count / 2;
    wayi_region_sector fresh = {.region_count = count, .edge_count = edges};
    fresh.regions = wayi_alloc(&regions->allocator, count, sizeof *fresh.regions);
    fresh.edges = wayi_alloc(&regions->allocator, edges, sizeof *fresh.edges);
    if ((count && !fresh.regions) || (edges && !fresh.edges)) {
        wayi_regions_clear(regions, &fresh);
        return false;
    }
    uint32_t at = 0;
    for (uint32_t i = 0; i < count; i++) {
        for (; at < edges && scratch->pairs.states[2 * at] == i; at++) {
            fresh.edges[at] = scratch->pairs.states[2 * at + 1];
        }
        fresh.regions[i] = (wayi_region){scratch->sums[i].centre, at};
    }
    wayi_region_sector *sector = &regions->sectors[index];
    fresh.dirty = sector->dirty;
    fresh.unpriced = sector->unpriced;
    wayi_regions_clear(regions, sector);
    *sector = fresh;
    return true;
}

bool wayi_regions_make(wayi_regions *regions, uint32_t sector, wayi_regions_scratch *scratch)
{
    return regions_measure(regions, sector, scratch) &&
           regions_find_links(regions, sector, scratch) &&
           regions_set_sector(regions, sector, scratch) &&
           (!regions->best_centres || regions_improve_all(regions, sector, scratch));
}

bool wayi_regions_scratch_init(wayi_regions_scratch *scratch, const wayi_regions *regions)
{
    *scratch = (wayi_regions_scratch){.allocator = regions->allocator};
    wayi_path_buffer_init(&scratch->pairs, &regions->allocator);
    if (!regions->best_centres && !wayi_regions_are_priced(regions)) {
        return true;
    }
    const wayi_confined_config config = {
        .grid = regions->grid, .area = 4u << (2 * regions->shift), .stats = &scratch->stats};
    return wayi_confined_init(&scratch->search, &config, &regions->allocator);
}

void wayi_regions_scratch_fini(wayi_regions_scratch *scratch)
{
    wayi_free(&scratch->allocator, scratch->sums, scratch->sum_capacity, sizeof *scratch->sums);
    wayi_path_buffer_fini(&scratch->pairs);
    wayi_confined_fini(&scratch->search);
}
