// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Formations that are kept on the way. One member leads along its own plan. Every other one has its
// place where it will stand beside the leader at the goal, moved to where the leader is now, and
// goes straight for it; one that is ahead of it stands until it comes, for nobody goes back. Where
// the place is a wall or lies behind one, the member goes on by its own plan as long as the leader
// is about as near to the goal, so that a group flows through a narrow passage and forms again
// behind it. The leader waits when one in sixteen has fallen behind, but not for ever. If it is
// lost, the first of the others leads; when it has arrived, all go on to their places.
#include "world/order/orders.h"
#include "world/world.h"

/// Most straight steps to a place in the formation; who is farther off walks by its own plan.
#define MARCH_FAR 16u

/// Cells from its place at which a member has fallen behind, and the share that the leader waits
/// for: one of so many.
#define MARCH_LAG 1u
#define MARCH_SHARE 16u

/// Ticks that the leader waits before it goes on without the others, and ticks that it goes on
/// then.
#define MARCH_WAIT 32u
#define MARCH_GO 24u

/// Ticks of walking that make up for one of waiting.
#define MARCH_FORGET 4u

/// Straight steps that a member may be nearer to its goal than the leader.
#define MARCH_AHEAD 2u

static void march_locate(const way_map *map, way_cell cell, int64_t *x, int64_t *y)
{
    *y = wayi_map_row(map, cell);
    *x = cell - *y * map->width;
}

static bool march_is_led(const way_world *world, const wayi_group *group)
{
    const uint32_t leader = group->leader;
    if (leader >= world->place_count || world->minds[leader].group == WAYI_NOBODY) {
        return false;
    }
    const wayi_group *own = &world->groups[world->minds[leader].group];
    return (world->minds[leader].generation & 1u) && own->leader == leader &&
           own->goal == group->goal && world->minds[leader].goal != WAY_CELL_NONE;
}

/// The group whose formation a unit keeps, or NULL.
static const wayi_group *march_group(const way_world *world, uint32_t place)
{
    const wayi_mind *mind = &world->minds[place];
    if (mind->group == WAYI_NOBODY || world->groups[mind->group].leader == WAYI_NOBODY ||
        mind->goal == WAY_CELL_NONE || wayi_world_yields(mind) ||
        world->map->neighbours == WAY_NEIGHBOURS_6) {
        return NULL;
    }
    const wayi_group *group = &world->groups[mind->group];
    return march_is_led(world, group) ? group : NULL;
}

/// Where a member should be, whatever is there; WAY_CELL_NONE = off the map.
static way_cell march_place(const way_world *world, const wayi_group *group, uint32_t place)
{
    const wayi_body *leader = &world->bodies[group->leader];
    const way_cell at = leader->state == WAYI_DECIDED ? leader->to : leader->cell;
    int64_t x = 0;
    int64_t y = 0;
    int64_t to_x = 0;
    int64_t to_y = 0;
    int64_t from_x = 0;
    int64_t from_y = 0;
    march_locate(world->map, at, &x, &y);
    march_locate(world->map, world->minds[place].goal, &to_x, &to_y);
    march_locate(world->map, world->minds[group->leader].goal, &from_x, &from_y);
    return way_map_cell(world->map, x + to_x - from_x, y + to_y - from_y);
}

/// Whether straight steps lead from one cell to another.
static bool march_is_open(const way_world *world, uint32_t place, way_cell from, way_cell to)
{
    static const uint8_t towards[3][3] = {{WAYI_NORTH_WEST, WAYI_NORTH, WAYI_NORTH_EAST},
                                          {WAYI_WEST, WAYI_STAY, WAYI_EAST},
                                          {WAYI_SOUTH_WEST, WAYI_SOUTH, WAYI_SOUTH_EAST}};
    const wayi_ground *ground = &world->grounds[wayi_world_belief(world, place)];
    int64_t x = 0;
    int64_t y = 0;
    int64_t to_x = 0;
    int64_t to_y = 0;
    march_locate(world->map, from, &x, &y);
    march_locate(world->map, to, &to_x, &to_y);
    while (x != to_x || y != to_y) {
        const int64_t dx = (to_x > x) - (to_x < x);
        const int64_t dy =
            dx && world->map->neighbours != WAY_NEIGHBOURS_8 ? 0 : (to_y > y) - (to_y < y);
        const uint32_t dir = towards[dy + 1][dx + 1];
        if (!(wayi_ground_moves(ground, (way_cell)(y * world->map->width + x)) >> dir & 1u)) {
            return false;
        }
        x += dx;
        y += dy;
    }
    return true;
}

/// Whether a cell is farther from the goal of a unit than where that stands.
static bool march_is_behind(const way_world *world, uint32_t place, way_cell cell)
{
    const way_cell goal = world->minds[place].goal;
    return way_map_estimate(world->map, cell, goal) >
           way_map_estimate(world->map, world->bodies[place].cell, goal);
}

way_cell wayi_world_march_slot(const way_world *world, uint32_t place)
{
    const wayi_group *group = march_group(world, place);
    if (!group || group->leader == place) {
        return WAY_CELL_NONE;
    }
    const way_cell here = world->bodies[place].cell;
    const way_cell slot = march_place(world, group, place);
    const wayi_ground *ground = &world->grounds[wayi_world_belief(world, place)];
    if (slot == WAY_CELL_NONE || wayi_map_open_steps(world->map, here, slot) > MARCH_FAR ||
        !wayi_ground_fits(ground, here) || !wayi_ground_fits(ground, slot) ||
        !march_is_open(world, place, here, slot) ||
        !march_is_open(world, place, world->bodies[group->leader].cell, slot)) {
        return WAY_CELL_NONE;
    }
    return march_is_behind(world, place, slot) ? here : slot;
}

bool wayi_world_march_waits(const way_world *world, uint32_t place)
{
    const wayi_group *group = march_group(world, place);
    if (!group) {
        return false;
    }
    if (group->leader == place) {
        return group->halted;
    }
    const way_cell here = world->bodies[place].cell;
    const way_cell slot = wayi_world_march_slot(world, place);
    if (slot != WAY_CELL_NONE) {
        return slot == here;
    }
    const uint64_t own = way_map_estimate(world->map, here, world->minds[place].goal);
    const uint64_t led = way_map_estimate(world->map, world->bodies[group->leader].cell,
                                          world->minds[group->leader].goal);
    return own + MARCH_AHEAD * (uint64_t)world->map->costs.cardinal < led;
}

/// Whether a member has fallen behind: where its place is no ground, or cut off from the leader, it
/// has not.
static bool march_lags(const way_world *world, const wayi_group *group, uint32_t place)
{
    const way_cell slot = march_place(world, group, place);
    return slot != WAY_CELL_NONE &&
           wayi_ground_fits(&world->grounds[wayi_world_belief(world, place)], slot) &&
           wayi_map_open_steps(world->map, world->bodies[place].cell, slot) > MARCH_LAG &&
           !march_is_behind(world, place, slot) &&
           march_is_open(world, place, world->bodies[group->leader].cell, slot);
}

/// Whether the leader stands in this tick.
static void march_halt(wayi_group *group, uint32_t tick)
{
    group->halted = 0;
    if (group->go) {
        group->go--;
    } else if (group->lagging * MARCH_SHARE <= group->members) {
        group->waited = (uint16_t)(group->waited - (group->waited && tick % MARCH_FORGET == 0));
    } else if (group->waited < MARCH_WAIT) {
        group->waited++;
        group->halted = 1;
    } else {
        group->waited = 0;
        group->go = MARCH_GO;
    }
}

/// Ends the formations that a unit leads.
static void march_end(way_world *world, uint32_t leader)
{
    for (uint32_t g = 0; g < WAYI_GROUPS_MAX; g++) {
        wayi_group *group = &world->groups[g];
        if (group->used && group->leader == leader) {
            group->leader = WAYI_NOBODY;
            world->march_count--;
        }
    }
}

void wayi_world_march(way_world *world)
{
    if (world->march_count == 0) {
        return;
    }
    for (uint32_t g = 0; g < WAYI_GROUPS_MAX; g++) {
        wayi_group *group = &world->groups[g];
        if (group->used && group->leader != WAYI_NOBODY && !march_is_led(world, group)) {
            group->leader = WAYI_MARCH_OPEN;
        }
        group->lagging = 0;
        group->members = 0;
    }
    for (uint32_t k = 0; k < world->active_count; k++) {
        const uint32_t place = world->active[k];
        const uint32_t index = place == WAYI_NOBODY ? WAYI_NOBODY : world->minds[place].group;
        wayi_group *group = index == WAYI_NOBODY ? NULL : &world->groups[index];
        if (group && group->leader == WAYI_MARCH_OPEN) {
            group->leader = place;
        } else if (group && group->leader != WAYI_NOBODY && group->leader != place) {
            // Groups of several kinds have one leader: its own counts for all of them.
            wayi_group *led = &world->groups[world->minds[group->leader].group];
            led->members = (uint16_t)(led->members + (led->members < UINT16_MAX / 8));
            led->lagging = (uint16_t)(led->lagging + (march_lags(world, group, place) &&
                                                      led->lagging < UINT16_MAX / 8));
        }
    }
    for (uint32_t g = 0; g < WAYI_GROUPS_MAX; g++) {
        wayi_group *group = &world->groups[g];
        if (group->used && group->leader < WAYI_MARCH_OPEN &&
            world->minds[group->leader].group == g) {
            march_halt(group, world->tick);
        }
    }
}

void wayi_world_leave_group(way_world *world, uint32_t place)
{
    const uint32_t index = world->minds[place].group;
    if (index == WAYI_NOBODY) {
        return;
    }
    wayi_group *group = &world->groups[index];
    if (group->leader == place && world->bodies[place].cell == world->minds[place].goal) {
        march_end(world, place);
    }
    world->minds[place].group = WAYI_NOBODY;
    if (--group->count == 0) {
        group->used = 0;
        world->march_count -= group->leader != WAYI_NOBODY;
    }
}
