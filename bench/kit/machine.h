// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a run was made by and on: goes into its head, and decides what may be joined with it.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct bench_machine {
    char processor[128];
    uint32_t processors; ///< that this process may use
    char system[128];
    char compiler[96];
    char flags[256];
    char commit[48]; ///< of the tree; with a '+' if files differed from it
    char build[24];  ///< a hash of the program's own bytes
    char clock[64];
    double clock_overhead; ///< seconds between two readings right after each other, median
} bench_machine;

/// Finds out; takes a few milliseconds.
bench_machine bench_machine_look(void);

/// Keeps this thread on one processor, or lets it go where it could before. False where that can't
/// be done.
bool bench_machine_pin(bool pinned);
