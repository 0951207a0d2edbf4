// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What SGA* takes at most: states, bytes and work, beside those of A*.
#include "lab/spatial/sgastar.h"
#include "search/conformance.h"
#include "search/trip/algorithm.h"
#include "support/test.h"

#include <string.h>

#define SGASTAR_EVENTS 400000u

static way_event sgastar_events[SGASTAR_EVENTS];
static stage_set sgastar_stages;

// Memory ------------------------------------------------------------------------------------------

/// The most states that one refinement remembers, told by an observer: each begins with an
/// expansion without a parent. Without any it is the start alone.
static uint32_t sgastar_peak(const test_stage *stage, uint64_t events)
{
    assert_true(events <= SGASTAR_EVENTS);
    uint8_t *seen = calloc(stage->count, 1);
    assert_non_null(seen);
    uint32_t count = 0;
    uint32_t most = 1;
    for (uint64_t i = 0; i < events; i++) {
        const way_event *event = &sgastar_events[i];
        if (event->kind == WAY_EVENT_EXPAND && event->from == WAY_STATE_NONE) {
            memset(seen, 0, stage->count);
            count = 0;
        }
        if (event->kind != WAY_EVENT_MOVE && !seen[event->state]) {
            seen[event->state] = 1;
            count++;
            most = count > most ? count : most;
        }
    }
    free(seen);
    return most;
}

/// A capacity of the largest refinement is enough, and one less is not.
static void memory_is_that_of_the_largest_refinement(void **state)
{
    static const char *const specs[] = {
        "sgastar(variant=v1, informed=off, solver=astar)",
        "sgastar(variant=v2, trim=max_dist, informed=off, solver=astar)",
        "sgastar(variant=v2, trim=max_dev, informed=off, solver=astar)",
        "sgastar(variant=v3, informed=off, solver=astar)",
        "sgastar(variant=v1, informed=off, solver=classic, refine=forward)"};
    (void)state;
    way_observer observer = {.events = sgastar_events, .capacity = SGASTAR_EVENTS};
    for (uint32_t i = 0; i < sgastar_stages.count; i += 3) {
        const test_stage *stage = &sgastar_stages.stages[i];
        conformance_rig rig;
        conformance_open(&rig, stage, specs[i % 5], NULL);
        for (uint32_t k = 0; k < stage->problem_count; k++) {
            const way_agent_config watched = {.observer = &observer};
            way_agent *agent = conformance_agent(&rig, &watched);
            const way_trip trip = {.start = stage->problems[k].start,
                                   .goal = stage->problems[k].goal};
            observer.count = 0;
            const conformance_result whole = conformance_run(&rig, agent, &trip, UINT32_MAX);
            way_agent_destroy(agent);
            // A trip that can't be made is not begun.
            const uint32_t peak =
                whole.outcome == WAY_OUTCOME_FOUND ? sgastar_peak(stage, observer.count) : 0;
            conformance_check(&rig, whole.stats.states_max == peak, "%llu states at once, not %u",
                              (unsigned long long)whole.stats.states_max, peak);
            for (uint32_t less = 0; less < 2 && peak > less; less++) {
                const way_agent_config tight = {.capacity = peak - less};
                agent = conformance_agent(&rig, &tight);
                const conformance_result result = conformance_run(&rig, agent, &trip, UINT32_MAX);
                conformance_check(
                    &rig, result.outcome == (less ? WAY_OUTCOME_CAPACITY : whole.outcome),
                    "peak %u less %u: %s", peak, less, way_outcome_name(result.outcome));
                way_agent_destroy(agent);
            }
        }
        conformance_close(&rig);
    }
}

/// The bytes of an agent after a trip round a wall across a large map.
static size_t bytes_after_trip(way_map *map, const char *spec, way_store store)
{
    way_space *space = NULL;
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    assert_int_equal(way_space_create_grid(map, 1, NULL, &space), WAY_STATUS_OK);
    const way_navigator_config plan = {.space = space, .algorithm = spec};
    assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
    const way_agent_config config = {.navigator = navigator, .store = store};
    assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
    const way_trip trip = {.start = way_map_cell(map, 20, 250),
                           .goal = way_map_cell(map, 400, 260)};
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    assert_int_equal(way_agent_run(agent), WAY_OUTCOME_FOUND);
    const size_t bytes = way_agent_stats(agent).bytes;
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    way_space_destroy(space);
    return bytes;
}

/// Refinements and rival together take what they touch, not two stores of the size of the map; with
/// jumps far less.
static void stores_take_no_more_than_that_of_astar(void **state)
{
    (void)state;
    way_map *map = NULL;
    const way_map_config config = way_map_config_default(512, 512);
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    assert_int_equal(way_map_edit(map, &(way_edit){200, 100, 3, 300, 0}, 1), WAY_STATUS_OK);
    const size_t plain = bytes_after_trip(map, "astar", WAY_STORE_AUTO);
    assert_true(bytes_after_trip(map, "sgastar", WAY_STORE_AUTO) < plain / 10);
    assert_true(bytes_after_trip(map, "sgastar(solver=astar)", WAY_STORE_AUTO) <= plain);
    assert_true(bytes_after_trip(map, "sgastar(solver=astar)", WAY_STORE_DENSE) > plain);
    way_map_destroy(map);
}

// Work --------------------------------------------------------------------------------------------

/// Everything that a trip has cost so far in expansions of A*: those of both searches, what it
/// takes to begin and end a refinement, lines, and the cells of the path, which are gone over at
/// the end.
static uint64_t sgastar_work(const way_agent *agent)
{
    const wayi_sgastar *memory = agent->memory;
    const uint64_t work = memory->rival.expansions + wayi_sgastar_work(memory);
    return (memory->jumps ? WAYI_SGASTAR_JUMP * work : work) +
           agent->path.count / WAYI_SGASTAR_CELLS;
}

typedef struct bound_worst {
    uint32_t trips;
    double work, states;
} bound_worst;

/// Runs a trip with both and compares what they took.
static void check_bound(conformance_rig *rig, way_agent *astar, const way_trip *trip,
                        bound_worst *worst)
{
    rig->trip = *trip;
    assert_int_equal(way_agent_begin(astar, trip), WAY_STATUS_OK);
    assert_int_equal(way_agent_run(astar), WAY_OUTCOME_FOUND);
    assert_int_equal(way_agent_begin(rig->agent, trip), WAY_STATUS_OK);
    assert_int_equal(way_agent_run(rig->agent), WAY_OUTCOME_FOUND);
    const way_stats plain = way_agent_stats(astar);
    const way_stats own = way_agent_stats(rig->agent);
    const uint64_t work = sgastar_work(rig->agent);
    // Trips of a few cells may see the difference of one expansion that jumps.
    const bool jumps = ((const wayi_sgastar *)rig->agent->memory)->jumps;
    conformance_check(rig, work <= 3 * plain.expansions + (jumps ? WAYI_SGASTAR_JUMP : 0),
                      "work %llu, A* needs %llu", (unsigned long long)work,
                      (unsigned long long)plain.expansions);
    conformance_check(rig, own.expansions <= 3 * plain.expansions, "%llu expansions, A* needs %llu",
                      (unsigned long long)own.expansions, (unsigned long long)plain.expansions);
    conformance_check(rig, own.states_max <= 3 * plain.states_max, "%llu states, A* needs %llu",
                      (unsigned long long)own.states_max, (unsigned long long)plain.states_max);
    const double work_ratio = (double)work / (double)plain.expansions;
    const double states_ratio = (double)own.states_max / (double)plain.states_max;
    worst->trips++;
    worst->work = work_ratio > worst->work ? work_ratio : worst->work;
    worst->states = states_ratio > worst->states ? states_ratio : worst->states;
}

static const char *const sgastar_informed[] = {
    "sgastar",
    "sgastar(variant=v1, solver=astar)",
    "sgastar(variant=v3, solver=astar)",
    "sgastar(labels=off)",
    "sgastar(trim=max_dist, solver=astar)",
    "sgastar(variant=v1, labels=off)",
    "sgastar(solver=astar)",
    "sgastar(variant=v3)",
    "sgastar(solver=classic)",
    "sgastar(variant=v1, solver=astar, refine=forward)",
};
#define SGASTAR_INFORMED_COUNT (sizeof sgastar_informed / sizeof *sgastar_informed)

/// The A* that bounds it: with solver=classic that of the thesis.
static const char *sgastar_rival_of(const char *spec)
{
    return strstr(spec, "classic") ? "astar(open=binary, tie=low_g)" : "astar";
}

/// No problem costs more than three times what A* does, in work or in states remembered at once.
static void informed_work_is_bounded(void **state)
{
    (void)state;
    bound_worst worst = {0};
    for (uint32_t i = 0; i < sgastar_stages.count; i++) {
        const test_stage *stage = &sgastar_stages.stages[i];
        conformance_rig plain;
        conformance_rig rig;
        const char *spec = sgastar_informed[i % SGASTAR_INFORMED_COUNT];
        conformance_open(&plain, stage, sgastar_rival_of(spec), NULL);
        conformance_open(&rig, stage, spec, NULL);
        for (uint32_t k = 0; k < stage->problem_count; k++) {
            if (stage->problems[k].best != WAY_COST_MAX &&
                way_space_can_stand(stage->space, stage->problems[k].start)) {
                const way_trip trip = {.start = stage->problems[k].start,
                                       .goal = stage->problems[k].goal};
                check_bound(&rig, plain.agent, &trip, &worst);
            }
        }
        conformance_close(&rig);
        conformance_close(&plain);
    }
    print_message("%u trips, at worst %.2f times the work and %.2f times the states of A*\n",
                  worst.trips, worst.work, worst.states);
}

static void check_scene_bound(const test_stage *stage, const char *spec, way_rng *rng,
                              bound_worst *worst)
{
    conformance_rig plain;
    conformance_rig rig;
    conformance_open(&plain, stage, sgastar_rival_of(spec), NULL);
    conformance_open(&rig, stage, spec, NULL);
    const uint32_t rounds = stage_rounds(100);
    for (uint32_t k = 0; k < rounds; k++) {
        const way_trip trip = {.start = way_rng_below(rng, stage->count),
                               .goal = way_rng_below(rng, stage->count)};
        if (way_map_is_passable(stage->map, trip.start) &&
            way_map_is_reachable(stage->map, trip.start, trip.goal, 1)) {
            check_bound(&rig, plain.agent, &trip, worst);
        }
    }
    conformance_close(&rig);
    conformance_close(&plain);
}

/// The same on larger scenes of every generator, some thousand problems.
static void informed_work_is_bounded_on_scenes(void **state)
{
    (void)state;
    bound_worst worst = {0};
    for (uint32_t i = 0; i < scene_generator_count(); i++) {
        test_stage stage;
        const stage_grid_config config = {.generator = scene_generator_at(i)->name,
                                          .width = 160,
                                          .height = 120,
                                          .seed = 3 + i,
                                          .neighbours = WAY_NEIGHBOURS_8,
                                          .lightest = 1,
                                          .heaviest = 1,
                                          .size = 1};
        stage_create_grid(&stage, &config);
        way_rng rng = way_rng_seed(i);
        for (uint32_t k = 0; k < SGASTAR_INFORMED_COUNT; k++) {
            check_scene_bound(&stage, sgastar_informed[k], &rng, &worst);
        }
        stage_destroy(&stage);
    }
    print_message("%u trips, at worst %.2f times the work and %.2f times the states of A*\n",
                  worst.trips, worst.work, worst.states);
    assert_true(worst.trips > stage_rounds(3000));
}
int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_that_of_the_largest_refinement),
        cmocka_unit_test(stores_take_no_more_than_that_of_astar),
        cmocka_unit_test(informed_work_is_bounded),
        cmocka_unit_test(informed_work_is_bounded_on_scenes),
    };
    stage_set_add_grids(&sgastar_stages, stage_rounds(4), stage_rounds(100));
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    stage_set_destroy(&sgastar_stages);
    return failed;
}
