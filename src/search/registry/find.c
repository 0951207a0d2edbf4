// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The one call: everything made, used once and given back.
#include "search/registry/registry.h"

#include <string.h>

static way_status find_copy(const way_agent *agent, way_path *out)
{
    uint32_t count = 0;
    const way_state *states = way_agent_path(agent, &count);
    out->outcome = way_agent_outcome(agent);
    out->stats = way_agent_stats(agent);
    out->cost = way_agent_cost(agent);
    if (out->outcome != WAY_OUTCOME_FOUND) {
        return WAY_STATUS_OK;
    }
    out->states = wayi_alloc(&out->allocator, count, sizeof *out->states);
    if (!out->states) {
        return WAY_STATUS_NO_MEMORY;
    }
    memcpy(out->states, states, count * sizeof *states);
    out->count = count;
    return WAY_STATUS_OK;
}

way_status way_find_in(way_space *space, const char *algorithm, way_state start, way_state goal,
                       way_path *out)
{
    if (!space || !algorithm || !out) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    *out = (way_path){.cost = WAY_COST_MAX,
                      .outcome = WAY_OUTCOME_NO_PATH,
                      .allocator = wayi_allocator_or_default(NULL)};
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    const way_workload once = {.searches = 1};
    const way_navigator_config config = {.space = space, .algorithm = algorithm, .workload = &once};
    way_status status = way_navigator_create(&config, &navigator);
    if (status == WAY_STATUS_OK) {
        const way_agent_config unit = {.navigator = navigator};
        status = way_agent_create(&unit, &agent);
    }
    if (status == WAY_STATUS_OK) {
        const way_trip trip = {.start = start, .goal = goal};
        status = way_agent_begin(agent, &trip);
    }
    if (status == WAY_STATUS_OK) {
        way_agent_run(agent);
        status = find_copy(agent, out);
    }
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    return status;
}

way_status way_space_create_for(const way_map *map, uint32_t profile, const char *algorithm,
                                const way_allocator *allocator, way_space **out)
{
    const wayi_algorithm *found = NULL;
    int32_t params[WAY_PARAMS_MAX];
    const bool angles = algorithm &&
                        wayi_spec_parse(algorithm, &found, params, NULL) == WAY_STATUS_OK &&
                        found && (found->info.needs & WAY_SPACE_ANGLES);
    return angles ? way_space_create_angles(map, profile, allocator, out)
                  : way_space_create_grid(map, profile, allocator, out);
}

way_status way_find(const way_map *map, const char *algorithm, way_cell start, way_cell goal,
                    way_path *out)
{
    if (!map || !algorithm || !out) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    *out = (way_path){.cost = WAY_COST_MAX,
                      .outcome = WAY_OUTCOME_NO_PATH,
                      .allocator = wayi_allocator_or_default(NULL)};
    way_space *space = NULL;
    way_status status = way_space_create_for(map, 1, algorithm, NULL, &space);
    status = status == WAY_STATUS_OK ? way_find_in(space, algorithm, start, goal, out) : status;
    way_space_destroy(space);
    return status;
}

void way_path_free(way_path *path)
{
    if (path) {
        WAYI_FREE(&path->allocator, path->states, path->count);
        path->states = NULL;
        path->count = 0;
    }
}
