// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Small byte strings with little-endian numbers. Writing past the end only counts, reading past it
// gives zeros; both show in `at`.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct wayi_parcel_writer {
    uint8_t *bytes; ///< [capacity]
    size_t capacity;
    size_t at; ///< bytes written, or wished to be
} wayi_parcel_writer;

typedef struct wayi_parcel_reader {
    const uint8_t *bytes; ///< [size]
    size_t size;
    size_t at; ///< bytes read, or wished to be
} wayi_parcel_reader;

static inline void wayi_parcel_put8(wayi_parcel_writer *parcel, uint32_t value)
{
    if (parcel->at < parcel->capacity) {
        parcel->bytes[parcel->at] = (uint8_t)value;
    }
    parcel->at++;
}

static inline void wayi_parcel_put16(wayi_parcel_writer *parcel, uint32_t value)
{
    wayi_parcel_put8(parcel, value & 0xffu);
    wayi_parcel_put8(parcel, value >> 8 & 0xffu);
}

static inline void wayi_parcel_put32(wayi_parcel_writer *parcel, uint32_t value)
{
    wayi_parcel_put16(parcel, value & 0xffffu);
    wayi_parcel_put16(parcel, value >> 16);
}

static inline void wayi_parcel_put64(wayi_parcel_writer *parcel, uint64_t value)
{
    wayi_parcel_put32(parcel, (uint32_t)value);
    wayi_parcel_put32(parcel, (uint32_t)(value >> 32));
}

static inline uint32_t wayi_parcel_take8(wayi_parcel_reader *parcel)
{
    const uint32_t value = parcel->at < parcel->size ? parcel->bytes[parcel->at] : 0;
    parcel->at++;
    return value;
}

static inline uint32_t wayi_parcel_take16(wayi_parcel_reader *parcel)
{
    const uint32_t low = wayi_parcel_take8(parcel);
    return low | wayi_parcel_take8(parcel) << 8;
}

static inline uint32_t wayi_parcel_take32(wayi_parcel_reader *parcel)
{
    const uint32_t low = wayi_parcel_take16(parcel);
    return low | wayi_parcel_take16(parcel) << 16;
}

static inline uint64_t wayi_parcel_take64(wayi_parcel_reader *parcel)
{
    const uint64_t low = wayi_parcel_take32(parcel);
    return low | (uint64_t)wayi_parcel_take32(parcel) << 32;
}

static inline size_t wayi_parcel_left(const wayi_parcel_reader *parcel)
{
    return parcel->at < parcel->size ? parcel->size - parcel->at : 0;
}

/// Whether everything was read, and nothing that is not there.
static inline bool wayi_parcel_is_read(const wayi_parcel_reader *parcel)
{
    return parcel->at == parcel->size;
}
