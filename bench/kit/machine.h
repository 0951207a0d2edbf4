// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Where a benchmark ran, and how well its clock can be trusted.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct bench_machine {
    char processor[128];
    uint32_t processors;
    char system[128];
    char compiler[96];
    char flags[256];
    char clock[64];
    double clock_overhead; ///< seconds between two readings right after each other, median
} bench_machine;

/// Finds out; takes a few milliseconds.
bench_machine bench_machine_look(void);

/// Keeps this thread on one processor, or lets it go. False where that can't be done.
bool bench_machine_pin(bool pinned);
