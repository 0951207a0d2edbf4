// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Changes of the map under units that stand and plan on it. Whose plan a change touches is known
// exactly and at once: routes carry a set of the blocks that they lead through, and those that may
// be touched are walked.
#include "world/save/record.h"
#include "world/world.h"

/// The set of blocks in which routes of units up to this size feel a change.
static uint64_t world_edits_blocks(const way_map *map, const way_edit *edit, uint32_t size)
{
    const uint32_t left = edit->x > size ? edit->x - size : 0;
    const uint32_t top = edit->y > size ? edit->y - size : 0;
    const uint32_t right =
        edit->x + edit->width < map->width ? edit->x + edit->width : map->width - 1;
    const uint32_t bottom =
        edit->y + edit->height < map->height ? edit->y + edit->height : map->height - 1;
    uint64_t blocks = 0;
    for (uint32_t y = top >> 4; y <= bottom >> 4 && blocks != UINT64_MAX; y++) {
        for (uint32_t x = left >> 4; x <= right >> 4; x++) {
            blocks |= wayi_trail_block(x << 4, y << 4);
        }
    }
    return blocks;
}

/// Marks the cells of edits, or clears them again.
static void world_edits_mark(way_world *world, const way_edit *edits, uint32_t count, uint32_t mark)
{
    for (uint32_t e = 0; e < count; e++) {
        for (uint32_t y = edits[e].y; y < edits[e].y + edits[e].height; y++) {
            wayi_spot *row = &world->spots[(size_t)y * world->map->width];
            for (uint32_t x = edits[e].x; x < edits[e].x + edits[e].width; x++) {
                row[x].next = mark;
            }
        }
    }
}

uint32_t wayi_world_touch(way_world *world, const way_map *map, const way_edit *edits,
                          uint32_t count)
{
    uint64_t blocks = 0;
    for (uint32_t e = 0; e < count; e++) {
        if (edits[e].width && edits[e].height) {
            blocks |= world_edits_blocks(map, &edits[e], world->size_max);
        }
    }
    uint32_t touched = 0;
    world_edits_mark(world, edits, count, WAYI_EDITED);
    for (uint32_t place = 0; place < world->place_count; place++) {
        const wayi_mind *mind = &world->minds[place];
        if (!(mind->route.blocks & blocks) || !(mind->generation & 1u) ||
            mind->task != WAYI_TASK_ROUTE) {
            continue;
        }
        const wayi_ground *ground = &world->grounds[wayi_world_belief(world, place)];
        if (ground->map == map && wayi_world_is_broken(world, place)) {
            touched++;
            wayi_world_tell(world, WAY_WORLD_REPLANNED, place, mind->goal, WAY_UNIT_NONE);
            world->bodies[place].flags &= (uint8_t)~WAYI_BODY_LOST;
            wayi_world_measure(world, place);
            wayi_world_mend(world, place);
        }
    }
    world_edits_mark(world, edits, count, WAYI_NOBODY);
    return touched;
}

void wayi_world_evade(way_world *world, uint32_t place)
{
    wayi_body *body = &world->bodies[place];
    const wayi_ground *ground = wayi_world_truth(world, place);
    if (wayi_ground_fits(ground, body->cell)) {
        return;
    }
    wayi_mind *mind = &world->minds[place];
    const way_cell out = way_map_nearest_passable(ground->map, body->cell, ground->profile);
    body->flags |= WAYI_BODY_TRAPPED;
    wayi_world_rescue_leave(world, place);
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
                wayi_world_evade(world, now);
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

way_status wayi_world_choose(way_world *world)
{
    way_status status = WAY_STATUS_OK;
    for (uint32_t g = 0; g < world->ground_count; g++) {
        wayi_ground *ground = &world->grounds[g];
        way_status one = WAY_STATUS_OK;
        if (!ground->plans) {
            continue;
        }
        if (!way_algorithm_suits(way_navigator_algorithm(ground->navigator), ground->space)) {
            for (uint32_t l = 0; l < world->planner.lane_count; l++) {
                world->planner.lanes[l].phase = WAYI_LANE_IDLE;
            }
            ground->general = true;
            one = wayi_planner_add_ground(world, g);
        } else if (wayi_ground_is_prepared(ground)) {
            one = wayi_planner_follow(world, g);
        }
        status = status == WAY_STATUS_OK ? one : status; // the others follow whatever it is
    }
    return status;
}

way_status way_world_edit(way_world *world, const way_edit *edits, uint32_t count)
{
    if (way_map_revision(world->map) != world->revision) {
        return WAY_STATUS_STALE;
    }
    const way_status status = way_map_edit(world->map, edits, count);
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
    return wayi_world_choose(world);
}

uint32_t way_world_replanned_count(const way_world *world)
{
    return world->touched;
}
