// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/gat/gat_report.h"

#include "bench/kit/trial.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void gat_report_duration(uint64_t ns, char *out, size_t size)
{
    if (ns % 1000000000u == 0) {
        (void)snprintf(out, size, "%llus", (unsigned long long)(ns / 1000000000u));
    } else if (ns % 1000000u == 0) {
        (void)snprintf(out, size, "%llums", (unsigned long long)(ns / 1000000u));
    } else if (ns % 1000u == 0) {
        (void)snprintf(out, size, "%lluus", (unsigned long long)(ns / 1000u));
    } else {
        (void)snprintf(out, size, "%lluns", (unsigned long long)ns);
    }
}

// Points ------------------------------------------------------------------------------------------

static bool gat_report_arrived(const gat_plan *plan, uint32_t spec, uint32_t instance,
                               uint32_t duration, gat_row *out)
{
    return gat_run_find(plan, spec, instance, duration, out) &&
           out->result.outcome == WAY_OUTCOME_FOUND;
}

way_cost gat_report_optimum(const gat_plan *plan, uint32_t instance, uint32_t duration)
{
    way_cost optimal = plan->instances->items[instance].optimal;
    for (uint32_t i = 0; i < plan->spec_count && !optimal; i++) {
        gat_row row;
        const way_algorithm *algorithm = bench_spec_algorithm(plan->specs[i]);
        if (algorithm && (algorithm->traits & WAY_TRAIT_OPTIMAL) &&
            gat_report_arrived(plan, i, instance, duration, &row)) {
            optimal = row.result.cost;
        }
    }
    return optimal;
}

/// What factors on an instance are over; 0 = not known.
static double gat_report_base(const gat_plan *plan, gat_measure measure, uint32_t instance,
                              uint32_t duration)
{
    if (measure != GAT_OVER_BEST) {
        const double cost = gat_report_optimum(plan, instance, duration);
        return measure == GAT_COST ? cost
                                   : cost * (double)plan->durations[duration] /
                                         plan->instances->items[instance].unit;
    }
    double best = 0;
    for (uint32_t i = 0; i < plan->spec_count; i++) {
        gat_row row;
        if (gat_report_arrived(plan, i, instance, duration, &row) &&
            (best == 0 || (double)row.time.total < best)) {
            best = (double)row.time.total;
        }
    }
    return best;
}

/// The logarithm of a factor. Who is cut off would have taken longer.
static double gat_report_factor(gat_measure measure, const gat_row *row, double base)
{
    const double value = measure == GAT_COST ? (double)row->result.cost : (double)row->time.total;
    const bool arrived = row->result.outcome == WAY_OUTCOME_FOUND;
    return log10(arrived || value > base ? value / base : 1);
}

/// The mean of logarithms with its interval, as factors.
static gat_point gat_report_point(const double *values, uint32_t count)
{
    if (count == 0) {
        return (gat_point){.mean = NAN, .low = NAN, .high = NAN};
    }
    const bench_mean mean = bench_mean_of(values, count);
    return (gat_point){.count = count,
                       .mean = pow(10, mean.mean),
                       .low = pow(10, count > 1 ? mean.low : mean.mean),
                       .high = pow(10, count > 1 ? mean.high : mean.mean)};
}

/// The point of an algorithm; `bases` is what factors are over on each instance, 0 = none arrived.
static gat_point gat_report_line(const gat_plan *plan, gat_measure measure, const uint32_t place[2],
                                 const double *bases, double *values)
{
    gat_point counts = {.arrived = 0};
    for (uint32_t k = 0; k < plan->instances->count; k++) {
        gat_row row;
        if (!gat_run_find(plan, place[0], k, place[1], &row)) {
            continue;
        }
        const bool arrived = row.result.outcome == WAY_OUTCOME_FOUND;
        counts.arrived += arrived;
        if (bases[k] > 0) {
            values[counts.count++] = gat_report_factor(measure, &row, bases[k]);
            counts.censored += !arrived;
        }
    }
    gat_point point = gat_report_point(values, counts.count);
    point.arrived = counts.arrived;
    point.censored = counts.censored;
    return point;
}

/// Fills in the points of a duration; `scratch` has room for two numbers of every instance.
static void gat_report_column(const gat_plan *plan, gat_measure measure, uint32_t duration,
                              double *scratch, gat_points *out)
{
    double *values = scratch + plan->instances->count;
    for (uint32_t k = 0; k < plan->instances->count; k++) {
        scratch[k] = gat_report_base(plan, measure, k, duration);
    }
    for (uint32_t i = 0; i < plan->spec_count; i++) {
        const uint32_t place[] = {i, duration};
        out->at[i][duration] = gat_report_line(plan, measure, place, scratch, values);
    }
}

way_status gat_report_points(const gat_plan *plan, gat_measure measure, gat_points *out)
{
    double *scratch = calloc(2 * (size_t)plan->instances->count + 1, sizeof *scratch);
    for (uint32_t i = 0; i < plan->duration_count && scratch; i++) {
        gat_report_column(plan, measure, i, scratch, out);
    }
    const bool made = scratch != NULL;
    free(scratch);
    return made ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}
