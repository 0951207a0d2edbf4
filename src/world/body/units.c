// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Units come, stand and go; what is told of them.
#include "world/body/units.h"

#include "base/check.h"
#include "core/sort.h"
#include "world/world.h"

uint32_t wayi_world_place(const way_world *world, way_unit unit)
{
    const uint32_t place = (uint32_t)unit;
    const uint32_t generation = (uint32_t)(unit >> 32);
    if (place >= world->place_count || !(generation & 1u) ||
        world->minds[place].generation != generation) {
        return WAYI_NOBODY;
    }
    return place;
}

void wayi_world_stand(way_world *world, uint32_t place, uint32_t who)
{
    const wayi_body *body = &world->bodies[place];
    for (uint32_t row = 0; row < body->size; row++) {
        for (uint32_t column = 0; column < body->size; column++) {
            world->spots[body->cell + row * world->map->width + column] =
                (wayi_spot){who, WAYI_NOBODY};
        }
    }
}

void wayi_world_tell(way_world *world, way_world_event_kind kind, uint32_t place, way_cell cell,
                     way_unit other)
{
    if (!(world->event_mask >> kind & 1u)) {
        return;
    }
    const uint32_t at = (world->event_first + world->event_count) % world->event_capacity;
    world->events[at] = (way_world_event){.kind = kind,
                                          .tick = world->tick,
                                          .unit = wayi_world_handle(world, place),
                                          .cell = cell,
                                          .other = other};
    if (world->event_count == world->event_capacity) {
        world->event_first = (world->event_first + 1) % world->event_capacity;
    } else {
        world->event_count++;
    }
}

bool way_world_event_next(way_world *world, way_world_event *out)
{
    if (world->event_count == 0) {
        return false;
    }
    *out = world->events[world->event_first];
    world->event_first = (world->event_first + 1) % world->event_capacity;
    world->event_count--;
    return true;
}

const char *way_world_event_text(way_world_event_kind kind)
{
#define UNITS_TEXT(name, text) text,
    static const char *const texts[] = {WAY_WORLD_EVENT_LIST(UNITS_TEXT)};
#undef UNITS_TEXT
    return (uint32_t)kind < WAY_WORLD_EVENT_KINDS ? texts[kind] : "";
}

uint32_t wayi_world_moves(const way_world *world, uint32_t place)
{
    const wayi_body *body = &world->bodies[place];
    const way_map *map = world->map;
    uint32_t moves = wayi_ground_moves(&world->grounds[body->ground], body->cell);
    if (body->flags & WAYI_BODY_TRAPPED) {
        const uint32_t y = wayi_map_row(map, body->cell);
        const uint32_t x = body->cell - y * map->width;
        moves |= (uint32_t)(y > 0) << WAYI_NORTH;
        moves |= (uint32_t)(x + body->size < map->width) << WAYI_EAST;
        moves |= (uint32_t)(y + body->size < map->height) << WAYI_SOUTH;
        moves |= (uint32_t)(x > 0) << WAYI_WEST;
    }
    return moves;
}

// Active units ------------------------------------------------------------------------------------

void wayi_world_compact(way_world *world)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < world->active_count; k++) {
        const uint32_t place = world->active[k];
        if (place != WAYI_NOBODY) {
            world->bodies[place].serial = count;
            world->active[count++] = place;
        }
    }
    world->active_count = count;
    world->active_holes = 0;
}

void wayi_world_deactivate(way_world *world, uint32_t place)
{
    wayi_body *body = &world->bodies[place];
    if (body->flags & WAYI_BODY_ACTIVE) {
        body->flags &= (uint8_t)~WAYI_BODY_ACTIVE;
        body->stamp = world->tick; // its last step is drawn to the end of this one
        world->active[body->serial] = WAYI_NOBODY;
        world->active_holes++;
    }
}

void wayi_world_activate(way_world *world, uint32_t place)
{
    wayi_world_deactivate(world, place);
    if (world->active_count == world->active_capacity) {
        wayi_world_compact(world);
    }
    WAYI_ASSERT(world->active_count < world->active_capacity);
    wayi_body *body = &world->bodies[place];
    body->flags |= WAYI_BODY_ACTIVE;
    body->stamp = world->tick;
    body->serial = world->active_count;
    world->active[world->active_count++] = place;
}

void wayi_world_promote(way_world *world, uint32_t place)
{
    if (!(world->bodies[place].flags & WAYI_BODY_ACTIVE)) {
        return;
    }
    for (uint32_t k = world->bodies[place].serial; k > 0; k--) {
        const uint32_t other = world->active[k - 1];
        world->active[k] = other;
        if (other != WAYI_NOBODY) {
            world->bodies[other].serial = k;
        }
    }
    world->active[0] = place;
    world->bodies[place].serial = 0;
}

/// What ranks units of one stamp: members of a group by their way to its goal, so that those in
/// front have chosen before others come up behind and would push them back; all else by where they
/// are, so that what is read for one is there for the next.
static uint64_t units_turn(const way_world *world, uint32_t place)
{
    const way_map *map = world->map;
    const way_cell cell = world->bodies[place].cell;
    const uint32_t group = world->minds[place].group;
    if (group != WAYI_NOBODY) {
        return wayi_map_open_steps(map, cell, world->groups[group].goal);
    }
    const uint32_t y = wayi_map_row(map, cell);
    const uint32_t x = cell - y * map->width;
    return (uint64_t)(y >> 4) * ((map->width + 15u) >> 4) + (x >> 4);
}

void wayi_world_rank(way_world *world)
{
    uint32_t first = world->active_count;
    uint32_t count = 0;
    while (first > 0 && (world->active[first - 1] == WAYI_NOBODY ||
                         world->bodies[world->active[first - 1]].stamp == world->tick)) {
        const uint32_t place = world->active[--first];
        if (place == WAYI_NOBODY) {
            world->active_holes--;
            continue;
        }
        world->scratch[count++] = units_turn(world, place) << 32 | place;
    }
    wayi_sort64(world->scratch, count);
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t place = (uint32_t)world->scratch[k];
        world->bodies[place].serial = first + k;
        world->active[first + k] = place;
    }
    world->active_count = first + count;
}

// Looking -----------------------------------------------------------------------------------------

static way_unit_state units_state(const way_world *world, uint32_t place)
{
    const wayi_mind *mind = &world->minds[place];
    if (mind->order == WAY_ORDER_HOLD) {
        return WAY_UNIT_HOLDING;
    }
    if (mind->order == WAY_ORDER_STOP) {
        return WAY_UNIT_IDLE;
    }
    return mind->task == WAYI_TASK_REST ? WAY_UNIT_PLANNING : WAY_UNIT_WALKING;
}

bool way_world_unit(const way_world *world, way_unit unit, way_unit_view *out)
{
    const uint32_t place = wayi_world_place(world, unit);
    if (place == WAYI_NOBODY) {
        return false;
    }
    const wayi_body *body = &world->bodies[place];
    const wayi_mind *mind = &world->minds[place];
    const uint32_t y = wayi_map_row(world->map, body->cell);
    const uint32_t x = body->cell - y * world->map->width;
    *out = (way_unit_view){.unit = unit,
                           .cell = body->cell,
                           .goal = mind->order == WAY_ORDER_STOP ? WAY_CELL_NONE : mind->goal,
                           .x = (int32_t)(x * 1024u + body->size * 512u),
                           .y = (int32_t)(y * 1024u + body->size * 512u),
                           .heading = body->heading,
                           .kind = mind->kind,
                           .team = body->team,
                           .size = body->size,
                           .state = units_state(world, place),
                           .standing = mind->standing};
    const bool moved = (body->flags & WAYI_BODY_MOVED) && body->dir != WAYI_LINK;
    if (moved && ((body->flags & WAYI_BODY_ACTIVE) || body->stamp == world->tick)) {
        // Still on its way there: `frame` frames of the tick are over.
        const uint32_t left = world->frame ? world->frames_per_tick - world->frame : 0;
        const int32_t back = (int32_t)(left * 1024u / world->frames_per_tick);
        out->x -= wayi_direction_x[body->heading] * back;
        out->y -= wayi_direction_y[body->heading] * back;
    }
    return true;
}

uint32_t way_world_views(const way_world *world, way_unit_view *views, uint32_t capacity)
{
    uint32_t count = 0;
    for (uint32_t place = 0; place < world->place_count && count < capacity; place++) {
        count += way_world_unit(world, wayi_world_handle(world, place), &views[count]);
    }
    return world->unit_count;
}

uint32_t way_world_unit_count(const way_world *world)
{
    return world->unit_count;
}

uint32_t way_world_slot_count(const way_world *world)
{
    return world->place_count;
}

way_unit way_world_unit_in_slot(const way_world *world, uint32_t place)
{
    const bool lives = place < world->place_count && (world->minds[place].generation & 1u);
    return lives ? wayi_world_handle(world, place) : WAY_UNIT_NONE;
}

way_unit way_world_unit_on(const way_world *world, way_cell cell)
{
    const uint32_t now = cell < world->map->cell_count ? world->spots[cell].now : WAYI_NOBODY;
    return now == WAYI_NOBODY ? WAY_UNIT_NONE : wayi_world_handle(world, now);
}
