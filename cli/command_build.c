// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// `waymark build`: prepares an algorithm for a map and saves its database.
#include "cli/commands.h"
#include "cli/ground.h"
#include "cli/json.h"
#include "cli/progress.h"
#include "cli/table.h"
#include "cli/terminal.h"
#include "cli/threads.h"
#include "cli/trip.h"

#include <waymark/database.h>
#include <waymark/file.h>

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

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
     .help = "where the database goes; a folder for several maps [only print sizes]"},
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
     .help = "number of threads [one per core]"},
    CLI_OPTION_SHARD,
    {.name = "tasks", .help = "only print how many shards make sense"},
    CLI_OPTIONS_RULES,
    CLI_OPTION_JSON,
    CLI_OPTION_NO_TIMES,
    CLI_OPTION_PROGRESS,
    {0},
};

#define COMMAND_BUILD_PATH 4096

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

static void command_build_json(cli_json *json, const char *map, const char *path,
                               const way_database_info *info, double seconds)
{
    char hash[24];
    (void)snprintf(hash, sizeof hash, "%016llx", (unsigned long long)info->map_hash);
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "map", map);
    if (path) {
        cli_json_text(json, "file", path);
    }
    cli_json_text(json, "algorithm", info->algorithm);
    cli_json_text(json, "parameters", info->parameters);
    cli_json_text(json, "hash", hash);
    cli_json_number(json, "unit", info->unit_size);
    cli_json_number(json, "bytes", info->size);
    if (seconds >= 0) {
        cli_json_decimal(json, "seconds", seconds, 6);
    }
    cli_json_close(json);
}

static void command_build_tell(const cli_arguments *arguments, const char *map,
                               const way_database_info *info, double seconds)
{
    if (arguments->operand_count > 1) {
        cli_say("%s: ", map);
    }
    (void)printf("%s(%s): %s", info->algorithm, info->parameters,
                 cli_number_bytes(info->size).text);
    if (!cli_options_has(arguments, "no-times")) {
        (void)printf(" in %s", cli_number_seconds(seconds).text);
    }
    (void)putchar('\n');
}

// Where the database of a map goes: what --output says, of several maps NAME.way in that folder.
static const char *command_build_place(const cli_arguments *arguments, const char *map,
                                       char out[COMMAND_BUILD_PATH])
{
    const char *path = cli_options_text(arguments, "output", NULL);
    if (!path || arguments->operand_count == 1) {
        return path;
    }
    const char *slash = strrchr(map, '/');
    const char *name = slash ? slash + 1 : map;
    const char *dot = strrchr(name, '.');
    (void)snprintf(out, COMMAND_BUILD_PATH, "%s/%.*s.way", path,
                   dot ? (int)(dot - name) : (int)strlen(name), name);
    return out;
}

static cli_exit command_build_save(const cli_arguments *arguments, const way_navigator *navigator,
                                   const char *map, double seconds, cli_json *json)
{
    char place[COMMAND_BUILD_PATH];
    const char *path = command_build_place(arguments, map, place);
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
    way_database_info info;
    status = way_database_inspect(database.bytes, database.size, &info, NULL);
    if (result == CLI_EXIT_OK && status == WAY_STATUS_OK && json) {
        const bool timed = !cli_options_has(arguments, "no-times");
        command_build_json(json, map, path, &info, timed ? seconds : -1);
    } else if (result == CLI_EXIT_OK && status == WAY_STATUS_OK) {
        command_build_tell(arguments, map, &info, seconds);
    }
    way_database_free(&database);
    return result;
}

static cli_exit command_build_prepare(const cli_arguments *arguments, const char *map,
                                      way_space *space, cli_json *json)
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
    const cli_exit result = command_build_save(arguments, navigator, map, seconds, json);
    way_navigator_destroy(navigator);
    return result;
}

static cli_exit command_build_map(const cli_arguments *arguments, const char *map, cli_json *json)
{
    cli_source source;
    cli_exit result = cli_source_open(arguments, map, &source);
    if (result != CLI_EXIT_OK) {
        return result;
    }
    way_space *space = NULL;
    const way_status status = cli_ground_space(&source, &space);
    result = status == WAY_STATUS_OK ? command_build_prepare(arguments, map, space, json)
                                     : cli_complain_problem(source.name, status, NULL);
    way_space_destroy(space);
    cli_source_close(&source);
    return result;
}

// Maps are dealt out like cards, by the order in which they are named.
static cli_exit command_build_run(const cli_arguments *arguments)
{
    uint32_t shard = 1;
    uint32_t shards = 1;
    cli_exit result = CLI_EXIT_OK;
    const char *folder = cli_options_text(arguments, "output", NULL);
    if (!cli_options_shard(arguments, &shard, &shards)) {
        return CLI_EXIT_USAGE;
    }
    if (cli_options_has(arguments, "tasks")) {
        (void)printf("%u\n", arguments->operand_count);
        for (uint32_t i = 0; i < arguments->operand_count; i++) {
            (void)printf("%u\n", i + 1);
        }
        return CLI_EXIT_OK;
    }
    if (folder && arguments->operand_count > 1 && mkdir(folder, 0777) != 0 && errno != EEXIST) {
        cli_complain("%s: %s", folder, strerror(errno));
        return CLI_EXIT_SYSTEM;
    }
    const bool tells_json = cli_options_has(arguments, "json");
    cli_json json = cli_json_begin(stdout);
    if (tells_json) {
        cli_json_open(&json, NULL, '[');
    }
    for (uint32_t i = 0; i < arguments->operand_count && result == CLI_EXIT_OK; i++) {
        if (i % shards + 1 == shard) {
            result =
                command_build_map(arguments, arguments->operands[i], tells_json ? &json : NULL);
        }
    }
    if (tells_json) {
        cli_json_close(&json);
    }
    return result;
}

const cli_command cli_command_build = {
    .name = "build",
    .summary = "Prepare an algorithm for maps and save the databases",
    .operands = "MAP...",
    .details = CLI_SOURCE_HELP
    "The same map and algorithm give the same bytes, however many threads there are.\n"
    "With several maps each gets a file NAME.way in the folder --output.\n\n"
    "  waymark build arena.map --algo 'dba(sector=32, depth=2)' -o arena.way\n"
    "  waymark build maps/*.map --shard 2/8 --output baked\n",
    .options = command_build_options,
    .operand_min = 1,
    .operand_max = UINT32_MAX,
    .completes = "map",
    .run = command_build_run,
};
