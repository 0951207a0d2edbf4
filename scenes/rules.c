// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The rules of movement in their plainest form. A unit stands where all its cells are passable. A
// step leads to a neighbour on which the unit stands; a diagonal also obeys the corner rule,
// applied to the two standing places beside it. The cost is the step's length times the mean weight
// of both standing places, rounded up; a standing place weighs the mean of its cells, rounded to
// the nearest, halves up; an origin where the unit can't stand weighs what the target does. A link
// leads from cell to cell if the unit stands on both.
#include "scenes/rules.h"

typedef struct rules_offset {
    int8_t x, y;
} rules_offset;

static const rules_offset rules_square[8] = {{0, -1}, {1, 0}, {0, 1},  {-1, 0},
                                             {1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
static const rules_offset rules_hex[6] = {{1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}, {0, 1}};

static uint32_t rules_offsets(const way_map *map, const rules_offset **out)
{
    const way_neighbours kind = way_map_neighbours(map);
    *out = kind == WAY_NEIGHBOURS_6 ? rules_hex : rules_square;
    return (uint32_t)kind;
}

void oracle_read_unit(const way_map *map, uint32_t profile, oracle_unit *out)
{
    out->map = map;
    out->number = profile;
    out->size = profile;
    out->width = way_map_width(map);
    out->height = way_map_height(map);
    out->floor = way_map_floors(map).height;
    out->neighbours = way_map_neighbours(map);
    out->corners = way_map_corners(map);
    out->costs = way_map_costs(map);
    out->links = way_map_link_count(map);
    out->places = NULL;
    out->plain = profile < WAY_PROFILE_FIRST || !way_map_profile(map, profile, &out->profile);
    if (!out->plain) {
        out->size = out->profile.unit_size;
    }
}

static bool rules_is_inside(const oracle_unit *unit, int64_t x, int64_t y)
{
    return x >= 0 && y >= 0 && x < unit->width && y < unit->height;
}

static uint32_t rules_weight(const oracle_unit *unit, int64_t x, int64_t y)
{
    if (!rules_is_inside(unit, x, y) ||
        (unit->floor < unit->height && y % (unit->floor + 1) == unit->floor)) {
        return 0; // outside, or between floors
    }
    const uint8_t terrain = way_map_terrain(unit->map, (way_cell)(y * unit->width + x));
    return unit->plain ? terrain : unit->profile.weights[terrain];
}

/// The weight of a standing place by its cells, or 0 if it is none.
static uint32_t rules_weigh(const oracle_unit *unit, int64_t x, int64_t y)
{
    uint32_t sum = 0;
    for (uint32_t row = 0; row < unit->size; row++) {
        for (uint32_t column = 0; column < unit->size; column++) {
            const uint32_t weight = rules_weight(unit, x + column, y + row);
            if (weight == 0) {
                return 0;
            }
            sum += weight;
        }
    }
    const uint32_t cells = unit->size * unit->size;
    return (2 * sum + cells) / (2 * cells);
}

/// The same, weighed once where that is kept.
static uint32_t rules_place(const oracle_unit *unit, int64_t x, int64_t y)
{
    if (!unit->places || !rules_is_inside(unit, x, y)) {
        return rules_weigh(unit, x, y);
    }
    uint16_t *place = &unit->places[y * unit->width + x];
    *place = *place ? *place : (uint16_t)(rules_weigh(unit, x, y) + 1);
    return *place - 1u;
}

bool oracle_stands(const way_map *map, int64_t x, int64_t y, uint32_t profile)
{
    oracle_unit unit;
    oracle_read_unit(map, profile, &unit);
    return rules_place(&unit, x, y) > 0;
}

static bool rules_corner_allows(const oracle_unit *unit, int64_t x, int64_t y, rules_offset step)
{
    const bool beside = rules_place(unit, x + step.x, y) > 0;
    const bool above = rules_place(unit, x, y + step.y) > 0;
    switch (unit->corners) {
    case WAY_CORNERS_STRICT:
        return beside && above;
    case WAY_CORNERS_LOOSE:
        return beside || above;
    case WAY_CORNERS_ANY:
        return true;
    }
    return false;
}

static bool rules_are_neighbours(const way_map *map, int64_t dx, int64_t dy)
{
    const rules_offset *offsets = NULL;
    const uint32_t count = rules_offsets(map, &offsets);
    for (uint32_t i = 0; i < count; i++) {
        if (offsets[i].x == dx && offsets[i].y == dy) {
            return true;
        }
    }
    return false;
}

static bool rules_is_diagonal_offset(const way_map *map, int64_t dx, int64_t dy)
{
    return way_map_neighbours(map) == WAY_NEIGHBOURS_8 && dx != 0 && dy != 0;
}

/// The least cost of a link from one cell to another, or WAY_COST_MAX.
static way_cost rules_link_cost(const oracle_unit *unit, way_cell from, way_cell to)
{
    const uint32_t width = (uint32_t)unit->width;
    way_cost least = WAY_COST_MAX;
    for (uint32_t i = 0; i < unit->links; i++) {
        const way_map_link link = way_map_link_at(unit->map, i);
        if (link.from == from && link.to == to && link.cost < least &&
            (link.profile == 0 || link.profile == unit->number) &&
            rules_place(unit, from % width, from / width) > 0 &&
            rules_place(unit, to % width, to / width) > 0) {
            least = link.cost;
        }
    }
    return least;
}

/// Judges a step to a neighbour.
static oracle_verdict rules_judge_step(const oracle_unit *unit, int64_t x, int64_t y,
                                       rules_offset step)
{
    if (rules_place(unit, x + step.x, y + step.y) == 0) {
        return ORACLE_BLOCKED;
    }
    const bool diagonal = unit->neighbours == WAY_NEIGHBOURS_8 && step.x != 0 && step.y != 0;
    return diagonal && !rules_corner_allows(unit, x, y, step) ? ORACLE_CORNER : ORACLE_LEGAL;
}

static oracle_verdict rules_judge(const oracle_unit *unit, way_cell from, way_cell to)
{
    const int64_t cells = unit->width * unit->height;
    if (from >= cells || to >= cells) {
        return ORACLE_OUTSIDE;
    }
    const int64_t x = from % unit->width;
    const int64_t y = from / unit->width;
    const int64_t dx = to % unit->width - x;
    const int64_t dy = to / unit->width - y;
    return rules_are_neighbours(unit->map, dx, dy)
               ? rules_judge_step(unit, x, y, (rules_offset){(int8_t)dx, (int8_t)dy})
               : ORACLE_APART;
}

oracle_verdict oracle_judge(const way_map *map, way_cell from, way_cell to, uint32_t profile)
{
    oracle_unit unit;
    oracle_read_unit(map, profile, &unit);
    const oracle_verdict verdict = rules_judge(&unit, from, to);
    return verdict != ORACLE_LEGAL && rules_link_cost(&unit, from, to) != WAY_COST_MAX
               ? ORACLE_LEGAL
               : verdict;
}

bool oracle_is_diagonal(const way_map *map, way_cell from, way_cell to)
{
    const uint32_t width = way_map_width(map);
    const int64_t dx = (int64_t)(to % width) - (int64_t)(from % width);
    const int64_t dy = (int64_t)(to / width) - (int64_t)(from / width);
    return rules_is_diagonal_offset(map, dx, dy);
}

/// The cost of a step over the ground to a neighbour, or WAY_COST_MAX if it is not legal.
static way_cost rules_ground_cost(const oracle_unit *unit, int64_t x, int64_t y, rules_offset step)
{
    if (rules_judge_step(unit, x, y, step) != ORACLE_LEGAL) {
        return WAY_COST_MAX;
    }
    const bool diagonal = unit->neighbours == WAY_NEIGHBOURS_8 && step.x != 0 && step.y != 0;
    const uint32_t length = diagonal ? unit->costs.diagonal : unit->costs.cardinal;
    const uint32_t target = rules_place(unit, x + step.x, y + step.y);
    const uint32_t place = rules_place(unit, x, y);
    const uint32_t twice = length * ((place > 0 ? place : target) + target);
    return twice / 2 + twice % 2;
}

way_cost oracle_step_cost(const way_map *map, way_cell from, way_cell to, uint32_t profile)
{
    oracle_unit unit;
    oracle_read_unit(map, profile, &unit);
    const way_cost link = rules_link_cost(&unit, from, to);
    if (rules_judge(&unit, from, to) != ORACLE_LEGAL) {
        return link;
    }
    const int64_t x = from % unit.width;
    const int64_t y = from / unit.width;
    const rules_offset step = {(int8_t)(to % unit.width - x), (int8_t)(to / unit.width - y)};
    const way_cost cost = rules_ground_cost(&unit, x, y, step);
    return link < cost ? link : cost;
}

/// Whether a cell is already the other end of a step.
static bool rules_has_step(const oracle_step *steps, uint32_t count, way_cell cell)
{
    for (uint32_t i = 0; i < count; i++) {
        if (steps[i].cell == cell) {
            return true;
        }
    }
    return false;
}

/// Adds the steps along links to those on the ground, which count links between neighbours.
static uint32_t rules_add_links(const oracle_unit *unit, way_cell cell, bool outward,
                                oracle_step *steps, uint32_t count)
{
    for (uint32_t i = 0; i < unit->links; i++) {
        const way_map_link link = way_map_link_at(unit->map, i);
        const way_cell other = outward ? link.to : link.from;
        const way_cost cost = (outward ? link.from : link.to) == cell
                                  ? rules_link_cost(unit, link.from, link.to)
                                  : WAY_COST_MAX;
        if (cost != WAY_COST_MAX && !rules_has_step(steps, count, other)) {
            steps[count++] = (oracle_step){other, cost};
        }
    }
    return count;
}

uint32_t oracle_unit_steps(const oracle_unit *unit, way_cell cell, bool outward, oracle_step *steps)
{
    const rules_offset *offsets = NULL;
    const uint32_t offset_count = rules_offsets(unit->map, &offsets);
    const int64_t x = cell % unit->width;
    const int64_t y = cell / unit->width;
    uint32_t count = 0;
    for (uint32_t i = 0; i < offset_count; i++) {
        const rules_offset step = offsets[i];
        const rules_offset back = {(int8_t)-step.x, (int8_t)-step.y};
        if (!rules_is_inside(unit, x + step.x, y + step.y)) {
            continue;
        }
        const way_cell other = (way_cell)((y + step.y) * unit->width + x + step.x);
        const way_cost ground = outward ? rules_ground_cost(unit, x, y, step)
                                        : rules_ground_cost(unit, x + step.x, y + step.y, back);
        const way_cost link =
            outward ? rules_link_cost(unit, cell, other) : rules_link_cost(unit, other, cell);
        const way_cost cost = link < ground ? link : ground;
        if (cost != WAY_COST_MAX) {
            steps[count++] = (oracle_step){other, cost};
        }
    }
    return rules_add_links(unit, cell, outward, steps, count);
}

uint32_t oracle_steps_from(const way_map *map, way_cell cell, uint32_t profile, oracle_step *steps)
{
    oracle_unit unit;
    oracle_read_unit(map, profile, &unit);
    return oracle_unit_steps(&unit, cell, true, steps);
}

uint32_t oracle_steps_to(const way_map *map, way_cell cell, uint32_t profile, oracle_step *steps)
{
    oracle_unit unit;
    oracle_read_unit(map, profile, &unit);
    return oracle_unit_steps(&unit, cell, false, steps);
}

// Deep inside blocked ground ----------------------------------------------------------------------

static uint64_t rules_distance(const way_map *map, way_cell a, way_cell b)
{
    const int64_t width = way_map_width(map);
    const int64_t dx = a % width - b % width;
    const int64_t dy = a / width - b / width;
    const uint64_t columns = (uint64_t)(dx < 0 ? -dx : dx);
    const uint64_t rows = (uint64_t)(dy < 0 ? -dy : dy);
    const uint64_t low = columns < rows ? columns : rows;
    const uint64_t high = columns < rows ? rows : columns;
    const way_cost_model costs = way_map_costs(map);
    switch (way_map_neighbours(map)) {
    case WAY_NEIGHBOURS_8:
        return low * costs.diagonal + (high - low) * costs.cardinal;
    case WAY_NEIGHBOURS_4:
        return (columns + rows) * costs.cardinal;
    default:
        return ((dx < 0) == (dy < 0) ? columns + rows : high) * costs.cardinal;
    }
}

bool oracle_is_deep(const way_map *map, way_cell cell, uint32_t profile)
{
    const uint32_t width = way_map_width(map);
    oracle_step steps[ORACLE_STEPS_MAX];
    return !oracle_stands(map, cell % width, cell / width, profile) &&
           oracle_steps_from(map, cell, profile, steps) == 0;
}

/// The blocked cell nearest to `from`, the lowest of several, that a legal step leads to `exit`
/// from.
static way_cell rules_gate(const way_map *map, way_cell from, way_cell exit, uint32_t profile)
{
    const uint32_t width = way_map_width(map);
    oracle_step steps[ORACLE_STEPS_MAX];
    const uint32_t count = oracle_steps_to(map, exit, profile, steps);
    way_cell gate = WAY_CELL_NONE;
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < count; i++) {
        const way_cell cell = steps[i].cell;
        const uint64_t far = rules_distance(map, from, cell);
        if (!oracle_stands(map, cell % width, cell / width, profile) &&
            (far < least || (far == least && cell < gate))) {
            gate = cell;
            least = far;
        }
    }
    return gate;
}

/// Whether the straight walk to a cell, each time to the neighbour nearest to it (then the lowest),
/// leads over cells alone that no step leads out of.
static bool rules_is_clear(const way_map *map, way_cell from, way_cell to, uint32_t profile)
{
    const uint32_t width = way_map_width(map);
    const rules_offset *offsets = NULL;
    const uint32_t count = rules_offsets(map, &offsets);
    while (from != to) {
        way_cell next = WAY_CELL_NONE;
        for (uint32_t i = 0; i < count; i++) {
            const int64_t x = (int64_t)(from % width) + offsets[i].x;
            const int64_t y = (int64_t)(from / width) + offsets[i].y;
            if (x < 0 || y < 0 || x >= width || y >= way_map_height(map)) {
                continue;
            }
            const way_cell cell = (way_cell)(y * width + x);
            const uint64_t far = rules_distance(map, cell, to);
            const uint64_t best =
                next == WAY_CELL_NONE ? UINT64_MAX : rules_distance(map, next, to);
            if (far < best || (far == best && cell < next)) {
                next = cell;
            }
        }
        from = next;
        if (from != to && !oracle_is_deep(map, from, profile)) {
            return false;
        }
    }
    return true;
}

/// The longer axis between two cells.
static int64_t rules_rings(const way_map *map, way_cell a, way_cell b)
{
    const int64_t width = way_map_width(map);
    const int64_t dx = a % width - b % width;
    const int64_t dy = a / width - b / width;
    const int64_t columns = dx < 0 ? -dx : dx;
    const int64_t rows = dy < 0 ? -dy : dy;
    return columns > rows ? columns : rows;
}

/// The cell nearest to one where a unit can stand, the lowest of several; with marks only of those
/// marked that have a gate, and if it is to be clear, that it gets to over cells that no step leads
/// out of.
static way_cell rules_exit(const way_map *map, way_cell from, uint32_t profile,
                           const uint8_t *marked, bool clear)
{
    const uint32_t width = way_map_width(map);
    const way_cell count = width * way_map_height(map);
    way_cell best = WAY_CELL_NONE;
    for (way_cell cell = 0; cell < count; cell++) {
        if ((marked && !marked[cell]) || rules_rings(map, from, cell) > ORACLE_RINGS ||
            !oracle_stands(map, cell % width, cell / width, profile) ||
            (best != WAY_CELL_NONE &&
             rules_distance(map, from, cell) >= rules_distance(map, from, best))) {
            continue;
        }
        const way_cell gate = marked ? rules_gate(map, from, cell, profile) : WAY_CELL_NONE;
        if (!marked ||
            (gate != WAY_CELL_NONE && (!clear || rules_is_clear(map, from, gate, profile)))) {
            best = cell;
        }
    }
    return best;
}

way_cell oracle_gate(const way_map *map, way_cell from, uint32_t profile, const uint8_t *marked,
                     way_cost *cost)
{
    way_cell exit = marked ? rules_exit(map, from, profile, marked, true) : WAY_CELL_NONE;
    if (exit == WAY_CELL_NONE && marked) {
        exit = rules_exit(map, from, profile, marked, false);
    }
    exit = exit == WAY_CELL_NONE ? rules_exit(map, from, profile, NULL, false) : exit;
    const way_cell gate =
        exit == WAY_CELL_NONE ? WAY_CELL_NONE : rules_gate(map, from, exit, profile);
    *cost = gate == WAY_CELL_NONE ? 0 : (way_cost)rules_distance(map, from, gate);
    return gate;
}

uint32_t oracle_lead(const way_map *map, const way_cell *path, uint32_t count, uint32_t profile)
{
    const uint32_t width = way_map_width(map);
    const bool deep = count > 1 && oracle_is_deep(map, path[0], profile);
    uint32_t lead = 0;
    for (uint32_t i = 1; deep && i < count; i++) {
        if (oracle_plain_cost(map, path[i - 1], path[i]) == WAY_COST_MAX) {
            break;
        }
        lead = oracle_stands(map, path[i] % width, path[i] / width, profile) ? lead : i;
    }
    return lead;
}

way_cost oracle_plain_cost(const way_map *map, way_cell from, way_cell to)
{
    const int64_t width = way_map_width(map);
    const bool near =
        rules_are_neighbours(map, to % width - from % width, to / width - from / width);
    return near ? (way_cost)rules_distance(map, from, to) : WAY_COST_MAX;
}
