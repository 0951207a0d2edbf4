// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Levels for the platform game, made from a seed: the same on every machine, and every one can be
// solved.
//
//     way_level level;
//     way_status status = levels_create(&(levels_request){.width = 50, .height = 50, .seed = 7},
//                                       &level);
//     way_level_free(&level);
#pragma once

#include <waymark/lab.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LEVELS_SIDE_MIN 12u
#define LEVELS_SIDE 50u ///< of the benchmarks

/// What to make.
typedef struct levels_request {
    uint32_t width, height; ///< tiles [LEVELS_SIDE_MIN..WAY_LEVEL_SIDE_MAX]
    uint64_t seed;
} levels_request;

/// Makes a level that was solved once before it is handed out. OUT_OF_RANGE (a side), NO_MEMORY.
WAY_NODISCARD way_status levels_create(const levels_request *request, way_level *out);

#ifdef __cplusplus
}
#endif
