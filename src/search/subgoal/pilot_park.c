// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Parked trips of the subgoal databases: where the agent is on its route, 24 bytes. A leg that a
// search found is kept as it is, three bits a move, so that going on does not search again.
//
// A chain is not kept: the rows know the rest of it, or without rows a search finds another, nearer
// to the goal than the last. It belongs to a version of the database; if that has changed since, a
// resumed agent finishes its climb or leg and plans again.
#include "search/subgoal/pilot.h"

typedef struct pilot_bundle {
    wayi_pilot_stage stage;
    way_cell climb_to;
    uint32_t region; ///< of the chain: the one whose place or link the target is; NONE = the goal
    uint32_t index;
    uint32_t goal_region;
    uint32_t exit; ///< the region of the chain to leave it from, or pilot->least without rows
    bool near_goal;
    uint32_t version;
    uint32_t touched; ///< by searches, which have a limit
    uint32_t moves;   ///< of the leg; they follow
} pilot_bundle;

/// Whether a trip can be parked at a stage: one where nothing is half done. Their numbers are those
/// of the parked bytes.
static bool pilot_parks(wayi_pilot_stage stage)
{
    return stage == WAYI_PILOT_START || stage == WAYI_PILOT_POINT || stage == WAYI_PILOT_CLIMB ||
           stage == WAYI_PILOT_FOLLOW;
}

_Static_assert(WAYI_PILOT_START == 0 && WAYI_PILOT_POINT == 1 && WAYI_PILOT_CLIMB == 5 &&
                   WAYI_PILOT_FOLLOW == 6,
               "numbers of parked stages");

/// The directions of a leg, packed.
static void pilot_park_leg(const way_agent *agent, wayi_parcel_writer *out)
{
    const wayi_pilot *pilot = agent->memory;
    way_cell cell = pilot->cell;
    uint32_t bits = 0;
    uint32_t held = 0;
    wayi_parcel_put16(out, pilot->way.count);
    for (uint32_t i = pilot->way.count; i-- > 0;) {
        const way_cell to = pilot->way.states[i];
        bits |= wayi_map_direction(wayi_pilot_grid(agent)->map, cell, to) << held;
        held += 3;
        if (held >= 8) {
            wayi_parcel_put8(out, bits & 0xffu);
            bits >>= 8;
            held -= 8;
        }
        cell = to;
    }
    if (held) {
        wayi_parcel_put8(out, bits);
    }
}

way_status wayi_pilot_park(const way_agent *agent, wayi_parcel_writer *out)
{
    const wayi_pilot *pilot = agent->memory;
    const wayi_guide *guide = wayi_pilot_guide(agent);
    const bool starts = pilot->stage == WAYI_PILOT_START;
    if (pilot->purse != guide->lookahead - 1 || pilot->due || !pilot_parks(pilot->stage) ||
        (pilot->stage == WAYI_PILOT_FOLLOW && !guide->searches)) {
        return WAY_STATUS_WRONG_STATE;
    }
    const bool ends = starts || wayi_pilot_is_goal(pilot, pilot->target);
    const uint32_t last = ends ? WAYI_REGION_NONE : pilot->chain.states[pilot->chain.count - 1];
    wayi_parcel_put8(out, pilot->stage);
    wayi_parcel_put32(out, starts ? pilot->goal : pilot->climb_to);
    wayi_parcel_put32(out, ends ? WAYI_REGION_NONE : pilot->chain.states[pilot->target.hop]);
    wayi_parcel_put16(out, ends ? 0 : pilot->target.index);
    wayi_parcel_put32(out, ends ? WAYI_REGION_NONE : pilot->goal_region);
    wayi_parcel_put32(out, guide->hops.off ? pilot->least : last);
    wayi_parcel_put8(out, pilot->near_goal);
    wayi_parcel_put32(out, (uint32_t)pilot->version);
    if (guide->searches) {
        wayi_parcel_put32(out, pilot->touched + pilot->leg.touched);
    }
    if (pilot->stage == WAYI_PILOT_FOLLOW) {
        pilot_park_leg(agent, out);
    }
    return WAY_STATUS_OK;
}

// Going on ----------------------------------------------------------------------------------------

/// Appends the cells of a leg to the way that the agent has; false unless they stay on the map and
/// end at the target.
static bool pilot_park_walk(way_agent *agent, way_cell cell, const pilot_bundle *bundle,
                            wayi_parcel_reader *in)
{
    wayi_pilot *pilot = agent->memory;
    const way_map *map = way_space_map(agent->space);
    uint32_t bits = 0;
    uint32_t held = 0;
    for (uint32_t i = 0; i < bundle->moves; i++) {
        if (held < 3) {
            bits |= wayi_parcel_take8(in) << held;
            held += 8;
        }
        const uint32_t y = wayi_map_row(map, cell);
        const uint32_t right = (uint32_t)wayi_direction_x[bits & 7u];
        const uint32_t down = (uint32_t)wayi_direction_y[bits & 7u];
        const uint32_t x = cell - y * map->width + right;
        if (x >= map->width || y + down >= map->height) {
            return false;
        }
        bits >>= 3;
        held -= 3;
        cell = (y + down) * map->width + x;
        pilot->way.states[pilot->way.count++] = cell;
    }
    return (bundle->moves == 0 || cell == bundle->climb_to) && bits == 0 && wayi_parcel_is_read(in);
}

/// Puts the rest of the chain together and finds the target on it; false if they do not belong to
/// this database.
static bool pilot_park_chain(way_agent *agent, const pilot_bundle *bundle)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_guide *guide = wayi_pilot_guide(agent);
    way_cost cost = 0;
    wayi_pilot_drop_chain(agent);
    pilot->target = (wayi_pilot_point){0, bundle->index};
    if (bundle->region == WAYI_REGION_NONE) {
        return bundle->climb_to == pilot->goal || bundle->stage == WAYI_PILOT_START;
    }
    if (!wayi_hops_chain(&guide->hops, bundle->region, bundle->goal_region, &pilot->chain, &cost) ||
        cost == WAY_COST_MAX) {
        return false;
    }
    pilot->goal_region = bundle->goal_region;
    for (uint32_t i = 0; i < pilot->chain.count; i++) {
        if (pilot->chain.states[i] == bundle->exit) {
            pilot->chain.count = i + 1;
        }
    }
    return wayi_pilot_cell(agent, pilot->target) == bundle->climb_to;
}

/// Whether the numbers make sense on this map.
static way_status pilot_park_check(const way_agent *agent, const wayi_parked *parked,
                                   const pilot_bundle *bundle)
{
    const wayi_pilot *pilot = agent->memory;
    const bool follows = bundle->stage == WAYI_PILOT_FOLLOW;
    const bool knows =
        pilot_parks(bundle->stage) && (!follows || wayi_pilot_guide(agent)->searches);
    if (!knows || follows != (bundle->moves > 0) || bundle->moves > pilot->leg.area) {
        return WAY_STATUS_BAD_FORMAT;
    }
    if (!wayi_space_has(agent->space, bundle->climb_to)) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    const bool there = parked->place == bundle->climb_to;
    const bool moves = bundle->stage == WAYI_PILOT_CLIMB || follows;
    return bundle->stage == WAYI_PILOT_START || moves != there ? WAY_STATUS_OK
                                                               : WAY_STATUS_BAD_FORMAT;
}

static void pilot_park_restore(way_agent *agent, const wayi_parked *parked,
                               const pilot_bundle *bundle, bool knows)
{
    wayi_pilot *pilot = agent->memory;
    wayi_pilot_set(agent, parked->place, parked->goal);
    pilot->climb_to = bundle->climb_to;
    pilot->touched = bundle->touched;
    pilot->least = wayi_pilot_guide(agent)->hops.off ? bundle->exit : WAY_COST_MAX;
    pilot->near_goal = bundle->near_goal;
    pilot->stage = (uint8_t)bundle->stage;
    if (!parked->same_map) {
        pilot->revision = ~pilot->revision; // so that it takes another look
    }
    if (!knows || !pilot_park_chain(agent, bundle)) {
        // It finishes what it is at, and plans again.
        wayi_pilot_drop_chain(agent);
        pilot->target = (wayi_pilot_point){0, 0};
        pilot->near_goal = false;
        pilot->stage =
            (uint8_t)(bundle->stage == WAYI_PILOT_POINT ? WAYI_PILOT_START : pilot->stage);
    }
}

way_status wayi_pilot_resume(way_agent *agent, const wayi_parked *parked, wayi_parcel_reader *in)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_guide *guide = wayi_pilot_guide(agent);
    pilot_bundle bundle = {.stage = (wayi_pilot_stage)wayi_parcel_take8(in)};
    bundle.climb_to = wayi_parcel_take32(in);
    bundle.region = wayi_parcel_take32(in);
    bundle.index = wayi_parcel_take16(in);
    bundle.goal_region = wayi_parcel_take32(in);
    bundle.exit = wayi_parcel_take32(in);
    bundle.near_goal = wayi_parcel_take8(in) != 0;
    bundle.version = wayi_parcel_take32(in);
    bundle.touched = guide->searches ? wayi_parcel_take32(in) : 0;
    bundle.moves = bundle.stage == WAYI_PILOT_FOLLOW ? wayi_parcel_take16(in) : 0;
    const way_status status =
        in->at > in->size ? WAY_STATUS_BAD_FORMAT : pilot_park_check(agent, parked, &bundle);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const uint32_t before = pilot->way.count;
    if (!wayi_path_buffer_reserve(&pilot->way, before + bundle.moves)) {
        return WAY_STATUS_NO_MEMORY;
    }
    if (!pilot_park_walk(agent, parked->place, &bundle, in)) {
        pilot->way.count = before;
        return WAY_STATUS_BAD_FORMAT;
    }
    wayi_path_buffer_drop(&pilot->way, before);
    wayi_path_buffer_reverse(&pilot->way, 0);
    // Amid a repair rows are neither those of then nor those to come.
    pilot_park_restore(agent, parked, &bundle,
                       bundle.version == (uint32_t)guide->atlas.version &&
                           !agent->navigator->repairing);
    return WAY_STATUS_OK;
}
