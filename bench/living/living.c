// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// waymark_living --db FILE [--data FOLDER] [--only NAME] [--frames N]:
// databases on maps that never rest. Every frame a database gets the same budget for repairs, while
// cells change at a rate; what is measured is how much of the time it is current, how long its
// longest call takes, and what trips cost that are made meanwhile. Then databases on ever larger
// maps (size.h). Behind `make bench SUITE=living`.
#include "bench/ground/ground.h"
#include "bench/kit/stopwatch.h"
#include "bench/kit/trial.h"
#include "bench/living/size.h"
#include "bench/store/study.h"

#include <waymark/all.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIVING_BUDGET 500u
#define LIVING_SECOND 60u  ///< frames
#define LIVING_TRIP 20u    ///< frames between two trips
#define LIVING_CHANGED 64u ///< cells that differ from the first map at most
#define LIVING_SINGLE 40u  ///< edits whose repair is awaited
#define LIVING_PATIENCE 6000u

static const char *const living_specs[] = {"dba",     "hcdps",   "hpastar",
                                           "sectors", "prastar", "beacon"};
static const double living_rates[] = {1, 6, 60};
static const char *const living_maps[] = {"dao/orz100d", "gen:rooms,width=256,height=256,seed=5",
                                          "gen:maze,width=129,height=129,seed=7,braid=300", NULL};

static uint32_t living_frames;

/// A map that changes, and a database that follows it.
typedef struct living_rig {
    way_map *map;
    way_space *space;
    bench_rig database, judge; ///< who knows the best
    way_rng rng;
    way_cell changed[LIVING_CHANGED]; ///< a ring
    uint32_t first, count;
} living_rig;

/// What a run came to.
typedef struct living_result {
    uint32_t frames, current;
    uint32_t trips;
    double excess, worst_excess; ///< sums of ratios, and the worst
    double work, longest;        ///< seconds in repairs, and in one call
} living_result;

static void living_open(const way_map *map, const char *spec, living_rig *rig)
{
    *rig = (living_rig){.rng = way_rng_seed(7)};
    rig->map = bench_copy_map(map);
    bench_need(way_space_create_grid(rig->map, 1, NULL, &rig->space), "space");
    rig->database = bench_rig_open(rig->space, spec);
    rig->judge = bench_rig_open(rig->space, "jps");
}

static void living_close(living_rig *rig)
{
    bench_rig_close(&rig->judge);
    bench_rig_close(&rig->database);
    way_space_destroy(rig->space);
    way_map_destroy(rig->map);
}

static void living_flip(living_rig *rig, way_cell cell)
{
    const uint32_t width = way_map_width(rig->map);
    const bool free = way_map_is_passable(rig->map, cell);
    const way_edit edit = {cell % width, cell / width, 1, 1, free ? 0 : 1};
    bench_need(way_map_edit(rig->map, &edit, 1), "edit");
}

/// Whether a cell is ground, or a wall beside it.
static bool living_matters(const way_map *map, way_cell cell)
{
    const int64_t x = cell % way_map_width(map);
    const int64_t y = cell / way_map_width(map);
    for (int64_t i = 0; i < 9; i++) {
        const way_cell near = way_map_cell(map, x + i % 3 - 1, y + i / 3 - 1);
        if (near != WAY_CELL_NONE && way_map_is_passable(map, near)) {
            return true;
        }
    }
    return false;
}

/// Flips a cell, or the one that was flipped longest ago back.
static void living_edit(living_rig *rig)
{
    if (rig->count == LIVING_CHANGED || way_rng_below(&rig->rng, LIVING_CHANGED) < rig->count / 2) {
        living_flip(rig, rig->changed[rig->first]);
        rig->first = (rig->first + 1) % LIVING_CHANGED;
        rig->count--;
        return;
    }
    const uint32_t cells = way_map_width(rig->map) * way_map_height(rig->map);
    way_cell cell = 0;
    do {
        cell = way_rng_below(&rig->rng, cells);
    } while (!living_matters(rig->map, cell));
    rig->changed[(rig->first + rig->count++) % LIVING_CHANGED] = cell;
    living_flip(rig, cell);
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
    const uint32_t cells = way_map_width(rig->map) * way_map_height(rig->map);
    way_trip trip = {0};
    do {
        trip.start = way_rng_below(&rig->rng, cells);
        trip.goal = way_rng_below(&rig->rng, cells);
    } while (trip.start == trip.goal || !way_map_is_passable(rig->map, trip.start) ||
             !way_map_is_reachable(rig->map, trip.start, trip.goal, 1));
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

static living_result living_run(const way_map *map, const char *spec, double rate)
{
    living_rig rig;
    living_result result = {0};
    living_open(map, spec, &rig);
    double due = 0.5;
    for (uint32_t frame = 0; frame < living_frames; frame++) {
        due += rate / LIVING_SECOND;
        while (due >= 1) {
            living_edit(&rig);
            due -= 1;
        }
        const double spent = living_repair(&rig);
        result.work += spent;
        result.longest = spent > result.longest ? spent : result.longest;
        result.frames++;
        result.current += way_navigator_is_current(rig.database.navigator);
        if (frame % LIVING_TRIP == LIVING_TRIP / 2) {
            living_trip(&rig, &result);
        }
    }
    living_close(&rig);
    return result;
}

/// Frames, mean and most.
typedef struct living_frames_taken {
    double mean;
    uint32_t most;
} living_frames_taken;

static void living_took(living_frames_taken *taken, uint32_t frames)
{
    taken->mean += (double)frames / LIVING_SINGLE;
    taken->most = frames > taken->most ? frames : taken->most;
}

/// How many frames single edits take to be repaired: until the database is current, and until
/// nothing is left to do.
static void living_single(const way_map *map, const char *spec, living_frames_taken taken[2])
{
    living_rig rig;
    living_open(map, spec, &rig);
    for (uint32_t i = 0; i < LIVING_SINGLE; i++) {
        uint32_t frames = 0;
        uint32_t current = 0;
        living_edit(&rig);
        for (bool done = false; !done && frames < LIVING_PATIENCE; frames++) {
            current += !way_navigator_is_current(rig.database.navigator);
            bench_need(way_navigator_repair(rig.database.navigator, LIVING_BUDGET, &done),
                       "repair");
        }
        living_took(&taken[0], current);
        living_took(&taken[1], frames);
    }
    living_close(&rig);
}

// The page ----------------------------------------------------------------------------------------

static void living_rows(bench_page *page, const way_map *map, const char *spec)
{
    for (uint32_t i = 0; i < sizeof living_rates / sizeof *living_rates; i++) {
        const living_result run = living_run(map, spec, living_rates[i]);
        bench_page_row(page, "`%s`|%g|%.1f|%.1f|%.0f|%.2f|%.1f", spec, living_rates[i],
                       100.0 * run.current / run.frames, run.work * 1e6 / run.frames,
                       run.longest * 1e6, run.trips ? 100 * run.excess / run.trips : 0,
                       100 * run.worst_excess);
        (void)fprintf(stderr, "%s, %g edits a second: %.1f %% current\n", spec, living_rates[i],
                      100.0 * run.current / run.frames);
    }
}

static void living_map(bench_study *study, const char *word, const way_map *map)
{
    enum { SPECS = sizeof living_specs / sizeof *living_specs };
    bench_page *page = bench_study_page(study);
    bench_page_title(page, 2, word);
    bench_page_table(page,
                     "<database <edits_per_second >current_% >call_us >longest_us >above_best_% "
                     ">worst_%");
    for (uint32_t i = 0; i < SPECS; i++) {
        if (bench_study_wants(study, living_specs[i])) {
            living_rows(page, map, living_specs[i]);
        }
    }
    bench_page_end_table(page);
    bench_page_table(page, "<database >current,_mean >most >done,_mean >most");
    for (uint32_t i = 0; i < SPECS; i++) {
        living_frames_taken taken[2] = {{0}};
        if (bench_study_wants(study, living_specs[i])) {
            living_single(map, living_specs[i], taken);
        }
        if (taken[1].most) {
            bench_page_row(page, "`%s`|%.1f|%u|%.1f|%u", living_specs[i], taken[0].mean,
                           taken[0].most, taken[1].mean, taken[1].most);
        }
    }
    bench_page_end_table(page);
}

static void living_all(bench_study *study)
{
    static const bench_set set = {.name = "living", .problems = 1};
    for (const char *const *word = living_maps; *word; word++) {
        bench_ground ground;
        if (bench_ground_open_word(&set, *word, bench_study_data(study), &ground)) {
            living_map(study, *word, ground.map);
            bench_ground_close(&ground);
        }
    }
}

static void living_rules(bench_page *page)
{
    bench_page_title(page, 2, "Rules");
    bench_page_text(page,
                    "%u frames, %u a second. Cells of the ground or of walls beside it flip "
                    "anywhere on the map; up to %u differ "
                    "from the first map at a time. In every frame the database is repaired with a "
                    "budget of %u expansions. "
                    "Current: share of frames at whose end `way_navigator_is_current`. Call: mean "
                    "time of a repair; longest: of "
                    "one. Every %u frames a trip is made whole, and all arrive; above best: beyond "
                    "the best path on the map of "
                    "that moment. Then a single edit: calls until the database is current again, "
                    "and until nothing is left to "
                    "do. Processor time of the thread.",
                    living_frames, LIVING_SECOND, LIVING_CHANGED, LIVING_BUDGET, LIVING_TRIP);
}

int main(int argument_count, char **arguments)
{
    const char *frames = "1200";
    const bench_study_option options[] = {{"--frames", &frames}, {NULL, NULL}};
    const bench_study_config config = {
        .name = "living", .title = "Databases on living maps", .options = options};
    bench_study *study = bench_study_begin(&config, argument_count, arguments);
    living_frames = (uint32_t)strtoul(frames, NULL, 10);
    bench_need(living_frames ? WAY_STATUS_OK : WAY_STATUS_OUT_OF_RANGE, "--frames");
    living_rules(bench_study_page(study));
    living_all(study);
    if (bench_study_wants(study, "large")) {
        bench_size_study(bench_study_page(study));
    }
    return bench_study_end(study);
}
