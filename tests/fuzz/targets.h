// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a fuzzer feeds: each target takes any bytes, and aborts if the library breaks a promise.
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct fuzz_target {
    const char *name; ///< also the folder of its corpus
    void (*run)(const uint8_t *bytes, size_t size);
} fuzz_target;

/// The targets; the last has no name.
extern const fuzz_target fuzz_targets[];
