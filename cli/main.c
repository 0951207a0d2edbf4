// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The `waymark` command: finds the command named first and hands it the rest.
#include "cli/commands.h"

#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

static bool main_is(const char *word, const char *name, const char *letter)
{
    return strcmp(word, name) == 0 || strcmp(word, letter) == 0;
}

static bool main_asks_help(uint32_t count, const char *const words[])
{
    for (uint32_t i = 0; i < count && strcmp(words[i], "--") != 0; i++) {
        if (main_is(words[i], "--help", "-h")) {
            return true;
        }
    }
    return false;
}

static cli_exit main_run(const cli_command *command, uint32_t count, const char *const words[])
{
    if (main_asks_help(count, words)) {
        cli_options_help(command, stdout);
        return CLI_EXIT_OK;
    }
    const char **operands = calloc((size_t)count + 1, sizeof *operands);
    if (!operands) {
        return cli_complain_problem(command->name, WAY_STATUS_NO_MEMORY, NULL);
    }
    cli_arguments arguments;
    const bool good = cli_options_parse(command, count, words, operands, &arguments);
    const cli_exit result = good ? command->run(&arguments) : CLI_EXIT_USAGE;
    free(operands);
    return result;
}

static cli_exit main_dispatch(uint32_t count, const char *const words[])
{
    if (count == 0) {
        cli_commands_help(stderr);
        return CLI_EXIT_USAGE;
    }
    if (main_is(words[0], "--help", "-h")) {
        cli_commands_help(stdout);
        return CLI_EXIT_OK;
    }
    if (main_is(words[0], "--version", "-V")) {
        (void)printf("waymark %s\n", way_version());
        return CLI_EXIT_OK;
    }
    if (words[0][0] == '-') {
        cli_complain("unknown option '%s'; see 'waymark --help'", words[0]);
        return CLI_EXIT_USAGE;
    }
    uint32_t named = 0;
    const cli_command *command = cli_commands_find(count, words, &named);
    return command ? main_run(command, count - named, words + named) : CLI_EXIT_USAGE;
}

int main(int count, char **words)
{
    // Numbers are printed and read the same everywhere.
    (void)setlocale(LC_ALL, "C");
    const uint32_t given = count > 1 ? (uint32_t)count - 1 : 0;
    cli_exit result = main_dispatch(given, (const char *const *)words + 1);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        // A closed pipe is the reader's choice.
        if (errno != EPIPE) {
            cli_complain("stdout: %s", strerror(errno));
            result = result == CLI_EXIT_OK ? CLI_EXIT_SYSTEM : result;
        }
    }
    return (int)result;
}
