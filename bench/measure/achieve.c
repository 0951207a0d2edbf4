// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/measure/achieve.h"

#include "bench/gat/gat_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const uint64_t bench_durations[BENCH_DURATIONS] = {1000,     10000,     100000,    1000000,
                                                   10000000, 100000000, 1000000000};

typedef struct achieve {
    const bench_order *order;
    const bench_set *set;
    const bench_task *task;
    bench_record *record;
    gat_instances instances;
    gat_trainings trainings;
    gat_plan plan;
} achieve;

// What came of an algorithm at a duration, as a row.
static bench_result achieve_result(const gat_plan *plan, const gat_row *row, uint32_t duration)
{
    const bench_gat_result *found = &row->result;
    const bool arrived = found->outcome == WAY_OUTCOME_FOUND;
    const way_cost best = gat_run_optimum(plan, duration);
    const double total = arrived ? (double)row->time.total * 1e-9 : -1;
    return (bench_result){.outcome = found->outcome,
                          .solved = arrived,
                          .valid = arrived && found->cost >= best,
                          .moves = (uint32_t)found->moves,
                          .steps = (uint32_t)found->episodes,
                          .cost = found->cost,
                          .best = best,
                          .length = (double)found->moves,
                          .cold = -1,
                          .total = total,
                          .low = -1,
                          .high = -1,
                          .mean = arrived && found->moves ? total / (double)found->moves : -1,
                          .max = (double)found->worst_ns * 1e-9,
                          .first = (double)found->first_ns * 1e-9,
                          .first20 = -1,
                          .plans = found->episodes,
                          .stats = {.expansions = found->expansions}};
}

// Everything of one instance at once: algorithms for which no look-ahead fits have no row.
static way_status achieve_store(achieve *work, const bench_ground *ground)
{
    bench_store *store = work->order->store;
    const bench_preparation nothing = {
        .one = -1, .many = -1, .load = -1, .repair = -1, .disk = -1, .memory = -1, .agent = -1};
    way_status status = bench_store_lock(store);
    for (uint32_t i = 0; i < work->plan.spec_count && status == WAY_STATUS_OK; i++) {
        const bench_key prepared = {work->record->run, ground, 0, i, work->plan.specs[i]};
        status = bench_store_prepared(store, &prepared, &nothing);
        for (uint32_t k = 0; k < BENCH_DURATIONS && status == WAY_STATUS_OK; k++) {
            const gat_row *row = &work->plan.rows[i][k];
            if (row->known) {
                const bench_result result = achieve_result(&work->plan, row, k);
                const bench_key key = {work->record->run, ground, k, i, work->plan.specs[i]};
                bench_record_judge(work->record, &key, &result);
                status = bench_store_query(store, &key, &result, -1);
            }
        }
    }
    return status == WAY_STATUS_OK ? bench_store_commit(store) : status;
}

// An instance as a map of the run.
typedef struct achieve_place {
    bench_task task;
    bench_problem problems[BENCH_DURATIONS];
    bench_ground ground;
} achieve_place;

static void achieve_locate(const achieve *work, const gat_instance *instance, achieve_place *out)
{
    *out = (achieve_place){.task = *work->task};
    (void)snprintf(out->task.map, sizeof out->task.map, "%s", instance->name);
    out->ground = (bench_ground){.set = work->set,
                                 .task = &out->task,
                                 .hash = instance->fingerprint,
                                 .problems = out->problems,
                                 .count = BENCH_DURATIONS};
}

// Notes all instances before any is run, so that half a task is seen to be half a task.
static way_status achieve_note(const achieve *work)
{
    way_status status = WAY_STATUS_OK;
    for (uint32_t i = 0; status == WAY_STATUS_OK && i < work->instances.count; i++) {
        achieve_place place;
        achieve_locate(work, &work->instances.items[i], &place);
        status = bench_store_map(work->order->store, work->record->run, &place.ground);
    }
    return status;
}

static way_status achieve_instance(achieve *work, const gat_instance *instance,
                                   way_problem *problem)
{
    achieve_place place;
    achieve_locate(work, instance, &place);
    const bench_key last = {work->record->run, &place.ground, BENCH_DURATIONS - 1, 0, ""};
    uint32_t rows = 0;
    way_status status = WAY_STATUS_OK;
    if (work->record->resumed) {
        status = bench_store_count(work->order->store, &last, &rows);
    }
    if (status != WAY_STATUS_OK || rows > 0) {
        return status;
    }
    work->plan.instance = instance;
    status = gat_run_all(&work->plan, problem);
    return status == WAY_STATUS_OK ? achieve_store(work, &place.ground) : status;
}

static way_status achieve_open(achieve *work, way_problem *problem)
{
    gat_instances_place(work->order->data, work->task->map, work->record->place,
                        sizeof work->record->place);
    const way_status status =
        gat_instances_add(&work->instances, work->record->place, work->set->problems, problem);
    return status == WAY_STATUS_OK
               ? gat_trainings_parse(work->set->training, &work->trainings, problem)
               : status;
}

way_status bench_achieve(const bench_order *order, const bench_task *task, bench_record *record,
                         way_problem *problem)
{
    const bench_set *set = &order->plan->sets[task->set];
    const bench_watch *watch = order->watch;
    achieve *work = calloc(1, sizeof *work);
    if (!work) {
        return WAY_STATUS_NO_MEMORY;
    }
    *work = (achieve){.order = order, .set = set, .task = task, .record = record};
    work->plan = (gat_plan){.durations = bench_durations,
                            .duration_count = BENCH_DURATIONS,
                            .trainings = &work->trainings,
                            .expansion_ns = 500,
                            .limit = set->limit};
    while (set->entries[work->plan.spec_count].spec && work->plan.spec_count < GAT_SPECS_MAX) {
        work->plan.specs[work->plan.spec_count] = set->entries[work->plan.spec_count].spec;
        work->plan.spec_count++;
    }
    way_status status = achieve_open(work, problem);
    status = status == WAY_STATUS_OK ? achieve_note(work) : status;
    for (uint32_t i = 0; status == WAY_STATUS_OK && i < work->instances.count; i++) {
        record->cancelled |= watch->cancelled && watch->cancelled(watch->user);
        if (!record->cancelled) {
            status = achieve_instance(work, &work->instances.items[i], problem);
        }
    }
    gat_instances_free(&work->instances);
    free(work);
    return status;
}
