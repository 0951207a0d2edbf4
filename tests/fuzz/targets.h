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

/// Targets that need more than a parser (the other targets_*.c).
void fuzz_spec(const uint8_t *input, size_t size);
void fuzz_database(const uint8_t *input, size_t size);
void fuzz_parked(const uint8_t *input, size_t size);
void fuzz_edits(const uint8_t *input, size_t size);
void fuzz_calls(const uint8_t *input, size_t size);
void fuzz_replan(const uint8_t *input, size_t size);
void fuzz_kinds(const uint8_t *input, size_t size);
void fuzz_far(const uint8_t *input, size_t size);
void fuzz_world(const uint8_t *input, size_t size);
void fuzz_saves(const uint8_t *input, size_t size);
void fuzz_replays(const uint8_t *input, size_t size);
void fuzz_arguments(const uint8_t *input, size_t size);

/// Plans that `replan` and `kinds`, or saves that `world` has judged, for those who count them.
extern uint64_t fuzz_judged;

/// The targets; the last has no name.
extern const fuzz_target fuzz_targets[];
