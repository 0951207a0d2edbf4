// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Databases on maps that never rest. Every frame a database gets the same budget for repairs, while
// cells change at a rate; what is measured is how much of the time it is current, how long its
// longest call takes, and what trips cost that are made meanwhile.
#include "bench/studies/studies.h"
#include "bench/studies/study.h"
#include "scenes/problems.h"

#include <waymark/all.h>

#define LIVING_FRAMES 1200u
#define LIVING_BUDGET 500u
#define LIVING_SECOND 60u  ///< frames
#define LIVING_TRIP 20u    ///< frames between two trips
#define LIVING_CHANGED 64u ///< cells that differ from the first map at most
#define LIVING_SINGLE 40u  ///< edits whose repair is awaited
#define LIVING_PATIENCE 6000u

/// A map that changes, and a database that follows it.
typedef struct living_rig {
    bench_yard yard;
    way_map *map;              ///< the yard's
    bench_rig database, judge; ///< who knows the best
    way_rng rng;
    way_cell changed[LIVING_CHANGED]; ///< a ring
    uint32_t first, count;
} living_rig;

/// What a run came to.
typedef struct living_result {
    uint32_t current, trips;
    double excess, worst_excess; ///< sums of ratios, and the worst
    double work, longest;        ///< seconds in repairs, and in one call
} living_result;

static void living_open(const bench_study *study, living_rig *rig)
{
    char spec[BENCH_WORD_MAX];
    bench_study_algorithm(study, spec);
    *rig =
        (living_rig){.rng = way_rng_seed(7 + study->round), .yard = bench_yard_open(study->ground)};
    rig->map = rig->yard.map;
    rig->database = bench_rig_open(rig->yard.space, spec);
    rig->judge = bench_rig_open(rig->yard.space, "jps");
}

static void living_close(living_rig *rig)
{
    bench_rig_close(&rig->judge);
    bench_rig_close(&rig->database);
    bench_yard_close(&rig->yard);
}

/// Flips a cell, or the one that was flipped longest ago back.
static void living_edit(living_rig *rig)
{
    if (rig->count == LIVING_CHANGED || way_rng_below(&rig->rng, LIVING_CHANGED) < rig->count / 2) {
        bench_yard_flip(rig->map, rig->changed[rig->first]);
        rig->first = (rig->first + 1) % LIVING_CHANGED;
        rig->count--;
        return;
    }
    const way_cell cell = bench_yard_cell(rig->map, &rig->rng);
    rig->changed[(rig->first + rig->count++) % LIVING_CHANGED] = cell;
    bench_yard_flip(rig->map, cell);
}

/// One frame's call; seconds that it took.
static double living_repair(living_rig *rig)
{
    bool done = false;
    const double from = stopwatch_worked();
    bench_need(way_navigator_repair(rig->database.navigator, LIVING_BUDGET, &done), "repair");
    return stopwatch_worked() - from;
}

/// A whole trip between two moments, beside the best.
static void living_trip(living_rig *rig, living_result *result)
{
    const scene_problem problem = scene_problems_draw(rig->map, &rig->rng);
    const way_trip trip = {.start = problem.start, .goal = problem.goal};
    bench_need(way_agent_begin(rig->judge.agent, &trip), "jps");
    (void)way_agent_run(rig->judge.agent);
    result->trips++;
    bench_need(way_agent_begin(rig->database.agent, &trip), "a trip while it follows");
    bench_hold(way_agent_run(rig->database.agent) == WAY_OUTCOME_FOUND, "arrived");
    const double excess =
        (double)way_agent_cost(rig->database.agent) / way_agent_cost(rig->judge.agent) - 1;
    result->excess += excess;
    result->worst_excess = excess > result->worst_excess ? excess : result->worst_excess;
}

void bench_study_living(bench_study *study)
{
    living_rig rig;
    living_result result = {0};
    const double rate = bench_study_number(study, "rate", 6);
    living_open(study, &rig);
    double due = 0.5;
    for (uint32_t frame = 0; frame < LIVING_FRAMES; frame++) {
        due += rate / LIVING_SECOND;
        while (due >= 1) {
            living_edit(&rig);
            due -= 1;
        }
        const double spent = living_repair(&rig);
        result.work += spent;
        result.longest = spent > result.longest ? spent : result.longest;
        result.current += way_navigator_is_current(rig.database.navigator);
        if (frame % LIVING_TRIP == LIVING_TRIP / 2) {
            living_trip(&rig, &result);
        }
    }
    living_close(&rig);
    bench_study_note(study, "current %", 0, 100.0 * result.current / LIVING_FRAMES);
    bench_study_note(study, "call us", BENCH_TIMED, result.work * 1e6 / LIVING_FRAMES);
    bench_study_note(study, "longest us", BENCH_TIMED | BENCH_LARGEST, result.longest * 1e6);
    bench_study_note(study, "above best %", 0, 100 * result.excess / result.trips);
    bench_study_note(study, "worst %", BENCH_LARGEST, 100 * result.worst_excess);
}

/// How many calls single edits take to be repaired: until the database is current, and until
/// nothing is left to do.
void bench_study_repairs(bench_study *study)
{
    living_rig rig;
    bench_sample current = {0};
    bench_sample all = {0};
    living_open(study, &rig);
    for (uint32_t i = 0; i < LIVING_SINGLE; i++) {
        uint32_t frames = 0;
        uint32_t stale = 0;
        living_edit(&rig);
        for (bool done = false; !done && frames < LIVING_PATIENCE; frames++) {
            stale += !way_navigator_is_current(rig.database.navigator);
            bench_need(way_navigator_repair(rig.database.navigator, LIVING_BUDGET, &done),
                       "repair");
        }
        bench_sample_add(&current, stale);
        bench_sample_add(&all, frames);
    }
    living_close(&rig);
    bench_study_note(study, "current after", 0, bench_sample_mean(&current));
    bench_study_note(study, "at most", BENCH_LARGEST, bench_sample_quantile(&current, 1));
    bench_study_note(study, "done after", 0, bench_sample_mean(&all));
    bench_study_note(study, "done at most", BENCH_LARGEST, bench_sample_quantile(&all, 1));
    bench_sample_free(&current);
    bench_sample_free(&all);
}
