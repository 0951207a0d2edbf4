// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Taut lists on a still. Of each diagonal the end is found by one scan, and so is the next of its
// cells from which a look to the side can find anything: a look that ends at a wall bounds none
// that counts. (Where the underside of the walls over the next cells first rises, there is a corner
// beside the diagonal, which does.) Directions are constants wherever there is a choice, so that
// each has code of its own.
#include "map/board.h"
#include "map/board_scan.h"

/// A straight look from a padded cell: adds the first stop before a wall, if there is one.
static WAYI_ALWAYS_INLINE void taut_look_straight(wayi_taut *taut, const wayi_board *still,
                                                  uint32_t direction, wayi_reach *out)
{
    const bool along_row = direction == WAYI_EAST || direction == WAYI_WEST;
    const bool up = direction == WAYI_EAST || direction == WAYI_SOUTH;
    const uint32_t words = along_row ? still->row_words : still->column_words;
    const uint32_t from = along_row ? taut->x : taut->y;
    const size_t at = (size_t)(along_row ? taut->y : taut->x) * words;
    const uint64_t *line = (along_row ? still->rows : still->columns) + at;
    const uint64_t *stops = still->jumps[direction] + at;
    const uint32_t to =
        up ? wayi_scan_up(line, stops, NULL, from) : wayi_scan_down(line, stops, NULL, from);
    const bool free = line[to >> 6] >> (to & 63u) & 1u;
    const uint32_t steps = up ? to - from : from - to;
    out[taut->count] =
        (wayi_reach){(uint16_t)((along_row ? to : taut->x) - 1),
                     (uint16_t)((along_row ? taut->y : to) - 1), steps * still->cardinal};
    taut->count += free;
    taut->bounds[direction] = free ? steps - 1 : UINT32_MAX;
}

void wayi_taut_begin(wayi_taut *taut, const wayi_board *still, uint32_t x, uint32_t y,
                     wayi_reach *out)
{
    taut->x = x + 1;
    taut->y = y + 1;
    taut->quadrant = 0;
    taut->phase = WAYI_TAUT_MEASURE;
    taut->count = 0;
    if (wayi_board_is_subgoal(still, x, y)) {
        out[taut->count++] = (wayi_reach){(uint16_t)x, (uint16_t)y, 0};
        taut->quadrant = 4;
        return;
    }
    taut_look_straight(taut, still, WAYI_NORTH, out);
    taut_look_straight(taut, still, WAYI_EAST, out);
    taut_look_straight(taut, still, WAYI_SOUTH, out);
    taut_look_straight(taut, still, WAYI_WEST, out);
    for (uint32_t kind = 0; kind < 2; kind++) {
        taut->slants[kind] =
            WAYI_SLANT_PLANES * still->slant_words *
            wayi_board_slant(still, kind, taut->x - still->window.x, taut->y - still->window.y);
    }
}

/// A side of a diagonal, for the compiler to choose by.
typedef struct taut_side {
    bool north, east;
    bool across; ///< looks along rows, or along columns
} taut_side;

/// Finds the end of the diagonal of the current quadrant.
static WAYI_ALWAYS_INLINE void taut_measure(wayi_taut *taut, const wayi_board *still, bool north,
                                            bool east)
{
    const uint32_t kind = north != east;
    const uint32_t row = taut->y - still->window.y;
    const uint64_t *passes = still->slants[kind] + taut->slants[kind] + WAYI_SLANT_PASSES;
    // Bits are about steps to the east: the other way round they are at the cell beyond. The cell
    // itself is no corner.
    const uint32_t from = east ? row : north ? row - 1 : row + 1;
    const uint32_t end = north ? wayi_scan_clear_down(passes, WAYI_SLANT_PLANES, from)
                               : wayi_scan_clear_up(passes, WAYI_SLANT_PLANES, from);
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
}

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

/// The bits of a word of legs that are not beyond the last cell of a diagonal.
static WAYI_ALWAYS_INLINE uint64_t taut_legs(const uint64_t *legs, uint32_t word, uint32_t end,
                                             bool north)
{
    const uint64_t within = north ? UINT64_MAX << (end & 63u) : UINT64_MAX >> (63u - (end & 63u));
    return legs[word * WAYI_SLANT_PLANES] & (word == end >> 6 ? within : UINT64_MAX);
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
        still->slants[kind] + taut->slants[kind] + WAYI_SLANT_LEGS + (north ? 0 : 2) + side.across;
    const uint32_t end = taut->end;
    const uint32_t from = north ? taut->at - 1 : taut->at + 1;
    uint32_t word = from >> 6;
    uint32_t bound = taut->bound;
    uint32_t left = *budget;
    uint32_t count = taut->count;
    uint64_t bits = taut_legs(legs, word, end, north) &
                    (north ? UINT64_MAX >> (63u - (from & 63u)) : UINT64_MAX << (from & 63u));
    while (bound) {
        while (!bits && word != end >> 6) {
            word = north ? word - 1 : word + 1;
            bits = taut_legs(legs, word, end, north);
        }
        if (!bits) {
            break;
        }
        const uint32_t bit = north ? wayi_bits_highest(bits) : wayi_bits_lowest(bits);
        const uint32_t row = word * 64 + bit;
        if (left-- == 0) {
            taut->at = north ? row + 1 : row - 1;
            taut->bound = bound;
            taut->count = count;
            *budget = 0;
            return false;
        }
        bits ^= UINT64_C(1) << bit;
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

/// Goes on in one quadrant: the end of its diagonal, looks to the north or south of its cells, then
/// to the east or west; false if the budget did not last to its end.
static WAYI_ALWAYS_INLINE bool taut_quadrant(wayi_taut *taut, const wayi_board *still,
                                             uint32_t *budget, bool north, bool east,
                                             wayi_reach *out)
{
    const uint32_t row = taut->y - still->window.y;
    if (taut->phase == WAYI_TAUT_MEASURE) {
        taut_measure(taut, still, north, east);
        taut->phase = WAYI_TAUT_COLUMNS;
        taut->at = row;
        taut->bound = taut->bounds[north ? WAYI_NORTH : WAYI_SOUTH];
    }
    if (taut->end != row) {
        if (taut->phase == WAYI_TAUT_COLUMNS) {
            if (!taut_walk(taut, still, budget, (taut_side){north, east, false}, out)) {
                return false;
            }
            taut->phase = WAYI_TAUT_ROWS;
            taut->at = row;
            taut->bound = taut->bounds[east ? WAYI_EAST : WAYI_WEST];
        }
        if (!taut_walk(taut, still, budget, (taut_side){north, east, true}, out)) {
            return false;
        }
    }
    const uint32_t y = taut->stop + still->window.y;
    const uint32_t steps = north ? taut->y - y : y - taut->y;
    const uint32_t x = east ? taut->x + steps : taut->x - steps;
    out[taut->count] = (wayi_reach){(uint16_t)(x - 1), (uint16_t)(y - 1), steps * still->diagonal};
    taut->count += taut->stop != 0;
    taut->phase = WAYI_TAUT_MEASURE;
    taut->quadrant++;
    return true;
}

bool wayi_taut_step(wayi_taut *taut, const wayi_board *still, uint32_t budget, wayi_reach *out)
{
    bool done = true;
    while (done && taut->quadrant < 4) {
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
    }
    return done;
}
