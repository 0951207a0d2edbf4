// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The games of `waymark play`.
#pragma once

#include "cli/options.h"

/// Hundredths of a second for which the last picture of an animation is shown.
#define CLI_PLAY_REST 200u

/// The knight of the platform game.
cli_exit cli_play_platform(const cli_arguments *arguments);

/// Sliding tiles.
cli_exit cli_play_tiles(const cli_arguments *arguments);

/// Whether a file to be written is to move.
bool cli_play_is_gif(const char *path);

/// Reads "A" or "A,B,C" after "gen:"; false if it is neither. B and C are left alone if missing.
bool cli_play_read_request(const char *text, uint64_t *seed, uint32_t sides[2]);
