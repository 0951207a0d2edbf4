// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE

#include "cli/terminal.h"

#include <signal.h>
#include <stdio.h>
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

void cli_clock_wait(double seconds)
{
    const double left = seconds - cli_clock_seconds();
    if (left > 0) {
        const time_t whole = (time_t)left;
        const struct timespec pause = {.tv_sec = whole,
                                       .tv_nsec = (long)((left - (double)whole) * 1e9)};
        (void)nanosleep(&pause, NULL);
    }
}

#define TERMINAL_CURSOR_SHOW "\033[0m\033[?25h"

/// Shows the cursor again before the signal does what it always does.
static void terminal_on_signal(int number)
{
    const ssize_t written =
        write(STDOUT_FILENO, TERMINAL_CURSOR_SHOW "\n", sizeof TERMINAL_CURSOR_SHOW);
    (void)written;
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

void cli_terminal_begin_screen(void)
{
    (void)signal(SIGINT, terminal_on_signal);
    (void)signal(SIGTERM, terminal_on_signal);
    (void)fputs("\033[2J\033[?25l", stdout);
}

void cli_terminal_end_screen(void)
{
    (void)fputs(TERMINAL_CURSOR_SHOW, stdout);
    (void)fflush(stdout);
    (void)signal(SIGINT, SIG_DFL);
    (void)signal(SIGTERM, SIG_DFL);
}
