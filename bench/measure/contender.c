// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/measure/contender.h"

#include "bench/kit/stopwatch.h"
#include "bench/kit/trial.h"

#include <waymark/database.h>

#include <stdlib.h>
#include <string.h>

#define CONTENDER_PREPARE_SECONDS 120.0

typedef struct contender_job {
    const bench_watch *watch;
    double deadline;
} contender_job;

static bool contender_is_late(void *user)
{
    const contender_job *job = user;
    const bench_watch *watch = job->watch;
    return stopwatch_now() > job->deadline || (watch->cancelled && watch->cancelled(watch->user));
}

static void contender_parallel(uint32_t count, void (*body)(uint32_t, void *), void *argument,
                               void *user)
{
    const contender_job *job = user;
    job->watch->parallel_for(count, body, argument, job->watch->user);
}

// Opens a saved database in place of preparing anything, and takes the time.
static void contender_load(bench_contender *contender, const bench_order *order, way_space *space)
{
    bench_preparation *done = &contender->preparation;
    way_problem problem = {0};
    const way_navigator_config config = {.space = space, .problem = &problem};
    const stopwatch started = stopwatch_start();
    done->status = way_navigator_open(&config, order->bytes, order->size, &contender->navigator);
    done->load = stopwatch_spent(started, 0);
    done->disk = (double)order->size;
    if (done->status != WAY_STATUS_OK) {
        (void)snprintf(done->note, sizeof done->note, "%s: %.120s", order->path,
                       problem.text[0] ? problem.text : way_status_text(done->status));
        return;
    }
    done->memory = (double)way_navigator_bytes(contender->navigator);
}

// Prepares a navigator and returns how long it took.
static double contender_prepare(bench_contender *contender, const bench_order *order,
                                way_space *space, bool parallel, way_navigator **out)
{
    bench_preparation *done = &contender->preparation;
    way_problem problem = {0};
    const stopwatch started = stopwatch_start();
    contender_job work = {order->watch, started.wall + CONTENDER_PREPARE_SECONDS};
    const way_job job = {.cancelled = contender_is_late,
                         .parallel_for = parallel ? contender_parallel : NULL,
                         .user = &work};
    const way_navigator_config config = {
        .space = space, .algorithm = contender->spec, .job = &job, .problem = &problem};
    done->status = way_navigator_create(&config, out);
    const double seconds = parallel ? stopwatch_now() - started.wall : stopwatch_spent(started, 0);
    if (done->status == WAY_STATUS_CANCELLED) {
        (void)snprintf(done->note, sizeof done->note, "preparing took longer than %.0f s",
                       CONTENDER_PREPARE_SECONDS);
    } else if (done->status != WAY_STATUS_OK) {
        (void)snprintf(done->note, sizeof done->note, "%.120s",
                       problem.text[0] ? problem.text : way_status_text(done->status));
    }
    return seconds;
}

static bool contender_is_prepared(const bench_contender *contender)
{
    return contender->navigator &&
           (way_navigator_algorithm(contender->navigator)->traits & WAY_TRAIT_PREPARED);
}

// Saves the database, opens it again, and forgets both.
static void contender_weigh(bench_contender *contender, way_space *space)
{
    bench_preparation *done = &contender->preparation;
    way_database saved;
    done->memory = (double)way_navigator_bytes(contender->navigator);
    if (way_navigator_save(contender->navigator, NULL, &saved) != WAY_STATUS_OK) {
        return;
    }
    done->disk = (double)saved.size;
    way_navigator *opened = NULL;
    const way_navigator_config config = {.space = space};
    const stopwatch started = stopwatch_start();
    if (way_navigator_open(&config, saved.bytes, saved.size, &opened) == WAY_STATUS_OK) {
        done->load = stopwatch_spent(started, 0);
    }
    way_navigator_destroy(opened);
    way_database_free(&saved);
}

static void contender_open_all(bench_contender *contender, const bench_order *order,
                               const bench_ground *ground)
{
    bench_preparation *done = &contender->preparation;
    const bool saved = order->opened && strcmp(contender->spec, order->opened) == 0;
    if (saved) {
        contender_load(contender, order, ground->space);
    } else {
        done->one =
            contender_prepare(contender, order, ground->space, false, &contender->navigator);
    }
    if (done->status != WAY_STATUS_OK) {
        return;
    }
    if (!saved) {
        contender_weigh(contender, ground->space);
    }
    const bool many = order->watch->parallel_for && order->watch->workers > 1 && !saved;
    if (contender_is_prepared(contender) && many && !order->plan->counts) {
        way_navigator *other = NULL;
        // All workers need processors of their own: threads inherit what this one may use.
        (void)bench_machine_pin(false);
        done->many = contender_prepare(contender, order, ground->space, true, &other);
        (void)bench_machine_pin(true);
        way_navigator_destroy(other);
    }
    if (order->plan->counts) {
        done->one = done->load = -1;
    }
    if (bench_contender_renew(contender, ground)) {
        done->agent = (double)way_agent_stats(contender->agent).bytes;
    }
}

bool bench_contender_renew(bench_contender *contender, const bench_ground *ground)
{
    // Where states are met on the way, an array over all of them would grow with those of others.
    const way_agent_config config = {.navigator = contender->navigator,
                                     .store = ground->map ? WAY_STORE_AUTO : WAY_STORE_SPARSE};
    way_agent_destroy(contender->agent);
    contender->agent = NULL;
    contender->preparation.status = way_agent_create(&config, &contender->agent);
    return contender->preparation.status == WAY_STATUS_OK;
}

void bench_contender_open(bench_contender *contender, const bench_order *order,
                          const bench_ground *ground)
{
    const char *spec = contender->spec;
    *contender = (bench_contender){
        .spec = spec, .entry = contender->entry, .every = contender->every, .repair = -1};
    contender->preparation = (bench_preparation){
        .one = -1, .many = -1, .load = -1, .repair = -1, .disk = -1, .memory = -1, .agent = -1};
    if (ground->set->kind == BENCH_KIND_FOG) {
        if (!bench_spec_algorithm(spec)) {
            contender->preparation.status = WAY_STATUS_NOT_FOUND;
        }
        return;
    }
    contender_open_all(contender, order, ground);
}

void bench_contender_close(bench_contender *contender)
{
    way_agent_destroy(contender->agent);
    way_navigator_destroy(contender->navigator);
    bench_track_free(&contender->track);
    free(contender->walk);
    *contender = (bench_contender){.spec = contender->spec};
}

bool bench_contender_is_ready(const bench_contender *contender)
{
    return contender->preparation.status == WAY_STATUS_OK;
}

void bench_contender_repair(bench_contender *contender)
{
    contender->repair = -1;
    if (!bench_contender_is_ready(contender) || !contender_is_prepared(contender)) {
        return;
    }
    bool done = false;
    way_status status = WAY_STATUS_OK;
    const stopwatch started = stopwatch_start();
    while (!done && status == WAY_STATUS_OK) {
        status = way_navigator_repair(contender->navigator, UINT32_MAX, &done);
    }
    contender->repair = stopwatch_spent(started, 0);
    if (status != WAY_STATUS_OK) {
        contender->preparation.status = status;
        (void)snprintf(contender->preparation.note, sizeof contender->preparation.note,
                       "can't follow edits of the map");
    }
}

bool bench_contender_keep(bench_contender *contender, way_state state)
{
    if (contender->walk_count == contender->walk_capacity) {
        const uint32_t capacity = contender->walk_capacity ? contender->walk_capacity * 2 : 4096;
        way_state *states = realloc(contender->walk, capacity * sizeof *states);
        if (!states) {
            return false;
        }
        contender->walk = states;
        contender->walk_capacity = capacity;
    }
    contender->walk[contender->walk_count++] = state;
    return true;
}
