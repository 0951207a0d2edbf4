// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Parked trips of the subgoal databases: where the agent is on its route, 19 bytes. With sectors
// there are four more for the limit of searches, and a leg that a search found is kept as it is,
// three bits a move, so that going on does not search again.
//
// A route belongs to a version of the database. If that has changed since, a resumed agent does
// what one does that was there: it finishes its climb or leg, and asks again.
#include "search/subgoal/pilot.h"

typedef struct pilot_bundle {
    wayi_pilot_stage stage;
    way_cell climb_to;
    wayi_pilot_point target;
    uint32_t goal_region;
    uint32_t peek;
    uint32_t version;
    uint32_t touched;
    uint32_t moves; ///< of the leg; they follow
} pilot_bundle;

static const wayi_guide *pilot_park_guide(const way_agent *agent)
{
    return agent->navigator->database;
}

/// The directions of a leg, packed.
static void pilot_park_leg(const way_agent *agent, wayi_parcel_writer *out)
{
    const wayi_pilot *pilot = agent->memory;
    const way_map *map = way_space_map(agent->space);
    const size_t length_at = out->at;
    wayi_parcel_put16(out, 0);
    uint32_t moves = 0;
    uint32_t bits = 0;
    uint32_t held = 0;
    for (way_cell cell = pilot->cell; cell != pilot->climb_to; moves++) {
        const uint32_t direction = wayi_leg_direction(&pilot->leg, map, cell);
        bits |= direction << held;
        held += 3;
        if (held >= 8) {
            wayi_parcel_put8(out, bits & 0xffu);
            bits >>= 8;
            held -= 8;
        }
        cell += (uint32_t)map->offsets[direction];
    }
    if (held) {
        wayi_parcel_put8(out, bits);
    }
    wayi_parcel_writer length = {out->bytes, out->capacity, length_at};
    wayi_parcel_put16(&length, moves);
}

way_status wayi_pilot_park(const way_agent *agent, wayi_parcel_writer *out)
{
    const wayi_pilot *pilot = agent->memory;
    const wayi_guide *guide = pilot_park_guide(agent);
    const bool starts = pilot->stage == WAYI_PILOT_START;
    if (pilot->purse != guide->lookahead - 1 || pilot->stage == WAYI_PILOT_CHECK ||
        pilot->stage == WAYI_PILOT_SEARCH || pilot->stage == WAYI_PILOT_LOST) {
        return WAY_STATUS_WRONG_STATE;
    }
    wayi_parcel_put8(out, pilot->stage);
    wayi_parcel_put32(out, starts ? pilot->goal : pilot->climb_to);
    wayi_parcel_put32(out, starts ? WAYI_PILOT_NO_EDGE : pilot->target.edge);
    wayi_parcel_put16(out, starts ? WAYI_REGION_NONE : pilot->target.index);
    wayi_parcel_put16(out, starts ? WAYI_REGION_NONE : pilot->goal_region);
    wayi_parcel_put16(out, starts ? 0 : pilot->peek);
    wayi_parcel_put32(out, (uint32_t)pilot->version);
    if (guide->side) {
        wayi_parcel_put32(out, pilot->leg.touched);
    }
    if (pilot->stage == WAYI_PILOT_FOLLOW) {
        pilot_park_leg(agent, out);
    }
    return WAY_STATUS_OK;
}

static bool pilot_park_is_region(const wayi_routes *routes, uint32_t region)
{
    return region < routes->region_count && routes->regions[region].place != WAY_CELL_NONE;
}

static bool pilot_park_is_point(const wayi_routes *routes, wayi_pilot_point point)
{
    if (point.edge != WAYI_PILOT_NO_EDGE) {
        return point.edge < routes->edge_count &&
               point.index < routes->edges[point.edge].subgoal_count &&
               pilot_park_is_region(routes, routes->edges[point.edge].target);
    }
    return point.index == WAYI_REGION_NONE || pilot_park_is_region(routes, point.index);
}

/// Walks the moves of a leg from a cell. Lays them down if told to; otherwise false unless they
/// stay in the rectangle and end at the target.
static bool pilot_park_walk(way_agent *agent, way_cell cell, const pilot_bundle *bundle,
                            wayi_parcel_reader *in, bool lays)
{
    wayi_pilot *pilot = agent->memory;
    const way_map *map = way_space_map(agent->space);
    const way_rect rect = wayi_pilot_sector(agent, bundle->climb_to);
    uint32_t bits = 0;
    uint32_t held = 0;
    for (uint32_t i = 0; i < bundle->moves; i++) {
        if (held < 3) {
            bits |= wayi_parcel_take8(in) << held;
            held += 8;
        }
        const uint32_t direction = bits & 7u;
        bits >>= 3;
        held -= 3;
        const uint32_t y = wayi_map_row(map, cell);
        const uint32_t x = cell - y * map->width;
        const uint32_t to_x = (uint32_t)((int32_t)x + wayi_direction_x[direction]);
        const uint32_t to_y = (uint32_t)((int32_t)y + wayi_direction_y[direction]);
        if (x - rect.x >= rect.width || y - rect.y >= rect.height || to_x - rect.x >= rect.width ||
            to_y - rect.y >= rect.height) {
            return false;
        }
        if (lays) {
            wayi_leg_lay(&pilot->leg, map, cell, direction);
        }
        cell = to_y * map->width + to_x;
    }
    return cell == bundle->climb_to && bits == 0;
}

/// Whether the numbers make sense on this map and, if it is the one they are of, this database.
static way_status pilot_park_check(const way_agent *agent, const wayi_parked *parked,
                                   const pilot_bundle *bundle, bool same_version)
{
    const wayi_guide *guide = pilot_park_guide(agent);
    const bool knows = bundle->stage == WAYI_PILOT_START || bundle->stage == WAYI_PILOT_POINT ||
                       bundle->stage == WAYI_PILOT_CLIMB ||
                       (bundle->stage == WAYI_PILOT_FOLLOW && guide->side);
    if (!knows || (bundle->stage == WAYI_PILOT_FOLLOW) != (bundle->moves > 0)) {
        return WAY_STATUS_BAD_FORMAT;
    }
    if (!wayi_space_has(agent->space, bundle->climb_to)) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    if (bundle->stage == WAYI_PILOT_START) {
        return WAY_STATUS_OK;
    }
    if ((bundle->stage == WAYI_PILOT_POINT) != (parked->place == bundle->climb_to)) {
        return WAY_STATUS_BAD_FORMAT;
    }
    if (!same_version) {
        return WAY_STATUS_OK;
    }
    if (!pilot_park_is_point(&guide->routes, bundle->target) ||
        !pilot_park_is_region(&guide->routes, bundle->goal_region)) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    const bool to_goal =
        bundle->target.edge == WAYI_PILOT_NO_EDGE && bundle->target.index == WAYI_REGION_NONE;
    const way_cell there = to_goal ? parked->goal : wayi_pilot_cell(agent, bundle->target);
    return there == bundle->climb_to ? WAY_STATUS_OK : WAY_STATUS_BAD_FORMAT;
}

static void pilot_park_restore(way_agent *agent, const wayi_parked *parked,
                               const pilot_bundle *bundle, bool same_version)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_guide *guide = pilot_park_guide(agent);
    const uint64_t revision = way_space_revision(agent->space);
    const bool lags = bundle->stage == WAYI_PILOT_POINT && !same_version;
    pilot->cell = parked->place;
    pilot->goal = parked->goal;
    pilot->climb_to = bundle->climb_to;
    pilot->target =
        same_version ? bundle->target : (wayi_pilot_point){WAYI_PILOT_NO_EDGE, WAYI_REGION_NONE};
    pilot->goal_region = bundle->goal_region;
    pilot->peek = bundle->peek;
    pilot->purse = guide->lookahead - 1;
    pilot->stage = (uint8_t)(lags ? WAYI_PILOT_START : bundle->stage);
    pilot->distrusts = false;
    pilot->version = same_version ? guide->version : ~guide->version;
    pilot->revision = parked->same_map ? revision : ~revision; // so that it takes another look
    pilot->leg.touched = bundle->touched;
    wayi_lrta_aim(&pilot->lrta, pilot->goal);
    (void)wayi_pilot_aim(agent, false);
}

way_status wayi_pilot_resume(way_agent *agent, const wayi_parked *parked, wayi_parcel_reader *in)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_guide *guide = pilot_park_guide(agent);
    pilot_bundle bundle = {.stage = (wayi_pilot_stage)wayi_parcel_take8(in)};
    bundle.climb_to = wayi_parcel_take32(in);
    bundle.target.edge = wayi_parcel_take32(in);
    bundle.target.index = wayi_parcel_take16(in);
    bundle.goal_region = wayi_parcel_take16(in);
    bundle.peek = wayi_parcel_take16(in);
    bundle.version = wayi_parcel_take32(in);
    bundle.touched = guide->side ? wayi_parcel_take32(in) : 0;
    bundle.moves = bundle.stage == WAYI_PILOT_FOLLOW ? wayi_parcel_take16(in) : 0;
    // Amid a repair routes are neither those of then nor those to come.
    const bool same_version =
        bundle.version == (uint32_t)guide->version && !agent->navigator->repairing;
    const way_status status = in->at > in->size
                                  ? WAY_STATUS_BAD_FORMAT
                                  : pilot_park_check(agent, parked, &bundle, same_version);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const wayi_parcel_reader leg = *in;
    if (bundle.moves && !pilot_park_walk(agent, parked->place, &bundle, in, false)) {
        return WAY_STATUS_BAD_FORMAT;
    }
    if (!wayi_parcel_is_read(in)) {
        return WAY_STATUS_BAD_FORMAT;
    }
    if (bundle.moves) {
        wayi_parcel_reader again = leg;
        pilot->leg.rect = wayi_pilot_sector(agent, bundle.climb_to);
        (void)pilot_park_walk(agent, parked->place, &bundle, &again, true);
    }
    pilot_park_restore(agent, parked, &bundle, same_version);
    return WAY_STATUS_OK;
}
