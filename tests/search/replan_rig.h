// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// An agent on a map that is edited while its trip is under way.
#pragma once

#include "scenes/oracle.h"
#include "support/test.h"

#include <waymark/agent.h>
#include <waymark/database.h>

#include <string.h>

/// Cells a side of the maps that are made here.
#define REPLAN_SIDE 24u
#define REPLAN_CELLS (REPLAN_SIDE * REPLAN_SIDE)

typedef struct replan_rig {
    way_map *map;
    way_space *space;
    way_navigator *navigator;
    way_agent *agent;
    uint32_t traits;
} replan_rig;

/// False if the algorithm can't search such a map. A map in `rig` is used, else one is made.
static inline bool replan_open(replan_rig *rig, const char *spec, const uint8_t *weights)
{
    *rig = (replan_rig){.map = rig->map};
    if (!rig->map) {
        way_map_config config = way_map_config_default(REPLAN_SIDE, REPLAN_SIDE);
        config.weights = weights;
        assert_int_equal(way_map_create(&config, &rig->map), WAY_STATUS_OK);
    }
    assert_int_equal(way_space_create_grid(rig->map, 1, NULL, &rig->space), WAY_STATUS_OK);
    const way_navigator_config config = {.space = rig->space, .algorithm = spec};
    const way_status status = way_navigator_create(&config, &rig->navigator);
    if (status != WAY_STATUS_OK) {
        assert_int_equal(status, WAY_STATUS_UNSUPPORTED);
        return false;
    }
    rig->traits = way_navigator_algorithm(rig->navigator)->traits;
    const way_agent_config unit = {.navigator = rig->navigator};
    assert_int_equal(way_agent_create(&unit, &rig->agent), WAY_STATUS_OK);
    return true;
}

static inline void replan_close(replan_rig *rig)
{
    way_agent_destroy(rig->agent);
    way_navigator_destroy(rig->navigator);
    way_space_destroy(rig->space);
    way_map_destroy(rig->map);
    *rig = (replan_rig){0};
}

static inline void replan_set(const replan_rig *rig, way_cell cell, uint8_t weight)
{
    const uint32_t width = way_map_width(rig->map);
    const way_edit edit = {cell % width, cell / width, 1, 1, weight};
    assert_int_equal(way_map_edit(rig->map, &edit, 1), WAY_STATUS_OK);
}

static inline void replan_repair(const replan_rig *rig)
{
    bool done = false;
    if (rig->traits & WAY_TRAIT_PREPARED) {
        (void)!way_navigator_repair(rig->navigator, 1u << 20, &done);
    }
}

static inline way_state replan_last(const replan_rig *rig)
{
    uint32_t count = 0;
    const way_state *path = way_agent_path(rig->agent, &count);
    return path[count - 1];
}

/// What the path costs on the map as it is now, by the rules alone; WAY_COST_MAX if it is broken.
static inline way_cost replan_price(const replan_rig *rig)
{
    uint32_t count = 0;
    const way_state *path = way_agent_path(rig->agent, &count);
    way_cost sum = 0;
    for (uint32_t i = 0; i + 1 < count; i++) {
        sum = way_cost_add(sum, oracle_step_cost(rig->map, path[i], path[i + 1], 1));
    }
    return sum;
}

static inline void replan_number(const way_algorithm *algorithm, const way_param *param, int32_t v,
                                 void (*check)(const char *spec))
{
    const bool ratio = param->type == WAY_PARAM_RATIO;
    char spec[128];
    snprintf(spec, sizeof spec, ratio ? "%s(%s=%d.%03d)" : "%s(%s=%d)", algorithm->name,
             param->name, ratio ? v / 1000 : v, v % 1000);
    if (v != param->default_value) {
        check(spec);
    }
}

/// Calls a check for two values of each number of an algorithm, the least and one above the preset;
/// of what limits a search for the most, for with less than they need trips end with LIMIT or
/// CAPACITY.
static inline void replan_numbers(const way_algorithm *algorithm, void (*check)(const char *spec))
{
    for (uint32_t i = 0; i < algorithm->param_count; i++) {
        const way_param *param = &algorithm->params[i];
        const bool deep = strcmp(param->name, "depth") == 0; // eight times the work for each step
        const int64_t more = deep ? 2 : (int64_t)param->default_value + 1;
        const int64_t above = param->default_value + more;
        const bool limits = strcmp(param->name, "limit") == 0 || strcmp(param->name, "nodes") == 0;
        if (param->type != WAY_PARAM_INTEGER && param->type != WAY_PARAM_RATIO) {
            continue;
        }
        if (limits) {
            replan_number(algorithm, param, param->max, check);
        } else {
            replan_number(algorithm, param, param->min, check);
            replan_number(algorithm, param, (int32_t)(above < param->max ? above : param->max),
                          check);
        }
    }
}

/// Calls a check for an algorithm and for each choice and switch of its parameters, one at a time.
static inline void replan_choices(const way_algorithm *algorithm, void (*check)(const char *spec))
{
    check(algorithm->name);
    for (uint32_t i = 0; i < algorithm->param_count; i++) {
        const way_param *param = &algorithm->params[i];
        const bool chosen = param->type == WAY_PARAM_CHOICE;
        for (int32_t v = param->min; (chosen || param->type == WAY_PARAM_SWITCH) && v <= param->max;
             v++) {
            if (v == param->default_value) {
                continue; // as it was checked already
            }
            char spec[128];
            snprintf(spec, sizeof spec, "%s(%s=%s)", algorithm->name, param->name,
                     chosen ? param->choices[v] : (v ? "on" : "off"));
            check(spec);
        }
    }
}
