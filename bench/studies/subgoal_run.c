// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Maps, problems and measuring. Times are those of the processor, the least of several passes.
#include "bench/kit/require.h"
#include "bench/kit/stopwatch.h"
#include "bench/studies/subgoal.h"
#include "scenes/scene.h"

#include <waymark/file.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SUBGOAL_PASSES 3
#define SUBGOAL_STEPS_MAX 65536u
/// Problems of a map for those who may walk very far, and how far.
#define SUBGOAL_LEARNERS 25u
#define SUBGOAL_LIMIT 2000000u
/// Every how many problems the single moves are timed, which slows them down.
#define SUBGOAL_STRIDE 20u

// Problems ----------------------------------------------------------------------------------------

static int subgoal_longer(const void *a, const void *b)
{
    const double x = ((const way_scenario_entry *)a)->length;
    const double y = ((const way_scenario_entry *)b)->length;
    return (x < y) - (x > y);
}

static way_file subgoal_read(const char *data, const char *name, const char *ending)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/maps/dao/%s.map%s", data, name, ending);
    way_file file = {0};
    require_ok(way_file_read(path, 0, NULL, &file, NULL), path);
    return file;
}

void subgoal_open(subgoal_world *world, const char *data, const char *name)
{
    *world = (subgoal_world){0};
    way_file text = subgoal_read(data, name, "");
    way_map_config config = way_map_config_default(1, 1);
    config.costs = (way_cost_model){5, 7};
    require_ok(way_map_parse(text.bytes, text.size, &config, NULL, &world->map, NULL), name);
    way_file_free(&text);
    require_ok(way_space_create_grid(world->map, 1, NULL, &world->space), name);
    text = subgoal_read(data, name, ".scen");
    way_scenario scenario = {0};
    require_ok(way_scenario_parse(text.bytes, text.size, NULL, &scenario, NULL), name);
    way_file_free(&text);
    qsort(scenario.entries, scenario.count, sizeof *scenario.entries, subgoal_longer);
    for (uint32_t i = 0; i < scenario.count && world->count < SUBGOAL_PROBLEMS; i++) {
        const way_scenario_entry *entry = &scenario.entries[i];
        if (entry->length > 0) {
            subgoal_problem *problem = &world->problems[world->count++];
            problem->start = way_map_cell(world->map, entry->start_x, entry->start_y);
            problem->goal = way_map_cell(world->map, entry->goal_x, entry->goal_y);
        }
    }
    way_scenario_free(&scenario);
}

void subgoal_close(subgoal_world *world)
{
    way_space_destroy(world->space);
    way_map_destroy(world->map);
}

void subgoal_magnify(const subgoal_world *from, uint32_t factor, uint32_t count, subgoal_world *out)
{
    *out = (subgoal_world){0};
    const uint32_t width = way_map_width(from->map);
    scene small = {.width = width, .height = way_map_height(from->map)};
    const size_t cells = (size_t)width * small.height;
    small.weights = require_memory(cells, sizeof *small.weights);
    scene large = {0};
    for (way_cell cell = 0; cell < cells; cell++) {
        small.weights[cell] = way_map_weight(from->map, cell);
    }
    require_ok(scene_magnify(&small, factor, &large), "magnify");
    require_ok(scene_create_map(&large, WAY_NEIGHBOURS_8, WAY_CORNERS_NEVER, &out->map), "magnify");
    require_ok(way_space_create_grid(out->map, 1, NULL, &out->space), "magnify");
    for (uint32_t i = 0; i < from->count && i < count; i++) {
        const subgoal_problem *problem = &from->problems[i];
        subgoal_problem *scaled = &out->problems[out->count++];
        scaled->start = way_map_cell(out->map, (int64_t)(problem->start % width) * factor,
                                     (int64_t)(problem->start / width) * factor);
        scaled->goal = way_map_cell(out->map, (int64_t)(problem->goal % width) * factor,
                                    (int64_t)(problem->goal / width) * factor);
    }
    scene_destroy(&large);
    free(small.weights);
}

// Measuring ---------------------------------------------------------------------------------------

/// Time of a trip, in one go or move by move. Everybody arrives but those who may be limited.
static double subgoal_walk(way_agent *agent, const way_trip *trip, bool steps)
{
    const double before = stopwatch_cpu();
    require_ok(way_agent_begin(agent, trip), "begin");
    while (steps && way_agent_step(agent, UINT32_MAX) == WAY_OUTCOME_MOVING) {
    }
    const way_outcome outcome = way_agent_run(agent);
    const double time = stopwatch_cpu() - before;
    if (outcome != WAY_OUTCOME_ARRIVED &&
        !(trip->expansion_limit && outcome == WAY_OUTCOME_BUDGET)) {
        fprintf(stderr, "subgoal: %s\n", way_outcome_text(outcome));
        exit(4);
    }
    return time;
}

/// The least of some passes.
static double subgoal_time(way_agent *agent, const way_trip *trip, bool steps)
{
    double least = subgoal_walk(agent, trip, steps);
    for (int pass = 1; pass < SUBGOAL_PASSES && !trip->expansion_limit; pass++) {
        const double time = subgoal_walk(agent, trip, steps);
        least = time < least ? time : least;
    }
    return least;
}

/// Bytes of the trip when parked between any two moves.
static void subgoal_park(subgoal_total *total, way_agent *agent, const way_trip *trip)
{
    require_ok(way_agent_begin(agent, trip), "begin");
    while (way_agent_step(agent, UINT32_MAX) == WAY_OUTCOME_MOVING) {
        size_t size = 0;
        if (way_agent_park(agent, NULL, 0, &size) != WAY_STATUS_OUT_OF_RANGE) {
            return;
        }
        total->parked = total->parked && total->parked < size ? total->parked : size;
        total->parked_most = size > total->parked_most ? size : total->parked_most;
    }
}

/// The longest step of a trip. Every pass makes the same steps, so each has its least time.
static double subgoal_walk_longest(way_agent *agent, const way_trip *trip)
{
    static double least[SUBGOAL_STEPS_MAX];
    uint32_t count = 0;
    for (int pass = 0; pass < SUBGOAL_PASSES; pass++) {
        double before = stopwatch_now();
        require_ok(way_agent_begin(agent, trip), "begin");
        way_outcome outcome = WAY_OUTCOME_MOVING;
        for (count = 0; outcome == WAY_OUTCOME_MOVING && count < SUBGOAL_STEPS_MAX; count++) {
            outcome = way_agent_step(agent, UINT32_MAX);
            const double now = stopwatch_now();
            const double time = now - before;
            least[count] = pass == 0 || time < least[count] ? time : least[count];
            before = now;
        }
    }
    double longest = 0;
    for (uint32_t i = 0; i < count; i++) {
        longest = least[i] > longest ? least[i] : longest;
    }
    return longest;
}

static void subgoal_weigh(const way_navigator *navigator, subgoal_total *total)
{
    way_database saved;
    way_database_info info;
    total->bytes += (double)way_navigator_bytes(navigator);
    if (way_navigator_save(navigator, NULL, &saved) != WAY_STATUS_OK) {
        return;
    }
    require_ok(way_database_inspect(saved.bytes, saved.size, &info, NULL), "inspect");
    for (uint32_t i = 0; i < info.section_count && i < SUBGOAL_SECTIONS; i++) {
        memcpy(total->sections[i].name, info.sections[i].name, sizeof total->sections[i].name);
        total->sections[i].bytes += (double)info.sections[i].size;
        total->section_count = i + 1;
    }
    way_database_free(&saved);
}

static void subgoal_take(subgoal_total *total, way_agent *agent, subgoal_problem *problem,
                         uint64_t limit)
{
    const way_trip trip = {
        .start = problem->start, .goal = problem->goal, .expansion_limit = limit};
    total->seconds += subgoal_time(agent, &trip, false);
    const way_stats stats = way_agent_stats(agent);
    const bool arrived = way_agent_outcome(agent) == WAY_OUTCOME_ARRIVED;
    uint32_t count = 0;
    (void)way_agent_path(agent, &count);
    problem->best = problem->best ? problem->best : way_agent_cost(agent);
    const double excess = 100.0 * ((double)way_agent_cost(agent) / problem->best - 1.0);
    total->excess += arrived ? excess : 0;
    total->worst = arrived && excess > total->worst ? excess : total->worst;
    total->arrived += arrived;
    total->moves += count - 1;
    total->revisits += stats.revisits;
    total->work_max = stats.step_work_max > total->work_max ? stats.step_work_max : total->work_max;
    total->stepped += subgoal_time(agent, &trip, true);
    if (total->problems++ % SUBGOAL_STRIDE == 0) {
        const double longest = subgoal_walk_longest(agent, &trip);
        total->longest = longest > total->longest ? longest : total->longest;
        subgoal_park(total, agent, &trip);
    }
}

/// Those that learn may walk for a very long time.
static bool subgoal_learns(const way_navigator *navigator)
{
    const char *name = way_navigator_algorithm(navigator)->name;
    return strcmp(name, "dlrta") == 0 || strcmp(name, "knnlrta") == 0;
}

void subgoal_measure(subgoal_world *world, const char *spec, subgoal_total *total)
{
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    const way_navigator_config config = {.space = world->space, .algorithm = spec};
    total->spec = spec;
    const double before = stopwatch_cpu();
    require_ok(way_navigator_create(&config, &navigator), spec);
    const double prepare = stopwatch_cpu() - before;
    total->prepare += prepare;
    total->prepare_most = prepare > total->prepare_most ? prepare : total->prepare_most;
    subgoal_weigh(navigator, total);
    require_ok(way_agent_create(&(way_agent_config){.navigator = navigator}, &agent), spec);
    total->agent_bytes += (double)way_agent_stats(agent).bytes;
    const bool learns = subgoal_learns(navigator);
    const uint32_t share =
        learns && world->count > SUBGOAL_LEARNERS ? SUBGOAL_LEARNERS : world->count;
    for (uint32_t i = 0; i < share; i++) {
        subgoal_take(total, agent, &world->problems[i], learns ? SUBGOAL_LIMIT : 0);
    }
    total->maps++;
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
}
