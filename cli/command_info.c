// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// `waymark info`: what a map, or a file of another kind, is made of.
#include "cli/commands.h"
#include "cli/ground.h"
#include "cli/info_database.h"
#include "cli/info_map.h"
#include "cli/info_world.h"
#include "cli/json.h"
#include "cli/regions.h"
#include "cli/table.h"

#include <string.h>

#define COMMAND_INFO_LISTED 8u
#define COMMAND_INFO_BAR 40u

static const cli_option command_info_options[] = {
    {.name = "list",
     .letter = 'l',
     .help = "list the generators with their settings, and the gallery"},
    {.name = "save",
     .type = CLI_TYPE_FILE,
     .value = "FILE",
     .help = "only write the map, as a MovingAI .map; - is stdout"},
    {.name = "map",
     .letter = 'm',
     .type = CLI_TYPE_FILE,
     .value = "MAP",
     .help = "of a database: check that it belongs to this map"},
    {.name = "output",
     .letter = 'o',
     .type = CLI_TYPE_FILE,
     .value = "FILE",
     .help = "with --map: a .png or .svg picture of the regions and their places"},
    CLI_OPTIONS_RULES,
    CLI_OPTION_JSON,
    CLI_OPTION_NO_TIMES,
    {0}};

typedef struct command_info_facts {
    const way_map *map;
    const cli_source *source;
    const char *name;
    bool bytes; // whether to tell the memory
    uint32_t cells, passable;
    cli_regions regions;
    uint32_t weights[256];                    // cells by weight
    uint32_t clearance[WAY_MAP_UNIT_MAX + 1]; // cells by largest unit
} command_info_facts;

static void command_info_count(command_info_facts *facts)
{
    for (way_cell cell = 0; cell < facts->cells; cell++) {
        facts->weights[cli_ground_weight(facts->map, cell, facts->source->profile)]++;
        facts->clearance[way_map_clearance(facts->map, cell, facts->source->profile)]++;
    }
}

static const char *command_info_corners(const way_map *map)
{
    return way_map_neighbours(map) == WAY_NEIGHBOURS_8 ? cli_choices_corners[way_map_corners(map)]
                                                       : "none";
}

// Text --------------------------------------------------------------------------------------------

static void command_info_bar(uint32_t part, uint32_t most)
{
    const uint32_t size = most ? (uint32_t)((uint64_t)part * COMMAND_INFO_BAR / most) : 0;
    for (uint32_t i = 0; i <= size; i++) {
        (void)putchar('=');
    }
    (void)putchar('\n');
}

static void command_info_print_clearance(const command_info_facts *facts)
{
    uint32_t most = 1;
    for (uint32_t size = 1; size <= WAY_MAP_UNIT_MAX; size++) {
        most = facts->clearance[size] > most ? facts->clearance[size] : most;
    }
    (void)puts("\nlargest unit on a cell");
    for (uint32_t size = 1; size <= WAY_MAP_UNIT_MAX; size++) {
        if (facts->clearance[size]) {
            (void)printf("  %2u x %-2u %10s  ", size, size,
                         cli_number_group(facts->clearance[size]).text);
            command_info_bar(facts->clearance[size], most);
        }
    }
}

static void command_info_print_regions(const command_info_facts *facts)
{
    const cli_regions *regions = &facts->regions;
    (void)printf("components %s", cli_number_group(regions->count).text);
    for (uint32_t i = 0; i < regions->count && i < COMMAND_INFO_LISTED; i++) {
        (void)printf("%s%s", i ? ", " : " of ", cli_number_group(regions->sizes[i]).text);
    }
    (void)printf("%s\n", regions->count > COMMAND_INFO_LISTED ? ", ... cells"
                         : regions->count                     ? " cells"
                                                              : "");
}

static void command_info_print(const command_info_facts *facts)
{
    const way_map *map = facts->map;
    const way_cost_model costs = way_map_costs(map);
    cli_say("%s\n\n", facts->name);
    (void)printf("size       %u x %u, %s cells\n", way_map_width(map), way_map_height(map),
                 cli_number_group(facts->cells).text);
    if (facts->source->floors.count > 1) {
        (void)printf("floors     %u of %u rows, a blocked one between two\n",
                     facts->source->floors.count, facts->source->floors.height);
    }
    if (way_map_link_count(map)) {
        (void)printf("links      %s, one way each\n",
                     cli_number_group(way_map_link_count(map)).text);
    }
    (void)printf("passable   %s (%.1f %%)\n", cli_number_group(facts->passable).text,
                 100.0 * facts->passable / facts->cells);
    command_info_print_regions(facts);
    (void)printf("rules      %d neighbours, corner rule: %s, costs %u and %u\n",
                 (int)way_map_neighbours(map), command_info_corners(map), costs.cardinal,
                 costs.diagonal);
    (void)printf("hash       %016llx\n", (unsigned long long)way_map_hash(map));
    if (facts->bytes) {
        (void)printf("memory     %s\n", cli_number_bytes(way_map_bytes(map)).text);
    }
    (void)fputs("terrain    ", stdout);
    const char *comma = "";
    for (uint32_t weight = 0; weight < 256; weight++) {
        if (facts->weights[weight]) {
            (void)printf("%s%s ", comma, cli_number_group(facts->weights[weight]).text);
            (void)(weight ? printf("of weight %u", weight) : printf("blocked"));
            comma = ", ";
        }
    }
    (void)putchar('\n');
    command_info_print_clearance(facts);
}

// JSON --------------------------------------------------------------------------------------------

static void command_info_json_histogram(cli_json *json, const char *key, const uint32_t *counts,
                                        uint32_t size)
{
    cli_json_open_inline(json, key, '{');
    for (uint32_t i = 0; i < size; i++) {
        if (counts[i]) {
            char name[16];
            (void)snprintf(name, sizeof name, "%u", i);
            cli_json_number(json, name, counts[i]);
        }
    }
    cli_json_close(json);
}

static void command_info_json(const command_info_facts *facts)
{
    const way_map *map = facts->map;
    const way_cost_model costs = way_map_costs(map);
    char hash[24];
    (void)snprintf(hash, sizeof hash, "%016llx", (unsigned long long)way_map_hash(map));
    cli_json json = cli_json_begin(stdout);
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "map", facts->name);
    cli_json_number(&json, "width", way_map_width(map));
    cli_json_number(&json, "height", way_map_height(map));
    if (facts->source->floors.count > 1) {
        cli_json_number(&json, "floors", facts->source->floors.count);
    }
    if (way_map_link_count(map)) {
        cli_json_number(&json, "links", way_map_link_count(map));
    }
    cli_json_number(&json, "passable", facts->passable);
    cli_json_number(&json, "neighbours", (uint64_t)way_map_neighbours(map));
    cli_json_text(&json, "corners", command_info_corners(map));
    cli_json_open_inline(&json, "costs", '[');
    cli_json_number(&json, NULL, costs.cardinal);
    cli_json_number(&json, NULL, costs.diagonal);
    cli_json_close(&json);
    cli_json_text(&json, "hash", hash);
    if (facts->bytes) {
        cli_json_number(&json, "bytes", way_map_bytes(map));
    }
    cli_json_open_inline(&json, "components", '[');
    for (uint32_t i = 0; i < facts->regions.count; i++) {
        cli_json_number(&json, NULL, facts->regions.sizes[i]);
    }
    cli_json_close(&json);
    command_info_json_histogram(&json, "weights", facts->weights, 256);
    command_info_json_histogram(&json, "clearance", facts->clearance, WAY_MAP_UNIT_MAX + 1);
    cli_json_close(&json);
}

static cli_exit command_info_tell(const cli_arguments *arguments, const cli_source *source)
{
    command_info_facts facts = {.map = source->map, .source = source, .name = source->name};
    facts.cells = way_map_width(source->map) * way_map_height(source->map);
    facts.bytes = !cli_options_has(arguments, "no-times");
    facts.passable = cli_ground_open_count(source);
    const way_status status = cli_regions_create(source->map, source->profile, &facts.regions);
    if (status != WAY_STATUS_OK) {
        return cli_complain_problem(source->name, status, NULL);
    }
    command_info_count(&facts);
    if (cli_options_has(arguments, "json")) {
        command_info_json(&facts);
    } else {
        command_info_print(&facts);
    }
    cli_regions_destroy(&facts.regions);
    return CLI_EXIT_OK;
}

static cli_exit command_info_run(const cli_arguments *arguments)
{
    const char *name = arguments->operands[0];
    const char *path = cli_options_text(arguments, "save", NULL);
    cli_source source;
    if (cli_options_has(arguments, "list")) {
        return cli_info_list();
    }
    if (arguments->operand_count == 0) {
        cli_complain("info: name a map, or --list generators and scenes");
        return CLI_EXIT_USAGE;
    }
    const bool database = cli_info_is_database(name) || cli_options_has(arguments, "map");
    if (!database && cli_options_has(arguments, "output")) {
        cli_complain("info: a picture is of a database and its --map; see 'waymark help draw'");
        return CLI_EXIT_USAGE;
    }
    if (path && (database || cli_info_is_world(name))) {
        cli_complain("info: '%s' is no map to save", name);
        return CLI_EXIT_USAGE;
    }
    if (database || cli_info_is_world(name)) {
        return (database ? cli_info_database : cli_info_world)(arguments, name);
    }
    cli_exit result = cli_source_open(arguments, name, &source);
    if (result == CLI_EXIT_OK) {
        result = path ? cli_info_save(&source, path) : command_info_tell(arguments, &source);
        cli_source_close(&source);
    }
    return result;
}

const cli_command cli_command_info = {
    .name = "info",
    .summary = "Describe a map, graph, mesh, level or database; list and make maps",
    .operands = "[MAP]",
    .details = CLI_SOURCE_HELP
    "Files that end in .graph, .mesh or .lvl (docs/formats.md), and databases (.way, or with\n"
    "--map), are checked and described as well; it fails if a database was made for\n"
    "another map or revision. The same generator gives the same map on every machine.\n\n"
    "  waymark info gen:maze,width=101,height=101,braid=100 --save maze.map\n"
    "  waymark info arena.way --map arena.map -o regions.png\n",
    .options = command_info_options,
    .operand_max = 1,
    .completes = "map",
    .run = command_info_run,
};
