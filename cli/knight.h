// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The platform game as pictures of palette indices: rock, door, knight, and the way it came.
#pragma once

#include "cli/gif.h"

#include <waymark/lab.h>

/// Pixels of a tile.
#define CLI_KNIGHT_TILE 16u

extern const cli_color cli_knight_palette[CLI_GIF_COLORS];

typedef struct cli_knight {
    uint32_t width, height; ///< pixels
    uint8_t *ground;        ///< [width * height] the level with the way so far
    uint8_t *picture;       ///< [width * height] the same with the knight
    way_rect last;          ///< where the knight was drawn; empty = not yet
} cli_knight;

/// Draws the level; false without memory.
bool cli_knight_begin(cli_knight *knight, const way_level *level);
void cli_knight_end(cli_knight *knight);

/// Draws the knight as it is after `frame` frames, `keys` being held, and returns what changed.
way_rect cli_knight_draw(cli_knight *knight, const way_platform_state *state, uint32_t keys,
                         uint32_t frame);
