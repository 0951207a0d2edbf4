// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The acts of `waymark demo`: each prints a few lines and leaves a picture.
#pragma once

#include "cli/terminal.h"

typedef struct cli_demo {
    const char *folder; ///< for pictures; NULL = none
    cli_terminal terminal;
    bool times; ///< whether times may be shown
} cli_demo;

/// A path through a city, by three searches.
cli_exit cli_demo_path(const cli_demo *demo);

/// The same path again and again, while walls are built on it.
cli_exit cli_demo_changes(const cli_demo *demo);

/// An army through two gates, one of which shuts on the way.
cli_exit cli_demo_army(const cli_demo *demo);

/// A dozen searches by time, states and length of their paths.
cli_exit cli_demo_dozen(const cli_demo *demo);

/// Seconds of the processor.
double cli_demo_clock(void);

/// A bar of up to `cells` letters for `part` of the longest; eighths of a letter where the terminal
/// has them.
void cli_demo_bar(const cli_demo *demo, double part, uint32_t cells);

/// "out/demo/NAME", said in a line of its own if the picture could be written.
cli_exit cli_demo_say_picture(const cli_demo *demo, const char *name, cli_exit written);
