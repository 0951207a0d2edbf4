// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "cli/commands.h"

#include <string.h>

static const cli_command *const commands_all[] = {
#define CLI_COMMAND(name) &cli_command_##name,
#include "cli/commands.def"
#undef CLI_COMMAND
    NULL};

const cli_option cli_main_options[] = {
    {.name = "help", .letter = 'h', .help = "show this text"},
    {.name = "version", .letter = 'V', .help = "show the version"},
    {0},
};

const cli_command *cli_commands_at(uint32_t index)
{
    for (uint32_t i = 0; commands_all[i]; i++) {
        if (i == index) {
            return commands_all[i];
        }
    }
    return NULL;
}

static const char *commands_name_at(uint32_t index, const void *user)
{
    (void)user;
    const cli_command *command = cli_commands_at(index);
    return command ? command->name : NULL;
}

const cli_command *cli_commands_find(const char *name)
{
    for (uint32_t i = 0; commands_all[i]; i++) {
        if (strcmp(commands_all[i]->name, name) == 0) {
            return commands_all[i];
        }
    }
    const char *nearest = cli_options_nearest(name, commands_name_at, NULL);
    if (nearest) {
        cli_complain("unknown command '%s'; did you mean '%s'?", name, nearest);
    } else {
        cli_complain("unknown command '%s'; see 'waymark --help'", name);
    }
    return NULL;
}

void cli_commands_help(FILE *stream)
{
    (void)fputs("usage: waymark COMMAND [options] [arguments]\n\n"
                "Real-time pathfinding for games.\n\nCommands:\n",
                stream);
    for (uint32_t i = 0; commands_all[i]; i++) {
        (void)fprintf(stream, "  %-12s%s\n", commands_all[i]->name, commands_all[i]->summary);
    }
    (void)fputs("\nOptions:\n", stream);
    for (const cli_option *option = cli_main_options; option->name; option++) {
        (void)fprintf(stream, "  -%c, --%-10s%s\n", option->letter, option->name, option->help);
    }
    (void)fputs("\n'waymark help COMMAND' says more. Start with 'waymark demo'.\n"
                "Exit codes: 0 ok, 1 the answer is no, 2 usage, 3 malformed file, 4 no memory or "
                "no file.\n",
                stream);
}
