// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "cli/route.h"

const char *const cli_choices_goal[] = {"exact", "range", "adjacent", NULL};
const char *const cli_choices_store[] = {"auto", "dense", "sparse", NULL};

static cli_exit route_cell(const cli_source *source, const char *option, uint32_t x, uint32_t y,
                           way_cell *out)
{
    *out = way_map_cell(source->map, x, y);
    if (*out != WAY_CELL_NONE) {
        return CLI_EXIT_OK;
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
        uint32_t x = 0;
        uint32_t y = 0;
        (void)cli_options_read_pair(option, to->texts[i], &x, &y);
        const cli_exit result = route_cell(source, "to", x, y, &out->goals[i]);
        if (result != CLI_EXIT_OK) {
            return result;
        }
    }
    trip->goal = to->count ? out->goals[0] : source->goal;
    if (to->count > 1) {
        trip->mode = WAY_GOAL_NEAREST;
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
        result = route_cell(source, "from", from->x, from->y, &trip->start);
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
    request->unit = (uint32_t)cli_options_number(arguments, "unit", 1);
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
    trip->nearest_instead = cli_options_has(arguments, "nearest");
    trip->partial = cli_options_has(arguments, "partial");
    trip->expansion_limit = cli_options_number(arguments, "limit", 0);
    return route_read_ends(arguments, source, out);
}
