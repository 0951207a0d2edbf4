// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What units make of a tick: they take answers, notice that they are there, that they strayed, that
// they don't get on. What is left of a way is measured now and then: along the route, and beyond
// its end by regions, where it is the same whoever asks; so it falls if and only if a unit gets on,
// whether others let it stand or push it about. Ticks since it was last less than ever lead up a
// ladder: a way around the next regions, which costs little and takes a unit out of a crowd before
// that has set fast; pushing those who hold, going back to let others pass, choosing before all
// others, and at last word that he is blocked and by whom.
#include "world/mind/think.h"

#include "base/expect.h"
#include "world/body/units.h"
#include "world/fog/sense.h"
#include "world/move/agree.h"
#include "world/order/orders.h"
#include "world/plan/routes.h"
#include "world/world.h"

#include <stddef.h>

/// Ticks that a unit stands before it takes straight steps only.
#define THINK_STRAIGHT 8u

/// Ticks between two looks at what is left, and ticks without progress until each rung.
#define THINK_MEASURE 8u
#define THINK_AROUND (2 * THINK_MEASURE)
#define THINK_BOLD 24u
#define THINK_YIELD 32u
#define THINK_FIRST 128u
#define THINK_BLOCKED 256u

/// Ticks until a unit that has nowhere to go looks again.
#define THINK_LOST 32u

/// Ticks off the route, and cells from it, after which a new one is asked for.
#define THINK_ASTRAY 16u
#define THINK_FAR 6u

/// Steps ahead in which a unit finds itself on its route again.
#define THINK_AHEAD 24u

/// Cells before the end of a route that was cut at which the rest is asked for.
#define THINK_EXTEND 32u

/// Runs that are left of a route at which the rest is asked for where there is little room.
#define THINK_RUNS 8u

/// Cells from its route at which a unit walks beside it.
#define THINK_BESIDE 2u

/// Ticks that an idle unit waits before it goes home, and pushes after which home is where it is.
#define THINK_CALM 16u
#define THINK_DISPLACED 3u

/// Ticks between two plans of a follower.
#define THINK_FOLLOW 8u

/// Ticks that a unit gets no nearer around the goal of its group before it has arrived, and those
/// after which it may stand farther off.
#define THINK_SETTLED 24u
#define THINK_OFF 96u

/// Rounds of a frame in which lanes that are done get new requests.
#define THINK_ROUNDS 16u

/// How far ahead of the unit in hand others are read, and what they lead to.
#define THINK_EXPECTS 16u
#define THINK_LEADS 8u

// Answers -----------------------------------------------------------------------------------------

/// Whether at most two legal steps lead from one cell to another: what lies beside a route may lie
/// behind a wall.
static bool think_can_join(const way_world *world, uint32_t place, way_cell from, way_cell to)
{
    const wayi_ground *ground = wayi_world_truth(world, place);
    if (from == to) {
        return true;
    }
    for (uint32_t first = wayi_ground_moves(ground, from); first; first &= first - 1) {
        const way_cell cell = from + (uint32_t)world->map->offsets[wayi_bits_lowest(first)];
        if (cell == to) {
            return true;
        }
        if (wayi_map_open_steps(world->map, cell, to) > 1) {
            continue;
        }
        for (uint32_t then = wayi_ground_moves(ground, cell); then; then &= then - 1) {
            if (cell + (uint32_t)world->map->offsets[wayi_bits_lowest(then)] == to) {
                return true;
            }
        }
    }
    return false;
}

/// Goes along the route to where the unit stands, if it finds it soon; else, to where it is nearest
/// if it walks beside it, which is as good.
static bool think_catch_up(way_world *world, uint32_t place)
{
    wayi_trail *route = &world->minds[place].route;
    const way_cell here = world->bodies[place].cell;
    if (route->at == here) {
        return true;
    }
    if (!wayi_trail_is_over(route) &&
        route->at + (uint32_t)world->map->offsets[wayi_trail_next(&world->routes, route)] == here) {
        wayi_trail_advance(&world->routes, world->map, route);
        return true;
    }
    wayi_trail_reader reader = wayi_trail_read(&world->routes, route);
    way_cell cell = route->at;
    uint32_t dir = 0;
    uint32_t least = wayi_map_open_steps(world->map, here, cell);
    least = least < THINK_BESIDE ? least : THINK_BESIDE + 1;
    uint32_t nearest = 0;
    for (uint32_t ahead = 1; ahead <= THINK_AHEAD && least > 0 && wayi_trail_step(&reader, &dir);
         ahead++) {
        cell += (uint32_t)world->map->offsets[dir];
        const uint32_t steps = wayi_map_open_steps(world->map, here, cell);
        if (steps <= least && think_can_join(world, place, here, cell)) {
            nearest = ahead;
            least = steps;
        }
    }
    world->minds[place].astray = nearest ? 0 : world->minds[place].astray;
    for (; nearest > 0; nearest--) {
        wayi_trail_advance(&world->routes, world->map, route);
    }
    return route->at == here;
}

/// Nothing can be done for the order but to stand: as near as can be, or nowhere.
static void think_give_up(way_world *world, uint32_t place)
{
    const way_cell here = world->bodies[place].cell;
    wayi_mind *mind = &world->minds[place];
    if (!(mind->instead & WAYI_INSTEAD)) {
        wayi_world_tell(world, WAY_WORLD_UNREACHABLE, place, here, WAY_UNIT_NONE);
    }
    if (mind->instead & WAYI_PATIENT) {
        mind->instead |= WAYI_INSTEAD;
        mind->goal = here;
    } else {
        wayi_world_end_order(world, place);
    }
}

/// Whether a unit has a place in a group that gets to where it was sent: its own place is a wish.
static bool think_has_wish(const way_world *world, uint32_t place)
{
    const wayi_ground *ground = &world->grounds[wayi_world_belief(world, place)];
    const uint32_t group = world->minds[place].group;
    return group != WAYI_NOBODY && !(world->minds[place].instead & WAYI_INSTEAD) &&
           way_map_is_reachable(ground->map, world->bodies[place].cell, world->groups[group].goal,
                                ground->profile);
}

/// Takes the nearest that can be reached for what can't, or one of several cells. That an order
/// can't be obeyed is told once.
static void think_change_goal(way_world *world, uint32_t place, way_cell goal)
{
    wayi_mind *mind = &world->minds[place];
    if (mind->order == WAY_ORDER_ANY || think_has_wish(world, place)) {
        wayi_world_tell(world, WAY_WORLD_GOAL_CHANGED, place, goal, WAY_UNIT_NONE);
    } else if (!(mind->instead & WAYI_INSTEAD)) {
        wayi_world_tell(world, WAY_WORLD_UNREACHABLE, place, goal, WAY_UNIT_NONE);
        mind->instead |= mind->order == WAY_ORDER_GO ? WAYI_INSTEAD : 0;
    }
    mind->goal = goal;
}

/// Whether a plan ends where its limit was, not its goal.
static bool think_is_cut(const wayi_answer *answer)
{
    return answer->outcome != WAY_OUTCOME_FOUND && answer->outcome != WAY_OUTCOME_PARTIAL &&
           answer->outcome != WAY_OUTCOME_NO_PATH && answer->outcome != WAY_OUTCOME_STALE;
}

/// What is left for a unit that follows a route, in straight steps.
static uint32_t think_left(const way_world *world, uint32_t place)
{
    const wayi_mind *mind = &world->minds[place];
    return wayi_trail_left(&world->routes, world->map, &mind->route) + mind->beyond;
}

/// Notes what is left beyond the end of a route that an answer has made, or made longer: `before`
/// steps to where that begins, and `rest` from there, unless the answer knows better.
static void think_note_rest(way_world *world, const wayi_answer *answer, const uint8_t *runs,
                            uint32_t before, uint32_t rest)
{
    const way_map *map = world->map;
    wayi_mind *mind = &world->minds[answer->unit];
    uint64_t cost = 0;
    for (uint32_t k = 0; k < answer->count; k++) {
        cost += (uint64_t)map->steps[runs[k] & 7u] * wayi_run_steps(runs[k]);
    }
    uint64_t whole = rest;
    if (answer->rest != WAY_COST_MAX) {
        whole = (uint64_t)answer->rest * WAYI_REGION_UNIT / map->costs.cardinal;
    }
    const uint64_t leads = cost / map->costs.cardinal;
    whole = before + (think_is_cut(answer) && whole > leads ? whole : leads);
    const uint64_t kept = wayi_trail_left(&world->routes, map, &mind->route);
    const uint64_t beyond = whole > kept ? whole - kept : 0;
    mind->beyond = (uint16_t)(beyond < UINT16_MAX ? beyond : UINT16_MAX);
}

/// Puts a way round a break or the rest of a route in its place; where that can't be, the whole way
/// is asked for.
static void think_take_part(way_world *world, const wayi_answer *answer, const uint8_t *runs)
{
    const uint32_t place = answer->unit;
    const wayi_mind *mind = &world->minds[place];
    wayi_trail *route = &world->minds[place].route;
    const bool extends = answer->part == WAYI_PLAN_EXTEND;
    const uint32_t before = wayi_trail_left(&world->routes, world->map, route);
    const bool cut = extends && answer->count && think_is_cut(answer);
    world->stats.partial_plans += cut;
    if ((answer->outcome != WAY_OUTCOME_FOUND && !cut) ||
        (!extends && answer->link != WAY_CELL_NONE) || !wayi_world_splice(world, answer, runs)) {
        wayi_world_ask(world, place, WAY_URGENCY_VISIBLE);
        return;
    }
    if (answer->link != WAY_CELL_NONE && route->end == answer->end) {
        wayi_trail_end(world->map, route, answer->link);
    }
    if (extends) {
        think_note_rest(world, answer, runs, before, mind->beyond);
    }
    if (wayi_world_is_broken(world, place)) {
        wayi_world_mend(world, place);
    }
}

/// Takes the answer of a search: a route, or none.
static void think_answer(way_world *world, const wayi_answer *answer, const uint8_t *runs)
{
    const uint32_t place = answer->unit;
    wayi_mind *mind = &world->minds[place];
    const uint32_t waited = world->tick - mind->asked;
    world->stats.waited_max = waited > world->stats.waited_max ? waited : world->stats.waited_max;
    world->stats.plans++;
    mind->restarts = 0;
    mind->part = WAYI_PLAN_WHOLE;
    if (answer->part != WAYI_PLAN_MEND) {
        mind->hops = answer->hops;
    }
    if (answer->part != WAYI_PLAN_WHOLE) {
        think_take_part(world, answer, runs);
        return;
    }
    if (answer->outcome == WAY_OUTCOME_STALE) {
        wayi_world_ask(world, place, WAY_URGENCY_OTHER);
        return;
    }
    if (answer->outcome == WAY_OUTCOME_NO_PATH) {
        think_give_up(world, place);
        return;
    }
    const bool cut = think_is_cut(answer);
    world->stats.partial_plans += cut;
    if (answer->goal != answer->asked && mind->goal == answer->asked) {
        think_change_goal(world, place, answer->goal);
    }
    const uint32_t left = think_left(world, place);
    wayi_trail_set(&world->routes, world->map, &mind->route, answer->start, runs, answer->count);
    if (answer->link != WAY_CELL_NONE && mind->route.end == answer->end) {
        wayi_trail_end(world->map, &mind->route, answer->link);
    }
    mind->task = WAYI_TASK_ROUTE;
    mind->astray = 0;
    think_note_rest(world, answer, runs, 0, left);
    if (mind->around && answer->rest != WAY_COST_MAX) { // progress is what makes this way shorter
        const uint32_t least = think_left(world, place);
        mind->least = (uint16_t)(least < UINT16_MAX ? least : UINT16_MAX);
    }
    mind->around = 0;
    (void)think_catch_up(world, place);
    if (answer->count == 0 && answer->link == WAY_CELL_NONE &&
        world->bodies[place].cell != mind->goal) {
        world->bodies[place].flags |= WAYI_BODY_LOST;
        mind->patience = THINK_LOST;
    } else {
        world->bodies[place].flags &= (uint8_t)~WAYI_BODY_LOST;
    }
}

uint32_t wayi_world_plan(way_world *world, uint32_t budget)
{
    uint32_t total = 0;
    for (uint32_t round = 0; round < THINK_ROUNDS && total < budget; round++) {
        if (!wayi_planner_round(world, budget - total, &total)) {
            break;
        }
        for (uint32_t l = 0; l < world->planner.lane_count; l++) {
            const wayi_lane *lane = &world->planner.lanes[l];
            for (uint32_t a = 0; a < lane->answer_count; a++) {
                think_answer(world, &lane->answers[a], lane->runs + lane->answers[a].first);
            }
        }
    }
    return total;
}

// Idle units --------------------------------------------------------------------------------------

/// Those who stood idle and were pushed go home when nobody has pushed them for a while.
static void think_idle(way_world *world, uint32_t place)
{
    wayi_mind *mind = &world->minds[place];
    wayi_body *body = &world->bodies[place];
    if ((body->flags & (WAYI_BODY_MOVED | WAYI_BODY_PUSHED)) ==
        (WAYI_BODY_MOVED | WAYI_BODY_PUSHED)) {
        mind->displaced =
            (uint8_t)(mind->displaced < THINK_DISPLACED ? mind->displaced + 1u : THINK_DISPLACED);
        mind->calm = THINK_CALM;
        if (mind->displaced >= THINK_DISPLACED && mind->order != WAY_ORDER_HOLD) {
            mind->home = body->cell;
        }
    } else if (mind->calm) {
        mind->calm--;
    }
    if (body->cell == mind->home || mind->standing > 64) {
        mind->home = body->cell;
        if (mind->calm == 0 || mind->displaced < THINK_DISPLACED) {
            mind->displaced = 0;
        }
        mind->standing = 0;
        wayi_world_deactivate(world, place);
        return;
    }
    mind->standing = body->flags & WAYI_BODY_MOVED ? 0 : (uint16_t)(mind->standing + 1);
    if (!(body->flags & WAYI_BODY_ACTIVE)) {
        wayi_world_activate(world, place);
    }
}

// Travellers --------------------------------------------------------------------------------------

static uint32_t think_steps_to(const way_world *world, uint32_t place, way_cell cell)
{
    return wayi_map_open_steps(world->map, world->bodies[place].cell, cell);
}

/// Who has gone back in vain, or gets nowhere for very long, asks for a way out for all in its jam.
static bool think_asks_for_rescue(way_world *world, uint32_t place, uint32_t stuck)
{
    wayi_mind *mind = &world->minds[place];
    if ((mind->displaced == 0 && stuck < 2 * THINK_YIELD) || world->jam_due != WAYI_NOBODY ||
        !wayi_world_is_narrow(world, place)) {
        return false;
    }
    mind->displaced = 0; // if that fails it goes back first
    world->jam_due = place;
    return true;
}

/// Measures how much is left, and counts the ticks since that was last less than ever.
static void think_measure(way_world *world, uint32_t place)
{
    wayi_mind *mind = &world->minds[place];
    if (mind->task != WAYI_TASK_ROUTE || mind->route.at == WAY_CELL_NONE ||
        wayi_world_march_waits(world, place)) {
        mind->stuck = 0;
        return;
    }
    if (wayi_trail_is_over(&mind->route)) {
        return; // it waits for the rest of its way
    }
    mind->stuck = (uint16_t)(mind->stuck < UINT16_MAX ? mind->stuck + 1u : THINK_BLOCKED);
    if ((world->tick + place) % THINK_MEASURE == 0) {
        const uint32_t left =
            think_left(world, place) + think_steps_to(world, place, mind->route.at);
        if (left < mind->least || left >= UINT16_MAX) {
            mind->least = (uint16_t)(left < UINT16_MAX ? left : UINT16_MAX);
            mind->stuck = 0;
        }
    }
}

/// Asks for a way around the next regions of the one that a unit is on, if it has more to go.
static void think_go_around(way_world *world, uint32_t place)
{
    wayi_mind *mind = &world->minds[place];
    if (mind->hops.goal == mind->goal && !wayi_world_yields(mind) &&
        !wayi_planner_has(world, place) &&
        world->planner.queue_count < WAYI_LANE_BATCH * world->planner.lane_count) {
        mind->around = 1;
        wayi_world_ask(world, place, WAY_URGENCY_VISIBLE);
    }
}

/// What a unit does that gets no nearer; one without a way is counted no further, so asks for none.
static void think_stuck(way_world *world, uint32_t place)
{
    wayi_mind *mind = &world->minds[place];
    wayi_body *body = &world->bodies[place];
    const uint32_t stuck = mind->stuck;
    if (stuck && stuck % THINK_AROUND == 0 && !wayi_trail_is_over(&mind->route)) {
        think_go_around(world, place);
    }
    if (stuck < THINK_BOLD) {
        body->flags &= (uint8_t)~WAYI_BODY_BOLD;
        return;
    }
    world->stats.escalations[1] += !(body->flags & WAYI_BODY_BOLD);
    body->flags |= WAYI_BODY_BOLD;
    if (stuck % THINK_FIRST == 0) {
        wayi_world_promote(world, place);
    }
    if (stuck % THINK_BLOCKED == 0) {
        world->stats.escalations[3]++;
        wayi_world_tell(world, WAY_WORLD_BLOCKED, place, body->cell,
                        wayi_world_blocker(world, place));
    }
    if (stuck % THINK_YIELD == 0 && !wayi_world_yields(mind) &&
        !think_asks_for_rescue(world, place, stuck)) {
        wayi_world_yield(world, place);
    }
}

static void think_standing(way_world *world, uint32_t place)
{
    wayi_mind *mind = &world->minds[place];
    wayi_body *body = &world->bodies[place];
    if (body->flags & WAYI_BODY_MOVED) {
        mind->standing = 0;
        body->flags &= (uint8_t)~WAYI_BODY_STRAIGHT;
        return;
    }
    if (!wayi_world_is_ready(world, body) || mind->task == WAYI_TASK_REST) {
        return; // amid a step, or without a plan
    }
    if (wayi_world_march_waits(world, place)) {
        mind->standing = 0;
        return;
    }
    mind->standing = (uint16_t)(mind->standing < UINT16_MAX ? mind->standing + 1u : UINT16_MAX);
    if (mind->standing == THINK_STRAIGHT) {
        body->flags |= WAYI_BODY_STRAIGHT;
        world->stats.escalations[0]++;
        wayi_world_tell(world, WAY_WORLD_WAITING, place, body->cell, WAY_UNIT_NONE);
    }
}

/// Whether the next steps are legal as far as is known; looked at now and then.
static bool think_holds(const way_world *world, uint32_t place)
{
    if ((world->tick + place) % THINK_STRAIGHT) {
        return true;
    }
    const wayi_ground *ground = &world->grounds[wayi_world_belief(world, place)];
    wayi_trail_reader reader = wayi_trail_read(&world->routes, &world->minds[place].route);
    way_cell cell = world->minds[place].route.at;
    uint32_t dir = 0;
    for (uint32_t ahead = 0; ahead < THINK_AHEAD && wayi_trail_step(&reader, &dir); ahead++) {
        if (!(wayi_ground_moves(ground, cell) >> dir & 1u)) {
            return false;
        }
        cell += (uint32_t)world->map->offsets[dir];
    }
    return true;
}

/// Whether the last step was along a link.
static bool think_has_linked(const wayi_body *body)
{
    return (body->flags & WAYI_BODY_MOVED) && body->dir == WAYI_LINK;
}

/// Asks for the rest of a route that was cut, before its end is there.
static void think_extend(way_world *world, uint32_t place, bool over)
{
    const wayi_mind *mind = &world->minds[place];
    if (mind->route.end == mind->goal || mind->route.link != WAY_CELL_NONE ||
        wayi_world_yields(mind) || (world->bodies[place].flags & WAYI_BODY_LOST)) {
        return;
    }
    if (over) {
        wayi_world_ask(world, place, WAY_URGENCY_VISIBLE);
    } else if ((wayi_trails_spare(&world->routes) >= world->routes.capacity / 16 ||
                mind->route.runs <= THINK_RUNS) &&
               wayi_map_open_steps(world->map, mind->route.at, mind->route.end) <= THINK_EXTEND) {
        wayi_world_extend(world, place);
    }
}

/// Follows the route with what the tick brought; asks for another where it is lost.
static void think_route(way_world *world, uint32_t place)
{
    wayi_mind *mind = &world->minds[place];
    const wayi_body *body = &world->bodies[place];
    if (mind->task != WAYI_TASK_ROUTE || mind->route.at == WAY_CELL_NONE) {
        return;
    }
    if (think_has_linked(body)) {
        wayi_trail_clear(&world->routes, &mind->route);
        wayi_world_ask(world, place, WAY_URGENCY_SELECTED);
        return;
    }
    if (wayi_world_march_slot(world, place) != WAY_CELL_NONE) {
        wayi_world_keep_abreast(world, place); // it will need its route where the formation breaks
        mind->astray = 0;
        return;
    }
    if (think_catch_up(world, place)) {
        mind->astray = 0;
        const bool over = wayi_trail_is_over(&mind->route);
        const uint32_t next = over ? 0 : wayi_trail_next(&world->routes, &mind->route);
        const bool walled = !over && !(wayi_world_moves(world, place) >> next & 1u) &&
                            !wayi_world_urge(world, place, next);
        if (walled || (world->teams[body->team].fog && !think_holds(world, place))) {
            wayi_world_mend(world, place);
        } else {
            think_extend(world, place, over);
        }
        return;
    }
    mind->astray = (uint8_t)(mind->astray < THINK_ASTRAY ? mind->astray + 1u : THINK_ASTRAY);
    if (mind->astray >= THINK_ASTRAY || think_steps_to(world, place, mind->route.at) > THINK_FAR) {
        mind->astray = 0;
        wayi_world_tell(world, WAY_WORLD_REPLANNED, place, mind->goal, WAY_UNIT_NONE);
        wayi_world_mend(world, place);
    }
}

static bool think_rests(const way_world *world, uint32_t place)
{
    return world->minds[place].order == WAY_ORDER_STOP ||
           world->minds[place].order == WAY_ORDER_HOLD;
}

/// Whether somebody rests where a unit would stand.
static bool think_is_taken(const way_world *world, uint32_t place, way_cell at)
{
    const uint32_t size = world->bodies[place].size;
    for (uint32_t k = 0; k < size * size; k++) {
        const uint32_t now = world->spots[at + k / size * world->map->width + k % size].now;
        if (now != WAYI_NOBODY && now != place && think_rests(world, now)) {
            return true;
        }
    }
    return false;
}

/// Whether one who rests is in the way of a unit.
static bool think_is_behind(way_world *world, uint32_t place)
{
    const uint32_t other = wayi_world_place(world, wayi_world_blocker(world, place));
    return other != WAYI_NOBODY && think_rests(world, other);
}

/// Whether a unit has got no nearer for some time among those of its group who are around their
/// goal, or behind one who rests there.
static bool think_is_among(way_world *world, uint32_t place)
{
    const wayi_mind *mind = &world->minds[place];
    const wayi_group *group = mind->group == WAYI_NOBODY ? NULL : &world->groups[mind->group];
    const uint32_t stuck = mind->stuck;
    if (!group || group->leader != WAYI_NOBODY || stuck < THINK_SETTLED) {
        return false;
    }
    const uint64_t far = way_map_estimate(world->map, world->bodies[place].cell, group->goal);
    if (far <= group->reach || stuck < THINK_OFF) {
        return far <= group->reach;
    }
    if (far <= 2 * (uint64_t)group->reach || far > 4 * (uint64_t)group->reach) {
        return far <= 2 * (uint64_t)group->reach;
    }
    return think_is_behind(world, place);
}

/// Whether a unit is as near as it can be to a goal that somebody rests on: beside it, or behind
/// others who rest, no farther than a crowd of all units would reach. So a crowd that was sent to
/// one cell comes to rest around it.
static bool think_is_close(way_world *world, uint32_t place)
{
    const wayi_mind *mind = &world->minds[place];
    if (think_is_among(world, place)) {
        return true;
    }
    if (!wayi_ground_fits(wayi_world_truth(world, place), mind->goal) ||
        !think_is_taken(world, place, mind->goal)) {
        return false;
    }
    const uint64_t size = world->bodies[place].size;
    const uint64_t far = think_steps_to(world, place, mind->goal);
    return (mind->standing >= 2 * THINK_STRAIGHT || mind->stuck >= THINK_SETTLED) &&
           (far <= 2 * size ||
            (far * far <= 2 * size * size * world->unit_count && think_is_behind(world, place)));
}

/// Stands where it is, as near as can be, until a way leads to where it was sent.
static void think_wait(way_world *world, uint32_t place)
{
    wayi_mind *mind = &world->minds[place];
    const wayi_ground *ground = &world->grounds[wayi_world_belief(world, place)];
    const way_cell here = world->bodies[place].cell;
    if (way_map_is_reachable(ground->map, here, mind->cell, ground->profile)) {
        mind->instead = WAYI_PATIENT;
        mind->goal = mind->cell;
        wayi_world_measure(world, place);
        wayi_world_ask(world, place, mind->urgency);
        return;
    }
    wayi_planner_cancel(world, place);
    wayi_trail_clear(&world->routes, &mind->route);
    mind->task = WAYI_TASK_REST;
    mind->goal = here;
    mind->home = here;
    mind->standing = 0;
    mind->calm = 0;
}

/// The order is done; who had to go elsewhere was told so, and has not arrived.
static void think_arrive(way_world *world, uint32_t place)
{
    if (world->minds[place].instead == (WAYI_INSTEAD | WAYI_PATIENT)) {
        think_wait(world, place);
        return;
    }
    if (!(world->minds[place].instead & WAYI_INSTEAD)) {
        wayi_world_tell(world, WAY_WORLD_ARRIVED, place, world->bodies[place].cell, WAY_UNIT_NONE);
    }
    wayi_world_end_order(world, place);
}

static void think_patrol(way_world *world, uint32_t place)
{
    wayi_mind *mind = &world->minds[place];
    const way_cell there = mind->range;
    mind->range = mind->cell;
    mind->cell = there;
    mind->goal = there;
    wayi_world_tell(world, WAY_WORLD_ARRIVED, place, world->bodies[place].cell, WAY_UNIT_NONE);
    wayi_world_activate(world, place);
    wayi_world_ask(world, place, mind->urgency);
}

/// Keeps near a target: stands while it is, plans again when it has gone on.
static void think_follow(way_world *world, uint32_t place)
{
    wayi_mind *mind = &world->minds[place];
    const uint32_t target = wayi_world_place(world, mind->target);
    if (target == WAYI_NOBODY) {
        wayi_world_end_order(world, place);
        return;
    }
    const way_cell there = world->bodies[target].cell;
    if (think_steps_to(world, place, there) <= mind->range) {
        wayi_planner_cancel(world, place);
        wayi_trail_clear(&world->routes, &mind->route);
        mind->task = WAYI_TASK_REST;
        mind->home = world->bodies[place].cell;
        mind->standing = 0;
    } else if (mind->place == WAYI_NOBODY &&
               (mind->task == WAYI_TASK_REST ||
                (mind->goal != there && world->tick - mind->asked >= THINK_FOLLOW))) {
        mind->goal = there;
        wayi_world_ask(world, place, mind->urgency);
    }
}

/// Whether the order is done; begins the next one, or what the order asks for.
static bool think_order(way_world *world, uint32_t place)
{
    const wayi_mind *mind = &world->minds[place];
    const way_cell here = world->bodies[place].cell;
    if (mind->instead == (WAYI_INSTEAD | WAYI_PATIENT) && mind->task == WAYI_TASK_REST &&
        mind->place == WAYI_NOBODY && !wayi_planner_has(world, place)) {
        think_wait(world, place); // also where it was pushed to
        return true;
    }
    switch (mind->order) {
    case WAY_ORDER_FOLLOW:
        think_follow(world, place);
        return mind->task == WAYI_TASK_REST;
    case WAY_ORDER_PATROL:
        if (here == mind->goal || think_is_close(world, place)) {
            think_patrol(world, place);
        }
        return false;
    case WAY_ORDER_NEAR:
        if (think_steps_to(world, place, mind->cell) <= mind->range) {
            think_arrive(world, place);
            return true;
        }
        break;
    default:
        break;
    }
    if (here == mind->goal || think_is_close(world, place)) {
        think_arrive(world, place);
        return true;
    }
    return false;
}

/// Whether a unit that was in a wall is out: where it went, or where its goal can be reached from.
static bool think_is_out(const way_world *world, uint32_t place)
{
    const wayi_ground *ground = wayi_world_truth(world, place);
    const wayi_mind *mind = &world->minds[place];
    const way_cell here = world->bodies[place].cell;
    return wayi_ground_fits(ground, here) &&
           (here == mind->home || mind->goal == WAY_CELL_NONE ||
            !wayi_ground_fits(ground, mind->home) ||
            way_map_is_reachable(ground->map, here, mind->goal, ground->profile));
}

/// Who stands in a wall crosses it towards ground that leads on, then goes on.
static void think_trapped(way_world *world, uint32_t place)
{
    wayi_body *body = &world->bodies[place];
    wayi_mind *mind = &world->minds[place];
    if (think_is_out(world, place)) {
        body->flags &= (uint8_t)~WAYI_BODY_TRAPPED;
        mind->home = body->cell;
        if (mind->goal == WAY_CELL_NONE) {
            wayi_world_deactivate(world, place);
        } else {
            wayi_world_ask(world, place, WAY_URGENCY_SELECTED);
        }
    } else if (mind->home != body->cell &&
               !wayi_ground_fits(wayi_world_truth(world, place), mind->home)) {
        wayi_world_evade(world, place); // that was built over, too
    }
}

static void think_unit(way_world *world, uint32_t place)
{
    wayi_mind *mind = &world->minds[place];
    wayi_body *body = &world->bodies[place];
    if (body->flags & WAYI_BODY_MOVED) {
        wayi_world_tell(world, WAY_WORLD_MOVED, place, body->cell, WAY_UNIT_NONE);
        world->stats.pushes += (body->flags & WAYI_BODY_PUSHED) != 0;
        wayi_world_sense(world, place, think_has_linked(body));
    }
    if (body->flags & WAYI_BODY_TRAPPED) {
        think_trapped(world, place);
        return;
    }
    if (mind->task == WAYI_TASK_RESCUE) {
        return;
    }
    if (mind->order == WAY_ORDER_STOP || mind->order == WAY_ORDER_HOLD) {
        think_idle(world, place);
        return;
    }
    if (think_order(world, place)) {
        return;
    }
    if (wayi_world_yields(mind)) {
        mind->standing = 0;
        if (--mind->calm == 0) {
            wayi_world_ask(world, place, WAY_URGENCY_VISIBLE);
        }
    } else if (mind->task == WAYI_TASK_REST) {
        mind->home = body->cell; // pushed while it waits for its plan
    }
    think_route(world, place);
    think_measure(world, place);
    think_stuck(world, place);
    think_standing(world, place);
    if ((body->flags & WAYI_BODY_LOST) && mind->patience && --mind->patience == 0) {
        body->flags &= (uint8_t)~WAYI_BODY_LOST;
    }
    if (mind->period && (world->tick + place) % mind->period == 0) {
        wayi_world_ask(world, place, WAY_URGENCY_PERIODIC);
    }
}

/// Has the ground and the route of a unit on their way from memory.
static inline void think_expect(const way_world *world, uint32_t place)
{
    const wayi_body *body = &world->bodies[place];
    const wayi_mind *mind = &world->minds[place];
    if (mind->task == WAYI_TASK_ROUTE) {
        wayi_expect(&world->grounds[body->ground].layer->around[body->cell]);
        wayi_expect_all(&mind->route, sizeof mind->route);
    }
}

void wayi_world_think(way_world *world)
{
    for (uint32_t k = 0; k < world->decided_count; k++) {
        if (k + THINK_EXPECTS < world->decided_count) {
            const uint32_t soon = world->decided[k + THINK_EXPECTS];
            wayi_expect(&world->bodies[soon]);
            wayi_expect_all(&world->minds[soon], offsetof(wayi_mind, route));
        }
        if (k + THINK_LEADS < world->decided_count) {
            think_expect(world, world->decided[k + THINK_LEADS]);
        }
        think_unit(world, world->decided[k]);
    }
}
