// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "cli/ground.h"

#include <waymark/file.h>

#include <stdlib.h>
#include <string.h>

/// What an option gave: the text of a file, or of the option itself.
typedef struct ground_text {
    const char *place; ///< to complain of
    const char *bytes;
    size_t size;
    bool is_file;
} ground_text;

typedef cli_exit (*ground_reader)(const cli_arguments *arguments, cli_source *source,
                                  const ground_text *text);

/// Has the text of an option read, if it was given. A profile may be words with '=' instead of a
/// file.
static cli_exit ground_read(const cli_arguments *arguments, cli_source *source, const char *option,
                            ground_reader reader)
{
    const char *word = cli_options_text(arguments, option, NULL);
    if (!word) {
        return CLI_EXIT_OK;
    }
    if (strcmp(option, "profile") == 0 && strchr(word, '=')) {
        return reader(arguments, source, &(ground_text){"--profile", word, strlen(word), false});
    }
    way_problem problem;
    way_file file = {0};
    const way_status status = way_file_read(word, 0, NULL, &file, &problem);
    if (status != WAY_STATUS_OK) {
        return cli_complain_problem(word, status, &problem);
    }
    const cli_exit result =
        reader(arguments, source, &(ground_text){word, file.bytes, file.size, true});
    way_file_free(&file);
    return result;
}

bool cli_ground_has_profile(const cli_arguments *arguments)
{
    return cli_options_has(arguments, "profile");
}

// Units -------------------------------------------------------------------------------------------

static uint32_t ground_unit(const cli_arguments *arguments, uint32_t preset)
{
    return cli_options_find(arguments->command, "unit")
               ? (uint32_t)cli_options_number(arguments, "unit", preset)
               : preset;
}

static cli_exit ground_read_profile(const cli_arguments *arguments, cli_source *source,
                                    const ground_text *text)
{
    if (cli_options_has(arguments, "swamp")) {
        cli_complain("--swamp and --profile: say S=W in the profile instead");
        return CLI_EXIT_USAGE;
    }
    way_profile profile;
    way_problem problem = {0};
    way_status status = way_profile_parse(text->bytes, text->size, &profile, &problem);
    if (status == WAY_STATUS_OK) {
        profile.unit_size = (uint8_t)ground_unit(arguments, profile.unit_size);
        status = way_map_add_profile(source->map, &profile, &source->profile);
    }
    if (status == WAY_STATUS_OK) {
        return CLI_EXIT_OK;
    }
    const cli_exit result = cli_complain_problem(text->place, status, &problem);
    return text->is_file ? result : CLI_EXIT_USAGE;
}

/// A plain unit, where no profile is given.
static cli_exit ground_add_unit(const cli_arguments *arguments, cli_source *source)
{
    source->profile = ground_unit(arguments, 1);
    const way_profile plain = way_profile_default(source->profile);
    const way_status status = way_map_add_profile(source->map, &plain, NULL);
    return status == WAY_STATUS_OK ? CLI_EXIT_OK : cli_complain_problem("--unit", status, NULL);
}

// Links -------------------------------------------------------------------------------------------

static cli_exit ground_read_links(const cli_arguments *arguments, cli_source *source,
                                  const ground_text *text)
{
    (void)arguments;
    way_problem problem = {0};
    const way_status status =
        way_links_parse(text->bytes, text->size, source->map, source->floors.count, 0, &problem);
    return status == WAY_STATUS_OK ? CLI_EXIT_OK
                                   : cli_complain_problem(text->place, status, &problem);
}

// Penalties ---------------------------------------------------------------------------------------

/// Reads "[FLOOR:]X,Y WIDTH HEIGHT PENALTY" and lays the rectangle over the plane; false if it is
/// something else or leaves the floor.
static bool ground_lay_penalty(const cli_source *source, const char *line)
{
    unsigned floor = 0;
    unsigned x = 0;
    unsigned y = 0;
    unsigned width = 0;
    unsigned height = 0;
    unsigned penalty = 0;
    int end = 0;
    const char *colon = strchr(line, ':');
    const char *rest = line;
    if (colon) {
        if (sscanf(line, "%9u%n", &floor, &end) != 1 || line + end != colon) {
            return false;
        }
        rest = colon + 1;
    }
    if (strchr(line, '-') ||
        sscanf(rest, "%9u,%9u %9u %9u %9u %n", &x, &y, &width, &height, &penalty, &end) != 5 ||
        rest[end] != '\0' || width == 0 || height == 0 || penalty > UINT8_MAX) {
        return false;
    }
    const way_map *map = source->map;
    if (way_floors_cell(map, &source->floors, floor, x, y) == WAY_CELL_NONE ||
        way_floors_cell(map, &source->floors, floor, (int64_t)x + width - 1,
                        (int64_t)y + height - 1) == WAY_CELL_NONE) {
        return false;
    }
    for (uint32_t row = y; row < y + height; row++) {
        memset(source->penalties + way_floors_cell(map, &source->floors, floor, x, row),
               (int)penalty, width);
    }
    return true;
}

/// The next line of a text without its end and what follows '#'; false after the last.
static bool ground_next_line(const ground_text *text, size_t *at, char line[128])
{
    if (*at >= text->size) {
        return false;
    }
    size_t length = 0;
    while (*at < text->size && text->bytes[*at] != '\n') {
        if (length < 127) {
            line[length++] = text->bytes[*at] == '\r' ? ' ' : text->bytes[*at];
        }
        (*at)++;
    }
    (*at)++;
    line[length] = '\0';
    line[strcspn(line, "#")] = '\0';
    return true;
}

static cli_exit ground_read_penalties(const cli_arguments *arguments, cli_source *source,
                                      const ground_text *text)
{
    (void)arguments;
    source->penalties = calloc((size_t)way_map_width(source->map) * way_map_height(source->map), 1);
    if (!source->penalties) {
        return cli_complain_problem(text->place, WAY_STATUS_NO_MEMORY, NULL);
    }
    size_t at = 0;
    char line[128];
    for (uint32_t number = 1; ground_next_line(text, &at, line); number++) {
        if (line[strspn(line, " \t")] != '\0' && !ground_lay_penalty(source, line)) {
            cli_complain("%s:%u: expected %sX,Y WIDTH HEIGHT PENALTY [0..255] on the map, found "
                         "'%s'",
                         text->place, number, source->floors.count > 1 ? "FLOOR:" : "", line);
            return CLI_EXIT_BAD_INPUT;
        }
    }
    return CLI_EXIT_OK;
}

cli_exit cli_ground_read(const cli_arguments *arguments, cli_source *source)
{
    cli_exit result = ground_read(arguments, source, "links", ground_read_links);
    if (result == CLI_EXIT_OK) {
        result = cli_ground_has_profile(arguments)
                     ? ground_read(arguments, source, "profile", ground_read_profile)
                     : ground_add_unit(arguments, source);
    }
    return result == CLI_EXIT_OK ? ground_read(arguments, source, "penalty", ground_read_penalties)
                                 : result;
}

way_status cli_ground_space(const cli_source *source, way_space **out)
{
    if (!source->penalties) {
        return way_space_create_grid(source->map, source->profile, NULL, out);
    }
    const way_penalty_config config = {
        .map = source->map, .profile = source->profile, .penalties = source->penalties};
    return way_space_create_penalty(&config, out);
}

way_cost cli_ground_step_cost(const cli_source *source, way_cell from, way_cell to)
{
    const way_cost step = way_map_step_cost(source->map, from, to, source->profile);
    if (step == WAY_COST_MAX || !source->penalties) {
        return step;
    }
    return way_cost_add(step,
                        source->penalties[to] * (way_cost)way_map_costs(source->map).cardinal);
}

uint8_t cli_ground_weight(const way_map *map, way_cell cell, uint32_t profile)
{
    way_profile read;
    return way_map_profile(map, profile, &read) ? read.weights[way_map_terrain(map, cell)]
                                                : way_map_terrain(map, cell);
}

uint32_t cli_ground_open_count(const cli_source *source)
{
    const uint32_t cells = way_map_width(source->map) * way_map_height(source->map);
    uint32_t count = 0;
    for (way_cell cell = 0; cell < cells; cell++) {
        count += way_map_weight(source->map, cell, source->profile) != 0;
    }
    return count;
}

cli_exit cli_ground_refuse_penalty(const cli_arguments *arguments)
{
    if (!cli_options_has(arguments, "penalty")) {
        return CLI_EXIT_OK;
    }
    cli_complain("%s: its units know no penalties; --penalty is for find, draw, bench check, build "
                 "and info",
                 arguments->command->name);
    return CLI_EXIT_USAGE;
}

cli_place cli_ground_place(const cli_source *source, way_cell cell)
{
    cli_place place = {""};
    uint32_t floor = 0;
    uint32_t x = 0;
    uint32_t y = 0;
    (void)way_floors_position(source->map, &source->floors, cell, &floor, &x, &y);
    if (source->floors.count > 1) {
        (void)snprintf(place.text, sizeof place.text, "%u:%u,%u", floor, x, y);
    } else {
        (void)snprintf(place.text, sizeof place.text, "%u,%u", x, y);
    }
    return place;
}
