// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Commands and their options as tables: parsing, help, the manual and shell completion all read the
// same rows.
#pragma once

#include <waymark/base.h>

#include <stdio.h>

/// What the process ends with.
typedef enum cli_exit {
    CLI_EXIT_OK = 0,
    CLI_EXIT_NEGATIVE = 1,     ///< it worked and the answer is no: no path, a mismatch
    CLI_EXIT_USAGE = 2,        ///< the command line is wrong
    CLI_EXIT_BAD_INPUT = 3,    ///< a file is malformed
    CLI_EXIT_SYSTEM = 4,       ///< no memory, or a file can't be read or written
    CLI_EXIT_INTERRUPTED = 130 ///< Ctrl-C
} cli_exit;

typedef enum cli_type {
    CLI_TYPE_FLAG,     ///< given or not
    CLI_TYPE_WORD,     ///< any text
    CLI_TYPE_FILE,     ///< a path to write or read
    CLI_TYPE_FOLDER,   ///< a path of a folder
    CLI_TYPE_NUMBER,   ///< a whole number in [min..max]
    CLI_TYPE_PAIR,     ///< two whole numbers in [min..max], as X,Y
    CLI_TYPE_PLACE,    ///< the same, and a floor before them if need be: FLOOR:X,Y
    CLI_TYPE_CHOICE,   ///< one of `choices`
    CLI_TYPE_ALGORITHM ///< an algorithm with optional parameters
} cli_type;

typedef struct cli_option {
    const char *name;           ///< long form without dashes; NULL ends a table
    const char *old;            ///< [opt] what it was called before, for one more release
    const char *help;           ///< one line
    const char *value;          ///< placeholder such as "X,Y"; NULL for flags
    const char *const *choices; ///< CLI_TYPE_CHOICE: ends with NULL
    uint64_t min, max;
    cli_type type;
    char letter;  ///< short form; 0 = none
    bool repeats; ///< may be given several times
} cli_option;

#define CLI_OPTIONS_MAX 40u
#define CLI_REPEATS_MAX 16u

/// What the command line said of one option; the last word wins unless the option repeats.
typedef struct cli_value {
    uint32_t count; ///< times given
    const char *texts[CLI_REPEATS_MAX];
    const char *text; ///< the last one; NULL if not given
    uint64_t number;  ///< CLI_TYPE_NUMBER
    uint32_t x, y;    ///< CLI_TYPE_PAIR, CLI_TYPE_PLACE
    uint32_t floor;   ///< CLI_TYPE_PLACE
    uint32_t choice;  ///< CLI_TYPE_CHOICE: the index
} cli_value;

struct cli_arguments;

typedef struct cli_command {
    const char *name;
    const char *summary;  ///< one line
    const char *operands; ///< as in the usage line: "MAP", "SCEN..."; "" for none
    const char *details;  ///< paragraphs for --help; lines of at most 78 columns
    const cli_option *options;
    uint32_t operand_min, operand_max;
    const char *completes; ///< what operands are: "map", "scenario", "algorithm", "generator", ...
    cli_exit (*run)(const struct cli_arguments *arguments);
} cli_command;

typedef struct cli_arguments {
    const cli_command *command;
    cli_value values[CLI_OPTIONS_MAX];
    const char *const *operands;
    uint32_t operand_count;
} cli_arguments;

/// Reads the words after the command's name, complaining to stderr. `storage` [count] keeps the
/// operands. False on a usage error.
bool cli_options_parse(const cli_command *command, uint32_t count, const char *const words[],
                       const char **storage, cli_arguments *out);

/// What was said of an option of the command's table. The name must be in it.
const cli_value *cli_options_get(const cli_arguments *arguments, const char *name);

/// Whether an option was given.
bool cli_options_has(const cli_arguments *arguments, const char *name);

/// Its text, or `preset`.
const char *cli_options_text(const cli_arguments *arguments, const char *name, const char *preset);

/// Its number, or `preset`.
uint64_t cli_options_number(const cli_arguments *arguments, const char *name, uint64_t preset);

/// The option of that long name, or NULL.
const cli_option *cli_options_find(const cli_command *command, const char *name);

/// Prints the help of a command.
void cli_options_help(const cli_command *command, FILE *stream);

/// Of the names that `name_at` gives up to NULL, the one that looks most like `word`, or NULL if
/// none does.
const char *cli_options_nearest(const char *word, const char *(*name_at)(uint32_t, const void *),
                                const void *user);

/// Reads a whole number in [min..max], digits only.
bool cli_options_read_number(const char *text, uint64_t min, uint64_t max, uint64_t *out);

/// Reads --shard K/N; 1/1 if it is not there. Complains and is false if it makes no sense.
bool cli_options_shard(const cli_arguments *arguments, uint32_t *shard, uint32_t *shards);

/// Reads "X,Y", both in the option's range.
bool cli_options_read_pair(const cli_option *option, const char *text, uint32_t *x, uint32_t *y);

/// Reads "X,Y" or "FLOOR:X,Y", all in the option's range.
bool cli_options_read_place(const cli_option *option, const char *text, uint32_t *floor,
                            uint32_t *x, uint32_t *y);

/// Names of files may hold anything; a terminal must not take it for orders: control bytes become
/// '?'.
void cli_clean(char *text);

/// Prints "waymark: TEXT" to stderr, clean.
void cli_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// Prints what has the name of a file in it, clean.
void cli_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// Prints "waymark: PLACE:LINE:COLUMN: TEXT" for a problem, or the status' own text if it has none.
/// Returns the exit code for the status.
cli_exit cli_complain_problem(const char *place, way_status status, const way_problem *problem);

/// Options that several commands have.
extern const char *const cli_choices_neighbours[];
extern const char *const cli_choices_corners[];
extern const char *const cli_choices_color[];
#define CLI_OPTION_JSON                                                                            \
    {                                                                                              \
        .name = "json", .help = "print JSON instead of text"                                       \
    }
#define CLI_OPTION_SHARD                                                                           \
    {                                                                                              \
        .name = "shard", .type = CLI_TYPE_WORD, .value = "K/N",                                    \
        .help = "only part K of N, the same on every machine"                                      \
    }
#define CLI_OPTION_NO_TIMES                                                                        \
    {                                                                                              \
        .name = "no-times", .help = "leave out times and bytes, which vary between machines"       \
    }
#define CLI_OPTION_COLOR                                                                           \
    {                                                                                              \
        .name = "color", .type = CLI_TYPE_CHOICE, .value = "WHEN", .choices = cli_choices_color,   \
        .help = "colours: auto (a terminal without NO_COLOR), always, never"                       \
    }
#define CLI_OPTION_PROGRESS                                                                        \
    {                                                                                              \
        .name = "progress", .help = "show progress even if stderr is not a terminal"               \
    }
#define CLI_OPTIONS_RULES                                                                          \
    {.name = "neighbours",                                                                         \
     .letter = 'n',                                                                                \
     .type = CLI_TYPE_CHOICE,                                                                      \
     .value = "N",                                                                                 \
     .choices = cli_choices_neighbours,                                                            \
     .help = "neighbours of a cell: 4, 6 (hexes) or 8 [8]"},                                       \
        {.name = "corners",                                                                        \
         .type = CLI_TYPE_CHOICE,                                                                  \
         .value = "RULE",                                                                          \
         .choices = cli_choices_corners,                                                           \
         .help = "diagonal steps past blocked cells: strict, loose, any [strict]"},                \
        {.name = "costs",                                                                          \
         .type = CLI_TYPE_PAIR,                                                                    \
         .value = "C,D",                                                                           \
         .min = 1,                                                                                 \
         .max = 8192,                                                                              \
         .help = "cost of a straight and of a diagonal step [408,577]"},                           \
        {.name = "swamp",                                                                          \
         .type = CLI_TYPE_NUMBER,                                                                  \
         .value = "W",                                                                             \
         .min = 0,                                                                                 \
         .max = 9,                                                                                 \
         .help = "weight of the letter S in map files; 0 blocks it [1]"},                          \
        {.name = "profile",                                                                        \
         .type = CLI_TYPE_WORD,                                                                    \
         .value = "SPEC",                                                                          \
         .help = "what terrain weighs for the unit: a file, or 'size=2,*=0,W=1'"},                 \
        {.name = "links",                                                                          \
         .type = CLI_TYPE_FILE,                                                                    \
         .value = "FILE",                                                                          \
         .help = "links to add to the map, 'X,Y X,Y COST [both]' on each line"},                   \
    {                                                                                              \
        .name = "penalty", .type = CLI_TYPE_FILE, .value = "FILE",                                 \
        .help = "extra costs of cells, 'X,Y WIDTH HEIGHT PENALTY' on each line"                    \
    }
