// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Pictures of palette indices in a terminal with colours: two blocks of pixels to a letter.
#pragma once

#include "cli/picture.h"
#include "cli/terminal.h"

#include <waymark/base.h>

#include <stdio.h>

typedef struct cli_pixels {
    const uint8_t *indices; ///< [width * height]
    const cli_color *palette;
    uint32_t width, height;
} cli_pixels;

/// The part that is shown: `columns` x `rows` blocks of `zoom` x `zoom` pixels from (left, top) on.
typedef struct cli_pixels_view {
    uint32_t zoom, columns, rows;
    uint32_t left, top;
} cli_pixels_view;

/// A view that fits into `columns` x `lines` letters, each pixel as large as possible: the whole
/// picture, if that can be done with blocks of at most `zoom_max` pixels per side, else a part.
cli_pixels_view cli_pixels_fit(const cli_pixels *pixels, uint32_t columns, uint32_t lines,
                               uint32_t zoom_max);

void cli_pixels_print(const cli_pixels *pixels, const cli_pixels_view *view, cli_colors colors,
                      FILE *stream);
