// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "cli/pixels.h"

#include "cli/ansi.h"

#include <string.h>

cli_pixels_view cli_pixels_fit(const cli_pixels *pixels, uint32_t columns, uint32_t lines,
                               uint32_t zoom_max)
{
    cli_pixels_view view = {.zoom = 1};
    while (view.zoom < zoom_max &&
           (pixels->width / view.zoom > columns || pixels->height / view.zoom > lines * 2)) {
        view.zoom++;
    }
    view.columns = pixels->width / view.zoom;
    view.columns = view.columns < columns ? view.columns : columns;
    view.rows = pixels->height / view.zoom;
    view.rows = view.rows < lines * 2 ? view.rows : lines * 2;
    return view;
}

/// The mean colour of a block.
static cli_color pixels_block(const cli_pixels *pixels, const cli_pixels_view *view,
                              uint32_t column, uint32_t row)
{
    const uint32_t left = view->left + column * view->zoom;
    const uint32_t top = view->top + row * view->zoom;
    const uint32_t count = view->zoom * view->zoom;
    uint32_t red = 0;
    uint32_t green = 0;
    uint32_t blue = 0;
    for (uint32_t i = 0; i < count; i++) {
        const size_t at = (size_t)(top + i / view->zoom) * pixels->width + left + i % view->zoom;
        const cli_color color = pixels->palette[pixels->indices[at]];
        red += color.red;
        green += color.green;
        blue += color.blue;
    }
    return (cli_color){(uint8_t)(red / count), (uint8_t)(green / count), (uint8_t)(blue / count)};
}

void cli_pixels_print(const cli_pixels *pixels, const cli_pixels_view *view, cli_colors colors,
                      FILE *stream)
{
    for (uint32_t row = 0; row + 1 < view->rows; row += 2) {
        cli_color last[2] = {{0}};
        for (uint32_t column = 0; column < view->columns; column++) {
            for (uint32_t half = 0; half < 2; half++) {
                const cli_color color = pixels_block(pixels, view, column, row + half);
                if (column == 0 || memcmp(&color, &last[half], sizeof color) != 0) {
                    cli_ansi_set_color(stream, colors, half == 1, color);
                }
                last[half] = color;
            }
            (void)fputs("\xe2\x96\x80", stream); // the upper half of a letter
        }
        (void)fputs("\033[0m\033[K\n", stream);
    }
}
