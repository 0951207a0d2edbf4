// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/gat/gat_report.h"

#include <math.h>
#include <stdio.h>
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

// Statistics --------------------------------------------------------------------------------------

/// The 97.5 % quantile of Student's distribution.
static double gat_report_quantile(uint32_t freedom)
{
    static const double table[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306,
                                   2.262,  2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
                                   2.110,  2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064,
                                   2.060,  2.056, 2.052, 2.048, 2.045, 2.042};
    const uint32_t known = sizeof table / sizeof *table;
    return freedom <= known ? table[freedom - 1] : 1.96 + 2.5 / freedom;
}

/// A mean and how values spread around it, kept up to date.
typedef struct gat_spread {
    uint32_t count;
    double mean;
    double squares; ///< sum of squared distances from the mean
} gat_spread;

static void gat_spread_add(gat_spread *spread, double value)
{
    const double off = value - spread->mean;
    spread->count++;
    spread->mean += off / spread->count;
    spread->squares += off * (value - spread->mean);
}

/// The mean of logarithms with its interval, as factors.
static gat_point gat_spread_point(const gat_spread *spread)
{
    const uint32_t count = spread->count;
    if (count == 0) {
        return (gat_point){.mean = NAN, .low = NAN, .high = NAN};
    }
    const double half =
        count > 1 ? gat_report_quantile(count - 1) * sqrt(spread->squares / (count - 1) / count)
                  : 0;
    return (gat_point){.count = count,
                       .mean = pow(10, spread->mean),
                       .low = pow(10, spread->mean - half),
                       .high = pow(10, spread->mean + half)};
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
        char name[GAT_SPEC_MAX];
        gat_row row;
        (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(plan->specs[i], "( "),
                       plan->specs[i]);
        const way_algorithm *algorithm = way_algorithm_find(name);
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

/// Fills in the points of a duration.
static void gat_report_column(const gat_plan *plan, gat_measure measure, uint32_t duration,
                              gat_points *out)
{
    gat_spread spreads[GAT_SPECS_MAX] = {{.count = 0}};
    bool counts[GAT_SPECS_MAX] = {false};
    gat_report_count(plan, duration, out, counts);
    for (uint32_t k = 0; k < plan->instances->count; k++) {
        double values[GAT_SPECS_MAX];
        const bool all =
            gat_report_instance(plan, measure, (const uint32_t[]){k, duration}, counts, values);
        for (uint32_t i = 0; i < plan->spec_count && all; i++) {
            if (counts[i]) {
                gat_spread_add(&spreads[i], values[i]);
            }
        }
    }
    for (uint32_t i = 0; i < plan->spec_count; i++) {
        const uint32_t arrived = out->at[i][duration].arrived;
        out->at[i][duration] = gat_spread_point(&spreads[i]);
        out->at[i][duration].arrived = arrived;
    }
}

void gat_report_points(const gat_plan *plan, gat_measure measure, gat_points *out)
{
    for (uint32_t i = 0; i < plan->duration_count; i++) {
        gat_report_column(plan, measure, i, out);
    }
}

gat_point gat_report_compare(const gat_plan *plan, uint32_t spec, uint32_t other, uint32_t duration)
{
    gat_spread spread = {.count = 0};
    for (uint32_t k = 0; k < plan->instances->count; k++) {
        gat_row first;
        gat_row second;
        if (gat_report_arrived(plan, spec, k, duration, &first) &&
            gat_report_arrived(plan, other, k, duration, &second) && second.time.total > 0 &&
            first.time.total > 0) {
            gat_spread_add(&spread, log10((double)first.time.total / (double)second.time.total));
        }
    }
    gat_point point = gat_spread_point(&spread);
    point.arrived = point.count;
    return point;
}
