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

/// A region near an end of the trip.
typedef struct behind_choice {
    way_cell cell;
    bool last; ///< it is the goal
    uint32_t region;
    way_cost cost; ///< about what lies between the two
} behind_choice;

/// Takes the best region of a square, if it is better. What can be climbed comes first.
static void behind_look(way_agent *agent, uint32_t square, behind_choice *choice)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_grid *grid = wayi_pilot_grid(agent);
    const wayi_atlas *atlas = &wayi_pilot_guide(agent)->atlas;
    const wayi_atlas_block *block = atlas->squares[square];
    for (uint32_t i = 0; block && i < block->region_count; i++) {
        const uint32_t id = square << atlas->bits | i;
        const way_cell place = wayi_atlas_regions(block)[i].place;
        const way_cell from = choice->last ? place : choice->cell;
        const way_cell to = choice->last ? choice->cell : place;
        if (place == WAY_CELL_NONE || !behind_is_linked(atlas, id) ||
            wayi_grid_distance(grid, from, to) >= choice->cost) {
            continue;
        }
        const uint32_t steps = wayi_map_open_steps(grid->map, from, to);
        way_cost cost = 0;
        pilot->due += 1 + steps / BEHIND_CLIMBED;
        if (!wayi_climb_reaches(grid, from, to, 2 * steps, &cost)) {
            cost = 4 * wayi_grid_distance(grid, from, to);
        }
        if (cost < choice->cost) {
            choice->cost = cost;
            choice->region = id;
        }
    }
}

uint32_t wayi_pilot_near(way_agent *agent, way_cell cell, bool last)
{
    const wayi_atlas *atlas = &wayi_pilot_guide(agent)->atlas;
    const uint32_t own = wayi_atlas_find(atlas, cell);
    if (way_navigator_is_current(agent->navigator) ||
        (own != WAYI_REGION_NONE && behind_is_linked(atlas, own))) {
        return own;
    }
    behind_choice choice = {cell, last, own, WAY_COST_MAX};
    const uint32_t square = wayi_atlas_square_of(atlas, cell);
    for (uint32_t i = 0; i < 9; i++) {
        const uint32_t x = square % atlas->columns + i % 3 - 1;
        const uint32_t y = square / atlas->columns + i / 3 - 1;
        if (x < atlas->columns && y < atlas->rows) {
            behind_look(agent, y * atlas->columns + x, &choice);
        }
    }
    return choice.region;
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
    pilot->climb_to = to;
    pilot->stage = WAYI_PILOT_LOST;
    wayi_rescue_aim(&pilot->rescue, to);
}

void wayi_pilot_lead_failed(way_agent *agent, wayi_pilot_point target)
{
    if (target.hop > 0) {
        wayi_pilot_avoid(agent, target.hop - 1);
    } else {
        wayi_pilot_get_lost(agent);
    }
}
