// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The map is cut into square blocks of cells, one to a "pixel". A block shows the most telling of
// its cells: a mark before the path, the path before anything else, else the mean of its colours.
#include "cli/ansi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ANSI_NOWHERE UINT32_MAX

enum { ANSI_PATH = 1, ANSI_LINK = 2 };

typedef struct ansi_view {
    const cli_picture *picture;
    const cli_panel *panel;
    const cli_palette *palette;
    FILE *stream;
    uint8_t *on_path;       // by block: ANSI_PATH, ANSI_LINK
    uint32_t block;         // cells per side
    uint32_t columns, rows; // blocks
    cli_colors colors;
} ansi_view;

static uint32_t ansi_block_of(const ansi_view *view, way_cell cell)
{
    uint32_t x = 0;
    uint32_t y = 0;
    return cli_picture_spot(view->panel, cell, &x, &y)
               ? y / view->block * view->columns + x / view->block
               : ANSI_NOWHERE;
}

typedef struct ansi_sum {
    uint32_t red, green, blue, cells, open, expanded;
} ansi_sum;

static ansi_sum ansi_sum_block(const ansi_view *view, uint32_t column, uint32_t row)
{
    ansi_sum sum = {0};
    for (uint32_t y = row * view->block; y < (row + 1) * view->block; y++) {
        for (uint32_t x = column * view->block; x < (column + 1) * view->block; x++) {
            const way_cell cell = cli_picture_cell(view->panel, x, y);
            if (cell == WAY_CELL_NONE) {
                continue;
            }
            const cli_color color = cli_picture_color(view->picture, view->panel, cell);
            sum.red += color.red;
            sum.green += color.green;
            sum.blue += color.blue;
            sum.cells++;
            sum.open += cli_picture_is_open(view->panel, cell);
            sum.expanded += view->panel->order && view->panel->order[cell];
        }
    }
    return sum;
}

static bool ansi_is_mark(const ansi_view *view, way_cell cell, uint32_t block)
{
    return cell != WAY_CELL_NONE && ansi_block_of(view, cell) == block;
}

static cli_color ansi_color(const ansi_view *view, uint32_t column, uint32_t row)
{
    const uint32_t block = row * view->columns + column;
    if (row >= view->rows) {
        return view->palette->page;
    }
    if (ansi_is_mark(view, view->panel->start, block)) {
        return view->palette->start;
    }
    if (ansi_is_mark(view, view->panel->goal, block)) {
        return view->palette->goal;
    }
    if (view->on_path[block] & ANSI_PATH) {
        return view->palette->path;
    }
    const ansi_sum sum = ansi_sum_block(view, column, row);
    if (sum.cells == 0) {
        return view->palette->page;
    }
    if (view->on_path[block] & ANSI_LINK) {
        return view->palette->text;
    }
    return (cli_color){(uint8_t)(sum.red / sum.cells), (uint8_t)(sum.green / sum.cells),
                       (uint8_t)(sum.blue / sum.cells)};
}

static char ansi_letter(const ansi_view *view, uint32_t column, uint32_t row)
{
    const uint32_t block = row * view->columns + column;
    const ansi_sum sum = ansi_sum_block(view, column, row);
    if (ansi_is_mark(view, view->panel->start, block)) {
        return 'S';
    }
    if (ansi_is_mark(view, view->panel->goal, block)) {
        return 'G';
    }
    if (view->on_path[block] & ANSI_PATH) {
        return view->on_path[block] & ANSI_LINK ? 'O' : 'o';
    }
    if (sum.cells == 0) {
        return ' ';
    }
    if (view->on_path[block] & ANSI_LINK) {
        return '=';
    }
    if (sum.open * 2 <= sum.cells) {
        return '#';
    }
    return sum.expanded * 2 >= sum.open && sum.expanded ? '+' : '.';
}

// The nearest of the 6 x 6 x 6 cube or of the grey ramp of a 256-colour terminal.
static uint32_t ansi_index(cli_color color)
{
    static const uint8_t levels[6] = {0, 95, 135, 175, 215, 255};
    const uint8_t parts[3] = {color.red, color.green, color.blue};
    uint32_t cube[3] = {0};
    for (uint32_t i = 0; i < 3; i++) {
        for (uint32_t level = 1; level < 6; level++) {
            const int now = abs(levels[level] - parts[i]);
            cube[i] = now < abs(levels[cube[i]] - parts[i]) ? level : cube[i];
        }
    }
    const int mean = (color.red + color.green + color.blue) / 3;
    const int grey = mean < 8 ? 0 : mean > 238 ? 23 : (mean - 3) / 10;
    int cube_error = 0;
    int grey_error = 0;
    for (uint32_t i = 0; i < 3; i++) {
        cube_error += abs(levels[cube[i]] - parts[i]);
        grey_error += abs(8 + grey * 10 - parts[i]);
    }
    return grey_error < cube_error ? 232 + (uint32_t)grey
                                   : 16 + 36 * cube[0] + 6 * cube[1] + cube[2];
}

void cli_ansi_set_color(FILE *stream, cli_colors colors, bool background, cli_color color)
{
    const int kind = background ? 48 : 38;
    if (colors == CLI_COLORS_TRUE) {
        (void)fprintf(stream, "\033[%d;2;%d;%d;%dm", kind, color.red, color.green, color.blue);
    } else {
        (void)fprintf(stream, "\033[%d;5;%um", kind, ansi_index(color));
    }
}

static bool ansi_same(cli_color a, cli_color b)
{
    return a.red == b.red && a.green == b.green && a.blue == b.blue;
}

// Each letter is an upper half block: its own colour above, the background below.
static void ansi_print_line(const ansi_view *view, uint32_t row)
{
    cli_color above = {0};
    cli_color below = {0};
    for (uint32_t column = 0; column < view->columns; column++) {
        const cli_color top = ansi_color(view, column, row);
        const cli_color bottom = ansi_color(view, column, row + 1);
        if (column == 0 || !ansi_same(top, above)) {
            cli_ansi_set_color(view->stream, view->colors, false, top);
        }
        if (column == 0 || !ansi_same(bottom, below)) {
            cli_ansi_set_color(view->stream, view->colors, true, bottom);
        }
        above = top;
        below = bottom;
        (void)fputs("\xe2\x96\x80", view->stream);
    }
    (void)fputs("\033[0m\n", view->stream);
}

static void ansi_print_plain(const ansi_view *view, uint32_t row)
{
    for (uint32_t column = 0; column < view->columns; column++) {
        (void)fputc(ansi_letter(view, column, row), view->stream);
    }
    (void)fputc('\n', view->stream);
}

static void ansi_mark(ansi_view *view, way_cell cell, uint8_t mark)
{
    const uint32_t block = ansi_block_of(view, cell);
    if (block != ANSI_NOWHERE) {
        view->on_path[block] |= mark;
    }
}

// Marks what a straight piece of a curve passes, looking twice per cell.
static void ansi_mark_piece(ansi_view *view, way_curve_point a, way_curve_point b)
{
    const uint32_t parts = (uint32_t)ceil(2 * hypot(b.x - a.x, b.y - a.y));
    for (uint32_t i = 0; i <= parts; i++) {
        const double part = parts > 0 ? (double)i / parts : 0;
        const way_cell cell =
            way_map_cell(view->panel->map, (int64_t)floor(a.x + part * (b.x - a.x) + 0.5),
                         (int64_t)floor(a.y + part * (b.y - a.y) + 0.5));
        ansi_mark(view, cell, ANSI_PATH);
    }
}

static void ansi_print_panel(ansi_view *view, uint32_t columns_max, uint32_t rows_max)
{
    uint32_t width = 0;
    uint32_t height = 0;
    cli_picture_sides(view->panel, &width, &height);
    const uint32_t high = view->colors == CLI_COLORS_NONE ? rows_max : rows_max * 2;
    view->block = 1;
    while ((width + view->block - 1) / view->block > columns_max ||
           (height + view->block - 1) / view->block > high) {
        view->block++;
    }
    view->columns = (width + view->block - 1) / view->block;
    view->rows = (height + view->block - 1) / view->block;
    view->on_path = calloc((size_t)view->columns * view->rows, 1);
    if (!view->on_path) {
        return;
    }
    for (uint32_t i = 0; i < view->panel->path_count; i++) {
        ansi_mark(view, view->panel->path[i], ANSI_PATH);
    }
    for (uint32_t i = 0; i < way_map_link_count(view->panel->map); i++) {
        const way_map_link link = way_map_link_at(view->panel->map, i);
        ansi_mark(view, link.from, ANSI_LINK);
        ansi_mark(view, link.to, ANSI_LINK);
    }
    for (uint32_t i = 1; i < view->panel->curve_count; i++) {
        ansi_mark_piece(view, view->panel->curve[i - 1], view->panel->curve[i]);
    }
    const bool plain = view->colors == CLI_COLORS_NONE;
    for (uint32_t row = 0; row < view->rows; row += plain ? 1 : 2) {
        if (plain) {
            ansi_print_plain(view, row);
        } else {
            ansi_print_line(view, row);
        }
    }
    free(view->on_path);
}

void cli_ansi_print(const cli_picture *picture, const cli_terminal *terminal, uint32_t rows_max,
                    FILE *stream)
{
    for (uint32_t i = 0; i < picture->panel_count; i++) {
        ansi_view view = {.picture = picture,
                          .panel = &picture->panels[i],
                          .palette = cli_picture_palette(picture->theme),
                          .stream = stream,
                          .colors = terminal->colors};
        if (!picture->bare && picture->panels[i].title[0]) {
            (void)fprintf(stream, "%s  %s\n", view.panel->title, view.panel->caption);
        }
        ansi_print_panel(&view, terminal->columns, rows_max);
    }
}
