// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Wall time for benchmarks.
#pragma once

/// Seconds since some fixed moment.
double stopwatch_now(void);

/// Seconds of processor time that this process has used.
double stopwatch_cpu(void);

/// Two clocks: work on one thread is timed by whichever shows less, so that neither others' work
/// nor the grain of the processor's clock counts.
typedef struct stopwatch {
    double wall, cpu;
} stopwatch;

stopwatch stopwatch_start(void);
/// Seconds since then, without those that reading the clock takes.
double stopwatch_spent(stopwatch since, double overhead);

/// Seconds that this thread has worked, which other programs do not prolong.
double stopwatch_worked(void);
