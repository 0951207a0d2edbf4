// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The commands there are.
#pragma once

#include "cli/options.h"

#define CLI_COMMAND(name) extern const cli_command cli_command_##name;
#define CLI_PART CLI_COMMAND
#define CLI_HIDDEN CLI_COMMAND
#include "cli/commands.def"
#undef CLI_HIDDEN
#undef CLI_PART
#undef CLI_COMMAND

/// The command at `index`, in the order of the help; NULL beyond the last.
const cli_command *cli_commands_at(uint32_t index);

/// The same with the parts of commands, such as "bench check", behind those that they are parts of.
const cli_command *cli_commands_part_at(uint32_t index);

/// The command that the first words [count] name, and how many of them do; NULL, after a complaint
/// with a suggestion, if there is none.
const cli_command *cli_commands_find(uint32_t count, const char *const words[], uint32_t *named);

/// Prints what `waymark --help` prints.
void cli_commands_help(FILE *stream);

/// The options of `waymark` itself.
extern const cli_option cli_main_options[];
