// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// `waymark check`: every problem of a scenario, against its published length.
//
// An optimal algorithm must give the length to the precision in which it was printed; others must
// arrive by a legal path that is not shorter, and their excess is told. No-path problems must be
// found to be such.
#include "cli/commands.h"
#include "cli/json.h"
#include "cli/progress.h"
#include "cli/scenarios.h"
#include "cli/source.h"
#include "cli/table.h"
#include "cli/terminal.h"
#include "cli/trip.h"
#include "scenes/checker.h"

#include <waymark/file.h>
#include <waymark/format.h>

#include <string.h>

#define COMMAND_CHECK_TOLD 10u

static const cli_option command_check_options[] = {
    {.name = "algo",
     .letter = 'a',
     .type = CLI_TYPE_ALGORITHM,
     .value = "SPEC",
     .help = "algorithm to check [astar]"},
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

typedef struct command_check_totals {
    uint64_t problems, mismatches, without_path, expansions;
    double seconds, published, walked;
} command_check_totals;

typedef struct command_check_job {
    const cli_arguments *arguments;
    const char *spec;
    const char *map; // NULL = beside each scenario
    cli_progress progress;
    uint32_t told; // mismatches complained of
    uint32_t files, file;
    cli_table table;
    cli_json json;
    command_check_totals all;
} command_check_job;

// What one file needs.
typedef struct command_check_file {
    const char *path;
    way_scenario scenario;
    cli_source source;
    way_space *space;
    way_navigator *navigator;
    way_agent *agent;
    command_check_totals totals;
} command_check_file;

// Judging ----------------------------------------------------------------------------------------

static void command_check_mismatch(command_check_job *job, command_check_file *file,
                                   const way_scenario_entry *entry, const char *what)
{
    file->totals.mismatches++;
    if (job->told < COMMAND_CHECK_TOLD) {
        job->told++;
        cli_progress_end(&job->progress);
        cli_complain("%s:%u: %s", file->path, entry->line, what);
    }
}

static void command_check_judge(command_check_job *job, command_check_file *file,
                                const way_scenario_entry *entry, const checker_report *report)
{
    char text[256];
    const double excess = report->length - entry->length;
    const bool optimal = way_navigator_algorithm(file->navigator)->traits & WAY_TRAIT_OPTIMAL;
    if (report->fault != CHECKER_FAULT_NONE) {
        (void)snprintf(text, sizeof text, "not a legal path: %s", report->message);
    } else if (excess < -entry->tolerance || (optimal && excess > entry->tolerance)) {
        (void)snprintf(text, sizeof text, "length %.8g found, %.8g published", report->length,
                       entry->length);
    } else {
        file->totals.published += entry->length;
        file->totals.walked += report->length;
        return;
    }
    command_check_mismatch(job, file, entry, text);
}

static way_status command_check_entry(command_check_job *job, command_check_file *file,
                                      const way_scenario_entry *entry)
{
    const way_map *map = file->source.map;
    const way_trip trip = {.start = way_map_cell(map, entry->start_x, entry->start_y),
                           .goal = way_map_cell(map, entry->goal_x, entry->goal_y)};
    const double started = cli_clock_seconds();
    way_status status = way_agent_begin(file->agent, &trip);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const way_outcome outcome = way_agent_run(file->agent);
    file->totals.seconds += cli_clock_seconds() - started;
    file->totals.problems++;
    file->totals.expansions += way_agent_stats(file->agent).expansions;
    const bool none = entry->length == 0 && trip.start != trip.goal;
    file->totals.without_path += none;
    if (none != (outcome == WAY_OUTCOME_NO_PATH) || (!none && outcome != WAY_OUTCOME_ARRIVED)) {
        char text[128];
        (void)snprintf(text, sizeof text, "outcome '%s' although %s", way_outcome_text(outcome),
                       none ? "there is no path" : "there is a path");
        command_check_mismatch(job, file, entry, text);
        return WAY_STATUS_OK;
    }
    if (none) {
        return WAY_STATUS_OK;
    }
    checker_trip walk = {.start = trip.start, .goal = trip.goal};
    checker_report report;
    walk.cells = way_agent_path(file->agent, &walk.count);
    status = checker_check(map, 1, &walk, &report);
    if (status == WAY_STATUS_OK) {
        command_check_judge(job, file, entry, &report);
    }
    return status;
}

// Files ------------------------------------------------------------------------------------------

static cli_exit command_check_load(const command_check_job *job, command_check_file *file)
{
    way_file text;
    way_problem problem;
    way_status status = way_file_read(file->path, 0, NULL, &text, &problem);
    if (status == WAY_STATUS_OK) {
        status = way_scenario_parse(text.bytes, text.size, NULL, &file->scenario, &problem);
        way_file_free(&text);
    }
    if (status != WAY_STATUS_OK) {
        return cli_complain_problem(file->path, status, &problem);
    }
    char beside[4096];
    const char *map = job->map;
    if (!map) {
        cli_scenarios_map(file->path, file->scenario.map_name, beside, sizeof beside);
        map = beside;
    }
    const cli_exit result = cli_source_open(job->arguments, map, &file->source);
    if (result != CLI_EXIT_OK) {
        return result;
    }
    for (uint32_t i = 0; i < file->scenario.count; i++) {
        const way_scenario_entry *entry = &file->scenario.entries[i];
        if (entry->map_width != way_map_width(file->source.map) ||
            entry->map_height != way_map_height(file->source.map)) {
            cli_complain("%s:%u: the problem is for a map of %u x %u, but %s has %u x %u",
                         file->path, entry->line, entry->map_width, entry->map_height,
                         file->source.name, way_map_width(file->source.map),
                         way_map_height(file->source.map));
            return CLI_EXIT_BAD_INPUT;
        }
    }
    return CLI_EXIT_OK;
}

static cli_exit command_check_prepare(const command_check_job *job, command_check_file *file)
{
    way_problem problem = {0};
    way_status status = way_space_create_grid(file->source.map, 1, NULL, &file->space);
    if (status == WAY_STATUS_OK) {
        const way_navigator_config config = {
            .space = file->space, .algorithm = job->spec, .problem = &problem};
        status = way_navigator_create(&config, &file->navigator);
    }
    if (status == WAY_STATUS_OK) {
        status = way_agent_create(&(way_agent_config){.navigator = file->navigator}, &file->agent);
    }
    return status == WAY_STATUS_OK ? CLI_EXIT_OK : cli_trip_complain(job->spec, status, &problem);
}

static cli_exit command_check_all(command_check_job *job, command_check_file *file)
{
    const uint32_t count = file->scenario.count;
    const uint64_t wanted = cli_options_number(job->arguments, "sample", count);
    const uint32_t sample = wanted < count ? (uint32_t)wanted : count;
    for (uint32_t i = 0; i < sample; i++) {
        const uint32_t index = (uint32_t)((uint64_t)i * count / sample);
        const way_status status = command_check_entry(job, file, &file->scenario.entries[index]);
        if (status != WAY_STATUS_OK) {
            return cli_complain_problem(file->path, status, NULL);
        }
        cli_progress_update(&job->progress, (uint64_t)job->file * sample + i,
                            (uint64_t)job->files * sample);
    }
    return CLI_EXIT_OK;
}

static void command_check_close(command_check_file *file)
{
    way_agent_destroy(file->agent);
    way_navigator_destroy(file->navigator);
    way_space_destroy(file->space);
    cli_source_close(&file->source);
    way_scenario_free(&file->scenario);
}

// Reporting --------------------------------------------------------------------------------------

static void command_check_json(const command_check_job *job, cli_json *json, const char *name,
                               const command_check_totals *totals)
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

static void command_check_row(command_check_job *job, const char *name,
                              const command_check_totals *totals)
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

static void command_check_report(command_check_job *job, const char *path,
                                 const command_check_totals *totals)
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

static void command_check_begin(command_check_job *job)
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

static void command_check_end(command_check_job *job)
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

// Running ----------------------------------------------------------------------------------------

static cli_exit command_check_path(command_check_job *job, const char *path)
{
    command_check_file file = {.path = path};
    cli_exit result = command_check_load(job, &file);
    if (result == CLI_EXIT_OK) {
        result = command_check_prepare(job, &file);
    }
    if (result == CLI_EXIT_OK) {
        result = command_check_all(job, &file);
    }
    if (result == CLI_EXIT_OK) {
        command_check_report(job, path, &file.totals);
    }
    command_check_close(&file);
    return result;
}

static bool command_check_is_map(const char *word)
{
    const size_t size = strlen(word);
    return strncmp(word, "scene:", 6) == 0 || strncmp(word, "gen:", 4) == 0 ||
           (size > 4 && strcmp(word + size - 4, ".map") == 0);
}

static cli_exit command_check_run(const cli_arguments *arguments)
{
    command_check_job job = {.arguments = arguments,
                             .spec = cli_options_text(arguments, "algo", "astar"),
                             .map = cli_options_text(arguments, "map", NULL)};
    cli_scenarios scenarios = {0};
    cli_exit result = cli_trip_algorithm(job.spec) ? CLI_EXIT_OK : CLI_EXIT_USAGE;
    for (uint32_t i = 0; result == CLI_EXIT_OK && i < arguments->operand_count; i++) {
        if (command_check_is_map(arguments->operands[i])) {
            job.map = arguments->operands[i];
        } else {
            result = cli_scenarios_add(&scenarios, arguments->operands[i]);
        }
    }
    if (result == CLI_EXIT_OK) {
        job.files = scenarios.count;
        command_check_begin(&job);
        for (; result == CLI_EXIT_OK && job.file < job.files; job.file++) {
            result = command_check_path(&job, scenarios.paths[job.file]);
        }
        command_check_end(&job);
    }
    cli_scenarios_free(&scenarios);
    return result == CLI_EXIT_OK && job.all.mismatches ? CLI_EXIT_NEGATIVE : result;
}

const cli_command cli_command_check = {
    .name = "check",
    .summary = "Run every problem of scenarios and compare with the published lengths",
    .operands = "SCEN... [MAP]",
    .details = "SCEN is a MovingAI .scen file or a folder of them. Its map is looked for beside\n"
               "it unless MAP, a .map file, is given.\n"
               "The first wrong answers are told on stderr; the exit code is 1 if there are any.\n",
    .options = command_check_options,
    .operand_min = 1,
    .operand_max = UINT32_MAX,
    .completes = "scenario",
    .run = command_check_run,
};
