// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A picture in pixels.
#include "cli/image.h"

#include <math.h>
#include <stdlib.h>

typedef struct image_brush {
    cli_image *image;
    const cli_picture *picture;
    const cli_palette *palette;
    cli_layout layout;
} image_brush;

static cli_point image_centre(const image_brush *brush, uint32_t index, way_cell cell)
{
    const cli_panel *panel = &brush->picture->panels[index];
    double x = 0;
    double y = 0;
    cli_picture_centre(brush->picture, panel, cell, &x, &y);
    return (cli_point){brush->layout.left[index] + x, brush->layout.top + y};
}

// Fills a hex of a width that stands on a corner, the top left of its box given.
static void image_fill_hex(cli_image *image, cli_point corner, double width, cli_color color)
{
    const double height = width * CLI_HEX_HEIGHT;
    for (uint32_t row = 0; row + 0.5 < height; row++) {
        const double y = row + 0.5;
        const double edge = fmin(y, height - y) * 4 / height; // 1 from a quarter of the height on
        const double reach = fmin(edge, 1) * width / 2;
        const double left = floor(corner.x + width / 2 - reach + 0.5);
        const double right = floor(corner.x + width / 2 + reach + 0.5);
        cli_image_fill(
            image,
            (way_rect){(uint32_t)left, (uint32_t)(corner.y + y), (uint32_t)(right - left), 1},
            color);
    }
}

static void image_fill_cell(const image_brush *brush, const cli_panel *panel, way_rect cell,
                            cli_color color)
{
    if (cli_picture_has_hexes(brush->picture, panel)) {
        image_fill_hex(brush->image, (cli_point){cell.x, cell.y}, cell.width, color);
    } else {
        cli_image_fill(brush->image, cell, color);
    }
}

static void image_draw_cells(const image_brush *brush, uint32_t index)
{
    const cli_panel *panel = &brush->picture->panels[index];
    const uint32_t scale = brush->picture->scale;
    const uint32_t cells = way_map_width(panel->map) * way_map_height(panel->map);
    const uint32_t seam = scale >= 8 ? 1 : 0; // large cells show their edges
    for (way_cell cell = 0; cell < cells; cell++) {
        uint32_t x = 0;
        uint32_t y = 0;
        if (!cli_picture_spot(panel, cell, &x, &y)) {
            continue;
        }
        cli_picture_corner(brush->picture, panel, cell, &x, &y);
        const way_rect whole = {brush->layout.left[index] + x, brush->layout.top + y, scale, scale};
        const cli_color color = cli_picture_color(brush->picture, panel, cell);
        if (seam && cli_picture_is_open(panel, cell)) {
            image_fill_cell(brush, panel, whole, cli_color_mix(color, brush->palette->wall, 0.22));
            const way_rect inner = {whole.x, whole.y, scale - seam, scale - seam};
            image_fill_cell(brush, panel, inner, color);
        } else {
            image_fill_cell(brush, panel, whole, color);
        }
    }
}

// A search that expands few states leaves specks: they are drawn larger than their cells.
static void image_draw_specks(const image_brush *brush, uint32_t index)
{
    const cli_panel *panel = &brush->picture->panels[index];
    const uint32_t cells = way_map_width(panel->map) * way_map_height(panel->map);
    const double radius = fmin(1.2 + 0.6 * brush->picture->scale, 3);
    const bool sparse = panel->order && panel->order_max < way_map_passable_count(panel->map) / 16;
    if (!sparse || panel->line_count || brush->picture->scale > 2 * radius) {
        return;
    }
    for (way_cell cell = 0; cell < cells; cell++) {
        uint32_t x = 0;
        uint32_t y = 0;
        if (panel->order[cell] && cli_picture_spot(panel, cell, &x, &y)) {
            const double part = (double)panel->order[cell] / panel->order_max;
            cli_image_disc(brush->image, image_centre(brush, index, cell), radius,
                           cli_picture_gradient(brush->palette, part));
        }
    }
}

/// A graph over the map.
static void image_draw_graph(const image_brush *brush, uint32_t index)
{
    const cli_panel *panel = &brush->picture->panels[index];
    const double scale = brush->picture->scale;
    for (uint32_t i = 0; i < panel->line_count; i++) {
        cli_point ends[2];
        for (uint32_t k = 0; k < 2; k++) {
            double x = 0;
            double y = 0;
            cli_picture_place(brush->picture, panel, panel->lines[2 * i + k], &x, &y);
            ends[k] = (cli_point){brush->layout.left[index] + x, brush->layout.top + y};
        }
        const cli_stroke stroke = {ends, 2, fmin(fmax(0.8, scale * 0.08), 1.4),
                                   panel->dot_count ? 0.55 : 1,
                                   cli_picture_line_color(brush->picture)};
        cli_image_stroke(brush->image, &stroke);
    }
    for (uint32_t i = 0; i < panel->dot_count; i++) {
        const way_cell cell = panel->dots[i];
        cli_image_disc(brush->image, image_centre(brush, index, cell),
                       fmin(fmax(1.6, scale * 0.3), 4),
                       cli_picture_dot_color(brush->picture, panel, cell));
    }
}

/// One end of a link, or a thin line to the other.
static void image_draw_link(const image_brush *brush, uint32_t index, const way_map_link *link,
                            uint32_t part)
{
    const cli_panel *panel = &brush->picture->panels[index];
    const double radius = fmin(fmax(2.2, brush->picture->scale * 0.34), 6);
    const way_cell ends[2] = {link->from, link->to};
    // One colour for both directions.
    const way_cell low = link->from < link->to ? link->from : link->to;
    const cli_color color = cli_picture_link_color(brush->picture, low);
    uint32_t x = 0;
    uint32_t y = 0;
    if (part == 2) {
        const bool flat = panel->floors.count < 2;
        const cli_point line[2] = {image_centre(brush, index, ends[0]),
                                   image_centre(brush, index, ends[1])};
        const cli_stroke stroke = {line, flat ? 2 : 0, fmax(1, radius * 0.4), 0.6, color};
        cli_image_stroke(brush->image, &stroke);
    } else if (cli_picture_spot(panel, ends[part], &x, &y)) {
        const cli_point at = image_centre(brush, index, ends[part]);
        cli_image_disc(brush->image, at, radius + 1.2, brush->palette->casing);
        cli_image_disc(brush->image, at, part ? radius * 0.6 : radius, color);
    }
}

/// Links: both ends in one colour, where one starts larger, and a thin line where floors don't part
/// them.
static void image_draw_links(const image_brush *brush, uint32_t index)
{
    const way_map *map = brush->picture->panels[index].map;
    for (uint32_t part = 3; part-- > 0;) {
        for (uint32_t i = 0; i < way_map_link_count(map); i++) {
            const way_map_link link = way_map_link_at(map, i);
            image_draw_link(brush, index, &link, part);
        }
    }
}

// Keeps only the corners of the path: long straight segments are cheaper and smoother.
static uint32_t image_corners(const image_brush *brush, uint32_t index, uint32_t *first,
                              cli_point *points)
{
    const cli_panel *panel = &brush->picture->panels[index];
    uint32_t count = 0;
    uint32_t i = *first;
    for (; i < panel->path_count &&
           (i == *first || cli_picture_joins(panel, panel->path[i - 1], panel->path[i]));
         i++) {
        const cli_point point = image_centre(brush, index, panel->path[i]);
        if (count >= 2) {
            const cli_point a = points[count - 2];
            const cli_point b = points[count - 1];
            const double turn = (b.x - a.x) * (point.y - b.y) - (b.y - a.y) * (point.x - b.x);
            const double along = (b.x - a.x) * (point.x - b.x) + (b.y - a.y) * (point.y - b.y);
            if (fabs(turn) < 1e-9 && along > 0) {
                count--;
            }
        }
        points[count++] = point;
    }
    *first = i;
    return count;
}

/// Points of the curve up to where it jumps: along a link, or to another floor.
static uint32_t image_curve(const image_brush *brush, uint32_t index, uint32_t *first,
                            cli_point *points)
{
    const cli_panel *panel = &brush->picture->panels[index];
    uint32_t count = 0;
    uint32_t i = *first;
    for (; i < panel->curve_count; i++) {
        const way_curve_point at = panel->curve[i];
        const way_curve_point before = panel->curve[i > *first ? i - 1 : i];
        const way_cell from = way_map_cell(panel->map, (int64_t)floor(before.x + 0.5),
                                           (int64_t)floor(before.y + 0.5));
        const way_cell to =
            way_map_cell(panel->map, (int64_t)floor(at.x + 0.5), (int64_t)floor(at.y + 0.5));
        if (i > *first && !cli_picture_joins(panel, from, to)) {
            break;
        }
        double x = 0;
        double y = 0;
        cli_picture_place(brush->picture, panel, at, &x, &y);
        points[count++] = (cli_point){brush->layout.left[index] + x, brush->layout.top + y};
    }
    count = cli_picture_has_place(panel, panel->curve[*first]) ? count : 0;
    *first = i;
    return count;
}

static void image_stroke_path(const image_brush *brush, const cli_point *points, uint32_t count)
{
    const double scale = brush->picture->scale;
    const double thickness = fmin(fmax(2.2, scale * 0.34), 7);
    cli_stroke stroke = {.points = points,
                         .count = count,
                         .thickness = thickness + fmin(fmax(2, scale * 0.3), 5),
                         .opacity = 0.85,
                         .color = brush->palette->casing};
    cli_image_stroke(brush->image, &stroke);
    stroke.thickness = thickness;
    stroke.opacity = 1;
    stroke.color = brush->palette->path;
    cli_image_stroke(brush->image, &stroke);
}

static way_status image_draw_path(const image_brush *brush, uint32_t index)
{
    const cli_panel *panel = &brush->picture->panels[index];
    if (panel->path_count < 2) {
        return WAY_STATUS_OK;
    }
    const uint32_t most = panel->curve_count ? panel->curve_count : panel->path_count;
    cli_point *points = malloc(most * sizeof *points);
    if (!points) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t first = 0; first < most;) {
        const way_cell from = panel->curve_count ? WAY_CELL_NONE : panel->path[first];
        const uint32_t count = panel->curve_count ? image_curve(brush, index, &first, points)
                                                  : image_corners(brush, index, &first, points);
        uint32_t x = 0;
        uint32_t y = 0;
        if (count > 1 && (from == WAY_CELL_NONE || cli_picture_spot(panel, from, &x, &y))) {
            image_stroke_path(brush, points, count);
        }
    }
    free(points);
    return WAY_STATUS_OK;
}

static void image_draw_mark(const image_brush *brush, cli_point centre, double radius,
                            cli_color color)
{
    cli_image_disc(brush->image, centre, radius + 2, brush->palette->casing);
    cli_image_disc(brush->image, centre, radius, color);
    cli_image_disc(brush->image, centre, radius * 0.36, brush->palette->casing);
}

static void image_draw_marks(const image_brush *brush, uint32_t index)
{
    const cli_panel *panel = &brush->picture->panels[index];
    const double radius = fmin(fmax(4.5, brush->picture->scale * 0.62), 9);
    uint32_t x = 0;
    uint32_t y = 0;
    if (panel->start != WAY_CELL_NONE && cli_picture_spot(panel, panel->start, &x, &y)) {
        image_draw_mark(brush, image_centre(brush, index, panel->start), radius,
                        brush->palette->start);
    }
    if (panel->goal != WAY_CELL_NONE && cli_picture_spot(panel, panel->goal, &x, &y)) {
        image_draw_mark(brush, image_centre(brush, index, panel->goal), radius,
                        brush->palette->goal);
    }
}

/// A line over a panel, smaller where it would run into the next one.
static void image_draw_line(const image_brush *brush, cli_lettering style, const char *text)
{
    const double room = brush->layout.columns;
    const double width = cli_image_text_width(style.size, text);
    style.size *= width > room ? fmax(room / width, 0.6) : 1;
    cli_image_letter(brush->image, &style, text);
}

static void image_draw_title(const image_brush *brush, uint32_t index)
{
    const cli_panel *panel = &brush->picture->panels[index];
    const double left = brush->layout.left[index] + 1;
    const cli_lettering title = {left, brush->layout.margin + 15, 15, 0.15, brush->palette->text};
    const cli_lettering caption = {left, brush->layout.margin + 38, 9.5, 0.125,
                                   brush->palette->faint};
    image_draw_line(brush, title, panel->title);
    image_draw_line(brush, caption, panel->caption);
}

// The legend: start, goal, path, and the gradient of the expansions.
static double image_legend_mark(const image_brush *brush, cli_point at, cli_color color,
                                const char *text)
{
    image_draw_mark(brush, (cli_point){at.x + 7, at.y}, 5, color);
    const cli_lettering style = {at.x + 19, at.y + 4.5, 9.5, 0.125, brush->palette->faint};
    cli_image_letter(brush->image, &style, text);
    return at.x + 19 + cli_image_text_width(9.5, text) + 22;
}

static double image_legend_path(const image_brush *brush, cli_point at)
{
    const cli_point ends[] = {{at.x, at.y}, {at.x + 22, at.y}};
    const cli_stroke line = {ends, 2, 3, 1, brush->palette->path};
    cli_image_stroke(brush->image, &line);
    const cli_lettering style = {at.x + 32, at.y + 4.5, 9.5, 0.125, brush->palette->faint};
    cli_image_letter(brush->image, &style, "path");
    return at.x + 32 + cli_image_text_width(9.5, "path") + 22;
}

static void image_legend_gradient(const image_brush *brush, cli_point at)
{
    const char *first = "expanded first";
    const double bar = at.x + cli_image_text_width(9.5, first) + 10;
    cli_lettering style = {at.x, at.y + 4.5, 9.5, 0.125, brush->palette->faint};
    cli_image_letter(brush->image, &style, first);
    for (uint32_t i = 0; i < 120; i++) {
        const way_rect area = {(uint32_t)bar + i, (uint32_t)at.y - 5, 1, 10};
        cli_image_fill(brush->image, area, cli_picture_gradient(brush->palette, i / 119.0));
    }
    style.x = bar + 130;
    cli_image_letter(brush->image, &style, "last");
}

static void image_draw_legend(const image_brush *brush)
{
    cli_point at = {brush->layout.margin, brush->layout.top + brush->layout.rows + 28};
    if (cli_picture_has_path(brush->picture)) {
        at.x = image_legend_mark(brush, at, brush->palette->start, "start");
        at.x = image_legend_mark(brush, at, brush->palette->goal, "goal");
        at.x = image_legend_path(brush, at);
    }
    if (cli_picture_has_order(brush->picture)) {
        image_legend_gradient(brush, at);
    }
}

way_status cli_image_draw(const cli_picture *picture, cli_image *out)
{
    const image_brush brush = {out, picture, cli_picture_palette(picture->theme),
                               cli_picture_layout(picture)};
    way_status status =
        cli_image_create(brush.layout.width, brush.layout.height, brush.palette->page, out);
    for (uint32_t i = 0; status == WAY_STATUS_OK && i < picture->panel_count; i++) {
        image_draw_cells(&brush, i);
        image_draw_specks(&brush, i);
        image_draw_graph(&brush, i);
        status = image_draw_path(&brush, i);
        image_draw_links(&brush, i);
        image_draw_marks(&brush, i);
        if (!picture->bare) {
            image_draw_title(&brush, i);
        }
    }
    if (status == WAY_STATUS_OK && brush.layout.foot) {
        image_draw_legend(&brush);
    }
    if (status != WAY_STATUS_OK) {
        cli_image_destroy(out);
    }
    return status;
}
