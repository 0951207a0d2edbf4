// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "cli/commands.h"

#include <string.h>

static const cli_command *const commands_shown[] = {
#define CLI_COMMAND(name) &cli_command_##name,
#define CLI_PART(name)
#define CLI_HIDDEN(name)
#include "cli/commands.def"
#undef CLI_HIDDEN
#undef CLI_PART
    NULL};

static const cli_command *const commands_parts[] = {
#define CLI_PART CLI_COMMAND
#define CLI_HIDDEN(name)
#include "cli/commands.def"
#undef CLI_HIDDEN
#undef CLI_PART
    NULL};

static const cli_command *const commands_all[] = {
#define CLI_PART CLI_COMMAND
#define CLI_HIDDEN CLI_COMMAND
#include "cli/commands.def"
#undef CLI_HIDDEN
#undef CLI_PART
#undef CLI_COMMAND
    NULL};

/// What earlier versions called some of them, and what they are now.
static const char *const commands_old[][2] = {{"check", "bench check"},
                                              {"gat", "bench gat"},
                                              {"gen", "info gen:NAME --save FILE"},
                                              {"inspect", "info FILE"}};

const cli_option cli_main_options[] = {
    {.name = "help", .letter = 'h', .help = "show this text"},
    {.name = "version", .letter = 'V', .help = "show the version"},
    {0},
};

const cli_command *cli_commands_at(uint32_t index)
{
    return index < sizeof commands_shown / sizeof *commands_shown ? commands_shown[index] : NULL;
}

const cli_command *cli_commands_part_at(uint32_t index)
{
    return index < sizeof commands_parts / sizeof *commands_parts ? commands_parts[index] : NULL;
}

static const char *commands_name_at(uint32_t index, const void *user)
{
    (void)user;
    const cli_command *command = cli_commands_at(index);
    return command ? command->name : NULL;
}

static const cli_command *commands_exact(const char *name)
{
    for (uint32_t i = 0; commands_all[i]; i++) {
        if (strcmp(commands_all[i]->name, name) == 0) {
            return commands_all[i];
        }
    }
    return NULL;
}

const cli_command *cli_commands_find(uint32_t count, const char *const words[], uint32_t *named)
{
    char two[64];
    (void)snprintf(two, sizeof two, "%s %s", words[0], count > 1 ? words[1] : "");
    const cli_command *command = commands_exact(two);
    *named = command ? 2 : 1;
    command = command ? command : commands_exact(words[0]);
    if (command) {
        return command;
    }
    for (uint32_t i = 0; i < sizeof commands_old / sizeof *commands_old; i++) {
        if (strcmp(commands_old[i][0], words[0]) == 0) {
            cli_complain("'%s' is 'waymark %s' now", words[0], commands_old[i][1]);
            return NULL;
        }
    }
    const char *nearest = cli_options_nearest(words[0], commands_name_at, NULL);
    if (nearest) {
        cli_complain("unknown command '%s'; did you mean '%s'?", words[0], nearest);
    } else {
        cli_complain("unknown command '%s'; see 'waymark --help'", words[0]);
    }
    return NULL;
}

void cli_commands_help(FILE *stream)
{
    (void)fputs("usage: waymark COMMAND [options] [arguments]\n\n"
                "Real-time pathfinding for games.\n\nCommands:\n",
                stream);
    for (uint32_t i = 0; commands_shown[i]; i++) {
        (void)fprintf(stream, "  %-12s%s\n", commands_shown[i]->name, commands_shown[i]->summary);
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
