// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/suite/measure.h"

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

const double bench_durations[BENCH_DURATIONS] = {1e-6, 3e-6, 1e-5, 3e-5, 1e-4,
                                                 3e-4, 1e-3, 1e-2, 1e-1};

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

// Numbers -----------------------------------------------------------------------------------------

static int measure_less(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

void bench_sort(double *numbers, uint32_t count)
{
    qsort(numbers, count, sizeof *numbers, measure_less);
}

double bench_quantile(const double *sorted, uint32_t count, double part)
{
    if (count == 0) {
        return 0;
    }
    const double place = part * (double)(count - 1);
    const uint32_t below = (uint32_t)place;
    const uint32_t above = below + 1 < count ? below + 1 : below;
    return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
}

// Rounds ------------------------------------------------------------------------------------------

void bench_measure_warm(const bench_meter *meter, way_agent *agent, const way_trip *trip,
                        bench_track *track, bench_result *out)
{
    way_trip limited = *trip;
    limited.expansion_limit = MEASURE_EXPANSIONS_MAX;
    *out = (bench_result){.outcome = WAY_OUTCOME_CANCELLED};
    bench_track_begin(track);
    const double started = stopwatch_cpu();
    out->status = way_agent_begin(agent, &limited);
    if (out->status != WAY_STATUS_OK) {
        return;
    }
    way_outcome outcome = WAY_OUTCOME_MOVING;
    for (uint32_t step = 0; outcome == WAY_OUTCOME_MOVING && !track->failed; step++) {
        uint32_t count = 0;
        outcome = way_agent_step(agent, UINT32_MAX);
        (void)way_agent_path(agent, &count);
        const way_cost cost = way_agent_cost(agent);
        bench_track_note(track, step, count ? count - 1 : 0, cost == WAY_COST_MAX ? 0 : cost);
        if (outcome == WAY_OUTCOME_MOVING && stopwatch_cpu() - started > meter->seconds) {
            way_agent_cancel(agent);
            outcome = way_agent_outcome(agent);
        }
    }
    out->outcome = track->failed ? WAY_OUTCOME_CAPACITY : outcome;
    out->total = stopwatch_cpu() - started;
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
        const way_outcome outcome = way_agent_step(agent, UINT32_MAX);
        const double after = stopwatch_now();
        bench_track_time(track, step, after - before - meter->clock_overhead);
        if (outcome != WAY_OUTCOME_MOVING && step + 1 < track->count) {
            return; // not the trip that was seen before: not counted
        }
        before = stopwatch_now();
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
        .map = ground->map, .unit_size = 1, .kind = WAY_SMOOTHING_PULL};
    if (!cells) {
        return;
    }
    memcpy(cells, path, count * sizeof *cells);
    if (way_path_smooth(&config, cells, &left) == WAY_STATUS_OK &&
        way_path_check(ground->map, 1, cells, left, &cost) && out->best) {
        out->smoothed = (double)cost / out->best;
    }
    free(cells);
}

static void measure_check_map(const bench_ground *ground, const checker_trip *trip,
                              bench_result *out)
{
    checker_report report;
    const way_status status = checker_check(ground->map, 1, trip, &report);
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
    out->valid = cost == out->cost && out->cost >= out->best;
    out->length = (double)cost;
}

void bench_measure_check(const bench_meter *meter, const bench_ground *ground, uint32_t problem,
                         const bench_walk *walk, bench_result *out)
{
    const bench_problem *asked = &ground->problems[problem];
    out->moves = walk->count ? walk->count - 1 : 0;
    out->cost = walk->cost;
    out->hash =
        way_hash_bytes((uint64_t)out->outcome, walk->states, walk->count * sizeof *walk->states);
    if (out->outcome != WAY_OUTCOME_ARRIVED) {
        out->solved = out->outcome == WAY_OUTCOME_NO_PATH && out->best == WAY_COST_MAX;
        out->valid = out->solved;
        return;
    }
    out->solved = out->best != WAY_COST_MAX;
    if (!ground->map) {
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

// Planning for the next walk goes on during this one: what is late makes the unit wait.
static double measure_gat(const bench_track *track, const double *times, double cell, double each)
{
    double waiting = 0; // what is left of the walk that was committed last
    double gat = 0;
    uint64_t cost = 0;
    for (uint32_t i = 0; i < track->count; i++) {
        if (track->costs[i] == cost) { // nothing new to walk
            gat += times[i];
            waiting = waiting > times[i] ? waiting - times[i] : 0;
            continue;
        }
        gat += times[i] > waiting ? times[i] : waiting;
        waiting = (double)(track->costs[i] - cost) / cell * each;
        cost = track->costs[i];
    }
    return gat + waiting;
}

static void measure_first(const bench_track *track, const double *times, double cell,
                          bench_result *out)
{
    double spent = 0;
    bool moved = false;
    bool far = false;
    for (uint32_t i = 0; i < track->count && !far; i++) {
        spent += times[i];
        if (!moved && track->moves[i] > 0) {
            out->first = spent;
            moved = true;
        }
        far = (double)track->costs[i] >= MEASURE_PREFIX * cell;
        out->first20 = spent;
    }
    out->first = moved ? out->first : out->total;
}

void bench_measure_finish(const bench_meter *meter, bench_track *track, way_cost cardinal,
                          bench_result *out)
{
    out->steps = track->count;
    out->repetitions = track->rounds;
    if (track->rounds == 0 || track->count == 0) {
        out->low = out->high = out->total;
        out->mean = out->moves ? out->total / out->moves : out->total;
        out->first = out->first20 = out->max = out->total;
        return;
    }
    double *times = malloc(track->count * sizeof *times);
    if (!times) {
        return;
    }
    for (uint32_t i = 0; i < track->count; i++) {
        times[i] = measure_median(track, i);
    }
    measure_rounds(track, out);
    measure_first(track, times, cardinal, out);
    for (uint32_t i = 0; i < BENCH_DURATIONS && (meter->extras & BENCH_EXTRA_GAT); i++) {
        out->gat[i] = measure_gat(track, times, cardinal, bench_durations[i]);
    }
    bench_sort(times, track->count);
    out->mean = out->moves ? out->total / out->moves : out->total;
    out->median = bench_quantile(times, track->count, 0.5);
    out->p95 = bench_quantile(times, track->count, 0.95);
    out->p99 = bench_quantile(times, track->count, 0.99);
    out->max = times[track->count - 1];
    free(times);
}
