// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Reading a world. Bytes may be anybody's: every number is looked at before it is used, counts are
// held against what is left to read, and no two units may overlap. What fails leaves nothing.
#include "base/text.h"
#include "world/save.h"

#include <waymark/replay.h>

#include <string.h>

#define RESTORE_CELLS_MAX (1u << 24)
#define RESTORE_UNITS_MAX (1u << 20)

/// A cell of the map, or none where `none` is fine.
static bool restore_is_cell(const way_world *world, way_cell cell, bool none)
{
    return cell < world->map->cell_count || (none && cell == WAY_CELL_NONE);
}

/// Reads terrain as runs; false if they don't make up the map.
static bool restore_terrain(wayi_parcel_reader *in, uint8_t *terrain, uint32_t cells)
{
    uint32_t cell = 0;
    while (cell < cells) {
        const uint8_t value = (uint8_t)wayi_parcel_take8(in);
        const uint32_t run = wayi_parcel_take32(in);
        if (run == 0 || run > cells - cell || in->at > in->size) {
            return false;
        }
        memset(terrain + cell, value, run);
        cell += run;
    }
    return true;
}

typedef struct restore_settings {
    way_world_kind kinds[WAY_WORLD_KINDS_MAX];
    way_profile profiles[WAY_WORLD_KINDS_MAX];
    way_world_team teams[WAY_WORLD_TEAMS_MAX];
    char algorithm[128];
    way_map_config map;
    way_world_config world;
} restore_settings;

static way_status restore_limits(const restore_settings *to, const way_world_host *host)
{
    const uint32_t cells_max = host->cells_max ? host->cells_max : RESTORE_CELLS_MAX;
    const uint32_t units_max = host->units_max ? host->units_max : RESTORE_UNITS_MAX;
    if (to->map.width == 0 || to->map.height == 0 || to->world.unit_capacity == 0 ||
        to->world.kind_count == 0 || to->world.team_count == 0) {
        return WAY_STATUS_BAD_FORMAT;
    }
    if ((uint64_t)to->map.width * to->map.height > cells_max ||
        to->world.unit_capacity > units_max || to->world.event_capacity > 16u * units_max ||
        to->world.field_bytes > (size_t)256u * cells_max + ((size_t)4 << 20)) {
        return WAY_STATUS_TOO_LARGE;
    }
    return WAY_STATUS_OK;
}

static way_status restore_read_settings(wayi_parcel_reader *in, restore_settings *to)
{
    if (wayi_save_take64(in) != WAYI_SAVE_MAGIC) {
        return WAY_STATUS_BAD_FORMAT;
    }
    if (wayi_parcel_take32(in) != WAYI_SAVE_VERSION) {
        return WAY_STATUS_UNSUPPORTED;
    }
    to->map.width = wayi_parcel_take32(in);
    to->map.height = wayi_parcel_take32(in);
    to->map.neighbours = (way_neighbours)wayi_parcel_take8(in);
    to->map.corners = (way_corners)wayi_parcel_take8(in);
    to->map.costs.cardinal = (uint16_t)wayi_parcel_take16(in);
    to->map.costs.diagonal = (uint16_t)wayi_parcel_take16(in);
    to->world.kind_count = wayi_parcel_take8(in);
    for (uint32_t k = 0; k < to->world.kind_count && k < WAY_WORLD_KINDS_MAX; k++) {
        to->profiles[k].unit_size = (uint8_t)wayi_parcel_take8(in);
        for (uint32_t t = 0; t < 256; t++) {
            to->profiles[k].weights[t] = (uint8_t)wayi_parcel_take8(in);
        }
        to->kinds[k].profile = &to->profiles[k];
        to->kinds[k].speed = wayi_parcel_take32(in);
        to->kinds[k].turn = wayi_parcel_take32(in);
    }
    to->world.team_count = wayi_parcel_take8(in);
    for (uint32_t t = 0; t < to->world.team_count && t < WAY_WORLD_TEAMS_MAX; t++) {
        to->teams[t].fog = wayi_parcel_take8(in) != 0;
        to->teams[t].sight = wayi_parcel_take8(in);
    }
    to->world.rivals = wayi_parcel_take8(in) != 0;
    to->world.unit_capacity = wayi_parcel_take32(in);
    to->world.frames_per_tick = wayi_parcel_take8(in);
    to->world.lanes = wayi_parcel_take8(in);
    to->world.event_capacity = wayi_parcel_take32(in);
    to->world.event_mask = wayi_parcel_take32(in);
    to->world.field_bytes = (size_t)wayi_save_take64(in);
    for (uint32_t k = 0; k < sizeof to->algorithm; k++) {
        to->algorithm[k] = (char)wayi_parcel_take8(in);
    }
    const bool ends = to->algorithm[sizeof to->algorithm - 1] == '\0';
    to->world.algorithm = to->algorithm[0] ? to->algorithm : NULL;
    to->world.kinds = to->kinds;
    to->world.teams = to->teams;
    return in->at <= in->size && ends ? WAY_STATUS_OK : WAY_STATUS_BAD_FORMAT;
}

/// An empty world as the settings say, on a map of its own.
static way_status restore_make(wayi_parcel_reader *in, const way_world_host *host, way_world **out)
{
    restore_settings to = {0};
    way_status status = restore_read_settings(in, &to);
    status = status == WAY_STATUS_OK ? restore_limits(&to, host) : status;
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const way_allocator allocator = wayi_allocator_or_default(host->allocator);
    to.map.allocator = &allocator;
    way_map *map = NULL;
    status = way_map_create(&to.map, &map);
    if (status != WAY_STATUS_OK) {
        return status == WAY_STATUS_NO_MEMORY ? status : WAY_STATUS_BAD_FORMAT;
    }
    to.world.map = map;
    to.world.parallel_for = host->parallel_for;
    to.world.user = host->user;
    to.world.allocator = &allocator;
    status = way_world_create(&to.world, out);
    if (status != WAY_STATUS_OK) {
        way_map_destroy(map);
        return status == WAY_STATUS_NO_MEMORY ? status : WAY_STATUS_BAD_FORMAT;
    }
    (*out)->owns_map = true;
    for (uint32_t g = 0; g < (*out)->ground_count; g++) {
        (*out)->grounds[g].general = wayi_parcel_take8(in) != 0;
        if ((*out)->grounds[g].general && (*out)->grounds[g].plans &&
            wayi_planner_add_ground(*out, g) != WAY_STATUS_OK) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    return WAY_STATUS_OK;
}

/// Lets a map have the terrain that is read, as rows of edits.
static way_status restore_map(way_map *map, wayi_parcel_reader *in, const way_allocator *allocator)
{
    uint8_t *terrain = wayi_alloc(allocator, map->cell_count, 1);
    way_edit *edits = wayi_alloc(allocator, map->width, sizeof *edits);
    way_status status = terrain && edits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
    if (status == WAY_STATUS_OK && !restore_terrain(in, terrain, map->cell_count)) {
        status = WAY_STATUS_BAD_FORMAT;
    }
    for (uint32_t y = 0; status == WAY_STATUS_OK && y < map->height; y++) {
        uint32_t count = 0;
        const uint8_t *row = terrain + (size_t)y * map->width;
        for (uint32_t x = 0; x < map->width; x++) {
            if (count && row[x] == edits[count - 1].weight) {
                edits[count - 1].width++;
            } else {
                edits[count++] = (way_edit){x, y, 1, 1, row[x]};
            }
        }
        status = way_map_edit(map, edits, count);
    }
    wayi_free(allocator, terrain, map->cell_count, 1);
    wayi_free(allocator, edits, map->width, sizeof *edits);
    return status;
}

// Units -------------------------------------------------------------------------------------------

/// Reads a route; false if it leaves the map or there is no room for it.
static bool restore_route(way_world *world, wayi_trail *route, wayi_parcel_reader *in)
{
    const way_map *map = world->map;
    route->at = wayi_parcel_take32(in);
    route->end = wayi_parcel_take32(in);
    route->link = wayi_parcel_take32(in);
    route->blocks = wayi_save_take64(in);
    route->runs = wayi_parcel_take32(in);
    route->index = (uint8_t)wayi_parcel_take8(in);
    route->taken = (uint8_t)wayi_parcel_take8(in);
    route->chunk = WAYI_CHUNK_NONE;
    if (!restore_is_cell(world, route->at, true) || !restore_is_cell(world, route->end, true) ||
        !restore_is_cell(world, route->link, true) || route->index >= WAYI_TRAIL_BYTES ||
        route->runs > wayi_save_left(in) || (route->runs && route->at == WAY_CELL_NONE)) {
        return false;
    }
    uint32_t *link = &route->chunk;
    int64_t y = route->runs ? wayi_map_row(map, route->at) : 0;
    int64_t x = route->runs ? route->at - y * map->width : 0;
    for (uint32_t k = 0; route->runs && k < route->index + route->runs; k++) {
        if (k % WAYI_TRAIL_BYTES == 0) {
            if (!wayi_trail_grow(&world->routes, link)) {
                return false;
            }
        }
        const uint8_t run = (uint8_t)wayi_parcel_take8(in);
        wayi_chunk *chunk = &world->routes.chunks[*link];
        chunk->runs[k % WAYI_TRAIL_BYTES] = run;
        if (k >= route->index) {
            const uint32_t taken = k == route->index ? route->taken : 0;
            const int64_t steps = (int64_t)wayi_run_steps(run) - taken;
            x += wayi_direction_x[run & 7u] * steps;
            y += wayi_direction_y[run & 7u] * steps;
            if (steps <= 0 || x < 0 || y < 0 || x >= map->width || y >= map->height) {
                return false;
            }
        }
        if (k % WAYI_TRAIL_BYTES == WAYI_TRAIL_BYTES - 1) {
            link = &chunk->next;
        }
    }
    return route->runs == 0 || y * map->width + x == route->end;
}

static bool restore_order(way_world *world, wayi_parcel_reader *in, uint32_t *node)
{
    *node = world->order_free;
    if (*node == WAYI_NOBODY) {
        return false;
    }
    wayi_waiting_order *to = &world->orders[*node];
    world->order_free = to->next;
    *to = (wayi_waiting_order){.next = WAYI_NOBODY};
    to->order.kind = (way_order_kind)wayi_parcel_take8(in);
    to->order.cell = wayi_parcel_take32(in);
    to->order.target = wayi_save_take64(in);
    to->order.range = wayi_parcel_take32(in);
    to->order.cell_count = wayi_parcel_take8(in);
    bool fine =
        (uint32_t)to->order.kind < WAY_ORDER_KINDS && to->order.cell_count <= WAY_ORDER_CELLS_MAX;
    for (uint32_t k = 0; k < WAY_ORDER_CELLS_MAX; k++) {
        to->cells[k] = wayi_parcel_take32(in);
        fine = fine && (k >= to->order.cell_count || restore_is_cell(world, to->cells[k], false));
    }
    to->order.queued = wayi_parcel_take8(in) != 0;
    to->order.together = wayi_parcel_take8(in) != 0;
    to->order.formation = (way_formation)wayi_parcel_take8(in);
    to->order.urgency = (way_urgency)wayi_parcel_take8(in);
    to->order.period = wayi_parcel_take32(in);
    const bool stands = to->order.kind == WAY_ORDER_STOP || to->order.kind == WAY_ORDER_HOLD ||
                        to->order.kind == WAY_ORDER_FOLLOW;
    return fine && (uint32_t)to->order.formation <= WAY_FORMATION_COLUMN &&
           (uint32_t)to->order.urgency <= WAY_URGENCY_PERIODIC &&
           (to->order.kind != WAY_ORDER_ANY || to->order.cell_count > 0) &&
           (stands || restore_is_cell(world, to->order.cell, to->order.kind == WAY_ORDER_ANY));
}

static bool restore_orders(way_world *world, wayi_mind *mind, wayi_parcel_reader *in)
{
    if (wayi_parcel_take8(in) != 0 && !restore_order(world, in, &mind->any)) {
        return false;
    }
    const uint32_t waiting = wayi_parcel_take32(in);
    for (uint32_t k = 0; k < waiting; k++) {
        uint32_t node = WAYI_NOBODY;
        if (!restore_order(world, in, &node)) {
            return false;
        }
        if (mind->orders_last == WAYI_NOBODY) {
            mind->orders_first = node;
        } else {
            world->orders[mind->orders_last].next = node;
        }
        mind->orders_last = node;
    }
    return true;
}

static bool restore_mind(way_world *world, wayi_mind *mind, wayi_parcel_reader *in)
{
    mind->task = (uint8_t)wayi_parcel_take8(in);
    mind->order = (uint8_t)wayi_parcel_take8(in);
    mind->urgency = (uint8_t)wayi_parcel_take8(in);
    mind->astray = (uint8_t)wayi_parcel_take8(in);
    mind->restarts = (uint8_t)wayi_parcel_take8(in);
    mind->displaced = (uint8_t)wayi_parcel_take8(in);
    mind->calm = (uint8_t)wayi_parcel_take8(in);
    mind->standing = (uint16_t)wayi_parcel_take16(in);
    mind->patience = (uint16_t)wayi_parcel_take16(in);
    mind->ahead = (uint16_t)wayi_parcel_take16(in);
    for (uint32_t steps = mind->ahead; steps; steps >>= 4) {
        if ((steps & 15u) > WAYI_DIRECTIONS) {
            return false;
        }
    }
    mind->cell = wayi_parcel_take32(in);
    mind->goal = wayi_parcel_take32(in);
    mind->home = wayi_parcel_take32(in);
    mind->target = wayi_save_take64(in);
    mind->range = wayi_parcel_take32(in);
    mind->group = wayi_parcel_take32(in);
    mind->period = wayi_parcel_take32(in);
    mind->period_at = wayi_parcel_take32(in);
    mind->due = wayi_parcel_take32(in);
    mind->asked = wayi_parcel_take32(in);
    mind->part = (uint8_t)wayi_parcel_take8(in);
    mind->orders_first = WAYI_NOBODY;
    mind->orders_last = WAYI_NOBODY;
    mind->any = WAYI_NOBODY;
    mind->place = WAYI_NOBODY;
    mind->route.chunk = WAYI_CHUNK_NONE;
    const bool travels = mind->order != WAY_ORDER_STOP && mind->order != WAY_ORDER_HOLD;
    const bool fine =
        mind->task <= WAYI_TASK_SLOT && mind->part < WAYI_PLAN_PARTS &&
        mind->order < WAY_ORDER_KINDS && mind->urgency <= WAY_URGENCY_PERIODIC &&
        restore_is_cell(world, mind->goal, !travels) && restore_is_cell(world, mind->home, false) &&
        restore_is_cell(world, mind->cell, mind->order != WAY_ORDER_NEAR) &&
        (mind->order != WAY_ORDER_PATROL ||
         (restore_is_cell(world, mind->range, false) && restore_is_cell(world, mind->cell, false)));
    return fine && restore_orders(world, mind, in) && restore_route(world, &mind->route, in) &&
           (mind->order != WAY_ORDER_ANY || mind->any != WAYI_NOBODY ||
            mind->goal != WAY_CELL_NONE);
}

/// Whether the unit lies on the map and nobody is there; then it is.
static bool restore_stand(way_world *world, uint32_t place)
{
    wayi_body *body = &world->bodies[place];
    const way_map *map = world->map;
    if (!restore_is_cell(world, body->cell, false)) {
        return false;
    }
    const uint32_t y = wayi_map_row(map, body->cell);
    const uint32_t x = body->cell - y * map->width;
    if (x + body->size > map->width || y + body->size > map->height) {
        return false;
    }
    for (uint32_t k = 0; k < (uint32_t)body->size * body->size; k++) {
        if (world->spots[body->cell + k / body->size * map->width + k % body->size].now !=
            WAYI_NOBODY) {
            return false;
        }
    }
    wayi_world_stand(world, place, place);
    return wayi_ground_fits(wayi_world_truth(world, place), body->cell) ||
           (body->flags & WAYI_BODY_TRAPPED);
}

/// Counts the unit in its group; false if there is no such group, or none with a field.
static bool restore_join(way_world *world, const wayi_mind *mind)
{
    if (mind->group == WAYI_NOBODY) {
        return mind->task != WAYI_TASK_FIELD;
    }
    if (mind->group >= WAYI_GROUPS_MAX || !world->groups[mind->group].used) {
        return false;
    }
    wayi_group *group = &world->groups[mind->group];
    group->count++;
    group->walkers += mind->task == WAYI_TASK_FIELD;
    return mind->task != WAYI_TASK_FIELD || group->field != WAYI_FLOW_NONE;
}

static bool restore_unit(way_world *world, uint32_t place, wayi_parcel_reader *in)
{
    wayi_mind *mind = &world->minds[place];
    wayi_body *body = &world->bodies[place];
    *mind = (wayi_mind){.generation = wayi_parcel_take32(in)};
    *body = (wayi_body){.cell = 0};
    if (!(mind->generation & 1u)) {
        return true;
    }
    mind->kind = (uint8_t)wayi_parcel_take8(in);
    body->team = (uint8_t)wayi_parcel_take8(in);
    body->cell = wayi_parcel_take32(in);
    body->to = body->cell;
    body->stamp = wayi_parcel_take32(in);
    body->ready = wayi_parcel_take32(in);
    body->flags = (uint8_t)(wayi_parcel_take8(in) & ~(uint32_t)WAYI_BODY_ACTIVE);
    body->heading = (uint8_t)wayi_parcel_take8(in);
    body->want = WAYI_ASK;
    body->dir = WAYI_STAY;
    if (mind->kind >= world->kind_count || body->team >= world->team_count ||
        body->heading >= WAYI_DIRECTIONS) {
        return false;
    }
    body->ground = world->kind_grounds[mind->kind];
    body->size = (uint8_t)world->grounds[body->ground].size;
    world->unit_count++;
    return restore_mind(world, mind, in) && restore_stand(world, place) &&
           restore_join(world, mind);
}

static bool restore_is_alive(const way_world *world, uint32_t place)
{
    return place < world->place_count && (world->minds[place].generation & 1u);
}

static bool restore_units(way_world *world, wayi_parcel_reader *in)
{
    const uint32_t count = wayi_parcel_take32(in);
    if (count > world->unit_capacity || count > wayi_save_left(in) / 4) {
        return false;
    }
    world->place_count = count;
    for (uint32_t place = 0; place < count; place++) {
        if (!restore_unit(world, place, in) || in->at > in->size) {
            return false;
        }
    }
    uint32_t *link = &world->free_first;
    uint32_t found = 0;
    for (;;) {
        const uint32_t place = wayi_parcel_take32(in);
        if (place == WAYI_NOBODY) {
            break;
        }
        if (place >= count || restore_is_alive(world, place) || ++found > count ||
            world->bodies[place].state != WAYI_UNDECIDED || in->at > in->size) {
            return false;
        }
        world->bodies[place].state = WAYI_DECIDED; // met
        world->minds[place].place = WAYI_NOBODY;
        *link = place;
        link = &world->minds[place].place;
    }
    const uint32_t active = wayi_parcel_take32(in);
    if (found != count - world->unit_count || active > world->unit_count) {
        return false;
    }
    for (uint32_t k = 0; k < active; k++) {
        const uint32_t place = wayi_parcel_take32(in);
        if (!restore_is_alive(world, place) || (world->bodies[place].flags & WAYI_BODY_ACTIVE)) {
            return false;
        }
        world->bodies[place].flags |= WAYI_BODY_ACTIVE;
        world->bodies[place].serial = world->active_count;
        world->active[world->active_count++] = place;
    }
    return in->at <= in->size;
}

// Plans -------------------------------------------------------------------------------------------

/// A unit that waits for a plan: alive, active, and listed once.
static bool restore_waits(const way_world *world, uint32_t place)
{
    return restore_is_alive(world, place) && world->minds[place].place == WAYI_NOBODY &&
           !wayi_planner_has(world, place) && world->minds[place].goal != WAY_CELL_NONE;
}

static bool restore_lane(way_world *world, uint32_t index, wayi_parcel_reader *in)
{
    wayi_lane *lane = &world->planner.lanes[index];
    const uint32_t count = wayi_parcel_take8(in);
    const uint32_t next = wayi_parcel_take8(in);
    if (count > WAYI_LANE_BATCH || next > count) {
        return false;
    }
    lane->next = next;
    lane->count = 0;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t place = wayi_parcel_take32(in);
        if (place != WAYI_NOBODY && !restore_waits(world, place)) {
            return false;
        }
        lane->units[lane->count++] = place;
    }
    const uint32_t begun = wayi_parcel_take8(in);
    lane->start = wayi_parcel_take32(in);
    lane->goal = wayi_parcel_take32(in);
    lane->part = (uint8_t)wayi_parcel_take8(in);
    lane->limit = wayi_save_take64(in);
    const uint64_t work = wayi_save_take64(in);
    if (begun == 0) {
        return true;
    }
    if (begun > 2 || next == count || lane->units[next] == WAYI_NOBODY || lane->limit == 0 ||
        lane->part >= WAYI_PLAN_PARTS || !restore_is_cell(world, lane->start, false) ||
        !restore_is_cell(world, lane->goal, false)) {
        return false;
    }
    if (begun == 2) { // overtaken by an edit: it will notice
        lane->begun = true;
        lane->revision = 0;
        lane->work = work;
        return true;
    }
    return wayi_planner_rerun(world, index, work) == WAY_STATUS_OK;
}

static bool restore_planner(way_world *world, wayi_parcel_reader *in)
{
    const uint32_t count = wayi_parcel_take32(in);
    if (count > world->unit_count) {
        return false;
    }
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t place = wayi_parcel_take32(in);
        if (!restore_waits(world, place)) {
            return false;
        }
        const uint32_t asked = world->minds[place].asked;
        wayi_planner_ask(world, place);
        world->minds[place].asked = asked;
    }
    for (uint32_t l = 0; l < world->planner.lane_count; l++) {
        if (!restore_lane(world, l, in)) {
            return false;
        }
    }
    return true;
}

static way_status restore_team(way_world *world, wayi_team *team, wayi_parcel_reader *in)
{
    const way_status status = restore_map(team->map, in, &world->allocator);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const uint32_t words = (world->map->cell_count + 63u) / 64u;
    if (wayi_save_left(in) < (size_t)words * 8) {
        return WAY_STATUS_BAD_FORMAT;
    }
    for (uint32_t w = 0; w < words; w++) {
        team->seen[w] = wayi_save_take64(in);
    }
    team->news_lost = wayi_parcel_take8(in) != 0;
    team->news_count = wayi_parcel_take32(in);
    if (team->news_count > team->news_capacity) {
        team->news_count = 0;
        return WAY_STATUS_BAD_FORMAT;
    }
    for (uint32_t k = 0; k < team->news_count; k++) {
        way_edit *edit = &team->news[k];
        *edit = (way_edit){.height = 1};
        edit->x = wayi_parcel_take32(in);
        edit->y = wayi_parcel_take32(in);
        edit->width = wayi_parcel_take32(in);
        edit->weight = (uint8_t)wayi_parcel_take8(in);
        if (edit->y >= world->map->height || edit->width == 0 || edit->width > world->map->width ||
            edit->x > world->map->width - edit->width) {
            return WAY_STATUS_BAD_FORMAT;
        }
    }
    return WAY_STATUS_OK;
}

/// Everything but the settings.
static way_status restore_fill(way_world *world, wayi_parcel_reader *in)
{
    way_status status = restore_map(world->map, in, &world->allocator);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    status = wayi_restore_links(world, in);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    world->revision = way_map_revision(world->map);
    world->tick = wayi_parcel_take32(in);
    world->frame = wayi_parcel_take32(in);
    world->work_owed = wayi_parcel_take32(in);
    if (world->frame >= world->frames_per_tick || !wayi_restore_groups(world, in) ||
        !wayi_restore_flows(world, in) || !restore_units(world, in)) {
        return WAY_STATUS_BAD_FORMAT;
    }
    for (uint32_t g = 0; g < WAYI_GROUPS_MAX; g++) {
        const wayi_group *group = &world->groups[g];
        if (group->used &&
            (group->count == 0 || (group->walkers == 0) != (group->field == WAYI_FLOW_NONE))) {
            return WAY_STATUS_BAD_FORMAT;
        }
    }
    for (uint32_t t = 0; t < world->team_count; t++) {
        if (world->teams[t].fog) {
            status = restore_team(world, &world->teams[t], in);
            if (status != WAY_STATUS_OK) {
                return status;
            }
        }
    }
    return restore_planner(world, in) && wayi_parcel_is_read(in) ? WAY_STATUS_OK
                                                                 : WAY_STATUS_BAD_FORMAT;
}

static void restore_explain(way_problem *problem, size_t at, way_status status)
{
    if (problem) {
        const uint32_t column = at < UINT32_MAX ? (uint32_t)at + 1 : UINT32_MAX;
        wayi_text text = wayi_problem_begin(problem, 0, column);
        wayi_text_add(&text, status == WAY_STATUS_BAD_FORMAT ? "not a saved world, or damaged"
                                                             : way_status_text(status));
    }
}

way_status way_world_restore(const void *bytes, size_t size, const way_world_host *host,
                             way_world **out, way_problem *problem)
{
    const way_world_host plain = {0};
    *out = NULL;
    way_status status = WAY_STATUS_BAD_FORMAT;
    wayi_parcel_reader in = {bytes, size < 8 ? 0 : size - 8, 0};
    wayi_parcel_reader end = {bytes, size, in.size};
    const bool whole = size >= 8 && way_hash_bytes(0, bytes, in.size) == wayi_save_take64(&end);
    if (whole) {
        way_world *world = NULL;
        status = restore_make(&in, host ? host : &plain, &world);
        status = status == WAY_STATUS_OK ? restore_fill(world, &in) : status;
        if (status == WAY_STATUS_OK) {
            *out = world;
            return WAY_STATUS_OK;
        }
        way_world_destroy(world);
    }
    restore_explain(problem, in.at, status);
    return status;
}
