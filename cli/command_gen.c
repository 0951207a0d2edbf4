// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// `waymark gen`: maps from the generators and the gallery.
#include "cli/commands.h"
#include "cli/source.h"
#include "cli/table.h"

#include <waymark/file.h>
#include <waymark/floors.h>

#include <stdlib.h>
#include <string.h>

static const cli_option command_gen_options[] = {
    {.name = "list",
     .letter = 'l',
     .help = "list the generators with their settings, and the gallery"},
    {.name = "scene",
     .type = CLI_TYPE_WORD,
     .value = "NAME",
     .help = "take a scene of the gallery instead"},
    {.name = "width",
     .letter = 'w',
     .type = CLI_TYPE_NUMBER,
     .value = "W",
     .min = 1,
     .max = WAY_MAP_SIDE_MAX,
     .help = "cells [64]"},
    {.name = "height",
     .type = CLI_TYPE_NUMBER,
     .value = "H",
     .min = 1,
     .max = WAY_MAP_SIDE_MAX,
     .help = "cells [64]"},
    {.name = "floors",
     .type = CLI_TYPE_NUMBER,
     .value = "N",
     .min = 1,
     .max = SCENE_FLOORS_MAX,
     .help = "floors of that height, each with its own seed, joined by stairs [1]"},
    {.name = "stairs",
     .type = CLI_TYPE_NUMBER,
     .value = "N",
     .min = 1,
     .max = SCENE_STAIRS_MAX,
     .help = "stairs between two floors [2]"},
    {.name = "seed",
     .letter = 's',
     .type = CLI_TYPE_NUMBER,
     .value = "N",
     .max = UINT64_MAX,
     .help = "seed of the map [1]"},
    {.name = "set",
     .type = CLI_TYPE_WORD,
     .value = "NAME=N",
     .repeats = true,
     .help = "a setting of the generator; may be repeated"},
    {.name = "output",
     .letter = 'o',
     .type = CLI_TYPE_FILE,
     .value = "FILE",
     .help = "write to FILE instead of stdout"},
    {0},
};

// Listing -----------------------------------------------------------------------------------------

static cli_exit command_gen_list(void)
{
    cli_table table = cli_table_begin("<generator <setting >preset <range <meaning");
    for (uint32_t i = 0; i < scene_generator_count(); i++) {
        const scene_generator *generator = scene_generator_at(i);
        cli_table_add(&table, "%s", generator->name);
        cli_table_add(&table, "%s", "");
        cli_table_add(&table, "%s", "");
        cli_table_add(&table, "%s", "");
        cli_table_add(&table, "%s", generator->summary);
        for (uint32_t k = 0; k < generator->parameter_count; k++) {
            const scene_parameter *parameter = &generator->parameters[k];
            cli_table_add(&table, "%s", "");
            cli_table_add(&table, "%s", parameter->name);
            cli_table_add(&table, "%d", parameter->initial);
            cli_table_add(&table, "%d..%d", parameter->min, parameter->max);
            cli_table_add(&table, "%s", parameter->help);
        }
    }
    if (!cli_table_end(&table, stdout)) {
        return CLI_EXIT_SYSTEM;
    }
    (void)putchar('\n');
    table = cli_table_begin("<scene >size <story");
    for (uint32_t i = 0; i < scene_gallery_count(); i++) {
        const scene_exhibit *exhibit = scene_gallery_at(i);
        cli_table_add(&table, "%s", exhibit->name);
        cli_table_add(&table, "%ux%u", exhibit->request.width, exhibit->request.height);
        cli_table_add(&table, "%s", exhibit->story);
    }
    return cli_table_end(&table, stdout) ? CLI_EXIT_OK : CLI_EXIT_SYSTEM;
}

// Writing -----------------------------------------------------------------------------------------

static cli_exit command_gen_write(const char *text, size_t size, const char *path)
{
    if (!path || strcmp(path, "-") == 0) {
        return fwrite(text, 1, size, stdout) == size ? CLI_EXIT_OK : CLI_EXIT_SYSTEM;
    }
    way_problem problem;
    const way_status status = way_file_write(path, text, size, &problem);
    return status == WAY_STATUS_OK ? CLI_EXIT_OK : cli_complain_problem(path, status, &problem);
}

static cli_exit command_gen_save(const scene *made, const char *path)
{
    way_map *map = NULL;
    const way_status status = scene_create_map(made, WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT, &map);
    if (status != WAY_STATUS_OK) {
        return cli_complain_problem("gen", status, NULL);
    }
    const uint32_t count = made->floors ? made->floors : 1;
    const way_floors floors = {count, (made->height + 1) / count - 1};
    const size_t size = way_floors_format(map, &floors, NULL, NULL, 0);
    char *text = malloc(size);
    cli_exit result = CLI_EXIT_SYSTEM;
    if (text) {
        (void)way_floors_format(map, &floors, NULL, text, size);
        result = command_gen_write(text, size, path);
    } else {
        result = cli_complain_problem("gen", WAY_STATUS_NO_MEMORY, NULL);
    }
    free(text);
    way_map_destroy(map);
    return result;
}

// The request as one text, as in gen:NAME,width=W,...; the operand may have settings of its own.
// What comes later goes.
static cli_exit command_gen_make(const cli_arguments *arguments, scene *made)
{
    char text[512];
    int size = snprintf(text, sizeof text, "%s", arguments->operands[0]);
    static const char *const options[] = {"width", "height", "seed", "floors", "stairs"};
    for (uint32_t i = 0; i < 5 && size < (int)sizeof text; i++) {
        if (cli_options_has(arguments, options[i])) {
            size += snprintf(text + size, sizeof text - (size_t)size, ",%s=%llu", options[i],
                             (unsigned long long)cli_options_number(arguments, options[i], 0));
        }
    }
    const cli_value *settings = cli_options_get(arguments, "set");
    for (uint32_t i = 0; i < settings->count && size < (int)sizeof text; i++) {
        size += snprintf(text + size, sizeof text - (size_t)size, ",%s", settings->texts[i]);
    }
    if (size >= (int)sizeof text) {
        cli_complain("gen: the settings are too long");
        return CLI_EXIT_USAGE;
    }
    return cli_source_generate(text, made);
}

static cli_exit command_gen_run(const cli_arguments *arguments)
{
    const char *name = cli_options_text(arguments, "scene", NULL);
    if (cli_options_has(arguments, "list")) {
        return command_gen_list();
    }
    if ((arguments->operand_count == 1) == (name != NULL)) {
        cli_complain("gen: name a generator or a --scene; see 'waymark gen --list'");
        return CLI_EXIT_USAGE;
    }
    scene made = {0};
    const scene_exhibit *exhibit = NULL;
    cli_exit result =
        name ? cli_source_gallery(name, &exhibit, &made) : command_gen_make(arguments, &made);
    if (result == CLI_EXIT_OK) {
        result = command_gen_save(&made, cli_options_text(arguments, "output", NULL));
    }
    scene_destroy(&made);
    return result;
}

const cli_command cli_command_gen = {
    .name = "gen",
    .summary = "Make a map with a generator and write it as a MovingAI .map",
    .operands = "[GENERATOR]",
    .details = "The same request gives the same map on every machine.\n\n"
               "  waymark gen maze --width 101 --height 101 --set braid=100 -o maze.map\n"
               "  waymark gen rooms --width 40 --height 24 --floors 3 -o house.map\n",
    .options = command_gen_options,
    .operand_max = 1,
    .completes = "generator",
    .run = command_gen_run,
};
