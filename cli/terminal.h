// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the terminal can do, and the clock.
#pragma once

#include "cli/options.h"

typedef enum cli_colors {
    CLI_COLORS_NONE, ///< plain letters
    CLI_COLORS_256,
    CLI_COLORS_TRUE ///< 24 bits
} cli_colors;

typedef struct cli_terminal {
    cli_colors colors;
    uint32_t columns, rows; ///< 80 x 24 if unknown
    bool is_terminal;
} cli_terminal;

/// What stdout can show; `choice` is the index of --color: auto, always, never. NO_COLOR counts for
/// auto.
cli_terminal cli_terminal_of_stdout(uint32_t choice);

/// Seconds of a clock that never goes back.
double cli_clock_seconds(void);

/// Waits until that clock shows `seconds`.
void cli_clock_wait(double seconds);

/// Clears the terminal for pictures that follow each other, and hides the cursor until the end of
/// that, even if a signal ends the program first.
void cli_terminal_begin_screen(void);
void cli_terminal_end_screen(void);
