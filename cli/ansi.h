// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A panel in the terminal: two rows of cells in each line of letters, or plain ASCII.
#pragma once

#include "cli/picture.h"
#include "cli/terminal.h"

/// Prints the panel no wider than the terminal (and at most `rows_max` lines high), several cells
/// to a letter if need be. Plain: '#' blocked, '.' open, '+' expanded, 'o' path, 'S' start,
/// 'G' goal.
void cli_ansi_print(const cli_picture *picture, const cli_terminal *terminal, uint32_t rows_max,
                    FILE *stream);

/// Sets the colour of what is printed next, or of what is behind it. `colors` is not NONE.
void cli_ansi_set_color(FILE *stream, cli_colors colors, bool background, cli_color color);
