// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Straight looks over the bits of a layer with 8 neighbours and no corner cut: what of it a cell
// sees by ways that are all as cheap as over open ground. With c < d < 2c (c straight, d diagonal):
//
//   corner    of a free cell: a diagonal neighbour is blocked and the two cells beside it are free
//   subgoal   a free cell with a corner; cheapest ways bend nowhere else
//   box       of two cells: where the cheapest ways over open ground between them run
//   direct    every step in the box is legal, so that all of those ways are
//   full      the subgoals that a cell reaches directly with no other subgoal in the box: the edges
//             of a graph of subgoals whose distances are those of the map
//   taut      the first subgoals in each direction at which a way from the cell can bend at all: of
//             straight arrivals a corner behind, of others a corner beside the diagonal
//
// If two cells do not see each other directly, a cheapest way between them leaves the one by a
// subgoal of its taut list, goes on along edges of the graph, and comes to the other by one of its
// own; docs/algorithms/beacon.md has the proof. Coordinates are those of cells.
//
// A still (board_still.c) is a layer as it was once, with words along the diagonals besides, on
// which taut lists are found without walking. Its planes are its own, and follow from its rows. All
// of it is made in pieces that are small against the map.
#pragma once

#include "map/grid/map.h"

/// Words along the diagonals of the window of a still, of each kind: line (x + y) or (x - y),
/// modulo the padded width, bit y + 1. Moving on along a diagonal stays in the line; borders part
/// what lies in it by chance. The words of all planes about the same cells lie side by side, for
/// who looks at one looks at the others.
enum {
    WAYI_SLANT_PASSES, ///< a step to the NE [kind 0], SE [kind 1] is legal, and there is no corner
                       ///< beside the diagonal
    WAYI_SLANT_LEGS,   ///< straight on from the cell there is a corner beside the diagonal before a
                       ///< wall: for those who come along it to the north the vertical and the
                       ///< horizontal leg, then for those who come to the south
    WAYI_SLANT_PLANES = 5
};

typedef struct wayi_board {
    uint32_t width;
    uint32_t height;
    uint32_t row_words;
    uint32_t column_words;
    way_cost cardinal;
    way_cost diagonal;
    const uint64_t *rows;
    const uint64_t *columns;
    const uint64_t *jumps[4];
    const uint64_t *beside[2];
    const uint64_t *beside_columns[2];
    way_rect window;      ///< of a still: all free cells are in it
    uint32_t slant_words; ///< of a line along diagonals, in each plane
    uint64_t *slants[2];  ///< of a still: NE and SW, SE and NW
    uint64_t *planes;     ///< of a still: its own, all but rows
    uint64_t *scratch;    ///< while words along diagonals are made
} wayi_board;

/// A cell that another one reaches, and for how much.
typedef struct wayi_reach {
    uint16_t x;
    uint16_t y;
    way_cost cost;
} wayi_reach;

/// The layer of a map as it is now. The layer has runs (see map.h).
wayi_board wayi_board_of(const way_map *map, const wayi_layer *layer);

/// Makes a still of a map's layer. False without memory; fini copes.
bool wayi_board_still(const wayi_board *board, const way_map *map, const way_allocator *allocator,
                      wayi_board *out);

/// Makes one in pieces, while the layer may change: what each cell is when
/// its row is copied counts. Room for rows and planes, then rows; planes from them; and words along
/// the diagonals, for which room is made when rows are there. The scratch can be given back then.
bool wayi_board_open(const wayi_board *board, const way_allocator *allocator, wayi_board *out);
uint32_t wayi_board_row_pieces(const wayi_board *still);
void wayi_board_copy_rows(wayi_board *still, const wayi_board *board, uint32_t piece);
uint32_t wayi_board_plane_pieces(const wayi_board *still);
void wayi_board_make_planes(wayi_board *still, const way_map *map, uint32_t piece);
bool wayi_board_open_slants(wayi_board *still, const way_allocator *allocator);
uint32_t wayi_board_slant_pieces(const wayi_board *still);
void wayi_board_make_slants(wayi_board *still, uint32_t piece);
void wayi_board_close_slants(wayi_board *still, const way_allocator *allocator);

/// Rows of a piece of rows, 64 unless the map is wide, and cells of that.
uint32_t wayi_board_piece_rows(const wayi_board *still);
uint32_t wayi_board_piece_cells(const wayi_board *still);

void wayi_board_fini(wayi_board *still, const way_allocator *allocator);
size_t wayi_board_bytes(const wayi_board *still);

static inline bool wayi_board_bit(const uint64_t *lines, uint32_t words, uint32_t line,
                                  uint32_t bit)
{
    return lines[(size_t)(line + 1) * words + ((bit + 1) >> 6)] >> ((bit + 1) & 63u) & 1u;
}

static inline bool wayi_board_is_free(const wayi_board *board, uint32_t x, uint32_t y)
{
    return wayi_board_bit(board->rows, board->row_words, y, x);
}

static inline bool wayi_board_is_subgoal(const wayi_board *board, uint32_t x, uint32_t y)
{
    return wayi_board_bit(board->beside[0], board->row_words, y, x) ||
           wayi_board_bit(board->beside[1], board->row_words, y, x);
}

/// Whether the step by (dx, dy), both not 0, from a padded cell is legal. Three bits are read
/// faster than one is guessed.
static inline bool wayi_board_steps(const wayi_board *board, uint32_t x, uint32_t y, int32_t dx,
                                    int32_t dy)
{
    const uint32_t to_x = x + (uint32_t)dx - 1;
    const uint32_t to_y = y + (uint32_t)dy - 1;
    const bool side = wayi_board_is_free(board, to_x, y - 1);
    const bool other = wayi_board_is_free(board, x - 1, to_y);
    const bool ahead = wayi_board_is_free(board, to_x, to_y);
    return side & other & ahead;
}

/// The line of a padded cell of the window along the diagonals of a kind.
static inline uint32_t wayi_board_slant(const wayi_board *still, uint32_t kind, uint32_t x,
                                        uint32_t y)
{
    const uint32_t lines = still->window.width + 2;
    return kind ? (x + lines - y % lines) % lines : (x + y) % lines;
}

/// Cost between two cells over open ground.
static inline way_cost wayi_board_distance(const wayi_board *board, uint32_t ax, uint32_t ay,
                                           uint32_t bx, uint32_t by)
{
    const uint32_t dx = ax < bx ? bx - ax : ax - bx;
    const uint32_t dy = ay < by ? by - ay : ay - by;
    const uint32_t low = dx < dy ? dx : dy;
    const uint32_t high = dx < dy ? dy : dx;
    return board->diagonal * low + board->cardinal * (high - low);
}

/// Whether the way from a free cell to another, first diagonal and then straight, is legal. If the
/// box of the two is legal it is; if it is, no way is cheaper.
bool wayi_board_sees(const wayi_board *board, wayi_reach from, wayi_reach to);

/// Most entries of a list.
uint32_t wayi_board_reach_max(const wayi_board *board);

/// The full list of a free cell, in a fixed order; returns how many [wayi_board_reach_max].
uint32_t wayi_board_full(const wayi_board *board, uint32_t x, uint32_t y, wayi_reach *out);

/// The same; adds how many legs were looked along.
uint32_t wayi_board_full_counted(const wayi_board *board, uint32_t x, uint32_t y, wayi_reach *out,
                                 uint32_t *legs);

/// What is next in a quadrant: the end of its diagonal, looks from there along columns, along rows.
typedef enum wayi_taut_phase {
    WAYI_TAUT_MEASURE,
    WAYI_TAUT_COLUMNS,
    WAYI_TAUT_ROWS
} wayi_taut_phase;

/// A taut list in the making.
typedef struct wayi_taut {
    uint32_t x, y;      ///< padded
    uint32_t bounds[4]; ///< of looks in each direction, by what straight looks found
    uint32_t slants[2]; ///< words before its lines along diagonals
    uint32_t quadrant;  ///< 4 = done
    wayi_taut_phase phase;
    uint32_t at;    ///< steps up to which the diagonal was looked at
    uint32_t end;   ///< to the last cell of the diagonal whose legs count
    uint32_t stop;  ///< to the corner beside it where it ends; 0 = at a wall
    uint32_t bound; ///< of the next look
    uint32_t count;
} wayi_taut;

/// Starts the taut list of a free cell of a still: straight looks. A subgoal's is itself alone.
void wayi_taut_begin(wayi_taut *taut, const wayi_board *still, uint32_t x, uint32_t y,
                     wayi_reach *out);

/// Looks along up to `budget` legs; false = there is more to look at.
bool wayi_taut_step(wayi_taut *taut, const wayi_board *still, uint32_t budget, wayi_reach *out);
