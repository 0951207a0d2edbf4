// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// `waymark find`: one trip on one map.
#include "cli/ansi.h"
#include "cli/commands.h"
#include "cli/ground.h"
#include "cli/json.h"
#include "cli/route.h"
#include "cli/table.h"

#include <string.h>

static const cli_option command_find_options[] = {
    CLI_OPTIONS_ROUTE,
    {.name = "algo",
     .letter = 'a',
     .type = CLI_TYPE_ALGORITHM,
     .value = "SPEC",
     .help = "algorithm, such as jps or 'astar(open=bucket)', or auto [astar]"},
    CLI_OPTION_DATABASE,
    CLI_OPTIONS_RULES,
    {.name = "moves", .help = "list the cells of the path"},
    {.name = "show", .help = "draw the map, the expansions and the path in the terminal"},
    {.name = "trace",
     .type = CLI_TYPE_FILE,
     .value = "FILE",
     .help = "write a search trace for the Posthoc visualiser: .json, or YAML"},
    CLI_OPTION_JSON,
    CLI_OPTION_NO_TIMES,
    CLI_OPTION_COLOR,
    {0},
};

typedef struct command_find_job {
    const cli_arguments *arguments;
    cli_source source;
    cli_route route;
    cli_database database;
    cli_trip_result result;
    const char *reason; ///< for what "auto" became; NULL = it was asked for
} command_find_job;

// Text --------------------------------------------------------------------------------------------

static void command_find_print_path(const command_find_job *job)
{
    const cli_trip_result *result = &job->result;
    const way_cost_model costs = way_map_costs(job->source.map);
    (void)printf("length     %.4f\n", result->length);
    if (result->length_before > 0) {
        (void)printf("smoothed   from a length of %.4f\n", result->length_before);
    }
    if (result->curve.count) {
        (void)printf("turns      %s points in straight sight of each other\n",
                     cli_number_group(result->path_count).text);
        return;
    }
    (void)printf("cost       %s (a straight step costs %u", cli_number_group(result->cost).text,
                 costs.cardinal);
    if (way_map_neighbours(job->source.map) == WAY_NEIGHBOURS_8) {
        (void)printf(", a diagonal one %u", costs.diagonal);
    }
    (void)printf(
        ")\nmoves      %s: %s straight, %s diagonal", cli_number_group(result->path_count - 1).text,
        cli_number_group(result->cardinals).text, cli_number_group(result->diagonals).text);
    if (result->links) {
        (void)printf(", %s along links", cli_number_group(result->links).text);
    }
    (void)putchar('\n');
}

static void command_find_print_work(const command_find_job *job)
{
    const cli_trip_result *result = &job->result;
    (void)printf("expanded   %s states, generated %s, reopened %s\n",
                 cli_number_group(result->stats.expansions).text,
                 cli_number_group(result->stats.generations).text,
                 cli_number_group(result->stats.reopenings).text);
    if (job->route.request.budget) {
        (void)printf("steps      %s, at most %s expansions in one\n",
                     cli_number_group(result->stats.steps).text,
                     cli_number_group(result->stats.step_work_max).text);
    }
    if (!cli_options_has(job->arguments, "no-times")) {
        (void)printf("memory     %s for the agent, %s database\n",
                     cli_number_bytes(result->stats.bytes).text,
                     cli_number_bytes(result->database_bytes).text);
        (void)printf("time       %s to search, %s to prepare\n",
                     cli_number_seconds(result->search_seconds).text,
                     cli_number_seconds(result->prepare_seconds).text);
    }
}

static void command_find_print_moves(const command_find_job *job)
{
    (void)fputs("path      ", stdout);
    for (uint32_t i = 0; i < job->result.path_count; i++) {
        (void)printf(" %s", cli_ground_place(&job->source, job->result.path[i]).text);
    }
    (void)putchar('\n');
}

static void command_find_print(const command_find_job *job)
{
    const way_trip *trip = &job->route.request.trip;
    const cli_place start = cli_ground_place(&job->source, trip->start);
    cli_place goal = cli_ground_place(&job->source, trip->goal);
    if (trip->goal_count > 1) {
        (void)snprintf(goal.text, sizeof goal.text, "one of %u goals", trip->goal_count);
    }
    cli_say("%s, %s to %s with %s\n\n", job->source.name, start.text, goal.text,
            job->result.algorithm->title);
    if (job->reason) {
        (void)printf("because    %s\n", job->reason);
    }
    (void)printf("outcome    %s\n", way_outcome_text(job->result.outcome));
    if (job->result.goal != trip->goal && job->result.goal != WAY_CELL_NONE) {
        (void)printf("goal       %s\n", cli_ground_place(&job->source, job->result.goal).text);
    }
    if (job->result.path_count > 1 || cli_trip_has_path(&job->result)) {
        command_find_print_path(job);
    }
    command_find_print_work(job);
    if (cli_options_has(job->arguments, "moves")) {
        command_find_print_moves(job);
    }
}

static void command_find_show(const command_find_job *job)
{
    const cli_terminal terminal =
        cli_terminal_of_stdout(cli_options_get(job->arguments, "color")->choice);
    cli_picture picture = {.panel_count = 1, .bare = true, .scale = 1};
    picture.panels[0] = (cli_panel){.map = job->source.map,
                                    .floors = job->source.floors,
                                    .profile = job->source.profile,
                                    .order = job->result.order,
                                    .order_max = job->result.order_max,
                                    .path = job->result.path,
                                    .path_count = job->result.path_count,
                                    .curve = job->result.curve.points,
                                    .curve_count = job->result.curve.count,
                                    .start = job->route.request.trip.start,
                                    .goal = job->result.goal};
    cli_ansi_print(&picture, &terminal, 60, stdout);
    (void)putchar('\n');
}

// JSON --------------------------------------------------------------------------------------------

static void command_find_json_place(cli_json *json, const command_find_job *job, const char *key,
                                    way_cell cell)
{
    uint32_t floor = 0;
    uint32_t x = 0;
    uint32_t y = 0;
    if (cell == WAY_CELL_NONE) {
        cli_json_null(json, key);
        return;
    }
    (void)way_floors_position(job->source.map, &job->source.floors, cell, &floor, &x, &y);
    cli_json_open_inline(json, key, '[');
    cli_json_number(json, NULL, x);
    cli_json_number(json, NULL, y);
    if (job->source.floors.count > 1) {
        cli_json_number(json, NULL, floor);
    }
    cli_json_close(json);
}

static void command_find_json_stats(cli_json *json, const command_find_job *job)
{
    const way_stats *stats = &job->result.stats;
    cli_json_open(json, "stats", '{');
    cli_json_number(json, "expansions", stats->expansions);
    cli_json_number(json, "generations", stats->generations);
    cli_json_number(json, "reopenings", stats->reopenings);
    cli_json_number(json, "heap_pushes", stats->heap_pushes);
    cli_json_number(json, "heap_pops", stats->heap_pops);
    cli_json_number(json, "revisits", stats->revisits);
    cli_json_number(json, "steps", stats->steps);
    cli_json_number(json, "step_work_max", stats->step_work_max);
    if (!cli_options_has(job->arguments, "no-times")) {
        cli_json_number(json, "agent_bytes", stats->bytes);
        cli_json_number(json, "database_bytes", job->result.database_bytes);
        cli_json_decimal(json, "prepare_seconds", job->result.prepare_seconds, 9);
        cli_json_decimal(json, "search_seconds", job->result.search_seconds, 9);
    }
    cli_json_close(json);
}

static void command_find_json(const command_find_job *job)
{
    const cli_trip_result *result = &job->result;
    const bool found = result->path_count > 1 || cli_trip_has_path(result);
    cli_json json = cli_json_begin(stdout);
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "map", job->source.name);
    cli_json_text(&json, "algorithm", job->route.request.algorithm);
    if (job->reason) {
        cli_json_text(&json, "reason", job->reason);
    }
    cli_json_text(&json, "outcome", way_outcome_name(result->outcome));
    command_find_json_place(&json, job, "start", job->route.request.trip.start);
    command_find_json_place(&json, job, "goal", result->goal);
    if (result->length_before > 0) {
        cli_json_text(&json, "smooth", cli_choices_smooth[job->route.request.smooth]);
        cli_json_decimal(&json, "length_before", result->length_before, 6);
    }
    if (found && result->curve.count) {
        cli_json_null(&json, "cost");
        cli_json_decimal(&json, "length", result->length, 6);
    } else if (found) {
        cli_json_number(&json, "cost", result->cost);
        cli_json_decimal(&json, "length", result->length, 6);
        cli_json_number(&json, "straight", result->cardinals);
        cli_json_number(&json, "diagonal", result->diagonals);
        if (way_map_link_count(job->source.map)) {
            cli_json_number(&json, "links", result->links);
        }
    } else {
        cli_json_null(&json, "cost");
        cli_json_null(&json, "length");
    }
    command_find_json_stats(&json, job);
    cli_json_open_inline(&json, "path", '[');
    for (uint32_t i = 0; i < result->path_count; i++) {
        command_find_json_place(&json, job, NULL, result->path[i]);
    }
    cli_json_close(&json);
    cli_json_close(&json);
}

// Running -----------------------------------------------------------------------------------------

// Walks the trip, with a trace if one is asked for.
static cli_exit command_find_trip(command_find_job *job)
{
    cli_trip_request *request = &job->route.request;
    const char *path = cli_options_text(job->arguments, "trace", NULL);
    cli_trace trace;
    if (!path) {
        return cli_trip_run(request, &job->result);
    }
    if (!cli_trace_begin(&trace, path, &job->source, &request->trip)) {
        return CLI_EXIT_SYSTEM;
    }
    request->trace = &trace;
    const cli_exit result = cli_trip_run(request, &job->result);
    request->trace = NULL;
    const bool steps = !job->result.curve.count && request->smooth != CLI_SMOOTH_ANGLE;
    const bool good = cli_trace_end(&trace, job->result.path, steps ? job->result.path_count : 0);
    return result == CLI_EXIT_OK && !good ? CLI_EXIT_SYSTEM : result;
}

/// Puts the search that suits the map in the place of "auto".
static cli_exit command_find_choose(command_find_job *job)
{
    const cli_trip_request *request = &job->route.request;
    const way_penalty_config penalty = {
        .map = request->map, .profile = request->unit, .penalties = request->penalties};
    way_space *space = NULL;
    const way_status status =
        request->penalties ? way_space_create_penalty(&penalty, &space)
                           : way_space_create_grid(request->map, request->unit, NULL, &space);
    if (status != WAY_STATUS_OK) {
        return cli_complain_problem("auto", status, NULL);
    }
    // Ranges and several goals are not for all searches.
    const way_choice choice =
        request->trip.mode == WAY_GOAL_EXACT
            ? way_algorithm_choose(space, NULL)
            : (way_choice){"astar", "not one goal but a choice of them: A* takes every kind"};
    job->route.request.algorithm = choice.algorithm;
    job->reason = choice.reason;
    way_space_destroy(space);
    return CLI_EXIT_OK;
}

static cli_exit command_find_go(command_find_job *job)
{
    const cli_arguments *arguments = job->arguments;
    cli_exit result = cli_route_read(arguments, &job->source, &job->route);
    if (result == CLI_EXIT_OK) {
        result = cli_database_read(arguments, &job->database);
    }
    if (result != CLI_EXIT_OK) {
        return result;
    }
    job->route.request.database = &job->database;
    job->route.request.algorithm = cli_database_algorithm(&job->database, arguments, "astar");
    job->route.request.observe = cli_options_has(arguments, "show");
    if (strcmp(job->route.request.algorithm, "auto") == 0) {
        result = command_find_choose(job);
    }
    result = result == CLI_EXIT_OK ? command_find_trip(job) : result;
    if (result != CLI_EXIT_OK) {
        return result;
    }
    if (cli_options_has(arguments, "json")) {
        command_find_json(job);
    } else {
        if (job->route.request.observe) {
            command_find_show(job);
        }
        command_find_print(job);
    }
    return cli_trip_has_path(&job->result) ? CLI_EXIT_OK : CLI_EXIT_NEGATIVE;
}

static cli_exit command_find_run(const cli_arguments *arguments)
{
    command_find_job job = {.arguments = arguments};
    cli_exit result = cli_source_open(arguments, arguments->operands[0], &job.source);
    if (result == CLI_EXIT_OK) {
        result = command_find_go(&job);
    }
    cli_trip_free(&job.result);
    cli_database_free(&job.database);
    cli_source_close(&job.source);
    return result;
}

const cli_command cli_command_find = {
    .name = "find",
    .summary = "Find a path on a map",
    .operands = "MAP",
    .details =
        CLI_SOURCE_HELP "Scenes and generated maps suggest their own start and goal.\n\n"
                        "  waymark find arena.map --from 1,11 --to 40,30 --algo jps --show\n",
    .options = command_find_options,
    .operand_min = 1,
    .operand_max = 1,
    .completes = "map",
    .run = command_find_run,
};
