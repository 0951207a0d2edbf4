// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The ends of a trip: which regions its chain leads from and to, where it joins the chain and where
// it leaves it. Climbs to and from places are tried first: where one of them costs, with the links
// behind it, hardly more than the estimate, there is nothing to gain by other regions nor by a
// search.
#include "search/subgoal/pilot.h"

/// Most places of a chain that are looked at from an end.
#define PILOT_PLACES 6u

/// Cells of a climb that take as long as an expansion of a search.
#define PILOT_CLIMBED 8u

/// Other regions are not looked at where less than this part of the way to a place out of reach
/// could be gained.
#define PILOT_SPARE 32u

/// A route takes what landmarks say is left for longer by this part of it: it looks at a third less
/// of the regions, and is hardly longer.
#define PILOT_HURRY 32u

/// A step may do 64 more than its budget: with less than this due there is room for another climb.
#define PILOT_DUE 60u

/// After so many regions a route that is yet to find its goal ends where it is best, and goes on
/// from near there later.
#define PILOT_GLANCE 1536u

/// Regions that signs lead along which take as long as an expansion of a search.
#define PILOT_SIGNS 4u

/// What may be lost by not searching: a quarter of what is within reach.
static bool pilot_is_good(const way_map *map, way_cost cost, way_cost least)
{
    return cost <= way_cost_add(least, least / 4 + map->costs.cardinal / 2);
}

static uint32_t pilot_steps(const way_agent *agent, way_cell a, way_cell b)
{
    return wayi_map_open_steps(wayi_pilot_grid(agent)->map, a, b);
}

/// The cost of the link that leaves a place of the chain, or WAY_COST_MAX.
static way_cost pilot_link_cost(const way_agent *agent, uint32_t hop)
{
    const wayi_atlas_link *link = wayi_pilot_link(agent, hop);
    return link ? link->cost : WAY_COST_MAX;
}

/// The cost of a climb between two cells, WAY_COST_MAX if it fails or takes too long. The cells
/// looked at are due.
static way_cost pilot_climb_cost(way_agent *agent, way_cell from, way_cell to)
{
    wayi_pilot *pilot = agent->memory;
    const uint32_t most = 2 * wayi_pilot_guide(agent)->reach;
    way_cost cost = 0;
    pilot->due += 1 + pilot_steps(agent, from, to) / PILOT_CLIMBED;
    return wayi_climb_reaches(wayi_pilot_grid(agent), from, to, most, &cost) ? cost : WAY_COST_MAX;
}

// Regions -----------------------------------------------------------------------------------------

/// One end of a trip and what lies near it.
typedef struct pilot_end {
    way_cell cell;
    uint32_t own;    ///< its region
    uint32_t beyond; ///< a region of the chain out of reach, or at the other end
    way_cost chain;  ///< what the links between the two cost
    bool last;       ///< it is the goal
} pilot_end;

static way_cost pilot_end_climb(way_agent *agent, const pilot_end *end, way_cell place)
{
    return end->last ? pilot_climb_cost(agent, place, end->cell)
                     : pilot_climb_cost(agent, end->cell, place);
}

static way_cost pilot_end_chain(const way_agent *agent, const pilot_end *end, uint32_t region,
                                way_cost most)
{
    const wayi_hops *hops = &wayi_pilot_guide(agent)->hops;
    return end->last ? wayi_hops_cost(hops, end->beyond, region, most)
                     : wayi_hops_cost(hops, region, end->beyond, most);
}

/// The region whose place makes the cheapest way between the end and the place beyond: its own or
/// one that is linked to it. Only climbs that were made count; what can't be better is not tried.
/// WAYI_REGION_NONE: to be called again, when what was looked at is paid for.
static uint32_t pilot_end_choose(way_agent *agent, const pilot_end *end)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_grid *grid = wayi_pilot_grid(agent);
    const wayi_atlas *atlas = &wayi_pilot_guide(agent)->atlas;
    const wayi_atlas_region *own = wayi_atlas_region_at(atlas, end->own);
    const uint32_t done = pilot->tried;
    const way_cell beyond = wayi_atlas_region_at(atlas, end->beyond)->place;
    if (done == 0) {
        const way_cost near = wayi_grid_distance(grid, end->cell, own->place);
        const way_cost climb = pilot_end_climb(agent, end, own->place);
        const way_cost first = climb == WAY_COST_MAX ? way_cost_add(near, near / 2) : climb;
        const way_cost least = wayi_grid_distance(grid, end->cell, beyond);
        pilot->door = (wayi_pilot_door){end->own, way_cost_add(first, end->chain)};
        if (pilot->door.cost <= way_cost_add(least, least / PILOT_SPARE)) {
            return end->own;
        }
        pilot->due += 1 + own->link_count / 4;
    }
    const uint32_t square = end->own >> atlas->bits;
    const wayi_atlas_block *block = atlas->squares[square];
    for (uint32_t i = done; i < own->link_count; i++) {
        if (pilot->due >= PILOT_DUE && i > done) {
            pilot->tried = i;
            return WAYI_REGION_NONE;
        }
        const way_cost best = pilot->door.cost;
        const uint32_t id =
            wayi_atlas_target(atlas, square, wayi_atlas_word(block, own->link_first + i));
        const wayi_atlas_region *region = wayi_atlas_region_at(atlas, id);
        if (!region ||
            pilot_steps(agent, end->cell, region->place) > wayi_pilot_guide(agent)->reach) {
            continue;
        }
        const way_cost rest = wayi_grid_distance(grid, region->place, beyond);
        if (way_cost_add(wayi_grid_distance(grid, end->cell, region->place), rest) >= best) {
            continue;
        }
        const way_cost climb = pilot_end_climb(agent, end, region->place);
        if (way_cost_add(climb, rest) >= best) {
            continue;
        }
        const way_cost sum = way_cost_add(climb, pilot_end_chain(agent, end, id, best - climb));
        if (sum < best) {
            pilot->door = (wayi_pilot_door){id, sum};
        }
    }
    pilot->tried = 0;
    return pilot->door.region;
}

/// Whether the place of a region is out of reach of a cell.
static bool pilot_is_far(const way_agent *agent, way_cell cell, uint32_t region)
{
    const wayi_guide *guide = wayi_pilot_guide(agent);
    return pilot_steps(agent, cell, wayi_atlas_region_at(&guide->atlas, region)->place) >
           guide->reach;
}

uint32_t wayi_pilot_choose_start(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_hops *hops = &wayi_pilot_guide(agent)->hops;
    uint32_t beyond = pilot->start_region;
    way_cost cost = 0;
    if (wayi_pilot_guide(agent)->published) {
        return beyond;
    }
    for (uint32_t i = 1; i < PILOT_PLACES && beyond != pilot->goal_region; i++) {
        pilot->full = !wayi_path_buffer_push(&pilot->chain, beyond) || pilot->full;
        if (!wayi_hops_step(hops, pilot->goal_region, &beyond, &cost)) {
            wayi_pilot_drop_chain(agent);
            return pilot->start_region; // no rows lead there
        }
        if (pilot_is_far(agent, pilot->cell, beyond)) {
            break;
        }
    }
    if (beyond != pilot->start_region) {
        const pilot_end end = {pilot->cell, pilot->start_region, beyond, cost, false};
        const uint32_t chosen = pilot_end_choose(agent, &end);
        if (chosen != pilot->start_region) {
            wayi_pilot_drop_chain(agent);
            pilot->start_region = chosen == WAYI_REGION_NONE ? pilot->start_region : chosen;
            return chosen;
        }
    }
    return beyond;
}

bool wayi_pilot_choose_goal(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    wayi_path_buffer *chain = &pilot->chain;
    uint32_t at = chain->count - 1;
    if (wayi_pilot_guide(agent)->published ||
        pilot->version != wayi_pilot_guide(agent)->atlas.version) {
        return true;
    }
    for (uint32_t i = 1; i < PILOT_PLACES && at > 0; i++) {
        if (pilot_is_far(agent, pilot->goal, chain->states[--at])) {
            break;
        }
    }
    if (at + 1 == chain->count) {
        return true;
    }
    const wayi_hops *hops = &wayi_pilot_guide(agent)->hops;
    const uint32_t beyond = chain->states[at];
    way_cost cost = wayi_hops_cost(hops, beyond, pilot->goal_region, WAY_COST_MAX);
    const pilot_end end = {pilot->goal, pilot->goal_region, beyond, cost, true};
    const uint32_t chosen = pilot_end_choose(agent, &end);
    if (chosen != pilot->goal_region && chosen != WAYI_REGION_NONE) {
        pilot->goal_region = chosen;
        chain->count = at;
        pilot->full = !wayi_hops_chain(hops, beyond, chosen, chain, &cost) || pilot->full;
    }
    return chosen != WAYI_REGION_NONE;
}

// Routes ------------------------------------------------------------------------------------------

/// Lists the region of an end and those linked to it whose places are near and can be climbed to or
/// from; how many.
static uint32_t pilot_doors(way_agent *agent, way_cell cell, bool last, wayi_pilot_door *doors)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_guide *guide = wayi_pilot_guide(agent);
    const wayi_atlas *atlas = &guide->atlas;
    const pilot_end end = {.cell = cell, .last = last};
    const uint32_t own = last ? pilot->goal_region : pilot->start_region;
    const wayi_atlas_region *region = wayi_atlas_region_at(atlas, own);
    const uint32_t links = !region || guide->published ? 0 : region->link_count;
    const way_cost near = region ? wayi_grid_distance(atlas->grid, cell, region->place) : 0;
    const way_cost climb = region ? pilot_end_climb(agent, &end, region->place) : 0;
    uint32_t count = 1;
    doors[0] = (wayi_pilot_door){own, climb == WAY_COST_MAX ? way_cost_add(near, near / 2) : climb};
    for (uint32_t i = 0; i < links && count < WAYI_PILOT_DOORS && pilot->due < PILOT_DUE; i++) {
        const wayi_atlas_link link = wayi_atlas_link_at(atlas, own, i);
        if (wayi_atlas_region_at(atlas, link.to) && !pilot_is_far(agent, cell, link.to)) {
            const way_cell place = wayi_atlas_region_at(atlas, link.to)->place;
            doors[count] = (wayi_pilot_door){link.to, pilot_end_climb(agent, &end, place)};
            count += doors[count].cost != WAY_COST_MAX;
        }
    }
    return count;
}

/// The climb at the goal may shorten what landmarks say.
static way_cost pilot_route_left(const void *owner, uint32_t region, way_cell cell)
{
    const way_agent *agent = owner;
    const wayi_pilot *pilot = agent->memory;
    const wayi_landmarks *landmarks = &wayi_pilot_guide(agent)->landmarks;
    const way_cost least = wayi_grid_distance(wayi_pilot_grid(agent), cell, pilot->goal);
    const way_cost far = wayi_landmarks_least(landmarks, region, pilot->goal_region);
    const way_cost climb = pilot->doors[0].cost;
    const way_cost most = far > climb && far - climb > least ? far - climb : least;
    return landmarks->squares ? way_cost_add(most, most / PILOT_HURRY) : most;
}

/// A route ends when no other one can be cheaper than the best that is known. Where landmarks lead
/// it, it may end before, nearer to the goal than any that ended so in this trip: none goes on for
/// ever.
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
    if (++pilot->looked > PILOT_GLANCE && pilot->door.cost == WAY_COST_MAX && left < pilot->least &&
        wayi_pilot_guide(agent)->landmarks.squares) {
        pilot->least = left;
        pilot->part = true;
        route->aim = id;
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
        const uint32_t count = pilot_doors(agent, pilot->cell, false, doors);
        for (uint32_t i = 1; i < count && fits; i++) {
            const way_cost more = doors[i].cost > doors[0].cost ? doors[i].cost - doors[0].cost : 0;
            fits = wayi_route_reach(&pilot->route, doors[i].region, UINT32_MAX, more);
        }
    }
    return fits;
}

static const wayi_route_hooks pilot_route_hooks = {
    .left = pilot_route_left, .ends = pilot_route_ends, .leave = pilot_route_leave};

bool wayi_pilot_begin_route(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_guide *guide = wayi_pilot_guide(agent);
    pilot->route.hooks = &pilot_route_hooks;
    pilot->route.owner = agent;
    pilot->route.once = guide->landmarks.squares != NULL;
    pilot->door.cost = WAY_COST_MAX;
    pilot->looked = 0;
    pilot->door_count = pilot_doors(agent, pilot->goal, true, pilot->doors);
    if (pilot->route.banned_count ||
        !wayi_signs_are_far(&guide->landmarks, pilot->start_region, pilot->goal_region)) {
        pilot->posts.frontier = NULL;
        return wayi_route_begin(&pilot->route, &guide->atlas, pilot->start_region,
                                pilot->goal_region);
    }
    pilot->posts =
        (wayi_signs_search){&pilot->route.frontier, pilot->start_region, pilot->goal_region, 0};
    wayi_frontier_clear(pilot->posts.frontier);
    return true;
}

/// Follows the signs to the posts that a search has found: a chain, if it ends near the goal, or
/// nearer than any piece of this trip did.
static way_outcome pilot_follow_signs(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_guide *guide = wayi_pilot_guide(agent);
    if (!wayi_signs_trace(&guide->landmarks, &pilot->posts, &pilot->chain)) {
        return WAY_OUTCOME_CAPACITY;
    }
    if (pilot->chain.count == 1) {
        return WAY_OUTCOME_NO_PATH;
    }
    const uint32_t last = pilot->chain.states[pilot->chain.count - 1];
    const way_cost left =
        pilot_route_left(agent, last, wayi_atlas_region_at(&guide->atlas, last)->place);
    pilot->due += pilot->chain.count / PILOT_SIGNS;
    const bool amid = wayi_signs_are_far(&guide->landmarks, last, pilot->goal_region);
    if (amid && left >= pilot->least) {
        return WAY_OUTCOME_NO_PATH;
    }
    pilot->least = amid ? left : pilot->least;
    pilot->part = true;
    return WAY_OUTCOME_ARRIVED;
}

way_outcome wayi_pilot_run_route(way_agent *agent, uint32_t *budget)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_guide *guide = wayi_pilot_guide(agent);
    wayi_route *route = &pilot->route;
    if (pilot->posts.frontier) {
        way_outcome outcome = wayi_signs_step(&guide->landmarks, &pilot->posts, budget);
        outcome = outcome == WAY_OUTCOME_ARRIVED ? pilot_follow_signs(agent) : outcome;
        if (outcome != WAY_OUTCOME_NO_PATH) {
            return outcome;
        }
        pilot->posts.frontier = NULL;
        wayi_pilot_drop_chain(agent);
        return wayi_route_begin(route, &guide->atlas, pilot->start_region, pilot->goal_region)
                   ? WAY_OUTCOME_MOVING
                   : WAY_OUTCOME_CAPACITY;
    }
    way_outcome outcome = wayi_route_step(route, budget);
    if (outcome == WAY_OUTCOME_NO_PATH && pilot->door.cost != WAY_COST_MAX) {
        route->aim = pilot->door.region; // every region was looked at
        outcome = WAY_OUTCOME_ARRIVED;
    }
    if (outcome == WAY_OUTCOME_ARRIVED && !wayi_route_trace(route, &pilot->chain)) {
        outcome = WAY_OUTCOME_CAPACITY;
    }
    // Only the first half of a piece is sure.
    pilot->chain.count -= pilot->part ? pilot->chain.count / 2 : 0;
    return outcome;
}

bool wayi_pilot_is_short(const way_agent *agent)
{
    const wayi_pilot *pilot = agent->memory;
    const wayi_guide *guide = wayi_pilot_guide(agent);
    const wayi_grid *grid = wayi_pilot_grid(agent);
    if (!guide->searches || guide->published ||
        pilot_steps(agent, pilot->cell, pilot->goal) > 2 * guide->reach) {
        return false;
    }
    const wayi_atlas_region *first = wayi_atlas_region_at(&guide->atlas, pilot->start_region);
    const wayi_atlas_region *last = wayi_atlas_region_at(&guide->atlas, pilot->goal_region);
    if (!first || !last) {
        return false; // a repair has taken it
    }
    const way_cost least = wayi_grid_distance(grid, pilot->cell, pilot->goal);
    const way_cost chain =
        wayi_hops_cost(&guide->hops, pilot->start_region, pilot->goal_region, WAY_COST_MAX);
    const way_cost whole =
        way_cost_add(way_cost_add(wayi_grid_distance(grid, pilot->cell, first->place), chain),
                     wayi_grid_distance(grid, last->place, pilot->goal));
    return whole > way_cost_add(least, least / 8) && whole < way_cost_add(least, least / 2);
}

// Joining -----------------------------------------------------------------------------------------

/// The last place of the chain that the first ones within reach lead up to.
static uint32_t pilot_entry_limit(const way_agent *agent)
{
    const wayi_pilot *pilot = agent->memory;
    const uint32_t reach = wayi_pilot_guide(agent)->reach;
    uint32_t last = 0;
    while (last + 1 < pilot->chain.count && last + 1 < PILOT_PLACES) {
        const way_cell place = wayi_pilot_cell(agent, (wayi_pilot_point){last + 1, 0});
        if (place == WAY_CELL_NONE || pilot_steps(agent, pilot->cell, place) > reach) {
            break;
        }
        last++;
    }
    return last;
}

/// The place from which on the chain is best joined by a climb, and what that costs up to `last`.
static uint32_t pilot_entry(way_agent *agent, uint32_t last, way_cost *cost)
{
    const wayi_pilot *pilot = agent->memory;
    uint32_t best = UINT32_MAX;
    way_cost links = 0;
    *cost = WAY_COST_MAX;
    for (uint32_t hop = last + 1; hop-- > 0;) {
        links = way_cost_add(links, hop < last ? pilot_link_cost(agent, hop) : 0);
        const way_cell place = wayi_pilot_cell(agent, (wayi_pilot_point){hop, 0});
        const way_cost climb =
            place == WAY_CELL_NONE ? WAY_COST_MAX : pilot_climb_cost(agent, pilot->cell, place);
        const way_cost sum = way_cost_add(climb, links);
        if (sum < *cost) {
            *cost = sum;
            best = hop;
        }
    }
    return best;
}

/// Joins the chain at its first place, whatever that costs.
static void pilot_enter_own(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_pilot_point first = {0, 0};
    const way_cell place = wayi_pilot_cell(agent, first);
    if (place == WAY_CELL_NONE) {
        wayi_pilot_get_lost(agent);
        return;
    }
    pilot->due += 1 + pilot_steps(agent, pilot->cell, place) / PILOT_CLIMBED;
    if (wayi_climb_reaches(wayi_pilot_grid(agent), pilot->cell, place, UINT32_MAX, NULL)) {
        wayi_pilot_accept(agent, first);
    } else {
        wayi_pilot_search(agent, first, WAYI_PILOT_HOPE_ENTER);
    }
}

void wayi_pilot_enter(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_guide *guide = wayi_pilot_guide(agent);
    const way_map *map = wayi_pilot_grid(agent)->map;
    if (guide->published) {
        pilot_enter_own(agent);
        return;
    }
    const uint32_t last = pilot_entry_limit(agent);
    way_cost cost = WAY_COST_MAX;
    const uint32_t best = pilot_entry(agent, last, &cost);
    const way_cell place = wayi_pilot_cell(agent, (wayi_pilot_point){last, 0});
    if (place == WAY_CELL_NONE) {
        wayi_pilot_get_lost(agent);
    } else if (best != UINT32_MAX &&
               (!guide->searches ||
                pilot_is_good(map, cost,
                              wayi_grid_distance(wayi_pilot_grid(agent), pilot->cell, place)))) {
        wayi_pilot_accept(agent, (wayi_pilot_point){best, 0});
    } else {
        wayi_pilot_search(agent, (wayi_pilot_point){last, 0}, WAYI_PILOT_HOPE_ENTER);
    }
}

// Leaving -----------------------------------------------------------------------------------------

/// The place from which the goal is best climbed to, and what that costs from the one at `hop` on.
static uint32_t pilot_exit(way_agent *agent, uint32_t hop, way_cost *cost)
{
    const wayi_pilot *pilot = agent->memory;
    uint32_t best = UINT32_MAX;
    way_cost links = 0;
    *cost = WAY_COST_MAX;
    for (uint32_t i = hop; i < pilot->chain.count && i < hop + PILOT_PLACES; i++) {
        const way_cell place = wayi_pilot_cell(agent, (wayi_pilot_point){i, 0});
        if (place == WAY_CELL_NONE || links >= *cost) {
            break;
        }
        const way_cost sum = way_cost_add(links, pilot_climb_cost(agent, place, pilot->goal));
        if (sum < *cost) {
            *cost = sum;
            best = i;
        }
        links = way_cost_add(links, i + 1 < pilot->chain.count ? pilot_link_cost(agent, i) : 0);
    }
    return best;
}

bool wayi_pilot_leave(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const way_map *map = wayi_pilot_grid(agent)->map;
    if (wayi_pilot_guide(agent)->published || pilot->near_goal || pilot->part ||
        pilot->target.index != 0 || wayi_pilot_is_goal(pilot, pilot->target) ||
        pilot_steps(agent, pilot->cell, pilot->goal) > wayi_pilot_guide(agent)->reach) {
        return false;
    }
    way_cost cost = WAY_COST_MAX;
    pilot->near_goal = true;
    const uint32_t best = pilot_exit(agent, pilot->target.hop, &cost);
    const bool searches = wayi_pilot_guide(agent)->searches;
    if (best != UINT32_MAX &&
        (!searches ||
         pilot_is_good(map, cost,
                       wayi_grid_distance(wayi_pilot_grid(agent), pilot->cell, pilot->goal)))) {
        pilot->chain.count = best + 1;
        return false;
    }
    if (!searches) {
        return false;
    }
    wayi_pilot_search(agent, (wayi_pilot_point){pilot->chain.count, 0}, WAYI_PILOT_HOPE_LEAVE);
    return true;
}
