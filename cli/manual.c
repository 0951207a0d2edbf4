// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// waymark(1) in man macros.
#include "cli/manual.h"

#include "cli/commands.h"

#include <string.h>

// Hyphens are options here, and a leading dot or quote would be a macro.
static void manual_text(FILE *stream, const char *text)
{
    bool start = true;
    for (; *text; text++) {
        if (start && (*text == '.' || *text == '\'')) {
            (void)fputs("\\&", stream);
        }
        if (*text == '-') {
            (void)fputs("\\-", stream);
        } else if (*text == '\\') {
            (void)fputs("\\e", stream);
        } else {
            (void)fputc(*text, stream);
        }
        start = *text == '\n';
    }
}

static void manual_option(FILE *stream, const cli_option *option)
{
    (void)fputs(".TP\n", stream);
    if (option->letter) {
        (void)fprintf(stream, "\\fB\\-%c\\fR, ", option->letter);
    }
    (void)fputs("\\fB\\-\\-", stream);
    manual_text(stream, option->name);
    (void)fputs("\\fR", stream);
    if (option->value) {
        (void)fputs(" \\fI", stream);
        manual_text(stream, option->value);
        (void)fputs("\\fR", stream);
    }
    (void)fputc('\n', stream);
    manual_text(stream, option->help);
    (void)fputc('\n', stream);
}

// Details are paragraphs; lines that begin with a blank are examples.
static void manual_details(FILE *stream, const char *details)
{
    bool example = false;
    while (*details) {
        const size_t size = strcspn(details, "\n");
        char line[256];
        (void)snprintf(line, sizeof line, "%.*s", (int)size, details);
        const bool indented = line[0] == ' ';
        if (indented != example) {
            (void)fputs(indented ? ".PP\n.nf\n" : ".fi\n", stream);
            example = indented;
        }
        if (size == 0) {
            (void)fputs(example ? "" : ".PP\n", stream);
        } else {
            manual_text(stream, line);
            (void)fputc('\n', stream);
        }
        details += size + (details[size] == '\n');
    }
    if (example) {
        (void)fputs(".fi\n", stream);
    }
}

static void manual_command(FILE *stream, const cli_command *command)
{
    (void)fprintf(stream, ".SS waymark %s ", command->name);
    manual_text(stream, "[options] ");
    manual_text(stream, command->operands);
    (void)fputc('\n', stream);
    manual_text(stream, command->summary);
    (void)fputs(".\n", stream);
    if (command->details[0]) {
        (void)fputs(".PP\n", stream);
        manual_details(stream, command->details);
    }
    for (const cli_option *option = command->options; option->name; option++) {
        manual_option(stream, option);
    }
}

static void manual_tail(FILE *stream)
{
    (void)fputs(".SH EXIT STATUS\n"
                ".TP\n0\nit worked\n"
                ".TP\n1\nit worked and the answer is no: no path, or a length that disagrees\n"
                ".TP\n2\nthe command line is wrong\n"
                ".TP\n3\na file is malformed; the message names file, line and column\n"
                ".TP\n4\nno memory, or a file cannot be read or written\n"
                ".SH ENVIRONMENT\n"
                ".TP\nNO_COLOR\nif set and not empty, nothing is coloured unless asked for\n"
                ".TP\nCOLORTERM\n\\(lqtruecolor\\(rq or \\(lq24bit\\(rq: 24\\-bit colours\n"
                ".TP\nCOLUMNS, LINES\nthe size of the terminal, if it can't be queried\n"
                ".SH EXAMPLES\n.nf\n"
                "waymark info gen:caves,width=200,height=120,seed=7 \\-\\-save caves.map\n"
                "waymark draw caves.map \\-\\-regions \\-o caves.png\n"
                "waymark find scene:harbour \\-\\-algo jps \\-\\-json\n"
                "waymark bench check maps/dao \\-\\-sample 50\n"
                ".fi\n",
                stream);
}

void cli_manual_print(FILE *stream)
{
    (void)fputs(".\\\" SPDX-FileCopyrightText: 2026 The waymark authors\n"
                ".\\\" SPDX-License-Identifier: MIT\n"
                ".\\\" Made by 'waymark help --man'; do not edit.\n"
                ".TH WAYMARK 1\n.SH NAME\nwaymark \\- real\\-time pathfinding for games\n"
                ".SH SYNOPSIS\n\\fBwaymark\\fR \\fICOMMAND\\fR [options] [arguments]\n",
                stream);
    for (const cli_option *option = cli_main_options; option->name; option++) {
        manual_option(stream, option);
    }
    (void)fputs(".SH COMMANDS\nEvery command also has \\fB\\-h\\fR, \\fB\\-\\-help\\fR.\n", stream);
    for (uint32_t i = 0; cli_commands_part_at(i); i++) {
        manual_command(stream, cli_commands_part_at(i));
    }
    manual_tail(stream);
}
