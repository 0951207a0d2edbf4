// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A board that stays as it is: the rows of a layer, and words along the diagonals. Those tell at
// once where a diagonal ends, and from which of its cells a look to the side finds a corner at all:
// a look that ends at a wall never bounds one that counts. They are made of 64 rows at a time, by
// way of a word for each line, and only where free cells are.
#include "base/inline.h"
#include "map/grid/layer.h"
#include "search/beacon/index/board.h"

#include <string.h>

/// Planes along rows besides rows: two of jumps, two of corners; along columns: columns and as
/// many.
#define STILL_ROWS 4u
#define STILL_COLUMNS 5u
/// Cells of a piece of work at most, and as many as words across, words and lines.
#define STILL_CELLS (1u << 16)
#define STILL_ACROSS (STILL_CELLS / 64 / 64)
#define STILL_LINES (STILL_CELLS / 4)

static size_t still_row_total(const wayi_board *board)
{
    return ((size_t)board->height + 2) * board->row_words + 1;
}

static size_t still_column_total(const wayi_board *board)
{
    return ((size_t)board->width + 2) * board->column_words + 1;
}

static size_t still_planes_total(const wayi_board *board)
{
    return STILL_ROWS * still_row_total(board) + STILL_COLUMNS * still_column_total(board);
}

/// Words along the diagonals of a kind.
static size_t still_slant_total(const wayi_board *board)
{
    return ((size_t)board->window.width + 2) * board->slant_words * WAYI_SLANT_PLANES;
}

/// Those of both kinds, with a word of each plane before and behind: who looks reads two at a time.
static size_t still_slants_total(const wayi_board *board)
{
    return 2 * still_slant_total(board) + 2 * (size_t)WAYI_SLANT_PLANES;
}

/// A word for each line along diagonals, and a row of legs.
static size_t still_scratch_total(const wayi_board *board)
{
    return (size_t)board->window.width + 2 + board->row_words;
}

size_t wayi_board_bytes(const wayi_board *still)
{
    size_t words = still->rows ? still_row_total(still) : 0;
    words += still->planes ? still_planes_total(still) : 0;
    words += still->slants[0] ? still_slants_total(still) : 0;
    words += still->scratch ? still_scratch_total(still) : 0;
    return words * sizeof *still->rows;
}

void wayi_board_fini(wayi_board *still, const way_allocator *allocator)
{
    wayi_board_close_slants(still, allocator);
    WAYI_FREE(allocator, still->planes, still_planes_total(still));
    wayi_free(allocator, still->slants[0] ? still->slants[0] - WAYI_SLANT_PLANES : NULL,
              still_slants_total(still), sizeof *still->slants[0]);
    wayi_free(allocator, (void *)(uintptr_t)still->rows, still_row_total(still),
              sizeof *still->rows);
    *still = (wayi_board){0};
}

/// The planes of a still are its own: what is const for those who look is not for us.
static wayi_layer still_layer(const wayi_board *still)
{
    wayi_layer layer = {.rows = (uint64_t *)(uintptr_t)still->rows,
                        .columns = (uint64_t *)(uintptr_t)still->columns};
    for (uint32_t direction = 0; direction < 4; direction++) {
        layer.jumps[direction] = (uint64_t *)(uintptr_t)still->jumps[direction];
    }
    for (uint32_t kind = 0; kind < 2; kind++) {
        layer.beside[kind] = (uint64_t *)(uintptr_t)still->beside[kind];
        layer.beside_columns[kind] = (uint64_t *)(uintptr_t)still->beside_columns[kind];
    }
    return layer;
}

// Rows and planes ---------------------------------------------------------------------------------

/// Takes the next plane of a block; its borders are blocked.
static const uint64_t *still_take(uint64_t **at, uint32_t lines, uint32_t words)
{
    uint64_t *plane = *at;
    memset(plane, 0, words * sizeof *plane);
    memset(plane + (size_t)(lines + 1) * words, 0, (words + 1) * sizeof *plane);
    *at += (size_t)(lines + 2) * words + 1;
    return plane;
}

/// Room for planes, whose borders are blocked.
static bool still_open_planes(wayi_board *still, const way_allocator *allocator)
{
    still->planes = wayi_alloc(allocator, still_planes_total(still), sizeof *still->planes);
    if (!still->planes) {
        return false;
    }
    uint64_t *at = still->planes;
    still->columns = still_take(&at, still->width, still->column_words);
    for (uint32_t direction = 0; direction < 4; direction++) {
        const bool along_row = direction == WAYI_EAST || direction == WAYI_WEST;
        still->jumps[direction] = along_row ? still_take(&at, still->height, still->row_words)
                                            : still_take(&at, still->width, still->column_words);
    }
    for (uint32_t kind = 0; kind < 2; kind++) {
        still->beside[kind] = still_take(&at, still->height, still->row_words);
        still->beside_columns[kind] = still_take(&at, still->width, still->column_words);
    }
    return true;
}

bool wayi_board_open(const wayi_board *board, const way_allocator *allocator, wayi_board *out)
{
    uint64_t *rows = wayi_alloc(allocator, still_row_total(board), sizeof *rows);
    *out = *board;
    out->rows = rows;
    out->planes = NULL;
    out->window = (way_rect){0};
    return rows && still_open_planes(out, allocator);
}

uint32_t wayi_board_piece_rows(const wayi_board *still)
{
    const uint32_t rows = STILL_CELLS / still->width;
    return rows < 64 ? rows : 64;
}

uint32_t wayi_board_row_pieces(const wayi_board *still)
{
    const uint32_t rows = wayi_board_piece_rows(still);
    return (still->height + 2 + rows - 1) / rows;
}

uint32_t wayi_board_piece_cells(const wayi_board *still)
{
    return wayi_board_piece_rows(still) * still->width;
}

/// Widens a stretch of cells so that it holds another; one without cells holds nothing.
static void still_widen(uint32_t *first, uint32_t *count, uint32_t low, uint32_t high)
{
    const uint32_t end = *count && *first + *count > high + 1 ? *first + *count : high + 1;
    *first = *count && *first < low ? *first : low;
    *count = end - *first;
}

void wayi_board_copy_rows(wayi_board *still, const wayi_board *board, uint32_t piece)
{
    const uint32_t words = still->row_words;
    const uint32_t last = still->height + 1;
    const uint32_t some = wayi_board_piece_rows(still);
    const uint32_t first = piece * some;
    const uint32_t end = first + some - 1 < last ? first + some - 1 : last;
    uint64_t *rows = (uint64_t *)(uintptr_t)still->rows;
    for (uint32_t row = first; row <= end; row++) {
        const uint64_t *from = board->rows + (size_t)row * words;
        memcpy(rows + (size_t)row * words, from, words * sizeof *from);
        for (uint32_t word = 0; word < words; word++) {
            if (from[word]) {
                still_widen(&still->window.x, &still->window.width,
                            word * 64 + wayi_bits_lowest(from[word]) - 1,
                            word * 64 + wayi_bits_highest(from[word]) - 1);
                still_widen(&still->window.y, &still->window.height, row - 1, row - 1);
            }
        }
    }
    if (end == last) {
        rows[(size_t)(last + 1) * words] = 0;
    }
}

/// Pieces across of 64 rows.
static uint32_t still_across(const wayi_board *still)
{
    return (still->row_words + STILL_ACROSS - 1) / STILL_ACROSS;
}

uint32_t wayi_board_plane_pieces(const wayi_board *still)
{
    return 2 * still->column_words * still_across(still);
}

/// Cells of the line 64 * number and so many words on, padded, that are on the map.
static uint32_t still_stretch(uint32_t number, uint32_t words, uint32_t size, uint32_t *first)
{
    const uint32_t end = (number + words) * 64 - 1;
    *first = number ? number * 64 - 1 : 0;
    return end < size ? end : size;
}

void wayi_board_make_planes(wayi_board *still, const way_map *map, uint32_t piece)
{
    wayi_layer layer = still_layer(still);
    const uint32_t across = still_across(still);
    const uint32_t band = piece / across % still->column_words;
    const uint32_t first = piece % across * STILL_ACROSS;
    const uint32_t left = still->row_words - first;
    if (piece < still->column_words * across) {
        wayi_layer_transpose_band(map, &layer, band, first,
                                  first + (left < STILL_ACROSS ? left : STILL_ACROSS));
        return;
    }
    uint32_t x = 0;
    uint32_t y = 0;
    const uint32_t right = still_stretch(first, STILL_ACROSS, still->width, &x);
    const uint32_t down = still_stretch(band, 1, still->height, &y);
    if (x < right && y < down) {
        wayi_layer_update_jumps(map, &layer, (way_rect){x, y, right - x, down - y});
    }
}

// Words along diagonals ---------------------------------------------------------------------------

/// Notes the bits of 64 cells of a padded row of the board along the diagonals of a kind: a word of
/// scratch for each line.
static WAYI_ALWAYS_INLINE void still_slant(const wayi_board *still, uint32_t kind, uint32_t row,
                                           uint32_t word, uint64_t bits)
{
    const uint32_t lines = still->window.width + 2;
    const uint32_t bit = row - still->window.y;
    // Where cell 0 of the window's rows lies; others follow it round.
    const uint32_t first = wayi_board_slant(still, kind, 0, bit);
    for (; bits; bits &= bits - 1) {
        const uint32_t sum = first + word * 64 + wayi_bits_lowest(bits) - still->window.x;
        still->scratch[sum < lines ? sum : sum - lines] |= UINT64_C(1) << (bit & 63u);
    }
}

/// Writes 64 rows of a plane, lines from the first on.
static void still_write(wayi_board *still, uint64_t *plane, uint32_t band, uint32_t first)
{
    const uint32_t lines = still->window.width + 2;
    const uint32_t end = lines - first < STILL_LINES ? lines : first + STILL_LINES;
    for (uint32_t line = first; line < end; line++) {
        plane[((size_t)line * still->slant_words + band) * WAYI_SLANT_PLANES] =
            still->scratch[line];
        still->scratch[line] = 0;
    }
}

/// Steps to the NE [kind 0] or SE [kind 1] that are legal, where no corner is.
static void still_add_passes(const wayi_board *still, uint32_t kind, uint32_t row)
{
    const uint32_t words = still->row_words;
    const uint64_t *here = still->rows + (size_t)row * words;
    const uint64_t *next = kind ? here + words : here - words;
    const uint64_t *corners = still->beside[kind] + (size_t)row * words;
    for (uint32_t word = 0; word < words; word++) {
        const uint64_t side = here[word] >> 1 | here[word + 1] << 63;
        const uint64_t ahead = next[word] >> 1 | next[word + 1] << 63;
        still_slant(still, kind, row, word,
                    here[word] & side & next[word] & ahead & ~corners[word]);
    }
}

/// Cells from which a look to the north or south finds a corner, row after row.
static void still_add_vertical(const wayi_board *still, uint32_t kind, uint32_t row, bool north)
{
    const uint32_t words = still->row_words;
    const size_t before = (size_t)(north ? row - 1 : row + 1) * words;
    uint64_t *legs = still->scratch + still->window.width + 2;
    for (uint32_t word = 0; word < words; word++) {
        legs[word] = still->beside[kind][before + word] | (still->rows[before + word] & legs[word]);
        still_slant(still, kind, row, word, legs[word] & still->rows[(size_t)row * words + word]);
    }
}

/// Cells from which a look to the east or west finds a corner.
static void still_add_horizontal(const wayi_board *still, uint32_t kind, uint32_t row, bool east)
{
    const uint32_t words = still->row_words;
    const uint64_t *here = still->rows + (size_t)row * words;
    const uint64_t *stops = still->beside[kind] + (size_t)row * words;
    uint64_t carry = 0;
    for (uint32_t i = 0; i < words; i++) {
        const uint32_t word = east ? words - 1 - i : i;
        const uint64_t pass = here[word] & ~stops[word];
        const uint64_t start = stops[word] | (pass & (east ? carry << 63 : carry));
        const uint64_t set =
            east ? wayi_bits_fill_down(start, pass) : wayi_bits_fill_up(start, pass);
        const uint64_t legs = east ? set >> 1 | carry << 63 : set << 1 | carry;
        still_slant(still, kind, row, word, legs & here[word]);
        carry = east ? set & 1u : set >> 63;
    }
}

bool wayi_board_open_slants(wayi_board *still, const way_allocator *allocator)
{
    still->slant_words = (still->window.height + 2 + 63) / 64;
    const size_t total = still_slant_total(still);
    const size_t all = still_slants_total(still);
    uint64_t *at = wayi_alloc(allocator, all, sizeof *at);
    still->scratch = wayi_alloc_zero(allocator, still_scratch_total(still), sizeof *at);
    still->slants[0] = at ? at + WAYI_SLANT_PLANES : NULL;
    still->slants[1] = at ? still->slants[0] + total : NULL;
    if (at) {
        memset(at, 0, WAYI_SLANT_PLANES * sizeof *at);
        memset(at + all - WAYI_SLANT_PLANES, 0, WAYI_SLANT_PLANES * sizeof *at);
    }
    return at && still->scratch;
}

void wayi_board_close_slants(wayi_board *still, const way_allocator *allocator)
{
    WAYI_FREE(allocator, still->scratch, still_scratch_total(still));
    still->scratch = NULL;
}

/// Pieces of 64 rows: so many of rows that are noted, then some of lines that are written.
static uint32_t still_parts(const wayi_board *still, uint32_t *noted)
{
    const uint32_t rows = wayi_board_piece_rows(still);
    *noted = (64 + rows - 1) / rows;
    return *noted + (still->window.width + 2 + STILL_LINES - 1) / STILL_LINES;
}

uint32_t wayi_board_slant_pieces(const wayi_board *still)
{
    uint32_t noted = 0;
    return 2 * WAYI_SLANT_PLANES * still->slant_words * still_parts(still, &noted);
}

void wayi_board_make_slants(wayi_board *still, uint32_t piece)
{
    const uint32_t bands = still->slant_words;
    uint32_t noted = 0;
    const uint32_t parts = still_parts(still, &noted);
    const uint32_t part = piece % parts;
    piece /= parts;
    const uint32_t kind = piece / (WAYI_SLANT_PLANES * bands);
    const uint32_t plane = piece / bands % WAYI_SLANT_PLANES;
    const bool up = plane == 3; // looks to the south find what they find from below
    const uint32_t band = up ? bands - 1 - piece % bands : piece % bands;
    if (part >= noted) {
        still_write(still, still->slants[kind] + plane, band, (part - noted) * STILL_LINES);
        return;
    }
    if (piece % bands == 0 && part == 0) {
        memset(still->scratch + still->window.width + 2, 0,
               still->row_words * sizeof *still->scratch);
    }
    const uint32_t rows = wayi_board_piece_rows(still);
    for (uint32_t i = part * rows; i < (part + 1) * rows && i < 64; i++) {
        const uint32_t bit = band * 64 + (up ? 63 - i : i); // row of the window
        const uint32_t row = still->window.y + bit;
        if (bit == 0 || bit > still->window.height) {
            continue;
        }
        // To the north along kind 0 is to the east, along kind 1 to the west.
        if (plane == WAYI_SLANT_PASSES) {
            still_add_passes(still, kind, row);
        } else if (plane % 2) {
            still_add_vertical(still, kind, row, !up);
        } else {
            still_add_horizontal(still, kind, row, (plane == 2) == (kind == 0));
        }
    }
}

bool wayi_board_still(const wayi_board *board, const way_map *map, const way_allocator *allocator,
                      wayi_board *out)
{
    if (!wayi_board_open(board, allocator, out)) {
        return false;
    }
    for (uint32_t piece = 0; piece < wayi_board_row_pieces(out); piece++) {
        wayi_board_copy_rows(out, board, piece);
    }
    for (uint32_t piece = 0; piece < wayi_board_plane_pieces(out); piece++) {
        wayi_board_make_planes(out, map, piece);
    }
    if (!wayi_board_open_slants(out, allocator)) {
        return false;
    }
    for (uint32_t piece = 0; piece < wayi_board_slant_pieces(out); piece++) {
        wayi_board_make_slants(out, piece);
    }
    wayi_board_close_slants(out, allocator);
    return true;
}
