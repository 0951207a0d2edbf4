// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// `waymark demo`: what the library does, on one screen.
#include "cli/commands.h"
#include "cli/demo.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static const cli_option command_demo_options[] = {
    {.name = "out",
     .letter = 'o',
     .type = CLI_TYPE_FOLDER,
     .value = "DIR",
     .help = "folder for the pictures; created if missing"},
    CLI_OPTION_NO_TIMES,
    CLI_OPTION_COLOR,
    {0},
};

static cli_exit command_demo_make_folder(const char *path)
{
    char part[4096];
    for (size_t i = 0; i <= strlen(path) && i < sizeof part; i++) {
        if (i > 0 && (path[i] == '/' || path[i] == '\0')) {
            memcpy(part, path, i);
            part[i] = '\0';
            if (mkdir(part, 0777) != 0 && errno != EEXIST) {
                cli_complain("%s: %s", part, strerror(errno));
                return CLI_EXIT_SYSTEM;
            }
        }
    }
    return CLI_EXIT_OK;
}

static cli_exit command_demo_run(const cli_arguments *arguments)
{
    static cli_exit (*const acts[])(const cli_demo *) = {cli_demo_path, cli_demo_changes,
                                                         cli_demo_army, cli_demo_dozen};
    const cli_demo demo = {.folder = cli_options_text(arguments, "out", NULL),
                           .terminal =
                               cli_terminal_of_stdout(cli_options_get(arguments, "color")->choice),
                           .times = !cli_options_has(arguments, "no-times")};
    cli_exit result = demo.folder ? command_demo_make_folder(demo.folder) : CLI_EXIT_OK;
    for (uint32_t i = 0; i < sizeof acts / sizeof *acts && result == CLI_EXIT_OK; i++) {
        result = acts[i](&demo);
        (void)fflush(stdout);
    }
    if (result == CLI_EXIT_OK) {
        (void)fputs("\nAll algorithms: waymark algos. All tables: docs/bench, or make bench.\n"
                    "Your own maps: waymark find MAP, waymark bench --help.\n",
                    stdout);
    }
    return result;
}

const cli_command cli_command_demo = {
    .name = "demo",
    .summary = "See what waymark does, on one screen, with pictures",
    .operands = "",
    .details =
        "A path, the same path as the map changes, an army through a gate, and the searches\n"
        "to know first.\n",
    .options = command_demo_options,
    .completes = "",
    .run = command_demo_run,
};
