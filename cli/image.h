// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Pixels: rectangles, smooth strokes and discs, lettering, and PNG out of them.
#pragma once

#include "cli/picture.h"

/// Longest side of an image.
#define CLI_IMAGE_SIDE_MAX 16384u

typedef struct cli_image {
    uint32_t width, height;
    uint8_t *pixels; ///< [width * height * 3]
    uint8_t *mask;   ///< [width * height] coverage of the stroke being drawn; else 0
} cli_image;

typedef struct cli_point {
    double x, y;
} cli_point;

/// A line through points, with round ends.
typedef struct cli_stroke {
    const cli_point *points;
    uint32_t count;
    double thickness;
    double opacity; ///< [0..1]
    cli_color color;
} cli_stroke;

/// Lettering: `size` is the height of a capital in pixels.
typedef struct cli_lettering {
    double x, y; ///< the left end of the base line
    double size;
    double weight; ///< thickness of the strokes in parts of the size; 0.12 is plain, 0.18 bold
    cli_color color;
} cli_lettering;

WAY_NODISCARD way_status cli_image_create(uint32_t width, uint32_t height, cli_color color,
                                          cli_image *out);
void cli_image_destroy(cli_image *image);
void cli_image_fill(cli_image *image, way_rect area, cli_color color);
void cli_image_stroke(cli_image *image, const cli_stroke *stroke);
void cli_image_disc(cli_image *image, cli_point centre, double radius, cli_color color);

/// Draws a line of text; letters beyond ASCII are boxes.
void cli_image_letter(cli_image *image, const cli_lettering *style, const char *text);

/// How wide a text is at a size.
double cli_image_text_width(double size, const char *text);

/// The strokes of a letter on a grid 5 wide and 10 high: pairs of digits, strokes separated by
/// blanks. The base line is at 7, capitals start at 0, x at 2.
const char *cli_font_strokes(char letter);

/// Draws a whole picture. TOO_LARGE beyond CLI_IMAGE_SIDE_MAX.
WAY_NODISCARD way_status cli_image_draw(const cli_picture *picture, cli_image *out);

/// Writes a PNG file. IO, NO_MEMORY.
WAY_NODISCARD way_status cli_image_write_png(const cli_image *image, const char *path,
                                             way_problem *problem);
