// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Plots by gnuplot, as SVG or PNG.
#pragma once

#include <waymark/base.h>

#define BENCH_SERIES_MAX 64u
#define BENCH_POINTS_MAX 64u

typedef struct bench_point {
    double x, y;
    double low, high; ///< interval along x, in joined plots along y; both 0 = none
} bench_point;

typedef struct bench_series {
    char title[96];
    bench_point points[BENCH_POINTS_MAX];
    uint32_t count;
} bench_series;

typedef struct bench_plot {
    const char *title, *x, *y; ///< of the axes
    const char *ticks;         ///< [opt] names on the x axis, as gnuplot takes them
    bool log_x, log_y;
    bool joined; ///< lines through the points of a series
    bool front;  ///< less is better on both axes: points that are beaten are hollow, the rest
                 ///< joined; points have numbers, and the key tells whose
    bench_series series[BENCH_SERIES_MAX];
    uint32_t count;
} bench_plot;

/// Adds a point to the series of that title. Points beyond the limits are left out.
void bench_plot_add(bench_plot *plot, const char *title, const bench_point *point);

/// Draws it, as PNG if the path ends so. UNSUPPORTED without gnuplot, IO.
WAY_NODISCARD way_status bench_plot_draw(const bench_plot *plot, const char *path,
                                         way_problem *problem);
