// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// `waymark mapf`: ways for many units at once, for the problems of the MAPF benchmark.
#include "cli/commands.h"
#include "cli/json.h"
#include "cli/source.h"
#include "cli/table.h"
#include "cli/terminal.h"
#include "cli/threads.h"
#include "scenes/mapf_checker.h"
#include "scenes/problems.h"

#include <waymark/file.h>
#include <waymark/format.h>
#include <waymark/mapf.h>

#include <stdlib.h>
#include <string.h>

static const cli_option command_mapf_options[] = {
    {.name = "agents",
     .letter = 'a',
     .type = CLI_TYPE_NUMBER,
     .value = "N",
     .min = 1,
     .max = WAY_MAPF_UNITS_MAX,
     .help = "units: the first N of the scenario [all]"},
    {.name = "seed",
     .letter = 's',
     .type = CLI_TYPE_NUMBER,
     .value = "N",
     .max = UINT64_MAX,
     .help = "seed of the plan [1]"},
    {.name = "seconds",
     .old = "limit",
     .letter = 'l',
     .type = CLI_TYPE_NUMBER,
     .value = "S",
     .min = 1,
     .max = 86400,
     .help = "give up after S seconds [60]"},
    {.name = "improve",
     .letter = 'i',
     .type = CLI_TYPE_NUMBER,
     .value = "M",
     .min = 1,
     .max = 1000000,
     .help = "make the plan better with M million of work, some 50 a second [0]"},
    {.name = "random", .help = "random starts and goals in the largest connected area"},
    {.name = "workers",
     .letter = 'w',
     .type = CLI_TYPE_NUMBER,
     .value = "N",
     .min = 1,
     .max = 64,
     .help = "threads that compute shortest distances [1]"},
    {.name = "plan",
     .letter = 'p',
     .type = CLI_TYPE_FILE,
     .value = "FILE",
     .help = "write the plan, a line t:(x,y),... for each step"},
    CLI_OPTION_JSON,
    CLI_OPTION_NO_TIMES,
    {0},
};

typedef struct command_mapf_job {
    const cli_arguments *arguments;
    way_map *map;
    way_cell *starts, *goals;
    uint32_t count;
    uint32_t workers;
    double started, searching, deadline; ///< seconds; searching: 0 until all ways are measured
} command_mapf_job;

static bool command_mapf_is_late(void *user)
{
    command_mapf_job *job = user;
    const double now = cli_clock_seconds();
    job->searching = job->searching > 0 ? job->searching : now;
    return now > job->deadline;
}

static void command_mapf_parallel(uint32_t count, void (*body)(uint32_t index, void *argument),
                                  void *argument, void *user)
{
    const command_mapf_job *job = user;
    cli_threads_run(job->workers, count, body, argument);
}

static cli_exit command_mapf_read_map(command_mapf_job *job, const char *path)
{
    way_file file;
    way_problem problem = {0};
    way_status status = way_file_read(path, 0, NULL, &file, &problem);
    if (status != WAY_STATUS_OK) {
        return cli_complain_problem(path, status, &problem);
    }
    way_map_config config = way_map_config_default(1, 1);
    config.neighbours = WAY_NEIGHBOURS_4;
    config.costs = (way_cost_model){1, 0};
    status = way_map_parse(file.bytes, file.size, &config, NULL, &job->map, &problem);
    way_file_free(&file);
    return status == WAY_STATUS_OK ? CLI_EXIT_OK : cli_complain_problem(path, status, &problem);
}

/// Takes the first units of a scenario.
static cli_exit command_mapf_read_scenario(command_mapf_job *job, const char *path)
{
    way_file file;
    way_problem problem = {0};
    way_status status = way_file_read(path, 0, NULL, &file, &problem);
    if (status != WAY_STATUS_OK) {
        return cli_complain_problem(path, status, &problem);
    }
    way_scenario scenario;
    status = way_scenario_parse(file.bytes, file.size, NULL, &scenario, &problem);
    way_file_free(&file);
    if (status != WAY_STATUS_OK) {
        return cli_complain_problem(path, status, &problem);
    }
    const uint64_t wanted = cli_options_number(job->arguments, "agents", scenario.count);
    cli_exit result = CLI_EXIT_OK;
    if (wanted > scenario.count || scenario.count == 0) {
        cli_complain("%s: has %u units, not %llu", path, scenario.count,
                     (unsigned long long)wanted);
        result = CLI_EXIT_BAD_INPUT;
    } else {
        job->count = (uint32_t)wanted;
        job->starts = malloc(job->count * sizeof *job->starts);
        job->goals = malloc(job->count * sizeof *job->goals);
        for (uint32_t k = 0; job->starts && job->goals && k < job->count; k++) {
            const way_scenario_entry *entry = &scenario.entries[k];
            job->starts[k] = way_map_cell(job->map, entry->start_x, entry->start_y);
            job->goals[k] = way_map_cell(job->map, entry->goal_x, entry->goal_y);
        }
    }
    way_scenario_free(&scenario);
    return result;
}

/// Starts and goals by lot, all of the largest part that is found.
static cli_exit command_mapf_draw_lots(command_mapf_job *job)
{
    const way_map *map = job->map;
    const uint32_t cells = way_map_width(map) * way_map_height(map);
    way_rng rng = way_rng_seed(cli_options_number(job->arguments, "seed", 1));
    job->starts = malloc(cells * sizeof *job->starts);
    job->goals = malloc(cells * sizeof *job->goals);
    if (!job->starts || !job->goals) {
        return cli_complain_problem("mapf", WAY_STATUS_NO_MEMORY, NULL);
    }
    uint32_t best = 0;
    uint32_t count = 0;
    for (uint32_t tries = 0; tries < 32; tries++) {
        const uint32_t component = way_map_component(map, way_rng_below(&rng, cells), 1);
        way_rng fixed = way_rng_seed(0);
        const uint32_t size = scene_problems_shuffle(map, component, &fixed, job->starts);
        best = size > count ? component : best;
        count = size > count ? size : count;
    }
    job->count = (uint32_t)cli_options_number(job->arguments, "agents", 100);
    if (job->count > count) {
        cli_complain("mapf: there is room for %u units, not for %u", count, job->count);
        return CLI_EXIT_USAGE;
    }
    (void)scene_problems_shuffle(map, best, &rng, job->starts);
    (void)scene_problems_shuffle(map, best, &rng, job->goals);
    return CLI_EXIT_OK;
}

static cli_exit command_mapf_write(const command_mapf_job *job, const way_mapf_plan *plan,
                                   const char *path)
{
    const uint32_t width = way_map_width(job->map);
    const size_t capacity = ((size_t)plan->makespan + 1) * (plan->count * 16u + 16u) + 1;
    char *text = malloc(capacity);
    if (!text) {
        return cli_complain_problem("mapf", WAY_STATUS_NO_MEMORY, NULL);
    }
    size_t size = 0;
    for (uint32_t t = 0; t <= plan->makespan; t++) {
        size += (size_t)snprintf(text + size, capacity - size, "%u:", t);
        for (uint32_t k = 0; k < plan->count; k++) {
            const way_cell cell = plan->cells[(size_t)t * plan->count + k];
            size += (size_t)snprintf(text + size, capacity - size, "(%u,%u),", cell % width,
                                     cell / width);
        }
        size += (size_t)snprintf(text + size, capacity - size, "\n");
    }
    way_problem problem;
    const way_status status = way_file_write(path, text, size, &problem);
    free(text);
    return status == WAY_STATUS_OK ? CLI_EXIT_OK : cli_complain_problem(path, status, &problem);
}

static bool command_mapf_print(const command_mapf_job *job, const way_mapf_plan *plan)
{
    const bool times = !cli_options_has(job->arguments, "no-times");
    cli_table table =
        cli_table_begin(times ? "<outcome >units >ways >search >makespan >sum >loss >bound "
                                ">loss/bound >nodes >memory"
                              : "<outcome >units >makespan >sum >loss >bound >loss/bound >nodes");
    const double ways = job->searching > 0 ? job->searching - job->started : 0;
    cli_table_add(&table, "%s", way_outcome_text(plan->outcome));
    cli_table_add(&table, "%u", plan->count);
    if (times) {
        cli_table_add(&table, "%s", cli_number_seconds(ways).text);
        cli_table_add(&table, "%s",
                      cli_number_seconds(cli_clock_seconds() - job->started - ways).text);
    }
    cli_table_add(&table, "%u", plan->makespan);
    cli_table_add(&table, "%llu", (unsigned long long)plan->sum);
    cli_table_add(&table, "%llu", (unsigned long long)plan->loss);
    cli_table_add(&table, "%llu", (unsigned long long)plan->bound);
    cli_table_add(&table, "%.3f", plan->bound ? (double)plan->loss / (double)plan->bound : 1.0);
    cli_table_add(&table, "%llu", (unsigned long long)plan->nodes);
    if (times) {
        cli_table_add(&table, "%s", cli_number_bytes(plan->bytes).text);
    }
    return cli_table_end(&table, stdout);
}

static void command_mapf_json(const command_mapf_job *job, const way_mapf_plan *plan)
{
    const double ways = job->searching > 0 ? job->searching - job->started : 0;
    cli_json json = cli_json_begin(stdout);
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "map", job->arguments->operands[0]);
    cli_json_text(&json, "outcome", way_outcome_name(plan->outcome));
    cli_json_number(&json, "units", plan->count);
    cli_json_number(&json, "makespan", plan->makespan);
    cli_json_number(&json, "sum", plan->sum);
    cli_json_number(&json, "loss", plan->loss);
    cli_json_number(&json, "bound", plan->bound);
    cli_json_number(&json, "nodes", plan->nodes);
    cli_json_number(&json, "steps", plan->steps);
    if (!cli_options_has(job->arguments, "no-times")) {
        cli_json_number(&json, "bytes", plan->bytes);
        cli_json_decimal(&json, "ways_seconds", ways, 9);
        cli_json_decimal(&json, "search_seconds", cli_clock_seconds() - job->started - ways, 9);
    }
    cli_json_close(&json);
}

/// Prints what came of it; false without memory.
static bool command_mapf_report(const command_mapf_job *job, const way_mapf_plan *plan)
{
    if (cli_options_has(job->arguments, "json")) {
        command_mapf_json(job, plan);
        return true;
    }
    return command_mapf_print(job, plan);
}

static cli_exit command_mapf_solve(command_mapf_job *job)
{
    job->started = cli_clock_seconds();
    job->deadline = job->started + (double)cli_options_number(job->arguments, "seconds", 60);
    const way_mapf_config config = {.map = job->map,
                                    .starts = job->starts,
                                    .goals = job->goals,
                                    .count = job->count,
                                    .seed = cli_options_number(job->arguments, "seed", 1),
                                    .cancelled = command_mapf_is_late,
                                    .parallel_for = job->workers > 1 ? command_mapf_parallel : NULL,
                                    .user = job};
    way_mapf_plan plan;
    way_status status = way_mapf_solve(&config, &plan);
    for (uint64_t k = cli_options_number(job->arguments, "improve", 0);
         k > 0 && status == WAY_STATUS_OK && plan.cells && !command_mapf_is_late(job); k--) {
        status = way_mapf_improve(&config, &plan, 1000000);
    }
    if (status != WAY_STATUS_OK) {
        way_mapf_free(&plan);
        return cli_complain_problem("mapf", status, NULL);
    }
    cli_exit result = command_mapf_report(job, &plan) ? CLI_EXIT_OK : CLI_EXIT_SYSTEM;
    const char *fault =
        plan.cells ? mapf_checker_fault(job->map, job->starts, job->goals, &plan) : NULL;
    if (fault) {
        cli_complain("mapf: the plan is wrong: %s", fault);
        result = CLI_EXIT_NEGATIVE;
    }
    if (result == CLI_EXIT_OK && plan.outcome != WAY_OUTCOME_FOUND) {
        result = CLI_EXIT_NEGATIVE;
    }
    const char *path = cli_options_text(job->arguments, "plan", NULL);
    if (path && plan.cells && result == CLI_EXIT_OK) {
        result = command_mapf_write(job, &plan, path);
    }
    way_mapf_free(&plan);
    return result;
}

static cli_exit command_mapf_run(const cli_arguments *arguments)
{
    command_mapf_job job = {.arguments = arguments,
                            .workers = (uint32_t)cli_options_number(arguments, "workers", 1)};
    const bool random = cli_options_has(arguments, "random");
    if (!random && arguments->operand_count < 2) {
        cli_complain("mapf: a scenario is missing (or --random)");
        return CLI_EXIT_USAGE;
    }
    cli_exit result = command_mapf_read_map(&job, arguments->operands[0]);
    if (result == CLI_EXIT_OK) {
        result = random ? command_mapf_draw_lots(&job)
                        : command_mapf_read_scenario(&job, arguments->operands[1]);
    }
    if (result == CLI_EXIT_OK) {
        result = job.starts && job.goals ? command_mapf_solve(&job)
                                         : cli_complain_problem("mapf", WAY_STATUS_NO_MEMORY, NULL);
    }
    free(job.starts);
    free(job.goals);
    way_map_destroy(job.map);
    return result;
}

const cli_command cli_command_mapf = {
    .name = "mapf",
    .summary = "Find paths for many units at once, without collisions",
    .operands = "MAP [SCEN]",
    .details =
        "MAP and SCEN are files of the MAPF benchmark. Steps lead to four neighbours and take\n"
        "one unit of time; all units stand on their goals in the end. Loss counts the steps\n"
        "in which a unit is not resting at its goal; bound is the sum of the shortest paths.\n"
        "The first plan found counts unless --improve makes it better. Every plan is checked\n"
        "before it is shown.\n",
    .options = command_mapf_options,
    .operand_min = 1,
    .operand_max = 2,
    .completes = "map",
    .run = command_mapf_run,
};
