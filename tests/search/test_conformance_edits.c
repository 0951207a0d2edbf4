// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Edits: what agents make of a map that changes. Every property puts back what it changed.
#include "scenes/checker.h"
#include "search/conformance.h"
#include "support/test.h"

#include <waymark/agent.h>
#include <waymark/database.h>

#include <string.h>

static void set_weight(const conformance_rig *rig, way_cell cell, uint8_t weight)
{
    const uint32_t width = way_map_width(rig->stage->map);
    const way_edit edit = {cell % width, cell / width, 1, 1, weight};
    assert_int_equal(way_map_edit(rig->stage->map, &edit, 1), WAY_STATUS_OK);
}

/// A cell whose change stops nobody: not the start and not the goal.
static way_cell pick_cell(const conformance_rig *rig, way_rng *rng)
{
    const way_cell cell = way_rng_below(rng, rig->stage->count);
    return cell == rig->trip.start || cell == rig->trip.goal ? WAY_CELL_NONE : cell;
}

/// Plans again on the map as it is now and compares with the oracle.
static void check_anew(conformance_rig *rig)
{
    const way_status status = way_agent_begin(rig->agent, &rig->trip);
    const uint32_t traits = rig->algorithm->traits;
    if (status == WAY_STATUS_STALE && !(traits & WAY_TRAIT_HANDLES_EDITS)) {
        return; // the database belongs to the old map
    }
    const way_cost best =
        oracle_cost(rig->stage->map, rig->trip.start, rig->trip.goal, rig->stage->size);
    const way_trip trip = rig->trip;
    const conformance_result result = conformance_run(rig, rig->agent, &trip, UINT32_MAX);
    const bool goal_stands =
        trip.start == trip.goal || way_space_can_stand(rig->stage->space, trip.goal);
    if ((traits & WAY_TRAIT_OPTIMAL) && conformance_plans_all(rig, trip.start) &&
        !conformance_gave_up(rig, &result)) {
        conformance_check(rig, result.cost == (goal_stands ? best : WAY_COST_MAX),
                          "after an edit: cost %u, the best is %u", result.cost, best);
    }
    if (traits & WAY_TRAIT_PARTIAL_PATHS) { // the path is checked as far as it goes
        const way_trip some = {
            .start = trip.start, .goal = trip.goal, .partial = true, .expansion_limit = 5};
        (void)conformance_run(rig, rig->agent, &some, 2);
        rig->trip = trip;
    }
}

/// Without HANDLES_EDITS an edit ends a trip that is under way; none changes one that is over.
static void trips_go_stale(conformance_rig *rig)
{
    way_rng rng = way_rng_seed(rig->stage->count);
    for (uint32_t i = 0; rig->stage->map && i < rig->stage->problem_count; i++) {
        const stage_problem *problem = &rig->stage->problems[i];
        rig->trip = (way_trip){.start = problem->start, .goal = problem->goal};
        const way_status status = way_agent_begin(rig->agent, &rig->trip);
        if (status == WAY_STATUS_STALE && !(rig->algorithm->traits & WAY_TRAIT_HANDLES_EDITS)) {
            return;
        }
        conformance_check(rig, status == WAY_STATUS_OK, "begin: %s", way_status_text(status));
        const way_outcome before = way_agent_step(rig->agent, 1);
        const way_cell cell = pick_cell(rig, &rng);
        if (cell == WAY_CELL_NONE) {
            continue;
        }
        const uint8_t weight = way_map_terrain(rig->stage->map, cell);
        set_weight(rig, cell, weight ? 0 : 1);
        const way_outcome after = way_agent_step(rig->agent, 1);
        if (before != WAY_OUTCOME_WORKING) {
            conformance_check(rig, after == before, "an ended trip became %s",
                              way_outcome_name(after));
        } else if (!(rig->algorithm->traits & WAY_TRAIT_HANDLES_EDITS)) {
            conformance_check(rig, after == WAY_OUTCOME_STALE, "%s after an edit",
                              way_outcome_name(after));
            conformance_check(rig, way_agent_run(rig->agent) == WAY_OUTCOME_STALE,
                              "a stale trip goes on");
        } else {
            conformance_check(rig, after != WAY_OUTCOME_STALE, "STALE in spite of HANDLES_EDITS");
        }
        check_anew(rig);
        set_weight(rig, cell, weight);
        check_anew(rig);
    }
}

// Edits without end -------------------------------------------------------------------------------

#define RAIN_CELLS 64u

/// What a repair of a database may do between two steps, now and then.
#define RAIN_REPAIR 64u

/// Edits that come again and again; each cell gets its first weight back in the end.
typedef struct weather {
    way_rng rng;
    way_cell cells[RAIN_CELLS];
    uint8_t weights[RAIN_CELLS]; ///< before
    uint32_t count;
    way_map_link link; ///< that came with the rain
    bool linked;
    bool near; ///< around the start, the goal and the path; else anywhere
} weather;

/// The map under the stage, with penalties or without, or NULL; `*profile` is the unit's.
static way_map *rain_ground(const conformance_rig *rig, uint32_t *profile)
{
    const test_stage *stage = rig->stage;
    *profile = stage->map ? stage->size : 1;
    return stage->map ? stage->map : stage->ground;
}

static void rain_set(const conformance_rig *rig, way_cell cell, uint8_t weight)
{
    uint32_t profile = 0;
    way_map *map = rain_ground(rig, &profile);
    const uint32_t width = way_map_width(map);
    const way_edit edit = {cell % width, cell / width, 1, 1, weight};
    assert_int_equal(way_map_edit(map, &edit, 1), WAY_STATUS_OK);
}

/// A cell within two of another one.
static way_cell rain_beside(const conformance_rig *rig, way_rng *rng, way_cell cell)
{
    uint32_t profile = 0;
    const way_map *map = rain_ground(rig, &profile);
    const int64_t width = way_map_width(map);
    const int64_t x = cell % width + (int64_t)way_rng_below(rng, 5) - 2;
    return way_map_cell(map, x, cell / width + (int64_t)way_rng_below(rng, 5) - 2);
}

/// Blocks a cell that is free, or weighs it again if `weigh`; frees one that is not.
static void rain_wet(conformance_rig *rig, weather *rain, way_cell cell, bool weigh)
{
    uint32_t profile = 0;
    const way_map *map = rain_ground(rig, &profile);
    if (cell == WAY_CELL_NONE || cell == rig->trip.goal) {
        return;
    }
    uint32_t i = 0;
    while (i < rain->count && rain->cells[i] != cell) {
        i++;
    }
    const uint8_t weight = way_map_terrain(map, cell);
    if (i == rain->count) {
        if (i == RAIN_CELLS) {
            return;
        }
        rain->cells[i] = cell;
        rain->weights[i] = weight;
        rain->count++;
    }
    const uint8_t back = rain->weights[i] ? rain->weights[i] : 1;
    const uint8_t other = weigh ? (uint8_t)(1 + way_rng_below(&rain->rng, 9)) : 0;
    rain_set(rig, cell, weight ? other : back);
}

/// A link comes, or goes again.
static void rain_link(conformance_rig *rig, weather *rain)
{
    uint32_t profile = 0;
    way_map *map = rain_ground(rig, &profile);
    if (rain->linked) {
        assert_int_equal(way_map_remove_links(map, &rain->link, 1), WAY_STATUS_OK);
        rain->linked = false;
        return;
    }
    rain->link = (way_map_link){.from = way_rng_below(&rain->rng, rig->stage->count),
                                .to = way_rng_below(&rain->rng, rig->stage->count),
                                .cost = 1 + way_rng_below(&rain->rng, 5000),
                                .profile = profile,
                                .both_ways = true};
    rain->linked =
        rain->link.from != rain->link.to && way_map_add_links(map, &rain->link, 1) == WAY_STATUS_OK;
}

static void rain_drop(conformance_rig *rig, weather *rain)
{
    const way_needs needs = rig->algorithm->needs;
    const uint32_t kind = way_rng_below(&rain->rng, 8);
    if (kind == 0 && !(needs & WAY_SPACE_UNLINKED)) {
        rain_link(rig, rain);
        return;
    }
    way_cell cell = way_rng_below(&rain->rng, rig->stage->count);
    if (rain->near) {
        const way_cell ends[] = {rig->trip.start, rig->trip.goal};
        cell = rain_beside(rig, &rain->rng, ends[way_rng_below(&rain->rng, 2)]);
    }
    if (cell != rig->trip.start) {
        rain_wet(rig, rain, cell, kind == 1 && !(needs & WAY_SPACE_UNIFORM_COST));
    }
}

/// A building falls on a place: all cells within one of it, or two.
static void rain_fall(conformance_rig *rig, weather *rain, way_cell place)
{
    uint32_t profile = 0;
    const way_map *map = rain_ground(rig, &profile);
    const int64_t width = way_map_width(map);
    const int64_t far = 1 + way_rng_below(&rain->rng, 2);
    for (int64_t i = 0; i < (2 * far + 1) * (2 * far + 1); i++) {
        const way_cell cell = way_map_cell(map, place % width + i % (2 * far + 1) - far,
                                           place / width + i / (2 * far + 1) - far);
        if (cell != WAY_CELL_NONE && way_map_terrain(map, cell)) {
            rain_wet(rig, rain, cell, false);
        }
    }
}

static void rain_end(conformance_rig *rig, weather *rain)
{
    for (uint32_t i = 0; i < rain->count; i++) {
        rain_set(rig, rain->cells[i], rain->weights[i]);
    }
    rain->count = 0;
    if (rain->linked) {
        rain_link(rig, rain);
    }
}

/// Databases follow the map, for up to `budget`.
static void rain_repair(const conformance_rig *rig, uint32_t budget)
{
    bool done = false;
    if (rig->algorithm->traits & WAY_TRAIT_PREPARED) {
        assert_int_equal(way_navigator_repair(rig->navigator, budget, &done), WAY_STATUS_OK);
    }
}

/// How many steps of `budget` the trip takes on the map as it is now, or 0 if it can't be begun.
static uint32_t steps_alone(conformance_rig *rig, uint32_t budget)
{
    way_agent *agent = conformance_agent(rig, NULL);
    uint32_t steps = 0;
    if (way_agent_begin(agent, &rig->trip) == WAY_STATUS_OK) {
        do {
            steps++;
        } while (way_agent_step(agent, budget) == WAY_OUTCOME_WORKING);
    }
    way_agent_destroy(agent);
    return steps;
}

/// What a move costs now, or WAY_COST_MAX if it is not legal and does not lead out of blocked
/// ground.
static way_cost rain_move_cost(const conformance_rig *rig, way_cell from, way_cell to)
{
    uint32_t profile = 0;
    const way_map *map = rain_ground(rig, &profile);
    const uint32_t width = way_map_width(map);
    const way_cost cost = oracle_step_cost(map, from, to, profile);
    const bool inside = !oracle_stands(map, from % width, from / width, profile) &&
                        !oracle_stands(map, to % width, to / width, profile);
    return cost == WAY_COST_MAX && inside ? oracle_plain_cost(map, from, to) : cost;
}

/// Moves that were handed out: how many states are on the path, and what they cost when they were.
typedef struct rain_moves {
    uint32_t count;
    way_cost cost;
} rain_moves;

/// Moves that were handed out since the last time are legal now. The way out of blocked ground may
/// have been taken back.
static void check_moves(conformance_rig *rig, rain_moves *moves)
{
    uint32_t count = 0;
    const way_state *path = way_agent_path(rig->agent, &count);
    if (count < moves->count || moves->count == 0) {
        *moves = (rain_moves){.count = 1};
    }
    uint32_t profile = 0;
    const way_map *map = rain_ground(rig, &profile);
    const uint32_t first = moves->count - 1;
    const uint32_t lead = first + oracle_lead(map, path + first, count - first, profile);
    for (uint32_t i = moves->count; i < count; i++) {
        const way_cost cost = i <= lead ? oracle_plain_cost(map, path[i - 1], path[i])
                                        : rain_move_cost(rig, path[i - 1], path[i]);
        conformance_check(rig, cost != WAY_COST_MAX, "move %u was not legal", i);
        moves->cost = way_cost_add(moves->cost, cost);
    }
    moves->count = count;
}

/// What a trip that ended owes to the map as it is now.
static void check_end(conformance_rig *rig, way_outcome outcome)
{
    uint32_t size = 0;
    const way_map *map = rain_ground(rig, &size);
    const way_cost best = oracle_cost(map, rig->trip.start, rig->trip.goal, size);
    uint32_t count = 0;
    const way_state *path = way_agent_path(rig->agent, &count);
    if (outcome == WAY_OUTCOME_NO_PATH) {
        conformance_check(rig, best == WAY_COST_MAX, "NO_PATH, the best costs %u", best);
        conformance_check(rig, count == 1, "NO_PATH, and %u moves", count - 1);
        return;
    }
    if (outcome == WAY_OUTCOME_LIMIT || outcome == WAY_OUTCOME_CAPACITY) {
        return; // a limit of its own
    }
    conformance_check(rig, outcome == WAY_OUTCOME_FOUND, "%s", way_outcome_name(outcome));
    conformance_check(rig, path[count - 1] == rig->trip.goal, "the path ends elsewhere");
    const checker_trip trip = {rig->trip.start, rig->trip.goal, path, count};
    checker_report report;
    assert_int_equal(checker_check(map, size, &trip, &report), WAY_STATUS_OK);
    const bool legal = report.fault == CHECKER_FAULT_NONE && way_agent_path_holds(rig->agent, 0);
    conformance_check(rig, legal, "the path is not legal: %s", report.message);
    if (!rig->stage->map) {
        return; // what it costs there depends on penalties
    }
    const way_cost cost = report.cost;
    conformance_check(rig, cost == way_agent_cost(rig->agent), "it costs %u, the agent says %u",
                      cost, way_agent_cost(rig->agent));
    const uint32_t bound = way_agent_bound_thousandths(rig->agent);
    if (bound != UINT32_MAX) {
        conformance_check(rig, (uint64_t)cost * 1000 <= (uint64_t)best * bound,
                          "cost %u, the best is %u, proven was %u / 1000", cost, best, bound);
    }
}

/// How edits come.
typedef struct rain_rate {
    uint32_t every; ///< so many steps
    bool falls;     ///< one of them is a building that falls on the unit
} rain_rate;

/// Whether a search that improves its path has one that is legal now.
static bool has_plan(const conformance_rig *rig)
{
    uint32_t count = 0;
    const way_state *path = way_agent_path(rig->agent, &count);
    return (rig->algorithm->traits & WAY_TRAIT_ANYTIME) && path[count - 1] == rig->trip.goal &&
           way_agent_path_holds(rig->agent, 0);
}

/// A trip under edits. In thrice the steps that it takes without, on the map as it was or as it
/// became, it has a plan that is legal. Who goes on to improve it then is left in peace.
static void plan_in_the_rain(conformance_rig *rig, weather *rain, uint32_t budget, rain_rate rate)
{
    rain_repair(rig, UINT32_MAX);
    uint32_t alone = steps_alone(rig, budget);
    if (way_agent_begin(rig->agent, &rig->trip) != WAY_STATUS_OK) {
        return;
    }
    way_outcome outcome = way_agent_outcome(rig->agent);
    uint32_t steps = 0;
    bool planned = false;
    while (outcome == WAY_OUTCOME_WORKING) {
        if (steps % rate.every == rate.every - 1 && !planned) {
            if (rate.falls && steps < 2 * rate.every) {
                rain_fall(rig, rain, rig->trip.start);
            }
            rain_drop(rig, rain);
            rain_repair(rig, steps % 3 ? UINT32_MAX : RAIN_REPAIR);
            const uint32_t now = steps_alone(rig, budget);
            alone = now > alone ? now : alone;
        }
        outcome = way_agent_step(rig->agent, budget);
        steps++;
        planned = planned || has_plan(rig);
        conformance_check(rig, planned || steps <= 3 * alone + 6,
                          "no plan in %u steps with an edit every %u, %u do without", steps,
                          rate.every, alone);
    }
    // Who has to find a way out again, or mends a path, may do as much as at the beginning.
    const uint64_t beyond = 64 + 4096;
    const uint64_t most = way_agent_stats(rig->agent).step_work_max;
    conformance_check(rig, most <= budget + beyond, "%llu of work in a step of %u",
                      (unsigned long long)most, budget);
    check_end(rig, outcome);
}

static void plans_in_the_rain(conformance_rig *rig)
{
    static const rain_rate rates[] = {{1, false}, {1, true}, {2, false}, {5, true}};
    const uint32_t traits = rig->algorithm->traits;
    uint32_t profile = 0;
    if (!rain_ground(rig, &profile) || (traits & WAY_TRAIT_REALTIME)) {
        return; // those make moves instead
    }
    weather rain = {.rng = way_rng_seed(rig->stage->count)};
    for (uint32_t i = 0; i < rig->stage->problem_count; i++) {
        const stage_problem *problem = &rig->stage->problems[i];
        rig->trip = (way_trip){.start = problem->start, .goal = problem->goal};
        const conformance_result alone = conformance_run(rig, rig->agent, &rig->trip, UINT32_MAX);
        const uint32_t budget = 64 + (uint32_t)(alone.stats.expansions / 6);
        for (uint32_t k = 0; k < 8; k++) {
            rain.near = k % 2;
            plan_in_the_rain(rig, &rain, budget, rates[k / 2]);
            rain_end(rig, &rain);
        }
    }
    rain_repair(rig, UINT32_MAX);
}

/// What a real-time trip that ended owes: `calm` is what was made of it when edits had ended and
/// the database, if there is one, had followed.
static void check_walk(conformance_rig *rig, way_outcome outcome, const rain_moves *moves,
                       const rain_moves *calm)
{
    uint32_t profile = 0;
    const way_map *map = rain_ground(rig, &profile);
    const way_state *path = way_agent_path(rig->agent, NULL);
    const way_state place = path[moves->count - 1];
    const way_cost rest = oracle_cost(map, place, rig->trip.goal, profile);
    const bool there = place == rig->trip.goal;
    conformance_check(rig, there || rest == WAY_COST_MAX, "%s, %u from the goal",
                      way_outcome_name(outcome), rest);
    if (!there || !rig->stage->map) {
        return; // what it costs there depends on penalties
    }
    conformance_check(rig, moves->cost == way_agent_cost(rig->agent),
                      "the moves cost %u, the agent says %u", moves->cost,
                      way_agent_cost(rig->agent));
    const way_cost best = oracle_cost(map, rig->trip.start, rig->trip.goal, profile);
    const uint32_t bound = way_agent_bound_thousandths(rig->agent);
    conformance_check(rig,
                      bound == UINT32_MAX || (uint64_t)moves->cost * 1000 <= (uint64_t)best * bound,
                      "cost %u, the best is %u, proven was %u / 1000", moves->cost, best, bound);
    if (calm->count && (rig->algorithm->traits & WAY_TRAIT_OPTIMAL)) {
        const way_cost left = oracle_cost(map, path[calm->count - 1], rig->trip.goal, profile);
        conformance_check(rig, moves->cost - calm->cost == left,
                          "%u after the rain, the best is %u", moves->cost - calm->cost, left);
    }
}

/// One real-time trip with edits at its first steps: it makes only moves that are legal when it
/// makes them, and arrives once the edits end.
static void move_in_the_rain(conformance_rig *rig, weather *rain, uint32_t rainy)
{
    assert_int_equal(way_agent_begin(rig->agent, &rig->trip), WAY_STATUS_OK);
    way_outcome outcome = way_agent_outcome(rig->agent);
    rain_moves moves = {0};
    rain_moves calm = {0};
    check_moves(rig, &moves);
    for (uint32_t steps = 0; outcome == WAY_OUTCOME_WORKING; steps++) {
        if (steps < rainy) {
            rain->near = steps % 2;
            rain_drop(rig, rain);
        }
        if (steps < rainy && (steps == 1 || steps == 7 || steps == 8)) {
            rain_fall(rig, rain, way_agent_path(rig->agent, NULL)[moves.count - 1]);
        }
        rain_repair(rig, steps % 3 && steps < rainy + 2 ? RAIN_REPAIR : UINT32_MAX);
        if (steps > rainy + 2 && calm.count == 0) {
            calm = moves;
        }
        outcome = way_agent_step(rig->agent, rainy < 10 ? 2 : 20);
        conformance_check(rig, steps < 200000, "the trip does not end");
        check_moves(rig, &moves);
    }
    check_walk(rig, outcome, &moves, &calm);
}

static void moves_in_the_rain(conformance_rig *rig)
{
    uint32_t profile = 0;
    weather rain = {.rng = way_rng_seed(rig->stage->count)};
    for (uint32_t i = 0; rain_ground(rig, &profile) && i < rig->stage->problem_count; i++) {
        const stage_problem *problem = &rig->stage->problems[i];
        rig->trip = (way_trip){.start = problem->start, .goal = problem->goal};
        move_in_the_rain(rig, &rain, i % 2 ? 4 : 40);
        rain_end(rig, &rain);
        rain_repair(rig, UINT32_MAX);
    }
}

static bool holds_from(const conformance_rig *rig, const way_state *path, uint32_t count,
                       uint32_t from)
{
    for (uint32_t i = from; i + 1 < count; i++) {
        if (oracle_step_cost(rig->stage->map, path[i], path[i + 1], rig->stage->size) ==
            WAY_COST_MAX) {
            return false;
        }
    }
    return true;
}

static void check_holds(const conformance_rig *rig, const char *when)
{
    uint32_t count = 0;
    const way_state *path = way_agent_path(rig->agent, &count);
    const uint32_t stride = 1 + count / 256; // each looks at the rest of the path
    for (uint32_t from = 0; from < count + 2; from += stride) {
        const bool expected = holds_from(rig, path, count, from);
        conformance_check(rig, way_agent_path_holds(rig->agent, from) == expected,
                          "%s: the path %s from step %u on", when, expected ? "holds" : "is broken",
                          from);
    }
    conformance_check(rig, way_agent_path_holds(rig->agent, UINT32_MAX), "nothing is broken");
}

static void paths_hold_or_not(conformance_rig *rig)
{
    way_rng rng = way_rng_seed(rig->stage->count);
    for (uint32_t i = 0; rig->stage->map && i < rig->stage->problem_count; i++) {
        const stage_problem *problem = &rig->stage->problems[i];
        const way_trip trip = {.start = problem->start, .goal = problem->goal};
        const bool deep = oracle_is_deep(
            rig->stage->map, problem->start,
            rig->stage->size); // how one gets out of a building has a test of its own
        if (problem->best == WAY_COST_MAX || deep) {
            continue;
        }
        const conformance_result result = conformance_run(rig, rig->agent, &trip, UINT32_MAX);
        check_holds(rig, "fresh");
        const way_cell cell = way_agent_path(rig->agent, NULL)[way_rng_below(&rng, result.count)];
        const uint8_t weight = way_map_terrain(rig->stage->map, cell);
        set_weight(rig, cell, 0);
        check_holds(rig, "with a wall on it");
        set_weight(rig, cell, weight);
        check_holds(rig, "with the wall gone");
        if (rig->algorithm->traits & WAY_TRAIT_PREPARED) {
            return;
        }
    }
}

/// On a space that stops suiting the algorithm trips go on, by another search until it suits again.
static void taken_when_unsuited(conformance_rig *rig)
{
    way_rng rng = way_rng_seed(rig->stage->count);
    for (uint32_t i = 0; rig->stage->map && i < rig->stage->problem_count; i++) {
        const stage_problem *problem = &rig->stage->problems[i];
        rig->trip = (way_trip){.start = problem->start, .goal = problem->goal};
        const way_cell cell = pick_cell(rig, &rng);
        if (cell == WAY_CELL_NONE) {
            continue;
        }
        const uint8_t weight = way_map_terrain(rig->stage->map, cell);
        set_weight(rig, cell, 200);
        check_anew(rig);
        set_weight(rig, cell, weight);
        check_anew(rig);
    }
}

/// Links come and go, and everybody plans with them.
static void links_come_and_go(conformance_rig *rig)
{
    way_rng rng = way_rng_seed(rig->stage->count);
    for (uint32_t i = 0; rig->stage->map && i < rig->stage->problem_count; i++) {
        const stage_problem *problem = &rig->stage->problems[i];
        rig->trip = (way_trip){.start = problem->start, .goal = problem->goal};
        const way_map_link link = {.from = way_rng_below(&rng, rig->stage->count),
                                   .to = problem->goal,
                                   .cost = 1 + way_rng_below(&rng, 5000),
                                   .profile = rig->stage->size,
                                   .both_ways = i % 2};
        if (link.from == link.to || way_map_add_links(rig->stage->map, &link, 1)) {
            continue;
        }
        check_anew(rig);
        assert_int_equal(way_map_remove_links(rig->stage->map, &link, 1), WAY_STATUS_OK);
        if (way_map_link_count(rig->stage->map) == 0) {
            check_anew(rig);
        }
    }
}

int main(void)
{
    static const conformance_test tests[] = {
        {"trips go stale", trips_go_stale, 0, 3},
        {"plans in the rain", plans_in_the_rain, WAY_TRAIT_HANDLES_EDITS, 16},
        {"moves in the rain", moves_in_the_rain, WAY_TRAIT_HANDLES_EDITS | WAY_TRAIT_REALTIME, 6},
        {"paths hold or not", paths_hold_or_not, 0, 3},
        {"taken when unsuited", taken_when_unsuited, 0, 6},
        {"links come and go", links_come_and_go, 0, 6},
    };
    stage_set stages = {0};
    stage_set_add_grids(&stages, 1, stage_rounds(15));
    stage_set_add_linked(&stages, 1);
    stage_set_add_penalties(&stages, stage_rounds(15));
    const int failed = conformance_main(&stages, tests, sizeof tests / sizeof *tests);
    stage_set_destroy(&stages);
    return failed;
}
