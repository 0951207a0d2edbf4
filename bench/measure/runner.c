// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/measure/runner.h"

#include "bench/kit/stopwatch.h"
#include "bench/measure/achieve.h"
#include "bench/measure/contender.h"
#include "bench/measure/study.h"
#include "scenes/checker.h"

#include <math.h>
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
    bench_contender *contenders; ///< [count]
    uint32_t count;
    way_navigator *judge; ///< what the best path costs
    way_agent *judge_agent;
    uint64_t done, total; ///< algorithms prepared and problems measured
    uint32_t place;       ///< of the map among copies with one problem each, else 0
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

// Faults ------------------------------------------------------------------------------------------

void bench_record_fault(bench_record *record, const char *place, uint32_t line, const char *text)
{
    const bench_watch *watch = record->watch;
    char where[16] = "";
    char all[BENCH_PLACE_MAX + 256];
    record->faults++;
    if (line) {
        (void)snprintf(where, sizeof where, ":%u", line);
    }
    (void)snprintf(all, sizeof all, "%.1000s%s: %.240s", place, where, text);
    if (watch->complain) {
        watch->complain(all, watch->user);
    }
}

void bench_record_judge(bench_record *record, const bench_key *key, const bench_result *result)
{
    char text[BENCH_WORD_MAX + 64];
    const bool walked = result->outcome == WAY_OUTCOME_FOUND && !result->valid;
    const bool denied = result->outcome == WAY_OUTCOME_NO_PATH && !result->solved;
    if (result->status == WAY_STATUS_OK && (walked || denied)) {
        (void)snprintf(text, sizeof text, "problem %u: %s %s", key->problem, key->spec,
                       walked ? "gives a walk that is no path" : "denies that there is a path");
        bench_record_fault(record, key->ground->task->map, 0, text);
    }
}

// Problems ----------------------------------------------------------------------------------------

static way_status runner_judge(runner *work, uint32_t problem, way_cost *best)
{
    const way_trip trip = bench_ground_trip(&work->ground, problem);
    const way_status status = way_agent_begin(work->judge_agent, &trip);
    if (status == WAY_STATUS_OK) {
        *best = way_agent_run(work->judge_agent) == WAY_OUTCOME_FOUND
                    ? way_agent_cost(work->judge_agent)
                    : WAY_COST_MAX;
    }
    return status;
}

// Compares the length that the data gives with that of the judge's path.
static void runner_check_length(runner *work, uint32_t problem, way_cost best)
{
    const bench_ground *ground = &work->ground;
    const bench_problem *asked = &ground->problems[problem];
    char text[128] = "there is no path";
    if (!bench_ground_has_length(ground, problem) || ground->set->angles) {
        return;
    }
    if (best != WAY_COST_MAX) {
        checker_report report;
        checker_trip trip = {.start = asked->start, .goal = asked->goal};
        trip.cells = way_agent_path(work->judge_agent, &trip.count);
        if (checker_check(ground->map, ground->unit, &trip, &report) != WAY_STATUS_OK ||
            fabs(report.length - asked->reference) <= asked->tolerance) {
            return;
        }
        (void)snprintf(text, sizeof text, "the shortest path is %.8g", report.length);
    }
    char all[256];
    (void)snprintf(all, sizeof all, "the published length is %.8g, but %s", asked->reference, text);
    bench_record_fault(work->record, ground->place, asked->line, all);
}

// The key of a row.
static bench_key runner_key(const runner *work, uint32_t problem, const bench_contender *contender)
{
    return (bench_key){.run = work->record->run,
                       .ground = &work->ground,
                       .problem = problem,
                       .entry = contender ? contender->entry : 0,
                       .spec = contender ? contender->spec : ""};
}

// Whether a contender takes part in a problem.
static bool runner_takes(const runner *work, const bench_contender *contender, uint32_t problem)
{
    return bench_contender_is_ready(contender) &&
           (contender->every <= 1 || (work->place + problem) % contender->every == 0);
}

// Trips that take long are repeated less.
static uint32_t runner_rounds(const runner *work, const bench_result *result)
{
    const uint32_t wanted = work->plan->suite.repetitions;
    if (work->plan->counts || result->outcome == WAY_OUTCOME_CANCELLED) {
        return 0;
    }
    if (result->cold > RUNNER_LONG_SECONDS) {
        return result->cold > RUNNER_VERY_LONG_SECONDS ? 1 : (wanted + 1) / 2;
    }
    return wanted < BENCH_ROUNDS_MAX ? wanted : BENCH_ROUNDS_MAX;
}

// The first round, by an agent that was never asked anything.
static void runner_first(runner *work, bench_contender *contender, uint32_t problem, way_cost best)
{
    bench_result *result = &contender->result;
    bench_walk walk = {.count = 0};
    const bench_kind kind = work->ground.set->kind;
    if (kind == BENCH_KIND_EDITS) {
        bench_contender_follow(contender, &work->meter, &work->ground, problem, work->judge_agent);
        contender->rounds = runner_rounds(work, result);
        return;
    }
    if (kind == BENCH_KIND_FOG) {
        result->best = best;
        bench_contender_explore(contender, &work->meter, &work->ground, problem, true);
        walk = (bench_walk){contender->walk, contender->walk_count,
                            (contender->walk_count - 1) * bench_ground_cell(&work->ground)};
    } else if (contender->peer) {
        result->best = best;
        bench_contender_ask(contender, &work->meter, &work->ground, problem, true);
        if (!bench_contender_is_ready(contender)) {
            bench_record_fault(work->record, contender->spec, 0, contender->preparation.note);
        }
        contender->rounds = runner_rounds(work, result);
        return;
    } else if (bench_contender_renew(contender, &work->ground)) {
        const way_trip trip = bench_ground_trip(&work->ground, problem);
        bench_measure_first(&work->meter, contender->agent, &trip, &contender->track, result);
        result->best = best;
        walk.states = way_agent_path(contender->agent, &walk.count);
        walk.cost = way_agent_cost(contender->agent);
    } else {
        return;
    }
    bench_measure_check(&work->meter, &work->ground, problem, &walk, result);
    contender->rounds = runner_rounds(work, result);
}

static void runner_round(runner *work, bench_contender *contender, uint32_t problem)
{
    const bench_kind kind = work->ground.set->kind;
    if (kind == BENCH_KIND_EDITS) {
        bench_contender_follow(contender, &work->meter, &work->ground, problem, NULL);
    } else if (kind == BENCH_KIND_FOG) {
        bench_contender_explore(contender, &work->meter, &work->ground, problem, false);
    } else if (contender->peer) {
        bench_contender_ask(contender, &work->meter, &work->ground, problem, false);
    } else {
        const way_trip trip = bench_ground_trip(&work->ground, problem);
        bench_measure_round(&work->meter, contender->agent, &trip, &contender->track);
    }
}

static way_status runner_store(runner *work, uint32_t problem)
{
    bench_store *store = work->order->store;
    const way_cost cardinal = bench_ground_cell(&work->ground);
    way_status status = bench_store_lock(store);
    for (uint32_t i = 0; i < work->count && status == WAY_STATUS_OK; i++) {
        bench_contender *contender = &work->contenders[i];
        if (runner_takes(work, contender, problem)) {
            bench_measure_finish(&work->meter, &contender->track, cardinal, &contender->result);
            const bench_key key = runner_key(work, problem, contender);
            bench_record_judge(work->record, &key, &contender->result);
            status = bench_store_query(store, &key, &contender->result, contender->repair);
        }
    }
    return status == WAY_STATUS_OK ? bench_store_commit(store) : status;
}

// Draws who comes after whom on a problem, the same in every run. In the order of a list one would
// always come after the search that leaves the caches fullest of its own.
static void runner_draw(runner *work, uint32_t problem)
{
    bench_contender *contenders = work->contenders;
    way_rng rng = way_rng_seed(work->place + problem);
    for (uint32_t i = 0; i < work->count; i++) {
        const uint32_t other = way_rng_below(&rng, i + 1);
        contenders[i].turn = contenders[other].turn;
        contenders[other].turn = i;
    }
}

// Everybody has a first round, by the list, then all take turns: B A C, B A C, ...
static way_status runner_measure(runner *work, uint32_t problem)
{
    way_cost best = 0;
    way_status status = runner_judge(work, problem, &best);
    if (status == WAY_STATUS_OK) {
        runner_check_length(work, problem, best);
    }
    for (uint32_t i = 0; i < work->count && status == WAY_STATUS_OK; i++) {
        if (runner_takes(work, &work->contenders[i], problem)) {
            runner_first(work, &work->contenders[i], problem, best);
        }
        if (runner_is_cancelled(work)) {
            return WAY_STATUS_OK;
        }
    }
    runner_draw(work, problem);
    for (uint32_t round = 0; round < BENCH_ROUNDS_MAX && status == WAY_STATUS_OK; round++) {
        for (uint32_t i = 0; i < work->count; i++) {
            bench_contender *contender = &work->contenders[work->contenders[i].turn];
            if (runner_takes(work, contender, problem) && round < contender->rounds) {
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
    const way_navigator_config config = {.space = work->ground.space,
                                         .algorithm = work->ground.set->angles ? "anya" : "astar"};
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
    for (uint32_t i = 0; i < work->count && status == WAY_STATUS_OK; i++) {
        const bench_contender *contender = &work->contenders[i];
        const bench_key key = runner_key(work, 0, contender);
        status = bench_store_prepared(work->order->store, &key, &contender->preparation);
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
    const uint8_t weight = way_map_terrain(work->ground.map, path[count / 2]);
    status = way_map_edit(work->ground.map, &edit, 1);
    for (uint32_t i = 0; i < work->count; i++) {
        bench_contender *contender = &work->contenders[i];
        bench_contender_repair(contender);
        contender->preparation.repair = work->plan->counts ? -1 : contender->repair;
    }
    edit.weight = weight;
    return status == WAY_STATUS_OK ? way_map_edit(work->ground.map, &edit, 1) : status;
}

static way_status runner_extras(runner *work)
{
    way_status status = WAY_STATUS_OK;
    if ((work->plan->suite.extras & BENCH_EXTRA_REPAIR) && work->ground.map && work->ground.count &&
        !work->ground.commands.count && work->ground.set->kind == BENCH_KIND_PATH) {
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
        const bench_key key = runner_key(work, i, NULL);
        status = bench_store_count(work->order->store, &key, &rows);
        *skip = rows > 0;
    }
    return status;
}

static way_status runner_problem(runner *work, uint32_t problem)
{
    bool changed = false;
    uint32_t rows = 0;
    way_status status = bench_ground_advance(&work->ground, problem, &changed);
    for (uint32_t i = 0; i < work->count; i++) {
        work->contenders[i].repair = -1;
        if (changed) {
            bench_contender_repair(&work->contenders[i]);
        }
    }
    if (status == WAY_STATUS_OK && work->record->resumed) {
        const bench_key key = runner_key(work, problem, NULL);
        status = bench_store_count(work->order->store, &key, &rows);
    }
    if (status == WAY_STATUS_OK && rows == 0) {
        status = runner_measure(work, problem);
    }
    return status;
}

static way_status runner_prepare(runner *work)
{
    way_status status = runner_open_judge(work);
    for (uint32_t i = 0; i < work->count && status == WAY_STATUS_OK; i++) {
        const bench_entry *entry = &work->ground.set->entries[i];
        work->contenders[i] =
            (bench_contender){.spec = entry->spec, .entry = i, .every = entry->every};
        bench_contender_open(&work->contenders[i], work->order, &work->ground);
        if (runner_is_cancelled(work)) {
            return WAY_STATUS_OK;
        }
        const bench_preparation *done = &work->contenders[i].preparation;
        if (done->status != WAY_STATUS_OK && work->plan->entries[0].spec) {
            char text[BENCH_WORD_MAX + sizeof done->note];
            (void)snprintf(text, sizeof text, "%s: %s", entry->spec,
                           done->note[0] ? done->note : way_status_text(done->status));
            bench_record_fault(work->record, work->ground.task->map, 0, text);
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
    for (uint32_t i = 0; work->contenders && i < work->count; i++) {
        bench_contender_close(&work->contenders[i]);
    }
    free(work->contenders);
    work->contenders = NULL;
    way_agent_destroy(work->judge_agent);
    way_navigator_destroy(work->judge);
    work->judge_agent = NULL;
    work->judge = NULL;
    bench_ground_close(&work->ground);
}

// All together ------------------------------------------------------------------------------------

// What a task counts for in the progress.
static uint64_t runner_weight(const bench_plan *plan, const bench_task *task)
{
    const bench_set *set = &plan->sets[task->set];
    return (set->problems ? set->problems : 1) + (uint64_t)bench_set_entries(set);
}

// A map that can't be read or understood, of several: it is told of, and the others are measured.
static bool runner_refuses(runner *work, way_status status, const way_problem *problem)
{
    bench_record *record = work->record;
    const bool its_own = status == WAY_STATUS_BAD_FORMAT || status == WAY_STATUS_OUT_OF_RANGE ||
                         status == WAY_STATUS_IO;
    if (!its_own || ++record->maps_refused == work->plan->task_count) {
        return false;
    }
    char where[48] = "";
    char place[BENCH_PLACE_MAX + 48];
    if (problem->column) {
        (void)snprintf(where, sizeof where, ":%u:%u", problem->line, problem->column);
    } else if (problem->line) {
        (void)snprintf(where, sizeof where, ":%u", problem->line);
    }
    (void)snprintf(place, sizeof place, "%s%s", record->place, where);
    bench_record_fault(record, place, 0,
                       problem->text[0] ? problem->text : way_status_text(status));
    return true;
}

static way_status runner_task(runner *work, const bench_task *task, way_problem *problem)
{
    const bench_plan *plan = work->plan;
    const bench_set *set = &plan->sets[task->set];
    const bool achieves = set->kind == BENCH_KIND_GAT;
    work->place = set->copies && set->problems <= 1 ? task->index : 0;
    way_status status =
        achieves ? bench_achieve(work->order, task, work->record, problem)
                 : bench_ground_open(plan, task, work->order->data, &work->ground, problem);
    if (status != WAY_STATUS_OK && !achieves) {
        memcpy(work->record->place, work->ground.place, sizeof work->record->place);
    }
    if (status == WAY_STATUS_IO && (achieves || bench_ground_needs_data(task->map))) {
        if (work->record->maps_missing++ == 0) {
            memcpy(work->record->missing, task->map, sizeof task->map);
        }
        return work->record->maps_missing < plan->task_count ? WAY_STATUS_OK : status;
    }
    if (status != WAY_STATUS_OK && !achieves && runner_refuses(work, status, problem)) {
        *problem = (way_problem){.line = 0};
        return WAY_STATUS_OK;
    }
    if (status != WAY_STATUS_OK || achieves) {
        return status;
    }
    if (set->kind == BENCH_KIND_STUDY) {
        status = bench_study_run(work->order, &work->ground, work->record);
        bench_ground_close(&work->ground);
        return status;
    }
    work->count = bench_set_entries(work->ground.set);
    work->contenders = calloc(work->count + 1, sizeof *work->contenders);
    status = work->contenders ? runner_visit(work) : WAY_STATUS_NO_MEMORY;
    if (status != WAY_STATUS_OK && !problem->text[0]) {
        (void)snprintf(work->record->place, sizeof work->record->place, "%s", task->map);
        (void)snprintf(problem->text, sizeof problem->text, "%.100s",
                       status == WAY_STATUS_IO ? bench_store_problem(work->order->store)
                                               : way_status_text(status));
    }
    runner_leave(work);
    return status;
}

static way_status runner_tasks(runner *work, way_problem *problem)
{
    const bench_plan *plan = work->plan;
    uint64_t before = 0;
    way_status status = WAY_STATUS_OK;
    for (uint32_t i = 0; i < plan->task_count; i++) {
        work->total += runner_weight(plan, &plan->tasks[i]);
    }
    for (uint32_t i = 0; i < plan->task_count && status == WAY_STATUS_OK; i++) {
        if (runner_is_cancelled(work)) {
            break;
        }
        status = runner_task(work, &plan->tasks[i], problem);
        before += runner_weight(plan, &plan->tasks[i]);
        work->done = before;
        runner_progress(work);
    }
    return status;
}

way_status bench_run(const bench_order *order, bench_record *out, way_problem *problem)
{
    const bench_machine machine = bench_machine_look();
    *out = (bench_record){.watch = order->watch, .pinned = bench_machine_pin(true)};
    *problem = (way_problem){.line = 0};
    runner work = {.order = order,
                   .plan = order->plan,
                   .record = out,
                   .meter = {.clock_overhead = machine.clock_overhead,
                             .seconds = order->plan->suite.seconds,
                             .extras = order->plan->suite.extras,
                             .counts = order->plan->counts}};
    const bench_run_head head = {.plan = order->plan,
                                 .machine = &machine,
                                 .command = order->command ? order->command : "",
                                 .rules = order->rules,
                                 .workers = order->watch->workers,
                                 .pinned = out->pinned,
                                 .restart = order->restart};
    way_status status = bench_store_begin(order->store, &head, &out->run, &out->resumed);
    if (status == WAY_STATUS_OK) {
        status = runner_tasks(&work, problem);
    }
    if (status == WAY_STATUS_OK && !out->cancelled) {
        status = bench_store_finish(order->store, out->run);
    }
    (void)bench_machine_pin(false);
    if (status == WAY_STATUS_IO && !problem->text[0]) {
        (void)snprintf(problem->text, sizeof problem->text, "%.180s",
                       bench_store_problem(order->store));
    }
    return status;
}
