// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
#include "cli/info_database.h"

#include "cli/ground.h"
#include "cli/json.h"
#include "cli/picture_file.h"
#include "cli/table.h"

#include <waymark/database.h>
#include <waymark/file.h>

#include <stdlib.h>
#include <string.h>

static void info_database_print(const char *name, const way_database_info *info)
{
    cli_say("%s\n\n", name);
    (void)printf("algorithm  %s(%s)\n", info->algorithm, info->parameters);
    (void)printf("map        %u x %u, %d neighbours, costs %u and %u, hash %016llx\n", info->width,
                 info->height, (int)info->neighbours, info->costs.cardinal, info->costs.diagonal,
                 (unsigned long long)info->map_hash);
    (void)printf("unit       %u\n", info->unit_size);
    (void)printf("size       %s\n\n", cli_number_bytes(info->size).text);
    cli_table table = cli_table_begin("<section >bytes >items >offset");
    for (uint32_t i = 0; i < info->section_count; i++) {
        const way_database_section *section = &info->sections[i];
        cli_table_add(&table, "%s", section->name);
        cli_table_add(&table, "%s", cli_number_group(section->size).text);
        cli_table_add(&table, "%s", cli_number_group(section->size / section->element_size).text);
        cli_table_add(&table, "%s", cli_number_group(section->offset).text);
    }
    (void)cli_table_end(&table, stdout);
}

static void info_database_json(const char *name, const way_database_info *info)
{
    char hash[24];
    (void)snprintf(hash, sizeof hash, "%016llx", (unsigned long long)info->map_hash);
    cli_json json = cli_json_begin(stdout);
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "file", name);
    cli_json_text(&json, "algorithm", info->algorithm);
    cli_json_text(&json, "parameters", info->parameters);
    cli_json_number(&json, "width", info->width);
    cli_json_number(&json, "height", info->height);
    cli_json_text(&json, "hash", hash);
    cli_json_number(&json, "unit", info->unit_size);
    cli_json_number(&json, "bytes", info->size);
    cli_json_open(&json, "sections", '{');
    for (uint32_t i = 0; i < info->section_count; i++) {
        cli_json_number(&json, info->sections[i].name, info->sections[i].size);
    }
    cli_json_close(&json);
    cli_json_close(&json);
}

// With its map ------------------------------------------------------------------------------------

/// Colours by region; places stay bare.
static cli_exit info_database_draw(const way_navigator *navigator, const cli_source *source,
                                   const char *path)
{
    const way_map *map = source->map;
    const char *title = source->title;
    const uint32_t cells = way_map_width(map) * way_map_height(map);
    uint32_t *regions = calloc(cells, sizeof *regions);
    if (!regions) {
        return cli_complain_problem("info", WAY_STATUS_NO_MEMORY, NULL);
    }
    uint32_t count = 0;
    for (way_cell cell = 0; cell < cells; cell++) {
        way_state place = WAY_STATE_NONE;
        const uint32_t region = way_navigator_region(navigator, cell, &place);
        regions[cell] = region == WAY_STATE_NONE || place == cell ? 0 : region + 1;
        count += place == cell;
    }
    cli_picture picture = {.panel_count = 1};
    cli_panel *panel = &picture.panels[0];
    *panel = (cli_panel){.map = map,
                         .floors = source->floors,
                         .profile = source->profile,
                         .regions = regions,
                         .start = WAY_CELL_NONE,
                         .goal = WAY_CELL_NONE};
    (void)snprintf(panel->title, sizeof panel->title, "%.60s: %s", title,
                   way_navigator_algorithm(navigator)->title);
    (void)snprintf(panel->caption, sizeof panel->caption, "%s regions, %s",
                   cli_number_group(count).text,
                   cli_number_bytes(way_navigator_bytes(navigator)).text);
    picture.scale = cli_picture_fit(&picture, 1400);
    const cli_exit result = cli_picture_write(&picture, path);
    free(regions);
    return result;
}

/// Opens the database for the map; complains if it was made for another one.
static cli_exit info_database_open(const cli_arguments *arguments, const way_file *file,
                                   const way_database_info *info)
{
    cli_source source;
    cli_exit result = cli_source_open(arguments, cli_options_text(arguments, "map", ""), &source);
    if (result != CLI_EXIT_OK) {
        return result;
    }
    way_space *space = NULL;
    way_navigator *navigator = NULL;
    way_problem problem = {0};
    way_status status = WAY_STATUS_OK;
    if (!cli_ground_has_profile(arguments)) {
        source.profile = info->unit_size;
        const way_profile plain = way_profile_default(info->unit_size);
        status = way_map_add_profile(source.map, &plain, NULL);
    }
    status = status ? status : cli_ground_space(&source, &space);
    if (status == WAY_STATUS_OK) {
        const way_navigator_config config = {.space = space, .problem = &problem};
        status = way_navigator_open(&config, file->bytes, file->size, &navigator);
    }
    const char *path = cli_options_text(arguments, "output", NULL);
    if (status != WAY_STATUS_OK) {
        result = cli_complain_problem(arguments->operands[0], status, &problem);
        result = status == WAY_STATUS_STALE ? CLI_EXIT_NEGATIVE : result;
    } else if (path) {
        result = info_database_draw(navigator, &source, path);
    }
    way_navigator_destroy(navigator);
    way_space_destroy(space);
    cli_source_close(&source);
    return result;
}

bool cli_info_is_database(const char *path)
{
    static const char magic[] = "WAYBLOB";
    const size_t size = strlen(path);
    if (size > 4 && strcmp(path + size - 4, ".way") == 0) {
        return true;
    }
    char start[sizeof magic - 1];
    FILE *file = fopen(path, "rb");
    const bool found =
        file && fread(start, sizeof start, 1, file) == 1 && memcmp(start, magic, sizeof start) == 0;
    if (file) {
        (void)fclose(file);
    }
    return found;
}

cli_exit cli_info_database(const cli_arguments *arguments, const char *name)
{
    if (cli_options_has(arguments, "output") && !cli_options_has(arguments, "map")) {
        cli_complain("info: a picture of a database needs the --map");
        return CLI_EXIT_USAGE;
    }
    way_file file = {0};
    way_problem problem = {0};
    way_status status = way_file_read(name, 0, NULL, &file, &problem);
    if (status != WAY_STATUS_OK) {
        return cli_complain_problem(name, status, &problem);
    }
    way_database_info info;
    status = way_database_inspect(file.bytes, file.size, &info, &problem);
    cli_exit result = CLI_EXIT_OK;
    if (status != WAY_STATUS_OK) {
        result = cli_complain_problem(name, status, &problem);
    } else if (cli_options_has(arguments, "map")) {
        result = info_database_open(arguments, &file, &info);
    }
    if (result == CLI_EXIT_OK && cli_options_has(arguments, "json")) {
        info_database_json(name, &info);
    } else if (result == CLI_EXIT_OK) {
        info_database_print(name, &info);
    }
    way_file_free(&file);
    return result;
}
