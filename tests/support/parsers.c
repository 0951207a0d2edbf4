// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "support/parsers.h"

#include <waymark/format.h>
#include <waymark/lab.h>
#include <waymark/mesh.h>

way_status test_parse_map(const char *text, size_t size, const way_parse_config *config,
                          way_problem *problem)
{
    way_map *map = NULL;
    way_map_config rules = way_map_config_default(1, 1);
    rules.allocator = config->allocator;
    rules.job = config->job;
    const way_status status = way_map_parse(text, size, &rules, NULL, &map, problem);
    way_map_destroy(map);
    return status;
}

way_status test_parse_graph(const char *text, size_t size, const way_parse_config *config,
                            way_problem *problem)
{
    way_space *space = NULL;
    const way_status status = way_graph_parse(text, size, config, &space, problem);
    way_space_destroy(space);
    return status;
}

way_status test_parse_mesh(const char *text, size_t size, const way_parse_config *config,
                           way_problem *problem)
{
    way_mesh *mesh = NULL;
    const way_status status = way_mesh_parse(text, size, config, &mesh, problem);
    way_mesh_destroy(mesh);
    return status;
}

way_status test_parse_scenario(const char *text, size_t size, const way_parse_config *config,
                               way_problem *problem)
{
    way_scenario scenario;
    const way_status status = way_scenario_parse(text, size, config, &scenario, problem);
    way_scenario_free(&scenario);
    return status;
}

way_status test_parse_patches(const char *text, size_t size, const way_parse_config *config,
                              way_problem *problem)
{
    way_patches patches;
    const way_status status = way_patches_parse(text, size, config, &patches, problem);
    way_patches_free(&patches);
    return status;
}

way_status test_parse_dynamic(const char *text, size_t size, const way_parse_config *config,
                              way_problem *problem)
{
    way_dynamic_scenario scenario;
    const way_status status = way_dynamic_scenario_parse(text, size, config, &scenario, problem);
    way_dynamic_scenario_free(&scenario);
    return status;
}
