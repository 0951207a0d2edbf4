// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// While the database is behind the map. Regions that were just made have no links yet: a trip
// begins and ends with others near them. Links near an edit may lead nowhere now: they are climbed
// before a chain of them is followed, not when the unit stands before the wall.
#include "search/subgoal/pilot.h"

#include <waymark/database.h>

/// Cells of a climb that take as long as an expansion of a search.
#define BEHIND_CLIMBED 8u

/// Whether it is known what a region is linked to.
static bool behind_is_linked(const wayi_atlas *atlas, uint32_t id)
{
    const wayi_atlas_region *region = wayi_atlas_region_at(atlas, id);
    return region && region->link_count > 0;
}

/// Takes a region near an end of the trip for the door, if it is better: what can be climbed comes
/// first. False if there was nothing to climb for.
static bool behind_try(way_agent *agent, uint32_t id, bool last)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_grid *grid = wayi_pilot_grid(agent);
    const wayi_atlas *atlas = &wayi_pilot_guide(agent)->atlas;
    if (!behind_is_linked(atlas, id)) {
        return false;
    }
    const way_cell place = wayi_atlas_region_at(atlas, id)->place;
    const way_cell from = last ? place : pilot->cell;
    const way_cell to = last ? pilot->goal : place;
    const way_cost least = wayi_grid_distance(grid, from, to);
    if (least >= pilot->door.cost) {
        return false;
    }
    wayi_climb climb = wayi_climb_begin(grid, from, to);
    const uint32_t most = 2 * wayi_climb_least_steps(&climb);
    uint32_t left = most;
    const bool free = wayi_climb_run(grid, &climb, &left);
    const way_cost cost = free && wayi_climb_is_there(&climb) ? climb.cost : 4 * least;
    pilot->door = cost < pilot->door.cost ? (wayi_pilot_door){id, cost} : pilot->door;
    pilot->due += 1 + (most - left) / BEHIND_CLIMBED;
    return true;
}

/// The region to begin or to end with: a cell's own, or while that has no links yet the best one of
/// the nine squares around. False to be called again, when a climb is paid for.
static bool behind_near(way_agent *agent, bool last, uint32_t *region)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_atlas *atlas = &wayi_pilot_guide(agent)->atlas;
    const way_cell cell = last ? pilot->goal : pilot->cell;
    if (pilot->tried == 0) {
        *region = wayi_atlas_find(atlas, cell);
        pilot->door = (wayi_pilot_door){*region, WAY_COST_MAX};
        if (way_navigator_is_current(agent->navigator) || behind_is_linked(atlas, *region)) {
            return true;
        }
    }
    // Square by square, and in each number by number.
    while (pilot->tried >> atlas->bits < 9) {
        const uint32_t square = wayi_atlas_beside(atlas, wayi_atlas_square_of(atlas, cell),
                                                  pilot->tried >> atlas->bits);
        const wayi_atlas_block *block = square == UINT32_MAX ? NULL : atlas->squares[square];
        const uint32_t number = pilot->tried & ((1u << atlas->bits) - 1u);
        if (!block || number >= block->region_count) {
            pilot->tried = ((pilot->tried >> atlas->bits) + 1) << atlas->bits;
            continue;
        }
        pilot->tried++;
        if (behind_try(agent, square << atlas->bits | number, last)) {
            return false;
        }
    }
    *region = pilot->door.region;
    pilot->tried = 0;
    return true;
}

bool wayi_pilot_locate(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_atlas *atlas = &wayi_pilot_guide(agent)->atlas;
    if (pilot->sought == 0) {
        pilot->sought = 1;
        pilot->tried = 0;
    }
    if (pilot->sought == 1) {
        if (!behind_near(agent, false, &pilot->start_region)) {
            return false;
        }
        pilot->sought = 2;
    }
    if (!behind_near(agent, true, &pilot->goal_region)) {
        return false;
    }
    pilot->sought = 0;
    if (pilot->version != atlas->version) {
        wayi_route_forgive(&pilot->route);
    }
    pilot->version = atlas->version;
    return true;
}

/// Whether a link can be climbed on the map as it is.
static bool behind_holds(way_agent *agent, uint32_t id, const wayi_atlas_link *link)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_atlas *atlas = &wayi_pilot_guide(agent)->atlas;
    way_cost cost = 0;
    const bool holds = wayi_atlas_climb(atlas, id, link, &cost);
    pilot->due += 1 + cost / atlas->grid->map->costs.cardinal / BEHIND_CLIMBED;
    return holds;
}

bool wayi_pilot_is_verified(const way_agent *agent)
{
    const wayi_pilot *pilot = agent->memory;
    // Or nothing better was found: it gets past what is broken as it goes.
    return way_navigator_is_current(agent->navigator) || pilot->verified == pilot->revision ||
           pilot->tries >= WAYI_PILOT_TRIES;
}

/// Climbs the next link of the chain that edits may have broken: MOVING, ARRIVED if all hold,
/// NO_PATH if not. Those that don't are left out of searches to come.
static way_outcome behind_verify(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_atlas *atlas = &wayi_pilot_guide(agent)->atlas;
    const way_navigator *navigator = agent->navigator;
    const bool told = navigator->revision == way_space_revision(navigator->space);
    if (wayi_pilot_is_verified(agent)) {
        return WAY_OUTCOME_ARRIVED;
    }
    while (pilot->checked + 1 < pilot->chain.count) {
        const uint32_t hop = pilot->checked++;
        const uint32_t id = pilot->chain.states[hop];
        if (told && !(atlas->flags[id >> atlas->bits] & WAYI_ATLAS_DIRTY)) {
            continue;
        }
        const wayi_atlas_link *link = wayi_pilot_link(agent, hop);
        if (link && !behind_holds(agent, id, link)) {
            // Who borders on each other is still connected there.
            pilot->broken |= link->near ? wayi_route_doubt(&pilot->route, id, link->to)
                                        : wayi_route_ban(&pilot->route, id, link->to);
        }
        return WAY_OUTCOME_MOVING;
    }
    pilot->verified = pilot->broken ? pilot->verified : pilot->revision;
    return pilot->broken ? WAY_OUTCOME_NO_PATH : WAY_OUTCOME_ARRIVED;
}

void wayi_pilot_doubt(way_agent *agent, uint32_t hop, wayi_pilot_hope hope)
{
    wayi_pilot *pilot = agent->memory;
    pilot->stage = WAYI_PILOT_VERIFY;
    pilot->hope = (uint8_t)hope;
    pilot->checked = hop;
    pilot->broken = false;
}

void wayi_pilot_run_doubt(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    if (pilot->hope == WAYI_PILOT_HOPE_LEAVE) {
        // When what was looked at for the start is paid for.
        pilot->hope = (uint8_t)(wayi_pilot_choose_goal(agent) ? WAYI_PILOT_HOPE_GOAL : pilot->hope);
        return;
    }
    const way_outcome outcome = behind_verify(agent);
    if (outcome == WAY_OUTCOME_NO_PATH) {
        pilot->stage = WAYI_PILOT_START;
    } else if (outcome == WAY_OUTCOME_ARRIVED && pilot->hope == WAYI_PILOT_HOPE_PASS) {
        pilot->stage = WAYI_PILOT_POINT;
    } else if (outcome == WAY_OUTCOME_ARRIVED && pilot->hope == WAYI_PILOT_HOPE_GOAL &&
               pilot->tries == 1 && wayi_pilot_is_short(agent)) {
        wayi_pilot_search(agent, (wayi_pilot_point){pilot->chain.count, 0}, WAYI_PILOT_HOPE_GOAL);
    } else if (outcome == WAY_OUTCOME_ARRIVED) {
        wayi_pilot_enter(agent);
    }
}

void wayi_pilot_lead(way_agent *agent, wayi_pilot_point target)
{
    wayi_pilot *pilot = agent->memory;
    const way_cell to = wayi_pilot_cell(agent, target);
    if (to == WAY_CELL_NONE || !wayi_agent_goal_works(agent, pilot->cell, to)) {
        wayi_pilot_lead_failed(agent, target);
        return;
    }
    pilot->target = target;
    wayi_pilot_wander(agent, to);
}

void wayi_pilot_lead_failed(way_agent *agent, wayi_pilot_point target)
{
    if (target.hop > 0) {
        wayi_pilot_avoid(agent, target.hop - 1);
    } else {
        wayi_pilot_get_lost(agent);
    }
}
