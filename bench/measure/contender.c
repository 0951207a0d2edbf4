// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/measure/contender.h"

#include "bench/kit/stopwatch.h"
#include "bench/kit/trial.h"

#include <waymark/database.h>

#include <math.h>
#include <stdio.h>
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

// 1 for cells side by side, 2 for corner to corner, 3 for others.
static uint32_t contender_apart(const way_map *map, way_cell a, way_cell b)
{
    uint32_t at[4];
    way_map_position(map, a, &at[0], &at[1]);
    way_map_position(map, b, &at[2], &at[3]);
    const uint32_t dx = at[0] > at[2] ? at[0] - at[2] : at[2] - at[0];
    const uint32_t dy = at[1] > at[3] ? at[1] - at[3] : at[3] - at[1];
    return dx <= 1 && dy <= 1 && dx + dy > 0 ? dx + dy : 3;
}

// Starts somebody else's library on the map.
static void contender_open_peer(bench_contender *contender, const bench_order *order,
                                const bench_ground *ground)
{
    bench_preparation *done = &contender->preparation;
    const char *folder = order->peers ? order->peers : "build/peers";
    const char *name = contender->spec + strlen(BENCH_PEER_PREFIX);
    bench_peer_effort effort = {.seconds = -1, .bytes = -1};
    const bool suits = ground->set->kind == BENCH_KIND_PATH && ground->map && ground->unit == 1;
    done->status = suits ? bench_peer_open(folder, name, ground->map, &contender->peer, &effort)
                         : WAY_STATUS_UNSUPPORTED;
    done->one = order->plan->counts ? -1 : effort.seconds;
    done->memory = effort.bytes;
    if (done->status == WAY_STATUS_NOT_FOUND) {
        (void)snprintf(done->note, sizeof done->note, "there is no program %.60s/%.30s", folder,
                       name);
    } else if (done->status != WAY_STATUS_OK) {
        (void)snprintf(done->note, sizeof done->note, "%s", way_status_text(done->status));
    }
}

// Takes what it found for a walk of ours; who goes round corners has paths of another kind, of
// which only the ends and the ground are checked.
static void contender_judge_peer(bench_contender *contender, const bench_meter *meter,
                                 const bench_ground *ground, uint32_t problem, way_cost best,
                                 const bench_walk *walk)
{
    bench_result *result = &contender->result;
    const bench_problem *asked = &ground->problems[problem];
    const way_cost_model costs = way_map_costs(ground->map);
    bench_walk priced = *walk;
    bool legal = walk->count > 0 && walk->states[0] == asked->start &&
                 walk->states[walk->count - 1] == asked->goal;
    for (uint32_t i = 1; i < walk->count; i++) {
        const way_state a = walk->states[i - 1];
        const way_state b = walk->states[i];
        const uint32_t apart =
            a == WAY_STATE_NONE || b == WAY_STATE_NONE ? 3 : contender_apart(ground->map, a, b);
        legal = legal && apart <= 2 && way_map_terrain(ground->map, b) > 0;
        priced.cost += apart == 2 ? costs.diagonal : costs.cardinal;
    }
    result->best = best;
    result->outcome = walk->count ? WAY_OUTCOME_FOUND : WAY_OUTCOME_NO_PATH;
    if (!bench_peer_cuts(contender->peer) || !walk->count) {
        bench_measure_check(meter, ground, problem, &priced, result);
        return;
    }
    result->moves = walk->count - 1;
    result->cost = priced.cost;
    result->solved = best != WAY_COST_MAX;
    result->best = 0; // of other rules: there is nothing to be above
    result->valid = legal;
    result->length = (double)priced.cost / costs.cardinal;
}

void bench_contender_ask(bench_contender *contender, const bench_meter *meter,
                         const bench_ground *ground, uint32_t problem, bool first)
{
    bench_result *result = &contender->result;
    bench_track *track = &contender->track;
    bench_walk walk = {.count = 0};
    bench_peer_effort effort = {0};
    const way_cost best = result->best;
    const way_status status = bench_peer_find(contender->peer, &ground->problems[problem],
                                              &walk.states, &walk.count, &effort);
    if (first) {
        *result = (bench_result){.status = status, .outcome = WAY_OUTCOME_CANCELLED, .plans = 1};
        bench_track_begin(track);
    }
    if (status != WAY_STATUS_OK) {
        contender->preparation.status = status;
        (void)snprintf(contender->preparation.note, sizeof contender->preparation.note,
                       "the program ended, or said something else");
        return;
    }
    if (first) {
        result->cold = effort.seconds;
        result->stats.bytes = (size_t)fmax(effort.bytes - contender->preparation.memory, 0);
        bench_track_note(track, 0, walk.count ? walk.count - 1 : 0, 0);
        contender_judge_peer(contender, meter, ground, problem, best, &walk);
    } else {
        bench_track_time(track, 0, effort.seconds);
        bench_track_settle(track, 0);
    }
}

void bench_contender_open(bench_contender *contender, const bench_order *order,
                          const bench_ground *ground)
{
    const char *spec = contender->spec;
    *contender = (bench_contender){
        .spec = spec, .entry = contender->entry, .every = contender->every, .repair = -1};
    contender->preparation = (bench_preparation){
        .one = -1, .many = -1, .load = -1, .repair = -1, .disk = -1, .memory = -1, .agent = -1};
    if (strncmp(spec, BENCH_PEER_PREFIX, strlen(BENCH_PEER_PREFIX)) == 0) {
        contender_open_peer(contender, order, ground);
        return;
    }
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
    bench_peer_close(contender->peer);
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
