// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// `waymark draw`: pictures of maps, regions, expansions and paths.
#include "cli/ansi.h"
#include "cli/commands.h"
#include "cli/ground.h"
#include "cli/image.h"
#include "cli/picture_file.h"
#include "cli/regions.h"
#include "cli/route.h"
#include "cli/table.h"
#include "cli/world.h"

#include <string.h>

static const char *const command_draw_themes[] = {"dark", "light", NULL};

static const cli_option command_draw_options[] = {
    {.name = "output",
     .letter = 'o',
     .type = CLI_TYPE_FILE,
     .value = "FILE",
     .repeats = true,
     .help = "a .png or .svg file; may be repeated [the terminal]"},
    {.name = "algo",
     .letter = 'a',
     .type = CLI_TYPE_ALGORITHM,
     .value = "SPEC",
     .repeats = true,
     .help = "search with this; if repeated, pictures are side by side"},
    CLI_OPTION_DATABASE,
    {.name = "graph",
     .old = "world",
     .letter = 'w',
     .type = CLI_TYPE_CHOICE,
     .value = "NAME",
     .choices = cli_choices_world,
     .help = "search a graph over the map: grid, corners, waypoints, mesh [grid]"},
    {.name = "regions",
     .letter = 'r',
     .help = "colour what the algorithm cut the map into, or the connected components"},
    {.name = "no-expansions", .help = "show the path only"},
    {.name = "floor",
     .type = CLI_TYPE_NUMBER,
     .value = "N",
     .max = WAY_MAP_SIDE_MAX,
     .help = "only this floor, counted from 0 [all, side by side]"},
    {.name = "scale",
     .letter = 's',
     .type = CLI_TYPE_NUMBER,
     .value = "N",
     .min = 1,
     .max = 64,
     .help = "pixels per cell [as fits --size]"},
    {.name = "size",
     .type = CLI_TYPE_NUMBER,
     .value = "N",
     .min = 16,
     .max = CLI_IMAGE_SIDE_MAX,
     .help = "approximate pixels of the longer side [1400]"},
    {.name = "theme",
     .type = CLI_TYPE_CHOICE,
     .value = "NAME",
     .choices = command_draw_themes,
     .help = "dark or light [dark]"},
    {.name = "title",
     .type = CLI_TYPE_WORD,
     .value = "TEXT",
     .help = "a title instead of the map's name"},
    {.name = "bare", .help = "only the map: no titles, legend or margins"},
    CLI_OPTIONS_ROUTE,
    CLI_OPTIONS_RULES,
    CLI_OPTION_COLOR,
    {0},
};

typedef struct command_draw_job {
    const cli_arguments *arguments;
    cli_source source;
    cli_route route;
    cli_regions regions;
    cli_world world;
    cli_database database;
    cli_trip_result results[CLI_PANELS_MAX];
    cli_picture picture;
} command_draw_job;

static void command_draw_caption(command_draw_job *job, uint32_t index)
{
    static const char *const worlds[] = {"", " over points of visibility", " over waypoints",
                                         " over a mesh"};
    const cli_trip_result *result = &job->results[index];
    cli_panel *panel = &job->picture.panels[index];
    const cli_smooth smooth = job->route.request.smooth;
    const char *params = strchr(job->route.request.algorithm, '(');
    (void)snprintf(panel->title, sizeof panel->title, "%s%s%s%s%s%s", result->algorithm->title,
                   params ? " " : "", params ? params : "", worlds[job->world.kind],
                   smooth ? ", smoothed: " : "", smooth ? cli_choices_smooth[smooth] : "");
    if (cli_trip_has_path(result)) {
        (void)snprintf(panel->caption, sizeof panel->caption, "%s: length %.2f, %s states expanded",
                       job->source.title, result->length,
                       cli_number_group(result->stats.expansions).text);
    } else {
        (void)snprintf(panel->caption, sizeof panel->caption, "%s: %s, %s states expanded",
                       job->source.title, way_outcome_text(result->outcome),
                       cli_number_group(result->stats.expansions).text);
    }
}

// What panel `index` has of an option; the last one goes for all that follow.
static const char *command_draw_pick(const cli_value *value, uint32_t index)
{
    return value->texts[index < value->count ? index : value->count - 1];
}

/// Lays the graph that is searched over the map of a panel.
static void command_draw_graph(const command_draw_job *job, cli_panel *panel)
{
    panel->lines = job->world.lines;
    panel->line_count = job->world.line_count;
    panel->dots = job->world.places.cells;
    panel->dot_count = job->world.places.count;
}

static cli_exit command_draw_trip(command_draw_job *job, cli_trip_result *out)
{
    return job->world.kind == CLI_WORLD_GRID ? cli_trip_run(&job->route.request, out)
                                             : cli_world_run(&job->world, &job->route.request, out);
}

static cli_exit command_draw_search(command_draw_job *job)
{
    const cli_value *algorithms = cli_options_get(job->arguments, "algo");
    const cli_value *smooths = cli_options_get(job->arguments, "smooth");
    const uint32_t pairs = algorithms->count > smooths->count ? algorithms->count : smooths->count;
    const uint32_t panels = pairs ? pairs : 1;
    if (panels > CLI_PANELS_MAX) {
        cli_complain("draw: at most %u algorithms in a picture", CLI_PANELS_MAX);
        return CLI_EXIT_USAGE;
    }
    const bool opens = cli_options_has(job->arguments, "database");
    if (opens && (algorithms->count > 1 || job->world.kind != CLI_WORLD_GRID)) {
        cli_complain("draw: a database goes with one algorithm, on the grid");
        return CLI_EXIT_USAGE;
    }
    cli_exit result = cli_route_read(job->arguments, &job->source, &job->route);
    if (result == CLI_EXIT_OK) {
        result = cli_database_read(job->arguments, &job->database);
    }
    job->route.request.database = &job->database;
    job->route.request.observe = !cli_options_has(job->arguments, "no-expansions");
    job->route.request.regions = cli_options_has(job->arguments, "regions");
    for (uint32_t i = 0; result == CLI_EXIT_OK && i < panels; i++) {
        cli_trip_result *found = &job->results[i];
        job->route.request.algorithm =
            algorithms->count ? command_draw_pick(algorithms, i) : job->database.spec;
        if (smooths->count) {
            job->route.request.smooth = cli_smooth_find(command_draw_pick(smooths, i));
        }
        result = command_draw_trip(job, found);
        if (result == CLI_EXIT_OK) {
            cli_panel *panel = &job->picture.panels[job->picture.panel_count++];
            *panel = (cli_panel){.map = job->source.map,
                                 .floors = job->source.floors,
                                 .profile = job->source.profile,
                                 .order = found->order,
                                 .order_max = found->order_max,
                                 .path = found->path,
                                 .path_count = found->path_count,
                                 .curve = found->curve.points,
                                 .curve_count = found->curve.count,
                                 .start = job->route.request.trip.start,
                                 .goal = found->goal};
            command_draw_graph(job, panel);
            command_draw_caption(job, i);
        }
    }
    return result;
}

static void command_draw_plain_panel(command_draw_job *job)
{
    cli_panel *panel = &job->picture.panels[job->picture.panel_count++];
    *panel = (cli_panel){.map = job->source.map,
                         .floors = job->source.floors,
                         .profile = job->source.profile,
                         .start = WAY_CELL_NONE,
                         .goal = WAY_CELL_NONE};
    (void)snprintf(panel->title, sizeof panel->title, "%.90s", job->source.title);
    char floors[24] = "";
    if (job->source.floors.count > 1) {
        (void)snprintf(floors, sizeof floors, "%u floors of ", job->source.floors.count);
    }
    (void)snprintf(panel->caption, sizeof panel->caption, "%s%u x %u, %s cells passable", floors,
                   way_map_width(job->source.map), job->source.floors.height,
                   cli_number_group(cli_ground_open_count(&job->source)).text);
    if (job->world.kind != CLI_WORLD_GRID) {
        command_draw_graph(job, panel);
        cli_world_describe(&job->world, panel->caption, sizeof panel->caption);
    }
}

static cli_exit command_draw_compose(command_draw_job *job)
{
    const cli_arguments *arguments = job->arguments;
    cli_picture *picture = &job->picture;
    cli_exit result = CLI_EXIT_OK;
    const char *title = cli_options_text(arguments, "title", NULL);
    if (title) {
        (void)snprintf(job->source.title, sizeof job->source.title, "%s", title);
    }
    if (cli_options_number(arguments, "floor", 0) >= job->source.floors.count) {
        cli_complain("--floor %u: the map has %u, counted from 0",
                     (uint32_t)cli_options_number(arguments, "floor", 0), job->source.floors.count);
        return CLI_EXIT_USAGE;
    }
    const cli_world_kind world = (cli_world_kind)cli_options_get(arguments, "graph")->choice;
    if (world != CLI_WORLD_GRID && cli_options_has(arguments, "smooth")) {
        cli_complain("draw: --smooth is for --graph grid; other ways are straight already");
        return CLI_EXIT_USAGE;
    }
    if (world != CLI_WORLD_GRID) {
        result = cli_world_open(world, job->source.map, &job->world);
    }
    if (result != CLI_EXIT_OK) {
        return result;
    }
    if (cli_options_has(arguments, "algo") || cli_options_has(arguments, "database")) {
        result = command_draw_search(job);
    } else {
        command_draw_plain_panel(job);
    }
    for (uint32_t i = 0; i < picture->panel_count && cli_options_has(arguments, "floor"); i++) {
        picture->panels[i].floor = 1 + (uint32_t)cli_options_number(arguments, "floor", 0);
    }
    if (result == CLI_EXIT_OK && cli_options_has(arguments, "regions")) {
        const way_status status =
            cli_regions_create(job->source.map, job->source.profile, &job->regions);
        if (status != WAY_STATUS_OK) {
            return cli_complain_problem(job->source.name, status, NULL);
        }
        for (uint32_t i = 0; i < picture->panel_count; i++) {
            const uint32_t *own = job->results[i].regions;
            picture->panels[i].regions = own ? own : job->regions.ranks;
        }
    }
    picture->theme = (cli_theme)cli_options_get(arguments, "theme")->choice;
    picture->bare = cli_options_has(arguments, "bare");
    picture->scale = (uint32_t)cli_options_number(arguments, "scale", 0);
    if (picture->scale == 0) {
        picture->scale =
            cli_picture_fit(picture, (uint32_t)cli_options_number(arguments, "size", 1400));
    }
    return result;
}

static cli_exit command_draw_deliver(const command_draw_job *job)
{
    const cli_value *files = cli_options_get(job->arguments, "output");
    cli_exit result = CLI_EXIT_OK;
    for (uint32_t i = 0; result == CLI_EXIT_OK && i < files->count; i++) {
        result = cli_picture_write(&job->picture, files->texts[i]);
    }
    if (files->count == 0) {
        const cli_terminal terminal =
            cli_terminal_of_stdout(cli_options_get(job->arguments, "color")->choice);
        cli_ansi_print(&job->picture, &terminal, 100, stdout);
    }
    return result;
}

static cli_exit command_draw_run(const cli_arguments *arguments)
{
    command_draw_job job = {.arguments = arguments};
    cli_exit result = cli_source_open(arguments, arguments->operands[0], &job.source);
    if (result == CLI_EXIT_OK) {
        result = command_draw_compose(&job);
    }
    if (result == CLI_EXIT_OK) {
        result = command_draw_deliver(&job);
    }
    for (uint32_t i = 0; i < CLI_PANELS_MAX; i++) {
        cli_trip_free(&job.results[i]);
    }
    cli_regions_destroy(&job.regions);
    cli_world_close(&job.world);
    cli_database_free(&job.database);
    cli_source_close(&job.source);
    return result;
}

const cli_command cli_command_draw = {
    .name = "draw",
    .summary = "Draw a map, its regions, a search and its path",
    .operands = "MAP",
    .details =
        CLI_SOURCE_HELP "Without --output it draws in the terminal.\n\n"
                        "  waymark draw scene:harbour --algo astar --algo jps -o harbour.png\n"
                        "  waymark draw arena.map --regions -o arena.svg\n"
                        "  waymark draw gen:rooms,floors=3 --algo astar -o house.png\n"
                        "  waymark draw arena.map --graph mesh --algo astar -o mesh.png\n",
    .options = command_draw_options,
    .operand_min = 1,
    .operand_max = 1,
    .completes = "map",
    .run = command_draw_run,
};
