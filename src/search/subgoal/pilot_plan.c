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

/// With less work than this left before the next move a chain is followed as it is.
#define PLAN_DOUBTS 2048u

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

wayi_pilot_answer wayi_pilot_begin_leg(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_pilot_point target = pilot->candidate;
    const way_cell to = wayi_pilot_cell(agent, target);
    pilot->candidate = pilot->target;
    pilot->target = target;
    pilot->climb_to = to;
    const way_rect rect =
        to == WAY_CELL_NONE ? (way_rect){0} : pilot_window(agent, pilot->cell, to);
    if (rect.width == 0 ||
        (uint64_t)rect.width * rect.height > wayi_pilot_area(wayi_pilot_guide(agent))) {
        return WAYI_PILOT_NO;
    }
    pilot->full = !wayi_pilot_open_leg(agent);
    if (pilot->full) {
        return WAYI_PILOT_MORE;
    }
    pilot->touched += pilot->leg.touched;
    pilot->leg.touched = 0;
    pilot->full = agent->capacity && pilot->touched >= agent->capacity;
    pilot->leg.limit = agent->capacity ? agent->capacity - pilot->touched : UINT32_MAX;
    pilot->full = pilot->full || !wayi_confined_begin(&pilot->leg, rect, to, pilot->cell);
    return WAYI_PILOT_MORE;
}

/// Without a chain only what is within reach is searched.
wayi_pilot_answer wayi_pilot_leg_goal(way_agent *agent)
{
    const wayi_pilot *pilot = agent->memory;
    const way_map *map = wayi_pilot_grid(agent)->map;
    const bool near = pilot->chain.count ||
                      wayi_map_open_steps(map, pilot->cell, pilot->goal) <= WAYI_PILOT_REACH;
    return wayi_pilot_guide(agent)->searches && near ? wayi_pilot_begin_leg(agent)
                                                     : WAYI_PILOT_ELSE;
}

wayi_pilot_answer wayi_pilot_leg_last(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    if (wayi_pilot_guide(agent)->searches) {
        return wayi_pilot_begin_leg(agent);
    }
    pilot->target = pilot->candidate;
    return WAYI_PILOT_ELSE;
}

wayi_pilot_answer wayi_pilot_leg(way_agent *agent, uint32_t *budget)
{
    wayi_pilot *pilot = agent->memory;
    const way_outcome outcome = wayi_confined_step(&pilot->leg, budget);
    if (outcome != WAY_OUTCOME_FOUND) {
        return wayi_pilot_told(outcome);
    }
    wayi_path_buffer_clear(&pilot->way);
    pilot->full = !wayi_confined_trace_back(&pilot->leg, pilot->cell, &pilot->way);
    wayi_path_buffer_reverse(&pilot->way, 0);
    return WAYI_PILOT_YES;
}

/// The link to the target, if it is a place of the chain, is left out of searches to come.
static wayi_pilot_answer pilot_lead_failed(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const uint32_t hop = pilot->target.hop;
    const uint32_t *chain = pilot->chain.states;
    return hop > 0 && hop < pilot->chain.count &&
                   wayi_route_ban(&pilot->route, chain[hop - 1], chain[hop])
               ? WAYI_PILOT_NO
               : WAYI_PILOT_ELSE;
}

wayi_pilot_answer wayi_pilot_lead(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const way_cell to = wayi_pilot_cell(agent, pilot->target);
    pilot->candidate = pilot->target;
    const bool leads = to != WAY_CELL_NONE && to != pilot->cell &&
                       wayi_agent_goal_works(agent, pilot->cell, to) &&
                       wayi_pilot_begin_leg(agent) == WAYI_PILOT_MORE;
    return leads ? WAYI_PILOT_MORE : pilot_lead_failed(agent);
}

wayi_pilot_answer wayi_pilot_leg_lead(way_agent *agent, uint32_t *budget)
{
    const wayi_pilot_answer answer = wayi_pilot_leg(agent, budget);
    return answer == WAYI_PILOT_NO ? pilot_lead_failed(agent) : answer;
}

wayi_pilot_answer wayi_pilot_back(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    if (pilot->target.hop == 0) {
        return WAYI_PILOT_NO;
    }
    pilot->candidate = (wayi_pilot_point){pilot->target.hop - 1, 0};
    if (wayi_pilot_cell(agent, pilot->candidate) != pilot->cell) {
        return WAYI_PILOT_YES;
    }
    pilot->target = pilot->candidate;
    return WAYI_PILOT_ELSE;
}

wayi_pilot_answer wayi_pilot_stand(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    pilot->target = pilot->candidate;
    pilot->climb_to = pilot->cell;
    return WAYI_PILOT_YES;
}

/// Where a search may not or does not lead, a climb may: by what regions are. Gets lost if the map
/// is not as it was.
wayi_pilot_answer wayi_pilot_force(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_grid *grid = wayi_pilot_grid(agent);
    const way_cell to = pilot->climb_to;
    if (to == WAY_CELL_NONE) {
        return WAYI_PILOT_ELSE;
    }
    pilot->due += wayi_map_open_steps(grid->map, pilot->cell, to);
    return wayi_climb_reaches(grid, pilot->cell, to, UINT32_MAX, NULL) ? WAYI_PILOT_YES
           : wayi_pilot_is_goal(pilot, pilot->target)                  ? WAYI_PILOT_ELSE
                                                                       : WAYI_PILOT_NO;
}

// Doubting ----------------------------------------------------------------------------------------

bool wayi_pilot_is_verified(const way_agent *agent)
{
    const wayi_pilot *pilot = agent->memory;
    // Or nothing better was found: it gets past what is broken as it goes.
    return pilot->verified == pilot->revision || pilot->tries >= WAYI_PILOT_TRIES ||
           wayi_pilot_work_left(agent) < PLAN_DOUBTS || way_navigator_is_current(agent->navigator);
}

/// Climbs the next link of the chain that edits may have broken: YES if all hold, NO if not. Those
/// that don't are left out of searches to come.
wayi_pilot_answer wayi_pilot_doubt(way_agent *agent, uint32_t *budget)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_atlas *atlas = &wayi_pilot_guide(agent)->atlas;
    const way_navigator *navigator = agent->navigator;
    (void)budget; // what is looked at is due
    const bool told = navigator->revision == way_space_revision(navigator->space);
    if (told && way_navigator_is_current(navigator)) {
        pilot->verified = pilot->revision;
    }
    if (wayi_pilot_is_verified(agent)) {
        return WAYI_PILOT_YES;
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
        return WAYI_PILOT_MORE;
    }
    pilot->verified = pilot->broken ? pilot->verified : pilot->revision;
    return pilot->broken ? WAYI_PILOT_NO : WAYI_PILOT_YES;
}

/// The same; ELSE: a search straight to the goal may find a better way.
wayi_pilot_answer wayi_pilot_doubt_tiers(way_agent *agent, uint32_t *budget)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_pilot_answer answer = wayi_pilot_doubt(agent, budget);
    if (answer != WAYI_PILOT_YES || pilot->tries != 1 || !wayi_pilot_is_short(agent)) {
        return answer;
    }
    pilot->candidate = (wayi_pilot_point){pilot->chain.count, 0};
    return WAYI_PILOT_ELSE;
}

wayi_pilot_answer wayi_pilot_begin_doubt(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    pilot->checked = pilot->stage == WAYI_PILOT_DOUBT_ON ? pilot->target.hop : 0;
    pilot->broken = false;
    return WAYI_PILOT_MORE;
}
