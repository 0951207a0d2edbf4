// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Goal achievement times as factors: means over instances with 95 % intervals.
#pragma once

#include "bench/gat/gat_run.h"

#define GAT_SPECS_MAX 16u

/// What is told of a run.
typedef enum gat_measure {
    GAT_OVER_BEST,    ///< time over that of the fastest algorithm on the instance
    GAT_OVER_OPTIMAL, ///< time over that of walking an optimal path without planning
    GAT_COST          ///< cost over that of an optimal path
} gat_measure;

/// One algorithm at one duration: mean of the logarithm and its interval, as factors.
typedef struct gat_point {
    uint32_t arrived;  ///< instances on which it arrived within the limit
    uint32_t count;    ///< instances that the mean is over; 0 = no point
    uint32_t censored; ///< of those, where it did not arrive: the mean is a lower bound
    double mean, low, high;
} gat_point;

typedef struct gat_points {
    gat_point at[GAT_SPECS_MAX][BENCH_GAT_DURATIONS_MAX]; ///< by spec and duration
} gat_points;

/// Works out all points of a plan that has been run. The means of a duration are over the instances
/// on which somebody arrived. Who did not is censored there: it counts with the time or the cost
/// that it had spent when it was cut off, and with no less than the base. An algorithm for which no
/// look-ahead fits has no point. NO_MEMORY.
WAY_NODISCARD way_status gat_report_points(const gat_plan *plan, gat_measure measure,
                                           gat_points *out);

/// The cost of an optimal path: as published, or as an optimal algorithm found it; 0 = not known.
way_cost gat_report_optimum(const gat_plan *plan, uint32_t instance, uint32_t duration);

/// A duration as "20ms".
void gat_report_duration(uint64_t ns, char *out, size_t size);
