// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Taut lists on a still. Of each diagonal the end is found by one scan, and so is the next of its
// cells from which a look to the side can find anything: a look that ends at a wall bounds none
// that counts. (Where the underside of the walls over the next cells first rises, there is a corner
// beside the diagonal, which does.)
#include "map/board.h"
#include "map/board_scan.h"

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
        out[taut->count++] = (wayi_reach){(uint16_t)x, (uint16_t)y, 0};
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
        const bool free = wayi_board_is_free(still, to_x, to_y);
        out[taut->count] = (wayi_reach){(uint16_t)to_x, (uint16_t)to_y, steps * still->cardinal};
        taut->count += free;
        taut->bounds[direction] = free ? steps - 1 : UINT32_MAX;
    }
    for (uint32_t kind = 0; kind < 2; kind++) {
        taut->slants[kind] =
            still->slant_words *
            wayi_board_slant(still, kind, taut->x - still->window.x, taut->y - still->window.y);
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
    const uint64_t *passes = still->slants[kind].passes + taut->slants[kind];
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
    taut->across = false;
    taut->bound = taut->bounds[north ? WAYI_NORTH : WAYI_SOUTH];
}

/// A side of a diagonal, for the compiler to choose by.
typedef struct taut_side {
    bool north, east;
    bool across; ///< looks along rows, or along columns
} taut_side;

/// Steps from a padded cell to the first stop of its line: there is one before any wall.
static WAYI_ALWAYS_INLINE uint32_t taut_look(const wayi_board *still, taut_side side, uint32_t x,
                                             uint32_t y)
{
    const uint32_t kind = side.north != side.east;
    if (side.across) {
        const uint64_t *stops = still->beside[kind] + (size_t)y * still->row_words;
        return side.east ? wayi_scan_set_up(stops, x + 1) - x
                         : x - wayi_scan_set_down(stops, x - 1);
    }
    const uint64_t *stops = still->beside_columns[kind] + (size_t)x * still->column_words;
    return side.north ? y - wayi_scan_set_down(stops, y - 1) : wayi_scan_set_up(stops, y + 1) - y;
}

/// Looks to one side from the cells of a diagonal where that finds anything, each no farther than
/// the ones before it; false if the budget did not last to its end. Numbers stay in registers, and
/// what is too far is written over: whether it is can't be foreseen.
static WAYI_ALWAYS_INLINE bool taut_walk(wayi_taut *taut, const wayi_board *still, uint32_t *budget,
                                         taut_side side, wayi_reach *out)
{
    const bool north = side.north;
    const uint32_t kind = north != side.east;
    const uint64_t *legs =
        still->slants[kind].legs[(north ? 0 : 2) + side.across] + taut->slants[kind];
    const uint32_t end = taut->end;
    const uint32_t from = north ? taut->at - 1 : taut->at + 1;
    uint32_t word = from >> 6;
    uint32_t bound = taut->at == end ? 0 : taut->bound;
    uint32_t left = *budget;
    uint32_t count = taut->count;
    uint64_t bits =
        legs[word] & (north ? UINT64_MAX >> (63u - (from & 63u)) : UINT64_MAX << (from & 63u));
    while (bound) {
        for (; !bits && word != end >> 6; bits = legs[word]) {
            word = north ? word - 1 : word + 1;
        }
        const uint32_t bit = bits ? (north ? wayi_bits_highest(bits) : wayi_bits_lowest(bits)) : 0;
        const uint32_t row = word * 64 + bit;
        if (!bits || (north ? row < end : row > end)) {
            break;
        }
        if (left-- == 0) {
            taut->at = north ? row + 1 : row - 1;
            taut->bound = bound;
            taut->count = count;
            *budget = 0;
            return false;
        }
        bits &= ~(UINT64_C(1) << bit);
        const uint32_t y = row + still->window.y;
        const uint32_t steps = north ? taut->y - y : y - taut->y;
        const uint32_t x = side.east ? taut->x + steps : taut->x - steps;
        const uint32_t found = taut_look(still, side, x, y);
        const uint32_t to_x = !side.across ? x : side.east ? x + found : x - found;
        const uint32_t to_y = side.across ? y : north ? y - found : y + found;
        out[count] = (wayi_reach){(uint16_t)(to_x - 1), (uint16_t)(to_y - 1),
                                  steps * still->diagonal + found * still->cardinal};
        count += found <= bound;
        bound = found <= bound ? found - 1 : bound;
    }
    taut->count = count;
    *budget = left;
    return true;
}

/// Goes on along one diagonal, first with a look to the north or south of its cells, then to the
/// east or west; false if the budget did not last to its end.
static WAYI_ALWAYS_INLINE bool taut_quadrant(wayi_taut *taut, const wayi_board *still,
                                             uint32_t *budget, bool north, bool east,
                                             wayi_reach *out)
{
    if (!taut->across) {
        if (!taut_walk(taut, still, budget, (taut_side){north, east, false}, out)) {
            return false;
        }
        taut->across = true;
        taut->at = taut->y - still->window.y;
        taut->bound = taut->bounds[east ? WAYI_EAST : WAYI_WEST];
    }
    if (!taut_walk(taut, still, budget, (taut_side){north, east, true}, out)) {
        return false;
    }
    const uint32_t y = taut->stop + still->window.y;
    const uint32_t steps = north ? taut->y - y : y - taut->y;
    const uint32_t x = east ? taut->x + steps : taut->x - steps;
    out[taut->count] = (wayi_reach){(uint16_t)(x - 1), (uint16_t)(y - 1), steps * still->diagonal};
    taut->count += taut->stop != 0;
    return true;
}

bool wayi_taut_step(wayi_taut *taut, const wayi_board *still, uint32_t budget, wayi_reach *out)
{
    while (taut->quadrant < 4) {
        bool done = false;
        switch (taut->quadrant) {
        case 0:
            done = taut_quadrant(taut, still, &budget, true, true, out);
            break;
        case 1:
            done = taut_quadrant(taut, still, &budget, false, true, out);
            break;
        case 2:
            done = taut_quadrant(taut, still, &budget, false, false, out);
            break;
        default:
            done = taut_quadrant(taut, still, &budget, true, false, out);
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
