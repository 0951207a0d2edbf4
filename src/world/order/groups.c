// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// One order for many: a place for each around the goal, to which each plans for itself. Places are
// found by a flood from the goal, the largest units first. Who stands in front gets a place
// farther on, so that nobody has to pass those who have arrived; then pairs exchange places as long
// as that makes the sum of squared distances smaller.
#include "core/sort.h"
#include "world/body/units.h"
#include "world/order/orders.h"
#include "world/world.h"

/// Marks in world->spots[].next while places are chosen.
#define GROUPS_MET (UINT32_MAX - 1u)
#define GROUPS_TAKEN (UINT32_MAX - 2u)

/// How many places in the order of units a pair that exchanges may be apart.
#define GROUPS_NEAR 16u

/// Cells that one unit of work floods.
#define GROUPS_FLOOD 16u

typedef struct groups_plan {
    const way_unit *units;
    uint32_t count;
    way_cell goal;
    int32_t goal_x, goal_y;
    int32_t dx, dy;    ///< from the middle of the units to the goal
    uint32_t speed;    ///< of the slowest
    uint64_t *members; ///< [count] by projection: key << 32 | place
    uint64_t *slots;   ///< [count] key << 32 | cell
    uint32_t *queue;   ///< cells that the flood has met
    uint32_t queue_capacity;
    uint32_t queue_count;
    uint32_t queue_next;
} groups_plan;

static void groups_locate(const way_map *map, way_cell cell, int32_t *x, int32_t *y)
{
    const uint32_t row = wayi_map_row(map, cell);
    *x = (int32_t)(cell - row * map->width);
    *y = (int32_t)row;
}

// Places ------------------------------------------------------------------------------------------

/// Whether a unit of this ground can have its place there.
static bool groups_fits(const way_world *world, const wayi_ground *ground, way_cell cell)
{
    if (!wayi_ground_fits(ground, cell)) {
        return false;
    }
    for (uint32_t row = 0; row < ground->size; row++) {
        for (uint32_t column = 0; column < ground->size; column++) {
            const wayi_spot spot = world->spots[cell + row * world->map->width + column];
            if (spot.next == GROUPS_TAKEN ||
                (spot.now != WAYI_NOBODY && (world->bodies[spot.now].flags & WAYI_BODY_HOLD))) {
                return false;
            }
        }
    }
    return true;
}

static void groups_mark(way_world *world, groups_plan *plan, way_cell cell, uint32_t mark)
{
    wayi_spot *spot = &world->spots[cell];
    if (spot->next == WAYI_NOBODY) {
        if (plan->queue_count == plan->queue_capacity) {
            return;
        }
        plan->queue[plan->queue_count++] = cell;
        spot->next = mark;
    } else if (mark == GROUPS_TAKEN) {
        spot->next = mark;
    }
}

static void groups_take(way_world *world, groups_plan *plan, const wayi_ground *ground,
                        way_cell cell)
{
    for (uint32_t row = 0; row < ground->size; row++) {
        for (uint32_t column = 0; column < ground->size; column++) {
            groups_mark(world, plan, cell + row * world->map->width + column, GROUPS_TAKEN);
        }
    }
}

/// Meets the neighbours of the next cell; false when there is none left.
static bool groups_flood(way_world *world, groups_plan *plan, const wayi_ground *ground)
{
    if (plan->queue_next == plan->queue_count) {
        return false;
    }
    const way_cell cell = plan->queue[plan->queue_next++];
    if (wayi_ground_fits(ground, cell)) {
        for (uint32_t moves = wayi_ground_moves(ground, cell); moves; moves &= moves - 1) {
            const uint32_t dir = wayi_bits_lowest(moves);
            groups_mark(world, plan, cell + (uint32_t)world->map->offsets[dir], GROUPS_MET);
        }
    }
    return true;
}

/// The place that a formation has for number `index` of `count`, or WAY_CELL_NONE.
static way_cell groups_formed(const way_world *world, const groups_plan *plan, way_formation kind,
                              uint32_t index, uint32_t size)
{
    if (kind == WAY_FORMATION_NONE) {
        return WAY_CELL_NONE;
    }
    uint32_t files = 1;
    while (kind == WAY_FORMATION_BOX && files * files < plan->count) {
        files++;
    }
    files = kind == WAY_FORMATION_LINE ? plan->count : files;
    const int64_t gap = size;
    const int64_t across = ((int64_t)(index % files) - (files - 1) / 2) * gap;
    const int64_t behind = (int64_t)(index / files) * gap;
    // Ranks look the way the group came; along the axis that it came most.
    const int64_t ax = plan->dx < 0 ? -(int64_t)plan->dx : plan->dx;
    const int64_t ay = plan->dy < 0 ? -(int64_t)plan->dy : plan->dy;
    const int64_t fx = ax >= ay ? (plan->dx < 0 ? -1 : 1) : 0;
    const int64_t fy = ax >= ay ? 0 : (plan->dy < 0 ? -1 : 1);
    return way_map_cell(world->map, plan->goal_x - fx * behind - fy * across,
                        plan->goal_y - fy * behind + fx * across);
}

/// Finds the place of one unit: that of the formation if it is free and on the same ground, else
/// the next that the flood meets.
static way_cell groups_find(way_world *world, groups_plan *plan, const wayi_ground *ground,
                            way_cell formed, uint32_t *from)
{
    if (formed != WAY_CELL_NONE && groups_fits(world, ground, formed) &&
        way_map_is_reachable(ground->map, formed, plan->goal, ground->profile)) {
        groups_take(world, plan, ground, formed);
        return formed;
    }
    for (;; (*from)++) {
        while (*from >= plan->queue_count) {
            if (!groups_flood(world, plan, ground)) {
                return plan->goal;
            }
        }
        const way_cell cell = plan->queue[*from];
        if (groups_fits(world, ground, cell)) {
            groups_take(world, plan, ground, cell);
            (*from)++;
            return cell;
        }
    }
}

// Matching ----------------------------------------------------------------------------------------

static uint64_t groups_key(const way_world *world, const groups_plan *plan, way_cell cell)
{
    int32_t x = 0;
    int32_t y = 0;
    groups_locate(world->map, cell, &x, &y);
    const int64_t along =
        (int64_t)(x - plan->goal_x) * plan->dx + (int64_t)(y - plan->goal_y) * plan->dy;
    // Foremost first; scaled to fit beside a cell.
    return (uint64_t)(INT64_C(0x7fffffff) - along / 64);
}

/// Whether two members do better with each other's places: the sum of squares falls.
static bool groups_exchange(const way_world *world, const groups_plan *plan, uint32_t a, uint32_t b)
{
    int32_t ax = 0;
    int32_t ay = 0;
    int32_t bx = 0;
    int32_t by = 0;
    int32_t sx = 0;
    int32_t sy = 0;
    int32_t tx = 0;
    int32_t ty = 0;
    groups_locate(world->map, world->bodies[(uint32_t)plan->members[a]].cell, &ax, &ay);
    groups_locate(world->map, world->bodies[(uint32_t)plan->members[b]].cell, &bx, &by);
    groups_locate(world->map, (uint32_t)plan->slots[a], &sx, &sy);
    groups_locate(world->map, (uint32_t)plan->slots[b], &tx, &ty);
    return (int64_t)(ax - bx) * (tx - sx) + (int64_t)(ay - by) * (ty - sy) > 0;
}

static void groups_match(const way_world *world, groups_plan *plan, uint32_t first, uint32_t count)
{
    wayi_sort64(plan->members + first, count);
    wayi_sort64(plan->slots + first, count);
    for (uint32_t round = 0, changed = 1; round < 4 && changed; round++) {
        changed = 0;
        for (uint32_t a = first; a < first + count; a++) {
            for (uint32_t b = a + 1; b < first + count && b <= a + GROUPS_NEAR; b++) {
                if (groups_exchange(world, plan, a, b)) {
                    const uint64_t slot = plan->slots[a];
                    plan->slots[a] = plan->slots[b];
                    plan->slots[b] = slot;
                    changed = 1;
                }
            }
        }
    }
}

// Orders ------------------------------------------------------------------------------------------

static uint32_t groups_create(way_world *world, way_cell goal, uint32_t ground)
{
    for (uint32_t g = 0; g < WAYI_GROUPS_MAX; g++) {
        if (!world->groups[g].used) {
            world->groups[g] = (wayi_group){.goal = goal,
                                            .leader = WAYI_NOBODY,
                                            .ground = (uint8_t)ground,
                                            .speed = UINT8_MAX,
                                            .used = 1};
            return g;
        }
    }
    return WAYI_NOBODY;
}

/// Tells that a unit can't get to where its group was sent.
static void groups_warn(way_world *world, uint32_t place, way_cell cell)
{
    const wayi_ground *ground = &world->grounds[wayi_world_belief(world, place)];
    wayi_mind *mind = &world->minds[place];
    if (!way_map_is_reachable(ground->map, world->bodies[place].cell, cell, ground->profile)) {
        mind->instead |= WAYI_INSTEAD;
        mind->cell = mind->instead & WAYI_PATIENT ? cell : mind->cell;
        wayi_world_tell(world, WAY_WORLD_UNREACHABLE, place, mind->goal, WAY_UNIT_NONE);
    }
}

/// Sends the members of one ground, which have been matched, on their way.
static void groups_send(way_world *world, groups_plan *plan, uint32_t first, uint32_t count,
                        const way_order *order)
{
    const uint32_t ground = wayi_world_belief(world, (uint32_t)plan->members[first]);
    const uint32_t group = groups_create(world, plan->goal, ground);
    uint64_t reach = 0;
    for (uint32_t k = first; k < first + count; k++) {
        const uint32_t place = (uint32_t)plan->members[k];
        const way_cell slot = (uint32_t)plan->slots[k];
        if (group != WAYI_NOBODY && world->minds[place].group == group) {
            continue; // named twice
        }
        way_order own = *order;
        own.cell = slot;
        wayi_world_drop_orders(world, place);
        wayi_world_begin_order(world, place, &own);
        world->minds[place].group = group;
        groups_warn(world, place, order->cell);
        const uint64_t far = way_map_estimate(world->map, plan->goal, slot);
        reach = far > reach ? far : reach;
        if (group != WAYI_NOBODY) {
            wayi_group *one = &world->groups[group];
            one->speed = order->keep_pace ? (uint8_t)(plan->speed - 1u) : one->speed;
            one->count++;
        }
    }
    if (group != WAYI_NOBODY) {
        reach += 6u * (uint64_t)world->map->costs.cardinal;
        world->groups[group].reach = reach < WAY_COST_MAX ? (way_cost)reach : WAY_COST_MAX - 1u;
    }
}

/// The goal that a group means: itself if anybody can stand there, else the nearest for the first.
static way_cell groups_goal(const way_world *world, uint32_t place, way_cell cell)
{
    const wayi_ground *ground = &world->grounds[wayi_world_belief(world, place)];
    const way_cell goal =
        way_map_nearest_reachable(ground->map, world->bodies[place].cell, cell, ground->profile);
    return goal == WAY_CELL_NONE ? world->bodies[place].cell : goal;
}

static void groups_prepare(const way_world *world, groups_plan *plan)
{
    int64_t x_sum = 0;
    int64_t y_sum = 0;
    for (uint32_t k = 0; k < plan->count; k++) {
        int32_t x = 0;
        int32_t y = 0;
        groups_locate(world->map, world->bodies[(uint32_t)plan->units[k]].cell, &x, &y);
        const uint32_t speed = world->kinds[world->minds[(uint32_t)plan->units[k]].kind].speed;
        plan->speed = speed < plan->speed ? speed : plan->speed;
        x_sum += x;
        y_sum += y;
    }
    groups_locate(world->map, plan->goal, &plan->goal_x, &plan->goal_y);
    plan->dx = plan->goal_x - (int32_t)(x_sum / plan->count);
    plan->dy = plan->goal_y - (int32_t)(y_sum / plan->count);
}

/// All members by size, the largest first, then by ground: those of one ground lie together.
static void groups_list(const way_world *world, groups_plan *plan)
{
    for (uint32_t k = 0; k < plan->count; k++) {
        const uint32_t place = (uint32_t)plan->units[k];
        const uint64_t size = WAY_MAP_UNIT_MAX - world->bodies[place].size;
        const uint64_t ground = wayi_world_belief(world, place);
        plan->members[k] = (size << 8 | ground) << 32 | place;
    }
    wayi_sort64(plan->members, plan->count);
}

/// Each gets its place behind the orders that it has.
static void groups_queue(way_world *world, const groups_plan *plan, const way_order *order)
{
    for (uint32_t k = 0; k < plan->count; k++) {
        way_order own = *order;
        own.cell = (uint32_t)plan->slots[k];
        wayi_world_queue_order(world, (uint32_t)plan->members[k], &own);
    }
}

/// Chooses who leads a formation that is kept on the way: who has the place nearest to the goal.
static void groups_lead(way_world *world, const groups_plan *plan)
{
    uint64_t least = UINT64_MAX;
    for (uint32_t k = 0; k < plan->count; k++) {
        const uint32_t place = (uint32_t)plan->members[k];
        const uint64_t far = wayi_map_open_steps(world->map, world->minds[place].goal, plan->goal);
        const uint64_t key = far << 32 | place;
        least = world->minds[place].group != WAYI_NOBODY && key < least ? key : least;
    }
    for (uint32_t k = 0; k < plan->count && least != UINT64_MAX; k++) {
        const uint32_t index = world->minds[(uint32_t)plan->members[k]].group;
        if (index != WAYI_NOBODY && world->groups[index].leader == WAYI_NOBODY) {
            world->groups[index].leader = (uint32_t)least;
            world->march_count++;
        }
    }
}

void wayi_world_order_group(way_world *world, const way_unit *units, uint32_t count,
                            const way_order *order)
{
    const uint32_t room = world->scratch_capacity;
    groups_plan plan = {.units = units,
                        .count = count,
                        .goal = groups_goal(world, (uint32_t)units[0], order->cell),
                        .speed = WAY_SPEED_FULL,
                        .members = world->scratch,
                        .slots = world->scratch + count,
                        .queue = (uint32_t *)(world->scratch + 2 * (size_t)count),
                        .queue_capacity = 2 * (room - 2 * count)};
    groups_prepare(world, &plan);
    groups_list(world, &plan);
    groups_mark(world, &plan, plan.goal, GROUPS_MET);
    uint32_t from = 0;
    uint32_t size = 0;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t place = (uint32_t)plan.members[k];
        const wayi_ground *ground = &world->grounds[wayi_world_belief(world, place)];
        from = ground->size == size ? from : 0;
        size = ground->size;
        const way_cell formed = groups_formed(world, &plan, order->formation, k, size);
        const way_cell slot = groups_find(world, &plan, ground, formed, &from);
        plan.slots[k] = groups_key(world, &plan, slot) << 32 | slot;
    }
    for (uint32_t k = 0; k < plan.queue_count; k++) {
        world->spots[plan.queue[k]].next = WAYI_NOBODY;
    }
    world->work_owed += plan.queue_count / GROUPS_FLOOD + count;
    for (uint32_t first = 0; first < count;) {
        const uint64_t kind = plan.members[first] >> 32;
        uint32_t end = first;
        for (; end < count && plan.members[end] >> 32 == kind; end++) {
            const uint32_t place = (uint32_t)plan.members[end];
            plan.members[end] = groups_key(world, &plan, world->bodies[place].cell) << 32 | place;
        }
        groups_match(world, &plan, first, end - first);
        if (!order->queued) {
            groups_send(world, &plan, first, end - first, order);
        }
        first = end;
    }
    if (order->queued) {
        groups_queue(world, &plan, order);
    } else if (order->keep_formation) {
        groups_lead(world, &plan);
    }
}
