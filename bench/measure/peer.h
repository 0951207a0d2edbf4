// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Somebody else's library as a contender, "peer:NAME": a program of its own that is asked over
// pipes, so that it may be of any language, and takes its own time. bench/peers has one for each
// library.
//
//     map WIDTH HEIGHT, then as many rows of '.' and '@'    ready SECONDS BYTES [cuts]
//     find X Y X Y                                          path SECONDS BYTES COUNT X Y X Y ...
//
// Times are the processor's; BYTES what the process has grown by since it was started. "cuts": its
// diagonal steps go round corners that ours may not, so its paths may be shorter than our best.
#pragma once

#include "bench/ground/ground.h"

typedef struct bench_peer bench_peer;

/// What it took to make itself ready for a map, and to find a way.
typedef struct bench_peer_effort {
    double seconds;
    double bytes;
} bench_peer_effort;

/// Starts the program of the name in the folder and hands it the map. NOT_FOUND (no such program),
/// IO (it ended, or said something else), NO_MEMORY.
WAY_NODISCARD way_status bench_peer_open(const char *folder, const char *name, const way_map *map,
                                         bench_peer **out, bench_peer_effort *effort);
/// Ends the program.
void bench_peer_close(bench_peer *peer);

/// Asks for a way; the cells stay valid until the next one. No cells: none was found. IO.
WAY_NODISCARD way_status bench_peer_find(bench_peer *peer, const bench_problem *problem,
                                         const way_state **cells, uint32_t *count,
                                         bench_peer_effort *effort);

/// Whether it goes round corners that we do not.
bool bench_peer_cuts(const bench_peer *peer);
