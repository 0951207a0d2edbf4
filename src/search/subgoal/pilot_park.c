// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Parked trips of the subgoal databases: where the agent is on its route, and the chain ahead of
// it, a byte a link. A leg that a search found is kept as it is, three bits a move, so that
// going on does not search again.
//
// A chain belongs to a version of the database; if that has changed since, a resumed agent finishes
// its climb or leg and plans again.
#include "search/subgoal/pilot.h"

/// More regions of a chain are not kept: it is planned again.
#define PARK_REGIONS 32u

/// Indices of links from this on take two more bytes.
#define PARK_LINK 255u

typedef struct pilot_bundle {
    wayi_pilot_stage stage;
    way_cell climb_to;
    uint32_t index;
    uint32_t goal_region;
    uint32_t least;
    bool near_goal, part;
    uint32_t version;
    uint32_t touched;             ///< by searches, which have a limit
    uint32_t regions;             ///< of the chain from the target on; 0 = that is the goal
    uint32_t chain[PARK_REGIONS]; ///< the first one, and the links that lead on
    uint32_t moves;               ///< of the leg; they follow
} pilot_bundle;

/// The regions of the chain from the target on: the first one, and what links lead on.
static void pilot_park_regions(const way_agent *agent, wayi_parcel_writer *out)
{
    const wayi_pilot *pilot = agent->memory;
    const wayi_atlas *atlas = &wayi_pilot_guide(agent)->atlas;
    const uint32_t first =
        pilot->stage == WAYI_PILOT_START ? pilot->chain.count : pilot->target.hop;
    const uint32_t left = first < pilot->chain.count ? pilot->chain.count - first : 0;
    const uint32_t *chain = pilot->chain.states + first;
    wayi_parcel_put8(out, left <= PARK_REGIONS ? left : 0);
    for (uint32_t i = 0; i < left && left <= PARK_REGIONS; i++) {
        if (i == 0) {
            wayi_parcel_put32(out, chain[0]);
        } else {
            const uint32_t link = wayi_atlas_link_to(atlas, chain[i - 1], chain[i], NULL);
            wayi_parcel_put8(out, link < PARK_LINK ? link : PARK_LINK);
            if (link >= PARK_LINK) {
                wayi_parcel_put16(out, link & 0xffffu);
            }
        }
    }
}

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
    if (pilot->purse != guide->lookahead - 1 || pilot->due || pilot->stage > WAYI_PILOT_FOLLOW ||
        (pilot->stage == WAYI_PILOT_FOLLOW && !guide->searches)) {
        return WAY_STATUS_WRONG_STATE;
    }
    wayi_parcel_put8(out, pilot->stage);
    wayi_parcel_put32(out, starts ? pilot->goal : pilot->climb_to);
    wayi_parcel_put16(out, starts ? 0 : pilot->target.index);
    wayi_parcel_put32(out, (uint32_t)pilot->version);
    const bool part = pilot->part && !starts;
    wayi_parcel_put8(out, (pilot->near_goal ? 1u : 0u) | (part ? 2u : 0u));
    if (part) {
        wayi_parcel_put32(out, pilot->goal_region);
        wayi_parcel_put32(out, pilot->least);
    }
    if (guide->searches) {
        wayi_parcel_put32(out, pilot->touched + pilot->leg.touched);
    }
    pilot_park_regions(agent, out);
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

/// Puts the rest of the chain together; false if it does not belong to this database.
static bool pilot_park_chain(way_agent *agent, const pilot_bundle *bundle)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_atlas *atlas = &wayi_pilot_guide(agent)->atlas;
    uint32_t id = bundle->chain[0];
    wayi_pilot_drop_chain(agent);
    pilot->target = (wayi_pilot_point){0, bundle->index};
    pilot->goal_region = bundle->goal_region;
    if (bundle->regions == 0) {
        return bundle->climb_to == pilot->goal || bundle->stage == WAYI_PILOT_START;
    }
    bool sound = !bundle->part || wayi_atlas_region_at(atlas, bundle->goal_region);
    for (uint32_t i = 0; i < bundle->regions && sound; i++) {
        const wayi_atlas_region *region = wayi_atlas_region_at(atlas, id);
        const uint32_t link = i + 1 < bundle->regions ? bundle->chain[i + 1] : 0;
        sound = region && wayi_path_buffer_push(&pilot->chain, id) &&
                (i + 1 == bundle->regions || link < region->link_count);
        id = sound && i + 1 < bundle->regions ? wayi_atlas_link_at(atlas, id, link).to : id;
    }
    pilot->part = bundle->part;
    return sound && wayi_pilot_cell(agent, pilot->target) == bundle->climb_to;
}

/// Whether the numbers make sense on this map.
static way_status pilot_park_check(const way_agent *agent, const wayi_parked *parked,
                                   const pilot_bundle *bundle)
{
    const wayi_pilot *pilot = agent->memory;
    const bool follows = bundle->stage == WAYI_PILOT_FOLLOW;
    const bool knows =
        bundle->stage <= WAYI_PILOT_FOLLOW && (!follows || wayi_pilot_guide(agent)->searches);
    if (!knows || follows != (bundle->moves > 0) || bundle->moves > pilot->leg.area ||
        bundle->regions > PARK_REGIONS) {
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
    pilot->least = bundle->least;
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
    bundle.index = wayi_parcel_take16(in);
    bundle.version = wayi_parcel_take32(in);
    const uint32_t flags = wayi_parcel_take8(in);
    bundle.near_goal = flags & 1u;
    bundle.part = flags & 2u;
    bundle.goal_region = bundle.part ? wayi_parcel_take32(in) : WAYI_REGION_NONE;
    bundle.least = bundle.part ? wayi_parcel_take32(in) : WAY_COST_MAX;
    bundle.touched = guide->searches ? wayi_parcel_take32(in) : 0;
    bundle.regions = wayi_parcel_take8(in);
    for (uint32_t i = 0; i < bundle.regions && i < PARK_REGIONS; i++) {
        bundle.chain[i] = i ? wayi_parcel_take8(in) : wayi_parcel_take32(in);
        bundle.chain[i] =
            i && bundle.chain[i] == PARK_LINK ? wayi_parcel_take16(in) : bundle.chain[i];
    }
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
    pilot_park_restore(agent, parked, &bundle, bundle.version == (uint32_t)guide->atlas.version);
    return WAY_STATUS_OK;
}
