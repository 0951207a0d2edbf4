// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Walks through the fog of war: planning is timed, looking around is not. An INCREMENTAL algorithm
// is told what was seen, any other plans again.
#include "bench/kit/stopwatch.h"
#include "bench/measure/contender.h"

#include <waymark/agent.h>
#include <waymark/fog.h>

#include <stdlib.h>

#define FOG_CELLS 64u

typedef struct fog_walk {
    const bench_meter *meter;
    way_belief *belief;
    way_space *space; ///< of what is believed
    way_navigator *navigator;
    way_agent *agent;
    way_trip trip;
    way_stats stats; ///< of plans made before the last
    uint32_t index;  ///< place on the path of one that plans again
    uint64_t known;  ///< revision that it was told of
    double planned;  ///< seconds
    uint64_t plans, work, work_max;
    bool advances;
    bool failed;
} fog_walk;

static way_status fog_sense(fog_walk *walk, uint32_t *changed)
{
    const way_sensor sensor = {.cell = walk->trip.start, .radius = 1};
    return way_belief_look(walk->belief, 1, &sensor, 1, changed);
}

static bool fog_open(fog_walk *walk, const bench_contender *contender, const bench_ground *ground)
{
    const way_belief_config unseen = {.truth = ground->map, .unseen = 1};
    way_status status = way_belief_create(&unseen, &walk->belief);
    if (status == WAY_STATUS_OK) {
        status = way_space_create_grid(way_belief_map(walk->belief), 1, NULL, &walk->space);
    }
    if (status == WAY_STATUS_OK) {
        const way_navigator_config config = {.space = walk->space, .algorithm = contender->spec};
        status = way_navigator_create(&config, &walk->navigator);
    }
    if (status == WAY_STATUS_OK) {
        status = way_agent_create(&(way_agent_config){.navigator = walk->navigator}, &walk->agent);
    }
    if (status == WAY_STATUS_OK) {
        way_agent_set_horizon(walk->agent, 1);
        walk->advances = way_navigator_algorithm(walk->navigator)->traits & WAY_TRAIT_INCREMENTAL;
        status = fog_sense(walk, NULL);
    }
    return status == WAY_STATUS_OK;
}

static void fog_close(fog_walk *walk)
{
    way_agent_destroy(walk->agent);
    way_navigator_destroy(walk->navigator);
    way_space_destroy(walk->space);
    way_belief_destroy(walk->belief);
}

// Work of a plan that is about to be forgotten.
static void fog_add(fog_walk *walk)
{
    const way_stats stats = way_agent_stats(walk->agent);
    walk->stats.expansions += stats.expansions;
    walk->stats.generations += stats.generations;
    walk->stats.reopenings += stats.reopenings;
    walk->stats.heap_pushes += stats.heap_pushes;
    walk->stats.heap_pops += stats.heap_pops;
    walk->stats.bytes = stats.bytes;
}

// Plans if there is need, and moves. Only this is timed.
static void fog_move(fog_walk *walk, const way_cell *changes, uint32_t count)
{
    way_status status = WAY_STATUS_OK;
    if (count && walk->advances) {
        status = way_agent_notify(walk->agent, changes, count);
    } else if (count) {
        fog_add(walk);
        walk->index = 0;
        status = way_agent_begin(walk->agent, &walk->trip);
    }
    walk->plans += count > 0;
    if (way_agent_outcome(walk->agent) == WAY_OUTCOME_WORKING) {
        walk->failed |= way_agent_run(walk->agent) != WAY_OUTCOME_FOUND;
    }
    walk->failed |= status != WAY_STATUS_OK;
    if (walk->failed) {
        return;
    }
    if (walk->advances) {
        walk->failed |= way_agent_advance(walk->agent, 1) != WAY_STATUS_OK;
        walk->trip.start = way_agent_position(walk->agent);
    } else {
        uint32_t length = 0;
        const way_state *path = way_agent_path(walk->agent, &length);
        walk->index = walk->index + 1 < length ? walk->index + 1 : walk->index;
        walk->trip.start = path[walk->index];
    }
}

static uint32_t fog_look(fog_walk *walk, way_cell cells[FOG_CELLS])
{
    const way_map *map = way_belief_map(walk->belief);
    way_rect rects[FOG_CELLS]; // rows of at most three cells
    uint32_t changed = 0;
    uint32_t count = 0;
    uint32_t cell_count = 0;
    walk->failed |= fog_sense(walk, &changed) != WAY_STATUS_OK;
    if (changed && !walk->failed) {
        walk->failed |=
            way_map_changes(map, walk->known, rects, FOG_CELLS, &count) != WAY_STATUS_OK;
        walk->known = way_map_revision(map);
    }
    for (uint32_t i = 0; i < count && !walk->failed; i++) {
        for (uint32_t k = 0; k < rects[i].width * rects[i].height; k++) {
            cells[cell_count++] = (rects[i].y + k / rects[i].width) * way_map_width(map) +
                                  rects[i].x + k % rects[i].width;
        }
    }
    return walk->failed ? 0 : cell_count;
}

static void fog_go(fog_walk *walk, bench_contender *contender, bool first)
{
    way_cell cells[FOG_CELLS];
    uint32_t changes = 0;
    const double limit = stopwatch_cpu() + walk->meter->seconds;
    walk->known = way_map_revision(way_belief_map(walk->belief));
    contender->walk_count = 0;
    walk->failed |= !bench_contender_keep(contender, walk->trip.start);
    for (uint32_t step = 0; walk->trip.start != walk->trip.goal && !walk->failed; step++) {
        const double before = stopwatch_now();
        if (step == 0) {
            walk->failed |= way_agent_begin(walk->agent, &walk->trip) != WAY_STATUS_OK;
        }
        fog_move(walk, cells, changes);
        const double spent = stopwatch_now() - before - walk->meter->clock_overhead;
        walk->failed |= !bench_contender_keep(contender, walk->trip.start);
        if (first) {
            const uint64_t work = walk->stats.expansions + way_agent_stats(walk->agent).expansions;
            const uint64_t spent_on = work - walk->work;
            walk->work_max = spent_on > walk->work_max ? spent_on : walk->work_max;
            walk->work = work;
            bench_track_note(&contender->track, step, step + 1, step + 1);
            walk->failed |= contender->track.failed || stopwatch_cpu() > limit;
        } else {
            bench_track_time(&contender->track, step, spent);
            walk->planned += spent;
        }
        changes = fog_look(walk, cells);
    }
    fog_add(walk);
}

void bench_contender_explore(bench_contender *contender, const bench_meter *meter,
                             const bench_ground *ground, uint32_t problem, bool first)
{
    fog_walk walk = {.meter = meter, .trip = bench_ground_trip(ground, problem)};
    const double worked = stopwatch_cpu();
    const double started = stopwatch_now();
    if (first) {
        const way_cost best = contender->result.best;
        contender->result =
            (bench_result){.best = best, .outcome = WAY_OUTCOME_CANCELLED, .plans = 1};
        bench_track_begin(&contender->track);
    }
    walk.failed = !fog_open(&walk, contender, ground);
    fog_go(&walk, contender, first);
    if (first) {
        contender->result.outcome = walk.failed ? WAY_OUTCOME_CANCELLED : WAY_OUTCOME_FOUND;
        contender->result.cold = stopwatch_cpu() - worked;
        contender->result.plans += walk.plans;
        contender->result.work_max = walk.work_max;
        contender->result.stats = walk.stats;
    } else if (!walk.failed) {
        // Planning had its share of the interruptions.
        const double all = stopwatch_now() - started;
        const double lost = all - (stopwatch_cpu() - worked);
        bench_track_settle(&contender->track, lost * walk.planned / all);
    }
    fog_close(&walk);
}
