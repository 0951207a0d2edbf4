// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A world is made, lives frame by frame, and goes. The phases of a frame, always in this order:
// plans, and at the first frame of a tick agreement, what units make of it, and what teams
// have learnt.
#include "base/text.h"
#include "map/links/profiles.h"
#include "world/body/units.h"
#include "world/fog/sense.h"
#include "world/mind/think.h"
#include "world/move/agree.h"
#include "world/order/orders.h"
#include "world/save/record.h"
#include "world/world.h"

#include <string.h>

#define WORLD_EVENTS 4096u

/// The part of a frame's budget that may go into what teams in the fog have seen: one of so many.
#define FRAME_LEARNS 4u

// Making ------------------------------------------------------------------------------------------

static way_status frame_check(const way_world_config *config)
{
    if (!config->map || !config->kinds || config->kind_count == 0 ||
        (!config->teams && config->team_count > 0)) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    if (config->kind_count > WAY_WORLD_KINDS_MAX || config->team_count > WAY_WORLD_TEAMS_MAX ||
        config->unit_capacity == 0 || config->unit_capacity > WAY_WORLD_UNITS_MAX ||
        config->frames_per_tick > 64 || config->lanes > WAY_WORLD_LANES_MAX) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    for (uint32_t k = 0; k < config->kind_count; k++) {
        const way_world_kind *kind = &config->kinds[k];
        const uint32_t size = kind->profile ? kind->profile->unit_size : kind->size;
        if (size > WAY_MAP_UNIT_MAX || kind->speed > WAY_SPEED_FULL || kind->turn > 4096 ||
            (size > 1 && config->map->neighbours == WAY_NEIGHBOURS_6)) {
            return WAY_STATUS_OUT_OF_RANGE;
        }
    }
    for (uint32_t t = 0; t < config->team_count; t++) {
        if (config->teams[t].sight_radius > 64) {
            return WAY_STATUS_OUT_OF_RANGE;
        }
    }
    return WAY_STATUS_OK;
}

/// The ground of a kind on a map, made if need be.
static way_status frame_ground(way_world *world, way_map *map, uint32_t kind, uint8_t *out)
{
    uint32_t profile = 0;
    way_status status = way_map_add_profile(map, &world->profiles[kind], &profile);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    for (uint32_t g = 0; g < world->ground_count; g++) {
        if (world->grounds[g].map == map && world->grounds[g].profile == profile) {
            *out = (uint8_t)g;
            wayi_ground_forget(map, profile); // it is there once already
            return WAY_STATUS_OK;
        }
    }
    wayi_ground *ground = &world->grounds[world->ground_count];
    status = world->ground_count == WAYI_GROUNDS_MAX
                 ? WAY_STATUS_TOO_LARGE
                 : way_space_create_grid(map, profile, &world->allocator, &ground->space);
    if (status != WAY_STATUS_OK) {
        wayi_ground_forget(map, profile);
        return status;
    }
    ground->map = map;
    ground->layer = wayi_map_layer(map, profile);
    ground->profile = profile;
    ground->size = world->profiles[kind].unit_size;
    *out = (uint8_t)world->ground_count++;
    return WAY_STATUS_OK;
}

/// What a team believes at first: plain ground everywhere.
static way_status frame_make_team(way_world *world, wayi_team *team)
{
    const way_map *map = world->map;
    if (team->fog) {
        const way_map_config config = {.width = map->width,
                                       .height = map->height,
                                       .neighbours = map->neighbours,
                                       .corners = map->corners,
                                       .costs = map->costs,
                                       .allocator = &world->allocator,
                                       .floors = map->floors};
        const way_status status = way_map_create(&config, &team->map);
        if (status != WAY_STATUS_OK) {
            return status;
        }
        team->seen = wayi_alloc_zero(&world->allocator, (map->cell_count + 63u) / 64u, 8);
        team->news = wayi_alloc_zero(&world->allocator, (map->cell_count + 63u) / 64u, 8);
        if (!team->seen || !team->news) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    for (uint32_t k = 0; k < world->kind_count; k++) {
        way_map *plans_on = team->fog ? team->map : world->map;
        way_status status = frame_ground(world, plans_on, k, &team->grounds[k]);
        const wayi_ground *truth = &world->grounds[world->kind_grounds[k]];
        if (status == WAY_STATUS_OK && truth->layer->weights) {
            // Now, so that no search is made anew in the frame that sees the first swamp.
            wayi_map_weigh(plans_on, world->grounds[team->grounds[k]].profile);
        }
        if (status == WAY_STATUS_OK && !world->grounds[team->grounds[k]].plans) {
            status = wayi_planner_add_ground(world, team->grounds[k]);
        }
        if (status != WAY_STATUS_OK) {
            return status;
        }
    }
    return wayi_world_teach_links(world, team);
}

static way_status frame_make_grounds(way_world *world, const way_world_config *config)
{
    for (uint32_t k = 0; k < config->kind_count; k++) {
        way_world_kind *kind = &world->kinds[k];
        *kind = config->kinds[k];
        world->profiles[k] =
            kind->profile ? *kind->profile : way_profile_default(kind->size ? kind->size : 1);
        kind->profile = NULL;
        kind->size = world->profiles[k].unit_size;
        kind->speed = kind->speed ? kind->speed : WAY_SPEED_FULL;
        world->size_max = kind->size > world->size_max ? kind->size : world->size_max;
        const way_status status = frame_ground(world, world->map, k, &world->kind_grounds[k]);
        if (status != WAY_STATUS_OK) {
            return status;
        }
    }
    world->team_count = config->team_count ? config->team_count : 1;
    for (uint32_t t = 0; t < world->team_count; t++) {
        wayi_team *team = &world->teams[t];
        team->fog = config->team_count && config->teams[t].fog;
        team->sight =
            config->team_count && config->teams[t].sight_radius ? config->teams[t].sight_radius : 8;
        const way_status status = frame_make_team(world, team);
        if (status != WAY_STATUS_OK) {
            return status;
        }
    }
    return WAY_STATUS_OK;
}

static bool frame_make_arrays(way_world *world)
{
    const way_allocator *allocator = &world->allocator;
    const uint32_t units = world->unit_capacity;
    world->active_capacity = 2 * units;
    world->order_capacity = units / 8 + WAYI_ORDERS_LEAST;
    world->scratch_capacity = 2 * units + WAYI_SCRATCH_LEAST;
    world->bodies = wayi_alloc_zero(allocator, units, sizeof *world->bodies);
    world->minds = wayi_alloc_zero(allocator, units, sizeof *world->minds);
    world->spots = wayi_alloc(allocator, world->map->cell_count, sizeof *world->spots);
    world->active = wayi_alloc(allocator, world->active_capacity, sizeof *world->active);
    world->decided = wayi_alloc(allocator, units, sizeof *world->decided);
    world->stack = wayi_alloc(allocator, WAYI_CHAIN_MAX, sizeof *world->stack);
    world->blockers = wayi_alloc(allocator, WAYI_BLOCKERS_MAX, sizeof *world->blockers);
    world->orders = wayi_alloc_zero(allocator, world->order_capacity, sizeof *world->orders);
    world->groups = wayi_alloc_zero(allocator, WAYI_GROUPS_MAX, sizeof *world->groups);
    world->scratch = wayi_alloc(allocator, world->scratch_capacity, sizeof *world->scratch);
    world->events = wayi_alloc(allocator, world->event_capacity, sizeof *world->events);
    if (!world->bodies || !world->minds || !world->spots || !world->active || !world->decided ||
        !world->stack || !world->blockers || !world->orders || !world->groups || !world->scratch ||
        !world->events || !wayi_jams_make(world)) {
        return false;
    }
    memset(world->spots, 0xff, (size_t)world->map->cell_count * sizeof *world->spots);
    for (uint32_t n = 0; n < world->order_capacity; n++) {
        world->orders[n].next = n + 1 < world->order_capacity ? n + 1 : WAYI_NOBODY;
    }
    return true;
}

static way_status frame_make(way_world *world, const way_world_config *config)
{
    if (!frame_make_arrays(world)) {
        return WAY_STATUS_NO_MEMORY;
    }
    if (!wayi_trails_init(&world->routes, world->unit_capacity,
                          world->unit_capacity + WAYI_CHUNKS_LEAST, &world->allocator)) {
        return WAY_STATUS_NO_MEMORY;
    }
    const way_status status = wayi_planner_init(world);
    return status == WAY_STATUS_OK ? frame_make_grounds(world, config) : status;
}

way_status way_world_create(const way_world_config *config, way_world **out)
{
    *out = NULL;
    way_status status = frame_check(config);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const way_allocator allocator = wayi_allocator_or_default(config->allocator);
    way_world *world = wayi_alloc_zero(&allocator, 1, sizeof *world);
    if (!world) {
        return WAY_STATUS_NO_MEMORY;
    }
    world->map = config->map;
    WAYI_BORROW(world->map);
    world->revision = way_map_revision(config->map);
    world->kind_count = config->kind_count;
    world->unit_capacity = config->unit_capacity;
    world->frames_per_tick = config->frames_per_tick ? config->frames_per_tick : 1;
    world->planner.lane_count = config->lanes ? config->lanes : 4;
    world->event_capacity = config->event_capacity ? config->event_capacity : WORLD_EVENTS;
    world->event_mask = config->event_mask ? config->event_mask : ~(1u << WAY_WORLD_MOVED);
    world->rivals = config->rivals;
    world->free_first = WAYI_NOBODY;
    world->jam_due = WAYI_NOBODY;
    world->refused_root = WAYI_NOBODY;
    world->parallel_for = config->parallel_for;
    world->user = config->user;
    world->allocator = wayi_meter_start(&world->meter, &allocator);
    const char *algorithm = config->algorithm ? config->algorithm : "auto";
    if (strcmp(algorithm, "auto") != 0) {
        if (strlen(algorithm) >= sizeof world->algorithm) {
            way_world_destroy(world);
            return WAY_STATUS_TOO_LARGE;
        }
        memcpy(world->algorithm, algorithm, strlen(algorithm) + 1);
    }
    status = frame_make(world, config);
    if (status != WAY_STATUS_OK) {
        way_world_destroy(world);
        return status;
    }
    *out = world;
    return WAY_STATUS_OK;
}

void way_world_destroy(way_world *world)
{
    if (!world) {
        return;
    }
    const way_allocator *allocator = &world->allocator;
    const uint32_t units = world->unit_capacity;
    wayi_jams_fini(world);
    wayi_planner_fini(world);
    wayi_trails_fini(&world->routes, allocator);
    for (uint32_t t = 0; t < world->team_count; t++) {
        wayi_team *team = &world->teams[t];
        wayi_free(allocator, team->seen, (world->map->cell_count + 63u) / 64u, 8);
        wayi_free(allocator, team->news, (world->map->cell_count + 63u) / 64u, 8);
        way_map_destroy(team->map);
    }
    WAYI_FREE(allocator, world->events, world->event_capacity);
    WAYI_FREE(allocator, world->scratch, world->scratch_capacity);
    WAYI_FREE(allocator, world->lifts, world->lifts ? WAYI_LIFTS_MAX : 0);
    WAYI_FREE(allocator, world->groups, WAYI_GROUPS_MAX);
    WAYI_FREE(allocator, world->orders, world->order_capacity);
    WAYI_FREE(allocator, world->blockers, WAYI_BLOCKERS_MAX);
    WAYI_FREE(allocator, world->stack, WAYI_CHAIN_MAX);
    WAYI_FREE(allocator, world->decided, units);
    WAYI_FREE(allocator, world->active, world->active_capacity);
    WAYI_FREE(allocator, world->spots, world->map->cell_count);
    WAYI_FREE(allocator, world->minds, units);
    WAYI_FREE(allocator, world->bodies, units);
    WAYI_GIVE_BACK(world->map);
    if (world->owns_map) {
        way_map_destroy(world->map);
    }
    const way_allocator source = world->meter.source;
    WAYI_FREE(&source, world, 1);
}

const way_map *way_world_map(const way_world *world)
{
    return world->map;
}

// Frames ------------------------------------------------------------------------------------------

/// Plans within the budget.
static void frame_plan(way_world *world, uint32_t budget)
{
    const uint32_t owed = world->work_owed < budget ? world->work_owed : budget;
    world->work_owed -= owed;
    const uint32_t left = budget - owed;
    uint32_t spent = world->jam_due == WAYI_NOBODY ? 0 : wayi_world_rescue(world, left / 2);
    spent += spent < left ? wayi_world_plan(world, left - spent) : 0;
    if (spent > left) { // the last step of a plan is made whole
        world->work_owed += spent - left;
        spent = left;
    }
    world->stats.work = owed + spent;
    world->stats.work_total += world->stats.work;
    world->stats.work_max =
        world->stats.work > world->stats.work_max ? world->stats.work : world->stats.work_max;
}

/// Units that have not moved for very long must not seem to be amid a step.
static void frame_refresh(way_world *world)
{
    for (uint32_t place = 0; place < world->place_count; place++) {
        wayi_body *body = &world->bodies[place];
        if ((int32_t)(body->ready - world->tick * 256u) < 0) {
            body->ready = world->tick * 256u;
        }
    }
}

static way_status frame_tick(way_world *world, uint32_t budget)
{
    wayi_world_rank(world);
    world->tick++;
    if (world->tick % 65536u == 0) {
        frame_refresh(world);
    }
    if (world->active_holes * 4 > world->active_count) {
        wayi_world_compact(world);
    }
    wayi_world_rescue_tick(world);
    wayi_world_march(world);
    wayi_world_agree(world);
    wayi_world_think(world);
    return wayi_world_learn(world, budget / FRAME_LEARNS);
}

way_status way_world_frame(way_world *world, uint32_t budget)
{
    if (way_map_revision(world->map) != world->revision) {
        return WAY_STATUS_STALE;
    }
    way_status status = world->late ? wayi_world_catch_up(world) : WAY_STATUS_OK;
    frame_plan(world, budget);
    if (world->frame == 0) {
        const way_status learnt = frame_tick(world, budget);
        status = status == WAY_STATUS_OK ? learnt : status;
    }
    world->frame = (world->frame + 1) % world->frames_per_tick;
    world->stats.frames++;
    for (uint32_t l = 0; l < world->planner.lane_count; l++) {
        wayi_lane *lane = &world->planner.lanes[l];
        status = status == WAY_STATUS_OK ? lane->status : status;
        lane->status = WAY_STATUS_OK;
    }
    if (world->recorder) {
        wayi_record_frame(world, budget);
    }
    return status;
}
