// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// `waymark completion`: what a shell needs to complete our words, made of the same tables.
#include "cli/bench_table.h"
#include "cli/commands.h"
#include "cli/trip.h"
#include "scenes/gallery.h"

#include <string.h>

static const cli_option command_completion_options[] = {{0}};

// Words -------------------------------------------------------------------------------------------

// Whether operands of this kind are files.
static bool command_completion_is_file(const char *kind)
{
    return strcmp(kind, "map") == 0 || strcmp(kind, "scenario") == 0;
}

static void command_completion_algorithms(const char *separator)
{
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        (void)printf("%s%s", i ? separator : "", way_algorithm_at(i)->name);
    }
}

static void command_completion_generators(const char *separator)
{
    for (uint32_t i = 0; i < scene_generator_count(); i++) {
        (void)printf("%s%s", i ? separator : "", scene_generator_at(i)->name);
    }
}

static void command_completion_commands(const char *separator)
{
    for (uint32_t i = 0; cli_commands_at(i); i++) {
        (void)printf("%s%s", i ? separator : "", cli_commands_at(i)->name);
    }
}

static void command_completion_scenes(const char *separator)
{
    for (uint32_t i = 0; i < scene_gallery_count(); i++) {
        (void)printf("%sscene:%s", i ? separator : "", scene_gallery_at(i)->name);
    }
}

static void command_completion_suites(const char *separator)
{
#ifndef CLI_WITHOUT_BENCH
    for (uint32_t i = 0; bench_suite_at(i); i++) {
        (void)printf("%s%s", bench_suite_at(i)->name, separator);
    }
#endif
    (void)printf("compare%sexport%scheck", separator, separator);
}

// The words that an operand of this kind may be; false if it is a file.
static bool command_completion_operands(const char *kind, const char *separator)
{
    if (strcmp(kind, "algorithm") == 0) {
        command_completion_algorithms(separator);
    } else if (strcmp(kind, "generator") == 0) {
        command_completion_generators(separator);
    } else if (strcmp(kind, "command") == 0) {
        command_completion_commands(separator);
    } else if (strcmp(kind, "shell") == 0) {
        (void)printf("bash%szsh%sfish", separator, separator);
    } else if (strcmp(kind, "suite") == 0) {
        command_completion_suites(separator);
    } else {
        return false;
    }
    return true;
}

static void command_completion_choices(const cli_option *option, const char *separator)
{
    for (uint32_t i = 0; option->choices[i]; i++) {
        (void)printf("%s%s", i ? separator : "", option->choices[i]);
    }
}

// bash --------------------------------------------------------------------------------------------

static void command_completion_bash_option(const cli_option *option)
{
    (void)printf("    *' --%s '", option->name);
    if (option->letter) {
        (void)printf(" | *' -%c '", option->letter);
    }
    (void)printf(") ");
    if (option->type == CLI_TYPE_ALGORITHM) {
        (void)printf("COMPREPLY=($(compgen -W '");
        command_completion_algorithms(" ");
        (void)printf("' -- \"$word\")) ;;\n");
    } else if (option->type == CLI_TYPE_CHOICE) {
        (void)printf("COMPREPLY=($(compgen -W '");
        command_completion_choices(option, " ");
        (void)printf("' -- \"$word\")) ;;\n");
    } else if (option->type == CLI_TYPE_FOLDER) {
        (void)printf("COMPREPLY=($(compgen -d -- \"$word\")) ;;\n");
    } else if (option->type == CLI_TYPE_FILE) {
        (void)printf("COMPREPLY=($(compgen -f -- \"$word\")) ;;\n");
    } else {
        (void)printf("COMPREPLY=() ;;\n");
    }
}

static void command_completion_bash_command(const cli_command *command)
{
    (void)printf("_waymark_%s() {\n    local word=$1 before=\" $2 \"\n    case $before in\n",
                 command->name);
    for (const cli_option *option = command->options; option->name; option++) {
        if (option->type != CLI_TYPE_FLAG) {
            command_completion_bash_option(option);
        }
    }
    (void)printf("    *)\n        if [[ $word == -* ]]; then\n"
                 "            COMPREPLY=($(compgen -W '");
    for (const cli_option *option = command->options; option->name; option++) {
        (void)printf("--%s ", option->name);
    }
    (void)printf("--help' -- \"$word\"))\n        else\n            COMPREPLY=($(compgen -W '");
    const bool words = command_completion_operands(command->completes, " ");
    if (strcmp(command->completes, "map") == 0) {
        command_completion_scenes(" ");
    }
    (void)printf("'%s -- \"$word\"))\n        fi\n        ;;\n    esac\n}\n",
                 words || !command->completes[0] ? "" : " -f");
}

static void command_completion_bash(void)
{
    (void)puts("# bash completion of waymark; made by 'waymark completion bash'");
    for (uint32_t i = 0; cli_commands_at(i); i++) {
        command_completion_bash_command(cli_commands_at(i));
    }
    (void)printf("_waymark() {\n"
                 "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
                 "    COMPREPLY=()\n"
                 "    if [[ $COMP_CWORD -eq 1 ]]; then\n"
                 "        COMPREPLY=($(compgen -W '");
    command_completion_commands(" ");
    (void)printf(" --help --version' -- \"$word\"))\n"
                 "    elif declare -F \"_waymark_${COMP_WORDS[1]}\" >/dev/null; then\n"
                 "        \"_waymark_${COMP_WORDS[1]}\" \"$word\" \"$before\"\n"
                 "    fi\n}\ncomplete -o filenames -F _waymark waymark\n");
}

// zsh ---------------------------------------------------------------------------------------------

// Quotes and brackets mean something in an _arguments line.
static void command_completion_zsh_text(const char *text)
{
    for (; *text; text++) {
        if (strchr("[]:\\", *text)) {
            (void)putchar('\\');
        }
        (void)fputs(*text == '\'' ? "'\\''" : (const char[]){*text, '\0'}, stdout);
    }
}

static void command_completion_zsh_value(const cli_option *option)
{
    (void)printf(":");
    command_completion_zsh_text(option->value);
    (void)printf(":");
    if (option->type == CLI_TYPE_ALGORITHM) {
        (void)printf("(");
        command_completion_algorithms(" ");
        (void)printf(")");
    } else if (option->type == CLI_TYPE_CHOICE) {
        (void)printf("(");
        command_completion_choices(option, " ");
        (void)printf(")");
    } else if (option->type == CLI_TYPE_FILE) {
        (void)printf("_files");
    } else if (option->type == CLI_TYPE_FOLDER) {
        (void)printf("_files -/");
    }
}

static void command_completion_zsh_command(const cli_command *command)
{
    (void)printf("    %s)\n        _arguments", command->name);
    for (const cli_option *option = command->options; option->name; option++) {
        (void)printf(" \\\n            '%s--%s%s[", option->repeats ? "*" : "", option->name,
                     option->value ? "=" : "");
        command_completion_zsh_text(option->help);
        (void)printf("]");
        if (option->value) {
            command_completion_zsh_value(option);
        }
        (void)printf("'");
    }
    (void)printf(" \\\n            '--help[show the options]'");
    if (command->completes[0]) {
        (void)printf(" \\\n            '*:%s:", command->completes);
        if (command_completion_is_file(command->completes)) {
            (void)printf("_files");
        } else {
            (void)printf("(");
            (void)command_completion_operands(command->completes, " ");
            (void)printf(")");
        }
        (void)printf("'");
    }
    (void)printf("\n        ;;\n");
}

static void command_completion_zsh(void)
{
    (void)puts("#compdef waymark\n# made by 'waymark completion zsh'\n_waymark() {\n"
               "    local -a commands\n    commands=(");
    for (uint32_t i = 0; cli_commands_at(i); i++) {
        (void)printf("        '%s:", cli_commands_at(i)->name);
        command_completion_zsh_text(cli_commands_at(i)->summary);
        (void)puts("'");
    }
    (void)puts("    )\n    if (( CURRENT == 2 )); then\n"
               "        _describe command commands\n        return\n    fi\n"
               "    local command=$words[2]\n    shift words\n    (( CURRENT-- ))\n"
               "    case $command in");
    for (uint32_t i = 0; cli_commands_at(i); i++) {
        command_completion_zsh_command(cli_commands_at(i));
    }
    (void)puts("    esac\n}\n_waymark \"$@\"");
}

// fish --------------------------------------------------------------------------------------------

static void command_completion_fish_text(const char *text)
{
    for (; *text; text++) {
        (void)fputs(*text == '\'' ? "\\'" : (const char[]){*text, '\0'}, stdout);
    }
}

static void command_completion_fish_option(const char *command, const cli_option *option)
{
    (void)printf("complete -c waymark -n '__fish_seen_subcommand_from %s' -l %s", command,
                 option->name);
    if (option->letter) {
        (void)printf(" -s %c", option->letter);
    }
    if (option->type == CLI_TYPE_FILE || option->type == CLI_TYPE_FOLDER) {
        (void)printf(" -r -F");
    } else if (option->type == CLI_TYPE_ALGORITHM) {
        (void)printf(" -x -a '");
        command_completion_algorithms(" ");
        (void)printf("'");
    } else if (option->type == CLI_TYPE_CHOICE) {
        (void)printf(" -x -a '");
        command_completion_choices(option, " ");
        (void)printf("'");
    } else if (option->value) {
        (void)printf(" -x");
    }
    (void)printf(" -d '");
    command_completion_fish_text(option->help);
    (void)puts("'");
}

static void command_completion_fish(void)
{
    (void)puts("# fish completion of waymark; made by 'waymark completion fish'\n"
               "complete -c waymark -n __fish_use_subcommand -f");
    for (uint32_t i = 0; cli_commands_at(i); i++) {
        const cli_command *command = cli_commands_at(i);
        (void)printf("complete -c waymark -n __fish_use_subcommand -a %s -d '", command->name);
        command_completion_fish_text(command->summary);
        (void)puts("'");
        for (const cli_option *option = command->options; option->name; option++) {
            command_completion_fish_option(command->name, option);
        }
        if (command->completes[0] && !command_completion_is_file(command->completes)) {
            (void)printf("complete -c waymark -n '__fish_seen_subcommand_from %s' -f -a '",
                         command->name);
            (void)command_completion_operands(command->completes, " ");
            (void)puts("'");
        }
    }
}

static cli_exit command_completion_run(const cli_arguments *arguments)
{
    const char *shell = arguments->operands[0];
    if (strcmp(shell, "bash") == 0) {
        command_completion_bash();
    } else if (strcmp(shell, "zsh") == 0) {
        command_completion_zsh();
    } else if (strcmp(shell, "fish") == 0) {
        command_completion_fish();
    } else {
        cli_complain("completion: '%s' is not one of bash, zsh, fish", shell);
        return CLI_EXIT_USAGE;
    }
    return CLI_EXIT_OK;
}

const cli_command cli_command_completion = {
    .name = "completion",
    .summary = "Print completion for bash, zsh or fish",
    .operands = "SHELL",
    .details = "  source <(waymark completion bash)\n",
    .options = command_completion_options,
    .operand_min = 1,
    .operand_max = 1,
    .completes = "shell",
    .run = command_completion_run,
};
