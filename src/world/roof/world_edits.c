// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Changes of the map under units that stand and plan on it. Whose plan a change touches is known
// exactly and at once: routes carry a set of the blocks that they lead through, and those that may
// be touched are walked.
#include "world/body/units.h"
#include "world/fog/sense.h"
#include "world/order/orders.h"
#include "world/plan/routes.h"
#include "world/save/record.h"
#include "world/world.h"

static void world_edits_evict(way_world *world, way_rect rect)
{
    for (uint32_t y = rect.y; y < rect.y + rect.height; y++) {
        for (uint32_t x = rect.x; x < rect.x + rect.width; x++) {
            const uint32_t now = world->spots[(size_t)y * world->map->width + x].now;
            if (now != WAYI_NOBODY) {
                wayi_world_evade(world, now);
            }
        }
    }
}

/// Brings databases up to date after an edit, and takes another search where the one in use can't
/// do with the map as it has become. `status` is what came of the edit so far.
static way_status world_edits_choose(way_world *world, way_status status)
{
    for (uint32_t g = 0; g < world->ground_count; g++) {
        wayi_ground *ground = &world->grounds[g];
        way_status one = WAY_STATUS_OK;
        if (!ground->plans) {
            continue;
        }
        if (!ground->navigator ||
            !way_algorithm_suits(way_navigator_algorithm(ground->navigator), ground->space)) {
            for (uint32_t l = 0; l < world->planner.lane_count; l++) {
                world->planner.lanes[l].phase = WAYI_LANE_IDLE;
            }
            ground->general = true;
            one = wayi_planner_add_ground(world, g);
        } else if (wayi_ground_is_prepared(ground)) {
            one = wayi_planner_follow(world, g);
        } else {
            one = wayi_planner_add_agents(world, g);
        }
        status = status == WAY_STATUS_OK ? one : status; // the others follow whatever it is
    }
    world->late |= status != WAY_STATUS_OK;
    return status;
}

/// Tells teams in the fog of the links.
static way_status world_edits_teach(way_world *world)
{
    way_status status = WAY_STATUS_OK;
    for (uint32_t t = 0; t < world->team_count && status == WAY_STATUS_OK; t++) {
        status = wayi_world_teach_links(world, &world->teams[t]);
    }
    return status;
}

way_status wayi_world_catch_up(way_world *world)
{
    for (uint32_t l = 0; l < world->planner.lane_count; l++) {
        world->planner.lanes[l].phase = WAYI_LANE_IDLE;
    }
    world->late = false;
    return world_edits_choose(world, world_edits_teach(world));
}

way_status wayi_world_enter(way_world *world)
{
    if (way_map_revision(world->map) != world->revision) {
        return WAY_STATUS_STALE;
    }
    if (world->late) {
        (void)!wayi_world_catch_up(world); // the next frame says if it is late still
    }
    return WAY_STATUS_OK;
}

way_status way_world_edit(way_world *world, const way_edit *edits, uint32_t count)
{
    way_status status = wayi_world_enter(world);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    status = way_map_edit(world->map, edits, count);
    if (status != WAY_STATUS_OK || way_map_revision(world->map) == world->revision) {
        world->touched = status == WAY_STATUS_OK ? 0 : world->touched;
        return status; // nothing has changed
    }
    world->revision = way_map_revision(world->map);
    world->touched = wayi_world_touch(world, world->map, edits, count);
    wayi_planner_edit(world, world->map, edits, count);
    for (uint32_t e = 0; e < count; e++) {
        const way_rect rect = {edits[e].x, edits[e].y, edits[e].width, edits[e].height};
        if (rect.width == 0 || rect.height == 0) {
            continue;
        }
        world_edits_evict(world, rect);
    }
    wayi_world_look(world, edits, count);
    if (world->recorder) {
        wayi_record_edit(world, edits, count);
    }
    return world_edits_choose(world, WAY_STATUS_OK);
}

uint32_t way_world_replanned_count(const way_world *world)
{
    return world->touched;
}

// Links -------------------------------------------------------------------------------------------

static void world_edits_remove_lift(way_world *world, way_cell from, way_cell to)
{
    wayi_lift *lift = wayi_world_lift(world, from, to);
    if (lift) {
        *lift = world->lifts[--world->lift_count];
    }
}

/// Tells teams and plans that links have changed.
static way_status world_edits_changed(way_world *world, const way_map_link *links, uint32_t count)
{
    const way_map *map = world->map;
    world->revision = way_map_revision(map);
    const way_status status = world_edits_teach(world);
    for (uint32_t k = 0; k < 2 * count; k++) {
        const way_cell cell = k % 2 ? links[k / 2].to : links[k / 2].from;
        const uint32_t y = wayi_map_row(map, cell);
        const way_edit edit = {cell - y * map->width, y, 1, 1, 0};
        (void)wayi_world_touch(world, map, &edit, 1);
        wayi_planner_edit(world, map, &edit, 1);
        for (uint32_t t = 0; t < world->team_count; t++) {
            if (world->teams[t].map) {
                (void)wayi_world_touch(world, world->teams[t].map, &edit, 1);
                wayi_planner_edit(world, world->teams[t].map, &edit, 1);
            }
        }
    }
    return world_edits_choose(world, status);
}

static way_status world_edits_check(way_world *world, const way_map_link *links, uint32_t count)
{
    if (wayi_world_enter(world) != WAY_STATUS_OK) {
        return WAY_STATUS_STALE;
    }
    if (!links || count == 0) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    for (uint32_t k = 0; k < count; k++) {
        if (wayi_world_link_kind(world, links[k].profile) == WAYI_NOBODY) {
            return WAY_STATUS_INVALID_ARGUMENT;
        }
    }
    return WAY_STATUS_OK;
}

way_status way_world_add_links(way_world *world, const way_map_link *links, uint32_t count,
                               uint32_t capacity)
{
    way_status status = world_edits_check(world, links, count);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    if (capacity > WAY_WORLD_LIFT_MAX) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    if (capacity && count > WAYI_LIFTS_MAX - world->lift_count) {
        return WAY_STATUS_TOO_LARGE;
    }
    if (capacity && !world->lifts) {
        world->lifts = wayi_alloc(&world->allocator, WAYI_LIFTS_MAX, sizeof *world->lifts);
        if (!world->lifts) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    status = way_map_add_links(world->map, links, count);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    for (uint32_t k = 0; k < count; k++) {
        if (capacity) {
            wayi_world_add_lift(world, links[k].from, links[k].to)->capacity = capacity;
        } else {
            world_edits_remove_lift(world, links[k].from, links[k].to);
        }
    }
    if (world->recorder) {
        wayi_record_links(world, links, count, capacity);
    }
    return world_edits_changed(world, links, count);
}

way_status way_world_remove_links(way_world *world, const way_map_link *links, uint32_t count)
{
    way_status status = world_edits_check(world, links, count);
    status = status == WAY_STATUS_OK ? way_map_remove_links(world->map, links, count) : status;
    if (status != WAY_STATUS_OK) {
        return status;
    }
    for (uint32_t k = 0; k < count; k++) {
        world_edits_remove_lift(world, links[k].from, links[k].to);
    }
    if (world->recorder) {
        wayi_record_links(world, links, count, WAYI_RECORD_NO_LINK);
    }
    return world_edits_changed(world, links, count);
}
