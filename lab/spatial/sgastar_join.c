// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Two ways that have met, made into one without loops.
#include "lab/spatial/sgastar.h"

bool wayi_sgastar_concatenate(wayi_sgastar *memory)
{
    wayi_path_buffer *head = &memory->ways[WAYI_SGASTAR_HEAD];
    const wayi_path_buffer *tail = &memory->ways[WAYI_SGASTAR_TAIL];
    if (!wayi_path_buffer_reserve(head, head->count + tail->count)) {
        return false;
    }
    uint32_t left = tail->count;
    left -= tail->states[left - 1] == head->states[head->count - 1];
    while (left > 0) {
        head->states[head->count++] = tail->states[--left];
    }
    return true;
}

/// How many of the first `kept` cells of a way stay when the next would be `cell`: those before it,
/// if it is among them. Forgets the others.
static uint32_t join_close_loop(wayi_bitset *marks, const way_state *states, uint32_t kept,
                                way_cell cell)
{
    while (states[--kept] != cell) {
        wayi_bitset_remove(marks, states[kept]);
    }
    return kept;
}

/// As wayi_sgastar_remove_loops, with a mark for each cell of the map. Leaves none.
static void join_remove_loops_dense(wayi_path_buffer *way, wayi_bitset *marks)
{
    way_state *states = way->states;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < way->count; i++) {
        const way_cell cell = states[i];
        if (wayi_bitset_has(marks, cell)) {
            kept = join_close_loop(marks, states, kept, cell);
        }
        wayi_bitset_add(marks, cell);
        states[kept++] = cell;
    }
    way->count = kept;
    for (uint32_t i = 0; i < kept; i++) {
        wayi_bitset_remove(marks, states[i]);
    }
}

bool wayi_sgastar_remove_loops(wayi_sgastar *memory)
{
    wayi_path_buffer *way = &memory->ways[WAYI_SGASTAR_HEAD];
    if (memory->marks.words) {
        join_remove_loops_dense(way, &memory->marks);
        return true;
    }
    wayi_hash_table_clear(&memory->places);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < way->count; i++) {
        const way_cell cell = way->states[i];
        uint32_t *place = wayi_hash_table_get_or_add(&memory->places, cell, kept);
        if (!place) {
            return false;
        }
        // What was cut off before is still in the table.
        kept = *place < kept && way->states[*place] == cell ? *place : kept;
        *place = kept;
        way->states[kept++] = cell;
    }
    way->count = kept;
    return true;
}
