// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Quantiles, intervals and tests, for figures and for claims.
#pragma once

#include <waymark/base.h>

#include <stdbool.h>
#include <stdint.h>

/// Ends the program with a message.
_Noreturn void bench_fail(const char *what, const char *why);

/// Ends the program with a message unless all is well.
static inline void bench_need(way_status status, const char *what)
{
    if (status != WAY_STATUS_OK) {
        bench_fail(what, way_status_text(status));
    }
}

static inline void bench_hold(bool fine, const char *what)
{
    if (!fine) {
        bench_fail(what, "failed");
    }
}

void bench_sort(double *numbers, uint32_t count);

/// The value below which `part` [0..1] of the sorted numbers lie.
double bench_quantile(const double *sorted, uint32_t count, double part);

/// Three digits; "" for less than 0, which was not measured.
const char *bench_number(double value, char out[32]);

/// Numbers of which mean and quantiles are asked.
typedef struct bench_sample {
    double *values;
    uint32_t count, capacity;
} bench_sample;

void bench_sample_add(bench_sample *sample, double value);
double bench_sample_mean(const bench_sample *sample);
/// The value that `part` [0..1] of them do not exceed; sorts. 0 if there are none.
double bench_sample_quantile(bench_sample *sample, double part);
void bench_sample_free(bench_sample *sample);

/// A mean with its 95 % interval.
typedef struct bench_mean {
    double mean, low, high;
    double chance;            ///< of a mean this far from 0 if the true one is 0: two-sided p
    double variance, freedom; ///< of the mean; degrees of freedom, 0 = nothing is known
    uint32_t count;
} bench_mean;

/// By Student's t: of numbers that are independent of each other, such as one for each map.
bench_mean bench_mean_of(const double *numbers, uint32_t count);

/// Means that it takes to tell what they have in common.
#define BENCH_MEANS_MIN 5u

/// Means whose true values are 0 for most may lie further from it than their own numbers tell,
/// because something moves all numbers of a mean alike. The variance of that, by which the middle
/// one lies where the middle one of t does, is added to that of each (the estimate of Paule and
/// Mandel with a median, which those that are truly not 0 do not sway; freedom by Satterthwaite).
/// Fewer than BENCH_MEANS_MIN stay as they are.
void bench_means_widen(bench_mean *means, uint32_t count);

/// Holm's correction of `count` chances for being that many, in place.
void bench_chances_correct(double *chances, uint32_t count);

// Waits -------------------------------------------------------------------------------------------

/// A histogram of times, eight bins for each doubling from a nanosecond on; bin 0 is none at all.
#define BENCH_BINS 322u
typedef struct bench_waits {
    uint64_t bins[BENCH_BINS];
} bench_waits;

void bench_waits_add(bench_waits *waits, double seconds, uint64_t times);
/// The wait that `part` of them do not exceed, in seconds; 0 if there are none.
double bench_waits_quantile(const bench_waits *waits, double part);
/// "BIN:TIMES BIN:TIMES ..." and back, added to what is there.
void bench_waits_format(const bench_waits *waits, char *out, uint32_t size);
void bench_waits_parse(bench_waits *waits, const char *text);
