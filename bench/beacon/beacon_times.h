// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Times of many problems.
#pragma once

#include <stdint.h>

/// In microseconds.
typedef struct beacon_times {
    double *values;
    uint32_t count;
    uint32_t capacity;
} beacon_times;

/// Without memory the program ends.
void beacon_times_add(beacon_times *times, double seconds);
double beacon_times_mean(const beacon_times *times);

/// A share of all, in thousandths, is no more than this.
double beacon_times_quantile(beacon_times *times, uint32_t thousandths);
void beacon_times_free(beacon_times *times);
