// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// waymark_ground_costs: what profiles, links, penalties and beliefs cost, on a generated map of 512
// x 512 cells. Time that the thread has worked, the least of several rounds. Prints a page of
// Markdown tables.
#include "bench/kit/stopwatch.h"
#include "scenes/scene.h"

#include <waymark/waymark.h>

#include <stdio.h>
#include <stdlib.h>

#define SIDE 512u
#define ROUNDS 7u
#define EDITS 400u
#define SENSORS 1000u

static void costs_need(bool works)
{
    if (!works) {
        (void)fprintf(stderr, "waymark_ground_costs: a call failed\n");
        exit(1);
    }
}

static way_map *costs_map(uint64_t seed)
{
    const scene_request request = scene_request_default("caves", SIDE, SIDE, seed);
    scene made;
    way_map *map = NULL;
    costs_need(!scene_create(&request, &made, NULL));
    costs_need(!scene_create_map(&made, WAY_NEIGHBOURS_8, WAY_CORNERS_NEVER, &map));
    scene_destroy(&made);
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
            costs_need(!way_map_edit(map, &edit, 1));
            const double before = stopwatch_worked();
            edit.weight = open;
            costs_need(!way_map_edit(map, &edit, 1));
            edit.weight = closed;
            costs_need(!way_map_edit(map, &edit, 1));
            spent += stopwatch_worked() - before;
        }
        spent *= 1e6 / (2 * EDITS);
        best = spent < best ? spent : best;
    }
    return best;
}

/// Profiles that differ in what a terrain of their own weighs; all see 0, 1 and 200 alike. The door
/// is of the first, and heavy ground for plain units.
static void costs_edits(void)
{
    (void)printf(
        "| profiles beside the plain one | a wall, us | a door of one team, us | map, MB |\n"
        "|--:|--:|--:|--:|\n");
    for (uint32_t count = 0; count <= 8; count = count ? count * 2 : 1) {
        way_map *map = costs_map(1);
        for (uint32_t i = 0; i < count; i++) {
            way_profile profile = {.unit_size = 1, .weights = {[1] = 1}};
            uint32_t number = 0;
            profile.weights[100 + i] = 1;
            costs_need(!way_map_add_profile(map, &profile, &number));
        }
        const double wall = costs_edit(map, 0, 1);
        const double bytes = (double)way_map_bytes(map) / 1e6;
        const double door = costs_edit(map, 200, 100);
        (void)printf("| %u | %.2f | %.2f | %.1f |\n", count, wall, door, bytes);
        way_map_destroy(map);
    }
    (void)printf("\n");
}

/// Nanoseconds for an expansion of A* between far corners of the map.
static void costs_search(const char *what, way_space *space, way_map *map)
{
    double best = 1e9;
    uint64_t expansions = 0;
    const way_cell from = way_map_nearest_passable(map, 3 * SIDE + 3, 1);
    const way_cell to = way_map_nearest_reachable(map, from, SIDE * SIDE - 4, 1);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        way_path path = {0};
        const double before = stopwatch_worked();
        costs_need(!way_find_in(space, "astar", from, to, &path));
        const double spent = stopwatch_worked() - before;
        expansions = path.stats.expansions;
        best = spent < best ? spent : best;
        way_path_free(&path);
    }
    (void)printf("| %s | %llu | %.0f |\n", what, (unsigned long long)expansions,
                 best / (double)expansions * 1e9);
}

static void costs_searches(void)
{
    static uint8_t penalties[SIDE * SIDE];
    way_map *map = costs_map(1);
    way_space *space = NULL;
    uint32_t number = 0;
    const way_profile profile = {.unit_size = 1, .weights = {[1] = 1, [100] = 1}};
    (void)printf("| A\\* on | expansions | ns an expansion |\n|---|--:|--:|\n");
    costs_need(!way_space_create_grid(map, 1, NULL, &space));
    costs_search("the plain profile", space, map);
    way_space_destroy(space);
    costs_need(!way_map_add_profile(map, &profile, &number));
    costs_need(!way_space_create_grid(map, number, NULL, &space));
    costs_search("another profile", space, map);
    way_space_destroy(space);
    const way_penalty_config config = {.map = map, .profile = 1, .penalties = penalties};
    costs_need(!way_space_create_penalty(&config, &space));
    costs_search("a penalty plane, all 0", space, map);
    way_space_destroy(space);
    const way_map_link link = {.from = 0, .to = 1, .cost = 4000, .both_ways = true};
    costs_need(!way_map_add_links(map, &link, 1));
    costs_need(!way_space_create_grid(map, 1, NULL, &space));
    costs_search("a map with a link", space, map);
    way_space_destroy(space);
    way_map_destroy(map);
    (void)printf("\n");
}

/// Milliseconds for a thousand sensors that look around after each has moved by a cell.
static void costs_looks(void)
{
    static way_sensor sensors[SENSORS];
    (void)printf("| 1,000 sensors, radius 8 | first look, ms | later ones, ms |\n|---|--:|--:|\n");
    for (uint32_t sight = 0; sight < 2; sight++) {
        way_map *truth = costs_map(1);
        const way_belief_config config = {.truth = truth, .unseen = 1};
        way_belief *belief = NULL;
        way_rng rng = way_rng_seed(4);
        costs_need(!way_belief_create(&config, &belief));
        for (uint32_t i = 0; i < SENSORS; i++) {
            sensors[i] = (way_sensor){way_rng_below(&rng, SIDE * SIDE - SIDE), 8, sight};
        }
        double first = 0;
        double later = 0;
        for (uint32_t frame = 1; frame <= 21; frame++) {
            const double before = stopwatch_worked();
            costs_need(!way_belief_look(belief, frame, sensors, SENSORS, NULL));
            const double spent = (stopwatch_worked() - before) * 1e3;
            first = frame == 1 ? spent : first;
            later += frame == 1 ? 0 : spent / 20;
            for (uint32_t i = 0; i < SENSORS; i++) {
                sensors[i].cell++;
            }
        }
        (void)printf("| %s | %.2f | %.2f |\n", sight ? "by line of sight" : "everything near",
                     first, later);
        way_belief_destroy(belief);
        way_map_destroy(truth);
    }
    (void)printf("\n");
}

int main(void)
{
    costs_edits();
    costs_searches();
    costs_looks();
    return 0;
}
