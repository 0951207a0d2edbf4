// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// How finely a map should be cut. A passage is as wide as the shorter of the runs of free cells
// that cross in a cell, and a square should not be much wider than the passages are: what lies
// behind the next corner is another region's business. The quarter of the cells in the narrowest
// passages decides. Small maps can afford small squares; large ones of wide passages are cut into
// larger ones. Where passages are wide, squares are as small as a budget of bytes allows. Links
// over three borders make a trip come by fewer places that it would have to look past, but an edit
// has half as much again of them within reach on every side: they are for where that is little
// ground.
#include "search/atlas/atlas.h"

/// The map is looked at in up to so many windows a side, of so many cells a side.
#define CHOOSE_WINDOWS 8u
#define CHOOSE_SIDE 64u
#define CHOOSE_WIDEST 64u

/// Maps of no more cells than this are small; of more than that, large.
#define CHOOSE_SMALL 16384u
/// Sides of squares of small maps. Who climbs from place to place and never searches wants smaller
/// ones: with 8 a twentieth of the trips among rooms and scattered blocks were 11 to 14 % too long,
/// with 5 it is half of that.
#define CHOOSE_SMALL_SIDE 8u
#define CHOOSE_SMALL_CLIMB 5u
#define CHOOSE_LARGE 4000000u
#define CHOOSE_LARGE_SIDE 32u
#define CHOOSE_WIDE_SIDE 16u
#define CHOOSE_WIDE_MAX 28u

/// Narrow passages want the smallest squares that leave no more regions than this.
#define CHOOSE_REGIONS 6800u

/// Regions are counted in so many squares a side.
#define CHOOSE_SAMPLES 32u

/// With links over two borders so many regions take 120 KB.
#define CHOOSE_FEW 600u

/// Who climbs takes squares of this side where passages are wide, too. Larger ones, for fewer
/// bytes, made trips twice as far from the best, and the climbs of all cells that an edit takes in
/// them longer than the edits leave time for.
#define CHOOSE_WIDE_CLIMB 12u

/// No more regions than this, and links may cross three borders. Small squares have so many records
/// within reach of an edit that repairs would take too long: no more of them than that.
#define CHOOSE_FAR 300u
#define CHOOSE_FAR_SMALL 250u

/// How many free cells follow on one in a direction, as far as that counts.
static uint32_t choose_run(const wayi_grid *grid, uint32_t x, uint32_t y, uint32_t dx, uint32_t dy)
{
    const way_map *map = grid->map;
    uint32_t run = 0;
    for (x += dx, y += dy; run < CHOOSE_WIDEST && x < map->width && y < map->height &&
                           wayi_layer_has(map, grid->layer, x, y);
         x += dx, y += dy) {
        run++;
    }
    return run;
}

/// Counts the widths around every third cell of a window in both directions.
static void choose_look(const wayi_grid *grid, uint32_t left, uint32_t top, uint32_t *counts)
{
    const way_map *map = grid->map;
    for (uint32_t y = top; y < top + CHOOSE_SIDE && y < map->height; y += 3) {
        for (uint32_t x = left; x < left + CHOOSE_SIDE && x < map->width; x += 3) {
            if (wayi_layer_has(map, grid->layer, x, y)) {
                const uint32_t across =
                    choose_run(grid, x, y, 1, 0) + choose_run(grid, x, y, UINT32_MAX, 0);
                const uint32_t along =
                    choose_run(grid, x, y, 0, 1) + choose_run(grid, x, y, 0, UINT32_MAX);
                const uint32_t width = 1 + (across < along ? across : along);
                counts[width < CHOOSE_WIDEST ? width : CHOOSE_WIDEST]++;
            }
        }
    }
}

/// The width that a quarter of the cells do not exceed.
static uint32_t choose_width(const wayi_grid *grid)
{
    const way_map *map = grid->map;
    uint32_t counts[CHOOSE_WIDEST + 2] = {0};
    uint32_t total = 0;
    for (uint32_t i = 0; i < CHOOSE_WINDOWS * CHOOSE_WINDOWS; i++) {
        const uint32_t column = i % CHOOSE_WINDOWS;
        const uint32_t row = i / CHOOSE_WINDOWS;
        const uint32_t left = (uint32_t)((uint64_t)map->width * column / CHOOSE_WINDOWS);
        const uint32_t top = (uint32_t)((uint64_t)map->height * row / CHOOSE_WINDOWS);
        choose_look(grid, left, top, counts);
    }
    for (uint32_t i = 0; i <= CHOOSE_WIDEST; i++) {
        total += counts[i];
    }
    uint32_t width = 1;
    for (uint32_t below = counts[1]; width < CHOOSE_WIDEST && below * 4 < total;) {
        below += counts[++width];
    }
    return width;
}

/// About how many regions of connected cells squares of a side would have.
static uint64_t choose_regions(const wayi_grid *grid, uint32_t side)
{
    const way_map *map = grid->map;
    const uint32_t columns = (map->width + side - 1) / side;
    const uint32_t rows = (map->height + side - 1) / side;
    const uint32_t across = columns < CHOOSE_SAMPLES ? columns : CHOOSE_SAMPLES;
    const uint32_t down = rows < CHOOSE_SAMPLES ? rows : CHOOSE_SAMPLES;
    uint32_t found = 0;
    for (uint32_t i = 0; i < across * down; i++) {
        const uint32_t column = columns * (i % across) / across;
        const uint32_t row = rows * (i / across) / down;
        wayi_square_bits free;
        wayi_square_bits cells;
        wayi_square_load(grid, wayi_map_square(map, side, row * columns + column), &free);
        for (way_cell first = wayi_square_first(map, &free); first != WAY_CELL_NONE;
             first = wayi_square_first(map, &free)) {
            wayi_square_flood(map, &free, first, &cells);
            wayi_square_remove(&free, &cells);
            found++;
        }
    }
    return (uint64_t)found * columns * rows / (across * down);
}

/// The side of squares where passages are narrow.
static uint32_t choose_narrow(const wayi_grid *grid)
{
    return choose_regions(grid, 8) <= CHOOSE_REGIONS    ? 8
           : choose_regions(grid, 10) <= CHOOSE_REGIONS ? 10
                                                        : 12;
}

/// The side of squares where they are wide: the smallest that leaves few regions, unless there are
/// too many with any. Where walls stand in a lattice, as those of rooms do, larger squares cut
/// across it and have hardly fewer.
static uint32_t choose_wide(const wayi_grid *grid)
{
    uint32_t side = CHOOSE_WIDE_SIDE;
    if (choose_regions(grid, 20) * 5 > choose_regions(grid, side) * 4) {
        return side;
    }
    while (side <= CHOOSE_WIDE_MAX && choose_regions(grid, side) > CHOOSE_FEW) {
        side += 2;
    }
    return side <= CHOOSE_WIDE_MAX ? side : 24;
}

void wayi_atlas_choose(const wayi_grid *grid, bool climbs, uint32_t *side, uint32_t *depth)
{
    const uint32_t cells = grid->map->cell_count;
    const uint32_t width = choose_width(grid);
    const bool narrow = width < 8;
    *side = cells <= CHOOSE_SMALL ? (climbs ? CHOOSE_SMALL_CLIMB : CHOOSE_SMALL_SIDE)
            : narrow              ? choose_narrow(grid)
            : cells > CHOOSE_LARGE && width >= 24 ? CHOOSE_LARGE_SIDE
            : climbs                              ? CHOOSE_WIDE_CLIMB
                                                  : choose_wide(grid);
    // Among scattered walls squares of 12 are too large for links over two borders.
    const uint32_t far = narrow && !climbs ? CHOOSE_REGIONS : CHOOSE_FAR;
    const bool few = *side < 12 ? cells / (*side * *side) < CHOOSE_FAR_SMALL
                                : *side <= CHOOSE_WIDE_SIDE && choose_regions(grid, *side) <= far;
    *depth = few ? 3 : 2;
}
