// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Walks over ground that changes: after every few moves some cells are blocked and those that were
// blocked last are freed, and the unit plans again. What is timed is what a game would wait for:
// repairing a database, telling the agent, planning. The first plan is nobody's strength and does
// not count.
#include "bench/kit/stopwatch.h"
#include "bench/measure/contender.h"

#include <waymark/agent.h>
#include <waymark/database.h>

#include <stdlib.h>
#include <string.h>

#define FOLLOW_EVENTS 20u
#define FOLLOW_MOVES 5u
#define FOLLOW_REACH 16u // cells around the unit that are near
#define FOLLOW_DRAWS 20u // for each cell to find free ground near the unit

typedef struct follow_cells {
    way_cell *cells;
    uint8_t *weights; ///< before they were blocked
    uint32_t count;
} follow_cells;

typedef struct follow {
    bench_contender *contender;
    bench_ground *ground;
    const bench_meter *meter;
    way_trip trip;
    way_rng rng;
    follow_cells blocked, next, changed; ///< [capacity] each
    way_edit *edits;                     ///< [2 * capacity]
    uint32_t capacity;
    uint64_t counted; ///< expansions so far
    uint64_t best;    ///< sum of the judge's costs
    uint64_t cost;    ///< of ours
    bool advances, failed;
} follow;

static bool follow_open(follow *work)
{
    const uint32_t each = work->ground->passable * work->ground->set->share / 2000;
    work->capacity = each ? each : 1;
    follow_cells *const lists[] = {&work->blocked, &work->next, &work->changed};
    bool good = true;
    for (uint32_t i = 0; i < 3; i++) {
        lists[i]->cells = calloc((size_t)work->capacity * 2, sizeof(way_cell));
        lists[i]->weights = calloc((size_t)work->capacity * 2, 1);
        good = good && lists[i]->cells && lists[i]->weights;
    }
    work->edits = calloc((size_t)work->capacity * 2, sizeof *work->edits);
    return good && work->edits;
}

static void follow_close(follow *work)
{
    const follow_cells *const lists[] = {&work->blocked, &work->next, &work->changed};
    for (uint32_t i = 0; i < 3; i++) {
        free(lists[i]->cells);
        free(lists[i]->weights);
    }
    free(work->edits);
}

// A cell to block: free ground, not where the unit is or wants to go.
static way_cell follow_draw(follow *work)
{
    const way_map *map = work->ground->map;
    const uint32_t width = way_map_width(map);
    const uint32_t height = way_map_height(map);
    uint32_t x = 0;
    uint32_t y = 0;
    way_map_position(map, work->trip.start, &x, &y);
    for (uint32_t i = 0; i < FOLLOW_DRAWS; i++) {
        way_cell cell = 0;
        if (work->ground->set->near) {
            const uint32_t side = 2 * FOLLOW_REACH + 1;
            const uint32_t left = x + way_rng_below(&work->rng, side);
            const uint32_t top = y + way_rng_below(&work->rng, side);
            if (left < FOLLOW_REACH || top < FOLLOW_REACH || left - FOLLOW_REACH >= width ||
                top - FOLLOW_REACH >= height) {
                continue;
            }
            cell = way_map_cell(map, left - FOLLOW_REACH, top - FOLLOW_REACH);
        } else {
            cell = way_rng_below(&work->rng, width * height);
        }
        if (way_map_is_passable(map, cell) && cell != work->trip.start && cell != work->trip.goal) {
            return cell;
        }
    }
    return WAY_CELL_NONE;
}

static void follow_edit(follow *work, const follow_cells *cells, bool frees)
{
    for (uint32_t i = 0; i < cells->count; i++) {
        way_edit *edit = &work->edits[work->changed.count];
        *edit = (way_edit){.width = 1, .height = 1, .weight = frees ? cells->weights[i] : 0};
        way_map_position(work->ground->map, cells->cells[i], &edit->x, &edit->y);
        work->changed.cells[work->changed.count++] = cells->cells[i];
    }
}

// Frees what was blocked last and blocks other cells.
static void follow_turn(follow *work)
{
    work->next.count = 0;
    for (uint32_t i = 0; i < work->capacity; i++) {
        const way_cell cell = follow_draw(work);
        if (cell != WAY_CELL_NONE) {
            work->next.weights[work->next.count] = way_map_terrain(work->ground->map, cell);
            work->next.cells[work->next.count++] = cell;
        }
    }
    work->changed.count = 0;
    follow_edit(work, &work->blocked, true);
    follow_edit(work, &work->next, false);
    work->failed |=
        way_map_edit(work->ground->map, work->edits, work->changed.count) != WAY_STATUS_OK;
    const follow_cells last = work->blocked;
    work->blocked = work->next;
    work->next = last;
}

static bool follow_repair(bench_contender *contender)
{
    bool done = !(way_navigator_algorithm(contender->navigator)->traits & WAY_TRAIT_PREPARED);
    way_status status = WAY_STATUS_OK;
    while (!done && status == WAY_STATUS_OK) {
        status = way_navigator_repair(contender->navigator, UINT32_MAX, &done);
    }
    return status == WAY_STATUS_OK;
}

// What a game would wait for. Seconds.
static double follow_plan(follow *work)
{
    way_agent *agent = work->contender->agent;
    const stopwatch started = stopwatch_start();
    work->failed |= !follow_repair(work->contender);
    const way_status status =
        work->advances ? way_agent_notify(agent, work->changed.cells, work->changed.count)
                       : way_agent_begin(agent, &work->trip);
    work->failed |= status != WAY_STATUS_OK;
    if (!work->failed) {
        (void)way_agent_run(agent);
    }
    return stopwatch_spent(started, work->meter->clock_overhead);
}

// Moves along the plan.
static void follow_move(follow *work)
{
    way_agent *agent = work->contender->agent;
    if (way_agent_outcome(agent) != WAY_OUTCOME_FOUND) {
        return; // shut in: it waits
    }
    if (work->advances) {
        work->failed |= way_agent_advance(agent, FOLLOW_MOVES) != WAY_STATUS_OK;
        work->trip.start = way_agent_position(agent);
        return;
    }
    uint32_t count = 0;
    const way_state *path = way_agent_path(agent, &count);
    work->trip.start = path[FOLLOW_MOVES < count ? FOLLOW_MOVES : count - 1];
}

// The cost of the plan from where the unit is; WAY_COST_MAX if it breaks a rule.
static way_cost follow_cost(const follow *work)
{
    uint32_t count = 0;
    uint32_t i = 0;
    way_cost cost = 0;
    const way_state *path = way_agent_path(work->contender->agent, &count);
    while (i < count && path[i] != work->trip.start) {
        i++;
    }
    for (; i + 1 < count; i++) {
        cost = way_cost_add(cost, way_space_step_cost(work->ground->space, path[i], path[i + 1]));
    }
    return count && path[count - 1] == work->trip.goal ? cost : WAY_COST_MAX;
}

// Compares the plan with the judge's.
static void follow_judge(follow *work, way_agent *judge)
{
    bench_result *result = &work->contender->result;
    const bool found = way_agent_outcome(work->contender->agent) == WAY_OUTCOME_FOUND;
    const bool there = way_agent_begin(judge, &work->trip) == WAY_STATUS_OK &&
                       way_agent_run(judge) == WAY_OUTCOME_FOUND;
    const way_cost cost = found ? follow_cost(work) : WAY_COST_MAX;
    const way_cost best = there ? way_agent_cost(judge) : WAY_COST_MAX;
    result->valid = result->valid && found == there && cost >= best &&
                    (cost == WAY_COST_MAX) == (best == WAY_COST_MAX);
    if (found && there && cost != WAY_COST_MAX) {
        work->cost += cost;
        work->best += best;
    }
}

static void follow_count(follow *work, bool counts)
{
    bench_result *result = &work->contender->result;
    const way_stats stats = way_agent_stats(work->contender->agent);
    // The counts of one that begins again start again.
    const uint64_t spent = work->advances ? stats.expansions - work->counted : stats.expansions;
    work->counted = stats.expansions;
    if (counts) {
        result->stats.expansions += spent;
        result->work_max = spent > result->work_max ? spent : result->work_max;
        result->stats.bytes = stats.bytes;
        result->plans++;
    }
}

static void follow_events(follow *work, way_agent *judge)
{
    bench_contender *contender = work->contender;
    const double deadline = stopwatch_cpu() + work->meter->seconds;
    uint32_t moves = 0;
    for (uint32_t event = 0; event < FOLLOW_EVENTS && !work->failed; event++) {
        follow_move(work);
        moves += FOLLOW_MOVES;
        if (work->trip.start == work->trip.goal) {
            return;
        }
        follow_turn(work);
        const double spent = work->failed ? 0 : follow_plan(work);
        if (judge) {
            follow_count(work, true);
            follow_judge(work, judge);
            contender->result.moves = moves;
            contender->result.cold += spent;
            bench_track_note(&contender->track, event, moves, (uint64_t)moves);
            work->failed |= contender->track.failed || stopwatch_cpu() > deadline ||
                            !bench_contender_keep(contender, work->trip.start);
        } else {
            bench_track_time(&contender->track, event, spent);
        }
    }
}

static void follow_restore(follow *work)
{
    work->changed.count = 0;
    follow_edit(work, &work->blocked, true);
    (void)!way_map_edit(work->ground->map, work->edits, work->changed.count);
    (void)follow_repair(work->contender);
}

void bench_contender_follow(bench_contender *contender, const bench_meter *meter,
                            bench_ground *ground, uint32_t problem, way_agent *judge)
{
    follow work = {.contender = contender,
                   .ground = ground,
                   .meter = meter,
                   .trip = bench_ground_trip(ground, problem),
                   .rng = way_rng_seed(ground->hash + problem)};
    bench_result *result = &contender->result;
    const uint32_t traits = way_navigator_algorithm(contender->navigator)->traits;
    work.advances = traits & WAY_TRAIT_INCREMENTAL;
    work.failed = !follow_open(&work) || !follow_repair(contender) ||
                  !bench_contender_renew(contender, ground) ||
                  way_agent_begin(contender->agent, &work.trip) != WAY_STATUS_OK;
    if (judge) {
        *result = (bench_result){.outcome = WAY_OUTCOME_CANCELLED, .valid = true};
        contender->walk_count = 0;
        bench_track_begin(&contender->track);
    }
    if (!work.failed) {
        if (!judge) { // whole plans are only needed to be judged
            way_agent_set_horizon(contender->agent, FOLLOW_MOVES);
        }
        (void)way_agent_run(contender->agent);
        follow_count(&work, false);
        follow_events(&work, judge);
        follow_restore(&work);
    }
    if (judge) {
        result->outcome = work.failed ? WAY_OUTCOME_CANCELLED : WAY_OUTCOME_FOUND;
        result->cost = work.cost < WAY_COST_MAX ? (way_cost)work.cost : WAY_COST_MAX - 1;
        result->best = work.best < WAY_COST_MAX ? (way_cost)work.best : WAY_COST_MAX - 1;
        result->solved = !work.failed;
        result->valid = result->valid && !work.failed;
        result->hash = way_hash_bytes(result->cost, contender->walk,
                                      contender->walk_count * sizeof *contender->walk);
    } else if (!work.failed) {
        bench_track_settle(&contender->track, 0);
    }
    follow_close(&work);
}
