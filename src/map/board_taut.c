// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Taut lists on a still. Of each diagonal the end is found by one scan, and so is the next of its
// cells from which a look to the side can find anything: a look that ends at a wall bounds none
// that counts. (Where the underside of the walls over the next cells first rises, there is a corner
// beside the diagonal, which does.)
#include "map/board.h"
#include "map/board_scan.h"

static void taut_add(wayi_taut *taut, wayi_reach *out, uint32_t x, uint32_t y, way_cost cost)
{
    out[taut->count++] = (wayi_reach){(uint16_t)(x - 1), (uint16_t)(y - 1), cost};
}

/// Steps from a padded cell to the first wall or stop of a line.
static WAYI_ALWAYS_INLINE uint32_t taut_look_row(const wayi_board *still, const uint64_t *stops,
                                                 uint32_t x, uint32_t y, bool east)
{
    const size_t at = (size_t)y * still->row_words;
    return east ? wayi_scan_up(still->rows + at, stops + at, NULL, x) - x
                : x - wayi_scan_down(still->rows + at, stops + at, NULL, x);
}

static WAYI_ALWAYS_INLINE uint32_t taut_look_column(const wayi_board *still, const uint64_t *stops,
                                                    uint32_t x, uint32_t y, bool south)
{
    const size_t at = (size_t)x * still->column_words;
    return south ? wayi_scan_up(still->columns + at, stops + at, NULL, y) - y
                 : y - wayi_scan_down(still->columns + at, stops + at, NULL, y);
}

static void taut_begin_quadrant(wayi_taut *taut, const wayi_board *still);

void wayi_taut_begin(wayi_taut *taut, const wayi_board *still, uint32_t x, uint32_t y,
                     wayi_reach *out)
{
    *taut = (wayi_taut){.x = x + 1, .y = y + 1};
    if (wayi_board_is_subgoal(still, x, y)) {
        taut_add(taut, out, taut->x, taut->y, 0);
        taut->quadrant = 4;
        return;
    }
    for (uint32_t direction = 0; direction < 4; direction++) {
        const uint64_t *stops = still->jumps[direction];
        const bool up = direction == WAYI_EAST || direction == WAYI_SOUTH;
        const uint32_t steps = direction & 1u
                                   ? taut_look_row(still, stops, taut->x, taut->y, up)
                                   : taut_look_column(still, stops, taut->x, taut->y, up);
        const int32_t dx = wayi_direction_x[direction];
        const int32_t dy = wayi_direction_y[direction];
        const uint32_t to_x = x + steps * (uint32_t)dx;
        const uint32_t to_y = y + steps * (uint32_t)dy;
        taut->bounds[direction] = UINT32_MAX;
        if (wayi_board_is_free(still, to_x, to_y)) {
            taut_add(taut, out, to_x + 1, to_y + 1, steps * still->cardinal);
            taut->bounds[direction] = steps - 1;
        }
    }
    taut_begin_quadrant(taut, still);
}

/// Finds the end of the diagonal of the current quadrant.
static void taut_begin_quadrant(wayi_taut *taut, const wayi_board *still)
{
    const uint32_t kind = taut->quadrant & 1u;
    const bool north = taut->quadrant == 0 || taut->quadrant == 3;
    const bool east = taut->quadrant < 2;
    const uint32_t row = taut->y - still->window.y;
    const uint32_t slant = wayi_board_slant(still, kind, taut->x - still->window.x, row);
    const size_t at = (size_t)slant * still->slant_words;
    const uint64_t *passes = still->slants[kind].passes + at;
    // Bits are about steps to the east: the other way round they are at the cell beyond. The cell
    // itself is no corner.
    const uint32_t from = east ? row : north ? row - 1 : row + 1;
    const uint32_t end =
        north ? wayi_scan_clear_down(passes, from) : wayi_scan_clear_up(passes, from);
    const uint32_t steps = north ? row - end : end - row;
    const uint32_t x = east ? taut->x + steps : taut->x - steps;
    const uint32_t y = end + still->window.y;
    // To the east the diagonal comes to the end, and may go no further because of a corner; to the
    // west it comes there only if a step leads back.
    const bool corner =
        east ? steps && wayi_board_bit(still->beside[kind], still->row_words, y - 1, x - 1)
             : wayi_board_is_free(still, x - 1, y - 1) &&
                   wayi_board_steps(still, x, y, 1, kind ? 1 : -1);
    taut->stop = corner ? end : 0;
    taut->end = corner || !east ? (north ? end + 1 : end - 1) : end;
    taut->at = row;
    taut->legs[0] = still->slants[kind].legs[north ? 0 : 2] + at;
    taut->legs[1] = still->slants[kind].legs[north ? 1 : 3] + at;
    taut->vertical = taut->bounds[north ? WAYI_NORTH : WAYI_SOUTH];
    taut->horizontal = taut->bounds[east ? WAYI_EAST : WAYI_WEST];
}

/// The next row of the diagonal, after the last and up to its end, with a leg worth a look; 0 =
/// none.
static WAYI_ALWAYS_INLINE uint32_t taut_next(const wayi_taut *taut, bool north)
{
    if (taut->at == taut->end) {
        return 0;
    }
    const uint64_t up = taut->vertical ? UINT64_MAX : 0;
    const uint64_t across = taut->horizontal ? UINT64_MAX : 0;
    const uint32_t from = north ? taut->at - 1 : taut->at + 1;
    const uint32_t last = taut->end >> 6;
    uint64_t mask = north ? UINT64_MAX >> (63u - (from & 63u)) : UINT64_MAX << (from & 63u);
    for (uint32_t word = from >> 6;; word = north ? word - 1 : word + 1) {
        const uint64_t legs = ((taut->legs[0][word] & up) | (taut->legs[1][word] & across)) & mask;
        if (legs) {
            const uint32_t row =
                word * 64 + (north ? wayi_bits_highest(legs) : wayi_bits_lowest(legs));
            return (north ? row >= taut->end : row <= taut->end) ? row : 0;
        }
        if (word == last) {
            return 0;
        }
        mask = UINT64_MAX;
    }
}

/// Looks to both sides of a cell of the diagonal.
static WAYI_ALWAYS_INLINE void taut_look(wayi_taut *taut, const wayi_board *still, uint32_t row,
                                         bool north, bool east, wayi_reach *out)
{
    const uint32_t kind = north != east;
    const uint32_t y = row + still->window.y;
    const uint32_t steps = north ? taut->y - y : y - taut->y;
    const uint32_t x = east ? taut->x + steps : taut->x - steps;
    const way_cost cost = steps * still->diagonal;
    const uint64_t *const *legs = taut->legs;
    if (taut->vertical && legs[0][row >> 6] >> (row & 63u) & 1u) {
        const uint32_t found = taut_look_column(still, still->beside_columns[kind], x, y, !north);
        if (found <= taut->vertical) {
            taut_add(taut, out, x, north ? y - found : y + found, cost + found * still->cardinal);
            taut->vertical = found - 1;
        }
    }
    if (taut->horizontal && legs[1][row >> 6] >> (row & 63u) & 1u) {
        const uint32_t found = taut_look_row(still, still->beside[kind], x, y, east);
        if (found <= taut->horizontal) {
            taut_add(taut, out, east ? x + found : x - found, y, cost + found * still->cardinal);
            taut->horizontal = found - 1;
        }
    }
}

/// Goes on along one diagonal; false if the budget did not last to its end.
static WAYI_ALWAYS_INLINE bool taut_walk(wayi_taut *taut, const wayi_board *still, uint32_t *budget,
                                         bool north, bool east, wayi_reach *out)
{
    for (uint32_t row = taut_next(taut, north); row; row = taut_next(taut, north)) {
        if (*budget == 0) {
            return false;
        }
        --*budget;
        taut_look(taut, still, row, north, east, out);
        taut->at = row;
    }
    if (taut->stop) {
        const uint32_t y = taut->stop + still->window.y;
        const uint32_t steps = north ? taut->y - y : y - taut->y;
        taut_add(taut, out, east ? taut->x + steps : taut->x - steps, y, steps * still->diagonal);
    }
    return true;
}

bool wayi_taut_step(wayi_taut *taut, const wayi_board *still, uint32_t budget, wayi_reach *out)
{
    while (taut->quadrant < 4) {
        bool done = false;
        switch (taut->quadrant) {
        case 0:
            done = taut_walk(taut, still, &budget, true, true, out);
            break;
        case 1:
            done = taut_walk(taut, still, &budget, false, true, out);
            break;
        case 2:
            done = taut_walk(taut, still, &budget, false, false, out);
            break;
        default:
            done = taut_walk(taut, still, &budget, true, false, out);
            break;
        }
        if (!done) {
            return false;
        }
        if (++taut->quadrant < 4) {
            taut_begin_quadrant(taut, still);
        }
    }
    return true;
}
