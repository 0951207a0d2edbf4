// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/suite/runner.h"

#include "bench/kit/stopwatch.h"
#include "bench/suite/contender.h"
#include "bench/suite/crowd.h"

#include <stdlib.h>
#include <string.h>

// Trips that take long are repeated less.
#define RUNNER_LONG_SECONDS 0.2
#define RUNNER_VERY_LONG_SECONDS 1.0

typedef struct runner {
    const bench_order *order;
    const bench_plan *plan;
    bench_meter meter;
    bench_record *record;
    bench_ground ground;
    bench_contender *contenders; ///< [plan->spec_count]
    way_navigator *judge;        ///< A*: what the best path costs
    way_agent *judge_agent;
    uint64_t done, total; ///< algorithms prepared and problems measured
} runner;

static bool runner_is_cancelled(runner *work)
{
    const bench_watch *watch = work->order->watch;
    work->record->cancelled |= watch->cancelled && watch->cancelled(watch->user);
    return work->record->cancelled;
}

static void runner_progress(runner *work)
{
    const bench_watch *watch = work->order->watch;
    if (watch->progress) {
        watch->progress(work->done, work->total, watch->user);
    }
}

// Problems ----------------------------------------------------------------------------------------

static way_status runner_judge(runner *work, uint32_t problem, way_cost *best)
{
    const way_trip trip = bench_ground_trip(&work->ground, problem);
    const way_status status = way_agent_begin(work->judge_agent, &trip);
    if (status == WAY_STATUS_OK) {
        *best = way_agent_run(work->judge_agent) == WAY_OUTCOME_ARRIVED
                    ? way_agent_cost(work->judge_agent)
                    : WAY_COST_MAX;
    }
    return status;
}

static void runner_warm(runner *work, bench_contender *contender, uint32_t problem, way_cost best)
{
    bench_result *result = &contender->result;
    bench_walk walk = {.count = 0};
    if (work->plan->suite.kind == BENCH_KIND_FOG) {
        result->best = best;
        bench_contender_explore(contender, &work->meter, &work->ground, true);
        walk = (bench_walk){contender->walk, contender->walk_count, contender->walk_count - 1};
    } else {
        const way_trip trip = bench_ground_trip(&work->ground, problem);
        bench_measure_warm(&work->meter, contender->agent, &trip, &contender->track, result);
        result->best = best;
        walk.states = way_agent_path(contender->agent, &walk.count);
        walk.cost = way_agent_cost(contender->agent);
    }
    bench_measure_check(&work->meter, &work->ground, problem, &walk, result);
    const uint32_t wanted = work->plan->suite.repetitions;
    contender->rounds = wanted < BENCH_ROUNDS_MAX ? wanted : BENCH_ROUNDS_MAX;
    if (result->outcome == WAY_OUTCOME_CANCELLED) {
        contender->rounds = 0;
    } else if (result->total > RUNNER_LONG_SECONDS) {
        contender->rounds = result->total > RUNNER_VERY_LONG_SECONDS ? 1 : (wanted + 1) / 2;
    }
}

static void runner_round(runner *work, bench_contender *contender, uint32_t problem)
{
    if (work->plan->suite.kind == BENCH_KIND_FOG) {
        bench_contender_explore(contender, &work->meter, &work->ground, false);
        return;
    }
    const way_trip trip = bench_ground_trip(&work->ground, problem);
    bench_measure_round(&work->meter, contender->agent, &trip, &contender->track);
}

static way_status runner_store(runner *work, uint32_t problem)
{
    bench_store *store = work->order->store;
    const way_map *map = work->ground.map;
    const way_cost cardinal = map ? way_map_costs(map).cardinal : 1;
    way_status status = bench_store_lock(store);
    for (uint32_t i = 0; i < work->plan->spec_count && status == WAY_STATUS_OK; i++) {
        bench_contender *contender = &work->contenders[i];
        if (bench_contender_is_ready(contender)) {
            bench_measure_finish(&work->meter, &contender->track, cardinal, &contender->result);
            const bench_key key = {work->record->run, &work->ground, problem, contender->spec};
            status = bench_store_query(store, &key, &contender->result, contender->repair);
        }
    }
    return status == WAY_STATUS_OK ? bench_store_commit(store) : status;
}

// Everybody warms up, then all take turns: A B C, A B C, ...
static way_status runner_measure(runner *work, uint32_t problem)
{
    way_cost best = 0;
    way_status status = runner_judge(work, problem, &best);
    const uint32_t count = work->plan->spec_count;
    for (uint32_t i = 0; i < count && status == WAY_STATUS_OK; i++) {
        if (bench_contender_is_ready(&work->contenders[i])) {
            runner_warm(work, &work->contenders[i], problem, best);
        }
        if (runner_is_cancelled(work)) {
            return WAY_STATUS_OK;
        }
    }
    for (uint32_t round = 0; round < BENCH_ROUNDS_MAX && status == WAY_STATUS_OK; round++) {
        for (uint32_t i = 0; i < count; i++) {
            bench_contender *contender = &work->contenders[i];
            if (bench_contender_is_ready(contender) && round < contender->rounds) {
                runner_round(work, contender, problem);
            }
        }
        if (runner_is_cancelled(work)) {
            return WAY_STATUS_OK;
        }
    }
    return status == WAY_STATUS_OK ? runner_store(work, problem) : status;
}

// Maps --------------------------------------------------------------------------------------------

static way_status runner_open_judge(runner *work)
{
    const way_navigator_config config = {.space = work->ground.space, .algorithm = "astar"};
    way_status status = way_navigator_create(&config, &work->judge);
    if (status == WAY_STATUS_OK) {
        status =
            way_agent_create(&(way_agent_config){.navigator = work->judge}, &work->judge_agent);
    }
    return status;
}

static way_status runner_note_prepared(runner *work)
{
    way_status status = WAY_STATUS_OK;
    for (uint32_t i = 0; i < work->plan->spec_count && status == WAY_STATUS_OK; i++) {
        const bench_contender *contender = &work->contenders[i];
        if (work->plan->suite.kind != BENCH_KIND_FOG || !bench_contender_is_ready(contender)) {
            status = bench_store_prepared(work->order->store, work->record->run, work->ground.name,
                                          contender->spec, &contender->preparation);
        }
    }
    return status;
}

// Blocks a cell in the middle of the first best path, lets every database follow, and takes it
// back.
static way_status runner_edit(runner *work)
{
    way_cost best = 0;
    uint32_t count = 0;
    way_status status = runner_judge(work, 0, &best);
    const way_state *path = way_agent_path(work->judge_agent, &count);
    if (status != WAY_STATUS_OK || count < 3) {
        return status;
    }
    way_edit edit = {.width = 1, .height = 1, .weight = 0};
    way_map_position(work->ground.map, path[count / 2], &edit.x, &edit.y);
    const uint8_t weight = way_map_weight(work->ground.map, path[count / 2]);
    status = way_map_edit(work->ground.map, &edit, 1);
    for (uint32_t i = 0; i < work->plan->spec_count; i++) {
        bench_contender *contender = &work->contenders[i];
        bench_contender_repair(contender);
        contender->preparation.repair = contender->repair;
    }
    edit.weight = weight;
    return status == WAY_STATUS_OK ? way_map_edit(work->ground.map, &edit, 1) : status;
}

static way_status runner_extras(runner *work)
{
    const uint32_t extras = work->plan->suite.extras;
    way_status status = WAY_STATUS_OK;
    for (uint32_t i = 0; (extras & BENCH_EXTRA_CROWD) && i < work->plan->spec_count; i++) {
        const bench_contender *contender = &work->contenders[i];
        if (bench_contender_is_ready(contender) && status == WAY_STATUS_OK &&
            !runner_is_cancelled(work)) {
            status = bench_crowd_run(work->order, contender, &work->ground, work->record->run);
        }
    }
    if (status == WAY_STATUS_OK && (extras & BENCH_EXTRA_REPAIR) && work->ground.map &&
        work->ground.count && !work->ground.commands.count) {
        status = runner_edit(work);
    }
    return status == WAY_STATUS_OK ? runner_note_prepared(work) : status;
}

// Whether all problems of the map are in the store already.
static way_status runner_skip(runner *work, bool *skip)
{
    way_status status = WAY_STATUS_OK;
    *skip = work->record->resumed;
    for (uint32_t i = 0; i < work->ground.count && *skip && status == WAY_STATUS_OK; i++) {
        uint32_t rows = 0;
        status =
            bench_store_count(work->order->store, work->record->run, work->ground.name, i, &rows);
        *skip = rows > 0;
    }
    return status;
}

static way_status runner_problem(runner *work, uint32_t problem)
{
    bool changed = false;
    uint32_t rows = 0;
    way_status status = bench_ground_advance(&work->ground, problem, &changed);
    for (uint32_t i = 0; i < work->plan->spec_count; i++) {
        work->contenders[i].repair = -1;
        if (changed) {
            bench_contender_repair(&work->contenders[i]);
        }
    }
    if (status == WAY_STATUS_OK && work->record->resumed) {
        status = bench_store_count(work->order->store, work->record->run, work->ground.name,
                                   problem, &rows);
    }
    if (status == WAY_STATUS_OK && rows == 0) {
        status = runner_measure(work, problem);
    }
    return status;
}

static way_status runner_prepare(runner *work)
{
    way_status status = runner_open_judge(work);
    for (uint32_t i = 0; i < work->plan->spec_count && status == WAY_STATUS_OK; i++) {
        work->contenders[i].spec = work->plan->specs[i];
        bench_contender_open(&work->contenders[i], work->order, &work->ground);
        if (runner_is_cancelled(work)) {
            return WAY_STATUS_OK;
        }
        work->done++;
        runner_progress(work);
    }
    return status == WAY_STATUS_OK ? runner_note_prepared(work) : status;
}

static way_status runner_visit(runner *work)
{
    bool skip = false;
    way_status status = bench_store_map(work->order->store, work->record->run, &work->ground);
    if (status == WAY_STATUS_OK) {
        status = runner_skip(work, &skip);
    }
    if (status == WAY_STATUS_OK && !skip) {
        status = runner_prepare(work);
    }
    for (uint32_t i = 0; i < work->ground.count && status == WAY_STATUS_OK && !skip; i++) {
        if (runner_is_cancelled(work)) {
            return WAY_STATUS_OK;
        }
        status = runner_problem(work, i);
        work->done++;
        runner_progress(work);
    }
    if (status == WAY_STATUS_OK && !skip && !runner_is_cancelled(work)) {
        status = runner_extras(work);
    }
    return status;
}

static void runner_leave(runner *work)
{
    for (uint32_t i = 0; i < work->plan->spec_count; i++) {
        bench_contender_close(&work->contenders[i]);
    }
    way_agent_destroy(work->judge_agent);
    way_navigator_destroy(work->judge);
    work->judge_agent = NULL;
    work->judge = NULL;
    bench_ground_close(&work->ground);
}

// All together ------------------------------------------------------------------------------------

static way_status runner_maps(runner *work, way_problem *problem)
{
    const bench_plan *plan = work->plan;
    const bool many = plan->suite.kind == BENCH_KIND_FOG;
    const uint64_t each = (many ? 1 : plan->problems) + (uint64_t)plan->spec_count;
    work->total = plan->map_count * each;
    for (uint32_t i = 0; i < plan->map_count && !runner_is_cancelled(work); i++) {
        way_status status = bench_ground_open(plan, i, work->order->data, &work->ground, problem);
        if (status == WAY_STATUS_IO && bench_ground_needs_data(plan->maps[i])) {
            work->record->maps_missing++;
            if (work->record->maps_missing < plan->map_count) {
                continue;
            }
        }
        if (status == WAY_STATUS_OK) {
            status = runner_visit(work);
            work->done = (i + 1) * each;
            if (status != WAY_STATUS_OK && !problem->text[0]) {
                (void)snprintf(problem->text, sizeof problem->text, "%.80s: %.100s",
                               work->ground.name,
                               status == WAY_STATUS_IO ? bench_store_problem(work->order->store)
                                                       : way_status_text(status));
            }
            runner_leave(work);
        }
        if (status != WAY_STATUS_OK) {
            return status;
        }
    }
    return WAY_STATUS_OK;
}

way_status bench_run(const bench_order *order, bench_record *out, way_problem *problem)
{
    const bench_machine machine = bench_machine_look();
    *out = (bench_record){.pinned = bench_machine_pin(true)};
    *problem = (way_problem){.line = 0};
    runner work = {.order = order,
                   .plan = order->plan,
                   .record = out,
                   .meter = {.clock_overhead = machine.clock_overhead,
                             .seconds = order->plan->suite.seconds,
                             .extras = order->plan->suite.extras}};
    const bench_run_head head = {.plan = order->plan,
                                 .machine = &machine,
                                 .command = order->command ? order->command : "",
                                 .workers = order->watch->workers,
                                 .pinned = out->pinned,
                                 .restart = order->restart};
    work.contenders = calloc(order->plan->spec_count + 1, sizeof *work.contenders);
    way_status status = work.contenders ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
    if (status == WAY_STATUS_OK) {
        status = bench_store_begin(order->store, &head, &out->run, &out->resumed);
    }
    if (status == WAY_STATUS_OK) {
        status = runner_maps(&work, problem);
    }
    if (status == WAY_STATUS_OK && !out->cancelled) {
        status = bench_store_finish(order->store, out->run);
    }
    free(work.contenders);
    (void)bench_machine_pin(false);
    return status;
}
