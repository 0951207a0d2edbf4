// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/kit/numbers.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int numbers_less(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

void bench_sort(double *numbers, uint32_t count)
{
    qsort(numbers, count, sizeof *numbers, numbers_less);
}

double bench_quantile(const double *sorted, uint32_t count, double part)
{
    if (count == 0) {
        return 0;
    }
    const double place = part * (double)(count - 1);
    const uint32_t below = (uint32_t)place;
    const uint32_t above = below + 1 < count ? below + 1 : below;
    return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
}

// Student's t -------------------------------------------------------------------------------------

// The regularised incomplete beta function by its continued fraction (Lentz), for
// x < (a + 1) / (a + b + 2).
static double numbers_beta_fraction(double a, double b, double x)
{
    const double tiny = 1e-300;
    double c = 1;
    double d = 1 - (a + b) * x / (a + 1);
    d = 1 / (fabs(d) < tiny ? tiny : d);
    double sum = d;
    for (int m = 1; m <= 300; m++) {
        for (int odd = 0; odd < 2; odd++) {
            const double term = odd ? -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
                                    : m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
            d = 1 + term * d;
            c = 1 + term / c;
            d = 1 / (fabs(d) < tiny ? tiny : d);
            c = fabs(c) < tiny ? tiny : c;
            sum *= c * d;
        }
        if (fabs(c * d - 1) < 1e-12) {
            break;
        }
    }
    return sum;
}

static double numbers_beta(double a, double b, double x)
{
    if (x <= 0 || x >= 1) {
        return x <= 0 ? 0 : 1;
    }
    const double front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x));
    return x < (a + 1) / (a + b + 2) ? front * numbers_beta_fraction(a, b, x) / a
                                     : 1 - front * numbers_beta_fraction(b, a, 1 - x) / b;
}

// The two-sided chance of a t beyond this one.
static double numbers_t_chance(double t, double freedom)
{
    return numbers_beta(freedom / 2, 0.5, freedom / (freedom + t * t));
}

// The t that is exceeded, on either side, with a chance of 5 %.
static double numbers_t_limit(double freedom)
{
    double low = 0;
    double high = 1000;
    for (int i = 0; i < 60; i++) {
        const double middle = (low + high) / 2;
        *(numbers_t_chance(middle, freedom) > 0.05 ? &low : &high) = middle;
    }
    return high;
}

static double numbers_error(const double *numbers, uint32_t count, double *mean)
{
    double squares = 0;
    *mean = 0;
    for (uint32_t i = 0; i < count; i++) {
        *mean += numbers[i] / count;
    }
    for (uint32_t i = 0; i < count; i++) {
        squares += (numbers[i] - *mean) * (numbers[i] - *mean);
    }
    return count > 1 ? sqrt(squares / (count - 1.0) / count) : 0;
}

bench_mean bench_mean_of(const double *numbers, uint32_t count)
{
    bench_mean out = {.count = count};
    const double error = numbers_error(numbers, count, &out.mean);
    const double half = count > 1 ? error * numbers_t_limit(count - 1.0) : INFINITY;
    out.low = out.mean - half;
    out.high = out.mean + half;
    return out;
}

double bench_mean_chance(const double *numbers, uint32_t count)
{
    double mean = 0;
    const double error = numbers_error(numbers, count, &mean);
    if (count < 2) {
        return 1;
    }
    if (error <= 0) {
        return mean == 0 ? 1 : 0;
    }
    return numbers_t_chance(mean / error, count - 1.0);
}

void bench_chances_correct(double *chances, uint32_t count)
{
    double *sorted = malloc((count + 1) * sizeof *sorted);
    if (!sorted) {
        return;
    }
    memcpy(sorted, chances, count * sizeof *sorted);
    bench_sort(sorted, count);
    for (uint32_t i = 0; i < count; i++) {
        double corrected = 0;
        for (uint32_t k = 0; k < count && sorted[k] <= chances[i]; k++) {
            corrected = fmax(corrected, fmin(1, sorted[k] * (count - k)));
        }
        chances[i] = -1 - corrected; // kept apart from those that are still to be looked at
    }
    for (uint32_t i = 0; i < count; i++) {
        chances[i] = -1 - chances[i];
    }
    free(sorted);
}

// Waits -------------------------------------------------------------------------------------------

void bench_waits_add(bench_waits *waits, double seconds, uint64_t times)
{
    const double place = seconds * 1e9 < 1 ? 0 : 1 + 8 * log2(seconds * 1e9);
    const uint32_t bin = seconds <= 0 ? 0 : place < 1 ? 1 : (uint32_t)place;
    waits->bins[bin < BENCH_BINS ? bin : BENCH_BINS - 1] += times;
}

double bench_waits_quantile(const bench_waits *waits, double part)
{
    uint64_t total = 0;
    uint64_t below = 0;
    for (uint32_t i = 0; i < BENCH_BINS; i++) {
        total += waits->bins[i];
    }
    for (uint32_t i = 0; i < BENCH_BINS && total; i++) {
        below += waits->bins[i];
        if ((double)below >= part * (double)total) {
            return i == 0 ? 0 : 1e-9 * exp2((i - 0.5) / 8);
        }
    }
    return 0;
}

void bench_waits_format(const bench_waits *waits, char *out, uint32_t size)
{
    uint32_t used = 0;
    *out = '\0';
    for (uint32_t i = 0; i < BENCH_BINS && used + 32 < size; i++) {
        if (waits->bins[i]) {
            used += (uint32_t)snprintf(out + used, size - used, "%s%u:%" PRIu64, used ? " " : "", i,
                                       waits->bins[i]);
        }
    }
}

void bench_waits_parse(bench_waits *waits, const char *text)
{
    while (*text) {
        char *end = NULL;
        const unsigned long bin = strtoul(text, &end, 10);
        if (*end != ':') {
            return;
        }
        const unsigned long long times = strtoull(end + 1, &end, 10);
        waits->bins[bin < BENCH_BINS ? bin : BENCH_BINS - 1] += times;
        text = *end == ' ' ? end + 1 : end;
    }
}
