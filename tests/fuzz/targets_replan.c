// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Planning again: trips of every algorithm, with every choice of its parameters, under edits and
// calls in any order. Whatever a step returns is held against the oracle on the map as it is then
// (the five sentences of way_agent_step). `replan` is for units of one cell with the presets of
// numbers; `kinds` for units of all sizes and profiles, with any numbers, on larger maps, with
// buildings, several links and ground that an algorithm does not take.
#include "fuzz/fuzz_bytes.h"
#include "fuzz/fuzz_trips.h"
#include "fuzz/targets.h"
#include "scenes/oracle.h"

#include <waymark/all.h>

#include <stdio.h>
#include <string.h>

#define REPLAN_SIDE_MAX 40u
#define REPLAN_CELLS_MAX (REPLAN_SIDE_MAX * REPLAN_SIDE_MAX)
#define REPLAN_SIDE_USUAL 16u
#define REPLAN_GOALS 4u
#define REPLAN_CALLS 256u
#define REPLAN_SPEC 256u
#define REPLAN_CHANGED (REPLAN_CALLS * 8u)
#define REPLAN_LINKS 4u
#define REPLAN_SIZE 3u    ///< of the largest units
#define REPLAN_TERRAIN 5u ///< kinds of it that profiles tell apart

/// Trips on the same map after all calls that the bytes ask for.
#define REPLAN_TRIPS 64u
#define REPLAN_TRIP_CALLS 12u
#define REPLAN_WORK 20000u ///< expansions after which no more begin
#define REPLAN_LIMIT 3000u ///< of each: more than any but those whose work grows without bound take

typedef struct replan_rig {
    way_map *map;
    way_space *space;
    way_navigator *navigator;
    way_agent *agent;
    const way_algorithm *algorithm;
    char spec[REPLAN_SPEC];
    bool kinds;   ///< of all that there is
    bool limited; ///< by a number of its own: it may end for lack of room or work
    uint32_t cells;
    uint32_t profile;
    way_trip trip;
    way_state goals[REPLAN_GOALS];
    way_map_link links[REPLAN_LINKS]; ///< that are there now
    uint32_t link_count;
    bool edited;                       ///< since the trip began
    bool parked;                       ///< likewise: the cost is of the moves before, too
    bool cut;                          ///< the path ends at the horizon
    way_state changed[REPLAN_CHANGED]; ///< since the agent last heard of edits
    uint32_t changed_count;
    uint32_t limit; ///< of trips that ask for none
    uint32_t made;  ///< states of the path of a real-time agent that were checked
    uint32_t lead;  ///< moves that an agent still makes out of the blocked ground it began deep in
    way_cell known_from;     ///< from which the costs below are known
    uint64_t known_revision; ///< of the space; UINT64_MAX = they are not
    way_cost known[REPLAN_CELLS_MAX];
} replan_rig;

uint64_t fuzz_judged;

static void replan_require(const replan_rig *rig, bool claim, const char *text)
{
    if (!claim) {
        (void)fprintf(stderr, "%s: %s\n", rig->spec, text);
        abort();
    }
}

static bool replan_is_realtime(const replan_rig *rig)
{
    return rig->algorithm->traits & WAY_TRAIT_REALTIME;
}

static bool replan_stands(const replan_rig *rig, way_cell cell)
{
    const uint32_t width = way_map_width(rig->map);
    return oracle_stands(rig->map, cell % width, cell / width, rig->profile);
}

// Opening -----------------------------------------------------------------------------------------

/// A value for a parameter: of numbers the least, or one above the preset.
static int32_t replan_value(replan_rig *rig, const way_param *param, fuzz_bytes *bytes)
{
    if (param->type == WAY_PARAM_CHOICE || param->type == WAY_PARAM_SWITCH) {
        return param->min + (int32_t)fuzz_below(bytes, (uint32_t)(param->max - param->min + 1));
    }
    // Each step of a depth is eight times the work; without a limit of their own some never end.
    const bool limit = strcmp(param->name, "limit") == 0;
    const int64_t more = strcmp(param->name, "depth") == 0 ? 2 : (int64_t)param->default_value + 3;
    const int64_t above = limit ? 200 : param->default_value + more;
    rig->limited |= limit || strcmp(param->name, "nodes") == 0;
    return fuzz_take(bytes) & 1u ? (int32_t)(above < param->max ? above : param->max)
                                 : param->min + limit;
}

/// The algorithm with some of its parameters set.
static void replan_choose(replan_rig *rig, fuzz_bytes *bytes)
{
    rig->algorithm = way_algorithm_at(fuzz_take(bytes) % way_algorithm_count());
    const uint32_t picks = fuzz_take(bytes);
    size_t size = (size_t)snprintf(rig->spec, sizeof rig->spec, "%s", rig->algorithm->name);
    bool some = false;
    for (uint32_t i = 0; i < rig->algorithm->param_count && (picks & 1u); i++) {
        const way_param *param = &rig->algorithm->params[i];
        const bool chosen = param->type == WAY_PARAM_CHOICE;
        const bool number = !chosen && param->type != WAY_PARAM_SWITCH;
        if ((number && !rig->kinds) || (picks >> (1 + i % 7) & 1u)) {
            continue;
        }
        const int32_t v = replan_value(rig, param, bytes);
        char digits[24];
        const bool ratio = param->type == WAY_PARAM_RATIO;
        (void)snprintf(digits, sizeof digits, ratio ? "%d.%03d" : "%d", ratio ? v / 1000 : v,
                       v % 1000);
        const char *value = number ? digits : chosen ? param->choices[v] : v ? "on" : "off";
        size += (size_t)snprintf(rig->spec + size, sizeof rig->spec - size, "%c%s=%s",
                                 some ? ',' : '(', param->name, value);
        some = true;
    }
    if (some) {
        (void)snprintf(rig->spec + size, sizeof rig->spec - size, ")");
    }
}

/// The kind of unit, which the map is prepared for: plain and of some size, or one with weights of
/// its own.
static void replan_open_profile(replan_rig *rig, bool uniform, fuzz_bytes *bytes)
{
    const uint32_t kind = rig->kinds ? fuzz_take(bytes) : 0;
    way_profile profile = way_profile_default(1 + kind % REPLAN_SIZE);
    for (uint32_t i = 0; kind / 4 % 2 && i < REPLAN_TERRAIN; i++) {
        profile.weights[i] = (uint8_t)(uniform ? fuzz_below(bytes, 3) > 0 : fuzz_below(bytes, 6));
    }
    replan_require(rig, way_map_add_profile(rig->map, &profile, &rig->profile) == WAY_STATUS_OK,
                   "no profile");
}

static void replan_open_map(replan_rig *rig, fuzz_bytes *bytes)
{
    uint8_t weights[REPLAN_CELLS_MAX];
    const bool large = rig->kinds && fuzz_take(bytes) % 4 == 0;
    const uint32_t most = large ? REPLAN_SIDE_MAX : REPLAN_SIDE_USUAL;
    way_map_config config =
        way_map_config_default(3 + fuzz_below(bytes, most - 2), 3 + fuzz_below(bytes, most - 2));
    const uint32_t rules = fuzz_take(bytes);
    const bool uniform = (rig->algorithm->needs & WAY_SPACE_UNIFORM_COST) || rules % 3;
    const uint32_t blocked = fuzz_below(bytes, rig->kinds ? 60 : 100);
    config.neighbours = rules & 1u ? WAY_NEIGHBOURS_4 : WAY_NEIGHBOURS_8;
    if (rig->kinds && fuzz_take(bytes) % 4 == 0) {
        config.neighbours = WAY_NEIGHBOURS_6;
    }
    config.corners = (way_corners)(rules / 2 % 3);
    rig->cells = config.width * config.height;
    const uint32_t low = fuzz_take(bytes);
    const uint32_t high = fuzz_take(bytes);
    way_rng rng = way_rng_seed(low | high << 8);
    for (uint32_t i = 0; i < rig->cells; i++) {
        const uint32_t weight = uniform ? 1 : 1 + way_rng_below(&rng, 9);
        weights[i] = (uint8_t)(way_rng_below(&rng, 256) < blocked ? 0 : weight);
    }
    config.weights = weights;
    replan_require(rig, way_map_create(&config, &rig->map) == WAY_STATUS_OK, "no map");
    replan_open_profile(rig, uniform, bytes);
    replan_require(
        rig, way_space_create_grid(rig->map, rig->profile, NULL, &rig->space) == WAY_STATUS_OK,
        "no space");
}

static bool replan_open(replan_rig *rig, fuzz_bytes *bytes)
{
    replan_choose(rig, bytes);
    replan_open_map(rig, bytes);
    const way_navigator_config plan = {.space = rig->space, .algorithm = rig->spec};
    const way_agent_config unit = {.store =
                                       fuzz_take(bytes) & 1u ? WAY_STORE_SPARSE : WAY_STORE_AUTO};
    if (way_navigator_create(&plan, &rig->navigator) != WAY_STATUS_OK) {
        return false; // not on such a map
    }
    way_agent_config config = unit;
    config.navigator = rig->navigator;
    replan_require(rig, way_agent_create(&config, &rig->agent) == WAY_STATUS_OK, "no agent");
    return true;
}

static void replan_close(replan_rig *rig)
{
    way_agent_destroy(rig->agent);
    way_navigator_destroy(rig->navigator);
    way_space_destroy(rig->space);
    way_map_destroy(rig->map);
}

// Judging -----------------------------------------------------------------------------------------

/// Whether a trip may end on a cell.
static bool replan_is_goal(const replan_rig *rig, way_cell cell)
{
    const way_trip *trip = &rig->trip;
    oracle_step steps[ORACLE_STEPS_MAX];
    switch (trip->mode) {
    case WAY_GOAL_EXACT:
        return cell == trip->goal;
    case WAY_GOAL_RANGE:
        return replan_stands(rig, cell) &&
               rig->space->type->estimate(rig->space, cell, trip->goal) <= trip->range;
    case WAY_GOAL_ANY_OF:
        for (uint32_t i = 0; i < trip->goal_count; i++) {
            if (trip->goals[i] == cell && replan_stands(rig, cell)) {
                return true;
            }
        }
        return false;
    default:
        break;
    }
    // A blocked goal is looked at from the other side, for steps lead both ways but for links.
    const bool blocked = !replan_stands(rig, trip->goal);
    const uint32_t count =
        oracle_steps_from(rig->map, blocked ? trip->goal : cell, rig->profile, steps);
    for (uint32_t i = 0; i < count; i++) {
        if (steps[i].cell == (blocked ? cell : trip->goal) && replan_stands(rig, cell)) {
            return true;
        }
    }
    return false;
}

/// Whether a trip from a cell begins deep inside blocked ground.
static bool replan_is_deep(const replan_rig *rig, way_cell from)
{
    return oracle_is_deep(rig->map, from, rig->profile) &&
           (rig->trip.mode != WAY_GOAL_EXACT || rig->trip.goal != from);
}

/// The least cost from a cell to each on the map as it is.
static const way_cost *replan_costs(replan_rig *rig, way_cell from)
{
    const uint64_t revision = way_space_revision(rig->space);
    if (rig->known_revision != revision || rig->known_from != from) {
        replan_require(rig, oracle_costs(rig->map, from, rig->profile, rig->known) == WAY_STATUS_OK,
                       "no oracle");
        rig->known_revision = revision;
        rig->known_from = from;
    }
    return rig->known;
}

/// The least cost from a cell to any of some cells [marked]; WAY_COST_MAX if there is no way.
static way_cost replan_reach(replan_rig *rig, way_cell from, const uint8_t *goals)
{
    way_cost best = WAY_COST_MAX;
    way_cost deep = 0;
    if (replan_is_deep(rig, from)) {
        const way_cell gate = oracle_gate_to(rig->map, from, goals, rig->profile, &deep);
        from = gate == WAY_CELL_NONE ? from : gate;
    }
    const way_cost *costs = replan_costs(rig, from);
    for (way_cell cell = 0; cell < rig->cells; cell++) {
        best = goals[cell] && costs[cell] < best ? costs[cell] : best;
    }
    return way_cost_add(best, deep);
}

/// The least cost of a trip from a cell; WAY_COST_MAX if there is none.
static way_cost replan_best(replan_rig *rig, way_cell from)
{
    uint8_t goals[REPLAN_CELLS_MAX];
    for (way_cell cell = 0; cell < rig->cells; cell++) {
        const bool stands = cell == from || replan_stands(rig, cell);
        goals[cell] = stands && replan_is_goal(rig, cell);
    }
    return replan_reach(rig, from, goals);
}

/// Whether any place at all can be reached from a cell.
static bool replan_gets_anywhere(replan_rig *rig, way_cell from)
{
    uint8_t places[REPLAN_CELLS_MAX];
    for (way_cell cell = 0; cell < rig->cells; cell++) {
        places[cell] = replan_stands(rig, cell);
    }
    return replan_reach(rig, from, places) != WAY_COST_MAX;
}

/// What moves cost now, the first of them as over plain ground; WAY_COST_MAX if one is not legal.
static way_cost replan_sum(const replan_rig *rig, const way_state *path, uint32_t count,
                           uint32_t lead)
{
    way_cost sum = 0;
    for (uint32_t i = 0; i + 1 < count; i++) {
        sum = way_cost_add(
            sum, i < lead ? oracle_plain_cost(rig->map, path[i], path[i + 1])
                          : oracle_step_cost(rig->map, path[i], path[i + 1], rig->profile));
    }
    return sum;
}

/// What a path costs now, the way out of deep inside blocked ground included, of which some may
/// have been made already; WAY_COST_MAX if it is not legal.
static way_cost replan_price(const replan_rig *rig, const way_state *path, uint32_t count)
{
    const way_cost sum =
        replan_sum(rig, path, count, oracle_lead(rig->map, path, count, rig->profile));
    return sum == WAY_COST_MAX ? replan_sum(rig, path, count, rig->lead) : sum;
}

static void replan_judge_none(replan_rig *rig, way_cell from)
{
    uint32_t count = 0;
    (void)way_agent_path(rig->agent, &count);
    replan_require(rig, way_agent_bound_thousandths(rig->agent) == UINT32_MAX,
                   "a bound beside NO_PATH");
    replan_require(rig, count == 1 || rig->trip.partial || replan_is_realtime(rig),
                   "a path beside NO_PATH");
    replan_require(rig, replan_best(rig, from) == WAY_COST_MAX, "NO_PATH though there is a way");
    replan_require(rig, !rig->trip.fall_back_to_nearest || !replan_gets_anywhere(rig, from),
                   "NO_PATH though a place instead can be reached");
}

/// What is proven of a path holds on the map as it is.
static void replan_judge_bound(replan_rig *rig, way_cost best)
{
    const uint32_t bound = way_agent_bound_thousandths(rig->agent);
    uint32_t count = 0;
    const way_state *path = way_agent_path(rig->agent, &count);
    const way_cost price = replan_price(rig, path, count);
    replan_require(rig,
                   bound == UINT32_MAX || rig->cut || replan_is_realtime(rig) ||
                       (price != WAY_COST_MAX && (uint64_t)price * 1000 <= (uint64_t)best * bound),
                   "a bound that is not kept");
}

static void replan_judge_arrived(replan_rig *rig, way_cell from, way_cell to)
{
    const way_cost best = replan_best(rig, from);
    const way_cost cost = way_agent_cost(rig->agent);
    const bool promised = !rig->edited && (rig->algorithm->traits & WAY_TRAIT_OPTIMAL);
    replan_require(rig, rig->cut || replan_is_goal(rig, to), "the path ends elsewhere");
    replan_require(rig, !promised || replan_is_realtime(rig) || rig->cut || cost == best,
                   "promised to be best, but is not");
    replan_judge_bound(rig, best);
}

static void replan_judge_cost(const replan_rig *rig, way_outcome outcome)
{
    uint32_t count = 0;
    const way_state *path = way_agent_path(rig->agent, &count);
    const bool none = outcome == WAY_OUTCOME_NO_PATH && count == 1;
    const way_cost price = none ? WAY_COST_MAX : replan_price(rig, path, count);
    replan_require(rig, rig->cut || price == way_agent_cost(rig->agent),
                   "the cost is not the path's");
}

/// What is proven of the path in hand of a trip that goes on, or to a place instead of the goal, by
/// the way out of deep inside blocked ground that it takes.
static void replan_judge_short(replan_rig *rig)
{
    uint8_t goals[REPLAN_CELLS_MAX] = {0};
    uint32_t count = 0;
    const way_state *path = way_agent_path(rig->agent, &count);
    const uint32_t lead = oracle_lead(rig->map, path, count, rig->profile);
    goals[path[count - 1]] = 1;
    const way_cost best = replan_reach(rig, path[lead], goals);
    replan_judge_bound(rig, way_cost_add(replan_sum(rig, path, lead + 1, lead), best));
}

/// What is proven of the path in hand while the trip goes on: of all ways to where it ends, and if
/// that is a goal, of those by any way out to any of the goals.
static void replan_judge_under_way(replan_rig *rig)
{
    uint32_t count = 0;
    const way_state *path = way_agent_path(rig->agent, &count);
    if (way_agent_bound_thousandths(rig->agent) == UINT32_MAX) {
        return;
    }
    replan_judge_short(rig);
    if (!replan_is_realtime(rig) && replan_is_goal(rig, path[count - 1])) {
        replan_judge_bound(rig, replan_best(rig, path[0]));
    }
}

/// What a trip that has just ended owes to the map as it is.
static void replan_judge(replan_rig *rig, way_outcome outcome)
{
    uint32_t count = 0;
    const way_state *path = way_agent_path(rig->agent, &count);
    const bool realtime = replan_is_realtime(rig);
    const way_cell from = path[realtime ? count - 1 : 0];
    fuzz_judged++;
    replan_require(rig, outcome != WAY_OUTCOME_CAPACITY || rig->limited, "CAPACITY");
    replan_require(rig,
                   outcome != WAY_OUTCOME_STALE ||
                       !way_algorithm_suits(rig->algorithm, rig->space) ||
                       !(rig->algorithm->traits & WAY_TRAIT_HANDLES_EDITS),
                   "STALE");
    if (outcome == WAY_OUTCOME_STALE) {
        return;
    }
    if (outcome == WAY_OUTCOME_NO_PATH) {
        replan_judge_none(rig, from);
    }
    if (realtime) {
        if (!rig->edited && !rig->parked) { // moves were paid for when they were made
            replan_judge_cost(rig, outcome);
        }
        replan_require(rig,
                       outcome != WAY_OUTCOME_FOUND || rig->cut || count == 1 ||
                           replan_is_goal(rig, path[count - 1]),
                       "it ends elsewhere");
        return;
    }
    replan_require(rig, replan_price(rig, path, count) != WAY_COST_MAX, "the path is not legal");
    replan_judge_cost(rig, outcome);
    if (outcome == WAY_OUTCOME_FOUND) {
        replan_judge_arrived(rig, from, path[count - 1]);
    } else if (way_agent_bound_thousandths(rig->agent) != UINT32_MAX) {
        replan_judge_short(rig);
    }
}

/// Moves of a real-time agent are legal when they are made.
static void replan_check_moves(const replan_rig *rig)
{
    uint32_t count = 0;
    const way_state *path = way_agent_path(rig->agent, &count);
    if (count > rig->made && rig->made && replan_is_realtime(rig)) {
        const uint32_t first = rig->made - 1;
        replan_require(rig, replan_price(rig, path + first, count - first) != WAY_COST_MAX,
                       "a move was not legal");
    }
}

// Calls -------------------------------------------------------------------------------------------

/// Takes note of a call that the agent heard of the map by, and of the moves that it made.
static void replan_heard(replan_rig *rig)
{
    rig->changed_count = 0;
    (void)way_agent_path(rig->agent, &rig->made);
}

/// Another trip; if it can't be made the one before goes on.
static void replan_begin(replan_rig *rig, fuzz_bytes *bytes)
{
    const uint32_t flags = fuzz_take(bytes);
    way_state goals[REPLAN_GOALS] = {0};
    way_trip trip = {.start = fuzz_below(bytes, rig->cells),
                     .goal = fuzz_below(bytes, rig->cells),
                     .fall_back_to_nearest = flags & 1u,
                     .partial = flags & 2u,
                     .expansion_limit = flags & 4u ? 1 + fuzz_take(bytes) : rig->limit};
    if ((rig->algorithm->traits & WAY_TRAIT_ANY_GOAL) && (flags & 24u) == 24u) {
        trip.mode = (way_goal_mode)(1 + fuzz_below(bytes, 3));
        trip.range = fuzz_below(bytes, 4) * 408u;
        trip.goals = goals;
        trip.goal_count = 1 + fuzz_below(bytes, REPLAN_GOALS);
        for (uint32_t i = 0; i < REPLAN_GOALS; i++) {
            goals[i] = fuzz_below(bytes, rig->cells);
        }
    }
    if (way_agent_begin(rig->agent, &trip) == WAY_STATUS_OK) {
        rig->trip = trip;
        rig->trip.goals = rig->goals;
        memcpy(rig->goals, goals, sizeof goals);
        rig->edited = false;
        rig->parked = false;
        rig->lead = 0;
        replan_heard(rig);
    }
}

static void replan_note(replan_rig *rig, way_cell cell)
{
    rig->edited = true;
    if (rig->changed_count < REPLAN_CHANGED) {
        rig->changed[rig->changed_count++] = cell;
    }
}

/// Changes cells, as many to the right and below as there are.
static void replan_build(replan_rig *rig, way_edit edit)
{
    const uint32_t width = way_map_width(rig->map);
    const uint32_t height = way_map_height(rig->map);
    edit.width = edit.width < width - edit.x ? edit.width : width - edit.x;
    edit.height = edit.height < height - edit.y ? edit.height : height - edit.y;
    if (rig->changed_count + edit.width * edit.height > REPLAN_CHANGED) {
        return;
    }
    replan_require(rig, way_map_edit(rig->map, &edit, 1) == WAY_STATUS_OK, "no edit");
    for (uint32_t i = 0; i < edit.width * edit.height; i++) {
        replan_note(rig, (edit.y + i / edit.width) * width + edit.x + i % edit.width);
    }
}

/// Changes a cell, or builds from there: an end of the path, the goal, or any.
static void replan_edit(replan_rig *rig, fuzz_bytes *bytes)
{
    uint32_t count = 0;
    const way_state *path = way_agent_path(rig->agent, &count);
    const way_cell cells[] = {count ? path[0] : 0, count ? path[count - 1] : 0,
                              way_agent_goal(rig->agent), fuzz_below(bytes, rig->cells),
                              fuzz_below(bytes, rig->cells)};
    const way_cell cell = cells[fuzz_below(bytes, 5)];
    if (cell >= rig->cells) {
        return;
    }
    const uint32_t width = way_map_width(rig->map);
    const bool unsuited = rig->kinds && fuzz_take(bytes) % 16 == 0;
    const bool uniform = (rig->algorithm->needs & WAY_SPACE_UNIFORM_COST) && !unsuited;
    const uint32_t weight = uniform ? 1 : 1 + fuzz_below(bytes, 4);
    const bool shut = way_map_is_passable(rig->map, cell) && (uniform || fuzz_below(bytes, 3));
    const uint32_t sides = rig->kinds ? fuzz_take(bytes) : 0;
    const bool large = sides % 4 == 3;
    replan_build(rig, (way_edit){cell % width, cell / width, large ? 1 + sides / 4 % 5 : 1,
                                 large ? 1 + sides / 32 % 5 : 1, (uint8_t)(shut ? 0 : weight)});
}

static bool replan_is_linked(const replan_rig *rig, way_map_link link)
{
    for (uint32_t i = 0; i < rig->link_count; i++) {
        const way_map_link *there = &rig->links[i];
        if ((there->from == link.from && there->to == link.to) ||
            (there->from == link.to && there->to == link.from)) {
            return true;
        }
    }
    return link.from == link.to;
}

/// A link comes, or goes again.
static void replan_link(replan_rig *rig, fuzz_bytes *bytes)
{
    const uint32_t most = rig->kinds ? REPLAN_LINKS : 1;
    if ((rig->algorithm->needs & WAY_SPACE_UNLINKED) && !(rig->kinds && fuzz_take(bytes) < 16)) {
        return;
    }
    way_map_link link = rig->links[0];
    if (rig->link_count == most || (rig->link_count && rig->kinds && fuzz_take(bytes) & 1u)) {
        replan_require(rig, way_map_remove_links(rig->map, &link, 1) == WAY_STATUS_OK,
                       "a link stays");
        rig->links[0] = rig->links[--rig->link_count];
    } else {
        link = (way_map_link){.from = fuzz_below(bytes, rig->cells),
                              .to = fuzz_below(bytes, rig->cells),
                              .cost = 1 + fuzz_take(bytes) * 8u,
                              .both_ways = fuzz_take(bytes) & 1u};
        if (!replan_is_linked(rig, link) &&
            way_map_add_links(rig->map, &link, 1) == WAY_STATUS_OK) {
            rig->links[rig->link_count++] = link;
        }
    }
    replan_note(rig, link.from);
    replan_note(rig, link.to);
}

static void replan_step(replan_rig *rig, fuzz_bytes *bytes)
{
    static const uint32_t budgets[] = {1, 8, 40, 64, 1000, UINT32_MAX};
    const way_outcome before = way_agent_outcome(rig->agent);
    const way_outcome after = way_agent_step(rig->agent, budgets[fuzz_below(bytes, 6)]);
    if (before == WAY_OUTCOME_WORKING) {
        replan_check_moves(rig);
        replan_heard(rig);
        if (after != WAY_OUTCOME_WORKING) {
            replan_judge(rig, after);
        } else {
            replan_judge_under_way(rig);
        }
    }
}

/// What can be seen of a trip.
typedef struct replan_sight {
    way_outcome outcome;
    uint32_t count, bound;
    way_cost cost;
    way_state last;
} replan_sight;

static replan_sight replan_look(const replan_rig *rig)
{
    replan_sight sight = {.outcome = way_agent_outcome(rig->agent),
                          .bound = way_agent_bound_thousandths(rig->agent),
                          .cost = way_agent_cost(rig->agent)};
    const way_state *path = way_agent_path(rig->agent, &sight.count);
    sight.last = sight.count ? path[sight.count - 1] : WAY_STATE_NONE;
    return sight;
}

/// A call that is refused changes nothing.
static void replan_refused(const replan_rig *rig, way_status status, replan_sight before)
{
    const replan_sight now = replan_look(rig);
    const bool same = now.outcome == before.outcome && now.count == before.count &&
                      now.bound == before.bound && now.cost == before.cost &&
                      now.last == before.last;
    replan_require(rig,
                   (status != WAY_STATUS_UNSUPPORTED && status != WAY_STATUS_WRONG_STATE &&
                    status != WAY_STATUS_STALE) ||
                       same || !way_algorithm_suits(rig->algorithm, rig->space),
                   "a refused call changed the trip");
}

static way_status replan_retarget(replan_rig *rig, way_state goal)
{
    const way_status status = way_agent_retarget(rig->agent, goal);
    if (status == WAY_STATUS_OK) {
        rig->trip.goal = goal;
        rig->trip.mode = WAY_GOAL_EXACT;
        replan_heard(rig);
    }
    return status;
}

/// Makes moves; what is left of the way out of blocked ground stays what it was.
static way_status replan_advance(replan_rig *rig, uint32_t moves)
{
    uint32_t count = 0;
    const way_state *path = way_agent_path(rig->agent, &count);
    const uint32_t found = oracle_lead(rig->map, path, count, rig->profile);
    const uint32_t lead = found > rig->lead ? found : rig->lead;
    const way_status status = way_agent_advance(rig->agent, moves);
    (void)way_agent_path(rig->agent, &rig->made);
    const uint32_t made = moves < count ? moves : count;
    rig->lead = status != WAY_STATUS_OK ? rig->lead : lead > made ? lead - made : 0;
    return status;
}

/// Parks the trip and goes on with it.
static way_status replan_park(replan_rig *rig)
{
    uint8_t parked[256];
    size_t size = 0;
    if (way_agent_park(rig->agent, parked, sizeof parked, &size) != WAY_STATUS_OK) {
        return WAY_STATUS_OK; // most can't, or not now
    }
    const way_status status = way_agent_resume(rig->agent, parked, size);
    const bool suits = way_algorithm_suits(rig->algorithm, rig->space);
    replan_require(rig,
                   status == WAY_STATUS_OK || (status == WAY_STATUS_STALE && rig->edited) ||
                       (status == WAY_STATUS_UNSUPPORTED && !suits),
                   "a parked trip does not go on");
    rig->parked = true;
    (void)way_agent_path(rig->agent, &rig->made);
    return status;
}

static void replan_call(replan_rig *rig, fuzz_bytes *bytes)
{
    const replan_sight before = replan_look(rig);
    way_status status = WAY_STATUS_OK;
    bool done = false;
    switch (fuzz_below(bytes, rig->kinds ? 23 : 20)) {
    case 0:
        replan_begin(rig, bytes);
        break;
    case 1:
    case 2:
    case 3:
    case 4:
        replan_edit(rig, bytes);
        break;
    case 5:
        replan_link(rig, bytes);
        break;
    case 6:
        (void)!way_navigator_repair(rig->navigator, fuzz_take(bytes) * 16u, &done);
        break;
    case 7:
    case 8:
        status = way_agent_notify(rig->agent, rig->changed, rig->changed_count);
        if (status == WAY_STATUS_OK) {
            replan_heard(rig);
        }
        break;
    case 9:
        status = replan_advance(rig, fuzz_below(bytes, 4));
        break;
    case 10:
        status = replan_retarget(rig, fuzz_below(bytes, rig->cells));
        break;
    case 11:
        status = replan_park(rig);
        break;
    case 12: {
        const uint32_t moves = fuzz_below(bytes, 5);
        way_agent_set_horizon(rig->agent, moves);
        rig->cut |= moves && (rig->algorithm->traits & WAY_TRAIT_INCREMENTAL);
        break;
    }
    case 20:
        if (fuzz_take(bytes) < 64) {
            way_agent_cancel(rig->agent);
        }
        break;
    case 21:
        (void)!way_agent_set_lookahead(rig->agent, fuzz_take(bytes));
        break;
    default:
        replan_step(rig, bytes);
        break;
    }
    replan_refused(rig, status, before);
}

/// Steps until the trip is over.
static void replan_end(replan_rig *rig)
{
    static const uint8_t most[] = {5}; // of the budgets
    // Where links cost a thousand steps LRTA* learns as many times of each cell.
    const uint32_t steps = replan_is_realtime(rig) ? 1u << 20 : 20000;
    for (uint32_t i = 0; i < steps && way_agent_outcome(rig->agent) == WAY_OUTCOME_WORKING; i++) {
        fuzz_bytes budget = {most, most + (i < 500 ? 0 : 1)};
        replan_step(rig, &budget);
    }
    replan_require(rig, way_agent_outcome(rig->agent) != WAY_OUTCOME_WORKING, "no end");
}

/// Many short trips on the map as it is by now, a few calls each: trips are what takes long to
/// choose by bytes alone.
static void replan_make_trips(replan_rig *rig, const uint8_t *input, size_t size)
{
    way_rng rng = way_rng_seed(way_hash_bytes(0, input, size));
    uint8_t choices[32];
    uint64_t work = 0;
    rig->limit = REPLAN_LIMIT;
    for (uint32_t i = 0; i < REPLAN_TRIPS && work < REPLAN_WORK; i++) {
        for (uint32_t k = 0; k < 1 + i % REPLAN_TRIP_CALLS; k++) {
            for (uint32_t n = 0; n < sizeof choices; n++) {
                choices[n] = (uint8_t)way_rng_next(&rng);
            }
            fuzz_bytes bytes = {choices, choices + sizeof choices};
            if (way_agent_outcome(rig->agent) != WAY_OUTCOME_WORKING &&
                (k == 0 || choices[31] % 4 == 0)) {
                work += way_agent_stats(rig->agent).expansions;
                replan_begin(rig, &bytes);
            } else {
                replan_call(rig, &bytes);
            }
        }
        if (choices[30] % 4) {
            replan_end(rig);
        }
    }
    replan_end(rig);
}

static void replan_run(const uint8_t *input, size_t size, bool kinds)
{
    fuzz_bytes bytes = {input, input + size};
    replan_rig rig = {.kinds = kinds, .known_revision = UINT64_MAX};
    if (replan_open(&rig, &bytes)) {
        replan_begin(&rig, &bytes);
        for (uint32_t i = 0; i < REPLAN_CALLS && !fuzz_is_empty(&bytes); i++) {
            replan_call(&rig, &bytes);
        }
        replan_end(&rig);
        replan_make_trips(&rig, input, size);
    }
    replan_close(&rig);
}

void fuzz_replan(const uint8_t *input, size_t size)
{
    replan_run(input, size, false);
}

void fuzz_kinds(const uint8_t *input, size_t size)
{
    replan_run(input, size, true);
}
