// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Chases: does it pay to keep what a search knows when unit and target move on?
#include "bench/studies/studies.h"
#include "bench/studies/study.h"

#include <waymark/all.h>

#include <string.h>

#define CHASE_HUNTS 8u
#define CHASE_TURNS 200u

typedef struct chase_sum {
    uint64_t turns;
    uint64_t expansions;
    double seconds;
} chase_sum;

static way_cell chase_cell(const way_map *map, way_rng *rng)
{
    way_cell cell = 0;
    do {
        cell = way_rng_below(rng, way_map_width(map) * way_map_height(map));
    } while (!way_map_is_passable(map, cell));
    return cell;
}

/// Plans from the hunter to where the target is now, on from the last plan or from nothing.
static void chase_plan(const bench_rig *rig, bool keeps, way_cell from, way_cell to, chase_sum *sum)
{
    const way_trip trip = {.start = from, .goal = to};
    if (!keeps) {
        sum->expansions += way_agent_stats(rig->agent).expansions;
    }
    bench_hold(!(keeps ? way_agent_retarget(rig->agent, to) : way_agent_begin(rig->agent, &trip)),
               "plan");
    (void)way_agent_run(rig->agent);
}

/// One hunt; the target runs along `escape`.
static void chase_hunt(const bench_rig *rig, bool keeps, way_cell from, const way_path *escape,
                       chase_sum *sum)
{
    const way_trip trip = {.start = from, .goal = escape->states[0]};
    uint32_t at = 0;
    bench_hold(!way_agent_begin(rig->agent, &trip), "begin");
    (void)way_agent_run(rig->agent);
    for (uint32_t turn = 0; turn < CHASE_TURNS && from != escape->states[at]; turn++) {
        sum->turns++;
        bench_hold(!keeps || !way_agent_advance(rig->agent, 1), "advance");
        from = keeps ? way_agent_position(rig->agent) : way_agent_path(rig->agent, NULL)[1];
        at += turn % 5 && at + 1 < escape->count;
        if (from != escape->states[at]) {
            chase_plan(rig, keeps, from, escape->states[at], sum);
        }
    }
    sum->expansions += way_agent_stats(rig->agent).expansions;
}

static chase_sum chase_pass(const way_map *map, const bench_rig *rig, bool keeps)
{
    chase_sum sum = {0};
    way_rng rng = way_rng_seed(4);
    for (uint32_t i = 0; i < CHASE_HUNTS; i++) {
        way_path escape = {0};
        const way_cell from = chase_cell(map, &rng);
        way_cell to = chase_cell(map, &rng);
        way_cell far = chase_cell(map, &rng);
        to = way_map_is_reachable(map, from, to, 1) ? to : from;
        far = way_map_is_reachable(map, from, far, 1) ? far : from;
        bench_hold(!way_find(map, "astar", to, far, &escape), "escape");
        const double start = stopwatch_worked();
        chase_hunt(rig, keeps, from, &escape, &sum);
        sum.seconds += stopwatch_worked() - start;
        way_path_free(&escape);
    }
    return sum;
}

void bench_study_chase(bench_study *study)
{
    bench_rig rig;
    const bool keeps = strcmp(study->entry, "astar") != 0 && strcmp(study->entry, "jps") != 0;
    bench_hold(!bench_rig_try(study->ground->map, 1, study->entry, &rig), study->entry);
    (void)chase_pass(study->ground->map, &rig, keeps); // so that memory is there
    const chase_sum sum = chase_pass(study->ground->map, &rig, keeps);
    bench_study_note(study, "expansions per turn", 0, (double)sum.expansions / (double)sum.turns);
    bench_study_note(study, "us per turn", BENCH_TIMED, sum.seconds * 1e6 / (double)sum.turns);
    bench_rig_close(&rig);
}
