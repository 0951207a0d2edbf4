// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Boards of sliding tiles as pictures of palette indices.
#pragma once

#include "cli/gif.h"

extern const cli_color cli_board_palette[CLI_GIF_COLORS];

/// A picture with room for `across` x `down` boards.
typedef struct cli_board {
    uint32_t columns, rows; ///< tiles of a board
    uint32_t across;
    uint32_t tile;          ///< pixels of a tile [10..]
    uint32_t gap;           ///< ... round a board
    uint32_t width, height; ///< pixels of the picture
    uint8_t *picture;       ///< [width * height]
} cli_board;

/// Makes an empty picture of which columns, rows, across, tile and gap are set; false without
/// memory.
bool cli_board_begin(cli_board *board, uint32_t down);
void cli_board_end(cli_board *board);

/// What to draw: the board `tiles` [columns * rows] at place `index`, or on the way to it: the tile
/// that fills the cell `gap` of the board before has come `part` of 8 parts of its way.
typedef struct cli_board_scene {
    const uint8_t *tiles;
    uint32_t index;
    uint32_t moved; ///< the cell of the tile under way
    uint32_t gap;   ///< the cell it came from
    uint32_t part;  ///< [0..8]; 8 = it has arrived
} cli_board_scene;

/// Draws it and returns the part that a step changes.
way_rect cli_board_draw(const cli_board *board, const cli_board_scene *scene);
