// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Who gives way where agreement alone can't: in a corridor two units stand head-on, and each has
// the other's cell for its best; or more stand in a ring, as wide ones do where a corridor bends,
// and each has the next one's. The one with the later order looks for the nearest cell that lies
// off the other's way and that it can reach without passing it, a pocket or a junction, and goes
// there. It chooses before all others meanwhile, so that it pushes back whoever stands behind it,
// and goes on when the other has had time to pass. If it finds none, the other looks.
// Where all units are small this is for narrow ground: elsewhere pushes get them past each other.
// Where some are wide, who is in a jam without such a pair, and later than the one before it, walks
// back some way by lot.
#include "world/body/units.h"
#include "world/move/agree.h"
#include "world/plan/routes.h"
#include "world/world.h"

/// Ticks without progress after which it is not the other who is asked first.
#define YIELD_LATE 64u

/// How far and for how many ticks at least a unit goes back by lot.
#define YIELD_BACK 24
#define YIELD_TICKS 60u
#define YIELD_TRIES 8u

/// Most units that are looked at for the head of a queue, or for a ring.
#define YIELD_RING 16u

/// Steps of the other's way that a refuge keeps off, and cells that are looked at for one.
#define YIELD_AHEAD 64u
#define YIELD_CELLS 1024u

/// Cells around a unit in which others are asked for their ways.
#define YIELD_NEAR 4

/// Least ticks in a refuge; and twice the way there is added.
#define YIELD_REST 12u

/// Marks in world->spots[].next while a refuge is looked for.
#define YIELD_WAY (UINT32_MAX - 1u)
#define YIELD_MET (UINT32_MAX - 2u)
#define YIELD_BOTH (UINT32_MAX - 3u)

way_unit wayi_world_blocker(way_world *world, uint32_t place)
{
    const wayi_body *body = &world->bodies[place];
    const uint32_t want = wayi_world_want(world, place);
    if (want >= WAYI_STAY && want != WAYI_LINK) {
        return WAY_UNIT_NONE;
    }
    const way_cell cell = want == WAYI_LINK ? world->minds[place].route.link
                                            : body->cell + (uint32_t)world->map->offsets[want];
    for (uint32_t row = 0; row < body->size; row++) {
        for (uint32_t column = 0; column < body->size; column++) {
            const uint32_t now = world->spots[cell + row * world->map->width + column].now;
            if (now != WAYI_NOBODY && now != place) {
                return wayi_world_handle(world, now);
            }
        }
    }
    return WAY_UNIT_NONE;
}

// Refuges -----------------------------------------------------------------------------------------

/// Cells that were marked, to be cleared again.
typedef struct yield_marks {
    way_world *world;
    uint32_t *cells;
    uint32_t count;
    uint32_t capacity;
} yield_marks;

static bool yield_mark(yield_marks *marks, way_cell cell, uint32_t mark)
{
    uint32_t *next = &marks->world->spots[cell].next;
    if (marks->count == marks->capacity) {
        return false;
    }
    marks->cells[marks->count++] = cell;
    *next = *next == WAYI_NOBODY ? mark : *next == mark ? mark : (uint32_t)YIELD_BOTH;
    return true;
}

/// Marks what a unit covers on a cell.
static void yield_cover(yield_marks *marks, way_cell cell, uint32_t size)
{
    for (uint32_t k = 0; k < size * size; k++) {
        (void)yield_mark(marks, cell + k / size * marks->world->map->width + k % size, YIELD_WAY);
    }
}

/// Marks the way that a unit has before it, and where it stands.
static void yield_mark_way(yield_marks *marks, uint32_t place)
{
    const way_world *world = marks->world;
    const wayi_body *body = &world->bodies[place];
    const wayi_mind *mind = &world->minds[place];
    way_cell cell = body->cell;
    yield_cover(marks, cell, body->size);
    if (mind->task == WAYI_TASK_ROUTE && mind->route.at != WAY_CELL_NONE) {
        wayi_trail_reader reader = wayi_trail_read(&world->routes, &mind->route);
        uint32_t dir = 0;
        cell = mind->route.at;
        for (uint32_t k = 0; k < YIELD_AHEAD && wayi_trail_step(&reader, &dir); k++) {
            cell += (uint32_t)world->map->offsets[dir];
            yield_cover(marks, cell, body->size);
        }
    }
}

/// Whether a unit would stand off the marked way, on cells that nobody else has; or, with
/// `through`, whether it could pass there: not over the other.
static bool yield_is_clear(const way_world *world, uint32_t place, uint32_t other, way_cell cell,
                           bool through)
{
    const uint32_t size = world->bodies[place].size;
    for (uint32_t k = 0; k < size * size; k++) {
        const wayi_spot spot = world->spots[cell + k / size * world->map->width + k % size];
        if (through ? spot.now == other
                    : spot.next == YIELD_WAY || spot.next == YIELD_BOTH ||
                          (spot.now != WAYI_NOBODY && spot.now != place)) {
            return false;
        }
    }
    return true;
}

/// Marks the ways of all who stand near a unit.
static void yield_mark_near(yield_marks *marks, uint32_t place)
{
    const way_map *map = marks->world->map;
    const int64_t y = wayi_map_row(map, marks->world->bodies[place].cell);
    const int64_t x = marks->world->bodies[place].cell - y * map->width;
    for (int64_t v = y - YIELD_NEAR; v <= y + YIELD_NEAR; v++) {
        for (int64_t u = x - YIELD_NEAR; u <= x + YIELD_NEAR; u++) {
            const way_cell cell = way_map_cell(map, u, v);
            const uint32_t now =
                cell == WAY_CELL_NONE ? WAYI_NOBODY : marks->world->spots[cell].now;
            if (now != WAYI_NOBODY && now != place) {
                yield_mark_way(marks, now);
            }
        }
    }
}

/// The nearest cell off the way of another, by steps, or with `all` off the ways of all around;
/// WAY_CELL_NONE if there is none near.
static way_cell yield_refuge(way_world *world, uint32_t place, uint32_t other, bool all,
                             uint32_t *steps)
{
    yield_marks marks = {
        .world = world, .cells = (uint32_t *)world->scratch, .capacity = world->scratch_capacity};
    const wayi_ground *ground = &world->grounds[wayi_world_belief(world, place)];
    uint32_t *queue = marks.cells + marks.capacity; // the last part
    uint32_t count = 0;
    uint32_t level = 0; // where the cells of one more step begin
    way_cell found = WAY_CELL_NONE;
    yield_mark_way(&marks, other);
    if (all) {
        yield_mark_near(&marks, place);
    }
    queue[count++] = world->bodies[place].cell;
    (void)yield_mark(&marks, queue[0], YIELD_MET);
    *steps = 0;
    for (uint32_t next = 0; next < count && found == WAY_CELL_NONE; next++) {
        if (next == level) {
            level = count;
            (*steps)++;
        }
        const way_cell cell = queue[next];
        for (uint32_t moves = wayi_ground_moves(ground, cell); moves && found == WAY_CELL_NONE;
             moves &= moves - 1) {
            const way_cell to = cell + (uint32_t)world->map->offsets[wayi_bits_lowest(moves)];
            const uint32_t mark = world->spots[to].next;
            if (mark == YIELD_MET || mark == YIELD_BOTH || count == YIELD_CELLS ||
                !yield_is_clear(world, place, other, to, true) ||
                !yield_mark(&marks, to, YIELD_MET)) {
                continue;
            }
            found = yield_is_clear(world, place, other, to, false) ? to : found;
            queue[count++] = to;
        }
    }
    for (uint32_t k = 0; k < marks.count; k++) {
        world->spots[marks.cells[k]].next = WAYI_NOBODY;
    }
    world->work_owed += count / 16u + 1;
    return found;
}

// Yielding ----------------------------------------------------------------------------------------

static void yield_go(way_world *world, uint32_t place, way_cell cell, uint32_t ticks)
{
    wayi_mind *mind = &world->minds[place];
    mind->home = cell;
    mind->calm = (uint8_t)(ticks < UINT8_MAX ? ticks : UINT8_MAX);
    mind->standing = 0;
    mind->displaced = (uint8_t)(mind->displaced < UINT8_MAX ? mind->displaced + 1u : UINT8_MAX);
    world->stats.escalations[2]++;
    wayi_world_ask(world, place, WAY_URGENCY_VISIBLE);
}

/// Lets a unit choose before all others while it goes back.
static void yield_first(way_world *world, uint32_t place)
{
    for (uint32_t k = 0; k < world->retreat_count; k++) {
        if (world->retreats[k] == place) {
            return;
        }
    }
    if (world->retreat_count < WAYI_RETREATS_MAX) {
        world->retreats[world->retreat_count++] = place;
    }
}

/// Some way back, by the unit's number and the tick, so that a jam comes apart.
static void yield_by_lot(way_world *world, uint32_t place, uint32_t want)
{
    const wayi_body *body = &world->bodies[place];
    const wayi_ground *ground = &world->grounds[wayi_world_belief(world, place)];
    const int64_t y = wayi_map_row(world->map, body->cell);
    const int64_t x = body->cell - y * world->map->width;
    for (uint32_t tries = 0; tries < YIELD_TRIES; tries++) {
        const uint32_t chance = wayi_bits_mix(place * 31u + world->tick * 17u + tries);
        const int64_t dx = (int64_t)(chance % (2 * YIELD_BACK + 1)) - YIELD_BACK;
        const int64_t dy = (int64_t)(chance / 64 % (2 * YIELD_BACK + 1)) - YIELD_BACK;
        const way_cell cell = way_map_cell(world->map, x + dx, y + dy);
        if (dx * dx + dy * dy >= YIELD_BACK * YIELD_BACK / 4 && cell != WAY_CELL_NONE &&
            dx * wayi_direction_x[want] + dy * wayi_direction_y[want] <= 0 &&
            way_map_is_reachable(ground->map, body->cell, cell, ground->profile) &&
            world->spots[cell].now == WAYI_NOBODY) {
            yield_go(world, place, cell, YIELD_TICKS + chance % YIELD_TICKS);
            return;
        }
    }
}

/// The way that a unit is to go: to the end of its route.
static void yield_heading(const way_world *world, uint32_t place, int64_t *right, int64_t *down)
{
    const wayi_trail *route = &world->minds[place].route;
    const way_cell from = world->bodies[place].cell;
    const way_cell to = route->end == WAY_CELL_NONE ? from : route->end;
    *down = (int64_t)wayi_map_row(world->map, to) - wayi_map_row(world->map, from);
    *right = (int64_t)to - (int64_t)from - *down * world->map->width;
}

/// Whether those who block a unit, one behind the other, are a queue, which moves on by itself:
/// none of them wants to go the other way.
static bool yield_queues(way_world *world, uint32_t place)
{
    int64_t right = 0;
    int64_t down = 0;
    yield_heading(world, place, &right, &down);
    uint32_t other = wayi_world_place(world, wayi_world_blocker(world, place));
    if (other == WAYI_NOBODY) {
        return false;
    }
    for (uint32_t k = 0; k < YIELD_RING && other != WAYI_NOBODY; k++) {
        int64_t x = 0;
        int64_t y = 0;
        yield_heading(world, other, &x, &y);
        if (right * x + down * y < 0) {
            return false;
        }
        other = wayi_world_place(world, wayi_world_blocker(world, other));
    }
    return true;
}

/// Whether those who block a unit, one behind the other, lead back to it: two who stand head-on, or
/// more of whom each has the cells of the next for its best.
static bool yield_is_ring(way_world *world, uint32_t place, uint32_t other)
{
    for (uint32_t k = 1; k < YIELD_RING && other != place && other != WAYI_NOBODY; k++) {
        other = wayi_world_place(world, wayi_world_blocker(world, other));
    }
    return other == place;
}

/// Whether there is room around a unit, in a world where all are of one cell: pushes get two past
/// each other there, and going back would only take others along.
static bool yield_has_room(way_world *world, uint32_t place)
{
    return world->size_max == 1 && world->map->neighbours != WAY_NEIGHBOURS_6 &&
           !wayi_world_is_narrow(world, place);
}

void wayi_world_yield(way_world *world, uint32_t place)
{
    const wayi_body *body = &world->bodies[place];
    const uint32_t want = wayi_world_want(world, place);
    const uint32_t other = wayi_world_place(world, wayi_world_blocker(world, place));
    if (other == WAYI_NOBODY || want >= WAYI_STAY) {
        return;
    }
    const uint32_t stamp = world->bodies[other].stamp;
    const bool elder = stamp > body->stamp || (stamp == body->stamp && other > place);
    const bool late = world->minds[place].stuck >= YIELD_LATE;
    if (elder && !late) {
        return; // the other is asked first
    }
    if (yield_is_ring(world, place, other) && !yield_has_room(world, place)) {
        uint32_t steps = 0;
        way_cell cell = yield_refuge(world, place, other, true, &steps);
        if (cell == WAY_CELL_NONE) {
            cell = yield_refuge(world, place, other, false, &steps);
        }
        if (cell != WAY_CELL_NONE) {
            const uint32_t chance = wayi_bits_mix(place * 31u + world->tick * 17u) & 15u;
            yield_go(world, place, cell, YIELD_REST + 2 * steps + chance);
            yield_first(world, place);
            return;
        }
    }
    if (world->size_max > 1 && !elder && !yield_queues(world, place)) {
        yield_by_lot(world, place, want);
    }
}
