// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What single paths take, beside the state of the processor's caches: "alone" (one trip after
// another), "in company" (A* makes every trip first, and leaves the caches full of what it read) or
// "cold" (nothing that is needed is in any cache). Then paths after edits, and tables of distances.
#include "bench/studies/studies.h"
#include "bench/studies/study.h"

#include <waymark/all.h>

#include <stdlib.h>
#include <string.h>

/// Passes, of which the median counts for each trip.
#define BEACON_PASSES 3u
/// Bytes that are written to empty the processor's caches: more than any of them holds.
#define BEACON_FLUSH ((size_t)96 << 20)
#define BEACON_LINE 64u
/// Expansions that the database may work for when it is told of an edit.
#define BEACON_EDIT_BUDGET 300u

typedef enum beacon_end { BEACON_CELLS, BEACON_RUNS, BEACON_FIRST } beacon_end;

/// How trips are measured.
typedef struct beacon_way {
    beacon_end end;   ///< up to its cells, its runs or its first move
    uint32_t every;   ///< one trip of so many
    bool cold;        ///< nothing of use is in the caches
    way_agent *rival; ///< [opt] makes the same trip just before
} beacon_way;

/// One trip; seconds.
static double beacon_once(way_agent *agent, const way_trip *trip, beacon_end end)
{
    uint32_t count = 0;
    const double before = stopwatch_now();
    bench_need(way_agent_begin(agent, trip), "begin");
    if (end == BEACON_FIRST) {
        do {
            (void)way_agent_step(agent, 1);
            (void)way_agent_segments(agent, &count);
        } while (count == 0 && way_agent_outcome(agent) == WAY_OUTCOME_WORKING);
    } else {
        (void)way_agent_run(agent);
        if (end == BEACON_CELLS) {
            (void)way_agent_path(agent, &count);
        } else {
            (void)way_agent_segments(agent, &count);
        }
    }
    return stopwatch_now() - before;
}

static void beacon_flush(void)
{
    static uint8_t *bytes;
    static uint8_t value;
    bytes = bytes ? bytes : malloc(BEACON_FLUSH);
    bench_hold(bytes, "no memory");
    value++;
    for (size_t at = 0; at < BEACON_FLUSH; at += BEACON_LINE) {
        bytes[at] = value;
    }
}

/// The median of some passes over all trips, one after the other: neither what was found at a goal
/// nor what the processor has learnt of a trip helps the next one.
static void beacon_measure(way_agent *agent, const beacon_way *way, const bench_ground *ground,
                           bench_sample *times)
{
    const uint32_t passes = way->cold ? 1 : BEACON_PASSES;
    double *taken = malloc(((size_t)ground->count + 1) * passes * sizeof *taken);
    bench_hold(taken, "no memory");
    for (uint32_t pass = 0; pass < passes; pass++) {
        for (uint32_t i = 0; i < ground->count; i += way->every) {
            const way_trip trip = bench_ground_trip(ground, i);
            if (way->rival) {
                (void)beacon_once(way->rival, &trip, BEACON_CELLS);
            }
            if (way->cold) {
                beacon_flush();
            }
            taken[i * passes + pass] = beacon_once(agent, &trip, way->end);
        }
    }
    for (uint32_t i = 0; i < ground->count; i += way->every) {
        double *of_trip = &taken[i * passes];
        bench_sort(of_trip, passes);
        bench_sample_add(times, bench_quantile(of_trip, passes, 0.5) * 1e6);
    }
    free(taken);
}

void bench_study_paths(bench_study *study)
{
    char spec[BENCH_WORD_MAX];
    bench_study_algorithm(study, spec);
    bench_rig rig = bench_rig_open(study->ground->space, spec);
    bench_rig rival = bench_rig_open(study->ground->space, "astar");
    bench_sample times = {0};
    const beacon_way way = {.end = strstr(study->entry, "runs")         ? BEACON_RUNS
                                   : strstr(study->entry, "first move") ? BEACON_FIRST
                                                                        : BEACON_CELLS,
                            .every = bench_study_number(study, "every", 1),
                            .cold = strstr(study->entry, "cold"),
                            .rival = strstr(study->entry, "company") ? rival.agent : NULL};
    beacon_measure(rig.agent, &way, study->ground, &times);
    bench_study_note_times(study, "us", &times);
    bench_study_note(study, "build ms", BENCH_TIMED, rig.build * 1e3);
    bench_study_note(study, "MB", 0, (double)way_navigator_bytes(rig.navigator) / 1e6);
    bench_rig_close(&rival);
    bench_rig_close(&rig);
}

// Edits -------------------------------------------------------------------------------------------

/// A map that is edited, an index that is told of it, and who needs none.
typedef struct beacon_edits {
    bench_yard yard;
    bench_ground ground; ///< the problems on the map that is edited
    bench_rig beacon, jps;
    way_rng rng;
    bool opens;  ///< openings, not walls
    bool across; ///< each in the middle of the cheapest path of one of the problems
} beacon_edits;

/// A cell to edit: any, or one in the middle of a path.
static way_cell beacon_edit_cell(beacon_edits *edits)
{
    const bench_ground *ground = &edits->ground;
    if (!edits->across) {
        return way_rng_below(&edits->rng, way_map_width(ground->map) * way_map_height(ground->map));
    }
    const way_trip trip = bench_ground_trip(ground, way_rng_below(&edits->rng, ground->count));
    uint32_t count = 0;
    (void)beacon_once(edits->jps.agent, &trip, BEACON_CELLS);
    const way_state *path = way_agent_path(edits->jps.agent, &count);
    return count ? path[count / 2] : trip.start;
}

/// Walls where it is free or openings where it is not, with the database told of each.
static void beacon_change(beacon_edits *edits, uint32_t count, bench_sample *times)
{
    for (uint32_t i = 0; i < count;) {
        const way_cell cell = beacon_edit_cell(edits);
        if ((way_map_terrain(edits->yard.map, cell) == 0) != edits->opens) {
            continue;
        }
        i++;
        bench_yard_flip(edits->yard.map, cell);
        bool done = false;
        const double before = stopwatch_worked();
        bench_need(way_navigator_repair(edits->beacon.navigator, BEACON_EDIT_BUDGET, &done),
                   "repair");
        bench_sample_add(times, (stopwatch_worked() - before) * 1e6);
    }
}

/// How many problems have another cost than by jump point search.
static uint32_t beacon_wrong(const beacon_edits *edits)
{
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < edits->ground.count; i++) {
        const way_trip trip = bench_ground_trip(&edits->ground, i);
        (void)beacon_once(edits->beacon.agent, &trip, BEACON_RUNS);
        (void)beacon_once(edits->jps.agent, &trip, BEACON_RUNS);
        wrong += way_agent_cost(edits->beacon.agent) != way_agent_cost(edits->jps.agent);
    }
    return wrong;
}

void bench_study_edited(bench_study *study)
{
    static const beacon_way alone = {.every = 1};
    const uint32_t count = bench_study_number(study, "edits", 1);
    beacon_edits edits = {.yard = bench_yard_open(study->ground),
                          .ground = *study->ground,
                          .rng = way_rng_seed(count + 1000ull * study->round),
                          .opens = strstr(study->entry, "openings"),
                          .across = strstr(study->entry, "across")};
    bench_sample edit_times = {0};
    bench_sample path_times = {0};
    bench_sample jps_times = {0};
    edits.ground.map = edits.yard.map;
    edits.beacon = bench_rig_open(edits.yard.space, "beacon");
    edits.jps = bench_rig_open(edits.yard.space, "jps");
    beacon_change(&edits, count, &edit_times);
    beacon_measure(edits.beacon.agent, &alone, &edits.ground, &path_times);
    beacon_measure(edits.jps.agent, &alone, &edits.ground, &jps_times);
    bench_study_note_times(study, "edit us", &edit_times);
    bench_study_note_times(study, "path us", &path_times);
    bench_study_note(study, "jps us", BENCH_TIMED, bench_sample_mean(&jps_times));
    bench_study_note(study, "wrong", 0, beacon_wrong(&edits));
    const double rebuild = stopwatch_worked();
    for (bool done = false; !done;) {
        bench_need(way_navigator_repair(edits.beacon.navigator, 2000, &done), "repair");
    }
    bench_study_note(study, "rebuild ms", BENCH_TIMED, (stopwatch_worked() - rebuild) * 1e3);
    bench_sample_free(&jps_times);
    bench_rig_close(&edits.beacon);
    bench_rig_close(&edits.jps);
    bench_yard_close(&edits.yard);
}

// Tables and large maps ---------------------------------------------------------------------------

void bench_study_distances(bench_study *study)
{
    const uint32_t side = study->ground->count;
    way_state *from = calloc(2 * (size_t)side, sizeof *from);
    way_cost *costs = calloc((size_t)side * side, sizeof *costs);
    bench_hold(from && costs, "no memory");
    for (uint32_t i = 0; i < side; i++) {
        from[i] = study->ground->problems[i].start;
        from[side + i] = study->ground->problems[i].goal;
    }
    bench_rig rig = bench_rig_open(study->ground->space, study->entry);
    const way_distances question = {from, side, from + side, side};
    const double before = stopwatch_now();
    bench_need(way_agent_distances(rig.agent, &question, costs), "distances");
    const double spent = stopwatch_now() - before;
    bench_study_note(study, "table ms", BENCH_TIMED, spent * 1e3);
    bench_study_note(study, "us per entry", BENCH_TIMED, spent * 1e6 / (side * side));
    bench_rig_close(&rig);
    free(costs);
    free(from);
}

void bench_study_large(bench_study *study)
{
    bench_heap heap = {0};
    bench_sample times = {0};
    const way_allocator allocator = bench_heap_allocator(&heap);
    const way_navigator_config config = {
        .space = study->ground->space, .algorithm = study->entry, .allocator = &allocator};
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    double sum = 0;
    const double before = stopwatch_worked();
    bench_need(way_navigator_create(&config, &navigator), study->entry);
    const double built = stopwatch_worked() - before;
    bench_need(way_agent_create(&(way_agent_config){.navigator = navigator}, &agent), "agent");
    for (uint32_t i = 0; i < study->ground->count; i++) {
        const way_trip trip = bench_ground_trip(study->ground, i);
        bench_sample_add(&times, beacon_once(agent, &trip, BEACON_CELLS) * 1e6);
        sum += way_agent_cost(agent);
    }
    bench_study_note(study, "build s", BENCH_TIMED, built);
    bench_study_note(study, "MB", 0, (double)way_navigator_bytes(navigator) / 1e6);
    bench_study_note(study, "at most MB", 0, (double)atomic_load(&heap.most) / 1e6);
    bench_study_note(study, "mean cost", 0, sum / study->ground->count);
    bench_study_note_times(study, "us", &times);
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
}
