// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A search that an edit interrupts begins again, so what a lane does depends on the map as it is
// and on the work done since; that is what lets a save leave searches out. Who was interrupted
// twice gets what one frame has, and a partial plan: nobody waits for ever while the map keeps
// changing.
#include "world/plan/planner.h"

#include "base/check.h"
#include "search/trip/algorithm.h"
#include "world/world.h"

#include <string.h>

/// Work that a repair is counted as for each slice of it.
#define PLANNER_REPAIR 256u

/// Rounds of a frame in which lanes that are done get new requests.
#define PLANNER_ROUNDS 16u

/// Least share of a lane that is worth a round.
#define PLANNER_LEAST WAYI_LANE_STEP

// Memory ------------------------------------------------------------------------------------------

way_status wayi_planner_init(way_world *world)
{
    wayi_planner *planner = &world->planner;
    planner->queue = wayi_alloc(&world->allocator, world->unit_capacity, sizeof(uint32_t));
    bool fine = planner->queue != NULL;
    for (uint32_t l = 0; fine && l < planner->lane_count; l++) {
        wayi_lane *lane = &planner->lanes[l];
        lane->agents = wayi_alloc_zero(&world->allocator, WAYI_GROUNDS_MAX, sizeof(way_agent *));
        lane->runs = wayi_alloc(&world->allocator, WAYI_LANE_BATCH, WAYI_LANE_RUNS);
        fine = lane->agents && lane->runs;
    }
    return fine ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

static void planner_remove_ground(way_world *world, uint32_t ground)
{
    for (uint32_t l = 0; l < world->planner.lane_count; l++) {
        wayi_lane *lane = &world->planner.lanes[l];
        if (lane->agents) {
            way_agent_destroy(lane->agents[ground]);
            lane->agents[ground] = NULL;
        }
    }
    way_navigator_destroy(world->grounds[ground].navigator);
    world->grounds[ground].navigator = NULL;
    way_database_free(&world->grounds[ground].database);
    world->grounds[ground].database = (way_database){0};
}

void wayi_planner_fini(way_world *world)
{
    for (uint32_t g = 0; g < world->ground_count; g++) {
        planner_remove_ground(world, g);
        way_space_destroy(world->grounds[g].space);
        if (world->grounds[g].map == world->map) {
            wayi_ground_forget(world->map, world->grounds[g].profile);
        }
    }
    for (uint32_t l = 0; l < world->planner.lane_count; l++) {
        wayi_lane *lane = &world->planner.lanes[l];
        wayi_free(&world->allocator, lane->agents, WAYI_GROUNDS_MAX, sizeof(way_agent *));
        wayi_free(&world->allocator, lane->runs, WAYI_LANE_BATCH, WAYI_LANE_RUNS);
    }
    wayi_free(&world->allocator, world->planner.queue, world->unit_capacity, sizeof(uint32_t));
}

/// The search for a ground, and why in words. Where nobody has said which, one that trades a little
/// length for a fraction of the work, on any ground and after any edit.
static way_choice planner_choose(const way_world *world, const wayi_ground *ground)
{
    static const char general[] = "weighted(weight=2, open=heap4)";
    if (!world->algorithm[0]) {
        return (way_choice){general, "many short plans on ground that changes: a tenth of the work "
                                     "of the cheapest paths for a few per cent of length, and "
                                     "nothing to prepare or repair"};
    }
    if (ground->general) {
        return (way_choice){general, "the search that was asked for can't do with the ground as it "
                                     "has become"};
    }
    if (ground->map != world->map) {
        char name[sizeof world->algorithm] = {0};
        memcpy(name, world->algorithm, strcspn(world->algorithm, "("));
        const way_algorithm *told = way_algorithm_find(name);
        if (told && (told->traits & WAY_TRAIT_PREPARED)) {
            return (way_choice){general, "a team in the fog learns something every tick, which is "
                                         "more than a database should follow"};
        }
    }
    return (way_choice){world->algorithm, "it was asked for"};
}

/// Lets a prepared navigator work on its saved form: what a save keeps is then what the world has,
/// however the database came about.
static way_status planner_settle(way_world *world, wayi_ground *ground, const void *bytes,
                                 size_t size)
{
    way_database database = {0};
    way_status status = WAY_STATUS_OK;
    if (bytes) {
        uint64_t *copy = wayi_alloc(&world->allocator, size, 1);
        if (!copy) {
            return WAY_STATUS_NO_MEMORY;
        }
        memcpy(copy, bytes, size);
        database = (way_database){copy, size, world->allocator};
    } else {
        bool done = true;
        status = way_navigator_repair(ground->navigator, UINT32_MAX, &done); // whether it can
        status = status == WAY_STATUS_OK
                     ? way_navigator_save(ground->navigator, &world->allocator, &database)
                     : status;
    }
    const way_navigator_config plan = {.space = ground->space, .allocator = &world->allocator};
    way_navigator *settled = NULL;
    status = status == WAY_STATUS_OK
                 ? way_navigator_open(&plan, database.bytes, database.size, &settled)
                 : status;
    if (status == WAY_STATUS_OK &&
        way_navigator_algorithm(settled) != way_navigator_algorithm(ground->navigator)) {
        way_navigator_destroy(settled);
        status = WAY_STATUS_BAD_FORMAT; // somebody else's
    }
    if (status != WAY_STATUS_OK) {
        way_database_free(&database);
        return status;
    }
    way_navigator_destroy(ground->navigator);
    way_database_free(&ground->database);
    ground->navigator = settled;
    ground->database = database;
    return WAY_STATUS_OK;
}

static way_status planner_add_agents(way_world *world, uint32_t index)
{
    way_status status = WAY_STATUS_OK;
    for (uint32_t l = 0; status == WAY_STATUS_OK && l < world->planner.lane_count; l++) {
        const way_agent_config config = {.navigator = world->grounds[index].navigator,
                                         .store = WAY_STORE_SPARSE,
                                         .capacity = WAYI_PLAN_STATES,
                                         .allocator = &world->allocator};
        status = way_agent_create(&config, &world->planner.lanes[l].agents[index]);
    }
    return status;
}

way_status wayi_planner_add_ground(way_world *world, uint32_t index)
{
    wayi_ground *ground = &world->grounds[index];
    planner_remove_ground(world, index);
    const way_navigator_config plan = {.space = ground->space,
                                       .algorithm = planner_choose(world, ground).algorithm,
                                       .allocator = &world->allocator};
    way_status status = way_navigator_create(&plan, &ground->navigator);
    const wayi_algorithm *algorithm = status == WAY_STATUS_OK ? ground->navigator->algorithm : NULL;
    if (algorithm && algorithm->learns && algorithm->learns(ground->navigator)) {
        status = WAY_STATUS_UNSUPPORTED;
    }
    if (status == WAY_STATUS_OK && wayi_ground_is_prepared(ground)) {
        status = planner_settle(world, ground, NULL, 0);
    }
    ground->plans = true;
    return status == WAY_STATUS_OK ? planner_add_agents(world, index) : status;
}

/// Takes the agents of a ground away; searches under way on it begin again.
static void planner_interrupt(way_world *world, uint32_t index)
{
    for (uint32_t l = 0; l < world->planner.lane_count; l++) {
        wayi_lane *lane = &world->planner.lanes[l];
        const uint32_t place = lane->begun ? lane->units[lane->next] : WAYI_NOBODY;
        if (place != WAYI_NOBODY && wayi_world_belief(world, place) == index) {
            lane->begun = false;
            world->minds[place].restarts = world->minds[place].restarts ? 2 : 1;
        }
        way_agent_destroy(lane->agents[index]);
        lane->agents[index] = NULL;
    }
}

way_status wayi_planner_follow(way_world *world, uint32_t index)
{
    wayi_ground *ground = &world->grounds[index];
    planner_interrupt(world, index);
    way_status status = WAY_STATUS_OK;
    for (bool done = false; status == WAY_STATUS_OK && !done;) {
        status = way_navigator_repair(ground->navigator, PLANNER_REPAIR, &done);
        world->work_owed += world->work_owed < UINT32_MAX / 2 ? PLANNER_REPAIR : 0;
    }
    status = status == WAY_STATUS_OK ? planner_settle(world, ground, NULL, 0) : status;
    if (status != WAY_STATUS_OK) {
        ground->general = true;
        return wayi_planner_add_ground(world, index);
    }
    return planner_add_agents(world, index);
}

way_status wayi_planner_open(way_world *world, uint32_t index, const void *bytes, size_t size)
{
    planner_interrupt(world, index);
    const way_status status = planner_settle(world, &world->grounds[index], bytes, size);
    return status == WAY_STATUS_OK ? planner_add_agents(world, index) : status;
}

way_choice way_world_choice(const way_world *world, uint32_t team, uint32_t kind)
{
    return team < world->team_count && kind < world->kind_count
               ? planner_choose(world, &world->grounds[world->teams[team].grounds[kind]])
               : (way_choice){"", "there is no such team or kind"};
}

// Lanes -------------------------------------------------------------------------------------------

static way_agent *planner_agent(const way_world *world, const wayi_lane *lane, uint32_t place)
{
    return lane->agents[wayi_world_belief(world, place)];
}

/// Lets a trip lead to the nearest of some cells; as the crow flies where the search knows one goal
/// only.
static void planner_aim_any(const way_world *world, const wayi_lane *lane, way_trip *trip)
{
    const uint32_t place = lane->units[lane->next];
    const wayi_ground *ground = &world->grounds[wayi_world_belief(world, place)];
    const wayi_waiting_order *any = &world->orders[world->minds[place].any];
    if (way_navigator_algorithm(ground->navigator)->traits & WAY_TRAIT_ANY_GOAL) {
        trip->goals = any->cells;
        trip->goal_count = any->order.cell_count;
        trip->mode = WAY_GOAL_NEAREST;
        trip->nearest_instead = false;
        return;
    }
    uint64_t least = UINT64_MAX;
    for (uint32_t k = 0; k < any->order.cell_count; k++) {
        const uint64_t far = way_map_distance(ground->map, lane->start, any->cells[k]);
        if (far < least &&
            way_map_is_reachable(ground->map, lane->start, any->cells[k], ground->profile)) {
            least = far;
            trip->goal = any->cells[k];
        }
    }
}

/// Begins the trip in hand.
static way_status planner_begin(const way_world *world, wayi_lane *lane)
{
    const uint32_t place = lane->units[lane->next];
    const wayi_mind *mind = &world->minds[place];
    const uint32_t ground = wayi_world_belief(world, place);
    way_trip trip = {.start = lane->start,
                     .goal = lane->goal,
                     .nearest_instead = lane->part != WAYI_PLAN_MEND,
                     .partial = lane->part != WAYI_PLAN_MEND,
                     .expansion_limit = lane->limit};
    if (lane->part == WAYI_PLAN_WHOLE && mind->order == WAY_ORDER_ANY && mind->any != WAYI_NOBODY) {
        planner_aim_any(world, lane, &trip);
    }
    lane->revision = way_map_revision(world->grounds[ground].map);
    lane->work = 0;
    lane->steps = 0;
    lane->begun = true;
    return way_agent_begin(planner_agent(world, lane, place), &trip);
}

/// The direction of a step between two cells, or WAYI_DIRECTIONS along a link.
static uint32_t planner_direction(const wayi_ground *ground, way_cell from, way_cell to)
{
    const way_map *map = ground->map;
    const int64_t rows = (int64_t)wayi_map_row(map, to) - wayi_map_row(map, from);
    uint32_t dir = 0;
    // On maps of one or two columns directions share offsets, not rows.
    while (dir < WAYI_DIRECTIONS &&
           (map->offsets[dir] != (int32_t)(to - from) || wayi_direction_y[dir] != rows)) {
        dir++;
    }
    const bool linked = ground->layer->links && dir < WAYI_DIRECTIONS &&
                        !(wayi_ground_moves(ground, from) >> dir & 1u) &&
                        wayi_ground_link(ground, from, to) != WAY_COST_MAX;
    return linked ? WAYI_DIRECTIONS : dir;
}

/// Writes the way of an agent as runs, up to its first link; cut where they don't fit.
static void planner_runs(const wayi_ground *ground, const way_state *states, uint32_t count,
                         uint8_t *runs, wayi_answer *answer)
{
    uint32_t written = 0;
    uint32_t k = 1;
    for (; k < count; k++) {
        const uint32_t dir = planner_direction(ground, states[k - 1], states[k]);
        uint8_t *last = written ? &runs[written - 1] : NULL;
        if (dir == WAYI_DIRECTIONS) {
            answer->link = states[k];
            break;
        }
        if (last && (*last & 7u) == dir && wayi_run_steps(*last) < WAYI_RUN_MAX) {
            *last = wayi_run(dir, wayi_run_steps(*last) + 1);
        } else if (written == WAYI_LANE_RUNS) {
            break;
        } else {
            runs[written++] = wayi_run(dir, 1);
        }
    }
    answer->end = count ? states[k - 1] : WAY_CELL_NONE;
    answer->count = written;
}

static void planner_finish(const way_world *world, wayi_lane *lane, way_outcome outcome)
{
    const uint32_t place = lane->units[lane->next++];
    const way_agent *agent = planner_agent(world, lane, place);
    wayi_answer *answer = &lane->answers[lane->answer_count++];
    *answer = (wayi_answer){.unit = place,
                            .start = lane->start,
                            .asked = lane->goal,
                            .goal = lane->goal,
                            .outcome = outcome,
                            .part = lane->part,
                            .end = WAY_CELL_NONE,
                            .link = WAY_CELL_NONE,
                            .first = lane->run_count};
    lane->begun = false;
    if (outcome == WAY_OUTCOME_NO_PATH || outcome == WAY_OUTCOME_STALE) {
        return;
    }
    uint32_t count = 0;
    const way_state *states = way_agent_path(agent, &count);
    answer->goal = way_agent_goal(agent);
    planner_runs(&world->grounds[wayi_world_belief(world, place)], states, count,
                 lane->runs + lane->run_count, answer);
    lane->run_count += answer->count;
}

/// Chooses what the trip in hand is to be: whole, or round a break only.
static void planner_aim(const way_world *world, wayi_lane *lane, uint32_t place)
{
    const wayi_mind *mind = &world->minds[place];
    const uint32_t left = lane->share - lane->spent;
    lane->part = mind->part;
    if (lane->part != WAYI_PLAN_WHOLE &&
        !wayi_world_break(world, place, &lane->start, &lane->goal)) {
        lane->part = WAYI_PLAN_WHOLE;
    }
    lane->limit = lane->part == WAYI_PLAN_MEND ? WAYI_MEND_LIMIT
                  : mind->restarts < 2         ? world->planner.limit
                  : left < 64                  ? 64
                                               : left;
    if (lane->part != WAYI_PLAN_WHOLE) {
        return;
    }
    lane->start = world->bodies[place].cell;
    lane->goal = wayi_world_yields(mind) ? mind->home : wayi_world_march_goal(world, place);
}

/// Makes the next step of the trip in hand, with the budget that was noted for it.
static way_outcome planner_step(wayi_lane *lane, way_agent *agent)
{
    const uint32_t step = lane->steps++;
    const way_outcome outcome =
        way_agent_step(agent, step < WAYI_LANE_STEPS ? lane->budgets[step] : WAYI_LANE_STEP);
    lane->work = way_agent_stats(agent).expansions;
    return outcome;
}

/// Goes on with the trip in hand: one step, or small ones where there have been many.
static way_outcome planner_walk(wayi_lane *lane, way_agent *agent, uint32_t budget)
{
    if (lane->steps < WAYI_LANE_STEPS) {
        lane->budgets[lane->steps] = budget;
        return planner_step(lane, agent);
    }
    const uint64_t before = lane->work;
    uint64_t done = 0;
    way_outcome outcome = WAY_OUTCOME_MOVING;
    while (outcome == WAY_OUTCOME_MOVING && done + WAYI_LANE_STEP <= budget) {
        outcome = planner_step(lane, agent);
        const uint64_t work = lane->work - before;
        done = done + WAYI_LANE_STEP > work ? done + WAYI_LANE_STEP : work;
    }
    return outcome;
}

/// Works on the trip in hand until it or the share is over; true if there may be more to do.
static bool planner_work(way_world *world, wayi_lane *lane)
{
    const uint32_t place = lane->units[lane->next];
    if (place == WAYI_NOBODY) {
        lane->next++;
        lane->begun = false;
        return true;
    }
    const uint64_t revision = way_map_revision(world->grounds[wayi_world_belief(world, place)].map);
    if (lane->begun && lane->revision != revision) {
        lane->begun = false;
        world->minds[place].restarts = world->minds[place].restarts ? 2 : 1;
    }
    way_agent *agent = planner_agent(world, lane, place);
    if (!lane->begun) {
        planner_aim(world, lane, place);
        const way_status status = planner_begin(world, lane);
        lane->spent++;
        if (status != WAY_STATUS_OK) {
            lane->status = status == WAY_STATUS_NO_MEMORY ? status : lane->status;
            planner_finish(world, lane, WAY_OUTCOME_STALE);
            return true;
        }
    }
    const uint64_t before = lane->work;
    const uint32_t left = lane->share > lane->spent ? lane->share - lane->spent : 1;
    const way_outcome outcome = planner_walk(lane, agent, left);
    lane->spent += (uint32_t)(lane->work - before);
    if (outcome == WAY_OUTCOME_MOVING) {
        return false;
    }
    planner_finish(world, lane, outcome);
    return true;
}

static void planner_run_lane(uint32_t index, void *argument)
{
    way_world *world = argument;
    wayi_lane *lane = &world->planner.lanes[index];
    while (lane->next < lane->count && lane->spent < lane->share && planner_work(world, lane)) {
    }
}

/// Hands out requests, one to each lane in turn; returns how many lanes have something to do.
static uint32_t planner_assign(way_world *world)
{
    wayi_planner *planner = &world->planner;
    for (uint32_t l = 0; l < planner->lane_count; l++) {
        wayi_lane *lane = &planner->lanes[l];
        if (lane->next == lane->count) {
            lane->next = 0;
            lane->count = 0;
            lane->begun = false;
        }
        lane->spent = 0;
        lane->answer_count = 0;
        lane->run_count = 0;
    }
    for (uint32_t k = 0; k < WAYI_LANE_BATCH; k++) {
        for (uint32_t l = 0; l < planner->lane_count && planner->queue_count; l++) {
            wayi_lane *lane = &planner->lanes[l];
            if (lane->count == k) {
                lane->units[lane->count++] = wayi_planner_pop(world);
            }
        }
    }
    uint32_t busy = 0;
    for (uint32_t l = 0; l < planner->lane_count; l++) {
        busy += planner->lanes[l].next < planner->lanes[l].count;
    }
    return busy;
}

/// Most expansions of a plan that begins now, by how many wait.
static uint32_t planner_limit(const way_world *world, uint32_t budget)
{
    const uint64_t waiting = world->planner.queue_count + 1u;
    const uint64_t share = (uint64_t)budget * WAYI_PLAN_FRAMES / waiting;
    const uint64_t least = share > WAYI_PLAN_LEAST ? share : WAYI_PLAN_LEAST;
    const bool full =
        wayi_trails_spare(&world->routes) < world->routes.capacity / 8; // no room for whole ways
    const uint64_t most = full ? 2u * WAYI_PLAN_LEAST : WAYI_PLAN_LIMIT;
    return (uint32_t)(least < most ? least : most);
}

uint32_t wayi_planner_step(way_world *world, uint32_t budget)
{
    wayi_planner *planner = &world->planner;
    planner->limit = planner_limit(world, budget);
    uint32_t total = 0;
    for (uint32_t round = 0; round < PLANNER_ROUNDS && total < budget; round++) {
        const uint32_t busy = planner_assign(world);
        const uint32_t share = busy ? (budget - total) / busy : 0;
        if (share < PLANNER_LEAST) {
            break;
        }
        for (uint32_t l = 0; l < planner->lane_count; l++) {
            planner->lanes[l].share = share;
        }
        if (world->parallel_for && planner->lane_count > 1) {
            world->parallel_for(planner->lane_count, planner_run_lane, world, world->user);
        } else {
            for (uint32_t l = 0; l < planner->lane_count; l++) {
                planner_run_lane(l, world);
            }
        }
        for (uint32_t l = 0; l < planner->lane_count; l++) {
            wayi_lane *lane = &planner->lanes[l];
            total += lane->spent;
            for (uint32_t a = 0; a < lane->answer_count; a++) {
                wayi_world_answer(world, &lane->answers[a], lane->runs + lane->answers[a].first);
            }
        }
    }
    return total;
}

way_status wayi_planner_rerun(way_world *world, uint32_t index)
{
    wayi_lane *lane = &world->planner.lanes[index];
    const uint32_t steps = lane->steps;
    const uint64_t work = lane->work;
    const way_status status = planner_begin(world, lane);
    way_agent *agent = planner_agent(world, lane, lane->units[lane->next]);
    way_outcome outcome = status == WAY_STATUS_OK ? WAY_OUTCOME_MOVING : WAY_OUTCOME_STALE;
    while (outcome == WAY_OUTCOME_MOVING && lane->steps < steps && lane->work <= work) {
        outcome = planner_step(lane, agent);
    }
    if (outcome != WAY_OUTCOME_MOVING || lane->steps != steps || lane->work != work) {
        lane->revision = WAYI_LANE_OVERTAKEN;
        lane->steps = steps;
        lane->work = work;
    }
    return status == WAY_STATUS_NO_MEMORY ? status : WAY_STATUS_OK;
}
