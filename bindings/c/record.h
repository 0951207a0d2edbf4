// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A record of a world that is kept in memory, for languages that the library can't call back.
#pragma once

#include <waymark/all.h>

#include <stdlib.h>
#include <string.h>

/// The bytes so far, which the caller frees.
typedef struct record {
    char *bytes;
    size_t size, capacity;
    bool lost; ///< there was no memory for a piece
} record;

/// Takes a piece: what to give way_world_record, with a record.
static void record_take(const void *bytes, size_t size, void *user)
{
    record *self = user;
    if (self->size + size > self->capacity) {
        const size_t capacity = 2 * (self->size + size);
        char *larger = realloc(self->bytes, capacity);
        self->lost = self->lost || !larger;
        self->bytes = larger ? larger : self->bytes;
        self->capacity = larger ? capacity : self->capacity;
    }
    if (!self->lost) {
        memcpy(self->bytes + self->size, bytes, size);
        self->size += size;
    }
}
