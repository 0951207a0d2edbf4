// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// D* Lite on mazes as its paper has them, against a second one that was written from the paper:
// the same plans, expansion by expansion, with each queue. Of 1,000 mazes every fiftieth, unless
// the argument is "all".
#include "search/dstarlite_study.h"
#include "support/test.h"

#include <waymark/agent.h>
#include <waymark/belief.h>
#include <waymark/fog.h>

#include <string.h>

enum { MAZES = 1000, SHARE = 50 };

static bool all_mazes;

typedef struct maze_rig {
    const study_maze *maze;
    bool *known; ///< [opt] what was looked at: each plan is compared with the best one then
    way_map *map;
    way_belief *belief;
    way_space *space;
    way_navigator *navigator;
    way_agent *agent;
    way_cell here;
} maze_rig;

static void rig_open(maze_rig *rig, const study_maze *maze, const char *spec)
{
    *rig = (maze_rig){.maze = maze, .here = maze->start};
    way_map_config config = way_map_config_default(STUDY_SIDE, STUDY_SIDE);
    config.neighbours = WAY_NEIGHBOURS_4;
    config.weights = maze->open;
    config.costs = (way_cost_model){1, 1};
    assert_int_equal(way_map_create(&config, &rig->map), WAY_STATUS_OK);
    const way_belief_config unseen = {.truth = rig->map, .unseen = 1};
    assert_int_equal(way_belief_create(&unseen, &rig->belief), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(way_belief_map(rig->belief), 1, NULL, &rig->space),
                     WAY_STATUS_OK);
    const way_navigator_config plan = {.space = rig->space, .algorithm = spec};
    assert_int_equal(way_navigator_create(&plan, &rig->navigator), WAY_STATUS_OK);
    const way_agent_config agent = {.navigator = rig->navigator};
    assert_int_equal(way_agent_create(&agent, &rig->agent), WAY_STATUS_OK);
    way_agent_set_horizon(rig->agent, 1);
    const way_trip trip = {.start = maze->start, .goal = maze->goal};
    assert_int_equal(way_agent_begin(rig->agent, &trip), WAY_STATUS_OK);
}

static void rig_close(maze_rig *rig)
{
    way_agent_destroy(rig->agent);
    way_navigator_destroy(rig->navigator);
    way_space_destroy(rig->space);
    way_belief_destroy(rig->belief);
    way_map_destroy(rig->map);
}

static uint32_t rig_sense(maze_rig *rig)
{
    uint32_t changed = 0;
    const way_sensor sensor = {.cell = rig->here, .radius = 1};
    assert_int_equal(way_belief_look(rig->belief, 1, &sensor, 1, &changed), WAY_STATUS_OK);
    if (rig->known) {
        const uint32_t x = rig->here % STUDY_SIDE;
        rig->known[rig->here] = true;
        rig->known[rig->here - (x > 0)] = true;
        rig->known[rig->here + (x + 1 < STUDY_SIDE)] = true;
        rig->known[rig->here - (rig->here >= STUDY_SIDE ? STUDY_SIDE : 0)] = true;
        rig->known[rig->here + (rig->here + STUDY_SIDE < STUDY_CELLS ? STUDY_SIDE : 0)] = true;
    }
    return changed;
}

static void rig_plan(maze_rig *rig, study_walk *walk)
{
    assert_int_equal(way_agent_run(rig->agent), WAY_OUTCOME_FOUND);
    walk->expansions = way_agent_stats(rig->agent).expansions;
    const study_plan plan = {rig->here, way_agent_cost(rig->agent), walk->expansions};
    study_walk_note(walk, plan);
    if (rig->known) {
        assert_int_equal(plan.cost, study_best(rig->maze, rig->known, rig->here));
    }
}

/// Tells the agent what has changed since the revision `*told`.
static void rig_tell(maze_rig *rig, uint64_t *told)
{
    way_rect rects[8];
    way_cell cells[8];
    uint32_t rect_count = 0;
    uint32_t count = 0;
    assert_int_equal(way_map_changes(way_belief_map(rig->belief), *told, rects, 8, &rect_count),
                     WAY_STATUS_OK);
    for (uint32_t i = 0; i < rect_count; i++) {
        for (uint32_t k = 0; k < rects[i].width * rects[i].height; k++) {
            cells[count++] =
                (rects[i].y + k / rects[i].width) * STUDY_SIDE + rects[i].x + k % rects[i].width;
        }
    }
    *told = way_space_revision(rig->space);
    assert_int_equal(way_agent_notify(rig->agent, cells, count), WAY_STATUS_OK);
}

static study_walk rig_walk(maze_rig *rig)
{
    study_walk walk = {0};
    (void)rig_sense(rig);
    uint64_t told = way_space_revision(rig->space);
    rig_plan(rig, &walk);
    while (rig->here != rig->maze->goal) {
        assert_int_equal(way_agent_advance(rig->agent, 1), WAY_STATUS_OK);
        rig->here = way_agent_position(rig->agent);
        walk.steps++;
        if (rig_sense(rig) > 0 && rig->here != rig->maze->goal) {
            rig_tell(rig, &told);
            rig_plan(rig, &walk);
        }
    }
    walk.arrived = true;
    return walk;
}

static void check_walks(uint32_t seed, const study_walk *ours, const study_walk *plain)
{
    assert_true(plain->arrived);
    for (uint32_t i = 0; i < ours->plan_count && i < plain->plan_count; i++) {
        const study_plan a = ours->plans[i];
        const study_plan b = plain->plans[i];
        if (a.cell != b.cell || a.cost != b.cost || a.expansions != b.expansions) {
            fail_msg("maze %u, plan %u: at %u cost %u after %llu expansions; the plain one at %u "
                     "cost %u after %llu",
                     seed, i, a.cell, a.cost, (unsigned long long)a.expansions, b.cell, b.cost,
                     (unsigned long long)b.expansions);
        }
    }
    assert_int_equal(ours->plan_count, plain->plan_count);
    assert_int_equal(ours->steps, plain->steps);
    assert_int_equal(ours->expansions, plain->expansions);
}

/// On all mazes: expansions and steps, in sum.
static void check_mazes(const char *spec, study_queue queue, uint64_t expansions, uint64_t steps)
{
    static study_maze maze;
    static bool known[STUDY_CELLS];
    uint64_t expansion_sum = 0;
    uint64_t step_sum = 0;
    for (uint32_t seed = 1; seed <= MAZES; seed += all_mazes ? 1 : SHARE) {
        maze_rig rig;
        study_maze_make(&maze, seed);
        study_walk plain = study_walk_make(&maze, queue);
        rig_open(&rig, &maze, spec);
        memset(known, 0, sizeof known);
        rig.known = queue == STUDY_BUCKETS ? known : NULL; // the others' costs are the plain one's
        study_walk ours = rig_walk(&rig);
        rig_close(&rig);
        check_walks(seed, &ours, &plain);
        expansion_sum += ours.expansions;
        step_sum += ours.steps;
        free(ours.plans);
        free(plain.plans);
    }
    print_message("%s: %llu expansions, %llu steps\n", spec, (unsigned long long)expansion_sum,
                  (unsigned long long)step_sum);
    if (all_mazes) {
        assert_int_equal(expansion_sum, expansions);
        assert_int_equal(step_sum, steps);
    }
}

// What docs/algorithms/dstarlite.md tells of the mazes.

static void mazes_when_small_g_is_first(void **state)
{
    (void)state;
    check_mazes("dstarlite(queue=heap_small_g)", STUDY_SMALL_G, 12218992, 940450);
}

static void mazes_when_large_g_is_first(void **state)
{
    (void)state;
    check_mazes("dstarlite(queue=heap_large_g)", STUDY_LARGE_G, 11688110, 938858);
}

static void mazes_when_in_buckets(void **state)
{
    (void)state;
    check_mazes("dstarlite(queue=bucket)", STUDY_BUCKETS, 12014433, 942392);
}

int main(int count, char **arguments)
{
    all_mazes = count > 1 && strcmp(arguments[1], "all") == 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mazes_when_small_g_is_first),
        cmocka_unit_test(mazes_when_large_g_is_first),
        cmocka_unit_test(mazes_when_in_buckets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
