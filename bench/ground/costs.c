// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What profiles, links, penalties and beliefs cost, on a generated map.
#include "bench/ground/ground.h"
#include "bench/ground/study.h"
#include "bench/kit/stopwatch.h"

#include <stdlib.h>

#define SIDE 512u
#define ROUNDS 7u
#define EDITS 400u
#define SENSORS 1000u

static way_map *costs_map(void)
{
    static const bench_set set = {.name = "ground", .problems = 1};
    bench_ground ground;
    bench_hold(bench_ground_open_word(&set, "gen:caves,width=512,height=512,seed=1", NULL, &ground),
               "caves");
    way_map *map = bench_copy_map(ground.map);
    bench_ground_close(&ground);
    return map;
}

/// Microseconds for an edit of one cell, from one terrain to another or back.
static double costs_edit(way_map *map, uint8_t closed, uint8_t open)
{
    double best = 1e9;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        way_rng rng = way_rng_seed(9);
        double spent = 0;
        for (uint32_t i = 0; i < EDITS; i++) {
            way_edit edit = {way_rng_below(&rng, SIDE), way_rng_below(&rng, SIDE), 1, 1, closed};
            bench_hold(!way_map_edit(map, &edit, 1), "a call failed");
            const double before = stopwatch_worked();
            edit.weight = open;
            bench_hold(!way_map_edit(map, &edit, 1), "a call failed");
            edit.weight = closed;
            bench_hold(!way_map_edit(map, &edit, 1), "a call failed");
            spent += stopwatch_worked() - before;
        }
        spent *= 1e6 / (2 * EDITS);
        best = spent < best ? spent : best;
    }
    return best;
}

/// Profiles that differ in what a terrain of their own weighs; all see 0, 1 and 200 alike. The door
/// is of the first, and heavy ground for plain units.
static void costs_edits(bench_page *page)
{
    bench_page_table(page, "<profiles_beside_the_plain_one >an_edit_of_a_wall,_us "
                           ">of_a_door_of_one_team,_us >map,_MB");
    for (uint32_t count = 0; count <= 8; count = count ? count * 2 : 1) {
        way_map *map = costs_map();
        for (uint32_t i = 0; i < count; i++) {
            way_profile profile = {.unit_size = 1, .weights = {[1] = 1}};
            uint32_t number = 0;
            profile.weights[100 + i] = 1;
            bench_hold(!way_map_add_profile(map, &profile, &number), "a call failed");
        }
        const double wall = costs_edit(map, 0, 1);
        const double bytes = (double)way_map_bytes(map) / 1e6;
        const double door = costs_edit(map, 200, 100);
        bench_page_row(page, "%u|%.2f|%.2f|%.1f", count, wall, door, bytes);
        way_map_destroy(map);
    }
    bench_page_end_table(page);
}

/// Nanoseconds for an expansion of A* between far corners of the map.
static void costs_search(bench_page *page, const char *what, way_space *space, way_map *map)
{
    double best = 1e9;
    uint64_t expansions = 0;
    const way_cell from = way_map_nearest_passable(map, 3 * SIDE + 3, 1);
    const way_cell to = way_map_nearest_reachable(map, from, SIDE * SIDE - 4, 1);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        way_path path = {0};
        const double before = stopwatch_worked();
        bench_hold(!way_find_in(space, "astar", from, to, &path), "a call failed");
        const double spent = stopwatch_worked() - before;
        expansions = path.stats.expansions;
        best = spent < best ? spent : best;
        way_path_free(&path);
    }
    bench_page_row(page, "%s|%llu|%.0f", what, (unsigned long long)expansions,
                   best / (double)expansions * 1e9);
}

static void costs_searches(bench_page *page)
{
    static uint8_t penalties[SIDE * SIDE];
    way_map *map = costs_map();
    way_space *space = NULL;
    uint32_t number = 0;
    const way_profile profile = {.unit_size = 1, .weights = {[1] = 1, [100] = 1}};
    bench_page_table(page, "<A*_on >expansions >ns_per_expansion");
    bench_hold(!way_space_create_grid(map, 1, NULL, &space), "a call failed");
    costs_search(page, "the plain profile", space, map);
    way_space_destroy(space);
    bench_hold(!way_map_add_profile(map, &profile, &number), "a call failed");
    bench_hold(!way_space_create_grid(map, number, NULL, &space), "a call failed");
    costs_search(page, "another profile", space, map);
    way_space_destroy(space);
    const way_penalty_config config = {.map = map, .profile = 1, .penalties = penalties};
    bench_hold(!way_space_create_penalty(&config, &space), "a call failed");
    costs_search(page, "a penalty plane, all 0", space, map);
    way_space_destroy(space);
    const way_map_link link = {.from = 0, .to = 1, .cost = 4000, .both_ways = true};
    bench_hold(!way_map_add_links(map, &link, 1), "a call failed");
    bench_hold(!way_space_create_grid(map, 1, NULL, &space), "a call failed");
    costs_search(page, "a map with a link", space, map);
    way_space_destroy(space);
    way_map_destroy(map);
    bench_page_end_table(page);
}

/// Milliseconds for a thousand sensors that look around after each has moved by a cell.
static void costs_looks(bench_page *page)
{
    static way_sensor sensors[SENSORS];
    bench_page_table(page, "<1,000_sensors,_radius_8 >first_look,_ms >later_ones,_ms");
    for (uint32_t sight = 0; sight < 2; sight++) {
        way_map *truth = costs_map();
        const way_belief_config config = {.truth = truth, .unseen = 1};
        way_belief *belief = NULL;
        way_rng rng = way_rng_seed(4);
        bench_hold(!way_belief_create(&config, &belief), "a call failed");
        for (uint32_t i = 0; i < SENSORS; i++) {
            sensors[i] = (way_sensor){way_rng_below(&rng, SIDE * SIDE - SIDE), 8, sight};
        }
        double first = 0;
        double later = 0;
        for (uint32_t frame = 1; frame <= 21; frame++) {
            const double before = stopwatch_worked();
            bench_hold(!way_belief_look(belief, frame, sensors, SENSORS, NULL), "a call failed");
            const double spent = (stopwatch_worked() - before) * 1e3;
            first = frame == 1 ? spent : first;
            later += frame == 1 ? 0 : spent / 20;
            for (uint32_t i = 0; i < SENSORS; i++) {
                sensors[i].cell++;
            }
        }
        bench_page_row(page, "%s|%.2f|%.2f", sight ? "by line of sight" : "everything near", first,
                       later);
        way_belief_destroy(belief);
        way_map_destroy(truth);
    }
    bench_page_end_table(page);
}

// The longest call by side of the map -------------------------------------------------------------

enum { SIDES = 4, SIDES_LEAST = 512, SIDES_ROUNDS = 20, SIDES_SENSORS = 200, SIDES_STEPS = 400 };

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

static void costs_sides(bench_page *page)
{
    double worst[SIDES][SIDES_ROWS] = {0};
    for (uint32_t k = 0; k < SIDES; k++) {
        sides_measure(SIDES_LEAST << k, worst[k]);
    }
    bench_page_text(page, "The longest of its calls, in ms, on maps of 512 to 4,096 cells a side.");
    bench_page_table(page, "<call >512 >1024 >2048 >4096");
    for (uint32_t row = 0; row < SIDES_ROWS; row++) {
        bench_page_row(page, "%s|%.3f|%.3f|%.3f|%.3f", sides_names[row], worst[0][row],
                       worst[1][row], worst[2][row], worst[3][row]);
    }
    bench_page_end_table(page);
}

void study_costs(bench_page *page)
{
    bench_page_text(page, "A generated map of caves, 512 x 512 cells; the least of %u rounds.",
                    ROUNDS);
    costs_edits(page);
    costs_searches(page);
    costs_looks(page);
    costs_sides(page);
}
