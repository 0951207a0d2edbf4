// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L

#include "bench/kit/plot.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define PLOT_NOT_FOUND 127 // what the shell says of a missing command

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
                      known ? point->low : point->x, known ? point->high : point->x,
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

static void plot_write_scatter(const bench_plot *plot, uint32_t index, FILE *out)
{
    const char *color = plot_color(index);
    (void)fprintf(out,
                  "$d%u using 1:2:3:4 with xerrorbars pt 0 lw 1 lc rgb '%s' notitle, \\\n  "
                  "$d%u using 1:2:5 with points pt variable ps 0.8 lc rgb '%s' title \"%u  %s\", "
                  "\\\n  $d%u using 1:2:(\"%u\") with labels offset 0.5,0.7 left font ',10' tc "
                  "rgb '%s' notitle",
                  index, color, index, color, index + 1, plot->series[index].title, index,
                  index + 1, color);
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
            (void)fprintf(out,
                          "$d%u using 1:2 with linespoints pt 7 ps 0.5 lw 1.5 lc rgb '%s'%s title "
                          "\"%s\"",
                          i, plot_color(i), i >= 10 ? " dt 3" : "", plot->series[i].title);
        } else {
            plot_write_scatter(plot, i, out);
        }
    }
    (void)fputc('\n', out);
}

static void plot_write(const bench_plot *plot, const char *path, FILE *out)
{
    const uint32_t height = plot->count > 18 ? 160 + plot->count * 18 : 480;
    (void)fprintf(out,
                  "set terminal svg size 960,%u dynamic font 'Helvetica,12' noenhanced\n"
                  "set output '%s'\nset title \"%s\" tc rgb '#7f8792'\n"
                  "set xlabel \"%s\" tc rgb '#7f8792'\nset ylabel \"%s\" tc rgb '#7f8792'\n"
                  "set grid lc rgb '#a0a8b4' lw 0.3\nset tics tc rgb '#7f8792'\n"
                  "set key outside right top tc rgb '#7f8792' reverse Left\n"
                  "set border lc rgb '#7f8792'\nset errorbars small\n",
                  height, path, plot->title, plot->x, plot->y);
    if (plot->ticks) {
        (void)fprintf(out, "set xtics (%s)\nset offsets 0.5, 0.5, 0, 0\n", plot->ticks);
    }
    (void)fputs(plot->log_x ? "set logscale x\nset format x '%g'\n" : "", out);
    (void)fputs(plot->log_y ? "set logscale y\nset format y '%g'\n" : "", out);
    if (plot->front) {
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
