// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/manual.h"

static const cli_option command_help_options[] = {
    {.name = "man", .help = "print the manual page waymark(1)"},
    {0},
};

static cli_exit command_help_run(const cli_arguments *arguments)
{
    if (cli_options_has(arguments, "man")) {
        cli_manual_print(stdout);
        return CLI_EXIT_OK;
    }
    if (arguments->operand_count == 0) {
        cli_commands_help(stdout);
        return CLI_EXIT_OK;
    }
    uint32_t named = 0;
    const cli_command *command =
        cli_commands_find(arguments->operand_count, arguments->operands, &named);
    if (!command) {
        return CLI_EXIT_USAGE;
    }
    cli_options_help(command, stdout);
    return CLI_EXIT_OK;
}

const cli_command cli_command_help = {
    .name = "help",
    .summary = "Explain a command",
    .operands = "[COMMAND...]",
    .details = "",
    .options = command_help_options,
    .operand_max = 2,
    .completes = "command",
    .run = command_help_run,
};
