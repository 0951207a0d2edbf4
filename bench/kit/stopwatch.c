// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L

#include "bench/kit/stopwatch.h"

#include <time.h>

static double stopwatch_read(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

double stopwatch_now(void)
{
    return stopwatch_read(CLOCK_MONOTONIC);
}

double stopwatch_cpu(void)
{
    return stopwatch_read(CLOCK_PROCESS_CPUTIME_ID);
}

double stopwatch_worked(void)
{
    return stopwatch_read(CLOCK_THREAD_CPUTIME_ID);
}

stopwatch stopwatch_start(void)
{
    const double cpu = stopwatch_cpu();
    return (stopwatch){stopwatch_now(), cpu};
}

double stopwatch_spent(stopwatch since, double overhead)
{
    const double wall = stopwatch_now() - since.wall - overhead;
    const double cpu = stopwatch_cpu() - since.cpu;
    return cpu < wall ? cpu : wall;
}
