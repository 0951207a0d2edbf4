// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "cli/route.h"

const char *const cli_choices_goal[] = {"exact", "range", "adjacent", NULL};
const char *const cli_choices_store[] = {"auto", "dense", "sparse", NULL};

/// A place on the command line.
typedef struct route_place {
    uint32_t floor, x, y;
} route_place;

static cli_exit route_cell(const cli_source *source, const char *option, route_place at,
                           way_cell *out)
{
    const uint32_t x = at.x;
    const uint32_t y = at.y;
    *out = way_floors_cell(source->map, &source->floors, at.floor, x, y);
    if (*out != WAY_CELL_NONE) {
        return CLI_EXIT_OK;
    }
    if (source->floors.count > 1 || at.floor > 0) {
        cli_complain("--%s %u:%u,%u lies outside the map: %u floors of %u x %u cells", option,
                     at.floor, x, y, source->floors.count, way_map_width(source->map),
                     source->floors.height);
        return CLI_EXIT_USAGE;
    }
    cli_complain("--%s %u,%u lies outside the map of %u x %u cells", option, x, y,
                 way_map_width(source->map), way_map_height(source->map));
    return CLI_EXIT_USAGE;
}

static cli_exit route_read_goals(const cli_arguments *arguments, const cli_source *source,
                                 cli_route *out)
{
    const cli_value *to = cli_options_get(arguments, "to");
    const cli_option *option = cli_options_find(arguments->command, "to");
    way_trip *trip = &out->request.trip;
    for (uint32_t i = 0; i < to->count; i++) {
        route_place at = {0};
        (void)cli_options_read_place(option, to->texts[i], &at.floor, &at.x, &at.y);
        const cli_exit result = route_cell(source, "to", at, &out->goals[i]);
        if (result != CLI_EXIT_OK) {
            return result;
        }
    }
    trip->goal = to->count ? out->goals[0] : source->goal;
    if (to->count > 1) {
        trip->mode = WAY_GOAL_ANY_OF;
        trip->goals = out->goals;
        trip->goal_count = to->count;
    }
    return CLI_EXIT_OK;
}

static cli_exit route_read_ends(const cli_arguments *arguments, const cli_source *source,
                                cli_route *out)
{
    const cli_value *from = cli_options_get(arguments, "from");
    way_trip *trip = &out->request.trip;
    trip->start = source->start;
    cli_exit result = CLI_EXIT_OK;
    if (from->count) {
        const route_place at = {from->floor, from->x, from->y};
        result = route_cell(source, "from", at, &trip->start);
    }
    if (result == CLI_EXIT_OK) {
        result = route_read_goals(arguments, source, out);
    }
    if (result == CLI_EXIT_OK && (trip->start == WAY_CELL_NONE || trip->goal == WAY_CELL_NONE)) {
        cli_complain("%s: where from and where to? Give --from X,Y and --to X,Y",
                     arguments->command->name);
        result = CLI_EXIT_USAGE;
    }
    return result;
}

cli_exit cli_route_read(const cli_arguments *arguments, const cli_source *source, cli_route *out)
{
    *out = (cli_route){.request = {.map = source->map}};
    cli_trip_request *request = &out->request;
    request->unit = source->profile;
    request->penalties = source->penalties;
    request->budget = (uint32_t)cli_options_number(arguments, "budget", 0);
    request->capacity = (uint32_t)cli_options_number(arguments, "capacity", 0);
    request->store = (way_store)cli_options_get(arguments, "store")->choice;
    request->smooth = (cli_smooth)cli_options_get(arguments, "smooth")->choice;
    way_trip *trip = &request->trip;
    trip->mode = (way_goal_mode)cli_options_get(arguments, "goal")->choice;
    trip->range = (way_cost)cli_options_number(arguments, "range", 0);
    if (cli_options_has(arguments, "range")) {
        trip->mode = WAY_GOAL_RANGE;
    }
    trip->fall_back_to_nearest = cli_options_has(arguments, "nearest");
    trip->partial = cli_options_has(arguments, "partial");
    trip->expansion_limit = cli_options_number(arguments, "limit", 0);
    if (request->penalties && request->smooth != CLI_SMOOTH_NONE) {
        cli_complain("--smooth can't be combined with penalties");
        return CLI_EXIT_USAGE;
    }
    return route_read_ends(arguments, source, out);
}
