// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Leaving blocked ground, as when a building appears over a unit. From deep inside, where no step
// is legal, one goes the shortest way over blocked cells to where one can stand and a goal can be
// reached from. From the last blocked cell on that way algorithms that promise BLOCKED_START plan
// over every legal step out; the others begin at the exit that looks best.
#include "search/trip/leave.h"

#include "search/engine/read_set.h"
#include "search/trip/algorithm.h"

/// How many cells away from a place to stand one may be.
#define LEAVE_RINGS 64

/// All cells of a map are less than so many from any.
#define LEAVE_ALL 65536u

/// Most looks at cells, or as much, for a way out of deep inside blocked ground.
#define LEAVE_LOOKS 32768u

/// What it costs to compare what two places belong to, in looks at a cell.
#define LEAVE_COMPARE 2u

/// How many looks may be made to see whether a place within a range can be reached.
#define LEAVE_RANGE_LOOKS 4096u

/// So many places that lead nowhere are remembered, so that none that they lead to is asked about.
#define LEAVE_VAIN_MAX 16u

/// Whether the reachable place nearest to a cell lies within the range of the goal.
static bool leave_reaches_near(const wayi_leaver *unit, way_state exit, way_cell cell,
                               uint64_t *left)
{
    const wayi_grid *grid = wayi_space_grid(wayi_space_below(unit->space));
    wayi_nearest nearest = wayi_nearest_begin(cell);
    nearest.distance = unit->goal->range; // what is farther is none
    const bool done = wayi_nearest_step(grid->map, grid->layer, exit, &nearest, left);
    return !done ||
           (nearest.best != WAY_CELL_NONE && wayi_goal_is_reached(unit->goal, nearest.best));
}

/// Whether a place within the range of the goal can be reached, from which links may lead there;
/// yes, if many looks don't tell.
static bool leave_reaches_range(const wayi_leaver *unit, way_state exit, uint64_t *looks)
{
    const wayi_goal *goal = unit->goal;
    const wayi_grid *grid = wayi_space_grid(wayi_space_below(unit->space));
    if (!grid) {
        const way_space *space = unit->space;
        const way_state nearest = space->type->nearest_reachable(space, exit, goal->state);
        return nearest != WAY_STATE_NONE && wayi_goal_is_reached(goal, nearest);
    }
    const wayi_link_table *links = grid->map->links;
    uint64_t left = LEAVE_RANGE_LOOKS;
    bool reaches = leave_reaches_near(unit, exit, goal->state, &left);
    for (uint32_t i = 0; links && i < links->count && !reaches; i++) {
        const way_map_link *link = &links->items[links->order[0][i]];
        reaches = wayi_link_concerns(link, grid->layer) &&
                  wayi_goal_distance(goal, link->from) == 0 &&
                  leave_reaches_near(unit, exit, link->from, &left);
    }
    *looks += LEAVE_RANGE_LOOKS - left;
    return reaches;
}

/// Whether some goal can be reached from a state, as far as the space can tell; adds what it looks
/// at.
static bool leave_leads(const wayi_leaver *unit, way_state exit, uint64_t *looks)
{
    const way_space *space = unit->space;
    const wayi_goal *goal = unit->goal;
    *looks += (uint64_t)(goal->kind == WAYI_GOAL_SET ? goal->count : 1) * LEAVE_COMPARE;
    if (goal->kind == WAYI_GOAL_ONE) {
        return wayi_space_may_reach(space, exit, goal->state);
    }
    if (goal->kind == WAYI_GOAL_RANGE && wayi_agent_knows_nearest(space)) {
        return leave_reaches_range(unit, exit, looks);
    }
    bool leads = goal->kind != WAYI_GOAL_SET;
    for (uint32_t i = 0; i < goal->count && !leads; i++) {
        leads = wayi_space_may_reach(space, exit, goal->states[i]);
    }
    return leads;
}

/// The agent as one who leaves blocked ground.
static wayi_leaver leave_as(const way_agent *agent)
{
    const way_trip *trip = &agent->wish.trip;
    return (wayi_leaver){.space = agent->space,
                         .goal = &agent->goal,
                         .edges = agent->edges,
                         .home = trip->mode == WAY_GOAL_EXACT ? trip->goal : WAY_STATE_NONE};
}

bool wayi_agent_leads(const way_agent *agent, way_state exit)
{
    const wayi_leaver unit = leave_as(agent);
    uint64_t looks = 0;
    return leave_leads(&unit, exit, &looks);
}

uint32_t wayi_agent_expand(const way_agent *agent, way_state state, way_edge *edges)
{
    way_space *space = agent->space;
    const uint32_t count = space->type->expand(space, state, edges);
    if (count == WAY_EXPAND_FULL || !space->type->is_reachable ||
        (way_space_traits(space) & WAY_SPACE_SYMMETRIC)) {
        return count;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (wayi_space_may_reach(space, edges[i].to, state) ||
            wayi_agent_leads(agent, edges[i].to)) {
            edges[kept++] = edges[i];
        }
    }
    return kept;
}

/// As the crow flies, over plain ground.
static uint64_t leave_distance(const way_map *map, way_cell a, way_cell b)
{
    const int64_t width = map->width;
    return wayi_map_plain_distance(map, a % width - b % width, a / width - b / width);
}

/// What is nearest so far.
typedef struct leave_nearest {
    way_cell cell;
    uint64_t distance;
} leave_nearest;

static bool leave_is_nearer(const leave_nearest *nearest, way_cell cell, uint64_t distance)
{
    return distance < nearest->distance || (distance == nearest->distance && cell < nearest->cell);
}

/// Of the blocked cells that one steps from to `exit`, the one nearest to where the unit is (then
/// the lowest).
static way_cell leave_gate(const wayi_leaver *unit, way_cell from, way_cell exit)
{
    const way_map *map = wayi_read_map(unit->space);
    uint32_t x = 0;
    uint32_t y = 0;
    way_map_position(map, exit, &x, &y);
    leave_nearest best = {WAY_CELL_NONE, UINT64_MAX};
    for (uint32_t direction = 0; direction < WAYI_DIRECTIONS; direction++) {
        const way_cell cell = way_map_cell(map, (int64_t)x - wayi_direction_x[direction],
                                           (int64_t)y - wayi_direction_y[direction]);
        if (cell == WAY_CELL_NONE || way_space_can_stand(unit->space, cell) ||
            wayi_space_step(unit->space, unit->edges, cell, exit) == WAY_COST_MAX) {
            continue;
        }
        const uint64_t far = leave_distance(map, from, cell);
        if (leave_is_nearer(&best, cell, far)) {
            best = (leave_nearest){cell, far};
        }
    }
    return best.cell;
}

/// The neighbour of a cell that is nearest to another one (then the lowest), whatever stands there.
static way_cell leave_step(const way_map *map, way_cell from, way_cell to, way_cost *cost)
{
    uint32_t x = 0;
    uint32_t y = 0;
    way_map_position(map, from, &x, &y);
    way_cell best = from;
    uint64_t least = leave_distance(map, from, to);
    for (uint32_t direction = 0; direction < WAYI_DIRECTIONS; direction++) {
        const way_cell cell = way_map_cell(map, (int64_t)x + wayi_direction_x[direction],
                                           (int64_t)y + wayi_direction_y[direction]);
        const bool exists = map->moves[UINT8_MAX] >> direction & 1u;
        const uint64_t far = cell == WAY_CELL_NONE ? UINT64_MAX : leave_distance(map, cell, to);
        if (exists && (far < least || (far == least && cell < best && best != from))) {
            least = far;
            best = cell;
            *cost = map->steps[direction];
        }
    }
    return best;
}

/// Whether a unit is so deep inside blocked ground that no step leads out of it.
static bool leave_is_deep(const wayi_leaver *unit, way_state state)
{
    way_space *space = unit->space;
    return wayi_read_map(space) && unit->home != state && !way_space_can_stand(space, state) &&
           space->type->expand(space, state, unit->edges) == 0;
}

/// Whether the straight walk to a cell leads over cells alone that no step leads out of. Each step
/// costs `*looks` as many looks as there are directions.
static bool leave_is_clear(const wayi_leaver *unit, way_cell from, way_cell to, uint64_t *looks)
{
    const way_map *map = wayi_read_map(unit->space);
    way_cost cost = 0;
    while (from != to && leave_is_deep(unit, from)) {
        from = leave_step(map, from, to, &cost);
        *looks += WAYI_DIRECTIONS;
    }
    return from == to;
}

/// The search for a place to stand around a cell.
typedef struct leave_search {
    const wayi_leaver *unit;
    const way_map *map;
    way_cell from;
    uint32_t x, y;                 ///< the same
    leave_nearest any;             ///< place to stand
    leave_nearest leads;           ///< of those from which a goal can be reached
    leave_nearest clear;           ///< of these, that the walk to is clear
    way_cell sound;                ///< a place from which one can, or WAY_CELL_NONE
    way_cell vain[LEAVE_VAIN_MAX]; ///< places from which none can
    uint32_t vain_count;
    uint64_t looks;
} leave_search;

/// Whether a goal can be reached from a place to stand, as far as the space can tell.
static bool leave_may_lead(leave_search *search, way_cell cell)
{
    const wayi_leaver *unit = search->unit;
    const uint32_t known =
        search->vain_count < LEAVE_VAIN_MAX ? search->vain_count : LEAVE_VAIN_MAX;
    for (uint32_t i = 0; i < known; i++) {
        search->looks += LEAVE_COMPARE;
        if (wayi_space_may_reach(unit->space, search->vain[i], cell)) {
            return false;
        }
    }
    search->looks += LEAVE_COMPARE;
    if (search->sound != WAY_CELL_NONE && wayi_space_may_reach(unit->space, cell, search->sound)) {
        return true;
    }
    const wayi_goal *goal = unit->goal;
    // Where links make others nearer, the place nearest over plain ground is as much as is known.
    const bool unknown = goal->kind == WAYI_GOAL_RANGE && !wayi_agent_knows_nearest(unit->space) &&
                         unit->space->type->nearest_reachable;
    const bool leads = unknown ? leave_reaches_range(unit, cell, &search->looks)
                               : leave_leads(unit, cell, &search->looks);
    if (leads) {
        search->sound = cell;
    } else {
        search->vain[search->vain_count++ % LEAVE_VAIN_MAX] = cell;
    }
    return leads;
}

static void leave_look(leave_search *search, int64_t dx, int64_t dy)
{
    const way_cell cell = way_map_cell(search->map, search->x + dx, search->y + dy);
    const uint64_t distance = wayi_map_plain_distance(search->map, dx, dy);
    search->looks += cell != WAY_CELL_NONE;
    if (cell == WAY_CELL_NONE || !leave_is_nearer(&search->clear, cell, distance) ||
        !way_space_can_stand(search->unit->space, cell)) {
        return;
    }
    if (leave_is_nearer(&search->any, cell, distance)) {
        search->any = (leave_nearest){cell, distance};
    }
    if (search->looks >= LEAVE_LOOKS || !leave_may_lead(search, cell)) {
        return;
    }
    search->looks += WAYI_DIRECTIONS;
    const way_cell gate = leave_gate(search->unit, search->from, cell);
    if (gate == WAY_CELL_NONE) {
        return;
    }
    if (leave_is_nearer(&search->leads, cell, distance)) {
        search->leads = (leave_nearest){cell, distance};
    }
    if (leave_is_clear(search->unit, search->from, gate, &search->looks)) {
        search->clear = (leave_nearest){cell, distance};
    }
}

/// Looks at the cells of the map at a distance.
static void leave_look_around(leave_search *search, int64_t ring)
{
    const int64_t left = ring < search->x ? -ring : -(int64_t)search->x;
    const int64_t top = ring < search->y ? -ring : -(int64_t)search->y;
    const int64_t right = search->map->width - 1 - (int64_t)search->x;
    const int64_t bottom = search->map->height - 1 - (int64_t)search->y;
    for (int64_t dx = left; dx <= ring && dx <= right; dx++) {
        leave_look(search, dx, -ring);
        leave_look(search, dx, ring);
    }
    for (int64_t dy = top; dy <= ring && dy <= bottom; dy++) {
        leave_look(search, -ring, dy);
        leave_look(search, ring, dy);
    }
}

wayi_way_out wayi_leave_exit(const wayi_leaver *unit, way_cell from)
{
    const way_map *map = wayi_read_map(unit->space);
    const leave_nearest none = {WAY_CELL_NONE, UINT64_MAX};
    leave_search search = {.unit = unit,
                           .map = map,
                           .from = from,
                           .any = none,
                           .leads = none,
                           .clear = none,
                           .sound = WAY_CELL_NONE};
    way_map_position(map, from, &search.x, &search.y);
    // No metric of ours is below the longer axis times the cardinal cost, or the diagonal one.
    const uint64_t step =
        map->neighbours == WAY_NEIGHBOURS_8 && map->costs.diagonal < map->costs.cardinal
            ? map->costs.diagonal
            : map->costs.cardinal;
    uint32_t ring = 1;
    while (ring <= LEAVE_RINGS && ring * step <= search.clear.distance) {
        leave_look_around(&search, ring++);
    }
    const way_cell clear = search.clear.cell;
    const way_cell leads = search.leads.cell != WAY_CELL_NONE ? search.leads.cell : search.any.cell;
    return (wayi_way_out){.cell = clear != WAY_CELL_NONE ? clear : leads,
                          // Any edit may make one that was passed by lead to the goal.
                          .rings = search.any.cell != clear ? LEAVE_ALL
                                   : ring <= LEAVE_RINGS    ? ring
                                                            : LEAVE_RINGS,
                          .clear = clear != WAY_CELL_NONE || search.leads.cell == WAY_CELL_NONE,
                          .looked = search.looks / WAYI_LOOKS};
}

bool wayi_agent_is_deep(const way_agent *agent, way_state state)
{
    const wayi_leaver unit = leave_as(agent);
    return leave_is_deep(&unit, state);
}

/// Where one can step out of blocked ground that a state is deep inside of; else the state itself.
static way_state leave_find_gate(way_agent *agent, way_state state)
{
    if (!wayi_agent_is_deep(agent, state) || !wayi_agent_wish(agent)) {
        return state;
    }
    const wayi_leaver unit = leave_as(agent);
    const wayi_way_out out = wayi_leave_exit(&unit, state);
    const way_cell gate =
        out.cell == WAY_CELL_NONE ? WAY_CELL_NONE : leave_gate(&unit, state, out.cell);
    agent->exit.rings = out.rings;
    agent->exit.clear = out.clear;
    agent->looked += out.looked;
    return gate == WAY_CELL_NONE ? state : gate;
}

void wayi_agent_surface(way_agent *agent)
{
    const way_state gate = leave_find_gate(agent, agent->start);
    agent->exit.deep = agent->start != gate;
    agent->start = gate;
}

bool wayi_agent_lead_holds(const way_agent *agent)
{
    way_space *space = agent->space;
    if (wayi_agent_is_realtime(agent)) {
        return !wayi_agent_is_deep(agent, wayi_agent_last(agent));
    }
    const way_state *states = agent->path.states;
    for (uint32_t i = 0; i < agent->exit.deep; i++) {
        const bool free = agent->exit.clear && way_space_can_stand(space, states[i]);
        if (i ? free : !wayi_agent_is_deep(agent, states[0])) {
            return false;
        }
    }
    if (agent->exit.deep < agent->exit.lead - 1) { // by a step out that is chosen already
        return wayi_agent_step_cost(agent, states[agent->exit.deep],
                                    states[agent->exit.deep + 1]) != WAY_COST_MAX;
    }
    return way_space_can_stand(space, states[agent->exit.deep])
               ? agent->exit.deep == 0
               : !wayi_agent_is_deep(agent, states[agent->exit.deep]);
}

bool wayi_agent_keeps_exit(const way_agent *agent)
{
    return agent->exit.rings == LEAVE_ALL && wayi_agent_lead_holds(agent);
}

bool wayi_agent_ground_moved(const way_agent *agent, const way_rect *rects, uint32_t count)
{
    const way_map *map = wayi_read_map(agent->space);
    if (!map || agent->exit.deep == 0) {
        return false;
    }
    const uint32_t size = wayi_space_touched(agent->space, 0).down; // what a cell concerns
    const int64_t far = (int64_t)agent->exit.rings + size;
    uint32_t x = 0;
    uint32_t y = 0;
    way_map_position(map, agent->path.states[0], &x, &y);
    bool moved = false;
    for (uint32_t i = 0; i < count && !moved; i++) {
        const way_rect rect = rects[i];
        moved = rect.x <= x + far && x <= rect.x + rect.width + far && rect.y <= y + far &&
                y <= rect.y + rect.height + far;
    }
    return moved;
}

bool wayi_agent_leads_out(const way_agent *agent, uint32_t index, way_state to)
{
    return index < agent->exit.deep &&
           (!agent->exit.clear || (!way_space_can_stand(agent->space, agent->path.states[index]) &&
                                   !way_space_can_stand(agent->space, to)));
}

/// Goes from deep inside blocked ground to the gate, which is agent->start; false without memory.
static bool leave_walk(way_agent *agent)
{
    const way_map *map = wayi_read_map(agent->space);
    way_state place = agent->path.states[agent->path.count - 1];
    agent->exit.deep = 0;
    while (place != agent->start) {
        way_cost cost = 0;
        place = leave_step(map, place, agent->start, &cost);
        if (!wayi_agent_commit(agent, place, cost)) {
            return false;
        }
        agent->exit.deep++;
    }
    return true;
}

way_cost wayi_agent_move_cost(const way_agent *agent, uint32_t index)
{
    const way_state from = agent->path.states[index];
    const way_state to = agent->path.states[index + 1];
    const way_map *map = wayi_read_map(agent->space);
    if (index < agent->exit.deep && !agent->exit.clear) {
        return wayi_map_plain_step(map, from, to);
    }
    const way_cost cost = wayi_agent_step_cost(agent, from, to);
    const bool blocked = map && !way_space_can_stand(agent->space, from);
    return cost == WAY_COST_MAX && blocked ? wayi_map_plain_step(map, from, to) : cost;
}

/// The exit of the last blocked state on the way out that looks best; WAY_STATE_NONE if none leads
/// to the goal.
static way_edge leave_choose(way_agent *agent)
{
    way_space *space = agent->space;
    const uint32_t degree = space->type->expand(space, agent->start, agent->edges);
    way_edge chosen = {WAY_STATE_NONE, 0};
    way_cost best = WAY_COST_MAX;
    for (uint32_t i = 0; degree != WAY_EXPAND_FULL && i < degree; i++) {
        const way_edge edge = agent->edges[i];
        const way_cost estimate =
            way_cost_add(edge.cost, wayi_goal_distance(&agent->goal, edge.to));
        if (estimate < best && wayi_agent_leads(agent, edge.to)) {
            best = estimate;
            chosen = edge;
        }
    }
    return chosen;
}

way_status wayi_agent_step_out(way_agent *agent, bool walks)
{
    const way_edge exit = leave_choose(agent);
    if (exit.to == WAY_STATE_NONE) {
        agent->at.outcome = WAY_OUTCOME_NO_PATH;
        return WAY_STATUS_OK;
    }
    const bool walked = !walks || leave_walk(agent);
    agent->start = exit.to;
    return walked && wayi_agent_commit(agent, exit.to, exit.cost) ? WAY_STATUS_OK
                                                                  : WAY_STATUS_NO_MEMORY;
}

way_status wayi_agent_leave(way_agent *agent, const wayi_algorithm *by)
{
    if ((by->info.traits & WAY_TRAIT_BLOCKED_START) ||
        way_space_can_stand(agent->space, agent->start) ||
        wayi_goal_is_reached(&agent->goal, agent->start)) {
        return leave_walk(agent) ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
    }
    return wayi_agent_step_out(agent, true);
}
