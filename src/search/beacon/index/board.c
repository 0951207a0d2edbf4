// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Looks over a layer as it is: whether a cell sees another, and the full list of a cell. A list is
// found by straight looks, and by a walk along each diagonal with a look to both sides of each cell
// of it. What a look finds bounds the later ones: behind it no box is free of subgoals.
#include "search/beacon/index/board.h"

#include "map/sight/board_scan.h"

wayi_board wayi_board_of(const way_map *map, const wayi_layer *layer)
{
    wayi_board board = {.width = map->width,
                        .height = map->height,
                        .row_words = map->row_words,
                        .column_words = map->column_words,
                        .cardinal = map->costs.cardinal,
                        .diagonal = map->costs.diagonal,
                        .rows = layer->rows,
                        .columns = layer->columns};
    for (uint32_t i = 0; i < 4; i++) {
        board.jumps[i] = layer->jumps[i];
    }
    for (uint32_t kind = 0; kind < 2; kind++) {
        board.beside[kind] = layer->beside[kind];
        board.beside_columns[kind] = layer->beside_columns[kind];
    }
    return board;
}

uint32_t wayi_board_reach_max(const wayi_board *board)
{
    // Each entry of a leg lowers its bound, so no leg of a quadrant finds more than one a cell.
    const uint32_t side = board->width < board->height ? board->width : board->height;
    // One more may be written over.
    return 4 + 4 * (1 + 2 * side) + 1;
}

/// Whether a padded cell is free.
static inline bool board_free(const wayi_board *board, uint32_t x, uint32_t y)
{
    return board->rows[(size_t)y * board->row_words + (x >> 6)] >> (x & 63u) & 1u;
}

// Seeing ------------------------------------------------------------------------------------------

/// The same by the words along diagonals of a still, from a free cell: a scan to each corner.
static bool board_slant_is_legal(const wayi_board *still, uint32_t x, uint32_t y, int32_t dx,
                                 int32_t dy, uint32_t steps)
{
    const uint32_t kind = dx == dy;
    const uint32_t row = y - still->window.y;
    const uint32_t slant = wayi_board_slant(still, kind, x - still->window.x, row);
    const uint64_t *line = still->slants[kind] + WAYI_SLANT_PASSES +
                           (size_t)slant * still->slant_words * WAYI_SLANT_PLANES;
    // Bits are about steps to the right: the other way round they are at the cell beyond.
    const uint32_t back = dx < 0;
    for (uint32_t done = back;; done++) {
        const uint32_t from = dy > 0 ? row + done : row - done;
        const uint32_t end = dy > 0 ? wayi_scan_clear_up(line, WAYI_SLANT_PLANES, from)
                                    : wayi_scan_clear_down(line, WAYI_SLANT_PLANES, from);
        done = end > row ? end - row : row - end;
        const uint32_t end_x = x + done * (uint32_t)dx;
        if (done >= steps + back) {
            return true;
        }
        // Either a corner, which can be passed, or a wall.
        const uint32_t end_y = end + still->window.y;
        if (!wayi_board_is_free(still, end_x - 1, end_y - 1) ||
            !wayi_board_steps(still, end_x, end_y, 1, kind ? 1 : -1)) {
            return false;
        }
    }
}

/// Whether a diagonal of so many steps is legal from a padded cell.
static bool board_diagonal_is_legal(const wayi_board *board, uint32_t x, uint32_t y, int32_t dx,
                                    int32_t dy, uint32_t steps)
{
    if (steps && board->slants[0]) {
        return board_slant_is_legal(board, x, y, dx, dy, steps);
    }
    for (; steps && wayi_board_steps(board, x, y, dx, dy); steps--) {
        x += (uint32_t)dx;
        y += (uint32_t)dy;
    }
    return steps == 0;
}

bool wayi_board_sees(const wayi_board *board, wayi_reach from, wayi_reach to)
{
    const int32_t dx = from.x < to.x ? 1 : -1;
    const int32_t dy = from.y < to.y ? 1 : -1;
    const uint32_t wide = (uint32_t)((to.x - from.x) * dx);
    const uint32_t high = (uint32_t)((to.y - from.y) * dy);
    const uint32_t steps = wide < high ? wide : high;
    const uint32_t x = from.x + 1u + steps * (uint32_t)dx;
    const uint32_t y = from.y + 1u + steps * (uint32_t)dy;
    const bool straight =
        wide > high
            ? wayi_scan_is_free(board->rows + (size_t)y * board->row_words, x, to.x + 1u)
            : wayi_scan_is_free(board->columns + (size_t)x * board->column_words, y, to.y + 1u);
    return straight && board_diagonal_is_legal(board, from.x + 1u, from.y + 1u, dx, dy, steps);
}

// Full lists --------------------------------------------------------------------------------------

/// The first wall or subgoal straight on from a padded cell: steps to it.
static uint32_t board_look(const wayi_board *board, uint32_t x, uint32_t y, uint32_t direction)
{
    if (direction == WAYI_EAST || direction == WAYI_WEST) {
        const size_t at = (size_t)y * board->row_words;
        const uint64_t *line = board->rows + at;
        const uint64_t *first = board->beside[0] + at;
        const uint64_t *second = board->beside[1] + at;
        return direction == WAYI_EAST ? wayi_scan_up(line, first, second, x) - x
                                      : x - wayi_scan_down(line, first, second, x);
    }
    const size_t at = (size_t)x * board->column_words;
    const uint64_t *line = board->columns + at;
    const uint64_t *first = board->beside_columns[0] + at;
    const uint64_t *second = board->beside_columns[1] + at;
    return direction == WAYI_SOUTH ? wayi_scan_up(line, first, second, y) - y
                                   : y - wayi_scan_down(line, first, second, y);
}

typedef struct board_list {
    const wayi_board *board;
    wayi_reach *out;
    uint32_t count;
    uint32_t legs; ///< looked along
} board_list;

static void board_add(board_list *list, uint32_t x, uint32_t y, way_cost cost)
{
    list->out[list->count++] = (wayi_reach){(uint16_t)(x - 1), (uint16_t)(y - 1), cost};
}

/// Looks straight on from a padded cell that costs `cost`, no farther than the bound, which is
/// lowered to before what was found.
static void board_look_within(board_list *list, uint32_t x, uint32_t y, uint32_t direction,
                              way_cost cost, uint32_t *bound)
{
    if (*bound == 0) {
        return;
    }
    const uint32_t steps = board_look(list->board, x, y, direction);
    if (steps > *bound) {
        return;
    }
    const int32_t dx = wayi_direction_x[direction];
    const int32_t dy = wayi_direction_y[direction];
    const uint32_t to_x = x + steps * (uint32_t)dx;
    const uint32_t to_y = y + steps * (uint32_t)dy;
    if (board_free(list->board, to_x, to_y)) {
        board_add(list, to_x, to_y, cost + steps * list->board->cardinal);
    }
    *bound = steps - 1;
}

static void board_full_quadrant(board_list *list, uint32_t x, uint32_t y, uint32_t direction,
                                const uint32_t bounds[4])
{
    const wayi_board *board = list->board;
    const int32_t dx = wayi_direction_x[direction];
    const int32_t dy = wayi_direction_y[direction];
    const uint32_t vertical = dy < 0 ? WAYI_NORTH : WAYI_SOUTH;
    const uint32_t horizontal = dx < 0 ? WAYI_WEST : WAYI_EAST;
    uint32_t up = bounds[vertical];
    uint32_t across = bounds[horizontal];
    for (way_cost cost = board->diagonal; wayi_board_steps(board, x, y, dx, dy);
         cost += board->diagonal) {
        x += (uint32_t)dx;
        y += (uint32_t)dy;
        list->legs += 2;
        if (wayi_board_is_subgoal(board, x - 1, y - 1)) {
            board_add(list, x, y, cost);
            return;
        }
        board_look_within(list, x, y, vertical, cost, &up);
        board_look_within(list, x, y, horizontal, cost, &across);
    }
}

uint32_t wayi_board_full_counted(const wayi_board *board, uint32_t x, uint32_t y, wayi_reach *out,
                                 uint32_t *legs)
{
    board_list list = {board, out, 0, 4};
    uint32_t bounds[4] = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX};
    for (uint32_t direction = 0; direction < 4; direction++) {
        board_look_within(&list, x + 1, y + 1, direction, 0, &bounds[direction]);
    }
    for (uint32_t direction = WAYI_NORTH_EAST; direction < WAYI_DIRECTIONS; direction++) {
        board_full_quadrant(&list, x + 1, y + 1, direction, bounds);
    }
    *legs += list.legs;
    return list.count;
}

uint32_t wayi_board_full(const wayi_board *board, uint32_t x, uint32_t y, wayi_reach *out)
{
    uint32_t legs = 0;
    return wayi_board_full_counted(board, x, y, out, &legs);
}
