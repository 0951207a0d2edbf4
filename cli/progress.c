// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L

#include "cli/progress.h"

#include "cli/table.h"
#include "cli/terminal.h"

#include <unistd.h>

#define PROGRESS_DELAY 1.0
#define PROGRESS_PERIOD 0.1
#define PROGRESS_BAR 24

cli_progress cli_progress_begin(const char *title, bool forced)
{
    return (cli_progress){
        .title = title, .enabled = forced || isatty(STDERR_FILENO), .started = cli_clock_seconds()};
}

static void progress_print(const cli_progress *progress, double part, double spent)
{
    char bar[PROGRESS_BAR * 3 + 1];
    size_t size = 0;
    for (int i = 0; i < PROGRESS_BAR; i++) {
        bar[size++] = (double)i < part * PROGRESS_BAR ? '=' : ' ';
    }
    bar[size] = '\0';
    const double left = part > 0 ? spent / part - spent : 0;
    (void)fprintf(stderr, "\r%s [%s] %3.0f%%  %s left   ", progress->title, bar, part * 100,
                  cli_number_seconds(left).text);
    (void)fflush(stderr);
}

void cli_progress_update(cli_progress *progress, uint64_t done, uint64_t total)
{
    if (!progress->enabled || total == 0) {
        return;
    }
    const double now = cli_clock_seconds();
    if (now - progress->started < PROGRESS_DELAY || now - progress->printed < PROGRESS_PERIOD) {
        return;
    }
    progress->printed = now;
    progress->shown = true;
    progress_print(progress, (double)done / (double)total, now - progress->started);
}

void cli_progress_end(cli_progress *progress)
{
    if (progress->shown) {
        (void)fputs("\r\033[K", stderr);
        (void)fflush(stderr);
        progress->shown = false;
    }
}
