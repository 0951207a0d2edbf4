// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The commands there are.
#pragma once

#include "cli/options.h"

#define CLI_COMMAND(name) extern const cli_command cli_command_##name;
#include "cli/commands.def"
#undef CLI_COMMAND

/// The command at `index`, in the order of the help; NULL beyond the last.
const cli_command *cli_commands_at(uint32_t index);

/// The command of that name; NULL, after a complaint with a suggestion, if there is none.
const cli_command *cli_commands_find(const char *name);

/// Prints what `waymark --help` prints.
void cli_commands_help(FILE *stream);

/// The options of `waymark` itself.
extern const cli_option cli_main_options[];
