// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Distances to every goal, each only as far as somebody asks. From a goal the ground is searched
// level by level: a level holds the cells whose distance together with the open distance to the
// unit's start is the same. A step towards the start stays in its level, one away from it belongs
// to the next but one, so a level is a stack and no queue is needed; and a cell is met at its level
// by a shortest way, in whatever order the stack is taken. Levels are made whole. So whoever is
// nearer to the goal than a known cell and beside it is known as well.
//
// Reference: D. Silver, Cooperative pathfinding, AIIDE 2005 (reverse resumable A*).
#include "mapf/mapf_table.h"

#include "base/bits.h"
#include "map/grid/directions.h"

/// A cell of a front or stack.
static inline uint32_t table_pack(uint32_t x, uint32_t y)
{
    return y << 16 | x;
}

static inline uint32_t table_apart(uint32_t a, uint32_t b)
{
    return a > b ? a - b : b - a;
}

/// What levels are made with.
typedef struct table_wave {
    const wayi_mapf_ground *ground;
    uint64_t *pairs;
    wayi_mapf_front *front;
    uint32_t *stack;
    uint32_t count;
    uint32_t x, y; ///< of the start
    bool starved;
    const way_allocator *allocator;
} table_wave;

static table_wave table_wave_of(const wayi_mapf_table *table, uint32_t unit, uint32_t crew)
{
    const wayi_mapf_ground *ground = &table->ground;
    return (table_wave){.ground = ground,
                        .pairs = table->bits + (size_t)unit * ground->words * 2,
                        .front = &table->fronts[unit],
                        .stack = table->stack + (size_t)crew * ground->words * 64,
                        .x = table->starts[unit] % ground->row,
                        .y = table->starts[unit] / ground->row,
                        .allocator = table->allocator};
}

/// Makes a cell known unless it is, and puts it on the stack.
static inline void table_enter(table_wave *wave, uint32_t cell, uint32_t code)
{
    const wayi_mapf_spot spot = (cell >> 16) * wave->ground->row + (cell & 0xffffu);
    uint64_t *pair = wave->pairs + (size_t)(spot >> 6) * 2;
    const uint32_t bit = spot & 63u;
    if (((pair[0] | pair[1]) >> bit & 1u) == 0) {
        pair[0] |= (uint64_t)(code & 1u) << bit;
        pair[1] |= (uint64_t)(code >> 1) << bit;
        wave->stack[wave->count++] = cell;
    }
}

/// Remembers a cell of the next level.
static inline void table_leave(table_wave *wave, uint32_t cell)
{
    const wayi_mapf_spot spot = (cell >> 16) * wave->ground->row + (cell & 0xffffu);
    const uint64_t *pair = wave->pairs + (size_t)(spot >> 6) * 2;
    wayi_mapf_front *front = wave->front;
    if ((pair[0] | pair[1]) >> (spot & 63u) & 1u) {
        return;
    }
    if (front->count == front->capacity &&
        !WAYI_GROW(wave->allocator, front->cells, front->capacity, front->count + 1)) {
        wave->starved = true;
        return;
    }
    front->cells[front->count++] = cell;
}

static void table_expand(table_wave *wave, uint32_t cell)
{
    static const uint32_t steps[] = {
        [WAYI_NORTH] = UINT32_MAX << 16, 1, 1u << 16, [WAYI_WEST] = UINT32_MAX};
    const uint32_t x = cell & 0xffffu;
    const uint32_t y = cell >> 16;
    const wayi_mapf_spot spot = y * wave->ground->row + x;
    const uint64_t *pair = wave->pairs + (size_t)(spot >> 6) * 2;
    const uint32_t bit = spot & 63u;
    const uint32_t code = (uint32_t)(pair[0] >> bit & 1u) | (uint32_t)(pair[1] >> bit & 1u) << 1;
    const uint32_t next = code == 3 ? 1 : code + 1;
    const uint32_t towards =
        (uint32_t)(y > wave->y) << WAYI_NORTH | (uint32_t)(x < wave->x) << WAYI_EAST |
        (uint32_t)(y < wave->y) << WAYI_SOUTH | (uint32_t)(x > wave->x) << WAYI_WEST;
    const uint32_t exits = wave->ground->exits[spot];
    for (uint32_t moves = exits & towards; moves; moves &= moves - 1) {
        table_enter(wave, cell + steps[wayi_bits_lowest(moves)], next);
    }
    for (uint32_t moves = exits & ~towards; moves; moves &= moves - 1) {
        table_leave(wave, cell + steps[wayi_bits_lowest(moves)]);
    }
}

/// Makes the next level; false if there is none.
static bool table_grow(table_wave *wave)
{
    wayi_mapf_front *front = wave->front;
    if (front->count == 0 || wave->starved) {
        return false;
    }
    front->level += 2;
    for (uint32_t k = 0; k < front->count; k++) {
        const uint32_t cell = front->cells[k];
        const uint32_t open =
            table_apart(cell & 0xffffu, wave->x) + table_apart(cell >> 16, wave->y);
        table_enter(wave, cell, (front->level - open) % 3 + 1);
    }
    front->count = 0;
    while (wave->count) {
        table_expand(wave, wave->stack[--wave->count]);
    }
    return true;
}

/// The length of the way of one unit; false without memory.
static bool table_one(wayi_mapf_table *table, uint32_t unit, uint32_t crew)
{
    table_wave wave = table_wave_of(table, unit, crew);
    if (table->goals[unit] == WAYI_MAPF_NONE) {
        table->lengths[unit] = 0;
        return true;
    }
    const uint32_t x = table->goals[unit] % table->ground.row;
    const uint32_t y = table->goals[unit] / table->ground.row;
    wave.front->level = table_apart(x, wave.x) + table_apart(y, wave.y);
    table_enter(&wave, table_pack(x, y), 1);
    while (wave.count) {
        table_expand(&wave, wave.stack[--wave.count]);
    }
    while (wayi_mapf_code(table, unit, table->starts[unit]) == 0 && table_grow(&wave)) {
    }
    table->lengths[unit] =
        wayi_mapf_code(table, unit, table->starts[unit]) ? wave.front->level : WAYI_MAPF_NONE;
    return !wave.starved;
}

static void table_crew(uint32_t crew, void *argument)
{
    wayi_mapf_table *table = argument;
    for (uint32_t unit = crew; unit < table->count; unit += table->crews) {
        if (!table_one(table, unit, crew)) {
            table->fronts[unit].level = WAYI_MAPF_NONE;
        }
    }
}

bool wayi_mapf_table_fill(wayi_mapf_table *table,
                          void (*parallel_for)(uint32_t count,
                                               void (*body)(uint32_t index, void *argument),
                                               void *argument, void *user),
                          void *user)
{
    if (parallel_for) {
        parallel_for(table->crews, table_crew, table, user);
    } else {
        for (uint32_t crew = 0; crew < table->crews; crew++) {
            table_crew(crew, table);
        }
    }
    for (uint32_t unit = 0; unit < table->count; unit++) {
        table->starved = table->starved || table->fronts[unit].level == WAYI_MAPF_NONE;
    }
    return !table->starved;
}

bool wayi_mapf_table_measure(wayi_mapf_table *table, uint32_t unit)
{
    return table_one(table, unit, 0);
}

void wayi_mapf_table_reach(wayi_mapf_table *table, uint32_t unit, wayi_mapf_spot spot)
{
    table_wave wave = table_wave_of(table, unit, 0);
    while (wayi_mapf_code(table, unit, spot) == 0 && table_grow(&wave)) {
    }
    table->starved = table->starved || wave.starved;
}

bool wayi_mapf_table_init(wayi_mapf_table *table, const way_allocator *allocator)
{
    const size_t words = table->ground.words;
    table->allocator = allocator;
    table->bits = wayi_alloc_zero(allocator, table->count, words * 2 * sizeof *table->bits);
    table->lengths = wayi_alloc(allocator, table->count, sizeof *table->lengths);
    table->fronts = wayi_alloc_zero(allocator, table->count, sizeof *table->fronts);
    table->stack = wayi_alloc(allocator, table->crews, words * 64 * sizeof *table->stack);
    return table->bits && table->lengths && table->fronts && table->stack;
}

void wayi_mapf_table_fini(wayi_mapf_table *table)
{
    const size_t words = table->ground.words;
    const way_allocator *allocator = table->allocator;
    for (uint32_t unit = 0; table->fronts && unit < table->count; unit++) {
        wayi_mapf_front *front = &table->fronts[unit];
        WAYI_FREE(allocator, front->cells, front->capacity);
    }
    wayi_free(allocator, table->stack, table->crews, words * 64 * sizeof *table->stack);
    WAYI_FREE(allocator, table->fronts, table->count);
    WAYI_FREE(allocator, table->lengths, table->count);
    wayi_free(allocator, table->bits, table->count, words * 2 * sizeof *table->bits);
}
