// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Distances to every goal, by floods of whole rows of bits: a layer of cells at one distance is
// shifted four ways and met with what is open, 64 cells at a time.
#include "world/mapf_table.h"

#include <string.h>

typedef struct mapf_table_flood {
    const wayi_mapf_ground *ground;
    wayi_mapf_table *table;
    const wayi_mapf_spot *starts;
    const wayi_mapf_spot *goals;
    uint32_t count;
    uint64_t *scratch; ///< [WAYI_MAPF_CREWS][3][words + padding]
} mapf_table_flood;

static bool mapf_table_has(const uint64_t *bits, wayi_mapf_spot spot)
{
    return bits[spot >> 6] >> (spot & 63u) & 1u;
}

/// Floods one row from the layer before; returns whether anything was new.
static uint64_t mapf_table_row(const uint64_t *last, uint64_t *next, uint64_t *open, size_t words)
{
    uint64_t any = 0;
    for (size_t w = 0; w < words; w++) {
        // Rows begin and end with blocked cells, so what is carried in from the next row is met
        // with nothing.
        const uint64_t east = last[w] << 1 | last[(ptrdiff_t)w - 1] >> 63;
        const uint64_t west = last[w] >> 1 | last[w + 1] << 63;
        const uint64_t met =
            (east | west | last[(ptrdiff_t)w - (ptrdiff_t)words] | last[w + words]) & open[w];
        next[w] = met;
        open[w] ^= met;
        any |= met;
    }
    return any;
}

/// Writes the remainder of a distance for the cells of a layer.
static void mapf_table_write(uint64_t *pairs, const uint64_t *layer, size_t words,
                             uint32_t remainder)
{
    const uint64_t low = remainder & 1u ? UINT64_MAX : 0;
    const uint64_t high = remainder & 2u ? UINT64_MAX : 0;
    for (size_t w = 0; w < words; w++) {
        pairs[2 * w] |= layer[w] & low;
        pairs[2 * w + 1] |= layer[w] & high;
    }
}

/// The distances to the goal of one unit, and the length of its shortest way.
static uint32_t mapf_table_one(const mapf_table_flood *flood, uint32_t unit, uint64_t *scratch)
{
    const wayi_mapf_ground *ground = flood->ground;
    const size_t row = ground->row_words;
    const size_t words = ground->words;
    const size_t room = words + 2 * row + 2;
    uint64_t *last = scratch + row + 1;
    uint64_t *next = last + room;
    uint64_t *open = next + room;
    uint64_t *pairs = flood->table->bits + unit * words * 2;
    memset(scratch, 0, 2 * room * sizeof *scratch);
    memcpy(open, ground->open, words * sizeof *open);
    memset(pairs, 0, words * 2 * sizeof *pairs);
    const wayi_mapf_spot goal = flood->goals[unit];
    last[goal >> 6] |= UINT64_C(1) << (goal & 63u);
    open[goal >> 6] &= ~(UINT64_C(1) << (goal & 63u));
    uint32_t length = goal == flood->starts[unit] ? 0 : WAYI_MAPF_NONE;
    size_t top = (goal >> 6) / row;
    size_t bottom = top;
    for (uint32_t distance = 1;; distance++) {
        size_t first = SIZE_MAX;
        size_t end = 0;
        for (size_t r = top ? top - 1 : 0; r <= bottom + 1 && r < ground->rows; r++) {
            if (mapf_table_row(last + r * row, next + r * row, open + r * row, row)) {
                mapf_table_write(pairs + 2 * r * row, next + r * row, row, distance & 3u);
                first = first == SIZE_MAX ? r : first;
                end = r;
            }
        }
        if (first == SIZE_MAX) {
            return length;
        }
        if (length == WAYI_MAPF_NONE && mapf_table_has(next, flood->starts[unit])) {
            length = distance;
        }
        // The rows of the layer before that this one does not write again must be empty.
        memset(last + top * row, 0, (bottom - top + 1) * row * sizeof *last);
        uint64_t *swap = last;
        last = next;
        next = swap;
        top = first;
        bottom = end;
    }
}

static void mapf_table_crew(uint32_t crew, void *argument)
{
    const mapf_table_flood *flood = argument;
    const wayi_mapf_ground *ground = flood->ground;
    uint64_t *scratch = flood->scratch + crew * WAYI_MAPF_SCRATCH(ground);
    for (uint32_t unit = crew; unit < flood->count; unit += WAYI_MAPF_CREWS) {
        flood->table->lengths[unit] = mapf_table_one(flood, unit, scratch);
    }
}

void wayi_mapf_table_fill(const wayi_mapf_ground *ground, wayi_mapf_table *table,
                          const wayi_mapf_problem *problem, uint64_t *scratch)
{
    mapf_table_flood flood = {.ground = ground,
                              .table = table,
                              .starts = problem->starts,
                              .goals = problem->goals,
                              .count = problem->count,
                              .scratch = scratch};
    if (problem->parallel_for) {
        problem->parallel_for(WAYI_MAPF_CREWS, mapf_table_crew, &flood, problem->user);
    } else {
        for (uint32_t crew = 0; crew < WAYI_MAPF_CREWS; crew++) {
            mapf_table_crew(crew, &flood);
        }
    }
}
