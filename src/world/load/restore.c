// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Reading a world. Bytes may be anybody's: they are read into an empty world as its settings say,
// what follows from the rest is worked out, and then all of it is looked at (valid.h). What fails
// leaves nothing, and says in words what is wrong and where.
//
// Saves of version 6 hold what a world of today can't be: units that left a rescue to the others,
// orders with something in what they do not use, units that stand in walls for ever or walk down a
// field of their group. Those are put right first.
#include "base/text.h"
#include "world/body/units.h"
#include "world/order/orders.h"
#include "world/plan/routes.h"
#include "world/save/archive.h"
#include "world/save/valid.h"

#include <waymark/world_more.h>

#include <string.h>

#define RESTORE_CELLS_MAX (1u << 24)
#define RESTORE_UNITS_MAX (1u << 20)

// Making ------------------------------------------------------------------------------------------

static way_status restore_limits(const wayi_settings *to, const way_world_host *host)
{
    const uint32_t cells_max = host->cells_max ? host->cells_max : RESTORE_CELLS_MAX;
    const uint32_t units_max = host->units_max ? host->units_max : RESTORE_UNITS_MAX;
    if (to->map.width == 0 || to->map.height == 0 || to->world.unit_capacity == 0) {
        return WAY_STATUS_BAD_FORMAT;
    }
    if ((uint64_t)to->map.width * to->map.height > cells_max ||
        to->world.unit_capacity > units_max || to->world.event_capacity > 16u * units_max) {
        return WAY_STATUS_TOO_LARGE;
    }
    return WAY_STATUS_OK;
}

static way_status restore_head(wayi_archive *archive, wayi_settings *to)
{
    uint64_t magic = 0;
    wayi_archive_number(archive, &magic, 8);
    wayi_archive_word(archive, &archive->version);
    if (magic != WAYI_SAVE_MAGIC) {
        (void)wayi_archive_refuse(archive, "save", WAYI_NOBODY, "this is none of a world");
        return WAY_STATUS_BAD_FORMAT;
    }
    if (archive->version != WAYI_SAVE_VERSION && !wayi_archive_is_old(archive)) {
        archive->flaw = (wayi_flaw){"save", WAYI_NOBODY, "only versions 6 and 12 can be read",
                                    "version", archive->version};
        return WAY_STATUS_UNSUPPORTED;
    }
    if (!wayi_archive_settings(archive, to)) {
        return WAY_STATUS_BAD_FORMAT;
    }
    for (uint32_t k = 0; k < to->world.kind_count; k++) {
        to->kinds[k].profile = &to->profiles[k];
    }
    to->world.algorithm = to->algorithm[0] ? to->algorithm : NULL;
    to->world.kinds = to->kinds;
    to->world.teams = to->teams;
    return WAY_STATUS_OK;
}

/// The terrain of a map of which nothing has been read: one that no kind finds dear, or the ground
/// would have weights that the saved one may never have had.
static uint8_t restore_blank(const wayi_settings *to)
{
    for (uint32_t k = 0; k < 256; k++) {
        const uint32_t terrain = k < 2 ? 1 - k : k;
        uint32_t kind = 0;
        while (kind < to->world.kind_count && to->profiles[kind].weights[terrain] <= 1) {
            kind++;
        }
        if (kind == to->world.kind_count) {
            return (uint8_t)terrain;
        }
    }
    return 1;
}

static way_status restore_map(wayi_settings *to, way_map **out)
{
    const size_t cells = (size_t)to->map.width * to->map.height;
    uint8_t *blank = wayi_alloc(to->map.allocator, cells, 1);
    if (!blank) {
        return WAY_STATUS_NO_MEMORY;
    }
    memset(blank, restore_blank(to), cells);
    to->map.weights = blank;
    const way_status status = way_map_create(&to->map, out);
    WAYI_FREE(to->map.allocator, blank, cells);
    return status;
}

/// An empty world as the settings say, on a map of its own.
static way_status restore_make(wayi_archive *archive, const way_world_host *host, way_world **out)
{
    wayi_settings to = {0};
    way_status status = restore_head(archive, &to);
    status = status == WAY_STATUS_OK ? restore_limits(&to, host) : status;
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const way_allocator allocator = wayi_allocator_or_default(host->allocator);
    to.map.allocator = &allocator;
    way_map *map = NULL;
    status = restore_map(&to, &map);
    if (status != WAY_STATUS_OK) {
        (void)wayi_archive_refuse(archive, "map", WAYI_NOBODY, way_status_text(status));
        return status == WAY_STATUS_NO_MEMORY ? status : WAY_STATUS_BAD_FORMAT;
    }
    to.world.map = map;
    to.world.parallel_for = host->parallel_for;
    to.world.user = host->user;
    to.world.allocator = &allocator;
    status = way_world_create(&to.world, out);
    if (status != WAY_STATUS_OK) {
        way_map_destroy(map);
        (void)wayi_archive_refuse(archive, "world", WAYI_NOBODY, way_status_text(status));
        return status == WAY_STATUS_NO_MEMORY ? status : WAY_STATUS_BAD_FORMAT;
    }
    (*out)->owns_map = true;
    return wayi_archive_grounds(archive, *out) ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

// Settling ----------------------------------------------------------------------------------------

/// Tasks of an old save: down the field of a group, the last steps to a place, out of a jam.
enum { RESTORE_FIELD = 2, RESTORE_SLOT, RESTORE_RESCUE };

/// Lets a unit of an old save have a task of today: who had his way from a field plans for himself.
static void restore_mend_task(way_world *world, uint32_t place)
{
    wayi_mind *mind = &world->minds[place];
    if (mind->task == RESTORE_RESCUE) {
        mind->task = WAYI_TASK_RESCUE;
    } else if (mind->task == RESTORE_FIELD || mind->task == RESTORE_SLOT) {
        mind->task = WAYI_TASK_REST;
        mind->home = world->bodies[place].cell;
        if (world->planner.queue_count < world->unit_capacity) {
            wayi_world_ask(world, place, WAY_URGENCY_VISIBLE);
        }
    }
}

/// Puts a unit of an old save right, as far as it can be before the others are there.
static void restore_mend_unit(way_world *world, uint32_t place)
{
    wayi_mind *mind = &world->minds[place];
    restore_mend_task(world, place);
    wayi_world_measure(world, place);
    if (mind->order >= WAY_ORDER_KINDS) {
        return;
    }
    way_order order = wayi_mind_order(mind);
    order = wayi_order_canonical(world, &order);
    mind->cell = order.cell;
    mind->target = order.target;
    mind->range = order.kind == WAY_ORDER_PATROL ? mind->range : order.range;
    mind->urgency = (uint8_t)order.urgency;
    mind->period = order.period;
    if (order.kind == WAY_ORDER_FOLLOW && mind->goal >= world->map->cell_count) {
        mind->goal = world->bodies[place].cell;
    }
    for (uint32_t n = mind->orders_first; n != WAYI_NOBODY; n = world->orders[n].next) {
        way_order *waiting = &world->orders[n].order;
        if ((uint32_t)waiting->kind < WAY_ORDER_KINDS) {
            *waiting = wayi_order_canonical(world, waiting);
        }
    }
    if (mind->any != WAYI_NOBODY) {
        way_order *any = &world->orders[mind->any].order;
        any->cell = WAY_CELL_NONE;
        any->target = WAY_UNIT_NONE;
        any->range = 0;
        any->keep_pace = any->keep_formation = any->patient = false;
        any->formation = WAY_FORMATION_NONE;
    }
}

/// Works out who stands where, and who is in which group.
static bool restore_settle_unit(wayi_archive *archive, way_world *world, uint32_t place)
{
    if (wayi_archive_is_old(archive)) {
        restore_mend_unit(world, place);
    }
    if (!wayi_unit_is_valid(world, place, &archive->flaw)) {
        return false;
    }
    archive->flaw.part = NULL;
    wayi_world_stand(world, place, place);
    const uint32_t group = world->minds[place].group;
    if (group != WAYI_NOBODY) {
        world->groups[group].count++;
    }
    return true;
}

static void restore_settle_groups(way_world *world)
{
    for (uint32_t g = 0; g < WAYI_GROUPS_MAX; g++) {
        const wayi_group *group = &world->groups[g];
        world->march_count += group->used && group->leader != WAYI_NOBODY;
    }
}

/// Puts the rest of an old save right.
static void restore_mend(way_world *world)
{
    wayi_jams_disband(world);
    for (uint32_t place = 0; place < world->place_count; place++) {
        wayi_body *body = &world->bodies[place];
        if (wayi_is_alive(world, place) && (body->flags & WAYI_BODY_TRAPPED) &&
            !(body->flags & WAYI_BODY_ACTIVE)) {
            wayi_world_activate(world, place);
            wayi_world_evade(world, place);
        }
    }
}

/// Searches under way are done again.
static way_status restore_searches(way_world *world)
{
    way_status status = WAY_STATUS_OK;
    for (uint32_t g = 0; g < world->ground_count; g++) {
        if (world->grounds[g].plans) {
            wayi_regions_note(&world->grounds[g].regions); // what teams believe came after it
        }
    }
    for (uint32_t l = 0; status == WAY_STATUS_OK && l < world->planner.lane_count; l++) {
        wayi_lane *lane = &world->planner.lanes[l];
        status = lane->phase == WAYI_LANE_IDLE ? status : wayi_lane_rerun(world, lane);
    }
    return status;
}

static way_status restore_world(wayi_archive *archive, way_world *world)
{
    bool fine =
        wayi_archive_world(archive, world) &&
        (wayi_parcel_is_read(&archive->in) ||
         wayi_archive_refuse(archive, "save", WAYI_NOBODY, "it is longer or shorter than that"));
    for (uint32_t place = 0; fine && place < world->place_count; place++) {
        fine = !wayi_is_alive(world, place) || restore_settle_unit(archive, world, place);
    }
    if (fine) {
        restore_settle_groups(world);
        if (wayi_archive_is_old(archive)) {
            restore_mend(world);
        }
        fine = wayi_world_is_valid(world, &archive->flaw);
    }
    if (!fine) {
        return archive->starved ? WAY_STATUS_NO_MEMORY : WAY_STATUS_BAD_FORMAT;
    }
    return restore_searches(world);
}

static void restore_explain(const wayi_archive *archive, way_problem *problem, way_status status)
{
    const size_t at = archive->in.at < archive->in.size ? archive->in.at : archive->in.size;
    const uint32_t column = at < UINT32_MAX ? (uint32_t)at + 1 : UINT32_MAX;
    if (archive->flaw.part && status != WAY_STATUS_NO_MEMORY) {
        wayi_flaw_explain(&archive->flaw, problem, column);
        return;
    }
    wayi_text text = wayi_problem_begin(problem, 0, column);
    wayi_text_add(&text, way_status_text(status));
}

way_status way_world_restore(const void *bytes, size_t size, const way_world_host *host,
                             way_world **out, way_problem *problem)
{
    const way_world_host plain = {0};
    *out = NULL;
    way_status status = WAY_STATUS_BAD_FORMAT;
    wayi_archive archive = {.mode = WAYI_ARCHIVE_READ, .in = {bytes, size < 8 ? 0 : size - 8, 0}};
    wayi_archive end = {.mode = WAYI_ARCHIVE_READ, .in = {bytes, size, archive.in.size}};
    uint64_t hash = 0;
    wayi_archive_number(&end, &hash, 8);
    if (size < 8 || way_hash_bytes(0, bytes, archive.in.size) != hash) {
        (void)wayi_archive_refuse(&archive, "save", WAYI_NOBODY,
                                  "it is cut short, or bytes of it have changed");
    } else {
        way_world *world = NULL;
        status = restore_make(&archive, host ? host : &plain, &world);
        status = status == WAY_STATUS_OK ? restore_world(&archive, world) : status;
        if (status == WAY_STATUS_OK) {
            *out = world;
            return WAY_STATUS_OK;
        }
        way_world_destroy(world);
    }
    if (problem) {
        restore_explain(&archive, problem, status);
    }
    return status;
}
