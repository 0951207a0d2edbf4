// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The route of a pilot, point by point, searches for legs of it, and doubts: while the database is
// behind the map, links near an edit may lead nowhere. They are climbed before a chain of them is
// followed, not when the unit stands before the wall.
#include "search/subgoal/pilot.h"

#include <waymark/database.h>

/// Cells of a climb that take as long as an expansion of a search.
#define PLAN_CLIMBED 8u

// The route ---------------------------------------------------------------------------------------

const wayi_atlas_link *wayi_pilot_link(const way_agent *agent, uint32_t hop)
{
    // Two hops are asked for again and again.
    wayi_pilot *pilot = agent->memory;
    wayi_pilot_memo *memo = &pilot->memos[hop % 2];
    const wayi_atlas *atlas = &wayi_pilot_guide(agent)->atlas;
    if (memo->hop != hop || memo->version != atlas->version) {
        *memo = (wayi_pilot_memo){.hop = hop, .version = atlas->version};
        memo->whole = wayi_atlas_link_to(atlas, pilot->chain.states[hop],
                                         pilot->chain.states[hop + 1], &memo->link) != UINT32_MAX &&
                      memo->link.cost != WAY_COST_MAX;
    }
    return memo->whole ? &memo->link : NULL;
}

void wayi_pilot_drop_chain(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    wayi_path_buffer_clear(&pilot->chain);
    pilot->part = false;
    pilot->memos[0].hop = UINT32_MAX;
    pilot->memos[1].hop = UINT32_MAX;
    pilot->verified = ~pilot->revision;
}

way_cell wayi_pilot_cell(const way_agent *agent, wayi_pilot_point point)
{
    const wayi_pilot *pilot = agent->memory;
    if (wayi_pilot_is_goal(pilot, point)) {
        return pilot->goal;
    }
    if (point.index == 0) {
        const wayi_atlas_region *region =
            wayi_atlas_region_at(&wayi_pilot_guide(agent)->atlas, pilot->chain.states[point.hop]);
        return region ? region->place : WAY_CELL_NONE;
    }
    const wayi_atlas_link *link =
        point.hop + 1 < pilot->chain.count ? wayi_pilot_link(agent, point.hop) : NULL;
    return link && point.index <= link->subgoal_count
               ? wayi_atlas_subgoal(&wayi_pilot_guide(agent)->atlas, link, point.index - 1)
               : WAY_CELL_NONE;
}

// Without the database ----------------------------------------------------------------------------

/// Goes to a cell by what it sees of the map.
static void pilot_wander(way_agent *agent, way_cell to)
{
    wayi_pilot *pilot = agent->memory;
    pilot->stage = WAYI_PILOT_LOST;
    pilot->climb_to = to;
    pilot->rescue.left = 0; // looks from here
    wayi_path_buffer_clear(&pilot->way);
    if (pilot->rescue.lessons.target != to) {
        wayi_rescue_aim(&pilot->rescue, to);
    }
}

void wayi_pilot_get_lost(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    pilot_wander(agent, pilot->goal);
    pilot->version = wayi_pilot_guide(agent)->atlas.version;
}

/// Looks for a chain without the link of a hop, which can't be followed.
static void pilot_avoid(way_agent *agent, uint32_t hop)
{
    wayi_pilot *pilot = agent->memory;
    if (hop + 1 >= pilot->chain.count ||
        !wayi_route_ban(&pilot->route, pilot->chain.states[hop], pilot->chain.states[hop + 1])) {
        wayi_pilot_get_lost(agent);
        return;
    }
    pilot->stage = WAYI_PILOT_START;
}

void wayi_pilot_lead_failed(way_agent *agent, wayi_pilot_point target)
{
    if (target.hop > 0) {
        pilot_avoid(agent, target.hop - 1);
    } else {
        wayi_pilot_get_lost(agent);
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
    wayi_rescue_aim(&pilot->rescue, to);
    pilot_wander(agent, to);
}

// Searching ---------------------------------------------------------------------------------------

/// The part of the map that a search for a leg between two cells keeps to. All of their square is
/// in it: a way between a cell and the place of its region may lead anywhere there.
static way_rect pilot_window(const way_agent *agent, way_cell from, way_cell to)
{
    const way_map *map = wayi_pilot_grid(agent)->map;
    const wayi_guide *guide = wayi_pilot_guide(agent);
    const uint32_t square = wayi_atlas_square_of(&guide->atlas, from);
    const way_rect rect = wayi_atlas_rect(&guide->atlas, square);
    const bool inside = square == wayi_atlas_square_of(&guide->atlas, to);
    if (inside && 2 * WAYI_PILOT_REACH < guide->atlas.config.side) {
        return rect;
    }
    const uint32_t y0 = wayi_map_row(map, from);
    const uint32_t y1 = wayi_map_row(map, to);
    const way_rect both = wayi_rect_join((way_rect){from - y0 * map->width, y0, 1, 1},
                                         (way_rect){to - y1 * map->width, y1, 1, 1});
    const way_rect grown = wayi_rect_grow(both, WAYI_PILOT_REACH / 2, map->width, map->height);
    return inside ? wayi_rect_join(grown, rect) : grown;
}

void wayi_pilot_search(way_agent *agent, wayi_pilot_point target, wayi_pilot_hope hope)
{
    wayi_pilot *pilot = agent->memory;
    const way_cell to = wayi_pilot_cell(agent, target);
    pilot->hope = (uint8_t)hope;
    if (to == pilot->cell) {
        wayi_pilot_climb(agent, target);
        return;
    }
    pilot->candidate = pilot->target;
    pilot->target = target;
    pilot->climb_to = to;
    pilot->stage = WAYI_PILOT_SEARCH;
    const way_rect rect =
        to == WAY_CELL_NONE ? (way_rect){0} : pilot_window(agent, pilot->cell, to);
    if (rect.width == 0 || (uint64_t)rect.width * rect.height > pilot->leg.area) {
        wayi_pilot_search_failed(agent);
        return;
    }
    pilot->touched += pilot->leg.touched;
    pilot->leg.touched = 0;
    pilot->full = agent->capacity && pilot->touched >= agent->capacity;
    pilot->leg.limit = agent->capacity ? agent->capacity - pilot->touched : UINT32_MAX;
    pilot->full = pilot->full || !wayi_confined_begin(&pilot->leg, rect, to, pilot->cell);
}

/// Where a search may not or does not lead, a climb may: by what regions are. Gets lost if the map
/// is not as it was.
static void pilot_try_climb(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_grid *grid = wayi_pilot_grid(agent);
    const way_cell to = pilot->climb_to;
    if (to == WAY_CELL_NONE) {
        wayi_pilot_get_lost(agent);
        return;
    }
    pilot->due += wayi_map_open_steps(grid->map, pilot->cell, to);
    if (wayi_climb_reaches(grid, pilot->cell, to, UINT32_MAX, NULL)) {
        wayi_pilot_climb(agent, pilot->target);
    } else if (pilot->hope == WAYI_PILOT_HOPE_ENTER) {
        wayi_pilot_lead(agent, pilot->target);
    } else {
        wayi_pilot_get_lost(agent);
    }
}

void wayi_pilot_search_failed(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    switch ((wayi_pilot_hope)pilot->hope) {
    case WAYI_PILOT_HOPE_GOAL:
        pilot->stage = WAYI_PILOT_START; // by a chain, then
        break;
    case WAYI_PILOT_HOPE_ENTER:
        if (pilot->target.hop > 0) {
            wayi_pilot_search(agent, (wayi_pilot_point){pilot->target.hop - 1, 0},
                              WAYI_PILOT_HOPE_ENTER);
        } else {
            pilot_try_climb(agent);
        }
        break;
    case WAYI_PILOT_HOPE_LEAVE:
        pilot->target = pilot->candidate; // goes on along the chain
        pilot->climb_to = pilot->cell;
        pilot->stage = WAYI_PILOT_POINT;
        break;
    default:
        pilot_try_climb(agent);
        break;
    }
}

// Doubting ----------------------------------------------------------------------------------------

bool wayi_pilot_is_verified(const way_agent *agent)
{
    const wayi_pilot *pilot = agent->memory;
    // Or nothing better was found: it gets past what is broken as it goes.
    return way_navigator_is_current(agent->navigator) || pilot->verified == pilot->revision ||
           pilot->tries >= WAYI_PILOT_TRIES;
}

/// Climbs the next link of the chain that edits may have broken: WORKING, FOUND if all hold,
/// NO_PATH if not. Those that don't are left out of searches to come.
static way_outcome pilot_verify(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_atlas *atlas = &wayi_pilot_guide(agent)->atlas;
    const way_navigator *navigator = agent->navigator;
    const bool told = navigator->revision == way_space_revision(navigator->space);
    if (wayi_pilot_is_verified(agent)) {
        return WAY_OUTCOME_FOUND;
    }
    while (pilot->checked + 1 < pilot->chain.count) {
        const uint32_t hop = pilot->checked++;
        const uint32_t id = pilot->chain.states[hop];
        if (told && !(atlas->flags[id >> atlas->bits] & WAYI_ATLAS_DIRTY)) {
            continue;
        }
        const wayi_atlas_link *link = wayi_pilot_link(agent, hop);
        way_cost cost = 0;
        const bool holds = !link || wayi_atlas_climb(atlas, id, link, &cost);
        pilot->due += link ? 1 + cost / atlas->grid->map->costs.cardinal / PLAN_CLIMBED : 0;
        if (!holds) {
            // Who borders on each other is still connected there.
            pilot->broken |= link->near ? wayi_route_doubt(&pilot->route, id, link->to)
                                        : wayi_route_ban(&pilot->route, id, link->to);
        }
        return WAY_OUTCOME_WORKING;
    }
    pilot->verified = pilot->broken ? pilot->verified : pilot->revision;
    return pilot->broken ? WAY_OUTCOME_NO_PATH : WAY_OUTCOME_FOUND;
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
    const way_outcome outcome = pilot_verify(agent);
    if (outcome == WAY_OUTCOME_NO_PATH) {
        pilot->stage = WAYI_PILOT_START;
    } else if (outcome == WAY_OUTCOME_FOUND && pilot->hope == WAYI_PILOT_HOPE_PASS) {
        pilot->stage = WAYI_PILOT_POINT;
    } else if (outcome == WAY_OUTCOME_FOUND && pilot->hope == WAYI_PILOT_HOPE_GOAL &&
               pilot->tries == 1 && wayi_pilot_is_short(agent)) {
        wayi_pilot_search(agent, (wayi_pilot_point){pilot->chain.count, 0}, WAYI_PILOT_HOPE_GOAL);
    } else if (outcome == WAY_OUTCOME_FOUND) {
        wayi_pilot_enter(agent);
    }
}
