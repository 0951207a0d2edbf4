// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What scripts can't do by the library's own functions: take the pieces of a record.
#include <waymark/all.h>

#include <stdlib.h>
#include <string.h>

#define GLUE(name) __attribute__((export_name(#name)))

typedef struct glue_record {
    uint8_t *bytes;
    size_t size, capacity;
    bool lost; ///< there was no memory for a piece
} glue_record;

static void glue_take(const void *bytes, size_t size, void *user)
{
    glue_record *record = user;
    if (record->size + size > record->capacity) {
        const size_t capacity = 2 * (record->size + size);
        uint8_t *larger = realloc(record->bytes, capacity);
        record->lost = record->lost || !larger;
        record->bytes = larger ? larger : record->bytes;
        record->capacity = larger ? capacity : record->capacity;
    }
    if (!record->lost) {
        memcpy(record->bytes + record->size, bytes, size);
        record->size += size;
    }
}

/// A record of a world, from now on; NULL without memory.
GLUE(record_begin) glue_record *record_begin(way_world *world)
{
    glue_record *record = calloc(1, sizeof *record);
    if (record && way_world_record(world, glue_take, record)) {
        free(record);
        record = NULL;
    }
    return record;
}

/// Ends it; how many bytes it has, -1 if some were lost.
GLUE(record_end) int32_t record_end(way_world *world, const glue_record *record)
{
    const bool ended = way_world_record(world, NULL, NULL) == WAY_STATUS_OK;
    return ended && !record->lost ? (int32_t)record->size : -1;
}

GLUE(record_bytes) const uint8_t *record_bytes(const glue_record *record)
{
    return record->bytes;
}

GLUE(record_drop) void record_drop(glue_record *record)
{
    free(record->bytes);
    free(record);
}
