// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Goal achievement times as factors: means over instances with 95 % intervals, and plots.
#pragma once

#include "bench/gat/gat_run.h"

#define GAT_SPECS_MAX 16u
#define GAT_PANELS_MAX 6u

/// What is told of a run.
typedef enum gat_measure {
    GAT_OVER_BEST,    ///< time over that of the fastest algorithm on the instance
    GAT_OVER_OPTIMAL, ///< time over that of walking an optimal path without planning
    GAT_COST          ///< cost over that of an optimal path
} gat_measure;

/// One algorithm at one duration: mean of the logarithm and its interval, as factors.
typedef struct gat_point {
    uint32_t arrived; ///< instances on which it arrived within the limit
    uint32_t count;   ///< instances that the mean is over; 0 = no point
    double mean, low, high;
} gat_point;

typedef struct gat_points {
    gat_point at[GAT_SPECS_MAX][WAY_GAT_DURATIONS_MAX]; ///< by spec and duration
} gat_points;

/// Works out all points of a plan that has been run. An algorithm has a point at a duration if it
/// arrived on at least half of the instances; the means of a duration are over the instances on
/// which all of these arrived.
void gat_report_points(const gat_plan *plan, gat_measure measure, gat_points *out);

/// The cost of an optimal path: as published, or as an optimal algorithm found it; 0 = not known.
way_cost gat_report_optimum(const gat_plan *plan, uint32_t instance, uint32_t duration);

/// Points of two algorithms by instances that both arrived on: mean factor of the first over the
/// second; count 0 if there is none.
gat_point gat_report_compare(const gat_plan *plan, uint32_t spec, uint32_t other,
                             uint32_t duration);

/// One set of axes.
typedef struct gat_panel {
    const char *title;
    const gat_plan *plan;
    const gat_points *points;
    const char *const *labels; ///< [opt] by spec, instead of the specs themselves
    const char *axis;          ///< of the factors
} gat_panel;

/// Draws panels side by side with gnuplot, durations and factors on logarithmic axes; a path ending
/// in .png or .svg. BAD_FORMAT (the path), IO (gnuplot is missing or failed).
WAY_NODISCARD way_status gat_report_plot(const char *path, const gat_panel *panels, uint32_t count,
                                         way_problem *problem);

/// Whether a path ends in .png or .svg.
bool gat_report_is_plot(const char *path);

/// A duration as "20ms".
void gat_report_duration(uint64_t ns, char *out, size_t size);
