// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Finding the regions of a sector, by runs of set bits: a run joins those of the row above that it
// touches.
#include "map/reach/components.h"

#include <string.h>

#define SECTORS_UNNUMBERED UINT16_MAX

typedef struct sectors_run {
    uint32_t mask;
    uint16_t parent; ///< a run of the same region that comes before, or itself
    uint16_t number; ///< of its region, if it is the first run of that
    uint8_t row;
    uint8_t first;
    uint8_t length;
} sectors_run;

typedef struct sectors_work {
    sectors_run runs[WAYI_SECTOR_REGIONS];
    uint16_t row_starts[WAYI_SECTOR_SIDE + 1]; ///< first run of each row
    uint16_t region_count;
} sectors_work;

static uint16_t sectors_find(sectors_run *runs, uint16_t run)
{
    while (runs[run].parent != run) {
        runs[run].parent = runs[runs[run].parent].parent;
        run = runs[run].parent;
    }
    return run;
}

static void sectors_join(sectors_run *runs, uint16_t a, uint16_t b)
{
    a = sectors_find(runs, a);
    b = sectors_find(runs, b);
    if (a < b) {
        runs[b].parent = a;
    } else {
        runs[a].parent = b;
    }
}

/// The bits of the row above that a run touches.
static uint64_t sectors_reach(uint64_t mask, wayi_touch touch)
{
    switch (touch) {
    case WAYI_TOUCH_6:
        return mask | mask << 1;
    case WAYI_TOUCH_8:
        return mask | mask << 1 | mask >> 1;
    default:
        return mask;
    }
}

/// Splits a row into runs and joins them with those above.
static void sectors_add_row(sectors_work *work, uint32_t row, uint64_t bits, wayi_touch touch)
{
    sectors_run *runs = work->runs;
    const uint16_t row_start = work->row_starts[row];
    uint16_t above = row > 0 ? work->row_starts[row - 1] : 0;
    uint16_t count = row_start;
    while (bits) {
        const uint32_t first = wayi_bits_lowest(bits);
        const uint32_t length = wayi_bits_lowest(~(bits >> first));
        const uint64_t mask = ((UINT64_C(1) << length) - 1) << first;
        const uint64_t reach = sectors_reach(mask, touch);
        runs[count] = (sectors_run){
            .mask = (uint32_t)mask,
            .parent = count,
            .number = SECTORS_UNNUMBERED,
            .row = (uint8_t)row,
            .first = (uint8_t)first,
            .length = (uint8_t)length,
        };
        // Runs that end left of this one's reach end left of all later ones' as well.
        while (above < row_start && runs[above].mask < (reach & (~reach + 1))) {
            above++;
        }
        for (uint16_t i = above; i < row_start && (runs[i].mask & reach); i++) {
            sectors_join(runs, i, count);
        }
        count++;
        bits &= ~mask;
    }
    work->row_starts[row + 1] = count;
}

static uint16_t sectors_number(sectors_work *work, uint16_t run)
{
    sectors_run *root = &work->runs[sectors_find(work->runs, run)];
    if (root->number == SECTORS_UNNUMBERED) {
        root->number = work->region_count++;
    }
    return root->number;
}

static void sectors_border_row(sectors_work *work, uint32_t row, wayi_border *border)
{
    for (uint16_t i = work->row_starts[row]; i < work->row_starts[row + 1]; i++) {
        const uint16_t number = sectors_number(work, i);
        for (uint32_t k = 0; k < work->runs[i].length; k++) {
            border[work->runs[i].first + k] = number;
        }
    }
}

static void sectors_border_column(sectors_work *work, uint32_t column, wayi_border *border)
{
    for (uint32_t row = 0; row < WAYI_SECTOR_SIDE; row++) {
        if (work->row_starts[row] == work->row_starts[row + 1]) {
            continue;
        }
        const uint16_t run =
            column == 0 ? work->row_starts[row] : (uint16_t)(work->row_starts[row + 1] - 1);
        if (work->runs[run].mask >> column & 1u) {
            border[row] = sectors_number(work, run);
        }
    }
}

static void sectors_read_border(sectors_work *work, wayi_border *border)
{
    memset(border, 0xff, 4 * WAYI_SECTOR_SIDE * sizeof *border);
    sectors_border_row(work, 0, border);
    sectors_border_column(work, WAYI_SECTOR_SIDE - 1, border + WAYI_SECTOR_SIDE);
    sectors_border_row(work, WAYI_SECTOR_SIDE - 1, border + 2 * WAYI_SECTOR_SIDE);
    sectors_border_column(work, 0, border + 3 * WAYI_SECTOR_SIDE);
}

static void sectors_write_labels(sectors_work *work, wayi_label *labels)
{
    memset(labels, WAYI_LABEL_NONE, WAYI_SECTOR_CELLS);
    for (uint16_t i = 0; i < work->row_starts[WAYI_SECTOR_SIDE]; i++) {
        const sectors_run *run = &work->runs[i];
        const wayi_label label = (wayi_label)sectors_number(work, i);
        wayi_label *cells = labels + run->row * WAYI_SECTOR_SIDE + run->first;
        for (uint32_t k = 0; k < run->length; k++) {
            cells[k] = label;
        }
    }
}

bool wayi_sector_label(const way_map *map, const wayi_layer *layer, uint32_t sector)
{
    wayi_components *components = layer->components;
    const wayi_level *level = &components->levels[0];
    const uint32_t column = sector % level->columns;
    const uint32_t top = sector / level->columns << WAYI_SECTOR_SHIFT;
    sectors_work work;
    work.row_starts[0] = 0;
    work.region_count = 0;
    for (uint32_t row = 0; row < WAYI_SECTOR_SIDE; row++) {
        const bool inside = top + row < map->height;
        const uint64_t bits = inside ? wayi_sector_row(map, layer, column, top + row) : 0;
        sectors_add_row(&work, row, bits, components->touch);
    }
    bool changed = false;
    if (components->level_count > 1) {
        sectors_read_border(&work, components->border);
        level->open_counts[sector] = work.region_count;
        changed = wayi_block_set_border(components, 0, sector);
    }
    sectors_write_labels(&work, components->labels + (size_t)sector * WAYI_SECTOR_CELLS);
    components->region_counts[sector] = (uint8_t)work.region_count;
    return changed;
}
