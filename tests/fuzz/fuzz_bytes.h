// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Any bytes, read as choices: past the end everything is 0.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct fuzz_bytes {
    const uint8_t *at;
    const uint8_t *end;
} fuzz_bytes;

static inline uint32_t fuzz_take(fuzz_bytes *bytes)
{
    return bytes->at < bytes->end ? *bytes->at++ : 0;
}

/// A choice below `count`, which is at most 65536.
static inline uint32_t fuzz_below(fuzz_bytes *bytes, uint32_t count)
{
    const uint32_t high = count > 256 ? fuzz_take(bytes) << 8 : 0;
    return count ? (high | fuzz_take(bytes)) % count : 0;
}

static inline bool fuzz_is_empty(const fuzz_bytes *bytes)
{
    return bytes->at == bytes->end;
}

/// Breaks off if the library broke a promise.
static inline void fuzz_require(bool claim)
{
    if (!claim) {
        abort();
    }
}
