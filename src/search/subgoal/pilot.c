// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/subgoal/pilot.h"

#include "base/check.h"
#include "search/subgoal/walk.h"

#include <waymark/database.h>

/// The next piece of a chain is made when so few places of it are left.
#define PILOT_AHEAD 3u

/// Cells of the largest window: the bounding box of two cells within reach, with a margin.
static uint32_t pilot_area(const wayi_guide *guide)
{
    const uint32_t side = 3 * WAYI_PILOT_REACH + 2;
    const uint32_t square = guide->atlas.config.side * guide->atlas.config.side;
    return !guide->searches ? 0 : side * side > square ? side * side : square;
}

way_status wayi_pilot_create(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_guide *guide = wayi_pilot_guide(agent);
    wayi_path_buffer_init(&pilot->chain, &agent->allocator);
    wayi_path_buffer_init(&pilot->way, &agent->allocator);
    wayi_tiers_ask_init(&pilot->ask, &agent->allocator);
    wayi_route_init(&pilot->route, &agent->allocator);
    wayi_rescue_init(&pilot->rescue, agent->capacity, &agent->allocator);
    const wayi_confined_config leg = {.grid = wayi_pilot_grid(agent),
                                      .area = pilot_area(guide),
                                      .limit = agent->capacity,
                                      .stats = &agent->stats,
                                      .observer = agent->observer};
    const bool enough =
        !guide->searches || wayi_confined_init(&pilot->leg, &leg, &agent->allocator);
    return enough ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

void wayi_pilot_destroy(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    wayi_confined_fini(&pilot->leg);
    wayi_path_buffer_fini(&pilot->chain);
    wayi_path_buffer_fini(&pilot->way);
    wayi_tiers_ask_fini(&pilot->ask);
    wayi_route_fini(&pilot->route);
    wayi_rescue_fini(&pilot->rescue);
}

uint32_t wayi_pilot_bound(const way_navigator *navigator)
{
    const wayi_guide *guide = navigator->database;
    // Climbs at both ends, a search each, one over the links, a look at the map, and again after
    // something failed.
    const uint32_t ends =
        32 * (WAYI_PILOT_REACH + 1) + 2 * pilot_area(guide) + WAYI_RESCUE_LOOKAHEAD;
    return guide->lookahead + WAYI_PILOT_TRIES * (ends + guide->atlas.region_count);
}

void wayi_pilot_set(way_agent *agent, way_cell cell, way_cell goal)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_guide *guide = wayi_pilot_guide(agent);
    pilot->cell = cell;
    pilot->goal = goal;
    pilot->purse = guide->lookahead - 1;
    pilot->due = 0;
    pilot->tries = 0;
    pilot->stride = 0;
    pilot->stage = WAYI_PILOT_START;
    pilot->near_goal = false;
    pilot->full = false;
    pilot->touched = 0;
    pilot->leg.touched = 0;
    pilot->least = WAY_COST_MAX;
    pilot->version = guide->atlas.version;
    pilot->revision = wayi_pilot_grid(agent)->map->revision;
    wayi_pilot_drop_chain(agent);
    wayi_route_forgive(&pilot->route);
    wayi_rescue_aim(&pilot->rescue, pilot->goal);
}

way_status wayi_pilot_begin(way_agent *agent)
{
    wayi_pilot_set(agent, agent->start, agent->goal.state);
    return WAY_STATUS_OK;
}

// Deciding ----------------------------------------------------------------------------------------

static void pilot_check_failed(way_agent *agent);

/// Starts a check. Each takes one cell from the purse, so that even free ones come to an end. What
/// is farther away than the purse lasts is not worth a look.
static void pilot_check(way_agent *agent, wayi_pilot_point candidate, way_cell to,
                        wayi_pilot_hope hope)
{
    wayi_pilot *pilot = agent->memory;
    pilot->candidate = candidate;
    pilot->hope = (uint8_t)hope;
    if (pilot->purse == 0) {
        pilot_check_failed(agent);
        return;
    }
    pilot->purse--;
    pilot->stage = WAYI_PILOT_CHECK;
    pilot->check = wayi_climb_begin(wayi_pilot_grid(agent), pilot->cell, to);
    if (wayi_climb_least_steps(&pilot->check) > pilot->purse) {
        pilot_check_failed(agent);
    }
}

/// The point that comes after one; the goal after itself.
static wayi_pilot_point pilot_after(const way_agent *agent, wayi_pilot_point point)
{
    const wayi_pilot *pilot = agent->memory;
    const wayi_atlas_link *link =
        point.hop + 1 < pilot->chain.count ? wayi_pilot_link(agent, point.hop) : NULL;
    if (link && point.index < link->subgoal_count) {
        return (wayi_pilot_point){point.hop, point.index + 1};
    }
    return (wayi_pilot_point){wayi_pilot_is_goal(pilot, point) ? point.hop : point.hop + 1, 0};
}

void wayi_pilot_climb(way_agent *agent, wayi_pilot_point target)
{
    wayi_pilot *pilot = agent->memory;
    const way_cell to = wayi_pilot_cell(agent, target);
    if (to == WAY_CELL_NONE) {
        pilot->stage = WAYI_PILOT_START; // it is gone
        return;
    }
    pilot->target = target;
    pilot->climb_to = to;
    pilot->stage = pilot->cell == to ? WAYI_PILOT_POINT : WAYI_PILOT_CLIMB;
}

/// Whether to try for what comes after a target that can be climbed to.
static bool pilot_looks_past(const way_agent *agent, wayi_pilot_point target)
{
    const wayi_pilot *pilot = agent->memory;
    const wayi_guide *guide = wayi_pilot_guide(agent);
    return guide->trim && target.index == 0 && !wayi_pilot_is_goal(pilot, target);
}

/// Whether a way over a cell is longer than one straight to what comes after it can be.
static bool pilot_turns(const way_agent *agent, way_cell over, way_cell to)
{
    const wayi_pilot *pilot = agent->memory;
    const way_map *map = wayi_pilot_grid(agent)->map;
    const wayi_climb first = wayi_climb_begin(wayi_pilot_grid(agent), pilot->cell, over);
    const wayi_climb second = wayi_climb_begin(wayi_pilot_grid(agent), over, to);
    return wayi_map_plain_distance(map, first.dx, first.dy) +
               wayi_map_plain_distance(map, second.dx, second.dy) >
           wayi_map_plain_distance(map, (int64_t)first.dx + second.dx,
                                   (int64_t)first.dy + second.dy);
}

void wayi_pilot_accept(way_agent *agent, wayi_pilot_point target)
{
    wayi_pilot *pilot = agent->memory;
    const way_cell over = wayi_pilot_cell(agent, target);
    if (over != WAY_CELL_NONE && over != pilot->cell && pilot_looks_past(agent, target)) {
        const wayi_pilot_point next = pilot_after(agent, target);
        const way_cell to = wayi_pilot_cell(agent, next);
        if (to != WAY_CELL_NONE && pilot_turns(agent, over, to)) {
            pilot->target = target;
            pilot_check(agent, next, to, WAYI_PILOT_HOPE_SKIP);
            return;
        }
    }
    wayi_pilot_climb(agent, target);
}

/// Looks for a chain.
static void pilot_plan(wayi_pilot *pilot)
{
    pilot->stage = WAYI_PILOT_PLAN;
    pilot->hope = WAYI_PILOT_HOPE_ENTER;
}

/// Searches the links for a chain.
static void pilot_search_links(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    wayi_pilot_drop_chain(agent);
    pilot->full = pilot->full || !wayi_pilot_begin_route(agent);
    pilot->stage = WAYI_PILOT_ROUTE;
}

/// Chooses the regions of both ends by tiers, each when what was looked at is paid for, and makes a
/// chain between them, or a piece of one.
static void pilot_run_tiers(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    if (pilot->hope == WAYI_PILOT_HOPE_PASS) {
        wayi_pilot_doubt(agent, pilot->target.hop, WAYI_PILOT_HOPE_PASS); // a piece was added
    } else if (pilot->hope == WAYI_PILOT_HOPE_ENTER) {
        if (wayi_pilot_choose_by_tiers(agent, true)) {
            pilot->hope = WAYI_PILOT_HOPE_LEAVE;
        }
    } else if (wayi_pilot_choose_by_tiers(agent, false)) {
        if (!wayi_pilot_lengthen(agent)) {
            pilot_search_links(agent);
        } else if (!pilot->full) {
            wayi_pilot_doubt(agent, 0, WAYI_PILOT_HOPE_GOAL);
        }
    }
}

/// Chooses the regions of both ends, each when what was looked at is paid for, and looks for a
/// chain between them.
static void pilot_run_plan(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_guide *guide = wayi_pilot_guide(agent);
    way_cost cost = 0;
    if (pilot->version != guide->atlas.version) {
        wayi_pilot_locate(agent);
        wayi_pilot_drop_chain(agent);
        pilot->hope = WAYI_PILOT_HOPE_ENTER;
    }
    if (!wayi_atlas_region_at(&guide->atlas, pilot->start_region) ||
        !wayi_atlas_region_at(&guide->atlas, pilot->goal_region)) {
        wayi_pilot_get_lost(agent);
        return;
    }
    if (guide->hops.off) {
        pilot_run_tiers(agent);
        return;
    }
    const bool last = pilot->hope == WAYI_PILOT_HOPE_LEAVE;
    if (!wayi_pilot_choose(agent, last)) {
        return;
    }
    if (!last) {
        pilot->hope = WAYI_PILOT_HOPE_LEAVE;
        return;
    }
    wayi_pilot_drop_chain(agent);
    const bool fits = wayi_hops_chain(&guide->hops, pilot->start_region, pilot->goal_region,
                                      &pilot->chain, &cost);
    if (fits && cost != WAY_COST_MAX && pilot->route.banned_count == 0) {
        wayi_pilot_doubt(agent, 0, WAYI_PILOT_HOPE_GOAL);
    } else if (fits && wayi_pilot_begin_route(agent)) {
        wayi_pilot_drop_chain(agent);
        pilot->stage = WAYI_PILOT_ROUTE;
    } else {
        pilot->full = true;
    }
}

/// Decides at the start of a trip, or of what is left of it.
static void pilot_decide_start(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_guide *guide = wayi_pilot_guide(agent);
    const uint32_t far = wayi_map_open_steps(wayi_pilot_grid(agent)->map, pilot->cell, pilot->goal);
    wayi_pilot_locate(agent);
    wayi_pilot_drop_chain(agent);
    if (++pilot->tries > WAYI_PILOT_TRIES) {
        wayi_pilot_get_lost(agent);
    } else if (pilot->tries == 1 && (guide->trim || far <= WAYI_PILOT_REACH)) {
        pilot_check(agent, (wayi_pilot_point){0, 0}, pilot->goal, WAYI_PILOT_HOPE_GOAL);
    } else {
        pilot_plan(pilot);
    }
}

/// Makes the next piece of the chain in time. False if there is nothing to do yet.
static bool pilot_go_on(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    if (pilot->target.index != 0 || pilot->target.hop + PILOT_AHEAD < pilot->chain.count) {
        return false;
    }
    const bool longer =
        pilot->version == wayi_pilot_guide(agent)->atlas.version && wayi_pilot_lengthen(agent);
    const bool ends = pilot->target.hop + 1 == pilot->chain.count;
    if (longer) {
        pilot->stage = WAYI_PILOT_PLAN;
        pilot->hope = WAYI_PILOT_HOPE_PASS;
    } else if (ends) {
        pilot->stage = WAYI_PILOT_START;
    }
    return longer || ends;
}

/// Decides on a point of the route.
static void pilot_decide_point(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    if (!wayi_pilot_is_verified(agent)) {
        wayi_pilot_doubt(agent, pilot->target.hop, WAYI_PILOT_HOPE_PASS);
        return;
    }
    if (wayi_pilot_leave(agent)) {
        return;
    }
    if (pilot->part && pilot_go_on(agent)) {
        return;
    }
    const wayi_pilot_point next = pilot_after(agent, pilot->target);
    const way_cell to = wayi_pilot_cell(agent, next);
    const bool on = pilot->target.hop + 1 < pilot->chain.count;
    if (on && !wayi_pilot_link(agent, pilot->target.hop)) {
        wayi_pilot_lead(agent, (wayi_pilot_point){pilot->target.hop + 1, 0});
    } else if (to == WAY_CELL_NONE || wayi_pilot_is_goal(pilot, pilot->target)) {
        pilot->stage = WAYI_PILOT_START; // the chain is gone
    } else if (wayi_pilot_is_goal(pilot, next)) {
        pilot_check(agent, next, to, WAYI_PILOT_HOPE_LAST);
    } else {
        wayi_pilot_accept(agent, next);
    }
}

static void pilot_check_failed(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_guide *guide = wayi_pilot_guide(agent);
    const way_map *map = wayi_pilot_grid(agent)->map;
    switch ((wayi_pilot_hope)pilot->hope) {
    case WAYI_PILOT_HOPE_GOAL:
        if (guide->searches &&
            wayi_map_open_steps(map, pilot->cell, pilot->goal) <= WAYI_PILOT_REACH) {
            wayi_pilot_search(agent, pilot->candidate, WAYI_PILOT_HOPE_GOAL);
        } else {
            pilot_plan(pilot);
        }
        break;
    case WAYI_PILOT_HOPE_SKIP:
        wayi_pilot_climb(agent, pilot->target);
        break;
    default:
        if (guide->searches) {
            wayi_pilot_search(agent, pilot->candidate, WAYI_PILOT_HOPE_LAST);
        } else {
            wayi_pilot_climb(agent, pilot->candidate);
        }
        break;
    }
}

/// Counts work that has no cell of its own as looks around.
static void pilot_count(way_agent *agent, uint32_t expansions)
{
    const wayi_pilot *pilot = agent->memory;
    agent->stats.expansions += expansions;
    for (uint32_t i = 0; agent->observer && i < expansions; i++) {
        wayi_walk_tell(agent, pilot->cell, agent->cost);
    }
}

/// Over weights a climb past the target must not cost more than the way over it.
static bool pilot_is_cheaper(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_grid *grid = wayi_pilot_grid(agent);
    if (!grid->layer->weights || pilot->hope != WAYI_PILOT_HOPE_SKIP) {
        return !grid->layer->weights || pilot->hope != WAYI_PILOT_HOPE_GOAL;
    }
    const way_cell over = wayi_pilot_cell(agent, pilot->target);
    const way_cell to = wayi_pilot_cell(agent, pilot->candidate);
    way_cost first = 0;
    way_cost second = 0;
    if (over == WAY_CELL_NONE || to == WAY_CELL_NONE) {
        return false; // a repair has taken it from the chain
    }
    pilot->due += wayi_map_open_steps(grid->map, pilot->cell, over) +
                  wayi_map_open_steps(grid->map, over, to);
    return !(wayi_climb_reaches(grid, pilot->cell, over, UINT32_MAX, &first) &&
             wayi_climb_reaches(grid, over, to, UINT32_MAX, &second)) ||
           pilot->check.cost <= way_cost_add(first, second);
}

/// Goes on with a check for up to *budget cells.
static void pilot_run_check(way_agent *agent, uint32_t *budget)
{
    wayi_pilot *pilot = agent->memory;
    const way_outcome outcome = wayi_walk_check(agent, &pilot->check, &pilot->purse, budget);
    if (outcome == WAY_OUTCOME_FOUND && pilot_is_cheaper(agent)) {
        wayi_pilot_accept(agent, pilot->candidate);
    } else if (outcome != WAY_OUTCOME_WORKING) {
        pilot_check_failed(agent);
    }
}

/// Goes on with the search for a leg or for a chain for up to *budget expansions.
static way_outcome pilot_run_search(way_agent *agent, uint32_t *budget)
{
    wayi_pilot *pilot = agent->memory;
    if (pilot->stage == WAYI_PILOT_SEARCH) {
        const way_outcome outcome = wayi_confined_step(&pilot->leg, budget);
        if (outcome == WAY_OUTCOME_FOUND) {
            pilot->stage = WAYI_PILOT_FOLLOW;
            wayi_path_buffer_clear(&pilot->way);
            pilot->full = !wayi_confined_trace_back(&pilot->leg, pilot->cell, &pilot->way);
            wayi_path_buffer_reverse(&pilot->way, 0);
        } else if (outcome == WAY_OUTCOME_NO_PATH) {
            wayi_pilot_search_failed(agent);
        }
        return outcome == WAY_OUTCOME_CAPACITY ? outcome : WAY_OUTCOME_WORKING;
    }
    const uint32_t before = *budget;
    const way_outcome outcome = wayi_pilot_run_route(agent, budget);
    pilot_count(agent, before - *budget);
    if (outcome == WAY_OUTCOME_FOUND) {
        wayi_pilot_doubt(agent, 0, WAYI_PILOT_HOPE_ENTER);
    } else if (outcome == WAY_OUTCOME_NO_PATH) {
        wayi_pilot_get_lost(agent);
    } else if (outcome != WAY_OUTCOME_WORKING) {
        return WAY_OUTCOME_CAPACITY;
    }
    return WAY_OUTCOME_WORKING;
}

// Moving ------------------------------------------------------------------------------------------

/// Commits a step; false without memory.
static bool pilot_move(way_agent *agent, uint32_t direction, uint32_t *budget)
{
    wayi_pilot *pilot = agent->memory;
    --*budget;
    wayi_walk_look(agent, pilot->cell, agent->cost);
    pilot->purse = wayi_pilot_guide(agent)->lookahead - 1;
    pilot->tries = 0;
    return wayi_walk_step(agent, &pilot->cell, direction) != WAY_OUTCOME_CAPACITY;
}

uint32_t wayi_pilot_direction(const way_agent *agent, way_cell cell)
{
    const wayi_pilot *pilot = agent->memory;
    const wayi_grid *grid = wayi_pilot_grid(agent);
    const uint32_t direction =
        wayi_map_direction(grid->map, cell, pilot->way.states[pilot->way.count - 1]);
    return wayi_layer_moves(grid->map, grid->layer, cell) >> direction & 1u ? direction
                                                                            : WAYI_CLIMB_STUCK;
}

/// Looks for a way without the database.
static way_outcome pilot_look(way_agent *agent, uint32_t *budget)
{
    wayi_pilot *pilot = agent->memory;
    const way_outcome outcome =
        wayi_rescue_look(&pilot->rescue, agent, pilot->cell, &pilot->way, budget);
    const bool unseen = outcome == WAY_OUTCOME_NO_PATH ||
                        (outcome == WAY_OUTCOME_FOUND && pilot->way.states[0] != pilot->climb_to);
    if (unseen && pilot->climb_to != pilot->goal) {
        wayi_pilot_lead_failed(agent, pilot->target);
        return WAY_OUTCOME_WORKING;
    }
    return outcome == WAY_OUTCOME_FOUND ? WAY_OUTCOME_WORKING : outcome;
}

/// Something is in the way that was not when the chain was made: looks for a way past it.
static void pilot_stick(way_agent *agent)
{
    const wayi_pilot *pilot = agent->memory;
    const uint32_t hop = pilot->target.hop - (pilot->target.index == 0 && pilot->target.hop > 0);
    if (hop + 1 >= pilot->chain.count) {
        wayi_pilot_get_lost(agent); // so near the goal there is no other way round
    } else {
        wayi_pilot_lead(agent, (wayi_pilot_point){hop + 1, 0});
    }
}

static way_outcome pilot_advance(way_agent *agent, uint32_t *budget)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_grid *grid = wayi_pilot_grid(agent);
    const bool climbs = pilot->stage == WAYI_PILOT_CLIMB;
    if (!climbs && pilot->way.count == 0) {
        return pilot_look(agent, budget);
    }
    wayi_climb climb = wayi_climb_begin(grid, pilot->cell, pilot->climb_to);
    const uint32_t direction =
        climbs ? wayi_climb_direction(grid, climb.x, climb.y, climb.dx, climb.dy)
               : wayi_pilot_direction(agent, pilot->cell);
    if (direction == WAYI_CLIMB_STUCK) {
        pilot_stick(agent);
        return WAY_OUTCOME_WORKING;
    }
    if (!pilot_move(agent, direction, budget)) {
        return WAY_OUTCOME_CAPACITY;
    }
    pilot->way.count -= !climbs;
    if (climbs && wayi_climb_is_straight(grid->map) && !agent->observer) {
        wayi_climb_shift(&climb, direction, 1);
        pilot->toward = (uint8_t)wayi_climb_aim(climb.dx, climb.dy);
        pilot->stride = wayi_climb_straight_steps(&climb);
    }
    return wayi_pilot_arrive(pilot);
}

/// Looks at the map again after edits. A trip whose unit was built over, or whose goal went out of
/// reach, is planned again from where it is.
static way_outcome pilot_notice(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_grid *grid = wayi_pilot_grid(agent);
    if (pilot->revision == grid->map->revision) {
        return WAY_OUTCOME_WORKING;
    }
    pilot->revision = grid->map->revision;
    pilot->checked = 0;
    pilot->way.count = pilot->stage == WAYI_PILOT_LOST ? 0 : pilot->way.count;
    wayi_rescue_aim(&pilot->rescue, pilot->goal);
    if (!(way_space_traits(agent->space) & WAY_SPACE_UNLINKED)) {
        return WAY_OUTCOME_STALE;
    }
    if (way_space_can_stand(agent->space, pilot->cell) &&
        wayi_agent_goal_works(agent, pilot->cell, pilot->goal)) {
        return WAY_OUTCOME_WORKING;
    }
    return wayi_agent_plan(agent) == WAY_STATUS_OK ? agent->at.outcome : WAY_OUTCOME_CAPACITY;
}

/// Starts over when the database has changed and is whole.
static void pilot_mind_version(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_guide *guide = wayi_pilot_guide(agent);
    if (pilot->version == guide->atlas.version) {
        return;
    }
    const bool whole = way_navigator_is_current(agent->navigator);
    if (pilot->stage == WAYI_PILOT_LOST || (pilot->stage == WAYI_PILOT_POINT && whole)) {
        pilot->stage = WAYI_PILOT_START;
        pilot->near_goal = false;
        wayi_route_forgive(&pilot->route);
    }
}

/// Takes what was looked at off the budget.
static void pilot_pay(way_agent *agent, uint32_t *budget)
{
    wayi_pilot *pilot = agent->memory;
    const uint32_t paid = pilot->due < *budget ? pilot->due : *budget;
    pilot->due -= paid;
    *budget -= paid;
    pilot_count(agent, paid);
}

way_outcome wayi_pilot_work(way_agent *agent, uint32_t budget)
{
    wayi_pilot *pilot = agent->memory;
    const uint32_t moves = agent->path.count;
    pilot->stride = 0;
    way_outcome outcome = pilot->cell == pilot->goal ? WAY_OUTCOME_FOUND : pilot_notice(agent);
    if (outcome == WAY_OUTCOME_WORKING && pilot->cell == pilot->goal) {
        return WAY_OUTCOME_FOUND; // just out of blocked ground
    }
    while (outcome == WAY_OUTCOME_WORKING && budget && agent->path.count == moves &&
           agent->at.phase != WAYI_SEEK) {
        if (pilot->due || pilot->full) {
            pilot_pay(agent, &budget);
            outcome = pilot->full ? WAY_OUTCOME_CAPACITY : outcome;
            continue;
        }
        pilot_mind_version(agent);
        switch ((wayi_pilot_stage)pilot->stage) {
        case WAYI_PILOT_START:
            pilot_decide_start(agent);
            break;
        case WAYI_PILOT_POINT:
            pilot_decide_point(agent);
            break;
        case WAYI_PILOT_PLAN:
            pilot_run_plan(agent);
            break;
        case WAYI_PILOT_CHECK:
            pilot_run_check(agent, &budget);
            break;
        case WAYI_PILOT_VERIFY:
            wayi_pilot_run_doubt(agent);
            break;
        case WAYI_PILOT_ROUTE:
        case WAYI_PILOT_SEARCH:
            outcome = pilot_run_search(agent, &budget);
            break;
        default:
            outcome = pilot_advance(agent, &budget);
            break;
        }
    }
    return outcome;
}
