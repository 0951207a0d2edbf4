// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What studies have in common: programs that end with a message when something is wrong, and
// measure an algorithm on a space with numbers and memory of their own.
#pragma once

#include "bench/kit/numbers.h"

#include <waymark/agent.h>

#include <stdatomic.h>

/// The algorithm that a spec such as "lsslrta(lookahead=10)" begins with, or NULL.
const way_algorithm *bench_spec_algorithm(const char *spec);

/// Specs that begin so are programs with other people's libraries (bench/measure/peer.h).
#define BENCH_PEER_PREFIX "peer:"

/// Whether a spec names an algorithm and parameters that it has, whatever ground that suits.
/// NOT_FOUND; `problem` says what is wrong.
WAY_NODISCARD way_status bench_spec_check(const char *spec, way_problem *problem);

/// An algorithm on a space, with one agent.
typedef struct bench_rig {
    way_space *space;
    bool owned; ///< the space is the rig's own
    way_navigator *navigator;
    way_agent *agent;
    double build; ///< seconds that the thread worked for the navigator
} bench_rig;

bench_rig bench_rig_open(way_space *space, const char *spec);
/// The same on a map, which it may not suit. As way_space_create_grid, way_navigator_create; close
/// it in any case.
WAY_NODISCARD way_status bench_rig_try(const way_map *map, uint32_t profile, const char *spec,
                                       bench_rig *out);
void bench_rig_close(bench_rig *rig);

/// The weights of all cells; the caller frees them.
uint8_t *bench_map_weights(const way_map *map);

/// A copy of a map that may be edited: its weights, with the usual rules.
way_map *bench_copy_map(const way_map *map);

/// Bytes that are held now, and at most so far.
typedef struct bench_heap {
    atomic_size_t held, most;
} bench_heap;

way_allocator bench_heap_allocator(bench_heap *heap);
