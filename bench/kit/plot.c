// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L

#include "bench/kit/plot.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define PLOT_NOT_FOUND 127  // what the shell says of a missing command
#define PLOT_INSIDE_X 860.0 // pixels between the axes of a front, about
#define PLOT_INSIDE_Y 330.0
#define PLOT_FAR 2.0 // a linear axis that goes beyond shows small values apart
#define PLOT_SMALL 0.1

void bench_plot_add(bench_plot *plot, const char *title, const bench_point *point)
{
    uint32_t i = 0;
    while (i < plot->count && strcmp(plot->series[i].title, title) != 0) {
        i++;
    }
    if (i == BENCH_SERIES_MAX) {
        return;
    }
    bench_series *series = &plot->series[i];
    if (i == plot->count) {
        plot->count++;
        series->count = 0;
        (void)snprintf(series->title, sizeof series->title, "%s", title);
    }
    const bool shown = (!plot->log_x || point->x > 0) && (!plot->log_y || point->y > 0);
    if (shown && series->count < BENCH_POINTS_MAX) {
        series->points[series->count++] = *point;
    }
}

static bool plot_is_beaten(const bench_plot *plot, const bench_point *point)
{
    for (uint32_t i = 0; i < plot->count; i++) {
        for (uint32_t j = 0; j < plot->series[i].count; j++) {
            const bench_point *other = &plot->series[i].points[j];
            if (other->x <= point->x && other->y <= point->y &&
                (other->x < point->x || other->y < point->y)) {
                return true;
            }
        }
    }
    return false;
}

static int plot_further(const void *a, const void *b)
{
    const bench_point *p = a;
    const bench_point *q = b;
    return p->x != q->x ? (p->x > q->x) - (p->x < q->x) : (p->y < q->y) - (p->y > q->y);
}

// Points that nobody beats, from left to right.
static void plot_write_front(const bench_plot *plot, FILE *out)
{
    bench_point *points = malloc(sizeof *points * BENCH_SERIES_MAX * BENCH_POINTS_MAX);
    uint32_t count = 0;
    for (uint32_t i = 0; i < plot->count && points; i++) {
        for (uint32_t j = 0; j < plot->series[i].count; j++) {
            if (!plot_is_beaten(plot, &plot->series[i].points[j])) {
                points[count++] = plot->series[i].points[j];
            }
        }
    }
    (void)fputs("$front << EOD\n", out);
    if (points) {
        qsort(points, count, sizeof *points, plot_further);
        for (uint32_t i = 0; i < count; i++) {
            (void)fprintf(out, "%.9g %.9g\n", points[i].x, points[i].y);
        }
    }
    (void)fputs("EOD\n", out);
    free(points);
}

// A block with all points of a series: place, interval, whether it is beaten.
static void plot_write_series(const bench_plot *plot, uint32_t index, FILE *out)
{
    const bench_series *series = &plot->series[index];
    (void)fprintf(out, "$d%u << EOD\n", index);
    for (uint32_t i = 0; i < series->count; i++) {
        const bench_point *point = &series->points[i];
        const bool beaten = plot->front && plot_is_beaten(plot, point);
        const bool known = point->low > 0 && point->high > 0;
        (void)fprintf(out, "%.9g %.9g %.9g %.9g %d\n", point->x, point->y,
                      known          ? point->low
                      : plot->joined ? point->y
                                     : point->x,
                      known          ? point->high
                      : plot->joined ? point->y
                                     : point->x,
                      beaten ? 6 : 7);
    }
    (void)fputs("EOD\n", out);
}

// Colours that hold on white and on black.
static const char *plot_color(uint32_t index)
{
    static const char *const colors[] = {"#2f81c5", "#d9652b", "#2f9e5b", "#9a63c4", "#b98a1b",
                                         "#cf5a90", "#38a3a8", "#7f8792", "#5b6ee0", "#8a9a2e"};
    return colors[index % (sizeof colors / sizeof *colors)];
}

// Fronts ------------------------------------------------------------------------------------------

/// An axis of a front, along which points lie as far apart as they can.
typedef struct plot_axis {
    double low, high; ///< as scaled
    bool log, wide;   ///< logarithmic; so from 0 on
} plot_axis;

static double plot_scale(const plot_axis *axis, double value)
{
    return axis->log ? log10(value) : axis->wide ? log10(fmax(value, 0) + PLOT_SMALL) : value;
}

static double plot_unscale(const plot_axis *axis, double scaled)
{
    return axis->log ? pow(10, scaled) : axis->wide ? pow(10, scaled) - PLOT_SMALL : scaled;
}

static void plot_stretch(plot_axis *axis, double value)
{
    const double scaled = plot_scale(axis, value);
    axis->low = fmin(axis->low, scaled);
    axis->high = fmax(axis->high, scaled);
}

/// The axes of a plot, with some room around its points.
static void plot_axes(const bench_plot *plot, plot_axis axes[2])
{
    double most = 0;
    for (uint32_t i = 0; i < plot->count; i++) {
        most = plot->series[i].count ? fmax(most, plot->series[i].points[0].y) : most;
    }
    axes[0] = (plot_axis){.low = INFINITY, .high = -INFINITY, .log = plot->log_x};
    axes[1] = (plot_axis){.low = INFINITY,
                          .high = -INFINITY,
                          .log = plot->log_y,
                          .wide = !plot->log_y && most > PLOT_FAR};
    for (uint32_t i = 0; i < plot->count; i++) {
        for (uint32_t k = 0; k < plot->series[i].count; k++) {
            const bench_point *point = &plot->series[i].points[k];
            plot_stretch(&axes[0], point->x);
            plot_stretch(&axes[0], point->low > 0 ? point->low : point->x);
            plot_stretch(&axes[0], point->high > 0 ? point->high : point->x);
            plot_stretch(&axes[1], point->y);
        }
    }
    for (uint32_t i = 0; i < 2; i++) {
        const double room = fmax((axes[i].high - axes[i].low) * 0.05, 1e-3);
        axes[i].low -= room;
        axes[i].high += room;
    }
}

/// A place on the plot, in pixels.
typedef struct plot_box {
    double x, y, width, height;
} plot_box;

static plot_box plot_spot(const plot_axis axes[2], const bench_point *point)
{
    const double x = (plot_scale(&axes[0], point->x) - axes[0].low) / (axes[0].high - axes[0].low);
    const double y = (plot_scale(&axes[1], point->y) - axes[1].low) / (axes[1].high - axes[1].low);
    return (plot_box){x * PLOT_INSIDE_X - 3, y * PLOT_INSIDE_Y - 3, 6, 6};
}

static bool plot_is_free(const plot_box *taken, uint32_t count, const plot_box *box)
{
    for (uint32_t i = 0; i < count; i++) {
        if (box->x < taken[i].x + taken[i].width && taken[i].x < box->x + box->width &&
            box->y < taken[i].y + taken[i].height && taken[i].y < box->y + box->height) {
            return false;
        }
    }
    return true;
}

/// Writes the number of each point beside it, where no other point or number is; a point amid
/// others goes without.
static void plot_write_numbers(const bench_plot *plot, const plot_axis axes[2], FILE *out)
{
    static const double sides[][2] = {{7, 6},    {7, -9}, {-1.1, 6}, {-1.1, -9}, {9, 0},
                                      {-1.6, 0}, {0, 14}, {0, -16},  {14, 12},   {14, -12}};
    plot_box taken[2 * BENCH_SERIES_MAX];
    uint32_t count = 0;
    for (uint32_t i = 0; i < plot->count; i++) {
        if (plot->series[i].count) {
            taken[count++] = plot_spot(axes, &plot->series[i].points[0]);
        }
    }
    for (uint32_t i = 0; i < plot->count; i++) {
        const bench_point *point = &plot->series[i].points[0];
        const double width = i < 9 ? 7 : 13;
        for (uint32_t k = 0; k < sizeof sides / sizeof *sides && plot->series[i].count; k++) {
            const plot_box spot = plot_spot(axes, point);
            // Negative: to the left, by its own width.
            const double aside = sides[k][0] < 0 ? sides[k][0] * (width + 5) + 6 : sides[k][0];
            const plot_box box = {spot.x + aside, spot.y + sides[k][1] - 2, width, 10};
            if (plot_is_free(taken, count, &box)) {
                taken[count++] = box;
                (void)fprintf(out,
                              "set label \"%u\" at %.9g,%.9g offset graph %.4f,%.4f left font "
                              "',10' tc rgb '%s'\n",
                              i + 1, point->x, point->y, (aside - 3) / PLOT_INSIDE_X,
                              sides[k][1] / PLOT_INSIDE_Y, plot_color(i));
                break;
            }
        }
    }
}

static void plot_write_axes(const plot_axis axes[2], FILE *out)
{
    (void)fprintf(out, "set xrange [%.9g:%.9g]\nset yrange [%.9g:%.9g]\n",
                  plot_unscale(&axes[0], axes[0].low), plot_unscale(&axes[0], axes[0].high),
                  plot_unscale(&axes[1], axes[1].low), plot_unscale(&axes[1], axes[1].high));
    if (axes[1].wide) {
        (void)fprintf(out,
                      "set nonlinear y via log10(y + %g) inverse 10**y - %g\n"
                      "set ytics (0, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100)\n",
                      PLOT_SMALL, PLOT_SMALL);
    }
}

static void plot_write_scatter(const bench_plot *plot, uint32_t index, FILE *out)
{
    const char *color = plot_color(index);
    (void)fprintf(out,
                  "$d%u using 1:2:3:4 with xerrorbars pt 0 lw 1 lc rgb '%s' notitle, \\\n  "
                  "$d%u using 1:2:5 with points pt variable ps 0.8 lc rgb '%s' title \"%u  %s\"",
                  index, color, index, color, index + 1, plot->series[index].title);
}

static void plot_write_commands(const bench_plot *plot, FILE *out)
{
    const char *separator = "plot ";
    if (plot->front) {
        (void)fprintf(out, "%s$front using 1:2 with lines dt 2 lc rgb '#9aa1ab' notitle",
                      separator);
        separator = ", \\\n  ";
    }
    for (uint32_t i = 0; i < plot->count; i++) {
        if (plot->series[i].count == 0) {
            continue;
        }
        (void)fputs(separator, out);
        separator = ", \\\n  ";
        if (plot->joined) {
            const bool bars = plot->series[i].points[0].high > 0;
            (void)fprintf(out, "$d%u using 1:2%s pt 7 ps 0.5 lw 1.5 lc rgb '%s'%s title \"%s\"", i,
                          bars ? ":3:4 with yerrorlines" : " with linespoints", plot_color(i),
                          i >= 10 ? " dt 3" : "", plot->series[i].title);
        } else {
            plot_write_scatter(plot, i, out);
        }
    }
    (void)fputc('\n', out);
}

static void plot_write(const bench_plot *plot, const char *path, FILE *out)
{
    const uint32_t rows = (plot->count + 1) / 2;
    const uint32_t height = plot->front ? 430 + rows * 17 : 480;
    const char *dot = strrchr(path, '.');
    const bool png = dot && strcmp(dot, ".png") == 0;
    char key[96] = "outside right top";
    if (plot->front) {
        (void)snprintf(key, sizeof key, "bmargin center vertical maxrows %u samplen 1 font ',10'",
                       rows);
    }
    (void)fprintf(out,
                  "set terminal %s size 960,%u %sfont 'Helvetica,12' noenhanced\n"
                  "set output '%s'\nset title \"%s\" tc rgb '#7f8792'\n"
                  "set xlabel \"%s\" tc rgb '#7f8792'\nset ylabel \"%s\" tc rgb '#7f8792'\n"
                  "set grid lc rgb '#a0a8b4' lw 0.3\nset tics tc rgb '#7f8792'\n"
                  "set key %s tc rgb '#7f8792' reverse Left\n"
                  "set border lc rgb '#7f8792'\nset errorbars small\n",
                  png ? "pngcairo" : "svg", height, png ? "" : "dynamic ", path, plot->title,
                  plot->x, plot->y, key);
    if (plot->ticks) {
        (void)fprintf(out, "set xtics (%s)\nset offsets 0.5, 0.5, 0, 0\n", plot->ticks);
    }
    (void)fputs(plot->log_x ? "set logscale x\nset format x '%g'\n" : "", out);
    (void)fputs(plot->log_y ? "set logscale y\nset format y '%g'\n" : "", out);
    if (plot->front) {
        plot_axis axes[2];
        plot_axes(plot, axes);
        plot_write_axes(axes, out);
        plot_write_numbers(plot, axes, out);
        plot_write_front(plot, out);
    }
    for (uint32_t i = 0; i < plot->count; i++) {
        plot_write_series(plot, i, out);
    }
    plot_write_commands(plot, out);
}

way_status bench_plot_draw(const bench_plot *plot, const char *path, way_problem *problem)
{
    // A missing gnuplot closes the pipe while we write.
    const struct sigaction ignore = {.sa_handler = SIG_IGN};
    struct sigaction before;
    (void)sigaction(SIGPIPE, &ignore, &before);
    FILE *out = popen("gnuplot >/dev/null 2>&1", "w");
    int code = -1;
    if (out) {
        plot_write(plot, path, out);
        code = pclose(out);
    }
    (void)sigaction(SIGPIPE, &before, NULL);
    if (code == 0) {
        return WAY_STATUS_OK;
    }
    const bool missing = WIFEXITED(code) && WEXITSTATUS(code) == PLOT_NOT_FOUND;
    (void)snprintf(problem->text, sizeof problem->text, "%s",
                   missing ? "gnuplot is not there: the report has no plots"
                           : "gnuplot could not draw a plot");
    return missing ? WAY_STATUS_UNSUPPORTED : WAY_STATUS_IO;
}
