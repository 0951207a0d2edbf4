// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A board that stays as it is: the rows of a layer, and words along the diagonals; the other planes
// are the layer's until it changes. Those tell at once where a diagonal ends, and from which of its
// cells a look to the side finds a corner at all: a look that ends at a wall never bounds one that
// counts.
#include "map/board.h"
#include "map/layer.h"

#include <string.h>

/// Planes along rows besides rows: two of jumps, two of corners; along columns: columns and as
/// many; along each kind of diagonal: walls, corners and four of legs.
#define STILL_ROWS 4u
#define STILL_COLUMNS 5u
#define STILL_SLANTS 6u

static size_t still_row_total(const wayi_board *board)
{
    return ((size_t)board->height + 2) * board->row_words + 1;
}

static size_t still_column_total(const wayi_board *board)
{
    return ((size_t)board->width + 2) * board->column_words + 1;
}

/// Words of rows and diagonals, and of the rest.
static size_t still_total(const wayi_board *board)
{
    return still_row_total(board) + 2 * STILL_SLANTS * still_column_total(board);
}

static size_t still_planes_total(const wayi_board *board)
{
    return STILL_ROWS * still_row_total(board) + STILL_COLUMNS * still_column_total(board);
}

size_t wayi_board_bytes(const wayi_board *still)
{
    return (still->rows ? still_total(still) * sizeof *still->rows : 0) +
           (still->planes ? still_planes_total(still) * sizeof *still->planes : 0);
}

void wayi_board_fini(wayi_board *still, const way_allocator *allocator)
{
    wayi_free(allocator, still->planes, still_planes_total(still), sizeof *still->planes);
    wayi_free(allocator, (void *)(uintptr_t)still->rows, still_total(still), sizeof *still->rows);
    still->planes = NULL;
    still->rows = NULL;
}

static const uint64_t *still_copy(uint64_t **at, const uint64_t *plane, size_t total)
{
    uint64_t *own = *at;
    memcpy(own, plane, total * sizeof *plane);
    *at += total;
    return own;
}

// Words along diagonals ---------------------------------------------------------------------------

/// Puts the bits of 64 cells of a padded row into a plane along the diagonals of a kind.
static void still_slant(const wayi_board *board, uint32_t kind, uint64_t *plane, uint32_t row,
                        uint32_t word, uint64_t bits)
{
    const uint32_t lines = board->width + 2;
    const uint32_t first = wayi_board_slant(board, kind, word * 64, row);
    for (; bits; bits &= bits - 1) {
        const uint32_t sum = first + wayi_bits_lowest(bits);
        const uint32_t line = sum < lines ? sum : sum % lines;
        plane[(size_t)line * board->column_words + (row >> 6)] |= UINT64_C(1) << (row & 63u);
    }
}

/// Of each word which bits are cells or borders.
static uint64_t still_inside(const wayi_board *board, uint32_t word)
{
    const uint32_t left = board->width + 2 - word * 64;
    return left < 64 ? (UINT64_C(1) << left) - 1 : UINT64_MAX;
}

/// Steps to the NE [kind 0] or SE [kind 1] that are not legal, borders included.
static void still_add_walls(const wayi_board *board, uint32_t kind, uint64_t *plane)
{
    const uint32_t words = board->row_words;
    for (uint32_t row = 0; row < board->height + 2; row++) {
        const uint64_t *here = board->rows + (size_t)row * words;
        const bool edge = row == 0 || row > board->height;
        const uint64_t *next = edge ? here : kind ? here + words : here - words;
        for (uint32_t word = 0; word < words; word++) {
            uint64_t legal = 0;
            if (!edge) {
                const uint64_t side = here[word] >> 1 | here[word + 1] << 63;
                const uint64_t ahead = next[word] >> 1 | next[word + 1] << 63;
                legal = here[word] & side & next[word] & ahead;
            }
            still_slant(board, kind, plane, row, word, ~legal & still_inside(board, word));
        }
    }
}

static void still_add_corners(const wayi_board *board, uint32_t kind, uint64_t *plane)
{
    for (uint32_t row = 1; row <= board->height; row++) {
        for (uint32_t word = 0; word < board->row_words; word++) {
            still_slant(board, kind, plane, row, word,
                        board->beside[kind][(size_t)row * board->row_words + word]);
        }
    }
}

/// Cells from which a look to the north or south finds a corner; `legs` holds a row.
static void still_add_vertical(const wayi_board *board, uint32_t kind, bool north, uint64_t *plane,
                               uint64_t *legs)
{
    const uint32_t words = board->row_words;
    memset(legs, 0, words * sizeof *legs);
    for (uint32_t i = 1; i <= board->height; i++) {
        const uint32_t row = north ? i : board->height + 1 - i;
        const size_t before = (size_t)(north ? row - 1 : row + 1) * words;
        for (uint32_t word = 0; word < words; word++) {
            legs[word] =
                board->beside[kind][before + word] | (board->rows[before + word] & legs[word]);
            const uint64_t here = board->rows[(size_t)row * words + word];
            still_slant(board, kind, plane, row, word, legs[word] & here);
        }
    }
}

/// Cells from which a look to the east or west finds a corner.
static void still_add_horizontal(const wayi_board *board, uint32_t kind, bool east, uint64_t *plane)
{
    const uint32_t words = board->row_words;
    for (uint32_t row = 1; row <= board->height; row++) {
        const uint64_t *here = board->rows + (size_t)row * words;
        const uint64_t *stops = board->beside[kind] + (size_t)row * words;
        uint64_t carry = 0;
        for (uint32_t i = 0; i < words; i++) {
            const uint32_t word = east ? words - 1 - i : i;
            const uint64_t pass = here[word] & ~stops[word];
            const uint64_t start = stops[word] | (pass & (east ? carry << 63 : carry));
            const uint64_t set =
                east ? wayi_bits_fill_down(start, pass) : wayi_bits_fill_up(start, pass);
            const uint64_t legs = east ? set >> 1 | carry << 63 : set << 1 | carry;
            still_slant(board, kind, plane, row, word, legs & here[word]);
            carry = east ? set & 1u : set >> 63;
        }
    }
}

static void still_add_slants(wayi_board *board, uint64_t **at, uint64_t *legs)
{
    const size_t total = still_column_total(board);
    for (uint32_t kind = 0; kind < 2; kind++) {
        wayi_slants *slants = &board->slants[kind];
        slants->walls = *at;
        slants->beside = *at + total;
        for (uint32_t i = 0; i < 4; i++) {
            slants->legs[i] = *at + (2 + i) * total;
        }
        *at += STILL_SLANTS * total;
        still_add_walls(board, kind, slants->walls);
        still_add_corners(board, kind, slants->beside);
        // To the north along kind 0 is to the east, along kind 1 to the west.
        still_add_vertical(board, kind, true, slants->legs[0], legs);
        still_add_horizontal(board, kind, kind == 0, slants->legs[1]);
        still_add_vertical(board, kind, false, slants->legs[2], legs);
        still_add_horizontal(board, kind, kind == 1, slants->legs[3]);
    }
}

bool wayi_board_still(const wayi_board *board, const way_allocator *allocator, wayi_board *out)
{
    uint64_t *at = wayi_alloc_zero(allocator, still_total(board), sizeof *at);
    uint64_t *legs = wayi_alloc(allocator, board->row_words, sizeof *legs);
    *out = *board;
    out->rows = NULL;
    out->planes = NULL;
    if (!at || !legs) {
        wayi_free(allocator, at, still_total(board), sizeof *at);
        wayi_free(allocator, legs, board->row_words, sizeof *legs);
        return false;
    }
    const size_t rows = still_row_total(board);
    out->rows = still_copy(&at, board->rows, rows);
    still_add_slants(out, &at, legs);
    wayi_free(allocator, legs, board->row_words, sizeof *legs);
    return true;
}

bool wayi_board_copy(wayi_board *still, const way_allocator *allocator)
{
    const size_t rows = still_row_total(still);
    const size_t columns = still_column_total(still);
    if (still->planes) {
        return true;
    }
    still->planes = wayi_alloc(allocator, still_planes_total(still), sizeof *still->planes);
    if (!still->planes) {
        return false;
    }
    uint64_t *at = still->planes;
    still->columns = still_copy(&at, still->columns, columns);
    for (uint32_t direction = 0; direction < 4; direction++) {
        const bool along_row = direction == WAYI_EAST || direction == WAYI_WEST;
        still->jumps[direction] =
            still_copy(&at, still->jumps[direction], along_row ? rows : columns);
    }
    for (uint32_t kind = 0; kind < 2; kind++) {
        still->beside[kind] = still_copy(&at, still->beside[kind], rows);
        still->beside_columns[kind] = still_copy(&at, still->beside_columns[kind], columns);
    }
    return true;
}

void wayi_board_restore(wayi_board *still, const way_map *map, way_rect rect)
{
    // The planes are the still's own: what is const for those who look is not for us.
    wayi_layer layer = {.rows = (uint64_t *)(uintptr_t)still->rows,
                        .columns = (uint64_t *)(uintptr_t)still->columns};
    for (uint32_t direction = 0; direction < 4; direction++) {
        layer.jumps[direction] = (uint64_t *)(uintptr_t)still->jumps[direction];
    }
    for (uint32_t kind = 0; kind < 2; kind++) {
        layer.beside[kind] = (uint64_t *)(uintptr_t)still->beside[kind];
        layer.beside_columns[kind] = (uint64_t *)(uintptr_t)still->beside_columns[kind];
    }
    for (uint32_t x = rect.x + 1; x <= rect.x + rect.width; x++) {
        uint64_t *column = layer.columns + (size_t)x * still->column_words;
        for (uint32_t y = rect.y + 1; y <= rect.y + rect.height; y++) {
            const uint64_t bit = UINT64_C(1) << (y & 63u);
            const bool is_free = wayi_board_is_free(still, x - 1, y - 1);
            column[y >> 6] = is_free ? column[y >> 6] | bit : column[y >> 6] & ~bit;
        }
    }
    const uint32_t left = rect.x > 0;
    const uint32_t up = rect.y > 0;
    const uint32_t right = rect.x + rect.width < still->width;
    const uint32_t down = rect.y + rect.height < still->height;
    wayi_layer_update_jumps(
        map, &layer,
        (way_rect){rect.x - left, rect.y - up, rect.width + left + right, rect.height + up + down});
}

void wayi_board_share(wayi_board *still, const wayi_board *now, const way_allocator *allocator)
{
    wayi_free(allocator, still->planes, still_planes_total(still), sizeof *still->planes);
    still->planes = NULL;
    still->columns = now->columns;
    for (uint32_t direction = 0; direction < 4; direction++) {
        still->jumps[direction] = now->jumps[direction];
    }
    for (uint32_t kind = 0; kind < 2; kind++) {
        still->beside[kind] = now->beside[kind];
        still->beside_columns[kind] = now->beside_columns[kind];
    }
}
