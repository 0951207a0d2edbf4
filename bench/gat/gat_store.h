// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Goal achievement times in the store: what is in it need not be run again.
#pragma once

#include "bench/store/store.h"

#include <waymark/gat.h>

/// What tells two runs apart.
typedef struct gat_key {
    const char *instance;
    uint64_t fingerprint;
    const char *spec; ///< with its look-ahead
    uint64_t duration_ns;
    uint64_t expansion_ns; ///< 0 = measured
    uint64_t training;     ///< hash of the rows that sized the look-aheads; 0 = none
    uint64_t limit;        ///< most expansions; 0 = none
    uint64_t move_limit;   ///< most moves; 0 = none
    bool in_intervals;     ///< the game-time model
} gat_key;

typedef struct gat_row {
    way_gat_result result;
    way_gat_time time;
} gat_row;

/// Whether a run is known, and what came of it.
bool gat_store_find(bench_store *store, const gat_key *key, gat_row *out);

/// Adds runs, all or none; what was known of them is replaced. IO.
WAY_NODISCARD way_status gat_store_add(bench_store *store, const gat_key *keys, const gat_row *rows,
                                       uint32_t count);
