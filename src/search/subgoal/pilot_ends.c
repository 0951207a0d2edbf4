// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The ends of a trip: which regions its chain leads from and to, where it joins the chain and where
// it leaves it. Climbs to and from places are tried first: where one of them costs, with the links
// behind it, hardly more than the estimate, there is nothing to gain by other regions nor by a
// search.
#include "search/subgoal/pilot.h"

#include <waymark/database.h>

/// Most places of a chain that are looked at from an end.
#define PILOT_PLACES 6u

/// Cells of a climb that take as long as an expansion of a search.
#define PILOT_CLIMBED 8u

/// A step may do 64 more than its budget: with less than this due there is room for another climb.
#define PILOT_DUE 60u

/// Regions of a piece of a chain by tiers: about as many as a unit passes while one piece is made.
#define PILOT_PIECE 10u

/// The first one is short, so that the unit moves soon.
#define PILOT_FIRST 4u

static uint32_t pilot_steps(const way_agent *agent, way_cell a, way_cell b)
{
    return wayi_map_open_steps(wayi_pilot_grid(agent)->map, a, b);
}

/// The cost of a climb from the start to a place, or from there to the goal, WAY_COST_MAX if it
/// fails or takes too long. The cells looked at are due.
static way_cost pilot_climb_cost(way_agent *agent, way_cell place, bool last)
{
    wayi_pilot *pilot = agent->memory;
    const way_cell from = last ? place : pilot->cell;
    const way_cell to = last ? pilot->goal : place;
    way_cost cost = 0;
    pilot->due += 1 + pilot_steps(agent, from, to) / PILOT_CLIMBED;
    return wayi_climb_reaches(wayi_pilot_grid(agent), from, to, 2 * WAYI_PILOT_REACH, &cost)
               ? cost
               : WAY_COST_MAX;
}

// Regions -----------------------------------------------------------------------------------------

/// The region to begin or to end with: that of the end, or while it has no links yet the best one
/// of the nine squares around, where what can be climbed comes first.
static uint32_t pilot_end_region(way_agent *agent, bool last)
{
    const wayi_pilot *pilot = agent->memory;
    const wayi_atlas *atlas = &wayi_pilot_guide(agent)->atlas;
    const way_cell cell = last ? pilot->goal : pilot->cell;
    const uint32_t most = pilot->due + PILOT_DUE / 2;
    wayi_pilot_door best = {wayi_atlas_find(atlas, cell), WAY_COST_MAX};
    const wayi_atlas_region *own = wayi_atlas_region_at(atlas, best.region);
    if ((own && own->link_count > 0) || way_navigator_is_current(agent->navigator)) {
        return best.region;
    }
    for (uint32_t i = 0; i < 9; i++) {
        const uint32_t square =
            wayi_atlas_beside(atlas, wayi_atlas_square_of(atlas, cell), (i + 4) % 9);
        const wayi_atlas_block *block = square == UINT32_MAX ? NULL : atlas->squares[square];
        for (uint32_t number = 0; block && number < block->region_count; number++) {
            const uint32_t id = square << atlas->bits | number;
            const wayi_atlas_region *region = wayi_atlas_region_at(atlas, id);
            if (!region || region->link_count == 0) {
                continue;
            }
            const way_cost least = wayi_grid_distance(atlas->grid, cell, region->place);
            if (least < best.cost) {
                const way_cost climb =
                    pilot->due < most ? pilot_climb_cost(agent, region->place, last) : WAY_COST_MAX;
                const way_cost cost = climb == WAY_COST_MAX ? 4 * least : climb;
                best = cost < best.cost ? (wayi_pilot_door){id, cost} : best;
            }
        }
    }
    return best.region;
}

void wayi_pilot_catch_up(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_atlas *atlas = &wayi_pilot_guide(agent)->atlas;
    if (pilot->version != atlas->version) {
        wayi_route_forgive(&pilot->route);
        pilot->least = WAY_COST_MAX;
    }
    pilot->version = atlas->version;
}

void wayi_pilot_locate(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    pilot->start_region = pilot_end_region(agent, false);
    pilot->goal_region = pilot_end_region(agent, true);
    wayi_pilot_catch_up(agent);
}

/// What the climb at an end costs by way of its own region, or may if it fails.
static way_cost pilot_own_cost(way_agent *agent, const wayi_atlas_region *own, bool last)
{
    const wayi_pilot *pilot = agent->memory;
    const way_cell cell = last ? pilot->goal : pilot->cell;
    const way_cost near = wayi_grid_distance(wayi_pilot_grid(agent), cell, own->place);
    const way_cost climb = pilot_climb_cost(agent, own->place, last);
    return climb == WAY_COST_MAX ? way_cost_add(near, near / 2) : climb;
}

/// Whether the place of a region is out of reach of a cell.
static bool pilot_is_far(const way_agent *agent, way_cell cell, uint32_t region)
{
    const wayi_guide *guide = wayi_pilot_guide(agent);
    return pilot_steps(agent, cell, wayi_atlas_region_at(&guide->atlas, region)->place) >
           WAYI_PILOT_REACH;
}

/// What the link from a place of the chain to the next one costs.
static way_cost pilot_hop_cost(const way_agent *agent, uint32_t hop)
{
    const wayi_atlas_link *link = wayi_pilot_link(agent, hop);
    return link ? link->cost : WAY_COST_MAX;
}

/// Another region at an end of the chain: one with a link to or from a place of it.
typedef struct pilot_bypass {
    uint32_t region, hop;
    int64_t cost; ///< from the end of the trip to that place, less the chain up to there
} pilot_bypass;

/// The place at a hop from an end of the chain.
static uint32_t pilot_place_at(const wayi_pilot *pilot, uint32_t hop, bool last)
{
    return pilot->chain.states[last ? pilot->chain.count - 1 - hop : hop];
}

/// Looks at the links of a place so many hops from an end of the chain, which cost `chain`, for
/// regions that make a better one. Only climbs that were made count; what can't be better is not
/// tried.
static void pilot_look_beside(way_agent *agent, bool last, uint32_t hop, way_cost chain,
                              pilot_bypass *best)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_grid *grid = wayi_pilot_grid(agent);
    const wayi_atlas *atlas = &wayi_pilot_guide(agent)->atlas;
    const way_cell cell = last ? pilot->goal : pilot->cell;
    const uint32_t from = pilot_place_at(pilot, hop, last);
    const wayi_atlas_region *region = wayi_atlas_region_at(atlas, from);
    pilot->due += 1 + region->link_count / 16;
    for (uint32_t i = 0; i < region->link_count && pilot->due < PILOT_DUE; i++) {
        way_cost cost = 0;
        const uint32_t id =
            wayi_atlas_hop(atlas, from >> atlas->bits, region->link_first + i, &cost);
        const wayi_atlas_region *beside = wayi_atlas_region_at(atlas, id);
        const int64_t links = (int64_t)cost - chain;
        if (!beside || cost == WAY_COST_MAX ||
            pilot_steps(agent, cell, beside->place) > WAYI_PILOT_REACH ||
            links + wayi_grid_distance(grid, cell, beside->place) >= best->cost) {
            continue;
        }
        const way_cost climb = pilot_climb_cost(agent, beside->place, last);
        wayi_atlas_link back;
        const bool leads = last || (wayi_atlas_link_to(atlas, id, from, &back) != UINT32_MAX &&
                                    back.cost != WAY_COST_MAX);
        if (climb != WAY_COST_MAX && leads && links + climb < best->cost) {
            *best = (pilot_bypass){id, hop, links + climb};
        }
    }
}

void wayi_pilot_choose(way_agent *agent, bool last)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_atlas *atlas = &wayi_pilot_guide(agent)->atlas;
    const way_cell cell = last ? pilot->goal : pilot->cell;
    uint32_t *own = last ? &pilot->goal_region : &pilot->start_region;
    const bool walks = pilot->stage == WAYI_PILOT_PICK_ON;
    const uint32_t hops = pilot->chain.count - 1 - (walks ? pilot->target.hop : 0);
    way_cost chain = 0;
    if (last && pilot->part) {
        return; // it does not lead there yet
    }
    const wayi_atlas_region *region = wayi_atlas_region_at(atlas, *own);
    pilot_bypass best = {*own, 0, pilot_own_cost(agent, region, last)};
    for (uint32_t hop = 1; hop < PILOT_PLACES && hop <= hops; hop++) {
        const uint32_t first = last ? pilot->chain.count - 1 - hop : hop - 1;
        chain = way_cost_add(chain, pilot_hop_cost(agent, first));
        region = wayi_atlas_region_at(atlas, pilot_place_at(pilot, hop, last));
        if (!region || chain == WAY_COST_MAX) {
            break;
        }
        pilot_look_beside(agent, last, hop, chain, &best);
        if (pilot_steps(agent, cell, region->place) > WAYI_PILOT_REACH) {
            break;
        }
    }
    if (best.hop && last) {
        pilot->chain.count -= best.hop;
        pilot->chain.states[pilot->chain.count++] = best.region;
    } else if (best.hop) {
        wayi_path_buffer_drop(&pilot->chain, best.hop - 1);
        pilot->chain.states[0] = best.region;
    }
    *own = best.region;
    pilot->memos[0].hop = UINT32_MAX;
    pilot->memos[1].hop = UINT32_MAX;
}

bool wayi_pilot_lengthen(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const uint32_t before = pilot->chain.count;
    way_cost cost = 0;
    way_cost left = WAY_COST_MAX;
    if (pilot->route.banned_count) {
        return false;
    }
    bool fits = wayi_tiers_aim(&pilot->ask, &wayi_pilot_guide(agent)->tiers, pilot->goal_region) &&
                (before || wayi_path_buffer_push(&pilot->chain, pilot->start_region));
    if (fits) {
        fits = wayi_tiers_chain(&pilot->ask, pilot->chain.states[pilot->chain.count - 1],
                                before ? PILOT_PIECE : PILOT_FIRST, pilot->least, &pilot->chain,
                                &cost, &left);
    }
    pilot->full = pilot->full || !fits;
    if (left == WAY_COST_MAX) {
        pilot->chain.count = before;
        return !fits;
    }
    pilot->due += PILOT_PIECE + pilot->chain.count - before;
    pilot->least = left;
    pilot->part = left > 0;
    return true;
}

// Routes ------------------------------------------------------------------------------------------

/// Lists the region of an end and those linked to it whose places are near and can be climbed to or
/// from; how many.
static uint32_t pilot_doors(way_agent *agent, bool last, wayi_pilot_door *doors)
{
    const wayi_pilot *pilot = agent->memory;
    const wayi_guide *guide = wayi_pilot_guide(agent);
    const wayi_atlas *atlas = &guide->atlas;
    const way_cell cell = last ? pilot->goal : pilot->cell;
    const uint32_t own = last ? pilot->goal_region : pilot->start_region;
    const wayi_atlas_region *region = wayi_atlas_region_at(atlas, own);
    const uint32_t links = region ? region->link_count : 0;
    uint32_t count = 1;
    doors[0] = (wayi_pilot_door){own, region ? pilot_own_cost(agent, region, last) : 0};
    for (uint32_t i = 0; i < links && count < WAYI_PILOT_DOORS && pilot->due < PILOT_DUE; i++) {
        const wayi_atlas_link link = wayi_atlas_link_at(atlas, own, i);
        if (wayi_atlas_region_at(atlas, link.to) && !pilot_is_far(agent, cell, link.to)) {
            const way_cell place = wayi_atlas_region_at(atlas, link.to)->place;
            doors[count] = (wayi_pilot_door){link.to, pilot_climb_cost(agent, place, last)};
            count += doors[count].cost != WAY_COST_MAX;
        }
    }
    return count;
}

static way_cost pilot_route_left(const void *owner, uint32_t region, way_cell cell)
{
    const way_agent *agent = owner;
    const wayi_pilot *pilot = agent->memory;
    (void)region;
    return wayi_grid_distance(wayi_pilot_grid(agent), cell, pilot->goal);
}

/// A route ends when no other one can be cheaper than the best that is known.
static bool pilot_route_ends(void *owner, uint32_t slot, uint32_t *budget)
{
    const way_agent *agent = owner;
    wayi_pilot *pilot = agent->memory;
    wayi_route *route = &pilot->route;
    const uint32_t id = wayi_nodes_id(&route->frontier.nodes, slot);
    const wayi_atlas_region *region = wayi_atlas_region_at(route->atlas, id);
    const way_cost g = wayi_frontier_at(&route->frontier, slot)->g;
    (void)budget;
    if (!region) {
        return false;
    }
    const way_cost left = pilot_route_left(agent, id, region->place);
    if (pilot->door.cost != WAY_COST_MAX && way_cost_add(g, left) >= pilot->door.cost) {
        route->aim = pilot->door.region;
        return true;
    }
    for (uint32_t i = 0; i < pilot->door_count; i++) {
        const way_cost whole = wayi_frontier_add(g, pilot->doors[i].cost);
        if (pilot->doors[i].region == id && whole < pilot->door.cost) {
            pilot->door = (wayi_pilot_door){id, whole};
        }
    }
    return false;
}

/// A route that begins with its own region might as well begin with another one.
static bool pilot_route_leave(void *owner, uint32_t region, way_cell cell, way_cost g)
{
    way_agent *agent = owner;
    wayi_pilot *pilot = agent->memory;
    wayi_pilot_door doors[WAYI_PILOT_DOORS];
    bool fits = true;
    (void)cell;
    if (g == 0 && region == pilot->route.from) {
        const uint32_t count = pilot_doors(agent, false, doors);
        for (uint32_t i = 1; i < count && fits; i++) {
            const way_cost more = doors[i].cost > doors[0].cost ? doors[i].cost - doors[0].cost : 0;
            fits = wayi_route_reach(&pilot->route, doors[i].region, UINT32_MAX, more);
        }
    }
    return fits;
}

static const wayi_route_hooks pilot_route_hooks = {
    .left = pilot_route_left, .ends = pilot_route_ends, .leave = pilot_route_leave};

wayi_pilot_answer wayi_pilot_begin_route(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_guide *guide = wayi_pilot_guide(agent);
    pilot->route.hooks = &pilot_route_hooks;
    pilot->route.owner = agent;
    pilot->door.cost = WAY_COST_MAX;
    pilot->door_count = pilot_doors(agent, true, pilot->doors);
    wayi_pilot_drop_chain(agent);
    if (!wayi_route_begin(&pilot->route, &guide->atlas, pilot->start_region, pilot->goal_region)) {
        pilot->full = true;
    }
    return WAYI_PILOT_MORE;
}

way_outcome wayi_pilot_run_route(way_agent *agent, uint32_t *budget)
{
    wayi_pilot *pilot = agent->memory;
    wayi_route *route = &pilot->route;
    way_outcome outcome = wayi_route_step(route, budget);
    if (outcome == WAY_OUTCOME_NO_PATH && pilot->door.cost != WAY_COST_MAX) {
        route->aim = pilot->door.region; // every region was looked at
        outcome = WAY_OUTCOME_FOUND;
    }
    if (outcome == WAY_OUTCOME_FOUND && !wayi_route_trace(route, &pilot->chain)) {
        outcome = WAY_OUTCOME_CAPACITY;
    }
    return outcome;
}

bool wayi_pilot_is_short(const way_agent *agent)
{
    const wayi_pilot *pilot = agent->memory;
    const wayi_guide *guide = wayi_pilot_guide(agent);
    const wayi_grid *grid = wayi_pilot_grid(agent);
    if (!guide->searches || pilot_steps(agent, pilot->cell, pilot->goal) > 2 * WAYI_PILOT_REACH) {
        return false;
    }
    const wayi_atlas_region *first = wayi_atlas_region_at(&guide->atlas, pilot->start_region);
    const wayi_atlas_region *last = wayi_atlas_region_at(&guide->atlas, pilot->goal_region);
    way_cost chain = 0;
    for (uint32_t i = 0; i + 1 < pilot->chain.count; i++) {
        chain = way_cost_add(chain, pilot_hop_cost(agent, i));
    }
    if (pilot->part || !first || !last) {
        return false; // a repair has taken it
    }
    const way_cost least = wayi_grid_distance(grid, pilot->cell, pilot->goal);
    const way_cost whole =
        way_cost_add(way_cost_add(wayi_grid_distance(grid, pilot->cell, first->place), chain),
                     wayi_grid_distance(grid, last->place, pilot->goal));
    return whole > way_cost_add(least, least / 8) && whole < way_cost_add(least, least / 2);
}

// Joining and leaving -----------------------------------------------------------------------------

/// The last place of the chain that the first ones within reach lead up to.
static uint32_t pilot_entry_limit(const way_agent *agent)
{
    const wayi_pilot *pilot = agent->memory;
    uint32_t last = 0;
    while (last + 1 < pilot->chain.count && last + 1 < PILOT_PLACES) {
        const way_cell place = wayi_pilot_cell(agent, (wayi_pilot_point){last + 1, 0});
        if (place == WAY_CELL_NONE || pilot_steps(agent, pilot->cell, place) > WAYI_PILOT_REACH) {
            break;
        }
        last++;
    }
    return last;
}

/// The place between which and an end of the trip a climb is best, of `count` from a hop on towards
/// that end, and what it costs with the links up to there.
static uint32_t pilot_join(way_agent *agent, uint32_t hop, uint32_t count, bool last,
                           way_cost *cost)
{
    uint32_t best = hop;
    way_cost links = 0;
    *cost = WAY_COST_MAX;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t at = last ? hop + i : hop - i;
        const way_cell place = wayi_pilot_cell(agent, (wayi_pilot_point){at, 0});
        if (place == WAY_CELL_NONE || links >= *cost) {
            break;
        }
        const way_cost sum = way_cost_add(links, pilot_climb_cost(agent, place, last));
        if (sum < *cost) {
            *cost = sum;
            best = at;
        }
        const wayi_atlas_link *link = i + 1 < count ? wayi_pilot_link(agent, at - !last) : NULL;
        links = way_cost_add(links, link ? link->cost : WAY_COST_MAX);
    }
    return best;
}

/// Whether a way with a climb at its end will do: by not searching a quarter of what is within
/// reach may be lost.
static bool pilot_is_good(const way_agent *agent, way_cost cost, way_cell to)
{
    const wayi_pilot *pilot = agent->memory;
    const wayi_guide *guide = wayi_pilot_guide(agent);
    const wayi_grid *grid = wayi_pilot_grid(agent);
    const way_cost least = wayi_grid_distance(grid, pilot->cell, to);
    return guide->searches ? cost <= way_cost_add(least, least / 4 + grid->map->costs.cardinal / 2)
                           : cost != WAY_COST_MAX;
}

wayi_pilot_answer wayi_pilot_join(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const uint32_t last = pilot_entry_limit(agent);
    const way_cell place = wayi_pilot_cell(agent, (wayi_pilot_point){last, 0});
    way_cost cost = WAY_COST_MAX;
    const uint32_t best = pilot_join(agent, last, last + 1, false, &cost);
    if (place == WAY_CELL_NONE) {
        return WAYI_PILOT_ELSE;
    }
    const bool good = pilot_is_good(agent, cost, place);
    pilot->candidate = (wayi_pilot_point){good ? best : last, 0};
    return good ? WAYI_PILOT_YES : WAYI_PILOT_NO;
}

wayi_pilot_answer wayi_pilot_leave(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_guide *guide = wayi_pilot_guide(agent);
    if (pilot->near_goal || pilot->part || pilot->target.index != 0 ||
        wayi_pilot_is_goal(pilot, pilot->target) ||
        pilot_steps(agent, pilot->cell, pilot->goal) > WAYI_PILOT_REACH) {
        return WAYI_PILOT_NO;
    }
    way_cost cost = WAY_COST_MAX;
    pilot->near_goal = true;
    const uint32_t left = pilot->chain.count - pilot->target.hop;
    const uint32_t best = pilot_join(agent, pilot->target.hop,
                                     left < PILOT_PLACES ? left : PILOT_PLACES, true, &cost);
    const bool good = pilot_is_good(agent, cost, pilot->goal);
    pilot->chain.count = good ? best + 1 : pilot->chain.count;
    pilot->candidate = (wayi_pilot_point){pilot->chain.count, 0};
    return !good && guide->searches ? WAYI_PILOT_YES : WAYI_PILOT_NO;
}
