// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "cli/trip.h"

#include "cli/progress.h"
#include "cli/smooth.h"
#include "cli/terminal.h"
#include "scenes/checker.h"

#include <waymark/database.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TRIP_EVENTS (1u << 17)
#define TRIP_OBSERVED_BUDGET 256u
#define TRIP_TIMED_BUDGET 2048u

typedef struct trip_tools {
    cli_progress progress;
    way_space *space;
    way_navigator *navigator;
    way_agent *agent;
    way_observer observer;
    double deadline; // 0 = none
} trip_tools;

static void trip_progress(uint32_t thousandths, void *user)
{
    trip_tools *tools = user;
    cli_progress_update(&tools->progress, thousandths, 1000);
}

static bool trip_is_late(void *tools)
{
    const double deadline = ((const trip_tools *)tools)->deadline;
    return deadline > 0 && cli_clock_seconds() > deadline;
}

const char *cli_trip_algorithm_name(uint32_t index, const void *user)
{
    (void)user;
    const way_algorithm *algorithm = way_algorithm_at(index);
    return algorithm ? algorithm->name : NULL;
}

const way_algorithm *cli_trip_algorithm(const char *spec)
{
    char name[64];
    const size_t size = strcspn(spec, "( ");
    (void)snprintf(name, sizeof name, "%.*s", (int)(size < sizeof name ? size : sizeof name), spec);
    const way_algorithm *algorithm = way_algorithm_find(name);
    if (!algorithm) {
        const char *nearest = cli_options_nearest(name, cli_trip_algorithm_name, NULL);
        if (nearest) {
            cli_complain("unknown algorithm '%s'; did you mean '%s'?", name, nearest);
        } else {
            cli_complain("unknown algorithm '%s'; see 'waymark algos'", name);
        }
    }
    return algorithm;
}

cli_exit cli_trip_complain(const char *spec, way_status status, const way_problem *problem)
{
    if (problem->text[0]) {
        cli_complain("%s", problem->text);
        return CLI_EXIT_USAGE;
    }
    return cli_complain_problem(spec, status, NULL);
}

static void trip_close(trip_tools *tools)
{
    way_agent_destroy(tools->agent);
    way_navigator_destroy(tools->navigator);
    way_space_destroy(tools->space);
    free(tools->observer.events);
}

static bool trip_is_observed(const cli_trip_request *request)
{
    return request->observe || request->trace;
}

static way_status trip_create_agent(const cli_trip_request *request, trip_tools *tools)
{
    if (trip_is_observed(request)) {
        tools->observer.capacity = TRIP_EVENTS;
        tools->observer.events = malloc(TRIP_EVENTS * sizeof *tools->observer.events);
        if (!tools->observer.events) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    const way_agent_config config = {.navigator = tools->navigator,
                                     .store = request->store,
                                     .capacity = request->capacity,
                                     .observer =
                                         trip_is_observed(request) ? &tools->observer : NULL};
    return way_agent_create(&config, &tools->agent);
}

static way_status trip_open(const cli_trip_request *request, trip_tools *tools,
                            way_problem *problem)
{
    const way_penalty_config penalty = {
        .map = request->map, .profile = request->unit, .penalties = request->penalties};
    way_status status = request->penalties
                            ? way_space_create_penalty(&penalty, &tools->space)
                            : way_space_create_for(request->map, request->unit, request->algorithm,
                                                   NULL, &tools->space);
    if (status == WAY_STATUS_OK) {
        const way_job job = {.progress = trip_progress, .cancelled = trip_is_late, .user = tools};
        tools->progress = cli_progress_begin("prepare", false); // shown only where it takes long
        const way_navigator_config config = {.space = tools->space,
                                             .algorithm = request->algorithm,
                                             .job = &job,
                                             .problem = problem};
        status = cli_database_navigator(request->database, &config, &tools->navigator);
        cli_progress_end(&tools->progress);
    }
    return status == WAY_STATUS_OK ? trip_create_agent(request, tools) : status;
}

// Notes when cells were first expanded, and everything in the trace, from the events since `seen`.
static void trip_note_events(const way_observer *observer, uint64_t seen, cli_trace *trace,
                             cli_trip_result *out)
{
    const uint64_t fresh = observer->count - seen;
    if (fresh > observer->capacity) {
        seen = observer->count - observer->capacity;
        if (trace) {
            trace->lost += fresh - observer->capacity;
        }
    }
    for (; seen < observer->count; seen++) {
        const way_event *event = &observer->events[seen % observer->capacity];
        if (out->order && event->kind == WAY_EVENT_EXPAND && !out->order[event->state]) {
            out->order[event->state] = ++out->order_max;
        }
        if (trace) {
            cli_trace_add(trace, event);
        }
    }
}

static way_outcome trip_walk(const cli_trip_request *request, trip_tools *tools,
                             cli_trip_result *out)
{
    const bool observed = trip_is_observed(request);
    if (!observed && !request->budget && request->seconds_limit <= 0) {
        return way_agent_run(tools->agent);
    }
    const uint32_t budget = request->budget ? request->budget
                            : observed      ? TRIP_OBSERVED_BUDGET
                                            : TRIP_TIMED_BUDGET;
    way_outcome outcome = way_agent_outcome(tools->agent);
    uint64_t seen = 0;
    while (outcome == WAY_OUTCOME_WORKING) {
        outcome = way_agent_step(tools->agent, budget);
        if (observed) {
            trip_note_events(&tools->observer, seen, request->trace, out);
            seen = tools->observer.count;
        }
        if (outcome == WAY_OUTCOME_WORKING && trip_is_late(tools)) {
            way_agent_cancel(tools->agent);
            outcome = WAY_OUTCOME_CANCELLED;
        }
    }
    return outcome;
}

static void trip_measure(const way_map *map, cli_trip_result *out)
{
    for (uint32_t i = 1; i < out->path_count; i++) {
        uint32_t x[2];
        uint32_t y[2];
        way_map_position(map, out->path[i - 1], &x[0], &y[0]);
        way_map_position(map, out->path[i], &x[1], &y[1]);
        const bool diagonal =
            way_map_neighbours(map) == WAY_NEIGHBOURS_8 && x[0] != x[1] && y[0] != y[1];
        // Neighbours are at most one column and one row apart; only links lead farther.
        const bool link = x[0] > x[1] + 1 || x[1] > x[0] + 1 || y[0] > y[1] + 1 || y[1] > y[0] + 1;
        out->links += link;
        out->diagonals += diagonal && !link;
        out->cardinals += !diagonal && !link;
    }
    out->length = checker_length(out->cardinals, out->diagonals);
}

static void trip_measure_curve(cli_trip_result *out)
{
    for (uint32_t i = 1; i < out->curve.count; i++) {
        const way_curve_point *to = &out->curve.points[i];
        out->length += hypot(to->x - to[-1].x, to->y - to[-1].y);
    }
}

static way_status trip_keep(const cli_trip_request *request, const trip_tools *tools,
                            cli_trip_result *out)
{
    uint32_t count = 0;
    const way_state *path = way_agent_path(tools->agent, &count);
    out->algorithm = way_algorithm_find(way_navigator_choice(tools->navigator).algorithm);
    out->goal = way_agent_goal(tools->agent);
    out->cost = way_agent_cost(tools->agent);
    out->stats = way_agent_stats(tools->agent);
    out->database_bytes = way_navigator_bytes(tools->navigator);
    if (count == 0) {
        return WAY_STATUS_OK;
    }
    out->path = malloc(count * sizeof *out->path);
    if (!out->path) {
        return WAY_STATUS_NO_MEMORY;
    }
    memcpy(out->path, path, count * sizeof *out->path);
    out->path_count = count;
    const way_status status = cli_smooth_apply(request, out, way_space_traits(tools->space));
    if (out->curve.count) {
        trip_measure_curve(out);
    } else {
        trip_measure(request->map, out);
    }
    return status;
}

/// Asks the database what it cut the map into.
static way_status trip_read_regions(const cli_trip_request *request, const trip_tools *tools,
                                    cli_trip_result *out)
{
    const uint32_t cells = way_map_width(request->map) * way_map_height(request->map);
    bool any = false;
    out->regions = calloc(cells, sizeof *out->regions);
    for (way_cell cell = 0; out->regions && cell < cells; cell++) {
        const uint32_t region = way_navigator_region(tools->navigator, cell, NULL);
        out->regions[cell] = region == WAY_STATE_NONE ? 0 : region + 2;
        any |= region != WAY_STATE_NONE;
    }
    const way_status status = out->regions ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
    if (!any) {
        free(out->regions);
        out->regions = NULL;
    }
    return status;
}

static way_status trip_run(const cli_trip_request *request, trip_tools *tools, cli_trip_result *out,
                           way_problem *problem)
{
    const double started = cli_clock_seconds();
    tools->deadline = request->seconds_limit > 0 ? started + request->seconds_limit : 0;
    way_status status = trip_open(request, tools, problem);
    if (status == WAY_STATUS_OK && request->observe) {
        const size_t cells = (size_t)way_map_width(request->map) * way_map_height(request->map);
        out->order = calloc(cells, sizeof *out->order);
        status = out->order ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
    }
    if (status == WAY_STATUS_OK && request->regions) {
        status = trip_read_regions(request, tools, out);
    }
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const double prepared = cli_clock_seconds();
    status = way_agent_begin(tools->agent, &request->trip);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    out->outcome = trip_walk(request, tools, out);
    out->prepare_seconds = prepared - started;
    out->search_seconds = cli_clock_seconds() - prepared;
    return trip_keep(request, tools, out);
}

cli_exit cli_trip_run(const cli_trip_request *request, cli_trip_result *out)
{
    trip_tools tools = {0};
    way_problem problem = {0};
    *out = (cli_trip_result){.cost = WAY_COST_MAX};
    if (!cli_trip_algorithm(request->algorithm)) {
        return CLI_EXIT_USAGE;
    }
    const way_status status = trip_run(request, &tools, out, &problem);
    cli_exit result = CLI_EXIT_OK;
    const bool stopped = status == WAY_STATUS_CANCELLED || status == WAY_STATUS_TOO_LARGE;
    if (stopped && request->seconds_limit > 0) {
        out->algorithm = cli_trip_algorithm(request->algorithm);
        out->outcome = WAY_OUTCOME_CANCELLED;
        out->too_large = status == WAY_STATUS_TOO_LARGE;
    } else if (status != WAY_STATUS_OK) {
        result = cli_trip_complain(request->algorithm, status, &problem);
        cli_trip_free(out);
    }
    trip_close(&tools);
    return result;
}

void cli_trip_free(cli_trip_result *result)
{
    free(result->path);
    free(result->order);
    free(result->regions);
    result->regions = NULL;
    free(result->curve.points);
    result->curve = (way_curve){0};
    result->path = NULL;
    result->order = NULL;
    result->path_count = 0;
}

bool cli_trip_has_path(const cli_trip_result *result)
{
    return result->path_count > 0 &&
           (result->outcome == WAY_OUTCOME_FOUND || result->outcome == WAY_OUTCOME_PARTIAL);
}
