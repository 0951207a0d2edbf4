// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/kit/numbers.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void bench_fail(const char *what, const char *why)
{
    (void)fprintf(stderr, "bench: %s: %s\n", what, why);
    exit(1);
}

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

const char *bench_number(double value, char out[32])
{
    if (value < 0) {
        out[0] = '\0';
    } else if (value >= 1000) {
        const double unit = pow(10, floor(log10(value)) - 2);
        (void)snprintf(out, 32, "%.0f", round(value / unit) * unit);
    } else {
        (void)snprintf(out, 32, "%.*f", value < 10 ? 2 : value < 100 ? 1 : 0, value);
    }
    return out;
}

void bench_sample_add(bench_sample *sample, double value)
{
    if (sample->count == sample->capacity) {
        sample->capacity = sample->capacity ? 2 * sample->capacity : 1024;
        sample->values = realloc(sample->values, sample->capacity * sizeof *sample->values);
        bench_hold(sample->values, "no memory");
    }
    sample->values[sample->count++] = value;
}

double bench_sample_mean(const bench_sample *sample)
{
    double sum = 0;
    for (uint32_t i = 0; i < sample->count; i++) {
        sum += sample->values[i];
    }
    return sample->count ? sum / sample->count : 0;
}

double bench_sample_quantile(bench_sample *sample, double part)
{
    bench_sort(sample->values, sample->count);
    return bench_quantile(sample->values, sample->count, part);
}

void bench_sample_free(bench_sample *sample)
{
    free(sample->values);
    *sample = (bench_sample){0};
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

// The t that is exceeded, on either side, with this chance.
static double numbers_t_limit(double freedom, double chance)
{
    double low = 0;
    double high = 1000;
    for (int i = 0; i < 60; i++) {
        const double middle = (low + high) / 2;
        *(numbers_t_chance(middle, freedom) > chance ? &low : &high) = middle;
    }
    return high;
}

// Interval and chance from variance and freedom.
static void numbers_settle(bench_mean *mean)
{
    const double error = sqrt(mean->variance);
    const bool known = mean->freedom > 0;
    const double half = known ? error * numbers_t_limit(mean->freedom, 0.05) : INFINITY;
    mean->low = mean->mean - half;
    mean->high = mean->mean + half;
    mean->chance = !known || mean->mean == 0 ? 1
                   : error <= 0              ? 0
                                             : numbers_t_chance(mean->mean / error, mean->freedom);
}

bench_mean bench_mean_of(const double *numbers, uint32_t count)
{
    bench_mean out = {.count = count, .freedom = count > 1 ? count - 1.0 : 0};
    for (uint32_t i = 0; i < count; i++) {
        out.mean += numbers[i] / count;
    }
    for (uint32_t i = 0; i < count && count > 1; i++) {
        const double off = numbers[i] - out.mean;
        out.variance += off * off / (count - 1.0) / count;
    }
    numbers_settle(&out);
    return out;
}

// Means -------------------------------------------------------------------------------------------

// The middle one of the means as squares of t, if each had so much more variance, over the middle
// one that t has by itself.
static double numbers_middle(const bench_mean *means, uint32_t count, double variance,
                             double *squares)
{
    uint32_t known = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (means[i].freedom > 0) {
            const double limit = numbers_t_limit(means[i].freedom, 0.5);
            const double all = means[i].variance + variance;
            squares[known++] = means[i].mean * means[i].mean / fmax(all, 1e-300) / (limit * limit);
        }
    }
    bench_sort(squares, known);
    return bench_quantile(squares, known, 0.5);
}

void bench_means_widen(bench_mean *means, uint32_t count)
{
    double *squares = malloc((count + 1) * sizeof *squares);
    double low = 0;
    double high = 0;
    uint32_t known = 0;
    for (uint32_t i = 0; i < count && squares; i++) {
        known += means[i].freedom > 0;
        high = fmax(high, 10 * means[i].mean * means[i].mean);
    }
    if (known >= BENCH_MEANS_MIN && numbers_middle(means, count, 0, squares) > 1) {
        for (int i = 0; i < 60; i++) {
            const double middle = (low + high) / 2;
            *(numbers_middle(means, count, middle, squares) > 1 ? &low : &high) = middle;
        }
        for (uint32_t i = 0; i < count; i++) {
            const double own = means[i].variance;
            const double all = own + high;
            if (means[i].freedom > 0) {
                means[i].freedom =
                    all * all / (own * own / means[i].freedom + high * high / (known - 1.0));
                means[i].variance = all;
                numbers_settle(&means[i]);
            }
        }
    }
    free(squares);
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
