// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A map with a penalty for entering cells. The ground below is a grid space; what it says about
// steps, estimates and reachability holds, and steps only get more expensive, so that estimates
// stay consistent whatever the caller writes.
#include "map/grid/map.h"
#include "space/above.h"

typedef struct penalty_space {
    wayi_above above;
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
    way_space *ground = self->above.ground;
    const uint32_t count = ground->type->expand(ground, state, edges);
    for (uint32_t i = 0; i < count; i++) {
        edges[i].cost = way_cost_add(edges[i].cost, self->penalties[edges[i].to] * self->unit);
    }
    return count;
}

static uint32_t penalty_expand_back(way_space *space, way_state state, way_edge *edges)
{
    const penalty_space *self = penalty_of(space);
    way_space *ground = self->above.ground;
    const uint32_t count = ground->type->expand_back(ground, state, edges);
    for (uint32_t i = 0; i < count; i++) {
        edges[i].cost = way_cost_add(edges[i].cost, self->penalties[state] * self->unit);
    }
    return count;
}

static way_cost penalty_distance(const way_space *space, way_state from, way_state to)
{
    const way_space *ground = penalty_of(space)->above.ground;
    return ground->type->estimate(ground, from, to);
}

static void penalty_destroy(way_space *space)
{
    wayi_above_destroy(space, sizeof(penalty_space));
}

static const way_space_type penalty_type = {
    .name = "penalty",
    .expand = penalty_expand,
    .expand_back = penalty_expand_back,
    .estimate = penalty_distance,
    .estimate_steps = wayi_above_steps,
    .can_stand = wayi_above_can_stand,
    .is_reachable = wayi_above_is_reachable,
    .nearest_reachable = wayi_above_nearest_reachable,
    .revision = wayi_above_revision,
    .position = wayi_above_position,
    .destroy = penalty_destroy,
};

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
    self->above.space =
        (way_space){.type = &penalty_type,
                    .state_count = ground->state_count,
                    .degree_max = ground->degree_max,
                    .traits = WAY_SPACE_DENSE_IDS | WAY_SPACE_PREDECESSORS | WAY_SPACE_CONSISTENT,
                    .allocator = allocator};
    self->above.ground = ground;
    self->penalties = config->penalties;
    self->unit = config->unit ? config->unit : config->map->costs.cardinal;
    *out = &self->above.space;
    return WAY_STATUS_OK;
}
