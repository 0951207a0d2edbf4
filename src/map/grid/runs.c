// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What jump point search wants to know beforehand. A straight run ends at a jump point, a free cell
// beside which a wall has just ended (where corners are cut: ends with the next step), or at a
// wall. Four kinds of bits:
//
//   jumps   the cell is a jump point of runs in a cardinal direction
//   runs    a run from the cell in that direction meets a jump point before it meets a wall
//   walls   a step from the cell in a diagonal direction is not legal
//   beside  the cell has a corner (a blocked diagonal neighbour between two free straight ones) to
//           the side of a diagonal direction: ways that go there may bend at it (see board.h); only
//           with 8 neighbours and where no corner is cut
//
// Of two cells in a row of a run, run(cell) = jump(next) or free(next) and run(next): a carry that
// travels against the run, along a row 64 cells at a time and across rows 64 columns at a time. An
// edit follows it as far as something changes. Across rows that is far, and each row is another
// page: the edits of one call note the rows that they concern, by squares of 64 cells, and then the
// carries of all of them travel together.
#include "map/grid/layer.h"

/// What an edit concerns directly: padded rows, and words of them.
typedef struct runs_area {
    const way_map *map;
    wayi_layer *layer;
    uint32_t first_row, last_row;
    uint32_t first_word, last_word;
} runs_area;

static size_t runs_place(const runs_area *area, uint32_t row, uint32_t word)
{
    return (size_t)row * area->map->row_words + word;
}

static const uint64_t *runs_row(const runs_area *area, uint32_t row)
{
    return area->layer->rows + runs_place(area, row, 0);
}

/// Bits of a line, each replaced by the one before (lower).
static uint64_t runs_from_below(const uint64_t *line, uint32_t word)
{
    return line[word] << 1 | (word ? line[word - 1] >> 63 : 0);
}

/// Bits of a line, each replaced by the one after (higher). Past a line comes the border of the
/// next.
static uint64_t runs_from_above(const uint64_t *line, uint32_t word)
{
    return line[word] >> 1 | line[word + 1] << 63;
}

// Jump points -------------------------------------------------------------------------------------

/// The corner rule that jump points go by: with 4 neighbours none is cut.
static way_corners runs_corners(const way_map *map)
{
    return map->neighbours == WAY_NEIGHBOURS_8 ? map->corners : WAY_CORNERS_STRICT;
}

/// Where a wall that runs beside a line ends on the way up it, or down it.
static uint64_t runs_opens(const uint64_t *beside, uint32_t word, bool up)
{
    return beside[word] & ~(up ? runs_from_below(beside, word) : runs_from_above(beside, word));
}

/// Where it ends with the next step.
static uint64_t runs_will_open(const uint64_t *beside, uint32_t word, bool up)
{
    return ~beside[word] & (up ? runs_from_above(beside, word) : runs_from_below(beside, word));
}

/// Renews the jump points of runs along one line, up or down it.
static void runs_update_jumps(const way_map *map, const uint64_t *line, size_t words,
                              uint64_t *jumps, bool up, uint32_t word)
{
    const way_corners corners = runs_corners(map);
    if (corners == WAY_CORNERS_STRICT) {
        jumps[word] =
            line[word] & (runs_opens(line - words, word, up) | runs_opens(line + words, word, up));
        return;
    }
    const uint64_t opens =
        runs_will_open(line - words, word, up) | runs_will_open(line + words, word, up);
    const uint64_t ahead = up ? runs_from_above(line, word) : runs_from_below(line, word);
    jumps[word] = line[word] & opens & (corners == WAY_CORNERS_LOOSE ? ahead : UINT64_MAX);
}

/// Corners of 64 cells of a line between two others: of kind 0 before-above and after-below it, of
/// kind 1 the others. A transposition keeps each kind, so lines are rows or columns.
static void runs_line_beside(const uint64_t *line, size_t words, uint32_t word, uint64_t out[2])
{
    const uint64_t *up = line - words;
    const uint64_t *down = line + words;
    const uint64_t before = runs_from_below(line, word);
    const uint64_t after = runs_from_above(line, word);
    const uint64_t up_before = before & up[word] & ~runs_from_below(up, word);
    const uint64_t up_after = after & up[word] & ~runs_from_above(up, word);
    const uint64_t down_before = before & down[word] & ~runs_from_below(down, word);
    const uint64_t down_after = after & down[word] & ~runs_from_above(down, word);
    out[0] = line[word] & (down_after | up_before);
    out[1] = line[word] & (up_after | down_before);
}

/// Renews the corners of one line.
static void runs_update_beside(const uint64_t *line, size_t words, uint64_t *const *beside,
                               size_t at, uint32_t word)
{
    uint64_t bits[2];
    runs_line_beside(line, words, word, bits);
    beside[0][at + word] = bits[0];
    beside[1][at + word] = bits[1];
}

static void runs_update_row_jumps(const runs_area *area)
{
    const size_t words = area->map->row_words;
    for (uint32_t row = area->first_row; row <= area->last_row; row++) {
        const size_t at = runs_place(area, row, 0);
        const uint64_t *line = area->layer->rows + at;
        for (uint32_t word = area->first_word; word <= area->last_word; word++) {
            runs_update_jumps(area->map, line, words, area->layer->jumps[WAYI_EAST] + at, true,
                              word);
            runs_update_jumps(area->map, line, words, area->layer->jumps[WAYI_WEST] + at, false,
                              word);
            if (area->layer->beside[0]) {
                runs_update_beside(line, words, area->layer->beside, at, word);
            }
        }
    }
}

static void runs_update_column_jumps(const way_map *map, wayi_layer *layer, way_rect rect)
{
    const size_t words = map->column_words;
    for (uint32_t x = rect.x; x < rect.x + rect.width; x++) {
        const size_t at = ((size_t)x + 1) * words;
        const uint64_t *line = layer->columns + at;
        for (uint32_t word = rect.y >> 6; word <= (rect.y + rect.height + 1) >> 6; word++) {
            runs_update_jumps(map, line, words, layer->jumps[WAYI_SOUTH] + at, true, word);
            runs_update_jumps(map, line, words, layer->jumps[WAYI_NORTH] + at, false, word);
            if (layer->beside_columns[0]) {
                runs_update_beside(line, words, layer->beside_columns, at, word);
            }
        }
    }
}

/// Jump points in the row `into` of runs that come from the row `from` beside it.
static uint64_t runs_jumps_across(const uint64_t *from, const uint64_t *into, uint32_t word)
{
    const uint64_t left = runs_from_below(into, word) & ~runs_from_below(from, word);
    const uint64_t right = runs_from_above(into, word) & ~runs_from_above(from, word);
    return into[word] & (left | right);
}

/// The same where corners are cut, by the row that comes `after` that.
static uint64_t runs_jumps_cut(const uint64_t *into, const uint64_t *after, uint32_t word,
                               way_corners corners)
{
    const uint64_t left = ~runs_from_below(into, word) & runs_from_below(after, word);
    const uint64_t right = ~runs_from_above(into, word) & runs_from_above(after, word);
    return into[word] & (left | right) & (corners == WAY_CORNERS_LOOSE ? after[word] : UINT64_MAX);
}

// Walls and runs ----------------------------------------------------------------------------------

/// Where a diagonal step is legal, by the cells beside it and the one that it leads to.
static uint64_t runs_slants(way_corners corners, uint64_t side, uint64_t next, uint64_t ahead)
{
    switch (corners) {
    case WAY_CORNERS_STRICT:
        return side & next & ahead;
    case WAY_CORNERS_LOOSE:
        return (side | next) & ahead;
    default:
        return ahead;
    }
}

static void runs_update_walls(const runs_area *area, uint32_t row, uint32_t word)
{
    const way_corners corners = runs_corners(area->map);
    wayi_views *views = area->layer->views + runs_place(area, row, word);
    const uint64_t *here = runs_row(area, row);
    for (uint32_t direction = WAYI_NORTH_EAST; direction < WAYI_DIRECTIONS; direction++) {
        const bool east = wayi_direction_x[direction] > 0;
        const bool south = wayi_direction_y[direction] > 0;
        const uint64_t *next = runs_row(area, south ? row + 1 : row - 1);
        const uint64_t side = east ? runs_from_above(here, word) : runs_from_below(here, word);
        const uint64_t ahead = east ? runs_from_above(next, word) : runs_from_below(next, word);
        views->walls[direction - WAYI_NORTH_EAST] = ~runs_slants(corners, side, next[word], ahead);
    }
}

/// Writes a word of runs; false if it was that before, so that outside what an edit concerns
/// nothing further on changes.
static bool runs_set(const runs_area *area, uint32_t direction, uint32_t row, uint32_t word,
                     uint64_t runs)
{
    uint64_t *place = &area->layer->views[runs_place(area, row, word)].runs[direction];
    const bool changed = *place != runs;
    *place = runs;
    return changed;
}

/// From the last word downwards; what comes in from above is in the old bits.
static void runs_update_east(const runs_area *area, uint32_t row)
{
    const size_t at = runs_place(area, row, 0);
    uint64_t carry = area->layer->views[at + area->last_word].runs[WAYI_EAST] >> 63;
    for (uint32_t word = area->last_word + 1; word-- > 0;) {
        const uint64_t jumps = area->layer->jumps[WAYI_EAST][at + word];
        const uint64_t pass = area->layer->rows[at + word] & ~jumps;
        const uint64_t set = wayi_bits_fill_down(jumps | (pass & carry << 63), pass);
        if (!runs_set(area, WAYI_EAST, row, word, set >> 1 | carry << 63) &&
            word < area->first_word) {
            return;
        }
        carry = set & 1u;
    }
}

static void runs_update_west(const runs_area *area, uint32_t row)
{
    const size_t at = runs_place(area, row, 0);
    uint64_t carry = area->layer->views[at + area->first_word].runs[WAYI_WEST] & 1u;
    for (uint32_t word = area->first_word; word < area->map->row_words; word++) {
        const uint64_t jumps = area->layer->jumps[WAYI_WEST][at + word];
        const uint64_t pass = area->layer->rows[at + word] & ~jumps;
        const uint64_t set = wayi_bits_fill_up(jumps | (pass & carry), pass);
        if (!runs_set(area, WAYI_WEST, row, word, set << 1 | carry) && word > area->last_word) {
            return;
        }
        carry = set >> 63;
    }
}

/// Runs north or south from a row, by what is known of the row that they enter.
static bool runs_update_across(const runs_area *area, uint32_t direction, uint32_t row,
                               uint32_t word)
{
    const way_corners corners = runs_corners(area->map);
    const uint32_t next = direction == WAYI_SOUTH ? row + 1 : row - 1;
    const uint64_t *into = runs_row(area, next);
    uint64_t jumps = 0;
    if (corners == WAY_CORNERS_STRICT) {
        jumps = runs_jumps_across(runs_row(area, row), into, word);
    } else if (next - 1 < area->map->height) { // past the border there is nothing
        const uint32_t after = direction == WAYI_SOUTH ? next + 1 : next - 1;
        jumps = runs_jumps_cut(into, runs_row(area, after), word, corners);
    }
    const uint64_t runs = area->layer->views[runs_place(area, next, word)].runs[direction];
    return runs_set(area, direction, row, word, jumps | (into[word] & runs));
}

/// The rows of a square of which runs north and south are still to be renewed.
static wayi_late_rows *runs_late(const runs_area *area, uint32_t square, uint32_t word)
{
    return area->layer->late + (size_t)square * area->map->row_words + word;
}

/// Notes the rows of an area.
static void runs_put_off(const runs_area *area)
{
    wayi_layer *layer = area->layer;
    for (uint32_t square = area->first_row >> 6; square <= area->last_row >> 6; square++) {
        const uint32_t first = square == area->first_row >> 6 ? area->first_row & 63u : 0;
        const uint32_t end = square == area->last_row >> 6 ? (area->last_row & 63u) + 1 : 64;
        for (uint32_t word = area->first_word; word <= area->last_word; word++) {
            wayi_late_rows *late = runs_late(area, square, word);
            const bool none = late->end == 0;
            late->first = (uint8_t)(none || first < late->first ? first : late->first);
            late->end = (uint8_t)(none || end > late->end ? end : late->end);
        }
    }
    const way_rect rect = {area->first_word, area->first_row >> 6,
                           area->last_word - area->first_word + 1,
                           (area->last_row >> 6) - (area->first_row >> 6) + 1};
    layer->late_squares =
        layer->late_squares.width ? wayi_rect_join(layer->late_squares, rect) : rect;
}

/// Renews the runs south of a column of squares, from the south, and those north, from the north.
static void runs_settle(const runs_area *area, uint32_t word)
{
    const way_rect squares = area->layer->late_squares;
    uint32_t row = area->map->height;
    for (uint32_t square = squares.y + squares.height; square-- > squares.y;) {
        const wayi_late_rows late = *runs_late(area, square, word);
        const uint32_t last = square * 64 + late.end - 1;
        row = late.end && last < row ? last : row;
        while (
            late.end && row >= 1 &&
            (runs_update_across(area, WAYI_SOUTH, row, word) || row >= square * 64 + late.first)) {
            row--;
        }
    }
    row = 1;
    for (uint32_t square = squares.y; square < squares.y + squares.height; square++) {
        wayi_late_rows *late = runs_late(area, square, word);
        const uint32_t first = square * 64 + late->first;
        row = late->end && first > row ? first : row;
        while (late->end && row <= area->map->height &&
               (runs_update_across(area, WAYI_NORTH, row, word) || row < square * 64 + late->end)) {
            row++;
        }
        *late = (wayi_late_rows){0};
    }
}

void wayi_layer_settle_runs(const way_map *map, wayi_layer *layer)
{
    const runs_area area = {.map = map, .layer = layer};
    const way_rect squares = layer->late_squares;
    for (uint32_t word = squares.x; word < squares.x + squares.width; word++) {
        runs_settle(&area, word);
    }
    layer->late_squares = (way_rect){0};
}

/// A bit also depends on those before and after it.
static runs_area runs_area_of(const way_map *map, wayi_layer *layer, way_rect rect)
{
    return (runs_area){
        map, layer, rect.y + 1, rect.y + rect.height, rect.x >> 6, (rect.x + rect.width + 1) >> 6};
}

void wayi_layer_update_jumps(const way_map *map, wayi_layer *layer, way_rect rect)
{
    const runs_area area = runs_area_of(map, layer, rect);
    runs_update_row_jumps(&area);
    runs_update_column_jumps(map, layer, rect);
}

void wayi_layer_update_runs(const way_map *map, wayi_layer *layer, way_rect rect)
{
    const runs_area area = runs_area_of(map, layer, rect);
    wayi_layer_update_jumps(map, layer, rect);
    for (uint32_t row = area.first_row; row <= area.last_row; row++) {
        runs_update_east(&area, row);
        runs_update_west(&area, row);
    }
    runs_put_off(&area);
    for (uint32_t row = area.first_row; row <= area.last_row; row++) {
        for (uint32_t word = area.first_word; word <= area.last_word; word++) {
            runs_update_walls(&area, row, word);
        }
    }
}

// Counts ------------------------------------------------------------------------------------------

/// What words of a line hold.
static wayi_line_counts runs_count(const uint64_t *line, const uint64_t *up, const uint64_t *down,
                                   uint32_t first, uint32_t last)
{
    wayi_line_counts counts = {0};
    for (uint32_t word = first; word <= last; word++) {
        const uint64_t before = runs_from_below(line, word);
        counts.stretches += wayi_bits_count(line[word] & ~before);
        counts.jumps += wayi_bits_count(up[word] & before) +
                        wayi_bits_count(down[word] & runs_from_above(line, word));
    }
    return counts;
}

static void runs_count_rows(const runs_area *area, uint64_t sign)
{
    wayi_layer *layer = area->layer;
    for (uint32_t row = area->first_row; row <= area->last_row; row++) {
        const size_t at = runs_place(area, row, 0);
        const wayi_line_counts counts =
            runs_count(layer->rows + at, layer->jumps[WAYI_EAST] + at, layer->jumps[WAYI_WEST] + at,
                       area->first_word, area->last_word);
        layer->row_counts.stretches += sign * counts.stretches;
        layer->row_counts.jumps += sign * counts.jumps;
        for (uint32_t word = area->first_word; word <= area->last_word; word++) {
            layer->free_count += sign * wayi_bits_count(layer->rows[at + word]);
        }
    }
}

static void runs_count_columns(const way_map *map, wayi_layer *layer, way_rect rect, uint64_t sign)
{
    for (uint32_t x = rect.x; x < rect.x + rect.width; x++) {
        const size_t at = ((size_t)x + 1) * map->column_words;
        const wayi_line_counts counts =
            runs_count(layer->columns + at, layer->jumps[WAYI_SOUTH] + at,
                       layer->jumps[WAYI_NORTH] + at, rect.y >> 6, (rect.y + rect.height + 1) >> 6);
        layer->column_counts.stretches += sign * counts.stretches;
        layer->column_counts.jumps += sign * counts.jumps;
    }
}

void wayi_layer_count(const way_map *map, wayi_layer *layer, way_rect rect, bool adds)
{
    const runs_area area = runs_area_of(map, layer, rect);
    const uint64_t sign = adds ? 1 : UINT64_MAX; // minus one
    runs_count_rows(&area, sign);
    runs_count_columns(map, layer, rect, sign);
}
