// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/measure/measure.h"

#include "bench/kit/stopwatch.h"
#include "scenes/checker.h"

#include <waymark/path.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MEASURE_EXPANSIONS_MAX 400000000u
#define MEASURE_PREFIX 20.0 // cells
#define MEASURE_HALVINGS 40u
#define MEASURE_CUTS 1024u   // most interruptions that are found in a round
#define MEASURE_SLICE 0.5e-3 // seconds that an interruption lasts at least

// Tracks ------------------------------------------------------------------------------------------

void bench_track_begin(bench_track *track)
{
    track->count = 0;
    track->rounds = 0;
    track->failed = false;
}

static bool measure_grow(bench_track *track)
{
    const uint32_t capacity = track->capacity ? track->capacity * 2 : 4096;
    bool good = true;
    for (uint32_t i = 0; i < BENCH_ROUNDS_MAX; i++) {
        float *times = realloc(track->times[i], capacity * sizeof *times);
        good = good && times;
        track->times[i] = times ? times : track->times[i];
    }
    uint32_t *moves = realloc(track->moves, capacity * sizeof *moves);
    track->moves = moves ? moves : track->moves;
    uint64_t *costs = realloc(track->costs, capacity * sizeof *costs);
    track->costs = costs ? costs : track->costs;
    track->failed |= !(good && moves && costs);
    track->capacity = track->failed ? track->capacity : capacity;
    return !track->failed;
}

void bench_track_note(bench_track *track, uint32_t step, uint32_t moves, uint64_t cost)
{
    if (step >= track->capacity && !measure_grow(track)) {
        return;
    }
    track->moves[step] = moves;
    track->costs[step] = cost;
    track->count = step + 1;
}

void bench_track_time(bench_track *track, uint32_t step, double seconds)
{
    if (step < track->count) {
        track->times[track->rounds][step] = (float)(seconds > 0 ? seconds : 0);
    }
}

static double measure_above(const float *times, uint32_t count, double level)
{
    double sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        sum += (double)times[i] > level ? (double)times[i] - level : 0;
    }
    return sum;
}

// The longest step but `rank` of them; 0 if there are no more.
static double measure_next(const float *times, uint32_t count, uint32_t rank)
{
    float longest[MEASURE_CUTS + 1] = {0};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t place = rank;
        if (times[i] <= longest[place]) {
            continue;
        }
        for (; place > 0 && longest[place - 1] < times[i]; place--) {
            longest[place] = longest[place - 1];
        }
        longest[place] = times[i];
    }
    return (double)longest[rank];
}

// An interruption is much longer than a step, so it stands out: the longest steps are cut down to
// the level above which all of them together are as long as what was lost, but no more steps than
// there can have been interruptions. The rest of the loss was between steps.
void bench_track_settle(bench_track *track, double lost)
{
    float *times = track->times[track->rounds++];
    const double slices = lost / MEASURE_SLICE + 1;
    if (lost <= 0 || track->count == 0) {
        return;
    }
    const uint32_t most = slices < MEASURE_CUTS ? (uint32_t)slices : MEASURE_CUTS;
    double low = measure_next(times, track->count, most);
    double high = measure_next(times, track->count, 0);
    for (uint32_t i = 0; i < MEASURE_HALVINGS; i++) {
        const double middle = (low + high) / 2;
        if (measure_above(times, track->count, middle) > lost) {
            low = middle;
        } else {
            high = middle;
        }
    }
    for (uint32_t i = 0; i < track->count; i++) {
        times[i] = (double)times[i] > high ? (float)high : times[i];
    }
}

void bench_track_free(bench_track *track)
{
    for (uint32_t i = 0; i < BENCH_ROUNDS_MAX; i++) {
        free(track->times[i]);
    }
    free(track->moves);
    free(track->costs);
    *track = (bench_track){.count = 0};
}

// Rounds ------------------------------------------------------------------------------------------

// One step of the first round; returns what the trip came to.
static way_outcome measure_step(way_agent *agent, uint32_t step, bench_track *track)
{
    uint32_t count = 0;
    const way_outcome outcome = way_agent_step(agent, BENCH_BUDGET);
    (void)way_agent_path(agent, &count);
    const way_cost cost = way_agent_cost(agent);
    bench_track_note(track, step, count ? count - 1 : 0, cost == WAY_COST_MAX ? 0 : cost);
    return outcome;
}

static void measure_walk(const bench_meter *meter, way_agent *agent, bench_track *track,
                         bench_result *out)
{
    const double deadline = stopwatch_cpu() + meter->seconds;
    uint64_t committed = 0; // expansions when something was committed last
    uint32_t moves = 0;
    out->outcome = WAY_OUTCOME_WORKING;
    for (uint32_t step = 0; out->outcome == WAY_OUTCOME_WORKING && !track->failed; step++) {
        out->outcome = measure_step(agent, step, track);
        const uint64_t work = way_agent_stats(agent).expansions;
        out->work_max = work - committed > out->work_max ? work - committed : out->work_max;
        if (track->count && track->moves[track->count - 1] > moves) {
            moves = track->moves[track->count - 1];
            committed = work;
        }
        if (step % 64 == 63 && out->outcome == WAY_OUTCOME_WORKING && stopwatch_cpu() > deadline) {
            way_agent_cancel(agent);
            out->outcome = way_agent_outcome(agent);
        }
    }
    out->outcome = track->failed ? WAY_OUTCOME_CAPACITY : out->outcome;
}

void bench_measure_first(const bench_meter *meter, way_agent *agent, const way_trip *trip,
                         bench_track *track, bench_result *out)
{
    way_trip limited = *trip;
    limited.expansion_limit = MEASURE_EXPANSIONS_MAX;
    *out = (bench_result){.outcome = WAY_OUTCOME_CANCELLED, .plans = 1};
    bench_track_begin(track);
    const stopwatch started = stopwatch_start();
    out->status = way_agent_begin(agent, &limited);
    if (out->status != WAY_STATUS_OK) {
        return;
    }
    measure_walk(meter, agent, track, out);
    out->cold = stopwatch_spent(started, meter->clock_overhead);
    out->stats = way_agent_stats(agent);
}

void bench_measure_round(const bench_meter *meter, way_agent *agent, const way_trip *trip,
                         bench_track *track)
{
    way_trip limited = *trip;
    limited.expansion_limit = MEASURE_EXPANSIONS_MAX;
    const double worked = stopwatch_cpu();
    const double started = stopwatch_now();
    double before = started;
    if (way_agent_begin(agent, &limited) != WAY_STATUS_OK) {
        return;
    }
    // Work that is done in begin belongs to the first step.
    for (uint32_t step = 0; step < track->count; step++) {
        const way_outcome outcome = way_agent_step(agent, BENCH_BUDGET);
        const double after = stopwatch_now();
        bench_track_time(track, step, after - before - meter->clock_overhead);
        before = stopwatch_now();
        if (outcome == WAY_OUTCOME_WORKING || step + 1 == track->count) {
            continue;
        }
        if (outcome != WAY_OUTCOME_FOUND) {
            return; // not the trip that was seen before: not counted
        }
        // An agent that remembers the ground needs fewer steps: the others take no time.
        while (++step < track->count) {
            bench_track_time(track, step, 0);
        }
    }
    bench_track_settle(track, before - started - (stopwatch_cpu() - worked));
}

// What came of it ---------------------------------------------------------------------------------

static void measure_smooth(const bench_ground *ground, const way_state *path, uint32_t count,
                           bench_result *out)
{
    way_cell *cells = malloc(count * sizeof *cells);
    uint32_t left = count;
    way_cost cost = 0;
    const way_smoothing_config config = {
        .map = ground->map, .unit_size = ground->unit, .kind = WAY_SMOOTHING_PULL};
    if (!cells) {
        return;
    }
    memcpy(cells, path, count * sizeof *cells);
    if (way_path_smooth(&config, cells, &left) == WAY_STATUS_OK &&
        way_path_check(ground->map, ground->unit, cells, left, &cost) && out->best) {
        out->smoothed = (double)cost / out->best;
    }
    free(cells);
}

static void measure_check_map(const bench_ground *ground, const checker_trip *trip,
                              bench_result *out)
{
    checker_report report;
    const way_status status = checker_check(ground->map, ground->unit, trip, &report);
    out->valid = status == WAY_STATUS_OK && report.fault == CHECKER_FAULT_NONE &&
                 report.cost == out->cost && out->cost >= out->best;
    out->length = report.length;
    out->stats.revisits = report.revisits;
}

static void measure_check_space(const bench_ground *ground, const bench_walk *walk,
                                bench_result *out)
{
    way_cost cost = 0;
    for (uint32_t i = 0; i + 1 < walk->count; i++) {
        const way_cost step =
            way_space_step_cost(ground->space, walk->states[i], walk->states[i + 1]);
        cost = way_cost_add(cost, step);
    }
    // At any angle each line's cost is rounded up, that of the best walk too.
    const way_cost rounding = ground->set->angles ? out->moves : 0;
    out->valid = cost == out->cost && out->cost + rounding >= out->best;
    out->length = (double)cost / (ground->map ? way_map_costs(ground->map).cardinal : 1);
}

void bench_measure_check(const bench_meter *meter, const bench_ground *ground, uint32_t problem,
                         const bench_walk *walk, bench_result *out)
{
    const bench_problem *asked = &ground->problems[problem];
    out->moves = walk->count ? walk->count - 1 : 0;
    out->cost = walk->cost;
    out->hash =
        way_hash_bytes((uint64_t)out->outcome, walk->states, walk->count * sizeof *walk->states);
    if (out->outcome != WAY_OUTCOME_FOUND) {
        out->solved = out->outcome == WAY_OUTCOME_NO_PATH && out->best == WAY_COST_MAX;
        out->valid = out->solved;
        return;
    }
    out->solved = out->best != WAY_COST_MAX;
    if (!ground->map || ground->set->angles) {
        measure_check_space(ground, walk, out);
        return;
    }
    const checker_trip trip = {asked->start, asked->goal, walk->states, walk->count};
    measure_check_map(ground, &trip, out);
    if ((meter->extras & BENCH_EXTRA_SMOOTH) && out->valid) {
        measure_smooth(ground, walk->states, walk->count, out);
    }
}

// Times -------------------------------------------------------------------------------------------

static double measure_median(bench_track *track, uint32_t step)
{
    double samples[BENCH_ROUNDS_MAX];
    for (uint32_t i = 0; i < track->rounds; i++) {
        samples[i] = (double)track->times[i][step];
    }
    bench_sort(samples, track->rounds);
    return bench_quantile(samples, track->rounds, 0.5);
}

static void measure_rounds(const bench_track *track, bench_result *out)
{
    double totals[BENCH_ROUNDS_MAX];
    for (uint32_t i = 0; i < track->rounds; i++) {
        totals[i] = 0;
        for (uint32_t step = 0; step < track->count; step++) {
            totals[i] += (double)track->times[i][step];
        }
    }
    bench_sort(totals, track->rounds);
    out->total = bench_quantile(totals, track->rounds, 0.5);
    out->low = totals[0];
    out->high = totals[track->rounds - 1];
}

// Adds up the steps before each commitment: that is how long its first move waits, and those that
// were committed with it do not wait at all. What comes after the last one is part of no move.
static void measure_waits(const bench_track *track, const double *times, double cell,
                          bench_result *out)
{
    double spent = 0;
    double wait = 0;
    uint32_t moves = 0;
    bool far = false;
    for (uint32_t i = 0; i < track->count; i++) {
        spent += times[i];
        wait += times[i];
        out->max = wait > out->max ? wait : out->max;
        if (track->moves[i] > moves) {
            out->first = moves ? out->first : spent;
            bench_waits_add(&out->waits, wait, 1);
            bench_waits_add(&out->waits, 0, track->moves[i] - moves - 1);
            moves = track->moves[i];
            wait = 0;
        }
        out->first20 = far ? out->first20 : spent;
        far = far || (double)track->costs[i] >= MEASURE_PREFIX * cell;
    }
    out->first = moves ? out->first : spent;
}

void bench_measure_finish(const bench_meter *meter, bench_track *track, way_cost cardinal,
                          bench_result *out)
{
    out->steps = track->count;
    out->repetitions = track->rounds;
    out->total = out->low = out->high = out->mean = out->max = out->first = out->first20 = -1;
    out->cold = meter->counts ? -1 : out->cold;
    double *times = calloc(track->count + 1, sizeof *times);
    if (track->rounds == 0 || track->count == 0 || !times) {
        free(times);
        return;
    }
    for (uint32_t i = 0; i < track->count; i++) {
        times[i] = measure_median(track, i);
    }
    measure_rounds(track, out);
    out->max = 0;
    measure_waits(track, times, cardinal, out);
    out->mean = out->moves ? out->total / out->moves : out->total;
    free(times);
}
