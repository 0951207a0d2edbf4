// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Reading a world. Bytes may be anybody's: every number is looked at before it is used, counts are
// held against what is left to read, and no two units may overlap. What fails leaves nothing.
#include "base/text.h"
#include "world/save/save.h"

#include <waymark/replay.h>

#include <string.h>

#define RESTORE_CELLS_MAX (1u << 24)
#define RESTORE_UNITS_MAX (1u << 20)

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

// Plans -------------------------------------------------------------------------------------------

/// A unit that waits for a plan: alive, active, and listed once.
static bool restore_waits(const way_world *world, uint32_t place)
{
    return wayi_restore_is_alive(world, place) && world->minds[place].place == WAYI_NOBODY &&
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
    const uint32_t steps = wayi_parcel_take32(in);
    for (uint32_t k = 0; k < steps && k < WAYI_LANE_STEPS; k++) {
        lane->budgets[k] = wayi_parcel_take32(in);
    }
    if (begun == 0) {
        return true;
    }
    if (begun > 2 || next == count || lane->units[next] == WAYI_NOBODY || lane->limit == 0 ||
        lane->part >= WAYI_PLAN_PARTS || !wayi_restore_is_cell(world, lane->start, false) ||
        !wayi_restore_is_cell(world, lane->goal, false)) {
        return false;
    }
    if (begun == 2) { // overtaken by an edit: it will notice
        lane->begun = true;
        lane->revision = 0;
        lane->work = work;
        lane->steps = steps;
        return true;
    }
    return wayi_planner_rerun(world, index, steps, work) == WAY_STATUS_OK;
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

/// Opens the databases of planners that have one: each ground that is to have one gets it.
static way_status restore_databases(way_world *world, wayi_parcel_reader *in)
{
    uint32_t last = WAYI_NOBODY;
    for (uint32_t g = wayi_parcel_take32(in); g != WAYI_NOBODY; g = wayi_parcel_take32(in)) {
        const uint64_t size = wayi_save_take64(in);
        if (g >= world->ground_count || (last != WAYI_NOBODY && g <= last) ||
            !wayi_ground_is_prepared(&world->grounds[g]) || size > wayi_save_left(in)) {
            return WAY_STATUS_BAD_FORMAT;
        }
        const way_status status =
            wayi_planner_open(world, g, (const uint8_t *)in->bytes + in->at, (size_t)size);
        if (status != WAY_STATUS_OK) {
            return status == WAY_STATUS_NO_MEMORY ? status : WAY_STATUS_BAD_FORMAT;
        }
        in->at += (size_t)size;
        last = g;
    }
    for (uint32_t g = 0; g < world->ground_count; g++) {
        if (wayi_ground_is_prepared(&world->grounds[g]) &&
            !way_navigator_is_current(world->grounds[g].navigator)) {
            return WAY_STATUS_BAD_FORMAT; // left out
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
    status = restore_databases(world, in);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    world->tick = wayi_parcel_take32(in);
    world->frame = wayi_parcel_take32(in);
    world->work_owed = wayi_parcel_take32(in);
    if (world->frame >= world->frames_per_tick || !wayi_restore_groups(world, in) ||
        !wayi_restore_flows(world, in) || !wayi_restore_units(world, in)) {
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
