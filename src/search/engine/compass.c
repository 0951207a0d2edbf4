// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/engine/compass.h"

#include "space/grid.h"

#include <waymark/database.h>

way_status wayi_compass_open(wayi_compass *compass, const way_navigator *outer, const char *spec,
                             const way_job *job)
{
    const way_space *below = wayi_space_below(outer->space);
    const wayi_grid *grid = wayi_space_grid(below);
    if (!grid) {
        return WAY_STATUS_OK;
    }
    way_status status = way_space_create_grid(grid->map, way_space_profile(below),
                                              &outer->allocator, &compass->ground);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    compass->ground->traits |= WAY_SPACE_UNIFORM_COST; // it is never walked on
    const way_navigator_config plan = {
        .space = compass->ground, .algorithm = spec, .job = job, .allocator = &outer->allocator};
    status = way_navigator_create(&plan, &compass->navigator);
    // Builds of a part of the library may have no such algorithm.
    return status == WAY_STATUS_UNSUPPORTED || status == WAY_STATUS_NOT_FOUND ? WAY_STATUS_OK
                                                                              : status;
}

void wayi_compass_close(wayi_compass *compass)
{
    way_navigator_destroy(compass->navigator);
    way_space_destroy(compass->ground);
    *compass = (wayi_compass){0};
}

size_t wayi_compass_bytes(const wayi_compass *compass)
{
    return (compass->navigator ? way_navigator_bytes(compass->navigator) : 0) +
           (compass->ground ? sizeof(wayi_grid) : 0);
}

way_status wayi_asker_open(wayi_asker *asker, const wayi_compass *compass, const way_agent *outer)
{
    *asker = (wayi_asker){.compass = compass, .goal = &outer->goal};
    if (!compass->navigator) {
        return WAY_STATUS_OK;
    }
    const way_agent_config config = {.navigator = compass->navigator,
                                     .allocator = &outer->allocator};
    return way_agent_create(&config, &asker->agent);
}

void wayi_asker_close(wayi_asker *asker)
{
    way_agent_destroy(asker->agent);
    *asker = (wayi_asker){0};
}

size_t wayi_asker_bytes(const wayi_asker *asker)
{
    return asker->agent ? way_agent_stats(asker->agent).bytes : 0;
}

way_status wayi_asker_aim(wayi_asker *asker)
{
    const wayi_goal *goal = asker->goal;
    const bool several = goal->kind == WAYI_GOAL_SET && goal->count <= WAYI_GOAL_ESTIMATES;
    asker->aimed = false;
    if (!asker->agent || !way_navigator_is_current(asker->compass->navigator) ||
        (goal->kind != WAYI_GOAL_ONE && !several)) {
        return WAY_STATUS_OK;
    }
    asker->scale = wayi_space_grid(asker->compass->ground)->layer->min_weight;
    asker->revision = way_space_revision(asker->compass->ground);
    const way_status status = asker->agent->algorithm->aim(
        asker->agent, several ? goal->states : &goal->state, several ? goal->count : 1);
    asker->aimed = status == WAY_STATUS_OK;
    return status == WAY_STATUS_UNSUPPORTED ? WAY_STATUS_OK : status;
}

way_cost wayi_asker_ask(void *argument, way_state state)
{
    const wayi_asker *asker = argument;
    const way_cost open = wayi_goal_distance(asker->goal, state);
    if (!asker->aimed || asker->revision != way_space_revision(asker->compass->ground)) {
        return open;
    }
    const uint64_t cost =
        (uint64_t)asker->agent->algorithm->ask(asker->agent, state) * asker->scale;
    return cost > open && cost < WAY_COST_MAX ? (way_cost)cost : open;
}
