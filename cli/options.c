// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "cli/options.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define OPTIONS_HELP_COLUMN 24
#define OPTIONS_WORD_MAX 40u
#define OPTIONS_COMPLAINT_MAX 8192u

const char *const cli_choices_neighbours[] = {"4", "6", "8", NULL};
const char *const cli_choices_corners[] = {"strict", "loose", "any", NULL};
const char *const cli_choices_color[] = {"auto", "always", "never", NULL};

static const cli_option options_help_row = {
    .name = "help", .letter = 'h', .help = "show this text"};

void cli_clean(char *text)
{
    for (char *c = text; *c; c++) {
        const unsigned char byte = (unsigned char)*c;
        *c = (byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7f ? '?' : *c;
    }
}

static void options_print(FILE *out, const char *format, va_list arguments)
{
    char text[OPTIONS_COMPLAINT_MAX] = "";
    // NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized): it is; clang-tidy 14 loses track
    (void)vsnprintf(text, sizeof text, format, arguments);
    cli_clean(text);
    (void)fputs(text, out);
}

void cli_complain(const char *format, ...)
{
    (void)fflush(stdout);
    (void)fputs("waymark: ", stderr);
    va_list arguments;
    va_start(arguments, format);
    options_print(stderr, format, arguments);
    va_end(arguments);
    (void)fputc('\n', stderr);
}

void cli_say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    options_print(stdout, format, arguments);
    va_end(arguments);
}

cli_exit cli_complain_problem(const char *place, way_status status, const way_problem *problem)
{
    const char *text = problem && problem->text[0] ? problem->text : way_status_text(status);
    if (problem && problem->line > 0 && problem->column > 0) {
        cli_complain("%s:%u:%u: %s", place, problem->line, problem->column, text);
    } else if (problem && problem->line > 0) {
        cli_complain("%s:%u: %s", place, problem->line, text);
    } else {
        cli_complain("%s: %s", place, text);
    }
    switch (status) {
    case WAY_STATUS_NO_MEMORY:
    case WAY_STATUS_IO:
        return CLI_EXIT_SYSTEM;
    case WAY_STATUS_INVALID_ARGUMENT:
    case WAY_STATUS_NOT_FOUND:
    case WAY_STATUS_UNSUPPORTED:
        return CLI_EXIT_USAGE;
    default:
        return CLI_EXIT_BAD_INPUT;
    }
}

// Suggestions -------------------------------------------------------------------------------------

static uint32_t options_least(uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t least = a < b ? a : b;
    return least < c ? least : c;
}

// How many letters must be added, dropped or changed to make one word of the other.
static uint32_t options_distance(const char *a, const char *b)
{
    uint32_t row[OPTIONS_WORD_MAX + 1];
    const size_t columns = strlen(b);
    if (strlen(a) > OPTIONS_WORD_MAX || columns > OPTIONS_WORD_MAX) {
        return UINT32_MAX;
    }
    for (uint32_t x = 0; x <= columns; x++) {
        row[x] = x;
    }
    for (uint32_t y = 0; a[y]; y++) {
        uint32_t diagonal = row[0];
        row[0] = y + 1;
        for (uint32_t x = 0; x < columns; x++) {
            const uint32_t above = row[x + 1];
            row[x + 1] = options_least(above + 1, row[x] + 1, diagonal + (a[y] != b[x]));
            diagonal = above;
        }
    }
    return row[columns];
}

const char *cli_options_nearest(const char *word, const char *(*name_at)(uint32_t, const void *),
                                const void *user)
{
    const char *nearest = NULL;
    uint32_t least = (uint32_t)strlen(word) / 3 + 2;
    for (uint32_t i = 0; name_at(i, user); i++) {
        const char *name = name_at(i, user);
        const bool begins = strlen(word) >= 2 && strncmp(name, word, strlen(word)) == 0;
        const uint32_t distance = begins ? 0 : options_distance(word, name);
        if (distance < least) {
            least = distance;
            nearest = name;
        }
    }
    return nearest;
}

// Looking up --------------------------------------------------------------------------------------

static const char *options_name_at(uint32_t index, const void *command)
{
    return ((const cli_command *)command)->options[index].name;
}

const cli_option *cli_options_find(const cli_command *command, const char *name)
{
    for (const cli_option *option = command->options; option->name; option++) {
        if (strcmp(option->name, name) == 0 || (option->old && strcmp(option->old, name) == 0)) {
            return option;
        }
    }
    return NULL;
}

const cli_value *cli_options_get(const cli_arguments *arguments, const char *name)
{
    const cli_option *option = cli_options_find(arguments->command, name);
    assert(option != NULL);
    return &arguments->values[option - arguments->command->options];
}

bool cli_options_has(const cli_arguments *arguments, const char *name)
{
    return cli_options_get(arguments, name)->count > 0;
}

const char *cli_options_text(const cli_arguments *arguments, const char *name, const char *preset)
{
    const cli_value *value = cli_options_get(arguments, name);
    return value->count > 0 ? value->text : preset;
}

uint64_t cli_options_number(const cli_arguments *arguments, const char *name, uint64_t preset)
{
    const cli_value *value = cli_options_get(arguments, name);
    return value->count > 0 ? value->number : preset;
}

// Values ------------------------------------------------------------------------------------------

bool cli_options_read_number(const char *text, uint64_t min, uint64_t max, uint64_t *out)
{
    uint64_t number = 0;
    if (!*text) {
        return false;
    }
    for (; *text; text++) {
        if (*text < '0' || *text > '9' || number > (UINT64_MAX - 9) / 10) {
            return false;
        }
        number = number * 10 + (uint64_t)(*text - '0');
    }
    *out = number;
    return number >= min && number <= max;
}

bool cli_options_read_pair(const cli_option *option, const char *text, uint32_t *x, uint32_t *y)
{
    char first[24];
    const char *comma = strchr(text, ',');
    uint64_t left = 0;
    uint64_t right = 0;
    if (!comma || (size_t)(comma - text) >= sizeof first) {
        return false;
    }
    memcpy(first, text, (size_t)(comma - text));
    first[comma - text] = '\0';
    if (!cli_options_read_number(first, option->min, option->max, &left) ||
        !cli_options_read_number(comma + 1, option->min, option->max, &right)) {
        return false;
    }
    *x = (uint32_t)left;
    *y = (uint32_t)right;
    return true;
}

bool cli_options_read_place(const cli_option *option, const char *text, uint32_t *floor,
                            uint32_t *x, uint32_t *y)
{
    char first[24];
    const char *colon = strchr(text, ':');
    uint64_t number = 0;
    if (colon) {
        (void)snprintf(first, sizeof first, "%.*s", (int)(colon - text), text);
        if (!cli_options_read_number(first, 0, option->max, &number)) {
            return false;
        }
    }
    *floor = (uint32_t)number;
    return cli_options_read_pair(option, colon ? colon + 1 : text, x, y);
}

static bool options_read_choice(const cli_option *option, const char *text, cli_value *value)
{
    for (uint32_t i = 0; option->choices[i]; i++) {
        if (strcmp(option->choices[i], text) == 0) {
            value->choice = i;
            return true;
        }
    }
    return false;
}

static void options_complain_value(const cli_option *option, const char *text)
{
    switch (option->type) {
    case CLI_TYPE_NUMBER:
        cli_complain("--%s needs a whole number from %llu to %llu, not '%s'", option->name,
                     (unsigned long long)option->min, (unsigned long long)option->max, text);
        break;
    case CLI_TYPE_PAIR:
    case CLI_TYPE_PLACE:
        cli_complain("--%s needs two whole numbers from %llu to %llu as %s, not '%s'", option->name,
                     (unsigned long long)option->min, (unsigned long long)option->max,
                     option->value, text);
        break;
    default: {
        char list[256] = "";
        for (uint32_t i = 0; option->choices && option->choices[i]; i++) {
            const size_t size = strlen(list);
            (void)snprintf(list + size, sizeof list - size, "%s%s", i ? ", " : "",
                           option->choices[i]);
        }
        cli_complain("--%s needs one of %s, not '%s'", option->name, list, text);
    }
    }
}

static bool options_read_value(const cli_option *option, const char *text, cli_value *value)
{
    bool good = true;
    if (option->type == CLI_TYPE_NUMBER) {
        good = cli_options_read_number(text, option->min, option->max, &value->number);
    } else if (option->type == CLI_TYPE_PAIR) {
        good = cli_options_read_pair(option, text, &value->x, &value->y);
    } else if (option->type == CLI_TYPE_PLACE) {
        good = cli_options_read_place(option, text, &value->floor, &value->x, &value->y);
    } else if (option->type == CLI_TYPE_CHOICE) {
        good = options_read_choice(option, text, value);
    }
    if (!good) {
        options_complain_value(option, text);
        return false;
    }
    if (option->repeats && value->count >= CLI_REPEATS_MAX) {
        cli_complain("--%s is given more than %u times", option->name, CLI_REPEATS_MAX);
        return false;
    }
    value->texts[option->repeats ? value->count : 0] = text;
    value->text = text;
    value->count++;
    return true;
}

// Words -------------------------------------------------------------------------------------------

typedef struct options_reader {
    const cli_command *command;
    const char *const *words;
    uint32_t count, at;
    cli_arguments *out;
} options_reader;

static void options_complain_unknown(const options_reader *reader, const char *word,
                                     const char *name)
{
    const char *nearest = cli_options_nearest(name, options_name_at, reader->command);
    if (nearest) {
        cli_complain("%s: unknown option '%s'; did you mean '--%s'?", reader->command->name, word,
                     nearest);
    } else {
        cli_complain("%s: unknown option '%s'; see 'waymark %s --help'", reader->command->name,
                     word, reader->command->name);
    }
}

// Takes the value from `attached` or from the next word.
static bool options_take(options_reader *reader, const cli_option *option, const char *attached)
{
    cli_value *value = &reader->out->values[option - reader->command->options];
    if (option->type == CLI_TYPE_FLAG) {
        if (attached) {
            cli_complain("%s: --%s takes no value", reader->command->name, option->name);
            return false;
        }
        value->count++;
        return true;
    }
    if (!attached && reader->at < reader->count) {
        attached = reader->words[reader->at++];
    }
    if (!attached) {
        cli_complain("%s: --%s needs a value: %s", reader->command->name, option->name,
                     option->value);
        return false;
    }
    return options_read_value(option, attached, value);
}

static bool options_take_long(options_reader *reader, const char *word)
{
    char name[OPTIONS_WORD_MAX + 1] = "";
    const char *equals = strchr(word, '=');
    const size_t size = equals ? (size_t)(equals - word) - 2 : strlen(word) - 2;
    memcpy(name, word + 2, size < OPTIONS_WORD_MAX ? size : OPTIONS_WORD_MAX);
    const cli_option *option =
        size <= OPTIONS_WORD_MAX ? cli_options_find(reader->command, name) : NULL;
    if (!option) {
        options_complain_unknown(reader, word, name);
        return false;
    }
    return options_take(reader, option, equals ? equals + 1 : NULL);
}

// Letters of flags may be joined, and a value may follow its letter at once: -ofile.
static bool options_take_short(options_reader *reader, const char *word)
{
    for (const char *letter = word + 1; *letter; letter++) {
        const cli_option *option = reader->command->options;
        while (option->name && option->letter != *letter) {
            option++;
        }
        if (!option->name) {
            cli_complain("%s: unknown option '-%c' in '%s'; see 'waymark %s --help'",
                         reader->command->name, *letter, word, reader->command->name);
            return false;
        }
        const bool flag = option->type == CLI_TYPE_FLAG;
        if (!options_take(reader, option, !flag && letter[1] ? letter + 1 : NULL)) {
            return false;
        }
        if (!flag) {
            break;
        }
    }
    return true;
}

static bool options_check_operands(const cli_arguments *arguments)
{
    const cli_command *command = arguments->command;
    if (arguments->operand_count < command->operand_min) {
        cli_complain("%s: missing argument; usage: waymark %s %s", command->name, command->name,
                     command->operands);
        return false;
    }
    if (arguments->operand_count > command->operand_max) {
        cli_complain("%s: unexpected argument '%s'", command->name,
                     arguments->operands[command->operand_max]);
        return false;
    }
    return true;
}

bool cli_options_parse(const cli_command *command, uint32_t count, const char *const words[],
                       const char **storage, cli_arguments *out)
{
    *out = (cli_arguments){.command = command, .operands = storage};
    options_reader reader = {.command = command, .words = words, .count = count, .out = out};
    bool only_operands = false;
    while (reader.at < count) {
        const char *word = words[reader.at++];
        bool good = true;
        if (only_operands || word[0] != '-' || word[1] == '\0') {
            storage[out->operand_count++] = word;
        } else if (strcmp(word, "--") == 0) {
            only_operands = true;
        } else if (word[1] == '-') {
            good = options_take_long(&reader, word);
        } else {
            good = options_take_short(&reader, word);
        }
        if (!good) {
            return false;
        }
    }
    return options_check_operands(out);
}

// Help --------------------------------------------------------------------------------------------

static void options_help_line(const cli_option *option, FILE *stream)
{
    char left[64];
    char letter[8] = "    ";
    if (option->letter) {
        (void)snprintf(letter, sizeof letter, "-%c, ", option->letter);
    }
    (void)snprintf(left, sizeof left, "  %s--%s%s%s", letter, option->name,
                   option->value ? " " : "", option->value ? option->value : "");
    const int width = OPTIONS_HELP_COLUMN + 2;
    if (strlen(left) >= (size_t)width) {
        (void)fprintf(stream, "%s\n%*s%s\n", left, width, "", option->help);
    } else {
        (void)fprintf(stream, "%-*s%s\n", width, left, option->help);
    }
}

void cli_options_help(const cli_command *command, FILE *stream)
{
    const char *space = command->operands[0] ? " " : "";
    (void)fprintf(stream, "usage: waymark %s [options]%s%s\n\n%s.\n", command->name, space,
                  command->operands, command->summary);
    if (command->details[0]) {
        (void)fprintf(stream, "\n%s", command->details);
    }
    (void)fputs("\nOptions:\n", stream);
    for (const cli_option *option = command->options; option->name; option++) {
        options_help_line(option, stream);
    }
    options_help_line(&options_help_row, stream);
}

bool cli_options_shard(const cli_arguments *arguments, uint32_t *shard, uint32_t *shards)
{
    const char *text = cli_options_text(arguments, "shard", "1/1");
    const char *slash = strchr(text, '/');
    char first[16];
    uint64_t number = 0;
    uint64_t count = 0;
    (void)snprintf(first, sizeof first, "%.*s", slash ? (int)(slash - text) : 0, text);
    if (!slash || !cli_options_read_number(slash + 1, 1, 1000000, &count) ||
        !cli_options_read_number(first, 1, count, &number)) {
        cli_complain("--shard needs K/N with K from 1 to N, not '%s'", text);
        return false;
    }
    *shard = (uint32_t)number;
    *shards = (uint32_t)count;
    return true;
}
