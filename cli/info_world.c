// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "cli/info_world.h"

#include "cli/json.h"
#include "cli/table.h"

#include <waymark/file.h>
#include <waymark/format.h>
#include <waymark/lab.h>
#include <waymark/mesh.h>

#include <stdlib.h>
#include <string.h>

#define INFO_FACTS_MAX 8u

/// What there is to tell: names and numbers.
typedef struct info_facts {
    const char *kind;
    const char *names[INFO_FACTS_MAX];
    uint64_t numbers[INFO_FACTS_MAX];
    uint32_t count;
} info_facts;

typedef way_status (*info_reader)(const way_file *file, info_facts *facts, way_problem *problem);

static void info_add(info_facts *facts, const char *name, uint64_t number)
{
    facts->names[facts->count] = name;
    facts->numbers[facts->count++] = number;
}

static way_status info_read_level(const way_file *file, info_facts *facts, way_problem *problem)
{
    way_level level;
    const way_status status = way_level_parse(file->bytes, file->size, NULL, &level, problem);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    uint64_t open = 0;
    for (uint32_t i = 0; i < level.width * level.height; i++) {
        open += !level.solid[i];
    }
    facts->kind = "level of the platform game";
    info_add(facts, "width", level.width);
    info_add(facts, "height", level.height);
    info_add(facts, "open", open);
    info_add(facts, "start_x", level.start_x);
    info_add(facts, "start_y", level.start_y);
    info_add(facts, "door_x", level.door_x);
    info_add(facts, "door_y", level.door_y);
    way_level_free(&level);
    return WAY_STATUS_OK;
}

static way_status info_read_mesh(const way_file *file, info_facts *facts, way_problem *problem)
{
    way_mesh *mesh = NULL;
    const way_status status = way_mesh_parse(file->bytes, file->size, NULL, &mesh, problem);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    uint64_t sides = 0;
    uint64_t shared = 0;
    for (uint32_t i = 0; i < way_mesh_polygon_count(mesh); i++) {
        uint32_t count = 0;
        (void)way_mesh_polygon(mesh, i, &count);
        sides += count;
        for (uint32_t side = 0; side < count; side++) {
            shared += way_mesh_neighbour(mesh, i, side) != WAY_STATE_NONE;
        }
    }
    facts->kind = "navigation mesh";
    info_add(facts, "polygons", way_mesh_polygon_count(mesh));
    info_add(facts, "vertices", way_mesh_point_count(mesh));
    info_add(facts, "sides", sides - shared / 2);
    info_add(facts, "shared", shared / 2);
    way_mesh_destroy(mesh);
    return WAY_STATUS_OK;
}

static way_status info_read_graph(const way_file *file, info_facts *facts, way_problem *problem)
{
    way_space *graph = NULL;
    way_status status = way_graph_parse(file->bytes, file->size, NULL, &graph, problem);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    way_edge *edges = malloc((graph->degree_max + 1u) * sizeof *edges);
    status = edges ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
    uint64_t steps = 0;
    for (way_state node = 0; edges && node < graph->state_count; node++) {
        steps += graph->type->expand(graph, node, edges);
    }
    facts->kind =
        way_space_traits(graph) & WAY_SPACE_SYMMETRIC ? "undirected graph" : "directed graph";
    info_add(facts, "nodes", graph->state_count);
    info_add(facts, "steps", steps);
    info_add(facts, "most_steps", graph->degree_max);
    free(edges);
    way_space_destroy(graph);
    return status;
}

static info_reader info_find(const char *path)
{
    static const struct {
        const char *end;
        info_reader read;
    } readers[] = {
        {".lvl", info_read_level}, {".mesh", info_read_mesh}, {".graph", info_read_graph}};
    const size_t size = strlen(path);
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++) {
        const size_t end = strlen(readers[i].end);
        if (size > end && strcmp(path + size - end, readers[i].end) == 0) {
            return readers[i].read;
        }
    }
    return NULL;
}

bool cli_info_is_world(const char *path)
{
    return info_find(path) != NULL;
}

static void info_print(const char *path, const info_facts *facts)
{
    cli_say("%s\n\n%-10s %s\n", path, "kind", facts->kind);
    for (uint32_t i = 0; i < facts->count; i++) {
        (void)printf("%-10s %s\n", facts->names[i], cli_number_group(facts->numbers[i]).text);
    }
}

static void info_json(const char *path, const info_facts *facts)
{
    cli_json json = cli_json_begin(stdout);
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "file", path);
    cli_json_text(&json, "kind", facts->kind);
    for (uint32_t i = 0; i < facts->count; i++) {
        cli_json_number(&json, facts->names[i], facts->numbers[i]);
    }
    cli_json_close(&json);
}

cli_exit cli_info_world(const cli_arguments *arguments, const char *path)
{
    way_file file;
    way_problem problem = {0};
    info_facts facts = {0};
    way_status status = way_file_read(path, 0, NULL, &file, &problem);
    if (status == WAY_STATUS_OK) {
        status = info_find(path)(&file, &facts, &problem);
        way_file_free(&file);
    }
    if (status != WAY_STATUS_OK) {
        return cli_complain_problem(path, status, &problem);
    }
    if (cli_options_has(arguments, "json")) {
        info_json(path, &facts);
    } else {
        info_print(path, &facts);
    }
    return CLI_EXIT_OK;
}
