// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Navigators by name: a spec is read, or a search chosen, and the navigator that is made of it gets
// the roof along, so that it can have others made.
#include "base/text.h"
#include "search/registry/registry.h"
#include "space/grid.h"

#include <string.h>

static const wayi_roof create_roof = {.create = way_navigator_create, .find = way_algorithm_find};

/// Names the first thing the space lacks.
static way_status create_refuse(const way_algorithm *info, uint32_t traits, way_problem *problem)
{
    wayi_text text = wayi_problem_begin(problem, 0, 0);
    wayi_text_add(&text, info->name);
    wayi_text_add(&text, " needs");
    const char *separator = " ";
    for (uint32_t bit = 1; bit && bit <= info->needs; bit <<= 1) {
        if (info->needs & ~traits & bit) {
            wayi_text_add(&text, separator);
            wayi_text_add(&text, way_need_text(bit));
            separator = ", ";
        }
    }
    return WAY_STATUS_UNSUPPORTED;
}

static way_choice create_choose(const way_navigator_config *config)
{
    static const way_workload many = {.searches = 1000000, .edits = 1000};
    return way_algorithm_choose(config->space, config->workload ? config->workload : &many);
}

/// Holds a chosen search to the memory that there is.
static void create_limit_memory(wayi_recipe *recipe, const way_workload *workload)
{
    const way_algorithm *info = &recipe->algorithm->info;
    for (uint32_t i = 0; workload && i < info->param_count; i++) {
        const way_param *param = &info->params[i];
        const uint64_t kilobytes = workload->memory >> 10;
        if (strcmp(param->name, "memory") == 0 && kilobytes < (uint64_t)recipe->params[i]) {
            recipe->params[i] = kilobytes > (uint64_t)param->min ? (int32_t)kilobytes : param->min;
        }
    }
}

/// The search that makes the trips on ground that is not what an algorithm needs: on maps the
/// fastest that takes every kind. A chosen one also hands over the goals that it does not take.
/// NULL = nothing to hand over, or nobody to take it; searches of other spaces than maps take none.
static const char *create_stand_in(const way_algorithm *info, const way_space *space, bool chosen)
{
    const way_algorithm *jumps = way_algorithm_find("jps");
    const way_algorithm *other =
        jumps && way_algorithm_suits(jumps, space) ? jumps : way_algorithm_find("astar");
    const uint32_t other_spaces = WAY_SPACE_MESH_POINTS | WAY_SPACE_ANGLES;
    const bool elsewhere = (info->needs | way_space_traits(space)) & other_spaces;
    if (!other || !(chosen || (wayi_space_grid(wayi_space_below(space)) && !elsewhere))) {
        return NULL;
    }
    const bool goals = chosen && !(info->traits & WAY_TRAIT_ANY_GOAL);
    return goals || (info->needs & ~other->needs) ? other->name : NULL;
}

way_status wayi_navigator_create_from(const way_navigator_config *config, const wayi_blob *blob,
                                      way_navigator **out)
{
    wayi_recipe recipe = {.roof = &create_roof};
    const bool chosen = config->algorithm && strcmp(config->algorithm, "auto") == 0;
    const way_choice choice =
        chosen ? create_choose(config) : (way_choice){config->algorithm, NULL};
    const way_status status =
        wayi_spec_parse(choice.algorithm, &recipe.algorithm, recipe.params, config->problem);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const way_algorithm *info = &recipe.algorithm->info;
    recipe.stand_in = create_stand_in(info, config->space, chosen);
    if (!way_algorithm_suits(info, config->space) && !recipe.stand_in) {
        return create_refuse(info, way_space_traits(config->space), config->problem);
    }
    recipe.reason = choice.reason;
    if (chosen) {
        create_limit_memory(&recipe, config->workload);
    }
    return wayi_navigator_make(config, &recipe, blob, out);
}

way_status way_navigator_create(const way_navigator_config *config, way_navigator **out)
{
    if (!config || !wayi_navigator_has_ground(config) || !config->algorithm || !out) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    *out = NULL;
    if (config->space) {
        return wayi_navigator_create_from(config, NULL, out);
    }
    way_navigator_config own = *config;
    way_status status = way_space_create_for(config->map, config->profile ? config->profile : 1,
                                             config->algorithm, config->allocator, &own.space);
    status = status == WAY_STATUS_OK ? wayi_navigator_create_from(&own, NULL, out) : status;
    return wayi_navigator_adopt(status, own.space, out);
}
