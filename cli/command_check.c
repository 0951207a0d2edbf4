// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// `waymark bench check`: every problem of a scenario, against its published length.
#include "cli/check.h"
#include "cli/commands.h"
#include "cli/scenarios.h"

#include <string.h>

static const cli_option command_check_options[] = {
    {.name = "algo",
     .letter = 'a',
     .type = CLI_TYPE_ALGORITHM,
     .value = "SPEC",
     .help = "algorithm to check [astar]"},
    CLI_OPTION_DATABASE,
    {.name = "map",
     .letter = 'm',
     .type = CLI_TYPE_FILE,
     .value = "MAP",
     .help = "the map of the scenario [beside it]"},
    {.name = "sample",
     .type = CLI_TYPE_NUMBER,
     .value = "N",
     .min = 1,
     .max = UINT32_MAX,
     .help = "only N problems of each file, evenly spread"},
    CLI_OPTIONS_RULES,
    CLI_OPTION_JSON,
    CLI_OPTION_NO_TIMES,
    CLI_OPTION_PROGRESS,
    {0},
};

// Reporting ---------------------------------------------------------------------------------------

static void command_check_json(const cli_check *job, cli_json *json, const char *name,
                               const cli_check_totals *totals)
{
    cli_json_text(json, "file", name);
    cli_json_number(json, "problems", totals->problems);
    cli_json_number(json, "mismatches", totals->mismatches);
    cli_json_number(json, "without_path", totals->without_path);
    cli_json_number(json, "expansions", totals->expansions);
    cli_json_decimal(json, "published_length", totals->published, 6);
    cli_json_decimal(json, "found_length", totals->walked, 6);
    if (!cli_options_has(job->arguments, "no-times")) {
        cli_json_decimal(json, "seconds", totals->seconds, 6);
    }
}

static void command_check_row(cli_check *job, const char *name, const cli_check_totals *totals)
{
    const double ratio = totals->published > 0 ? totals->walked / totals->published : 1;
    cli_table_add(&job->table, "%s", name);
    cli_table_add(&job->table, "%s", cli_number_group(totals->problems).text);
    cli_table_add(&job->table, "%s", cli_number_group(totals->without_path).text);
    cli_table_add(&job->table, "%s", cli_number_group(totals->mismatches).text);
    cli_table_add(&job->table, "%.4f", ratio);
    cli_table_add(&job->table, "%s", cli_number_group(totals->expansions).text);
    if (!cli_options_has(job->arguments, "no-times")) {
        const double rate = totals->seconds > 0 ? (double)totals->problems / totals->seconds : 0;
        cli_table_add(&job->table, "%s", cli_number_seconds(totals->seconds).text);
        cli_table_add(&job->table, "%s", cli_number_group((uint64_t)rate).text);
    }
}

static void command_check_report(cli_check *job, const char *path, const cli_check_totals *totals)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    if (cli_options_has(job->arguments, "json")) {
        cli_json_open(&job->json, NULL, '{');
        command_check_json(job, &job->json, name, totals);
        cli_json_close(&job->json);
    } else {
        command_check_row(job, name, totals);
    }
    job->all.problems += totals->problems;
    job->all.mismatches += totals->mismatches;
    job->all.without_path += totals->without_path;
    job->all.expansions += totals->expansions;
    job->all.seconds += totals->seconds;
    job->all.published += totals->published;
    job->all.walked += totals->walked;
}

static void command_check_begin(cli_check *job)
{
    if (cli_options_has(job->arguments, "json")) {
        job->json = cli_json_begin(stdout);
        cli_json_open(&job->json, NULL, '{');
        cli_json_text(&job->json, "algorithm", job->spec);
        cli_json_open(&job->json, "files", '[');
    } else if (cli_options_has(job->arguments, "no-times")) {
        job->table = cli_table_begin("<scenario >problems >no_path >wrong >length >expanded");
    } else {
        job->table = cli_table_begin(
            "<scenario >problems >no_path >wrong >length >expanded >time >per_second");
    }
    job->progress = cli_progress_begin("check", cli_options_has(job->arguments, "progress"));
}

static void command_check_end(cli_check *job)
{
    cli_progress_end(&job->progress);
    if (cli_options_has(job->arguments, "json")) {
        cli_json_close(&job->json);
        cli_json_open(&job->json, "total", '{');
        command_check_json(job, &job->json, "", &job->all);
        cli_json_close(&job->json);
        cli_json_close(&job->json);
        return;
    }
    if (job->files > 1) {
        const uint32_t columns = job->table.columns;
        for (uint32_t i = 0; i < columns; i++) {
            cli_table_add(&job->table, "-");
        }
        char name[48];
        (void)snprintf(name, sizeof name, "%u files", job->files);
        command_check_row(job, name, &job->all);
    }
    if (job->all.problems == 0) {
        cli_table_drop(&job->table);
        return;
    }
    (void)cli_table_end(&job->table, stdout);
    (void)printf("\n%s: %s of %s problems agree\n", job->spec,
                 cli_number_group(job->all.problems - job->all.mismatches).text,
                 cli_number_group(job->all.problems).text);
}

// Running -----------------------------------------------------------------------------------------

static bool command_check_is_map(const char *word)
{
    const size_t size = strlen(word);
    return strncmp(word, "scene:", 6) == 0 || strncmp(word, "gen:", 4) == 0 ||
           (size > 4 && strcmp(word + size - 4, ".map") == 0);
}

static cli_exit command_check_run(const cli_arguments *arguments)
{
    cli_check job = {.arguments = arguments, .map = cli_options_text(arguments, "map", NULL)};
    cli_scenarios scenarios = {0};
    cli_exit result = cli_database_read(arguments, &job.database);
    job.spec = cli_database_algorithm(&job.database, arguments, "astar");
    if (result == CLI_EXIT_OK && !cli_trip_algorithm(job.spec)) {
        result = CLI_EXIT_USAGE;
    }
    for (uint32_t i = 0; result == CLI_EXIT_OK && i < arguments->operand_count; i++) {
        if (command_check_is_map(arguments->operands[i])) {
            job.map = arguments->operands[i];
        } else {
            result = cli_scenarios_add(&scenarios, arguments->operands[i], ".scen");
        }
    }
    if (result == CLI_EXIT_OK && scenarios.count == 0) {
        cli_complain("bench check: a map, but no scenario");
        result = CLI_EXIT_USAGE;
    }
    if (result == CLI_EXIT_OK && scenarios.paths) {
        job.files = scenarios.count;
        command_check_begin(&job);
        for (; result == CLI_EXIT_OK && job.file < job.files; job.file++) {
            cli_check_totals totals;
            result = cli_check_file(&job, scenarios.paths[job.file], &totals);
            if (result == CLI_EXIT_OK) {
                command_check_report(&job, scenarios.paths[job.file], &totals);
            }
        }
        command_check_end(&job);
    }
    cli_scenarios_free(&scenarios);
    cli_database_free(&job.database);
    return result == CLI_EXIT_OK && job.all.mismatches ? CLI_EXIT_NEGATIVE : result;
}

const cli_command cli_command_check = {
    .name = "bench check",
    .summary = "Run every problem of scenarios and compare with the published lengths",
    .operands = "SCEN... [MAP]",
    .details =
        "SCEN is a MovingAI .scen file or a folder of them. Its map is looked for beside\n"
        "it unless MAP, a .map file, is given. Version 2 files change their map between\n"
        "the problems; their patches are looked for beside them.\n"
        "With --profile, --links or --penalty, or on a map with links, costs are compared\n"
        "with those of an oracle instead, and lengths in SCEN are ignored.\n"
        "The first wrong answers are printed on stderr; the exit code is 1 if there are any.\n",
    .options = command_check_options,
    .operand_min = 1,
    .operand_max = UINT32_MAX,
    .completes = "scenario",
    .run = command_check_run,
};
