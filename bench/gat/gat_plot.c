// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Plots of goal achievement times: a script with its data, fed to gnuplot.
#define _POSIX_C_SOURCE 200809L

#include "bench/gat/gat_report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GAT_PLOT_WIDTH 440u
#define GAT_PLOT_HEIGHT 330u

/// Colours that can be told apart, also by the colour-blind.
static const char *const gat_plot_colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                               "#e69f00", "#56b4e9", "#000000", "#8a6d3b"};

/// A text in gnuplot's single quotes.
static void gat_plot_quote(FILE *out, const char *text)
{
    (void)fputc('\'', out);
    for (; *text; text++) {
        (void)fputs(*text == '\'' ? "''" : (char[]){*text, '\0'}, out);
    }
    (void)fputc('\'', out);
}

static bool gat_plot_has_points(const gat_panel *panel, uint32_t spec)
{
    bool has = false;
    for (uint32_t i = 0; i < panel->plan->duration_count; i++) {
        has = has || panel->points->at[spec][i].count > 0;
    }
    return has;
}

static void gat_plot_data(FILE *out, const gat_panel *panel, uint32_t index)
{
    for (uint32_t i = 0; i < panel->plan->spec_count; i++) {
        (void)fprintf(out, "$p%u_%u << EOD\n", index, i);
        for (uint32_t k = 0; k < panel->plan->duration_count; k++) {
            const gat_point *point = &panel->points->at[i][k];
            if (point->count > 0) {
                // Neighbours are moved apart a little, so that their intervals can be seen.
                const double shift = pow(1.03, (double)i - panel->plan->spec_count / 2.0);
                (void)fprintf(out, "%.9g %.6g %.6g %.6g\n",
                              (double)panel->plan->durations[k] * 1e-9 * shift, point->mean,
                              point->low, point->high);
            }
        }
        (void)fputs("EOD\n", out);
    }
}

static void gat_plot_panel(FILE *out, const gat_panel *panel, uint32_t index)
{
    const gat_plan *plan = panel->plan;
    const uint32_t colours = sizeof gat_plot_colours / sizeof *gat_plot_colours;
    const char *lead = "plot ";
    (void)fputs("set title ", out);
    gat_plot_quote(out, panel->title);
    (void)fputs("\nset ylabel ", out);
    gat_plot_quote(out, panel->axis);
    (void)fprintf(out, "\nset xrange [%.9g:%.9g]\n", (double)plan->durations[0] * 0.7e-9,
                  (double)plan->durations[plan->duration_count - 1] * 1.4e-9);
    for (uint32_t i = 0; i < plan->spec_count; i++) {
        if (!gat_plot_has_points(panel, i)) {
            continue;
        }
        (void)fprintf(out,
                      "%s$p%u_%u using 1:2:3:4 with yerrorlines lc rgb '%s' pt %u ps 0.6 lw 1.4 "
                      "title ",
                      lead, index, i, gat_plot_colours[i % colours], 4 + i);
        gat_plot_quote(out, panel->labels ? panel->labels[i] : plan->specs[i]);
        lead = ", ";
    }
    (void)fputs(strcmp(lead, "plot ") == 0 ? "plot 1 notitle lc rgb 'white'\n" : "\n", out);
}

static void gat_plot_write(FILE *out, const char *path, const gat_panel *panels, uint32_t count)
{
    const uint32_t columns = count > 3 ? (count + 1) / 2 : count;
    const uint32_t rows = count > 3 ? 2 : 1;
    const bool png = strcmp(path + strlen(path) - 4, ".png") == 0;
    (void)fprintf(out, "set terminal %s size %u,%u font 'sans,8'\nset output ",
                  png ? "pngcairo" : "svg", columns * GAT_PLOT_WIDTH, rows * GAT_PLOT_HEIGHT);
    gat_plot_quote(out, path);
    (void)fputs("\nset encoding utf8\nset logscale xy\nset grid lc rgb '#dddddd'\n"
                "set key noenhanced below samplen 2 spacing 1\nset format x '10^{%L}'\n"
                "set xlabel 'duration of a move (s)' offset 0,0.7\nset title noenhanced\n"
                "set ylabel noenhanced\n",
                out);
    for (uint32_t i = 0; i < count; i++) {
        gat_plot_data(out, &panels[i], i);
    }
    (void)fprintf(out, "set multiplot layout %u,%u\n", rows, columns);
    for (uint32_t i = 0; i < count; i++) {
        gat_plot_panel(out, &panels[i], i);
    }
    (void)fputs("unset multiplot\n", out);
}

bool gat_report_is_plot(const char *path)
{
    const size_t size = strlen(path);
    return size > 4 &&
           (strcmp(path + size - 4, ".png") == 0 || strcmp(path + size - 4, ".svg") == 0);
}

way_status gat_report_plot(const char *path, const gat_panel *panels, uint32_t count,
                           way_problem *problem)
{
    const size_t size = strlen(path);
    *problem = (way_problem){0};
    if (size < 5 ||
        (strcmp(path + size - 4, ".png") != 0 && strcmp(path + size - 4, ".svg") != 0)) {
        (void)snprintf(problem->text, sizeof problem->text, "a plot ends in .png or .svg");
        return WAY_STATUS_BAD_FORMAT;
    }
    FILE *pipe = popen("gnuplot", "w");
    if (pipe) {
        gat_plot_write(pipe, path, panels, count);
    }
    if (!pipe || pclose(pipe) != 0) {
        (void)snprintf(problem->text, sizeof problem->text, "gnuplot is missing or could not draw");
        return WAY_STATUS_IO;
    }
    return WAY_STATUS_OK;
}
