// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Anya: the shortest way over a grid, at any angle. A node of the search is an interval: a piece of
// a row, all of which is seen from one cell, the root, to which the way is known. It is pushed on
// to the next row: what the root sees of it through the interval, cut at the ends of free runs of
// both rows, and, where a string would bend round an end, what lies beside that with the corner as
// the root. A root also looks along its own row, from corner to corner (a flat interval). The value
// of an interval is the shortest way over it to the goal if nothing else were there, so intervals
// are taken as A* takes states.
//
// Invariant: every taut way from the start to the goal passes intervals that were made or are to
// come; a root that is reached by a shorter way makes all intervals of the longer one stale. The
// first time that an interval with the goal comes up, no way is shorter.
//
// Everything is decided in whole numbers. The ends of an interval are hardly ever whole, but each
// lies on a ray from the root along a whole vector, which is what is kept: pushing an interval on
// keeps its rays, cutting it gives whole numbers, and behind a corner the ray goes on as it came.
// Lengths are counted in units of 2^-14 of a cell, rounded down: ways that differ by less than a
// unit for each turn are equal.
//
// Departs from the paper: lines are those of a unit's body (space/angles.h), so that passages one
// cell wide are runs of length 0, up and down; an only successor is expanded at once.
//
// Harabor, Grastien, Oez, Aksakalli: Optimal Any-Angle Pathfinding in Practice, 2016.
#include "base/root.h"
#include "map/sight/board_scan.h"
#include "search/anyangle/looked.h"
#include "search/anyangle/turns.h"
#include "space/angles.h"

#define ANYA_BITS 14      ///< of fractions of a cell
#define ANYA_SLACK 8u     ///< units: what rounding may add to a length
#define ANYA_GLIDE 64u    ///< rows that one expansion moves on over at most
#define ANYA_INTERVALS 4u ///< that an agent with a limit has room for, for each state

/// A direction from a root: so many columns in so many rows.
typedef struct anya_ray {
    int32_t columns;
    uint32_t rows; ///< at least 1
    bool open;     ///< as an end: not part of the interval
} anya_ray;

/// Where a root is. Columns and rows are padded, as those of bits.
typedef struct anya_place {
    int32_t x, y;
} anya_place;

typedef struct anya_interval {
    uint64_t g; ///< length to the root
    way_state root;
    anya_place at;        ///< where that is
    int32_t down;         ///< from the root: 1 or -1; 0 = flat
    uint32_t rows;        ///< from the root to the interval
    anya_ray left, right; ///< of its ends; flat: columns alone
} anya_interval;

typedef struct anya_memory {
    wayi_turns turns;   ///< whose pieces are intervals
    bool chained;       ///< the held interval is to be expanded next: it was the only successor
    bool offered;       ///< this expansion has a first successor
    anya_interval held; ///< that one
    int32_t goal_x, goal_y;
    uint32_t runs;      ///< that this expansion has looked at
    wayi_looked looked; ///< at all cells of rows that were read, and at those beside them
} anya_memory;

/// Two neighbouring rows of bits.
typedef struct anya_strip {
    const uint64_t *near, *far;
} anya_strip;

/// An interval that is pushed on.
typedef struct anya_push {
    way_agent *agent;
    anya_interval interval;
    int32_t row;      ///< of the interval
    anya_strip ahead; ///< between that row and the next
} anya_push;

// Bits --------------------------------------------------------------------------------------------

static const uint64_t *anya_row(const way_agent *agent, int32_t row)
{
    const wayi_grid *grid = wayi_space_angles(agent->space)->grid;
    return grid->layer->rows + (size_t)row * grid->map->row_words;
}

static inline anya_strip anya_strip_at(const way_agent *agent, int32_t row, int32_t down)
{
    return (anya_strip){anya_row(agent, row), anya_row(agent, row + down)};
}

static inline bool anya_has(const uint64_t *row, int32_t x)
{
    return row[x >> 6] >> (x & 63) & 1u;
}

static inline bool anya_joins(anya_strip strip, int32_t x)
{
    return anya_has(strip.near, x) && anya_has(strip.far, x);
}

/// The last cell to the right of one up to which both rows are free.
static int32_t anya_run_right(anya_strip strip, int32_t x)
{
    int32_t word = x >> 6;
    uint64_t ends = ~(strip.near[word] & strip.far[word]) & UINT64_MAX << (x & 63);
    while (!ends) {
        word++;
        ends = ~(strip.near[word] & strip.far[word]);
    }
    return word * 64 + (int32_t)wayi_bits_lowest(ends) - 1;
}

static int32_t anya_run_left(anya_strip strip, int32_t x)
{
    int32_t word = x >> 6;
    uint64_t ends = ~(strip.near[word] & strip.far[word]) & UINT64_MAX >> (63 - (x & 63));
    while (!ends) {
        word--;
        ends = ~(strip.near[word] & strip.far[word]);
    }
    return word * 64 + (int32_t)wayi_bits_highest(ends) + 1;
}

/// The first cell from one on that is free in both rows, if it is no farther than `last`.
static int32_t anya_next_run(anya_strip strip, int32_t x, int32_t last)
{
    int32_t word = x >> 6;
    uint64_t starts = strip.near[word] & strip.far[word] & UINT64_MAX << (x & 63);
    while (!starts && word < last >> 6) {
        word++;
        starts = strip.near[word] & strip.far[word];
    }
    return starts ? word * 64 + (int32_t)wayi_bits_lowest(starts) : INT32_MAX;
}

// Rays --------------------------------------------------------------------------------------------

/// Positive if a ray passes to the right of a column after so many rows, 0 if through it.
static inline int64_t anya_beyond(anya_ray ray, uint32_t rows, int32_t column)
{
    return (int64_t)ray.columns * rows - (int64_t)column * ray.rows;
}

/// Whether the left end of an interval lets a column be part of it.
static inline bool anya_lies_left(anya_ray left, uint32_t rows, int32_t column)
{
    return anya_beyond(left, rows, column) < !left.open;
}

static inline bool anya_lies_right(anya_ray right, uint32_t rows, int32_t column)
{
    return anya_beyond(right, rows, column) > -!right.open;
}

/// Where a ray is after so many rows, rounded down.
static inline int32_t anya_floor(anya_ray ray, uint32_t rows)
{
    return (int32_t)wayi_quotient((int64_t)ray.columns * rows, ray.rows);
}

/// Where a ray is at a distance from the root's row, rounded towards the root's column.
static inline int64_t anya_across(anya_ray ray, int64_t down)
{
    const int64_t across =
        wayi_quotient(ray.columns < 0 ? -ray.columns * down : ray.columns * down, ray.rows);
    return ray.columns < 0 ? -across : across;
}

/// Whether anything lies between two ends.
static inline bool anya_is_ordered(anya_ray left, anya_ray right)
{
    return (int64_t)left.columns * right.rows <
           (int64_t)right.columns * left.rows + !(left.open || right.open);
}

// Values ------------------------------------------------------------------------------------------

static inline uint64_t anya_length(int64_t x, int64_t y)
{
    return wayi_root((uint64_t)(x * x) + (uint64_t)(y * y));
}

static inline uint64_t anya_between(int32_t dx, int32_t dy)
{
    return anya_length((int64_t)dx * (1 << ANYA_BITS), (int64_t)dy * (1 << ANYA_BITS));
}

/// The end of a flat interval that is farther from the root.
static inline int32_t anya_far(const anya_interval *interval)
{
    return interval->right.columns > 0 ? interval->right.columns : interval->left.columns;
}

static bool anya_holds_goal(const anya_memory *memory, const anya_interval *interval)
{
    const int32_t column = memory->goal_x - interval->at.x;
    const int32_t row = memory->goal_y - interval->at.y;
    if (interval->down == 0) {
        return row == 0 && interval->left.columns <= column && column <= interval->right.columns;
    }
    return row == interval->down * (int32_t)interval->rows &&
           anya_lies_left(interval->left, interval->rows, column) &&
           anya_lies_right(interval->right, interval->rows, column);
}

/// The least that the way from the root over an interval to the goal may be.
static uint64_t anya_estimate(const anya_memory *memory, const anya_interval *interval)
{
    const int32_t column = memory->goal_x - interval->at.x;
    const int32_t row = memory->goal_y - interval->at.y;
    if (interval->down == 0) { // it turns at the far end, or later
        const int32_t turn = anya_holds_goal(memory, interval) ? column : anya_far(interval);
        return anya_between(turn, 0) + anya_between(column - turn, row);
    }
    const int64_t one = 1 << ANYA_BITS;
    const int64_t across = column * one;
    const int64_t near = (int64_t)interval->rows * one;
    const int64_t beyond = row * interval->down * one;
    const int64_t far = beyond < near ? 2 * near - beyond : beyond; // its mirror image
    // The ends, rounded outwards.
    const int64_t left = anya_across(interval->left, near) - 1;
    const int64_t right = anya_across(interval->right, near) + 1;
    if (across * near < left * far) {
        return anya_length(left, near) + anya_length(across - left, far - near);
    }
    if (across * near > right * far) {
        return anya_length(right, near) + anya_length(across - right, far - near);
    }
    return anya_length(across, far);
}

// Successors --------------------------------------------------------------------------------------

static anya_place anya_place_of(const way_agent *agent, way_state state)
{
    const way_map *map = wayi_space_angles(agent->space)->grid->map;
    const uint32_t y = wayi_map_row(map, state);
    return (anya_place){(int32_t)(state - y * map->width) + 1, (int32_t)y + 1};
}

static way_state anya_cell(const way_agent *agent, int32_t x, int32_t row)
{
    const way_map *map = wayi_space_angles(agent->space)->grid->map;
    return (way_state)(row - 1) * map->width + (way_state)(x - 1);
}

static void anya_queue(way_agent *agent, const anya_interval *interval)
{
    anya_memory *memory = agent->memory;
    const uint32_t slot = wayi_turns_take(agent, &memory->turns);
    if (slot != WAYI_TURNS_NONE) {
        *(anya_interval *)wayi_turns_piece(&memory->turns, slot) = *interval;
        wayi_turns_push(agent, &memory->turns, slot, interval->g + anya_estimate(memory, interval));
    }
}

/// Takes an interval as a successor. The first is held back, since an only one need not be queued.
static void anya_offer(way_agent *agent, const anya_interval *interval)
{
    anya_memory *memory = agent->memory;
    const bool holds = anya_holds_goal(memory, interval);
    if (!memory->offered && !holds) {
        memory->offered = memory->chained = true;
        memory->held = *interval;
        return;
    }
    if (memory->chained) {
        anya_queue(agent, &memory->held);
    }
    memory->chained = false;
    memory->offered = true;
    anya_queue(agent, interval);
}

/// Takes note of what was looked at.
static void anya_read(anya_memory *memory, int32_t left, int32_t right, int32_t row)
{
    wayi_looked_add(&memory->looked, (uint32_t)left - (left > 1 ? 2 : 1), (uint32_t)right,
                    (uint32_t)row - (row > 1 ? 2 : 1), (uint32_t)row);
}

/// Looks along the row of a root from a column on, to one side, as far as the next corner.
static void anya_look_along(way_agent *agent, const anya_interval *from, int32_t column,
                            int32_t side)
{
    const wayi_grid *grid = wayi_space_angles(agent->space)->grid;
    const anya_place root = from->at;
    const size_t line = (size_t)root.y * grid->map->row_words;
    const uint64_t *row = grid->layer->rows + line;
    const uint32_t x = (uint32_t)(root.x + column);
    const int32_t end =
        (int32_t)(side > 0 ? wayi_scan_up(row, grid->layer->jumps[WAYI_EAST] + line, NULL, x)
                           : wayi_scan_down(row, grid->layer->jumps[WAYI_WEST] + line, NULL, x));
    const bool turns = anya_has(row, end);
    const int32_t last = end - root.x - (turns ? 0 : side);
    const anya_interval flat = {.g = from->g,
                                .root = from->root,
                                .at = root,
                                .left = {side > 0 ? column : last, 1, false},
                                .right = {side > 0 ? last : column, 1, false}};
    anya_read(agent->memory, side > 0 ? (int32_t)x : end, side > 0 ? end : (int32_t)x, root.y);
    if (turns || anya_holds_goal(agent->memory, &flat)) {
        anya_offer(agent, &flat);
    }
}

/// Makes a corner of the interval's row the root, if no way to it is known that is shorter, or as
/// short and over another root: corners in line would be turned at once for every part of them.
static bool anya_turn(const anya_push *push, int32_t x, anya_interval *from)
{
    anya_memory *memory = push->agent->memory;
    *from = push->interval;
    from->root = anya_cell(push->agent, x, push->row);
    from->at = (anya_place){x, push->row};
    from->g += anya_between(x - push->interval.at.x, push->row - push->interval.at.y);
    from->rows = 1;
    const wayi_turns_root *known = wayi_turns_find(&memory->turns, from->root);
    return (!known || from->g < known->g || known->parent == push->interval.root) &&
           wayi_turns_reach(push->agent, &memory->turns, from->root, from->g, push->interval.root);
}

/// Offers what lies between two rays of the next row.
static void anya_offer_between(way_agent *agent, anya_interval *from, anya_ray left, anya_ray right)
{
    if (anya_is_ordered(left, right)) {
        from->left = left;
        from->right = right;
        anya_offer(agent, from);
    }
}

/// The interval comes to a run of cells from which the next row can be entered: offers what the
/// root sees of that row, and what it does not because one of the run's ends is a corner that is
/// passed on the way outwards.
static void anya_pass(const anya_push *push, int32_t left, int32_t right)
{
    const uint32_t rows = push->interval.rows;
    const int32_t west = left - push->interval.at.x;
    const int32_t east = right - push->interval.at.x;
    const bool meets_left = anya_lies_left(push->interval.left, rows, west);
    const bool meets_right = anya_lies_right(push->interval.right, rows, east);
    const anya_ray first = meets_left ? (anya_ray){west, rows, false} : push->interval.left;
    const anya_ray last = meets_right ? (anya_ray){east, rows, false} : push->interval.right;
    anya_interval seen = push->interval;
    seen.rows = rows + 1;
    anya_offer_between(
        push->agent, &seen,
        anya_beyond(first, rows + 1, west) < 0 ? (anya_ray){west, rows + 1, false} : first,
        anya_beyond(last, rows + 1, east) > 0 ? (anya_ray){east, rows + 1, false} : last);
    anya_interval from;
    if (meets_left && west > 0 && anya_has(push->ahead.near, left - 1) &&
        anya_turn(push, left, &from)) {
        const bool cut = anya_beyond(first, 1, right - left) > 0;
        anya_offer_between(push->agent, &from, (anya_ray){0, 1, false},
                           cut ? (anya_ray){right - left, 1, false} : (anya_ray){west, rows, true});
    }
    if (meets_right && east < 0 && anya_has(push->ahead.near, right + 1) &&
        anya_turn(push, right, &from)) {
        const bool cut = anya_beyond(last, 1, left - right) < 0;
        anya_offer_between(push->agent, &from,
                           cut ? (anya_ray){left - right, 1, false} : (anya_ray){east, rows, true},
                           (anya_ray){0, 1, false});
    }
}

/// If an end of the interval is a corner that has just been passed, a string bends round it: along
/// the row, and into the next one beside what the root sees.
static void anya_bend(const anya_push *push, int32_t column, int32_t side)
{
    const anya_interval *interval = &push->interval;
    const int32_t x = push->interval.at.x + column;
    const uint64_t *before = anya_row(push->agent, push->row - interval->down);
    anya_interval from;
    if (column * side < 0 || !anya_has(push->ahead.near, x + side) || anya_has(before, x + side) ||
        !anya_has(before, x) || !anya_turn(push, x, &from)) {
        return;
    }
    if (anya_joins(push->ahead, x)) {
        const int32_t end =
            side < 0 ? anya_run_left(push->ahead, x) : anya_run_right(push->ahead, x);
        const anya_ray wall = {end - x, 1, false};
        const anya_ray onward = {column, interval->rows, true};
        anya_offer_between(push->agent, &from, side < 0 ? wall : onward, side < 0 ? onward : wall);
    }
    anya_look_along(push->agent, &from, 0, side);
}

/// Whether a shorter way to a corner of the interval's row is known, and one over it to the other
/// end of the interval: then all that is seen through the interval is nearer over the corner.
static bool anya_is_beaten(const anya_push *push, int32_t column, anya_ray far)
{
    const anya_memory *memory = push->agent->memory;
    const anya_interval *interval = &push->interval;
    const wayi_turns_root *corner = wayi_turns_find(
        &memory->turns, anya_cell(push->agent, push->interval.at.x + column, push->row));
    const int32_t down = (int32_t)interval->rows;
    if (!corner || corner->g + ANYA_SLACK >= interval->g + anya_between(column, down)) {
        return false;
    }
    if (interval->down == 0) {
        return true;
    }
    const int64_t one = 1 << ANYA_BITS;
    const int64_t at = anya_across(far, interval->rows * one);
    const int64_t along = at - column * one;
    return corner->g + (uint64_t)(along < 0 ? -along : along) + ANYA_SLACK <
           interval->g + anya_length(at, down * one);
}

/// Whether an end of the interval, whose column is rounded down, is a corner.
static bool anya_is_corner(const anya_push *push, anya_ray end, int32_t column)
{
    if (anya_beyond(end, push->interval.rows, column) != 0) {
        return false;
    }
    const wayi_grid *grid = wayi_space_angles(push->agent->space)->grid;
    const size_t line = (size_t)push->row * grid->map->row_words;
    const int32_t x = push->interval.at.x + column;
    return anya_has(grid->layer->beside[0] + line, x) || anya_has(grid->layer->beside[1] + line, x);
}

/// Moves an interval on over rows that are open beyond both of its ends, where nothing happens.
/// `*west_end` and `*east_end` are the columns of the ends, rounded down.
static void anya_glide(anya_push *push, int32_t *west_end, int32_t *east_end)
{
    anya_memory *memory = push->agent->memory;
    anya_interval *interval = &push->interval;
    const ptrdiff_t line = push->ahead.far - push->ahead.near;
    int32_t first = interval->at.x + *west_end;
    int32_t last = interval->at.x + *east_end;
    if (!wayi_scan_is_free(push->ahead.near - line, (uint32_t)first - 1, (uint32_t)last + 2)) {
        return;
    }
    for (uint32_t i = 0; i < ANYA_GLIDE && push->row + interval->down != memory->goal_y; i++) {
        const int32_t west = push->interval.at.x + anya_floor(interval->left, interval->rows + 1);
        const int32_t east = push->interval.at.x + anya_floor(interval->right, interval->rows + 1);
        const uint32_t left = (uint32_t)(west < first ? west : first) - 1;
        const uint32_t right = (uint32_t)(east > last ? east : last) + 2;
        if (west < 1 || !wayi_scan_is_free(push->ahead.near, left, right) ||
            !wayi_scan_is_free(push->ahead.far, left, right)) {
            return;
        }
        anya_read(memory, (int32_t)left, (int32_t)right, push->row);
        push->row += interval->down;
        push->ahead.near += line;
        push->ahead.far += line;
        interval->rows++;
        memory->runs++;
        first = west;
        last = east;
        *west_end = west - interval->at.x;
        *east_end = east - interval->at.x;
    }
}

static void anya_expand_cone(anya_push *push)
{
    const anya_interval *interval = &push->interval;
    anya_memory *memory = push->agent->memory;
    int32_t west = anya_floor(interval->left, interval->rows);
    int32_t east = anya_floor(interval->right, interval->rows);
    anya_glide(push, &west, &east);
    const int32_t first = push->interval.at.x + west;
    const int32_t last = push->interval.at.x + east;
    const bool turns_west = anya_is_corner(push, interval->left, west);
    const bool turns_east = anya_is_corner(push, interval->right, east);
    if ((turns_west && anya_is_beaten(push, west, interval->right)) ||
        (turns_east && anya_is_beaten(push, east, interval->left))) {
        anya_read(memory, first, last, push->row);
        return;
    }
    int32_t left = anya_joins(push->ahead, first) ? anya_run_left(push->ahead, first) : first;
    int32_t right = last;
    const int32_t leftmost = left;
    for (left = anya_next_run(push->ahead, left, last); left <= last;
         left = anya_next_run(push->ahead, right + 1, last)) {
        right = anya_run_right(push->ahead, left);
        // The first may end before the interval begins, and the last begin at an open end.
        if (anya_lies_left(interval->left, interval->rows, right - push->interval.at.x) &&
            anya_lies_right(interval->right, interval->rows, left - push->interval.at.x)) {
            anya_pass(push, left, right);
            memory->runs++;
        }
    }
    anya_read(memory, leftmost, right > last ? right : last, push->row);
    if (turns_west && !interval->left.open) {
        anya_bend(push, west, -1);
    }
    if (turns_east && !interval->right.open) {
        anya_bend(push, east, 1);
    }
}

/// Turns round the corner at the end of a flat interval, up or down.
static void anya_turn_from_row(anya_push *push, int32_t x, int32_t down, int32_t side)
{
    anya_interval from;
    push->ahead = anya_strip_at(push->agent, push->row, down);
    if (!anya_has(push->ahead.far, x) || anya_has(push->ahead.far, x - side) ||
        !anya_turn(push, x, &from)) {
        return;
    }
    const int32_t end = side > 0 ? anya_run_right(push->ahead, x) : anya_run_left(push->ahead, x);
    const anya_ray wall = {end - x, 1, false};
    const anya_ray upright = {0, 1, false};
    from.down = down;
    anya_offer_between(push->agent, &from, side > 0 ? upright : wall, side > 0 ? wall : upright);
    anya_read(push->agent->memory, x < end ? x : end, x < end ? end : x, push->row + down);
}

static void anya_expand(way_agent *agent, const anya_interval *interval)
{
    anya_memory *memory = agent->memory;
    const anya_place root = interval->at;
    anya_push push = {.agent = agent,
                      .interval = *interval,
                      .row = root.y + interval->down * (int32_t)interval->rows};
    const int64_t dx = memory->goal_x - root.x;
    const int64_t dy = memory->goal_y - root.y;
    memory->chained = memory->offered = false;
    wayi_turns_expand(agent, &memory->turns, interval->root, (uint64_t)(dx * dx + dy * dy));
    if (interval->down) {
        push.ahead = anya_strip_at(agent, push.row, interval->down);
        anya_expand_cone(&push);
        return;
    }
    const int32_t far = anya_far(interval);
    const int32_t side = interval->right.columns > 0 ? 1 : -1;
    if (anya_is_beaten(&push, far, (anya_ray){far, 1, false})) {
        return;
    }
    anya_turn_from_row(&push, root.x + far, -1, side);
    anya_turn_from_row(&push, root.x + far, 1, side);
    anya_look_along(agent, interval, far, side);
}

// The trip ----------------------------------------------------------------------------------------

/// As the observer is told.
static way_cost anya_cost(const way_agent *agent, uint64_t length)
{
    const way_map *map = wayi_space_angles(agent->space)->grid->map;
    return (way_cost)(length * map->costs.cardinal >> ANYA_BITS);
}

static way_cost anya_step_cost(const way_agent *agent, way_state from, way_state to)
{
    return wayi_angles_cost(wayi_space_angles(agent->space), from, to);
}

static const wayi_turns_kind anya_kind = {.stride = sizeof(anya_interval),
                                          .per_state = ANYA_INTERVALS,
                                          .few = true,
                                          .cost = anya_cost,
                                          .step = anya_step_cost};

static way_status anya_create(way_agent *agent)
{
    anya_memory *memory = agent->memory;
    const way_map *map = wayi_space_angles(agent->space)->grid->map;
    const way_status status = wayi_looked_init(&memory->looked, map, &agent->allocator);
    return status ? status : wayi_turns_create(agent, &memory->turns, &anya_kind);
}

static void anya_destroy(way_agent *agent)
{
    anya_memory *memory = agent->memory;
    wayi_looked_fini(&memory->looked);
    wayi_turns_destroy(agent, &memory->turns);
}

static uint32_t anya_states_max(const way_agent *agent)
{
    return ((const anya_memory *)agent->memory)->turns.roots.count;
}

static way_status anya_begin(way_agent *agent)
{
    anya_memory *memory = agent->memory;
    const anya_place root = anya_place_of(agent, agent->start);
    const anya_place goal = anya_place_of(agent, agent->goal.state);
    memory->goal_x = goal.x;
    memory->goal_y = goal.y;
    memory->chained = false;
    memory->offered = true; // all that is seen from the start is queued
    wayi_looked_clear(&memory->looked);
    anya_read(memory, root.x, root.x, root.y);
    if (!wayi_turns_begin(agent, &memory->turns)) {
        return WAY_STATUS_NO_MEMORY;
    }
    anya_interval from = {
        .root = agent->start, .at = root, .rows = 1, .left = {0, 1, false}, .right = {0, 1, false}};
    if (agent->start == agent->goal.state) {
        anya_queue(agent, &from);
        return WAY_STATUS_OK;
    }
    anya_look_along(agent, &from, 0, -1);
    anya_look_along(agent, &from, 0, 1);
    for (from.down = -1; from.down <= 1; from.down += 2) {
        const anya_strip strip = anya_strip_at(agent, root.y, from.down);
        if (anya_joins(strip, root.x)) {
            const int32_t left = anya_run_left(strip, root.x);
            const int32_t right = anya_run_right(strip, root.x);
            anya_read(memory, left, right, root.y + from.down);
            anya_offer_between(agent, &from, (anya_ray){left - root.x, 1, false},
                               (anya_ray){right - root.x, 1, false});
        }
    }
    return WAY_STATUS_OK;
}

/// Commits the way to the goal, which an interval holds; false without memory.
static bool anya_finish(way_agent *agent, const anya_interval *interval)
{
    anya_memory *memory = agent->memory;
    const way_state goal = agent->goal.state;
    if (goal != interval->root) {
        const uint64_t rest =
            anya_between(memory->goal_x - interval->at.x, memory->goal_y - interval->at.y);
        wayi_turns_reach(agent, &memory->turns, goal, interval->g + rest, interval->root);
    }
    return wayi_turns_find(&memory->turns, goal) && wayi_turns_commit(agent, &memory->turns, goal);
}

static way_outcome anya_step(way_agent *agent, uint32_t budget)
{
    anya_memory *memory = agent->memory;
    while (budget > 0 && !memory->turns.full) {
        anya_interval interval = memory->held;
        if (!memory->chained) {
            if (!wayi_turns_pop(agent, &memory->turns, &interval)) {
                return WAY_OUTCOME_NO_PATH;
            }
            const wayi_turns_root *root = wayi_turns_find(&memory->turns, interval.root);
            if (interval.g > root->g) {
                budget--;
                continue; // its root has been reached by a shorter way since
            }
            if (anya_holds_goal(memory, &interval)) {
                return anya_finish(agent, &interval) ? WAY_OUTCOME_FOUND : WAY_OUTCOME_CAPACITY;
            }
        }
        memory->runs = 0;
        anya_expand(agent, &interval);
        const uint32_t looked = memory->runs / WAYI_LOOKS;
        agent->looked += looked;
        budget -= looked + 1 < budget ? looked + 1 : budget;
    }
    return memory->turns.full ? WAY_OUTCOME_CAPACITY : WAY_OUTCOME_WORKING;
}

static bool anya_outlives(way_agent *agent, const way_rect *rects, uint32_t count, uint64_t *work)
{
    const anya_memory *memory = agent->memory;
    return wayi_looked_outlives(&memory->looked, rects, count, work);
}

static void anya_give_up(way_agent *agent)
{
    const wayi_turns *turns = &((const anya_memory *)agent->memory)->turns;
    wayi_turns_commit(agent, turns, turns->closest);
}

const wayi_algorithm wayi_algorithm_anya = {
    .info = {.name = "anya",
             .title = "Anya",
             .family = "spatial",
             .summary = "The shortest way over a plain grid, at any angle",
             .reference = "Harabor, Grastien, Oez, Aksakalli: Optimal Any-Angle Pathfinding in "
                          "Practice, 2016",
             .traits = WAY_TRAIT_COMPLETE | WAY_TRAIT_PARTIAL_PATHS | WAY_TRAIT_HANDLES_EDITS,
             .needs = WAY_SPACE_ANGLES | WAY_SPACE_UNIFORM_COST | WAY_SPACE_UNLINKED},
    .memory_size = sizeof(anya_memory),
    .create = anya_create,
    .destroy = anya_destroy,
    .states_max = anya_states_max,
    .begin = anya_begin,
    .step = anya_step,
    .outlives = anya_outlives,
    .give_up = anya_give_up,
};
