// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A plan that an edit touches begins again, and what others have read is as it was; so what a lane
// does depends on the map as it is and on the steps made. That is what lets a save leave searches
// out.
#include "world/plan/planner.h"

#include "base/check.h"
#include "search/trip/algorithm.h"
#include "world/world.h"

#include <string.h>

/// Work that a repair is counted as for each slice of it.
#define PLANNER_REPAIR 256u

// Memory ------------------------------------------------------------------------------------------

way_status wayi_planner_init(way_world *world)
{
    wayi_planner *planner = &world->planner;
    planner->queue = wayi_alloc(&world->allocator, world->unit_capacity, sizeof(uint32_t));
    bool fine = planner->queue != NULL;
    for (uint32_t l = 0; fine && l < planner->lane_count; l++) {
        fine = wayi_lane_init(world, &planner->lanes[l]) == WAY_STATUS_OK;
    }
    return fine ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

static void planner_remove_ground(way_world *world, uint32_t ground)
{
    for (uint32_t l = 0; l < world->planner.lane_count; l++) {
        wayi_lane *lane = &world->planner.lanes[l];
        if (lane->agents) {
            way_agent_destroy(lane->agents[ground]);
            lane->agents[ground] = NULL;
        }
    }
    way_navigator_destroy(world->grounds[ground].navigator);
    world->grounds[ground].navigator = NULL;
    way_database_free(&world->grounds[ground].database);
    world->grounds[ground].database = (way_database){0};
}

void wayi_planner_fini(way_world *world)
{
    for (uint32_t g = 0; g < world->ground_count; g++) {
        planner_remove_ground(world, g);
        wayi_regions_fini(&world->grounds[g].regions);
        way_space_destroy(world->grounds[g].space);
        if (world->grounds[g].map == world->map) {
            wayi_ground_forget(world->map, world->grounds[g].profile);
        }
    }
    for (uint32_t l = 0; l < world->planner.lane_count; l++) {
        if (world->planner.lanes[l].agents) { // it was made
            wayi_lane_fini(world, &world->planner.lanes[l]);
        }
    }
    wayi_free(&world->allocator, world->planner.queue, world->unit_capacity, sizeof(uint32_t));
}

/// The search for a ground, and why in words. Where nobody has said which, pieces of ways over
/// regions: by jumps where they reach far, else within a few sectors.
static way_choice planner_choose(const way_world *world, const wayi_ground *ground)
{
    static const char pieces[] = "jps(keep=off)";
    if (!world->algorithm[0]) {
        return (way_choice){pieces, "pieces of ways over the map's own regions: a first answer "
                                    "after a few hundred expansions on any ground, however it "
                                    "changes, and nothing to prepare or repair"};
    }
    if (ground->general) {
        return (way_choice){pieces, "the search that was asked for can't do with the ground as it "
                                    "has become"};
    }
    if (ground->map != world->map) {
        char name[sizeof world->algorithm] = {0};
        memcpy(name, world->algorithm, strcspn(world->algorithm, "("));
        const way_algorithm *told = way_algorithm_find(name);
        if (told && (told->traits & WAY_TRAIT_PREPARED)) {
            return (way_choice){pieces, "a team in the fog learns something every tick, which is "
                                        "more than a database should follow"};
        }
    }
    return (way_choice){world->algorithm, "it was asked for"};
}

/// Lets a prepared navigator work on its saved form: what a save keeps is then what the world has,
/// however the database came about.
static way_status planner_settle(way_world *world, wayi_ground *ground, const void *bytes,
                                 size_t size)
{
    way_database database = {0};
    way_status status = WAY_STATUS_OK;
    if (bytes) {
        uint64_t *copy = wayi_alloc(&world->allocator, size, 1);
        if (!copy) {
            return WAY_STATUS_NO_MEMORY;
        }
        memcpy(copy, bytes, size);
        database = (way_database){copy, size, world->allocator};
    } else {
        bool done = true;
        status = way_navigator_repair(ground->navigator, UINT32_MAX, &done); // whether it can
        status = status == WAY_STATUS_OK
                     ? way_navigator_save(ground->navigator, &world->allocator, &database)
                     : status;
    }
    const way_navigator_config plan = {.space = ground->space, .allocator = &world->allocator};
    way_navigator *settled = NULL;
    status = status == WAY_STATUS_OK
                 ? way_navigator_open(&plan, database.bytes, database.size, &settled)
                 : status;
    if (status == WAY_STATUS_OK &&
        way_navigator_algorithm(settled) != way_navigator_algorithm(ground->navigator)) {
        way_navigator_destroy(settled);
        status = WAY_STATUS_BAD_FORMAT; // somebody else's
    }
    if (status != WAY_STATUS_OK) {
        way_database_free(&database);
        return status;
    }
    way_navigator_destroy(ground->navigator);
    way_database_free(&ground->database);
    ground->navigator = settled;
    ground->database = database;
    return WAY_STATUS_OK;
}

way_status wayi_planner_add_agents(way_world *world, uint32_t index)
{
    way_status status = WAY_STATUS_OK;
    for (uint32_t l = 0; status == WAY_STATUS_OK && l < world->planner.lane_count; l++) {
        if (world->planner.lanes[l].agents[index]) {
            continue;
        }
        const way_agent_config config = {.navigator = world->grounds[index].navigator,
                                         .store = WAY_STORE_SPARSE,
                                         .capacity = WAYI_PLAN_STATES,
                                         .allocator = &world->allocator};
        status = way_agent_create(&config, &world->planner.lanes[l].agents[index]);
    }
    return status;
}

way_status wayi_planner_add_ground(way_world *world, uint32_t index)
{
    wayi_ground *ground = &world->grounds[index];
    planner_remove_ground(world, index);
    if (!ground->regions.notes &&
        !wayi_regions_init(&ground->regions, ground->map, ground->layer, &world->allocator)) {
        return WAY_STATUS_NO_MEMORY;
    }
    const way_navigator_config plan = {.space = ground->space,
                                       .algorithm = planner_choose(world, ground).algorithm,
                                       .allocator = &world->allocator};
    way_status status = way_navigator_create(&plan, &ground->navigator);
    const wayi_algorithm *algorithm = status == WAY_STATUS_OK ? ground->navigator->algorithm : NULL;
    if (algorithm &&
        ((algorithm->database.learns && algorithm->database.learns(ground->navigator)) ||
         !way_algorithm_suits(&algorithm->info, ground->space))) {
        status = WAY_STATUS_UNSUPPORTED;
    }
    if (status == WAY_STATUS_OK && wayi_ground_is_prepared(ground)) {
        status = planner_settle(world, ground, NULL, 0);
        // A database larger than its parameters let it be was not made.
        status = status == WAY_STATUS_STALE ? WAY_STATUS_UNSUPPORTED : status;
    }
    ground->plans = true;
    ground->named = plan.algorithm == world->algorithm;
    return status == WAY_STATUS_OK ? wayi_planner_add_agents(world, index) : status;
}

/// Lets the plan in hand of a lane begin again.
static void planner_restart(way_world *world, wayi_lane *lane)
{
    lane->phase = WAYI_LANE_IDLE;
    world->minds[lane->units[lane->next]].restarts = WAYI_RESTARTS_EDIT;
}

/// Takes the agents of a ground away; searches under way on it begin again.
static void planner_interrupt(way_world *world, uint32_t index)
{
    for (uint32_t l = 0; l < world->planner.lane_count; l++) {
        wayi_lane *lane = &world->planner.lanes[l];
        const uint32_t place =
            lane->phase == WAYI_LANE_IDLE ? WAYI_NOBODY : lane->units[lane->next];
        if (place != WAYI_NOBODY && wayi_world_belief(world, place) == index) {
            planner_restart(world, lane);
        }
        way_agent_destroy(lane->agents[index]);
        lane->agents[index] = NULL;
    }
}

way_status wayi_planner_follow(way_world *world, uint32_t index)
{
    wayi_ground *ground = &world->grounds[index];
    planner_interrupt(world, index);
    way_status status = WAY_STATUS_OK;
    for (bool done = false; status == WAY_STATUS_OK && !done;) {
        status = way_navigator_repair(ground->navigator, PLANNER_REPAIR, &done);
        world->work_owed += world->work_owed < UINT32_MAX / 2 ? PLANNER_REPAIR : 0;
    }
    status = status == WAY_STATUS_OK ? planner_settle(world, ground, NULL, 0) : status;
    if (status != WAY_STATUS_OK) {
        ground->general = true;
        return wayi_planner_add_ground(world, index);
    }
    return wayi_planner_add_agents(world, index);
}

way_status wayi_planner_open(way_world *world, uint32_t index, const void *bytes, size_t size)
{
    planner_interrupt(world, index);
    const way_status status = planner_settle(world, &world->grounds[index], bytes, size);
    return status == WAY_STATUS_OK ? wayi_planner_add_agents(world, index) : status;
}

way_choice way_world_choice(const way_world *world, uint32_t team, uint32_t kind)
{
    return team < world->team_count && kind < world->kind_count
               ? planner_choose(world, &world->grounds[world->teams[team].grounds[kind]])
               : (way_choice){"", "there is no such team or kind"};
}

// Edits -------------------------------------------------------------------------------------------

void wayi_planner_edit(way_world *world, const way_map *map, const way_edit *edits, uint32_t count)
{
    for (uint32_t g = 0; g < world->ground_count; g++) {
        wayi_ground *ground = &world->grounds[g];
        if (ground->map == map && ground->regions.notes) {
            world->work_owed += wayi_regions_follow(&ground->regions, edits, count);
        }
    }
    for (uint32_t l = 0; l < world->planner.lane_count; l++) {
        wayi_lane *lane = &world->planner.lanes[l];
        const uint32_t place =
            lane->phase == WAYI_LANE_IDLE ? WAYI_NOBODY : lane->units[lane->next];
        if (place == WAYI_NOBODY || world->grounds[wayi_world_belief(world, place)].map != map) {
            continue;
        }
        if (wayi_lane_reads(world, lane, edits, count)) {
            planner_restart(world, lane);
        } else {
            lane->revision = way_map_revision(map);
        }
    }
}

// Frames ------------------------------------------------------------------------------------------

static void planner_run_lane(uint32_t index, void *argument)
{
    way_world *world = argument;
    wayi_lane_run(world, &world->planner.lanes[index]);
}

/// Hands out requests, one to each lane in turn; returns how many lanes have something to do.
static uint32_t planner_assign(way_world *world)
{
    wayi_planner *planner = &world->planner;
    for (uint32_t l = 0; l < planner->lane_count; l++) {
        wayi_lane *lane = &planner->lanes[l];
        if (lane->next == lane->count) {
            lane->next = 0;
            lane->count = 0;
        }
        lane->spent = 0;
        lane->answer_count = 0;
        lane->run_count = 0;
    }
    for (uint32_t k = 0; k < WAYI_LANE_BATCH; k++) {
        for (uint32_t l = 0; l < planner->lane_count && planner->queue_count; l++) {
            wayi_lane *lane = &planner->lanes[l];
            if (lane->count == k) {
                lane->units[lane->count++] = wayi_planner_pop(world);
            }
        }
    }
    uint32_t busy = 0;
    for (uint32_t l = 0; l < planner->lane_count; l++) {
        busy += planner->lanes[l].next < planner->lanes[l].count;
    }
    return busy;
}

/// Shares a budget out among the lanes that have something to do. Where that is too little for
/// each, a few have theirs, by lot.
static void planner_share(way_world *world, uint32_t budget, uint32_t busy)
{
    wayi_planner *planner = &world->planner;
    const uint32_t most = budget / WAYI_LANE_STEP ? budget / WAYI_LANE_STEP : 1;
    uint32_t chosen = most < busy ? most : busy;
    const uint32_t share = budget / chosen;
    const uint32_t lot = wayi_bits_mix(world->tick) % planner->lane_count;
    for (uint32_t k = 0; k < planner->lane_count; k++) {
        wayi_lane *lane = &planner->lanes[(lot + k) % planner->lane_count];
        const bool runs = chosen > 0 && lane->next < lane->count;
        lane->share = runs ? share : 0;
        chosen -= runs;
    }
}

bool wayi_planner_round(way_world *world, uint32_t budget, uint32_t *spent)
{
    wayi_planner *planner = &world->planner;
    const uint32_t busy = planner_assign(world);
    if (busy == 0) {
        return false;
    }
    planner_share(world, budget, busy);
    if (world->parallel_for && planner->lane_count > 1) {
        world->parallel_for(planner->lane_count, planner_run_lane, world, world->user);
    } else {
        for (uint32_t l = 0; l < planner->lane_count; l++) {
            planner_run_lane(l, world);
        }
    }
    for (uint32_t l = 0; l < planner->lane_count; l++) {
        *spent += planner->lanes[l].spent;
    }
    return true;
}
