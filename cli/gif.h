// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Animated GIF, written into memory: a palette, then pictures that each replace a rectangle of the
// one before.
#pragma once

#include "cli/picture.h"

#include <waymark/map.h>

#define CLI_GIF_COLORS 32u

typedef struct cli_gif {
    uint8_t *bytes;
    size_t size, capacity;
    uint32_t width, height;
    bool failed; ///< out of memory
} cli_gif;

/// Starts an animation that repeats for ever. `palette` [CLI_GIF_COLORS].
cli_gif cli_gif_begin(uint32_t width, uint32_t height, const cli_color *palette);

/// Adds the rectangle `area` of a whole picture of palette indices [width * height], shown for
/// `hundredths` of a second.
void cli_gif_add(cli_gif *gif, const uint8_t *pixels, way_rect area, uint32_t hundredths);

/// Ends the animation; false without memory.
bool cli_gif_end(cli_gif *gif);
void cli_gif_free(cli_gif *gif);
