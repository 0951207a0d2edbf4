// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A map with a penalty for entering cells. The ground below is a grid space; what it says about
// steps, estimates and reachability holds, and steps only get more expensive, so that estimates
// stay consistent whatever the caller writes.
#include "map/grid/map.h"
#include "space/space.h"

typedef struct penalty_space {
    way_space space;
    way_space *ground;
    const uint8_t *penalties; ///< the caller's
    way_cost unit;
} penalty_space;

static const penalty_space *penalty_of(const way_space *space)
{
    return (const penalty_space *)space;
}

static uint32_t penalty_expand(way_space *space, way_state state, way_edge *edges)
{
    const penalty_space *self = penalty_of(space);
    const uint32_t count = self->ground->type->expand(self->ground, state, edges);
    for (uint32_t i = 0; i < count; i++) {
        edges[i].cost = way_cost_add(edges[i].cost, self->penalties[edges[i].to] * self->unit);
    }
    return count;
}

static uint32_t penalty_expand_back(way_space *space, way_state state, way_edge *edges)
{
    const penalty_space *self = penalty_of(space);
    const uint32_t count = self->ground->type->expand_back(self->ground, state, edges);
    for (uint32_t i = 0; i < count; i++) {
        edges[i].cost = way_cost_add(edges[i].cost, self->penalties[state] * self->unit);
    }
    return count;
}

static way_cost penalty_distance(const way_space *space, way_state from, way_state to)
{
    const way_space *ground = penalty_of(space)->ground;
    return ground->type->distance(ground, from, to);
}

static uint32_t penalty_steps(const way_space *space, way_state from, way_state to)
{
    const way_space *ground = penalty_of(space)->ground;
    return ground->type->steps(ground, from, to);
}

static bool penalty_can_stand(const way_space *space, way_state state)
{
    return way_space_can_stand(penalty_of(space)->ground, state);
}

static bool penalty_is_reachable(const way_space *space, way_state from, way_state to)
{
    const way_space *ground = penalty_of(space)->ground;
    return ground->type->is_reachable(ground, from, to);
}

static way_state penalty_nearest_reachable(const way_space *space, way_state from, way_state goal)
{
    const way_space *ground = penalty_of(space)->ground;
    return ground->type->nearest_reachable(ground, from, goal);
}

static uint64_t penalty_revision(const way_space *space)
{
    return way_space_revision(penalty_of(space)->ground);
}

static void penalty_position(const way_space *space, way_state state, double *x, double *y)
{
    const way_space *ground = penalty_of(space)->ground;
    ground->type->position(ground, state, x, y);
}

static void penalty_destroy(way_space *space)
{
    const way_allocator allocator = space->allocator;
    way_space_destroy(penalty_of(space)->ground);
    wayi_free(&allocator, space, 1, sizeof(penalty_space));
}

static const way_space_type penalty_type = {
    .name = "penalty",
    .expand = penalty_expand,
    .expand_back = penalty_expand_back,
    .distance = penalty_distance,
    .steps = penalty_steps,
    .can_stand = penalty_can_stand,
    .is_reachable = penalty_is_reachable,
    .nearest_reachable = penalty_nearest_reachable,
    .revision = penalty_revision,
    .position = penalty_position,
    .destroy = penalty_destroy,
};

const way_space *wayi_space_below(const way_space *space)
{
    return space->type == &penalty_type ? ((const penalty_space *)space)->ground : space;
}

way_status way_space_create_penalty(const way_penalty_config *config, way_space **out)
{
    if (!config || !config->map || !config->penalties || !out) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    *out = NULL;
    if (config->unit > WAY_PENALTY_UNIT_MAX) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    const way_allocator allocator = wayi_allocator_or_default(config->allocator);
    way_space *ground = NULL;
    const way_status status =
        way_space_create_grid(config->map, config->profile, &allocator, &ground);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    penalty_space *self = wayi_alloc_zero(&allocator, 1, sizeof *self);
    if (!self) {
        way_space_destroy(ground);
        return WAY_STATUS_NO_MEMORY;
    }
    self->space =
        (way_space){.type = &penalty_type,
                    .state_count = ground->state_count,
                    .degree_max = ground->degree_max,
                    .traits = WAY_SPACE_DENSE_IDS | WAY_SPACE_REVERSIBLE | WAY_SPACE_CONSISTENT,
                    .allocator = allocator};
    self->ground = ground;
    self->penalties = config->penalties;
    self->unit = config->unit ? config->unit : config->map->costs.cardinal;
    *out = &self->space;
    return WAY_STATUS_OK;
}
