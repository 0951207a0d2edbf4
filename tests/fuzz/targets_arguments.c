// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Arguments of the command: words, one a line, against options of every type there is.
#include "cli/options.h"
#include "fuzz/fuzz_bytes.h"
#include "fuzz/targets.h"

#include <string.h>

#define ARGUMENTS_MAX 32u

static const char *const arguments_choices[] = {"auto", "always", "never", NULL};

static const cli_option arguments_options[] = {
    {.name = "flag", .letter = 'f', .help = "on or off"},
    {.name = "word", .letter = 'w', .type = CLI_TYPE_WORD, .value = "W", .repeats = true},
    {.name = "number", .letter = 'n', .type = CLI_TYPE_NUMBER, .value = "N", .min = 3, .max = 900},
    {.name = "large", .type = CLI_TYPE_NUMBER, .value = "N", .max = UINT64_MAX},
    {.name = "pair", .type = CLI_TYPE_PAIR, .value = "X,Y", .min = 1, .max = 65535},
    {.name = "choice",
     .letter = 'c',
     .type = CLI_TYPE_CHOICE,
     .value = "C",
     .choices = arguments_choices},
    {.name = "output", .letter = 'o', .type = CLI_TYPE_FILE, .value = "FILE"},
    {0},
};

static const cli_command arguments_command = {.name = "fuzz",
                                              .summary = "",
                                              .operands = "WORD...",
                                              .details = "",
                                              .options = arguments_options,
                                              .operand_min = 0,
                                              .operand_max = 5};

void fuzz_arguments(const uint8_t *input, size_t size)
{
    char text[1024];
    const char *words[ARGUMENTS_MAX];
    const char *storage[ARGUMENTS_MAX];
    if (size >= sizeof text) {
        return;
    }
    memcpy(text, input, size);
    text[size] = '\0';
    uint32_t count = 0;
    for (char *at = text; *at && count < ARGUMENTS_MAX;) {
        words[count++] = at;
        at += strcspn(at, "\n");
        if (*at) {
            *at++ = '\0';
        }
    }
    cli_arguments out;
    if (!cli_options_parse(&arguments_command, count, words, storage, &out)) {
        return;
    }
    fuzz_require(out.operand_count <= 5 && out.operand_count <= count);
    const uint64_t number = cli_options_number(&out, "number", 3);
    fuzz_require(number >= 3 && number <= 900);
    uint32_t x = 0;
    uint32_t y = 0;
    if (cli_options_has(&out, "pair")) {
        const char *pair = cli_options_text(&out, "pair", "");
        fuzz_require(
            cli_options_read_pair(cli_options_find(&arguments_command, "pair"), pair, &x, &y));
    }
    for (uint32_t i = 0; i < out.operand_count; i++) {
        fuzz_require(strlen(out.operands[i]) <= size);
    }
}
