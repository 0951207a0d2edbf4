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
           out->result.outcome == WAY_OUTCOME_ARRIVED;
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

/// The logarithm of a factor; false if there is none.
static bool gat_report_factor(gat_measure measure, const gat_row *row, double base, double *out)
{
    const double value = measure == GAT_COST ? (double)row->result.cost : (double)row->time.total;
    *out = base > 0 && value > 0 ? log10(value / base) : 0;
    return base > 0 && value > 0;
}

/// Counts arrivals and says which algorithms have a point at the duration.
static void gat_report_count(const gat_plan *plan, uint32_t duration, gat_points *out, bool *counts)
{
    for (uint32_t i = 0; i < plan->spec_count; i++) {
        gat_point *point = &out->at[i][duration];
        *point = (gat_point){.arrived = 0};
        for (uint32_t k = 0; k < plan->instances->count; k++) {
            gat_row row;
            point->arrived += gat_report_arrived(plan, i, k, duration, &row);
        }
        counts[i] = point->arrived > 0 && 2 * point->arrived >= plan->instances->count;
    }
}

/// The logarithms on one instance of all algorithms that count; false if one did not arrive.
static bool gat_report_instance(const gat_plan *plan, gat_measure measure, const uint32_t place[2],
                                const bool *counts, double *out)
{
    const double base = gat_report_base(plan, measure, place[0], place[1]);
    for (uint32_t i = 0; i < plan->spec_count; i++) {
        gat_row row;
        if (counts[i] && !(gat_report_arrived(plan, i, place[0], place[1], &row) &&
                           gat_report_factor(measure, &row, base, &out[i]))) {
            return false;
        }
    }
    return true;
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

/// Fills in the points of a duration; `values` has room for all instances of every spec.
static void gat_report_column(const gat_plan *plan, gat_measure measure, uint32_t duration,
                              double *values, gat_points *out)
{
    const uint32_t most = plan->instances->count;
    uint32_t count = 0;
    bool counts[GAT_SPECS_MAX] = {false};
    gat_report_count(plan, duration, out, counts);
    for (uint32_t k = 0; k < most; k++) {
        double found[GAT_SPECS_MAX] = {0};
        if (gat_report_instance(plan, measure, (const uint32_t[]){k, duration}, counts, found)) {
            for (uint32_t i = 0; i < plan->spec_count; i++) {
                values[(size_t)i * most + count] = found[i];
            }
            count++;
        }
    }
    for (uint32_t i = 0; i < plan->spec_count; i++) {
        const uint32_t arrived = out->at[i][duration].arrived;
        out->at[i][duration] = gat_report_point(&values[(size_t)i * most], counts[i] ? count : 0);
        out->at[i][duration].arrived = arrived;
    }
}

way_status gat_report_points(const gat_plan *plan, gat_measure measure, gat_points *out)
{
    double *values = calloc((size_t)plan->spec_count * plan->instances->count + 1, sizeof *values);
    for (uint32_t i = 0; i < plan->duration_count && values; i++) {
        gat_report_column(plan, measure, i, values, out);
    }
    const bool made = values != NULL;
    free(values);
    return made ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}
