// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE

#include "cli/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static uint32_t terminal_number(const char *name, uint32_t preset)
{
    uint64_t number = 0;
    const char *text = getenv(name);
    return text && cli_options_read_number(text, 1, 10000, &number) ? (uint32_t)number : preset;
}

static cli_colors terminal_depth(void)
{
    const char *depth = getenv("COLORTERM");
    if (depth && (strcmp(depth, "truecolor") == 0 || strcmp(depth, "24bit") == 0)) {
        return CLI_COLORS_TRUE;
    }
    return CLI_COLORS_256;
}

cli_terminal cli_terminal_of_stdout(uint32_t choice)
{
    cli_terminal terminal = {.is_terminal = isatty(STDOUT_FILENO) != 0};
    struct winsize size = {0};
    const bool known = terminal.is_terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
    terminal.columns = terminal_number("COLUMNS", known && size.ws_col ? size.ws_col : 80);
    terminal.rows = terminal_number("LINES", known && size.ws_row ? size.ws_row : 24);
    const char *off = getenv("NO_COLOR");
    const char *kind = getenv("TERM");
    const bool dumb = kind && strcmp(kind, "dumb") == 0;
    const bool automatic = terminal.is_terminal && !dumb && !(off && off[0]);
    const bool wanted = choice == 0 ? automatic : choice == 1;
    terminal.colors = wanted ? terminal_depth() : CLI_COLORS_NONE;
    return terminal;
}

double cli_clock_seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
