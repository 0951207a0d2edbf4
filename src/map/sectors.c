// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Sectors: finding the regions inside one, and their contacts with the regions around it.
//
// Labelling works on runs of set bits: a run joins those of the row above that it touches. Contacts
// are read from the two lines of bits on either side of a border; consecutive bits that meet belong
// to the same two regions, so only the first of them counts.
#include "map/components.h"

#include <string.h>

/// Who touches whom. Eight neighbours with a corner rule connect what four do: a legal diagonal has
/// a passable cell beside it.
typedef enum sectors_touch { SECTORS_TOUCH_4, SECTORS_TOUCH_6, SECTORS_TOUCH_8 } sectors_touch;

static sectors_touch sectors_touch_of(const way_map *map)
{
    if (map->neighbours == WAY_NEIGHBOURS_6) {
        return SECTORS_TOUCH_6;
    }
    const bool eight = map->neighbours == WAY_NEIGHBOURS_8 && map->corners == WAY_CORNERS_BOTH;
    return eight ? SECTORS_TOUCH_8 : SECTORS_TOUCH_4;
}

typedef struct sectors_run {
    uint32_t mask;
    uint16_t parent; ///< a run of the same region that comes before, or itself
    uint16_t label;
    uint8_t row;
    uint8_t first;
    uint8_t length;
} sectors_run;

static uint16_t sectors_find_run(sectors_run *runs, uint16_t run)
{
    while (runs[run].parent != run) {
        runs[run].parent = runs[runs[run].parent].parent;
        run = runs[run].parent;
    }
    return run;
}

static void sectors_join_runs(sectors_run *runs, uint16_t a, uint16_t b)
{
    a = sectors_find_run(runs, a);
    b = sectors_find_run(runs, b);
    if (a < b) {
        runs[b].parent = a;
    } else {
        runs[a].parent = b;
    }
}

/// The bits of the row above that a run touches.
static uint64_t sectors_reach(uint64_t mask, sectors_touch touch)
{
    switch (touch) {
    case SECTORS_TOUCH_6:
        return mask | mask << 1;
    case SECTORS_TOUCH_8:
        return mask | mask << 1 | mask >> 1;
    default:
        return mask;
    }
}

/// Splits all rows into runs and joins those that touch; returns how many runs there are.
static uint16_t sectors_find_runs(const uint32_t *rows, sectors_touch touch, sectors_run *runs)
{
    uint16_t count = 0;
    uint16_t above = 0;
    for (uint32_t row = 0; row < WAYI_SECTOR_SIDE; row++) {
        const uint16_t row_first = count;
        uint16_t candidate = above;
        for (uint64_t bits = rows[row]; bits;) {
            const uint32_t first = wayi_bits_lowest(bits);
            const uint32_t length = wayi_bits_lowest(~(bits >> first));
            const uint64_t mask = ((UINT64_C(1) << length) - 1) << first;
            const uint64_t reach = sectors_reach(mask, touch);
            runs[count] = (sectors_run){(uint32_t)mask, count,          0,
                                        (uint8_t)row,   (uint8_t)first, (uint8_t)length};
            // Runs that end left of this one's reach end left of all later ones' as well.
            while (candidate < row_first && runs[candidate].mask < (reach & (~reach + 1))) {
                candidate++;
            }
            for (uint16_t i = candidate; i < row_first && (runs[i].mask & reach); i++) {
                sectors_join_runs(runs, i, count);
            }
            count++;
            bits &= ~mask;
        }
        above = row_first;
    }
    return count;
}

/// Writes labels into the cells; regions are numbered in the order of their first runs.
static uint32_t sectors_write_labels(sectors_run *runs, uint16_t count, wayi_label *labels)
{
    uint16_t regions = 0;
    for (uint16_t i = 0; i < count; i++) {
        sectors_run *run = &runs[i];
        run->label = run->parent == i ? regions++ : runs[run->parent].label;
        wayi_label *cells = labels + run->row * WAYI_SECTOR_SIDE + run->first;
        for (uint32_t cell = 0; cell < run->length; cell++) {
            cells[cell] = (wayi_label)run->label;
        }
    }
    return regions;
}

uint32_t wayi_sector_label(const way_map *map, const wayi_layer *layer, uint32_t sector)
{
    const wayi_components *components = layer->components;
    const uint32_t column = sector % components->columns;
    const uint32_t top = sector / components->columns * WAYI_SECTOR_SIDE;
    wayi_label *labels = components->labels + (size_t)sector * WAYI_SECTOR_CELLS;
    uint32_t rows[WAYI_SECTOR_SIDE];
    uint32_t all = UINT32_MAX;
    for (uint32_t i = 0; i < WAYI_SECTOR_SIDE; i++) {
        rows[i] = top + i < map->height + 2
                      ? wayi_sector_bits(layer->rows, map->row_words, top + i, column)
                      : 0;
        all &= rows[i];
    }
    if (all == (uint32_t)((UINT64_C(1) << WAYI_SECTOR_SIDE) - 1)) {
        memset(labels, 0, WAYI_SECTOR_CELLS * sizeof *labels);
        return 1;
    }
    sectors_run runs[WAYI_SECTOR_REGIONS];
    const uint16_t count = sectors_find_runs(rows, sectors_touch_of(map), runs);
    return sectors_write_labels(runs, count, labels);
}

/// A border being read: where the lines on both sides lie in the labels.
typedef struct sectors_border {
    const wayi_label *own;
    const wayi_label *other;
    uint32_t stride;
    uint32_t label;       ///< wanted, or WAYI_LABEL_ANY
    uint32_t other_first; ///< slot
    wayi_contact *contacts;
    uint32_t count;
} sectors_border;

/// Adds the contacts of own bits with the other bits `shift` further along.
static void sectors_add_contacts(sectors_border *border, uint32_t meeting, int32_t shift)
{
    for (uint32_t starts = meeting & ~(meeting << 1); starts; starts &= starts - 1) {
        const int32_t i = (int32_t)wayi_bits_lowest(starts);
        const uint32_t own = border->own[(uint32_t)i * border->stride];
        if (border->label == WAYI_LABEL_ANY || border->label == own) {
            const uint32_t other = border->other[(uint32_t)(i + shift) * border->stride];
            border->contacts[border->count++] = (wayi_contact){own, border->other_first + other};
        }
    }
}

/// The four sides, in the order of the directions.
static void sectors_read_side(const way_map *map, const wayi_layer *layer, uint32_t sector,
                              uint32_t side, sectors_border *border)
{
    enum { LAST = WAYI_SECTOR_SIDE - 1, LAST_ROW = LAST * WAYI_SECTOR_SIDE };
    static const uint32_t own_offsets[4] = {0, LAST, LAST_ROW, 0};
    static const uint32_t other_offsets[4] = {LAST_ROW, 0, 0, LAST};
    const wayi_components *components = layer->components;
    const uint32_t column = sector % components->columns;
    const uint32_t row = sector / components->columns;
    const bool upright = side == WAYI_EAST || side == WAYI_WEST;
    const uint32_t place = upright ? column : row;
    const bool ahead = side == WAYI_EAST || side == WAYI_SOUTH;
    if (ahead ? place + 1 >= (upright ? components->columns : components->rows) : place == 0) {
        return;
    }
    const uint32_t step = upright ? 1 : components->columns;
    const uint32_t other = ahead ? sector + step : sector - step;
    const uint64_t *lines = upright ? layer->columns : layer->rows;
    const uint32_t words = upright ? map->column_words : map->row_words;
    const uint32_t line = place * WAYI_SECTOR_SIDE + (ahead ? LAST : 0);
    const uint32_t own_bits = wayi_sector_bits(lines, words, line, upright ? row : column);
    const uint32_t other_bits =
        wayi_sector_bits(lines, words, ahead ? line + 1 : line - 1, upright ? row : column);
    border->own = components->labels + (size_t)sector * WAYI_SECTOR_CELLS + own_offsets[side];
    border->other = components->labels + (size_t)other * WAYI_SECTOR_CELLS + other_offsets[side];
    border->stride = upright ? WAYI_SECTOR_SIDE : 1;
    border->other_first = components->sectors[other].first;
    sectors_add_contacts(border, own_bits & other_bits, 0);
    // A slanted contact is worth a look only where no straight one joins the same two regions.
    const sectors_touch touch = sectors_touch_of(map);
    if (touch == SECTORS_TOUCH_8 || (touch == SECTORS_TOUCH_6 && !ahead)) {
        sectors_add_contacts(border, own_bits & other_bits >> 1 & ~(other_bits | own_bits >> 1), 1);
    }
    if (touch == SECTORS_TOUCH_8 || (touch == SECTORS_TOUCH_6 && ahead)) {
        sectors_add_contacts(border, own_bits & other_bits << 1 & ~(other_bits | own_bits << 1),
                             -1);
    }
}

/// A cell of a sector, as an index into its labels, if it is passable.
static bool sectors_has_cell(const way_map *map, const wayi_layer *layer, uint32_t sector,
                             uint32_t inside)
{
    const uint32_t column = sector % layer->components->columns;
    const uint32_t line =
        sector / layer->components->columns * WAYI_SECTOR_SIDE + inside / WAYI_SECTOR_SIDE;
    return line < map->height + 2 && (wayi_sector_bits(layer->rows, map->row_words, line, column) >>
                                      (inside % WAYI_SECTOR_SIDE)) &
                                         1u;
}

static void sectors_read_corner(const way_map *map, const wayi_layer *layer, uint32_t sector,
                                uint32_t direction, sectors_border *border)
{
    const wayi_components *components = layer->components;
    const int32_t dx = wayi_direction_x[direction];
    const int32_t dy = wayi_direction_y[direction];
    const uint32_t column = sector % components->columns + (uint32_t)dx;
    const uint32_t row = sector / components->columns + (uint32_t)dy;
    if (column >= components->columns || row >= components->rows) {
        return;
    }
    const uint32_t last = WAYI_SECTOR_SIDE - 1;
    const uint32_t own = (dy > 0 ? last * WAYI_SECTOR_SIDE : 0) + (dx > 0 ? last : 0);
    const uint32_t across = WAYI_SECTOR_CELLS - 1 - own;
    const uint32_t other = row * components->columns + column;
    if (!sectors_has_cell(map, layer, sector, own) ||
        !sectors_has_cell(map, layer, other, across)) {
        return;
    }
    border->own = components->labels + (size_t)sector * WAYI_SECTOR_CELLS + own;
    border->other = components->labels + (size_t)other * WAYI_SECTOR_CELLS + across;
    border->other_first = components->sectors[other].first;
    sectors_add_contacts(border, 1, 0);
}

uint32_t wayi_sector_contacts(const way_map *map, const wayi_layer *layer, uint32_t sector,
                              uint32_t label, wayi_contact contacts[WAYI_CONTACTS_MAX])
{
    sectors_border border = {.label = label, .contacts = contacts};
    for (uint32_t side = WAYI_NORTH; side <= WAYI_WEST; side++) {
        sectors_read_side(map, layer, sector, side, &border);
    }
    const sectors_touch touch = sectors_touch_of(map);
    if (touch == SECTORS_TOUCH_4) {
        return border.count;
    }
    for (uint32_t direction = WAYI_NORTH_EAST; direction < WAYI_DIRECTIONS; direction++) {
        const bool slants = direction == WAYI_NORTH_EAST || direction == WAYI_SOUTH_WEST;
        if (touch == SECTORS_TOUCH_8 || slants) {
            sectors_read_corner(map, layer, sector, direction, &border);
        }
    }
    return border.count;
}
