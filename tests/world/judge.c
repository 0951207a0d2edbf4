// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "world/judge.h"

#include "support/test.h"
#include "world/twin.h"

#include <string.h>

#define NOBODY UINT32_MAX

/// Looks between two at which the world is saved and restored, and met by its twin.
#define JUDGE_MEETS 32u

static void judge_fault(test_judge *judge, const char *what, uint32_t a, uint32_t b)
{
    judge->faults++;
    if (!judge->counts) {
        fail_msg("tick %u: %s (units %u and %u)", way_world_statistics(judge->world).tick, what, a,
                 b);
    }
}

static way_unit_view judge_view(const test_judge *judge, uint32_t place)
{
    way_unit_view view = {0};
    const way_unit unit = way_world_unit_in_slot(judge->world, place);
    if (unit != WAY_UNIT_NONE && !way_world_unit(judge->world, unit, &view)) {
        view = (way_unit_view){0};
    }
    return view;
}

void judge_note(test_judge *judge)
{
    const uint32_t count = way_world_slot_count(judge->world);
    if (count > judge->place_capacity) {
        judge->before = realloc(judge->before, count * sizeof *judge->before);
        judge->leaves = realloc(judge->leaves, count * sizeof *judge->leaves);
        memset(judge->leaves + judge->place_capacity, 0, count - judge->place_capacity);
        judge->place_capacity = count;
    }
    for (uint32_t place = 0; place < count; place++) {
        const way_unit_view view = judge_view(judge, place);
        judge->before[place] = view.unit ? view.cell : WAY_CELL_NONE;
    }
}

void judge_init(test_judge *judge, const way_world *world)
{
    const way_map *map = way_world_map(world);
    const size_t cells = (size_t)way_map_width(map) * way_map_height(map);
    memset(judge, 0, sizeof *judge);
    judge->world = world;
    judge->occupants = malloc(cells * sizeof *judge->occupants);
    judge_note(judge);
}

void judge_fini(test_judge *judge)
{
    free(judge->before);
    free(judge->leaves);
    free(judge->occupants);
}

/// Whether a wall is under the unit: it may be there only if it was built over it.
static bool judge_is_walled(const way_map *map, way_cell cell, uint32_t size)
{
    const uint32_t width = way_map_width(map);
    for (uint32_t k = 0; k < size * size; k++) {
        if (way_map_terrain(map, cell + k / size * width + k % size) == 0) {
            return true;
        }
    }
    return false;
}

/// Whether a unit is on its way out of a building, which leads over whatever there is up to ground
/// that its goal can be reached from.
static bool judge_leaves(test_judge *judge, uint32_t place, const way_unit_view *view)
{
    const way_map *map = way_world_map(judge->world);
    const way_cell from = judge->before[place];
    const bool lost = judge->leaves[place] && view->goal != WAY_CELL_NONE &&
                      !way_map_is_reachable(map, from, view->goal, view->size);
    judge->leaves[place] = lost || judge_is_walled(map, from, view->size);
    return judge->leaves[place];
}

static void judge_step(test_judge *judge, uint32_t place, const way_unit_view *view)
{
    const way_map *map = way_world_map(judge->world);
    const way_cell from = judge->before[place];
    if (from == WAY_CELL_NONE) {
        judge->leaves[place] = false;
        return;
    }
    if (from == view->cell) {
        return;
    }
    judge->moves++;
    if (judge_leaves(judge, place, view)) {
        return;
    }
    if (way_map_step_cost(map, from, view->cell, view->size) == WAY_COST_MAX) {
        judge_fault(judge, "took a step that is not legal", place, place);
    }
    if (judge_is_walled(map, view->cell, view->size)) {
        judge_fault(judge, "walked into a wall", place, place);
    }
}

/// Whether a move is along a link: who takes one is nowhere on the way.
static bool judge_is_link(const int from[2], const int to[2])
{
    return abs(to[0] - from[0]) > 1 || abs(to[1] - from[1]) > 1;
}

/// Samples the tick at eighths: all times at which sides meet are quarters. Bodies are (size - 1/2)
/// wide; in sixteenths of a cell.
static bool judge_too_near(const int from_a[2], const int to_a[2], int size_a, const int from_b[2],
                           const int to_b[2], int size_b)
{
    const bool links = judge_is_link(from_a, to_a) || judge_is_link(from_b, to_b);
    for (int t = 0; t <= 8; t += links ? 8 : 1) {
        bool overlap = true;
        for (int axis = 0; axis < 2; axis++) {
            const int a = 16 * from_a[axis] + 2 * t * (to_a[axis] - from_a[axis]) + 4;
            const int b = 16 * from_b[axis] + 2 * t * (to_b[axis] - from_b[axis]) + 4;
            overlap = overlap && a < b + 16 * size_b - 8 && b < a + 16 * size_a - 8;
        }
        if (overlap) {
            return true;
        }
    }
    return false;
}

static void judge_pair(test_judge *judge, uint32_t a, uint32_t b)
{
    const way_map *map = way_world_map(judge->world);
    const int width = (int)way_map_width(map);
    const way_unit_view one = judge_view(judge, a);
    const way_unit_view two = judge_view(judge, b);
    if (judge->before[a] == WAY_CELL_NONE || judge->before[b] == WAY_CELL_NONE) {
        return;
    }
    const int from_a[2] = {(int)judge->before[a] % width, (int)judge->before[a] / width};
    const int from_b[2] = {(int)judge->before[b] % width, (int)judge->before[b] / width};
    const int to_a[2] = {(int)one.cell % width, (int)one.cell / width};
    const int to_b[2] = {(int)two.cell % width, (int)two.cell / width};
    if (way_map_neighbours(map) == WAY_NEIGHBOURS_6) {
        if (judge->before[a] == two.cell && judge->before[b] == one.cell) {
            judge_fault(judge, "swapped places", a, b);
        }
    } else if (judge_too_near(from_a, to_a, one.size, from_b, to_b, two.size)) {
        judge_fault(judge, "came too near on the way", a, b);
    }
}

/// All pairs whose cells lie within two of each other.
static void judge_neighbours(test_judge *judge, uint32_t place, const way_unit_view *view)
{
    const way_map *map = way_world_map(judge->world);
    const int width = (int)way_map_width(map);
    const int height = (int)way_map_height(map);
    const int x = (int)view->cell % width;
    const int y = (int)view->cell / width;
    uint32_t last = NOBODY;
    for (int v = y - 2; v < y + view->size + 2; v++) {
        for (int u = x - 2; u < x + view->size + 2; u++) {
            if (u < 0 || v < 0 || u >= width || v >= height) {
                continue;
            }
            const uint32_t other = judge->occupants[v * width + u];
            if (other != NOBODY && other > place && other != last) {
                judge_pair(judge, place, other);
                last = other;
            }
        }
    }
}

void judge_look(test_judge *judge)
{
    const way_map *map = way_world_map(judge->world);
    const uint32_t width = way_map_width(map);
    const uint32_t count = way_world_slot_count(judge->world);
    memset(judge->occupants, 0xff, (size_t)width * way_map_height(map) * sizeof *judge->occupants);
    assert_true(count <= judge->place_capacity);
    for (uint32_t place = 0; place < count; place++) {
        const way_unit_view view = judge_view(judge, place);
        for (uint32_t k = 0; view.unit && k < (uint32_t)view.size * view.size; k++) {
            const way_cell cell = view.cell + k / view.size * width + k % view.size;
            if (judge->occupants[cell] != NOBODY) {
                judge_fault(judge, "stand in one place", place, judge->occupants[cell]);
            }
            if (way_world_unit_on(judge->world, cell) != view.unit) {
                judge_fault(judge, "does not stand where the world says", place, place);
            }
            judge->occupants[cell] = place;
        }
    }
    for (uint32_t place = 0; place < count; place++) {
        const way_unit_view view = judge_view(judge, place);
        if (view.unit && !judge->places) {
            judge_step(judge, place, &view);
            judge_neighbours(judge, place, &view);
        }
    }
    judge->looks++;
    judge_note(judge);
    if (judge->looks % JUDGE_MEETS == 0) {
        if (judge->twin) {
            twin_meet(judge->twin);
        } else {
            twin_check(judge->world);
        }
    }
}
