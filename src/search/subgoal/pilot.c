// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The stages of a trip, in one table: what is done in each, and where yes (y), no (n) and else (e)
// lead. Those in brackets are decided at once. A point of the chain is where all begins again.
//
//     START ──y TRY_GOAL ──n LEG_GOAL ──y FOLLOW      a climb or a search straight to the goal
//       └n MAKE ──y PICK_FIRST ── PICK_LAST ── DOUBT_TIERS   a chain by tiers,
//            └n ROUTE ── DOUBT_ROUTE                 or by a search over the links
//     DOUBT ──y [JOIN] ──y AIM                        from the start to the chain
//       └n START  └n LEG_JOIN ──y FOLLOW
//                      └n [BACK] ──y LEG_JOIN            to the place before,
//                           └n [FORCE] ──y CLIMB         or by a climb that costs what it may
//     POINT ──y [LEAVE] ──n [GO_ON] ──n [NEXT] ──y AIM ── CLIMB ──y POINT
//       └n DOUBT_ON └y LEG_LEAVE └y PICK_ON └n TRY_LAST ──n LEG_LAST ──y FOLLOW ──y POINT
//                                           └e LEAD ──y FOLLOW
//
// Where a move is not open or a link is gone, LEAD searches for the next place on the map itself;
// who is LOST leaves the rest to the trip.
#include "search/subgoal/pilot.h"

#include "base/check.h"
#include "search/subgoal/walk.h"
#include "search/trip/plan.h"

#include <waymark/database.h>

/// The next piece of a chain is made when so few places of it are left.
#define PILOT_AHEAD 3u

/// A search over the links of so many regions is soon done.
#define PILOT_FEW 2048u

/// Cells of the window of those who only search where no climb leads.
#define PILOT_SIGHT 1600u

/// Searches between two moves end with so many expansions in all, unless a sector has more cells.
#define PILOT_WORK 4096u

/// Climbs that may come after that, until a move or a search without the database.
#define PILOT_CLIMBS 512u

uint32_t wayi_pilot_area(const wayi_guide *guide)
{
    const uint32_t side = 3 * WAYI_PILOT_REACH + 2;
    const uint32_t square = guide->atlas.config.side * guide->atlas.config.side;
    return !guide->searches ? PILOT_SIGHT : side * side > square ? side * side : square;
}

bool wayi_pilot_open_leg(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_confined_config leg = {.grid = wayi_pilot_grid(agent),
                                      .area = wayi_pilot_area(wayi_pilot_guide(agent)),
                                      .limit = agent->capacity,
                                      .stats = &agent->stats,
                                      .observer = agent->observer};
    if (!pilot->leg.area && !wayi_confined_init(&pilot->leg, &leg, &agent->allocator)) {
        wayi_confined_fini(&pilot->leg);
    }
    return pilot->leg.area;
}

way_status wayi_pilot_create(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_guide *guide = wayi_pilot_guide(agent);
    wayi_path_buffer_init(&pilot->chain, &agent->allocator);
    wayi_path_buffer_init(&pilot->way, &agent->allocator);
    wayi_tiers_ask_init(&pilot->ask, &agent->allocator);
    wayi_route_init(&pilot->route, &agent->allocator);
    return !guide->searches || wayi_pilot_open_leg(agent) ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

void wayi_pilot_destroy(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    wayi_confined_fini(&pilot->leg);
    wayi_path_buffer_fini(&pilot->chain);
    wayi_path_buffer_fini(&pilot->way);
    wayi_tiers_ask_fini(&pilot->ask);
    wayi_route_fini(&pilot->route);
}

/// What searches may take between two moves.
static uint32_t pilot_work_max(const wayi_guide *guide)
{
    const uint32_t area = wayi_pilot_area(guide);
    return !guide->searches || area < 2 * PILOT_WORK ? PILOT_WORK : area;
}

uint32_t wayi_pilot_bound(const way_navigator *navigator)
{
    const wayi_guide *guide = navigator->database;
    return guide->lookahead + pilot_work_max(guide) + PILOT_CLIMBS + WAYI_PLAN_SIGHT;
}

uint32_t wayi_pilot_work_left(const way_agent *agent)
{
    const wayi_pilot *pilot = agent->memory;
    const uint32_t most = pilot_work_max(wayi_pilot_guide(agent));
    return pilot->spent < most ? most - pilot->spent : 0;
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
    pilot->spent = 0;
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
}

way_status wayi_pilot_begin(way_agent *agent)
{
    wayi_pilot_set(agent, agent->start, agent->goal.state);
    return WAY_STATUS_OK;
}

// Checks ------------------------------------------------------------------------------------------

/// Starts a check of a climb to the candidate. Each takes one cell from the purse, so that even
/// free ones come to an end. What is farther away than the purse lasts is not worth a look.
static wayi_pilot_answer pilot_begin_check(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    if (pilot->purse == 0) {
        return WAYI_PILOT_NO;
    }
    pilot->purse--;
    pilot->check = wayi_climb_begin(wayi_pilot_grid(agent), pilot->cell,
                                    wayi_pilot_cell(agent, pilot->candidate));
    return wayi_climb_least_steps(&pilot->check) > pilot->purse ? WAYI_PILOT_NO : WAYI_PILOT_MORE;
}

/// Goes on with it for up to *budget cells.
static wayi_pilot_answer pilot_check(way_agent *agent, uint32_t *budget)
{
    wayi_pilot *pilot = agent->memory;
    return wayi_pilot_told(wayi_walk_check(agent, &pilot->check, &pilot->purse, budget));
}

/// The same for the goal: over weights a climb is no sure way.
static wayi_pilot_answer pilot_check_goal(way_agent *agent, uint32_t *budget)
{
    const wayi_pilot_answer answer = pilot_check(agent, budget);
    const bool weighs = wayi_pilot_grid(agent)->layer->weights != NULL;
    return answer == WAYI_PILOT_YES && weighs ? WAYI_PILOT_NO : answer;
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

/// Sets out for the target. YES: it stands there; ELSE: it is gone.
static wayi_pilot_answer pilot_begin_climb(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const way_cell to = wayi_pilot_cell(agent, pilot->target);
    if (to == WAY_CELL_NONE) {
        return WAYI_PILOT_ELSE;
    }
    pilot->climb_to = to;
    return pilot->cell == to ? WAYI_PILOT_YES : WAYI_PILOT_MORE;
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

/// Takes the candidate, which can be climbed to, and tries for the point behind it.
static wayi_pilot_answer pilot_aim(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    pilot->target = pilot->candidate;
    const way_cell over = wayi_pilot_cell(agent, pilot->target);
    if (over == WAY_CELL_NONE || over == pilot->cell || !pilot_looks_past(agent, pilot->target)) {
        return WAYI_PILOT_NO;
    }
    pilot->candidate = pilot_after(agent, pilot->target);
    const way_cell to = wayi_pilot_cell(agent, pilot->candidate);
    return to != WAY_CELL_NONE && pilot_turns(agent, over, to) ? pilot_begin_check(agent)
                                                               : WAYI_PILOT_NO;
}

/// Over weights a climb past the target must not cost more than the way over it.
static bool pilot_is_cheaper(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_grid *grid = wayi_pilot_grid(agent);
    if (!grid->layer->weights) {
        return true;
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

static wayi_pilot_answer pilot_check_past(way_agent *agent, uint32_t *budget)
{
    const wayi_pilot_answer answer = pilot_check(agent, budget);
    return answer == WAYI_PILOT_YES && !pilot_is_cheaper(agent) ? WAYI_PILOT_NO : answer;
}

// Chains ------------------------------------------------------------------------------------------

/// Whether the regions of both ends are in the database.
static bool pilot_knows_ends(const way_agent *agent)
{
    const wayi_pilot *pilot = agent->memory;
    const wayi_atlas *atlas = &wayi_pilot_guide(agent)->atlas;
    return wayi_atlas_region_at(atlas, pilot->start_region) &&
           wayi_atlas_region_at(atlas, pilot->goal_region);
}

/// Makes the first piece of a chain. NO: tiers know none, or have yet to follow an edit where a
/// search over the links is soon done.
static wayi_pilot_answer pilot_make(way_agent *agent, uint32_t *budget)
{
    const wayi_pilot *pilot = agent->memory;
    (void)budget; // what is looked at is due
    if (!pilot_knows_ends(agent)) {
        return WAYI_PILOT_ELSE;
    }
    const wayi_guide *guide = wayi_pilot_guide(agent);
    const bool follows =
        wayi_tiers_are_made(&guide->tiers) || guide->atlas.region_count > PILOT_FEW;
    const bool known = follows && wayi_pilot_lengthen(agent);
    return !known ? WAYI_PILOT_NO : pilot->full ? WAYI_PILOT_MORE : WAYI_PILOT_YES;
}

static wayi_pilot_answer pilot_pick_first(way_agent *agent, uint32_t *budget)
{
    (void)budget;
    wayi_pilot_choose(agent, false);
    return WAYI_PILOT_YES;
}

static wayi_pilot_answer pilot_pick_last(way_agent *agent, uint32_t *budget)
{
    (void)budget;
    wayi_pilot_choose(agent, true);
    return WAYI_PILOT_YES;
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

static wayi_pilot_answer pilot_route(way_agent *agent, uint32_t *budget)
{
    const uint32_t before = *budget;
    const way_outcome outcome = wayi_pilot_run_route(agent, budget);
    pilot_count(agent, before - *budget);
    return wayi_pilot_told(outcome);
}

// Deciding ----------------------------------------------------------------------------------------

/// Decides at the start of a trip, or of what is left of it. YES: it may be a climb to the goal;
/// ELSE: it has started too often.
static wayi_pilot_answer pilot_start(way_agent *agent, uint32_t *budget)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_guide *guide = wayi_pilot_guide(agent);
    const uint32_t far = wayi_map_open_steps(wayi_pilot_grid(agent)->map, pilot->cell, pilot->goal);
    (void)budget;
    wayi_pilot_locate(agent);
    wayi_pilot_drop_chain(agent);
    pilot->candidate = (wayi_pilot_point){0, 0};
    if (++pilot->tries > WAYI_PILOT_TRIES) {
        return WAYI_PILOT_ELSE;
    }
    return pilot->tries == 1 && (guide->trim || far <= WAYI_PILOT_REACH) ? WAYI_PILOT_YES
                                                                         : WAYI_PILOT_NO;
}

/// Decides on a point of the route. ELSE: the chain is gone.
static wayi_pilot_answer pilot_point(way_agent *agent, uint32_t *budget)
{
    const wayi_pilot *pilot = agent->memory;
    (void)budget;
    return !wayi_pilot_is_verified(agent)             ? WAYI_PILOT_NO
           : wayi_pilot_is_goal(pilot, pilot->target) ? WAYI_PILOT_ELSE
                                                      : WAYI_PILOT_YES;
}

/// Makes the next piece of the chain in time. NO: there is nothing to do yet; ELSE: the chain ends.
static wayi_pilot_answer pilot_go_on(way_agent *agent)
{
    const wayi_pilot *pilot = agent->memory;
    if (!pilot->part || pilot->target.index != 0 ||
        pilot->target.hop + PILOT_AHEAD < pilot->chain.count) {
        return WAYI_PILOT_NO;
    }
    return pilot->version == wayi_pilot_guide(agent)->atlas.version && wayi_pilot_lengthen(agent)
               ? WAYI_PILOT_YES
           : pilot->target.hop + 1 == pilot->chain.count ? WAYI_PILOT_ELSE
                                                         : WAYI_PILOT_NO;
}

/// Takes the next point for a candidate. NO: it is the goal; ELSE: the link to it is gone.
static wayi_pilot_answer pilot_next(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    pilot->candidate = pilot_after(agent, pilot->target);
    if (pilot->target.hop + 1 < pilot->chain.count && !wayi_pilot_link(agent, pilot->target.hop)) {
        pilot->target = (wayi_pilot_point){pilot->target.hop + 1, 0};
        return WAYI_PILOT_ELSE;
    }
    return wayi_pilot_is_goal(pilot, pilot->candidate) ? WAYI_PILOT_NO : WAYI_PILOT_YES;
}

// Moving ------------------------------------------------------------------------------------------

/// Commits a step. YES: it stands on the target.
static wayi_pilot_answer pilot_move(way_agent *agent, uint32_t direction, uint32_t *budget)
{
    wayi_pilot *pilot = agent->memory;
    --*budget;
    wayi_walk_look(agent, pilot->cell, agent->cost);
    pilot->spent = 0;
    pilot->purse = wayi_pilot_guide(agent)->lookahead - 1;
    pilot->tries = 0;
    return wayi_walk_step(agent, &pilot->cell, direction) == WAY_OUTCOME_CAPACITY
               ? WAYI_PILOT_CAPACITY
           : pilot->cell == pilot->goal     ? WAYI_PILOT_FOUND
           : pilot->cell == pilot->climb_to ? WAYI_PILOT_YES
                                            : WAYI_PILOT_MORE;
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

/// Something is in the way that was not when the chain was made: NO: looks for a way past it; ELSE:
/// so near the goal there is no other way round.
static wayi_pilot_answer pilot_stick(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const uint32_t hop = pilot->target.hop - (pilot->target.index == 0 && pilot->target.hop > 0);
    if (hop + 1 >= pilot->chain.count) {
        return WAYI_PILOT_ELSE;
    }
    pilot->target = (wayi_pilot_point){hop + 1, 0};
    return WAYI_PILOT_NO;
}

static wayi_pilot_answer pilot_climb(way_agent *agent, uint32_t *budget)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_grid *grid = wayi_pilot_grid(agent);
    wayi_climb climb = wayi_climb_begin(grid, pilot->cell, pilot->climb_to);
    const uint32_t direction = wayi_climb_direction(grid, climb.x, climb.y, climb.dx, climb.dy);
    if (direction == WAYI_CLIMB_STUCK) {
        return pilot_stick(agent);
    }
    const wayi_pilot_answer answer = pilot_move(agent, direction, budget);
    if (answer == WAYI_PILOT_MORE && wayi_climb_is_straight(grid->map) && !agent->observer) {
        wayi_climb_shift(&climb, direction, 1);
        pilot->toward = (uint8_t)wayi_climb_aim(climb.dx, climb.dy);
        pilot->stride = wayi_climb_straight_steps(&climb);
    }
    return answer;
}

static wayi_pilot_answer pilot_follow(way_agent *agent, uint32_t *budget)
{
    wayi_pilot *pilot = agent->memory;
    const uint32_t direction = wayi_pilot_direction(agent, pilot->cell);
    if (direction == WAYI_CLIMB_STUCK) {
        return pilot_stick(agent);
    }
    const wayi_pilot_answer answer = pilot_move(agent, direction, budget);
    pilot->way.count -= answer != WAYI_PILOT_CAPACITY;
    return answer;
}

/// Neither tiers nor links lead there.
static wayi_pilot_answer pilot_lost(way_agent *agent, uint32_t *budget)
{
    (void)agent;
    (void)budget;
    return WAYI_PILOT_NO_PATH;
}

// The table ---------------------------------------------------------------------------------------

typedef struct pilot_row {
    wayi_pilot_answer (*begin)(way_agent *agent);                  ///< done at once; NULL: nothing
    wayi_pilot_answer (*work)(way_agent *agent, uint32_t *budget); ///< NULL: `begin` has decided
    wayi_pilot_stage next[3];                                      ///< by answer
    wayi_pilot_stage renewed; ///< when the database has changed
} pilot_row;

/// Never answered; or it goes on as it was.
#define PILOT_NONE WAYI_PILOT_STAGES
#define TO(stage) WAYI_PILOT_##stage

static const pilot_row pilot_rows[WAYI_PILOT_STAGES] = {
    // clang-format off
    //                   begin                   work                    yes              no              else           renewed
    [TO(START)]       = {NULL,                   pilot_start,           {TO(TRY_GOAL),    TO(MAKE),       TO(LOST)},     PILOT_NONE},
    [TO(TRY_GOAL)]    = {pilot_begin_check,      pilot_check_goal,      {TO(AIM),         TO(LEG_GOAL),   PILOT_NONE},   PILOT_NONE},
    [TO(LEG_GOAL)]    = {wayi_pilot_leg_goal,    wayi_pilot_leg,        {TO(FOLLOW),      TO(START),      TO(MAKE)},     PILOT_NONE},
    // A chain.
    [TO(MAKE)]        = {NULL,                   pilot_make,            {TO(PICK_FIRST),  TO(ROUTE),      TO(LOST)},     TO(MAKE)},
    [TO(PICK_FIRST)]  = {NULL,                   pilot_pick_first,      {TO(PICK_LAST),   PILOT_NONE,     PILOT_NONE},   TO(MAKE)},
    [TO(PICK_LAST)]   = {NULL,                   pilot_pick_last,       {TO(DOUBT_TIERS), PILOT_NONE,     PILOT_NONE},   TO(MAKE)},
    [TO(ROUTE)]       = {wayi_pilot_begin_route, pilot_route,           {TO(DOUBT_ROUTE), TO(LOST),       PILOT_NONE},   PILOT_NONE},
    [TO(DOUBT_TIERS)]  = {wayi_pilot_begin_doubt, wayi_pilot_doubt_tiers, {TO(JOIN),        TO(START),      TO(LEG_GOAL)}, PILOT_NONE},
    [TO(DOUBT_ROUTE)] = {wayi_pilot_begin_doubt, wayi_pilot_doubt,      {TO(JOIN),        TO(START),      PILOT_NONE},   PILOT_NONE},
    // From the start to it.
    [TO(JOIN)]        = {wayi_pilot_join,        NULL,                  {TO(AIM),         TO(LEG_JOIN),   TO(LOST)},     PILOT_NONE},
    [TO(LEG_JOIN)]    = {wayi_pilot_begin_leg,   wayi_pilot_leg,        {TO(FOLLOW),      TO(BACK),       PILOT_NONE},   PILOT_NONE},
    [TO(BACK)]        = {wayi_pilot_back,        NULL,                  {TO(LEG_JOIN),    TO(FORCE),      TO(CLIMB)},    PILOT_NONE},
    [TO(FORCE)]       = {wayi_pilot_force,       NULL,                  {TO(CLIMB),       TO(LEAD),       TO(LOST)},     PILOT_NONE},
    // On a point of it.
    [TO(POINT)]       = {NULL,                   pilot_point,           {TO(LEAVE),       TO(DOUBT_ON),   TO(START)},    TO(START)},
    [TO(DOUBT_ON)]    = {wayi_pilot_begin_doubt, wayi_pilot_doubt,      {TO(POINT),       TO(START),      PILOT_NONE},   PILOT_NONE},
    [TO(LEAVE)]       = {wayi_pilot_leave,       NULL,                  {TO(LEG_LEAVE),   TO(GO_ON),      PILOT_NONE},   PILOT_NONE},
    [TO(LEG_LEAVE)]   = {wayi_pilot_begin_leg,   wayi_pilot_leg,        {TO(FOLLOW),      TO(STAND),      PILOT_NONE},   PILOT_NONE},
    [TO(STAND)]       = {wayi_pilot_stand,       NULL,                  {TO(POINT),       PILOT_NONE,     PILOT_NONE},   PILOT_NONE},
    [TO(GO_ON)]       = {pilot_go_on,            NULL,                  {TO(PICK_ON),     TO(NEXT),       TO(START)},    PILOT_NONE},
    [TO(PICK_ON)]     = {NULL,                   pilot_pick_last,       {TO(DOUBT_ON),    PILOT_NONE,     PILOT_NONE},   TO(MAKE)},
    [TO(NEXT)]        = {pilot_next,             NULL,                  {TO(AIM),         TO(TRY_LAST),   TO(LEAD)},     PILOT_NONE},
    [TO(AIM)]         = {pilot_aim,              pilot_check_past,      {TO(AIM),         TO(CLIMB),      PILOT_NONE},   PILOT_NONE},
    [TO(TRY_LAST)]    = {pilot_begin_check,      pilot_check,           {TO(AIM),         TO(LEG_LAST),   PILOT_NONE},   PILOT_NONE},
    [TO(LEG_LAST)]    = {wayi_pilot_leg_last,    wayi_pilot_leg,        {TO(FOLLOW),      TO(FORCE),      TO(CLIMB)},    PILOT_NONE},
    // Moves.
    [TO(CLIMB)]       = {pilot_begin_climb,      pilot_climb,           {TO(POINT),       TO(LEAD),       TO(LOST)},     PILOT_NONE},
    [TO(FOLLOW)]      = {NULL,                   pilot_follow,          {TO(POINT),       TO(LEAD),       TO(LOST)},     PILOT_NONE},
    [TO(LEAD)]        = {wayi_pilot_lead,        wayi_pilot_leg_lead,   {TO(FOLLOW),      TO(START),      TO(LOST)},     TO(START)},
    [TO(LOST)]        = {NULL,                   pilot_lost,            {PILOT_NONE,      PILOT_NONE,     PILOT_NONE},   PILOT_NONE},
    // clang-format on
};

#undef TO

/// Goes on to a stage, and from there as long as that is decided at once.
static void pilot_enter(way_agent *agent, wayi_pilot_stage stage)
{
    wayi_pilot *pilot = agent->memory;
    wayi_pilot_answer answer = WAYI_PILOT_YES;
    while (answer != WAYI_PILOT_MORE) {
        WAYI_ASSERT(stage < WAYI_PILOT_STAGES);
        pilot->stage = (uint8_t)stage;
        const pilot_row *row = &pilot_rows[stage];
        answer = row->begin ? row->begin(agent) : WAYI_PILOT_MORE;
        stage = answer != WAYI_PILOT_MORE ? row->next[answer] : stage;
    }
}

bool wayi_pilot_check(const way_agent *agent)
{
    const wayi_pilot *pilot = agent->memory;
    const wayi_pilot_stage stage = pilot->stage;
    const bool moves = stage == WAYI_PILOT_CLIMB || stage == WAYI_PILOT_FOLLOW;
    const bool bare =
        stage == WAYI_PILOT_TRY_GOAL || stage == WAYI_PILOT_ROUTE || stage == WAYI_PILOT_MAKE;
    bool sound = stage < WAYI_PILOT_STAGES && pilot_rows[stage].work;
    sound &= pilot->tries <= WAYI_PILOT_TRIES + 1;
    sound &= pilot->purse < wayi_pilot_guide(agent)->lookahead;
    sound &= !pilot->part || pilot->chain.count;
    sound &= !bare || pilot->chain.count == 0 || pilot->full;
    sound &= stage != WAYI_PILOT_FOLLOW || pilot->way.count || pilot->full;
    sound &= !moves || (pilot->target.hop <= pilot->chain.count && pilot->cell != pilot->climb_to);
    return sound;
}

// Working -----------------------------------------------------------------------------------------

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
    if (!(way_space_traits(agent->space) & WAY_SPACE_UNLINKED)) {
        return WAY_OUTCOME_STALE;
    }
    if (way_space_can_stand(agent->space, pilot->cell) &&
        wayi_agent_goal_works(agent, pilot->cell, pilot->goal)) {
        return WAY_OUTCOME_WORKING;
    }
    return wayi_agent_plan(agent) == WAY_STATUS_OK ? agent->at.outcome : WAY_OUTCOME_CAPACITY;
}

/// Plans anew when the database has changed: from a point when it is whole, and once between two
/// moves; amid a choice if it has lost an end, or with an edit at every step that would never be
/// made.
static void pilot_renew(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_pilot_stage next = pilot_rows[pilot->stage].renewed;
    if (pilot->version == wayi_pilot_guide(agent)->atlas.version || next == PILOT_NONE ||
        (next == WAYI_PILOT_START && pilot->tries) ||
        (pilot->stage == WAYI_PILOT_POINT && !way_navigator_is_current(agent->navigator))) {
        return;
    }
    if (next == WAYI_PILOT_START) {
        pilot->near_goal = false;
        wayi_route_forgive(&pilot->route);
        pilot_enter(agent, next);
    } else if (!pilot_knows_ends(agent)) {
        wayi_pilot_locate(agent);
        wayi_pilot_drop_chain(agent);
        pilot_enter(agent, next);
    } else if (pilot->chain.count == 0) {
        wayi_pilot_catch_up(agent);
    }
}

/// Takes what was looked at off the budget.
static void pilot_pay(way_agent *agent, uint32_t *budget)
{
    wayi_pilot *pilot = agent->memory;
    const uint32_t paid = pilot->due < *budget ? pilot->due : *budget;
    pilot->due -= paid;
    pilot->spent += paid;
    *budget -= paid;
    pilot_count(agent, paid);
}

/// What a step comes to by the last answer; in other cases it goes on.
static const way_outcome pilot_outcomes[] = {
    [WAYI_PILOT_MORE] = WAY_OUTCOME_WORKING,
    [WAYI_PILOT_FOUND] = WAY_OUTCOME_FOUND,
    [WAYI_PILOT_NO_PATH] = WAY_OUTCOME_NO_PATH,
    [WAYI_PILOT_CAPACITY] = WAY_OUTCOME_CAPACITY,
};

/// Does the work of a stage. Once searches have taken all that they may before the next move they
/// find nothing, and no other chain is looked for.
static wayi_pilot_answer pilot_do(way_agent *agent, uint32_t *budget)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_pilot_stage stage = pilot->stage;
    const bool chains = stage == WAYI_PILOT_START || stage == WAYI_PILOT_MAKE;
    const bool routes = stage == WAYI_PILOT_ROUTE;
    const bool searches = routes || stage == WAYI_PILOT_LEAD ||
                          (stage >= WAYI_PILOT_LEG_GOAL && stage <= WAYI_PILOT_LEG_LAST);
    const uint32_t left = wayi_pilot_work_left(agent);
    if (left == 0 && (chains || searches)) {
        return chains || routes ? WAYI_PILOT_NO_PATH : WAYI_PILOT_NO;
    }
    const uint32_t most = searches && left < *budget ? left : *budget;
    uint32_t rest = most;
    const wayi_pilot_answer answer = pilot_rows[stage].work(agent, &rest);
    *budget -= most - rest;
    pilot->spent += most - rest;
    return answer;
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
        pilot_renew(agent);
        const wayi_pilot_answer answer = pilot_do(agent, &budget);
        if (answer < WAYI_PILOT_MORE) {
            pilot_enter(agent, pilot_rows[pilot->stage].next[answer]);
        }
        outcome = pilot_outcomes[answer];
    }
    return outcome;
}
