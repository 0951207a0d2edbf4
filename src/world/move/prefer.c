// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Where a unit would rather be. Most are asked for one direction only, the next of a route. Where
// that is taken, all cells within a step are put in order by what it costs to get there and on.
// Ties go to free cells, then turn round with the tick, so that two units that meet head-on don't
// dodge to the same side for ever.
#include "world/body/units.h"
#include "world/move/agree.h"
#include "world/order/orders.h"
#include "world/world.h"

/// Steps of the route ahead that a cell beside it is measured by.
#define PREFER_AHEAD 16u

/// Steps of the route ahead of where a unit is beside it that it makes for.
#define PREFER_BESIDE 4u

/// What cells are measured by: points with what is left from there.
typedef struct prefer_aim {
    const way_map *map;
    int32_t x, y; ///< of the unit
    uint32_t count;
    int32_t xs[PREFER_AHEAD + 1];
    int32_t ys[PREFER_AHEAD + 1];
    uint64_t rest[PREFER_AHEAD + 1];
} prefer_aim;

static void prefer_locate(const way_map *map, way_cell cell, int32_t *x, int32_t *y)
{
    const uint32_t row = wayi_map_row(map, cell);
    *x = (int32_t)(cell - row * map->width);
    *y = (int32_t)row;
}

/// The points of a route ahead, each with what the rest of them would cost over plain ground: what
/// lies beside the route is not known, so weights must not count on it either. They end where the
/// route bends back: round the tip of a wall a point behind it looks nearer than it is.
static void prefer_aim_route(const way_world *world, const wayi_mind *mind, prefer_aim *aim)
{
    wayi_trail_reader reader = wayi_trail_read(&world->routes, &mind->route);
    way_cell cell = mind->route.at;
    uint64_t walked[PREFER_AHEAD + 1] = {0};
    uint32_t dir = 0;
    prefer_locate(aim->map, cell, &aim->xs[0], &aim->ys[0]);
    aim->count = 1;
    while (aim->count <= PREFER_AHEAD && wayi_trail_step(&reader, &dir)) {
        const uint32_t k = aim->count;
        walked[k] = walked[k - 1] + aim->map->steps[dir];
        cell += (uint32_t)aim->map->offsets[dir];
        prefer_locate(aim->map, cell, &aim->xs[k], &aim->ys[k]);
        if (walked[k] >
            wayi_map_plain_distance(aim->map, aim->xs[k] - aim->xs[0], aim->ys[k] - aim->ys[0]) +
                aim->map->costs.cardinal) {
            break;
        }
        aim->count++;
    }
    for (uint32_t k = 0; k < aim->count; k++) {
        aim->rest[k] = walked[aim->count - 1] - walked[k];
    }
}

static void prefer_aim_cell(way_cell cell, prefer_aim *aim)
{
    prefer_locate(aim->map, cell, &aim->xs[0], &aim->ys[0]);
    aim->rest[0] = 0;
    aim->count = 1;
}

static void prefer_aim_at(const way_world *world, uint32_t place, prefer_aim *aim)
{
    const wayi_mind *mind = &world->minds[place];
    const wayi_body *body = &world->bodies[place];
    *aim = (prefer_aim){.map = world->map};
    prefer_locate(world->map, body->cell, &aim->x, &aim->y);
    const way_cell slot = wayi_world_march_slot(world, place);
    if (slot != WAY_CELL_NONE) {
        prefer_aim_cell(slot, aim);
    } else if (mind->task == WAYI_TASK_ROUTE && mind->route.at != WAY_CELL_NONE) {
        prefer_aim_route(world, mind, aim);
    } else if (mind->task == WAYI_TASK_REST) {
        prefer_aim_cell(mind->home, aim);
    } else {
        prefer_aim_cell(mind->goal, aim);
    }
}

/// What is left from a cell.
static uint64_t prefer_rest(const prefer_aim *aim, int32_t x, int32_t y)
{
    uint64_t least = UINT64_MAX;
    for (uint32_t k = 0; k < aim->count; k++) {
        const uint64_t rest =
            aim->rest[k] + wayi_map_plain_distance(aim->map, aim->xs[k] - x, aim->ys[k] - y);
        least = rest < least ? rest : least;
    }
    return least;
}

/// Whether somebody else stands on the cells of a step.
static bool prefer_is_taken(const way_world *world, uint32_t place, way_cell cell)
{
    const uint32_t size = world->bodies[place].size;
    for (uint32_t row = 0; row < size; row++) {
        for (uint32_t column = 0; column < size; column++) {
            const uint32_t now = world->spots[cell + row * world->map->width + column].now;
            if (now != WAYI_NOBODY && now != place) {
                return true;
            }
        }
    }
    return false;
}

/// How candidates rank before their costs are compared: what leads nearer, staying, all else. No
/// weight of the ground puts standing still above getting on. Who was pushed in vain and has
/// nothing to do makes room while it may.
enum { PREFER_NEARER, PREFER_ROOM, PREFER_STAYS, PREFER_OTHER };

/// Whether a unit is pushed by another of its formation: both go the same way, and it does not go
/// back for it by more than a straight step would.
static bool prefer_keeps_ground(const way_world *world, uint32_t place, uint32_t pusher)
{
    const uint32_t group = world->minds[place].group;
    return group != WAYI_NOBODY && group == world->minds[pusher].group &&
           world->groups[group].leader != WAYI_NOBODY && world->bodies[place].want != WAYI_STAY;
}

uint32_t wayi_world_prefer(way_world *world, uint32_t place, uint8_t *dirs)
{
    if (world->minds[place].task == WAYI_TASK_RESCUE) {
        dirs[0] = (uint8_t)wayi_world_rescue_move(world, place);
        dirs[1] = WAYI_STAY;
        return 1 + (dirs[0] != WAYI_STAY);
    }
    const wayi_body *body = &world->bodies[place];
    const uint64_t step = world->map->costs.cardinal;
    const bool rests = world->minds[place].task == WAYI_TASK_REST;
    const uint32_t pusher = world->spots[body->cell].next;
    const uint32_t away =
        pusher != WAYI_NOBODY && pusher != place ? world->bodies[pusher].dir : (uint32_t)WAYI_STAY;
    const bool keeps = away != WAYI_STAY && prefer_keeps_ground(world, place, pusher);
    prefer_aim aim;
    prefer_aim_at(world, place, &aim);
    uint64_t keys[WAYI_DIRECTIONS + 1];
    const uint64_t here = prefer_rest(&aim, aim.x, aim.y);
    const bool makes_room =
        world->refused_root == place && world->minds[place].order == WAY_ORDER_STOP;
    keys[0] = (uint64_t)PREFER_STAYS << 62 | here << 16 | WAYI_STAY;
    uint32_t count = 1;
    uint32_t moves = wayi_world_moves(world, place);
    if ((body->flags & WAYI_BODY_STRAIGHT) && world->map->neighbours == WAY_NEIGHBOURS_8 &&
        (moves & 0xfu)) {
        moves &= 0xfu;
    }
    for (; moves; moves &= moves - 1) {
        const uint32_t dir = wayi_bits_lowest(moves);
        const way_cell cell = body->cell + (uint32_t)world->map->offsets[dir];
        const uint64_t rest =
            prefer_rest(&aim, aim.x + wayi_direction_x[dir], aim.y + wayi_direction_y[dir]);
        const bool taken = prefer_is_taken(world, place, cell);
        const bool avoids = rests && (taken || dir == away);
        if (keeps && rest > here + step) {
            continue;
        }
        const uint64_t rank = rest < here && !avoids ? PREFER_NEARER
                              : makes_room && !taken ? PREFER_ROOM
                                                     : PREFER_OTHER;
        uint64_t key = rest + world->map->steps[dir];
        key += avoids ? 2 * step : 0;
        const uint64_t turn = (dir * 5 + place * 3 + world->tick) & 7u;
        key = rank << 62 | key << 16 | (uint64_t)taken << 15 | turn << 4 | dir;
        uint32_t at = count++;
        for (; at > 0 && keys[at - 1] > key; at--) {
            keys[at] = keys[at - 1];
        }
        keys[at] = key;
    }
    for (uint32_t k = 0; k < count; k++) {
        dirs[k] = keys[k] & 15u;
    }
    return count;
}

/// The first of all that may be had; what a unit without a next step would take.
static uint32_t prefer_first(way_world *world, uint32_t place)
{
    uint8_t dirs[WAYI_DIRECTIONS + 1];
    (void)wayi_world_prefer(world, place, dirs);
    return dirs[0];
}

/// The step of a unit beside its route: towards a little farther on, if that is a step.
static uint32_t prefer_beside(way_world *world, uint32_t place)
{
    static const uint8_t towards[3][3] = {{WAYI_NORTH_WEST, WAYI_NORTH, WAYI_NORTH_EAST},
                                          {WAYI_WEST, WAYI_STAY, WAYI_EAST},
                                          {WAYI_SOUTH_WEST, WAYI_SOUTH, WAYI_SOUTH_EAST}};
    const way_map *map = world->map;
    const wayi_body *body = &world->bodies[place];
    wayi_trail_reader reader = wayi_trail_read(&world->routes, &world->minds[place].route);
    way_cell cell = world->minds[place].route.at;
    uint32_t dir = 0;
    for (uint32_t k = 0; k < PREFER_BESIDE && wayi_trail_step(&reader, &dir); k++) {
        cell += (uint32_t)map->offsets[dir];
    }
    int32_t x = 0;
    int32_t y = 0;
    int32_t to_x = 0;
    int32_t to_y = 0;
    prefer_locate(map, body->cell, &x, &y);
    prefer_locate(map, cell, &to_x, &to_y);
    dir = towards[(to_y > y) - (to_y < y) + 1][(to_x > x) - (to_x < x) + 1];
    return map->neighbours == WAY_NEIGHBOURS_8 && !(body->flags & WAYI_BODY_STRAIGHT) &&
                   (wayi_world_moves(world, place) >> dir & 1u)
               ? dir
               : prefer_first(world, place);
}

/// The step of a unit in a formation, or WAYI_ASK if it is to walk by its own plan.
static uint32_t prefer_march(way_world *world, uint32_t place)
{
    const wayi_mind *mind = &world->minds[place];
    if (mind->group == WAYI_NOBODY || world->groups[mind->group].leader == WAYI_NOBODY) {
        return WAYI_ASK;
    }
    if (wayi_world_march_waits(world, place)) {
        return WAYI_STAY;
    }
    if (wayi_world_march_slot(world, place) != WAY_CELL_NONE) {
        return prefer_first(world, place);
    }
    return WAYI_ASK;
}

uint32_t wayi_world_want(way_world *world, uint32_t place)
{
    const wayi_mind *mind = &world->minds[place];
    const wayi_body *body = &world->bodies[place];
    if (mind->task == WAYI_TASK_RESCUE) {
        return wayi_world_rescue_move(world, place);
    }
    uint32_t dir = prefer_march(world, place);
    if (dir != WAYI_ASK) {
        return dir;
    }
    dir = WAYI_STAY;
    switch (mind->task) {
    case WAYI_TASK_ROUTE:
        if (mind->route.at == WAY_CELL_NONE || body->cell == mind->route.end) {
            return mind->route.link != WAY_CELL_NONE &&
                           wayi_world_may_link(world, place, mind->route.link)
                       ? (uint32_t)WAYI_LINK
                       : (uint32_t)WAYI_STAY;
        }
        if (mind->route.at != body->cell) {
            return prefer_beside(world, place);
        }
        dir = wayi_trail_next(&world->routes, &mind->route);
        break;
    case WAYI_TASK_REST:
        return body->cell == mind->home ? (uint32_t)WAYI_STAY : prefer_first(world, place);
    default:
        return body->cell == mind->goal ? (uint32_t)WAYI_STAY : prefer_first(world, place);
    }
    if (dir == WAYI_LINK) {
        return dir;
    }
    if (dir != WAYI_STAY &&
        !(wayi_ground_moves(wayi_world_truth(world, place), body->cell) >> dir & 1u)) {
        return prefer_first(world, place); // a wall that the plan did not know of
    }
    if (dir >= WAYI_NORTH_EAST && dir != WAYI_STAY && (body->flags & WAYI_BODY_STRAIGHT)) {
        return prefer_first(world, place);
    }
    return dir;
}
