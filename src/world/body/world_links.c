// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Links under units: ladders, stairs, teleports, and lifts, which bear only so many at a time. A
// unit takes a link in one tick, as it takes a step, and is on it for as long as that costs. Teams
// in the fog know of all links.
#include "world/body/units.h"
#include "world/world.h"

/// Links that are told to maps at a time.
#define WORLD_LINKS_BATCH 64u

uint32_t wayi_world_link_kind(const way_world *world, uint32_t profile)
{
    for (uint32_t k = 0; profile && k < world->kind_count; k++) {
        if (world->grounds[world->kind_grounds[k]].profile == profile) {
            return k + 1;
        }
    }
    return profile ? WAYI_NOBODY : 0;
}

uint32_t wayi_world_link_profile(const way_world *world, uint32_t kind)
{
    if (kind == 0 || kind > world->kind_count) {
        return kind ? WAYI_NOBODY : 0;
    }
    return world->grounds[world->kind_grounds[kind - 1]].profile;
}

// Lifts -------------------------------------------------------------------------------------------

wayi_lift *wayi_world_lift(const way_world *world, way_cell from, way_cell to)
{
    for (uint32_t k = 0; k < world->lift_count; k++) {
        wayi_lift *lift = &world->lifts[k];
        if ((lift->ends[0] == from && lift->ends[1] == to) ||
            (lift->ends[0] == to && lift->ends[1] == from)) {
            return lift;
        }
    }
    return NULL;
}

wayi_lift *wayi_world_add_lift(way_world *world, way_cell from, way_cell to)
{
    wayi_lift *lift = wayi_world_lift(world, from, to);
    if (lift) {
        return lift;
    }
    if (!world->lifts) {
        world->lifts = wayi_alloc(&world->allocator, WAYI_LIFTS_MAX, sizeof *world->lifts);
    }
    if (!world->lifts || world->lift_count == WAYI_LIFTS_MAX) {
        return NULL;
    }
    lift = &world->lifts[world->lift_count++];
    *lift = (wayi_lift){.ends = {from, to}, .capacity = 1};
    for (uint32_t u = 0; u < WAY_WORLD_LIFT_MAX; u++) {
        lift->until[u] = world->tick * 256u;
    }
    return lift;
}

bool wayi_world_may_link(const way_world *world, uint32_t place, way_cell to)
{
    const way_cell from = world->bodies[place].cell;
    if (wayi_ground_link(wayi_world_truth(world, place), from, to) == WAY_COST_MAX) {
        return false;
    }
    const wayi_lift *lift = wayi_world_lift(world, from, to);
    for (uint32_t k = 0; lift && k < lift->capacity; k++) {
        if ((int32_t)(lift->until[k] - (world->tick + 1) * 256u) < 0) {
            return true;
        }
    }
    return !lift;
}

// Maps --------------------------------------------------------------------------------------------

way_status wayi_world_teach_links(way_world *world, wayi_team *team)
{
    way_map_link links[WORLD_LINKS_BATCH];
    way_status status = WAY_STATUS_OK;
    while (status == WAY_STATUS_OK && team->map && way_map_link_count(team->map)) {
        uint32_t count = 0;
        for (; count < WORLD_LINKS_BATCH && count < way_map_link_count(team->map); count++) {
            links[count] = way_map_link_at(team->map, count);
        }
        status = way_map_remove_links(team->map, links, count);
    }
    const uint32_t total = team->map ? way_map_link_count(world->map) : 0;
    for (uint32_t next = 0; status == WAY_STATUS_OK && next < total;) {
        uint32_t count = 0;
        for (; count < WORLD_LINKS_BATCH && next < total; next++) {
            const way_map_link link = way_map_link_at(world->map, next);
            const uint32_t kind = wayi_world_link_kind(world, link.profile);
            if (kind != WAYI_NOBODY) {
                links[count] = link;
                links[count++].profile = kind ? world->grounds[team->grounds[kind - 1]].profile : 0;
            }
        }
        status = way_map_add_links(team->map, links, count);
    }
    return status;
}

uint32_t way_world_kind_profile(const way_world *world, uint32_t kind)
{
    return kind < world->kind_count ? wayi_world_link_profile(world, kind + 1) : 0;
}
