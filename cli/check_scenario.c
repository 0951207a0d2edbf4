// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// An optimal algorithm must give the length to the precision in which it was printed; others must
// arrive by a legal path that is not shorter. No-path problems must be found to be such.
//
// With a profile, links or penalties the published lengths mean nothing: then, and where a scenario
// has none, costs are compared with those of an oracle that shares no code with the library's
// searches.
#include "cli/check.h"
#include "cli/ground.h"
#include "cli/scenarios.h"
#include "cli/terminal.h"
#include "scenes/checker.h"
#include "scenes/oracle.h"

#include <waymark/file.h>
#include <waymark/lab.h>

#include <stdlib.h>
#include <string.h>

#define CHECK_TOLD 10u

// What one file needs; either `scenario` or `dynamic` and `patches` are filled.
typedef struct check_scenario {
    const char *path;
    way_scenario scenario;
    way_dynamic_scenario dynamic;
    way_patches patches;
    cli_source source;
    way_space *space;
    way_navigator *navigator;
    way_agent *agent;
    cli_check_totals totals;
    way_cost *costs;    // by cell: exact, from the start in hand; NULL where lengths are published
    oracle_edge *edges; // of the map, with penalties
    uint32_t edge_count;
} check_scenario;

// Judging -----------------------------------------------------------------------------------------

static void check_mismatch(cli_check *job, check_scenario *file, const way_scenario_entry *entry,
                           const char *what)
{
    file->totals.mismatches++;
    if (job->told < CHECK_TOLD) {
        job->told++;
        cli_progress_end(&job->progress);
        cli_complain("%s:%u: %s", file->path, entry->line, what);
    }
}

static void check_judge(cli_check *job, check_scenario *file, const way_scenario_entry *entry,
                        const checker_report *report)
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
    check_mismatch(job, file, entry, text);
}

// The oracle
// ----------------------------------------------------------------------------------------

// All steps of the map with what entering a cell costs beside.
static way_status check_list_edges(check_scenario *file)
{
    const way_map *map = file->source.map;
    const uint32_t cells = way_map_width(map) * way_map_height(map);
    const way_cost unit = way_map_costs(map).cardinal;
    file->edges = malloc((size_t)cells * ORACLE_STEPS_MAX * sizeof *file->edges);
    if (!file->edges) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (way_cell cell = 0; cell < cells; cell++) {
        oracle_step steps[ORACLE_STEPS_MAX];
        const uint32_t count = oracle_steps_from(map, cell, file->source.profile, steps);
        for (uint32_t i = 0; i < count; i++) {
            const way_cost cost = steps[i].cost + file->source.penalties[steps[i].cell] * unit;
            file->edges[file->edge_count++] = (oracle_edge){cell, steps[i].cell, cost};
        }
    }
    return WAY_STATUS_OK;
}

// Whether a scenario gives no lengths at all, as those made for many units at once do.
static bool check_lacks_lengths(const way_scenario *scenario)
{
    uint32_t given = 0;
    for (uint32_t i = 0; i < scenario->count; i++) {
        given += scenario->entries[i].length > 0;
    }
    return scenario->count > 0 && given == 0;
}

// Whether there are no lengths, or the ground is other than the one that they were published for.
static bool check_is_own(const cli_check *job, const check_scenario *file)
{
    return cli_ground_has_profile(job->arguments) || file->source.penalties ||
           way_map_link_count(file->source.map) > 0 || check_lacks_lengths(&file->scenario);
}

static way_status check_ask_oracle(check_scenario *file, way_cell start)
{
    const uint32_t cells = way_map_width(file->source.map) * way_map_height(file->source.map);
    if (!file->source.penalties) {
        return oracle_costs(file->source.map, start, file->source.profile, file->costs);
    }
    const oracle_graph graph = {cells, file->edge_count, file->edges};
    return oracle_graph_costs(&graph, start, file->costs);
}

// What the steps of a path cost, penalties included.
static way_cost check_path_cost(const check_scenario *file, const checker_trip *walk)
{
    way_cost cost = 0;
    for (uint32_t i = 1; i < walk->count; i++) {
        cost = way_cost_add(
            cost, cli_ground_step_cost(&file->source, walk->cells[i - 1], walk->cells[i]));
    }
    return cost;
}

static void check_judge_cost(cli_check *job, check_scenario *file, const way_scenario_entry *entry,
                             const checker_report *report, const checker_trip *walk)
{
    char text[256];
    const way_cost best = file->costs[walk->goal];
    const way_cost found = check_path_cost(file, walk);
    const bool optimal = way_navigator_algorithm(file->navigator)->traits & WAY_TRAIT_OPTIMAL;
    if (report->fault != CHECKER_FAULT_NONE) {
        (void)snprintf(text, sizeof text, "not a legal path: %s", report->message);
    } else if (found != way_agent_cost(file->agent)) {
        (void)snprintf(text, sizeof text, "cost %u said, %u walked", way_agent_cost(file->agent),
                       found);
    } else if (found < best || (optimal && found > best)) {
        (void)snprintf(text, sizeof text, "cost %u found, %u by the oracle", found, best);
    } else {
        file->totals.published += best;
        file->totals.walked += found;
        return;
    }
    check_mismatch(job, file, entry, text);
}

static way_status check_entry(cli_check *job, check_scenario *file, const way_scenario_entry *entry)
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
    status = file->costs ? check_ask_oracle(file, trip.start) : WAY_STATUS_OK;
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const bool none = file->costs ? file->costs[trip.goal] == WAY_COST_MAX
                                  : entry->length == 0 && trip.start != trip.goal;
    file->totals.without_path += none;
    if (none != (outcome == WAY_OUTCOME_NO_PATH) || (!none && outcome != WAY_OUTCOME_FOUND)) {
        char text[128];
        (void)snprintf(text, sizeof text, "outcome '%s' although %s", way_outcome_text(outcome),
                       none ? "there is no path" : "there is a path");
        check_mismatch(job, file, entry, text);
        return WAY_STATUS_OK;
    }
    if (none) {
        return WAY_STATUS_OK;
    }
    checker_trip walk = {.start = trip.start, .goal = trip.goal};
    checker_report report;
    walk.cells = way_agent_path(file->agent, &walk.count);
    status = checker_check(map, file->source.profile, &walk, &report);
    if (status == WAY_STATUS_OK && file->costs) {
        check_judge_cost(job, file, entry, &report, &walk);
    } else if (status == WAY_STATUS_OK) {
        check_judge(job, file, entry, &report);
    }
    return status;
}

// Files -------------------------------------------------------------------------------------------

// The map must be the one that the problems were made for.
static cli_exit check_sides(const check_scenario *file)
{
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

static cli_exit check_load(const cli_check *job, check_scenario *file, const way_file *text)
{
    way_problem problem;
    const way_status status =
        way_scenario_parse(text->bytes, text->size, NULL, &file->scenario, &problem);
    if (status != WAY_STATUS_OK) {
        return cli_complain_problem(file->path, status, &problem);
    }
    char beside[4096];
    if (!job->map) {
        cli_scenarios_map(file->path, file->scenario.map_name, beside, sizeof beside);
    }
    const cli_exit result =
        cli_source_open(job->arguments, job->map ? job->map : beside, &file->source);
    return result == CLI_EXIT_OK ? check_sides(file) : result;
}

// Reads the patches beside the scenario and makes the empty map that they are laid on.
static cli_exit check_load_dynamic(check_scenario *file, const way_file *text)
{
    way_problem problem;
    way_status status =
        way_dynamic_scenario_parse(text->bytes, text->size, NULL, &file->dynamic, &problem);
    if (status != WAY_STATUS_OK) {
        return cli_complain_problem(file->path, status, &problem);
    }
    char path[4096];
    const char *slash = strrchr(file->path, '/');
    (void)snprintf(path, sizeof path, "%.*s%s", slash ? (int)(slash - file->path) + 1 : 0,
                   file->path, file->dynamic.patch_name);
    way_file patches;
    status = way_file_read(path, 0, NULL, &patches, &problem);
    if (status == WAY_STATUS_OK) {
        status = way_patches_parse(patches.bytes, patches.size, NULL, &file->patches, &problem);
        way_file_free(&patches);
    }
    if (status != WAY_STATUS_OK) {
        return cli_complain_problem(path, status, &problem);
    }
    const way_map_config config = way_map_config_default(file->dynamic.width, file->dynamic.height);
    file->source.profile = 1;
    file->source.floors = (way_floors){1, file->dynamic.height};
    status = way_map_create(&config, &file->source.map);
    return status == WAY_STATUS_OK ? CLI_EXIT_OK : cli_complain_problem(file->path, status, NULL);
}

static cli_exit check_prepare(const cli_check *job, check_scenario *file)
{
    way_problem problem = {0};
    way_status status = cli_ground_space(&file->source, &file->space);
    if (status == WAY_STATUS_OK && check_is_own(job, file) && !file->costs) {
        const size_t cells =
            (size_t)way_map_width(file->source.map) * way_map_height(file->source.map);
        file->costs = malloc(cells * sizeof *file->costs);
        status = !file->costs             ? WAY_STATUS_NO_MEMORY
                 : file->source.penalties ? check_list_edges(file)
                                          : WAY_STATUS_OK;
    }
    if (status == WAY_STATUS_OK) {
        const way_navigator_config config = {
            .space = file->space, .algorithm = job->spec, .problem = &problem};
        status = cli_database_navigator(&job->database, &config, &file->navigator);
    }
    if (status == WAY_STATUS_OK) {
        status = way_agent_create(&(way_agent_config){.navigator = file->navigator}, &file->agent);
    }
    return status == WAY_STATUS_OK ? CLI_EXIT_OK : cli_trip_complain(job->spec, status, &problem);
}

static void check_drop(check_scenario *file)
{
    way_agent_destroy(file->agent);
    way_navigator_destroy(file->navigator);
    way_space_destroy(file->space);
    file->agent = NULL;
    file->navigator = NULL;
    file->space = NULL;
}

// Running -----------------------------------------------------------------------------------------

// Whether the problem at `index` is one of the sample: `sample` of `count`, evenly spread.
static bool check_is_sampled(const cli_check *job, uint32_t index, uint32_t count)
{
    const uint64_t sample = cli_options_number(job->arguments, "sample", count);
    return sample >= count || (index + 1) * sample / count > index * sample / count;
}

static void check_show(cli_check *job, uint32_t index, uint32_t count)
{
    cli_progress_update(&job->progress, (uint64_t)job->file * count + index,
                        (uint64_t)job->files * count);
}

static cli_exit check_all(cli_check *job, check_scenario *file)
{
    const uint32_t count = file->scenario.count;
    for (uint32_t i = 0; i < count; i++) {
        if (!check_is_sampled(job, i, count)) {
            continue;
        }
        const way_status status = check_entry(job, file, &file->scenario.entries[i]);
        if (status != WAY_STATUS_OK) {
            return cli_complain_problem(file->path, status, NULL);
        }
        check_show(job, i, count);
    }
    return CLI_EXIT_OK;
}

static way_status check_lay(const check_scenario *file, const way_dynamic_command *command,
                            way_problem *problem)
{
    if (command->patch >= file->patches.count) {
        (void)snprintf(problem->text, sizeof problem->text, "there is no patch %u, only %u of them",
                       command->patch, file->patches.count);
        return WAY_STATUS_BAD_FORMAT;
    }
    const way_status status = way_patch_apply(&file->patches.items[command->patch],
                                              file->source.map, command->x, command->y);
    if (status == WAY_STATUS_OUT_OF_RANGE) {
        (void)snprintf(problem->text, sizeof problem->text, "the patch leaves the map");
    }
    return status;
}

// Some algorithms can't follow a map that changed: they are prepared again.
static way_status check_query(cli_check *job, check_scenario *file, const way_scenario_entry *entry)
{
    const way_status status = check_entry(job, file, entry);
    if (status != WAY_STATUS_UNSUPPORTED && status != WAY_STATUS_STALE) {
        return status;
    }
    check_drop(file);
    return check_prepare(job, file) == CLI_EXIT_OK ? check_entry(job, file, entry)
                                                   : WAY_STATUS_UNSUPPORTED;
}

static cli_exit check_all_dynamic(cli_check *job, check_scenario *file)
{
    const uint32_t count = file->dynamic.count;
    for (uint32_t i = 0; i < count; i++) {
        const way_dynamic_command *command = &file->dynamic.commands[i];
        way_problem problem = {.line = command->query.line};
        way_status status = WAY_STATUS_OK;
        if (command->is_patch) {
            status = check_lay(file, command, &problem);
        } else if (check_is_sampled(job, i, count)) {
            status = check_query(job, file, &command->query);
        }
        if (status != WAY_STATUS_OK) {
            return cli_complain_problem(file->path, status, &problem);
        }
        check_show(job, i, count);
    }
    return CLI_EXIT_OK;
}

static cli_exit check_text(cli_check *job, check_scenario *file, const way_file *text)
{
    const bool dynamic = text->size > 9 && memcmp(text->bytes, "version 2", 9) == 0;
    cli_exit result = dynamic ? check_load_dynamic(file, text) : check_load(job, file, text);
    if (result == CLI_EXIT_OK) {
        result = check_prepare(job, file);
    }
    if (result == CLI_EXIT_OK) {
        result = dynamic ? check_all_dynamic(job, file) : check_all(job, file);
    }
    return result;
}

cli_exit cli_check_file(cli_check *job, const char *path, cli_check_totals *totals)
{
    check_scenario file = {.path = path};
    way_file text;
    way_problem problem;
    const way_status status = way_file_read(path, 0, NULL, &text, &problem);
    if (status != WAY_STATUS_OK) {
        return cli_complain_problem(path, status, &problem);
    }
    const cli_exit result = check_text(job, &file, &text);
    way_file_free(&text);
    check_drop(&file);
    cli_source_close(&file.source);
    free(file.costs);
    free(file.edges);
    way_scenario_free(&file.scenario);
    way_dynamic_scenario_free(&file.dynamic);
    way_patches_free(&file.patches);
    *totals = file.totals;
    return result;
}
