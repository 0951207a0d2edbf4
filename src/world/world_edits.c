// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Changes of the map under units that stand and plan on it. Whose plan a change touches is known
// exactly and at once: routes carry a set of the blocks that they lead through, and those that may
// be touched are walked.
#include "world/record.h"
#include "world/world.h"

/// The rectangle in which the footprint of a unit of this size feels a change.
static way_rect world_edits_grow(const way_map *map, way_rect rect, uint32_t size)
{
    const uint32_t left = rect.x > size ? rect.x - size : 0;
    const uint32_t top = rect.y > size ? rect.y - size : 0;
    const uint32_t right = rect.x + rect.width < map->width ? rect.x + rect.width + 1 : map->width;
    const uint32_t bottom =
        rect.y + rect.height < map->height ? rect.y + rect.height + 1 : map->height;
    return (way_rect){left, top, right - left, bottom - top};
}

static uint64_t world_edits_blocks(way_rect rect)
{
    uint64_t blocks = 0;
    for (uint32_t y = rect.y >> 4; y <= (rect.y + rect.height - 1) >> 4; y++) {
        for (uint32_t x = rect.x >> 4; x <= (rect.x + rect.width - 1) >> 4; x++) {
            blocks |= wayi_trail_block(x << 4, y << 4);
        }
        if (blocks == UINT64_MAX) {
            break;
        }
    }
    return blocks;
}

/// Whether the rest of a route stands on the changed cells, or takes a step that is no more.
static bool world_edits_touches(const way_world *world, uint32_t place, const wayi_ground *ground,
                                way_rect rect)
{
    const wayi_trail *route = &world->minds[place].route;
    const way_map *map = world->map;
    const uint32_t size = ground->size;
    wayi_trail_reader reader = wayi_trail_read(&world->routes, route);
    way_cell cell = route->at;
    uint32_t dir = 0;
    while (wayi_trail_step(&reader, &dir)) {
        if (!(wayi_ground_moves(ground, cell) >> dir & 1u)) {
            return true;
        }
        cell += (uint32_t)map->offsets[dir];
        const uint32_t y = wayi_map_row(map, cell);
        const uint32_t x = cell - y * map->width;
        if (x < rect.x + rect.width && rect.x < x + size && y < rect.y + rect.height &&
            rect.y < y + size) {
            return true;
        }
    }
    return false;
}

uint32_t wayi_world_touch(way_world *world, const way_map *map, way_rect rect)
{
    const uint64_t blocks = world_edits_blocks(world_edits_grow(map, rect, world->size_max));
    uint32_t touched = 0;
    for (uint32_t place = 0; place < world->place_count; place++) {
        const wayi_mind *mind = &world->minds[place];
        if (!(mind->route.blocks & blocks) || !(mind->generation & 1u) ||
            mind->task != WAYI_TASK_ROUTE) {
            continue;
        }
        const wayi_ground *ground = &world->grounds[wayi_world_belief(world, place)];
        if (ground->map == map && world_edits_touches(world, place, ground, rect)) {
            touched++;
            wayi_world_tell(world, WAY_WORLD_REPLANNED, place, mind->goal, WAY_UNIT_NONE);
            world->bodies[place].flags &= (uint8_t)~WAYI_BODY_LOST;
            wayi_world_mend(world, place);
        }
    }
    return touched;
}

/// Sends the unit to the nearest ground that it fits on.
static void world_edits_evade(way_world *world, uint32_t place)
{
    wayi_body *body = &world->bodies[place];
    const wayi_ground *ground = wayi_world_truth(world, place);
    if (wayi_ground_fits(ground, body->cell)) {
        return;
    }
    wayi_mind *mind = &world->minds[place];
    const way_cell out = way_map_nearest_passable(ground->map, body->cell, ground->profile);
    body->flags |= WAYI_BODY_TRAPPED;
    wayi_world_leave_group(world, place);
    mind->task = WAYI_TASK_REST;
    mind->home = out == WAY_CELL_NONE ? body->cell : out;
    wayi_trail_clear(&world->routes, &mind->route);
    wayi_planner_cancel(world, place);
    if (!(body->flags & WAYI_BODY_ACTIVE)) {
        wayi_world_activate(world, place);
    }
}

static void world_edits_evict(way_world *world, way_rect rect)
{
    for (uint32_t y = rect.y; y < rect.y + rect.height; y++) {
        for (uint32_t x = rect.x; x < rect.x + rect.width; x++) {
            const uint32_t now = world->spots[(size_t)y * world->map->width + x].now;
            if (now != WAYI_NOBODY) {
                world_edits_evade(world, now);
            }
        }
    }
}

uint32_t wayi_world_moves(const way_world *world, uint32_t place)
{
    const wayi_body *body = &world->bodies[place];
    const way_map *map = world->map;
    uint32_t moves = wayi_ground_moves(&world->grounds[body->ground], body->cell);
    if ((body->flags & WAYI_BODY_TRAPPED) &&
        !wayi_ground_fits(&world->grounds[body->ground], body->cell)) {
        const uint32_t y = wayi_map_row(map, body->cell);
        const uint32_t x = body->cell - y * map->width;
        moves |= (uint32_t)(y > 0) << WAYI_NORTH;
        moves |= (uint32_t)(x + body->size < map->width) << WAYI_EAST;
        moves |= (uint32_t)(y + body->size < map->height) << WAYI_SOUTH;
        moves |= (uint32_t)(x > 0) << WAYI_WEST;
    }
    return moves;
}

/// Another search where the one in use can't do with the map as it has become.
static way_status world_edits_choose(way_world *world)
{
    for (uint32_t g = 0; g < world->ground_count; g++) {
        const wayi_ground *ground = &world->grounds[g];
        if (ground->plans &&
            !way_algorithm_suits(way_navigator_algorithm(ground->navigator), ground->space)) {
            for (uint32_t l = 0; l < world->planner.lane_count; l++) {
                world->planner.lanes[l].begun = false;
            }
            world->grounds[g].general = true;
            const way_status status = wayi_planner_add_ground(world, g);
            if (status != WAY_STATUS_OK) {
                return status;
            }
        }
    }
    return WAY_STATUS_OK;
}

way_status way_world_edit(way_world *world, const way_edit *edits, uint32_t count)
{
    if (way_map_revision(world->map) != world->revision) {
        return WAY_STATUS_STALE;
    }
    way_status status = way_map_edit(world->map, edits, count);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    world->revision = way_map_revision(world->map);
    world->touched = 0;
    const wayi_flow_site site = {&world->fields, world->grounds, world->tick};
    for (uint32_t e = 0; e < count; e++) {
        const way_rect rect = {edits[e].x, edits[e].y, edits[e].width, edits[e].height};
        if (rect.width == 0 || rect.height == 0) {
            continue;
        }
        world->touched += wayi_world_touch(world, world->map, rect);
        wayi_flows_edit(&site, world->map, rect);
        world_edits_evict(world, rect);
        wayi_world_look(world, rect);
    }
    if (world->recorder) {
        wayi_record_edit(world, edits, count);
    }
    return world_edits_choose(world);
}

uint32_t way_world_touched(const way_world *world)
{
    return world->touched;
}
