// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Putting a block together from its four parts: join the open regions that meet along the seams,
// walk around the outer border to number those that stay open, then number the rest.
#include "map/reach/components.h"

#include <string.h>

/// The sides of a border, in the order in which they are stored.
enum { BLOCKS_NORTH, BLOCKS_EAST, BLOCKS_SOUTH, BLOCKS_WEST };

/// The parts of a block.
enum { BLOCKS_NORTH_WEST, BLOCKS_NORTH_EAST, BLOCKS_SOUTH_WEST, BLOCKS_SOUTH_EAST, BLOCKS_PARTS };

/// One side of a part.
typedef struct blocks_side {
    const wayi_border *cells; ///< NULL if there is no such part
    uint32_t first_set;       ///< set of the part's region 0
} blocks_side;

typedef struct blocks_merge {
    wayi_components *components;
    const wayi_level *below;
    uint32_t parts[BLOCKS_PARTS]; ///< blocks of the level below, or UINT32_MAX
    uint32_t region_count;
} blocks_merge;

bool wayi_block_set_border(wayi_components *components, uint32_t level, uint32_t block)
{
    const wayi_level *of = &components->levels[level];
    const size_t length = 2 * ((size_t)of->wide + of->tall);
    wayi_border *border = of->borders + length * block;
    if (memcmp(border, components->border, length * sizeof *border) == 0) {
        return false;
    }
    memcpy(border, components->border, length * sizeof *border);
    return true;
}

static blocks_side blocks_side_of(const blocks_merge *merge, uint32_t part, uint32_t side)
{
    const wayi_level *below = merge->below;
    if (merge->parts[part] == UINT32_MAX) {
        return (blocks_side){NULL, 0};
    }
    const size_t starts[4] = {0, below->wide, (size_t)below->wide + below->tall,
                              2 * (size_t)below->wide + below->tall};
    const size_t length = 2 * ((size_t)below->wide + below->tall);
    return (blocks_side){below->borders + length * merge->parts[part] + starts[side],
                         part * below->open_max};
}

static uint32_t blocks_find(uint32_t *sets, uint32_t set)
{
    while (sets[set] != set) {
        sets[set] = sets[sets[set]];
        set = sets[set];
    }
    return set;
}

static void blocks_join(uint32_t *sets, uint32_t a, uint32_t b)
{
    a = blocks_find(sets, a);
    b = blocks_find(sets, b);
    if (a < b) {
        sets[b] = a;
    } else {
        sets[a] = b;
    }
}

/// Joins what meets across a seam; `a` lies north or west of `b`.
static void blocks_join_seam(const blocks_merge *merge, blocks_side a, blocks_side b,
                             uint32_t length)
{
    if (!a.cells || !b.cells) {
        return;
    }
    uint32_t *sets = merge->components->sets;
    const wayi_touch touch = merge->components->touch;
    for (uint32_t i = 0; i < length; i++) {
        const wayi_border own = a.cells[i];
        const wayi_border across = b.cells[i];
        if (own == WAYI_BORDER_NONE) {
            continue;
        }
        if (across != WAYI_BORDER_NONE) {
            // Along a passage only the first pair says something new.
            if (i == 0 || own != a.cells[i - 1] || across != b.cells[i - 1]) {
                blocks_join(sets, a.first_set + own, b.first_set + across);
            }
            continue;
        }
        // Slanted steps count only where no straight one joins the same regions.
        if (touch != WAYI_TOUCH_4 && i > 0 && b.cells[i - 1] != WAYI_BORDER_NONE) {
            blocks_join(sets, a.first_set + own, b.first_set + b.cells[i - 1]);
        }
        if (touch == WAYI_TOUCH_8 && i + 1 < length && b.cells[i + 1] != WAYI_BORDER_NONE) {
            blocks_join(sets, a.first_set + own, b.first_set + b.cells[i + 1]);
        }
    }
}

/// Joins two cells that meet at the middle of the block.
static void blocks_join_cells(const blocks_merge *merge, blocks_side a, uint32_t i, blocks_side b,
                              uint32_t k)
{
    if (a.cells && b.cells && a.cells[i] != WAYI_BORDER_NONE && b.cells[k] != WAYI_BORDER_NONE) {
        blocks_join(merge->components->sets, a.first_set + a.cells[i], b.first_set + b.cells[k]);
    }
}

static void blocks_join_parts(const blocks_merge *merge)
{
    const uint32_t wide = merge->below->wide;
    const uint32_t tall = merge->below->tall;
    const blocks_side west_side = blocks_side_of(merge, BLOCKS_SOUTH_WEST, BLOCKS_NORTH);
    const blocks_side east_side = blocks_side_of(merge, BLOCKS_NORTH_EAST, BLOCKS_SOUTH);
    blocks_join_seam(merge, blocks_side_of(merge, BLOCKS_NORTH_WEST, BLOCKS_EAST),
                     blocks_side_of(merge, BLOCKS_NORTH_EAST, BLOCKS_WEST), tall);
    blocks_join_seam(merge, blocks_side_of(merge, BLOCKS_SOUTH_WEST, BLOCKS_EAST),
                     blocks_side_of(merge, BLOCKS_SOUTH_EAST, BLOCKS_WEST), tall);
    blocks_join_seam(merge, blocks_side_of(merge, BLOCKS_NORTH_WEST, BLOCKS_SOUTH), west_side,
                     wide);
    blocks_join_seam(merge, east_side, blocks_side_of(merge, BLOCKS_SOUTH_EAST, BLOCKS_NORTH),
                     wide);
    if (merge->components->touch != WAYI_TOUCH_4) {
        blocks_join_cells(merge, west_side, wide - 1, east_side, 0);
    }
    if (merge->components->touch == WAYI_TOUCH_8) {
        blocks_join_cells(merge, blocks_side_of(merge, BLOCKS_NORTH_WEST, BLOCKS_SOUTH), wide - 1,
                          blocks_side_of(merge, BLOCKS_SOUTH_EAST, BLOCKS_NORTH), 0);
    }
}

/// The region that a set becomes.
static uint32_t blocks_number(blocks_merge *merge, uint32_t set)
{
    uint32_t *number = &merge->components->numbers[blocks_find(merge->components->sets, set)];
    if (*number == UINT32_MAX) {
        *number = merge->region_count++;
    }
    return *number;
}

/// Writes one part's share of the outer border.
static void blocks_write_side(blocks_merge *merge, blocks_side side, wayi_border *border,
                              uint32_t length)
{
    wayi_border last = WAYI_BORDER_NONE;
    wayi_border number = WAYI_BORDER_NONE;
    for (uint32_t i = 0; i < length; i++) {
        const wayi_border region = side.cells ? side.cells[i] : WAYI_BORDER_NONE;
        if (region != last) {
            last = region;
            number = region == WAYI_BORDER_NONE
                         ? WAYI_BORDER_NONE
                         : (wayi_border)blocks_number(merge, side.first_set + region);
        }
        border[i] = number;
    }
}

/// Writes the outer border. Where a map is narrower than a block there is no second part.
static void blocks_write_border(blocks_merge *merge, const wayi_level *level)
{
    static const uint8_t sides[4][2] = {
        [BLOCKS_NORTH] = {BLOCKS_NORTH_WEST, BLOCKS_NORTH_EAST},
        [BLOCKS_EAST] = {BLOCKS_NORTH_EAST, BLOCKS_SOUTH_EAST},
        [BLOCKS_SOUTH] = {BLOCKS_SOUTH_WEST, BLOCKS_SOUTH_EAST},
        [BLOCKS_WEST] = {BLOCKS_NORTH_WEST, BLOCKS_SOUTH_WEST},
    };
    wayi_border *border = merge->components->border;
    for (uint32_t side = BLOCKS_NORTH; side <= BLOCKS_WEST; side++) {
        const bool lying = side == BLOCKS_NORTH || side == BLOCKS_SOUTH;
        const uint32_t half = lying ? merge->below->wide : merge->below->tall;
        const uint32_t whole = lying ? level->wide : level->tall;
        blocks_write_side(merge, blocks_side_of(merge, sides[side][0], side), border, half);
        blocks_write_side(merge, blocks_side_of(merge, sides[side][1], side), border + half,
                          whole - half);
        border += whole;
    }
}

static void blocks_begin(blocks_merge *merge, const wayi_level *level, uint32_t block)
{
    const uint32_t column = block % level->columns * 2;
    const uint32_t row = block / level->columns * 2;
    for (uint32_t part = 0; part < BLOCKS_PARTS; part++) {
        const uint32_t x = column + part % 2;
        const uint32_t y = row + part / 2;
        const bool exists = x < merge->below->columns && y < merge->below->rows;
        merge->parts[part] = exists ? y * merge->below->columns + x : UINT32_MAX;
        const uint32_t count = exists ? merge->below->open_counts[merge->parts[part]] : 0;
        const uint32_t first = part * merge->below->open_max;
        for (uint32_t set = first; set < first + count; set++) {
            merge->components->sets[set] = set;
            merge->components->numbers[set] = UINT32_MAX;
        }
    }
}

/// Tells the regions of all parts what they have become.
static void blocks_write_parents(blocks_merge *merge)
{
    const wayi_level *below = merge->below;
    for (uint32_t part = 0; part < BLOCKS_PARTS; part++) {
        const uint32_t block = merge->parts[part];
        const uint32_t count = block != UINT32_MAX ? below->open_counts[block] : 0;
        for (uint32_t region = 0; region < count; region++) {
            uint32_t *parent = &below->parents[(size_t)block * below->open_max + region];
            const uint32_t number = blocks_number(merge, part * below->open_max + region);
            merge->components->renumbered |= *parent != number;
            *parent = number;
        }
    }
}

bool wayi_block_merge(wayi_components *components, uint32_t level, uint32_t block)
{
    const wayi_level *of = &components->levels[level];
    blocks_merge merge = {.components = components, .below = &components->levels[level - 1]};
    blocks_begin(&merge, of, block);
    blocks_join_parts(&merge);
    bool changed = false;
    if (level + 1 < components->level_count) {
        blocks_write_border(&merge, of);
        components->renumbered |= of->open_counts[block] != merge.region_count;
        of->open_counts[block] = merge.region_count;
        changed = wayi_block_set_border(components, level, block);
    }
    blocks_write_parents(&merge);
    return changed;
}
