// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L

#include "cli/svg.h"

#include "cli/ground.h"

#include <waymark/file.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SVG_FONT "font-family=\"system-ui, 'DejaVu Sans', sans-serif\""
#define SVG_STEPS 24u // colours of the gradient; more would cost bytes and show nothing

typedef struct svg_writer {
    FILE *stream;
    const cli_picture *picture;
    const cli_palette *palette;
    cli_layout layout;
} svg_writer;

static void svg_color(const svg_writer *writer, const char *attribute, cli_color color)
{
    (void)fprintf(writer->stream, " %s=\"#%02x%02x%02x\"", attribute, color.red, color.green,
                  color.blue);
}

static void svg_escape(const svg_writer *writer, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '<':
            (void)fputs("&lt;", writer->stream);
            break;
        case '&':
            (void)fputs("&amp;", writer->stream);
            break;
        case '"':
            (void)fputs("&quot;", writer->stream);
            break;
        default:
            (void)fputc((unsigned char)*text < 32 ? ' ' : *text, writer->stream);
        }
    }
}

static void svg_text(const svg_writer *writer, double x, double y, const char *look,
                     const char *text)
{
    (void)fprintf(writer->stream, "<text x=\"%g\" y=\"%g\" " SVG_FONT " %s", x, y, look);
    svg_color(writer, "fill", strstr(look, "600") ? writer->palette->text : writer->palette->faint);
    (void)fputc('>', writer->stream);
    svg_escape(writer, text);
    (void)fputs("</text>\n", writer->stream);
}

// The colour of a cell, with the gradient cut into few steps.
static uint32_t svg_cell_color(const svg_writer *writer, const cli_panel *panel, way_cell cell)
{
    cli_color color = cli_picture_color(writer->picture, panel, cell);
    if (panel->order && panel->order[cell] &&
        cli_ground_weight(panel->map, cell, panel->profile) == 1) {
        const double part = (double)panel->order[cell] / panel->order_max;
        color = cli_picture_gradient(writer->palette, floor(part * SVG_STEPS) / SVG_STEPS);
    }
    return (uint32_t)color.red << 16 | (uint32_t)color.green << 8 | color.blue;
}

static int svg_compare(const void *a, const void *b)
{
    const uint64_t left = *(const uint64_t *)a;
    const uint64_t right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

// Horizontal runs of one colour as colour << 32 | first cell, sorted: one path per colour.
static uint32_t svg_collect_runs(const svg_writer *writer, const cli_panel *panel, uint64_t *runs)
{
    const uint32_t width = way_map_width(panel->map);
    const uint32_t cells = width * way_map_height(panel->map);
    uint32_t count = 0;
    uint32_t before = 0;
    for (way_cell cell = 0; cell < cells; cell++) {
        uint32_t x = 0;
        uint32_t y = 0;
        if (!cli_picture_spot(panel, cell, &x, &y)) {
            continue;
        }
        const uint32_t color = svg_cell_color(writer, panel, cell);
        if (cell % width == 0 || color != before) {
            runs[count++] = (uint64_t)color << 32 | cell;
        }
        before = color;
    }
    qsort(runs, count, sizeof *runs, svg_compare);
    return count;
}

// A row of hexes that stand on a corner.
static void svg_hexes(const svg_writer *writer, uint32_t x, uint32_t y, uint32_t length)
{
    const double half = writer->picture->scale / 2.0;
    const double slope = writer->picture->scale * CLI_HEX_HEIGHT / 4;
    for (uint32_t i = 0; i < length; i++) {
        (void)fprintf(writer->stream, "M%g %ul%g %.2fv%.2fl-%g %.2fl-%g -%.2fv-%.2fz",
                      x + (2 * i + 1) * half, y, half, slope, 2 * slope, half, slope, half, slope,
                      2 * slope);
    }
}

static void svg_run(const svg_writer *writer, const cli_panel *panel, way_cell cell)
{
    const uint32_t width = way_map_width(panel->map);
    const uint32_t color = svg_cell_color(writer, panel, cell);
    uint32_t length = 1;
    while ((cell + length) % width != 0 && svg_cell_color(writer, panel, cell + length) == color) {
        length++;
    }
    uint32_t x = 0;
    uint32_t y = 0;
    cli_picture_corner(writer->picture, panel, cell, &x, &y);
    if (cli_picture_has_hexes(writer->picture, panel)) {
        svg_hexes(writer, x, y, length);
        return;
    }
    const uint32_t scale = writer->picture->scale;
    (void)fprintf(writer->stream, "M%u %uh%uv%uh-%uz", x, y, length * scale, scale, length * scale);
}

static way_status svg_cells(const svg_writer *writer, const cli_panel *panel)
{
    const size_t cells = (size_t)way_map_width(panel->map) * way_map_height(panel->map);
    uint64_t *runs = malloc(cells * sizeof *runs);
    if (!runs) {
        return WAY_STATUS_NO_MEMORY;
    }
    const uint32_t count = svg_collect_runs(writer, panel, runs);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t color = (uint32_t)(runs[i] >> 32);
        if (i == 0 || color != (uint32_t)(runs[i - 1] >> 32)) {
            (void)fprintf(writer->stream, "%s<path fill=\"#%06x\" d=\"", i ? "\"/>\n" : "", color);
        }
        svg_run(writer, panel, (way_cell)runs[i]);
    }
    (void)fputs("\"/>\n", writer->stream);
    free(runs);
    return WAY_STATUS_OK;
}

static void svg_centre(const svg_writer *writer, const cli_panel *panel, way_cell cell, double *x,
                       double *y)
{
    cli_picture_centre(writer->picture, panel, cell, x, y);
}

static void svg_open_line(const svg_writer *writer, double thickness, cli_color color)
{
    (void)fprintf(writer->stream,
                  "<polyline fill=\"none\" stroke-width=\"%g\" stroke-linejoin=\"round\" "
                  "stroke-linecap=\"round\"",
                  thickness);
    svg_color(writer, "stroke", color);
    (void)fputs(" points=\"", writer->stream);
}

/// The cell at a point of the curve, or of the path.
static way_cell svg_path_cell(const cli_panel *panel, uint32_t index)
{
    if (!panel->curve_count) {
        return panel->path[index];
    }
    const way_curve_point at = panel->curve[index];
    return way_map_cell(panel->map, (int64_t)floor(at.x + 0.5), (int64_t)floor(at.y + 0.5));
}

/// The path or its curve, in pieces where links part it or a floor is not shown.
static void svg_polyline(const svg_writer *writer, const cli_panel *panel, double thickness,
                         cli_color color)
{
    const uint32_t count = panel->curve_count ? panel->curve_count : panel->path_count;
    bool open = false;
    for (uint32_t i = 0; i < count; i++) {
        const way_cell cell = svg_path_cell(panel, i);
        const bool joined = i > 0 && cli_picture_joins(panel, svg_path_cell(panel, i - 1), cell);
        const bool goes_on =
            i + 1 < count && cli_picture_joins(panel, cell, svg_path_cell(panel, i + 1));
        // Cells are numbered row by row: equal differences are a straight line.
        if (!panel->curve_count && joined && goes_on &&
            cell - panel->path[i - 1] == panel->path[i + 1] - cell) {
            continue;
        }
        if (!joined && !goes_on) {
            continue;
        }
        if (!joined) {
            (void)fputs(open ? "\"/>\n" : "", writer->stream);
            svg_open_line(writer, thickness, color);
            open = true;
        }
        double x = 0;
        double y = 0;
        if (panel->curve_count) {
            cli_picture_place(writer->picture, panel, panel->curve[i], &x, &y);
        } else {
            svg_centre(writer, panel, cell, &x, &y);
        }
        (void)fprintf(writer->stream, panel->curve_count ? "%s%.6g,%.6g" : "%s%g,%g",
                      joined ? " " : "", x, y);
    }
    (void)fputs(open ? "\"/>\n" : "", writer->stream);
}

/// One end of a link, or a thin line to the other.
static void svg_link(const svg_writer *writer, const cli_panel *panel, const way_map_link *link,
                     uint32_t part)
{
    const double radius = fmin(fmax(2.2, writer->picture->scale * 0.34), 6);
    const way_cell low = link->from < link->to ? link->from : link->to;
    uint32_t column = 0;
    uint32_t row = 0;
    double x[2];
    double y[2];
    svg_centre(writer, panel, link->from, &x[0], &y[0]);
    svg_centre(writer, panel, link->to, &x[1], &y[1]);
    if (part == 2 && panel->floors.count < 2) {
        (void)fprintf(writer->stream,
                      "<path opacity=\"0.6\" stroke-width=\"%g\" d=\"M%g %gL%g %g\"",
                      fmax(1, radius * 0.4), x[0], y[0], x[1], y[1]);
        svg_color(writer, "stroke", cli_picture_link_color(writer->picture, low));
        (void)fputs("/>\n", writer->stream);
    } else if (part < 2 && cli_picture_spot(panel, part ? link->to : link->from, &column, &row)) {
        (void)fprintf(writer->stream, "<circle cx=\"%g\" cy=\"%g\" r=\"%g\"", x[part], y[part],
                      part ? radius * 0.6 : radius);
        svg_color(writer, "fill", cli_picture_link_color(writer->picture, low));
        (void)fputs("/>\n", writer->stream);
    }
}

/// Links: both ends in one colour, where one starts larger, and a thin line where floors don't part
/// them.
static void svg_links(const svg_writer *writer, const cli_panel *panel)
{
    for (uint32_t part = 3; part-- > 0;) {
        for (uint32_t i = 0; i < way_map_link_count(panel->map); i++) {
            const way_map_link link = way_map_link_at(panel->map, i);
            svg_link(writer, panel, &link, part);
        }
    }
}

static void svg_mark(const svg_writer *writer, double x, double y, double radius, cli_color color)
{
    (void)fprintf(writer->stream, "<circle cx=\"%g\" cy=\"%g\" r=\"%g\" stroke-width=\"2\"", x, y,
                  radius);
    svg_color(writer, "fill", color);
    svg_color(writer, "stroke", writer->palette->casing);
    (void)fputs("/>\n", writer->stream);
}

static void svg_cell_mark(const svg_writer *writer, const cli_panel *panel, way_cell cell,
                          cli_color color)
{
    uint32_t column = 0;
    uint32_t row = 0;
    if (cell != WAY_CELL_NONE && cli_picture_spot(panel, cell, &column, &row)) {
        double x = 0;
        double y = 0;
        svg_centre(writer, panel, cell, &x, &y);
        svg_mark(writer, x, y, fmin(fmax(4.5, writer->picture->scale * 0.62), 9), color);
    }
}

/// A graph over the map.
static void svg_graph(const svg_writer *writer, const cli_panel *panel)
{
    const double scale = writer->picture->scale;
    double x = 0;
    double y = 0;
    if (panel->line_count) {
        (void)fprintf(writer->stream, "<path fill=\"none\" stroke-width=\"%g\"",
                      fmin(fmax(0.8, scale * 0.08), 1.4));
        svg_color(writer, "stroke", cli_picture_line_color(writer->picture));
        (void)fprintf(writer->stream, " opacity=\"%g\" d=\"", panel->dot_count ? 0.55 : 1);
        for (uint32_t i = 0; i < 2 * panel->line_count; i++) {
            cli_picture_place(writer->picture, panel, panel->lines[i], &x, &y);
            (void)fprintf(writer->stream, "%c%.6g %.6g", i % 2 ? 'L' : 'M', x, y);
        }
        (void)fputs("\"/>\n", writer->stream);
    }
    for (uint32_t i = 0; i < panel->dot_count; i++) {
        svg_centre(writer, panel, panel->dots[i], &x, &y);
        (void)fprintf(writer->stream, "<circle cx=\"%g\" cy=\"%g\" r=\"%g\"", x, y,
                      fmin(fmax(1.6, scale * 0.3), 4));
        svg_color(writer, "fill", cli_picture_dot_color(writer->picture, panel, panel->dots[i]));
        (void)fputs("/>\n", writer->stream);
    }
}

static way_status svg_panel(const svg_writer *writer, uint32_t index)
{
    const cli_panel *panel = &writer->picture->panels[index];
    const double scale = writer->picture->scale;
    if (!writer->picture->bare) {
        const uint32_t top = writer->layout.margin;
        svg_text(writer, writer->layout.left[index], top + 16,
                 "font-size=\"20\" font-weight=\"600\"", panel->title);
        svg_text(writer, writer->layout.left[index], top + 39, "font-size=\"13\"", panel->caption);
    }
    (void)fprintf(writer->stream,
                  "<g transform=\"translate(%u %u)\" shape-rendering=\"crispEdges\">\n",
                  writer->layout.left[index], writer->layout.top);
    const way_status status = svg_cells(writer, panel);
    (void)fprintf(writer->stream, "</g>\n<g transform=\"translate(%u %u)\">\n",
                  writer->layout.left[index], writer->layout.top);
    svg_graph(writer, panel);
    if (panel->path_count > 1) {
        const double thickness = fmin(fmax(2.2, scale * 0.34), 7);
        svg_polyline(writer, panel, thickness + fmin(fmax(2, scale * 0.3), 5),
                     writer->palette->casing);
        svg_polyline(writer, panel, thickness, writer->palette->path);
    }
    svg_links(writer, panel);
    svg_cell_mark(writer, panel, panel->start, writer->palette->start);
    svg_cell_mark(writer, panel, panel->goal, writer->palette->goal);
    (void)fputs("</g>\n", writer->stream);
    return status;
}

static void svg_legend(const svg_writer *writer)
{
    double x = writer->layout.margin;
    const double y = writer->layout.top + writer->layout.rows + 28;
    const char *look = "font-size=\"13\"";
    if (cli_picture_has_path(writer->picture)) {
        svg_mark(writer, x + 7, y, 5, writer->palette->start);
        svg_text(writer, x + 19, y + 4.5, look, "start");
        svg_mark(writer, x + 82, y, 5, writer->palette->goal);
        svg_text(writer, x + 94, y + 4.5, look, "goal");
        (void)fprintf(writer->stream, "<path stroke-width=\"3\" d=\"M%g %gh22\"", x + 150, y);
        svg_color(writer, "stroke", writer->palette->path);
        (void)fputs("/>\n", writer->stream);
        svg_text(writer, x + 182, y + 4.5, look, "path");
        x += 236;
    }
    if (cli_picture_has_order(writer->picture)) {
        svg_text(writer, x, y + 4.5, look, "expanded first");
        for (uint32_t i = 0; i < SVG_STEPS; i++) {
            (void)fprintf(writer->stream, "<rect x=\"%g\" y=\"%g\" width=\"5.2\" height=\"10\"",
                          x + 106 + i * 5, y - 5);
            svg_color(writer, "fill", cli_picture_gradient(writer->palette, i / (SVG_STEPS - 1.0)));
            (void)fputs("/>\n", writer->stream);
        }
        svg_text(writer, x + 106 + SVG_STEPS * 5 + 10, y + 4.5, look, "last");
    }
}

static way_status svg_print(svg_writer *writer)
{
    (void)fprintf(writer->stream,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" "
                  "viewBox=\"0 0 %u %u\">\n<rect width=\"100%%\" height=\"100%%\"",
                  writer->layout.width, writer->layout.height, writer->layout.width,
                  writer->layout.height);
    svg_color(writer, "fill", writer->palette->page);
    (void)fputs("/>\n", writer->stream);
    way_status status = WAY_STATUS_OK;
    for (uint32_t i = 0; status == WAY_STATUS_OK && i < writer->picture->panel_count; i++) {
        status = svg_panel(writer, i);
    }
    if (writer->layout.foot) {
        svg_legend(writer);
    }
    (void)fputs("</svg>\n", writer->stream);
    return status;
}

way_status cli_svg_write(const cli_picture *picture, const char *path, way_problem *problem)
{
    char *bytes = NULL;
    size_t size = 0;
    *problem = (way_problem){0};
    svg_writer writer = {.stream = open_memstream(&bytes, &size),
                         .picture = picture,
                         .palette = cli_picture_palette(picture->theme),
                         .layout = cli_picture_layout(picture)};
    if (!writer.stream) {
        return WAY_STATUS_NO_MEMORY;
    }
    way_status status = svg_print(&writer);
    if (fclose(writer.stream) != 0) {
        status = WAY_STATUS_NO_MEMORY;
    }
    if (status == WAY_STATUS_OK) {
        status = way_file_write(path, bytes, size, problem);
    }
    free(bytes);
    return status;
}
