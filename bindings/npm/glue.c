// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What scripts can't do by the library's own functions: take the pieces of a record.
#include "record.h"

#define GLUE(name) __attribute__((export_name(#name)))

/// A record of a world, from now on; NULL without memory.
GLUE(record_begin) record *record_begin(way_world *world)
{
    record *taken = calloc(1, sizeof *taken);
    if (taken && way_world_record(world, record_take, taken)) {
        free(taken);
        taken = NULL;
    }
    return taken;
}

/// Ends it; how many bytes it has, -1 if some were lost.
GLUE(record_end) int32_t record_end(way_world *world, const record *taken)
{
    const bool ended = way_world_record(world, NULL, NULL) == WAY_STATUS_OK;
    return ended && !taken->lost ? (int32_t)taken->size : -1;
}

GLUE(record_bytes) const uint8_t *record_bytes(const record *taken)
{
    return (const uint8_t *)taken->bytes;
}

GLUE(record_drop) void record_drop(record *taken)
{
    free(taken->bytes);
    free(taken);
}
