// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Places where little is searched: a search to a way out of the square looks at about as many cells
// as its length squared has, so a place is best where those squares, over the ways out, add up to
// the least. Of equal ones the nearest to the middle is taken.
//
// Ways out are the middles of stretches of border cells from which a step leads straight across.
// They depend on steps from cells of the square alone, so an edit concerns no square but those
// whose cells have other steps. Lengths count straight steps: floods of words find them, layer by
// layer, in less time than a search takes.
#include "base/inline.h"
#include "search/atlas/atlas.h"

#include <string.h>

/// Ways out that are looked at. Six times the square of a way through all cells fits into 32 bits.
#define CENTRE_EXITS 6u

/// Cells that get a sum, or are gone through, in the time of one expansion, and for how many of
/// them a word of a row is grown.
#define CENTRE_CELLS 128u
#define CENTRE_WORD 8u

/// Where one can leave a set of cells of a square.
typedef struct centre_exits {
    way_cell cells[4 * (WAYI_SQUARE_MAX / 2 + 1)];
    uint32_t count;
} centre_exits;

/// Adds the ways out across one side of the square.
static void centre_look(const wayi_atlas *atlas, const wayi_square_bits *cells, uint32_t direction,
                        centre_exits *exits)
{
    const way_map *map = atlas->grid->map;
    const int32_t dx = wayi_direction_x[direction];
    const int32_t dy = wayi_direction_y[direction];
    const uint32_t length = dx ? cells->height : cells->width;
    const uint32_t across = dx + dy < 0 ? 0 : (dx ? cells->width : cells->height) - 1;
    uint32_t run = 0;
    for (uint32_t i = 0; i <= length; i++) {
        const uint32_t x = cells->left + (dx ? across : i);
        const uint32_t y = cells->top + (dx ? i : across);
        const bool open =
            i < length && wayi_square_has(map, cells, y * map->width + x) &&
            (uint32_t)map->moves[wayi_layer_around(map, atlas->grid->layer, x, y)] >> direction &
                1u;
        if (!open && run) {
            const uint32_t back = 1 + run / 2;
            exits->cells[exits->count++] = y * map->width + x - back * (dx ? map->width : 1);
        }
        run = open ? run + 1 : 0;
    }
}

static const uint64_t centre_none[WAYI_SQUARE_WORDS]; ///< below the last row

/// A flood under way: cells not reached yet, and those reached last.
typedef struct centre_flood {
    uint64_t left[WAYI_SQUARE_MAX][WAYI_SQUARE_WORDS];
    uint64_t edge[WAYI_SQUARE_MAX][WAYI_SQUARE_WORDS];
    uint32_t first, end; ///< rows with such an edge
} centre_flood;

/// Adds a square to the sums of some cells of a row.
static WAYI_ALWAYS_INLINE void centre_add(uint64_t bits, uint32_t square, uint32_t *sums)
{
    for (; bits; bits &= bits - 1) {
        sums[wayi_bits_lowest(bits)] += square;
    }
}

/// Goes on by one step over rows of so many words; the square of the way is added to the sums of
/// the cells that it reaches. False if there are none.
static WAYI_ALWAYS_INLINE bool centre_spread(centre_flood *flood, const wayi_square_bits *cells,
                                             uint32_t words, uint32_t square, uint32_t *sums)
{
    const uint32_t begin = flood->first ? flood->first - 1 : 0;
    const uint32_t end = flood->end < cells->height ? flood->end + 1 : cells->height;
    uint64_t above[WAYI_SQUARE_WORDS] = {0};
    flood->first = cells->height;
    flood->end = 0;
    for (uint32_t y = begin; y < end; y++) {
        uint64_t *edge = flood->edge[y];
        const uint64_t *below = y + 1 < cells->height ? flood->edge[y + 1] : centre_none;
        uint64_t any = 0;
        uint64_t before = 0; // the word to the left
        for (uint32_t word = 0; word < words; word++) {
            const uint64_t own = edge[word];
            const uint64_t beside = word ? before >> 63 : words > 1 ? edge[1] << 63 : 0;
            edge[word] =
                (own << 1 | own >> 1 | beside | above[word] | below[word]) & flood->left[y][word];
            flood->left[y][word] &= ~edge[word];
            centre_add(edge[word], square, sums + y * cells->width + word * 64);
            any |= edge[word];
            above[word] = own;
            before = own;
        }
        if (any) {
            flood->first = flood->end ? flood->first : y;
            flood->end = y + 1;
        }
    }
    return flood->end > 0;
}

/// Adds the squares of the ways from an exit to the sums of all cells; returns how many words of
/// rows were grown.
static uint64_t centre_measure(const way_map *map, const wayi_square_bits *cells, way_cell exit,
                               uint32_t *sums)
{
    centre_flood flood;
    const uint32_t y = wayi_map_row(map, exit) - cells->top;
    const uint32_t x = exit - (cells->top + y) * map->width - cells->left;
    const size_t rows = cells->height * sizeof *flood.left;
    memcpy(flood.left, cells->rows, rows);
    memset(flood.edge, 0, rows);
    flood.edge[y][x >> 6] = UINT64_C(1) << (x & 63u);
    flood.left[y][x >> 6] &= ~flood.edge[y][x >> 6];
    flood.first = y;
    flood.end = y + 1;
    const uint32_t words = cells->width > 64 ? 2 : 1;
    uint64_t grown = cells->height;
    bool goes_on = true;
    for (uint32_t way = 1; goes_on; way++) {
        grown += flood.end - flood.first + 2;
        goes_on = words > 1 ? centre_spread(&flood, cells, 2, way * way, sums)
                            : centre_spread(&flood, cells, 1, way * way, sums);
    }
    return grown * words;
}

/// The cell of a set with the least sum, or the nearest to the middle of several.
static way_cell centre_best(const way_map *map, const wayi_square_bits *cells, const uint32_t *sums,
                            way_cell middle)
{
    way_cell best = middle;
    uint32_t least = UINT32_MAX;
    uint32_t nearest = UINT32_MAX;
    WAYI_SQUARE_EACH(cells, x, y, {
        const uint32_t sum = sums[y * cells->width + x];
        if (sum <= least) { // few are
            const way_cell cell = (cells->top + y) * map->width + cells->left + x;
            const uint32_t off = wayi_map_open_steps(map, cell, middle);
            const bool better = sum < least || off < nearest;
            best = better ? cell : best;
            nearest = better ? off : nearest;
            least = sum;
        }
    })
    return best;
}

way_cell wayi_atlas_centre(const wayi_atlas *atlas, const wayi_square_bits *cells,
                           wayi_atlas_tools *tools)
{
    const way_map *map = atlas->grid->map;
    const uint32_t area = cells->width * cells->height;
    centre_exits exits = {.count = 0};
    wayi_path_buffer *sums = &tools->path;
    if (!wayi_path_buffer_reserve(sums, area)) {
        return WAY_CELL_NONE;
    }
    for (uint32_t i = 0; i < area; i++) {
        sums->states[i] = 0;
    }
    for (uint32_t direction = 0; direction < WAYI_DIRECTIONS; direction++) {
        if (!wayi_direction_x[direction] != !wayi_direction_y[direction]) {
            centre_look(atlas, cells, direction, &exits);
        }
    }
    const uint32_t looked = exits.count < CENTRE_EXITS ? exits.count : CENTRE_EXITS;
    uint64_t gone = (2 + looked) * (uint64_t)area; // to clear the sums, make them, and compare them
    for (uint32_t i = 0; i < looked; i++) {
        const way_cell exit = exits.cells[i * exits.count / looked];
        gone += CENTRE_WORD * centre_measure(map, cells, exit, sums->states);
    }
    tools->work += 1 + gone / CENTRE_CELLS;
    return centre_best(map, cells, sums->states, wayi_square_centre(map, cells, true));
}
