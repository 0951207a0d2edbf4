// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Beacon on maps that change in every frame: whatever the rate of edits, agents move within the
// number of steps that docs/algorithms/beacon.md states, and the next index is finished. On
// generated maps, and on two of the published ones where these are there. All by counts.
#include "data/data.h"
#include "search/beacon/ask/beacon.h"
#include "search/stage.h"
#include "support/test.h"

#include <waymark/database.h>
#include <waymark/format.h>

#include <stdio.h>
#include <string.h>

/// Where an edit is made in each frame.
typedef enum live_edits { LIVE_NEAR, LIVE_FAR, LIVE_DOOR, LIVE_KINDS } live_edits;
static const char *const live_names[] = {"near", "far", "a door"};

typedef struct live_rig {
    way_map *map;
    way_space *space;
    way_navigator *navigator;
    way_agent *agent;
    way_rng rng;
    way_cell door;
} live_rig;

typedef struct live_case {
    const char *map;
    live_edits edits;
    way_goal_mode mode;
    bool built_over; ///< the start is
    uint32_t repair; ///< budgets of a frame
    uint32_t step;
} live_case;

static way_map *live_map(const char *name)
{
    const char *slash = strchr(name, '/');
    if (slash) {
        way_map *map = NULL;
        char folder[16];
        way_file file;
        (void)snprintf(folder, sizeof folder, "%.*s", (int)(slash - name), name);
        data_read(folder, slash + 1, &file);
        const way_map_config config = {.neighbours = WAY_NEIGHBOURS_8,
                                       .corners = WAY_CORNERS_STRICT};
        assert_int_equal(way_map_parse(file.bytes, file.size, &config, NULL, &map, NULL),
                         WAY_STATUS_OK);
        way_file_free(&file);
        return map;
    }
    return stage_scene_map(name);
}

static void live_open(live_rig *rig, const char *name)
{
    *rig = (live_rig){.map = live_map(name), .rng = way_rng_seed(7)};
    assert_int_equal(way_space_create_grid(rig->map, 1, NULL, &rig->space), WAY_STATUS_OK);
    const way_navigator_config plan = {.space = rig->space, .algorithm = "beacon"};
    assert_int_equal(way_navigator_create(&plan, &rig->navigator), WAY_STATUS_OK);
    const way_agent_config agent = {.navigator = rig->navigator};
    assert_int_equal(way_agent_create(&agent, &rig->agent), WAY_STATUS_OK);
}

static void live_close(live_rig *rig)
{
    way_agent_destroy(rig->agent);
    way_navigator_destroy(rig->navigator);
    way_space_destroy(rig->space);
    way_map_destroy(rig->map);
}

static way_cell live_pick(live_rig *rig)
{
    way_cell cell = 0;
    do {
        cell = way_rng_below(&rig->rng, way_map_width(rig->map) * way_map_height(rig->map));
    } while (!way_map_is_passable(rig->map, cell));
    return cell;
}

static void live_flip(const live_rig *rig, way_cell cell)
{
    const uint32_t width = way_map_width(rig->map);
    const way_edit edit = {cell % width, cell / width, 1, 1, !way_map_is_passable(rig->map, cell)};
    assert_int_equal(way_map_edit(rig->map, &edit, 1), WAY_STATUS_OK);
}

/// A number near another, within a side.
static uint32_t live_near(live_rig *rig, uint32_t middle, uint32_t side)
{
    const uint32_t moved = middle + way_rng_below(&rig->rng, 9);
    return moved < 4 ? 0 : moved - 4 < side ? moved - 4 : side - 1;
}

/// The edit of a frame: never where the agent is.
static void live_edit(live_rig *rig, live_edits edits, way_cell place)
{
    const uint32_t width = way_map_width(rig->map);
    const uint32_t height = way_map_height(rig->map);
    way_cell cell = rig->door;
    if (edits == LIVE_NEAR) {
        cell = live_near(rig, place / width, height) * width + live_near(rig, place % width, width);
    } else if (edits == LIVE_FAR) {
        const uint32_t away = width / 4 + way_rng_below(&rig->rng, width / 2);
        cell = way_rng_below(&rig->rng, height) * width + (place % width + away) % width;
    }
    live_flip(rig, cell == place ? rig->door : cell);
}

static void live_repair(const live_rig *rig, uint32_t budget)
{
    bool done = false;
    assert_int_equal(way_navigator_repair(rig->navigator, budget, &done), WAY_STATUS_OK);
}

// Trips -------------------------------------------------------------------------------------------

/// Begins a trip that is long enough to have a door in the middle of its way.
static void live_begin(live_rig *rig, const live_case *of, way_state *goals)
{
    uint32_t count = 0;
    while (count < 40) {
        way_trip trip = {.mode = of->mode, .start = live_pick(rig), .range = 4000};
        trip.goal = live_pick(rig);
        for (uint32_t i = 0; i < 5; i++) {
            goals[i] = live_pick(rig);
        }
        trip.goals = goals;
        trip.goal_count = 5;
        if (!way_map_is_reachable(rig->map, trip.start, trip.goal, 1)) {
            continue;
        }
        if (of->built_over) {
            live_flip(rig, trip.start);
        }
        assert_int_equal(way_agent_begin(rig->agent, &trip), WAY_STATUS_OK);
        (void)way_agent_run(rig->agent);
        const way_state *path = way_agent_path(rig->agent, &count);
        rig->door = path[count / 2];
        assert_int_equal(way_agent_begin(rig->agent, &trip), WAY_STATUS_OK);
    }
}

/// Most steps between two moves: those that the look-ahead after an edit takes, and four.
static uint32_t live_bound(const live_rig *rig, uint32_t budget)
{
    live_flip(rig, rig->door);
    const uint32_t most = way_navigator_lookahead(rig->navigator) / budget + 4;
    live_flip(rig, rig->door);
    return most;
}

static void live_run(const live_case *of)
{
    live_rig rig;
    way_state goals[5];
    live_open(&rig, of->map);
    live_begin(&rig, of, goals);
    const uint32_t bound = live_bound(&rig, of->step);
    uint32_t waited = 0;
    uint32_t moves = 1;
    uint32_t frames = 0;
    way_outcome outcome = WAY_OUTCOME_WORKING;
    for (; outcome == WAY_OUTCOME_WORKING && frames < 20 * bound; frames++) {
        uint32_t count = 0;
        live_edit(&rig, of->edits, wayi_agent_last(rig.agent));
        live_repair(&rig, of->repair);
        outcome = way_agent_step(rig.agent, of->step);
        (void)way_agent_path(rig.agent, &count);
        waited = count == moves ? waited + 1 : 0;
        moves = count;
        if (waited > bound) {
            fail_msg("%s, edits %s, goal mode %u%s, repairs of %u, steps of %u: no move in %u "
                     "frames",
                     of->map, live_names[of->edits], (unsigned)of->mode,
                     of->built_over ? ", built over" : "", of->repair, of->step, waited);
        }
    }
    assert_int_not_equal(outcome, WAY_OUTCOME_WORKING);
    live_close(&rig);
}

static void trips_go_on_amid_edits(void **state)
{
    static const way_goal_mode modes[] = {WAY_GOAL_EXACT, WAY_GOAL_RANGE, WAY_GOAL_ANY_OF};
    static const uint32_t repairs[] = {1, 50, 300, 1000000};
    static const uint32_t steps[] = {40, 200, 1000};
    const bool large = strchr(*state, '/') != NULL;
    for (uint32_t i = 0; i < LIVE_KINDS * 4 * 4 * 3; i += TEST_STRIDE) {
        const live_case of = {.map = *state,
                              .edits = (live_edits)(i % LIVE_KINDS),
                              .mode = modes[i / LIVE_KINDS % 4 % 3],
                              .built_over = i / LIVE_KINDS % 4 == 3,
                              .repair = repairs[i / LIVE_KINDS / 4 % 4],
                              .step = steps[i / LIVE_KINDS / 16]};
        // To prepare a large map takes its time.
        const bool some = of.mode == WAY_GOAL_EXACT && !of.built_over && of.step == 40 &&
                          (of.repair == 1 || of.repair == 300);
        if (!large || some) {
            live_run(&of);
        }
    }
}

// Indices -----------------------------------------------------------------------------------------

/// What it takes to follow edits all over the map at once when nothing else happens.
static uint64_t live_work(const char *map)
{
    live_rig rig;
    live_open(&rig, map);
    for (uint32_t i = 0; i < 400; i++) {
        live_flip(&rig, live_pick(&rig));
    }
    for (bool done = false; !done;) {
        assert_int_equal(way_navigator_repair(rig.navigator, 1000, &done), WAY_STATUS_OK);
    }
    const uint64_t work = rig.navigator->repaired;
    live_close(&rig);
    return work;
}

/// Edits in every frame, and the next index is there after a few times the work that it takes
/// without.
static void indices_follow_amid_edits(void **state)
{
    static const uint32_t budgets[] = {1, 50, 300};
    const uint64_t work = live_work(*state);
    for (uint32_t i = 0; i < LIVE_KINDS * 3; i += TEST_STRIDE) {
        live_rig rig;
        live_open(&rig, *state);
        const wayi_beacon_database *database = rig.navigator->database;
        const uint32_t budget = budgets[i / LIVE_KINDS];
        const way_cell place = live_pick(&rig);
        uint64_t frames = 0;
        rig.door = live_pick(&rig);
        while (database->epoch == 0) {
            live_edit(&rig, (live_edits)(i % LIVE_KINDS), place);
            live_repair(&rig, budget);
            if (++frames * budget > 4 * work + 200 * budget) {
                fail_msg("%s, edits %s, repairs of %u: no index after %u frames", (char *)*state,
                         live_names[i % LIVE_KINDS], budget, (unsigned)frames);
            }
        }
        live_close(&rig);
    }
}

int main(void)
{
    static char *const maps[] = {"rooms,width=120,height=110,seed=5",
                                 "caves,width=120,height=130,seed=3", "dao/orz100d.map",
                                 "sc1/Aurora.map"};
    struct CMUnitTest tests[6];
    uint32_t count = 0;
    for (uint32_t i = 0; i < (data_is_there() ? 4 : 2); i++) {
        tests[count++] = (struct CMUnitTest){
            .name = maps[i], .test_func = trips_go_on_amid_edits, .initial_state = maps[i]};
        if (i < 2) {
            tests[count++] = (struct CMUnitTest){.name = "indices",
                                                 .test_func = indices_follow_amid_edits,
                                                 .initial_state = maps[i]};
        }
    }
    return _cmocka_run_group_tests("beacon amid edits", tests, count, NULL, NULL);
}
