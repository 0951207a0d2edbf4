// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// `waymark build`: prepares an algorithm for a map and saves its database.
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/source.h"
#include "cli/table.h"
#include "cli/terminal.h"
#include "cli/threads.h"
#include "cli/trip.h"

#include <waymark/database.h>
#include <waymark/file.h>

#include <string.h>

static const cli_option command_build_options[] = {
    {.name = "algo",
     .letter = 'a',
     .type = CLI_TYPE_ALGORITHM,
     .value = "SPEC",
     .help = "what to prepare [dba]"},
    {.name = "output",
     .letter = 'o',
     .type = CLI_TYPE_FILE,
     .value = "FILE",
     .help = "where the database goes [only tell its size]"},
    {.name = "unit",
     .letter = 'u',
     .type = CLI_TYPE_NUMBER,
     .value = "K",
     .min = 1,
     .max = WAY_MAP_UNIT_MAX,
     .help = "for units of K x K cells [1]"},
    {.name = "threads",
     .letter = 'j',
     .type = CLI_TYPE_NUMBER,
     .value = "N",
     .min = 1,
     .max = 64,
     .help = "threads to work on [all there are]"},
    CLI_OPTIONS_RULES,
    CLI_OPTION_NO_TIMES,
    CLI_OPTION_PROGRESS,
    {0},
};

typedef struct command_build_job {
    cli_progress progress;
    uint32_t threads;
} command_build_job;

static void command_build_progress(uint32_t thousandths, void *user)
{
    command_build_job *job = user;
    cli_progress_update(&job->progress, thousandths, 1000);
}

static void command_build_parallel(uint32_t count, void (*body)(uint32_t, void *), void *argument,
                                   void *user)
{
    const command_build_job *job = user;
    cli_threads_run(job->threads, count, body, argument);
}

static void command_build_tell(const cli_arguments *arguments, const way_database *database,
                               double seconds)
{
    way_database_info info;
    if (way_database_inspect(database->bytes, database->size, &info, NULL) != WAY_STATUS_OK) {
        return;
    }
    (void)printf("%s(%s): %s", info.algorithm, info.parameters, cli_number_bytes(info.size).text);
    if (!cli_options_has(arguments, "no-times")) {
        (void)printf(" in %s", cli_number_seconds(seconds).text);
    }
    (void)putchar('\n');
}

static cli_exit command_build_save(const cli_arguments *arguments, const way_navigator *navigator,
                                   double seconds)
{
    const char *path = cli_options_text(arguments, "output", NULL);
    way_database database;
    way_status status = way_navigator_save(navigator, NULL, &database);
    if (status == WAY_STATUS_UNSUPPORTED) {
        cli_complain("build: %s keeps no database", way_navigator_algorithm(navigator)->name);
        return CLI_EXIT_USAGE;
    }
    if (status != WAY_STATUS_OK) {
        return cli_complain_problem("build", status, NULL);
    }
    cli_exit result = CLI_EXIT_OK;
    way_problem problem = {0};
    if (path) {
        status = way_file_write(path, database.bytes, database.size, &problem);
        if (status != WAY_STATUS_OK) {
            result = cli_complain_problem(path, status, &problem);
        }
    }
    if (result == CLI_EXIT_OK) {
        command_build_tell(arguments, &database, seconds);
    }
    way_database_free(&database);
    return result;
}

static cli_exit command_build_prepare(const cli_arguments *arguments, way_space *space)
{
    const char *spec = cli_options_text(arguments, "algo", "dba");
    command_build_job work = {
        .progress = cli_progress_begin("build", cli_options_has(arguments, "progress")),
        .threads = (uint32_t)cli_options_number(arguments, "threads", cli_threads_count())};
    const way_job job = {
        .progress = command_build_progress, .parallel_for = command_build_parallel, .user = &work};
    way_problem problem = {0};
    const way_navigator_config config = {
        .space = space, .algorithm = spec, .job = &job, .problem = &problem};
    way_navigator *navigator = NULL;
    const double before = cli_clock_seconds();
    const way_status status = way_navigator_create(&config, &navigator);
    const double seconds = cli_clock_seconds() - before;
    cli_progress_end(&work.progress);
    if (status != WAY_STATUS_OK) {
        return cli_trip_complain(spec, status, &problem);
    }
    const cli_exit result = command_build_save(arguments, navigator, seconds);
    way_navigator_destroy(navigator);
    return result;
}

static cli_exit command_build_run(const cli_arguments *arguments)
{
    cli_source source;
    cli_exit result = cli_source_open(arguments, arguments->operands[0], &source);
    if (result != CLI_EXIT_OK) {
        return result;
    }
    const uint32_t unit = (uint32_t)cli_options_number(arguments, "unit", 1);
    way_space *space = NULL;
    way_status status = way_map_add_unit_size(source.map, unit);
    if (status == WAY_STATUS_OK) {
        status = way_space_create_grid(source.map, unit, NULL, &space);
    }
    result = status == WAY_STATUS_OK ? command_build_prepare(arguments, space)
                                     : cli_complain_problem(source.name, status, NULL);
    way_space_destroy(space);
    cli_source_close(&source);
    return result;
}

const cli_command cli_command_build = {
    .name = "build",
    .summary = "Prepare an algorithm for a map and save its database",
    .operands = "MAP",
    .details =
        CLI_SOURCE_HELP "The same map and algorithm give the same bytes, whatever the threads.\n\n"
                        "  waymark build arena.map --algo 'dba(sector=32, depth=2)' -o arena.way\n",
    .options = command_build_options,
    .operand_min = 1,
    .operand_max = 1,
    .completes = "map",
    .run = command_build_run,
};
