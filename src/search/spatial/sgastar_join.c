// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Two ways that have met, made into one without loops.
#include "search/spatial/sgastar.h"

bool wayi_sgastar_concatenate(wayi_sgastar *memory)
{
    wayi_path_buffer *head = &memory->ways[WAYI_SGASTAR_HEAD];
    const wayi_path_buffer *tail = &memory->ways[WAYI_SGASTAR_TAIL];
    for (uint32_t i = tail->count; i-- > 0;) {
        if (tail->states[i] != head->states[head->count - 1] &&
            !wayi_path_buffer_push(head, tail->states[i])) {
            return false;
        }
    }
    return true;
}

bool wayi_sgastar_remove_loops(wayi_sgastar *memory)
{
    wayi_path_buffer *way = &memory->ways[WAYI_SGASTAR_HEAD];
    wayi_hash_table_clear(&memory->places);
    for (uint32_t i = 0; i < way->count; i++) {
        uint32_t *place = wayi_hash_table_get_or_add(&memory->places, way->states[i], i);
        if (!place) {
            return false;
        }
        *place = i;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < way->count; i++) {
        way->states[kept++] = way->states[i];
        i = *wayi_hash_table_find(&memory->places, way->states[i]);
    }
    way->count = kept;
    return true;
}
