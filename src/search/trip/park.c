// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Parked trips: what an agent needs to go on, as a few bytes, so that many units share one agent.
//
// The bytes name the algorithm with its parameters and the sides and rules of the map by hashes, so
// that those of another navigator are told from those that make sense; a hash of the map's ground
// tells whether it is the same as then. What follows belongs to the algorithm.
#include "core/parcel.h"
#include "search/trip/algorithm.h"
#include "space/grid.h"

#include <string.h>

#define PARK_VERSION 2u

#define PARK_PARTIAL 1u  ///< trip.partial
#define PARK_NEAREST 2u  ///< trip.fall_back_to_nearest
#define PARK_REPLACED 4u ///< the goal is not the one that was asked for, which follows
#define PARK_LIMITED 8u  ///< what is left of the expansions follows
#define PARK_FLAGS 15u   ///< all of them

/// Everything before the algorithm's own part.
typedef struct park_head {
    uint32_t flags;
    uint32_t algorithm;
    uint32_t ground;
    uint32_t map;
    way_state place;
    way_state goal;
    way_state asked_goal;
    way_cost cost;
    uint64_t left;
} park_head;

static uint32_t park_fold(uint64_t hash)
{
    return (uint32_t)(hash ^ hash >> 16 ^ hash >> 32 ^ hash >> 48) & 0xffffu;
}

/// Tells algorithms and parameters apart.
static uint32_t park_algorithm(const way_agent *agent)
{
    const way_algorithm *info = &agent->algorithm->info;
    uint64_t hash = way_hash_bytes(0, info->name, strlen(info->name));
    for (uint32_t i = 0; i < info->param_count; i++) {
        uint8_t bytes[4];
        wayi_parcel_writer writer = {bytes, sizeof bytes, 0};
        wayi_parcel_put32(&writer, (uint32_t)agent->navigator->params[i]);
        hash = way_hash_bytes(hash, bytes, sizeof bytes);
    }
    return park_fold(hash);
}

/// Tells spaces apart whose states mean different things.
static uint32_t park_ground(const way_agent *agent)
{
    uint8_t bytes[24];
    wayi_parcel_writer writer = {bytes, sizeof bytes, 0};
    const way_map *map = way_space_map(agent->space);
    wayi_parcel_put32(&writer, way_space_unit_size(agent->space));
    if (map) {
        const way_cost_model costs = way_map_costs(map);
        wayi_parcel_put32(&writer, way_map_width(map));
        wayi_parcel_put32(&writer, way_map_height(map));
        wayi_parcel_put32(&writer, (uint32_t)way_map_neighbours(map));
        wayi_parcel_put32(&writer, (uint32_t)way_map_corners(map));
        wayi_parcel_put32(&writer, (uint32_t)costs.cardinal << 16 | costs.diagonal);
    }
    return park_fold(way_hash_bytes(0, bytes, writer.at));
}

/// Tells states of the same space apart.
static uint32_t park_map(const way_agent *agent)
{
    const way_map *map = way_space_map(agent->space);
    const uint64_t hash = map ? wayi_grid_hash(agent->space) : way_space_revision(agent->space);
    return (uint32_t)(hash ^ hash >> 32);
}

static void park_write(const way_agent *agent, wayi_parcel_writer *out)
{
    const way_state goal = agent->goal.state;
    const bool replaced = agent->wish.trip.goal != goal;
    const uint32_t flags = (agent->wish.trip.partial ? PARK_PARTIAL : 0u) |
                           (agent->wish.trip.fall_back_to_nearest ? PARK_NEAREST : 0u) |
                           (replaced ? PARK_REPLACED : 0u) |
                           (agent->wish.trip.expansion_limit ? PARK_LIMITED : 0u);
    wayi_parcel_put8(out, PARK_VERSION);
    wayi_parcel_put8(out, flags);
    wayi_parcel_put16(out, park_algorithm(agent));
    wayi_parcel_put16(out, park_ground(agent));
    wayi_parcel_put32(out, park_map(agent));
    wayi_parcel_put32(out, agent->path.states[agent->path.count - 1]);
    wayi_parcel_put32(out, goal);
    wayi_parcel_put32(out, agent->cost);
    if (replaced) {
        wayi_parcel_put32(out, agent->wish.trip.goal);
    }
    if (agent->wish.trip.expansion_limit) {
        const uint64_t left = agent->wish.trip.expansion_limit - agent->stats.expansions;
        wayi_parcel_put32(out, (uint32_t)left);
        wayi_parcel_put32(out, (uint32_t)(left >> 32));
    }
}

way_status way_agent_park(const way_agent *agent, void *bytes, size_t capacity, size_t *size)
{
    if (!agent || !size || (!bytes && capacity)) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    *size = 0;
    if (!agent->algorithm->park) {
        return WAY_STATUS_UNSUPPORTED;
    }
    if (agent->at.outcome != WAY_OUTCOME_WORKING || agent->at.phase != WAYI_PLAN) {
        return WAY_STATUS_WRONG_STATE;
    }
    wayi_parcel_writer out = {bytes, capacity, 0};
    park_write(agent, &out);
    const way_status status = agent->algorithm->park(agent, &out);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    *size = out.at;
    return out.at <= capacity ? WAY_STATUS_OK : WAY_STATUS_OUT_OF_RANGE;
}

/// Whether the head makes sense for this agent.
static way_status park_read(const way_agent *agent, wayi_parcel_reader *in, park_head *head)
{
    const uint32_t version = wayi_parcel_take8(in);
    head->flags = wayi_parcel_take8(in);
    head->algorithm = wayi_parcel_take16(in);
    head->ground = wayi_parcel_take16(in);
    head->map = wayi_parcel_take32(in);
    head->place = wayi_parcel_take32(in);
    head->goal = wayi_parcel_take32(in);
    head->cost = wayi_parcel_take32(in);
    head->asked_goal = head->flags & PARK_REPLACED ? wayi_parcel_take32(in) : head->goal;
    if (head->flags & PARK_LIMITED) {
        head->left = wayi_parcel_take32(in);
        head->left |= (uint64_t)wayi_parcel_take32(in) << 32;
    }
    if (in->at > in->size || version != PARK_VERSION || head->flags & ~PARK_FLAGS ||
        (head->flags & PARK_LIMITED && head->left == 0)) {
        return WAY_STATUS_BAD_FORMAT;
    }
    if (head->algorithm != park_algorithm(agent)) {
        return WAY_STATUS_UNSUPPORTED;
    }
    if (head->ground != park_ground(agent)) {
        return WAY_STATUS_STALE;
    }
    const bool there = wayi_space_has(agent->space, head->place) &&
                       wayi_space_has(agent->space, head->goal) &&
                       wayi_space_has(agent->space, head->asked_goal);
    return there ? WAY_STATUS_OK : WAY_STATUS_OUT_OF_RANGE;
}

/// Takes over what the algorithm has accepted. Where the place was built over meanwhile, or the
/// goal is out of reach, it is planned again.
static way_status park_restore(way_agent *agent, const park_head *head)
{
    const way_trip trip = {.start = head->place,
                           .goal = head->asked_goal,
                           .fall_back_to_nearest = head->flags & PARK_NEAREST,
                           .partial = head->flags & PARK_PARTIAL,
                           .expansion_limit = head->left};
    wayi_agent_reset(agent, &trip);
    wayi_goal_set_one(&agent->goal, head->goal);
    agent->at.arrival = head->flags & PARK_REPLACED ? WAY_OUTCOME_PARTIAL : WAY_OUTCOME_FOUND;
    agent->at.knows = WAYI_CURRENT;
    agent->at.phase = WAYI_PLAN;
    agent->cost = head->cost;
    (void)wayi_agent_commit(agent, head->place, 0); // there is room
    const bool stands = (agent->algorithm->info.traits & WAY_TRAIT_BLOCKED_START) ||
                        way_space_can_stand(agent->space, head->place);
    const bool goes_on = stands && wayi_agent_goal_works(agent, head->place, head->goal);
    return goes_on || head->place == head->goal ? WAY_STATUS_OK : wayi_agent_plan(agent);
}

way_status way_agent_resume(way_agent *agent, const void *bytes, size_t size)
{
    if (!agent || !bytes) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    const uint32_t needs = agent->algorithm->info.needs;
    if (!agent->algorithm->resume || (way_space_traits(agent->space) & needs) != needs ||
        !wayi_navigator_takes(agent->navigator, WAY_GOAL_EXACT)) {
        return WAY_STATUS_UNSUPPORTED;
    }
    wayi_parcel_reader in = {bytes, size, 0};
    park_head head = {0};
    way_status status = park_read(agent, &in, &head);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const wayi_parked parked = {head.place, head.goal, head.map == park_map(agent)};
    const bool follows = agent->algorithm->info.traits & WAY_TRAIT_HANDLES_EDITS;
    if (wayi_navigator_is_stale(agent->navigator) || (!follows && !parked.same_map)) {
        return WAY_STATUS_STALE;
    }
    if (wayi_agent_set_up(agent) != WAY_STATUS_OK || !wayi_path_buffer_reserve(&agent->path, 1)) {
        return WAY_STATUS_NO_MEMORY;
    }
    status = agent->algorithm->resume(agent, &parked, &in);
    status = status == WAY_STATUS_OK ? park_restore(agent, &head) : status;
    WAYI_TRIP_CHECK(agent);
    return status;
}
