// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/beacon/beacon_times.h"

#include <stdio.h>
#include <stdlib.h>

void beacon_times_add(beacon_times *times, double seconds)
{
    if (times->count == times->capacity) {
        times->capacity = times->capacity ? 2 * times->capacity : 1024;
        times->values = realloc(times->values, times->capacity * sizeof *times->values);
        if (!times->values) {
            (void)fprintf(stderr, "bench_beacon: out of memory\n");
            exit(1);
        }
    }
    times->values[times->count++] = seconds * 1e6;
}

static int times_compare(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

double beacon_times_mean(const beacon_times *times)
{
    double sum = 0;
    for (uint32_t i = 0; i < times->count; i++) {
        sum += times->values[i];
    }
    return times->count ? sum / times->count : 0;
}

double beacon_times_quantile(beacon_times *times, uint32_t thousandths)
{
    qsort(times->values, times->count, sizeof *times->values, times_compare);
    const uint32_t at = (uint32_t)((uint64_t)times->count * thousandths / 1000);
    return times->count ? times->values[at < times->count ? at : times->count - 1] : 0;
}

void beacon_times_free(beacon_times *times)
{
    free(times->values);
    *times = (beacon_times){0};
}
