// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// One line on stderr that says how far the work is and how long it will last. Silent if stderr is
// no terminal (unless forced), and in the first second: most work is over by then.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct cli_progress {
    const char *title;
    bool enabled, shown;
    double started, printed; ///< seconds
} cli_progress;

/// Starts the clock. `forced` shows it on any stderr.
cli_progress cli_progress_begin(const char *title, bool forced);

/// Tells how much of the work is done; prints at most ten times a second.
void cli_progress_update(cli_progress *progress, uint64_t done, uint64_t total);

/// Clears the line.
void cli_progress_end(cli_progress *progress);
