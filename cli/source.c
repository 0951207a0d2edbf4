// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "cli/source.h"

#include "cli/ground.h"

#include <waymark/file.h>

#include <stdlib.h>
#include <string.h>

#define SOURCE_SPEC_MAX 512u
#define SOURCE_STDIN_MAX ((size_t)1 << 30)

// Rules -------------------------------------------------------------------------------------------

// The rules that the command line gives; where it is silent, 8 neighbours or what the exhibit says.
static way_map_config source_rules(const cli_arguments *arguments, const scene_exhibit *exhibit)
{
    static const way_neighbours kinds[] = {WAY_NEIGHBOURS_4, WAY_NEIGHBOURS_6, WAY_NEIGHBOURS_8};
    const cli_value *neighbours = cli_options_get(arguments, "neighbours");
    const cli_value *corners = cli_options_get(arguments, "corners");
    const cli_value *costs = cli_options_get(arguments, "costs");
    way_map_config config = way_map_config_default(1, 1);
    config.neighbours = exhibit ? exhibit->neighbours : WAY_NEIGHBOURS_8;
    config.corners = exhibit ? exhibit->corners : WAY_CORNERS_STRICT;
    config.costs = (way_cost_model){0, 0};
    if (neighbours->count) {
        config.neighbours = kinds[neighbours->choice];
    }
    if (corners->count) {
        config.corners = (way_corners)corners->choice;
    }
    if (costs->count) {
        config.costs = (way_cost_model){(uint16_t)costs->x, (uint16_t)costs->y};
    }
    return config;
}

// Files -------------------------------------------------------------------------------------------

static char *source_read_stdin(size_t *size)
{
    size_t capacity = 1 << 16;
    char *bytes = malloc(capacity);
    *size = 0;
    while (bytes) {
        *size += fread(bytes + *size, 1, capacity - *size, stdin);
        if (*size < capacity || capacity >= SOURCE_STDIN_MAX) {
            break;
        }
        capacity *= 2;
        char *grown = realloc(bytes, capacity);
        if (!grown) {
            free(bytes);
        }
        bytes = grown;
    }
    return bytes;
}

static cli_exit source_parse(const cli_arguments *arguments, const char *place, const char *text,
                             size_t size, cli_source *out)
{
    const way_map_config config = source_rules(arguments, NULL);
    way_letters letters = way_letters_terrain();
    if (!cli_ground_has_profile(arguments)) {
        letters = way_letters_default();
        letters.weights['S'] = (uint8_t)cli_options_number(arguments, "swamp", 1);
    }
    way_problem problem;
    const way_status status =
        way_floors_parse(text, size, &config, &letters, &out->map, &out->floors, &problem);
    return status == WAY_STATUS_OK ? CLI_EXIT_OK : cli_complain_problem(place, status, &problem);
}

static cli_exit source_open_file(const cli_arguments *arguments, const char *path, cli_source *out)
{
    const char *slash = strrchr(path, '/');
    (void)snprintf(out->name, sizeof out->name, "%s", slash ? slash + 1 : path);
    (void)snprintf(out->title, sizeof out->title, "%s", out->name);
    cli_clean(out->title);
    way_file file;
    way_problem problem;
    const way_status status = way_file_read(path, 0, NULL, &file, &problem);
    if (status != WAY_STATUS_OK) {
        return cli_complain_problem(path, status, &problem);
    }
    const cli_exit result = source_parse(arguments, path, file.bytes, file.size, out);
    way_file_free(&file);
    return result;
}

static cli_exit source_open_stdin(const cli_arguments *arguments, cli_source *out)
{
    (void)snprintf(out->name, sizeof out->name, "stdin");
    size_t size = 0;
    char *bytes = source_read_stdin(&size);
    if (!bytes) {
        return cli_complain_problem("stdin", WAY_STATUS_NO_MEMORY, NULL);
    }
    const cli_exit result = source_parse(arguments, "stdin", bytes, size, out);
    free(bytes);
    return result;
}

// Scenes ------------------------------------------------------------------------------------------

static const char *source_generator_at(uint32_t index, const void *user)
{
    (void)user;
    const scene_generator *generator = scene_generator_at(index);
    return generator ? generator->name : NULL;
}

static const char *source_scene_at(uint32_t index, const void *user)
{
    (void)user;
    const scene_exhibit *exhibit = scene_gallery_at(index);
    return exhibit ? exhibit->name : NULL;
}

static cli_exit source_unknown(const char *kind, const char *name, const char *nearest)
{
    if (nearest) {
        cli_complain("unknown %s '%s'; did you mean '%s'?", kind, name, nearest);
    } else {
        cli_complain("unknown %s '%s'; see 'waymark info --list'", kind, name);
    }
    return CLI_EXIT_USAGE;
}

static cli_exit source_complain_request(const scene_request *request, way_status status,
                                        const char *offender)
{
    if (status == WAY_STATUS_NO_MEMORY || !offender) {
        return cli_complain_problem(request->generator, status, NULL);
    }
    const scene_generator *generator = scene_generator_find(request->generator);
    if (!generator) {
        return source_unknown("generator", request->generator,
                              cli_options_nearest(request->generator, source_generator_at, NULL));
    }
    for (uint32_t i = 0; i < generator->parameter_count; i++) {
        const scene_parameter *parameter = &generator->parameters[i];
        if (strcmp(parameter->name, offender) == 0) {
            cli_complain("%s: %s needs a number from %d to %d", generator->name, offender,
                         parameter->min, parameter->max);
            return CLI_EXIT_USAGE;
        }
    }
    if (status == WAY_STATUS_NOT_FOUND) {
        cli_complain("%s has no setting '%s'; see 'waymark info --list'", generator->name,
                     offender);
    } else {
        cli_complain("%s: %s: %s", generator->name, offender, way_status_text(status));
    }
    return CLI_EXIT_USAGE;
}

cli_exit cli_source_generate(const char *text, scene *out)
{
    char words[SOURCE_SPEC_MAX];
    if (strlen(text) >= sizeof words) {
        cli_complain("gen: the request is too long");
        return CLI_EXIT_USAGE;
    }
    memcpy(words, text, strlen(text) + 1);
    scene_request request;
    way_problem problem = {0};
    if (scene_request_parse(words, &request, &problem) != WAY_STATUS_OK) {
        cli_complain("gen: %s", problem.text);
        return CLI_EXIT_USAGE;
    }
    const char *offender = NULL;
    const way_status status = scene_create(&request, out, &offender);
    return status == WAY_STATUS_OK ? CLI_EXIT_OK
                                   : source_complain_request(&request, status, offender);
}

cli_exit cli_source_gallery(const char *name, const scene_exhibit **exhibit, scene *out)
{
    *exhibit = scene_gallery_find(name);
    if (!*exhibit) {
        return source_unknown("scene", name, cli_options_nearest(name, source_scene_at, NULL));
    }
    const way_status status = scene_gallery_create(*exhibit, out);
    return status == WAY_STATUS_OK ? CLI_EXIT_OK : cli_complain_problem(name, status, NULL);
}

/// Makes the scene that `word` names.
static cli_exit source_open_scene(const cli_arguments *arguments, const char *word, cli_source *out)
{
    const bool gallery = strncmp(word, "scene:", 6) == 0;
    scene made = {0};
    const scene_exhibit *exhibit = NULL;
    const cli_exit result = gallery ? cli_source_gallery(word + 6, &exhibit, &made)
                                    : cli_source_generate(word + 4, &made);
    if (result != CLI_EXIT_OK) {
        return result;
    }
    if (exhibit) {
        (void)snprintf(out->title, sizeof out->title, "%s", exhibit->title);
    }
    way_map_config config = source_rules(arguments, exhibit);
    config.width = made.width;
    config.height = made.height;
    config.weights = made.weights;
    out->start = made.start;
    out->goal = made.goal;
    out->floors.count = made.floors ? made.floors : 1;
    out->floors.height = (made.height + 1) / out->floors.count - 1;
    way_status status = way_map_create(&config, &out->map);
    status = status ? status : scene_add_stairs(&made, out->map);
    scene_destroy(&made);
    return status == WAY_STATUS_OK ? CLI_EXIT_OK : cli_complain_problem(word, status, NULL);
}

cli_exit cli_source_open(const cli_arguments *arguments, const char *word, cli_source *out)
{
    *out = (cli_source){.start = WAY_CELL_NONE, .goal = WAY_CELL_NONE, .profile = 1};
    (void)snprintf(out->name, sizeof out->name, "%s", word);
    (void)snprintf(out->title, sizeof out->title, "%s", word);
    cli_exit result = CLI_EXIT_OK;
    if (strncmp(word, "scene:", 6) == 0 || strncmp(word, "gen:", 4) == 0) {
        result = source_open_scene(arguments, word, out);
    } else {
        result = strcmp(word, "-") == 0 ? source_open_stdin(arguments, out)
                                        : source_open_file(arguments, word, out);
    }
    result = result == CLI_EXIT_OK ? cli_ground_read(arguments, out) : result;
    if (result != CLI_EXIT_OK) {
        cli_source_close(out);
    }
    return result;
}

void cli_source_close(cli_source *source)
{
    way_map_destroy(source->map);
    free(source->penalties);
    source->map = NULL;
    source->penalties = NULL;
}
