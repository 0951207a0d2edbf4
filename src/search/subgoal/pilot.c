// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/subgoal/pilot.h"

#include "search/frame/observer.h"

/// Nearer targets are not worth a second look.
#define PILOT_PEEK_MIN 16u

static const wayi_guide *pilot_guide(const way_agent *agent)
{
    return agent->navigator->database;
}

static const wayi_grid *pilot_grid(const way_agent *agent)
{
    return (const wayi_grid *)agent->space;
}

/// Whether the database knows the map as it is.
static bool pilot_is_current(const way_agent *agent)
{
    const way_navigator *navigator = agent->navigator;
    return !navigator->repairing && navigator->revision == pilot_grid(agent)->map->revision;
}

way_status wayi_pilot_create(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_guide *guide = pilot_guide(agent);
    wayi_leg_init(&pilot->leg, agent->capacity, &agent->stats, agent->observer, &agent->allocator);
    wayi_lrta_init(&pilot->lrta, agent->capacity, &agent->allocator);
    const bool enough = guide->side == 0 || wayi_leg_reserve(&pilot->leg, guide->side);
    return enough ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

void wayi_pilot_destroy(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    wayi_leg_fini(&pilot->leg);
    wayi_lrta_fini(&pilot->lrta);
}

size_t wayi_pilot_bytes(const way_agent *agent)
{
    const wayi_pilot *pilot = agent->memory;
    return wayi_leg_bytes(&pilot->leg) + wayi_hash_table_bytes(&pilot->lrta.learned);
}

uint32_t wayi_pilot_bound(const way_navigator *navigator)
{
    const wayi_guide *guide = navigator->database;
    return guide->lookahead + guide->side * guide->side;
}

uint32_t wayi_pilot_region(const way_navigator *navigator, way_state state, way_state *place)
{
    const wayi_guide *guide = navigator->database;
    const uint32_t region = guide->find_region(guide, wayi_space_grid(navigator->space), state);
    if (region == WAYI_REGION_NONE) {
        return WAY_STATE_NONE;
    }
    *place = guide->routes.regions[region].place;
    return region;
}

way_status wayi_pilot_begin(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_guide *guide = pilot_guide(agent);
    pilot->cell = agent->start;
    pilot->goal = agent->goal.state;
    pilot->purse = guide->lookahead - 1;
    pilot->stage = WAYI_PILOT_START;
    pilot->distrusts = false;
    pilot->version = guide->version;
    pilot->revision = pilot_grid(agent)->map->revision;
    pilot->leg.touched = 0;
    wayi_lrta_aim(&pilot->lrta, pilot->goal);
    return WAY_STATUS_OK;
}

// The route ---------------------------------------------------------------------------------------

static wayi_pilot_point pilot_place(uint32_t region)
{
    return (wayi_pilot_point){WAYI_PILOT_NO_EDGE, region};
}

static wayi_pilot_point pilot_goal(void)
{
    return pilot_place(WAYI_REGION_NONE);
}

static bool pilot_is_goal(wayi_pilot_point point)
{
    return point.edge == WAYI_PILOT_NO_EDGE && point.index == WAYI_REGION_NONE;
}

way_cell wayi_pilot_cell(const way_agent *agent, wayi_pilot_point point)
{
    const wayi_routes *routes = &pilot_guide(agent)->routes;
    if (point.edge != WAYI_PILOT_NO_EDGE) {
        return wayi_routes_subgoal(routes, point.edge, point.index);
    }
    const wayi_pilot *pilot = agent->memory;
    return point.index == WAYI_REGION_NONE ? pilot->goal : routes->regions[point.index].place;
}

/// The point behind subgoal `index` - 1 of an edge.
static wayi_pilot_point pilot_subgoal(const wayi_routes *routes, uint32_t edge, uint32_t index)
{
    const wayi_route_edge *record = &routes->edges[edge];
    return index < record->subgoal_count ? (wayi_pilot_point){edge, index}
                                         : pilot_place(record->target);
}

/// The point that comes after one; itself if nothing does.
static wayi_pilot_point pilot_after(const way_agent *agent, wayi_pilot_point point)
{
    const wayi_pilot *pilot = agent->memory;
    const wayi_routes *routes = &pilot_guide(agent)->routes;
    if (point.edge != WAYI_PILOT_NO_EDGE) {
        return pilot_subgoal(routes, point.edge, point.index + 1);
    }
    if (point.index == WAYI_REGION_NONE) {
        return point;
    }
    if (point.index == pilot->goal_region) {
        return pilot_goal();
    }
    const uint32_t edge = wayi_routes_hop(routes, point.index, pilot->goal_region);
    return edge == WAYI_PILOT_NO_EDGE ? point : pilot_subgoal(routes, edge, 0);
}

// Deciding ----------------------------------------------------------------------------------------

static void pilot_check_failed(way_agent *agent);

/// Starts a check. Each takes one cell from the purse, so that even free ones come to an end. What
/// is farther away than the purse lasts is not worth a look.
static void pilot_check(way_agent *agent, wayi_pilot_point candidate, wayi_pilot_hope hope)
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
    pilot->check =
        wayi_climb_begin(pilot_grid(agent), pilot->cell, wayi_pilot_cell(agent, candidate));
    if (wayi_climb_least_steps(&pilot->check) > pilot->purse) {
        pilot_check_failed(agent);
    }
}

uint32_t wayi_pilot_aim(way_agent *agent, bool halves)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_grid *grid = pilot_grid(agent);
    const wayi_climb climb = wayi_climb_begin(grid, pilot->cell, pilot->climb_to);
    const uint32_t left = wayi_climb_least_steps(&climb);
    pilot->peek = halves && left > PILOT_PEEK_MIN ? left / 2 : pilot->peek;
    pilot->toward = (uint8_t)wayi_climb_aim(climb.dx, climb.dy);
    pilot->stride = wayi_climb_is_straight(grid->map) ? wayi_climb_straight_steps(&climb) : 0;
    const uint32_t before = left > pilot->peek ? left - pilot->peek : 0;
    if (pilot->peek && before < pilot->stride) {
        pilot->stride = before;
    }
    return left;
}

/// Sets out for a target, to look past it once more from half way if it `peeks`.
static void pilot_climb(way_agent *agent, wayi_pilot_point target, bool peeks)
{
    wayi_pilot *pilot = agent->memory;
    pilot->target = target;
    pilot->climb_to = wayi_pilot_cell(agent, target);
    pilot->peek = 0;
    (void)wayi_pilot_aim(agent, peeks);
    pilot->stage = pilot->cell == pilot->climb_to ? WAYI_PILOT_POINT : WAYI_PILOT_CLIMB;
}

/// Takes a target that can be climbed to, and tries for the one behind it.
static void pilot_accept(way_agent *agent, wayi_pilot_point target)
{
    wayi_pilot *pilot = agent->memory;
    if (pilot_guide(agent)->trim && !pilot_is_goal(target)) {
        pilot->target = target;
        pilot_check(agent, pilot_after(agent, target), WAYI_PILOT_HOPE_SKIP);
    } else {
        pilot_climb(agent, target, false);
    }
}

way_rect wayi_pilot_sector(const way_agent *agent, way_cell cell)
{
    const way_map *map = pilot_grid(agent)->map;
    const uint32_t side = pilot_guide(agent)->side;
    const uint32_t y = wayi_map_row(map, cell);
    const uint32_t left = (cell - y * map->width) / side * side;
    const uint32_t top = y / side * side;
    return (way_rect){left, top, left + side < map->width ? side : map->width - left,
                      top + side < map->height ? side : map->height - top};
}

/// Goes by what this trip learns until the database changes.
static void pilot_get_lost(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    pilot->stage = WAYI_PILOT_LOST;
    pilot->distrusts = pilot_is_current(agent);
    pilot->version = pilot_guide(agent)->version;
}

/// Looks for a way inside the sector.
static void pilot_search(way_agent *agent, wayi_pilot_point target)
{
    wayi_pilot *pilot = agent->memory;
    pilot_climb(agent, target, false);
    if (pilot->stage == WAYI_PILOT_POINT) {
        return;
    }
    const way_rect here = wayi_pilot_sector(agent, pilot->cell);
    const way_rect there = wayi_pilot_sector(agent, pilot->climb_to);
    if (here.x != there.x || here.y != there.y) {
        pilot_get_lost(agent); // bytes of a trip may say anything
        return;
    }
    pilot->stage = WAYI_PILOT_SEARCH;
    if (!wayi_leg_begin(&pilot->leg, pilot_grid(agent), here, pilot->cell, pilot->climb_to)) {
        pilot->leg.full = true;
    }
}

/// Heads for the place of the region that the agent is in, or for the goal if it is there, too.
static void pilot_enter(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_guide *guide = pilot_guide(agent);
    const wayi_pilot_point place = pilot_place(pilot->start_region);
    if (guide->side == 0) {
        pilot_accept(agent, place);
    } else if (pilot->start_region == pilot->goal_region) {
        pilot_search(agent, pilot_goal());
    } else {
        pilot_check(agent, place, WAYI_PILOT_HOPE_PLACE);
    }
}

/// Decides at the start of a trip, or of what is left of it.
static void pilot_decide_start(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_guide *guide = pilot_guide(agent);
    pilot->version = guide->version;
    pilot->start_region = guide->find_region(guide, pilot_grid(agent), pilot->cell);
    pilot->goal_region = guide->find_region(guide, pilot_grid(agent), pilot->goal);
    const bool same = pilot->start_region == pilot->goal_region;
    if (pilot->start_region == WAYI_REGION_NONE || pilot->goal_region == WAYI_REGION_NONE) {
        pilot_get_lost(agent);
    } else if (guide->trim || (same && guide->side)) {
        pilot_check(agent, pilot_goal(), WAYI_PILOT_HOPE_GOAL);
    } else {
        pilot_enter(agent);
    }
}

/// Decides on a point of the route.
static void pilot_decide_point(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_pilot_point at = pilot->target;
    const wayi_pilot_point next = pilot_after(agent, at);
    if (wayi_pilot_cell(agent, next) == pilot->cell) {
        pilot_get_lost(agent); // no route goes in place
    } else if (pilot_is_goal(next) && pilot_guide(agent)->side) {
        pilot_check(agent, next, WAYI_PILOT_HOPE_LAST);
    } else {
        pilot_accept(agent, next);
    }
}

static void pilot_check_failed(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    switch ((wayi_pilot_hope)pilot->hope) {
    case WAYI_PILOT_HOPE_GOAL:
        if (pilot->start_region == pilot->goal_region) {
            pilot_enter(agent);
        } else {
            pilot_check(agent, pilot_after(agent, pilot_place(pilot->start_region)),
                        WAYI_PILOT_HOPE_FIRST);
        }
        break;
    case WAYI_PILOT_HOPE_FIRST:
        pilot_enter(agent);
        break;
    case WAYI_PILOT_HOPE_SKIP:
        pilot_climb(agent, pilot->target, true);
        break;
    case WAYI_PILOT_HOPE_PEEK:
        pilot_climb(agent, pilot->target, false);
        break;
    default:
        pilot_search(agent, pilot->candidate);
        break;
    }
}

/// Tells the observer of a cell whose steps are looked at.
static void pilot_tell(const way_agent *agent, way_cell cell, way_cost cost)
{
    wayi_observer_write(agent->observer,
                        (way_event){WAY_EVENT_EXPAND, cell, WAY_STATE_NONE, cost, cost});
}

/// Goes on with a check for up to *budget cells.
static void pilot_run_check(way_agent *agent, uint32_t *budget)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_grid *grid = pilot_grid(agent);
    bool free = true;
    while (free && *budget && pilot->purse && !wayi_climb_is_there(&pilot->check)) {
        uint32_t steps = *budget < pilot->purse ? *budget : pilot->purse;
        if (agent->observer) {
            steps = 1;
            pilot_tell(agent, pilot->check.y * grid->map->width + pilot->check.x,
                       pilot->check.cost);
        }
        uint32_t left = steps;
        free = wayi_climb_run(grid, &pilot->check, &left);
        *budget -= steps - left;
        pilot->purse -= steps - left;
        agent->stats.expansions += steps - left;
    }
    if (free && wayi_climb_is_there(&pilot->check)) {
        if (pilot->hope == WAYI_PILOT_HOPE_PLACE) {
            pilot_climb(agent, pilot->candidate, false);
        } else {
            pilot_accept(agent, pilot->candidate);
        }
    } else if (!free || pilot->purse == 0) {
        pilot_check_failed(agent);
    }
}

/// Goes on with the search for a leg for up to *budget cells.
static way_outcome pilot_run_search(way_agent *agent, uint32_t *budget)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_leg_state state = wayi_leg_run(&pilot->leg, pilot_grid(agent), budget);
    if (state == WAYI_LEG_FOUND) {
        pilot->stage = WAYI_PILOT_FOLLOW;
    } else if (state == WAYI_LEG_NONE && pilot->leg.full) {
        return WAY_OUTCOME_CAPACITY;
    } else if (state == WAYI_LEG_NONE) {
        pilot_get_lost(agent);
    }
    return WAY_OUTCOME_MOVING;
}

// Moving ------------------------------------------------------------------------------------------

/// Commits a step; false without memory.
static bool pilot_move(way_agent *agent, uint32_t direction, uint32_t *budget)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_guide *guide = pilot_guide(agent);
    const way_map *map = pilot_grid(agent)->map;
    const way_cell from = pilot->cell;
    --*budget;
    agent->stats.expansions++;
    if (agent->observer) {
        pilot_tell(agent, from, agent->cost);
    }
    pilot->cell = from + (uint32_t)map->offsets[direction];
    pilot->purse = guide->lookahead - 1;
    return wayi_agent_commit(agent, pilot->cell, map->steps[direction]);
}

/// The direction to the target, or WAYI_CLIMB_STUCK if the map has changed and none leads there.
static uint32_t pilot_direction(const way_agent *agent)
{
    const wayi_pilot *pilot = agent->memory;
    const wayi_grid *grid = pilot_grid(agent);
    if (pilot->stage == WAYI_PILOT_CLIMB) {
        return wayi_climb_next(grid, pilot->cell, pilot->climb_to);
    }
    const uint32_t direction = wayi_leg_direction(&pilot->leg, grid->map, pilot->cell);
    const uint32_t moves = wayi_layer_moves(grid->map, grid->layer, pilot->cell);
    return moves >> direction & 1u ? direction : WAYI_CLIMB_STUCK;
}

/// One step of LRTA*: to the neighbour that looks best, after writing down how good that is.
static way_outcome pilot_wander(way_agent *agent, uint32_t *budget)
{
    wayi_pilot *pilot = agent->memory;
    const uint32_t direction = wayi_lrta_next(&pilot->lrta, agent, pilot->cell);
    if (direction >= WAYI_DIRECTIONS) {
        return direction == WAYI_DIRECTIONS ? WAY_OUTCOME_NO_PATH : WAY_OUTCOME_CAPACITY;
    }
    if (!way_space_can_stand(agent->space, pilot->cell)) {
        pilot->distrusts = false; // the database is not to blame for a blocked cell
    }
    return pilot_move(agent, direction, budget) ? WAY_OUTCOME_MOVING : WAY_OUTCOME_CAPACITY;
}

/// Where the agent stands now decides how it goes on.
static way_outcome pilot_arrive(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    if (pilot->cell == pilot->goal) {
        return WAY_OUTCOME_ARRIVED;
    }
    if (pilot->stage != WAYI_PILOT_LOST && pilot->cell == pilot->climb_to) {
        pilot->stage = WAYI_PILOT_POINT;
    }
    return WAY_OUTCOME_MOVING;
}

/// Half way to a target that nothing behind could be seen from: looks again, if there is still a
/// database to say what is behind.
static bool pilot_peeks(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    if (pilot->peek == 0 || pilot->stride || wayi_pilot_aim(agent, false) > pilot->peek) {
        return false;
    }
    pilot->peek = 0;
    if (!pilot_is_current(agent) || pilot->version != pilot_guide(agent)->version) {
        return false;
    }
    pilot_check(agent, pilot_after(agent, pilot->target), WAYI_PILOT_HOPE_PEEK);
    return true;
}

/// Whether the next step of a climb is known to go straight at its end.
static bool pilot_strides(const way_agent *agent)
{
    const wayi_pilot *pilot = agent->memory;
    const wayi_grid *grid = pilot_grid(agent);
    return pilot->stage == WAYI_PILOT_CLIMB && pilot->stride &&
           (grid->map->moves[grid->layer->around[pilot->cell]] >> pilot->toward & 1u);
}

static way_outcome pilot_stride(way_agent *agent, uint32_t *budget)
{
    wayi_pilot *pilot = agent->memory;
    pilot->stride--;
    return pilot_move(agent, pilot->toward, budget) ? pilot_arrive(agent) : WAY_OUTCOME_CAPACITY;
}

static way_outcome pilot_advance(way_agent *agent, uint32_t *budget)
{
    wayi_pilot *pilot = agent->memory;
    way_outcome outcome = WAY_OUTCOME_MOVING;
    if (pilot_strides(agent)) {
        return pilot_stride(agent, budget);
    }
    if (pilot->stage == WAYI_PILOT_LOST) {
        outcome = pilot_wander(agent, budget);
        return outcome == WAY_OUTCOME_MOVING ? pilot_arrive(agent) : outcome;
    }
    if (pilot->stage == WAYI_PILOT_CLIMB && pilot_peeks(agent)) {
        return WAY_OUTCOME_MOVING;
    }
    const uint32_t direction = pilot_direction(agent);
    if (direction == WAYI_CLIMB_STUCK) {
        // Only a changed map does that. One that has not changed since means a bad database.
        pilot->stage = WAYI_PILOT_START;
        if (pilot->version == pilot_guide(agent)->version) {
            pilot_get_lost(agent);
        }
        return WAY_OUTCOME_MOVING;
    }
    if (!pilot_move(agent, direction, budget)) {
        return WAY_OUTCOME_CAPACITY;
    }
    (void)wayi_pilot_aim(agent, false);
    return pilot_arrive(agent);
}

/// Looks at the map again after edits: NO_PATH if the goal went out of reach.
static way_outcome pilot_notice(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_grid *grid = pilot_grid(agent);
    if (pilot->revision == grid->map->revision) {
        return WAY_OUTCOME_MOVING;
    }
    pilot->revision = grid->map->revision;
    wayi_lrta_aim(&pilot->lrta, pilot->goal);
    if (!(way_space_traits(agent->space) & WAY_SPACE_UNIFORM_COST)) {
        return WAY_OUTCOME_STALE;
    }
    const bool reachable = way_space_can_stand(agent->space, pilot->goal) &&
                           wayi_space_may_reach(agent->space, pilot->cell, pilot->goal);
    return reachable ? WAY_OUTCOME_MOVING : WAY_OUTCOME_NO_PATH;
}

/// Asks the database only while it knows the map, and anew when it has changed.
static void pilot_mind_version(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    // Whoever is on a leg of the way finishes it.
    if (pilot->stage == WAYI_PILOT_CLIMB || pilot->stage == WAYI_PILOT_FOLLOW) {
        return;
    }
    const bool current = pilot_is_current(agent);
    const bool same = pilot->version == pilot_guide(agent)->version;
    if (pilot->stage == WAYI_PILOT_LOST) {
        if (current && !(pilot->distrusts && same)) {
            pilot->stage = WAYI_PILOT_START;
        }
        return;
    }
    if (!current) {
        pilot_get_lost(agent);
    } else if (!same) {
        pilot->stage = WAYI_PILOT_START;
    }
}

static way_outcome pilot_work(way_agent *agent, uint32_t budget)
{
    wayi_pilot *pilot = agent->memory;
    if (pilot->cell == pilot->goal) {
        return WAY_OUTCOME_ARRIVED;
    }
    way_outcome outcome = pilot_notice(agent);
    const uint32_t moves = agent->path.count;
    while (outcome == WAY_OUTCOME_MOVING && budget && agent->path.count == moves) {
        pilot_mind_version(agent);
        switch ((wayi_pilot_stage)pilot->stage) {
        case WAYI_PILOT_START:
            pilot_decide_start(agent);
            break;
        case WAYI_PILOT_POINT:
            pilot_decide_point(agent);
            break;
        case WAYI_PILOT_CHECK:
            pilot_run_check(agent, &budget);
            break;
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

/// Most steps are the next one of a climb on a map that has not changed, straight at its end.
way_outcome wayi_pilot_step(way_agent *agent, uint32_t budget)
{
    const wayi_pilot *pilot = agent->memory;
    const bool same = pilot->revision == pilot_grid(agent)->map->revision;
    return same && pilot_strides(agent) ? pilot_stride(agent, &budget) : pilot_work(agent, budget);
}
