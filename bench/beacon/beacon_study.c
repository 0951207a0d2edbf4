// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// waymark_beacon --db FILE [--data FOLDER] [--only PART]: what
// beacon takes, or a part of it (ten, sets, edits, tables, large), beside jump point search and A*
// in the same run. Of each problem the median of some passes counts. What the processor's caches
// hold is part of every figure: alone, cold or in company.
#define _POSIX_C_SOURCE 200809L

#include "bench/beacon/beacon_large.h"
#include "bench/ground/ground.h"
#include "bench/kit/stopwatch.h"
#include "bench/kit/trial.h"
#include "bench/store/study.h"

#include <waymark/all.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Passes, of which the median counts; at most so many.
#define STUDY_PASSES 7
/// Bytes that are written to empty the processor's caches: more than any of them holds.
#define STUDY_FLUSH ((size_t)96 << 20)
#define STUDY_LINE 64u
/// Expansions that the database may work for when it is told of an edit.
#define STUDY_EDIT_BUDGET 300

static const char *study_data = "../shared";

/// Opens a map with its longest problems, or with 200 of all lengths.
static bool study_load(const char *name, uint32_t longest, bench_ground *out)
{
    static const bench_set all = {.name = "beacon", .problems = 200, .pick = BENCH_PICK_SPREAD};
    static bench_set most = {.name = "beacon"};
    most.problems = longest;
    return bench_ground_open_word(longest ? &most : &all, name, study_data, out);
}

// Measuring ---------------------------------------------------------------------------------------

typedef enum study_kind { STUDY_CELLS, STUDY_RUNS, STUDY_FIRST } study_kind;

/// One trip, up to its first move, its runs or its cells; seconds.
static double study_once(way_agent *agent, const way_trip *trip, study_kind kind)
{
    uint32_t count = 0;
    const double before = stopwatch_now();
    bench_need(way_agent_begin(agent, trip), "begin");
    if (kind == STUDY_FIRST) {
        do {
            (void)way_agent_step(agent, 1);
            (void)way_agent_segments(agent, &count);
        } while (count == 0 && way_agent_outcome(agent) == WAY_OUTCOME_WORKING);
    } else {
        (void)way_agent_run(agent);
        if (kind == STUDY_CELLS) {
            (void)way_agent_path(agent, &count);
        } else {
            (void)way_agent_segments(agent, &count);
        }
    }
    return stopwatch_now() - before;
}

/// How trips are measured. What the caches hold when one begins is what the trip before left,
/// nothing of use, or what a rival read who made the same trip just before.
typedef struct study_way {
    study_kind kind;
    uint32_t passes;
    uint32_t every;   ///< only every so many of the trips; 0 = all
    bool cold;        ///< nothing of use
    way_agent *rival; ///< [opt]
} study_way;

static void study_flush(void)
{
    static uint8_t *bytes;
    static uint8_t value;
    bytes = bytes ? bytes : malloc(STUDY_FLUSH);
    bench_hold(bytes, "no memory");
    value++;
    for (size_t at = 0; at < STUDY_FLUSH; at += STUDY_LINE) {
        bytes[at] = value;
    }
}

/// The median of some passes over all trips, one after the other: neither what was found at a goal
/// nor what the processor has learnt of a trip helps the next one.
static void study_measure(way_agent *agent, const study_way *way, const bench_ground *map,
                          bench_sample *times)
{
    const uint32_t every = way->every ? way->every : 1;
    double *taken = malloc(((size_t)map->count + 1) * way->passes * sizeof *taken);
    bench_hold(taken, "no memory");
    for (uint32_t pass = 0; pass < way->passes; pass++) {
        for (uint32_t i = 0; i < map->count; i += every) {
            const way_trip trip = bench_ground_trip(map, i);
            if (way->rival) {
                (void)study_once(way->rival, &trip, STUDY_CELLS);
            }
            if (way->cold) {
                study_flush();
            }
            taken[i * way->passes + pass] = study_once(agent, &trip, way->kind);
        }
    }
    for (uint32_t i = 0; i < map->count; i += every) {
        double *of_trip = &taken[i * way->passes];
        bench_sort(of_trip, way->passes);
        bench_sample_add(times, bench_quantile(of_trip, way->passes, 0.5) * 1e6);
    }
    free(taken);
}

static void study_row(bench_page *page, const char *name, bench_sample *times, double unit)
{
    const double mean = bench_sample_mean(times);
    bench_page_row(page, "%s|%.2f|%.2f|%.2f|%.1f", name, mean, bench_sample_quantile(times, 0.95),
                   bench_sample_quantile(times, 1), unit > 0 ? mean / unit : 1.0);
}

// Ten maps ----------------------------------------------------------------------------------------

/// Rows of the table: what is asked of whom, and in which state.
enum { STUDY_BEACON, STUDY_JPS, STUDY_ASTAR, STUDY_RIVAL, STUDY_RIGS };
typedef enum study_caches { STUDY_ALONE, STUDY_COLD, STUDY_COMPANY } study_caches;

static const struct {
    const char *name, *caches;
    uint8_t rig;
    study_kind kind;
    uint32_t passes;
    study_caches state;
} study_rows[] = {
    {"beacon", "alone", STUDY_BEACON, STUDY_CELLS, STUDY_PASSES, STUDY_ALONE},
    {"beacon as runs", "alone", STUDY_BEACON, STUDY_RUNS, STUDY_PASSES, STUDY_ALONE},
    {"beacon, first move", "alone", STUDY_BEACON, STUDY_FIRST, STUDY_PASSES, STUDY_ALONE},
    {"jps", "alone", STUDY_JPS, STUDY_CELLS, 3, STUDY_ALONE},
    {"astar", "alone", STUDY_ASTAR, STUDY_CELLS, 3, STUDY_ALONE},
    {"beacon", "in company", STUDY_BEACON, STUDY_CELLS, 3, STUDY_COMPANY},
    {"jps", "in company", STUDY_JPS, STUDY_CELLS, 3, STUDY_COMPANY},
    {"beacon", "cold", STUDY_BEACON, STUDY_CELLS, 1, STUDY_COLD},
    {"beacon as runs", "cold", STUDY_BEACON, STUDY_RUNS, 1, STUDY_COLD},
    {"beacon, first move", "cold", STUDY_BEACON, STUDY_FIRST, 1, STUDY_COLD},
    {"jps", "cold", STUDY_JPS, STUDY_CELLS, 1, STUDY_COLD},
    {"astar", "cold", STUDY_ASTAR, STUDY_CELLS, 1, STUDY_COLD},
};

enum { STUDY_ROWS = sizeof study_rows / sizeof *study_rows };

/// Measures all rows on one map; adds to what they took.
static void study_ten_map(const bench_ground *map, bench_sample *times, double *build,
                          double *bytes)
{
    static const char *const specs[STUDY_RIGS] = {"beacon", "jps", "astar", "astar"};
    bench_rig rigs[STUDY_RIGS];
    for (uint32_t i = 0; i < STUDY_RIGS; i++) {
        rigs[i] = bench_rig_open(map->space, specs[i]);
    }
    for (uint32_t i = 0; i < STUDY_ROWS; i++) {
        const study_way way = {
            .kind = study_rows[i].kind,
            .passes = study_rows[i].passes,
            .cold = study_rows[i].state == STUDY_COLD,
            .rival = study_rows[i].state == STUDY_COMPANY ? rigs[STUDY_RIVAL].agent : NULL};
        study_measure(rigs[study_rows[i].rig].agent, &way, map, &times[i]);
    }
    *build += rigs[STUDY_BEACON].build;
    *bytes += (double)way_navigator_bytes(rigs[STUDY_BEACON].navigator);
    for (uint32_t i = 0; i < STUDY_RIGS; i++) {
        bench_rig_close(&rigs[i]);
    }
}

static void study_ten_maps(bench_page *page)
{
    bench_sample times[STUDY_ROWS] = {0};
    double build = 0;
    double bytes = 0;
    uint32_t maps = 0;
    for (uint32_t i = 0; bench_ten_maps[i]; i++) {
        bench_ground map;
        if (study_load(bench_ten_maps[i], 100, &map)) {
            study_ten_map(&map, times, &build, &bytes);
            maps++;
            bench_ground_close(&map);
        }
    }
    bench_page_title(page, 2, "Ten dao maps, the 100 longest problems of each");
    bench_page_text(
        page,
        "Microseconds per path, as cells unless a row says otherwise, as runs or up to the first "
        "move. Alone: one trip after another, with the processor's caches to itself. In company: "
        "A* makes every trip first, with an agent of its own, and leaves the caches full of what "
        "it read, as in the suites, where all algorithms take turns. Cold: nothing that is needed "
        "is in any cache, since %u MB were written just before; a single pass. Most of the time "
        "then goes into waiting for memory. Preparation takes %.0f ms and the navigator %.2f MB, "
        "means of %u maps.",
        (unsigned)(STUDY_FLUSH >> 20), maps ? build / maps * 1e3 : 0.0,
        maps ? bytes / maps / 1e6 : 0.0, maps);
    bench_page_table(page, "<what <caches >mean >95_% >worst >times_beacon");
    double unit = 0; // beacon's whole path in the same state, which is the first row of each
    for (uint32_t i = 0; i < STUDY_ROWS; i++) {
        const bool first = i == 0 || study_rows[i].state != study_rows[i - 1].state;
        unit = first ? bench_sample_mean(&times[i]) : unit;
        bench_page_cell(page, "%s", study_rows[i].name);
        study_row(page, study_rows[i].caches, &times[i], unit);
    }
    for (uint32_t i = 0; i < STUDY_ROWS; i++) {
        bench_sample_free(&times[i]);
    }
    bench_page_end_table(page);
}

// Sets --------------------------------------------------------------------------------------------

typedef struct study_set {
    const char *folder;
    const char *spec;
    uint32_t most; ///< maps; the first ones
} study_set;

static const study_set study_sets[] = {
    {"dao", "beacon", 64},
    {"da2", "beacon", 64},
    {"bg512", "beacon", 64},
    {"wc3", "beacon", 64},
    {"sc1", "beacon", 64},
    {"room", "beacon", 64},
    {"street", "beacon", 64},
    {"maze", "beacon", 64},
    {"random", "beacon(memory=15625)", 5},
    {"sc1", "beacon(memory=4096)", 64},
};

static const study_way study_alone = {.kind = STUDY_CELLS, .passes = 3};
static const study_way study_tenth_cold = {
    .kind = STUDY_CELLS, .passes = 1, .every = 10, .cold = true};

static int study_name_compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

/// The maps of a set, without their ending, in alphabetical order; returns how many [64].
static uint32_t study_list(const char *folder, char (*names)[96])
{
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/maps/%s", study_data, folder);
    DIR *directory = opendir(path);
    uint32_t count = 0;
    for (struct dirent *entry = directory ? readdir(directory) : NULL; entry && count < 64;
         entry = readdir(directory)) {
        const size_t length = strlen(entry->d_name);
        if (length > 4 && length < 80 && strcmp(entry->d_name + length - 4, ".map") == 0) {
            (void)snprintf(names[count++], sizeof names[0], "%s/%.*s", folder, (int)length - 4,
                           entry->d_name);
        }
    }
    if (directory) {
        (void)closedir(directory);
    }
    qsort(names, count, sizeof names[0], study_name_compare);
    return count;
}

static void study_each_set(bench_page *page)
{
    bench_page_title(page, 2, "Sets, all lengths");
    bench_page_text(
        page, "All maps of each set (of `random` the first five), up to 200 problems of all "
              "lengths of each; paths as cells, caches alone; in the column before the last two "
              "cold, as above, of one problem in ten.");
    bench_page_table(page,
                     "<set >maps >mean_us >95_% >worst >jps_us >times >cold_us >build_ms >MB");
    static char names[64][96];
    for (uint32_t i = 0; i < sizeof study_sets / sizeof *study_sets; i++) {
        const study_set *set = &study_sets[i];
        bench_sample path_times = {0};
        bench_sample jps_times = {0};
        bench_sample cold_times = {0};
        double build = 0;
        double bytes = 0;
        uint32_t maps = 0;
        const uint32_t found = study_list(set->folder, names);
        for (uint32_t k = 0; k < found && k < set->most; k++) {
            bench_ground map;
            if (!study_load(names[k], 0, &map)) {
                continue;
            }
            bench_rig beacon = bench_rig_open(map.space, set->spec);
            bench_rig jps = bench_rig_open(map.space, "jps");
            study_measure(beacon.agent, &study_alone, &map, &path_times);
            study_measure(jps.agent, &study_alone, &map, &jps_times);
            study_measure(beacon.agent, &study_tenth_cold, &map, &cold_times);
            build += beacon.build;
            bytes += (double)way_navigator_bytes(beacon.navigator);
            maps++;
            bench_rig_close(&beacon);
            bench_rig_close(&jps);
            bench_ground_close(&map);
        }
        if (maps) {
            const double mean = bench_sample_mean(&path_times);
            const char *memory = strchr(set->spec, '=');
            bench_page_cell(page, "%s%s%.*s", set->folder, memory ? ", memory" : "",
                            memory ? (int)strlen(memory) - 1 : 0, memory ? memory : "");
            bench_page_row(page, "%u|%.2f|%.2f|%.2f|%.1f|%.1f|%.1f|%.0f|%.2f", maps, mean,
                           bench_sample_quantile(&path_times, 0.95),
                           bench_sample_quantile(&path_times, 1), bench_sample_mean(&jps_times),
                           bench_sample_mean(&jps_times) / mean, bench_sample_mean(&cold_times),
                           build / maps * 1e3, bytes / maps / 1e6);
        }
        bench_sample_free(&path_times);
        bench_sample_free(&jps_times);
        bench_sample_free(&cold_times);
    }
    bench_page_end_table(page);
}

// Edits -------------------------------------------------------------------------------------------

typedef struct study_edits {
    const char *name;
    uint32_t walls; ///< of ten
    bool across;    ///< each in the middle of the cheapest path of one of the problems
} study_edits;

/// A cell to edit: any, or one in the middle of a path.
static way_cell study_edit_cell(const bench_ground *map, way_agent *jps, const study_edits *kind,
                                way_rng *rng)
{
    if (!kind->across) {
        return way_rng_below(rng, way_map_width(map->map) * way_map_height(map->map));
    }
    const way_trip trip = bench_ground_trip(map, way_rng_below(rng, map->count));
    uint32_t count = 0;
    (void)study_once(jps, &trip, STUDY_CELLS);
    const way_state *path = way_agent_path(jps, &count);
    return count ? path[count / 2] : trip.start;
}

/// Edits, walls where it is free and openings where it is not, with the database told of each.
static void study_change(bench_ground *map, const bench_rig *beacon, way_agent *jps,
                         const study_edits *kind, uint32_t edits, bench_sample *times)
{
    way_rng rng = way_rng_seed(edits);
    const uint32_t width = way_map_width(map->map);
    for (uint32_t i = 0; i < edits;) {
        const way_cell cell = study_edit_cell(map, jps, kind, &rng);
        const uint8_t wall = way_rng_below(&rng, 10) < kind->walls;
        if ((way_map_terrain(map->map, cell) == 0) == (wall != 0)) {
            continue;
        }
        i++;
        const way_edit edit = {cell % width, cell / width, 1, 1, wall ? 0 : 1};
        bench_need(way_map_edit(map->map, &edit, 1), "edit");
        bool done = false;
        const double before = stopwatch_worked();
        bench_need(way_navigator_repair(beacon->navigator, STUDY_EDIT_BUDGET, &done), "repair");
        bench_sample_add(times, (stopwatch_worked() - before) * 1e6);
    }
}

/// Edits; then all problems, and the same by jump point search.
static void study_edit(bench_page *page, const char *name, const study_edits *kind, uint32_t edits)
{
    bench_ground map;
    if (!study_load(name, 0, &map)) {
        return;
    }
    bench_rig beacon = bench_rig_open(map.space, "beacon");
    bench_sample edit_times = {0}, path_times = {0}, jps_times = {0};
    bench_rig jps = bench_rig_open(map.space, "jps");
    study_change(&map, &beacon, jps.agent, kind, edits, &edit_times);
    study_measure(beacon.agent, &study_alone, &map, &path_times);
    study_measure(jps.agent, &study_alone, &map, &jps_times);
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < map.count; i++) {
        const way_trip trip = bench_ground_trip(&map, i);
        (void)study_once(beacon.agent, &trip, STUDY_RUNS);
        (void)study_once(jps.agent, &trip, STUDY_RUNS);
        wrong += way_agent_cost(beacon.agent) != way_agent_cost(jps.agent);
    }
    const double rebuild = stopwatch_worked();
    for (bool done = false; !done;) {
        bench_need(way_navigator_repair(beacon.navigator, 2000, &done), "repair");
    }
    bench_page_row(page, "%s|%u %s|%.1f|%.1f|%.2f|%.2f|%.1f|%u|%.0f", name, edits, kind->name,
                   bench_sample_mean(&edit_times), bench_sample_quantile(&edit_times, 1),
                   bench_sample_mean(&path_times), bench_sample_quantile(&path_times, 1),
                   bench_sample_mean(&jps_times), wrong, (stopwatch_worked() - rebuild) * 1e3);
    bench_sample_free(&edit_times);
    bench_sample_free(&path_times);
    bench_sample_free(&jps_times);
    bench_rig_close(&beacon);
    bench_rig_close(&jps);
    bench_ground_close(&map);
}

static void study_all_edits(bench_page *page)
{
    static const study_edits kinds[] = {{"walls across paths", 10, true},
                                        {"walls", 10, false},
                                        {"openings", 0, false},
                                        {"mixed", 5, false}};
    static const char *const maps[] = {"dao/orz100d", "sc1/Aurora"};
    static const uint32_t counts[] = {1, 10, 100};
    bench_page_title(page, 2, "Edits");
    bench_page_text(
        page,
        "Single cells anywhere on the map, or walls in the middle of the paths of the very "
        "problems that are asked, the database told of each with a budget of %d "
        "expansions; then 200 problems of all lengths before any rebuild is done, as "
        "cells, caches alone, beside `jps` on the same map; then the rest of the "
        "rebuild in slices.",
        STUDY_EDIT_BUDGET);
    bench_page_table(page,
                     "<map <edits >edit_us >worst >path_us >worst >jps_us >wrong >rebuild_ms");
    for (uint32_t m = 0; m < 2; m++) {
        for (uint32_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
            for (uint32_t i = 0; i < 3; i++) {
                study_edit(page, maps[m], &kinds[k], counts[i]);
            }
        }
    }
    bench_page_end_table(page);
}

// Tables ------------------------------------------------------------------------------------------

static void study_tables(bench_page *page)
{
    bench_ground map;
    if (!study_load("dao/orz100d", 0, &map)) {
        return;
    }
    enum { SIDE = 100 };
    way_state from[SIDE];
    way_state to[SIDE];
    way_cost *costs = malloc(SIDE * SIDE * sizeof *costs);
    bench_hold(costs && map.count >= SIDE, "no memory, or too few problems");
    for (uint32_t i = 0; i < SIDE; i++) {
        from[i] = map.problems[i].start;
        to[i] = map.problems[i].goal;
    }
    bench_rig beacon = bench_rig_open(map.space, "beacon");
    const way_distances question = {from, SIDE, to, SIDE};
    double best = 1e9;
    for (int pass = 0; pass < STUDY_PASSES; pass++) {
        const double before = stopwatch_now();
        bench_need(way_agent_distances(beacon.agent, &question, costs), "distances");
        const double time = stopwatch_now() - before;
        best = time < best ? time : best;
    }
    bench_page_title(page, 2, "Distances only");
    bench_page_text(page, "A table of %d x %d on dao/orz100d takes %.2f ms: %.2f us per entry.",
                    SIDE, SIDE, best * 1e3, best * 1e6 / (SIDE * SIDE));
    free(costs);
    bench_rig_close(&beacon);
    bench_ground_close(&map);
}

int main(int argument_count, char **arguments)
{
    static const bench_study_config config = {.name = "beacon", .title = "Beacon, measured"};
    bench_study *study = bench_study_begin(&config, argument_count, arguments);
    bench_page *page = bench_study_page(study);
    study_data = bench_study_data(study);
    bench_page_text(page,
                    "Times are the median of several passes over each problem; builds and edits "
                    "are timed by the work of the thread, one worker.");
    static const struct {
        const char *name;
        void (*run)(bench_page *page);
    } parts[] = {{"ten", study_ten_maps},
                 {"sets", study_each_set},
                 {"edits", study_all_edits},
                 {"tables", study_tables},
                 {"large", beacon_large_study}};
    for (uint32_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (bench_study_wants(study, parts[i].name)) {
            parts[i].run(page);
        }
    }
    return bench_study_end(study);
}
