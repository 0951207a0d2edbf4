// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Taut lists on a still. Of each diagonal the end is found by one look, and so are those of its
// cells from which a look to the side can find anything: a look that ends at a wall bounds none
// that counts. (Where the underside of the walls over the next cells first rises, there is a corner
// beside the diagonal, which does.) Directions are constants wherever there is a choice, so that
// each has code of its own. How far a look goes can't be foreseen, and a branch that is guessed
// wrong takes as long as ten that are not there: so a look is a window of 64 cells, whichever words
// they are in, and only what is farther takes a scan.
#include "map/sight/board_scan.h"
#include "search/beacon/index/board.h"

/// The 64 bits of a line from one on: upwards the first is the lowest, downwards the highest. Words
/// of the line are `apart`. Beyond its last word comes a line that nobody looks along, or another.
static WAYI_ALWAYS_INLINE uint64_t taut_window(const uint64_t *line, uint32_t apart, uint32_t from,
                                               bool up)
{
    const uint64_t *at = line + (size_t)(from >> 6) * apart;
    const uint32_t bit = from & 63u;
    return up ? at[0] >> bit | at[apart] << 1 << (63u - bit)
              : at[0] << (63u - bit) | *(at - apart) >> 1 >> bit;
}

/// How many bits of a window come before the first that is set.
static WAYI_ALWAYS_INLINE uint32_t taut_first(uint64_t window, bool up)
{
    return up ? wayi_bits_lowest(window) : 63u - wayi_bits_highest(window);
}

/// The bit of a window that so many come before.
static WAYI_ALWAYS_INLINE uint64_t taut_bit(uint32_t number, bool up)
{
    return up ? UINT64_C(1) << number : UINT64_C(1) << 63 >> number;
}

/// A place, or a step, and its cost in one number, so that all three are added and multiplied at
/// once: what a part borrows from the next it gives back where the sum is a place.
static WAYI_ALWAYS_INLINE uint64_t taut_pack(int32_t x, int32_t y, way_cost cost)
{
    return (uint64_t)(int64_t)x + ((uint64_t)(int64_t)y << 16) + ((uint64_t)cost << 32);
}

static WAYI_ALWAYS_INLINE wayi_reach taut_unpack(uint64_t packed)
{
    return (wayi_reach){(uint16_t)packed, (uint16_t)(packed >> 16), (way_cost)(packed >> 32)};
}

/// The cell that it is about.
static WAYI_ALWAYS_INLINE uint64_t taut_cell(const wayi_taut *taut)
{
    return taut_pack((int32_t)taut->x - 1, (int32_t)taut->y - 1, 0);
}

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
    const uint32_t next = up ? from + 1 : from - 1;
    const uint64_t ends = ~taut_window(line, 1, next, up) | taut_window(stops, 1, next, up);
    uint32_t to = 0;
    if (ends) {
        to = up ? next + taut_first(ends, up) : next - taut_first(ends, up);
    } else {
        to = up ? wayi_scan_up(line, stops, NULL, from) : wayi_scan_down(line, stops, NULL, from);
    }
    const bool free = line[to >> 6] >> (to & 63u) & 1u;
    const uint32_t steps = up ? to - from : from - to;
    const int32_t sign = up ? 1 : -1;
    out[taut->count] =
        taut_unpack(taut_cell(taut) +
                    steps * taut_pack(along_row ? sign : 0, along_row ? 0 : sign, still->cardinal));
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
    const uint64_t clear = ~taut_window(passes, WAYI_SLANT_PLANES, from, !north);
    uint32_t length = 0;
    if (clear) {
        length = taut_first(clear, !north);
    } else {
        length = north ? from - wayi_scan_clear_down(passes, WAYI_SLANT_PLANES, from)
                       : wayi_scan_clear_up(passes, WAYI_SLANT_PLANES, from) - from;
    }
    const uint32_t steps = east ? length : length + 1;
    const uint32_t x = east ? taut->x + steps : taut->x - steps;
    const uint32_t y = north ? taut->y - steps : taut->y + steps;
    // To the east the diagonal comes to the end, and may go no further because of a corner; to the
    // west it comes there only if a step leads back.
    const bool there = east ? wayi_board_bit(still->beside[kind], still->row_words, y - 1, x - 1)
                            : wayi_board_is_free(still, x - 1, y - 1);
    const bool comes = east ? steps != 0 : wayi_board_steps(still, x, y, 1, kind ? 1 : -1);
    const bool corner = there & comes;
    taut->stop = corner ? steps : 0;
    taut->end = length - (east && corner);
}

/// Looks to one side from the cells of a diagonal where that finds anything, each no farther than
/// the ones before it; false if the budget did not last to its end. Numbers stay in registers, and
/// what is too far is written over: whether it is can't be foreseen.
static WAYI_ALWAYS_INLINE bool taut_walk(wayi_taut *taut, const wayi_board *still, uint32_t *budget,
                                         taut_side side, wayi_reach *out)
{
    const bool north = side.north;
    const bool up = side.across ? side.east : !north;
    const uint32_t kind = north != side.east;
    const uint32_t row = taut->y - still->window.y;
    const uint64_t *legs =
        still->slants[kind] + taut->slants[kind] + WAYI_SLANT_LEGS + (north ? 0 : 2) + side.across;
    const uint32_t words = side.across ? still->row_words : still->column_words;
    const uint32_t line = side.across ? taut->y : taut->x;
    const uint32_t place = side.across ? taut->x : taut->y;
    const uint64_t *stops = side.across ? still->beside[kind] : still->beside_columns[kind];
    const bool lines_up = side.across ? !north : side.east;
    const int32_t right = side.east ? 1 : -1;
    const int32_t down = north ? -1 : 1;
    const uint64_t cell = taut_cell(taut);
    const uint64_t slanted = taut_pack(right, down, still->diagonal);
    const uint64_t straight =
        taut_pack(side.across ? right : 0, side.across ? 0 : down, still->cardinal);
    const uint32_t end = taut->end;
    uint32_t bound = taut->bound;
    uint32_t left = *budget;
    uint32_t count = taut->count;
    for (uint32_t at = taut->at; at < end; at += 64) {
        const uint32_t from = north ? row - at - 1 : row + at + 1;
        uint64_t bits = taut_window(legs, WAYI_SLANT_PLANES, from, !north);
        if (end - at < 64) {
            const uint64_t last = taut_bit(end - at, !north);
            bits &= north ? 0 - (last << 1) : last - 1;
        }
        while (bits) {
            const uint32_t bit = taut_first(bits, !north);
            if (left-- == 0) {
                taut->at = at + bit;
                taut->bound = bound;
                taut->count = count;
                *budget = 0;
                return false;
            }
            bits ^= taut_bit(bit, !north);
            const uint32_t steps = at + bit + 1;
            const uint64_t *here = stops + (size_t)(lines_up ? line + steps : line - steps) * words;
            const uint32_t next = up ? place + steps + 1 : place - steps - 1;
            // What is not in the window is too far, whatever it is, unless bounds are as far.
            const uint64_t window = taut_window(here, 1, next, up) | taut_bit(63, up);
            uint32_t found = taut_first(window, up) + 1;
            if ((found == 64) & (bound >= 64)) {
                found = up ? wayi_scan_set_up(here, next) - next + 1
                           : next - wayi_scan_set_down(here, next) + 1;
            }
            out[count] = taut_unpack(cell + steps * slanted + found * straight);
            count += found <= bound;
            bound = found <= bound ? found - 1 : bound;
        }
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
    if (taut->phase == WAYI_TAUT_MEASURE) {
        taut_measure(taut, still, north, east);
        taut->phase = WAYI_TAUT_COLUMNS;
        taut->at = 0;
        taut->bound = taut->bounds[north ? WAYI_NORTH : WAYI_SOUTH];
    }
    if (taut->phase == WAYI_TAUT_COLUMNS) {
        if (!taut_walk(taut, still, budget, (taut_side){north, east, false}, out)) {
            return false;
        }
        taut->phase = WAYI_TAUT_ROWS;
        taut->at = 0;
        taut->bound = taut->bounds[east ? WAYI_EAST : WAYI_WEST];
    }
    if (!taut_walk(taut, still, budget, (taut_side){north, east, true}, out)) {
        return false;
    }
    out[taut->count] = taut_unpack(
        taut_cell(taut) + taut->stop * taut_pack(east ? 1 : -1, north ? -1 : 1, still->diagonal));
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
