// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What profiles, links, penalties and beliefs cost, and how the longest calls grow with the map.
#include "bench/studies/studies.h"
#include "bench/studies/study.h"

#include <waymark/all.h>

#include <stdlib.h>
#include <string.h>

#define COSTS_EDITS 400u
#define COSTS_SENSORS 1000u

/// Microseconds for an edit of one cell, from one terrain to another or back.
static double costs_edit(way_map *map, uint8_t closed, uint8_t open)
{
    way_rng rng = way_rng_seed(9);
    double spent = 0;
    for (uint32_t i = 0; i < COSTS_EDITS; i++) {
        way_edit edit = {way_rng_below(&rng, way_map_width(map)),
                         way_rng_below(&rng, way_map_height(map)), 1, 1, closed};
        bench_hold(!way_map_edit(map, &edit, 1), "a call failed");
        const double before = stopwatch_worked();
        edit.weight = open;
        bench_hold(!way_map_edit(map, &edit, 1), "a call failed");
        edit.weight = closed;
        bench_hold(!way_map_edit(map, &edit, 1), "a call failed");
        spent += stopwatch_worked() - before;
    }
    return spent * 1e6 / (2 * COSTS_EDITS);
}

/// Profiles that differ in what a terrain of their own weighs; all see 0, 1 and 200 alike. The door
/// is of the first, and heavy ground for plain units.
void bench_study_profiles(bench_study *study)
{
    way_map *map = bench_copy_map(study->ground->map);
    for (uint32_t i = 0; i < bench_study_number(study, "profiles", 0); i++) {
        way_profile profile = {.unit_size = 1, .weights = {[1] = 1}};
        uint32_t number = 0;
        profile.weights[100 + i] = 1;
        bench_hold(!way_map_add_profile(map, &profile, &number), "a call failed");
    }
    const double wall = costs_edit(map, 0, 1);
    const double bytes = (double)way_map_bytes(map) / 1e6;
    bench_study_note(study, "edit of a wall us", BENCH_TIMED, wall);
    bench_study_note(study, "of a door of one team us", BENCH_TIMED, costs_edit(map, 200, 100));
    bench_study_note(study, "map MB", 0, bytes);
    way_map_destroy(map);
}

/// A* between far corners of the map, which is plain or has what the entry says.
void bench_study_grounds(bench_study *study)
{
    way_map *map = bench_copy_map(study->ground->map);
    const uint32_t width = way_map_width(map);
    const uint32_t cells = width * way_map_height(map);
    uint8_t *penalties = bench_map_weights(map);
    way_space *space = NULL;
    uint32_t number = 1;
    way_path path = {0};
    memset(penalties, 0, cells);
    if (strstr(study->entry, "profile")) {
        const way_profile profile = {.unit_size = 1, .weights = {[1] = 1, [100] = 1}};
        bench_hold(!way_map_add_profile(map, &profile, &number), "a call failed");
    } else if (strstr(study->entry, "link")) {
        const way_map_link link = {.from = 0, .to = 1, .cost = 4000, .both_ways = true};
        bench_hold(!way_map_add_links(map, &link, 1), "a call failed");
    }
    const way_penalty_config config = {.map = map, .profile = 1, .penalties = penalties};
    bench_hold(!(strstr(study->entry, "penalties")
                     ? way_space_create_penalty(&config, &space)
                     : way_space_create_grid(map, number, NULL, &space)),
               "a call failed");
    const way_cell from = way_map_nearest_passable(map, 3 * width + 3, 1);
    const way_cell to = way_map_nearest_reachable(map, from, cells - 4, 1);
    const double before = stopwatch_worked();
    bench_hold(!way_find_in(space, "astar", from, to, &path), "a call failed");
    const double spent = stopwatch_worked() - before;
    bench_study_note(study, "expansions", 0, (double)path.stats.expansions);
    bench_study_note(study, "ns per expansion", BENCH_TIMED,
                     spent / (double)path.stats.expansions * 1e9);
    way_path_free(&path);
    way_space_destroy(space);
    way_map_destroy(map);
    free(penalties);
}

/// A thousand sensors that look around after each has moved by a cell.
void bench_study_sensors(bench_study *study)
{
    static way_sensor sensors[COSTS_SENSORS];
    const way_map *truth = study->ground->map;
    const uint32_t width = way_map_width(truth);
    const way_belief_config config = {.truth = truth, .unseen = 1};
    way_belief *belief = NULL;
    way_rng rng = way_rng_seed(4);
    bench_hold(!way_belief_create(&config, &belief), "a call failed");
    for (uint32_t i = 0; i < COSTS_SENSORS; i++) {
        sensors[i] = (way_sensor){way_rng_below(&rng, width * way_map_height(truth) - width), 8,
                                  strstr(study->entry, "sight") != NULL};
    }
    double first = 0;
    double later = 0;
    for (uint32_t frame = 1; frame <= 21; frame++) {
        const double before = stopwatch_worked();
        bench_hold(!way_belief_look(belief, frame, sensors, COSTS_SENSORS, NULL), "a call failed");
        const double spent = (stopwatch_worked() - before) * 1e3;
        first = frame == 1 ? spent : first;
        later += frame == 1 ? 0 : spent / 20;
        for (uint32_t i = 0; i < COSTS_SENSORS; i++) {
            sensors[i].cell++;
        }
    }
    bench_study_note(study, "first look ms", BENCH_TIMED, first);
    bench_study_note(study, "later ones ms", BENCH_TIMED, later);
    way_belief_destroy(belief);
}

// The longest call by side of the map -------------------------------------------------------------

enum { SIDES_ROUNDS = 20, SIDES_SENSORS = 200, SIDES_STEPS = 400 };

typedef enum sides_row {
    SIDES_CREATE,
    SIDES_WALL,
    SIDES_AWAY,
    SIDES_FIRST,
    SIDES_WEIGHT,
    SIDES_LINK,
    SIDES_PROFILE,
    SIDES_BELIEF,
    SIDES_LOOK,
    SIDES_BEGIN,
    SIDES_STEP,
    SIDES_ROWS = SIDES_STEP + 4
} sides_row;

static const char *const sides_names[SIDES_ROWS] = {
    "creating a map (grows)",
    "a wall",
    "the wall away",
    "the first weight",
    "a later weight",
    "a link, and it away",
    "adding a profile (grows)",
    "creating a belief (grows)",
    "a look of 200 sensors, much of it new",
    "jps: a trip begins after four walls",
    "astar: a step of 500",
    "jps: a step of 500",
    "dstarlite: a step of 500",
    "arastar: a step of 500",
};

/// Notes how long a call took, if that is the longest.
static void sides_note(double *worst, double before)
{
    const double spent = (stopwatch_worked() - before) * 1e3;
    *worst = spent > *worst ? spent : *worst;
}

static void sides_edit(way_map *map, way_edit edit, double *worst)
{
    const double before = stopwatch_worked();
    bench_hold(!way_map_edit(map, &edit, 1), "a call failed");
    sides_note(worst, before);
}

static void sides_map(way_map *map, uint32_t side, double *worst)
{
    way_rng rng = way_rng_seed(side);
    for (uint32_t i = 0; i < SIDES_ROUNDS; i++) {
        way_edit edit = {way_rng_below(&rng, side), way_rng_below(&rng, side), 1, 1, 0};
        const way_map_link link = {.from = i, .to = side * side - 1 - i, .cost = 816};
        sides_edit(map, edit, &worst[SIDES_WALL]);
        edit.weight = 1;
        sides_edit(map, edit, &worst[SIDES_AWAY]);
        edit.weight = 5;
        sides_edit(map, edit, &worst[i ? SIDES_WEIGHT : SIDES_FIRST]);
        const double before = stopwatch_worked();
        bench_hold(!way_map_add_links(map, &link, 1), "a call failed");
        bench_hold(!way_map_remove_links(map, &link, 1), "a call failed");
        sides_note(&worst[SIDES_LINK], before);
    }
    way_profile profile = way_profile_default(1);
    uint32_t number = 0;
    profile.weights[5] = 2;
    const double before = stopwatch_worked();
    bench_hold(!way_map_add_profile(map, &profile, &number), "a call failed");
    sides_note(&worst[SIDES_PROFILE], before);
    bench_hold(!way_map_remove_profile(map, number), "a call failed");
}

static void sides_belief(const way_map *map, uint32_t side, double *worst)
{
    const way_belief_config config = {.truth = map, .unseen = 1};
    way_sensor sensors[SIDES_SENSORS];
    way_rng rng = way_rng_seed(side + 1);
    way_belief *belief = NULL;
    double before = stopwatch_worked();
    bench_hold(!way_belief_create(&config, &belief), "a call failed");
    sides_note(&worst[SIDES_BELIEF], before);
    for (uint32_t frame = 1; frame <= 4; frame++) {
        for (uint32_t i = 0; i < SIDES_SENSORS; i++) {
            sensors[i] = (way_sensor){way_rng_below(&rng, side * side), 12, true};
        }
        before = stopwatch_worked();
        bench_hold(!way_belief_look(belief, frame, sensors, SIDES_SENSORS, NULL), "a call failed");
        sides_note(&worst[SIDES_LOOK], before);
    }
    way_belief_destroy(belief);
}

/// Two trips across the map, with walls between them.
static void sides_search(way_map *map, uint32_t side, const char *algorithm, double *begin,
                         double *step)
{
    const way_navigator_config config = {.map = map, .algorithm = algorithm};
    const way_cell from = way_map_nearest_passable(map, 3 * side + 3, 1);
    const way_trip trip = {.start = from,
                           .goal = way_map_nearest_reachable(map, from, side * side - 4, 1)};
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    bench_hold(!way_navigator_create(&config, &navigator), "a call failed");
    const way_agent_config own = {.navigator = navigator};
    bench_hold(!way_agent_create(&own, &agent), "a call failed");
    for (uint32_t k = 0; k < 2; k++) {
        double before = stopwatch_worked();
        bench_hold(!way_agent_begin(agent, &trip), "a call failed");
        sides_note(begin, before);
        way_outcome outcome = WAY_OUTCOME_WORKING;
        for (uint32_t i = 0; i < SIDES_STEPS && outcome == WAY_OUTCOME_WORKING; i++) {
            before = stopwatch_worked();
            outcome = way_agent_step(agent, 500);
            sides_note(step, before);
        }
        const way_edit walls[] = {{side / 2, side / 2, 5, 5, 0},
                                  {side / 3, side / 3, 5, 5, 0},
                                  {side / 4, side / 4, 5, 5, 0},
                                  {side / 5, side / 5, 5, 5, 0}};
        bench_hold(!way_map_edit(map, walls, 4), "a call failed");
    }
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
}

/// All of it on one map: open ground, strewn with buildings.
static void sides_measure(uint32_t side, double worst[SIDES_ROWS])
{
    const way_map_config config = way_map_config_default(side, side);
    way_map *map = NULL;
    way_rng rng = way_rng_seed(9);
    const double before = stopwatch_worked();
    bench_hold(!way_map_create(&config, &map), "a call failed");
    sides_note(&worst[SIDES_CREATE], before);
    for (uint32_t i = 0; i < side / 30 * (side / 30); i++) {
        const way_edit building = {way_rng_below(&rng, side - 12), way_rng_below(&rng, side - 12),
                                   2 + way_rng_below(&rng, 9), 2 + way_rng_below(&rng, 9), 0};
        bench_hold(!way_map_edit(map, &building, 1), "a call failed");
    }
    sides_belief(map, side, worst);
    static const char *const searches[] = {"astar", "jps", "dstarlite", "arastar"};
    double other = 0;
    for (uint32_t k = 0; k < 4; k++) {
        sides_search(map, side, searches[k], k == 1 ? &worst[SIDES_BEGIN] : &other,
                     &worst[SIDES_STEP + k]);
    }
    sides_map(map, side, worst);
    way_map_destroy(map);
}

void bench_study_sides(bench_study *study)
{
    double worst[SIDES_ROWS] = {0};
    sides_measure(bench_study_number(study, "side", 512), worst);
    for (uint32_t row = 0; row < SIDES_ROWS; row++) {
        bench_study_note(study, sides_names[row], BENCH_TIMED, worst[row]);
    }
}
